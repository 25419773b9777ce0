//! The `session` block: a council session played from a script, so that a scenario can show every rule of it.
//!
//! ```yaml
//! prd: |                                   # what is reviewed; a short one of our own when left out
//!   The export must be fast.
//! events:
//!   - seat: SA-1                           # answers the open round
//!     raises: [{quote: must be fast, severity: MAJOR}]
//!   - rest: silent                         # everybody else answers with nothing
//!   - seat: SA-2
//!     thinks: {1: {holds: MAJOR, why: no number}}
//!   - lost: SA-3
//! ```
//!
//! When the script is over, the seats that are still waited for answer with nothing until the session has ended, unless
//! it says `open: true`. What comes back has `session` and `bundle` as they would be written, `asks` (what each seat was
//! shown, in order), `warnings` and `errors` (what the session refused).

mod script;

use std::{collections::BTreeMap, time::Duration};

use council::{
    core::{
        council::{
            BroadAnswer, Cast, ConvergeAnswer, CouncilAnswer, CouncilFinding, CouncilOpening,
            CouncilProtocol, CouncilQuestion, CouncilSession, CouncilWarning, Effect, FixProposal,
            Input, Moment, NewFindings, RemediateAnswer, Repair, Round, SessionId, Unproven, Votes,
        },
        evidence::{cited, lock},
        finding::SeatId,
        merge::FindingId,
        packet::Packet,
        policy::Policy,
    },
    formats::{bundle, packet, session},
};
use serde_json::{Value, json};

use self::script::{
    ScriptClaim, ScriptEvent, ScriptProposal, ScriptVote, SessionScript, assessment, cast, claim,
    gate, opinion, proposal, seat_id, violation, vision,
};

/// What is reviewed when a script does not say.
const PRD: &str = "# Export\n\n## Goals\n\nThe export must be fast.\n\n## Storage\n\nThe archive is kept for ever.\n\n## Access\n\nUsers may delete everything.\n";

/// Plays a script.
pub(crate) fn run(text: &str) -> Result<Value, String> {
    let script: SessionScript = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
    let open = script.open;
    let mut play = Play::begin(&script)?;
    for event in script.events {
        play.event(event)?;
    }
    while !open && play.session.ending().is_none() {
        play.silence()?;
    }
    play.result()
}

struct Play {
    packet: Packet,
    policy: Policy,
    session: CouncilSession,
    waiting: Vec<SeatId>,
    seconds: u64,
    asks: Vec<Value>,
    warnings: Vec<String>,
    errors: Vec<String>,
}

impl Play {
    fn begin(script: &SessionScript) -> Result<Self, String> {
        let packet = packet::markdown_prd("prd.md", script.prd.as_deref().unwrap_or(PRD)).value;
        let policy = Policy {
            timeout: script.timeout.map_or(Policy::default().timeout, Duration::from_secs),
            budget: script.budget.unwrap_or(Policy::default().budget),
            escalation_target: script
                .escalation_target
                .clone()
                .unwrap_or(Policy::default().escalation_target),
            ..Policy::default()
        };
        let vision = script.vision.as_ref().map(vision);
        let moment = moment(0)?;
        let id = SessionId::new(&packet.id, moment.at);
        let gates = script.gates.iter().map(gate).collect::<Result<_, _>>()?;
        let mut opening = CouncilOpening::convene(&packet, id, vision, gates, moment);
        if script.strict_votes {
            opening.votes = Votes::Strict;
        }
        let (session, effects) =
            CouncilSession::open(opening).map_err(|error| error.to_string())?;
        let mut play = Self {
            packet,
            policy,
            session,
            waiting: Vec::new(),
            seconds: 0,
            asks: Vec::new(),
            warnings: Vec::new(),
            errors: Vec::new(),
        };
        play.take(&effects);
        Ok(play)
    }

    fn event(&mut self, event: ScriptEvent) -> Result<(), String> {
        if event.rest.is_some() {
            return self.silence();
        }
        let input = self.input(event)?;
        self.apply(input);
        Ok(())
    }

    fn input(&mut self, event: ScriptEvent) -> Result<Input, String> {
        self.seconds = event.tick.unwrap_or(self.seconds + 1);
        let moment = moment(self.seconds)?;
        if event.tick.is_some() {
            return Ok(Input::Ticked { moment });
        }
        if event.out_of_budget.is_some() {
            return Ok(Input::OutOfBudget { moment });
        }
        if event.cancel.is_some() {
            return Ok(Input::Cancelled { moment });
        }
        if let Some(seat) = &event.lost {
            let reason = "no answer in time".to_owned();
            return Ok(Input::Lost { seat: seat_id(seat)?, reason, tokens: 0, moment });
        }
        if let Some(seat) = &event.garbles {
            let reason = "the answer is not JSON".to_owned();
            return Ok(Input::Unreadable { seat: seat_id(seat)?, reason, tokens: 10, moment });
        }
        let named = event.seat.as_deref();
        let seat =
            seat_id(named.ok_or("an event needs `seat`, `lost`, `garbles`, `rest` or `tick`")?)?;
        let tokens = event.tokens.unwrap_or(100);
        let answer = self.answer(seat, event)?;
        Ok(Input::Answered { seat, answer, tokens, moment })
    }

    /// Lets everybody who is waited for answer with nothing.
    fn silence(&mut self) -> Result<(), String> {
        let round = self.session.round();
        for seat in self.waiting.clone() {
            self.seconds += 1;
            let answer = match round {
                Round::Broad => CouncilAnswer::Broad(BroadAnswer::default()),
                Round::Remediate => CouncilAnswer::Remediate(RemediateAnswer::default()),
                Round::Converge => CouncilAnswer::Converge(ConvergeAnswer::default()),
            };
            self.apply(Input::Answered { seat, answer, tokens: 10, moment: moment(self.seconds)? });
        }
        Ok(())
    }

    fn apply(&mut self, input: Input) {
        let answered = match &input {
            Input::Answered { seat, .. } | Input::Unreadable { seat, .. } => Some(*seat),
            Input::Paid { .. }
            | Input::Lost { .. }
            | Input::Signed { .. }
            | Input::Ticked { .. }
            | Input::OutOfBudget { .. }
            | Input::Cancelled { .. } => None,
        };
        match self.session.apply(&self.policy, input) {
            Ok(effects) => {
                self.waiting.retain(|seat| Some(*seat) != answered);
                self.take(&effects);
                self.waiting.retain(|seat| self.session.live().contains(seat));
            }
            Err(error) => self.errors.push(error.to_string()),
        }
    }

    fn take(&mut self, effects: &[Effect]) {
        for effect in effects {
            match effect {
                Effect::Ask(ask) => {
                    self.waiting.push(ask.seat);
                    self.asks.push(shown(ask));
                }
                Effect::Warn(CouncilWarning::SeatLost { seat, reason }) => {
                    self.warnings.push(format!("{seat} lost: {reason}"));
                }
                Effect::Warn(CouncilWarning::OverAllotment { round, spent, allotted }) => {
                    self.warnings.push(format!(
                        "round {} used {spent} of {allotted} tokens",
                        round.number()
                    ));
                }
                Effect::Snapshot => {}
                Effect::Close(_) => self.waiting.clear(),
            }
        }
    }

    fn answer(&self, seat: SeatId, event: ScriptEvent) -> Result<CouncilAnswer, String> {
        let north_star = event.north_star.map(assessment).transpose()?;
        let opinions =
            event.thinks.into_iter().map(|(number, said)| Ok((self.id(number), opinion(said)?)));
        let opinions = opinions.collect::<Result<_, String>>()?;
        let findings = self.findings(seat, event.raises)?;
        let notes =
            event.cites.into_iter().map(|(number, notes)| (self.id(number), notes)).collect();
        Ok(match self.session.round() {
            Round::Broad => {
                CouncilAnswer::Broad(BroadAnswer { findings, north_star, questions: event.asks })
            }
            Round::Remediate => {
                let proposals = self.proposals(event.proposes);
                let same = event.calls_same.into_iter();
                let same = same.map(|(one, kept)| (self.id(one), self.id(kept))).collect();
                CouncilAnswer::Remediate(RemediateAnswer {
                    opinions,
                    proposals,
                    remediation: self.votes(event.mends)?,
                    same,
                    findings,
                    north_star,
                    questions: event.asks,
                    notes,
                })
            }
            Round::Converge => {
                let validity = self.votes(event.votes)?;
                let findings = self.session.record().findings;
                let ids: Vec<_> = findings.iter().map(CouncilFinding::id).collect();
                CouncilAnswer::Converge(ConvergeAnswer {
                    opinions,
                    proposals: self.proposals(event.proposes),
                    cited: cited(&self.packet, CouncilProtocol::TODAY, &validity, &ids),
                    validity,
                    remediation: self.votes(event.mends)?,
                    north_star,
                    notes,
                })
            }
        })
    }

    fn findings(&self, seat: SeatId, claims: Vec<ScriptClaim>) -> Result<NewFindings, String> {
        let record = self.session.record();
        let lens = record.opening.selection.lenses.iter().find(|lens| lens.seat == seat);
        let first = lens.and_then(|lens| lens.modes().first().copied());
        let mut findings = NewFindings::default();
        for said in claims {
            let violation = said.violates.as_deref().map(violation).transpose()?;
            let cites = said.cites.clone();
            match lock(&self.packet, claim(said, first)?) {
                Ok(locked) => {
                    if !cites.is_empty() {
                        findings.notes.insert(findings.locked.len(), cites);
                    }
                    if let Some(violation) = violation {
                        findings.violations.insert(findings.locked.len(), violation);
                    }
                    findings.locked.push(locked);
                }
                Err(refused) => {
                    let reason = refused.reason.to_string();
                    findings.unlocked.push(Unproven { claim: refused.claim, reason });
                }
            }
        }
        Ok(findings)
    }

    fn proposals(&self, said: BTreeMap<u32, ScriptProposal>) -> BTreeMap<FindingId, FixProposal> {
        said.into_iter().map(|(number, said)| (self.id(number), proposal(said))).collect()
    }

    fn votes(&self, votes: BTreeMap<u32, ScriptVote>) -> Result<BTreeMap<FindingId, Cast>, String> {
        votes.into_iter().map(|(number, said)| Ok((self.id(number), cast(said)?))).collect()
    }

    fn id(&self, number: u32) -> FindingId {
        FindingId::new(self.packet.id.clone(), number)
    }

    fn result(self) -> Result<Value, String> {
        let record = self.session.record();
        let review = session::SessionDocument {
            record: &record,
            policy: &self.policy,
            tool_version: "0.0.0",
        };
        let written = session::write(&review).map_err(|error| error.to_string())?;
        Ok(json!({
            "session": session::shape(&review),
            "bundle": bundle::shape(&review, &[]),
            "asks": self.asks,
            "warnings": self.warnings,
            "errors": self.errors,
            "yaml": written,
        }))
    }
}

fn moment(seconds: u64) -> Result<Moment, String> {
    let start: jiff::Timestamp =
        "2026-03-04T05:06:07Z".parse().map_err(|error: jiff::Error| error.to_string())?;
    let active = Duration::from_secs(seconds);
    Ok(Moment { at: start + active, active })
}

fn shown(ask: &CouncilQuestion) -> Value {
    let repair = ask.repair.as_ref().map(|repair| match repair {
        Repair::Unreadable(reason) => reason.clone(),
        Repair::Unproven(claims) => {
            claims.iter().map(|claim| claim.reason.as_str()).collect::<Vec<_>>().join("; ")
        }
    });
    json!({
        "seat": ask.seat.to_string(),
        "round": ask.round.number(),
        "briefing": ask.briefing.as_deref().map(council::core::briefing::Briefing::id),
        "findings": ask.findings.iter().map(|finding| json!({
            "id": finding.id.to_string(),
            "must_assess": finding.must_assess,
            "description": finding.description,
            "evidence": finding.evidence,
            "remediations": finding.remediations,
        })).collect::<Vec<_>>(),
        "votes_on": ask.validity.iter().map(FindingId::to_string).collect::<Vec<_>>(),
        "mends": ask.remediation.iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>(),
        "remedies": ask.remediation.iter().map(|(_, text)| text).collect::<Vec<_>>(),
        "repair": repair,
    })
}
