//! `council show` of a project: what its panel and its forum left.

use council_testkit::TestEnv;
use serde_json::Value;

const PRD: &str = "# Shop\n\n## Goals\n\n- Customers order without a card.\n\n## Requirements\n\n- FR-1: The limit shall be TBD.\n";

fn shown(env: &TestEnv) -> Value {
    let output = env.run(["show", "shop", "--format", "json"]);
    assert_eq!(output.code, 0, "{}{}", output.stdout, output.stderr);
    serde_json::from_str(&output.stdout).unwrap_or_default()
}

#[test]
fn a_project_that_nobody_looked_at_is_not_a_session() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let output = env.run(["show", "shop"]);
    assert_eq!(output.code, 3, "{}", output.stdout);
    assert!(output.stderr.contains("no session `shop`"), "{}", output.stderr);
}

#[test]
fn a_project_shows_its_panel_and_its_forum() {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    let held = env.run(["panel", "prd.md", "--project", "shop"]);
    assert_ne!(held.code, 3, "{}", held.stderr);
    let panel = shown(&env);
    assert_eq!(panel["outcome"], "skipped");
    assert_eq!(panel["reviews"][0]["number"], 1, "{panel}");
    assert_eq!(panel["reviews"][0]["status"], "PENDING", "{panel}");
    assert_eq!(panel["recommendations"][0]["number"], 1, "{panel}");
    assert_eq!(panel["handoff_gate"], "closed", "{panel}");
    assert_eq!(panel["forum_gate"], Value::Null, "{panel}");
    let members = ["--owner", "Ann: a", "--owner", "Bo: b", "--advocate", "Cy: c"];
    let init = env.run(["init", "--forum", "--project", "shop"].iter().chain(&members));
    assert_eq!(init.code, 0, "{}", init.stderr);
    let discussed = env.run(["forum", "--project", "shop", "Where do we begin?"]);
    assert_ne!(discussed.code, 3, "{}", discussed.stderr);
    let both = shown(&env);
    assert_eq!(both["rounds"][0]["number"], 1, "{both}");
    assert_eq!(both["forum_gate"], "closed", "{both}");
    let page = env.run(["show", "shop"]).stdout;
    for words in ["Reviews of the panel", "What the last review recommends", "Rounds of the forum"]
    {
        assert!(page.contains(words), "{page}");
    }
}
