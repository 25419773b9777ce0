//! Where a statement stands, as far as that says when it holds: the case, the alternative, the scenario, the table.

use council_core::packet::{PassageKind, Section};

use super::{Role, Sentence, Text, is_item};
use crate::lexicon;

/// Where a statement stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Context {
    /// The innermost section.
    pub(crate) section: Option<u32>,
    /// The innermost section around it that is one of several cases: a tier, a phase, a platform.
    pub(crate) case: Option<u32>,
    /// The innermost scenario around it.
    pub(crate) scenario: Option<u32>,
    /// The table it is in.
    pub(crate) table: Option<u32>,
    /// Whether it stands where a document tells what it does not do.
    pub(crate) is_excluded: bool,
    /// Whether it stands where nothing is ruled: among alternatives, examples, reasons.
    pub(crate) is_aside: bool,
    /// The identity of the title of its section.
    title: u64,
    /// The section around its own.
    above: Option<u32>,
    /// Where among the passages it stands, and whether it is an item of a list.
    passage: u32,
    is_item: bool,
}

/// What the headings of a document say about when their statements hold.
pub(super) struct Contexts<'t, 'a> {
    text: &'t Text<'a>,
    sections: Vec<Around>,
}

/// What the headings around a section say.
#[derive(Debug, Clone, Copy, Default)]
struct Around {
    case: Option<u32>,
    scenario: Option<u32>,
    is_aside: bool,
    /// The identity of its own title.
    title: u64,
}

impl<'t, 'a> Contexts<'t, 'a> {
    pub(super) fn of(text: &'t Text<'a>) -> Self {
        let mut sections: Vec<Around> = Vec::with_capacity(text.document.sections.len());
        for (index, section) in text.document.sections.iter().enumerate() {
            let above = section.parent.and_then(|parent| sections.get(parent)).copied();
            sections.push(around(section, index, above.unwrap_or_default()));
        }
        Self { text, sections }
    }

    /// Returns where a sentence stands; nothing where it is no statement of the document's own.
    pub(super) fn at(&self, sentence: &Sentence) -> Option<Context> {
        let passage = self.text.passage(sentence)?;
        let is_cell = match passage.kind {
            PassageKind::Heading | PassageKind::Head | PassageKind::Html | PassageKind::Remark => {
                return None;
            }
            PassageKind::Cell => true,
            PassageKind::Paragraph | PassageKind::Item | PassageKind::Value => false,
        };
        let is_by_the_way = match standing(sentence.role) {
            Standing::None => return None,
            Standing::Ruling => false,
            Standing::Aside => true,
        };
        if passage.quotes > 0 {
            return None;
        }
        let index = self.text.document.section_index(sentence.span.start);
        let around = index.and_then(|index| self.sections.get(index)).copied().unwrap_or_default();
        let table = is_cell.then(|| {
            let tables = &self.text.document.tables;
            number(tables.partition_point(|table| table.span.start <= sentence.span.start))
        });
        Some(Context {
            section: index.map(number),
            case: around.case,
            scenario: around.scenario,
            table,
            is_excluded: sentence.role == Role::NonGoal,
            is_aside: around.is_aside || is_by_the_way,
            title: around.title,
            above: index
                .and_then(|index| self.text.document.sections.get(index)?.parent)
                .map(number),
            passage: sentence.passage,
            is_item: passage.kind == PassageKind::Item,
        })
    }
}

impl Context {
    /// Tells whether two statements are items of one list, where they are usually told apart on purpose.
    pub(crate) fn is_beside(&self, other: &Context) -> bool {
        const NEAR: u32 = 12;
        let is_near = self.passage.abs_diff(other.passage) <= NEAR;
        self.is_item && other.is_item && is_near && self.section == other.section
    }

    /// Tells whether two statements are items of lists, which tell of one case each.
    pub(crate) fn are_items(&self, other: &Context) -> bool {
        self.is_item && other.is_item
    }

    /// Tells whether two statements stand in passages of their own.
    pub(crate) fn is_apart(&self, other: &Context) -> bool {
        self.passage != other.passage
    }

    /// Tells whether two statements stand in scenarios.
    pub(crate) fn are_scenarios(&self, other: &Context) -> bool {
        self.scenario.is_some() && other.scenario.is_some()
    }

    /// Tells whether two statements are parts of one requirement: one of them stands in a scenario of the section around it.
    pub(crate) fn is_near(&self, other: &Context) -> bool {
        self.section == other.section || self.above == other.section || self.section == other.above
    }

    /// Tells whether two statements can be about the same case.
    pub(crate) fn meets(&self, other: &Context) -> bool {
        let both = |one: Option<u32>, other: Option<u32>| one.is_some() && other.is_some();
        let cases = !both(self.case, other.case) || self.case == other.case;
        // Rows of one table are cases of their own.
        let tables = self.table.is_none() || self.table != other.table;
        // Two sections of one title describe the same side of two things.
        let mirrored = self.title == other.title && self.section != other.section;
        cases && tables && !mirrored
    }
}

fn number(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

/// How a sentence is compared by the part it plays.
enum Standing {
    /// It rules something.
    Ruling,
    /// It rules nothing by itself, and counts only where it repeats a rule nearly word for word.
    Aside,
    /// It is not compared.
    None,
}

fn standing(role: Role) -> Standing {
    match role {
        Role::Requirement
        | Role::Criterion
        | Role::Then
        | Role::Constraint
        | Role::Goal
        | Role::NonGoal
        | Role::Decision
        | Role::Statement => Standing::Ruling,
        Role::Definition | Role::Example | Role::Rationale | Role::Question | Role::History => {
            Standing::Aside
        }
        Role::Given | Role::When | Role::Template | Role::Label | Role::Aside => Standing::None,
    }
}

fn around(section: &Section, index: usize, above: Around) -> Around {
    let (mut is_case, mut is_aside, mut is_scenario) = (false, false, false);
    // The name of a requirement says what it is about.
    let is_named = is_item(&section.title);
    let is_short = section.title.split_whitespace().count() <= 4;
    let words = section.title.split(|c: char| !c.is_alphanumeric() && c != '-');
    for (at, word) in words.filter(|word| !word.is_empty()).enumerate() {
        let id = lexicon::hash(word.as_bytes());
        is_case |= !is_named && CASES.contains(&id);
        is_aside |= !is_named && (is_short || at == 0) && ASIDES.contains(&id);
        is_scenario |= at < 2 && SCENARIOS.contains(&id);
    }
    let own = Some(number(index));
    Around {
        case: if is_case { own } else { above.case },
        scenario: if is_scenario { own } else { above.scenario },
        // The title of a document names no part of it.
        is_aside: above.is_aside || (is_aside && section.level > 1),
        title: mirrored_title(&section.title).unwrap_or(u64::MAX - index as u64),
    }
}

/// Returns the identity of a title that names a part of something, which several things can have: one word that says
/// nothing about what sort of section it is.
fn mirrored_title(title: &str) -> Option<u64> {
    let mut words = title.split_whitespace();
    let id = lexicon::hash(words.next()?.as_bytes());
    (words.next().is_none() && !SORTS.contains(&id)).then_some(id)
}

/// Titles that say what sort of section it is.
const SORTS: [u64; 12] = lexicon::ids([
    "requirements",
    "criteria",
    "acceptance",
    "notes",
    "scenarios",
    "constraints",
    "tests",
    "tasks",
    "limits",
    "overview",
    "description",
    "details",
]);

/// Words of a heading that is one of several cases.
const CASES: [u64; 24] = lexicon::ids([
    "tier",
    "plan",
    "phase",
    "week",
    "milestone",
    "environment",
    "stage",
    "version",
    "option",
    "variant",
    "mode",
    "profile",
    "edition",
    "region",
    "sprint",
    "iteration",
    "alpha",
    "beta",
    "ga",
    "v1",
    "v2",
    "v3",
    "mvp",
    "day",
]);

const SCENARIOS: [u64; 2] = lexicon::ids(["scenario", "example"]);

/// Words of a heading below which nothing is ruled.
const ASIDES: [u64; 24] = lexicon::ids([
    "results",
    "record",
    "log",
    "qa",
    "completion",
    "debug",
    "alternatives",
    "alternative",
    "rejected",
    "considered",
    "history",
    "changelog",
    "example",
    "examples",
    "background",
    "motivation",
    "drawbacks",
    "prior",
    "problem",
    "discussion",
    "comparison",
    "rationale",
    "unresolved",
    "current",
]);
