//! The names of evidence files and the times in them.

use council_core::gate::stage::{FileTime, NotEvidence, Stage};
use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
    tz::TimeZone,
};

/// The folder of the spec packets.
pub const PACKET_ROOT: &str = "docs";

/// The folder of the evidence, unless the caller names another.
pub const EVIDENCE_ROOT: &str = "docs/SPEC-OPS-004-integrated-coder-hooks/evidence";

/// The folder of the statements below the evidence.
pub const CONSENSUS_FOLDER: &str = "consensus";

/// The folder of the commands' telemetry below the evidence.
pub const COMMANDS_FOLDER: &str = "commands";

/// What a file is to a stage, by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Evidence of the stage.
    Evidence,
    /// It has the look of evidence and is none.
    PassedOver(NotEvidence),
    /// It has nothing to do with the stage.
    Unrelated,
}

/// Tells what a file is to the evidence of a stage.
pub fn kind(stage: Stage, name: &str) -> FileKind {
    let Some(rest) = after_prefix(stage, name) else {
        return FileKind::Unrelated;
    };
    match rest.strip_suffix(".json") {
        None => FileKind::PassedOver(NotEvidence::NotJson),
        Some(stem) if stem.ends_with("_metrics") => FileKind::PassedOver(NotEvidence::Metrics),
        Some(_) => FileKind::Evidence,
    }
}

/// Tells whether a file is a command's telemetry.
pub fn is_telemetry(name: &str) -> bool {
    name.strip_suffix(".json").is_some_and(|stem| stem.contains("_telemetry_"))
}

/// Returns the pattern of a stage's evidence, for messages.
pub fn pattern(stage: Stage) -> String {
    format!("spec-{}_*.json", stage.word())
}

/// Returns the name of a statement's file: `spec-plan_claude_20260131T120000.json`. Whatever would not be safe or clear in
/// a name becomes `-`: the agent's name comes from outside.
pub fn of_statement(stage: Stage, agent: &str, at: DateTime) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let agent: String = agent.chars().take(32).map(safe).collect();
    let agent = agent.trim_matches('-');
    let agent = if agent.is_empty() { "agent" } else { agent };
    format!("spec-{}_{agent}_{}.json", stage.word(), at.strftime("%Y%m%dT%H%M%S"))
}

/// Finds the time in an evidence file's name. Where several parts tell one, the last does: the contract puts it there.
pub fn time(name: &str) -> Option<FileTime> {
    let stem = name.strip_suffix(".json").unwrap_or(name);
    stem.split('_').rev().find_map(moment)
}

/// Reads a time in any of the forms found in names and contents; without an offset it is UTC.
pub fn moment(text: &str) -> Option<FileTime> {
    let text = text.trim();
    if let Ok(stamp) = text.parse::<Timestamp>() {
        let at = TimeZone::UTC.to_datetime(stamp);
        return Some(FileTime { day: at.date(), time: Some(to_second(at.time())) });
    }
    let mut digits = Digits { rest: text };
    let day = digits.date()?;
    let Some(rest) = digits.rest.strip_prefix(['T', '-', ' ']) else {
        return digits.rest.is_empty().then_some(FileTime { day, time: None });
    };
    digits.rest = rest;
    let time = digits.time()?;
    let rest = digits.rest.strip_prefix('Z').unwrap_or(digits.rest);
    // A process id or a fraction of the second may follow; anything else means that this is no time.
    let ends = rest.is_empty() || rest.starts_with(['-', '.']);
    ends.then_some(FileTime { day, time: Some(time) })
}

fn after_prefix(stage: Stage, name: &str) -> Option<&str> {
    name.strip_prefix("spec-")?.strip_prefix(stage.word())?.strip_prefix('_')
}

fn to_second(time: Time) -> Time {
    time.with().subsec_nanosecond(0).build().unwrap_or(time)
}

/// Reads a date and a time digit by digit, with or without their separators.
struct Digits<'a> {
    rest: &'a str,
}

impl Digits<'_> {
    fn date(&mut self) -> Option<Date> {
        let year = i16::try_from(self.number(4)?).ok()?;
        self.skip('-');
        let month = i8::try_from(self.number(2)?).ok()?;
        self.skip('-');
        let day = i8::try_from(self.number(2)?).ok()?;
        Date::new(year, month, day).ok()
    }

    fn time(&mut self) -> Option<Time> {
        let hour = i8::try_from(self.number(2)?).ok()?;
        self.skip(':');
        let minute = i8::try_from(self.number(2)?).ok()?;
        self.skip(':');
        let second = i8::try_from(self.number(2)?).ok()?;
        Time::new(hour, minute, second, 0).ok()
    }

    fn number(&mut self, digits: usize) -> Option<u32> {
        let (head, rest) = self.rest.split_at_checked(digits)?;
        if !head.chars().all(|c| c.is_ascii_digit()) {
            return None;
        }
        self.rest = rest;
        head.parse().ok()
    }

    fn skip(&mut self, separator: char) {
        self.rest = self.rest.strip_prefix(separator).unwrap_or(self.rest);
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn told(text: &str) -> Option<String> {
        moment(text).map(|moment| moment.to_string())
    }

    #[test]
    fn every_form_of_a_time_is_read() {
        for (text, expected) in [
            ("20251220T000000", "2025-12-20T00:00:00Z"),
            ("20251220T000000Z", "2025-12-20T00:00:00Z"),
            ("20251220-101500", "2025-12-20T10:15:00Z"),
            ("2025-10-05T01:10:37Z", "2025-10-05T01:10:37Z"),
            ("2025-10-14T15:58:30Z-79323873", "2025-10-14T15:58:30Z"),
            ("2025-10-05T03:00:33.877518612+02:00", "2025-10-05T01:00:33Z"),
            ("2025-11-11 02:35:22", "2025-11-11T02:35:22Z"),
            ("20251120", "2025-11-20"),
            ("2025-11-20", "2025-11-20"),
        ] {
            assert_eq!(told(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_never_read_as_one() {
        for text in [
            "",
            "claude",
            "synthesis",
            "${timestamp_run}",
            "2025",
            "20251340",
            "20251220T",
            "20251220T250000",
            "20251220x",
            "123456789012",
            "20251220T000000x",
            "é0251220",
            "2025122é",
        ] {
            assert_eq!(told(text), None, "{text}");
        }
    }

    #[test]
    fn the_time_of_a_name_is_its_last() {
        let told = |name| time(name).map(|moment| moment.to_string());
        assert_eq!(told("spec-plan_claude_20251120.json").as_deref(), Some("2025-11-20"));
        assert_eq!(
            told("spec-plan_2025-10-05T01:10:37Z_gpt_pro.json").as_deref(),
            Some("2025-10-05T01:10:37Z")
        );
        assert_eq!(told("spec-plan_20250101_x_20260101.json").as_deref(), Some("2026-01-01"));
        assert_eq!(told("spec-plan_synthesis.json"), None);
    }

    #[test]
    fn a_file_is_known_by_its_name() {
        for (name, expected) in [
            ("spec-plan_claude_20251120.json", FileKind::Evidence),
            ("spec-plan_.json", FileKind::Evidence),
            ("spec-plan_claude_metrics.json", FileKind::PassedOver(NotEvidence::Metrics)),
            ("spec-plan_telemetry.jsonl", FileKind::PassedOver(NotEvidence::NotJson)),
            ("spec-plan_prompt.txt", FileKind::PassedOver(NotEvidence::NotJson)),
            ("spec-plan.json", FileKind::Unrelated),
            ("spec-planning_x.json", FileKind::Unrelated),
            ("spec-tasks_claude.json", FileKind::Unrelated),
            ("plan_verdict.json", FileKind::Unrelated),
            ("SPEC-PLAN_x.json", FileKind::Unrelated),
        ] {
            assert_eq!(kind(Stage::Plan, name), expected, "{name}");
        }
    }

    #[test]
    fn a_written_name_is_safe_and_is_evidence_of_its_stage_and_time() {
        let at = date(2026, 1, 31).at(12, 0, 0, 0);
        for (agent, expected) in [
            ("claude", "spec-plan_claude_20260131T120000.json"),
            ("../Etc/pass_wd", "spec-plan_etc-pass-wd_20260131T120000.json"),
            ("metrics", "spec-plan_metrics_20260131T120000.json"),
            ("é", "spec-plan_agent_20260131T120000.json"),
        ] {
            let name = of_statement(Stage::Plan, agent, at);
            assert_eq!(name, expected);
            assert_eq!(kind(Stage::Plan, &name), FileKind::Evidence);
            let told = FileTime { day: at.date(), time: Some(at.time()) };
            assert_eq!(time(&name), Some(told));
        }
    }

    #[test]
    fn telemetry_is_known_by_its_name() {
        assert!(is_telemetry("spec-plan_telemetry_20251120.json"));
        assert!(!is_telemetry("spec-plan_telemetry.jsonl"));
        assert!(!is_telemetry("spec-plan_2025-10-14T15:58:30Z-79323873.json"));
    }
}
