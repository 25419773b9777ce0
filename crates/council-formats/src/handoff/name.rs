//! The names of the files of a series.

use council_core::{ident::ProjectName, series::ReviewNumber};

/// What the name of every review begins with.
const STEM: &str = "004-council-review";

/// What a file name says about its place in a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SeriesName {
    /// It is the review of this number.
    Review(ReviewNumber),
    /// It looks like a review, and its number cannot be told: `004-council-review-r02.md`.
    Stray,
    /// It is something else.
    Other,
}

/// Reads the name of a file. The first review has no number or `-r1`; numbers have no leading zeros.
pub fn read(file: &str) -> SeriesName {
    if file.strip_prefix(STEM) == Some(".md") {
        return SeriesName::Review(ReviewNumber::FIRST);
    }
    let lower = file.to_ascii_lowercase();
    let Some(number) = lower
        .strip_prefix(STEM)
        .and_then(|rest| rest.strip_suffix(".md"))
        .and_then(|rest| rest.trim_start_matches(['-', '_', ' ', '.']).strip_prefix('r'))
    else {
        return SeriesName::Other;
    };
    let parsed = number.parse().ok().and_then(ReviewNumber::new);
    match parsed.filter(|parsed| file == format!("{STEM}-{parsed}.md")) {
        Some(parsed) => SeriesName::Review(parsed),
        None if number.starts_with(|c: char| c.is_ascii_digit()) => SeriesName::Stray,
        None => SeriesName::Other,
    }
}

/// Returns the folder of a project's handoffs.
pub fn folder(project: &ProjectName) -> String {
    format!("workspace/{project}/handoffs")
}

/// Returns the path of a review; the first has no number in its name.
pub fn path(project: &ProjectName, number: ReviewNumber) -> String {
    if number == ReviewNumber::FIRST {
        return format!("{}/{STEM}.md", folder(project));
    }
    format!("{}/{STEM}-{number}.md", folder(project))
}

/// Returns the path of the JSON beside a review.
pub fn twin(project: &ProjectName, number: ReviewNumber) -> String {
    let path = path(project, number);
    format!("{}.json", path.strip_suffix(".md").unwrap_or(&path))
}

/// Returns the path of the journal of a project's reviews.
pub fn journal(project: &ProjectName) -> String {
    format!("{}/{STEM}.journal.jsonl", folder(project))
}

/// Reads the project from the path of a handoff, where the path is the contract's.
pub(super) fn project(path: &str) -> Option<&str> {
    let mut folders = path.rsplit('/').skip(1);
    let is_handoffs = folders.next() == Some("handoffs");
    let project = folders.next();
    let is_workspace = folders.next() == Some("workspace");
    project.filter(|_| is_handoffs && is_workspace)
}

/// Returns the name of the file at a path.
pub(super) fn of_path(path: &str) -> SeriesName {
    read(path.rsplit('/').next().unwrap_or(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(file: &str) -> Option<u32> {
        match read(file) {
            SeriesName::Review(number) => Some(number.value()),
            SeriesName::Stray | SeriesName::Other => None,
        }
    }

    #[test]
    fn the_first_review_has_two_names_and_the_rest_have_one() {
        assert_eq!(number("004-council-review.md"), Some(1));
        assert_eq!(number("004-council-review-r1.md"), Some(1));
        assert_eq!(number("004-council-review-r12.md"), Some(12));
    }

    #[test]
    fn a_number_that_could_be_read_two_ways_is_a_stray() {
        for file in [
            "004-council-review-r02.md",
            "004-council-review-R2.md",
            "004-council-review_r2.md",
            "004-council-review-r0.md",
            "004-council-review-r2-final.md",
            "004-council-review-r99999999999.md",
            "004-Council-Review-r2.md",
        ] {
            assert_eq!(read(file), SeriesName::Stray, "{file}");
        }
    }

    #[test]
    fn other_files_are_left_alone() {
        for file in
            ["003-prd-refined.md", "004-council-review.md.bak", "004-council-review-notes.md", ""]
        {
            assert_eq!(read(file), SeriesName::Other, "{file}");
        }
    }

    #[test]
    fn a_path_names_its_project() {
        assert_eq!(project("workspace/demo/handoffs/004-council-review.md"), Some("demo"));
        assert_eq!(project("handoffs/004-council-review.md"), None);
        assert_eq!(project("elsewhere/demo/handoffs/a.md"), None);
    }
}
