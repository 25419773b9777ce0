//! The command `council` as it is handed out: the same as in `council-cli`, in the package that has the name.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(council_cli::run())
}
