//! `council completions`: a script that teaches a shell our commands.

use clap::{Args, ValueEnum as _};
use clap_complete::{Generator as _, Shell};

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
    Ok(Output::Text(String::from_utf8(script(args.shell))?))
}

/// Returns the script of every shell, under the name that the shell looks for.
pub fn completions() -> Vec<(String, Vec<u8>)> {
    let shells = Shell::value_variants().iter();
    shells.map(|shell| (shell.file_name("council"), script(*shell))).collect()
}

fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut crate::command(), "council", &mut script);
    script
}
