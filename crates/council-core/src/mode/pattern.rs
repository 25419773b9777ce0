//! The ten patterns of the council protocol: what a text speaks of, and which modes that calls for.

use super::{ModeId, signals::WordSignal};

/// A subject that calls for certain modes. Its signals count for each of them, beside the mode's own.
#[derive(Debug, Clone, Copy)]
pub struct Pattern {
    /// The subject.
    pub subject: &'static str,
    modes: &'static [ModeId],
    signals: &'static str,
}

impl Pattern {
    /// Every pattern, in the protocol's order.
    pub const ALL: &[Pattern] = &[
        Pattern {
            subject: "API contracts and interfaces",
            modes: &[ModeId(1), ModeId(7), ModeId(8)],
            signals: "api, contract, interface*, endpoint*, openapi",
        },
        Pattern {
            subject: "performance, latency and throughput",
            modes: &[ModeId(19), ModeId(48), ModeId(49)],
            signals: "performance, latenc*, throughput, response time, ms, p95",
        },
        Pattern {
            subject: "security, authentication and authorization",
            modes: &[ModeId(49), ModeId(79)],
            signals: "security, authenticat*, authoriz*, authoris*, access control, oauth, login",
        },
        Pattern {
            subject: "dependencies and integrations",
            modes: &[ModeId(43), ModeId(55)],
            signals: "dependenc*, integrat*, third party, external service, external system",
        },
        Pattern {
            subject: "user experience and personas",
            modes: &[ModeId(56), ModeId(62)],
            signals: "user experience, ux, persona, usability, user need, user research",
        },
        Pattern {
            subject: "data models and schemas",
            modes: &[ModeId(4), ModeId(6), ModeId(7)],
            signals: "data model*, schema*, database*, entity, entities, field",
        },
        Pattern {
            subject: "uncertainty and risk",
            modes: &[ModeId(11), ModeId(21), ModeId(22)],
            signals: "risk*, uncertain*, unknown*, probabilit*, likelihood*",
        },
        Pattern {
            subject: "process and workflow",
            modes: &[ModeId(47), ModeId(66)],
            signals: "process, processes, workflow*, step, stage, procedure*",
        },
        Pattern {
            subject: "compliance and policy",
            modes: &[ModeId(65), ModeId(71)],
            signals: "complian*, policy, policies, regulat*, audit*",
        },
        Pattern {
            subject: "trade-offs and decisions",
            modes: &[ModeId(45), ModeId(46), ModeId(50)],
            signals: "trade off, tradeoff*, decision*, decide*, alternative*, option",
        },
    ];

    /// Returns the modes it calls for.
    pub fn modes(&self) -> impl Iterator<Item = ModeId> {
        self.modes.iter().copied()
    }

    /// Returns the words that show the subject.
    pub fn signals(&self) -> impl Iterator<Item = WordSignal> {
        WordSignal::list(self.signals)
    }
}
