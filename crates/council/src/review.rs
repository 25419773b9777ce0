//! A council session, from a packet to a record: convened, driven, gone on with, computed again.

mod compare;
mod disk;
mod gates;
mod opened;
mod report;
mod seats;
mod stage_evidence;
mod suppressed;

use std::{
    collections::{BTreeMap, BTreeSet},
    future::Future,
    iter,
    sync::Arc,
    time::Duration,
};

use council_core::{
    council::{CouncilOpening, CouncilRecord, CouncilSession, Ending, Moment, SessionId, Votes},
    depth::Depth,
    diagnostic::{Diagnostic, Place},
    finding::SeatId,
    gate::Outcome,
    north_star::Vision,
    packet::Packet,
    policy::Policy,
    severity::Severity,
    slice::Slices,
};
use council_engine::{
    Clock, EngineError, Fold, JOURNAL_VERSION, OpeningRecord, Reviewer, Seats, Stop, Watch,
};
use council_formats::{
    packet::markdown_prd,
    report::{Report, TOOL_VERSION},
    vision,
};
use council_prompts::schema::Bounds;
use council_rules::Model;
use council_store::{Holder, Mend, Mended, Repo, SessionFiles};
use jiff::{civil::Date, tz::TimeZone};

use crate::{
    answer::{self, OpenAsk},
    check::Warnings,
    cost::{self, Estimate},
    desk::DeskItemKind,
    drill::Drill,
    lint,
    providers::Providers,
    reviewer,
    run::{self, Beginning, DrivenSession, NamedBy, Ready, RunError, Spend},
};

pub use council_llm::Money;

pub use crate::{
    cost::{CostError, Secrets},
    reviewer::{ReviewerError, ReviewerSpec},
    run::Surroundings,
};
pub use compare::{Difference, compare, comparison};
pub(crate) use compare::{difference, differs};
pub use disk::Outputs;
pub(crate) use disk::ReviewPlace;
pub use opened::{LATEST, SessionError, find};
pub(crate) use opened::{earlier, entries, newest_first};
use report::shares;
pub(crate) use report::{Exact, headline, weight};
pub use report::{ReviewOutput, not_judged, report};
use seats::OfflineRules;
pub(crate) use stage_evidence::put as put_evidence;
pub use stage_evidence::{NotAStage, StageEvidence};

/// Where a vision is looked for when nobody names one.
pub const VISION: &str = "references/NORTH_STAR.md";

/// What to review and how.
#[derive(Debug, Clone)]
pub struct ReviewRequest {
    /// The packet: a path or an id.
    pub packet: String,
    /// How deep to go; where nobody says so, as deep as what fills the seats is worth.
    pub depth: Option<Depth>,
    /// The vision file; without one, the usual place is looked at.
    pub vision: Option<String>,
    /// Which rules are asked, as `council lint` is told by the project's settings.
    pub lint: lint::LintRequest,
    /// What fills the seats.
    pub seats: BTreeMap<SeatId, ReviewerSpec>,
    /// The limits.
    pub policy: Policy,
    /// Which votes count.
    pub votes: Votes,
    /// What it may send and cost.
    pub spend: Spend,
    /// What to do with a packet that does not fit the budget.
    pub long: Long,
    /// What chance is drawn from, for runs that are to be alike.
    pub seed: Option<u64>,
    /// The stage of a spec that the session is evidence for.
    pub stage_evidence: Option<StageEvidence>,
    /// Whether anything is written.
    pub keeping: Keeping,
}

/// What is kept of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// Its journal, its record and its evidence bundle.
    Recorded,
    /// Nothing: it is told and forgotten.
    Unrecorded,
}

/// What to do with a packet that does not fit the budget.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Long {
    /// Refuse it.
    Refuse,
    /// Let every seat with a model read a part of it.
    Slice,
}

/// What a caller demands beyond the verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demands {
    /// How warnings count.
    pub warnings: Warnings,
    /// The mildest severity that fails a review.
    pub fail_on: Severity,
}

impl Default for Demands {
    fn default() -> Self {
        Self { warnings: Warnings::Shown, fail_on: Severity::Major }
    }
}

/// A session, as far as it got.
#[derive(Debug)]
pub struct ReviewResult {
    /// Its files.
    pub files: SessionFiles,
    /// The session.
    pub fold: Fold,
    /// Why the run stopped.
    pub stop: Stop,
    /// What was cut from the journal before it was gone on with.
    pub mended: Option<Mended>,
    /// Whether its files are there.
    pub keeping: Keeping,
    /// The day on which it is looked at.
    pub day: Option<Date>,
}

impl ReviewResult {
    /// Names what only stood in for reviewers in its seats.
    pub fn stand_ins(&self) -> BTreeSet<&'static str> {
        reviewer::stand_ins(self.fold.opened().reviewers.values())
    }

    /// Returns the session as plain values, as it stands on its day.
    pub fn record(&self) -> CouncilRecord {
        self.fold.record().on(self.day)
    }
}

/// Everything a session needs to begin, before anything was written.
#[derive(Debug, Clone)]
pub struct Prepared {
    /// What the session begins with; its name and time are those of the preparation.
    pub opened: OpeningRecord,
    /// The packet, read from the source.
    pub packet: Arc<Packet>,
    /// What was noticed while reading.
    pub diagnostics: Vec<Diagnostic>,
    /// The rules, with what they have found: the gates have asked them.
    rules: Arc<OfflineRules>,
}

impl Prepared {
    /// Fills every seat with the offline rules.
    pub fn offline_seats(&self) -> Seats {
        let fill = |seat: SeatId| -> (SeatId, Arc<dyn Reviewer>) { (seat, self.rules.clone()) };
        SeatId::ALL.into_iter().map(fill).collect()
    }
}

/// Reads what is to be reviewed and chooses the seats' modes. Nothing is written.
pub fn prepare(repo: &Repo, request: &ReviewRequest, moment: Moment) -> Result<Prepared, RunError> {
    let (source, mut diagnostics) = repo.load_source(&request.packet)?;
    let parsed = source.read();
    diagnostics.extend(parsed.diagnostics);
    let packet = parsed.value;
    let model = Model::of(&packet);
    council_rules::judged(&model)
        .map_err(|reason| RunError::NotJudged { packet: request.packet.clone(), reason })?;
    let depth = match request.depth {
        Some(depth) => depth,
        None => reviewer::usual_depth(repo, request.seats.values())?,
    };
    let vision = match depth {
        Depth::Light => None,
        Depth::Standard | Depth::Deep | Depth::Auto | Depth::Council => load_vision(repo, request)?,
    };
    let mut found = council_rules::check_model(&model, |rule| !rule.is_in_nursery());
    drop(model);
    let (suppressed, wrong) = suppressed::of(&packet, &mut found, &request.lint);
    let gates = gates::run(&source, &packet, &diagnostics, &found, moment.at);
    diagnostics.extend(wrong);
    let name = repo.identify(&source, &packet);
    let id = SessionId::new(&name, moment.at);
    let mut opening = CouncilOpening::convene(&packet, id, vision, gates, moment);
    opening.packet = name;
    opening.suppressed = suppressed;
    opening.depth = depth;
    opening.seed = request.seed;
    opening.votes = request.votes;
    opening.rules_alone = request.seats.values().all(|spec| *spec == ReviewerSpec::Rules);
    let named = |(seat, spec): (&SeatId, &ReviewerSpec)| {
        Ok((*seat, spec.clone().settled(repo)?.to_string()))
    };
    let reviewers = request.seats.iter().map(named).collect::<Result<_, ReviewerError>>()?;
    let opened = OpeningRecord {
        journal_version: JOURNAL_VERSION,
        tool_version: TOOL_VERSION.to_owned(),
        opening,
        policy: request.policy.clone(),
        reviewers,
        stage_evidence: request.stage_evidence.as_ref().map(ToString::to_string),
        source,
    };
    let rules = Arc::new(OfflineRules::knowing(found));
    Ok(Prepared { opened, packet: Arc::new(packet), diagnostics, rules })
}

/// Shares a packet that does not fit the budget out among the seats with models, where that is wanted and helps.
pub fn sliced(
    mut prepared: Prepared,
    long: Long,
    providers: &Providers,
) -> Result<Prepared, RunError> {
    prepared.opened.opening.reply_entries = reply_entries(&prepared.opened.reviewers, providers)?;
    if prepared.opened.opening.reply_entries.is_empty() {
        // Nobody has to be paid for.
        return Ok(prepared);
    }
    let whole = estimate(&prepared, providers)?;
    if long == Long::Refuse || whole.fits() {
        return Ok(prepared);
    }
    let seats: Vec<SeatId> = whole.bounds.keys().copied().collect();
    let mut room = whole.room().unwrap_or_default();
    // What says how much was left out takes room too.
    while room > 0 {
        let weigh = |text: &str| council_prompts::weight(text);
        let slices = Slices::share(&prepared.packet, &seats, room, weigh);
        prepared.opened.opening.slices = Some(slices);
        if estimate(&prepared, providers)?.fits() {
            return Ok(prepared);
        }
        room = room * 9 / 10;
    }
    prepared.opened.opening.slices = None;
    Ok(prepared)
}

/// Returns how many entries an answer of each seat can hold that is held to a number of tokens.
fn reply_entries(
    reviewers: &BTreeMap<SeatId, String>,
    providers: &Providers,
) -> Result<BTreeMap<SeatId, usize>, RunError> {
    let mut all = BTreeMap::new();
    for (seat, name) in reviewers {
        if let Some(terms) = reviewer::terms(&name.parse()?, providers)? {
            let entries = Bounds::fitting(terms.most_tokens).entries;
            all.insert(*seat, usize::try_from(entries).unwrap_or(usize::MAX));
        }
    }
    Ok(all)
}

/// Estimates what a session that was prepared asks and can cost at most. Nobody is asked.
pub fn estimate(prepared: &Prepared, providers: &Providers) -> Result<Estimate<SeatId>, RunError> {
    Ok(cost::estimate(&prepared.opened, &prepared.packet, providers)?)
}

/// Makes the report of a review that nobody has run.
pub fn dry_run(prepared: &Prepared, providers: &Providers) -> Result<Report, RunError> {
    let estimate = estimate(prepared, providers)?;
    let opening = &prepared.opened.opening;
    let (asks, rounds) = (estimate.asks.len(), opening.depth.rounds());
    let facts = vec![
        ("depth", opening.depth.word().to_ascii_lowercase()),
        ("asks", format!("{asks} in each of {rounds} rounds, at most")),
    ];
    let facts =
        facts.into_iter().chain(opening.slices.as_ref().map(|slices| ("slices", shares(slices))));
    let facts = facts.collect();
    Ok(cost::dry_run("review", opening.packet.as_str(), facts, &estimate))
}

/// Runs a session from its beginning, with what the request names in the seats.
pub async fn review<C: Clock + 'static, W: Watch>(
    repo: &Repo,
    request: &ReviewRequest,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<ReviewResult, RunError> {
    let is_awaited = |spec: &ReviewerSpec| matches!(spec, ReviewerSpec::Human | ReviewerSpec::Host);
    if request.keeping == Keeping::Unrecorded && request.seats.values().any(is_awaited) {
        return Err(RunError::refused(
            Outcome::InputNeeded,
            "NOT_RECORDED",
            Place::default(),
            "an answer that is handed in is recorded, and this review is not to be",
            "leave out `--no-record`, or fill the seat otherwise",
        ));
    }
    let moment = Moment { at: around.clock.now(), active: Duration::ZERO };
    let prepared = sliced(prepare(repo, request, moment)?, request.long, around.providers)?;
    let Prepared { opened, packet, rules, .. } = prepared;
    let begun = Beginning { opened, packet: packet.clone(), rules };
    let vision = begun.opened.opening.vision.as_ref().map(|vision| vision_packet(request, vision));
    let texts: Vec<&Packet> = iter::once(&*packet).chain(&vision).collect();
    let ready = run::begin(repo, begun, &texts, request.spend, &around)?;
    match request.keeping {
        Keeping::Recorded => kept(repo, ready, &around, interrupt).await,
        Keeping::Unrecorded => unkept(ready, &around, interrupt).await,
    }
}

/// Prepares a session that others will hold, and refuses one that would send secrets which stand in its texts or that can
/// cost more than it may.
#[cfg(feature = "postgres")]
pub(crate) fn affordable(
    repo: &Repo,
    request: &ReviewRequest,
    moment: Moment,
    providers: &Providers,
) -> Result<Prepared, RunError> {
    let prepared = sliced(prepare(repo, request, moment)?, request.long, providers)?;
    let Prepared { opened, packet, .. } = &prepared;
    let vision = opened.opening.vision.as_ref().map(|vision| vision_packet(request, vision));
    let texts: Vec<&Packet> = iter::once(&**packet).chain(&vision).collect();
    cost::afford(opened, packet, &texts, request.spend, providers)?;
    Ok(prepared)
}

/// Runs a session that was prepared, with reviewers of the caller's own in the seats, and writes nothing.
pub async fn hold<C: Clock, W: Watch>(
    prepared: Prepared,
    seats: Seats,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<ReviewResult, RunError> {
    unkept(Ready::new(prepared.opened, prepared.packet, seats), &around, interrupt).await
}

/// Runs a session that was prepared, with reviewers of the caller's own in the seats.
pub async fn convene<C: Clock, W: Watch>(
    repo: &Repo,
    prepared: Prepared,
    seats: Seats,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<ReviewResult, RunError> {
    kept(repo, Ready::new(prepared.opened, prepared.packet, seats), &around, interrupt).await
}

async fn unkept<C: Clock, W: Watch>(
    ready: Ready<CouncilSession>,
    around: &Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<ReviewResult, RunError> {
    let opening = &ready.opened().opening;
    let files = SessionFiles::at(&opening.packet, opening.moment.at);
    let DrivenSession { fold, stop } = ready.rehearse(around, interrupt).await?;
    Ok(ReviewResult { files, fold, stop, mended: None, keeping: Keeping::Unrecorded, day: None })
}

async fn kept<C: Clock, W: Watch>(
    repo: &Repo,
    mut ready: Ready<CouncilSession>,
    around: &Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<ReviewResult, RunError> {
    let opening = &ready.opened().opening;
    let packet = opening.packet.clone();
    let (at, files, journal) = repo.claim_session(&packet, opening.moment.at, around.holder)?;
    if let Some(opened) = ready.opened_mut() {
        opened.opening.id = SessionId::new(&packet, at);
    }
    let place = ReviewPlace { files, journal };
    let (DrivenSession { fold, stop }, ReviewPlace { files, .. }) =
        ready.run(repo, place, around, interrupt).await?;
    Ok(ReviewResult { files, fold, stop, mended: None, keeping: Keeping::Recorded, day: None })
}

/// What to do with a session that did not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Onward {
    /// Ask who has not answered.
    Ask,
    /// Ask, also what only stands in for a reviewer.
    Drill,
    /// End it, with what it has found so far.
    Cancel,
}

impl Onward {
    /// Tells whether what only stands in for a reviewer may be asked.
    pub(crate) fn drill(self) -> Drill {
        match self {
            Self::Drill => Drill::Meant,
            Self::Ask | Self::Cancel => Drill::Unsaid,
        }
    }
}

/// Goes on with a session where its journal ends, with what filled its seats.
pub async fn resume<C: Clock + 'static, W: Watch>(
    repo: &Repo,
    session: &str,
    mend: Mend,
    onward: Onward,
    around: Surroundings<'_, C, W>,
    interrupt: impl Future<Output = ()>,
) -> Result<ReviewResult, RunError> {
    let (fold, mut place) = opened_with(repo, session, around.holder, mend)?;
    let mended = place.journal.mended().cloned();
    let fold = run::call_off(&mut place, fold, onward, around.clock.now())?;
    let ready = run::go_on(repo, fold, NamedBy::ByRecord, onward.drill(), &around)?;
    let (DrivenSession { fold, stop }, ReviewPlace { files, .. }) =
        ready.run(repo, place, &around, interrupt).await?;
    let day = Some(around.clock.now().to_zoned(TimeZone::UTC).date());
    Ok(ReviewResult { files, fold, stop, mended, keeping: Keeping::Recorded, day })
}

/// Opens a session to be written on.
pub(crate) fn opened(
    repo: &Repo,
    session: &str,
    holder: &Holder,
) -> Result<(Fold, ReviewPlace), RunError> {
    opened_with(repo, session, holder, Mend::Refuse)
}

fn opened_with(
    repo: &Repo,
    session: &str,
    holder: &Holder,
    mend: Mend,
) -> Result<(Fold, ReviewPlace), RunError> {
    let files = find(repo, session)?;
    let (lines, journal) = repo.open_session(&files, holder, mend)?;
    let fold = Fold::replay(entries(&files, &lines)?)?;
    Ok((fold, ReviewPlace { files, journal }))
}

/// Tells why a session that nobody drives stopped.
pub(crate) fn stopped(fold: &Fold) -> Stop {
    match fold.session().ending() {
        Some(ending) => Stop::Ended(ending),
        None if waits(fold).is_empty() => Stop::Interrupted,
        None => Stop::Waiting,
    }
}

/// Returns the questions of a session that wait for a person.
pub(crate) fn waits(fold: &Fold) -> Vec<OpenAsk> {
    answer::of_fold(&DeskItemKind::Session(fold.opened().opening.id.to_string()), fold)
}

/// Computes a session again from its journal, as it stands on a day, or as it was recorded. Nothing is written and nobody is asked.
pub fn replay(repo: &Repo, session: &str, day: Option<Date>) -> Result<ReviewResult, RunError> {
    let files = find(repo, session)?;
    let lines = repo.read_journal(&files)?.sound(files.journal())?;
    let fold = Fold::replay(entries(&files, &lines)?)?;
    let stop = stopped(&fold);
    Ok(ReviewResult { files, fold, stop, mended: None, keeping: Keeping::Recorded, day })
}

/// Returns what a session's files hold, computed from its journal.
pub fn outputs(reviewed: &ReviewResult) -> Result<Outputs, RunError> {
    let record = reviewed.fold.record();
    let (opened, traffic) = (reviewed.fold.opened(), reviewed.fold.traffic());
    Ok(disk::outputs(&record, opened, traffic).map_err(EngineError::Snapshot)?)
}

/// Returns what the work waits for, whatever the verdict.
pub(crate) fn holds(reviewed: &ReviewResult) -> Vec<council_core::gate::Hold> {
    disk::holds(&reviewed.record(), reviewed.fold.opened())
}

/// Tells whether a session has ended by itself.
pub fn is_complete(stop: Stop) -> bool {
    matches!(stop, Stop::Ended(Ending::Converged | Ending::Deadlocked))
}

/// Puts what a vision says into a packet, so that it is searched for secrets like everything else that is sent.
fn vision_packet(request: &ReviewRequest, vision: &Vision) -> Packet {
    let path = request.vision.as_deref().unwrap_or(VISION);
    markdown_prd(path, &vision.text).value
}

fn load_vision(repo: &Repo, request: &ReviewRequest) -> Result<Option<Vision>, RunError> {
    let (path, text) = match &request.vision {
        Some(path) => (path.as_str(), Some(repo.read(path)?)),
        None => (VISION, repo.read_if_there(VISION)?),
    };
    let Some(text) = text else {
        return Ok(None);
    };
    let parsed = vision::read(path, &text);
    let refused =
        || RunError::NoVision { path: path.to_owned(), diagnostics: parsed.diagnostics.clone() };
    parsed.value.clone().map(Some).ok_or_else(refused)
}
