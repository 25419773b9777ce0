//! What a rule found: where exactly, what is wrong, and what would mend it.

use council_core::{
    finding::{Claim, Confidence, Evidence, Location},
    mode::ModeId,
    packet::{Document, Position, Span},
    severity::Severity,
    signature::Signature,
};

use crate::{model::Text, rule::Rule};

/// One defect that a rule found.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The document.
    pub path: String,
    /// The text that shows it; empty where something is missing.
    pub span: Span,
    /// Where it begins.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
    /// The shortest text that shows it.
    pub quote: String,
    /// What is wrong.
    pub message: String,
    /// What would mend it.
    pub remediation: String,
    /// How bad it is.
    pub severity: Severity,
    /// An edit that mends it and changes nothing else.
    pub fix: Option<Edit>,
    /// The named place it is in.
    pub location: Location,
    /// What the evidence lock checks.
    pub evidence: Evidence,
}

/// A replacement of a piece of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced.
    pub span: Span,
    /// What stands there instead.
    pub text: String,
}

/// Where a finding is before [`place`] has counted lines and columns.
const UNPLACED: Position = Position { line: 1, column: 1 };

/// Counts the lines and columns of findings of one document that are in the order of its text.
///
/// They are counted together, in one pass, because a document can be one line of millions of characters.
pub(crate) fn place(document: &Document, findings: &mut [Finding]) {
    let text = document.text();
    let mut last = (0, UNPLACED);
    for finding in findings {
        let start = after(document, text, last, finding.span.start);
        finding.start = start;
        last = (finding.span.start, start);
        finding.end = after(document, text, last, finding.span.end);
    }
}

/// Returns the position of an offset, counted from an earlier one.
fn after(document: &Document, text: &str, from: (usize, Position), offset: usize) -> Position {
    let line = document.lines().line(offset);
    if line != from.1.line || offset < from.0 {
        return document.position(offset);
    }
    let between = Span::new(from.0, offset).of(text).chars().count();
    let column = u32::try_from(between).unwrap_or(u32::MAX).saturating_add(from.1.column);
    Position { line, column }
}

/// The longest quote that is kept whole.
const LONGEST: usize = 160;

impl Finding {
    /// Reports a piece of text; the sentence around it is the evidence.
    pub fn at(
        rule: &'static Rule,
        text: &Text<'_>,
        span: Span,
        around: Span,
        message: impl Into<String>,
        remediation: impl Into<String>,
    ) -> Finding {
        let document = text.document;
        let quote = shortened(text.slice(span));
        Finding {
            rule,
            path: document.path().to_owned(),
            span,
            start: UNPLACED,
            end: UNPLACED,
            quote,
            message: message.into(),
            remediation: remediation.into(),
            severity: rule.severity,
            fix: None,
            location: text.location(span),
            evidence: Evidence::Quote(shortened(text.slice(around))),
        }
    }

    /// Reports that something is missing at a place, and what was looked for.
    pub fn missing(
        rule: &'static Rule,
        text: &Text<'_>,
        at: Span,
        location: Location,
        terms: &[&str],
        message: impl Into<String>,
        remediation: impl Into<String>,
    ) -> Finding {
        let document = text.document;
        let evidence = searched(text, at, &location, terms);
        Finding {
            rule,
            path: document.path().to_owned(),
            span: at,
            start: UNPLACED,
            end: UNPLACED,
            quote: shortened(text.slice(at)),
            message: message.into(),
            remediation: remediation.into(),
            severity: rule.severity,
            fix: None,
            location,
            evidence,
        }
    }

    /// Adds an edit that mends it.
    #[must_use]
    pub fn fixed_by(mut self, span: Span, text: impl Into<String>) -> Finding {
        self.fix = Some(Edit { span, text: text.into() });
        self
    }

    /// Returns what identifies it across versions of the document.
    pub fn signature(&self) -> Signature {
        Signature::of(self.rule.subcategory, &self.location)
    }

    /// Returns it as the claim of a seat that holds a mode.
    pub fn claim(&self, mode: Option<ModeId>) -> Claim {
        Claim {
            mode,
            subcategory: self.rule.subcategory,
            severity: self.severity,
            confidence: Confidence::new(self.rule.confidence()).unwrap_or(Confidence::LOW),
            location: self.location.clone(),
            evidence: self.evidence.clone(),
            rule: Some(self.rule.id.to_owned()),
            description: self.message.clone(),
            remediation: self.remediation.clone(),
        }
    }
}

/// Records what was looked for in vain. Where every term stands there after all, though not as what was looked for, the
/// place itself is the evidence.
fn searched(text: &Text<'_>, at: Span, location: &Location, terms: &[&str]) -> Evidence {
    let found = location.anchor.as_deref().and_then(|anchor| text.document.find(anchor));
    let place = found.map_or(text.document.whole().span, |found| found.span);
    let section;
    let words = if place == text.document.whole().span {
        text.lower()
    } else {
        section = text.slice(place).to_ascii_lowercase();
        section.as_str()
    };
    let absent = terms.iter().filter(|term| !words.contains(&term.to_ascii_lowercase()));
    let terms: Vec<String> = absent.map(|term| (*term).to_owned()).collect();
    if terms.is_empty() {
        let line = text.slice(at).lines().next().unwrap_or_default();
        return Evidence::Quote(shortened(line));
    }
    Evidence::Searched { terms, sections: vec![location.to_string()] }
}

/// Keeps a quote whole to a length, and cuts it at a word beyond.
fn shortened(text: &str) -> String {
    let text = text.trim();
    if text.len() <= LONGEST {
        return text.to_owned();
    }
    let cut = text.floor_char_boundary(LONGEST);
    let head = text.get(..cut).unwrap_or_default();
    let whole = head.rfind(char::is_whitespace).filter(|at| *at > LONGEST / 2).unwrap_or(cut);
    head.get(..whole).unwrap_or(head).trim_end().to_owned()
}
