//! Signals that ask the program to stop.

#[cfg(unix)]
use crate::env::ignores_hangup;
use std::{
    future::{Future, poll_fn},
    task::Poll,
};

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
