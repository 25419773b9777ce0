//! How many packages everything together is made of.

use super::Problem;
use crate::tree::Text;

/// The most packages the lock file may hold, tools and tests included. Raising it is a decision, not a side effect: a
/// third of them came with encrypted connections, most for systems other than the one at hand,
/// and a few with forms on a terminal.
const CEILING: usize = 295;

pub(super) fn check(texts: &[Text]) -> Vec<Problem> {
    let Some(lock) = texts.iter().find(|text| text.path == "Cargo.lock") else {
        return vec![Problem::error("Cargo.lock", None, "the lock file is missing")];
    };
    let packages = lock.text.lines().filter(|line| *line == "[[package]]").count();
    if packages > CEILING {
        let message = format!("{packages} packages, more than the ceiling of {CEILING}");
        return vec![Problem::error(&lock.path, None, message)];
    }
    Vec::new()
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
    fn a_missing_lock_file_is_a_problem() {
        assert_eq!(check(&[]).len(), 1);
    }
}
