//! Files of every convention, and what they are taken for.

use std::fs;

use council_formats::project;

use super::*;

const FILES: &[(&str, &str)] = &[
    ("specs/001-login/spec.md", "spec-kit"),
    ("specs/001-login/plan.md", "spec-kit"),
    ("specs/001-login/contracts/api.md", "spec-kit"),
    ("specs/001-login/tasks.md", ""),
    ("specs/001-login/research.md", ""),
    ("specs/001-login/checklists/requirements.md", ""),
    ("specs/payments.md", "folder"),
    (".specify/memory/constitution.md", "spec-kit"),
    (".specify/templates/spec-template.md", ""),
    ("openspec/specs/auth/spec.md", "openspec"),
    ("openspec/changes/add-2fa/proposal.md", "openspec"),
    ("openspec/changes/add-2fa/design.md", "openspec"),
    ("openspec/changes/add-2fa/tasks.md", ""),
    ("openspec/changes/add-2fa/specs/auth/spec.md", "openspec"),
    ("openspec/changes/archive/2026-01-01-old/specs/auth/spec.md", ""),
    ("openspec/project.md", ""),
    ("openspec/AGENTS.md", ""),
    (".kiro/specs/chat/requirements.md", "kiro"),
    (".kiro/specs/chat/design.md", "kiro"),
    (".kiro/specs/chat/tasks.md", ""),
    (".kiro/steering/product.md", ""),
    ("app/.bmad-core/agents/pm.md", ""),
    ("app/docs/prd/epic-1.md", "bmad"),
    ("app/docs/architecture.md", "bmad"),
    ("_bmad-output/planning-artifacts/prd.md", "bmad"),
    ("docs/prd.md", "named"),
    ("docs/prd-billing.md", "named"),
    ("docs/architecture.md", ""),
    ("docs/guide.md", ""),
    ("PRD.md", "named"),
    ("SPEC.md", "named"),
    ("prds/export.md", "folder"),
    ("prds/README.md", ""),
    ("packages/a/openspec/specs/x/spec.md", "openspec"),
    ("rfcs/0001-cache.md", "configured"),
    ("README.md", ""),
    ("src/main.rs", ""),
    ("documents/prds/PRD-1/00_meta.yaml", "prd-folder"),
    ("documents/prds/PRD-1/requirements/REQ-1.yaml", "prd-folder"),
    ("ci/pipeline.yaml", ""),
];

#[expect(clippy::disallowed_methods, reason = "this makes the files that are looked for")]
fn repository() -> (tempfile::TempDir, Repo, Specifications) {
    let folder = tempfile::tempdir().unwrap();
    for (path, _) in FILES {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, "# A page\n").unwrap();
    }
    let repo = Repo::open(folder.path()).unwrap();
    let project = project::read("council.toml", "[paths]\npackets = [\"./rfcs/\"]\n").unwrap();
    (folder, repo, Specifications::of(&project))
}

#[test]
fn a_file_is_a_specification_by_where_it_lies_and_what_it_is_called() {
    let (_folder, repo, specifications) = repository();
    for (path, expected) in FILES {
        let convention = specifications.convention(&repo, path);
        assert_eq!(convention.map_or("", Convention::word), *expected, "{path}");
    }
}

#[test]
fn what_is_found_is_what_is_a_specification_hidden_folders_included() {
    let (_folder, repo, specifications) = repository();
    let found = specifications.find(&repo, "").unwrap();
    let mut found: Vec<(&str, &str)> =
        found.iter().map(|one| (one.path.as_str(), one.convention.word())).collect();
    found.sort_unstable();
    let mut expected: Vec<(&str, &str)> =
        FILES.iter().copied().filter(|(_, word)| !word.is_empty()).collect();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

#[test]
fn below_a_folder_only_its_own_are_found() {
    let (_folder, repo, specifications) = repository();
    let found = specifications.find(&repo, "packages/a").unwrap();
    assert_eq!(told(&found), "OpenSpec (1 file)");
    assert_eq!(told(&specifications.find(&repo, "src").unwrap()), "");
}

#[test]
fn pages_of_one_feature_or_change_are_reviewed_together() {
    let (_folder, repo, specifications) = repository();
    let found = specifications.find(&repo, "").unwrap();
    let packets = packets(&repo, &found);
    for packet in [
        "specs/001-login",
        "specs/payments.md",
        "openspec/specs/auth",
        "openspec/changes/add-2fa",
        ".kiro/specs/chat",
        "documents/prds/PRD-1",
        "docs/prd.md",
        "packages/a/openspec/specs/x",
        ".specify/memory/constitution.md",
    ] {
        assert_eq!(packets.iter().filter(|one| *one == packet).count(), 1, "{packet}: {packets:?}");
    }
}

#[test]
fn a_page_elsewhere_is_a_specification_by_its_own_words() {
    let (_folder, repo, specifications) = repository();
    let text = "# Export\n\n## Requirements\n\n- FR-1: The system shall export invoices as CSV within 5 seconds.\n\
                - FR-2: The system shall refuse an export of more than 10 000 rows.\n\
                - FR-3: The system shall log every export with its user.\n";
    let of = |path: &str, text: &str| specifications.convention_of_text(&repo, path, text);
    assert_eq!(of("notes/export.md", text), Some(Convention::Written));
    assert_eq!(of("notes/export.md", "# Notes\n\nWe met on Monday and had cake.\n"), None);
    assert_eq!(of("specs/001-login/tasks.md", text), None);
    assert_eq!(of("src/main.rs", text), None);
}
