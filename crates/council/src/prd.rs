//! The deterministic gates on a PRD folder, from a repository to a report.
