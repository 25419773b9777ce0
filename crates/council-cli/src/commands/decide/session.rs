//! `council decide SESSION`: records what a human says of findings of a council session.

use clap::Args;
use council::{
    core::{council::Ruling, gate::Outcome, handoff::CleanLine},
    decide::{self, Decidable, DecideError, DecideRequest, RulingRequest},
    formats::report::Report,
    sessions::{self, StoredSession},
};
use jiff::civil::Date;

use super::words;
use crate::{
    clock,
    commands::{Output, session::failed, show::named},
    error::CommandError,
    form,
    printer::Printer,
    settings::{Presence, Settings},
};

/// What is decided about findings of a session.
#[derive(Debug, Args)]
pub(crate) struct SessionChoiceArgs {
    /// The council session that is decided on: its id, its packet, one of its files or `latest`
    #[arg(value_name = "SESSION", conflicts_with_all = ["project", "forum"])]
    pub(super) session: Option<String>,

    /// Findings that stay as they are, and why: `F-0123456789: REASON`; needs `--owner`
    #[arg(long, value_name = "IDS: REASON", requires = "session")]
    accept_risk: Vec<String>,

    /// Findings that are fixed later, and why; needs `--owner` and `--until`
    #[arg(long, value_name = "IDS: REASON", requires = "session")]
    defer: Vec<String>,

    /// Findings that are no defects, and why
    #[arg(long, value_name = "IDS: REASON", requires = "session")]
    dismiss: Vec<String>,

    /// Findings whose text was changed so that the defect is gone, and how that is known
    #[arg(long, value_name = "IDS: REASON", requires = "session")]
    verified: Vec<String>,

    /// Who answers for what stays as it is
    #[arg(long, value_name = "NAME", requires = "session")]
    owner: Option<String>,

    /// The last day on which it may
    #[arg(long, value_name = "YYYY-MM-DD", requires = "session")]
    until: Option<String>,
}

/// Records what is said of a session.
pub(super) fn run(
    args: &SessionChoiceArgs,
    session: &str,
    waived: &[String],
    by: Option<&str>,
    settings: &Settings,
) -> Result<Output, CommandError> {
    let owner = args.owner.as_deref().map(|name| words("--owner", name)).transpose()?;
    let until = args.until.as_deref().map(day).transpose()?;
    let mut said = Vec::new();
    let given = [
        ("--accept-risk", Ruling::AcceptRisk, args.accept_risk.as_slice()),
        ("--defer", Ruling::Defer, &args.defer),
        ("--dismiss", Ruling::Dismiss, &args.dismiss),
        ("--waive", Ruling::Waive, waived),
        ("--verified", Ruling::Verified, &args.verified),
    ];
    for (flag, ruling, all) in given {
        for one in all {
            let (ids, reason) = ids_and_reason(flag, one)?;
            let stays = ruling.needs_owner();
            let (owner, until) = (owner.clone().filter(|_| stays), until.filter(|_| stays));
            said.push(RulingRequest { ids, ruling, reason, owner, until });
        }
    }
    let repo = settings.repo()?;
    let by = by.map(|name| words("--by", name)).transpose()?;
    let session = named(&repo, settings, session)?;
    let request = DecideRequest { session, by, said };
    if request.said.is_empty() && settings.presence == Presence::Human {
        return at_terminal(request, settings);
    }
    record(settings, &request)
}

fn day(given: &str) -> Result<Date, CommandError> {
    given.trim().parse().map_err(|_| {
        CommandError::usage(format!("`--until {given}` is not a date"))
            .hint("write it as 2027-01-31")
    })
}

fn ids_and_reason(flag: &str, given: &str) -> Result<(Vec<String>, CleanLine), CommandError> {
    let wrong = || {
        CommandError::usage(format!("`{flag} {given}` does not say what and why"))
            .hint(format!("write it as `{flag} \"F-0123456789: REASON\"`"))
    };
    let (ids, reason) = given.split_once(':').ok_or_else(wrong)?;
    let ids = ids.split(',').map(|id| id.trim().to_owned()).filter(|id| !id.is_empty());
    let ids: Vec<String> = ids.collect();
    if ids.is_empty() {
        return Err(wrong());
    }
    Ok((ids, CleanLine::new(reason).ok_or_else(wrong)?))
}

fn record(settings: &Settings, request: &DecideRequest) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    match decide::decide(&repo, request, clock::now(), &settings.holder("decide")) {
        Ok(recorded) => Ok(decide::report(&recorded).into()),
        Err(DecideError::Review(error)) => Err(failed(error)),
        Err(error) => Ok(decide::refused(&request.session, &error).into()),
    }
}

/// What somebody at a terminal can say of a finding, the first to leave it open.
const CHOICES: [(&str, Option<Ruling>); 6] = [
    ("leave it open", None),
    ("accept the risk", Some(Ruling::AcceptRisk)),
    ("fix it later", Some(Ruling::Defer)),
    ("it is not a defect", Some(Ruling::Dismiss)),
    ("waive it until a day", Some(Ruling::Waive)),
    ("it is fixed and verified", Some(Ruling::Verified)),
];

/// Shows every finding of weight that is open, asks what is to become of it, and records what was said after a yes.
fn at_terminal(mut request: DecideRequest, settings: &Settings) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    let kept = sessions::load(&repo, &request.session, Some(clock::today())).map_err(failed)?;
    let StoredSession::Folded(folded) = &kept else {
        // Without a journal nothing can be recorded; the library says so.
        return record(settings, &request);
    };
    let printer = Printer::new(settings);
    let open = decide::open(&folded.record);
    if request.by.is_none() && !open.is_empty() {
        request.by = form::words("Who decides?", None)?;
        if request.by.is_none() {
            return Ok(left(&request.session));
        }
    }
    for (at, matter) in open.iter().enumerate() {
        let which = format!("{} of {}", at + 1, open.len());
        if ask(&printer, &mut request, matter, &which)?.is_none() {
            // Who leaves in the middle is asked whether what was said so far counts.
            if request.said.is_empty() {
                return Ok(left(&request.session));
            }
            break;
        }
    }
    if request.said.is_empty() {
        return record(settings, &request);
    }
    for said in &request.said {
        let RulingRequest { ids, ruling, reason, .. } = said;
        form::remark(
            &printer,
            &format!("{}: {}, because {reason}", ids.join(", "), ruling.in_words()),
        );
    }
    match form::agrees("Record this decision?")? {
        Some(true) => record(settings, &request),
        Some(false) | None => Ok(left(&request.session)),
    }
}

fn ask(
    printer: &Printer,
    request: &mut DecideRequest,
    matter: &Decidable,
    which: &str,
) -> form::Answer<()> {
    for line in &matter.lines {
        form::remark(printer, line);
    }
    let question = format!("What becomes of {} ({which})?", matter.id);
    let options: Vec<&str> = CHOICES.iter().map(|(words, _)| *words).collect();
    let Some(chosen) = form::choose(&question, &options)? else { return Ok(None) };
    let Some(ruling) = CHOICES.get(chosen).and_then(|(_, ruling)| *ruling) else {
        return Ok(Some(()));
    };
    let Some(reason) = form::words("Why?", None)? else { return Ok(None) };
    let (mut owner, mut until) = (None, None);
    if ruling.needs_owner() {
        owner = form::words("Who answers for it?", request.by.as_ref())?;
        if owner.is_none() {
            return Ok(None);
        }
    }
    if ruling.needs_day() {
        until = form::day("Until when?", clock::today())?;
        if until.is_none() {
            return Ok(None);
        }
    }
    request.said.push(RulingRequest { ids: vec![matter.id.clone()], ruling, reason, owner, until });
    Ok(Some(()))
}

fn left(session: &str) -> Output {
    let headline = "the form was left, and nothing was recorded";
    let report = Report::new("decide", session, Outcome::InputNeeded, headline);
    Output::Interrupted(Box::new(report))
}
