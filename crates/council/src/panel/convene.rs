//! Holding a panel: what it is asked, who sits on it, and going on with one that was cut off.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    sync::{Arc, OnceLock},
    time::Duration,
};

use council_core::{
    council::AbortReason,
    diagnostic::Place,
    evidence::lock,
    flow::Moment,
    gate::Outcome,
    handoff::{GateDecision, HandoffStatus, PanelSeat, SeatReview},
    ident::ProjectName,
    packet::{Packet, PacketKind},
    panel::{self, Called, Grouping, PanelEnding, Record},
    policy::Policy,
    series::{ReviewNumber, SeriesReview},
};
use council_engine::{Clock, Fold, JOURNAL_VERSION, OpeningRecord, Stop, Watch};
use council_formats::{
    handoff::{self as format, name},
    packet::Source,
    report::{Report, TOOL_VERSION},
};
use council_rules::{Model, panel::Seen};
use council_store::{Holder, Repo};
use jiff::Timestamp;

use super::{
    EarlierReview, Meeting, PanelOpening, Prd, ReviewBasis,
    current::expect_journal,
    in_order,
    log::{self, Log},
    meeting::{BesideClaim, OfflinePanel},
    table::PanelPlace,
    versions,
};
use crate::{
    answer::{self, OpenAsk},
    authority::Nameless,
    cost,
    desk::DeskItemKind,
    drill::Drill,
    handoff::{Reviews, reviews},
    providers::Providers,
    review::{Onward, StageEvidence},
    reviewer::{self, ReviewerSpec},
    run::{self, Beginning, DrivenSession, NamedBy, Ready, RunError, Seating, Spend, Surroundings},
};

/// What a panel is asked to review, and by whom.
#[derive(Debug, Clone)]
pub struct PanelRequest {
    /// The project.
    pub project: ProjectName,
    /// The PRD, a Markdown file of the repository.
    pub path: String,
    /// Who sits where.
    pub seating: Seating<PanelSeat>,
    /// The limits.
    pub policy: Policy,
    /// What it may send and cost.
    pub spend: Spend,
    /// What becomes of a panel that was begun and cut off.
    pub unfinished: Unfinished,
    /// Whether what only stands in for a reviewer may go on where a record names it.
    pub drill: Drill,
    /// The stage that the review is evidence for.
    pub stage_evidence: Option<StageEvidence>,
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
pub enum PanelProgress {
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
    /// It waits for people, and goes on when they have answered.
    Waiting {
        /// The project.
        project: ProjectName,
        /// What they are asked.
        asks: Vec<OpenAsk>,
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
    pub convening: Arc<PanelOpening>,
    /// What the panel came to.
    pub record: Record,
    /// What the journal keeps of it.
    pub kept: ReviewBasis,
    /// What it cost.
    pub tokens: u64,
}

/// Holds a panel on a PRD and writes the handoff, which then waits for a human. Nothing is overwritten, and a panel that
/// was cut off goes on without asking again what was answered.
pub async fn convene<C: Clock + 'static, W: Watch<Meeting>>(
    repo: &Repo,
    request: &PanelRequest,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<PanelProgress, RunError> {
    let project = &request.project;
    let most = request.policy.budget.max(around.providers.most_tokens());
    let around = Surroundings { most_tokens: Some(most), ..around };
    let text = repo.read(&request.path)?;
    // A step that was cut off is finished first. Where there is no journal, none is begun before it is clear that the
    // panel can be held, so that a refusal leaves no trace.
    let begun = repo.read_log(&name::journal(project))?.is_some_and(|read| !read.lines.is_empty());
    if !begun {
        expect_journal(repo, project)?;
    }
    let log = if begun { Some(Log::open(repo, project, around.holder)?) } else { None };
    let read = PrdRead::new(repo, request, text)?;
    next_number(&reviews(repo, project)?, project)?;
    let moment = Moment { at: around.clock.now(), active: Duration::ZERO };
    let (first, mut log) = if let Some(log) = log {
        (None, log)
    } else {
        let opened = prepare(repo, request, None, &read, moment)?;
        let first = begin(repo, request, opened, &read, &around)?;
        (Some(first), Log::open(repo, project, around.holder)?)
    };
    let fold = match request.unfinished {
        Unfinished::GoOn => log.panel()?,
        Unfinished::GiveUp => None,
    };
    let ready = if let Some(fold) = fold {
        is_same(repo, request, &fold, &read.text)?;
        run::go_on(repo, fold, request.seating.says(), request.drill, &around)?
    } else if let Some(first) = first.filter(|_| log.taken().is_empty()) {
        expect_opened(repo, &log, project, first.opened().opening.number, &read.prd)?;
        first
    } else {
        let opened = prepare(repo, request, Some(&log), &read, moment)?;
        begin(repo, request, opened, &read, &around)?
    };
    let place = PanelPlace { log, text: Arc::from(read.text) };
    finish(repo, ready, place, &around, interrupt).await
}

/// Goes on with a panel that was cut off, with the text and the reviewers that its journal names, or calls it off. `None`
/// where there is none to go on with.
pub async fn resume<C: Clock + 'static, W: Watch<Meeting>>(
    repo: &Repo,
    project: &ProjectName,
    onward: Onward,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<Option<PanelProgress>, RunError> {
    let Some((fold, mut place)) = opened(repo, project, around.holder)? else { return Ok(None) };
    let fold = run::call_off(&mut place, fold, onward, around.clock.now())?;
    let ready = run::go_on(repo, fold, NamedBy::ByRecord, onward.drill(), &around)?;
    finish(repo, ready, place, &around, interrupt).await.map(Some)
}

/// Opens the panel of a project that was begun and has not come to a review, to be written on.
pub(crate) fn opened(
    repo: &Repo,
    project: &ProjectName,
    holder: &Holder,
) -> Result<Option<(Fold<Meeting>, PanelPlace)>, RunError> {
    if log::begun(repo, project)?.is_none() {
        return Ok(None);
    }
    let mut log = Log::open(repo, project, holder)?;
    next_number(&reviews(repo, project)?, project)?;
    let Some(fold) = log.panel()? else { return Ok(None) };
    let text = recorded_text(repo, project, fold.opened())?;
    Ok(Some((fold, PanelPlace { log, text })))
}

/// Returns the text that a journal says a panel reads. A journal from elsewhere must not name a project, a text or a file
/// of its choice.
fn recorded_text(
    repo: &Repo,
    project: &ProjectName,
    opened: &OpeningRecord<Meeting>,
) -> Result<Arc<str>, RunError> {
    let PanelOpening { project: of, prd_file, prd_hash, .. } = &opened.opening;
    let text = opened.source.files.iter().find(|(path, _)| path == prd_file);
    let text = text.filter(|(_, text)| log::hash(text) == *prd_hash);
    let is_own = log::place(project).holds(prd_file) || repo.has_file(prd_file);
    match text {
        Some((_, text)) if of == project && is_own => Ok(Arc::from(text.as_str())),
        Some(_) | None => {
            Err(RunError::OtherPlace { path: name::journal(project), other: prd_file.clone() })
        }
    }
}

/// Drives a panel that is ready, as far as it goes.
async fn finish<C: Clock + 'static, W: Watch<Meeting>>(
    repo: &Repo,
    ready: Ready<Meeting>,
    place: PanelPlace,
    around: &Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<PanelProgress, RunError> {
    let (DrivenSession { fold, stop }, _) = ready.run(repo, place, around, interrupt).await?;
    if let (Stop::Ended(PanelEnding::Held), Some(convened)) = (stop, Convened::of(&fold)) {
        return Ok(PanelProgress::Convened(Box::new(convened)));
    }
    let (session, project) = (fold.record(), fold.opened().opening.project.clone());
    Ok(match stop {
        Stop::Ended(PanelEnding::Aborted(reason)) => {
            PanelProgress::Aborted { project, reason, lost: session.lost }
        }
        Stop::Waiting => PanelProgress::Waiting {
            asks: answer::of_fold(&DeskItemKind::Panel(project.clone()), &fold),
            project,
        },
        Stop::Interrupted | Stop::Ended(PanelEnding::Held) => {
            PanelProgress::Interrupted { project, answered: session.answered }
        }
    })
}

impl Convened {
    /// Returns the review that a panel came to, if it has.
    pub(super) fn of(fold: &Fold<Meeting>) -> Option<Self> {
        let session = fold.record();
        let record = session.review?;
        let convening = Arc::new(fold.opened().opening.clone());
        let (project, number) = (convening.project.clone(), convening.number);
        Some(Self {
            path: name::path(&project, number),
            twin: name::twin(&project, number),
            kept: ReviewBasis::new(&record, &convening, fold.traffic()),
            tokens: session.tokens,
            project,
            number,
            convening,
            record,
        })
    }

    /// Names what only stood in for reviewers in its seats.
    pub fn stand_ins(&self) -> BTreeSet<&'static str> {
        reviewer::stand_ins(self.convening.filled_by.values())
    }
}

/// The PRD as it was read, once for everything that follows.
struct PrdRead {
    /// The text that was given.
    text: String,
    /// Which version it is.
    prd: Prd,
    /// The packet's file, as the journal keeps it.
    source: Source,
    /// The packet.
    packet: Arc<Packet>,
    /// What the rules see in it, once somebody has asked.
    seen: OnceLock<Arc<Seen>>,
}

impl PrdRead {
    /// Reads a text. One with nothing to judge is refused: seats that find nothing in it would approve it. So is one that
    /// cannot be read to its end.
    fn new(repo: &Repo, request: &PanelRequest, text: String) -> Result<Self, RunError> {
        let path = &request.path;
        let prd = versions::of(repo, &request.project, path, text.clone())?;
        let files = vec![(prd.file.clone(), prd.text.clone())];
        let source = Source { kind: PacketKind::MarkdownPrd, files };
        let packet = Arc::new(versions::whole(path, source.read())?);
        if let Err(reason) = council_rules::judged(&Model::of(&packet)) {
            return Err(RunError::refused(
                Outcome::InputNeeded,
                "NOT_JUDGED",
                Place::file(path),
                format!("`{path}` is not judged: {}", reason.says()),
                "a panel needs a text that states something",
            ));
        }
        Ok(Self { text, prd, source, packet, seen: OnceLock::new() })
    }

    /// Returns what the rules see in it.
    fn seen(&self) -> &Seen {
        self.seen.get_or_init(|| Arc::new(Seen::of(&self.packet)))
    }
}

/// Makes a panel ready: it may send what it sends, can be paid for, and its seats are filled.
fn begin<C: Clock + 'static, W>(
    repo: &Repo,
    request: &PanelRequest,
    opened: OpeningRecord<Meeting>,
    read: &PrdRead,
    around: &Surroundings<'_, C, W>,
) -> Result<Ready<Meeting>, RunError> {
    let rules = Arc::new(OfflinePanel { seen: read.seen.clone() });
    let begun = Beginning { opened, packet: read.packet.clone(), rules };
    run::begin(repo, begun, &[&read.packet], request.spend, around)
}

/// Makes the report of a panel that nobody has held. Nothing is written.
pub fn dry_run(
    repo: &Repo,
    request: &PanelRequest,
    providers: &Providers,
    at: Timestamp,
) -> Result<Report, RunError> {
    let read = PrdRead::new(repo, request, repo.read(&request.path)?)?;
    let moment = Moment { at, active: Duration::ZERO };
    let opened = prepare(repo, request, None, &read, moment)?;
    let estimate = cost::estimate(&opened, &read.packet, providers)?;
    let subject = format!("{} {}", opened.opening.project, opened.opening.number);
    let asks = format!("{} seats at once, then the chair", estimate.asks.len());
    Ok(cost::dry_run("panel", &subject, vec![("asks", asks)], &estimate))
}

/// Reads what is to be reviewed and decides who sits on the panel. Nothing is written. Without the journal only what it
/// cannot change is looked at.
fn prepare(
    repo: &Repo,
    request: &PanelRequest,
    log: Option<&Log>,
    read: &PrdRead,
    moment: Moment,
) -> Result<OpeningRecord<Meeting>, RunError> {
    let (project, prd) = (&request.project, &read.prd);
    let number = next_number(&reviews(repo, project)?, project)?;
    if let Some(log) = log {
        expect_opened(repo, log, project, number, prd)?;
    }
    // A seat that would have nothing to say is not filled: what is said in it would be somebody else's.
    let is_heard = |one: &Called| match request.seating.filler(&one.seat) {
        ReviewerSpec::Rules => read.seen().has_word_of(&one.seat),
        ReviewerSpec::Scripted(_)
        | ReviewerSpec::Cassette { .. }
        | ReviewerSpec::Loopback(_)
        | ReviewerSpec::Model(_)
        | ReviewerSpec::Agent(_)
        | ReviewerSpec::Human
        | ReviewerSpec::Host => true,
    };
    let (called, unseated): (Vec<Called>, Vec<Called>) =
        panel::called(&prd.text).into_iter().partition(is_heard);
    let specialists = called.iter().map(|called| called.seat.clone());
    let seats: Vec<PanelSeat> = PanelSeat::core().into_iter().chain(specialists).collect();
    let reviewers = filled(repo, request, &seats)?;
    let words = |called: &Called| called.words.iter().map(|word| (*word).to_owned()).collect();
    let opening = PanelOpening {
        project: project.clone(),
        number,
        moment,
        prd_file: prd.file.clone(),
        prd_version: prd.version,
        prd_hash: prd.hash.clone(),
        content_hash: read.packet.hash(),
        seats,
        called: called.iter().map(|one| (one.seat.to_string(), words(one))).collect(),
        unseated: unseated.iter().map(|one| (one.seat.clone(), words(one))).collect(),
        filled_by: reviewers.clone(),
        earlier: match log {
            Some(log) => earlier(repo, log, number)?,
            None => Vec::new(),
        },
        grouping: Grouping::TODAY,
        beside: beside(request, read),
        nameless: Nameless::TODAY,
    };
    Ok(OpeningRecord {
        journal_version: JOURNAL_VERSION,
        tool_version: TOOL_VERSION.to_owned(),
        opening,
        policy: request.policy.clone(),
        reviewers,
        stage_evidence: request.stage_evidence.as_ref().map(ToString::to_string),
        source: read.source.clone(),
    })
}

/// Returns what the rules find that would be said in seats which somebody else fills.
fn beside(request: &PanelRequest, read: &PrdRead) -> Vec<BesideClaim> {
    let is_rules = |seat: &PanelSeat| matches!(request.seating.filler(seat), ReviewerSpec::Rules);
    if PanelSeat::core().iter().all(is_rules) {
        return Vec::new();
    }
    let found = council_rules::panel::beside(read.seen(), is_rules).into_iter();
    let shown = found.filter_map(|claim| lock(&read.packet, claim).ok());
    shown.map(|locked| BesideClaim::new(&locked)).collect()
}

/// Names what fills every seat and the chair. A reviewer for somebody who does not sit on the panel is refused.
fn filled(
    repo: &Repo,
    request: &PanelRequest,
    seats: &[PanelSeat],
) -> Result<BTreeMap<PanelSeat, String>, RunError> {
    let all: Vec<PanelSeat> = seats.iter().cloned().chain([PanelSeat::chair()]).collect();
    if let Some(absent) = request.seating.absent(&all) {
        let there: Vec<&str> = all.iter().map(PanelSeat::as_str).collect();
        return Err(RunError::blocked(
            "NOT_SEATED",
            Place::file(&request.path),
            format!("`{absent}` does not sit on this panel"),
            format!("its seats are {}", there.join(", ")),
        ));
    }
    request.seating.fill(repo, &all)
}

/// Returns the earlier reviews, each with its text where the file still holds it.
fn earlier(repo: &Repo, log: &Log, number: ReviewNumber) -> Result<Vec<EarlierReview>, RunError> {
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
    request: &PanelRequest,
    fold: &Fold<Meeting>,
    text: &str,
) -> Result<(), RunError> {
    let opened = fold.opened();
    if opened.opening.project != request.project {
        let (path, other) = (name::journal(&request.project), opened.opening.prd_file.clone());
        return Err(RunError::OtherPlace { path, other });
    }
    let is_same_text = opened.opening.prd_hash == log::hash(text);
    let same_reviewers = match request.seating.says() {
        NamedBy::Now => filled(repo, request, &opened.opening.seats)? == opened.reviewers,
        NamedBy::ByRecord => true,
    };
    if is_same_text && same_reviewers {
        return Ok(());
    }
    let why = if is_same_text { "other reviewers" } else { "another text" };
    let begun = opened.opening.moment.at;
    Err(RunError::blocked(
        "PANEL_UNFINISHED",
        Place::file(&opened.opening.prd_file),
        format!(
            "a panel with {why} was begun at {begun} and has not ended, and {} of its seats have answered",
            fold.record().answered.len()
        ),
        "run the same command again to resume it, or discard it with `--anew`",
    ))
}

/// Tells which review comes next, or why none can be held now.
fn next_number(found: &Reviews, project: &ProjectName) -> Result<ReviewNumber, RunError> {
    in_order(found, project)?;
    let Some(current) = found.series.current() else {
        return Ok(ReviewNumber::FIRST);
    };
    let place = || Place::file(&current.path);
    let number = current.number;
    match (current.status(), current.decision()) {
        (
            Some(HandoffStatus::Accepted | HandoffStatus::Rejected),
            Some(GateDecision::Reconvene),
        ) => Ok(number.next()),
        (Some(HandoffStatus::Pending), _) if is_shell(current) => Ok(number),
        (Some(HandoffStatus::Pending), _) => Err(RunError::blocked(
            "REVIEW_PENDING",
            place(),
            format!("review {number} waits for a human's decision"),
            format!(
                "`council decide --project {project}` records the decision; nothing is overwritten"
            ),
        )),
        (Some(HandoffStatus::Accepted | HandoffStatus::Rejected), decision) => {
            Err(RunError::blocked(
                "NOT_RECONVENED",
                place(),
                match decision {
                    Some(GateDecision::Proceed) => format!("review {number} ended with PROCEED"),
                    Some(GateDecision::Reconvene) | None => {
                        format!(
                            "nobody has decided that the panel meets again after review {number}"
                        )
                    }
                },
                format!(
                    "`council gate rereview {project} --reconvene --rationale REASON --by NAME` lets the panel meet again"
                ),
            ))
        }
        (None, _) => Err(RunError::blocked(
            "STATUS_UNREADABLE",
            place(),
            format!("the status of review {number} cannot be read"),
            format!("`council check {}` says what is wrong", current.path),
        )),
    }
}

/// Tells whether a review has been opened and the panel has not met.
fn is_shell(review: &SeriesReview) -> bool {
    review.is_pending() && review.handoff.value.reviews.iter().all(SeatReview::is_empty)
}

/// Refuses a review that was opened on another version, or whose file is not the one that was opened.
fn expect_opened(
    repo: &Repo,
    log: &Log,
    project: &ProjectName,
    number: ReviewNumber,
    prd: &Prd,
) -> Result<(), RunError> {
    let path = name::path(project, number);
    let Some(text) = repo.read_if_there(&path)? else {
        if log.image(&path).is_none() {
            return Ok(());
        }
        return Err(RunError::blocked(
            "REVIEW_LOST",
            Place::file(&path),
            format!("review {number} is in the journal, but its file is missing"),
            format!("`council restore {project}` writes it as it was recorded"),
        ));
    };
    let front = format::read(&path, &text).value.front;
    let version = front.and_then(|front| front.version);
    if log.image(&path).is_none_or(|image| image.text != text) {
        return Err(RunError::blocked(
            "NOT_RECORDED",
            Place::file(&path),
            format!("review {number} is not as the re-review gate opened it"),
            format!("`council restore {project}` writes it as it was recorded"),
        ));
    }
    if version != Some(prd.version) {
        let wanted = version.map_or_else(|| "another version".to_owned(), |one| one.to_string());
        return Err(RunError::blocked(
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
