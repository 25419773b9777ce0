//! What stands in the place of something else: of a verb, a value, an actor, a section. It is known by its place, in any
//! words, and is worth a note.

use council_core::severity::Severity;
use council_formats::packet::markdown_prd;
use council_rules::check_with;

/// Returns what a rule quotes of a demand in a specification, and how grave it is.
fn quotes(rule: &str, demand: &str) -> Vec<(String, Severity)> {
    let text = format!(
        "# Harbour\n\nThe harbour keeps ships and their papers.\n\n## Requirements\n\n- **FR-001**: {demand}\n- **FR-002**: The harbour MUST list all ships.\n"
    );
    let packet = markdown_prd("prd.md", &text).value;
    let found = check_with(&packet, |own| own.id == rule);
    found.iter().map(|one| (one.quote().to_owned(), one.severity)).collect()
}

/// Checks that each of some demands is worth one finding of a rule, and others are worth none.
fn check(rule: &str, told: &[&str], fine: &[&str]) {
    for demand in told {
        assert_eq!(quotes(rule, demand).len(), 1, "{demand}: {:?}", quotes(rule, demand));
    }
    for demand in fine {
        assert_eq!(quotes(rule, demand), [], "{demand}");
    }
}

#[test]
fn what_follows_a_binding_word_and_can_be_no_verb_is_unwritten() {
    check(
        "placeholder",
        &[
            "The pier MUST the depth from the new survey.",
            "The pier MUST its usual load.",
            "The pier MUST awaiting word from the pilots.",
            "The pier MUST will be settled next spring.",
            "The pier MUST unresolved.",
            "The pier MUST (ask the pilots).",
            "The pier MUST yet to be drawn.",
            "It MUST <pier.depth>.",
            "The pier MUST {depth}.",
            "The pier MUST -- pilots to answer --.",
            "The pier MUST TEXT GOES IN HERE.",
        ],
        &[
            "The pier MUST hold a crane.",
            "The pier MUST also hold a crane.",
            "The pier MUST (at low tide) hold a crane.",
            "The pier MUST, at low tide, hold a crane.",
            "The pier MUST all the same hold a crane.",
            "Only then MUST the pier hold a crane.",
            "Under no conditions MUST the pier hold a crane.",
            "The pier MUST bring ships and people together.",
            "The pier MUST NOT hold a crane.",
            "The pier MUST `hold` a crane.",
            "The tariff MUST only apply to ships.",
            "The tariff MUST comply starting in May.",
        ],
    );
}

#[test]
fn a_remark_in_a_frame_stands_for_what_is_not_written() {
    check(
        "placeholder",
        &[
            "The pier MUST carry [pilots to name the load].",
            "The pier MUST carry ships of [WEIGHT].",
            "The pier MUST carry ships of [length] metres.",
            "The pier MUST carry << ask the pilots >>.",
            "The pier MUST carry <name of the crane>.",
            "The pier MUST carry a crane -- pilots to answer --.",
            "The pier MUST carry a crane (waiting for word from the pilots).",
            "The pier MUST carry a load (size pending from the pilots).",
            "The pier MUST carry Q.R.S.",
            "The pier MUST carry ${WEIGHT}.",
            "The pier MUST carry NN.",
            "The pier MUST carry what will be agreed after the storm.",
            "The pier MUST carry at most <max> ships.",
            "The pier MUST carry at most {max} ships.",
            "The pier MUST carry ships (ask the pilots).",
            "The pier MUST carry ships (not yet agreed).",
            "The pier MUST carry ships, exact number open.",
            "The pier MUST carry ships as told in the next meeting.",
        ],
        &[
            "The pier MUST carry [a crane](crane.md).",
            "The pier MUST carry a crane [FR-002].",
            "The pier MUST list `[name]` of each ship.",
            "The pier MUST carry a crane (pending or free).",
            "The pier MUST fly the flag of the U.S.",
            "The pier MUST carry a crane -- or a winch -- that turns.",
            "The pier MUST accept a load below 5 t.",
            "The pier MUST carry ships (not only boats).",
            "The pier MUST keep the next ship.",
            "The pier MUST show ships with the hatch open.",
        ],
    );
}

#[test]
fn a_subject_without_content_names_nobody() {
    check(
        "pronoun-subject",
        &[
            "The competent desk MUST light the lamp.",
            "The designated holder, as soon as known, MUST light the lamp.",
            "The pilot (or perhaps the harbour) MUST light the lamp.",
            "The harbour or a part of it MUST light the lamp.",
            "The pilot, the harbour or both MUST light the lamp.",
            "The crew that takes this on MUST light the lamp.",
            "Folks with keys MUST light the lamp.",
            "Somebody at the harbour MUST light the lamp.",
            "Either party MUST light the lamp.",
            "Everything MUST light the lamp.",
            "Certain services MUST light the lamp.",
            "A person MUST light the lamp.",
            "A part of the pier MUST light the lamp.",
            "Either the pilot or the crew MUST light the lamp.",
            "The pilot, whoever that is, MUST light the lamp.",
            "An as yet unnamed crew MUST light the lamp.",
            "The latter of the two MUST light the lamp.",
            "Whatever boat happens to be nearest to the pier at that hour MUST light the lamp.",
        ],
        &[
            "The harbour MUST light the lamp.",
            "The pilot or the harbour MUST light the lamp.",
            "The crew that moors a ship MUST light the lamp.",
            "Anything a pilot points at MUST light the lamp.",
            "The owner MUST light the lamp.",
            "All pilots MUST light the lamp.",
            "At night, any boat without a crew MUST light the lamp.",
        ],
    );
}

#[test]
fn two_duties_are_two_whatever_joins_them() {
    check(
        "several-in-one",
        &[
            "The pier MUST hold a crane / the pilot MUST light the lamp.",
            "The pier MUST hold a crane + the pilot MUST light the lamp.",
            "The pier MUST hold a crane, on the understanding that the pilot MUST light the lamp.",
            "The pier MUST hold a crane, in addition to which the pilot MUST light the lamp.",
            "The pier MUST hold a crane, following which the pilot MUST light the lamp.",
            "The pier MUST hold a crane, and as a courtesy the pilot MUST light the lamp.",
            "The pier MUST hold a crane, whereupon the pilot MUST light the lamp.",
        ],
        &[
            "The pier MUST hold a crane, which the pilot MUST light.",
            "The pier MUST hold a crane, to which the pilot MUST row.",
            "The pier MUST hold the crane/lamp that the pilot MUST light.",
            "The pier MUST hold a crane and MUST light the lamp.",
        ],
    );
}

#[test]
fn a_pointer_of_a_demand_leads_somewhere() {
    check(
        "dangling-reference",
        &[
            "The pier MUST hold a crane (see remark 41).",
            "The pier MUST hold a crane (drawn in sketch 17).",
            "The pier MUST hold a crane under the conditions of 16.2.",
            "The pier MUST hold a crane, see 16.2.",
            "The pier MUST hold a crane according to 16.2.1.",
            "The pier MUST hold a crane (see rule 48).",
            "The pier MUST hold a crane (see Winter Mooring).",
            "The pier MUST hold a crane, using the loads listed in Q.3.",
            "The pier MUST hold a crane, as the Winter Mooring section sets out.",
            "The pier MUST hold a crane (see also [[Winter mooring]]).",
            "The pier MUST hold a crane (see \"Winter mooring\").",
            "The pier MUST hold a crane (limits in \"Winter mooring\").",
        ],
        &[
            "The pier MUST hold a crane (see note 2 on its mast).",
            "The pier MUST hold a crane of version 16.2.",
            "The pier MUST hold a crane (see line 48).",
            "The pier MUST hold a crane (see All Requirements).",
            "The pier MUST hold a crane of 16.2 t.",
            "The page MUST have the Winter Mooring section.",
            "The pier MUST hold a crane as defined in \"Crane-Type\" headers.",
            "The pier MUST hold a crane (see \"Requirements\").",
        ],
    );
    let text = "# A\n\n## Limits\n\nIt shall stop (<a href=\"#limits\">here</a>, <a href=\"#gone\">there</a>).\n";
    let packet = markdown_prd("prd.md", text).value;
    let found = check_with(&packet, |own| own.id == "broken-link");
    assert_eq!(
        found.iter().map(council_rules::Finding::quote).collect::<Vec<_>>(),
        ["href=\"#gone\""]
    );
}

#[test]
fn a_verb_that_only_leans_to_a_duty_is_weak() {
    check(
        "weak-modal",
        &[
            "The pier will attempt, weather permitting, to hold a crane.",
            "The pier should consider whether to hold a crane.",
            "The pier is reluctant to hold a crane.",
            "The pier opts to hold a crane.",
            "The pier has the flexibility to hold a crane.",
            "The pier will, resources permitting, hold a crane.",
            "The pier should, where practical, hold a crane.",
            "The pier is generally understood to hold a crane.",
            "The pier is likely to hold a crane.",
            "The pier will most likely hold a crane.",
            "The pier ideally shall hold a crane.",
            "The pier may feel free to hold a crane.",
            "The pier reserves the right to hold a crane.",
            "The pier is hoping to hold a crane.",
            "The pier stands ready to hold a crane.",
        ],
        &[
            "The pier MUST hold a crane.",
            "The pier SHOULD NOT attempt to hold a crane.",
            "The pier MUST, when the tide is low, hold a crane.",
            "The crane is added to the pier.",
        ],
    );
}

#[test]
fn a_bound_is_graded_before_or_behind_its_noun() {
    check(
        "vague-amount",
        &[
            "The pier MUST list hardly any ships.",
            "The pier MUST serve well over half of the ships.",
            "The pier MUST have a size suitable for small boats.",
            "The pier MUST have an above-average rate of landings.",
        ],
        &[
            "The pier MUST serve half of the ships.",
            "The pier MUST have a size larger than that of a ship.",
            "The pier MUST have a user-defined size.",
            "The pier MUST have a size that is big enough to hold a ship.",
        ],
    );
}
