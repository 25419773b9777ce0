//! What `lint` says in JSON: of each file, and of the run as a whole.

use schemars::JsonSchema;
use serde::Serialize;

/// What is said of a file besides its findings.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct LintFileKeys {
    /// By which convention it is a specification, where nobody named it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) convention: Option<&'static str>,
    /// How many statements were read, where it was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) statements: Option<usize>,
    /// Why it was not judged, where it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) not_judged: Option<&'static str>,
    /// How many findings an earlier run had too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) known: Option<usize>,
    /// How many findings the file itself says do not apply.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) suppressed: Option<usize>,
    /// What was repaired, with `--fix`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) fixed: Option<Vec<FixKeys>>,
    /// How it was understood, with `--explain-reading`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reading: Option<ReadingKeys>,
}

/// A repair.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Fix")]
pub(super) struct FixKeys {
    /// The rule that found it.
    pub(super) rule: &'static str,
    /// The line, from 1.
    pub(super) line: u32,
    /// The column, from 1.
    pub(super) column: u32,
    /// What was there.
    pub(super) before: String,
    /// What is there now.
    pub(super) after: String,
}

/// How a document was understood.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Reading")]
pub(super) struct ReadingKeys {
    /// What it is.
    pub(super) kind: &'static str,
    /// How it is laid out.
    pub(super) layout: &'static str,
    /// Whether it specifies anything.
    pub(super) specifies: bool,
    /// What a document of this layout should have.
    pub(super) parts: Vec<PartKeys>,
    /// Its statements.
    pub(super) statements: Vec<StatementKeys>,
}

/// A part that a document should have.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Part")]
pub(super) struct PartKeys {
    /// What it is called.
    pub(super) name: &'static str,
    /// What shows it: a section, requirements, acceptance criteria, success criteria or tests.
    pub(super) ask: &'static str,
    /// Whether the document has it.
    pub(super) answered: bool,
}

/// A statement.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Statement")]
pub(super) struct StatementKeys {
    /// The line it begins on.
    pub(super) line: u32,
    /// The part it plays.
    pub(super) role: &'static str,
    /// Whether it binds whoever builds.
    pub(super) binds: bool,
    /// The section it is in.
    pub(super) section: Option<String>,
    /// Its first words.
    pub(super) words: String,
}

/// What is said of a run as a whole.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub struct RunKeys {
    /// How many files were passed over because they are no specifications, where no other was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) passed_over: Option<usize>,
    /// How often each rule found something, the most frequent first, with `--statistics`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) statistics: Option<Vec<CountKeys>>,
    /// What was said of the findings of each rule, with `--learn`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) learned: Option<Vec<LearnedKeys>>,
}

/// What people said of the findings of a rule.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Learned")]
pub(super) struct LearnedKeys {
    /// The rule.
    pub(super) rule: &'static str,
    /// How many findings comments suppress.
    pub(super) suppressed: usize,
    /// How many were said to be no defects.
    pub(super) dismissed: usize,
    /// How many were accepted, put off or waived.
    pub(super) left: usize,
    /// How many were repaired, as somebody verified.
    pub(super) repaired: usize,
    /// How many stand and nobody has spoken of.
    pub(super) standing: usize,
    /// One reason that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) reason: Option<String>,
    /// The setting of `council.toml` that would follow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) proposal: Option<ProposalKeys>,
}

/// A setting under `[lint]` that would follow for a rule.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Proposal")]
pub(super) struct ProposalKeys {
    /// `ignore` or `severity`.
    pub(super) setting: &'static str,
    /// How severe its findings would be at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) severity: Option<&'static str>,
}

/// How often a rule found something.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Count")]
pub(super) struct CountKeys {
    /// The rule.
    pub(super) rule: &'static str,
    /// How often.
    pub(super) count: usize,
}
