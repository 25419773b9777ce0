//! What the chair made of the reviews, from its section.

use std::collections::BTreeMap;

use council_core::handoff::{
    CleanLine, PanelSeat, Rating, RecommendedChange, SeatRating, SeatReview, Synthesis, Tier,
};

use super::{
    notes::{Notes, shown},
    part::{Named, SectionPart, after_title, split},
    section::FoundSection,
};
use crate::handoff::words;

/// A part of the synthesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SynthesisPart {
    Reviewers,
    Verdict,
    Consensus,
    Conflicts,
    Groups,
    Revisions,
    Tier(Tier),
    Stakeholder,
    Ratings,
    Assessment,
}

/// The parts by what chairs call them, our own title first.
const NAMES: [(SynthesisPart, &[&str]); 13] = [
    (SynthesisPart::Reviewers, &["Reviewers"]),
    (SynthesisPart::Verdict, &["Overall Verdict"]),
    (SynthesisPart::Consensus, &["Consensus Points", "Consensus"]),
    (SynthesisPart::Conflicts, &["Conflicts Requiring Resolution", "Conflicts"]),
    (SynthesisPart::Groups, &["Decision Groups"]),
    (SynthesisPart::Revisions, &["Recommended PRD Revisions", "Recommended Revisions"]),
    (SynthesisPart::Tier(Tier::Must), &["Must Address Before Proceeding", "Must Address"]),
    (SynthesisPart::Tier(Tier::Should), &["Should Address", "Should Address Before Proceeding"]),
    (SynthesisPart::Tier(Tier::Could), &["Could Address", "Address in Next Pass"]),
    (SynthesisPart::Tier(Tier::Deferred), &["Deferred", "Optional Improvements"]),
    (SynthesisPart::Stakeholder, &["Stakeholder Decisions Required", "Stakeholder Decisions"]),
    (SynthesisPart::Ratings, &["Individual Reviewer Ratings"]),
    (SynthesisPart::Assessment, &["Overall Assessment"]),
];

/// Reads the chair's synthesis of these reviews.
pub(super) fn read(
    section: &FoundSection<'_>,
    reviews: &[SeatReview],
    notes: &mut Notes<'_>,
) -> Synthesis {
    let parts = split(section.blocks, name);
    if section.is_empty() {
        notes.error(
            "synthesis-empty",
            section.line,
            "the chair's synthesis is empty",
            "add what the chair said",
        );
    }
    let mut synthesis =
        Synthesis { verdict: verdict(section, &parts, notes), ..Synthesis::default() };
    for part in &parts {
        match part.name {
            Some(SynthesisPart::Reviewers) => synthesis.reviewers.extend(reviewers(part)),
            Some(SynthesisPart::Consensus) => synthesis.consensus.extend(part.lines()),
            Some(SynthesisPart::Conflicts) => synthesis.conflicts.extend(part.lines()),
            Some(SynthesisPart::Groups) => synthesis.groups.extend(part.lines()),
            Some(SynthesisPart::Revisions) => {
                synthesis.revisions.extend(revisions(part, Tier::Should));
                if part.items().next().is_some() {
                    notes.error(
                        "tier-missing",
                        part.line,
                        "revisions are recommended outside of a priority tier",
                        format!(
                            "put each under a heading such as `#### {}`",
                            words::tier(Tier::Must)
                        ),
                    );
                }
            }
            Some(SynthesisPart::Tier(tier)) => synthesis.revisions.extend(revisions(part, tier)),
            Some(SynthesisPart::Stakeholder) => synthesis.stakeholder.extend(part.lines()),
            Some(SynthesisPart::Ratings) => synthesis.ratings.extend(ratings(part)),
            Some(SynthesisPart::Assessment) => synthesis.assessment = part.prose(),
            Some(SynthesisPart::Verdict) | None => {}
        }
    }
    synthesis.revisions.sort_by_key(|revision| revision.tier);
    check_parts(section, &parts, notes);
    check_ratings(section, &synthesis, reviews, notes);
    check_revisions(section, &synthesis, notes);
    synthesis
}

fn name(text: &str) -> Named<SynthesisPart> {
    NAMES.iter().find_map(|(name, titles)| {
        let lead = titles.iter().find_map(|title| after_title(text, title))?;
        Some((*name, lead.to_owned()))
    })
}

fn verdict(
    section: &FoundSection<'_>,
    parts: &[SectionPart<'_, SynthesisPart>],
    notes: &mut Notes<'_>,
) -> Option<Rating> {
    let stated: Vec<_> =
        parts.iter().filter(|part| part.name == Some(SynthesisPart::Verdict)).collect();
    let help = "write `Overall Verdict:` and one of APPROVED, APPROVED_WITH_CONCERNS and REVISE_AND_RESUBMIT";
    let mut verdict = None;
    for part in &stated {
        let Some(read) = words::read_rating(part.value()) else {
            let message = format!("the chair's overall verdict is {}", shown(part.value()));
            notes.error("chair-verdict-invalid", part.line, message, help);
            return None;
        };
        if verdict.is_some_and(|verdict| verdict != read) {
            let message = "the chair states two verdicts that differ; neither counts";
            notes.error("chair-verdict-invalid", part.line, message, "keep the one that is true");
            return None;
        }
        verdict = Some(read);
    }
    if stated.is_empty() {
        let message = "the chair's synthesis states no overall verdict";
        notes.error("chair-verdict-missing", section.line, message, help);
    }
    verdict
}

fn reviewers(part: &SectionPart<'_, SynthesisPart>) -> Vec<PanelSeat> {
    let named = part.lead.split(',').chain(part.items());
    named.filter_map(PanelSeat::from_title).collect()
}

fn revisions(part: &SectionPart<'_, SynthesisPart>, tier: Tier) -> Vec<RecommendedChange> {
    part.lines().into_iter().map(|text| RecommendedChange { tier, text }).collect()
}

fn ratings(part: &SectionPart<'_, SynthesisPart>) -> Vec<SeatRating> {
    let rows = part.table().map(|table| table.rows.as_slice()).unwrap_or_default();
    let row = |row: &council_core::packet::Row| {
        let cell = |at: usize| row.cells.get(at).map_or("", |cell| cell.text.as_str());
        Some(SeatRating {
            seat: PanelSeat::from_title(cell(0))?,
            rating: words::read_rating(cell(1)),
            concern: CleanLine::new(cell(2)),
        })
    };
    rows.iter().filter_map(row).collect()
}

/// Checks that every part is there and says something, be it that there is nothing to say.
fn check_parts(
    section: &FoundSection<'_>,
    parts: &[SectionPart<'_, SynthesisPart>],
    notes: &mut Notes<'_>,
) {
    for (name, code) in [
        (SynthesisPart::Reviewers, "reviewers-list-missing"),
        (SynthesisPart::Consensus, "consensus-missing"),
        (SynthesisPart::Conflicts, "conflicts-missing"),
        (SynthesisPart::Revisions, "revisions-missing"),
        (SynthesisPart::Stakeholder, "stakeholder-missing"),
        (SynthesisPart::Ratings, "ratings-missing"),
        (SynthesisPart::Assessment, "assessment-missing"),
    ] {
        let title = NAMES.iter().find(|(one, _)| *one == name);
        let title = title.and_then(|(_, titles)| titles.first()).copied().unwrap_or_default();
        let said = parts.iter().any(|part| part.name == Some(name) && !part.is_blank());
        // A tier is a part of the revisions, so revisions that only have tiers are not blank.
        let has_tiers = name == SynthesisPart::Revisions
            && parts.iter().any(|part| part.name == Some(name))
            && parts.iter().any(|part| matches!(part.name, Some(SynthesisPart::Tier(_))));
        if !said && !has_tiers {
            notes.error(
                code,
                section.line,
                format!("the chair's synthesis has no `{title}`"),
                format!("add `### {title}`; where there is nothing to say, say so"),
            );
        }
    }
}

fn check_ratings(
    section: &FoundSection<'_>,
    synthesis: &Synthesis,
    reviews: &[SeatReview],
    notes: &mut Notes<'_>,
) {
    let rows: BTreeMap<&PanelSeat, Option<Rating>> =
        synthesis.ratings.iter().rev().map(|row| (&row.seat, row.rating)).collect();
    for review in reviews {
        let seat = &review.seat;
        let (code, message) = match rows.get(seat).copied() {
            None => ("ratings-incomplete", format!("the table of ratings does not list `{seat}`")),
            Some(None) => {
                ("ratings-incomplete", format!("the table has no valid rating of `{seat}`"))
            }
            Some(rating) if rating != review.rating => {
                ("ratings-differ", format!("the table and the review of `{seat}` rate differently"))
            }
            Some(_) => continue,
        };
        let help = "give each reviewer a row with its own rating: Reviewer, Rating, Key Concern";
        notes.error(code, section.line, message, help);
    }
}

fn check_revisions(section: &FoundSection<'_>, synthesis: &Synthesis, notes: &mut Notes<'_>) {
    let says_something = |revision: &&RecommendedChange| !revision.text.is_placeholder();
    let is_empty = synthesis.revisions.iter().find(says_something).is_none();
    match synthesis.verdict {
        Some(Rating::Concerns) if is_empty => notes.error(
            "revisions-empty",
            section.line,
            "no revisions are recommended, and the verdict is not APPROVED",
            "list what should change, or approve without concerns",
        ),
        Some(Rating::Revise) if synthesis.tier(Tier::Must).find(says_something).is_none() => notes
            .error(
                "must-address-missing",
                section.line,
                "the verdict is REVISE_AND_RESUBMIT, and nothing must be addressed before proceeding",
                format!("list at least one item under `#### {}`", words::tier(Tier::Must)),
            ),
        Some(Rating::Approved | Rating::Concerns | Rating::Revise) | None => {}
    }
}
