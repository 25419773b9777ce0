//! The offline rules on files: what they find, what is suppressed, what was known before.

mod baseline;
mod data;
mod fix;
mod folder;
mod keys;
mod learn;
mod outside;
pub(crate) mod reading;
mod statistics;
pub(crate) mod suppress;
mod walk;
mod watch;

use std::{collections::BTreeSet, sync::Arc};

use council_core::{
    council::Suppressed,
    diagnostic::{Diagnostic, Place},
    gate::{Outcome, Signal},
    packet::Original,
    severity::Severity,
    spelling,
};
use council_formats::{
    packet,
    project::Project,
    report::{Data, Report, Telling},
};
use council_rules::{Finding, Kind, Model, NotJudged, RULES, Rule, model::Words};
use council_store::{Repo, StoreError};

use crate::{
    manual,
    specifications::{Convention, Specification, Specifications, told},
    words,
};
use keys::FixKeys;

pub use baseline::{BadBaseline, Baseline};
pub(crate) use data::finding as reported;
pub use fix::{Fix, diff, edits, fixed, fixes};
pub(crate) use folder::{lint_files as lint_prd_files, of as prd_folder};
pub use keys::{LintFileKeys, RunKeys};
pub use learn::learn;
pub use outside::Outside;
pub use reading::reading;
pub use statistics::statistics;
pub use walk::{Walked, lint};
pub use watch::Snapshot;

/// What is to be linted and how.
#[derive(Debug, Clone, Default)]
pub struct LintRequest {
    /// Files and folders of the repository.
    pub paths: Vec<String>,
    /// Where specifications are looked for, where nobody names any.
    pub search: Option<Search>,
    /// Files and folders outside of it.
    pub outside: Vec<Outside>,
    /// A text that is no file, with the name to show for it.
    pub text: Option<(String, String)>,
    /// Which rules are asked.
    pub rules: RuleSelection,
    /// Which rules are not asked below a path.
    pub paths_without: Vec<PathRules>,
    /// What was known before.
    pub baseline: Baseline,
}

/// Where specifications are looked for.
#[derive(Debug, Clone)]
pub struct Search {
    /// What is a specification here.
    pub specifications: Specifications,
    /// The folder, relative to the repository.
    pub folder: String,
}

/// Rules that are not asked for a file or below a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PathRules {
    /// The file or folder, relative to the repository.
    pub path: String,
    /// The rules, kinds or categories.
    pub ignore: Vec<String>,
}

impl LintRequest {
    /// Adds what the project's settings say about the rules. What its user asks for is not left out again, where it looks
    /// for orders to a reviewer.
    pub fn settle(&mut self, project: &Project) {
        let lint = &project.lint;
        self.rules.keep_orders();
        self.rules.select.extend(lint.select.iter().cloned());
        self.rules.ignore.extend(lint.ignore.iter().cloned());
        let without = lint.paths.iter();
        let without =
            without.map(|(path, ignore)| PathRules { path: path.clone(), ignore: ignore.clone() });
        self.paths_without.extend(without);
        let raised = lint.severity.iter().map(|(rule, least)| (rule.clone(), (*least).into()));
        self.rules.at_least.extend(raised);
    }

    /// Returns the first word that names no rule, no kind and no category.
    pub fn unknown(&self) -> Option<&str> {
        let below = self.paths_without.iter().flat_map(|without| &without.ignore);
        let below = below.map(String::as_str).find(|word| !is_known(word));
        self.rules.unknown().or(below)
    }

    /// Returns which rules are asked for a file.
    pub(crate) fn rules_for(&self, path: &str) -> RuleSelection {
        let mut rules = self.rules.clone();
        let holds = |folder: &str| {
            let folder = folder.trim_end_matches('/');
            path.strip_prefix(folder).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        let here = self.paths_without.iter().filter(|without| holds(&without.path));
        rules.ignore.extend(here.flat_map(|without| without.ignore.iter().cloned()));
        rules
    }
}

/// Which rules are asked, by name, kind or category; everything where nothing is selected.
#[derive(Debug, Clone, Default)]
pub struct RuleSelection {
    /// Only these.
    pub select: Vec<String>,
    /// Not these.
    pub ignore: Vec<String>,
    /// None that is less sure of itself than this, from 0 to 1.
    pub least_sure: f64,
    /// Rules whose findings are at least as severe as this.
    pub at_least: Vec<(String, Severity)>,
    /// The rules that are asked whatever else is said, by name.
    pub kept: Vec<&'static str>,
}

impl RuleSelection {
    /// Tells whether a rule is asked.
    pub fn wants(&self, rule: &Rule) -> bool {
        let named = |word: &String| names(word, rule);
        // A rule of the nursery is asked by its own name only, or with all of them.
        let selected = |word: &String| {
            let alone = word == rule.id || word == NURSERY;
            if rule.is_in_nursery() { alone } else { names(word, rule) }
        };
        let by_default = self.select.is_empty() && !rule.is_in_nursery();
        let is_chosen = (by_default || self.select.iter().any(selected))
            && !self.ignore.iter().any(named)
            && rule.confidence() >= self.least_sure;
        is_chosen || self.kept.contains(&rule.id)
    }

    /// Keeps the rules that look for orders to a reviewer, as far as they are asked, whatever is left out from here on: who
    /// brings the settings of a project may have brought the document.
    pub fn keep_orders(&mut self) {
        let orders = RULES.iter().filter(|rule| rule.kind == Kind::InstructionInjection);
        self.kept = orders.filter(|rule| self.wants(rule)).map(|rule| rule.id).collect();
    }

    /// Returns the first word that names no rule, no kind and no category.
    pub fn unknown(&self) -> Option<&str> {
        let raised = self.at_least.iter().map(|(word, _)| word);
        let words = self.select.iter().chain(&self.ignore).chain(raised).map(String::as_str);
        words.into_iter().find(|word| !is_known(word))
    }

    /// Makes findings as severe as they are at least to be.
    pub(crate) fn raise(&self, findings: &mut [Finding]) {
        if self.at_least.is_empty() {
            return;
        }
        for finding in findings {
            let named = self.at_least.iter().filter(|(word, _)| names(word, finding.rule));
            let least = named.map(|(_, severity)| *severity).max();
            finding.severity = finding.severity.max(least.unwrap_or(finding.severity));
        }
    }
}

/// Tells whether a word names a rule: by its name, its kind or its category.
fn names(word: &str, rule: &Rule) -> bool {
    let category = rule.subcategory.category().word();
    word == rule.id || word == rule.kind.word() || word.eq_ignore_ascii_case(category)
}

/// Returns the rule, kind or category that somebody may have meant by a word that names none.
pub fn nearest(word: &str) -> Option<String> {
    let words = RULES.iter().flat_map(|rule| {
        let category = rule.subcategory.category().word();
        [rule.id.to_owned(), rule.kind.word().to_owned(), category.to_lowercase()]
    });
    let words: BTreeSet<String> = words.collect();
    let given = word.to_lowercase().replace([' ', '_'], "-");
    // `weakmodal` is nearer to `weak-modal` than any count of letters says.
    let joined = |word: &str| word.replace(['-', '_'], "");
    let same = words.iter().find(|known| joined(known) == joined(&given));
    let near = || spelling::nearest(&given, words.iter().map(String::as_str));
    same.map(String::as_str).or_else(near).map(str::to_owned)
}

/// The rules that are not asked unless somebody wants them.
const NURSERY: &str = "nursery";

fn is_known(word: &str) -> bool {
    word == NURSERY || RULES.iter().any(|rule| names(word, rule))
}

/// What becomes of minor findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MinorFindings {
    /// They are shown.
    Shown,
    /// They are a soft failure.
    Strict,
}

/// One file, linted.
#[derive(Debug)]
pub struct Linted {
    /// The file; its text is empty where it could not be read.
    pub original: Arc<Original>,
    /// What the rules found, in the order of the text.
    pub findings: Vec<Finding>,
    /// What is wrong with the file or with its suppressions.
    pub diagnostics: Vec<Diagnostic>,
    /// What comments in the file suppress.
    pub suppressed: Vec<Suppressed>,
    /// How many findings were known before.
    pub known: usize,
    /// Whether all of it could be read.
    pub is_read: bool,
    /// How many statements were read that could be requirements, or why it was not judged.
    pub judged: Result<usize, NotJudged>,
    /// Whether it is one to judge where nobody named it: the pages that lie in every repository are not.
    pub is_specification: bool,
}

impl Linted {
    /// Returns the path of the file.
    pub fn path(&self) -> &str {
        self.original.path()
    }
}

/// Lints one text.
pub fn lint_text(path: &str, text: &str, rules: &RuleSelection) -> Linted {
    let (parsed, words) = packet::markdown_prd_beside(path, text, Words::of);
    // What is left unread cannot be said to be in order.
    let cut = parsed.diagnostics.into_iter().find(|noticed| noticed.code == "too-large");
    let is_read = cut.is_none();
    let packet = parsed.value;
    let model = Model::of_read(&packet, words);
    let mut findings = council_rules::check_model(&model, |rule| rules.wants(rule));
    rules.raise(&mut findings);
    let judged = council_rules::judged(&model);
    let is_specification = model.texts.iter().all(council_rules::judged::is_specification);
    let (original, (suppressed, diagnostics)) = match packet.documents.first() {
        Some(document) => {
            (Arc::clone(document.original()), suppress::taken_out(document, &mut findings))
        }
        None => (Arc::new(Original::new(path, text)), Default::default()),
    };
    let diagnostics = cut.into_iter().chain(diagnostics).collect();
    Linted {
        original,
        findings,
        diagnostics,
        suppressed,
        known: 0,
        is_read,
        judged,
        is_specification,
    }
}

/// Returns what there is to say about a file that could not be had.
pub fn refused(path: &str, error: &StoreError) -> Linted {
    let diagnostic = Diagnostic::error("unreadable", Place::file(path), error.to_string());
    Linted {
        original: Arc::new(Original::new(path, "")),
        findings: Vec::new(),
        diagnostics: vec![diagnostic],
        suppressed: Vec::new(),
        known: 0,
        is_read: false,
        judged: Ok(0),
        is_specification: true,
    }
}

/// Returns what a linted file decides: a blocker or a major stops, the rest is worth knowing. What only says where to look
/// decides nothing.
pub fn outcome(linted: &Linted, warnings: MinorFindings) -> Outcome {
    if !linted.is_read {
        return Outcome::Failed;
    }
    if linted.judged.is_err() {
        return Outcome::InputNeeded;
    }
    let claims = linted.findings.iter().filter(|finding| !finding.rule.is_pointer());
    let worst = claims.map(|finding| finding.severity).max();
    match (worst, warnings) {
        (Some(Severity::Blocker | Severity::Major), _) => Outcome::Blocked,
        (Some(Severity::Minor | Severity::Note), MinorFindings::Strict) => Outcome::WarnedStrictly,
        (Some(Severity::Minor | Severity::Note), MinorFindings::Shown) => Outcome::Warned,
        (None, _) if !linted.diagnostics.is_empty() && warnings == MinorFindings::Strict => {
            Outcome::WarnedStrictly
        }
        (None, _) if !linted.diagnostics.is_empty() => Outcome::Warned,
        (None, _) => Outcome::Pass,
    }
}

/// Puts what was found in one file into words.
pub fn report(linted: Linted, warnings: MinorFindings) -> Report {
    let headline = headline(&linted);
    let mut report = Report::of_gate("lint", linted.path(), outcome(&linted, warnings), headline);
    report.telling = Telling::Listing;
    report.manual = manual::entry;
    report.signals = linted.diagnostics.into_iter().map(Signal::from).collect();
    report.findings = linted.findings.into_iter().map(data::finding).collect();
    if let Ok(statements) = linted.judged {
        report.facts.push(("statements read", statements.to_string()));
    }
    let suppressed: usize = linted.suppressed.iter().map(|one| one.count).sum();
    if suppressed > 0 {
        report.facts.push(("suppressed", suppressed.to_string()));
    }
    if linted.known > 0 {
        report.facts.push(("known before", linted.known.to_string()));
    }
    report.data = Data::of(&LintFileKeys {
        statements: linted.judged.ok(),
        not_judged: linted.judged.err().map(NotJudged::word),
        known: Some(linted.known),
        suppressed: Some(suppressed),
        ..LintFileKeys::default()
    });
    report
}

/// How many repairs of a file are told one by one.
const TOLD: usize = 10;

/// Adds what was repaired in a file to its report.
pub fn tell_fixes(report: &mut Report, fixes: &[Fix]) {
    let path = report.subject.clone();
    for Fix { rule, line, column, before, after } in fixes.iter().take(TOLD) {
        let done = match (before.trim(), after.trim()) {
            (before, "") => format!("removed `{}`", words::brief(before)),
            (before, after) => {
                format!("`{}` is now `{}`", words::brief(before), words::brief(after))
            }
        };
        report.notes.push(format!("repaired {path}:{line}:{column} [{rule}]: {done}"));
    }
    if let Some(more) = fixes.len().checked_sub(TOLD).filter(|more| *more > 0) {
        report.notes.push(format!("repaired {more} more in {path}"));
    }
    let each = fixes.iter().map(|fix| FixKeys {
        rule: fix.rule,
        line: fix.line,
        column: fix.column,
        before: fix.before.clone(),
        after: fix.after.clone(),
    });
    report.data.add(&LintFileKeys { fixed: Some(each.collect()), ..LintFileKeys::default() });
}

/// Adds to reports by which convention each file is a specification, and says it of all in one remark.
pub fn tell_search(reports: &mut [Report], found: &[Specification]) {
    let of = |path: &str| found.iter().find(|one| one.path == path).map(|one| one.convention);
    for report in reports.iter_mut() {
        let convention = of(&report.subject).map(Convention::word);
        report.data.add(&LintFileKeys { convention, ..LintFileKeys::default() });
    }
    if let Some(first) = reports.first_mut() {
        first.notes.insert(
            0,
            match found {
                [] => {
                    "no layout of specifications is known here: every Markdown file was looked at"
                        .to_owned()
                }
                [..] => format!("specifications: {}", told(found)),
            },
        );
    }
}

/// Says how many findings of each severity a file has.
fn headline(linted: &Linted) -> String {
    let of = |severity| linted.findings.iter().filter(|one| one.severity == severity).count();
    match (linted.is_read, &linted.judged, linted.findings.len()) {
        (false, _, 0) => "the file could not be read".to_owned(),
        (false, ..) => "the file could not be read to its end".to_owned(),
        (true, Err(reason), _) => format!("not judged: {}", reason.says()),
        (true, Ok(_), 0) => "nothing found".to_owned(),
        (true, Ok(_), count) => {
            format!("{} ({})", words::count(count, "finding"), words::severities(of))
        }
    }
}

/// Says that nothing was judged: whatever was found is no specification.
pub fn nothing_judged(passed_over: usize) -> Report {
    let files = if passed_over == 1 { "1 file is" } else { &format!("{passed_over} files are") };
    let headline = format!("nothing was judged: {files} no specification");
    let mut report = Report::of_gate("lint", "", Outcome::InputNeeded, headline);
    report.telling = Telling::Listing;
    report.data = Data::of(&RunKeys { passed_over: Some(passed_over), ..RunKeys::default() });
    report.next.push("name a file to have it judged all the same".to_owned());
    report
}

/// Lints a file of a repository whose text is not the one on the disk, such as one that somebody is writing.
pub fn lint_open(repo: &Repo, request: &LintRequest, path: &str, text: &str) -> Linted {
    if !packet::is_yaml(path) {
        return lint_text(path, text, &request.rules_for(path));
    }
    let path = path.to_owned();
    let of_folder = prd_folder(repo, &path)
        .and_then(|_| folder::lint(repo, request, &[&path], Some((&path, text))).pop());
    of_folder.unwrap_or_else(|| folder::alone(&path, text, &request.rules_for(&path)))
}

/// Reads a file of a repository and lints it under a name.
fn read(repo: &Repo, path: &str, shown: &str, rules: &RuleSelection) -> Linted {
    match repo.read(path) {
        Ok(text) if packet::is_yaml(path) => folder::alone(shown, &text, rules),
        Ok(text) => lint_text(shown, &text, rules),
        Err(error) => refused(shown, &error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_of_the_nursery_is_asked_by_name_or_with_all_of_them() {
        let rule = RULES.iter().find(|rule| rule.is_in_nursery()).unwrap();
        let other = RULES.iter().find(|rule| !rule.is_in_nursery()).unwrap();
        let wants = |words: &[&str], rule: &Rule| {
            let select = words.iter().map(|word| (*word).to_owned()).collect();
            RuleSelection { select, ..RuleSelection::default() }.wants(rule)
        };
        assert!(!wants(&[], rule) && wants(&[], other));
        assert!(wants(&[rule.id], rule) && wants(&["nursery"], rule));
        assert!(!wants(&[rule.kind.word()], rule) && !wants(&["nursery"], other));
        let select = vec!["nursery".to_owned()];
        assert_eq!(RuleSelection { select, ..RuleSelection::default() }.unknown(), None);
    }
}
