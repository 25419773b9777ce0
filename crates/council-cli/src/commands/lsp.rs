//! `council lsp`: findings in an editor.

use clap::Args;
use council_lsp::{Ended, run as serve};

use crate::{commands::Output, env, printer, settings::Settings};

/// The arguments of `council lsp`.
#[derive(Debug, Args)]
#[command(after_help = "\
It speaks the Language Server Protocol on standard input and output, and ends with 0 after `shutdown` and `exit`, with 1 where the \
editor leaves otherwise. Only specifications have findings: what `council lint` would find without a path, and pages that \
state requirements. The guide, docs/guide/editor.md, sets up editors.

Examples:
  council lsp --stdio
  Neovim   vim.lsp.start({ name = \"council\", cmd = { \"council\", \"lsp\" } })")]
pub(crate) struct LspArgs {
    /// Speak on standard input and output, which it does anyway; some editors say so
    #[arg(long)]
    stdio: bool,
}

/// Serves an editor until it leaves.
pub(crate) fn run(_args: &LspArgs, settings: &Settings) -> Output {
    match serve(env::input(), printer::output(), settings.editor_around()) {
        Ended::Shutdown => Output::Text(String::new()),
        Ended::Abandoned => Output::Abandoned,
    }
}
