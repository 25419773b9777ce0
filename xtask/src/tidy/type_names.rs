//! Type names: each means one thing, and says what the thing is where its module is not in sight.

use super::{Problem, lexer};
use crate::{codegen, tree::Text};

/// How many of a hundred types and traits of the product may share their name with another one.
const MOST_REPEATED_PERCENT: usize = 10;

/// Names that only the sentence they were thought in explains. Every one of them once stood for several types.
const UNEXPLAINED: &[&str] = &[
    "Answered", "Asked", "At", "Begun", "Decided", "Found", "Happened", "Heard", "Held", "Kept",
    "Known", "Made", "Named", "Near", "Of", "Open", "Opened", "Own", "Raised", "Received", "Seen",
    "Sent", "Settled", "Shown", "Standing", "Stood", "Told", "Wanted", "Written",
];

/// The crates whose names have not been gone through yet.
const NOT_YET: &[&str] = &["crates/council-rules/"];

pub(super) fn check(texts: &[Text]) -> Vec<Problem> {
    let named = texts
        .iter()
        .filter(|text| text.is("rs") && text.path.starts_with("crates/"))
        .filter(|text| !NOT_YET.iter().any(|folder| text.path.starts_with(folder)))
        .filter(|text| !text.path.split('/').any(|part| part == "tests" || part == "tests.rs"))
        .flat_map(unexplained);
    named.chain(too_many_repeated(codegen::repeated_names(texts))).collect()
}

fn unexplained(source: &Text) -> Vec<Problem> {
    let own = source.text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    let (code, _) = lexer::split(own);
    let mut problems = Vec::new();
    for (line, text) in (1..).zip(code.lines()) {
        let names: Vec<&str> = text
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|name| !name.is_empty())
            .collect();
        let defined = names.windows(2).filter_map(|pair| match pair {
            ["struct" | "enum" | "trait", name] => Some(*name),
            _ => None,
        });
        for name in defined.filter(|name| UNEXPLAINED.contains(name)) {
            let message = format!("type `{name}` does not say what it is; add what it belongs to");
            problems.push(Problem::error(&source.path, line, message));
        }
    }
    problems
}

fn too_many_repeated((types, repeated): (usize, usize)) -> Option<Problem> {
    let is_fine = repeated * 100 <= types * MOST_REPEATED_PERCENT;
    let message = format!(
        "{repeated} of {types} types share their name with another one, more than {MOST_REPEATED_PERCENT} %; \
         `docs/reference/house.md` lists them"
    );
    (!is_fine).then(|| Problem::error("crates", None, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::text;

    #[test]
    fn a_name_that_its_module_has_to_explain_is_found() {
        let source = "pub(crate) struct Kept<'a>(&'a str);\nenum HeldRound {}\n// struct Told;\n";
        let problems = check(&[text("crates/council-core/src/a.rs", source)]);
        assert_eq!(problems.len(), 1);
        assert_eq!(problems.first().and_then(|problem| problem.line), Some(1));
        assert!(check(&[text("crates/council-rules/src/a.rs", "struct Found;")]).is_empty());
    }

    #[test]
    fn a_house_where_names_are_shared_is_not_tidy() {
        assert_eq!(too_many_repeated((1000, 100)), None);
        assert!(too_many_repeated((1000, 101)).is_some());
    }
}
