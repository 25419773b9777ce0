//! Who may use what. Dependencies point down only, and a pure crate cannot grow an impure one unseen.

use super::Problem;
use crate::tree::Text;

/// A crate and what its product code may depend on.
struct Allowed {
    name: &'static str,
    ours: &'static [&'static str],
    others: &'static [&'static str],
}

/// Every crate of the workspace. A new crate or a new dependency is a decision, and this is where it is written down.
const TABLE: &[Allowed] = &[
    Allowed {
        name: "council-core",
        ours: &[],
        others: &[
            "blake3",
            "jiff",
            "memchr",
            "serde",
            "serde_json",
            "thiserror",
            "unicode-normalization",
        ],
    },
    Allowed {
        name: "council-formats",
        ours: &["council-core"],
        others: &[
            "anstyle",
            "blake3",
            "jiff",
            "memchr",
            "pulldown-cmark",
            "schemars",
            "serde",
            "serde-saphyr",
            "serde_json",
            "thiserror",
            "toml",
        ],
    },
    Allowed { name: "council-fixtures", ours: &[], others: &["tempfile"] },
    Allowed { name: "council-rules", ours: &["council-core"], others: &["memchr"] },
    Allowed {
        name: "council-prompts",
        ours: &["council-core", "council-formats"],
        others: &["serde", "serde_json", "thiserror"],
    },
    Allowed {
        name: "council-engine",
        ours: &["council-core", "council-formats", "council-prompts"],
        others: &["futures-util", "jiff", "serde", "thiserror"],
    },
    Allowed {
        name: "council-store",
        ours: &["council-core", "council-formats"],
        others: &[
            "blake3",
            "ignore",
            "jiff",
            "miniz_oxide",
            "rustix",
            "serde",
            "serde_json",
            "tempfile",
            "thiserror",
        ],
    },
    Allowed {
        name: "council-llm",
        ours: &["council-core", "council-engine", "council-store"],
        others: &[
            "jiff",
            "reqwest",
            "rustix",
            "rustls",
            "secrecy",
            "serde",
            "serde_json",
            "thiserror",
            "tokio",
            "tracing",
        ],
    },
    Allowed {
        name: "council-pg",
        ours: &["council-core", "council-engine", "council-store"],
        others: &[
            "blake3",
            "jiff",
            "rustls",
            "rustls-platform-verifier",
            "secrecy",
            "serde_json",
            "thiserror",
            "tokio",
            "tokio-postgres",
            "tokio-rustls",
        ],
    },
    Allowed {
        name: "council-app",
        ours: &[
            "council-core",
            "council-engine",
            "council-formats",
            "council-llm",
            "council-pg",
            "council-prompts",
            "council-rules",
            "council-store",
        ],
        others: &[
            "futures-util",
            "jiff",
            "schemars",
            "serde",
            "serde_json",
            "similar",
            "thiserror",
            "tokio",
        ],
    },
    Allowed {
        name: "council-lsp",
        ours: &["council-app"],
        others: &["gen-lsp-types", "lsp-server", "serde", "serde_json"],
    },
    Allowed {
        name: "council-mcp",
        ours: &["council-app"],
        others: &["jiff", "rmcp", "schemars", "serde", "serde_json", "tokio"],
    },
    Allowed { name: "council-tui", ours: &["council-app"], others: &["jiff", "ratatui"] },
    Allowed {
        name: "council-web",
        ours: &["council-app"],
        others: &[
            "ammonia",
            "askama",
            "axum",
            "futures-util",
            "getrandom",
            "jiff",
            "pulldown-cmark",
            "serde",
            "serde_json",
            "serde_urlencoded",
            "similar",
            "subtle",
            "tokio",
        ],
    },
    Allowed {
        name: "council-cli",
        ours: &["council-app", "council-lsp", "council-mcp", "council-tui", "council-web"],
        others: &[
            "anstream",
            "anstyle",
            "anyhow",
            "clap",
            "clap_complete",
            "crossterm",
            "inquire",
            "jiff",
            "log",
            "mimalloc",
            "rustix",
            "schemars",
            "serde",
            "serde_json",
            "tokio",
            "tracing",
        ],
    },
    Allowed {
        name: "council-review",
        ours: &[
            "council-app",
            "council-cli",
            "council-core",
            "council-engine",
            "council-prompts",
            "council-rules",
            "council-store",
        ],
        others: &["serde_json", "thiserror", "tokio"],
    },
    Allowed {
        name: "council-testkit",
        ours: &["council-app", "council-fixtures"],
        others: &["jiff", "jsonschema", "serde", "serde-saphyr", "serde_json", "tempfile"],
    },
    Allowed {
        name: "xtask",
        ours: &["council-app", "council-cli", "council-testkit"],
        others: &[
            "anyhow",
            "clap",
            "clap_mangen",
            "futures-util",
            "jiff",
            "pulldown-cmark",
            "serde",
            "serde_json",
            "tokio",
            "toml",
        ],
    },
];

/// What any crate's tests may depend on.
const IN_TESTS: &[&str] = &[
    "council-fixtures",
    "council-formats",
    "council-testkit",
    "expect-test",
    "futures-util",
    "jiff",
    "jsonschema",
    "proptest",
    "ratatui",
    "rustix",
    "serde_json",
    "tempfile",
];

pub(super) fn check(texts: &[Text]) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut seen = Vec::new();
    for manifest in texts.iter().filter(|text| is_member(&text.path)) {
        match manifest.text.parse::<toml::Table>() {
            Ok(table) => problems.extend(one(&manifest.path, &table, &mut seen)),
            Err(error) => problems.push(Problem::error(&manifest.path, None, error.to_string())),
        }
    }
    for gone in TABLE.iter().filter(|allowed| !seen.iter().any(|name| name == allowed.name)) {
        let message = format!("the dependency table names `{}`, which does not exist", gone.name);
        problems.push(Problem::error("Cargo.toml", None, message));
    }
    problems
}

/// Finds rows of the table that the architecture page does not show as they are.
pub(super) fn check_page(texts: &[Text]) -> Vec<Problem> {
    const PAGE: &str = "ARCHITECTURE.md";
    let page = texts.iter().find(|text| text.path == PAGE).map_or("", |page| page.text.as_str());
    let missing = TABLE.iter().map(row).filter(|row| !page.lines().any(|line| line == row));
    missing.map(|row| Problem::error(PAGE, None, format!("the page lacks the row {row}"))).collect()
}

fn row(allowed: &Allowed) -> String {
    let list = |names: &[&str]| match names {
        [] => "–".to_owned(),
        names => names.join(", "),
    };
    format!("| `{}` | {} | {} |", allowed.name, list(allowed.ours), list(allowed.others))
}

fn is_member(path: &str) -> bool {
    path == "xtask/Cargo.toml" || (path.starts_with("crates/") && path.ends_with("/Cargo.toml"))
}

fn one(path: &str, manifest: &toml::Table, seen: &mut Vec<String>) -> Vec<Problem> {
    let name = manifest.get("package").and_then(|package| package.get("name"));
    let Some(name) = name.and_then(toml::Value::as_str) else {
        return vec![Problem::error(path, None, "the manifest names no package")];
    };
    seen.push(name.to_owned());
    let Some(allowed) = TABLE.iter().find(|allowed| allowed.name == name) else {
        let message = format!("`{name}` is not in the dependency table of `cargo xtask tidy`");
        return vec![Problem::error(path, None, message)];
    };
    let mut problems = Vec::new();
    for (kind, dependency, value) in dependencies(manifest) {
        // Most call it by its short name; the library has that name itself.
        let dependency = if dependency == "council" { "council-app" } else { dependency };
        let fits = match kind {
            "dependencies" => {
                allowed.ours.contains(&dependency) || allowed.others.contains(&dependency)
            }
            // What a crate may use it may also use more of in its tests.
            "dev-dependencies" => {
                IN_TESTS.contains(&dependency) || allowed.others.contains(&dependency)
            }
            _ => false,
        };
        if !fits {
            let message = format!("`{name}` may not use `{dependency}` in `{kind}`");
            problems.push(Problem::error(path, None, message));
        }
        let shared = value.get("workspace").and_then(toml::Value::as_bool) == Some(true);
        if !shared {
            let message =
                format!("`{dependency}` must be `workspace = true`: one version, one place");
            problems.push(Problem::error(path, None, message));
        }
    }
    problems
}

/// Lists every dependency of a manifest, those for one platform included.
fn dependencies(manifest: &toml::Table) -> Vec<(&'static str, &str, &toml::Value)> {
    const KINDS: &[&str] = &["dependencies", "dev-dependencies", "build-dependencies"];
    let platforms = manifest.get("target").and_then(toml::Value::as_table);
    let platforms = platforms.into_iter().flat_map(|table| table.values());
    let tables = platforms.filter_map(toml::Value::as_table).chain([manifest]);
    let mut found = Vec::new();
    for table in tables {
        for kind in KINDS {
            let listed = table.get(*kind).and_then(toml::Value::as_table);
            for (name, value) in listed.into_iter().flatten() {
                found.push((*kind, name.as_str(), value));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::tests::text;

    fn messages(manifest: &str) -> Vec<String> {
        let table = manifest.parse().unwrap();
        one("Cargo.toml", &table, &mut Vec::new()).into_iter().map(|p| p.message).collect()
    }

    #[test]
    fn what_the_table_allows_is_fine() {
        let manifest = "package.name = 'council-core'\ndependencies.serde.workspace = true\n\
                        dev-dependencies.proptest.workspace = true";
        assert_eq!(messages(manifest), [""; 0]);
    }

    #[test]
    fn what_the_table_does_not_allow_is_found() {
        for dependency in [
            "dependencies.tokio.workspace = true",
            "dependencies.council-formats.workspace = true",
            "dependencies.proptest.workspace = true",
            "dev-dependencies.tokio.workspace = true",
            "build-dependencies.serde.workspace = true",
            "dependencies.serde = '1.0'",
            "target.'cfg(unix)'.dependencies.libc.workspace = true",
        ] {
            let manifest = format!("package.name = 'council-core'\n{dependency}");
            assert_eq!(messages(&manifest).len(), 1, "{dependency}");
        }
    }

    #[test]
    fn a_crate_that_nobody_decided_on_is_found() {
        assert_eq!(messages("package.name = 'council-extra'").len(), 1);
        assert_eq!(messages("").len(), 1);
    }

    #[test]
    fn a_crate_that_is_gone_is_found() {
        let manifest = text("crates/council-core/Cargo.toml", "package.name = 'council-core'");
        assert_eq!(check(&[manifest]).len(), TABLE.len() - 1);
    }

    #[test]
    fn a_page_that_shows_another_table_is_found() {
        let whole: Vec<String> = TABLE.iter().map(row).collect();
        let problems = |page: &str| check_page(&[text("ARCHITECTURE.md", page)]).len();
        assert_eq!(problems(&whole.join("\n")), 0);
        assert_eq!(problems(&whole.join("\n").replace("unicode-normalization", "")), 1);
        assert_eq!(check_page(&[]).len(), TABLE.len());
    }

    #[test]
    fn the_table_points_down_only() {
        for (at, allowed) in TABLE.iter().enumerate() {
            for ours in allowed.ours {
                let below = TABLE.iter().position(|other| other.name == *ours);
                assert!(below.is_some_and(|below| below < at), "{} uses {ours}", allowed.name);
            }
        }
    }
}
