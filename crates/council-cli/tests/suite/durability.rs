//! What a user meets after a crash: a torn end, a damaged journal, a record that is gone.
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "these tests damage files")]

use std::{fs, path::PathBuf};

use council_testkit::{Output, TestEnv};

const SCRIPT: &str = "\
answers:
  - round: 1
    seat: SA-1
    reply:
      findings:
        - {subcategory: AMBIGUITY, severity: MAJOR, confidence: 0.9, location: 'prd.md', quote: is fast,
           description: there is no number, remediation: state a bound}
  - stance: SUPPORT
";

/// Returns a repository with a session that has ended, and its journal.
fn session() -> (TestEnv, PathBuf) {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", "# Export\n\nThe export is fast.\n");
    env.write("script.yaml", SCRIPT);
    let output = env.run(["review", "prd.md", "--reviewer", "scripted:script.yaml"]);
    assert_eq!(output.code, 2, "{}", output.stderr);
    let reviews = env.repo().join("evidence/prd/prd/reviews");
    let journal = fs::read_dir(&reviews)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.to_string_lossy().ends_with(".journal.jsonl"));
    (env, journal.unwrap())
}

fn says(output: &Output, code: i32, text: &str) {
    let said = format!("{}{}", output.stdout, output.stderr);
    assert_eq!(output.code, code, "{said}");
    assert!(said.contains(text), "{said}");
}

#[test]
fn a_torn_end_is_cut_and_said() {
    let (env, journal) = session();
    let whole = fs::read(&journal).unwrap();
    fs::write(&journal, &whole[..whole.len() - 20]).unwrap();
    says(&env.run(["resume", "latest"]), 2, "of a record that was never finished");
    says(&env.run(["replay", "latest", "--check"]), 0, "byte for byte");
}

#[test]
fn a_damaged_journal_is_refused_until_somebody_asks_for_its_repair() {
    let (env, journal) = session();
    let mut bytes = fs::read(&journal).unwrap();
    let third = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(3).unwrap().0;
    bytes[third - 3] ^= 1;
    fs::write(&journal, &bytes).unwrap();

    for command in [["resume", "latest"], ["replay", "latest"]] {
        let refused = env.run(command);
        says(&refused, 3, "is damaged in line 4: its checksum does not match");
        says(&refused, 3, "council resume --repair");
    }
    assert_eq!(fs::read(&journal).unwrap(), bytes);

    says(&env.run(["resume", "latest", "--repair"]), 2, ".damaged-1`");
    let copy = format!("{}.damaged-1", journal.display());
    assert_eq!(fs::read(copy).unwrap(), bytes);
    says(&env.run(["replay", "latest", "--check"]), 0, "byte for byte");
}

#[test]
fn a_record_that_was_deleted_is_made_again() {
    let (env, journal) = session();
    let yaml = PathBuf::from(journal.to_string_lossy().replace(".journal.jsonl", ".yaml"));
    let before = fs::read(&yaml).unwrap();
    fs::remove_file(&yaml).unwrap();
    says(&env.run(["replay", "latest", "--check"]), 2, "the file is missing");
    assert_eq!(env.run(["resume", "latest"]).code, 2);
    assert_eq!(fs::read(&yaml).unwrap(), before);
}

#[test]
fn a_record_whose_line_ends_were_converted_is_not_what_the_journal_gives() {
    let (env, journal) = session();
    let yaml = PathBuf::from(journal.to_string_lossy().replace(".journal.jsonl", ".yaml"));
    let converted = fs::read_to_string(&yaml).unwrap().replace('\n', "\r\n");
    fs::write(&yaml, converted).unwrap();
    let output = env.run(["replay", "latest", "--check"]);
    says(&output, 2, "the file differs from here on");
    assert!(output.stdout.contains(".yaml:1"), "{}", output.stdout);
}
