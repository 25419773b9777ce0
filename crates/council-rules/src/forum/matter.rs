//! What a round is about, read once: the message, what the project has written down, and what covers what.

use council_core::{forum::Challenge, packet::Packet};

use super::{
    kind_of,
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

/// Titles of sections that state what is to be reached, and what is not.
const GOALS: &[&str] = &["goal", "objective", "purpose", "problem", "vision", "outcome", "success"];
const NON_GOALS: &[&str] = &["non goal", "out of scope", "not in scope"];

/// How many sentences of a packet are read. What stands further down covers nothing, so a challenge is rather raised once
/// too often.
const MOST_SENTENCES: usize = 5_000;

/// How many words an alternative and a sentence share that says the same.
const SAME: usize = 3;

/// What a round is about: the message, the packet of the project, and what the rules found in the message.
#[derive(Debug)]
pub struct Matter {
    message: Vec<Sentence>,
    whole: String,
    stems: Vec<String>,
    unclear: Option<String>,
    packet: Vec<Sentence>,
    goals: Vec<Sentence>,
    non_goals: Vec<Sentence>,
}

/// A sentence, where it stands, and its words for comparing.
#[derive(Debug, Clone)]
struct Sentence {
    words: String,
    folded: String,
    place: String,
}

/// Something that covers a risk: what it says and where it stands.
pub(super) struct Cover {
    pub(super) words: String,
    pub(super) place: String,
}

/// What a proposal serves, or runs against.
pub(super) enum Purpose {
    /// A goal of the packet.
    Goal { words: String, place: String, shared: Vec<String> },
    /// What the message itself says it is for.
    Own { words: String },
    /// A stated non-goal of the packet.
    NonGoal { words: String, place: String, shared: Vec<String> },
    /// Nothing that anybody stated.
    Nothing,
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
        let mut all = Vec::new();
        for document in &packet.documents {
            let left = MOST_SENTENCES.saturating_sub(all.len());
            let place = format!("`{}`", document.path());
            all.extend(sentences(document.text()).take(left).map(|one| Sentence::new(one, &place)));
        }
        Self {
            message: sentences(message).map(|one| Sentence::new(one, "the message")).collect(),
            whole: folded(message),
            stems: stems(message),
            unclear: found.into_iter().next().map(|finding| finding.quote().to_owned()),
            packet: all,
            goals: stated(packet, GOALS),
            non_goals: stated(packet, NON_GOALS),
        }
    }

    /// Returns what the message serves, or runs against.
    pub(super) fn purpose(&self) -> Purpose {
        let goal = self.closest(&self.goals, 1);
        let non_goal = self.closest(&self.non_goals, 2);
        let count = |found: &Option<(&Sentence, Vec<String>)>| {
            found.as_ref().map_or(0, |(_, shared)| shared.len())
        };
        let against = count(&non_goal) > count(&goal);
        if let Some((found, shared)) = non_goal.filter(|_| against) {
            let (words, place) = (found.words.clone(), found.place.clone());
            return Purpose::NonGoal { words, place, shared };
        }
        if let Some((found, shared)) = goal {
            let (words, place) = (found.words.clone(), found.place.clone());
            return Purpose::Goal { words, place, shared };
        }
        let own = self.message.iter().find_map(|sentence| {
            let stated = clause(&sentence.folded, PURPOSES)?;
            let at = sentence.words.to_lowercase().find(stated);
            Some(at.and_then(|at| sentence.words.get(at..)).unwrap_or(&sentence.words))
        });
        own.map_or(Purpose::Nothing, |words| Purpose::Own { words: words.to_owned() })
    }

    /// Returns the kinds of risk that show themselves in the message and that nothing covers.
    pub(super) fn uncovered(&self) -> Vec<&'static RiskKind> {
        let all = KINDS.iter().chain([&UNCLEAR, &UNMEASURED]);
        let applies = |kind: &RiskKind| *kind == UNMEASURED || self.sign(kind).is_some();
        all.filter(|kind| applies(kind) && self.covering(kind).is_none()).collect()
    }

    /// Returns the words of the message by which a kind of risk shows itself.
    pub(super) fn sign(&self, kind: &RiskKind) -> Option<String> {
        if *kind == UNCLEAR {
            return self.unclear.clone();
        }
        phrase(&self.whole, kind.signs).map(str::to_owned)
    }

    /// Returns what covers a challenge: by its kind, or for one that the rules do not know, a sentence that says the same
    /// as its alternative.
    pub(super) fn cover(&self, challenge: &Challenge) -> Option<Cover> {
        if let Some(kind) = kind_of(challenge) {
            if *kind == UNCLEAR && self.unclear.is_none() {
                let words = "no word in it is vague by the rules".to_owned();
                return Some(Cover { words, place: "the message".to_owned() });
            }
            return self.covering(kind);
        }
        let wanted = stems(challenge.alternative.as_deref()?);
        self.find(|sentence| shared(&wanted, sentence).len() >= SAME)
    }

    fn covering(&self, kind: &RiskKind) -> Option<Cover> {
        let has_number = |sentence: &Sentence| sentence.words.chars().any(|c| c.is_ascii_digit());
        self.find(|sentence| {
            phrase(&sentence.folded, kind.covers).is_some()
                || *kind == UNMEASURED && has_number(sentence)
        })
    }

    /// Finds a sentence of the message, else of the packet.
    fn find(&self, wanted: impl Fn(&Sentence) -> bool) -> Option<Cover> {
        let found = self.message.iter().chain(&self.packet).find(|sentence| wanted(sentence))?;
        Some(Cover { words: found.words.clone(), place: found.place.clone() })
    }

    /// Returns the sentence that shares the most words with the message.
    fn closest<'s>(
        &self,
        all: &'s [Sentence],
        fewest: usize,
    ) -> Option<(&'s Sentence, Vec<String>)> {
        let mut best: Option<(&Sentence, Vec<String>)> = None;
        for sentence in all {
            let common = shared(&self.stems, sentence);
            let most = best.as_ref().map_or(0, |(_, best)| best.len());
            if common.len() >= fewest && common.len() > most {
                best = Some((sentence, common));
            }
        }
        best
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

/// Returns the stems that a sentence has, too.
fn shared(stems: &[String], sentence: &Sentence) -> Vec<String> {
    let has = |stem: &&String| sentence.folded.contains(&format!(" {stem}"));
    stems.iter().filter(has).cloned().collect()
}
