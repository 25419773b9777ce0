//! Consensus JSON: what a stage's agents left behind.
