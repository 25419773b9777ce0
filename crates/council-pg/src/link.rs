//! One connection, made again when it breaks.

use std::{collections::BTreeMap, sync::Arc};

use tokio::sync::Mutex;
use tokio_postgres::{Client, NoTls, Row, Statement, types::ToSql};

use crate::{Address, PgError, tls::Encrypted};

/// One connection, made again when it breaks.
pub(crate) struct Link {
    address: Address,
    connected: Mutex<Option<Arc<Connected>>>,
}

/// A connection, with the statements that were sent over it before.
struct Connected {
    client: Client,
    statements: Mutex<BTreeMap<&'static str, Statement>>,
}

impl Link {
    pub(crate) fn new(address: &Address) -> Self {
        Self { address: address.clone(), connected: Mutex::new(None) }
    }

    /// Sends a statement and waits for what comes back.
    pub(crate) async fn query(
        &self,
        sql: &'static str,
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, PgError> {
        let connected = self.connected().await?;
        let statement = connected.statement(sql).await?;
        connected.client.query(&statement, parameters).await.map_err(PgError::of)
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

/// Connects; what the connection itself has to do is done beside whoever uses it.
pub(crate) async fn connect(address: &Address) -> Result<Client, PgError> {
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
