//! The scenarios: one test per page of `scenarios/`.

use std::process::ExitCode;

fn main() -> ExitCode {
    council_testkit::harness::main(env!("CARGO_BIN_EXE_council"))
}
