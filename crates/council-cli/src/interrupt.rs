//! What ends the program from outside: signals that ask it to stop, and a terminal that goes away.

#[cfg(unix)]
use crate::env::ignores_hangup;
use crate::error::CommandError;
use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    time::Duration,
};

/// How often to look whether the terminal is still there.
const GLANCE: Duration = Duration::from_millis(100);

/// How long whoever reads the terminal has to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// Runs something that reads the terminal. Returns nothing where the program has to stop meanwhile: it was told to by a
/// signal, or the terminal is gone. What reads is told so, and is left behind where it does not end by itself: the library
/// that reads keys tries for ever to read them from a terminal that is gone.
pub(crate) fn at_terminal<T: Send + 'static>(
    read: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> Result<Option<T>, CommandError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let came = runtime.block_on(async {
        let mut stop = pin!(interrupted()?);
        let mut gone = pin!(gone());
        let is_over = Arc::new(AtomicBool::new(false));
        let told = Arc::clone(&is_over);
        // A terminal is read by waiting for it, which must not keep a signal from being heard.
        let mut reading = tokio::task::spawn_blocking(move || read(&told));
        let came = poll_fn(|context| match Pin::new(&mut reading).poll(context) {
            Poll::Ready(came) => Poll::Ready(Some(came)),
            Poll::Pending => {
                let is_stopped = stop.as_mut().poll(context).is_ready()
                    || gone.as_mut().poll(context).is_ready();
                if is_stopped { Poll::Ready(None) } else { Poll::Pending }
            }
        })
        .await;
        match came {
            // What was read when the terminal went away may be anything.
            Some(_) if is_gone() => Ok(None),
            Some(came) => came.map(Some).map_err(CommandError::from),
            None => {
                is_over.store(true, Ordering::Relaxed);
                let _ = tokio::time::timeout(GRACE, reading).await;
                Ok(None)
            }
        }
    });
    runtime.shutdown_background();
    came
}

/// Waits until the terminal is gone. Nobody is told of that by a signal where another process is its leader, or `nohup` was
/// asked for.
async fn gone() {
    let mut glances = tokio::time::interval(GLANCE);
    loop {
        glances.tick().await;
        if is_gone() {
            return;
        }
    }
}

/// Tells whether the terminal that is read was hung up.
#[cfg(unix)]
#[expect(clippy::disallowed_methods, reason = "this asks how the terminal is, and reads nothing")]
fn is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};
    let stdin = std::io::stdin();
    let mut fds = [PollFd::new(&stdin, PollFlags::empty())];
    // Whoever is interrupted here looks again soon.
    let _ = poll(&mut fds, Some(&Timespec { tv_sec: 0, tv_nsec: 0 }));
    let [terminal] = fds;
    terminal.revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL)
}

/// Tells whether the terminal that is read was hung up.
#[cfg(not(unix))]
fn is_gone() -> bool {
    false
}

/// Waits for somebody to stop the program. From the moment this is called, a signal no longer ends the process itself.
#[cfg(unix)]
pub(crate) fn interrupted() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut kinds = vec![SignalKind::interrupt(), SignalKind::terminate(), SignalKind::quit()];
    // Who started us with `nohup` wants us to go on when the terminal is closed.
    if !ignores_hangup() {
        kinds.push(SignalKind::hangup());
    }
    let mut signals = kinds.into_iter().map(signal).collect::<Result<Vec<_>, _>>()?;
    Ok(poll_fn(move |context| {
        let came = signals.iter_mut().any(|one| one.poll_recv(context).is_ready());
        if came { Poll::Ready(()) } else { Poll::Pending }
    }))
}

/// Waits for somebody to stop the program.
#[cfg(not(unix))]
pub(crate) fn interrupted() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
