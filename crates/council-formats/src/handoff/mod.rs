//! The handoff Markdown of a panel review.
