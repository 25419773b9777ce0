//! What a council is, as values and pure functions.
//!
//! Nothing here reads a file, a clock, the environment or a random number, and nothing here waits. A flow takes one
//! input and answers with the effects it wants; a gate is a total function from what was read to an outcome. The file
//! contracts' spellings are not here either: they live in `council-formats`.

pub mod agreement;
pub mod alignment;
pub mod authority;
pub mod briefing;
pub mod by_seat;
pub mod council;
pub mod counterfactual;
pub mod depth;
pub mod diagnostic;
mod disjoint;
pub mod evidence;
pub mod finding;
pub mod flow;
pub mod forum;
pub mod gate;
pub mod handoff;
pub mod ident;
pub mod identity;
pub mod invisible;
mod journaled;
mod likeness;
pub mod merge;
pub mod mode;
pub mod north_star;
pub mod packet;
pub mod panel;
pub mod policy;
pub mod quorum;
pub mod series;
pub mod severity;
pub mod signature;
pub mod slice;
pub mod spelling;
pub mod taxonomy;
pub mod tree;
pub mod verdict;
