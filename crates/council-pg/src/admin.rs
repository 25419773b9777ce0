//! What the owner of a store sets: tenants, limits, tokens, what is kept.

use crate::{Database, PgError};

/// A tenant's share and limits; what is not said stays as it is.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Tenant {
    /// What it is called.
    pub name: String,
    /// Its share of the workers beside the others'.
    pub weight: Option<f64>,
    /// The most sessions at a time.
    pub most_sessions: Option<i32>,
    /// The most tokens in a month.
    pub month_tokens: Option<i64>,
    /// How many days after its end a session is erased.
    pub keep_days: Option<i32>,
}

/// What all workers together may send to a provider, for one tenant or for all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Quota {
    /// The provider.
    pub provider: String,
    /// The tenant; empty for all together.
    pub tenant: String,
    /// The most questions at a time.
    pub most_at_once: Option<i32>,
    /// The most questions in a minute.
    pub requests_a_minute: Option<i32>,
    /// The most tokens in a minute.
    pub tokens_a_minute: Option<i64>,
}

impl Database {
    /// Makes a tenant, or changes what is said of it.
    pub async fn set_tenant(&self, tenant: &Tenant) -> Result<(), PgError> {
        let Tenant { name, weight, most_sessions, month_tokens, keep_days } = tenant;
        self.once(
            "INSERT INTO council.tenant AS kept (name, weight, most_sessions, month_tokens, keep_days) \
             VALUES ($1, coalesce($2::float8, 1), $3::integer, $4::bigint, $5::integer) ON CONFLICT (name) DO UPDATE SET \
             weight = coalesce($2, kept.weight), most_sessions = coalesce($3, kept.most_sessions), \
             month_tokens = coalesce($4, kept.month_tokens), keep_days = coalesce($5, kept.keep_days)",
            &[name, weight, most_sessions, month_tokens, keep_days],
        )
        .await
        .map(drop)
    }

    /// Sets what all workers together may send to a provider.
    pub async fn set_quota(&self, quota: &Quota) -> Result<(), PgError> {
        let Quota { provider, tenant, most_at_once, requests_a_minute, tokens_a_minute } = quota;
        self.once(
            "INSERT INTO council.quota (provider, tenant, most_at_once, requests_a_minute, tokens_a_minute) \
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT (provider, tenant) DO UPDATE SET \
             most_at_once = excluded.most_at_once, requests_a_minute = excluded.requests_a_minute, \
             tokens_a_minute = excluded.tokens_a_minute, requests_left = NULL, tokens_left = NULL",
            &[provider, tenant, most_at_once, requests_a_minute, tokens_a_minute],
        )
        .await
        .map(drop)
    }

    /// Makes a token and returns it, this once: only its hash is kept.
    pub async fn new_token(
        &self,
        label: &str,
        tenant: &str,
        rights: &[String],
    ) -> Result<String, PgError> {
        let rows =
            self.once("SELECT council.new_token($1, $2, $3)", &[&label, &tenant, &rights]).await?;
        rows.first().map(|row| row.get(0)).ok_or(PgError::UnknownToken)
    }

    /// Revokes the tokens of a name, and returns how many there were.
    pub async fn revoke(&self, label: &str, tenant: &str) -> Result<i64, PgError> {
        let rows = self.once("SELECT council.revoke($1, $2)", &[&label, &tenant]).await?;
        Ok(rows.first().map_or(0, |row| row.get(0)))
    }

    /// Erases what stands in a session; its hashes, verdict and counts stay.
    pub async fn erase(&self, tenant: &str, name: &str) -> Result<(), PgError> {
        self.standing(tenant, name).await?;
        let rows = self.once("SELECT council.erase($1, $2)", &[&tenant, &name]).await?;
        match rows.first().map(|row| row.get(0)) {
            Some(true) => Ok(()),
            _ if self.standing(tenant, name).await?.is_erased => {
                Err(PgError::Erased(name.to_owned()))
            }
            _ => Err(PgError::Held(name.to_owned())),
        }
    }

    /// Erases what its tenant keeps no longer, and returns how many sessions that were.
    pub async fn expire(&self) -> Result<i64, PgError> {
        let rows = self.once("SELECT council.expire()", &[]).await?;
        Ok(rows.first().map_or(0, |row| row.get(0)))
    }
}
