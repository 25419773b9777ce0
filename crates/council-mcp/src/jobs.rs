//! Commands that take time: they go on while the client does something else, and when it has left.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::{sync::watch, task::JoinHandle};

use crate::commands::{CommandResult, Commands, Order};

/// How far a command is.
#[derive(Debug, Clone, Default)]
pub(crate) struct Progress {
    /// How often something was told.
    pub(crate) steps: u32,
    /// What was told last.
    pub(crate) line: String,
    /// What it came to, once it has ended.
    pub(crate) ran: Option<CommandResult>,
}

/// A command that is under way.
#[derive(Debug, Clone)]
pub(crate) struct Job(watch::Receiver<Progress>);

impl Job {
    /// Returns how far it is.
    pub(crate) fn progress(&self) -> Progress {
        self.0.borrow().clone()
    }

    /// Waits until there is something new to say of it; false where there will be nothing.
    pub(crate) async fn changes(&mut self) -> bool {
        self.0.changed().await.is_ok()
    }
}

/// The commands that were begun here, by the session they drive.
#[derive(Debug, Clone, Default)]
pub(crate) struct Jobs(Arc<Mutex<JobTable>>);

#[derive(Debug, Default)]
struct JobTable {
    handles: Vec<JoinHandle<()>>,
    by_session: BTreeMap<String, Job>,
}

impl Jobs {
    fn begun(&self) -> MutexGuard<'_, JobTable> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a command.
    pub(crate) fn start(&self, commands: &Arc<dyn Commands>, order: Order) -> Job {
        let (sender, receiver) = watch::channel(Progress::default());
        let sender = Arc::new(sender);
        let teller = sender.clone();
        let told = move |line: String| {
            teller.send_modify(|progress| {
                progress.steps += 1;
                progress.line = line;
            });
        };
        let order = Order { told: Some(Arc::new(told)), ..order };
        let commands = commands.clone();
        let handle = tokio::task::spawn_blocking(move || {
            let ran = commands.run(&order);
            sender.send_modify(|progress| progress.ran = Some(ran));
        });
        let mut begun = self.begun();
        begun.handles.retain(|handle| !handle.is_finished());
        begun.handles.push(handle);
        Job(receiver)
    }

    /// Notes which session a command drives.
    pub(crate) fn name(&self, session: &str, job: &Job) {
        self.begun().by_session.insert(session.to_owned(), job.clone());
    }

    /// Returns the command that drives a session, if one is under way.
    pub(crate) fn of(&self, session: &str) -> Option<Job> {
        let job = self.begun().by_session.get(session).cloned()?;
        job.progress().ran.is_none().then_some(job)
    }

    /// Waits for everything that is under way.
    pub(crate) async fn finished(&self) {
        let handles = std::mem::take(&mut self.begun().handles);
        for handle in handles {
            // A command that panicked has told so on standard error.
            let _ = handle.await;
        }
    }
}
