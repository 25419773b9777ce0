//! Phase scores, in any of their shapes.

use council_core::tree::{Node, Value};

use super::audit::{Audit, nodes};

/// Reads every list of phase scores in a file, phase 1 first; a phase that nobody scored is nothing.
pub(super) fn phase_scores(body: &Node, audit: &mut Audit<'_>) -> Vec<Vec<Option<f64>>> {
    let mut all = Vec::new();
    for scores in nodes(body).filter_map(|node| node.get("phase_scores")) {
        match read(scores) {
            Some(read) => all.push(read),
            None if scores.is_blank() => {}
            None => {
                let message = "phase scores were not read: expected numbers from 0 to 1".to_owned();
                audit
                    .warning("phase-scores-unknown", scores.line, message)
                    .help("write them as a list, phase 1 first");
            }
        }
    }
    all
}

/// Reads one set of scores: a list of numbers, a list of maps, a map of numbers or a map of maps.
///
/// One score that is neither a number from 0 to 1 nor null spoils the set, since the others would move to other phases.
pub(super) fn read(scores: &Node) -> Option<Vec<Option<f64>>> {
    let mut by_phase: Vec<(i64, Option<f64>)> = match &scores.value {
        Value::List(items) => {
            let numbered = items.iter().zip(1..);
            numbered
                .map(|(item, at)| {
                    Ok((item.get("phase").and_then(phase).unwrap_or(at), score(item)?))
                })
                .collect::<Result<_, NoScore>>()
                .ok()?
        }
        Value::Map(entries) => {
            let numbered = entries.iter().zip(1..);
            numbered
                .map(|(entry, at)| Ok((phase_name(&entry.key).unwrap_or(at), score(&entry.node)?)))
                .collect::<Result<_, NoScore>>()
                .ok()?
        }
        Value::Null | Value::Bool(_) | Value::Int(_) | Value::Float(_) | Value::Text(_) => {
            return None;
        }
    };
    by_phase.sort_by_key(|(phase, _)| *phase);
    let scores: Vec<Option<f64>> = by_phase.into_iter().map(|(_, score)| score).collect();
    (!scores.is_empty()).then_some(scores)
}

/// What stands where a score should is neither a number from 0 to 1 nor null.
struct NoScore;

/// Reads one score, alone or under `score`; null is a phase that nobody scored.
fn score(node: &Node) -> Result<Option<f64>, NoScore> {
    let node = node.get("score").unwrap_or(node);
    if node.value == Value::Null {
        return Ok(None);
    }
    let number = node.number().filter(|number| (0.0..=1.0).contains(number));
    number.map(Some).ok_or(NoScore)
}

fn phase(node: &Node) -> Option<i64> {
    node.int().or_else(|| phase_name(node.text()?))
}

fn phase_name(name: &str) -> Option<i64> {
    name.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    #[test]
    fn every_shape_of_phase_scores_reads_alike() {
        for written in [
            "[0.5, 0.25, 0]",
            "[{phase: 1, score: 0.5}, {phase: 2, score: 0.25}, {phase: 3, score: 0}]",
            "[{phase: 3, score: 0}, {phase: 1, score: 0.5}, {phase: 2, score: 0.25}]",
            "{phase_1: 0.5, phase_2: 0.25, phase_3: 0}",
            "{phase_2: {score: 0.25}, phase_1: {score: 0.5}, phase_3: {score: 0.0}}",
        ] {
            let root = yaml::read("a.yaml", written).unwrap();
            let expected = vec![Some(0.5), Some(0.25), Some(0.0)];
            assert_eq!(read(&root), Some(expected), "{written}");
        }
    }

    #[test]
    fn a_phase_that_nobody_scored_keeps_its_place() {
        for written in ["[0.5, null, 1]", "{phase_1: 0.5, phase_2: {score: null}, phase_3: 1}"] {
            let root = yaml::read("a.yaml", written).unwrap();
            assert_eq!(read(&root), Some(vec![Some(0.5), None, Some(1.0)]), "{written}");
        }
    }

    #[test]
    fn a_score_out_of_range_spoils_the_set_with_a_warning() {
        for written in ["[0.5, 1.5]", "[0.5, high]", "{phase_1: -0.1}", "0.5"] {
            let root = yaml::read("a.yaml", &format!("phase_scores: {written}")).unwrap();
            let mut audit = Audit::new("a.yaml");
            assert!(phase_scores(&root, &mut audit).is_empty(), "{written}");
            assert_eq!(audit.close()[0].code, "phase-scores-unknown");
        }
    }
}
