//! Classes of expression: how something is said in any words, and not which words were seen once.
//!
//! Each file knows one class by its grammar: what kinds of word may stand beside each other. The words themselves are
//! closed classes of English, such as verbs of trying or nouns of measure.

pub(super) mod blank;
pub(super) mod bound;
pub(super) mod clause;
mod framed;
pub(super) mod hedge;
pub(super) mod rough;
pub(super) mod slot;
pub(super) mod subject;
pub(super) mod undecided;
pub(super) mod unnamed;
pub(super) mod unwritten;
pub(super) mod weak;
