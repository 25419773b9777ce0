//! The one clock of the program: everything else is given its times.

pub(crate) use council::clock::{SystemClock, now, today};
