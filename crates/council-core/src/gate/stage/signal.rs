//! What a stage review noticed.

use super::evidence::{AgentStatement, EvidenceFile, PacketFile};
use crate::{
    diagnostic::{Diagnostic, Level, Place},
    gate::Weight,
};

/// One thing a stage review noticed. Kind, origin and severity follow from the cause, so that an advisory contradiction
/// or a blocking parse failure cannot be written down.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageSignal {
    /// What brought it about.
    pub cause: Cause,
    /// What it says.
    pub message: String,
    /// The file that says so.
    pub place: Place,
}

/// What brings a signal about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// An agent states a conflict.
    Conflict(AgentRole),
    /// An agent failed.
    AgentError,
    /// An evidence file could not be read as what it should be.
    Unreadable,
    /// The packet file of the stage is not there and the caller demands it.
    PacketMissing,
}

/// The contract's two kinds of signals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StageSignalKind {
    /// Two statements that cannot both be true.
    Contradiction,
    /// Anything else.
    Other,
}

/// Who a signal comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// An agent in its role.
    Role(AgentRole),
    /// The machinery around the agents.
    System,
}

/// The part an agent plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AgentRole {
    /// Designs.
    Architect,
    /// Builds.
    Implementer,
    /// Tests.
    Validator,
    /// Decides.
    Judge,
    /// Objects.
    SidecarCritic,
}

impl AgentRole {
    /// Returns the role's word.
    pub fn word(self) -> &'static str {
        match self {
            AgentRole::Architect => "architect",
            AgentRole::Implementer => "implementer",
            AgentRole::Validator => "validator",
            AgentRole::Judge => "judge",
            AgentRole::SidecarCritic => "sidecar_critic",
        }
    }

    /// Infers the role from a name; a name that tells nothing is an architect's.
    pub fn infer(name: &str) -> AgentRole {
        let name = name.to_lowercase();
        let parts = [
            ("architect", AgentRole::Architect),
            ("implement", AgentRole::Implementer),
            ("valid", AgentRole::Validator),
            ("judge", AgentRole::Judge),
            ("audit", AgentRole::Judge),
            ("sidecar", AgentRole::SidecarCritic),
            ("critic", AgentRole::SidecarCritic),
        ];
        let found = parts.into_iter().find(|(part, _)| name.contains(part));
        found.map_or(AgentRole::Architect, |(_, role)| role)
    }
}

impl StageSignal {
    /// Returns the contract's kind.
    pub fn kind(&self) -> StageSignalKind {
        match self.cause {
            Cause::Conflict(_) => StageSignalKind::Contradiction,
            Cause::AgentError | Cause::Unreadable | Cause::PacketMissing => StageSignalKind::Other,
        }
    }

    /// Returns who it comes from.
    pub fn origin(&self) -> Origin {
        match self.cause {
            Cause::Conflict(role) => Origin::Role(role),
            Cause::AgentError | Cause::Unreadable | Cause::PacketMissing => Origin::System,
        }
    }

    /// Returns whether it blocks.
    pub fn severity(&self) -> Weight {
        match self.cause {
            Cause::Conflict(_) => Weight::Block,
            Cause::AgentError | Cause::Unreadable | Cause::PacketMissing => Weight::Advisory,
        }
    }

    /// Returns what follows from one evidence file: its conflicts, then its agent's error, then what could not be read.
    pub(super) fn of_file(file: &EvidenceFile) -> Vec<StageSignal> {
        let said = file.statement.value.iter().flat_map(|statement| of_statement(file, statement));
        let unread =
            file.statement.diagnostics.iter().filter(|noticed| noticed.level == Level::Error);
        said.chain(unread.map(|noticed| unreadable(file, noticed))).collect()
    }

    /// Returns what a missing packet file means to a caller who demands it.
    pub(super) fn packet_missing(packet: &PacketFile) -> StageSignal {
        StageSignal {
            cause: Cause::PacketMissing,
            message: format!("the packet file `{}` is missing", packet.path),
            place: Place::file(&packet.path),
        }
    }
}

fn of_statement(file: &EvidenceFile, statement: &AgentStatement) -> Vec<StageSignal> {
    let named = statement.agent.as_deref().filter(|agent| !agent.trim().is_empty());
    let role = AgentRole::infer(named.unwrap_or(file.name()));
    let place = Place::file(&file.path);
    let conflicts: &[String] = if statement.is_own_crash() { &[] } else { &statement.conflicts };
    let mut signals: Vec<_> = conflicts
        .iter()
        .map(|conflict| StageSignal {
            cause: Cause::Conflict(role),
            message: or_else(conflict, "a conflict without a text"),
            place: place.clone(),
        })
        .collect();
    if let Some(error) = &statement.error {
        let message = or_else(error, "the agent failed without saying why");
        signals.push(StageSignal { cause: Cause::AgentError, message, place });
    }
    signals
}

fn unreadable(file: &EvidenceFile, noticed: &Diagnostic) -> StageSignal {
    let at = match (noticed.place.line, noticed.place.column) {
        (Some(line), Some(column)) => format!(" at line {line} column {column}"),
        (Some(line), None) => format!(" at line {line}"),
        (None, _) => String::new(),
    };
    StageSignal {
        cause: Cause::Unreadable,
        message: format!("Failed to parse consensus file: {}: {}{at}", file.path, noticed.message),
        place: noticed.place.clone(),
    }
}

fn or_else(text: &str, otherwise: &str) -> String {
    if text.trim().is_empty() { otherwise.to_owned() } else { text.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_found_anywhere_in_a_name_and_in_any_case() {
        for (name, role) in [
            ("Chief-ARCHITECT", AgentRole::Architect),
            ("implementer-2", AgentRole::Implementer),
            ("validator", AgentRole::Validator),
            ("the_judge", AgentRole::Judge),
            ("auditor", AgentRole::Judge),
            ("sidecar", AgentRole::SidecarCritic),
            ("self-critic", AgentRole::SidecarCritic),
            ("claude", AgentRole::Architect),
            ("", AgentRole::Architect),
        ] {
            assert_eq!(AgentRole::infer(name), role, "{name}");
        }
    }

    #[test]
    fn the_first_part_of_the_list_wins() {
        assert_eq!(AgentRole::infer("audit-critic"), AgentRole::Judge);
        assert_eq!(AgentRole::infer("validating-architect"), AgentRole::Architect);
    }
}
