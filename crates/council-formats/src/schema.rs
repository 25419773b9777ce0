//! JSON Schemas of every file that is written.
