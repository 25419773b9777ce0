//! `council answer`: answers in a seat whose answers are handed in.

use std::path::Path;

use clap::Args;
use council::{
    answer::{self, Awaited, Handed, OpenAsk},
    core::gate::Outcome,
    panel,
    run::RunError,
};

use super::{check::located, forum::named, session, show};
use crate::{
    answer_form, clock,
    commands::Output,
    error::CommandError,
    settings::{Presence, Settings},
};

/// The arguments of `council answer`.
#[derive(Debug, Args)]
#[command(after_help = "\
`--seat SEAT=human` of `council review`, `council panel` or `council forum` puts a person into a seat. The session \
waits, even while nothing runs; `council resume SESSION` goes on with it. On a terminal and without `--file` a form asks. \
`--seat SEAT=host` is a seat for a coding agent, which names itself with `--agent` in place of `--by`. \
An answer names its question by the hash that the template has; if the question has changed since, the answer is refused.

Examples:
  What is asked        council answer checkout --list
  With a file          council answer checkout --seat po-2 --file answer.yaml --by Ada
  From a program       council answer checkout --seat po-2 --file - --by Ada < answer.json
  By a coding agent    council answer latest --seat SA-2 --file - --agent claude-code < a.json
  In a form            council answer latest --seat SA-2")]
pub(crate) struct AnswerArgs {
    /// The session: its id, its packet or `latest`; a project with a panel or a forum by its name
    #[arg(value_name = "SESSION")]
    session: String,

    /// The seat; may be left out where only one waits for an answer
    #[arg(long, value_name = "SEAT")]
    seat: Option<String>,

    /// The answer, a YAML or JSON file in the shape that is asked for; `-` reads it from standard input
    #[arg(long, value_name = "FILE", requires = "who", conflicts_with = "list")]
    file: Option<String>,

    /// The hash of the question that the answer is to, where the answer itself has no `question_hash`
    #[arg(long, value_name = "HASH", requires = "file")]
    question: Option<String>,

    /// Who answers
    #[arg(long, value_name = "NAME", group = "who")]
    by: Option<String>,

    /// Which coding agent answers, in a seat that is filled by `host`
    #[arg(long, value_name = "NAME", group = "who", requires = "file")]
    agent: Option<String>,

    /// List what is asked, each with an answer to fill in, and ask nothing
    #[arg(long)]
    list: bool,

    #[cfg(feature = "postgres")]
    #[command(flatten)]
    store: super::stored::StoreArgs,
}

/// Hands an answer in, or shows what is asked.
pub(crate) fn run(args: &AnswerArgs, settings: &Settings) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    let text = match args.file.as_deref() {
        Some("-") => Some(settings.standard_input()?),
        Some(file) => Some(repo.read(&located(&repo, settings.folder()?, Path::new(file))?)?),
        None => None,
    };
    #[cfg(feature = "postgres")]
    {
        let text = text.clone();
        let within = |name: &str, settings: &Settings| answered(args, name, text, settings);
        let output = super::stored::laid_out(&args.store, settings, &args.session, within)?;
        if let Some(output) = output {
            return Ok(output);
        }
    }
    answered(args, &show::named(&repo, settings, &args.session)?, text, settings)
}

fn answered(
    args: &AnswerArgs,
    given: &str,
    text: Option<String>,
    settings: &Settings,
) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    let by = args.by.as_deref().map(named).transpose()?;
    let agent = args.agent.as_deref().map(named).transpose()?;
    let signed = by.clone().map(|by| (by, Awaited::Person));
    let signed = signed.or_else(|| agent.map(|agent| (agent, Awaited::Host)));
    if let (Some(text), Some((by, from))) = (text, signed) {
        let (seat, question) = (args.seat.clone(), args.question.clone());
        let handed = Handed { seat, text, question, by, from };
        let holder = settings.holder("answer");
        return match answer::hand_in(&repo, given, &handed, &holder, clock::now()) {
            Ok(handed) => Ok(answer::handed_report(&handed).into()),
            Err(error) => ended(given, error),
        };
    }
    let asks = match answer::open(&repo, given) {
        Ok(asks) => asks,
        Err(error) => return ended(given, error),
    };
    if settings.presence == Presence::Human && !args.list {
        return match answer_form::handed(settings, given, args.seat.as_deref(), by)? {
            Some(handed) => Ok(answer::handed_report(&handed).into()),
            None => Ok(listing(given, args, &asks, Outcome::InputNeeded)),
        };
    }
    let outcome = if args.list { Outcome::Skipped } else { Outcome::InputNeeded };
    Ok(listing(given, args, &asks, outcome))
}

fn listing(given: &str, args: &AnswerArgs, asks: &[OpenAsk], outcome: Outcome) -> Output {
    let is_meant = |ask: &&OpenAsk| {
        args.seat.as_deref().is_none_or(|seat| ask.seat.eq_ignore_ascii_case(seat))
    };
    answer::listed(given, &asks.iter().filter(is_meant).collect::<Vec<_>>(), outcome).into()
}

fn ended(given: &str, error: RunError) -> Result<Output, CommandError> {
    session::ended(|refusal| panel::refused("answer", given, refusal), error)
}
