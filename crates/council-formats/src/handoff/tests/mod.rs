//! What is written is read back, whatever anyone's words contain; what others write is read as far as it goes.

mod arbitrary;
mod foreign;
mod round_trip;
