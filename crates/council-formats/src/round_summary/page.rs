//! What the page carries.

use std::collections::BTreeSet;

use council_core::forum::{
    Challenge, ChallengeId, Loss, Seat, SeatId, Standing, Status, Step, Summary,
    answer::{Answer, Stance},
    challenge::Event,
};

/// A page, ready to be written; everything on it can be read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The number of the round.
    pub round: u32,
    /// The human's message, verbatim.
    pub message: String,
    /// The owners, in speaking order.
    pub owners: Vec<OwnerLine>,
    /// What the advocates say and every challenge that still matters.
    pub advocates: Vec<Entry>,
    /// Where the owners have come out.
    pub position: String,
    /// What is in the way of an approval.
    pub open_points: Vec<String>,
    /// What is worth saying besides.
    pub remarks: Vec<String>,
    /// What the human is asked for.
    pub status: Status,
}

/// A name and the lens that goes with it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// The name.
    pub name: String,
    /// The lens.
    pub lens: String,
}

/// What an owner came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnerLine {
    /// Who.
    pub member: Member,
    /// Whether a position was taken.
    pub stood: Stood,
    /// The owner's words; empty if there are none.
    pub words: String,
}

/// Whether an owner took a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stood {
    /// Yes, this one.
    Took(Stance),
    /// No, though asked.
    Silent,
    /// The owner was lost.
    Lost(Loss),
}

/// One entry of the advocates' section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Whose it is; a challenge can be raised by several.
    pub members: Vec<Member>,
    /// What it says.
    pub says: Says,
}

/// What an entry of the advocates' section says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Says {
    /// A challenge.
    Challenge {
        /// Which.
        id: ChallengeId,
        /// What has become of it.
        mark: Mark,
        /// In how many rounds it was on the table.
        rounds: u32,
        /// What fails.
        risk: String,
        /// What to do instead; nothing if the advocate gave none.
        alternative: Option<String>,
        /// What must be answered.
        question: Option<String>,
    },
    /// No risk is left uncovered, after looking at these.
    NothingUncovered(Vec<String>),
    /// Nothing that could be used.
    Nothing,
    /// The advocate was lost.
    Lost(Loss),
}

/// What has become of a challenge, as the page words it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The group has not settled it.
    Open,
    /// It has no alternative.
    Invalid,
    /// Everyone who raised it has conceded.
    Conceded,
    /// It is the human's to decide.
    Escalated,
    /// The human decided over it.
    Overridden,
}

impl Mark {
    pub(super) const ALL: [Mark; 5] =
        [Mark::Open, Mark::Invalid, Mark::Conceded, Mark::Escalated, Mark::Overridden];

    pub(super) fn word(self) -> &'static str {
        match self {
            Mark::Open => "open",
            Mark::Invalid => "invalid",
            Mark::Conceded => "conceded",
            Mark::Escalated => "escalated to human",
            Mark::Overridden => "overridden by human",
        }
    }

    fn of(challenge: &Challenge) -> Self {
        match challenge.standing {
            Standing::Open if challenge.is_valid() => Mark::Open,
            Standing::Open => Mark::Invalid,
            Standing::Conceded => Mark::Conceded,
            Standing::Escalated(_) => Mark::Escalated,
            Standing::Overridden => Mark::Overridden,
        }
    }
}

impl Page {
    /// Lays out a summary.
    pub fn of(summary: &Summary) -> Self {
        let without = summary.seats().advocates().iter().filter_map(|seat| word_of(seat, summary));
        Self {
            round: summary.number(),
            message: summary.message().text().to_owned(),
            owners: summary.seats().owners().iter().map(|seat| owner(seat, summary)).collect(),
            advocates: without.chain(summary.shown().map(entry)).collect(),
            position: summary.position(),
            open_points: summary.blockers().iter().map(ToString::to_string).collect(),
            remarks: summary.remarks().iter().map(ToString::to_string).collect(),
            status: summary.status(),
        }
    }

    /// Returns the challenges on the page.
    pub fn surfaced(&self) -> BTreeSet<ChallengeId> {
        let id = |entry: &Entry| match &entry.says {
            Says::Challenge { id, .. } => Some(*id),
            Says::NothingUncovered(_) | Says::Nothing | Says::Lost(_) => None,
        };
        self.advocates.iter().filter_map(id).collect()
    }
}

fn member(seat: &Seat) -> Member {
    Member { name: seat.name.to_string(), lens: seat.lens.to_string() }
}

fn owner(seat: &Seat, summary: &Summary) -> OwnerLine {
    let said = summary.round().position(seat.id);
    let stood = match (
        summary.round().loss(seat.id),
        said.and_then(council_core::forum::answer::Position::taken),
    ) {
        (Some(loss), _) => Stood::Lost(loss),
        (None, Some(stance)) => Stood::Took(stance),
        (None, None) => Stood::Silent,
    };
    let words = said.map(|said| said.position.clone()).unwrap_or_default();
    OwnerLine { member: member(seat), stood, words }
}

/// Returns what an advocate said in place of a challenge, if it raised none or was lost.
fn word_of(seat: &Seat, summary: &Summary) -> Option<Entry> {
    let says =
        match (summary.round().loss(seat.id), summary.round().answer(seat.id, Step::Challenge)) {
            (Some(loss), _) => Says::Lost(loss),
            (None, Some(Answer::NoUncoveredRisk { examined })) => {
                let examined: Vec<String> =
                    examined.iter().filter(|one| !one.trim().is_empty()).cloned().collect();
                // "Nothing is left" without a word on where one looked is no answer, and is not shown as one.
                if examined.is_empty() { Says::Nothing } else { Says::NothingUncovered(examined) }
            }
            (None, _) if raised(seat.id, summary) => return None,
            (None, _) => Says::Nothing,
        };
    Some(Entry { members: vec![member(seat)], says })
}

fn raised(seat: SeatId, summary: &Summary) -> bool {
    summary.table().challenges().iter().any(|challenge| {
        challenge
            .history
            .iter()
            .any(|past| past.round == summary.number() && past.event == Event::Raised { by: seat })
    })
}

fn entry(challenge: &Challenge) -> Entry {
    Entry {
        members: challenge.raisers.iter().map(member).collect(),
        says: Says::Challenge {
            id: challenge.id,
            mark: Mark::of(challenge),
            rounds: challenge.rounds,
            risk: challenge.risk.clone(),
            alternative: challenge.alternative.clone(),
            question: challenge.question.clone(),
        },
    }
}
