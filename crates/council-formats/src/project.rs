//! `council.toml`: what a project has decided about its reviews. Flags outrank it.
//!
//! The file comes with the repository, so whoever wrote the documents may have written it too. It can say how strictly
//! they are read; it cannot name a host, a key, a program or a price. Those stand in the user's own file.
//!
//! A key that means nothing here is an error with the key that was probably meant, because a setting that is silently
//! ignored is a review that silently did something else.

mod boundary;
mod gate;

use std::collections::BTreeMap;

use council_core::{depth::Depth, diagnostic::Diagnostic, finding::SeatId, severity::Severity};
use schemars::JsonSchema;
use serde::Deserialize;

pub use self::gate::{GateSettings, SelectSetting, StageSettings};
use crate::{setting, user};

/// The name of the file.
pub const FILE: &str = "council.toml";

/// A project's settings, as they stand in `council.toml`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[schemars(rename = "Project")]
pub struct Project {
    /// How reviews are held.
    pub review: ReviewSettings,
    /// What fills single seats, such as `SA-2 = "rules"`; a seat that is not named has the reviewer of `review`.
    pub seats: SeatSettings,
    /// Where things are.
    pub paths: PathSettings,
    /// How documents are linted.
    pub lint: LintSettings,
    /// Where tasks go once a PRD may be built.
    pub tasks: TaskSettings,
    /// What gates demand.
    pub gate: GateSettings,
    /// By which ways a human may decide.
    pub decide: DecideSettings,
}

/// By which ways a human may decide.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct DecideSettings {
    /// Whether a decision may come out of a form that a coding agent's program shows.
    pub mcp: McpSetting,
}

/// Whether a decision may come through `council mcp`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum McpSetting {
    /// Out of a form; a program can be set up to fill forms in without a person.
    #[default]
    Form,
    /// Not at all.
    Refuse,
}

/// Where tasks go once a PRD may be built.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TaskSettings {
    /// The project-management destination; without it, somebody has to choose one (phase 4.5).
    pub to: Option<TaskDestination>,
}

/// Where tasks go.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TaskDestination {
    /// A page for people.
    Markdown,
    /// One JSON object.
    Json,
    /// The bodies of requests to create issues on GitHub, one a line.
    Github,
    /// Comma-separated values for Jira's importer.
    Jira,
    /// Comma-separated values for Linear's importer.
    Linear,
}

/// How documents are linted: rules are named by their name, their kind or their category.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct LintSettings {
    /// Only these rules are asked; empty for all.
    pub select: Vec<String>,
    /// These rules are not asked.
    pub ignore: Vec<String>,
    /// Files or folders, with the rules that are not asked there.
    pub paths: BTreeMap<String, Vec<String>>,
    /// Rules whose findings are at least as severe as this. A finding that is more severe by itself stays so.
    pub severity: BTreeMap<String, AtLeast>,
}

/// The least severity of a rule's findings: a project can be stricter than the rules, never laxer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum AtLeast {
    /// A warning.
    Minor,
    /// It fails a review.
    Major,
    /// It fails a review, and nothing but a human's word lifts it.
    Blocker,
}

impl From<AtLeast> for Severity {
    fn from(least: AtLeast) -> Self {
        match least {
            AtLeast::Minor => Severity::Minor,
            AtLeast::Major => Severity::Major,
            AtLeast::Blocker => Severity::Blocker,
        }
    }
}

/// How reviews are held.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ReviewSettings {
    /// How deep to go.
    pub depth: Option<DepthSetting>,
    /// What fills every seat.
    pub reviewer: Option<String>,
    /// The most tokens all calls of a session together may use.
    pub budget: Option<u64>,
    /// The longest time a session may be active, in seconds.
    pub timeout: Option<u64>,
    /// The vision file to review against.
    pub north_star: Option<String>,
    /// Who decides what the council cannot.
    pub escalation_target: Option<String>,
    /// The mildest severity that fails a review. Blockers and majors always do.
    pub fail_on: Option<FailOn>,
}

/// What fills single seats.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SeatSettings {
    /// The first seat.
    #[serde(rename = "SA-1")]
    pub first: Option<String>,
    /// The second seat.
    #[serde(rename = "SA-2")]
    pub second: Option<String>,
    /// The third seat.
    #[serde(rename = "SA-3")]
    pub third: Option<String>,
}

impl SeatSettings {
    /// Returns what fills each seat that is named.
    pub fn named(&self) -> BTreeMap<SeatId, &str> {
        let named = [&self.first, &self.second, &self.third].map(Option::as_deref);
        SeatId::ALL.into_iter().zip(named).filter_map(|(seat, name)| Some((seat, name?))).collect()
    }
}

/// Where things are.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct PathSettings {
    /// Folders in which packets are looked for by their id, before the usual ones, and whose pages are specifications; a file
    /// is a specification by itself.
    pub packets: Vec<String>,
}

/// How deep a review goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DepthSetting {
    /// The deterministic gates.
    Light,
    /// Also, every seat reads.
    Standard,
    /// Also, the seats look at each other's findings.
    Deep,
    /// Every seat reads; then only what is contested, unconfirmed or needs a remediation goes on.
    Auto,
    /// Also, what is not settled is voted on.
    Council,
}

impl From<DepthSetting> for Depth {
    fn from(setting: DepthSetting) -> Self {
        match setting {
            DepthSetting::Light => Depth::Light,
            DepthSetting::Standard => Depth::Standard,
            DepthSetting::Deep => Depth::Deep,
            DepthSetting::Auto => Depth::Auto,
            DepthSetting::Council => Depth::Council,
        }
    }
}

/// The mildest severity that fails a review: a project can be stricter than the contracts, never laxer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FailOn {
    /// As the contracts say.
    Major,
    /// Minor findings too.
    Minor,
    /// Whatever there is.
    Note,
}

impl From<FailOn> for Severity {
    fn from(fail_on: FailOn) -> Self {
        match fail_on {
            FailOn::Major => Severity::Major,
            FailOn::Minor => Severity::Minor,
            FailOn::Note => Severity::Note,
        }
    }
}

/// Reads `council.toml`. What only a user may say is refused with the file that it belongs into.
pub fn read(path: &str, text: &str) -> Result<Project, Diagnostic> {
    match boundary::crossed(path, text) {
        Some(refused) => Err(refused),
        None => setting::read(path, text),
    }
}

/// What `council init` writes: every setting with its default, as a comment.
pub const TEMPLATE: &str = "\
# How Council reviews this project. Every line that is commented out shows the default.
# Flags outrank this file; docs/reference/schemas/council-toml.schema.json describes it for editors.
# Servers, keys, prices and agents are each user's own: `council init --user` writes the file for them.

[review]
# depth = \"auto\"                   # light, standard, deep, auto or council; council where rules fill every seat
# reviewer = \"rules\"               # what fills the seats: rules works offline, PROVIDER:MODEL is a model
# budget = 100000                  # tokens a session may use: at most what its user allows
# timeout = 3600                   # seconds a session may be active: at most what its user allows
# north_star = \"references/NORTH_STAR.md\"
# escalation_target = \"AUTH_PRODUCT\"
# fail_on = \"major\"                # the mildest severity that fails a review: major, minor or note

[seats]
# SA-1 = \"rules\"                   # one seat may be filled by something else
# SA-2 = \"rules\"
# SA-3 = \"rules\"

[paths]
# packets = []                     # folders with packets and specifications, besides documents/prds, docs, prds, specs, openspec

[lint]
# select = []                      # only these rules, kinds or categories
# ignore = []                      # not these
# paths = {}                       # not these below a path: { \"docs/old\" = [\"weak-modal\"] }
# severity = {}                    # at least this severe, never milder: { \"loophole\" = \"major\" }

[tasks]
# to = \"markdown\"                 # where `council tasks` hands over to: markdown, json, github, jira or linear

[gate.stage]                       # what `council gate stage` and `council tui` demand; it adds to flags, `--FLAG=false` lifts one
# select = \"lexmax\"                # which evidence decides: lexmax, latest-run or all; it is read besides what `--ci` reads
# strict_artifacts = false         # missing evidence or a missing packet file ends with 2
# strict_warnings = false          # warnings end with 1
# strict_schema = false            # selected evidence that cannot be read ends with 3
# diagnostic = false               # the stages implement and validate are reviewed too

[decide]
# mcp = \"form\"                    # a form of a coding agent's program may decide; \"refuse\": only a terminal does
";

/// Returns the manual page of the file.
pub fn reference() -> String {
    format!(
        "# `council.toml`\n\n\
         What a project has decided about its reviews. The file lies at the root of the repository, and every setting \
         is optional.\nA flag outranks it. An unknown key, a wrong type or a second value for a key is an error with its \
         line, and with the\nkey that was probably meant. [The schema](schemas/council-toml.schema.json) lets an editor \
         complete and check it.\n\n\
         `council init` writes this, with every setting and its default:\n\n\
         ```toml\n{TEMPLATE}```\n\n\
         `fail_on` can make a project stricter than the contracts, never laxer: blockers and majors always fail a \
         review. `[gate.stage]` adds to\nwhat a caller demands and takes nothing away: its files are read besides the \
         ones that a caller's selection reads.\n\n{}",
        user::reference()
    )
}

#[cfg(test)]
mod tests {
    use council_core::gate::stage::StagePolicy;

    use super::*;

    fn refused(text: &str) -> String {
        let error = read(FILE, text).unwrap_err();
        format!("{}: {} ({})", error.place, error.message, error.help.unwrap_or_default())
    }

    #[test]
    fn settings_are_read_and_what_is_left_out_is_not_set() {
        let text = "[review]\nbudget = 5\ndepth = \"deep\"\n[seats]\nSA-2 = \"rules\"\n";
        let project = read(FILE, text).unwrap();
        assert_eq!(project.review.budget, Some(5));
        assert_eq!(project.review.depth.map(Depth::from), Some(Depth::Deep));
        assert_eq!(project.review.timeout, None);
        assert_eq!(project.seats.named().len(), 1);
        assert_eq!(read(FILE, "").unwrap(), Project::default());
    }

    #[test]
    fn an_unknown_key_is_refused_with_the_key_that_was_meant() {
        assert!(
            refused("[review]\n\nbudgt = 5\n").starts_with("council.toml:3: unknown field `budgt`")
        );
        assert!(refused("[review]\nbudgt = 5\n").ends_with("(did you mean `budget`?)"));
        assert!(refused("[reviews]\n").ends_with("(did you mean `review`?)"));
        assert!(refused("[review]\ndepth = \"deap\"\n").ends_with("(did you mean `deep`?)"));
        assert!(refused("[seats]\nSA-4 = \"rules\"\n").contains("unknown field `SA-4`"));
        assert!(refused("[review]\nfail_on = \"blocker\"\n").contains("unknown variant `blocker`"));
        assert!(
            refused("[lint.severity]\nloophole = \"note\"\n").contains("unknown variant `note`")
        );
    }

    #[test]
    fn a_wrong_type_and_a_second_value_are_refused_with_their_line() {
        assert!(
            refused("[review]\nbudget = \"much\"\n").starts_with("council.toml:2: invalid type")
        );
        assert!(
            refused("[review]\nbudget = 1\nbudget = 2\n")
                .starts_with("council.toml:3: duplicate key")
        );
        assert!(refused("[review\n").starts_with("council.toml:1: "));
    }

    #[test]
    fn the_template_sets_nothing_and_its_comments_are_settings() {
        assert_eq!(read(FILE, TEMPLATE).unwrap(), Project::default());
        let project = read(FILE, &setting::uncommented(TEMPLATE)).unwrap();
        assert_eq!(project.review.depth, Some(DepthSetting::Auto));
        assert_eq!(project.seats.named().len(), 3);
        assert_eq!(project.tasks.to, Some(TaskDestination::Markdown));
        assert_eq!(project.gate.stage.policy(), StagePolicy::default());
    }
}
