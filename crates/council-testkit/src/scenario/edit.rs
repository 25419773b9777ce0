//! `edit=PATH` blocks: a small change to a file that is already there, so that a page shows what differs and not the
//! whole file again.
//!
//! The lines are those of a diff: `-` goes, `+` comes, a space stays, and `@@` alone begins another place. What goes
//! and stays must stand in the file exactly once.

/// A change at one place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hunk {
    /// The line on the page where it begins, from 1.
    pub line: usize,
    before: Vec<String>,
    after: Vec<String>,
}

/// Reads a block's lines, numbered as on the page. Errors carry the line they are about.
pub fn parse(lines: &[(usize, &str)]) -> Result<Vec<Hunk>, (usize, String)> {
    let mut hunks = Vec::new();
    for group in lines.split(|(_, text)| *text == "@@") {
        let Some((first, _)) = group.first() else {
            continue;
        };
        let mut hunk = Hunk { line: *first, before: Vec::new(), after: Vec::new() };
        for &(line, text) in group {
            let (sign, rest) = text.split_at_checked(1).unwrap_or((" ", ""));
            match sign {
                "-" => hunk.before.push(rest.to_owned()),
                "+" => hunk.after.push(rest.to_owned()),
                " " => {
                    hunk.before.push(rest.to_owned());
                    hunk.after.push(rest.to_owned());
                }
                _ => {
                    return Err((
                        line,
                        "an edited line begins with `-`, `+` or a space".to_owned(),
                    ));
                }
            }
        }
        if hunk.before.is_empty() || hunk.before == hunk.after {
            return Err((*first, "the edit changes nothing, or does not say where".to_owned()));
        }
        hunks.push(hunk);
    }
    if hunks.is_empty() {
        return Err((
            lines.first().map_or(1, |(line, _)| *line),
            "the block changes nothing".to_owned(),
        ));
    }
    Ok(hunks)
}

/// Makes the change, or says why it cannot be made.
pub fn apply(text: &str, hunk: &Hunk) -> Result<String, String> {
    let lines: Vec<&str> = text.lines().collect();
    let stands =
        |at: &usize| lines.iter().skip(*at).zip(&hunk.before).all(|(line, before)| line == before);
    let last = (lines.len() + 1).saturating_sub(hunk.before.len());
    let places: Vec<usize> = (0..last).filter(stands).collect();
    let at = match places.as_slice() {
        [only] => *only,
        [] => return Err("what is to be changed is not in the file".to_owned()),
        several => {
            return Err(format!("what is to be changed is in the file {} times", several.len()));
        }
    };
    let above = lines.iter().take(at).copied();
    let below = lines.iter().skip(at + hunk.before.len()).copied();
    let changed = above.chain(hunk.after.iter().map(String::as_str)).chain(below);
    Ok(changed.flat_map(|line| [line, "\n"]).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(text: &str, block: &str) -> Result<String, String> {
        let lines: Vec<(usize, &str)> = (1..).zip(block.lines()).collect();
        let hunks = parse(&lines).map_err(|(_, message)| message)?;
        hunks.iter().try_fold(text.to_owned(), |text, hunk| apply(&text, hunk))
    }

    #[test]
    fn lines_go_come_and_stay() {
        assert_eq!(edit("a\nb\nc\n", "-a\n+x\n+y\n").unwrap(), "x\ny\nb\nc\n");
        assert_eq!(edit("a\nb\nc\n", " a\n-b\n").unwrap(), "a\nc\n");
        assert_eq!(edit("a\nb\nc\n", "-a\n+x\n@@\n-c\n+z\n").unwrap(), "x\nb\nz\n");
    }

    #[test]
    fn a_place_that_is_not_the_only_one_is_refused() {
        assert!(edit("a\na\n", "-a\n").unwrap_err().contains("2 times"));
        assert!(edit("ab\n", "-b\n").unwrap_err().contains("not in the file"));
        assert_eq!(edit("a\nb\na\n", " b\n-a\n+c\n").unwrap(), "a\nb\nc\n");
    }

    #[test]
    fn an_edit_that_says_nothing_is_refused() {
        for block in ["", "+a", " a", "-a\n+a", "?a"] {
            assert!(edit("a\n", block).is_err(), "{block}");
        }
    }
}
