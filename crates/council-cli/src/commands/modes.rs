//! `council modes`: the catalogue of reasoning modes, its manual pages, and what a council would choose for a packet.

use std::path::{Path, PathBuf};

use clap::Args;
use council::{
    Repo, StoreError,
    core::mode::ModeId,
    modes::{self, ModesAnswer},
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
Without an argument, the modes are listed by category. A number that no mode has is wrong usage \
(exit code 64). A word that leads to no mode is answered with a similar one (exit code 0).

Examples:
  The catalogue         council modes
  A manual page         council modes 41
  By a word             council modes latency
  By a category         council modes meta-level
  A council's choice    council modes --for docs/prd.md
  For a packet's id     council modes --for PRD-0007
  The whole reference   council modes --format markdown")]
pub(crate) struct ModesArgs {
    /// A mode's number, or a word to look for in names, categories, signals and pages
    #[arg(value_name = "ID|WORD", conflicts_with = "packet")]
    query: Option<String>,

    /// Show which modes a council would choose for this packet, and why
    ///
    /// A packet is a Markdown file, a folder, or the id of a packet in one of the usual folders.
    #[arg(long = "for", value_name = "PACKET")]
    packet: Option<PathBuf>,
}

/// Prints what was asked for.
pub(crate) fn run(args: &ModesArgs, settings: &Settings) -> Result<Output, CommandError> {
    let answer = match (&args.packet, args.query.as_deref().map(str::trim)) {
        (Some(packet), _) => {
            let repo = settings.repo()?;
            let given = named(&repo, settings.folder()?, packet)?;
            ModesAnswer::for_packet(&repo, &given)
                .hint("name a file, a folder or an id with `--for`")?
        }
        (None, None | Some("")) => ModesAnswer::Catalogue,
        (None, Some(query)) => match number(query) {
            Some(number) => ModesAnswer::page(mode(query, number)?),
            None => ModesAnswer::search(query),
        },
    };
    Ok(match (settings.format, &answer) {
        (Format::Markdown, ModesAnswer::Catalogue) => Output::Text(modes::reference()),
        (Format::Markdown, ModesAnswer::Page(mode)) => Output::Text(modes::manual(mode)),
        _ => modes::report(&answer).into(),
    })
}

/// Names a packet: by its path in the repository, or as given where there is no such path.
fn named(repo: &Repo, folder: &Path, given: &Path) -> Result<String, CommandError> {
    match located(repo, folder, given) {
        Ok(root) if root.is_empty() => Ok(".".to_owned()),
        Ok(path) => Ok(path),
        Err(StoreError::Missing { .. }) => Ok(given.display().to_string()),
        Err(error) => Err(error.into()),
    }
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
