//! Where the database is. An address holds a password, so it is never shown.

use std::{fmt, net::IpAddr};

use secrecy::{ExposeSecret, SecretString};
use tokio_postgres::config::{Config, Host, SslMode};

use crate::PgError;

/// Where the database is, and who connects.
#[derive(Clone)]
pub struct Address {
    config: Config,
    token: Option<SecretString>,
    is_local: bool,
}

impl Address {
    /// Reads a URL such as `postgres://council@db.example.org/council`. A connection that leaves this machine is
    /// encrypted, and a URL that says otherwise is refused.
    pub fn new(url: &str, token: Option<String>) -> Result<Self, PgError> {
        // What is wrong with it could quote the password.
        let mut config: Config = url.parse().map_err(|_| PgError::NotAnAddress)?;
        if config.get_hosts().is_empty() && config.get_hostaddrs().is_empty() {
            return Err(PgError::NotAnAddress);
        }
        let is_local = config.get_hosts().iter().all(is_local_host)
            && config.get_hostaddrs().iter().all(IpAddr::is_loopback);
        match (is_local, config.get_ssl_mode()) {
            (false, SslMode::Disable) => return Err(PgError::Unencrypted),
            (false, _) => {
                config.ssl_mode(SslMode::Require);
            }
            (true, _) => {}
        }
        config.application_name("council");
        config.connect_timeout(std::time::Duration::from_secs(10));
        Ok(Self { config, token: token.map(SecretString::from), is_local })
    }

    /// Tells whether a connection stays on this machine.
    pub(crate) fn is_local(&self) -> bool {
        self.is_local
    }

    pub(crate) fn config(&self) -> &Config {
        &self.config
    }

    pub(crate) fn token(&self) -> Option<&str> {
        self.token.as_ref().map(ExposeSecret::expose_secret)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Address")
    }
}

fn is_local_host(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stays_on_this_machine_goes_unencrypted() {
        let of = |url: &str| Address::new(url, None);
        assert!(of("postgres://a@localhost/x").unwrap().is_local());
        assert!(of("postgres://a@127.0.0.1/x").unwrap().is_local());
        assert!(of("postgresql:///x?host=/run/postgresql").unwrap().is_local());
        let remote = of("postgres://a@db.example.org/x").unwrap();
        assert!(!remote.is_local());
        assert_eq!(remote.config().get_ssl_mode(), SslMode::Require);
        let refused = of("postgres://a@db.example.org/x?sslmode=disable").unwrap_err();
        assert!(matches!(refused, PgError::Unencrypted));
        let hidden = of("postgres://a@localhost/x?hostaddr=192.0.2.1").unwrap();
        assert!(!hidden.is_local());
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_quoted() {
        let refused = Address::new("mysql://root:hunter2@x", None).unwrap_err();
        assert!(!format!("{refused} {refused:?}").contains("hunter2"));
        let address = Address::new("postgres://a:hunter2@localhost/x", Some("t0ken".to_owned()));
        let shown = format!("{:?}", address.unwrap());
        assert!(!shown.contains("hunter2") && !shown.contains("t0ken"), "{shown}");
    }
}
