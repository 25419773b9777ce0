//! The question that a statement raises and does not answer: what a reviewer would write beside it.
//!
//! A reviewer who stops at `the service must fetch the rates` asks what happens when they cannot be fetched; at `users can
//! import a list`, what happens to a list that cannot be read. The question follows from what is to be done, which is the verb
//! after `must`, `will` or `can`, or the one that opens an item. It is asked only where neither the statement nor what stands
//! beside it about the same thing speaks of an answer.

use std::{collections::BTreeMap, sync::LazyLock};

use super::{Statement, tokens};
use crate::{
    lexicon::{self, Classes},
    lookup::Lookup,
    model::{Text, Token, TokenKind},
};

/// A question, the verbs that raise it, in the forms that follow a modal, and the words that answer it.
struct Question {
    /// What is left open, before and after the verb.
    open: (&'static str, &'static str),
    raised: &'static str,
    answered: &'static str,
}

const QUESTIONS: [Question; 11] = [
    Question {
        open: ("what happens when `", "` fails, or no answer comes"),
        raised: "call called fetch fetched request requested query queried poll polled download downloaded connect connected \
                 invoke invoked send sent post posted submit submitted notify notified email emailed publish published \
                 contact contacted retrieve retrieved forward forwarded",
        answered: "fail fails failed failure failures error errors timeout timeouts unavailable retry retries retried fallback \
                   offline unreachable outage refused rejected rejects",
    },
    Question {
        open: ("what happens with `", "` when the input is empty, malformed or too large"),
        raised: "upload uploaded import imported parse parsed receive received accept accepted load loaded ingest ingested \
                 paste pasted scan scanned read",
        answered: "invalid malformed empty corrupt corrupted reject rejects rejected error errors maximum limit limits \
                   unsupported missing oversized fail fails failed blank",
    },
    Question {
        open: ("who may `", "`, and whether it can be undone"),
        raised: "delete deleted remove removed overwrite overwritten replace replaced clear cleared revoke revoked archive \
                 archived reset purge purged cancel cancelled canceled discard discarded",
        answered: "admin admins administrator administrators owner owners role roles permission permissions authorized \
                   unauthorized undo undone restore restored confirm confirmation confirms recover recovered irreversible",
    },
    Question {
        open: ("what happens when `", "` meets one that exists already, or two are made at once"),
        raised: "create created add added register registered book booked reserve reserved assign assigned claim claimed \
                 generate generated rename renamed",
        answered: "already duplicate duplicates exists exist unique concurrent concurrently conflict conflicts idempotent \
                   existing twice collision",
    },
    Question {
        open: ("what happens when two `", "` the same thing at once"),
        raised: "update updated edit edited save saved modify modified change changed set",
        answered: "concurrent concurrently conflict conflicts lock locked locks simultaneous simultaneously version versions \
                   stale merge merged optimistic overwrite overwrites",
    },
    Question {
        open: ("how long `", "` holds, and what happens when there is no room"),
        raised: "store stored persist persisted record recorded log logged cache cached keep kept retain retained collect \
                 collected capture captured track tracked",
        answered: "retention days weeks months years delete deleted deletes purge purged expire expires expired evict evicted \
                   rotate rotated maximum limit limits oldest",
    },
    Question {
        open: ("what `", "` gives when there is nothing, and when there is very much"),
        raised: "show shown display displayed list listed search searched filter filtered render rendered sort sorted browse",
        answered: "empty none nothing no page pages pagination paginated maximum limit limits most first truncated",
    },
    Question {
        open: ("what is kept and what is undone when `", "` stops half way"),
        raised: "migrate migrated convert converted copy copied transfer transferred merge merged restore restored sync synced \
                 synchronize synchronized install installed upgrade upgraded deploy deployed",
        answered: "partial partially rollback atomic atomically abort aborted interrupted resume resumed revert reverted fail \
                   fails failed failure half transaction error",
    },
    Question {
        open: ("what happens when `", "` comes again before the last one is done"),
        raised: "run start started trigger triggered execute executed schedule scheduled launch launched process processed retry \
                 retried",
        answered: "concurrent concurrently already running queue queued lock locked skip skipped overlap once times attempts \
                   maximum",
    },
    Question {
        open: ("what `", "` does when none fits, or more than one"),
        raised: "select selected choose chosen pick picked resolve resolved prefer determine determined derive derived match \
                 matched detect detected identify identified",
        answered: "none otherwise multiple several first fallback default ambiguous tie conflict missing error fail fails",
    },
    Question {
        open: ("what becomes of what does not pass `", "`, and who is told"),
        raised: "validate validated verify verified check checked enforce enforced require authenticate authenticated",
        answered: "reject rejects rejected error errors fail fails failed failure message warn warning deny denied refuse \
                   refused invalid otherwise",
    },
];

/// What is known of a word: the question that it raises as a verb, and those that it answers, a bit each.
#[derive(Debug, Clone, Copy, Default)]
struct Known {
    raises: Option<u8>,
    answers: u16,
}

static WORDS: LazyLock<Lookup<Known>> = LazyLock::new(|| {
    let mut words = BTreeMap::<u64, Known>::new();
    for (at, question) in (0..).zip(&QUESTIONS) {
        for word in question.raised.split_whitespace() {
            words.entry(lexicon::id(word)).or_default().raises = Some(at);
        }
        for word in question.answered.split_whitespace() {
            words.entry(lexicon::id(word)).or_default().answers |= 1 << at;
        }
    }
    Lookup::of(words)
});

/// Words between a modal and what is to be done.
static BETWEEN: LazyLock<Lookup<()>> = LazyLock::new(|| {
    let words = "be able to also always only automatically then first immediately allow allows let enable enables support \
                 provide users user operators operator admins clients developers ability the a way for";
    Lookup::of(words.split(' ').map(|word| (lexicon::id(word), ())))
});

fn known(token: &Token) -> Known {
    WORDS.get(token.id).unwrap_or_default()
}

/// Returns what a statement leaves open, in the words of a reviewer; nothing where it raises no question, or one that is
/// answered.
pub(crate) fn left_open(text: &Text<'_>, statement: &Statement) -> Option<String> {
    let verb = acts(text, statement).find(|token| known(token).raises.is_some())?;
    let at = known(verb).raises?;
    let answers =
        |one: &Statement| tokens(text, one).any(|token| known(token).answers & (1 << at) != 0);
    if answers(statement) || beside(text, statement).iter().any(answers) {
        return None;
    }
    let (before, after) = QUESTIONS.get(usize::from(at))?.open;
    Some(format!("{before}{}{after}", text.word(verb).to_ascii_lowercase()))
}

/// Goes through what a statement wants done: the word after each modal, and the one that opens an item.
fn acts<'m>(
    text: &'m Text<'_>,
    statement: &Statement,
) -> impl Iterator<Item = &'m Token> + use<'m> {
    let mut is_next = !tokens(text, statement).any(|token| token.is(lexicon::MODAL));
    tokens(text, statement).filter(move |token| {
        let is_act = is_next && token.kind == TokenKind::Word;
        if token.is(lexicon::MODAL) {
            is_next = true;
            return false;
        }
        let is_passed_over = token.kind != TokenKind::Word || BETWEEN.get(token.id).is_some();
        is_next &= is_passed_over;
        is_act && !is_passed_over
    })
}

/// How many statements before and after one are looked at for an answer.
const BESIDE: usize = 8;

/// Returns the statements beside one, in its section, that speak of the same thing.
fn beside(text: &Text<'_>, statement: &Statement) -> Vec<Statement> {
    let section = |one: &Statement| text.document.section_index(one.span.start);
    let own = section(statement);
    let own_words: Vec<u64> = about(text, statement).collect();
    let all = text.attended().iter().map(|(_, one)| *one);
    let all: Vec<Statement> = all.filter(|one| section(one) == own).collect();
    let here = all.iter().position(|one| one.first == statement.first).unwrap_or_default();
    let near = all.into_iter().skip(here.saturating_sub(BESIDE)).take(2 * BESIDE + 1);
    near.filter(|one| one.first != statement.first)
        .filter(|one| about(text, one).any(|id| own_words.contains(&id)))
        .collect()
}

/// The words of a statement that say what it is about.
pub(crate) fn about<'m>(
    text: &'m Text<'_>,
    statement: &Statement,
) -> impl Iterator<Item = u64> + use<'m> {
    tokens(text, statement)
        .filter(|token| token.is_plain_word() && token.end - token.start > 3)
        .filter(|token| !token.is(Classes::FUNCTION) && !token.is(lexicon::MODAL))
        .map(|token| token.id)
}

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;
    use crate::Model;

    /// Returns what the first requirement of a list leaves open.
    fn asked(requirements: &[&str]) -> Option<String> {
        let list: Vec<String> = requirements.iter().map(|one| format!("- FR-1: {one}\n")).collect();
        let document = format!("# Till\n\n## Requirements\n\n{}", list.concat());
        let packet = markdown_prd("a.md", &document).value;
        let model = Model::of(&packet);
        let text = model.texts.first().unwrap();
        let (_, first) = text.attended().first().unwrap();
        left_open(text, first)
    }

    #[test]
    fn what_is_asked_follows_from_what_is_to_be_done() {
        let cases = [
            (
                "The till must fetch the rates of the day from the bank.",
                Some("what happens when `fetch` fails, or no answer comes"),
            ),
            (
                "Rates will be sent to every shop in the evening of a day.",
                Some("what happens when `sent` fails, or no answer comes"),
            ),
            (
                "The office must allow users to import the list of all articles.",
                Some("what happens with `import` when the input is empty, malformed or too large"),
            ),
            (
                "The clerk can delete the list of a day from the till.",
                Some("who may `delete`, and whether it can be undone"),
            ),
            ("The fetch of the rates must be blue on every till of a shop.", None),
            ("The till is a box with keys that stands beside the door.", None),
        ];
        for (statement, open) in cases {
            assert_eq!(asked(&[statement]).as_deref(), open, "{statement}");
        }
    }

    #[test]
    fn an_answer_in_the_statement_or_beside_it_ends_the_question() {
        let fetch = "The till must fetch the rates of the day from the bank.";
        assert_eq!(
            asked(&[
                "The till must fetch the rates of the day and retry twice where the bank is closed."
            ]),
            None
        );
        assert_eq!(
            asked(&[fetch, "Where the rates cannot be had, the till shows an error to the clerk."]),
            None
        );
        assert!(
            asked(&[fetch, "An error of a printer is written down by the clerk on paper."])
                .is_some()
        );
    }

    #[test]
    fn no_verb_raises_two_questions() {
        let mut verbs: Vec<&str> =
            QUESTIONS.iter().flat_map(|one| one.raised.split_whitespace()).collect();
        let count = verbs.len();
        verbs.sort_unstable();
        verbs.dedup();
        assert_eq!(verbs.len(), count);
    }
}
