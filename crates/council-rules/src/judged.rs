//! Whether there was anything to judge. Nothing judged is not a pass: who reads an empty page finds nothing wrong with it.

mod past;

use std::sync::LazyLock;

use council_core::packet::PassageKind;
use memchr::memmem;

use crate::{
    lexicon,
    model::{Kind, Model, Role, Sentence, Text, Token, TokenKind, letters, role},
    wording,
};

/// Why a document was not judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NotJudged {
    /// There is nothing in it.
    Empty,
    /// There are no words in it beside code and links.
    NoProse,
    /// Its words are not English, as far as the rules can tell.
    NotEnglish,
    /// All it says are a template's own words.
    Template,
    /// It is a licence.
    Licence,
    /// It tells an assistant what to do: a prompt, a command, a set of rules for an editor.
    Prompt,
    /// Nothing in it could be a requirement: headings, names, single words.
    NoStatement,
}

impl NotJudged {
    /// Every reason.
    pub const ALL: [NotJudged; 7] = [
        NotJudged::Empty,
        NotJudged::NoProse,
        NotJudged::NotEnglish,
        NotJudged::Template,
        NotJudged::Licence,
        NotJudged::Prompt,
        NotJudged::NoStatement,
    ];

    /// Returns its name in the machine formats.
    pub fn word(self) -> &'static str {
        match self {
            NotJudged::Empty => "empty",
            NotJudged::NoProse => "no_prose",
            NotJudged::NotEnglish => "not_english",
            NotJudged::Template => "template",
            NotJudged::Licence => "licence",
            NotJudged::Prompt => "prompt",
            NotJudged::NoStatement => "no_statement",
        }
    }

    /// Says it in a few words.
    pub fn says(self) -> &'static str {
        match self {
            NotJudged::Empty => "it is empty",
            NotJudged::NoProse => "it holds only code or links",
            NotJudged::NotEnglish => "it is not English, as far as the rules can tell",
            NotJudged::Template => "it holds only a template's own words",
            NotJudged::Licence => "it is a licence",
            NotJudged::Prompt => "it is a prompt for an assistant",
            NotJudged::NoStatement => "it has no statement that could be a requirement",
        }
    }
}

/// Counts the statements of a packet that could be requirements, or says why it was not judged: the reason of its first
/// document, if nothing in any of them could be judged.
pub fn judged(model: &Model<'_>) -> Result<usize, NotJudged> {
    let each: Vec<Result<usize, NotJudged>> = model.texts.iter().map(Text::judged).collect();
    let statements: usize = each.iter().flatten().sum();
    if statements > 0 {
        return Ok(statements);
    }
    Err(each.into_iter().find_map(Result::err).unwrap_or(NotJudged::Empty))
}

/// Tells whether a document that nobody named is one to judge: the pages that lie in every repository are not.
pub fn is_specification(text: &Text<'_>) -> bool {
    let path = text.document.path();
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.split('.').next().unwrap_or(name).to_ascii_lowercase();
    let is_about_the_repository = ABOUT.iter().any(|own| stem.replace('-', "_") == *own);
    let is_plain = text.kind == Kind::Page && text.document.requirements.is_empty();
    !(is_about_the_repository && is_plain) && text.judged().is_ok()
}

/// What pages are called that are about a repository and not about what is to be built.
const ABOUT: [&str; 13] = [
    "authors",
    "changelog",
    "changes",
    "code_of_conduct",
    "contributing",
    "contributors",
    "governance",
    "history",
    "licence",
    "license",
    "maintainers",
    "notice",
    "readme",
];

/// The fewest words of a statement.
const FEWEST_WORDS: usize = 3;

pub(crate) fn of_text(text: &Text<'_>) -> Result<usize, NotJudged> {
    let whole = text.document.text();
    if !whole.chars().any(char::is_alphanumeric) {
        return Err(NotJudged::Empty);
    }
    if text.function.is_some() {
        return Ok(text.sentences.len().max(1));
    }
    if is_licence(whole) {
        return Err(NotJudged::Licence);
    }
    let is_bare = text.document.requirements.is_empty();
    if is_for_assistant(whole) || is_bare && is_cast(whole) {
        return Err(NotJudged::Prompt);
    }
    if is_foreign(text) {
        return Err(NotJudged::NotEnglish);
    }
    let said: Vec<&Sentence> = text.sentences.iter().filter(|one| is_said(text, one)).collect();
    if said.is_empty() {
        let has_prose =
            text.sentences.iter().any(|one| one.role != Role::Aside && !is_link(slice(text, one)));
        return Err(if has_prose { NotJudged::NoStatement } else { NotJudged::NoProse });
    }
    // What the reader of the packet took for a requirement or a story is one.
    let (statements, can_be_built) = said
        .iter()
        .filter(|one| !is_template(slice(text, one)))
        .fold((0, !is_bare), |(count, any), one| (count + 1, any || could_be_required(text, one)));
    match (statements, can_be_built) {
        (0, _) => Err(NotJudged::Template),
        (_, false) => Err(NotJudged::NoStatement),
        (_, true) => Ok(statements),
    }
}

/// Tells whether somebody could build or test a sentence. Aims, reasons, examples, questions and what was done are no
/// requirements, whatever else a document may need them for.
fn could_be_required(text: &Text<'_>, sentence: &Sentence) -> bool {
    match sentence.role {
        Role::Requirement
        | Role::Criterion
        | Role::Given
        | Role::When
        | Role::Then
        | Role::Constraint
        | Role::Decision => true,
        Role::Goal => role::is_story(text.tokens(sentence)),
        Role::Statement => !past::is_told(text, text.tokens(sentence)),
        Role::NonGoal
        | Role::Definition
        | Role::Example
        | Role::Rationale
        | Role::Question
        | Role::History
        | Role::Template
        | Role::Label
        | Role::Aside => false,
    }
}

/// Tells whether a sentence is the document's own and long enough to require something.
fn is_said(text: &Text<'_>, sentence: &Sentence) -> bool {
    let Some(passage) = text.passage(sentence) else { return false };
    let is_own = match passage.kind {
        PassageKind::Paragraph
        | PassageKind::Item
        | PassageKind::Cell
        | PassageKind::Value
        | PassageKind::Remark => passage.quotes == 0,
        PassageKind::Heading | PassageKind::Head | PassageKind::Html => false,
    };
    let is_own = is_own && sentence.role != Role::Aside;
    let is_word = |kind: TokenKind| matches!(kind, TokenKind::Word | TokenKind::Name);
    let words = || text.tokens(sentence).iter().filter(|token| is_word(token.kind));
    is_own && words().nth(FEWEST_WORDS - 1).is_some() && !is_link(slice(text, sentence))
}

fn slice<'a>(text: &Text<'a>, sentence: &Sentence) -> &'a str {
    let said = text.slice(sentence.span);
    let said = said.strip_suffix('.').unwrap_or(said);
    // Nearly every sentence begins and ends with a letter.
    let is_bare = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    if is_bare(said.as_bytes().first()) && is_bare(said.as_bytes().last()) {
        return said;
    }
    said.trim_matches(|c: char| c.is_whitespace() || "-*+.".contains(c))
}

/// Tells whether a text is a link and nothing else.
fn is_link(text: &str) -> bool {
    let is_address = |text: &str| text.starts_with("http://") || text.starts_with("https://");
    let is_one_word = !text.contains(char::is_whitespace);
    // A picture is one, whatever is said of it, and its address is no part of a sentence.
    let is_picture = text.starts_with("![") && !text.contains(']');
    let text = text.trim_start_matches('!');
    is_picture
        || (text.starts_with('[') && text.ends_with(')') && text.contains("]("))
        || (is_one_word && (is_address(text) || is_address(text.trim_start_matches('<'))))
}

/// Tells whether a text leaves a place to be filled in, in the brackets of a template: `[describe the feature]`.
fn is_template(text: &str) -> bool {
    if memchr::memchr3(b'[', b'{', b'<', text.as_bytes()).is_none() {
        return false;
    }
    [('[', ']'), ('{', '}'), ('<', '>')].into_iter().any(|(open, close)| {
        text.split(open).skip(1).filter_map(|rest| rest.split_once(close)).any(|(inside, after)| {
            let words = inside.split_whitespace().count();
            // In other brackets these are code; in square ones a template gives examples.
            let is_code = open != '[' && inside.contains(['=', '"', ':']);
            words >= 2 && !is_code && !after.starts_with(['(', '[', ':'])
        })
    })
}

/// How licences begin.
const LICENCES: [&str; 5] = [
    "permission is hereby granted",
    "apache license",
    "gnu general public license",
    "mozilla public license",
    "redistribution and use in source and binary forms",
];

fn is_licence(text: &str) -> bool {
    let head: String = text.chars().take(400).flat_map(char::to_lowercase).collect();
    LICENCES.iter().any(|words| head.contains(words)) && !head.contains("requirement")
}

/// The keys by which an editor or an assistant knows a prompt, a command or a rule of its own.
const PROMPT_KEYS: [&str; 8] = [
    "allowed-tools",
    "alwaysapply",
    "applyto",
    "argument-hint",
    "chatmode",
    "globs",
    "handoffs",
    "disable-model-invocation",
];

/// Tells whether a text is made for an assistant: by the keys of its front matter, or by the mark that is replaced with what a
/// user typed.
fn is_for_assistant(text: &str) -> bool {
    let (keys, body) = front_matter(text);
    let mut keys = keys.lines().filter_map(|line| line.split_once(':'));
    keys.any(|(key, _)| PROMPT_KEYS.iter().any(|own| key.eq_ignore_ascii_case(own)))
        || memmem::find_iter(body.as_bytes(), MARK).any(|at| is_alone(body, at))
}

/// The mark that is replaced with what a user typed.
const MARK: &[u8] = b"$ARGUMENTS";

/// Tells whether nothing but the mark stands on its line.
fn is_alone(text: &str, at: usize) -> bool {
    let (before, after) = text.split_at_checked(at).unwrap_or_default();
    let before = before.rsplit('\n').next().unwrap_or_default();
    let line = after.split('\n').next().unwrap_or_default();
    before.trim_start().is_empty() && line.trim_end().len() == MARK.len()
}

/// Tells whether a text begins by giving its reader a part: `You are a careful clerk`.
fn is_cast(text: &str) -> bool {
    let (_, body) = front_matter(text);
    let mut lines = body.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '-', '>']));
    first.is_some_and(|line| line.starts_with("You are "))
}

/// Returns the front matter of a text, which may be empty, and the rest.
fn front_matter(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    let parts = text.strip_prefix("---\n").and_then(|rest| rest.split_once("\n---"));
    parts.unwrap_or(("", text))
}

/// The fewest words by which a language is told from its share of small words.
const TELLING: usize = 12;

/// Words that are frequent in other languages of Latin letters and no English words.
const FOREIGN: [&str; 66] = [
    "aber", "als", "att", "auf", "aux", "avec", "bei", "cette", "che", "como", "das", "dans",
    "debe", "deberá", "degli", "deve", "dem", "den", "der", "det", "doit", "een", "ein", "eine",
    "einen", "el", "est", "et", "être", "für", "gli", "het", "il", "ist", "jest", "kann", "las",
    "les", "los", "mit", "moet", "muss", "müssen", "nach", "nicht", "nie", "não", "och", "oder",
    "oraz", "para", "pas", "pour", "que", "qui", "ska", "soll", "su", "sur", "und", "une", "uma",
    "van", "voor", "werden", "wird",
];

/// Tells whether the words are not English: other letters, or more of the small words of other languages than of its own.
fn is_foreign(text: &Text<'_>) -> bool {
    let (mut latin, mut other) = (0_usize, 0_usize);
    let (mut words, mut english, mut foreign) = (0_usize, 0_usize, 0_usize);
    let small_words = &*SMALL_WORDS;
    for passage in text.passages.iter().filter(|one| one.kind != PassageKind::Html) {
        let mut rest = text.slice(passage.span);
        while !rest.is_empty() {
            // Most words are in ASCII, and most are followed by one mark that is.
            let bytes = rest.as_bytes();
            let len = letters::run(bytes);
            if bytes.get(len).is_none_or(u8::is_ascii) {
                words += usize::from(len > 0);
                latin += len;
                match small_words.language(bytes, len) {
                    Some(Language::English) => english += 1,
                    Some(Language::Other) => foreign += 1,
                    None => {}
                }
                rest = rest.get(len + 1..).unwrap_or_default();
                continue;
            }
            let (word, after) = next_word(rest);
            rest = after;
            if word.is_empty() {
                continue;
            }
            words += 1;
            let all = word.chars().count();
            let own = word.chars().filter(|letter| is_latin(*letter)).count();
            latin += own;
            other += all - own;
            let word = word.to_lowercase();
            english += usize::from(ENGLISH.contains(&word.as_str()));
            foreign += usize::from(FOREIGN.contains(&word.as_str()));
        }
    }
    if other > latin {
        return true;
    }
    let has_others = match words {
        0..TELLING => foreign > 1 && foreign > 2 * english,
        _ => foreign > english && foreign * 12 >= words,
    };
    has_others || (english * 4 < words && has_unknown_words(text))
}

/// Tells whether hardly a word is one that English has. Lists of the small words of other languages do not end.
fn has_unknown_words(text: &Text<'_>) -> bool {
    /// Fewer words are names, and so many tell the language of any text.
    const FEWEST: usize = 5;
    const MOST: usize = 200;
    let tokens = text.sentences.iter().flat_map(|sentence| text.tokens(sentence));
    let is_word = |token: &&Token| {
        let word = text.slice(token.span());
        matches!(token.kind, TokenKind::Word | TokenKind::Name)
            && word.chars().nth(2).is_some()
            && word.chars().any(char::is_lowercase)
    };
    let (mut words, mut known) = (0_usize, 0_usize);
    for token in tokens.filter(is_word).take(MOST) {
        words += 1;
        known += usize::from(wording::is_english(token.id));
    }
    words >= FEWEST && known * 4 < words
}

/// Returns the first word of a text, which may be empty, and what follows it and what is no letter.
fn next_word(text: &str) -> (&str, &str) {
    let len = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let (word, after) = text.split_at_checked(len).unwrap_or((text, ""));
    let mark = after.chars().next().map_or(0, char::len_utf8);
    (word, after.get(mark..).unwrap_or_default())
}

/// Whose small word a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Language {
    English,
    Other,
}

/// The small words in ASCII, by their identity: they are asked for every word of a document.
struct SmallWords {
    slots: [Option<(u64, Language)>; Self::SLOTS],
    /// A bit for each length of those that begin with a letter: most other words are told by that.
    lengths: [u8; 32],
}

impl SmallWords {
    const SLOTS: usize = 1 << 10;

    /// The length of the longest of them.
    const LONGEST: usize = 7;

    fn build() -> Self {
        let mut words = Self { slots: [None; Self::SLOTS], lengths: [0; 32] };
        let english = ENGLISH.iter().map(|word| (word, Language::English));
        let other = FOREIGN.iter().filter(|word| word.is_ascii());
        for (word, language) in english.chain(other.map(|word| (word, Language::Other))) {
            let id = lexicon::id(word);
            let free = Self::places(id).find(|at| words.slots.get(*at) == Some(&None));
            if let Some(lengths) = words.lengths.get_mut(Self::letter(word.as_bytes())) {
                *lengths |= 1 << word.len();
            }
            if let Some(slot) = free.and_then(|at| words.slots.get_mut(at)) {
                *slot = Some((id, language));
            }
        }
        words
    }

    fn places(id: u64) -> impl Iterator<Item = usize> {
        let first = usize::try_from(id & 0xffff).unwrap_or_default();
        (0..Self::SLOTS).map(move |step| (first + step) & (Self::SLOTS - 1))
    }

    /// Returns the place of a first letter, whatever its case.
    fn letter(word: &[u8]) -> usize {
        word.first().map_or(0, |first| usize::from(first & 31))
    }

    /// Returns whose the word is that the first bytes are.
    fn language(&self, bytes: &[u8], len: usize) -> Option<Language> {
        if len == 0 || len > Self::LONGEST {
            return None;
        }
        let lengths = self.lengths.get(Self::letter(bytes)).copied().unwrap_or_default();
        if lengths >> len & 1 == 0 {
            return None;
        }
        let id = lexicon::hash_first(bytes, len);
        let mut known = Self::places(id).map_while(|at| *self.slots.get(at)?);
        known.find_map(|(own, language)| (own == id).then_some(language))
    }
}

static SMALL_WORDS: LazyLock<SmallWords> = LazyLock::new(SmallWords::build);

fn is_latin(letter: char) -> bool {
    letter.is_ascii() || ('\u{c0}'..='\u{24f}').contains(&letter)
}

/// The small words of English.
const ENGLISH: [&str; 38] = [
    "a", "after", "all", "an", "and", "any", "are", "as", "at", "be", "by", "can", "each", "every",
    "for", "from", "has", "have", "if", "in", "is", "it", "must", "not", "of", "on", "or", "shall",
    "should", "than", "that", "the", "their", "this", "to", "when", "will", "with",
];

#[cfg(test)]
mod tests {
    use council_formats::packet::markdown_prd;

    use super::*;

    fn of(text: &str) -> Result<usize, NotJudged> {
        judged(&Model::of(&markdown_prd("a.md", text).value))
    }

    #[test]
    fn the_small_words_are_found_whatever_their_case_and_others_are_not() {
        let of = |word: &str| SMALL_WORDS.language(word.as_bytes(), word.len());
        for word in ENGLISH {
            assert_eq!(of(word), Some(Language::English), "{word}");
            assert_eq!(of(&word.to_uppercase()), Some(Language::English), "{word}");
        }
        for word in FOREIGN.iter().filter(|word| word.is_ascii()) {
            assert_eq!(of(word), Some(Language::Other), "{word}");
        }
        for word in ["", "an apple", "export", "undo", "therefore", "requirements"] {
            assert_eq!(of(word), None, "{word}");
        }
        let longest = ENGLISH.iter().chain(&FOREIGN).map(|word| word.len()).max();
        assert_eq!(longest, Some(SmallWords::LONGEST));
    }

    #[test]
    fn words_are_told_apart_by_letters_of_any_script() {
        let words = |mut text: &'static str| {
            let mut words = Vec::new();
            while !text.is_empty() {
                let (word, after) = next_word(text);
                words.extend(Some(word).filter(|word| !word.is_empty()));
                text = after;
            }
            words
        };
        for text in ["", "one", "a—b c", "für, größe: 12 x3 é", "— “the” end…", "ünder übe rün"]
        {
            let split = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
            assert_eq!(words(text), split.collect::<Vec<_>>(), "{text}");
        }
    }

    #[test]
    fn nothing_to_judge_is_said_with_its_reason() {
        for (text, reason) in [
            ("", NotJudged::Empty),
            (" \n\t\n", NotJudged::Empty),
            ("---\n\n---\n", NotJudged::Empty),
            ("```rust\nfn main() {}\n```\n", NotJudged::NoProse),
            ("- [The first page](a.md)\n- [The second page](b.md)\n", NotJudged::NoProse),
            ("![A view of the first page](a.png)\n", NotJudged::NoProse),
            (
                "- **FR-001**: System MUST [specific capability, e.g., \"let users sign in\"]\n- **FR-002**: Data is \
                 kept for [NEEDS CLARIFICATION: how long]\n",
                NotJudged::Template,
            ),
            ("# Export\n\n## Goals\n\n## Scope\n", NotJudged::NoStatement),
            ("We met on Monday and talked about lunch.\n", NotJudged::NoStatement),
            (
                "# Notes\n\nAna and Ben also asked about it. They went home.\n",
                NotJudged::NoStatement,
            ),
            (
                "# Plan\n\n## Goals\n\n- Grow revenue by 20 % in 2027.\n- Delight all our merchants.\n",
                NotJudged::NoStatement,
            ),
            ("# Plan\n\n## Open questions\n\n- Who pays for the export?\n", NotJudged::NoStatement),
            ("# 导出\n\n系统必须在五秒内导出所有数据。待定。\n", NotJudged::NotEnglish),
            ("Das System soll schnell sein.", NotJudged::NotEnglish),
            (
                "Das System soll in fünf Sekunden alle Daten an Kunden senden.",
                NotJudged::NotEnglish,
            ),
            ("Die App muss den Export mit the Button starten.", NotJudged::NotEnglish),
            ("Benutzer dürfen ihre Daten jederzeit in the App löschen.", NotJudged::NotEnglish),
            ("Le système doit envoyer les données on time.", NotJudged::NotEnglish),
            (
                "Järjestelmän on lähetettävä kaikki tiedot viidessä sekunnissa.",
                NotJudged::NotEnglish,
            ),
            ("Sistem harus mengirim semua data dalam lima detik.", NotJudged::NotEnglish),
            (
                "Systemet skal sende alle data til brukeren innen fem sekunder.",
                NotJudged::NotEnglish,
            ),
            ("# Экспорт\n\nСистема должна выгружать данные.\n", NotJudged::NotEnglish),
            (
                "# Export\n\nDas System muss die Daten für den Kunden in fünf Sekunden exportieren und nicht mit dem \
                 alten Dienst sprechen.\n",
                NotJudged::NotEnglish,
            ),
            (
                "# Export\n\nLe système doit exporter les données pour le client dans une seconde et ne doit pas \
                 appeler le service.\n",
                NotJudged::NotEnglish,
            ),
            (
                "# [FEATURE NAME]\n\n- **FR-001**: System MUST [specific capability, such as sign in]\n\n[Describe \
                 the user journey]\n",
                NotJudged::Template,
            ),
            (
                "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy.\n",
                NotJudged::Licence,
            ),
            (
                "---\ndescription: Looks at the plan\nhandoffs:\n  - label: Go on\n---\n\n## Steps\n\nReport every \
                 `TODO` that is left.\n",
                NotJudged::Prompt,
            ),
            ("# Clerk\n\nYou are a careful clerk who answers in one line.\n", NotJudged::Prompt),
            ("## Input\n\nThe user says:\n\n$ARGUMENTS\n", NotJudged::Prompt),
            ("## Input\n\n$ARGUMENTS\n\n- FR-1: It must end within 5 s.\n", NotJudged::Prompt),
        ] {
            assert_eq!(of(text), Err(reason), "{text}");
        }
    }

    #[test]
    fn a_small_document_is_still_one() {
        for text in [
            "The export is fast.\n",
            "We need an export of all orders.\n",
            "# Notes\n\nWe met on Monday. The export writes CSV files.\n",
            "# Plan\n\n## Goals\n\n- As a merchant I want to export orders, so that I can read them.\n",
            "Stripe handles payment of every order.\n",
            "Trips to Los Angeles and Las Vegas are listed.\n",
            "- Add login page\n- Export CSV files\n- Import CSV files\n- Show dark mode\n",
            "Route Terraform, Ansible and Grafana Loki dashboards through Istio Ingress.\n",
            "# Export\n\n- FR-1: The export must end within 5 s.\n",
            "# Export\n\n| id | what |\n|---|---|\n| FR-1 | The export must end within 5 s. |\n",
            "def add(a, b):\n    \"\"\"Returns the sum of two numbers.\n\n    >>> add(1, 2)\n    3\n    \"\"\"\n",
            "# Export\n\n- FR-1: The page shows [Save] and [Cancel].\n- See the [guide to it](a.md) for more.\n",
            "# Clerk\n\nYou are a clerk.\n\n- FR-1: The export must end within 5 s.\n",
            "---\ntitle: Export\nstatus: draft\n---\n\nThe export must end within 5 s.\n",
            "# Kontakte\n\nThe app must open the Kontakte tab. It must not show the old one.\n",
        ] {
            assert!(of(text).is_ok(), "{text}: {:?}", of(text));
        }
    }

    #[test]
    fn a_page_about_the_repository_is_no_specification_unless_it_requires_something() {
        let is_one = |path: &str, text: &str| {
            Model::of(&markdown_prd(path, text).value).texts.iter().all(is_specification)
        };
        let plain = "# Tool\n\nRun it with care and read the pages.\n";
        assert!(!is_one("docs/README.md", plain) && !is_one("CHANGELOG.md", plain));
        assert!(is_one("docs/export.md", plain));
        assert!(is_one("docs/README.md", "# Tool\n\n## Requirements\n\n- FR-1: It must run.\n"));
    }
}
