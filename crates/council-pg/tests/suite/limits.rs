//! Limits that all workers share: how many at once, how many a minute, how many tokens a month.

use council_engine::Journal as _;
use council_pg::{Quota, Tenant};

use super::*;

/// Takes a session to its first questions, and returns its claim.
async fn asking(database: &Database, name: &str, lines: &[JournalLine]) -> ClaimedSession {
    database.submit(&new("default", name, &records(&lines[..1]))).await.unwrap();
    let taken = database.claim_session("default", name, "one").await.unwrap();
    let (mut fold, mut journal) = resumed(database, &taken, &lines[..1]);
    let asked: Vec<Entry> = lines[1..]
        .iter()
        .map(entry)
        .take_while(|entry| matches!(entry, Entry::Asked { .. }))
        .collect();
    assert_eq!(asked.len(), 3);
    for entry in &asked {
        fold.take(entry).unwrap();
    }
    journal.commit(&asked, &fold).await.unwrap();
    taken
}

fn send(server: &Postgres, claim: &ClaimedSession, seat: &str) -> String {
    let sql = format!("SELECT council.send({}, {}, '{seat}')", claim.id, claim.epoch);
    server.psql("council", &sql).trim().to_owned()
}

#[test]
fn all_workers_together_keep_to_the_limits() {
    run(async {
        let Some((server, database)) = store().await else { return };
        let (_, lines) = golden();
        let provider = {
            let Entry::Opened(opened) = entry(&lines[0]) else { panic!("no opening") };
            opened.reviewers.values().next().unwrap().clone()
        };
        let quota = |most_at_once, requests_a_minute| Quota {
            provider: provider.clone(),
            most_at_once,
            requests_a_minute,
            ..Quota::default()
        };
        let (one, two) =
            (asking(&database, "A", &lines).await, asking(&database, "B", &lines).await);
        assert_eq!(send(&server, &one, "SA-1"), "sent", "no limit was set");
        database.set_quota(&quota(Some(2), None)).await.unwrap();
        assert_eq!(send(&server, &two, "SA-1"), "sent");
        assert_eq!(send(&server, &two, "SA-2"), "wait");
        // What a worker that died had sent does not count.
        server.psql(
            "council",
            "UPDATE council.session SET lease = now() - interval '1 second' WHERE name = 'A'",
        );
        assert_eq!(send(&server, &two, "SA-2"), "sent");
        assert_eq!(send(&server, &two, "SA-3"), "wait");
        let settle = format!("SELECT council.settle({}, {}, 'SA-1', 1)", two.id, two.epoch);
        server.psql("council", &settle);
        assert_eq!(send(&server, &two, "SA-3"), "sent");
        // So many a minute, and no more before time has passed.
        let three = asking(&database, "C", &lines).await;
        database.set_quota(&quota(None, Some(2))).await.unwrap();
        assert_eq!(send(&server, &three, "SA-1"), "sent");
        assert_eq!(send(&server, &three, "SA-2"), "sent");
        assert_eq!(send(&server, &three, "SA-3"), "wait");
        server.psql(
            "council",
            "UPDATE council.quota SET filled_at = filled_at - interval '1 minute'",
        );
        assert_eq!(send(&server, &three, "SA-3"), "sent");
        // A month's tokens: what can be used up by what is in flight counts.
        let four = asking(&database, "D", &lines).await;
        server.psql(
            "council",
            "DELETE FROM council.quota; UPDATE council.ask SET bound = 100, sent_at = NULL",
        );
        let month =
            Tenant { name: "default".to_owned(), month_tokens: Some(250), ..Tenant::default() };
        database.set_tenant(&month).await.unwrap();
        assert_eq!(send(&server, &four, "SA-1"), "sent");
        assert_eq!(send(&server, &four, "SA-2"), "sent");
        assert_eq!(send(&server, &four, "SA-3"), "spent");
        assert_eq!(send(&server, &one, "SA-9"), "fenced");
        server.psql(
            "council",
            "INSERT INTO council.spend VALUES ('default', date_trunc('month', now()), 250)",
        );
        let refused =
            database.submit(&new("default", "E", &records(&lines[..1]))).await.unwrap_err();
        assert!(refused.to_string().contains("used up"), "{refused}");
    });
}
