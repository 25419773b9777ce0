//! `council init --forum`: says who sits in a project's forum, by flags or by a form.

use clap::Args;
use council::{
    StoreError,
    core::{
        diagnostic::Place,
        forum::{ForumRole, Seats},
        gate::{Outcome, Signal},
        handoff::CleanLine,
        ident::ProjectName,
    },
    formats::{
        project::{FILE, TEMPLATE},
        report::{Data, Report},
    },
    forum::{self, Drafted, Setup, SetupError},
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    clock,
    commands::Output,
    error::CommandError,
    form,
    printer::Printer,
    settings::{Presence, Settings},
};

/// What a new forum is given.
#[derive(Debug, Args)]
pub(super) struct ForumSetupArgs {
    /// Set up the forum of a project: its config and its page
    ///
    /// On a terminal a form asks for what no flag says.
    #[arg(long)]
    forum: bool,

    /// The project whose forum it is
    #[arg(long, value_name = "NAME", requires = "forum", allow_hyphen_values = true)]
    project: Option<String>,

    /// A project owner, in speaking order: two to four
    #[arg(long = "owner", value_name = "NAME: PERSPECTIVE", requires = "forum")]
    owners: Vec<String>,

    /// A devil's advocate, in speaking order: one for every two owners
    #[arg(long = "advocate", value_name = "NAME: PERSPECTIVE", requires = "forum")]
    advocates: Vec<String>,
}

impl ForumSetupArgs {
    /// Tells whether a forum is to be set up.
    pub(super) fn is_wanted(&self) -> bool {
        self.forum
    }
}

/// Sets a forum up.
pub(super) fn run(args: &ForumSetupArgs, settings: &Settings) -> Result<Output, CommandError> {
    let given = args.project.as_deref().map(ProjectName::new).transpose()?;
    let setup = Setup { owners: members(&args.owners)?, advocates: members(&args.advocates)? };
    let is_bare = setup.owners.is_empty() && setup.advocates.is_empty();
    let asked = match (given, is_bare, settings.presence) {
        (Some(project), false, _) => Some((project, setup)),
        (given, _, Presence::Human) => ask(given, setup)?,
        (_, _, Presence::Nobody) => return Ok(needed().into()),
    };
    let Some((project, setup)) = asked else {
        let report = Report::new("init", "", Outcome::InputNeeded, LEFT);
        return Ok(Output::Interrupted(Box::new(report)));
    };
    let drafted = forum::draft(&project, &setup, clock::today()).map_err(wrong)?;
    if is_bare {
        let printer = Printer::new(settings);
        for seat in drafted.config.seats.all() {
            printer.note(&format!("{}: {}, {}", seat.id, seat.name, seat.lens));
        }
        if form::agrees("Set this forum up?")? != Some(true) {
            let report = Report::new("init", project.as_str(), Outcome::InputNeeded, LEFT);
            return Ok(Output::Interrupted(Box::new(report)));
        }
    }
    written(&drafted, settings)
}

const LEFT: &str = "the form was left, and nothing was written";

fn written(drafted: &Drafted, settings: &Settings) -> Result<Output, CommandError> {
    let repo = settings.repo()?;
    forum::write(&repo, drafted).map_err(wrong)?;
    let mut files: Vec<&str> = drafted.files.iter().map(|(path, _)| path.as_str()).collect();
    match repo.create_new(FILE, TEMPLATE.as_bytes()) {
        Ok(()) => files.push(FILE),
        Err(StoreError::Exists { .. }) => {}
        Err(error) => return Err(error.into()),
    }
    let project = drafted.config.project.as_str();
    let mut report = Report::new("init", project, Outcome::Pass, "the forum is set up");
    report.facts = files.iter().map(|file| ("written", (*file).to_owned())).collect();
    report.next = vec![format!("council forum --project {project} \"what is to be discussed\"")];
    report.data = Data::of(&InitForumOutput { project, files });
    Ok(report.into())
}

/// What is said in JSON of a forum that was set up.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct InitForumOutput<'a> {
    project: &'a str,
    /// What was written.
    files: Vec<&'a str>,
}

/// Says what is missing where nobody can be asked.
fn needed() -> Report {
    let mut report = Report::new("init", "", Outcome::InputNeeded, "the forum has no members yet");
    let signal = Signal::block(
        "MEMBERS_MISSING",
        Place::default(),
        "a forum has a project, two to four owners and one advocate for every two of them",
    );
    report.signals.push(signal.help(
        "name them, such as `council init --forum --project checkout --owner \"Ines: customers\" --owner \"Bo: cost\" --advocate \"Kit: what breaks\"`",
    ));
    report
}

/// Asks for what is not given. Nothing comes back where the form was left.
fn ask(given: Option<ProjectName>, mut setup: Setup) -> form::Answer<(ProjectName, Setup)> {
    let project = if let Some(project) = given {
        project
    } else {
        let Some(name) = form::words("Which project?", None)? else { return Ok(None) };
        ProjectName::new(name.as_str())?
    };
    if setup.owners.is_empty() {
        let counts: Vec<usize> = (Seats::FEWEST_OWNERS..=Seats::MOST_OWNERS).collect();
        let words: Vec<String> = counts
            .iter()
            .map(|count| {
                let advocates = Seats::advocates_for(*count);
                let plural = if advocates == 1 { "advocate" } else { "advocates" };
                format!("{count} owners and {advocates} {plural}")
            })
            .collect();
        let options: Vec<&str> = words.iter().map(String::as_str).collect();
        let Some(chosen) = form::choose("How many sit in it?", &options)? else {
            return Ok(None);
        };
        let count = counts.get(chosen).copied().unwrap_or(Seats::FEWEST_OWNERS);
        for number in 1..=count {
            let Some(member) = member(ForumRole::Owner, number, count)? else { return Ok(None) };
            setup.owners.push(member);
        }
    }
    let count = Seats::advocates_for(setup.owners.len());
    for number in setup.advocates.len() + 1..=count {
        let Some(member) = member(ForumRole::Advocate, number, count)? else { return Ok(None) };
        setup.advocates.push(member);
    }
    Ok(Some((project, setup)))
}

/// Asks for one member. A name and a perspective are suggested, so that enter is enough.
fn member(role: ForumRole, number: usize, count: usize) -> form::Answer<(String, String)> {
    let (title, suggested): (_, &[(&str, &str)]) = match role {
        ForumRole::Owner => (
            "Project owner",
            &[
                ("Alex", "user-focused"),
                ("Jordan", "business-focused"),
                ("Robin", "long-term"),
                ("Kim", "technical"),
            ],
        ),
        ForumRole::Advocate => {
            ("Devil's advocate", &[("Morgan", "risk-focused"), ("Sasha", "who is left out")])
        }
    };
    let (name, lens) = suggested.get(number - 1).copied().unwrap_or_default();
    let suggestion = |word: &str| CleanLine::new(word);
    let of = format!("{title} {number} of {count}");
    let asked = form::words(&format!("{of}, name?"), suggestion(name).as_ref())?;
    let Some(name) = asked else { return Ok(None) };
    let asked = form::words(&format!("{of}, perspective?"), suggestion(lens).as_ref())?;
    Ok(asked.map(|lens| (name.to_string(), lens.to_string())))
}

fn members(given: &[String]) -> Result<Vec<(String, String)>, CommandError> {
    let member = |one: &String| {
        let (name, lens) = one.split_once(':').ok_or_else(|| {
            CommandError::usage(format!("`{one}` does not say who and how they look"))
                .hint("write it as `--owner \"Ines: people who wait\"`")
        })?;
        Ok((name.trim().to_owned(), lens.trim().to_owned()))
    };
    given.iter().map(member).collect()
}

fn wrong(error: SetupError) -> CommandError {
    match error {
        SetupError::Store(error @ StoreError::Exists { .. }) => {
            CommandError::from(error).hint("edit it; nothing is overwritten")
        }
        SetupError::Store(error) => error.into(),
        other @ (SetupError::Name { .. } | SetupError::SameName(_) | SetupError::Seats(_)) => {
            CommandError::usage(other.to_string())
                .hint("two to four owners and one advocate for every two of them, each `NAME: PERSPECTIVE`")
        }
    }
}
