//! Facts about the offline members of a forum: they ask, and they take no position.

use council_core::{
    forum::{Digest, EarlierAnswer, ForumSeat, ForumSeatId, TrimmedLine},
    packet::Packet,
};
use council_formats::packet::markdown_prd;

use super::{
    risk::{KINDS, UNCLEAR, UNMEASURED},
    *,
};

const PRD: &str = "# Checkout\n\n## Goals\n\n- Business customers pay by invoice without a card.\n\n## Non-goals\n\n\
     - Crypto wallets and coupons.\n\n## Decisions\n\n- Refunds go to the card that paid.\n";

struct World {
    packet: Packet,
    message: String,
}

impl World {
    fn new(prd: &str, message: &str) -> Self {
        Self { packet: markdown_prd("prd.md", prd).value, message: message.to_owned() }
    }

    fn says(&self, ask: &ForumQuestion) -> Option<ForumAnswer> {
        let read = markdown_prd("message", &Matter::document(&self.message)).value;
        Matter::new(&self.packet, &self.message, &read).answer(ask)
    }

    fn ask(
        &self,
        step: RoundStep,
        id: &str,
        lens: &str,
        prior: Vec<EarlierAnswer>,
    ) -> ForumQuestion {
        ForumQuestion {
            round: 1,
            step,
            seat: seat(id, lens),
            definition: Digest::of_text(""),
            message: self.message.clone(),
            points: Point::number(&reading(&self.message)).unwrap_or_default(),
            prior,
            challenges: Vec::new(),
            standing: Vec::new(),
            drafted: None,
            repair: None,
        }
    }

    fn asks(&self, id: &str, lens: &str, prior: Vec<EarlierAnswer>) -> Vec<String> {
        match self.says(&self.ask(RoundStep::Question, id, lens, prior)) {
            Some(ForumAnswer::Questions(all)) => all.into_iter().map(|one| one.text).collect(),
            other => unreachable!("{other:?}"),
        }
    }
}

fn seat(id: &str, lens: &str) -> ForumSeat {
    let line = |text| TrimmedLine::new(text).unwrap();
    ForumSeat { id: ForumSeatId::read(id).unwrap(), name: line("Ines"), lens: line(lens) }
}

fn has(questions: &[String], words: &str) -> bool {
    questions.iter().any(|one| one.contains(words))
}

#[test]
fn the_rules_take_no_position_whatever_they_are_asked() {
    let world = World::new(PRD, "Let business customers pay by invoice, so that they stay.");
    for step in RoundStep::ALL {
        let said = world.says(&world.ask(*step, "po-1", "users", vec![]));
        let is_asked = matches!(step, RoundStep::Reading | RoundStep::Question);
        assert_eq!(said.is_some(), is_asked, "{step:?}");
    }
}

#[test]
fn an_owner_asks_what_it_is_for_and_what_of_the_packet_it_touches() {
    let world = World::new(PRD, "Let business customers pay by invoice, so that they stay.");
    let asked = world.asks("po-1", "users", vec![]);
    assert!(has(&asked, "“so that they stay” is the reason"), "{asked:?}");
    assert!(has(&asked, "does it serve the goal “Business customers pay by invoice"), "{asked:?}");
    assert!(has(&asked, "`prd.md#goals`"), "{asked:?}");
    let against = World::new(PRD, "Offer crypto wallets and coupons.").asks("po-1", "x", vec![]);
    assert!(has(&against, "is stated as out of scope"), "{against:?}");
    assert!(has(&against, "what is it for? the message gives no reason"), "{against:?}");
    let decided = World::new(PRD, "Pay refunds to any card.").asks("po-1", "x", vec![]);
    assert!(has(&decided, "was decided before"), "{decided:?}");
}

#[test]
fn an_advocate_asks_about_the_risks_whose_words_stand_there_its_own_first() {
    let world = World::new("", "Delete the profiles of all guests, so that the list is short.");
    let first = |lens| world.asks("da-1", lens, vec![]).remove(0);
    assert!(first("what breaks").contains("it says “delete”: how, and until when"));
    assert!(first("who is left out").contains("which data is needed"));
    assert!(
        first("nothing we know").contains("An alternative: do it in a step that can be undone")
    );
    let carts = World::new("", "Show shipping costs early, so that fewer carts are abandoned.");
    assert!(!has(&carts.asks("da-1", "what breaks", vec![]), "can it be undone"));
}

#[test]
fn nobody_asks_what_somebody_before_has_asked() {
    let world = World::new("", "Delete the profiles of all guests, so that the list is short.");
    let Some(said) = world.says(&world.ask(RoundStep::Question, "da-1", "risk", vec![])) else {
        unreachable!("an advocate asks")
    };
    let heard = EarlierAnswer { seat: seat("da-1", "risk"), answer: said.clone() };
    let second = world.asks("da-2", "risk", vec![heard]);
    let ForumAnswer::Questions(first) = said else { unreachable!("questions") };
    assert!(first.iter().all(|one| !second.contains(&one.text)), "{second:?}");
}

#[test]
fn a_message_is_read_as_its_sentences_without_what_it_asks_about_them() {
    let cut = "Ship Linux only. Keep permanent delete. Is that right?";
    assert_eq!(reading(cut), ["Ship Linux only", "Keep permanent delete"]);
    assert_eq!(reading("Is that right?"), ["Is that right?"]);
    assert_eq!(reading(&"Do it. ".repeat(13)).len(), 1);
}

#[test]
fn vague_words_and_the_measure_are_asked_about() {
    let world = World::new(PRD, "The page must be user-friendly.");
    let asked = world.asks("da-1", "quality", vec![]);
    assert!(has(&asked, "“user-friendly”: what exactly is meant?"), "{asked:?}");
    assert!(has(&asked, "how will success be measured"), "{asked:?}");
}

#[test]
fn every_kind_asks_and_suggests_something() {
    for kind in KINDS.iter().chain([&UNCLEAR, &UNMEASURED]) {
        assert!(!kind.alternative.is_empty() && !kind.question.ends_with('?'), "{}", kind.name);
    }
}
