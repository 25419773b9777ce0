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
