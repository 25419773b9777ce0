//! Every word of a document once: where it stands first, and how often. Built when somebody asks, in one pass.

use super::{Token, TokenKind};

/// The words of a document, by their identities.
#[derive(Debug)]
pub(crate) struct Vocabulary {
    /// An open-addressed table, at most half full.
    slots: Vec<Entry>,
    len: usize,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    id: u64,
    /// The first byte of the first word, or [`NOWHERE`] if all are names, numbers, code or marks.
    first: u32,
    /// How many tokens there are; none where the slot is free.
    count: u32,
}

const NOWHERE: u32 = u32::MAX;

const FREE: Entry = Entry { id: 0, first: NOWHERE, count: 0 };

impl Vocabulary {
    /// Counts tokens that are in the order of their text.
    pub(super) fn of(tokens: &[Token]) -> Self {
        let mut all = Self { slots: vec![FREE; 1 << 10], len: 0 };
        for token in tokens {
            if all.len * 2 > all.slots.len() {
                all.grow();
            }
            let (slot, is_new) = all.find(token.id);
            if let Some(entry) = all.slots.get_mut(slot) {
                entry.id = token.id;
                entry.count = entry.count.saturating_add(1);
                if token.kind == TokenKind::Word && entry.first == NOWHERE {
                    entry.first = token.start;
                }
            }
            all.len += usize::from(is_new);
        }
        all
    }

    /// Returns how many tokens have an identity.
    pub(crate) fn count(&self, id: u64) -> usize {
        self.entry(id).map_or(0, |entry| entry.count as usize)
    }

    /// Returns where the first word with an identity begins.
    pub(crate) fn first(&self, id: u64) -> Option<u32> {
        self.entry(id).map(|entry| entry.first).filter(|first| *first != NOWHERE)
    }

    fn entry(&self, id: u64) -> Option<&Entry> {
        self.slots.get(self.find(id).0).filter(|entry| entry.count > 0)
    }

    /// Returns the slot of an identity, and whether it is free.
    fn find(&self, id: u64) -> (usize, bool) {
        let mask = self.slots.len() - 1;
        let mut slot = usize::try_from(id >> 20).unwrap_or_default() & mask;
        loop {
            match self.slots.get(slot) {
                Some(entry) if entry.count > 0 && entry.id != id => slot = (slot + 1) & mask,
                Some(entry) => return (slot, entry.count == 0),
                None => return (slot, false),
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let larger = vec![FREE; self.slots.len() * 2];
        let before = std::mem::replace(&mut self.slots, larger);
        for entry in before.into_iter().filter(|entry| entry.count > 0) {
            let (slot, _) = self.find(entry.id);
            if let Some(free) = self.slots.get_mut(slot) {
                *free = entry;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use crate::{Model, lexicon};

    #[test]
    fn each_word_is_counted_and_stands_first_where_it_does() {
        let names: Vec<String> = (0..4000).map(|at| format!("Word{at}")).collect();
        let names = names.join(" ");
        let text = format!("{names}\n\nThe till rings. The `till` is a till, and TILL.\n");
        let packet = markdown_prd("a.md", &text).value;
        let model = Model::of(&packet);
        let vocabulary = model.texts.first().unwrap().vocabulary();
        let till = lexicon::id("till");
        assert_eq!(vocabulary.count(till), 4);
        assert_eq!(vocabulary.first(till).unwrap() as usize, text.find("till").unwrap());
        assert_eq!(
            (vocabulary.count(lexicon::id("word77")), vocabulary.first(lexicon::id("word77"))),
            (1, None)
        );
        assert_eq!(
            (vocabulary.count(lexicon::id("bell")), vocabulary.first(lexicon::id("bell"))),
            (0, None)
        );
    }
}
