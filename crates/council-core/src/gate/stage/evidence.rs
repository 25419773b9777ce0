//! What was read for a stage review, before anything is concluded from it.

use std::fmt;

use jiff::civil::{Date, Time};

use super::stages::Stage;
use crate::{diagnostic::Parsed, ident::SpecId, tree::TreeEntry};

/// Everything a stage review looks at.
#[derive(Debug, Clone, PartialEq)]
pub struct StageRead {
    /// The spec.
    pub spec: SpecId,
    /// The stage that was asked for.
    pub stage: Stage,
    /// The folder the evidence is expected in.
    pub folder: String,
    /// The stage's evidence, in any order.
    pub files: Vec<EvidenceFile>,
    /// Files in the folder that look like evidence of the stage and are none.
    pub passed_over: Vec<PassedOver>,
    /// The packet file that shows the stage was done, for a stage that has one.
    pub packet: Option<PacketFile>,
    /// What the commands measured. It enriches a report and decides nothing.
    pub telemetry: Vec<Telemetry>,
}

impl StageRead {
    /// Returns what stands for a stage of which nothing was read.
    pub fn nothing(spec: SpecId, stage: Stage, folder: String) -> Self {
        Self {
            spec,
            stage,
            folder,
            files: Vec::new(),
            passed_over: Vec::new(),
            packet: None,
            telemetry: Vec::new(),
        }
    }
}

/// One evidence file and what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct EvidenceFile {
    /// The file, repo-relative.
    pub path: String,
    /// When it was written, by its name or else by its contents.
    pub at: Option<FileTime>,
    /// What it says; nothing where it could not be read.
    pub statement: Parsed<Option<AgentStatement>>,
}

impl EvidenceFile {
    /// Returns the file's name without its folder.
    pub fn name(&self) -> &str {
        self.path.rsplit('/').next().unwrap_or(&self.path)
    }

    /// Tells whether it is a template that nobody filled in.
    pub(super) fn is_unfilled(&self) -> bool {
        !self.is_usable() && self.statement.value.as_ref().is_some_and(|said| said.is_template)
    }

    /// Tells whether it says something: a conflict, that its agent failed, or, whole and filled in, that there is no
    /// conflict.
    pub fn is_usable(&self) -> bool {
        let Some(statement) = &self.statement.value else { return false };
        let speaks = !statement.conflicts.is_empty() || statement.error.is_some();
        speaks || (self.statement.diagnostics.is_empty() && !statement.is_template)
    }
}

/// What one agent left behind about a stage.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AgentStatement {
    /// Who says it.
    pub agent: Option<String>,
    /// The model behind the agent.
    pub model: Option<String>,
    /// The run it belongs to.
    pub run: Option<String>,
    /// When it was said.
    pub at: Option<FileTime>,
    /// How the agent failed, if it did. Empty text is a failure without a reason.
    pub error: Option<String>,
    /// What contradicts what.
    pub conflicts: Vec<String>,
    /// What the agent calls the state of its synthesis. Shown, never judged.
    pub status: Option<String>,
    /// Whether it is a template that nobody filled in.
    pub is_template: bool,
    /// The last day on which it holds, where it rests on something that humans have let pass until then.
    pub until: Option<Date>,
}

impl StageRead {
    /// Adds what speaks against evidence that holds no more on a day.
    #[must_use]
    pub fn on(mut self, day: Date) -> Self {
        for statement in self.files.iter_mut().filter_map(|file| file.statement.value.as_mut()) {
            if let Some(until) = statement.until.filter(|until| *until < day) {
                statement.conflicts.push(format!(
                    "it rests on findings that were let pass until {until}, which is over"
                ));
            }
        }
        self
    }
}

/// How a conflict says that an agent crashed. The whole conflict must say it and nothing else, so that no real conflict
/// can pass for a crash by mentioning one.
const CRASHES: [&str; 8] = [
    "aborted",
    "crashed",
    "did not finish",
    "did not respond",
    "error",
    "failed",
    "timed out",
    "timeout",
];

impl AgentStatement {
    /// Tells whether the agent's only conflict is that it crashed itself: `claude execution failed` in claude's file.
    pub fn is_own_crash(&self) -> bool {
        let (Some(error), [conflict]) = (&self.error, self.conflicts.as_slice()) else {
            return false;
        };
        let error = folded(error);
        let conflict = folded(conflict);
        let agent = self.agent.as_deref().map(folded).unwrap_or_default();
        let said = [agent.as_str(), "the agent", "agent"]
            .into_iter()
            .find_map(|subject| after(&conflict, subject))
            .unwrap_or(&conflict);
        if !said.is_empty() && said == error {
            return true;
        }
        let said = after(said, "execution").unwrap_or(said);
        CRASHES.into_iter().any(|crash| said == crash || after(said, crash) == Some(&error))
    }

    /// Tells whether the agent looked at the stage, rather than only reporting that it failed to or leaving a template.
    pub fn is_review(&self) -> bool {
        let has_conflicts = !self.conflicts.is_empty() && !self.is_own_crash();
        has_conflicts || (self.error.is_none() && !self.is_template)
    }
}

/// Returns what follows a word and a space or colon.
fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest =
        text.strip_prefix(word).filter(|rest| !word.is_empty() && rest.starts_with([' ', ':']))?;
    Some(rest.trim_start_matches([' ', ':']))
}

/// Folds case and whitespace, and drops a closing period.
fn folded(text: &str) -> String {
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ").trim_end_matches('.').to_lowercase()
}

/// A file that has the look of evidence and is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedOver {
    /// Its name in the evidence folder.
    pub name: String,
    /// Why it is none.
    pub why: NotEvidence,
}

/// Why a file is not evidence of a stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotEvidence {
    /// It measures an agent instead of speaking for it.
    Metrics,
    /// It is not JSON by its name.
    NotJson,
    /// It belongs to the stage that was asked for by another name, whose evidence is another stage's.
    Alias,
}

/// The document that shows a stage was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PacketFile {
    /// Where it is expected, repo-relative.
    pub path: String,
    /// Whether it is there.
    pub present: bool,
}

/// What a command measured.
#[derive(Debug, Clone, PartialEq)]
pub struct Telemetry {
    /// The file, repo-relative.
    pub path: String,
    /// Its outermost plain values.
    pub facts: Vec<TreeEntry>,
    /// Why it could not be read.
    pub problem: Option<String>,
}

/// A point in time as file names tell it, in UTC: a day, mostly with a time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileTime {
    /// The day.
    pub day: Date,
    /// The time of day, to the second.
    pub time: Option<Time>,
}

impl fmt::Display for FileTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.time {
            Some(time) => write!(f, "{}T{time}Z", self.day),
            None => write!(f, "{}", self.day),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn says(agent: Option<&str>, error: Option<&str>, conflicts: &[&str]) -> AgentStatement {
        AgentStatement {
            agent: agent.map(str::to_owned),
            error: error.map(str::to_owned),
            conflicts: conflicts.iter().map(|text| (*text).to_owned()).collect(),
            ..AgentStatement::default()
        }
    }

    #[test]
    fn evidence_that_rests_on_a_waiver_speaks_against_itself_once_its_last_day_is_over() {
        let day = |day| jiff::civil::date(2026, 3, day);
        let conflicts = |until: Option<Date>, today: Date| {
            let statement = AgentStatement { until, ..says(None, None, &["R1"]) };
            let statement = Parsed { value: Some(statement), diagnostics: Vec::new() };
            let file = EvidenceFile { path: "a.json".to_owned(), at: None, statement };
            let spec = SpecId::new("SPEC-1").unwrap();
            let mut read = StageRead::nothing(spec, Stage::Plan, "docs".to_owned());
            read.files.push(file);
            read.on(today).files.remove(0).statement.value.unwrap().conflicts
        };
        assert_eq!(conflicts(None, day(3)), ["R1"]);
        assert_eq!(conflicts(Some(day(3)), day(3)), ["R1"], "the last day is one of its days");
        let over = "it rests on findings that were let pass until 2026-03-03, which is over";
        assert_eq!(conflicts(Some(day(3)), day(4)), ["R1", over]);
    }

    #[test]
    fn an_agent_that_says_only_that_it_crashed_has_no_conflict() {
        for conflict in [
            "claude execution failed",
            "Claude: execution failed.",
            "execution failed",
            "claude timed out",
            "claude: exit status 1",
            "exit  status 1",
            "agent crashed: exit status 1",
            "the agent did not respond",
        ] {
            assert!(says(Some("claude"), Some("exit status 1"), &[conflict]).is_own_crash());
        }
    }

    #[test]
    fn a_conflict_that_says_more_than_a_crash_is_a_conflict() {
        for conflict in [
            "gemini execution failed",
            "claude execution failed and R1 contradicts R2",
            "the plan says execution failed, the spec says it cannot",
            "claude failed to reconcile R1 with R2",
            "claude execution failed: R1 contradicts R2",
            "claudette execution failed",
            "",
            "claude",
            "claude:",
        ] {
            assert!(!says(Some("claude"), Some("exit status 1"), &[conflict]).is_own_crash());
        }
    }

    #[test]
    fn without_an_error_or_beside_another_conflict_a_crash_is_a_conflict() {
        assert!(!says(Some("claude"), None, &["claude execution failed"]).is_own_crash());
        let two = ["claude execution failed", "R1 contradicts R2"];
        assert!(!says(Some("claude"), Some("failed"), &two).is_own_crash());
    }

    #[test]
    fn an_empty_error_makes_no_empty_conflict_a_crash() {
        assert!(!says(Some("claude"), Some(""), &[""]).is_own_crash());
        assert!(!says(None, Some(""), &[""]).is_own_crash());
    }
}
