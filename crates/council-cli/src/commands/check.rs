//! `council check`: holds any contract file against its contract.

use std::path::{Path, PathBuf};

use clap::{
    Args,
    builder::{PossibleValuesParser, TypedValueParser as _},
};
use council::{
    Repo, StoreError,
    check::{self, CheckRequest, Checked, CheckedKind, Warnings},
    formats::report::Report,
};

use crate::{clock, commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council check`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  One session          council check evidence/prd/P-7/reviews/council_session_20260126-100000.yaml
  Everything below     council check evidence
  What was read        council check --format json FILE
  Held to a contract   council check --kind bundle old_review.json")]
pub(crate) struct CheckArgs {
    /// Files, or folders whose contract files are all checked
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    /// What the files are, instead of recognising them
    ///
    /// A session or a bundle in a legacy shape is then held against the contract too.
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    kind: Option<CheckedKind>,

    /// End with exit code 1 if there are warnings
    #[arg(long)]
    strict_warnings: bool,
}

/// Checks the files.
pub(crate) fn run(args: &CheckArgs, settings: &Settings) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    let warnings = if args.strict_warnings { Warnings::Strict } else { Warnings::Shown };
    let mut checked: Vec<Checked> = Vec::new();
    let today = clock::today();
    let mut is_one = args.files.len() == 1;
    for file in &args.files {
        match located(&repo, settings.folder()?, file) {
            Ok(path) => {
                let request = CheckRequest { path, kind: args.kind, today };
                is_one &= check::is_one(&repo, &request);
                checked.extend(check::check(&repo, &request));
            }
            Err(error) => checked.push(check::refused(&file.display().to_string(), error)),
        }
    }
    let report =
        |checked: &Checked| Report { is_among_others: !is_one, ..check::report(checked, warnings) };
    Ok(checked.iter().map(report).collect::<Vec<_>>().into())
}

/// Finds a file from the current folder, else from the root of the repository.
pub(super) fn located(repo: &Repo, folder: &Path, file: &Path) -> Result<String, StoreError> {
    match repo.relative(folder, file) {
        Err(StoreError::Missing { .. }) => repo.relative(repo.root(), file),
        located => located,
    }
}

fn kinds() -> impl clap::builder::TypedValueParser<Value = CheckedKind> {
    let words = PossibleValuesParser::new(CheckedKind::ALL.map(CheckedKind::word));
    words.try_map(|word| {
        CheckedKind::ALL.into_iter().find(|kind| kind.word() == word).ok_or("no such kind")
    })
}
