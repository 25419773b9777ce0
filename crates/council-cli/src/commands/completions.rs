//! `council completions`: a script that teaches a shell our commands.

use clap::Args;
use clap_complete::Shell;

use crate::{commands::Output, error::CommandError, settings::Settings};

/// The arguments of `council completions`.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  bash        council completions bash > ~/.local/share/bash-completion/completions/council
  zsh         council completions zsh > \"${fpath[1]}/_council\"
  fish        council completions fish > ~/.config/fish/completions/council.fish
  powershell  council completions powershell >> $PROFILE
  elvish      council completions elvish >> ~/.config/elvish/rc.elv")]
pub(crate) struct CompletionsArgs {
    /// The shell to write for
    #[arg(value_enum)]
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &CompletionsArgs, _settings: &Settings) -> Result<Output, CommandError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut crate::command(), "council", &mut script);
    Ok(Output::Text(String::from_utf8(script)?))
}
