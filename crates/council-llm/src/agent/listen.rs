//! Tells an agent its question and listens to its answer.

use std::{io, process::ExitStatus};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::Child,
    sync::watch,
};

use council_engine::Pulse;

use super::group::ProcessTree;
use crate::sse::LARGEST;

/// The most bytes of complaints that are kept.
const COMPLAINTS: usize = 64 * 1024;

/// How often the rest is looked for after an agent has ended: what it wrote is there, and nobody else is waited for.
const LOOKS: u32 = 64;

/// Tells and listens at the same time, because a pipe that nobody reads fills up. It is over when the agent has ended:
/// what it started and left behind is ended, and what has left its group is not waited for, though it holds the pipe.
pub(super) async fn converse(
    child: &mut Child,
    group: ProcessTree,
    told: &[u8],
    pulse: &Pulse,
) -> io::Result<(Vec<u8>, Vec<u8>, ExitStatus)> {
    let (Some(mut input), Some(output), Some(complaints)) =
        (child.stdin.take(), child.stdout.take(), child.stderr.take())
    else {
        return Err(io::Error::other("the process has no pipes"));
    };
    let (is_over, over) = watch::channel(false);
    let mut ended = over.clone();
    let telling = async move {
        tokio::select! {
            biased;
            // A process that answers before it has read everything has answered.
            _ = input.write_all(told) => {}
            () = is_true(&mut ended) => {}
        }
        drop(input);
    };
    // The pipe is closed after the last byte that is wanted, so that a process with more to say ends.
    let listening = read(output, LARGEST + 1, AtMost::Close, over.clone(), pulse);
    let complaining = read(complaints, COMPLAINTS, AtMost::Forget, over, pulse);
    let ending = async {
        let status = child.wait().await;
        // Whatever is left of the group ends now.
        drop(group);
        let _ = is_over.send(true);
        status
    };
    let ((), said, why, status) = tokio::join!(telling, listening, complaining, ending);
    Ok((said?, why?, status?))
}

/// Waits until something is so. Whoever would have said it and is gone has said it.
async fn is_true(watched: &mut watch::Receiver<bool>) {
    let _ = watched.wait_for(|so| *so).await;
}

/// What to do with bytes beyond the most that are kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtMost {
    /// Read no more.
    Close,
    /// Read and forget them, so that the process can go on.
    Forget,
}

async fn read(
    mut pipe: impl AsyncRead + Unpin,
    most: usize,
    beyond: AtMost,
    mut over: watch::Receiver<bool>,
    pulse: &Pulse,
) -> io::Result<Vec<u8>> {
    let mut kept = Vec::new();
    let mut piece = vec![0; 8192];
    let mut looks = 0;
    loop {
        let read = tokio::select! {
            biased;
            read = pipe.read(&mut piece) => read?,
            () = is_true(&mut over) => {
                looks += 1;
                if looks > LOOKS {
                    return Ok(kept);
                }
                tokio::task::yield_now().await;
                continue;
            }
        };
        if read == 0 {
            return Ok(kept);
        }
        pulse.beat();
        let room = most.saturating_sub(kept.len()).min(read);
        kept.extend_from_slice(piece.get(..room).unwrap_or_default());
        if kept.len() == most && beyond == AtMost::Close {
            return Ok(kept);
        }
    }
}
