//! A long text read in two halves at once, cut where a heading begins and nothing is open.
//!
//! A heading at the beginning of a line ends every list, quote and paragraph before it. Only a block of code or of HTML
//! can hold such a line, so the cut is right where the half before it ends with words. Links may lead to what the other half
//! defines: its definitions are asked where the own ones have none.

use std::{
    collections::BTreeMap,
    panic,
    sync::{
        OnceLock,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use council_core::packet::{LineIndex, Span};
use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Parser, RefDefs, Tag};

use super::blocks::{BlockKind, BlockReader, MOST, MarkdownContents, OPTIONS};

/// How many bytes a text has at least for which a second thread is worth its while.
const LONG: usize = 1 << 18;

/// Reads the blocks and links of a part of a text, which is all that is read of it; nothing where it is read in one.
pub(super) fn read(text: &str, part: Span, lines: &LineIndex) -> Option<MarkdownContents> {
    if part.len() < LONG {
        return None;
    }
    let cut = place(part.of(text), part.len() / 2)?;
    read_at(text, part, part.start + cut, lines)
}

/// Finds a heading behind an offset where a text is likely to be cut well: words stand before it, and no fence is open.
fn place(text: &str, from: usize) -> Option<usize> {
    /// How many headings are looked at.
    const TRIES: usize = 256;
    let bytes = text.as_bytes();
    let mut found = memchr::memmem::find_iter(bytes.get(from..)?, b"\n\n#").take(TRIES);
    found.find_map(|at| {
        let end = from + at;
        let heading = bytes.get(end + 2..)?;
        let marks = heading.iter().take_while(|byte| **byte == b'#').count();
        let is_heading = marks <= 6 && heading.get(marks) == Some(&b' ');
        let line = memchr::memrchr(b'\n', bytes.get(..end)?).map_or(0, |before| before + 1);
        let is_words = bytes.get(line).is_some_and(u8::is_ascii_alphabetic);
        (is_heading && is_words && !is_fenced(bytes, end)).then_some(end + 2)
    })
}

/// Tells whether a fence is likely to be open at an offset: the one before it says what it holds, or the next one says
/// nothing and may close it.
fn is_fenced(bytes: &[u8], at: usize) -> bool {
    const FENCE: &[u8] = b"\n```";
    /// How far a fence is looked for.
    const NEAR: usize = 1 << 16;
    let (before, after) = bytes.split_at_checked(at).unwrap_or_default();
    let before = before.get(before.len().saturating_sub(NEAR)..).unwrap_or_default();
    let after = after.get(..NEAR).unwrap_or(after);
    let is_bare = |rest: &[u8]| rest.first().is_none_or(u8::is_ascii_whitespace);
    let opened =
        memchr::memmem::rfind(before, FENCE).and_then(|last| before.get(last + FENCE.len()..));
    let closed =
        memchr::memmem::find(after, FENCE).and_then(|next| after.get(next + FENCE.len()..));
    opened.is_some_and(|opened| !is_bare(opened) || closed.is_some_and(is_bare))
}

/// Reads a part of a text cut at an offset; nothing where that is no place to cut it.
fn read_at(text: &str, part: Span, cut: usize, lines: &LineIndex) -> Option<MarkdownContents> {
    let parts = (Span::new(part.start, cut), Span::new(cut, part.end));
    let (first, second) = (OtherDefinitions::default(), OtherDefinitions::default());
    let (one, two) = both(|| parsed(text, parts.0, &second), || parsed(text, parts.1, &first))?;
    first.defined.set(defined(one.reference_definitions())?).ok()?;
    second.defined.set(defined(two.reference_definitions())?).ok()?;
    let (one, two) = both(
        || HalfRead::read(text, parts.0, one, None, lines),
        || HalfRead::read(text, parts.1, two, Some(&first), lines),
    )?;
    let is_whole = !one.is_spent && !two.is_spent && one.spent + two.spent < fuel(part);
    let is_odd = [&first, &second].iter().any(|others| others.is_odd.load(Ordering::Relaxed));
    if !is_whole || is_odd || !one.ends_with_words(text, parts.0) {
        return None;
    }
    let MarkdownContents { mut blocks, mut links, .. } = one.contents;
    blocks.extend(two.contents.blocks);
    links.extend(two.contents.links);
    let is_affordable = blocks.len() + links.len() + one.cells + two.cells <= MOST;
    is_affordable.then_some(MarkdownContents { blocks, links, cut: None })
}

/// What a part of a text defines, in small letters: where a name leads, and its title.
type LinkDefinitions = BTreeMap<String, (String, String)>;

/// Returns what a part of a text defines; nothing where a name has letters whose case is not that of ASCII.
fn defined(definitions: &RefDefs<'_>) -> Option<LinkDefinitions> {
    let each = definitions.iter().map(|(name, definition)| {
        let title = definition.title.as_deref().unwrap_or_default().to_owned();
        name.is_ascii().then(|| (name.to_ascii_lowercase(), (definition.dest.to_string(), title)))
    });
    each.collect()
}

/// What the other part of a text defines, once it is known.
#[derive(Default)]
struct OtherDefinitions {
    defined: OnceLock<LinkDefinitions>,
    /// Whether a name was asked for that may be one of these in other letters than those of ASCII.
    is_odd: AtomicBool,
}

impl OtherDefinitions {
    fn get(&self, name: &str) -> Option<&(String, String)> {
        let defined = self.defined.get().filter(|defined| !defined.is_empty())?;
        if !name.is_ascii() && name.chars().any(|c| !c.is_ascii() && c.is_alphabetic()) {
            self.is_odd.store(true, Ordering::Relaxed);
        }
        defined.get(name.to_ascii_lowercase().as_str())
    }
}

/// Finds the blocks of a part of a text. What it does not define itself is asked of the other part.
fn parsed<'a>(
    text: &'a str,
    part: Span,
    others: &'a OtherDefinitions,
) -> Parser<'a, impl FnMut(BrokenLink<'a>) -> Option<(CowStr<'a>, CowStr<'a>)> + Send> {
    let defined = |link: BrokenLink<'a>| {
        let (target, title) = others.get(&link.reference)?;
        Some((CowStr::Borrowed(target.as_str()), CowStr::Borrowed(title.as_str())))
    };
    Parser::new_with_broken_link_callback(part.of(text), OPTIONS, Some(defined))
}

/// What was read of a part of a text.
struct HalfRead {
    contents: MarkdownContents,
    cells: usize,
    /// The length of all that its links lead to, and whether it has more than can be read.
    spent: usize,
    is_spent: bool,
}

impl HalfRead {
    fn read<'a>(
        text: &'a str,
        part: Span,
        parser: Parser<'a, impl FnMut(BrokenLink<'a>) -> Option<(CowStr<'a>, CowStr<'a>)>>,
        earlier: Option<&'a OtherDefinitions>,
        lines: &LineIndex,
    ) -> Self {
        let mut reader = BlockReader::new(text, part.len(), lines);
        let mut spent = 0;
        for (mut event, range) in parser.into_offset_iter() {
            if let Event::Start(
                Tag::Link { link_type, dest_url, title, id }
                | Tag::Image { link_type, dest_url, title, id },
            ) = &mut event
            {
                spent += dest_url.len() + title.len();
                let is_named = matches!(
                    link_type,
                    LinkType::Reference | LinkType::Collapsed | LinkType::Shortcut
                );
                // Of what is defined twice the first counts.
                let first = earlier.filter(|_| is_named).and_then(|earlier| earlier.get(id));
                if let Some((target, title)) = first {
                    spent += target.len() + title.len();
                    *dest_url = CowStr::Borrowed(target.as_str());
                }
            }
            reader.take(event, Span::new(range.start + part.start, range.end + part.start));
            if reader.is_full() {
                break;
            }
        }
        let is_spent = spent >= fuel(part) || reader.is_full();
        let (contents, cells) = reader.finish();
        Self { contents, cells, spent, is_spent }
    }

    /// Tells whether the last thing in a part is a paragraph, which ends before what follows the part.
    fn ends_with_words(&self, text: &str, part: Span) -> bool {
        let end = part.trimmed(text).end;
        self.contents.blocks.last().is_some_and(|block| match &block.kind {
            BlockKind::Paragraph { .. } => block.span.end == end,
            BlockKind::Item { lead, .. } => lead.end == end,
            BlockKind::Heading { .. }
            | BlockKind::Table(_)
            | BlockKind::Code { .. }
            | BlockKind::Html
            | BlockKind::Rule => false,
        })
    }
}

/// Returns how much the links of a text may lead to by names that are defined elsewhere, before the parser takes no more.
fn fuel(part: Span) -> usize {
    const LEAST: usize = 100_000;
    part.len().max(LEAST)
}

/// Does two things at once; nothing where there is no second thread.
fn both<A, B: Send>(here: impl FnOnce() -> A, beside: impl FnOnce() -> B + Send) -> Option<(A, B)> {
    thread::scope(|scope| {
        let other = thread::Builder::new().spawn_scoped(scope, beside).ok()?;
        let own = here();
        Some((own, other.join().unwrap_or_else(|cause| panic::resume_unwind(cause))))
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::blocks, *};

    /// What texts are made of: whatever can be open where a heading begins, and whatever one half needs of the other.
    const PIECES: [&str; 27] = [
        "# Heading\n\n",
        "## Other *heading*\n\n",
        "Words and more\n\n",
        "Words that\ngo on\n\n",
        "```\n",
        "```sh\nls\n```\n\n",
        "~~~\nlist\n\n",
        "<!-- ",
        "-->\n\n",
        "<div>\n",
        "<pre>\nold\n\n",
        "- item\n",
        "- item\n\n  more\n\n",
        "1. one\nlazy\n\n",
        "  - ```\n    code\n\n",
        "> quoted\nlazy\n\n",
        "> - deep\n\n",
        "| a | b |\n|---|---|\n| c | d |\n\n",
        "    code\n\n",
        "[a]: /one 'title'\n\n",
        "[A]: /another\n\n",
        "[b]: /two\n'title\nthat goes on'\n\n",
        "See [a], [A ][a], ![b][B] and [c].\n\n",
        "Title\n===\n\n",
        "- [ ] open\n- [x] done\n\n",
        "Ends with `code\n\n",
        "\n",
    ];

    fn in_one(text: &str, lines: &LineIndex) -> MarkdownContents {
        blocks::read_in_one(text, Span::new(0, text.len()), lines)
    }

    proptest! {
        #[test]
        fn two_halves_are_the_whole(pieces in prop::collection::vec(prop::sample::select(&PIECES[..]), 1..24)) {
            let text = pieces.concat();
            let lines = LineIndex::new(&text);
            let whole = in_one(&text, &lines);
            for (at, _) in text.match_indices("\n\n#") {
                let part = Span::new(0, text.len());
                if let Some(halves) = read_at(&text, part, at + 2, &lines) {
                    prop_assert_eq!(&halves.blocks, &whole.blocks, "cut at {} of {:?}", at, text);
                    prop_assert_eq!(&halves.links, &whole.links, "cut at {} of {:?}", at, text);
                }
            }
        }
    }

    #[test]
    fn each_half_knows_what_the_other_one_defines() {
        let text = "See [a] and [b].\n\n[a]: /one\n\nWords\n\n# Next\n\nSee [A] and [b].\n\n[b]: /two\n\n[a]: /no\n";
        let (lines, part) = (LineIndex::new(text), Span::new(0, text.len()));
        let cut = place(text, 0).unwrap();
        let halves = read_at(text, part, cut, &lines).unwrap();
        let targets: Vec<&str> = halves.links.iter().map(|link| link.target.as_str()).collect();
        assert_eq!(targets, ["/one", "/two", "/one", "/two"]);
        assert_eq!(halves.blocks, in_one(text, &lines).blocks);
    }

    #[test]
    fn a_text_is_not_cut_in_what_holds_a_heading() {
        for open in ["```\n", "<!--\n", "<pre>\n", "~~~\n"] {
            let text = format!("Words\n\n{open}words\n\n# No heading\n\nWords\n");
            let (lines, part) = (LineIndex::new(&text), Span::new(0, text.len()));
            let cut = text.find("# No").unwrap();
            assert!(read_at(&text, part, cut, &lines).is_none(), "{open}");
        }
        let text = "Words\n\n```\nwords\n\n# No\n\nwords\n```\n\nWords\n\n# Yes\n";
        assert_eq!(place(text, 0), text.find("# Yes"));
        let named = "Words\n\n```sh\nwords\n\n# No\n\nwords\n";
        assert_eq!(place(named, 0), None);
    }
}
