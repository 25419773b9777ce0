//! What the packet readers find in real documents, counted by hand.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "these tests read shared data, and what they cannot read has failed"
)]

use std::{fs, path::Path};

use council_core::{
    evidence,
    finding::{Claim, Confidence, Evidence, Location, LocationKind},
    packet::{Document, Packet, PacketKind, RequirementKind, Target},
    severity::Severity,
    taxonomy::Subcategory,
};
use council_fixtures::shared_data;
use council_formats::{input, packet, vision};

/// What a person counts in a document.
#[derive(Debug, Default, PartialEq, Eq)]
struct Counted {
    functional: usize,
    quality: usize,
    constraints: usize,
    stories: usize,
    unspecified: usize,
    /// Criteria that belong to a requirement.
    criteria: usize,
    /// Criteria that belong to none.
    free: usize,
}

fn counted<'a>(documents: impl IntoIterator<Item = &'a Document>) -> Counted {
    let mut counted = Counted::default();
    for document in documents {
        for requirement in &document.requirements {
            counted.criteria += requirement.criteria.len();
            match requirement.kind {
                RequirementKind::Functional => counted.functional += 1,
                RequirementKind::Quality => counted.quality += 1,
                RequirementKind::Constraint => counted.constraints += 1,
                RequirementKind::Story => counted.stories += 1,
                RequirementKind::Outcome | RequirementKind::Unspecified => counted.unspecified += 1,
            }
        }
        counted.free += document.criteria.len();
    }
    counted
}

fn prd(root: &Path, path: &str) -> Packet {
    let bytes = fs::read(root.join(path)).unwrap();
    packet::markdown_prd(path, &input::text(path, &bytes).unwrap()).value
}

fn folder(root: &Path, name: &str) -> Packet {
    let mut files = Vec::new();
    collect(root, &root.join(name), &mut files);
    packet::prd_folder(&files).value
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<packet::File>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
            let text = input::text(&name, &fs::read(&path).unwrap()).unwrap();
            files.push((name, text));
        }
    }
}

#[test]
fn small_prds_have_seven_requirements_each() {
    let Some(root) = shared_data("injection/council/base") else { return };
    for (file, id) in [
        ("prd-a-payments.md", "PRD-0101"),
        ("prd-b-login.md", "PRD-0102"),
        ("prd-c-export.md", "PRD-0103"),
        ("prd-d-alerts.md", "PRD-0104"),
    ] {
        let packet = prd(&root, file);
        let expected = Counted { functional: 5, quality: 2, ..Counted::default() };
        let found = Counted { free: 0, ..counted(&packet.documents) };
        assert_eq!((packet.id.as_str(), found), (id, expected));
    }
    let export = prd(&root, "prd-c-export.md");
    let mentioned: Vec<_> = export
        .documents
        .iter()
        .flat_map(|document| &document.references)
        .map(|reference| &reference.target)
        .collect();
    assert!(matches!(mentioned.as_slice(), [Target::Id(id)] if id.as_str() == "PRD-0999"));
}

#[test]
fn prds_of_the_panels_origin_are_counted_as_a_person_counts_them() {
    let Some(root) = shared_data("n8n") else { return };
    let small = prd(&root, "derived/workspace/test-council/handoffs/003-prd-refined.md");
    let expected = Counted { functional: 1, quality: 1, stories: 1, ..Counted::default() };
    assert_eq!(counted(&small.documents), expected);
    let large = prd(&root, "workspace/federal-grant-portal-test/archive/003-prd-refined-OLD.md");
    let expected = Counted {
        functional: 8,
        quality: 5,
        stories: 5,
        unspecified: 17,
        criteria: 18,
        ..Counted::default()
    };
    assert_eq!(counted(&large.documents), expected);
}

#[test]
fn spec_kit_documents_are_counted_as_a_person_counts_them() {
    let Some(root) = shared_data("speckit/docs") else { return };
    for (path, expected) in [
        (
            "SPEC-KIT-013-telemetry-schema-guard/PRD.md",
            Counted { unspecified: 5, criteria: 5, ..Counted::default() },
        ),
        (
            "SPEC-KIT-065-add-webhook-notification-system-for/PRD.md",
            Counted {
                functional: 9,
                quality: 6,
                constraints: 1,
                criteria: 9,
                ..Counted::default()
            },
        ),
        (
            "SPEC-KIT-067-add-search-command-to-find-text-in-conversation-history/spec.md",
            Counted {
                functional: 5,
                quality: 5,
                stories: 3,
                criteria: 7,
                free: 4,
                ..Counted::default()
            },
        ),
        (
            "SPEC-KIT-909-evidence-cleanup-automation/PRD.md",
            Counted { functional: 4, free: 4, ..Counted::default() },
        ),
        (
            "SPEC-KIT-946-model-command-expansion/PRD.md",
            Counted {
                functional: 4,
                quality: 4,
                constraints: 3,
                unspecified: 2,
                criteria: 23,
                free: 26,
                ..Counted::default()
            },
        ),
        (
            "SPEC-KIT-957-specify-nativization/PRD.md",
            Counted { unspecified: 6, free: 8, ..Counted::default() },
        ),
        (
            "SPEC-PM-008-unattended-stacking/spec.md",
            Counted { constraints: 2, free: 5, ..Counted::default() },
        ),
    ] {
        assert_eq!(counted(&prd(&root, path).documents), expected, "{path}");
    }
}

#[test]
fn open_spec_requirements_and_scenarios_are_all_found() {
    let Some(path) = shared_data("../bench/data/seeded-specs/openspec.originals.jsonl") else {
        return;
    };
    let mut found = Vec::new();
    for line in fs::read_to_string(path).unwrap().lines() {
        let spec: serde_json::Value = serde_json::from_str(line).unwrap();
        let name = spec.get("doc").and_then(|doc| doc.as_str()).unwrap();
        let text = spec.get("text").and_then(|text| text.as_str()).unwrap();
        let document = packet::markdown_document(name, text).value;
        let counted = counted([&document]);
        found.push((name.to_owned(), counted.unspecified, counted.criteria, counted.free));
        // Every heading that OpenSpec itself would take, fences aside, and nothing else.
        let fences: Vec<&str> =
            document.fences.iter().map(|fence| document.slice(fence.span)).collect();
        let begins =
            |text: &str, mark: &str| text.lines().filter(|line| line.starts_with(mark)).count();
        let count = |mark: &str| {
            begins(text, mark) - fences.iter().map(|fence| begins(fence, mark)).sum::<usize>()
        };
        assert_eq!(counted.unspecified, count("### Requirement:"), "{name}");
        assert_eq!(counted.criteria, count("#### Scenario:"), "{name}");
    }
    for (name, requirements, scenarios) in
        [("ai-tool-paths", 3, 10), ("artifact-graph", 7, 28), ("cli-validate", 12, 31)]
    {
        assert!(found.contains(&(name.to_owned(), requirements, scenarios, 0)), "{name}");
    }
}

#[test]
fn prd_folders_are_counted_as_a_person_counts_them() {
    let Some(root) = shared_data("apm2/prds") else { return };
    for (name, requirements, criteria, evidence) in
        [("PRD-0005", 12, 51, 11), ("PRD-0008", 7, 31, 7), ("PRD-0009", 20, 88, 36)]
    {
        let packet = folder(&root, name);
        assert_eq!((packet.id.as_str(), packet.kind), (name, PacketKind::PrdFolder));
        let in_files = |part: &str| {
            let part = format!("{name}/{part}/");
            packet.documents.iter().filter(move |document| document.path().starts_with(&part))
        };
        let stated = counted(in_files("requirements"));
        let total = stated.functional + stated.quality + stated.constraints + stated.unspecified;
        assert_eq!((total, stated.criteria), (requirements, criteria), "{name}");
        let artifacts: usize =
            in_files("evidence_artifacts").map(|document| document.definitions.len()).sum();
        assert_eq!(artifacts, evidence, "{name}");
    }
}

#[test]
fn every_real_document_is_read_and_every_place_in_it_is_found_again() {
    for name in ["speckit", "n8n", "injection/council/base"] {
        let Some(root) = shared_data(name) else { return };
        let mut files = Vec::new();
        collect(&root, &root, &mut files);
        let is_markdown =
            |path: &str| Path::new(path).extension().is_some_and(|extension| extension == "md");
        for (path, text) in files.iter().filter(|(path, _)| is_markdown(path)) {
            let document = packet::markdown_document(path, text).value;
            for section in &document.sections {
                assert_eq!(document.find(&section.anchor).unwrap().span, section.span, "{path}");
            }
            for requirement in &document.requirements {
                let id = requirement.id.as_ref();
                assert!(
                    id.is_none_or(|id| document.slice(requirement.span).contains(id.as_str())),
                    "{path}"
                );
                assert!(!requirement.text.is_empty(), "{path}:{}", requirement.line);
            }
        }
    }
}

#[test]
fn no_text_added_to_a_document_hides_a_requirement() {
    let Some(root) = shared_data("injection/council") else { return };
    let statements = |packet: &Packet| {
        let stated = packet.requirements().filter(|(_, requirement)| requirement.id.is_some());
        stated
            .map(|(_, requirement)| (requirement.id.clone(), requirement.text.clone()))
            .collect::<Vec<_>>()
    };
    let cases = fs::read_to_string(root.join("cases_dev.jsonl")).unwrap();
    assert_eq!(cases.lines().count(), 392);
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).unwrap();
        let word = |key: &str| case.get(key).and_then(|word| word.as_str()).unwrap();
        let original = statements(&prd(&root.join("base"), &format!("{}.md", word("base"))));
        let attacked = statements(&packet::markdown_prd("a.md", word("prd")).value);
        assert!(original.iter().all(|stated| attacked.contains(stated)), "{}", word("id"));
    }
}

#[test]
fn the_words_of_every_real_requirement_lock_where_they_stand() {
    let Some(root) = shared_data("n8n") else { return };
    let packet = prd(&root, "workspace/federal-grant-portal-test/archive/003-prd-refined-OLD.md");
    let mut locked_claims = 0;
    for (document, requirement) in packet.requirements() {
        let Some(id) = &requirement.id else { continue };
        let quote =
            document.slice(requirement.span).split_whitespace().collect::<Vec<_>>().join(" ");
        let locked = evidence::lock(&packet, claim(document.path(), id.as_str(), quote)).unwrap();
        assert_eq!(locked.quote_span(), Some(requirement.span), "{id}");
        assert_eq!(locked.corrected_from(), None, "{id}");
        locked_claims += 1;
    }
    assert_eq!(locked_claims, 18);
}

fn claim(path: &str, anchor: &str, quote: String) -> Claim {
    Claim {
        mode: None,
        subcategory: *Subcategory::ALL.first().unwrap(),
        severity: Severity::Minor,
        confidence: Confidence::new(1.0).unwrap(),
        location: Location {
            path: path.to_owned(),
            anchor: Some(anchor.to_owned()),
            kind: LocationKind::Requirement,
        },
        evidence: Evidence::Quote(quote),
        other_quotes: Vec::new(),
        rule: None,
        description: String::new(),
        remediation: String::new(),
    }
}

#[test]
fn real_visions_have_five_phases() {
    let Some(root) = shared_data("apm2/north_star") else { return };
    for (file, current, has_oath) in [
        ("NORTH_STAR.v1_9ce382ff.md", Some(1), true),
        ("NORTH_STAR.v2_bfd0dfbe.md", Some(1), true),
        ("NORTH_STAR.json", None, false),
    ] {
        let text = fs::read_to_string(root.join(file)).unwrap();
        let parsed = vision::read(file, &text);
        assert_eq!(parsed.diagnostics, [], "{file}");
        let vision = parsed.value.unwrap();
        assert_eq!(vision.phases.len(), 5, "{file}");
        assert_eq!((vision.current_phase, vision.oath.is_some()), (current, has_oath), "{file}");
        let first = vision.phases.first().unwrap();
        assert_eq!(
            (first.name.as_str(), first.progress),
            ("Recursive Self-Improvement", None),
            "{file}"
        );
        assert!(vision.phases.iter().all(|phase| !phase.goal.is_empty()), "{file}");
    }
}
