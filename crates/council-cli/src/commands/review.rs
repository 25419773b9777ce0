//! `council review`: convenes a council on a specification.

use std::{collections::BTreeMap, path::Path, time::Duration};

use clap::{Args, ValueEnum};
use council::{
    core::{council::Moment, depth::Depth, finding::SeatId},
    engine::Patience,
    review::{self, Request, ReviewerSpec},
};

use super::session::{self, LimitArgs};
use crate::{
    clock,
    commands::{Output, check::located},
    error::CommandError,
    settings::Settings,
};

/// The arguments of `council review`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  One file             council review docs/prd.md
  A packet by its id   council review PRD-0007
  Only the gates       council review docs/prd.md --depth light
  Before it costs      council review docs/prd.md --dry-run
  A drill              council review docs/prd.md --seat SA-2=scripted:drill.yaml")]
pub(crate) struct ReviewArgs {
    /// The file, the folder or the id of what is reviewed
    #[arg(value_name = "PATH|ID")]
    packet: String,

    /// How deep to go
    #[arg(long, value_enum, default_value_t = DepthArg::Council, value_name = "DEPTH")]
    depth: DepthArg,

    /// The vision to review against
    ///
    /// Markdown, YAML or JSON with the phases of where the project goes. Default: `references/NORTH_STAR.md`, if there
    /// is one; without a vision none is invented.
    #[arg(long, value_name = "FILE")]
    north_star: Option<String>,

    /// What fills every seat
    ///
    /// `rules` is the offline reviewer. `scripted:FILE` answers what a file says, `cassette:JOURNAL` what an earlier
    /// session answered, `loopback:ADDRESS` what a program on this machine answers.
    #[arg(long, value_name = "REVIEWER", default_value = "rules")]
    reviewer: String,

    /// What fills one seat, such as `SA-2=scripted:drill.yaml`
    #[arg(long = "seat", value_name = "SEAT=REVIEWER")]
    seats: Vec<String>,

    /// Show what the seats would be asked and what it could cost, and ask nobody
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    limits: LimitArgs,
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
    /// Also, what is not settled is voted on
    Council,
}

impl From<DepthArg> for Depth {
    fn from(depth: DepthArg) -> Self {
        match depth {
            DepthArg::Light => Depth::Light,
            DepthArg::Standard => Depth::Standard,
            DepthArg::Deep => Depth::Deep,
            DepthArg::Council => Depth::Council,
        }
    }
}

/// Reviews a packet.
pub(crate) fn run(args: &ReviewArgs, settings: &Settings) -> Result<Output, CommandError> {
    let seats = seats(args)?;
    let repo = settings.repo()?;
    let packet = match located(&repo, settings.folder()?, Path::new(&args.packet)) {
        Ok(path) => path,
        // It is an id, or nothing at all; the library says which.
        Err(_) => args.packet.clone(),
    };
    let request = Request {
        packet,
        depth: args.depth.into(),
        vision: args.north_star.clone(),
        seats,
        policy: args.limits.policy(),
        patience: Patience::default(),
    };
    if args.dry_run {
        let moment = Moment { at: clock::now(), active: Duration::ZERO };
        let prepared = review::prepare(&repo, &request, moment).map_err(session::failed)?;
        return Ok(review::dry_run(prepared).map_err(session::failed)?.into());
    }
    session::run("review", settings, args.limits.warnings(), async |surroundings| {
        let watch = surroundings.watch;
        review::review(
            &repo,
            &request,
            surroundings.holder,
            surroundings.clock,
            watch,
            surroundings.interrupt,
        )
        .await
    })
}

fn seats(args: &ReviewArgs) -> Result<BTreeMap<SeatId, ReviewerSpec>, CommandError> {
    let mut seats = BTreeMap::new();
    let every: ReviewerSpec = args.reviewer.parse().map_err(|error| usage(&error))?;
    for seat in SeatId::ALL {
        seats.insert(seat, every.clone());
    }
    for given in &args.seats {
        let (seat, reviewer) = given.split_once('=').ok_or_else(|| {
            CommandError::usage(format!("`{given}` does not say which seat has which reviewer"))
                .hint("write it as `--seat SA-2=rules`")
        })?;
        let seat = SeatId::read(seat).ok_or_else(|| {
            CommandError::usage(format!("there is no seat `{seat}`"))
                .hint("the seats are `SA-1`, `SA-2` and `SA-3`")
        })?;
        seats.insert(seat, reviewer.parse().map_err(|error| usage(&error))?);
    }
    Ok(seats)
}

fn usage(error: &review::ReviewerError) -> CommandError {
    let hint = error.help();
    let refused = CommandError::usage(error.to_string());
    match hint {
        Some(hint) => refused.hint(hint),
        None => refused,
    }
}
