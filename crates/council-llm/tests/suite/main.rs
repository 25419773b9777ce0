//! What leaves for a provider and what comes back, in one program.

mod agents;
mod faults;
mod manners;
mod requests;
