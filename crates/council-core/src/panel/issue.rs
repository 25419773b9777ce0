//! One thing that is wrong, whoever and however many say so.

use std::collections::BTreeMap;

use crate::{
    evidence::LockedClaim,
    finding::{Confidence, Evidence},
    handoff::{Certainty, Line, PanelFinding, PanelSeat, Rating, Tier},
    severity::Severity,
};

/// How many places are named before the rest is counted.
const NAMED: usize = 4;

/// One thing that is wrong: what the seats claim about it, and where it stands.
///
/// What is grave is decided place by place. What is minor is one issue for all places of its sort: nobody decides
/// forty times about forty vague words.
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// How bad it is.
    pub severity: Severity,
    /// What shows it, in the order of the text, each once.
    pub claims: Vec<LockedClaim>,
    /// Who says so, in the order of the panel.
    pub seats: Vec<PanelSeat>,
    /// What is demanded by somebody whose rating is stricter than anything they show; then there are no claims.
    pub demand: Option<Line>,
}

impl Issue {
    /// Returns what somebody demands whose rating is stricter than anything they show.
    pub(super) fn demanded(seat: PanelSeat, rating: Rating, reason: Option<&str>) -> Self {
        let (severity, says) = match rating {
            Rating::Revise => (Severity::Blocker, "would send it back"),
            Rating::Concerns | Rating::Approved => (Severity::Minor, "has a concern"),
        };
        let (title, reason) = (seat.title(), reason.unwrap_or("it gives no reason"));
        let demand = Line::new(&format!("the {title} {says}: {reason}"));
        Self { severity, claims: Vec::new(), seats: vec![seat], demand }
    }

    /// Returns how urgent it is to mend it.
    pub fn tier(&self) -> Tier {
        match self.severity {
            Severity::Blocker => Tier::Must,
            Severity::Major => Tier::Should,
            Severity::Minor => Tier::Could,
            Severity::Note => Tier::Deferred,
        }
    }

    /// Returns what is wrong.
    pub fn text(&self) -> Option<Line> {
        let Some(first) = self.claims.first().map(LockedClaim::claim) else {
            return self.demand.clone();
        };
        Line::new(&format!(
            "{}: {}{}",
            self.place(),
            first.description,
            self.elsewhere("the same sort")
        ))
    }

    /// Returns what would mend it.
    pub fn recommendation(&self) -> Option<Line> {
        let Some(first) = self.claims.first().map(LockedClaim::claim) else {
            return Line::new(&format!("settle this: {}", self.demand.as_ref()?));
        };
        let rule = first.rule.as_ref().map(|rule| format!(" (rule `{rule}`)"));
        let mend = if first.remediation.trim().is_empty() {
            format!("mend this: {}", first.description)
        } else {
            first.remediation.clone()
        };
        let elsewhere = self.elsewhere("likewise");
        Line::new(&format!("{}: {mend}{elsewhere}{}", self.place(), rule.unwrap_or_default()))
    }

    /// Returns the issue as the finding of a seat that raised it.
    pub(super) fn as_finding_of(&self, seat: &PanelSeat) -> Option<PanelFinding> {
        if !self.seats.contains(seat) {
            return None;
        }
        let first = self.claims.first().map(LockedClaim::claim);
        let quote = first.and_then(|first| match &first.evidence {
            Evidence::Quote(quote) => Line::new(quote),
            Evidence::Searched { .. } => None,
        });
        Some(PanelFinding {
            severity: Some(self.severity),
            certainty: first.map(|first| certainty(first.confidence)),
            text: self.text()?,
            quote,
            recommendation: self.recommendation(),
        })
    }

    /// Names the first place: its anchor, or the whole document.
    fn place(&self) -> String {
        let anchor = self.claims.first().and_then(|locked| locked.claim().location.anchor.clone());
        anchor.unwrap_or_else(|| "the document".to_owned())
    }

    fn elsewhere(&self, how: &str) -> String {
        let rest = self.claims.len().saturating_sub(1);
        if rest == 0 {
            return String::new();
        }
        let mut places: Vec<&str> = Vec::new();
        for locked in self.claims.iter().skip(1) {
            let anchor = locked.claim().location.anchor.as_deref().unwrap_or("the document");
            if !places.contains(&anchor) {
                places.push(anchor);
            }
        }
        let named: Vec<&str> = places.iter().copied().take(NAMED).collect();
        let more = if places.len() > NAMED { " and elsewhere" } else { "" };
        let count =
            if rest == 1 { "1 more place".to_owned() } else { format!("{rest} more places") };
        format!("; {how} in {count}: {}{more}", named.join(", "))
    }
}

/// Puts the claims of all seats together, most urgent first, then in the order in which they were raised.
pub(super) fn of(
    seats: &[PanelSeat],
    claims: &BTreeMap<PanelSeat, Vec<LockedClaim>>,
) -> Vec<Issue> {
    let mut places: BTreeMap<Key, usize> = BTreeMap::new();
    let mut issues: Vec<Issue> = Vec::new();
    for seat in seats {
        for locked in claims.get(seat).into_iter().flatten() {
            let place = *places.entry(key(locked)).or_insert(issues.len());
            if place == issues.len() {
                let severity = locked.claim().severity;
                let (claims, seats) = (Vec::new(), Vec::new());
                issues.push(Issue { severity, claims, seats, demand: None });
            }
            let Some(issue) = issues.get_mut(place) else { continue };
            if !issue.claims.contains(locked) {
                issue.claims.push(locked.clone());
            }
            if !issue.seats.contains(seat) {
                issue.seats.push(seat.clone());
            }
        }
    }
    for issue in &mut issues {
        issue.claims.sort_by_key(|locked| {
            let claim = locked.claim();
            (locked.place().line, locked.quote_span(), claim.location.to_string())
        });
    }
    issues.sort_by_key(|issue| std::cmp::Reverse(issue.severity));
    issues
}

/// What makes two claims one issue.
type Key = (Severity, String, Option<(String, String)>);

fn key(locked: &LockedClaim) -> Key {
    let claim = locked.claim();
    let sort = claim.rule.clone().unwrap_or_else(|| claim.subcategory.word().to_owned());
    let own = (claim.location.to_string(), claim.remediation.clone());
    (claim.severity, sort, (claim.severity >= Severity::Major).then_some(own))
}

fn certainty(confidence: Confidence) -> Certainty {
    if confidence.value() >= 0.8 {
        Certainty::High
    } else if confidence.value() >= 0.6 {
        Certainty::Medium
    } else {
        Certainty::Low
    }
}
