//! How each seat of a panel looks: what it leans to, what it is about, and which words call a specialist.

use crate::handoff::PanelSeat;

/// How often the words of a specialist must stand in a text to call it: once can be in passing.
pub const SPECIALIST_CALLS: usize = 2;

/// A specialist that a text calls for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Called {
    /// The specialist.
    pub seat: PanelSeat,
    /// The words that call it, each once, in the order of the list.
    pub words: Vec<&'static str>,
}

/// Returns the specialists that a text calls for, in order: those whose words stand in it at least twice, in any case,
/// as whole words. Adding text can only add seats.
pub fn called(text: &str) -> Vec<Called> {
    let text = text.to_lowercase();
    let mut called = Vec::new();
    for seat in PanelSeat::specialists() {
        let counts: Vec<(&str, usize)> =
            subjects(&seat).iter().map(|word| (*word, count(&text, word))).collect();
        if counts.iter().map(|(_, count)| count).sum::<usize>() < SPECIALIST_CALLS {
            continue;
        }
        let words = counts.into_iter().filter(|(_, count)| *count > 0).map(|(word, _)| word);
        called.push(Called { seat, words: words.collect() });
    }
    called
}

/// Tells whether a piece of text is about what a seat is about. A core seat is about everything.
pub fn concerns(seat: &PanelSeat, text: &str) -> bool {
    let text = text.to_lowercase();
    seat.is_core() || subjects(seat).iter().any(|word| count(&text, word) > 0)
}

/// Returns the words a specialist is about, in lower case; a core seat has none.
pub fn subjects(seat: &PanelSeat) -> &'static [&'static str] {
    match seat.as_str() {
        "compliance-reviewer" => &[
            "compliance",
            "compliant",
            "regulation",
            "regulations",
            "regulatory",
            "regulator",
            "audit",
            "auditor",
            "auditors",
            "gdpr",
            "hipaa",
            "pci",
            "pci-dss",
            "sox",
            "soc 2",
            "iso 27001",
            "legal",
        ],
        "performance-reviewer" => &[
            "performance",
            "latency",
            "throughput",
            "response time",
            "response times",
            "p50",
            "p95",
            "p99",
            "concurrent",
            "requests per second",
            "load test",
            "scalability",
            "benchmark",
        ],
        "accessibility-reviewer" => &[
            "accessibility",
            "accessible",
            "a11y",
            "wcag",
            "aria",
            "screen reader",
            "screen readers",
            "keyboard navigation",
            "contrast",
            "assistive",
        ],
        "privacy-reviewer" => &[
            "privacy",
            "personal data",
            "personal information",
            "pii",
            "gdpr",
            "ccpa",
            "consent",
            "data subject",
            "anonymise",
            "anonymize",
            "anonymised",
            "anonymized",
        ],
        "api-design-reviewer" => &[
            "api",
            "apis",
            "endpoint",
            "endpoints",
            "graphql",
            "grpc",
            "openapi",
            "rest",
            "webhook",
            "webhooks",
            "status code",
            "http",
        ],
        "migration-reviewer" => &[
            "migration",
            "migrations",
            "migrate",
            "migrates",
            "migrated",
            "migrating",
            "backfill",
            "cutover",
            "legacy",
            "deprecate",
            "deprecated",
        ],
        _ => &[],
    }
}

/// Returns what a seat leans to, said up front so that others can weigh it.
pub fn biases(seat: &PanelSeat) -> &'static [&'static str] {
    match seat.as_str() {
        "technical-reviewer" => &[
            "reads a statement as something that has to be built, and prefers precise to readable",
            "weighs a contradiction above anything that is merely missing",
        ],
        "security-reviewer" => &[
            "assumes that whatever is not limited will be abused",
            "weighs a missing protection above the cost of adding it",
        ],
        "executive-reviewer" => &[
            "asks what it is for and how anybody will know that it worked, before how it is built",
            "prefers a smaller scope that is certain",
        ],
        "user-advocate" => &[
            "sides with the people who use it over those who build or sell it",
            "distrusts words whose meaning depends on who judges",
        ],
        "compliance-reviewer" => {
            &["reads every duty as one that somebody will have to prove was kept"]
        }
        "performance-reviewer" => &["counts only what has a figure, a unit and a load"],
        "accessibility-reviewer" => &["reads for the person who cannot see, hear or point"],
        "privacy-reviewer" => &["would rather not have the data at all"],
        "api-design-reviewer" => &["reads for the caller who has only the document and cannot ask"],
        "migration-reviewer" => &["assumes that the old and the new run side by side for long"],
        "offline-rules" => {
            &["reads wording alone, and reports every match whoever sits on the panel"]
        }
        _ => &["has not stated what it leans to"],
    }
}

/// Counts whole occurrences of a word or phrase in a text, both in lower case.
fn count(text: &str, word: &str) -> usize {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word)
        .filter(|(at, found)| {
            let before = text.get(..*at).and_then(|head| head.chars().next_back());
            let after = text.get(at + found.len()..).and_then(|tail| tail.chars().next());
            !before.is_some_and(is_part) && !after.is_some_and(is_part)
        })
        .count()
}
