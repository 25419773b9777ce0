//! What the seats said, from the section of reviewer outputs.

use std::collections::BTreeSet;

use council_core::handoff::{PanelSeat, Rating, SeatReview};

use super::{
    finding,
    notes::{Notes, shown},
    part::{Named, SectionPart, after_title, split},
    section::FoundSection,
};
use crate::{
    handoff::words,
    markdown::{BlockKind, MarkdownBlock},
};

/// A part of a review.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReviewPart {
    Biases,
    Rating,
    Findings,
    Finding,
    Endorsement,
    Examined,
    Summary,
}

/// What people call the list of what a seat leans to.
const BIASES: [&str; 6] =
    ["Stated Biases", "My Stated Biases", "Stated Bias", "Biases", "My Biases", "Bias"];

/// Reads the reviews of the seats a heading may name.
pub(super) fn read(
    section: &FoundSection<'_>,
    seats: &BTreeSet<PanelSeat>,
    notes: &mut Notes<'_>,
) -> Vec<SeatReview> {
    let mut reviews: Vec<SeatReview> = Vec::new();
    let mut seen = BTreeSet::new();
    for (seat, line, blocks) in subsections(section.blocks, seats) {
        if seat.is_chair() {
            notes.error(
                "chair-among-reviewers",
                line,
                "the chair has a subsection among the reviewers",
                "the chair speaks under `## Council Chair Synthesis`",
            );
            continue;
        }
        if !seen.insert(seat.clone()) {
            notes.error(
                "reviewer-duplicate",
                line,
                format!("a second review of `{seat}`; the first one counts"),
                "keep the one that is true",
            );
            continue;
        }
        let review = review(seat, line, blocks, notes);
        check(&review, line, notes);
        reviews.push(review);
    }
    check_order(&reviews, section.line, notes);
    for seat in PanelSeat::core() {
        let spoke = reviews.iter().any(|review| review.seat == seat && !review.is_empty());
        if !spoke {
            notes.error(
                "core-reviewer-missing",
                section.line,
                format!("`{seat}` has not spoken"),
                format!("add a subsection `### {}` with its review", seat.title()),
            );
        }
    }
    reviews
}

/// Checks that the core reviewers speak in order, and specialists after them.
fn check_order(reviews: &[SeatReview], line: u32, notes: &mut Notes<'_>) {
    let core = PanelSeat::core();
    let place = |review: &SeatReview| {
        core.iter().position(|seat| *seat == review.seat).unwrap_or(core.len())
    };
    let late =
        reviews.iter().zip(reviews.iter().skip(1)).find(|(one, next)| place(next) < place(one));
    if let Some((one, next)) = late {
        notes.error(
            "reviewer-order",
            line,
            format!("`{}` speaks after `{}`", next.seat, one.seat),
            "the order is technical, security, executive, user advocate, then specialists",
        );
    }
}

/// Splits the section at the headings that name a seat. Other headings belong to the seat that speaks.
fn subsections<'a>(
    blocks: &'a [MarkdownBlock],
    seats: &BTreeSet<PanelSeat>,
) -> Vec<(PanelSeat, u32, &'a [MarkdownBlock])> {
    let named = |block: &MarkdownBlock| match &block.kind {
        BlockKind::Heading { level: 3, text } if block.quotes == 0 && block.items == 0 => {
            PanelSeat::from_title(text).filter(|seat| seats.contains(seat))
        }
        BlockKind::Heading { .. }
        | BlockKind::Paragraph { .. }
        | BlockKind::Item { .. }
        | BlockKind::Table(_)
        | BlockKind::Code { .. }
        | BlockKind::Html
        | BlockKind::Rule => None,
    };
    let mut found = Vec::new();
    let mut rest = blocks;
    while let Some((first, after)) = rest.split_first() {
        let Some(seat) = named(first) else {
            rest = after;
            continue;
        };
        let end = after.iter().position(|block| named(block).is_some()).unwrap_or(after.len());
        let (own, others) = after.split_at(end);
        found.push((seat, first.line, own));
        rest = others;
    }
    found
}

fn review(
    seat: PanelSeat,
    line: u32,
    blocks: &[MarkdownBlock],
    notes: &mut Notes<'_>,
) -> SeatReview {
    let parts = split(blocks, name);
    let mut review = SeatReview::new(seat);
    review.rating = rating(&review.seat, line, &parts, notes);
    for part in &parts {
        match part.name {
            Some(ReviewPart::Biases) => review.biases.extend(part.lines_or_paragraphs()),
            Some(ReviewPart::Summary) => {
                let more = part.prose();
                let all = review.summary.paragraphs().iter().chain(more.paragraphs());
                review.summary = all.cloned().collect();
            }
            Some(ReviewPart::Findings) => finding::listed(part, &mut review),
            Some(ReviewPart::Finding) => finding::titled(part, &mut review),
            Some(ReviewPart::Endorsement) => review.endorsements.extend(finding::endorsement(part)),
            Some(ReviewPart::Examined) => review.examined.extend(finding::examined(part)),
            Some(ReviewPart::Rating) | None => {}
        }
    }
    review
}

fn name(text: &str) -> Named<ReviewPart> {
    let exact = |name, title| after_title(text, title).map(|lead| (name, lead.to_owned()));
    let numbered = |name, title| numbered(text, title).map(|lead| (name, lead.to_owned()));
    BIASES
        .iter()
        .find_map(|title| exact(ReviewPart::Biases, title))
        .or_else(|| exact(ReviewPart::Rating, "Overall Rating"))
        .or_else(|| exact(ReviewPart::Findings, "Findings"))
        .or_else(|| exact(ReviewPart::Summary, "Summary"))
        .or_else(|| numbered(ReviewPart::Finding, "Finding"))
        .or_else(|| numbered(ReviewPart::Finding, "Concern"))
        .or_else(|| numbered(ReviewPart::Finding, "Issue"))
        .or_else(|| numbered(ReviewPart::Endorsement, "Endorsement"))
        .or_else(|| numbered(ReviewPart::Examined, "No Further Findings"))
}

/// Returns what stands after a title with a number: `Finding 1`, `Finding 1: words`.
fn numbered<'a>(text: &'a str, title: &str) -> Option<&'a str> {
    let head = text.get(..title.len()).filter(|head| head.eq_ignore_ascii_case(title))?;
    let rest = text.get(head.len()..)?.trim_start().trim_start_matches('#');
    let words = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if words.len() == rest.len() {
        return None;
    }
    let words = words.trim_start();
    let lead = words.strip_prefix([':', '-', '–', '—', '.']).map(str::trim_start);
    if words.is_empty() { Some(words) } else { lead }
}

fn rating(
    seat: &PanelSeat,
    line: u32,
    parts: &[SectionPart<'_, ReviewPart>],
    notes: &mut Notes<'_>,
) -> Option<Rating> {
    let stated: Vec<_> =
        parts.iter().filter(|part| part.name == Some(ReviewPart::Rating)).collect();
    let help = "write `**Overall Rating**:` and one of APPROVED, APPROVED WITH CONCERNS and REVISE AND RESUBMIT";
    let mut ratings = Vec::new();
    for part in &stated {
        match words::read_rating(part.value()) {
            Some(rating) => ratings.push(rating),
            None => notes.error(
                "rating-invalid",
                part.line,
                format!("the overall rating of `{seat}` is {}", shown(part.value())),
                help,
            ),
        }
    }
    if stated.is_empty() {
        notes.error("rating-missing", line, format!("`{seat}` gives no overall rating"), help);
    }
    // Of two ratings the stricter one counts: nobody can soften a review by repeating it.
    ratings.into_iter().max()
}

fn check(review: &SeatReview, line: u32, notes: &mut Notes<'_>) {
    let seat = &review.seat;
    if review.is_empty() {
        return;
    }
    if review.biases.is_empty() {
        notes.error(
            "biases-missing",
            line,
            format!("`{seat}` states no biases"),
            "add `Stated Biases` with what the reviewer leans to",
        );
    }
    // Nobody is made to invent a defect. What is then missing from the contract's least is said all the same.
    if review.findings.is_empty() {
        notes.error(
            "severity-missing",
            line,
            format!(
                "`{seat}` has no finding, and at least {} are asked for, one of them with a severity",
                SeatReview::FEWEST
            ),
            "a reviewer who reads meaning, a model or a person, may find what is missing",
        );
        return;
    }
    // Who says what was examined to no effect has said everything: that entry stands for those that are missing.
    if review.entries() < SeatReview::FEWEST && review.examined.is_empty() {
        notes.error(
            "too-few-findings",
            line,
            format!(
                "`{seat}` has {} of at least {} findings",
                review.entries(),
                SeatReview::FEWEST
            ),
            "list each as `#### Finding 1`, `#### Finding 2` and so on",
        );
    }
    if review.worst().is_none() {
        notes.error(
            "severity-missing",
            line,
            format!("no finding of `{seat}` has a severity"),
            "label at least one finding CRITICAL, HIGH, MEDIUM or LOW",
        );
    }
}
