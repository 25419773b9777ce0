//! How a round ends: votes counted, disputes noted, the next round briefed.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Cast, ConvergeAnswer, CouncilAnswer, CouncilFinding, CouncilProtocol, CouncilSession,
    CouncilWarning, Effect, Ending, Round, RoundRecord, finding::position, record::is_assessed,
    remedy, turned::is_changed,
};
use crate::{
    agreement::{Agreement, Resolution},
    briefing,
    by_seat::BySeat,
    finding::SeatId,
    merge::FindingId,
    policy::Policy,
    quorum::{Quorum, Vote},
    severity::Severity,
};

impl CouncilSession {
    /// Ends a round: the votes are counted, what is disputed is noted, the next round is briefed.
    pub(super) fn settle(&mut self, round: Round, policy: &Policy) -> Vec<Effect> {
        match round {
            Round::Broad => {}
            Round::Remediate => self.count_consents(),
            Round::Converge => self.count_votes(),
        }
        let contested = self
            .findings
            .iter()
            .filter(|finding| match finding.agreement(&self.live) {
                Agreement::Contested | Agreement::Deadlocked => true,
                Agreement::Unanimous
                | Agreement::Majority
                | Agreement::Pending
                | Agreement::QuorumSupport
                | Agreement::QuorumOppose => false,
            })
            .map(|finding| finding.id().clone())
            .collect();
        let votes = self.ballot();
        let briefing = round.next().map(|_| {
            briefing::brief(&briefing::Material {
                after: round,
                at: self.meter.now.at,
                findings: &self.findings,
                live: &self.live,
                lenses: &self.opening.selection.lenses,
                questions: &self.questions,
                vision: self.opening.vision.as_ref(),
                assessments: &self.assessments,
                votes: &votes,
                decided_by: &policy.escalation_target,
            })
        });
        let now = self.meter.now;
        let mut effects = vec![Effect::Snapshot];
        if let Some(open) = self.rounds.last_mut().map(Arc::make_mut) {
            open.merged.clone_from(&self.findings);
            open.live.clone_from(&self.live);
            open.contested = contested;
            open.briefing = briefing.map(Arc::new);
            open.ended = Some(now);
            let allotted = match round {
                Round::Broad => policy.allotment.broad,
                Round::Remediate => policy.allotment.remediate,
                Round::Converge => policy.allotment.converge,
            };
            if open.tokens > allotted {
                effects.push(Effect::Warn(CouncilWarning::OverAllotment {
                    round,
                    spent: open.tokens,
                    allotted,
                }));
            }
        }
        effects
    }

    /// Counts who stands behind the remediations of the second round: who wrote one stands behind it. What two seats
    /// agree on is settled; everything else is voted on in the last round.
    fn count_consents(&mut self) {
        let Some(quorum) = Quorum::of(self.live.len()) else { return };
        let Some(open) = self.rounds.last() else { return };
        let RoundRecord { answers, remedies, .. } = &**open;
        let is_strict = self.opening.is_strict();
        let said = |seat: SeatId, id: &FindingId| match answers.get(&seat) {
            Some(CouncilAnswer::Remediate(answer)) => {
                let cast = answer.remediation.get(id).cloned();
                cast.filter(|cast| cast.is_reasoned() || !is_strict)
            }
            Some(CouncilAnswer::Broad(_) | CouncilAnswer::Converge(_)) | None => None,
        };
        let mut findings = std::mem::take(&mut self.findings);
        for finding in Arc::make_mut(&mut findings) {
            let Some(remedy) = remedies.get(finding.id()) else { continue };
            if !finding.agreement(&self.live).is_confirmed() {
                continue;
            }
            let authors = finding.authors_of(remedy);
            let cast = |seat: &SeatId| {
                let by_hand = || authors.contains(seat).then(own);
                let cast = said(*seat, finding.id()).or_else(by_hand);
                (*seat, cast.unwrap_or_else(silent))
            };
            let votes: BySeat<Cast> = self.live.iter().map(cast).collect();
            finding.consent(remedy, votes, quorum);
        }
        self.findings = findings;
    }

    /// Counts the votes: as they were cast, or as far as they are good enough where votes are strict.
    fn count_votes(&mut self) {
        let Some(quorum) = Quorum::of(self.live.len()) else {
            return;
        };
        let Some(open) = self.rounds.last() else {
            return;
        };
        let RoundRecord { answers, ballot, remedies, .. } = &**open;
        let votes = |pick: &dyn Fn(&ConvergeAnswer) -> Option<Cast>| -> BySeat<Cast> {
            let cast = |seat: &SeatId| match answers.get(seat) {
                Some(CouncilAnswer::Converge(answer)) => pick(answer),
                Some(CouncilAnswer::Broad(_) | CouncilAnswer::Remediate(_)) | None => None,
            };
            self.live.iter().map(|seat| (*seat, cast(seat).unwrap_or_else(silent))).collect()
        };
        let protocol = self.opening.protocol;
        let is_strict = self.opening.is_strict();
        let counted = |finding: &CouncilFinding, seat: SeatId, cast: Cast| {
            let is_unseen = protocol == CouncilProtocol::First && !finding.is_assessed_by(seat);
            let is_empty = is_strict && !cast.is_reasoned();
            if is_unseen || is_empty { Cast { vote: Vote::Abstain, ..cast } } else { cast }
        };
        // Who alone had written a remediation when the round began was not asked about it.
        let before = self.rounds.iter().rev().nth(1).map(|round| Arc::clone(&round.merged));
        let alone = |id: &FindingId, remedy: &str| {
            let before = before.as_ref().filter(|_| protocol >= CouncilProtocol::Seventh)?;
            let finding = before.get(position(before, id)?)?;
            let authors = finding.authors_of(remedy);
            authors.first().copied().filter(|_| authors.len() == 1)
        };
        let mut findings = std::mem::take(&mut self.findings);
        for finding in Arc::make_mut(&mut findings) {
            let id = finding.id().clone();
            if ballot.contains(&id) {
                let cast = votes(&|answer| answer.validity.get(&id).cloned());
                let counted = cast.map(|seat, cast| match answers.get(&seat) {
                    // A seat that changes its mind without evidence has not made it up.
                    Some(CouncilAnswer::Converge(answer))
                        if is_strict
                            && !answer.cited.contains(&id)
                            && is_changed(protocol, &self.rounds, finding, seat, answer) =>
                    {
                        Cast { vote: Vote::Abstain, ..cast }
                    }
                    Some(_) | None => counted(finding, seat, cast),
                });
                finding.vote_validity(counted, quorum);
            }
            let remedy = remedies.get(&id).filter(|_| finding.agreement(&self.live).is_confirmed());
            if let Some(remedy) = remedy {
                let votes = votes(&|answer| answer.remediation.get(&id).cloned());
                let alone = alone(&id, remedy);
                let votes = votes.map(|seat, cast| {
                    let is_said = cast.vote != Vote::Abstain || cast.is_reasoned();
                    let is_own = alone == Some(seat);
                    if is_own && !is_said { own() } else { counted(finding, seat, cast) }
                });
                finding.vote_remediation(remedy.clone(), votes, quorum);
            }
            let is_open = finding.agreement(&self.live).is_confirmed()
                && finding.resolution(&self.live) == Resolution::Open;
            if let Some(text) = self.last_attempt(&id, answers).filter(|_| is_open) {
                finding.agree(text);
            }
        }
        self.findings = findings;
    }

    /// Returns how seats would repair a finding in the last round, where enough of them write the same: all, or two where it
    /// is one of the remediations that they chose between.
    fn last_attempt(
        &self,
        id: &FindingId,
        answers: &BTreeMap<SeatId, CouncilAnswer>,
    ) -> Option<String> {
        if self.opening.protocol == CouncilProtocol::First {
            return None;
        }
        let proposed = |seat: &SeatId| match answers.get(seat) {
            Some(CouncilAnswer::Converge(answer)) => answer.proposals.get(id).map(|one| &one.text),
            Some(CouncilAnswer::Broad(_) | CouncilAnswer::Remediate(_)) | None => None,
        };
        let before = self.rounds.iter().rev().nth(1).map(|round| &round.merged);
        let before = before.and_then(|before| before.get(position(before, id)?));
        let rivals = before.map_or_else(Vec::new, |finding| finding.rivals(""));
        let needed = |text: &String| {
            let is_chosen = rivals.iter().any(|rival| remedy::is_same(rival, text));
            if is_chosen { self.live.len().min(2) } else { self.live.len() }
        };
        let texts: Vec<&String> = self.live.iter().filter_map(proposed).collect();
        let is_agreed = |text: &&&String| {
            let same = texts.iter().filter(|other| remedy::is_same(other, text)).count();
            same >= needed(text) && !text.trim().is_empty()
        };
        texts.iter().find(is_agreed).map(|text| (**text).clone())
    }

    /// Returns how a session ends whose three rounds are over.
    pub(super) fn outcome(&self) -> Ending {
        let stuck = |finding: &CouncilFinding| {
            let agreement = finding.agreement(&self.live);
            let by_gates = self.opening.is_weighed_by_gates(finding.claim().rule.as_deref());
            if by_gates && agreement != Agreement::Deadlocked {
                return false;
            }
            let unmended = finding.severity() == Severity::Blocker
                && agreement.is_confirmed()
                && finding.resolution(&self.live) != Resolution::RemediationAgreed;
            let unsettled = finding.severity() >= Severity::Major
                && !agreement.is_confirmed()
                && agreement != Agreement::QuorumOppose;
            agreement == Agreement::Deadlocked || unsettled || unmended
        };
        if self.findings.iter().any(stuck)
            || !is_assessed(&self.opening, &self.live, &self.assessments)
        {
            Ending::Deadlocked
        } else {
            Ending::Converged
        }
    }
}

/// Returns the vote of a seat that said nothing.
fn silent() -> Cast {
    Cast { vote: Vote::Abstain, severity: None, rationale: Arc::default() }
}

/// Returns the vote of a seat for what it wrote itself, which nobody asked it for.
fn own() -> Cast {
    Cast { vote: Vote::Support, severity: None, rationale: "it wrote this remediation".into() }
}
