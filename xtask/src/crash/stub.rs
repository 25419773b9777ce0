//! A server that answers asks and counts them: what a model behind a seat would bill.

use std::{
    io::{BufRead as _, BufReader, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::Duration,
};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

/// What is reviewed, and the words in it that a seat doubts.
pub(crate) const PACKET: &str = "docs/prd.md";
pub(crate) const QUOTE: &str = "The export is fast.";

/// One ask of a session: which seat, in which wave.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Ask {
    pub(crate) wave: usize,
    pub(crate) seat: String,
}

/// The server. It listens on loopback until it is dropped.
pub(crate) struct Stub {
    address: SocketAddr,
    shared: Arc<Shared>,
    accepting: Option<JoinHandle<()>>,
}

struct Shared {
    asks: Mutex<Vec<Ask>>,
    /// How long an answer takes, so that the asks of a wave are in flight together.
    delay: Duration,
    /// Whether answers wait until they are let go.
    holding: AtomicBool,
    closing: AtomicBool,
}

impl Stub {
    /// Starts a server whose answers take a while.
    pub(crate) fn start(delay: Duration) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").context("failed to listen on loopback")?;
        let address = listener.local_addr().context("failed to listen on loopback")?;
        let asks = Mutex::new(Vec::new());
        let (holding, closing) = (AtomicBool::new(false), AtomicBool::new(false));
        let shared = Arc::new(Shared { asks, delay, holding, closing });
        let accepting = Some(thread::spawn({
            let shared = Arc::clone(&shared);
            move || accept(&listener, &shared)
        }));
        Ok(Self { address, shared, accepting })
    }

    /// Returns where it listens.
    pub(crate) fn address(&self) -> SocketAddr {
        self.address
    }

    /// Keeps every answer back, or lets all of them go.
    pub(crate) fn hold(&self, is_held: bool) {
        self.shared.holding.store(is_held, Ordering::SeqCst);
    }

    /// Returns every ask so far, in the order they came.
    pub(crate) fn asks(&self) -> Vec<Ask> {
        self.shared.asks().clone()
    }
}

impl Drop for Stub {
    fn drop(&mut self) {
        self.shared.closing.store(true, Ordering::SeqCst);
        // The listener waits for one more connection to look up.
        let _ = TcpStream::connect(self.address);
        if let Some(accepting) = self.accepting.take() {
            let _ = accepting.join();
        }
    }
}

impl Shared {
    fn asks(&self) -> MutexGuard<'_, Vec<Ask>> {
        self.asks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for connection in listener.incoming() {
        if shared.closing.load(Ordering::SeqCst) {
            return;
        }
        let Ok(connection) = connection else { continue };
        let shared = Arc::clone(shared);
        thread::spawn(move || answer(&connection, &shared));
    }
}

/// Counts an ask and answers it. Whoever asked may be dead by then.
fn answer(mut connection: &TcpStream, shared: &Shared) {
    let mut line = String::new();
    if BufReader::new(connection).read_line(&mut line).is_err() || !line.ends_with('\n') {
        return;
    }
    let Some(asked) = serde_json::from_str(&line).ok() else { return };
    let Some(ask) = Ask::read(&asked) else { return };
    let back = json!({"text": reply(&ask, &asked).to_string(), "tokens": 100});
    shared.asks().push(ask);
    thread::sleep(shared.delay);
    while shared.holding.load(Ordering::SeqCst) && !shared.closing.load(Ordering::SeqCst) {
        thread::sleep(Duration::from_millis(1));
    }
    let _ = connection.write_all(format!("{back}\n").as_bytes());
}

impl Ask {
    /// Reads an ask as it comes over the wire, or as a journal has it.
    pub(crate) fn read(object: &Value) -> Option<Self> {
        let seat = object.get("seat")?.as_str()?.to_owned();
        let wave = object.get("round")?.as_u64()?.try_into().ok()?;
        Some(Self { wave, seat })
    }
}

/// Says what keeps a council busy for three rounds: one finding, one seat that doubts it, a vote.
fn reply(ask: &Ask, asked: &Value) -> Value {
    let shown = asked.get("findings").and_then(Value::as_array).into_iter().flatten();
    let ids: Vec<&Value> = shown.filter_map(|finding| finding.get("id")).collect();
    let why = "because the text says so";
    let mut reply = json!({
        "findings": [], "opinions": [], "proposals": [], "validity": [], "remediation": [], "questions": [],
    });
    let (key, said) = match ask.wave {
        1 if ask.seat == "SA-1" => {
            let finding = json!({
                "mode": asked.pointer("/modes/0"),
                "subcategory": "AMBIGUITY",
                "severity": "MAJOR",
                "confidence": 0.9,
                "location": PACKET,
                "quote": QUOTE,
                "description": "nobody can tell when this is met",
                "remediation": "say how fast",
            });
            ("findings", vec![finding])
        }
        2 => {
            let holds = ask.seat != "SA-3";
            let opinion = |id: &Value| json!({"finding": id, "holds": holds, "severity": "MAJOR", "rationale": why});
            ("opinions", ids.into_iter().map(opinion).collect())
        }
        3 => {
            let vote = |id: &Value| json!({"finding": id, "vote": "SUPPORT", "rationale": why});
            ("validity", ids.into_iter().map(vote).collect())
        }
        _ => return reply,
    };
    if let Some(list) = reply.get_mut(key) {
        *list = Value::Array(said);
    }
    reply
}
