//! What makes two findings the same finding.
