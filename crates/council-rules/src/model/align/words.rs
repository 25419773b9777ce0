//! What a word is worth when two statements are compared: its stem, what it means the same as, and what it does.

use std::sync::LazyLock;

use super::{
    statement::{is_peculiar, may_bind},
    wrapper::Wrapping,
};
use crate::{
    lexicon::{self, Classes},
    lookup::Lookup,
    model::{Token, TokenKind},
};

/// What a word does in a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(super) enum Part {
    /// It says what the statement is about.
    #[default]
    Content,
    /// It carries grammar, opens or closes a remark, or says that there is a duty: nothing that tells two statements apart.
    Empty,
    /// It turns the statement round.
    Negation,
    /// It turns round what it is said of: `prohibited`, `out of the question`.
    Refusal,
    /// It opens a condition wherever it stands: `if`, `unless`.
    Condition,
    /// It opens a condition at the beginning of a sentence: `during`, `for`.
    Opener,
    /// It says that something holds in every case.
    Universal,
    /// It says which of several values is meant: `default`, `average`, `initial`.
    Qualifier,
    /// It says which side of a number is meant; without a number it says which value is.
    Bound,
    /// It says that a number is not exact.
    Estimate,
    /// It can belong to the words around a duty: what stands beside it says.
    Frame,
    /// It says that something was, will be, or is only shown: such a statement is no rule.
    Told,
}

/// A word, as it is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Word {
    /// The same for the forms of one word and for words that mean the same.
    pub(super) stem: u32,
    /// How much it tells, in tenths.
    pub(super) weight: u8,
    pub(super) part: Part,
    /// Whether it only says what a statement is about, wherever it stands, as most words do.
    pub(super) is_plain: bool,
    /// Whether it says nothing at all, wherever it stands, as most of the others do.
    pub(super) is_idle: bool,
}

/// How much a word of content tells.
const PLAIN: u8 = 10;

/// How much a word tells that stands in half of all specifications.
pub(super) const COMMON: u8 = 6;

/// How much a word tells that stands beside many quantities.
const MEASURE: u8 = 3;

/// How much a name tells, or a piece of code.
const NAME: u8 = 13;

/// What was looked up, so that a word that comes back is not taken apart again.
pub(super) struct Words {
    seen: Vec<(u64, Word)>,
    /// The words that stood around a statement.
    around: Vec<(u64, Wrapping)>,
}

impl Words {
    /// Makes room for the words of a text with so many tokens.
    pub(super) fn of_text(tokens: usize) -> Self {
        const MOST: usize = 1 << 14;
        let slots = (tokens / 8).next_power_of_two().clamp(64, MOST);
        Self { seen: vec![(0, Word::default()); slots], around: Vec::new() }
    }

    /// Returns how a token is weighed around a statement.
    pub(super) fn around(&mut self, source: &str, token: &Token) -> Wrapping {
        let read = || Wrapping::of(token.span().of(source));
        if token.kind != TokenKind::Word {
            return read();
        }
        if self.around.is_empty() {
            self.around.resize(self.seen.len(), (lexicon::NO_WORD, Wrapping::default()));
        }
        let slot = usize::try_from(token.id >> 20).unwrap_or_default() & (self.around.len() - 1);
        let Some(seen) = self.around.get_mut(slot) else { return read() };
        if seen.0 != token.id {
            *seen = (token.id, read());
        }
        seen.1
    }

    /// Returns what a token is worth; nothing for marks and numbers.
    pub(super) fn of(&mut self, source: &str, token: &Token) -> Option<Word> {
        match token.kind {
            TokenKind::Word => {}
            TokenKind::Name | TokenKind::Code => {
                let text = token.span().of(source);
                let known = PARTS.get(token.id).unwrap_or_default();
                let part = if is_item_id(text) { Part::Empty } else { known };
                let stem = folded(token.id);
                return Some(Word { stem, weight: NAME, part, is_plain: false, is_idle: false });
            }
            TokenKind::Number | TokenKind::Mark(_) => return None,
        }
        let slot = usize::try_from(token.id >> 20).unwrap_or_default() & (self.seen.len() - 1);
        let seen = self.seen.get_mut(slot)?;
        if seen.0 != token.id {
            *seen = (token.id, read(token, token.span().of(source)));
        }
        Some(seen.1)
    }
}

/// Makes an identity shorter.
fn folded(id: u64) -> u32 {
    // The upper half of an identity is mixed into its lower half already.
    u32::try_from(id & u64::from(u32::MAX)).unwrap_or_default()
}

/// Returns the identity of a number that measures nothing: a code, a version, a port.
pub(super) fn number(token: &Token) -> Word {
    let (stem, part) = (folded(token.id), Part::Content);
    Word { stem, weight: PLAIN, part, is_plain: false, is_idle: false }
}

/// Tells whether a name is a letter or two and a number, as the rows of a table are counted: `NF3`.
pub(super) fn is_numbered(text: &str) -> bool {
    let digits = text.trim_start_matches(|c: char| c.is_ascii_uppercase());
    let letters = text.len() - digits.len();
    (1..=4).contains(&letters)
        && (1..=3).contains(&digits.len())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Tells whether a name is the id of a requirement, which says nothing about its content.
pub(super) fn is_item_id(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() <= 12
        && bytes.first().is_some_and(u8::is_ascii_uppercase)
        && bytes.last().is_some_and(u8::is_ascii_digit)
        && bytes.iter().all(|byte| {
            byte.is_ascii_uppercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.')
        })
        && bytes.contains(&b'-')
}

fn read(token: &Token, text: &str) -> Word {
    let part = PARTS.get(token.id).unwrap_or_else(|| {
        let grammar = Classes::FUNCTION.with(Classes::PREPOSITION).with(Classes::DETERMINER);
        if token.is(Classes::NOT) {
            Part::Negation
        } else if token.is(grammar) {
            Part::Empty
        } else {
            Part::Content
        }
    });
    let stem = stem(text);
    let group = GROUPS.get(u64::from(stem));
    let stem = group.unwrap_or(stem);
    let weight = if COMMONS.binary_search(&stem).is_ok() {
        COMMON
    } else if MEASURING.binary_search(&stem).is_ok() {
        MEASURE
    } else {
        PLAIN
    };
    let is_plain = matches!(part, Part::Content | Part::Qualifier) && !is_peculiar(token);
    let is_idle =
        matches!(part, Part::Empty | Part::Universal) && !is_peculiar(token) && !may_bind(token);
    Word { stem, weight, part, is_plain, is_idle }
}

/// Returns the identity of a word without its endings, so that a noun, a verb and its participle are one.
pub(super) fn stem(word: &str) -> u32 {
    const LONGEST: usize = 24;
    let mut letters = [0_u8; LONGEST];
    if word.len() > LONGEST || !word.is_ascii() {
        return folded(lexicon::hash(word.to_lowercase().as_bytes()));
    }
    for (place, byte) in letters.iter_mut().zip(word.bytes()) {
        *place = byte.to_ascii_lowercase();
    }
    let lower = letters.get(..word.len()).unwrap_or_default();
    folded(lexicon::hash(cut(lower)))
}

fn cut(word: &[u8]) -> &[u8] {
    let word = word.strip_suffix(b"'s").unwrap_or(word);
    let inflected = match word.last() {
        Some(b's') => ending(word, b"ies", 3).or_else(|| ending(word, b"es", 4)).or_else(|| {
            ending(word, b"s", 3).filter(|rest| !matches!(rest.last(), Some(b's' | b'u' | b'i')))
        }),
        Some(b'd') => ending(word, b"ied", 3)
            .or_else(|| ending(word, b"ed", 3))
            .or_else(|| ending(word, b"d", 3).filter(|rest| rest.ends_with(b"e"))),
        Some(b'g') => ending(word, b"ing", 3),
        _ => None,
    };
    let inflected = inflected.unwrap_or(word);
    let derived = match inflected.last() {
        Some(b'n') => ending(inflected, b"ation", 4).or_else(|| ending(inflected, b"ion", 4)),
        Some(b't') => ending(inflected, b"ment", 4),
        Some(b'y') => ending(inflected, b"ly", 4),
        _ => None,
    };
    let bare = derived.unwrap_or(inflected);
    let bare = ending(bare, b"e", 3).or_else(|| ending(bare, b"y", 3)).unwrap_or(bare);
    match bare {
        [rest @ .., one, other] if one == other && rest.len() >= 2 => {
            bare.get(..bare.len() - 1).unwrap_or(bare)
        }
        _ => bare,
    }
}

/// Cuts an ending that leaves enough of a word.
fn ending<'a, const N: usize>(word: &'a [u8], ending: &[u8; N], least: usize) -> Option<&'a [u8]> {
    let (rest, own) = word.split_last_chunk::<N>()?;
    (own == ending && rest.len() >= least).then_some(rest)
}

static PARTS: LazyLock<Lookup<Part>> = LazyLock::new(|| {
    let rows = WORDS_BY_PART.iter().flat_map(|(part, list)| {
        list.split_whitespace().map(move |word| (lexicon::hash(word.as_bytes()), *part))
    });
    // Where two lists have a word, the later one counts.
    Lookup::of(rows.rev())
});

static GROUPS: LazyLock<Lookup<u32>> = LazyLock::new(|| {
    let rows = SAME.iter().flat_map(|list| {
        let first = list.split_whitespace().next().map(stem).unwrap_or_default();
        list.split_whitespace().map(move |word| (u64::from(stem(word)), first))
    });
    // Where two lists have a word, the later one counts.
    Lookup::of(rows.rev())
});

static COMMONS: LazyLock<Vec<u32>> = LazyLock::new(|| meanings(COMMON_WORDS));

static MEASURING: LazyLock<Vec<u32>> = LazyLock::new(|| meanings(MEASURING_WORDS));

fn meanings(words: &str) -> Vec<u32> {
    let mut stems: Vec<u32> = words.split_whitespace().map(meaning).collect();
    stems.sort_unstable();
    stems
}

static OPPOSED: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| both_ways(&[RULINGS, ACTS]));

static RULED: LazyLock<Vec<(u32, u32)>> = LazyLock::new(|| both_ways(&[RULINGS]));

fn both_ways(lists: &[&str]) -> Vec<(u32, u32)> {
    let pairs = lists.iter().flat_map(|list| list.split_whitespace());
    let pairs = pairs.filter_map(|pair| pair.split_once('/'));
    let mut both: Vec<(u32, u32)> = pairs
        .map(|(one, other)| (meaning(one), meaning(other)))
        .flat_map(|(one, other)| [(one, other), (other, one)])
        .collect();
    both.sort_unstable();
    both
}

/// Tells whether a word opens a condition wherever it stands, or always one of time.
pub(super) fn opens_condition(token: &Token) -> bool {
    PARTS.get(token.id) == Some(Part::Condition) || token.id == lexicon::id("during")
}

/// Returns the stem of a word, or that of the words that mean the same.
pub(crate) fn meaning(word: &str) -> u32 {
    let stem = stem(word);
    GROUPS.get(u64::from(stem)).unwrap_or(stem)
}

/// Tells whether two stems are of opposite words.
pub(super) fn are_opposite(one: u32, other: u32) -> bool {
    OPPOSED.binary_search(&(one, other)).is_ok()
}

/// Tells whether two stems are of words that rule one thing in opposite ways.
pub(super) fn are_rulings(one: u32, other: u32) -> bool {
    RULED.binary_search(&(one, other)).is_ok()
}

const WORDS_BY_PART: &[(Part, &str)] = &[
    (
        Part::Empty,
        // Openers and closers of remarks, words of agreement and of duty, and adverbs that change nothing.
        "mandatory required expect expects expected obliged obligation need needs needed has have must shall will should ought \
         supposed responsible duty able capable applies apply applied applicable case cases circumstances however therefore \
         furthermore moreover additionally also again always generally thus hence indeed simply just automatically explicitly \
         specifically namely limit limits limited value values bound correctly properly successfully likewise so-called \
         respective corresponding appropriate following above below said given ensure ensures ensuring guarantee guarantees \
         guaranteed exceed exceeds exceeding longer later sooner together overall one there here whole entire own actually \
         really truly clearly obviously importantly contrary earlier drafts agreed confirmed acceptance incumbent compelled \
         compels obligated obligations undertakes undertake committed instructed mandated necessary necessity indispensable \
         imperative compulsory essential vital unavoidable invariably unconditionally strictly categorically absolutely firmly \
         unfailingly acceptable outcome rely relies reiterate restate tasked insists responsibility duties",
    ),
    (
        Part::Negation,
        "not never no cannot can't won't don't doesn't didn't isn't aren't shouldn't mustn't shan't wouldn't couldn't needn't \
         neither nor none nobody nothing refrain refrains refraining avoid avoids avoiding disallow disallows abstain abstains abstaining",
    ),
    (
        Part::Refusal,
        "prohibited forbidden forbid forbids prohibit prohibits disallowed impermissible banned exempt barred excused precluded unable incapable",
    ),
    (
        Part::Condition,
        "if when whenever while unless until once except where provided whether whereas assuming otherwise else lest",
    ),
    (
        Part::Opener,
        "during for in on at upon after before under with without given per within by from via following",
    ),
    (Part::Universal, "every all any each always everywhere"),
    (
        Part::Qualifier,
        "default defaults average mean median peak typical worst best initial initially first second third final next previous last \
         soft hard cold warm recommended stretch target warning baseline legacy old new current future p50 p75 p90 p95 p99 \
         p999 percentile total per-user partial full single multiple nightly daily hourly weekly monthly yearly idle burst sustained \
         additional extra other another remaining subsequent original critical high medium low normal small large",
    ),
    (Part::Bound, "maximum max minimum min least most"),
    (
        Part::Frame,
        "optional alternative instructions orders contract oath ability aloof attempt attempts authority away blocked business cease ceases choice clear debarred debatable \
         decline declines denied desist desists deterred disabled discouraged disqualified eschew eschews exception \
         exceptions excluded excuse exempted fail failing fails foiled forget forgo forgoes freedom hesitate illegal \
         impossible improper inadmissible intolerable keep keeps kept licence license mandate neglect negotiable off \
         omit option permission prevented privilege question refuse refused refuses rejected resist restrained \
         restricted revoked right short shun shuns stand stands stay stays steer steers stop stopped stops suspended \
         thwarted unacceptable unlawful voluntary way withdrawn withheld wrong",
    ),
    (
        Part::Estimate,
        "about around approximately approx roughly estimated estimate nearly circa almost typically usually",
    ),
    (
        Part::Told,
        "previously formerly currently today was were instead originally increased reduced decreased e.g suppose \
         imagine alternatively historically",
    ),
];

/// Words that mean the same in a specification; the first stands for all.
const SAME: &[&str] = &[
    "show shown display present render visualize visualise",
    "delete remove erase purge",
    "store save persist keep kept retain retention hold held preserve storing",
    "send sent transmit dispatch deliver sending",
    "create make made making generate produce build built",
    "provide offer supply",
    "support handle",
    "allow let permit enable letting",
    "check verify validate confirm validation verification examine",
    "reject refuse decline deny",
    "accept admit",
    "log record recording",
    "update refresh modify change edit",
    "include contain carry comprise",
    "use employ utilize utilise using used uses",
    "detect notice spot recognize recognise",
    "prevent stop block",
    "retry repeat retries retried",
    "fetch retrieve get load obtain getting",
    "execute run perform running ran",
    "report announce tell",
    "notify inform alert notification",
    "write output written wrote",
    "return respond reply answer response",
    "user person people end-user customer users",
    "system application product app software program",
    "request call query",
    "error fault failure fail failing",
    "message note",
    "file document",
    "list listing",
    "data information",
    "page screen view",
    "concurrent simultaneous simultaneously parallel concurrently",
    "expire expiry expiration timeout time-out",
    "begin start launch",
    "end finish terminate complete completion",
    "maximum max",
    "minimum min",
    "configure configuration config setting settings",
    "authenticate authentication login log-in signin sign-in",
    "invalid malformed",
    "existing present",
    "item entry entries record",
    "folder directory",
    "admin administrator",
    "choose select pick selection",
    "upload uploading uploads",
    "latency delay",
    "encrypt encryption encrypted",
    "identical same",
    "immediate immediately instantly instant",
];

/// Words of half of all specifications.
const COMMON_WORDS: &str = "system user data value support provide use create show list service feature request return \
     information set type name number time allow function component process option new make work handle include operation";

/// Words that say no more than the quantity beside them.
const MEASURING_WORDS: &str =
    "latency delay duration take complete finish respond ttl lifetime live last size length limit";

/// Words that exclude each other where one duty has the one and another duty has the other.
/// Words that rule one thing in opposite ways: both cannot hold.
const RULINGS: &str = "allow/reject allow/forbid allow/prohibit allow/prevent accept/reject accept/refuse include/exclude \
     include/omit require/forbid require/prohibit mandatory/optional required/optional synchronous/asynchronous \
     ascending/descending public/private visible/hidden sensitive/insensitive case-sensitive/case-insensitive skip/run \
     ignore/honour ignore/honor ignore/respect automatic/manual automatically/manually mutable/immutable online/offline \
     stateless/stateful include/ignore continue/abort continue/prevent encrypted/unencrypted \
     authenticated/unauthenticated skip/execute skip/process block/allow omit/include";

/// Words for what is done and undone: both can hold, one after the other.
const ACTS: &str = "enable/disable create/delete activate/deactivate show/hide reveal/conceal expose/hide expose/conceal store/delete \
     store/discard add/delete start/prevent open/close lock/unlock grant/revoke encrypt/decrypt increase/decrease \
     connect/disconnect install/uninstall before/after overwrite/store append/overwrite";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_of_a_word_have_one_stem() {
        for forms in [
            &["deliver", "delivers", "delivered", "delivery", "delivering"][..],
            &["expire", "expires", "expired", "expiration"],
            &["log", "logs", "logged", "logging"],
            &["process", "processes", "processing"],
            &["session", "Sessions", "session's"],
            &["retry", "retries", "retried"],
            &["concurrent", "concurrently"],
        ] {
            let first = stem(forms[0]);
            for form in forms {
                assert_eq!(stem(form), first, "{form}");
            }
        }
        assert_ne!(stem("export"), stem("import"));
        assert_ne!(stem("class"), stem("clasp"));
    }

    #[test]
    fn words_that_mean_the_same_are_one_and_opposites_are_not() {
        assert_eq!(meaning("kept"), meaning("storing"));
        assert_eq!(meaning("retained"), meaning("stored"));
        assert_eq!(meaning("displays"), meaning("showing"));
        assert!(are_opposite(meaning("accept"), meaning("rejects")));
        assert!(are_opposite(meaning("hides"), meaning("displayed")));
        assert!(!are_opposite(meaning("accept"), meaning("store")));
    }

    #[test]
    fn an_id_of_a_requirement_is_told_from_a_name() {
        assert!(is_item_id("FR-001") && is_item_id("NFR-SEC-12"));
        assert!(!is_item_id("p95") && !is_item_id("HTTP_200") && !is_item_id("utf-8"));
    }
}
