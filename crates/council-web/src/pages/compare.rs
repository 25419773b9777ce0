//! The difference between two sessions: each finding's life, what humans decided, and the texts side by side.

use std::collections::BTreeSet;

use askama::Template;
use council::{
    core::packet::{Document, Packet},
    diff,
    sessions::{self, StoredSession},
};
use similar::{ChangeTag, TextDiff};

use crate::{
    Site,
    reply::{self, NavItem, PageContent},
    text,
    view::{Links, ReportView},
};

/// The most lines of a text that are compared.
const MOST_LINES: usize = 20_000;

/// How many lines are shown around a change.
const AROUND: usize = 3;

#[derive(Debug, Template)]
#[template(path = "compare.html")]
struct CompareView {
    from: (String, String),
    to: (String, String),
    report: String,
    waived: Vec<String>,
    texts: Vec<TextView>,
}

/// What changed in a document.
#[derive(Debug)]
pub(crate) struct TextView {
    pub(crate) path: String,
    pub(crate) said: &'static str,
    pub(crate) hunks: Vec<Vec<ChangedLine>>,
}

/// A line before or after, or one that stayed.
#[derive(Debug)]
pub(crate) struct ChangedLine {
    pub(crate) class: &'static str,
    pub(crate) sign: &'static str,
    pub(crate) word: &'static str,
    pub(crate) text: String,
}

/// Compares two sessions.
pub(super) fn page(site: &Site, from: &str, to: &str) -> PageContent {
    let repo = &site.around.repo;
    let difference = match diff::diff(repo, Some(from), Some(to)) {
        Ok(difference) => difference,
        Err(error) => return reply::failed(NavItem::Sessions, "diff", &error),
    };
    let load = |id: &str| sessions::load(repo, id, Some((site.around.today)())).ok();
    let (before, after) = (load(from), load(to));
    let links = Links { session: Some(to.to_owned()), left_out: &[] };
    let view = CompareView {
        from: (text::line(from), text::piece(from)),
        to: (text::line(to), text::piece(to)),
        report: ReportView::linked(&diff::report(&difference), &links).render().unwrap_or_default(),
        waived: after.as_ref().map(waived).unwrap_or_default(),
        texts: texts(packet(before.as_ref()), packet(after.as_ref())),
    };
    PageContent::new(NavItem::Sessions, "What changed", &view)
}

fn packet(kept: Option<&StoredSession>) -> Option<&Packet> {
    match kept? {
        StoredSession::Folded(folded) => Some(folded.reviewed.fold.packet()),
        StoredSession::Recorded(_) => None,
    }
}

/// Says what of the later session humans live with, and until when.
fn waived(kept: &StoredSession) -> Vec<String> {
    let StoredSession::Folded(folded) = kept else { return Vec::new() };
    let said = folded.record.decisions.iter().flat_map(|decided| {
        decided.decisions.iter().map(move |one| {
            let about: Vec<&str> =
                one.findings.iter().chain(&one.gate_findings).map(String::as_str).collect();
            let until = one.until.map(|until| format!(" until {until}")).unwrap_or_default();
            format!(
                "{}: {}{until}, by {}: {}",
                about.join(", "),
                one.ruling.in_words(),
                decided.by,
                one.reason
            )
        })
    });
    said.map(|line| text::line(&line)).collect()
}

fn texts(before: Option<&Packet>, after: Option<&Packet>) -> Vec<TextView> {
    let (Some(before), Some(after)) = (before, after) else { return Vec::new() };
    let paths: BTreeSet<&str> =
        before.documents.iter().chain(&after.documents).map(Document::path).collect();
    let compared = paths.into_iter().map(|path| {
        let text =
            |packet: &Packet| packet.document(path).map(|document| document.text().to_owned());
        changes(path, text(before).as_deref(), text(after).as_deref())
    });
    compared.collect()
}

/// Compares a text with another line by line.
pub(crate) fn changes(path: &str, before: Option<&str>, after: Option<&str>) -> TextView {
    let said = match (before, after) {
        (None, _) => "new",
        (_, None) => "gone",
        (Some(before), Some(after)) if before == after => "the same",
        (Some(_), Some(_)) => "changed",
    };
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    let is_long = before.lines().count().max(after.lines().count()) > MOST_LINES;
    let difference = TextDiff::from_lines(before, after);
    let hunks = difference.grouped_ops(AROUND).into_iter().filter(|_| !is_long).map(|group| {
        let changed = group.iter().flat_map(|op| difference.iter_changes(op));
        let line = changed.map(|change| {
            let (class, sign, word) = match change.tag() {
                ChangeTag::Delete => ("gone", "−", "removed"),
                ChangeTag::Insert => ("new", "+", "added"),
                ChangeTag::Equal => ("same", " ", ""),
            };
            let text = text::shown(change.value().trim_end_matches(['\n', '\r']));
            ChangedLine { class, sign, word, text }
        });
        line.collect()
    });
    let hunks = if said == "the same" { Vec::new() } else { hunks.collect() };
    TextView { path: text::line(path), said, hunks }
}
