//! Writes a handoff: one shape, from the value, whatever anyone's words contain.
//!
//! What is not there is not written; no template is left for a reader to stumble over.

use std::fmt::{Display, Write as _};

use council_core::{
    handoff::{
        CleanLine, Decisions, Front, Handoff, HandoffPhase, HandoffStatus, HumanAct, PacketVersion,
        PanelFinding, PanelSeat, Prose, ReReview, Rejection, Revised, RevisionLog, SeatReview,
        Synthesis, Tier,
    },
    ident::ProjectName,
    series::ReviewNumber,
};
use jiff::civil::Date;
use serde_json::{Map, Value};

use super::{escape, words};
use crate::{json, yaml};

/// Writes a handoff with its five sections.
pub fn write(handoff: &Handoff) -> String {
    let mut page = HandoffPage::default();
    if let Some(front) = &handoff.front {
        page.front(front);
    }
    page.title(handoff.front.as_ref());
    page.reviews(&handoff.reviews);
    page.synthesis(handoff.synthesis.as_ref());
    page.decisions(&handoff.decisions);
    page.revisions(&handoff.revisions);
    page.rereview(handoff.rereview.as_ref());
    page.text.truncate(page.text.trim_end().len());
    page.text.push('\n');
    page.text
}

/// Writes the file that opens a re-review: the panel is named and has not met, so there is no verdict yet.
pub fn shell(
    project: &ProjectName,
    number: ReviewNumber,
    version: PacketVersion,
    date: Date,
    reviewers: Vec<PanelSeat>,
) -> String {
    let front = Front {
        phase: HandoffPhase::PanelReview,
        project: Some(project.clone()),
        number: Some(number),
        date: Some(date),
        version: Some(version),
        reviewers,
        status: Some(HandoffStatus::Pending),
        ..Front::new()
    };
    write(&Handoff { front: Some(front), ..Handoff::default() })
}

/// Writes a name as YAML, in quotes where it would be read as a number or a truth value.
fn scalar(name: &str) -> String {
    yaml(&name).trim_end().to_owned()
}

/// Writes a value as YAML. Names and JSON values always have a YAML form, so there is no error to lose.
fn yaml<T: serde::Serialize>(value: &T) -> String {
    yaml::write(value).unwrap_or_default()
}

/// Writes who acted, when, and on what.
fn act_words(act: &HumanAct) -> Option<String> {
    CleanLine::new(&act.to_string()).as_ref().map(escape::line)
}

#[derive(Default)]
struct HandoffPage {
    text: String,
}

impl HandoffPage {
    fn front(&mut self, front: &Front) {
        self.text.push_str("---\n");
        let is_ours = front.phase == HandoffPhase::PanelReview;
        self.key("phase", is_ours.then_some(words::PHASE));
        self.key("project", front.project.as_ref().map(|project| scalar(project.as_str())));
        self.key("review_number", front.number.map(ReviewNumber::value));
        self.key("date", front.date);
        self.key("prd_version_reviewed", front.version);
        let seats = front.reviewers.iter().map(|seat| format!("\n  - {}", scalar(seat.as_str())));
        let seats: String = seats.collect();
        if !seats.is_empty() {
            let _ = writeln!(self.text, "reviewers:{seats}");
        }
        self.key("overall_verdict", front.verdict.map(words::rating));
        self.key("status", front.status.map(words::status));
        let extra = front.extra.iter().map(|one| (one.key.clone(), json::value(&one.node)));
        let extra: Map<String, Value> = extra.collect();
        if !extra.is_empty() {
            self.text.push_str(&yaml(&extra));
        }
        self.text.push_str("---\n\n");
    }

    fn key(&mut self, key: &str, value: Option<impl Display>) {
        if let Some(value) = value {
            let _ = writeln!(self.text, "{key}: {value}");
        }
    }

    fn title(&mut self, front: Option<&Front>) {
        match front.and_then(|front| front.project.as_ref()) {
            Some(project) => self.heading(1, &format!("Council Review: {project}")),
            None => self.heading(1, "Council Review"),
        }
    }

    fn reviews(&mut self, reviews: &[SeatReview]) {
        self.heading(2, "Reviewer Outputs");
        if reviews.is_empty() {
            self.statement("The panel has not met.");
        }
        for review in reviews {
            self.review(review);
            self.statement("---");
        }
    }

    fn review(&mut self, review: &SeatReview) {
        self.heading(3, &review.seat.title());
        let rating = review.rating.map(|rating| words::rating_phrase(rating).to_owned());
        self.labels(&[("Overall Rating", rating)]);
        if !review.biases.is_empty() {
            self.heading(4, "Stated Biases");
            self.bullets(&review.biases);
        }
        for (finding, number) in review.findings.iter().zip(1..) {
            self.heading(4, &format!("Finding {number}"));
            self.finding(finding);
        }
        for (endorsement, number) in review.endorsements.iter().zip(1..) {
            self.heading(4, &format!("Endorsement {number}"));
            self.fields(&[("Description", Some(escape::line(endorsement)))]);
        }
        for (examined, number) in review.examined.iter().zip(1..) {
            self.heading(4, &format!("No Further Findings {number}"));
            self.fields(&[
                ("Sections", Some(escape::line(&examined.sections))),
                ("Questions", Some(escape::line(&examined.questions))),
            ]);
        }
        self.prose(4, "Summary", &review.summary);
    }

    fn finding(&mut self, finding: &PanelFinding) {
        let severity = finding.severity.map(|severity| words::severity(severity).to_owned());
        let certainty = finding.certainty.map(|certainty| words::certainty(certainty).to_owned());
        self.fields(&[
            ("Severity", severity),
            ("Confidence", certainty),
            ("Description", Some(escape::line(&finding.text))),
            ("Quote", finding.quote.as_ref().map(escape::line)),
            ("Recommendation", finding.recommendation.as_ref().map(escape::line)),
        ]);
    }

    fn synthesis(&mut self, synthesis: Option<&Synthesis>) {
        self.heading(2, "Council Chair Synthesis");
        let Some(synthesis) = synthesis.filter(|synthesis| **synthesis != Synthesis::default())
        else {
            self.statement("The chair has not spoken.");
            return;
        };
        let reviewers: Vec<String> = synthesis.reviewers.iter().map(PanelSeat::title).collect();
        if !reviewers.is_empty() {
            self.statement(&format!("**Reviewers**: {}", reviewers.join(", ")));
        }
        if let Some(verdict) = synthesis.verdict {
            self.statement(&format!("Overall Verdict: {}", words::rating(verdict)));
        }
        self.numbered(3, "Consensus Points", &synthesis.consensus, "No consensus points.");
        self.numbered(3, "Conflicts Requiring Resolution", &synthesis.conflicts, "No conflicts.");
        if !synthesis.groups.is_empty() {
            self.numbered(3, "Decision Groups", &synthesis.groups, "");
        }
        self.recommended(synthesis);
        let none = "No stakeholder decisions required.";
        self.numbered(3, "Stakeholder Decisions Required", &synthesis.stakeholder, none);
        self.ratings(synthesis);
        self.prose(3, "Overall Assessment", &synthesis.assessment);
    }

    /// Numbers the revisions through all tiers, so that a decision can name them.
    fn recommended(&mut self, synthesis: &Synthesis) {
        self.heading(3, "Recommended PRD Revisions");
        if synthesis.revisions.is_empty() {
            self.statement("No revisions required.");
        }
        let mut number = 1;
        for tier in Tier::ALL {
            let lines: Vec<CleanLine> = synthesis.tier(tier).map(|one| one.text.clone()).collect();
            if !lines.is_empty() {
                self.heading(4, words::tier(tier));
                self.list(&lines, number);
                number += lines.len();
            }
        }
    }

    fn ratings(&mut self, synthesis: &Synthesis) {
        if synthesis.ratings.is_empty() {
            return;
        }
        self.heading(3, "Individual Reviewer Ratings");
        self.text.push_str("| Reviewer | Rating | Key Concern |\n|---|---|---|\n");
        for row in &synthesis.ratings {
            let rating = row.rating.map_or("", words::rating_phrase);
            let concern = row.concern.as_ref().map(escape::line).unwrap_or_default();
            let _ = writeln!(self.text, "| {} | {rating} | {concern} |", row.seat.title());
        }
        self.text.push('\n');
    }

    fn decisions(&mut self, decisions: &Decisions) {
        self.heading(2, "User Decisions");
        if *decisions == Decisions::default() {
            self.statement(words::UNDECIDED);
            return;
        }
        self.labels(&[
            ("Review Date", decisions.date.map(|date| date.to_string())),
            ("Decision", decisions.answer.map(|answer| words::answer(answer).to_owned())),
        ]);
        for act in &decisions.acts {
            self.labels(&[("Decided By", act_words(act))]);
        }
        let none = "No recommendations accepted. User proceeding without council revisions.";
        self.numbered(3, "Accepted Recommendations", &decisions.accepted, none);
        self.heading(3, "Rejected Recommendations");
        if decisions.rejected.is_empty() {
            self.statement("No recommendations rejected.");
        } else {
            for (rejection, number) in decisions.rejected.iter().zip(1_usize..) {
                self.rejection(rejection, number);
            }
            self.text.push('\n');
        }
        self.heading(3, "Notes");
        if decisions.notes.is_empty() {
            self.statement(words::NO_NOTES);
        } else {
            self.text.push_str(&escape::quotation(&decisions.notes));
            self.text.push('\n');
        }
    }

    /// Writes the reason on a line of its own, which is what parts it from a recommendation that talks of reasons.
    fn rejection(&mut self, rejection: &Rejection, number: usize) {
        let mark = format!("{number}. ");
        let _ = writeln!(self.text, "{mark}{}", escape::line(&rejection.text));
        let indent = " ".repeat(mark.len());
        if let Some(rationale) = &rejection.rationale {
            let _ = writeln!(self.text, "{indent}{} {}", words::BECAUSE, escape::line(rationale));
        } else if rejection.text.as_str().contains(words::BECAUSE) {
            let _ = writeln!(self.text, "{indent}{}", words::BECAUSE);
        }
    }

    fn revisions(&mut self, log: &RevisionLog) {
        self.heading(2, "PRD Revision Log");
        if *log == RevisionLog::default() {
            self.statement("No revision recorded.");
            return;
        }
        let after = log.after.map(|after| match after {
            Revised::Unchanged => "No revision (accepted without changes)".to_owned(),
            Revised::Version(version) => version.to_string(),
        });
        self.labels(&[
            ("PRD version before council", log.before.map(|before| before.to_string())),
            ("PRD version after revisions", after),
            ("Revised By", log.act.as_ref().and_then(act_words)),
        ]);
        self.heading(3, "Changes Made");
        if log.changes.is_empty() {
            self.statement(
                "No PRD changes made. Council findings acknowledged; user proceeding with PRD as-is.",
            );
        } else {
            self.bullets(&log.changes);
        }
    }

    fn rereview(&mut self, rereview: Option<&ReReview>) {
        self.heading(2, "Re-Review Status");
        let Some(rereview) = rereview.filter(|rereview| **rereview != ReReview::default()) else {
            self.statement("No gate decision recorded.");
            return;
        };
        self.labels(&[
            ("Gate Decision", rereview.decision.map(|one| words::decision(one).to_owned())),
            ("Decision Date", rereview.date.map(|date| date.to_string())),
            ("Decided By", rereview.act.as_ref().and_then(act_words)),
            ("Rationale", rereview.rationale.as_ref().map(escape::line)),
            ("Next review scope", rereview.next_scope.as_ref().map(escape::line)),
            ("Next review file", rereview.next_file.as_ref().map(escape::line)),
        ]);
        if let Some((act, reason)) = &rereview.acknowledged {
            self.labels(&[
                ("Acknowledged By", act_words(act)),
                ("Acknowledged Because", Some(escape::line(reason))),
            ]);
        }
    }

    fn heading(&mut self, level: usize, title: &str) {
        let _ = write!(self.text, "{} {title}\n\n", "#".repeat(level));
    }

    /// Writes words of our own.
    fn statement(&mut self, words: &str) {
        let _ = write!(self.text, "{words}\n\n");
    }

    /// Writes labelled values, a paragraph each: in one paragraph a value could run on into the next label.
    fn labels(&mut self, labels: &[(&str, Option<String>)]) {
        for (label, value) in labels {
            if let Some(value) = value {
                let _ = write!(self.text, "**{label}**: {value}\n\n");
            }
        }
    }

    fn fields(&mut self, fields: &[(&str, Option<String>)]) {
        for (label, value) in fields {
            if let Some(value) = value {
                let _ = writeln!(self.text, "- **{label}**: {value}");
            }
        }
        self.text.push('\n');
    }

    fn numbered(&mut self, level: usize, title: &str, lines: &[CleanLine], none: &str) {
        self.heading(level, title);
        if lines.is_empty() {
            self.statement(none);
        } else {
            self.list(lines, 1);
        }
    }

    fn list(&mut self, lines: &[CleanLine], first: usize) {
        for (line, number) in lines.iter().zip(first..) {
            let _ = writeln!(self.text, "{number}. {}", escape::line(line));
        }
        self.text.push('\n');
    }

    fn bullets(&mut self, lines: &[CleanLine]) {
        for line in lines {
            let _ = writeln!(self.text, "- {}", escape::line(line));
        }
        self.text.push('\n');
    }

    fn prose(&mut self, level: usize, title: &str, prose: &Prose) {
        if prose.is_empty() {
            return;
        }
        self.heading(level, title);
        self.text.push_str(&escape::quotation(prose));
        self.text.push('\n');
    }
}
