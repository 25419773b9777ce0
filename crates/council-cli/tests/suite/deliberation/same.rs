//! One defect is told once: by what the seats say, and by the word of two of them.

use super::*;

const SPEC: &str = "\
# Import

## Limits

Uploads are kept for 7 days and then deleted.

## Freeze

A freeze of two weeks is caught up by replay on the first working day.

## Access

Every user reads every file.
";

const KEPT: &str = "Uploads are kept for 7 days";
const FREEZE: &str = "A freeze of two weeks is caught up by replay";

/// A claim about the contradiction of the two, with what it quotes.
fn contradiction(heard: &Heard, section: &str, quotes: &[&str], text: &str) -> Value {
    let mut finding = heard.finding("MAJOR", quotes[0], section);
    finding["subcategory"] = json!("INCONSISTENCY");
    finding["quote"] = Value::Null;
    finding["quotes"] = json!(quotes);
    finding["description"] = json!(text);
    finding
}

/// SA-1 and SA-2 find the same from its two ends, in other words; `second` is what a seat says of it in round 2.
fn from_both_ends(second: fn(&Heard) -> Value) -> Held {
    Held::on(SPEC, &[], move |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            let said = "the uploads of the first week are deleted before anybody can replay them";
            json!({"findings": [contradiction(heard, "limits", &[KEPT], said)], "questions": []})
        }
        (1, 2) => {
            let said = "after two weeks a replay misses what was deleted in the first week";
            json!({"findings": [contradiction(heard, "freeze", &[FREEZE], said)], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        (2, _) => second(heard),
        (_, _) => {
            let votes = |list| heard.votes(list, "it holds");
            json!({"validity": votes("validity"), "remediation": votes("remediation"), "proposals": []})
        }
    })
}

fn holds(heard: &Heard, words: &str) -> Value {
    opinion(&heard.id(words), Some("MAJOR"), "it holds")
}

#[test]
fn what_two_seats_call_the_same_is_one_finding_with_both_descriptions() {
    let held = from_both_ends(|heard| {
        let (one, two) = (heard.id("before anybody"), heard.id("after two weeks"));
        let same = json!([{"finding": two, "same_as": one}]);
        let same = if heard.seat == 3 { json!([]) } else { same };
        let opinions = match heard.seat {
            3 => json!([holds(heard, "before anybody"), holds(heard, "after two weeks")]),
            _ => json!([holds(heard, "before anybody")]),
        };
        json!({"opinions": opinions, "proposals": [], "same": same, "findings": []})
    });
    let bundle = held.bundle();
    assert_eq!(bundle["findings"].as_array().unwrap().len(), 1, "{}", held.output.stdout);
    let finding = held.finding("before anybody");
    assert_eq!(finding["merged_from"].as_array().unwrap().len(), 2);
    assert!(finding["merged_from"].to_string().contains("after two weeks"));
    assert_eq!(finding["agreement_status"], "UNANIMOUS", "{finding}");
    let third = held.asked(3);
    assert_eq!(third.len(), 3);
    for heard in third {
        assert_eq!(heard.text.matches("FND-").count(), heard.text.matches("-001").count());
    }
    assert!(held.session().contains("same_findings:"), "{}", held.session());
}

/// Each seat tells the same defect in its own words, and two of them keep different ones of the three.
#[test]
fn what_a_seat_calls_the_same_as_a_third_is_the_same_to_it() {
    let told = ["replay finds nothing", "whoever comes back too late", "the first week is lost"];
    let held = Held::on(SPEC, &[], move |heard| match (heard.round, heard.seat) {
        (1, seat) => {
            let (section, quote) =
                [("limits", KEPT), ("freeze", FREEZE), ("limits", "then deleted")][seat - 1];
            let claim = contradiction(heard, section, &[quote], told[seat - 1]);
            json!({"findings": [claim], "questions": []})
        }
        (2, seat) => {
            let ids = told.map(|words| heard.id(words));
            let pair =
                |one: usize, other: usize| json!({"finding": ids[one], "same_as": ids[other]});
            let same = match seat {
                1 => json!([pair(1, 0), pair(2, 0)]),
                2 => json!([pair(0, 1), pair(2, 1)]),
                _ => json!([]),
            };
            let of = |at: usize| holds(heard, told[at]);
            let opinions = [json!([]), json!([]), json!([of(0), of(1)])][seat - 1].clone();
            json!({"opinions": opinions, "proposals": [], "same": same, "findings": []})
        }
        (_, _) => {
            let votes = |list| heard.votes(list, "it holds");
            json!({"validity": votes("validity"), "remediation": votes("remediation"), "proposals": []})
        }
    });
    let bundle = held.bundle();
    assert_eq!(bundle["findings"].as_array().unwrap().len(), 1, "{}", held.output.stdout);
    assert_eq!(held.finding(told[0])["merged_from"].as_array().unwrap().len(), 3);
}

#[test]
fn one_seat_alone_makes_nothing_the_same() {
    let held = from_both_ends(|heard| {
        let (one, two) = (heard.id("before anybody"), heard.id("after two weeks"));
        let same = json!([{"finding": two, "same_as": one}]);
        let same = if heard.seat == 1 { same } else { json!([]) };
        let opinions = json!([holds(heard, "before anybody"), holds(heard, "after two weeks")]);
        json!({"opinions": opinions, "proposals": [], "same": same, "findings": []})
    });
    assert_eq!(held.bundle()["findings"].as_array().unwrap().len(), 2);
}

/// Rules: 004.merge.6
#[test]
fn seats_are_told_what_may_be_one_defect_wherever_it_stands() {
    let held = from_both_ends(|heard| {
        let opinions = json!([holds(heard, "before anybody"), holds(heard, "after two weeks")]);
        json!({"opinions": opinions, "proposals": [], "same": [], "findings": []})
    });
    for heard in held.asked(2) {
        assert!(heard.text.contains("May be one defect, each of these groups: FND-001, FND-002."));
        assert!(heard.text.contains("same_as"), "the key is explained where it is asked");
    }
    assert!(held.asked(1).iter().all(|heard| !heard.text.contains("same_as")));
}

/// Rules: 001.finding.11
#[test]
fn both_quotes_of_a_contradiction_are_looked_up() {
    let held = Held::on(SPEC, &["--depth", "standard"], |heard| {
        let both = contradiction(heard, "limits", &[KEPT, FREEZE], "they exclude each other");
        let wrong = ["Uploads are kept for 7 days", "A freeze of three weeks is caught up"];
        let wrong = contradiction(heard, "limits", &wrong, "nobody wrote the second half");
        match heard.seat {
            1 => json!({"findings": [both], "questions": []}),
            2 => json!({"findings": [wrong], "questions": []}),
            _ => json!({"findings": [], "questions": []}),
        }
    });
    let finding = held.finding("they exclude each other");
    assert_eq!(finding["quotes"], json!([KEPT, FREEZE]), "{finding}");
    assert_eq!(finding["quote"], json!(KEPT));
    let quarantined = held.bundle()["quarantined_findings"].clone();
    let reason = quarantined[0]["reason"].as_str().unwrap();
    assert_eq!(reason, "`A freeze of three weeks is caught up` stands nowhere in the packet");
    let asked = held.asked(1);
    let again = asked.iter().filter(|heard| heard.text.contains("stands nowhere in the packet"));
    assert_eq!(again.count(), 1, "it may be repaired once");
}

/// Rules: D.18
#[test]
fn two_defects_of_one_sentence_that_a_seat_tells_apart_stay_two() {
    let held = Held::on(SPEC, &["--depth", "standard"], |heard| {
        let told = |text: &str| {
            let mut finding = heard.finding("MAJOR", KEPT, "limits");
            finding["description"] = json!(text);
            finding
        };
        let two = [told("nobody says who may delete them"), told("a legal hold would end early")];
        let findings = if heard.seat == 3 { json!([]) } else { json!(two) };
        json!({"findings": findings, "questions": []})
    });
    let bundle = held.bundle();
    let findings = bundle["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2, "{bundle}");
    for finding in findings {
        assert_eq!(finding["supporting_agents"], json!(["SA-1", "SA-2"]), "{finding}");
        assert_eq!(finding["quote"], KEPT);
    }
}

#[test]
fn seats_that_hold_the_same_sentences_against_each_other_have_found_one_defect() {
    let held = Held::on(SPEC, &["--depth", "auto"], |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            let said = "the uploads of the first week are gone before anybody can replay them";
            json!({"findings": [contradiction(heard, "limits", &[KEPT, FREEZE], said)], "questions": []})
        }
        (1, 2) => {
            let said = "both cannot be kept";
            json!({"findings": [contradiction(heard, "freeze", &[FREEZE, KEPT], said)], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        _ => panic!("two seats stand behind it, and nobody is asked again"),
    });
    let finding = held.finding("first week");
    assert_eq!(finding["agreement_status"], "MAJORITY", "{finding}");
    assert_eq!(finding["merged_from"].as_array().unwrap().len(), 2, "{finding}");
    assert_eq!(held.bundle()["findings"].as_array().unwrap().len(), 1);
}
