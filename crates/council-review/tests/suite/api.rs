//! The supported API, line by line. A change here is a change for users: `UPDATE_EXPECT=1 cargo test -p council-review` takes
//! it over into `api.txt`, and the changelog says what it is.

use expect_test::expect_file;

const SOURCES: [(&str, &str); 5] = [
    ("lib", include_str!("../../src/lib.rs")),
    ("finding", include_str!("../../src/finding.rs")),
    ("lint", include_str!("../../src/lint.rs")),
    ("review", include_str!("../../src/review.rs")),
    ("reviewer", include_str!("../../src/reviewer.rs")),
];

/// Lists what a source makes public: items, fields, variants, and what a trait asks for.
fn public(source: &str) -> Vec<String> {
    let mut listed: Vec<String> = Vec::new();
    let mut whole = String::new();
    let mut is_inside = false;
    for line in source.lines() {
        let bare = line.trim();
        if line == "}" {
            is_inside = false;
        }
        let begins = bare.starts_with("pub ") && !bare.starts_with("pub(");
        let is_told =
            is_inside && !bare.starts_with("//") && !bare.starts_with("#[") && bare.len() > 2;
        if whole.is_empty() && !begins && !is_told {
            continue;
        }
        let indent = if whole.is_empty() && line.starts_with(' ') { "    " } else { "" };
        let space = if whole.is_empty() { indent } else { " " };
        whole = format!("{whole}{space}{bare}");
        if bare.ends_with(['{', ';', ',', '}']) {
            is_inside |= bare.starts_with("pub enum") || bare.starts_with("pub trait");
            listed.push(whole.trim_end_matches(['{', ';', ',', ' ']).to_owned());
            whole.clear();
        }
    }
    listed
}

#[test]
fn what_is_public_is_what_is_written_down() {
    let mut page = String::new();
    for (name, source) in SOURCES {
        page = format!("{page}# {name}\n{}\n\n", public(source).join("\n"));
    }
    expect_file!["../../api.txt"].assert_eq(&page);
}
