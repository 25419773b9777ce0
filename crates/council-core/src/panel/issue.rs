//! One thing that is wrong, whoever and however many say so.

use std::collections::{BTreeMap, BTreeSet};

use super::{cluster::Grouping, group::shortened};
use crate::{
    evidence::LockedClaim,
    finding::{Claim, Evidence, Location},
    handoff::{CleanLine, PanelFinding, PanelSeat, Rating, StatedCertainty, Tier},
    packet::Packet,
    severity::Severity,
};

/// How many of the other places of a recommendation the chair names; whoever made it names all.
const LIKEWISE: usize = 5;

/// One thing that is wrong: what the seats claim about it, and where it stands.
///
/// What is grave is decided place by place. What a rule calls minor is one issue for all its places: nobody decides forty
/// times about forty vague words.
#[derive(Debug, Clone, PartialEq)]
pub struct Issue {
    /// How bad it is.
    pub severity: Severity,
    /// What shows it, in the order of the text, each once.
    pub claims: Vec<LockedClaim>,
    /// Who says so, in the order of the panel.
    pub seats: Vec<PanelSeat>,
    /// Where each claim stands, in words: an id or a heading, and the line.
    pub places: Vec<String>,
    /// What is demanded by those whose rating is stricter than anything the panel shows; then there are no claims.
    pub demand: Option<CleanLine>,
    /// How it is put into words.
    pub grouping: Grouping,
}

impl Issue {
    /// Returns what those demand whose rating is stricter than anything the panel shows, each with their reason. A rating
    /// is no recommendation: there is one only where nothing else says what would have to change.
    pub(super) fn demanded(
        said: &[(PanelSeat, Option<CleanLine>)],
        rating: Rating,
        grouping: Grouping,
    ) -> Self {
        let (severity, says) = match rating {
            Rating::Revise => (Severity::Blocker, "would send it back"),
            Rating::Concerns | Rating::Approved => (Severity::Minor, "has a concern"),
        };
        let each = said.iter().map(|(seat, reason)| {
            let reason = reason.as_ref().map_or("it gives no reason", CleanLine::as_str);
            format!("the {} {says}: {reason}", seat.title())
        });
        let demand = CleanLine::new(&each.collect::<Vec<_>>().join("; "));
        let seats = said.iter().map(|(seat, _)| seat.clone()).collect();
        Self { severity, claims: Vec::new(), seats, places: Vec::new(), demand, grouping }
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
    pub fn text(&self) -> Option<CleanLine> {
        let Some(first) = self.claims.first().map(LockedClaim::claim) else {
            return self.demand.clone();
        };
        let how = if self.grouping < Grouping::Fifth { "the same sort" } else { "likewise" };
        CleanLine::new(&format!("{}: {}{}", self.place(), first.description, self.elsewhere(how)))
    }

    /// Returns what is wrong at its first place.
    pub(super) fn headline(&self) -> Option<String> {
        let Some(first) = self.claims.first().map(LockedClaim::claim) else {
            return self.demand.as_ref().map(ToString::to_string);
        };
        Some(format!("{}: {}", self.place(), first.description))
    }

    /// Returns what would mend it.
    pub fn recommendation(&self) -> Option<CleanLine> {
        let Some(first) = self.claims.first().map(LockedClaim::claim) else {
            return CleanLine::new(&format!("settle this: {}", self.demand.as_ref()?));
        };
        let rule = first.rule.as_ref().map(|rule| format!(" (rule {rule})"));
        let (place, mend) = (self.place(), mend(first));
        let elsewhere = self.elsewhere("likewise");
        CleanLine::new(&format!("{place}: {mend}{elsewhere}{}", rule.unwrap_or_default()))
    }

    /// Returns what would mend it, for a reader who has just been told what is wrong and where.
    pub fn advice(&self) -> Option<CleanLine> {
        let Some(first) = self.claims.first().map(LockedClaim::claim) else {
            return self.recommendation();
        };
        let rule = first.rule.as_ref().map(|rule| format!(" (rule {rule})")).unwrap_or_default();
        match first.remediation.trim() {
            "" => self.recommendation(),
            mend => CleanLine::new(&format!("{mend}{rule}")),
        }
    }

    /// Returns what would mend it in at most so many words and its place, with where it stands elsewhere.
    pub(super) fn in_short(&self, most: usize) -> Option<CleanLine> {
        let Some(first) = self.claims.first().map(LockedClaim::claim) else {
            return CleanLine::new(&shortened(self.recommendation()?.as_str(), most));
        };
        let elsewhere = match self.claims.len() {
            _ if self.grouping >= Grouping::Fourth => self.likewise(),
            0 | 1 => String::new(),
            2 => "; likewise in 1 more place".to_owned(),
            more => format!("; likewise in {} more places", more - 1),
        };
        // What a rule says of a place and its advice are both short.
        let most = if first.rule.is_some() { 2 * most } else { most };
        CleanLine::new(&format!("{}: {}{elsewhere}", self.place(), shortened(&mend(first), most)))
    }

    /// Returns what would mend it with who says so, for the chair.
    pub(super) fn told(&self) -> Option<CleanLine> {
        let seats: Vec<String> = self.seats.iter().map(PanelSeat::title).collect();
        CleanLine::new(&format!("[{}] {}", seats.join(", "), self.recommendation()?))
    }

    /// Returns the issue as the finding of a seat that raised it.
    pub(super) fn as_finding_of(&self, seat: &PanelSeat) -> Option<PanelFinding> {
        if !self.seats.contains(seat) {
            return None;
        }
        let first = self.claims.first().map(LockedClaim::claim);
        let quote = first.and_then(|first| match &first.evidence {
            Evidence::Quote(quote) => CleanLine::new(quote),
            Evidence::Searched { .. } => None,
        });
        Some(PanelFinding {
            severity: Some(self.severity),
            certainty: first.map(|first| StatedCertainty::of(first.confidence)),
            text: self.text()?,
            quote,
            // Where it is and what is wrong has just been said.
            recommendation: match self.grouping {
                Grouping::Fifth => self.advice(),
                _ => self.recommendation(),
            },
        })
    }

    /// Names the first place.
    fn place(&self) -> String {
        self.places.first().cloned().unwrap_or_else(|| "the document".to_owned())
    }

    fn elsewhere(&self, how: &str) -> String {
        let rest = self.claims.len().saturating_sub(1);
        if rest == 0 {
            return String::new();
        }
        let count =
            if rest == 1 { "1 more place".to_owned() } else { format!("{rest} more places") };
        let places: Vec<String> =
            self.by_heading(&self.other_places()).into_iter().map(|(place, _)| place).collect();
        format!("; {how} in {count}: {}", places.join(", "))
    }

    /// Names the first of the other places, and says how many there are.
    fn likewise(&self) -> String {
        let mut places = self.other_places();
        places.retain(|place| self.places.first().is_none_or(|first| first != place));
        let places = self.by_heading(&places);
        let (shown, left) = places.split_at(places.len().min(LIKEWISE));
        let how = if self.grouping < Grouping::Fifth { "likewise" } else { "likewise in" };
        let named = shown.iter().map(|(place, _)| place.as_str()).collect::<Vec<_>>().join(", ");
        match (shown, left.iter().map(|(_, count)| count).sum::<usize>()) {
            ([], _) => String::new(),
            (_, 0) => format!("; {how} {named}"),
            (_, 1) if self.grouping >= Grouping::Fifth => {
                format!("; {how} {named} and 1 more place")
            }
            (_, left) => format!("; {how} {named} and {left} more places"),
        }
    }

    /// Names every heading once, with all its lines and how many there are.
    fn by_heading(&self, places: &[&str]) -> Vec<(String, usize)> {
        if self.grouping < Grouping::Fifth {
            return places.iter().map(|place| ((*place).to_owned(), 1)).collect();
        }
        let mut headings: Vec<(&str, Vec<&str>)> = Vec::new();
        for place in places {
            let split = place.rsplit_once(" (line ");
            let split = split.and_then(|(heading, line)| Some((heading, line.strip_suffix(')')?)));
            let (heading, line) = split.unwrap_or((place, ""));
            match headings.iter_mut().find(|(other, _)| *other == heading) {
                Some((_, lines)) => lines.push(line),
                None => headings.push((heading, vec![line])),
            }
        }
        let named = |(heading, lines): (&str, Vec<&str>)| match lines.as_slice() {
            [""] => (heading.to_owned(), 1),
            [line] => (format!("{heading} (line {line})"), 1),
            several => (format!("{heading} (lines {})", several.join(", ")), several.len()),
        };
        headings.into_iter().map(named).collect()
    }

    /// Returns where it stands after its first place, each place once.
    fn other_places(&self) -> Vec<&str> {
        let mut seen = BTreeSet::new();
        let places = self.places.iter().skip(1).map(String::as_str);
        places.filter(|place| seen.insert(*place)).collect()
    }
}

/// Puts the claims of all seats together, most urgent first, then in the order in which they were raised.
pub(super) fn of(
    packet: &Packet,
    seats: &[PanelSeat],
    claims: &BTreeMap<PanelSeat, Vec<LockedClaim>>,
    grouping: Grouping,
) -> Vec<Issue> {
    let mut places: BTreeMap<Key, usize> = BTreeMap::new();
    let mut issues: Vec<Issue> = Vec::new();
    for seat in seats {
        for locked in claims.get(seat).into_iter().flatten() {
            let place = *places.entry(key(locked)).or_insert(issues.len());
            if place == issues.len() {
                let severity = locked.claim().severity;
                let (claims, seats, places) = (Vec::new(), Vec::new(), Vec::new());
                issues.push(Issue { severity, claims, seats, places, demand: None, grouping });
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
        issue.places = issue.claims.iter().map(|locked| place(packet, locked)).collect();
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
    // A rule says the same wherever it finds something, but for what is missing; a reader who has none says
    // each thing in its own words.
    let is_missing = !matches!(claim.evidence, Evidence::Quote(_));
    let is_own = claim.severity >= Severity::Major || claim.rule.is_none() || is_missing;
    (claim.severity, sort, is_own.then_some(own))
}

/// Says where a claim stands: an id or a heading, and the line.
fn place(packet: &Packet, locked: &LockedClaim) -> String {
    let heading = heading(packet, &locked.claim().location);
    match locked.place().line.filter(|_| locked.claim().location.anchor.is_some()) {
        Some(line) => format!("{heading} (line {line})"),
        None => heading,
    }
}

/// Names the place of a claim as its reader knows it: an id as it is, a section by its heading.
pub(super) fn heading(packet: &Packet, location: &Location) -> String {
    let Some(anchor) = &location.anchor else { return "the document".to_owned() };
    let document = packet.document(&location.path);
    let section = document.and_then(|document| document.section(anchor));
    section.map_or(anchor, |section| &section.title).clone()
}

/// Says what would mend something. A rule's advice is the same wherever it finds something, so what it found goes before;
/// who has no rules says both in one.
fn mend(claim: &Claim) -> String {
    if claim.remediation.trim().is_empty() {
        return format!("mend this: {}", claim.description);
    }
    match claim.rule {
        Some(_) => format!("{}; {}", claim.description, claim.remediation),
        None => claim.remediation.clone(),
    }
}
