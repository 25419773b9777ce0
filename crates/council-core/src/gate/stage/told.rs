//! What a stage review tells, word for word: everything that a surface shows of it.

use std::fmt::Write as _;

use expect_test::{Expect, expect};
use jiff::civil::{date, time};

use super::*;
use crate::{
    diagnostic::{Diagnostic, Parsed, Place},
    ident::SpecId,
};

fn read(stage: Stage, files: Vec<EvidenceFile>) -> StageRead {
    let spec = SpecId::new("SPEC-1").unwrap();
    let packet = Some(PacketFile { path: "docs/SPEC-1/plan.md".to_owned(), present: true });
    StageRead { files, packet, ..StageRead::nothing(spec, stage, "evidence/SPEC-1".to_owned()) }
}

fn file(name: &str, at: Option<FileTime>, statement: AgentStatement) -> EvidenceFile {
    let path = format!("evidence/SPEC-1/{name}");
    EvidenceFile { path, at, statement: Parsed::clean(Some(statement)) }
}

fn broken(name: &str, place: Place) -> EvidenceFile {
    let problem = Diagnostic::error("not-json", place, "expected a value");
    let statement = Parsed { value: None, diagnostics: vec![problem] };
    EvidenceFile { path: format!("evidence/SPEC-1/{name}"), at: None, statement }
}

fn says(agent: &str, error: Option<&str>, conflicts: &[&str]) -> AgentStatement {
    AgentStatement {
        agent: Some(agent.to_owned()),
        error: error.map(str::to_owned),
        conflicts: conflicts.iter().map(|text| (*text).to_owned()).collect(),
        ..AgentStatement::default()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "an evidence file may have no moment")]
fn day(day: i8) -> Option<FileTime> {
    Some(FileTime { day: date(2026, 1, day), time: None })
}

#[expect(clippy::unnecessary_wraps, reason = "an evidence file may have no moment")]
fn at(hour: i8) -> Option<FileTime> {
    Some(FileTime { day: date(2026, 1, 2), time: Some(time(hour, 30, 0, 0)) })
}

/// Compares everything that is told of a review.
#[expect(clippy::needless_pass_by_value, reason = "an expectation is written where it is used")]
fn check(read: StageRead, policy: StagePolicy, expected: Expect) {
    let review = judge(read, policy);
    let mut told = format!("{policy}\n");
    let (display, outcome) = (review.display(), review.outcome());
    let words = display.map_or("no verdict", DisplayVerdict::words);
    let progress = if review.allows_progress() { "goes on" } else { "waits" };
    writeln!(told, "{words}, {display:?}, {:?}, {outcome:?}", review.resolution()).unwrap();
    writeln!(told, "{progress} {:?}, checkpoint {:?}", review.holds(), review.checkpoint())
        .unwrap();
    for signal in review.blocking().chain(review.advisory()) {
        let (weight, kind, origin) = (signal.severity(), signal.kind(), signal.origin());
        writeln!(told, "{weight:?} {kind:?} {origin:?}: {}", signal.message).unwrap();
        writeln!(told, "  at {}", signal.place).unwrap();
    }
    let overlooked: Vec<&str> = review.overlooked().into_iter().map(EvidenceFile::name).collect();
    writeln!(told, "overlooked: {overlooked:?}").unwrap();
    let explanation = review.explain();
    for Considered { name, selected, why } in explanation.considered {
        let selected = if selected { "read" } else { "left" };
        writeln!(told, "{selected} {name}: {why}").unwrap();
    }
    writeln!(told, "decided by {}", explanation.decided_by).unwrap();
    for way in explanation.would_change {
        writeln!(told, "would change it: {way}").unwrap();
    }
    expected.assert_eq(&told);
}

fn all() -> StagePolicy {
    StagePolicy { select: Select::All, ..StagePolicy::default() }
}

fn strict(artifacts: bool, warnings: bool, schema: bool) -> StagePolicy {
    StagePolicy { strict: Strict { artifacts, warnings, schema }, ..StagePolicy::default() }
}

#[test]
fn evidence_without_a_word_against_it_passes() {
    let files = vec![file("a.json", None, says("claude", None, &[]))];
    check(
        read(Stage::Plan, files),
        StagePolicy::default(),
        expect![[r"
        --select lexmax
        passed, Some(Passed), Some(AutoApply), Pass
        goes on [], checkpoint Some(AfterPlan)
        overlooked: []
        read a.json: its name is the greatest
        decided by no conflict and no warning in the selected file
    "]],
    );
}

#[test]
fn a_conflict_fails_the_stage_and_names_its_role() {
    let mut read = read(
        Stage::Audit,
        vec![
            file("b_judge.json", None, says(" ", None, &["R1 contradicts R2", " "])),
            file("a.json", None, says("critic", None, &["R3 contradicts R4"])),
        ],
    );
    let passed_over = |name: &str, why| PassedOver { name: name.to_owned(), why };
    read.passed_over = vec![
        passed_over("c_metrics.json", NotEvidence::Metrics),
        passed_over("c.txt", NotEvidence::NotJson),
        passed_over("unlock.json", NotEvidence::Alias),
    ];
    check(
        read.clone(),
        StagePolicy::default(),
        expect![[r#"
        --select lexmax
        failed, Some(Failed), Some(Escalate), Blocked
        waits [], checkpoint Some(BeforeUnlock)
        Block Contradiction Role(Judge): R1 contradicts R2
          at evidence/SPEC-1/b_judge.json
        Block Contradiction Role(Judge): a conflict without a text
          at evidence/SPEC-1/b_judge.json
        overlooked: ["a.json"]
        left a.json: another name is greater
        read b_judge.json: its name is the greatest
        left c.txt: not evidence, it is no JSON file
        left c_metrics.json: not evidence, it measures an agent
        left unlock.json: not evidence, this stage is reviewed by another's
        decided by 2 conflicts in the selected file, the first: R1 contradicts R2
        would change it: new evidence of this stage without the 2 conflicts
    "#]],
    );
    check(
        read,
        StagePolicy { diagnostic: true, ..all() },
        expect![[r"
        --select all --diagnostic
        failed, Some(Failed), Some(Escalate), Blocked
        waits [], checkpoint Some(BeforeUnlock)
        Block Contradiction Role(SidecarCritic): R3 contradicts R4
          at evidence/SPEC-1/a.json
        Block Contradiction Role(Judge): R1 contradicts R2
          at evidence/SPEC-1/b_judge.json
        Block Contradiction Role(Judge): a conflict without a text
          at evidence/SPEC-1/b_judge.json
        overlooked: []
        read a.json: every file is read
        read b_judge.json: every file is read
        left c.txt: not evidence, it is no JSON file
        left c_metrics.json: not evidence, it measures an agent
        left unlock.json: not evidence, this stage is reviewed by another's
        decided by 3 conflicts in the 2 selected files, the first: R3 contradicts R4
        would change it: new evidence of this stage without the 3 conflicts
    "]],
    );
}

#[test]
fn an_agent_that_failed_is_a_warning_and_no_review() {
    let crash = |name: &str| file(name, None, says("claude", Some("exit status 1"), &[]));
    let files = vec![crash("a.json"), file("b.json", None, says("valid", Some(" "), &[]))];
    check(
        read(Stage::Plan, files),
        all(),
        expect![[r"
        --select all
        passed with warnings, Some(PassedWithWarnings), Some(AutoApply), Warned
        waits [NothingReviewed], checkpoint Some(AfterPlan)
        Advisory Other System: exit status 1
          at evidence/SPEC-1/a.json
        Advisory Other System: the agent failed without saying why
          at evidence/SPEC-1/b.json
        overlooked: []
        read a.json: every file is read
        read b.json: every file is read
        decided by no conflict in the 2 selected files, but every agent failed and nothing was reviewed
        would change it: `--strict-warnings`: passed with warnings, exit code 1
    "]],
    );
    let files = vec![crash("a.json"), file("b.json", None, says("judge", None, &[]))];
    check(
        read(Stage::Plan, files.clone()),
        all(),
        expect![[r"
        --select all
        passed with warnings, Some(PassedWithWarnings), Some(AutoApply), Warned
        goes on [], checkpoint Some(AfterPlan)
        Advisory Other System: exit status 1
          at evidence/SPEC-1/a.json
        overlooked: []
        read a.json: every file is read
        read b.json: every file is read
        decided by no conflict and 1 warning in the 2 selected files
        would change it: `--select lexmax`: passed, exit code 0
        would change it: `--strict-warnings`: passed with warnings, exit code 1, and automation may not go on
    "]],
    );
    check(
        read(Stage::Plan, files),
        strict(false, true, false),
        expect![[r"
        --select lexmax --strict-warnings
        passed, Some(Passed), Some(AutoApply), Pass
        goes on [], checkpoint Some(AfterPlan)
        overlooked: []
        left a.json: another name is greater
        read b.json: its name is the greatest
        decided by no conflict and no warning in the selected file
        would change it: `--select latest-run`: passed with warnings, exit code 1, and automation may not go on
        would change it: `--select lexmax+latest-run`: passed with warnings, exit code 1, and automation may not go on
        would change it: `--select all`: passed with warnings, exit code 1, and automation may not go on
    "]],
    );
}

#[test]
fn what_cannot_be_read_is_said_with_its_place() {
    let place = Place::file("evidence/SPEC-1/b.json");
    let files = |place: Place| {
        vec![file("a.json", None, says("implement", None, &["R1"])), broken("b.json", place)]
    };
    check(
        read(Stage::Plan, files(place.clone())),
        StagePolicy::default(),
        expect![[r#"
        --select lexmax
        skipped, Some(Skipped(NoUsableArtifacts)), None, Skipped
        waits [], checkpoint Some(AfterPlan)
        Advisory Other System: Failed to parse consensus file: evidence/SPEC-1/b.json: expected a value
          at evidence/SPEC-1/b.json
        overlooked: ["a.json"]
        left a.json: another name is greater
        read b.json: its name is the greatest
        decided by nothing usable in the selected file
        would change it: `--select latest-run`: failed, exit code 2
        would change it: `--select lexmax+latest-run`: failed, exit code 2
        would change it: `--select all`: failed, exit code 2
        would change it: `--strict-artifacts`: skipped, exit code 2
        would change it: `--strict-warnings`: skipped, exit code 1
        would change it: `--strict-schema`: no verdict, exit code 3
    "#]],
    );
    let at_line = place.clone().at(3);
    check(
        read(Stage::Plan, files(at_line)),
        strict(false, false, true),
        expect![[r#"
        --select lexmax --strict-schema
        no verdict, None, None, Failed
        waits [], checkpoint Some(AfterPlan)
        Advisory Other System: Failed to parse consensus file: evidence/SPEC-1/b.json: expected a value at line 3
          at evidence/SPEC-1/b.json:3
        overlooked: ["a.json"]
        left a.json: another name is greater
        read b.json: its name is the greatest
        decided by the selected file, which cannot be read and must be under `--strict-schema`
        would change it: without `--strict-schema`: skipped, exit code 0
    "#]],
    );
    let at_column = Place { line: Some(3), column: Some(7), ..place };
    check(
        read(Stage::Plan, files(at_column)),
        all(),
        expect![[r"
        --select all
        failed, Some(Failed), Some(Escalate), Blocked
        waits [], checkpoint Some(AfterPlan)
        Block Contradiction Role(Implementer): R1
          at evidence/SPEC-1/a.json
        Advisory Other System: Failed to parse consensus file: evidence/SPEC-1/b.json: expected a value at line 3 column 7
          at evidence/SPEC-1/b.json:3:7
        overlooked: []
        read a.json: every file is read
        read b.json: every file is read
        decided by 1 conflict in the 2 selected files, the first: R1
        would change it: new evidence of this stage without the 1 conflict
        would change it: `--select lexmax`: skipped, exit code 0
        would change it: `--strict-schema`: no verdict, exit code 3
    "]],
    );
}

#[test]
fn what_says_nothing_is_no_review() {
    let template = AgentStatement { is_template: true, ..says("claude", None, &[]) };
    let files = vec![file("a.json", None, template)];
    check(
        read(Stage::Plan, files),
        strict(true, false, false),
        expect![[r"
        --select lexmax --strict-artifacts
        skipped, Some(Skipped(NoUsableArtifacts)), None, Missing
        waits [], checkpoint Some(AfterPlan)
        overlooked: []
        read a.json: its name is the greatest
        decided by nothing usable in the selected file, a template that nobody filled in
        would change it: without `--strict-artifacts`: skipped, exit code 0
    "]],
    );
    check(
        read(Stage::Plan, Vec::new()),
        StagePolicy::default(),
        expect![[r"
        --select lexmax
        skipped, Some(Skipped(NoArtifactsFound)), None, Skipped
        waits [], checkpoint Some(AfterPlan)
        overlooked: []
        decided by `evidence/SPEC-1` holds no evidence of this stage
        would change it: evidence of this stage in `evidence/SPEC-1`
        would change it: `--strict-artifacts`: skipped, exit code 2
    "]],
    );
    check(
        read(Stage::Specify, Vec::new()),
        strict(true, true, true),
        expect![[r"
        --select lexmax --strict-artifacts --strict-warnings --strict-schema
        skipped, Some(Skipped(NotApplicable)), None, Skipped
        waits [], checkpoint None
        overlooked: []
        decided by stage `specify` leaves no evidence to review
        would change it: Run /speckit.status or review Plan
    "]],
    );
    check(
        read(Stage::Implement, Vec::new()),
        strict(true, false, false),
        expect![[r"
        --select lexmax --strict-artifacts
        skipped, Some(Skipped(PolicyDisabled)), None, Missing
        waits [], checkpoint Some(AfterImplement)
        overlooked: []
        decided by stage `implement` is reviewed only as a diagnostic, and that was not asked for
        would change it: `--diagnostic`: the stage is reviewed
        would change it: without `--strict-artifacts`: skipped, exit code 0
    "]],
    );
}

#[test]
fn a_packet_file_that_is_demanded_and_missing_fails_the_stage() {
    let files = vec![file("a.json", None, says("claude", None, &[]))];
    let mut read = read(Stage::Plan, files);
    read.packet.as_mut().unwrap().present = false;
    check(
        read.clone(),
        StagePolicy::ci(),
        expect![[r"
        --select latest-run --strict-artifacts --strict-warnings --strict-schema
        passed with warnings, Some(PassedWithWarnings), Some(AutoApply), Missing
        waits [], checkpoint Some(AfterPlan)
        Advisory Other System: the packet file `docs/SPEC-1/plan.md` is missing
          at docs/SPEC-1/plan.md
        overlooked: []
        read a.json: it tells no time, so it may be of the newest run
        decided by no conflict and 1 warning in the selected file
        would change it: without `--strict-artifacts`: passed, exit code 0, and automation may go on
    "]],
    );
    check(
        read,
        StagePolicy::default(),
        expect![[r"
        --select lexmax
        passed, Some(Passed), Some(AutoApply), Pass
        goes on [], checkpoint Some(AfterPlan)
        overlooked: []
        read a.json: its name is the greatest
        decided by no conflict and no warning in the selected file
        would change it: `--strict-artifacts`: passed with warnings, exit code 2, and automation may not go on
    "]],
    );
}

#[test]
fn why_a_file_is_of_the_newest_run_is_said() {
    let said = |run: Option<&str>| AgentStatement {
        run: run.map(str::to_owned),
        ..says("claude", None, &["R1 contradicts R2"])
    };
    let files = vec![
        file("a.json", at(12), AgentStatement { conflicts: Vec::new(), ..said(Some("r2")) }),
        file("b.json", at(11), said(Some("r2"))),
        file("c.json", at(11), said(Some(" "))),
        file("d.json", day(2), said(None)),
        file("e.json", day(1), said(None)),
        file("f.json", None, said(None)),
    ];
    let select = |select| StagePolicy { select, ..StagePolicy::default() };
    check(
        read(Stage::Tasks, files.clone()),
        select(Select::LatestRun),
        expect![[r"
        --select latest-run
        failed, Some(Failed), Some(Escalate), Blocked
        waits [], checkpoint Some(AfterTasks)
        Block Contradiction Role(Architect): R1 contradicts R2
          at evidence/SPEC-1/b.json
        Block Contradiction Role(Architect): R1 contradicts R2
          at evidence/SPEC-1/d.json
        Block Contradiction Role(Architect): R1 contradicts R2
          at evidence/SPEC-1/f.json
        overlooked: []
        read a.json: of the newest run, 2026-01-02T12:30:00Z
        read b.json: it has the run id of the newest run
        left c.json: of an older run, 2026-01-02T11:30:00Z
        read d.json: of the newest run's day, 2026-01-02, without a time of day
        left e.json: of an older run, 2026-01-01
        read f.json: it tells no time, so it may be of the newest run
        decided by 3 conflicts in the 4 selected files, the first: R1 contradicts R2
        would change it: new evidence of this stage without the 3 conflicts
    "]],
    );
    check(
        read(Stage::Tasks, files),
        select(Select::Either),
        expect![[r"
        --select lexmax+latest-run
        failed, Some(Failed), Some(Escalate), Blocked
        waits [], checkpoint Some(AfterTasks)
        Block Contradiction Role(Architect): R1 contradicts R2
          at evidence/SPEC-1/b.json
        Block Contradiction Role(Architect): R1 contradicts R2
          at evidence/SPEC-1/d.json
        Block Contradiction Role(Architect): R1 contradicts R2
          at evidence/SPEC-1/f.json
        overlooked: []
        read a.json: of the newest run, 2026-01-02T12:30:00Z
        read b.json: it has the run id of the newest run
        left c.json: of an older run, 2026-01-02T11:30:00Z
        read d.json: of the newest run's day, 2026-01-02, without a time of day
        left e.json: of an older run, 2026-01-01
        read f.json: its name is the greatest
        decided by 3 conflicts in the 4 selected files, the first: R1 contradicts R2
        would change it: new evidence of this stage without the 3 conflicts
    "]],
    );
}

#[test]
fn every_stage_has_the_words_and_the_file_of_the_contract() {
    let mut told = String::new();
    for stage in Stage::ALL {
        let (note, advice) = (stage.alias_note(), stage.advice());
        writeln!(told, "{}: note {note:?}, advice {advice:?}", stage.word()).unwrap();
        let Some(checkpoint) = stage.checkpoint() else { continue };
        let (of, file) = (checkpoint.evidence_stage().word(), checkpoint.packet_file());
        let is_asked_for = checkpoint.is_diagnostic();
        writeln!(told, "  evidence of {of}, packet {file:?}, only asked for: {is_asked_for}")
            .unwrap();
    }
    let roles = [
        AgentRole::Architect,
        AgentRole::Implementer,
        AgentRole::Validator,
        AgentRole::Judge,
        AgentRole::SidecarCritic,
    ];
    writeln!(told, "{:?}", roles.map(AgentRole::word)).unwrap();
    expect![[r#"
        specify: note None, advice Some("Run /speckit.status or review Plan")
        plan: note None, advice None
          evidence of plan, packet Some("plan.md"), only asked for: false
        tasks: note None, advice None
          evidence of tasks, packet Some("tasks.md"), only asked for: false
        implement: note None, advice None
          evidence of implement, packet None, only asked for: true
        validate: note None, advice None
          evidence of validate, packet None, only asked for: true
        audit: note None, advice None
          evidence of audit, packet Some("audit.md"), only asked for: false
        unlock: note Some("Reviewing Audit output"), advice None
          evidence of audit, packet Some("audit.md"), only asked for: false
        ["architect", "implementer", "validator", "judge", "sidecar_critic"]
    "#]]
    .assert_eq(&told);
}

#[test]
fn what_one_of_two_demands_both_demand_together() {
    let one = |number: usize| StagePolicy {
        strict: Strict { artifacts: number == 0, warnings: number == 1, schema: number == 2 },
        diagnostic: number == 3,
        ..StagePolicy::default()
    };
    for number in 0..4 {
        let none = StagePolicy::default();
        assert_eq!((one(number).and(none), none.and(one(number))), (one(number), one(number)));
    }
}

#[test]
fn only_a_whole_word_names_the_agent_that_crashed() {
    let crash = |conflict: &str| says("claude", Some("exit status 1"), &[conflict]).is_own_crash();
    assert!(crash("claude failed") && crash("claude: failed") && crash("agent failed"));
    assert!(!crash("claudefailed") && !crash("agentfailed"));
}
