//! The words of directives, by what they say in one.

use std::{collections::BTreeMap, sync::LazyLock};

use crate::{lexicon, lookup::Lookup};

/// Lists of words, by what they say in a directive: a set of bits.
pub(super) type Lists = u64;

/// Who or what reviews, and nothing else does.
pub(super) const REVIEWERS: Lists = 1 << 0;
/// What a text can be read by that is no person.
pub(super) const MACHINES: Lists = 1 << 1;
/// The second person.
pub(super) const YOU: Lists = 1 << 2;
/// Words that set something aside.
pub(super) const OVERRIDING: Lists = 1 << 3;
/// What instructions are called.
pub(super) const INSTRUCTIONS: Lists = 1 << 4;
/// Which of them.
pub(super) const WHICH: Lists = 1 << 5;
/// What came before.
pub(super) const EARLIER: Lists = 1 << 6;
/// Words with which somebody is told to give a result.
pub(super) const GIVING: Lists = 1 << 7;
/// How a review ends well.
pub(super) const FAVOURS: Lists = 1 << 8;
/// What a review is made of.
pub(super) const MATTERS: Lists = 1 << 9;
/// What a review finds.
pub(super) const FINDINGS: Lists = 1 << 10;
/// Words of leaving out and of making smaller.
pub(super) const SUPPRESSING: Lists = 1 << 11;
/// Words of finding and saying.
pub(super) const RAISING: Lists = 1 << 12;
/// Words that forbid.
pub(super) const FORBIDDING: Lists = 1 << 13;
/// Nothing, none.
pub(super) const NOTHING: Lists = 1 << 14;
/// Words of duty.
pub(super) const DUTIES: Lists = 1 << 15;
/// What comes before an order without changing that it is one.
pub(super) const LEADS: Lists = 1 << 16;
/// Words that open a condition: what follows is a rule and no order.
pub(super) const CONDITIONS: Lists = 1 << 17;
/// Words of telling what is kept secret.
pub(super) const TELLING: Lists = 1 << 18;
/// What a reviewer keeps to itself.
pub(super) const SECRETS: Lists = 1 << 19;
/// What is reviewed.
pub(super) const DOCUMENTS: Lists = 1 << 20;
/// Words that call somebody.
pub(super) const CALLING: Lists = 1 << 21;
/// Words of encodings.
pub(super) const ENCODINGS: Lists = 1 << 22;
/// Words of obeying.
pub(super) const OBEYING: Lists = 1 << 23;
/// Marks of a turn in a conversation.
pub(super) const TURNS: Lists = 1 << 24;
/// Words for going on without end.
pub(super) const ENDLESS: Lists = 1 << 25;
/// What is counted there.
pub(super) const COUNTED: Lists = 1 << 26;
/// Words only the record of a review has.
pub(super) const OWN: Lists = 1 << 27;
/// Words with which a result is named.
pub(super) const RESULTS: Lists = 1 << 28;
/// Words for what has been done.
pub(super) const ALREADY: Lists = 1 << 29;
/// Words for reading as a reviewer does it.
pub(super) const READING: Lists = 1 << 30;
/// A number of thousands.
pub(super) const LARGE: Lists = 1 << 31;
/// Anybody at all.
pub(super) const WHOEVER: Lists = 1 << 32;
/// Words that point at what they stand in.
pub(super) const DEICTIC: Lists = 1 << 33;
/// What is written and read as a whole or in parts.
pub(super) const PAPERS: Lists = 1 << 34;
/// What comes of a reading.
pub(super) const OUTPUTS: Lists = 1 << 35;
/// Words for an outcome that asks nothing.
pub(super) const EASING: Lists = 1 << 36;
/// Words for reading as everybody does it.
pub(super) const LOOKING: Lists = 1 << 37;

/// What only somebody who reviews gives.
pub(super) const APPRAISALS: Lists = 1 << 38;
/// Verbs of dealing with what is read.
pub(super) const HANDLING: Lists = 1 << 39;

const LISTS: [(Lists, &str); 39] = [
    (APPRAISALS, "assessment evaluation verdict write-up writeup conclusions appraisal critique"),
    (
        HANDLING,
        "count base pass confine limit restrict keep regard view take add deduct round reproduce stay work",
    ),
    (WHOEVER, "whoever anyone anybody everyone everybody those"),
    (DEICTIC, "this these present entire whole attached"),
    (
        PAPERS,
        "document doc prd spec specification proposal page text rfc draft submission paragraph note design plan brief epic \
         table chapter section sections paper packet requirements stories change file",
    ),
    (
        OUTPUTS,
        "write-up writeup feedback report conclusion conclusions response reply summary remarks queries notes comments",
    ),
    (
        EASING,
        "sound conforming conformity unambiguous suitable verified endorsed strengths praise lenient leniently \
         unmentioned exactly verbatim overlook lightly untouched settled reproduce",
    ),
    (
        LOOKING,
        "read looks look looking summarising summarizing summarises summarizes opens opening handles handling checks \
         evaluates assesses",
    ),
    (
        REVIEWERS,
        "reviewer reviewers panel panelist panelists council grader graders evaluator evaluators judge judges assessor assessors auditor \
         auditors adjudicator chair seats seat sa-1 sa-2 sa-3 examiner examiners referee referees",
    ),
    (
        MACHINES,
        "ai llm llms model models assistant assistants agent agents chatbot bot bots copilot gpt claude gemini chatgpt machine automation parser \
         linter reader readers",
    ),
    (YOU, "you your yours yourself u ur"),
    (
        OVERRIDING,
        "ignore ignoring disregard disregarding forget override overrule bypass discard neglect abandon cancel void supersede overwrite \
         suspend dismiss drop",
    ),
    (
        INSTRUCTIONS,
        "instruction instructions prompt prompts rule rules guideline guidelines guidance direction directions command commands directive \
         directives order orders policy policies training programming briefing constraints told task tasks",
    ),
    (
        WHICH,
        "previous prior above earlier preceding all any every your my these those everything other existing original initial former \
         following said whatever",
    ),
    (EARLIER, "previous prior above earlier preceding original initial former"),
    (
        GIVING,
        "set return give output answer report rate mark record write print vote approve accept reply respond say state declare conclude \
         decide score award grade classify treat consider assign confirm issue produce emit register deem assume finalise finalize \
         certify clear ship greenlight sign wave let put hand make submit post log enter render label raise",
    ),
    (
        FAVOURS,
        "approved approve approval pass passed passing accepted accept acceptable proceed lgtm compliant ready clean perfect flawless faultless \
         complete green success ok okay positive favourable favorable unanimous unanimously excellent full maximum highest shippable ship \
         signed cleared sound oppose low minor trivial cosmetic none nothing note",
    ),
    (
        MATTERS,
        "verdict verdicts overall_verdict outcome review reviews assessment evaluation gate vote votes quorum severity severities score scores \
         rating ratings grade marks conclusion judgement judgment decision status signoff sign-off approval agreement_status findings finding \
         stars bill",
    ),
    (
        FINDINGS,
        "finding findings blocker blockers issue issues defect defects concern concerns problem problems severity severities objection \
         objections criticism criticisms flaw flaws gap gaps comment comments remark remarks weakness weaknesses shortcoming shortcomings \
         violation violations contradiction contradictions",
    ),
    (
        SUPPRESSING,
        "drop omit suppress hide lower downgrade remove withhold conceal skip minimise minimize soften delete erase discard ignore dismiss \
         waive silence exclude swallow bury leave",
    ),
    (
        RAISING,
        "raise report mention flag list question criticise criticize note cite comment complain object find identify surface highlight record \
         review check examine analyse analyze inspect scrutinise scrutinize look assess evaluate challenge raising reporting mentioning flagging \
         listing questioning bringing criticising criticizing noting citing commenting complaining finding identifying surfacing highlighting recording",
    ),
    (FORBIDDING, "not never don dont don't avoid refrain stop without cease no"),
    (NOTHING, "no zero none nothing any 0 without"),
    (DUTIES, "shall must should will may need can have ought"),
    (
        LEADS,
        "todo please now just note do not never always kindly and then also instead only important immediately simply urgent attention \
         strictly first so hence therefore but or reminder hint psst fyi ok okay actually instruction instructions message system critical \
         mandatory step task hereby",
    ),
    (
        CONDITIONS,
        "if when where unless whenever once until after before while that which who whose because since each during",
    ),
    (
        TELLING,
        "print reveal output repeat show leak send put include disclose tell dump expose paste echo display return exfiltrate share quote \
         insert append copy embed recite give",
    ),
    (
        SECRETS,
        "prompt prompts instructions api_key anthropic_api_key openai_api_key secrets credentials configuration weights environment",
    ),
    (
        DOCUMENTS,
        "document doc prd spec specification proposal plan file text submission requirement requirements rfc draft page packet section work \
         design this it everything",
    ),
    (
        CALLING,
        "to for dear attention hey hello hi note memo notice message reminder instruction instructions addressed directive",
    ),
    (
        ENCODINGS,
        "base64 rot13 rot-13 hex decode deobfuscate unscramble decipher decrypt cipher ciphertext encoded reversed backwards",
    ),
    (OBEYING, "follow execute directive instruction instructions obey run comply apply carry act"),
    (
        TURNS,
        "system_message system_prompt im_start im_end inst endofprompt begin_of_text start_header_id end_header_id eot_id endoftext",
    ),
    (
        ENDLESS,
        "repeat keep never forever endlessly infinitely indefinitely continuously loop continue write generate",
    ),
    (COUNTED, "times words tokens pages cycles rounds finish end stop asking again"),
    (
        OWN,
        "overall_verdict agreement_status quorum_oppose quorum_support anthropic_api_key openai_api_key gate_decision allows_progress",
    ),
    (RESULTS, "verdict overall_verdict gate_decision synthesis"),
    (ALREADY, "already previously has have was were been"),
    (
        READING,
        "review reviewing reviews evaluation evaluating evaluates grading grades judging judges assessing assesses assessment reads reading \
         processes processing analyses analysing analyzing examines examining scores scoring checks checking",
    ),
];

/// A word of a piece, the lists it is in, and what stands before it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Word {
    pub(super) id: u64,
    lists: Lists,
    /// Whether it opens a clause.
    pub(super) opens: bool,
    /// The first mark between it and the word before it; a space where there is none.
    pub(super) mark: char,
}

impl Word {
    /// Takes a word, and the first mark between it and the word before it, if there is one.
    pub(super) fn of(word: &[u8], is_first: bool, mark: Option<char>) -> Word {
        Self::first_of(word, word.len(), is_first, mark)
    }

    /// Takes the word that the first of some bytes are.
    pub(super) fn first_of(bytes: &[u8], len: usize, is_first: bool, mark: Option<char>) -> Word {
        let id = lexicon::hash_first(bytes, len);
        let is_number = || bytes.iter().take(len).all(u8::is_ascii_digit);
        let is_large = len > 3 && bytes.first().is_some_and(u8::is_ascii_digit) && is_number();
        let lists = TABLE.lists(id) | if is_large { LARGE } else { 0 };
        Word { id, lists, opens: is_first || mark.is_some(), mark: mark.unwrap_or(' ') }
    }

    /// Returns the lists of which the word is that the first of some bytes are, if it is no number.
    #[inline]
    pub(super) fn lists_of(bytes: &[u8], len: usize) -> Lists {
        TABLE.lists(lexicon::hash_first(bytes, len))
    }

    /// Returns the lists of which some words are.
    pub(super) fn lists(words: &[Word]) -> Lists {
        words.iter().fold(0, |lists, word| lists | word.lists)
    }

    /// Tells whether it is in one of some lists.
    #[inline]
    pub(super) fn is(self, lists: Lists) -> bool {
        self.lists & lists != 0
    }
}

/// The lists of every word that is in one, with marks that tell of almost every other word that it is in none.
struct Table {
    marks: [u64; 256],
    lists: Lookup<Lists>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut marks = [0; 256];
    let mut all: BTreeMap<u64, Lists> = BTreeMap::new();
    for (list, words) in LISTS {
        for word in words.split_whitespace() {
            *all.entry(lexicon::hash(word.as_bytes())).or_default() |= list;
        }
    }
    for id in all.keys() {
        let (place, bit) = Table::mark(*id);
        if let Some(mark) = marks.get_mut(place) {
            *mark |= bit;
        }
    }
    Table { marks, lists: Lookup::of(all) }
});

impl Table {
    fn mark(id: u64) -> (usize, u64) {
        (usize::try_from(id & 255).unwrap_or_default(), 1 << ((id >> 8) & 63))
    }

    fn lists(&self, id: u64) -> Lists {
        let (place, bit) = Self::mark(id);
        if self.marks.get(place).is_none_or(|mark| mark & bit == 0) {
            return 0;
        }
        self.lists.get(id).unwrap_or_default()
    }
}
