//! Rounds in a row, each with the human's decision if there is one.

use super::{
    ask::Effect,
    cited::Cited,
    decision::{Act, Choice, Decision, Refusal},
    intent::Intent,
    message::Message,
    protocol::Protocol,
    round::{History, Round, Setting},
    status::Status,
    summary::Summary,
};
use crate::ident::ProjectName;

/// The rounds of a project's forum. A decision that hands intent off closes the discussion; a round after it begins a new
/// one that cites it, and both stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discussion {
    project: ProjectName,
    held: Vec<Held>,
}

/// A round that was held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    summary: Summary,
    decision: Option<Decision>,
}

impl Held {
    /// Returns what the human was shown.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Returns what the human decided about it.
    pub fn decision(&self) -> Option<&Decision> {
        self.decision.as_ref()
    }

    /// Returns the decision if it lets intent be handed off.
    pub fn closing(&self) -> Option<&Decision> {
        self.decision().filter(|decision| decision.act().choice.closes())
    }
}

/// Where a discussion is, by its latest round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// No round was held.
    Empty,
    /// Something is in the way of an approval.
    Open,
    /// The majority position awaits the human's approval.
    Ready,
    /// The human changed the proposal, and no round was held on it yet.
    Redirected,
    /// The human approved the majority position.
    Approved,
    /// The human decided alone.
    Unilateral,
    /// The human keeps the discussion open, and no round was held since.
    KeptOpen,
}

impl State {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            State::Empty => "empty",
            State::Open => "open",
            State::Ready => "ready",
            State::Redirected => "redirected",
            State::Approved => "approved",
            State::Unilateral => "unilateral",
            State::KeptOpen => "kept-open",
        }
    }
}

impl Discussion {
    /// Returns a discussion in which nothing was said.
    pub fn new(project: ProjectName) -> Self {
        Self { project, held: Vec::new() }
    }

    /// Returns the project.
    pub fn project(&self) -> &ProjectName {
        &self.project
    }

    /// Returns the rounds, in order.
    pub fn held(&self) -> &[Held] {
        &self.held
    }

    /// Returns the latest round.
    pub fn latest(&self) -> Option<&Held> {
        self.held.last()
    }

    /// Opens the next round with the human's message.
    pub fn open(
        &self,
        setting: Setting,
        message: Message,
    ) -> Result<(Round, Vec<Effect>), Refusal> {
        self.expect_project(&setting.project)?;
        let history = self.history(setting.protocol);
        Ok(Round::open(setting, message, history))
    }

    /// Takes the summary of the round that follows the latest one.
    pub fn close(&mut self, summary: Summary) -> Result<(), Refusal> {
        self.expect_project(summary.project())?;
        let last = self.latest().map(|held| held.summary.digest());
        let number = self.latest().map_or(0, |held| held.summary.number()).saturating_add(1);
        if summary.number() != number || summary.previous() != last {
            return Err(Refusal::OutOfOrder { round: summary.number() });
        }
        self.held.push(Held { summary, decision: None });
        Ok(())
    }

    /// Takes a decision about the latest round, or says why not.
    pub fn decide(&mut self, act: Act) -> Result<&Decision, Refusal> {
        let Some(latest) = self.held.last_mut() else {
            return Err(Refusal::NothingShown);
        };
        if latest.decision.is_some() {
            return Err(Refusal::Decided { round: latest.summary.number() });
        }
        let decision = Decision::on(&latest.summary, act)?;
        Ok(latest.decision.insert(decision))
    }

    /// Returns where the discussion is.
    pub fn state(&self) -> State {
        let Some(latest) = self.latest() else {
            return State::Empty;
        };
        match latest.decision().map(|decision| &decision.act().choice) {
            Some(Choice::Approve) => State::Approved,
            Some(Choice::Unilateral(_)) => State::Unilateral,
            Some(Choice::Redirect(_)) => State::Redirected,
            Some(Choice::Open) => State::KeptOpen,
            None => match latest.summary.status() {
                Status::Open => State::Open,
                Status::Ready => State::Ready,
            },
        }
    }

    /// Returns everything that may be handed off, one intent for each closing decision, in order.
    pub fn intents(&self) -> Vec<Intent> {
        let mut intents: Vec<Intent> = Vec::new();
        let (mut rounds, mut cites) = (Vec::new(), None);
        for held in &self.held {
            cites = held.summary.cites().cloned().or(cites);
            rounds.push((held.summary.number(), held.summary.digest().clone()));
            let Some(decision) = held.closing() else { continue };
            let taken: Vec<&str> = intents.iter().map(|intent| intent.file.as_str()).collect();
            let rounds = std::mem::take(&mut rounds);
            let intent = Intent::of(&held.summary, decision, rounds, &taken);
            intents.push(Intent { cites: cites.take(), ..intent });
        }
        intents
    }

    /// Returns the handoffs, by file name, that no decision stands behind.
    pub fn unapproved<'a>(&self, handoffs: &'a [String]) -> Vec<&'a str> {
        let intents = self.intents();
        let is_approved = |name: &&str| intents.iter().any(|intent| intent.file == *name);
        handoffs.iter().map(String::as_str).filter(|name| !is_approved(name)).collect()
    }

    /// Returns what the next round must know. What a human decided over is no longer on the table, nor what was raised
    /// against a proposal that a human replaced.
    fn history(&self, protocol: Protocol) -> History {
        let Some(latest) = self.latest() else {
            return History::default();
        };
        let mut history = latest.summary.history();
        if latest.closing().is_some() {
            history.table.decide(latest.summary.number());
            history.cites = self.intents().pop().map(|intent| Cited {
                round: intent.round,
                hash: intent.hash,
                file: intent.file,
            });
        }
        let choice = latest.decision().map(|decision| &decision.act().choice);
        if let (Protocol::Second, Some(Choice::Redirect(_))) = (protocol, choice) {
            history.table.supersede(latest.summary.number());
        }
        history
    }

    fn expect_project(&self, found: &ProjectName) -> Result<(), Refusal> {
        if *found == self.project {
            return Ok(());
        }
        Err(Refusal::OtherProject { expected: self.project.clone(), found: found.clone() })
    }
}
