//! What was read of a checked file, for programs.

use std::collections::{BTreeMap, BTreeSet};

use council_formats::{artifact::Normalised, handoff::NormalHandoff};
use schemars::JsonSchema;
use serde::Serialize;

use crate::words;

/// What `check` says of a file in JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckOutput<'a> {
    /// What it is, if that is known.
    pub(super) kind: Option<&'static str>,
    /// What was read, normalised; not there where there was nothing to read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) read: Option<&'a Read>,
}

/// What was read of a file.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Read {
    /// A session, a bundle or a seat's report.
    Artifact(Box<Normalised>),
    /// A handoff.
    Handoff(Box<NormalHandoff>),
    /// A packet.
    Packet(PacketRead),
    /// A PRD folder.
    PrdFolder {
        /// How each gate stands.
        gates: BTreeMap<String, &'static str>,
        /// How deep a review should go.
        review_depth: &'static str,
    },
    /// Who sits in a forum.
    Config {
        /// The project.
        project: String,
        /// When it was set up.
        created: String,
        /// The project owners, in speaking order.
        owners: Vec<SeatRead>,
        /// The devil's advocates, in speaking order.
        advocates: Vec<SeatRead>,
    },
    /// The page of a round.
    Summary {
        /// The number of the round.
        round: u32,
        /// How many owners took part.
        owners: usize,
        /// What is open.
        open_points: Vec<String>,
    },
    /// The rounds of a forum.
    Record {
        /// The project.
        project: String,
        /// How the discussion stands.
        state: &'static str,
        /// How many rounds were held.
        rounds: usize,
    },
}

/// What was understood of a packet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReadPacket")]
pub struct PacketRead {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) version: Option<String>,
    pub(super) documents: Vec<DocumentRead>,
    /// How many requirements there are.
    pub(super) requirements: usize,
    pub(super) requirement_ids: Vec<String>,
    pub(super) hash: String,
}

/// A document of a packet.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReadDocument")]
pub(super) struct DocumentRead {
    pub(super) path: String,
    /// How it is laid out: a known layout, or `plain`.
    pub(super) layout: &'static str,
    pub(super) sections: usize,
    pub(super) requirements: usize,
    /// The statements that have no place in a known layout: no rule knows what part they play.
    pub(super) unplaced: Vec<UnplacedRead>,
    pub(super) hash: String,
}

/// A statement that has no place in the layout of its document.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReadUnplaced")]
pub(super) struct UnplacedRead {
    /// The line it begins on.
    pub(super) line: u32,
    /// Its first words.
    pub(super) words: String,
}

impl PacketRead {
    /// Says how the documents are laid out, and which statements have no place there.
    fn placed(&self) -> [Option<String>; 2] {
        let layouts: BTreeSet<&str> = self.documents.iter().map(|one| one.layout).collect();
        let layouts: Vec<&str> = layouts.into_iter().collect();
        let count: usize = self.documents.iter().map(|one| one.unplaced.len()).sum();
        let first = self.documents.iter().find_map(|one| Some((&one.path, one.unplaced.first()?)));
        let unplaced = first.map(|(path, first)| {
            let statements = words::count(count, "statement");
            format!("{statements}, the first at {path}:{}: {}", first.line, first.words)
        });
        [Some(layouts.join(", ")), unplaced]
    }
}

/// A seat of a forum.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(rename = "ReadSeat")]
pub struct SeatRead {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) lens: String,
}

impl Read {
    /// Returns a few lines of it for people, as name and value.
    pub(super) fn facts(&self) -> Vec<(&'static str, String)> {
        let facts = match self {
            Read::Artifact(read) => vec![
                ("reviewed", read.id.clone()),
                ("verdict", read.raw_verdict.clone()),
                ("findings", stated(read)),
            ],
            Read::Handoff(read) => vec![
                ("reviewed", read.id.clone()),
                ("verdict", read.raw_verdict.map(str::to_owned)),
                ("findings", counted(&read.severities)),
            ],
            Read::Packet(read) => {
                let [layout, unplaced] = read.placed();
                vec![
                    ("reviewed", Some(read.id.clone())),
                    ("requirements", Some(read.requirements.to_string())),
                    ("layout", layout),
                    ("not placed", unplaced),
                ]
            }
            Read::PrdFolder { review_depth, .. } => {
                vec![("review depth", Some(review_depth.to_lowercase()))]
            }
            Read::Config { project, .. } | Read::Record { project, .. } => {
                vec![("project", Some(project.clone()))]
            }
            Read::Summary { .. } => Vec::new(),
        };
        facts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// Says how many findings there are; a session states one in every cycle it lives through.
fn stated(read: &Normalised) -> Option<String> {
    let said = counted(&read.severities)?;
    if read.unique_finding_ids == read.findings_anywhere {
        return Some(said);
    }
    Some(format!("{} different, stated as {said}", read.unique_finding_ids))
}

fn counted<W: std::fmt::Display>(severities: &BTreeMap<W, usize>) -> Option<String> {
    let parts: Vec<String> =
        severities.iter().map(|(word, count)| format!("{count} {word}")).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}
