//! A document beside its findings: the text as it was reviewed, with marks where somebody found something.

use askama::Template;
use council::{
    core::{
        council::CouncilFinding,
        packet::{Document, Span},
    },
    sessions::JournaledSession,
};

use crate::{text, view::Tone};

/// A document, line by line.
#[derive(Debug, Template)]
#[template(path = "document.html")]
pub(crate) struct DocumentView {
    pub(crate) lines: Vec<LineView>,
    /// What is said of the document and of none of its lines.
    pub(crate) elsewhere: Vec<NoteView>,
}

/// A line, its marked pieces, and the notes in its margin.
#[derive(Debug)]
pub(crate) struct LineView {
    pub(crate) number: usize,
    pub(crate) is_heading: bool,
    pub(crate) pieces: Vec<LinePiece>,
    pub(crate) notes: Vec<NoteView>,
}

/// A piece of a line; marked where words show a finding.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LinePiece {
    pub(crate) text: String,
    pub(crate) mark: &'static str,
}

/// A note in the margin.
#[derive(Debug, Clone)]
pub(crate) struct NoteView {
    pub(crate) tone: Tone,
    pub(crate) severity: &'static str,
    pub(crate) id: String,
    /// Where the finding is told in full.
    pub(crate) href: String,
    pub(crate) text: String,
}

/// How the notes of a document lead to its findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leading {
    /// To the page of each.
    Pages,
    /// To its place on the same page.
    Anchors,
}

impl DocumentView {
    /// Sets a document of a session.
    pub(crate) fn of(folded: &JournaledSession, document: &Document, leading: Leading) -> Self {
        let session = folded.reviewed.files.id();
        let path = document.path();
        let mut marks: Vec<(Span, Tone)> = Vec::new();
        let mut notes: Vec<(Option<u32>, NoteView)> = Vec::new();
        for finding in folded.record.findings.iter() {
            let tone = Tone::of_severity(Some(finding.severity()));
            for raised in finding.raised() {
                let quoted = raised.claim.quoted().filter(|(of, _)| *of == path);
                marks.extend(quoted.map(|(_, span)| (span, tone)));
            }
            let place = finding.raised().next().map(|raised| raised.claim.place());
            if let Some(place) = place.filter(|place| place.path.as_deref() == Some(path)) {
                notes.push((place.line, note(&session, finding, leading)));
            }
        }
        let whole = document.text();
        let mut start = 0;
        let mut lines: Vec<LineView> = Vec::new();
        for (at, line) in whole.split_inclusive('\n').enumerate() {
            let end = start + line.trim_end_matches(['\n', '\r']).len();
            let number = at + 1;
            let here = |of: &&(Option<u32>, NoteView)| {
                of.0.and_then(|of| usize::try_from(of).ok()) == Some(number)
            };
            lines.push(LineView {
                number,
                is_heading: line.starts_with('#'),
                pieces: pieces(whole, Span::new(start, end), &marks),
                notes: notes.iter().filter(here).map(|(_, note)| note.clone()).collect(),
            });
            start += line.len();
        }
        let elsewhere = notes.iter().filter(|(line, _)| line.is_none());
        Self { lines, elsewhere: elsewhere.map(|(_, note)| note.clone()).collect() }
    }
}

/// Returns the line of its document that a finding is shown at, if it is shown at one.
pub(crate) fn place_of(finding: &CouncilFinding) -> Option<(String, u32)> {
    let place = finding.raised().next()?.claim.place();
    Some((place.path.clone()?, place.line?))
}

fn note(session: &str, finding: &CouncilFinding, leading: Leading) -> NoteView {
    let id = finding.id().to_string();
    let href = match leading {
        Leading::Pages => {
            format!("/sessions/{}/findings/{}", text::piece(session), text::piece(&id))
        }
        Leading::Anchors => format!("#{}", text::anchor(&id)),
    };
    NoteView {
        tone: Tone::of_severity(Some(finding.severity())),
        severity: finding.severity().word(),
        id: text::line(&id),
        href,
        text: text::shown(&finding.claim().description),
    }
}

/// Cuts a line where marks begin and end. Where several overlap, the gravest is seen.
fn pieces(whole: &str, line: Span, marks: &[(Span, Tone)]) -> Vec<LinePiece> {
    let over: Vec<&(Span, Tone)> =
        marks.iter().filter(|(span, _)| span.start < line.end && line.start < span.end).collect();
    let mut cuts: Vec<usize> = vec![line.start, line.end];
    cuts.extend(over.iter().flat_map(|(span, _)| [span.start, span.end]));
    cuts.retain(|cut| (line.start..=line.end).contains(cut) && whole.is_char_boundary(*cut));
    cuts.sort_unstable();
    cuts.dedup();
    let rank = |tone: Tone| match tone {
        Tone::Worst => 4,
        Tone::Grave => 3,
        Tone::Mild => 2,
        Tone::Quiet | Tone::Good => 1,
    };
    let pairs = cuts.iter().zip(cuts.iter().skip(1));
    let piece = |(start, end): (&usize, &usize)| {
        let span = Span::new(*start, *end);
        let on = over.iter().filter(|(mark, _)| mark.contains(span)).map(|(_, tone)| *tone);
        LinePiece {
            text: text::shown(span.of(whole)),
            mark: on.max_by_key(|tone| rank(*tone)).map_or("", Tone::class),
        }
    };
    pairs.map(piece).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(marks: &[(Span, Tone)]) -> Vec<(String, &'static str)> {
        let text = "saved quickly, ünd";
        pieces(text, Span::new(0, text.len()), marks)
            .into_iter()
            .map(|one| (one.text, one.mark))
            .collect()
    }

    #[test]
    fn a_line_is_cut_where_marks_begin_and_end() {
        assert_eq!(cut(&[]), [("saved quickly, ünd".to_owned(), "")]);
        let marked = cut(&[(Span::new(6, 13), Tone::Mild)]);
        assert_eq!(
            marked,
            [("saved ".to_owned(), ""), ("quickly".to_owned(), "mild"), (", ünd".to_owned(), "")]
        );
    }

    #[test]
    fn of_marks_that_overlap_the_gravest_is_seen_and_no_character_is_cut() {
        let both = [(Span::new(0, 13), Tone::Mild), (Span::new(6, 40), Tone::Worst)];
        assert_eq!(
            cut(&both),
            [
                ("saved ".to_owned(), "mild"),
                ("quickly".to_owned(), "worst"),
                (", ünd".to_owned(), "worst")
            ]
        );
        assert_eq!(cut(&[(Span::new(16, 17), Tone::Mild)]).len(), 2);
    }
}
