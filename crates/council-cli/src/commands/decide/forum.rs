//! `council decide --forum`: records what a human decides about a round of a project's forum.

use clap::Args;
use council::{
    core::{
        diagnostic::Place,
        forum::{Digest, RoundChoice, RoundSummary, TrimmedLine},
        gate::{Outcome, Signal},
        ident::ProjectName,
    },
    formats::report::Report,
    forum::{self, ForumDecideRequest, ForumFolder},
};

use crate::{
    clock,
    commands::{
        Output,
        forum::{ended, named},
    },
    error::CommandError,
    form,
    printer::Printer,
    settings::{Presence, Settings},
};

/// What can be decided about a round.
#[derive(Debug, Args)]
pub(super) struct ForumChoiceArgs {
    /// Decide about the latest round of this project's forum
    #[arg(long, value_name = "NAME", conflicts_with_all = ["project", "accept", "reject", "accept_all", "reject_all", "waive", "notes"], allow_hyphen_values = true)]
    pub(super) forum: Option<String>,

    /// Approve the majority position of this round, which hands it off
    #[arg(long, value_name = "ROUND", requires = "forum", conflicts_with_all = ["redirect", "unilateral", "open"])]
    approve: Option<u32>,

    /// Change the proposal; the next round is about these words
    #[arg(long, value_name = "WORDS", requires = "forum", conflicts_with_all = ["unilateral", "open"])]
    redirect: Option<String>,

    /// Decide alone, whatever the forum came to, and hand these words off
    #[arg(long, value_name = "WORDS", requires = "forum", conflicts_with = "open")]
    unilateral: Option<String>,

    /// Keep the discussion open
    #[arg(long, requires = "forum")]
    open: bool,

    /// The hash of the summary that was shown
    #[arg(long, value_name = "HASH", requires = "forum")]
    hash: Option<String>,
}

/// Records a decision about a round.
pub(super) fn run(
    args: &ForumChoiceArgs,
    project: &str,
    by: Option<&str>,
    settings: &Settings,
) -> Result<Output, CommandError> {
    let project = ProjectName::new(project)?;
    let by = by.map(named).transpose()?;
    let choice = match (args.approve, &args.redirect, &args.unilateral, args.open) {
        (Some(_), ..) => Some(RoundChoice::Approve),
        (None, Some(words), ..) => Some(RoundChoice::Redirect(words.clone())),
        (None, None, Some(words), _) => Some(RoundChoice::Unilateral(words.clone())),
        (None, None, None, true) => Some(RoundChoice::Open),
        (None, None, None, false) => None,
    };
    let Some(choice) = choice else {
        if settings.presence == Presence::Human {
            return at_terminal(&project, by, settings);
        }
        return Ok(needed(
            &project,
            "CHOICE_MISSING",
            "nothing is decided",
            "`--approve ROUND`, `--redirect`, `--unilateral` or `--open`",
        ));
    };
    let Some(hash) = &args.hash else {
        return Ok(needed(
            &project,
            "HASH_MISSING",
            "it is not said which summary was shown",
            "give its hash with `--hash`; `council gate forum` prints the whole command",
        ));
    };
    let hash = Digest::read(hash).ok_or_else(|| {
        CommandError::usage(format!("`{hash}` is not the hash of a summary"))
            .hint("a hash has 64 hex digits, and all of them are given")
    })?;
    let Some(by) = by else {
        return Ok(needed(
            &project,
            "ACTOR_MISSING",
            "it is not said who decides",
            "name them with `--by NAME`",
        ));
    };
    let asked = ForumDecideRequest { project, round: args.approve, hash, by, choice };
    record(&asked, settings)
}

/// Records what was decided, and says what came of it.
pub(in crate::commands) fn record(
    asked: &ForumDecideRequest,
    settings: &Settings,
) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    match forum::decide(&repo, asked, clock::now(), &settings.holder("decide")) {
        Ok(decided) => {
            let gate = forum::waits(&repo, &asked.project);
            Ok(forum::decided_report(&decided, gate).into())
        }
        Err(error) => ended("decide", &asked.project, error),
    }
}

/// Shows the latest round, asks what is decided about it, and records it after a yes.
fn at_terminal(
    project: &ProjectName,
    by: Option<TrimmedLine>,
    settings: &Settings,
) -> Result<Output, CommandError> {
    let room = match ForumFolder::find(&settings.repo()?, project) {
        Ok(room) => room,
        Err(error) => return ended("decide", project, error),
    };
    let Some(latest) = room.discussion.latest().filter(|held| held.decision().is_none()) else {
        return Ok(needed(
            project,
            "NOTHING_SHOWN",
            "no round waits for a decision",
            "hold one with `council forum`",
        ));
    };
    let printer = Printer::new(settings);
    form::show(&printer, &forum::shown(&room.discussion).unwrap_or_default());
    let summary = latest.summary();
    let by = match by {
        Some(by) => by,
        None => match form::words("Who decides?", None)? {
            Some(name) => named(name.as_str())?,
            None => return Ok(super::left("decide", project)),
        },
    };
    let Some(choice) = choose(summary)? else { return Ok(super::left("decide", project)) };
    preview(&printer, summary, &choice, &by);
    match form::agrees("Record this decision?")? {
        Some(true) => {
            let hash = summary.digest().clone();
            let round = Some(summary.number());
            record(
                &ForumDecideRequest { project: project.clone(), round, hash, by, choice },
                settings,
            )
        }
        Some(false) | None => Ok(super::left("decide", project)),
    }
}

/// Says what would be recorded, and what an approval approves.
pub(in crate::commands) fn preview(
    printer: &Printer,
    summary: &RoundSummary,
    choice: &RoundChoice,
    by: &TrimmedLine,
) {
    let words = choice.words().map(|words| format!(": {words}")).unwrap_or_default();
    form::remark(printer, &format!("{} round {}{words}; by {by}", choice.word(), summary.number()));
    if *choice == RoundChoice::Approve {
        form::show(printer, &summary.position());
        for blocker in summary.blockers() {
            form::show(printer, &format!("left open: {blocker}"));
        }
    }
}

/// Asks what is decided; an approval is offered only where a majority holds something.
fn choose(summary: &RoundSummary) -> form::Answer<RoundChoice> {
    const WAYS: [&str; 4] = [
        "approve the majority position and hand it off",
        "redirect: the next round is about another proposal",
        "decide alone and hand that off",
        "keep the discussion open",
    ];
    let first = usize::from(!summary.has_position());
    let options = WAYS.get(first..).unwrap_or(&WAYS);
    let Some(chosen) = form::choose("What do you decide?", options)? else { return Ok(None) };
    let asked = |question: &str| -> form::Answer<String> {
        Ok(form::words(question, None)?.map(|words| words.to_string()))
    };
    Ok(match chosen + first {
        0 => Some(RoundChoice::Approve),
        1 => asked("What is the new proposal?")?.map(RoundChoice::Redirect),
        2 => asked("What do you decide?")?.map(RoundChoice::Unilateral),
        _ => Some(RoundChoice::Open),
    })
}

fn needed(project: &ProjectName, code: &str, message: &str, help: &str) -> Output {
    let mut report = Report::new("decide", project.as_str(), Outcome::InputNeeded, message);
    report.signals.push(Signal::block(code, Place::default(), message).help(help));
    report.into()
}
