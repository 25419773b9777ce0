//! From passages to sentences: which of them bind, which are labels, questions, asides.

use council_core::packet::{Passage, Span};

use super::{
    Capital, Marks, Quantity, Sentence, Shape, Text, Token, TokenKind,
    place::Places,
    role::{Asked, Roles},
    sentence, token,
};
use crate::lexicon::{self, Classes, Triggers};

/// The words of every passage, and its sentences before it is known where they stand.
pub(super) struct Wording {
    tokens: Vec<Token>,
    quantities: Vec<Quantity>,
    unlisted: Unlisted,
    unplaced: Vec<Unplaced>,
}

/// A sentence before it is known where it stands.
struct Unplaced {
    passage: u32,
    /// Its tokens.
    first: u32,
    after: u32,
    /// Its quantities.
    first_quantity: u32,
    after_quantity: u32,
    /// Whether it is the first of its passage.
    opens: bool,
    gist: Gist,
}

/// Reads the tokens of every passage, and where its sentences begin and end.
pub(super) fn words(source: &str, passages: &[Passage]) -> Wording {
    // Room that is never used costs nothing, and a list that grew step by step would be held twice at each step.
    let most = passages.len() + source.len() / SHORT;
    let mut tokens = Vec::with_capacity(source.len() / 5);
    let mut quantities = Vec::new();
    let mut unlisted = Unlisted { small: Vec::new(), capitals: Vec::with_capacity(most) };
    let mut unplaced: Vec<Unplaced> = Vec::with_capacity(most);
    let lexicon = lexicon::table();
    for (index, passage) in passages.iter().enumerate() {
        let from = tokens.len();
        token::read(source, passage.span, lexicon, &mut tokens);
        let own = tokens.get(from..).unwrap_or_default();
        if own.is_empty() {
            continue;
        }
        for (first, after) in sentence::split(source, own) {
            let range = own.get(first..after).unwrap_or_default();
            if range.is_empty() {
                continue;
            }
            let gist = Gist::of(range, number(unplaced.len()), &mut unlisted);
            let first_quantity = number(quantities.len());
            if gist.classes.intersects(Classes::NUMBER) {
                Quantity::read(source, range, &mut quantities);
            }
            unplaced.push(Unplaced {
                passage: number(index),
                first: number(from + first),
                after: number(from + after),
                first_quantity,
                after_quantity: number(quantities.len()),
                opens: first == 0,
                gist,
            });
        }
    }
    Wording { tokens, quantities, unlisted, unplaced }
}

/// Says of every sentence where it stands and what part it plays.
pub(super) fn place(text: &mut Text<'_>, wording: Wording) {
    let Wording { tokens, quantities, unlisted, unplaced } = wording;
    let passages = std::mem::take(&mut text.passages);
    let mut roles = Roles::of(text);
    let mut places = Places::of(text.document, &text.meanings);
    let mut sentences = Vec::with_capacity(unplaced.len());
    let mut marks = Vec::with_capacity(unplaced.len());
    let mut rest = unplaced.as_slice();
    for (index, passage) in (0_u32..).zip(&passages) {
        let mut place = places.next(passage);
        let count = rest.iter().take_while(|sentence| sentence.passage == index).count();
        let (own, others) = rest.split_at_checked(count).unwrap_or_default();
        rest = others;
        for sentence in own {
            let range = tokens.get(sentence.first as usize..sentence.after as usize);
            let range = range.unwrap_or_default();
            let (Some(head), Some(tail)) = (range.first(), range.last()) else {
                continue;
            };
            let span = Span::new(head.start as usize, tail.end as usize);
            let opens = sentence.opens;
            if !opens {
                place = places.within(place, span.start);
            }
            let Gist { classes, triggers, words } = sentence.gist;
            let role = roles.next(&Asked { passage, place, tokens: range, classes, words, opens });
            marks.push(Marks { classes, triggers });
            sentences.push(Sentence {
                first: sentence.first,
                after: sentence.after,
                span,
                passage: index,
                role,
                meaning: place.meaning,
                classes,
                triggers,
                first_quantity: sentence.first_quantity,
                after_quantity: sentence.after_quantity,
                opens,
            });
        }
    }
    text.labelled = places.into_labelled();
    text.passages = passages;
    text.tokens = tokens;
    text.sentences = sentences;
    text.marks = marks;
    text.quantities = quantities;
    text.small = unlisted.small;
    text.capitals = unlisted.capitals;
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// What one look at the tokens of a sentence tells.
#[derive(Clone, Copy)]
struct Gist {
    /// The classes of all words and phrases that are not quoted.
    classes: Classes,
    /// The rules that any word triggers.
    triggers: Triggers,
    /// How many words there are.
    words: usize,
}

/// How long a short sentence is, in bytes.
const SHORT: usize = 16;

/// Words that are in no list.
struct Unlisted {
    small: Vec<u64>,
    capitals: Vec<Capital>,
}

impl Gist {
    /// Looks at the tokens of a sentence, and notes those that are in no list.
    fn of(tokens: &[Token], sentence: u32, unlisted: &mut Unlisted) -> Gist {
        let mut gist = Gist { classes: Classes::NONE, triggers: Triggers::default(), words: 0 };
        let (mut last, mut duties, mut demand) = (0, 0, None);
        for (at, token) in tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Word => {
                    gist.words += 1;
                    if token.id == last {
                        gist.add(Classes::DOUBLED);
                    }
                    if token.classes == Classes::NONE {
                        unlisted.take(token, sentence, at, tokens.get(at + 1));
                    }
                    if token.is(Classes::TRIGGER) {
                        gist.trigger(token);
                    }
                    // Capitals with dots between them can stand for words: `T.B.S.`
                    if token.end == token.start + 1 && token.shape != Shape::Lower {
                        gist.add(Classes::SLOT);
                    }
                }
                TokenKind::Name | TokenKind::Code => {
                    unlisted.capital(token, sentence, at, tokens.get(at + 1));
                    gist.trigger(token);
                    // Only what stands in angle brackets is a name in small letters.
                    if token.kind == TokenKind::Name && token.shape == Shape::Lower {
                        gist.add(Classes::SLOT);
                    }
                }
                TokenKind::Number => gist.add(Classes::NUMBER),
                TokenKind::Mark(b'<' | b'>' | b'l' | b'g') => gist.add(Classes::COMPARES),
                TokenKind::Mark(
                    b'[' | b'{' | b'(' | b'?' | b'_' | b'e' | b'@' | b'#' | b'$' | b'%',
                ) => gist.add(Classes::SLOT),
                // Two dashes can frame a remark.
                TokenKind::Mark(b'-') if last == u64::from(b'-') => gist.add(Classes::SLOT),
                TokenKind::Mark(_) => {}
            }
            last = token.id;
            // A word that follows at once leaves no room for a blank.
            if demand.is_some_and(|end| token.kind != TokenKind::Word || token.start > end + 1) {
                gist.add(Classes::BLANK);
            }
            let demands = token.is(Classes::MUST.with(Classes::SHOULD));
            demand = demands.then_some(token.end);
            if token.quoted {
                continue;
            }
            gist.add(token.classes);
            duties += u32::from(token.is(Classes::MUST));
            if token.is(Classes::PHRASE)
                && let Some((_, classes)) = sentence::phrase_at(tokens, at)
            {
                gist.add(classes);
            }
        }
        if duties > 1 {
            gist.add(Classes::SEVERAL_DUTIES);
        }
        gist
    }

    fn add(&mut self, classes: Classes) {
        self.classes = self.classes.with(classes);
    }

    fn trigger(&mut self, token: &Token) {
        self.triggers = self.triggers.with(lexicon::triggers(token.id));
    }
}

impl Unlisted {
    /// Takes a word that is in no list.
    fn take(&mut self, token: &Token, sentence: u32, at: usize, next: Option<&Token>) {
        if token.shape != Shape::Lower {
            self.capital(token, sentence, at, next);
        } else if token.span().len() <= SMALL {
            self.small.push(token.id);
        }
    }

    fn capital(&mut self, token: &Token, sentence: u32, at: usize, next: Option<&Token>) {
        let explains = |next: &Token| match next.kind {
            TokenKind::Mark(mark) => matches!(mark, b'(' | b')' | b'=' | b':' | b'-'),
            TokenKind::Word => EXPLAINING.contains(&next.id),
            TokenKind::Name | TokenKind::Number | TokenKind::Code => false,
        };
        self.capitals.push(Capital {
            sentence,
            at: number(at),
            id: token.id,
            is_upper: token.kind == TokenKind::Word && token.shape == Shape::Upper,
            is_mixed: token.kind == TokenKind::Name && token.shape == Shape::Mixed,
            is_followed: next.is_some_and(explains),
        });
    }
}

/// Verbs that explain the word before them.
const EXPLAINING: [u64; 2] = lexicon::ids(["stands", "means"]);

/// The longest word that could also be an abbreviation.
const SMALL: usize = 6;
