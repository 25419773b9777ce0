//! The store: a few connections to one database.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio_postgres::{Row, types::ToSql};

use crate::{Address, PgError, link::DatabaseLink, schema};

/// The version of the tables that this program needs.
pub const MIGRATED: i32 = 3;

/// How long a database that went away is waited for, in all.
const PATIENCE: Duration = Duration::from_mins(5);
/// The first wait before it is tried again, and the longest.
const WAITS: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(2));

/// How long a worker that is not heard of keeps a session, where nobody says otherwise.
const LEASE: Duration = Duration::from_secs(30);

/// A store of sessions in a database.
#[derive(Clone)]
pub struct Database(Arc<Inner>);

struct Inner {
    links: Vec<DatabaseLink>,
    next: AtomicUsize,
    tenant: Option<String>,
    lease: Duration,
}

impl std::fmt::Debug for Database {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Database")
    }
}

impl Database {
    /// Sets the store up, or brings it to the version that this program needs. Returns the version it had.
    pub async fn migrate(address: &Address) -> Result<i32, PgError> {
        schema::migrate(address).await
    }

    /// Opens a store over some connections, and refuses one of another version.
    pub async fn open(address: &Address, connections: usize) -> Result<Self, PgError> {
        Self::with_lease(address, connections, LEASE).await
    }

    /// Opens a store; a worker that is not heard of loses its sessions after a time.
    pub async fn with_lease(
        address: &Address,
        connections: usize,
        lease: Duration,
    ) -> Result<Self, PgError> {
        let links: Vec<DatabaseLink> =
            (0..connections.max(1)).map(|_| DatabaseLink::new(address)).collect();
        let mut inner = Inner { links, next: AtomicUsize::new(0), tenant: None, lease };
        let link = inner.links.first().ok_or(PgError::NotAnAddress)?;
        let version = link
            .query("SELECT coalesce(max(version), 0) FROM council.schema_version", &[])
            .await
            .map(|rows| rows.first().map_or(0, |row| row.get(0)));
        schema::expect(version)?;
        let own = link.query("SELECT (council.pass())[1]", &[]).await?;
        inner.tenant = own.first().and_then(|row| row.get(0));
        Ok(Self(Arc::new(inner)))
    }

    /// Returns the tenant that the token names: nothing for the database's owner, `*` for every tenant.
    pub fn tenant(&self) -> Option<&str> {
        self.0.tenant.as_deref()
    }

    pub(crate) fn lease(&self) -> Duration {
        self.0.lease
    }

    /// Sends a statement once.
    pub(crate) async fn once(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, PgError> {
        let next = self.0.next.fetch_add(1, Ordering::Relaxed) % self.0.links.len().max(1);
        let link = self.0.links.get(next).ok_or(PgError::NotAnAddress)?;
        link.query(sql, parameters).await
    }

    /// Sends a statement, again and again while the database is away. Only for what may be done twice.
    pub(crate) async fn insist(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, PgError> {
        let (mut wait, most) = WAITS;
        let mut waited = Duration::ZERO;
        loop {
            match self.once(sql, parameters).await {
                Err(PgError::Unreachable(_)) if waited < PATIENCE => {
                    tokio::time::sleep(wait).await;
                    waited += wait;
                    wait = (wait * 2).min(most);
                }
                answered => return answered,
            }
        }
    }
}
