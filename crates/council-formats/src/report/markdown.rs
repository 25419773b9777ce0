//! For pull request comments and job summaries.
