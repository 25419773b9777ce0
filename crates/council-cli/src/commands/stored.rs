//! What every command on a store shares: where the store is, and a session of it laid out as files.

use std::future::Future;

use clap::Args;
use council::{
    run::RunError,
    shared::{Checkout, Shared, StoreAddress},
};
use tokio::runtime::{Builder, Runtime};

use super::session::failed;
use crate::{commands::Output, env::Hidden, error::CommandError, settings::Settings};

/// Where the store is.
#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    /// A store that many machines share, such as `postgres://council@db.example.org/council`
    ///
    /// Default: what `COUNCIL_STORE` says, where a password is not seen in the list of processes. A connection that leaves
    /// this machine is encrypted.
    #[arg(long, value_name = "URL", value_parser = |url: &str| Ok::<_, String>(Hidden::from(url)))]
    store: Option<Hidden>,

    /// Whose sessions are meant in the store [default: the token's own, else `default`]
    #[arg(long, value_name = "NAME")]
    tenant: Option<String>,
}

impl StoreArgs {
    /// Returns where the store is, if one is named.
    pub(crate) fn address(
        &self,
        settings: &Settings,
    ) -> Result<Option<StoreAddress>, CommandError> {
        let Some(Hidden(url)) = self.store.as_ref().or(settings.store.as_ref()) else {
            return Ok(None);
        };
        let token = settings.store_token.clone().map(|Hidden(token)| token);
        let address = StoreAddress::new(url, token);
        address.map(Some).map_err(|error| failed(RunError::from(error)))
    }

    /// Returns where the store is, for a command that has no other place.
    pub(crate) fn expected(&self, settings: &Settings) -> Result<StoreAddress, CommandError> {
        self.address(settings)?.ok_or_else(|| {
            CommandError::usage("no store is named")
                .hint("name one with `--store URL` or `COUNCIL_STORE`")
        })
    }

    /// Returns whose sessions are meant, if it is said.
    pub(crate) fn tenant(&self) -> Option<&str> {
        self.tenant.as_deref()
    }
}

/// Makes what waits for the store.
pub(crate) fn runtime() -> Result<Runtime, CommandError> {
    Ok(Builder::new_current_thread().enable_all().build()?)
}

/// Does something with the store, and waits for it.
pub(crate) fn wait<T>(work: impl Future<Output = Result<T, RunError>>) -> Result<T, CommandError> {
    runtime()?.block_on(work).map_err(failed)
}

/// Runs a command on a session of the store as it runs on one of a repository: the session is laid out as files, and what
/// the command adds to its journal goes back. Returns nothing where no store is named.
pub(crate) fn laid_out(
    store: &StoreArgs,
    settings: &Settings,
    session: &str,
    command: impl FnOnce(&str, &Settings) -> Result<Output, CommandError>,
) -> Result<Option<Output>, CommandError> {
    let Some(address) = store.address(settings)? else { return Ok(None) };
    let runtime = runtime()?;
    let (shared, checkout) = runtime
        .block_on(async {
            let shared = Shared::open(&address, store.tenant()).await?;
            let checkout = Checkout::of(&shared, session, settings.cache().as_deref()).await?;
            Ok((shared, checkout))
        })
        .map_err(failed)?;
    let within = settings.within(checkout.repo().root(), settings.verbosity);
    let output = command(&checkout.name(), &within)?;
    runtime.block_on(checkout.give_back(&shared)).map_err(failed)?;
    Ok(Some(output))
}
