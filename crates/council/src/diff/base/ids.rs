//! Ids that mean something else now, or nothing, and who refers to them.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    diagnostic::Place,
    gate::Signal,
    packet::{Document, Target},
};
use council_formats::packet;
use council_store::Repo;

use super::{
    texts::{BaseTexts, ChangedFile},
    wording::{quoted, side_by_side},
};
use crate::specifications::packet_of;

/// An id that means something else than before.
pub(super) struct ChangedId {
    /// The id.
    pub(super) id: String,
    /// The file that defines it, or did.
    pub(super) file: String,
    /// The line of its definition, where it still has one.
    pub(super) line: Option<u32>,
    /// What it meant.
    pub(super) before: String,
    /// What it means; nothing where it is gone.
    pub(super) after: Option<String>,
    /// The id that what it meant has now.
    pub(super) now_called: Option<String>,
    /// Who refers to it, as file and line.
    pub(super) references: Vec<(String, u32)>,
}

/// How many references are told one by one.
const TOLD: usize = 8;

impl ChangedId {
    /// Puts it into words.
    pub(super) fn signal(&self) -> Signal {
        let place = Place { line: self.line, ..Place::file(self.file.as_str()) };
        let id = &self.id;
        let signal = match (&self.after, &self.now_called) {
            (Some(after), _) => {
                Signal::advisory("id-changed", place, format!("`{id}` means something else now"))
                    .detail("was", self.before.as_str())
                    .detail("is", after.as_str())
            }
            (None, _) => {
                Signal::advisory("id-gone", place, format!("`{id}` is gone and still referred to"))
                    .detail("was", self.before.as_str())
            }
        };
        let signal = match &self.now_called {
            Some(other) => signal.detail("now called", other.as_str()),
            None => signal,
        };
        let told = self.references.iter().take(TOLD);
        let mut told: Vec<String> = told.map(|(file, line)| format!("{file}:{line}")).collect();
        if self.references.len() > TOLD {
            told.push(format!("{} more", self.references.len() - TOLD));
        }
        match told.as_slice() {
            [] => signal.detail("referred to", "nowhere"),
            [_, ..] => signal
                .detail("referred to in", told.join(", "))
                .help("see whether these places still say what they should"),
        }
    }
}

/// Finds the ids of what changed that mean something else now, in the order of files and ids.
pub(super) fn changed(repo: &Repo, texts: &BaseTexts) -> Vec<ChangedId> {
    if texts.changed.is_empty() {
        return Vec::new();
    }
    let pages = PacketPages::of(repo, texts);
    texts.changed.iter().flat_map(|file| of_file(repo, file, &pages)).collect()
}

/// What there is now, and what belongs together.
struct PacketPages {
    documents: BTreeMap<String, Document>,
    packets: BTreeMap<String, String>,
    /// The packets that define each id: features number their requirements alike.
    owners: BTreeMap<String, BTreeSet<String>>,
}

impl PacketPages {
    fn of(repo: &Repo, texts: &BaseTexts) -> Self {
        let touched: BTreeSet<String> =
            texts.changed.iter().map(|file| packet_of(repo, &file.path)).collect();
        let mut documents = BTreeMap::new();
        let mut add = |path: &String, text: &str| {
            documents.extend(document(path, text).map(|document| (path.clone(), document)));
        };
        texts.now.iter().for_each(|(path, text)| add(path, text));
        // Plans and lists of tasks lie beside the specification that they refer to.
        for path in texts.pages.iter().filter(|path| touched.contains(&packet_of(repo, path))) {
            if let Ok(text) = repo.read(path) {
                add(path, &text);
            }
        }
        let packets: BTreeMap<String, String> =
            documents.keys().map(|path| (path.clone(), packet_of(repo, path))).collect();
        let mut owners: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (path, document) in &documents {
            let packet = packets.get(path).cloned().unwrap_or_default();
            for one in &document.definitions {
                owners.entry(one.id.as_str().to_owned()).or_default().insert(packet.clone());
            }
        }
        Self { documents, packets, owners }
    }

    /// Returns who refers to an id of a packet. Somebody else's page does only where nobody else defines the id.
    fn references(&self, id: &str, packet: &str) -> Vec<(String, u32)> {
        let others = self.owners.get(id).into_iter().flatten().filter(|owner| *owner != packet);
        let is_alone = others.count() == 0;
        let mut found = BTreeSet::new();
        for (path, document) in &self.documents {
            if self.packets.get(path).is_none_or(|own| own != packet) && !is_alone {
                continue;
            }
            let is_meant =
                |target: &Target| matches!(target, Target::Id(one) if one.as_str() == id);
            let named = document.references.iter().filter(|one| is_meant(&one.target));
            found.extend(named.map(|one| (path.clone(), one.line)));
        }
        found.into_iter().collect()
    }

    fn is_defined_in(&self, id: &str, packet: &str) -> bool {
        self.owners.get(id).is_some_and(|owners| owners.contains(packet))
    }
}

fn of_file(repo: &Repo, file: &ChangedFile, pages: &PacketPages) -> Vec<ChangedId> {
    let before = file.before.as_ref().and_then(|text| document(&file.path, text));
    let Some(before) = before else { return Vec::new() };
    let after = file.after.as_ref().and_then(|text| document(&file.path, text));
    let packet = packet_of(repo, &file.path);
    let now = after.as_ref().map(meanings).unwrap_or_default();
    let mut changed = Vec::new();
    for (id, (was, _)) in meanings(&before) {
        let is = now.get(&id);
        if is.is_some_and(|(is, _)| is_same(&id, &was, is)) {
            continue;
        }
        let references = pages.references(&id, &packet);
        // What is gone and missed by nobody, or defined in another file now, needs nobody.
        let is_quiet = references.is_empty() || pages.is_defined_in(&id, &packet);
        if is.is_none() && is_quiet {
            continue;
        }
        let same = |(other, (text, _)): &(&String, &(String, u32))| {
            **other != id && said(other, text) == said(&id, &was)
        };
        let (before, after) = match is {
            Some((is, _)) => {
                let (before, after) = side_by_side(&was, is);
                (before, Some(after))
            }
            None => (quoted(&was), None),
        };
        changed.push(ChangedId {
            now_called: now.iter().find(same).map(|(other, _)| other.clone()),
            line: is.map(|(_, line)| *line),
            before,
            after,
            file: file.path.clone(),
            references,
            id,
        });
    }
    changed
}

/// Returns what a document says of each id, with the line where it does.
fn meanings(document: &Document) -> BTreeMap<String, (String, u32)> {
    let mut meanings: BTreeMap<String, (String, u32)> = BTreeMap::new();
    for one in &document.definitions {
        let text = document.slice(one.span);
        let (all, _) =
            meanings.entry(one.id.as_str().to_owned()).or_insert_with(|| (String::new(), one.line));
        all.extend([text, " "]);
    }
    meanings
}

/// Words that change what a statement demands, however few of them there are.
const DECISIVE: [&str; 18] = [
    "all", "any", "at", "can", "cannot", "every", "least", "may", "more", "most", "must", "never",
    "no", "none", "not", "only", "shall", "should",
];

/// The least share of words, in percent, that two statements have in common where only their wording differs.
const SAME_WORDS: usize = 75;

/// Tells whether two statements demand the same: the same numbers, the same duties, and mostly the same words.
fn is_same(id: &str, one: &str, other: &str) -> bool {
    let (one, other) = (said(id, one), said(id, other));
    if one == other {
        return true;
    }
    let decisive = |words: &[String]| -> Vec<String> {
        let is_one = |word: &&String| {
            word.contains(|c: char| c.is_ascii_digit()) || DECISIVE.contains(&word.as_str())
        };
        words.iter().filter(is_one).cloned().collect()
    };
    let set = |words: &[String]| words.iter().cloned().collect::<BTreeSet<String>>();
    let (left, right) = (set(&one), set(&other));
    let shared = left.intersection(&right).count();
    let all = left.union(&right).count();
    decisive(&one) == decisive(&other) && shared * 100 >= all * SAME_WORDS
}

/// Returns the words of a statement without its id, layout and emphasis.
fn said(id: &str, text: &str) -> Vec<String> {
    let text = text.replacen(id, " ", 1);
    let parts = text.split(|c: char| !(c.is_alphanumeric() || "<>=≤≥%+.-".contains(c)));
    let plain = |part: &str| part.trim_matches(['.', '-']).to_lowercase();
    let parts = parts.map(plain);
    parts.filter(|word| !matches!(word.as_str(), "" | "a" | "an" | "the")).collect()
}

fn document(path: &str, text: &str) -> Option<Document> {
    let parsed = if packet::is_yaml(path) {
        packet::prd_folder(&[(path.to_owned(), text.to_owned())])
    } else {
        packet::markdown_prd(path, text)
    };
    parsed.value.documents.into_iter().next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meaning_survives_layout_and_typing_errors_but_no_number_and_no_duty() {
        let was = "- **FR-1**: The service must answer a search of a user within 200 ms.";
        for same in [
            "* FR-1 – The service must answer a search of a user within 200 ms",
            "- FR-1: The service must answer the search of one user within 200 ms.",
        ] {
            assert!(is_same("FR-1", was, same), "{same}");
        }
        for other in [
            "- FR-1: The service must answer a search of a user within 300 ms.",
            "- FR-1: The service should answer a search of a user within 200 ms.",
            "- FR-1: The service must not answer a search of a user within 200 ms.",
            "- FR-1: The cart must keep its items for 200 ms.",
        ] {
            assert!(!is_same("FR-1", was, other), "{other}");
        }
    }
}
