//! `council hook`: what a coding agent's program starts when a file was written or a plan is done.

use std::{fmt::Write as _, path::Path};

use clap::{Args, ValueEnum};
use council::{
    Repo,
    core::{
        gate::{Signal, Weight},
        packet::Packet,
        severity::Severity,
    },
    formats::{
        packet,
        project::Project,
        report::{ReportFinding, clean},
    },
    hook::{self, HookAction, HookEvent, Host},
    lint::{self, MinorFindings},
    specifications::Specifications,
};
use serde_json::json;

use super::{check::located, lint::settle};
use crate::{
    commands::Output,
    error::{CommandError, Hint as _},
    exit::Exit,
    settings::Settings,
};

/// The most findings that are told at once; an agent repairs and is told the rest.
const MOST: usize = 20;

/// The arguments of `council hook`.
#[derive(Debug, Args)]
#[command(after_help = "\
The program that starts it tells the event as JSON on standard input. Where a specification was written, it is checked with the \
offline rules: a blocker or major finding ends with 2, with what to repair on standard error, which programs hand to their \
agent. Minor findings and notes never stop anything; they are told as context. Where a plan is done, it is held against the \
specifications that it names. Every other event, and every file that is no specification, ends with 0 and no word.

What goes wrong here never stops an agent: it ends with 3.

Examples:
  Claude Code   {\"hooks\": {\"PostToolUse\": [{\"matcher\": \"Write|Edit|MultiEdit\",
                  \"hooks\": [{\"type\": \"command\", \"command\": \"council hook claude\"}]}]}}
  By hand       council hook claude < event.json")]
pub(crate) struct HookArgs {
    /// Whose event it is
    #[arg(value_enum, value_name = "PROGRAM")]
    host: HostArg,
}

/// A program whose hooks are understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HostArg {
    /// Claude Code
    Claude,
    /// Codex
    Codex,
    /// Gemini CLI
    Gemini,
}

impl From<HostArg> for Host {
    fn from(host: HostArg) -> Self {
        match host {
            HostArg::Claude => Host::Claude,
            HostArg::Codex => Host::Codex,
            HostArg::Gemini => Host::Gemini,
        }
    }
}

/// What an agent is told.
#[derive(Default)]
struct AgentMessage {
    /// What stops it.
    stops: String,
    /// What it may know.
    advice: String,
}

impl AgentMessage {
    /// Says beside what was found that the settings were not followed.
    fn add(&mut self, why: &str) {
        let said = format!(
            "council: the settings of this repository are not followed, so the default rules hold: {}\n",
            clean::line(why)
        );
        let to = if self.stops.is_empty() { &mut self.advice } else { &mut self.stops };
        to.push_str(&said);
    }
}

/// Returns the settings of the repository. Where they cannot be followed, the default ones and why: a line that nobody can
/// read must not turn the hook off.
fn believed(settings: &Settings, repo: &Repo) -> (Project, Option<String>) {
    let read = settings.project(repo).and_then(|project| {
        settle(&mut lint::LintRequest::default(), &project)?;
        Ok(project)
    });
    match read {
        Ok(project) => (project, None),
        Err(error) => (Project::default(), Some(error.chain().collect::<Vec<_>>().join(": "))),
    }
}

/// Answers an event.
pub(crate) fn run(args: &HookArgs, settings: &Settings) -> Result<Output, CommandError> {
    let text = settings.standard_input()?;
    let event = HookEvent::read(args.host.into(), &text)
        .hint("a program starts this command as its hook, and tells the event on standard input")?;
    let repo = settings.repo()?;
    let (project, refused) = believed(settings, &repo);
    let mut told = match &event.happened {
        HookAction::Nothing => None,
        HookAction::Edited(paths) => edited(settings, &repo, &project, paths)?,
        HookAction::Planned(plan) => Some(planned(&repo, &project, plan)?),
    };
    if let (Some(told), Some(why)) = (&mut told, &refused) {
        told.add(why);
    }
    let told = told.unwrap_or_default();
    let mut stdout = String::new();
    if told.stops.is_empty() && !told.advice.is_empty() {
        let context = json!({ "hookEventName": event.name, "additionalContext": told.advice });
        let _ = writeln!(stdout, "{}", json!({ "hookSpecificOutput": context }));
    }
    let exit = if told.stops.is_empty() { Exit::Pass } else { Exit::Blocked };
    Ok(Output::Apart { stdout, stderr: told.stops, exit })
}

/// Checks what was written, as far as it is a specification; nothing where none was written.
fn edited(
    settings: &Settings,
    repo: &Repo,
    project: &Project,
    paths: &[String],
) -> Result<Option<AgentMessage>, CommandError> {
    let specifications = Specifications::of(project);
    let mut request = lint::LintRequest::default();
    settle(&mut request, project)?;
    for path in paths {
        // What lies elsewhere or is gone again is nobody's specification here.
        let Ok(path) = located(repo, settings.folder()?, Path::new(path)) else { continue };
        let Ok(text) = repo.read(&path) else { continue };
        if specifications.convention_of_text(repo, &path, &text).is_some() {
            request.paths.push(path);
        }
    }
    if request.paths.is_empty() {
        return Ok(None);
    }
    let linted = lint::lint(repo, &request).linted;
    let reports: Vec<_> =
        linted.into_iter().map(|one| lint::report(one, MinorFindings::Shown)).collect();
    let findings: Vec<&ReportFinding> =
        reports.iter().flat_map(|report| &report.findings).collect();
    let (stop, advise): (Vec<&ReportFinding>, Vec<&ReportFinding>) =
        findings.into_iter().partition(|finding| finding.severity >= Severity::Major);
    let mut told = AgentMessage::default();
    if !stop.is_empty() {
        let _ = writeln!(
            told.stops,
            "council: {} in a specification that was just written. Repair them there before anything is built from it. One \
             that is wrong is suppressed in the file with a reason; `council explain RULE` says how a rule thinks.",
            count(stop.len(), "finding of weight", "findings of weight")
        );
        told.stops.push_str(&listed(&stop));
    }
    if !advise.is_empty() {
        let _ = writeln!(
            told.advice,
            "council: {} in a specification that was just written. None of them stops anything.",
            count(advise.len(), "lesser finding", "lesser findings")
        );
        told.advice.push_str(&listed(&advise));
    }
    Ok(Some(told))
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn listed(findings: &[&ReportFinding]) -> String {
    let mut text = String::new();
    for finding in findings.iter().take(MOST) {
        let (path, start) = (finding.original.path(), finding.start);
        let (severity, rule) = (finding.severity.word(), finding.rule);
        let line = format!("{path}:{}: {severity}[{rule}] {}", start.line, finding.message);
        let _ = writeln!(text, "{}", clean::line(&line));
        let _ = writeln!(text, "  to fix it: {}", clean::line(&finding.remediation));
    }
    if findings.len() > MOST {
        let _ = writeln!(text, "and {} more", findings.len() - MOST);
    }
    text
}

/// Holds a plan against the specifications that it names.
fn planned(repo: &Repo, project: &Project, plan: &str) -> Result<AgentMessage, CommandError> {
    let mut packets: Vec<Packet> = Vec::new();
    for found in Specifications::of(project).find(repo, "")? {
        if let Ok(text) = repo.read(&found.path) {
            packets.push(packet::markdown_prd(&found.path, &text).value);
        }
    }
    let signals = hook::compare(plan, &packets);
    let said = |signal: &Signal| {
        let place = signal.place.path.as_ref().map(|_| format!("{}: ", signal.place));
        let help = signal.help.as_ref().map(|help| format!("\n  {help}"));
        let (place, help) = (place.unwrap_or_default(), help.unwrap_or_default());
        clean::block(&format!("{place}[{}] {}{help}\n", signal.code, signal.message)).into_owned()
    };
    let of = |weight: Weight| signals.iter().filter(move |signal| signal.weight == weight);
    let mut told = AgentMessage {
        stops: of(Weight::Block).map(said).collect(),
        advice: of(Weight::Advisory).map(said).collect(),
    };
    if !told.stops.is_empty() {
        told.stops.insert_str(0, "council: the plan does not fit the specification.\n");
        told.stops.push_str(&told.advice);
    }
    Ok(told)
}
