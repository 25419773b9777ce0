//! What every selection keeps, whatever the text.

use expect_test::expect;
use proptest::prelude::*;

use super::*;
use crate::mode::{Mode, validate};

/// A page that an ordinary author might write.
const ORDINARY: &str = "\
Goal: customers pay invoices without calling support. The API exposes two endpoints with a JSON \
schema; every field is required unless it says otherwise. Latency at p95 stays within 200 ms at \
1000 requests per second, throughput is measured per minute. Payments depend on a third party; the \
integration retries with a timeout and falls back to a queue. Security: authentication by token, \
authorization by role, an audit log for compliance with the retention policy. Risks: the vendor may \
change its contract; the likelihood is unknown. Decisions: we chose webhooks over polling as a \
trade-off between cost and delay. Rollout in two phases with a rollback step. Errors carry a code \
and a message; failures raise an alert for the operator on call. Out of scope: refunds.";

fn choose(text: &str) -> ModeSelection {
    select(text, &SeatId::ALL)
}

fn holds(selection: &ModeSelection) -> Result<(), TestCaseError> {
    let strong = Affinities::of(&selection.signals).strong().len();
    let limit = selection.relaxations.iter().find_map(|relaxation| match relaxation {
        Relaxation::Overlap { limit, .. } => Some(*limit),
        Relaxation::Categories { .. } | Relaxation::Affinity { .. } => None,
    });
    let too_weak = selection
        .relaxations
        .iter()
        .any(|relaxation| matches!(relaxation, Relaxation::Affinity { .. }));

    for lens in &selection.lenses {
        let modes = lens.modes();
        prop_assert_eq!(modes.len(), MODES_PER_SEAT);
        prop_assert_eq!(modes.iter().collect::<BTreeSet<_>>().len(), MODES_PER_SEAT);
        prop_assert!(lens.categories().len() >= CATEGORIES_PER_SEAT);
        let held = lens.choices.iter().filter(|choice| choice.affinity.is_strong()).count();
        prop_assert!(held >= strong.min(STRONG_PER_SEAT));
    }
    prop_assert!(selection.lenses.iter().flat_map(Lens::modes).any(ModeId::is_meta));
    prop_assert!(selection.overlap() <= limit.unwrap_or(OVERLAP_LIMIT));

    // A relaxation is a true sentence about this text, and its absence is one too.
    prop_assert_eq!(too_weak, strong < STRONG_PER_SEAT);
    prop_assert_eq!(limit.is_some(), strong == STRONG_PER_SEAT);
    for relaxation in &selection.relaxations {
        if let Relaxation::Categories { seat, mode } = relaxation {
            let lens = selection.lenses.iter().find(|lens| lens.seat == *seat).unwrap();
            let earlier = lens.modes().into_iter().take_while(|held| held != mode);
            prop_assert!(earlier.into_iter().any(|held| held.category() == mode.category()));
        }
    }
    let declared: Vec<_> = selection.lenses.iter().map(|l| (l.seat, l.modes())).collect();
    prop_assert_eq!(validate(&declared).is_empty(), selection.overlap() <= OVERLAP_LIMIT);
    Ok(())
}

/// Texts made of the catalogue's own words, some of them many times, so that every constellation of affinities occurs.
fn signal_texts() -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = Mode::all()
        .iter()
        .flat_map(Mode::signals)
        .map(|signal| signal.notation().trim_end_matches('*'))
        .collect();
    let said = (proptest::sample::select(words), 1_usize..20);
    proptest::collection::vec(said, 0..40).prop_map(|said| {
        let parts: Vec<String> =
            said.into_iter().map(|(word, times)| vec![word; times].join(" ; ")).collect();
        parts.join(". ")
    })
}

proptest! {
    #[test]
    fn any_text_gives_a_selection_that_keeps_the_constraints_or_says_which_gave_way(
        text in "\\PC{0,400}"
    ) {
        holds(&choose(&text))?;
    }

    #[test]
    fn so_does_any_mix_of_signals(text in signal_texts()) {
        holds(&choose(&text))?;
    }

    #[test]
    fn so_do_the_signals_of_any_one_category(
        category in proptest::sample::select(ModeCategory::ALL.to_vec()),
        keep in proptest::collection::vec(any::<bool>(), 300),
    ) {
        let signals = category.modes().flat_map(Mode::signals);
        let kept = signals.zip(keep).filter(|(_, keep)| *keep);
        let words: Vec<&str> =
            kept.map(|(signal, _)| signal.notation().trim_end_matches('*')).collect();
        holds(&choose(&words.join(" / ")))?;
    }

    #[test]
    fn the_same_words_give_the_same_selection(text in signal_texts()) {
        let selection = choose(&text);
        prop_assert_eq!(&selection, &choose(&text));
        prop_assert_eq!(&selection, &choose(&text.to_uppercase()));
        prop_assert_eq!(&selection, &choose(&text.replace(' ', "\n  ")));
    }

    #[test]
    fn a_sentence_without_signals_changes_nothing(text in signal_texts(), noise in "[q-z]{1,8}") {
        let calm = format!("{text}. {noise} qqq {noise}.");
        let silent = signals::fired(&format!("{noise} qqq {noise}")).is_empty();
        prop_assume!(silent);
        prop_assert_eq!(choose(&text), choose(&calm));
    }

    #[test]
    fn fewer_seats_choose_by_the_same_rules(text in signal_texts(), seats in 1_usize..3) {
        let whole = choose(&text);
        let some = select(&text, &SeatId::ALL[..seats]);
        prop_assert_eq!(some.lenses.len(), seats);
        for lens in &some.lenses {
            prop_assert_eq!(lens.modes().len(), MODES_PER_SEAT);
        }
        prop_assert!(some.lenses.iter().flat_map(Lens::modes).any(ModeId::is_meta));
        prop_assert_eq!(some.signals, whole.signals);
    }
}

#[test]
fn every_mode_is_reachable() {
    for mode in Mode::all() {
        let words: Vec<&str> = mode
            .signals()
            .into_iter()
            .map(|signal| signal.notation().trim_end_matches('*'))
            .collect();
        let selection = choose(&words.join(". "));
        let held = selection.lenses.iter().any(|lens| lens.modes().contains(&mode.id));
        assert!(held, "{} {}", mode.id, mode.name);
    }
}

#[test]
fn every_mode_can_be_the_first_choice_of_the_first_seat() {
    for mode in Mode::all() {
        let mut own = mode.signals();
        own.retain(|signal| {
            !Mode::all().iter().any(|m| m.id != mode.id && m.signals().contains(signal))
        });
        let words: Vec<String> = own
            .iter()
            .map(|signal| vec![signal.notation().trim_end_matches('*'); 16].join(". "))
            .collect();
        let selection = choose(&words.join(". "));
        assert_eq!(selection.lenses[0].choices[0].mode, mode.id, "{}", mode.name);
    }
}

#[test]
fn an_ordinary_page_needs_no_relaxation() {
    let selection = choose(ORDINARY);
    assert_eq!(selection.relaxations, []);
    assert!(selection.overlap() <= OVERLAP_LIMIT);
    let lines: Vec<String> = selection
        .lenses
        .iter()
        .flat_map(|lens| {
            lens.choices.iter().map(|choice| {
                format!("{} {} {}: {}", lens.seat, choice.mode, choice.affinity, choice.rationale)
            })
        })
        .collect();
    expect![[r"
        SA-1 49 0.90: `retries` occurs once, `timeout*` once, `authenticat*` once, and 6 more signals
        SA-1 19 0.69: `per minute` occurs once, `per second` once, `latenc*` once, and 3 more signals
        SA-1 7 0.63: `api` occurs once, `contract` once, `endpoint*` once, and 2 more signals
        SA-1 65 0.52: `audit*` occurs once, `complian*` once, `policy` once
        SA-1 79 0.52: `authenticat*` occurs once, `authoriz*` once, `security` once
        SA-2 49 0.90: `retries` occurs once, `timeout*` once, `authenticat*` once, and 6 more signals
        SA-2 1 0.60: `otherwise` occurs once, `api` once, `contract` once, and 1 more signal
        SA-2 19 0.69: `per minute` occurs once, `per second` once, `latenc*` once, and 3 more signals
        SA-2 55 0.43: `vendor*` occurs once, `integrat*` once, `third party` once
        SA-2 74 0.43: `alert*` occurs once, `on call` once, `operator*` once
        SA-3 49 0.90: `retries` occurs once, `timeout*` once, `authenticat*` once, and 6 more signals
        SA-3 8 0.55: `api` occurs once, `contract` once, `endpoint*` once
        SA-3 21 0.43: `between` occurs once, `risk*` once, `unknown*` once, and 1 more signal
        SA-3 43 0.40: `integrat*` occurs once, `third party` once
        SA-3 19 0.69: `per minute` occurs once, `per second` once, `latenc*` once, and 3 more signals"]].assert_eq(&lines.join("\n"));
}

#[test]
fn one_word_said_five_hundred_times_does_not_crowd_out_the_rest() {
    let loud = format!("{ORDINARY} {}", "latency ".repeat(500));
    let selection = choose(&loud);
    assert_eq!(selection.relaxations, []);
    let before: BTreeSet<ModeId> = choose(ORDINARY).lenses.iter().flat_map(Lens::modes).collect();
    let after: BTreeSet<ModeId> = selection.lenses.iter().flat_map(Lens::modes).collect();
    assert!(before.intersection(&after).count() >= 8, "{before:?} {after:?}");
}

#[test]
fn an_empty_text_gives_fifteen_general_modes_and_says_that_nothing_spoke_for_them() {
    let selection = choose("");
    assert_eq!(selection.relaxations, [Relaxation::Affinity { strong: 0 }]);
    assert_eq!(selection.overlap(), 0);
    assert_eq!(
        selection.relaxations[0].to_string(),
        "the text speaks strongly for 0 of the 80 modes, so no seat can hold 3 with an affinity of 0.50"
    );
    let first = &selection.lenses[0].choices[0];
    assert_eq!((first.mode.number(), first.affinity.value()), (8, 0.0));
    assert_eq!(first.rationale, "none of its signals occurs (base relevance 0.95)");
}

#[test]
fn three_strong_modes_are_shared_by_all_seats_and_the_limit_is_lifted_by_one() {
    let text = "irreversible. regret. lock in. hedge. sunk cost. uniform. entropy. evenly. skew. \
                shard. gamify. auction. loyalty. referral. pricing.";
    let selection = choose(text);
    let strong = Affinities::of(&selection.signals).strong().len();
    assert_eq!(strong, 3);
    assert_eq!(selection.relaxations, [Relaxation::Overlap { strong: 3, limit: 6 }]);
    assert_eq!(selection.overlap(), 6);
    assert!(
        selection.lenses.iter().flat_map(|lens| &lens.overlaps).all(|o| o.penalty.value() == 0.0)
    );
}

#[test]
fn a_shared_mode_costs_the_seat_that_takes_it_later() {
    let selection = choose(ORDINARY);
    for (turn, lens) in selection.lenses.iter().enumerate() {
        for overlap in &lens.overlaps {
            let paid = if overlap.with.index() < turn { overlap.modes.len() } else { 0 };
            assert_eq!(overlap.penalty, OVERLAP_PENALTY.times(paid));
        }
    }
    assert!(selection.lenses[1].overlaps.iter().any(|overlap| overlap.penalty.value() > 0.0));
}
