//! An agent with all it starts: a small program in front of a large one, which goes on when the first is ended alone.

use std::io;

use tokio::process::{Child, Command};

/// A process and those it started, which end when this is dropped. Where there are no groups of processes, it is the
/// process alone, which its owner ends.
pub(super) struct Group {
    #[cfg(unix)]
    leader: Option<rustix::process::Pid>,
}

impl Group {
    /// Starts a process as the first of its group.
    #[cfg(unix)]
    pub(super) fn start(command: &mut Command) -> io::Result<(Child, Group)> {
        let child = command.process_group(0).spawn()?;
        let number = child.id().and_then(|id| i32::try_from(id).ok());
        Ok((child, Group { leader: number.and_then(rustix::process::Pid::from_raw) }))
    }

    /// Starts a process.
    #[cfg(not(unix))]
    pub(super) fn start(command: &mut Command) -> io::Result<(Child, Group)> {
        Ok((command.spawn()?, Group {}))
    }

    /// Lets go of a group whose first process has ended by itself: its number may be given to another.
    pub(super) fn release(self) {
        #[cfg(unix)]
        {
            let mut group = self;
            group.leader = None;
        }
    }
}

#[cfg(unix)]
impl Drop for Group {
    fn drop(&mut self) {
        if let Some(leader) = self.leader {
            // A group that is already gone is what was wanted.
            let _ = rustix::process::kill_process_group(leader, rustix::process::Signal::KILL);
        }
    }
}
