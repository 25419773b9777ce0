//! The deterministic gates on a PRD folder.
