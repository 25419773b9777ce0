//! A Postgres server of a test's own: on a socket in a temporary folder, and gone with it.

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// How long a server may take to begin.
const BEGINS_WITHIN: Duration = Duration::from_mins(2);

/// A Postgres server of a test's own.
#[derive(Debug)]
pub struct Postgres {
    programs: PathBuf,
    server: Option<Child>,
    folder: TempDir,
}

impl Postgres {
    /// Starts a server with an empty database `council`; says so and returns nothing where none is installed.
    pub fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            println!(
                "skipped: no Postgres server is installed here (`cargo xtask database` installs one)"
            );
            return None;
        };
        let folder = tempfile::Builder::new()
            .prefix("pg")
            .tempdir()
            .expect("a temporary folder can be made");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("it is ours");
        for name in ["data", "run"] {
            fs::create_dir(folder.path().join(name)).expect("a folder can be made");
            if is_root() {
                let owned =
                    Command::new("chown").arg("postgres").arg(folder.path().join(name)).status();
                assert!(
                    owned.is_ok_and(|status| status.success()),
                    "the account `postgres` is missing"
                );
            }
        }
        let mut this = Self { programs, server: None, folder };
        let made = this
            .run("initdb")
            .args([
                "--username=owner",
                "--auth=trust",
                "--no-sync",
                "--encoding=UTF8",
                "--locale=C",
                "-D",
            ])
            .arg(this.folder.path().join("data"))
            .stdout(Stdio::null())
            .status();
        assert!(made.is_ok_and(|status| status.success()), "initdb failed");
        this.begin();
        this.psql("postgres", "CREATE DATABASE council");
        Some(this)
    }

    /// Starts the server again after [`Postgres::stop`].
    pub fn begin(&mut self) {
        let server = self
            .run("postgres")
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .arg("-k")
            .arg(self.folder.path().join("run"))
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200"])
            .args(["-c", "shared_buffers=32MB", "-c", "log_min_messages=fatal"])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server can be started");
        self.server = Some(server);
        let began = Instant::now();
        while self.says("postgres", "SELECT 1").is_none_or(|said| said.trim() != "1") {
            assert!(began.elapsed() < BEGINS_WITHIN, "the server does not begin");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Ends the server at once, as a crash would: connections break, nothing is written any more.
    pub fn stop(&mut self) {
        let Some(mut server) = self.server.take() else { return };
        let _ = Command::new("kill").args(["-QUIT", &server.id().to_string()]).status();
        let _ = server.wait();
    }

    /// Returns the address of a database, for a role.
    pub fn url(&self, database: &str, role: &str) -> String {
        format!(
            "postgresql:///{database}?host={}&user={role}",
            self.folder.path().join("run").display()
        )
    }

    /// Runs a statement as the owner and returns what it says.
    pub fn psql(&self, database: &str, sql: &str) -> String {
        self.says(database, sql).unwrap_or_else(|| panic!("the database refused: {sql}"))
    }

    /// Runs statements as the owner and returns what they say; nothing where one is refused.
    pub fn says(&self, database: &str, sql: &str) -> Option<String> {
        let output = Command::new(self.programs.join("psql"))
            .args([
                "-X",
                "-q",
                "-A",
                "-t",
                "-v",
                "ON_ERROR_STOP=1",
                "-U",
                "owner",
                "-d",
                database,
                "-h",
            ])
            .arg(self.folder.path().join("run"))
            .args(["-c", sql])
            .stderr(Stdio::null())
            .output()
            .ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Prepares a program of the server: as its own account where this is root, ended with whoever started it.
    fn run(&self, program: &str) -> Command {
        let mut command = Command::new("setpriv");
        if is_root() {
            command.args(["--reuid=postgres", "--regid=postgres", "--init-groups"]);
        }
        command.args(["--pdeathsig", "QUIT"]).arg(self.programs.join(program));
        command.current_dir("/").env_clear().env("PATH", "/usr/bin:/bin");
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        self.stop();
    }
}

fn is_root() -> bool {
    fs::metadata("/proc/self").is_ok_and(|own| {
        use std::os::unix::fs::MetadataExt as _;
        own.uid() == 0
    })
}

/// Finds the folder of the newest server that is installed.
fn programs() -> Option<PathBuf> {
    let mut found: Vec<(u32, PathBuf)> = fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| {
            let version = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .filter(|(_, programs)| programs.join("postgres").is_file() && has_tools(programs))
        .collect();
    found.sort();
    found.pop().map(|(_, programs)| programs)
}

fn has_tools(programs: &Path) -> bool {
    programs.join("initdb").is_file()
        && programs.join("psql").is_file()
        && Path::new("/usr/bin/setpriv").is_file()
}
