//! For code scanning: SARIF 2.1.0.
