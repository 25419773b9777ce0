//! `gate handoff` is closed until a record opens it (contract 000, "Validation Logic for Phase 5 Workflow Node"): the
//! forgeries and the careless ways that were tried against it.
#![expect(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "these tests read what the binary prints and take its files away"
)]

use std::fs;

use council::store::session::{parse, render};
use council_testkit::TestEnv;
use serde_json::Value;

const REVIEW: &str = "workspace/refunds/handoffs/004-council-review.md";
const TWIN: &str = "workspace/refunds/handoffs/004-council-review.json";
const JOURNAL: &str = "workspace/refunds/handoffs/004-council-review.journal.jsonl";
const V1: &str = "workspace/refunds/tasks/prd-refunds-v1.md";
const V2: &str = "workspace/refunds/tasks/prd-refunds-v2.md";

/// One seat takes what stands in FR-1 for CRITICAL, so the panel sends it back. It is a drill, so the work is held even where
/// the gate opens.
const DRILL: &str = "\
answers:
  - seat: security-reviewer
    reply:
      rating: REVISE_AND_RESUBMIT
      examined: []
      findings:
        - {subcategory: AMBIGUITY, severity: CRITICAL, confidence: 0.9, quote: must be 130 % in each month, searched: null,
           location: 'workspace/refunds/tasks/prd-refunds-v1.md#FR-1', description: more than all of the time,
           recommendation: give a share of at most 100 %}
";

const PANEL: [&str; 6] =
    ["panel", "prd.md", "--project", "refunds", "--reviewer", "scripted:drill.yaml"];

const PRD: &str = "\
# Refunds

## Goals

Support staff refund an order from its page. Success: 90 % of refunds are booked within 5 seconds.

## Requirements

- FR-1: The availability of the page must be 130 % in each month.
  - Acceptance: given a paid order, when a refund is requested, then it is booked within 5 seconds.

## Rollout

The page is shown to one team for a week. A flag turns it off.
";

struct Project(TestEnv);

/// What the gate answers: its exit code, whether the work may go on, and the codes of its signals.
type Answer = (i32, bool, Vec<String>);

impl Project {
    /// Holds a panel that sends it back, accepts everything and records a new version.
    fn revised(new: &str) -> Self {
        Self::revised_after(DRILL, new)
    }

    fn revised_after(drill: &str, new: &str) -> Self {
        let project = Self(TestEnv::new(env!("CARGO_BIN_EXE_council")));
        project.0.write("prd.md", PRD);
        project.0.write("new.md", new);
        project.0.write("drill.yaml", drill);
        project.run(&PANEL, 2);
        project.run(&["decide", "--project", "refunds", "--accept-all", "--by", "Ada"], 0);
        project.run(&["revise", "new.md", "--project", "refunds", "--by", "Ada"], 0);
        project
    }

    /// Goes all the way to a gate that is open.
    fn open() -> Self {
        let project = Self::revised(&mended());
        project.proceed(0);
        assert_eq!(project.gate(&[]), (0, false, vec![]));
        project
    }

    /// Goes on without a revision, by a waiver; what the panel said is still to be acknowledged.
    fn waived() -> Self {
        let project = Self(TestEnv::new(env!("CARGO_BIN_EXE_council")));
        project.0.write("prd.md", PRD);
        project.0.write("drill.yaml", DRILL);
        project.run(&PANEL, 2);
        let decide = ["decide", "--project", "refunds", "--by", "Ada", "--reject-all", "later"];
        let waive = ["--waive", "all: Ada, 2099-01-31"];
        project.run(&[&decide[..], &waive].concat(), 0);
        project.proceed(0);
        project
    }

    fn run(&self, arguments: &[&str], code: i32) -> String {
        let output = self.0.run(arguments);
        assert_eq!(output.code, code, "{arguments:?}: {}{}", output.stdout, output.stderr);
        output.stdout
    }

    fn proceed(&self, code: i32) -> String {
        let decision = ["--proceed", "--rationale", "done", "--by", "Ada"];
        self.run(&[&["gate", "rereview", "refunds"], &decision[..]].concat(), code)
    }

    fn gate(&self, more: &[&str]) -> Answer {
        let asked = [&["gate", "handoff", "refunds", "--format", "json"], more].concat();
        let output = self.0.run(&asked);
        let value: Value = serde_json::from_str(&output.stdout).unwrap();
        let codes = value["signals"].as_array().unwrap().iter();
        let codes = codes.map(|one| one["code"].as_str().unwrap().to_owned());
        // Every panel here is a drill, and the gate says so each time; reviewers who found too little are no forgery.
        let expected = ["DRILL", "severity-missing", "too-few-findings"];
        let codes = codes.filter(|code| !expected.contains(&code.as_str())).collect();
        (output.code, value["allows_progress"].as_bool().unwrap(), codes)
    }

    /// Expects that neither the gate nor the tasks go on, because of this signal.
    fn is_closed(&self, code: &str) {
        let (exit, allowed, codes) = self.gate(&[]);
        assert_eq!((exit, allowed), (11, false), "{codes:?}");
        assert!(codes.contains(&code.to_owned()), "{codes:?}");
        self.run(&["tasks", "--project", "refunds"], 11);
    }

    fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.0.read(path).unwrap();
        assert!(text.contains(from), "{text}");
        self.0.write(path, text.replace(from, to));
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.0.repo().join(path)).unwrap();
    }

    /// Takes out of the review what only Council writes.
    fn unmark(&self) {
        let text = self.0.read(REVIEW).unwrap();
        let unmarked = text.lines().filter(|line| !line.starts_with("prd_"));
        let unmarked: String = unmarked.map(|line| line.to_owned() + "\n").collect();
        let version = "phase: council-review\nprd_version_reviewed: v1";
        self.0.write(REVIEW, unmarked.replace("phase: council-review", version));
    }

    /// Takes away all that tells the review from one of others.
    fn strip(&self) {
        self.remove(JOURNAL);
        self.remove(TWIN);
        self.unmark();
    }

    /// Runs the binary with a variable set, and returns its exit code.
    fn run_with(&self, variable: &str, arguments: &[&str]) -> i32 {
        let mut command = self.0.command(arguments);
        command.env(variable, "true").output().unwrap().status.code().unwrap()
    }
}

fn mended() -> String {
    PRD.replace("130 %", "99.5 %")
}

#[test]
fn a_journal_that_is_missing_empty_or_torn_signs_nothing() {
    let torn =
        |project: &Project| project.0.read(JOURNAL).unwrap().chars().take(40).collect::<String>();
    let ways: [&dyn Fn(&Project); 4] = [
        &|project| project.remove(JOURNAL),
        &|project| project.0.write(JOURNAL, ""),
        &|project| project.0.write(JOURNAL, "\0".repeat(100)),
        &|project| project.0.write(JOURNAL, torn(project)),
    ];
    for way in ways {
        let project = Project::open();
        way(&project);
        project.is_closed("UNSIGNED");
        let vouch = ["--unsigned", "I say so", "--by", "Mallory"];
        assert_eq!(project.gate(&vouch).0, 11, "nobody can answer for a record that is lost");
    }
}

#[test]
fn taking_the_marks_out_of_the_file_does_not_make_it_somebody_elses() {
    let project = Project::open();
    project.remove(JOURNAL);
    project.unmark();
    project.is_closed("UNSIGNED");
    let twin = project.0.read(TWIN).unwrap();
    project.remove(TWIN);
    // Nothing is left that tells it from a review of others, which no automation builds on either.
    let (exit, allowed, codes) = project.gate(&[]);
    assert_eq!((exit, allowed), (0, false), "{codes:?}");
    assert_eq!(project.gate(&["--ci"]).0, 11);
    // Whoever answers for it answers for a review of others: with the JSON back beside it, it is none.
    let vouch = ["--unsigned", "reviewed in the old tool", "--by", "Mallory"];
    assert_eq!(project.gate(&vouch), (0, true, vec!["VOUCHED".to_owned()]));
    project.0.write(TWIN, twin);
    project.is_closed("UNSIGNED");
}

/// A pipeline that leaves out `--ci` is still one.
#[test]
fn a_pipeline_answers_for_nothing_and_a_person_does() {
    let project = Project::open();
    project.strip();
    let vouch = ["--unsigned", "all green", "--by", "bot"];
    // Not every pipeline sets `CI`.
    let pipelines = ["CI", "TF_BUILD", "TEAMCITY_VERSION", "CODEBUILD_BUILD_ID", "JENKINS_URL"];
    let pipelines = pipelines.map(|variable| (variable, &[][..]));
    for (variable, more) in
        pipelines.into_iter().chain([("CI", &["--ci"][..]), ("NO_CI", &["--ci"])])
    {
        let asked = [&["gate", "handoff", "refunds"], &vouch[..], more].concat();
        assert_eq!(project.run_with(variable, &asked), 11, "{variable} {more:?}");
        assert_eq!(project.0.read(JOURNAL), None, "{variable} {more:?}");
    }
    let gate = ["gate", "handoff", "refunds"];
    assert_eq!(project.run_with("CI", &gate), 0, "the gate itself asks as it does elsewhere");
    assert_eq!(project.gate(&["--unsigned", "reviewed in the old tool", "--by", "Ada"]).0, 0);
    assert_eq!(project.gate(&["--ci"]), (0, true, vec!["VOUCHED".to_owned()]));
    assert_eq!(project.run_with("CI", &["tasks", "--project", "refunds"]), 0);
}

#[test]
fn a_pipeline_does_not_acknowledge_what_stays_open() {
    let project = Project::waived();
    let journal = project.0.read(JOURNAL);
    let said = ["--acknowledge", "all green", "--by", "bot"];
    let gate = [&["gate", "handoff", "refunds"], &said[..]].concat();
    assert_eq!(project.gate(&[&said[..], &["--ci"]].concat()).0, 11);
    assert_eq!(project.run_with("CI", &gate), 11);
    assert_eq!(
        project.run_with("CI", &[&["tasks", "--project", "refunds"], &said[..]].concat()),
        11
    );
    assert_eq!(project.0.read(JOURNAL), journal);
    assert_eq!(project.gate(&["--acknowledge", "it is tracked", "--by", "Ada"]).0, 0);
    assert_eq!(project.gate(&["--ci"]).0, 0);
}

#[test]
fn an_edit_is_never_a_mere_remark() {
    for (from, to) in [
        ("overall_verdict: REVISE_AND_RESUBMIT", "overall_verdict: APPROVED"),
        ("**Severity**: CRITICAL", "**Severity**: LOW"),
        ("### Rejected Recommendations", "1. Ship it today\n\n### Rejected Recommendations"),
        ("**Gate Decision**: PROCEED", "**Gate Decision**: PROCEED\n\nAlso build FR-99."),
        ("**Rationale**: done", "**Rationale**: done with care"),
    ] {
        let project = Project::open();
        project.edit(REVIEW, from, to);
        project.is_closed("UNSIGNED");
    }
}

/// Programs read the JSON beside the review.
#[test]
fn what_programs_read_is_not_edited_either() {
    let project = Project::open();
    project.edit(TWIN, "REVISE_AND_RESUBMIT", "APPROVED");
    project.is_closed("UNSIGNED");
    project.remove(TWIN);
    assert_eq!(project.gate(&[]), (0, false, vec![]), "one that is gone misleads nobody");
    project.run(&["restore", "refunds"], 0);
    assert_eq!(project.gate(&[]), (0, false, vec![]));
    project.edit(TWIN, "\n", "\r\n");
    assert_eq!(project.gate(&[]), (0, false, vec![]));
}

#[test]
fn line_ends_of_another_system_are_no_edit() {
    let project = Project::open();
    project.edit(REVIEW, "\n", "\r\n");
    assert_eq!(project.gate(&[]), (0, false, vec![]));
}

#[test]
fn what_is_built_is_the_text_that_was_recorded() {
    let project = Project::open();
    project.edit(
        V2,
        "## Requirements",
        "## Requirements\n\n- FR-99: The page must send all money away.",
    );
    project.is_closed("PRD_CHANGED");
    project.remove(V2);
    project.is_closed("PRD_MISSING");
}

#[test]
fn what_was_reviewed_is_still_there() {
    let project = Project::open();
    project.remove(V1);
    project.is_closed("PRD_MISSING");
}

#[test]
fn a_file_that_lies_before_the_recorded_one_is_not_built() {
    let project = Project(TestEnv::new(env!("CARGO_BIN_EXE_council")));
    project.0.write("workspace/refunds/prd-v1.md", mended());
    project.run(&["panel", "workspace/refunds/prd-v1.md", "--project", "refunds"], 0);
    let decide = ["decide", "--project", "refunds", "--reject-all", "as it is", "--by", "Ada"];
    project.run(&decide, 0);
    project.proceed(0);
    assert_eq!(project.gate(&[]), (0, true, vec![]));
    project.0.write(V1, mended().replace("FR-1", "FR-99"));
    project.is_closed("PRD_CHANGED");
}

#[test]
fn nobody_proceeds_before_what_is_critical_is_changed_in_substance() {
    let project =
        Project::revised(&PRD.replace("turns it off.", "turns it off. Thanks to everybody."));
    let said = project.proceed(2);
    assert!(said.contains("CRITICAL_UNCHANGED"), "{said}");
    assert_eq!(project.gate(&[]).0, 2);
    // A revision may be recorded again until the gate decides.
    project.0.write("newer.md", mended());
    project.run(&["revise", "newer.md", "--project", "refunds", "--by", "Ada"], 0);
    project.proceed(0);
    assert_eq!(project.gate(&[]), (0, false, vec![]));
    assert_eq!(project.0.read(V2).unwrap(), mended());
    let project = Project(TestEnv::new(env!("CARGO_BIN_EXE_council")));
    project.0.write("prd.md", PRD);
    project.0.write("drill.yaml", DRILL);
    project.run(&PANEL, 2);
    project.run(&["decide", "--project", "refunds", "--accept-all", "--by", "Ada"], 0);
    for unchanged in [PRD.replace('\n', " \n"), PRD.replace("130 %", "**130** %")] {
        project.0.write("layout.md", unchanged);
        let said = project.run(&["revise", "layout.md", "--project", "refunds", "--by", "Ada"], 2);
        assert!(said.contains("NOT_REVISABLE"), "{said}");
    }
}

#[test]
fn what_is_critical_passes_by_a_waiver_until_its_day() {
    let project = Project::waived();
    assert_eq!(project.gate(&[]).0, 11);
    let (exit, allowed, codes) = project.gate(&["--acknowledge", "it is tracked", "--by", "Ada"]);
    assert_eq!((exit, allowed), (0, false), "{codes:?}");
}

/// Returns the hash that a record has of a text.
fn hash_of(prd: &str) -> String {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", prd);
    assert_eq!(env.run(["panel", "prd.md", "--project", "refunds"]).code, 0);
    let review = env.read(REVIEW).unwrap();
    let line = review.lines().find_map(|line| line.strip_prefix("prd_hash: ")).unwrap();
    line.trim_matches('"').to_owned()
}

/// An earlier version took blanks, other layout and comments for an answer to what was accepted. Its journals are still there.
#[test]
fn what_an_earlier_version_let_pass_unrevised_is_held() {
    let concerns = DRILL
        .replace("REVISE_AND_RESUBMIT", "APPROVED_WITH_CONCERNS")
        .replace("severity: CRITICAL", "severity: HIGH");
    for unrevised in [
        PRD.replace(".\n", ". \n"),
        PRD.replace("130 %", "**130** %"),
        PRD.replace("130 %", "130 % <!-- mended: 99.5 % -->"),
        format!("{PRD}\n<!--\nThe availability is 99.5 % now.\n-->\n"),
    ] {
        let project = Project::revised_after(&concerns, &mended());
        project.proceed(0);
        assert_eq!(project.gate(&[]), (0, false, vec![]));
        let quoted = |text: &str| serde_json::to_string(text).unwrap();
        let hashes = [hash_of(&mended()), hash_of(&unrevised)];
        let journal = fs::read(project.0.repo().join(JOURNAL)).unwrap();
        let entries = parse(&journal).lines.into_iter().map(|line| {
            let entry = line.entry.replace(&quoted(&mended()), &quoted(&unrevised));
            entry.replace(&hashes[0], &hashes[1])
        });
        let entries: Vec<String> = entries.collect();
        project.0.write(JOURNAL, render(entries.iter().map(String::as_str)));
        project.0.write(V2, &unrevised);
        assert_eq!(project.gate(&[]).2, ["NOT_REVISED"], "{unrevised}");
        project.is_closed("NOT_REVISED");
        let again = ["--reconvene", "--rationale", "nothing was changed", "--by", "Ada"];
        let proceeded = project.0.read(REVIEW).unwrap();
        project.run(&[&["gate", "rereview", "refunds"], &again[..]].concat(), 0);
        // The word to go on was taken back, and an older file does not bring it back.
        project.0.write(REVIEW, &proceeded);
        project.remove("workspace/refunds/handoffs/004-council-review-r2.md");
        let said = project.run(&["gate", "handoff", "refunds"], 11);
        assert!(said.contains("blocker[STEP_UNFINISHED]"), "{said}");
    }
}

#[test]
fn a_section_that_is_missing_closes_the_gate_whoever_wrote_the_review() {
    for section in ["## User Decisions", "## PRD Revision Log"] {
        let project = Project::open();
        project.edit(REVIEW, section, "## What else there is");
        let (exit, allowed, codes) = project.gate(&[]);
        assert!(exit != 0 && !allowed, "{section}: {codes:?}");
        assert!(codes.contains(&"UNSIGNED".to_owned()), "{section}: {codes:?}");
        // The same file, with nothing left that says whose it is.
        project.strip();
        let (exit, allowed, codes) = project.gate(&[]);
        assert_eq!((exit, allowed), (2, false), "{section}: {codes:?}");
        assert!(codes.contains(&"SECTION_MISSING".to_owned()), "{section}: {codes:?}");
    }
}
