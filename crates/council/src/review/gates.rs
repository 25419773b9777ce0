//! The deterministic gates that run before any seat is asked.

use council_core::{
    gate::{
        prd::{self, Profile, Settings},
        report::GateReport,
    },
    packet::PacketKind,
};
use council_formats::{packet::Source, prd_folder};
use jiff::{Timestamp, tz::TimeZone};

/// Runs the gates that this kind of packet has.
pub(super) fn run(source: &Source, at: Timestamp) -> Vec<GateReport> {
    match source.kind {
        PacketKind::PrdFolder => {
            let today = at.to_zoned(TimeZone::UTC).date();
            prd::run(&folder(source), Settings { profile: Profile::Canonical, today })
        }
        PacketKind::MarkdownPrd | PacketKind::SpecPacket => Vec::new(),
    }
}

/// Returns the YAML files of a source below the folder that holds them all.
fn folder(source: &Source) -> prd::Folder {
    let mut root = source.files.first().map_or("", |(path, _)| parent(path));
    for (path, _) in &source.files {
        while !path.strip_prefix(root).is_some_and(|below| below.starts_with('/')) {
            if root.is_empty() {
                break;
            }
            root = parent(root);
        }
    }
    let below =
        |path: &str| path.strip_prefix(root).unwrap_or(path).trim_start_matches('/').to_owned();
    let is_yaml = |path: &str| matches!(path.rsplit_once('.'), Some((_, "yaml" | "yml")));
    let files = source.files.iter().filter(|(path, _)| is_yaml(path));
    prd_folder::read(root, files.map(|(path, text)| (below(path), text.clone())).collect())
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(parent, _)| parent)
}
