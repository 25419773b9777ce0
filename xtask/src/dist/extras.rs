//! What lies beside the program in an archive: man pages and completions, both made from the program's own arguments.

use std::{fs, path::Path};

use anyhow::{Context as _, Result};

/// Writes them into `man` and `completions` below a folder.
pub(super) fn write(folder: &Path) -> Result<()> {
    let (man, completions) = (folder.join("man"), folder.join("completions"));
    for made in [&man, &completions] {
        fs::create_dir_all(made).with_context(|| format!("failed to make `{}`", made.display()))?;
    }
    clap_mangen::generate_to(council_cli::command(), &man)
        .context("failed to write the man pages")?;
    for (name, script) in council_cli::completions() {
        fs::write(completions.join(&name), script)
            .with_context(|| format!("failed to write `{name}`"))?;
    }
    Ok(())
}
