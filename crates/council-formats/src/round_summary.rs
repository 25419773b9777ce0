//! The summary of a forum round, in the contract's layout.
