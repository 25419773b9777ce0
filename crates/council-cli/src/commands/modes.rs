//! `council modes`: the catalogue of reasoning modes, its manual pages, and what a council would choose for a file.

use std::path::PathBuf;

use clap::Args;
use council::{
    core::mode::ModeId,
    modes::{self, Answer},
};

use super::check::located;
use crate::{
    args::Format,
    commands::Output,
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council modes`.
#[derive(Debug, Args)]
#[command(after_help = "\
Without an argument, the modes are listed by category. A number that no mode has is wrong usage
(exit code 64). A word that leads to no mode is answered with a similar one (exit code 0).

Examples:
  The catalogue         council modes
  A manual page         council modes 41
  By a word             council modes latency
  By a category         council modes meta-level
  A council's choice    council modes --for docs/prd.md
  The whole reference   council modes --format markdown")]
pub(crate) struct ModesArgs {
    /// A mode's number, or a word to look for in names, categories, signals and pages
    #[arg(value_name = "ID|WORD", conflicts_with = "file")]
    query: Option<String>,

    /// Show which modes a council would choose for this file, and why
    #[arg(long = "for", value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Prints what was asked for.
pub(crate) fn run(args: &ModesArgs, settings: &Settings) -> Result<Output, CommandError> {
    let answer = match (&args.file, args.query.as_deref().map(str::trim)) {
        (Some(file), _) => {
            let repo = settings.repo()?;
            let path = located(&repo, settings.folder()?, file)
                .hint("name a file of the repository with `--for FILE`")?;
            if repo.has_folder(&path) {
                let message = format!("`{}` is a folder", file.display());
                return Err(CommandError::failure(message).hint("name one file of it"));
            }
            Answer::for_file(&repo, &path)?
        }
        (None, None | Some("")) => Answer::Catalogue,
        (None, Some(query)) => match number(query) {
            Some(number) => Answer::page(mode(query, number)?),
            None => Answer::search(query),
        },
    };
    Ok(match (settings.format, &answer) {
        (Format::Markdown, Answer::Catalogue) => Output::Text(modes::reference()),
        (Format::Markdown, Answer::Page(mode)) => Output::Text(modes::manual(mode)),
        _ => modes::report(&answer).into(),
    })
}

/// Reads what looks like a number; one that is too large to be counted is no mode either.
fn number(query: &str) -> Option<u8> {
    let is_number = query.chars().all(|c| c.is_ascii_digit());
    is_number.then(|| query.parse().unwrap_or(u8::MAX))
}

fn mode(query: &str, number: u8) -> Result<ModeId, CommandError> {
    ModeId::new(number).ok_or_else(|| {
        CommandError::usage(format!("there is no mode `{query}`: modes are numbered 1 to 80"))
            .hint("list them with `council modes`")
    })
}
