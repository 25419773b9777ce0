//! What there is to do in a round, and what a seat is told about it.

use std::collections::BTreeSet;

use super::{Ask, Effect, Finding, Repair, Round, Session, Shown};
use crate::{agreement::Agreement, finding::SeatId, severity::Severity};

impl Session {
    pub(super) fn has_work(&self, round: Round) -> bool {
        match round {
            Round::Broad => true,
            Round::Remediate => self.findings.iter().any(|finding| self.needs_remediation(finding)),
            Round::Converge => self
                .findings
                .iter()
                .any(|finding| self.needs_vote(finding) || self.needs_remediation(finding)),
        }
    }

    /// Blockers, majors and whatever is disputed are looked at again.
    pub(super) fn needs_remediation(&self, finding: &Finding) -> bool {
        finding.severity() >= Severity::Major
            || finding.agreement(&self.live) == Agreement::Contested
    }

    /// What is disputed is voted on, and so is every blocker and major that two seats do not stand behind.
    pub(super) fn needs_vote(&self, finding: &Finding) -> bool {
        match finding.agreement(&self.live) {
            Agreement::Contested => true,
            Agreement::Pending => finding.severity() >= Severity::Major,
            Agreement::Unanimous
            | Agreement::Majority
            | Agreement::QuorumSupport
            | Agreement::QuorumOppose
            | Agreement::Deadlocked => false,
        }
    }

    pub(super) fn ask_again(&self, seat: SeatId, repair: Repair) -> Effect {
        Effect::Ask(Box::new(Ask { repair: Some(repair), ..self.ask(seat) }))
    }

    pub(super) fn ask(&self, seat: SeatId) -> Ask {
        let round = self.round();
        let shown: Vec<&Finding> = match round {
            Round::Broad => Vec::new(),
            Round::Remediate | Round::Converge => {
                self.findings.iter().filter(|finding| self.needs_remediation(finding)).collect()
            }
        };
        let voted =
            shown.iter().filter(|finding| round == Round::Converge && self.needs_vote(finding));
        let mended = shown
            .iter()
            .filter(|finding| round == Round::Converge && finding.severity() >= Severity::Major);
        let previous = self.rounds.iter().rev().nth(1);
        Ask {
            seat,
            round,
            briefing: previous.and_then(|open| open.briefing.clone()),
            validity: voted.map(|finding| finding.id().clone()).collect(),
            remediation: mended
                .map(|finding| (finding.id().clone(), finding.remediation().to_owned()))
                .collect(),
            findings: shown.into_iter().map(|finding| self.show(finding)).collect(),
            repair: None,
        }
    }

    pub(super) fn show(&self, finding: &Finding) -> Shown {
        let proposed = finding.proposals().values().map(|proposal| proposal.text.clone());
        let claimed = finding.raised().map(|raised| raised.claim.claim().remediation.clone());
        let remediations: BTreeSet<String> =
            proposed.chain(claimed).filter(|text| !text.trim().is_empty()).collect();
        Shown {
            id: finding.id().clone(),
            severity: finding.severity(),
            agreement: finding.agreement(&self.live),
            location: finding.claim().location.to_string(),
            description: finding.claim().description.clone(),
            evidence: finding.shown_by(),
            remediations: remediations.into_iter().collect(),
        }
    }
}
