//! `council store`: sets a store up, and says what it holds.

use clap::{Args, Subcommand, ValueEnum};
use council::{
    core::gate::Outcome,
    formats::report::Report,
    run::RunError,
    shared::{self, Quota, Shared, Store, Tenant},
};

use super::stored::{StoreArgs, wait};
use crate::{commands::Output, error::CommandError, settings::Settings};

/// The tasks of whoever keeps a store.
#[derive(Debug, Subcommand)]
pub(crate) enum StoreCommand {
    /// Set the store up in a database, or bring it to this program's version
    #[command(
        after_help = "Example:\n  council store migrate --store postgres://council@db.example.org/council"
    )]
    Migrate(StoreArgs),
    /// Show the queue, the workers, the limits and what was used
    #[command(
        after_help = "Example:\n  council store status --store postgres://council@db.example.org/council"
    )]
    Status(StoreArgs),
    /// Make a tenant, or change its share and limits
    #[command(after_help = "Example:\n  council store tenant payments --weight 2")]
    Tenant(TenantArgs),
    /// Limit what all workers together send to a provider
    #[command(after_help = "Example:\n  council store quota anthropic")]
    Quota(QuotaArgs),
    /// Make a token for a tenant; it is shown this once
    #[command(after_help = "Example:\n  council store token payments")]
    Token(TokenArgs),
    /// Revoke the tokens of a name
    #[command(after_help = "Example:\n  council store revoke ada")]
    Revoke(RevokeArgs),
    /// Erase what stands in sessions; hashes, verdicts and counts stay
    #[command(after_help = "Example:\n  council store erase latest")]
    Erase(EraseArgs),
    /// Erase what its tenant keeps no longer
    #[command(
        after_help = "Example:\n  council store expire --store postgres://council@db.example.org/council"
    )]
    Expire(StoreArgs),
}

/// The arguments of `council store tenant`.
#[derive(Debug, Args)]
pub(crate) struct TenantArgs {
    /// What it is called: small letters, digits and `-`
    #[arg(value_name = "NAME")]
    name: String,
    /// Its share of the workers beside the others' [default: 1]
    #[arg(long, value_name = "NUMBER")]
    weight: Option<f64>,
    /// The most sessions at a time
    #[arg(long, value_name = "NUMBER")]
    most_sessions: Option<i32>,
    /// The most tokens in a month
    #[arg(long, value_name = "TOKENS")]
    month_tokens: Option<i64>,
    /// How many days after its end a session is erased
    #[arg(long, value_name = "DAYS")]
    keep_days: Option<i32>,
    #[command(flatten)]
    store: StoreArgs,
}

/// The arguments of `council store quota`.
#[derive(Debug, Args)]
pub(crate) struct QuotaArgs {
    /// The provider, as reviewers name it before the colon
    #[arg(value_name = "PROVIDER")]
    provider: String,
    /// The most questions at a time
    #[arg(long, value_name = "NUMBER")]
    at_once: Option<i32>,
    /// The most questions in a minute
    #[arg(long, value_name = "NUMBER")]
    requests: Option<i32>,
    /// The most tokens in a minute
    #[arg(long, value_name = "TOKENS")]
    tokens: Option<i64>,
    /// Limit every tenant together, also where `--tenant` names one
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    store: StoreArgs,
}

/// The arguments of `council store token`.
#[derive(Debug, Args)]
pub(crate) struct TokenArgs {
    /// What it is called, to be revoked by
    #[arg(value_name = "NAME")]
    name: String,
    /// What it may do
    #[arg(long, value_enum, value_name = "RIGHT", required = true, value_delimiter = ',')]
    right: Vec<Right>,
    #[command(flatten)]
    store: StoreArgs,
}

/// What a token may do. Every right includes reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Right {
    /// Read the tenant's sessions
    Read,
    /// Put sessions in and hold them
    Review,
    /// Answer and decide
    Decide,
    /// Work on sessions; for every tenant with `--tenant '*'`
    Work,
    /// Everything, and make tokens
    Admin,
}

/// The arguments of `council store revoke`.
#[derive(Debug, Args)]
pub(crate) struct RevokeArgs {
    /// What the token is called
    #[arg(value_name = "NAME")]
    name: String,
    #[command(flatten)]
    store: StoreArgs,
}

/// The arguments of `council store erase`.
#[derive(Debug, Args)]
pub(crate) struct EraseArgs {
    /// The sessions, by their id
    #[arg(value_name = "SESSION", required = true)]
    sessions: Vec<String>,
    #[command(flatten)]
    store: StoreArgs,
}

impl StoreCommand {
    /// Does the work.
    pub(crate) fn run(&self, settings: &Settings) -> Result<Output, CommandError> {
        match self {
            Self::Migrate(store) => {
                let address = store.expected(settings)?;
                let had = wait(async { Store::migrate(&address).await.map_err(RunError::from) })?;
                Ok(said(if had == 0 {
                    "the store is set up".to_owned()
                } else {
                    format!("the store had version {had} and is up to date")
                }))
            }
            Self::Status(store) => {
                let overview =
                    with(store, settings, async |shared| shared.store().overview().await)?;
                Ok(shared::overview(&overview).into())
            }
            Self::Tenant(args) => {
                let tenant = Tenant {
                    name: args.name.clone(),
                    weight: args.weight,
                    most_sessions: args.most_sessions,
                    month_tokens: args.month_tokens,
                    keep_days: args.keep_days,
                };
                with(&args.store, settings, async |shared| {
                    shared.store().set_tenant(&tenant).await
                })?;
                Ok(said(format!("tenant `{}` is set", args.name)))
            }
            Self::Quota(args) => {
                let tenant = args.store.tenant().filter(|_| !args.all).unwrap_or_default();
                let quota = Quota {
                    provider: args.provider.clone(),
                    tenant: tenant.to_owned(),
                    most_at_once: args.at_once,
                    requests_a_minute: args.requests,
                    tokens_a_minute: args.tokens,
                };
                with(&args.store, settings, async |shared| shared.store().set_quota(&quota).await)?;
                Ok(said(format!("the limits of `{}` are set", args.provider)))
            }
            Self::Token(args) => {
                let right = |right: &Right| format!("{right:?}").to_lowercase();
                let rights: Vec<String> = args.right.iter().map(right).collect();
                let token = with(&args.store, settings, async |shared| {
                    shared.store().new_token(&args.name, shared.tenant(), &rights).await
                })?;
                Ok(Output::Text(format!("{token}\n")))
            }
            Self::Revoke(args) => {
                let revoked = with(&args.store, settings, async |shared| {
                    shared.store().revoke(&args.name, shared.tenant()).await
                })?;
                Ok(said(format!("{revoked} revoked")))
            }
            Self::Erase(args) => {
                with(&args.store, settings, async |shared| {
                    for session in &args.sessions {
                        shared.store().erase(shared.tenant(), session).await?;
                    }
                    Ok(())
                })?;
                Ok(said(format!("erased {}", args.sessions.join(", "))))
            }
            Self::Expire(store) => {
                let erased = with(store, settings, async |shared| shared.store().expire().await)?;
                Ok(said(format!("{erased} erased")))
            }
        }
    }
}

/// Opens the store and does something with it.
fn with<T>(
    store: &StoreArgs,
    settings: &Settings,
    work: impl AsyncFnOnce(&Shared) -> Result<T, shared::SharedError>,
) -> Result<T, CommandError> {
    let address = store.expected(settings)?;
    wait(async {
        let shared = Shared::open(&address, store.tenant()).await?;
        Ok(work(&shared).await?)
    })
}

fn said(headline: String) -> Output {
    Report::new("store", "", Outcome::Skipped, headline).into()
}
