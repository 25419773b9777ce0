//! What members of a forum say that are filled by the rules: a small decision model over words, and no opinions.
//!
//! 1. **What is proposed**: the message, word for word.
//! 2. **Which goal it serves**: the goal of the packet that shares the most words with it; without one, the purpose that
//!    the message itself states. What shares more words with a stated non-goal is opposed, and what serves nothing that
//!    anybody stated is abstained from.
//! 3. **Which kinds of risk apply**: those of [`risk`] whose signs stand in the message. A kind is covered where the
//!    message or the packet says so.
//! 4. **Which alternative each suggests**: the one that stands beside the kind.
//!
//! Owners answer a challenge with the sentence that covers it, or accept it. Advocates concede what is covered, and what
//! is not covered in the second round they escalate. The same words always get the same answers.

pub mod risk;
mod words;

use council_core::{
    forum::{
        Answer, Ask, Challenge, Standing, Step,
        answer::{
            Engagement, Evaluation, Judgement, Manner, Objection, Position, Reply, Stance, Stand,
        },
        challenge::RiskKey,
    },
    packet::Packet,
};

use risk::{KINDS, RiskKind, UNCLEAR, UNMEASURED};
use words::{folded, phrase, quoted, sentences, shared};

use crate::{Kind, check_with};

/// What fills the seats, for a reader of the record.
pub const FILLED_BY: &str = "the offline rules, which compare words and have no opinions";

/// Phrases by which a message states its own purpose.
const PURPOSES: &[&str] = &[
    "so that",
    "in order to",
    "because",
    "to reduce",
    "to increase",
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

/// What a round is about: the message, the packet of the project, and what the rules found in the message.
#[derive(Debug)]
pub struct Matter<'a> {
    packet: &'a Packet,
    message: &'a str,
    unclear: Option<String>,
}

/// Something that covers a risk: what it says and where it stands.
struct Cover {
    words: String,
    place: String,
}

/// What a proposal serves, or runs against.
enum Purpose {
    /// A goal of the packet.
    Goal { words: String, place: String, shared: Vec<String> },
    /// What the message itself says it is for.
    Own { words: String },
    /// A stated non-goal of the packet.
    NonGoal { words: String, place: String, shared: Vec<String> },
    /// Nothing that anybody stated.
    Nothing,
}

impl<'a> Matter<'a> {
    /// Takes up a message. `read` is the message as a document, which the rules look at.
    pub fn new(packet: &'a Packet, message: &'a str, read: &Packet) -> Self {
        let vague = |kind: Kind| {
            matches!(
                kind,
                Kind::Subjective | Kind::Ambiguous | Kind::Superlative | Kind::Comparative
            )
        };
        let found = check_with(read, |rule| vague(rule.kind));
        Self { packet, message, unclear: found.into_iter().next().map(|finding| finding.quote) }
    }

    /// Answers for a seat.
    pub fn answer(&self, ask: &Ask) -> Answer {
        match ask.step {
            Step::Draft => Answer::Draft(self.position(ask)),
            Step::Position => Answer::Position(self.position(ask)),
            Step::Challenge => self.challenge(ask),
            Step::Alternative => {
                let kind = ask.challenges.first().and_then(|one| kind_of(one));
                Answer::Alternative(kind.unwrap_or(&UNCLEAR).alternative.to_owned())
            }
            Step::Reply => {
                Answer::Replies(ask.challenges.iter().map(|one| self.reply(one)).collect())
            }
            Step::Evaluation => {
                Answer::Evaluations(ask.challenges.iter().map(|one| self.evaluation(one)).collect())
            }
        }
    }

    fn position(&self, ask: &Ask) -> Position {
        let (stance, mut position, reason) = match self.purpose() {
            Purpose::Goal { words, place, shared } => (
                Stance::Support,
                format!("do it: it serves the goal {}.", quoted(&words)),
                format!("the message and `{place}` share the words {}", shared.join(", ")),
            ),
            Purpose::Own { words } => (
                Stance::Support,
                format!("do it, for the reason the message gives: {}.", quoted(&words)),
                "no goal of a packet shares a word with it, so its own purpose is taken".to_owned(),
            ),
            Purpose::NonGoal { words, place, shared } => (
                Stance::Oppose,
                format!("do not do it: {} is stated as what is not to be done.", quoted(&words)),
                format!("the message and `{place}` share the words {}", shared.join(", ")),
            ),
            Purpose::Nothing => (
                Stance::Abstain,
                "say what it is for before it is decided.".to_owned(),
                "no goal of a packet shares a word with it, and the message states no purpose"
                    .to_owned(),
            ),
        };
        let lens = folded(ask.seat.lens.as_str());
        let mut own = self.uncovered().into_iter().filter(|kind| cares(&lens, kind));
        if let Some(kind) = own.next().filter(|_| stance == Stance::Support) {
            position = format!("{position} To settle first: {}?", kind.question);
        }
        let engages = ask.prior.iter().filter_map(|heard| match &heard.answer {
            Answer::Position(before) => {
                let manner = match before.taken() {
                    Some(taken) if taken == stance => Manner::Agrees,
                    Some(_) | None => Manner::Diverges,
                };
                (heard.seat.id != ask.seat.id).then_some(Engagement { with: heard.seat.id, manner })
            }
            Answer::Draft(_)
            | Answer::Challenge(_)
            | Answer::NoUncoveredRisk { .. }
            | Answer::Alternative(_)
            | Answer::Replies(_)
            | Answer::Evaluations(_) => None,
        });
        Position { position, reason, stance: Some(stance), engages: engages.collect() }
    }

    /// Raises the first risk that is not covered: those of the seat's own perspective first, none that an advocate
    /// before it has raised, and none that a human already has.
    fn challenge(&self, ask: &Ask) -> Answer {
        let lens = folded(ask.seat.lens.as_str());
        let is_taken = |kind: &RiskKind| {
            let key = RiskKey::of(kind.risk);
            let raised = ask.prior.iter().any(|heard| match &heard.answer {
                Answer::Challenge(said) => RiskKey::of(&said.risk) == key,
                Answer::Draft(_)
                | Answer::Position(_)
                | Answer::NoUncoveredRisk { .. }
                | Answer::Alternative(_)
                | Answer::Replies(_)
                | Answer::Evaluations(_) => false,
            });
            let decided = ask.standing.iter().filter(|one| Some(&one.key) == key.as_ref());
            raised
                || decided.into_iter().any(|one| match one.standing {
                    Standing::Escalated(_) | Standing::Overridden => true,
                    Standing::Open | Standing::Conceded => false,
                })
        };
        let mut left = self.uncovered();
        left.retain(|kind| !is_taken(kind));
        left.sort_by_key(|kind| !cares(&lens, kind));
        let Some(kind) = left.first() else {
            let all = KINDS.iter().chain([&UNCLEAR, &UNMEASURED]);
            return Answer::NoUncoveredRisk {
                examined: all.map(|kind| kind.name.to_owned()).collect(),
            };
        };
        Answer::Challenge(Objection {
            risk: kind.risk.to_owned(),
            alternative: kind.alternative.to_owned(),
            question: match self.sign(kind) {
                Some(sign) => {
                    format!("where the message says {}, {}?", quoted(&sign), kind.question)
                }
                None => format!("{}?", kind.question),
            },
        })
    }

    fn reply(&self, challenge: &Challenge) -> Reply {
        let (stand, rationale) = match self.cover(challenge) {
            Some(Cover { words, place }) => {
                (Stand::Mitigated, format!("covered in {place}: {}", quoted(&words)))
            }
            None => (
                Stand::Accepted,
                "nothing in the message or the packet covers it, and the alternative would"
                    .to_owned(),
            ),
        };
        Reply { challenge: challenge.id, stand, rationale }
    }

    fn evaluation(&self, challenge: &Challenge) -> Evaluation {
        let (judgement, note) = match self.cover(challenge) {
            Some(Cover { words, place }) => {
                (Judgement::Conceded, format!("{place} covers it: {}", quoted(&words)))
            }
            // The owners have had their two rounds.
            None if challenge.rounds.saturating_add(1) >= Challenge::ROUNDS => {
                (Judgement::Escalated, "still nothing covers it, in the second round".to_owned())
            }
            None => (
                Judgement::Insufficient,
                "to accept a risk does not cover it: the proposal does not say so yet".to_owned(),
            ),
        };
        Evaluation { challenge: challenge.id, judgement, note }
    }

    fn purpose(&self) -> Purpose {
        let goal = self.closest(
            &["goal", "objective", "purpose", "problem", "vision", "outcome", "success"],
            1,
        );
        let non_goal = self.closest(&["non goal", "non goals", "out of scope", "not in scope"], 2);
        let count = |found: &Option<(String, String, Vec<String>)>| {
            found.as_ref().map_or(0, |one| one.2.len())
        };
        if count(&non_goal) > count(&goal)
            && let Some((words, place, shared)) = non_goal
        {
            return Purpose::NonGoal { words, place, shared };
        }
        if let Some((words, place, shared)) = goal {
            return Purpose::Goal { words, place, shared };
        }
        let own = sentences(self.message).into_iter().find_map(|sentence| {
            let folded = folded(sentence);
            let stated = phrase(&folded, PURPOSES)?;
            let at = sentence.to_lowercase().find(stated);
            let words = at.and_then(|at| sentence.get(at..)).unwrap_or(sentence);
            Some(words.trim_end_matches(['.', '!', '?', ';']).to_owned())
        });
        own.map_or(Purpose::Nothing, |words| Purpose::Own { words })
    }

    /// Returns the sentence of the sections with such a title that shares the most words with the message.
    fn closest(&self, titles: &[&str], fewest: usize) -> Option<(String, String, Vec<String>)> {
        let is_denied = |title: &str| {
            ["non goal", "out of scope", "not in scope"].iter().any(|no| title.contains(no))
        };
        let wants_denied = titles.iter().all(|title| is_denied(title));
        let mut best: Option<(String, String, Vec<String>)> = None;
        for document in &self.packet.documents {
            for section in &document.sections {
                let title = folded(&section.title);
                let fits = titles.iter().any(|wanted| title.contains(&format!(" {wanted}")));
                if !fits || is_denied(&title) != wants_denied {
                    continue;
                }
                for sentence in sentences(document.slice(section.body)) {
                    let common = shared(self.message, sentence);
                    let most = best.as_ref().map_or(0, |best| best.2.len());
                    if common.len() >= fewest && common.len() > most {
                        let place = format!("{}#{}", document.path(), section.anchor);
                        best = Some((sentence.to_owned(), place, common));
                    }
                }
            }
        }
        best
    }

    /// Returns the kinds of risk that show themselves in the message and that nothing covers.
    fn uncovered(&self) -> Vec<&'static RiskKind> {
        let all = KINDS.iter().chain([&UNCLEAR, &UNMEASURED]);
        all.filter(|kind| self.applies(kind) && self.covering(kind).is_none()).collect()
    }

    fn applies(&self, kind: &RiskKind) -> bool {
        if *kind == UNMEASURED {
            return true;
        }
        self.sign(kind).is_some()
    }

    /// Returns the words of the message by which a kind of risk shows itself.
    fn sign(&self, kind: &RiskKind) -> Option<String> {
        if *kind == UNCLEAR {
            return self.unclear.clone();
        }
        phrase(&folded(self.message), kind.signs).map(str::to_owned)
    }

    /// Returns what covers a challenge: by its kind, or for one that the rules do not know, a sentence that says the same
    /// as its alternative.
    fn cover(&self, challenge: &Challenge) -> Option<Cover> {
        if let Some(kind) = kind_of(challenge) {
            if *kind == UNCLEAR && self.unclear.is_none() {
                let words = "no word in it is vague by the rules".to_owned();
                return Some(Cover { words, place: "the message".to_owned() });
            }
            return self.covering(kind);
        }
        let alternative = challenge.alternative.as_deref()?;
        self.find(|sentence| shared(alternative, sentence).len() >= 3)
    }

    fn covering(&self, kind: &RiskKind) -> Option<Cover> {
        let has_number = |sentence: &str| sentence.chars().any(|c| c.is_ascii_digit());
        self.find(|sentence| {
            phrase(&folded(sentence), kind.covers).is_some()
                || *kind == UNMEASURED && has_number(sentence)
        })
    }

    /// Finds a sentence of the message, else of the packet.
    fn find(&self, wanted: impl Fn(&str) -> bool) -> Option<Cover> {
        let own = sentences(self.message).into_iter().find(|sentence| wanted(sentence));
        if let Some(words) = own {
            return Some(Cover { words: words.to_owned(), place: "the message".to_owned() });
        }
        self.packet.documents.iter().find_map(|document| {
            let words = sentences(document.text()).into_iter().find(|sentence| wanted(sentence))?;
            Some(Cover { words: words.to_owned(), place: format!("`{}`", document.path()) })
        })
    }
}

/// Returns the kind of risk that a challenge is about, where it was worded by the rules.
fn kind_of(challenge: &Challenge) -> Option<&'static RiskKind> {
    let mut all = KINDS.iter().chain([&UNCLEAR, &UNMEASURED]);
    all.find(|kind| RiskKey::of(kind.risk).as_ref() == Some(&challenge.key))
}

/// Tells whether a perspective looks for a kind of risk first.
fn cares(lens: &str, kind: &RiskKind) -> bool {
    phrase(lens, kind.lenses).is_some()
}

#[cfg(test)]
mod tests;
