//! How many packages everything together is made of, and that none of them can be made to search for ever.

use super::Problem;
use crate::tree::Text;

/// The most packages the lock file may hold, tools and tests included. Raising it is a decision, not a side effect: a
/// third of them came with encrypted connections, most for systems other than the one at hand,
/// a few with forms on a terminal, thirty with the screen, of which seven are never built, thirty with the page, which
/// reads and cleans HTML, and thirty with Postgres.
const CEILING: usize = 400;

/// Packages that search for patterns by going back, in a time that a text can make exponential.
const BACKTRACKING: &[&str] =
    &["fancy-regex", "onig", "onig_sys", "pcre", "pcre2", "pcre2-sys", "regress"];

/// The one package that may use such a search: it compares our own schemas with our own files, in tests.
const IN_TESTS: &str = "jsonschema";

pub(super) fn check(texts: &[Text]) -> Vec<Problem> {
    let Some(lock) = texts.iter().find(|text| text.path == "Cargo.lock") else {
        return vec![Problem::error("Cargo.lock", None, "the lock file is missing")];
    };
    let packages = lock.text.lines().filter(|line| *line == "[[package]]").count();
    if packages > CEILING {
        let message = format!("{packages} packages, more than the ceiling of {CEILING}");
        return vec![Problem::error(&lock.path, None, message)];
    }
    backtracking(lock)
}

/// Finds the packages that use a search which goes back.
fn backtracking(lock: &Text) -> Vec<Problem> {
    let packages = lock.text.split("[[package]]").skip(1);
    let named = packages.filter_map(|package| {
        let name = package.lines().find_map(|line| line.strip_prefix("name = "))?;
        Some((name.trim_matches('"'), package))
    });
    let needs = |package: &str, engine: &str| {
        let mut needed = package.lines().filter_map(|line| line.strip_prefix(" \""));
        needed.any(|line| line.split(['"', ' ']).next() == Some(engine))
    };
    let problems = named.filter(|(name, _)| *name != IN_TESTS).flat_map(|(name, package)| {
        let used = BACKTRACKING.iter().filter(move |engine| needs(package, engine));
        used.map(move |engine| {
            let message =
                format!("`{name}` uses `{engine}`, whose time a text can make exponential");
            Problem::error(&lock.path, None, message)
        })
    });
    problems.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::text;

    #[test]
    fn the_ceiling_holds() {
        let lock = |packages| text("Cargo.lock", &"[[package]]\nname = \"a\"\n\n".repeat(packages));
        assert_eq!(check(&[lock(CEILING)]), []);
        assert_eq!(check(&[lock(CEILING + 1)]).len(), 1);
    }

    #[test]
    fn no_pattern_is_searched_for_by_going_back() {
        let lock = |name: &str| {
            let package = format!(
                "[[package]]\nname = \"{name}\"\nversion = \"1.0.0\"\ndependencies = [\n \"a\",\n \"fancy-regex 0.1\",\n]\n"
            );
            text("Cargo.lock", &package)
        };
        assert_eq!(check(&[lock(IN_TESTS)]), []);
        assert_eq!(check(&[lock("council-rules")]).len(), 1);
    }

    #[test]
    fn a_missing_lock_file_is_a_problem() {
        assert_eq!(check(&[]).len(), 1);
    }
}
