//! How statements of documents are quoted.

/// The longest quote.
const LONGEST: usize = 240;

/// How much is kept before the first difference.
const LEAD: usize = 60;

/// Returns a statement on one line, without the marks of a list and of emphasis, and not too long.
pub(super) fn quoted(text: &str) -> String {
    cut(&plain(text), 0)
}

/// Returns two statements so that what differs can be seen in both, however long they are.
pub(super) fn side_by_side(one: &str, other: &str) -> (String, String) {
    let (one, other) = (plain(one), plain(other));
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    let is_long = |text: &str| text.chars().count() > LONGEST;
    let from = if is_long(&one) || is_long(&other) { same.saturating_sub(LEAD) } else { 0 };
    (cut(&one, from), cut(&other, from))
}

fn plain(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = line.trim_start_matches(['-', '+', '#', '>', ' ']);
    let line = line.strip_prefix("* ").unwrap_or(line);
    line.replace("**", "").replace("__", "").trim().to_owned()
}

fn cut(text: &str, from: usize) -> String {
    let length = text.chars().count();
    let before = if from > 0 { "…" } else { "" };
    let after = if length.saturating_sub(from) > LONGEST { "…" } else { "" };
    let middle: String = text.chars().skip(from).take(LONGEST).collect();
    format!("{before}{}{after}", middle.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_has_no_marks_and_shows_what_differs() {
        assert_eq!(quoted("- **FR-1**: Keep\n  it."), "FR-1: Keep it.");
        assert_eq!(quoted("* one * two"), "one * two");
        let long = "word ".repeat(100);
        let (one, other) = side_by_side(&format!("{long} 5 s"), &format!("{long} 9 s"));
        assert!(one.starts_with('…') && one.ends_with("5 s") && other.ends_with("9 s"));
        let (one, _) = side_by_side("It is 5 s.", "It is 9 s.");
        assert_eq!(one, "It is 5 s.");
        assert!(quoted(&long).ends_with('…'));
    }
}
