//! Facts about the replies of a forum: our own words come back, and what has not the shape is refused.

use std::collections::BTreeMap;

use council_core::forum::{
    Challenge, ChallengeId, ChallengeStatus, Digest, EarlierAnswer, ForumAnswer, ForumQuestion,
    ForumSeat, ForumSeatId, OnPoint, OpenQuestion, Point, PointStance, RoundStep, TrimmedLine,
    answer::{
        AdvocateJudgement, ChallengeResponse, Engagement, Evaluation, Examination, ExaminedPoint,
        JudgedAnswer, Manner, Objection, OwnerPosition, ReplyToChallenge, Stance,
    },
    challenge::RiskKey,
    question::About,
};
use council_formats::packet;

use super::*;
use crate::schema::Bounds;

fn seat(id: &str) -> ForumSeat {
    let line = |text| TrimmedLine::new(text).unwrap();
    ForumSeat {
        id: ForumSeatId::read(id).unwrap(),
        name: line("Ines"),
        lens: line("people who wait"),
    }
}

fn ask(step: RoundStep) -> ForumQuestion {
    ForumQuestion {
        round: 1,
        step,
        seat: seat("po-2"),
        definition: Digest::of_text(""),
        message: "Ship it? === end MARK".to_owned(),
        points: Vec::new(),
        prior: vec![EarlierAnswer {
            seat: seat("po-1"),
            answer: ForumAnswer::Position(position()),
        }],
        challenges: Vec::new(),
        standing: Vec::new(),
        drafted: None,
        repair: Some("po-2 took no position".to_owned()),
    }
}

fn position() -> OwnerPosition {
    OwnerPosition {
        position: "in two steps".to_owned(),
        reason: "it is safer".to_owned(),
        stance: Some(Stance::Support),
        points: Vec::new(),
        engages: vec![Engagement {
            with: ForumSeatId::read("po-1").unwrap(),
            manner: Manner::Refines,
            why: String::new(),
        }],
    }
}

fn challenge(number: u32) -> Challenge {
    let risk = format!("risk {number}");
    Challenge {
        id: ChallengeId::read(&format!("CH-{number}")).unwrap(),
        key: RiskKey::of(&risk).unwrap(),
        risk,
        alternative: Some("wait".to_owned()),
        question: None,
        against: BTreeMap::new(),
        raisers: vec![seat("da-1")],
        rounds: 1,
        standing: ChallengeStatus::Open,
        history: Vec::new(),
    }
}

fn points() -> Vec<Point> {
    Point::number(&["Linux only".to_owned(), "keep scripts".to_owned()]).unwrap()
}

fn ask_by_point(step: RoundStep) -> ForumQuestion {
    let heard = EarlierAnswer { seat: seat("po-1"), answer: ForumAnswer::Position(by_point()) };
    ForumQuestion { points: points(), prior: vec![heard], ..ask(step) }
}

fn on(number: usize, stance: PointStance, wording: &str, with: Option<&str>) -> OnPoint {
    OnPoint {
        point: points()[number].id,
        stance,
        wording: wording.to_owned(),
        with: with.and_then(ForumSeatId::read),
        reason: "so it is".to_owned(),
    }
}

fn by_point() -> OwnerPosition {
    OwnerPosition {
        stance: None,
        points: vec![
            on(0, PointStance::Support, "", None),
            on(1, PointStance::Changes, "confirmed scripts only", None),
        ],
        ..position()
    }
}

/// Everything a seat can say of a proposal that is read as points.
fn answers_by_point() -> Vec<ForumAnswer> {
    let challenge = ChallengeId::read("CH-1").unwrap();
    let owner = ForumSeatId::read("po-1").unwrap();
    let point = points()[0].id;
    let words = || "it breaks".to_owned();
    let question = OpenQuestion { about: About::Risk, text: words() };
    let judged = JudgedAnswer { owner, judgement: AdvocateJudgement::Insufficient, note: words() };
    let raised = Objection {
        risk: words(),
        alternative: words(),
        question: String::new(),
        point: Some(point),
    };
    vec![
        ForumAnswer::Reading(vec![words()]),
        ForumAnswer::Questions(vec![question]),
        ForumAnswer::Draft(by_point()),
        ForumAnswer::Position(by_point()),
        ForumAnswer::Examination(Examination {
            raised: vec![raised],
            examined: vec![ExaminedPoint { point, what: words() }],
        }),
        ForumAnswer::Restated {
            replies: vec![ReplyToChallenge {
                challenge,
                stand: ChallengeResponse::Accepted,
                rationale: words(),
            }],
            points: vec![on(1, PointStance::Changes, "", Some("po-1"))],
        },
        ForumAnswer::Evaluations(vec![Evaluation {
            challenge,
            judgement: AdvocateJudgement::Escalated,
            note: words(),
            answers: vec![judged],
        }]),
    ]
}

fn answers() -> Vec<ForumAnswer> {
    let challenge = ChallengeId::read("CH-1").unwrap();
    let objection = Objection {
        risk: "it breaks".to_owned(),
        alternative: "wait".to_owned(),
        ..Objection::default()
    };
    vec![
        ForumAnswer::Draft(position()),
        ForumAnswer::Position(position()),
        ForumAnswer::Challenge(objection),
        ForumAnswer::NoUncoveredRisk { examined: vec!["load".to_owned()] },
        ForumAnswer::Alternative("wait".to_owned()),
        ForumAnswer::Replies(vec![ReplyToChallenge {
            challenge,
            stand: ChallengeResponse::Rejected,
            rationale: "no".to_owned(),
        }]),
        ForumAnswer::Evaluations(vec![Evaluation {
            challenge,
            judgement: AdvocateJudgement::Conceded,
            note: String::new(),
            answers: Vec::new(),
        }]),
    ]
}

#[test]
fn our_own_words_come_back() {
    for answer in answers() {
        let said = text(&answer);
        assert_eq!(read(&ask(answer.step()), &said).unwrap(), answer, "{said}");
    }
    for answer in answers_by_point() {
        let said = text(&answer);
        assert_eq!(read(&ask_by_point(answer.step()), &said).unwrap(), answer, "{said}");
    }
}

/// Lists the keys that a question names and the keys of its schema, at every depth.
fn keys(schema: &serde_json::Value, found: &mut std::collections::BTreeSet<String>) {
    if let Some(properties) = schema.get("properties").and_then(|all| all.as_object()) {
        for (key, inner) in properties {
            found.insert(key.clone());
            keys(inner, found);
        }
    }
    if let Some(items) = schema.get("items") {
        keys(items, found);
    }
}

#[test]
fn a_question_asks_for_the_keys_of_its_schema_and_for_no_others() {
    let packet = packet::markdown_prd("prd.md", "# Export\n").value;
    let first = ForumQuestion { prior: Vec::new(), ..ask_by_point(RoundStep::Position) };
    let others = [
        RoundStep::Reading,
        RoundStep::Position,
        RoundStep::Challenge,
        RoundStep::Reply,
        RoundStep::Evaluation,
    ];
    for ask in others.map(ask_by_point).into_iter().chain([first]) {
        let mut wanted = std::collections::BTreeSet::new();
        keys(&schema(&ask, Bounds::fitting(1_000)), &mut wanted);
        let told = ProjectContext { definition: "", instance: None };
        let prompt = render(&packet, &ask, told, "f3nce");
        let (_, asked) = prompt.question.rsplit_once("Answer again.").unwrap();
        let named: std::collections::BTreeSet<String> =
            asked.split('"').skip(1).step_by(2).map(str::to_owned).collect();
        assert_eq!(named, wanted, "{asked}");
    }
}

#[test]
fn what_is_not_there_is_not_promised_and_what_is_there_is() {
    let told = ProjectContext { definition: "# Project owner", instance: Some("speak plainly") };
    let written = |text: &str| {
        let mut packet = packet::markdown_prd("prd.md", text).value;
        packet.documents.retain(|document| !document.text().is_empty());
        render(&packet, &ask_by_point(RoundStep::Position), told, "f3nce")
    };
    assert!(!written("").instructions.contains("written down"));
    assert!(written("# Export\n").instructions.contains("What the project has written down"));
    let question = written("").question;
    assert!(question.contains("=== begin f3nce page\nspeak plainly\n=== end f3nce"), "{question}");
    assert!(question.contains("=== begin f3nce P1\nLinux only\n=== end f3nce"), "{question}");
    let changed =
        "=== begin f3nce P2 support with changes\nconfirmed scripts only\nbecause: so it is\n";
    assert!(question.contains(changed), "{question}");
}

#[test]
fn what_is_missing_is_missing_and_what_is_wrong_is_refused() {
    let read = |step, text: &str| read(&ask(step), text);
    let Ok(ForumAnswer::Position(said)) = read(RoundStep::Position, r#"{"position": "hm"}"#) else {
        unreachable!("a position without a stance is read as such")
    };
    assert_eq!(said.taken(), None);
    for (step, wrong) in [
        (RoundStep::Position, "I approve."),
        (RoundStep::Position, r#"{"position": "a", "stance": "approve"}"#),
        (RoundStep::Position, r#"{"position": "a", "stance": "support", "stance": "oppose"}"#),
        (
            RoundStep::Position,
            r#"{"position": "a", "engages": [{"with": "chair", "manner": "agrees"}]}"#,
        ),
        (RoundStep::Reply, r#"{"replies": [{"challenge": "1", "stand": "accepted"}]}"#),
        (RoundStep::Reply, r#"{"replies": [{"challenge": "CH-1", "stand": "approved"}]}"#),
        (
            RoundStep::Evaluation,
            r#"{"evaluations": [{"challenge": "CH-1", "judgement": "approved"}]}"#,
        ),
        (RoundStep::Alternative, r#"{"risk": "a"}"#),
    ] {
        assert!(read(step, wrong).is_err(), "{wrong}");
    }
}

const OWNER: ProjectContext<'static> =
    ProjectContext { definition: "# Project owner", instance: None };

#[test]
fn what_anybody_wrote_stands_behind_the_fence() {
    let packet = packet::markdown_prd("prd.md", "# Export\n").value;
    let prompt = render(&packet, &ask(RoundStep::Position), OWNER, "f3nce");
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
    let shapes: Vec<_> = RoundStep::ALL.iter().map(|step| schema(&ask(*step), bounds)).collect();
    for shape in &shapes {
        assert_eq!(shape["additionalProperties"], false);
    }
    assert_eq!(
        shapes[3]["properties"]["engages"]["items"]["properties"]["with"]["enum"][0],
        "po-1"
    );
}

#[test]
fn after_the_challenges_everybody_is_told_once_what_each_owner_holds_now() {
    let engaged = OwnerPosition {
        engages: vec![Engagement {
            with: ForumSeatId::read("po-1").unwrap(),
            manner: Manner::Agrees,
            why: "as I said of her words".to_owned(),
        }],
        ..by_point()
    };
    let restated = ForumAnswer::Restated {
        replies: vec![
            ReplyToChallenge {
                challenge: challenge(1).id,
                stand: ChallengeResponse::Accepted,
                rationale: "then sign them".to_owned(),
            },
            ReplyToChallenge {
                challenge: challenge(2).id,
                stand: ChallengeResponse::Rejected,
                rationale: "that is another matter".to_owned(),
            },
        ],
        points: vec![on(1, PointStance::Oppose, "", None)],
    };
    let examined = ForumAnswer::Examination(Examination {
        raised: Vec::new(),
        examined: vec![ExaminedPoint { point: points()[0].id, what: "who uses Linux".to_owned() }],
    });
    let heard = |id: &str, answer: ForumAnswer| EarlierAnswer { seat: seat(id), answer };
    let prior = vec![
        heard("po-1", ForumAnswer::Position(by_point())),
        heard("po-2", ForumAnswer::Position(engaged)),
        heard("da-1", examined),
        heard("po-1", restated),
    ];
    let told = |step: RoundStep, id: &str| {
        let challenges = vec![challenge(1)];
        let ask = ForumQuestion {
            prior: prior.clone(),
            challenges,
            seat: seat(id),
            ..ask_by_point(step)
        };
        let packet = packet::markdown_prd("prd.md", "").value;
        render(&packet, &ask, ProjectContext { definition: "", instance: None }, "MARK").question
    };
    let reply = told(RoundStep::Reply, "po-2");
    // The first owner has moved: what it held before is gone, what it did not mention stays.
    assert!(reply.contains("MARK P2 oppose\n") && reply.contains("MARK P1 support\n"), "{reply}");
    assert_eq!(reply.matches("confirmed scripts only").count(), 1, "{reply}");
    assert!(reply.contains("(you, po-2):") && reply.contains("in two steps"), "{reply}");
    assert!(reply.contains("who uses Linux") && reply.contains("then sign them"), "{reply}");
    assert!(!reply.contains("as I said of her words"), "{reply}");
    let judged = told(RoundStep::Evaluation, "da-1");
    assert!(judged.contains("CH-1 accepted") && judged.contains("then sign them"), "{judged}");
    assert!(judged.contains("MARK P2 oppose\n") && judged.contains("confirmed scripts only"));
    for gone in ["that is another matter", "in two steps", "who uses Linux"] {
        assert!(!judged.contains(gone), "{gone}: {judged}");
    }
    // Whoever speaks first after them hears everything.
    let challenged = told(RoundStep::Challenge, "da-2");
    assert!(challenged.contains("as I said of her words") && challenged.contains("in two steps"));
}

#[test]
fn whose_words_were_taken_are_told_although_their_owner_says_something_else_by_now() {
    let taken =
        OwnerPosition { points: vec![on(1, PointStance::Changes, "", Some("po-1"))], ..by_point() };
    let moved = ForumAnswer::Restated {
        replies: Vec::new(),
        points: vec![on(1, PointStance::Changes, "signed scripts only", None)],
    };
    let heard = |id: &str, answer: ForumAnswer| EarlierAnswer { seat: seat(id), answer };
    let prior = vec![
        heard("po-1", ForumAnswer::Position(by_point())),
        heard("po-2", ForumAnswer::Position(taken)),
        heard("po-1", moved),
    ];
    for (step, id) in [(RoundStep::Reply, "po-2"), (RoundStep::Evaluation, "da-1")] {
        let ask = ForumQuestion { prior: prior.clone(), seat: seat(id), ..ask_by_point(step) };
        let packet = packet::markdown_prd("prd.md", "").value;
        let told = ProjectContext { definition: "", instance: None };
        let question = render(&packet, &ask, told, "MARK").question;
        let words =
            "P2 support with changes, in the words of po-1\nconfirmed scripts only\nbecause: ";
        assert!(question.contains(words), "{question}");
        assert!(question.contains("signed scripts only"), "{question}");
    }
}
