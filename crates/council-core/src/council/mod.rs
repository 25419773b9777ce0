//! The council: three seats, three rounds, one ending.
