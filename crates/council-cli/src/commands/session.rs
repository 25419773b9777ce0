//! What every command that drives a session shares: its limits, its surroundings, its end.

use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

use clap::Args;
use council::{
    PacketError, StoreError,
    check::Warnings,
    core::policy::Policy,
    drill::{self, Drill},
    engine::{Clock as _, EngineError, Patience, Stop},
    formats::project::Project,
    history,
    review::{
        self, Demands, Keeping, Money, ReviewError, Reviewed, Secrets, SessionError, Surroundings,
    },
};

use crate::{
    clock::SystemClock, commands::Output, error::CommandError, interrupt::interrupted,
    progress::Live, settings::Settings,
};

/// How often the time on the terminal is drawn anew.
const TICK: Duration = Duration::from_secs(1);

/// The limits of a session. What is not given, the project decides, and else the default.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// The most tokens all calls together may use [default: 100000]
    #[arg(long, value_name = "TOKENS")]
    budget: Option<u64>,

    /// The longest time the session may be active, in seconds [default: 3600]
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<u64>,
}

impl LimitArgs {
    /// Returns the limits.
    pub(crate) fn policy(&self, project: &Project) -> Policy {
        let default = Policy::default();
        let review = &project.review;
        let timeout = self.timeout.or(review.timeout).map(Duration::from_secs);
        Policy {
            budget: self.budget.or(review.budget).unwrap_or(default.budget),
            timeout: timeout.unwrap_or(default.timeout),
            escalation_target: review
                .escalation_target
                .clone()
                .unwrap_or(default.escalation_target),
            ..default
        }
    }
}

/// What a session with models may cost and send.
#[derive(Debug, Args)]
pub(crate) struct SpendArgs {
    /// The most money it may cost, in dollars
    ///
    /// What can cost more is refused before anything is spent, and so is a model whose price is in neither
    /// `council.toml` nor the list of published prices.
    #[arg(long, value_name = "DOLLARS")]
    max_cost: Option<f64>,

    /// Send the text to models although keys or passwords stand in it
    #[arg(long)]
    allow_secrets: bool,
}

impl SpendArgs {
    /// Returns the most money it may cost.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the amount was checked to be neither negative nor large"
    )]
    pub(crate) fn max_cost(&self) -> Result<Option<Money>, CommandError> {
        match self.max_cost {
            None => Ok(None),
            Some(given) if (0.0..=1e9).contains(&given) => Ok(Some(Money((given * 1e9) as u64))),
            Some(given) => Err(CommandError::usage(format!("`{given}` is no amount of dollars"))),
        }
    }

    /// Returns what to do with secrets.
    pub(crate) fn secrets(&self) -> Secrets {
        if self.allow_secrets { Secrets::Send } else { Secrets::Keep }
    }
}

/// Whether a drill is meant.
#[derive(Debug, Args)]
pub(crate) struct DrillArgs {
    /// Hold a drill: let `scripted`, `cassette` and `loopback` reviewers end with 0
    ///
    /// They stand in for reviewers, so without this they end with 2 at best. A drill never lets the work go on.
    #[arg(long)]
    drill: bool,
}

impl DrillArgs {
    /// Tells whether a drill is meant.
    pub(crate) fn drill(&self) -> Drill {
        if self.drill { Drill::Meant } else { Drill::Unsaid }
    }
}

/// What must hold beyond the verdict.
#[derive(Debug, Args)]
pub(crate) struct DemandArgs {
    /// End with exit code 1 if it passed with concerns
    #[arg(long)]
    strict_warnings: bool,
}

impl DemandArgs {
    /// Returns what is demanded.
    pub(crate) fn demands(&self, project: &Project) -> Demands {
        let default = Demands::default();
        Demands {
            warnings: if self.strict_warnings { Warnings::Strict } else { Warnings::Shown },
            fail_on: project.review.fail_on.map_or(default.fail_on, Into::into),
        }
    }
}

/// Drives a session and says how it ended.
pub(crate) fn run(
    command: &'static str,
    settings: &Settings,
    (demands, drill): (Demands, Drill),
    session: impl AsyncFnOnce(
        Surroundings<'_, SystemClock, Live>,
        Pin<Box<dyn Future<Output = ()>>>,
    ) -> Result<Reviewed, ReviewError>,
) -> Result<Output, CommandError> {
    let reviewed = match driven(command, settings, session)? {
        Ok(reviewed) => reviewed,
        Err(ReviewError::NotJudged { packet, reason }) => {
            return Ok(review::not_judged(command, &packet, reason).into());
        }
        Err(error) => return Err(failed(error)),
    };
    let mut report = review::report(command, &reviewed, demands);
    drill::mark(&mut report, &reviewed.stand_ins(), drill);
    if reviewed.keeping == Keeping::Recorded
        && let Ok(repo) = settings.repo()
    {
        history::add(&repo, &reviewed, &mut report);
    }
    Ok(match reviewed.stop {
        Stop::Interrupted => Output::Interrupted(Box::new(report)),
        Stop::Ended(_) => report.into(),
    })
}

/// Drives a session of any flow, drawing how it goes, until it ends or somebody stops it.
pub(crate) fn driven<T, E>(
    command: &'static str,
    settings: &Settings,
    session: impl AsyncFnOnce(
        Surroundings<'_, SystemClock, Live>,
        Pin<Box<dyn Future<Output = ()>>>,
    ) -> Result<T, E>,
) -> Result<Result<T, E>, CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let clock = Arc::new(SystemClock::start());
    let holder = settings.holder(command);
    let live = Live::new(settings);
    let providers = settings.providers()?;
    let providers = providers.with_clock(clock.clone());
    let driven: Result<_, CommandError> = runtime.block_on(async {
        let interrupt = Box::pin(interrupted()?);
        let patience = Patience::default();
        let around = Surroundings {
            holder: &holder,
            clock: &clock,
            watch: &live,
            patience,
            providers: &providers,
        };
        let mut session = std::pin::pin!(session(around, interrupt));
        loop {
            match tokio::time::timeout(TICK, &mut session).await {
                Ok(driven) => return Ok(driven),
                Err(_) => live.tick(clock.elapsed()),
            }
        }
    });
    live.finish();
    driven
}

/// Says why there is no session, and what to do.
pub(crate) fn failed(error: ReviewError) -> CommandError {
    let hint = match &error {
        ReviewError::Store(error) | ReviewError::Packet(PacketError::Store(error)) => {
            error.help().map(str::to_owned)
        }
        ReviewError::Packet(PacketError::NotFound { tried, .. }) => {
            Some(format!("looked at {}", tried.join(", ")))
        }
        ReviewError::Packet(PacketError::Ambiguous { .. }) => {
            Some("give the path of the one you mean".to_owned())
        }
        ReviewError::NoVision { diagnostics, .. } => {
            diagnostics.first().map(|first| format!("{}: {}", first.place, first.message))
        }
        ReviewError::Reviewer(error) => error.help(),
        ReviewError::Cost(error) => error.help(),
        ReviewError::Session(SessionError::NoFinding(_)) => {
            Some("`council show SESSION` lists the findings of a session".to_owned())
        }
        ReviewError::Session(SessionError::Alone(_)) => {
            Some("review the packet again, or name two sessions".to_owned())
        }
        ReviewError::Session(SessionError::OtherSession { found, .. }) => {
            Some(format!("restore the session's own journal; that of `{found}` stays with its own"))
        }
        ReviewError::Unreadable { path, .. } => Some(format!("see `council check {path}`")),
        ReviewError::Session(_) => Some(
            "list the sessions with `council show`; a panel goes on when `council panel` is run again"
                .to_owned(),
        ),
        ReviewError::Engine(EngineError::Journal(error) | EngineError::Snapshot(error)) => {
            error.downcast_ref::<StoreError>().and_then(StoreError::help).map(str::to_owned)
        }
        ReviewError::Packet(PacketError::Empty { .. } | PacketError::TooLarge { .. })
        | ReviewError::NotJudged { .. }
        | ReviewError::Engine(EngineError::EmptySeat(_) | EngineError::Fold(_))
        | ReviewError::Fold(_) => None,
    };
    CommandError::from(error).hinted(hint)
}
