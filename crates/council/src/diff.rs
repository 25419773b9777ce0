//! What changed between two sessions: findings that are new, still open, fixed or back, and the verdict.

mod base;
mod project;

use council_core::{
    gate::{Outcome, Signal, Weight},
    identity::{DefectStatus, Life},
    severity::Severity,
    verdict::Verdict,
};
use council_formats::report::{
    Data, Report,
    sheet::{Sheet, SheetItem},
};
use council_store::{Repo, SessionFiles};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    history::{self, Chapter, History, Sighting, Standings},
    review::{self, SessionError},
    run::RunError,
    sessions::{self, StoredSession},
    words,
};

pub use base::{BaseError, BaseRequest, against_base};
pub use project::of_project;

/// The order in which changes are told: what needs somebody first.
const ORDER: [DefectStatus; 6] = [
    DefectStatus::Regressed,
    DefectStatus::New,
    DefectStatus::Open,
    DefectStatus::NotRaised,
    DefectStatus::Fixed,
    DefectStatus::Dismissed,
];

/// Two sessions, and everything that is known about the packet between them.
#[derive(Debug)]
pub struct Diff {
    history: History,
    from: usize,
    to: usize,
}

/// One defect that at least one of the two sessions knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Change<'a> {
    /// How it stands at the later session, seen from the earlier one.
    pub standing: DefectStatus,
    /// Its life.
    pub life: &'a Life,
    /// How bad it was.
    pub before: Option<Severity>,
    /// How bad it is.
    pub after: Option<Severity>,
}

/// Compares two sessions. Without the second, the first is compared with the one before it, or, if it names a packet,
/// the two newest of the packet are compared; without both, the two newest of the packet that was reviewed last.
pub fn diff(repo: &Repo, from: Option<&str>, to: Option<&str>) -> Result<Diff, RunError> {
    match (from, to) {
        (Some(from), Some(to)) => between(repo, from, to),
        (given, _) => {
            let given = given.unwrap_or(review::LATEST);
            let named = review::find(repo, given)?;
            let by_packet = given == review::LATEST || given == named.packet().as_str();
            let newest =
                if by_packet { history::newest_ended(repo, named.packet())? } else { None };
            let last = newest.unwrap_or(named);
            let history = history::up_to(repo, &last)?;
            match history.chapters.len() {
                0 | 1 => Err(SessionError::Alone(last.id()).into()),
                chapters => Ok(Diff { history, from: chapters - 2, to: chapters - 1 }),
            }
        }
    }
}

/// Makes the report of a comparison.
pub fn report(diff: &Diff) -> Report {
    let headline = headline(diff);
    let (from, to) = (diff.id(diff.from), diff.id(diff.to));
    let mut report = Report::new("diff", format!("{from} → {to}"), Outcome::Skipped, headline);
    report.signals = signals(diff);
    report.data = data(diff);
    report.sheet = Some(sheet(diff));
    report.next = vec![format!("`council show {to}` has the whole later session")];
    report
}

impl Diff {
    /// Returns what changed, what needs somebody first.
    pub fn changes(&self) -> Vec<Change<'_>> {
        let severity = |life: &Life, at: usize| -> Option<Severity> {
            let seen = (0..=at).rev().find_map(|visit| Some((visit, life.seen_at(visit)?)));
            let (visit, place) = seen?;
            self.history.chapters.get(visit)?.findings.get(place)?.severity
        };
        let change = |life| {
            let standing = self.standing(life)?;
            let (before, after) = (severity(life, self.from), severity(life, self.to));
            Some(Change { standing, life, before, after })
        };
        let mut changes: Vec<Change<'_>> = self.history.lives.iter().filter_map(change).collect();
        changes.sort_by_key(|change| {
            let order = ORDER.iter().position(|standing| *standing == change.standing);
            (order, std::cmp::Reverse(change.after))
        });
        changes
    }

    /// Returns how a defect stands at the later session, seen from the earlier one; nothing if neither knows it.
    fn standing(&self, life: &Life) -> Option<DefectStatus> {
        let (before, after) = (life.at(self.from), life.at(self.to)?);
        let between = self.from + 1..=self.to;
        let came_back = between.clone().any(|at| life.at(at) == Some(DefectStatus::Regressed));
        match (before, after) {
            (_, DefectStatus::New | DefectStatus::Open | DefectStatus::Regressed) if came_back => {
                Some(DefectStatus::Regressed)
            }
            (Some(DefectStatus::Fixed), DefectStatus::Fixed)
            | (
                Some(DefectStatus::Dismissed) | None,
                DefectStatus::Fixed | DefectStatus::Dismissed,
            ) => None,
            (
                Some(DefectStatus::Dismissed) | None,
                DefectStatus::New | DefectStatus::Open | DefectStatus::Regressed,
            ) => Some(DefectStatus::New),
            (Some(_), DefectStatus::New | DefectStatus::Open | DefectStatus::Regressed) => {
                Some(DefectStatus::Open)
            }
            (Some(_) | None, DefectStatus::NotRaised) => Some(DefectStatus::NotRaised),
            (Some(_), DefectStatus::Fixed) => Some(DefectStatus::Fixed),
            (Some(_), DefectStatus::Dismissed) => Some(DefectStatus::Dismissed),
        }
    }

    fn id(&self, chapter: usize) -> &str {
        self.chapter(chapter).map_or("", |chapter| chapter.id.as_str())
    }

    fn verdict(&self, chapter: usize) -> Option<Verdict> {
        self.chapter(chapter)?.verdict
    }

    fn chapter(&self, chapter: usize) -> Option<&Chapter> {
        self.history.chapters.get(chapter)
    }
}

fn between(repo: &Repo, from: &str, to: &str) -> Result<Diff, RunError> {
    let (one, two) = (sessions::load(repo, from, None)?, sessions::load(repo, to, None)?);
    if let (Some(one), Some(two)) = (files(&one), files(&two))
        && one.packet() == two.packet()
        && one.stamp() < two.stamp()
    {
        let history = history::up_to(repo, two)?;
        let to = history.chapters.len().saturating_sub(1);
        if let Some(from) = history.chapters.iter().position(|chapter| chapter.id == one.id()) {
            return Ok(Diff { history, from, to });
        }
    }
    Ok(Diff { history: history::of(&[one, two]), from: 0, to: 1 })
}

fn files(kept: &StoredSession) -> Option<&SessionFiles> {
    match kept {
        StoredSession::Folded(folded) => Some(&folded.reviewed.files),
        StoredSession::Recorded(_) => None,
    }
}

fn headline(diff: &Diff) -> String {
    let changes = diff.changes();
    let counts: Vec<String> = ORDER
        .into_iter()
        .filter_map(|standing| {
            match changes.iter().filter(|change| change.standing == standing).count() {
                0 => None,
                number => Some(format!("{number} {}", words::standing(standing))),
            }
        })
        .collect();
    if counts.is_empty() { "no findings in either".to_owned() } else { counts.join(", ") }
}

fn verdicts(diff: &Diff) -> String {
    let word = |verdict: Option<Verdict>| verdict.map_or("no verdict", words::verdict);
    let (before, after) = (word(diff.verdict(diff.from)), word(diff.verdict(diff.to)));
    if before == after { format!("still {after}") } else { format!("{after}, was {before}") }
}

fn sheet(diff: &Diff) -> Sheet {
    let packet = diff.chapter(diff.to).and_then(|chapter| chapter.packet.clone());
    let mut sheet = Sheet::new(match packet {
        Some(packet) => format!("{packet}: {}", headline(diff)),
        None => headline(diff),
    });
    let facts = [
        ("from", diff.id(diff.from).to_owned()),
        ("to", diff.id(diff.to).to_owned()),
        ("verdict", verdicts(diff)),
    ];
    sheet.facts(facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
    let changes = diff.changes();
    for standing in ORDER {
        let of = changes.iter().filter(|change| change.standing == standing);
        let items: Vec<SheetItem> = of.filter_map(|change| item(diff, change)).collect();
        if !items.is_empty() {
            sheet.heading(format!("{} ({})", heading(standing), items.len()));
            sheet.items(items);
        }
    }
    sheet
}

fn heading(standing: DefectStatus) -> &'static str {
    match standing {
        DefectStatus::New => "New",
        DefectStatus::Open => "Open",
        DefectStatus::NotRaised => "Open, not raised again",
        DefectStatus::Regressed => "Regressed: was fixed, and is back",
        DefectStatus::Fixed => "Fixed: the text no longer shows it",
        DefectStatus::Dismissed => "Voted down",
    }
}

fn item(diff: &Diff, change: &Change<'_>) -> Option<SheetItem> {
    let (chapter, listed) = diff.history.latest(change.life)?;
    let severity = change.after.map_or("of unknown severity", Severity::word);
    let name = format!("{} {severity}", listed.id);
    let mut item = SheetItem::named(name, words::brief(&listed.description));
    if listed.place.path.is_some() {
        item = item.fact("where", listed.place.to_string());
    }
    if chapter.id != diff.id(diff.to) {
        item = item.fact("last in", chapter.id.clone());
    }
    if let (Some(before), Some(after)) = (change.before, change.after)
        && before != after
    {
        item = item.fact("severity", format!("{}, was {}", after.word(), before.word()));
    }
    Some(item)
}

/// What is new or back is a signal; what stayed or went is none.
fn signals(diff: &Diff) -> Vec<Signal> {
    let signal = |change: Change<'_>| {
        let (_, listed) = diff.history.latest(change.life)?;
        let code = match change.standing {
            DefectStatus::New => "new-finding",
            DefectStatus::Regressed => "regressed-finding",
            DefectStatus::Open
            | DefectStatus::NotRaised
            | DefectStatus::Fixed
            | DefectStatus::Dismissed => {
                return None;
            }
        };
        let message = format!("{} ({})", words::one_line(&listed.description), listed.id);
        let is_grave = change.after.is_none_or(|severity| severity >= Severity::Major);
        let weight = if is_grave { Weight::Block } else { Weight::Advisory };
        let signal = Signal { weight, ..Signal::block(code, listed.place.clone(), message) };
        Some(match change.after {
            Some(severity) => signal.graded(severity),
            None => signal,
        })
    };
    diff.changes().into_iter().filter_map(signal).collect()
}

/// What `diff` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum DiffOutput<'a> {
    /// Of two sessions of a council, or two reviews of a panel.
    Sessions(Box<SessionsKeys<'a>>),
    /// Of two rounds of a forum.
    Rounds(project::RoundsKeys),
    /// Of the specifications of a branch and those it was made from.
    Base(Box<base::BaseKeys>),
}

/// What changed between two sessions.
#[derive(Debug, Serialize, JsonSchema)]
pub struct SessionsKeys<'a> {
    /// The earlier session.
    from: &'a str,
    /// The later session.
    to: &'a str,
    /// What became of the verdict.
    verdict: VerdictChangeKeys,
    #[serde(flatten)]
    standings: Standings<ChangeKeys<'a>>,
}

/// What became of a verdict.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Verdicts")]
struct VerdictChangeKeys {
    before: Option<&'static str>,
    after: Option<&'static str>,
    changed: bool,
}

/// What became of a finding.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Change")]
struct ChangeKeys<'a> {
    #[serde(flatten)]
    seen: Sighting<'a>,
    /// How grave it was in the earlier session, if that is known.
    severity_before: Option<&'static str>,
}

fn data(diff: &Diff) -> Data {
    let changes = diff.changes();
    let of = |standing: DefectStatus| {
        let of = changes.iter().filter(|change| change.standing == standing);
        of.filter_map(|change| {
            Some(ChangeKeys {
                seen: diff.history.sighting(change.life)?,
                severity_before: change.before.map(Severity::word),
            })
        })
        .collect()
    };
    let (before, after) = (diff.verdict(diff.from), diff.verdict(diff.to));
    Data::of(&SessionsKeys {
        from: diff.id(diff.from),
        to: diff.id(diff.to),
        verdict: VerdictChangeKeys {
            before: before.map(Verdict::word),
            after: after.map(Verdict::word),
            changed: before != after,
        },
        standings: Standings::of(of),
    })
}
