//! `council lint`: the offline rules on files, folders and standard input.

use std::{
    path::{Path, PathBuf},
    pin::pin,
    time::Duration,
};

use clap::Args;
use council::{
    Repo, StoreError,
    formats::report::Report,
    lint::{self, Baseline, Linted, Outside, PathRules, Request, Selection, Snapshot, Warnings},
};

use super::check::located;
use crate::{
    commands::Output,
    error::{CommandError, Hint as _},
    interrupt::interrupted,
    printer::Printer,
    settings::Settings,
};

/// The arguments of `council lint`.
#[derive(Debug, Args)]
#[command(after_help = "\
A blocker or a major finding ends with exit code 2. Minor findings are warnings: 0, or 1 with
`--strict-warnings`. `council explain RULE` shows what a rule looks for and when it does not apply.

Examples:
  One document            council lint docs/prd.md
  Everything below        council lint docs specs
  From a pipe             git show HEAD:docs/prd.md | council lint -
  Only contradictions     council lint --select contradiction docs
  For code scanning       council lint --format sarif docs > council.sarif")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct LintArgs {
    /// Files, folders whose Markdown files are all read, or `-` for standard input
    ///
    /// What is outside of the repository is read by itself, without the settings of either.
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,

    /// Ask only these rules: names, kinds or categories, separated by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    select: Vec<String>,

    /// Do not ask these rules: names, kinds or categories, separated by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    ignore: Vec<String>,

    /// Report only what an earlier run did not find
    ///
    /// The file holds what `council lint --format jsonl` printed then. Lines may have moved since.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Count the findings of each rule instead of showing them
    #[arg(long)]
    statistics: bool,

    /// Show how each document was understood, statement by statement, instead of linting it
    #[arg(long, conflicts_with_all = ["statistics", "fix", "watch", "baseline"])]
    explain_reading: bool,

    /// Mend in place what can be mended without changing the meaning, then report the rest
    #[arg(long)]
    fix: bool,

    /// Lint again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with = "fix")]
    watch: bool,

    /// End with exit code 1 if there are only minor findings
    #[arg(long)]
    strict_warnings: bool,
}

/// Lints what was named.
pub(crate) fn run(args: &LintArgs, settings: &Settings) -> Result<Output, CommandError> {
    let rules = Selection { select: args.select.clone(), ignore: args.ignore.clone() };
    if let Some(word) = rules.unknown() {
        let refusal = format!("there is no rule, kind or category `{word}`");
        return Err(CommandError::usage(refusal).hint("list them with `council rules`"));
    }
    let repo = settings.repo()?;
    let mut refused: Vec<(String, StoreError)> = Vec::new();
    let mut request = Request { rules, ..Request::default() };
    for path in &args.paths {
        if path == Path::new("-") {
            if args.watch {
                let refusal = "standard input cannot be watched";
                return Err(CommandError::usage(refusal).hint("name files or folders"));
            }
            request.text = Some(("-".to_owned(), Settings::standard_input()?));
            continue;
        }
        match located(&repo, settings.folder()?, path) {
            Ok(path) => request.paths.push(path),
            Err(StoreError::Outside { .. }) if args.fix || args.watch => {
                let refusal = format!("`{}` is outside of this repository", path.display());
                let hint = "to mend or watch it, name its repository with `--repo`";
                return Err(CommandError::usage(refusal).hint(hint));
            }
            Err(StoreError::Outside { path: shown }) => {
                let place = settings.folder()?.join(path);
                request.outside.push(Outside { shown, place });
            }
            Err(error) => refused.push((path.display().to_string(), error)),
        }
    }
    if let Some(file) = &args.baseline {
        let path = located(&repo, settings.folder()?, file)?;
        request.baseline = Baseline::read(&repo.read(&path)?)
            .hint("write one with `council lint --format jsonl PATH > FILE`")?;
    }
    let project = Settings::project(&repo)?;
    request.rules.select.extend(project.lint.select);
    request.rules.ignore.extend(project.lint.ignore);
    let without = project.lint.paths.into_iter();
    request.paths_without.extend(without.map(|(path, ignore)| PathRules { path, ignore }));
    if let Some(word) = request.unknown() {
        let refusal = format!("`council.toml` names no rule, kind or category with `{word}`");
        return Err(CommandError::failure(refusal).hint("list them with `council rules`"));
    }
    let round = Round { args, repo: &repo, request: &request, refused: &refused };
    if args.watch { round.watch(settings) } else { round.lint() }
}

/// Everything that linting once needs, so that it can be done again.
struct Round<'a> {
    args: &'a LintArgs,
    repo: &'a Repo,
    request: &'a Request,
    refused: &'a [(String, StoreError)],
}

impl Round<'_> {
    fn lint(&self) -> Result<Output, CommandError> {
        let mut linted = lint::lint(self.repo, self.request);
        if self.args.fix && mend(self.repo, &linted)? > 0 {
            linted = lint::lint(self.repo, self.request);
        }
        linted.extend(self.refused.iter().map(|(path, error)| lint::refused(path, error)));
        let strict = self.args.strict_warnings;
        let warnings = if strict { Warnings::Strict } else { Warnings::Shown };
        if self.args.statistics {
            return Ok(lint::statistics(&linted, warnings).into());
        }
        let explains = self.args.explain_reading;
        let reported = |linted: Linted| match linted.is_read && explains {
            true => lint::reading(&linted),
            false => lint::report(linted, warnings),
        };
        let reports: Vec<Report> = linted.into_iter().map(reported).collect();
        if reports.is_empty() {
            let message = "there is no Markdown file and no PRD folder below what was named";
            return Err(CommandError::failure(message)
                .hint("name a file, or a folder that holds Markdown or a PRD"));
        }
        Ok(reports.into())
    }

    /// Lints again whenever a file changed, until somebody stops it or nobody reads any more.
    fn watch(&self, settings: &Settings) -> Result<Output, CommandError> {
        let printer = Printer::new(settings);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let mut stop = pin!(interrupted()?);
            let mut seen = Snapshot::of(self.repo, self.request);
            printer.output(&self.lint()?);
            printer.note("watching; stop with Ctrl-C");
            while tokio::time::timeout(PAUSE, stop.as_mut()).await.is_err()
                && !printer.is_deserted()
            {
                let now = Snapshot::of(self.repo, self.request);
                if now == seen {
                    continue;
                }
                // Taken before the files are read: what is written meanwhile is a change again.
                seen = now;
                match self.lint() {
                    Ok(output) => printer.output(&output),
                    Err(error) => printer.error(&error),
                };
            }
            Ok(Output::Stopped)
        })
    }
}

/// How long a watch waits before it looks again.
const PAUSE: Duration = Duration::from_millis(200);

/// Writes the files in which something can be mended, and returns how many edits that were.
fn mend(repo: &Repo, linted: &[Linted]) -> Result<usize, CommandError> {
    let mut total = 0;
    for file in linted.iter().filter(|file| file.is_read && file.path() != "-") {
        let (text, count) = lint::fixed(file.original.text(), &file.findings);
        if count > 0 {
            repo.write_atomic(file.path(), text.as_bytes())?;
            total += count;
        }
    }
    Ok(total)
}
