//! The seats' lenses and the vision, as a session writes them.

use std::collections::BTreeMap;

use council_core::{
    council::{CouncilOpening, CouncilProtocol, CouncilRecord},
    mode::{Lens, ModeId},
};

use super::{
    finding::{rounded, time},
    shape::{ModeShape, NorthStarShape, OverlapShape, SeatShape, SignalShape},
};

/// Writes what every seat looks through, and why.
pub(super) fn lenses(opening: &CouncilOpening) -> Vec<SeatShape> {
    opening.selection.lenses.iter().map(|lens| seat(lens, opening)).collect()
}

fn seat(lens: &Lens, opening: &CouncilOpening) -> SeatShape {
    let modes = lens.modes();
    let role = opening.role(lens);
    let fired = opening.selection.signals.iter().filter_map(|fired| {
        let spoken: Vec<u8> = fired
            .modes
            .iter()
            .filter(|mode| modes.contains(mode))
            .map(|mode| mode.number())
            .collect();
        (!spoken.is_empty()).then(|| SignalShape {
            signal: match fired.count {
                1 if opening.protocol >= CouncilProtocol::Fourth => {
                    format!("`{}` occurs once", fired.signal)
                }
                count => format!("`{}` occurs {count} times", fired.signal),
            },
            affinity_modes: spoken,
        })
    });
    SeatShape {
        agent_id: lens.seat.to_string(),
        emergent_role: role.as_ref().map(|role| role.name.to_owned()).unwrap_or_default(),
        role_derivation: role.map(|role| role.derivation).unwrap_or_default(),
        selection_timestamp: time(opening.protocol, opening.moment.at),
        prd_affinity_signals: fired.collect(),
        selected_modes: lens
            .choices
            .iter()
            .map(|choice| ModeShape {
                mode_id: choice.mode.number(),
                mode_name: choice.mode.mode().name.to_owned(),
                category: choice.mode.category().name().to_owned(),
                selection_rationale: choice.rationale.clone(),
                affinity_score: rounded(choice.affinity.value()),
                selection_score: choice.score.map(|score| rounded(f64::from(score) / 1000.0)),
            })
            .collect(),
        overlap_with_other_agents: lens
            .overlaps
            .iter()
            .map(|overlap| OverlapShape {
                agent_id: overlap.with.to_string(),
                overlapping_modes: overlap.modes.iter().copied().map(ModeId::number).collect(),
                penalty_applied: rounded(overlap.penalty.value()),
            })
            .collect(),
        mode_categories_present: lens
            .categories()
            .into_iter()
            .map(|(category, count)| BTreeMap::from([(category.name().to_owned(), count)]))
            .collect(),
        mode_cluster_signature: lens.cluster_signature(),
    }
}

/// Writes the vision and the progress it states; what it does not state is empty, never estimated.
pub(super) fn north_star(record: &CouncilRecord) -> Option<NorthStarShape> {
    let vision = record.opening.vision.as_ref()?;
    let current = vision.current_phase;
    let stated = vision.phases.iter().map(|phase| {
        let ahead = current.is_some_and(|current| phase.number > current);
        let what = if ahead { "readiness" } else { "progress" };
        (
            format!("phase_{}_{what}", phase.number),
            phase.progress.and_then(serde_json::Number::from_f64),
        )
    });
    let mut phase_context: BTreeMap<String, Option<serde_json::Number>> = stated.collect();
    phase_context.insert("current_phase".to_owned(), current.map(serde_json::Number::from));
    Some(NorthStarShape {
        title: vision.title.clone(),
        vision_hash: vision.hash.clone(),
        oath_hash: vision
            .oath
            .as_ref()
            .map(|oath| blake3::hash(oath.as_bytes()).to_hex().to_string()),
        oath_affirmed: record.alignment().is_some_and(|alignment| alignment.oath_affirmed),
        phase_context,
    })
}
