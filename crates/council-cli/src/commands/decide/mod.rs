//! `council decide`: records what a human says to the recommendations of a review, about findings of a council session, or
//! about a round of a forum.

pub(in crate::commands) mod forum;
mod session;

use std::collections::BTreeMap;

use clap::Args;
use council::{
    core::{
        gate::Outcome,
        handoff::{Line, Prose, Revision, Tier},
        ident::ProjectName,
        panel::Waiver,
    },
    formats::report::Report,
    handoff,
    panel::{self, DecideRequest, Rest},
};
use jiff::civil::Date;

use crate::{
    clock,
    commands::{Output, panel::ended},
    error::CommandError,
    form,
    printer::Printer,
    settings::{Presence, Settings},
};

/// The arguments of `council decide`.
#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal and without an answer in flags, a form asks. A decision about a forum names the hash of the summary that
was shown, and a stale one is refused.

Examples:
  council decide --project checkout --accept-all --by Ada
  council decide --project checkout --accept 1,3 --reject \"2: the bank does not offer it\" --waive \"2: Ada, 2027-01-31\" --by Ada
  council decide --project checkout --accept 1 --reject-all \"after the launch\" --waive \"all: Ada, 2027-01-31\" --by Ada
  council decide latest --accept-risk \"F-3c9d01b2a7: a pilot with ten users\" --owner Ada --by Ada
  council decide latest --waive \"F-3c9d01b2a7: the bank is late\" --owner Ada --until 2027-01-31 --by Ada
  council decide latest --dismiss \"F-3c9d01b2a7: FR-4 says it\" --verified \"F-90aa12bc34: FR-2 has a bound now\" --by Ada
  council decide --forum checkout --approve 2 --hash HASH --by Ada
  council decide --forum checkout --redirect \"only for a pilot\" --hash HASH --by Ada")]
pub(crate) struct DecideArgs {
    /// The project whose panel review is decided on, a folder of `workspace`
    #[arg(
        long,
        value_name = "NAME",
        allow_hyphen_values = true,
        required_unless_present_any = ["forum", "session"]
    )]
    project: Option<String>,

    /// The recommendations that will be carried out, by number
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',')]
    accept: Vec<usize>,

    /// Recommendations that will not be carried out, and why: `2: REASON` or `2,4: REASON`
    #[arg(long, value_name = "NUMBERS: REASON")]
    reject: Vec<String>,

    /// Carry out every recommendation that is not rejected
    #[arg(long, conflicts_with = "reject_all")]
    accept_all: bool,

    /// Carry out none of the recommendations that are not accepted, and why
    #[arg(long, value_name = "REASON")]
    reject_all: Option<String>,

    /// Who carries the risk of a rejected recommendation, and until when: `2: OWNER, YYYY-MM-DD`
    ///
    /// Needed where the recommendation is about something CRITICAL or HIGH. `all: OWNER, YYYY-MM-DD` is for every
    /// rejected recommendation that no other waiver names. Of a council session: findings that may stay as they are
    /// until a day, and why: `F-0123456789: REASON`, with `--owner` and `--until`.
    #[arg(long, value_name = "NUMBERS: OWNER, DATE")]
    waive: Vec<String>,

    /// What else is to be said
    #[arg(long, value_name = "TEXT")]
    notes: Option<String>,

    /// Who decides
    #[arg(long, value_name = "NAME")]
    by: Option<String>,

    #[command(flatten)]
    forum: forum::ForumChoiceArgs,

    #[command(flatten)]
    session: session::SessionChoiceArgs,
}

/// Records a decision.
pub(crate) fn run(args: &DecideArgs, settings: &Settings) -> Result<Output, CommandError> {
    if let Some(project) = &args.forum.forum {
        return forum::run(&args.forum, project, args.by.as_deref(), settings);
    }
    if let Some(session) = &args.session.session {
        let (waived, by) = (&args.waive, args.by.as_deref());
        return session::run(&args.session, session, waived, by, settings);
    }
    let project = ProjectName::new(args.project.as_deref().unwrap_or_default())?;
    let is_answered = !args.accept.is_empty()
        || !args.reject.is_empty()
        || args.accept_all
        || args.reject_all.is_some();
    if !is_answered && settings.presence == Presence::Human {
        return at_terminal(args, settings, &project);
    }
    let (waive, waive_rest) = waivers(&args.waive)?;
    let rest = match (args.accept_all, &args.reject_all) {
        (true, _) => Rest::Accepted,
        (false, Some(reason)) => Rest::Declined(words("--reject-all", reason)?),
        (false, None) => Rest::Unanswered,
    };
    let request = DecideRequest {
        project: project.clone(),
        by: args.by.as_deref().map(|name| words("--by", name)).transpose()?,
        accept: args.accept.clone(),
        reject: rejections(&args.reject)?,
        rest,
        waive,
        waive_rest,
        notes: Prose::new(args.notes.as_deref().unwrap_or_default()),
    };
    record(settings, &request)
}

fn record(settings: &Settings, request: &DecideRequest) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    match panel::decide(&repo, request, clock::now(), &settings.holder("decide")) {
        Ok(decided) => {
            let gate = handoff::waits(&repo, &request.project, clock::today());
            Ok(panel::decided_report(&decided, gate).into())
        }
        Err(error) => ended("decide", &request.project, error),
    }
}

/// Asks what is to become of each recommendation, shows what was answered, and records it after a yes.
fn at_terminal(
    args: &DecideArgs,
    settings: &Settings,
    project: &ProjectName,
) -> Result<Output, CommandError> {
    let by = args.by.as_deref().map(|name| words("--by", name)).transpose()?;
    let mut request = DecideRequest {
        project: project.clone(),
        by,
        accept: Vec::new(),
        reject: BTreeMap::new(),
        rest: Rest::Unanswered,
        waive: BTreeMap::new(),
        waive_rest: None,
        notes: Prose::new(args.notes.as_deref().unwrap_or_default()),
    };
    let found = handoff::reviews(&settings.repo()?, project)?;
    let waits = found.series.current().filter(|review| review.is_pending());
    let synthesis = waits.and_then(|review| review.handoff.value.synthesis.clone());
    let Some(synthesis) = synthesis else {
        // Nothing waits for an answer; the library says why.
        return record(settings, &request);
    };
    if ask(&mut request, &synthesis.revisions)?.is_none() {
        return Ok(left("decide", project));
    }
    if synthesis.revisions.is_empty() {
        request.rest = Rest::Accepted;
    }
    let printer = Printer::new(settings);
    for line in preview(&request, &synthesis.revisions) {
        printer.note(&line);
    }
    match form::agrees("Record this decision?")? {
        Some(true) => record(settings, &request),
        Some(false) | None => Ok(left("decide", project)),
    }
}

/// Asks about every recommendation, then who decides. Nothing comes back where the form was left.
fn ask(request: &mut DecideRequest, revisions: &[Revision]) -> form::Answer<()> {
    let count = revisions.len();
    for (revision, number) in revisions.iter().zip(1..) {
        let grave = revision.tier <= Tier::Should;
        let mark = if grave { ", grave" } else { "" };
        let question = format!("{number} of {count}{mark}: {}", revision.text);
        let Some(chosen) = form::choose(&question, &["accept", "reject"])? else {
            return Ok(None);
        };
        if chosen == 0 {
            request.accept.push(number);
            continue;
        }
        let Some(reason) = form::words("Why is it not done?", None)? else { return Ok(None) };
        request.reject.insert(number, reason);
        if grave {
            let owner = form::words("Who carries the risk?", request.by.as_ref())?;
            let Some(owner) = owner else { return Ok(None) };
            let until = form::day("Until when?", clock::today())?;
            let Some(until) = until else { return Ok(None) };
            request.waive.insert(number, Waiver { owner, until });
        }
    }
    if request.by.is_none() {
        request.by = form::words("Who decides?", None)?;
    }
    Ok(request.by.is_some().then_some(()))
}

/// Says what would be recorded.
fn preview(request: &DecideRequest, revisions: &[Revision]) -> Vec<String> {
    let mut lines = Vec::new();
    for (revision, number) in revisions.iter().zip(1..) {
        let text = &revision.text;
        lines.push(match (request.reject.get(&number), request.waive.get(&number)) {
            (None, _) => format!("accept {number}: {text}"),
            (Some(why), None) => format!("reject {number}: {text}; because {why}"),
            (Some(why), Some(Waiver { owner, until })) => {
                format!(
                    "OVERRIDE {number}: {text}; because {why}; {owner} carries it until {until}"
                )
            }
        });
    }
    lines.extend(request.by.iter().map(|by| format!("decided by {by}")));
    lines
}

/// Says that a form was left and nothing recorded.
pub(in crate::commands) fn left(command: &'static str, project: &ProjectName) -> Output {
    let headline = "the form was left, and nothing was recorded";
    let report = Report::new(command, project.as_str(), Outcome::InputNeeded, headline);
    Output::Interrupted(Box::new(report))
}

fn rejections(given: &[String]) -> Result<BTreeMap<usize, Line>, CommandError> {
    let mut all = BTreeMap::new();
    for one in given {
        let wrong = || {
            CommandError::usage(format!("`--reject {one}` does not say what and why"))
                .hint("write it as `--reject \"2: REASON\"`")
        };
        let (numbers, reason) = one.split_once(':').ok_or_else(wrong)?;
        let reason = words("--reject", reason)?;
        for number in self::numbers(numbers).ok_or_else(wrong)? {
            if all.insert(number, reason.clone()).is_some() {
                let message = format!("recommendation {number} is rejected twice");
                return Err(CommandError::usage(message));
            }
        }
    }
    Ok(all)
}

type Waivers = (BTreeMap<usize, Waiver>, Option<Waiver>);

fn waivers(given: &[String]) -> Result<Waivers, CommandError> {
    let (mut each, mut rest) = (BTreeMap::new(), None);
    for one in given {
        let wrong = || {
            CommandError::usage(format!(
                "`--waive {one}` does not say what, by whom and until when"
            ))
            .hint("write it as `--waive \"2: OWNER, 2027-01-31\"`")
        };
        let (numbers, waiver) = one.split_once(':').ok_or_else(wrong)?;
        let (owner, until) = waiver.rsplit_once(',').ok_or_else(wrong)?;
        let until: Date = until.trim().parse().map_err(|_| wrong())?;
        let waiver = Waiver { owner: Line::new(owner).ok_or_else(wrong)?, until };
        if numbers.trim() == "all" {
            rest = Some(waiver);
            continue;
        }
        for number in self::numbers(numbers).ok_or_else(wrong)? {
            each.insert(number, waiver.clone());
        }
    }
    Ok((each, rest))
}

fn numbers(list: &str) -> Option<Vec<usize>> {
    list.split(',').map(|number| number.trim().parse().ok()).collect()
}

fn words(flag: &str, given: &str) -> Result<Line, CommandError> {
    Line::new(given).ok_or_else(|| CommandError::usage(format!("`{flag}` needs words")))
}
