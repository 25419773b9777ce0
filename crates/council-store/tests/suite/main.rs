//! What the disk keeps, in one program.

mod journal;
mod writers;
