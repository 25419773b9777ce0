//! What the commands of a forum say in JSON.

use council_core::forum::Checklist;
use council_formats::{bundle::AuthorityShape, report::sheet::SheetItem, schema::ForumRound};
use schemars::JsonSchema;
use serde::Serialize;

/// What `forum` says.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ForumKeys<'a> {
    /// A round that was held.
    Round(Box<RoundKeys<'a>>),
    /// A round that was not, or a step that was refused.
    Unheld(BareForumKeys<'a>),
    /// A round that nobody has held.
    DryRun(crate::cost::DryRunKeys),
    /// Nothing was said.
    Nothing {},
}

/// A round that was held.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RoundKeys<'a> {
    pub(super) project: &'a str,
    /// The number of the round, from 1.
    pub(super) round: u32,
    /// What a decision on it must name.
    pub(super) hash: &'a str,
    /// What the human is asked for.
    pub(super) status: &'static str,
    /// How the discussion stands.
    pub(super) state: &'static str,
    /// The file of the record.
    pub(super) record: &'a str,
    /// What the members were given to read.
    pub(super) packet: &'a [String],
    pub(super) tokens: u64,
    /// How much the members' word weighs.
    pub(super) authority: &'a AuthorityShape,
    /// The round, summed up as the record keeps it.
    #[schemars(with = "ForumRound")]
    pub(super) summary: serde_json::Value,
    /// What has to hold before it is handed off.
    pub(super) checklist: Vec<ItemKeys>,
}

/// What has to hold before a round is handed off.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ChecklistItem")]
pub struct ItemKeys {
    says: &'static str,
    holds: bool,
    /// What speaks against it.
    against: Vec<String>,
}

impl ItemKeys {
    /// Returns it as an item of a page.
    pub(crate) fn item(&self) -> SheetItem {
        let word = if self.holds { "yes" } else { "not yet" };
        let item = SheetItem::named(word, self.says);
        if self.against.is_empty() { item } else { item.fact("because", self.against.join("; ")) }
    }
}

/// Returns the items of a checklist.
pub(super) fn checklist(checklist: &Checklist) -> Vec<ItemKeys> {
    let items = checklist.items.iter().map(|item| ItemKeys {
        says: item.says,
        holds: item.holds(),
        against: item.against.clone(),
    });
    items.collect()
}

/// A forum of which nothing more is to be said.
#[derive(Debug, Serialize, JsonSchema)]
pub struct BareForumKeys<'a> {
    pub(super) project: &'a str,
}

/// A human's decision on a round.
#[derive(Debug, Serialize, JsonSchema)]
pub struct RoundDecidedKeys<'a> {
    pub(super) project: &'a str,
    pub(super) round: u32,
    pub(super) choice: &'static str,
    /// What the human said.
    pub(super) words: Option<&'a str>,
    pub(super) by: Option<&'a str>,
    pub(super) at: Option<String>,
    /// What the decision is about.
    pub(super) hash: Option<&'a str>,
    /// The file of the intent.
    pub(super) handoff: Option<&'a str>,
    /// How the discussion stands.
    pub(super) state: &'static str,
    /// Whether it was recorded now, or stood already.
    pub(super) recorded_now: bool,
}

/// What `gate forum` says.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GateKeys<'a> {
    pub(super) project: &'a str,
    /// The file of the config, if it could be read.
    pub(super) config: Option<&'a str>,
    /// The file of the record, if it could be read.
    pub(super) record: Option<&'a str>,
    /// What was handed off.
    pub(super) handoffs: &'a [String],
    /// How the discussion stands, where the record could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) state: Option<&'static str>,
    #[serde(flatten)]
    pub(super) round: Option<GateRound<'a>>,
}

/// What `gate forum` says besides where a round was held.
#[derive(Debug, Serialize, JsonSchema)]
pub struct GateRound<'a> {
    pub(super) round: u32,
    pub(super) hash: &'a str,
    /// What the human is asked for.
    pub(super) status: &'static str,
    /// What more than half of the owners who took a side want, in a round that takes the proposal whole.
    pub(super) majority: Option<&'static str>,
    /// Where the owners have come out: what a person approves.
    pub(super) position: String,
    /// The challenges that nothing has settled.
    pub(super) unresolved: Vec<String>,
    /// The file of the intent.
    pub(super) handoff: Option<String>,
    /// What has to hold before it is handed off.
    pub(super) checklist: Vec<ItemKeys>,
}
