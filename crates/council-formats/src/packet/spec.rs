//! A spec packet: `spec.md`, `plan.md`, `tasks.md` and what else stands beside them.

use std::collections::BTreeSet;

use council_core::{
    diagnostic::{Diagnostic, Parsed},
    packet::{Document, ItemId, Packet, PacketKind},
};

use super::{File, identity, layout, markdown_document, reference};

/// The order in which a spec packet is read. The first two state requirements; the others come back to them.
const ORDER: [&str; 7] = ["spec", "prd", "proposal", "design", "plan", "tasks", "audit"];

/// How many of [`ORDER`] state requirements.
const STATING: usize = 2;

/// Reads a folder of Markdown files as a packet. Files that are not Markdown are left out.
pub fn spec_packet(files: &[File]) -> Parsed<Packet> {
    let mut files: Vec<&File> =
        files.iter().filter(|(path, _)| layout::is_markdown(path)).collect();
    files.sort_by_key(|(path, _)| (rank(path), path.as_str()));
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut halves = Vec::new();
    let mut stated: BTreeSet<ItemId> = BTreeSet::new();
    for (path, text) in files {
        let Parsed { value: mut half, diagnostics: noticed } = markdown_document::read(path, text);
        diagnostics.extend(noticed);
        let document = &mut half.document;
        if rank(path) < STATING {
            stated.extend(
                document.requirements.iter().filter_map(|requirement| requirement.id.clone()),
            );
        } else {
            // A plan that lists `FR-1: done in step 2` speaks of the requirement and does not state another one.
            let is_repeat = |id: &ItemId| stated.contains(id);
            document
                .requirements
                .retain(|requirement| !requirement.id.as_ref().is_some_and(is_repeat));
            document.definitions.retain(|definition| !is_repeat(&definition.id));
        }
        halves.push(half);
    }
    let families = reference::families(halves.iter().map(|half| &half.document));
    let documents: Vec<_> = halves.into_iter().map(|half| half.complete(&families)).collect();
    let first = documents.first();
    let path = first.map(Document::path).unwrap_or_default();
    let fallback = path.rsplit('/').nth(1).unwrap_or_else(|| identity::stem(path));
    let id = identity::id(first, fallback, &mut diagnostics);
    let value = Packet {
        version: identity::version(first),
        title: first.and_then(|document| document.title.clone()).unwrap_or_else(|| id.to_string()),
        id,
        kind: PacketKind::SpecPacket,
        documents,
    };
    Parsed { value, diagnostics }
}

fn rank(path: &str) -> usize {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    ORDER.iter().position(|known| *known == stem).unwrap_or(ORDER.len())
}
