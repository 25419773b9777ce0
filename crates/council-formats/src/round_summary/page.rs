//! What the page carries.

use std::collections::BTreeSet;

use council_core::forum::{
    Challenge, ChallengeId, ChallengeStatus, ForumProtocol, ForumSeat, ForumSeatId, Loss, PointId,
    PointStance, RoundStatus, RoundStep, RoundSummary, SettledPoint,
    answer::{ForumAnswer, Stance},
    challenge::ChallengeEvent,
};

/// A page, ready to be written; everything on it can be read back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SummaryPage {
    /// The number of the round.
    pub round: u32,
    /// The human's message, verbatim.
    pub message: String,
    /// The points it is read as; none where it is taken whole.
    pub points: Vec<(PointId, String)>,
    /// The owners, in speaking order.
    pub owners: Vec<OwnerLine>,
    /// What the advocates say and every challenge that still matters.
    pub advocates: Vec<AdvocateEntry>,
    /// Where the owners have come out, where they took the proposal whole or took no side at all.
    pub position: String,
    /// Where the owners have come out on each point.
    pub settled: Vec<SettledLine>,
    /// What is in the way of an approval.
    pub open_points: Vec<String>,
    /// What is worth saying besides.
    pub remarks: Vec<String>,
    /// What the human is asked for.
    pub status: RoundStatus,
    /// Whether a majority holds something that can be approved.
    pub has_position: bool,
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
    pub stood: PositionTaken,
    /// The owner's words; empty if there are none.
    pub words: String,
    /// What the seat asks, where nobody holds it.
    pub asks: Vec<String>,
}

/// Where the owners have come out on a point.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SettledLine {
    /// The point.
    pub point: PointId,
    /// The paragraph that a person approves.
    pub says: String,
    /// Who holds it, in words.
    pub held: String,
    /// Who holds something else, and why.
    pub differs: Vec<String>,
    /// The challenges that stand against it, in words.
    pub against: String,
}

/// Whether an owner took a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PositionTaken {
    /// Yes, this one.
    Took(Stance),
    /// Yes, one on each of these points.
    TookEach(Vec<(PointId, PointStance)>),
    /// No: nobody holds the seat, and it asks.
    Asks,
    /// No, though asked.
    Silent,
    /// The owner was lost.
    Lost(Loss),
}

/// One entry of the advocates' section.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdvocateEntry {
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
        /// The points of the round that it is raised against.
        against: Vec<PointId>,
        /// What has become of it.
        mark: ChallengeMark,
        /// In how many rounds it was on the table.
        rounds: u32,
        /// What fails.
        risk: String,
        /// What to do instead; nothing if the advocate gave none.
        alternative: Option<String>,
        /// What must be answered.
        question: Option<String>,
        /// What became of the answers, and why.
        judged: Vec<String>,
    },
    /// What was examined of each point.
    Examined(Vec<(PointId, String)>),
    /// What the seat asks, where nobody holds it.
    Asks(Vec<String>),
    /// No risk is left uncovered, after looking at these.
    NothingUncovered(Vec<String>),
    /// Nothing that could be used.
    Nothing,
    /// The advocate was lost.
    Lost(Loss),
}

/// What has become of a challenge, as the page words it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChallengeMark {
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
    /// The human replaced the proposal it was about.
    Superseded,
}

impl ChallengeMark {
    pub(super) const ALL: [ChallengeMark; 6] = [
        ChallengeMark::Open,
        ChallengeMark::Invalid,
        ChallengeMark::Conceded,
        ChallengeMark::Escalated,
        ChallengeMark::Overridden,
        ChallengeMark::Superseded,
    ];

    pub(super) fn word(self) -> &'static str {
        match self {
            ChallengeMark::Open => "open",
            ChallengeMark::Invalid => "invalid",
            ChallengeMark::Conceded => "conceded",
            ChallengeMark::Escalated => "escalated to human",
            ChallengeMark::Overridden => "overridden by human",
            ChallengeMark::Superseded => "left behind by human",
        }
    }

    fn of(challenge: &Challenge) -> Self {
        match challenge.standing {
            ChallengeStatus::Open if challenge.is_valid() => ChallengeMark::Open,
            ChallengeStatus::Open => ChallengeMark::Invalid,
            ChallengeStatus::Conceded => ChallengeMark::Conceded,
            ChallengeStatus::Escalated(_) => ChallengeMark::Escalated,
            ChallengeStatus::Overridden => ChallengeMark::Overridden,
            ChallengeStatus::Superseded => ChallengeMark::Superseded,
        }
    }
}

impl SummaryPage {
    /// Lays out a summary.
    pub fn of(summary: &RoundSummary) -> Self {
        let round = summary.round();
        let without = summary.seats().advocates().iter().filter_map(|seat| word_of(seat, summary));
        let sided = summary.settled().iter().any(|one| one.sides > 0);
        let settled = summary.settled().iter().filter(|_| sided);
        let settled: Vec<SettledLine> = settled.map(|one| line_of(one, summary)).collect();
        Self {
            round: summary.number(),
            message: summary.message().text().to_owned(),
            points: round.points().iter().map(|point| (point.id, point.text.clone())).collect(),
            owners: summary.seats().owners().iter().map(|seat| owner(seat, summary)).collect(),
            advocates: without.chain(summary.shown().map(|one| entry(one, summary))).collect(),
            position: if settled.is_empty() { summary.position() } else { String::new() },
            settled,
            open_points: summary.blockers().iter().map(ToString::to_string).collect(),
            remarks: summary.remarks().iter().map(ToString::to_string).collect(),
            status: summary.status(),
            has_position: summary.has_position(),
        }
    }

    /// Returns the challenges on the page.
    pub fn surfaced(&self) -> BTreeSet<ChallengeId> {
        let id = |entry: &AdvocateEntry| match &entry.says {
            Says::Challenge { id, .. } => Some(*id),
            Says::Examined(_)
            | Says::Asks(_)
            | Says::NothingUncovered(_)
            | Says::Nothing
            | Says::Lost(_) => None,
        };
        self.advocates.iter().filter_map(id).collect()
    }
}

fn member(seat: &ForumSeat) -> Member {
    Member { name: seat.name.to_string(), lens: seat.lens.to_string() }
}

fn owner(seat: &ForumSeat, summary: &RoundSummary) -> OwnerLine {
    let round = summary.round();
    let said = round.position(seat.id);
    let stances = || {
        let points = round.points().iter();
        points.filter_map(|one| Some((one.id, round.stood(seat.id, one.id)?))).collect::<Vec<_>>()
    };
    let taken = said.and_then(council_core::forum::answer::OwnerPosition::taken);
    let stood = match (round.loss(seat.id), round.protocol()) {
        (Some(loss), _) => PositionTaken::Lost(loss),
        (None, ForumProtocol::First) => taken.map_or(PositionTaken::Silent, PositionTaken::Took),
        (None, ForumProtocol::Second) if round.is_questioner(seat.id) => PositionTaken::Asks,
        (None, ForumProtocol::Second) => match stances() {
            stances if stances.is_empty() => PositionTaken::Silent,
            stances => PositionTaken::TookEach(stances),
        },
    };
    let words = said.map(|said| said.position.clone()).unwrap_or_default();
    OwnerLine { member: member(seat), stood, words, asks: asked(seat.id, summary) }
}

/// Returns what a seat asks that nobody holds.
fn asked(seat: ForumSeatId, summary: &RoundSummary) -> Vec<String> {
    match summary.round().answer(seat, RoundStep::Question) {
        Some(ForumAnswer::Questions(questions)) => {
            questions.iter().map(|one| one.text.clone()).collect()
        }
        Some(_) | None => Vec::new(),
    }
}

fn line_of(settled: &SettledPoint, summary: &RoundSummary) -> SettledLine {
    let names = |seats: &[ForumSeat]| {
        seats.iter().map(|seat| seat.name.to_string()).collect::<Vec<_>>().join(", ")
    };
    let abstain = match settled.abstain.as_slice() {
        [] => String::new(),
        seats => format!("; {} abstain", names(seats)),
    };
    let held = match &settled.held {
        Some(held) => {
            let holders: Vec<ForumSeat> = held.holders.iter().map(|one| one.seat.clone()).collect();
            let (count, sides, names) = (holders.len(), settled.sides, names(&holders));
            format!("{count} of {sides} who took a side: {names}{abstain}")
        }
        None => format!("none of {} who took a side has a majority{abstain}", settled.sides),
    };
    let differs = settled.differs.iter().map(|one| {
        let wants = if one.stance == PointStance::Changes {
            format!(" “{}”", one.text)
        } else {
            String::new()
        };
        let why = if one.reason.trim().is_empty() { "no reason given" } else { &one.reason };
        format!("{} ({}{wants}): {why}", one.seat.name, one.stance.word())
    });
    let against = settled.against.iter().map(|id| {
        let mark = summary.table().challenge(*id).map(|one| ChallengeMark::of(one).word());
        format!("{id} ({})", mark.unwrap_or_default())
    });
    SettledLine {
        point: settled.point.id,
        says: settled.says(),
        held,
        differs: differs.collect(),
        against: against.collect::<Vec<_>>().join(", "),
    }
}

/// Returns what an advocate said in place of a challenge, if it raised none or was lost, and what it examined.
fn word_of(seat: &ForumSeat, summary: &RoundSummary) -> Option<AdvocateEntry> {
    let said = summary.round().answer(seat.id, RoundStep::Challenge);
    let says = match (summary.round().loss(seat.id), said) {
        (Some(loss), _) => Says::Lost(loss),
        (None, _) if summary.round().is_questioner(seat.id) => Says::Asks(asked(seat.id, summary)),
        (None, Some(ForumAnswer::Examination(said))) => {
            let examined = said.examined.iter().filter(|one| !one.what.trim().is_empty());
            let examined: Vec<_> = examined.map(|one| (one.point, one.what.clone())).collect();
            match examined.is_empty() {
                true if raised(seat.id, summary) => return None,
                true => Says::Nothing,
                false => Says::Examined(examined),
            }
        }
        (None, Some(ForumAnswer::NoUncoveredRisk { examined })) => {
            let examined: Vec<String> =
                examined.iter().filter(|one| !one.trim().is_empty()).cloned().collect();
            // "Nothing is left" without a word on where one looked is no answer, and is not shown as one.
            if examined.is_empty() { Says::Nothing } else { Says::NothingUncovered(examined) }
        }
        (None, _) if raised(seat.id, summary) => return None,
        (None, _) => Says::Nothing,
    };
    Some(AdvocateEntry { members: vec![member(seat)], says })
}

fn raised(seat: ForumSeatId, summary: &RoundSummary) -> bool {
    summary.table().challenges().iter().any(|challenge| {
        challenge.history.iter().any(|past| {
            past.round == summary.number() && past.event == ChallengeEvent::Raised { by: seat }
        })
    })
}

fn entry(challenge: &Challenge, summary: &RoundSummary) -> AdvocateEntry {
    AdvocateEntry {
        members: challenge.raisers.iter().map(member).collect(),
        says: Says::Challenge {
            id: challenge.id,
            against: challenge.against.get(&summary.number()).cloned().unwrap_or_default(),
            mark: ChallengeMark::of(challenge),
            rounds: challenge.rounds,
            risk: challenge.risk.clone(),
            alternative: challenge.alternative.clone(),
            question: challenge.question.clone(),
            judged: judged(challenge, summary),
        },
    }
}

/// Adds a reason, if there is one.
fn reasoned(said: String, why: &str) -> String {
    if why.trim().is_empty() { said } else { format!("{said}: {why}") }
}

/// Says what became of the answers in this round, each with its reason.
fn judged(challenge: &Challenge, summary: &RoundSummary) -> Vec<String> {
    let mut lines = Vec::new();
    if summary.round().protocol() == ForumProtocol::First {
        return lines;
    }
    let name = |seat: ForumSeatId| {
        summary.seats().seat(seat).map_or_else(|| seat.to_string(), |seat| seat.name.to_string())
    };
    for past in challenge.history.iter().filter(|past| past.round == summary.number()) {
        if let ChallengeEvent::Judged { by, judgement, note, answers } = &past.event {
            for one in answers {
                let whose = name(one.owner);
                lines.push(reasoned(
                    format!("{whose}'s answer, {}", one.judgement.word()),
                    &one.note,
                ));
            }
            lines.push(reasoned(format!("{} overall, {}", name(*by), judgement.word()), note));
        }
    }
    lines
}
