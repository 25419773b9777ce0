//! What minds that sat in the seats for the first time stumbled over, each in a scenario of our own.

use super::*;

const SWITCH: &str = "\
# Rooms

## Switching

A person switches to another room by one click, and the room is shown at once. Logging in opens the last room.

## Setup

The program downloads the player binaries on first use.
";

fn missed(heard: &Heard, terms: &[&str], text: &str) -> Value {
    let mut finding = heard.finding("MAJOR", "", "switching");
    finding["quote"] = Value::Null;
    finding["searched"] = json!({"terms": terms, "sections": []});
    finding["description"] = json!(text);
    finding["remediation"] = json!("say what becomes of it");
    finding
}

fn raises(findings: &[Value]) -> Value {
    json!({"findings": findings, "questions": []})
}

/// A rule notes that nobody proves the download; it said so and no seat was to repeat it, however bad it was.
#[test]
fn a_seat_calls_worse_what_a_rule_only_notes_and_both_stand_in_the_record() {
    let held = Held::on(SWITCH, &["--depth", "standard"], |heard| {
        let mut worse = heard.finding("BLOCKER", "downloads the player binaries", "setup");
        worse["subcategory"] = json!("UNMITIGATED_THREAT");
        raises(&[worse])
    });
    for heard in held.asked(1) {
        assert!(heard.text.contains("unless it is worse than they call it"), "{}", heard.text);
        let fact = "- prd.md#setup: INFO: a program is downloaded here";
        assert!(heard.text.contains(fact), "by its section, as seats name places: {}", heard.text);
    }
    assert_eq!(held.finding("downloads the player binaries")["severity"], "BLOCKER");
    let gates = held.bundle()["gates"].clone();
    assert!(gates.to_string().contains("unverified-download"), "{gates}");
}

#[test]
fn seats_that_looked_for_the_same_in_vain_have_found_one_defect() {
    let held = Held::on(SWITCH, &["--depth", "auto"], |heard| match heard.round {
        1 => raises(&match heard.seat {
            1 => {
                let terms = ["roll back", "revert", "stays active", "restore"];
                vec![missed(heard, &terms, "after a failed switch nobody knows where they are")]
            }
            2 => {
                let terms = ["revert", "stays active", "half loaded", "restore"];
                let mut twin =
                    missed(heard, &terms, "it is open which room counts if loading breaks");
                twin["subcategory"] = json!("MISSING_FALLBACK");
                vec![twin]
            }
            _ => vec![missed(
                heard,
                &["restore", "unsaved", "draft"],
                "a text being written is lost",
            )],
        }),
        2 => {
            let starred = heard.listed("* ");
            let said = starred.iter().map(|id| opinion(id, Some("MAJOR"), "it is so"));
            json!({"opinions": said.collect::<Vec<_>>(), "proposals": [], "same": []})
        }
        _ => json!({"validity": heard.votes("validity", "it is so"), "proposals": []}),
    });
    let found = held.finding("after a failed switch");
    assert_eq!(found["supporting_agents"], json!(["SA-1", "SA-2"]), "{found}");
    let other = held.finding("a text being written is lost");
    assert_eq!(other["source_agent"], "SA-3", "one common term makes no two defects one: {other}");
    assert_eq!(held.bundle()["findings"].as_array().unwrap().len(), 2);
}

/// SA-2 is asked of what SA-1 raised and says only that it is what it raised itself. Nobody else says so.
#[test]
fn who_calls_a_finding_the_same_as_its_own_stands_behind_it() {
    let held = Held::on(SWITCH, &[], |heard| match (heard.round, heard.seat) {
        (1, 1) => raises(&[missed(heard, &["unsaved"], "what was being written is lost")]),
        (1, 2) => raises(&[heard.finding("MAJOR", "is shown at once", "switching")]),
        (1, _) => raises(&[]),
        (2, 2) => {
            let (one, own) = (heard.id("being written"), heard.id("is shown at once"));
            let same = json!([{"finding": one, "same_as": own}]);
            json!({"opinions": [], "proposals": [], "same": same, "findings": []})
        }
        (2, _) => json!({"opinions": [], "proposals": [], "same": [], "findings": []}),
        _ => json!({"validity": [], "proposals": []}),
    });
    let finding = held.finding("being written");
    assert_eq!(finding["supporting_agents"], json!(["SA-1", "SA-2"]), "{finding}");
    assert_eq!(finding["agreement_status"], "MAJORITY", "{finding}");
}

/// Two seats raise it, one as a major and one as less: the third is asked by need and settles it. What all three raise is
/// settled by two of them.
#[test]
fn by_need_two_settle_how_bad_it_is() {
    let held = |third: &'static str| {
        Held::on(SWITCH, &["--depth", "auto"], move |heard| match (heard.round, heard.seat) {
            (1, seat) => {
                let severity = ["MAJOR", "MINOR", "MINOR"][seat - 1];
                let both = heard.finding(severity, "is shown at once", "switching");
                let two = heard.finding(severity, "opens the last room", "switching");
                raises(&if seat == 3 { vec![both] } else { vec![both, two] })
            }
            (2, _) => {
                let id = heard.id("opens the last room");
                json!({"opinions": [opinion(&id, Some(third), "as I read it")], "proposals": [], "same": []})
            }
            _ => json!({"validity": heard.votes("validity", "it is so"), "proposals": []}),
        })
    };
    for (third, settled) in [("MAJOR", "MAJOR"), ("MINOR", "MINOR")] {
        let held = held(third);
        let asked = held.asked(2);
        assert_eq!(asked.iter().map(|heard| heard.seat).collect::<Vec<_>>(), [3]);
        assert_eq!(asked[0].listed("* ").len(), 1, "{}", asked[0].text);
        assert_eq!(held.finding("opens the last room")["severity"], settled);
        assert_eq!(held.finding("is shown at once")["severity"], "MINOR", "by two of three");
        assert!(held.asked(3).is_empty());
    }
}

/// All seats hold a major and would repair it in ways that exclude each other. Nobody votes on that by need, so a third round
/// would ask what nobody doubts.
#[test]
fn by_need_nobody_is_asked_again_of_a_major_that_only_its_remediations_divide() {
    let held = Held::on(SWITCH, &["--depth", "auto"], |heard| match (heard.round, heard.seat) {
        (1, 1) => raises(&[heard.finding("MAJOR", "is shown at once", "switching")]),
        (1, _) => raises(&[]),
        (2, seat) => {
            let id = heard.id("is shown at once");
            let text = format!("within {seat} s");
            let other = json!({"finding": id, "text": text, "excludes_others": true});
            json!({"opinions": [opinion(&id, Some("MAJOR"), "no number")], "proposals": [other], "same": []})
        }
        _ => json!({"validity": heard.votes("validity", "it is so"), "proposals": []}),
    });
    assert!(held.asked(3).is_empty(), "{}", held.asked(3)[0].text);
    let finding = held.finding("is shown at once");
    assert_eq!(finding["agreement_status"], "UNANIMOUS", "{finding}");
    assert_eq!(finding["alternative_remediations"].as_array().unwrap().len(), 2, "{finding}");
}

/// The words said that a term within a longer word counts as found, so that nobody could say that nothing is logged.
#[test]
fn a_term_is_found_as_the_question_says_it_is() {
    let held = Held::on(SWITCH, &["--depth", "standard"], |heard| {
        raises(&match heard.seat {
            1 => vec![missed(heard, &["log", "record"], "no switch leaves a trace")],
            2 => vec![missed(heard, &["switch"], "nobody says how to change rooms")],
            _ => Vec::new(),
        })
    });
    let asked = held.asked(1);
    let told = "a term is found as a word of its own, whatever its capitals, also with -s, -es, -d, -ed or -ing";
    assert!(asked.iter().all(|heard| heard.text.replace('\n', " ").contains(told)));
    assert_eq!(held.finding("leaves a trace")["source_agent"], "SA-1", "`Logging` is another word");
    let quarantined = held.bundle()["quarantined_findings"].clone();
    let reason = quarantined[0]["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("the term `switch` is said to be missing but stands at"),
        "{reason}"
    );
}

#[test]
fn a_remediation_is_asked_for_as_a_whole_and_shown_with_all_that_it_repairs() {
    let long = "the export must be fast and nobody says for whom, ".repeat(10);
    let said = long.clone();
    let held = Held::new(&[], move |heard| match heard.round {
        1 => {
            let mut finding = heard.finding("BLOCKER", "must be fast", "goals");
            finding["description"] = json!(long);
            finding["remediation"] = json!(format!("below {} seconds", heard.seat));
            raises(&[finding])
        }
        2 => json!({"opinions": [], "proposals": [], "findings": []}),
        _ => json!({"remediation": heard.votes("remediation", ""), "proposals": []}),
    });
    for heard in held.asked(3) {
        assert!(heard.text.contains(said.trim_end()), "{}", heard.text);
        assert!(heard.text.contains("where you oppose a remediation, the whole of it"));
    }
}
