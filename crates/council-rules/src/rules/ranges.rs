//! Ranges of ids that are said to stand in another document: `FR-001~008` in a list of sources, `FR-001–FR-008` in an index
//! below a link to where they are written out.

use std::collections::BTreeMap;

use council_core::packet::ItemId;

use crate::Model;

/// The ranges that a packet names beside a file, by what stands before the number.
#[derive(Debug, Default)]
pub(super) struct Ranges(BTreeMap<String, Vec<(u64, u64)>>);

impl Ranges {
    /// Reads the ranges of a packet. Takes time linear in its length.
    pub(super) fn of(model: &Model<'_>) -> Self {
        // Of one family a handful of ranges says enough, and each id is held against all of them.
        const MOST: usize = 32;
        let mut ranges = Ranges::default();
        for text in &model.texts {
            let whole = text.document.text();
            let sections = &text.document.sections;
            // Ranges of one section follow each other, so each section is read once.
            let mut last_section: Option<(Option<usize>, bool)> = None;
            let mut names_file = |at: usize| {
                let index = text.document.section_index(at);
                let known = last_section.filter(|(last, _)| *last == index);
                let (_, names) = known.unwrap_or_else(|| {
                    let section = index.and_then(|index| sections.get(index));
                    let words = section.map_or(whole, |section| text.slice(section.span));
                    (index, words.contains(".md"))
                });
                last_section = Some((index, names));
                names
            };
            for at in memchr::memchr2_iter(b'~', DASH, whole.as_bytes()) {
                let Some(after) = whole.get(at..).and_then(|rest| rest.strip_prefix(JOINING))
                else {
                    continue;
                };
                let Some((stem, first)) = before(whole.get(..at).unwrap_or_default()) else {
                    continue;
                };
                let Some(last) = number(after.strip_prefix(stem).unwrap_or(after)) else {
                    continue;
                };
                let known = ranges.0.entry(stem.to_owned()).or_default();
                if first < last && known.len() < MOST && names_file(at) {
                    known.push((first, last));
                }
            }
        }
        ranges
    }

    /// Tells whether an id lies in one of the ranges.
    pub(super) fn cover(&self, id: &ItemId) -> bool {
        before(id.as_str()).is_some_and(|(stem, number)| {
            let known = self.0.get(stem).map(Vec::as_slice).unwrap_or_default();
            known.iter().any(|(first, last)| (*first..=*last).contains(&number))
        })
    }
}

/// What joins the two ends of a range.
const JOINING: [char; 4] = ['~', '–', '—', '…'];

/// The byte with which all of these begin that are not ASCII.
const DASH: u8 = 0xe2;

/// Reads the id that ends a text, as what stands before its number, and the number.
fn before(text: &str) -> Option<(&str, u64)> {
    const LONGEST: usize = 40;
    let near = text.get(text.ceil_char_boundary(text.len().saturating_sub(LONGEST))..)?;
    let digits = near.bytes().rev().take_while(u8::is_ascii_digit).count();
    let (head, number) = near.split_at_checked(near.len() - digits)?;
    let letters = head
        .bytes()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'))
        .count();
    let stem = head.get(head.len() - letters..).filter(|stem| stem.len() >= 2)?;
    Some((stem, number.parse().ok()?))
}

/// Reads the number that opens a text.
fn number(text: &str) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(..digits)?.parse().ok()
}
