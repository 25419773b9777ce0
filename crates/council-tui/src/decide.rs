//! The forms of panel, forum and council session, and what records them: the functions that the commands call.

use council::{
    core::{
        council::Ruling,
        diagnostic::Place,
        forum::{Digest, RoundChoice, TrimmedLine as ForumLine},
        gate::{Outcome, Signal},
        handoff::{CleanLine as Words, GateDecision},
        ident::ProjectName,
        panel::Waiver,
    },
    decide::{self, DecideError, RulingRequest},
    formats::report::{CommandFailure, Report},
    forum::{self, ForumDecideRequest, ForumFolder},
    handoff,
    panel::{
        self, CloseRequest, KeptGroup, KeptIssue, NextPhase, PanelDecideRequest, Undecided,
        UnnamedRest,
    },
    run::RunError,
    sessions::{self, StoredSession},
};

use crate::{
    DeskContext,
    ballot::{BallotAnswer, BallotForm, BallotItem, BallotOption, BallotSubject, NeededText},
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
pub(crate) type OpenedForm = Result<BallotForm, Box<Report>>;

/// Opens the form for a panel's recommendations. What cannot be decided now is refused before anything is asked.
pub(crate) fn on_panel(project: &ProjectName, around: &DeskContext) -> OpenedForm {
    let today = (around.today)();
    let open = panel::undecided(&around.repo, project, today, &around.holder)
        .map_err(|error| of_panel("decide", project, error))?;
    let matters = open.kept.groups.iter().filter_map(|group| of_group(&open, group)).collect();
    let title = format!("panel {project}, review {}", open.number);
    Ok(BallotForm::new(title, Purpose::Panel(project.clone()), matters, today))
}

fn of_group(open: &Undecided, group: &KeptGroup) -> Option<BallotItem> {
    let members = open.asked(group);
    if members.is_empty() {
        return None;
    }
    let lines = panel::group_lines(open, group);
    let name = lines.first().cloned().unwrap_or_default();
    let parts = members.iter().map(|issue| of_issue(open, group, issue)).collect();
    Some(BallotItem { parts, ..recommendations(name, lines, &members) })
}

fn of_issue(open: &Undecided, group: &KeptGroup, issue: &KeptIssue) -> BallotItem {
    let name = format!("{} {}", issue.number, issue.recommendation);
    recommendations(name, panel::issue_lines(open, group, issue), &[issue])
}

fn recommendations(name: String, lines: Vec<String>, members: &[&KeptIssue]) -> BallotItem {
    let grave = members.iter().filter(|issue| issue.needs_waiver());
    let grave: Vec<usize> = grave.map(|issue| issue.number).collect();
    let mut asks = vec![NeededText::Words("Why are you rejecting it?")];
    if !grave.is_empty() {
        asks.extend([NeededText::Owner("Who carries the risk?"), NeededText::Day]);
    }
    let ways = vec![
        BallotOption { words: "accept", asks: Vec::new() },
        BallotOption { words: "reject", asks },
    ];
    let numbers = members.iter().map(|issue| issue.number).collect();
    let subject = BallotSubject::Recommendations { numbers, grave };
    BallotItem { name, lines, ways, parts: Vec::new(), subject, answer: None }
}

/// Opens the form for whether the panel meets again.
pub(crate) fn on_gate(project: &ProjectName, around: &DeskContext) -> OpenedForm {
    let gate = handoff::rereview(&around.repo, project)
        .map_err(|error| of_panel("gate rereview", project, error))?;
    let today = (around.today)();
    let report = handoff::rereview_report(&gate, handoff::waits(&around.repo, project, today));
    // A refusal comes before the questions: there is nothing to choose before the recommendations are answered.
    if gate.answer.outcome != Outcome::InputNeeded || gate.answer.advice.is_none() {
        return Err(Box::new(report));
    }
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
                ways.push(BallotOption { words, asks: vec![NeededText::Words("Why?")] });
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
    let whole = BallotSubject::Whole;
    let matter = BallotItem { name, lines, ways, parts: Vec::new(), subject: whole, answer: None };
    let purpose = Purpose::Gate(project.clone(), decisions);
    Ok(BallotForm::new(format!("gate of {project}"), purpose, vec![matter], today))
}

/// Opens the form for the latest round of a forum.
pub(crate) fn on_forum(project: &ProjectName, around: &DeskContext) -> OpenedForm {
    let room =
        ForumFolder::find(&around.repo, project).map_err(|error| of_forum(project, error))?;
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
    let ways = choices.iter().map(|(_, words, ask)| BallotOption {
        words,
        asks: ask.iter().map(|ask| NeededText::Words(ask)).collect(),
    });
    let page = forum::shown(&room.discussion).unwrap_or_default();
    let matter = BallotItem {
        name: format!("round {} of {project}", summary.number()),
        lines: page.lines().map(str::to_owned).collect(),
        ways: ways.collect(),
        parts: Vec::new(),
        subject: BallotSubject::Whole,
        answer: None,
    };
    let purpose = Purpose::Forum {
        project: project.clone(),
        round: summary.number(),
        hash: summary.digest().clone(),
        choices: choices.into_iter().map(|(way, ..)| way).collect(),
    };
    let title = format!("forum {project}, round {}", summary.number());
    Ok(BallotForm::new(title, purpose, vec![matter], (around.today)()))
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
pub(crate) fn on_session(id: &str, around: &DeskContext) -> OpenedForm {
    let today = (around.today)();
    let kept =
        sessions::load(&around.repo, id, Some(today)).map_err(|error| failed("decide", &error))?;
    let open = match &kept {
        StoredSession::Folded(folded) => decide::open(&folded.record),
        StoredSession::Recorded(_) => Vec::new(),
    };
    if open.is_empty() {
        let said = match &kept {
            StoredSession::Folded(_) => "nothing of weight is open in it",
            StoredSession::Recorded(_) => "it has no journal, so nothing can be recorded in it",
        };
        return Err(Box::new(Report::new("decide", id, Outcome::InputNeeded, said)));
    }
    let ways = || {
        let ask = |ruling: Ruling| {
            let mut asks = vec![NeededText::Words("Why?")];
            asks.extend(ruling.needs_owner().then_some(NeededText::Owner("Who answers for it?")));
            asks.extend(ruling.needs_day().then_some(NeededText::Day));
            asks
        };
        RULINGS.map(|(ruling, words)| BallotOption { words, asks: ask(ruling) }).to_vec()
    };
    let matters = open.into_iter().map(|one| BallotItem {
        name: one.lines.first().cloned().unwrap_or_else(|| one.id.clone()),
        lines: one.lines,
        ways: ways(),
        parts: Vec::new(),
        subject: BallotSubject::Finding(one.id),
        answer: None,
    });
    let purpose = Purpose::Session(id.to_owned());
    Ok(BallotForm::new(format!("session {id}"), purpose, matters.collect(), today))
}

/// Records a form, and says what came of it as the command does.
pub(crate) fn record(ballot: &BallotForm, around: &DeskContext) -> Report {
    let answers: Vec<(&BallotItem, &BallotAnswer)> = ballot
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
            on_round(&ForumDecideRequest { project, round: Some(*round), hash, by, choice }, around)
        }
        Purpose::Session(id) => record_session(id, ballot.by.clone(), &answers, around),
    }
}

fn record_panel(
    project: &ProjectName,
    by: Option<Words>,
    answers: &[(&BallotItem, &BallotAnswer)],
    around: &DeskContext,
) -> Report {
    let mut request = PanelDecideRequest::new(project.clone(), by);
    if answers.is_empty() {
        request.rest = UnnamedRest::Accepted;
    }
    for (matter, answer) in answers {
        let BallotSubject::Recommendations { numbers, grave } = &matter.subject else { continue };
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
    let DeskContext { repo, now, today, holder, .. } = around;
    match panel::decide(repo, &request, now(), holder) {
        Ok(decided) => panel::decided_report(&decided, handoff::waits(repo, project, today())),
        Err(error) => *of_panel("decide", project, error),
    }
}

fn close(request: &CloseRequest, around: &DeskContext) -> Report {
    let DeskContext { repo, now, today, holder, .. } = around;
    match panel::close(repo, request, now(), holder) {
        Ok(closed) => {
            let gate = handoff::waits(repo, &request.project, today());
            panel::closed_report(&closed, NextPhase::Destination, gate)
        }
        Err(error) => *of_panel("gate rereview", &request.project, error),
    }
}

fn choice(way: ForumWay, words: Option<&Words>) -> Option<RoundChoice> {
    let words = words.map(ToString::to_string);
    match way {
        ForumWay::Approve => Some(RoundChoice::Approve),
        ForumWay::Redirect => words.map(RoundChoice::Redirect),
        ForumWay::Unilateral => words.map(RoundChoice::Unilateral),
        ForumWay::Open => Some(RoundChoice::Open),
    }
}

fn on_round(asked: &ForumDecideRequest, around: &DeskContext) -> Report {
    match forum::decide(&around.repo, asked, (around.now)(), &around.holder) {
        Ok(decided) => forum::decided_report(&decided, forum::waits(&around.repo, &asked.project)),
        Err(error) => *of_forum(&asked.project, error),
    }
}

fn record_session(
    id: &str,
    by: Option<Words>,
    answers: &[(&BallotItem, &BallotAnswer)],
    around: &DeskContext,
) -> Report {
    let said = answers.iter().filter_map(|(matter, answer)| {
        let BallotSubject::Finding(finding) = &matter.subject else { return None };
        let (ruling, _) = RULINGS.get(answer.way)?;
        Some(RulingRequest {
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
    let failure = CommandFailure { exit_code: 3, causes: Vec::new(), hints };
    Box::new(Report::failed(command, error.to_string(), failure))
}
