//! The catalogue of the offline rules and their manual pages.

use std::fmt::Write as _;

use council_core::gate::Outcome;
use council_formats::report::{Data, Manual, Report};
use council_rules::{Kind, RULES, Rule};
use schemars::JsonSchema;
use serde::Serialize;

/// Lists every rule.
pub fn catalogue() -> Report {
    let headline = format!("{} rules", RULES.len());
    let mut report = Report::new("rules", "", Outcome::Pass, headline);
    report.page = Some(list());
    report.data = Data::of(&CatalogueKeys { rules: RULES.iter().map(|rule| keys(rule)).collect() });
    report
}

/// Shows the manual page of one rule, on behalf of a command.
pub fn page(command: &'static str, rule: &Rule) -> Report {
    let mut report = Report::new(command, rule.id, Outcome::Pass, rule.summary);
    report.page = Some(format!("{}\n\n{}", rule.manual(), standing(rule)));
    report.data = Data::of(&PageKeys { rule: keys(rule), manual: rule.manual() });
    report
}

/// Returns what the manual says about a rule, for formats that carry it along.
pub(crate) fn entry(rule: &str) -> Option<Manual> {
    let rule = council_rules::rule(rule)?;
    Some(Manual { summary: rule.summary, page: rule.manual(), address: address(rule.id) })
}

/// Returns the address of a rule's page.
pub fn address(rule: &str) -> String {
    format!("{}/blob/main/docs/reference/rules.md#{rule}", env!("CARGO_PKG_REPOSITORY"))
}

/// Returns the address of a page of the guide.
pub(crate) fn guide(page: &str) -> String {
    format!("{}/blob/main/docs/guide/{page}.md", env!("CARGO_PKG_REPOSITORY"))
}

/// Returns the name of a rule nearest to a word, for a word that names none.
pub fn nearest(word: &str) -> Option<&'static str> {
    council_core::spelling::nearest(word, RULES.iter().map(|rule| rule.id))
}

/// Returns the page of the reference: every rule with its manual, and the modes for which there is none.
pub fn reference() -> String {
    let mut page = String::from(OPENING);
    page.push_str("\n| rule | kind | severity | finds |\n|---|---|---|---|\n");
    for rule in RULES {
        let link = rule.id;
        let (kind, severity) = (rule.kind.word(), rule.earned().word());
        let _ =
            writeln!(page, "| [`{link}`](#{link}) | `{kind}` | {severity} | {} |", rule.summary);
    }
    for rule in RULES {
        let _ = write!(page, "\n{}\n{}\n", lowered(&rule.manual()), standing(rule));
    }
    let silent: Vec<String> = council_rules::modes_without_rules()
        .into_iter()
        .map(|mode| format!("{mode} {}", mode.mode().name))
        .collect();
    let _ = write!(
        page,
        "\n## Modes without rules\n\nFor these reasoning modes the offline reviewer has nothing to offer; a seat that holds one\nreports what is grave and what its other modes show:\n{}.\n",
        silent.join(", ")
    );
    page
}

const OPENING: &str = "\
# The offline rules

What `council lint` and the offline reviewer look for. Each rule has a name for settings and suppressions, a kind that
programs read, a place in the taxonomy of findings, and a confidence. Where a rule was measured, that is the lower end of
the 95 % interval of how often it was right; where it was not, it is assumed and says so. `council explain RULE` shows one
page.
";

/// Puts the headings of a manual page one level below the page it becomes part of; those of its examples stay.
fn lowered(manual: &str) -> String {
    let mut lowered = String::new();
    let mut fence: Option<&str> = None;
    for line in manual.lines() {
        match fence {
            Some(open) if line == open => fence = None,
            Some(_) => {}
            None if line.starts_with('#') => lowered.push('#'),
            None => {
                let ticks = line.len() - line.trim_start_matches('`').len();
                fence = line.get(..ticks).filter(|open| open.len() >= 3);
            }
        }
        lowered.push_str(line);
        lowered.push('\n');
    }
    lowered
}

/// Says where a rule stands: its kind, its place in the taxonomy, its confidence and its modes.
fn standing(rule: &Rule) -> String {
    let subcategory = rule.subcategory;
    let mut text = format!(
        "Kind `{}`, {}/{}, {}; {}.\n\nSeen through:\n\n",
        rule.kind.word(),
        subcategory.category().word(),
        subcategory.word(),
        rule.earned().word(),
        rule.record()
    );
    for (mode, why) in rule.modes() {
        let _ = writeln!(text, "- {mode} {}: {why}", mode.mode().name);
    }
    text.trim_end().to_owned()
}

fn list() -> String {
    let width = RULES.iter().map(|rule| rule.id.len()).max().unwrap_or_default();
    let mut text = String::new();
    for kind in Kind::ALL {
        for rule in RULES.iter().filter(|rule| rule.kind == *kind) {
            let (id, severity) = (rule.id, rule.earned().word());
            let _ =
                writeln!(text, "{id:width$}  {severity:<7}  {:<27}  {}", kind.word(), rule.summary);
        }
    }
    text
}

/// What `rules` says in JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CatalogueKeys {
    /// Every rule.
    rules: Vec<RuleKeys>,
}

/// What is said of one rule in JSON.
#[derive(Debug, Serialize, JsonSchema)]
pub struct PageKeys {
    #[serde(flatten)]
    rule: RuleKeys,
    /// Its manual page, as Markdown.
    manual: String,
}

/// A rule.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rule")]
struct RuleKeys {
    /// Its name.
    rule: &'static str,
    /// The sort of defect that it finds.
    kind: &'static str,
    /// Its place in the taxonomy.
    category: &'static str,
    /// Its place within the category.
    subcategory: &'static str,
    /// How grave its findings are.
    severity: &'static str,
    /// How sure it is, from 0 to 1.
    confidence: f64,
    /// What became of its findings on documents that it was not written with.
    field: FieldKeys,
    /// What it finds, in a few words.
    summary: &'static str,
    /// The reasoning modes through which it is seen.
    modes: Vec<SeenKeys>,
}

/// What became of a rule's findings on strangers' documents.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Field")]
struct FieldKeys {
    read: u32,
    valuable: u32,
    trivial: u32,
    wrong: u32,
}

/// A mode that a rule is seen through.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Mode")]
struct SeenKeys {
    /// Its number.
    mode: u8,
    /// Why.
    why: &'static str,
}

fn keys(rule: &Rule) -> RuleKeys {
    let record = rule.record();
    RuleKeys {
        rule: rule.id,
        kind: rule.kind.word(),
        category: rule.subcategory.category().word(),
        subcategory: rule.subcategory.word(),
        severity: rule.earned().word(),
        confidence: rule.confidence(),
        field: FieldKeys {
            read: record.read(),
            valuable: record.valuable,
            trivial: record.trivial,
            wrong: record.wrong,
        },
        summary: rule.summary,
        modes: rule.modes().map(|(mode, why)| SeenKeys { mode: mode.number(), why }).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_go_one_level_down_and_those_of_an_example_stay() {
        let page = "# a\n\n## Example\n````markdown\n# b\n```\n# c\n```\n````\n## d\n";
        let below = "## a\n\n### Example\n````markdown\n# b\n```\n# c\n```\n````\n### d\n";
        assert_eq!(lowered(page), below);
    }
}
