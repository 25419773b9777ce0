//! `cargo xtask library`: the library without models. It is built and tested, its examples run, and nothing in it can open
//! a connection.

use anyhow::{Context as _, Result, bail};

use crate::shell;

const PACKAGE: &str = "council-review";

/// What opens connections, or is only there for what does.
const NETWORK: [&str; 8] =
    ["hyper", "mio", "native-tls", "openssl", "reqwest", "ring", "rustls", "socket2"];

/// Builds and tests the library without models.
pub(crate) fn run() -> Result<()> {
    let bare = ["--package", PACKAGE, "--no-default-features", "--locked"];
    let cargo = |task: &[&str], more: &[&str]| {
        let arguments = [task, &bare, more].concat();
        shell::run(&mut shell::command("cargo", &arguments))
    };
    let edges = ["--edges", "normal,build", "--prefix", "none"];
    let tree = shell::command("cargo", &[&["tree"], &bare[..], &edges].concat()).output();
    let tree = tree.context("failed to start `cargo tree`")?;
    if !tree.status.success() {
        bail!("`cargo tree` failed: {}", String::from_utf8_lossy(&tree.stderr));
    }
    let found = network(&String::from_utf8_lossy(&tree.stdout));
    if !found.is_empty() {
        bail!("without models the library still builds {}", found.join(", "));
    }
    cargo(&["test", "--quiet"], &[])?;
    for example in ["lint_a_string", "own_reviewer"] {
        cargo(&["run", "--quiet"], &["--example", example])?;
    }
    Ok(())
}

/// Returns the network crates of a tree, one line a package.
fn network(tree: &str) -> Vec<&'static str> {
    let names = || tree.lines().filter_map(|line| line.split_whitespace().next());
    NETWORK.into_iter().filter(|banned| names().any(|name| name == *banned)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_crate_is_found_by_its_name() {
        let tree = "council-review v0.1.0\nserde v1.0.229\nrustls v0.23.46\nring-like v1.0.0\n";
        assert_eq!(network(tree), ["rustls"]);
        assert_eq!(network("council-review v0.1.0\n"), [""; 0]);
    }
}
