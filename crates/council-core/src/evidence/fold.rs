//! Text as it is compared: white space folded, letters decomposed, and the way back to the offsets of the original.

use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};

use crate::packet::Span;

/// What counts as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Same {
    /// The same characters between white space.
    Characters,
    /// Also characters that are spelled differently but are the same to a reader: `é` as one code point or two.
    Spelling,
    /// Also capitals and small letters.
    Letters,
}

/// A text with its white space folded to single spaces.
pub(super) struct FoldedText {
    text: String,
    same: Same,
    /// Where runs of the folded text come from, in order.
    runs: Vec<FoldedRun>,
}

#[derive(Debug, Clone, Copy)]
struct FoldedRun {
    /// Where it begins in the folded text.
    folded: usize,
    /// Where it comes from.
    source: Span,
    /// Whether its bytes are those of the source, one for one.
    is_verbatim: bool,
}

impl FoldedText {
    /// Folds a text.
    pub(super) fn new(text: &str, same: Same) -> Self {
        let mut folded =
            FoldedText { text: String::with_capacity(text.len()), same, runs: Vec::new() };
        let mut chars = text.char_indices().peekable();
        let mut is_apart = false;
        while let Some((start, first)) = chars.next() {
            if first.is_whitespace() {
                is_apart = true;
                continue;
            }
            let mut end = start + first.len_utf8();
            // A letter and the marks on it are compared as one, in whatever order the marks were typed.
            while same != Same::Characters
                && let Some((at, mark)) =
                    chars.next_if(|(_, mark)| canonical_combining_class(*mark) != 0)
            {
                end = at + mark.len_utf8();
            }
            if is_apart && !folded.text.is_empty() {
                folded.push(" ", "", Span::new(start, start));
            }
            is_apart = false;
            let source = Span::new(start, end);
            let original = source.of(text);
            let is_plain =
                same == Same::Characters || (end - start == 1 && !first.is_ascii_uppercase());
            if is_plain {
                folded.push(original, original, source);
                continue;
            }
            let piece: String = match same {
                Same::Characters | Same::Spelling => original.nfd().collect(),
                Same::Letters => original.nfc().flat_map(char::to_lowercase).nfd().collect(),
            };
            folded.push(&piece, original, source);
        }
        folded
    }

    /// Returns the folded text.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// Finds another folded text, and returns where it comes from. A letter is not found without the marks on it.
    pub(super) fn find(&self, wanted: &FoldedText) -> Option<Span> {
        let mut found = self.text.match_indices(&wanted.text);
        let (start, _) = found.find(|(start, found)| {
            let end = start + found.len();
            let after = self.text.get(end..).and_then(|after| after.chars().next());
            let is_whole = after.is_none_or(|after| canonical_combining_class(after) == 0);
            self.same == Same::Characters || is_whole && self.is_edge(*start) && self.is_edge(end)
        })?;
        Some(self.source(start, start + wanted.text.len()))
    }

    /// Returns where a piece of the folded text comes from.
    pub(super) fn source(&self, start: usize, end: usize) -> Span {
        let first = self.run(start).map(|run| {
            let inside = if run.is_verbatim { start - run.folded } else { 0 };
            run.source.start + inside
        });
        let last = end.checked_sub(1).and_then(|last| self.run(last)).map(|run| {
            if run.is_verbatim { run.source.start + (end - run.folded) } else { run.source.end }
        });
        Span::new(first.unwrap_or_default(), last.unwrap_or_default())
    }

    /// Tells whether an offset is not within a letter that is spelled otherwise in the source.
    fn is_edge(&self, at: usize) -> bool {
        at >= self.text.len() || self.run(at).is_none_or(|run| run.is_verbatim || run.folded == at)
    }

    fn run(&self, at: usize) -> Option<FoldedRun> {
        let after = self.runs.partition_point(|run| run.folded <= at);
        after.checked_sub(1).and_then(|index| self.runs.get(index)).copied()
    }

    fn push(&mut self, piece: &str, original: &str, source: Span) {
        let is_verbatim = piece == original;
        match self.runs.last_mut() {
            Some(last) if is_verbatim && last.is_verbatim && last.source.end == source.start => {
                last.source.end = source.end;
            }
            _ => self.runs.push(FoldedRun { folded: self.text.len(), source, is_verbatim }),
        }
        self.text.push_str(piece);
    }
}
