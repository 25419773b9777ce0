//! What the engine can drive: a value that takes what happened and answers with what it wants done.

use std::{
    fmt::{Debug, Display},
    sync::Arc,
};

use council_core::{
    council::{self, CouncilSession, DatedDecision},
    finding::SeatId,
    flow::{Effect, Input, Moment},
    packet::Packet,
    policy::Policy,
};
use council_prompts::reply;
use serde::{Serialize, de::DeserializeOwned};

/// What a flow wants done.
pub type EffectOf<F> = Effect<<F as Flow>::Ask, <F as Flow>::Warning, <F as Flow>::Ending>;

/// What happens to a flow.
pub type InputOf<F> = Input<<F as Flow>::Seat, <F as Flow>::Answer>;

/// A flow: seats that are asked in rounds until there is nothing left to ask.
///
/// It never waits, reads, writes or looks at a clock, and the same inputs always make the same value. So the engine
/// can drive any of them, and a session is the fold of its journal whichever flow it is a session of.
pub trait Flow: Sized + Clone + Debug + PartialEq + Send + Sync {
    /// What a session begins with, as its journal keeps it.
    type Opening: Clone + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// Names a place at the table.
    type Seat: Clone + Ord + Debug + Display + Serialize + DeserializeOwned + Send + Sync;
    /// One pass over the seats.
    type Round: Copy + Debug + PartialEq + Serialize + DeserializeOwned + Send + Sync;
    /// A question to a seat.
    type Ask: Debug + PartialEq + Send + Sync;
    /// What a seat says, read.
    type Answer;
    /// Something a watcher should know.
    type Warning: Debug;
    /// How a session ends.
    type Ending: Copy + Debug + PartialEq + Send + Sync;
    /// A session as plain values.
    type Record: Debug + Send + Sync;
    /// How the driver can misuse it.
    type Misuse: std::error::Error + Send + Sync + 'static;

    /// Returns the hash of the packet that a session was opened on.
    fn content_hash(opening: &Self::Opening) -> &str;

    /// Returns when a session was opened.
    fn moment(opening: &Self::Opening) -> Moment;

    /// Returns what everything that is left to chance in a session is drawn from.
    fn lot(opening: &Self::Opening) -> String;

    /// Opens a session; the effects are the first questions.
    fn open(
        opening: Self::Opening,
        packet: &Arc<Packet>,
    ) -> Result<(Self, Vec<EffectOf<Self>>), Self::Misuse>;

    /// Takes one input and returns what must happen next.
    fn apply(
        &mut self,
        policy: &Policy,
        input: InputOf<Self>,
    ) -> Result<Vec<EffectOf<Self>>, Self::Misuse>;

    /// Reads what a seat said to a question, or says why it cannot be read.
    fn read(&self, packet: &Packet, ask: &Self::Ask, text: &str) -> Result<Self::Answer, String>;

    /// Takes what a human says of a session that has ended; a flow whose decisions are kept elsewhere takes none.
    fn decide(&mut self, _decided: &DatedDecision) -> bool {
        false
    }

    /// Returns what the session began with.
    fn opening(&self) -> &Arc<Self::Opening>;

    /// Returns how the session ended, if it has.
    fn ending(&self) -> Option<Self::Ending>;

    /// Returns how many tokens were used.
    fn spent(&self) -> u64;

    /// Returns the session as plain values.
    fn record(&self) -> Self::Record;

    /// Returns whom a question is for.
    fn seat(ask: &Self::Ask) -> Self::Seat;

    /// Returns the round a question belongs to.
    fn round(ask: &Self::Ask) -> Self::Round;

    /// Tells whether a question asks a seat to mend its first answer.
    fn is_repair(ask: &Self::Ask) -> bool;
}

/// The council: three seats, three rounds.
impl Flow for CouncilSession {
    type Opening = council::CouncilOpening;
    type Seat = SeatId;
    type Round = council::Round;
    type Ask = council::CouncilQuestion;
    type Answer = council::CouncilAnswer;
    type Warning = council::CouncilWarning;
    type Ending = council::Ending;
    type Record = council::CouncilRecord;
    type Misuse = council::ProtocolError;

    fn content_hash(opening: &council::CouncilOpening) -> &str {
        &opening.content_hash
    }

    fn moment(opening: &council::CouncilOpening) -> Moment {
        opening.moment
    }

    fn lot(opening: &council::CouncilOpening) -> String {
        opening.lot()
    }

    fn open(
        opening: council::CouncilOpening,
        _packet: &Arc<Packet>,
    ) -> Result<(Self, Vec<council::Effect>), council::ProtocolError> {
        CouncilSession::open(opening)
    }

    fn apply(
        &mut self,
        policy: &Policy,
        input: council::Input,
    ) -> Result<Vec<council::Effect>, council::ProtocolError> {
        CouncilSession::apply(self, policy, input)
    }

    fn read(
        &self,
        packet: &Packet,
        ask: &council::CouncilQuestion,
        text: &str,
    ) -> Result<council::CouncilAnswer, String> {
        let lenses = &self.opening().selection.lenses;
        let lens = lenses.iter().find(|lens| lens.seat == ask.seat);
        let lens = lens.ok_or_else(|| format!("seat {} has no lens", ask.seat))?;
        reply::read(reply::ReplyContext { packet, lens, ask }, text)
            .map_err(|error| error.to_string())
    }

    fn decide(&mut self, decided: &DatedDecision) -> bool {
        CouncilSession::decide(self, decided.clone())
    }

    fn opening(&self) -> &Arc<council::CouncilOpening> {
        CouncilSession::opening(self)
    }

    fn ending(&self) -> Option<council::Ending> {
        CouncilSession::ending(self)
    }

    fn spent(&self) -> u64 {
        CouncilSession::spent(self)
    }

    fn record(&self) -> council::CouncilRecord {
        CouncilSession::record(self)
    }

    fn seat(ask: &council::CouncilQuestion) -> SeatId {
        ask.seat
    }

    fn round(ask: &council::CouncilQuestion) -> council::Round {
        ask.round
    }

    fn is_repair(ask: &council::CouncilQuestion) -> bool {
        ask.repair.is_some()
    }
}
