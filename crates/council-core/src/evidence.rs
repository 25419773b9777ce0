//! The evidence lock: no finding reaches the ballot unless the program found what shows it.
