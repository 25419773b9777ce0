//! The values at the top of a handoff.

use council_core::{
    handoff::{Front, HandoffPhase, PacketVersion, PanelSeat},
    ident::ProjectName,
    series::ReviewNumber,
    tree::{Node, TreeEntry},
};
use jiff::civil::Date;

use super::notes::{Notes, shown};
use crate::{
    handoff::{
        name::{self, SeriesName},
        words,
    },
    json, markdown,
};

/// The keys of the contract, in its order.
const KEYS: [&str; 8] = [
    "phase",
    "project",
    "review_number",
    "date",
    "prd_version_reviewed",
    "reviewers",
    "overall_verdict",
    "status",
];

/// Reads the front matter; `None` where there is none or it can be read in more than one way.
pub(super) fn read(text: &str, notes: &mut Notes<'_>) -> Option<Front> {
    let node = match markdown::front_matter(notes.path, text) {
        Ok(Some(matter)) => matter.node,
        Ok(None) => {
            notes.error(
                "front-matter-missing",
                1,
                "the file does not begin with front matter",
                format!("begin with a line `---`, the keys {} and a line `---`", listed(&KEYS)),
            );
            return None;
        }
        Err(refused) => {
            notes.push(refused);
            return None;
        }
    };
    if !is_plain(&node, notes) {
        return None;
    }
    let mut keys = FrontMatterReader { node: &node, notes };
    let front = Front {
        phase: keys.phase(),
        project: keys.project(),
        number: keys.number(),
        date: keys.date(),
        version: keys.version(),
        reviewers: keys.reviewers(),
        verdict: keys.verdict(),
        status: keys.status(),
        extra: extra(&node),
    };
    Some(front)
}

/// Reads a day: `2026-03-03`, or the day of a time such as `2026-03-03T10:00:00Z`.
pub(super) fn day(text: &str) -> Option<Date> {
    let text = text.trim();
    let day = text.split_once('T').map_or(text, |(day, _)| day);
    let is_whole = day.len() == text.len() || text.parse::<jiff::Timestamp>().is_ok();
    // The parser accepts other spellings of a day than the one with hyphens.
    let date = day.parse::<Date>().ok().filter(|date| date.to_string() == day);
    date.filter(|_| is_whole)
}

/// Refuses keys that a reader could take for one of the contract's: another case, another alphabet.
fn is_plain(node: &Node, notes: &mut Notes<'_>) -> bool {
    let is_odd = |key: &str| {
        let folded = key.to_ascii_lowercase().replace(['-', ' '], "_");
        !key.is_ascii() || (KEYS.contains(&folded.as_str()) && !KEYS.contains(&key))
    };
    let mut all_plain = true;
    for entry in node.entries().iter().filter(|entry| is_odd(&entry.key)) {
        all_plain = false;
        notes.error(
            "key-spelling",
            entry.node.line,
            format!("key {} is not spelled as the contract spells its keys", shown(&entry.key)),
            format!("the keys are {}", listed(&KEYS)),
        );
    }
    all_plain
}

fn extra(node: &Node) -> Vec<TreeEntry> {
    let unknown = node.entries().iter().filter(|entry| !KEYS.contains(&entry.key.as_str()));
    unknown.map(TreeEntry::placeless).collect()
}

fn listed(words: &[&str]) -> String {
    words.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

struct FrontMatterReader<'a, 'n, 'p> {
    node: &'a Node,
    notes: &'n mut Notes<'p>,
}

impl FrontMatterReader<'_, '_, '_> {
    fn phase(&mut self) -> HandoffPhase {
        let expected = format!("`{}`", words::PHASE);
        let read = |text: &str| (text == words::PHASE).then_some(HandoffPhase::PanelReview);
        self.text("phase", "phase-wrong", &expected, read).unwrap_or(HandoffPhase::Other)
    }

    fn project(&mut self) -> Option<ProjectName> {
        let expected = "a project's name: ASCII letters, digits, `.`, `_` and `-`";
        let project =
            self.text("project", "project-invalid", expected, |text| ProjectName::new(text).ok())?;
        let folder = name::project(self.notes.path).filter(|folder| *folder != project.as_str());
        if let Some(folder) = folder.map(shown) {
            self.notes.error(
                "project-mismatch",
                self.line("project"),
                format!("the review says it is of project `{project}`, its folder is {folder}"),
                "put the review into the folder of its project",
            );
        }
        Some(project)
    }

    fn number(&mut self) -> Option<ReviewNumber> {
        let node = self.node.get("review_number");
        let number = node.and_then(Node::int).and_then(|number| u32::try_from(number).ok());
        let Some(number) = number.and_then(ReviewNumber::new) else {
            self.refuse("review_number", "review-number-invalid", "a whole number from 1");
            return None;
        };
        if let SeriesName::Review(named) = name::of_path(self.notes.path)
            && named != number
        {
            self.notes.error(
                "review-number-mismatch",
                self.line("review_number"),
                format!("`review_number` is {}, the file is named as {named}", number.value()),
                "let `review_number` and the file name agree",
            );
        }
        Some(number)
    }

    fn date(&mut self) -> Option<Date> {
        self.text("date", "date-invalid", "a day such as `2026-03-03`", day)
    }

    fn version(&mut self) -> Option<PacketVersion> {
        let expected = "a version such as `v1`";
        self.text("prd_version_reviewed", "prd-version-invalid", expected, PacketVersion::read)
    }

    fn reviewers(&mut self) -> Vec<PanelSeat> {
        let node = self.node.get("reviewers");
        let names = node.map(Node::items).unwrap_or_default();
        let seats: Vec<PanelSeat> =
            names.iter().filter_map(|name| PanelSeat::new(name.text()?.trim())).collect();
        if names.is_empty() || seats.len() < names.len() {
            self.refuse("reviewers", "reviewers-invalid", "a list of reviewers' names");
            return seats;
        }
        let required = PanelSeat::core().into_iter().chain([PanelSeat::chair()]);
        let absent: Vec<PanelSeat> = required.filter(|seat| !seats.contains(seat)).collect();
        if !absent.is_empty() {
            let names: Vec<&str> = absent.iter().map(PanelSeat::as_str).collect();
            self.notes.error(
                "reviewers-incomplete",
                self.line("reviewers"),
                format!("`reviewers` does not list {}", listed(&names)),
                "list the four core reviewers and the chair",
            );
        }
        seats
    }

    fn verdict(&mut self) -> Option<council_core::handoff::Rating> {
        let expected = "one of `APPROVED`, `APPROVED_WITH_CONCERNS` and `REVISE_AND_RESUBMIT`";
        self.text("overall_verdict", "verdict-invalid", expected, words::read_rating)
    }

    fn status(&mut self) -> Option<council_core::handoff::HandoffStatus> {
        let expected = "one of `ACCEPTED`, `REJECTED` and `PENDING`";
        self.text("status", "status-invalid", expected, words::read_status)
    }

    /// Reads the text of a key, or says what was expected there.
    fn text<T>(
        &mut self,
        key: &'static str,
        code: &'static str,
        expected: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Option<T> {
        let value = self.node.get(key).and_then(Node::text).and_then(|text| read(text.trim()));
        if value.is_none() {
            self.refuse(key, code, expected);
        }
        value
    }

    fn refuse(&mut self, key: &str, code: &'static str, expected: &str) {
        let message = match self.node.get(key) {
            None => format!("key `{key}` is missing"),
            Some(node) => {
                let said = match node.text() {
                    Some(text) => shown(text),
                    None if node.items().is_empty() && node.entries().is_empty() => {
                        shown(&json::value(node).to_string())
                    }
                    None => node.kind().to_owned(),
                };
                format!("`{key}` is {said}, expected {expected}")
            }
        };
        let line = self.line(key);
        self.notes.error(code, line, message, format!("write {expected}"));
    }

    fn line(&self, key: &str) -> Option<u32> {
        self.node.get(key).map_or(Some(1), |node| node.line)
    }
}
