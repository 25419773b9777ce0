//! What there is to do in a round, and what a seat is told about it.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{
    CouncilFinding, CouncilProtocol, CouncilQuestion, CouncilSession, Effect, NotAsked,
    OwnPosition, Repair, Round, RoundRecord, ShownFinding, finding::position, related,
};
use crate::{
    agreement::{Agreement, Resolution},
    depth::Depth,
    finding::SeatId,
    merge::FindingId,
    severity::Severity,
};

impl CouncilSession {
    /// Tells whether anybody is asked in a round: not beyond the depth of the review, and not without a question.
    pub(super) fn has_work(&self, round: Round) -> bool {
        if round.number() > self.opening.depth.rounds() {
            return false;
        }
        match round {
            Round::Broad => true,
            Round::Remediate | Round::Converge if self.opening.rules_alone => false,
            Round::Remediate | Round::Converge if self.opening.depth == Depth::Auto => {
                self.live.iter().any(|seat| self.is_asked(round, *seat))
            }
            Round::Remediate => self.findings.iter().any(|finding| self.needs_remediation(finding)),
            Round::Converge => {
                self.findings.iter().any(|finding| self.needs_remediation(finding))
                    && self.live.iter().any(|seat| self.is_asked(round, *seat))
            }
        }
    }

    /// Returns why nobody is asked in a round.
    pub(super) fn idle(&self, round: Round) -> Option<NotAsked> {
        let is_deep = round.number() > self.opening.depth.rounds();
        let why = if is_deep { NotAsked::TooDeep } else { NotAsked::NothingContested };
        (self.opening.protocol >= CouncilProtocol::Second).then_some(why)
    }

    /// Tells whether a round has a question for a seat. At depth `auto` it has one only where the seat's word can change
    /// something; before that everybody is asked the same.
    pub(super) fn is_asked(&self, round: Round, seat: SeatId) -> bool {
        match (self.opening.depth, round) {
            (Depth::Auto, Round::Remediate) => {
                let mut findings = self.findings.iter();
                findings
                    .any(|finding| self.is_for(seat, finding) || self.must_consent(seat, finding))
            }
            (Depth::Auto, Round::Converge) if self.opening.protocol < CouncilProtocol::Seventh => {
                let is_unmended = self.findings.iter().any(is_unmended);
                is_unmended || !self.ballot().is_empty() || !self.remedies().is_empty()
            }
            (_, Round::Converge) if self.opening.protocol >= CouncilProtocol::Seventh => {
                let is_scored = self.opening.depth != Depth::Auto && self.opening.vision.is_some();
                let is_unmended = self.findings.iter().any(is_unmended);
                let is_mended = |(id, text): (&FindingId, &String)| {
                    let at = position(&self.findings, id).and_then(|at| self.findings.get(at));
                    at.is_some_and(|finding| !is_excused(seat, finding, text))
                };
                is_scored
                    || is_unmended
                    || !self.ballot().is_empty()
                    || self.remedies().iter().any(is_mended)
            }
            (Depth::Auto, Round::Broad | Round::Converge)
            | (Depth::Light | Depth::Standard | Depth::Deep | Depth::Council, _) => true,
        }
    }

    /// Tells whether every seat has said already what it thinks of a finding, and alike: all of them raised it.
    fn is_said(&self, finding: &CouncilFinding) -> bool {
        self.opening.protocol >= CouncilProtocol::Fourth
            && finding.agreement(&self.live) == Agreement::Unanimous
    }

    /// Tells whether a seat must say what it thinks of a finding: of what others have raised and not every seat has, and at
    /// depth `auto` of what is contested, of a blocker or major that only others stand behind, and of what two others call
    /// one and less.
    fn is_for(&self, seat: SeatId, finding: &CouncilFinding) -> bool {
        let is_own = finding.supporting().contains(&seat);
        if self.opening.depth != Depth::Auto {
            // Who raised it has said so, and is asked again only where others see it differently.
            let is_contested = finding.agreement(&self.live) == Agreement::Contested;
            let is_told =
                self.opening.protocol >= CouncilProtocol::Seventh && is_own && !is_contested;
            return self.needs_remediation(finding) && !self.is_said(finding) && !is_told;
        }
        match finding.agreement(&self.live) {
            Agreement::Contested => true,
            Agreement::Pending => finding.worst() >= Severity::Major && !is_own,
            // Where two differ on whether it is of weight, the third settles it.
            Agreement::Majority => {
                self.opening.protocol >= CouncilProtocol::Tenth
                    && !is_own
                    && finding.is_split_on_weight()
            }
            Agreement::Unanimous
            | Agreement::QuorumSupport
            | Agreement::QuorumOppose
            | Agreement::Deadlocked => false,
        }
    }

    /// Tells whether the second round agrees on remediations already: at depth `auto`, so that the third has only what is
    /// still open.
    pub(super) fn agrees_early(&self) -> bool {
        self.opening.depth == Depth::Auto
            && self.opening.protocol >= CouncilProtocol::Fifth
            && !self.opening.rules_alone
    }

    /// Tells whether a seat is asked in the second round if a remediation will do. Who wrote it has said so, and what two
    /// seats wrote alike is agreed.
    fn must_consent(&self, seat: SeatId, finding: &CouncilFinding) -> bool {
        let Some(open) = self.rounds.last() else { return false };
        let Some(text) = open.remedies.get(finding.id()) else { return false };
        let authors = finding.authors_of(text);
        let is_agreed = authors.intersection(&self.live).count() >= 2;
        open.round == Round::Remediate && !is_agreed && !authors.contains(&seat)
    }

    /// Tells whether a seat is shown a finding: at depth `auto` what it is asked about, and what may be the same.
    fn is_shown(&self, seat: SeatId, finding: &CouncilFinding) -> bool {
        if self.opening.depth != Depth::Auto {
            return true;
        }
        let of_ballot = |open: &Arc<RoundRecord>| {
            open.ballot.contains(finding.id()) || open.remedies.contains_key(finding.id())
        };
        match self.round() {
            Round::Broad => false,
            Round::Converge => is_unmended(finding) || self.rounds.last().is_some_and(of_ballot),
            Round::Remediate => {
                let is_for = |id: &FindingId| {
                    let at = position(&self.findings, id).and_then(|at| self.findings.get(at));
                    at.is_some_and(|other| self.is_for(seat, other))
                };
                let alike = related(&self.findings);
                let mut groups = alike.iter().filter(|group| group.contains(finding.id()));
                self.is_for(seat, finding)
                    || self.must_consent(seat, finding)
                    || groups.any(|group| group.iter().any(is_for))
            }
        }
    }

    /// Blockers, majors and whatever is disputed are looked at again.
    pub(super) fn needs_remediation(&self, finding: &CouncilFinding) -> bool {
        finding.worst() >= Severity::Major || finding.agreement(&self.live) == Agreement::Contested
    }

    /// What is disputed is voted on, and so is every blocker and major that two seats do not stand behind.
    pub(super) fn needs_vote(&self, finding: &CouncilFinding) -> bool {
        match finding.agreement(&self.live) {
            Agreement::Contested => true,
            Agreement::Pending => finding.worst() >= Severity::Major,
            Agreement::Unanimous
            | Agreement::Majority
            | Agreement::QuorumSupport
            | Agreement::QuorumOppose
            | Agreement::Deadlocked => false,
        }
    }

    /// Returns the findings whose validity is voted on.
    pub(super) fn ballot(&self) -> BTreeSet<FindingId> {
        let voted = self.findings.iter().filter(|finding| self.needs_vote(finding));
        voted.map(|finding| finding.id().clone()).collect()
    }

    /// Returns the remediations that are voted on: of every blocker and major that has one, the first of its
    /// remedies. They are fixed when the round begins, so that every seat votes on the same words.
    pub(super) fn remedies(&self) -> BTreeMap<FindingId, String> {
        // A major needs no agreed remediation to be settled.
        let least = match self.opening.depth {
            Depth::Auto => Severity::Blocker,
            Depth::Light | Depth::Standard | Depth::Deep | Depth::Council => Severity::Major,
        };
        let is_open = |finding: &&CouncilFinding| {
            self.opening.protocol < CouncilProtocol::Fifth
                || finding.resolution(&self.live) != Resolution::RemediationAgreed
        };
        let grave = self.findings.iter().filter(|finding| finding.worst() >= least);
        let grave = grave.filter(is_open);
        grave
            .map(|finding| (finding.id().clone(), finding.remediation()))
            .filter(|(_, remedy)| !remedy.is_empty())
            .collect()
    }

    pub(super) fn ask_again(&self, seat: SeatId, repair: Repair) -> Effect {
        Effect::Ask(Arc::new(CouncilQuestion { repair: Some(repair), ..self.question(seat) }))
    }

    /// Returns what every seat is shown in the open round, the gravest first.
    fn shown(&self, seat: SeatId) -> Arc<[ShownFinding]> {
        let mut shown: Vec<&CouncilFinding> = match self.round() {
            Round::Broad => Vec::new(),
            Round::Remediate | Round::Converge => self.findings.iter().collect(),
        };
        shown.sort_by_cached_key(|finding| std::cmp::Reverse(finding.worst()));
        shown.retain(|finding| self.is_shown(seat, finding));
        shown.into_iter().map(|finding| self.show(seat, finding)).collect()
    }

    /// Returns everything that there is to ask a seat in the open round. The seats are asked the same, so all
    /// but the name and what the seat itself has said is shared.
    pub(super) fn whole(&self, seat: SeatId) -> CouncilQuestion {
        let open = self.rounds.last();
        let findings = self.shown(seat);
        let round = self.round();
        let remedy = |shown: &ShownFinding| {
            let text = open?.remedies.get(&shown.id)?;
            let finding = self.findings.get(position(&self.findings, &shown.id)?)?;
            let is_asked = match round {
                Round::Converge => !is_excused(seat, finding, text),
                Round::Broad | Round::Remediate => self.must_consent(seat, finding),
            };
            is_asked.then(|| (shown.id.clone(), text.clone()))
        };
        let previous = self.rounds.iter().rev().nth(1);
        CouncilQuestion {
            seat,
            round,
            protocol: self.opening.protocol,
            votes: self.opening.votes,
            may_raise: match round {
                Round::Broad => true,
                Round::Remediate => !self.agrees_early(),
                Round::Converge => false,
            },
            briefing: previous.and_then(|open| open.briefing.clone()),
            validity: open.into_iter().flat_map(|open| &open.ballot).cloned().collect(),
            remediation: findings.iter().filter_map(remedy).collect(),
            own: self.own(seat),
            alike: self.alike(&findings),
            findings,
            part: None,
            found: Arc::default(),
            repair: None,
        }
    }

    /// Returns the findings that may be one defect, where the seats can say so.
    fn alike(&self, findings: &[ShownFinding]) -> Arc<[Vec<FindingId>]> {
        let is_shown = |id: &FindingId| findings.iter().any(|shown| shown.id == *id);
        if self.opening.protocol < CouncilProtocol::Third || self.round() != Round::Remediate {
            return Arc::default();
        }
        let mut groups = related(&self.findings);
        groups.retain(|group| group.iter().all(is_shown));
        groups.into()
    }

    /// Returns what a seat itself has said so far; nobody has said anything before the first round.
    pub(super) fn own(&self, seat: SeatId) -> Arc<[OwnPosition]> {
        self.findings.iter().filter_map(|finding| finding.position(seat)).collect()
    }

    fn show(&self, seat: SeatId, finding: &CouncilFinding) -> ShownFinding {
        let remedies = finding.remedies();
        let own = remedies.iter().find(|remedy| remedy.seats.contains(&seat));
        ShownFinding {
            id: finding.id().clone(),
            must_assess: self.is_for(seat, finding),
            severity: finding.severity(),
            agreement: finding.agreement(&self.live),
            location: finding.claim().location.to_string(),
            description: finding.claim().description.clone(),
            evidence: finding.shown_by(),
            reads: finding.reads(),
            rule: finding.raised().find_map(|raised| raised.claim.claim().rule.clone()),
            own_remedy: own.map(|remedy| remedy.text.clone()),
            remediations: remedies.into_iter().map(|remedy| remedy.text).collect(),
            rivals: self.rivals(finding),
        }
    }

    /// Returns the remediations that the last round chooses between, where somebody says that they exclude each other; the
    /// first of them is what the vote is about.
    fn rivals(&self, finding: &CouncilFinding) -> Vec<String> {
        let open = self.rounds.last().filter(|open| open.round == Round::Converge);
        let voted = open.and_then(|open| open.remedies.get(finding.id()));
        match voted.map(|voted| (voted, finding.rivals(voted))) {
            Some((voted, others)) if !others.is_empty() => {
                std::iter::once(voted.clone()).chain(others).collect()
            }
            Some(_) | None => Vec::new(),
        }
    }
}

/// Tells whether it is a blocker that nobody has said how to mend: the last round may try.
fn is_unmended(finding: &CouncilFinding) -> bool {
    finding.worst() == Severity::Blocker && !finding.has_remedy()
}

/// Tells whether a remediation is the words of this seat and of nobody else: it is not asked if they will do, unless there
/// are others that it can choose from the tenth protocol on.
fn is_excused(seat: SeatId, finding: &CouncilFinding, text: &str) -> bool {
    finding.protocol() >= CouncilProtocol::Seventh
        && finding.authors_of(text) == BTreeSet::from([seat])
        && (finding.protocol() < CouncilProtocol::Tenth || finding.rivals(text).is_empty())
}
