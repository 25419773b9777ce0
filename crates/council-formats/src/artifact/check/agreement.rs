//! What the program computes about a finding: its agreement from its supporters and votes, its signature from what it
//! is about. A file that says otherwise is wrong.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    finding::{Location, LocationKind, SeatId},
    quorum::{Quorum, Settlement, Vote},
    signature::FindingSignature,
    taxonomy::Subcategory,
};

use super::{
    CheckedCouncil,
    fields::{CheckedNode, ContractCheck},
};
use crate::{
    artifact::audit::shown,
    words::{AgreementWord, VoteWord},
};

/// How many equal votes decide.
const QUORUM: usize = 2;

/// Before a vote the agreement follows from who stands behind the finding: all, two, one.
pub(super) fn derived(
    check: &mut ContractCheck<'_>,
    at: &CheckedNode<'_>,
    status: &str,
    supporting: &BTreeSet<SeatId>,
    council: &CheckedCouncil<'_>,
) {
    let live = council.live();
    let all = live.is_subset(supporting) && supporting.len() >= QUORUM;
    let behind = supporting.intersection(&live).count();
    let wrong = match status {
        "UNANIMOUS" => (!all).then_some("every seat must stand behind it"),
        "MAJORITY" if supporting.len() < QUORUM => Some("two seats must stand behind it"),
        "MAJORITY" if supporting.len() == SeatId::COUNT => {
            Some("all three seats stand behind it, which is UNANIMOUS")
        }
        "PENDING" if behind >= QUORUM => Some("more than one seat stands behind it"),
        _ => None,
    };
    if let Some(why) = wrong {
        let message = format!(
            "{} is {status} with {} supporting: {why}",
            at.name(),
            counted(supporting.len())
        );
        check
            .error("agreement-mismatch", &at.spot("agreement_status"), message)
            .help("derive `agreement_status` from `supporting_agents`");
    }
}

/// After a vote the agreement follows from the votes: two equal ones decide, anything else is a deadlock.
pub(super) fn ballots(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>, status: Option<&str>) {
    let mut settled = None;
    for ballot in at.list("ballots") {
        let question = check.word(&ballot, "question", &["VALIDITY", "REMEDIATION"]);
        let votes = check.list(&ballot, "votes");
        let result = tally(check, &ballot, &votes);
        let id = at.text("finding_id").unwrap_or_default();
        unreasoned(check, id, question.unwrap_or_default(), &votes);
        let stated = check.word(&ballot, "result", AgreementWord::WORDS);
        if let Some(stated) = stated
            && stated != result
        {
            let message =
                format!("{} ended as {stated}, but its votes make {result}", ballot.name());
            check
                .error("quorum-mismatch", &ballot.spot("result"), message)
                .help("two of three equal votes decide, anything else is DEADLOCKED");
        }
        if question == Some("VALIDITY") {
            settled = Some(result);
        }
    }
    let Some(status) = status else {
        return;
    };
    let by_vote = ["QUORUM_SUPPORT", "QUORUM_OPPOSE", "DEADLOCKED"].contains(&status);
    match settled {
        Some(result) if result != status => {
            let message = format!("{} is {status}, but its votes make {result}", at.name());
            check
                .error("quorum-mismatch", &at.spot("agreement_status"), message)
                .help(format!("write `agreement_status: {result}`"));
        }
        None if by_vote => {
            let message = format!("{} is {status} without a vote", at.name());
            check
                .error("quorum-without-votes", &at.spot("agreement_status"), message)
                .help("record the votes in `ballots`");
        }
        Some(_) | None => {}
    }
}

/// Warns of votes that nobody can weigh. Why a remediation will do needs no reason.
fn unreasoned(
    check: &mut ContractCheck<'_>,
    finding: &str,
    question: &str,
    votes: &[CheckedNode<'_>],
) {
    for vote in votes {
        let (agent, word) = (vote.text("agent_id"), vote.text("vote"));
        let is_free =
            word == Some("ABSTAIN") || (question, word) == ("REMEDIATION", Some("SUPPORT"));
        let has_reason = vote.text("rationale").is_some_and(|why| !why.trim().is_empty());
        let name = format!("{finding} {question} {}", agent.unwrap_or_default());
        if word.is_none() || is_free || has_reason || !check.is_first(name) {
            continue;
        }
        let message = format!("{} is a vote without a reason", vote.name());
        check
            .warning("vote-unreasoned", vote, message)
            .help("it counts, but nobody can weigh it: write `rationale`");
    }
}

/// Counts votes as they were cast; who says nothing abstains.
fn tally(
    check: &mut ContractCheck<'_>,
    ballot: &CheckedNode<'_>,
    votes: &[CheckedNode<'_>],
) -> &'static str {
    let mut cast: BTreeMap<&str, Vote> = BTreeMap::new();
    for vote in votes {
        let agent = check.text(vote, "agent_id");
        if let Some(agent) = agent
            && SeatId::read(agent).is_none()
        {
            let message =
                format!("{} is a vote of `{}`, which is no seat", vote.name(), shown(agent));
            check.error("unknown-seat", vote, message).help("expected SA-1, SA-2 or SA-3");
            continue;
        }
        let (Some(agent), Some(word)) = (agent, check.word(vote, "vote", VoteWord::WORDS)) else {
            continue;
        };
        let counted = match word {
            "SUPPORT" => Vote::Support,
            "OPPOSE" => Vote::Oppose,
            _ => Vote::Abstain,
        };
        if cast.insert(agent, counted).is_some() {
            let message = format!("{} counts {agent} twice", ballot.name());
            check.error("vote-repeated", vote, message).help("each seat has one vote");
        }
    }
    let votes: Vec<Vote> = cast.into_values().collect();
    match Quorum::of(SeatId::COUNT).map(|quorum| quorum.settle(&votes)) {
        Some(Settlement::Support) => "QUORUM_SUPPORT",
        Some(Settlement::Oppose) => "QUORUM_OPPOSE",
        Some(Settlement::Deadlocked) | None => "DEADLOCKED",
    }
}

fn counted(seats: usize) -> String {
    if seats == 1 { "1 seat".to_owned() } else { format!("{seats} seats") }
}

/// A signature is what the program makes of category, subcategory and location.
pub(super) fn signature(check: &mut ContractCheck<'_>, at: &CheckedNode<'_>) {
    let stated = check.text(at, "signature");
    let subcategory = at
        .text("subcategory")
        .and_then(|word| Subcategory::ALL.iter().find(|known| known.word() == word));
    let (Some(stated), Some(subcategory), Some(location)) =
        (stated, subcategory, at.text("location"))
    else {
        return;
    };
    let (path, anchor) = location
        .split_once('#')
        .map_or((location, None), |(path, anchor)| (path, Some(anchor.to_owned())));
    let location = Location { path: path.to_owned(), anchor, kind: LocationKind::Document };
    let computed = FindingSignature::of(*subcategory, &location);
    if stated != computed.as_str() {
        let message = format!(
            "{} has the signature `{}`, which is not of what it is about",
            at.name(),
            shown(stated)
        );
        check
            .error("signature-mismatch", &at.spot("signature"), message)
            .help(format!("write `signature: {computed}`"));
    }
}
