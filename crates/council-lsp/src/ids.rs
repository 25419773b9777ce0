//! Ids of requirements across the specifications of a repository: where each is defined, and who mentions it.

use std::{collections::BTreeMap, fmt::Write as _, path::PathBuf};

use council::{
    core::packet::{Document, Span, Target},
    formats::report::markdown,
    specifications::packets,
    store::Stamp,
};
use gen_lsp_types::{Location, Position, Range};

use crate::{
    symbols,
    text::{Encoding, Lines},
    uri,
    workspace::OpenRepository,
};

/// What is known of the ids of a file.
#[derive(Debug)]
struct FileIds {
    stamp: Option<Stamp>,
    uses: Vec<Use>,
}

/// A place where an id stands.
#[derive(Debug, Clone)]
pub(crate) struct Use {
    id: String,
    is_definition: bool,
    range: Range,
    words: String,
}

/// A use with its file.
#[derive(Debug, Clone)]
pub(crate) struct LocatedUse {
    pub(crate) path: String,
    pub(crate) location: Location,
    is_definition: bool,
    words: String,
}

/// What is known of files that are not open, by their real path.
#[derive(Debug, Default)]
pub(crate) struct IdIndex {
    files: BTreeMap<PathBuf, FileIds>,
}

impl IdIndex {
    /// Finds every use of an id: in the open texts, and in the other specifications of the repository.
    pub(crate) fn uses(
        &mut self,
        place: &OpenRepository,
        open: &BTreeMap<String, String>,
        encoding: Encoding,
        id: &str,
    ) -> Vec<LocatedUse> {
        let found = place.specifications.find(&place.repo, "").unwrap_or_default();
        let mut paths: Vec<String> = found.into_iter().map(|one| one.path).collect();
        paths.extend(open.keys().cloned());
        paths.sort();
        paths.dedup();
        let mut all = Vec::new();
        for path in paths {
            let real = place.repo.root().join(&path);
            let uses = match open.get(&path) {
                Some(raw) => uses(&path, raw, encoding),
                None => self.known(place, &path, encoding).to_vec(),
            };
            let of_id = uses.into_iter().filter(|one| one.id == id);
            all.extend(of_id.map(|one| LocatedUse {
                path: path.clone(),
                location: Location { uri: uri::of(&real), range: one.range },
                is_definition: one.is_definition,
                words: one.words,
            }));
        }
        all
    }

    fn known(&mut self, place: &OpenRepository, path: &str, encoding: Encoding) -> &[Use] {
        let (real, stamp) = (place.repo.root().join(path), place.repo.stamp(path));
        let is_current = |known: &FileIds| known.stamp == stamp && stamp.is_some();
        if !self.files.get(&real).is_some_and(is_current) {
            let uses = place.repo.read(path).map(|raw| uses(path, &raw, encoding));
            self.files.insert(real.clone(), FileIds { stamp, uses: uses.unwrap_or_default() });
        }
        self.files.get(&real).map(|known| known.uses.as_slice()).unwrap_or_default()
    }
}

/// Returns the id that stands at a place of a text.
pub(crate) fn at(
    path: &str,
    raw: &str,
    encoding: Encoding,
    position: Position,
) -> Option<(String, Range)> {
    let is_here = |range: &Range| range.start <= position && position <= range.end;
    let mut uses = uses(path, raw, encoding);
    // A mention within a requirement is meant before the requirement.
    uses.sort_by_key(|one| one.is_definition);
    uses.into_iter().find(|one| is_here(&one.range)).map(|one| (one.id, one.range))
}

/// Returns the uses that define an id for somebody who reads a file: its own, else those reviewed with it, else all.
pub(crate) fn definitions(
    place: &OpenRepository,
    found: &[LocatedUse],
    reader: &str,
) -> Vec<LocatedUse> {
    let all: Vec<&LocatedUse> = found.iter().filter(|one| one.is_definition).collect();
    let own: Vec<&LocatedUse> = all.iter().copied().filter(|one| one.path == reader).collect();
    if !own.is_empty() {
        return own.into_iter().cloned().collect();
    }
    let packet = |path: &str| {
        let convention = place.specifications.convention(&place.repo, path)?;
        let one = council::specifications::Specification { path: path.to_owned(), convention };
        packets(&place.repo, &[one]).pop()
    };
    let here = packet(reader);
    let near: Vec<&LocatedUse> =
        all.iter().copied().filter(|one| here.is_some() && packet(&one.path) == here).collect();
    let chosen = if near.is_empty() { all } else { near };
    chosen.into_iter().cloned().collect()
}

/// Returns what an editor shows of an id, as Markdown.
pub(crate) fn told(
    id: &str,
    definitions: &[LocatedUse],
    uses: &[LocatedUse],
    findings: &[String],
) -> String {
    let mut page = format!("**{}**", markdown::plain(id));
    match definitions {
        [] => page.push_str(" is defined nowhere in the specifications of this repository"),
        [..] => {
            for one in definitions.iter().take(5) {
                let (path, line) = (markdown::plain(&one.path), one.location.range.start.line + 1);
                let _ =
                    write!(page, "\n\n{}\n\ndefined in {path}:{line}", markdown::plain(&one.words));
            }
        }
    }
    let mentions = uses.iter().filter(|one| !one.is_definition).count();
    let _ = write!(page, "\n\nmentioned {mentions} times");
    for finding in findings.iter().take(5) {
        let _ = write!(page, "\n\n- {}", markdown::plain(finding));
    }
    page
}

/// Reads where ids stand in a text.
fn uses(path: &str, raw: &str, encoding: Encoding) -> Vec<Use> {
    let Ok(lines) = Lines::read(path, raw, encoding) else { return Vec::new() };
    let Some(document) = symbols::read(path, lines.text()) else { return Vec::new() };
    let defined = document.definitions.iter().map(|one| Use {
        id: one.id.as_str().to_owned(),
        is_definition: true,
        range: lines.range(own_name(&document, one.span, one.id.as_str())),
        words: shortened(document.slice(one.span)),
    });
    let mentioned = document.references.iter().filter_map(|one| match &one.target {
        Target::Id(id) => Some(Use {
            id: id.as_str().to_owned(),
            is_definition: false,
            range: lines.range(one.span),
            words: String::new(),
        }),
        Target::File { .. } => None,
    });
    defined.chain(mentioned).collect()
}

/// Returns where an id stands in what it names.
fn own_name(document: &Document, span: Span, id: &str) -> Span {
    let at = document.slice(span).find(id);
    at.map_or(span, |at| Span::new(span.start + at, span.start + at + id.len()))
}

fn shortened(words: &str) -> String {
    let line: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= 400 { line } else { line.chars().take(399).chain(['…']).collect() }
}

impl LocatedUse {
    /// Tells whether it gives the id its meaning.
    pub(crate) fn is_definition(&self) -> bool {
        self.is_definition
    }
}
