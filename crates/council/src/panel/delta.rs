//! A review after the first reads the whole text again, and says what became of what was found before.

use std::collections::BTreeMap;

use council_core::{
    evidence::{LockedClaim, lock},
    finding::{Claim, Evidence},
    handoff::{Line, PanelSeat},
    identity::{Defect, Seen, Standing, Visit, lives},
    packet::Packet,
    panel::Answer,
    series::ReviewNumber,
    severity::Severity,
};
use council_formats::packet::markdown_prd;
use council_store::Repo;
use serde::{Deserialize, Serialize};

use super::{
    Hunk, Kept, PanelError,
    diff::hunks,
    log::{self, Log},
};

/// How many findings of a sort the chair names; all of them stand in the record.
const NAMED: usize = 5;

/// What became of earlier findings, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptDelta {
    /// The version of the review before.
    pub before: u32,
    /// The sections that changed since.
    pub sections: Vec<String>,
    /// The findings of all reviews so far, and how each stands now.
    pub findings: Vec<Followed>,
}

/// A finding over the reviews.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Followed {
    /// `new`, `open`, `fixed`, `regressed` or `not_raised_again`.
    pub standing: String,
    /// Whether it is new and outside of what changed.
    pub is_outside: bool,
    /// What was said.
    pub description: String,
}

/// Follows the findings of earlier reviews into this one. What is new outside of the changed lines was overlooked before
/// and is held against nobody: it is listed apart, and it is no more than minor unless it is a blocker with a quote.
pub(super) fn follow(
    repo: &Repo,
    log: &Log,
    number: ReviewNumber,
    packet: &Packet,
    answers: &mut BTreeMap<PanelSeat, Answer>,
) -> Result<Option<KeptDelta>, PanelError> {
    let mut earlier = Vec::new();
    for kept in log.reviewed_before(number) {
        earlier.push((read(repo, kept)?, kept));
    }
    let Some((last, kept)) = earlier.last() else {
        return Ok(None);
    };
    let changed =
        match (last.as_ref().and_then(|one| one.documents.first()), packet.documents.first()) {
            (Some(before), Some(after)) => hunks(before, after),
            (None, _) | (_, None) => Vec::new(),
        };
    let now = distinct(packet, answers);
    let mut visits: Vec<Visit<'_>> = earlier
        .iter()
        .map(|(packet, kept)| Visit {
            packet: packet.as_ref(),
            findings: seen(packet.as_ref(), kept),
        })
        .collect();
    let stands = |defect| Seen { defect, stands: true };
    let own = now.iter().map(|locked| stands(Defect::of_claim(packet, locked))).collect();
    visits.push(Visit { packet: Some(packet), findings: own });
    let last_visit = visits.len() - 1;
    let mut findings = Vec::new();
    for life in lives(&visits) {
        let (Some(standing), Some((visit, place))) = (life.now(), life.last_seen()) else {
            continue;
        };
        let locked = (visit == last_visit).then(|| now.get(place)).flatten();
        let is_outside =
            standing == Standing::New && locked.is_some_and(|locked| !is_within(locked, &changed));
        let description = match locked {
            Some(locked) => said(locked.claim()),
            None => earlier
                .get(visit)
                .and_then(|(_, kept)| kept.issues.iter().flat_map(|one| &one.claims).nth(place))
                .map(|claim| {
                    format!(
                        "{}: {}",
                        claim.anchor.as_deref().unwrap_or("the document"),
                        claim.description
                    )
                })
                .unwrap_or_default(),
        };
        if let Some(locked) = locked.filter(|_| is_outside) {
            soften(locked.claim(), answers);
        }
        findings.push(Followed { standing: standing.word().to_owned(), is_outside, description });
    }
    let mut sections: Vec<String> = changed.iter().map(|hunk| hunk.section.clone()).collect();
    sections.dedup();
    Ok(Some(KeptDelta { before: kept.prd_version, sections, findings }))
}

impl KeptDelta {
    /// Says what became of earlier findings, for the chair's assessment.
    pub(super) fn lines(&self, now: u32) -> Vec<Line> {
        let sections =
            if self.sections.is_empty() { "none".to_owned() } else { self.sections.join(", ") };
        let mut lines = vec![format!(
            "This is a delta review of v{} against v{now}; the whole text was read. Changed sections: {sections}.",
            self.before
        )];
        let groups: [(&str, &str, bool); 6] = [
            ("Fixed", "fixed", false),
            ("Still open", "open", false),
            ("Regressed", "regressed", false),
            ("Not raised again, though the text still shows it", "not_raised_again", false),
            ("New in what changed", "new", false),
            ("New outside of what changed, and blocking only where critical", "new", true),
        ];
        for (title, standing, is_outside) in groups {
            let of: Vec<&str> = self
                .findings
                .iter()
                .filter(|one| one.standing == standing && one.is_outside == is_outside)
                .map(|one| one.description.as_str())
                .collect();
            if of.is_empty() {
                continue;
            }
            let named: Vec<&str> = of.iter().copied().take(NAMED).collect();
            let more = if of.len() > NAMED { "; and more" } else { "" };
            lines.push(format!("{title} ({}): {}{more}.", of.len(), named.join("; ")));
        }
        lines.iter().filter_map(|line| Line::new(line)).collect()
    }
}

/// Reads the PRD of an earlier review, if its file still holds it.
fn read(repo: &Repo, kept: &Kept) -> Result<Option<Packet>, PanelError> {
    let text = repo.read_if_there(&kept.prd_file)?;
    let text = text.filter(|text| log::hash(text) == kept.prd_hash);
    Ok(text.map(|text| markdown_prd(&kept.prd_file, &text).value))
}

/// Returns what the seats claim and the text bears out, each claim once.
fn distinct(packet: &Packet, answers: &BTreeMap<PanelSeat, Answer>) -> Vec<LockedClaim> {
    let mut all: Vec<LockedClaim> = Vec::new();
    for claim in answers.values().flat_map(|answer| &answer.claims) {
        if let Ok(locked) = lock(packet, claim.clone())
            && !all.contains(&locked)
        {
            all.push(locked);
        }
    }
    all
}

fn seen(packet: Option<&Packet>, kept: &Kept) -> Vec<Seen> {
    let claims = kept
        .issues
        .iter()
        .flat_map(|issue| issue.claims.iter().map(move |claim| claim.claim(issue.severity)));
    let defect = |claim: Claim| {
        let locked = packet.and_then(|packet| Some((packet, lock(packet, claim.clone()).ok()?)));
        match locked {
            Some((packet, locked)) => Defect::of_claim(packet, &locked),
            None => Defect::told(
                Some(claim.subcategory),
                claim.rule,
                Some(claim.evidence),
                &claim.description,
                claim.location,
            ),
        }
    };
    claims.map(|claim| Seen { defect: defect(claim), stands: true }).collect()
}

/// Tells whether a finding stands in lines that changed. Where something is missing, any change may be why.
fn is_within(locked: &LockedClaim, changed: &[Hunk]) -> bool {
    let line = locked.place().line.and_then(|line| usize::try_from(line).ok());
    let holds = |hunk: &Hunk| {
        let (first, count) = hunk.after;
        line.is_some_and(|line| (first..first + count.max(1)).contains(&line))
    };
    matches!(locked.claim().evidence, Evidence::Searched { .. }) || changed.iter().any(holds)
}

/// Holds a finding that was overlooked before against nobody, unless it is a blocker with a quote.
fn soften(claim: &Claim, answers: &mut BTreeMap<PanelSeat, Answer>) {
    let is_proven = matches!(claim.evidence, Evidence::Quote(_));
    if claim.severity == Severity::Blocker && is_proven {
        return;
    }
    let same = |one: &Claim| {
        (&one.rule, &one.evidence, &one.description)
            == (&claim.rule, &claim.evidence, &claim.description)
    };
    let own = answers.values_mut().flat_map(|answer| &mut answer.claims);
    for one in own.filter(|one| same(one)) {
        one.severity = one.severity.min(Severity::Minor);
        one.description.push_str(" (outside of what changed)");
    }
}

fn said(claim: &Claim) -> String {
    let anchor = claim.location.anchor.as_deref().unwrap_or("the document");
    format!("{anchor}: {}", claim.description)
}
