//! Who gets what next: every session once, the urgent first, and no tenant at the cost of another.

use std::collections::BTreeMap;

use council_pg::Tenant;

use super::*;

#[test]
fn sessions_are_taken_once_and_no_tenant_starves_another() {
    run(async {
        let Some((server, database)) = store().await else { return };
        let old = Database::migrate(&owner(&server)).await.unwrap();
        assert_eq!(old, council_pg::MIGRATED, "what is there is left as it is");
        for name in ["small", "large"] {
            database
                .set_tenant(&Tenant { name: name.to_owned(), ..Tenant::default() })
                .await
                .unwrap();
        }
        let (_, lines) = golden();
        let first = records(&lines[..1]);
        for n in 0..100 {
            let name = format!("L{n:03}");
            database.submit(&new("large", &name, &first)).await.unwrap();
        }
        for n in 0..20 {
            let name = format!("S{n:03}");
            database.submit(&new("small", &name, &first)).await.unwrap();
        }
        let urgent = NewSession { priority: 0, ..new("large", "URGENT", &first) };
        database.submit(&urgent).await.unwrap();
        let mut taken_by: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for _ in 0..20 {
            let taken = claim(&database, "one").await.unwrap();
            taken_by.entry(taken.tenant).or_default().push(taken.name);
        }
        let counts: Vec<usize> = taken_by.values().map(Vec::len).collect();
        assert_eq!(counts, [10, 10], "{taken_by:?}");
        assert_eq!(taken_by["large"][0], "URGENT");
        assert_eq!(taken_by["small"], (0..10).map(|n| format!("S{n:03}")).collect::<Vec<_>>());
        // Twice the weight is twice the share; a tenant's own limit holds.
        server.psql("council", "UPDATE council.session SET state = 'open' WHERE state = 'running'");
        let weighty = Tenant { name: "large".to_owned(), weight: Some(2.0), ..Tenant::default() };
        database.set_tenant(&weighty).await.unwrap();
        let bounded =
            Tenant { name: "small".to_owned(), most_sessions: Some(5), ..Tenant::default() };
        database.set_tenant(&bounded).await.unwrap();
        let mut taken_by: BTreeMap<String, usize> = BTreeMap::new();
        for _ in 0..15 {
            *taken_by.entry(claim(&database, "one").await.unwrap().tenant).or_default() += 1;
        }
        assert_eq!((taken_by["large"], taken_by["small"]), (10, 5));
        for _ in 0..5 {
            assert_eq!(claim(&database, "one").await.unwrap().tenant, "large");
        }
        // Many at once never take the same one.
        let many = (0..8).map(|n| {
            let database = database.clone();
            tokio::spawn(async move {
                let mut own = Vec::new();
                for _ in 0..8 {
                    let taken = database.claim(&format!("w{n}"), None, &["council"]).await.unwrap();
                    own.extend(taken.map(|taken| taken.id));
                }
                own
            })
        });
        let mut all = Vec::new();
        for one in many {
            all.extend(one.await.unwrap());
        }
        let taken = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!((taken, all.len()), (64, 64));
        assert_eq!(database.claim("one", None, &["panel"]).await.unwrap(), None);
    });
}

#[test]
fn a_session_that_fails_is_tried_again_later_and_stuck_in_the_end() {
    run(async {
        let Some((server, database)) = store().await else { return };
        let (_, lines) = golden();
        database.submit(&new("default", "A", &records(&lines[..1]))).await.unwrap();
        for n in 0..5 {
            let taken = claim(&database, "one").await.unwrap();
            database.release(&taken, Some("no key")).await.unwrap();
            assert_eq!(claim(&database, "one").await, None, "not at once, try {n}");
            server.psql("council", "UPDATE council.session SET not_before = now()");
        }
        let row = &database.list(None, 10).await.unwrap()[0];
        assert_eq!((row.state, row.why.as_deref()), (SessionState::Stuck, Some("no key")));
        assert_eq!(claim(&database, "one").await, None);
        // Whoever names it can take it up again.
        let taken = database.claim_session("default", "A", "me").await.unwrap();
        assert_eq!(taken.epoch, 6);
    });
}
