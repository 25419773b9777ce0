//! Sessions: put in, taken by a worker, given back, added to by a person.

use council_store::session::{Chain, Linked};
use serde_json::Value;

use crate::{Database, PgError};

/// How a session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionState {
    /// Any worker may take it.
    Open,
    /// A worker has it.
    Running,
    /// It waits for a person.
    Waiting,
    /// It has ended.
    Done,
    /// No worker could go on with it.
    Stuck,
}

impl SessionState {
    /// Returns the word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Done => "done",
            Self::Stuck => "stuck",
        }
    }

    pub(crate) fn read(word: &str) -> Self {
        [Self::Open, Self::Running, Self::Waiting, Self::Done]
            .into_iter()
            .find(|state| state.word() == word)
            .unwrap_or(Self::Stuck)
    }
}

/// A session that is put in.
#[derive(Debug, Clone, Copy)]
pub struct NewSession<'a> {
    /// Whose it is.
    pub tenant: &'a str,
    /// What it is called.
    pub name: &'a str,
    /// The flow it is a session of.
    pub flow: &'a str,
    /// The id of what is reviewed.
    pub packet: &'a str,
    /// How urgent it is, from 0, the most urgent, to 9.
    pub priority: i32,
    /// How it stands.
    pub state: SessionState,
    /// Its records, of which the first says how it was opened.
    pub entries: &'a [String],
    /// How it ended.
    pub ending: Option<&'a str>,
    /// Its verdict.
    pub verdict: Option<&'a str>,
}

/// A session that a worker has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedSession {
    /// Its number.
    pub id: i64,
    /// Under which epoch.
    pub epoch: i64,
    /// By whom.
    pub worker: String,
    /// Whose it is.
    pub tenant: String,
    /// What it is called.
    pub name: String,
    /// The flow it is a session of.
    pub flow: String,
    /// The end of its journal.
    pub chain: Chain,
}

/// What a person adds to a session.
#[derive(Debug, Clone, Copy)]
pub struct Pushed<'a> {
    /// Whose it is.
    pub tenant: &'a str,
    /// What it is called.
    pub name: &'a str,
    /// The end of its journal as the person saw it.
    pub seen: &'a Chain,
    /// The records to be added.
    pub entries: &'a [String],
    /// How it stands with them.
    pub state: SessionState,
    /// How it ended.
    pub ending: Option<&'a str>,
    /// Its verdict.
    pub verdict: Option<&'a str>,
}

impl Database {
    /// Puts a session in; tells whether its name was free.
    pub async fn submit(&self, new: &NewSession<'_>) -> Result<bool, PgError> {
        let mut chain = Chain::default();
        let (mut lines, hashes) = chained(&mut chain, new.name, new.entries)?;
        let (mut hash, mut content) = (None, None);
        if let (Some(first), Some(entry)) = (lines.first_mut(), new.entries.first())
            && let Some(packet) = split(entry)
        {
            let named = hash_of(packet);
            *first = without(first, packet, &named);
            content = Some(packet);
            hash = Some(named);
        }
        let rows = self
            .once(
                "SELECT council.submit($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
                &[
                    &new.tenant,
                    &new.name,
                    &new.flow,
                    &new.packet,
                    &new.priority,
                    &new.state.word(),
                    &lines,
                    &hashes,
                    &signed(chain.bytes()),
                    &hash,
                    &content,
                    &new.ending,
                    &new.verdict,
                ],
            )
            .await?;
        Ok(rows.first().and_then(|row| row.get::<_, Option<i64>>(0)).is_some())
    }

    /// Takes the next session of some flows: of one tenant, or of all in turn.
    pub async fn claim(
        &self,
        worker: &str,
        tenant: Option<&str>,
        flows: &[&str],
    ) -> Result<Option<ClaimedSession>, PgError> {
        let rows = self
            .insist(
                "SELECT id, epoch, tenant, name, flow, lines, head, bytes FROM council.claim($1, $2, $3, $4)",
                &[&worker, &self.lease().as_secs_f64(), &tenant, &flows],
            )
            .await?;
        Ok(rows.first().map(|row| claimed(row, worker)))
    }

    /// Takes one session by its name. One that somebody works on is refused.
    pub async fn claim_session(
        &self,
        tenant: &str,
        name: &str,
        worker: &str,
    ) -> Result<ClaimedSession, PgError> {
        let rows = self
            .insist(
                "SELECT id, epoch, tenant, name, flow, lines, head, bytes FROM council.claim_session($1, $2, $3, $4)",
                &[&tenant, &name, &worker, &self.lease().as_secs_f64()],
            )
            .await?;
        if let Some(row) = rows.first() {
            return Ok(claimed(row, worker));
        }
        self.standing(tenant, name).await?;
        Err(PgError::Held(name.to_owned()))
    }

    /// Opens again what a worker that died had taken, and what has waited long enough.
    pub async fn sweep(&self) -> Result<(), PgError> {
        self.insist("SELECT council.sweep()", &[]).await.map(drop)
    }

    /// Gives a session back, to be gone on with at once, or later where something went wrong.
    pub async fn release(&self, claim: &ClaimedSession, why: Option<&str>) -> Result<(), PgError> {
        let ClaimedSession { id, epoch, worker, .. } = claim;
        self.insist("SELECT council.release($1, $2, $3, $4)", &[id, epoch, worker, &why])
            .await
            .map(drop)
    }

    /// Adds what a person said to a session that nobody works on, and that is as the person saw it.
    pub async fn push(&self, pushed: &Pushed<'_>) -> Result<(), PgError> {
        let mut chain = pushed.seen.clone();
        let (lines, hashes) = chained(&mut chain, pushed.name, pushed.entries)?;
        let bytes = signed(chain.bytes().saturating_sub(pushed.seen.bytes()));
        let rows = self
            .once(
                "SELECT council.push($1, $2, $3, $4, $5, $6, $7, $8, $9)",
                &[
                    &pushed.tenant,
                    &pushed.name,
                    &pushed.seen.head(),
                    &lines,
                    &hashes,
                    &bytes,
                    &pushed.state.word(),
                    &pushed.ending,
                    &pushed.verdict,
                ],
            )
            .await?;
        match rows.first().map(|row| row.get::<_, String>(0)).as_deref() {
            Some("done") => Ok(()),
            Some("held") => Err(PgError::Held(pushed.name.to_owned())),
            _ => Err(PgError::Changed(pushed.name.to_owned())),
        }
    }
}

/// Chains records, and returns their lines and hashes.
pub(crate) fn chained(
    chain: &mut Chain,
    name: &str,
    entries: &[String],
) -> Result<(Vec<String>, Vec<String>), PgError> {
    let mut lines = Vec::with_capacity(entries.len());
    let mut hashes = Vec::with_capacity(entries.len());
    for entry in entries {
        let Linked { text, hash } =
            chain.push(entry).ok_or_else(|| PgError::NotARecord(name.to_owned()))?;
        lines.push(text);
        hashes.push(hash);
    }
    Ok((lines, hashes))
}

/// Returns the packet in a session's first record, where it stands at its end as we write it.
pub fn split(entry: &str) -> Option<&str> {
    let value: Value = serde_json::from_str(entry).ok()?;
    let source = value.get("source")?.to_string();
    let from = entry.strip_suffix('}')?.strip_suffix(source.as_str())?.len();
    entry.get(..from)?.ends_with(r#""source":"#).then(|| entry.get(from..from + source.len()))?
}

/// Names a packet by its hash in place of itself, in the line that ends with it.
fn without(line: &str, packet: &str, hash: &str) -> String {
    let end = format!("{packet}}}}}");
    match line.strip_suffix(end.as_str()) {
        Some(beginning) => format!("{beginning}{}", named(hash)),
        None => line.to_owned(),
    }
}

/// Puts a packet back in place of its name.
pub(crate) fn with(line: &str, packet: &str, hash: &str) -> String {
    match line.strip_suffix(named(hash).as_str()) {
        Some(beginning) => format!("{beginning}{packet}}}}}"),
        None => line.to_owned(),
    }
}

fn named(hash: &str) -> String {
    format!(r#"{{"packet":"{hash}"}}}}}}"#)
}

fn hash_of(packet: &str) -> String {
    blake3::hash(packet.as_bytes()).to_hex().to_string()
}

fn claimed(row: &tokio_postgres::Row, worker: &str) -> ClaimedSession {
    let chain = Chain::at(row.get(6), unsigned(row.get(5)), unsigned(row.get(7)));
    ClaimedSession {
        id: row.get(0),
        epoch: row.get(1),
        worker: worker.to_owned(),
        tenant: row.get(2),
        name: row.get(3),
        flow: row.get(4),
        chain,
    }
}

pub(crate) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(crate) fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_packet_leaves_a_line_and_comes_back_byte_for_byte() {
        let entry = r#"{"event":"opened","policy":{},"source":{"kind":"prd","files":[["a.md","x \"}\" é"]]}}"#;
        let packet = split(entry).unwrap();
        assert_eq!(packet, r#"{"kind":"prd","files":[["a.md","x \"}\" é"]]}"#);
        let line = Chain::default().push(entry).unwrap().text;
        let hash = hash_of(packet);
        let short = without(&line, packet, &hash);
        assert!(!short.contains("a.md"), "{short}");
        assert_eq!(with(&short, packet, &hash), line);
    }

    #[test]
    fn a_record_that_ends_otherwise_stays_whole() {
        assert_eq!(split(r#"{"source":{"a":1},"b":2}"#), None);
        assert_eq!(split(r#"{"source":{"a": 1}}"#), None);
        assert_eq!(split("{}"), None);
    }
}
