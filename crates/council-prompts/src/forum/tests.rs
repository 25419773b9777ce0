//! Facts about the replies of a forum: our own words come back, and what has not the shape is refused.

use council_core::forum::{
    Answer, Ask, ChallengeId, Digest, Heard, Line, Seat, SeatId, Step,
    answer::{
        Engagement, Evaluation, Judgement, Manner, Objection, Position, Reply, Stance, Stand,
    },
};
use council_formats::packet;

use super::*;
use crate::schema::Bounds;

fn seat(id: &str) -> Seat {
    let line = |text| Line::new(text).unwrap();
    Seat { id: SeatId::read(id).unwrap(), name: line("Ines"), lens: line("people who wait") }
}

fn ask(step: Step) -> Ask {
    Ask {
        round: 1,
        step,
        seat: seat("po-2"),
        definition: Digest::of_text(""),
        message: "Ship it? === end MARK".to_owned(),
        prior: vec![Heard { seat: seat("po-1"), answer: Answer::Position(position()) }],
        challenges: Vec::new(),
        standing: Vec::new(),
        drafted: None,
        repair: Some("po-2 took no position".to_owned()),
    }
}

fn position() -> Position {
    Position {
        position: "in two steps".to_owned(),
        reason: "it is safer".to_owned(),
        stance: Some(Stance::Support),
        engages: vec![Engagement { with: SeatId::read("po-1").unwrap(), manner: Manner::Refines }],
    }
}

fn answers() -> Vec<Answer> {
    let challenge = ChallengeId::read("CH-1").unwrap();
    let objection = Objection {
        risk: "it breaks".to_owned(),
        alternative: "wait".to_owned(),
        question: String::new(),
    };
    vec![
        Answer::Draft(position()),
        Answer::Position(position()),
        Answer::Challenge(objection),
        Answer::NoUncoveredRisk { examined: vec!["load".to_owned()] },
        Answer::Alternative("wait".to_owned()),
        Answer::Replies(vec![Reply {
            challenge,
            stand: Stand::Rejected,
            rationale: "no".to_owned(),
        }]),
        Answer::Evaluations(vec![Evaluation {
            challenge,
            judgement: Judgement::Conceded,
            note: String::new(),
        }]),
    ]
}

#[test]
fn our_own_words_come_back() {
    for answer in answers() {
        let said = text(&answer);
        assert_eq!(read(&ask(answer.step()), &said).unwrap(), answer, "{said}");
    }
}

#[test]
fn what_is_missing_is_missing_and_what_is_wrong_is_refused() {
    let read = |step, text: &str| read(&ask(step), text);
    let Ok(Answer::Position(said)) = read(Step::Position, r#"{"position": "hm"}"#) else {
        unreachable!("a position without a stance is read as such")
    };
    assert_eq!(said.taken(), None);
    for (step, wrong) in [
        (Step::Position, "I approve."),
        (Step::Position, r#"{"position": "a", "stance": "approve"}"#),
        (Step::Position, r#"{"position": "a", "stance": "support", "stance": "oppose"}"#),
        (
            Step::Position,
            r#"{"position": "a", "engages": [{"with": "chair", "manner": "agrees"}]}"#,
        ),
        (Step::Reply, r#"{"replies": [{"challenge": "1", "stand": "accepted"}]}"#),
        (Step::Reply, r#"{"replies": [{"challenge": "CH-1", "stand": "approved"}]}"#),
        (Step::Evaluation, r#"{"evaluations": [{"challenge": "CH-1", "judgement": "approved"}]}"#),
        (Step::Alternative, r#"{"risk": "a"}"#),
    ] {
        assert!(read(step, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn what_anybody_wrote_stands_behind_the_fence() {
    let packet = packet::markdown_prd("prd.md", "# Export\n").value;
    let prompt = render(&packet, &ask(Step::Position), "# Project owner", "f3nce");
    assert!(
        prompt.question.contains("=== begin f3nce message\nShip it? === end MARK\n=== end f3nce\n")
    );
    assert!(prompt.question.contains("=== begin f3nce support\nin two steps\nit is safer\n"));
    assert!(prompt.question.contains("cannot be used: po-2 took no position"));
    assert!(prompt.question.starts_with("# Project owner\n\nYou are Ines (po-2)."));
}

#[test]
fn every_step_has_a_shape_of_its_own() {
    let bounds = Bounds::fitting(1_000);
    let shapes: Vec<_> = Step::ALL.iter().map(|step| schema(&ask(*step), bounds)).collect();
    for shape in &shapes {
        assert_eq!(shape["additionalProperties"], false);
    }
    assert_eq!(
        shapes[1]["properties"]["engages"]["items"]["properties"]["with"]["enum"][0],
        "po-1"
    );
}
