//! The evidence bundle.
