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

use std::{collections::BTreeMap, time::Duration};

use council::{
    core::{
        alignment::{Assessment, Degree, PhaseScore, Recommendation, Violation},
        council::{
            Answer, Ask, BroadAnswer, Cast, ConvergeAnswer, Effect, Findings, Input, Moment,
            Opening, Opinion, Proposal, RemediateAnswer, Repair, Round, Session, SessionId,
            Unproven, Warning,
        },
        evidence::lock,
        finding::{Claim, Confidence, Evidence, Location, LocationKind, SeatId},
        gate::report::{GateFinding, GateReport, Trust},
        merge::FindingId,
        mode::ModeId,
        north_star::{Phase, Vision},
        packet::Packet,
        policy::Policy,
        quorum::Vote,
        severity::Severity,
        taxonomy::Subcategory,
    },
    formats::{bundle, packet, session},
};
use serde::Deserialize;
use serde_json::{Value, json};

/// What is reviewed when a script does not say.
const PRD: &str = "# Export\n\n## Goals\n\nThe export must be fast.\n\n## Storage\n\nThe archive is kept for ever.\n\n## Access\n\nUsers may delete everything.\n";

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    prd: Option<String>,
    vision: Option<ScriptVision>,
    timeout: Option<u64>,
    budget: Option<u64>,
    escalation_target: Option<String>,
    #[serde(default)]
    gates: Vec<ScriptGate>,
    #[serde(default)]
    events: Vec<Event>,
    #[serde(default)]
    open: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptVision {
    title: String,
    oath: Option<String>,
    phases: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptGate {
    id: String,
    severity: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Event {
    seat: Option<String>,
    lost: Option<String>,
    garbles: Option<String>,
    rest: Option<String>,
    tick: Option<u64>,
    out_of_budget: Option<bool>,
    cancel: Option<bool>,
    #[serde(default)]
    raises: Vec<ScriptClaim>,
    #[serde(default)]
    thinks: BTreeMap<u32, ScriptOpinion>,
    #[serde(default)]
    proposes: BTreeMap<u32, ScriptProposal>,
    #[serde(default)]
    votes: BTreeMap<u32, ScriptVote>,
    #[serde(default)]
    mends: BTreeMap<u32, ScriptVote>,
    #[serde(default)]
    asks: Vec<String>,
    north_star: Option<ScriptAssessment>,
    tokens: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptClaim {
    quote: Option<String>,
    searched: Option<Vec<String>>,
    severity: String,
    #[serde(default = "ambiguity")]
    sub: String,
    anchor: Option<String>,
    mode: Option<u8>,
    confidence: Option<f64>,
    says: Option<String>,
    fix: Option<String>,
    violates: Option<String>,
}

fn ambiguity() -> String {
    "AMBIGUITY".to_owned()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptOpinion {
    holds: Option<String>,
    why: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptProposal {
    text: String,
    #[serde(default)]
    excludes_others: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptVote {
    vote: String,
    why: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ScriptAssessment {
    oath: bool,
    phases: BTreeMap<u8, [f64; 3]>,
    recommends: Option<String>,
}

/// Plays a script.
pub(crate) fn run(text: &str) -> Result<Value, String> {
    let script: Script = serde_saphyr::from_str(text).map_err(|error| error.to_string())?;
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
    session: Session,
    waiting: Vec<SeatId>,
    seconds: u64,
    asks: Vec<Value>,
    warnings: Vec<String>,
    errors: Vec<String>,
}

impl Play {
    fn begin(script: &Script) -> Result<Self, String> {
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
        let opening = Opening::convene(&packet, id, vision, gates, moment);
        let (session, effects) = Session::open(opening).map_err(|error| error.to_string())?;
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

    fn event(&mut self, event: Event) -> Result<(), String> {
        if event.rest.is_some() {
            return self.silence();
        }
        let input = self.input(event)?;
        self.apply(input);
        Ok(())
    }

    fn input(&mut self, event: Event) -> Result<Input, String> {
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
            return Ok(Input::Lost { seat: seat_id(seat)?, reason, moment });
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
                Round::Broad => Answer::Broad(BroadAnswer::default()),
                Round::Remediate => Answer::Remediate(RemediateAnswer::default()),
                Round::Converge => Answer::Converge(ConvergeAnswer::default()),
            };
            self.apply(Input::Answered { seat, answer, tokens: 10, moment: moment(self.seconds)? });
        }
        Ok(())
    }

    fn apply(&mut self, input: Input) {
        let answered = match &input {
            Input::Answered { seat, .. } | Input::Unreadable { seat, .. } => Some(*seat),
            Input::Lost { .. }
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
                Effect::Warn(Warning::SeatLost { seat, reason }) => {
                    self.warnings.push(format!("{seat} lost: {reason}"));
                }
                Effect::Warn(Warning::OverAllotment { round, spent, allotted }) => {
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

    fn answer(&self, seat: SeatId, event: Event) -> Result<Answer, String> {
        let north_star = event.north_star.map(assessment).transpose()?;
        let opinions =
            event.thinks.into_iter().map(|(number, said)| Ok((self.id(number), opinion(said)?)));
        let opinions = opinions.collect::<Result<_, String>>()?;
        let findings = self.findings(seat, event.raises)?;
        Ok(match self.session.round() {
            Round::Broad => {
                Answer::Broad(BroadAnswer { findings, north_star, questions: event.asks })
            }
            Round::Remediate => {
                let proposals = self.proposals(event.proposes);
                Answer::Remediate(RemediateAnswer {
                    opinions,
                    proposals,
                    findings,
                    north_star,
                    questions: event.asks,
                })
            }
            Round::Converge => Answer::Converge(ConvergeAnswer {
                opinions,
                proposals: self.proposals(event.proposes),
                validity: self.votes(event.votes)?,
                remediation: self.votes(event.mends)?,
                north_star,
            }),
        })
    }

    fn findings(&self, seat: SeatId, claims: Vec<ScriptClaim>) -> Result<Findings, String> {
        let record = self.session.record();
        let lens = record.opening.selection.lenses.iter().find(|lens| lens.seat == seat);
        let first = lens.and_then(|lens| lens.modes().first().copied());
        let mut findings = Findings::default();
        for said in claims {
            let violation = said.violates.as_deref().map(violation).transpose()?;
            match lock(&self.packet, claim(said, first)?) {
                Ok(locked) => {
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

    fn proposals(&self, said: BTreeMap<u32, ScriptProposal>) -> BTreeMap<FindingId, Proposal> {
        let proposal = |said: ScriptProposal| Proposal {
            text: said.text,
            excludes_others: said.excludes_others,
        };
        said.into_iter().map(|(number, said)| (self.id(number), proposal(said))).collect()
    }

    fn votes(&self, votes: BTreeMap<u32, ScriptVote>) -> Result<BTreeMap<FindingId, Cast>, String> {
        let cast = |said: ScriptVote| -> Result<Cast, String> {
            let vote = match said.vote.as_str() {
                "SUPPORT" => Vote::Support,
                "OPPOSE" => Vote::Oppose,
                "ABSTAIN" => Vote::Abstain,
                other => return Err(format!("`{other}` is not a vote")),
            };
            Ok(Cast { vote, rationale: said.why })
        };
        votes.into_iter().map(|(number, said)| Ok((self.id(number), cast(said)?))).collect()
    }

    fn id(&self, number: u32) -> FindingId {
        FindingId::new(self.packet.id.clone(), number)
    }

    fn result(self) -> Result<Value, String> {
        let record = self.session.record();
        let review =
            session::Review { record: &record, policy: &self.policy, tool_version: "0.0.0" };
        let written = session::write(&review).map_err(|error| error.to_string())?;
        Ok(json!({
            "session": session::shape(&review),
            "bundle": bundle::shape(&review),
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

fn seat_id(word: &str) -> Result<SeatId, String> {
    SeatId::read(word).ok_or_else(|| format!("`{word}` is not a seat"))
}

fn severity(word: &str) -> Result<Severity, String> {
    Severity::read(word).ok_or_else(|| format!("`{word}` is not a severity"))
}

fn vision(said: &ScriptVision) -> Vision {
    let phase = |(number, name): (u8, &String)| Phase {
        number,
        name: name.clone(),
        goal: String::new(),
        progress: None,
    };
    Vision {
        title: said.title.clone(),
        phases: (1..).zip(&said.phases).map(phase).collect(),
        current_phase: None,
        oath: said.oath.clone(),
        hash: "0".repeat(64),
    }
}

fn gate(said: &ScriptGate) -> Result<GateReport, String> {
    let known = ["GATE-PRD-SCHEMA", "GATE-PRD-LINT", "GATE-PRD-TRACEABILITY"];
    let id = known
        .into_iter()
        .find(|known| *known == said.id)
        .ok_or_else(|| format!("`{}` is no gate", said.id))?;
    let finding = GateFinding {
        rule: "scripted".into(),
        subcategory: Subcategory::SchemaViolation,
        severity: severity(&said.severity)?,
        place: council::core::diagnostic::Place::file("prd.md"),
        message: "the script says so".to_owned(),
        remediation: "change the script".to_owned(),
    };
    let (trust, evidence) = (Trust::Trusted, vec!["prd.md".to_owned()]);
    Ok(GateReport {
        id: id.to_owned().into(),
        trust,
        findings: vec![finding],
        evidence,
        not_applicable: None,
    })
}

fn claim(said: ScriptClaim, first: Option<ModeId>) -> Result<Claim, String> {
    let evidence = match (said.quote, said.searched) {
        (Some(quote), None) => Evidence::Quote(quote),
        (None, Some(terms)) => Evidence::Searched { terms, sections: Vec::new() },
        _ => return Err("a claim needs either `quote` or `searched`".to_owned()),
    };
    let shown = match &evidence {
        Evidence::Quote(quote) => format!("`{quote}` can be read in two ways"),
        Evidence::Searched { terms, .. } => format!("nothing is said about {}", terms.join(", ")),
    };
    let kind = if said.anchor.is_some() { LocationKind::Section } else { LocationKind::Document };
    Ok(Claim {
        mode: said.mode.map_or(first, ModeId::new),
        subcategory: Subcategory::read(&said.sub)
            .ok_or_else(|| format!("`{}` is not a subcategory", said.sub))?,
        severity: severity(&said.severity)?,
        confidence: Confidence::new(said.confidence.unwrap_or(0.9))
            .ok_or("confidence is from 0 to 1")?,
        location: Location { path: "prd.md".to_owned(), anchor: said.anchor, kind },
        evidence,
        rule: None,
        description: said.says.unwrap_or(shown),
        remediation: said.fix.unwrap_or_else(|| "say what is meant".to_owned()),
    })
}

fn opinion(said: ScriptOpinion) -> Result<Opinion, String> {
    Ok(Opinion { holds: said.holds.as_deref().map(severity).transpose()?, rationale: said.why })
}

fn assessment(said: ScriptAssessment) -> Result<Assessment, String> {
    let score = |(phase, [direct, enabling, no_harm]): (u8, [f64; 3])| {
        let score = PhaseScore::new(direct, enabling, no_harm, "as the script says");
        score.map(|score| (phase, score)).ok_or("a phase score is from 0 to 1")
    };
    let recommendation = said.recommends.map(|text| Recommendation {
        text,
        phase: 1,
        effort: Degree::Low,
        impact: Degree::High,
    });
    Ok(Assessment {
        affirms_oath: said.oath,
        phases: said.phases.into_iter().map(score).collect::<Result<_, _>>()?,
        recommendations: recommendation.into_iter().collect(),
    })
}

fn violation(word: &str) -> Result<Violation, String> {
    match word {
        "PHASE_REGRESSION" => Ok(Violation::PhaseRegression),
        "PHASE_SKIP" => Ok(Violation::PhaseSkip),
        "MISSION_DRIFT" => Ok(Violation::MissionDrift),
        "VALUE_EXTRACTION" => Ok(Violation::ValueExtraction),
        other => Err(format!("`{other}` is not a violation")),
    }
}

fn shown(ask: &Ask) -> Value {
    let repair = ask.repair.as_ref().map(|repair| match repair {
        Repair::Unreadable(reason) => reason.clone(),
        Repair::Unproven(claims) => {
            claims.iter().map(|claim| claim.reason.as_str()).collect::<Vec<_>>().join("; ")
        }
    });
    json!({
        "seat": ask.seat.to_string(),
        "round": ask.round.number(),
        "briefing": ask.briefing.as_ref().map(council::core::briefing::Briefing::id),
        "findings": ask.findings.iter().map(|finding| json!({
            "id": finding.id.to_string(),
            "must_assess": finding.must_assess,
            "description": finding.description,
            "evidence": finding.evidence,
            "remediations": finding.remediations,
        })).collect::<Vec<_>>(),
        "votes_on": ask.validity.iter().map(FindingId::to_string).collect::<Vec<_>>(),
        "mends": ask.remediation.iter().map(|(id, _)| id.to_string()).collect::<Vec<_>>(),
        "repair": repair,
    })
}
