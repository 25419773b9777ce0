//! What the store says about itself and its sessions.

use council_store::session::{Chain, JournalLine, parse};
use jiff::Timestamp;

use crate::{
    Database, PgError, Quota, SessionState,
    sessions::{unsigned, with},
};

/// A session, as a row of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct StoreRow {
    /// Whose it is.
    pub tenant: String,
    /// What it is called.
    pub name: String,
    /// The flow it is a session of.
    pub flow: String,
    /// What is reviewed.
    pub packet: String,
    /// How it stands.
    pub state: SessionState,
    /// How urgent it is.
    pub priority: i16,
    /// How it ended.
    pub ending: Option<String>,
    /// Its verdict.
    pub verdict: Option<String>,
    /// The tokens it used.
    pub tokens: u64,
    /// Who works on it.
    pub worker: Option<String>,
    /// Why no worker could go on with it.
    pub why: Option<String>,
    /// When it last changed.
    pub changed: Option<Timestamp>,
}

/// How a session stands, with the end of its journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionHead {
    /// Its number.
    pub id: i64,
    /// How it stands.
    pub state: SessionState,
    /// The flow it is a session of.
    pub flow: String,
    /// The end of its journal.
    pub chain: Chain,
    /// Whether what stood in it was erased.
    pub is_erased: bool,
}

/// The queue, the workers, the limits and what was used, as far as the token lets them be seen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Overview {
    /// Tenant, state and how many.
    pub sessions: Vec<(String, String, i64)>,
    /// Name, slots, sessions at work, seconds since it was heard of.
    pub workers: Vec<(String, i32, i32, f64)>,
    /// The limits, and how many questions count against each right now.
    pub quotas: Vec<(Quota, i64)>,
    /// Tenant, tokens used this month, tokens of the month.
    pub spend: Vec<(String, i64, Option<i64>)>,
}

impl Database {
    /// Lists the sessions of a tenant, or of all that may be seen, the last changed first.
    pub async fn list(&self, tenant: Option<&str>, most: i64) -> Result<Vec<StoreRow>, PgError> {
        let rows = self
            .insist(
                "SELECT tenant, name, flow, packet, state, priority, ending, verdict, tokens, \
                 CASE WHEN state = 'running' THEN worker END, why, \
                 (extract(epoch FROM changed_at) * 1000)::bigint \
                 FROM council.session WHERE $1::text IS NULL OR tenant = $1 ORDER BY changed_at DESC, id DESC LIMIT $2",
                &[&tenant, &most],
            )
            .await?;
        let row = |row: &tokio_postgres::Row| StoreRow {
            tenant: row.get(0),
            name: row.get(1),
            flow: row.get(2),
            packet: row.get(3),
            state: SessionState::read(row.get(4)),
            priority: row.get(5),
            ending: row.get(6),
            verdict: row.get(7),
            tokens: unsigned(row.get(8)),
            worker: row.get(9),
            why: row.get(10),
            changed: Timestamp::from_millisecond(row.get(11)).ok(),
        };
        Ok(rows.iter().map(row).collect())
    }

    /// Finds the session of a tenant that people call by its name, by its packet, or `latest`.
    pub async fn find(&self, tenant: &str, given: &str) -> Result<String, PgError> {
        let rows = self
            .insist(
                "SELECT name FROM council.session WHERE tenant = $1 AND (name = $2 OR packet = $2 OR $2 = 'latest') \
                 ORDER BY name = $2 DESC, created_at DESC, id DESC LIMIT 1",
                &[&tenant, &given],
            )
            .await?;
        rows.first().map(|row| row.get(0)).ok_or_else(|| PgError::NotFound(given.to_owned()))
    }

    /// Returns how a session stands.
    pub async fn standing(&self, tenant: &str, name: &str) -> Result<SessionHead, PgError> {
        let rows = self
            .insist(
                "SELECT id, state, flow, head, lines, bytes, erased_at IS NOT NULL FROM council.session \
                 WHERE tenant = $1 AND name = $2",
                &[&tenant, &name],
            )
            .await?;
        let row = rows.first().ok_or_else(|| PgError::NotFound(name.to_owned()))?;
        Ok(SessionHead {
            id: row.get(0),
            state: SessionState::read(row.get(1)),
            flow: row.get(2),
            chain: Chain::at(row.get(3), unsigned(row.get(4)), unsigned(row.get(5))),
            is_erased: row.get(6),
        })
    }

    /// Returns the journal of a session up to a line, byte for byte as it would stand in a file, and refuses one that is not
    /// what was written.
    pub async fn journal(
        &self,
        id: i64,
        name: &str,
        end: &Chain,
    ) -> Result<(Vec<u8>, Vec<JournalLine>), PgError> {
        let rows = self
            .insist(
                "SELECT line.n, line.line, line.packet, packet.content FROM council.journal line \
                 LEFT JOIN council.packet packet ON packet.tenant = line.tenant AND packet.hash = line.packet \
                 WHERE line.session = $1 ORDER BY line.n",
                &[&id],
            )
            .await?;
        let mut bytes = Vec::new();
        for row in &rows {
            let line: Option<String> = row.get(1);
            let (packet, content): (Option<String>, Option<String>) = (row.get(2), row.get(3));
            let line = match (line, packet, content) {
                (Some(line), None, _) => line,
                (Some(line), Some(hash), Some(content)) => with(&line, &content, &hash),
                (None, _, _) | (Some(_), Some(_), None) => {
                    return Err(PgError::Erased(name.to_owned()));
                }
            };
            bytes.extend_from_slice(line.as_bytes());
            bytes.push(b'\n');
        }
        // Another step may have come between the two reads: what is handed out ends where it was said to end.
        bytes.truncate(usize::try_from(end.bytes()).unwrap_or(usize::MAX));
        let read = parse(&bytes);
        let found = council_store::session::linked(&read.lines).map(|(_, chain)| chain);
        if found.as_ref() != Some(end) {
            let line = u64::try_from(read.lines.len()).unwrap_or(u64::MAX).saturating_add(1);
            return Err(PgError::Damaged { name: name.to_owned(), line });
        }
        Ok((bytes, read.lines))
    }

    /// Returns the queue, the workers, the limits and what was used.
    pub async fn overview(&self) -> Result<Overview, PgError> {
        let sessions = self
            .insist(
                "SELECT tenant, state, count(*) FROM council.session GROUP BY 1, 2 ORDER BY 1, 2",
                &[],
            )
            .await?;
        let workers = self
            .insist(
                "SELECT name, slots, busy, extract(epoch FROM now() - seen_at)::float8 FROM council.worker \
                 WHERE seen_at > now() - interval '1 day' ORDER BY name",
                &[],
            )
            .await?;
        let quotas = self
            .insist(
                "SELECT provider, tenant, (SELECT count(*) FROM council.ask JOIN council.session running \
                 ON running.id = ask.session WHERE running.state = 'running' AND ask.epoch = running.epoch \
                 AND ask.sent_at IS NOT NULL AND ask.provider = quota.provider \
                 AND CASE WHEN quota.tenant = '' THEN ask.shared ELSE ask.tenant = quota.tenant END), \
                 most_at_once, requests_a_minute, tokens_a_minute FROM council.quota ORDER BY 1, 2",
                &[],
            )
            .await?;
        let spend = self
            .insist(
                "SELECT name, coalesce(tokens, 0), month_tokens FROM council.tenant LEFT JOIN council.spend \
                 ON spend.tenant = name AND month = date_trunc('month', now())::date ORDER BY name",
                &[],
            )
            .await?;
        Ok(Overview {
            sessions: sessions.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect(),
            workers: workers
                .iter()
                .map(|row| (row.get(0), row.get(1), row.get(2), row.get(3)))
                .collect(),
            quotas: quotas
                .iter()
                .map(|row| {
                    let quota = Quota {
                        provider: row.get(0),
                        tenant: row.get(1),
                        most_at_once: row.get(3),
                        requests_a_minute: row.get(4),
                        tokens_a_minute: row.get(5),
                    };
                    (quota, row.get(2))
                })
                .collect(),
            spend: spend.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect(),
        })
    }
}
