//! How deep a review must go.
