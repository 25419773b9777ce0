//! `council modes`: what it answers, and how it ends.

use council_testkit::{Output, TestEnv};
use expect_test::expect;

fn env() -> TestEnv {
    TestEnv::new(env!("CARGO_BIN_EXE_council"))
}

fn modes(arguments: &[&str]) -> Output {
    env().run([&["modes"], arguments].concat())
}

#[test]
fn a_number_shows_the_manual_page() {
    let output = modes(&["41"]);
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    expect![[r"
        41  Diagnostic reasoning
            Causal & Explanatory: what makes what happen

        Starts from the symptom a user or operator will see and asks whether they could
        find its cause. An error needs an identity, a place and enough context to
        separate this fault from its neighbours; two different faults with one message
        cannot be told apart. It lists the failures the document foresees and looks for
        those that would pass for success.

        It asks
          - From this error alone, could somebody tell what went wrong and where?
          - Which two faults produce the same symptom?
          - Which failure would nobody notice?

        It is called for by
          error, failure, fault*, bug, symptom*, root cause*, diagnos*, error code*,
          error message*, error handling, stack trace*, debug*, logging, defect*

        Offline rules
          no-observability, pronoun-subject

        Base relevance 0.80
    "]]
    .assert_eq(&output.stdout);
}

#[test]
fn a_number_that_no_mode_has_is_wrong_usage() {
    for number in ["0", "81", "256", "99999999999999999999"] {
        let output = modes(&[number]);
        assert_eq!((output.code, output.stdout.as_str()), (64, ""), "{number}");
        let said = format!(
            "error: there is no mode `{number}`: modes are numbered 1 to 80\n\
             hint: list them with `council modes`\n"
        );
        assert_eq!(output.stderr, said);
    }
}

#[test]
fn a_word_finds_modes_and_says_where() {
    let output = modes(&["Authentication"]);
    assert_eq!(output.code, 0);
    assert!(
        output.stdout.contains("  79  Adversarial / red-team reasoning  (signal `authenticat*`)")
    );
}

#[test]
fn a_word_that_leads_nowhere_is_answered_with_a_similar_one() {
    let output = modes(&["baysian"]);
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    expect![[r"
        no mode matches: `baysian`

        next: try `council modes bayesian`
    "]]
    .assert_eq(&output.stdout);
    let output = modes(&["xyzzy", "--format", "json"]);
    assert_eq!(output.code, 0);
    let json: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
    assert_eq!(
        (&json["modes"], &json["suggestion"]),
        (&serde_json::json!([]), &serde_json::Value::Null)
    );
    assert_eq!(json["next"][0], "list all modes with `council modes`");
}

#[test]
fn a_word_cannot_drive_the_terminal() {
    let output = modes(&["\u{1b}[31mred\u{202e}"]);
    assert_eq!(output.code, 0);
    assert!(!output.stdout.contains(['\u{1b}', '\u{202e}']), "{:?}", output.stdout);
}

#[test]
fn the_list_in_markdown_is_the_reference() {
    let output = modes(&["--format", "markdown"]);
    assert_eq!((output.code, output.stdout), (0, council::modes::reference()));
}

#[test]
fn formats_that_would_say_nothing_are_refused() {
    for format in ["jsonl", "sarif", "junit", "github"] {
        assert_eq!(modes(&["--format", format]).code, 64, "{format}");
    }
}

#[test]
fn a_packet_is_a_file_a_folder_or_an_id() {
    let env = env();
    env.write(
        "docs/PRD-0007/spec.md",
        "# Refunds\n\nLatency and throughput decide; performance too.\n",
    );
    for given in ["docs/PRD-0007/spec.md", "docs/PRD-0007", "PRD-0007", "."] {
        let output = env.run(["modes", "--format", "json", "--for", given]);
        assert_eq!((output.code, output.stderr.as_str()), (0, ""), "{given}");
        let json: serde_json::Value = serde_json::from_str(&output.stdout).unwrap();
        assert_eq!(json["lenses"][0]["mode_ids"][0], 49, "{given}");
    }
}

#[test]
fn a_packet_that_cannot_be_had_ends_with_3() {
    let env = env();
    env.write("bad.md", b"a\xff");
    env.write("empty/note.txt", "no Markdown");
    for given in ["nowhere.md", "PRD-0404", "bad.md", "empty", "/etc/passwd", "../x"] {
        let output = env.run(["modes", "--for", given]);
        assert_eq!((output.code, output.stdout.as_str()), (3, ""), "{given}: {}", output.stderr);
    }
}

#[test]
fn a_packet_and_a_word_exclude_each_other() {
    assert_eq!(modes(&["latency", "--for", "a.md"]).code, 64);
}
