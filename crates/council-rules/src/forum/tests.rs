//! Facts about the offline members of a forum.

use council_core::{
    forum::{
        ChallengeId, Digest, Line, Seat, SeatId,
        challenge::{EscalatedBy, Past},
    },
    packet::Packet,
};
use council_formats::packet::markdown_prd;

use super::*;

const PRD: &str = "# Checkout\n\n## Goals\n\n- Business customers pay by invoice without a card.\n- Support answers fewer \
     questions about payments.\n\n## Non-goals\n\n- Crypto wallets and coupons.\n\n## Success\n\n- 20 % of the \
     orders are paid by invoice.\n";

struct World {
    packet: Packet,
    message: String,
}

impl World {
    fn new(prd: &str, message: &str) -> Self {
        Self { packet: markdown_prd("prd.md", prd).value, message: message.to_owned() }
    }

    fn says(&self, ask: &Ask) -> Answer {
        let read = markdown_prd("message", &Matter::document(&self.message)).value;
        Matter::new(&self.packet, &self.message, &read).answer(ask)
    }

    fn ask(&self, step: Step, id: &str, lens: &str) -> Ask {
        let line = |text| Line::new(text).unwrap();
        Ask {
            round: 1,
            step,
            seat: Seat { id: SeatId::read(id).unwrap(), name: line("Ines"), lens: line(lens) },
            definition: Digest::of_text(""),
            message: self.message.clone(),
            prior: Vec::new(),
            challenges: Vec::new(),
            standing: Vec::new(),
            drafted: None,
            repair: None,
        }
    }

    fn position(&self, lens: &str) -> Position {
        match self.says(&self.ask(Step::Position, "po-1", lens)) {
            Answer::Position(said) => said,
            other => unreachable!("{other:?}"),
        }
    }

    fn challenge(&self, lens: &str) -> Option<Objection> {
        match self.says(&self.ask(Step::Challenge, "da-1", lens)) {
            Answer::Challenge(said) => Some(said),
            _ => None,
        }
    }
}

fn challenge(risk: &str, alternative: &str, rounds: u32, standing: Standing) -> Challenge {
    Challenge {
        id: ChallengeId::read("CH-1").unwrap(),
        key: RiskKey::of(risk).unwrap(),
        risk: risk.to_owned(),
        alternative: Some(alternative.to_owned()),
        question: None,
        raisers: Vec::new(),
        rounds,
        standing,
        history: Vec::<Past>::new(),
    }
}

#[test]
fn a_proposal_is_supported_for_the_goal_it_serves() {
    let world = World::new(PRD, "Let business customers pay by invoice.");
    let said = world.position("users");
    assert_eq!(said.taken(), Some(Stance::Support));
    assert!(said.position.contains("“Business customers pay by invoice without a card”"));
    assert!(said.reason.contains("`prd.md#goals`"), "{}", said.reason);
}

#[test]
fn a_proposal_that_is_not_to_be_done_is_opposed() {
    let said = World::new(PRD, "Offer crypto wallets and coupons.").position("users");
    assert_eq!(said.taken(), Some(Stance::Oppose));
}

#[test]
fn what_serves_nothing_anybody_stated_is_abstained_from() {
    let said = World::new(PRD, "Paint the office green.").position("users");
    assert_eq!(said.taken(), Some(Stance::Abstain));
    let own = World::new("", "Paint the office green so that guests find it.").position("users");
    assert_eq!(own.taken(), Some(Stance::Support));
}

#[test]
fn an_advocate_raises_what_its_perspective_looks_for_first() {
    let world = World::new("", "Delete the profiles of all guests, so that the list is short.");
    let of = |lens| world.challenge(lens).unwrap().risk;
    assert!(of("what breaks").contains("cannot be brought back"));
    assert!(of("who is left out").contains("data about people"));
    assert!(of("nothing we know").contains("cannot be brought back"), "else the worst comes first");
}

#[test]
fn a_second_advocate_raises_something_else_and_nobody_raises_what_a_human_has() {
    let world = World::new("", "Delete the profiles of all guests, so that the list is short.");
    let first = world.challenge("risk").unwrap();
    let mut ask = world.ask(Step::Challenge, "da-2", "risk");
    let standing = Standing::Escalated(EscalatedBy::Limit);
    ask.standing = vec![challenge(&first.risk, &first.alternative, 2, standing)];
    let Answer::Challenge(second) = world.says(&ask) else { unreachable!("there is more") };
    assert_ne!(first.risk, second.risk);
}

#[test]
fn what_is_covered_is_not_raised_and_what_was_raised_is_conceded_once_it_is() {
    let bare = World::new("", "Delete old invoices within 30 days, so that the list is short.");
    let raised = bare.challenge("risk").unwrap();
    let open = challenge(&raised.risk, &raised.alternative, 0, Standing::Open);
    let answers = |world: &World, rounds| {
        let mut ask = world.ask(Step::Reply, "po-1", "users");
        ask.challenges = vec![Challenge { rounds, ..open.clone() }];
        let Answer::Replies(replies) = world.says(&ask) else { unreachable!("an owner replies") };
        ask.step = Step::Evaluation;
        let Answer::Evaluations(judged) = world.says(&ask) else { unreachable!("a judgement") };
        (replies[0].stand, judged[0].judgement)
    };
    assert_eq!(answers(&bare, 0), (Stand::Accepted, Judgement::Insufficient));
    assert_eq!(answers(&bare, 1), (Stand::Accepted, Judgement::Escalated));
    let covered =
        World::new("", "Delete old invoices within 30 days; a backup is kept for a year.");
    assert_eq!(answers(&covered, 0), (Stand::Mitigated, Judgement::Conceded));
    assert_ne!(covered.challenge("risk").map(|one| one.risk), Some(raised.risk));
}

#[test]
fn a_challenge_in_somebody_elses_words_is_answered_by_what_says_the_same_as_its_alternative() {
    let world = World::new("", "Ship the export weekly to one warehouse first.");
    let mut ask = world.ask(Step::Reply, "po-1", "users");
    let alternative = "export to one warehouse weekly";
    ask.challenges = vec![challenge("warehouses drown", alternative, 0, Standing::Open)];
    let Answer::Replies(replies) = world.says(&ask) else { unreachable!("an owner replies") };
    assert_eq!(replies[0].stand, Stand::Mitigated);
}

#[test]
fn vague_words_are_a_risk_of_their_own() {
    let world = World::new(PRD, "The page must be user-friendly, so that fewer people ask.");
    let said = world.challenge("quality").unwrap();
    assert_eq!(said.risk, UNCLEAR.risk);
    assert!(said.question.contains("user-friendly"), "{}", said.question);
}

#[test]
fn kinds_are_told_apart_by_their_risk_and_every_one_suggests_something() {
    let all: Vec<&RiskKind> = KINDS.iter().chain([&UNCLEAR, &UNMEASURED]).collect();
    for kind in &all {
        let same = all.iter().filter(|one| RiskKey::of(one.risk) == RiskKey::of(kind.risk));
        assert_eq!(same.count(), 1, "{}", kind.name);
        assert!(!kind.alternative.is_empty() && !kind.question.ends_with('?'), "{}", kind.name);
    }
}
