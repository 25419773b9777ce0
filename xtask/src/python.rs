//! Python packages for tasks, each set in an environment of its own below the build folder.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};

use crate::shell::{self, Had};

const PIP: [&str; 5] = ["-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"];

/// Installs packages into the environment in `folder`, once. Returns its Python, or nothing where they cannot be had.
pub(crate) fn install(folder: &Path, packages: &[&str]) -> Result<Option<PathBuf>> {
    let done = folder.join("done");
    let wanted = packages.join("\n");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(Some(interpreter(folder)));
    }
    let python = environment(folder)?;
    let install = ["install", "--no-deps"];
    let installed = shell::run(Command::new(&python).args(PIP).args(install).args(packages));
    let mut probe = Command::new(&python);
    probe.args(PIP).args(["download", "--no-deps", "--no-cache-dir", "--dest"]);
    probe.arg(folder.join("probe")).arg("six");
    if shell::had(installed, || shell::IS_COMMON && shell::works(&mut probe))? == Had::Unreachable {
        return Ok(None);
    }
    fs::write(&done, wanted).with_context(|| format!("failed to write `{}`", done.display()))?;
    Ok(Some(python))
}

/// Installs one file into a fresh environment in `folder`, without asking a registry. Returns where its programs are.
pub(crate) fn install_file(folder: &Path, file: &Path) -> Result<PathBuf> {
    if folder.exists() {
        fs::remove_dir_all(folder)
            .with_context(|| format!("failed to remove `{}`", folder.display()))?;
    }
    let python = environment(folder)?;
    let install = ["install", "--no-index", "--no-deps"];
    shell::run(Command::new(&python).args(PIP).args(install).arg(file))?;
    Ok(folder.join("venv/bin"))
}

fn environment(folder: &Path) -> Result<PathBuf> {
    fs::create_dir_all(folder).with_context(|| format!("failed to make `{}`", folder.display()))?;
    shell::run(Command::new("python3").args(["-m", "venv"]).arg(folder.join("venv")))?;
    Ok(interpreter(folder))
}

fn interpreter(folder: &Path) -> PathBuf {
    folder.join("venv/bin/python")
}
