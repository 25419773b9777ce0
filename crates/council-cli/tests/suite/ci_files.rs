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

use super::pull_request;

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

/// Runs the steps of the action until one fails; returns the exit code of each and all they said.
fn act(env: &TestEnv, inputs: &[(&str, &str)]) -> (Vec<i32>, String) {
    let (_, action) = repo_file("action.yml");
    let installed = ("binary", env!("CARGO_BIN_EXE_council"));
    let inputs: Vec<_> = inputs.iter().copied().chain([installed]).collect();
    let folder = env.repo().parent().unwrap();
    let given = |value: &str| match value.trim_start_matches("${{ ").trim_end_matches(" }}") {
        "github.server_url" => "https://forge.example".to_owned(),
        "github.action_repository" => "somebody/council".to_owned(),
        "github.workspace" => env.repo().display().to_string(),
        "runner.os }}-${{ runner.arch" => "Linux-X64".to_owned(),
        input => {
            let name = input.strip_prefix("inputs.").unwrap();
            let own = inputs.iter().find(|(input, _)| *input == name).map(|(_, value)| *value);
            let default = action.path(&["inputs", name, "default"]).and_then(Node::text);
            own.or(default).unwrap().to_owned()
        }
    };
    let (mut codes, mut said) = (Vec::new(), String::new());
    let fake = folder.join("fake");
    fs::create_dir_all(&fake).unwrap();
    for compiler in ["cargo", "rustc", "rustup", "cc", "make"] {
        script(&fake.join(compiler), "touch ../compiled\n");
    }
    // What would be downloaded lies beside the checkout.
    script(
        &fake.join("curl"),
        "for word in \"$@\"; do last=$word; done\necho \"$last\" > ../asked\ncp ../archive archive\n",
    );
    let path = format!("{}:{}", fake.display(), env::var("PATH").unwrap());
    let temporary = folder.join("runner");
    fs::create_dir_all(&temporary).unwrap();
    for step in action.path(&["runs", "steps"]).unwrap().items() {
        assert_eq!(word(step, "shell"), "bash");
        let mut command = Command::new("bash");
        // What a runner gives `shell: bash`.
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", word(step, "run")]);
        command.current_dir(env.repo()).env("PATH", &path).env("RUNNER_TEMP", &temporary);
        for variable in step.get("env").unwrap().entries() {
            command.env(&variable.key, given(variable.node.text().unwrap()));
        }
        let output = command.output().unwrap();
        codes.push(output.status.code().unwrap());
        said += &String::from_utf8_lossy(&output.stdout);
        said += &String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            break;
        }
    }
    assert!(!folder.join("compiled").exists() && !temporary.join("compiled").exists(), "{said}");
    (codes, said)
}

#[test]
fn the_action_writes_sarif_and_ends_as_the_command_does() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("docs/a.md", "# A\n\n## Requirements\n\n- FR-1: The answer is TBD.\n");
    env.write("specs/b c.md", "# B\n\n## Requirements\n\n- FR-2: The price is TBD.\n");
    let (codes, said) = act(&env, &[("paths", "docs\n  specs/b c.md\r\n\n")]);
    let own = env.run(["lint", "docs", "specs/b c.md"]).code;
    assert_eq!(codes, [0, 0, own], "{said}");
    // Every path is read, and not only the first.
    for path in ["docs/a.md", "specs/b c.md"] {
        assert!(said.contains(&format!("file={path},line=5")), "{said}");
    }
    let sarif = env.read("council.sarif").unwrap();
    for word in ["\"version\": \"2.1.0\"", "docs/a.md", "specs/b%20c.md"] {
        assert!(sarif.contains(word), "{word}: {sarif}");
    }
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

/// What a runner checks out for a pull request is its merge, and `HEAD^1` is the branch that it goes to.
#[test]
fn the_action_with_a_base_reports_what_is_new_and_writes_a_comment() {
    let Some(env) = pull_request::repository() else { return };
    env.write("specs/002-new/spec.md", "# B\n\n## Requirements\n\n- FR-2: The price is TBD.\n");
    for words in [["add", "-A", "--", "."], ["commit", "-q", "-m", "x"]] {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=a", "-c", "user.email=a@b"]).args(words);
        assert!(git.current_dir(env.repo()).status().unwrap().success());
    }
    let (codes, said) = act(&env, &[("base", "HEAD^1")]);
    assert_eq!(codes, [0, 0, 2], "{said}");
    assert!(said.contains("::error file=specs/002-new/spec.md,line=5"), "{said}");
    assert!(!said.contains("file=specs/001-login/spec.md"), "{said}");
    let comment = env.read("council-comment.md").unwrap();
    assert!(comment.starts_with("<!-- council: pull request comment -->"), "{comment}");
    assert!(env.read("council.sarif").unwrap().contains("specs/002-new/spec.md"));
    let (codes, said) = act(&env, &[("base", "HEAD^1"), ("paths", "specs/001-login")]);
    assert_eq!(codes, [0, 0, 0], "{said}");
    // A base that is not there is a failure, and not a pass.
    let (codes, said) = act(&env, &[("base", "nowhere")]);
    assert_eq!(codes, [0, 1], "{said}");
    assert!(said.contains("git fetch --depth=100 origin nowhere"), "{said}");
}

/// Returns the workflow that the guide tells people to copy.
fn workflow_of_the_guide() -> Node {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/pull-request.md");
    let text = fs::read_to_string(guide).unwrap();
    let block = text.split("```yaml\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap();
    yaml::read("workflow", block).unwrap()
}

#[test]
fn the_workflow_of_the_guide_gives_each_job_only_the_rights_that_it_needs() {
    let workflow = workflow_of_the_guide();
    assert_eq!(word(&workflow, "on"), "pull_request");
    let rights = |node: &Node| -> Vec<(String, String)> {
        let each = node.get("permissions").into_iter().flat_map(Node::entries);
        each.map(|one| (one.key.clone(), one.node.text().unwrap().to_owned())).collect()
    };
    let right = |name: &str, what: &str| (name.to_owned(), what.to_owned());
    assert_eq!(rights(&workflow), [right("contents", "read")]);
    let job = |name: &str| workflow.path(&["jobs", name]).unwrap();
    assert_eq!(rights(job("review")), []);
    assert_eq!(rights(job("comment")), [right("pull-requests", "write")]);
    // What may write has nothing of the pull request but the comment.
    let uses = |name: &str| -> Vec<String> {
        let steps = job(name).get("steps").unwrap().items().iter();
        steps.map(|step| word(step, "uses").to_owned()).collect()
    };
    assert_eq!(uses("comment"), ["actions/download-artifact@v4", ""]);
    assert!(uses("review").iter().all(|uses| !uses.is_empty()), "no step of its own");
    // What is given to the action are inputs that it has.
    let (_, action) = repo_file("action.yml");
    let steps = job("review").get("steps").unwrap().items();
    let own = steps.iter().find(|step| word(step, "uses").starts_with("OWNER/council@")).unwrap();
    for given in own.get("with").unwrap().entries() {
        assert!(action.path(&["inputs", &given.key]).is_some(), "{}", given.key);
    }
    let uploaded = steps.iter().find_map(|step| step.path(&["with", "path"])).unwrap();
    assert_eq!(uploaded.text(), Some("${{ steps.council.outputs.comment }}"));
    assert!(action.path(&["outputs", "comment"]).is_some());
}

#[test]
fn the_workflow_of_the_guide_writes_one_comment_and_then_the_same_again() {
    let workflow = workflow_of_the_guide();
    let steps = workflow.path(&["jobs", "comment", "steps"]).unwrap().items();
    let script_of_step = word(steps.last().unwrap(), "run");
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("council-comment.md", "<!-- council: pull request comment -->\n");
    let fake = env.repo().with_file_name("fake");
    fs::create_dir_all(&fake).unwrap();
    // It notes what it is asked, and lists what is there.
    script(
        &fake.join("gh"),
        "echo \"$*\" | tr '\\n' ' ' >> ../asked\necho >> ../asked\ncase \"$*\" in *--paginate*) cat ../comments ;; esac\n",
    );
    let asked = env.repo().with_file_name("asked");
    let run = |comments: &str| {
        fs::write(env.repo().with_file_name("comments"), comments).unwrap();
        let _ = fs::remove_file(&asked);
        let mut command = Command::new("bash");
        command.args(["--noprofile", "--norc", "-eo", "pipefail", "-c", script_of_step]);
        let path = format!("{}:{}", fake.display(), env::var("PATH").unwrap());
        command.current_dir(env.repo()).env("PATH", path).env("NUMBER", "7");
        command.env("GITHUB_REPOSITORY", "somebody/shop").env("GH_TOKEN", "t");
        assert!(command.status().unwrap().success());
        fs::read_to_string(&asked).unwrap().lines().last().unwrap().trim().to_owned()
    };
    assert_eq!(
        run(""),
        "api --method POST repos/somebody/shop/issues/7/comments -F body=@council-comment.md"
    );
    assert_eq!(
        run("11\n12\n"),
        "api --method PATCH repos/somebody/shop/issues/comments/11 -F body=@council-comment.md"
    );
}

/// Makes a checkout that would like to be run, and an archive as a release has it. Returns the archive's digest.
fn hostile_checkout(env: &TestEnv) -> String {
    env.write("docs/a.md", "# A\n\n## Requirements\n\n- FR-1: The answer is TBD.\n");
    env.write("rust-toolchain.toml", "[toolchain]\npath = \"./evil\"\n");
    for name in ["council", "cargo", "curl", "tar", "sha256sum"] {
        script(&env.repo().join(name), "touch ../pwned\n");
    }
    let folder = env.repo().parent().unwrap();
    let packed = folder.join("packed/council-review-x86_64-unknown-linux-gnu");
    fs::create_dir_all(&packed).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_council"), packed.join("council")).unwrap();
    fs::create_dir_all(folder.join("runner")).unwrap();
    let mut tar = Command::new("tar");
    // Quickly, and the binary instead of the link to it.
    tar.args(["-ch", "--use-compress-program=gzip -1", "-f", "../runner/archive", "."]);
    tar.current_dir(folder.join("packed"));
    assert!(tar.status().unwrap().success());
    let digest = Command::new("sha256sum").arg(folder.join("runner/archive")).output().unwrap();
    String::from_utf8(digest.stdout).unwrap().split(' ').next().unwrap().to_owned()
}

#[test]
fn the_action_compiles_nothing_and_runs_nothing_of_the_checkout() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let digest = hostile_checkout(&env);
    let folder = env.repo().parent().unwrap();
    let release = [("binary", ""), ("version", "1.2.3"), ("digest", digest.as_str())];
    let (codes, said) = act(&env, &release);
    let own = env.run(["lint", "docs"]).code;
    assert_eq!(codes, [0, 0, own], "{said}");
    assert!(said.contains("file=docs/a.md,line=5"), "{said}");
    let asked = fs::read_to_string(folder.join("runner/asked")).unwrap();
    assert_eq!(
        asked.trim(),
        "https://forge.example/somebody/council/releases/download/v1.2.3/council-review-x86_64-unknown-linux-gnu.tar.gz"
    );
    assert!(!folder.join("pwned").exists());
}

#[test]
fn the_action_runs_no_release_but_the_one_whose_digest_is_named() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let digest = hostile_checkout(&env);
    let other = "0".repeat(64);
    let inside = env.repo().join("council").display().to_string();
    let cases = [
        ("", "1.2.3", other.as_str(), "has another digest"),
        ("", "1.2.3", "", "name the digest"),
        ("", "1.2.3", "latest", "name the digest"),
        ("", "", digest.as_str(), "name a version"),
        ("", "1.2.3/../../evil", digest.as_str(), "name a version"),
        ("council", "", "", "lies in the checkout"),
        ("./council", "", "", "lies in the checkout"),
        (inside.as_str(), "", "", "lies in the checkout"),
        ("/nowhere/council", "", "", "there is no binary"),
    ];
    for (binary, version, digest, why) in cases {
        let (codes, said) =
            act(&env, &[("binary", binary), ("version", version), ("digest", digest)]);
        assert_eq!(codes, [3], "{binary} {version} {digest}: {said}");
        assert!(said.contains("::error::council: ") && said.contains(why), "{said}");
    }
    assert!(!env.repo().with_file_name("pwned").exists());
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
fn the_hook_compiles_nothing_and_takes_every_name_for_a_file() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let outside = env.repo().with_file_name("installed");
    fs::create_dir_all(&outside).unwrap();
    script(&outside.join("council"), "echo \"council in $PWD: $*\"\n");
    script(&outside.join("cargo"), "touch ../compiled\n");
    script(&env.repo().join("council"), "touch ../pwned\n");
    let hook = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../hooks/council-lint");
    let run = |path: &str, named: Option<&str>, arguments: &[&str]| {
        let mut command = Command::new(&hook);
        command.args(arguments).current_dir(env.repo()).env_remove("COUNCIL");
        command.env("PATH", format!("{path}:/usr/bin:/bin")).envs(named.map(|it| ("COUNCIL", it)));
        let output = command.output().unwrap();
        let said = [output.stdout, output.stderr].concat();
        (output.status.code().unwrap(), String::from_utf8(said).unwrap())
    };
    let (here, there) = (env.repo().display(), outside.display().to_string());
    let said = |words: &str| (0, format!("council in {here}: lint {words}\n"));
    assert_eq!(run(&there, None, &["a.md", "--ignore=x.md"]), said("-- a.md --ignore=x.md"));
    let with_options = ["--strict-warnings", "--", "a.md"];
    assert_eq!(run(&there, None, &with_options), said("--strict-warnings -- a.md"));
    let named = format!("{there}/council");
    assert_eq!(run("/nowhere", Some(&named), &["a.md"]), said("-- a.md"));
    let inside = env.repo().display().to_string();
    for (path, named, why) in [
        ("/nowhere", None, "no `council` is installed"),
        (inside.as_str(), None, "lies in the repository"),
        (".", None, "is not a whole path"),
        (there.as_str(), Some("./council"), "is not a whole path"),
    ] {
        let (code, said) = run(path, named, &["a.md"]);
        assert_eq!(code, 3, "{said}");
        assert!(said.contains(why), "{said}");
    }
    for trace in ["pwned", "compiled"] {
        assert!(!env.repo().with_file_name(trace).exists(), "{trace}");
    }
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
