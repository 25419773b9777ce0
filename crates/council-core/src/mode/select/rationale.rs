//! Why a seat holds a mode, in a sentence made of what was really found.

use super::{ModeReason, affinity::damped};
use crate::mode::{ModeId, signals::Fired};

/// How many signals a sentence names.
const NAMED: usize = 3;

/// Explains a choice by the signals that occur; signals are given with the most frequent first.
pub(super) fn of(mode: ModeId, reason: ModeReason, signals: &[Fired]) -> String {
    let mut own: Vec<&Fired> = signals.iter().filter(|fired| fired.modes.contains(&mode)).collect();
    // A signal few modes share says more about this one than a word that speaks for many.
    own.sort_by_key(|fired| (std::cmp::Reverse(damped(fired.count)), fired.modes.len()));
    let found = match own.as_slice() {
        [] => format!("none of its signals occurs (base relevance {})", mode.mode().base_relevance),
        own => occurrences(own),
    };
    match reason {
        ModeReason::Score => found,
        ModeReason::Strength => {
            format!("{found}; taken first because three modes must fit the text well")
        }
        ModeReason::Breadth => format!("{found}; taken first because three categories are needed"),
        ModeReason::Meta => {
            format!("{found}; taken first because one seat must hold a meta-level mode")
        }
    }
}

fn occurrences(own: &[&Fired]) -> String {
    let named = own.iter().take(NAMED).enumerate().map(|(place, fired)| match place {
        0 => fired.to_string(),
        _ => format!("`{}` {}", fired.signal, fired.times()),
    });
    let rest = match own.len().saturating_sub(NAMED) {
        0 => None,
        1 => Some("and 1 more signal".to_owned()),
        more => Some(format!("and {more} more signals")),
    };
    named.chain(rest).collect::<Vec<_>>().join(", ")
}
