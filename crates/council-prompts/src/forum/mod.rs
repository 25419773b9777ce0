//! What a seat of a forum is told, and how its reply is read.

mod prompt;
mod read;
mod schema;
mod shape;
#[cfg(test)]
mod tests;

pub use prompt::{ProjectContext, asked_in, render};
pub use read::read;
pub use schema::schema;
pub use shape::text;
