//! # broken-link
//!
//! ## What it does
//! Finds links to a heading of the same document that is not there.
//!
//! ## Why it hurts
//! The reader ends nowhere, and what was to be read there may have been dropped.
//!
//! ## Example
//! Bad: there is no heading with that name.
//!
//! ```markdown
//! # Export
//!
//! ## Rate limits
//!
//! 60 requests a minute.
//!
//! ## Requirements
//!
//! - The export shall keep the [limits](#limits).
//! ```
//!
//! Good:
//!
//! ```markdown
//! # Export
//!
//! ## Rate limits
//!
//! 60 requests a minute.
//!
//! ## Requirements
//!
//! - The export shall keep the [limits](#rate-limits).
//! ```
//!
//! ## When not to apply it
//! Where the anchor is made by the page's generator and not by a heading.

use std::{borrow::Cow, cell::LazyCell, collections::BTreeSet};

use council_core::{
    packet::{Document, PassageKind, Span, Target, slug},
    severity::Severity,
    taxonomy::Subcategory,
};

use memchr::memmem;

use super::contents::Contents;
use crate::{Finding, Kind, Model, Reads, Rule, model::Text};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "broken-link",
    kind: Kind::DanglingReference,
    subcategory: Subcategory::BrokenRef,
    severity: Severity::Minor,
    modes: &[
        (1, "a premise that is not there"),
        (73, "a source that cannot be found"),
        (40, "a gap that points at what was lost"),
    ],
    summary: "a link to a heading that is not there",
    reads: Reads::Everything,
    source: include_str!("broken_link.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let names = LazyCell::new(|| names(text.document, &wanted(text.document)));
        let contents = LazyCell::new(|| Contents::of(text));
        let mut reported: BTreeSet<&str> = BTreeSet::new();
        for reference in &text.document.references {
            let Target::File { path, anchor: Some(anchor) } = &reference.target else {
                continue;
            };
            let is_there = || {
                // A file of keys also knows the end of a path of keys.
                let by_keys = || text.is_keyed() && text.document.find(anchor).is_some();
                written(anchor).iter().any(|name| names.contains(name.as_str())) || by_keys()
            };
            if !path.is_empty() || is_there() || !reported.insert(anchor) {
                continue;
            }
            // A section that is gone is told once, as what it is.
            if contents.promised(reference.span).is_some() {
                continue;
            }
            findings.push(Finding::at(
                &RULE,
                text,
                reference.span,
                reference.span,
                format!("there is no heading `#{anchor}` in this document"),
                "name a heading that is there",
            ));
        }
        for (anchor, span) in tagged(text) {
            let is_there = written(anchor).iter().any(|name| names.contains(name.as_str()));
            if !is_there && reported.insert(anchor) {
                let message = format!("there is no heading `#{anchor}` in this document");
                let advice = "name a heading that is there";
                findings.push(Finding::at(&RULE, text, span, span, message, advice).noted());
            }
        }
    }
}

/// Returns the names to which tags of HTML in prose lead: `<a href="#limits">`.
fn tagged<'m>(text: &'m Text<'_>) -> Vec<(&'m str, Span)> {
    let found = anchors(text.document);
    let in_prose = |span: &Span| {
        let after = text.passages.partition_point(|passage| passage.span.start <= span.start);
        let passage = after.checked_sub(1).and_then(|at| text.passages.get(at));
        passage.is_some_and(|passage| {
            let is_prose = matches!(passage.kind, PassageKind::Paragraph | PassageKind::Item);
            is_prose && passage.span.contains(*span)
        })
    };
    found.filter(|(_, span)| in_prose(span)).collect()
}

/// Finds the names to which tags of HTML lead.
fn anchors(document: &Document) -> impl Iterator<Item = (&str, Span)> {
    const LEAD: &str = "href=\"#";
    let text = document.text();
    memmem::find_iter(text.as_bytes(), LEAD).filter_map(move |at| {
        let start = at + LEAD.len();
        let rest = text.get(start..)?;
        let name = rest.get(..rest.find('"')?)?;
        let is_name = !name.is_empty() && !name.contains([' ', '\n', '{', '$', '`']);
        is_name.then_some((name, Span::new(at, start + name.len() + 1)))
    })
}

/// Returns how a place may be written that is called so by a link. GitHub puts `user-content-` before every name of a page.
fn written(anchor: &str) -> [String; 3] {
    let anchor = anchor.strip_prefix("user-content-").unwrap_or(anchor);
    [anchor.to_owned(), slug(anchor), anchor.to_ascii_lowercase()]
}

/// Returns the names that links within a document lead to.
fn wanted(document: &Document) -> BTreeSet<String> {
    let targets = document.references.iter().filter_map(|reference| match &reference.target {
        Target::File { path, anchor: Some(anchor) } if path.is_empty() => Some(written(anchor)),
        Target::File { .. } | Target::Id(_) => None,
    });
    let tagged = anchors(document).flat_map(|(anchor, _)| written(anchor));
    targets.flatten().chain(tagged).collect()
}

/// Returns what a link can lead to, of what is wanted: headings by anchor and by title, ids in small letters, whatever else
/// is given a name in quotation marks, and the names that headings give themselves.
fn names<'a>(document: &'a Document, wanted: &BTreeSet<String>) -> BTreeSet<Cow<'a, str>> {
    // Most of what stands in quotation marks is no name: it has another length, or begins otherwise.
    let firsts = NameFirsts::of(wanted);
    let anchors = document.sections.iter().map(|section| Cow::from(section.anchor.as_str()));
    let titles = document.sections.iter().filter(|section| firsts.may_begin_slug(&section.title));
    let titles = titles.map(|section| Cow::from(slug(&section.title)));
    let ids = document.definitions.iter();
    let ids = ids.map(|definition| Cow::from(definition.id.as_str().to_ascii_lowercase()));
    let text = document.text();
    let mut last = None;
    let quoted = memchr::memchr_iter(b'"', text.as_bytes()).filter_map(move |end| {
        let start = last.replace(end)? + 1;
        text.get(start..end).filter(|quoted| firsts.may_begin(quoted.as_bytes())).map(Cow::from)
    });
    // Some dialects name a heading themselves: `## Limits {#limits}`.
    let own = memchr::memchr_iter(b'{', text.as_bytes()).filter_map(|at| {
        let name = text.get(at + 1..)?.trim_start().strip_prefix('#')?;
        name.split([' ', '{', '}', '\n']).next().map(Cow::from)
    });
    let all = anchors.chain(titles).chain(ids).chain(quoted).chain(own);
    all.filter(|name| firsts.may_begin(name.as_bytes()) && wanted.contains(name.as_ref())).collect()
}

/// How names begin and how long they are: by that nearly all others are told from them.
#[derive(Clone, Copy)]
struct NameFirsts {
    /// A bit for each of the letters that a name begins with, by the length of the name.
    bits: [u128; Self::LENGTHS],
    /// The same for names of any length.
    any: u128,
}

impl NameFirsts {
    /// Names that are this long or longer are taken for equally long.
    const LENGTHS: usize = 64;

    fn of(names: &BTreeSet<String>) -> Self {
        let mut firsts = Self { bits: [0; Self::LENGTHS], any: 0 };
        for name in names {
            let bit = Self::bit(name.bytes().next());
            firsts.any |= bit;
            if let Some(bits) = firsts.bits.get_mut(name.len().min(Self::LENGTHS - 1)) {
                *bits |= bit;
            }
        }
        firsts
    }

    /// Returns the bit of a first letter, or of a name that has none.
    fn bit(first: Option<u8>) -> u128 {
        1 << (first.unwrap_or_default() & 0x7f)
    }

    /// Tells whether a name may be one of these.
    fn may_begin(&self, name: &[u8]) -> bool {
        let bits = self.bits.get(name.len().min(Self::LENGTHS - 1)).copied().unwrap_or_default();
        bits & Self::bit(name.first().copied()) != 0
    }

    /// Tells whether one of these names may be made of a title.
    fn may_begin_slug(&self, title: &str) -> bool {
        let title = title.trim();
        let mut letters = title.bytes().filter(|byte| match byte {
            b' ' | b'-' | b'_' => true,
            byte => byte.is_ascii_alphanumeric(),
        });
        let small = |first: u8| if first == b' ' { b'-' } else { first.to_ascii_lowercase() };
        let first = letters.next().map(small);
        !title.is_ascii() || self.any & Self::bit(first) != 0
    }
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::check_with;

    #[test]
    fn a_heading_that_names_itself_is_there_and_an_anchor_is_reported_once() {
        let text = "# A\n\n## Going back { #back }\n\nSee [one](#back), [two](#gone) and [three](#gone).\n";
        let packet = markdown_prd("prd.md", text).value;
        let found = check_with(&packet, |rule| rule.id == "broken-link");
        let quotes: Vec<_> = found.iter().map(crate::Finding::quote).collect();
        assert_eq!(quotes, ["[two](#gone)"]);
    }

    #[test]
    fn a_host_puts_its_own_prefix_before_a_name() {
        let text =
            "# A\n\n## Limits\n\nSee [one](#user-content-limits) and [two](#user-content-gone).\n";
        let packet = markdown_prd("prd.md", text).value;
        let found = check_with(&packet, |rule| rule.id == "broken-link");
        let quotes: Vec<_> = found.iter().map(crate::Finding::quote).collect();
        assert_eq!(quotes, ["[two](#user-content-gone)"]);
    }
}
