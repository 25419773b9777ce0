//! What leaves the forum: what the project should achieve and why, with the dissent, once a human has decided.

use jiff::Timestamp;

use super::{
    challenge::{Challenge, ChallengeStatus},
    cited::Cited,
    decision::{RoundChoice, RoundDecision},
    digest::Digest,
    line::TrimmedLine,
    majority::Direction,
    point::PointStance,
    protocol::ForumProtocol,
    remark::fillings,
    seat::{ForumSeat, ForumSeatId},
    settled::SettledPoint,
    status::Blocker,
    summary::RoundSummary,
};
use crate::ident::ProjectName;

/// Project intent. It is made from a decision and cannot be had without one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Intent {
    /// The project.
    pub project: ProjectName,
    /// The name of its file.
    pub file: String,
    /// Who decided.
    pub by: TrimmedLine,
    /// When.
    pub at: Timestamp,
    /// The round decided about.
    pub round: u32,
    /// The hash of the summary that was shown.
    pub hash: Digest,
    /// What was on the table, verbatim.
    pub proposal: String,
    /// What was decided.
    pub position: DecidedPosition,
    /// Positions that did not carry.
    pub minority: Vec<Voice>,
    /// Challenges that no advocate conceded, verbatim.
    pub unresolved: Vec<Challenge>,
    /// What was in the way of an approval when it was decided, besides challenges.
    pub open: Vec<String>,
    /// Challenges that were answered to the advocates' satisfaction.
    pub conceded: Vec<Challenge>,
    /// What filled the seats in the round decided about, where that is known.
    pub filled: Vec<(Vec<ForumSeatId>, TrimmedLine)>,
    /// The rounds of the discussion that led here, with the hash of each summary.
    pub rounds: Vec<(u32, Digest)>,
    /// What closed the discussion before, where there was one.
    pub cites: Option<Cited>,
}

/// What was decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecidedPosition {
    /// The owners' majority, in their own words.
    Majority {
        /// Which way it points.
        direction: Direction,
        /// The owners who carry it.
        voices: Vec<Voice>,
    },
    /// What majorities of the owners hold, point by point.
    Points {
        /// The text that was approved.
        text: String,
        /// Its hash.
        hash: Digest,
        /// The points, with who differs and why.
        settled: Vec<SettledPoint>,
    },
    /// The human's own words, whatever the forum came to.
    Unilateral(String),
}

/// One owner's position and reason.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Voice {
    /// Whose.
    pub seat: ForumSeat,
    /// Where the owner stands, in a word, or in one for each point.
    pub stance: String,
    /// What the owner recommends.
    pub position: String,
    /// Why; empty if no reason was given.
    pub reason: String,
}

impl Intent {
    /// Makes the intent of a decision; `taken` are the file names of earlier ones.
    pub(crate) fn of(
        summary: &RoundSummary,
        decision: &RoundDecision,
        rounds: Vec<(u32, Digest)>,
        taken: &[&str],
    ) -> Self {
        let act = decision.act();
        let voices = voices(summary);
        let by_point =
            summary.round().protocol() >= ForumProtocol::Second && summary.has_position();
        let (position, minority) = match (&act.choice, summary.tally().majority()) {
            (RoundChoice::Approve, _) if by_point => {
                let (text, hash) = (summary.position(), summary.position_digest());
                (
                    DecidedPosition::Points { text, hash, settled: summary.settled().to_vec() },
                    Vec::new(),
                )
            }
            (RoundChoice::Approve, Some(direction)) => {
                let (carrying, rest) =
                    voices.into_iter().partition(|voice| voice.stance == direction.stance().word());
                (DecidedPosition::Majority { direction, voices: carrying }, rest)
            }
            // An approval without a majority is refused, so only a person's own words come here.
            (
                RoundChoice::Approve
                | RoundChoice::Unilateral(_)
                | RoundChoice::Redirect(_)
                | RoundChoice::Open,
                _,
            ) => {
                let words = act.choice.words().unwrap_or_default().to_owned();
                (DecidedPosition::Unilateral(words), voices)
            }
        };
        let challenges = summary.table().challenges().iter();
        let conceded = challenges.filter(|one| one.standing == ChallengeStatus::Conceded);
        Self {
            project: summary.project().clone(),
            file: file_name(act.at, summary, taken),
            by: act.by.clone(),
            at: act.at,
            round: act.round,
            hash: act.hash.clone(),
            proposal: summary.message().text().to_owned(),
            position,
            minority,
            unresolved: summary.table().unresolved().cloned().collect(),
            open: open(summary),
            conceded: conceded.cloned().collect(),
            filled: fillings(summary.round()),
            rounds,
            cites: None,
        }
    }

    /// Returns the texts that members and the human wrote, each with where it stands in the intent.
    pub fn texts(&self) -> Vec<(&'static str, &str)> {
        let mut texts = vec![("proposal", self.proposal.as_str())];
        let voices = match &self.position {
            DecidedPosition::Majority { voices, .. } => voices.as_slice(),
            DecidedPosition::Points { text, settled, .. } => {
                texts.push(("position", text));
                let differs = settled.iter().flat_map(|one| &one.differs);
                texts.extend(differs.flat_map(|one| {
                    [("minority", one.text.as_str()), ("minority", one.reason.as_str())]
                }));
                &[]
            }
            DecidedPosition::Unilateral(words) => {
                texts.push(("position", words));
                &[]
            }
        };
        for (place, voices) in [("position", voices), ("minority", self.minority.as_slice())] {
            texts.extend(voices.iter().flat_map(|voice| {
                [(place, voice.position.as_str()), (place, voice.reason.as_str())]
            }));
        }
        for challenge in self.unresolved.iter().chain(&self.conceded) {
            texts.push(("challenge", &challenge.risk));
            texts.extend(challenge.alternative.iter().map(|text| ("challenge", text.as_str())));
            texts.extend(challenge.question.iter().map(|text| ("challenge", text.as_str())));
        }
        texts
    }
}

/// Collects the owners who took a position and were not lost.
fn voices(summary: &RoundSummary) -> Vec<Voice> {
    let round = summary.round();
    let heard = summary.seats().owners().iter().filter(|owner| round.loss(owner.id).is_none());
    heard
        .filter_map(|owner| {
            let said = round.position(owner.id)?;
            let stance = match round.protocol() {
                ForumProtocol::First => said.taken()?.word().to_owned(),
                ForumProtocol::Second => stances(summary, owner)?,
            };
            Some(Voice {
                seat: owner.clone(),
                stance,
                position: said.position.clone(),
                reason: said.reason.clone(),
            })
        })
        .collect()
}

/// Says where an owner stands on every point; nothing where it stands nowhere.
fn stances(summary: &RoundSummary, owner: &ForumSeat) -> Option<String> {
    let round = summary.round();
    let stances: Vec<String> = round
        .points()
        .iter()
        .filter_map(|point| {
            let stance: PointStance = round.stood(owner.id, point.id)?;
            Some(format!("{} {}", point.id, stance.word()))
        })
        .collect();
    (!stances.is_empty()).then(|| stances.join(", "))
}

/// Lists what was in the way of an approval and is no challenge; those are listed whole.
fn open(summary: &RoundSummary) -> Vec<String> {
    let blockers = summary.blockers().into_iter();
    let others = blockers.filter(|blocker| match blocker {
        Blocker::OpenChallenge(_) | Blocker::InvalidChallenge(_) => false,
        Blocker::NoMajority
        | Blocker::NoMajorityOn(_)
        | Blocker::Unheld(_)
        | Blocker::Violation(_)
        | Blocker::Lost(_) => true,
    });
    others.map(|blocker| blocker.to_string()).collect()
}

/// Names the file of an intent; a name that is taken gets a number.
fn file_name(at: Timestamp, summary: &RoundSummary, taken: &[&str]) -> String {
    let slug =
        slug(summary.message().text()).unwrap_or_else(|| format!("round-{}", summary.number()));
    let stem = format!("COUNCIL-{}-{slug}", at.strftime("%Y%m%d"));
    let numbered = (2_u32..).map(|number| format!("{stem}-{number}.md"));
    let mut names = std::iter::once(format!("{stem}.md")).chain(numbered);
    names.find(|name| !taken.contains(&name.as_str())).unwrap_or(stem)
}

/// Returns the first words of a text as part of a file name: at most 40 ASCII letters, digits and hyphens.
fn slug(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    let mut slug = String::new();
    for word in lower.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if slug.len() + word.len() >= 40 {
            break;
        }
        if !slug.is_empty() {
            slug.push('-');
        }
        slug.push_str(word);
    }
    (!slug.is_empty()).then_some(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_safe_in_a_path_whatever_the_message() {
        assert_eq!(
            slug("Ship the export in two steps?").as_deref(),
            Some("ship-the-export-in-two-steps")
        );
        assert_eq!(slug("../../etc/passwd\u{1b}[2J").as_deref(), Some("etc-passwd-2j"));
        assert_eq!(slug("日本語"), None);
        assert!(slug(&"word ".repeat(50)).is_some_and(|slug| slug.len() <= 40));
    }
}
