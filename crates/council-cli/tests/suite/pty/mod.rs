//! A program on a terminal whose other end is held by a test.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::expect_used,
    clippy::panic,
    reason = "these tests hold the other end of a terminal"
)]
#![allow(dead_code, reason = "every test binary uses some of it")]

mod grid;

use std::{
    fs::File,
    io::{Read as _, Write as _},
    os::fd::OwnedFd,
    path::Path,
    process::{Child, Stdio},
    sync::mpsc,
    thread,
    time::Duration,
};

use council_testkit::TestEnv;
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Mode, OFlags},
    io::ioctl_fionread,
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};

use self::grid::Grid;

pub(crate) const DOWN: &str = "\u{1b}[B";
pub(crate) const ENTER: &str = "\r";
pub(crate) const ESCAPE: &str = "\u{1b}";
pub(crate) const TAB: &str = "\t";
pub(crate) const CTRL_C: &str = "\u{3}";

/// The size of the terminal.
const ROWS: u16 = 60;
const COLUMNS: u16 = 400;

/// A program on a terminal whose other end is held here.
pub(crate) struct Terminal {
    master: File,
    child: Child,
    seen: String,
    read_to: usize,
}

impl Terminal {
    /// Starts the program.
    pub(crate) fn start(env: &TestEnv, arguments: &[&str]) -> Self {
        // A program that held this end too would never see it go away.
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC)
            .expect("a terminal");
        grantpt(&master).expect("a terminal is granted");
        unlockpt(&master).expect("a terminal is unlocked");
        tcsetwinsize(&master, size(ROWS, COLUMNS)).expect("a terminal has a size");
        let path = ptsname(&master, Vec::new()).expect("a terminal has a name");
        let open = || -> OwnedFd {
            rustix::fs::open(&path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty())
                .expect("the other end opens")
        };
        let mut command = env.command(arguments);
        command.env("TERM", "xterm");
        command.stdin(Stdio::from(open())).stdout(Stdio::from(open())).stderr(Stdio::from(open()));
        let child = command.spawn().expect("the binary starts");
        // The command holds this side's copies, and the end is only seen once they are closed.
        drop(command);
        Self { master: File::from(master), child, seen: String::new(), read_to: 0 }
    }

    /// Reads until something new is shown, then types.
    pub(crate) fn answer(&mut self, shown: &str, keys: &str) {
        loop {
            let rest = self.seen.get(self.read_to..).unwrap_or_default();
            if let Some(at) = rest.find(shown) {
                self.read_to += at + shown.len();
                break;
            }
            assert!(self.read(), "`{shown}` was not shown:\n{}", self.seen);
        }
        self.master.write_all(keys.as_bytes()).expect("a key is typed");
    }

    /// Reads until something stands on the screen, then types. A screen is drawn in pieces, so what was written is put
    /// together first.
    pub(crate) fn once_shown(&mut self, shown: &str, keys: &str) {
        loop {
            let screen = Grid::of(&self.seen, ROWS.into(), COLUMNS.into()).text();
            if screen.contains(shown) {
                break;
            }
            assert!(self.read(), "`{shown}` was not shown:\n{screen}");
        }
        self.master.write_all(keys.as_bytes()).expect("a key is typed");
    }

    /// Reads more; false at the end.
    fn read(&mut self) -> bool {
        let limit = Timespec { tv_sec: 60, tv_nsec: 0 };
        let mut fds = [PollFd::new(&self.master, PollFlags::IN)];
        let ready = poll(&mut fds, Some(&limit)).expect("a terminal can be waited for");
        assert!(ready > 0, "nothing happened for a minute:\n{}", self.seen);
        let mut buffer = [0; 4096];
        match self.master.read(&mut buffer) {
            Ok(0) | Err(_) => false,
            Ok(count) => {
                let text = String::from_utf8_lossy(buffer.get(..count).unwrap_or_default());
                self.seen.push_str(&text);
                true
            }
        }
    }

    /// Reads to the end and returns the exit code and everything that was shown.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let code = self.wait();
        (code, self.seen)
    }

    /// Reads to the end and returns the exit code.
    pub(crate) fn wait(&mut self) -> Option<i32> {
        while self.read() {}
        self.child.wait().expect("the program ends").code()
    }

    /// Waits until so many bytes were shown that nobody has read.
    pub(crate) fn await_unread(&mut self, bytes: u64) {
        while ioctl_fionread(&self.master).expect("a terminal can be asked") < bytes {
            let ended = self.child.try_wait().expect("the program can be asked");
            assert!(ended.is_none(), "it ended: {ended:?}\n{}", self.seen);
            thread::yield_now();
        }
    }

    /// Returns how the terminal treats what is typed.
    pub(crate) fn modes(&self) -> LocalModes {
        tcgetattr(&self.master).expect("a terminal has modes").local_modes
    }

    /// Takes the terminal away, as a window that is closed or a connection that breaks does, and returns the exit code. Nobody
    /// tells the program: it is not the one that the terminal controls. It has ten seconds.
    pub(crate) fn take_away(self) -> Option<i32> {
        let Self { master, mut child, seen, .. } = self;
        let pid = Pid::from_child(&child);
        let (tell, told) = mpsc::channel();
        thread::spawn(move || tell.send(child.wait()));
        drop(master);
        let Ok(status) = told.recv_timeout(Duration::from_secs(10)) else {
            kill_process(pid, Signal::KILL).expect("the program is there");
            panic!("it went on without a terminal:\n{seen}");
        };
        status.expect("the program ends").code()
    }

    /// Changes the size of the window. The program learns of it when it draws next: the signal that tells of it swallows a
    /// key in the library that reads them, when both come at once, until the next key.
    pub(crate) fn resize(&self, rows: u16, columns: u16) {
        tcsetwinsize(&self.master, size(rows, columns)).expect("a terminal has a size");
    }

    /// Sends the program a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("the program is there");
    }
}

/// Returns the names of the files in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| entry.file_name().into_string().ok()).collect()
}

fn size(rows: u16, columns: u16) -> Winsize {
    Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 }
}
