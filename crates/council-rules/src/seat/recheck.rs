//! Whether a finding of somebody else still stands in the text, and whether a rule sees it too.

use council_core::{
    council::{Opinion, Shown},
    evidence::{self, LockedClaim},
    finding::{Claim, Confidence, Evidence, Location, LocationKind},
    packet::Packet,
    taxonomy::Subcategory,
};

use crate::Finding;

/// How the council writes evidence that something is missing.
const NOTHING: &str = "nothing found for ";

/// Returns the seat's opinion; nothing where the text bears the claim out and no rule can say more.
pub(super) fn opinion(packet: &Packet, findings: &[Finding], shown: &Shown) -> Option<Opinion> {
    let locked = match lock(packet, shown) {
        Ok(locked) => locked,
        Err(reason) => return Some(Opinion { holds: None, rationale: reason.into() }),
    };
    let rule = matching(findings, shown, &locked).map(|finding| finding.rule.id);
    let place = locked.place();
    let rationale = match (rule, locked.quote_span()) {
        (Some(rule), Some(_)) => {
            format!("the quote stands at {place}, and the rule `{rule}` reports it")
        }
        (Some(rule), None) => {
            format!("what was looked for is still absent, and the rule `{rule}` reports it")
        }
        (None, None) => "what was looked for is still absent".to_owned(),
        (None, Some(_)) => return None,
    };
    Some(Opinion { holds: Some(shown.severity), rationale: rationale.into() })
}

/// Returns the finding of a rule about the same thing.
pub(super) fn seen<'f>(
    packet: &Packet,
    findings: &'f [Finding],
    shown: &Shown,
) -> Option<&'f Finding> {
    let locked = lock(packet, shown).ok()?;
    matching(findings, shown, &locked)
}

/// Prefers the rule that says the same, then one that quotes the same place.
fn matching<'f>(
    findings: &'f [Finding],
    shown: &Shown,
    locked: &LockedClaim,
) -> Option<&'f Finding> {
    let location = &locked.claim().location;
    let same = |finding: &&Finding| {
        finding.message == shown.description && finding.location().to_string() == shown.location
    };
    let meets = |finding: &&Finding| match locked.quote_span() {
        Some(span) => {
            finding.path() == location.path
                && finding.span.start < span.end
                && span.start < finding.span.end
        }
        None => false,
    };
    findings.iter().find(same).or_else(|| findings.iter().find(meets))
}

/// Locks what was shown against the text as it is.
fn lock(packet: &Packet, shown: &Shown) -> Result<LockedClaim, String> {
    let (path, anchor) = packet.part(&shown.location);
    let anchor = anchor.map(str::to_owned);
    let location = Location { path: path.to_owned(), anchor, kind: LocationKind::Document };
    let evidence = match shown.evidence.strip_prefix(NOTHING) {
        Some(terms) => Evidence::Searched {
            terms: terms.split(", ").map(str::to_owned).collect(),
            sections: vec![location.to_string()],
        },
        None => Evidence::Quote(shown.evidence.clone()),
    };
    let claim = Claim {
        mode: None,
        subcategory: Subcategory::Incompleteness,
        severity: shown.severity,
        confidence: Confidence::LOW,
        location,
        evidence,
        rule: None,
        description: shown.description.clone(),
        remediation: String::new(),
    };
    evidence::lock(packet, claim).map_err(|unlocked| unlocked.reason.to_string())
}
