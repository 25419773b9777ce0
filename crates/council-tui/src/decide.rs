//! The forms of panel, forum and council session, and what records them: the functions that the commands call.

use std::collections::BTreeMap;

use council::{
    core::{
        council::Ruling,
        diagnostic::Place,
        forum::{Choice, Digest, Line as ForumLine},
        gate::{Outcome, Signal},
        handoff::{GateDecision, Line as Words, Prose},
        ident::ProjectName,
        panel::Waiver,
        severity::Severity,
    },
    decide::{self, DecideError, Said},
    formats::report::{Failure, Report},
    forum::{self, Asked, Room},
    handoff,
    panel::{
        self, CloseRequest, DecideRequest, GroupAnswers, KeptGroup, KeptIssue, NextPhase, Rest,
        Undecided,
    },
    run::RunError,
    sessions::{self, Kept},
};

use crate::{
    Surroundings,
    ballot::{Answer, Ask, Ballot, Matter, Subject, Way},
};

/// What a form records.
#[derive(Debug, Clone)]
pub(crate) enum Purpose {
    /// What becomes of a panel's recommendations.
    Panel(ProjectName),
    /// Whether a panel meets again.
    Gate(ProjectName, Vec<GateDecision>),
    /// What is decided about a round of a forum.
    Forum {
        /// The project.
        project: ProjectName,
        /// The round.
        round: u32,
        /// The hash of what was shown.
        hash: Digest,
        /// What can be chosen.
        choices: Vec<ForumWay>,
    },
    /// What becomes of findings of a council session.
    Session(String),
}

/// What can be decided about a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ForumWay {
    Approve,
    Redirect,
    Unilateral,
    Open,
}

impl Purpose {
    /// Tells whether every matter needs an answer.
    pub(crate) fn needs_all(&self) -> bool {
        match self {
            Purpose::Panel(_) | Purpose::Gate(..) | Purpose::Forum { .. } => true,
            Purpose::Session(_) => false,
        }
    }
}

/// A form, or why there is none.
pub(crate) type Opened = Result<Ballot, Box<Report>>;

/// Opens the form for a panel's recommendations. What cannot be decided now is refused before anything is asked.
pub(crate) fn on_panel(project: &ProjectName, around: &Surroundings) -> Opened {
    let today = (around.today)();
    let open = panel::undecided(&around.repo, project, today, &around.holder)
        .map_err(|error| of_panel("decide", project, error))?;
    let matters = open.kept.groups.iter().filter_map(|group| of_group(&open, group)).collect();
    let title = format!("panel {project}, review {}", open.number);
    Ok(Ballot::new(title, Purpose::Panel(project.clone()), matters, today))
}

fn of_group(open: &Undecided, group: &KeptGroup) -> Option<Matter> {
    let issues = open.kept.issues.iter();
    let members: Vec<&KeptIssue> = issues
        .filter(|issue| group.recommendations.contains(&issue.number))
        .filter(|issue| !open.carried.contains_key(&issue.number))
        .collect();
    if members.is_empty() {
        return None;
    }
    let lines = panel::group_lines(open, group);
    let name = lines.first().cloned().unwrap_or_default();
    let parts = members.iter().map(|issue| of_issue(open, group, issue)).collect();
    Some(Matter { parts, ..recommendations(name, lines, &members) })
}

fn of_issue(open: &Undecided, group: &KeptGroup, issue: &KeptIssue) -> Matter {
    let alone = KeptGroup { recommendations: vec![issue.number], ..group.clone() };
    let name = format!("{} {}", issue.number, issue.recommendation);
    recommendations(name, panel::group_lines(open, &alone), &[issue])
}

fn recommendations(name: String, lines: Vec<String>, members: &[&KeptIssue]) -> Matter {
    let grave = members.iter().filter(|issue| issue.severity >= Severity::Major);
    let grave: Vec<usize> = grave.map(|issue| issue.number).collect();
    let mut asks = vec![Ask::Words("Why is it not done?")];
    if !grave.is_empty() {
        asks.extend([Ask::Owner("Who carries the risk?"), Ask::Day]);
    }
    let ways = vec![Way { words: "accept", asks: Vec::new() }, Way { words: "reject", asks }];
    let numbers = members.iter().map(|issue| issue.number).collect();
    let subject = Subject::Recommendations { numbers, grave };
    Matter { name, lines, ways, parts: Vec::new(), subject, answer: None }
}

/// Opens the form for whether the panel meets again.
pub(crate) fn on_gate(project: &ProjectName, around: &Surroundings) -> Opened {
    let gate = handoff::rereview(&around.repo, project)
        .map_err(|error| of_panel("gate rereview", project, error))?;
    let today = (around.today)();
    let report = handoff::rereview_report(&gate, handoff::waits(&around.repo, project, today));
    let all = [
        (GateDecision::Proceed, "proceed to the next phase"),
        (GateDecision::Reconvene, "reconvene the council for a re-review"),
    ];
    let (mut decisions, mut ways, mut refused) = (Vec::new(), Vec::new(), None);
    let mut lines = vec![report.headline.clone()];
    lines.extend(report.facts.iter().map(|(name, value)| format!("{name}: {value}")));
    for (decision, words) in all {
        match panel::may_close(&around.repo, project, decision, &around.holder) {
            Ok(()) => {
                decisions.push(decision);
                ways.push(Way { words, asks: vec![Ask::Words("Why?")] });
            }
            Err(error) => {
                lines.push(format!("not possible now: {words}, because {error}"));
                refused = refused.or(Some(error));
            }
        }
    }
    if let (Some(error), true) = (refused, ways.is_empty()) {
        return Err(of_panel("gate rereview", project, error));
    }
    let name = format!("what happens next with {project}");
    let whole = Subject::Whole;
    let matter = Matter { name, lines, ways, parts: Vec::new(), subject: whole, answer: None };
    let purpose = Purpose::Gate(project.clone(), decisions);
    Ok(Ballot::new(format!("gate of {project}"), purpose, vec![matter], today))
}

/// Opens the form for the latest round of a forum.
pub(crate) fn on_forum(project: &ProjectName, around: &Surroundings) -> Opened {
    let room = Room::find(&around.repo, project).map_err(|error| of_forum(project, error))?;
    let Some(latest) = room.discussion.latest().filter(|held| held.decision().is_none()) else {
        let said = "no round waits for a decision";
        let mut report = Report::new("decide", project.as_str(), Outcome::InputNeeded, said);
        let signal = Signal::block("NOTHING_SHOWN", Place::default(), said);
        report.signals.push(signal.help("hold one with `council forum`"));
        return Err(Box::new(report));
    };
    let summary = latest.summary();
    let mut choices = vec![
        (ForumWay::Redirect, "redirect", Some("What is the new proposal?")),
        (ForumWay::Unilateral, "decide alone", Some("What do you decide?")),
        (ForumWay::Open, "keep it open", None),
    ];
    if summary.has_position() {
        choices.insert(0, (ForumWay::Approve, "approve the majority position", None));
    }
    let ways = choices.iter().map(|(_, words, ask)| Way {
        words,
        asks: ask.iter().map(|ask| Ask::Words(ask)).collect(),
    });
    let page = forum::shown(&room.discussion).unwrap_or_default();
    let matter = Matter {
        name: format!("round {} of {project}", summary.number()),
        lines: page.lines().map(str::to_owned).collect(),
        ways: ways.collect(),
        parts: Vec::new(),
        subject: Subject::Whole,
        answer: None,
    };
    let purpose = Purpose::Forum {
        project: project.clone(),
        round: summary.number(),
        hash: summary.digest().clone(),
        choices: choices.into_iter().map(|(way, ..)| way).collect(),
    };
    let title = format!("forum {project}, round {}", summary.number());
    Ok(Ballot::new(title, purpose, vec![matter], (around.today)()))
}

/// What can be said of a finding, with the ruling it is.
const RULINGS: [(Ruling, &str); 5] = [
    (Ruling::AcceptRisk, "accept the risk"),
    (Ruling::Defer, "fix it later"),
    (Ruling::Dismiss, "no defect"),
    (Ruling::Waive, "waive it until a day"),
    (Ruling::Verified, "fixed and verified"),
];

/// Opens the form for the findings of a session that wait for a human.
pub(crate) fn on_session(id: &str, around: &Surroundings) -> Opened {
    let today = (around.today)();
    let kept =
        sessions::load(&around.repo, id, Some(today)).map_err(|error| failed("decide", &error))?;
    let open = match &kept {
        Kept::Folded(folded) => decide::open(&folded.record),
        Kept::Recorded(_) => Vec::new(),
    };
    if open.is_empty() {
        let said = match &kept {
            Kept::Folded(_) => "nothing of weight is open in it",
            Kept::Recorded(_) => "it has no journal, so nothing can be recorded in it",
        };
        return Err(Box::new(Report::new("decide", id, Outcome::InputNeeded, said)));
    }
    let ways = || {
        let ask = |ruling: Ruling| {
            let mut asks = vec![Ask::Words("Why?")];
            asks.extend(ruling.needs_owner().then_some(Ask::Owner("Who answers for it?")));
            asks.extend(ruling.needs_day().then_some(Ask::Day));
            asks
        };
        RULINGS.map(|(ruling, words)| Way { words, asks: ask(ruling) }).to_vec()
    };
    let matters = open.into_iter().map(|one| Matter {
        name: one.lines.first().cloned().unwrap_or_else(|| one.id.clone()),
        lines: one.lines,
        ways: ways(),
        parts: Vec::new(),
        subject: Subject::Finding(one.id),
        answer: None,
    });
    let purpose = Purpose::Session(id.to_owned());
    Ok(Ballot::new(format!("session {id}"), purpose, matters.collect(), today))
}

/// Records a form, and says what came of it as the command does.
pub(crate) fn record(ballot: &Ballot, around: &Surroundings) -> Report {
    let answers: Vec<(&Matter, &Answer)> = ballot
        .matters
        .iter()
        .filter_map(|matter| Some((matter, matter.answer.as_ref()?)))
        .collect();
    let first = answers.first().map(|(_, answer)| *answer);
    match &ballot.purpose {
        Purpose::Panel(project) => record_panel(project, ballot.by.clone(), &answers, around),
        Purpose::Gate(project, decisions) => {
            let decision = first.and_then(|answer| decisions.get(answer.way));
            let said = first.and_then(|answer| answer.words.clone());
            let (Some(decision), Some(rationale)) = (decision, said) else { return unanswered() };
            let (project, by) = (project.clone(), ballot.by.clone());
            close(&CloseRequest { project, decision: *decision, rationale, by }, around)
        }
        Purpose::Forum { project, round, hash, choices } => {
            let way = first.and_then(|answer| choices.get(answer.way));
            let words = first.and_then(|answer| answer.words.as_ref());
            let choice = way.and_then(|way| choice(*way, words));
            let by = ballot.by.as_ref().and_then(|by| ForumLine::new(by.as_str()).ok());
            let (Some(choice), Some(by)) = (choice, by) else { return unanswered() };
            let (project, hash) = (project.clone(), hash.clone());
            on_round(&Asked { project, round: Some(*round), hash, by, choice }, around)
        }
        Purpose::Session(id) => record_session(id, ballot.by.clone(), &answers, around),
    }
}

fn record_panel(
    project: &ProjectName,
    by: Option<Words>,
    answers: &[(&Matter, &Answer)],
    around: &Surroundings,
) -> Report {
    let mut request = DecideRequest {
        project: project.clone(),
        by,
        accept: Vec::new(),
        reject: BTreeMap::new(),
        rest: if answers.is_empty() { Rest::Accepted } else { Rest::Unanswered },
        waive: BTreeMap::new(),
        waive_rest: None,
        groups: GroupAnswers::default(),
        notes: Prose::new(""),
    };
    for (matter, answer) in answers {
        let Subject::Recommendations { numbers, grave } = &matter.subject else { continue };
        let Some(why) = &answer.words else {
            request.accept.extend(numbers);
            continue;
        };
        request.reject.extend(numbers.iter().map(|number| (*number, why.clone())));
        if let (Some(owner), Some(until)) = (&answer.owner, answer.until) {
            let waiver = Waiver { owner: owner.clone(), until };
            request.waive.extend(grave.iter().map(|number| (*number, waiver.clone())));
        }
    }
    let Surroundings { repo, now, today, holder, .. } = around;
    match panel::decide(repo, &request, now(), holder) {
        Ok(decided) => panel::decided_report(&decided, handoff::waits(repo, project, today())),
        Err(error) => *of_panel("decide", project, error),
    }
}

fn close(request: &CloseRequest, around: &Surroundings) -> Report {
    let Surroundings { repo, now, today, holder, .. } = around;
    match panel::close(repo, request, now(), holder) {
        Ok(closed) => {
            let gate = handoff::waits(repo, &request.project, today());
            panel::closed_report(&closed, NextPhase::Destination, gate)
        }
        Err(error) => *of_panel("gate rereview", &request.project, error),
    }
}

fn choice(way: ForumWay, words: Option<&Words>) -> Option<Choice> {
    let words = words.map(ToString::to_string);
    match way {
        ForumWay::Approve => Some(Choice::Approve),
        ForumWay::Redirect => words.map(Choice::Redirect),
        ForumWay::Unilateral => words.map(Choice::Unilateral),
        ForumWay::Open => Some(Choice::Open),
    }
}

fn on_round(asked: &Asked, around: &Surroundings) -> Report {
    match forum::decide(&around.repo, asked, (around.now)(), &around.holder) {
        Ok(decided) => forum::decided_report(&decided, forum::waits(&around.repo, &asked.project)),
        Err(error) => *of_forum(&asked.project, error),
    }
}

fn record_session(
    id: &str,
    by: Option<Words>,
    answers: &[(&Matter, &Answer)],
    around: &Surroundings,
) -> Report {
    let said = answers.iter().filter_map(|(matter, answer)| {
        let Subject::Finding(finding) = &matter.subject else { return None };
        let (ruling, _) = RULINGS.get(answer.way)?;
        Some(Said {
            ids: vec![finding.clone()],
            ruling: *ruling,
            reason: answer.words.clone()?,
            owner: answer.owner.clone(),
            until: answer.until,
        })
    });
    let request = decide::DecideRequest { session: id.to_owned(), by, said: said.collect() };
    match decide::decide(&around.repo, &request, (around.now)(), &around.holder) {
        Ok(recorded) => decide::report(&recorded),
        Err(DecideError::Review(error)) => *failed("decide", &error),
        Err(error) => decide::refused(id, &error),
    }
}

fn unanswered() -> Report {
    Report::new("decide", "", Outcome::InputNeeded, "nothing is said, and nothing was recorded")
}

/// Says why a panel's step was not taken, as the command does.
fn of_panel(command: &'static str, project: &ProjectName, error: RunError) -> Box<Report> {
    match error {
        RunError::Refused(refusal) => Box::new(panel::refused(command, project.as_str(), &refusal)),
        error => failed(command, &error),
    }
}

fn of_forum(project: &ProjectName, error: RunError) -> Box<Report> {
    match error {
        RunError::Refused(refusal) => {
            Box::new(forum::refused("decide", project.as_str(), &refusal))
        }
        error => failed("decide", &error),
    }
}

/// Says that something could not be done.
pub(crate) fn failed(command: &'static str, error: &RunError) -> Box<Report> {
    let hints = error.help().into_iter().collect();
    let failure = Failure { exit_code: 3, causes: Vec::new(), hints };
    Box::new(Report::failed(command, error.to_string(), failure))
}
