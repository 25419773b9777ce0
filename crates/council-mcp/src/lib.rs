//! A server for coding agents: what the command line does, as tools of the Model Context Protocol.
//!
//! A tool call becomes a command line, and the command line runs it ([`Commands`]), so a tool can do nothing that a command
//! cannot and says the same. What only the protocol has is here: forms in which a person decides, questions that agents of the
//! host answer, sessions that go on while the client does something else.

mod arguments;
mod ask;
mod commands;
mod decide;
mod form;
mod jobs;
mod library;
mod server;
mod status;
mod tools;

use std::{future::Future, io, sync::Arc};

use rmcp::{ServiceExt as _, transport::stdio};

pub use commands::{CommandResult, Commands, Order, Told};

use server::McpServer;

/// Serves one client on standard input and output until it leaves or the server has to stop, and then waits for the sessions
/// that are under way: they are paid for.
pub async fn serve(
    commands: Arc<dyn Commands>,
    stopped: impl Future<Output = ()>,
) -> io::Result<()> {
    let server = McpServer::new(commands);
    let jobs = server.jobs();
    let mut stopped = std::pin::pin!(stopped);
    let running = tokio::select! {
        running = server.serve(stdio()) => match running {
            Ok(running) => running,
            // A client that leaves before it has said anything is no failure.
            Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
            Err(error) => return Err(io::Error::other(error)),
        },
        () = &mut stopped => return Ok(()),
    };
    let token = running.cancellation_token();
    tokio::select! {
        ended = running.waiting() => { ended.map_err(io::Error::other)?; }
        () = &mut stopped => token.cancel(),
    }
    jobs.finished().await;
    Ok(())
}
