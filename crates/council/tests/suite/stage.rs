//! The stage review over real evidence, held against a table that was made by reading the files.
#![expect(clippy::unwrap_used, reason = "what these tests cannot set up has failed")]

use std::path::Path;

use council_app::{
    Repo,
    core::{
        gate::stage::{
            DisplayVerdict, Select, SkipReason, Stage, StagePolicy, StageReview, Strict,
        },
        ident::SpecId,
    },
    stage::{StageRequest, review},
};
use council_testkit::shared_data;
use jiff::civil::date;

const PASSED: Option<DisplayVerdict> = Some(DisplayVerdict::Passed);
const FAILED: Option<DisplayVerdict> = Some(DisplayVerdict::Failed);
const NONE_FOUND: Option<DisplayVerdict> =
    Some(DisplayVerdict::Skipped(SkipReason::NoArtifactsFound));
const UNUSABLE: Option<DisplayVerdict> =
    Some(DisplayVerdict::Skipped(SkipReason::NoUsableArtifacts));

/// What reading the files by hand gives for one selection: the verdict, and how many files are selected, conflicts block
/// and advisories are listed.
type Expected = (Option<DisplayVerdict>, [usize; 3]);

/// A spec, its stages, and what each selection gives: lexmax, latest-run, all.
type Row = (&'static str, &'static [Stage], [Expected; 3]);

const CLEAN: [Expected; 3] = [(PASSED, [1, 0, 0]); 3];
const ABSENT: [Expected; 3] = [(NONE_FOUND, [0, 0, 0]); 3];
const REVIEWED: &[Stage] =
    &[Stage::Plan, Stage::Tasks, Stage::Implement, Stage::Validate, Stage::Audit, Stage::Unlock];
const BUT_THE_PLAN: &[Stage] =
    &[Stage::Tasks, Stage::Implement, Stage::Validate, Stage::Audit, Stage::Unlock];

/// The same table is in `docs/guide/stage-evidence.md`.
const TABLE: [Row; 4] = [
    (
        "SPEC-KIT-DEMO",
        &[Stage::Plan],
        [(PASSED, [1, 0, 0]), (PASSED, [1, 0, 0]), (FAILED, [23, 10, 10])],
    ),
    ("SPEC-KIT-DEMO", BUT_THE_PLAN, CLEAN),
    ("SPEC-KIT-045-mini", REVIEWED, CLEAN),
    ("SPEC-KIT-900", REVIEWED, ABSENT),
];

/// The contract's own fixture.
const FIXTURE: [Row; 6] = [
    ("SPEC-CI-001-clean", &[Stage::Plan], CLEAN),
    ("SPEC-CI-001-clean", BUT_THE_PLAN, ABSENT),
    ("SPEC-CI-001-conflict", &[Stage::Plan], [(FAILED, [1, 2, 0]); 3]),
    ("SPEC-CI-001-conflict", BUT_THE_PLAN, ABSENT),
    ("SPEC-CI-001-malformed", &[Stage::Plan], [(UNUSABLE, [1, 0, 1]); 3]),
    ("SPEC-CI-001-malformed", BUT_THE_PLAN, ABSENT),
];

/// The contract's selections, in the order of the tables' columns.
const SELECTIONS: [Select; 3] = [Select::LexMax, Select::LatestRun, Select::All];

fn reviewed(folder: &Path, spec: &str, stage: Stage, policy: StagePolicy) -> StageReview {
    let repo = Repo::open(folder).unwrap();
    let spec = SpecId::new(spec).unwrap();
    review(
        &repo,
        &StageRequest {
            spec,
            stage,
            evidence_root: None,
            policy,
            in_ci: StagePolicy::ci(),
            today: date(2026, 1, 31),
        },
    )
    .unwrap()
    .review
}

fn check(folder: &Path, rows: &[Row]) {
    for (spec, stages, expected) in rows {
        for stage in *stages {
            for (select, expected) in SELECTIONS.into_iter().zip(expected) {
                let policy = StagePolicy { select, diagnostic: true, ..StagePolicy::default() };
                let review = reviewed(folder, spec, *stage, policy);
                let counts = [
                    review.selected().count(),
                    review.blocking().count(),
                    review.advisory().count(),
                ];
                let found = (review.display(), counts);
                assert_eq!(found, *expected, "{spec} {} {}", stage.word(), select.word());
            }
        }
    }
}

#[test]
fn real_evidence_gives_what_reading_it_by_hand_gives() {
    let Some(folder) = shared_data("speckit") else { return };
    check(&folder, &TABLE);
}

#[test]
fn the_contracts_fixture_gives_what_it_says() {
    let Some(folder) = shared_data("speckit/SPEC-CI-001") else { return };
    check(&folder, &FIXTURE);
}

#[test]
fn the_contracts_fixture_ends_with_its_exit_codes() {
    let Some(folder) = shared_data("speckit/SPEC-CI-001") else { return };
    let lax = StagePolicy::default();
    let schema = StagePolicy { strict: Strict { schema: true, ..Strict::default() }, ..lax };
    let warnings = StagePolicy { strict: Strict { warnings: true, ..Strict::default() }, ..lax };
    let artifacts = StagePolicy { strict: Strict { artifacts: true, ..Strict::default() }, ..lax };
    for (spec, stage, policy, code) in [
        ("SPEC-CI-001-clean", Stage::Plan, lax, 0),
        ("SPEC-CI-001-clean", Stage::Plan, StagePolicy::ci(), 0),
        ("SPEC-CI-001-clean", Stage::Audit, lax, 0),
        ("SPEC-CI-001-clean", Stage::Audit, artifacts, 2),
        ("SPEC-CI-001-conflict", Stage::Plan, lax, 2),
        ("SPEC-CI-001-conflict", Stage::Plan, schema, 2),
        ("SPEC-CI-001-malformed", Stage::Plan, lax, 0),
        ("SPEC-CI-001-malformed", Stage::Plan, warnings, 1),
        ("SPEC-CI-001-malformed", Stage::Plan, artifacts, 2),
        ("SPEC-CI-001-malformed", Stage::Plan, schema, 3),
    ] {
        let found = reviewed(&folder, spec, stage, policy).outcome().exit_code();
        assert_eq!(found, code, "{spec} {} {policy:?}", stage.word());
    }
}

#[test]
fn the_default_selection_names_the_real_conflicts_it_leaves_out() {
    let Some(folder) = shared_data("speckit") else { return };
    let review = reviewed(&folder, "SPEC-KIT-DEMO", Stage::Plan, StagePolicy::default());
    let names: Vec<_> = review.overlooked().iter().map(|file| file.name().to_owned()).collect();
    let times = ["01:10:37", "01:13:29", "01:15:57", "01:18:13", "01:21:02"];
    let expected = times.map(|time| format!("spec-plan_2025-10-05T{time}Z_gpt_pro.json"));
    assert_eq!(names, expected);
}

#[test]
fn the_diagnostic_stages_are_skipped_unless_asked_for() {
    let Some(folder) = shared_data("speckit") else { return };
    for stage in [Stage::Implement, Stage::Validate] {
        let review = reviewed(&folder, "SPEC-KIT-DEMO", stage, StagePolicy::default());
        assert_eq!(review.skipped(), Some(SkipReason::PolicyDisabled));
        assert_eq!(review.files().count(), 0, "nothing is opened");
    }
}
