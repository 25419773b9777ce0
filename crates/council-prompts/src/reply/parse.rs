//! From a reply to a value of the shape that was asked for.

use council_formats::input::LARGEST;
use serde::de::DeserializeOwned;

use super::{Unreadable, extract::object};

/// Reads the JSON object; two values for one key are refused, because either could be the one that was meant.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Unreadable> {
    if text.len() > LARGEST {
        return Err(Unreadable::new("the reply is larger than 4 MiB"));
    }
    serde_json::from_str(object(text)?).map_err(|error| {
        let what = if error.is_data() { "has not the shape asked for" } else { "is not JSON" };
        Unreadable::new(format!("the reply {what}: {error}"))
    })
}
