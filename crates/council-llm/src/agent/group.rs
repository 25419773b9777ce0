//! An agent with all it starts, which end with the call and with us, however we end.
//!
//! A small program often stands in front of a large one, which goes on when the first is ended alone. So an agent is in a
//! group of processes of its own, and the first of the group is not the agent but a shell that waits for us: its input is a
//! pipe that only we hold, so it reads to the end when we are gone, also by a kill that nobody can catch, and then ends the
//! group. The shell is there as long as the group is needed, so the group's number cannot have become another's.

use std::io;

use tokio::process::{Child, Command};

/// What the shell does: no signal of a terminal ends it before the group has ended.
#[cfg(unix)]
const WATCH: &str = "trap '' HUP INT QUIT TERM; read -r _; kill -KILL 0";

/// A process and those it started, which end when this is dropped. Where there are no groups of processes, it is the
/// process alone, which its owner ends.
pub(super) struct ProcessTree {
    #[cfg(unix)]
    leader: Option<rustix::process::Pid>,
    /// The shell, with the pipe that it waits at.
    #[cfg(unix)]
    _watch: Child,
}

impl ProcessTree {
    /// Starts a process in a group that ends with us.
    #[cfg(unix)]
    pub(super) fn start(command: &mut Command) -> io::Result<(Child, ProcessTree)> {
        use std::process::Stdio;
        let watch = Command::new("/bin/sh")
            .args(["-c", WATCH])
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .process_group(0)
            .kill_on_drop(true)
            .spawn()?;
        let number = watch.id().and_then(|id| i32::try_from(id).ok());
        let number = number.ok_or_else(|| io::Error::other("the group has no number"))?;
        let group = ProcessTree { leader: rustix::process::Pid::from_raw(number), _watch: watch };
        let child = command.process_group(number).spawn()?;
        Ok((child, group))
    }

    /// Starts a process.
    #[cfg(not(unix))]
    pub(super) fn start(command: &mut Command) -> io::Result<(Child, ProcessTree)> {
        Ok((command.spawn()?, ProcessTree {}))
    }
}

#[cfg(unix)]
impl Drop for ProcessTree {
    fn drop(&mut self) {
        if let Some(leader) = self.leader {
            // A group that is already gone is what was wanted.
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
    }
}
