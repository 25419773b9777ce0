//! The JSON that a seat of a panel, and its chair, answer with. What they add is ignored.

use council_core::{
    finding::Claim,
    handoff::{CleanLine, Prose},
    panel::{Answer, ChairAnswer, DecisionGroup},
};
use council_formats::handoff::words;
use serde::{Deserialize, Serialize};

use crate::reply::{FindingReply, SearchedReply, finding_reply};

/// What a seat says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SeatReply {
    /// What it says of the whole: `APPROVED`, `APPROVED_WITH_CONCERNS` or `REVISE_AND_RESUBMIT`.
    pub rating: String,
    /// What is wrong.
    pub findings: Vec<RemarkReply>,
    /// What is right.
    #[serde(default)]
    pub endorsements: Vec<String>,
    /// What was looked at without finding anything.
    #[serde(default)]
    pub examined: Vec<ExaminedReply>,
    /// The answer in short.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub summary: String,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RemarkReply {
    /// What sort of defect it is: a subcategory of the taxonomy.
    pub subcategory: String,
    /// How bad it is.
    pub severity: String,
    /// How sure the seat is, from 0 to 1.
    pub confidence: f64,
    /// Where it is: `path#anchor`, or `path` for a whole document.
    pub location: String,
    /// The words of the packet that show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// For something missing: what was looked for, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched: Option<SearchedReply>,
    /// The rule that found it, for a reviewer that has rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What is wrong, in a sentence.
    pub description: String,
    /// What would mend it.
    #[serde(default)]
    pub recommendation: String,
}

/// What was looked at without finding anything.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ExaminedReply {
    /// Where.
    pub sections: String,
    /// What was asked.
    pub questions: String,
}

/// What the chair says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ChairReply {
    /// What the chair takes the verdict to be.
    pub verdict: String,
    /// Where it sees seats at odds.
    #[serde(default)]
    pub conflicts: Vec<String>,
    /// What it thinks only a stakeholder can decide.
    #[serde(default)]
    pub questions: Vec<String>,
    /// What it would have decided at once, in its order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupReply>,
    /// What it makes of it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub assessment: String,
}

/// What is decided at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GroupReply {
    /// What it is about.
    pub topic: String,
    /// The recommendations in it, by number.
    pub recommendations: Vec<usize>,
    /// What the reviewers agree on.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub agreed: String,
    /// Where they differ.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub disputed: String,
    /// What a human chooses between.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub choice: String,
}

impl SeatReply {
    /// Returns the reply as a seat would send it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl ChairReply {
    /// Returns the reply as a chair would send it.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl From<Answer> for SeatReply {
    fn from(answer: Answer) -> Self {
        let examined = answer.examined.into_iter().map(|one| ExaminedReply {
            sections: one.sections.to_string(),
            questions: one.questions.to_string(),
        });
        Self {
            rating: words::rating(answer.rating).to_owned(),
            findings: answer.claims.into_iter().map(RemarkReply::from).collect(),
            endorsements: answer.endorsements.iter().map(ToString::to_string).collect(),
            examined: examined.collect(),
            summary: paragraphs(&answer.summary),
        }
    }
}

impl From<ChairAnswer> for ChairReply {
    fn from(answer: ChairAnswer) -> Self {
        let lines = |lines: &[CleanLine]| lines.iter().map(ToString::to_string).collect();
        Self {
            verdict: words::rating(answer.verdict).to_owned(),
            conflicts: lines(&answer.conflicts),
            questions: lines(&answer.questions),
            groups: answer.groups.into_iter().map(GroupReply::from).collect(),
            assessment: paragraphs(&answer.assessment),
        }
    }
}

impl From<DecisionGroup> for GroupReply {
    fn from(group: DecisionGroup) -> Self {
        let words = |line: Option<CleanLine>| line.map(|line| line.to_string()).unwrap_or_default();
        Self {
            topic: group.topic.to_string(),
            recommendations: group.members,
            agreed: words(group.agreed),
            disputed: words(group.disputed),
            choice: words(group.choice),
        }
    }
}

impl From<Claim> for RemarkReply {
    fn from(claim: Claim) -> Self {
        let said = finding_reply((claim, None));
        Self {
            subcategory: said.subcategory.to_string(),
            severity: said.severity.to_string(),
            confidence: said.confidence,
            location: said.location.to_string(),
            quote: said.quote,
            searched: said.searched,
            rule: said.rule,
            description: said.description,
            recommendation: said.remediation,
        }
    }
}

impl From<RemarkReply> for FindingReply<'_> {
    fn from(said: RemarkReply) -> Self {
        Self {
            mode: 0,
            subcategory: said.subcategory.into(),
            severity: said.severity.into(),
            confidence: said.confidence,
            location: said.location.into(),
            quote: said.quote,
            quotes: Vec::new(),
            searched: said.searched,
            rule: said.rule,
            description: said.description,
            remediation: said.recommendation,
            violation: None,
            notes: Vec::new(),
        }
    }
}

fn paragraphs(prose: &Prose) -> String {
    let each: Vec<String> = prose.paragraphs().iter().map(ToString::to_string).collect();
    each.join("\n\n")
}
