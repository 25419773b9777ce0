//! What a file's name says: the time of a review, in the forms found in the wild.

/// Returns the time in a file's name as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SSZ`.
///
/// Accepted forms, the contract's first: `20260126-100000`, `20260126`, `2026-01-26`, `2026-01-26T10-00-00Z`,
/// `2026-01-26T100000Z`.
pub fn named_at(path: &str) -> Option<String> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let parts: Vec<&str> = stem.split('_').collect();
    parts.into_iter().rev().find_map(time)
}

fn time(part: &str) -> Option<String> {
    let (date, clock) = match part.split_once('T') {
        Some((date, clock)) => (date, Some(clock.strip_suffix('Z')?)),
        None => match part.split_once('-') {
            Some((date, clock)) if date.len() == 8 => (date, Some(clock)),
            Some(_) | None => (part, None),
        },
    };
    let date = digits(date, 8)?;
    let (year, rest) = date.split_at_checked(4)?;
    let (month, day) = rest.split_at_checked(2)?;
    let date = format!("{year}-{month}-{day}");
    date.parse::<jiff::civil::Date>().ok()?;
    let Some(clock) = clock else {
        return Some(date);
    };
    let clock = digits(clock, 6)?;
    let (hour, rest) = clock.split_at_checked(2)?;
    let (minute, second) = rest.split_at_checked(2)?;
    let clock = format!("{hour}:{minute}:{second}");
    clock.parse::<jiff::civil::Time>().ok()?;
    Some(format!("{date}T{clock}Z"))
}

/// Returns the digits of a date or time written with or without dashes.
fn digits(text: &str, count: usize) -> Option<String> {
    let digits: String = text.chars().filter(|c| *c != '-').collect();
    (digits.len() == count && digits.chars().all(|c| c.is_ascii_digit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_date_in_a_name_is_read() {
        for (name, expected) in [
            ("reviews/council_session_20260126-100000.yaml", Some("2026-01-26T10:00:00Z")),
            ("council_session_20260126.yaml", Some("2026-01-26")),
            ("prd_review_2026-01-29T09-15-00Z.json", Some("2026-01-29T09:15:00Z")),
            ("rfc_review_council_2026-01-28T080000Z.yaml", Some("2026-01-28T08:00:00Z")),
            ("rfc_review_council_FINALIZE_2026-01-28.yaml", Some("2026-01-28")),
            ("rfc_review_20260127_council_r2.yaml", Some("2026-01-27")),
            ("sa3_cycle1_findings.yaml", None),
            ("council_session_20261326-100000.yaml", None),
            ("council_session_20260126-250000.yaml", None),
            ("", None),
        ] {
            assert_eq!(named_at(name).as_deref(), expected, "{name}");
        }
    }
}
