//! One connection, made again when it breaks.

use std::{collections::BTreeMap, sync::Arc};

use tokio::sync::Mutex;
use tokio_postgres::{Client, NoTls, Row, Statement, types::ToSql};

use crate::{Address, PgError, tls::Encrypted};

/// One connection, made again when it breaks.
pub(crate) struct DatabaseLink(Arc<Line>);

/// What a connection is made with, and the one that was made last.
struct Line {
    address: Address,
    connected: Mutex<Option<Arc<Connected>>>,
}

/// A connection, with the statements that were sent over it before.
struct Connected {
    client: Client,
    statements: Mutex<BTreeMap<&'static str, Statement>>,
}

impl DatabaseLink {
    pub(crate) fn new(address: &Address) -> Self {
        Self(Arc::new(Line { address: address.clone(), connected: Mutex::new(None) }))
    }

    /// Sends a statement and waits for what comes back.
    pub(crate) async fn query(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, PgError> {
        // Connecting and preparing hold a lock. They run as a task of their own: whoever asks may be left unpolled while another
        // one is waited for, and would keep the lock from it for ever.
        let line = self.0.clone();
        let prepared = tokio::spawn(async move { line.prepared(sql).await }).await;
        let (connected, statement) = prepared.map_err(|_| PgError::Gone)??;
        connected.client.query(&statement, parameters).await.map_err(PgError::of)
    }
}

impl Line {
    async fn prepared(&self, sql: &'static str) -> Result<(Arc<Connected>, Statement), PgError> {
        let connected = self.connected().await?;
        let statement = connected.statement(sql).await?;
        Ok((connected, statement))
    }

    async fn connected(&self) -> Result<Arc<Connected>, PgError> {
        let mut kept = self.connected.lock().await;
        if let Some(connected) = &*kept
            && !connected.client.is_closed()
        {
            return Ok(connected.clone());
        }
        let connected =
            Connected { client: connect(&self.address).await?, statements: Mutex::default() };
        if let Some(token) = self.address.token() {
            let entered = connected.client.query("SELECT council.enter($1)", &[&token]).await;
            entered.map_err(PgError::of)?;
        }
        Ok(kept.insert(Arc::new(connected)).clone())
    }
}

impl Connected {
    async fn statement(&self, sql: &'static str) -> Result<Statement, PgError> {
        let mut statements = self.statements.lock().await;
        if let Some(statement) = statements.get(sql) {
            return Ok(statement.clone());
        }
        let statement = self.client.prepare(sql).await.map_err(PgError::of)?;
        statements.insert(sql, statement.clone());
        Ok(statement)
    }
}

/// Connects; what the connection itself has to do is done beside whoever uses it. Names without a schema are Postgres's
/// own, whatever others have put into the database.
pub(crate) async fn connect(address: &Address) -> Result<Client, PgError> {
    let client = connected(address).await?;
    client.batch_execute("SET search_path = pg_catalog, pg_temp").await.map_err(PgError::of)?;
    Ok(client)
}

async fn connected(address: &Address) -> Result<Client, PgError> {
    if address.is_local() {
        let (client, connection) = address.config().connect(NoTls).await.map_err(PgError::of)?;
        tokio::spawn(connection);
        return Ok(client);
    }
    let (client, connection) =
        address.config().connect(Encrypted::new()?).await.map_err(PgError::of)?;
    tokio::spawn(connection);
    Ok(client)
}
