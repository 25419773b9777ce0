//! Markdown pages to scenarios.

use super::{
    Failure,
    console::{self, Command},
    edit::{self, Hunk},
    facts::{self, Fact},
};
use crate::{env, script};

/// A page of scenarios.
#[derive(Debug, Clone, PartialEq)]
pub struct Page {
    /// The page's path, relative to the repository.
    pub path: String,
    /// What comes before the first scenario and is done for each of them.
    pub shared: Vec<Step>,
    /// The scenarios, in order.
    pub scenarios: Vec<Scenario>,
}

/// One `##` section.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// The heading.
    pub name: String,
    /// The heading's line, from 1.
    pub line: usize,
    /// The rules it proves.
    pub rules: Vec<Rule>,
    /// What it does and checks, in order.
    pub steps: Vec<Step>,
}

/// A rule's name on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The rule's id, e.g. `002.signals.1`.
    pub id: String,
    /// The line that names it, from 1.
    pub line: usize,
}

/// One fenced block.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The line of the opening fence, from 1.
    pub line: usize,
    /// What the block does.
    pub action: Action,
}

/// What a fenced block does.
#[derive(Debug, Clone, PartialEq)]
pub enum Action {
    /// Writes a file.
    Write {
        /// The path, relative to the scenario's repository.
        path: String,
        /// The file's text.
        text: String,
    },
    /// Changes a file that is already there.
    Edit {
        /// The path, relative to the scenario's repository.
        path: String,
        /// The changes, in order.
        hunks: Vec<Hunk>,
    },
    /// Runs commands.
    Run(Vec<Command>),
    /// Runs a script of a kind in [`crate::script::KINDS`].
    Script {
        /// The kind.
        kind: String,
        /// The script.
        text: String,
    },
    /// Checks the last JSON.
    Check(Vec<Fact>),
}

impl Page {
    /// Reads a page, or says everything that is wrong with it.
    pub fn parse(path: &str, text: &str) -> Result<Self, Vec<Failure>> {
        let mut page = Self { path: path.to_owned(), shared: Vec::new(), scenarios: Vec::new() };
        let mut failures = Vec::new();
        let mut fail = |line, message| {
            failures.push(Failure { page: path.to_owned(), line, message });
        };
        let mut below_heading = false;
        let mut lines = (1..).zip(text.lines());
        while let Some((line, text)) = lines.next() {
            if let Some(fence) = Fence::open(text) {
                below_heading = false;
                let (body, is_closed) = fence.body(&mut lines);
                if !is_closed {
                    fail(line, "the block is not closed".to_owned());
                }
                match action(fence.info, line, &body) {
                    Ok(Some(action)) => {
                        if let Err(message) = page.add(Step { line, action }) {
                            fail(line, message);
                        }
                    }
                    Ok(None) => {}
                    Err((line, message)) => fail(line, message),
                }
            } else if Fence::open(text.trim_start()).is_some() {
                fail(line, "a block starts at the beginning of its line".to_owned());
            } else if let Some(name) = text.strip_prefix("## ") {
                let name = name.trim().to_owned();
                page.scenarios.push(Scenario { name, line, rules: Vec::new(), steps: Vec::new() });
                below_heading = true;
            } else if let Some(ids) = text.strip_prefix("Rules:") {
                match page.scenarios.last_mut().filter(|_| below_heading) {
                    Some(scenario) => {
                        let ids = ids.split(',').map(|id| id.trim().to_owned());
                        scenario.rules.extend(ids.map(|id| Rule { id, line }));
                    }
                    None => fail(line, "`Rules:` belongs right below a `##` heading".to_owned()),
                }
            } else if !text.trim().is_empty() {
                below_heading = false;
            }
        }
        if page.scenarios.is_empty() {
            fail(1, "the page has no scenario, expected a `##` heading".to_owned());
        }
        for scenario in &page.scenarios {
            if scenario.rules.is_empty() || scenario.rules.iter().any(|rule| rule.id.is_empty()) {
                let message = format!(
                    "scenario `{}` names no rule, expected `Rules: …` below its heading",
                    scenario.name
                );
                fail(scenario.line, message);
            }
            let checks = |step: &Step| matches!(step.action, Action::Run(_) | Action::Check(_));
            if !scenario.steps.iter().any(checks) {
                let message = format!("scenario `{}` checks nothing", scenario.name);
                fail(scenario.line, message);
            }
        }
        if failures.is_empty() { Ok(page) } else { Err(failures) }
    }

    /// Reads a guide that gives the files it speaks of: one scenario of all its blocks, in the order of the page. A guide
    /// without files is only read, and so is a block in it that says neither `file=`, `edit=`, `console` nor `facts`.
    pub fn guide(path: &str, text: &str) -> Option<Result<Self, Vec<Failure>>> {
        let mut steps = Vec::new();
        let mut failures = Vec::new();
        let mut lines = (1..).zip(text.lines());
        while let Some((line, text)) = lines.next() {
            let Some(fence) = Fence::open(text) else { continue };
            let (body, _) = fence.body(&mut lines);
            if !fence.is_illustration() {
                match action(fence.info, line, &body) {
                    Ok(action) => steps.extend(action.map(|action| Step { line, action })),
                    Err((line, message)) => {
                        failures.push(Failure { page: path.to_owned(), line, message });
                    }
                }
            }
        }
        if !steps.iter().any(|step| matches!(step.action, Action::Write { .. })) {
            return None;
        }
        if !failures.is_empty() {
            return Some(Err(failures));
        }
        let name = "the guide, followed".to_owned();
        let scenario = Scenario { name, line: 1, rules: Vec::new(), steps };
        Some(Ok(Self { path: path.to_owned(), shared: Vec::new(), scenarios: vec![scenario] }))
    }

    fn add(&mut self, step: Step) -> Result<(), String> {
        if let Some(scenario) = self.scenarios.last_mut() {
            scenario.steps.push(step);
            return Ok(());
        }
        match step.action {
            Action::Write { .. } => {
                self.shared.push(step);
                Ok(())
            }
            Action::Edit { .. } | Action::Run(_) | Action::Script { .. } | Action::Check(_) => {
                Err("only files may stand above the first `##` heading".to_owned())
            }
        }
    }
}

/// The opening of a fenced block.
struct Fence<'a> {
    mark: &'a str,
    info: &'a str,
}

impl<'a> Fence<'a> {
    fn open(text: &'a str) -> Option<Self> {
        let first = text.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let info = text.trim_start_matches(first);
        let mark = text.strip_suffix(info)?;
        (mark.len() >= 3 && !info.contains('`')).then_some(Self { mark, info: info.trim() })
    }

    /// Takes the lines of the block, and says whether it ends.
    fn body<'t>(
        &self,
        lines: &mut impl Iterator<Item = (usize, &'t str)>,
    ) -> (Vec<(usize, &'t str)>, bool) {
        let mut body = Vec::new();
        for (line, text) in lines {
            if self.is_closed_by(text) {
                return (body, true);
            }
            body.push((line, text));
        }
        (body, false)
    }

    /// Tells whether a guide only shows the block.
    fn is_illustration(&self) -> bool {
        let is_done = |word: &str| {
            matches!(word, "console" | "facts")
                || word.starts_with("file=")
                || word.starts_with("edit=")
        };
        !self.info.split_whitespace().any(is_done)
    }

    fn is_closed_by(&self, text: &str) -> bool {
        text.trim_end()
            .strip_prefix(self.mark)
            .is_some_and(|rest| rest.chars().all(|c| self.mark.starts_with(c)))
    }
}

/// Turns a block into what it does; an illustration does nothing.
fn action(
    info: &str,
    line: usize,
    body: &[(usize, &str)],
) -> Result<Option<Action>, (usize, String)> {
    let text = || body.iter().flat_map(|(_, text)| [*text, "\n"]).collect::<String>();
    let path = |key| match info.split_whitespace().find_map(|word| word.strip_prefix(key)) {
        Some(path) if !env::is_inside(path) => {
            Err((line, format!("`{path}` is not a path inside the repository")))
        }
        path => Ok(path.map(str::to_owned)),
    };
    if let Some(path) = path("file=")? {
        return Ok(Some(Action::Write { path, text: text() }));
    }
    if let Some(path) = path("edit=")? {
        return edit::parse(body).map(|hunks| Some(Action::Edit { path, hunks }));
    }
    match info {
        "console" => console::parse(body).map(|commands| Some(Action::Run(commands))),
        "facts" => facts::parse(body).map(|facts| Some(Action::Check(facts))),
        "text" => Ok(None),
        kind if script::KINDS.iter().any(|(name, _)| *name == kind) => {
            Ok(Some(Action::Script { kind: kind.to_owned(), text: text() }))
        }
        other => {
            let scripts: Vec<_> = script::KINDS.iter().map(|(name, _)| *name).collect();
            let message = format!(
                "`{other}` is not a kind of block, expected `file=PATH`, `edit=PATH`, `console`, `facts`, `text` or a script ({})",
                scripts.join(", ")
            );
            Err((line, message))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "\
# Title

```json file=a.json
{}
```

## It works
Rules: 9.a.1, 9.a.2

Why it matters.

````markdown file=docs/b.md
```sh
ls
```
````

```console
$ council x
```
";

    fn failures(text: &str) -> Vec<(usize, String)> {
        let failures = Page::parse("p.md", text).unwrap_err();
        failures.into_iter().map(|failure| (failure.line, failure.message)).collect()
    }

    #[test]
    fn a_page_is_read_into_scenarios() {
        let page = Page::parse("p.md", PAGE).unwrap();
        let scenario = &page.scenarios[0];
        assert_eq!(page.shared.len(), 1);
        assert_eq!((scenario.name.as_str(), scenario.line), ("It works", 7));
        let rules: Vec<_> =
            scenario.rules.iter().map(|rule| (rule.id.as_str(), rule.line)).collect();
        assert_eq!(rules, [("9.a.1", 8), ("9.a.2", 8)]);
        let text = "```sh\nls\n```\n".to_owned();
        assert_eq!(scenario.steps[0].action, Action::Write { path: "docs/b.md".into(), text });
        assert!(
            matches!(&scenario.steps[1].action, Action::Run(commands) if commands[0].line == 19)
        );
    }

    #[test]
    fn everything_wrong_with_a_page_is_said_at_once() {
        let text = "\
```console
$ council early
```
Rules: 9.a.1
## No rules
```consle
$ council misspelt
```
## No checks
Rules: 9.a.1
```text file=../out
```
";
        let lines: Vec<_> = failures(text).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, [1, 4, 6, 11, 5, 5, 9]);
    }

    #[test]
    fn a_page_without_scenarios_and_a_block_without_an_end_are_refused() {
        assert_eq!(failures("# Title\n")[0].0, 1);
        let open = "## A\nRules: 9.a.1\n```console\n$ council a\n";
        assert_eq!(failures(open), [(3, "the block is not closed".to_owned())]);
    }

    #[test]
    fn an_indented_block_is_refused_rather_than_passed_over() {
        let text =
            "## A\nRules: 9.a.1\n```console\n$ council a\n```\n- b\n  ```facts\n  a = 1\n  ```\n";
        assert_eq!(failures(text).iter().map(|(line, _)| *line).collect::<Vec<_>>(), [7, 9]);
    }

    #[test]
    fn a_guide_with_files_is_followed_from_top_to_bottom() {
        let text = "# A\n```toml\nto = 1\n```\n```md file=a.md\n# B\n```\n## C\n```console\n$ council a\n```\n";
        let page = Page::guide("g.md", text).unwrap().unwrap();
        let lines: Vec<_> = page.scenarios[0].steps.iter().map(|step| step.line).collect();
        assert_eq!(lines, [5, 9]);
        assert_eq!(Page::guide("g.md", "```console\n$ council a\n```\n"), None);
        let wrong = text.replace("$ council", "$ ls |");
        assert!(Page::guide("g.md", &wrong).unwrap().is_err());
    }

    #[test]
    fn an_empty_rule_is_no_rule() {
        let text = "## A\nRules: 9.a.1,\n```console\n$ council a\n```\n";
        assert_eq!(failures(text)[0].0, 1);
    }
}
