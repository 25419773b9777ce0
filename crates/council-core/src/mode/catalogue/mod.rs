//! The catalogue's text: one file per category, joined into one table by the compiler.

mod ampliative;
mod causal;
mod defaults;
mod dialectical;
mod domain;
mod formal;
mod meta;
mod modal;
mod practical;
mod strategic;
mod uncertainty;
mod vagueness;

use super::{Mode, ModeId};

/// Every mode; the place of a mode is its number less one.
pub(super) static ALL: [Mode; ModeId::COUNT] = joined();

#[expect(
    clippy::indexing_slicing,
    reason = "the compiler evaluates this and refuses an index out of bounds"
)]
const fn joined() -> [Mode; ModeId::COUNT] {
    let tables: [&[Mode]; 12] = [
        &formal::MODES,
        &ampliative::MODES,
        &uncertainty::MODES,
        &vagueness::MODES,
        &defaults::MODES,
        &causal::MODES,
        &practical::MODES,
        &strategic::MODES,
        &dialectical::MODES,
        &modal::MODES,
        &domain::MODES,
        &meta::MODES,
    ];
    let mut all = [formal::MODES[0]; ModeId::COUNT];
    let (mut table, mut at) = (0, 0);
    while table < tables.len() {
        let mut row = 0;
        while row < tables[table].len() {
            all[at] = tables[table][row];
            row += 1;
            at += 1;
        }
        table += 1;
    }
    assert!(at == ModeId::COUNT, "the tables hold every mode");
    all
}
