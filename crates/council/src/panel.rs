//! A panel review, from a PRD to the handoff that a human decides on, and every step after it.
//!
//! Each step is one record in the journal of the project's reviews, and the files follow from it: the record holds the
//! files as they are to be, so a step that was cut off is finished by whoever comes next.

mod close;
mod current;
mod decide;
mod delta;
mod diff;
mod kept;
mod log;
mod report;
mod revise;
mod signed;
mod tasks;
mod versions;

use council_core::{
    diagnostic::{Level, Place},
    gate::{Outcome, Signal},
    handoff::{GateDecision, Handoff, Line, PanelSeat, Review, Status},
    ident::ProjectName,
    panel::{self, Called, Opening, ProtocolError, Record},
    series::{ReviewNumber, Reviewed, Series},
    tree::{Entry, Node, Value},
};
use council_formats::{
    handoff::{self as format, name, twin},
    packet::markdown_prd,
};
use council_store::{Holder, Repo, StoreError};
use jiff::{Timestamp, tz::TimeZone};
use thiserror::Error;

pub use close::{CloseRequest, Closed, KeptClose, close};
pub use decide::{DecideRequest, Decided, KeptDecision, KeptDeclined, Rest, decide};
pub use delta::{Followed, KeptDelta};
pub use diff::Hunk;
pub use kept::{Kept, KeptClaim, KeptIssue};
pub use log::{Act, Image, Step};
pub use report::{closed_report, decided_report, refused, report, revision_report};
pub use revise::{KeptRevision, Proof, ReviseRequest, Revision, revise};
pub use signed::signed;
pub use tasks::{Tasks, tasks};
pub use versions::Prd;

use crate::handoff::{Reviews, reviews};
use log::Log;

/// What a panel is asked to review.
#[derive(Debug, Clone)]
pub struct Request {
    /// The project.
    pub project: ProjectName,
    /// The PRD, a Markdown file of the repository.
    pub path: String,
}

/// A panel review that was held and written down.
#[derive(Debug)]
pub struct Convened {
    /// The project.
    pub project: ProjectName,
    /// Which review of the series it is.
    pub number: ReviewNumber,
    /// The handoff.
    pub path: String,
    /// The JSON beside it.
    pub twin: String,
    /// What was read.
    pub prd: Prd,
    /// The specialists the text called for.
    pub called: Vec<Called>,
    /// What the panel came to.
    pub record: Record,
    /// What the journal keeps of it.
    pub kept: Kept,
}

/// Why a step of a panel review was not taken.
#[derive(Debug, Error)]
pub enum PanelError {
    /// A file could not be had or made.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The reviews of the project do not allow the step now.
    #[error("{}", .0.signal.message)]
    Refused(Box<Refusal>),
    /// The flow was not kept to.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// What was to be written would break its own contract.
    #[error("the review would break its contract: {0}")]
    Broken(String),
    /// A record of the journal is none, or cannot be made.
    #[error("a record of `{path}` is not one this program knows")]
    UnknownRecord {
        /// The journal.
        path: String,
        /// What is wrong with it.
        source: serde_json::Error,
    },
}

/// Why the reviews of a project do not allow a step, and what a caller sees of it.
#[derive(Debug)]
pub struct Refusal {
    /// How the command ends.
    pub outcome: Outcome,
    /// What stands against it, and the way out.
    pub signal: Signal,
}

impl PanelError {
    fn refused(
        code: &str,
        place: Place,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        let signal = Signal::block(code, place, message).help(help);
        PanelError::Refused(Box::new(Refusal { outcome: Outcome::Blocked, signal }))
    }
}

/// Holds a panel on a PRD and writes the handoff, which then waits for a human. Nothing is overwritten.
pub fn convene(
    repo: &Repo,
    request: &Request,
    at: Timestamp,
    holder: &Holder,
) -> Result<Convened, PanelError> {
    let project = &request.project;
    let text = repo.read(&request.path)?;
    // Looked at before the journal is begun, so that a refusal leaves no trace.
    next_number(&reviews(repo, project)?, project)?;
    let mut log = Log::open(repo, project, holder)?;
    let number = next_number(&reviews(repo, project)?, project)?;
    let prd = versions::of(repo, project, &request.path, text)?;
    opened(repo, &log, project, number, &prd)?;
    let packet = markdown_prd(&prd.file, &prd.text).value;
    let called = panel::called(&prd.text);
    let specialists = called.iter().map(|called| called.seat.clone());
    let seats: Vec<PanelSeat> = PanelSeat::core().into_iter().chain(specialists).collect();
    let mut answers = council_rules::panel::answers(&packet, &seats);
    let delta = delta::follow(repo, &log, number, &packet, &mut answers)?;
    let filled_by = Line::new(council_rules::panel::FILLED_BY);
    let opening = Opening {
        project: project.clone(),
        number,
        date: at.to_zoned(TimeZone::UTC).date(),
        version: prd.version,
        seats,
        filled_by: filled_by.ok_or_else(|| PanelError::Broken("an unnamed reviewer".to_owned()))?,
        extra: vec![text_entry("prd_file", &prd.file), text_entry("prd_hash", &prd.hash)],
        history: delta.as_ref().map(|one| one.lines(prd.version.0)).unwrap_or_default(),
    };
    let record = panel::convene(&packet, opening, answers)?;
    let kept = Kept { delta, ..Kept::new(&record, &called, &prd) };
    let path = name::path(project, number);
    let twin = name::twin(project, number);
    let mut images = vec![
        Image::new(repo, &path, written(&path, &record.handoff)?)?,
        Image::new(repo, &twin, twin::write(&record.handoff, &kept.to_value()))?,
    ];
    if !prd.exists {
        images.push(Image::new(repo, &prd.file, prd.text.clone())?);
    }
    let act =
        Act { at, by: None, number: number.value(), step: Step::Reviewed { record: kept.clone() } };
    log.commit(repo, act, images)?;
    Ok(Convened { project: project.clone(), number, path, twin, prd, kept, record, called })
}

/// Writes a handoff that holds its contract, or refuses. What only a later step can fill in is not missed.
fn written(path: &str, handoff: &Handoff) -> Result<String, PanelError> {
    let text = format::write(handoff);
    let read = format::read(path, &text);
    let later = ["changes-missing", "log-version-missing", "gate-decision-missing"];
    let broken = read
        .diagnostics
        .into_iter()
        .find(|one| one.level == Level::Error && !later.contains(&one.code));
    match broken {
        Some(broken) => Err(PanelError::Broken(broken.message)),
        None => Ok(text),
    }
}

/// Tells which review comes next, or why none can be held now.
fn next_number(found: &Reviews, project: &ProjectName) -> Result<ReviewNumber, PanelError> {
    in_order(found, project)?;
    let Some(current) = found.series.current() else {
        return Ok(ReviewNumber::FIRST);
    };
    let place = || Place::file(&current.path);
    let number = current.number;
    match (current.status(), current.decision()) {
        (Some(Status::Accepted | Status::Rejected), Some(GateDecision::Reconvene)) => {
            Ok(number.next())
        }
        (Some(Status::Pending), _) if is_shell(current) => Ok(number),
        (Some(Status::Pending), _) => Err(PanelError::refused(
            "REVIEW_PENDING",
            place(),
            format!("review {number} waits for a human's decision"),
            format!(
                "`council decide --project {project}` records the decision; nothing is overwritten"
            ),
        )),
        (Some(Status::Accepted | Status::Rejected), decision) => Err(PanelError::refused(
            "NOT_RECONVENED",
            place(),
            match decision {
                Some(GateDecision::Proceed) => format!("review {number} ended with PROCEED"),
                Some(GateDecision::Reconvene) | None => {
                    format!("nobody has decided that the panel meets again after review {number}")
                }
            },
            "another review needs the gate decision RECONVENE",
        )),
        (None, _) => Err(PanelError::refused(
            "STATUS_UNREADABLE",
            place(),
            format!("the status of review {number} cannot be read"),
            format!("`council check {}` says what is wrong", current.path),
        )),
    }
}

/// Tells whether a review has been opened and the panel has not met.
fn is_shell(review: &Reviewed) -> bool {
    review.is_pending() && review.handoff.value.reviews.iter().all(Review::is_empty)
}

/// Refuses a review that was opened on another version, or whose file is not the one that was opened.
fn opened(
    repo: &Repo,
    log: &Log,
    project: &ProjectName,
    number: ReviewNumber,
    prd: &Prd,
) -> Result<(), PanelError> {
    let path = name::path(project, number);
    let Some(text) = repo.read_if_there(&path)? else {
        return Ok(());
    };
    let front = format::read(&path, &text).value.front;
    let version = front.and_then(|front| front.version);
    if log.image(&path).is_none_or(|image| image.text != text) {
        return Err(PanelError::refused(
            "NOT_RECORDED",
            Place::file(&path),
            format!("review {number} was not opened by the re-review gate"),
            "what others wrote is not rewritten",
        ));
    }
    if version != Some(prd.version) {
        let wanted = version.map_or_else(|| "another version".to_owned(), |one| one.to_string());
        return Err(PanelError::refused(
            "OTHER_VERSION",
            Place::file(&prd.file),
            format!("review {number} is about {wanted}, and this is {}", prd.version),
            format!(
                "record a new version with `council revise NEW_PRD --project {project}` before the panel meets again"
            ),
        ));
    }
    Ok(())
}

/// Refuses a series in which it is not clear which review comes last.
fn in_order(found: &Reviews, project: &ProjectName) -> Result<(), PanelError> {
    let waits_for_next = |series: &Series| {
        let last = series.current().map(Reviewed::decision);
        last.flatten() == Some(GateDecision::Reconvene)
    };
    // The one fault that the next review mends is that it is not there yet.
    let faults = found.series.faults().len() - usize::from(waits_for_next(&found.series));
    if faults == 0 && found.strays.is_empty() {
        return Ok(());
    }
    Err(PanelError::refused(
        "SERIES_BROKEN",
        Place::file(name::folder(project)),
        "the reviews of the project are not in order",
        format!("`council gate handoff {project}` says what is wrong with them"),
    ))
}

fn text_entry(key: &str, text: &str) -> Entry {
    Entry { key: key.to_owned(), node: Node::new(Value::Text(text.to_owned())) }
}
