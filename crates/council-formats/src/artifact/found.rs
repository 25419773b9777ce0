//! Findings, wherever in a file they stand.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{severity::Severity, taxonomy::Subcategory, tree::Node};

use super::{
    audit::{Audit, nodes, nodes_but, shown, word},
    keys,
    reading::has_known_key,
    seats::mode_id,
};
use crate::words::SeverityWord;

/// Keys under which findings are spoken of, not stated: what a seat thinks of one, what one was merged from, how one
/// breaks the vision.
const MENTIONS: [&str; 3] = ["assessments", "merged_from", "violations"];

/// A finding as a file states it, with what could be made of it.
#[derive(Debug, Clone, PartialEq)]
pub struct StatedFinding {
    /// Its id.
    pub id: String,
    /// How bad it is, if the word is known.
    pub severity: Option<Severity>,
    /// The word for how bad it is, as written.
    pub raw_severity: Option<String>,
    /// The category as written.
    pub category: Option<String>,
    /// The subcategory as written.
    pub subcategory: Option<String>,
    /// The subcategory of the closed taxonomy, if the words lead to one.
    pub classified: Option<Subcategory>,
    /// Where it is: `path#anchor`.
    pub location: Option<String>,
    /// The gate it belongs to.
    pub gate: Option<String>,
    /// Who raised it.
    pub raisers: Vec<String>,
    /// The round it was raised in.
    pub cycle: Option<i64>,
    /// The reasoning mode that led to it.
    pub mode: Option<i64>,
    /// How far the seats agreed, as written.
    pub agreement: Option<String>,
    /// What became of it, as written.
    pub status: Option<String>,
    /// What is wrong, as written.
    pub description: Option<String>,
    /// The words that show it.
    pub quote: Option<String>,
    /// For something missing: what was looked for.
    pub terms: Vec<String>,
    /// For something missing: where it was looked for.
    pub sections: Vec<String>,
    /// The rule that found it.
    pub rule: Option<String>,
    /// The line it begins at.
    pub line: Option<u32>,
}

/// Tells whether a map is a finding: it has an id and says how bad or what it is.
///
/// A log entry or a cross-reference names a finding's id too, but neither its severity nor its description.
pub(super) fn is_finding(node: &Node) -> bool {
    node.get("finding_id").is_some()
        && (node.get("severity").is_some() || node.get("description").is_some())
}

/// Tells whether a map of a record in words of its own is a finding: it says how bad something is, and what. A gate can say
/// so too.
fn is_foreign_finding(node: &Node) -> bool {
    severity(node).is_some() && description(node).is_some() && node.get("gate_id").is_none()
}

/// Returns how bad a finding is, in the file's own word and under its own key.
fn severity(node: &Node) -> Option<String> {
    let entries = node.entries().iter();
    entries
        .filter(|entry| keys::ends_in(&entry.key, "severity"))
        .find_map(|entry| word(&entry.node))
}

fn description(node: &Node) -> Option<String> {
    ["description", "title", "summary"].iter().find_map(|key| word(node.get(key)?)).or_else(|| {
        // Whatever else it is called, it is a sentence.
        let mut texts = node.entries().iter().filter_map(|entry| word(&entry.node));
        texts.find(|text| text.split_whitespace().count() > 2)
    })
}

/// Reads every finding of a file, in its order.
pub(super) fn findings(body: &Node, audit: &mut Audit<'_>) -> Vec<StatedFinding> {
    // A record that has keys of the contract calls its findings what the contract calls them.
    let is_foreign =
        !has_known_key(body) && !nodes(body).any(|node| node.get("finding_id").is_some());
    let is_stated = |node: &&Node| is_finding(node) || (is_foreign && is_foreign_finding(node));
    let stated: Vec<&Node> = nodes_but(body, &MENTIONS).filter(is_stated).collect();
    let scale = SeverityScale::of(&stated);
    let numbered = stated.iter().zip(1_usize..);
    let found: Vec<StatedFinding> =
        numbered.map(|(node, number)| read(node, number, scale)).collect();
    remark(&found, scale, audit);
    if let Some(first) = stated.iter().find(|node| node.get("location").is_some_and(is_legacy)) {
        audit.note(
            "legacy-location",
            first.line,
            "a location is a map, read as `path#anchor`".to_owned(),
        );
    }
    found
}

/// Counts findings by severity in the contract's words; an unknown word counts as `UNKNOWN:` and itself.
pub(super) fn severities(found: &[StatedFinding]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for finding in found {
        let word = match finding.severity {
            Some(severity) => SeverityWord::from(severity).word().to_owned(),
            None => format!("UNKNOWN:{}", finding.raw_severity.as_deref().unwrap_or("None")),
        };
        *counts.entry(word).or_insert(0) += 1;
    }
    counts
}

/// Which words a file has for its mildest findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SeverityScale {
    /// One scale: `LOW` and `INFO` are the same step.
    Single,
    /// `INFO` and `LOW` both occur, so they are two steps and `LOW` is the one above `INFO`.
    Mixed,
}

impl SeverityScale {
    fn of(findings: &[&Node]) -> SeverityScale {
        let uses = |wanted: &str| {
            let said = findings.iter().filter_map(|node| severity(node));
            said.into_iter().any(|word| word.eq_ignore_ascii_case(wanted))
        };
        if uses("LOW") && uses("INFO") { SeverityScale::Mixed } else { SeverityScale::Single }
    }

    fn read(self, word: &str) -> Option<Severity> {
        match self {
            SeverityScale::Mixed if word.eq_ignore_ascii_case("LOW") => Some(Severity::Minor),
            SeverityScale::Mixed | SeverityScale::Single => Severity::read(word),
        }
    }
}

fn read(node: &Node, number: usize, scale: SeverityScale) -> StatedFinding {
    let text = |key: &str| node.get(key).and_then(word);
    let raw_severity = severity(node);
    let mut ids = node.entries().iter().filter(|entry| keys::ends_in(&entry.key, "id"));
    let own = text("finding_id").or_else(|| text("id"));
    let id = own.or_else(|| ids.find_map(|entry| word(&entry.node)));
    let (category, subcategory) = (text("category"), text("subcategory"));
    let classified = category.as_deref().or(subcategory.as_deref());
    let classified =
        classified.and_then(|word| Subcategory::classify(word, subcategory.as_deref()));
    StatedFinding {
        id: id.unwrap_or_else(|| format!("unnamed-{number}")),
        severity: raw_severity.as_deref().and_then(|word| scale.read(word)),
        raw_severity,
        classified,
        category,
        subcategory,
        location: node.get("location").and_then(location),
        gate: text("gate_id"),
        raisers: raisers(node),
        cycle: node.get("source_cycle").and_then(Node::int),
        mode: node.get("source_mode").and_then(mode_id),
        agreement: text("agreement_status").or_else(|| text("quorum_result")),
        status: text("status").or_else(|| text("resolution")),
        description: description(node),
        quote: text("quote"),
        terms: list(node, "terms"),
        sections: list(node, "sections"),
        rule: text("rule_id"),
        line: node.line,
    }
}

/// Reads what was looked for in vain.
fn list(node: &Node, key: &str) -> Vec<String> {
    let items = node.path(&["searched", key]).map(Node::items).unwrap_or_default();
    items.iter().filter_map(word).collect()
}

fn raisers(node: &Node) -> Vec<String> {
    let one = node.get("source_agent").and_then(word);
    let several = node.get("source_agents").map(Node::items).unwrap_or_default();
    one.into_iter().chain(several.iter().filter_map(word)).collect()
}

fn is_legacy(location: &Node) -> bool {
    location.text().is_none()
}

/// Reads the shapes of a location: text, or a map of a file (or several) and a place in it.
pub(super) fn location(node: &Node) -> Option<String> {
    if let Some(text) = word(node) {
        return Some(text);
    }
    let first_file = node.get("files").and_then(|files| files.items().first());
    let file = node.get("file").or_else(|| node.get("path")).or(first_file).and_then(word)?;
    let anchor =
        ["yaml_path", "section", "anchor", "line"].iter().find_map(|key| word(node.get(key)?));
    Some(match anchor {
        Some(anchor) => format!("{file}#{anchor}"),
        None => file,
    })
}

fn remark(found: &[StatedFinding], scale: SeverityScale, audit: &mut Audit<'_>) {
    let mut said = BTreeSet::new();
    for finding in found {
        let Some(raw) = finding.raw_severity.as_deref() else {
            let message = format!("finding `{}` states no severity", shown(&finding.id));
            audit
                .warning("severity-unknown", finding.line, message)
                .help("state one of BLOCKER, MAJOR, MINOR, INFO");
            continue;
        };
        let Some(severity) = finding.severity else {
            let message = format!("severity `{}` is not known", shown(raw));
            audit
                .warning("severity-unknown", finding.line, message)
                .help("expected BLOCKER, MAJOR, MINOR or INFO");
            continue;
        };
        if raw != SeverityWord::from(severity).word() && said.insert(raw) {
            let why = if scale == SeverityScale::Mixed && raw.eq_ignore_ascii_case("LOW") {
                ", since the file also has INFO"
            } else {
                ""
            };
            let message = format!(
                "severity `{}` is read as {}{why}",
                shown(raw),
                SeverityWord::from(severity).word()
            );
            audit.note("legacy-severity", finding.line, message);
        }
    }
    let mut first: BTreeMap<&str, &StatedFinding> = BTreeMap::new();
    for finding in found {
        let earlier = *first.entry(&finding.id).or_insert(finding);
        if earlier.severity != finding.severity {
            let message = format!(
                "finding `{}` is stated twice with different severities",
                shown(&finding.id)
            );
            audit
                .warning("finding-conflict", finding.line, message)
                .help("state it once, or alike");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::yaml;

    fn counts(text: &str) -> BTreeMap<String, usize> {
        let root = yaml::read("a.yaml", text).unwrap();
        severities(&findings(&root, &mut Audit::new("a.yaml")))
    }

    fn only(text: &str) -> StatedFinding {
        let root = yaml::read("a.yaml", text).unwrap();
        findings(&root, &mut Audit::new("a.yaml")).pop().unwrap()
    }

    #[test]
    fn findings_are_found_wherever_they_stand() {
        let mentioned = "f: {assessments: [{finding_id: A, severity: MAJOR}], merged_from: [{finding_id: A, severity: INFO}]}";
        assert!(counts(mentioned).is_empty());
        let text = "gates:\n- findings: [{finding_id: A, severity: MAJOR}]\nextra: {x: {finding_id: B, description: b}}\n\
                    log: [{finding_id: A, action: none}]\n";
        assert_eq!(counts(text), [("MAJOR".to_owned(), 1), ("UNKNOWN:None".to_owned(), 1)].into());
    }

    #[test]
    fn findings_of_a_file_that_calls_them_otherwise_are_found_too() {
        let text = "problems:\n- {id: P-1, severity: HIGH, title: two limits}\n- {defect_severity: awful, what_is_wrong: no owner is named}\n\
                    policy: {severity: HIGH}\n";
        let root = yaml::read("a.yaml", text).unwrap();
        let mut audit = Audit::new("a.yaml");
        let found = findings(&root, &mut audit);
        let ids: Vec<&str> = found.iter().map(|one| one.id.as_str()).collect();
        assert_eq!(ids, ["P-1", "unnamed-2"]);
        assert_eq!(counts(text), [("MAJOR".to_owned(), 1), ("UNKNOWN:awful".to_owned(), 1)].into());
        assert!(audit.close().iter().any(|one| one.code == "severity-unknown"));
    }

    #[test]
    fn low_is_a_note_unless_the_file_has_info_beside_it() {
        assert_eq!(counts("f: [{finding_id: A, severity: LOW}]"), [("INFO".to_owned(), 1)].into());
        let mixed = counts("f: [{finding_id: A, severity: LOW}, {finding_id: B, severity: INFO}]");
        assert_eq!(mixed, [("INFO".to_owned(), 1), ("MINOR".to_owned(), 1)].into());
    }

    #[test]
    fn an_unknown_severity_is_counted_under_its_own_name() {
        assert_eq!(
            counts("f: [{finding_id: A, severity: Dire}]"),
            [("UNKNOWN:Dire".to_owned(), 1)].into()
        );
    }

    #[test]
    fn every_shape_of_a_location_becomes_path_and_anchor() {
        for (written, expected) in [
            ("'a.yaml#goals'", Some("a.yaml#goals")),
            ("{file: a.yaml, yaml_path: 'goals[0]'}", Some("a.yaml#goals[0]")),
            ("{file: a.yaml, section: goals}", Some("a.yaml#goals")),
            ("{files: [a.yaml, b.yaml], yaml_path: goals}", Some("a.yaml#goals")),
            ("{file: a.yaml, line: null}", Some("a.yaml")),
            ("[1]", None),
        ] {
            let finding = only(&format!("finding_id: A\nseverity: INFO\nlocation: {written}\n"));
            assert_eq!(finding.location.as_deref(), expected, "{written}");
        }
    }

    #[test]
    fn a_finding_stated_twice_with_different_severities_is_reported() {
        let root = yaml::read(
            "a.yaml",
            "f: [{finding_id: A, severity: INFO}, {finding_id: A, severity: MAJOR}]",
        )
        .unwrap();
        let mut audit = Audit::new("a.yaml");
        findings(&root, &mut audit);
        assert_eq!(audit.close()[0].code, "finding-conflict");
    }
}
