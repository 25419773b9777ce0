//! What an editor asks, and what it is told.

use serde_json::{Value, json};

use crate::client::{Client, SPEC, codes, diagnostics};

const TEXT: &str = "# Export\n\n## Requirements\n\n- FR-1: The page shall load within TBD seconds.\n- FR-2: The the file is kept 30 days, see FR-1.\n";

#[test]
fn findings_are_published_with_severity_code_page_and_fingerprint() {
    let mut client = Client::initialized(&[], &["utf-8", "utf-16"]);
    let found = client.open(SPEC, TEXT);
    let placeholder = found.iter().find(|one| one["code"] == "placeholder").unwrap();
    assert_eq!(placeholder["severity"], 1);
    assert_eq!(placeholder["source"], "council");
    assert_eq!(placeholder["range"]["start"], json!({ "line": 4, "character": 35 }));
    let page = placeholder["codeDescription"]["href"].as_str().unwrap();
    assert!(page.ends_with("docs/reference/rules.md#placeholder"), "{page}");
    assert!(placeholder["data"]["fingerprint"].as_str().unwrap().starts_with("F-"));
    let doubled = found.iter().find(|one| one["code"] == "doubled-word").unwrap();
    assert_eq!(doubled["severity"], 3);
}

#[test]
fn an_edit_changes_what_is_published_and_a_whole_text_replaces_it() {
    let mut client = Client::initialized(&[], &[]);
    client.open(SPEC, TEXT);
    let range =
        json!({ "start": { "line": 4, "character": 35 }, "end": { "line": 4, "character": 38 } });
    let found = client.change(SPEC, 2, &json!([{ "range": range, "text": "2" }]));
    assert!(!codes(&found).contains(&"placeholder"), "{found:?}");
    let found = client.change(SPEC, 3, &json!([{ "text": TEXT }]));
    assert!(codes(&found).contains(&"placeholder"));
    let named = json!({ "textDocument": { "uri": client.uri(SPEC) } });
    let closed = client.tell("textDocument/didClose", named);
    assert!(diagnostics(&closed[0]).is_empty());
}

#[test]
fn only_specifications_have_findings() {
    let mut client = Client::initialized(&[], &[]);
    assert!(client.open("README.md", "# Export\n\nThe page is TBD.\n").is_empty());
    assert!(client.open("specs/001-export/tasks.md", TEXT).is_empty());
    assert!(!client.open("notes/export.md", TEXT).is_empty());
    assert!(!client.open(".kiro/specs/export/requirements.md", TEXT).is_empty());
}

#[test]
fn settings_of_the_project_hold_and_are_read_again() {
    let mut client =
        Client::initialized(&[("council.toml", "[lint]\nignore = [\"placeholder\"]\n")], &[]);
    assert!(!codes(&client.open(SPEC, TEXT)).contains(&"placeholder"));
    std::fs::write(client.folder.path().join("council.toml"), "").unwrap();
    let told = client.tell("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    assert!(codes(&diagnostics(&told[0])).contains(&"placeholder"));
    std::fs::write(client.folder.path().join("council.toml"), "[lint]\nignore = [\"no-such\"]\n")
        .unwrap();
    let named = json!({ "textDocument": { "uri": client.uri(SPEC) } });
    let told = client.tell("textDocument/didSave", named);
    assert!(codes(&diagnostics(&told[0])).contains(&"placeholder"));
    assert!(told[1]["message"].as_str().unwrap().contains("no-such"), "{told:?}");
}

#[test]
fn columns_are_counted_as_was_agreed() {
    let text =
        "# Käse 😀\n\n## Requirements\n\n- FR-1: 😀 The page shall load within TBD seconds.\n";
    for (encodings, expected) in [(vec!["utf-8"], 40), (vec!["utf-16"], 38), (vec![], 38)] {
        let mut client = Client::initialized(&[], &encodings);
        let found = client.open(SPEC, text);
        let placeholder = found.iter().find(|one| one["code"] == "placeholder").unwrap();
        assert_eq!(placeholder["range"]["start"]["character"], expected, "{encodings:?}");
    }
}

#[test]
fn both_halves_of_a_contradiction_are_linked() {
    let text = "# Cache\n\n## Requirements\n\n- FR-1: The client shall cache the answer of the server.\n\
                - FR-2: A user has at most 50 items.\n- FR-3: The client shall not cache the answer of the server.\n";
    let mut client = Client::initialized(&[], &[]);
    let found = client.open(SPEC, text);
    let one = found.iter().find(|one| one["code"] == "contradicting-duties").unwrap();
    let other = &one["relatedInformation"][0];
    assert_eq!(other["location"]["uri"], client.uri(SPEC));
    assert_eq!(other["location"]["range"]["start"]["line"], 4);
    assert_eq!(one["range"]["start"]["line"], 6);
}

fn actions(client: &mut Client, line: u32, only: &Value) -> Vec<Value> {
    let at = json!({ "line": line, "character": 0 });
    let end = json!({ "line": line, "character": 99 });
    let params = json!({
        "textDocument": { "uri": client.uri(SPEC) },
        "range": { "start": at, "end": end },
        "context": { "diagnostics": [], "only": only },
    });
    client.ask("textDocument/codeAction", params).unwrap().as_array().unwrap().clone()
}

#[test]
fn a_finding_can_be_repaired_suppressed_with_a_reason_and_explained() {
    let mut client = Client::initialized(&[], &[]);
    client.open(SPEC, TEXT);
    let all = actions(&mut client, 5, &Value::Null);
    let titled = |title: &str| {
        all.iter().find(|one| one["title"].as_str().unwrap().starts_with(title)).unwrap()
    };
    let edit = &titled("Repair `doubled-word`")["edit"]["changes"][client.uri(SPEC)][0];
    assert_eq!(edit["range"]["start"]["line"], 5);
    let changed =
        client.change(SPEC, 2, &json!([{ "range": edit["range"], "text": edit["newText"] }]));
    assert!(!codes(&changed).contains(&"doubled-word"));

    let suppress =
        titled("Suppress `doubled-word`")["edit"]["changes"][client.uri(SPEC)][0].clone();
    client.change(SPEC, 3, &json!([{ "text": TEXT }]));
    let unreasoned = client.change(
        SPEC,
        4,
        &json!([{ "range": suppress["range"], "text": suppress["newText"] }]),
    );
    assert!(
        codes(&unreasoned).contains(&"doubled-word")
            && codes(&unreasoned).contains(&"bad-suppression")
    );
    let reasoned =
        suppress["newText"].as_str().unwrap().replace(":  -->", ": the name of a band -->");
    let text = TEXT.replacen("see FR-1.", &format!("see FR-1.{reasoned}"), 1);
    let found = client.change(SPEC, 5, &json!([{ "text": text }]));
    assert!(!codes(&found).contains(&"doubled-word"), "{found:?}");

    let command = &titled("Explain `doubled-word`")["command"];
    let page = client.ask("workspace/executeCommand", command.clone()).unwrap();
    assert!(page.as_str().unwrap().starts_with("# doubled-word"), "{page}");
}

#[test]
fn an_editor_gets_the_kinds_of_actions_that_it_wants() {
    let mut client = Client::initialized(&[], &[]);
    client.open(SPEC, TEXT);
    let all = actions(&mut client, 0, &json!(["source.fixAll"]));
    assert_eq!(all.len(), 1);
    assert_eq!(all[0]["kind"], "source.fixAll.council");
    assert!(actions(&mut client, 5, &json!(["refactor"])).is_empty());
    assert!(
        actions(&mut client, 5, &json!(["quickfix"])).iter().all(|one| one["kind"] == "quickfix")
    );
}

const OTHER: &str = "# Plan\n\nThe loader follows FR-1 and FR-2.\n";

#[test]
fn an_id_leads_to_its_definition_and_its_uses_across_files() {
    let files =
        [(SPEC, TEXT), ("specs/001-export/plan.md", OTHER), ("specs/002-other/spec.md", TEXT)];
    let mut client = Client::initialized(&files, &[]);
    client.open("specs/001-export/plan.md", OTHER);
    let at = client.at("specs/001-export/plan.md", 2, 20);
    let defined = client.ask("textDocument/definition", at.clone()).unwrap();
    let defined = defined.as_array().unwrap().clone();
    assert_eq!(defined.len(), 1, "the same feature's, not another's: {defined:?}");
    assert_eq!(defined[0]["uri"], client.uri(SPEC));
    assert_eq!(defined[0]["range"]["start"]["line"], 4);
    let uses = client.ask("textDocument/references", at.clone()).unwrap();
    let mut lines: Vec<(String, u64)> = uses
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            (
                one["uri"].as_str().unwrap().to_owned(),
                one["range"]["start"]["line"].as_u64().unwrap(),
            )
        })
        .collect();
    lines.sort();
    assert!(lines.contains(&(client.uri("specs/001-export/plan.md"), 2)), "{lines:?}");
    assert!(lines.contains(&(client.uri(SPEC), 5)), "{lines:?}");
    let hover = client.ask("textDocument/hover", at).unwrap();
    let page = hover["contents"]["value"].as_str().unwrap();
    assert!(
        page.contains("FR-1") && page.contains("load within TBD") && page.contains("defined in"),
        "{page}"
    );
}

#[test]
fn a_text_that_is_open_counts_before_the_one_on_the_disk() {
    let mut client = Client::initialized(
        &[(SPEC, "# Old\n\n## Requirements\n\n- FR-9: The page loads in 2 s.\n")],
        &[],
    );
    client.open(SPEC, TEXT);
    client.open("specs/001-export/plan.md", "# Plan\n\nThe loader follows FR-9 and FR-1.\n");
    let gone = client.at("specs/001-export/plan.md", 2, 21);
    assert_eq!(client.ask("textDocument/definition", gone).unwrap(), json!([]));
    let there = client.at("specs/001-export/plan.md", 2, 30);
    assert_eq!(client.ask("textDocument/definition", there).unwrap().as_array().unwrap().len(), 1);
}

#[test]
fn the_outline_has_sections_and_requirements() {
    let mut client = Client::initialized(&[], &[]);
    client.open(SPEC, TEXT);
    let document = json!({ "textDocument": { "uri": client.uri(SPEC) } });
    let symbols = client.ask("textDocument/documentSymbol", document).unwrap();
    assert_eq!(symbols[0]["name"], "Export");
    let section = &symbols[0]["children"][0];
    assert_eq!(section["name"], "Requirements");
    let names: Vec<&str> = section["children"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["FR-1", "FR-2"]);
}

#[test]
fn hovering_over_a_finding_shows_the_manual_of_its_rule() {
    let mut client = Client::initialized(&[], &[]);
    client.open(SPEC, TEXT);
    let (on, off) = (client.at(SPEC, 4, 36), client.at(SPEC, 0, 0));
    let hover = client.ask("textDocument/hover", on).unwrap();
    assert!(hover["contents"]["value"].as_str().unwrap().starts_with("# placeholder"));
    assert_eq!(client.ask("textDocument/hover", off).unwrap(), Value::Null);
}
