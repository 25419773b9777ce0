//! What a seat of the last rounds is asked about remediations: a reason only where it objects, and a choice where two exclude
//! each other.

use super::*;

/// SA-1 raises a blocker, SA-2 would write something else that excludes it; SA-1 and SA-3 vote as they are told.
fn torn(args: &[&str], one: Value, three: Value) -> Held {
    Held::new(args, move |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            json!({"findings": [heard.finding("BLOCKER", "must be fast", "goals")], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        (2, 1) => json!({"opinions": [], "proposals": [], "findings": []}),
        (2, seat) => {
            let id = heard.id("must be fast");
            let other = json!({"finding": id, "text": "leave it out", "excludes_others": true});
            let proposals = if seat == 2 { vec![other] } else { Vec::new() };
            json!({"opinions": [opinion(&id, Some("BLOCKER"), "no number")], "proposals": proposals, "findings": []})
        }
        (_, seat) => {
            let id = heard.id("must be fast");
            let mut cast = match seat {
                1 => one.clone(),
                3 => three.clone(),
                _ => json!({}),
            };
            cast["finding"] = json!(id);
            let remediation = if seat == 2 { vec![] } else { vec![cast] };
            json!({"validity": [vote(&id, "SUPPORT", "it holds")], "remediation": remediation, "proposals": []})
        }
    })
}

fn chosen(letter: Option<&str>) -> Value {
    json!({"vote": "SUPPORT", "rationale": "", "choice": letter})
}

/// Returns what became of the finding, and how it is to be repaired.
fn repaired(held: &Held) -> (String, String) {
    let finding = held.finding("must be fast");
    let text = |key: &str| finding[key].as_str().unwrap().to_owned();
    (text("resolution"), text("remediation"))
}

#[test]
fn of_remediations_that_exclude_each_other_the_one_that_two_choose_is_agreed() {
    let held = torn(&[], chosen(Some("B")), chosen(Some("b")));
    for heard in held.asked(3) {
        let whose = |seat: usize| if heard.seat == seat { " (yours)" } else { "" };
        let shown = format!(
            "    remediation A{}: leave it out\n    remediation B{}: state a bound\n",
            whose(2),
            whose(1)
        );
        assert!(heard.text.contains(&shown), "{}", heard.text);
        assert!(heard.text.contains("A vote has a `choice` too"), "{}", heard.text);
    }
    assert_eq!(repaired(&held), ("REMEDIATION_AGREED".to_owned(), "state a bound".to_owned()));
    let ballot = held.finding("must be fast")["ballots"][1].clone();
    assert_eq!(ballot["votes"][0]["rationale"], "it chose another remediation", "{ballot}");
    let first = torn(&[], chosen(Some("B")), chosen(Some("A")));
    assert_eq!(repaired(&first), ("REMEDIATION_AGREED".to_owned(), "leave it out".to_owned()));
}

/// SA-1 and SA-2 raise one blocker and would repair it in ways that go together; that of SA-3 excludes both.
#[test]
fn of_remediations_that_exclude_nothing_one_stands_for_all() {
    let held = Held::new(&[], |heard| match (heard.round, heard.seat) {
        (1, 3) => json!({"findings": [], "questions": []}),
        (1, seat) => {
            let mut finding = heard.finding("BLOCKER", "must be fast", "goals");
            finding["remediation"] = json!(["below 5 s", "under five seconds"][seat - 1]);
            json!({"findings": [finding], "questions": []})
        }
        (2, 3) => {
            let id = heard.id("must be fast");
            let other = json!({"finding": id, "text": "leave it out", "excludes_others": true});
            let said = opinion(&id, Some("BLOCKER"), "no number");
            json!({"opinions": [said], "proposals": [other], "findings": []})
        }
        (2, _) => json!({"opinions": [], "proposals": [], "findings": []}),
        (_, seat) => {
            let mut cast = chosen(Some("B"));
            cast["finding"] = json!(heard.id("must be fast"));
            let remediation = if seat == 3 { vec![] } else { vec![cast] };
            json!({"validity": heard.votes("validity", "it holds"), "remediation": remediation, "proposals": []})
        }
    });
    for heard in held.asked(3).iter().filter(|heard| heard.seat != 3) {
        let shown = "    remediation A: leave it out\n    remediation B: below 5 s\n";
        assert!(heard.text.replace(" (yours)", "").contains(shown), "{}", heard.text);
        assert!(!heard.text.contains("under five seconds"), "{}", heard.text);
        assert!(heard.text.contains("the first if more than one will do"), "{}", heard.text);
    }
    assert_eq!(repaired(&held), ("REMEDIATION_AGREED".to_owned(), "below 5 s".to_owned()));
}

/// SA-1 raises a blocker, and the others would each write something that excludes the rest. SA-2 wrote what the vote is about.
#[test]
fn who_wrote_what_is_voted_on_may_choose_another() {
    let held = Held::new(&[], |heard| match (heard.round, heard.seat) {
        (1, 1) => {
            json!({"findings": [heard.finding("BLOCKER", "must be fast", "goals")], "questions": []})
        }
        (1, _) => json!({"findings": [], "questions": []}),
        (2, 1) => json!({"opinions": [], "proposals": [], "findings": []}),
        (2, seat) => {
            let id = heard.id("must be fast");
            let text = ["leave it out", "below 5 s"][seat - 2];
            let other = json!({"finding": id, "text": text, "excludes_others": true});
            json!({"opinions": [opinion(&id, Some("BLOCKER"), "no number")], "proposals": [other], "findings": []})
        }
        (_, seat) => {
            let line = heard.text.lines().find(|line| line.ends_with(": below 5 s")).unwrap();
            let letter = line.trim_start().trim_start_matches("remediation ").get(..1);
            let mut cast = chosen(if seat == 1 { Some("A") } else { letter });
            cast["finding"] = json!(heard.id("must be fast"));
            json!({"validity": heard.votes("validity", "it holds"), "remediation": [cast], "proposals": []})
        }
    });
    let asked = held.asked(3);
    assert!(asked[1].text.contains("remediation A (yours): leave it out"), "{}", asked[1].text);
    assert!(asked[1].text.contains("choose one of the remediations that are shown below"));
    assert_eq!(repaired(&held), ("REMEDIATION_AGREED".to_owned(), "below 5 s".to_owned()));
}

#[test]
fn who_supports_one_of_several_and_does_not_say_which_abstains() {
    let held = torn(&[], chosen(None), json!({"vote": "SUPPORT", "rationale": ""}));
    assert_eq!(repaired(&held).0, "OPEN", "{}", held.finding("must be fast"));
    let votes = &held.finding("must be fast")["ballots"][1]["votes"];
    let cast: Vec<&Value> = votes.as_array().unwrap().iter().map(|one| &one["vote"]).collect();
    assert_eq!(cast, ["ABSTAIN", "SUPPORT", "ABSTAIN"], "{votes}");
}

#[test]
fn a_letter_that_was_not_shown_is_asked_for_once_more() {
    let held = torn(&[], chosen(Some("C")), chosen(Some("A")));
    let again = held.asked(3).into_iter().filter(|heard| heard.seat == 1).count();
    assert_eq!(again, 2, "SA-1 is told that there is no such letter");
    assert_eq!(held.bundle()["council_metadata"]["degraded_mode"], true, "{}", held.bundle());
}

/// All seats raise one blocker, each with words of its own for its repair, and nobody says why another's will do.
fn unreasoned(args: &[&str]) -> Held {
    Held::new(args, |heard| match heard.round {
        1 => {
            let mut finding = heard.finding("BLOCKER", "must be fast", "goals");
            finding["remediation"] = json!(format!("below {} seconds", heard.seat));
            json!({"findings": [finding], "questions": []})
        }
        2 => json!({"opinions": [], "proposals": [], "findings": []}),
        _ => json!({"remediation": heard.votes("remediation", ""), "proposals": []}),
    })
}

#[test]
fn why_a_remediation_will_do_is_not_asked_and_not_missed() {
    let held = unreasoned(&[]);
    let third = held.asked(3);
    assert_eq!(third.iter().map(|heard| heard.seat).collect::<Vec<_>>(), [2, 3]);
    for heard in third {
        assert!(
            heard.text.contains("\n               A SUPPORT needs no reason"),
            "{}",
            heard.text
        );
        // An example of a mark is one of those that are shown.
        assert!(heard.text.contains("such as `ONB-2.M"), "{}", heard.text);
        assert!(heard.text.contains("which `rationale` then quotes"), "{}", heard.text);
        assert!(!heard.text.contains("\"choice\""), "nothing is to be chosen: {}", heard.text);
    }
    assert_eq!(held.finding("must be fast")["resolution"], "REMEDIATION_AGREED");
    let bundle = held.bundle();
    assert!(bundle["authority"].get("votes_without_reason").is_none(), "{}", bundle["authority"]);
    let checked = held.env.run(["check", "evidence"]).stdout;
    assert!(!checked.contains("without a reason"), "{checked}");
    let told = held.env.run(["explain", "FND-prd-001"]).stdout;
    assert!(!told.contains("no reason given"), "{told}");
}

#[test]
fn strict_votes_ask_for_a_reason_on_everything() {
    let held = unreasoned(&["--strict-votes"]);
    for heard in held.asked(3) {
        assert!(heard.text.contains("Votes are strict"), "{}", heard.text);
        assert!(!heard.text.contains("needs no reason"), "{}", heard.text);
    }
    assert_eq!(held.finding("must be fast")["resolution"], "OPEN");
    let listed = &held.bundle()["authority"]["votes_without_reason"];
    assert_eq!(listed.as_array().unwrap().len(), 2, "{listed}");
}

#[test]
fn a_choice_without_a_reason_is_no_vote_where_votes_are_strict() {
    let strict = ["--strict-votes"];
    let held = torn(&strict, chosen(Some("B")), chosen(Some("B")));
    assert_eq!(repaired(&held).0, "OPEN", "{}", held.finding("must be fast"));
    let votes = &held.finding("must be fast")["ballots"][1]["votes"];
    let cast: Vec<&Value> = votes.as_array().unwrap().iter().map(|one| &one["vote"]).collect();
    assert_eq!(cast, ["ABSTAIN", "SUPPORT", "ABSTAIN"], "{votes}");
    let listed = &held.bundle()["authority"]["votes_without_reason"];
    assert_eq!(listed.as_array().unwrap().len(), 2, "{listed}");
    let reasoned = json!({"vote": "SUPPORT", "rationale": "a bound can be tested", "choice": "B"});
    let held = torn(&strict, reasoned.clone(), reasoned);
    assert_eq!(repaired(&held), ("REMEDIATION_AGREED".to_owned(), "state a bound".to_owned()));
}

#[test]
fn where_something_can_be_raised_all_that_was_found_is_told_whole_and_where_to_look() {
    let long = "`must be fast` says nothing that a test could fail, because no percentile, no load and no number of files is \
                given, and whoever builds it would have to guess each of the three before the first line is written";
    let held = Held::new(&[], move |heard| match heard.round {
        1 => {
            let mut finding = heard.finding("MAJOR", "must be fast", "goals");
            finding["description"] = json!(long);
            json!({"findings": [finding], "questions": []})
        }
        2 => json!({"opinions": [], "proposals": [], "findings": []}),
        _ => json!({"remediation": heard.votes("remediation", ""), "proposals": []}),
    });
    for heard in held.asked(2) {
        assert!(heard.text.contains(long), "{}", heard.text);
        assert!(heard.text.contains("look closer at"), "{}", heard.text);
    }
    for heard in held.asked(3) {
        assert!(!heard.text.contains("look closer at"), "nothing can be raised: {}", heard.text);
        assert!(heard.text.contains("of your modes, lean on"), "{}", heard.text);
    }
}
