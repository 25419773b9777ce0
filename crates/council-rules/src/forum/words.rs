//! Words and sentences, as far as the offline members understand them: which sentences a text has, which words two texts
//! share, and whether a phrase stands in one.

/// Words that say nothing about what a sentence is about.
const EMPTY: &[&str] = &[
    "about", "after", "again", "also", "always", "another", "been", "before", "being", "between",
    "both", "cannot", "could", "does", "doing", "done", "down", "each", "even", "ever", "every",
    "from", "have", "having", "here", "into", "just", "less", "like", "make", "many", "might",
    "more", "most", "much", "must", "need", "only", "other", "ours", "over", "part", "same",
    "shall", "should", "some", "such", "than", "that", "their", "them", "then", "there", "these",
    "they", "thing", "this", "those", "through", "under", "until", "very", "want", "well", "were",
    "what", "when", "where", "which", "while", "will", "with", "within", "without", "would",
    "your",
];

/// Words after which a phrase means its opposite.
const DENIALS: &[&str] = &["no", "not", "without", "never", "nobody", "nothing"];

/// The longest sentence that is quoted, in characters.
const QUOTED: usize = 160;

/// Returns the sentences of a text, without list marks and without the mark at their end.
pub(super) fn sentences(text: &str) -> impl Iterator<Item = &str> {
    let lines =
        text.lines().map(|line| line.trim_start_matches(['-', '*', '#', '>', '|', ' ', '\t']));
    lines.flat_map(cut).filter(|sentence| sentence.chars().any(char::is_alphanumeric))
}

/// Cuts a line after every mark that ends a sentence.
fn cut(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(line);
    std::iter::from_fn(move || {
        let line = rest.take()?;
        let ends = |(at, c): &(usize, char)| {
            let after = line.get(at + c.len_utf8()..).unwrap_or_default();
            matches!(c, '.' | '!' | '?' | ';') && after.starts_with(char::is_whitespace)
        };
        let end = line.char_indices().find(ends).map(|(at, c)| at + c.len_utf8());
        let (sentence, after) =
            end.and_then(|end| line.split_at_checked(end)).unwrap_or((line, ""));
        rest = (!after.is_empty()).then_some(after);
        Some(sentence.trim().trim_end_matches(['.', ';']))
    })
}

/// Returns the words of a text in lower case, one space between them and one around.
pub(super) fn folded(text: &str) -> String {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<&str> = words.collect();
    format!(" {} ", words.join(" "))
}

/// Returns the words that a text is about, each once, cut to their stem.
pub(super) fn stems(text: &str) -> Vec<String> {
    let mut stems: Vec<String> = Vec::new();
    for word in folded(text).split_whitespace() {
        if word.chars().count() < 4 || EMPTY.contains(&word) {
            continue;
        }
        let stem = ["ings", "ing", "ies", "es", "ed", "s", "e", "y"]
            .into_iter()
            .find_map(|ending| word.strip_suffix(ending))
            .filter(|stem| stem.chars().count() >= 3)
            .unwrap_or(word);
        if !stems.iter().any(|known| known == stem) {
            stems.push(stem.to_owned());
        }
    }
    stems
}

/// Returns the words of a folded text that are the first of these phrases which it has and does not deny.
pub(super) fn phrase<'t>(folded: &'t str, phrases: &[&str]) -> Option<&'t str> {
    first(folded, phrases, |before| {
        before.split(' ').rev().take(2).any(|word| DENIALS.contains(&word))
    })
}

/// Returns the words of a folded text that are the first of these phrases which it has. What stands before a phrase that
/// begins a clause belongs to another clause and denies nothing of it.
pub(super) fn clause<'t>(folded: &'t str, phrases: &[&str]) -> Option<&'t str> {
    first(folded, phrases, |_| false)
}

fn first<'t>(folded: &'t str, phrases: &[&str], denies: impl Fn(&str) -> bool) -> Option<&'t str> {
    phrases.iter().find_map(|phrase| {
        let wanted = match phrase.strip_suffix('*') {
            Some(start) => format!(" {start}"),
            None => format!(" {phrase} "),
        };
        folded.match_indices(&wanted).find_map(|(at, _)| {
            if folded.get(..at).is_none_or(&denies) {
                return None;
            }
            let from = folded.get(at + 1..)?;
            let length = wanted.trim().len();
            let rest = from.get(length..)?;
            from.get(..length + rest.find(' ').unwrap_or(rest.len()))
        })
    })
}

/// Returns a sentence in quotes, cut where it is long.
pub(super) fn quoted(sentence: &str) -> String {
    let words = sentence.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= QUOTED {
        return format!("“{words}”");
    }
    let cut: String = words.chars().take(QUOTED).collect();
    format!("“{}…”", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_at_their_marks_and_at_the_line() {
        let text = "# Goals\n\n- Pay later. Save 3.5 hours! Now\n- no mark";
        let all: Vec<&str> = sentences(text).collect();
        assert_eq!(all, ["Goals", "Pay later", "Save 3.5 hours!", "Now", "no mark"]);
    }

    #[test]
    fn words_are_cut_to_their_stem_and_empty_ones_left_out() {
        assert_eq!(stems("Exported invoices would be exports"), ["export", "invoic"]);
    }

    #[test]
    fn a_denied_phrase_is_not_there() {
        assert_eq!(phrase(&folded("with a rollback"), &["rollback"]), Some("rollback"));
        assert_eq!(phrase(&folded("with no rollback"), &["rollback"]), None);
        assert_eq!(phrase(&folded("we are migrating it"), &["migrat*"]), Some("migrating"));
        assert_eq!(phrase(&folded("roll back at once"), &["roll back"]), Some("roll back"));
        assert_eq!(phrase(&folded("immigration"), &["migrat*"]), None);
    }

    #[test]
    fn what_is_denied_in_one_clause_is_not_denied_in_the_next() {
        let text = folded("stopped if it is not paid, so that nothing is lost");
        assert_eq!(clause(&text, &["so that"]), Some("so that"));
        assert_eq!(phrase(&text, &["so that"]), None);
    }

    #[test]
    fn a_long_sentence_is_cut() {
        assert_eq!(quoted(&"a ".repeat(200)).chars().count(), QUOTED + 2);
    }
}
