//! The `council` binary.
fn main() {}
