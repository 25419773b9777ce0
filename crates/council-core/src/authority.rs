//! How much a council's, a panel's or a forum's word weighs: who really sat in its seats, and how far they thought for themselves.
//!
//! Three seats with one model are one opinion three times. This is computed and stated; it changes no verdict.

use std::collections::{BTreeMap, BTreeSet};

use crate::{
    council::{
        CouncilFinding, CouncilProtocol, CouncilRecord, Remarkable, Round, VoteSubject, remarkable,
    },
    finding::SeatId,
    flow::Signer,
    forum::{self, Hearing, PointStance},
    handoff::PanelSeat,
    panel::Issue,
    quorum::Vote,
};

/// What sits in a seat that is not filled by the rules.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Mind {
    /// The model, by its whole name, or the people.
    pub model: String,
    /// The family it comes from; whoever is a person is one.
    pub family: String,
    /// What it is.
    pub kind: MindKind,
}

/// What a mind is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MindKind {
    /// A model that was asked here.
    Model,
    /// People.
    Person,
    /// Agents of the program that holds the session. What they are told besides the question nobody here can tell.
    Host,
}

impl Mind {
    /// Takes who handed in the answers of one seat. The same in another seat is the same mind.
    pub(crate) fn of_signers(signers: &BTreeSet<Signer>) -> Self {
        let has_host = signers.iter().any(|signer| matches!(signer, Signer::Host(_)));
        let names: Vec<&str> = signers
            .iter()
            .map(|signer| match signer {
                Signer::Person(name) | Signer::Host(name) => name.as_str(),
            })
            .collect();
        let model = names.join(" and ");
        if has_host {
            let family = Authority::UNKNOWN_FAMILY.to_owned();
            return Self { model, family, kind: MindKind::Host };
        }
        Self { family: format!("person: {model}"), model, kind: MindKind::Person }
    }
}

/// How many minds took part to the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Participation {
    /// A model in every seat.
    Full,
    /// Models in more than one seat, but not in all.
    Partial,
    /// A model in one seat.
    Solo,
    /// None.
    RulesOnly,
}

impl Participation {
    /// Returns the word that records use.
    pub fn word(self) -> &'static str {
        match self {
            Participation::Full => "FULL",
            Participation::Partial => "PARTIAL",
            Participation::Solo => "SOLO",
            Participation::RulesOnly => "RULES-ONLY",
        }
    }
}

/// A vote that changed without new evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Changed {
    /// Whose.
    pub seat: String,
    /// On what.
    pub on: String,
    /// What the seat wanted to vote.
    pub claimed: Vote,
}

impl From<&Remarkable> for Changed {
    fn from(vote: &Remarkable) -> Self {
        Self { seat: vote.seat.to_string(), on: vote.finding.to_string(), claimed: vote.cast }
    }
}

/// How much a session's word weighs.
#[derive(Debug, Clone, PartialEq)]
pub struct Authority {
    /// How many minds took part to the end.
    pub standing: Participation,
    /// The models that did.
    pub models: BTreeSet<String>,
    /// The people who did.
    pub people: BTreeSet<String>,
    /// The programs whose agents did.
    pub hosts: BTreeSet<String>,
    /// The families they come from; every person is one.
    pub families: BTreeSet<String>,
    /// How many seats were there to the end.
    pub seats: usize,
    /// How many independent votes the seats' votes are worth, from one to the number of seats.
    pub effective_votes: f64,
    /// Whether no two seats have one model and none was shown what another said in the first round, so that nothing but
    /// the text is common to what they said in it. Of a person in a council nobody can tell, nor of two models if nobody knows
    /// who trained one of them.
    pub is_independent: bool,
    /// How much of what two seats found in the first round both found, from 0 to 1, on average; none where nobody found
    /// anything.
    pub overlap: Option<f64>,
    /// Votes against what the seat itself said before whose reason cites neither words of the text nor what another says.
    pub turned: Vec<Changed>,
    /// Votes of a council that are worth a second look: those that changed, and those without a reason.
    pub remarkable: Vec<Remarkable>,
}

impl Authority {
    /// Weighs a session by what sat in its seats. A seat that is not named was filled by the rules.
    pub fn of(record: &CouncilRecord, minds: &BTreeMap<SeatId, Mind>) -> Self {
        let first = |finding: &CouncilFinding| -> BTreeSet<SeatId> {
            let raised = finding.raised().filter(|raised| raised.round == Round::Broad);
            raised.map(|raised| raised.seat).filter(|seat| record.live.contains(seat)).collect()
        };
        let table = IndependentFindings {
            seats: record.live.iter().map(|seat| (*seat, minds.get(seat))).collect(),
            seated: SeatId::ALL.len(),
            found: record.findings.iter().map(first).collect(),
        };
        let weighed = table.weigh(|one, other| agreement(record, *one, *other));
        let protocol = record.opening.protocol;
        let remarkable = remarkable(&record.opening, &record.rounds, &record.findings);
        let is_turned =
            |vote: &&Remarkable| vote.on == VoteSubject::Validity && vote.changed && !vote.cites;
        // Who answers days later can have read what the others said.
        let is_alone = (weighed.people.is_empty() && weighed.is_told_apart())
            || protocol < CouncilProtocol::Eighth;
        let is_alone = is_alone && weighed.hosts.is_empty();
        Self {
            is_independent: weighed.is_independent && is_alone,
            turned: remarkable.iter().filter(is_turned).map(Changed::from).collect(),
            // Where such a vote is an abstention, there is nothing more to say of it.
            remarkable: if protocol < CouncilProtocol::Second { Vec::new() } else { remarkable },
            ..weighed
        }
    }

    /// Weighs a panel by what sat in its seats, of which so many were asked. They do not vote on each other's findings:
    /// two of them agree as far as both found the same.
    pub fn of_panel(
        live: &[PanelSeat],
        seated: usize,
        issues: &[Issue],
        minds: &BTreeMap<PanelSeat, Mind>,
    ) -> Self {
        let table = IndependentFindings {
            seats: live.iter().map(|seat| (seat, minds.get(seat))).collect(),
            seated,
            found: issues.iter().map(|issue| issue.seats.iter().collect()).collect(),
        };
        let weighed = table.weigh(|one, other| table.share(one, other).unwrap_or(0.0));
        let is_alone = weighed.is_told_apart() && weighed.hosts.is_empty();
        Self { is_independent: weighed.is_independent && is_alone, ..weighed }
    }

    /// Weighs a round of a forum by what sat in its seats. Only owners vote, and where each hears the ones before, no
    /// position is independent.
    pub fn of_forum(round: &forum::Round, minds: &BTreeMap<forum::ForumSeatId, Mind>) -> Self {
        let there = |seat: &&forum::ForumSeat| round.loss(seat.id).is_none();
        let table = |seats: &[forum::ForumSeat], seated: usize| IndependentFindings {
            seats: seats.iter().filter(there).map(|one| (one.id, minds.get(&one.id))).collect(),
            seated,
            found: Vec::new(),
        };
        let all: Vec<forum::ForumSeat> = round.seats().all().cloned().collect();
        // Who asked questions took no position, and has no vote.
        let has_vote = |seat: &&forum::ForumSeat| !round.questioners.contains(&seat.id);
        let voting: Vec<forum::ForumSeat> =
            round.seats().owners().iter().filter(has_vote).cloned().collect();
        let owners =
            table(&voting, 0).weigh(|one, other| beyond_half(round.answered_alike(*one, *other)));
        let moved = round.anchored().into_iter().filter(|one| {
            let said = round.position(one.seat);
            one.is_moved() && said.is_none_or(|position| position.engages.is_empty())
        });
        let changed = moved.map(|one| Changed {
            seat: one.seat.to_string(),
            on: one.point.map_or_else(|| "the proposal".to_owned(), |point| point.to_string()),
            claimed: match one.heard {
                Some(PointStance::Support | PointStance::Changes) => Vote::Support,
                Some(PointStance::Oppose) => Vote::Oppose,
                Some(PointStance::Abstain) | None => Vote::Abstain,
            },
        });
        let is_alone =
            owners.is_told_apart() && owners.hosts.is_empty() && round.hearing() == Hearing::Blind;
        Self {
            effective_votes: owners.effective_votes,
            is_independent: owners.is_independent && is_alone,
            turned: changed.collect(),
            ..table(&all, all.len()).weigh(|_, _| 0.0)
        }
    }

    /// The family of models of which nobody knows who trained them. Two of them may be one model under two names.
    pub const UNKNOWN_FAMILY: &str = "unknown";

    /// Tells whether agreement among the seats may be called consensus: more than one family has to agree, and one that
    /// nobody knows may be one of the others.
    pub fn is_consensus(&self) -> bool {
        let known = self.families.iter().filter(|family| *family != Self::UNKNOWN_FAMILY);
        known.count() > 1
    }

    /// Tells whether no model can be another under a second name, as one can that nobody knows.
    fn is_told_apart(&self) -> bool {
        self.models.len() <= 1 || !self.families.contains(Self::UNKNOWN_FAMILY)
    }

    /// Says how many families they come from.
    fn origin(&self) -> String {
        let known = self.families.iter().filter(|family| *family != Self::UNKNOWN_FAMILY).count();
        let said = format!("{known} {}", if known == 1 { "family" } else { "families" });
        match (known, self.families.len() - known) {
            (_, 0) => said,
            (0, _) => "unknown family".to_owned(),
            (_, _) => format!("{said} and of unknown family"),
        }
    }

    /// Tells whether neither a model nor a person took part.
    pub fn is_unheld(&self) -> bool {
        self.models.is_empty() && self.people.is_empty() && self.hosts.is_empty()
    }

    /// Says in a line why the votes are worth so many.
    pub fn why_worth(&self) -> String {
        let (seats, worth) = (self.seats, self.effective_votes);
        if self.models.len() + self.people.len() + self.hosts.len() <= 1 {
            if let Some(host) = self.hosts.first() {
                return format!(
                    "{seats} seats count as {worth:.1}: agents of one program ({host}) are one opinion; that none saw \
                     what another answered is claimed, not proven"
                );
            }
            let one = if self.people.is_empty() { "model" } else { "person" };
            return format!("{seats} seats count as {worth:.1}: one {one} is one opinion");
        }
        let beyond = match count(seats) - 1.0 {
            others if others > 0.0 => (count(seats) / worth - 1.0) / others,
            _ => 0.0,
        };
        format!(
            "{seats} seats count as {worth:.1}: they agreed {:.0} % more than by chance, and seats that always agree \
             count as one",
            beyond * 100.0
        )
    }

    /// Says it in a line, so that nobody takes copies of one opinion for many.
    pub fn in_short(&self) -> String {
        let count = |number: usize, one: &str, many: &str| {
            format!("{number} {}", if number == 1 { one } else { many })
        };
        let word = self.standing.word();
        if self.is_unheld() {
            return format!("{word}: no model took part");
        }
        let people = count(self.people.len(), "person", "people");
        let models = count(self.models.len(), "model", "models");
        let hosts = count(self.hosts.len(), "agent's host", "agents' hosts");
        let all = [(people, &self.people), (models, &self.models), (hosts, &self.hosts)];
        let who: Vec<String> =
            all.into_iter().filter(|(_, names)| !names.is_empty()).map(|(said, _)| said).collect();
        let who = who.join(" and ");
        let said = format!(
            "{word}: {who} of {}, worth {:.1} independent votes",
            self.origin(),
            self.effective_votes,
        );
        let claimed =
            if self.hosts.is_empty() { "" } else { "; their independence is claimed, not proven" };
        let said = format!("{said}{claimed}");
        match self.turned.len() {
            0 => said,
            turned => {
                format!("{said}; {} changed without new evidence", count(turned, "vote", "votes"))
            }
        }
    }
}

/// Who sat where, and who found what on their own.
struct IndependentFindings<'a, S> {
    /// The seats that were there to the end, and what sat in them if not the rules.
    seats: BTreeMap<S, Option<&'a Mind>>,
    /// How many seats there were.
    seated: usize,
    /// For each finding, the seats that raised it without having seen anybody else's.
    found: Vec<BTreeSet<S>>,
}

impl<S: Ord> IndependentFindings<'_, S> {
    /// Weighs it, given how far two seats with different minds agree, from 0 to 1.
    fn weigh(&self, agree: impl Fn(&S, &S) -> f64) -> Authority {
        let present: Vec<&Mind> = self.seats.values().copied().flatten().collect();
        let standing = match present.len() {
            0 => Participation::RulesOnly,
            1 => Participation::Solo,
            all if all == self.seated => Participation::Full,
            _ => Participation::Partial,
        };
        let shares = self.pairs().filter_map(|(one, other)| self.share(one.0, other.0));
        let agreed =
            self.pairs().map(
                |(one, other)| {
                    if is_one_mind(one.1, other.1) { 1.0 } else { agree(one.0, other.0) }
                },
            );
        let named = |wanted: &dyn Fn(&Mind) -> bool| {
            present.iter().filter(|mind| wanted(mind)).map(|mind| mind.model.clone()).collect()
        };
        let minds: BTreeSet<_> =
            self.seats.values().map(|mind| mind.map(|mind| &mind.model)).collect();
        Authority {
            standing,
            models: named(&|mind| mind.kind == MindKind::Model),
            people: named(&|mind| mind.kind == MindKind::Person),
            hosts: named(&|mind| mind.kind == MindKind::Host),
            families: present.iter().map(|mind| mind.family.clone()).collect(),
            seats: self.seats.len(),
            effective_votes: effective(self.seats.len(), mean(agreed)),
            is_independent: minds.len() == self.seats.len(),
            overlap: mean(shares),
            turned: Vec::new(),
            remarkable: Vec::new(),
        }
    }

    /// Returns every two seats once.
    fn pairs(&self) -> impl Iterator<Item = Pair<'_, S>> {
        let seats = || self.seats.iter().map(|(seat, mind)| (seat, *mind));
        let others = move |at: usize| seats().skip(at + 1);
        seats().enumerate().flat_map(move |(at, one)| others(at).map(move |other| (one, other)))
    }

    /// Returns how much of what two seats found both found; none where neither found anything.
    fn share(&self, one: &S, other: &S) -> Option<f64> {
        let both = self.found.iter().filter(|by| by.contains(one) && by.contains(other)).count();
        let any = self.found.iter().filter(|by| by.contains(one) || by.contains(other)).count();
        (any > 0).then(|| count(both) / count(any))
    }
}

/// Two seats and what sat in them.
type Pair<'a, S> = ((&'a S, Option<&'a Mind>), (&'a S, Option<&'a Mind>));

/// Tells whether one model sits in two seats; the rules in two seats are one.
fn is_one_mind(one: Option<&Mind>, other: Option<&Mind>) -> bool {
    one.map(|mind| &mind.model) == other.map(|mind| &mind.model)
}

/// Returns how many independent votes so many seats are worth that agree with each other so far: `n / (1 + (n - 1) r)`,
/// where `r` is the mean over pairs. What has one model is one mind however often it contradicts itself.
fn effective(seats: usize, agreed: Option<f64>) -> f64 {
    let seats = count(seats);
    agreed.map_or(seats, |agreed| seats / (1.0 + (seats - 1.0) * agreed))
}

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, length) = numbers.fold((0.0, 0.0), |(sum, length), one| (sum + one, length + 1.0));
    (length > 0.0).then(|| sum / length)
}

fn count(length: usize) -> f64 {
    u32::try_from(length).map_or(0.0, f64::from)
}

/// Returns how much more than half of the time two seats say the same of a finding, from 0 to 1.
fn agreement(record: &CouncilRecord, one: SeatId, other: SeatId) -> f64 {
    let said = record
        .findings
        .iter()
        .filter_map(|finding| Some(stance(finding, one)? == stance(finding, other)?));
    beyond_half(said)
}

/// Returns how much more than half of the time something holds, from 0 to 1.
fn beyond_half(holds: impl Iterator<Item = bool>) -> f64 {
    let share = mean(holds.map(|holds| if holds { 1.0 } else { 0.0 }));
    share.map_or(0.0, |share| (2.0 * share - 1.0).max(0.0))
}

/// Returns whether a seat stands behind a finding, if it says anything of it.
fn stance(finding: &CouncilFinding, seat: SeatId) -> Option<bool> {
    match finding.validity().and_then(|ballot| ballot.votes.get(seat)).map(|cast| cast.vote) {
        Some(Vote::Support) => return Some(true),
        Some(Vote::Oppose) => return Some(false),
        Some(Vote::Abstain) | None => {}
    }
    if finding.dissenting().contains(&seat) {
        return Some(false);
    }
    finding.supporting().contains(&seat).then_some(true)
}
