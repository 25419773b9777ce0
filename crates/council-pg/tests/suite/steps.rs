//! A journal in the store is the journal of the file, and a step is taken once or not at all.

use council_engine::Journal as _;
use council_pg::{PgError, Pushed};
use council_store::session::Chain;

use super::*;

#[test]
fn the_lines_are_those_of_the_file() {
    run(async {
        let Some((server, database)) = store().await else { return };
        let (bytes, lines) = golden();
        let first = records(&lines[..1]);
        assert!(database.submit(&new("default", "A", &first)).await.unwrap());
        assert!(!database.submit(&new("default", "A", &first)).await.unwrap(), "the name is taken");
        let taken = claim(&database, "one").await.unwrap();
        assert_eq!((taken.epoch, taken.name.as_str()), (1, "A"));
        assert_eq!(claim(&database, "two").await, None);
        let (mut fold, mut journal) = resumed(&database, &taken, &lines[..1]);
        for line in &lines[1..] {
            let entry = entry(line);
            fold.take(&entry).unwrap();
            journal.commit(&[entry], &fold).await.unwrap();
        }
        let standing = database.standing("default", "A").await.unwrap();
        assert_eq!(standing.state, SessionState::Done);
        let kept = database.journal(standing.id, "A", &standing.chain).await.unwrap();
        assert_eq!(kept, (bytes.clone(), lines.clone()));
        // The packet is kept once, by its hash.
        let all = records(&lines);
        let done = NewSession { state: SessionState::Done, ..new("default", "B", &all) };
        assert!(database.submit(&done).await.unwrap());
        assert_eq!(server.psql("council", "SELECT count(*) FROM council.packet").trim(), "1");
        let other = database.standing("default", "B").await.unwrap();
        assert_eq!(other.chain, standing.chain);
        assert_eq!(database.journal(other.id, "B", &other.chain).await.unwrap().0, bytes);
        // Nothing is left in the outbox of a session that has ended.
        assert_eq!(server.psql("council", "SELECT count(*) FROM council.ask").trim(), "0");
        let spent: u64 = server
            .psql("council", "SELECT tokens FROM council.session WHERE name = 'A'")
            .trim()
            .parse()
            .unwrap();
        assert_eq!(spent, fold.session().spent());
        // A changed line is found.
        server.psql(
            "council",
            "UPDATE council.journal SET line = replace(line, 'answered', 'Answered') WHERE n = 4",
        );
        server.psql(
            "council",
            "UPDATE council.journal SET line = line || ' ' WHERE n = 5 AND session = 1",
        );
        let damaged = database.journal(standing.id, "A", &standing.chain).await.unwrap_err();
        assert!(matches!(damaged, PgError::Damaged { .. }), "{damaged}");
        // Erased, the hashes stay; the packet stays for the other session, and goes with the last.
        database.erase("default", "A").await.unwrap();
        let erased = database.journal(standing.id, "A", &standing.chain).await.unwrap_err();
        assert!(matches!(erased, PgError::Erased(_)), "{erased}");
        let hashes = "SELECT count(*) FROM council.journal WHERE session = 1 AND line IS NULL AND length(hash) = 16";
        assert_eq!(server.psql("council", hashes).trim(), lines.len().to_string());
        let left = "SELECT count(content) FROM council.packet";
        assert_eq!(server.psql("council", left).trim(), "1");
        server.psql("council", "UPDATE council.tenant SET keep_days = 1");
        assert_eq!(database.expire().await.unwrap(), 0);
        server.psql("council", "UPDATE council.session SET changed_at = now() - interval '2 days'");
        assert_eq!(database.expire().await.unwrap(), 1);
        assert_eq!(server.psql("council", left).trim(), "0");
    });
}

#[test]
fn a_worker_that_lost_its_session_writes_nothing() {
    run(async {
        let Some((server, database)) = store().await else { return };
        let impatient = Database::with_lease(&owner(&server), 1, SHORT).await.unwrap();
        let (_, lines) = golden();
        database.submit(&new("default", "A", &records(&lines[..1]))).await.unwrap();
        let slow = claim(&impatient, "slow").await.unwrap();
        let (mut fold, mut journal) = resumed(&impatient, &slow, &lines[..1]);
        let entry_of = |n: usize| entry(&lines[n]);
        fold.take(&entry_of(1)).unwrap();
        journal.commit(&[entry_of(1)], &fold).await.unwrap();
        server.psql("council", "UPDATE council.session SET lease = now() - interval '1 second'");
        database.sweep().await.unwrap();
        let quick = claim(&database, "quick").await.unwrap();
        assert_eq!(quick.epoch, 2);
        // What the slow one still says is not taken, whatever it says.
        fold.take(&entry_of(2)).unwrap();
        let fenced = journal.commit(&[entry_of(2)], &fold).await.unwrap_err();
        assert!(matches!(fenced, PgError::Fenced(_)), "{fenced}");
        database.release(&slow, Some("late")).await.unwrap();
        assert_eq!(database.standing("default", "A").await.unwrap().state, SessionState::Running);
        // The new one goes on where the journal ends, and a step whose answer was lost is taken once.
        let (mut fold, mut journal) = resumed(&database, &quick, &lines[..2]);
        let mut twin = PgJournal::new(database.clone(), quick.clone(), SHAPE);
        fold.take(&entry_of(2)).unwrap();
        journal.commit(&[entry_of(2)], &fold).await.unwrap();
        twin.commit(&[entry_of(2)], &fold).await.unwrap();
        let count = "SELECT count(*) FROM council.journal";
        assert_eq!(server.psql("council", count).trim(), "3");
        // Nobody adds a person's word while somebody works on it, nor to what has changed since.
        let seen = database.standing("default", "A").await.unwrap().chain;
        let said = [r#"{"event":"decided"}"#.to_owned()];
        let pushed = Pushed {
            tenant: "default",
            name: "A",
            seen: &seen,
            entries: &said,
            state: SessionState::Open,
            ending: None,
            verdict: None,
        };
        assert!(matches!(database.push(&pushed).await.unwrap_err(), PgError::Held(_)));
        database.release(&quick, None).await.unwrap();
        let old = Chain::default();
        let outdated = database.push(&Pushed { seen: &old, ..pushed }).await.unwrap_err();
        assert!(matches!(outdated, PgError::Changed(_)), "{outdated}");
        database.push(&pushed).await.unwrap();
        assert_eq!(server.psql("council", count).trim(), "4");
        let fenced = journal.commit(&[entry_of(3)], &fold).await.unwrap_err();
        assert!(matches!(fenced, PgError::Fenced(_)), "{fenced}");
    });
}

#[test]
fn a_database_that_stops_in_the_middle_loses_nothing_that_was_said_to_be_written() {
    run(async {
        let Some((mut server, database)) = store().await else { return };
        let (bytes, lines) = golden();
        database.submit(&new("default", "A", &records(&lines[..1]))).await.unwrap();
        let taken = claim(&database, "one").await.unwrap();
        let (mut fold, mut journal) = resumed(&database, &taken, &lines[..1]);
        for (n, line) in lines.iter().enumerate().skip(1) {
            if n % 5 == 0 {
                server.stop();
            }
            let entry = entry(line);
            fold.take(&entry).unwrap();
            let again = async {
                if n % 5 == 0 {
                    tokio::task::block_in_place(|| server.begin());
                }
            };
            let entries = [entry];
            let (committed, ()) = tokio::join!(journal.commit(&entries, &fold), again);
            committed.unwrap();
        }
        let standing = database.standing("default", "A").await.unwrap();
        let kept = database.journal(standing.id, "A", &standing.chain).await.unwrap();
        assert_eq!(kept.0, bytes);
    });
}
