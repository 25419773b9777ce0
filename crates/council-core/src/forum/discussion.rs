//! Rounds in a row, each with the human's decision if there is one.

use super::{
    ask::ForumEffect,
    cited::Cited,
    decision::{DiscussionRefusal, RoundAct, RoundChoice, RoundDecision},
    intent::Intent,
    message::Message,
    protocol::ForumProtocol,
    round::{Round, RoundHistory, Setting},
    status::RoundStatus,
    summary::RoundSummary,
};
use crate::ident::ProjectName;

/// The rounds of a project's forum. A decision that hands intent off closes the discussion; a round after it begins a new
/// one that cites it, and both stay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discussion {
    project: ProjectName,
    held: Vec<DiscussionRound>,
}

/// A round that was held.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DiscussionRound {
    summary: RoundSummary,
    decision: Option<RoundDecision>,
}

impl DiscussionRound {
    /// Returns what the human was shown.
    pub fn summary(&self) -> &RoundSummary {
        &self.summary
    }

    /// Returns what the human decided about it.
    pub fn decision(&self) -> Option<&RoundDecision> {
        self.decision.as_ref()
    }

    /// Returns the decision if it lets intent be handed off.
    pub fn closing(&self) -> Option<&RoundDecision> {
        self.decision().filter(|decision| decision.act().choice.closes())
    }
}

/// Where a discussion is, by its latest round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiscussionState {
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

impl DiscussionState {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            DiscussionState::Empty => "empty",
            DiscussionState::Open => "open",
            DiscussionState::Ready => "ready",
            DiscussionState::Redirected => "redirected",
            DiscussionState::Approved => "approved",
            DiscussionState::Unilateral => "unilateral",
            DiscussionState::KeptOpen => "kept-open",
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
    pub fn held(&self) -> &[DiscussionRound] {
        &self.held
    }

    /// Returns the latest round.
    pub fn latest(&self) -> Option<&DiscussionRound> {
        self.held.last()
    }

    /// Opens the next round with the human's message.
    pub fn open(
        &self,
        setting: Setting,
        message: Message,
    ) -> Result<(Round, Vec<ForumEffect>), DiscussionRefusal> {
        self.expect_project(&setting.project)?;
        let history = self.history(setting.protocol);
        Ok(Round::open(setting, message, history))
    }

    /// Takes the summary of the round that follows the latest one.
    pub fn close(&mut self, summary: RoundSummary) -> Result<(), DiscussionRefusal> {
        self.expect_project(summary.project())?;
        let last = self.latest().map(|held| held.summary.digest());
        let number = self.latest().map_or(0, |held| held.summary.number()).saturating_add(1);
        if summary.number() != number || summary.previous() != last {
            return Err(DiscussionRefusal::OutOfOrder { round: summary.number() });
        }
        self.held.push(DiscussionRound { summary, decision: None });
        Ok(())
    }

    /// Takes a decision about the latest round, or says why not.
    pub fn decide(&mut self, act: RoundAct) -> Result<&RoundDecision, DiscussionRefusal> {
        let Some(latest) = self.held.last_mut() else {
            return Err(DiscussionRefusal::NothingShown);
        };
        if latest.decision.is_some() {
            return Err(DiscussionRefusal::Decided { round: latest.summary.number() });
        }
        let decision = RoundDecision::on(&latest.summary, act)?;
        Ok(latest.decision.insert(decision))
    }

    /// Returns where the discussion is.
    pub fn state(&self) -> DiscussionState {
        let Some(latest) = self.latest() else {
            return DiscussionState::Empty;
        };
        match latest.decision().map(|decision| &decision.act().choice) {
            Some(RoundChoice::Approve) => DiscussionState::Approved,
            Some(RoundChoice::Unilateral(_)) => DiscussionState::Unilateral,
            Some(RoundChoice::Redirect(_)) => DiscussionState::Redirected,
            Some(RoundChoice::Open) => DiscussionState::KeptOpen,
            None => match latest.summary.status() {
                RoundStatus::Open => DiscussionState::Open,
                RoundStatus::Ready => DiscussionState::Ready,
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
    fn history(&self, protocol: ForumProtocol) -> RoundHistory {
        let Some(latest) = self.latest() else {
            return RoundHistory::default();
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
        if let (ForumProtocol::Second, Some(RoundChoice::Redirect(_))) = (protocol, choice) {
            history.table.supersede(latest.summary.number());
        }
        history
    }

    fn expect_project(&self, found: &ProjectName) -> Result<(), DiscussionRefusal> {
        if *found == self.project {
            return Ok(());
        }
        Err(DiscussionRefusal::OtherProject {
            expected: self.project.clone(),
            found: found.clone(),
        })
    }
}
