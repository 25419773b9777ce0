//! The panel's verdict: computed from what the seats said, never taken from prose.

use super::{Handoff, Rating, SeatReview};
use crate::severity::Severity;

/// The verdict of a panel, and whether everyone who states one agrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PanelRuling {
    /// What counts: the strictest of the computed and the stated verdicts.
    pub verdict: Rating,
    /// What the seats' ratings and findings amount to; `None` where there are none.
    pub computed: Option<Rating>,
    /// Whether the verdicts that are there agree.
    pub agrees: bool,
}

/// Returns what the seats' ratings and findings amount to: to revise if any seat says so or anything critical stands,
/// concerns if any seat has them or anything high stands, else approved. No reviews amount to nothing.
pub fn computed(reviews: &[SeatReview]) -> Option<Rating> {
    let said = |review: &SeatReview| {
        let found = review.worst().map(|severity| match severity {
            Severity::Blocker => Rating::Revise,
            Severity::Major => Rating::Concerns,
            Severity::Minor | Severity::Note => Rating::Approved,
        });
        review.rating.max(found)
    };
    reviews.iter().filter_map(said).max()
}

/// Returns what counts as the verdict of a handoff: where the top of the file, the chair and the seats disagree, the
/// strictest wins. `None` where nobody states one.
pub fn ruling(handoff: &Handoff) -> Option<PanelRuling> {
    let computed = computed(&handoff.reviews);
    let stated = handoff.front.as_ref().and_then(|front| front.verdict);
    let chair = handoff.synthesis.as_ref().and_then(|synthesis| synthesis.verdict);
    let known: Vec<Rating> = [computed, stated, chair].into_iter().flatten().collect();
    let verdict = known.iter().copied().max()?;
    Some(PanelRuling { verdict, computed, agrees: known.iter().all(|one| *one == verdict) })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::handoff::{CleanLine, Front, PanelFinding, PanelSeat, Synthesis};

    fn review(rating: Option<Rating>, severities: &[Severity]) -> SeatReview {
        let finding = |severity| PanelFinding {
            severity: Some(severity),
            certainty: None,
            text: CleanLine::new("x").unwrap(),
            quote: None,
            recommendation: None,
        };
        let findings = severities.iter().copied().map(finding).collect();
        SeatReview { rating, findings, ..SeatReview::new(PanelSeat::core()[0].clone()) }
    }

    #[test]
    fn one_strict_seat_or_one_critical_finding_sends_the_packet_back() {
        let calm = review(Some(Rating::Approved), &[]);
        assert_eq!(
            computed(&[calm.clone(), review(Some(Rating::Revise), &[])]),
            Some(Rating::Revise)
        );
        let found = review(Some(Rating::Approved), &[Severity::Blocker]);
        assert_eq!(computed(&[found, calm]), Some(Rating::Revise));
    }

    #[test]
    fn one_concerned_seat_or_one_high_finding_is_a_concern() {
        let calm = review(Some(Rating::Approved), &[Severity::Minor, Severity::Note]);
        assert_eq!(computed(std::slice::from_ref(&calm)), Some(Rating::Approved));
        let seat = review(Some(Rating::Concerns), &[]);
        assert_eq!(computed(&[calm.clone(), seat]), Some(Rating::Concerns));
        let found = review(Some(Rating::Approved), &[Severity::Major]);
        assert_eq!(computed(&[calm, found]), Some(Rating::Concerns));
    }

    #[test]
    fn nobody_speaking_is_no_verdict() {
        assert_eq!(computed(&[]), None);
        assert_eq!(computed(&[review(None, &[])]), None);
        assert_eq!(ruling(&Handoff::default()), None);
    }

    fn rating() -> impl Strategy<Value = Option<Rating>> {
        prop::option::of(prop::sample::select(Rating::ALL.to_vec()))
    }

    proptest! {
        #[test]
        fn the_strictest_voice_wins_and_disagreement_shows(seats in prop::collection::vec(rating(), 0..5), top in rating(), chair in rating()) {
            let handoff = Handoff {
                front: Some(Front { verdict: top, ..Front::new() }),
                reviews: seats.iter().map(|rating| review(*rating, &[])).collect(),
                synthesis: Some(Synthesis { verdict: chair, ..Synthesis::default() }),
                ..Handoff::default()
            };
            let voices: Vec<_> = seats.iter().chain([&top, &chair]).flatten().copied().collect();
            let ruling = ruling(&handoff);
            prop_assert_eq!(ruling.map(|ruling| ruling.verdict), voices.into_iter().max());
            if let Some(ruling) = ruling {
                let same = |voice: Option<Rating>| voice.is_none_or(|voice| voice == ruling.verdict);
                prop_assert_eq!(ruling.agrees, same(top) && same(chair) && same(ruling.computed));
            }
        }
    }
}
