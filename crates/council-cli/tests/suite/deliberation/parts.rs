//! Nothing is so long that it cannot be said: what does not fit one answer is asked in parts.

use super::*;

const DEFECTS: usize = 40;

/// Tells whether the schema lets a list hold what is asked in one answer: two votes in the place of anything else.
fn is_bounded(call: &ReceivedRequest) -> bool {
    let body: Value = serde_json::from_str(&call.body).unwrap();
    let lists = &body["response_format"]["json_schema"]["schema"]["properties"];
    lists.as_object().unwrap().iter().all(|(key, list)| {
        let most = if ["validity", "remediation"].contains(&key.as_str()) { 32 } else { 16 };
        list["maxItems"] == most
    })
}

fn quote(number: usize) -> String {
    format!("The page number {number} must load fast")
}

/// Answers as a model does that keeps to the schema and says all it can.
fn thorough(heard: &Heard) -> Value {
    match heard.round {
        // What all seats raise needs no second look, so one of them finds nothing.
        1 if heard.seat == 3 => json!({"findings": [], "questions": []}),
        1 => {
            let said = heard.text.split("What you have said already").nth(1);
            let is_new = |number: &usize| {
                said.is_none_or(|said| !said.contains(&format!("`{}`", quote(*number))))
            };
            let new = (1..=DEFECTS).filter(is_new).take(16);
            let findings: Vec<Value> =
                new.map(|number| heard.finding("MAJOR", &quote(number), "pages")).collect();
            json!({"findings": findings, "questions": []})
        }
        2 => {
            let marked = heard.listed("* ");
            let opinions: Vec<Value> =
                marked.iter().map(|id| opinion(id, Some("MAJOR"), "there is no number")).collect();
            assert!(opinions.len() <= 16, "an opinion and a proposal each fit: {}", opinions.len());
            json!({"opinions": opinions, "proposals": [], "findings": []})
        }
        _ => {
            let valid = heard.votes("validity", "there is no number");
            let mended = heard.votes("remediation", "there is no number");
            assert!(valid.len() + mended.len() <= 32, "{} {}", valid.len(), mended.len());
            json!({"validity": valid, "remediation": mended, "proposals": []})
        }
    }
}

/// Rules: 004.merge.1, 004.merge.3, 004.remediate.2, 004.states.4, D.4
#[test]
fn forty_majors_of_three_agreeing_models_are_all_found_looked_at_and_settled() {
    let lines: Vec<String> = (1..=DEFECTS).map(|number| format!("- {}.", quote(number))).collect();
    let prd = format!("# Site\n\n## Pages\n\n{}\n", lines.join("\n"));
    let held = Held::on(&prd, &[], thorough);
    assert!(held.server.received().iter().all(is_bounded));
    let bundle = held.bundle();
    let findings = bundle["findings"].as_array().unwrap();
    assert_eq!(findings.len(), DEFECTS, "{}", held.output.stdout);
    for finding in findings {
        assert_eq!(finding["agreement_status"], "UNANIMOUS", "{finding}");
        assert_eq!(finding["resolution"], "REMEDIATION_AGREED", "{finding}");
    }
    assert_eq!(bundle["council_metadata"]["terminal_state"], "CONVERGED");
    // Two seats read in three parts each; only who raised nothing looks at it again, and nobody votes on its own words.
    let asked = |round| held.asked(round).iter().map(|heard| heard.seat).collect::<Vec<_>>();
    assert_eq!(asked(1), [1, 1, 1, 2, 2, 2, 3]);
    assert_eq!(asked(2), [1, 2, 3, 3, 3]);
    assert_eq!(asked(3), [1, 1, 2, 2, 3, 3], "two seats wrote the same");
    let parts = |round: usize, part: &str| {
        held.asked(round).iter().filter(|heard| heard.text.contains(part)).count()
    };
    assert_eq!(parts(2, "This is part 3 of 3"), 1);
    assert_eq!(parts(3, "This is part 2 of 2"), 3);
    let raising = |heard: &&Heard| heard.text.contains("what nobody has found yet");
    assert_eq!(held.asked(2).iter().filter(raising).count(), 3, "each seat is asked once for more");
}
