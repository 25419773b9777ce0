//! `council diff --base`: what a branch does to specifications, through the real binary and in repositories that git made.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::panic,
    clippy::print_stderr,
    clippy::unwrap_used,
    reason = "these tests make repositories with git and read what the binary prints"
)]

use std::{fs, path::Path, process::Command};

use council_testkit::{Output, TestEnv};
use serde_json::Value;

const LOGIN: &str = "# Feature Specification: Login

## Requirements

### Functional Requirements

- **FR-001**: A user MUST be able to sign in with an email address.
- **FR-002**: A session MUST end after 30 minutes without activity.
- **FR-003**: The page MUST load fast.
- **FR-004**: The service MUST keep the log of sign-ins for 90 days.
";

const TASKS: &str = "# Tasks\n\n- [ ] T001 Timeout (FR-002)\n- [ ] T002 Retention, see FR-004\n";

/// Runs git in a folder; tells whether it did what it should.
fn tried(folder: &Path, words: &[&str]) -> bool {
    let mut git = Command::new("git");
    git.current_dir(folder).env_clear().env("PATH", "/usr/local/bin:/usr/bin:/bin");
    git.args(["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]);
    git.args(words).output().is_ok_and(|output| output.status.success())
}

fn git(env: &TestEnv, words: &[&str]) {
    assert!(tried(env.repo(), words), "git {words:?}");
}

fn commit(env: &TestEnv) {
    git(env, &["add", "-A"]);
    git(env, &["commit", "-q", "--allow-empty", "-m", "x"]);
}

/// Makes a repository with two specifications on `main` and goes on to a branch, if there is a git.
pub(crate) fn repository() -> Option<TestEnv> {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    if !tried(env.repo(), &["init", "-q", "-b", "main", "."]) {
        eprintln!("skipped: there is no `git` that could make a repository");
        return None;
    }
    env.write("specs/001-login/spec.md", LOGIN);
    env.write("specs/001-login/tasks.md", TASKS);
    env.write("README.md", "# A shop\n");
    commit(&env);
    git(&env, &["checkout", "-q", "-b", "branch"]);
    Some(env)
}

fn change(env: &TestEnv, path: &str, from: &str, to: &str) {
    let text = env.read(path).unwrap();
    assert!(text.contains(from), "{from}");
    env.write(path, text.replace(from, to));
}

fn json(output: &Output) -> Value {
    serde_json::from_str(&output.stdout).unwrap_or_else(|_| panic!("{}", output.stderr))
}

fn against_main(env: &TestEnv) -> Value {
    json(&env.run(["diff", "--base", "main", "--format", "json"]))
}

/// Returns one value of each object of a list.
fn each<'v>(value: &'v Value, list: &str, key: &str) -> Vec<&'v str> {
    value[list].as_array().unwrap().iter().map(|one| one[key].as_str().unwrap()).collect()
}

#[test]
fn nothing_is_new_where_nothing_changed_or_only_the_base_went_on() {
    let Some(env) = repository() else { return };
    let output = env.run(["diff", "--base", "main"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    assert!(output.stdout.contains("no specification changed"), "{}", output.stdout);
    git(&env, &["checkout", "-q", "main"]);
    change(&env, "specs/001-login/spec.md", "load fast", "load at once, TBD");
    commit(&env);
    git(&env, &["checkout", "-q", "branch"]);
    env.write("README.md", "# A shop\n\nMore.\n");
    let value = against_main(&env);
    assert_eq!(value["changed"], Value::Array(Vec::new()));
    assert_eq!(value["outcome"], "pass");
}

#[test]
fn only_what_the_branch_brought_is_new_and_stands_on_its_own_line() {
    let Some(env) = repository() else { return };
    // The same words above the old ones: the new finding is the upper one.
    change(
        &env,
        "specs/001-login/spec.md",
        "- **FR-001**",
        "- **FR-009**: A search MUST load fast.\n- **FR-001**",
    );
    let value = against_main(&env);
    let new: Vec<&Value> =
        value["new"].as_array().unwrap().iter().filter(|one| one["rule"] == "vague-time").collect();
    assert_eq!(new.len(), 1, "{value}");
    assert_eq!((new[0]["line"].as_u64(), new[0]["quote"].as_str()), (Some(7), Some("fast")));
    assert!(each(&value, "open", "rule").contains(&"vague-time"));
    assert_eq!(value["outcome"], "warned");
    let strict = env.run(["diff", "--base", "main", "--strict-warnings"]);
    assert_eq!(strict.code, 1);
    // A major stops, and repairing it is told.
    change(
        &env,
        "specs/001-login/spec.md",
        "A search MUST load fast.",
        "A search MUST load within TBD.",
    );
    assert_eq!(env.run(["diff", "--base", "main"]).code, 2);
    commit(&env);
    git(&env, &["checkout", "-q", "-b", "repair"]);
    change(&env, "specs/001-login/spec.md", "within TBD.", "within 200 ms.");
    let value = json(&env.run(["diff", "--base", "branch", "--format", "json"]));
    assert!(each(&value, "fixed", "rule").contains(&"placeholder"), "{value}");
    assert_ne!(value["outcome"], "blocked");
}

#[test]
fn ids_that_mean_something_else_are_told_with_who_refers_to_them() {
    let Some(env) = repository() else { return };
    change(&env, "specs/001-login/spec.md", "after 30 minutes", "after 60 minutes");
    change(
        &env,
        "specs/001-login/spec.md",
        "- **FR-004**: The service MUST keep the log of sign-ins for 90 days.\n",
        "",
    );
    // Another emphasis is no other meaning.
    change(&env, "specs/001-login/spec.md", "- **FR-001**: A user", "- FR-001: A user");
    // Another feature's requirement of that number is not meant.
    env.write("specs/002-cart/spec.md", "# Cart\n\n## Requirements\n\n- **FR-002**: A cart MUST hold 50 items.\n- **FR-003**: As FR-002 says, 50 items MUST fit.\n");
    let value = against_main(&env);
    assert_eq!(each(&value, "changed_ids", "id"), ["FR-002", "FR-004"], "{value}");
    let (changed, gone) = (&value["changed_ids"][0], &value["changed_ids"][1]);
    assert_eq!(changed["before"], "FR-002: A session MUST end after 30 minutes without activity.");
    assert_eq!(changed["after"], "FR-002: A session MUST end after 60 minutes without activity.");
    let references = |one: &Value| -> Vec<String> {
        let each = one["references"].as_array().unwrap().iter();
        each.map(|at| format!("{}:{}", at["file"].as_str().unwrap(), at["line"])).collect()
    };
    assert_eq!(references(changed), ["specs/001-login/tasks.md:3"]);
    assert_eq!(references(gone), ["specs/001-login/tasks.md:4"]);
    assert_eq!(gone["after"], Value::Null);
}

#[test]
fn a_requirement_that_got_another_number_is_told_by_its_new_one() {
    let Some(env) = repository() else { return };
    change(
        &env,
        "specs/001-login/spec.md",
        "- **FR-002**: A session MUST end",
        "- **FR-002**: A password MUST have 12 characters.\n- **FR-005**: A session MUST end",
    );
    let value = against_main(&env);
    assert_eq!(value["changed_ids"][0]["id"], "FR-002", "{value}");
    assert_eq!(value["changed_ids"][0]["now_called"], "FR-005");
}

#[test]
fn what_the_branch_contradicts_elsewhere_is_a_hint_and_what_stood_before_is_none() {
    let Some(env) = repository() else { return };
    env.write("specs/002-kiosk/spec.md", "# Kiosk\n\n## Requirements\n\n- **KI-001**: A session MUST NOT end after 30 minutes without activity.\n");
    let value = against_main(&env);
    let found = value["contradicts"].as_array().unwrap();
    assert_eq!(found.len(), 1, "{value}");
    assert_eq!((found[0]["line"].as_u64(), found[0]["other_line"].as_u64()), (Some(5), Some(8)));
    assert_eq!(found[0]["other_file"], "specs/001-login/spec.md");
    assert!(matches!(value["exit_code"].as_u64(), Some(0 | 2)), "{value}");
    // On the next branch it is nobody's doing, wherever else it changes.
    commit(&env);
    git(&env, &["checkout", "-q", "-b", "next"]);
    change(&env, "specs/001-login/spec.md", "for 90 days", "for 60 days");
    let value = json(&env.run(["diff", "--base", "branch", "--format", "json"]));
    assert_eq!(value["contradicts"], Value::Array(Vec::new()), "{value}");
}

#[test]
fn a_renamed_file_keeps_its_findings_and_moved_sentences_are_told_as_moved() {
    let Some(env) = repository() else { return };
    git(&env, &["mv", "specs/001-login", "specs/001-sign-in"]);
    change(&env, "specs/001-sign-in/spec.md", "an email address", "an email address and a code");
    let value = against_main(&env);
    assert_eq!(value["changed"][0]["renamed_from"], "specs/001-login/spec.md", "{value}");
    assert!(each(&value, "open", "rule").contains(&"vague-time"));
    assert!(!each(&value, "new", "rule").contains(&"vague-time"), "{value}");
    commit(&env);
    git(&env, &["checkout", "-q", "-b", "split"]);
    change(&env, "specs/001-sign-in/spec.md", "- **FR-003**: The page MUST load fast.\n", "");
    env.write(
        "specs/003-pages/spec.md",
        "# Pages\n\n## Requirements\n\n- **FR-003**: The page MUST load fast.\n",
    );
    let value = json(&env.run(["diff", "--base", "branch", "--format", "json"]));
    let moved = value["moved"].as_array().unwrap().iter().find(|one| one["rule"] == "vague-time");
    let moved = moved.unwrap_or_else(|| panic!("{value}"));
    assert_eq!(moved["moved_from"], "specs/001-sign-in/spec.md");
    assert_eq!(moved["file"], "specs/003-pages/spec.md");
    // A file that is gone takes its findings along.
    git(&env, &["checkout", "-q", "-f", "branch"]);
    fs::remove_dir_all(env.repo().join("specs")).unwrap();
    let value = against_main(&env);
    assert_eq!(each(&value, "changed", "change"), ["removed"], "{value}");
    assert!(each(&value, "fixed", "rule").contains(&"vague-time"));
    let path = ["diff", "--base", "main", "specs/001-login", "--format", "json"];
    assert_eq!(each(&json(&env.run(path)), "changed", "change"), ["removed"]);
}

#[test]
fn paths_choose_what_is_looked_at() {
    let Some(env) = repository() else { return };
    let text = "# A\n\n## Requirements\n\n- FR-1: The limit is TBD.\n";
    env.write("specs/002-a/spec.md", text);
    env.write("specs/003-b/spec.md", text);
    let run = |paths: &[&str]| {
        let words = ["diff", "--base", "main", "--format", "json"];
        env.run(words.iter().chain(paths).copied())
    };
    assert_eq!(each(&json(&run(&["specs/003-b"])), "changed", "file"), ["specs/003-b/spec.md"]);
    assert_eq!(json(&run(&["specs"]))["changed"].as_array().unwrap().len(), 2);
    let output = env.run(["diff", "--base", "main", "specs/nowhere"]);
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("there is no `specs/nowhere`, neither here nor in `main`"));
    let output = env.run(["diff", "a", "b", "c"]);
    assert_eq!(output.code, 64, "{}", output.stderr);
}

#[test]
fn a_page_is_a_specification_by_its_words_and_settings_that_change_are_told() {
    let Some(env) = repository() else { return };
    env.write("ideas/export.md", "# Export\n\n## Requirements\n\n- FR-1: The service shall export invoices within TBD seconds.\n- FR-2: The service shall keep exports for 30 days.\n");
    env.write("council.toml", "[lint]\nignore = [\"vague-time\"]\n");
    let value = against_main(&env);
    assert_eq!(each(&value, "changed", "file"), ["ideas/export.md"], "{value}");
    assert!(each(&value, "signals", "code").contains(&"settings-changed"), "{value}");
    fs::write(env.repo().join("specs/001-login/spec.md"), b"# \xff\xfe\n").unwrap();
    let output = env.run(["diff", "--base", "main"]);
    assert_eq!(output.code, 3, "{}", output.stdout);
    assert!(output.stdout.contains("not-utf8"), "{}", output.stdout);
}

#[test]
fn a_folder_of_yaml_is_one_document_on_both_sides() {
    let Some(env) = repository() else { return };
    env.write("prds/PRD-1/00_meta.yaml", "prd_meta:\n  id: PRD-1\n  title: Orders\n");
    let requirement =
        |text: &str| format!("requirement:\n  id: REQ-1\n  title: Orders\n  statement: {text}\n");
    env.write(
        "prds/PRD-1/requirements/REQ-1.yaml",
        requirement("The service shall store an order."),
    );
    commit(&env);
    git(&env, &["checkout", "-q", "-b", "next"]);
    env.write(
        "prds/PRD-1/requirements/REQ-1.yaml",
        requirement("The service shall store an order within TBD."),
    );
    let value = json(&env.run(["diff", "--base", "branch", "--format", "json"]));
    assert_eq!(each(&value, "changed", "file"), ["prds/PRD-1/requirements/REQ-1.yaml"], "{value}");
    assert!(each(&value, "new", "rule").contains(&"placeholder"), "{value}");
}

#[test]
fn what_is_missing_in_a_clone_is_said_with_the_command_that_fetches_it() {
    let Some(env) = repository() else { return };
    for (base, words) in [
        ("nowhere", "`git fetch --depth=100 origin nowhere`"),
        ("origin/next", "`git fetch --depth=100 origin next`"),
    ] {
        let output = env.run(["diff", "--base", base]);
        assert_eq!(output.code, 3);
        assert!(output.stderr.contains(&format!("no revision `{base}`")), "{}", output.stderr);
        assert!(output.stderr.contains(words), "{}", output.stderr);
    }
    change(&env, "specs/001-login/spec.md", "fast", "quickly");
    commit(&env);
    let from = format!("file://{}", env.repo().display());
    let clone = env.repo().with_file_name("clone");
    let words = ["clone", "-q", "--depth=1", "--no-single-branch", &from, "../clone"];
    git(&env, &words);
    let run = |base: &str| {
        let mut command = env.command(["diff", "--base", base]);
        let output = command.current_dir(&clone).output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(said).unwrap())
    };
    let (code, said) = run("origin/main");
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("no commit in common in this shallow clone"), "{said}");
    assert!(said.contains("git fetch --deepen=100"), "{said}");
    let (_, said) = run("main");
    assert!(said.contains("did you mean `origin/main`?"), "{said}");
    assert!(tried(&clone, &["fetch", "-q", "--deepen=100"]));
    let (code, said) = run("origin/main");
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("1 new finding"), "{said}");
    // A folder that is in no repository of git.
    fs::remove_dir_all(env.repo().join(".git")).unwrap();
    env.write("council.toml", "");
    let output = env.run(["diff", "--base", "main"]);
    assert_eq!(output.code, 3);
    assert!(output.stderr.contains("in no repository of git"), "{}", output.stderr);
}

#[test]
fn every_format_says_it_and_text_of_a_document_is_only_text() {
    let Some(env) = repository() else { return };
    let hostile =
        "@octocat <img src=x onerror=alert(1)> <!-- --> </details> ![x](http://evil.example/x.png)";
    change(
        &env,
        "specs/001-login/spec.md",
        "after 30 minutes",
        &format!("after 60 minutes {hostile}, TBD,"),
    );
    let run = |format: &str| env.run(["diff", "--base", "main", "--format", format]);
    let comment = run("pr-comment");
    assert_eq!(comment.code, 2, "{}", comment.stderr);
    assert!(
        comment
            .stdout
            .starts_with("<!-- council: pull request comment -->\n### Specifications: blocked")
    );
    for word in ["@octocat", "<img", "</details>", "![x]", "http://"] {
        assert!(!comment.stdout.contains(word), "{word}: {}", comment.stdout);
        assert!(!run("rdjsonl").stdout.contains(word) || word == "</details>", "{word}");
    }
    let sarif = json(&run("sarif"));
    assert_eq!(sarif["runs"][0]["automationDetails"]["id"], "council/diff/");
    let rules = sarif["runs"][0]["tool"]["driver"]["rules"].as_array().unwrap();
    assert!(rules.iter().all(|rule| rule["help"]["text"].is_string()), "{rules:?}");
    let prints = |value: &Value| -> Vec<String> {
        let results = value["runs"][0]["results"].as_array().unwrap().iter();
        results.map(|one| one["partialFingerprints"].to_string()).collect()
    };
    let before = prints(&sarif);
    change(
        &env,
        "specs/001-login/spec.md",
        "# Feature Specification: Login\n",
        "# Feature Specification: Login\n\n\n",
    );
    assert_eq!(prints(&json(&run("sarif"))), before, "lines are no part of a fingerprint");
    let gitlab: Value = json(&run("gitlab"));
    let gitlab = gitlab.as_array().unwrap();
    let unique: std::collections::BTreeSet<&str> =
        gitlab.iter().map(|one| one["fingerprint"].as_str().unwrap()).collect();
    assert_eq!(unique.len(), gitlab.len());
    for line in run("rdjsonl").stdout.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert!(line["location"]["range"]["start"]["line"].as_u64() > Some(0), "{line}");
    }
    change(&env, "specs/001-login/spec.md", "A user MUST", "A the the user MUST");
    let lines = run("rdjsonl").stdout;
    let of_rule = |line: &&str| line.contains("\"doubled-word\"");
    let fixed: Value = serde_json::from_str(lines.lines().find(of_rule).unwrap()).unwrap();
    // What goes away is the second one with the space before it.
    let range = &fixed["suggestions"][0]["range"];
    let columns = (&range["start"]["column"], &range["end"]["column"]);
    assert_eq!((columns.0.as_u64(), columns.1.as_u64()), (Some(20), Some(24)), "{fixed}");
    assert_eq!(fixed["suggestions"][0]["text"], "");
}
