//! The chair's synthesis: computed from what the seats say, with what the chair adds in its place. The chair has no vote.

use std::{collections::BTreeMap, fmt::Write as _};

use super::{ChairAnswer, DecisionGroup, Grouping, Issue, Opening, group::shortened};
use crate::{
    authority::{Authority, Participation},
    finding::Claim,
    handoff::{
        CleanLine, PanelSeat, Prose, Rating, RecommendedChange, SeatRating, SeatReview, Synthesis,
        Tier,
    },
    severity::Severity,
    taxonomy::Subcategory,
};

/// The sorts of defects that no editor can mend alone, and what somebody has to decide about them.
const QUESTIONS: [(Subcategory, &str); 2] = [
    (Subcategory::Inconsistency, "which of the two statements holds?"),
    (Subcategory::Infeasible, "what gives way, since it cannot all be had?"),
];

/// The most words of a recommendation in the synthesis; the whole of it stands with whoever made it.
const RECOMMENDED: usize = 26;
/// The most words of a seat's concern in the table of ratings.
const CONCERN: usize = 24;

/// How many of the lesser findings of the rules beside the seats are named; all of them stand in the record.
const BESIDE: usize = 12;

/// What there is to sum up.
pub(super) struct Summed<'a> {
    pub(super) opening: &'a Opening,
    pub(super) reviews: &'a [SeatReview],
    pub(super) issues: &'a [Issue],
    /// What is decided at once.
    pub(super) groups: &'a [DecisionGroup],
    /// How much the seats' word weighs.
    pub(super) authority: &'a Authority,
    /// The verdict that counts.
    pub(super) verdict: Option<Rating>,
    /// What the seats amount to.
    pub(super) computed: Option<Rating>,
}

pub(super) fn synthesis(
    summed: &Summed<'_>,
    chair: Option<&ChairAnswer>,
    lost: &BTreeMap<PanelSeat, String>,
    history: Option<Vec<CleanLine>>,
) -> Synthesis {
    let Summed { reviews, issues, verdict, .. } = *summed;
    let revision = |issue: &Issue| {
        Some(RecommendedChange { tier: issue.tier(), text: issue.in_short(RECOMMENDED)? })
    };
    // A chair that says per group what there is to choose has named what a stakeholder decides.
    let has_choices = summed.groups.iter().any(|group| group.choice.is_some());
    let each = summed.groups.iter().zip(1..).filter(|_| !has_choices);
    let stakeholders = each.filter_map(|(group, number)| stakeholder(group, number, issues));
    Synthesis {
        reviewers: reviews.iter().map(|review| review.seat.clone()).collect(),
        verdict,
        consensus: consensus(summed),
        groups: summed.groups.iter().zip(1..).filter_map(|one| group(summed, one)).collect(),
        conflicts: with(conflicts(reviews), chair.map(|chair| &chair.conflicts)),
        revisions: issues.iter().filter_map(revision).collect(),
        stakeholder: with(stakeholders.collect(), chair.map(|chair| &chair.questions)),
        ratings: reviews.iter().map(|review| row(summed, review)).collect(),
        assessment: assessment(summed, chair, lost, history),
    }
}

/// Returns the word that a panel has for how bad something is.
pub(super) fn grade(severity: Severity) -> &'static str {
    match severity {
        Severity::Blocker => "CRITICAL",
        Severity::Major => "HIGH",
        Severity::Minor => "MEDIUM",
        Severity::Note => "LOW",
    }
}

/// Says what is decided at once: what it is about, its recommendations and who speaks, and what the chair says of it.
fn group(summed: &Summed<'_>, (group, number): (&DecisionGroup, usize)) -> Option<CleanLine> {
    let severity = grade(group.severity(summed.issues)?);
    let members: Vec<String> = group.members.iter().map(ToString::to_string).collect();
    let mut words = format!(
        "G{number} {} ({severity}; {} {}; {})",
        group.topic,
        if members.len() == 1 { "recommendation" } else { "recommendations" },
        members.join(", "),
        titles(&group.seats(summed.issues)),
    );
    for (label, said) in
        [("agreed", &group.agreed), ("disputed", &group.disputed), ("to choose", &group.choice)]
    {
        if let Some(said) = said {
            let _ = write!(words, " {label}: {said}");
        }
    }
    CleanLine::new(&words)
}

/// Returns what more than one seat says, group by group. One reader in several seats that says one thing twice agrees
/// with nobody.
fn consensus(summed: &Summed<'_>) -> Vec<CleanLine> {
    let Summed { reviews, issues, groups, .. } = *summed;
    if issues.is_empty() {
        let all = match summed.opening.grouping {
            // What the rules do not find in any seat is what one reader does not find.
            Grouping::Fourth | Grouping::Fifth if summed.authority.is_unheld() => {
                return Vec::new();
            }
            Grouping::Fourth | Grouping::Fifth => {
                format!("all {} seats: nothing was found to fix", reviews.len())
            }
            Grouping::First | Grouping::Second | Grouping::Third => {
                format!("all {} seats: nothing was found that has to be mended", reviews.len())
            }
        };
        return CleanLine::new(&all).into_iter().collect();
    }
    let is_agreed = |group: &&DecisionGroup| {
        let claims = group.issues(issues).flat_map(|issue| &issue.claims);
        let has_own_words = claims.into_iter().any(|locked| locked.claim().rule.is_none());
        has_own_words && !group.is_mixed && group.seats(issues).len() > 1
    };
    let said = groups.iter().filter(is_agreed).filter_map(|group| {
        let agreed = group.agreed.as_ref().unwrap_or(&group.topic);
        CleanLine::new(&format!("{}: {agreed}", titles(&group.seats(issues))))
    });
    said.collect()
}

fn titles(seats: &[PanelSeat]) -> String {
    seats.iter().map(PanelSeat::title).collect::<Vec<_>>().join(", ")
}

/// Returns where seats say the opposite: one would build it as it is and says why, another would send it back. A seat that
/// has nothing to say contradicts nobody.
fn conflicts(reviews: &[SeatReview]) -> Vec<CleanLine> {
    let titles = |rating: Rating, has_reasons: fn(&SeatReview) -> bool| {
        let those = reviews.iter().filter(|review| review.rating == Some(rating));
        let those = those.filter(|review| has_reasons(review));
        those.map(|review| review.seat.title()).collect::<Vec<_>>().join(", ")
    };
    let strict = titles(Rating::Revise, |_| true);
    let calm = titles(Rating::Approved, |review| !review.endorsements.is_empty());
    if strict.is_empty() || calm.is_empty() {
        return Vec::new();
    }
    let words = format!("{strict} would send it back; {calm} found nothing to object to");
    CleanLine::new(&words).into_iter().collect()
}

/// Returns what only a stakeholder can decide about a group: the first of its issues that no editor can mend alone.
fn stakeholder(group: &DecisionGroup, number: usize, issues: &[Issue]) -> Option<CleanLine> {
    group.issues(issues).find_map(|issue| {
        let subcategory = issue.claims.first()?.claim().subcategory;
        let question = QUESTIONS.iter().find(|(sort, _)| *sort == subcategory)?.1;
        let text = shortened(issue.text()?.as_str(), CONCERN);
        CleanLine::new(&format!("G{number}: {question} {text}"))
    })
}

fn row(summed: &Summed<'_>, review: &SeatReview) -> SeatRating {
    let grouping = summed.opening.grouping;
    let concern = if grouping < Grouping::Fifth {
        review.findings.first().map(|finding| shortened(finding.text.as_str(), CONCERN))
    } else {
        let first = summed.issues.iter().find(|issue| issue.seats.contains(&review.seat));
        first.and_then(Issue::headline).map(|words| shortened(&words, CONCERN))
    };
    let none = (grouping >= Grouping::Fourth).then(|| "none".to_owned());
    let concern = concern.or(none).and_then(|words| CleanLine::new(&words));
    SeatRating { seat: review.seat.clone(), rating: review.rating, concern }
}

/// Adds what the chair says to what is computed, each line once.
fn with(mut lines: Vec<CleanLine>, said: Option<&Vec<CleanLine>>) -> Vec<CleanLine> {
    for line in said.into_iter().flatten() {
        if !lines.contains(line) {
            lines.push(line.clone());
        }
    }
    lines
}

fn assessment(
    summed: &Summed<'_>,
    chair: Option<&ChairAnswer>,
    lost: &BTreeMap<PanelSeat, String>,
    history: Option<Vec<CleanLine>>,
) -> Prose {
    let Summed { reviews, issues, verdict, .. } = *summed;
    let count = |tier| issues.iter().filter(|issue| issue.tier() == tier).count();
    let is_plain = summed.opening.grouping >= Grouping::Fourth;
    let recommended = match issues.len() {
        1 if is_plain => "one revision is recommended".to_owned(),
        many => format!("{many} revisions are recommended"),
    };
    let why = match verdict {
        Some(Rating::Revise) => format!(
            "The verdict is to revise: {} of the recommended revisions must be made before the work goes on.",
            count(Tier::Must)
        ),
        Some(Rating::Concerns) => format!(
            "The verdict is to approve with concerns: nothing critical stands, and {recommended}."
        ),
        Some(Rating::Approved) | None if is_plain => {
            "The verdict is to approve: no seat found anything to fix.".to_owned()
        }
        Some(Rating::Approved) | None => {
            "The verdict is to approve: no seat found anything that has to be mended.".to_owned()
        }
    };
    let [must, should, could, deferred] = Tier::ALL.map(count);
    let seats = reviews.iter().filter(|review| is_seat(review)).count();
    let raised = match issues.len() {
        1 if is_plain => "1 issue".to_owned(),
        many => format!("{many} issues"),
    };
    let counts = if summed.opening.grouping >= Grouping::Fifth {
        let each = [(must, "critical"), (should, "high"), (could, "medium"), (deferred, "low")];
        let each = each.iter().filter(|(count, _)| *count > 0);
        let each: Vec<String> = each.map(|(count, grade)| format!("{count} {grade}")).collect();
        if each.is_empty() {
            format!("The {seats} seats raised no issue.")
        } else {
            format!("The {seats} seats raised {raised}: {}.", each.join(", "))
        }
    } else if is_plain && issues.is_empty() {
        format!("{seats} seats raised no issue.")
    } else {
        format!(
            "{seats} seats raised {raised}: {must} critical, {should} high, {could} medium, {deferred} low."
        )
    };
    let mut said = vec![why, counts, filled(summed)];
    said.extend(beside(summed));
    if !summed.authority.is_unheld() {
        said.push(format!("Authority: {}.", summed.authority.in_short()));
    }
    said.extend(mismatch(summed, chair));
    let gone = |(seat, reason): (&PanelSeat, &String)| {
        format!("The panel was not whole: the {} was lost ({reason}).", seat.title())
    };
    said.extend(lost.iter().map(gone));
    said.extend(summed.opening.unseated.iter().map(ToString::to_string));
    let own = said.iter().filter_map(|words| CleanLine::new(words));
    let added = chair.map(|chair| chair.assessment.paragraphs().to_vec()).unwrap_or_default();
    own.chain(history.unwrap_or_default()).chain(added).collect()
}

/// Says what the rules found beside the seats that others filled: what has to be decided, and what is only told.
fn beside(summed: &Summed<'_>) -> Option<String> {
    let all = &summed.opening.beside;
    let lesser: Vec<String> =
        all.iter().filter(|claim| claim.severity < Severity::Major).map(told).collect();
    let grave = all.len() - lesser.len();
    let first = "The offline rules sat beside the seats that others filled";
    let named = lesser.iter().take(BESIDE).map(String::as_str).collect::<Vec<_>>().join(", ");
    let more = match lesser.len().saturating_sub(BESIDE) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    match (grave, lesser.len()) {
        (0, 0) => None,
        (_, 0) => Some(format!("{first}: what they found is stated under Offline Rules.")),
        (0, _) => Some(format!("{first} and found, with nothing of it to decide: {named}{more}.")),
        _ => Some(format!(
            "{first}: what is grave is stated under Offline Rules; they also found, with nothing of it to decide: {named}{more}."
        )),
    }
}

/// Names a finding of a rule and its place.
fn told(claim: &Claim) -> String {
    let rule = claim.rule.as_deref().unwrap_or("a rule");
    match &claim.location.anchor {
        Some(anchor) => format!("{rule} ({anchor})"),
        None => format!("{rule} (the document)"),
    }
}

/// Tells whether a review is that of a seat, and not what the rules state beside the seats.
fn is_seat(review: &SeatReview) -> bool {
    review.seat != PanelSeat::rules_beside()
}

/// Says what filled the seats, and that one reader in all of them agrees only with itself.
fn filled(summed: &Summed<'_>) -> String {
    let mut by: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for review in summed.reviews.iter().filter(|review| is_seat(review)) {
        let filled = summed.opening.filled_by.get(&review.seat).map_or("nobody", CleanLine::as_str);
        by.entry(filled).or_default().push(review.seat.title());
    }
    if let [only] = by.keys().copied().collect::<Vec<_>>().as_slice() {
        return format!(
            "Every seat was filled by {only}; where seats agree, it is one reader agreeing with itself from another point of view."
        );
    }
    let each = by.iter().map(|(filled, seats)| format!("{} by {filled}", seats.join(", ")));
    let each: Vec<String> = each.collect();
    let said = format!("The seats were filled by {} reviewers: {}.", by.len(), each.join("; "));
    let is_one_family =
        summed.authority.standing == Participation::Full && !summed.authority.is_consensus();
    let is_unknown = summed.authority.families.contains(Authority::UNKNOWN_FAMILY);
    match (is_one_family, is_unknown) {
        (false, _) => said,
        (true, false) => format!(
            "{said} All of them are of one family: where seats agree, it agrees with itself."
        ),
        (true, true) => format!(
            "{said} Nobody knows who trained all of them: where seats agree, it may be one model under several names."
        ),
    }
}

/// Says that the chair took the verdict to be another one than the seats amount to.
fn mismatch(summed: &Summed<'_>, chair: Option<&ChairAnswer>) -> Option<String> {
    let (stated, computed) = (chair?.verdict, summed.computed?);
    let words = |rating| match rating {
        Rating::Approved => "to approve",
        Rating::Concerns => "to approve with concerns",
        Rating::Revise => "to revise",
    };
    (stated != computed).then(|| {
        format!(
            "CHAIR_MISMATCH: the chair takes the verdict to be {}, and the seats amount to one {}; the stricter counts.",
            words(stated),
            words(computed)
        )
    })
}
