//! How seats agree on a finding, and what became of it.
