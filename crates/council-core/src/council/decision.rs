//! What a human says of a session that has ended: which of its findings are lived with, put off, no defects or mended.

use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};

use super::CouncilSession;
use crate::agreement::Resolution;

/// What a human decides about a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Ruling {
    /// It stays as it is, and somebody carries the risk.
    AcceptRisk,
    /// It is mended later, and somebody sees to it.
    Defer,
    /// It is no defect.
    Dismiss,
    /// It may stay as it is until a day, and somebody carries the risk until then.
    Waive,
    /// The text was changed, and the defect is gone.
    Verified,
}

impl Ruling {
    /// Every ruling.
    pub const ALL: [Ruling; 5] =
        [Ruling::AcceptRisk, Ruling::Defer, Ruling::Dismiss, Ruling::Waive, Ruling::Verified];

    /// Returns the word for it in files.
    pub fn word(self) -> &'static str {
        match self {
            Ruling::AcceptRisk => "ACCEPT_RISK",
            Ruling::Defer => "DEFER",
            Ruling::Dismiss => "DISMISS",
            Ruling::Waive => "WAIVE",
            Ruling::Verified => "VERIFIED",
        }
    }

    /// Says in a few words what was decided.
    pub fn in_words(self) -> &'static str {
        match self {
            Ruling::AcceptRisk => "its risk is accepted",
            Ruling::Defer => "it is put off",
            Ruling::Dismiss => "it is dismissed",
            Ruling::Waive => "it is waived",
            Ruling::Verified => "it is fixed and verified",
        }
    }

    /// Returns what becomes of the finding.
    pub fn resolution(self) -> Resolution {
        match self {
            Ruling::AcceptRisk | Ruling::Waive => Resolution::AcceptedRisk,
            Ruling::Defer => Resolution::Deferred,
            Ruling::Dismiss => Resolution::Dismissed,
            Ruling::Verified => Resolution::Verified,
        }
    }

    /// Tells whether somebody has to answer for it: what stays in the text has an owner.
    pub fn needs_owner(self) -> bool {
        match self {
            Ruling::AcceptRisk | Ruling::Defer | Ruling::Waive => true,
            Ruling::Dismiss | Ruling::Verified => false,
        }
    }

    /// Tells whether it needs a last day.
    pub fn needs_day(self) -> bool {
        match self {
            Ruling::Defer | Ruling::Waive => true,
            Ruling::AcceptRisk | Ruling::Dismiss | Ruling::Verified => false,
        }
    }
}

/// What a human says of some findings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CouncilDecision {
    /// The council's findings that it is about, by their ids.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub findings: BTreeSet<String>,
    /// What the gates found that it is about, by their short ids.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub gate_findings: BTreeSet<String>,
    /// What is decided.
    pub ruling: Ruling,
    /// Why.
    pub reason: String,
    /// Who answers for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The last day on which it holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
}

impl CouncilDecision {
    /// Tells whether its last day is over.
    pub fn is_over(&self, today: Date) -> bool {
        self.until.is_some_and(|until| until < today)
    }
}

/// What a human said at one time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatedDecision {
    /// Who.
    pub by: String,
    /// The command with which they said it, such as `council tui`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<String>,
    /// When.
    pub at: Timestamp,
    /// The hash of the session file that they were shown.
    pub shown: String,
    /// What they said.
    pub decisions: Vec<CouncilDecision>,
    /// Whether what they let stand at a gate is a concern; it weighed nothing in journals that do not say so.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub carries_gates: bool,
}

/// The last word on each finding.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Rulings<'a> {
    findings: BTreeMap<&'a str, (&'a DatedDecision, &'a CouncilDecision)>,
    gate_findings: BTreeMap<&'a str, (&'a DatedDecision, &'a CouncilDecision)>,
}

impl<'a> Rulings<'a> {
    /// Takes all that was said; what was said later counts. On a day, what was said up to an earlier day counts no more, and
    /// what it replaced does not come back.
    pub fn of(all: &'a [DatedDecision], day: Option<Date>) -> Self {
        let mut rulings = Self::default();
        for decided in all {
            for decision in &decided.decisions {
                let said = (decided, decision);
                rulings.findings.extend(decision.findings.iter().map(|id| (id.as_str(), said)));
                let gates = decision.gate_findings.iter();
                rulings.gate_findings.extend(gates.map(|id| (id.as_str(), said)));
            }
        }
        if let Some(day) = day {
            rulings.findings.retain(|_, (_, said)| !said.is_over(day));
            rulings.gate_findings.retain(|_, (_, said)| !said.is_over(day));
        }
        rulings
    }

    /// Returns the last day on which all of it holds, if there is one.
    pub fn until(&self) -> Option<Date> {
        let all = self.findings.values().chain(self.gate_findings.values());
        all.filter_map(|(_, said)| said.until).min()
    }

    /// Returns what was decided about a finding of the council.
    pub fn on_finding(&self, id: &str) -> Option<(&'a DatedDecision, &'a CouncilDecision)> {
        self.findings.get(id).copied()
    }

    /// Returns what was decided about something that a gate found.
    pub fn on_gate_finding(&self, id: &str) -> Option<(&'a DatedDecision, &'a CouncilDecision)> {
        self.gate_findings.get(id).copied()
    }
}

impl CouncilSession {
    /// Takes what a human says. A session that has not ended has nothing to say it about.
    pub fn decide(&mut self, decided: DatedDecision) -> bool {
        let is_over = self.ending.is_some();
        if is_over {
            self.decisions.push(decided);
        }
        is_over
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn said(ruling: Ruling, until: Option<Date>) -> DatedDecision {
        DatedDecision {
            via: None,
            by: "Ada".to_owned(),
            at: Timestamp::UNIX_EPOCH,
            shown: String::new(),
            decisions: vec![CouncilDecision {
                findings: BTreeSet::from(["F".to_owned()]),
                gate_findings: BTreeSet::from(["G".to_owned()]),
                ruling,
                reason: "later".to_owned(),
                owner: None,
                until,
            }],
            carries_gates: true,
        }
    }

    #[test]
    fn what_was_let_stand_at_a_gate_weighs_nothing_in_journals_that_do_not_say_so() {
        let today = said(Ruling::Waive, None);
        let old = DatedDecision { carries_gates: false, ..today.clone() };
        let written = |decided: &DatedDecision| serde_json::to_string(decided).unwrap();
        assert!(!written(&old).contains("carries_gates"), "an old journal is written as it was");
        for decided in [today, old] {
            assert_eq!(serde_json::from_str::<DatedDecision>(&written(&decided)).unwrap(), decided);
        }
    }

    #[test]
    fn a_waiver_counts_on_its_last_day_and_not_on_the_next() {
        let all = [said(Ruling::Waive, Some(date(2026, 3, 3)))];
        for (day, holds) in [
            (None, true),
            (Some(date(2026, 3, 2)), true),
            (Some(date(2026, 3, 3)), true),
            (Some(date(2026, 3, 4)), false),
        ] {
            let rulings = Rulings::of(&all, day);
            assert_eq!(rulings.on_finding("F").is_some(), holds, "{day:?}");
            assert_eq!(rulings.on_gate_finding("G").is_some(), holds, "{day:?}");
            assert_eq!(rulings.until().is_some(), holds, "{day:?}");
        }
    }

    #[test]
    fn what_a_waiver_replaced_does_not_come_back_when_it_is_over() {
        let all = [said(Ruling::Dismiss, None), said(Ruling::Waive, Some(date(2026, 3, 3)))];
        assert!(Rulings::of(&all, Some(date(2026, 3, 4))).on_finding("F").is_none());
        let all = [said(Ruling::Waive, Some(date(2026, 3, 3))), said(Ruling::Dismiss, None)];
        let rulings = Rulings::of(&all, Some(date(2026, 3, 4)));
        assert_eq!(rulings.on_finding("F").unwrap().1.ruling, Ruling::Dismiss);
        assert_eq!(rulings.until(), None);
    }
}
