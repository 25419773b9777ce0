//! The notes of a round arrive in the next one, and what goes back to them says so itself.

use super::*;

const COUNTER: &str = "the service level in the annex bounds it at two seconds";
const REASON: &str = "nobody can test a word";

/// SA-1 raises a major and asks a question, SA-2 stands behind it, SA-3 doubts it; two votes confirm it.
fn argued() -> Held {
    Held::new(&[], |heard| match (heard.round, heard.seat) {
        (1, 1) => json!({
            "findings": [heard.finding("MAJOR", "must be fast", "goals")],
            "questions": ["who waits for the export?"],
        }),
        (1, _) => json!({"findings": [], "questions": []}),
        (2, seat) => {
            let id = heard.id("must be fast");
            let mut said = match seat {
                2 => opinion(&id, Some("MAJOR"), REASON),
                3 => opinion(&id, None, COUNTER),
                _ => return json!({"opinions": [], "proposals": [], "findings": []}),
            };
            said["notes"] = json!(["ONB-1.Q1", "ONB-9.D1"]);
            json!({"opinions": [said], "proposals": [], "findings": []})
        }
        (_, seat) => {
            let id = heard.id("must be fast");
            let mut cast = vote(&id, if seat == 3 { "OPPOSE" } else { "SUPPORT" }, "as before");
            cast["notes"] = json!(["ONB-2.D1"]);
            json!({"validity": [cast], "remediation": [vote(&id, "SUPPORT", "it is a bound")], "proposals": []})
        }
    })
}

/// Rules: 004.remediate.1, 004.converge.1, 004.overview.2, 004.notes1.1, 004.notes1.2, 004.notes1.3, 004.merge.5, 004.remediate.4, 004.tally.3, 004.notes2.1, D.5
#[test]
fn a_seat_is_told_both_sides_the_open_questions_its_modes_and_what_it_said_itself() {
    let held = argued();
    let second = held.asked(2);
    for heard in &second {
        assert!(heard.text.contains("ONB-1.F1 look closer at #goals"), "{}", heard.text);
        assert!(heard.text.contains("ONB-1.Q1 an open question: who waits for the export?"));
        assert!(heard.text.contains("ONB-1.T1 to be settled: FND-"), "{}", heard.text);
        let own = format!("ONB-1.M{} of your modes, lean on", heard.seat);
        assert!(heard.text.contains(&own), "{own}: {}", heard.text);
        assert_eq!(heard.text.matches("of your modes, lean on").count(), 1, "nobody else's");
        assert_eq!(heard.text.contains("    you raised it as MAJOR"), heard.seat == 1);
        assert!(!heard.text.contains(COUNTER), "nobody has said it yet");
    }
    let third = held.asked(3);
    assert_eq!(third.len(), 3);
    for heard in &third {
        assert!(heard.text.contains("is contested: whether it holds at all"), "{}", heard.text);
        assert!(heard.text.contains(&format!("    for (MAJOR): {REASON}")), "{}", heard.text);
        assert!(heard.text.contains(&format!("    against: {COUNTER}")), "{}", heard.text);
        assert!(heard.text.contains("MAJOR, contested, at #goals"), "{}", heard.text);
        let held_so = format!("    you said that it holds as MAJOR: {REASON}");
        let doubted = format!("    you said that it does not hold: {COUNTER}");
        assert_eq!(heard.text.contains(&held_so), heard.seat == 2, "{}", heard.text);
        assert_eq!(heard.text.contains(&doubted), heard.seat == 3, "{}", heard.text);
    }
}

/// Rules: 001.onboarding.2, 001.notes.6, D.16
#[test]
fn what_goes_back_to_a_note_is_what_the_seat_cites_of_those_there_are() {
    let held = argued();
    let session = held.session();
    assert!(session.contains("note_ref: ONB-1.Q1"), "{session}");
    assert!(session.contains("argument: the service level in the annex"), "{session}");
    let refs: Vec<&str> = session.lines().filter(|line| line.contains("ONB-")).collect();
    for cited in ["onboarding_refs: [ONB-1.Q1]", "onboarding_refs: [ONB-2.D1]"] {
        assert!(refs.iter().any(|line| line.trim() == cited), "{refs:?}");
    }
    assert!(!session.contains("ONB-9"), "a mark that nobody gave is none");
    let silent = Held::new(&[], |heard| match heard.round {
        1 => {
            json!({"findings": [heard.finding("MAJOR", "must be fast", "goals")], "questions": []})
        }
        2 => {
            let id = heard.id("must be fast");
            json!({"opinions": [opinion(&id, Some("MAJOR"), REASON)], "proposals": [], "findings": []})
        }
        _ => {
            let id = heard.id("must be fast");
            json!({"validity": [], "remediation": [vote(&id, "SUPPORT", "yes")], "proposals": []})
        }
    });
    let cited = silent.session();
    assert!(
        !cited.contains("onboarding_refs: [ONB-"),
        "who cites nothing refers to nothing: {cited}"
    );
}

/// Rules: D.14
#[test]
fn every_key_of_a_question_is_explained_in_it_and_no_other_question_explains_it() {
    let held = argued();
    // Who wrote the remediation is not asked if it will do, and of one finding none can be the same.
    let keys = [
        (1, 2, vec!["findings", "questions"]),
        (2, 2, vec!["opinions", "proposals", "findings"]),
        (2, 1, vec!["findings"]),
        (3, 2, vec!["validity", "remediation", "proposals"]),
        (3, 1, vec!["validity"]),
    ];
    for (round, seat, wanted) in keys {
        let calls = held.server.received();
        let is_it = |heard: Heard| (heard.round, heard.seat) == (round, seat);
        let call = calls.iter().find(|call| is_it(Heard::new(call))).unwrap();
        let body: Value = serde_json::from_str(&call.body).unwrap();
        let schema = &body["response_format"]["json_schema"]["schema"]["properties"];
        let mut asked: Vec<&str> = schema.as_object().unwrap().keys().map(String::as_str).collect();
        let mut wanted_keys = wanted.clone();
        asked.sort_unstable();
        wanted_keys.sort_unstable();
        assert_eq!(asked, wanted_keys, "round {round} of SA-{seat}: {schema}");
        assert!(!schema.to_string().contains("\"enum\":[]"), "some servers refuse it: {schema}");
        assert!(!schema.to_string().contains("violation"), "there is no vision: {schema}");
        let mut text = String::new();
        strings(&body["messages"], &mut text);
        for key in
            ["findings", "questions", "opinions", "proposals", "same", "validity", "remediation"]
        {
            let is_explained = text.lines().any(|line| line.starts_with(&format!("  {key} ")));
            assert_eq!(is_explained, wanted.contains(&key), "round {round}: {key}\n{text}");
        }
        for (list, items) in schema.as_object().unwrap() {
            let Some(entry) = items["items"]["properties"].as_object() else { continue };
            for (key, shape) in entry {
                assert!(text.contains(key.as_str()), "round {round}: `{key}` of `{list}`\n{text}");
                if key == "notes" {
                    let marks = shape["items"]["enum"].as_array().unwrap();
                    let is_told = |mark: &Value| {
                        let mark = format!("\n{} ", mark.as_str().unwrap());
                        text.contains(&mark)
                    };
                    assert!(marks.iter().all(is_told), "only what is shown: {marks:?}\n{text}");
                }
            }
        }
    }
}
