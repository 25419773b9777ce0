//! How votes settle a finding.
