//! The answers as programs read them.

use std::collections::BTreeMap;

use council_core::mode::{
    Hit, HitPlace, Lens, Mode, ModeCategory, ModeChoice, ModeId, ModeReason, ModeSelection,
    Pattern, Relevance, WordSignal, roles,
};
use schemars::JsonSchema;
use serde::Serialize;

use super::ModesAnswer;

/// What `modes` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ModesOutput<'a> {
    /// The catalogue.
    Catalogue {
        /// The categories with their modes.
        categories: Vec<CategoryKeys>,
    },
    /// One mode.
    Page {
        /// The mode.
        mode: ModeKeys,
    },
    /// The modes that a word is found in.
    Found {
        /// What was looked for.
        word: &'a str,
        /// Where it was found.
        modes: Vec<HitKeys>,
        /// What may have been meant.
        suggestion: Option<&'a str>,
    },
    /// The modes that a review would use.
    Chosen(ChosenKeys<'a>),
}

/// A category of modes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Category")]
pub struct CategoryKeys {
    name: &'static str,
    slug: &'static str,
    /// The number of its first mode.
    first: u8,
    /// The number of its last mode.
    last: u8,
    concern: &'static str,
    /// Who looks this way.
    roles: Vec<&'static str>,
    modes: Vec<BriefKeys>,
}

/// A mode in short.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ModeName")]
pub(super) struct BriefKeys {
    id: u8,
    name: &'static str,
    category: &'static str,
}

/// A mode.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Mode")]
pub struct ModeKeys {
    #[serde(flatten)]
    brief: BriefKeys,
    description: &'static str,
    /// What it asks.
    questions: Vec<&'static str>,
    /// What in a text calls for it.
    signals: Vec<&'static str>,
    patterns: Vec<PatternKeys>,
    base_relevance: f64,
}

/// What calls for several modes.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Pattern")]
pub(super) struct PatternKeys {
    subject: &'static str,
    signals: Vec<&'static str>,
    modes: Vec<u8>,
}

/// Where a word was found.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Hit")]
pub struct HitKeys {
    #[serde(flatten)]
    brief: BriefKeys,
    /// `name`, `category`, `signal` or `page`.
    found_in: &'static str,
    signal: Option<&'static str>,
}

/// The modes that a review would use.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Chosen")]
pub struct ChosenKeys<'a> {
    packet: &'a str,
    /// The modes of each seat.
    lenses: Vec<LensKeys<'a>>,
    distinct_modes: usize,
    /// How many modes more than one seat has.
    overlap: usize,
    /// What in the text called for modes.
    affinity_signals: Vec<FiredKeys<'a>>,
    /// What could not be kept to.
    relaxations: Vec<RelaxationKeys>,
}

/// A signal in the text.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "FiredSignal")]
struct FiredKeys<'a> {
    signal: &'a str,
    count: u32,
    modes: Vec<u8>,
}

/// What could not be kept to, and why.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Relaxation")]
struct RelaxationKeys {
    what: &'static str,
    why: String,
}

/// The modes of a seat.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Lens")]
struct LensKeys<'a> {
    seat: String,
    mode_ids: Vec<u8>,
    modes: Vec<ChoiceKeys<'a>>,
    /// How many of them the text calls for strongly.
    strong: usize,
    overlaps: Vec<OverlapKeys>,
    /// How many modes there are of each category.
    categories: BTreeMap<&'static str, usize>,
    signature: String,
    possible_roles: Option<Vec<&'static str>>,
    role_derivation: Option<String>,
}

/// What a seat has in common with another.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Overlap")]
struct OverlapKeys {
    with: String,
    modes: Vec<u8>,
    penalty: f64,
}

/// A mode that was chosen.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Choice")]
struct ChoiceKeys<'a> {
    #[serde(flatten)]
    brief: BriefKeys,
    affinity: f64,
    /// `score`, `strength`, `breadth` or `meta`.
    reason: &'static str,
    rationale: &'a str,
}

/// Returns the keys of an answer.
pub(super) fn of(answer: &ModesAnswer) -> ModesOutput<'_> {
    match answer {
        ModesAnswer::Catalogue => ModesOutput::Catalogue {
            categories: ModeCategory::ALL.into_iter().map(category).collect(),
        },
        ModesAnswer::Page(mode) => ModesOutput::Page { mode: page(mode) },
        ModesAnswer::Found { word, hits, suggestion } => ModesOutput::Found {
            word,
            modes: hits.iter().map(hit).collect(),
            suggestion: suggestion.as_deref(),
        },
        ModesAnswer::Chosen { packet, selection } => ModesOutput::Chosen(chosen(packet, selection)),
    }
}

fn category(category: ModeCategory) -> CategoryKeys {
    CategoryKeys {
        name: category.name(),
        slug: category.slug(),
        first: *category.range().start(),
        last: *category.range().end(),
        concern: category.concern(),
        roles: roles(category).to_vec(),
        modes: category.modes().map(brief).collect(),
    }
}

fn brief(mode: &Mode) -> BriefKeys {
    BriefKeys { id: mode.id.number(), name: mode.name, category: mode.category().name() }
}

fn page(mode: &Mode) -> ModeKeys {
    ModeKeys {
        brief: brief(mode),
        description: mode.description,
        questions: mode.questions.to_vec(),
        signals: notations(mode.own_signals()),
        patterns: mode.patterns().map(pattern).collect(),
        base_relevance: mode.base_relevance.value(),
    }
}

fn pattern(pattern: &Pattern) -> PatternKeys {
    PatternKeys {
        subject: pattern.subject,
        signals: notations(pattern.signals()),
        modes: pattern.modes().map(ModeId::number).collect(),
    }
}

fn notations(signals: impl Iterator<Item = WordSignal>) -> Vec<&'static str> {
    signals.map(WordSignal::notation).collect()
}

fn hit(hit: &Hit) -> HitKeys {
    let (found_in, signal) = match hit.place {
        HitPlace::Name => ("name", None),
        HitPlace::Category => ("category", None),
        HitPlace::Signal(signal) => ("signal", Some(signal.notation())),
        HitPlace::Page => ("page", None),
    };
    HitKeys { brief: brief(hit.mode), found_in, signal }
}

fn chosen<'a>(packet: &'a str, selection: &'a ModeSelection) -> ChosenKeys<'a> {
    let fired = selection.signals.iter().map(|fired| FiredKeys {
        signal: &fired.signal,
        count: fired.count,
        modes: numbers(fired.modes.iter().copied()),
    });
    let relaxations = selection
        .relaxations
        .iter()
        .map(|relaxation| RelaxationKeys { what: relaxation.word(), why: relaxation.to_string() });
    ChosenKeys {
        packet,
        lenses: selection.lenses.iter().map(lens).collect(),
        distinct_modes: selection.modes().len(),
        overlap: selection.overlap(),
        affinity_signals: fired.collect(),
        relaxations: relaxations.collect(),
    }
}

fn lens(lens: &Lens) -> LensKeys<'_> {
    let overlaps = lens.overlaps.iter().map(|overlap| OverlapKeys {
        with: overlap.with.to_string(),
        modes: numbers(overlap.modes.iter().copied()),
        penalty: overlap.penalty.value(),
    });
    let categories = lens.categories();
    LensKeys {
        seat: lens.seat.to_string(),
        mode_ids: numbers(lens.modes()),
        modes: lens.choices.iter().map(choice).collect(),
        strong: lens.choices.iter().filter(|choice| choice.affinity >= Relevance::STRONG).count(),
        overlaps: overlaps.collect(),
        signature: lens.cluster_signature(),
        possible_roles: categories.first().map(|(category, _)| roles(*category).to_vec()),
        categories: categories.into_iter().map(|(one, count)| (one.name(), count)).collect(),
        role_derivation: lens.derivation(),
    }
}

fn choice(choice: &ModeChoice) -> ChoiceKeys<'_> {
    let reason = match choice.reason {
        ModeReason::Score => "score",
        ModeReason::Strength => "strength",
        ModeReason::Breadth => "breadth",
        ModeReason::Meta => "meta",
    };
    ChoiceKeys {
        brief: brief(choice.mode.mode()),
        affinity: choice.affinity.value(),
        reason,
        rationale: &choice.rationale,
    }
}

fn numbers(modes: impl IntoIterator<Item = ModeId>) -> Vec<u8> {
    modes.into_iter().map(ModeId::number).collect()
}
