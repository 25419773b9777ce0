//! Facts about the engine.
