//! Signals that ask the program to stop.

use std::{
    future::{Future, poll_fn},
    task::Poll,
};

/// Waits for somebody to stop the program. From the moment this is called, a signal no longer ends the process itself.
#[cfg(unix)]
pub(crate) fn interrupted() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut typed = signal(SignalKind::interrupt())?;
    let mut told = signal(SignalKind::terminate())?;
    Ok(poll_fn(move |context| {
        let came = typed.poll_recv(context).is_ready() || told.poll_recv(context).is_ready();
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
