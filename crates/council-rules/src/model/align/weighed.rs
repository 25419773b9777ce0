//! Two sentences weighed as a pair: whether one says again what the other says, gives another number, or takes it back.
//!
//! What counts is how much of one stands in the other, in which order, what is left over on either side, what the words
//! left over make of it, and where both stand. Each is a feature with a learned weight, and none decides alone.

use std::sync::LazyLock;

use council_core::packet::Span;

use super::{
    Pair, Relation,
    decide::Compared,
    numbers::{changed, is_same},
    overlap::SideBySide,
    sentence_words::{SentenceWord, SentenceWords, WordClass},
    wrapper,
};
use crate::{lexicon, lookup::Lookup};

/// Says how a sentence stands to an earlier one, by what was learned, and how far that is ahead of anything else. It is
/// likely and never sure.
pub(super) fn weighed<'a>(
    earlier: &Compared<'_, 'a>,
    later: &Compared<'_, 'a>,
    both: &SideBySide<'_>,
) -> Option<(Pair, f32)> {
    let (here, there) = (earlier.context, later.context);
    let is_elsewhere =
        here.section != there.section || here.is_apart(there) && !here.are_items(there);
    let (one, two) = (earlier.statement, later.statement);
    let is_step = one.is_step && two.is_step;
    // What is no step may stand below the last scenario and belong to none.
    let are_cases = here.are_scenarios(there) && one.is_step == two.is_step;
    if !is_elsewhere || is_step || are_cases {
        return None;
    }
    let mut sums = LEARNED.bias;
    let told = features(earlier, later, both, |name, value| {
        if let Some(weights) = LEARNED.weights.get(key(name, value)) {
            for (sum, weight) in sums.iter_mut().zip(weights) {
                *sum += weight;
            }
        }
    })?;
    let [same, number, refusal] = sums;
    let most = same.max(number).max(refusal);
    // Sections beside each other may rule on subjects of their own in different ways.
    let is_own = earlier.text.are_parallel(earlier.span(), later.span());
    let mut sorted = sums;
    sorted.sort_unstable_by(f32::total_cmp);
    let [_, second, _] = sorted;
    let relation = if number >= most {
        // Another case may have another number, and so may an estimate.
        let is_case = told.has_case.0 || told.has_case.1;
        let is_rough = earlier.statement.is_estimate != later.statement.is_estimate;
        (number >= NUMBER && !is_case && !is_rough && !is_own).then_some(())?;
        let (one, two) = changed(earlier, later)?;
        Relation::Numbers(one.span, two.span)
    } else if refusal >= most {
        // What is refused in a case of its own is an exception.
        let (relation, is_case) = match told.refusing {
            Some((Side::Earlier, word)) => {
                (Relation::Refusal(Some(word), later.statement.modal), told.has_case.0)
            }
            Some((Side::Later, word)) => {
                (Relation::Refusal(earlier.statement.modal, Some(word)), told.has_case.1)
            }
            None => return None,
        };
        let least = if told.has_same_subject { REFUSAL } else { REFUSAL_OF_ANOTHER };
        (refusal >= least && !is_case && !told.is_partial && !is_own).then_some(relation)?
    } else {
        (same >= SAME).then_some(Relation::Near)?
    };
    let (earlier, later) = (earlier.span(), later.span());
    Some((Pair { earlier, later, relation, is_repeated: true, is_sure: false }, most - second))
}

/// From which sum on a pair is told, by what it is: where about one in thirty thousand words of sound documents is.
const SAME: f32 = -0.2;
const NUMBER: f32 = 0.5;
const REFUSAL: f32 = 0.4;
const REFUSAL_OF_ANOTHER: f32 = 1.0;

/// What was learned.
struct PairWeights {
    /// What counts for a restatement, another number and a refusal before anything is known.
    bias: [f32; 3],
    /// The weights of each feature, by its identity.
    weights: Lookup<[f32; 3]>,
}

static LEARNED: LazyLock<PairWeights> = LazyLock::new(|| {
    let (mut bias, mut all) = ([0.0; 3], Vec::new());
    for line in include_str!("pairs.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(' ');
        let (name, value) = (parts.next(), parts.next().and_then(|value| value.parse().ok()));
        let mut weights = [0.0; 3];
        for (weight, part) in weights.iter_mut().zip(parts) {
            *weight = part.parse::<f32>().unwrap_or_default() / 100.0;
        }
        match (name, value) {
            (Some("bias"), _) => bias = weights,
            (Some(name), Some(value)) => all.push((key(name, value), weights)),
            (Some(_) | None, Some(_) | None) => {}
        }
    }
    PairWeights { bias, weights: Lookup::of(all) }
});

fn key(name: &str, value: i32) -> u64 {
    lexicon::hash(name.as_bytes()).wrapping_add(u64::from(value.unsigned_abs()) << 1)
        ^ u64::from(value < 0)
}

/// Which of two sentences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Earlier,
    Later,
}

/// What is told of a pair beside its features.
pub(super) struct PairTold {
    /// The word that refuses most of those that only one has.
    refusing: Option<(Side, Span)>,
    /// Whether each has a condition that the other lacks.
    has_case: (bool, bool),
    /// Whether only a part is refused.
    is_partial: bool,
    /// Whether both speak of the same thing that acts.
    has_same_subject: bool,
}

/// Calls `each` with the features of a pair; nothing where they share too little to be about the same thing.
pub(super) fn features<'a>(
    earlier: &Compared<'_, 'a>,
    later: &Compared<'_, 'a>,
    both: &SideBySide<'_>,
    mut each: impl FnMut(&'static str, i32),
) -> Option<PairTold> {
    // Nearly all of those that are compared share too little, and what goes on for long says several things.
    let longest = earlier.tokens().len().max(later.tokens().len());
    if both.in_common < LEAST || longest > LONGEST {
        return None;
    }
    let (one, two) = (earlier.words(), later.words());
    // Of those that are left nearly all share too few words.
    let (shared, told) = (one.shared(two), (one.told(), two.told()));
    if shared < LEAST || shared * 100 < told.0.min(told.1) * SHARE {
        return None;
    }
    let aligned = Aligned::of(earlier, later);
    let (first, second) = (percent(aligned.shared, told.0), percent(aligned.shared, told.1));
    let (most, least) = (first.max(second) / 10, first.min(second) / 10);
    each("most", first.max(second) / 5);
    each("least", least);
    each("most-least", most * 11 + least);
    each("order", percent(aligned.ordered, aligned.shared) / 10);
    each("run", percent(aligned.run, aligned.shared) / 20);
    each("shared", few(aligned.shared / 2, 8));
    // What is left over of the one that is held, and of the one that holds it.
    let (lost, added) = if first >= second {
        (&aligned.left, &aligned.right)
    } else {
        (&aligned.right, &aligned.left)
    };
    each("lost-content", few(lost.content, 8));
    each("lost-names", few(lost.names, 3));
    each("lost-conditions", few(lost.conditions, 2));
    each("lost-middle", few(lost.middle, 4));
    each("lost-before", few(lost.before, 4));
    each("added-content", few(added.content, 8));
    each("added-names", few(added.names, 3));
    each("added-conditions", few(added.conditions, 2));
    each("added-middle", few(added.middle, 4));
    each("added-before", few(added.before, 4));
    // A condition that only one has, and before all else, is a case of its own.
    each("added-opens", i32::from(added.opens));
    each("lost-opens", i32::from(lost.opens));
    // Where a word is lost and another one stands there, or what acts is lost, it may be about something else.
    let is_lost = lost.content + lost.names > 0;
    each("replaced", i32::from(is_lost && added.middle > 0) + 2 * i32::from(lost.before > 0));
    each(
        "replaced-lost",
        i32::from(is_lost && added.middle > 0) * few(lost.content + lost.names, 4),
    );
    each("partial", i32::from(aligned.is_partial));
    each("lost-added", few(lost.content, 5) * 6 + few(added.content, 5));
    let unknown = few(aligned.unknown, 8);
    each("unknown", unknown);
    each("unknown-most", unknown.min(4) * 11 + most);
    let (negations, others) = (one.negations(), two.negations());
    each("negations", few(negations.abs_diff(others), 2));
    each("later-negates", i32::from(others > negations));
    #[expect(clippy::cast_possible_truncation, reason = "it is clamped")]
    let wrapped = (aligned.wrapped.clamp(-4.0, 4.0) * 2.0).round() as i32;
    each("wrapped", wrapped);
    each("wrapped-lost", wrapped * 4 + few(lost.content + lost.names, 3));
    each("wrapped-most", wrapped / 2 * 11 + most);
    each("wrapped-unknown", wrapped / 2 * 4 + unknown.min(3));
    each("wrapped-added", wrapped / 2 * 10 + few(added.content, 8));
    numbers(earlier, later, most, (lost.content, added.content), &mut each);
    let overlap = both.overlap();
    each("opposites", i32::from(overlap.opposites.is_some()));
    let has_same_subject = overlap.has_same_subject();
    each("subject", i32::from(has_same_subject));
    each("qualified", i32::from(overlap.is_qualified));
    places(earlier, later, most, &mut each);
    let has_case = (aligned.left.conditions > 0, aligned.right.conditions > 0);
    let (refusing, is_partial) = (aligned.refusing, aligned.is_partial);
    Some(PairTold { refusing, has_case, is_partial, has_same_subject })
}

/// Calls `each` with what the numbers of a pair say.
fn numbers(
    earlier: &Compared<'_, '_>,
    later: &Compared<'_, '_>,
    most: i32,
    (lost, added): (usize, usize),
    each: &mut impl FnMut(&'static str, i32),
) {
    let (one, two) = (earlier.statement.counted, later.statement.counted);
    let alone = |own: &Compared<'_, '_>, mask, other: &Compared<'_, '_>, others| {
        own.masked(mask).filter(|a| !other.masked(others).any(|b| is_same(a, b))).count()
    };
    let (a, b) = (alone(earlier, one, later, two), alone(later, two, earlier, one));
    each("numbers", few(a, 3) * 4 + few(b, 3));
    each("counted", i32::from(one != 0) + i32::from(two != 0));
    let is_changed = changed(earlier, later).is_some();
    each("changed", i32::from(is_changed));
    if is_changed {
        each("changed-most", most);
        each("changed-lost", few(lost, 4));
        each("changed-added", few(added, 6));
    } else {
        each("kept-most", most);
        each("kept-lost", few(lost, 4));
    }
}

/// Calls `each` with where the two of a pair stand, and what they are.
fn places(
    earlier: &Compared<'_, '_>,
    later: &Compared<'_, '_>,
    most: i32,
    each: &mut impl FnMut(&'static str, i32),
) {
    let (here, there) = (earlier.context, later.context);
    let is_one = i32::from(here.section == there.section);
    each("section", is_one);
    each("near", i32::from(here.is_near(there)));
    each("items", i32::from(here.are_items(there)));
    each("beside", i32::from(here.is_beside(there)));
    each("apart", i32::from(here.is_apart(there)));
    each("scenarios", i32::from(here.are_scenarios(there)));
    each("meets", i32::from(here.meets(there)));
    each("aside", i32::from(here.is_aside) + i32::from(there.is_aside));
    each("excluded", i32::from(here.is_excluded) + 2 * i32::from(there.is_excluded));
    each("parallel", i32::from(earlier.text.are_parallel(earlier.span(), later.span())));
    each("cells", i32::from(here.table.is_some()) + i32::from(there.table.is_some()));
    let (one, two) = (earlier.statement, later.statement);
    let explicit = i32::from(one.is_explicit) + 2 * i32::from(two.is_explicit);
    each("explicit", explicit);
    each("explicit-most", explicit * 11 + most);
    each("explicit-section", explicit * 2 + is_one);
    each("duty", i32::from(one.is_duty) + 2 * i32::from(two.is_duty));
    each("step", i32::from(one.is_step) + i32::from(two.is_step));
    each("told", i32::from(one.is_told) + i32::from(two.is_told));
    each("deictic", i32::from(one.is_deictic) + i32::from(two.is_deictic));
    each("demands", i32::from(earlier.text.kind.demands()));
    let role = |own: &Compared<'_, '_>| own.sentence().map_or(0, |sentence| sentence.role as i32);
    each("role-earlier", role(earlier));
    each("role-later", role(later));
}

fn percent(part: usize, all: usize) -> i32 {
    i32::try_from(part * 100 / all.max(1)).unwrap_or(100)
}

fn few(number: usize, most: usize) -> i32 {
    i32::try_from(number.min(most)).unwrap_or_default()
}

/// How many stems are shared at least, and how many tokens a sentence has at most.
const LEAST: usize = 3;
const LONGEST: usize = 150;

/// What share of the words of one stands in the other at least, in percent.
const SHARE: usize = 50;

/// What is left over of one of two sentences.
#[derive(Default)]
struct Rest {
    content: usize,
    names: usize,
    conditions: usize,
    /// How many stand between words that both have, and before all of them.
    middle: usize,
    before: usize,
    /// Whether a condition of its own opens the sentence, and whether words follow all that both have.
    opens: bool,
    trails: bool,
}

impl Rest {
    fn of(own: &SentenceWords, found: &[bool]) -> Self {
        let mut rest = Rest::default();
        let begin = found.iter().position(|found| *found).unwrap_or_default();
        let end = found.iter().rposition(|found| *found).unwrap_or_default();
        for (at, (word, found)) in own.words.iter().zip(found).enumerate() {
            match word.class {
                WordClass::Content if !found => rest.content += 1,
                WordClass::Name if !found => rest.names += 1,
                WordClass::Condition if !found => rest.conditions += 1,
                _ => continue,
            }
            rest.opens |= word.class == WordClass::Condition && at == 0 && begin > 1;
            rest.trails |= at > end;
            rest.before += usize::from(at < begin);
            rest.middle += usize::from((begin..end).contains(&at));
        }
        rest
    }
}

/// The words of one sentence found in another.
struct Aligned {
    /// How many words that tell something are shared, how many of the shared follow each other as they do there, and the longest run of them.
    shared: usize,
    ordered: usize,
    run: usize,
    left: Rest,
    right: Rest,
    /// How many words that are left over were never met around a statement.
    unknown: usize,
    /// What the words that are left over weigh, and which of them refuses most.
    wrapped: f32,
    refusing: Option<(Side, Span)>,
    /// Whether words follow that say of which part it is refused.
    is_partial: bool,
}

impl Aligned {
    fn of<'a>(earlier: &Compared<'_, 'a>, later: &Compared<'_, 'a>) -> Self {
        let (one, two) = (earlier.words(), later.words());
        let places = two.places_in(one);
        let shared: Vec<usize> = places
            .iter()
            .zip(&two.words)
            .filter(|(_, word)| word.class.tells())
            .filter_map(|(place, _)| *place)
            .collect();
        let ordered = 1 + shared.windows(2).filter(|two| matches!(two, [a, b] if a < b)).count();
        let (mut found, mut run, mut longest) = (vec![false; one.words.len()], 0, 0);
        let mut last: Option<usize> = None;
        for place in &places {
            run = match (place, last) {
                (Some(place), Some(last)) if *place == last + 1 => run + 1,
                (Some(_), _) => 1,
                (None, _) => 0,
            };
            longest = longest.max(run);
            last = *place;
            if let Some(found) = place.and_then(|place| found.get_mut(place)) {
                *found = true;
            }
        }
        let is_there: Vec<bool> = places.iter().map(Option::is_some).collect();
        let (left, right) = (Rest::of(one, &found), Rest::of(two, &is_there));
        let around = |own: &Compared<'_, '_>, found: &[bool]| {
            let words = own.words().words.iter().zip(found);
            let (sum, most) =
                wrapper::weigh(words.map(|(word, found)| (!found).then(|| own.wrapping(*word))));
            let word = most
                .and_then(|(at, weight)| Some((own.span_of(*own.words().words.get(at)?)?, weight)));
            (sum, word)
        };
        let ((before, first), (after, second)) =
            (around(earlier, &found), around(later, &is_there));
        let weight = |word: Option<(Span, f32)>| word.map_or(0.0, |(_, weight)| weight);
        let is_earlier = weight(first) > weight(second);
        let (side, word, own, rest) = if is_earlier {
            (Side::Earlier, first, one.last(&found).and_then(|word| earlier.span_of(word)), &left)
        } else {
            (Side::Later, second, two.last(&is_there).and_then(|word| later.span_of(word)), &right)
        };
        // What is added at the end, behind the word that refuses, says of which part it is refused.
        let is_part = |word: Span| rest.trails && own.is_none_or(|last| word.start < last.end);
        let is_partial = word.is_some_and(|(word, _)| is_part(word));
        let refusing = word.map(|(word, _)| (side, word));
        let (more, is_found) =
            if right.content >= left.content { (later, &is_there) } else { (earlier, &found) };
        let is_unknown = |(word, found): &(&SentenceWord, &bool)| {
            !**found && word.class == WordClass::Content && !more.wrapping(**word).is_known
        };
        let unknown = more.words().words.iter().zip(is_found).filter(is_unknown).count();
        let (shared, run) = (shared.len(), longest);
        let wrapped = before + after;
        Self { shared, ordered, run, left, right, unknown, wrapped, refusing, is_partial }
    }
}
