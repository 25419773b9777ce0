//! How far a packet's words are those of a vision: a lexical score, and called one.
//!
//! For each phase, the content words of its name and goal are looked for in the packet. `direct` is the share of them
//! that stands anywhere in its prose, `enabling` the share that stands in what it requires, and `no_harm` is one less the
//! share that stands among its non-goals. The score knows words, not meaning, and every rationale says so.

use std::collections::BTreeSet;

use council_core::{
    alignment::{Assessment, Degree, PhaseScore, Recommendation},
    north_star::{Vision, VisionPhase},
    packet::Packet,
};

use crate::{
    lexicon::{self, Classes},
    model::{Meaning, Model, Role, TokenKind},
};

/// Below this share of a phase's words, the seat recommends to say how the packet serves it.
const FEW: f64 = 0.2;

/// Assesses a packet against a vision by its words.
pub fn north_star(packet: &Packet, vision: &Vision) -> Assessment {
    let words = Words::of(packet);
    // There is nothing to affirm where there is no oath.
    let mut assessment =
        Assessment { affirms_oath: vision.oath.is_some(), ..Assessment::default() };
    for phase in &vision.phases {
        let wanted = wanted(phase);
        let direct = words.prose.share(&wanted);
        let harmless = 1.0 - words.refused.share(&wanted);
        let rationale = format!(
            "lexical score: {} of {} words of the phase stand in the packet; it counts words and does not judge meaning",
            words.prose.count(&wanted),
            wanted.len()
        );
        let score = PhaseScore::new(direct, words.required.share(&wanted), harmless, rationale);
        assessment.phases.extend(score.map(|score| (phase.number, score)));
        if direct < FEW {
            assessment.recommendations.push(Recommendation {
                text: format!(
                    "say how this serves phase {} (`{}`), or that it does not",
                    phase.number, phase.name
                ),
                phase: phase.number,
                effort: Degree::Low,
                impact: Degree::Medium,
            });
        }
    }
    assessment
}

/// The content words of a phase.
fn wanted(phase: &VisionPhase) -> BTreeSet<u64> {
    let text = format!("{} {}", phase.name, phase.goal);
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| word.len() > 2);
    words.map(stem).filter(|id| !lexicon::classes(*id).intersects(Classes::FUNCTION)).collect()
}

/// Returns the identity of a word without its most common endings.
fn stem(word: &str) -> u64 {
    let lower = word.to_lowercase();
    let bare = ["ing", "ed", "es", "s"]
        .iter()
        .find_map(|ending| lower.strip_suffix(ending).filter(|bare| bare.len() > 3));
    lexicon::hash(bare.unwrap_or(&lower).as_bytes())
}

#[derive(Default)]
struct Bag(BTreeSet<u64>);

impl Bag {
    fn count(&self, wanted: &BTreeSet<u64>) -> usize {
        wanted.intersection(&self.0).count()
    }

    #[expect(clippy::cast_precision_loss, reason = "a phase has a few dozen words")]
    fn share(&self, wanted: &BTreeSet<u64>) -> f64 {
        if wanted.is_empty() { 0.0 } else { self.count(wanted) as f64 / wanted.len() as f64 }
    }
}

struct Words {
    prose: Bag,
    required: Bag,
    refused: Bag,
}

impl Words {
    fn of(packet: &Packet) -> Self {
        let mut words =
            Words { prose: Bag::default(), required: Bag::default(), refused: Bag::default() };
        for text in &Model::of(packet).texts {
            for sentence in &text.sentences {
                let own =
                    text.tokens(sentence).iter().filter(|token| token.kind == TokenKind::Word);
                let ids: Vec<u64> = own.map(|token| stem(text.word(token))).collect();
                if sentence.meaning == Meaning::NonGoals {
                    words.refused.0.extend(&ids);
                    continue;
                }
                if sentence.role == Role::Requirement {
                    words.required.0.extend(&ids);
                }
                words.prose.0.extend(ids);
            }
        }
        words
    }
}
