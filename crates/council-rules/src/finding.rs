//! What a rule found: where exactly, what is wrong, and what would mend it.

use std::{borrow::Cow, sync::Arc};

use council_core::{
    evidence,
    finding::{Claim, Confidence, Evidence, Location, LocationKind},
    mode::ModeId,
    packet::{Document, Original, Position, Span},
    severity::Severity,
    signature::{FindingSignature, ShortId},
};

use crate::{
    model::{Place, Text},
    rule::Rule,
};

/// One defect that a rule found. Its words stay in the text until somebody asks: there can be hundreds of thousands.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding {
    /// The rule.
    pub rule: &'static Rule,
    /// The file.
    pub original: Arc<Original>,
    /// The text that shows it; empty where something is missing.
    pub span: Span,
    /// Where it begins.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
    /// What is wrong.
    pub message: Cow<'static, str>,
    /// What would mend it.
    pub remediation: Cow<'static, str>,
    /// How bad it is.
    pub severity: Severity,
    /// An edit that mends it and changes nothing else.
    pub fix: Option<Box<Edit>>,
    /// The other half, where two places show it together.
    pub related: Option<Span>,
    /// The named place it is in, if that is less than the whole document.
    pub anchor: Option<Box<str>>,
    /// What sort of place that is.
    pub place: LocationKind,
    shown: Shown,
}

/// What the evidence lock checks.
#[derive(Debug, Clone, PartialEq)]
enum Shown {
    /// These words.
    Words(Span),
    /// These terms stand nowhere in the place.
    Nowhere(Box<[String]>),
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
    let line = document.lines().line_from(from.1.line, offset);
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
        message: impl Into<Cow<'static, str>>,
        remediation: impl Into<Cow<'static, str>>,
    ) -> Finding {
        let named = text.named(span);
        Finding {
            rule,
            original: Arc::clone(text.document.original()),
            span,
            start: UNPLACED,
            end: UNPLACED,
            message: message.into(),
            remediation: remediation.into(),
            severity: rule.earned(),
            fix: None,
            related: None,
            anchor: named.map(|(anchor, ..)| anchor.into()),
            place: named.map_or(LocationKind::Document, |(.., kind)| kind),
            shown: Shown::Words(around),
        }
    }

    /// Reports that something is missing at a place, and what was looked for.
    pub fn missing(
        rule: &'static Rule,
        text: &Text<'_>,
        at: Span,
        place: Place<'_>,
        terms: &[&str],
        message: impl Into<Cow<'static, str>>,
        remediation: impl Into<Cow<'static, str>>,
    ) -> Finding {
        Finding {
            shown: searched(text, at, place, terms),
            anchor: place.anchor.map(Into::into),
            place: place.kind,
            ..Finding::at(rule, text, at, at, message, remediation)
        }
    }

    /// Returns it with its other half.
    #[must_use]
    pub(crate) fn beside(mut self, other: Span) -> Finding {
        self.related = Some(other);
        self
    }

    /// Returns it as a note, which is shown and never warns.
    #[must_use]
    pub(crate) fn noted(mut self) -> Finding {
        self.severity = Severity::Note;
        self
    }

    /// Returns the document.
    pub fn path(&self) -> &str {
        self.original.path()
    }

    /// Returns the shortest text that shows it.
    pub fn quote(&self) -> &str {
        self.quoted().of(self.original.text())
    }

    /// Returns where the shortest text that shows it stands.
    pub fn quoted(&self) -> Span {
        shortened(self.original.text(), self.span)
    }

    /// Returns the named place it is in.
    pub fn location(&self) -> Location {
        let anchor = self.anchor.as_deref().map(str::to_owned);
        Location { path: self.path().to_owned(), anchor, kind: self.place }
    }

    /// Returns the words that show it, with the sentence around them where there is one.
    pub fn sentence(&self) -> &str {
        let text = self.original.text();
        match &self.shown {
            Shown::Words(span) => shortened(text, *span).of(text),
            Shown::Nowhere(_) => self.quote(),
        }
    }

    /// Returns what the evidence lock checks.
    pub fn evidence(&self) -> Evidence {
        match &self.shown {
            Shown::Words(span) => {
                let text = self.original.text();
                Evidence::Quote(telling(text, shortened(text, *span)).of(text).to_owned())
            }
            Shown::Nowhere(terms) => {
                let sections = vec![self.location().to_string()];
                Evidence::Searched { terms: terms.to_vec(), sections }
            }
        }
    }

    /// Adds an edit that mends it.
    #[must_use]
    pub fn fixed_by(mut self, span: Span, text: impl Into<String>) -> Finding {
        self.fix = Some(Box::new(Edit { span, text: text.into() }));
        self
    }

    /// Returns the name that people write into tickets.
    pub fn short_id(&self) -> ShortId {
        let (rule, evidence) = (Some(self.rule.id), self.evidence());
        ShortId::of(rule, self.rule.subcategory, &self.location(), &evidence)
    }

    /// Returns what identifies it across versions of the document.
    pub fn signature(&self) -> FindingSignature {
        FindingSignature::of(self.rule.subcategory, &self.location())
    }

    /// Returns it as the claim of a seat that holds a mode.
    pub fn claim(&self, mode: Option<ModeId>) -> Claim {
        Claim {
            mode,
            subcategory: self.rule.subcategory,
            severity: self.severity,
            confidence: Confidence::new(self.rule.confidence()).unwrap_or(Confidence::LOW),
            location: self.location(),
            evidence: self.evidence(),
            other_quotes: Vec::new(),
            rule: Some(self.rule.id.to_owned()),
            description: self.message.clone().into_owned(),
            remediation: self.remediation.clone().into_owned(),
        }
    }
}

/// Records what was looked for in vain. Where every term stands there after all, though not as what was looked for, the
/// place itself is the evidence.
fn searched(text: &Text<'_>, at: Span, place: Place<'_>, terms: &[&str]) -> Shown {
    let absent = terms.iter().filter(|term| !text.holds(place.span, term));
    let terms: Vec<String> = absent.map(|term| (*term).to_owned()).collect();
    if terms.is_empty() {
        let line = text.slice(at).lines().next().unwrap_or_default();
        return Shown::Words(Span::new(at.start, at.start + line.len()));
    }
    Shown::Nowhere(terms.into())
}

/// The longest text that is taken around words that say too little.
const WIDEST: usize = 1024;

/// Returns words that say enough to be evidence: where a mark such as `???` or a short heading does not, the rest of its
/// line, then the lines around it.
fn telling(text: &str, span: Span) -> Span {
    let mut wide = span;
    while !evidence::says_something(wide.of(text)) && wide.len() < WIDEST {
        let wider = widened(text, wide);
        if wider == wide {
            break;
        }
        wide = wider;
    }
    if wide == span { span } else { wide.trimmed(text) }
}

/// Returns a span with the rest of its lines, or with one more line on both sides where it has all of its own.
fn widened(text: &str, span: Span) -> Span {
    let before = |end: usize| text.get(..end).and_then(|text| text.rfind('\n'));
    let after = |start: usize| text.get(start..).and_then(|text| text.find('\n'));
    let start = before(span.start).map_or(0, |at| at + 1);
    let end = after(span.end).map_or(text.len(), |at| span.end + at);
    if (start, end) != (span.start, span.end) {
        return Span::new(start, end);
    }
    let start = start.checked_sub(1).map_or(0, |end| before(end).map_or(0, |at| at + 1));
    let next = (end + 1).min(text.len());
    let end = after(next).map_or(text.len(), |at| next + at);
    Span::new(start, end)
}

/// Keeps a quote whole to a length, and cuts it at a word beyond.
fn shortened(text: &str, span: Span) -> Span {
    let span = span.trimmed(text);
    if span.len() <= LONGEST {
        return span;
    }
    let words = span.of(text);
    let cut = words.floor_char_boundary(LONGEST);
    let head = words.get(..cut).unwrap_or_default();
    let whole = head.rfind(char::is_whitespace).filter(|at| *at > LONGEST / 2).unwrap_or(cut);
    let kept = head.get(..whole).unwrap_or(head).trim_end();
    Span::new(span.start, span.start + kept.len())
}
