//! What a table of contents promises: an entry that leads to a section which is not there, under this or any other name.

use council_core::packet::{PassageKind, Span, Target, slug};

use crate::model::{Meaning, Text};

/// Returns the titles that a table of contents names and the document lacks, each once, with what they are for.
pub(super) fn lacking<'a>(text: &Text<'a>) -> Vec<(&'a str, Meaning)> {
    let mut found: Vec<(&'a str, Meaning)> = Vec::new();
    for reference in &text.document.references {
        let Target::File { path, anchor: Some(_) } = &reference.target else {
            continue;
        };
        if let Some((title, meaning)) = promised(text, reference.span).filter(|_| path.is_empty())
            && !found.iter().any(|(_, own)| *own == meaning)
        {
            found.push((title, meaning));
        }
    }
    found
}

/// Returns the title of an entry of a table of contents, if it names a part that documents have and this one does not.
pub(super) fn promised<'a>(text: &Text<'a>, link: Span) -> Option<(&'a str, Meaning)> {
    let after = text.passages.partition_point(|passage| passage.span.start <= link.start);
    let passage = text.passages.get(after.checked_sub(1)?)?;
    let is_entry = passage.kind == PassageKind::Item && passage.span == link;
    let words = text.slice(link);
    let (title, target) = words.strip_prefix('[')?.split_once("](#")?;
    let anchor = target.strip_suffix(')')?;
    // An entry is made from its heading; another name for a place is a link like any other.
    let is_made = slug(title) == anchor;
    let meaning = Meaning::stated(title).into_iter().find(|one| *one != Meaning::Other)?;
    let is_gone = !text.meanings.contains(&meaning) && !text.stated().contains(&meaning);
    (is_entry && is_made && is_gone).then_some((title, meaning))
}
