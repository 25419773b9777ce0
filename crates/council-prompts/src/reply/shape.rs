//! The JSON a seat answers with. What a seat may leave out has a default; what it adds is ignored.

use std::{borrow::Cow, fmt, ops::Deref};

use serde::{Deserialize, Deserializer, Serialize, de};
use serde_json::Value;

/// Text that is looked up or taken over once: where it needs no unescaping it stays in the reply.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct ReplyText<'a>(Cow<'a, str>);

impl Deref for ReplyText<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for ReplyText<'_> {
    fn from(word: String) -> Self {
        Self(word.into())
    }
}

impl<'a> From<&'a str> for ReplyText<'a> {
    fn from(word: &'a str) -> Self {
        Self(word.into())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for ReplyText<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(WordVisitor)
    }
}

struct WordVisitor;

impl<'de> de::Visitor<'de> for WordVisitor {
    type Value = ReplyText<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, word: &'de str) -> Result<ReplyText<'de>, E> {
        Ok(word.into())
    }

    fn visit_str<E>(self, word: &str) -> Result<ReplyText<'de>, E> {
        Ok(word.to_owned().into())
    }
}

/// Everything a seat can say, in any round.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reply<'a> {
    /// What is wrong with the packet; in the last round nobody may bring anything new.
    #[serde(borrow)]
    pub findings: Vec<FindingReply<'a>>,
    /// What the seat thinks of the findings it was shown.
    #[serde(borrow)]
    pub opinions: Vec<OpinionReply<'a>>,
    /// How it would mend them.
    #[serde(borrow)]
    pub proposals: Vec<ProposalReply<'a>>,
    /// Which of them are one defect.
    #[serde(borrow, skip_serializing_if = "Vec::is_empty")]
    pub same: Vec<SameReply<'a>>,
    /// Its votes on whether findings are valid.
    #[serde(borrow)]
    pub validity: Vec<VoteReply<'a>>,
    /// Its votes on whether remediations are good.
    #[serde(borrow)]
    pub remediation: Vec<VoteReply<'a>>,
    /// What it would ask the author.
    pub questions: Vec<String>,
    /// How it sees the packet against the vision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub north_star: Option<AssessmentReply>,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FindingReply<'a> {
    /// The reasoning mode that led to it: one of the seat's five.
    pub mode: u8,
    /// What sort of defect it is: a subcategory of the taxonomy.
    #[serde(borrow)]
    pub subcategory: ReplyText<'a>,
    /// How bad it is.
    #[serde(borrow)]
    pub severity: ReplyText<'a>,
    /// How sure the seat is, from 0 to 1.
    pub confidence: f64,
    /// Where it is: `path#anchor`, or `path` for a whole document.
    #[serde(borrow)]
    pub location: ReplyText<'a>,
    /// The words of the packet that show it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
    /// The same, where one place does not show it: all of them.
    #[serde(default, deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub quotes: Vec<String>,
    /// For something missing: what was looked for, and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub searched: Option<SearchedReply>,
    /// The rule that found it, for a reviewer that has rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What is wrong, in a sentence.
    pub description: String,
    /// What would mend it.
    pub remediation: String,
    /// How it breaks the vision, if it does.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub violation: Option<ReplyText<'a>>,
    /// The notes it goes back to, by their marks. Whatever else stands there is no reason to refuse the reply.
    #[serde(default, deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// What was looked for and not found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SearchedReply {
    /// The terms.
    pub terms: Vec<String>,
    /// The sections looked through; none for the whole packet.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<String>,
}

/// What a seat thinks of a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpinionReply<'a> {
    /// The finding's id, as it was shown.
    #[serde(borrow)]
    pub finding: ReplyText<'a>,
    /// Whether it holds.
    pub holds: bool,
    /// How bad it is, if it holds.
    #[serde(borrow, default, skip_serializing_if = "Option::is_none")]
    pub severity: Option<ReplyText<'a>>,
    /// Why.
    #[serde(borrow)]
    pub rationale: ReplyText<'a>,
    /// The notes it goes back to, by their marks. Whatever else stands there is no reason to refuse the reply.
    #[serde(default, deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Two findings that a seat says are one defect.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SameReply<'a> {
    /// The one that goes.
    #[serde(borrow)]
    pub finding: ReplyText<'a>,
    /// The one that stays.
    #[serde(borrow)]
    pub same_as: ReplyText<'a>,
}

/// How a seat would mend a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ProposalReply<'a> {
    /// The finding's id, as it was shown.
    #[serde(borrow)]
    pub finding: ReplyText<'a>,
    /// What to write instead.
    pub text: String,
    /// Whether it cannot go together with another remediation on the table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub excludes_others: bool,
}

/// A vote.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VoteReply<'a> {
    /// The finding's id, as it was shown.
    #[serde(borrow)]
    pub finding: ReplyText<'a>,
    /// `SUPPORT`, `OPPOSE` or `ABSTAIN`.
    #[serde(borrow)]
    pub vote: ReplyText<'a>,
    /// Why.
    #[serde(borrow, default)]
    pub rationale: ReplyText<'a>,
    /// Which of several remediations it is for, by its letter.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
    /// How bad the finding is, if the vote supports it.
    #[serde(default, deserialize_with = "word", skip_serializing_if = "Option::is_none")]
    pub severity: Option<String>,
    /// The notes it goes back to, by their marks. Whatever else stands there is no reason to refuse the reply.
    #[serde(default, deserialize_with = "texts", skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Reads a list of texts, and nothing from what is none.
fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Array(all) => all.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        Value::String(one) => vec![one],
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => Vec::new(),
    })
}

/// Reads a word that earlier replies may have as anything, because nobody read it.
fn word<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    Ok(match Value::deserialize(deserializer)? {
        Value::Null => None,
        Value::String(word) => Some(word),
        other @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            Some(other.to_string())
        }
    })
}

/// How a seat sees the packet against the vision.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AssessmentReply {
    /// Whether the seat affirms the vision's oath.
    pub affirms_oath: bool,
    /// Its scores, one for each phase.
    pub phases: Vec<PhaseReply>,
    /// What it would do for the vision.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recommendations: Vec<RecommendationReply>,
}

/// How the packet serves one phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PhaseReply {
    /// The phase.
    pub phase: u8,
    /// What it does for it, from 0 to 1.
    pub direct: f64,
    /// What it makes possible, from 0 to 1.
    pub enabling: f64,
    /// How little it harms it, from 0 to 1.
    pub no_harm: f64,
    /// Why.
    #[serde(default)]
    pub rationale: String,
}

/// Something worth doing for a phase.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RecommendationReply {
    /// What to do.
    pub text: String,
    /// For which phase.
    pub phase: u8,
    /// What it costs: `LOW`, `MEDIUM` or `HIGH`.
    pub effort: String,
    /// What it brings.
    pub impact: String,
}
