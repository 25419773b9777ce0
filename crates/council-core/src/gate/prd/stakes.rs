//! What is at stake in a PRD folder, so that the depth of its review can be computed.

use std::collections::BTreeSet;

use super::{FolderFacts, PrdFolder, facts::visit};
use crate::{
    depth::{BlastRadius, DataClass, NorthStar, Stakes},
    tree::Node,
};

/// Measures a folder: requirements are counted, dependencies and new concepts are what it lists under those names, the
/// data class is the highest any file declares, the blast radius follows from the responsible domains.
pub fn stakes(folder: &PrdFolder, north_star: NorthStar) -> Stakes {
    let facts = FolderFacts::of(folder);
    let (mut dependencies, mut abstractions, mut data) = (0, 0, DataClass::Public);
    let mut domains: BTreeSet<&str> = BTreeSet::new();
    for (_, root) in facts.trees() {
        visit(root, &mut |key, node| match key {
            "external_dependencies" | "external_systems" => dependencies += node.items().len(),
            "new_abstractions" | "new_components" => abstractions += node.items().len(),
            "responsible_domains" => domains.extend(node.items().iter().filter_map(Node::text)),
            "classification" | "data_classification" => {
                data = data.max(class(node.text().unwrap_or_default()));
            }
            _ => {}
        });
    }
    let blast = match domains.len() {
        0 | 1 => BlastRadius::Component,
        2..=4 => BlastRadius::Several,
        _ => BlastRadius::System,
    };
    Stakes {
        requirements: facts.requirements.len(),
        dependencies,
        abstractions,
        data,
        blast,
        north_star,
    }
}

fn class(word: &str) -> DataClass {
    match word {
        "PUBLIC" => DataClass::Public,
        "INTERNAL" => DataClass::Internal,
        // A word nobody knows does not make data public.
        _ => DataClass::Confidential,
    }
}
