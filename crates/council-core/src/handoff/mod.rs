//! A panel review as values: reviewers, chair, decisions, revision log, re-review.
