//! The session file: exact writer, strict checks.
