//! Sessions in a store that many machines share: put in by one, worked on by any, read and decided on by all.
//!
//! The store keeps journals and nothing that can be made from them. Whoever looks at a session gets it laid out as files in
//! a folder of its own, and what a person adds there goes back as lines of the journal. So every command that reads a
//! repository reads a store as well, and there is one way to read a session.

mod checkout;
mod page;
mod submit;
mod work;

use std::time::Duration;

use council_core::council::CouncilSession;
use council_pg::{Address, Database, FlowFacts, PgError};

pub use checkout::{Checkout, export, import};
pub use council_pg::{
    Address as StoreAddress, Database as Store, PgError as SharedError, Quota, Tenant,
};
pub use page::{StoreOutput, listed, overview};
pub use submit::{submit, submitted};
pub use work::{Work, Worked, Worker, resume, work};

use crate::{reviewer::ReviewerSpec, run::RunError};

/// The tenant of whoever names none.
pub const DEFAULT_TENANT: &str = "default";

/// The flow of a council session, as the store calls it.
const COUNCIL: &str = "council";

/// How many connections a command holds, and how many a worker.
const CONNECTIONS: (usize, usize) = (1, 4);

/// What the store keeps of a council session beside its journal.
const SHAPE: FlowFacts<CouncilSession> = FlowFacts { is_human: is_awaited, provider, verdict };

/// Tells whether somebody else hands the answers of a seat in.
fn is_awaited(name: &str) -> bool {
    crate::reviewer::awaited(name).is_some()
}

/// A store, for one tenant.
#[derive(Debug, Clone)]
pub struct Shared {
    database: Database,
    tenant: String,
}

impl Shared {
    /// Opens a store for a tenant: the one that is named, else the token's own.
    pub async fn open(address: &Address, tenant: Option<&str>) -> Result<Self, RunError> {
        Self::of(Database::open(address, CONNECTIONS.0).await?, tenant)
    }

    /// Opens a store for a worker, whose sessions others may take when it is not heard of for so long.
    pub async fn for_worker(
        address: &Address,
        tenant: Option<&str>,
        lease: Duration,
    ) -> Result<Self, RunError> {
        Self::of(Database::with_lease(address, CONNECTIONS.1, lease).await?, tenant)
    }

    fn of(database: Database, tenant: Option<&str>) -> Result<Self, RunError> {
        let own = database.tenant().filter(|own| *own != "*");
        let tenant = match (own, tenant) {
            (Some(own), Some(named)) if own != named => {
                let refusal = format!("this token is for `{own}`, not for `{named}`");
                return Err(PgError::NotAllowed(refusal).into());
            }
            (Some(own), _) => own,
            (None, Some(named)) => named,
            (None, None) => DEFAULT_TENANT,
        };
        Ok(Self { tenant: tenant.to_owned(), database })
    }

    /// Returns the store itself.
    pub fn store(&self) -> &Database {
        &self.database
    }

    /// Returns whose sessions are meant.
    pub fn tenant(&self) -> &str {
        &self.tenant
    }
}

/// Names the provider of what fills a seat.
fn provider(name: &str) -> String {
    let Ok(spec) = name.parse::<ReviewerSpec>() else { return name.to_owned() };
    let asked = spec.asked().unwrap_or(&spec).to_string();
    asked.split_once(':').map_or(asked.clone(), |(provider, _)| provider.to_owned())
}

fn verdict(session: &CouncilSession) -> Option<String> {
    session.record().judgement().map(|judgement| judgement.verdict.word().to_owned())
}
