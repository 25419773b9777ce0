//! Each hard fail alone, and the word that is needed to go on against a verdict.

use super::*;
use crate::{
    diagnostic::Parsed,
    handoff::{PanelSeat, ReReview, SeatReview, Synthesis},
    series::ReviewNumber,
};

type Change = dyn Fn(&mut Handoff);

fn project() -> ProjectName {
    ProjectName::new("demo").unwrap()
}

/// A review nothing is wrong with.
fn handoff() -> Handoff {
    let review = |seat| SeatReview { rating: Some(Rating::Approved), ..SeatReview::new(seat) };
    Handoff {
        front: Some(Front {
            project: Some(project()),
            number: Some(ReviewNumber::FIRST),
            date: Some(jiff::civil::Date::constant(2026, 3, 3)),
            version: Some(PacketVersion(1)),
            reviewers: PanelSeat::core().to_vec(),
            verdict: Some(Rating::Approved),
            status: Some(HandoffStatus::Accepted),
            ..Front::new()
        }),
        reviews: PanelSeat::core().map(review).to_vec(),
        synthesis: Some(Synthesis { verdict: Some(Rating::Approved), ..Synthesis::default() }),
        rereview: Some(ReReview { decision: Some(GateDecision::Proceed), ..ReReview::default() }),
        ..Handoff::default()
    }
}

fn answer(handoff: Parsed<Handoff>, acknowledged: Option<&Acknowledged>) -> HandoffAnswer {
    let number = ReviewNumber::FIRST;
    let review = SeriesReview { path: "a.md".into(), number, text: String::new(), handoff };
    judge(HandoffQuestion {
        project: &project(),
        series: &Series::new(vec![review]),
        strays: &[],
        packet: Some("prd.md"),
        acknowledged,
        is_recorded: false,
    })
}

fn without(change: impl Fn(&mut Handoff)) -> HandoffAnswer {
    let mut handoff = handoff();
    change(&mut handoff);
    answer(Parsed::clean(handoff), None)
}

#[test]
fn a_review_nothing_is_wrong_with_passes() {
    assert_eq!(without(|_| {}).outcome, Outcome::Pass);
}

#[test]
fn each_hard_fail_stands_alone_even_when_no_reader_complained() {
    let front = |change: fn(&mut Front)| {
        move |handoff: &mut Handoff| handoff.front.iter_mut().for_each(change)
    };
    let checks: [(HardFail, &Change); 17] = [
        (HardFail::Front, &|one| one.front = None),
        (HardFail::Front, &front(|one| one.project = None)),
        (HardFail::Front, &front(|one| one.project = ProjectName::new("other").ok())),
        (HardFail::Front, &front(|one| one.date = None)),
        (HardFail::Front, &front(|one| one.version = None)),
        (HardFail::Front, &front(|one| one.number = None)),
        (HardFail::Front, &front(|one| one.reviewers.clear())),
        (HardFail::Front, &front(|one| one.status = None)),
        (HardFail::Phase, &front(|one| one.phase = HandoffPhase::Other)),
        (HardFail::Verdict, &front(|one| one.verdict = None)),
        (HardFail::Pending, &front(|one| one.status = Some(HandoffStatus::Pending))),
        (HardFail::Reviewers, &|one| one.reviews.truncate(3)),
        (HardFail::Reviewers, &|one| one.reviews[0].rating = None),
        (HardFail::Synthesis, &|one| one.synthesis = None),
        (HardFail::ChairVerdict, &|one| one.synthesis = Some(Synthesis::default())),
        (HardFail::ReReview, &|one| one.rereview = None),
        (HardFail::NotProceed, &|one| one.rereview = Some(ReReview::default())),
    ];
    for (fail, change) in checks {
        let answer = without(change);
        assert_eq!((answer.outcome, answer.fails), (Outcome::Blocked, vec![fail]));
    }
}

#[test]
fn a_complaint_of_the_reader_stands_even_when_the_values_look_well() {
    for fail in HardFail::ALL.into_iter().filter(|fail| *fail != HardFail::NotLatest) {
        for code in fail.diagnostics() {
            let diagnostic = Diagnostic::error(code, Place::file("a.md").at(7), "said");
            let parsed = Parsed { value: handoff(), diagnostics: vec![diagnostic] };
            let answer = answer(parsed, None);
            assert_eq!((answer.outcome, answer.fails), (Outcome::Blocked, vec![fail]));
            assert_eq!(answer.signals[0].place.line, Some(7), "{code}");
        }
    }
}

#[test]
fn each_of_the_five_sections_is_needed() {
    for code in SECTIONS {
        let diagnostic = Diagnostic::error(code, Place::file("a.md").at(7), "said");
        let parsed = Parsed { value: handoff(), diagnostics: vec![diagnostic] };
        let answer = answer(parsed, None);
        assert_eq!((answer.outcome, answer.fails), (Outcome::Blocked, vec![]), "{code}");
        let codes: Vec<&str> = answer.signals.iter().map(|one| one.code.as_str()).collect();
        assert_eq!(codes, ["SECTION_MISSING"]);
    }
}

#[test]
fn what_nobody_signed_needs_a_human_and_a_hold_stays() {
    let place = || Place::file("a.md");
    let mut signed = without(|_| {});
    signed.take_signatures(Signatures::default());
    assert_eq!((signed.outcome, signed.holds.len()), (Outcome::Pass, 0));
    let mut foreign = without(|_| {});
    let signals = vec![Signal::advisory("UNSIGNED", place(), "said")];
    foreign.take_signatures(Signatures { signals, holds: vec![Hold::Unsigned] });
    assert_eq!((foreign.outcome, foreign.holds), (Outcome::Warned, vec![Hold::Unsigned]));
    let mut edited = without(|_| {});
    let signals = vec![Signal::block("UNSIGNED", place(), "said")];
    edited.take_signatures(Signatures { signals: signals.clone(), holds: Vec::new() });
    assert_eq!(edited.outcome, Outcome::ApprovalNeeded);
    let mut blocked = without(|one| one.synthesis = None);
    blocked.take_signatures(Signatures { signals, holds: Vec::new() });
    assert_eq!(blocked.outcome, Outcome::Blocked, "a human's word would not help");
}

#[test]
fn a_line_that_says_unproven_is_no_change() {
    let mut handoff = handoff();
    handoff.reviews[2].rating = Some(Rating::Revise);
    let unproven = CleanLine::new("recommendation 1: UNPROVEN, no change found near it").unwrap();
    handoff.revisions.changes = vec![unproven];
    let answer = answer(Parsed::clean(handoff), None);
    assert_eq!(answer.outcome, Outcome::ApprovalNeeded);
    assert_eq!(answer.signals[0].code, "REVISE_WITHOUT_CHANGES");
}

#[test]
fn going_on_against_the_verdict_needs_a_word() {
    for status in [HandoffStatus::Accepted, HandoffStatus::Rejected] {
        let mut handoff = handoff();
        handoff.reviews[2].rating = Some(Rating::Revise);
        handoff.front.as_mut().unwrap().status = Some(status);
        let asked = answer(Parsed::clean(handoff.clone()), None);
        assert_eq!((asked.outcome, asked.fails), (Outcome::ApprovalNeeded, vec![]));
        let reason = CleanLine::new("the seat is answered in v2").unwrap();
        let word = Acknowledged { by: CleanLine::new("Ada").unwrap(), reason };
        let told = answer(Parsed::clean(handoff.clone()), Some(&word));
        assert_eq!(told.outcome, Outcome::Warned);
        assert!(
            told.signals[0].message.ends_with("acknowledged by Ada: the seat is answered in v2")
        );

        handoff.revisions.changes = vec![CleanLine::new("FR-2 is bounded").unwrap()];
        let changed = answer(Parsed::clean(handoff), None).outcome;
        let expected =
            if status == HandoffStatus::Accepted { Outcome::Pass } else { Outcome::ApprovalNeeded };
        assert_eq!(changed, expected);
    }
}

#[test]
fn a_word_is_waited_for_only_where_a_word_is_what_is_missing() {
    let revise = |one: &mut Handoff| one.reviews[2].rating = Some(Rating::Revise);
    let unsigned = |signal: Signal| Signatures { signals: vec![signal], holds: Vec::new() };
    assert!(!without(|_| {}).waits_for_acknowledgement());
    assert!(!without(|one| one.synthesis = None).waits_for_acknowledgement(), "another reason");
    let mut asked = without(revise);
    assert!(asked.waits_for_acknowledgement());
    asked.take_signatures(unsigned(Signal::advisory("UNSIGNED", Place::file("a.md"), "said")));
    assert!(asked.waits_for_acknowledgement());
    asked.take_signatures(unsigned(Signal::block("UNSIGNED", Place::file("a.md"), "said")));
    assert!(!asked.waits_for_acknowledgement(), "a word on what nobody signed opens nothing");
    let mut handoff = handoff();
    revise(&mut handoff);
    let (by, reason) = (CleanLine::new("Ada").unwrap(), CleanLine::new("tracked").unwrap());
    let told = answer(Parsed::clean(handoff), Some(&Acknowledged { by, reason }));
    assert!(!told.waits_for_acknowledgement(), "it was said");
}

fn reviewed(number: ReviewNumber, handoff: Handoff) -> SeriesReview {
    let path = format!("{number}.md");
    SeriesReview { path, number, text: String::new(), handoff: Parsed::clean(handoff) }
}

fn judged(series: &Series, packet: Option<&str>, is_recorded: bool) -> HandoffAnswer {
    let (project, strays) = (&project(), &[][..]);
    judge(HandoffQuestion { project, series, strays, packet, acknowledged: None, is_recorded })
}

#[test]
fn a_review_before_one_that_waits_is_not_the_latest() {
    let second = ReviewNumber::FIRST.next();
    let mut waiting = handoff();
    let front = waiting.front.as_mut().unwrap();
    (front.number, front.status) = (Some(second), Some(HandoffStatus::Pending));
    let series = vec![reviewed(ReviewNumber::FIRST, handoff()), reviewed(second, waiting)];
    let answer = judged(&Series::new(series), Some("prd.md"), false);
    assert_eq!((answer.outcome, answer.fails), (Outcome::Blocked, vec![HardFail::NotLatest]));
    assert_eq!(answer.signals[0].place.path.as_deref(), Some("r2.md"));
}

#[test]
fn whoever_has_a_journal_is_told_the_command_and_not_to_edit() {
    let help = |change: &Change| {
        let mut handoff = handoff();
        change(&mut handoff);
        let series = Series::new(vec![reviewed(ReviewNumber::FIRST, handoff)]);
        let signals = judged(&series, Some("prd.md"), true).signals;
        signals.into_iter().filter_map(|one| one.help).collect::<Vec<_>>().join("\n")
    };
    let pending = help(&|one| one.front.as_mut().unwrap().status = Some(HandoffStatus::Pending));
    assert!(pending.contains("council decide --project demo"), "{pending}");
    let open = help(&|one| one.rereview = Some(ReReview::default()));
    assert!(open.contains("council gate rereview demo` records"), "{open}");
    let again =
        help(&|one| one.rereview.as_mut().unwrap().decision = Some(GateDecision::Reconvene));
    assert!(again.contains("council restore demo"), "{again}");
    assert!(!again.contains("rereview"), "{again}");
    let seats = help(&|one| one.reviews.truncate(3));
    assert!(seats.contains("council gate rereview demo --reconvene"), "{seats}");
    let lost = help(&|one| one.synthesis = None);
    assert!(lost.contains("council restore demo"), "{lost}");
}

#[test]
fn whoever_reconvened_is_told_to_hold_the_next_review_and_then_to_answer_it() {
    let second = ReviewNumber::FIRST.next();
    let help = |waiting: Handoff| {
        let mut first = handoff();
        first.rereview.as_mut().unwrap().decision = Some(GateDecision::Reconvene);
        let series = vec![reviewed(ReviewNumber::FIRST, first), reviewed(second, waiting)];
        let signals = judged(&Series::new(series), Some("prd.md"), true).signals;
        signals.into_iter().filter_map(|one| one.help).collect::<Vec<_>>().join("\n")
    };
    let mut waiting = handoff();
    let front = waiting.front.as_mut().unwrap();
    (front.number, front.status) = (Some(second), Some(HandoffStatus::Pending));
    let told = help(waiting.clone());
    assert!(told.contains("council decide --project demo` answers review r2"), "{told}");
    assert!(!told.contains("council panel"), "{told}");
    waiting.reviews.clear();
    let opened = help(waiting);
    assert!(opened.contains("council panel --project demo` holds review r2"), "{opened}");
    assert!(!opened.contains("council decide"), "{opened}");
}

#[test]
fn the_rest_of_the_contract_is_listed_and_stops_nothing() {
    let said = |code| Diagnostic::error(code, Place::file("a.md").at(7), "said");
    let diagnostics = vec![said("chair-mismatch"), said("biases-missing")];
    let listed = answer(Parsed { value: handoff(), diagnostics }, None);
    assert_eq!(listed.outcome, Outcome::Warned);
    let codes: Vec<_> = listed.signals.iter().map(|one| (one.code.as_str(), one.weight)).collect();
    let advisory = Weight::Advisory;
    assert_eq!(codes, [("CHAIR_MISMATCH", advisory), ("biases-missing", advisory)]);
    let series = Series::new(vec![reviewed(ReviewNumber::FIRST, handoff())]);
    let unfound = judged(&series, None, false);
    assert_eq!(unfound.outcome, Outcome::Warned);
    assert_eq!(unfound.signals[0].code, "PRD_NOT_FOUND");
}

#[test]
fn every_code_is_its_own() {
    let mut codes: Vec<&str> = HardFail::ALL.iter().map(|fail| fail.code()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), HardFail::ALL.len());
    assert_eq!(HardFail::ALL.map(HardFail::number), [1, 2, 3, 4, 5, 6, 7, 8, 9, 9]);
    for said in [HardFail::message, HardFail::help] {
        let all: std::collections::BTreeSet<&str> = HardFail::ALL.map(said).into();
        assert_eq!(all.len(), HardFail::ALL.len());
        assert!(all.iter().all(|words| words.contains(' ')), "{all:?}");
    }
    assert_eq!(HardFail::of("status-invalid"), Some(HardFail::Front));
    assert_eq!(HardFail::of("biases-missing"), None);
}
