//! `council decide`: records what a human says to the recommendations of a review, about findings of a council session, or
//! about a round of a forum.

pub(in crate::commands) mod forum;
mod picked;
mod session;

use std::collections::BTreeMap;

use clap::Args;
use council::{
    core::{
        gate::Outcome,
        handoff::{CleanLine, Prose},
        ident::ProjectName,
        panel::Waiver,
    },
    formats::report::Report,
    handoff,
    panel::{self, GroupAnswers, KeptGroup, KeptIssue, PanelDecideRequest, Undecided, UnnamedRest},
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

use self::picked::{Picked, picked};

/// The arguments of `council decide`.
#[derive(Debug, Args)]
#[command(after_help = "\
On a terminal and without an answer in flags, a form asks. \
A decision about a forum names the hash of the summary that was shown; a stale one is refused.

Examples:
  council decide --project checkout --accept-all --by Ada
  council decide --project checkout --accept 1,3 --reject \"2: no such API\" --by Ada
  council decide --project shop --accept 1 --reject \"2: no\" --waive \"2: Bo, 2027-01-31\" --by Ada
  council decide --project checkout --accept G1,G2 --reject \"G3: after launch\" --by Ada
  council decide --project checkout --reject-all \"later\" --waive \"all: Bo, 2027-01-31\" --by Ada
  council decide --project checkout --waive \"2: Bo, 2027-06-30\" --by Ada
  council decide latest --accept-risk \"F-3c9d01b2a7: a pilot with ten users\" --owner Ada --by Ada
  council decide latest --waive \"F-3c9d01b2a7: late\" --owner Bo --until 2027-01-31 --by Ada
  council decide latest --dismiss \"F-3c9d01b2a7: FR-4 says it\" --by Ada
  council decide latest --verified \"F-90aa12bc34: FR-2 has a bound now\" --by Ada
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

    /// The recommendations that will be carried out, by number or by group: `1,3-5` or `G2`
    ///
    /// What is said to one recommendation is an exception from what is said to its group.
    #[arg(long, value_name = "NUMBERS")]
    accept: Vec<String>,

    /// Recommendations that will not be carried out, and why: `2: REASON`, `2,4-6: REASON` or `G3: REASON`
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

    #[cfg(feature = "postgres")]
    #[command(flatten)]
    store: super::stored::StoreArgs,
}

/// Records a decision.
pub(crate) fn run(args: &DecideArgs, settings: &Settings) -> Result<Output, CommandError> {
    if let Some(project) = &args.forum.forum {
        return forum::run(&args.forum, project, args.by.as_deref(), settings);
    }
    if let Some(session) = &args.session.session {
        let (waived, by) = (&args.waive, args.by.as_deref());
        #[cfg(feature = "postgres")]
        if let Some(output) =
            super::stored::laid_out(&args.store, settings, session, |name, settings| {
                session::run(&args.session, name, waived, by, settings)
            })?
        {
            return Ok(output);
        }
        return session::run(&args.session, session, waived, by, settings);
    }
    let project = ProjectName::new(args.project.as_deref().unwrap_or_default())?;
    let is_answered = !args.accept.is_empty()
        || !args.reject.is_empty()
        || args.accept_all
        || args.reject_all.is_some();
    if !is_answered && args.waive.is_empty() {
        if settings.presence == Presence::Human {
            return at_terminal(args, settings, &project);
        }
        let holder = settings.holder("decide");
        let open = panel::undecided(&settings.repo()?, &project, clock::today(), &holder);
        match open {
            Ok(open) if !open.kept.issues.is_empty() => {
                return Ok(panel::undecided_report(&open).into());
            }
            Ok(_) => {}
            Err(error) => return ended("decide", &project, error),
        }
    }
    let mut groups = GroupAnswers::default();
    let (waive, waive_rest) = waivers(&args.waive, &mut groups)?;
    let accept = accepted(&args.accept, &mut groups)?;
    let reject = rejections(&args.reject, &mut groups)?;
    let rest = match (args.accept_all, &args.reject_all) {
        (true, _) => UnnamedRest::Accepted,
        (false, Some(reason)) => UnnamedRest::Declined(words("--reject-all", reason)?),
        (false, None) => UnnamedRest::Unanswered,
    };
    let request = PanelDecideRequest {
        project: project.clone(),
        by: args.by.as_deref().map(|name| words("--by", name)).transpose()?,
        accept,
        reject,
        rest,
        waive,
        waive_rest,
        groups,
        notes: Prose::new(args.notes.as_deref().unwrap_or_default()),
    };
    record(settings, &request)
}

fn record(settings: &Settings, request: &PanelDecideRequest) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    match panel::decide(&repo, request, clock::now(), &settings.holder("decide")) {
        Ok(decided) => {
            let gate = handoff::waits(&repo, &request.project, clock::today());
            Ok(panel::decided_report(&decided, gate).into())
        }
        Err(error) => ended("decide", &request.project, error),
    }
}

/// Asks who decides and what is to become of each group, shows what was answered, and records it after a yes. What cannot
/// be decided now is refused before anything is asked.
fn at_terminal(
    args: &DecideArgs,
    settings: &Settings,
    project: &ProjectName,
) -> Result<Output, CommandError> {
    let holder = settings.holder("decide");
    let open = match panel::undecided(&settings.repo()?, project, clock::today(), &holder) {
        Ok(open) => open,
        Err(error) => return ended("decide", project, error),
    };
    let by = match &args.by {
        Some(name) => Some(words("--by", name)?),
        None => form::words("Who decides?", None)?,
    };
    if by.is_none() {
        return Ok(left("decide", project));
    }
    let mut request = PanelDecideRequest {
        notes: Prose::new(args.notes.as_deref().unwrap_or_default()),
        ..PanelDecideRequest::new(project.clone(), by)
    };
    let printer = Printer::new(settings);
    for group in &open.kept.groups {
        for line in panel::group_lines(&open, group) {
            form::show(&printer, &line);
        }
        if ask(&mut request, &open, group)?.is_none() {
            return Ok(left("decide", project));
        }
    }
    if open.kept.issues.is_empty() {
        request.rest = UnnamedRest::Accepted;
    }
    for line in preview(&request, &open) {
        form::remark(&printer, &line);
    }
    match form::agrees("Record this decision?")? {
        Some(true) => record(settings, &request),
        Some(false) | None => Ok(left("decide", project)),
    }
}

/// Asks about a group, and about its recommendations one by one where somebody wants that. Nothing comes back where the
/// form was left.
fn ask(request: &mut PanelDecideRequest, open: &Undecided, group: &KeptGroup) -> form::Answer<()> {
    let members = open.asked(group);
    let question = format!("G{} of {}:", group.number, open.kept.groups.len());
    let ways: &[&str] = match members.len() {
        0 => return Ok(Some(())),
        1 => &["accept", "reject"],
        _ => &["accept", "reject", "one by one"],
    };
    let Some(chosen) = form::choose(&question, ways)? else { return Ok(None) };
    if chosen < 2 {
        return answer(request, &members, chosen == 0);
    }
    for issue in members {
        let question = format!("{} of {}:", issue.number, open.kept.issues.len());
        let Some(chosen) = form::choose(&question, &["accept", "reject"])? else {
            return Ok(None);
        };
        if answer(request, &[issue], chosen == 0)?.is_none() {
            return Ok(None);
        }
    }
    Ok(Some(()))
}

/// Takes an answer to recommendations, and asks for what a rejection needs.
fn answer(
    request: &mut PanelDecideRequest,
    to: &[&KeptIssue],
    is_accepted: bool,
) -> form::Answer<()> {
    let numbers = to.iter().map(|issue| issue.number);
    if is_accepted {
        request.accept.extend(numbers);
        return Ok(Some(()));
    }
    let Some(reason) = form::words("Why are you rejecting it?", None)? else { return Ok(None) };
    request.reject.extend(numbers.map(|number| (number, reason.clone())));
    let grave: Vec<&&KeptIssue> = to.iter().filter(|issue| issue.needs_waiver()).collect();
    if grave.is_empty() {
        return Ok(Some(()));
    }
    let owner = form::words("Who carries the risk?", request.by.as_ref())?;
    let Some(owner) = owner else { return Ok(None) };
    let until = form::day("Until when?", clock::today())?;
    let Some(until) = until else { return Ok(None) };
    for issue in grave {
        request.waive.insert(issue.number, Waiver { owner: owner.clone(), until });
    }
    Ok(Some(()))
}

/// Says what would be recorded. Every recommendation was shown with its evidence when it was asked about.
fn preview(request: &PanelDecideRequest, open: &Undecided) -> Vec<String> {
    let (mut accepted, mut waived) = (Vec::new(), Vec::new());
    let mut rejected = Vec::new();
    for group in &open.kept.groups {
        for &number in &group.recommendations {
            match (request.reject.get(&number), request.waive.get(&number)) {
                (None, _) if open.carried.contains_key(&number) => waived.push(number),
                (None, _) => accepted.push(number),
                (Some(why), None) => {
                    rejected.push(format!("reject {number} ({}): {why}", group.topic));
                }
                (Some(why), Some(Waiver { owner, until })) => rejected.push(format!(
                    "OVERRIDE {number} ({}): {why}; {owner} carries the risk until {until}",
                    group.topic
                )),
            }
        }
    }
    let listed = |what: &str, given: Vec<usize>| {
        (!given.is_empty()).then(|| format!("{what} {}", panel::numbers(given)))
    };
    let mut lines: Vec<String> = listed("accept", accepted).into_iter().collect();
    lines.extend(rejected);
    lines.extend(listed("waived already:", waived));
    lines.extend(request.by.iter().map(|by| format!("decided by {by}")));
    lines
}

/// Says that a form was left and nothing recorded.
pub(in crate::commands) fn left(command: &'static str, project: &ProjectName) -> Output {
    let headline = "the form was left, and nothing was recorded";
    let report = Report::new(command, project.as_str(), Outcome::InputNeeded, headline);
    Output::Interrupted(Box::new(report))
}

fn accepted(given: &[String], groups: &mut GroupAnswers) -> Result<Vec<usize>, CommandError> {
    let mut numbers = Vec::new();
    for one in given {
        let all = picked(one).map_err(|why| {
            CommandError::usage(format!("`--accept {one}` names no recommendations: {why}"))
                .hint("write numbers, ranges or groups: `--accept 1,3-5` or `--accept G2`")
        })?;
        for one in all {
            match one {
                Picked::One(number) => numbers.push(number),
                Picked::Group(number) => groups.accept.push(number),
            }
        }
    }
    Ok(numbers)
}

fn rejections(
    given: &[String],
    groups: &mut GroupAnswers,
) -> Result<BTreeMap<usize, CleanLine>, CommandError> {
    let mut all = BTreeMap::new();
    for one in given {
        let wrong = |why: &str| {
            CommandError::usage(format!("`--reject {one}` does not say what and why: {why}"))
                .hint("write it as `--reject \"2,4-6: REASON\"` or `--reject \"G2: REASON\"`")
        };
        let parts = one.split_once(':').ok_or_else(|| wrong("there is no `:`"))?;
        let (numbers, reason) = (picked(parts.0).map_err(|why| wrong(&why))?, parts.1);
        let reason = words("--reject", reason)?;
        for number in numbers {
            let (before, name) = match number {
                Picked::One(number) => {
                    (all.insert(number, reason.clone()), format!("recommendation {number}"))
                }
                Picked::Group(number) => {
                    (groups.reject.insert(number, reason.clone()), format!("group G{number}"))
                }
            };
            if before.is_some() {
                return Err(CommandError::usage(format!("{name} is rejected twice")));
            }
        }
    }
    Ok(all)
}

type Waivers = (BTreeMap<usize, Waiver>, Option<Waiver>);

fn waivers(given: &[String], groups: &mut GroupAnswers) -> Result<Waivers, CommandError> {
    let (mut each, mut rest) = (BTreeMap::new(), None);
    for one in given {
        let wrong = |why: &str| {
            CommandError::usage(format!(
                "`--waive {one}` does not say what, by whom and until when: {why}"
            ))
            .hint("write it as `--waive \"2,4-6: OWNER, 2027-01-31\"`")
        };
        let (numbers, waiver) = one.split_once(':').ok_or_else(|| wrong("there is no `:`"))?;
        let (owner, until) = waiver.rsplit_once(',').ok_or_else(|| wrong("there is no day"))?;
        let no_day = || wrong(&format!("`{}` is not a date", until.trim()));
        let until: Date = until.trim().parse().map_err(|_| no_day())?;
        let owner = CleanLine::new(owner).ok_or_else(|| wrong("nobody carries the risk"))?;
        let waiver = Waiver { owner, until };
        if numbers.trim() == "all" {
            rest = Some(waiver);
            continue;
        }
        for number in picked(numbers).map_err(|why| wrong(&why))? {
            match number {
                Picked::One(number) => each.insert(number, waiver.clone()),
                Picked::Group(number) => groups.waive.insert(number, waiver.clone()),
            };
        }
    }
    Ok((each, rest))
}

fn words(flag: &str, given: &str) -> Result<CleanLine, CommandError> {
    CleanLine::new(given).ok_or_else(|| CommandError::usage(format!("`{flag}` needs words")))
}
