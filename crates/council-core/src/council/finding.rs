//! A finding in the council's hands: who raised it, who doubts it, how it was settled.

use std::collections::BTreeSet;

use crate::{
    agreement::{Agreement, Contest, Resolution},
    alignment::VisionViolation,
    briefing::Argument,
    by_seat::BySeat,
    finding::{Claim, Confidence, Evidence, SeatId},
    merge::{FindingId, RaisedClaim},
    quorum::{Quorum, Settlement, Vote},
    severity::Severity,
    signature::{FindingSignature, ShortId},
    verdict::FindingFact,
};

use super::{
    CouncilProtocol, NeededReading, OwnPosition,
    input::{Cast, FixProposal, Opinion},
    intake::SaidSame,
};

/// One defect, with everything the seats said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct CouncilFinding {
    protocol: CouncilProtocol,
    first: RaisedClaim,
    others: Vec<RaisedClaim>,
    opinions: BySeat<Opinion>,
    proposals: BySeat<Vec<FixProposal>>,
    validity: Option<Ballot>,
    mending: Option<Mending>,
    last_attempt: Option<String>,
}

/// The vote on a remediation.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Mending {
    remedy: String,
    ballot: Ballot,
}

/// The votes on one question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ballot {
    /// What every live seat said; who said nothing abstains.
    pub votes: BySeat<Cast>,
    /// How it ended.
    pub settlement: Settlement,
}

impl Ballot {
    fn of(votes: BySeat<Cast>, quorum: Quorum) -> Self {
        let counted: Vec<Vote> = votes.values().map(|cast| cast.vote).collect();
        Self { settlement: quorum.settle(&counted), votes }
    }
}

impl CouncilFinding {
    /// Takes the claims about one defect, the first one first.
    pub(super) fn new(protocol: CouncilProtocol, raised: Vec<RaisedClaim>) -> Option<Self> {
        let mut raised = raised.into_iter();
        let (opinions, proposals) = (BySeat::default(), BySeat::default());
        let first = raised.next()?;
        Some(Self {
            protocol,
            first,
            others: raised.collect(),
            opinions,
            proposals,
            validity: None,
            mending: None,
            last_attempt: None,
        })
    }

    /// Takes a group of claims that grew or stayed: what was said about any of them so far goes with it.
    pub(super) fn regroup(
        protocol: CouncilProtocol,
        raised: Vec<RaisedClaim>,
        known: &[CouncilFinding],
        said: &SaidSame,
    ) -> Option<Self> {
        if known.is_empty() {
            return Self::new(protocol, raised);
        }
        let places = raised.iter().filter_map(|raised| position(known, &raised.id));
        let before: Vec<&CouncilFinding> = places.filter_map(|at| known.get(at)).collect();
        let mut finding = Self::new(protocol, raised)?;
        if protocol >= CouncilProtocol::Third {
            finding.take_over(&before, said);
            return Some(finding);
        }
        for old in before {
            for (seat, opinion) in &old.opinions {
                // Where two findings become one, a seat that doubts either of them doubts the whole.
                if opinion.holds.is_none() || !finding.opinions.contains(seat) {
                    finding.opinions.insert(seat, opinion.clone());
                }
            }
            for (seat, proposals) in &old.proposals {
                let more = |all: &mut Vec<FixProposal>| all.extend(proposals.iter().cloned());
                finding.proposals.update(seat, Vec::new, more);
            }
        }
        Some(finding)
    }

    /// Takes over what was said of the findings that it is made of. Who doubts one of them doubts the whole, unless it says
    /// itself that they are one: then it doubts the whole only if it doubts them all. What was proposed for the first of
    /// them is proposed last, so that it stands.
    fn take_over(&mut self, before: &[&CouncilFinding], said: &SaidSame) {
        let parts: BTreeSet<&FindingId> = before.iter().map(|old| old.id()).collect();
        let calls_same = |seat: SeatId| {
            let mut pairs = said.iter().filter(|(_, seats)| seats.contains(&seat));
            pairs.any(|((one, two), _)| parts.contains(one) && parts.contains(two))
        };
        for seat in SeatId::ALL {
            let opinions = || before.iter().filter_map(|old| old.opinions.get(seat));
            let doubt = opinions().find(|opinion| opinion.holds.is_none());
            // The first of equals, because it is about the finding that stays.
            let worst = opinions().rev().max_by_key(|opinion| opinion.holds);
            let chosen = if calls_same(seat) { worst } else { doubt.or(worst) };
            if let Some(opinion) = chosen {
                self.opinions.insert(seat, opinion.clone());
            }
        }
        for old in before.iter().rev() {
            for (seat, proposals) in &old.proposals {
                let more = |all: &mut Vec<FixProposal>| all.extend(proposals.iter().cloned());
                self.proposals.update(seat, Vec::new, more);
            }
        }
    }

    /// Returns the claims about this defect, the first one first.
    pub fn raised(&self) -> impl Iterator<Item = &RaisedClaim> + Clone {
        std::iter::once(&self.first).chain(&self.others)
    }

    /// Returns the id: the one of the first claim.
    pub fn id(&self) -> &FindingId {
        &self.first.id
    }

    /// Returns the first claim's content.
    pub fn claim(&self) -> &Claim {
        self.first.claim.claim()
    }

    /// Returns the name that people write into tickets: of what its first claim says, not of its number.
    pub fn short_id(&self) -> ShortId {
        let claim = self.claim();
        ShortId::of(claim.rule.as_deref(), claim.subcategory, &claim.location, &claim.evidence)
    }

    /// Returns what identifies it.
    pub fn signature(&self) -> FindingSignature {
        self.first.signature()
    }

    /// Returns how bad it is: the highest severity that two of the seats behind it hold, or more; where one seat stands
    /// behind it, what that one says. Until somebody has spoken of it beyond having raised it, or all seats have raised it, it
    /// is the highest that it was raised with. What breaks the vision is a blocker whatever it is called.
    ///
    /// So no seat alone makes a blocker of what the others call less, and a seat that says worse never makes it better.
    /// Under the first protocol it is the highest that any seat gives it.
    pub fn severity(&self) -> Severity {
        if self.violation().is_some() {
            return Severity::Blocker;
        }
        let mut held: Vec<Severity> = self.severities().into_iter().flatten().collect();
        held.sort_by_key(|severity| std::cmp::Reverse(*severity));
        let is_settled = self.protocol >= CouncilProtocol::Second && self.is_discussed();
        let settled = held.get(usize::from(is_settled)).or(held.first());
        settled.copied().unwrap_or_else(|| self.worst())
    }

    /// Tells whether somebody has spoken of it beyond having raised it, or nobody is left who has not raised it.
    fn is_discussed(&self) -> bool {
        let is_mended = self.protocol >= CouncilProtocol::Ninth && self.mending.is_some();
        let is_raised_by =
            |seat: &SeatId| self.raised().map(|raised| raised.seat).any(|one| one == *seat);
        let is_said =
            self.protocol >= CouncilProtocol::Tenth && SeatId::ALL.iter().all(is_raised_by);
        !self.opinions.is_empty() || self.validity.is_some() || is_mended || is_said
    }

    /// Tells whether those who raised it differ on whether it is of weight.
    pub(super) fn is_split_on_weight(&self) -> bool {
        let mut grave = self.severities().into_iter().flatten().map(|one| one >= Severity::Major);
        let first = grave.next();
        grave.any(|one| Some(one) != first)
    }

    /// Returns the highest severity that anybody has given it: what is looked at again, and what a remedy is voted on for.
    pub fn worst(&self) -> Severity {
        if self.violation().is_some() {
            return Severity::Blocker;
        }
        let claimed = self.claims().map(|claim| claim.severity).max();
        let held = self.severities().into_iter().flatten().max();
        let worst = if self.protocol < CouncilProtocol::Second {
            held.or(claimed)
        } else {
            held.max(claimed)
        };
        worst.unwrap_or(Severity::Note)
    }

    /// Returns the seats behind it that call it better or worse than what is settled, with what they say.
    pub fn severity_dissent(&self) -> Vec<(SeatId, Severity)> {
        if self.protocol == CouncilProtocol::First
            || self.violation().is_some()
            || !self.is_discussed()
        {
            return Vec::new();
        }
        let (settled, held) = (self.severity(), self.severities());
        let of = |seat: SeatId| held.get(seat.index()).copied().flatten();
        let others = SeatId::ALL.into_iter().filter_map(|seat| Some((seat, of(seat)?)));
        others.filter(|(_, severity)| *severity != settled).collect()
    }

    /// Returns how it breaks the vision, if a raiser says so.
    pub fn violation(&self) -> Option<VisionViolation> {
        self.raised().find_map(|raised| raised.violation)
    }

    /// Returns the mean of the raisers' confidence.
    #[expect(
        clippy::cast_precision_loss,
        reason = "there are a handful of claims about one defect"
    )]
    pub fn confidence(&self) -> Confidence {
        let sum: f64 = self.claims().map(|claim| claim.confidence.value()).sum();
        Confidence::new(sum / self.raised().count() as f64).unwrap_or(Confidence::LOW)
    }

    /// Returns the seats that stand behind it.
    pub fn supporting(&self) -> BTreeSet<SeatId> {
        SeatId::ALL.into_iter().filter(|seat| self.is_supported_by(*seat)).collect()
    }

    /// Tells whether a seat stands behind it: it raised it or finds that it holds, and has not said otherwise since.
    fn is_supported_by(&self, seat: SeatId) -> bool {
        match self.last_vote(seat) {
            Some(Vote::Support) => return true,
            Some(Vote::Oppose) => return false,
            Some(Vote::Abstain) | None => {}
        }
        match self.opinions.get(seat) {
            Some(opinion) => opinion.holds.is_some(),
            None => self.raised().any(|raised| raised.seat == seat),
        }
    }

    /// Returns the seats that say it does not hold.
    pub fn dissenting(&self) -> BTreeSet<SeatId> {
        self.objections().into_iter().map(|(seat, _)| seat).collect()
    }

    /// Returns the seats that say it does not hold, and why: by their vote, else by their opinion.
    pub fn objections(&self) -> Vec<(SeatId, &str)> {
        let why = |seat: SeatId| match self.last_vote(seat) {
            Some(Vote::Oppose) => {
                let cast = self.validity.as_ref().and_then(|ballot| ballot.votes.get(seat));
                cast.map(|cast| &*cast.rationale)
            }
            Some(Vote::Support) => None,
            Some(Vote::Abstain) | None => {
                let opinion = self.opinions.get(seat).filter(|opinion| opinion.holds.is_none());
                opinion.map(|opinion| &*opinion.rationale)
            }
        };
        SeatId::ALL.into_iter().filter_map(|seat| Some((seat, why(seat)?))).collect()
    }

    /// Returns what the seats behind it say for it: their opinion, else what they claimed.
    pub fn arguments(&self) -> Vec<Argument> {
        let behind = SeatId::ALL.into_iter().filter(|seat| self.is_supported_by(*seat));
        let severities = self.severities();
        let argument = |seat: SeatId| {
            let opinion = self.opinions.get(seat).map(|opinion| &*opinion.rationale);
            let claimed = self.raised().find(|raised| raised.seat == seat);
            let claimed = claimed.map(|raised| raised.claim.claim().description.as_str());
            let severity = severities.get(seat.index()).copied().flatten();
            Some(Argument { seat, severity, text: opinion.or(claimed)?.to_owned() })
        };
        behind.filter_map(argument).collect()
    }

    /// Returns what a seat itself has said of it, if anything.
    pub fn position(&self, seat: SeatId) -> Option<OwnPosition> {
        let claims = self.raised().filter(|raised| raised.seat == seat);
        let raised = claims.map(|raised| raised.claim.claim().severity).max();
        let opinion = self.opinions.get(seat).cloned();
        (raised.is_some() || opinion.is_some()).then(|| OwnPosition {
            finding: self.id().clone(),
            raised,
            opinion,
        })
    }

    /// Returns the rules it is held under.
    pub fn protocol(&self) -> CouncilProtocol {
        self.protocol
    }

    /// Returns how a seat voted on it, where its vote is its last word.
    fn last_vote(&self, seat: SeatId) -> Option<Vote> {
        let validity =
            self.validity.as_ref().filter(|_| self.protocol >= CouncilProtocol::Second)?;
        Some(validity.votes.get(seat)?.vote)
    }

    /// Returns what the seats think of it, beyond having raised it.
    pub fn opinions(&self) -> &BySeat<Opinion> {
        &self.opinions
    }

    /// Returns how the seats would mend it, each seat's latest proposal last.
    pub fn proposals(&self) -> &BySeat<Vec<FixProposal>> {
        &self.proposals
    }

    /// Returns the vote on whether it is valid, if there was one.
    pub fn validity(&self) -> Option<&Ballot> {
        self.validity.as_ref()
    }

    /// Returns the vote on its remediation, if there was one.
    pub fn remediation_ballot(&self) -> Option<&Ballot> {
        self.mending.as_ref().map(|mending| &mending.ballot)
    }

    /// Returns the remediation that was settled on or else voted on, if one was.
    pub(super) fn voted_remedy(&self) -> Option<&str> {
        let voted = self.mending.as_ref().map(|mending| mending.remedy.as_str());
        self.last_attempt.as_deref().or(voted)
    }

    /// Agrees on a remediation that no vote was about, because every seat wrote it in the last round.
    pub(super) fn agree(&mut self, remedy: String) {
        self.last_attempt = Some(remedy);
    }

    /// Returns what shows it, in words.
    pub fn shown_by(&self) -> String {
        match &self.claim().evidence {
            Evidence::Quote(_) => self.claim().quotes().collect::<Vec<_>>().join(" | "),
            Evidence::Searched { terms, sections } if sections.is_empty() => {
                format!("nothing found for {}", terms.join(", "))
            }
            Evidence::Searched { terms, sections } => {
                format!("nothing found in {} for {}", sections.join(", "), terms.join(", "))
            }
        }
    }

    /// Returns what of the packet has to be read to judge it: everything that any of its claims rests on.
    pub(super) fn reads(&self) -> NeededReading {
        let is_absence = |claim: &Claim| matches!(claim.evidence, Evidence::Searched { .. });
        if self.claims().any(is_absence) {
            return NeededReading::Everything;
        }
        let quoted = self.raised().flat_map(|raised| raised.claim.quoted());
        NeededReading::Quotes(quoted.map(|(path, span)| (path.to_owned(), span)).collect())
    }

    /// Returns how far the seats agree.
    pub fn agreement(&self, live: &BTreeSet<SeatId>) -> Agreement {
        if let Some(ballot) = &self.validity {
            return ballot.settlement.into();
        }
        let behind = live.iter().filter(|seat| self.is_supported_by(**seat)).count();
        Agreement::before_vote(behind, live.len(), self.contest())
    }

    /// Returns what became of it.
    pub fn resolution(&self, live: &BTreeSet<SeatId>) -> Resolution {
        match self.agreement(live) {
            Agreement::QuorumOppose => return Resolution::Dismissed,
            Agreement::Deadlocked => return Resolution::Deadlocked,
            Agreement::Unanimous
            | Agreement::Majority
            | Agreement::Pending
            | Agreement::Contested
            | Agreement::QuorumSupport => {}
        }
        match self.remediation_ballot().map(|ballot| ballot.settlement) {
            Some(Settlement::Support) => Resolution::RemediationAgreed,
            Some(Settlement::Oppose | Settlement::Deadlocked) | None => match &self.last_attempt {
                Some(_) => Resolution::RemediationAgreed,
                None => Resolution::Open,
            },
        }
    }

    /// Tells whether a seat has looked at it itself.
    pub fn is_assessed_by(&self, seat: SeatId) -> bool {
        self.opinions.contains(seat) || self.raised().any(|raised| raised.seat == seat)
    }

    /// Returns the finding as the verdict sees it.
    pub fn fact(&self, live: &BTreeSet<SeatId>) -> FindingFact {
        FindingFact {
            id: self.id().to_string(),
            severity: self.severity(),
            confidence: self.confidence(),
            agreement: self.agreement(live),
            resolution: self.resolution(live),
            rejected: false,
        }
    }

    /// Adds what a seat thinks of it.
    pub(super) fn hear(&mut self, seat: SeatId, opinion: Opinion) {
        if opinion.counts(self.protocol) {
            self.opinions.insert(seat, opinion);
        }
    }

    /// Adds how a seat would mend it.
    pub(super) fn propose(&mut self, seat: SeatId, proposal: FixProposal) {
        if !proposal.text.trim().is_empty() {
            self.proposals.update(seat, Vec::new, |all| all.push(proposal));
        }
    }

    /// Lets all that was proposed go together, where nobody votes on it.
    pub(super) fn leave_the_remedy_open(&mut self) {
        let proposals = std::mem::take(&mut self.proposals);
        self.proposals = proposals.map(|_, mut all| {
            for proposal in &mut all {
                proposal.excludes_others = false;
            }
            all
        });
    }

    /// Settles whether it is valid, by the votes that count.
    pub(super) fn vote_validity(&mut self, votes: BySeat<Cast>, quorum: Quorum) {
        self.validity = Some(Ballot::of(votes, quorum));
    }

    /// Settles that a remediation is good, where enough seats stand behind it before anybody has to vote.
    pub(super) fn consent(&mut self, remedy: &str, votes: BySeat<Cast>, quorum: Quorum) {
        let ballot = Ballot::of(votes, quorum);
        if ballot.settlement == Settlement::Support {
            self.mending = Some(Mending { remedy: remedy.to_owned(), ballot });
        }
    }

    /// Settles whether a remediation is good, by the votes that count.
    pub(super) fn vote_remediation(&mut self, remedy: String, votes: BySeat<Cast>, quorum: Quorum) {
        self.mending = Some(Mending { remedy, ballot: Ballot::of(votes, quorum) });
    }

    /// Tells whether the seats dispute it: one calls it invalid, they differ on whether it blocks, or one says that the
    /// remediations exclude each other.
    fn contest(&self) -> Contest {
        let severities = self.severities();
        let given = || severities.iter().flatten();
        let blocking = given().filter(|severity| **severity == Severity::Blocker).count();
        let split = blocking > 0 && blocking < given().count();
        let is_doubted = self.opinions.values().any(|opinion| opinion.holds.is_none());
        if is_doubted || split || self.is_torn_between_remedies() {
            return Contest::Disputed;
        }
        Contest::Undisputed
    }

    /// Returns how bad each seat that stands behind it says it is, by its place: with its vote, else its opinion, else its
    /// own claim.
    fn severities(&self) -> [Option<Severity>; SeatId::COUNT] {
        let mut severities = [None; SeatId::COUNT];
        for raised in self.raised() {
            let severity = Some(raised.claim.claim().severity);
            if let Some(highest) = severities.get_mut(raised.seat.index()) {
                *highest = severity.max(*highest);
            }
        }
        for (seat, opinion) in &self.opinions {
            if let Some(severity) = severities.get_mut(seat.index()) {
                *severity = opinion.holds;
            }
        }
        for seat in SeatId::ALL {
            let Some(severity) = severities.get_mut(seat.index()) else { continue };
            match self.last_vote(seat) {
                Some(Vote::Support) => {
                    let cast = self.validity.as_ref().and_then(|ballot| ballot.votes.get(seat));
                    *severity = cast.and_then(|cast| cast.severity).or(*severity);
                }
                Some(Vote::Oppose) => *severity = None,
                Some(Vote::Abstain) | None => {}
            }
        }
        severities
    }

    fn claims(&self) -> impl Iterator<Item = &Claim> {
        self.raised().map(|raised| raised.claim.claim())
    }
}

/// Returns where a finding is in a list sorted by id, as merging leaves it.
pub(super) fn position(findings: &[CouncilFinding], id: &FindingId) -> Option<usize> {
    findings.binary_search_by(|finding| finding.id().cmp(id)).ok()
}
