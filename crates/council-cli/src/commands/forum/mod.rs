//! `council forum`: holds a round of a project's forum.

mod follow;
mod talk;

use std::pin::Pin;

use clap::Args;
use council::{
    core::{
        forum::{Hearing, Style, TrimmedLine},
        ident::ProjectName,
    },
    drill::{self, Drill},
    formats::report::Report,
    forum::{self, ForumProgress, RoundRequest, Unfinished},
    run::{RunError, Surroundings},
};
use follow::Follow;

use super::session::{self, DrillArgs, LimitArgs, SpendArgs};
use crate::{
    answer_form,
    clock::SystemClock,
    commands::Output,
    error::CommandError,
    progress::Live,
    settings::{Presence, Settings},
};

/// Who speaks where nobody says so.
const UNNAMED: &str = "unnamed";

/// The arguments of `council forum`.
#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal a conversation follows: what is typed is discussed, and /help lists the commands that decide.

A round that was interrupted goes on with the same command, and nobody is asked again who has answered. Only \
`council decide --forum NAME` with the hash of the summary decides anything: no words in a message do.

Examples:
  council init --forum --project shop --owner \"Ana: use\" --owner \"Bo: cost\" --advocate \"Kit: risk\"
  council forum --project shop \"Let business customers pay by invoice\"
  council forum --project shop \"The same, for a pilot of 50 customers\" --blind
  council forum --project shop \"Drop the trial month\" --seat po-2=human
  council forum --project shop --dry-run \"What would be asked?\"")]
pub(crate) struct ForumArgs {
    /// What is to be discussed; `-` reads it from standard input
    ///
    /// Without it a round that was interrupted goes on, or one is held on what a human redirected to.
    #[arg(value_name = "MESSAGE")]
    message: Option<String>,

    /// The project, a folder of `projects`
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    project: String,

    /// Who sends the message [default: unnamed]
    #[arg(long, value_name = "NAME")]
    by: Option<String>,

    /// A point of the message, in place of how it is read; give one for each
    ///
    /// Owners take a stance on every point, and what a majority holds on each is what can be approved. Without it the
    /// first owner reads the message as points, and the summary shows them.
    #[arg(long = "point", value_name = "TEXT")]
    points: Vec<String>,

    #[command(flatten)]
    manner: MannerArgs,

    /// What the members have before them: a file or a packet
    ///
    /// Default: the latest PRD of the project that a panel reviewed, else `prd.md` beside the config, else nothing.
    #[arg(long, value_name = "PATH")]
    packet: Option<String>,

    /// What fills every seat
    ///
    /// `rules` hold no seat: they ask questions and take no position. `PROVIDER:MODEL` is a model,
    /// `agent:NAME` a coding agent of this machine, `human` a person, who answers with `council answer`, `scripted:FILE` answers what a file says, `cassette:JOURNAL` what was
    /// answered before, `loopback:ADDRESS` what a program on this machine answers. Default: what `council.toml` says, else
    /// `rules`.
    #[arg(long, value_name = "REVIEWER")]
    reviewer: Option<String>,

    /// What fills one seat, such as `po-2=human` or `da-1=anthropic:claude-sonnet`
    #[arg(long = "seat", value_name = "SEAT=REVIEWER")]
    seats: Vec<String>,

    /// Begin a round anew: give up one that was interrupted, or discuss the same words once more
    ///
    /// Without it the same words right after their round show that round again, and nobody is asked twice.
    #[arg(long)]
    anew: bool,

    /// Hold one round and no conversation, also on a terminal
    #[arg(long)]
    once: bool,

    /// Show what would be asked first and what the round could cost, and ask nobody
    #[arg(long)]
    dry_run: bool,

    #[command(flatten)]
    spend: SpendArgs,

    #[command(flatten)]
    limits: LimitArgs,

    #[command(flatten)]
    drill: DrillArgs,
}

/// How a round is held.
#[derive(Debug, Args)]
struct MannerArgs {
    /// Stop after the challenges, without replies and their evaluation
    #[arg(long)]
    classic: bool,

    /// Let the owners draft their positions alone before they hear each other
    ///
    /// The drafts are recorded, and the summary says who moved.
    #[arg(long)]
    blind: bool,
}

/// Holds a round.
pub(crate) fn run(args: &ForumArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let request = request(args, &project, settings)?;
    let repo = settings.repo()?;
    if args.dry_run {
        let providers = settings.providers()?;
        return match forum::dry_run(&repo, &request, &providers, crate::clock::now()) {
            Ok(report) => Ok(report.into()),
            Err(error) => ended("forum", &project, error),
        };
    }
    if settings.presence == Presence::Human && !args.once {
        let by = args.by.as_deref().map(named).transpose()?;
        return talk::run(request, by, settings);
    }
    match held(&request, settings)? {
        Ok(held) => Ok(output("forum", &held, args.drill.drill())),
        Err(error) => ended("forum", &project, error),
    }
}

/// Says how far a round got.
pub(in crate::commands) fn output(
    command: &'static str,
    held: &ForumProgress,
    drill: Drill,
) -> Output {
    match held {
        ForumProgress::Round(round) => {
            let mut report = Report { command, ..forum::round_report(round) };
            drill::mark(&mut report, &round.stand_ins, drill);
            report.into()
        }
        ForumProgress::Aborted { .. }
        | ForumProgress::Waiting { .. }
        | ForumProgress::Interrupted { .. } => unheld(command, held),
    }
}

/// Holds a round and shows what is said as it is said. Whoever sits at the terminal is asked for the seats of people.
fn held(
    request: &RoundRequest,
    settings: &Settings,
) -> Result<Result<ForumProgress, RunError>, CommandError> {
    let mut request = request.clone();
    let mut by = None;
    loop {
        let held = driven(&request, settings)?;
        let is_waiting = matches!(held, Ok(ForumProgress::Waiting { .. }));
        if !(is_waiting && answer_form::answered(settings, request.project.as_str(), &mut by)?) {
            return Ok(held);
        }
        request.unfinished = Unfinished::GoOn;
    }
}

fn driven(
    request: &RoundRequest,
    settings: &Settings,
) -> Result<Result<ForumProgress, RunError>, CommandError> {
    let repo = settings.repo()?;
    session::driven(
        "forum",
        settings,
        async |around: Surroundings<'_, SystemClock, Live>, interrupt: Pin<Box<_>>| {
            let follow = Follow::new(around.watch, settings);
            let around = Surroundings {
                holder: around.holder,
                clock: around.clock,
                watch: &follow,
                patience: around.patience,
                providers: around.providers,
                most_tokens: around.most_tokens,
            };
            forum::hold(&repo, request, around, interrupt).await
        },
    )
}

fn unheld(command: &'static str, held: &ForumProgress) -> Output {
    let is_interrupted = matches!(held, ForumProgress::Interrupted { .. });
    match forum::unheld_report(held).map(|report| Report { command, ..report }) {
        Some(report) if is_interrupted => Output::Interrupted(Box::new(report)),
        Some(report) => report.into(),
        None => Output::Reports(Vec::new()),
    }
}

/// Says why a step of a forum was not taken: as a result where a human has to act first, as a failure else.
pub(in crate::commands) fn ended(
    command: &'static str,
    project: &ProjectName,
    error: RunError,
) -> Result<Output, CommandError> {
    session::ended(|refusal| forum::refused(command, project.as_str(), refusal), error)
}

fn request(
    args: &ForumArgs,
    project: &ProjectName,
    settings: &Settings,
) -> Result<RoundRequest, CommandError> {
    let mut seating = session::seating(args.reviewer.as_deref(), &args.seats)?;
    let by = named(args.by.as_deref().unwrap_or(UNNAMED))?;
    let message = match args.message.as_deref() {
        Some("-") => Some(settings.standard_input()?),
        given => given.map(str::to_owned),
    };
    let settled = settings.project(&settings.repo()?)?;
    if seating.every.is_none() {
        seating.every = session::of_project(&settled, settings)?;
    }
    Ok(RoundRequest {
        project: project.clone(),
        message,
        by,
        points: args.points.clone(),
        style: if args.manner.classic { Style::Classic } else { Style::Full },
        hearing: if args.manner.blind { Hearing::Blind } else { Hearing::Open },
        packet: args.packet.clone(),
        seating,
        policy: args.limits.policy(&settled),
        budget: args.limits.budget(&settled),
        spend: args.spend.spend()?,
        unfinished: if args.anew { Unfinished::GiveUp } else { Unfinished::GoOn },
        drill: args.drill.drill(),
    })
}

/// Takes the name of somebody who speaks or decides.
pub(crate) fn named(given: &str) -> Result<TrimmedLine, CommandError> {
    TrimmedLine::new(given).map_err(|why| CommandError::usage(format!("the name in `--by` {why}")))
}
