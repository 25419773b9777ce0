//! A plan beside the specifications that it is for: what rules can tell of it, and no more.
//!
//! Rules see ids and amounts. A requirement that a plan carries out without naming it is not seen, so what looks left out is
//! told and stops nothing; an id that no specification has and an amount that differs are facts, and stop.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    diagnostic::Place,
    gate::Signal,
    packet::{ItemId, Packet, Requirement},
};

use super::quantity::{Measure, amounts};

/// How much of a requirement's words a plan has to use to be about it.
const ABOUT: usize = 60;

/// The most ids that are named at once.
const MOST: usize = 12;

/// Compares a plan with specifications. Only those count whose requirements or files the plan names.
pub fn compare(plan: &str, specifications: &[Packet]) -> Vec<Signal> {
    let named = named(plan);
    let meant: Vec<&Packet> =
        specifications.iter().filter(|packet| is_meant(packet, plan, &named)).collect();
    let mut defined: BTreeMap<&str, Vec<(&str, &Requirement)>> = BTreeMap::new();
    for packet in &meant {
        for (document, requirement) in packet.requirements() {
            if let Some(id) = &requirement.id {
                defined.entry(id.as_str()).or_default().push((document.path(), requirement));
            }
        }
    }
    let mut signals = unknown(&named, specifications, &defined);
    signals.extend(contradicted(plan, &defined));
    signals.extend(meant.iter().filter_map(|packet| left_out(packet, plan, &named)));
    signals
}

/// Returns the ids that a plan names, with the line of the first time.
fn named(plan: &str) -> BTreeMap<String, usize> {
    let mut ids = BTreeMap::new();
    for (at, line) in plan.lines().enumerate() {
        for (_, id) in ItemId::scan(line) {
            ids.entry(id.as_str().to_owned()).or_insert(at + 1);
        }
    }
    ids
}

fn is_meant(packet: &Packet, plan: &str, named: &BTreeMap<String, usize>) -> bool {
    let has_id = |requirement: &Requirement| {
        requirement.id.as_ref().is_some_and(|id| named.contains_key(id.as_str()))
    };
    packet.documents.iter().any(|document| plan.contains(document.path()))
        || packet.requirements().any(|(_, requirement)| has_id(requirement))
}

/// Returns what stands in front of the number of an id.
fn family(id: &str) -> &str {
    id.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.')
}

/// Says which requirements a plan names that no specification has.
fn unknown(
    named: &BTreeMap<String, usize>,
    specifications: &[Packet],
    defined: &BTreeMap<&str, Vec<(&str, &Requirement)>>,
) -> Vec<Signal> {
    let families: BTreeSet<&str> = defined.keys().map(|id| family(id)).collect();
    let documents = || specifications.iter().flat_map(|packet| &packet.documents);
    let stands = |id: &str| {
        documents().any(|document| {
            ItemId::scan(document.original().text()).any(|(_, found)| found.as_str() == id)
        })
    };
    let invented = named.iter().filter(|(id, _)| families.contains(family(id)) && !stands(id));
    invented
        .map(|(id, line)| {
            let said =
                format!("line {line} of the plan names {id}, and no specification here has it");
            Signal::block("PLAN_UNKNOWN_REQUIREMENT", Place::default(), said).help(
                "name the requirement that is meant, or write it into the specification first",
            )
        })
        .collect()
}

/// Says where a plan gives another amount than the requirement that it names on the same line.
fn contradicted(plan: &str, defined: &BTreeMap<&str, Vec<(&str, &Requirement)>>) -> Vec<Signal> {
    let mut signals = Vec::new();
    for (at, line) in plan.lines().enumerate() {
        let ids: BTreeSet<String> =
            ItemId::scan(line).map(|(_, id)| id.as_str().to_owned()).collect();
        let only = if ids.len() == 1 { ids.first() } else { None };
        let Some([(path, requirement)]) =
            only.and_then(|id| defined.get(id.as_str())).map(Vec::as_slice)
        else {
            continue;
        };
        let (planned, wanted) = (amounts(line), amounts(&requirement.text));
        for measure in [Measure::Time, Measure::Size, Measure::Share] {
            let of = |all: &[(Measure, u64)]| -> Vec<u64> {
                all.iter().filter(|(one, _)| *one == measure).map(|(_, much)| *much).collect()
            };
            if let ([planned], [wanted]) = (of(&planned).as_slice(), of(&wanted).as_slice())
                && planned != wanted
            {
                let id = ids.first().map_or("", String::as_str);
                let said = format!(
                    "line {} of the plan has another amount than {id}: “{}”",
                    at + 1,
                    requirement.text
                );
                let place = Place::file(*path).at(requirement.line);
                signals.push(
                    Signal::block("PLAN_OTHER_AMOUNT", place, said)
                        .help("plan what the requirement says, or change the requirement first"),
                );
            }
        }
    }
    signals
}

/// Says which requirements of a specification a plan does not seem to be about.
fn left_out(packet: &Packet, plan: &str, named: &BTreeMap<String, usize>) -> Option<Signal> {
    let words: BTreeSet<String> = words(plan).collect();
    let is_missed = |requirement: &Requirement| {
        let own: BTreeSet<String> = self::words(&requirement.text).collect();
        let used = own.intersection(&words).count();
        used * 100 < own.len() * ABOUT
    };
    let missed: Vec<(&str, &str)> = packet
        .requirements()
        .filter_map(|(document, requirement)| {
            let id = requirement.id.as_ref()?.as_str();
            let is_left = !named.contains_key(id) && is_missed(requirement);
            is_left.then_some((document.path(), id))
        })
        .collect();
    let (path, _) = missed.first()?;
    let mut ids: Vec<&str> = missed.iter().map(|(_, id)| *id).take(MOST).collect();
    if missed.len() > MOST {
        ids.push("…");
    }
    let said = format!(
        "the plan names neither the ids nor the words of {}; it may carry them out all the same",
        ids.join(", ")
    );
    Some(Signal::advisory("PLAN_LEAVES_OUT", Place::file(*path), said))
}

/// Returns the words of a text that carry meaning.
fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().count() > 3)
        .map(str::to_lowercase)
        .filter(|word| {
            !["must", "shall", "should", "with", "that", "this", "from", "system"]
                .contains(&word.as_str())
        })
}

#[cfg(test)]
mod tests {
    use council_core::gate::Weight;
    use council_formats::packet;

    use super::*;

    const SPEC: &str = "# Refunds\n\n## Requirements\n\n- FR-1: The page must book a refund within 5 seconds.\n\
        - FR-2: The page must show each refund with its amount.\n- FR-3: Staff must confirm refunds above the daily limit.\n";

    fn codes(plan: &str) -> Vec<(String, bool)> {
        let parsed = packet::markdown_prd("specs/1/spec.md", SPEC);
        let told = compare(plan, &[parsed.value]);
        told.iter().map(|one| (one.code.clone(), one.weight == Weight::Block)).collect()
    }

    #[test]
    fn a_plan_that_keeps_to_the_specification_is_told_nothing() {
        let plan = "1. FR-1: booking answers in 5000 ms\n2. FR-2 list\n3. FR-3 confirmation";
        assert_eq!(codes(plan), []);
        // Neither is one that is about something else.
        assert_eq!(codes("rename a variable in 3 seconds"), []);
    }

    #[test]
    fn an_id_that_nobody_defined_and_another_amount_stop() {
        let plan = "FR-1: book within 30 seconds\nFR-9: export to a spreadsheet\nFR-2, FR-3";
        let expected = ["PLAN_UNKNOWN_REQUIREMENT", "PLAN_OTHER_AMOUNT"];
        assert_eq!(codes(plan), expected.map(|code| (code.to_owned(), true)));
        // Where both amounts stand on the line, the plan speaks of more than one thing.
        assert_eq!(codes("FR-1: of the 5 seconds 2 seconds are the bank's\nFR-2 FR-3"), []);
    }

    #[test]
    fn what_seems_left_out_is_told_and_does_not_stop() {
        assert_eq!(codes("FR-1 and FR-2"), [("PLAN_LEAVES_OUT".to_owned(), false)]);
        // Its words are enough.
        assert_eq!(codes("FR-1, FR-2; staff confirm refunds above the daily limit"), []);
    }
}
