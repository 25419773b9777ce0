//! What a table of contents promises: an entry that leads to a section which is not there, under this or any other name.

use std::collections::BTreeSet;

use council_core::packet::{PassageKind, Span, Target, slug};

use crate::model::{Meaning, Text};

/// The parts that a document has, and what its table of contents says of others.
pub(super) struct Contents<'t, 'a> {
    text: &'t Text<'a>,
    has: BTreeSet<Meaning>,
}

impl<'t, 'a> Contents<'t, 'a> {
    pub(super) fn of(text: &'t Text<'a>) -> Self {
        let has = text.meanings.iter().chain(text.stated()).copied().collect();
        Contents { text, has }
    }

    /// Returns the titles that the table of contents names and the document lacks, one for each part.
    pub(super) fn lacking(&self) -> Vec<(&'a str, Meaning)> {
        let mut told = BTreeSet::new();
        let references = self.text.document.references.iter().filter(|reference| {
            matches!(&reference.target, Target::File { path, anchor: Some(_) } if path.is_empty())
        });
        let promised = references.filter_map(|reference| self.promised(reference.span));
        promised.filter(|(_, meaning)| told.insert(*meaning)).collect()
    }

    /// Returns the title of an entry of a table of contents, if it names a part that documents have and this one does not.
    pub(super) fn promised(&self, link: Span) -> Option<(&'a str, Meaning)> {
        let passages = &self.text.passages;
        let after = passages.partition_point(|passage| passage.span.start <= link.start);
        let passage = passages.get(after.checked_sub(1)?)?;
        if passage.kind != PassageKind::Item || passage.span != link {
            return None;
        }
        let (title, target) = self.text.slice(link).strip_prefix('[')?.split_once("](#")?;
        // An entry is made from its heading; another name for a place is a link like any other.
        if slug(title) != target.strip_suffix(')')? {
            return None;
        }
        if self.text.document.sections.iter().any(|section| section.title == title) {
            return None;
        }
        let meaning = Meaning::stated(title).into_iter().find(|one| *one != Meaning::Other)?;
        (!self.has.contains(&meaning)).then_some((title, meaning))
    }
}
