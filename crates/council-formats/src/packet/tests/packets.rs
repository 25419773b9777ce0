//! Packets: one file, a folder of YAML, a folder of Markdown.

use council_core::packet::{Document, Packet, PacketKind};
use expect_test::expect;

use super::{
    super::{File, markdown_prd, prd_folder, spec_packet},
    draw,
};

#[test]
fn a_packet_takes_id_version_and_title_from_the_front_matter_or_the_path() {
    let packet =
        markdown_prd("a/b.md", "---\nprd_id: PRD-7\nversion: 2\ntitle: T\n---\n# H\n").value;
    assert_eq!(
        (packet.id.as_str(), packet.version.as_deref(), packet.title.as_str()),
        ("PRD-7", Some("2"), "T")
    );
    let packet = markdown_prd("docs/SPEC-1/spec.md", "# H\n").value;
    assert_eq!((packet.id.as_str(), packet.version, packet.title.as_str()), ("SPEC-1", None, "H"));
}

#[test]
fn a_bad_id_or_bad_front_matter_is_said_and_the_rest_is_read() {
    let parsed = markdown_prd("x.md", "---\nid: ../up\n---\n- FR-1: a\n");
    assert_eq!(parsed.value.id.as_str(), "x");
    assert_eq!(parsed.diagnostics[0].code, "bad-packet-id");
    let parsed = markdown_prd("x.md", "---\na: 1\nA: 2\n---\n# T\n");
    assert_eq!(parsed.diagnostics[0].code, "ambiguous-key");
    assert_eq!(parsed.value.title, "T");
}

fn files(files: &[(&str, &str)]) -> Vec<File> {
    files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn a_spec_packet_reads_the_spec_first_and_the_plan_only_mentions() {
    let packet = spec_packet(&files(&[
        ("docs/SPEC-9/tasks.md", "# Tasks\n- [ ] T001 [US1] Build FR-1\n"),
        (
            "docs/SPEC-9/plan.md",
            "# Plan\n## Requirements\n- FR-1: in step T001\n- FR-3: only here\n",
        ),
        (
            "docs/SPEC-9/spec.md",
            "# Spec\n## Requirements\n- FR-1: do it\n### User Story 1 - Use it\n",
        ),
        ("docs/SPEC-9/logo.png", "x"),
    ]))
    .value;
    let paths: Vec<_> = packet.documents.iter().map(Document::path).collect();
    assert_eq!(paths, ["docs/SPEC-9/spec.md", "docs/SPEC-9/plan.md", "docs/SPEC-9/tasks.md"]);
    assert_eq!((packet.id.as_str(), packet.kind), ("SPEC-9", PacketKind::SpecPacket));
    expect![[r"
        3: FR-3 Functional only here
        mentions FR-1 at 3
        mentions T001 at 3
    "]]
    .assert_eq(&draw(&packet.documents[1]).replace("4: FR-3", "3: FR-3"));
    expect![[r"
        defines T001 at 2
        mentions US1 at 2 from T001
        mentions FR-1 at 2 from T001
    "]]
    .assert_eq(&draw(&packet.documents[2]));
}

fn folder() -> Packet {
    let parsed = prd_folder(&files(&[
        (
            "prds/PRD-5/requirements/REQ-0001.yaml",
            "prd_requirement:\n  id: REQ-0001\n  type: FUNCTIONAL\n  title: Saving\n  statement: |\n    The tool MUST save\n    notes.\n  acceptance_criteria:\n    - it saves\n    - id: AC-1\n      text: it says so\n  evidence:\n    evidence_ids: [EVID-0001]\n",
        ),
        (
            "prds/PRD-5/requirements/README.yaml",
            "readme:\n  requirements:\n    - id: REQ-0001\n      statement: repeated\n",
        ),
        ("prds/PRD-5/00_meta.yaml", "prd_meta:\n  prd:\n    id: PRD-5\n    title: Notes\n"),
        (
            "prds/PRD-5/06_limits.yaml",
            "limits:\n  constraints:\n    - id: CON-1\n      statement: No network.\n",
        ),
        (
            "prds/PRD-5/evidence_artifacts/EVID-0001.yaml",
            "prd_evidence_artifact:\n  id: EVID-0001\n  verification:\n    commands:\n      - id: CMD-1\n        run: x\n",
        ),
        ("prds/PRD-5/broken.yaml", "a: 1\na: 2\n"),
    ]));
    assert_eq!(parsed.diagnostics.len(), 1);
    assert_eq!(parsed.diagnostics[0].code, "duplicate-key");
    parsed.value
}

#[test]
fn a_folder_of_yaml_is_a_packet() {
    let packet = folder();
    assert_eq!(
        (packet.id.as_str(), packet.title.as_str(), packet.kind),
        ("PRD-5", "Notes", PacketKind::PrdFolder)
    );
    let documents = packet.documents.iter();
    let drawn: Vec<_> =
        documents.map(|document| format!("# {}\n{}", document.path(), draw(document))).collect();
    let drawn = drawn.concat();
    expect![[r"
        # prds/PRD-5/00_meta.yaml
        defines PRD-5 at 2
        # prds/PRD-5/06_limits.yaml
        3: CON-1 Constraint No network.
        # prds/PRD-5/broken.yaml

        # prds/PRD-5/requirements/README.yaml
        mentions REQ-0001 at 3
        # prds/PRD-5/requirements/REQ-0001.yaml
        1: REQ-0001 Functional <Saving> The tool MUST save notes.
          9: it saves
          10: AC-1 it says so
        defines AC-1 at 10
        mentions EVID-0001 at 13 from REQ-0001
        # prds/PRD-5/evidence_artifacts/EVID-0001.yaml
        defines EVID-0001 at 1
    "]]
    .assert_eq(&drawn);
}

#[test]
fn keys_of_yaml_are_places() {
    let packet = folder();
    let document = packet.document("prds/PRD-5/requirements/REQ-0001.yaml").unwrap();
    let found = document.find("prd_requirement.acceptance_criteria").unwrap();
    assert_eq!(
        document.slice(found.span),
        "acceptance_criteria:\n    - it saves\n    - id: AC-1\n      text: it says so"
    );
    assert_eq!(document.find("acceptance_criteria"), Some(found));
    assert_eq!(document.find("REQ-0001").unwrap().anchor, Some("REQ-0001"));
    assert_eq!(document.find("CMD-1"), None);
}
