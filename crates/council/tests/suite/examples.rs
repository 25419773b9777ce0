//! The examples do what their page says.

use council_app::{
    Repo,
    core::{
        depth::Depth,
        gate::prd::{PrdGateSettings, Profile},
    },
    prd,
};

#[test]
fn the_example_folder_passes_every_gate_without_a_remark() {
    let repo = Repo::open(council_testkit::repo_root()).unwrap();
    let settings =
        PrdGateSettings { profile: Profile::Canonical, today: jiff::civil::date(2026, 3, 1) };
    let review = prd::review(&repo, "examples/prds/PRD-0042", settings).unwrap();
    let findings: Vec<_> = review.gates.iter().flat_map(|gate| &gate.findings).collect();
    assert_eq!(findings, Vec::<&_>::new());
    assert_eq!(review.stakes.depth(), Depth::Standard);
}
