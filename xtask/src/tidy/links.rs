//! Links between our own pages, and the examples that pages tell a reader to run.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;
use crate::{markdown, tree::Text};

/// The folder whose files a page may tell a reader to use.
const EXAMPLES: &str = "examples/";

pub(super) fn check(texts: &[Text], exists: &impl Fn(&str) -> bool) -> Vec<Problem> {
    let pages: Vec<&Text> = texts.iter().filter(|text| text.is("md")).collect();
    let anchors: BTreeMap<&str, BTreeSet<String>> = pages
        .iter()
        .map(|page| (page.path.as_str(), markdown::anchors(&page.text).into_values().collect()))
        .collect();
    let mut problems = Vec::new();
    for page in pages {
        for (line, link) in markdown::links(&page.text) {
            if let Err(message) = follow(&page.path, &link, &anchors, exists) {
                problems.push(Problem::error(&page.path, line, message));
            }
        }
        // A scenario has a repository of its own, with examples of its own.
        if page.path.starts_with("scenarios/") {
            continue;
        }
        for (line, text) in (1..).zip(page.text.lines()) {
            for path in mentioned(text).filter(|path| !exists(path)) {
                let message = format!("`{path}` does not exist");
                problems.push(Problem::error(&page.path, line, message));
            }
        }
    }
    problems
}

fn follow(
    page: &str,
    link: &str,
    anchors: &BTreeMap<&str, BTreeSet<String>>,
    exists: &impl Fn(&str) -> bool,
) -> Result<(), String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return Ok(());
    }
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() {
        page.to_owned()
    } else {
        join(page, path).ok_or_else(|| format!("link `{link}` leads out of the repository"))?
    };
    if !exists(&target) {
        return Err(format!("link `{link}` leads nowhere: `{target}` does not exist"));
    }
    let known = anchors.get(target.as_str());
    if !anchor.is_empty() && !known.is_some_and(|known| known.contains(anchor)) {
        return Err(format!("link `{link}` leads nowhere: `{target}` has no `#{anchor}`"));
    }
    Ok(())
}

/// Joins a relative link to the folder of its page.
fn join(page: &str, link: &str) -> Option<String> {
    let folder = page.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

/// Returns the files of [`EXAMPLES`] that a line mentions.
fn mentioned(line: &str) -> impl Iterator<Item = &str> {
    let separates = |c: char| c.is_whitespace() || "`'\"()[]<>|,;:".contains(c);
    line.split(separates)
        .filter(|word| word.starts_with(EXAMPLES) && !word.contains(['*', '…', '{']))
        .map(|word| word.trim_end_matches(['.', '/']))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::text;

    fn problems(page: &str) -> Vec<String> {
        let texts = [text("docs/a.md", page), text("README.md", "# Top\n\n## Use it\n")];
        let exists = |path: &str| ["docs/a.md", "README.md", "examples/b.md"].contains(&path);
        check(&texts, &exists).into_iter().map(|problem| problem.message).collect()
    }

    #[test]
    fn links_that_lead_somewhere_are_fine() {
        let page = "# A\n[b](../README.md) [c](../README.md#use-it) [d](#a) [e](https://x.org/y)\n";
        assert_eq!(problems(page), [""; 0]);
        assert_eq!(problems("`council check examples/b.md`, examples/*.md"), [""; 0]);
    }

    #[test]
    fn links_that_lead_nowhere_are_found() {
        for link in ["b.md", "../README.md#gone", "#gone", "../../x.md", "../examples/c.md"] {
            assert_eq!(problems(&format!("[b]({link})\n")).len(), 1, "{link}");
        }
    }

    #[test]
    fn an_example_that_is_gone_is_found() {
        assert_eq!(problems("```sh\ncouncil check examples/gone.md\n```\n").len(), 1);
    }
}
