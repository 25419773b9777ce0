//! Events that coding agents tell their hooks: which files were written, and which plan is about to be carried out.

mod plan;
mod quantity;

use std::fmt;

use serde_json::Value;
use thiserror::Error;

pub use plan::compare;

/// A program whose hooks are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Host {
    /// Claude Code.
    Claude,
    /// Codex.
    Codex,
    /// Gemini CLI.
    Gemini,
}

/// What a hook is told.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HookEvent {
    /// What the program calls the event.
    pub name: String,
    /// What happened.
    pub happened: HookAction,
}

/// What happened, as far as it matters here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HookAction {
    /// Files were written.
    Edited(Vec<String>),
    /// A plan is done and about to be carried out.
    Planned(String),
    /// Nothing that matters.
    Nothing,
}

/// Why an event was not understood.
#[derive(Debug, Error)]
#[error("the input of the hook is not an event of {host}")]
pub struct NotAnEvent {
    host: Host,
    source: serde_json::Error,
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Host::Claude => "Claude Code",
            Host::Codex => "Codex",
            Host::Gemini => "Gemini CLI",
        })
    }
}

impl HookEvent {
    /// Reads an event. One that is unknown has nothing that matters: programs gain events with every version.
    pub fn read(host: Host, text: &str) -> Result<Self, NotAnEvent> {
        let told: Value =
            serde_json::from_str(text).map_err(|source| NotAnEvent { host, source })?;
        let word = |key: &str| told.get(key).and_then(Value::as_str).unwrap_or_default();
        let input = told.get("tool_input").unwrap_or(&Value::Null);
        Ok(Self {
            name: word("hook_event_name").to_owned(),
            happened: happened(host, word("tool_name"), input),
        })
    }
}

fn happened(host: Host, tool: &str, input: &Value) -> HookAction {
    let text = |key: &str| input.get(key).and_then(Value::as_str).map(str::to_owned);
    match (host, tool) {
        (Host::Claude, "ExitPlanMode") => {
            text("plan").map_or(HookAction::Nothing, HookAction::Planned)
        }
        (Host::Gemini, "exit_plan_mode") => {
            let plan = text("plan").or_else(|| text("content"));
            plan.map_or(HookAction::Nothing, HookAction::Planned)
        }
        (Host::Claude, "Write" | "Edit" | "MultiEdit") => {
            text("file_path").map_or(HookAction::Nothing, |path| HookAction::Edited(vec![path]))
        }
        (Host::Gemini, "write_file" | "replace") => text("file_path")
            .or_else(|| text("path"))
            .map_or(HookAction::Nothing, |path| HookAction::Edited(vec![path])),
        (Host::Codex, "apply_patch") => {
            let patch = text("command").or_else(|| text("patch")).or_else(|| text("input"));
            let paths = patch.as_deref().map(patched).unwrap_or_default();
            if paths.is_empty() { HookAction::Nothing } else { HookAction::Edited(paths) }
        }
        (Host::Claude | Host::Codex | Host::Gemini, _) => HookAction::Nothing,
    }
}

/// Returns the files that are there after a patch of Codex.
fn patched(told: &str) -> Vec<String> {
    const MARKS: [&str; 3] = ["*** Add File: ", "*** Update File: ", "*** Move to: "];
    let path = |line: &str| -> Option<String> {
        let line = line.trim_end();
        let path = MARKS.iter().find_map(|mark| line.strip_prefix(mark))?;
        Some(path.trim().to_owned())
    };
    told.lines().filter_map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(host: Host, text: &str, expected: &HookAction) {
        assert_eq!(&HookEvent::read(host, text).unwrap().happened, expected, "{text}");
    }

    fn edited(paths: &[&str]) -> HookAction {
        HookAction::Edited(paths.iter().map(|path| (*path).to_owned()).collect())
    }

    #[test]
    fn each_program_says_in_its_own_way_what_was_written() {
        check(
            Host::Claude,
            r#"{"hook_event_name":"PostToolUse","tool_name":"Write","tool_input":{"file_path":"/r/a.md","content":"x"}}"#,
            &edited(&["/r/a.md"]),
        );
        check(
            Host::Gemini,
            r#"{"hook_event_name":"AfterTool","tool_name":"replace","tool_input":{"file_path":"a.md"}}"#,
            &edited(&["a.md"]),
        );
        check(
            Host::Codex,
            r#"{"hook_event_name":"PostToolUse","tool_name":"apply_patch","tool_input":{"command":"*** Begin Patch\n*** Update File: a.md\n@@\n-x\n+y\n*** Add File: b.md\n+z\n*** Delete File: c.md\n*** End Patch"}}"#,
            &edited(&["a.md", "b.md"]),
        );
    }

    #[test]
    fn what_is_unknown_is_nothing_and_what_is_no_event_is_an_error() {
        check(
            Host::Claude,
            r#"{"tool_name":"Bash","tool_input":{"command":"ls"}}"#,
            &HookAction::Nothing,
        );
        check(Host::Claude, "{}", &HookAction::Nothing);
        check(Host::Claude, "[1]", &HookAction::Nothing);
        assert!(HookEvent::read(Host::Codex, "not json").is_err());
    }

    #[test]
    fn the_end_of_plan_mode_hands_over_the_plan() {
        let told = r#"{"hook_event_name":"PreToolUse","tool_name":"ExitPlanMode","tool_input":{"plan":"1. do"}}"#;
        check(Host::Claude, told, &HookAction::Planned("1. do".to_owned()));
    }
}
