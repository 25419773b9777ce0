//! The forum's gate, from a repository to a report.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    diagnostic::{Diagnostic, Place},
    forum::{
        Checklist, Direction, Discussion, DiscussionState, Presented, RoleDefinition,
        RoleDefinitions, RoundAct, RoundSummary,
    },
    gate::{
        Hold, Outcome, Signal, Weight, allows_progress,
        forum::{ForumFacts, Judged, Looked, judge},
    },
    ident::ProjectName,
};
use council_formats::{
    council_config, forum_instance, forum_record,
    report::{Data, Report},
    round_summary::{self, SummaryPage},
};
use council_store::{Repo, StoreError};

use super::{keys, log};
use crate::{
    answer,
    desk::DeskItemKind,
    log::{FileState, Image},
    reviewer,
    run::RunError,
};

/// Where the text of each role lies if a project has its own.
const OWNER_ROLE: &str = "general/agents/roles/normal-project-owner.md";
const ADVOCATE_ROLE: &str = "general/agents/roles/devils-advocate-project-owner.md";

/// Whose forum to look at.
#[derive(Debug, Clone)]
pub struct ForumRequest {
    /// The project.
    pub project: ProjectName,
}

/// What was found of a forum, and what the gate decided.
#[derive(Debug, Clone)]
pub struct ForumReview {
    /// What was found.
    pub found: ForumFacts,
    /// What the gate decided.
    pub judged: Judged,
    /// What only stood in for the members in the latest round.
    pub stand_ins: BTreeSet<&'static str>,
}

/// Looks at a project's forum and decides whether the work may go on.
pub fn review(repo: &Repo, request: &ForumRequest) -> Result<ForumReview, RunError> {
    let ForumLocation { found, home } = find(repo, &request.project)?;
    let mut judged = match &found.record {
        Looked::Missing(_) => without_record(repo, &home, &found)?,
        Looked::Read { .. } | Looked::Invalid(_) => None,
    }
    .unwrap_or_else(|| judge(&found));
    judged.signals.extend(unsigned(repo, &home, &found)?);
    if let (Looked::Read { value, .. }, Some(page)) = (&found.config, instance(repo, &home)?) {
        let differences = forum_instance::differences(&page, value);
        judged.signals.extend(differs(&beside(&home, forum_instance::FILE), &differences));
    }
    let blocks = |code: &str| {
        judged.signals.iter().any(|one| one.code == code && one.weight == Weight::Block)
    };
    if blocks("RECORD_CHANGED") {
        judged.outcome = judged.outcome.max(Outcome::Blocked);
    } else if blocks("UNSIGNED") && judged.outcome < Outcome::Blocked {
        judged.outcome = Outcome::ApprovalNeeded;
        "no journal shows that a human has decided".clone_into(&mut judged.headline);
    } else if blocks("STEP_UNFINISHED") && judged.outcome < Outcome::Blocked {
        judged.outcome = Outcome::ApprovalNeeded;
        "more was recorded than the record shows".clone_into(&mut judged.headline);
    }
    let stand_ins = stand_ins(&found);
    judged.holds.extend((!stand_ins.is_empty()).then_some(Hold::Drilled));
    Ok(ForumReview { found, judged, stand_ins })
}

/// Judges a forum whose record is not there although its journal knows more: a round that waits, or a record that was lost
/// and can be written again. `None` where the journal knows nothing either.
fn without_record(repo: &Repo, home: &str, found: &ForumFacts) -> Result<Option<Judged>, RunError> {
    let project = &found.project;
    let place = Place::file(beside(&found.folder, forum_record::FILE));
    let judged = |outcome, headline: &str, signal: Signal, next: String| Judged {
        outcome,
        holds: Vec::new(),
        headline: headline.to_owned(),
        signals: vec![signal],
        next: vec![next],
    };
    if log::read(repo, home)?.is_some_and(|taken| !taken.is_empty()) {
        let message = "the record is not there, and the journal beside it has everything";
        let restore = format!("`council restore {project}` writes it as it was recorded");
        let signal = Signal::block("RECORD_MISSING", place, message).help(restore);
        let next = format!("council restore {project}");
        let headline = "the forum's record is missing and can be restored";
        return Ok(Some(judged(Outcome::Blocked, headline, signal, next)));
    }
    let Some(fold) = log::begun(repo, home)? else { return Ok(None) };
    let asks = answer::of_fold(&DeskItemKind::Forum(project.clone()), &fold);
    if asks.is_empty() {
        return Ok(None);
    }
    let seats: Vec<&str> = asks.iter().map(|ask| ask.seat.as_str()).collect();
    let message = format!("the first round is being held and waits for {}", seats.join(", "));
    let signal = Signal::block("ROUND_WAITING", Place::file(log::path(home)), message)
        .help(format!("`council answer {project}` answers for a seat"));
    let next = format!("council answer {project}");
    Ok(Some(judged(Outcome::InputNeeded, "a round waits for an answer", signal, next)))
}

/// Names what only stood in for the members in the latest round: a human's word on what a script said is a rehearsal too.
fn stand_ins(found: &ForumFacts) -> BTreeSet<&'static str> {
    let Looked::Read { value, .. } = &found.record else { return BTreeSet::new() };
    let Some(latest) = value.latest() else { return BTreeSet::new() };
    let words = latest.summary().round().filled_by().values();
    let names: Vec<String> = words.filter_map(|one| reviewer::recorded(one.as_str())).collect();
    reviewer::stand_ins(&names)
}

/// Returns what holds the work of a project: its forum gate, unless that passes now.
pub fn waits(repo: &Repo, project: &ProjectName) -> Option<Hold> {
    let is_open = review(repo, &ForumRequest { project: project.clone() })
        .is_ok_and(|review| allows_progress(review.judged.outcome, &review.judged.holds));
    (!is_open).then_some(Hold::GateClosed)
}

/// What was found of a forum, and in which folder.
pub(super) struct ForumLocation {
    pub(super) found: ForumFacts,
    pub(super) home: String,
}

/// Looks for a project's forum.
pub(super) fn find(repo: &Repo, project: &ProjectName) -> Result<ForumLocation, StoreError> {
    let folders = folders(project);
    let config_at = |folder: &str| beside(folder, council_config::FILE);
    let home = folders.iter().find(|folder| repo.has_file(&config_at(folder)));
    let config = match home {
        None => Looked::Missing(folders.iter().map(|folder| config_at(folder)).collect()),
        Some(folder) => {
            let read = |path: &str, text: &str| {
                let parsed = council_config::read(path, text);
                (parsed.value.map(|file| file.config), parsed.diagnostics)
            };
            look(repo, &config_at(folder), read)?
        }
    };
    let folder = beside(home.map_or("", String::as_str), forum_record::FOLDER);
    let record = look(repo, &beside(&folder, forum_record::FILE), |path, text| {
        let parsed = forum_record::read(path, text);
        (parsed.value, parsed.diagnostics)
    })?;
    let handoffs = handoffs(repo, &folder)?;
    let found = ForumFacts { project: project.clone(), config, record, folder, handoffs };
    Ok(ForumLocation { found, home: home.cloned().unwrap_or_default() })
}

/// Returns the names of the handoffs in a folder.
pub(super) fn handoffs(repo: &Repo, folder: &str) -> Result<Vec<String>, StoreError> {
    let is_handoff =
        |name: &String| name.starts_with("COUNCIL-") && name.rsplit('.').next() == Some("md");
    Ok(repo.files(folder)?.into_iter().filter(is_handoff).collect())
}

/// Points out what is not as the journal last recorded it: the record, and the intent that was handed off. A record without
/// a journal, or with one that holds no step, is a claim that nobody signed.
fn unsigned(repo: &Repo, home: &str, found: &ForumFacts) -> Result<Vec<Signal>, RunError> {
    let Looked::Read { path, .. } = &found.record else { return Ok(Vec::new()) };
    let taken = log::read(repo, home)?.unwrap_or_default();
    if taken.is_empty() {
        let message = "the forum has a record, and its journal holds no step that made it";
        let signal = Signal::block("UNSIGNED", Place::file(log::path(home)), message);
        return Ok(vec![signal.help(without_journal(&found.project, home))]);
    }
    let mut latest: BTreeMap<&str, &Image> = BTreeMap::new();
    for image in taken.iter().flat_map(|taken| &taken.files) {
        latest.insert(&image.path, image);
    }
    let mut signals = Vec::new();
    if !latest.contains_key(path.as_str()) {
        signals.push(changed(&found.project, path));
    }
    for (at, image) in latest {
        match image.stands(repo.read_if_there(at)?.as_deref()) {
            FileState::Done => {}
            FileState::Cut => {
                let mut signal = Signal::advisory(
                    "STEP_UNFINISHED",
                    Place::file(at),
                    "the last recorded step is not in the file",
                );
                // An approval that an older record shows may have been followed by another word.
                if at == path.as_str() {
                    signal.weight = Weight::Block;
                }
                signals.push(signal.help("take the step again; it is finished, not repeated"));
            }
            FileState::Changed => signals.push(changed(&found.project, at)),
        }
    }
    Ok(signals)
}

/// Says how to go on where the journal of a forum is lost.
pub(super) fn without_journal(project: &ProjectName, home: &str) -> String {
    let folder = beside(home, forum_record::FOLDER);
    format!(
        "bring `{}` back from version control or a backup; if there is none, move `{folder}` away, and `council forum --project {project} \"your message\"` begins anew",
        log::path(home)
    )
}

fn changed(project: &ProjectName, path: &str) -> Signal {
    let message = format!("`{path}` was changed outside of Council");
    Signal::block("RECORD_CHANGED", Place::file(path), message)
        .help(format!("`council restore {project}` writes it as it was recorded"))
}

/// Says what was found and decided.
pub fn report(review: &ForumReview) -> Report {
    let ForumReview { found, judged, stand_ins: _ } = review;
    let subject = found.project.as_str();
    let mut report = Report::of_gate("gate forum", subject, judged.outcome, &judged.headline);
    report.signals.clone_from(&judged.signals);
    report.next.clone_from(&judged.next);
    for hold in &judged.holds {
        report.hold(*hold);
    }
    let discussion = match &found.record {
        Looked::Read { value, .. } => Some(value),
        Looked::Missing(_) | Looked::Invalid(_) => None,
    };
    report.facts.extend(discussion.map(facts).unwrap_or_default());
    report.data = Data::of(&keys::GateKeys {
        project: subject,
        config: path(&found.config),
        record: path(&found.record),
        handoffs: &found.handoffs,
        state: discussion.map(|discussion| discussion.state().word()),
        round: discussion.and_then(|discussion| round(discussion, &found.handoffs)),
    });
    report
}

/// Returns what the seats of a project's forum are told about their roles: its own texts, or ours.
pub fn roles(repo: &Repo, project: &ProjectName) -> Result<RoleDefinitions, StoreError> {
    let own = |file: &str| -> Result<Option<RoleDefinition>, StoreError> {
        for folder in folders(project) {
            if let Some(text) = repo.read_if_there(&beside(&folder, file))? {
                return Ok(Some(RoleDefinition::new(text)));
            }
        }
        Ok(None)
    };
    let ours = RoleDefinitions::default();
    Ok(RoleDefinitions {
        owner: own(OWNER_ROLE)?.unwrap_or(ours.owner),
        advocate: own(ADVOCATE_ROLE)?.unwrap_or(ours.advocate),
    })
}

/// Returns a project's page about its forum, if there is one.
pub(super) fn instance(repo: &Repo, home: &str) -> Result<Option<String>, StoreError> {
    repo.read_if_there(&beside(home, forum_instance::FILE))
}

/// Points out where the page of a forum says something else than its config.
pub(super) fn differs(path: &str, differences: &[String]) -> impl Iterator<Item = Signal> {
    differences.iter().map(move |one| {
        Signal::advisory("INSTANCE_DIFFERS", Place::file(path), one.clone())
            .help("make the page say what the config says; the config counts")
    })
}

/// Returns where a project's forum can live, the first that has a config wins.
fn folders(project: &ProjectName) -> [String; 2] {
    [format!("projects/{project}"), String::new()]
}

pub(super) fn beside(folder: &str, file: &str) -> String {
    if folder.is_empty() { file.to_owned() } else { format!("{folder}/{file}") }
}

fn look<T>(
    repo: &Repo,
    path: &str,
    read: impl Fn(&str, &str) -> (Option<T>, Vec<Diagnostic>),
) -> Result<Looked<T>, StoreError> {
    let text = match repo.read(path) {
        Ok(text) => text,
        Err(StoreError::Missing { .. }) => return Ok(Looked::Missing(vec![path.to_owned()])),
        Err(StoreError::NotText(diagnostic)) => return Ok(Looked::Invalid(vec![diagnostic])),
        Err(error) => return Err(error),
    };
    match read(path, &text) {
        (Some(value), _) => Ok(Looked::Read { path: path.to_owned(), value }),
        (None, diagnostics) => Ok(Looked::Invalid(diagnostics)),
    }
}

fn path<T>(looked: &Looked<T>) -> Option<&str> {
    match looked {
        Looked::Read { path, .. } => Some(path),
        Looked::Missing(_) | Looked::Invalid(_) => None,
    }
}

fn facts(discussion: &Discussion) -> Vec<(&'static str, String)> {
    let Some(latest) = discussion.latest() else { return Vec::new() };
    let summary = latest.summary();
    let mut facts = vec![
        ("round", summary.number().to_string()),
        ("message", summary.message().text().to_owned()),
        ("position", summary.position().replace('\n', " ")),
    ];
    if let Some(decision) = latest.decision() {
        let RoundAct { choice, by, at, .. } = decision.act();
        facts.push(("decision", format!("{} by {by} at {at}", choice.word())));
    }
    facts
}

fn round<'a>(discussion: &'a Discussion, handoffs: &[String]) -> Option<keys::GateRound<'a>> {
    let summary = discussion.latest()?.summary();
    let handed_off = match discussion.state() {
        DiscussionState::Approved | DiscussionState::Unilateral => {
            discussion.intents().pop().map(|intent| intent.file)
        }
        DiscussionState::Empty
        | DiscussionState::Open
        | DiscussionState::Ready
        | DiscussionState::Redirected
        | DiscussionState::KeptOpen => None,
    };
    let unresolved = summary.table().unresolved();
    Some(keys::GateRound {
        round: summary.number(),
        hash: summary.digest().as_str(),
        status: summary.status().word(),
        majority: summary.tally().majority().map(Direction::word),
        position: summary.position(),
        unresolved: unresolved.map(|challenge| challenge.id.to_string()).collect(),
        handoff: handed_off,
        checklist: keys::checklist(&checked(discussion, summary, handoffs)),
    })
}

/// Computes the checklist of a round, as its page is really shown.
pub(super) fn checked(
    discussion: &Discussion,
    summary: &RoundSummary,
    handoffs: &[String],
) -> Checklist {
    let page = round_summary::read("", &round_summary::write(&SummaryPage::of(summary)));
    let unapproved = discussion.unapproved(handoffs);
    summary.checklist(&Presented {
        surfaced: page.map(|page| page.surfaced()).unwrap_or_default(),
        unapproved: unapproved.into_iter().map(str::to_owned).collect(),
    })
}
