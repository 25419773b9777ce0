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

fn word<'n>(node: &'n Node, key: &str) -> &'n str {
    node.get(key).and_then(Node::text).unwrap_or_default()
}

/// Runs the steps of the action after the one that installs the binary; returns the exit code of each and all they said.
fn act(env: &TestEnv, inputs: &[(&str, &str)]) -> (Vec<i32>, String) {
    let (_, action) = repo_file("action.yml");
    let given = |name: &str| {
        let own = inputs.iter().find(|(input, _)| *input == name).map(|(_, value)| *value);
        let default = action.path(&["inputs", name, "default"]).and_then(Node::text);
        own.or(default).unwrap().to_owned()
    };
    let binary = Path::new(env!("CARGO_BIN_EXE_council")).parent().unwrap();
    let path = format!("{}:{}", binary.display(), env::var("PATH").unwrap());
    let (mut codes, mut said) = (Vec::new(), String::new());
    let (install, steps) = action.path(&["runs", "steps"]).unwrap().items().split_first().unwrap();
    assert!(word(install, "run").starts_with("cargo install --locked --path"));
    for step in steps {
        assert_eq!(word(step, "shell"), "bash");
        let mut command = Command::new("bash");
        // What a runner gives `shell: bash`.
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", word(step, "run")]);
        command.current_dir(env.repo()).env("PATH", &path);
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
fn the_action_writes_sarif_and_fails_where_something_blocks() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("docs/a.md", "# A\n\n## Requirements\n\n- FR-1: The answer is TBD.\n");
    env.write("specs/b c.md", "# B\n\n## Requirements\n\n- FR-2: FR-9 holds.\n");
    let (codes, said) = act(&env, &[("paths", "docs specs")]);
    assert_eq!(codes, [0, 2], "{said}");
    assert!(said.contains("::error") && said.contains("docs/a.md"), "{said}");
    let sarif = env.read("council.sarif").unwrap();
    assert!(
        sarif.contains("\"version\": \"2.1.0\"") && sarif.contains("specs/b%20c.md"),
        "{sarif}"
    );
}

#[test]
fn the_action_lets_minor_findings_pass_unless_it_is_told_not_to() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("docs/a.md", "# A\n\n## Requirements\n\n- FR-1: The page must load fast.\n");
    let select = [("paths", "docs --select vague-time")];
    let (codes, said) = act(&env, &select);
    assert!(said.contains("::warning file=docs/a.md"), "{said}");
    assert_eq!(codes, [0, 0], "{said}");
    let strict = [select[0], ("strict-warnings", "true"), ("sarif", "out.sarif")];
    let (codes, _) = act(&env, &strict);
    assert_eq!(codes, [0, 1]);
    assert!(env.read("out.sarif").is_some());
}

#[test]
fn the_hook_starts_a_script_that_is_there_and_can_be_run() {
    let (path, hooks) = repo_file(".pre-commit-hooks.yaml");
    let hook = hooks.items().first().unwrap();
    assert_eq!(word(hook, "language"), "script");
    let script = path.with_file_name(word(hook, "entry"));
    assert_ne!(fs::metadata(&script).unwrap().permissions().mode() & 0o111, 0);
}
