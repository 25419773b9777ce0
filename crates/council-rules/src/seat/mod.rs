//! What a seat says that is filled by the rules: claims, re-checks, proposals and votes, all from the text alone.
//!
//! The seat is honest about its limits. It holds no opinion on a claim that no rule of its own can see, and abstains.

mod north_star;
mod recheck;

use std::collections::BTreeMap;

use council_core::{
    alignment::Assessment,
    council::{
        Cast, ConvergeAnswer, CouncilOpening, CouncilQuestion, FixProposal, Opinion, Repair, Round,
        ShownFinding,
    },
    finding::{Claim, SeatId},
    merge::FindingId,
    mode::{Lens, ModeId},
    packet::Packet,
    quorum::Vote,
};

pub use north_star::north_star;

use crate::{Finding, Kind, raised};

/// What the seat says, before the program has locked its claims.
#[derive(Debug, Clone, PartialEq)]
pub enum SeatAnswer {
    /// To the broad round.
    Broad(BroadSaid),
    /// To the remediation round.
    Remediate(RemediateSaid),
    /// To the convergence round.
    Converge(ConvergeAnswer),
}

/// What the seat says in the broad round.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BroadSaid {
    /// What it found.
    pub claims: Vec<Claim>,
    /// How it sees the packet against the vision, if there is one.
    pub north_star: Option<Assessment>,
    /// What it would ask the author.
    pub questions: Vec<String>,
}

/// What the seat says in the remediation round.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RemediateSaid {
    /// Whether others' findings hold, where it can tell.
    pub opinions: BTreeMap<FindingId, Opinion>,
    /// How they could be mended, where it knows.
    pub proposals: BTreeMap<FindingId, FixProposal>,
    /// What it found on the way: nothing, since the text has not changed.
    pub claims: Vec<Claim>,
    /// How it sees the packet against the vision now.
    pub north_star: Option<Assessment>,
    /// What it would ask the author.
    pub questions: Vec<String>,
}

/// The most questions a seat asks.
const MOST_QUESTIONS: usize = 5;

/// A packet and everything that the rules found in it, ready for every question of a session.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    packet: &'a Packet,
    findings: &'a [Finding],
}

impl<'a> Reader<'a> {
    /// Takes a packet and what was found in it.
    pub fn new(packet: &'a Packet, findings: &'a [Finding]) -> Self {
        Self { packet, findings }
    }

    /// Answers one question to a seat of a session on this packet.
    pub fn answer(&self, opening: &CouncilOpening, ask: &CouncilQuestion) -> SeatAnswer {
        let vision = opening.vision.as_ref();
        let north_star = vision.map(|vision| north_star(self.packet, vision));
        match ask.round {
            Round::Broad => {
                let mut claims = broad(&raised(self.findings), &opening.selection.lenses, ask.seat);
                drop_unproven(&mut claims, ask.repair.as_ref());
                SeatAnswer::Broad(BroadSaid { claims, north_star, questions: self.questions() })
            }
            Round::Remediate => SeatAnswer::Remediate(RemediateSaid {
                opinions: self.opinions(&ask.findings),
                proposals: self.proposals(&ask.findings),
                north_star,
                ..RemediateSaid::default()
            }),
            Round::Converge => SeatAnswer::Converge(self.converge(ask, north_star)),
        }
    }

    /// Re-evaluates a finding of somebody else on the text; nothing where the rules cannot tell.
    pub fn recheck(&self, shown: &ShownFinding) -> Option<Opinion> {
        recheck::opinion(self.findings, shown)
    }

    /// Says how a finding could be mended, if a rule sees it too.
    pub fn propose(&self, shown: &ShownFinding) -> Option<FixProposal> {
        let seen = recheck::seen(self.findings, shown)?;
        Some(FixProposal { text: seen.remediation.clone().into_owned(), excludes_others: false })
    }

    /// Votes on whether a finding is valid, by looking at the text again.
    pub fn vote(&self, shown: &ShownFinding) -> Cast {
        match self.recheck(shown) {
            Some(Opinion { holds: Some(severity), rationale }) => {
                Cast { vote: Vote::Support, severity: Some(severity), rationale }
            }
            Some(Opinion { holds: None, rationale }) => {
                Cast { vote: Vote::Oppose, severity: None, rationale }
            }
            None => Cast {
                vote: Vote::Abstain,
                severity: None,
                rationale: "no rule of the offline reviewer can see this".into(),
            },
        }
    }

    fn opinions(&self, shown: &[ShownFinding]) -> BTreeMap<FindingId, Opinion> {
        let asked = shown.iter().filter(|shown| shown.must_assess);
        asked.filter_map(|shown| Some((shown.id.clone(), self.recheck(shown)?))).collect()
    }

    fn proposals(&self, shown: &[ShownFinding]) -> BTreeMap<FindingId, FixProposal> {
        let asked = shown.iter().filter(|shown| shown.must_assess);
        asked.filter_map(|shown| Some((shown.id.clone(), self.propose(shown)?))).collect()
    }

    fn converge(&self, ask: &CouncilQuestion, north_star: Option<Assessment>) -> ConvergeAnswer {
        let by_id = |id: &FindingId| ask.findings.iter().find(|shown| shown.id == *id);
        let voted = || ask.validity.iter().filter_map(|id| Some((id.clone(), by_id(id)?)));
        let remediation = ask
            .remediation
            .iter()
            .filter_map(|(id, text)| Some((id.clone(), self.weigh(by_id(id)?, text))));
        ConvergeAnswer {
            opinions: voted().filter_map(|(id, shown)| Some((id, self.recheck(shown)?))).collect(),
            proposals: BTreeMap::new(),
            validity: voted().map(|(id, shown)| (id, self.vote(shown))).collect(),
            remediation: remediation.collect(),
            north_star,
            ..ConvergeAnswer::default()
        }
    }

    /// Votes on a remediation: the seat knows only those of its own rules.
    fn weigh(&self, shown: &ShownFinding, text: &str) -> Cast {
        let seen = recheck::seen(self.findings, shown);
        let own = seen.is_some_and(|finding| finding.remediation == text);
        match (seen, own) {
            (Some(finding), true) => Cast {
                vote: Vote::Support,
                severity: None,
                rationale: format!("it is what the rule `{}` asks for", finding.rule.id).into(),
            },
            (Some(_) | None, _) => Cast {
                vote: Vote::Abstain,
                severity: None,
                rationale: "the offline reviewer cannot judge a remediation that is not of a rule"
                    .into(),
            },
        }
    }

    fn questions(&self) -> Vec<String> {
        let open = self.findings.iter().filter(|finding| finding.rule.kind == Kind::Incomplete);
        open.filter(|finding| !finding.quote().is_empty())
            .take(MOST_QUESTIONS)
            .map(|finding| {
                format!("what is to stand for `{}` at {}?", finding.quote(), finding.location())
            })
            .collect()
    }
}

/// Returns what a seat claims: what one of its own modes shows, and nothing else.
///
/// What no mode of any seat shows is a fact of the gates all the same, so that no word that a document adds to draw other
/// modes can take a finding away.
pub fn broad(findings: &[Finding], lenses: &[Lens], seat: SeatId) -> Vec<Claim> {
    let Some(lens) = lenses.iter().find(|lens| lens.seat == seat) else {
        return Vec::new();
    };
    let claim = |finding: &Finding| Some(finding.claim(Some(shows(lens, finding)?)));
    findings.iter().filter_map(claim).collect()
}

/// Returns the seat's mode that the finding's rule belongs to.
fn shows(lens: &Lens, finding: &Finding) -> Option<ModeId> {
    lens.modes().into_iter().find(|mode| finding.rule.why(*mode).is_some())
}

/// Takes back what the program could not find in the text.
fn drop_unproven(claims: &mut Vec<Claim>, repair: Option<&Repair>) {
    if let Some(Repair::Unproven(unproven)) = repair {
        claims.retain(|claim| !unproven.iter().any(|dropped| dropped.claim == *claim));
    }
}
