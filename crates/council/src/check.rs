//! Any contract file, kind detected, against its contract.
