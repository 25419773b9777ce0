//! Has a human approved?
