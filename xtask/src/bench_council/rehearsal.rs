//! The comparison itself, rehearsed: the binary is asked in all four ways, and a stand-in on loopback whose answers are known
//! plays the model. What is printed must be what was said.

use std::time::Duration;

use anyhow::{Result, ensure};
use council_testkit::provider::{Dialect, ProviderFault, ReceivedRequest, StandIn};
use serde_json::{Value, json};

use super::{
    FEWEST, compared,
    plant::{self, Planted, Sown},
    score::{self, Score},
};
use crate::crash;

/// How many documents are read, with six plants each.
const DOCUMENTS: usize = 4;

/// Holds the comparison with answers that are known, and fails where its figures are others.
pub(crate) fn rehearse() -> Result<()> {
    let binary = crash::council()?;
    let documents: Vec<Planted> = (0..DOCUMENTS).map(|number| plant::document(1, number)).collect();
    let known = documents.clone();
    let play = move |call: &ReceivedRequest, _| (ProviderFault::None, said(&known, &call.body));
    let server = StandIn::play(Dialect::Chat, Duration::ZERO, play)?;
    let url = server.base_url();
    let settings = format!(
        "[providers.here]\nwire = \"chat\"\nbase_url = \"{url}\"\n\n\
         [prices]\n\"here:model\" = {{ input = 1.0, cache_read = 1.0, output = 1.0 }}\n"
    );
    let held = |documents: &[Planted]| compared(&binary, documents, "here:model", Some(&settings));
    let rows = held(&documents)?;
    let table = score::table(&rows, FEWEST);
    print!("{table}");
    let plants = DOCUMENTS * 6;
    for (way, score) in &rows {
        let Score { hits, alarms, tokens, .. } = *score;
        ensure!((score.plants, hits, alarms) == (plants, plants, DOCUMENTS), "{way}: {score:?}");
        ensure!(tokens > 0 && score.seconds > 0.0, "{way}: {score:?}");
        ensure!(score.money.is_some_and(|money| money > 0.0), "{way}: {score:?}");
    }
    let tokens: Vec<u64> = rows.iter().map(|(_, score)| score.tokens).collect();
    ensure!(tokens.is_sorted_by(|one, next| one < next), "each way asks more: {tokens:?}");
    ensure!(table.contains("24 plants; in brackets"), "{table}");
    let few = score::table(&held(documents.get(..1).unwrap_or_default())?, FEWEST);
    ensure!(few.contains("no claim: 6 plants"), "{few}");
    Ok(())
}

/// Answers a question: every seat finds all that was planted and one decoy, and SA-3 a second decoy, which the others doubt.
fn said(documents: &[Planted], body: &str) -> String {
    let body: Value = serde_json::from_str(body).unwrap_or_default();
    let texts = body.get("messages").and_then(Value::as_array).into_iter().flatten();
    let text: String = texts.filter_map(|one| one.get("content").and_then(Value::as_str)).collect();
    let is_read =
        |document: &&Planted| document.plants.iter().all(|sown| text.contains(&sown.sentence));
    let Some(document) = documents.iter().find(is_read) else { return second(&text, documents) };
    if !text.contains("This is the first of three rounds") {
        return second(&text, documents);
    }
    let is_third = text.contains("You are SA-3");
    let decoys = document.decoys.iter().take(if is_third { 2 } else { 1 });
    let mode = text.split_once("Your modes:\n- ").and_then(|(_, rest)| rest.split(' ').next());
    let mode = mode.and_then(|number| number.parse::<u8>().ok());
    let claim = |sown: &Sown| {
        json!({
            "mode": mode, "subcategory": "AMBIGUITY", "severity": "MAJOR", "confidence": 0.9,
            "location": format!("prd.md#{}", sown.anchor), "quotes": [sown.sentence], "searched": null,
            "description": format!("nobody can tell when `{}` is met", sown.anchor),
            "remediation": "say when it is met", "violation": null,
        })
    };
    let findings: Vec<Value> = document.plants.iter().chain(decoys).map(claim).collect();
    json!({"findings": findings, "questions": []}).to_string()
}

/// Answers a later question: what is about the second decoy of a document does not hold, everything else does.
fn second(text: &str, documents: &[Planted]) -> String {
    let is_doubted = |id: &str| {
        let told = text
            .lines()
            .find(|line| line.contains(&format!("{id} ")) && line.contains("nobody can tell"));
        let about =
            |sown: &Sown| told.is_some_and(|line| line.contains(&format!("`{}`", sown.anchor)));
        documents.iter().any(|document| document.decoys.get(1).is_some_and(about))
    };
    let ids = |begins: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(begins));
        let named = lines.flat_map(|rest| {
            rest.split([' ', ',', '.', ':']).filter(|word| word.starts_with("FND-"))
        });
        named.map(str::to_owned).collect()
    };
    let opinion = |id: &String| {
        let holds = !is_doubted(id);
        json!({"finding": id, "holds": holds, "severity": holds.then_some("MAJOR"), "rationale": "so it reads"})
    };
    let votes = |list: &str| -> Vec<Value> {
        let vote = |id: &String| {
            let vote = if is_doubted(id) { "OPPOSE" } else { "SUPPORT" };
            json!({"finding": id, "vote": vote, "rationale": "so it reads"})
        };
        ids(&format!("Vote in `{list}` on ")).iter().map(vote).collect()
    };
    if text.contains("This is the second of three rounds") {
        let opinions: Vec<Value> = ids("* ").iter().map(opinion).collect();
        return json!({"opinions": opinions, "proposals": [], "same": []}).to_string();
    }
    json!({"validity": votes("validity"), "remediation": votes("remediation"), "proposals": []})
        .to_string()
}
