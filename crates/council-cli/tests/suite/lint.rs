//! `council lint` on files here and elsewhere, through the real binary.
#![expect(clippy::unwrap_used, reason = "these tests read what the binary prints")]

use council_testkit::{Output, TestEnv};
use serde_json::Value;

const BINARY: &str = env!("CARGO_BIN_EXE_council");

#[test]
fn a_file_outside_of_the_repository_is_read_and_shown_as_it_was_named() {
    let (env, elsewhere) = (TestEnv::new(BINARY), TestEnv::new(BINARY));
    elsewhere.write("docs/prd.md", "# Limits\n\n- FR-1 The limit shall be TBD.\n");
    let folder = elsewhere.repo().join("docs");
    let file = folder.join("prd.md");
    for named in [&file, &folder] {
        let output = env.run(["lint", "--format", "jsonl", named.to_str().unwrap()]);
        assert_ne!(output.code, 3, "{}", output.stderr);
        let shown = format!("\"file\":\"{}\"", file.display());
        assert!(output.stdout.contains(&shown), "{}", output.stdout);
        assert!(output.stdout.contains("\"rule\":\"placeholder\""), "{}", output.stdout);
    }
    assert_eq!(env.run(["lint", folder.join("other.md").to_str().unwrap()]).code, 3);
}

#[test]
fn a_file_outside_of_the_repository_is_not_changed() {
    let (env, elsewhere) = (TestEnv::new(BINARY), TestEnv::new(BINARY));
    let text = "# Limits\n\n- FR-1 The the limit shall be 20.\n";
    elsewhere.write("prd.md", text);
    let file = elsewhere.repo().join("prd.md");
    let output = env.run(["lint", "--fix", file.to_str().unwrap()]);
    assert_eq!(output.code, 64, "{}", output.stdout);
    assert!(output.stderr.contains("--repo"), "{}", output.stderr);
    assert_eq!(elsewhere.read("prd.md").as_deref(), Some(text));
}

#[test]
fn what_was_known_is_not_reported_again_wherever_the_text_comes_from() {
    let (env, elsewhere) = (TestEnv::new(BINARY), TestEnv::new(BINARY));
    let text = "# Limits\n\n- FR-1 The limit shall be TBD.\n";
    env.write("prd.md", text);
    elsewhere.write("prd.md", text);
    let outside = elsewhere.repo().join("prd.md");
    let files = ["prd.md", outside.to_str().unwrap()];
    let first = env.run(["lint", "--format", "jsonl"].into_iter().chain(files));
    assert_ne!(first.code, 3, "{}", first.stderr);
    env.write("known.jsonl", &first.stdout);
    let again = env.run(["lint", "--baseline", "known.jsonl"].into_iter().chain(files));
    assert_eq!(again.code, 0, "{}", again.stdout);
    env.write("prd.md", format!("{text}- FR-2 The rate shall be TBD.\n"));
    let new = env.run(["lint", "--baseline", "known.jsonl"].into_iter().chain(files));
    assert_ne!(new.code, 3, "{}", new.stdout);
    assert!(new.stdout.contains("prd.md:4:"), "{}", new.stdout);
    assert!(!new.stdout.contains("prd.md:3:"), "{}", new.stdout);
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap()
}

const MANY: &str = "# Limits

- FR-1 The retry limit shall be TBD.
- FR-2 The service should log each request.
- FR-3 The service should log each error.
- FR-4 The service should log each warning.
- FR-5 The service should log each start.
- FR-6 The service should log each stop.
- FR-7 The service should log each reload.
";

#[test]
fn the_worst_comes_first_repeats_are_folded_and_the_count_comes_last() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", MANY);
    let select = ["lint", "--select", "weak-modal,placeholder", "prd.md"];
    let output = env.run(select);
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert!(lines.first().unwrap().contains("[placeholder]: "), "{}", output.stdout);
    let shown = output.stdout.matches("[weak-modal]: ").count();
    assert_eq!(shown, 3, "{}", output.stdout);
    assert!(output.stdout.contains("[weak-modal] ×6: 3 more, at prd.md:7:"), "{}", output.stdout);
    assert!(output.stdout.contains("`--all` shows the 3 that are folded"), "{}", output.stdout);
    assert!(lines.last().unwrap().contains(": prd.md: 7 findings ("), "{}", output.stdout);

    for flag in ["--all", "--verbose"] {
        let output = env.run(select.into_iter().chain([flag]));
        assert_eq!(output.stdout.matches("[weak-modal]: ").count(), 6, "{}", output.stdout);
        assert!(!output.stdout.contains("folded"), "{}", output.stdout);
    }
}

#[test]
fn many_files_are_one_list_by_severity_with_one_count() {
    let env = TestEnv::new(BINARY);
    env.write(
        "docs/a.md",
        "# A\n\n## Requirements\n\n- FR-1 The service should log each request.\n",
    );
    env.write("docs/b.md", "# B\n\n- FR-1 The retry limit shall be TBD.\n");
    let output = env.run(["lint", "--select", "weak-modal,placeholder", "docs"]);
    let severities = output.stdout.lines().filter_map(|line| line.split_once('['));
    let severities: Vec<&str> = severities.map(|(severity, _)| severity).collect();
    let rank =
        |word: &&str| ["blocker", "major", "minor", "note"].iter().position(|one| one == word);
    assert!(severities.is_sorted_by_key(rank) && severities.len() == 2, "{}", output.stdout);
    assert!(output.stdout.lines().last().unwrap().contains(": 2 checked: "), "{}", output.stdout);
}

#[test]
fn a_concise_report_is_one_line_for_each_finding() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", MANY);
    let rules = ["lint", "--select", "placeholder,weak-modal", "--format", "concise"];
    let output = env.run(rules.into_iter().chain(["prd.md"]));
    assert_eq!(output.stdout.lines().count(), 7, "{}", output.stdout);
    let first = output.stdout.lines().next().unwrap();
    assert!(first.starts_with("prd.md:3:33: ") && first.contains("[placeholder] "), "{first}");
    env.write("sound.md", "# Sound\n\n- FR-1 The service shall log each request.\n");
    let output = env.run(rules.into_iter().chain(["sound.md"]));
    assert_eq!((output.code, output.stdout.as_str()), (0, ""), "{}", output.stderr);
}

#[test]
fn json_has_one_shape_for_one_file_many_files_and_no_finding() {
    let env = TestEnv::new(BINARY);
    env.write("docs/a.md", MANY);
    env.write("docs/b.md", "# Sound\n\n- FR-1 The service shall log each request.\n");
    let mut shapes = Vec::new();
    for (path, findings) in [("docs/a.md", 7), ("docs/b.md", 0), ("docs", 7)] {
        let rules = ["lint", "--select", "placeholder,weak-modal", "--format", "json"];
        let output = env.run(rules.into_iter().chain([path]));
        let value = json(&output);
        assert_eq!(value["findings"].as_array().unwrap().len(), findings, "{path}");
        let counts = value["counts"].as_object().unwrap();
        let total: u64 = counts.values().filter_map(Value::as_u64).sum();
        assert_eq!(usize::try_from(total).unwrap(), findings, "{path}");
        shapes.push(value.as_object().unwrap().keys().cloned().collect::<Vec<_>>());
    }
    assert_eq!(shapes[0], shapes[1]);
    assert_eq!(shapes[0], shapes[2]);
}

#[test]
fn a_rule_that_was_misspelled_is_named_with_the_one_that_was_meant() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", MANY);
    for (flag, word) in [("--select", "weakmodal"), ("--ignore", "weak-model")] {
        let output = env.run(["lint", flag, word, "prd.md"]);
        assert_eq!(output.code, 64, "{}", output.stdout);
        assert!(output.stderr.contains("did you mean `weak-modal`?"), "{}", output.stderr);
    }
}

#[test]
fn only_rules_that_are_sure_enough_are_asked() {
    let env = TestEnv::new(BINARY);
    env.write("prd.md", MANY);
    let sure = |least: &str| {
        let output = env.run(["lint", "--format", "json", "--min-confidence", least, "prd.md"]);
        let findings = json(&output)["findings"].as_array().unwrap().clone();
        findings.iter().map(|one| one["confidence"].as_f64().unwrap()).collect::<Vec<_>>()
    };
    let all = sure("0");
    let least = all.iter().copied().fold(1.0, f64::min);
    let above = sure(&format!("{}", least + 0.001));
    assert!(above.len() < all.len());
    assert!(above.iter().all(|confidence| *confidence > least));
    assert_eq!(env.run(["lint", "--min-confidence", "1.5", "prd.md"]).code, 64);
}

#[test]
fn a_repair_is_previewed_then_said() {
    let env = TestEnv::new(BINARY);
    let text = "# Limits\n\n- FR-1 The the limit shall be 20.\n";
    env.write("prd.md", text);
    let preview = env.run(["lint", "--fix", "--diff", "prd.md"]);
    assert_eq!(preview.code, 0, "{}", preview.stderr);
    assert!(preview.stdout.contains("--- a/prd.md\n+++ b/prd.md\n"), "{}", preview.stdout);
    assert!(preview.stdout.contains("\n+- FR-1 The limit shall be 20.\n"), "{}", preview.stdout);
    assert_eq!(env.read("prd.md").as_deref(), Some(text));
    let output = env.run(["lint", "--fix", "prd.md"]);
    assert!(
        output.stderr.contains("repaired prd.md:3:8 [doubled-word]: removed `the`"),
        "{}",
        output.stderr
    );
    assert_eq!(env.read("prd.md").as_deref(), Some("# Limits\n\n- FR-1 The limit shall be 20.\n"));
}

#[test]
fn lines_end_where_the_terminal_ends() {
    let env = TestEnv::new(BINARY);
    let long = "The service should log each request of each tenant of each region ".repeat(3);
    env.write("prd.md", format!("# Limits\n\n## Requirements\n\n- FR-1 {long}\n"));
    let narrow = env.command(["lint", "prd.md"]).env("COLUMNS", "60").output().unwrap();
    let narrow = String::from_utf8(narrow.stdout).unwrap();
    for line in narrow.lines().filter(|line| !line.starts_with("  -->")) {
        assert!(line.chars().count() <= 60, "{line}");
    }
    let open = env.run(["lint", "prd.md"]);
    assert!(open.stdout.lines().any(|line| line.chars().count() > 60), "{}", open.stdout);
}

#[cfg(unix)]
#[test]
#[expect(clippy::disallowed_methods, reason = "the test looks at a file and at who may read it")]
fn a_repair_keeps_line_ends_byte_order_mark_and_mode() {
    use std::{fs, os::unix::fs::PermissionsExt as _};

    let env = TestEnv::new(BINARY);
    let text = "\u{feff}# Limits\r\n\r\n- FR-1 The the limit shall be 20 calls.\r\n";
    env.write("prd.md", text);
    let file = env.repo().join("prd.md");
    for mode in [0o600, 0o640, 0o755] {
        env.write("prd.md", text);
        fs::set_permissions(&file, fs::Permissions::from_mode(mode)).unwrap();
        let output = env.run(["lint", "--fix", "prd.md"]);
        assert!(output.stdout.contains("prd.md"), "{}", output.stderr);
        let written = fs::read_to_string(&file).unwrap();
        assert_eq!(written, text.replace("The the limit", "The limit"));
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o7777, mode);
    }
}

#[test]
fn a_command_for_a_build_server_in_a_document_is_shown_and_not_given() {
    let env = TestEnv::new(BINARY);
    let attempts = ["##vso[task.complete result=Succeeded;]", "##teamcity[x]", "##[error]x"];
    let list: String =
        attempts.map(|attempt| format!("- FR-1 The the page is TBD. {attempt}\n")).concat();
    env.write("prd.md", format!("# Limits\n\n{list}"));
    for format in ["human", "json", "jsonl", "sarif", "junit", "github", "markdown"] {
        let output = env.run(["lint", "--format", format, "prd.md"]);
        let printed = format!("{}{}", output.stdout, output.stderr);
        assert!(printed.contains("prd.md"), "{format}: {printed}");
        for command in ["##vso[", "##teamcity[", "##["] {
            assert!(!printed.contains(command), "{format}: {printed}");
        }
    }
    let output = env.run(["##vso[task.complete]"]);
    assert_eq!(output.code, 64);
    assert!(output.stderr.contains("##vso"), "{}", output.stderr);
    assert!(!output.stderr.contains("##vso["), "{}", output.stderr);
}

#[test]
fn a_program_gets_a_whole_document_also_when_nothing_could_be_done() {
    let env = TestEnv::new(BINARY);
    env.write("council.toml", "[lint]\nselect = [\"no-such-rule\"]\n");
    env.write("prd.md", "# A\n");
    for (arguments, code) in [(["lint", "prd.md"], 3), (["lint", "--no-such-option"], 64)] {
        let run = |format: &str| {
            let output = env.run(arguments.into_iter().chain(["--format", format]));
            assert!(!output.stderr.is_empty(), "{arguments:?}");
            (output.code, output.stdout)
        };
        let (ended, printed) = run("json");
        let value: Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(ended, code);
        assert_eq!(value["exit_code"], code);
        assert_eq!(value["outcome"], "failed");
        assert_eq!(value["allows_progress"], false);
        assert!(!value["error"]["message"].as_str().unwrap().is_empty(), "{printed}");
        assert!(!value["error"]["hints"].as_array().unwrap().is_empty(), "{printed}");

        let (_, printed) = run("sarif");
        let value: Value = serde_json::from_str(&printed).unwrap();
        let invocation = &value["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        assert_eq!(invocation["exitCode"], code);
        assert_eq!(invocation["toolExecutionNotifications"][0]["level"], "error");
        assert_eq!(value["runs"][0]["results"].as_array().unwrap().len(), 0);

        let (_, printed) = run("jsonl");
        let lines: Vec<Value> =
            printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        let kinds: Vec<_> = lines.iter().map(|line| line["type"].as_str().unwrap()).collect();
        assert_eq!(kinds, ["error", "summary"], "{printed}");
        assert_eq!(lines[1]["exit_code"], code);

        let (_, printed) = run("junit");
        assert!(printed.contains("errors=\"1\"") && printed.contains("<error message="));
        assert!(printed.ends_with("</testsuites>\n"), "{printed}");

        for format in ["human", "github", "markdown"] {
            assert_eq!(run(format).1, "", "{format}");
        }
    }
    let refused = env.run(["show", "--format", "sarif"]);
    assert_eq!(refused.code, 64);
    let value: Value = serde_json::from_str(&refused.stdout).unwrap();
    assert_eq!(value["runs"][0]["properties"]["command"], "show");
    let nothing = env.run(["--format", "json"]);
    assert_eq!(nothing.code, 64);
    assert!(serde_json::from_str::<Value>(&nothing.stdout).is_ok());
}
