//! What a round is about, read once: the message, and what the project has written down that it may touch.

use council_core::packet::Packet;

use super::{
    risk::{KINDS, RiskKind, UNCLEAR, UNMEASURED},
    words::{clause, folded, phrase, sentences, stems},
};
use crate::{Kind, check_with};

/// Phrases by which a message states its own purpose.
const PURPOSES: &[&str] = &[
    "so that",
    "in order to",
    "because",
    "to reduce",
    "to lower",
    "to shorten",
    "to speed",
    "to increase",
    "to raise",
    "to improve",
    "to prevent",
    "to protect",
    "to attract",
    "to save",
    "to avoid",
    "to let",
    "to make",
    "to help",
    "to keep",
    "to stop",
    "to win",
    "to get",
    "which lets",
    "which saves",
];

/// Titles of sections that state what is to be reached, what is not, and what was decided.
const GOALS: &[&str] = &["goal", "objective", "purpose", "problem", "vision", "outcome", "success"];
const NON_GOALS: &[&str] = &["non goal", "out of scope", "not in scope"];
const DECISIONS: &[&str] = &["decision", "decided", "resolved"];

/// How many sentences of a packet are read.
const MOST_SENTENCES: usize = 5_000;

/// How many words a proposal and a sentence of the packet share at least where one touches the other.
const SHARED: usize = 2;

/// What a round is about: the message, the packet of the project, and what the rules found in the message.
#[derive(Debug)]
pub struct Matter {
    message: Vec<Sentence>,
    whole: String,
    stems: Vec<String>,
    unclear: Option<String>,
    stated: Vec<(Touched, Vec<Sentence>)>,
}

/// A sentence, where it stands, and its words for comparing.
#[derive(Debug, Clone)]
struct Sentence {
    words: String,
    folded: String,
    place: String,
}

/// What of the packet a proposal may touch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Touched {
    /// A goal.
    Goal,
    /// Something that is not to be done.
    NonGoal,
    /// A decision.
    Decision,
}

impl Matter {
    /// Returns a message as a document of which every sentence is a demand: that is what agreeing to it makes of it.
    pub fn document(message: &str) -> String {
        format!("# Message\n\n## Requirements\n\n{message}\n")
    }

    /// Takes up a message. `read` is [`Matter::document`] of it, which the rules look at.
    pub fn new(packet: &Packet, message: &str, read: &Packet) -> Self {
        let vague = |kind: Kind| {
            matches!(
                kind,
                Kind::Subjective | Kind::Ambiguous | Kind::Superlative | Kind::Comparative
            )
        };
        let found = check_with(read, |rule| vague(rule.kind));
        let titles =
            [(Touched::Goal, GOALS), (Touched::NonGoal, NON_GOALS), (Touched::Decision, DECISIONS)];
        Self {
            message: sentences(message).map(|one| Sentence::new(one, "the message")).collect(),
            whole: folded(message),
            stems: stems(message),
            unclear: found.into_iter().next().map(|finding| finding.quote().to_owned()),
            stated: titles.map(|(what, titles)| (what, stated(packet, titles))).into(),
        }
    }

    /// Returns the purpose that the message itself states.
    pub(super) fn purpose(&self) -> Option<&str> {
        self.message.iter().find_map(|sentence| {
            let stated = clause(&sentence.folded, PURPOSES)?;
            let at = sentence.words.to_lowercase().find(stated);
            Some(at.and_then(|at| sentence.words.get(at..)).unwrap_or(&sentence.words))
        })
    }

    /// Returns what of the packet's goals, non-goals and decisions is closest to the message, of each one, with its words
    /// and where they stand.
    pub(super) fn touched(&self) -> Vec<(Touched, &str, &str)> {
        let mut all = Vec::new();
        for (what, sentences) in &self.stated {
            let closest = sentences
                .iter()
                .map(|sentence| (shared(&self.stems, sentence), sentence))
                .filter(|(shared, _)| *shared >= SHARED)
                // Of equals the first counts.
                .rev()
                .max_by_key(|(shared, _)| *shared);
            all.extend(closest.map(|(_, one)| (*what, one.words.as_str(), one.place.as_str())));
        }
        all
    }

    /// Returns the kinds of risk whose signs stand in the message, each with its sign.
    pub(super) fn shown(&self) -> Vec<(&'static RiskKind, Option<String>)> {
        let by_words = KINDS
            .iter()
            .filter_map(|kind| Some((kind, Some(phrase(&self.whole, kind.signs)?.to_owned()))));
        let unclear = self.unclear.iter().map(|words| (&UNCLEAR, Some(words.clone())));
        by_words.chain(unclear).chain([(&UNMEASURED, None)]).collect()
    }
}

impl Sentence {
    fn new(words: &str, place: &str) -> Self {
        Self { words: words.to_owned(), folded: folded(words), place: place.to_owned() }
    }
}

/// Returns the sentences of the sections with such a title.
fn stated(packet: &Packet, titles: &[&str]) -> Vec<Sentence> {
    let is_denied = |title: &str| NON_GOALS.iter().any(|no| title.contains(no));
    let wants_denied = titles.iter().all(|title| is_denied(title));
    let mut all = Vec::new();
    for document in &packet.documents {
        for section in &document.sections {
            let title = folded(&section.title);
            let fits = titles.iter().any(|wanted| title.contains(&format!(" {wanted}")));
            if !fits || is_denied(&title) != wants_denied {
                continue;
            }
            let left = MOST_SENTENCES.saturating_sub(all.len());
            let place = format!("{}#{}", document.path(), section.anchor);
            let body = sentences(document.slice(section.body)).take(left);
            all.extend(body.map(|one| Sentence::new(one, &place)));
        }
    }
    all
}

/// Counts the stems that a sentence has, too.
fn shared(stems: &[String], sentence: &Sentence) -> usize {
    stems.iter().filter(|stem| sentence.folded.contains(&format!(" {stem}"))).count()
}
