//! The forum's council-config.json.
