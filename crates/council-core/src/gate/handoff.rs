//! May task generation start?
