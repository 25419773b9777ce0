//! Keeps what a worker has taken, for as long as it works on it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::Notify;

use crate::{ClaimedSession, Database, PgError};

/// Keeps what a worker has taken: says that it is still there, and learns what it lost.
#[derive(Debug)]
pub struct Keeper {
    database: Database,
    worker: String,
    version: String,
    slots: i32,
    held: Mutex<BTreeMap<i64, (i64, Arc<Notify>)>>,
}

impl Keeper {
    /// Returns the keeper of a worker that works on some sessions at a time.
    pub fn new(database: Database, worker: &str, version: &str, slots: usize) -> Self {
        let slots = i32::try_from(slots).unwrap_or(i32::MAX);
        let (worker, version) = (worker.to_owned(), version.to_owned());
        Self { database, worker, version, slots, held: Mutex::default() }
    }

    /// Keeps a session from now on. What is returned is told when it was lost.
    pub fn hold(&self, claim: &ClaimedSession) -> Arc<Notify> {
        let lost = Arc::new(Notify::new());
        self.held().insert(claim.id, (claim.epoch, lost.clone()));
        lost
    }

    /// Keeps a session no longer.
    pub fn drop(&self, claim: &ClaimedSession) {
        self.held().remove(&claim.id);
    }

    /// Says three times in the length of a lease that the worker is there, until it is dropped. A database that is away
    /// takes nothing away: nobody else can take a session meanwhile either.
    pub async fn beat(&self) -> PgError {
        loop {
            if let Err(error) = self.once().await {
                return error;
            }
            tokio::time::sleep(self.database.lease() / 3).await;
        }
    }

    async fn once(&self) -> Result<(), PgError> {
        let (ids, epochs): (Vec<i64>, Vec<i64>) =
            self.held().iter().map(|(id, (epoch, _))| (*id, *epoch)).unzip();
        let rows = self
            .database
            .insist(
                "SELECT council.beat($1, $2, $3, $4, $5, $6)",
                &[
                    &self.worker,
                    &self.version,
                    &self.slots,
                    &ids,
                    &epochs,
                    &self.database.lease().as_secs_f64(),
                ],
            )
            .await?;
        let kept: Vec<i64> = rows.iter().map(|row| row.get(0)).collect();
        for id in ids.iter().filter(|id| !kept.contains(id)) {
            // One that has just ended or waits is not kept either; whoever works on it has stopped by then.
            if let Some((_, lost)) = self.held().get(id) {
                lost.notify_one();
            }
        }
        Ok(())
    }

    fn held(&self) -> std::sync::MutexGuard<'_, BTreeMap<i64, (i64, Arc<Notify>)>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
