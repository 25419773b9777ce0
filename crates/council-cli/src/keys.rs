//! The keys of providers, from where the settings say they are.

use council::providers::{KeySource, Keys, SecretString};

use crate::env;

/// Looks for keys in the process's surroundings, when a seat needs one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Surrounding;

impl Keys for Surrounding {
    fn key(&self, source: &KeySource) -> Result<SecretString, String> {
        let found = match source {
            KeySource::Variable(name) => env::variable(name).ok_or("it is not set".to_owned()),
            KeySource::File(path) => env::key_file(path).map_err(|error| error.to_string()),
            KeySource::Command(command) => env::printed(command).map_err(|error| error.to_string()),
        };
        match found {
            Ok(key) if key.trim().is_empty() => Err(format!("{source} is empty")),
            Ok(key) => Ok(key.trim().to_owned().into()),
            Err(why) => Err(format!("{source}: {why}")),
        }
    }
}
