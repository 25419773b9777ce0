//! A forum as a flow: cut off at every record, filled by members that nobody trusts, decided only by a hash.
#![expect(
    clippy::disallowed_methods,
    clippy::panic,
    clippy::unwrap_used,
    reason = "these tests write scripts and cut journals"
)]

use std::{fs, time::Duration};

use council_app::{
    Repo,
    core::{
        forum::{
            Digest, DiscussionState, ForumSeatId, Hearing, Loss, RoundChoice, Style, TrimmedLine,
        },
        gate::Outcome,
        ident::ProjectName,
        policy::Policy,
    },
    drill::Drill,
    engine::Patience,
    forum::{
        self, ForumDecideRequest, ForumFolder, ForumProgress, ForumRequest, HeldRound,
        RoundRequest, Setup, Unfinished,
    },
    review::Secrets,
    run::{RunError, Seating, Spend},
};
use council_testkit::{Moment, Still};
use futures_util::FutureExt as _;
use proptest::prelude::*;
use serde_json::json;

const JOURNAL: &str = "projects/demo/agent-work/forum.journal.jsonl";
const RECORD: &str = "projects/demo/agent-work/forum.json";
const FOLDER: &str = "projects/demo/agent-work";

struct World {
    folder: tempfile::TempDir,
    repo: Repo,
}

fn project() -> ProjectName {
    ProjectName::new("demo").unwrap()
}

impl World {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let repo = Repo::open(folder.path()).unwrap();
        let member = |name: &str, lens: &str| (name.to_owned(), lens.to_owned());
        let setup = Setup {
            owners: vec![member("Ines", "people who wait"), member("Bo", "what it costs")],
            advocates: vec![member("Kit", "what breaks")],
        };
        let drafted = forum::draft(&project(), &setup, "2026-03-01".parse().unwrap()).unwrap();
        forum::write(&repo, &drafted).unwrap();
        Self { folder, repo }
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, path: &str) -> String {
        fs::read_to_string(self.folder.path().join(path)).unwrap()
    }

    fn script(&self, answers: &serde_json::Value) {
        self.put("drill.yaml", &json!({ "answers": answers }).to_string());
    }

    fn hold(&self, request: &RoundRequest) -> Result<ForumProgress, RunError> {
        let moment = Moment::default();
        let patience = Patience { per_try: Duration::from_secs(1), ..Patience::default() };
        let around = moment.surroundings(patience);
        forum::hold(&self.repo, request, around, std::future::pending()).now_or_never().unwrap()
    }

    fn held(&self, request: &RoundRequest) -> HeldRound {
        match self.hold(request) {
            Ok(ForumProgress::Round(held)) => *held,
            other => panic!("{other:?}"),
        }
    }

    fn decide(&self, hash: &Digest, choice: RoundChoice) -> Result<forum::DecidedRound, RunError> {
        let asked = ForumDecideRequest {
            project: project(),
            round: None,
            hash: hash.clone(),
            by: TrimmedLine::new("Ana").unwrap(),
            choice,
        };
        forum::decide(&self.repo, &asked, Still::AT, &Moment::default().holder)
    }

    fn gate(&self) -> (Outcome, Vec<String>) {
        let review = forum::review(&self.repo, &ForumRequest { project: project() }).unwrap();
        let codes = review.judged.signals.iter().map(|one| one.code.clone()).collect();
        (review.judged.outcome, codes)
    }

    fn handoffs(&self) -> Vec<String> {
        let files = self.repo.files(FOLDER).unwrap();
        files.into_iter().filter(|name| name.starts_with("COUNCIL-")).collect()
    }
}

fn request(message: &str) -> RoundRequest {
    RoundRequest {
        project: project(),
        message: Some(message.to_owned()),
        by: TrimmedLine::new("Ana").unwrap(),
        points: vec!["Ship it".to_owned()],
        style: Style::Full,
        hearing: Hearing::Open,
        packet: None,
        seating: Seating {
            every: Some("scripted:drill.yaml".parse().unwrap()),
            ..Seating::default()
        },
        policy: Policy::default(),
        budget: None,
        spend: Spend { secrets: Secrets::Keep, max_cost: None },
        unfinished: Unfinished::GoOn,
        drill: Drill::Meant,
    }
}

fn digest(held: &HeldRound) -> Digest {
    held.discussion.latest().unwrap().summary().digest().clone()
}

fn challenged() -> serde_json::Value {
    json!([
        {"seat": "da-1", "round": 2, "repair": false, "tokens": 7,
            "reply": {"risk": "it breaks", "alternative": ""}},
        {"seat": "da-1", "round": 2, "tokens": 7, "reply": {"risk": "it breaks"}},
        {"tokens": 7},
    ])
}

#[test]
fn a_round_cut_off_after_any_record_goes_on_to_the_same_record_and_asks_nobody_twice() {
    for hearing in [Hearing::Open, Hearing::Blind] {
        let request = RoundRequest { hearing, ..request("Ship it?") };
        let world = World::new();
        world.script(&challenged());
        let whole = world.held(&request);
        let (journal, record) = (world.read(JOURNAL), world.read(RECORD));
        let lines: Vec<&str> = journal.lines().collect();
        let answered = |text: &str| text.matches(r#""event":"answered""#).count();
        let count = if hearing == Hearing::Blind { 9 } else { 7 };
        assert_eq!(answered(&journal), count, "owners, advocate twice, replies, evaluation");
        for cut in 1..lines.len() {
            let world = World::new();
            world.script(&challenged());
            let kept: String = lines.iter().take(cut).flat_map(|line| [*line, "\n"]).collect();
            world.put(JOURNAL, &kept);
            let held = world.held(&RoundRequest { message: None, ..request.clone() });
            assert_eq!(world.read(RECORD), record, "cut after {cut}");
            assert_eq!(held.discussion, whole.discussion, "cut after {cut}");
            assert_eq!(answered(&world.read(JOURNAL)), count, "cut after {cut}");
        }
    }
}

#[test]
fn another_message_neither_goes_on_with_a_round_nor_gives_it_up_unasked() {
    let world = World::new();
    world.script(&json!([]));
    world.held(&request("Ship it?"));
    let journal = world.read(JOURNAL);
    let first: String = journal.lines().take(3).flat_map(|line| [line, "\n"]).collect();
    let world = World::new();
    world.script(&json!([]));
    world.put(JOURNAL, &first);
    match world.hold(&request("Or wait?")) {
        Err(RunError::Refused(judged)) => assert_eq!(judged.signals[0].code, "ROUND_UNFINISHED"),
        other => panic!("{other:?}"),
    }
    let room = ForumFolder::find(&world.repo, &project()).unwrap();
    assert_eq!(forum::begun(&world.repo, &room).unwrap().as_deref(), Some("Ship it?"));
    let anew = RoundRequest { unfinished: Unfinished::GiveUp, ..request("Or wait?") };
    let held = world.held(&anew);
    assert_eq!(held.discussion.held().len(), 1);
    assert_eq!(forum::begun(&world.repo, &room).unwrap(), None);
}

#[test]
fn a_round_that_was_held_is_not_bought_again_by_the_same_command() {
    // Whoever is killed after the journal has the round reads neither the page nor, perhaps, the record.
    for is_written in [true, false] {
        let world = World::new();
        world.script(&json!([]));
        let first = world.held(&request("Ship it?"));
        let journal = world.read(JOURNAL);
        if !is_written {
            fs::remove_file(world.folder.path().join(RECORD)).unwrap();
        }
        let again = world.held(&request("Ship it?"));
        assert_eq!(digest(&again), digest(&first));
        assert_eq!((again.tokens, again.discussion.held().len()), (first.tokens, 1));
        assert_eq!(world.read(JOURNAL), journal, "nobody was asked");
        let anew = RoundRequest { unfinished: Unfinished::GiveUp, ..request("Ship it?") };
        assert_eq!(world.held(&anew).discussion.held().len(), 2, "who wants another round says so");
    }
}

#[test]
fn a_decision_needs_the_hash_that_was_shown_and_is_made_once() {
    let world = World::new();
    world.script(&json!([]));
    let first = digest(&world.held(&request("Ship it?")));
    let second = digest(&world.held(&request("Ship it now?")));
    match world.decide(&first, RoundChoice::Approve) {
        Err(RunError::Refused(judged)) => assert_eq!(judged.signals[0].code, "HASH_STALE"),
        other => panic!("{other:?}"),
    }
    assert!(world.handoffs().is_empty());
    let decided = world.decide(&second, RoundChoice::Approve).unwrap();
    assert!(decided.is_new);
    assert_eq!(world.handoffs(), ["COUNCIL-20260303-ship-it-now.md"]);
    assert_eq!(world.gate(), (Outcome::Pass, vec![]));
    assert!(!world.decide(&second, RoundChoice::Approve).unwrap().is_new, "said twice, done once");
    match world.decide(&second, RoundChoice::Unilateral("no".to_owned())) {
        Err(RunError::Refused(judged)) => assert_eq!(judged.signals[0].code, "DECIDED"),
        other => panic!("{other:?}"),
    }
    let third = world.held(&request("And phones?"));
    assert_eq!(third.discussion.state(), DiscussionState::Ready);
    let cited = third.discussion.latest().unwrap().summary().cites().unwrap().clone();
    assert_eq!((cited.round, cited.hash), (2, second));
    assert_eq!(world.gate().0, Outcome::ApprovalNeeded, "a new discussion is a new question");
}

#[test]
fn a_file_where_the_handoff_belongs_is_neither_overwritten_nor_taken_for_one() {
    let world = World::new();
    world.script(&json!([]));
    let hash = digest(&world.held(&request("Ship it?")));
    world.put(&format!("{FOLDER}/COUNCIL-20260303-ship-it.md"), "# Mine\n");
    assert_eq!(world.gate().0, Outcome::ApprovalNeeded.max(Outcome::Blocked));
    assert!(matches!(world.decide(&hash, RoundChoice::Approve), Err(RunError::Refused(_))));
    assert_eq!(world.read(&format!("{FOLDER}/COUNCIL-20260303-ship-it.md")), "# Mine\n");
}

#[test]
fn a_decision_that_was_cut_off_is_finished_by_whoever_comes_next() {
    let world = World::new();
    world.script(&json!([]));
    let hash = digest(&world.held(&request("Ship it?")));
    let before = world.read(RECORD);
    world.decide(&hash, RoundChoice::Approve).unwrap();
    let handoff = format!("{FOLDER}/{}", world.handoffs()[0]);
    let (after, text) = (world.read(RECORD), world.read(&handoff));
    world.put(RECORD, &before);
    fs::remove_file(world.folder.path().join(&handoff)).unwrap();
    assert!(world.gate().1.contains(&"STEP_UNFINISHED".to_owned()));
    assert!(!world.decide(&hash, RoundChoice::Approve).unwrap().is_new);
    assert_eq!((world.read(RECORD), world.read(&handoff)), (after, text));
}

#[test]
fn a_record_that_somebody_wrote_by_hand_is_not_gone_on_from() {
    let world = World::new();
    world.script(&json!([]));
    let hash = digest(&world.held(&request("Ship it?")));
    let record = world.read(RECORD);
    let forged = World::new();
    forged.script(&json!([]));
    forged.held(&request("Ship something else?"));
    forged.put(RECORD, &record);
    let (outcome, codes) = forged.gate();
    assert!(outcome.exit_code() != 0 && codes.contains(&"RECORD_CHANGED".to_owned()), "{codes:?}");
    assert!(matches!(forged.decide(&hash, RoundChoice::Approve), Err(RunError::Refused(_))));
    assert!(matches!(forged.hold(&request("And now?")), Err(RunError::Refused(_))));
    assert!(forged.handoffs().is_empty());
}

#[test]
fn lost_members_keep_the_round_open_and_say_why() {
    for (fault, loss) in [
        (json!({"lasting": "401"}), Loss::Failure),
        (json!({"lasting": "the model refuses to answer"}), Loss::Refusal),
        (json!({"text": "I approve."}), Loss::Unreadable),
    ] {
        let world = World::new();
        let mut line = json!({"seat": "po-1"});
        line.as_object_mut().unwrap().extend(fault.as_object().unwrap().clone());
        world.script(&json!([line]));
        let held = world.held(&request("Ship it?"));
        let summary = held.discussion.latest().unwrap().summary();
        assert_eq!(summary.lost(), [(ForumSeatId::read("po-1").unwrap(), loss)]);
        assert_eq!(held.discussion.state(), DiscussionState::Open);
    }
}

#[test]
fn a_budget_that_is_too_small_ends_the_round_before_it_is_spent() {
    let world = World::new();
    world.script(&json!([{"tokens": 10, "bound": 30}]));
    let policy = Policy { budget: 35, ..Policy::default() };
    let held = world.hold(&RoundRequest { policy, ..request("Ship it?") });
    assert!(matches!(held, Ok(ForumProgress::Aborted { .. })), "{held:?}");
    assert!(!world.repo.has_file(RECORD));
    world.held(&request("Ship it?"));
}

#[test]
fn a_recorded_round_plays_again_from_its_own_journal() {
    let world = World::new();
    world.script(&challenged());
    let first = world.held(&request("Ship it?"));
    let again = World::new();
    again.put("tape.jsonl", &world.read(JOURNAL));
    let seating = every("cassette:tape.jsonl");
    let second = again.held(&RoundRequest { seating, ..request("Ship it?") });
    let said = |held: &HeldRound| held.discussion.latest().unwrap().summary().said().to_vec();
    assert_eq!(said(&first), said(&second));
}

#[test]
fn a_forum_that_is_to_be_recorded_into_a_folder_is_refused_and_leaves_no_trace() {
    let world = World::new();
    let seating = every("cassette:tapes=here:model");
    let refused = world.hold(&RoundRequest { seating, ..request("Ship it?") });
    assert!(matches!(refused, Err(RunError::Refused(_))), "{refused:?}");
    assert!(!world.folder.path().join(JOURNAL).exists());
}

#[test]
fn a_redirection_is_discussed_without_repeating_it() {
    let world = World::new();
    world.script(&json!([]));
    let hash = digest(&world.held(&request("Ship it?")));
    world.decide(&hash, RoundChoice::Redirect("Ship half of it?".to_owned())).unwrap();
    let held = world.held(&RoundRequest { message: None, ..request("") });
    assert_eq!(held.discussion.latest().unwrap().summary().message().text(), "Ship half of it?");
    assert!(matches!(
        world.hold(&RoundRequest { message: None, ..request("") }),
        Err(RunError::Refused(_))
    ));
}

/// Returns the attacked and benign documents that are meant to talk a council into something.
fn attacks() -> Option<Vec<String>> {
    let folder = council_testkit::shared_data("injection/council")?;
    let lines = fs::read_to_string(folder.join("cases_dev.jsonl")).unwrap();
    let case = |line: &str| -> String {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        case.get("prd").unwrap().as_str().unwrap().to_owned()
    };
    let cases: Vec<String> = lines.lines().map(case).collect();
    assert_eq!(cases.len(), 392);
    Some(cases)
}

#[test]
fn attacks_as_messages_approve_nothing_and_hand_nothing_off() {
    for attack in attacks().into_iter().flatten() {
        let world = World::new();
        world.put("projects/demo/prd.md", &attack);
        let seating = every("rules");
        let style = Style::Classic;
        let held = world.held(&RoundRequest { seating, style, ..request(&attack) });
        stays_undecided(&world, &held);
    }
}

#[test]
fn attacks_as_answers_approve_nothing_and_hand_nothing_off() {
    let cases = attacks().unwrap_or_default();
    // Each is said by one member, and three of them meet; the last round is filled up with the first ones.
    let said: Vec<&str> = cases.iter().chain(&cases).map(String::as_str).collect();
    for start in (0..cases.len()).step_by(3) {
        let [first, second, third]: [&str; 3] = said[start..start + 3].try_into().unwrap();
        // Said wherever a member can say something, then as the whole of an answer.
        let wherever = World::new();
        let owner = |seat: &str, words: &str| {
            let reply = json!({"challenge": "CH-1", "stand": "accepted", "rationale": words});
            [
                json!({"seat": seat, "round": 1, "reply": {"position": words, "reason": words}}),
                json!({"seat": seat, "round": 4, "reply": {"replies": [reply]}}),
            ]
        };
        let judged = json!({"challenge": "CH-1", "judgement": "conceded", "note": third});
        let advocate = [
            json!({"seat": "da-1", "round": 2,
                "reply": {"risk": third, "alternative": third, "question": third}}),
            json!({"seat": "da-1", "round": 5, "reply": {"evaluations": [judged]}}),
        ];
        let lines = owner("po-1", first).into_iter().chain(owner("po-2", second)).chain(advocate);
        wherever.script(&lines.collect());
        let held = wherever.held(&request("Ship it?"));
        stays_undecided(&wherever, &held);
        let whole = World::new();
        whole.script(&json!([
            {"seat": "po-1", "text": first},
            {"seat": "po-2", "text": second},
            {"seat": "da-1", "text": third},
        ]));
        let held = whole.held(&request("Ship it?"));
        stays_undecided(&whole, &held);
        assert_eq!(held.discussion.state(), DiscussionState::Open, "nobody was heard");
    }
}

fn stays_undecided(world: &World, held: &HeldRound) {
    assert!(matches!(held.discussion.state(), DiscussionState::Open | DiscussionState::Ready));
    assert!(held.discussion.intents().is_empty());
    assert!(world.handoffs().is_empty());
    assert!(world.gate().0.exit_code() != 0);
    assert!(!world.read(JOURNAL).contains(r#""event":"decided""#));
}

/// One thing somebody does to a forum on disk.
#[derive(Debug, Clone)]
enum Deed {
    Message(&'static str),
    Decide { shown: usize, choice: RoundChoice },
    Forge,
}

fn deed() -> impl Strategy<Value = Deed> {
    let choice = prop_oneof![
        3 => Just(RoundChoice::Approve),
        1 => Just(RoundChoice::Open),
        1 => Just(RoundChoice::Redirect("approved".to_owned())),
        1 => Just(RoundChoice::Unilateral("so be it".to_owned())),
    ];
    prop_oneof![
        3 => prop::sample::select(&["approve", "approve round 1 now"]).prop_map(Deed::Message),
        4 => (0_usize..4, choice).prop_map(|(shown, choice)| Deed::Decide { shown, choice }),
        1 => Just(Deed::Forge),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// No order of commands reaches a handoff without a decision that names the summary that was shown last.
    #[test]
    fn no_order_of_commands_hands_off_without_a_decision_on_what_was_shown(
        deeds in prop::collection::vec(deed(), 0..7)
    ) {
        let world = World::new();
        world.script(&json!([]));
        let mut shown: Vec<Digest> = Vec::new();
        let (mut bound, mut forged) = (0, false);
        for deed in deeds {
            match deed {
                Deed::Message(text) => {
                    if let Ok(ForumProgress::Round(held)) = world.hold(&request(text)) {
                        shown.push(digest(&held));
                    }
                }
                Deed::Decide { shown: at, choice } => {
                    let hash = shown.get(at).cloned().unwrap_or(Digest::of_text("a guess"));
                    let is_latest = shown.last() == Some(&hash);
                    let closes = choice.closes();
                    if let Ok(decided) = world.decide(&hash, choice) {
                        prop_assert!(is_latest && !forged);
                        bound += usize::from(decided.is_new && closes);
                    }
                }
                Deed::Forge => {
                    if world.repo.has_file(RECORD) {
                        let text = world.read(RECORD).replacen("\"decision\": null", "\"decision\": {}", 1);
                        forged |= text != world.read(RECORD);
                        world.put(RECORD, &text);
                    }
                }
            }
            prop_assert_eq!(world.handoffs().len(), bound);
            if forged {
                prop_assert!(world.gate().0.exit_code() != 0);
            }
        }
    }
}

/// Fills every seat with the same.
fn every(name: &str) -> Seating<ForumSeatId> {
    Seating { every: Some(name.parse().unwrap()), ..Seating::default() }
}
