//! What a human says to the recommendations of a panel, held against them before anything is written.

use std::collections::BTreeSet;

use jiff::civil::Date;

use crate::handoff::{
    CleanLine, DecisionWord, Decisions, Handoff, HandoffStatus, Prose, RecommendedChange,
    Rejection, Revised, RevisionLog, Tier,
};

/// A human's answer to every recommendation of a review, by number from 1.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PanelDecision {
    /// What will be done.
    pub accepted: Vec<usize>,
    /// What will not be done.
    pub declined: Vec<Declined>,
    /// What else was said.
    pub notes: Prose,
}

/// A recommendation that is declined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declined {
    /// Its number.
    pub number: usize,
    /// Why.
    pub rationale: CleanLine,
    /// Who carries the risk and until when; needed where something grave stays as it is.
    pub waiver: Option<Waiver>,
}

/// Who carries the risk of something grave that stays as it is, and until when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiver {
    /// Who.
    pub owner: CleanLine,
    /// The last day on which it holds.
    pub until: Date,
}

/// Why a decision cannot be taken as it is; each with the number of a recommendation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionFault {
    /// There is no recommendation of that number.
    Unknown(usize),
    /// A recommendation is answered twice.
    Twice(usize),
    /// A recommendation is not answered.
    Unanswered(usize),
    /// Something grave is declined and nobody carries the risk.
    NoWaiver(usize),
    /// A waiver has run out before it begins.
    WaiverOver(usize),
}

impl DecisionFault {
    /// Tells whether something is only missing.
    pub fn is_missing(&self) -> bool {
        match self {
            Self::Unanswered(_) | Self::NoWaiver(_) => true,
            Self::Unknown(_) | Self::Twice(_) | Self::WaiverOver(_) => false,
        }
    }

    /// Says what is wrong and what to do about it, each fault once for all the recommendations that have it. They are named
    /// as `council decide` takes them.
    pub fn in_short(faults: &[Self]) -> Vec<(String, String)> {
        let mut alike: Vec<(FaultWording, Vec<usize>)> = Vec::new();
        for fault in faults {
            let (words, number) = fault.words();
            match alike.iter_mut().find(|(other, _)| *other == words) {
                Some((_, numbers)) => numbers.push(number),
                None => alike.push((words, vec![number])),
            }
        }
        let said = |(words, numbers): (FaultWording, Vec<usize>)| {
            let wrong = if numbers.len() == 1 { words.one } else { words.many };
            let named = |text: &str| text.replace("{}", &ranges(&numbers));
            (named(wrong), named(words.help))
        };
        alike.into_iter().map(said).collect()
    }

    fn words(self) -> (FaultWording, usize) {
        match self {
            Self::Unknown(number) => (
                FaultWording {
                    one: "there is no recommendation {}",
                    many: "there are no recommendations {}",
                    help: "`council decide` without an answer lists them with their numbers",
                },
                number,
            ),
            Self::Twice(number) => (
                FaultWording {
                    one: "recommendation {} is answered twice",
                    many: "recommendations {} are answered twice",
                    help: "every recommendation is answered once",
                },
                number,
            ),
            Self::Unanswered(number) => (
                FaultWording {
                    one: "recommendation {} is not answered",
                    many: "recommendations {} are not answered",
                    help: "answer the rest with `--accept {}`, `--reject \"{}: REASON\"`, `--accept-all` or `--reject-all REASON`",
                },
                number,
            ),
            Self::NoWaiver(number) => (
                FaultWording {
                    one: "recommendation {} is about something CRITICAL or HIGH, and declining it needs a waiver",
                    many: "recommendations {} are about something CRITICAL or HIGH, and declining them needs a waiver",
                    help: "say who carries the risk until when, with `--waive \"{}: OWNER, YYYY-MM-DD\"`",
                },
                number,
            ),
            Self::WaiverOver(number) => (
                FaultWording {
                    one: "the waiver of recommendation {} has already run out",
                    many: "the waivers of recommendations {} have already run out",
                    help: "the last day of a waiver is today or later",
                },
                number,
            ),
        }
    }
}

/// What is said of a fault, with `{}` for the numbers.
#[derive(PartialEq, Eq)]
struct FaultWording {
    one: &'static str,
    many: &'static str,
    help: &'static str,
}

/// Writes numbers as somebody would: `1,3-5`.
fn ranges(numbers: &[usize]) -> String {
    let numbers: BTreeSet<usize> = numbers.iter().copied().collect();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == number => *last = number,
            _ => runs.push((number, number)),
        }
    }
    let said = |(first, last): (usize, usize)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    runs.into_iter().map(said).collect::<Vec<_>>().join(",")
}

impl PanelDecision {
    /// Returns the decision in a word: everything, something or nothing is accepted. Where nothing was recommended,
    /// everything is.
    pub fn answer(&self) -> DecisionWord {
        match (self.accepted.is_empty(), self.declined.is_empty()) {
            (_, true) => DecisionWord::Accepted,
            (true, false) => DecisionWord::Rejected,
            (false, false) => DecisionWord::Partial,
        }
    }
}

/// Returns the review with the decision in it, or everything that is wrong with the decision.
pub fn decide(
    handoff: &Handoff,
    decision: &PanelDecision,
    date: Date,
) -> Result<Handoff, Vec<DecisionFault>> {
    let faults = faults(&tiers(handoff), decision, date);
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(decided(handoff, decision, date))
}

/// Returns the review with waivers that were given after it was decided on, or everything that is wrong with them. A waiver
/// that is not renewed stays as it is, also after its day: the gate tells.
pub fn renew(
    handoff: &Handoff,
    decision: &PanelDecision,
    renewed: &BTreeSet<usize>,
    date: Date,
) -> Result<Handoff, Vec<DecisionFault>> {
    let mut faults = faults(&tiers(handoff), decision, date);
    faults.retain(|fault| match fault {
        DecisionFault::WaiverOver(number) => renewed.contains(number),
        DecisionFault::Unknown(_)
        | DecisionFault::Twice(_)
        | DecisionFault::Unanswered(_)
        | DecisionFault::NoWaiver(_) => true,
    });
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(decided(handoff, decision, date))
}

fn tiers(handoff: &Handoff) -> Vec<Tier> {
    revisions(handoff).iter().map(|one| one.tier).collect()
}

fn revisions(handoff: &Handoff) -> &[RecommendedChange] {
    handoff.synthesis.as_ref().map_or(&[][..], |one| one.revisions.as_slice())
}

fn decided(handoff: &Handoff, decision: &PanelDecision, date: Date) -> Handoff {
    let revisions = revisions(handoff);
    let text = |number: usize| Some(revisions.get(number.checked_sub(1)?)?.text.clone());
    let mut accepted = decision.accepted.clone();
    accepted.sort_unstable();
    let mut declined: Vec<&Declined> = decision.declined.iter().collect();
    declined.sort_by_key(|one| one.number);
    let rejection = |one: &Declined| {
        Some(Rejection { text: text(one.number)?, rationale: CleanLine::new(&one.words()) })
    };
    let mut decided = handoff.clone();
    decided.decisions = Decisions {
        date: Some(date),
        answer: Some(decision.answer()),
        accepted: accepted.into_iter().filter_map(text).collect(),
        rejected: declined.into_iter().filter_map(rejection).collect(),
        notes: decision.notes.clone(),
        acts: Vec::new(),
    };
    let goes_on_unchanged = decided.decisions.accepted.is_empty();
    if let Some(front) = &mut decided.front {
        let is_rejected = decision.answer() == DecisionWord::Rejected;
        front.status =
            Some(if is_rejected { HandoffStatus::Rejected } else { HandoffStatus::Accepted });
        if goes_on_unchanged {
            decided.revisions = RevisionLog {
                before: front.version,
                after: Some(Revised::Unchanged),
                changes: Vec::new(),
                act: None,
            };
        }
    }
    decided
}

impl Declined {
    /// Returns the reason as the review states it. That it overrides the panel is said wherever it is read.
    fn words(&self) -> String {
        match &self.waiver {
            None => self.rationale.to_string(),
            Some(Waiver { owner, until }) => {
                format!(
                    "{} (OVERRIDE: the risk is carried by {owner} until {until})",
                    self.rationale
                )
            }
        }
    }
}

fn faults(tiers: &[Tier], decision: &PanelDecision, date: Date) -> Vec<DecisionFault> {
    let mut faults = Vec::new();
    let declined = decision.declined.iter().map(|one| one.number);
    let answered: Vec<usize> = decision.accepted.iter().copied().chain(declined).collect();
    let is_there = |number: usize| (1..=tiers.len()).contains(&number);
    let mut seen: Vec<usize> = Vec::new();
    for number in answered {
        if !is_there(number) {
            faults.push(DecisionFault::Unknown(number));
        } else if seen.contains(&number) {
            faults.push(DecisionFault::Twice(number));
        }
        seen.push(number);
    }
    for (tier, number) in tiers.iter().zip(1..) {
        if !seen.contains(&number) {
            faults.push(DecisionFault::Unanswered(number));
        }
        let Some(declined) = decision.declined.iter().find(|one| one.number == number) else {
            continue;
        };
        match (&declined.waiver, tier) {
            (None, Tier::Must | Tier::Should) => faults.push(DecisionFault::NoWaiver(number)),
            (Some(waiver), _) if waiver.until < date => {
                faults.push(DecisionFault::WaiverOver(number));
            }
            (None, Tier::Could | Tier::Deferred) | (Some(_), _) => {}
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::handoff::{Front, PacketVersion, RecommendedChange, Synthesis};

    const TODAY: Date = Date::constant(2026, 3, 3);

    fn line(words: &str) -> CleanLine {
        CleanLine::new(words).unwrap()
    }

    fn handoff() -> Handoff {
        let tiers = [Tier::Must, Tier::Should, Tier::Could];
        let revision = |tier| RecommendedChange { tier, text: line(&format!("{tier:?}")) };
        Handoff {
            front: Some(Front { version: Some(PacketVersion(1)), ..Front::new() }),
            synthesis: Some(Synthesis {
                revisions: tiers.map(revision).to_vec(),
                ..Synthesis::default()
            }),
            ..Handoff::default()
        }
    }

    fn declined(number: usize, until: Option<Date>) -> Declined {
        let waiver = until.map(|until| Waiver { owner: line("Jo"), until });
        Declined { number, rationale: line("later"), waiver }
    }

    fn said(accepted: &[usize], declined: Vec<Declined>) -> Result<Handoff, Vec<DecisionFault>> {
        let decision =
            PanelDecision { accepted: accepted.to_vec(), declined, notes: Prose::default() };
        decide(&handoff(), &decision, TODAY)
    }

    fn status(handoff: &Handoff) -> HandoffStatus {
        handoff.front.as_ref().unwrap().status.unwrap()
    }

    #[test]
    fn one_accepted_recommendation_is_an_accepted_review() {
        let all = said(&[3, 1, 2], Vec::new()).unwrap();
        assert_eq!(
            (status(&all), all.decisions.answer),
            (HandoffStatus::Accepted, Some(DecisionWord::Accepted))
        );
        assert_eq!(all.decisions.accepted, ["Must", "Should", "Could"].map(line));
        let part = said(&[1, 2], vec![declined(3, None)]).unwrap();
        assert_eq!(
            (status(&part), part.decisions.answer),
            (HandoffStatus::Accepted, Some(DecisionWord::Partial))
        );
        assert_eq!(part.revisions, RevisionLog::default());
    }

    #[test]
    fn declining_everything_leaves_the_packet_unchanged() {
        let until = Some(TODAY);
        let none = said(&[], vec![declined(1, until), declined(2, until), declined(3, None)]);
        let none = none.unwrap();
        assert_eq!(
            (status(&none), none.decisions.answer),
            (HandoffStatus::Rejected, Some(DecisionWord::Rejected))
        );
        assert_eq!(none.revisions.after, Some(Revised::Unchanged));
        let first = none.decisions.rejected[0].rationale.clone().unwrap();
        assert_eq!(first.as_str(), "later (OVERRIDE: the risk is carried by Jo until 2026-03-03)");
    }

    #[test]
    fn something_grave_is_declined_only_with_a_waiver_that_still_holds() {
        let yesterday = Some(TODAY.yesterday().unwrap());
        let faults = said(&[3], vec![declined(1, None), declined(2, yesterday)]).unwrap_err();
        assert_eq!(faults, [DecisionFault::NoWaiver(1), DecisionFault::WaiverOver(2)]);
    }

    #[test]
    fn a_fault_is_said_once_for_all_recommendations_that_have_it() {
        use DecisionFault::{NoWaiver, Unanswered, Unknown};
        let faults = [NoWaiver(1), Unanswered(4), Unanswered(5), Unanswered(8), Unknown(9)];
        let short = DecisionFault::in_short(&faults);
        let said: Vec<&str> = short.iter().map(|(said, _)| said.as_str()).collect();
        assert_eq!(
            said,
            [
                "recommendation 1 is about something CRITICAL or HIGH, and declining it needs a waiver",
                "recommendations 4-5,8 are not answered",
                "there is no recommendation 9",
            ]
        );
        assert!(short[0].1.contains("--waive \"1: OWNER"), "{short:?}");
        assert!(short[1].1.contains("--accept 4-5,8"), "{short:?}");
    }

    #[test]
    fn every_recommendation_is_answered_once_and_no_other() {
        let faults = said(&[1, 1, 9], vec![declined(3, None)]).unwrap_err();
        assert_eq!(
            faults,
            [DecisionFault::Twice(1), DecisionFault::Unknown(9), DecisionFault::Unanswered(2)]
        );
    }
}
