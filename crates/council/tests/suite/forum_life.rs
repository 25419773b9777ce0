//! The whole life of a forum, walked at random: whatever was done, some commands lead to an open gate, and the gate never
//! opens without the act of a human who was shown what is decided.
#![expect(
    clippy::disallowed_methods,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "these tests edit files as a human would"
)]

use std::{collections::BTreeSet, fs};

use council_app::{
    Repo,
    answer::{self, Awaited, Handed},
    core::{
        forum::{Digest, Hearing, RoundChoice, Style, TrimmedLine},
        gate::Outcome,
        ident::ProjectName,
        policy::Policy,
    },
    drill::Drill,
    engine::Patience,
    forum::{
        self, ForumDecideRequest, ForumFolder, ForumProgress, ForumRequest, RoundRequest, Setup,
        Unfinished,
    },
    review::{Onward, Secrets},
    run::{RunError, Seating, Spend},
};
use council_testkit::{Moment, Still};
use futures_util::FutureExt as _;
use proptest::prelude::*;
use serde_json::{Value, json};

const FOLDER: &str = "projects/demo/agent-work";
const RECORD: &str = "forum.json";

/// Who sits in the seats of a round.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Filling {
    /// Nobody: the rules ask questions.
    Rules,
    /// Scripts that agree.
    Calm,
    /// Scripts of which the advocate is never satisfied.
    Fear,
    /// A person among the owners and one as the advocate.
    People,
}

/// What a human or a program may do next.
#[derive(Debug, Clone, Copy)]
enum Act {
    Discuss(Filling, Unfinished),
    HandIn,
    Resume,
    Approve,
    ApproveStale,
    Redirect,
    Alone,
    KeepOpen,
    EditRecord,
    EditHandoff,
    DeleteRecord,
    Restore,
}

fn acts() -> impl Strategy<Value = Act> {
    let filling = prop_oneof![
        Just(Filling::Rules),
        Just(Filling::Calm),
        Just(Filling::Fear),
        Just(Filling::People)
    ];
    let unfinished = prop_oneof![3 => Just(Unfinished::GoOn), 1 => Just(Unfinished::GiveUp)];
    prop_oneof![
        6 => (filling, unfinished).prop_map(|(filling, unfinished)| Act::Discuss(filling, unfinished)),
        4 => Just(Act::HandIn),
        3 => Just(Act::Resume),
        4 => Just(Act::Approve),
        1 => Just(Act::ApproveStale),
        2 => Just(Act::Redirect),
        2 => Just(Act::Alone),
        1 => Just(Act::KeepOpen),
        1 => Just(Act::EditRecord),
        1 => Just(Act::EditHandoff),
        1 => Just(Act::DeleteRecord),
        1 => Just(Act::Restore),
    ]
}

struct World {
    folder: tempfile::TempDir,
    repo: Repo,
    messages: u32,
    /// Whether a human has decided the latest round, as somebody beside the program keeps count of it.
    is_decided: bool,
    /// Whether nobody holds a position in the latest round.
    is_unheld: bool,
    /// The files that a human edited by hand and that still stand there so.
    edited: BTreeSet<String>,
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
        let fear = json!({"answers": [
            {"seat": "da-1", "round": 2, "reply": {"risk": "it breaks", "alternative": "wait"}},
            {"seat": "da-1", "round": 5, "reply": {"evaluations": []}},
        ]});
        fs::write(folder.path().join("fear.yaml"), fear.to_string()).unwrap();
        fs::write(folder.path().join("calm.yaml"), "answers: []\n").unwrap();
        Self {
            folder,
            repo,
            messages: 0,
            is_decided: false,
            is_unheld: false,
            edited: BTreeSet::new(),
        }
    }

    /// Does something; tells whether it was done. What a human has to settle first is refused, and nothing else is wrong.
    fn act(&mut self, act: Act) -> bool {
        match self.attempt(act) {
            Ok(done) => done,
            Err(RunError::Refused(refusal)) => {
                let has_help = refusal.signals.first().is_some_and(|first| first.help.is_some());
                assert!(has_help || !refusal.next.is_empty(), "{act:?}: {refusal:?}");
                false
            }
            Err(error) => panic!("{act:?}: {error}"),
        }
    }

    fn attempt(&mut self, act: Act) -> Result<bool, RunError> {
        let holder = Moment::default().holder;
        match act {
            Act::Discuss(filling, unfinished) => self.discuss(filling, unfinished),
            Act::HandIn => self.hand_in(),
            Act::Resume => {
                let moment = Moment::default();
                let around = moment.surroundings(Patience::default());
                let project = project();
                let held = forum::resume(
                    &self.repo,
                    &project,
                    Onward::Drill,
                    around,
                    std::future::pending(),
                );
                let held = held.now_or_never().unwrap()?;
                self.note(held.as_ref());
                if let Some(ForumProgress::Round(_)) = held {
                    // Only a round with people in it is ever cut off here.
                    self.is_unheld = false;
                }
                Ok(held.is_some())
            }
            Act::Approve => self.decide(RoundChoice::Approve, None),
            Act::ApproveStale => {
                let done = self.decide(RoundChoice::Approve, Some(Digest::of_text("another page")));
                assert!(done.is_err(), "what nobody was shown is approved: {done:?}");
                done
            }
            Act::Redirect => self.decide(RoundChoice::Redirect("Only a pilot".to_owned()), None),
            Act::Alone => self.decide(RoundChoice::Unilateral("We wait".to_owned()), None),
            Act::KeepOpen => self.decide(RoundChoice::Open, None),
            Act::EditRecord => Ok(self.edit(RECORD)),
            Act::EditHandoff => {
                let names = self.repo.files(FOLDER)?;
                let handoff = names.into_iter().find(|name| name.starts_with("COUNCIL-"));
                Ok(handoff.is_some_and(|name| self.edit(&name)))
            }
            Act::DeleteRecord => {
                // The next round writes the record again from the journal, so an edit goes with its file.
                self.edited.remove(RECORD);
                Ok(fs::remove_file(self.folder.path().join(FOLDER).join(RECORD)).is_ok())
            }
            Act::Restore => {
                let files = forum::restore(&self.repo, &project(), &holder)?;
                if files.is_some() {
                    self.edited.clear();
                }
                Ok(files.is_some())
            }
        }
    }

    fn discuss(&mut self, filling: Filling, unfinished: Unfinished) -> Result<bool, RunError> {
        self.messages += 1;
        let spec = |name: &str| name.parse().unwrap();
        let every = match filling {
            Filling::Rules => "rules",
            Filling::Fear => "scripted:fear.yaml",
            Filling::Calm | Filling::People => "scripted:calm.yaml",
        };
        let mut seating = Seating { every: Some(spec(every)), ..Seating::default() };
        if filling == Filling::People {
            for seat in ["po-1", "da-1"] {
                let seat = council_app::core::forum::ForumSeatId::read(seat).unwrap();
                seating.single.insert(seat, spec("human"));
            }
        }
        let request = RoundRequest {
            project: project(),
            message: Some(format!("Shall we do it, {}?", self.messages)),
            by: TrimmedLine::new("Ana").unwrap(),
            points: vec!["Do it".to_owned()],
            style: Style::Full,
            hearing: Hearing::Open,
            packet: None,
            seating,
            policy: Policy::default(),
            budget: None,
            spend: Spend { secrets: Secrets::Keep, max_cost: None },
            unfinished,
            drill: Drill::Meant,
        };
        let moment = Moment::default();
        let around = moment.surroundings(Patience::default());
        let held = forum::hold(&self.repo, &request, around, std::future::pending());
        let held = held.now_or_never().unwrap()?;
        assert_eq!(
            matches!(held, ForumProgress::Waiting { .. }),
            filling == Filling::People,
            "{filling:?}: {held:?}"
        );
        self.note(Some(&held));
        if let ForumProgress::Round(_) = held {
            self.is_unheld = filling == Filling::Rules;
        }
        Ok(true)
    }

    /// A round that was held is not decided yet.
    fn note(&mut self, held: Option<&ForumProgress>) {
        if let Some(ForumProgress::Round(_)) = held {
            self.is_decided = false;
        }
    }

    fn hand_in(&self) -> Result<bool, RunError> {
        // Whoever has nothing begun has nothing to answer, which `open` tells as there being no such session.
        let Ok(asks) = answer::open(&self.repo, "demo") else { return Ok(false) };
        let Some(ask) = asks.first() else { return Ok(false) };
        let handed = Handed {
            seat: Some(ask.seat.clone()),
            text: said("", &ask.schema).to_string(),
            question: Some(ask.hash.clone()),
            by: TrimmedLine::new("Ana").unwrap(),
            from: Awaited::Person,
        };
        answer::hand_in(&self.repo, "demo", &handed, &Moment::default().holder, Still::AT)?;
        Ok(true)
    }

    fn decide(&mut self, choice: RoundChoice, hash: Option<Digest>) -> Result<bool, RunError> {
        let room = ForumFolder::find(&self.repo, &project())?;
        let shown = room.discussion.latest().map(|held| held.summary().digest().clone());
        let hash = hash.or(shown).unwrap_or_else(|| Digest::of_text("nothing"));
        let by = TrimmedLine::new("Ana").unwrap();
        let closes = choice.closes();
        let is_hollow = choice == RoundChoice::Approve && self.is_unheld;
        let asked = ForumDecideRequest { project: project(), round: None, hash, by, choice };
        forum::decide(&self.repo, &asked, Still::AT, &Moment::default().holder)?;
        assert!(!is_hollow, "what nobody holds is approved");
        self.is_decided = closes;
        Ok(true)
    }

    fn edit(&mut self, name: &str) -> bool {
        let path = self.folder.path().join(FOLDER).join(name);
        let Ok(text) = fs::read_to_string(&path) else { return false };
        fs::write(&path, text.replace("Do it", "Do all of it") + "\n").unwrap();
        self.edited.insert(name.to_owned());
        true
    }

    fn is_open(&self) -> bool {
        let review = forum::review(&self.repo, &ForumRequest { project: project() }).unwrap();
        // A challenge that was open when the human decided is a warning.
        matches!(review.judged.outcome, Outcome::Pass | Outcome::Warned)
    }

    /// The gate is open only after the act that opens it, on files that nobody edited.
    fn expect_acts(&self, so_far: &[Act]) {
        if self.is_open() {
            assert!(self.is_decided && self.edited.is_empty(), "after {so_far:?}");
        }
    }

    /// Takes the commands that a patient human finds in the help, until the gate is open.
    fn rescue(&mut self, so_far: &[Act]) {
        for _ in 0..4 {
            if self.is_open() {
                return;
            }
            self.act(Act::Restore);
            while self.act(Act::HandIn) {}
            self.act(Act::Resume);
            if !self.act(Act::Alone) {
                self.act(Act::Discuss(Filling::Rules, Unfinished::GiveUp));
            }
        }
        assert!(self.is_open(), "no way out after {so_far:?}");
    }
}

/// Says something of a shape: the first word of every choice, one entry for everything that is asked about.
fn said(name: &str, schema: &Value) -> Value {
    if let Some(first) = schema.pointer("/enum/0") {
        return first.clone();
    }
    match answer::kind(schema) {
        "object" => {
            let keys = schema["properties"].as_object().unwrap().iter();
            Value::Object(keys.map(|(key, inner)| (key.clone(), said(key, inner))).collect())
        }
        "array" => match answer::entries(name, schema) {
            Some((key, things)) => {
                let entry = |thing: &Value| {
                    let mut entry = said("", &schema["items"]);
                    entry[key] = thing.clone();
                    entry
                };
                Value::Array(things.iter().map(entry).collect())
            }
            None => json!([]),
        },
        _ => json!("so I say"),
    }
}

proptest! {
    #![proptest_config(crate::cases(32))]

    #[test]
    fn every_state_has_a_way_to_an_open_gate_and_no_way_around_a_human(
        walk in prop::collection::vec(acts(), 1..14)
    ) {
        let mut world = World::new();
        for (act, number) in walk.iter().zip(1..) {
            world.act(*act);
            world.expect_acts(&walk[..number]);
        }
        world.rescue(&walk);
        world.expect_acts(&walk);
    }
}
