//! What fills the seats of a council: the offline reviewer, which answers in text like any other and costs nothing, and
//! what a script makes a seat say.

use std::sync::{Arc, OnceLock};

use council_core::{
    council::{CouncilOpening, CouncilQuestion, CouncilSession, Round, ShownFinding},
    depth::Depth,
    finding::Claim,
    merge::FindingId,
    mode::ModeId,
};
use council_engine::{BoxFuture, Call, Entry, Fault, Reviewer, ReviewerReply};
use council_formats::user::SchemaSetting;
use council_prompts::{
    prompt::{self, Prompt},
    reply::{OpinionReply, Reply, ReplyContext, ReplyDraft, VoteReply, schema},
    schema::Bounds,
};
use council_rules::{
    Finding,
    seat::{Reader, SeatAnswer},
};
use serde_json::{Map, Value, json};

use super::suppressed::heard;
use crate::{
    cost::Foreseen,
    reviewer::{Fillable, ScriptedStance},
};

impl Fillable for CouncilSession {
    const HAS_STANCES: bool = true;
    const HAS_BUDGET: bool = true;

    fn asks_nobody(opening: &CouncilOpening) -> bool {
        match opening.depth {
            Depth::Light => true,
            Depth::Standard | Depth::Deep | Depth::Auto | Depth::Council => false,
        }
    }

    fn rules() -> Arc<dyn Reviewer> {
        Arc::new(OfflineRules::default())
    }

    fn prompt(call: &Call, fence: &str) -> Prompt {
        prompt::render(&call.packet, &call.opening, &call.ask, fence)
    }

    fn told(call: &Call) -> Value {
        let lens = call.opening.selection.lenses.iter().find(|lens| lens.seat == call.ask.seat);
        let modes: Vec<u8> = lens
            .map_or_else(Vec::new, |lens| lens.modes().into_iter().map(ModeId::number).collect());
        let shown = |shown: &ShownFinding| json!({"id": shown.id.to_string(), "description": shown.description});
        json!({
            "session": call.opening.id.as_str(),
            "seat": call.ask.seat.to_string(),
            "round": call.ask.round.number(),
            "attempt": call.attempt,
            "repair": call.ask.repair.is_some(),
            "modes": modes,
            "findings": call.ask.findings.iter().map(shown).collect::<Vec<_>>(),
        })
    }

    fn asked_in() -> String {
        prompt::asked_in()
    }

    fn shape(call: &Call, how: SchemaSetting, bounds: Bounds) -> Option<Value> {
        let lenses = &call.opening.selection.lenses;
        let lens = lenses.iter().find(|lens| lens.seat == call.ask.seat);
        match (how, lens) {
            (SchemaSetting::None, _) => None,
            (SchemaSetting::Common, _) | (SchemaSetting::Exact, None) => {
                Some(schema::common(bounds))
            }
            (SchemaSetting::Exact, Some(lens)) => {
                let asked = ReplyContext { packet: &call.packet, lens, ask: &call.ask };
                let vision = call.opening.vision.as_ref();
                let vision = vision.filter(|_| prompt::is_scored(&call.opening, &call.ask));
                Some(schema::exact(asked, vision, bounds))
            }
        }
    }

    fn number(ask: &CouncilQuestion) -> u8 {
        ask.round.number()
    }

    fn step(ask: &CouncilQuestion) -> String {
        format!("round {}", ask.round.number())
    }

    /// A finding without a mode gets the first mode of the seat.
    fn rehearsed(
        call: &Call,
        reply: Option<&Map<String, Value>>,
        stance: Option<ScriptedStance>,
    ) -> String {
        if let Some(stance) = stance {
            return stood(call, stance).text();
        }
        let mut whole = json!(Reply::default());
        if let (Value::Object(whole), Some(said)) = (&mut whole, reply) {
            whole.extend(said.clone());
        }
        let lenses = &call.opening.selection.lenses;
        let lens = lenses.iter().find(|lens| lens.seat == call.ask.seat);
        let first = lens.and_then(|lens| lens.modes().first().map(|mode| mode.number()));
        for finding in
            whole.pointer_mut("/findings").and_then(Value::as_array_mut).into_iter().flatten()
        {
            if let Value::Object(finding) = finding {
                finding.entry("mode").or_insert_with(|| json!(first));
            }
        }
        whole.to_string()
    }

    /// Every seat is asked once a round. What the seats are shown of each other later is not known yet; the margin of a
    /// bound is for it.
    fn foreseen(opening: &CouncilOpening, first: Vec<Arc<CouncilQuestion>>) -> Vec<Foreseen<Self>> {
        let times = u64::from(opening.depth.rounds());
        first.into_iter().map(|ask| Foreseen { ask, times, told: 0, tries: 1 }).collect()
    }

    fn entry(record: &str) -> serde_json::Result<Option<Entry>> {
        serde_json::from_str(record).map(Some)
    }
}

/// Returns what a seat says that has the same stance on everything it is shown.
fn stood(call: &Call, stance: ScriptedStance) -> Reply<'static> {
    let why = || "the script says so".into();
    let vote = match stance {
        ScriptedStance::Support => "SUPPORT",
        ScriptedStance::Oppose => "OPPOSE",
        ScriptedStance::Abstain => "ABSTAIN",
    };
    let cast = |finding: String| VoteReply {
        finding: finding.into(),
        vote: vote.into(),
        rationale: why(),
        choice: None,
        severity: None,
        notes: Vec::new(),
    };
    // Of several remediations, the one that is put to the vote.
    let chosen = |(id, _): &(FindingId, String)| {
        let is_one_of = !call.ask.rivals(id).is_empty();
        VoteReply { choice: is_one_of.then(|| "A".to_owned()), ..cast(id.to_string()) }
    };
    let opinion = |shown: &ShownFinding| match stance {
        ScriptedStance::Abstain => None,
        ScriptedStance::Support | ScriptedStance::Oppose => Some(OpinionReply {
            finding: shown.id.to_string().into(),
            holds: matches!(stance, ScriptedStance::Support),
            severity: Some(shown.severity.word().into()),
            rationale: why(),
            notes: Vec::new(),
        }),
    };
    let opinions = match call.ask.round {
        Round::Broad => Vec::new(),
        Round::Remediate | Round::Converge => {
            call.ask.findings.iter().filter_map(opinion).collect()
        }
    };
    Reply {
        opinions,
        validity: call.ask.validity.iter().map(|id| cast(id.to_string())).collect(),
        remediation: call.ask.remediation.iter().map(chosen).collect(),
        ..Reply::default()
    }
}

/// The rules. What they find is found once: by the gates before the session, or by the first seat that is asked.
#[derive(Debug, Default)]
pub(super) struct OfflineRules {
    found: OnceLock<Vec<Finding>>,
}

impl OfflineRules {
    /// Takes what the rules have found in the packet already.
    pub(super) fn knowing(found: Vec<Finding>) -> Self {
        Self { found: OnceLock::from(found) }
    }
}

impl Reviewer for OfflineRules {
    fn name(&self) -> String {
        "rules".to_owned()
    }

    fn bound(&self, _call: &Call) -> u64 {
        0
    }

    fn answer<'a>(&'a self, call: &'a Call) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            let found = self.found.get_or_init(|| heard(&call.packet, &call.opening.suppressed));
            let said = said(Reader::new(&call.packet, found).answer(&call.opening, &call.ask));
            Ok(ReviewerReply { text: Reply::from(said).text(), tokens: 0, delivery: None })
        })
    }
}

fn said(answer: SeatAnswer) -> ReplyDraft {
    let plain = |claims: Vec<Claim>| claims.into_iter().map(|claim| (claim, None)).collect();
    match answer {
        SeatAnswer::Broad(said) => ReplyDraft {
            claims: plain(said.claims),
            north_star: said.north_star,
            questions: said.questions,
            ..ReplyDraft::default()
        },
        SeatAnswer::Remediate(said) => ReplyDraft {
            claims: plain(said.claims),
            opinions: said.opinions,
            proposals: said.proposals,
            north_star: said.north_star,
            questions: said.questions,
            ..ReplyDraft::default()
        },
        SeatAnswer::Converge(said) => ReplyDraft {
            opinions: said.opinions,
            proposals: said.proposals,
            validity: said.validity,
            remediation: said.remediation,
            north_star: said.north_star,
            ..ReplyDraft::default()
        },
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use council_core::{council::Votes, finding::SeatId, flow::Moment, policy::Policy};
    use council_store::Repo;
    use jiff::Timestamp;

    use super::*;
    use crate::{
        lint,
        review::{Keeping, Long, ReviewRequest, ReviewerSpec, Secrets, prepare},
        run::Spend,
    };

    const PRD: &str = "# Checkout

## Requirements

- FR-1: An administrator can see every user's password.
<!-- council-ignore subjective-word: clerks tested it -->
- FR-2: The page must be user-friendly.
";

    #[test]
    fn the_seats_hear_what_the_gates_have_found_and_no_rule_runs_again() {
        let folder = tempfile::tempdir().unwrap();
        let repo = Repo::open(folder.path()).unwrap();
        repo.write_atomic("prd.md", PRD.as_bytes()).unwrap();
        let request = ReviewRequest {
            packet: "prd.md".to_owned(),
            depth: None,
            vision: None,
            lint: lint::LintRequest::default(),
            seats: SeatId::ALL.into_iter().map(|seat| (seat, ReviewerSpec::Rules)).collect(),
            policy: Policy::default(),
            votes: Votes::AsCast,
            spend: Spend { secrets: Secrets::Keep, max_cost: None },
            long: Long::Refuse,
            seed: None,
            stage_evidence: None,
            keeping: Keeping::Unrecorded,
        };
        let moment = Moment { at: Timestamp::UNIX_EPOCH, active: Duration::ZERO };
        let prepared = prepare(&repo, &request, moment).unwrap();
        let again = heard(&prepared.packet, &prepared.opened.opening.suppressed);
        assert!(!again.is_empty() && !prepared.opened.opening.suppressed.is_empty());
        assert_eq!(prepared.rules.found.get(), Some(&again));
    }
}
