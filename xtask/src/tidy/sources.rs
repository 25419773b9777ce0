//! How a source file looks: not too long, says what it is for, leaves nothing for later.

use super::{Problem, lexer};
use crate::tree::Text;

/// A file of more lines is looked at twice.
const LONG: usize = 500;
/// A file of more lines is split.
const TOO_LONG: usize = 800;

/// Marks of work that is not done. A mark in backticks is being talked about.
const MARKS: &[&str] = &["TODO", "FIXME", "XXX"];

pub(super) fn check(texts: &[Text]) -> Vec<Problem> {
    texts.iter().filter(|text| text.is("rs")).flat_map(one).collect()
}

fn one(source: &Text) -> Vec<Problem> {
    let path = &source.path;
    let mut problems = Vec::new();
    let lines = source.text.lines().count();
    if lines > TOO_LONG {
        let message = format!("{lines} lines, more than {TOO_LONG}; split the file");
        problems.push(Problem::error(path, None, message));
    } else if lines > LONG {
        let message = format!("{lines} lines, more than {LONG}; is it one thing?");
        problems.push(Problem::warning(path, message));
    }
    if !source.text.starts_with("//! ") {
        problems.push(Problem::error(path, 1, "does not open with `//!` and what it is for"));
    }
    let (code, comments) = lexer::split(&source.text);
    for (line, text) in (1..).zip(comments.lines()) {
        for mark in MARKS.iter().filter(|mark| has_mark(text, mark)) {
            problems.push(Problem::error(path, line, format!("`{mark}`: do it or open an issue")));
        }
    }
    for (line, text) in (1..).zip(code.lines()) {
        if ["todo!", "unimplemented!"].iter().any(|name| text.contains(name)) {
            problems.push(Problem::error(path, line, "unfinished code"));
        }
        if text.contains("#[ignore") {
            problems.push(Problem::error(path, line, "an ignored test checks nothing"));
        }
    }
    problems
}

fn has_mark(text: &str, mark: &str) -> bool {
    text.match_indices(mark).any(|(at, _)| {
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        let after = text.get(at + mark.len()..).and_then(|after| after.chars().next());
        let joins = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '`');
        !joins(before) && !joins(after)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{registry::tests::text, tidy::Weight};

    fn problems(source: &str) -> Vec<(Weight, Option<usize>)> {
        let found = check(&[text("a.rs", source)]);
        found.into_iter().map(|problem| (problem.weight, problem.line)).collect()
    }

    #[test]
    fn a_plain_file_is_fine() {
        assert_eq!(problems("//! A file.\n\nfn a() { let s = \"TODO\"; }\n"), []);
        assert_eq!(problems("//! Finds `TODO` and XXXL.\n"), []);
    }

    #[test]
    fn a_long_file_is_a_warning_and_a_longer_one_an_error() {
        assert_eq!(problems(&"//! A.\n".repeat(500)), []);
        assert_eq!(problems(&"//! A.\n".repeat(501)), [(Weight::Warning, None)]);
        assert_eq!(problems(&"//! A.\n".repeat(801)), [(Weight::Error, None)]);
    }

    #[test]
    fn a_file_that_does_not_say_what_it_is_for_is_an_error() {
        assert_eq!(problems("fn a() {}\n"), [(Weight::Error, Some(1))]);
        assert_eq!(problems(""), [(Weight::Error, Some(1))]);
    }

    #[test]
    fn unfinished_work_is_an_error() {
        for line in [
            "// TODO: later",
            "/* FIXME */",
            "/// XXX",
            "todo!()",
            "unimplemented!()",
            "#[ignore]",
            "#[ignore = \"slow\"]",
        ] {
            let source = format!("//! A file.\n{line}\n");
            assert_eq!(problems(&source), [(Weight::Error, Some(2))], "{line}");
        }
    }
}
