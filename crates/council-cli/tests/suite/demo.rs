//! `council demo`, through the real binary.
#![expect(clippy::disallowed_methods, reason = "this test looks which files there are")]

use council_testkit::TestEnv;

const BINARY: &str = env!("CARGO_BIN_EXE_council");

#[test]
fn the_demonstration_shows_findings_a_verdict_and_what_became_of_them_and_writes_nothing_here() {
    let env = TestEnv::new(BINARY);
    env.write("gift-cards.md", "# Mine\n\n- FR-1 The page shall load.\n");
    let output = env.run(["demo"]);
    assert_eq!(output.code, 0, "{}", output.stderr);
    let mut rest = output.stdout.as_str();
    for said in [
        "$ council lint gift-cards.md\n",
        "major[placeholder]",
        "$ council lint --fix --diff gift-cards.md\n",
        "+- FR-3: The card shall be valid",
        "$ council review gift-cards.md\n",
        "needs remediation",
        "passed",
        "$ council diff\n",
        "Fixed: the text no longer shows it",
        "council lint",
    ] {
        let at = rest.find(said);
        assert!(at.is_some(), "`{said}` is missing in {}", output.stdout);
        rest = rest.split_at(at.unwrap_or_default()).1;
    }
    let here = std::fs::read_dir(env.repo()).unwrap().flatten();
    let here = here.map(|entry| entry.file_name()).filter(|name| name != ".git");
    assert_eq!(here.collect::<Vec<_>>(), ["gift-cards.md"]);
}
