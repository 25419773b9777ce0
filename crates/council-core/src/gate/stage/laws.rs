//! What holds for every stage review, whatever was read.

use jiff::civil::{date, time};
use proptest::prelude::*;

use super::*;
use crate::{
    diagnostic::{Diagnostic, Parsed, Place},
    gate::Outcome,
    ident::SpecId,
    tree::{Node, TreeEntry, Value},
};

fn read(files: Vec<EvidenceFile>) -> StageRead {
    StageRead {
        spec: SpecId::new("SPEC-1").unwrap(),
        stage: Stage::Plan,
        folder: "evidence/consensus/SPEC-1".to_owned(),
        files,
        passed_over: Vec::new(),
        packet: Some(PacketFile { path: "docs/SPEC-1/plan.md".to_owned(), present: true }),
        telemetry: Vec::new(),
    }
}

fn file(name: &str, statement: Parsed<Option<AgentStatement>>) -> EvidenceFile {
    EvidenceFile { path: format!("evidence/consensus/SPEC-1/{name}"), at: None, statement }
}

fn says(statement: AgentStatement) -> Parsed<Option<AgentStatement>> {
    Parsed::clean(Some(statement))
}

fn broken() -> Parsed<Option<AgentStatement>> {
    let problem = Diagnostic::error("not-json", Place::file("x").at(1), "expected a value");
    Parsed { value: None, diagnostics: vec![problem] }
}

fn moments() -> impl Strategy<Value = Option<FileTime>> {
    prop::option::of((1i8..4, prop::option::of(0i8..3)).prop_map(|(day, hour)| FileTime {
        day: date(2026, 1, day),
        time: hour.map(|hour| time(hour, 0, 0, 0)),
    }))
}

fn statements() -> impl Strategy<Value = AgentStatement> {
    let agent = prop::option::of(prop::sample::select(vec!["claude", "critic", "", "judge"]));
    let error = prop::option::of(prop::sample::select(vec!["execution failed", "", "timeout"]));
    let conflict = prop::sample::select(vec!["R1 contradicts R2", "claude execution failed", ""]);
    let run = prop::option::of(prop::sample::select(vec!["run-1", "run-2"]));
    (agent, error, prop::collection::vec(conflict, 0..3), run).prop_map(
        |(agent, error, conflicts, run)| AgentStatement {
            agent: agent.map(str::to_owned),
            error: error.map(str::to_owned),
            conflicts: conflicts.into_iter().map(str::to_owned).collect(),
            run: run.map(str::to_owned),
            ..AgentStatement::default()
        },
    )
}

fn evidence() -> impl Strategy<Value = Vec<EvidenceFile>> {
    let contents = prop_oneof![4 => statements().prop_map(says), 1 => Just(broken())];
    let named = prop::collection::btree_map("[a-c][0-9]", (moments(), contents), 0..6);
    named.prop_map(|files| {
        let files = files.into_iter();
        files.map(|(name, (at, said))| EvidenceFile { at, ..file(&name, said) }).collect()
    })
}

fn stages() -> impl Strategy<Value = Stage> {
    prop::sample::select(Stage::ALL.to_vec())
}

fn policies() -> impl Strategy<Value = StagePolicy> {
    let flags = (any::<bool>(), any::<bool>(), any::<bool>(), any::<bool>());
    (prop::sample::select(Select::ALL.to_vec()), flags).prop_map(
        |(select, (artifacts, warnings, schema, diagnostic))| StagePolicy {
            select,
            strict: Strict { artifacts, warnings, schema },
            diagnostic,
        },
    )
}

fn reads() -> impl Strategy<Value = StageRead> {
    (evidence(), stages(), any::<bool>()).prop_map(|(files, stage, present)| {
        let packet = Some(PacketFile { path: "docs/SPEC-1/plan.md".to_owned(), present });
        StageRead { stage, packet, ..read(files) }
    })
}

/// Every conclusion a caller can see.
fn conclusions(
    review: &StageReview,
) -> (Option<StageResolution>, Option<DisplayVerdict>, Outcome, Vec<StageSignal>) {
    let signals = review.blocking().chain(review.advisory()).cloned().collect();
    (review.resolution(), review.display(), review.outcome(), signals)
}

proptest! {
    #[test]
    fn applying_implies_that_nothing_blocks(read in reads(), policy in policies()) {
        let review = judge(read, policy);
        let blocks = review.blocking().next().is_some();
        prop_assert_eq!(review.resolution() == Some(StageResolution::Escalate), blocks);
        prop_assert!(!(review.allows_progress() && blocks));
    }

    #[test]
    fn only_a_review_with_a_resolution_to_apply_allows_progress(read in reads(), policy in policies()) {
        let review = judge(read, policy);
        if review.allows_progress() {
            prop_assert_eq!(review.resolution(), Some(StageResolution::AutoApply));
            prop_assert!(review.skipped().is_none());
            prop_assert!(!review.nobody_reviewed());
        }
    }

    #[test]
    fn the_order_of_the_files_does_not_matter(
        (read, shuffled) in reads().prop_flat_map(|read| {
            let shuffled = Just(read.files.clone()).prop_shuffle();
            (Just(read), shuffled)
        }),
        policy in policies(),
    ) {
        let other = judge(StageRead { files: shuffled, ..read.clone() }, policy);
        prop_assert_eq!(other, judge(read, policy));
    }

    #[test]
    fn an_error_or_a_parse_failure_never_blocks(read in reads(), policy in policies(), at in any::<prop::sample::Index>()) {
        let before = judge(read.clone(), policy);
        let mut worse = read;
        if !worse.files.is_empty() {
            let index = at.index(worse.files.len());
            worse.files[index].statement.diagnostics.extend(broken().diagnostics);
        }
        let after = judge(worse, policy);
        prop_assert_eq!(before.blocking().count(), after.blocking().count());
        prop_assert!(after.outcome() >= before.outcome());
    }

    #[test]
    fn one_more_conflict_in_a_selected_file_never_unblocks(
        read in reads(),
        policy in policies(),
        at in any::<prop::sample::Index>(),
    ) {
        let before = judge(read.clone(), policy);
        let mut worse = read;
        if !worse.files.is_empty() {
            let index = at.index(worse.files.len());
            if let Some(statement) = &mut worse.files[index].statement.value {
                statement.conflicts.push("R3 contradicts R4".to_owned());
            }
        }
        let after = judge(worse, policy);
        prop_assert!(after.blocking().count() >= before.blocking().count());
        prop_assert!(after.outcome().exit_code() >= before.outcome().exit_code());
    }

    #[test]
    fn telemetry_changes_nothing(read in reads(), policy in policies(), problem in prop::option::of(".*")) {
        let facts = vec![TreeEntry { key: "conflicts".to_owned(), node: Node::new(Value::Text("R1".to_owned())) }];
        let telemetry = vec![Telemetry { path: "commands/a_telemetry_b.json".to_owned(), facts, problem }];
        let enriched = judge(StageRead { telemetry, ..read.clone() }, policy);
        prop_assert_eq!(conclusions(&enriched), conclusions(&judge(read, policy)));
    }

    #[test]
    fn being_stricter_never_lowers_the_exit_code(read in reads(), policy in policies()) {
        let lax = StagePolicy { strict: Strict::default(), ..policy };
        let lax = judge(read.clone(), lax).outcome();
        prop_assert!(judge(read, policy).outcome() >= lax);
    }

    #[test]
    fn reading_all_files_blocks_wherever_reading_fewer_does(read in reads(), policy in policies()) {
        let all = judge(read.clone(), StagePolicy { select: Select::All, ..policy });
        prop_assert!(all.blocking().count() >= judge(read, policy).blocking().count());
    }

    #[test]
    fn what_two_demand_together_is_at_least_what_each_demands(
        read in reads(), one in policies(), other in policies(),
    ) {
        // Whether a diagnostic is looked at is no strictness: with it a stage is judged, without it skipped.
        let other = StagePolicy { diagnostic: one.diagnostic, ..other };
        let both = judge(read.clone(), one.and(other));
        for alone in [one, other] {
            let alone = judge(read.clone(), alone);
            prop_assert!(both.blocking().count() >= alone.blocking().count());
        }
        prop_assert_eq!(one.and(other), other.and(one));
    }

    #[test]
    fn a_skipped_review_never_allows_progress(read in reads(), policy in policies()) {
        let review = judge(read, policy);
        prop_assert!(review.skipped().is_none() || !review.allows_progress());
    }
}

fn statement(error: Option<&str>, conflicts: &[&str]) -> AgentStatement {
    AgentStatement {
        agent: Some("claude".to_owned()),
        error: error.map(str::to_owned),
        conflicts: conflicts.iter().map(|text| (*text).to_owned()).collect(),
        ..AgentStatement::default()
    }
}

#[test]
fn a_lone_crash_shows_as_a_warning_and_lets_nothing_go_on() {
    let crash = says(statement(Some("exit status 1"), &["claude execution failed"]));
    let review = judge(read(vec![file("a", crash)]), StagePolicy::default());
    assert_eq!(review.display(), Some(DisplayVerdict::PassedWithWarnings));
    assert_eq!((review.advisory().count(), review.blocking().count()), (1, 0));
    assert_eq!(review.outcome().exit_code(), 0);
    assert!(!review.allows_progress());
}

#[test]
fn a_crash_beside_a_review_is_a_warning() {
    let crash = says(statement(Some("exit status 1"), &["claude execution failed"]));
    let files = vec![file("a", crash), file("b", says(statement(None, &[])))];
    let policy = StagePolicy { select: Select::All, ..StagePolicy::default() };
    let review = judge(read(files), policy);
    assert_eq!(review.outcome(), Outcome::Warned);
}

#[test]
fn the_overlooked_files_are_those_with_conflicts_the_selected_one_lacks() {
    let files = vec![
        file("a", says(statement(None, &["R1 contradicts R2"]))),
        file("b", says(statement(None, &["R3 contradicts R4"]))),
        file("c", says(statement(Some("failed"), &["claude execution failed"]))),
        file("d", says(statement(None, &["R3 contradicts R4"]))),
    ];
    let review = judge(read(files), StagePolicy::default());
    let names: Vec<_> = review.overlooked().into_iter().map(EvidenceFile::name).collect();
    assert_eq!(names, ["a"]);
}

#[test]
fn strict_schema_leaves_no_verdict_but_keeps_the_signals() {
    let files = vec![file("a", says(statement(None, &["R1 contradicts R2"]))), file("b", broken())];
    let strict = Strict { schema: true, ..Strict::default() };
    let review = judge(read(files), StagePolicy { select: Select::All, strict, diagnostic: false });
    assert_eq!(review.display(), None);
    assert_eq!(review.resolution(), Some(StageResolution::Escalate));
    assert_eq!((review.blocking().count(), review.advisory().count()), (1, 1));
    assert_eq!(review.outcome(), Outcome::Failed);
}
