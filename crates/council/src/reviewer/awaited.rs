//! A seat whose answers are handed in: nobody is called, the session waits until an answer is there.

use council_engine::{BoxFuture, Call, Fault, Flow, Reviewer, ReviewerReply};

use super::Awaited;

/// A person or an agent of the host in a seat.
#[derive(Debug)]
pub(super) struct AwaitedSeat(pub(super) Awaited);

impl<F: Flow> Reviewer<F> for AwaitedSeat {
    fn name(&self) -> String {
        match self.0 {
            Awaited::Person => "human".to_owned(),
            Awaited::Host => "host".to_owned(),
        }
    }

    fn bound(&self, _call: &Call<F>) -> u64 {
        0
    }

    fn is_awaited(&self) -> bool {
        true
    }

    /// Nobody asks, because the session waits instead.
    fn answer<'a>(&'a self, _call: &'a Call<F>) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        let reason = "an answer in this seat is handed in, and nobody is called".to_owned();
        Box::pin(async move { Err(Fault::Lasting { reason, tokens: 0 }) })
    }
}
