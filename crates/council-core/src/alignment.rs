//! How far a packet serves the user's vision: scored by the seats, aggregated by the program.

use std::collections::{BTreeMap, BTreeSet};

use crate::{finding::SeatId, north_star::Vision};

/// How one packet serves one phase, as one seat sees it: three numbers from 0 to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct PhaseScore {
    direct: f64,
    enabling: f64,
    no_harm: f64,
    /// Why.
    pub rationale: String,
}

impl PhaseScore {
    /// Takes three numbers from 0 to 1; anything else, NaN included, is refused.
    pub fn new(
        direct: f64,
        enabling: f64,
        no_harm: f64,
        rationale: impl Into<String>,
    ) -> Option<Self> {
        let valid = [direct, enabling, no_harm].iter().all(|number| (0.0..=1.0).contains(number));
        valid.then(|| Self { direct, enabling, no_harm, rationale: rationale.into() })
    }

    /// Returns the direct contribution.
    pub fn direct(&self) -> f64 {
        self.direct
    }

    /// Returns the enabling contribution.
    pub fn enabling(&self) -> f64 {
        self.enabling
    }

    /// Returns how little it harms.
    pub fn no_harm(&self) -> f64 {
        self.no_harm
    }

    /// Returns the score: six parts direct, three parts enabling, one part harmlessness.
    pub fn score(&self) -> f64 {
        0.6 * self.direct + 0.3 * self.enabling + 0.1 * self.no_harm
    }
}

/// How a packet breaks the vision. Every one of them is a blocker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum VisionViolation {
    /// It undoes what an earlier phase achieved.
    PhaseRegression,
    /// It relies on a phase that has not come.
    PhaseSkip,
    /// It serves no phase.
    MissionDrift,
    /// It takes value from those the vision serves.
    ValueExtraction,
}

/// Something a seat would do for a phase.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Recommendation {
    /// What to do.
    pub text: String,
    /// The phase it serves.
    pub phase: u8,
    /// What it costs.
    pub effort: Degree,
    /// What it brings.
    pub impact: Degree,
}

/// A coarse amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Degree {
    /// Little.
    Low,
    /// Some.
    Medium,
    /// Much.
    High,
}

/// How one seat sees the packet against the vision.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Assessment {
    /// Whether the seat affirms the vision's oath.
    pub affirms_oath: bool,
    /// The phases by number.
    pub phases: BTreeMap<u8, PhaseScore>,
    /// What the seat would do.
    pub recommendations: Vec<Recommendation>,
}

/// How the council sees one phase.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PhaseAlignment {
    /// The mean of the seats' scores.
    pub score: f64,
    /// Their population variance.
    pub variance: f64,
}

impl PhaseAlignment {
    /// Below this variance the seats agree.
    const CONSENSUS: f64 = 0.1;

    /// Tells whether the seats agree.
    pub fn is_consensus(&self) -> bool {
        self.variance < Self::CONSENSUS
    }
}

/// How the council sees the packet against the vision.
#[derive(Debug, Clone, PartialEq)]
pub struct Alignment {
    /// Whether every live seat affirms the oath.
    pub oath_affirmed: bool,
    /// The phases of the vision by number; a phase that no seat scored is absent.
    pub phases: BTreeMap<u8, PhaseAlignment>,
    /// The phases that a seat says it does something for, or makes possible: doing no harm is no service.
    pub served: BTreeSet<u8>,
    /// What the seats would do, without repetition.
    pub recommendations: Vec<Recommendation>,
}

impl Alignment {
    /// Aggregates what the seats say of a vision's phases; a phase that no seat scored is absent. The oath is affirmed only if
    /// every live seat affirms it.
    pub fn of(
        vision: &Vision,
        live: &BTreeSet<SeatId>,
        assessments: &BTreeMap<SeatId, Assessment>,
    ) -> Self {
        let affirms =
            |seat: &SeatId| assessments.get(seat).is_some_and(|assessment| assessment.affirms_oath);
        let phases = vision.phases.iter().map(|phase| {
            let scored =
                assessments.values().filter_map(|assessment| assessment.phases.get(&phase.number));
            let all: Vec<f64> = scored.map(PhaseScore::score).collect();
            (phase.number, aggregate(&all))
        });
        let scores = assessments.values().flat_map(|assessment| &assessment.phases);
        let served = scores.filter(|(_, score)| score.direct() > 0.0 || score.enabling() > 0.0);
        let served = served.map(|(phase, _)| *phase).collect();
        let recommendations: BTreeSet<Recommendation> = assessments
            .values()
            .flat_map(|assessment| assessment.recommendations.iter().cloned())
            .collect();
        Self {
            oath_affirmed: live.iter().all(affirms),
            phases: phases.filter_map(|(phase, aggregate)| Some((phase, aggregate?))).collect(),
            served,
            recommendations: recommendations.into_iter().collect(),
        }
    }

    /// Returns the phase the packet serves most; the earlier one of two equals, none if it serves none.
    pub fn primary(&self) -> Option<u8> {
        let served = self
            .phases
            .iter()
            .filter(|(phase, alignment)| alignment.score > 0.0 && self.served.contains(phase));
        let best =
            served.reduce(|best, next| if next.1.score > best.1.score { next } else { best });
        best.map(|(phase, _)| *phase)
    }

    /// Returns the other phases that it serves at least half as much.
    pub fn secondary(&self) -> Vec<u8> {
        let Some(primary) = self.primary() else {
            return Vec::new();
        };
        let half = self.phases.get(&primary).map_or(0.0, |alignment| alignment.score / 2.0);
        let close = self
            .phases
            .iter()
            .filter(|(phase, _)| **phase != primary && self.served.contains(phase))
            .filter(|(_, alignment)| alignment.score >= half);
        close.map(|(phase, _)| *phase).collect()
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are at most three seats")]
fn aggregate(scores: &[f64]) -> Option<PhaseAlignment> {
    if scores.is_empty() {
        return None;
    }
    let count = scores.len() as f64;
    let score = scores.iter().sum::<f64>() / count;
    let variance = scores.iter().map(|one| (one - score).powi(2)).sum::<f64>() / count;
    Some(PhaseAlignment { score, variance })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::north_star::VisionPhase;

    fn assessment(scores: &[(u8, f64)]) -> Assessment {
        let phases = scores
            .iter()
            .map(|(phase, s)| (*phase, PhaseScore::new(*s, *s, *s, "because").unwrap()));
        Assessment { affirms_oath: true, phases: phases.collect(), recommendations: Vec::new() }
    }

    fn council(seats: &[&[(u8, f64)]]) -> Alignment {
        let seats =
            SeatId::ALL.into_iter().zip(seats).map(|(seat, scores)| (seat, assessment(scores)));
        align(&seats.collect())
    }

    fn align(seats: &BTreeMap<SeatId, Assessment>) -> Alignment {
        let phase = |number: u8| VisionPhase {
            number,
            name: String::new(),
            goal: String::new(),
            progress: None,
        };
        let vision = Vision {
            title: String::new(),
            phases: (1..=5).map(phase).collect(),
            current_phase: None,
            oath: None,
            hash: String::new(),
            text: String::new(),
        };
        Alignment::of(&vision, &SeatId::ALL.into_iter().collect(), seats)
    }

    #[test]
    fn a_score_weighs_direct_enabling_and_harmlessness() {
        let score = PhaseScore::new(0.8, 0.6, 0.9, "").unwrap().score();
        assert!((score - 0.75).abs() < 1e-12, "{score}");
    }

    #[test]
    fn numbers_outside_the_unit_interval_are_refused() {
        for bad in [f64::NAN, f64::INFINITY, -0.1, 1.1] {
            assert!(PhaseScore::new(bad, 0.5, 0.5, "").is_none(), "{bad}");
            assert!(PhaseScore::new(0.5, bad, 0.5, "").is_none(), "{bad}");
            assert!(PhaseScore::new(0.5, 0.5, bad, "").is_none(), "{bad}");
        }
    }

    #[test]
    fn agreeing_seats_have_consensus_and_split_ones_have_none() {
        let split = council(&[&[(1, 1.0)], &[(1, 0.0)], &[(1, 1.0)]]);
        assert!(!split.phases[&1].is_consensus());
        let close = council(&[&[(1, 0.7)], &[(1, 0.8)], &[(1, 0.75)]]);
        assert!(close.phases[&1].is_consensus());
    }

    #[test]
    fn the_primary_phase_is_the_best_served_and_the_earlier_of_equals() {
        let alignment = council(&[&[(1, 0.2), (2, 0.8), (3, 0.8), (4, 0.4)]]);
        assert_eq!(alignment.primary(), Some(2));
        assert_eq!(alignment.secondary(), [3, 4]);
        assert_eq!(council(&[&[(1, 0.0)]]).primary(), None);
    }

    #[test]
    fn a_phase_that_is_only_not_harmed_is_not_served() {
        let harmless = PhaseScore::new(0.0, 0.0, 1.0, "because").unwrap();
        let phases = BTreeMap::from([(1, harmless.clone()), (2, harmless)]);
        let one = Assessment { affirms_oath: true, phases, recommendations: Vec::new() };
        let alignment = align(&SeatId::ALL.into_iter().map(|seat| (seat, one.clone())).collect());
        assert!(alignment.phases[&1].score > 0.0);
        assert_eq!((alignment.primary(), alignment.secondary()), (None, Vec::new()));
    }

    #[test]
    fn the_oath_is_affirmed_only_by_all() {
        let mut seats: BTreeMap<_, _> =
            SeatId::ALL.into_iter().map(|seat| (seat, assessment(&[]))).collect();
        assert!(align(&seats).oath_affirmed);
        seats.get_mut(&SeatId::ALL[1]).unwrap().affirms_oath = false;
        assert!(!align(&seats).oath_affirmed);
    }

    proptest! {
        #[test]
        fn a_score_stays_in_the_unit_interval(a in 0.0..=1.0, b in 0.0..=1.0, c in 0.0..=1.0) {
            let score = PhaseScore::new(a, b, c, "").unwrap().score();
            prop_assert!((0.0..=1.0).contains(&score));
        }
    }
}
