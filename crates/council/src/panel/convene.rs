//! Holding a panel: what it is asked, who sits on it, and going on with one that was cut off.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    sync::Arc,
    time::Duration,
};

use council_core::{
    council::AbortReason,
    diagnostic::Place,
    flow::Moment,
    gate::{Outcome, Signal},
    handoff::{GateDecision, PanelSeat, Review, Status},
    ident::ProjectName,
    packet::{Packet, PacketKind},
    panel::{self, Called, Ending, Record},
    policy::Policy,
    series::{ReviewNumber, Reviewed},
};
use council_engine::{
    Clock, Fold, JOURNAL_VERSION, Opened, Ports, Start, Stop, Traffic, Watch, drive,
};
use council_formats::{
    handoff::{self as format, name},
    packet::{Source, markdown_prd},
    report::{Report, TOOL_VERSION},
};
use council_rules::Model;
use council_store::Repo;
use jiff::Timestamp;

use super::{
    Convening, EarlierReview, Kept, Meeting, PanelError, Prd, Refusal, in_order,
    log::{self, Log},
    table::Table,
    versions,
};
use crate::{
    cost,
    drill::Drill,
    handoff::{Reviews, reviews},
    providers::Providers,
    review::{Money, Secrets, Surroundings},
    reviewer::{self, ReviewerSpec},
};

/// What a panel is asked to review, and by whom.
#[derive(Debug, Clone)]
pub struct Request {
    /// The project.
    pub project: ProjectName,
    /// The PRD, a Markdown file of the repository.
    pub path: String,
    /// What fills every seat that nothing else is named for; without it the rules do.
    pub every: Option<ReviewerSpec>,
    /// What fills single seats.
    pub single: BTreeMap<PanelSeat, ReviewerSpec>,
    /// The limits.
    pub policy: Policy,
    /// What to do with keys and passwords that stand in the PRD.
    pub secrets: Secrets,
    /// The most money it may cost; whatever it costs where nobody says so.
    pub max_cost: Option<Money>,
    /// What becomes of a panel that was begun and cut off.
    pub unfinished: Unfinished,
    /// Whether what only stands in for a reviewer may go on where a record names it.
    pub drill: Drill,
}

/// What becomes of a panel that was begun and cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unfinished {
    /// It goes on where it was, if it is the same panel.
    GoOn,
    /// It is given up.
    GiveUp,
}

/// How far a panel got.
#[derive(Debug)]
pub enum Held {
    /// To a review.
    Convened(Box<Convened>),
    /// It was stopped, and there is no review.
    Aborted {
        /// The project.
        project: ProjectName,
        /// Why.
        reason: AbortReason,
        /// Who was lost, and why.
        lost: BTreeMap<PanelSeat, String>,
    },
    /// Somebody wants to go on later.
    Interrupted {
        /// The project.
        project: ProjectName,
        /// Who has answered.
        answered: Vec<PanelSeat>,
    },
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
    /// What it began with.
    pub convening: Arc<Convening>,
    /// What the panel came to.
    pub record: Record,
    /// What the journal keeps of it.
    pub kept: Kept,
    /// What it cost.
    pub tokens: u64,
}

/// Holds a panel on a PRD and writes the handoff, which then waits for a human. Nothing is overwritten, and a panel that
/// was cut off goes on without asking again what was answered.
pub async fn convene<C: Clock + 'static, W: Watch<Meeting>>(
    repo: &Repo,
    request: &Request,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<Held, PanelError> {
    let project = &request.project;
    let text = repo.read(&request.path)?;
    expect_words(&request.path, &text)?;
    // A step that was cut off is finished first. Where there is no journal, none is begun before it is clear that the
    // panel can be held, so that a refusal leaves no trace.
    let begun = repo.read_log(&name::journal(project))?.is_some_and(|read| !read.lines.is_empty());
    let log = if begun { Some(Log::open(repo, project, around.holder)?) } else { None };
    next_number(&reviews(repo, project)?, project)?;
    let moment = Moment { at: around.clock.now(), active: Duration::ZERO };
    let opened = prepare(repo, request, None, &text, moment)?;
    let mut log = if let Some(log) = log {
        log
    } else {
        affordable(request, &opened, around.providers)?;
        reviewer::seats::<Meeting, C>(repo, &opened.reviewers, around.providers, around.clock)?;
        Log::open(repo, project, around.holder)?
    };
    let fold = match request.unfinished {
        Unfinished::GoOn => log.panel()?,
        Unfinished::GiveUp => None,
    };
    let start = if let Some(fold) = fold {
        is_same(repo, request, &fold, &text)?;
        // Where nobody names reviewers now, the record does, and it comes with the repository.
        if request.every.is_none() && request.single.is_empty() {
            let named = fold.opened().reviewers.values();
            reviewer::expect_a_repositorys(named, around.providers, request.drill)?;
        }
        Start::Resumed(Box::new(fold))
    } else {
        let opened = prepare(repo, request, Some(&log), &text, moment)?;
        let packet = affordable(request, &opened, around.providers)?;
        Start::New(Box::new(opened), packet)
    };
    let (opened, traffic) = match &start {
        Start::New(opened, _) => (&**opened, Traffic::default()),
        Start::Resumed(fold) => (&**fold.opened(), fold.traffic().clone()),
    };
    let (named, convening) = (opened.reviewers.clone(), Arc::new(opened.opening.clone()));
    let seats = reviewer::seats(repo, &named, around.providers, around.clock)?;
    let text = Arc::from(text);
    let mut table = Table { repo, log, convening: convening.clone(), text, traffic };
    let ports = Ports { journal: &mut table, clock: &**around.clock, watch: around.watch };
    let (fold, stop) = drive(start, &seats, &around.patience, ports, interrupt).await?;
    if let Stop::Ended(_) = stop {
        reviewer::keep_tapes(repo, named.values(), &name::journal(project))?;
    }
    let session = fold.record();
    let project = project.clone();
    Ok(match (stop, session.review) {
        (Stop::Ended(Ending::Held), Some(record)) => Held::Convened(Box::new(Convened {
            number: convening.number,
            path: name::path(&project, convening.number),
            twin: name::twin(&project, convening.number),
            kept: Kept::new(&record, &convening, fold.traffic()),
            tokens: session.tokens,
            project,
            convening,
            record,
        })),
        (Stop::Ended(Ending::Aborted(reason)), _) => {
            Held::Aborted { project, reason, lost: session.lost }
        }
        (Stop::Interrupted | Stop::Ended(Ending::Held), _) => {
            Held::Interrupted { project, answered: session.answered }
        }
    })
}

impl Convened {
    /// Names what only stood in for reviewers in its seats.
    pub fn stand_ins(&self) -> BTreeSet<&'static str> {
        reviewer::stand_ins(self.convening.filled_by.values())
    }
}

/// Refuses a text with nothing to judge: seats that find nothing in it would approve it.
fn expect_words(path: &str, text: &str) -> Result<(), PanelError> {
    let packet = markdown_prd(path, text).value;
    let Err(reason) = council_rules::judged(&Model::of(&packet)) else { return Ok(()) };
    let message = format!("`{path}` is not judged: {}", reason.says());
    let signal = Signal::block("NOT_JUDGED", Place::file(path), message)
        .help("a panel needs a text that states something");
    Err(PanelError::Refused(Box::new(Refusal { outcome: Outcome::InputNeeded, signal })))
}

/// Refuses what would send secrets or can cost more than it may; returns the packet.
fn affordable(
    request: &Request,
    opened: &Opened<Meeting>,
    providers: &Providers,
) -> Result<Arc<Packet>, PanelError> {
    let packet = Arc::new(opened.source.read().value);
    let spend = (request.secrets, request.max_cost);
    cost::afford(opened, &packet, &[&packet], spend, providers)?;
    Ok(packet)
}

/// Makes the report of a panel that nobody has held. Nothing is written.
pub fn dry_run(
    repo: &Repo,
    request: &Request,
    providers: &Providers,
    at: Timestamp,
) -> Result<Report, PanelError> {
    let text = repo.read(&request.path)?;
    expect_words(&request.path, &text)?;
    let moment = Moment { at, active: Duration::ZERO };
    let opened = prepare(repo, request, None, &text, moment)?;
    let packet = Arc::new(opened.source.read().value);
    let estimate = cost::estimate(&opened, &packet, providers)?;
    let subject = format!("{} {}", opened.opening.project, opened.opening.number);
    let asks = format!("{} seats at once, then the chair", estimate.asks.len());
    Ok(cost::dry_run("panel", &subject, vec![("asks", asks)], &estimate))
}

/// Reads what is to be reviewed and decides who sits on the panel. Nothing is written. Without the journal only what it
/// cannot change is looked at.
pub(super) fn prepare(
    repo: &Repo,
    request: &Request,
    log: Option<&Log>,
    text: &str,
    moment: Moment,
) -> Result<Opened<Meeting>, PanelError> {
    let project = &request.project;
    let number = next_number(&reviews(repo, project)?, project)?;
    let prd = versions::of(repo, project, &request.path, text.to_owned())?;
    if let Some(log) = log {
        opened(repo, log, project, number, &prd)?;
    }
    let called = panel::called(&prd.text);
    let specialists = called.iter().map(|called| called.seat.clone());
    let seats: Vec<PanelSeat> = PanelSeat::core().into_iter().chain(specialists).collect();
    let reviewers = settled(repo, filled(request, &seats)?)?;
    let files = vec![(prd.file.clone(), prd.text.clone())];
    let source = Source { kind: PacketKind::MarkdownPrd, files };
    let words = |called: &Called| called.words.iter().map(|word| (*word).to_owned()).collect();
    let opening = Convening {
        project: project.clone(),
        number,
        moment,
        prd_file: prd.file,
        prd_version: prd.version,
        prd_hash: prd.hash,
        content_hash: source.read().value.hash(),
        seats,
        called: called.iter().map(|one| (one.seat.to_string(), words(one))).collect(),
        filled_by: reviewers.clone(),
        earlier: match log {
            Some(log) => earlier(repo, log, number)?,
            None => Vec::new(),
        },
    };
    Ok(Opened {
        journal_version: JOURNAL_VERSION,
        tool_version: TOOL_VERSION.to_owned(),
        opening,
        policy: request.policy.clone(),
        reviewers,
        stage_evidence: None,
        source,
    })
}

/// Names what fills every seat and the chair. A reviewer for somebody who does not sit on the panel is refused.
fn filled(
    request: &Request,
    seats: &[PanelSeat],
) -> Result<BTreeMap<PanelSeat, String>, PanelError> {
    let chair = PanelSeat::chair();
    let all: Vec<&PanelSeat> = seats.iter().chain([&chair]).collect();
    if let Some(absent) = request.single.keys().find(|seat| !all.contains(seat)) {
        let there: Vec<&str> = all.iter().map(|seat| seat.as_str()).collect();
        let signal = Signal::block(
            "NOT_SEATED",
            Place::file(&request.path),
            format!("`{absent}` does not sit on this panel"),
        );
        let signal = signal.help(format!("its seats are {}", there.join(", ")));
        return Err(PanelError::Refused(Box::new(Refusal { outcome: Outcome::Blocked, signal })));
    }
    let fill = |seat: &PanelSeat| {
        let spec = request.single.get(seat).or(request.every.as_ref());
        spec.unwrap_or(&ReviewerSpec::Rules).to_string()
    };
    Ok(all.into_iter().map(|seat| (seat.clone(), fill(seat))).collect())
}

/// Says of every cassette whether it plays or records.
fn settled(
    repo: &Repo,
    named: BTreeMap<PanelSeat, String>,
) -> Result<BTreeMap<PanelSeat, String>, PanelError> {
    let settle = |(seat, name): (PanelSeat, String)| {
        Ok((seat, name.parse::<ReviewerSpec>()?.settled(repo)?.to_string()))
    };
    named.into_iter().map(settle).collect()
}

/// Returns the earlier reviews, each with its text where the file still holds it.
fn earlier(repo: &Repo, log: &Log, number: ReviewNumber) -> Result<Vec<EarlierReview>, PanelError> {
    let mut all = Vec::new();
    for kept in log.reviewed_before(number) {
        let text = repo.read_if_there(&kept.prd_file)?;
        let text = text.filter(|text| log::hash(text) == kept.prd_hash);
        all.push(EarlierReview { text, record: kept.clone() });
    }
    Ok(all)
}

/// Refuses to go on with a panel on another text or with other reviewers: what was answered would not fit.
fn is_same(
    repo: &Repo,
    request: &Request,
    fold: &Fold<Meeting>,
    text: &str,
) -> Result<(), PanelError> {
    let opened = fold.opened();
    if opened.opening.project != request.project {
        let (path, other) = (name::journal(&request.project), opened.opening.prd_file.clone());
        return Err(PanelError::OtherPlace { path, other });
    }
    let is_same_text = opened.opening.prd_hash == log::hash(text);
    let is_named = request.every.is_some() || !request.single.is_empty();
    let same_reviewers =
        !is_named || settled(repo, filled(request, &opened.opening.seats)?)? == opened.reviewers;
    if is_same_text && same_reviewers {
        return Ok(());
    }
    let why = if is_same_text { "other reviewers" } else { "another text" };
    let begun = opened.opening.moment.at;
    Err(PanelError::refused(
        "PANEL_UNFINISHED",
        Place::file(&opened.opening.prd_file),
        format!(
            "a panel with {why} was begun at {begun} and has not ended, and {} of its seats have answered",
            fold.record().answered.len()
        ),
        "run the command as it was run then to go on with it, or give it up with `--anew`",
    ))
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
            format!(
                "`council gate rereview {project} --reconvene --rationale REASON --by NAME` lets the panel meet again"
            ),
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
        if log.image(&path).is_none() {
            return Ok(());
        }
        return Err(PanelError::refused(
            "REVIEW_LOST",
            Place::file(&path),
            format!("review {number} is in the journal, and its file is not there"),
            format!("`council restore {project}` writes it as it was recorded"),
        ));
    };
    let front = format::read(&path, &text).value.front;
    let version = front.and_then(|front| front.version);
    if log.image(&path).is_none_or(|image| image.text != text) {
        return Err(PanelError::refused(
            "NOT_RECORDED",
            Place::file(&path),
            format!("review {number} is not as the re-review gate opened it"),
            format!("`council restore {project}` writes it as it was recorded"),
        ));
    }
    if version != Some(prd.version) {
        let wanted = version.map_or_else(|| "another version".to_owned(), |one| one.to_string());
        return Err(PanelError::refused(
            "OTHER_VERSION",
            Place::file(&prd.file),
            format!("review {number} is about {wanted}, and this is {}", prd.version),
            format!(
                "`council revise NEW_PRD --project {project}` records a new version before the panel meets again; `council panel --project {project}` reads the newest one"
            ),
        ));
    }
    Ok(())
}
