//! What members of a forum ask whose seats nobody holds. The rules compare words and have no opinions, so they take no
//! position: they read the message as its sentences and ask what a person should know before deciding.
//!
//! - Owners ask what is proposed, what it is for, and what of the packet's goals and decisions it touches.
//! - Advocates ask about the kinds of risk of [`risk`] whose signs stand in the message, each with the alternative that
//!   stands beside it.
//!
//! The same words always get the same questions, and nobody asks what somebody before has asked.

mod matter;
pub mod risk;
mod words;

use council_core::forum::{
    ForumAnswer, ForumQuestion, ForumRole, OpenQuestion, Point, RoundStep, question::About,
};

use matter::Touched;
use risk::RiskKind;
use words::{folded, phrase, quoted, sentences};

pub use matter::Matter;

/// What fills the seats, for a reader of the record.
pub const FILLED_BY: &str =
    "nobody: the offline rules ask questions and take no position (RULES-ONLY)";

/// What records say of rounds in which the rules still took positions.
pub const FILLED_BY_FIRST: &str = "the offline rules, which compare words and have no opinions";

/// The most kinds of risk that one advocate asks about.
const MOST_RISKS: usize = 4;

impl Matter {
    /// Answers for a seat that nobody holds; nothing where a position is wanted, because the rules have none.
    pub fn answer(&self, ask: &ForumQuestion) -> Option<ForumAnswer> {
        match ask.step {
            RoundStep::Reading => Some(ForumAnswer::Reading(reading(&ask.message))),
            RoundStep::Question => Some(ForumAnswer::Questions(match ask.seat.id.role() {
                ForumRole::Owner => self.owner(ask),
                ForumRole::Advocate => self.advocate(ask),
            })),
            RoundStep::Draft
            | RoundStep::Position
            | RoundStep::Challenge
            | RoundStep::Alternative
            | RoundStep::Reply
            | RoundStep::Evaluation => None,
        }
    }

    fn owner(&self, ask: &ForumQuestion) -> Vec<OpenQuestion> {
        let count = ask.points.len();
        let proposal = match count {
            0 | 1 => "the message is read as one point: can it be decided as a whole?".to_owned(),
            _ => format!(
                "the message is read as {count} points: is each wanted by itself, and is one missing?"
            ),
        };
        let purpose = match self.purpose() {
            Some(words) => format!(
                "{} is the reason given: what shows that it is true, and is it reason enough?",
                quoted(words)
            ),
            None => "what is it for? the message gives no reason".to_owned(),
        };
        let touched = self.touched().into_iter().map(|(what, words, place)| {
            let said = format!("{} in `{place}`", quoted(words));
            (
                About::Packet,
                match what {
                    Touched::Goal => format!("does it serve the goal {said}?"),
                    Touched::NonGoal => {
                        format!("{said} is stated as out of scope: should that change?")
                    }
                    Touched::Decision => {
                        format!("{said} was decided before: does this keep to it?")
                    }
                },
            )
        });
        let own = [(About::Proposal, proposal), (About::Purpose, purpose)];
        let mut questions = unasked(ask, own.into_iter().chain(touched));
        let lens = folded(ask.seat.lens.as_str());
        let cares = self.shown().into_iter().filter(|(kind, _)| cares(&lens, kind));
        let risks = cares.map(|(kind, sign)| (About::Risk, worded(kind, sign.as_deref())));
        questions.extend(unasked(ask, risks).into_iter().take(MOST_RISKS));
        if questions.is_empty() {
            // Whoever speaks late still speaks from a perspective of its own.
            let text = format!(
                "from the point of view of “{}”: what is gained, and what is lost?",
                ask.seat.lens
            );
            questions.push(OpenQuestion { about: About::Purpose, text });
        }
        questions
    }

    fn advocate(&self, ask: &ForumQuestion) -> Vec<OpenQuestion> {
        let lens = folded(ask.seat.lens.as_str());
        let mut shown = self.shown();
        shown.sort_by_key(|(kind, _)| !cares(&lens, kind));
        let risks = shown.into_iter().map(|(kind, sign)| {
            let alternative = kind.alternative;
            let asks = worded(kind, sign.as_deref());
            (About::Risk, format!("{asks} An alternative: {alternative}."))
        });
        unasked(ask, risks).into_iter().take(MOST_RISKS).collect()
    }
}

/// Reads a message as its sentences. A question at its end asks about the others; too many are one.
fn reading(message: &str) -> Vec<String> {
    let all: Vec<&str> = sentences(message).collect();
    let proposing: Vec<&str> =
        all.iter().copied().filter(|sentence| !sentence.ends_with('?')).collect();
    let points = if proposing.is_empty() { all } else { proposing };
    if points.is_empty() || points.len() > Point::MOST {
        return vec![message.trim().to_owned()];
    }
    points.into_iter().map(str::to_owned).collect()
}

/// Puts what a kind of risk asks into words, with the words that gave rise to it.
fn worded(kind: &RiskKind, sign: Option<&str>) -> String {
    match sign {
        Some(sign) => format!("it says {}: {}?", quoted(sign), kind.question),
        None => format!("{}?", kind.question),
    }
}

/// Keeps the questions that nobody before has asked, whatever was added to them.
fn unasked(
    ask: &ForumQuestion,
    questions: impl Iterator<Item = (About, String)>,
) -> Vec<OpenQuestion> {
    let asked: Vec<&str> = ask
        .prior
        .iter()
        .flat_map(|heard| match &heard.answer {
            ForumAnswer::Questions(questions) => questions.as_slice(),
            ForumAnswer::Reading(_)
            | ForumAnswer::Draft(_)
            | ForumAnswer::Position(_)
            | ForumAnswer::Challenge(_)
            | ForumAnswer::NoUncoveredRisk { .. }
            | ForumAnswer::Examination(_)
            | ForumAnswer::Alternative(_)
            | ForumAnswer::Replies(_)
            | ForumAnswer::Restated { .. }
            | ForumAnswer::Evaluations(_) => &[],
        })
        .map(|one| one.text.as_str())
        .collect();
    let is_new =
        |text: &str| !asked.iter().any(|one| text.starts_with(one) || one.starts_with(text));
    questions
        .filter(|(_, text)| is_new(text))
        .map(|(about, text)| OpenQuestion { about, text })
        .collect()
}

/// Tells whether a perspective looks for a kind of risk first.
fn cares(lens: &str, kind: &RiskKind) -> bool {
    phrase(lens, kind.lenses).is_some()
}

#[cfg(test)]
mod tests;
