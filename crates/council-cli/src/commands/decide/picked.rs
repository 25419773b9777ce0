//! Which recommendations somebody names: `1,3-5`, `G2` or `G1-3`.

/// The longest range that is taken; no review has as many recommendations.
const LONGEST: usize = 10_000;

/// What a human names: one recommendation, or a whole group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Picked {
    One(usize),
    Group(usize),
}

/// Reads a list of numbers, groups and ranges of either; fails with what is wrong with it.
pub(super) fn picked(given: &str) -> Result<Vec<Picked>, String> {
    let mut named = Vec::new();
    for word in given.split(',').map(str::trim) {
        match word.split_once('-') {
            Some((first, last)) => named.extend(range(word, first, last)?),
            None => named.push(single(word)?),
        }
    }
    Ok(named)
}

fn single(word: &str) -> Result<Picked, String> {
    let word = word.trim();
    let found = match word.strip_prefix(['G', 'g']) {
        Some(group) => group.parse().ok().map(Picked::Group),
        None => word.parse().ok().map(Picked::One),
    };
    found.ok_or_else(|| match word {
        "" => "a number is missing".to_owned(),
        _ => format!("`{word}` is neither a number nor a group"),
    })
}

fn range(word: &str, first: &str, last: &str) -> Result<Vec<Picked>, String> {
    let (first, last) = (single(first)?, single(last)?);
    let (of, first, last): (fn(usize) -> Picked, _, _) = match (first, last) {
        (Picked::One(first), Picked::One(last)) => (Picked::One, first, last),
        // `G1-3` and `G1-G3` are the same.
        (Picked::Group(first), Picked::Group(last) | Picked::One(last)) => {
            (Picked::Group, first, last)
        }
        (Picked::One(_), Picked::Group(_)) => {
            return Err(format!("`{word}` begins with a number and ends with a group"));
        }
    };
    if first > last {
        return Err(format!("`{word}` runs backwards"));
    }
    if last - first >= LONGEST {
        return Err(format!("`{word}` is longer than any review"));
    }
    Ok((first..=last).map(of).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(list: &str, ones: &[usize], groups: &[usize]) {
        let all = picked(list).unwrap();
        let is_one = |one: &Picked| matches!(one, Picked::One(_));
        let number = |one: &Picked| match one {
            Picked::One(number) | Picked::Group(number) => *number,
        };
        let (one, group): (Vec<Picked>, Vec<Picked>) = all.iter().partition(|one| is_one(one));
        assert_eq!(one.iter().map(number).collect::<Vec<_>>(), ones, "{list}");
        assert_eq!(group.iter().map(number).collect::<Vec<_>>(), groups, "{list}");
    }

    #[test]
    fn numbers_groups_and_ranges_of_both_are_read() {
        check("1", &[1], &[]);
        check("1,3-5", &[1, 3, 4, 5], &[]);
        check(" 2 - 4 , g2", &[2, 3, 4], &[2]);
        check("G1-3,G7-G8,9", &[9], &[1, 2, 3, 7, 8]);
        check("4-4", &[4], &[]);
    }

    #[test]
    fn what_is_no_range_is_said() {
        let wrong = |list: &str, why: &str| assert_eq!(picked(list).unwrap_err(), why, "{list}");
        wrong("5-3", "`5-3` runs backwards");
        wrong("1-G3", "`1-G3` begins with a number and ends with a group");
        wrong("2-", "a number is missing");
        wrong("1,,2", "a number is missing");
        wrong("-3", "a number is missing");
        wrong("1-2-3", "`2-3` is neither a number nor a group");
        wrong("two", "`two` is neither a number nor a group");
        wrong("1-18446744073709551615", "`1-18446744073709551615` is longer than any review");
    }
}
