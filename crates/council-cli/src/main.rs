//! The `council` binary: everything it does is in the library beside it, so that tests and generators reach it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(council_cli::run())
}
