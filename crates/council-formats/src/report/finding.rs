//! A finding in a text: its exact place, what is wrong, what would mend it, and its keys for programs.
//!
//! There can be hundreds of thousands of them, so each borrows its words from the one copy of the text, and its keys are
//! put together only while they are written.

use std::{borrow::Cow, sync::Arc};

use council_core::{
    gate::Weight,
    packet::{Original, Position, Span},
    severity::Severity,
    signature::{FindingSignature, ShortId},
    taxonomy::Subcategory,
};
use schemars::JsonSchema;
use serde::Serialize;

/// What was found in a text.
#[derive(Debug, Clone)]
pub struct ReportFinding {
    /// The text.
    pub original: Arc<Original>,
    /// The name under which people speak of it.
    pub short_id: ShortId,
    /// The words that show it; empty where something is missing.
    pub span: Span,
    /// As much of these words as is quoted.
    pub quoted: Span,
    /// Where it begins.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
    /// The rule that found it.
    pub rule: &'static str,
    /// The sort of defect.
    pub kind: &'static str,
    /// Its place in the taxonomy.
    pub subcategory: Subcategory,
    /// How grave it is.
    pub severity: Severity,
    /// How sure the rule is, from 0 to 1.
    pub confidence: f64,
    /// What is wrong.
    pub message: Cow<'static, str>,
    /// What would mend it.
    pub remediation: Cow<'static, str>,
    /// What would repair it and change nothing else: what is replaced, and with what.
    pub fix: Option<Box<(Span, String)>>,
    /// The named place it is in, if that is less than the whole document.
    pub anchor: Option<Box<str>>,
}

impl ReportFinding {
    /// Returns whether it stops the work.
    pub fn weight(&self) -> Weight {
        match self.severity {
            Severity::Blocker | Severity::Major => Weight::Block,
            Severity::Minor | Severity::Note => Weight::Advisory,
        }
    }

    /// Returns its object in the machine formats, without `type`.
    pub(super) fn keys(&self) -> FindingJson<'_> {
        FindingJson {
            file: self.original.path(),
            line: self.start.line,
            column: self.start.column,
            end_line: self.end.line,
            end_column: self.end.column,
            rule: self.rule,
            kind: self.kind,
            category: self.subcategory.category().word(),
            subcategory: self.subcategory.word(),
            severity: self.severity.word(),
            confidence: self.confidence,
            message: &self.message,
            quote: self.quoted.of(self.original.text()),
            remediation: &self.remediation,
            id: self.short_id.to_string(),
            signature: FindingSignature::at(
                self.subcategory,
                self.original.path(),
                self.anchor.as_deref(),
            )
            .to_string(),
        }
    }
}

/// The keys of a finding, in the order in which they are documented.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub(super) struct FindingJson<'a> {
    /// The file it is in.
    file: &'a str,
    /// The line it begins on, from 1.
    line: u32,
    /// The column it begins at, from 1.
    column: u32,
    /// The line it ends on.
    end_line: u32,
    /// The column it ends before.
    end_column: u32,
    /// The rule that found it.
    rule: &'a str,
    /// The sort of defect.
    kind: &'a str,
    /// Its place in the taxonomy.
    category: &'a str,
    /// Its place within the category.
    subcategory: &'a str,
    /// How grave it is.
    #[schemars(schema_with = "super::keys::severities")]
    severity: &'a str,
    /// How sure the rule is, from 0 to 1.
    confidence: f64,
    /// What is wrong.
    message: &'a str,
    /// The words that show it; empty where something is missing.
    quote: &'a str,
    /// What would mend it.
    remediation: &'a str,
    /// The name under which people speak of it.
    id: String,
    /// What stays the same while the text around it changes.
    signature: String,
}
