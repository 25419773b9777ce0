//! For programs: one JSON object with an envelope.
