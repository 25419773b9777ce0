//! The tables and functions, and which version of them is there.

use tokio_postgres::{Client, error::SqlState};

use crate::{Address, PgError, database::MIGRATED, link::connect};

/// What brings the store from one version to the next, the first from nothing.
const STEPS: &[(i32, &str)] = &[
    (1, include_str!("schema/0001.sql")),
    (2, include_str!("schema/0002.sql")),
    (3, include_str!("schema/0003.sql")),
];

/// Only one program at a time may change the store.
const LOCK: i64 = 0x0063_6f75_6e63_696c;

/// Brings the store of a database to the version that this program needs, and returns the one it had.
pub(crate) async fn migrate(address: &Address) -> Result<i32, PgError> {
    let mut client = connect(address).await?;
    let step = client.transaction().await.map_err(PgError::of)?;
    step.execute("SELECT pg_advisory_xact_lock($1)", &[&LOCK]).await.map_err(PgError::of)?;
    let found = version(step.client()).await?;
    if found > MIGRATED {
        return Err(PgError::NewSchema { found });
    }
    for (version, sql) in STEPS {
        if *version > found {
            step.batch_execute(sql).await.map_err(PgError::of)?;
        }
    }
    step.commit().await.map_err(PgError::of)?;
    Ok(found)
}

/// Returns the version of the store; zero where there is none.
async fn version(client: &Client) -> Result<i32, PgError> {
    let there = client
        .query_one("SELECT to_regclass('council.schema_version') IS NOT NULL", &[])
        .await
        .map_err(PgError::of)?;
    if !there.get::<_, bool>(0) {
        return Ok(0);
    }
    let version = client
        .query_one("SELECT coalesce(max(version), 0) FROM council.schema_version", &[])
        .await
        .map_err(PgError::of)?;
    Ok(version.get(0))
}

/// Refuses a store of another version.
pub(crate) fn expect(found: Result<i32, PgError>) -> Result<(), PgError> {
    match found {
        Ok(MIGRATED) => Ok(()),
        Ok(0) => Err(PgError::NoSchema),
        Ok(found) if found < MIGRATED => Err(PgError::OldSchema { found }),
        Ok(found) => Err(PgError::NewSchema { found }),
        Err(PgError::Refused(error)) if is_missing(&error) => Err(PgError::NoSchema),
        Err(error) => Err(error),
    }
}

fn is_missing(error: &tokio_postgres::Error) -> bool {
    [
        &SqlState::UNDEFINED_TABLE,
        &SqlState::INVALID_SCHEMA_NAME,
        &SqlState::UNDEFINED_FUNCTION,
        &SqlState::INSUFFICIENT_PRIVILEGE,
    ]
    .into_iter()
    .any(|code| error.code() == Some(code))
}
