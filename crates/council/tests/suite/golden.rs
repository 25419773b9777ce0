//! Journals of earlier versions: what they gave then, they give now, byte for byte.
//!
//! A journal is never changed. A version that writes other bytes from it breaks the promise of `council replay`, whatever
//! the reason; a new shape of the files gets a new journal beside the old one.
#![expect(clippy::disallowed_methods, clippy::unwrap_used, reason = "these tests read fixtures")]

use std::{fs, path::Path};

use council_app::{
    Repo,
    core::{
        council::{CouncilOpening, CouncilProtocol},
        depth::Depth,
    },
    engine::JOURNAL_VERSION,
    review,
    store::session::render,
};
use serde_json::Value;

const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

/// The packets whose sessions are kept, with the time in the names.
const KEPT: [(&str, &str); 23] = [
    ("prd-team-chat", "20261115-135808"),
    ("PRD-0101", "20261115-135824"),
    ("prd-gift-cards-hostile", "20261115-202130"),
    ("night-coach", "20261118-042453"),
    ("night-walk", "20261117-230552"),
    ("shift-plan", "20261117-030849"),
    ("night-bus", "20261117-201608"),
    ("night-bus-by-need", "20261117-201621"),
    ("night-train", "20261117-092026"),
    ("night-train-by-need", "20261117-092026"),
    ("night-ferry", "20261117-124052"),
    ("night-ferry-by-need", "20261117-124053"),
    ("night-raft", "20261117-231845"),
    ("night-boat", "20261117-132440"),
    ("night-boat-by-need", "20261117-132441"),
    ("night-plane", "20261117-200434"),
    ("night-plane-by-need", "20261117-200436"),
    ("night-tram", "20261117-230047"),
    ("night-cab", "20261117-232446"),
    ("night-cab-by-need", "20261117-232447"),
    ("night-sled", "20261118-024748"),
    ("night-skiff", "20261118-030818"),
    ("night-skiff-by-need", "20261118-030819"),
];

fn kept(packet: &str, ending: &str) -> String {
    fs::read_to_string(Path::new(GOLDEN).join(format!("{packet}.{ending}"))).unwrap()
}

/// Folds a journal as it lies on disk, and returns its YAML and its bundle.
fn folded(packet: &str, stamp: &str, journal: &[u8]) -> Result<(String, Option<String>), String> {
    let folder = tempfile::tempdir().unwrap();
    let reviews = folder.path().join(format!("evidence/prd/{packet}/reviews"));
    fs::create_dir_all(&reviews).unwrap();
    fs::write(reviews.join(format!("council_session_{stamp}.journal.jsonl")), journal).unwrap();
    let repo = Repo::open(folder.path()).unwrap();
    let reviewed = review::replay(&repo, packet, None).map_err(|error| error.to_string())?;
    let outputs = review::outputs(&reviewed).map_err(|error| error.to_string())?;
    Ok((outputs.yaml, outputs.bundle))
}

#[test]
fn journals_of_earlier_versions_give_the_same_bytes() {
    for (packet, stamp) in KEPT {
        let (yaml, bundle) = folded(packet, stamp, kept(packet, "jsonl").as_bytes()).unwrap();
        assert_eq!(yaml, kept(packet, "yaml"), "{packet}");
        assert_eq!(bundle, Some(kept(packet, "json")), "{packet}");
    }
}

/// Every protocol there was, with the word that an opening has for it.
const PROTOCOLS: [(CouncilProtocol, &str); 10] = [
    (CouncilProtocol::First, "first"),
    (CouncilProtocol::Second, "second"),
    (CouncilProtocol::Third, "third"),
    (CouncilProtocol::Fourth, "fourth"),
    (CouncilProtocol::Fifth, "fifth"),
    (CouncilProtocol::Sixth, "sixth"),
    (CouncilProtocol::Seventh, "seventh"),
    (CouncilProtocol::Eighth, "eighth"),
    (CouncilProtocol::Ninth, "ninth"),
    (CouncilProtocol::Tenth, "tenth"),
];

/// Returns the entries of a kept journal, and the protocol that its opening names.
fn entries(packet: &str) -> (Vec<Value>, CouncilProtocol) {
    let journal = kept(packet, "jsonl");
    let lines = journal.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let entries: Vec<Value> = lines.map(|line| line.get("entry").unwrap().clone()).collect();
    let opening = entries.first().unwrap().get("opening").unwrap().clone();
    (entries, serde_json::from_value::<CouncilOpening>(opening).unwrap().protocol)
}

/// The kept journals are worth something only if they give other bytes under other rules.
#[test]
fn of_every_protocol_a_journal_is_kept_that_the_next_would_give_other_bytes() {
    let last = PROTOCOLS.last().unwrap().0;
    assert_eq!(last, CouncilProtocol::TODAY, "keep journals of the new protocol, and list it here");
    for pair in PROTOCOLS.windows(2) {
        let [(protocol, _), (_, next)] = pair else { continue };
        let mut told = Vec::new();
        for (packet, stamp) in KEPT {
            let (mut entries, own) = entries(packet);
            if own != *protocol {
                continue;
            }
            let opening = entries.first_mut().unwrap().get_mut("opening").unwrap();
            opening.as_object_mut().unwrap().insert("protocol".to_owned(), (*next).into());
            let entries: Vec<String> = entries.iter().map(Value::to_string).collect();
            let journal = render(entries.iter().map(String::as_str));
            let same = (kept(packet, "yaml"), Some(kept(packet, "json")));
            // Every protocol but the first says its number, which alone is no other rule.
            let number = |(yaml, bundle): (String, Option<String>)| {
                let is_number = |line: &&str| !line.contains("protocol_version");
                let plain = |text: &str| text.lines().filter(is_number).collect::<String>();
                (plain(&yaml), bundle.map(|bundle| plain(&bundle)))
            };
            let other = folded(packet, stamp, &journal);
            told.push(other.map(number) != Ok(number(same)));
        }
        assert!(told.contains(&true), "no journal tells {protocol:?} from {next}: {told:?}");
    }
}

#[test]
fn a_journal_of_todays_version_is_kept_at_both_depths() {
    let depths = KEPT.iter().filter_map(|(packet, _)| {
        let journal = kept(packet, "jsonl");
        let first: Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
        let entry = first.get("entry").unwrap();
        let opening: CouncilOpening =
            serde_json::from_value(entry.get("opening")?.clone()).unwrap();
        let is_todays = entry.get("journal_version") == Some(&JOURNAL_VERSION.into())
            && opening.protocol == CouncilProtocol::TODAY;
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
