//! Runs the scenarios of a page.

use std::path::Path;

use serde_json::Value;

use super::{Action, Failure, Page, Scenario, console, edit, facts};
use crate::{TestEnv, script};

/// Runs every scenario of a page, each in a fresh repository, and returns everything that went wrong.
pub fn run(page: &Page, binary: &Path) -> Vec<Failure> {
    page.scenarios.iter().flat_map(|scenario| run_one(page, scenario, binary)).collect()
}

fn run_one(page: &Page, scenario: &Scenario, binary: &Path) -> Vec<Failure> {
    let env = TestEnv::new(binary);
    let mut failures = Vec::new();
    let mut fail = |line, message: String| {
        let message = format!("{}: {message}", scenario.name);
        failures.push(Failure { page: page.path.clone(), line, message });
    };
    let mut last: Result<Value, String> = Err("nothing was run".to_owned());
    for step in page.shared.iter().chain(&scenario.steps) {
        match &step.action {
            Action::Write { path, text } => env.write(path, text),
            Action::Edit { path, hunks } => {
                for hunk in hunks {
                    let text = env.read(path).ok_or_else(|| format!("there is no `{path}`"));
                    match text.and_then(|text| edit::apply(&text, hunk)) {
                        Ok(text) => env.write(path, text),
                        Err(message) => fail(hunk.line, format!("{message}: `{path}`")),
                    }
                }
            }
            Action::Run(commands) => {
                for command in commands {
                    let output = env.run(&command.arguments);
                    for (line, message) in console::differences(command, &output) {
                        fail(line, message);
                    }
                    last = serde_json::from_str(&output.stdout).map_err(|error| {
                        format!("the last command printed no JSON ({error}); use `--format json`")
                    });
                }
            }
            Action::Script { kind, text } => {
                let script = script::KINDS.iter().find(|(name, _)| name == kind);
                last = match script {
                    Some((_, script)) => script(text),
                    None => Err(format!("no script `{kind}`")),
                };
                match &last {
                    Ok(value) => {
                        for (path, text) in value["files"].as_object().into_iter().flatten() {
                            env.write(path, text.as_str().unwrap_or_default());
                        }
                    }
                    Err(message) => fail(step.line, format!("the script is wrong: {message}")),
                }
            }
            Action::Check(facts) => match &last {
                Ok(value) => {
                    for fact in facts {
                        if let Some(message) = facts::contradiction(fact, value) {
                            fail(fact.line, message);
                        }
                    }
                }
                Err(message) => fail(step.line, format!("no JSON to look at: {message}")),
            },
        }
    }
    failures
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;

    /// Runs a page with a shell in the binary's place.
    fn failures(text: &str) -> Vec<String> {
        let page = Page::parse("p.md", text).unwrap();
        run(&page, Path::new("/bin/sh")).iter().map(ToString::to_string).collect()
    }

    fn scenario(body: &str) -> String {
        format!("```json file=a.json\n{{\"n\": 1}}\n```\n## A\nRules: 9.a.1\n{body}\n")
    }

    #[test]
    fn a_page_that_tells_the_truth_has_no_failures() {
        let body = "```console\n$ council -c 'cat a.json'\n...\n```\n```facts\nn = 1\n```";
        assert_eq!(failures(&scenario(body)), [""; 0]);
    }

    #[test]
    fn a_wrong_expectation_fails_with_page_and_line() {
        let body = "```console\n$ council -c 'echo hello'\nbye\n```";
        let found = failures(&scenario(body));
        assert_eq!(found.len(), 1);
        assert!(found[0].starts_with("p.md:7: A: standard output differs"), "{}", found[0]);
        assert!(found[0].contains("| bye") && found[0].contains("| hello"), "{}", found[0]);
    }

    #[test]
    fn a_wrong_fact_fails_with_page_and_line() {
        let body =
            "```console\n$ council -c 'cat a.json'\n...\n```\n```facts\nn = 1\nn = 2\nm = 3\n```";
        let found = failures(&scenario(body));
        assert_eq!(found[0], "p.md:12: A: `n` is 1, expected 2");
        assert_eq!(found[1], "p.md:13: A: `m` is absent in {\"n\":1}");
    }

    #[test]
    fn facts_about_text_that_is_no_json_fail() {
        let body = "```console\n$ council -c 'echo hi'\nhi\n```\n```facts\nn = 1\n```";
        let found = failures(&scenario(body));
        assert!(found[0].contains("printed no JSON"), "{found:?}");
        let unread = failures(&scenario("```facts\nn = 1\n```"));
        assert!(unread[0].contains("nothing was run"), "{unread:?}");
    }

    #[test]
    fn an_edit_changes_a_file_or_fails_with_its_line() {
        let body = "```diff edit=a.json\n-{\"n\": 1}\n+{\"n\": 2}\n```\n\
                    ```console\n$ council -c 'cat a.json'\n{\"n\": 2}\n```";
        assert_eq!(failures(&scenario(body)), [""; 0]);
        let wrong = "```diff edit=b.json\n-x\n+y\n```\n```console\n$ council -c true\n```";
        assert_eq!(failures(&scenario(wrong)), ["p.md:7: A: there is no `b.json`: `b.json`"]);
    }

    #[test]
    fn each_scenario_has_a_repository_of_its_own_and_all_failures_are_told() {
        let one = |name| {
            format!(
                "## {name}\nRules: 9.a.1\n```console\n$ council -c 'mkdir x'\n$ council -c ls\nx\n! no\n```\n"
            )
        };
        let found = failures(&(one("A") + &one("B")));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[0].starts_with("p.md:7: A: standard error has no line `no`"), "{}", found[0]);
        assert!(found[1].starts_with("p.md:15: B: "), "{}", found[1]);
    }
}
