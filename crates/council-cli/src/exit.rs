//! How the process ends: one code, one sentence each. The codes are an interface.

use council::core::gate::Outcome;

/// Why the process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing keeps the work from going on.
    Pass,
    /// There are warnings, and the caller asked to hear of them.
    Warnings,
    /// A human must look.
    Blocked,
    /// The tool or its surroundings failed.
    Failure,
    /// Input is missing and there is no terminal to ask.
    InputNeeded,
    /// A human approval is needed and there is none.
    ApprovalNeeded,
    /// The command line makes no sense.
    Usage,
    /// A person stopped the program.
    Interrupted,
}

impl Exit {
    /// Every way to end, in the order of the codes.
    pub(crate) const ALL: [Exit; 8] = [
        Exit::Pass,
        Exit::Warnings,
        Exit::Blocked,
        Exit::Failure,
        Exit::InputNeeded,
        Exit::ApprovalNeeded,
        Exit::Usage,
        Exit::Interrupted,
    ];

    /// Returns the code that the caller sees.
    pub(crate) fn code(self) -> u8 {
        match self {
            Exit::Pass => 0,
            Exit::Warnings => 1,
            Exit::Blocked => 2,
            Exit::Failure => 3,
            Exit::InputNeeded => 10,
            Exit::ApprovalNeeded => 11,
            Exit::Usage => 64,
            Exit::Interrupted => 130,
        }
    }

    /// Returns what the code means.
    pub(crate) fn sentence(self) -> &'static str {
        match self {
            Exit::Pass => "pass; also skipped, and warnings without `--strict-warnings`",
            Exit::Warnings => {
                "warnings under `--strict-warnings`; an editor left `council lsp` without shutting it down"
            }
            Exit::Blocked => {
                "a human must look: blocked, failed, to adjudicate; skipped under `--strict-artifacts`"
            }
            Exit::Failure => {
                "the tool or its surroundings failed: unreadable file, invalid identifier, aborted session"
            }
            Exit::InputNeeded => "input is missing and there is no terminal to ask",
            Exit::ApprovalNeeded => "a human approval is needed and there is none",
            Exit::Usage => "wrong usage: an unknown command or flag, a missing argument",
            Exit::Interrupted => "interrupted, for example with Ctrl-C",
        }
    }
}

/// An outcome decides the exit code and nothing else does.
impl From<Outcome> for Exit {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Pass | Outcome::Skipped | Outcome::Warned => Exit::Pass,
            Outcome::WarnedStrictly => Exit::Warnings,
            Outcome::Missing | Outcome::Blocked => Exit::Blocked,
            Outcome::ApprovalNeeded => Exit::ApprovalNeeded,
            Outcome::InputNeeded => Exit::InputNeeded,
            Outcome::Failed => Exit::Failure,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_codes_are_the_interface() {
        let codes: Vec<_> = Exit::ALL.iter().map(|exit| exit.code()).collect();
        assert_eq!(codes, [0, 1, 2, 3, 10, 11, 64, 130]);
    }

    #[test]
    fn every_outcome_ends_with_its_own_code() {
        for outcome in [
            Outcome::Pass,
            Outcome::Skipped,
            Outcome::Warned,
            Outcome::WarnedStrictly,
            Outcome::Missing,
            Outcome::Blocked,
            Outcome::ApprovalNeeded,
            Outcome::InputNeeded,
            Outcome::Failed,
        ] {
            assert_eq!(Exit::from(outcome).code(), outcome.exit_code(), "{outcome:?}");
        }
    }
}
