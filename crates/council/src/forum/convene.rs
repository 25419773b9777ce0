//! Holding a round: who is asked about what, and going on with a round that was cut off.

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    sync::Arc,
    time::Duration,
};

use council_core::{
    authority::Authority,
    council::AbortReason,
    diagnostic::Place,
    flow::{Effect, Moment},
    forum::{
        Discussion, ForumProtocol, ForumQuestion, ForumSeatId, Hearing, Point, RoundSummary, Style,
        TrimmedLine, session::RoundEnding,
    },
    gate::Outcome,
    ident::ProjectName,
    packet::{Packet, PacketKind},
    policy::Policy,
};
use council_engine::{Clock, Fold, JOURNAL_VERSION, OpeningRecord, Stop, Watch};
use council_formats::{
    bundle::AuthorityShape,
    forum_instance, forum_record,
    packet::{Source, markdown_prd},
    report::{Report, TOOL_VERSION},
};
use council_store::{Holder, PacketError, Repo};
use jiff::Timestamp;

use super::{
    ForumFolder, ForumOpening, Sitting, gate,
    keys::{self, ItemKeys},
    log,
    sitting::KeptSeat,
    table::ForumPlace,
};
use crate::{
    answer::{self, OpenAsk},
    authority::{self, Nameless},
    cost,
    desk::DeskItemKind,
    drill::Drill,
    log::FileState,
    panel::{Unfinished, versions},
    providers::Providers,
    review::Onward,
    reviewer::{self, Fillable as _, ReviewerSpec},
    run::{self, Beginning, DrivenSession, NamedBy, Ready, RunError, Seating, Spend, Surroundings},
};

/// The longest message, in bytes.
const LONGEST: usize = 64 * 1024;

/// What a forum is asked, and who answers.
#[derive(Debug, Clone)]
pub struct RoundRequest {
    /// The project.
    pub project: ProjectName,
    /// What the human says. Without it a round that was cut off goes on, or one is held on what a human redirected to.
    pub message: Option<String>,
    /// Who says it.
    pub by: TrimmedLine,
    /// The points it makes, where whoever says it names them.
    pub points: Vec<String>,
    /// How far the round goes.
    pub style: Style,
    /// Whether the owners draft their positions first.
    pub hearing: Hearing,
    /// The packet that the members have before them: a path or an id. Without it the project's own is looked for.
    pub packet: Option<String>,
    /// Who sits where.
    pub seating: Seating<ForumSeatId>,
    /// The limits, but for the tokens.
    pub policy: Policy,
    /// The tokens it may use. Where nobody says so, as many as its seats can use at most.
    pub budget: Option<u64>,
    /// What it may send and cost.
    pub spend: Spend,
    /// What becomes of a round that was begun and cut off.
    pub unfinished: Unfinished,
    /// Whether what only stands in for a reviewer may go on where a record names it.
    pub drill: Drill,
}

/// How far a round got.
#[derive(Debug)]
pub enum ForumProgress {
    /// To its summary, which then waits for a human.
    Round(Box<HeldRound>),
    /// It was stopped, and there is no summary.
    Aborted {
        /// The project.
        project: ProjectName,
        /// Why.
        reason: AbortReason,
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
        /// How many answers there are.
        answers: usize,
    },
}

/// A round that was held and written down.
#[derive(Debug)]
pub struct HeldRound {
    /// The discussion, the round is its latest.
    pub discussion: Discussion,
    /// Where the record lies.
    pub record: String,
    /// The handoffs that lie beside it.
    pub handoffs: Vec<String>,
    /// The files of the packet that the members had before them.
    pub packet: Vec<String>,
    /// Where the project's page about its forum says something else than its config, or that there is no page.
    pub instance: Instance,
    /// What it cost.
    pub tokens: u64,
    /// How much its word weighs.
    pub authority: Authority,
    /// What only stood in for members in its seats.
    pub stand_ins: BTreeSet<&'static str>,
    /// The same with what left the machine, in the words of a record.
    pub stated: AuthorityShape,
}

/// What became of a project's page about its forum.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instance {
    /// There is none.
    Missing,
    /// It was read, and says something else here.
    Read {
        /// Where it lies.
        path: String,
        /// Where it differs from the config.
        differs: Vec<String>,
    },
}

/// Holds a round of a project's forum. A round that was cut off goes on without asking again what was answered.
pub async fn hold<C: Clock + 'static, W: Watch<Sitting>>(
    repo: &Repo,
    request: &RoundRequest,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<ForumProgress, RunError> {
    let project = &request.project;
    let moment = Moment { at: super::whole(around.clock.now()), active: Duration::ZERO };
    let room = ForumFolder::find(repo, project)?;
    filled(repo, request, &room)?;
    if let Some(message) = &request.message {
        expect_words(message)?;
        // What may not be sent, or can cost too much, is refused before there is a trace of it.
        begin(repo, request, prepare(repo, request, &room, around.providers, moment)?, &around)?;
    }
    let mut log = log::Log::open(repo, &room.home, around.holder)?;
    // What was cut off is finished now, so the record is looked at again.
    let room = ForumFolder::find(repo, project)?;
    expect_recorded(&room, &log)?;
    let fold = match request.unfinished {
        Unfinished::GoOn => log.round()?,
        Unfinished::GiveUp => None,
    };
    if let (None, Unfinished::GoOn) = (&fold, request.unfinished)
        && let Some(done) = held_already(repo, request, &mut log, &room)?
    {
        return round(repo, project, &done);
    }
    let ready = if let Some(fold) = fold {
        is_same(repo, request, &fold, &room)?;
        run::go_on(repo, fold, request.seating.says(), request.drill, &around)?
    } else {
        begin(repo, request, prepare(repo, request, &room, around.providers, moment)?, &around)?
    };
    finish(repo, ready, ForumPlace { log }, &around, interrupt).await
}

/// Goes on with a round that was cut off, with the members that its journal names, or calls it off. `None` where there is
/// none to go on with.
pub async fn resume<C: Clock + 'static, W: Watch<Sitting>>(
    repo: &Repo,
    project: &ProjectName,
    onward: Onward,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<Option<ForumProgress>, RunError> {
    let Some((fold, mut place)) = opened(repo, project, around.holder)? else { return Ok(None) };
    let fold = run::call_off(&mut place, fold, onward, around.clock.now())?;
    let ready = run::go_on(repo, fold, NamedBy::ByRecord, onward.drill(), &around)?;
    finish(repo, ready, place, &around, interrupt).await.map(Some)
}

/// Opens the round of a project that was begun and not held to its end, to be written on.
pub(crate) fn opened(
    repo: &Repo,
    project: &ProjectName,
    holder: &Holder,
) -> Result<Option<(Fold<Sitting>, ForumPlace)>, RunError> {
    let room = ForumFolder::find(repo, project)?;
    if log::begun(repo, &room.home)?.is_none() {
        return Ok(None);
    }
    let mut log = log::Log::open(repo, &room.home, holder)?;
    // What was cut off is finished now, so the record is looked at again.
    let room = ForumFolder::find(repo, project)?;
    expect_recorded(&room, &log)?;
    let Some(fold) = log.round()? else { return Ok(None) };
    expect_own(project, &fold, &room)?;
    Ok(Some((fold, ForumPlace { log })))
}

/// Returns the round of a project that was begun and not held to its end, if there is one. Nothing is written.
pub(crate) fn unfinished(
    repo: &Repo,
    project: &ProjectName,
) -> Result<Option<Fold<Sitting>>, RunError> {
    match ForumFolder::find(repo, project) {
        Ok(room) => log::begun(repo, &room.home),
        // Whoever has no forum has no round.
        Err(RunError::Refused(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Drives a round that is ready, as far as it goes.
async fn finish<C: Clock + 'static, W: Watch<Sitting>>(
    repo: &Repo,
    ready: Ready<Sitting>,
    place: ForumPlace,
    around: &Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<ForumProgress, RunError> {
    let (DrivenSession { fold, stop }, place) = ready.run(repo, place, around, interrupt).await?;
    drop(place);
    let project = fold.opened().opening.project.clone();
    Ok(match stop {
        Stop::Ended(RoundEnding::Held) => return round(repo, &project, &fold),
        Stop::Ended(RoundEnding::Aborted(reason)) => ForumProgress::Aborted { project, reason },
        Stop::Waiting => ForumProgress::Waiting {
            asks: answer::of_fold(&DeskItemKind::Forum(project.clone()), &fold),
            project,
        },
        Stop::Interrupted => {
            ForumProgress::Interrupted { project, answers: fold.record().round.said().len() }
        }
    })
}

/// Returns a round that was held, with the discussion as it is now.
fn round(
    repo: &Repo,
    project: &ProjectName,
    fold: &Fold<Sitting>,
) -> Result<ForumProgress, RunError> {
    let room = ForumFolder::find(repo, project)?;
    Ok(ForumProgress::Round(Box::new(HeldRound::new(repo, &room, room.discussion.clone(), fold)?)))
}

impl HeldRound {
    /// Returns what has to hold before a round of the discussion is handed off.
    pub(crate) fn checklist(&self, summary: &RoundSummary) -> Vec<ItemKeys> {
        keys::checklist(&gate::checked(&self.discussion, summary, &self.handoffs))
    }

    /// Takes a round as its journal has it, and the discussion with it.
    pub(super) fn new(
        repo: &Repo,
        room: &ForumFolder,
        discussion: Discussion,
        fold: &Fold<Sitting>,
    ) -> Result<Self, RunError> {
        let (opened, session) = (fold.opened(), fold.record());
        let mut minds = authority::minds(&opened.reviewers, Nameless::TODAY);
        minds.extend(session.signers.minds());
        let authority = Authority::of_forum(&session.round, &minds);
        Ok(Self {
            stated: authority::shape(&authority, fold.traffic()),
            authority,
            stand_ins: reviewer::stand_ins(opened.reviewers.values()),
            record: room.record_path(),
            handoffs: gate::handoffs(repo, &room.folder())?,
            discussion,
            packet: opened.source.files.iter().map(|(path, _)| path.clone()).collect(),
            instance: match &opened.opening.instance {
                None => Instance::Missing,
                Some(page) => Instance::Read {
                    path: gate::beside(&room.home, forum_instance::FILE),
                    differs: forum_instance::differences(page, &room.config),
                },
            },
            tokens: session.tokens,
        })
    }
}

/// Returns the round that the same words made last, if nobody has decided about it: whoever was cut off before reading it
/// runs the same command again, and nobody is paid twice for it.
fn held_already(
    repo: &Repo,
    request: &RoundRequest,
    log: &mut log::Log,
    room: &ForumFolder,
) -> Result<Option<Fold<Sitting>>, RunError> {
    let is_held = log.taken().last().is_some_and(|taken| match taken.act.step {
        log::ForumStep::Held { .. } => true,
        log::ForumStep::Decided { .. } => false,
    });
    if !is_held {
        return Ok(None);
    }
    let Some(fold) = log.finished()? else { return Ok(None) };
    let held = &fold.opened().opening;
    let is_same_round = request.message.as_ref() == Some(&held.message)
        && request.by.as_str() == held.by
        && (request.style, request.hearing) == (held.style, held.hearing)
        && request.points == held.points
        && filled(repo, request, room)? == fold.opened().reviewers;
    Ok(is_same_round.then_some(fold))
}

/// Makes a round ready: it may send what it sends, can be paid for, and its seats are filled.
fn begin<C: Clock + 'static, W>(
    repo: &Repo,
    request: &RoundRequest,
    opened: OpeningRecord<Sitting>,
    around: &Surroundings<'_, C, W>,
) -> Result<Ready<Sitting>, RunError> {
    let packet = Arc::new(opened.source.read().value);
    let opening = &opened.opening;
    let message = markdown_prd("message.md", &opening.message).value;
    let points = markdown_prd("points.md", &opening.points.join("\n")).value;
    let page = opening.instance.as_deref().unwrap_or_default();
    let page = markdown_prd(forum_instance::FILE, page).value;
    let begun = Beginning { opened, packet: packet.clone(), rules: Sitting::rules() };
    run::begin(repo, begun, &[&packet, &message, &points, &page], request.spend, around)
}

/// Makes the report of a round that nobody has held. Nothing is written.
pub fn dry_run(
    repo: &Repo,
    request: &RoundRequest,
    providers: &Providers,
    at: Timestamp,
) -> Result<Report, RunError> {
    let room = ForumFolder::find(repo, &request.project)?;
    let moment = Moment { at, active: Duration::ZERO };
    let opened = prepare(repo, request, &room, providers, moment)?;
    let packet = Arc::new(opened.source.read().value);
    let estimate = cost::estimate(&opened, &packet, providers)?;
    let count = Sitting::foreseen(&opened.opening, first_asks(&opened, packet)?).len();
    let asks = format!("{count}, one after the other; the first is below");
    let subject = opened.opening.project.as_str();
    Ok(cost::dry_run("forum", subject, vec![("asks", asks)], &estimate))
}

/// Returns the first questions of a round.
fn first_asks(
    opened: &OpeningRecord<Sitting>,
    packet: Arc<Packet>,
) -> Result<Vec<Arc<ForumQuestion>>, RunError> {
    let (_, effects) = Fold::<Sitting>::open(opened.clone(), packet)?;
    let ask = |effect| match effect {
        Effect::Ask(ask) => Some(ask),
        Effect::Snapshot | Effect::Warn(_) | Effect::Close(_) => None,
    };
    Ok(effects.into_iter().filter_map(ask).collect())
}

/// Returns the message of a round that was begun and cut off, if there is one. Nothing is written.
pub fn begun(repo: &Repo, room: &ForumFolder) -> Result<Option<String>, RunError> {
    Ok(log::begun(repo, &room.home)?.map(|fold| fold.opened().opening.message.clone()))
}

/// Decides what a round begins with. Nothing is written.
pub(super) fn prepare(
    repo: &Repo,
    request: &RoundRequest,
    room: &ForumFolder,
    providers: &Providers,
    moment: Moment,
) -> Result<OpeningRecord<Sitting>, RunError> {
    let project = &request.project;
    let message = request.message.as_deref().or(room.redirected());
    let Some(message) = message else {
        return Err(RunError::refused(
            Outcome::InputNeeded,
            "MESSAGE_MISSING",
            Place::file(room.record_path()),
            "there is nothing to discuss: no message, no round to go on with",
            format!("`council forum --project {project} \"your message\"`"),
        ));
    };
    expect_words(message)?;
    expect_points(&request.points)?;
    let source = source(repo, request, room)?;
    let instance = gate::instance(repo, &room.home)?;
    let roles = gate::roles(repo, project)?;
    let reviewers = filled(repo, request, room)?;
    let seats = &room.config.seats;
    let earlier = match &room.record {
        Some(_) => {
            let record = forum_record::write(&room.discussion);
            let unknown = |source| RunError::UnknownRecord { path: room.record_path(), source };
            Some(serde_json::from_str(&record).map_err(unknown)?)
        }
        None => None,
    };
    let opening = ForumOpening {
        project: project.clone(),
        home: room.home.clone(),
        moment,
        owners: seats.owners().iter().map(KeptSeat::from).collect(),
        advocates: seats.advocates().iter().map(KeptSeat::from).collect(),
        owner_role: roles.owner.text().to_owned(),
        advocate_role: roles.advocate.text().to_owned(),
        style: request.style,
        hearing: request.hearing,
        message: message.to_owned(),
        by: request.by.to_string(),
        filled_by: reviewers.clone(),
        content_hash: source.read().value.hash(),
        earlier,
        protocol: ForumProtocol::TODAY,
        points: request.points.clone(),
        instance,
    };
    let policy = request.policy.clone();
    let mut opened = OpeningRecord {
        journal_version: JOURNAL_VERSION,
        tool_version: TOOL_VERSION.to_owned(),
        opening,
        policy: Policy { budget: request.budget.unwrap_or(policy.budget), ..policy },
        reviewers,
        stage_evidence: None,
        source,
    };
    if request.budget.is_none() && reviewer::is_paid(opened.reviewers.values(), providers)? {
        // Contract 003 sets no budget, and how much a round needs goes with its members. A round that ran out of tokens
        // would have cost them for nothing.
        let packet = Arc::new(opened.source.read().value);
        let most = cost::estimate(&opened, &packet, providers)?.repaired;
        opened.policy.budget = opened.policy.budget.max(most);
    }
    Ok(opened)
}

/// Finds what the members have before them: the packet that is named, else the project's own, else nothing.
fn source(repo: &Repo, request: &RoundRequest, room: &ForumFolder) -> Result<Source, RunError> {
    if let Some(given) = &request.packet {
        return Ok(repo.load_source(given).map_err(|error| packet_error(given, error))?.0);
    }
    let mut files = Vec::new();
    if let Some(prd) = versions::known(repo, &request.project)?.pop() {
        files.push((prd.file, prd.text));
    } else {
        let path = gate::beside(&room.home, "prd.md");
        files.extend(repo.read_if_there(&path)?.map(|text| (path, text)));
    }
    Ok(Source { kind: PacketKind::MarkdownPrd, files })
}

fn packet_error(given: &str, error: PacketError) -> RunError {
    match error {
        PacketError::Store(error) => RunError::Store(error),
        other @ (PacketError::NotFound { .. }
        | PacketError::Ambiguous { .. }
        | PacketError::Empty { .. }
        | PacketError::TooLarge { .. }) => RunError::refused(
            Outcome::Failed,
            "PACKET_UNREADABLE",
            Place::file(given),
            other.to_string(),
            "name a Markdown file or a packet of the repository",
        ),
    }
}

/// Names what fills every seat. A reviewer for somebody who does not sit in the forum is refused.
fn filled(
    repo: &Repo,
    request: &RoundRequest,
    room: &ForumFolder,
) -> Result<BTreeMap<ForumSeatId, String>, RunError> {
    let seats: Vec<ForumSeatId> = room.config.seats.all().map(|seat| seat.id).collect();
    if let Some(absent) = request.seating.absent(&seats) {
        let there: Vec<String> = seats.iter().map(ToString::to_string).collect();
        return Err(RunError::refused(
            Outcome::Blocked,
            "NOT_SEATED",
            Place::file(gate::beside(&room.home, council_formats::council_config::FILE)),
            format!("`{absent}` does not sit in this forum"),
            format!("its seats are {}", there.join(", ")),
        ));
    }
    // The next round would play what this one recorded, and answer another message with it.
    let is_recording =
        |spec: &&ReviewerSpec| matches!(spec, ReviewerSpec::Cassette { source: Some(_), .. });
    if let Some(spec) = request.seating.named().find(is_recording) {
        return Err(RunError::refused(
            Outcome::Blocked,
            "NOT_RECORDED",
            Place::default(),
            format!("a forum does not record into a folder, as `{spec}` asks"),
            "name who answers; the forum's own journal is the cassette of its rounds",
        ));
    }
    request.seating.fill(repo, &seats)
}

fn expect_words(message: &str) -> Result<(), RunError> {
    let wrong = |said: String, help: &str| {
        let place = Place::default();
        Err(RunError::refused(Outcome::InputNeeded, "MESSAGE_UNFIT", place, said, help))
    };
    if message.trim().is_empty() {
        return wrong("the message is empty".to_owned(), "say what is to be discussed");
    }
    if message.len() > LONGEST {
        let said = format!("the message has {} bytes, at most {LONGEST} are read", message.len());
        return wrong(said, "put the details into the project's packet and name them");
    }
    Ok(())
}

/// Refuses points that nobody could decide at once.
fn expect_points(points: &[String]) -> Result<(), RunError> {
    if points.is_empty() || Point::number(points).is_some_and(|fits| fits.len() == points.len()) {
        return Ok(());
    }
    Err(RunError::refused(
        Outcome::InputNeeded,
        "POINTS_UNFIT",
        Place::default(),
        format!("a point is blank, or there are more than {}", Point::MOST),
        "name each with `--point TEXT`, or leave them out and have the message read",
    ))
}

/// Says that a forum has a record and no journal that made it.
pub(super) fn journal_lost(project: &ProjectName, home: &str) -> RunError {
    RunError::refused(
        Outcome::Blocked,
        "JOURNAL_LOST",
        Place::file(log::path(home)),
        "the forum has a record, and its journal is lost: what was said and decided, and by whom, stood there",
        gate::without_journal(project, home),
    )
}

/// Refuses a record that is not what the journal last recorded: whoever goes on from it would make it look recorded.
pub(super) fn expect_recorded(room: &ForumFolder, log: &log::Log) -> Result<(), RunError> {
    let path = room.record_path();
    let is_recorded = match (log.image(&path), &room.record) {
        (Some(image), found) => image.stands(found.as_deref()) == FileState::Done,
        // A record that no step made is somebody's word, and going on from it would make it look recorded.
        (None, found) => found.is_none(),
    };
    if is_recorded {
        return Ok(());
    }
    let project = &room.config.project;
    if log.taken().is_empty() {
        return Err(journal_lost(project, &room.home));
    }
    Err(RunError::refused(
        Outcome::Blocked,
        "RECORD_CHANGED",
        Place::file(&path),
        format!("`{path}` was changed outside of Council"),
        format!("`council restore {project}` writes it as it was recorded"),
    ))
}

/// Refuses the journal of another forum.
fn expect_own(
    project: &ProjectName,
    fold: &Fold<Sitting>,
    room: &ForumFolder,
) -> Result<(), RunError> {
    let begun = &fold.opened().opening;
    if begun.project == *project && begun.home == room.home {
        return Ok(());
    }
    Err(RunError::OtherPlace { path: log::path(&room.home), other: begun.project.to_string() })
}

/// Refuses to go on with another round than the one that was begun: what was answered would not fit.
fn is_same(
    repo: &Repo,
    request: &RoundRequest,
    fold: &Fold<Sitting>,
    room: &ForumFolder,
) -> Result<(), RunError> {
    let opened = fold.opened();
    let begun = &opened.opening;
    expect_own(&request.project, fold, room)?;
    let why = match &request.message {
        Some(message) if *message != begun.message => Some("another message"),
        Some(_) if (request.style, request.hearing) != (begun.style, begun.hearing) => {
            Some("other rules")
        }
        Some(_) if request.points != begun.points => Some("other points"),
        Some(_) | None => None,
    };
    let same_reviewers = match request.seating.says() {
        NamedBy::Now => filled(repo, request, room)? == opened.reviewers,
        NamedBy::ByRecord => true,
    };
    let Some(why) = why.or((!same_reviewers).then_some("other reviewers")) else {
        return Ok(());
    };
    Err(RunError::refused(
        Outcome::Blocked,
        "ROUND_UNFINISHED",
        Place::file(log::path(&room.home)),
        format!(
            "a round with {why} was begun at {} and has not ended, with {} answers so far",
            begun.moment.at,
            fold.record().round.said().len()
        ),
        "run the same command again, or one without a message, to resume it, or discard it with `--anew`",
    ))
}
