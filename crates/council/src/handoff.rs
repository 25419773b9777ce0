//! The panel's gates, from a repository to a report.
