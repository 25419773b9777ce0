//! What every command that drives a session shares: its limits, its surroundings, its end.

use std::{future::Future, pin::Pin, sync::Arc, time::Duration};

use clap::Args;
use council::{
    Mend,
    check::Warnings,
    core::policy::Policy,
    drill::{self, Drill},
    engine::{Clock as _, Patience, Stop},
    formats::{
        project::{FILE, Project},
        report::Report,
        user::User,
    },
    history,
    review::{
        self, Demands, Keeping, Money, Onward, ReviewResult, ReviewerError, ReviewerSpec, Secrets,
    },
    run::{Refusal, RunError, Seating, Spend, Surroundings},
};

use crate::{
    answer_form, clock::SystemClock, commands::Output, error::CommandError, interrupt::interrupted,
    progress::Live, settings::Settings,
};

/// How often the time on the terminal is drawn anew.
const TICK: Duration = Duration::from_secs(1);

/// The limits of a session. What is not given, the project decides, and else the default.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// The most tokens all calls together may use [default: 100000; a round of a forum: what its members can need]
    #[arg(long, value_name = "TOKENS")]
    budget: Option<u64>,

    /// The longest time the session may be active, in seconds [default: 3600]
    #[arg(long, value_name = "SECONDS")]
    timeout: Option<u64>,

    /// How long a person in a seat may take to answer, such as `3d` or `12h`; after that the seat is lost [default: 7d]
    ///
    /// That time does not count as active.
    #[arg(long, value_name = "TIME", value_parser = span)]
    answer_within: Option<Duration>,
}

/// Reads a length of time, in which a day has 24 hours.
fn span(text: &str) -> Result<Duration, String> {
    let wrong = |error: jiff::Error| error.to_string();
    let span: jiff::Span = text.parse().map_err(wrong)?;
    let length = span.to_duration(jiff::SpanRelativeTo::days_are_24_hours()).map_err(wrong)?;
    Duration::try_from(length).map_err(wrong)
}

impl LimitArgs {
    /// Returns the tokens that somebody has set.
    pub(crate) fn budget(&self, project: &Project) -> Option<u64> {
        self.budget.or(project.review.budget)
    }

    /// Returns the limits.
    pub(crate) fn policy(&self, project: &Project) -> Policy {
        let default = Policy::default();
        let review = &project.review;
        let timeout = self.timeout.or(review.timeout).map(Duration::from_secs);
        Policy {
            budget: self.budget(project).unwrap_or(default.budget),
            timeout: timeout.unwrap_or(default.timeout),
            answer_within: self.answer_within.unwrap_or(default.answer_within),
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
    /// Returns what it may send and cost.
    pub(crate) fn spend(&self) -> Result<Spend, CommandError> {
        let secrets = if self.allow_secrets { Secrets::Send } else { Secrets::Keep };
        Ok(Spend { secrets, max_cost: self.max_cost()? })
    }

    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the amount was checked to be neither negative nor large"
    )]
    fn max_cost(&self) -> Result<Option<Money>, CommandError> {
        match self.max_cost {
            None => Ok(None),
            Some(given) if (0.0..=1e9).contains(&given) => Ok(Some(Money((given * 1e9) as u64))),
            Some(given) => {
                Err(CommandError::usage(format!("`{given}` is not an amount in dollars")))
            }
        }
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
    ) -> Result<ReviewResult, RunError>,
) -> Result<Output, CommandError> {
    let mut reviewed = driven(command, settings, session)?;
    let mut by = None;
    while let Ok(waiting) = &reviewed
        && waiting.stop == Stop::Waiting
    {
        let id = waiting.record().opening.id.to_string();
        let most_tokens = Some(waiting.fold.opened().policy.budget);
        if !answer_form::answered(settings, &id, &mut by)? {
            break;
        }
        let onward = if drill == Drill::Meant { Onward::Drill } else { Onward::Ask };
        let repo = settings.repo()?;
        reviewed = driven(command, settings, async |around, interrupt| {
            let around = Surroundings { most_tokens, ..around };
            review::resume(&repo, &id, Mend::Refuse, onward, around, interrupt).await
        })?;
    }
    said(command, settings, (demands, drill), reviewed)
}

/// Drives a session that is kept elsewhere than in the repository, and says how it ended.
#[cfg(feature = "postgres")]
pub(crate) fn report(
    command: &'static str,
    settings: &Settings,
    (demands, drill): (Demands, Drill),
    session: impl AsyncFnOnce(
        Surroundings<'_, SystemClock, Live>,
        Pin<Box<dyn Future<Output = ()>>>,
    ) -> Result<ReviewResult, RunError>,
) -> Result<Output, CommandError> {
    let reviewed = driven(command, settings, session)?;
    let unrecorded =
        |reviewed: ReviewResult| ReviewResult { keeping: Keeping::Unrecorded, ..reviewed };
    said(command, settings, (demands, drill), reviewed.map(unrecorded))
}

/// Says how a session ended.
fn said(
    command: &'static str,
    settings: &Settings,
    (demands, drill): (Demands, Drill),
    reviewed: Result<ReviewResult, RunError>,
) -> Result<Output, CommandError> {
    let reviewed = match reviewed {
        Ok(reviewed) => reviewed,
        Err(RunError::NotJudged { packet, reason }) => {
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
        Stop::Ended(_) | Stop::Waiting => report.into(),
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
            most_tokens: None,
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
pub(crate) fn failed(error: RunError) -> CommandError {
    let help = error.help();
    CommandError::from(error).hinted(help)
}

/// Says why a step was not taken: as a result where a human has to act first, as a failure else.
pub(crate) fn ended(
    refused: impl FnOnce(&Refusal) -> Report,
    error: RunError,
) -> Result<Output, CommandError> {
    match error {
        RunError::Refused(refusal) => Ok(refused(&refusal).into()),
        error => Err(failed(error)),
    }
}

/// How a flow calls its seats on the command line.
pub(crate) trait SeatName: Ord + Sized {
    /// An example of `--seat`.
    const EXAMPLE: &'static str;

    /// Reads the name of a seat.
    fn read(name: &str) -> Option<Self>;

    /// Says which seats there are.
    fn seats() -> String;
}

impl SeatName for council::core::finding::SeatId {
    const EXAMPLE: &'static str = "SA-2=rules";

    fn read(name: &str) -> Option<Self> {
        Self::read(name)
    }

    fn seats() -> String {
        "`SA-1`, `SA-2` and `SA-3`".to_owned()
    }
}

impl SeatName for council::core::handoff::PanelSeat {
    const EXAMPLE: &'static str = "security-reviewer=rules";

    fn read(name: &str) -> Option<Self> {
        Self::new(name).filter(Self::is_known)
    }

    fn seats() -> String {
        let (core, specialists) = (Self::core(), Self::specialists());
        let names = core.iter().chain(&specialists).map(Self::as_str);
        names.chain(["council-chair"]).collect::<Vec<_>>().join(", ")
    }
}

impl SeatName for council::core::forum::ForumSeatId {
    const EXAMPLE: &'static str = "da-1=rules";

    fn read(name: &str) -> Option<Self> {
        Self::read(name)
    }

    fn seats() -> String {
        "`po-1`, `da-1` and so on".to_owned()
    }
}

/// Reads what `--reviewer` and `--seat` say.
pub(crate) fn seating<S: SeatName>(
    every: Option<&str>,
    single: &[String],
) -> Result<Seating<S>, CommandError> {
    let mut seating = Seating { every: every.map(reviewer).transpose()?, ..Seating::default() };
    for given in single {
        let (name, spec) = given.split_once('=').ok_or_else(|| {
            CommandError::usage(format!("`{given}` does not say which seat has which reviewer"))
                .hint(format!("write it as `--seat {}`", S::EXAMPLE))
        })?;
        let seat = S::read(name).ok_or_else(|| {
            CommandError::usage(format!("there is no seat `{name}`"))
                .hint(format!("the seats are {}", S::seats()))
        })?;
        seating.single.insert(seat, reviewer(spec)?);
    }
    Ok(seating)
}

/// Returns what the project fills its seats with.
pub(crate) fn of_project(
    project: &Project,
    settings: &Settings,
) -> Result<Option<ReviewerSpec>, CommandError> {
    let named = project.review.reviewer.as_deref();
    named.map(|name| of_repository(name, &settings.user()?)).transpose()
}

/// Takes what the repository fills a seat with, where it may.
pub(crate) fn of_repository(name: &str, user: &User) -> Result<ReviewerSpec, CommandError> {
    ReviewerSpec::of_repository(name, user)
        .map_err(|error| usage(&error).context(format!("bad seat in `{FILE}`")))
}

fn reviewer(name: &str) -> Result<ReviewerSpec, CommandError> {
    name.parse().map_err(|error| usage(&error))
}

fn usage(error: &ReviewerError) -> CommandError {
    CommandError::usage(error.to_string()).hinted(error.help())
}
