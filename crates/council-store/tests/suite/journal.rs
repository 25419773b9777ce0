//! A journal on disk: what was committed is there, what was damaged is found, and nothing before it is lost.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "the tests prepare, damage and look at files; what they cannot set up has failed"
)]

use std::fs;

use council_core::ident::PacketId;
use council_store::{
    Holder, Journal, Mend, Mended, Repo, SessionFiles, StoreError,
    session::{Tail, Wrong, parse},
};
use jiff::Timestamp;
use tempfile::TempDir;

const AT: Timestamp = Timestamp::constant(1_769_421_600, 0);

fn holder() -> Holder {
    Holder { pid: 7, host: "desk".to_owned(), started: AT, command: "council review".to_owned() }
}

fn repo() -> (TempDir, Repo) {
    let folder = tempfile::tempdir().unwrap();
    let repo = Repo::open(folder.path()).unwrap();
    (folder, repo)
}

fn claim(repo: &Repo) -> (SessionFiles, Journal) {
    let (_, files, journal) =
        repo.claim_session(&PacketId::new("PRD-1").unwrap(), AT, &holder()).unwrap();
    (files, journal)
}

fn entry(number: usize) -> String {
    format!(r#"{{"kind":"answered","seat":"SA-{number}","text":"caf\u00e9 é"}}"#)
}

/// Writes a journal of some records and returns its bytes.
fn written(repo: &Repo, records: usize) -> (SessionFiles, Vec<u8>) {
    let (files, mut journal) = claim(repo);
    for number in 1..=records {
        journal.commit(&[entry(number)]).unwrap();
    }
    drop(journal);
    let bytes = fs::read(repo.root().join(files.journal())).unwrap();
    (files, bytes)
}

fn damage(repo: &Repo, files: &SessionFiles, bytes: &[u8]) {
    fs::write(repo.root().join(files.journal()), bytes).unwrap();
}

#[test]
fn a_session_has_the_contracts_names() {
    let files = SessionFiles::of(&PacketId::new("PRD-1").unwrap(), "20260126-100000");
    let folder = "evidence/prd/PRD-1/reviews";
    assert_eq!(files.yaml(), format!("{folder}/council_session_20260126-100000.yaml"));
    assert_eq!(files.journal(), format!("{folder}/council_session_20260126-100000.journal.jsonl"));
    assert_eq!(files.lock(), format!("{folder}/council_session_20260126-100000.lock"));
    assert_eq!(files.bundle(), format!("{folder}/prd_review_council_20260126-100000.json"));
    assert_eq!(files.id(), "COUNCIL-PRD-1-20260126-100000");
}

#[test]
fn a_line_is_written_in_one_way() {
    let (_folder, repo) = repo();
    let (files, mut journal) = claim(&repo);
    journal.commit(&[r#"{"a":1}"#.to_owned(), "{}".to_owned()]).unwrap();
    let text = fs::read_to_string(repo.root().join(files.journal())).unwrap();
    expect_test::expect![[r#"
        {"n":1,"len":7,"sum":"d59b6562d7c9b121","prev":"0000000000000000","entry":{"a":1}}
        {"n":2,"len":2,"sum":"6e46dd10defc9b56","prev":"4f4388c8d1a142aa","entry":{}}
    "#]]
    .assert_eq(&text);
    assert_eq!(journal.len(), 2);
}

#[test]
fn what_was_committed_is_read_again_and_goes_on() {
    let (_folder, repo) = repo();
    let (files, mut journal) = claim(&repo);
    journal.commit(&[entry(1), entry(2)]).unwrap();
    let head = journal.head().to_owned();
    drop(journal);

    let (lines, mut journal) = repo.open_session(&files, &holder(), Mend::Refuse).unwrap();
    let entries: Vec<_> = lines.iter().map(|line| (line.n, line.entry.as_str())).collect();
    assert_eq!(entries, [(1, entry(1).as_str()), (2, entry(2).as_str())]);
    assert_eq!((journal.head(), journal.len(), journal.mended()), (head.as_str(), 2, None));
    journal.commit(&[entry(3)]).unwrap();
    let read = repo.read_journal(&files).unwrap();
    assert_eq!((read.lines.len(), read.tail), (3, Tail::Clean));
}

#[test]
fn only_a_json_object_on_one_line_is_recorded() {
    let (_folder, repo) = repo();
    let (files, mut journal) = claim(&repo);
    for record in ["", "1", "[]", "{", "{\n}", "{}{}", "{\"a\":1} x"] {
        let refused = journal.commit(&[entry(1), record.to_owned()]);
        assert!(matches!(refused, Err(StoreError::NotARecord { .. })), "{record}");
    }
    assert_eq!(repo.read_journal(&files).unwrap().lines, []);
    journal.commit(&[entry(1)]).unwrap();
    assert_eq!(journal.len(), 1);
}

#[test]
fn every_flipped_byte_is_found_and_nothing_before_it_is_lost() {
    let (_folder, repo) = repo();
    let (files, bytes) = written(&repo, 20);
    let whole = parse(&bytes);
    for at in 0..bytes.len() {
        let before = newlines(&bytes[..at]);
        for mask in (0..8).map(|bit| 1 << bit).chain([0xff, bytes[at]]) {
            let mut flipped = bytes.clone();
            flipped[at] ^= mask;
            let read = parse(&flipped);
            // A newline that became NUL looks like one that was never written; the record before it stands.
            let lost_newline = at + 1 == bytes.len() && flipped[at] == 0;
            let kept = if lost_newline { 20 } else { before };
            assert_eq!(read.lines, whole.lines[..kept], "byte {at} mask {mask:#x}");
            match read.tail {
                Tail::Damaged(damage) => assert_eq!(damage.line, before as u64 + 1),
                Tail::Torn { bytes } => assert!(lost_newline && bytes == 1, "byte {at}"),
                Tail::Clean => panic!("byte {at} mask {mask:#x} went unseen"),
            }
        }
    }
    damage(&repo, &files, &{
        let mut flipped = bytes.clone();
        flipped[bytes.len() - 10] ^= 1;
        flipped
    });
    let refused = repo.open_session(&files, &holder(), Mend::Refuse).unwrap_err();
    assert!(matches!(refused, StoreError::Damaged { damage, .. } if damage.line == 20));
}

#[test]
fn a_journal_cut_at_any_byte_keeps_its_whole_records() {
    let (_folder, repo) = repo();
    let (_, bytes) = written(&repo, 20);
    let whole = parse(&bytes);
    for at in 0..bytes.len() {
        let standing = standing(&bytes, at);
        for nuls in [0, 1, 4096] {
            let mut torn = bytes[..at].to_vec();
            torn.resize(at + nuls, 0);
            let read = parse(&torn);
            assert_eq!(read.lines, whole.lines[..standing.records], "cut at {at}, {nuls} NULs");
            let lost = (standing.torn + nuls) as u64;
            let clean = lost == 0 && standing.ended;
            let tail = if clean { Tail::Clean } else { Tail::Torn { bytes: lost } };
            assert_eq!(read.tail, tail, "cut at {at}, {nuls} NULs");
        }
    }
}

#[test]
fn a_journal_with_a_torn_end_goes_on_from_its_last_record() {
    let (_folder, repo) = repo();
    let (files, bytes) = written(&repo, 20);
    let spots = end_of(&bytes, 19)..bytes.len();
    for (at, nuls) in spots.step_by(11).chain([bytes.len() - 1]).zip([0, 1, 4096].iter().cycle()) {
        let standing = standing(&bytes, at);
        let mut torn = bytes[..at].to_vec();
        torn.resize(at + nuls, 0);
        damage(&repo, &files, &torn);
        let (lines, mut journal) = repo.open_session(&files, &holder(), Mend::Refuse).unwrap();
        assert_eq!(lines.len(), standing.records, "cut at {at}, {nuls} NULs");
        let lost = (standing.torn + nuls) as u64;
        let cut = Mended { bytes: lost, damage: None, copy: None };
        let mended = (lost > 0 || !standing.ended).then_some(cut);
        assert_eq!(journal.mended(), mended.as_ref(), "cut at {at}, {nuls} NULs");
        journal.commit(&[entry(99)]).unwrap();
        let read = repo.read_journal(&files).unwrap();
        assert_eq!((read.lines.len(), read.tail), (standing.records + 1, Tail::Clean));
    }
}

/// What is left of a journal that is cut at a byte.
struct Standing {
    records: usize,
    /// Bytes of a record that is not whole.
    torn: usize,
    /// Whether the last whole record has its newline. One without is still whole.
    ended: bool,
}

fn standing(bytes: &[u8], at: usize) -> Standing {
    let records = newlines(&bytes[..at]);
    if bytes[at] == b'\n' {
        return Standing { records: records + 1, torn: 0, ended: false };
    }
    Standing { records, torn: at - end_of(bytes, records), ended: true }
}

fn newlines(bytes: &[u8]) -> usize {
    bytes.split(|byte| *byte == b'\n').count() - 1
}

fn end_of(bytes: &[u8], records: usize) -> usize {
    let ends = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    records.checked_sub(1).map_or(0, |last| ends.map(|(at, _)| at + 1).nth(last).unwrap())
}

#[test]
fn nuls_from_any_byte_on_are_cut() {
    let (_folder, repo) = repo();
    let (_, bytes) = written(&repo, 20);
    let whole = parse(&bytes);
    for at in 0..bytes.len() {
        let mut zeroed = bytes.clone();
        zeroed[at..].fill(0);
        let read = parse(&zeroed);
        let mut records = newlines(&bytes[..at]);
        records += usize::from(bytes[at] == b'\n');
        assert_eq!(read.lines, whole.lines[..records], "NULs from {at}");
        assert!(matches!(read.tail, Tail::Torn { .. }), "NULs from {at}");
    }
}

#[test]
fn damage_is_cut_only_on_request_and_only_after_a_copy_was_kept() {
    let (_folder, repo) = repo();
    let (files, bytes) = written(&repo, 20);
    let mut flipped = bytes.clone();
    let at = end_of(&bytes, 6) + 100;
    flipped[at] ^= 1;
    damage(&repo, &files, &flipped);

    let refused = repo.open_session(&files, &holder(), Mend::Refuse).unwrap_err();
    let StoreError::Damaged { damage: found, .. } = &refused else { panic!("{refused}") };
    assert_eq!((found.line, found.what, found.standing), (7, Wrong::Sum, 13));
    expect_test::expect!["`evidence/prd/PRD-1/reviews/council_session_20260126-100000.journal.jsonl` is damaged in line 7: its checksum does not match"]
        .assert_eq(&refused.to_string());
    assert!(refused.help().unwrap().contains("council resume --repair"));
    let read = repo.read_journal(&files).unwrap();
    assert!(matches!(read.sound(files.journal()), Err(StoreError::Damaged { .. })));
    assert_eq!(fs::read(repo.root().join(files.journal())).unwrap(), flipped);

    for copies in 1..=2 {
        damage(&repo, &files, &flipped);
        let (lines, journal) = repo.open_session(&files, &holder(), Mend::CutAtDamage).unwrap();
        assert_eq!(lines.len(), 6);
        let said = journal.mended().unwrap().to_string();
        assert!(
            said.contains("from line 7 on (its checksum does not match), with 13 later"),
            "{said}"
        );
        let copy = journal.mended().unwrap().copy.clone().unwrap();
        assert_eq!(copy, format!("{}.damaged-{copies}", files.journal()));
        assert_eq!(fs::read(repo.root().join(copy)).unwrap(), flipped);
    }
    assert_eq!(fs::read(repo.root().join(files.journal())).unwrap(), bytes[..end_of(&bytes, 6)]);
}

#[test]
fn records_of_another_order_or_another_journal_do_not_follow() {
    let (_folder, repo) = repo();
    let (_, bytes) = written(&repo, 3);
    let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
    for (order, line) in [([1, 0, 2], 1), ([0, 2, 1], 2), ([0, 0, 1], 2)] {
        let mixed: Vec<u8> = order.iter().flat_map(|at| lines[*at]).copied().collect();
        let Tail::Damaged(damage) = parse(&mixed).tail else { panic!("{order:?}") };
        assert_eq!((damage.line, damage.what), (line, Wrong::Beginning));
    }
    let other = String::from_utf8(bytes.clone()).unwrap().replace("SA-1", "SA-7");
    let Tail::Damaged(damage) = parse(other.as_bytes()).tail else { panic!() };
    assert_eq!((damage.line, damage.what), (1, Wrong::Sum));
}

#[test]
fn a_journal_larger_than_any_session_is_not_read() {
    let (_folder, repo) = repo();
    let (files, _) = written(&repo, 1);
    let file = fs::File::options().write(true).open(repo.root().join(files.journal())).unwrap();
    file.set_len(council_store::session::MOST_JOURNAL + 1).unwrap();
    assert!(matches!(repo.read_journal(&files), Err(StoreError::TooLarge { .. })));
    let opened = repo.open_session(&files, &holder(), Mend::CutAtDamage);
    assert!(matches!(opened, Err(StoreError::TooLarge { .. })));
}

#[test]
fn the_room_of_a_journal_is_what_its_file_leaves_of_the_most() {
    let (_folder, repo) = repo();
    let (files, mut journal) = claim(&repo);
    let most = council_store::session::MOST_JOURNAL;
    let left = || most - fs::metadata(repo.root().join(files.journal())).unwrap().len();
    assert!(journal.is_empty() && journal.room() == most);
    journal.commit(&[entry(1), entry(2)]).unwrap();
    assert!(!journal.is_empty() && journal.room() == left());
    drop(journal);
    // The newline that a crash kept back is written and counted.
    let bytes = fs::read(repo.root().join(files.journal())).unwrap();
    damage(&repo, &files, &bytes[..bytes.len() - 1]);
    let (_, journal) = repo.open_session(&files, &holder(), Mend::Refuse).unwrap();
    assert_eq!((left(), journal.room()), (most - bytes.len() as u64, left()));
}

#[test]
fn the_first_record_is_read_without_the_others() {
    let (_folder, repo) = repo();
    let (files, bytes) = written(&repo, 2);
    let first = || repo.first_line(&files).unwrap().map(|line| line.entry);
    assert_eq!(first(), Some(entry(1)));
    damage(&repo, &files, &bytes[..20]);
    assert_eq!(first(), None);
    fs::remove_file(repo.root().join(files.journal())).unwrap();
    assert_eq!(first(), None);
}

#[test]
fn only_a_name_with_a_whole_time_is_a_session() {
    let (_folder, repo) = repo();
    let (files, _) = written(&repo, 1);
    for stamp in ["2026", "20260126-1000000", "abcdefgh-ijklmn", "20260126+100000"] {
        let other = files.yaml().replace("20260126-100000", stamp);
        fs::write(repo.root().join(other), "x").unwrap();
    }
    let stamps: Vec<String> =
        repo.sessions().unwrap().iter().map(|files| files.stamp().to_owned()).collect();
    assert_eq!(stamps, ["20260126-100000"]);
}
