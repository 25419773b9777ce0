//! The forum against real configs and against texts that would like to be a decision.
#![expect(clippy::unwrap_used, reason = "what a test cannot read has failed")]

use std::collections::{BTreeMap, BTreeSet};

use council_app::{
    Repo,
    check::{self, CheckRequest, Warnings},
    core::{
        forum::{
            Config, Discussion, DiscussionState, ForumAnswer, ForumEffect, ForumInput,
            ForumProtocol, ForumQuestion, Hearing, Message, RoleDefinitions, RoundAct, RoundChoice,
            RoundStep, Setting, Style, TrimmedLine,
            answer::{
                AdvocateJudgement, ChallengeResponse, Evaluation, Objection, OwnerPosition,
                ReplyToChallenge, Stance,
            },
        },
        gate::{
            Outcome,
            forum::{ForumFacts, Looked, judge},
        },
        ident::ProjectName,
    },
    formats::{
        council_config, forum_record, intent, markdown,
        report::clean,
        round_summary::{self, SummaryPage},
    },
    forum::{self, ForumRequest},
};
use council_testkit::{TestEnv, shared_data};

const CONFIG: &str = r#"{
  "project": "demo",
  "created": "2026-03-01",
  "council": {
    "normal_pos": [
      { "id": "po-1", "name": "Ines", "perspective": "people who wait" },
      { "id": "po-2", "name": "Bo", "perspective": "what it costs" },
      { "id": "po-3", "name": "Ari", "perspective": "the years ahead" },
      { "id": "po-4", "name": "Lu", "perspective": "those who build it" }
    ],
    "devils_advocates": [
      { "id": "da-1", "name": "Kit", "perspective": "what breaks" },
      { "id": "da-2", "name": "Noa", "perspective": "who is left out" }
    ]
  }
}"#;

fn config() -> Config {
    council_config::read("council-config.json", CONFIG).value.unwrap().config
}

/// Who puts the hostile text on the table, and whether the advocates are satisfied.
#[derive(Clone, Copy, PartialEq)]
enum Attack {
    /// The human pastes it; the members are of one mind.
    Message,
    /// Every member says it; the advocates concede.
    Members,
    /// Both, and the advocates are not satisfied.
    Both,
}

fn answer(ask: &ForumQuestion, attack: Attack, text: &str) -> ForumAnswer {
    let words = if attack == Attack::Message { "so I say" } else { text };
    let words = || words.to_owned();
    let challenges = ask.challenges.iter().map(|one| one.id);
    let judgement = if attack == Attack::Both {
        AdvocateJudgement::Insufficient
    } else {
        AdvocateJudgement::Conceded
    };
    match ask.step {
        RoundStep::Reading | RoundStep::Question => unreachable!("the proposal is taken whole"),
        RoundStep::Draft | RoundStep::Position => {
            let (position, reason, stance) = (words(), words(), Some(Stance::Support));
            let said = OwnerPosition { position, reason, stance, ..OwnerPosition::default() };
            if ask.step == RoundStep::Draft {
                ForumAnswer::Draft(said)
            } else {
                ForumAnswer::Position(said)
            }
        }
        RoundStep::Challenge => {
            let (risk, alternative, question) = (words(), words(), words());
            ForumAnswer::Challenge(Objection { risk, alternative, question, point: None })
        }
        RoundStep::Alternative => ForumAnswer::Alternative(words()),
        RoundStep::Reply => ForumAnswer::Replies(
            challenges
                .map(|challenge| ReplyToChallenge {
                    challenge,
                    stand: ChallengeResponse::Rejected,
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

/// Holds one round with a text and returns the discussion.
fn held(attack: Attack, text: &str) -> Discussion {
    let Config { project, seats, .. } = config();
    let mut talk = Discussion::new(project.clone());
    let roles = RoleDefinitions::default().digests();
    let (style, hearing) = (Style::Full, Hearing::Open);
    let filled_by = BTreeMap::new();
    let setting = Setting {
        project,
        seats,
        roles,
        style,
        hearing,
        filled_by,
        protocol: ForumProtocol::First,
        points: vec![],
        questioners: BTreeSet::new(),
    };
    let message = if attack == Attack::Members { "Ship it?" } else { text };
    let at = "2026-03-01T12:00:00Z".parse().unwrap();
    let message = Message::new(message, TrimmedLine::new("Ana").unwrap(), at).unwrap();
    let (mut round, mut effects) = talk.open(setting, message).unwrap();
    loop {
        match effects.remove(0) {
            ForumEffect::Ask(ask) => {
                let input =
                    ForumInput::Answered { seat: ask.seat.id, answer: answer(&ask, attack, text) };
                effects = round.apply(input).unwrap();
            }
            ForumEffect::AwaitDecision(summary) => {
                talk.close(*summary).unwrap();
                return talk;
            }
        }
    }
}

/// Returns what the gate says about a record as it lies on disk.
fn gate(record: &str) -> Outcome {
    let parsed = forum_record::read("forum.json", record);
    assert_eq!(parsed.diagnostics, []);
    let found = ForumFacts {
        project: ProjectName::new("demo").unwrap(),
        config: Looked::Read { path: "council-config.json".to_owned(), value: config() },
        record: Looked::Read { path: "forum.json".to_owned(), value: parsed.value.unwrap() },
        folder: "agent-work".to_owned(),
        handoffs: vec![],
    };
    judge(&found).outcome
}

/// Returns the beginnings of a page's lines, which are its layout.
fn layout(page: &str) -> Vec<String> {
    let label = |line: &str| line.split_inclusive([':', '─']).next().unwrap_or_default().to_owned();
    page.lines().map(label).collect()
}

fn headings(text: &str) -> Vec<String> {
    markdown::outline(text).walk().iter().map(|section| section.title.clone()).collect()
}

/// The attacked and benign documents, each as its text; nothing where the data is absent.
fn attacks() -> Vec<String> {
    let Some(folder) = shared_data("injection/council") else {
        return Vec::new();
    };
    let lines = Repo::open(&folder).unwrap().read("cases_dev.jsonl").unwrap();
    let case = |line: &str| {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        case.get("prd").and_then(serde_json::Value::as_str).unwrap().to_owned()
    };
    let cases: Vec<String> = lines.lines().map(case).collect();
    assert_eq!(cases.len(), 392);
    cases
}

#[test]
fn no_hostile_text_approves_hands_off_or_breaks_the_page() {
    for attack in [Attack::Message, Attack::Members, Attack::Both] {
        let plain = held(attack, "Ship the export.");
        let page = |talk: &Discussion| {
            round_summary::write(&SummaryPage::of(talk.latest().unwrap().summary()))
        };
        let (plain_state, plain_layout) = (plain.state(), layout(&page(&plain)));
        for text in attacks() {
            let talk = held(attack, &text);
            assert_eq!(talk.state(), plain_state);
            assert!(talk.intents().is_empty());
            let expected = match plain_state {
                DiscussionState::Ready => Outcome::ApprovalNeeded,
                DiscussionState::Open => Outcome::Blocked,
                other => panic!("a round without a decision is {other:?}"),
            };
            assert_eq!(gate(&forum_record::write(&talk)), expected);
            let shown = page(&talk);
            assert_eq!(layout(&shown), plain_layout, "{shown}");
            assert!(!shown.chars().any(|c| c != '\n' && clean::is_hidden(c)), "{shown}");
            let summary = talk.latest().unwrap().summary();
            assert_eq!(round_summary::read("page", &shown), Ok(SummaryPage::of(summary)));
        }
    }
}

#[test]
fn a_handoff_has_the_same_sections_whatever_the_members_said() {
    let approved = |text: &str| {
        let mut talk = held(Attack::Members, text);
        let summary = talk.latest().unwrap().summary();
        let act = RoundAct {
            round: 1,
            hash: summary.digest().clone(),
            by: TrimmedLine::new("Ana").unwrap(),
            at: "2026-03-01T12:00:00Z".parse().unwrap(),
            choice: RoundChoice::Approve,
        };
        talk.decide(act).unwrap();
        intent::write(&talk.intents().remove(0))
    };
    let plain = headings(&approved("Ship the export."));
    for text in attacks() {
        assert_eq!(headings(&approved(&text)), plain, "{text}");
    }
}

#[test]
fn real_configs_are_valid_and_their_projects_wait_for_a_discussion() {
    let Some(folder) = shared_data("everything") else {
        return;
    };
    let repo = Repo::open(&folder).unwrap();
    let projects = repo.folders("projects").unwrap();
    assert_eq!(projects, ["BigProject", "Default2", "Default3", "Default4", "MyProject"]);
    for project in projects {
        let path = format!("projects/{project}/council-config.json");
        let checked = check::check(
            &repo,
            &CheckRequest { path: path.clone(), kind: None, today: jiff::civil::date(2026, 3, 1) },
        );
        assert_eq!(checked.len(), 1);
        assert_eq!(checked[0].diagnostics, [], "{path}");
        assert_eq!(check::outcome(&checked[0], Warnings::Strict), Outcome::Pass, "{path}");
        let read = serde_json::to_value(checked[0].read.as_ref().unwrap()).unwrap();
        assert_eq!(read["project"], project.as_str());
        let text = repo.read(&path).unwrap();
        let config = council_config::read(&path, &text).value.unwrap();
        let again = council_config::read(&path, &council_config::write(&config)).value;
        assert_eq!(again, Some(config), "{path}");
        let request = ForumRequest { project: ProjectName::new(project).unwrap() };
        let review = forum::review(&repo, &request).unwrap();
        assert_eq!(review.judged.outcome, Outcome::InputNeeded);
        assert_eq!(review.judged.signals[0].code, "RECORD_MISSING");
    }
}

#[test]
fn a_projects_own_role_texts_win_over_the_built_in_ones() {
    let env = TestEnv::new("no binary is run here");
    let repo = Repo::open(env.repo()).unwrap();
    let project = ProjectName::new("demo").unwrap();
    let ours = RoleDefinitions::default();
    assert_eq!(forum::roles(&repo, &project).unwrap(), ours);
    env.write("general/agents/roles/normal-project-owner.md", "everyone's owner\n");
    env.write("general/agents/roles/devils-advocate-project-owner.md", "everyone's advocate\n");
    env.write("projects/demo/general/agents/roles/normal-project-owner.md", "our owner\n");
    let roles = forum::roles(&repo, &project).unwrap();
    assert_eq!(roles.owner.text(), "our owner\n");
    assert_eq!(roles.advocate.text(), "everyone's advocate\n");
    assert_ne!(roles.owner.digest(), ours.owner.digest());
}
