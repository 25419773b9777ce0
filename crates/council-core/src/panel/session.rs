//! The flow: every seat is asked at once and alone, then the chair, and each of them is asked to mend its answer at
//! most once.

use std::{collections::BTreeMap, sync::Arc};

use super::{
    Answer, ChairAnswer, Effect, Input, Issue, Opening, PanelEnding, PanelQuestion, PanelReplies,
    PanelWarning, ProtocolError, Record, Said, Wave, convene::convene, group,
};
use crate::{
    council::{Repair, Unproven},
    evidence::lock,
    finding::Claim,
    flow::{self, AbortReason, Machine, Meter, Moment, Signer, Signers},
    handoff::{CleanLine, PanelSeat, SeatReview},
    packet::Packet,
    policy::Policy,
};

/// A panel while it meets: the fold of its inputs.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelSession {
    opening: Arc<Opening>,
    packet: Arc<Packet>,
    wave: Wave,
    standing: BTreeMap<PanelSeat, PanelSeatState>,
    answers: BTreeMap<PanelSeat, Answer>,
    chair: Option<ChairAnswer>,
    lost: BTreeMap<PanelSeat, String>,
    meter: Meter,
    ending: Option<PanelEnding>,
    signers: Signers<PanelSeat>,
}

/// A panel as plain values.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelRecord {
    /// How it ended, if it has.
    pub ending: Option<PanelEnding>,
    /// When the last thing happened.
    pub now: Moment,
    /// How many tokens were used.
    pub tokens: u64,
    /// Who has answered so far.
    pub answered: Vec<PanelSeat>,
    /// Who was lost, and why.
    pub lost: BTreeMap<PanelSeat, String>,
    /// The review, once every core seat has spoken and the panel has ended.
    pub review: Option<Record>,
}

/// Where a seat stands that has not answered for good.
#[derive(Debug, Clone, PartialEq)]
enum PanelSeatState {
    /// It has not answered.
    Asked,
    /// Its first answer had something wrong; what could be read of it is kept.
    Repairing(Option<Said>),
}

impl PanelSession {
    /// Opens a panel and asks every seat.
    pub fn open(
        opening: Opening,
        packet: &Arc<Packet>,
        now: Moment,
    ) -> Result<(Self, Vec<Effect>), ProtocolError> {
        let missing = PanelSeat::core().into_iter().find(|seat| !opening.seats.contains(seat));
        if let Some(missing) = missing {
            return Err(ProtocolError::NotSeated(missing));
        }
        let session = Self {
            standing: opening
                .seats
                .iter()
                .map(|seat| (seat.clone(), PanelSeatState::Asked))
                .collect(),
            opening: Arc::new(opening),
            packet: packet.clone(),
            wave: Wave::Seats,
            answers: BTreeMap::new(),
            chair: None,
            lost: BTreeMap::new(),
            meter: Meter::new(now),
            ending: None,
            signers: Signers::default(),
        };
        let asks = session.opening.seats.iter().map(|seat| session.ask(seat, None));
        let asks = asks.collect();
        Ok((session, asks))
    }

    /// Takes one input and returns what must happen next.
    pub fn apply(&mut self, policy: &Policy, input: Input) -> Result<Vec<Effect>, ProtocolError> {
        flow::apply(self, policy, input)
    }

    /// Returns how the panel ended, if it has.
    pub fn ending(&self) -> Option<PanelEnding> {
        self.ending
    }

    /// Returns how many tokens were used.
    pub fn spent(&self) -> u64 {
        self.meter.spent
    }

    /// Returns the panel as plain values.
    pub fn record(&self) -> PanelRecord {
        let is_held = self.ending == Some(PanelEnding::Held);
        PanelRecord {
            ending: self.ending,
            now: self.meter.now,
            tokens: self.meter.spent,
            answered: self.answers.keys().cloned().collect(),
            lost: self.lost.clone(),
            review: is_held.then(|| self.convened().ok()).flatten(),
        }
    }

    /// Drops a seat, unless it has said something that stands.
    fn drop_seat(&mut self, seat: PanelSeat, reason: String) -> Vec<Effect> {
        if let Some(PanelSeatState::Repairing(Some(first))) = self.standing.remove(&seat) {
            self.settle(seat, first);
            return Vec::new();
        }
        self.lost.insert(seat.clone(), reason.clone());
        vec![Effect::Warn(PanelWarning::SeatLost { seat, reason })]
    }

    fn settle(&mut self, seat: PanelSeat, said: Said) {
        match said {
            Said::Seat(answer) => {
                self.answers.insert(seat, answer);
            }
            Said::Chair(answer) => self.chair = Some(answer),
        }
    }

    /// Puts a mended answer together: what was proven at first stays, whatever the second try leaves out.
    fn repaired(&self, first: Answer, second: Answer) -> Answer {
        let is_proven = |claim: &Claim| lock(&self.packet, claim.clone()).is_ok();
        let mut claims: Vec<_> = first.claims.into_iter().filter(is_proven).collect();
        for claim in second.claims {
            if !claims.contains(&claim) {
                claims.push(claim);
            }
        }
        Answer { claims, rating: second.rating.max(first.rating), ..second }
    }

    fn unproven(&self, said: &Said) -> Vec<Unproven> {
        let Said::Seat(answer) = said else { return Vec::new() };
        let refused = |claim: &Claim| lock(&self.packet, claim.clone()).err();
        let refused = answer.claims.iter().filter_map(refused);
        refused.map(|one| Unproven { reason: one.reason.to_string(), claim: one.claim }).collect()
    }

    fn close(&mut self, ending: PanelEnding) -> Vec<Effect> {
        self.ending = Some(ending);
        self.standing.clear();
        vec![Effect::Snapshot, Effect::Close(ending)]
    }

    /// Says what an answer lacks: a seat's to be a review, a chair's to be about every recommendation.
    fn too_little(&self, said: &Said) -> Option<String> {
        match said {
            Said::Seat(answer) => laconic(answer),
            Said::Chair(answer) => {
                let count = self.convened().map_or(0, |record| record.issues.len());
                group::fault(&answer.groups, count)
            }
        }
    }

    fn convened(&self) -> Result<Record, ProtocolError> {
        let heard = PanelReplies {
            answers: self.answers.clone(),
            chair: self.chair.clone(),
            lost: self.lost.clone(),
        };
        convene(&self.packet, &self.opening, heard)
    }

    /// Asks a seat, or the chair, who is shown what the seats came to.
    fn ask(&self, seat: &PanelSeat, repair: Option<Repair>) -> Effect {
        let shown = seat.is_chair().then(|| self.convened().ok()).flatten();
        let (reviews, recommendations) = match shown {
            Some(Record { issues, handoff, .. }) => {
                (handoff.reviews, issues.iter().filter_map(Issue::told).collect())
            }
            None => (Vec::new(), Vec::new()),
        };
        let (seat, wave) = (seat.clone(), self.wave);
        Effect::Ask(Arc::new(PanelQuestion { seat, wave, reviews, recommendations, repair }))
    }
}

impl Machine for PanelSession {
    type Seat = PanelSeat;
    type Answer = Said;
    type Ask = PanelQuestion;
    type Warning = PanelWarning;
    type Ending = PanelEnding;
    type Misuse = ProtocolError;

    fn admit(&self, input: &Input) -> Result<(), ProtocolError> {
        if self.ending.is_some() {
            return Err(ProtocolError::Closed);
        }
        let seat = match input {
            Input::Answered { seat, .. }
            | Input::Unreadable { seat, .. }
            | Input::Signed { seat, .. }
            | Input::Lost { seat, .. } => seat,
            Input::Paid { .. }
            | Input::Ticked { .. }
            | Input::OutOfBudget { .. }
            | Input::Cancelled { .. } => return Ok(()),
        };
        if !self.standing.contains_key(seat) {
            return Err(ProtocolError::NotAsked(seat.clone()));
        }
        match input {
            Input::Answered { answer: Said::Chair(_), .. } if !seat.is_chair() => {
                Err(ProtocolError::NotItsQuestion(seat.clone()))
            }
            Input::Answered { answer: Said::Seat(_), .. } if seat.is_chair() => {
                Err(ProtocolError::NotItsQuestion(seat.clone()))
            }
            _ => Ok(()),
        }
    }

    fn meter(&mut self) -> &mut Meter {
        &mut self.meter
    }

    /// Takes a readable answer. Claims the text does not show are asked for once more, then kept apart. A seat that says
    /// too little for a review is asked once more, then lost.
    fn on_answer(&mut self, seat: PanelSeat, said: Said) -> Result<Vec<Effect>, ProtocolError> {
        let standing = self.standing.remove(&seat);
        let was_repaired = matches!(standing, Some(PanelSeatState::Repairing(_)));
        let said = match (standing, said) {
            (Some(PanelSeatState::Repairing(Some(Said::Seat(first)))), Said::Seat(second)) => {
                Said::Seat(self.repaired(first, second))
            }
            (_, said) => {
                let unproven = self.unproven(&said);
                if !unproven.is_empty() {
                    self.standing.insert(seat.clone(), PanelSeatState::Repairing(Some(said)));
                    return Ok(vec![self.ask(&seat, Some(Repair::Unproven(unproven)))]);
                }
                said
            }
        };
        Ok(match self.too_little(&said) {
            // What a chair groups wrongly twice is put right; what else it says stands.
            Some(_) if was_repaired && seat.is_chair() => {
                self.settle(seat, said);
                Vec::new()
            }
            Some(reason) if was_repaired => self.drop_seat(seat, reason),
            Some(reason) => {
                // What else a chair says stands, whatever becomes of its second try.
                let first = seat.is_chair().then_some(said);
                self.standing.insert(seat.clone(), PanelSeatState::Repairing(first));
                vec![self.ask(&seat, Some(Repair::Unreadable(reason)))]
            }
            None => {
                self.settle(seat, said);
                Vec::new()
            }
        })
    }

    /// Takes an unreadable answer: asked for once more, then the seat is lost, or keeps what it said first.
    fn on_unreadable(
        &mut self,
        seat: PanelSeat,
        reason: String,
    ) -> Result<Vec<Effect>, ProtocolError> {
        Ok(match self.standing.remove(&seat) {
            Some(PanelSeatState::Repairing(Some(first))) => {
                self.settle(seat, first);
                Vec::new()
            }
            Some(PanelSeatState::Repairing(None)) => self.drop_seat(seat, reason),
            Some(PanelSeatState::Asked) | None => {
                self.standing.insert(seat.clone(), PanelSeatState::Repairing(None));
                vec![self.ask(&seat, Some(Repair::Unreadable(reason)))]
            }
        })
    }

    fn on_lost(&mut self, seat: PanelSeat, reason: String) -> Result<Vec<Effect>, ProtocolError> {
        Ok(self.drop_seat(seat, reason))
    }

    /// The review says who filled the seat, and how much that weighs.
    fn on_signed(&mut self, seat: PanelSeat, by: Signer) {
        let said = self.signers.sign(&seat, by);
        let opening = Arc::make_mut(&mut self.opening);
        opening.filled_by.extend(CleanLine::new(&said).map(|said| (seat, said)));
        opening.minds.extend(self.signers.minds());
    }

    /// What the others found stays where one core seat is lost; the gate does not open for a panel that is not whole.
    fn is_deserted(&self) -> bool {
        self.lost.keys().filter(|seat| seat.is_core()).count() >= 2
    }

    /// Goes on when nobody is waited for: to the chair, then to the end.
    fn advance(&mut self, _policy: &Policy) -> Vec<Effect> {
        if !self.standing.is_empty() {
            return Vec::new();
        }
        match self.wave {
            Wave::Seats => {
                self.wave = Wave::Chair;
                let chair = PanelSeat::chair();
                self.standing.insert(chair.clone(), PanelSeatState::Asked);
                vec![Effect::Snapshot, self.ask(&chair, None)]
            }
            Wave::Chair => self.close(PanelEnding::Held),
        }
    }

    fn abort(&mut self, reason: AbortReason) -> Vec<Effect> {
        self.close(PanelEnding::Aborted(reason))
    }

    fn has_ended(&self) -> bool {
        self.ending.is_some()
    }
}

/// Says what an answer lacks to be a review: who praises a text and finds nothing says what was looked at.
fn laconic(answer: &Answer) -> Option<String> {
    let listed = answer.examined.len();
    let is_laconic = answer.claims.is_empty() && !answer.endorsements.is_empty();
    (is_laconic && listed < SeatReview::FEWEST).then(|| {
        format!(
            "the reply finds nothing and lists {listed} of at least {} things it examined",
            SeatReview::FEWEST
        )
    })
}
