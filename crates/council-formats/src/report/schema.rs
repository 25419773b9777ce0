//! The schemas of what is printed, made from the types that print it.

use schemars::{JsonSchema, generate::SchemaSettings};
use serde_json::Value;

use super::{
    event::SessionEvent,
    jsonl::JsonlLine,
    keys::{Failed, Listing, Object, ReportObjects},
};

/// What a command prints that looks at one thing.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Output")]
#[expect(dead_code, reason = "only its schema is wanted")]
enum OfOne<D> {
    /// What it has to say.
    Done(Object<'static, D>),
    /// That it could not do its work.
    Failed(Failed<'static>),
}

/// What a command prints that can look at several things.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Output")]
#[expect(dead_code, reason = "only its schema is wanted")]
enum OfSome<D> {
    /// What it has to say about the one thing that was named.
    One(Object<'static, D>),
    /// What it has to say about all that was named, or that stands in a folder.
    Several(ReportObjects<'static, D>),
    /// That it could not do its work.
    Failed(Failed<'static>),
}

/// A line of JSON Lines.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Line")]
#[expect(dead_code, reason = "only its schema is wanted")]
enum AnyLine {
    /// What came out.
    Result(JsonlLine<'static>),
    /// How a session goes, before that.
    Event(SessionEvent),
}

/// Returns the schema of a command with these keys that looks at one thing.
pub fn of_one<D: JsonSchema>() -> Value {
    schema::<OfOne<D>>()
}

/// Returns the schema of a command with these keys that can look at several things.
pub fn of_some<D: JsonSchema>() -> Value {
    schema::<OfSome<D>>()
}

/// Returns the schema of a command that lists files, with the keys of a file and those of the whole run.
pub fn of_listing<F: JsonSchema, W: JsonSchema>() -> Value {
    schema::<Listing<'static, F, W>>()
}

/// Returns the schema of a command that could not do its work, whichever it was.
pub fn of_failure() -> Value {
    schema::<Failed<'static>>()
}

/// Returns the schema of a line of JSON Lines.
pub fn of_line() -> Value {
    schema::<AnyLine>()
}

/// Returns the schema of what a type writes: what it always writes is required.
fn schema<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}
