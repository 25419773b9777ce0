//! Whether two statements are about the same thing under the same condition, and whether they agree.
//!
//! The weights were set by hand, on the even half of the wordings that planted defects are made from and on the open field
//! documents; what a word tells is counted in tenths.

use std::cell::{OnceCell, RefCell};

use council_core::packet::Span;

use super::{
    Pair, Relation,
    numbers::{agree, changed, exclude, is_same, numbers},
    overlap::{Overlap, SideBySide},
    sentence_words::{SentenceWord, SentenceWords},
    statement::{Place, Statement, Stem},
    words::{self, Words},
    wrapper::Wrapping,
};
use crate::{
    lexicon::Classes,
    model::{Quantity, Sentence, Text, Token, context::Context},
};

/// A statement with all that it is compared by.
#[derive(Clone, Copy)]
pub(super) struct Compared<'m, 'a> {
    pub(super) text: &'m Text<'a>,
    pub(super) statement: &'m Statement,
    pub(super) context: &'m Context,
    pub(super) stems: &'m [Stem],
    /// Its words in order, once somebody has asked: most statements are laid beside several others.
    pub(super) words: &'m OnceCell<SentenceWords>,
    /// What the words of the document are worth.
    pub(super) known: &'m RefCell<Words>,
}

impl<'m> Compared<'m, '_> {
    /// Returns its words in order.
    pub(super) fn words(&self) -> &'m SentenceWords {
        self.words.get_or_init(|| SentenceWords::of(self, &mut self.known.borrow_mut()))
    }

    /// Returns how one of its words is weighed where it stands around a statement.
    pub(super) fn wrapping(&self, word: SentenceWord) -> Wrapping {
        let source = self.text.document.text();
        let of = |token: &Token| self.known.borrow_mut().around(source, token);
        self.token(word).map(of).unwrap_or_default()
    }

    /// Returns where one of its words stands.
    pub(super) fn span_of(&self, word: SentenceWord) -> Option<Span> {
        self.token(word).map(Token::span)
    }

    fn token(&self, word: SentenceWord) -> Option<&'m Token> {
        self.tokens().get(usize::from(word.at))
    }

    pub(super) fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        self.masked(self.statement.measured)
    }

    fn conditional(&self) -> impl Iterator<Item = &Quantity> {
        self.masked(self.statement.conditional)
    }

    pub(super) fn sentence(&self) -> Option<&'m Sentence> {
        self.text.sentences.get(self.statement.sentence as usize)
    }

    /// Returns its words and marks.
    pub(super) fn tokens(&self) -> &'m [Token] {
        self.sentence().map(|sentence| self.text.tokens(sentence)).unwrap_or_default()
    }

    pub(super) fn masked(&self, mask: u64) -> impl Iterator<Item = &Quantity> {
        let all =
            self.sentence().map(|sentence| self.text.quantities(sentence)).unwrap_or_default();
        all.iter()
            .zip(0_u32..)
            .filter(move |(_, at)| mask.checked_shr(*at).unwrap_or(0) & 1 == 1)
            .map(|(one, _)| one)
    }

    pub(super) fn span(&self) -> Span {
        self.sentence().map_or(Span::new(0, 0), |sentence| sentence.span)
    }

    /// Tells whether it names what a quantity counts.
    pub(super) fn names(&self, quantity: &Quantity) -> bool {
        let noun = self.text.slice(quantity.span).rsplit(|c: char| !c.is_alphanumeric()).next();
        let stem = noun.map(words::meaning).unwrap_or_default();
        self.stems.binary_search_by_key(&stem, |own| own.id).is_ok()
    }

    /// Finds the word of a stem.
    fn word(&self, stem: u32) -> Option<Span> {
        let mut tokens = self.tokens().iter();
        let own = |token: &&Token| words::meaning(self.text.word(token)) == stem;
        tokens.find(own).map(Token::span)
    }

    /// Tells whether a word is what is demanded: it follows the binding word.
    fn demands(&self, word: Span) -> bool {
        const GAP: usize = 2;
        self.statement.modal.is_some_and(|modal| word.start.saturating_sub(modal.end) <= GAP)
    }

    /// Tells whether its binding word, the first it has, is of some classes.
    pub(super) fn rules(&self, classes: Classes) -> bool {
        let own = |token: &&Token| Some(token.span()) == self.statement.modal;
        self.tokens().iter().find(own).is_some_and(|token| token.is(classes))
    }

    fn is_refusing(&self) -> bool {
        self.statement.negations > 0 || self.context.is_excluded
    }

    /// Tells whether another statement has the same stems, polarity and quantities.
    pub(super) fn is_copy(&self, other: &Compared<'_, '_>) -> bool {
        self.stems == other.stems
            && self.is_refusing() == other.is_refusing()
            && self.statement.measured.count_ones() == other.statement.measured.count_ones()
            && self.quantities().zip(other.quantities()).all(|(one, two)| is_same(one, two))
    }
}

/// How many stems a statement has that says several things.
const LONG: usize = 24;

/// Lays two statements side by side, if anything at all can be told of them.
pub(super) fn side_by_side<'m>(
    earlier: &Compared<'m, '_>,
    later: &Compared<'m, '_>,
) -> Option<SideBySide<'m>> {
    let (one, two) = (earlier.statement, later.statement);
    // Where neither says that it binds, only their numbers can differ.
    let is_rule = one.is_explicit || two.is_explicit || one.has_number() && two.has_number();
    (is_rule && earlier.context.meets(later.context))
        .then(|| SideBySide::of((earlier.stems, one.weight), (later.stems, two.weight)))
}

/// Says how two statements stand to each other, if they are about the same thing.
pub(super) fn relation<'a>(
    earlier: &Compared<'_, 'a>,
    later: &Compared<'_, 'a>,
    both: &SideBySide<'_>,
) -> Option<Pair> {
    let (one, two) = (earlier.statement, later.statement);
    // What is no step may stand below the last scenario and belong to none.
    let scenarios = earlier.context.are_scenarios(later.context) && one.is_step == two.is_step;
    if scenarios || (one.is_step && two.is_step) || !both.may_be_enough {
        return None;
    }
    let overlap = both.overlap();
    if !overlap.is_enough() {
        return None;
    }
    let is_beside = earlier.context.is_beside(later.context);
    let relation =
        if overlap.is_exact() && !is_beside { exact(earlier, later, overlap) } else { None };
    let relation = relation.or_else(|| {
        // Items of one list that differ in a word are different things.
        let is_other = is_beside && overlap.replaced() > 0 && overlap.opposites.is_none();
        let is_elsewhere = earlier.context.section != later.context.section;
        let is_unclear = is_elsewhere && (one.is_deictic || two.is_deictic);
        let is_aside = earlier.context.is_aside || later.context.is_aside;
        if is_other || is_unclear || overlap.is_qualified || !overlap.has_same_subject() {
            return None;
        }
        // What stands where nothing is ruled must repeat a rule more closely to be held against it.
        if is_aside && !overlap.is_close() {
            return None;
        }
        let conditions = Conditions::of(earlier, later, overlap)?;
        let is_told = one.is_told || two.is_told;
        if turned(earlier, later, overlap) {
            return refusal(earlier, later, overlap, conditions).filter(|_| !is_told);
        }
        let numbers = || numbers(earlier, later, overlap, conditions).filter(|_| !is_told);
        let opposites = || opposites(earlier, later, overlap, conditions).filter(|_| !is_told);
        numbers().or_else(opposites).or_else(|| same(earlier, later, overlap, conditions))
    })?;
    let is_repeated = match relation {
        Relation::Refusal(..) => overlap.is_refused(turns(earlier, later) == Some(true)),
        _ => overlap.is_repeated(),
    };
    let (earlier, later) = (earlier.span(), later.span());
    let is_sure = relation != Relation::Near;
    Some(Pair { earlier, later, relation, is_repeated, is_sure })
}

/// Compares two statements that are the same nearly word for word, so that it does not matter what else they are.
fn exact<'a>(
    earlier: &Compared<'_, 'a>,
    later: &Compared<'_, 'a>,
    overlap: &Overlap,
) -> Option<Relation> {
    let (one, two) = (earlier.statement, later.statement);
    if turned(earlier, later, overlap) {
        let conditions = match (overlap.left_condition, overlap.right_condition) {
            (_, 1..) => Conditions::Later,
            (1.., 0) => Conditions::Earlier,
            (0, 0) => Conditions::Same,
        };
        return refusal(earlier, later, overlap, conditions);
    }
    if one.negated_conditions != two.negated_conditions
        || one.counted.count_ones() != two.counted.count_ones()
    {
        return None;
    }
    let pairs = || earlier.masked(one.counted).zip(later.masked(two.counted));
    let mut differing = pairs().filter(|(a, b)| !is_same(a, b) || a.bound != b.bound);
    let (a, b) = differing.next()?;
    let is_one = differing.next().is_none() && a.unit.dimension == b.unit.dimension;
    (is_one && exclude(a, b)).then_some(Relation::Numbers(a.span, b.span))
}

/// Compares two sentences of different sections that are the same nearly word for word but for one number, or for a word
/// and its opposite. Nobody writes a sentence again to change that in it, so it matters neither what sort of sentence it is
/// nor, for a number, whether it binds.
pub(super) fn echo<'a>(
    earlier: &Compared<'_, 'a>,
    later: &Compared<'_, 'a>,
    both: &SideBySide<'_>,
) -> Option<Pair> {
    let (one, two) = (earlier.statement, later.statement);
    let binds = one.is_explicit || two.is_explicit;
    let is_sure = earlier.context.section != later.context.section;
    let scenarios = earlier.context.are_scenarios(later.context);
    if !both.may_be_enough
        || !is_sure && !earlier.context.is_apart(later.context)
        || scenarios && (is_sure || one.is_step == two.is_step)
        || earlier.is_refusing() != later.is_refusing()
    {
        return None;
    }
    let overlap = both.overlap();
    if !overlap.is_echo() || earlier.text.are_parallel(earlier.span(), later.span()) {
        return None;
    }
    // Items of one section that differ in a word are different things.
    if !is_sure && earlier.context.are_items(later.context) && overlap.replaced() > 0 {
        return None;
    }
    let opposites = || {
        let (one, two) = overlap.opposites.filter(|_| binds)?;
        Some(Relation::Opposites(earlier.word(one)?, later.word(two)?))
    };
    let numbers = || changed(earlier, later).map(|(a, b)| Relation::Numbers(a.span, b.span));
    let relation = opposites().or_else(numbers)?;
    let (earlier, later) = (earlier.span(), later.span());
    Some(Pair { earlier, later, relation, is_repeated: true, is_sure })
}

/// How the conditions of two statements stand to each other; those that differ are never compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Conditions {
    /// Both have none, or the same.
    Same,
    /// Only the earlier has one.
    Earlier,
    /// Only the later has one.
    Later,
}

impl Conditions {
    fn of(
        earlier: &Compared<'_, '_>,
        later: &Compared<'_, '_>,
        overlap: &Overlap,
    ) -> Option<Conditions> {
        let is_set = |one: &Compared<'_, '_>| {
            one.stems.iter().any(|stem| stem.place == Place::Condition)
                || one.statement.conditional != 0
                || one.statement.is_step
        };
        let (one, two) = (is_set(earlier), is_set(later));
        match (one, two) {
            (false, false) => Some(Conditions::Same),
            (true, true) => {
                let turned =
                    earlier.statement.negated_conditions != later.statement.negated_conditions;
                let counts = earlier.conditional().count() == later.conditional().count()
                    && earlier.conditional().zip(later.conditional()).all(|(a, b)| is_same(a, b));
                let alike = overlap.left_condition.max(overlap.right_condition) <= 10
                    && overlap.left_condition.min(overlap.right_condition) <= 4;
                (!turned && counts && alike).then_some(Conditions::Same)
            }
            (true, false) => Some(if overlap.left_condition == 0 {
                Conditions::Same
            } else {
                Conditions::Earlier
            }),
            (false, true) => Some(if overlap.right_condition == 0 {
                Conditions::Same
            } else {
                Conditions::Later
            }),
        }
    }
}

/// Tells whether the later of two statements refuses what the other demands; nothing where neither does.
fn turns(earlier: &Compared<'_, '_>, later: &Compared<'_, '_>) -> Option<bool> {
    match (earlier.is_refusing(), later.is_refusing()) {
        (false, true) => Some(true),
        (true, false) => Some(false),
        (false, false) => None,
        (true, true) => {
            let words = |one: &Statement| (one.negations, one.negations + one.negated_conditions);
            let ((one, one_all), (two, two_all)) =
                (words(earlier.statement), words(later.statement));
            (one.abs_diff(two) == 1 && one_all.abs_diff(two_all) == 1).then_some(two > one)
        }
    }
}

/// Tells whether one of two statements is the other one turned round.
fn turned(earlier: &Compared<'_, '_>, later: &Compared<'_, '_>, overlap: &Overlap) -> bool {
    if earlier.is_refusing() != later.is_refusing() {
        return true;
    }
    // A word more that refuses, in what is otherwise the same.
    turns(earlier, later)
        .is_some_and(|later_refuses| overlap.is_refused(later_refuses) && overlap.is_repeated())
}

/// One demands what the other refuses.
fn refusal<'a>(
    earlier: &Compared<'_, 'a>,
    later: &Compared<'_, 'a>,
    overlap: &Overlap,
    conditions: Conditions,
) -> Option<Relation> {
    let later_refuses = turns(earlier, later)?;
    let is_repeated = overlap.is_refused(later_refuses);
    let (refused, left_of_refusal, left_of_demand) = if later_refuses {
        (later, overlap.right, overlap.left)
    } else {
        (earlier, overlap.left, overlap.right)
    };
    let demanding = if later_refuses { earlier } else { later };
    let is_explicit = demanding.statement.is_explicit || refused.statement.is_explicit;
    // What is plainly said to be done is held against an explicit ban.
    let is_demanded = demanding.statement.is_duty || refused.statement.is_explicit;
    let is_mixed = demanding.statement.is_mixed || refused.statement.is_mixed;
    if !is_demanded || !is_explicit || is_mixed || overlap.shared_stems < 3 {
        return None;
    }
    // A step shows its requirement in one case, and what goes on for long refuses only one of the things it says.
    let is_step = demanding.statement.is_step || refused.statement.is_step;
    let is_long = earlier.stems.len().min(later.stems.len()) > LONG;
    if (is_step || is_long) && !is_repeated {
        return None;
    }
    // An exception: what is refused in some case may be demanded in general.
    let excepted = match conditions {
        Conditions::Same => false,
        Conditions::Earlier => !later_refuses,
        Conditions::Later => later_refuses,
    };
    let narrow = left_of_refusal * 100 <= overlap.shared * 22;
    let wide = left_of_demand * 100 <= overlap.shared * 90;
    if excepted || !narrow || !wide || overlap.replaced() * 100 > overlap.shared * 22 {
        return None;
    }
    // Two limits that differ are not one limit and its refusal.
    if earlier.quantities().zip(later.quantities()).any(|(a, b)| !is_same(a, b)) {
        return None;
    }
    let negation = refused.statement.negation.map(|(span, _)| span);
    let modal = demanding.statement.modal;
    Some(if later_refuses {
        Relation::Refusal(modal, negation)
    } else {
        Relation::Refusal(negation, modal)
    })
}

/// One has the opposite of a word of the other, and all else is the same.
fn opposites(
    earlier: &Compared<'_, '_>,
    later: &Compared<'_, '_>,
    overlap: &Overlap,
    conditions: Conditions,
) -> Option<Relation> {
    let (one, two) = (earlier.statement, later.statement);
    let duties = one.is_explicit || two.is_explicit;
    let close =
        overlap.replaced() <= 10 && overlap.left.max(overlap.right) * 100 <= overlap.shared * 60;
    let fits = duties && conditions == Conditions::Same && overlap.shared_stems >= 3 && close;
    let (one, two) = overlap.opposites.filter(|_| fits)?;
    let is_ruling = words::are_rulings(one, two);
    let (one, two) = (earlier.word(one)?, later.word(two)?);
    // What is opened may be closed as well, and one section tells of both. Only duties themselves are opposed there.
    let is_beside = earlier.context.section == later.context.section;
    let is_duty = is_ruling && earlier.demands(one) && later.demands(two);
    (!is_beside || is_duty).then_some(Relation::Opposites(one, two))
}

/// They say the same.
fn same(
    earlier: &Compared<'_, '_>,
    later: &Compared<'_, '_>,
    overlap: &Overlap,
    conditions: Conditions,
) -> Option<Relation> {
    let (one, two) = (earlier.statement, later.statement);
    let binds = |own: &Statement| own.is_explicit || (own.is_duty && own.modal.is_some());
    let duties = (one.is_explicit || two.is_explicit) && binds(one) && binds(two);
    // A step may repeat the requirement that it shows.
    let shown = (one.is_step || two.is_step) && earlier.context.is_near(later.context);
    let named = overlap.left_subject.1 - overlap.left_subject.0 <= 6
        && overlap.right_subject.1 - overlap.right_subject.0 <= 6;
    let agreeing = one.measured.count_ones() == two.measured.count_ones()
        && earlier.quantities().zip(later.quantities()).all(|(a, b)| agree(a, b));
    let (limit, extra) = match conditions {
        Conditions::Same => (12, 18),
        Conditions::Earlier | Conditions::Later => (10, 15),
    };
    let close = overlap.replaced() * 100 <= overlap.shared * limit
        && overlap.left.max(overlap.right) * 100 <= overlap.shared * extra;
    let is_turned = one.is_gerund || two.is_gerund;
    let is_placed = is_turned || overlap.placed * 100 >= overlap.shared * 65;
    let is_equal = one.is_weak == two.is_weak && is_placed;
    let is_one = is_equal && named && !shown && agreeing && overlap.shared >= 30;
    if is_one && duties && close && overlap.shared_stems >= 4 {
        return Some(Relation::Same);
    }
    // What is said elsewhere with some words more, or told where it was demanded.
    let extra = if duties { 35 } else { 18 };
    let near = overlap.replaced() * 100 <= overlap.shared * 12
        && overlap.left.max(overlap.right) * 100 <= overlap.shared * extra;
    let is_elsewhere = !earlier.context.is_near(later.context);
    let fits = is_one
        && near
        && is_elsewhere
        && overlap.left_condition + overlap.right_condition == 0
        && overlap.shared_stems >= 3;
    (fits && (one.is_explicit || two.is_explicit)).then_some(Relation::Near)
}
