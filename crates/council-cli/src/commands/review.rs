//! `council review`: convenes a council on a specification.

use std::{collections::BTreeMap, path::Path, time::Duration};

use clap::{Args, ValueEnum};
use council::{
    Repo, StoreError,
    core::{
        council::{Moment, Votes},
        depth::Depth,
        finding::SeatId,
    },
    drill::Drill,
    formats::{project::Project, report::Report, user::User},
    lint,
    review::{self, Demands, Keeping, Long, NotAStage, ReviewRequest, ReviewerSpec},
    run::{RunError, Seating},
    specifications,
};
#[cfg(feature = "postgres")]
use council::{
    providers::Providers,
    review::Onward,
    run::Surroundings,
    shared::{self, Shared, StoreAddress},
};

use super::session::{self, DemandArgs, DrillArgs, LimitArgs, SpendArgs, of_repository, seating};
use crate::{
    clock,
    commands::{Output, check::located},
    error::CommandError,
    settings::Settings,
};

/// The arguments of `council review`.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
#[command(after_help = "\
Examples:
  What is here         council review
  One file             council review docs/prd.md
  A packet by its id   council review PRD-0007
  Only the gates       council review docs/prd.md --depth light
  Without any trace    council review docs/prd.md --no-record
  Before it costs      council review docs/prd.md --dry-run
  A drill              council review docs/prd.md --seat SA-2=scripted:drill.yaml --drill")]
pub(crate) struct ReviewArgs {
    /// The files, folders or ids of what is reviewed, each by itself
    ///
    /// Without any, what `council lint` finds at or below the current folder is reviewed: a folder of spec-kit, `openspec` or
    /// Kiro as a whole, a page by itself. Where a model fills a seat, only one can be found; it would cost as often as there are.
    #[arg(value_name = "PATH|ID")]
    packets: Vec<String>,

    /// How deep to go
    ///
    /// Default: what `council.toml` says, else `auto` where a model fills a seat and `council` where none does. A recording
    /// is played as deep as it was recorded.
    #[arg(long, value_enum, value_name = "DEPTH")]
    depth: Option<DepthArg>,

    /// The vision to review against
    ///
    /// Markdown, YAML or JSON with the phases of where the project goes. Default: `references/NORTH_STAR.md`, if there
    /// is one; without a vision none is invented.
    #[arg(long, value_name = "FILE")]
    north_star: Option<String>,

    #[command(flatten)]
    seating: SeatingArgs,

    #[command(flatten)]
    spend: SpendArgs,

    /// Let each seat with a model read a part of a packet that does not fit the budget
    ///
    /// Without it such a packet is refused. Sections go to the seats in order; the bundle lists which seat read which, and
    /// which none did. The offline rules read everything.
    #[arg(long)]
    slice: bool,

    /// Show what the seats would be asked and what it could cost, and ask nobody
    #[arg(long)]
    dry_run: bool,

    /// Draw what is left to chance from this number, so that two runs are alike
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,

    /// Write nothing: no journal, no record, no evidence
    #[arg(long, conflicts_with = "stage_evidence")]
    no_record: bool,

    /// Also write the result as evidence for a stage gate, such as `SPEC-PAY-001:plan`
    #[arg(long, value_name = "SPEC-ID:STAGE")]
    stage_evidence: Option<String>,

    /// Count only votes with a reason, and a changed one only for evidence
    ///
    /// A vote without a reason is then ABSTAIN, and so is one against what the seat said before whose reason quotes neither
    /// the specification nor another finding. Without it every vote counts as it was cast, and the bundle lists these.
    #[arg(long)]
    strict_votes: bool,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    demands: DemandArgs,

    #[command(flatten)]
    drill: DrillArgs,

    #[cfg(feature = "postgres")]
    #[command(flatten)]
    store: super::stored::StoreArgs,

    /// Put the review into the store for a worker to hold, and do not wait for it
    #[cfg(feature = "postgres")]
    #[arg(long)]
    detach: bool,

    /// How urgent it is among those of its tenant in the store, from 0, the most urgent, to 9
    #[cfg(feature = "postgres")]
    #[arg(long, value_name = "NUMBER", default_value_t = 5, value_parser = clap::value_parser!(u8).range(0..=9))]
    priority: u8,
}

/// What fills the seats. What is not given, the project decides, and else the rules do.
#[derive(Debug, Args)]
pub(super) struct SeatingArgs {
    /// What fills every seat
    ///
    /// `rules` is the offline reviewer, `PROVIDER:MODEL` a model, `agent:NAME` a coding agent of this machine, `human` a
    /// person, who answers with `council answer`. `scripted:FILE` answers what a file says, `cassette:DIR` what an earlier session answered (and `cassette:DIR=PROVIDER:MODEL` asks and
    /// records it once), `loopback:ADDRESS` what a program on this machine answers. Default: what `council.toml` says, else
    /// `rules`.
    #[arg(long, value_name = "REVIEWER")]
    reviewer: Option<String>,

    /// What fills one seat, such as `SA-2=human`
    #[arg(long = "seat", value_name = "SEAT=REVIEWER")]
    seats: Vec<String>,
}

/// How deep a review goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DepthArg {
    /// The deterministic gates
    Light,
    /// Also, every seat reads
    Standard,
    /// Also, the seats look at each other's findings
    Deep,
    /// Every seat reads; then only what is contested, unconfirmed or needs a remediation goes on, to the seats whose word
    /// can change it
    Auto,
    /// The full three rounds: every seat is asked in each, and what is not settled is voted on
    Council,
}

impl From<DepthArg> for Depth {
    fn from(depth: DepthArg) -> Self {
        match depth {
            DepthArg::Light => Depth::Light,
            DepthArg::Standard => Depth::Standard,
            DepthArg::Deep => Depth::Deep,
            DepthArg::Auto => Depth::Auto,
            DepthArg::Council => Depth::Council,
        }
    }
}

/// Reviews a packet.
pub(crate) fn run(args: &ReviewArgs, settings: &Settings) -> Result<Output, CommandError> {
    let stage_evidence = args.stage_evidence.as_deref().map(str::parse).transpose();
    let stage_evidence =
        stage_evidence.map_err(|error: NotAStage| CommandError::usage(error.to_string()))?;
    let spend = args.spend.spend()?;
    let given = args.seating.given()?;
    let repo = settings.repo()?;
    let project = settings.project(&repo)?;
    let seats = seated(&given, &project, &settings.user()?)?;
    let repo = repo.with_packets_in(project.paths.packets.clone());
    let mut lint = lint::LintRequest::default();
    super::lint::settle(&mut lint, &project)?;
    let mut requests = Vec::new();
    let (packets, told) = match args.packets.as_slice() {
        [] => found(&repo, settings, &project, &seats)?,
        given => (given.to_vec(), None),
    };
    for given in &packets {
        requests.push(ReviewRequest {
            packet: packet(&repo, settings, given)?,
            depth: args.depth.map(Depth::from).or(project.review.depth.map(Depth::from)),
            vision: args.north_star.clone().or(project.review.north_star.clone()),
            lint: lint.clone(),
            seats: seats.clone(),
            policy: args.limits.policy(&project),
            votes: if args.strict_votes { Votes::Strict } else { Votes::AsCast },
            spend,
            long: if args.slice { Long::Slice } else { Long::Refuse },
            seed: args.seed,
            stage_evidence: stage_evidence.clone(),
            keeping: if args.no_record { Keeping::Unrecorded } else { Keeping::Recorded },
        });
    }
    let demands = args.demands.demands(&project);
    #[cfg(feature = "postgres")]
    let address = args.store.address(settings)?;
    #[cfg(feature = "postgres")]
    if args.detach && address.is_none() {
        return Err(CommandError::usage("`--detach` leaves the review to a store's workers")
            .hint("name the store with `--store URL` or `COUNCIL_STORE`"));
    }
    let mut reports = Vec::new();
    for request in &requests {
        if args.dry_run {
            reports.push(dry_run(&repo, settings, request)?);
            continue;
        }
        let demands = (demands, args.drill.drill());
        #[cfg(feature = "postgres")]
        let stored = address.as_ref().filter(|_| request.keeping == Keeping::Recorded);
        #[cfg(feature = "postgres")]
        let reviewed = match stored {
            Some(address) => in_store(args, settings, (&repo, address), request, demands),
            None => in_repository(settings, &repo, request, demands),
        };
        #[cfg(not(feature = "postgres"))]
        let reviewed = in_repository(settings, &repo, request, demands);
        match reviewed? {
            Output::Reports(more) => reports.extend(more),
            // Whoever stopped one does not want the next.
            stopped @ (Output::Interrupted(_)
            | Output::Stopped
            | Output::Abandoned
            | Output::Text(_)
            | Output::Apart { .. }) => {
                return Ok(stopped);
            }
        }
    }
    for report in &mut reports {
        report.is_among_others = requests.len() > 1;
    }
    if let Some(first) = reports.first_mut() {
        first.notes.extend(told);
    }
    Ok(reports.into())
}

/// Finds what is reviewed where nobody names it, and says by which conventions.
fn found(
    repo: &Repo,
    settings: &Settings,
    project: &Project,
    seats: &BTreeMap<SeatId, ReviewerSpec>,
) -> Result<(Vec<String>, Option<String>), CommandError> {
    let search = super::lint::search(repo, settings, project)?;
    let found = search.specifications.find(repo, &search.folder)?;
    let packets = specifications::packets(repo, &found);
    if packets.is_empty() {
        let refusal = "there is no specification here in any known layout";
        let hint = "name a file, a folder or an id, or set `packets` in `council.toml`";
        return Err(CommandError::usage(refusal).hint(hint));
    }
    let is_free = seats.values().all(|seat| *seat == ReviewerSpec::Rules);
    if packets.len() > 1 && !is_free {
        let refusal = format!("{} specifications are here, and each would cost", packets.len());
        let named = packets.iter().map(|packet| format!("`{packet}`")).collect::<Vec<_>>();
        let hint = format!("name those to review: {}", named.join(", "));
        return Err(CommandError::usage(refusal).hint(hint));
    }
    // A path that looks like one from the current folder could name something else there.
    let paths = packets.iter().map(|packet| repo.root().join(packet).display().to_string());
    let told = format!("specifications: {}", specifications::told(&found));
    Ok((paths.collect(), Some(told)))
}

/// Holds a review here, in the repository.
fn in_repository(
    settings: &Settings,
    repo: &Repo,
    request: &ReviewRequest,
    demands: (Demands, Drill),
) -> Result<Output, CommandError> {
    session::run("review", settings, demands, async |around, interrupt| {
        review::review(repo, request, around, interrupt).await
    })
}

/// Puts a review into the store, and holds it here unless a worker is to.
#[cfg(feature = "postgres")]
fn in_store(
    args: &ReviewArgs,
    settings: &Settings,
    (repo, address): (&Repo, &StoreAddress),
    request: &ReviewRequest,
    demands: (Demands, Drill),
) -> Result<Output, CommandError> {
    let put_in = async |providers: &Providers| {
        let shared = Shared::open(address, args.store.tenant()).await?;
        let now = clock::now();
        let name = shared::submit(&shared, repo, request, providers, args.priority, now).await?;
        Ok((shared, name))
    };
    if args.detach {
        let providers = settings.providers()?;
        return match super::stored::runtime()?.block_on(put_in(&providers)) {
            Ok((_, name)) => Ok(shared::submitted(&name).into()),
            Err(RunError::NotJudged { packet, reason }) => {
                Ok(review::not_judged("review", &packet, reason).into())
            }
            Err(error) => Err(session::failed(error)),
        };
    }
    session::report("review", settings, demands, async |around, interrupt| {
        let (shared, name) = put_in(around.providers).await?;
        // Whoever named the seats just now means them, also where they only stand in for reviewers.
        let worker = (super::worker::name(settings), Onward::Drill);
        let around = Surroundings { most_tokens: Some(request.policy.budget), ..around };
        shared::resume(&shared, &name, worker, repo, &around, interrupt).await
    })
}

/// Says what a review would ask and could cost.
fn dry_run(
    repo: &Repo,
    settings: &Settings,
    request: &ReviewRequest,
) -> Result<Report, CommandError> {
    let moment = Moment { at: clock::now(), active: Duration::ZERO };
    let prepared = match review::prepare(repo, request, moment) {
        Ok(prepared) => prepared,
        Err(RunError::NotJudged { packet, reason }) => {
            return Ok(review::not_judged("review", &packet, reason));
        }
        Err(error) => return Err(session::failed(error)),
    };
    let providers = settings.providers()?;
    let prepared = review::sliced(prepared, request.long, &providers).map_err(session::failed)?;
    review::dry_run(&prepared, &providers).map_err(session::failed)
}

/// Returns what is reviewed: a path inside the repository, or an id that the library looks for.
pub(super) fn packet(
    repo: &Repo,
    settings: &Settings,
    given: &str,
) -> Result<String, CommandError> {
    match located(repo, settings.folder()?, Path::new(given)) {
        Ok(path) => Ok(path),
        Err(StoreError::Outside { .. }) => {
            let refusal = format!("`{given}` is outside of this repository");
            let hint =
                "name its repository with `--repo`; nothing outside of it is read or written";
            Err(CommandError::usage(refusal).hint(hint))
        }
        Err(_) => Ok(given.to_owned()),
    }
}

impl SeatingArgs {
    /// Reads which seat has which reviewer, before any file is read.
    pub(super) fn given(&self) -> Result<Seating<SeatId>, CommandError> {
        seating(self.reviewer.as_deref(), &self.seats)
    }
}

/// Fills every seat: by its own flag, by the flag for all, by the project, else by the rules.
pub(super) fn seated(
    given: &Seating<SeatId>,
    project: &Project,
    user: &User,
) -> Result<BTreeMap<SeatId, ReviewerSpec>, CommandError> {
    let named = project.seats.named();
    let mut seats = BTreeMap::new();
    for seat in SeatId::ALL {
        let settled = named.get(&seat).copied().or(project.review.reviewer.as_deref());
        let flagged = given.single.get(&seat).or(given.every.as_ref()).cloned();
        let spec = match (flagged, settled) {
            (Some(spec), _) => spec,
            (None, Some(name)) => of_repository(name, user)?,
            (None, None) => ReviewerSpec::Rules,
        };
        seats.insert(seat, spec);
    }
    Ok(seats)
}
