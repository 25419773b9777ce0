//! `cargo xtask dist`: what is handed out. Builds for this machine what a release builds for all of them, installs it as a
//! stranger would, and runs it.

mod archive;
mod extras;
mod npm;
mod ready;
mod wheel;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail, ensure};
use clap::Subcommand;
use council_testkit::repo_root;

use crate::{model::build_folder, shell};

/// What everything that is handed out is called.
const PACKAGE: &str = "council-review";

/// One part of a release, for the workflow that makes one.
#[derive(Debug, Clone, Subcommand)]
pub(crate) enum Part {
    /// Writes the man pages and the completions that go into every archive, into `target/extras`.
    Extras,
    /// Makes the npm packages out of the archives in a folder, into `npm` below it.
    Npm {
        /// The folder with the archives of a release.
        archives: PathBuf,
    },
    /// Says what is missing before a release can be made, and fails if anything is.
    Ready,
}

/// Makes one part.
pub(crate) fn part(part: &Part) -> Result<()> {
    match part {
        Part::Extras => extras::write(&repo_root().join("target/extras")),
        Part::Npm { archives } => {
            for package in npm::make(archives, &archives.join("npm"), &version()?)? {
                println!("{}", package.display());
            }
            Ok(())
        }
        Part::Ready => ready::check(),
    }
}

/// Builds the archive, the wheel and the npm packages of this machine, installs each where nothing else is, and runs it.
pub(crate) fn run(profile: &str) -> Result<()> {
    let folder = build_folder()?.join("handout");
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("failed to remove `{}`", folder.display()))?;
    }
    let build = ["build", "--package", PACKAGE, "--features", "cli", "--locked", "--profile"];
    shell::run(shell::command("cargo", &build).arg(profile))?;
    let output = if profile == "dev" { "debug" } else { profile };
    let program =
        build_folder()?.join(output).join(format!("council{}", std::env::consts::EXE_SUFFIX));
    let extras = folder.join("extras");
    extras::write(&extras)?;
    let archives = folder.join("archives");
    let archive = archive::make(&archives, &host()?, &program, &extras)?;
    answers(&archive::unpack(&archive, &folder.join("unpacked"))?, &folder)?;
    wheel::check(&folder, profile)?;
    npm::check(&folder, &archives)
}

/// Runs an installed program in a folder with one bad specification: it must say its version, find the defects and end with
/// the exit code of a blocked document.
fn answers(program: &Path, folder: &Path) -> Result<()> {
    let repo = folder.join("repository");
    fs::create_dir_all(&repo)?;
    fs::copy(repo_root().join("examples/prd-team-chat.md"), repo.join("prd.md"))?;
    let run = |arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(&repo).output();
        output.with_context(|| format!("failed to start `{}`", program.display()))
    };
    let version = format!("council {}", version()?);
    let said = run(&["--version"])?;
    let said = String::from_utf8_lossy(&said.stdout);
    ensure!(said.trim() == version, "`{}` says {said:?}, not `{version}`", program.display());
    let lint = run(&["lint", "prd.md", "--format", "json"])?;
    let found = String::from_utf8_lossy(&lint.stdout);
    if lint.status.code() != Some(2) || !found.contains("reviewer-addressed") {
        bail!("`{} lint` ended with {} and said {found}", program.display(), lint.status);
    }
    println!("{}: {version}, lint found what is wrong", program.display());
    Ok(())
}

/// Returns the version that everything has.
fn version() -> Result<String> {
    let path = repo_root().join("Cargo.toml");
    let text = fs::read_to_string(&path).context("failed to read the workspace's manifest")?;
    let manifest: toml::Table = text.parse()?;
    let version = ready::at(&manifest, &["workspace", "package", "version"]);
    Ok(version.context("the workspace has no version")?.to_owned())
}

/// Returns the name of the system that this machine builds for.
fn host() -> Result<String> {
    let output = shell::command("rustc", &["-vV"]).output().context("failed to start `rustc`")?;
    let said = String::from_utf8(output.stdout)?;
    let host = said.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(host.context("`rustc -vV` names no host")?.to_owned())
}
