//! The forum's gate: nothing goes on before a human has decided, and nothing was handed off before that.

use super::{Hold, Outcome, Signal};
use crate::{
    diagnostic::{Diagnostic, Place},
    forum::{
        Challenge, ChallengeStatus, Config, Discussion, DiscussionRound, DiscussionState,
        challenge::EscalatedBy,
    },
    ident::ProjectName,
};

/// A file that was looked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Looked<T> {
    /// There is none in any of these places.
    Missing(Vec<String>),
    /// It breaks its contract.
    Invalid(Vec<Diagnostic>),
    /// It was read.
    Read {
        /// Where it lies.
        path: String,
        /// What it says.
        value: T,
    },
}

/// What was found of a project's forum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ForumFacts {
    /// The project asked for.
    pub project: ProjectName,
    /// Who sits in the forum.
    pub config: Looked<Config>,
    /// What was discussed and decided.
    pub record: Looked<Discussion>,
    /// The folder that handoffs are written to.
    pub folder: String,
    /// The names of the handoffs there.
    pub handoffs: Vec<String>,
}

/// What the gate decided, and why.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Judged {
    /// The decision.
    pub outcome: Outcome,
    /// What the work waits for, whatever was decided.
    pub holds: Vec<Hold>,
    /// The decision in words.
    pub headline: String,
    /// What was noticed.
    pub signals: Vec<Signal>,
    /// What to do next.
    pub next: Vec<String>,
}

/// Decides whether a project's forum lets the work go on.
pub fn judge(found: &ForumFacts) -> Judged {
    let mut judged = of_files(found);
    let strays = unapproved(found);
    if !strays.is_empty() {
        judged.outcome = judged.outcome.max(Outcome::Blocked);
        judged.signals.extend(strays);
    }
    judged
}

fn of_files(found: &ForumFacts) -> Judged {
    let project = &found.project;
    let (config, path) = match &found.config {
        Looked::Missing(places) => return no_config(project, places),
        Looked::Invalid(diagnostics) => {
            return invalid("the council config is invalid", diagnostics);
        }
        Looked::Read { path, value, .. } => (value, path),
    };
    if config.project != *project {
        return other_project(path, &config.project, project);
    }
    let (discussion, path) = match &found.record {
        Looked::Missing(places) => return no_record(project, places),
        Looked::Invalid(diagnostics) => {
            let judged = invalid("the forum record is invalid", diagnostics);
            return Judged { next: vec![format!("council restore {project}")], ..judged };
        }
        Looked::Read { path, value, .. } => (value, path),
    };
    if discussion.project() != project {
        return other_project(path, discussion.project(), project);
    }
    let Some(latest) = discussion.latest() else {
        return no_record(project, std::slice::from_ref(path));
    };
    let mut judged = of_state(discussion.state(), latest, project, path);
    if latest.closing().is_none() && has_changed(config, latest) {
        let message = "the council config has changed since the latest round";
        judged.signals.push(Signal::advisory("COUNCIL_CHANGED", Place::file(path), message));
    }
    judged
}

fn of_state(
    state: DiscussionState,
    latest: &DiscussionRound,
    project: &ProjectName,
    path: &str,
) -> Judged {
    let summary = latest.summary();
    let round = summary.number();
    let place = || Place::file(path);
    let escalated = summary.table().unresolved().filter_map(|one| escalated(one, place()));
    let discuss = format!("council forum --project {project} \"your message\"");
    let decide = |choice: &str| {
        format!("council decide --forum {project} {choice} --hash {} --by NAME", summary.digest())
    };
    let redirect = decide("--redirect \"the new proposal\"");
    let alone = decide("--unilateral \"what you decide\"");
    match state {
        DiscussionState::Approved | DiscussionState::Unilateral => {
            // What a person decided over stays in view, also what the group had not settled yet.
            let open = summary.table().open().map(|challenge| {
                let message = format!("challenge {} was open when the human decided", challenge.id);
                Signal::advisory("CHALLENGE_UNRESOLVED", place(), message)
            });
            let signals: Vec<Signal> = open.chain(escalated).collect();
            let outcome = if signals.is_empty() { Outcome::Pass } else { Outcome::Warned };
            let how = if state == DiscussionState::Approved { "approved" } else { "decided alone" };
            let by = latest.decision().map(|decision| decision.act().by.to_string());
            let headline = format!("round {round} {how} by {}", by.unwrap_or_default());
            Judged { outcome, holds: Vec::new(), headline, signals, next: Vec::new() }
        }
        DiscussionState::Ready => {
            let message = format!("round {round} is ready for human approval and has none");
            let approve = decide(&format!("--approve {round}"));
            let signal = Signal::block("APPROVAL_NEEDED", place(), message)
                .help("read the round's summary, then approve, redirect or decide alone");
            Judged {
                outcome: Outcome::ApprovalNeeded,
                holds: Vec::new(),
                headline: format!("round {round} is ready for human approval"),
                signals: std::iter::once(signal).chain(escalated).collect(),
                next: vec![approve, redirect, alone],
            }
        }
        DiscussionState::Redirected => {
            let message = format!("the proposal was redirected after round {round}");
            let signal = Signal::block("REDIRECTED", place(), message)
                .help("hold a round on the new proposal");
            Judged {
                outcome: Outcome::Blocked,
                holds: Vec::new(),
                headline: format!("round {round} was redirected, the discussion is open"),
                signals: std::iter::once(signal).chain(escalated).collect(),
                next: vec![discuss],
            }
        }
        DiscussionState::KeptOpen => {
            let message = format!("round {round} was seen, and the discussion is kept open");
            let signal = Signal::block("KEPT_OPEN", place(), message)
                .help("go on with another message; only a new round can be decided");
            Judged {
                outcome: Outcome::Blocked,
                holds: Vec::new(),
                headline: format!("the discussion is kept open after round {round}"),
                signals: std::iter::once(signal).chain(escalated).collect(),
                next: vec![discuss],
            }
        }
        DiscussionState::Open | DiscussionState::Empty => {
            let blockers = summary.blockers();
            let blocking = blockers.iter().map(|blocker| {
                Signal::block(blocker.code(), place(), blocker.to_string()).help(blocker.advice())
            });
            Judged {
                outcome: Outcome::Blocked,
                holds: Vec::new(),
                headline: format!("the discussion is open after round {round}"),
                signals: blocking.chain(escalated).collect(),
                next: if summary.has_position() {
                    vec![discuss, decide(&format!("--approve {round}")), redirect, alone]
                } else {
                    vec![discuss, redirect, alone]
                },
            }
        }
    }
}

fn escalated(challenge: &Challenge, place: Place) -> Option<Signal> {
    let why = match challenge.standing {
        ChallengeStatus::Open
        | ChallengeStatus::Conceded
        | ChallengeStatus::Overridden
        | ChallengeStatus::Superseded => {
            return None;
        }
        ChallengeStatus::Escalated(EscalatedBy::Advocate) => "by the advocate who raised it",
        ChallengeStatus::Escalated(EscalatedBy::Limit) => "after two rounds without a concession",
    };
    let message = format!("challenge {} was escalated to the human {why}", challenge.id);
    Some(Signal::advisory("CHALLENGE_ESCALATED", place, message))
}

/// Points out handoffs that no decision stands behind. A record that cannot be read says of none whether one does.
fn unapproved(found: &ForumFacts) -> Vec<Signal> {
    let nothing = Discussion::new(found.project.clone());
    let discussion = match &found.record {
        Looked::Read { value, .. } => value,
        Looked::Missing(_) => &nothing,
        Looked::Invalid(_) => return Vec::new(),
    };
    let strays = discussion.unapproved(&found.handoffs).into_iter();
    let signal = |name: &str| {
        let place = Place::file(format!("{}/{name}", found.folder));
        Signal::block(
            "HANDOFF_UNAPPROVED",
            place,
            "a handoff that no recorded decision stands behind",
        )
        .help("take the file away; a handoff is written when a human decides")
    };
    strays.map(signal).collect()
}

fn has_changed(config: &Config, latest: &DiscussionRound) -> bool {
    config.seats != *latest.summary().seats()
}

fn no_config(project: &ProjectName, places: &[String]) -> Judged {
    let message = format!("no council config for `{project}`, looked for {}", listed(places));
    let fix = format!(
        "`council init --forum --project {project}` writes it: 2 to 4 project owners and half as many devil's advocates"
    );
    let place = places.first().map(Place::file).unwrap_or_default();
    needed("there is no council config", Signal::block("CONFIG_MISSING", place, message).help(fix))
}

fn no_record(project: &ProjectName, places: &[String]) -> Judged {
    let message = format!("nothing was discussed for `{project}`, looked for {}", listed(places));
    let place = places.first().map(Place::file).unwrap_or_default();
    let signal = Signal::block("RECORD_MISSING", place, message).help("hold a round of the forum");
    let next = vec![format!("council forum --project {project} \"your message\"")];
    Judged { next, ..needed("there is no forum record", signal) }
}

fn needed(headline: &str, signal: Signal) -> Judged {
    Judged {
        outcome: Outcome::InputNeeded,
        holds: Vec::new(),
        headline: headline.to_owned(),
        signals: vec![signal],
        next: Vec::new(),
    }
}

fn invalid(headline: &str, diagnostics: &[Diagnostic]) -> Judged {
    Judged {
        outcome: Outcome::Failed,
        holds: Vec::new(),
        headline: headline.to_owned(),
        signals: diagnostics.iter().cloned().map(Signal::from).collect(),
        next: Vec::new(),
    }
}

fn other_project(path: &str, found: &ProjectName, expected: &ProjectName) -> Judged {
    let message = format!("the file is about project `{found}`, expected `{expected}`");
    let signal = Signal::block("PROJECT_MISMATCH", Place::file(path), message)
        .help("name the project in the file as its folder is named");
    Judged {
        outcome: Outcome::Failed,
        holds: Vec::new(),
        headline: "the forum belongs to another project".to_owned(),
        signals: vec![signal],
        next: Vec::new(),
    }
}

fn listed(places: &[String]) -> String {
    places.iter().map(|place| format!("`{place}`")).collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forum::{
        RoundChoice, RoundStep, Style,
        answer::AdvocateJudgement,
        script::{act, agree, answered, challenge, config, discussion, evaluations, play, setting},
    };

    fn found(discussion: Discussion) -> ForumFacts {
        ForumFacts {
            project: discussion.project().clone(),
            config: Looked::Read { path: "c.json".into(), value: config(2) },
            record: Looked::Read { path: "f.json".into(), value: discussion },
            folder: "agent-work".into(),
            handoffs: Vec::new(),
        }
    }

    fn held(judgement: AdvocateJudgement, choice: Option<RoundChoice>) -> Discussion {
        let mut talk = discussion();
        let (_, summary) =
            play(&mut talk, setting(2, Style::Full), "Ship it", |ask| match ask.step {
                RoundStep::Challenge => answered(ask, challenge("it breaks", "wait")),
                RoundStep::Evaluation => answered(ask, evaluations(ask, judgement)),
                RoundStep::Reading
                | RoundStep::Question
                | RoundStep::Draft
                | RoundStep::Position
                | RoundStep::Alternative
                | RoundStep::Reply => agree(ask),
            });
        if let Some(choice) = choice {
            talk.decide(act(&summary, choice)).unwrap();
        }
        talk
    }

    fn judged(found: &ForumFacts) -> (u8, Vec<String>) {
        let judged = judge(found);
        (judged.outcome.exit_code(), judged.signals.into_iter().map(|signal| signal.code).collect())
    }

    fn codes(codes: &[&str]) -> Vec<String> {
        codes.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn an_approved_round_passes() {
        let talk = held(AdvocateJudgement::Conceded, Some(RoundChoice::Approve));
        assert_eq!(judged(&found(talk)), (0, codes(&[])));
    }

    #[test]
    fn an_approval_over_an_escalated_challenge_passes_and_says_so() {
        let talk = held(AdvocateJudgement::Escalated, Some(RoundChoice::Approve));
        assert_eq!(judged(&found(talk)), (0, codes(&["CHALLENGE_ESCALATED"])));
    }

    #[test]
    fn a_decision_made_alone_passes_and_says_what_it_went_over() {
        let talk =
            held(AdvocateJudgement::Insufficient, Some(RoundChoice::Unilateral("we wait".into())));
        assert_eq!(judged(&found(talk)), (0, codes(&["CHALLENGE_UNRESOLVED"])));
    }

    #[test]
    fn a_ready_round_needs_an_approval_by_its_hash() {
        let talk = held(AdvocateJudgement::Conceded, None);
        let hash = talk.latest().unwrap().summary().digest().to_string();
        let judged = judge(&found(talk));
        assert_eq!(judged.outcome.exit_code(), 11);
        assert_eq!(
            judged.next[0],
            format!("council decide --forum demo --approve 1 --hash {hash} --by NAME")
        );
    }

    #[test]
    fn an_open_and_a_redirected_discussion_block() {
        let open = held(AdvocateJudgement::Insufficient, None);
        assert_eq!(judged(&found(open)), (2, codes(&["CHALLENGE_OPEN"])));
        let redirected =
            held(AdvocateJudgement::Conceded, Some(RoundChoice::Redirect("smaller".into())));
        assert_eq!(judged(&found(redirected)), (2, codes(&["REDIRECTED"])));
    }

    #[test]
    fn the_headline_says_whether_the_human_approved_or_decided_alone() {
        let headline = |judgement, choice| judge(&found(held(judgement, Some(choice)))).headline;
        let approved = headline(AdvocateJudgement::Conceded, RoundChoice::Approve);
        assert!(approved.starts_with("round 1 approved by "), "{approved}");
        let alone =
            headline(AdvocateJudgement::Insufficient, RoundChoice::Unilateral("we wait".into()));
        assert!(alone.starts_with("round 1 decided alone by "), "{alone}");
    }

    #[test]
    fn where_nothing_was_discussed_every_place_is_named_and_the_way_on() {
        let places = vec!["a.json".to_owned(), "b.json".to_owned()];
        let judged = judge(&ForumFacts { record: Looked::Missing(places), ..found(discussion()) });
        assert!(judged.signals[0].message.ends_with("looked for `a.json` and `b.json`"));
        assert_eq!(judged.next, ["council forum --project demo \"your message\""]);
    }

    #[test]
    fn missing_files_are_asked_for() {
        let nothing =
            ForumFacts { record: Looked::Missing(vec!["f.json".into()]), ..found(discussion()) };
        assert_eq!(judged(&nothing), (10, codes(&["RECORD_MISSING"])));
        assert_eq!(judged(&found(discussion())), (10, codes(&["RECORD_MISSING"])));
        let config =
            ForumFacts { config: Looked::Missing(vec!["c.json".into()]), ..found(discussion()) };
        assert_eq!(judged(&config), (10, codes(&["CONFIG_MISSING"])));
    }

    #[test]
    fn invalid_and_foreign_files_fail() {
        let broken = || vec![Diagnostic::error("not-json", Place::file("c.json"), "no JSON")];
        let config = ForumFacts { config: Looked::Invalid(broken()), ..found(discussion()) };
        assert_eq!(judged(&config), (3, codes(&["not-json"])));
        let record = ForumFacts { record: Looked::Invalid(broken()), ..found(discussion()) };
        assert_eq!(judged(&record), (3, codes(&["not-json"])));
        let other = ProjectName::new("other").unwrap();
        let foreign = ForumFacts { project: other.clone(), ..found(discussion()) };
        assert_eq!(judged(&foreign), (3, codes(&["PROJECT_MISMATCH"])));
        let record = Looked::Read { path: "f.json".into(), value: Discussion::new(other) };
        assert_eq!(
            judged(&ForumFacts { record, ..found(discussion()) }),
            (3, codes(&["PROJECT_MISMATCH"]))
        );
    }

    #[test]
    fn a_handoff_without_a_decision_blocks_even_an_approved_discussion() {
        let talk = held(AdvocateJudgement::Conceded, Some(RoundChoice::Approve));
        let own = talk.intents().remove(0).file;
        let fine = ForumFacts { handoffs: vec![own.clone()], ..found(talk.clone()) };
        assert_eq!(judged(&fine), (0, codes(&[])));
        let stray =
            ForumFacts { handoffs: vec![own, "COUNCIL-20260101-x.md".into()], ..found(talk) };
        assert_eq!(judged(&stray), (2, codes(&["HANDOFF_UNAPPROVED"])));
        let early =
            ForumFacts { handoffs: vec!["COUNCIL-20260101-x.md".into()], ..found(discussion()) };
        assert_eq!(judged(&early), (10, codes(&["RECORD_MISSING", "HANDOFF_UNAPPROVED"])));
    }

    #[test]
    fn a_changed_council_is_said_while_the_discussion_is_open() {
        let mut changed = found(held(AdvocateJudgement::Conceded, None));
        changed.config = Looked::Read { path: "c.json".into(), value: config(3) };
        assert_eq!(judged(&changed), (11, codes(&["APPROVAL_NEEDED", "COUNCIL_CHANGED"])));
    }
}
