//! The stage review, from a repository to a report.
