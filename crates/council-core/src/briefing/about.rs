//! Which findings a question of a seat is about.

use std::collections::BTreeSet;

use crate::{
    council::{CouncilFinding, CouncilProtocol},
    merge::FindingId,
};

/// How many findings are named at most.
const NAMED: usize = 3;

/// Words below this length say too little to tell what a question is about.
const SHORTEST: usize = 5;

/// Returns the findings that a question is about, the nearest first: what it names, else what it shares its words with.
/// Up to the third protocol nobody looked.
pub(super) fn findings(question: &str, findings: &[CouncilFinding]) -> Vec<FindingId> {
    if findings.first().is_none_or(|finding| finding.protocol() < CouncilProtocol::Fourth) {
        return Vec::new();
    }
    let asked = words(question);
    let mut near: Vec<(u32, &FindingId)> = findings
        .iter()
        .filter_map(|finding| Some((nearness(question, &asked, finding)?, finding.id())))
        .collect();
    near.sort_by_key(|(nearness, _)| std::cmp::Reverse(*nearness));
    near.into_iter().take(NAMED).map(|(_, id)| id.clone()).collect()
}

/// Returns how near a finding is to a question in percent, where it is near at all.
fn nearness(question: &str, asked: &BTreeSet<String>, finding: &CouncilFinding) -> Option<u32> {
    if question.contains(&finding.id().to_string()) {
        return Some(200);
    }
    let claim = finding.claim();
    let cited = question.split('`').skip(1).step_by(2).filter(|cited| !cited.trim().is_empty());
    let quotes: Vec<&str> = claim.quotes().collect();
    let is_cited = |cited: &str| quotes.iter().any(|quote| quote.contains(cited));
    if question.contains(&claim.location.to_string()) && cited.into_iter().any(is_cited) {
        return Some(150);
    }
    let said = words(&format!("{} {}", claim.description, quotes.join(" ")));
    let shared = u32::try_from(asked.intersection(&said).count()).unwrap_or(u32::MAX);
    let all = u32::try_from(asked.len()).unwrap_or(u32::MAX);
    let percent = shared.saturating_mul(100).checked_div(all)?;
    (shared >= 2 && percent >= 40).then_some(percent)
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.len() >= SHORTEST).map(str::to_lowercase).collect()
}
