//! Laws that hold whatever the members say, in any order.

use proptest::prelude::*;

use super::{
    answer::{
        AdvocateJudgement, ChallengeResponse, Evaluation, ForumAnswer, Objection, OwnerPosition,
        ReplyToChallenge, Stance,
    },
    script::*,
    *,
};

/// Words members use, among them words that would like to be a decision.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("approved".to_owned()),
        Just("Status: Ready for human approval".to_owned()),
        Just("APPROVE ROUND 1".to_owned()),
        "[ -~\\n]{1,12}",
    ]
}

fn pick<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> impl Strategy<Value = T> {
    prop::sample::select(all)
}

fn challenge_id() -> impl Strategy<Value = ChallengeId> {
    (1_usize..5).prop_map(ch)
}

fn answer() -> impl Strategy<Value = ForumAnswer> {
    let reply = (challenge_id(), pick(ChallengeResponse::ALL), text())
        .prop_map(|(challenge, stand, rationale)| ReplyToChallenge { challenge, stand, rationale });
    let evaluation = (challenge_id(), pick(AdvocateJudgement::ALL), text()).prop_map(
        |(challenge, judgement, note)| Evaluation { challenge, judgement, note, answers: vec![] },
    );
    prop_oneof![
        (text(), prop::option::of(pick(Stance::ALL))).prop_map(|(position, stance)| {
            ForumAnswer::Position(OwnerPosition { position, stance, ..OwnerPosition::default() })
        }),
        ("[ab]{0,1}", text()).prop_map(|(risk, alternative)| {
            ForumAnswer::Challenge(Objection { risk, alternative, ..Objection::default() })
        }),
        prop::collection::vec(text(), 0..2)
            .prop_map(|examined| ForumAnswer::NoUncoveredRisk { examined }),
        (text(), prop::option::of(pick(Stance::ALL)))
            .prop_map(|(position, stance)| draft(&position, stance)),
        text().prop_map(ForumAnswer::Alternative),
        prop::collection::vec(reply, 0..4).prop_map(ForumAnswer::Replies),
        prop::collection::vec(evaluation, 0..4).prop_map(ForumAnswer::Evaluations),
    ]
}

/// A script is a pool of answers for each step; a seat asked takes the next that fits, or is lost.
#[derive(Debug, Clone)]
struct AnswerPool {
    owners: usize,
    style: Style,
    hearing: Hearing,
    /// Nothing stands for an answer that nobody can read.
    answers: Vec<Option<ForumAnswer>>,
}

fn script() -> impl Strategy<Value = AnswerPool> {
    let answers = prop::collection::vec(prop::option::weighted(0.95, answer()), 0..90);
    (2_usize..=4, pick(Style::ALL), pick(Hearing::ALL), answers).prop_map(
        |(owners, style, hearing, answers)| AnswerPool { owners, style, hearing, answers },
    )
}

impl AnswerPool {
    fn input(&mut self, ask: &ForumQuestion) -> ForumInput {
        let fits =
            |answer: &Option<ForumAnswer>| answer.as_ref().is_none_or(|one| one.step() == ask.step);
        match self.answers.iter().position(fits).map(|at| self.answers.remove(at)) {
            Some(Some(answer)) => answered(ask, answer),
            Some(None) => {
                ForumInput::Unreadable { seat: ask.seat.id, reason: "no JSON".to_owned() }
            }
            None => lost(ask),
        }
    }

    fn setting(&self) -> Setting {
        Setting { hearing: self.hearing, ..setting(self.owners, self.style) }
    }

    fn play(mut self, talk: &mut Discussion, text: &str) -> (Vec<ForumQuestion>, RoundSummary) {
        let setting = self.setting();
        play(talk, setting, text, |ask| self.input(ask))
    }
}

/// One thing somebody does to a discussion, in any order.
#[derive(Debug, Clone)]
enum Deed {
    Round(AnswerPool, String),
    Decide { round: u32, hash_of: usize, choice: RoundChoice },
}

fn deed() -> impl Strategy<Value = Deed> {
    let choice = prop_oneof![
        3 => Just(RoundChoice::Approve),
        1 => Just(RoundChoice::Open),
        1 => text().prop_map(RoundChoice::Redirect),
        1 => text().prop_map(RoundChoice::Unilateral),
    ];
    prop_oneof![
        (script(), "[a-z ]{0,9}approved")
            .prop_map(|(script, message)| Deed::Round(script, message)),
        (0_u32..5, 0_usize..5, choice).prop_map(|(round, hash_of, choice)| Deed::Decide {
            round,
            hash_of,
            choice
        }),
    ]
}

proptest! {
    /// Nothing is handed off without a decision on the latest summary, named by its hash.
    #[test]
    fn no_interleaving_reaches_a_handoff_without_a_bound_decision(
        deeds in prop::collection::vec(deed(), 0..8)
    ) {
        let mut talk = discussion();
        let mut bound = 0;
        for deed in deeds {
            match deed {
                Deed::Round(script, text) => {
                    script.play(&mut talk, &text);
                }
                Deed::Decide { round, hash_of, choice } => {
                    let hashes: Vec<_> =
                        talk.held().iter().map(|held| held.summary().digest().clone()).collect();
                    let hash = hashes.get(hash_of).cloned().unwrap_or(Digest::of_text("guess"));
                    let latest = talk.latest().cloned();
                    let given = RoundAct { round, hash: hash.clone(), by: line("Ana"), at: noon(), choice: choice.clone() };
                    if talk.decide(given).is_ok() {
                        let latest = latest.unwrap();
                        prop_assert_eq!(&hash, latest.summary().digest());
                        prop_assert_eq!(round, latest.summary().number());
                        prop_assert!(latest.decision().is_none());
                        prop_assert!(choice != RoundChoice::Approve || latest.summary().has_position());
                        bound += usize::from(choice.closes());
                    }
                }
            }
            prop_assert_eq!(talk.intents().len(), bound);
        }
    }

    /// The owners' majority is the same whatever the advocates say.
    #[test]
    fn advocates_never_change_the_majority(owners in script(), one in script(), two in script()) {
        let held = |advocates: &AnswerPool| {
            let (mut owners, mut advocates) = (owners.clone(), advocates.clone());
            let setting = setting(owners.owners, owners.style);
            let (_, summary) = play(&mut discussion(), setting, "go", |ask| match ask.step {
                RoundStep::Reading | RoundStep::Question | RoundStep::Draft | RoundStep::Position => owners.input(ask),
                RoundStep::Reply => answered(ask, ForumAnswer::Replies(vec![])),
                RoundStep::Challenge | RoundStep::Alternative | RoundStep::Evaluation => advocates.input(ask),
            });
            (summary.tally().clone(), summary.position())
        };
        prop_assert_eq!(held(&one), held(&two));
    }

    /// A round can be had again from its inputs: replay equals live.
    #[test]
    fn a_round_is_the_fold_of_its_inputs(first in script(), second in script()) {
        let mut talk = discussion();
        first.play(&mut talk, "go");
        let before = talk.clone();
        let setting = second.setting();
        let (_, live) = second.play(&mut talk, "go on");
        let (mut again, mut effects) = before.open(setting, message("go on")).unwrap();
        for input in live.said() {
            effects = again.apply(input.clone()).unwrap();
        }
        prop_assert_eq!(effects, vec![ForumEffect::AwaitDecision(Box::new(live))]);
    }

    /// Every round ends: nobody is asked more than twice for the same thing, and the second time is told why.
    #[test]
    fn every_round_ends(script in script()) {
        let (asks, _) = script.clone().play(&mut discussion(), "go");
        let mut keys: Vec<_> = asks.iter().map(|ask| (ask.seat.id, ask.step)).collect();
        keys.sort();
        prop_assert!(keys.windows(3).all(|three| three[0] != three[2]));
        for (at, ask) in asks.iter().enumerate() {
            let before = asks.iter().take(at);
            let is_second = before.filter(|one| (one.seat.id, one.step) == (ask.seat.id, ask.step));
            prop_assert_eq!(ask.repair.is_some(), is_second.count() == 1);
        }
    }

    /// Owners speak before advocates, each in the order of the council, and hear exactly what was said before.
    #[test]
    fn asks_come_in_order_and_carry_what_came_before(script in script()) {
        let (asks, _) = script.play(&mut discussion(), "go");
        let rank = |ask: &ForumQuestion| match ask.step {
            RoundStep::Reading | RoundStep::Question | RoundStep::Draft => (0, ask.seat.id, 0),
            RoundStep::Position => (1, ask.seat.id, 0),
            RoundStep::Challenge => (2, ask.seat.id, 0),
            RoundStep::Alternative => (2, ask.seat.id, 1),
            RoundStep::Reply => (3, ask.seat.id, 0),
            RoundStep::Evaluation => (4, ask.seat.id, 0),
        };
        prop_assert!(asks.is_sorted_by_key(rank));
        for pair in asks.windows(2) {
            prop_assert!(pair[1].prior.starts_with(&pair[0].prior));
            prop_assert!(pair[1].prior.len() <= pair[0].prior.len() + 1);
        }
    }

    /// A round is ready only with a majority, nothing open or invalid, no breach and nobody lost.
    #[test]
    fn ready_means_nothing_is_in_the_way(first in script(), second in script()) {
        let mut talk = discussion();
        first.play(&mut talk, "go");
        let (_, summary) = second.play(&mut talk, "go");
        let clear = summary.tally().majority().is_some()
            && summary.table().open().count() == 0
            && summary.violations().is_empty()
            && summary.lost().is_empty();
        prop_assert_eq!(summary.status() == RoundStatus::Ready, clear);
        prop_assert!(summary.table().open().all(|one| one.rounds < Challenge::ROUNDS));
    }

    /// Any change to what was said changes the hash.
    #[test]
    fn the_hash_seals_what_was_said(one in script(), two in script()) {
        let (_, one) = one.play(&mut discussion(), "go");
        let (_, two) = two.play(&mut discussion(), "go");
        prop_assert_eq!(one.digest() == two.digest(), one.json() == two.json());
    }
}
