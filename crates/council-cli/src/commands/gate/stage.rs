//! `council gate stage`: the review of one stage of a spec by the evidence its agents left.

use clap::{Args, ValueEnum, builder::NonEmptyStringValueParser};
use council::{
    core::{
        gate::stage::{Select, Stage, StagePolicy},
        ident::SpecId,
    },
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
Examples:
  council gate stage SPEC-PAY-001 --stage plan
  council gate stage SPEC-PAY-001 --stage tasks --ci --format json
  council gate stage SPEC-PAY-001 --stage plan --select all --explain")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own on the command line")]
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
    /// Default: `lexmax`; with `--ci`: `latest-run`.
    #[arg(long, value_enum, value_name = "WHICH")]
    select: Option<Selection>,

    /// End with 2 if the evidence or the stage's packet file is missing
    #[arg(long)]
    strict_artifacts: bool,

    /// End with 1 if there are warnings
    #[arg(long)]
    strict_warnings: bool,

    /// End with 3 if selected evidence cannot be read
    #[arg(long)]
    strict_schema: bool,

    /// Review the diagnostic stages too: implement and validate
    #[arg(long)]
    diagnostic: bool,

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
enum Selection {
    /// The file with the greatest name
    Lexmax,
    /// The files of the newest run, by the times in names and contents
    LatestRun,
    /// Every file
    All,
}

/// Reviews the stage.
pub(crate) fn run(args: &StageArgs, settings: &Settings) -> Result<Output, CommandError> {
    let request = StageRequest {
        spec: SpecId::new(&args.spec)?,
        stage: args.stage.into(),
        evidence_root: args.evidence_root.clone(),
        policy: policy(args),
        today: clock::today(),
    };
    let repo = settings.repo()?;
    let review = stage::review(&repo, &request)
        .hint("evidence is read inside the repository only; see `--repo` and `--evidence-root`")?;
    let report = if args.explain { stage::explained(&review) } else { stage::report(&review) };
    Ok(report.into())
}

/// Returns what the flags demand: `--ci` is the base, every flag adds to it, and a selection that was typed wins.
fn policy(args: &StageArgs) -> StagePolicy {
    let mut policy = if args.ci { StagePolicy::ci() } else { StagePolicy::default() };
    if let Some(selection) = args.select {
        policy.select = selection.into();
    }
    policy.strict.artifacts |= args.strict_artifacts;
    policy.strict.warnings |= args.strict_warnings;
    policy.strict.schema |= args.strict_schema;
    policy.diagnostic |= args.diagnostic;
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

impl From<Selection> for Select {
    fn from(selection: Selection) -> Self {
        match selection {
            Selection::Lexmax => Select::LexMax,
            Selection::LatestRun => Select::LatestRun,
            Selection::All => Select::All,
        }
    }
}
