//! The language server: findings where a specification is written.
//!
//! It speaks the Language Server Protocol on two streams it is given, reads files through the store and decides nothing: an
//! editor shows what `council lint` prints. [`LspServer`] is a function from messages to messages; [`run`] gives it streams.

mod actions;
mod diagnostics;
mod frame;
mod ids;
mod server;
mod symbols;
mod text;
mod uri;
mod workspace;

use std::{
    io::{BufRead, Write},
    sync::mpsc::{self, Receiver},
    thread,
};

pub use server::{Ended, LspServer};
pub use workspace::{LspContext, ReadProject};

use frame::ClientMessage;

/// Serves one client until it leaves.
///
/// Messages are read on a thread of their own, so that what was cancelled meanwhile is not worked on, and a file that
/// changed ten times is linted once.
#[expect(clippy::disallowed_methods, reason = "standard input can only be waited for by a thread")]
pub fn run(
    input: impl BufRead + Send + 'static,
    mut output: impl Write,
    around: LspContext,
) -> Ended {
    let (sender, receiver) = mpsc::sync_channel(WAITING);
    thread::spawn(move || {
        let mut input = input;
        // A stream that is broken ends as one that is over: nobody knows where the next message begins.
        while let Ok(Some(received)) = frame::read(&mut input) {
            if sender.send(received).is_err() {
                return;
            }
        }
    });
    let mut server = LspServer::new(around);
    while let Some(batch) = next(&receiver) {
        server.cancel(&batch);
        for received in batch {
            let answers = match received {
                ClientMessage::Message(message) => server.take(*message),
                ClientMessage::Unreadable(reason) => vec![server::unreadable(&reason)],
            };
            if !sent(&mut output, &answers) {
                return Ended::Abandoned;
            }
            if let Some(ended) = server.ended() {
                return ended;
            }
        }
        let published = server.settle();
        if !sent(&mut output, &published) {
            return Ended::Abandoned;
        }
    }
    Ended::Abandoned
}

/// How many messages wait at most; a client that sends faster is not read from.
const WAITING: usize = 64;

/// Waits for a message, and takes those that came with it.
fn next(receiver: &Receiver<ClientMessage>) -> Option<Vec<ClientMessage>> {
    let first = receiver.recv().ok()?;
    Some(std::iter::once(first).chain(receiver.try_iter()).collect())
}

fn sent(output: &mut impl Write, messages: &[lsp_server::Message]) -> bool {
    messages.iter().all(|message| frame::write(output, message).is_ok())
}
