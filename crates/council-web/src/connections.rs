//! The connections that are open: so many and no more, and none that only waits.
//!
//! Whoever can open sockets on this machine reaches the server, before it is known who they are. A request that is not
//! answered within a time ends with its connection, and where too many are open the oldest makes room.

use std::{
    collections::VecDeque,
    future::Future as _,
    io,
    net::SocketAddr,
    pin::Pin,
    sync::{
        Arc, Weak,
        atomic::{AtomicBool, Ordering},
    },
    task::{Context, Poll},
    time::Duration,
};

use axum::serve::Listener;
use futures_util::task::AtomicWaker;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::{TcpListener, TcpStream},
    time::{Sleep, sleep},
};

/// The most connections that are open at a time: far fewer than the files that a process may have open.
const MOST: usize = 256;

/// How long a connection may take from its first byte, or from its beginning, to the first byte of an answer.
const PATIENCE: Duration = Duration::from_mins(1);

/// Takes connections, and closes the oldest where there are too many.
#[derive(Debug)]
pub(crate) struct BoundedListener {
    listener: TcpListener,
    open: VecDeque<Weak<Closing>>,
}

impl BoundedListener {
    pub(crate) fn new(listener: TcpListener) -> Self {
        Self { listener, open: VecDeque::new() }
    }

    /// Makes room for one more.
    fn entered(&mut self) -> Arc<Closing> {
        self.open.retain(|one| one.strong_count() > 0);
        while self.open.len() >= MOST {
            if let Some(oldest) = self.open.pop_front().and_then(|one| one.upgrade()) {
                oldest.close();
            }
        }
        let closing = Arc::new(Closing::default());
        self.open.push_back(Arc::downgrade(&closing));
        closing
    }
}

impl Listener for BoundedListener {
    type Io = BoundedConnection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (BoundedConnection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.listener).await;
        let closing = self.entered();
        let deadline = Some(Box::pin(sleep(PATIENCE)));
        (BoundedConnection { stream, closing, deadline }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// Tells a connection that it is to close.
#[derive(Debug, Default)]
struct Closing {
    is_told: AtomicBool,
    waker: AtomicWaker,
}

impl Closing {
    fn close(&self) {
        self.is_told.store(true, Ordering::SeqCst);
        self.waker.wake();
    }
}

/// A connection that ends when it is told to, or when its request takes too long.
#[derive(Debug)]
pub(crate) struct BoundedConnection {
    stream: TcpStream,
    closing: Arc<Closing>,
    /// Until when an answer has to begin; nothing while one is written and while nothing is asked.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl AsyncRead for BoundedConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let this = &mut *self;
        this.closing.waker.register(context.waker());
        if this.closing.is_told.load(Ordering::SeqCst) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        let is_late =
            this.deadline.as_mut().is_some_and(|until| until.as_mut().poll(context).is_ready());
        if is_late {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        let had = buffer.filled().len();
        let read = Pin::new(&mut this.stream).poll_read(context, buffer);
        if buffer.filled().len() > had && this.deadline.is_none() {
            this.deadline = Some(Box::pin(sleep(PATIENCE)));
        }
        read
    }
}

impl AsyncWrite for BoundedConnection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.deadline = None;
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        pieces: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.deadline = None;
        Pin::new(&mut self.stream).poll_write_vectored(context, pieces)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
