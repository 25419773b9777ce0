//! Wildcards, over the lines of an output and over the characters of a line.

/// Tells whether items match segments that are separated by wildcards: the first at the start, the last at the end,
/// the others between them in order.
pub(super) fn matches<P, T>(segments: &[&[P]], items: &[T], same: impl Fn(&P, &T) -> bool) -> bool {
    let equal = |segment: &[P], items: &[T]| {
        segment.len() == items.len() && segment.iter().zip(items).all(|(p, t)| same(p, t))
    };
    let Some((first, rest)) = segments.split_first() else {
        return items.is_empty();
    };
    let Some((last, middle)) = rest.split_last() else {
        return equal(first, items);
    };
    let Some((head, mut items)) = items.split_at_checked(first.len()) else {
        return false;
    };
    if !equal(first, head) {
        return false;
    }
    for segment in middle {
        // The earliest place leaves the most for what follows, so there is nothing to take back.
        let Some(rest) = (0..=items.len()).find_map(|at| {
            let (found, rest) = items.get(at..)?.split_at_checked(segment.len())?;
            equal(segment, found).then_some(rest)
        }) else {
            return false;
        };
        items = rest;
    }
    items.len() >= last.len()
        && items.get(items.len() - last.len()..).is_some_and(|tail| equal(last, tail))
}

/// Tells whether a line matches a pattern in which `[..]` stands for anything.
pub(super) fn line(pattern: &str, text: &str) -> bool {
    let parts: Vec<&[u8]> = pattern.split("[..]").map(str::as_bytes).collect();
    matches(&parts, text.as_bytes(), PartialEq::eq)
}

/// Tells whether lines match a pattern in which a line `...` stands for any lines.
pub(super) fn lines(pattern: &[String], text: &[&str]) -> bool {
    let segments: Vec<&[String]> = pattern.split(|line| line == "...").collect();
    matches(&segments, text, |pattern, text| line(pattern, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_wildcards_matches_only_itself() {
        assert!(line("pass", "pass"));
        for other in ["", "pas", "passed", "a pass"] {
            assert!(!line("pass", other), "{other}");
        }
    }

    #[test]
    fn a_wildcard_in_a_line_stands_for_anything_and_for_nothing() {
        for text in ["version  ok", "version 1.2 ok", "version ok ok"] {
            assert!(line("version [..] ok", text), "{text}");
        }
        assert!(line("[..]", "") && line("a[..]", "a") && line("a[..]b[..]c", "a-b-b-c"));
        for text in ["version ok", "version 1", "a version 1 ok"] {
            assert!(!line("version [..] ok", text), "{text}");
        }
        assert!(!line("ab[..]bc", "abc"), "the two ends may not share a character");
    }

    #[test]
    fn a_wildcard_line_stands_for_any_lines() {
        let pattern = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let same = |a: &str, b: &str| lines(&pattern(a), &b.lines().collect::<Vec<_>>());
        assert!(same("...", "") && same("...", "a\nb") && same("a\n...", "a"));
        assert!(same("a\n...\nc\n...", "a\nb\nb\nc\nd"));
        assert!(!same("a\n...\nc", "a\nc\nd"));
        assert!(!same("", "a") && !same("a", "") && !same("a\n...\na", "a"));
    }
}
