//! Who may write, where, and what a writer leaves behind.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "the tests prepare, damage and look at files; what they cannot set up has failed"
)]

use std::{fs, path::Path, sync::Barrier, thread};

use council_core::ident::PacketId;
use council_store::{Holder, Mend, Repo, SessionFiles, StoreError};
use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;

const AT: Timestamp = Timestamp::constant(1_769_421_600, 0);
const REVIEWS: &str = "evidence/prd/PRD-1/reviews";

fn holder(pid: u32) -> Holder {
    Holder { pid, host: "desk".to_owned(), started: AT, command: "council review".to_owned() }
}

fn repo() -> (TempDir, Repo) {
    let folder = tempfile::tempdir().unwrap();
    let repo = Repo::open(folder.path()).unwrap();
    (folder, repo)
}

fn packet() -> PacketId {
    PacketId::new("PRD-1").unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_second_writer_is_told_who_holds_the_session() {
    let (_folder, repo) = repo();
    let (_, files, journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
    let refused = repo.open_session(&files, &holder(8), Mend::Refuse).unwrap_err();
    assert!(
        matches!(&refused, StoreError::Held { holder: Some(found), path } if *found == holder(7) && path == files.lock())
    );
    expect_test::expect![
        "the session is held by process 7 on `desk` since 2026-01-26T10:00:00Z: `council review`"
    ]
    .assert_eq(&refused.to_string());
    drop(journal);
    repo.open_session(&files, &holder(8), Mend::Refuse).unwrap();
    assert!(!repo.has_file(files.lock()), "a writer that ends takes its name away");
}

#[test]
fn a_lock_file_without_a_living_holder_stops_nobody() {
    let (_folder, repo) = repo();
    let (_, files, journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
    drop(journal);
    for left in ["", "{", "{\"pid\":1}", &"x".repeat(10_000)] {
        fs::write(repo.root().join(files.lock()), left).unwrap();
        repo.open_session(&files, &holder(8), Mend::Refuse).unwrap();
    }
}

#[test]
fn a_removed_lock_file_lets_no_second_writer_in() {
    let (_folder, repo) = repo();
    let (_, files, _journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
    fs::remove_file(repo.root().join(files.lock())).unwrap();
    let refused = repo.open_session(&files, &holder(8), Mend::Refuse).unwrap_err();
    assert!(matches!(refused, StoreError::Held { holder: None, .. }));
    assert_eq!(refused.to_string(), "the session is held by a process that did not say its name");
}

#[test]
fn a_name_in_a_lock_file_cannot_drive_a_terminal() {
    let (_folder, repo) = repo();
    let hostile = Holder { host: "a\u{1b}[2J".to_owned(), ..holder(7) };
    let (_, files, _journal) = repo.claim_session(&packet(), AT, &hostile).unwrap();
    let refused = repo.open_session(&files, &holder(8), Mend::Refuse).unwrap_err();
    assert!(!refused.to_string().chars().any(char::is_control));
}

#[test]
fn of_eight_writers_one_wins_and_seven_are_told_its_name() {
    let (_folder, repo) = repo();
    let (_, files, journal) = repo.claim_session(&packet(), AT, &holder(0)).unwrap();
    drop(journal);
    for _ in 0..50 {
        let start = Barrier::new(8);
        let end = Barrier::new(8);
        let results: Vec<Result<u32, u32>> = thread::scope(|scope| {
            let writers: Vec<_> = (1..=8)
                .map(|pid| {
                    let (repo, files, start, end) = (&repo, &files, &start, &end);
                    scope.spawn(move || {
                        start.wait();
                        let opened = repo.open_session(files, &holder(pid), Mend::Refuse);
                        end.wait();
                        match opened {
                            Ok(_) => Ok(pid),
                            Err(StoreError::Held { holder: Some(holder), .. }) => Err(holder.pid),
                            Err(error) => panic!("{error}"),
                        }
                    })
                })
                .collect();
            writers.into_iter().map(|writer| writer.join().unwrap()).collect()
        });
        let winners: Vec<u32> = results.iter().filter_map(|result| result.ok()).collect();
        let [winner] = winners.as_slice() else { panic!("{winners:?}") };
        assert!(results.iter().all(|result| result.is_ok_and(|pid| pid == *winner)
            || result.is_err_and(|pid| pid == *winner)));
    }
}

#[test]
fn two_sessions_in_one_second_get_two_names() {
    let (_folder, repo) = repo();
    let claimed: Vec<_> =
        (0..3).map(|_| repo.claim_session(&packet(), AT, &holder(7)).unwrap()).collect();
    let stamps: Vec<_> = claimed.iter().map(|(_, files, _)| files.stamp()).collect();
    assert_eq!(stamps, ["20260126-100000", "20260126-100001", "20260126-100002"]);
    let times: Vec<_> = claimed.iter().map(|(at, ..)| at.duration_since(AT)).collect();
    assert_eq!(times, [0, 1, 2].map(SignedDuration::from_secs));
}

#[test]
fn what_a_claim_left_that_was_killed_before_its_first_record_is_gone_after_the_next() {
    let (_folder, repo) = repo();
    let later = |seconds| AT + SignedDuration::from_secs(seconds);
    let (_, begun, mut journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
    journal.commit(&["{}".to_owned()]).unwrap();
    drop(journal);
    let (_, held, _held) = repo.claim_session(&packet(), later(10), &holder(7)).unwrap();
    let killed = SessionFiles::of(&packet(), "20260126-110000");
    let recorded = SessionFiles::of(&packet(), "20260126-120000");
    let stray = SessionFiles::of(&packet(), "20260126-130000");
    for path in [killed.journal(), killed.lock(), recorded.journal(), stray.lock()] {
        fs::write(repo.root().join(path), "").unwrap();
    }
    repo.write_atomic(recorded.yaml(), b"a: 1\n").unwrap();

    let (_, next, _next) = repo.claim_session(&packet(), later(20), &holder(8)).unwrap();
    let mut left = repo.files(REVIEWS).unwrap();
    let mut expected: Vec<_> = [begun.journal(), held.journal(), held.lock(), next.journal()]
        .into_iter()
        .chain([next.lock(), recorded.journal(), recorded.yaml()])
        .map(|path| path.rsplit('/').next().unwrap().to_owned())
        .collect();
    left.sort();
    expected.sort();
    assert_eq!(left, expected);
}

#[test]
fn a_journal_that_was_removed_before_it_was_locked_is_not_written() {
    let (_folder, repo) = repo();
    let threads = 8;
    // Every claim clears what the others have made and not yet locked; whatever is claimed must still be there.
    for round in 0..20 {
        let at = AT + SignedDuration::from_secs(round * 1000);
        let claimed: Vec<_> = thread::scope(|scope| {
            let claim = || {
                let (_, files, mut journal) =
                    repo.claim_session(&packet(), at, &holder(7)).unwrap();
                journal.commit(&["{}".to_owned()]).unwrap();
                files
            };
            let claims: Vec<_> = (0..threads).map(|_| scope.spawn(claim)).collect();
            claims.into_iter().map(|claim| claim.join().unwrap()).collect()
        });
        for files in claimed {
            assert_eq!(repo.read_journal(&files).unwrap().lines.len(), 1);
        }
    }
}

#[test]
fn whoever_holds_the_lock_file_of_a_session_does_not_hold_us_up() {
    let (_folder, repo) = repo();
    let (_, files, mut journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
    journal.commit(&["{}".to_owned()]).unwrap();
    let foreign = fs::File::open(repo.root().join(files.lock())).unwrap();
    foreign.lock().unwrap();
    let refused = repo.open_session(&files, &holder(8), Mend::Refuse).unwrap_err();
    let StoreError::Held { holder: Some(named), .. } = refused else { panic!("{refused}") };
    assert_eq!(named.pid, 7);
    drop(journal);
    assert!(!repo.root().join(files.lock()).exists());

    fs::write(repo.root().join(files.lock()), "").unwrap();
    let foreign = fs::File::open(repo.root().join(files.lock())).unwrap();
    foreign.lock().unwrap();
    let (lines, _journal) = repo.open_session(&files, &holder(9), Mend::Refuse).unwrap();
    assert_eq!(lines.len(), 1);
}

#[test]
fn a_journal_that_somebody_else_holds_is_refused_at_once() {
    let (_folder, repo) = repo();
    let (_, files, journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
    drop(journal);
    let foreign = fs::File::open(repo.root().join(files.journal())).unwrap();
    foreign.lock().unwrap();
    let refused = repo.open_session(&files, &holder(8), Mend::Refuse).unwrap_err();
    assert!(matches!(refused, StoreError::Held { holder: None, .. }), "{refused}");
}

#[test]
fn a_name_that_a_record_or_a_bundle_has_is_taken() {
    let (_folder, repo) = repo();
    let taken = SessionFiles::of(&packet(), "20260126-100000");
    repo.write_atomic(taken.yaml(), b"session_id: x\n").unwrap();
    let taken = SessionFiles::of(&packet(), "20260126-100001");
    repo.write_atomic(taken.bundle(), b"{}\n").unwrap();
    let (_, files, _journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
    assert_eq!(files.stamp(), "20260126-100002");
}

#[test]
fn sessions_are_listed_newest_first() {
    let (_folder, repo) = repo();
    assert_eq!(repo.sessions().unwrap(), []);
    for (id, seconds) in [("PRD-1", 0), ("PRD-2", 60), ("PRD-1", 120)] {
        let at = AT + SignedDuration::from_secs(seconds);
        let packet = PacketId::new(id).unwrap();
        let (_, _, mut journal) = repo.claim_session(&packet, at, &holder(7)).unwrap();
        journal.commit(&["{}".to_owned()]).unwrap();
    }
    // Whoever claimed this one died before anything happened in it.
    repo.claim_session(&packet(), AT + SignedDuration::from_secs(180), &holder(7)).unwrap();
    let legacy = SessionFiles::of(&packet(), "20250101-000000");
    repo.write_atomic(legacy.yaml(), b"a: 1\n").unwrap();
    let both = SessionFiles::of(&packet(), "20260126-100000");
    repo.write_atomic(both.yaml(), b"a: 1\n").unwrap();
    for other in ["council_session_x.yaml", "notes.yaml", "council_session_20260126-100000.lock"] {
        fs::write(repo.root().join(REVIEWS).join(other), "").unwrap();
    }
    let ids: Vec<_> = repo.sessions().unwrap().iter().map(SessionFiles::id).collect();
    assert_eq!(
        ids,
        [
            "COUNCIL-PRD-1-20260126-100200",
            "COUNCIL-PRD-2-20260126-100100",
            "COUNCIL-PRD-1-20260126-100000",
            "COUNCIL-PRD-1-20250101-000000",
        ]
    );
}

#[test]
fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
    let (folder, repo) = repo();
    repo.write_atomic("a/b/c.yaml", b"old").unwrap();
    repo.write_atomic("a/b/c.yaml", b"new").unwrap();
    repo.write_atomic("top.json", b"{}").unwrap();
    assert_eq!(repo.read("a/b/c.yaml").unwrap(), "new");
    assert_eq!(names(&folder.path().join("a/b")), ["c.yaml"]);
    assert_eq!(names(folder.path()), ["a", "top.json"]);
}

#[test]
fn a_new_file_never_replaces_another() {
    let (folder, repo) = repo();
    repo.create_new("council.toml", b"one").unwrap();
    let refused = repo.create_new("council.toml", b"two");
    assert!(matches!(refused, Err(StoreError::Exists { .. })));
    assert_eq!(repo.read("council.toml").unwrap(), "one");
    assert_eq!(names(folder.path()), ["council.toml"]);
}

#[test]
fn what_a_dead_writer_did_not_finish_is_swept_by_the_next() {
    let (_folder, repo) = repo();
    let (_, files, journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
    drop(journal);
    let reviews = repo.root().join(REVIEWS);
    for litter in [
        ".council_session_20260126-100000.yaml.77-0.tmp",
        ".prd_review_council_20260126-100000.json.77-1.tmp",
        ".council_session_20260126-100001.yaml.78-0.tmp",
        ".council_session_20260126-100000.yaml.mine",
        ".council_session_20260126-100000.yaml-mine.tmp",
        "mine.tmp",
    ] {
        fs::write(reviews.join(litter), "half").unwrap();
    }
    drop(repo.open_session(&files, &holder(8), Mend::Refuse).unwrap());
    assert_eq!(
        names(&reviews),
        [
            ".council_session_20260126-100000.yaml-mine.tmp",
            ".council_session_20260126-100000.yaml.mine",
            ".council_session_20260126-100001.yaml.78-0.tmp",
            "council_session_20260126-100000.journal.jsonl",
            "mine.tmp",
        ]
    );
}

#[cfg(unix)]
mod links {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn nothing_is_written_through_a_folder_that_leads_out() {
        let outside = tempfile::tempdir().unwrap();
        for link in ["evidence", "evidence/prd", "evidence/prd/PRD-1", REVIEWS] {
            let (folder, repo) = repo();
            fs::create_dir_all(folder.path().join(link).parent().unwrap()).unwrap();
            symlink(outside.path(), folder.path().join(link)).unwrap();
            let claimed = repo.claim_session(&packet(), AT, &holder(7));
            assert!(matches!(claimed, Err(StoreError::Outside { .. })), "{link}");
            let files = SessionFiles::of(&packet(), "20260126-100000");
            assert!(repo.write_atomic(files.yaml(), b"x").is_err(), "{link}");
            assert!(repo.create_new(files.bundle(), b"x").is_err(), "{link}");
            assert!(repo.open_session(&files, &holder(7), Mend::Refuse).is_err(), "{link}");
            assert_eq!(names(outside.path()), [""; 0], "{link}");
        }
    }

    #[test]
    fn a_link_in_the_place_of_a_sessions_file_is_refused() {
        let outside = tempfile::tempdir().unwrap();
        let target = outside.path().join("target");
        fs::write(&target, "untouched").unwrap();
        for place in [SessionFiles::journal, SessionFiles::lock, SessionFiles::yaml] {
            let (_folder, repo) = repo();
            let (_, files, journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
            drop(journal);
            let link = repo.root().join(place(&files));
            let _ = fs::remove_file(&link);
            symlink(&target, &link).unwrap();
            let opened = repo.open_session(&files, &holder(8), Mend::CutAtDamage);
            let written = repo.write_atomic(files.yaml(), b"x");
            let refused = [opened.err(), written.err()];
            let refused = refused.iter().flatten().any(
                |error| matches!(error, StoreError::NotAFile { path } if path == place(&files)),
            );
            assert!(refused, "{}", place(&files));
            assert_eq!(fs::read_to_string(&target).unwrap(), "untouched");
        }
    }

    #[test]
    fn a_journal_that_leads_out_is_not_read() {
        let outside = tempfile::tempdir().unwrap();
        fs::write(outside.path().join("journal"), "").unwrap();
        let (_folder, repo) = repo();
        let (_, files, journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
        drop(journal);
        fs::remove_file(repo.root().join(files.journal())).unwrap();
        symlink(outside.path().join("journal"), repo.root().join(files.journal())).unwrap();
        assert!(matches!(repo.read_journal(&files), Err(StoreError::Outside { .. })));
    }

    #[test]
    fn nothing_is_written_through_a_link_that_stays_inside_and_what_lies_behind_it_is_read() {
        for link in ["evidence", "evidence/prd", "evidence/prd/PRD-1", REVIEWS] {
            let (folder, repo) = repo();
            let (_, files, mut journal) = repo.claim_session(&packet(), AT, &holder(7)).unwrap();
            journal.commit(&["{}".to_owned()]).unwrap();
            drop(journal);
            let (place, kept) = (folder.path().join(link), folder.path().join("kept"));
            fs::rename(&place, &kept).unwrap();
            symlink(&kept, &place).unwrap();
            let refused = |error: StoreError| {
                assert_eq!(
                    error.to_string(),
                    format!("`{link}` is a link, and nothing is written through one")
                );
            };
            refused(repo.claim_session(&packet(), AT, &holder(7)).map(|_| ()).unwrap_err());
            let opened = repo.open_session(&files, &holder(7), Mend::Refuse);
            refused(opened.map(|_| ()).unwrap_err());
            refused(repo.write_atomic(files.yaml(), b"x").unwrap_err());
            refused(repo.create_new(files.bundle(), b"x").unwrap_err());
            refused(repo.open_log(&format!("{REVIEWS}/log"), &holder(7)).map(|_| ()).unwrap_err());
            assert_eq!(repo.read_journal(&files).unwrap().lines.len(), 1, "{link}");
        }
    }

    #[test]
    fn a_path_that_leads_out_is_refused_before_anything_is_made() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("repo")).unwrap();
        let repo = Repo::open(&folder.path().join("repo")).unwrap();
        for path in ["../x/y", "/tmp/council-x/y", "a/../../x/y", "a/..", "", "a/", "."] {
            assert!(repo.write_atomic(path, b"x").is_err(), "{path}");
            assert!(repo.create_new(path, b"x").is_err(), "{path}");
        }
        assert_eq!(names(folder.path()), ["repo"]);
        assert_eq!(names(repo.root()), [""; 0]);
    }
}
