//! How what the seats said becomes findings: in seat order, whoever spoke first.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    CouncilAnswer, CouncilFinding, CouncilProtocol, CouncilSession, FixProposal, NewFindings,
    Opinion, RemediateAnswer, Round, finding::position, record::Quarantined, session::SeatState,
};
use crate::{
    alignment::Assessment,
    depth::Depth,
    finding::SeatId,
    merge::{self, FindingId, RaisedClaim},
    quorum::Quorum,
    severity::Severity,
};

impl CouncilSession {
    /// Takes what the seats said in the open round into the findings, in seat order, so that the order in which the
    /// answers came does not matter.
    pub(super) fn collect(&mut self) {
        let round = self.round();
        let standing = std::mem::take(&mut self.standing);
        let mut progress = std::mem::take(&mut self.progress);
        let answers: BTreeMap<SeatId, CouncilAnswer> = standing
            .into_iter()
            .filter_map(|(seat, standing)| match standing {
                SeatState::Answered(answer) | SeatState::Repairing(Some(answer)) => {
                    Some((seat, answer))
                }
                SeatState::Asked | SeatState::Repairing(None) => {
                    Some((seat, progress.remove(&seat)?.said?))
                }
            })
            .collect();
        for (seat, answer) in &answers {
            match answer {
                CouncilAnswer::Broad(answer) => {
                    self.take_findings(*seat, round, &answer.findings);
                    self.take_assessment(*seat, answer.north_star.as_ref());
                    self.take_questions(&answer.questions);
                }
                CouncilAnswer::Remediate(answer) => {
                    self.take_opinions(*seat, &answer.opinions);
                    self.take_opinions(*seat, &self.carried(*seat, answer));
                    self.take_proposals(*seat, &answer.proposals);
                    self.take_findings(*seat, round, &answer.findings);
                    self.take_assessment(*seat, answer.north_star.as_ref());
                    self.take_questions(&answer.questions);
                }
                CouncilAnswer::Converge(answer) => {
                    // Who was not asked about a finding cannot reopen it when the votes are in.
                    let open = self.rounds.last().cloned();
                    let is_asked =
                        |id: &FindingId| open.as_ref().is_some_and(|open| open.ballot.contains(id));
                    let asked = answer.opinions.iter().filter(|(id, _)| is_asked(id));
                    self.take_opinions(*seat, asked);
                    // Nor can a proposal that nobody votes on any more contest what is being voted on.
                    let late = |(id, late): (&FindingId, &FixProposal)| {
                        (id.clone(), FixProposal { excludes_others: false, ..late.clone() })
                    };
                    self.take_proposals(*seat, &answer.proposals.iter().map(late).collect());
                    self.take_assessment(*seat, answer.north_star.as_ref());
                }
            }
        }
        self.merge_raised(&said_same(self.opening.protocol, &answers));
        // A major needs no agreed remediation at this depth, so that seats which would repair it differently dispute nothing.
        if self.opening.depth == Depth::Auto && self.opening.protocol >= CouncilProtocol::Tenth {
            let findings = Arc::make_mut(&mut self.findings).iter_mut();
            findings
                .filter(|finding| finding.worst() < Severity::Blocker)
                .for_each(CouncilFinding::leave_the_remedy_open);
        }
        if let Some(open) = self.open_round() {
            open.answers = answers;
        }
    }

    pub(super) fn take_findings(&mut self, seat: SeatId, round: Round, findings: &NewFindings) {
        for (place, claim) in findings.locked.iter().enumerate() {
            self.numbered += 1;
            let id = FindingId::new(self.opening.packet.clone(), self.numbered);
            let Some(open) = self.open_round() else {
                continue;
            };
            let violation = findings.violations.get(&place).copied();
            let notes = findings.notes.get(&place).cloned().unwrap_or_default();
            let raised = RaisedClaim::new(id, seat, round, claim.clone());
            open.raised.push(raised.breaking(violation).citing(notes));
        }
        let unproven = findings.unlocked.iter().cloned();
        self.quarantined.extend(unproven.map(|claim| Quarantined { seat, round, claim }));
    }

    pub(super) fn take_assessment(&mut self, seat: SeatId, assessment: Option<&Assessment>) {
        if let Some(assessment) = assessment {
            self.assessments.insert(seat, assessment.clone());
        }
    }

    /// Keeps of an answer's view what the vision has phases for; without a vision there is nothing to hold against.
    pub(super) fn fitted(&self, mut answer: CouncilAnswer) -> CouncilAnswer {
        let is_first = self.opening.protocol == CouncilProtocol::First;
        if let Some(findings) = findings_of(&mut answer).filter(|_| !is_first)
            && self.opening.vision.is_none()
        {
            // What is held against no vision breaks none.
            findings.violations.clear();
        }
        let view = match &mut answer {
            CouncilAnswer::Broad(answer) => &mut answer.north_star,
            CouncilAnswer::Remediate(answer) => &mut answer.north_star,
            CouncilAnswer::Converge(answer) => &mut answer.north_star,
        };
        let phases: BTreeSet<u8> = self
            .opening
            .vision
            .iter()
            .flat_map(|vision| &vision.phases)
            .map(|phase| phase.number)
            .collect();
        if phases.is_empty() {
            *view = None;
        }
        if let Some(view) = view {
            view.phases.retain(|number, _| phases.contains(number));
            view.recommendations.retain(|recommendation| phases.contains(&recommendation.phase));
        }
        answer
    }

    fn take_proposals(&mut self, seat: SeatId, proposals: &BTreeMap<FindingId, FixProposal>) {
        for (id, proposal) in proposals {
            if let Some(finding) = self.finding_mut(id) {
                finding.propose(seat, proposal.clone());
            }
        }
    }

    fn take_questions(&mut self, questions: &[String]) {
        self.questions.extend(questions.iter().filter(|text| !text.trim().is_empty()).cloned());
    }

    pub(super) fn take_opinions<'a>(
        &mut self,
        seat: SeatId,
        opinions: impl IntoIterator<Item = (&'a FindingId, &'a Opinion)>,
    ) {
        for (id, opinion) in opinions {
            if let Some(finding) = self.finding_mut(id) {
                finding.hear(seat, opinion.clone());
            }
        }
    }

    /// Returns what a seat thinks of the findings that it calls the same as others, where it says it only of the others. From
    /// the tenth protocol on it has said so by raising one of them.
    fn carried(&self, seat: SeatId, answer: &RemediateAnswer) -> BTreeMap<FindingId, Opinion> {
        let is_silent = |id: &FindingId| !answer.opinions.contains_key(id);
        let said = |(one, kept): &(FindingId, FindingId)| {
            Some((one.clone(), answer.opinions.get(kept)?.clone()))
        };
        let of_raised = |one: &FindingId, own: &FindingId| {
            let severity = self.raised_as(seat, own)?;
            let is_others = self.raised_as(seat, one).is_none();
            let rationale = format!("it is the same as {own}, which the seat raised").into();
            is_others.then(|| (one.clone(), Opinion { holds: Some(severity), rationale }))
        };
        let raised = |(one, two): &(FindingId, FindingId)| {
            let is_told = self.opening.protocol >= CouncilProtocol::Tenth;
            of_raised(one, two).or_else(|| of_raised(two, one)).filter(|_| is_told)
        };
        let all = answer.same.iter().filter_map(|pair| said(pair).or_else(|| raised(pair)));
        all.filter(|(id, _)| is_silent(id)).collect()
    }

    /// Returns how bad a seat called a finding when it raised it.
    fn raised_as(&self, seat: SeatId, id: &FindingId) -> Option<Severity> {
        let finding = self.findings.get(position(&self.findings, id)?)?;
        finding.position(seat)?.raised
    }

    pub(super) fn finding_mut(&mut self, id: &FindingId) -> Option<&mut CouncilFinding> {
        let at = position(&self.findings, id)?;
        Arc::make_mut(&mut self.findings).get_mut(at)
    }

    /// Merges the claims of the open round into the findings, and the findings that two seats call the same. A finding
    /// that gains a claim keeps its opinions.
    fn merge_raised(&mut self, said: &SaidSame) {
        let raised = self.rounds.last().map_or(&[][..], |open| &open.raised);
        let joined = quorate(said);
        if raised.is_empty() && joined.is_empty() {
            return;
        }
        let known = &self.findings;
        let claims = known.iter().flat_map(CouncilFinding::raised).chain(raised).cloned().collect();
        let protocol = self.opening.protocol;
        let groups = if protocol < CouncilProtocol::Third {
            merge::merge(claims)
        } else {
            let before = known.iter().flat_map(|finding| {
                let all = finding.raised().map(|raised| raised.id.clone());
                all.map(|id| (finding.id().clone(), id))
            });
            let joined = joined.into_iter().chain(before).collect();
            merge::alike::merge(claims, &joined, protocol)
        };
        let regroup = |group| CouncilFinding::regroup(protocol, group, known, said);
        self.findings = Arc::new(groups.into_iter().filter_map(regroup).collect());
    }
}

/// Who says of two findings that they are one, the lower id first.
pub(super) type SaidSame = BTreeMap<(FindingId, FindingId), BTreeSet<SeatId>>;

fn said_same(protocol: CouncilProtocol, answers: &BTreeMap<SeatId, CouncilAnswer>) -> SaidSame {
    let mut said = SaidSame::new();
    for (seat, answer) in answers {
        let CouncilAnswer::Remediate(answer) = answer else { continue };
        let pairs = if protocol >= CouncilProtocol::Ninth {
            closed(&answer.same)
        } else {
            answer.same.clone()
        };
        for (one, two) in pairs {
            let pair = if one <= two { (one, two) } else { (two, one) };
            said.entry(pair).or_default().insert(*seat);
        }
    }
    said
}

/// Returns every two findings that a seat calls the same, also by way of others: which of several a seat would keep says
/// nothing of whether they are one.
fn closed(same: &BTreeSet<(FindingId, FindingId)>) -> BTreeSet<(FindingId, FindingId)> {
    let mut groups: Vec<BTreeSet<&FindingId>> = Vec::new();
    for (one, two) in same {
        let (met, mut apart): (Vec<_>, Vec<_>) =
            groups.into_iter().partition(|group| group.contains(one) || group.contains(two));
        apart.push(met.into_iter().flatten().chain([one, two]).collect());
        groups = apart;
    }
    let pairs = |group: &BTreeSet<&FindingId>| {
        let all: Vec<FindingId> = group.iter().map(|id| (*id).clone()).collect();
        let each = all.iter().enumerate();
        let pairs = each
            .flat_map(|(at, one)| all.iter().skip(at + 1).map(|two| (one.clone(), two.clone())));
        pairs.collect::<Vec<_>>()
    };
    groups.iter().flat_map(pairs).collect()
}

/// Returns the pairs that two seats call the same.
fn quorate(said: &SaidSame) -> BTreeSet<(FindingId, FindingId)> {
    let two = said.iter().filter(|(_, seats)| Quorum::of(seats.len()).is_some());
    two.map(|(pair, _)| pair.clone()).collect()
}

fn findings_of(answer: &mut CouncilAnswer) -> Option<&mut NewFindings> {
    match answer {
        CouncilAnswer::Broad(answer) => Some(&mut answer.findings),
        CouncilAnswer::Remediate(answer) => Some(&mut answer.findings),
        CouncilAnswer::Converge(_) => None,
    }
}

/// Returns what an answer newly claims; the last round brings nothing new.
pub(super) fn new_findings(answer: &CouncilAnswer) -> &NewFindings {
    static NOTHING: NewFindings = NewFindings {
        locked: Vec::new(),
        violations: BTreeMap::new(),
        unlocked: Vec::new(),
        notes: BTreeMap::new(),
    };
    match answer {
        CouncilAnswer::Broad(answer) => &answer.findings,
        CouncilAnswer::Remediate(answer) => &answer.findings,
        CouncilAnswer::Converge(_) => &NOTHING,
    }
}

/// Joins a first answer with its repair: what was proven first stays, what the repair proves is added, what it still
/// does not prove is quarantined.
pub(super) fn repaired(first: CouncilAnswer, second: CouncilAnswer) -> CouncilAnswer {
    match (first, second) {
        (CouncilAnswer::Broad(mut first), CouncilAnswer::Broad(second)) => {
            first.findings = joined(first.findings, second.findings);
            CouncilAnswer::Broad(first)
        }
        (CouncilAnswer::Remediate(mut first), CouncilAnswer::Remediate(second)) => {
            first.findings = joined(first.findings, second.findings);
            CouncilAnswer::Remediate(first)
        }
        (first, _) => first,
    }
}

fn joined(first: NewFindings, second: NewFindings) -> NewFindings {
    let mended: BTreeSet<String> =
        second.locked.iter().map(|claim| claim.claim().description.clone()).collect();
    let mut locked = first.locked;
    let mut violations = first.violations;
    let mut notes = first.notes;
    let known = locked.len();
    for (place, claim) in second.locked.into_iter().enumerate() {
        if locked.iter().take(known).any(|first| first.claim() == claim.claim()) {
            continue;
        }
        if let Some(violation) = second.violations.get(&place) {
            violations.insert(locked.len(), *violation);
        }
        if let Some(cited) = second.notes.get(&place) {
            notes.insert(locked.len(), cited.clone());
        }
        locked.push(claim);
    }
    // What the seat repeats without proof is listed once, with the last reason; what it mended is not listed.
    let repeated: BTreeSet<String> =
        second.unlocked.iter().map(|unproven| unproven.claim.description.clone()).collect();
    let given_up = first.unlocked.into_iter().filter(|unproven| {
        let description = &unproven.claim.description;
        !mended.contains(description) && !repeated.contains(description)
    });
    let unlocked = given_up.chain(second.unlocked).collect();
    NewFindings { locked, violations, unlocked, notes }
}
