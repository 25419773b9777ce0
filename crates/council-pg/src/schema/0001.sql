-- Sessions, their journals and what many machines share. Members read the tables under row level security and write
-- only through the functions below, which check what their token allows.

CREATE SCHEMA council;

CREATE TABLE council.schema_version (
    version integer PRIMARY KEY,
    applied_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE council.secret (key bytea NOT NULL);
INSERT INTO council.secret VALUES (
    sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8'))
);

CREATE TABLE council.tenant (
    name text PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9-]{0,62}$'),
    weight double precision NOT NULL DEFAULT 1 CHECK (weight > 0),
    most_sessions integer CHECK (most_sessions > 0),
    month_tokens bigint CHECK (month_tokens >= 0),
    keep_days integer CHECK (keep_days > 0),
    claimed_at timestamptz NOT NULL DEFAULT '-infinity'
);
INSERT INTO council.tenant (name) VALUES ('default');

-- A token names a tenant and what it may do there; only its hash is kept.
CREATE TABLE council.token (
    hash text PRIMARY KEY,
    label text NOT NULL,
    tenant text NOT NULL,
    rights text[] NOT NULL CHECK (rights <@ ARRAY['read', 'review', 'decide', 'work', 'admin']),
    created_at timestamptz NOT NULL DEFAULT now(),
    revoked_at timestamptz
);

CREATE TABLE council.packet (
    tenant text NOT NULL REFERENCES council.tenant,
    hash text NOT NULL,
    content text,
    PRIMARY KEY (tenant, hash)
);

CREATE TABLE council.session (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    tenant text NOT NULL REFERENCES council.tenant,
    name text NOT NULL,
    flow text NOT NULL,
    packet text NOT NULL,
    state text NOT NULL CHECK (state IN ('open', 'running', 'waiting', 'done', 'stuck')),
    priority smallint NOT NULL DEFAULT 5 CHECK (priority BETWEEN 0 AND 9),
    epoch bigint NOT NULL DEFAULT 0,
    worker text,
    lease timestamptz,
    not_before timestamptz NOT NULL DEFAULT now(),
    failures integer NOT NULL DEFAULT 0,
    why text,
    lines bigint NOT NULL,
    head text NOT NULL,
    bytes bigint NOT NULL,
    ending text,
    verdict text,
    tokens bigint NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    changed_at timestamptz NOT NULL DEFAULT now(),
    erased_at timestamptz,
    UNIQUE (tenant, name)
);
CREATE INDEX session_open ON council.session (tenant, priority, id) WHERE state = 'open';
CREATE INDEX session_running ON council.session (tenant, lease) WHERE state = 'running';
CREATE INDEX session_waiting ON council.session (not_before) WHERE state = 'waiting';
CREATE INDEX session_changed ON council.session (tenant, changed_at);

CREATE TABLE council.journal (
    session bigint NOT NULL REFERENCES council.session,
    n bigint NOT NULL,
    tenant text NOT NULL,
    hash text NOT NULL,
    line text,
    packet text,
    PRIMARY KEY (session, n)
);

-- What a session has asked and nobody has answered yet: the outbox of its last step.
CREATE TABLE council.ask (
    session bigint NOT NULL REFERENCES council.session,
    seat text NOT NULL,
    tenant text NOT NULL,
    round text NOT NULL,
    provider text NOT NULL,
    bound bigint NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    epoch bigint NOT NULL,
    sent_at timestamptz,
    PRIMARY KEY (session, seat)
);
CREATE INDEX ask_sent ON council.ask (provider, tenant) WHERE sent_at IS NOT NULL;

-- Limits that all workers share. An empty tenant means all of them together.
CREATE TABLE council.quota (
    provider text NOT NULL,
    tenant text NOT NULL DEFAULT '',
    most_at_once integer CHECK (most_at_once > 0),
    requests_a_minute integer CHECK (requests_a_minute > 0),
    tokens_a_minute bigint CHECK (tokens_a_minute > 0),
    requests_left double precision,
    tokens_left double precision,
    filled_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (provider, tenant)
);

CREATE TABLE council.spend (
    tenant text NOT NULL REFERENCES council.tenant,
    month date NOT NULL,
    tokens bigint NOT NULL,
    PRIMARY KEY (tenant, month)
);

CREATE TABLE council.worker (
    name text PRIMARY KEY,
    version text NOT NULL,
    slots integer NOT NULL,
    busy integer NOT NULL,
    seen_at timestamptz NOT NULL DEFAULT now()
);

-- Who is asking ------------------------------------------------------------------------------------------------------

CREATE FUNCTION council.is_owner() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
    SELECT pg_has_role(session_user, relowner, 'USAGE') FROM pg_class WHERE oid = 'council.session'::regclass
$$;

CREATE FUNCTION council.mac(p_text text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
    SELECT encode(sha256(key || sha256(key || convert_to(p_text, 'UTF8'))), 'hex') FROM council.secret
$$;

-- A setting of a connection can be written by whoever holds it, so what it says is signed and bound to its process.
CREATE FUNCTION council.enter(p_token text) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog AS $$
DECLARE
    found_token council.token;
    said text;
BEGIN
    SELECT * INTO found_token FROM council.token
    WHERE hash = encode(sha256(convert_to(p_token, 'UTF8')), 'hex') AND revoked_at IS NULL;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'unknown token' USING ERRCODE = 'CN001';
    END IF;
    said := found_token.tenant || '|' || array_to_string(found_token.rights, ',') || '|' || found_token.hash
        || '|' || pg_backend_pid();
    PERFORM set_config('council.pass', said || '|' || council.mac(said), false);
    RETURN found_token.tenant;
END $$;

-- Returns the parts of a pass that is genuine, of this connection, and whose token still holds.
CREATE FUNCTION council.pass() RETURNS text[] LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
DECLARE
    parts text[] := string_to_array(current_setting('council.pass', true), '|');
BEGIN
    IF array_length(parts, 1) IS DISTINCT FROM 5 OR parts[4] <> pg_backend_pid()::text
        OR parts[5] <> council.mac(array_to_string(parts[1:4], '|'))
        OR NOT EXISTS (SELECT FROM council.token WHERE hash = parts[3] AND revoked_at IS NULL) THEN
        RETURN NULL;
    END IF;
    RETURN parts;
END $$;

CREATE FUNCTION council.may(p_tenant text, p_right text) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
DECLARE
    parts text[];
BEGIN
    IF council.is_owner() THEN
        RETURN true;
    END IF;
    parts := council.pass();
    RETURN parts IS NOT NULL AND (parts[1] = p_tenant OR parts[1] = '*')
        AND string_to_array(parts[2], ',') && ARRAY[p_right, 'admin'];
END $$;

CREATE FUNCTION council.expect(p_tenant text, p_right text) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
BEGIN
    IF NOT council.may(p_tenant, p_right) THEN
        RAISE EXCEPTION 'this token may not % for `%`', p_right, p_tenant USING ERRCODE = 'CN002';
    END IF;
END $$;

-- Returns the tenant whose rows may be read: `*` for all of them, nothing for none. Every right includes reading.
CREATE FUNCTION council.readable() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
DECLARE
    parts text[];
BEGIN
    IF council.is_owner() THEN
        RETURN '*';
    END IF;
    parts := council.pass();
    RETURN parts[1];
END $$;

-- Sessions -----------------------------------------------------------------------------------------------------------

-- Puts a session with its first lines in, and returns its number; nothing where the name is taken.
CREATE FUNCTION council.submit(
    p_tenant text, p_name text, p_flow text, p_packet text, p_priority integer, p_state text,
    p_lines text[], p_hashes text[], p_bytes bigint, p_hash text, p_content text,
    p_ending text, p_verdict text
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    made bigint;
    own council.tenant;
BEGIN
    PERFORM council.expect(p_tenant, 'review');
    SELECT * INTO own FROM council.tenant WHERE name = p_tenant;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no tenant `%`', p_tenant USING ERRCODE = 'CN003';
    END IF;
    IF p_state <> 'done' AND own.month_tokens IS NOT NULL AND own.month_tokens <= coalesce((
        SELECT tokens FROM council.spend WHERE tenant = p_tenant AND month = date_trunc('month', now())::date), 0) THEN
        RAISE EXCEPTION 'the tokens of `%` for this month are used up', p_tenant USING ERRCODE = 'CN004';
    END IF;
    INSERT INTO council.session (tenant, name, flow, packet, priority, state, lines, head, bytes, ending, verdict)
    VALUES (p_tenant, p_name, p_flow, p_packet, p_priority, p_state, array_length(p_lines, 1),
        p_hashes[array_length(p_hashes, 1)], p_bytes, p_ending, p_verdict)
    ON CONFLICT (tenant, name) DO NOTHING RETURNING id INTO made;
    IF made IS NULL THEN
        RETURN NULL;
    END IF;
    IF p_hash IS NOT NULL THEN
        INSERT INTO council.packet AS kept (tenant, hash, content) VALUES (p_tenant, p_hash, p_content)
        ON CONFLICT (tenant, hash) DO UPDATE SET content = excluded.content WHERE kept.content IS NULL;
    END IF;
    INSERT INTO council.journal (session, n, tenant, hash, line, packet)
    SELECT made, n, p_tenant, hash, line, CASE WHEN n = 1 THEN p_hash END
    FROM unnest(p_lines, p_hashes) WITH ORDINALITY AS given (line, hash, n);
    RETURN made;
END $$;

-- Opens again what a worker that died had taken, and what has waited long enough.
CREATE FUNCTION council.sweep() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    opened bigint;
BEGIN
    WITH due AS (
        SELECT id FROM council.session
        WHERE (state = 'running' AND lease < now()) OR (state = 'waiting' AND not_before <= now())
        FOR UPDATE SKIP LOCKED
    )
    UPDATE council.session SET state = 'open', lease = NULL WHERE id IN (SELECT id FROM due);
    GET DIAGNOSTICS opened = ROW_COUNT;
    RETURN opened;
END $$;

CREATE TYPE council.claimed AS (
    id bigint, epoch bigint, tenant text, name text, flow text, lines bigint, head text, bytes bigint
);

CREATE FUNCTION council.take(p_id bigint, p_worker text, p_lease double precision)
RETURNS SETOF council.claimed LANGUAGE sql AS $$
    UPDATE council.session
    SET state = 'running', epoch = epoch + 1, worker = p_worker, lease = now() + make_interval(secs => p_lease)
    WHERE session.id = p_id
    RETURNING id, epoch, tenant, name, flow, lines, head, bytes
$$;

-- Takes the next session: of the tenant that has the least running for its weight, and was served longest ago among
-- equals; its most urgent, oldest one.
CREATE FUNCTION council.claim(p_worker text, p_lease double precision, p_tenant text, p_flows text[])
RETURNS SETOF council.claimed LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    candidate record;
    picked bigint;
BEGIN
    PERFORM council.expect(coalesce(p_tenant, '*'), 'work');
    FOR candidate IN
        SELECT own.name, own.most_sessions
        FROM council.tenant own
        LEFT JOIN (
            SELECT tenant, count(*) AS running FROM council.session WHERE state = 'running' GROUP BY tenant
        ) busy ON busy.tenant = own.name
        WHERE (p_tenant IS NULL OR own.name = p_tenant)
            AND (own.most_sessions IS NULL OR coalesce(busy.running, 0) < own.most_sessions)
        ORDER BY coalesce(busy.running, 0) / own.weight, own.claimed_at, own.name
    LOOP
        IF candidate.most_sessions IS NOT NULL THEN
            -- Counted again while nobody else can claim for this tenant.
            PERFORM FROM council.tenant WHERE name = candidate.name FOR UPDATE;
            CONTINUE WHEN candidate.most_sessions <= (
                SELECT count(*) FROM council.session WHERE tenant = candidate.name AND state = 'running');
        END IF;
        SELECT id INTO picked FROM council.session
        WHERE tenant = candidate.name AND state = 'open' AND not_before <= now() AND flow = ANY (p_flows)
        ORDER BY priority, id LIMIT 1 FOR UPDATE SKIP LOCKED;
        IF FOUND THEN
            UPDATE council.tenant SET claimed_at = clock_timestamp() WHERE name = candidate.name;
            RETURN QUERY SELECT * FROM council.take(picked, p_worker, p_lease);
            RETURN;
        END IF;
    END LOOP;
END $$;

-- Takes one session by its name, unless somebody works on it or it has ended.
CREATE FUNCTION council.claim_session(p_tenant text, p_name text, p_worker text, p_lease double precision)
RETURNS SETOF council.claimed LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    picked bigint;
BEGIN
    PERFORM council.expect(p_tenant, 'review');
    SELECT id INTO picked FROM council.session
    WHERE tenant = p_tenant AND name = p_name AND (state <> 'running' OR lease < now()) FOR UPDATE;
    IF FOUND THEN
        RETURN QUERY SELECT * FROM council.take(picked, p_worker, p_lease);
    END IF;
END $$;

-- One step of a session: its lines, its outbox, its lease and its head, or nothing. Says `done`, `again` where the step was
-- taken before and only its answer was lost, or `fenced` where somebody else has the session.
CREATE FUNCTION council.step(
    p_id bigint, p_epoch bigint, p_worker text, p_head text,
    p_lines text[], p_hashes text[], p_new_head text, p_bytes bigint,
    p_state text, p_wait double precision, p_lease double precision,
    p_seats text[], p_rounds text[], p_providers text[], p_bounds bigint[],
    p_tokens bigint, p_ending text, p_verdict text
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    own council.session;
BEGIN
    SELECT * INTO own FROM council.session WHERE id = p_id FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 'fenced';
    END IF;
    IF NOT council.may(own.tenant, 'work') THEN
        PERFORM council.expect(own.tenant, 'review');
    END IF;
    IF own.epoch <> p_epoch OR own.worker IS DISTINCT FROM p_worker THEN
        RETURN 'fenced';
    END IF;
    IF own.head <> p_head THEN
        RETURN CASE WHEN own.head = p_new_head THEN 'again' ELSE 'fenced' END;
    END IF;
    UPDATE council.session SET
        lines = lines + coalesce(array_length(p_lines, 1), 0), head = p_new_head, bytes = bytes + p_bytes,
        state = p_state, failures = 0, why = NULL, tokens = tokens + p_tokens, ending = p_ending, verdict = p_verdict,
        lease = CASE WHEN p_state = 'running' THEN now() + make_interval(secs => p_lease) END,
        not_before = CASE WHEN p_wait IS NULL THEN now() ELSE now() + make_interval(secs => p_wait) END,
        changed_at = now()
    WHERE id = p_id;
    INSERT INTO council.journal (session, n, tenant, hash, line)
    SELECT p_id, own.lines + n, own.tenant, hash, line
    FROM unnest(p_lines, p_hashes) WITH ORDINALITY AS given (line, hash, n);
    DELETE FROM council.ask WHERE session = p_id AND NOT seat = ANY (p_seats);
    INSERT INTO council.ask AS kept (session, seat, tenant, round, provider, bound, epoch)
    SELECT p_id, seat, own.tenant, round, provider, bound, p_epoch
    FROM unnest(p_seats, p_rounds, p_providers, p_bounds) AS given (seat, round, provider, bound)
    ON CONFLICT (session, seat) DO UPDATE
    SET round = excluded.round, provider = excluded.provider, bound = excluded.bound, epoch = excluded.epoch,
        asked_at = now(), sent_at = NULL
    WHERE kept.round <> excluded.round OR kept.epoch <> excluded.epoch;
    IF p_tokens > 0 THEN
        INSERT INTO council.spend AS kept (tenant, month, tokens)
        VALUES (own.tenant, date_trunc('month', now())::date, p_tokens)
        ON CONFLICT (tenant, month) DO UPDATE SET tokens = kept.tokens + excluded.tokens;
    END IF;
    RETURN 'done';
END $$;

-- Says that a worker is still there, and returns the sessions that are still its own.
CREATE FUNCTION council.beat(
    p_worker text, p_version text, p_slots integer, p_ids bigint[], p_epochs bigint[], p_lease double precision
) RETURNS SETOF bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
BEGIN
    IF council.may('*', 'work') THEN
        INSERT INTO council.worker AS kept (name, version, slots, busy)
        VALUES (p_worker, p_version, p_slots, coalesce(array_length(p_ids, 1), 0))
        ON CONFLICT (name) DO UPDATE SET seen_at = now(), busy = excluded.busy, slots = excluded.slots;
    END IF;
    RETURN QUERY UPDATE council.session own SET lease = now() + make_interval(secs => p_lease)
    FROM unnest(p_ids, p_epochs) AS held (id, epoch)
    WHERE own.id = held.id AND own.epoch = held.epoch AND own.worker = p_worker AND own.state = 'running'
        AND (council.may(own.tenant, 'work') OR council.may(own.tenant, 'review'))
    RETURNING own.id;
END $$;

-- Gives a session back. One that failed is tried again later, and is stuck after the fifth time.
CREATE FUNCTION council.release(p_id bigint, p_epoch bigint, p_worker text, p_why text)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    now_is text;
BEGIN
    UPDATE council.session SET
        state = CASE WHEN p_why IS NOT NULL AND failures >= 4 THEN 'stuck' ELSE 'open' END,
        failures = failures + CASE WHEN p_why IS NULL THEN 0 ELSE 1 END,
        not_before = CASE WHEN p_why IS NULL THEN now() ELSE now() + make_interval(secs => 5 * 2 ^ failures) END,
        why = p_why, lease = NULL, changed_at = now()
    WHERE id = p_id AND epoch = p_epoch AND worker = p_worker AND state = 'running'
        AND (council.may(tenant, 'work') OR council.may(tenant, 'review'))
    RETURNING state INTO now_is;
    RETURN now_is;
END $$;

-- Adds what a person said to a session that nobody works on. Says `done`, `held` where somebody does, `changed` where the
-- session is not as it was when the person looked.
CREATE FUNCTION council.push(
    p_tenant text, p_name text, p_head text, p_lines text[], p_hashes text[], p_bytes bigint,
    p_state text, p_ending text, p_verdict text
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    own council.session;
    said text;
BEGIN
    SELECT * INTO own FROM council.session WHERE tenant = p_tenant AND name = p_name FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 'changed';
    END IF;
    FOREACH said IN ARRAY p_lines LOOP
        IF said::json -> 'entry' ->> 'event' IN ('decided', 'answered', 'asked') THEN
            PERFORM council.expect(p_tenant, 'decide');
        ELSE
            PERFORM council.expect(p_tenant, 'review');
        END IF;
    END LOOP;
    IF own.state = 'running' AND own.lease >= now() THEN
        RETURN 'held';
    END IF;
    IF own.head <> p_head THEN
        RETURN 'changed';
    END IF;
    UPDATE council.session SET
        lines = lines + array_length(p_lines, 1), head = p_hashes[array_length(p_hashes, 1)], bytes = bytes + p_bytes,
        state = p_state, ending = p_ending, verdict = p_verdict, epoch = epoch + 1, worker = NULL, lease = NULL,
        failures = 0, why = NULL, not_before = now(), changed_at = now()
    WHERE id = own.id;
    INSERT INTO council.journal (session, n, tenant, hash, line)
    SELECT own.id, own.lines + n, own.tenant, hash, line
    FROM unnest(p_lines, p_hashes) WITH ORDINALITY AS given (line, hash, n);
    RETURN 'done';
END $$;

-- Limits -------------------------------------------------------------------------------------------------------------

-- Asks whether a question may be sent now. Says `sent`, `wait`, `spent` where the month's tokens would be exceeded, or
-- `fenced`.
CREATE FUNCTION council.send(p_id bigint, p_epoch bigint, p_seat text)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    wanted council.ask;
    own council.tenant;
    limited council.quota;
    used bigint;
BEGIN
    SELECT * INTO wanted FROM council.ask WHERE session = p_id AND seat = p_seat AND epoch = p_epoch;
    IF NOT FOUND OR NOT (council.may(wanted.tenant, 'work') OR council.may(wanted.tenant, 'review')) THEN
        RETURN 'fenced';
    END IF;
    SELECT * INTO own FROM council.tenant WHERE name = wanted.tenant;
    IF own.month_tokens IS NOT NULL THEN
        PERFORM FROM council.tenant WHERE name = wanted.tenant FOR UPDATE;
        SELECT coalesce(sum(bound), 0) INTO used FROM council.ask asked
        JOIN council.session running ON running.id = asked.session AND running.state = 'running'
        WHERE asked.tenant = wanted.tenant AND asked.sent_at IS NOT NULL AND asked.epoch = running.epoch
            AND NOT (asked.session = p_id AND asked.seat = p_seat);
        used := used + coalesce((
            SELECT tokens FROM council.spend
            WHERE tenant = wanted.tenant AND month = date_trunc('month', now())::date), 0);
        IF used + wanted.bound > own.month_tokens THEN
            RETURN 'spent';
        END IF;
    END IF;
    FOR limited IN
        SELECT * FROM council.quota
        WHERE provider = wanted.provider AND (tenant = '' OR tenant = wanted.tenant)
        ORDER BY tenant FOR UPDATE
    LOOP
        SELECT count(*) INTO used FROM council.ask asked
        JOIN council.session running ON running.id = asked.session AND running.state = 'running'
        WHERE asked.provider = wanted.provider AND asked.sent_at IS NOT NULL AND asked.epoch = running.epoch
            AND running.lease >= now() AND (limited.tenant = '' OR asked.tenant = limited.tenant)
            AND NOT (asked.session = p_id AND asked.seat = p_seat);
        IF used >= limited.most_at_once THEN
            RETURN 'wait';
        END IF;
        IF limited.requests_a_minute IS NOT NULL AND 1 > least(limited.requests_a_minute,
            coalesce(limited.requests_left, limited.requests_a_minute)
            + extract(epoch FROM clock_timestamp() - limited.filled_at) * limited.requests_a_minute / 60.0) THEN
            RETURN 'wait';
        END IF;
        -- A question that is larger than a minute's tokens is sent when the minute is full.
        IF limited.tokens_a_minute IS NOT NULL AND least(wanted.bound, limited.tokens_a_minute) > least(
            limited.tokens_a_minute, coalesce(limited.tokens_left, limited.tokens_a_minute)
            + extract(epoch FROM clock_timestamp() - limited.filled_at) * limited.tokens_a_minute / 60.0) THEN
            RETURN 'wait';
        END IF;
    END LOOP;
    UPDATE council.quota SET
        requests_left = least(requests_a_minute, coalesce(requests_left, requests_a_minute)
            + extract(epoch FROM clock_timestamp() - filled_at) * requests_a_minute / 60.0) - 1,
        tokens_left = least(tokens_a_minute, coalesce(tokens_left, tokens_a_minute)
            + extract(epoch FROM clock_timestamp() - filled_at) * tokens_a_minute / 60.0) - wanted.bound,
        filled_at = clock_timestamp()
    WHERE provider = wanted.provider AND (tenant = '' OR tenant = wanted.tenant);
    UPDATE council.ask SET sent_at = now() WHERE session = p_id AND seat = p_seat AND epoch = p_epoch;
    RETURN 'sent';
END $$;

-- Says what a question that was sent did cost: what was set aside beyond that can be used again.
CREATE FUNCTION council.settle(p_id bigint, p_epoch bigint, p_seat text, p_tokens bigint)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    settled council.ask;
BEGIN
    UPDATE council.ask SET sent_at = NULL
    WHERE session = p_id AND seat = p_seat AND epoch = p_epoch AND sent_at IS NOT NULL
        AND (council.may(tenant, 'work') OR council.may(tenant, 'review'))
    RETURNING * INTO settled;
    IF FOUND AND settled.bound > p_tokens THEN
        UPDATE council.quota SET tokens_left = tokens_left + (settled.bound - p_tokens)
        WHERE provider = settled.provider AND (tenant = '' OR tenant = settled.tenant) AND tokens_left IS NOT NULL;
    END IF;
END $$;

-- Keeping house ------------------------------------------------------------------------------------------------------

-- Makes a token and returns it, once.
CREATE FUNCTION council.new_token(p_label text, p_tenant text, p_rights text[])
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    made text := 'council_' || encode(sha256(convert_to(
        gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex');
BEGIN
    PERFORM council.expect(p_tenant, 'admin');
    IF p_tenant <> '*' AND NOT EXISTS (SELECT FROM council.tenant WHERE name = p_tenant) THEN
        RAISE EXCEPTION 'there is no tenant `%`', p_tenant USING ERRCODE = 'CN003';
    END IF;
    INSERT INTO council.token (hash, label, tenant, rights)
    VALUES (encode(sha256(convert_to(made, 'UTF8')), 'hex'), p_label, p_tenant, p_rights);
    RETURN made;
END $$;

CREATE FUNCTION council.revoke(p_label text, p_tenant text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    revoked bigint;
BEGIN
    PERFORM council.expect(p_tenant, 'admin');
    UPDATE council.token SET revoked_at = now() WHERE label = p_label AND tenant = p_tenant AND revoked_at IS NULL;
    GET DIAGNOSTICS revoked = ROW_COUNT;
    RETURN revoked;
END $$;

-- Erases what stands in a session that nobody works on: the packet, unless another session has it too, and every line.
-- Hashes, verdict and counts stay.
CREATE FUNCTION council.erase(p_tenant text, p_name text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    gone bigint;
BEGIN
    PERFORM council.expect(p_tenant, 'admin');
    UPDATE council.session SET erased_at = now(), changed_at = now(), epoch = epoch + 1, worker = NULL, lease = NULL,
        state = CASE WHEN state = 'done' THEN 'done' ELSE 'stuck' END, why = 'erased'
    WHERE tenant = p_tenant AND name = p_name AND (state <> 'running' OR lease < now()) AND erased_at IS NULL
    RETURNING id INTO gone;
    IF gone IS NULL THEN
        RETURN false;
    END IF;
    DELETE FROM council.ask WHERE session = gone;
    UPDATE council.packet SET content = NULL
    WHERE tenant = p_tenant AND hash IN (SELECT packet FROM council.journal WHERE session = gone)
        AND NOT EXISTS (
            SELECT FROM council.journal other JOIN council.session kept ON kept.id = other.session
            WHERE other.tenant = p_tenant AND other.packet = council.packet.hash AND kept.erased_at IS NULL);
    UPDATE council.journal SET line = NULL WHERE session = gone;
    RETURN true;
END $$;

-- Erases what its tenant keeps no longer.
CREATE FUNCTION council.expire() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE
    old record;
    erased bigint := 0;
BEGIN
    FOR old IN
        SELECT ended.tenant, ended.name FROM council.session ended
        JOIN council.tenant own ON own.name = ended.tenant
        WHERE ended.state = 'done' AND ended.erased_at IS NULL AND own.keep_days IS NOT NULL
            AND ended.changed_at < now() - make_interval(days => own.keep_days)
    LOOP
        IF council.erase(old.tenant, old.name) THEN
            erased := erased + 1;
        END IF;
    END LOOP;
    RETURN erased;
END $$;

-- Who may what -------------------------------------------------------------------------------------------------------

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA council FROM PUBLIC;
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'council_member') THEN
        CREATE ROLE council_member NOLOGIN;
    END IF;
END $$;
GRANT USAGE ON SCHEMA council TO council_member;
GRANT SELECT ON council.schema_version, council.tenant, council.packet, council.session, council.journal, council.ask,
    council.quota, council.spend, council.worker TO council_member;
GRANT EXECUTE ON FUNCTION council.enter, council.pass, council.may, council.readable, council.submit, council.sweep,
    council.claim, council.claim_session, council.step, council.beat, council.release, council.push, council.send,
    council.settle, council.new_token, council.revoke, council.erase TO council_member;

ALTER TABLE council.tenant ENABLE ROW LEVEL SECURITY;
ALTER TABLE council.packet ENABLE ROW LEVEL SECURITY;
ALTER TABLE council.session ENABLE ROW LEVEL SECURITY;
ALTER TABLE council.journal ENABLE ROW LEVEL SECURITY;
ALTER TABLE council.ask ENABLE ROW LEVEL SECURITY;
ALTER TABLE council.quota ENABLE ROW LEVEL SECURITY;
ALTER TABLE council.spend ENABLE ROW LEVEL SECURITY;
ALTER TABLE council.worker ENABLE ROW LEVEL SECURITY;
CREATE POLICY own ON council.tenant FOR SELECT USING ((SELECT council.readable()) IN ('*', name));
CREATE POLICY own ON council.packet FOR SELECT USING ((SELECT council.readable()) IN ('*', tenant));
CREATE POLICY own ON council.session FOR SELECT USING ((SELECT council.readable()) IN ('*', tenant));
CREATE POLICY own ON council.journal FOR SELECT USING ((SELECT council.readable()) IN ('*', tenant));
CREATE POLICY own ON council.ask FOR SELECT USING ((SELECT council.readable()) IN ('*', tenant));
CREATE POLICY own ON council.quota FOR SELECT USING ((SELECT council.readable()) IN ('*', tenant));
CREATE POLICY own ON council.spend FOR SELECT USING ((SELECT council.readable()) IN ('*', tenant));
CREATE POLICY own ON council.worker FOR SELECT USING ((SELECT council.readable()) = '*');

INSERT INTO council.schema_version (version) VALUES (1);
