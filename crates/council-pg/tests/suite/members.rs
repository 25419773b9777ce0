//! What a member does who writes statements of its own in place of ours.

use super::*;

/// A store as a version of this program set it up, brought up to date, with a role that is a member.
async fn updated(from: Option<&str>) -> Option<Postgres> {
    let server = Postgres::start()?;
    if let Some(sql) = from {
        server.psql("council", sql);
    }
    let had = Database::migrate(&owner(&server)).await.unwrap();
    assert_eq!(had, i32::from(from.is_some()));
    server.psql(
        "council",
        "CREATE ROLE guest LOGIN IN ROLE council_member; INSERT INTO council.tenant (name) VALUES ('victim')",
    );
    let (_, lines) = golden();
    let database = Database::open(&owner(&server), 1).await.unwrap();
    database.submit(&new("victim", "V", &records(&lines[..1]))).await.unwrap();
    Some(server)
}

/// Runs statements as the role that is a member.
fn guest(server: &Postgres, sql: &str) -> Option<String> {
    server.says("council", &format!("SET SESSION AUTHORIZATION guest; {sql}"))
}

#[test]
fn what_a_member_puts_in_front_of_the_catalogue_is_not_looked_at() {
    run(async {
        for from in [None, Some(include_str!("../../src/schema/0001.sql"))] {
            let Some(server) = updated(from).await else { return };
            assert_eq!(guest(&server, "CREATE TEMP TABLE mine (a integer)"), None);
            // The functions hold where somebody gives the right back.
            server.psql("council", "GRANT TEMPORARY ON DATABASE council TO guest");
            let catalogue = "CREATE TEMP TABLE pg_class (oid oid, relowner oid); \
                INSERT INTO pg_temp.pg_class SELECT 'council.session'::regclass, oid FROM pg_roles WHERE rolname = 'guest'; \
                GRANT SELECT ON pg_temp.pg_class TO PUBLIC; ";
            let seen = format!(
                "{catalogue} SELECT council.readable() IS NULL, council.may('victim', 'admin'); \
                 SELECT count(*) FROM council.session"
            );
            assert_eq!(guest(&server, &seen).as_deref(), Some("t|f\n0\n"));
            for refused in [
                "SELECT council.new_token('evil', '*', '{admin,work}')",
                "SELECT council.erase('victim', 'V')",
            ] {
                assert_eq!(guest(&server, &format!("{catalogue} {refused}")), None, "{refused}");
            }
            let standing = "SELECT erased_at IS NULL FROM council.session WHERE name = 'V'";
            assert_eq!(server.psql("council", standing), "t\n");
        }
    });
}

#[test]
fn nothing_that_a_member_wrote_runs_as_the_owner() {
    run(async {
        for from in [None, Some(include_str!("../../src/schema/0001.sql"))] {
            let Some(server) = updated(from).await else { return };
            server.psql(
                "council",
                "GRANT TEMPORARY ON DATABASE council TO guest; CREATE TABLE public.ran (by text); \
                 GRANT INSERT, SELECT ON public.ran TO PUBLIC; \
                 INSERT INTO council.token (hash, label, tenant, rights) \
                 VALUES (encode(sha256('known'), 'hex'), 't', 'victim', '{read}')",
            );
            let types = "CREATE FUNCTION pg_temp.evil() RETURNS boolean LANGUAGE plpgsql AS \
                 $f$ BEGIN INSERT INTO public.ran VALUES (current_user); RETURN true; END $f$; \
                 CREATE DOMAIN pg_temp.text AS pg_catalog.text CHECK (pg_temp.evil()); \
                 GRANT USAGE ON TYPE pg_temp.text TO PUBLIC;";
            let entered = format!(
                "{types} SELECT council.enter('known'::pg_catalog.text); SELECT council.readable()"
            );
            assert_eq!(guest(&server, &entered).as_deref(), Some("victim\nvictim\n"));
            assert_eq!(server.psql("council", "SELECT count(*) FROM public.ran"), "0\n");
        }
    });
}

#[test]
fn every_function_of_the_store_looks_names_up_where_members_cannot_write() {
    run(async {
        let Some((server, _)) = store().await else { return };
        let others = "SELECT proname FROM pg_proc WHERE pronamespace = 'council'::regnamespace \
            AND proconfig IS DISTINCT FROM '{\"search_path=pg_catalog, pg_temp\"}'";
        assert_eq!(server.psql("council", others), "");
        let open = "SELECT proname FROM pg_proc WHERE pronamespace = 'council'::regnamespace \
            AND has_function_privilege('public', oid, 'EXECUTE')";
        assert_eq!(server.psql("council", open), "");
    });
}

/// A session's first line, of which a person fills the first seat.
const FIRST: &str =
    r#"{"entry":{"event":"opened","reviewers":{"SA-1":"human","SA-2":"anthropic:x"}}}"#;

/// Makes a token of a tenant, and returns the statements that enter with it as the member.
fn token(server: &Postgres, tenant: &str, rights: &str) -> String {
    let made =
        server.psql("council", &format!("SELECT council.new_token('t', '{tenant}', '{rights}')"));
    format!("SELECT council.enter('{}') IS NULL;", made.trim())
}

fn submitted(tenant: &str, name: &str, lines: &[&str]) -> String {
    let texts: Vec<String> = lines.iter().map(|line| format!("'{line}'")).collect();
    let hashes: Vec<String> = (1..=lines.len()).map(|n| format!("'h{n}'")).collect();
    format!(
        "SELECT council.submit('{tenant}', '{name}', 'council', 'p', 5, 'open', ARRAY[{}], ARRAY[{}], 1, NULL, NULL, \
         NULL, NULL) IS NOT NULL;",
        texts.join(","),
        hashes.join(",")
    )
}

/// Writes one step with a question that may cost so much, as whoever holds the session.
fn stepped(name: &str, worker: &str, lines: &[&str], bound: i64, tokens: i64) -> String {
    let texts: Vec<String> = lines.iter().map(|line| format!("'{line}'")).collect();
    format!(
        "SELECT council.step(id, epoch, '{worker}', head, ARRAY[{}]::text[], ARRAY[{}]::text[], head || '+', 0, \
         'running', NULL, 1e9, '{{S}}', '{{r}}', '{{anthropic}}', '{{{bound}}}', {tokens}, NULL, NULL) \
         FROM council.session WHERE name = '{name}';",
        texts.join(","),
        vec!["'h'"; lines.len()].join(",")
    )
}

#[test]
fn a_tenant_takes_nothing_from_what_all_share() {
    run(async {
        let Some(server) = updated(None).await else { return };
        server.psql(
            "council",
            "INSERT INTO council.tenant (name) VALUES ('alpha'); INSERT INTO council.quota \
             (provider, tokens_a_minute, most_at_once) VALUES ('anthropic', 1000, 1)",
        );
        let review = token(&server, "alpha", "{review}");
        let send = |name: &str| {
            format!(
                "SELECT council.send(id, epoch, 'S') FROM council.session WHERE name = '{name}';"
            )
        };
        let settle = "SELECT council.settle(id, epoch, 'S', -100000) IS NULL FROM council.session WHERE name = 'A';";
        let taken = format!(
            "{review} {} SELECT count(*) FROM council.claim_session('alpha', 'A', 'me', 1e9); {} {} {settle} {} \
             SELECT lease < now() + interval '61 minutes' FROM council.session WHERE name = 'A'",
            submitted("alpha", "A", &[FIRST]),
            stepped("A", "me", &[], 9_000_000_000_000_000_000, -5),
            send("A"),
            send("A"),
        );
        let said = guest(&server, &taken);
        assert_eq!(said.as_deref(), Some("f\nt\n1\ndone\nsent\nf\nsent\nt\n"));
        let left = "SELECT coalesce(tokens_left, 1000), (SELECT tokens FROM council.session WHERE name = 'A') \
            FROM council.quota";
        assert_eq!(server.psql("council", left), "1000|0\n");
        // The worker of another tenant finds its place free and the minute full, and takes no more than the minute.
        let worker = token(&server, "*", "{work}");
        let works = format!(
            "{worker} SELECT count(*) FROM council.claim('w', 30, 'victim', '{{council}}'); {} {}",
            stepped("V", "w", &[], 9_000_000, 0),
            send("V"),
        );
        assert_eq!(guest(&server, &works).as_deref(), Some("f\n1\ndone\nsent\n"));
        assert_eq!(server.psql("council", "SELECT tokens_left FROM council.quota"), "0\n");
    });
}

#[test]
fn nobody_brings_a_persons_word_in_without_the_right_to_decide() {
    run(async {
        let Some(server) = updated(None).await else { return };
        server.psql("council", "INSERT INTO council.tenant (name) VALUES ('alpha')");
        let review = token(&server, "alpha", "{review}");
        let decide = token(&server, "alpha", "{review,decide}");
        let model = r#"{"entry":{"event":"answered","seat":"SA-2"}}"#;
        let words = [
            r#"{"entry":{"event":"decided"}}"#,
            r#"{"entry":{"event":"answered","seat":"SA-1"}}"#,
            r#"{"entry":{"event":"answered","seat":"SA-2","signed":{"by":"Ada"}}}"#,
        ];
        let open = format!("{review} {}", submitted("alpha", "A", &[FIRST, model]));
        assert_eq!(guest(&server, &open).as_deref(), Some("f\nt\n"));
        let claim = "SELECT count(*) FROM council.claim_session('alpha', 'A', 'me', 30);";
        for (number, said) in words.into_iter().enumerate() {
            let name = format!("B{number}");
            let put_in = submitted("alpha", &name, &[FIRST, said]);
            assert_eq!(guest(&server, &format!("{review} {put_in}")), None, "{said}");
            let step = stepped("A", "me", &[said], 1, 0);
            assert_eq!(guest(&server, &format!("{review} {claim} {step}")), None, "{said}");
            let meant = guest(&server, &format!("{decide} {put_in}"));
            assert_eq!(meant.as_deref(), Some("f\nt\n"), "{said}");
        }
        // What would not be found again, or lead elsewhere, is no name.
        for name in ["../../x", "a b", "a..b", ""] {
            let named = format!("{review} {}", submitted("alpha", name, &[FIRST]));
            assert_eq!(guest(&server, &named), None, "{name}");
        }
    });
}

#[test]
fn nobody_holds_or_learns_of_a_session_that_is_anothers() {
    run(async {
        let Some(server) = updated(None).await else { return };
        server.psql("council", "INSERT INTO council.tenant (name) VALUES ('alpha')");
        let review = token(&server, "alpha", "{review}");
        for who in ["", review.as_str()] {
            for refused in [
                "SELECT council.push('victim', 'V', 'x', '{}', '{}', 0, 'done', NULL, NULL)",
                "SELECT council.push('victim', 'none', 'x', '{}', '{}', 0, 'done', NULL, NULL)",
                "SELECT council.step(1, 0, 'w', 'h', '{}', '{}', 'h', 0, 'running', NULL, 1, '{}', '{}', '{}', '{}', 0, \
                 NULL, NULL)",
                "SELECT council.step(99, 0, 'w', 'h', '{}', '{}', 'h', 0, 'running', NULL, 1, '{}', '{}', '{}', '{}', 0, \
                 NULL, NULL)",
            ] {
                assert_eq!(guest(&server, &format!("{who} {refused}")), None, "{who}{refused}");
            }
        }
        assert_eq!(guest(&server, "SELECT council.sweep()"), None);
        assert_eq!(
            guest(&server, &format!("{review} SELECT council.sweep()")).as_deref(),
            Some("f\n0\n")
        );
    });
}
