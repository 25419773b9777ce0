//! What other machines run: the steps of the GitHub Action, as a runner would run them, and the file of the hook.
#![cfg(unix)]
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "these tests read the repository's own files and run what stands in them"
)]

use std::{env, fs, os::unix::fs::PermissionsExt as _, path::Path, process::Command};

use council::{core::tree::Node, formats::yaml};
use council_testkit::TestEnv;

fn repo_file(name: &str) -> (std::path::PathBuf, Node) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = fs::read_to_string(&path).unwrap();
    (path, yaml::read(name, &text).unwrap())
}

fn script(path: &Path, text: &str) {
    fs::write(path, format!("#!/bin/sh\n{text}")).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

fn word<'n>(node: &'n Node, key: &str) -> &'n str {
    node.get(key).and_then(Node::text).unwrap_or_default()
}

/// Runs the steps of the action; returns the exit code of each and all they said.
fn act(env: &TestEnv, inputs: &[(&str, &str)]) -> (Vec<i32>, String) {
    let (_, action) = repo_file("action.yml");
    let installed = ("binary", env!("CARGO_BIN_EXE_council"));
    let inputs: Vec<_> = inputs.iter().copied().chain([installed]).collect();
    let given = |name: &str| {
        let own = inputs.iter().find(|(input, _)| *input == name).map(|(_, value)| *value);
        let default = action.path(&["inputs", name, "default"]).and_then(Node::text);
        own.or(default).unwrap().to_owned()
    };
    let (mut codes, mut said) = (Vec::new(), String::new());
    let folder = env.repo().parent().unwrap();
    let fake = folder.join("fake");
    fs::create_dir_all(&fake).unwrap();
    script(&fake.join("cargo"), "echo \"cargo in $PWD: $*\" >> ../cargo.log\n");
    let path = format!("{}:{}", fake.display(), env::var("PATH").unwrap());
    for step in action.path(&["runs", "steps"]).unwrap().items() {
        assert_eq!(word(step, "shell"), "bash");
        let mut command = Command::new("bash");
        // What a runner gives `shell: bash`.
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", word(step, "run")]);
        command.current_dir(env.repo()).env("PATH", &path);
        command.env("RUNNER_TEMP", folder.join("runner")).env("GITHUB_ACTION_PATH", &fake);
        for variable in step.get("env").unwrap().entries() {
            let value = variable.node.text().unwrap();
            let input = value.trim_start_matches("${{ inputs.").trim_end_matches(" }}");
            command.env(&variable.key, given(input));
        }
        let output = command.output().unwrap();
        codes.push(output.status.code().unwrap());
        said += &String::from_utf8_lossy(&output.stdout);
    }
    (codes, said)
}

#[test]
fn the_action_writes_sarif_and_ends_as_the_command_does() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("docs/a.md", "# A\n\n## Requirements\n\n- FR-1: The answer is TBD.\n");
    env.write("specs/b c.md", "# B\n\n## Requirements\n\n- FR-2: FR-9 holds.\n");
    let (codes, said) = act(&env, &[("paths", "docs\n  specs/b c.md\r\n\n")]);
    let own = env.run(["lint", "docs", "specs/b c.md"]).code;
    assert_eq!(codes, [0, 0, own], "{said}");
    assert!(said.contains("file=docs/a.md,line=5"), "{said}");
    let sarif = env.read("council.sarif").unwrap();
    assert!(sarif.contains("\"version\": \"2.1.0\"") && sarif.contains("docs/a.md"), "{sarif}");
}

#[test]
fn the_action_lets_minor_findings_pass_unless_it_is_told_not_to() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("docs/a.md", "# A\n\n## Requirements\n\n- FR-1: The page must load fast.\n");
    env.write("council.toml", "[lint]\nselect = [\"vague-time\"]\n");
    let (codes, said) = act(&env, &[]);
    assert!(said.contains("::warning file=docs/a.md"), "{said}");
    assert_eq!(codes, [0, 0, 0], "{said}");
    let (codes, _) = act(&env, &[("strict-warnings", "true"), ("sarif", "out.sarif")]);
    assert_eq!(codes, [0, 0, 1]);
    assert!(env.read("out.sarif").is_some());
}

#[test]
fn the_action_builds_in_its_own_folder_and_runs_nothing_of_the_checkout() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("docs/a.md", "# A\n");
    env.write("rust-toolchain.toml", "[toolchain]\npath = \"./evil\"\n");
    script(&env.repo().join("council"), "touch ../pwned\n");
    script(&env.repo().join("cargo"), "touch ../pwned\n");
    let folder = env.repo().parent().unwrap();
    let (codes, _) = act(&env, &[("binary", "")]);
    let log = fs::read_to_string(folder.join("cargo.log")).unwrap();
    assert!(
        log.starts_with(&format!("cargo in {}: install", folder.join("fake").display())),
        "{log}"
    );
    assert!(log.contains("--root"), "{log}");
    assert_eq!(codes[0], 0);
    assert_ne!(codes[2], 0, "what was not installed is not found in the checkout either");
    assert!(!folder.join("pwned").exists());
}

#[test]
fn a_path_is_never_an_option_and_a_link_is_not_written_through() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("--ignore=vague-time.md", "# A\n\n## Requirements\n\n- FR-1: The answer is TBD.\n");
    let outside = env.repo().with_file_name("outside");
    fs::write(&outside, "mine").unwrap();
    std::os::unix::fs::symlink(&outside, env.repo().join("council.sarif")).unwrap();
    let (codes, said) = act(&env, &[("paths", "--ignore=vague-time.md")]);
    let own = env.run(["lint", "--", "--ignore=vague-time.md"]).code;
    assert_eq!(codes, [0, 0, own], "{said}");
    assert!(said.contains("file=--ignore=vague-time.md,line=5"), "{said}");
    assert_eq!(fs::read_to_string(outside).unwrap(), "mine");
}

#[test]
fn the_hook_builds_in_its_own_folder_and_takes_every_name_for_a_file() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let clone = env.repo().with_file_name("clone");
    fs::create_dir_all(clone.join("hooks")).unwrap();
    fs::create_dir_all(clone.join("target/release")).unwrap();
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hooks/council-lint");
    fs::copy(own, clone.join("hooks/council-lint")).unwrap();
    script(&clone.join("target/release/council"), "echo \"council in $PWD: $*\"\n");
    script(&clone.join("cargo"), "echo \"cargo in $PWD\"\n");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(clone.join("hooks/council-lint"));
        let path = format!("{}:{}", clone.display(), env::var("PATH").unwrap());
        let output = command.args(arguments).current_dir(env.repo()).env("PATH", path).output();
        String::from_utf8(output.unwrap().stdout).unwrap()
    };
    let (here, there) = (env.repo().display(), clone.display());
    assert_eq!(
        run(&["a.md", "--ignore=x.md"]),
        format!("cargo in {there}\ncouncil in {here}: lint -- a.md --ignore=x.md\n")
    );
    assert_eq!(
        run(&["--strict-warnings", "--", "a.md"]),
        format!("cargo in {there}\ncouncil in {here}: lint --strict-warnings -- a.md\n")
    );
}

#[test]
fn the_hook_starts_a_script_that_is_there_and_can_be_run() {
    let (path, hooks) = repo_file(".pre-commit-hooks.yaml");
    let hook = hooks.items().first().unwrap();
    assert_eq!(word(hook, "language"), "script");
    let last = hook.get("args").unwrap().items().last().and_then(Node::text);
    assert_eq!(last, Some("--"), "what follows is files");
    let script = path.with_file_name(word(hook, "entry"));
    assert_ne!(fs::metadata(&script).unwrap().permissions().mode() & 0o111, 0);
}
