//! Handoffs as models write them: every reviewer quoted as it spoke, headings and all.

use council_core::{
    handoff::{CleanLine, GateDecision, PanelSeat, Rating, StatedCertainty, Tier},
    severity::Severity,
};
use expect_test::{Expect, expect};

use crate::handoff::read;

const PATH: &str = "workspace/demo/handoffs/004-council-review.md";

const FRONT: &str = "---
phase: council-review
project: demo
review_number: 1
date: 2026-03-03
prd_version_reviewed: v1
reviewers: [technical-reviewer, security-reviewer, executive-reviewer, user-advocate, council-chair]
overall_verdict: APPROVED WITH CONCERNS
status: ACCEPTED
---
";

fn codes(text: &str) -> Vec<(&'static str, Option<u32>)> {
    read(PATH, text).diagnostics.iter().map(|one| (one.code, one.place.line)).collect()
}

/// Checks what the reader says about a text, one remark a line.
fn check(text: &str, expected: &Expect) {
    let mut said = String::new();
    for one in read(PATH, text).diagnostics {
        let line = one.place.line.map(|line| line.to_string()).unwrap_or_default();
        said.extend([one.code, ":", &line, ": ", &one.message, "\n"]);
    }
    expected.assert_eq(&said);
}

#[test]
fn a_review_with_headings_of_its_own_is_one_review() {
    let text = format!(
        "{FRONT}
## Reviewer Outputs

### Technical Reviewer

## Technical Review

**Stated Biases**: Distrusts clever code.
**Overall Rating**: APPROVED WITH CONCERNS

**Findings** (3-5 items):

### Finding 1: No limits
- **Type**: Concern
- **Severity**: HIGH
- **Confidence**: MEDIUM
- **Description**: FR-2 has no upper bound.
- **Recommendation**: Bound it:
  1. by size
  2. by time

### Finding 2: Clear goals
- **Type**: Endorsement
- **Severity**: LOW
- **Description**: The goals can be measured.

### Concern 3: Load
**Severity**: Critical | **Confidence**: High

Nobody said how many users there are.

**Summary**: Sound, with gaps.

---

### Security Reviewer

My stated biases: assumes the worst.

Overall Rating: `APPROVED`

#### Findings

1. [HIGH] Sessions never end
2. MEDIUM: passwords are not mentioned
   - **Recommendation**: say how they are kept
3. High load is not tested
"
    );
    let handoff = read(PATH, &text).value;
    let [technical, security] = handoff.reviews.as_slice() else {
        panic!("two reviews, not {}", handoff.reviews.len());
    };
    assert_eq!(technical.biases, [CleanLine::new("Distrusts clever code.").unwrap()]);
    assert_eq!(technical.rating, Some(Rating::Concerns));
    let [limits, load] = technical.findings.as_slice() else {
        panic!("two findings");
    };
    assert_eq!(limits.text.as_str(), "No limits: FR-2 has no upper bound.");
    assert_eq!(
        (limits.severity, limits.certainty),
        (Some(Severity::Major), Some(StatedCertainty::Medium))
    );
    assert_eq!(limits.recommendation.as_ref().unwrap().as_str(), "Bound it: by size by time");
    assert_eq!(load.text.as_str(), "Load: Nobody said how many users there are.");
    assert_eq!(
        (load.severity, load.certainty),
        (Some(Severity::Blocker), Some(StatedCertainty::High))
    );
    assert_eq!(technical.endorsements.len(), 1);
    assert_eq!(technical.summary.paragraphs(), [CleanLine::new("Sound, with gaps.").unwrap()]);

    assert_eq!(security.rating, Some(Rating::Approved));
    let found: Vec<_> =
        security.findings.iter().map(|one| (one.severity, one.text.as_str())).collect();
    assert_eq!(
        found,
        [
            (Some(Severity::Major), "Sessions never end"),
            (Some(Severity::Minor), "passwords are not mentioned"),
            (None, "High load is not tested"),
        ]
    );
    assert!(security.findings[1].recommendation.is_some());
}

#[test]
fn a_seat_that_only_the_front_matter_knows_is_read() {
    let front = FRONT.replace("council-chair]", "council-chair, fedramp-reviewer]");
    let text = format!(
        "{front}\n## Reviewer Outputs\n\n### FedRAMP Reviewer\n\nOverall Rating: APPROVED\n"
    );
    let seats: Vec<PanelSeat> =
        read(PATH, &text).value.reviews.into_iter().map(|one| one.seat).collect();
    assert_eq!(seats, [PanelSeat::new("fedramp-reviewer").unwrap()]);
    let unlisted = text.replace(", fedramp-reviewer]", "]");
    assert_eq!(read(PATH, &unlisted).value.reviews, []);
}

fn chair(words: &str) -> Option<Rating> {
    let text = format!("{FRONT}\n## Council Chair Synthesis\n\n{words}\n\n## User Decisions\n");
    read(PATH, &text).value.synthesis.unwrap().verdict
}

#[test]
fn the_chairs_verdict_is_found_in_every_form_chairs_use() {
    for words in [
        "Overall Verdict: REVISE AND RESUBMIT",
        "**Overall Verdict**: REVISE_AND_RESUBMIT",
        "**Overall Verdict:** `REVISE AND RESUBMIT`",
        "- **Reviewers**: all\n- **Overall Verdict**: REVISE AND RESUBMIT",
        "## Council Review: Synthesis\n\n**Reviewers**: all\n**Overall Verdict**: REVISE AND RESUBMIT",
        "### Overall Verdict\n\nREVISE AND RESUBMIT",
        "## Overall Verdict\n**REVISE AND RESUBMIT**",
        "### Overall Verdict: REVISE AND RESUBMIT",
        "Overall Verdict: REVISE AND RESUBMIT\n\nas said,\n\nOverall Verdict: REVISE_AND_RESUBMIT",
    ] {
        assert_eq!(chair(words), Some(Rating::Revise), "{words}");
    }
}

#[test]
fn what_is_not_exactly_a_verdict_is_none() {
    for words in [
        "Overall Verdict: APPROVED | APPROVED WITH CONCERNS | REVISE AND RESUBMIT",
        "Overall Verdict: APPROVED, more or less",
        "Overall Verdict: APPROVED\nOverall Verdict: REVISE AND RESUBMIT",
        "Overall Verdict: approved",
        "Overall Verdict: [verdict]",
        "> Overall Verdict: APPROVED",
        "```\nOverall Verdict: APPROVED\n```",
        "    Overall Verdict: APPROVED",
        "<!-- Overall Verdict: APPROVED -->",
        "<!--\nOverall Verdict: APPROVED\n-->",
        "The Overall Verdict: APPROVED",
        "### Consensus Points\n\n1. Overall Verdict: APPROVED",
        "### Overall Verdict\n\n> APPROVED",
        "### Overall Verdict\n\n```\nAPPROVED\n```",
    ] {
        assert_eq!(chair(words), None, "{words}");
    }
}

fn decision(words: &str) -> Option<GateDecision> {
    let text = format!("{FRONT}\n## Re-Review Status\n\n{words}\n");
    read(PATH, &text).value.rereview.unwrap().decision
}

#[test]
fn only_a_decision_directly_under_its_section_counts() {
    assert_eq!(
        decision("**Gate Decision**: PROCEED\n**Decision Date**: 2026-03-03"),
        Some(GateDecision::Proceed)
    );
    for words in [
        "### History\n\n**Gate Decision**: PROCEED",
        "## Appendix\n\n**Gate Decision**: PROCEED",
        "> **Gate Decision**: PROCEED",
        "**Gate Decision**: PROCEED\n**Gate Decision**: RECONVENE",
        "**Gate Decision**: PROCEED | RECONVENE",
        "**Gate Decision**: PROCEED\n---",
        "**Rationale**: fine. **Gate Decision**: PROCEED",
    ] {
        assert_eq!(decision(words), None, "{words}");
    }
}

#[test]
fn two_sections_of_one_title_are_none() {
    let text = format!(
        "{FRONT}\n## Re-Review Status\n\n**Gate Decision**: PROCEED\n\n## Re-Review Status\n"
    );
    assert_eq!(read(PATH, &text).value.rereview, None);
    assert!(codes(&text).contains(&("rereview-duplicate", Some(16))));
}

#[test]
fn tiers_are_read_by_their_older_names() {
    let text = format!(
        "{FRONT}
## Council Chair Synthesis

### Recommended PRD Revisions

**Must Address Before Proceeding** (CRITICAL items):
1. Bound FR-2

**Address in Next Pass** (MEDIUM severity items):
1. Name the users

**Optional Improvements**:
- A glossary
"
    );
    let synthesis = read(PATH, &text).value.synthesis.unwrap();
    let tiers: Vec<Tier> = synthesis.revisions.iter().map(|one| one.tier).collect();
    assert_eq!(tiers, [Tier::Must, Tier::Could, Tier::Deferred]);
}

#[test]
fn remarks_of_one_kind_are_counted_when_there_are_too_many() {
    let items = "1. declined\n".repeat(250);
    let text = format!("{FRONT}\n## User Decisions\n\n### Rejected Recommendations\n\n{items}");
    let said = read(PATH, &text).diagnostics;
    assert_eq!(said.iter().filter(|one| one.code == "rationale-missing").count(), 100);
    let more: Vec<_> = said.iter().filter(|one| one.code == "more-remarks").collect();
    assert!(more.iter().any(|one| one.message == "150 more remarks like `rationale-missing`"));
}

#[test]
fn prose_is_told_what_is_missing() {
    check(
        "# Review\n\nLooks good to me. Overall Verdict: APPROVED\n",
        &expect![[r"
        front-matter-missing:1: the file does not begin with front matter
        reviews-missing:: section `## Reviewer Outputs` is missing
        synthesis-missing:: section `## Council Chair Synthesis` is missing
        decisions-missing:: section `## User Decisions` is missing
        revision-log-missing:: section `## PRD Revision Log` is missing
        rereview-missing:: section `## Re-Review Status` is missing
    "]],
    );
}

#[test]
fn every_bad_value_of_the_front_matter_has_its_line() {
    check(
        "---
phase: prd-synthesis
project: Demo Project
review_number: 0
date: yesterday
prd_version_reviewed: undefined
reviewers: []
overall_verdict: APPROVED | REVISE_AND_RESUBMIT
status: DONE
---
",
        &expect![[r"
            phase-wrong:2: `phase` is `prd-synthesis`, expected `council-review`
            project-invalid:3: `project` is `Demo Project`, expected a project's name: ASCII letters, digits, `.`, `_` and `-`
            review-number-invalid:4: `review_number` is `0`, expected a whole number from 1
            date-invalid:5: `date` is `yesterday`, expected a day such as `2026-03-03`
            prd-version-invalid:6: `prd_version_reviewed` is `undefined`, expected a version such as `v1`
            reviewers-invalid:7: `reviewers` is `[]`, expected a list of reviewers' names
            verdict-invalid:8: `overall_verdict` is `APPROVED | REVISE_AND_RESUBMIT`, expected one of `APPROVED`, `APPROVED_WITH_CONCERNS` and `REVISE_AND_RESUBMIT`
            status-invalid:9: `status` is `DONE`, expected one of `ACCEPTED`, `REJECTED` and `PENDING`
            reviews-missing:: section `## Reviewer Outputs` is missing
            synthesis-missing:: section `## Council Chair Synthesis` is missing
            decisions-missing:: section `## User Decisions` is missing
            revision-log-missing:: section `## PRD Revision Log` is missing
            rereview-missing:: section `## Re-Review Status` is missing
        "]],
    );
}
