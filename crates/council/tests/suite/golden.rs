//! Journals of earlier versions: what they gave then, they give now, byte for byte.
//!
//! A journal is never changed. A version that writes other bytes from it breaks the promise of `council replay`, whatever
//! the reason; a new shape of the files gets a new journal beside the old one.
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "these tests read fixtures")]

use std::{fs, path::Path};

use council_app::{
    Repo,
    core::{
        council::{Opening, Protocol},
        depth::Depth,
    },
    engine::JOURNAL_VERSION,
    review,
};
use serde_json::Value;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

/// The packets whose sessions are kept, with the time in the names.
const KEPT: [(&str, &str); 10] = [
    ("prd-team-chat", "20261115-135808"),
    ("PRD-0101", "20261115-135824"),
    ("prd-gift-cards-hostile", "20261115-202130"),
    ("shift-plan", "20261117-030849"),
    ("night-train", "20261117-092026"),
    ("night-train-by-need", "20261117-092026"),
    ("night-ferry", "20261117-124052"),
    ("night-ferry-by-need", "20261117-124053"),
    ("night-boat", "20261117-132440"),
    ("night-boat-by-need", "20261117-132441"),
];

fn kept(packet: &str, ending: &str) -> String {
    fs::read_to_string(Path::new(GOLDEN).join(format!("{packet}.{ending}"))).unwrap()
}

#[test]
fn journals_of_earlier_versions_give_the_same_bytes() {
    for (packet, stamp) in KEPT {
        let folder = tempfile::tempdir().unwrap();
        let reviews = folder.path().join(format!("evidence/prd/{packet}/reviews"));
        fs::create_dir_all(&reviews).unwrap();
        let journal = reviews.join(format!("council_session_{stamp}.journal.jsonl"));
        fs::write(journal, kept(packet, "jsonl")).unwrap();
        let repo = Repo::open(folder.path()).unwrap();
        let reviewed = review::replay(&repo, packet, None).unwrap();
        let outputs = review::outputs(&reviewed).unwrap();
        assert_eq!(outputs.yaml, kept(packet, "yaml"), "{packet}");
        assert_eq!(outputs.bundle, Some(kept(packet, "json")), "{packet}");
    }
}

#[test]
fn a_journal_of_todays_version_is_kept_at_both_depths() {
    let depths = KEPT.iter().filter_map(|(packet, _)| {
        let journal = kept(packet, "jsonl");
        let first: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
        let entry = first.get("entry").unwrap();
        let opening: Opening = serde_json::from_value(entry.get("opening")?.clone()).unwrap();
        let is_todays = entry.get("journal_version") == Some(&JOURNAL_VERSION.into())
            && opening.protocol == Protocol::TODAY;
        is_todays.then_some(opening.depth)
    });
    let depths: Vec<Depth> = depths.collect();
    for depth in [Depth::Council, Depth::Auto] {
        assert!(
            depths.contains(&depth),
            "keep a journal that this version has written: {depths:?}"
        );
    }
}
