//! The Python package: the program in a wheel, made by `maturin` as `pyproject.toml` says.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result};
use council_testkit::repo_root;

use super::answers;
use crate::{model::build_folder, python, shell};

/// What makes the wheel; `pyproject.toml` asks for the same.
const MATURIN: &str = "maturin==1.16.0";

/// Builds the wheel, installs it into a fresh environment and runs it. Says so and does nothing where `maturin` cannot be
/// had.
pub(super) fn check(folder: &Path, profile: &str) -> Result<()> {
    if !shell::works(Command::new("python3").arg("--version")) {
        println!("skipped: the wheel: there is no `python3`");
        return Ok(());
    }
    let Some(python) = python::install(&build_folder()?.join("maturin"), &[MATURIN])? else {
        println!("skipped: the wheel: `maturin` cannot be had here");
        return Ok(());
    };
    let wheels = folder.join("wheels");
    let build = ["-m", "maturin", "build", "--quiet", "--locked", "--profile", profile, "--out"];
    let mut maturin = Command::new(python);
    shell::forget_package(&mut maturin);
    shell::run(maturin.args(build).arg(&wheels).current_dir(repo_root()))?;
    let wheel = only(&wheels)?;
    let programs = python::install_file(&folder.join("wheel-installed"), &wheel)?;
    answers(&programs.join("council"), folder)
}

fn only(folder: &Path) -> Result<PathBuf> {
    let mut files = fs::read_dir(folder)?;
    let file = files.next().with_context(|| format!("`{}` is empty", folder.display()))??;
    Ok(file.path())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wheel_is_made_by_the_version_that_the_package_asks_for() {
        let text = fs::read_to_string(repo_root().join("pyproject.toml")).unwrap();
        assert!(text.contains(&format!("requires = [\"{MATURIN}\"]")), "{text}");
    }
}
