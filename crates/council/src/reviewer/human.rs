//! A person in a seat: nobody is called, the answer is handed in when it is there.

use council_engine::{Answered, BoxFuture, Call, Fault, Flow, Reviewer};

/// A person in a seat.
#[derive(Debug)]
pub(super) struct HumanSeat;

impl<F: Flow> Reviewer<F> for HumanSeat {
    fn name(&self) -> String {
        "human".to_owned()
    }

    fn bound(&self, _call: &Call<F>) -> u64 {
        0
    }

    fn is_awaited(&self) -> bool {
        true
    }

    /// Nobody asks, because the session waits instead.
    fn answer<'a>(&'a self, _call: &'a Call<F>) -> BoxFuture<'a, Result<Answered, Fault>> {
        let reason = "a person hands an answer in and is not called".to_owned();
        Box::pin(async move { Err(Fault::Lasting { reason, tokens: 0 }) })
    }
}
