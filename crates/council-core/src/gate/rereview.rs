//! Proceed or reconvene?
//!
//! The gate reads what a human has decided. Where nothing is decided it recommends, with its reasons, and leaves the
//! decision to a human.

use std::collections::BTreeMap;

use crate::{
    diagnostic::Place,
    gate::{
        Outcome, Signal,
        handoff::{HardFail, advisory, fault, hard_fails, no_review, not_by_hand, stray},
    },
    handoff::{
        CleanLine, GateDecision, Handoff, HandoffStatus, LineDelta, PanelRuling, Tier, ruling,
    },
    ident::ProjectName,
    series::{Series, SeriesFault, SeriesReview},
    severity::Severity,
};

/// More recommendations than this applied, and the packet is worth another look.
const MANY: usize = 3;

/// More percent of the lines than this changed, and the packet is worth another look.
const MUCH: usize = 15;

/// What the gate is asked.
#[derive(Debug, Clone, Copy)]
pub struct ReReviewQuestion<'a> {
    /// The project.
    pub project: &'a ProjectName,
    /// Its reviews.
    pub series: &'a Series,
    /// Files that look like reviews but whose place in the series cannot be told.
    pub strays: &'a [String],
    /// How much the packet changed, where both versions were found.
    pub delta: Option<LineDelta>,
    /// Whether the journal of the project knows the reviews, so that commands act on them.
    pub is_recorded: bool,
    /// What the journal shows to be carried out; what the file claims where there is none.
    pub applied: Option<&'a Applied>,
}

/// What was carried out of what was accepted, as the difference of the versions shows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Applied {
    /// Whether a new version is recorded.
    pub is_revised: bool,
    /// How many of the accepted recommendations left a trace.
    pub count: usize,
    /// One of them that is about something critical.
    pub critical: Option<CleanLine>,
    /// The numbers of what is critical and neither changed nor waived: nobody can proceed with it.
    pub unanswered: Vec<usize>,
}

/// What the gate answers.
#[derive(Debug, Clone, PartialEq)]
pub struct ReReviewAnswer {
    /// The decision.
    pub outcome: Outcome,
    /// What was noticed, what stops the work first.
    pub signals: Vec<Signal>,
    /// The verdict that counts.
    pub ruling: Option<PanelRuling>,
    /// What the gate would do, where a human has still to decide.
    pub advice: Option<Advice>,
}

/// What the gate would do, and why.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The reasons to reconvene; none of them is a reason to proceed.
    pub reasons: Vec<RereviewReason>,
}

impl Advice {
    /// Returns the recommendation.
    pub fn decision(&self) -> GateDecision {
        if self.reasons.is_empty() { GateDecision::Proceed } else { GateDecision::Reconvene }
    }
}

/// Why the panel should meet again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RereviewReason {
    /// More than three recommendations were applied.
    Many {
        /// How many.
        applied: usize,
    },
    /// Recommendations were accepted, and no new version is recorded.
    NotRevised,
    /// Something critical is neither changed nor waived, so nobody can proceed.
    Unanswered {
        /// The numbers of the recommendations.
        numbers: Vec<usize>,
    },
    /// Something critical was touched.
    Critical {
        /// The recommendation.
        touched: CleanLine,
    },
    /// More than 15 percent of the lines changed.
    Much(LineDelta),
}

/// What a review that Council wrote has only after `council revise`; the advice says that nothing is revised yet.
pub(super) const LATER: [&str; 2] = ["changes-missing", "log-version-missing"];

/// Reads the decision of the re-review gate, or recommends one.
pub fn judge(question: ReReviewQuestion<'_>) -> ReReviewAnswer {
    let answer = |outcome, signals| ReReviewAnswer { outcome, signals, ruling: None, advice: None };
    let current = question.series.current();
    let broken = broken(&question, current);
    let Some(review) = current else {
        let mut signals = vec![no_review(question.project)];
        signals.extend(broken);
        return answer(Outcome::InputNeeded, signals);
    };
    let handoff = &review.handoff.value;
    let mut signals = unreadable(review, question.project);
    signals.extend(broken);
    let status = handoff.front.as_ref().and_then(|front| front.status);
    let mut advice = None;
    let outcome = match (status, review.decision()) {
        _ if !signals.is_empty() => Outcome::Blocked,
        (None | Some(HandoffStatus::Pending), _) => {
            signals.push(pending(review, &question));
            Outcome::Blocked
        }
        (
            Some(HandoffStatus::Accepted | HandoffStatus::Rejected),
            Some(GateDecision::Reconvene),
        ) => {
            signals.push(reconvene(review, &question));
            Outcome::Blocked
        }
        (Some(HandoffStatus::Accepted | HandoffStatus::Rejected), Some(GateDecision::Proceed)) => {
            Outcome::Pass
        }
        (Some(HandoffStatus::Accepted | HandoffStatus::Rejected), None) => {
            signals.push(undecided(review, &question));
            advice = Some(advise(handoff, question.delta, question.applied));
            Outcome::InputNeeded
        }
    };
    if !review.is_shell() {
        let mut rest = advisories(review);
        if question.is_recorded {
            rest.retain(|signal| !LATER.contains(&signal.code.as_str()));
            rest.iter_mut().for_each(not_by_hand);
        }
        signals.extend(rest);
    }
    let outcome =
        if outcome == Outcome::Pass && !signals.is_empty() { Outcome::Warned } else { outcome };
    ReReviewAnswer { outcome, signals, ruling: ruling(handoff), advice }
}

/// Returns what to recommend: to reconvene where much was changed or something critical was touched. What was carried out
/// counts, not what was accepted; a file without a journal is believed.
pub fn advise(handoff: &Handoff, delta: Option<LineDelta>, applied: Option<&Applied>) -> Advice {
    let accepted = handoff.decisions.accepted().count();
    let claimed = || Applied {
        is_revised: true,
        count: accepted,
        critical: critical(handoff).cloned(),
        unanswered: Vec::new(),
    };
    let Applied { is_revised, count, critical, unanswered } =
        applied.cloned().unwrap_or_else(claimed);
    let mut reasons = Vec::new();
    if accepted > 0 && !is_revised {
        reasons.push(RereviewReason::NotRevised);
    } else if !unanswered.is_empty() {
        reasons.push(RereviewReason::Unanswered { numbers: unanswered });
    }
    if count > MANY {
        reasons.push(RereviewReason::Many { applied: count });
    }
    reasons.extend(critical.map(|touched| RereviewReason::Critical { touched }));
    reasons.extend(delta.filter(|delta| delta.exceeds(MUCH)).map(RereviewReason::Much));
    Advice { reasons }
}

/// Returns the first accepted recommendation that touches something critical: one of the most urgent tier. Where
/// something critical stands and no tier tells which recommendation mends it, any of them may.
fn critical(handoff: &Handoff) -> Option<&CleanLine> {
    let stands = handoff.reviews.iter().any(|review| review.worst() == Some(Severity::Blocker));
    let revisions = handoff.synthesis.as_ref().map(|synthesis| synthesis.revisions.as_slice());
    let revisions = revisions.unwrap_or_default();
    let is_told = revisions.iter().any(|revision| revision.tier == Tier::Must);
    let tiers: BTreeMap<String, Tier> =
        revisions.iter().rev().map(|one| (one.text.folded(), one.tier)).collect();
    handoff.decisions.accepted().find(|line| match tiers.get(&line.folded()) {
        Some(Tier::Must) => true,
        Some(Tier::Should | Tier::Could | Tier::Deferred) => stands && !is_told,
        None => stands,
    })
}

/// Returns what is wrong with the order of the series. That the current review asks for a next one that is not there yet
/// is its decision, not a fault.
fn broken(question: &ReReviewQuestion<'_>, current: Option<&SeriesReview>) -> Vec<Signal> {
    let is_wrong = |fault: &&SeriesFault| match fault {
        SeriesFault::NotReconvened { path, .. } => current.is_none_or(|one| one.path != *path),
        SeriesFault::Twins { .. } | SeriesFault::Gap { .. } | SeriesFault::Misnumbered { .. } => {
            true
        }
    };
    let faults = question.series.faults().iter().filter(is_wrong).map(fault);
    faults.chain(question.strays.iter().map(stray)).collect()
}

/// Returns what keeps the gate from knowing where the review stands. One that is pending need not have a verdict yet.
fn unreadable(review: &SeriesReview, project: &ProjectName) -> Vec<Signal> {
    let needed = [HardFail::Front, HardFail::Phase, HardFail::Verdict];
    let is_needed = |fail: &HardFail| *fail != HardFail::Verdict || !review.is_pending();
    hard_fails(review, project, needed.into_iter().filter(is_needed))
}

fn pending(review: &SeriesReview, question: &ReReviewQuestion<'_>) -> Signal {
    let (place, project) = (Place::file(&review.path), question.project);
    if review.is_shell() {
        let path = if question.is_recorded { "" } else { "PATH " };
        let message = format!("review {} has been opened and the panel has not met", review.number);
        return Signal::block(HardFail::Pending.code(), place, message)
            .help(format!("`council panel {path}--project {project}` holds the review"));
    }
    let message = format!("nobody has acted on review {}: its status is PENDING", review.number);
    Signal::block(HardFail::Pending.code(), place, message).help(if question.is_recorded {
        format!("`council decide --project {project}` records what is accepted and rejected")
    } else {
        "whoever wrote the review says it there: under `## User Decisions` and in its `status`, ACCEPTED or REJECTED".to_owned()
    })
}

fn reconvene(review: &SeriesReview, question: &ReReviewQuestion<'_>) -> Signal {
    let project = question.project;
    let path = if question.is_recorded { "" } else { "PATH " };
    let next = review.number.next();
    let message =
        format!("the decision is to reconvene: review {next} comes before the next phase");
    Signal::block("RECONVENE", Place::file(&review.path), message)
        .help(format!("`council panel {path}--project {project}` holds review {next}"))
}

fn undecided(review: &SeriesReview, question: &ReReviewQuestion<'_>) -> Signal {
    let message = format!(
        "nobody has decided yet whether to proceed or reconvene after review {}",
        review.number
    );
    let place = Place::file(&review.path);
    Signal::block("GATE_UNDECIDED", place, message).help(if question.is_recorded {
        "decide with `--proceed` or `--reconvene`, a `--rationale` and `--by`".to_owned()
    } else {
        "whoever wrote the review says it there under `## Re-Review Status`: `**Gate Decision**: PROCEED` or RECONVENE, with date and rationale".to_owned()
    })
}

/// Returns the reader's remarks that are not told already: what makes the file unreadable blocks, and that nothing is
/// decided is the question itself.
fn advisories(review: &SeriesReview) -> Vec<Signal> {
    let is_told = |code: &str| match HardFail::of(code) {
        Some(HardFail::Front | HardFail::Phase | HardFail::Verdict | HardFail::NotLatest) => true,
        Some(HardFail::NotProceed | HardFail::ReReview) => code.ends_with("-missing"),
        Some(
            HardFail::Pending | HardFail::Reviewers | HardFail::Synthesis | HardFail::ChairVerdict,
        )
        | None => false,
    };
    review.handoff.diagnostics.iter().filter(|one| !is_told(one.code)).map(advisory).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostic::{Diagnostic, Parsed},
        handoff::{
            Front, PacketVersion, PanelFinding, PanelSeat, Rating, ReReview, RecommendedChange,
            SeatReview, Synthesis,
        },
        series::ReviewNumber,
    };

    fn line(words: &str) -> CleanLine {
        CleanLine::new(words).unwrap()
    }

    fn handoff(status: HandoffStatus, decision: Option<GateDecision>) -> Handoff {
        let project = ProjectName::new("demo").ok();
        Handoff {
            front: Some(Front {
                project,
                number: Some(ReviewNumber::FIRST),
                date: Some(jiff::civil::Date::constant(2026, 3, 3)),
                version: Some(PacketVersion(1)),
                reviewers: PanelSeat::core().to_vec(),
                verdict: Some(Rating::Approved),
                status: Some(status),
                ..Front::new()
            }),
            rereview: Some(ReReview { decision, ..ReReview::default() }),
            ..Handoff::default()
        }
    }

    fn answer(handoff: Handoff, delta: Option<LineDelta>) -> ReReviewAnswer {
        let number = ReviewNumber::FIRST;
        let handoff = Parsed::clean(handoff);
        let review = SeriesReview { path: "a.md".into(), number, text: String::new(), handoff };
        judge(ReReviewQuestion {
            project: &ProjectName::new("demo").unwrap(),
            series: &Series::new(vec![review]),
            strays: &[],
            delta,
            is_recorded: false,
            applied: None,
        })
    }

    fn outcome(status: HandoffStatus, decision: Option<GateDecision>) -> Outcome {
        answer(handoff(status, decision), None).outcome
    }

    #[test]
    fn a_decision_is_read_and_none_is_asked_for() {
        for status in [HandoffStatus::Accepted, HandoffStatus::Rejected] {
            assert_eq!(outcome(status, Some(GateDecision::Proceed)), Outcome::Pass);
            assert_eq!(outcome(status, Some(GateDecision::Reconvene)), Outcome::Blocked);
            assert_eq!(outcome(status, None), Outcome::InputNeeded);
        }
    }

    #[test]
    fn a_pending_review_blocks_whatever_its_last_section_says() {
        for decision in [None, Some(GateDecision::Proceed), Some(GateDecision::Reconvene)] {
            assert_eq!(outcome(HandoffStatus::Pending, decision), Outcome::Blocked);
        }
    }

    #[test]
    fn a_decision_on_a_review_without_a_verdict_blocks() {
        let mut silent = handoff(HandoffStatus::Accepted, Some(GateDecision::Proceed));
        silent.front.as_mut().unwrap().verdict = None;
        assert_eq!(answer(silent, None).outcome, Outcome::Blocked);
    }

    #[test]
    fn a_review_of_another_project_blocks() {
        let mut other = handoff(HandoffStatus::Accepted, Some(GateDecision::Proceed));
        other.front.as_mut().unwrap().project = ProjectName::new("other").ok();
        assert_eq!(answer(other, None).outcome, Outcome::Blocked);
    }

    fn accepting(words: &[&str]) -> Handoff {
        let mut handoff = handoff(HandoffStatus::Accepted, None);
        handoff.decisions.accepted = words.iter().map(|words| line(words)).collect();
        let revision = |tier, words| RecommendedChange { tier, text: line(words) };
        let revisions = vec![revision(Tier::Must, "bound FR-2"), revision(Tier::Could, "glossary")];
        handoff.synthesis = Some(Synthesis { revisions, ..Synthesis::default() });
        handoff
    }

    #[test]
    fn more_than_three_applied_is_worth_another_look() {
        assert_eq!(advise(&accepting(&["a", "b", "c"]), None, None).reasons, []);
        let many = advise(&accepting(&["a", "b", "c", "d"]), None, None);
        assert_eq!(many.reasons, [RereviewReason::Many { applied: 4 }]);
        assert_eq!(many.decision(), GateDecision::Reconvene);
        assert_eq!(advise(&accepting(&["a", "b", "c", "TBD"]), None, None).reasons, []);
    }

    #[test]
    fn touching_something_critical_is_worth_another_look() {
        let critical = |handoff: &Handoff| {
            let reasons = advise(handoff, None, None).reasons;
            reasons.into_iter().any(|reason| matches!(reason, RereviewReason::Critical { .. }))
        };
        assert!(critical(&accepting(&["Bound FR-2"])));
        assert!(!critical(&accepting(&["glossary"])));
        assert!(!critical(&accepting(&["in other words"])));
        let mut standing = accepting(&["in other words"]);
        let finding = PanelFinding {
            severity: Some(Severity::Blocker),
            certainty: None,
            text: line("no bound"),
            quote: None,
            recommendation: None,
        };
        let seat = PanelSeat::core()[0].clone();
        standing.reviews = vec![SeatReview { findings: vec![finding], ..SeatReview::new(seat) }];
        assert!(critical(&standing));
        standing.decisions.accepted = vec![line("glossary")];
        assert!(!critical(&standing));
        standing.synthesis.as_mut().unwrap().revisions.retain(|one| one.tier != Tier::Must);
        assert!(critical(&standing));
    }

    #[test]
    fn much_change_is_worth_another_look() {
        let delta = |changed| Some(LineDelta { changed, lines: 100 });
        let handoff = accepting(&["glossary"]);
        assert_eq!(advise(&handoff, delta(15), None).decision(), GateDecision::Proceed);
        assert_eq!(advise(&handoff, delta(16), None).decision(), GateDecision::Reconvene);
    }

    #[test]
    fn what_was_carried_out_counts_and_not_what_was_accepted() {
        let accepted = accepting(&["Bound FR-2", "b", "c", "d"]);
        let advised = |applied: Applied| advise(&accepted, None, Some(&applied)).reasons;
        assert_eq!(advised(Applied::default()), [RereviewReason::NotRevised]);
        let few = Applied { is_revised: true, count: 3, ..Applied::default() };
        assert_eq!(advised(few.clone()), []);
        // Nobody is advised to proceed where that would be refused.
        let open = RereviewReason::Unanswered { numbers: vec![1] };
        assert_eq!(advised(Applied { unanswered: vec![1], ..few }), [open]);
        let touched = line("Bound FR-2");
        let many = Applied {
            is_revised: true,
            count: 4,
            critical: Some(touched.clone()),
            unanswered: Vec::new(),
        };
        assert_eq!(
            advised(many),
            [RereviewReason::Many { applied: 4 }, RereviewReason::Critical { touched }]
        );
    }

    #[test]
    fn nothing_accepted_needs_no_revision() {
        let unrevised = Applied::default();
        assert_eq!(advise(&accepting(&[]), None, Some(&unrevised)).reasons, []);
    }

    #[test]
    fn what_only_a_revision_brings_is_not_missed_before_it_in_a_review_of_ours() {
        let remarks = |is_recorded| {
            let remark = |code| Diagnostic::warning(code, Place::file("a.md"), "said");
            let diagnostics = ["changes-missing", "ratings-missing"].map(remark).to_vec();
            let handoff = Parsed { value: handoff(HandoffStatus::Accepted, None), diagnostics };
            let number = ReviewNumber::FIRST;
            let review = SeriesReview { path: "a.md".into(), number, text: String::new(), handoff };
            let answer = judge(ReReviewQuestion {
                project: &ProjectName::new("demo").unwrap(),
                series: &Series::new(vec![review]),
                strays: &[],
                delta: None,
                is_recorded,
                applied: None,
            });
            let codes = answer.signals.into_iter().map(|signal| signal.code);
            codes.filter(|code| code.ends_with("-missing")).collect::<Vec<_>>()
        };
        assert_eq!(remarks(true), ["ratings-missing"]);
        assert_eq!(remarks(false), ["changes-missing", "ratings-missing"]);
    }

    fn codes(answer: &ReReviewAnswer) -> Vec<&str> {
        answer.signals.iter().map(|one| one.code.as_str()).collect()
    }

    #[test]
    fn a_series_out_of_order_blocks_and_a_decision_to_meet_again_does_not_make_it_so() {
        let again = answer(handoff(HandoffStatus::Accepted, Some(GateDecision::Reconvene)), None);
        assert_eq!(codes(&again), ["RECONVENE"]);
        let mut third = handoff(HandoffStatus::Accepted, Some(GateDecision::Proceed));
        let number = ReviewNumber::FIRST.next().next();
        third.front.as_mut().unwrap().number = Some(number);
        let review = |number: ReviewNumber, value: Handoff| {
            let (path, handoff) = (format!("{number}.md"), Parsed::clean(value));
            SeriesReview { path, number, text: String::new(), handoff }
        };
        let first = handoff(HandoffStatus::Accepted, Some(GateDecision::Reconvene));
        let series = Series::new(vec![review(ReviewNumber::FIRST, first), review(number, third)]);
        let judged = judge(ReReviewQuestion {
            project: &ProjectName::new("demo").unwrap(),
            series: &series,
            strays: &["004-council-review-x.md".to_owned()],
            delta: None,
            is_recorded: false,
            applied: None,
        });
        assert_eq!(judged.outcome, Outcome::Blocked);
        assert_eq!(codes(&judged), [HardFail::NotLatest.code(); 3], "{:?}", judged.signals);
    }

    #[test]
    fn what_is_opened_and_empty_needs_no_verdict_and_is_not_remarked_on() {
        let said = Diagnostic::error("biases-missing", Place::file("a.md"), "said");
        let about = |value: Handoff| {
            let handoff = Parsed { value, diagnostics: vec![said.clone()] };
            let (path, text) = ("a.md".to_owned(), String::new());
            let review = SeriesReview { path, number: ReviewNumber::FIRST, text, handoff };
            judge(ReReviewQuestion {
                project: &ProjectName::new("demo").unwrap(),
                series: &Series::new(vec![review]),
                strays: &[],
                delta: None,
                is_recorded: false,
                applied: None,
            })
        };
        let mut shell = handoff(HandoffStatus::Pending, None);
        shell.front.as_mut().unwrap().verdict = None;
        let opened = about(shell.clone());
        assert_eq!(codes(&opened), [HardFail::Pending.code()]);
        assert!(opened.signals[0].message.contains("the panel has not met"));
        let seat = PanelSeat::core()[0].clone();
        shell.reviews =
            vec![SeatReview { rating: Some(Rating::Approved), ..SeatReview::new(seat) }];
        let met = about(shell);
        assert_eq!(codes(&met), [HardFail::Pending.code(), "biases-missing"]);
        assert!(met.signals[0].message.contains("nobody has acted"));
        let acted = about(handoff(HandoffStatus::Accepted, Some(GateDecision::Proceed)));
        assert_eq!((acted.outcome, codes(&acted)), (Outcome::Warned, vec!["biases-missing"]));
    }
}
