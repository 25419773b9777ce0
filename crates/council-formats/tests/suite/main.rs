//! What the formats promise to strangers, in one program.

mod bounded_work;
mod hostile_inputs;
mod hostile_json;
mod hostile_reports;
mod real_packets;
mod reports;
mod sarif_structure;
