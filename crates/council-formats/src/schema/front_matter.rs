//! The front matter of a handoff.

use council_core::handoff::{HandoffStatus, Rating};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::one_of;
use crate::handoff::words;

/// The front matter of `004-council-review[-rN].md`. Keys that are not the contract's are kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "HandoffFrontMatter")]
pub(super) struct FrontShape {
    /// What kind of document it is.
    #[schemars(extend("const" = words::PHASE))]
    phase: String,
    /// The project.
    #[schemars(regex(pattern = r"^[a-z0-9]+(-[a-z0-9]+)*$"))]
    project: String,
    /// The number of the review in its series, from 1.
    #[schemars(range(min = 1))]
    review_number: u32,
    /// The day of the review.
    #[schemars(regex(pattern = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    date: String,
    /// The version of the PRD that was reviewed.
    #[schemars(regex(pattern = r"^v[0-9]+$"))]
    prd_version_reviewed: String,
    /// The reviewers and the chair.
    #[schemars(length(min = 1))]
    reviewers: Vec<String>,
    /// The chair's verdict; there is none before the panel has met.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[schemars(schema_with = "rating")]
    overall_verdict: Option<String>,
    /// What a human has decided.
    #[schemars(schema_with = "status")]
    status: String,
}

fn rating(_: &mut SchemaGenerator) -> Schema {
    one_of(Rating::ALL.map(words::rating))
}

fn status(_: &mut SchemaGenerator) -> Schema {
    one_of(
        [HandoffStatus::Pending, HandoffStatus::Accepted, HandoffStatus::Rejected]
            .map(words::status),
    )
}
