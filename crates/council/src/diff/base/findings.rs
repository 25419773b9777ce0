//! What became of findings: new, still open, moved to another file, fixed.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use council_core::gate::Signal;
use council_formats::packet::{self, File};
use council_rules::Finding;

use super::{
    BaseRequest, about,
    texts::{BaseTexts, ChangedFile},
};
use crate::lint::{self, Linted};

/// What became of the findings of both sides.
#[derive(Default)]
pub(super) struct FindingLives {
    /// Those that only this side has, in the order of files and lines.
    pub(super) new: Vec<Finding>,
    /// Those that both sides have.
    pub(super) open: Vec<Finding>,
    /// Those whose words stand in another file now, each as it was and as it is.
    pub(super) moved: Vec<(Finding, Finding)>,
    /// Those that only the earlier side has.
    pub(super) fixed: Vec<Finding>,
    /// How many more findings comments suppress than before.
    pub(super) suppressed: usize,
    /// What there is to say about files.
    pub(super) signals: Vec<Signal>,
    /// Whether a file could not be read to its end.
    pub(super) is_unreadable: bool,
}

impl FindingLives {
    /// Lints both sides of what changed and compares.
    pub(super) fn of(request: &BaseRequest, texts: &BaseTexts) -> Self {
        let mut lives = Self::default();
        let mut folders = PrdFolders::of(request, texts);
        let mut suppressed = (0, 0);
        for file in &texts.changed {
            let (before, after) = folders.linted(request, file);
            let count = |linted: &Option<Linted>| -> usize {
                let each = linted.iter().flat_map(|linted| &linted.suppressed);
                each.map(|one| one.count).sum()
            };
            suppressed = (suppressed.0 + count(&before), suppressed.1 + count(&after));
            lives.compare(before, after);
        }
        lives.suppressed = suppressed.1.saturating_sub(suppressed.0);
        lives.find_moved();
        lives
    }

    fn compare(&mut self, before: Option<Linted>, after: Option<Linted>) {
        let mut was = Vec::new();
        let mut known = BTreeSet::new();
        if let Some(before) = before {
            known.extend(before.diagnostics.iter().map(|one| (one.code, one.message.clone())));
            was = before.findings;
        }
        let mut is = Vec::new();
        if let Some(after) = after {
            self.is_unreadable |= !after.is_read;
            if let (Err(why), true) = (after.judged, after.is_read) {
                let what = format!("it was not judged: {}", why.word());
                self.signals.push(about("not-judged", after.path(), what));
            }
            let unknown = after.diagnostics.into_iter();
            let unknown = unknown.filter(|one| !known.contains(&(one.code, one.message.clone())));
            self.signals.extend(unknown.map(Signal::from));
            is = after.findings;
        }
        let (pairs, fixed, new) = paired(was, is, &[whole, in_place, words_alone]);
        self.open.extend(pairs.into_iter().map(|(_, is)| is));
        self.fixed.extend(fixed);
        self.new.extend(new);
    }

    /// Takes what is gone in one file and new in another for the same, where the whole sentence is.
    fn find_moved(&mut self) {
        let (fixed, new) = (std::mem::take(&mut self.fixed), std::mem::take(&mut self.new));
        let has_words = |finding: &Finding| !finding.span.is_empty();
        let (fixed, gone): (Vec<_>, Vec<_>) = fixed.into_iter().partition(has_words);
        let (quoted, missing): (Vec<_>, Vec<_>) = new.into_iter().partition(has_words);
        let (moved, fixed, new) = paired(fixed, quoted, &[whole]);
        self.moved = moved;
        self.fixed = fixed.into_iter().chain(gone).collect();
        self.new = new.into_iter().chain(missing).collect();
        let place = |one: &Finding| (one.path().to_owned(), one.start.line, one.start.column);
        self.new.sort_by_key(place);
        self.fixed.sort_by_key(place);
    }

    /// Says how many there are of each.
    pub(super) fn summary(&self) -> String {
        let counts = [
            (self.new.len(), "new"),
            (self.open.len(), "still open"),
            (self.moved.len(), "moved"),
            (self.fixed.len(), "fixed"),
            (self.suppressed, "more suppressed by comments"),
        ];
        let told = |(count, word): &(usize, &str)| {
            (*count > 0 || *word == "new").then(|| format!("{count} {word}"))
        };
        counts.iter().filter_map(told).collect::<Vec<_>>().join(", ")
    }
}

/// What makes a finding the same as another.
type Sameness = fn(&Finding) -> (&str, &str, &str);

/// The rule, the words and the sentence they stand in.
fn whole(finding: &Finding) -> (&str, &str, &str) {
    (finding.rule.id, finding.quote(), finding.sentence())
}

/// The rule, the words and the section they stand in.
fn in_place(finding: &Finding) -> (&str, &str, &str) {
    (finding.rule.id, finding.quote(), finding.anchor.as_deref().unwrap_or_default())
}

/// The rule and the words.
fn words_alone(finding: &Finding) -> (&str, &str, &str) {
    (finding.rule.id, finding.quote(), "")
}

/// Findings of two sides: those that are the same, and the rest of each side.
type Paired = (Vec<(Finding, Finding)>, Vec<Finding>, Vec<Finding>);

/// Pairs findings, by the first sameness that finds one: a sentence that did not change keeps its finding, whatever was written
/// above it in the same words.
fn paired(was: Vec<Finding>, is: Vec<Finding>, samenesses: &[Sameness]) -> Paired {
    let mut partner: BTreeMap<usize, usize> = BTreeMap::new();
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    for sameness in samenesses {
        let mut left: BTreeMap<(&str, &str, &str), VecDeque<usize>> = BTreeMap::new();
        for (at, finding) in was.iter().enumerate().filter(|(at, _)| !taken.contains(at)) {
            left.entry(sameness(finding)).or_default().push_back(at);
        }
        for (at, finding) in is.iter().enumerate() {
            if partner.contains_key(&at) {
                continue;
            }
            if let Some(found) = left.get_mut(&sameness(finding)).and_then(VecDeque::pop_front) {
                partner.insert(at, found);
                taken.insert(found);
            }
        }
    }
    let mut was: Vec<Option<Finding>> = was.into_iter().map(Some).collect();
    let (mut pairs, mut new) = (Vec::new(), Vec::new());
    for (at, finding) in is.into_iter().enumerate() {
        let other = partner.get(&at).and_then(|other| was.get_mut(*other)).and_then(Option::take);
        match other {
            Some(other) => pairs.push((other, finding)),
            None => new.push(finding),
        }
    }
    (pairs, was.into_iter().flatten().collect(), new)
}

/// PRD folders, linted on both sides: their files are one document.
struct PrdFolders {
    before: BTreeMap<String, Linted>,
    after: BTreeMap<String, Linted>,
}

impl PrdFolders {
    fn of(request: &BaseRequest, texts: &BaseTexts) -> Self {
        let folder_of = |path: &str| texts.prd_folders.get(path).map(String::as_str);
        let names = texts.changed.iter().flat_map(|file| {
            [Some(file.path.as_str()), file.renamed_from.as_deref()].into_iter().flatten()
        });
        let wanted: BTreeSet<&str> = names.filter(|path| folder_of(path).is_some()).collect();
        let folders: BTreeSet<&str> = wanted.iter().filter_map(|path| folder_of(path)).collect();
        let (mut before, mut after) = (BTreeMap::new(), BTreeMap::new());
        for folder in folders {
            let lint = |texts: &BTreeMap<String, String>| {
                let files = texts.iter().filter(|(path, _)| folder_of(path) == Some(folder));
                let files: Vec<File> =
                    files.map(|(path, text)| (path.clone(), text.clone())).collect();
                lint::lint_prd_files(&request.lint, &files, &wanted)
            };
            let keyed = |linted: Linted| (linted.path().to_owned(), linted);
            before.extend(lint(&texts.earlier_yaml).into_iter().map(keyed));
            after.extend(lint(&texts.now).into_iter().map(keyed));
        }
        Self { before, after }
    }

    /// Lints both sides of a file. What has a new name is read under it on both sides.
    fn linted(
        &mut self,
        request: &BaseRequest,
        file: &ChangedFile,
    ) -> (Option<Linted>, Option<Linted>) {
        if packet::is_yaml(&file.path) {
            let earlier = file.renamed_from.as_ref().unwrap_or(&file.path);
            return (self.before.remove(earlier), self.after.remove(&file.path));
        }
        let rules = request.lint.rules_for(&file.path);
        let lint = |text: &String| lint::lint_text(&file.path, text, &rules);
        (file.before.as_ref().map(lint), file.after.as_ref().map(lint))
    }
}
