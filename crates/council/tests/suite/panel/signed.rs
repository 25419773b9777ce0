//! What the journal has to say about a review at the gate: each edit, each file that is gone or put elsewhere, each day.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "these tests edit files as a human would, and move them"
)]

use std::fs;

use council_app::{
    check,
    core::{
        gate::{Hold, Weight, rereview::RereviewReason},
        handoff::{CleanLine, GateDecision},
        panel::Waiver,
    },
    handoff::{self, HandoffGate, HandoffRequest},
    panel::{
        self, Acknowledgement, CloseRequest, PanelDecideRequest, PanelProgress, ReviseRequest,
        UnnamedRest, Vouch,
    },
    run::RunError,
    store::session::{parse, render},
};
use council_testkit::{Moment, Still};
use jiff::civil::Date;

use super::{REVIEW, TODAY, TWIN, World, project, request};

const SECOND: &str = "workspace/refunds/handoffs/004-council-review-r2.md";
const JOURNAL: &str = "workspace/refunds/handoffs/004-council-review.journal.jsonl";
const V1: &str = "workspace/refunds/tasks/prd-refunds-v1.md";
const V2: &str = "workspace/refunds/tasks/prd-refunds-v2.md";

/// Six requirements, each in a section of its own, with a word of its own that a seat minds.
const MINDED: [&str; 6] = ["soonish", "nicely", "smoothly", "cheaply", "neatly", "calmly"];

fn prd() -> String {
    let section = |(number, word): (usize, &str)| {
        format!("## Part {number}\n\n- FR-{number}: The page must book refunds {word}.\n\n")
    };
    let sections = (1..).zip(MINDED).map(section);
    format!("# Refunds\n\nStaff refund an order from its page.\n\n{}", sections.collect::<String>())
}

/// Returns the PRD with these of the minded words replaced.
fn mended(words: &[&str]) -> String {
    words.iter().fold(prd(), |text, word| text.replace(word, "within 5 seconds"))
}

/// One seat minds all of them, the first most, and the chair takes it lightly or not.
fn script(rating: &str, first: &str, chair: &str) -> String {
    let finding = |(number, word): (usize, &str)| {
        let severity = if number == 1 { first } else { "HIGH" };
        format!(
            "        - {{subcategory: AMBIGUITY, severity: {severity}, confidence: 0.9, quote: 'book  refunds {word}', searched: null, \
             location: '{V1}#FR-{number}', description: nobody knows what {word} is, recommendation: say in figures what {word} is}}\n"
        )
    };
    let findings: String = (1..).zip(MINDED).map(finding).collect();
    format!(
        "answers:\n  - seat: security-reviewer\n    reply:\n      rating: {rating}\n      examined: []\n      findings:\n\
         {}  - {{seat: council-chair, reply: {{verdict: {chair}}}}}\n",
        findings.replace("book  refunds", "book refunds")
    )
}

const REVISE: &str = "REVISE_AND_RESUBMIT";
const CONCERNS: &str = "APPROVED_WITH_CONCERNS";

fn line(words: &str) -> CleanLine {
    CleanLine::new(words).unwrap()
}

fn moment() -> Moment {
    Moment::default()
}

/// What the gate says: the codes of its signals, without those of reviewers who found too little.
fn codes(gate: &HandoffGate) -> Vec<&str> {
    let few = ["severity-missing", "too-few-findings"];
    let codes = gate.answer.signals.iter().map(|one| one.code.as_str());
    codes.filter(|code| !few.contains(code)).collect()
}

impl World {
    /// Holds a panel in which one seat minds all six.
    fn minded(rating: &str, first: &str, chair: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("prd.md"), prd()).unwrap();
        fs::write(folder.path().join("script.yaml"), script(rating, first, chair)).unwrap();
        let repo = council_app::Repo::open(folder.path()).unwrap();
        let world = Self { folder, repo };
        let held = world.convene(&request(Some("scripted:script.yaml")));
        assert!(matches!(held, Ok(PanelProgress::Convened(_))), "{held:?}");
        world
    }

    /// Accepts everything, records a version that answers it and goes on.
    fn open() -> Self {
        let world = Self::minded(REVISE, "CRITICAL", REVISE);
        world.answer(&[], None).unwrap();
        world.revise(&mended(&MINDED)).unwrap();
        world.close(GateDecision::Proceed).unwrap();
        assert_eq!(codes(&world.asked()), [""; 0]);
        world
    }

    /// Declines everything by a waiver and goes on with what was reviewed.
    fn waived(rating: &str, first: &str) -> Self {
        let world = Self::minded(rating, first, rating);
        world.answer(&[1, 2, 3, 4, 5, 6], Some(Date::constant(2026, 4, 1))).unwrap();
        world.close(GateDecision::Proceed).unwrap();
        world
    }

    /// Declines some recommendations, with a waiver, and accepts the others.
    fn answer(&self, declined: &[usize], until: Option<Date>) -> Result<(), RunError> {
        let owner = line("Ada");
        let waive =
            |number: &usize| until.map(|until| (*number, Waiver { owner: owner.clone(), until }));
        let request = PanelDecideRequest {
            reject: declined.iter().map(|number| (*number, line("later"))).collect(),
            rest: UnnamedRest::Accepted,
            waive: declined.iter().filter_map(waive).collect(),
            ..PanelDecideRequest::new(project(), Some(line("Ada")))
        };
        panel::decide(&self.repo, &request, Still::AT, &moment().holder).map(drop)
    }

    /// Renews the waivers of what was declined.
    fn renew(&self, until: Date) {
        let request = PanelDecideRequest {
            waive_rest: Some(Waiver { owner: line("Ada"), until }),
            ..PanelDecideRequest::new(project(), Some(line("Ada")))
        };
        panel::decide(&self.repo, &request, Still::AT, &moment().holder).unwrap();
    }

    fn revise(&self, text: &str) -> Result<(), RunError> {
        self.put("new.md", text);
        let (path, by) = ("new.md".to_owned(), Some(line("Ada")));
        let request = ReviseRequest { project: project(), path, by };
        panel::revise(&self.repo, &request, Still::AT, &moment().holder).map(drop)
    }

    fn close(&self, decision: GateDecision) -> Result<(), RunError> {
        let (rationale, by) = (line("it is time"), Some(line("Ada")));
        let request = CloseRequest { project: project(), decision, rationale, by };
        panel::close(&self.repo, &request, Still::AT, &moment().holder).map(drop)
    }

    fn asked(&self) -> HandoffGate {
        self.asked_on(TODAY)
    }

    fn asked_on(&self, day: Date) -> HandoffGate {
        handoff::gate(&self.repo, &HandoffRequest::new(project(), day)).unwrap()
    }

    /// Returns the one signal of a code: what it is about, what it says and what helps.
    fn said(&self, code: &str) -> (String, String, String) {
        let gate = self.asked();
        let mut found = gate.answer.signals.into_iter().filter(|one| one.code == code);
        let signal = found.next().unwrap();
        assert_eq!(found.next(), None);
        (signal.place.path.unwrap(), signal.message, signal.help.unwrap_or_default())
    }

    fn edit(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert!(text.contains(from), "no `{from}` in {text}");
        self.put(path, &text.replace(from, to));
    }

    fn remove(&self, path: &str) {
        fs::remove_file(self.folder.path().join(path)).unwrap();
    }

    fn rename(&self, from: &str, to: &str) {
        fs::rename(self.folder.path().join(from), self.folder.path().join(to)).unwrap();
    }

    /// Takes away all that tells the review from one of others.
    fn strip(&self) {
        self.remove(JOURNAL);
        self.remove(TWIN);
        let text = self.read(REVIEW);
        let unmarked = text
            .lines()
            .filter(|line| !line.starts_with("prd_file:") && !line.starts_with("prd_hash:"));
        self.put(REVIEW, &unmarked.map(|line| line.to_owned() + "\n").collect::<String>());
    }

    fn vouch(&self, is_ci: bool) -> HandoffGate {
        let request = HandoffRequest { is_ci, ..HandoffRequest::new(project(), TODAY) };
        let vouch = Vouch { reason: line("the old tool"), by: line("Ada") };
        panel::vouch(&self.repo, &request, &vouch, Still::AT, &moment().holder).unwrap()
    }

    fn acknowledge(&self, is_ci: bool) -> HandoffGate {
        let request = HandoffRequest { is_ci, ..HandoffRequest::new(project(), TODAY) };
        let said = Acknowledgement { reason: line("it is tracked"), by: line("Ada") };
        panel::acknowledge(&self.repo, &request, &said, Still::AT, &moment().holder).unwrap()
    }

    /// Returns what `council check` says a review is in the middle of.
    fn in_progress(&self, path: &str) -> Option<String> {
        let request = check::CheckRequest { path: path.to_owned(), kind: None, today: TODAY };
        let mut checked = check::check(&self.repo, &request);
        let noticed = checked.remove(0).diagnostics.into_iter();
        noticed.filter(|one| one.code == "in-progress").map(|one| one.message).next()
    }

    fn reasons(&self) -> Vec<RereviewReason> {
        handoff::rereview(&self.repo, &project()).unwrap().answer.advice.unwrap().reasons
    }
}

fn advises(gate: &HandoffGate, code: &str) -> bool {
    let mut found = gate.answer.signals.iter().filter(|one| one.code == code);
    found.next().is_some_and(|one| one.weight == Weight::Advisory)
}

#[test]
fn who_sat_is_told_and_holds_the_work() {
    let world = World::open();
    let gate = world.asked();
    assert_eq!(gate.stand_ins.into_iter().collect::<Vec<_>>(), ["scripted"]);
    assert_eq!(gate.answer.holds, [Hold::Drilled]);
    let real = World::new(&prd());
    let gate = real.asked();
    assert!(gate.stand_ins.is_empty() && gate.answer.holds.is_empty(), "{:?}", gate.answer.holds);
}

#[test]
fn a_seat_that_was_lost_holds_the_work() {
    let world = World::new(&prd());
    let lost = "answers:\n  - {seat: user-advocate, lasting: refused}\n";
    world.put("script.yaml", lost);
    world.put("prd.md", &mended(&["soonish"]));
    fs::remove_dir_all(world.folder.path().join("workspace")).unwrap();
    world.convene(&request(Some("scripted:script.yaml"))).unwrap();
    assert_eq!(world.asked().answer.holds, [Hold::Degraded, Hold::Drilled]);
}

#[test]
fn what_was_carried_out_is_counted_by_the_trace_it_left() {
    let world = World::minded(REVISE, "CRITICAL", REVISE);
    world.answer(&[], None).unwrap();
    assert_eq!(world.reasons(), [RereviewReason::NotRevised]);
    world.revise(&mended(&["nicely", "smoothly", "cheaply", "neatly"])).unwrap();
    let counted = |reason: &RereviewReason| match reason {
        RereviewReason::Many { applied } => Some(format!("{applied} of them")),
        RereviewReason::Critical { touched } => Some(touched.to_string()),
        RereviewReason::NotRevised => Some("not revised".to_owned()),
        RereviewReason::Much(_) | RereviewReason::Unanswered { .. } => None,
    };
    let said = || world.reasons().iter().filter_map(counted).collect::<Vec<_>>();
    assert_eq!(said(), ["4 of them"]);
    world.revise(&mended(&["soonish", "nicely", "smoothly", "cheaply", "neatly"])).unwrap();
    assert_eq!(said(), ["5 of them", "FR-1 (line 7): say in figures what soonish is"]);
}

#[test]
fn a_review_of_others_waits_for_whoever_answers_for_these_very_texts() {
    let world = World::open();
    world.strip();
    let gate = world.asked();
    assert!(advises(&gate, "UNSIGNED") && !gate.allows_progress());
    assert_eq!(gate.answer.holds, [Hold::Unsigned]);
    let is_closed = |why: &str| {
        let (path, message, help) = world.said("UNSIGNED");
        assert!(path.starts_with("workspace/refunds/handoffs/004-council-review"), "{path}");
        assert!(message.contains(why), "{message}");
        assert!(help.contains("`council gate handoff refunds --unsigned"), "{help}");
        assert!(!world.asked().allows_progress());
    };
    is_closed("was not written by Council");
    let ci = world.vouch(true);
    assert_eq!(ci.answer.outcome.exit_code(), 11);
    assert!(!world.folder.path().join(JOURNAL).exists(), "a pipeline answers for nothing");
    let gate = world.vouch(false);
    assert_eq!(codes(&gate), ["VOUCHED"]);
    assert!(gate.allows_progress());
    assert!(world.said("VOUCHED").1.contains("Ada answers for it: the old tool"));
    let (review, built) = (world.read(REVIEW), world.read(V2));
    world.edit(REVIEW, "it is time", "it is high time");
    is_closed("was changed since Ada answered for it");
    world.put(REVIEW, &review);
    world.edit(V2, "within 5 seconds", "within 9 seconds");
    is_closed("was changed since Ada answered for it");
    world.put(V2, &built);
    world.rename(V2, "workspace/refunds/prd-v2.md");
    is_closed("was changed since Ada answered for it");
    world.rename("workspace/refunds/prd-v2.md", V2);
    assert_eq!(codes(&world.asked()), ["VOUCHED"]);
    let other = REVIEW.replace(".md", "-r1.md");
    world.rename(REVIEW, &other);
    is_closed("was not written by Council");
    world.rename(&other, REVIEW);
    // What Council writes beside its reviews says that this is one, and its journal is not there.
    world.put(TWIN, "{}");
    assert_eq!(world.said("UNSIGNED").0, JOURNAL);
}

#[test]
fn one_mark_of_council_or_its_json_makes_a_review_its_own() {
    for mark in ["prd_file: prd.md", "prd_hash: 00"] {
        let world = World::open();
        world.strip();
        world.edit(REVIEW, "phase: council-review", &format!("phase: council-review\n{mark}"));
        let (path, message, help) = world.said("UNSIGNED");
        assert_eq!(path, JOURNAL);
        assert!(message.contains("its journal is missing"), "{message}");
        assert!(help.contains("from version control"), "{help}");
        assert_eq!(world.vouch(false).answer.outcome.exit_code(), 11);
    }
}

#[test]
fn an_acknowledgement_is_of_one_review_as_it_is() {
    let world = World::waived(REVISE, "CRITICAL");
    world.strip();
    let code = "REVISE_REJECTED";
    assert!(!advises(&world.asked(), code));
    assert!(!advises(&world.acknowledge(true), code), "a pipeline goes on with nothing");
    assert!(!world.folder.path().join(JOURNAL).exists());
    assert!(advises(&world.acknowledge(false), code));
    // Who goes on with a review of others does not make it one of ours.
    assert!(advises(&world.asked(), "UNSIGNED"));
    let review = world.read(REVIEW);
    world.edit(REVIEW, "it is time", "it is high time");
    assert!(!advises(&world.asked(), code));
    world.put(REVIEW, &review);
    assert!(advises(&world.asked(), code));
    world.rename(REVIEW, &REVIEW.replace(".md", "-r1.md"));
    assert!(!advises(&world.asked(), code));
}

#[test]
fn an_edit_is_named_by_what_it_changes() {
    let edits: [(&str, &str, &[&str]); 7] = [
        (
            "overall_verdict: REVISE_AND_RESUBMIT",
            "overall_verdict: APPROVED",
            &["it differs in the front matter"],
        ),
        (
            "status: ACCEPTED",
            "status: REJECTED",
            &[
                "it says status REJECTED, and ACCEPTED was recorded",
                "it differs in the front matter",
            ],
        ),
        (
            "**Gate Decision**: PROCEED",
            "**Gate Decision**: RECONVENE",
            &["it says gate decision RECONVENE, and PROCEED was recorded"],
        ),
        (
            "nobody knows what nicely is",
            "all is well",
            &["it differs in the reviewers' outputs", "it differs in the synthesis"],
        ),
        (
            "### Rejected Recommendations",
            "7. Ship it today\n\n### Rejected Recommendations",
            &["it differs in the decisions"],
        ),
        (
            "### Changes Made\n",
            "### Changes Made\n\n- nothing at all\n",
            &["it differs in the revision log"],
        ),
        ("# Council Review", "# Council  Review", &["it has other words"]),
    ];
    for (from, to, expected) in edits {
        let world = World::open();
        world.edit(REVIEW, from, to);
        let (path, message, help) = world.said("UNSIGNED");
        assert_eq!(path, REVIEW);
        let said = message.strip_prefix("the file was edited since it was recorded: ").unwrap();
        assert_eq!(said.split("; ").collect::<Vec<_>>(), expected, "{from}");
        assert!(help.contains("`council restore refunds`"), "{help}");
    }
}

#[test]
fn the_verdict_and_the_synthesis_are_named_where_they_are_edited() {
    let world = World::open();
    let text = world.read(REVIEW).replace("REVISE_AND_RESUBMIT", "APPROVED");
    let text = text.replace("REVISE AND RESUBMIT", "APPROVED").replace("CRITICAL", "LOW");
    world.put(REVIEW, &text.replace("**Severity**: HIGH", "**Severity**: LOW"));
    let message = world.said("UNSIGNED").1;
    assert!(
        message.contains("it says verdict APPROVED, and REVISE_AND_RESUBMIT was recorded"),
        "{message}"
    );
    assert!(message.contains("; it differs in the synthesis"), "{message}");
}

#[test]
fn line_ends_are_no_edit_and_a_review_that_nobody_recorded_is_none() {
    let world = World::open();
    for path in [REVIEW, TWIN] {
        let text = world.read(path);
        world.put(path, &text.replace('\n', "\r\n"));
        assert_eq!(codes(&world.asked()), [""; 0], "{path}");
        world.put(path, &(text.replace('\n', "\r\n") + "{}"));
        assert_eq!(world.said("UNSIGNED").0, path);
        world.put(path, &text);
    }
    world.remove(TWIN);
    assert_eq!(codes(&world.asked()), [""; 0], "nobody is misled by JSON that is not there");
    world.put(SECOND, &world.read(REVIEW).replace("review_number: 1", "review_number: 2"));
    world.edit(REVIEW, "Decision**: PROCEED", "Decision**: RECONVENE");
    assert!(
        world.said("UNSIGNED").1.contains("r2 is not in the journal"),
        "{:?}",
        world.said("UNSIGNED")
    );
}

#[test]
fn a_chair_that_took_the_verdict_lightly_is_named() {
    let world = World::minded(REVISE, "CRITICAL", CONCERNS);
    let gate = world.asked();
    assert!(advises(&gate, "CHAIR_MISMATCH"), "{:?}", codes(&gate));
    let message = world.said("CHAIR_MISMATCH").1;
    assert!(message.contains("the seats amount to REVISE_AND_RESUBMIT"), "{message}");
    let agreed = World::minded(REVISE, "CRITICAL", REVISE);
    assert!(!codes(&agreed.asked()).contains(&"CHAIR_MISMATCH"));
}

const PUT_BACK: &str = "`council restore refunds` writes it as it was recorded and keeps the edit aside; another text needs another review";

#[test]
fn what_was_reviewed_and_what_is_built_are_the_recorded_texts_in_their_places() {
    let world = World::open();
    for (path, version) in [(V1, "v1"), (V2, "v2")] {
        let text = world.read(path);
        world.put(path, &format!("{text}\n- FR-9: The page must send all money away.\n"));
        let (place, message, help) = world.said("PRD_CHANGED");
        assert_eq!((place.as_str(), help.as_str()), (path, PUT_BACK));
        assert!(message.contains(version), "{message}");
        world.remove(path);
        let (place, message, help) = world.said("PRD_MISSING");
        assert_eq!((place.as_str(), help.as_str()), (path, PUT_BACK));
        assert!(message.contains(version), "{message}");
        world.put(path, &text);
        assert_eq!(codes(&world.asked()), [""; 0]);
    }
    // The same text where nobody recorded it is another file.
    world.rename(V2, "workspace/refunds/prd-v2.md");
    assert_eq!(world.said("PRD_CHANGED").0, "workspace/refunds/prd-v2.md");
}

#[test]
fn without_a_revision_what_was_reviewed_is_built() {
    let world = World::waived(CONCERNS, "HIGH");
    assert_eq!(codes(&world.asked()), [""; 0]);
    let journal = world.read(JOURNAL);
    let entries = parse(journal.as_bytes()).lines;
    let other = "workspace/refunds/prd-v1.md";
    let entries: Vec<String> = entries.iter().map(|line| line.entry.replace(V1, other)).collect();
    world.put(JOURNAL, &String::from_utf8(render(entries.iter().map(String::as_str))).unwrap());
    world.edit(REVIEW, V1, other);
    world.edit(TWIN, V1, other);
    fs::copy(world.folder.path().join(V1), world.folder.path().join(other)).unwrap();
    assert_eq!(codes(&world.asked()), ["PRD_CHANGED"]);
    assert_eq!(world.said("PRD_CHANGED").0, V1);
    world.remove(V1);
    assert_eq!(codes(&world.asked()), [""; 0]);
}

#[test]
fn something_critical_is_missed_once_it_is_decided_on() {
    let world = World::minded(REVISE, "CRITICAL", REVISE);
    let is_missed = || codes(&world.asked()).contains(&"CRITICAL_UNCHANGED");
    assert!(!is_missed());
    world.answer(&[], None).unwrap();
    world.revise(&mended(&["nicely"])).unwrap();
    assert!(is_missed());
    let (path, message, help) = world.said("CRITICAL_UNCHANGED");
    assert_eq!(path, V2);
    assert!(message.starts_with("recommendation 1 is about something CRITICAL"), "{message}");
    assert!(help.contains("`council revise NEW_PRD --project refunds`"), "{help}");
    world.revise(&mended(&["soonish"])).unwrap();
    assert!(!is_missed());
}

/// An earlier version took other layout for an answer, and its journals are still there.
#[test]
fn what_was_accepted_and_not_revised_is_held_once_the_work_goes_on() {
    let world = World::minded(CONCERNS, "HIGH", CONCERNS);
    world.answer(&[], None).unwrap();
    world.revise(&mended(&MINDED)).unwrap();
    let blank = |world: &World| {
        let hash = |text: &str| {
            let other = World::new(text);
            let review = other.read(REVIEW);
            let line = review.lines().find_map(|line| line.strip_prefix("prd_hash: ")).unwrap();
            line.trim_matches('"').to_owned()
        };
        let (answered, blank) = (mended(&MINDED), prd().replace(".\n", ". \n"));
        let hashes = [hash(&answered), hash(&blank)];
        let inner = |text: &str| text.replace('\n', "\\n");
        let lines = parse(world.read(JOURNAL).as_bytes()).lines;
        let entries: Vec<String> = lines
            .iter()
            .map(|line| line.entry.replace(&inner(&answered), &inner(&blank)))
            .map(|entry| entry.replace(&hashes[0], &hashes[1]))
            .collect();
        world.put(JOURNAL, &String::from_utf8(render(entries.iter().map(String::as_str))).unwrap());
        world.put(V2, &blank);
    };
    let before = (world.read(JOURNAL), world.read(V2));
    blank(&world);
    assert!(!codes(&world.asked()).contains(&"NOT_REVISED"), "the work does not go on yet");
    world.put(JOURNAL, &before.0);
    world.put(V2, &before.1);
    world.close(GateDecision::Proceed).unwrap();
    assert_eq!(codes(&world.asked()), [""; 0]);
    blank(&world);
    assert_eq!(codes(&world.asked()), ["NOT_REVISED"]);
    let (path, _, help) = world.said("NOT_REVISED");
    assert_eq!(path, V2);
    assert!(help.contains("`council gate rereview refunds --reconvene"), "{help}");
    let declined = World::waived(CONCERNS, "HIGH");
    assert_eq!(codes(&declined.asked()), [""; 0], "who declines everything revises nothing");
}

#[test]
fn a_waiver_holds_to_the_end_of_its_day_and_for_its_own_words() {
    let last = Date::constant(2026, 4, 1);
    let world = World::minded(CONCERNS, "HIGH", CONCERNS);
    world.answer(&[1], Some(last)).unwrap();
    world.revise(&mended(&["nicely"])).unwrap();
    world.close(GateDecision::Proceed).unwrap();
    assert_eq!(codes(&world.asked()), [""; 0], "other words beside it reopen nothing");
    assert_eq!(codes(&world.asked_on(last)), [""; 0]);
    assert_eq!(codes(&world.asked_on(last.tomorrow().unwrap())), ["WAIVER_EXPIRED"]);
    assert_eq!(codes(&world.asked_on(Date::constant(2027, 1, 1))), ["WAIVER_EXPIRED"]);

    let world = World::minded(CONCERNS, "HIGH", CONCERNS);
    world.answer(&[1, 2], Some(last)).unwrap();
    world.revise(&mended(&["soonish", "smoothly"])).unwrap();
    let (path, message, help) = world.said("WAIVER_REOPENED");
    assert_eq!(path, JOURNAL);
    assert_eq!(
        message,
        "what the waiver of recommendation 1 by Ada is about has changed: `book refunds soonish`"
    );
    assert_eq!(
        help,
        "`council decide --project refunds --waive \"1: OWNER, YYYY-MM-DD\" --by NAME` renews it; `council gate rereview refunds --reconvene --rationale REASON --by NAME` lets the panel meet again"
    );
    world.renew(last.tomorrow().unwrap());
    assert!(!codes(&world.asked()).contains(&"WAIVER_REOPENED"), "it was given for this text");
}

#[test]
fn words_that_only_run_over_other_lines_are_the_same_words() {
    let world = World::minded(CONCERNS, "HIGH", CONCERNS);
    world.answer(&[1], Some(Date::constant(2026, 4, 1))).unwrap();
    world.revise(&mended(&["nicely"]).replace("refunds soonish", "refunds\n  soonish")).unwrap();
    assert!(!codes(&world.asked()).contains(&"WAIVER_REOPENED"));
}

#[test]
fn what_a_review_is_in_the_middle_of_is_told_while_its_file_is_as_recorded() {
    let (waits, opened) = (
        Some("this review waits for the decision of the re-review gate".to_owned()),
        Some("this review was opened by the re-review gate, and the panel has not met".to_owned()),
    );
    let world = World::minded(CONCERNS, "HIGH", CONCERNS);
    assert_eq!(world.in_progress(REVIEW), None, "a human is to decide");
    world.answer(&[1], Some(Date::constant(2026, 4, 1))).unwrap();
    assert_eq!(world.in_progress(REVIEW), waits);
    let decided = world.read(REVIEW);
    world.edit(REVIEW, "later", "never");
    assert_eq!(world.in_progress(REVIEW), None);
    world.put(REVIEW, &decided);
    world.revise(&mended(&["nicely"])).unwrap();
    assert_eq!(world.in_progress(REVIEW), waits);
    world.close(GateDecision::Proceed).unwrap();
    assert_eq!(world.in_progress(REVIEW), None);
    world.renew(Date::constant(2026, 5, 1));
    assert_eq!(world.in_progress(REVIEW), None, "a waiver is renewed after the gate has decided");

    let world = World::minded(CONCERNS, "HIGH", CONCERNS);
    world.answer(&[], None).unwrap();
    world.revise(&mended(&["nicely"])).unwrap();
    world.close(GateDecision::Reconvene).unwrap();
    assert_eq!((world.in_progress(REVIEW), world.in_progress(SECOND)), (None, opened.clone()));
    world.revise(&mended(&["nicely", "smoothly"])).unwrap();
    assert_eq!((world.in_progress(REVIEW), world.in_progress(SECOND)), (None, opened));
}

/// A program of before wrote no JSON beside a review, so a step of its journal leaves one file.
#[test]
fn a_step_that_leaves_one_file_is_known_by_it() {
    let world = World::minded(CONCERNS, "HIGH", CONCERNS);
    world.answer(&[1], Some(Date::constant(2026, 4, 1))).unwrap();
    let waits = world.in_progress(REVIEW);
    assert!(waits.is_some());
    let alone = |entry: &str| {
        let mut step: serde_json::Value = serde_json::from_str(entry).unwrap();
        if let Some(files) = step.get_mut("files").and_then(|files| files.as_array_mut()) {
            files.retain(|file| file.get("path").is_some_and(|path| path == REVIEW));
        }
        step.to_string()
    };
    let lines = parse(world.read(JOURNAL).as_bytes()).lines;
    let entries: Vec<String> = lines.iter().map(|line| alone(&line.entry)).collect();
    world.put(JOURNAL, &String::from_utf8(render(entries.iter().map(String::as_str))).unwrap());
    world.remove(TWIN);
    assert_eq!(world.in_progress(REVIEW), waits);
}

#[test]
fn a_later_review_is_held_against_its_own_steps() {
    let world = World::minded(REVISE, "CRITICAL", REVISE);
    world.answer(&[], None).unwrap();
    world.revise(&mended(&["soonish"])).unwrap();
    world.close(GateDecision::Reconvene).unwrap();
    world.put("prd.md", &mended(&["soonish"]));
    world.convene(&request(None)).unwrap();
    world.answer(&[], None).unwrap();
    let gate = world.asked();
    assert!(gate.stand_ins.is_empty(), "the second panel is no drill");
    assert!(gate.answer.holds.is_empty(), "{:?}", gate.answer.holds);
}
