//! `council rules`: the offline rules and their manual pages.

use clap::Args;
use council::manual;

use super::explain::rule;
use crate::{args::Format, commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council rules`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  Every rule            council rules
  A manual page         council rules vague-time
  The whole reference   council rules --format markdown")]
pub(crate) struct RulesArgs {
    /// The name of a rule
    #[arg(value_name = "RULE")]
    rule: Option<String>,
}

/// Prints what was asked for.
pub(crate) fn run(args: &RulesArgs, settings: &Settings) -> Result<Output, CommandError> {
    match &args.rule {
        Some(name) => Ok(manual::page("rules", rule(name)?).into()),
        None if settings.format == Format::Markdown => Ok(Output::Text(manual::reference())),
        None => Ok(manual::catalogue().into()),
    }
}
