//! The stand-in itself: one thread that listens, one for every call.

use std::{
    io::{self, BufRead as _, BufReader, Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use super::{Dialect, ProviderFault};

/// A call as it arrived.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedRequest {
    /// The request line and the headers, a line each.
    pub head: Vec<String>,
    /// The body.
    pub body: String,
}

type Play = dyn Fn(&ReceivedRequest, usize) -> (ProviderFault, String) + Send + Sync;

/// A provider on loopback, until it is dropped.
pub struct StandIn {
    address: SocketAddr,
    shared: Arc<ServerState>,
    accepting: Option<JoinHandle<()>>,
}

struct ServerState {
    dialect: Dialect,
    play: Box<Play>,
    elsewhere: String,
    delay: Duration,
    /// How long after the first event the others come.
    rest: Duration,
    received: Mutex<Vec<ReceivedRequest>>,
    is_closing: AtomicBool,
}

impl StandIn {
    /// Starts a provider that goes wrong in one way, with a text that it would have answered.
    pub fn start(dialect: Dialect, fault: ProviderFault, text: &str) -> io::Result<Self> {
        let text = text.to_owned();
        Self::play(dialect, Duration::ZERO, move |_, _| (fault, text.clone()))
    }

    /// Starts a provider that decides for every call, of which it gets the number, what to answer and how.
    pub fn play(
        dialect: Dialect,
        delay: Duration,
        play: impl Fn(&ReceivedRequest, usize) -> (ProviderFault, String) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        Self::stream(dialect, delay, Duration::ZERO, play)
    }

    /// Starts a provider whose answers begin after one time and end after another.
    pub fn stream(
        dialect: Dialect,
        delay: Duration,
        rest: Duration,
        play: impl Fn(&ReceivedRequest, usize) -> (ProviderFault, String) + Send + Sync + 'static,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = listener.local_addr()?;
        let shared = Arc::new(ServerState {
            dialect,
            play: Box::new(play),
            // Another host in name; it leads here, so that a call that follows is seen.
            elsewhere: format!("http://localhost:{}/elsewhere", address.port()),
            delay,
            rest,
            received: Mutex::default(),
            is_closing: AtomicBool::new(false),
        });
        let accepting = thread::spawn({
            let shared = Arc::clone(&shared);
            move || accept(&listener, &shared)
        });
        Ok(Self { address, shared, accepting: Some(accepting) })
    }

    /// Returns the address that settings call `base_url`.
    pub fn base_url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Returns the calls so far.
    pub fn received(&self) -> Vec<ReceivedRequest> {
        self.shared.received.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for StandIn {
    fn drop(&mut self) {
        self.shared.is_closing.store(true, Ordering::SeqCst);
        // Wakes the thread that listens.
        let _ = TcpStream::connect(self.address);
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
    }
}

fn accept(listener: &TcpListener, shared: &Arc<ServerState>) {
    for stream in listener.incoming() {
        if shared.is_closing.load(Ordering::SeqCst) {
            return;
        }
        if let Ok(stream) = stream {
            let shared = Arc::clone(shared);
            // Whoever is called gives up sooner or later; what becomes of the connection then does not matter.
            thread::spawn(move || drop(answer(stream, &shared)));
        }
    }
}

fn answer(mut stream: TcpStream, shared: &ServerState) -> io::Result<()> {
    // A server that streams sends every part at once.
    stream.set_nodelay(true)?;
    let received = read(&stream)?;
    let number = {
        let mut all = shared.received.lock().unwrap_or_else(PoisonError::into_inner);
        all.push(received.clone());
        all.len() - 1
    };
    let (fault, text) = (shared.play)(&received, number);
    let (head, body) = fault.bytes(shared.dialect, &text, &shared.elsewhere);
    if !shared.delay.is_zero() {
        thread::sleep(shared.delay);
    }
    if let ProviderFault::After(milliseconds) = fault {
        thread::sleep(Duration::from_millis(milliseconds));
    }
    match fault {
        ProviderFault::Silence => {
            // Until the other side hangs up.
            stream.read_exact(&mut [0])
        }
        ProviderFault::Dribble => {
            stream.write_all(head.as_bytes())?;
            for byte in body {
                stream.write_all(&[byte])?;
                thread::sleep(Duration::from_millis(50));
            }
            Ok(())
        }
        ProviderFault::ResetAfter => {
            stream.write_all(head.as_bytes())?;
            stream.write_all(&body)?;
            // Closing with something unread resets the connection.
            stream.write_all(b": and more")
        }
        _ => {
            let first =
                body.windows(2).position(|end| end == b"\n\n").map_or(body.len(), |at| at + 2);
            let (first, others) = body.split_at(first);
            stream.write_all(head.as_bytes())?;
            stream.write_all(first)?;
            if !shared.rest.is_zero() {
                thread::sleep(shared.rest);
            }
            stream.write_all(others)
        }
    }
}

fn read(stream: &TcpStream) -> io::Result<ReceivedRequest> {
    let mut reader = BufReader::new(stream);
    let mut head = Vec::new();
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(given) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = given.trim().parse().unwrap_or(0);
        }
        head.push(line.to_owned());
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok(ReceivedRequest { head, body: String::from_utf8_lossy(&body).into_owned() })
}
