//! What a change may contradict in other specifications of the repository.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{diagnostic::Place, gate::Signal};
use council_formats::packet;
use council_rules::{Finding, Kind};

use super::{
    texts::{BaseTexts, ChangedFile},
    wording::quoted,
};
use crate::{
    lint::{self, RuleSelection},
    words,
};

/// Two statements of two specifications that may not both hold.
pub(super) struct Contradiction {
    /// The rule that compared them.
    pub(super) rule: &'static str,
    /// The file that changed.
    pub(super) file: String,
    /// What stands there.
    pub(super) here: QuotedLine,
    /// The other specification.
    pub(super) other: String,
    /// What stands there.
    pub(super) there: QuotedLine,
}

/// A line and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QuotedLine {
    pub(super) line: u32,
    pub(super) text: String,
}

/// What was found, and how much was left out.
#[derive(Default)]
pub(super) struct Contradictions {
    pub(super) found: Vec<Contradiction>,
    /// How many pairs of files were not compared.
    pub(super) left_out: usize,
}

/// The name of what is told.
pub(super) const CODE: &str = "contradicts-elsewhere";

/// The most bytes that are compared in all: it is a look at every pair of files.
const MOST_BYTES: usize = 24 * 1024 * 1024;

/// The largest specification that is compared.
const LARGEST: usize = 512 * 1024;

/// How many are told: more are a sign of two versions of one text.
const TOLD: usize = 20;

impl Contradictions {
    /// Puts them into words.
    pub(super) fn signals(&self) -> impl Iterator<Item = Signal> {
        self.found.iter().map(|one| {
            let place = Place::file(one.file.as_str()).at(one.here.line);
            let message = format!("this may contradict `{}` of {}", one.there.text, one.other);
            Signal::advisory(CODE, place, message)
                .detail("here", one.here.text.as_str())
                .detail("there", format!("{}:{}", one.other, one.there.line))
                .detail("compared by", one.rule)
                .help("decide which of the two holds, or say in both when each does")
        })
    }

    /// Says what was not compared, if something was not.
    pub(super) fn passed_over(&self) -> Option<String> {
        let pairs = words::count(self.left_out, "specification pair");
        (self.left_out > 0).then(|| format!("{pairs} for contradictions: too much text"))
    }
}

/// Holds what changed against every other specification, and keeps what the change brought.
pub(super) fn of(texts: &BaseTexts) -> Contradictions {
    let mut all = Contradictions::default();
    let changed: BTreeMap<&str, &ChangedFile> =
        texts.changed.iter().map(|file| (file.path.as_str(), file)).collect();
    let is_page = |path: &str| !packet::is_yaml(path);
    let mut left = MOST_BYTES;
    for file in texts.changed.iter().filter(|file| is_page(&file.path)) {
        let Some(after) = &file.after else { continue };
        let others = texts.now.iter().filter(|(path, _)| is_page(path));
        for (other, text) in others {
            let both = changed.get(other.as_str());
            // Two that both changed are compared once.
            let is_done = both.is_some() && *other <= file.path;
            if is_done || is_delta_of(&file.path, other) || is_delta_of(other, &file.path) {
                continue;
            }
            let cost = after.len() + text.len();
            if after.len() > LARGEST || text.len() > LARGEST || cost > left {
                all.left_out += 1;
                continue;
            }
            left -= cost;
            // What stood there before: nothing where the other one is new.
            let was = both.map_or(Some(text), |other| other.before.as_ref());
            all.found.extend(between(file, after, (other, text), was));
        }
    }
    all.found.truncate(TOLD);
    all
}

/// Returns what a file says against another one, and what neither of them said before.
fn between(
    file: &ChangedFile,
    after: &str,
    (other, text): (&str, &str),
    was: Option<&String>,
) -> Vec<Contradiction> {
    let found = contradictions(&file.path, after, text);
    if found.is_empty() {
        return Vec::new();
    }
    let known: BTreeSet<(String, String)> = match (&file.before, was) {
        (Some(before), Some(was)) => {
            let known = contradictions(&file.path, before, was).into_iter();
            known.map(|(_, here, there)| (here.text, there.text)).collect()
        }
        (None, _) | (_, None) => BTreeSet::new(),
    };
    let is_new = |here: &QuotedLine, there: &QuotedLine| {
        !known.contains(&(here.text.clone(), there.text.clone()))
    };
    let found = found.into_iter().filter(|(_, here, there)| is_new(here, there));
    let contradiction = |(rule, here, there)| Contradiction {
        rule,
        file: file.path.clone(),
        here,
        other: other.to_owned(),
        there,
    };
    found.map(contradiction).collect()
}

/// Tells whether a file below `openspec` is a change to another one: what it says instead is no contradiction.
fn is_delta_of(delta: &str, whole: &str) -> bool {
    let Some((root, rest)) = delta.split_once("openspec/changes/") else { return false };
    let below = rest.split_once("/specs/").map(|(_, below)| below);
    let capability = whole.strip_prefix(root).and_then(|path| path.strip_prefix("openspec/specs/"));
    below.is_some() && below == capability
}

/// Reads two texts as if they were one, and returns what has a half in each.
///
/// What was written before is still what the rules compare: a half that stands in one text alone is not told here.
fn contradictions(
    path: &str,
    one: &str,
    other: &str,
) -> Vec<(&'static str, QuotedLine, QuotedLine)> {
    let first = other.trim_end();
    let whole = format!("{first}\n\n{one}");
    let border = first.len();
    let lines_before = whole.get(..border + 2).unwrap_or_default().matches('\n').count();
    let select = vec![Kind::Contradiction.word().to_owned()];
    let linted =
        lint::lint_text(path, &whole, &RuleSelection { select, ..RuleSelection::default() });
    let statement = |offset: usize, before: usize| {
        let start = whole.get(..offset).and_then(|text| text.rfind('\n')).map_or(0, |at| at + 1);
        let lines = whole.get(..start).unwrap_or_default().matches('\n').count();
        let text = whole.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let line = u32::try_from((lines + 1).saturating_sub(before)).unwrap_or(1);
        QuotedLine { line, text: quoted(text) }
    };
    let pair = |finding: &Finding| {
        let (a, b) = (finding.related?.start, finding.span.start);
        let (there, here) = (a.min(b), a.max(b));
        let is_across = there < border && here > border;
        is_across.then(|| (finding.rule.id, statement(here, lines_before), statement(there, 0)))
    };
    linted.findings.iter().filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_half_in_each_text_is_found_with_its_lines() {
        let other = "# Sessions\n\n## Requirements\n\n- FR-1: A session must end after 30 minutes without activity.\n";
        let one = "# Login\n\nA page.\n\n## Requirements\n\n- FR-9: A session must not end after 30 minutes without activity.\n";
        let found = contradictions("specs/login.md", one, other);
        let [(rule, here, there), ..] = found.as_slice() else { panic!("nothing was found") };
        assert_eq!((here.line, there.line), (7, 5), "{rule}");
        assert!(here.text.contains("must not end"), "{here:?}");
        assert!(contradictions("a.md", "# A\n\nNothing.\n", other).is_empty());
    }

    #[test]
    fn a_change_of_openspec_does_not_contradict_what_it_changes() {
        let (delta, whole) =
            ("openspec/changes/x/specs/auth/spec.md", "openspec/specs/auth/spec.md");
        assert!(is_delta_of(delta, whole) && !is_delta_of(whole, delta));
        assert!(!is_delta_of(delta, "openspec/specs/cart/spec.md"));
        assert!(!is_delta_of(delta, "a/openspec/specs/auth/spec.md"));
    }
}
