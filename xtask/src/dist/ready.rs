//! What has to be written down before a release can be made.

use std::fs;

use anyhow::{Context as _, Result, bail};
use council_testkit::repo_root;

use super::version;

/// The name that stands where the owner of the repository is to be written.
const NOBODY: &str = "/OWNER/";

/// Fails with everything that is missing.
pub(super) fn check() -> Result<()> {
    let read = |path: &str| {
        fs::read_to_string(repo_root().join(path))
            .with_context(|| format!("failed to read `{path}`"))
    };
    let missing = missing(&read("Cargo.toml")?.parse()?, &read("CHANGELOG.md")?);
    if !missing.is_empty() {
        bail!("not ready to be released:\n  {}", missing.join("\n  "));
    }
    println!("ready: {}", version()?);
    Ok(())
}

fn missing(manifest: &toml::Table, changelog: &str) -> Vec<String> {
    let mut missing = Vec::new();
    let repository = at(manifest, &["workspace", "package", "repository"]).unwrap_or(NOBODY);
    if repository.contains(NOBODY) {
        missing.push("`repository` in Cargo.toml names no owner".to_owned());
    }
    let version = at(manifest, &["workspace", "package", "version"]).unwrap_or_default();
    if !changelog.lines().any(|line| line.starts_with(&format!("## [{version}]"))) {
        missing.push(format!("CHANGELOG.md has no section `[{version}]`"));
    }
    let dependencies =
        manifest.get("workspace").and_then(|workspace| workspace.get("dependencies"));
    let dependencies = dependencies.and_then(toml::Value::as_table);
    for (name, dependency) in dependencies.into_iter().flatten() {
        let wanted = dependency.get("version").and_then(toml::Value::as_str);
        if dependency.get("path").is_some() && wanted.is_some_and(|wanted| wanted != version) {
            missing.push(format!("`{name}` in Cargo.toml is not at {version}"));
        }
    }
    missing
}

/// Returns the text at a path of keys.
pub(super) fn at<'table>(table: &'table toml::Table, keys: &[&str]) -> Option<&'table str> {
    let (last, folders) = keys.split_last()?;
    let mut table = table;
    for key in folders {
        table = table.get(*key)?.as_table()?;
    }
    table.get(*last)?.as_str()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest(repository: &str, core: &str) -> toml::Table {
        let text = format!(
            "[workspace.package]\nversion = '1.2.0'\nrepository = '{repository}'\n\
             [workspace.dependencies]\nserde = {{ version = '1.0' }}\ncore = {{ path = 'core', version = '{core}' }}\n"
        );
        text.parse().unwrap()
    }

    #[test]
    fn a_release_with_an_owner_a_changelog_and_one_version_is_ready() {
        let whole = manifest("https://forge.example/somebody/council", "1.2.0");
        assert_eq!(missing(&whole, "# Changes\n\n## [1.2.0] - 2026-11-17\n"), [""; 0]);
    }

    #[test]
    fn everything_that_is_missing_is_said_at_once() {
        let bare = manifest("https://forge.example/OWNER/council", "1.1.0");
        assert_eq!(
            missing(&bare, "## [Unreleased]\n"),
            [
                "`repository` in Cargo.toml names no owner",
                "CHANGELOG.md has no section `[1.2.0]`",
                "`core` in Cargo.toml is not at 1.2.0"
            ]
        );
        assert_eq!(missing(&toml::Table::new(), "").len(), 2);
    }
}
