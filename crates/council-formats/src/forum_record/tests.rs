//! Facts about the record: it is written exactly, and nothing that was edited is believed.

use council_core::{
    forum::{
        Discussion, ForumAnswer, ForumEffect, ForumInput, ForumProtocol, ForumQuestion, ForumRole,
        ForumSeat, ForumSeatId, Hearing, Loss, Message, RoleDefinitions, RoundAct, RoundChoice,
        RoundStep, Seats, Setting, Style, TrimmedLine,
        answer::{
            AdvocateJudgement, ChallengeResponse, Evaluation, Objection, OwnerPosition,
            ReplyToChallenge, Stance,
        },
    },
    ident::ProjectName,
};
use proptest::prelude::*;

use super::*;

fn line(text: &str) -> TrimmedLine {
    TrimmedLine::new(text).unwrap()
}

fn setting(owners: usize, style: Style) -> Setting {
    let seats = |role: ForumRole, count: usize| -> Vec<ForumSeat> {
        let id = |n| ForumSeatId::read(&format!("{}-{n}", role.prefix())).unwrap();
        (1..=count)
            .map(|n| ForumSeat { id: id(n), name: line("Ines"), lens: line("cost") })
            .collect()
    };
    Setting {
        project: ProjectName::new("demo").unwrap(),
        seats: Seats::new(seats(ForumRole::Owner, owners), seats(ForumRole::Advocate, owners / 2))
            .unwrap(),
        roles: RoleDefinitions::default().digests(),
        style,
        hearing: Hearing::Open,
        filled_by: ForumSeatId::read("po-1")
            .map(|seat| (seat, line("the rules")))
            .into_iter()
            .collect(),
        protocol: ForumProtocol::First,
        points: vec![],
        questioners: std::collections::BTreeSet::new(),
    }
}

fn hold(
    discussion: &mut Discussion,
    setting: Setting,
    text: &str,
    mut answer: impl FnMut(&ForumQuestion) -> ForumInput,
) {
    let message = Message::new(text, line("Ana"), "2026-03-01T12:00:00Z".parse().unwrap()).unwrap();
    let (mut round, mut effects) = discussion.open(setting, message).unwrap();
    loop {
        match effects.remove(0) {
            ForumEffect::Ask(ask) => effects = round.apply(answer(&ask)).unwrap(),
            ForumEffect::AwaitDecision(summary) => return discussion.close(*summary).unwrap(),
        }
    }
}

fn answer(
    ask: &ForumQuestion,
    stance: Stance,
    judgement: AdvocateJudgement,
    words: &str,
) -> ForumAnswer {
    let words = || words.to_owned();
    let challenges = ask.challenges.iter().map(|one| one.id);
    match ask.step {
        RoundStep::Reading | RoundStep::Question => {
            unreachable!("the first protocol does not ask for it")
        }
        RoundStep::Draft | RoundStep::Position => {
            let (position, reason, stance) = (words(), words(), Some(stance));
            let said = OwnerPosition { position, reason, stance, ..OwnerPosition::default() };
            if ask.step == RoundStep::Draft {
                ForumAnswer::Draft(said)
            } else {
                ForumAnswer::Position(said)
            }
        }
        RoundStep::Challenge => {
            ForumAnswer::Challenge(Objection { risk: words(), ..Objection::default() })
        }
        RoundStep::Alternative => ForumAnswer::Alternative(words()),
        RoundStep::Reply => ForumAnswer::Replies(
            challenges
                .map(|challenge| ReplyToChallenge {
                    challenge,
                    stand: ChallengeResponse::Mitigated,
                    rationale: words(),
                })
                .collect(),
        ),
        RoundStep::Evaluation => ForumAnswer::Evaluations(
            challenges
                .map(|challenge| {
                    let (note, answers) = (words(), vec![]);
                    Evaluation { challenge, judgement, note, answers }
                })
                .collect(),
        ),
    }
}

fn decide(discussion: &mut Discussion, choice: RoundChoice) {
    let summary = discussion.latest().unwrap().summary();
    let act = RoundAct {
        round: summary.number(),
        hash: summary.digest().clone(),
        by: line("Ana"),
        at: "2026-03-02T08:30:00Z".parse().unwrap(),
        choice,
    };
    discussion.decide(act).unwrap();
}

/// Two rounds: a redirected one with a challenge left open, and an approved one.
pub(crate) fn talk() -> Discussion {
    let mut talk = Discussion::new(ProjectName::new("demo").unwrap());
    for (judgement, choice) in [
        (AdvocateJudgement::Insufficient, RoundChoice::Redirect("smaller".to_owned())),
        (AdvocateJudgement::Conceded, RoundChoice::Approve),
    ] {
        hold(&mut talk, setting(2, Style::Full), "Ship it", |ask| ForumInput::Answered {
            seat: ask.seat.id,
            answer: answer(ask, Stance::Support, judgement, "half of it breaks"),
        });
        decide(&mut talk, choice);
    }
    talk
}

fn refused(text: &str) -> (&'static str, String) {
    let parsed = read("f.json", text);
    assert_eq!(parsed.value, None);
    let first = parsed.diagnostics.into_iter().next().unwrap();
    (first.code, first.message)
}

fn edited(from: &str, to: &str) -> (&'static str, String) {
    let text = write(&talk());
    assert!(text.contains(from), "{from}");
    refused(&text.replacen(from, to, 1))
}

#[test]
fn a_record_is_read_as_it_was_written() {
    let parsed = read("f.json", &write(&talk()));
    assert_eq!(parsed.diagnostics, []);
    assert_eq!(parsed.value, Some(talk()));
}

#[test]
fn an_edited_summary_is_refused() {
    let (code, message) = edited("\"status\": \"open\"", "\"status\": \"ready\"");
    assert_eq!(
        (code, message.as_str()),
        (
            "edited-round",
            "`rounds[0]` says something else under `status` than what was said in it comes to"
        )
    );
    assert_eq!(edited("\"majority\": \"support\"", "\"majority\": \"oppose\"").0, "edited-round");
    assert_eq!(edited("\"round\": 1", "\"round\": 2").0, "edited-round");
    assert_eq!(
        edited("\"previous\": null", "\"previous\": null, \"approved\": true").0,
        "edited-round"
    );
}

#[test]
fn edited_words_are_refused_by_what_follows_from_them_or_by_the_hash() {
    assert_eq!(edited("\"text\": \"Ship it\"", "\"text\": \"Ship more\"").0, "hash-mismatch");
    assert_eq!(
        edited("\"judgement\": \"insufficient\"", "\"judgement\": \"conceded\"").0,
        "edited-round"
    );
    assert_eq!(edited("\"stance\": \"support\"", "\"stance\": \"oppose\"").0, "edited-round");
}

#[test]
fn a_decision_that_matches_nothing_is_refused() {
    let text = write(&talk());
    let hash = talk().latest().unwrap().summary().digest().to_string();
    let (before, after) = text.rsplit_once(&hash).unwrap();
    let (code, message) = refused(&format!("{before}{}{after}", "0".repeat(64)));
    assert_eq!(code, "refused-decision");
    assert!(
        message.starts_with("`rounds[1]` has a decision that was refused: hash `000"),
        "{message}"
    );
}

#[test]
fn an_approval_written_by_hand_is_refused_where_the_rounds_after_it_followed_another_decision() {
    let (code, _) = edited(
        "\"choice\": \"redirect\",\n        \"words\": \"smaller\"",
        "\"choice\": \"approve\",\n        \"words\": null",
    );
    assert_eq!(code, "impossible-round");
}

#[test]
fn a_round_that_could_not_have_been_held_is_refused() {
    assert_eq!(edited("\"seat\": \"po-1\"", "\"seat\": \"po-2\"").0, "impossible-round");
    let text = write(&talk());
    let value: Value = serde_json::from_str(&text).unwrap();
    let mut short = value.clone();
    short["rounds"][0]["transcript"].as_array_mut().unwrap().pop();
    assert_eq!(
        refused(&short.to_string()).1,
        "`rounds[0]` ends too early, expected the evaluation of da-1"
    );
    let mut without_first = value.clone();
    without_first["rounds"].as_array_mut().unwrap().remove(0);
    assert_eq!(refused(&without_first.to_string()).0, "edited-round");
    let mut seats = value;
    seats["rounds"][0]["advocates"].as_array_mut().unwrap().clear();
    assert_eq!(refused(&seats.to_string()).0, "bad-seats");
}

#[test]
fn what_is_no_record_is_refused() {
    for text in ["", "[]", "{}", "{\"kind\": \"council-forum-record\"}"] {
        assert_eq!(read("f.json", text).value, None, "{text}");
    }
    assert_eq!(edited("\"schema_version\": \"1.", "\"schema_version\": \"2.").0, "unknown-value");
    assert_eq!(edited("\"kind\"", "\"extra\": 1, \"kind\"").0, "unknown-key");
    assert_eq!(edited("\"lost\": []", "\"lost\": [], \"lost\": []").0, "duplicate-key");
    assert_eq!(edited("2026-03-01T12:00:00Z", "yesterday").0, "unknown-value");
}

#[test]
fn a_record_is_known_by_what_it_says_it_is() {
    let tree = crate::json::read("f.json", &write(&talk())).unwrap();
    assert!(is_forum_record(&tree));
    assert!(!is_forum_record(&crate::json::read("f.json", "{}").unwrap()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Any discussion, with members lost and any words, is read as it was written.
    #[test]
    fn every_record_is_read_as_it_was_written(
        owners in 2_usize..=4,
        classic in any::<bool>(),
        said in prop::collection::vec(
            (0_usize..4, prop::sample::select(Stance::ALL), prop::sample::select(AdvocateJudgement::ALL), "\\PC{0,6}|\\n|a"),
            1..40,
        ),
        decisions in prop::collection::vec(0_u8..3, 3),
    ) {
        let mut said = said.into_iter().cycle();
        let mut talk = Discussion::new(ProjectName::new("demo").unwrap());
        let style = if classic { Style::Classic } else { Style::Full };
        for decision in decisions {
            hold(&mut talk, setting(owners, style), "go", |ask| {
                let (luck, stance, judgement, words) = said.next().unwrap();
                let seat = ask.seat.id;
                if luck == 0 {
                    return ForumInput::Lost { seat, reason: Loss::Failure };
                }
                ForumInput::Answered { seat, answer: answer(ask, stance, judgement, &words) }
            });
            match decision {
                0 => {}
                1 => decide(&mut talk, RoundChoice::Redirect("again".to_owned())),
                _ => decide(&mut talk, RoundChoice::Unilateral("go".to_owned())),
            }
        }
        let text = write(&talk);
        let again = read("f.json", &text);
        prop_assert_eq!(again.value.as_ref().map(write), Some(text));
        prop_assert_eq!(again.value, Some(talk));
    }
}
