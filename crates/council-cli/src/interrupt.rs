//! What ends the program from outside: signals that ask it to stop, and a terminal that goes away.

#[cfg(unix)]
use crate::env::ignores_hangup;
use crate::error::CommandError;
use std::{
    future::{Future, pending, poll_fn},
    pin::{Pin, pin},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    time::Duration,
};
use tokio::sync::{mpsc, oneshot, watch};

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
    let listener = listening()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let came = runtime.block_on(async {
        // Who was told to stop between two questions asks no more.
        if listener.is_told().await {
            return Ok(None);
        }
        let mut stop = pin!(interrupted()?);
        let mut gone = pin!(gone());
        let is_over = Arc::new(AtomicBool::new(false));
        let over = Arc::clone(&is_over);
        // A terminal is read by waiting for it, which must not keep a signal from being heard.
        let mut reading = tokio::task::spawn_blocking(move || read(&over));
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
            Some(_) if is_gone() || listener.is_told().await => Ok(None),
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

/// Waits for somebody to stop the program. From the moment this is first called, a signal no longer ends the process
/// itself, and one that comes is remembered: whoever waits next does not have to wait.
pub(crate) fn interrupted() -> std::io::Result<impl Future<Output = ()>> {
    let mut told = listening()?.told;
    Ok(async move {
        // It ends with an error only if nobody listens any more, and then nobody is told.
        if told.wait_for(|is_told| *is_told).await.is_err() {
            pending::<()>().await;
        }
    })
}

/// Somebody who listens for signals from the first time it is asked for to the end of the process: a signal comes when it
/// likes, also when nobody waits for it.
#[derive(Clone)]
struct Listener {
    told: watch::Receiver<bool>,
    asks: mpsc::UnboundedSender<oneshot::Sender<()>>,
}

impl Listener {
    /// Tells whether a signal has come. The listener is asked, so that one is not missed that it is about to hear.
    async fn is_told(&self) -> bool {
        let (reply, heard) = oneshot::channel();
        // Who has heard one listens no more.
        if self.asks.send(reply).is_ok() {
            let _ = heard.await;
        }
        *self.told.borrow()
    }
}

fn listening() -> std::io::Result<Listener> {
    static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);
    let mut known = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(listener) = &*known {
        return Ok(listener.clone());
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let signal = {
        let _inside = runtime.enter();
        signalled()?
    };
    let (tell, told) = watch::channel(false);
    let (asks, mut asked) = mpsc::unbounded_channel::<oneshot::Sender<()>>();
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        let mut signal = pin!(signal);
        runtime.block_on(poll_fn(|context| {
            if signal.as_mut().poll(context).is_ready() {
                tell.send_replace(true);
                return Poll::Ready(());
            }
            while let Poll::Ready(Some(reply)) = asked.poll_recv(context) {
                let _ = reply.send(());
            }
            Poll::Pending
        }));
    })?;
    let listener = Listener { told, asks };
    *known = Some(listener.clone());
    Ok(listener)
}

#[cfg(unix)]
fn signalled() -> std::io::Result<impl Future<Output = ()> + Send> {
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

#[cfg(not(unix))]
fn signalled() -> std::io::Result<impl Future<Output = ()> + Send> {
    Ok(async {
        if tokio::signal::ctrl_c().await.is_err() {
            pending::<()>().await;
        }
    })
}

#[cfg(all(test, unix))]
mod tests {
    use std::sync::mpsc::channel;

    use rustix::process::{Signal, getpid, kill_process};

    use super::*;

    /// Both come at once: the answer may count, and nothing that is asked after it does.
    #[test]
    fn a_signal_that_comes_with_an_answer_ends_the_next_question() {
        let answered = at_terminal(|_| kill_process(getpid(), Signal::TERM).is_ok()).unwrap();
        assert_ne!(answered, Some(false));
        let asked = at_terminal(|is_over| {
            let (_nobody, wait) = channel::<()>();
            for _ in 0..3_000 {
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                let _ = wait.recv_timeout(Duration::from_millis(10));
            }
        });
        assert_eq!(asked.unwrap(), None);
    }
}
