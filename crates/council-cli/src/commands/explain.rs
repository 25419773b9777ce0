//! `council explain`: what a name that Council printed means.

use clap::Args;
use council::{
    manual,
    rules::{self, Rule},
};

use crate::{commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council explain`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  A rule                council explain vague-time")]
pub(crate) struct ExplainArgs {
    /// The name of a rule, as `council lint` prints it
    #[arg(value_name = "ID")]
    id: String,
}

/// Prints what the name means.
pub(crate) fn run(args: &ExplainArgs, _settings: &Settings) -> Result<Output, CommandError> {
    Ok(manual::page("explain", rule(&args.id)?).into())
}

/// Finds a rule by its name, or says which one may have been meant.
pub(super) fn rule(name: &str) -> Result<&'static Rule, CommandError> {
    rules::rule(name.trim()).ok_or_else(|| {
        let refusal = CommandError::usage(format!("there is no rule `{name}`"));
        match manual::nearest(name.trim()) {
            Some(meant) => refusal.hint(format!("did you mean `{meant}`?")),
            None => refusal.hint("list them with `council rules`"),
        }
    })
}
