//! The answers as programs read them.

use council_core::mode::{
    Choice, Hit, Lens, Mode, ModeCategory, ModeId, Pattern, Place, Reason, Relevance, Selection,
    Signal, roles,
};
use serde_json::{Map, Value, json};

use super::Answer;

/// Writes an answer as the keys of one JSON object.
pub(super) fn of(answer: &Answer) -> Map<String, Value> {
    match answer {
        Answer::Catalogue => object([(
            "categories",
            ModeCategory::ALL.into_iter().map(category).collect::<Vec<_>>().into(),
        )]),
        Answer::Page(mode) => object([("mode", page(mode))]),
        Answer::Found { word, hits, suggestion } => object([
            ("word", json!(word)),
            ("modes", hits.iter().map(hit).collect::<Vec<_>>().into()),
            ("suggestion", json!(suggestion)),
        ]),
        Answer::Chosen { packet, selection } => chosen(packet, selection),
    }
}

fn category(category: ModeCategory) -> Value {
    json!({
        "name": category.name(),
        "slug": category.slug(),
        "first": category.range().start(),
        "last": category.range().end(),
        "concern": category.concern(),
        "roles": roles(category),
        "modes": category.modes().map(brief).collect::<Vec<_>>(),
    })
}

fn brief(mode: &Mode) -> Value {
    json!({"id": mode.id.number(), "name": mode.name, "category": mode.category().name()})
}

fn page(mode: &Mode) -> Value {
    let mut page = object([
        ("description", json!(mode.description)),
        ("questions", json!(mode.questions)),
        ("signals", json!(notations(mode.own_signals()))),
        ("patterns", mode.patterns().map(pattern).collect::<Vec<_>>().into()),
        ("base_relevance", json!(mode.base_relevance.value())),
    ]);
    if let Value::Object(mut whole) = brief(mode) {
        whole.append(&mut page);
        return Value::Object(whole);
    }
    Value::Object(page)
}

fn pattern(pattern: &Pattern) -> Value {
    json!({
        "subject": pattern.subject,
        "signals": notations(pattern.signals()),
        "modes": pattern.modes().map(ModeId::number).collect::<Vec<_>>(),
    })
}

fn notations(signals: impl Iterator<Item = Signal>) -> Vec<&'static str> {
    signals.map(Signal::notation).collect()
}

fn hit(hit: &Hit) -> Value {
    let (place, signal) = match hit.place {
        Place::Name => ("name", None),
        Place::Category => ("category", None),
        Place::Signal(signal) => ("signal", Some(signal.notation())),
        Place::Page => ("page", None),
    };
    json!({
        "id": hit.mode.id.number(),
        "name": hit.mode.name,
        "category": hit.mode.category().name(),
        "found_in": place,
        "signal": signal,
    })
}

fn chosen(packet: &str, selection: &Selection) -> Map<String, Value> {
    let signals: Vec<Value> = selection
        .signals
        .iter()
        .map(|fired| {
            let modes: Vec<u8> = fired.modes.iter().copied().map(ModeId::number).collect();
            json!({"signal": fired.signal, "count": fired.count, "modes": modes})
        })
        .collect();
    let relaxations: Vec<Value> = selection
        .relaxations
        .iter()
        .map(|relaxation| json!({"what": relaxation.word(), "why": relaxation.to_string()}))
        .collect();
    object([
        ("packet", json!(packet)),
        ("lenses", selection.lenses.iter().map(lens).collect::<Vec<_>>().into()),
        ("distinct_modes", json!(selection.modes().len())),
        ("overlap", json!(selection.overlap())),
        ("affinity_signals", json!(signals)),
        ("relaxations", json!(relaxations)),
    ])
}

fn lens(lens: &Lens) -> Value {
    let overlaps: Vec<Value> = lens
        .overlaps
        .iter()
        .map(|overlap| {
            json!({
                "with": overlap.with.to_string(),
                "modes": overlap.modes.iter().copied().map(ModeId::number).collect::<Vec<_>>(),
                "penalty": overlap.penalty.value(),
            })
        })
        .collect();
    let categories: Map<String, Value> = lens
        .categories()
        .into_iter()
        .map(|(category, count)| (category.name().to_owned(), json!(count)))
        .collect();
    json!({
        "seat": lens.seat.to_string(),
        "mode_ids": lens.modes().into_iter().map(ModeId::number).collect::<Vec<_>>(),
        "modes": lens.choices.iter().map(choice).collect::<Vec<_>>(),
        "strong": lens.choices.iter().filter(|choice| choice.affinity >= Relevance::STRONG).count(),
        "overlaps": overlaps,
        "categories": categories,
        "signature": lens.cluster_signature(),
        "possible_roles": lens.categories().first().map(|(category, _)| roles(*category)),
        "role_derivation": lens.derivation(),
    })
}

fn choice(choice: &Choice) -> Value {
    let reason = match choice.reason {
        Reason::Score => "score",
        Reason::Strength => "strength",
        Reason::Breadth => "breadth",
        Reason::Meta => "meta",
    };
    json!({
        "id": choice.mode.number(),
        "name": choice.mode.mode().name,
        "category": choice.mode.category().name(),
        "affinity": choice.affinity.value(),
        "reason": reason,
        "rationale": choice.rationale,
    })
}

fn object<const N: usize>(entries: [(&str, Value); N]) -> Map<String, Value> {
    entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
}
