//! A statement said again within other words: `It would be a breach of contract if …`, `As agreed, …`.
//!
//! No list of such words is complete, and none is needed: where nearly all of a statement stands in another sentence, what
//! is left of that sentence only says what is made of it. Learned words tell whether it is demanded again or taken back.

use council_core::packet::Span;

use super::{
    Pair, Relation,
    decide::Compared,
    overlap::common,
    statement::LABEL,
    words,
    wrapper::{self, WrapperEffect},
};
use crate::{
    lexicon::{self, Classes},
    model::{Shape, Token, TokenKind},
};

/// Tells what a sentence makes of a statement that stands in it nearly word for word.
pub(super) fn restated(earlier: &Compared<'_, '_>, later: &Compared<'_, '_>) -> Option<Pair> {
    let is_elsewhere = earlier.context.section != later.context.section
        || earlier.context.is_apart(later.context) && !earlier.context.are_items(later.context);
    let is_step = earlier.statement.is_step && later.statement.is_step;
    let is_rule = earlier.statement.is_explicit || later.statement.is_explicit;
    if !is_elsewhere || is_step || !is_rule || !earlier.context.meets(later.context) {
        return None;
    }
    // Nearly all of those that are compared share too little, and what goes on for long says several things.
    let longest = earlier.tokens().len().max(later.tokens().len());
    if common(earlier.stems, later.stems).count() < LEAST || longest > LONGEST {
        return None;
    }
    let is_aside = earlier.context.is_aside || later.context.is_aside;
    let (one, other) = (SentenceWords::of(earlier), SentenceWords::of(later));
    let read = |stated: &SentenceWords<'_>,
                repeated: &SentenceWords<'_>,
                compared: &Compared<'_, '_>| {
        let is_rule = compared.statement.is_explicit && !compared.statement.is_told;
        let read = (is_rule && !stated.is_about_it()).then(|| repeated.makes_of(stated)).flatten();
        // What stands where nothing is ruled must repeat all of a rule.
        read.filter(|found| !is_aside || found.is_whole)
    };
    let relation = if let Some(found) = read(&one, &other, earlier) {
        match found.effect {
            WrapperEffect::Demands => Relation::Near,
            WrapperEffect::Refuses => Relation::Refusal(earlier.statement.modal, found.word),
        }
    } else {
        let found = read(&other, &one, later)?;
        match found.effect {
            WrapperEffect::Demands => Relation::Near,
            WrapperEffect::Refuses => Relation::Refusal(found.word, later.statement.modal),
        }
    };
    let (earlier, later) = (earlier.span(), later.span());
    Some(Pair { earlier, later, relation, is_repeated: true, is_sure: false })
}

/// What a sentence makes of a statement that stands in it.
struct Restatement {
    effect: WrapperEffect,
    /// The word by which it is refused.
    word: Option<Span>,
    /// Whether all of the statement stands there, and hardly a word that was never met around one.
    is_whole: bool,
}

/// The words of a sentence, in order.
struct SentenceWords<'m> {
    words: Vec<SentenceWord<'m>>,
    /// How many words its label has.
    label: usize,
    /// Where the binding word stands.
    duty: Option<usize>,
}

struct SentenceWord<'m> {
    text: &'m str,
    span: Span,
    stem: u32,
    class: WordClass,
}

impl SentenceWord<'_> {
    /// Tells whether it leads on to what belongs to the words before it.
    fn leads_on(&self) -> bool {
        const LEADING: [&str; 14] = [
            "in", "on", "at", "by", "for", "with", "without", "from", "to", "into", "as", "via",
            "within", "under",
        ];
        LEADING.contains(&self.text)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum WordClass {
    /// It carries grammar, or says that there is a duty.
    Grammar,
    /// It turns something round.
    Negation,
    /// It opens a condition.
    Condition,
    /// It says what the sentence is about.
    Content,
    /// It names or counts something.
    Name,
}

impl<'m> SentenceWords<'m> {
    fn of(own: &Compared<'m, '_>) -> Self {
        let text = own.text;
        let tokens = own.tokens();
        let sentence_word = |(at, token): (usize, &Token)| {
            let word = text.word(token);
            let class = WordClass::of(token, word, at)?;
            Some(SentenceWord { text: word, span: token.span(), stem: words::meaning(word), class })
        };
        let words: Vec<SentenceWord<'m>> =
            tokens.iter().enumerate().filter_map(sentence_word).collect();
        let modal = own.statement.modal;
        let duty = words.iter().position(|word| Some(word.span) == modal);
        let colon = tokens.iter().take(LABEL).find(|token| token.is_mark(b':'));
        let label = colon.map_or(0, |colon| {
            words.iter().take_while(|word| word.span.start < colon.start as usize).count()
        });
        Self { words, label, duty }
    }

    /// Returns where its subject begins: behind its condition.
    fn subject(&self) -> usize {
        let before = self.words.get(..self.duty.unwrap_or_default()).unwrap_or_default();
        let opens = before.first().is_some_and(|word| word.class == WordClass::Condition);
        if !opens {
            return 0;
        }
        // What is nearest to the binding word acts.
        before.iter().rposition(|word| word.class.tells()).unwrap_or_default()
    }

    fn is_conditional(&self) -> bool {
        self.words.iter().any(|word| word.class == WordClass::Condition)
    }

    /// Tells whether it is about something that only stands before it.
    fn is_about_it(&self) -> bool {
        self.words.first().is_some_and(|word| matches!(word.text, "It" | "it" | "They" | "they"))
    }

    /// Tells what this sentence makes of a statement whose words stand in it, and by which word.
    fn makes_of(&self, stated: &SentenceWords<'_>) -> Option<Restatement> {
        let places = self.places_in(stated);
        let (share, lost) = stated.found(&places, self)?;
        if !self.is_in_order(&places) || self.has_own_case(&places) {
            return None;
        }
        let (begin, end) =
            (places.iter().position(Option::is_some)?, places.iter().rposition(Option::is_some)?);
        let rest = || {
            let words = self.words.iter().zip(&places).enumerate();
            words.filter(|(_, (word, place))| place.is_none() && word.class != WordClass::Grammar)
        };
        // Before all of a statement, capitals say who repeats it: `Our SLA promises that …`.
        let is_copied = lost == 0 && share.percent() >= COPIED;
        let speaks = |at: usize, word: &SentenceWord<'_>| {
            is_copied && at < begin && word.text.bytes().all(|byte| byte.is_ascii_alphabetic())
        };
        if rest().any(|(at, (word, _))| word.class == WordClass::Name && !speaks(at, word)) {
            return None;
        }
        let own = || rest().filter(|(_, (word, _))| word.class == WordClass::Content);
        // Where a word is lost and another one stands instead, it is another thing.
        let is_replaced = lost > 0 && own().any(|(at, _)| (begin..end).contains(&at));
        let unknown = own().filter(|(_, (word, _))| !wrapper::knows(word.text)).count();
        let is_conditional = rest().any(|(_, (word, _))| word.class == WordClass::Condition);
        let is_case = is_conditional || stated.is_conditional() && self.is_conditional();
        let is_strange = unknown * FEW > share.found + 1 && !(is_copied && unknown <= STRANGE);
        if is_replaced || is_strange || is_case && unknown > 0 {
            return None;
        }
        let around = self.words.iter().zip(&places);
        let around = around.map(|(word, place)| place.is_none().then_some(word.text));
        let (effect, word) = wrapper::read(around)?;
        match effect {
            // Without a word around it, it is only told.
            WrapperEffect::Demands if rest().next().is_none() || share.percent() < WHOLE => {
                return None;
            }
            // What is added at the end without a verb says of which part it is refused.
            WrapperEffect::Refuses
                if self.words.get(end + 1).is_some_and(SentenceWord::leads_on) =>
            {
                return None;
            }
            WrapperEffect::Refuses | WrapperEffect::Demands => {}
        }
        let word = word.and_then(|at| self.words.get(at)).map(|word| word.span);
        Some(Restatement { effect, word, is_whole: share.percent() == 100 && unknown == 0 })
    }

    /// Finds each word in a statement: where there, if it stands there and is not taken yet.
    fn places_in(&self, stated: &SentenceWords<'_>) -> Vec<Option<usize>> {
        let mut is_taken = vec![false; stated.words.len()];
        let mut place = |word: &SentenceWord<'_>| {
            let same = |own: &SentenceWord<'_>| own.stem == word.stem && own.class == word.class;
            let mut words = stated.words.iter().zip(&is_taken);
            let at = words.position(|(own, is_taken)| !is_taken && same(own))?;
            *is_taken.get_mut(at)? = true;
            Some(at)
        };
        self.words.iter().map(&mut place).collect()
    }

    /// Tells how much of this statement stands in another sentence, and how many words are lost in its middle; nothing where
    /// it is another statement: about something else, of another case, or turned round.
    fn found(
        &self,
        places: &[Option<usize>],
        other: &SentenceWords<'_>,
    ) -> Option<(StatementShare, usize)> {
        let is_found = |at: usize| places.contains(&Some(at));
        let words = || self.words.iter().enumerate().skip(self.label);
        let content = || words().filter(|(_, word)| word.class.tells());
        let found = content().filter(|(at, _)| is_found(*at)).count();
        let end = content().rfind(|(at, _)| is_found(*at))?.0;
        let share = StatementShare { found, all: content().count() };
        // A condition may be left out, and what was said at the end.
        let is_case = self.is_conditional() && other.is_conditional();
        let from = if is_case { 0 } else { self.subject() };
        let subject = from..self.duty.unwrap_or(from);
        let is_other = content().any(|(at, _)| subject.contains(&at) && !is_found(at));
        let is_turned =
            words().any(|(at, word)| word.class == WordClass::Negation && !is_found(at));
        let lost = content().filter(|(at, _)| (from..end).contains(at) && !is_found(*at)).count();
        let is_little = found < LEAST || share.percent() < SHARE;
        let is_another = is_other || is_turned || is_case && lost > 0 || lost * FEW > found;
        (!is_little && !is_another).then_some((share, lost))
    }

    /// Tells whether it is about a case of its own: a condition in which nothing of the statement stands, or the statement's
    /// own condition with a word more.
    fn has_own_case(&self, places: &[Option<usize>]) -> bool {
        const NEAR: usize = 4;
        let is_own = |(at, word): (usize, &SentenceWord<'_>)| {
            let rest = || places.iter().zip(&self.words).skip(at);
            let follows = rest().skip(1).take(NEAR).filter(|(_, word)| word.class.tells());
            let is_shared = rest().next().is_some_and(|(place, _)| place.is_some());
            let mut found = follows.map(|(place, _)| place.is_some());
            word.class == WordClass::Condition
                && if is_shared { found.any(|is| !is) } else { !found.any(|is| is) }
        };
        self.words.iter().enumerate().any(is_own)
    }

    /// Tells whether most of what is shared stands in the same order.
    fn is_in_order(&self, places: &[Option<usize>]) -> bool {
        let told = places.iter().zip(&self.words).filter(|(_, word)| word.class.tells());
        let shared: Vec<usize> = told.filter_map(|(place, _)| *place).collect();
        let follows = shared.windows(2).filter(|two| matches!(two, [a, b] if a < b)).count();
        follows * 3 >= shared.len().saturating_sub(1) * 2
    }
}

/// How many of the words of a statement that tell something were found elsewhere.
struct StatementShare {
    found: usize,
    all: usize,
}

impl StatementShare {
    fn percent(&self) -> usize {
        self.found * 100 / self.all.max(1)
    }
}

/// How many words of content are shared at least.
const LEAST: usize = 4;

/// How many tokens a sentence has at most that is compared word by word.
const LONGEST: usize = 150;

/// The share of a statement that stands in the other sentence at least, in percent, and where it is only said again.
const SHARE: usize = 45;
const WHOLE: usize = 70;

/// From which share on a statement is copied, and how many words that were never met may then stand around it.
const COPIED: usize = 90;
const STRANGE: usize = 3;

/// One word in so many may be another one: a synonym, or a word that was never met around a statement.
const FEW: usize = 5;

impl WordClass {
    /// Tells whether such a word says what a sentence is about.
    fn tells(self) -> bool {
        matches!(self, Self::Content | Self::Name)
    }

    fn of(token: &Token, word: &str, at: usize) -> Option<Self> {
        const GRAMMAR: Classes = Classes::FUNCTION
            .with(Classes::PREPOSITION)
            .with(Classes::DETERMINER)
            .with(Classes::BE)
            .with(lexicon::MODAL);
        Some(match token.kind {
            TokenKind::Mark(_) => return None,
            TokenKind::Name if words::is_item_id(word) => return None,
            TokenKind::Name | TokenKind::Number | TokenKind::Code => Self::Name,
            TokenKind::Word if token.is(Classes::NOT) => Self::Negation,
            TokenKind::Word if words::opens_condition(token) => Self::Condition,
            TokenKind::Word if token.is(GRAMMAR) => Self::Grammar,
            TokenKind::Word => match token.shape {
                Shape::Upper | Shape::Mixed
                    if at > 0 && word.len() > 1 && !token.is(lexicon::MODAL) =>
                {
                    Self::Name
                }
                Shape::Lower | Shape::Title | Shape::Upper | Shape::Mixed => Self::Content,
            },
        })
    }
}
