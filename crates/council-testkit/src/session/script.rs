//! The words of a script, and the values they stand for.

use std::collections::BTreeMap;

use council::core::{
    alignment::{Assessment, Degree, PhaseScore, Recommendation, VisionViolation},
    council::{Cast, Cited, FixProposal, Opinion},
    finding::{Claim, Confidence, Evidence, Location, LocationKind, SeatId},
    gate::report::{GateFinding, GateReport, Trust},
    mode::ModeId,
    north_star::{Vision, VisionPhase},
    quorum::Vote,
    severity::Severity,
    taxonomy::Subcategory,
};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SessionScript {
    pub(super) prd: Option<String>,
    pub(super) vision: Option<ScriptVision>,
    pub(super) timeout: Option<u64>,
    pub(super) budget: Option<u64>,
    pub(super) escalation_target: Option<String>,
    #[serde(default)]
    pub(super) strict_votes: bool,
    #[serde(default)]
    pub(super) gates: Vec<ScriptGate>,
    #[serde(default)]
    pub(super) events: Vec<ScriptEvent>,
    #[serde(default)]
    pub(super) open: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptVision {
    pub(super) title: String,
    pub(super) oath: Option<String>,
    pub(super) phases: Vec<String>,
    pub(super) current: Option<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptGate {
    pub(super) id: String,
    pub(super) severity: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptEvent {
    pub(super) seat: Option<String>,
    pub(super) lost: Option<String>,
    pub(super) garbles: Option<String>,
    pub(super) rest: Option<String>,
    pub(super) tick: Option<u64>,
    pub(super) out_of_budget: Option<bool>,
    pub(super) cancel: Option<bool>,
    #[serde(default)]
    pub(super) raises: Vec<ScriptClaim>,
    #[serde(default)]
    pub(super) thinks: BTreeMap<u32, ScriptOpinion>,
    #[serde(default)]
    pub(super) proposes: BTreeMap<u32, ScriptProposal>,
    #[serde(default)]
    pub(super) votes: BTreeMap<u32, ScriptVote>,
    #[serde(default)]
    pub(super) mends: BTreeMap<u32, ScriptVote>,
    #[serde(default)]
    pub(super) asks: Vec<String>,
    #[serde(default)]
    pub(super) cites: BTreeMap<u32, Cited>,
    /// Findings that it calls the same, each with the one to keep.
    #[serde(default)]
    pub(super) calls_same: Vec<(u32, u32)>,
    pub(super) north_star: Option<ScriptAssessment>,
    pub(super) tokens: Option<u64>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptClaim {
    pub(super) quote: Option<String>,
    pub(super) searched: Option<Vec<String>>,
    pub(super) severity: String,
    #[serde(default = "ambiguity")]
    pub(super) sub: String,
    pub(super) anchor: Option<String>,
    pub(super) mode: Option<u8>,
    pub(super) confidence: Option<f64>,
    pub(super) says: Option<String>,
    pub(super) fix: Option<String>,
    pub(super) violates: Option<String>,
    #[serde(default)]
    pub(super) cites: Cited,
}

fn ambiguity() -> String {
    "AMBIGUITY".to_owned()
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptOpinion {
    pub(super) holds: Option<String>,
    pub(super) why: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptProposal {
    pub(super) text: String,
    #[serde(default)]
    pub(super) excludes_others: bool,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptVote {
    pub(super) vote: String,
    pub(super) severity: Option<String>,
    #[serde(default)]
    pub(super) why: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ScriptAssessment {
    pub(super) oath: bool,
    pub(super) phases: BTreeMap<u8, [f64; 3]>,
    pub(super) recommends: Option<String>,
}

pub(super) fn seat_id(word: &str) -> Result<SeatId, String> {
    SeatId::read(word).ok_or_else(|| format!("`{word}` is not a seat"))
}

fn severity(word: &str) -> Result<Severity, String> {
    Severity::read(word).ok_or_else(|| format!("`{word}` is not a severity"))
}

pub(super) fn vision(said: &ScriptVision) -> Vision {
    let phase = |(number, name): (u8, &String)| VisionPhase {
        number,
        name: name.clone(),
        goal: String::new(),
        progress: None,
    };
    Vision {
        title: said.title.clone(),
        phases: (1..).zip(&said.phases).map(phase).collect(),
        current_phase: said.current,
        oath: said.oath.clone(),
        hash: "0".repeat(64),
        text: String::new(),
    }
}

pub(super) fn gate(said: &ScriptGate) -> Result<GateReport, String> {
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
        named: None,
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

pub(super) fn claim(said: ScriptClaim, first: Option<ModeId>) -> Result<Claim, String> {
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
        other_quotes: Vec::new(),
        rule: None,
        description: said.says.unwrap_or(shown),
        remediation: said.fix.unwrap_or_else(|| "say what is meant".to_owned()),
    })
}

pub(super) fn opinion(said: ScriptOpinion) -> Result<Opinion, String> {
    Ok(Opinion {
        holds: said.holds.as_deref().map(severity).transpose()?,
        rationale: said.why.into(),
    })
}

pub(super) fn assessment(said: ScriptAssessment) -> Result<Assessment, String> {
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

pub(super) fn violation(word: &str) -> Result<VisionViolation, String> {
    match word {
        "PHASE_REGRESSION" => Ok(VisionViolation::PhaseRegression),
        "PHASE_SKIP" => Ok(VisionViolation::PhaseSkip),
        "MISSION_DRIFT" => Ok(VisionViolation::MissionDrift),
        "VALUE_EXTRACTION" => Ok(VisionViolation::ValueExtraction),
        other => Err(format!("`{other}` is not a violation")),
    }
}

pub(super) fn proposal(said: ScriptProposal) -> FixProposal {
    FixProposal { text: said.text, excludes_others: said.excludes_others }
}

pub(super) fn cast(said: ScriptVote) -> Result<Cast, String> {
    let vote = match said.vote.as_str() {
        "SUPPORT" => Vote::Support,
        "OPPOSE" => Vote::Oppose,
        "ABSTAIN" => Vote::Abstain,
        other => return Err(format!("`{other}` is not a vote")),
    };
    let severity = said.severity.as_deref().map(severity).transpose()?;
    Ok(Cast { vote, severity, rationale: said.why.into() })
}
