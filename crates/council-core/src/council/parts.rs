//! What does not fit one answer is asked in parts: no list is so long that something in it cannot be said.

use std::{collections::BTreeSet, sync::Arc};

use super::{
    CouncilAnswer, CouncilProtocol, CouncilQuestion, CouncilSession, Effect, NewFindings, Round,
    ShownFinding, intake::new_findings, session::SeatState,
};
use crate::{
    evidence::LockedClaim,
    finding::{Claim, SeatId},
    merge::FindingId,
    severity::Severity,
};

/// The most parts of the first round: who goes on after so many is not reading any more.
const MOST_READINGS: usize = 8;

/// How many entries a finding takes in an answer of the second round: an opinion and a proposal. From the seventh protocol on
/// it takes one, because both together are no longer than what an entry of the first round says.
const PER_FINDING: usize = 2;

/// How many votes there are room for in the place of an entry, from the seventh protocol on.
pub const VOTES_PER_ENTRY: usize = 2;

/// How far a seat has come in a round that is asked in parts.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PartsProgress {
    /// The part it is asked, from 0.
    at: usize,
    /// What it has said in the parts before.
    pub(super) said: Option<CouncilAnswer>,
}

/// Which part of a round is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoundPart {
    /// Which, from 1.
    pub number: usize,
    /// Of how many; in the first round nobody knows how much there is to find.
    pub of: Option<usize>,
}

impl CouncilSession {
    /// Takes what a seat says to one part; the effects ask for the next, if there is one.
    pub(super) fn finish(&mut self, seat: SeatId, answer: CouncilAnswer) -> Vec<Effect> {
        let is_more = self.is_more(seat, &answer);
        let progress = self.progress.remove(&seat).unwrap_or_default();
        let said = match progress.said {
            Some(before) => together(before, answer),
            None => answer,
        };
        if !is_more {
            self.standing.insert(seat, SeatState::Answered(said));
            return Vec::new();
        }
        self.progress.insert(seat, PartsProgress { at: progress.at + 1, said: Some(said) });
        self.standing.insert(seat, SeatState::Asked);
        vec![Effect::Ask(Arc::new(self.question(seat)))]
    }

    /// Tells whether there is another part after the one that was answered.
    fn is_more(&self, seat: SeatId, answer: &CouncilAnswer) -> bool {
        let Some(entries) = self.opening.reply_entries.get(&seat) else { return false };
        let next = self.at(seat) + 1;
        match self.round() {
            // A list that is full may have been cut. It has the worst first, so who has come to the minors is through with
            // what weighs.
            Round::Broad => {
                let found = new_findings(answer);
                let is_of_weight = |claim: &LockedClaim| claim.claim().severity >= Severity::Major;
                found.locked.len() + found.unlocked.len() >= *entries
                    && next < MOST_READINGS
                    && (self.opening.protocol < CouncilProtocol::Seventh
                        || found.locked.iter().all(is_of_weight))
            }
            Round::Remediate | Round::Converge => next < self.whole(seat).parts(*entries),
        }
    }

    fn at(&self, seat: SeatId) -> usize {
        self.progress.get(&seat).map_or(0, |progress| progress.at)
    }

    /// Returns the question to a seat: all there is to say, or its part of it.
    pub(super) fn question(&self, seat: SeatId) -> CouncilQuestion {
        let whole = self.whole(seat);
        match self.opening.reply_entries.get(&seat) {
            Some(entries) => whole.part(self.at(seat), *entries, self.found_so_far(seat)),
            None => whole,
        }
    }

    /// Returns what a seat has found so far in the open round.
    fn found_so_far(&self, seat: SeatId) -> Vec<Claim> {
        let said = self.progress.get(&seat).and_then(|progress| progress.said.as_ref());
        let claims = said.into_iter().flat_map(|said| &new_findings(said).locked);
        claims.map(|claim| claim.claim().clone()).collect()
    }
}

/// How much one answer holds.
#[derive(Debug, Clone, Copy)]
struct AnswerCapacity {
    /// How many opinions, each with a proposal.
    opinions: usize,
    /// How many votes.
    votes: usize,
}

impl CouncilQuestion {
    /// Returns how much an answer holds that has so many entries.
    fn room(&self, entries: usize) -> AnswerCapacity {
        let entries = entries.max(PER_FINDING);
        if self.protocol >= CouncilProtocol::Seventh {
            AnswerCapacity { opinions: entries, votes: entries * VOTES_PER_ENTRY }
        } else {
            AnswerCapacity { opinions: entries / PER_FINDING, votes: entries }
        }
    }

    /// Returns in how many parts it has to be asked, where an answer holds so many entries.
    fn parts(&self, entries: usize) -> usize {
        let room = self.room(entries);
        let parts = match self.round {
            Round::Broad => 1,
            Round::Remediate if self.is_short(room) => 1,
            Round::Remediate => {
                self.marked().div_ceil(room.opinions) + self.remediation.len().div_ceil(room.votes)
            }
            Round::Converge => (self.validity.len() + self.remediation.len()).div_ceil(room.votes),
        };
        parts.max(1)
    }

    /// Returns of how many findings an opinion is asked.
    fn marked(&self) -> usize {
        self.findings.iter().filter(|shown| shown.must_assess).count()
    }

    /// Tells whether one answer of the second round holds all of it.
    fn is_short(&self, room: AnswerCapacity) -> bool {
        // Both take their share of one answer.
        let share = room.votes / room.opinions;
        self.marked() * share + self.remediation.len() <= room.votes
    }

    /// Returns one part of it.
    fn part(self, at: usize, entries: usize, found: Vec<Claim>) -> CouncilQuestion {
        let room = self.room(entries);
        let parts = self.parts(entries);
        if self.round == Round::Broad {
            let part = (at > 0).then_some(RoundPart { number: at + 1, of: None });
            return CouncilQuestion { part, found: found.into(), ..self };
        }
        if parts < 2 {
            return self;
        }
        let part = Some(RoundPart { number: at + 1, of: Some(parts) });
        if self.round == Round::Remediate {
            let marked = self.findings.iter().filter(|shown| shown.must_assess);
            let share = room.opinions;
            let own: BTreeSet<FindingId> =
                marked.skip(at * share).take(share).map(|shown| shown.id.clone()).collect();
            // Opinions come before votes on remediations.
            let before = self.marked().div_ceil(share);
            let votes = self.remediation.iter().skip(at.saturating_sub(before) * room.votes);
            let votes = votes.take(if at < before { 0 } else { room.votes }).cloned().collect();
            let mark = |shown: &ShownFinding| ShownFinding {
                must_assess: shown.must_assess && own.contains(&shown.id),
                ..shown.clone()
            };
            let findings = self.findings.iter().map(mark).collect();
            // Who has read everything for the first part does not read it again for the next.
            let may_raise = self.may_raise && (at == 0 || self.protocol < CouncilProtocol::Seventh);
            return CouncilQuestion { part, findings, remediation: votes, may_raise, ..self };
        }
        // Votes on validity come before votes on remediations, as one list.
        let (from, to) = (at * room.votes, (at + 1) * room.votes);
        let votes = self.validity.len();
        let within = |place: usize| from <= place && place < to;
        let validity = self.validity.iter().enumerate().filter(|(place, _)| within(*place));
        let mending =
            self.remediation.iter().enumerate().filter(|(place, _)| within(votes + *place));
        CouncilQuestion {
            part,
            validity: validity.map(|(_, id)| id.clone()).collect(),
            remediation: mending.map(|(_, one)| one.clone()).collect(),
            ..self
        }
    }
}

/// Joins what a seat says in one part with what it said in those before.
fn together(before: CouncilAnswer, after: CouncilAnswer) -> CouncilAnswer {
    match (before, after) {
        (CouncilAnswer::Broad(mut all), CouncilAnswer::Broad(more)) => {
            append(&mut all.findings, more.findings);
            all.questions.extend(more.questions);
            all.north_star = more.north_star.or(all.north_star);
            CouncilAnswer::Broad(all)
        }
        (CouncilAnswer::Remediate(mut all), CouncilAnswer::Remediate(more)) => {
            all.opinions.extend(more.opinions);
            all.proposals.extend(more.proposals);
            all.same.extend(more.same);
            all.remediation.extend(more.remediation);
            append(&mut all.findings, more.findings);
            all.questions.extend(more.questions);
            all.notes.extend(more.notes);
            all.north_star = more.north_star.or(all.north_star);
            CouncilAnswer::Remediate(all)
        }
        (CouncilAnswer::Converge(mut all), CouncilAnswer::Converge(more)) => {
            all.opinions.extend(more.opinions);
            all.proposals.extend(more.proposals);
            all.validity.extend(more.validity);
            all.cited.extend(more.cited);
            all.remediation.extend(more.remediation);
            all.notes.extend(more.notes);
            all.north_star = more.north_star.or(all.north_star);
            CouncilAnswer::Converge(all)
        }
        // An answer to another round is refused before it comes here.
        (before, _) => before,
    }
}

/// Adds findings; what is said again in the same words is not said twice.
fn append(all: &mut NewFindings, more: NewFindings) {
    for (place, claim) in more.locked.into_iter().enumerate() {
        if all.locked.contains(&claim) {
            continue;
        }
        if let Some(violation) = more.violations.get(&place) {
            all.violations.insert(all.locked.len(), *violation);
        }
        if let Some(notes) = more.notes.get(&place) {
            all.notes.insert(all.locked.len(), notes.clone());
        }
        all.locked.push(claim);
    }
    all.unlocked.extend(more.unlocked);
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        agreement::Agreement,
        council::{NeededReading, Votes},
        ident::PacketId,
    };

    fn id(number: usize) -> FindingId {
        FindingId::new(PacketId::new("PRD-7").unwrap(), u32::try_from(number).unwrap())
    }

    fn whole(round: Round, marks: &[bool], votes: usize, remedies: usize) -> CouncilQuestion {
        let shown = |(number, must_assess): (usize, &bool)| ShownFinding {
            id: id(number),
            must_assess: *must_assess,
            severity: Severity::Major,
            agreement: Agreement::Pending,
            location: String::new(),
            description: String::new(),
            evidence: String::new(),
            reads: NeededReading::Everything,
            rule: None,
            remediations: Vec::new(),
            rivals: Vec::new(),
            own_remedy: None,
        };
        CouncilQuestion {
            seat: SeatId::ALL[0],
            round,
            protocol: CouncilProtocol::TODAY,
            votes: Votes::AsCast,
            may_raise: true,
            briefing: None,
            findings: marks.iter().enumerate().map(shown).collect(),
            alike: [].into(),
            own: [].into(),
            validity: (0..votes).map(id).collect(),
            remediation: (0..remedies).map(|number| (id(number), String::new())).collect(),
            part: None,
            found: [].into(),
            repair: None,
        }
    }

    proptest! {
        #[test]
        fn every_part_fits_and_together_they_are_the_whole(
            marks in prop::collection::vec(any::<bool>(), 0..60),
            votes in 0_usize..60, remedies in 0_usize..60, entries in 2_usize..20,
        ) {
            let ask = whole(Round::Remediate, &marks, 0, remedies);
            let room = ask.room(entries);
            let (mut asked, mut consents) = (Vec::new(), Vec::new());
            for at in 0..ask.parts(entries) {
                let part = ask.clone().part(at, entries, Vec::new());
                let marked: Vec<_> = part.findings.iter().filter(|one| one.must_assess).collect();
                let votes = marked.len() * room.votes / room.opinions + part.remediation.len();
                prop_assert!(votes <= room.votes);
                prop_assert!(at == 0 || !part.may_raise, "only the first part raises");
                consents.extend(part.remediation.iter().cloned());
                prop_assert_eq!(part.findings.len(), marks.len(), "all are shown");
                asked.extend(marked.into_iter().map(|one| one.id.clone()));
            }
            let all = ask.findings.iter().filter(|one| one.must_assess).map(|one| one.id.clone());
            prop_assert_eq!(asked, all.collect::<Vec<_>>());
            prop_assert_eq!(&consents[..], &ask.remediation[..]);

            let ask = whole(Round::Converge, &marks, votes, remedies);
            let (mut validity, mut remediation) = (Vec::new(), Vec::new());
            for at in 0..ask.parts(entries) {
                let part = ask.clone().part(at, entries, Vec::new());
                prop_assert!(part.validity.len() + part.remediation.len() <= room.votes);
                validity.extend(part.validity.iter().cloned());
                remediation.extend(part.remediation.iter().cloned());
            }
            prop_assert_eq!(&validity[..], &ask.validity[..]);
            prop_assert_eq!(&remediation[..], &ask.remediation[..]);
        }
    }
}
