-- What a token of one tenant may say is bounded: by its right, before anything is locked, and in what it takes from what
-- all tenants share.

-- Whether a question counts against what all tenants share: only those that workers send do.
ALTER TABLE council.ask ADD COLUMN shared boolean NOT NULL DEFAULT true;

-- The longest that a session stays with somebody who is not heard of: an hour.
CREATE FUNCTION council.lease(p_seconds double precision) RETURNS interval LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
    SELECT make_interval(secs => least(greatest(p_seconds, 0), 3600))
$$;

-- Refuses whoever may not work on a session, in the same words whether there is one or not.
CREATE FUNCTION council.expect_session(p_id bigint) RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    whose text := (SELECT tenant FROM council.session WHERE id = p_id);
BEGIN
    IF NOT coalesce(council.may(whose, 'work') OR council.may(whose, 'review'), false) THEN
        RAISE EXCEPTION 'this token may not work on that session' USING ERRCODE = 'CN002';
    END IF;
END $$;

-- Refuses lines that say what only a person says, a decision or the answer of a seat that a person fills, to whoever may
-- not decide. The session's first line says who fills its seats.
CREATE FUNCTION council.expect_lines(p_tenant text, p_first text, p_lines text[])
RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    reviewers json := p_first::json -> 'entry' -> 'reviewers';
    entry json;
    said text;
BEGIN
    FOREACH said IN ARRAY p_lines LOOP
        entry := said::json -> 'entry';
        IF entry ->> 'event' = 'decided' OR (entry ->> 'event' = 'answered' AND (
            entry -> 'signed' IS NOT NULL OR reviewers ->> (entry ->> 'seat') IN ('human', 'host'))) THEN
            PERFORM council.expect(p_tenant, 'decide');
        END IF;
    END LOOP;
END $$;

CREATE OR REPLACE FUNCTION council.submit(
    p_tenant text, p_name text, p_flow text, p_packet text, p_priority integer, p_state text,
    p_lines text[], p_hashes text[], p_bytes bigint, p_hash text, p_content text,
    p_ending text, p_verdict text
) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    made bigint;
    own council.tenant;
BEGIN
    PERFORM council.expect(p_tenant, 'review');
    PERFORM council.expect_lines(p_tenant, p_lines[1], p_lines);
    SELECT * INTO own FROM council.tenant WHERE name = p_tenant;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'there is no tenant `%`', p_tenant USING ERRCODE = 'CN003';
    END IF;
    IF p_name !~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$' OR strpos(p_name, '..') > 0 THEN
        RAISE EXCEPTION 'this is no name of a session' USING ERRCODE = '22023';
    END IF;
    IF p_state NOT IN ('open', 'done') THEN
        RAISE EXCEPTION 'a session is put in `open` or `done`' USING ERRCODE = '22023';
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

CREATE OR REPLACE FUNCTION council.sweep() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    opened bigint;
BEGIN
    IF council.readable() IS NULL THEN
        RAISE EXCEPTION 'nobody without a token sweeps' USING ERRCODE = 'CN002';
    END IF;
    WITH due AS (
        SELECT id FROM council.session
        WHERE (state = 'running' AND lease < now()) OR (state = 'waiting' AND not_before <= now())
        FOR UPDATE SKIP LOCKED
    )
    UPDATE council.session SET state = 'open', lease = NULL WHERE id IN (SELECT id FROM due);
    GET DIAGNOSTICS opened = ROW_COUNT;
    RETURN opened;
END $$;

CREATE OR REPLACE FUNCTION council.take(p_id bigint, p_worker text, p_lease double precision)
RETURNS SETOF council.claimed LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
    UPDATE council.session
    SET state = 'running', epoch = epoch + 1, worker = p_worker, lease = now() + council.lease(p_lease)
    WHERE session.id = p_id
    RETURNING id, epoch, tenant, name, flow, lines, head, bytes
$$;

CREATE OR REPLACE FUNCTION council.step(
    p_id bigint, p_epoch bigint, p_worker text, p_head text,
    p_lines text[], p_hashes text[], p_new_head text, p_bytes bigint,
    p_state text, p_wait double precision, p_lease double precision,
    p_seats text[], p_rounds text[], p_providers text[], p_bounds bigint[],
    p_tokens bigint, p_ending text, p_verdict text
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    own council.session;
    -- No call and no step costs more than this, and no sum of them is out of range.
    most constant bigint := 1000000000000;
    used bigint := greatest(0, least(p_tokens, most));
BEGIN
    PERFORM council.expect_session(p_id);
    SELECT * INTO own FROM council.session WHERE id = p_id FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 'fenced';
    END IF;
    PERFORM council.expect_lines(
        own.tenant, (SELECT line FROM council.journal WHERE session = p_id AND n = 1), p_lines);
    IF own.epoch <> p_epoch OR own.worker IS DISTINCT FROM p_worker THEN
        RETURN 'fenced';
    END IF;
    IF own.head <> p_head THEN
        RETURN CASE WHEN own.head = p_new_head THEN 'again' ELSE 'fenced' END;
    END IF;
    UPDATE council.session SET
        lines = lines + coalesce(array_length(p_lines, 1), 0), head = p_new_head, bytes = bytes + p_bytes,
        state = p_state, failures = 0, why = NULL, tokens = tokens + used, ending = p_ending, verdict = p_verdict,
        lease = CASE WHEN p_state = 'running' THEN now() + council.lease(p_lease) END,
        not_before = CASE WHEN p_wait IS NULL THEN now() ELSE now() + make_interval(secs => p_wait) END,
        changed_at = now()
    WHERE id = p_id;
    INSERT INTO council.journal (session, n, tenant, hash, line)
    SELECT p_id, own.lines + n, own.tenant, hash, line
    FROM unnest(p_lines, p_hashes) WITH ORDINALITY AS given (line, hash, n);
    DELETE FROM council.ask WHERE session = p_id AND NOT seat = ANY (p_seats);
    INSERT INTO council.ask AS kept (session, seat, tenant, round, provider, bound, epoch)
    SELECT p_id, seat, own.tenant, round, provider, greatest(0, least(bound, most)), p_epoch
    FROM unnest(p_seats, p_rounds, p_providers, p_bounds) AS given (seat, round, provider, bound)
    ON CONFLICT (session, seat) DO UPDATE
    SET round = excluded.round, provider = excluded.provider, bound = excluded.bound, epoch = excluded.epoch,
        asked_at = now(), sent_at = NULL
    WHERE kept.round <> excluded.round OR kept.epoch <> excluded.epoch;
    IF used > 0 THEN
        INSERT INTO council.spend AS kept (tenant, month, tokens)
        VALUES (own.tenant, date_trunc('month', now())::date, used)
        ON CONFLICT (tenant, month) DO UPDATE SET tokens = kept.tokens + excluded.tokens;
    END IF;
    RETURN 'done';
END $$;

CREATE OR REPLACE FUNCTION council.beat(
    p_worker text, p_version text, p_slots integer, p_ids bigint[], p_epochs bigint[], p_lease double precision
) RETURNS SETOF bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF council.may('*', 'work') THEN
        INSERT INTO council.worker AS kept (name, version, slots, busy)
        VALUES (p_worker, p_version, p_slots, coalesce(array_length(p_ids, 1), 0))
        ON CONFLICT (name) DO UPDATE SET seen_at = now(), busy = excluded.busy, slots = excluded.slots;
    END IF;
    RETURN QUERY UPDATE council.session own SET lease = now() + council.lease(p_lease)
    FROM unnest(p_ids, p_epochs) AS held (id, epoch)
    WHERE own.id = held.id AND own.epoch = held.epoch AND own.worker = p_worker AND own.state = 'running'
        AND (council.may(own.tenant, 'work') OR council.may(own.tenant, 'review'))
    RETURNING own.id;
END $$;

CREATE OR REPLACE FUNCTION council.push(
    p_tenant text, p_name text, p_head text, p_lines text[], p_hashes text[], p_bytes bigint,
    p_state text, p_ending text, p_verdict text
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    own council.session;
    said text;
BEGIN
    IF coalesce(array_length(p_lines, 1), 0) = 0 THEN
        PERFORM council.expect(p_tenant, 'review');
        RETURN 'done';
    END IF;
    FOREACH said IN ARRAY p_lines LOOP
        IF said::json -> 'entry' ->> 'event' IN ('decided', 'answered', 'asked') THEN
            PERFORM council.expect(p_tenant, 'decide');
        ELSE
            PERFORM council.expect(p_tenant, 'review');
        END IF;
    END LOOP;
    SELECT * INTO own FROM council.session WHERE tenant = p_tenant AND name = p_name FOR UPDATE;
    IF NOT FOUND THEN
        RETURN 'changed';
    END IF;
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

-- Whoever may only review waits for the limits that all tenants share and takes nothing from them: what it says of its
-- questions is its own word. It takes from those of its tenant.
CREATE OR REPLACE FUNCTION council.send(p_id bigint, p_epoch bigint, p_seat text)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    wanted council.ask;
    own council.tenant;
    limited council.quota;
    used bigint;
    is_worker boolean;
BEGIN
    SELECT * INTO wanted FROM council.ask WHERE session = p_id AND seat = p_seat AND epoch = p_epoch;
    IF NOT FOUND OR NOT (council.may(wanted.tenant, 'work') OR council.may(wanted.tenant, 'review')) THEN
        RETURN 'fenced';
    END IF;
    is_worker := council.may(wanted.tenant, 'work');
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
            AND running.lease >= now()
            AND CASE WHEN limited.tenant = '' THEN asked.shared ELSE asked.tenant = limited.tenant END
            AND NOT (asked.session = p_id AND asked.seat = p_seat);
        IF used >= limited.most_at_once THEN
            RETURN 'wait';
        END IF;
        IF limited.requests_a_minute IS NOT NULL AND 1 > least(limited.requests_a_minute,
            coalesce(limited.requests_left, limited.requests_a_minute)
            + extract(epoch FROM clock_timestamp() - limited.filled_at) * limited.requests_a_minute / 60.0) THEN
            RETURN 'wait';
        END IF;
        -- A question that is larger than a minute's tokens is sent when the minute is full, and takes that minute.
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
            + extract(epoch FROM clock_timestamp() - filled_at) * tokens_a_minute / 60.0)
            - least(wanted.bound, tokens_a_minute),
        filled_at = clock_timestamp()
    WHERE provider = wanted.provider AND (tenant = wanted.tenant OR tenant = '' AND is_worker);
    UPDATE council.ask SET sent_at = now(), shared = is_worker
    WHERE session = p_id AND seat = p_seat AND epoch = p_epoch;
    RETURN 'sent';
END $$;

CREATE OR REPLACE FUNCTION council.settle(p_id bigint, p_epoch bigint, p_seat text, p_tokens bigint)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
    settled council.ask;
BEGIN
    UPDATE council.ask SET sent_at = NULL
    WHERE session = p_id AND seat = p_seat AND epoch = p_epoch AND sent_at IS NOT NULL
        AND (council.may(tenant, 'work') OR NOT shared AND council.may(tenant, 'review'))
    RETURNING * INTO settled;
    IF FOUND THEN
        UPDATE council.quota
        SET tokens_left = tokens_left + greatest(0, least(settled.bound, tokens_a_minute) - greatest(0, p_tokens))
        WHERE provider = settled.provider AND (tenant = settled.tenant OR tenant = '' AND settled.shared)
            AND tokens_left IS NOT NULL;
    END IF;
END $$;

-- What was taken from a shared limit beyond a minute of it is given back.
UPDATE council.quota SET tokens_left = 0 WHERE tokens_left < 0;

REVOKE ALL ON FUNCTION council.lease, council.expect_session, council.expect_lines FROM PUBLIC;

INSERT INTO council.schema_version (version) VALUES (3);
