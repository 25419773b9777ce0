//! Which mode of which seat found what, and in which section: an honest table, in which nothing found is not the same
//! as nothing wrong.

use std::collections::BTreeMap;

use council_core::{
    council::CouncilRecord,
    finding::SeatId,
    merge::RaisedClaim,
    mode::{Lens, ModeChoice, ModeId},
    packet::{Document, Packet, Section},
};
use council_formats::report::sheet::Sheet;
use schemars::JsonSchema;
use serde::Serialize;

use crate::sessions::JournaledSession;

/// The most sections that are shown although nobody found anything in them.
const MOST_EMPTY: usize = 24;

/// What a mode of a seat came to.
struct ModeRow {
    seat: SeatId,
    mode: ModeId,
    affinity: String,
    rules: Option<usize>,
    claims: usize,
}

/// What the seats claimed in a section.
struct SectionRow {
    name: String,
    claims: BTreeMap<SeatId, usize>,
}

/// What was claimed through each mode in each section: the picture of a review.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// The modes, each with its seat.
    pub modes: Vec<String>,
    /// The sections, in order.
    pub sections: Vec<String>,
    /// How many claims there are, mode by mode, section by section.
    pub claims: Vec<Vec<usize>>,
}

/// Returns what was claimed through each mode in each section.
pub fn grid(folded: &JournaledSession) -> Grid {
    let (record, packet) = (&folded.record, folded.reviewed.fold.packet());
    let (modes, sections) = (modes(folded, record), sections(packet, record));
    let mut claims = vec![vec![0; sections.len()]; modes.len()];
    for raised in raised(record) {
        let mode = raised.claim.claim().mode;
        let row = modes.iter().position(|row| row.seat == raised.seat && Some(row.mode) == mode);
        let name = section_of(packet, raised);
        let column = sections.iter().position(|section| Some(&section.name) == name.as_ref());
        if let (Some(row), Some(column)) = (row, column)
            && let Some(cell) = claims.get_mut(row).and_then(|cells| cells.get_mut(column))
        {
            *cell += 1;
        }
    }
    let names =
        modes.iter().map(|row| format!("{} {} {}", row.seat, row.mode, row.mode.mode().name));
    Grid {
        modes: names.collect(),
        sections: sections.into_iter().map(|section| section.name).collect(),
        claims,
    }
}

/// Adds the tables to a page.
pub(super) fn show(folded: &JournaledSession, record: &CouncilRecord, sheet: &mut Sheet) {
    let modes = modes(folded, record);
    if modes.is_empty() || record.rounds.is_empty() {
        return;
    }
    sheet.heading("Coverage");
    sheet.prose(
        "What each seat claimed through each of its modes, before claims were merged. Every seat was given the whole \
         packet.",
    );
    let cells = |row: &ModeRow| {
        let found = match (row.claims, row.rules) {
            (0, Some(0)) => "no rule of the offline reviewer looks this way".to_owned(),
            (0, _) => "nothing".to_owned(),
            (claims, _) => claims.to_string(),
        };
        [
            row.seat.to_string(),
            format!("{} {}", row.mode, row.mode.mode().name),
            row.affinity.clone(),
            found,
        ]
    };
    sheet.table(["seat", "mode", "affinity", "claims"], modes.iter().map(cells).collect());
    let sections = sections(folded.reviewed.fold.packet(), record);
    let (with, empty): (Vec<&SectionRow>, Vec<&SectionRow>) =
        sections.iter().partition(|row| !row.claims.is_empty());
    let shown = if empty.len() > MOST_EMPTY { with } else { sections.iter().collect() };
    let cells = |row: &&SectionRow| {
        let of = |seat: SeatId| match row.claims.get(&seat) {
            Some(claims) => claims.to_string(),
            None => "·".to_owned(),
        };
        let [one, two, three] = SeatId::ALL.map(of);
        [row.name.clone(), one, two, three]
    };
    sheet.table(["section", "SA-1", "SA-2", "SA-3"], shown.iter().map(cells).collect());
    let more = if empty.len() > MOST_EMPTY {
        format!(" Not shown: {} more sections in which nobody claimed anything.", empty.len())
    } else {
        String::new()
    };
    sheet.prose(format!(
        "A dot means that the seat claimed nothing there, not that all is well.{more}"
    ));
}

/// Which mode of which seat found what, and in which section.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Coverage")]
pub(super) struct CoverageKeys {
    modes: Vec<ModeCoverageKeys>,
    sections: Vec<SectionKeys>,
}

/// What a mode of a seat came to.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ModeCoverage")]
struct ModeCoverageKeys {
    seat: String,
    mode_id: u8,
    mode: &'static str,
    affinity: Option<f64>,
    /// How many rules look this way, where the offline reviewer sat in the seat.
    rules: Option<usize>,
    claims: usize,
}

/// What the seats claimed in a section.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "SectionCoverage")]
struct SectionKeys {
    section: String,
    /// How much each seat claimed; a seat that claimed nothing is not there.
    claims: BTreeMap<String, usize>,
}

/// Returns the tables for programs.
pub(super) fn keys(folded: &JournaledSession, record: &CouncilRecord) -> CoverageKeys {
    let modes = modes(folded, record).into_iter().map(|row| ModeCoverageKeys {
        seat: row.seat.to_string(),
        mode_id: row.mode.number(),
        mode: row.mode.mode().name,
        affinity: row.affinity.parse().ok(),
        rules: row.rules,
        claims: row.claims,
    });
    let sections = sections(folded.reviewed.fold.packet(), record).into_iter();
    let sections = sections.map(|row| SectionKeys {
        section: row.name,
        claims: row.claims.into_iter().map(|(seat, claims)| (seat.to_string(), claims)).collect(),
    });
    CoverageKeys { modes: modes.collect(), sections: sections.collect() }
}

fn modes(folded: &JournaledSession, record: &CouncilRecord) -> Vec<ModeRow> {
    let reviewers = &folded.reviewed.fold.opened().reviewers;
    let row = |lens: &Lens, choice: &ModeChoice| {
        let is_offline = reviewers.get(&lens.seat).is_some_and(|name| name == "rules");
        let (seat, mode) = (lens.seat, choice.mode);
        let claims = raised(record)
            .filter(|raised| raised.seat == seat && raised.claim.claim().mode == Some(mode));
        ModeRow {
            seat,
            mode,
            affinity: choice.affinity.to_string(),
            rules: is_offline.then(|| council_rules::rules_of(mode).count()),
            claims: claims.count(),
        }
    };
    let lenses = record.opening.selection.lenses.iter();
    lenses.flat_map(|lens| lens.choices.iter().map(move |choice| row(lens, choice))).collect()
}

fn sections(packet: &Packet, record: &CouncilRecord) -> Vec<SectionRow> {
    let has_one = packet.documents.len() == 1;
    let mut rows: Vec<SectionRow> = Vec::new();
    for document in &packet.documents {
        if !has_one {
            rows.push(SectionRow { name: name(packet, document, None), claims: BTreeMap::new() });
            continue;
        }
        let tops = document.sections.iter().filter(|section| section.level <= 2);
        let each = tops.map(|section| name(packet, document, Some(section)));
        rows.extend(each.map(|name| SectionRow { name, claims: BTreeMap::new() }));
    }
    for raised in raised(record) {
        let Some(name) = section_of(packet, raised) else { continue };
        let place = rows.iter().position(|row| row.name == name);
        let place = place.unwrap_or_else(|| {
            rows.insert(0, SectionRow { name, claims: BTreeMap::new() });
            0
        });
        if let Some(row) = rows.get_mut(place) {
            *row.claims.entry(raised.seat).or_insert(0) += 1;
        }
    }
    rows
}

/// Names a section; of a packet with several documents, the document.
fn name(packet: &Packet, document: &Document, section: Option<&Section>) -> String {
    match (packet.documents.len() == 1, section) {
        (true, Some(section)) => section.title.clone(),
        (true, None) => "(before the first section)".to_owned(),
        (false, _) => document.path().to_owned(),
    }
}

/// Names the section that a claim is about, if it is there.
fn section_of(packet: &Packet, raised: &RaisedClaim) -> Option<String> {
    let (document, found) = packet.find(&raised.claim.claim().location)?;
    let offset = raised.claim.quote_span().map_or(found.span.start, |span| span.start);
    Some(name(packet, document, top(document, offset)))
}

/// Returns the section of the first two levels that holds an offset.
fn top(document: &Document, offset: usize) -> Option<&Section> {
    let mut index = document.section_index(offset)?;
    loop {
        let section = document.sections.get(index)?;
        if section.level <= 2 {
            return Some(section);
        }
        // A parent comes before its children, so this ends.
        index = section.parent.filter(|parent| *parent < index)?;
    }
}

fn raised(record: &CouncilRecord) -> impl Iterator<Item = &RaisedClaim> {
    record.rounds.iter().flat_map(|round| &round.raised)
}
