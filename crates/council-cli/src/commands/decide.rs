//! `council decide`: records what a human says to the recommendations of a review.

use std::collections::BTreeMap;

use clap::Args;
use council::{
    core::{
        handoff::{Line, Prose},
        ident::ProjectName,
        panel::Waiver,
    },
    panel::{self, DecideRequest, Rest},
};
use jiff::civil::Date;

use crate::{
    clock,
    commands::{Output, panel::ended},
    error::CommandError,
    settings::Settings,
};

/// The arguments of `council decide`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  council decide --project checkout --accept-all --by Ada
  council decide --project checkout --accept 1,3 --reject \"2: the bank does not offer it\" --waive \"2: Ada, 2027-01-31\" --by Ada
  council decide --project checkout --accept 1 --reject-all \"after the launch\" --waive \"all: Ada, 2027-01-31\" --by Ada")]
pub(crate) struct DecideArgs {
    /// The project, a folder of `workspace`
    #[arg(long, value_name = "NAME", allow_hyphen_values = true)]
    project: String,

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
    /// rejected recommendation that no other waiver names.
    #[arg(long, value_name = "NUMBERS: OWNER, DATE")]
    waive: Vec<String>,

    /// What else is to be said
    #[arg(long, value_name = "TEXT", default_value = "")]
    notes: String,

    /// Who decides
    #[arg(long, value_name = "NAME")]
    by: Option<String>,
}

/// Records a decision.
pub(crate) fn run(args: &DecideArgs, settings: &Settings) -> Result<Output, CommandError> {
    let project = ProjectName::new(&args.project)?;
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
        notes: Prose::new(&args.notes),
    };
    let repo = settings.repo()?;
    match panel::decide(&repo, &request, clock::now(), &settings.holder("decide")) {
        Ok(decided) => Ok(panel::decided_report(&decided).into()),
        Err(error) => ended("decide", &project, error),
    }
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
