-- Postgres looks for tables and types in `pg_temp` before everything else unless it is named. A member could put a
-- `pg_class` of its own there and be taken for the owner, or a `text` whose check ran as the owner.

CREATE OR REPLACE FUNCTION council.is_owner() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER AS $$
    SELECT pg_catalog.pg_has_role(session_user, own.relowner, 'USAGE') FROM pg_catalog.pg_class own
    WHERE own.oid OPERATOR(pg_catalog.=) 'council.session'::pg_catalog.regclass
$$;

DO $$
DECLARE
    own pg_catalog.regprocedure;
BEGIN
    FOR own IN SELECT oid FROM pg_catalog.pg_proc WHERE pronamespace = 'council'::pg_catalog.regnamespace LOOP
        EXECUTE pg_catalog.format('ALTER FUNCTION %s SET search_path = pg_catalog, pg_temp', own);
    END LOOP;
    -- Nothing that the store does needs one; the functions hold without this too.
    EXECUTE pg_catalog.format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', pg_catalog.current_database());
END $$;

INSERT INTO council.schema_version (version) VALUES (2);
