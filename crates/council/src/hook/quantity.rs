//! Amounts with a unit in a line of text, brought to one unit each so that `5 s` and `5000 ms` are the same.

/// What is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Measure {
    /// Time, in milliseconds.
    Time,
    /// Data, in bytes.
    Size,
    /// A share, in hundredths.
    Share,
}

/// An amount of something, in thousandths of its unit.
pub(super) type Amount = (Measure, u64);

/// Units, what they measure, and how much one is.
const UNITS: [(&[&str], Measure, u64); 11] = [
    (&["ms", "millisecond", "milliseconds"], Measure::Time, 1),
    (&["s", "sec", "secs", "second", "seconds"], Measure::Time, 1_000),
    (&["min", "mins", "minute", "minutes"], Measure::Time, 60_000),
    (&["h", "hour", "hours"], Measure::Time, 3_600_000),
    (&["day", "days"], Measure::Time, 86_400_000),
    (&["week", "weeks"], Measure::Time, 604_800_000),
    (&["byte", "bytes"], Measure::Size, 1),
    (&["kb", "kilobyte", "kilobytes"], Measure::Size, 1_000),
    (&["mb", "megabyte", "megabytes"], Measure::Size, 1_000_000),
    (&["gb", "gigabyte", "gigabytes"], Measure::Size, 1_000_000_000),
    (&["%", "percent"], Measure::Share, 1),
];

/// Returns the amounts in a line.
pub(super) fn amounts(line: &str) -> Vec<Amount> {
    let trimmed = |word: &str| {
        word.trim_matches(|c: char| !c.is_alphanumeric() && c != '%').to_ascii_lowercase()
    };
    let words: Vec<String> = line.split_whitespace().map(trimmed).collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let split = word.find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',');
        let (number, unit) = match split.and_then(|at| word.split_at_checked(at)) {
            Some((number, unit)) => (number, unit.trim_start_matches('-')),
            None => (word.as_str(), words.get(at + 1).map_or("", String::as_str)),
        };
        let thousandths = thousandths(number);
        let known = UNITS.iter().find(|(names, ..)| names.contains(&unit));
        if let (Some(thousandths), Some((_, measure, one))) = (thousandths, known) {
            found.push((*measure, thousandths.saturating_mul(*one)));
        }
    }
    found
}

/// Reads a number with at most three places behind the point.
fn thousandths(number: &str) -> Option<u64> {
    let number = number.replace(',', "");
    let (whole, part) = number.split_once('.').unwrap_or((&number, ""));
    if whole.is_empty() || part.len() > 3 {
        return None;
    }
    let part = format!("{part:0<3}");
    whole.parse::<u64>().ok()?.checked_mul(1_000)?.checked_add(part.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_compared_in_one_unit() {
        assert_eq!(amounts("within 5 seconds"), amounts("in 5000ms,"));
        assert_eq!(amounts("a limit of 1.5 MB"), [(Measure::Size, 1_500_000_000)]);
        assert_eq!(amounts("99.9% of calls"), [(Measure::Share, 99_900)]);
        assert_eq!(amounts("FR-5 has 3 steps and version 2"), []);
    }
}
