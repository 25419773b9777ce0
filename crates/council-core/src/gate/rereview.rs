//! Proceed or reconvene?
