//! `council gate stage`: the review of one stage of a spec by the evidence its agents left.

use clap::{Args, ValueEnum, builder::NonEmptyStringValueParser};
use council::{
    core::{
        gate::{
            Outcome,
            stage::{Select, SkipReason, Stage, StagePolicy},
        },
        ident::SpecId,
    },
    formats::project::StageSettings,
    stage::{self, StageRequest},
};

use crate::{
    clock,
    commands::Output,
    error::{CommandError, Hint as _},
    settings::Settings,
};

/// The arguments of `council gate stage`.
#[derive(Debug, Args)]
#[command(after_help = "\
`[gate.stage]` in `council.toml` says what is demanded on every surface: here, in CI and in `council tui`. It adds to what \
is asked for; a flag that is typed outranks it, and `--strict-warnings=false` lifts a demand of the file. The report says \
the exit code under this policy and the one in CI.

Examples:
  council gate stage SPEC-PAY-001 --stage plan
  council gate stage SPEC-PAY-001 --stage tasks --ci --format json
  council gate stage SPEC-PAY-001 --stage plan --select all --explain")]
pub(crate) struct StageArgs {
    /// The spec, such as `SPEC-PAY-001`
    #[arg(value_name = "SPEC-ID", allow_hyphen_values = true)]
    spec: String,

    /// The stage to review
    #[arg(long, value_enum, ignore_case = true, value_name = "STAGE")]
    stage: StageName,

    /// Look for evidence below this folder of the repository
    ///
    /// Default: `docs/SPEC-OPS-004-integrated-coder-hooks/evidence`.
    #[arg(long, value_name = "DIR", value_parser = NonEmptyStringValueParser::new())]
    evidence_root: Option<String>,

    /// Which of the stage's evidence files decide
    ///
    /// Default: `lexmax`; with `--ci`: `latest-run`; each with what `council.toml` selects besides.
    #[arg(long, value_enum, value_name = "WHICH")]
    select: Option<StageSelection>,

    /// End with 2 if the evidence or the stage's packet file is missing
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    strict_artifacts: Option<bool>,

    /// End with 1 if there are warnings
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    strict_warnings: Option<bool>,

    /// End with 3 if selected evidence cannot be read
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    strict_schema: Option<bool>,

    /// Review the diagnostic stages too: implement and validate
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true, default_missing_value = "true")]
    diagnostic: Option<bool>,

    /// The same as `--select latest-run --strict-artifacts --strict-warnings --strict-schema`
    #[arg(long)]
    ci: bool,

    /// Say which files were considered, what decided and what would change the result
    #[arg(long)]
    explain: bool,
}

/// A stage as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StageName {
    /// Leaves no evidence to review
    Specify,
    /// Reviewed after the plan
    Plan,
    /// Reviewed after the tasks
    Tasks,
    /// Reviewed only with `--diagnostic`
    Implement,
    /// Reviewed only with `--diagnostic`
    Validate,
    /// Reviewed before the unlock
    Audit,
    /// Another name for the review of the audit
    Unlock,
}

/// A selection as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum StageSelection {
    /// The file with the greatest name
    Lexmax,
    /// The files of the newest run, by the times in names and contents
    LatestRun,
    /// The file with the greatest name, and the files of the newest run
    #[value(name = "lexmax+latest-run")]
    Either,
    /// Every file
    All,
}

/// Reviews the stage.
pub(crate) fn run(args: &StageArgs, settings: &Settings) -> Result<Output, CommandError> {
    let spec = SpecId::new(&args.spec)?;
    let repo = settings.repo()?;
    let demanded = settings.project(&repo)?.gate.stage;
    let request = StageRequest {
        spec,
        stage: args.stage.into(),
        evidence_root: args.evidence_root.clone(),
        policy: policy(args, demanded),
        in_ci: demanded.in_ci(),
        today: clock::today(),
    };
    let reviewed = stage::review(&repo, &request)
        .hint("evidence is read inside the repository only; see `--repo` and `--evidence-root`")?;
    let mut report =
        if args.explain { stage::explained(&reviewed) } else { stage::report(&reviewed) };
    if reviewed.review.skipped() == Some(SkipReason::NoArtifactsFound)
        && matches!(report.outcome, Outcome::Skipped | Outcome::Missing)
    {
        let root = repo.root().display();
        report.notes.push(format!("the repository is `{root}`; `--repo` names another"));
    }
    Ok(report.into())
}

/// Returns what is demanded: what the project does, with `--ci` what a pipeline does, and whatever was typed wins.
fn policy(args: &StageArgs, demanded: StageSettings) -> StagePolicy {
    let mut policy = if args.ci { demanded.in_ci() } else { demanded.policy() };
    if let Some(selection) = args.select {
        policy.select = selection.into();
    }
    let typed = [
        (&mut policy.strict.artifacts, args.strict_artifacts),
        (&mut policy.strict.warnings, args.strict_warnings),
        (&mut policy.strict.schema, args.strict_schema),
        (&mut policy.diagnostic, args.diagnostic),
    ];
    for (demand, typed) in typed {
        *demand = typed.unwrap_or(*demand);
    }
    policy
}

impl From<StageName> for Stage {
    fn from(name: StageName) -> Self {
        match name {
            StageName::Specify => Stage::Specify,
            StageName::Plan => Stage::Plan,
            StageName::Tasks => Stage::Tasks,
            StageName::Implement => Stage::Implement,
            StageName::Validate => Stage::Validate,
            StageName::Audit => Stage::Audit,
            StageName::Unlock => Stage::Unlock,
        }
    }
}

impl From<StageSelection> for Select {
    fn from(selection: StageSelection) -> Self {
        match selection {
            StageSelection::Lexmax => Select::LexMax,
            StageSelection::LatestRun => Select::LatestRun,
            StageSelection::Either => Select::Either,
            StageSelection::All => Select::All,
        }
    }
}
