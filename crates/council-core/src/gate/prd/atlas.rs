//! GATE-PRD-CCP-MAPPING: the solution belongs to components that exist. Needs a component atlas.

use std::collections::BTreeSet;

use super::{FolderFacts, GateReport, Trust, applied, facts::visit, found};
use crate::taxonomy::Subcategory;

const ID: &str = "GATE-PRD-CCP-MAPPING";

pub(super) fn gate(facts: &FolderFacts<'_>) -> GateReport {
    let Some(atlas) = &facts.folder.atlas else {
        let not_applicable = Some("there is no component atlas to map the solution to".to_owned());
        return GateReport {
            not_applicable,
            ..applied(ID, Trust::Deterministic, Vec::new(), Vec::new())
        };
    };
    let mut known: BTreeSet<&str> = BTreeSet::new();
    visit(atlas, &mut |key, node| {
        if matches!(key, "id" | "component_id") {
            known.extend(node.text());
        }
    });
    let mut findings = Vec::new();
    if let Some((file, solution)) = facts.section("04_solution_overview.yaml") {
        visit(solution, &mut |key, node| {
            let Some(id) = node.text().filter(|_| key == "component_ref") else {
                return;
            };
            if !known.contains(id) {
                let message = format!(
                    "the solution uses the component `{id}`, which the atlas does not have"
                );
                let place = facts.place(file, node.line);
                let help = "map it to a component of the atlas, or add it there first";
                findings.push(found(
                    "unknown-component",
                    Subcategory::UngroundedSolution,
                    place,
                    message,
                    help,
                ));
            }
        });
    }
    applied(
        ID,
        Trust::Deterministic,
        findings,
        vec![format!("{} components in the atlas", known.len())],
    )
}
