//! The forum's gate, from a repository to a report.
