//! What a panel comes to, and what can never change it.

use std::collections::BTreeMap;

use jiff::civil::Date;
use proptest::prelude::*;

use super::*;
use crate::{
    finding::{Confidence, Evidence, Location, LocationKind},
    handoff::{Tier, ruling},
    ident::PacketId,
    packet::{Document, Packet, PacketKind},
    severity::Severity,
    taxonomy::Subcategory,
};

const TEXT: &str = "The page is fast.\nIt retries forever.\nIt may be slow.\n";

fn packet() -> Packet {
    Packet {
        id: PacketId::new("PRD-1").unwrap(),
        version: None,
        title: "t".to_owned(),
        kind: PacketKind::MarkdownPrd,
        documents: vec![Document::new("a.md", TEXT)],
    }
}

fn claim(severity: Severity, quote: &str, rule: &str) -> Claim {
    Claim {
        mode: None,
        subcategory: Subcategory::Ambiguity,
        severity,
        confidence: Confidence::new(0.9).unwrap(),
        location: Location { path: "a.md".to_owned(), anchor: None, kind: LocationKind::Document },
        evidence: Evidence::Quote(quote.to_owned()),
        other_quotes: Vec::new(),
        rule: Some(rule.to_owned()),
        description: format!("`{quote}` says little"),
        remediation: format!("say more than `{quote}`"),
    }
}

fn opening(seats: Vec<PanelSeat>) -> Opening {
    Opening {
        project: ProjectName::new("demo").unwrap(),
        number: ReviewNumber::FIRST,
        date: Date::constant(2026, 3, 3),
        version: PacketVersion(1),
        seats,
        filled_by: BTreeMap::new(),
        minds: BTreeMap::new(),
        extra: Vec::new(),
        earlier: None,
        unseated: Vec::new(),
        grouping: Grouping::TODAY,
        beside: Vec::new(),
    }
}

fn answer() -> Answer {
    Answer {
        claims: Vec::new(),
        endorsements: Vec::new(),
        examined: Vec::new(),
        rating: Rating::Approved,
        summary: Prose::default(),
    }
}

fn heard(answers: BTreeMap<PanelSeat, Answer>) -> PanelReplies {
    PanelReplies { answers, ..PanelReplies::default() }
}

fn held(said: &[(usize, Claim)]) -> Record {
    let seats = PanelSeat::core().to_vec();
    let mut answers: BTreeMap<PanelSeat, Answer> =
        seats.iter().map(|seat| (seat.clone(), answer())).collect();
    for (seat, claim) in said {
        answers.get_mut(&seats[*seat]).unwrap().claims.push(claim.clone());
    }
    convene(&packet(), &opening(seats), heard(answers)).unwrap()
}

fn ratings(record: &Record) -> Vec<Rating> {
    record.handoff.reviews.iter().filter_map(|review| review.rating).collect()
}

#[test]
fn every_seat_answers_and_nobody_else_does() {
    let seats = PanelSeat::core().to_vec();
    let technical = seats[0].clone();
    let alone = BTreeMap::from([(technical.clone(), answer())]);
    let refused = convene(&packet(), &opening(seats.clone()), heard(alone.clone()));
    assert_eq!(refused, Err(ProtocolError::Unanswered(seats[1].clone())));
    let refused = convene(&packet(), &opening(vec![seats[1].clone()]), heard(alone));
    assert_eq!(refused, Err(ProtocolError::NotSeated(technical)));
}

#[test]
fn a_claim_the_text_does_not_bear_out_is_kept_apart_and_decides_nothing() {
    let record = held(&[(0, claim(Severity::Blocker, "words that stand nowhere", "r"))]);
    assert_eq!(record.quarantined.len(), 1);
    assert!(record.issues.is_empty());
    assert_eq!(ruling(&record.handoff).unwrap().verdict, Rating::Approved);
}

#[test]
fn the_gravest_finding_of_a_seat_is_its_rating_and_the_strictest_seat_the_verdict() {
    let record = held(&[
        (0, claim(Severity::Blocker, "retries forever", "r")),
        (1, claim(Severity::Minor, "fast", "s")),
    ]);
    let expected = [Rating::Revise, Rating::Concerns, Rating::Approved, Rating::Approved];
    assert_eq!(ratings(&record), expected);
    let ruling = ruling(&record.handoff).unwrap();
    assert_eq!((ruling.verdict, ruling.agrees), (Rating::Revise, true));
    let synthesis = record.handoff.synthesis.unwrap();
    // Who has nothing to say contradicts nobody.
    assert_eq!(synthesis.conflicts, []);
    assert_eq!(synthesis.tier(Tier::Must).count(), 1);
    assert_eq!(synthesis.tier(Tier::Could).count(), 1);
}

#[test]
fn a_seat_that_praises_what_another_sends_back_is_a_conflict() {
    let seats = PanelSeat::core().to_vec();
    let mut answers: BTreeMap<PanelSeat, Answer> =
        seats.iter().map(|seat| (seat.clone(), answer())).collect();
    let claims = vec![claim(Severity::Blocker, "retries forever", "r")];
    answers.insert(seats[0].clone(), Answer { claims, ..answer() });
    let endorsements = vec![CleanLine::new("it is small").unwrap()];
    answers.insert(seats[2].clone(), Answer { endorsements, ..answer() });
    let record = convene(&packet(), &opening(seats), heard(answers)).unwrap();
    let conflicts = record.handoff.synthesis.unwrap().conflicts;
    let expected =
        "Technical Reviewer would send it back; Executive Reviewer found nothing to object to";
    assert_eq!(conflicts, [CleanLine::new(expected).unwrap()]);
}

#[test]
fn what_two_seats_say_is_one_issue_and_a_point_of_consensus() {
    let slow = claim(Severity::Major, "may be slow", "r");
    // One rule in two seats agrees with nobody; two readers do.
    let record = held(&[(0, slow.clone()), (3, slow.clone())]);
    assert_eq!(record.handoff.synthesis.unwrap().consensus, []);
    let slow = Claim { rule: None, ..slow };
    let record = held(&[(0, slow.clone()), (3, slow)]);
    assert_eq!(record.issues.len(), 1);
    assert_eq!(record.issues[0].seats.len(), 2);
    let synthesis = record.handoff.synthesis.unwrap();
    assert_eq!(synthesis.consensus.len(), 1);
    assert!(synthesis.consensus[0].as_str().starts_with("Technical Reviewer, User Advocate: "));
}

#[test]
fn minor_defects_of_one_sort_are_decided_together_and_grave_ones_apart() {
    for (severity, issues) in [(Severity::Minor, 1), (Severity::Major, 2)] {
        let record = held(&[(0, claim(severity, "fast", "r")), (0, claim(severity, "slow", "r"))]);
        assert_eq!(record.issues.len(), issues, "{severity:?}");
    }
    let record =
        held(&[(0, claim(Severity::Minor, "slow", "r")), (0, claim(Severity::Minor, "fast", "r"))]);
    let text = record.issues[0].text().unwrap();
    assert!(text.as_str().contains("`fast` says little; likewise in 1 more place"), "{text}");
}

#[test]
fn what_was_examined_is_listed_beside_what_was_found() {
    let examined = |words: &str| ExaminedSections {
        sections: CleanLine::new(words).unwrap(),
        questions: CleanLine::new("anything?").unwrap(),
    };
    let seats = PanelSeat::core().to_vec();
    let answer = Answer {
        claims: vec![claim(Severity::Minor, "fast", "r")],
        examined: ["a", "b", "c"].map(examined).to_vec(),
        ..answer()
    };
    let answers = seats.iter().map(|seat| (seat.clone(), answer.clone())).collect();
    let record = convene(&packet(), &opening(seats), heard(answers)).unwrap();
    for review in &record.handoff.reviews {
        assert_eq!((review.findings.len(), review.examined.len()), (1, 3));
    }
}

#[test]
fn a_specialist_is_called_by_its_words_and_not_by_parts_of_others() {
    let seats = |text: &str| {
        let all = called(text).into_iter().map(|one| one.seat.as_str().to_owned());
        all.collect::<Vec<_>>()
    };
    assert_eq!(seats("The API has one endpoint."), ["api-design-reviewer"]);
    assert_eq!(seats("One API."), [""; 0]);
    assert_eq!(seats("They rested; the capital is apian."), [""; 0]);
    assert_eq!(
        seats("GDPR asks for consent. GDPR is a regulation."),
        ["compliance-reviewer", "privacy-reviewer"]
    );
}

#[test]
fn every_seat_this_program_knows_states_what_it_leans_to() {
    for seat in PanelSeat::core().into_iter().chain(PanelSeat::specialists()) {
        assert_ne!(biases(&seat), biases(&PanelSeat::chair()), "{seat}");
    }
}

proptest! {
    #[test]
    fn more_text_never_unseats_a_specialist(text in "[a-z ]{0,80}", more in "[ -~]{0,40}") {
        let text = format!("{text} api latency migrate gdpr");
        let before = called(&text);
        let after = called(&format!("{text} {more}"));
        prop_assert!(before.iter().all(|one| after.iter().any(|two| two.seat == one.seat)));
    }

    #[test]
    fn one_more_claim_never_improves_the_verdict(severities in prop::collection::vec((0_usize..4, 0_usize..4), 0..6)) {
        let quotes = ["fast", "retries forever", "may be slow", "The page"];
        let all: Vec<(usize, Claim)> = severities
            .iter()
            .map(|(seat, at)| (*seat, claim(Severity::ALL[*at], quotes[*at], "r")))
            .collect();
        let verdict = |said: &[(usize, Claim)]| ruling(&held(said).handoff).unwrap().verdict;
        for end in 1..=all.len() {
            prop_assert!(verdict(&all[..end]) >= verdict(&all[..end - 1]));
        }
    }
}

/// A panel in which one seat praises the text, finds nothing and lists one thing it looked at.
mod laconic {
    use std::{sync::Arc, time::Duration};

    use jiff::Timestamp;

    use super::*;
    use crate::{council::AbortReason, flow::Moment, handoff::ExaminedSections, policy::Policy};

    const NOW: Moment = Moment { at: Timestamp::UNIX_EPOCH, active: Duration::ZERO };

    fn laconic() -> Said {
        let line = |words: &str| CleanLine::new(words).unwrap();
        let examined = ExaminedSections { sections: line("all"), questions: line("is it clear") };
        let (endorsements, examined) = (vec![line("clear")], vec![examined]);
        Said::Seat(Answer { endorsements, examined, ..answer() })
    }

    fn say(session: &mut PanelSession, seat: &PanelSeat, said: Said) -> Vec<Effect> {
        let (seat, moment) = (seat.clone(), NOW);
        let input = Input::Answered { seat, answer: said, tokens: 0, moment };
        session.apply(&Policy::default(), input).unwrap()
    }

    fn is_repair(effects: &[Effect]) -> bool {
        matches!(effects, [Effect::Ask(ask)] if ask.repair.is_some())
    }

    fn open() -> (PanelSession, Vec<PanelSeat>) {
        let seats = PanelSeat::core().to_vec();
        let (session, _) =
            PanelSession::open(opening(seats.clone()), &Arc::new(packet()), NOW).unwrap();
        (session, seats)
    }

    #[test]
    fn it_is_asked_once_more_then_lost_and_what_the_others_found_stays() {
        let (mut session, seats) = open();
        assert!(is_repair(&say(&mut session, &seats[0], laconic())));
        say(&mut session, &seats[0], laconic());
        assert_eq!(session.record().lost.len(), 1);
        let found = Answer { claims: vec![claim(Severity::Blocker, "forever", "r")], ..answer() };
        say(&mut session, &seats[1], Said::Seat(found));
        say(&mut session, &seats[2], Said::Seat(answer()));
        say(&mut session, &seats[3], Said::Seat(answer()));
        let chair = ChairAnswer {
            verdict: Rating::Approved,
            conflicts: Vec::new(),
            questions: Vec::new(),
            groups: Vec::new(),
            assessment: Prose::default(),
        };
        say(&mut session, &PanelSeat::chair(), Said::Chair(chair));
        let review = session.record().review.unwrap();
        assert_eq!(review.handoff.reviews.len(), 3);
        assert_eq!(review.issues[0].severity, Severity::Blocker);
        assert_eq!(review.lost.keys().collect::<Vec<_>>(), [&seats[0]]);
    }

    #[test]
    fn who_then_says_what_was_examined_is_heard() {
        let (mut session, seats) = open();
        say(&mut session, &seats[0], laconic());
        let Said::Seat(short) = laconic() else { panic!("a seat's answer") };
        let examined = short.examined.iter().cycle().take(3).cloned().collect();
        say(&mut session, &seats[0], Said::Seat(Answer { examined, ..short }));
        assert_eq!((session.record().lost.len(), session.record().answered.len()), (0, 1));
    }

    #[test]
    fn two_core_seats_that_are_lost_end_the_panel() {
        let (mut session, seats) = open();
        for seat in &seats[..2] {
            say(&mut session, seat, laconic());
            say(&mut session, seat, laconic());
        }
        assert_eq!(session.ending(), Some(PanelEnding::Aborted(AbortReason::SeatsLost)));
    }

    #[test]
    fn a_seat_of_whose_findings_none_is_shown_says_so_and_nothing_is_added() {
        let seats = PanelSeat::core().to_vec();
        let mut answers: BTreeMap<PanelSeat, Answer> =
            seats.iter().map(|seat| (seat.clone(), answer())).collect();
        let claims = vec![claim(Severity::Major, "words that nobody wrote", "r")];
        answers.insert(seats[0].clone(), Answer { claims, ..answer() });
        let review = convene(&packet(), &opening(seats), heard(answers)).unwrap();
        assert_eq!(review.handoff.reviews[0].examined.len(), 1);
        assert_eq!(review.handoff.reviews[1].examined, []);
    }
}
