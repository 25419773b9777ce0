//! `council lint` on files here and elsewhere, through the real binary.

use council_testkit::TestEnv;

const BINARY: &str = env!("CARGO_BIN_EXE_council");

#[test]
fn a_file_outside_of_the_repository_is_read_and_shown_as_it_was_named() {
    let (env, elsewhere) = (TestEnv::new(BINARY), TestEnv::new(BINARY));
    elsewhere.write("docs/prd.md", "# Limits\n\n- FR-1 The limit shall be TBD.\n");
    let folder = elsewhere.repo().join("docs");
    let file = folder.join("prd.md");
    for named in [&file, &folder] {
        let output = env.run(["lint", "--format", "jsonl", named.to_str().unwrap()]);
        assert_eq!(output.code, 2, "{}", output.stderr);
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
    assert_eq!(first.code, 2, "{}", first.stderr);
    env.write("known.jsonl", &first.stdout);
    let again = env.run(["lint", "--baseline", "known.jsonl"].into_iter().chain(files));
    assert_eq!(again.code, 0, "{}", again.stdout);
    env.write("prd.md", format!("{text}- FR-2 The rate shall be TBD.\n"));
    let new = env.run(["lint", "--baseline", "known.jsonl"].into_iter().chain(files));
    assert_eq!(new.code, 2, "{}", new.stdout);
    assert!(new.stdout.contains("prd.md:4:"), "{}", new.stdout);
    assert!(!new.stdout.contains("prd.md:3:"), "{}", new.stdout);
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
        let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
        assert_eq!(ended, code);
        assert_eq!(value["exit_code"], code);
        assert_eq!(value["outcome"], "failed");
        assert_eq!(value["allows_progress"], false);
        assert!(!value["error"]["message"].as_str().unwrap().is_empty(), "{printed}");
        assert!(!value["error"]["hints"].as_array().unwrap().is_empty(), "{printed}");

        let (_, printed) = run("sarif");
        let value: serde_json::Value = serde_json::from_str(&printed).unwrap();
        let invocation = &value["runs"][0]["invocations"][0];
        assert_eq!(invocation["executionSuccessful"], false);
        assert_eq!(invocation["exitCode"], code);
        assert_eq!(invocation["toolExecutionNotifications"][0]["level"], "error");
        assert_eq!(value["runs"][0]["results"].as_array().unwrap().len(), 0);

        let (_, printed) = run("jsonl");
        let lines: Vec<serde_json::Value> =
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
    let value: serde_json::Value = serde_json::from_str(&refused.stdout).unwrap();
    assert_eq!(value["runs"][0]["properties"]["command"], "show");
    let nothing = env.run(["--format", "json"]);
    assert_eq!(nothing.code, 64);
    assert!(serde_json::from_str::<serde_json::Value>(&nothing.stdout).is_ok());
}
