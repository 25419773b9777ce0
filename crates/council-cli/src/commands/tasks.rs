//! `council tasks`: the hand-over to task generation, where the handoff gate lets it.

use clap::{Args, ValueEnum};
use council::{
    core::{gate::Outcome, handoff::CleanLine, ident::ProjectName, policy::Policy},
    formats::{handoff::tasks as format, project},
    handoff::{self, HandoffRequest},
    panel::{self, Tasks},
};

use crate::{
    args::Format,
    clock,
    commands::{Output, gate::AcknowledgeArgs, panel::ended},
    error::CommandError,
    settings::Settings,
};

/// The arguments of `council tasks`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council tasks --project checkout > tasks.md
  council tasks --project checkout --format json
  council tasks --project checkout --to jira > tasks.csv
  council tasks --project checkout --to linear > linear.csv
  council tasks --project checkout --to github > issues.jsonl")]
pub(crate) struct TasksArgs {
    /// The project, a folder of `workspace`
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    project: String,

    /// The place it goes to
    ///
    /// Default: what `council.toml` says, else `markdown`. With `--format json` and no place the tasks are part of the
    /// result, as with every command.
    #[arg(long, value_enum, value_name = "DESTINATION")]
    to: Option<DestinationArg>,

    #[command(flatten)]
    acknowledge: AcknowledgeArgs,
}

/// Where tasks go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DestinationArg {
    /// A page for people
    Markdown,
    /// One JSON object
    Json,
    /// The bodies of requests to create issues, one a line
    Github,
    /// Comma-separated values for Jira's importer
    Jira,
    /// Comma-separated values for Linear's importer
    Linear,
}

impl From<project::TaskDestination> for DestinationArg {
    fn from(destination: project::TaskDestination) -> Self {
        match destination {
            project::TaskDestination::Markdown => DestinationArg::Markdown,
            project::TaskDestination::Json => DestinationArg::Json,
            project::TaskDestination::Github => DestinationArg::Github,
            project::TaskDestination::Jira => DestinationArg::Jira,
            project::TaskDestination::Linear => DestinationArg::Linear,
        }
    }
}

/// Makes the hand-over.
pub(crate) fn run(args: &TasksArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
    let repo = settings.repo()?;
    let today = clock::today();
    let request = HandoffRequest { project: project.clone(), today, is_ci: settings.is_pipeline };
    if let Some(said) = args.acknowledge.said()? {
        let (now, holder) = (clock::now(), settings.holder("tasks"));
        if let Err(error) = panel::acknowledge(&repo, &request, &said, now, &holder) {
            return ended("tasks", &project, error);
        }
    }
    let settled = settings.project(&repo)?;
    let default = Policy::default().escalation_target;
    let decider = settled.review.escalation_target.as_deref().unwrap_or(&default);
    let made = match panel::tasks(&repo, &request, CleanLine::new(decider).as_ref()) {
        Ok(Tasks::Made(made)) => made,
        Ok(Tasks::Refused(gate)) => {
            let mut report = handoff::report(&gate);
            // A gate that passes and holds the work has made no tasks, and no exit code says that it has.
            if report.outcome < Outcome::Blocked {
                report.outcome = Outcome::ApprovalNeeded;
            }
            return Ok(report.into());
        }
        Ok(Tasks::NoPrd(gate)) => {
            let review = gate.review().map_or("the review", |review| review.path.as_str());
            let message = format!("the PRD that `{review}` is about is not in the project");
            return Err(CommandError::failure(message)
                .hint(format!("it is expected in `workspace/{project}/tasks`")));
        }
        Err(error) => return ended("tasks", &project, error),
    };
    if settings.format == Format::Json && args.to.is_none() {
        return Ok(panel::tasks_report(&made).into());
    }
    let to = args.to.or(settled.tasks.to.map(DestinationArg::from));
    Ok(Output::Text(match to.unwrap_or(DestinationArg::Markdown) {
        DestinationArg::Markdown => format::markdown(&made),
        DestinationArg::Json => format::json(&made),
        DestinationArg::Github => format::github(&made),
        DestinationArg::Jira => format::jira(&made),
        DestinationArg::Linear => format::linear(&made),
    }))
}
