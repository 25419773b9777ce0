//! The largest texts that are read at all, made to cost as much as they can: what is kept of them and said about them
//! stays bounded, so that none can cost more than a moment. Times are measured with a release build, never in a test.

use council_formats::{
    artifact, consensus, council_config, forum_record, handoff, input::LARGEST, json, packet, yaml,
};

/// What anyone would read about one file: a hundred remarks of a kind, and a few kinds.
const REMARKS: usize = 1_000;

/// The most pieces that are kept of a text.
const PIECES: usize = 200_001;

/// Returns a text as large as a file may be: a beginning, a unit over and over, an end.
fn filled(start: &str, unit: &str, end: &str) -> String {
    let room = LARGEST - start.len() - end.len();
    format!("{start}{}{end}", unit.repeat(room / unit.len()))
}

#[test]
fn the_largest_markdown_keeps_a_bounded_number_of_pieces() {
    for unit in ["[[a", "- >>", "# a\n", "- **FR-1**: a\n"] {
        let parsed = packet::markdown_document("a.md", &filled("# T\n\n", unit, ""));
        let document = &parsed.value;
        let kept = document.sections.len() + document.requirements.len();
        assert!(kept <= PIECES, "{unit}: {kept}");
        assert!(parsed.diagnostics.len() <= REMARKS, "{unit}: {}", parsed.diagnostics.len());
    }
}

#[test]
fn the_largest_handoff_is_said_little_about() {
    let start = "---\nphase: council-review\n---\n\n# R\n\n## Reviewer Outputs\n\n";
    for unit in ["### Security Reviewer\n", "#### Finding 1\n\n- Severity: LOW\n", "## Status\n"] {
        let parsed = handoff::read("a.md", &filled(start, unit, ""));
        assert!(parsed.diagnostics.len() <= REMARKS, "{unit}: {}", parsed.diagnostics.len());
    }
    let parsed = handoff::read("a.md", &filled("---\n", "k: v\n", "---\n# R\n"));
    assert!(parsed.diagnostics.len() <= REMARKS);
}

#[test]
fn the_largest_yaml_is_refused_before_it_is_kept() {
    for (start, unit, end) in
        [("a:\n", "- a\n", ""), ("a: [", "{},", "]"), ("", "? ", ""), ("a: ", "[", "")]
    {
        assert!(yaml::read("a.yaml", &filled(start, unit, end)).is_err(), "{unit}");
    }
}

#[test]
fn the_largest_json_is_said_little_about() {
    let seat = r#"{"id": "po-1", "name": "a", "perspective": 1, "x": 2},"#;
    let start = r#"{"project": "a", "council": {"normal_pos": ["#;
    let end = r#"{}], "devils_advocates": []}}"#;
    let said = council_config::read("c.json", &filled(start, seat, end)).diagnostics.len();
    assert!(said <= REMARKS, "config: {said}");

    let start = r#"{"schema_version": "1.0.0", "kind": "council-forum-record", "project": "a", "rounds": ["#;
    let said = forum_record::read("f.json", &filled(start, "{},", "{}]}")).diagnostics.len();
    assert!(said <= REMARKS, "record: {said}");

    let start = r#"{"agent": "a", "consensus": {"conflicts": ["#;
    let said = consensus::read("e.json", &filled(start, r#""x","#, r#""x"]}}"#)).diagnostics.len();
    assert!(said <= REMARKS, "evidence: {said}");

    let start = r#"{"schema_version": "1.0.0", "reviewed_at": "x", "findings": ["#;
    let bundle = filled(start, r#"{"finding_id": "F", "severity": "ODD"},"#, "{}]}");
    let tree = json::read("b.json", &bundle).unwrap();
    let said = artifact::check_bundle("b.json", &tree).len();
    assert!(said <= 4 * REMARKS, "bundle: {said}");
}
