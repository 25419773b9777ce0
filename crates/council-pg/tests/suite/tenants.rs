//! A tenant sees and does nothing outside of itself, and only what its token says.

use council_pg::{PgError, Pushed, Tenant};

use super::*;

#[test]
fn a_token_opens_its_own_tenant_and_no_other() {
    run(async {
        let Some((server, database)) = store().await else { return };
        let empty = Postgres::url(&server, "postgres", "owner");
        let nothing = Database::open(&Address::new(&empty, None).unwrap(), 1).await.unwrap_err();
        assert!(matches!(nothing, PgError::NoSchema), "{nothing}");
        server.psql(
            "council",
            "CREATE ROLE guest LOGIN IN ROLE council_member; CREATE ROLE stranger LOGIN",
        );
        for name in ["red", "blue"] {
            database
                .set_tenant(&Tenant { name: name.to_owned(), ..Tenant::default() })
                .await
                .unwrap();
        }
        let (_, lines) = golden();
        let first = records(&lines[..1]);
        database.submit(&new("red", "R", &first)).await.unwrap();
        database.submit(&new("blue", "B", &first)).await.unwrap();
        let rights =
            |given: &[&str]| given.iter().map(|right| (*right).to_owned()).collect::<Vec<_>>();
        let token = async |tenant: &str, given: &[&str]| {
            database.new_token("t", tenant, &rights(given)).await.unwrap()
        };
        let guest = async |token: Option<String>| {
            let address = Address::new(&server.url("council", "guest"), token).unwrap();
            Database::open(&address, 2).await
        };
        // Without a token there is nothing to see, and nothing to do.
        let nobody = guest(None).await.unwrap();
        assert_eq!(nobody.list(None, 10).await.unwrap(), []);
        let refused = nobody.submit(&new("red", "X", &first)).await.unwrap_err();
        assert!(matches!(refused, PgError::NotAllowed(_)), "{refused}");
        assert!(matches!(
            guest(Some("made up".to_owned())).await.unwrap_err(),
            PgError::UnknownToken
        ));
        let stranger = Address::new(&server.url("council", "stranger"), None).unwrap();
        assert!(Database::open(&stranger, 1).await.is_err());
        // A reader reads its own.
        let secret = token("red", &["read"]).await;
        let kept = server.psql("council", "SELECT * FROM council.token");
        assert!(!kept.contains(&secret), "{kept}");
        let reader = guest(Some(secret)).await.unwrap();
        assert_eq!(reader.tenant(), Some("red"));
        let seen: Vec<String> =
            reader.list(None, 10).await.unwrap().into_iter().map(|row| row.name).collect();
        assert_eq!(seen, ["R"]);
        assert!(matches!(reader.standing("blue", "B").await.unwrap_err(), PgError::NotFound(_)));
        assert!(matches!(reader.find("blue", "latest").await.unwrap_err(), PgError::NotFound(_)));
        let blue = database.standing("blue", "B").await.unwrap();
        assert!(reader.journal(blue.id, "B", &blue.chain).await.is_err());
        let overview = reader.overview().await.unwrap();
        assert_eq!(overview.sessions, [("red".to_owned(), "open".to_owned(), 1)]);
        assert_eq!(overview.spend.len(), 1);
        assert_eq!(overview.workers, []);
        for error in [
            reader.submit(&new("red", "X", &first)).await.unwrap_err(),
            reader.claim_session("red", "R", "w").await.unwrap_err(),
            reader.claim("w", None, &["council"]).await.unwrap_err(),
            reader.erase("red", "R").await.unwrap_err(),
            reader.new_token("x", "red", &rights(&["read"])).await.unwrap_err(),
        ] {
            assert!(matches!(error, PgError::NotAllowed(_)), "{error:?}");
        }
        assert!(
            reader.set_tenant(&Tenant { name: "x".to_owned(), ..Tenant::default() }).await.is_err()
        );
        // Who may review may not decide, nor touch what is another's.
        let reviewer = guest(Some(token("red", &["review"]).await)).await.unwrap();
        assert!(reviewer.submit(&new("red", "R2", &first)).await.unwrap());
        let across = reviewer.submit(&new("blue", "B2", &first)).await.unwrap_err();
        assert!(matches!(across, PgError::NotAllowed(_)), "{across}");
        let across = reviewer.claim_session("blue", "B", "w").await.unwrap_err();
        assert!(matches!(across, PgError::NotAllowed(_)), "{across}");
        let said = [r#"{"event":"decided"}"#.to_owned()];
        let red = database.standing("red", "R").await.unwrap();
        let pushed = Pushed {
            tenant: "red",
            name: "R",
            seen: &red.chain,
            entries: &said,
            state: SessionState::Open,
            ending: None,
            verdict: None,
        };
        assert!(matches!(reviewer.push(&pushed).await.unwrap_err(), PgError::NotAllowed(_)));
        let decider = guest(Some(token("red", &["decide"]).await)).await.unwrap();
        decider.push(&pushed).await.unwrap();
        let elsewhere = Pushed { tenant: "blue", name: "B", seen: &blue.chain, ..pushed };
        assert!(matches!(decider.push(&elsewhere).await.unwrap_err(), PgError::NotAllowed(_)));
        // A worker works for all of them; a revoked token is worth nothing, also where it is in use.
        let worker = guest(Some(token("*", &["work"]).await)).await.unwrap();
        assert!(worker.claim("w", None, &["council"]).await.unwrap().is_some());
        assert_eq!(worker.list(None, 10).await.unwrap().len(), 3);
        assert_eq!(database.revoke("t", "red").await.unwrap(), 3);
        assert_eq!(reader.list(None, 10).await.unwrap(), []);
        // What a connection says of itself is not believed.
        let forged = "SET council.pass = 'blue|admin|x|1|y'; SET ROLE guest; SELECT count(*) FROM council.session";
        assert_eq!(
            server.psql("council", &format!("SET SESSION AUTHORIZATION guest; {forged}")).trim(),
            "0"
        );
    });
}
