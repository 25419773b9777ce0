//! What leaves for a provider and what comes back, in one program.

#![cfg(feature = "models")]

mod agents;
mod faults;
mod manners;
mod requests;
