//! `council lint`: the offline rules on files, folders and standard input.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    pin::pin,
    time::Duration,
};

use clap::Args;
use council::{
    Repo, StoreError,
    formats::{
        project::Project,
        report::{Report, Telling},
    },
    lint::{
        self, Baseline, Fix, LintRequest, Linted, MinorFindings, Outside, RuleSelection, Search,
        Snapshot, Walked,
    },
    specifications::Specifications,
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
A blocker or a major finding ends with exit code 2. Minor findings are warnings: 0, or 1 with \
`--strict-warnings`. A file with nothing to judge (empty, not English, only code, only a template's \
own words) ends with 10, unless it was only found in a folder. `council explain RULE` shows what a rule looks for and when it does not apply.

Examples:
  What is here            council lint
  One document            council lint docs/prd.md
  A line for each finding council lint --format concise docs
  What `--fix` would do   council lint --fix --diff docs/prd.md
  Everything below        council lint docs specs
  From a pipe             git show HEAD:docs/prd.md | council lint -
  Only contradictions     council lint --select contradiction docs
  For code scanning       council lint --format sarif docs > council.sarif")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
pub(crate) struct LintArgs {
    /// Files, folders whose Markdown files are all read, or `-` for standard input
    ///
    /// Without any, the specifications at or below the current folder are found: of spec-kit, `openspec`, Kiro and BMAD, PRDs,
    /// and what `packets` of `council.toml` names; where there is none of these, every Markdown file is looked at. What is
    /// outside of the repository is read by itself, without the settings of either.
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Show every finding, also where a rule repeats itself
    #[arg(long)]
    all: bool,

    /// Ask only these rules: names, kinds or categories, separated by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    select: Vec<String>,

    /// Do not ask these rules: names, kinds or categories, separated by commas
    #[arg(long, value_name = "RULES", value_delimiter = ',')]
    ignore: Vec<String>,

    /// Ask only rules that are at least this sure of themselves, from 0 to 1
    ///
    /// `council rules` says how sure each one is, and what that figure rests on.
    #[arg(long, value_name = "NUMBER", value_parser = confidence, default_value = "0", hide_default_value = true)]
    min_confidence: f64,

    /// Report only what an earlier run did not find
    ///
    /// The file holds what `council lint --format jsonl` printed then. Lines may have moved since.
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,

    /// Count the findings of each rule instead of showing them
    #[arg(long)]
    statistics: bool,

    /// Propose settings from what this repository said of findings, with the evidence, and write nothing
    ///
    /// Comments that suppress findings and decisions on sessions count: a rule whose findings are mostly rejected could be
    /// ignored, one whose findings are mostly repaired could be stricter.
    #[arg(long, conflicts_with_all = ["statistics", "explain_reading", "fix", "watch", "baseline", "diff"])]
    learn: bool,

    /// Show how each document was understood, statement by statement, instead of linting it
    #[arg(long, conflicts_with_all = ["statistics", "fix", "watch", "baseline", "diff"])]
    explain_reading: bool,

    /// Repair in place what can be repaired without changing the meaning, then report the rest
    #[arg(long)]
    fix: bool,

    /// Print what `--fix` would change, as a diff, and change nothing
    #[arg(long, conflicts_with_all = ["watch", "statistics"])]
    diff: bool,

    /// Lint again whenever a file changes, until Ctrl-C
    #[arg(long, conflicts_with = "fix")]
    watch: bool,

    /// End with exit code 1 if there are only minor findings
    #[arg(long)]
    strict_warnings: bool,
}

/// Lints what was named.
pub(crate) fn run(args: &LintArgs, settings: &Settings) -> Result<Output, CommandError> {
    let rules = RuleSelection {
        select: args.select.clone(),
        ignore: args.ignore.clone(),
        least_sure: args.min_confidence,
        ..RuleSelection::default()
    };
    if let Some(word) = rules.unknown() {
        let refusal = format!("there is no rule, kind or category `{word}`");
        return Err(CommandError::usage(refusal).hint(meant(word)));
    }
    let repo = settings.repo()?;
    let mut refused: Vec<(String, StoreError)> = Vec::new();
    let mut request = LintRequest { rules, ..LintRequest::default() };
    for path in &args.paths {
        if path == Path::new("-") {
            if args.watch {
                let refusal = "standard input cannot be watched";
                return Err(CommandError::usage(refusal).hint("name files or folders"));
            }
            request.text = Some(("-".to_owned(), settings.standard_input()?));
            continue;
        }
        match located(&repo, settings.folder()?, path) {
            Ok(path) => request.paths.push(path),
            Err(error @ StoreError::Outside { .. })
                if repo.is_led_out(settings.folder()?, path) =>
            {
                refused.push((path.display().to_string(), error));
            }
            Err(StoreError::Outside { .. }) if args.fix || args.watch => {
                let refusal = format!("`{}` is outside of this repository", path.display());
                let hint = "to repair or watch it, name its repository with `--repo`";
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
    let project = settings.project(&repo)?;
    if args.paths.is_empty() {
        request.search = Some(search(&repo, settings, &project)?);
    }
    settle(&mut request, &project)?;
    let round = LintRun { args, repo: &repo, request: &request, refused: &refused };
    if args.watch { round.watch(settings) } else { round.lint() }
}

/// Returns where specifications are looked for: in the current folder, where that is in the repository, else in all of it.
pub(super) fn search(
    repo: &Repo,
    settings: &Settings,
    project: &Project,
) -> Result<Search, CommandError> {
    let folder = match repo.relative(settings.folder()?, Path::new(".")) {
        Ok(folder) => folder,
        Err(StoreError::Outside { .. }) => String::new(),
        Err(error) => return Err(error.into()),
    };
    Ok(Search { specifications: Specifications::of(project), folder })
}

/// Adds what the project's settings say about the rules, and refuses what names none.
pub(super) fn settle(request: &mut LintRequest, project: &Project) -> Result<(), CommandError> {
    request.settle(project);
    match request.unknown() {
        Some(word) => {
            let refusal = format!("`council.toml` names no rule, kind or category with `{word}`");
            Err(CommandError::failure(refusal).hint(meant(word)))
        }
        None => Ok(()),
    }
}

/// Everything that linting once needs, so that it can be done again.
struct LintRun<'a> {
    args: &'a LintArgs,
    repo: &'a Repo,
    request: &'a LintRequest,
    refused: &'a [(String, StoreError)],
}

impl LintRun<'_> {
    fn lint(&self) -> Result<Output, CommandError> {
        let mut walked = lint::lint(self.repo, self.request);
        if self.args.diff {
            let diffs = repairable(&walked.linted)
                .map(|file| lint::diff(file.path(), file.original.text(), &file.findings));
            return Ok(Output::Text(diffs.collect()));
        }
        let mut fixed = Fixed::default();
        if self.args.fix {
            fixed = repair(self.repo, &walked.linted)?;
            if !fixed.is_empty() {
                walked = lint::lint(self.repo, self.request);
            }
        }
        let Walked { mut linted, passed_over, found } = walked;
        linted.extend(self.refused.iter().map(|(path, error)| lint::refused(path, error)));
        let strict = self.args.strict_warnings;
        let warnings = if strict { MinorFindings::Strict } else { MinorFindings::Shown };
        if linted.is_empty() && passed_over > 0 {
            return Ok(lint::nothing_judged(passed_over).into());
        }
        if self.args.statistics {
            return Ok(lint::statistics(&linted, warnings).into());
        }
        if self.args.learn {
            return Ok(lint::learn(self.repo, &linted, warnings)?.into());
        }
        let explains = self.args.explain_reading;
        let reported = |linted: Linted| {
            let reads = linted.is_read && explains;
            if reads { lint::reading(&linted) } else { lint::report(linted, warnings) }
        };
        let mut reports: Vec<Report> = linted.into_iter().map(reported).collect();
        if let (Some(first), 1..) = (reports.first_mut(), passed_over) {
            let files = if passed_over == 1 { "file was" } else { "files were" };
            first.notes.push(format!("{passed_over} {files} passed over: no specification"));
        }
        if reports.is_empty() {
            let message = match self.request.search {
                Some(_) => "there is no specification here, and no Markdown file",
                None => "there is no Markdown file and no PRD folder below what was named",
            };
            return Err(CommandError::failure(message)
                .hint("name a file, or a folder that holds Markdown or a PRD"));
        }
        if self.request.search.is_some() {
            lint::tell_search(&mut reports, &found);
        }
        for report in &mut reports {
            if let Some(fixes) = fixed.get(&report.subject) {
                lint::tell_fixes(report, fixes);
            }
            if self.args.all {
                report.telling = Telling::WholeListing;
            }
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
                    Err(error) => printer.error("lint", &error),
                };
            }
            Ok(Output::Stopped)
        })
    }
}

/// How long a watch waits before it looks again.
const PAUSE: Duration = Duration::from_millis(200);

/// What was repaired, by file.
type Fixed = BTreeMap<String, Vec<Fix>>;

/// Returns the files that can be written and have something to repair.
fn repairable(linted: &[Linted]) -> impl Iterator<Item = &Linted> {
    let has_fix = |file: &&Linted| file.findings.iter().any(|finding| finding.fix.is_some());
    linted.iter().filter(|file| file.is_read && file.path() != "-").filter(has_fix)
}

/// Writes the files in which something can be repaired, and returns what that was.
fn repair(repo: &Repo, linted: &[Linted]) -> Result<Fixed, CommandError> {
    let mut repaired = Fixed::new();
    for file in repairable(linted) {
        let bytes = repo.read_bytes_if_there(file.path())?.unwrap_or_default();
        let fixed = lint::fixed(&bytes, file.original.text(), &file.findings);
        let Some((bytes, _)) = fixed else {
            let message = format!("`{}` changed while it was linted", file.path());
            return Err(CommandError::failure(message).hint("run the command again"));
        };
        repo.write_atomic(file.path(), &bytes)?;
        let told = lint::fixes(file.original.text(), &file.findings);
        repaired.insert(file.path().to_owned(), told);
    }
    Ok(repaired)
}

/// Says which rule may have been meant by a word that names none.
fn meant(word: &str) -> String {
    match lint::nearest(word) {
        Some(meant) => format!("did you mean `{meant}`? `council rules` lists them all"),
        None => "list them with `council rules`".to_owned(),
    }
}

/// Reads how sure a rule has to be.
fn confidence(text: &str) -> Result<f64, String> {
    let number = text.trim().parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1, such as 0.8".to_owned())
}
