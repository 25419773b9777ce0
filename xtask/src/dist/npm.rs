//! The npm packages: one for each system with the program of its archive, and one that picks among them. Nothing is
//! downloaded when they are installed, and no script of theirs runs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, Result, bail};
use council_testkit::repo_root;
use serde_json::{Map, Value, json};

use super::{PACKAGE, answers, archive, version};
use crate::shell;

/// A system, as Rust calls it and as npm does.
struct System {
    target: &'static str,
    os: &'static str,
    cpu: &'static str,
    libc: Option<&'static str>,
}

/// Every system that a release has an archive for; `dist-workspace.toml` has the same list.
const SYSTEMS: [System; 7] = [
    System { target: "aarch64-apple-darwin", os: "darwin", cpu: "arm64", libc: None },
    System { target: "aarch64-unknown-linux-gnu", os: "linux", cpu: "arm64", libc: Some("glibc") },
    System { target: "aarch64-unknown-linux-musl", os: "linux", cpu: "arm64", libc: Some("musl") },
    System { target: "x86_64-apple-darwin", os: "darwin", cpu: "x64", libc: None },
    System { target: "x86_64-pc-windows-msvc", os: "win32", cpu: "x64", libc: None },
    System { target: "x86_64-unknown-linux-gnu", os: "linux", cpu: "x64", libc: Some("glibc") },
    System { target: "x86_64-unknown-linux-musl", os: "linux", cpu: "x64", libc: Some("musl") },
];

impl System {
    fn package(&self) -> String {
        let musl = if self.libc == Some("musl") { "-musl" } else { "" };
        format!("{PACKAGE}-{}-{}{musl}", self.os, self.cpu)
    }

    fn archive(&self) -> String {
        let kind = if self.os == "win32" { "zip" } else { "tar.gz" };
        format!("{PACKAGE}-{}.{kind}", self.target)
    }

    fn manifest(&self, version: &str) -> Value {
        let what = format!("council for {} on {}", self.os, self.cpu);
        let mut manifest = common(&self.package(), version, &what);
        manifest.insert("os".to_owned(), json!([self.os]));
        manifest.insert("cpu".to_owned(), json!([self.cpu]));
        if let Some(libc) = self.libc {
            manifest.insert("libc".to_owned(), json!([libc]));
        }
        Value::Object(manifest)
    }
}

/// Makes a package of each archive in a folder, and the one that picks among them. Returns their folders, that one last, as
/// they are to be published.
pub(super) fn make(archives: &Path, folder: &Path, version: &str) -> Result<Vec<PathBuf>> {
    let mut made = Vec::new();
    let mut there = Vec::new();
    for system in &SYSTEMS {
        let archive = archives.join(system.archive());
        if !archive.is_file() {
            continue;
        }
        let package = folder.join(system.package());
        let program = archive::unpack(&archive, &folder.join("unpacked").join(system.package()))?;
        fs::create_dir_all(&package)?;
        let name = program.file_name().context("the program has a name")?;
        fs::rename(&program, package.join(name)).context("failed to move the program")?;
        write_manifest(&package, &system.manifest(version))?;
        there.push(system);
        made.push(package);
    }
    if made.is_empty() {
        bail!("`{}` holds no archive of a release", archives.display());
    }
    made.push(picker(folder, version, &there)?);
    Ok(made)
}

/// Packs the packages of this machine, installs them into an empty folder and runs what npm put there.
pub(super) fn check(folder: &Path, archives: &Path) -> Result<()> {
    if !shell::works(Command::new("npm").arg("--version")) {
        println!("skipped: the npm packages: there is no `npm`");
        return Ok(());
    }
    let packages = make(archives, &folder.join("npm"), &version()?)?;
    let (packed, empty) = (folder.join("npm-packed"), folder.join("npm-installed"));
    for made in [&packed, &empty] {
        fs::create_dir_all(made)?;
    }
    let pack = ["pack", "--silent", "--pack-destination"];
    shell::run(Command::new("npm").args(pack).arg(&packed).args(&packages))?;
    let files: Vec<PathBuf> =
        fs::read_dir(&packed)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    let install = ["install", "--silent", "--offline", "--no-audit", "--no-fund", "--prefix"];
    shell::run(Command::new("npm").args(install).arg(&empty).args(files))?;
    answers(&empty.join("node_modules/.bin/council"), folder)
}

/// Makes the package that people install.
fn picker(folder: &Path, version: &str, systems: &[&System]) -> Result<PathBuf> {
    let package = folder.join(PACKAGE);
    fs::create_dir_all(package.join("bin"))?;
    let what = "Reviews specifications before machines build them";
    let mut manifest = common(PACKAGE, version, what);
    manifest.insert("bin".to_owned(), json!({ "council": "bin/council.js" }));
    let wanted = systems.iter().map(|system| (system.package(), json!(version))).collect();
    manifest.insert("optionalDependencies".to_owned(), Value::Object(wanted));
    write_manifest(&package, &Value::Object(manifest))?;
    let copies = [("packaging/npm/council.js", "bin/council.js"), ("README.md", "README.md")];
    for (from, to) in copies {
        fs::copy(repo_root().join(from), package.join(to))
            .with_context(|| format!("failed to copy `{from}`"))?;
    }
    Ok(package)
}

fn common(name: &str, version: &str, description: &str) -> Map<String, Value> {
    let manifest = json!({
        "name": name,
        "version": version,
        "description": description,
        "license": "MIT OR Apache-2.0",
    });
    match manifest {
        Value::Object(manifest) => manifest,
        _ => Map::new(),
    }
}

fn write_manifest(package: &Path, manifest: &Value) -> Result<()> {
    let path = package.join("package.json");
    fs::write(&path, format!("{manifest:#}\n"))
        .with_context(|| format!("failed to write `{}`", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_release_has_an_archive_for_every_package_and_no_other() {
        let text = fs::read_to_string(repo_root().join("dist-workspace.toml")).unwrap();
        let config: toml::Table = text.parse().unwrap();
        let targets = config["dist"]["targets"].as_array().unwrap();
        let targets: Vec<_> = targets.iter().filter_map(toml::Value::as_str).collect();
        assert_eq!(targets, SYSTEMS.map(|system| system.target));
    }

    #[test]
    fn a_package_is_installed_only_where_its_program_runs() {
        let musl = SYSTEMS.iter().find(|system| system.target == "x86_64-unknown-linux-musl");
        let manifest = musl.unwrap().manifest("1.2.3");
        assert_eq!(manifest["name"], "council-review-linux-x64-musl");
        assert_eq!(manifest["os"], json!(["linux"]));
        assert_eq!(manifest["cpu"], json!(["x64"]));
        assert_eq!(manifest["libc"], json!(["musl"]));
    }

    #[test]
    fn a_folder_without_archives_makes_no_packages() {
        let docs = repo_root().join("docs");
        let made = make(&docs, &docs.join("npm"), "1.2.3");
        assert!(made.unwrap_err().to_string().contains("holds no archive"));
    }
}
