//! The calls that are under way: one a question as a rule, and one more for every time it was asked again after a silence.

use std::collections::{BTreeMap, VecDeque};

use futures_util::{
    FutureExt as _,
    future::{AbortHandle, abortable},
    stream::FuturesUnordered,
};

use crate::{
    flow::Flow,
    port::{BoxFuture, Call, Fault, ReviewerReply},
};

/// One try at a call, with what was heard of it.
pub(crate) type Attempt<'a, F> = BoxFuture<'a, (Call<F>, CallResult<'a>)>;

/// What a reviewer says to a call, sooner or later.
pub(crate) type PendingReply<'a> = BoxFuture<'a, Result<ReviewerReply, Fault>>;

/// What happened to a call; nothing where nobody waits for it any more.
pub(crate) type FinishedCall<'a, F> = Option<(Call<F>, CallResult<'a>)>;

/// What was heard of a call.
pub(crate) enum CallResult<'a> {
    /// How it ended.
    Result(Result<ReviewerReply, Fault>),
    /// Nothing for too long. It is still under way, and the question is asked again.
    Silence { fault: Fault, answer: PendingReply<'a> },
    /// How a call ended after its question was asked again.
    Late(Result<ReviewerReply, Fault>),
}

/// The calls that are under way.
pub(crate) struct InFlight<'a, F: Flow> {
    pub(crate) calls: FuturesUnordered<BoxFuture<'a, FinishedCall<'a, F>>>,
    /// How to end those of a seat.
    ends: BTreeMap<F::Seat, Vec<AbortHandle>>,
    /// Calls that do not fit the budget any more, until they do.
    pub(crate) waiting: VecDeque<Call<F>>,
}

impl<F: Flow> Default for InFlight<'_, F> {
    fn default() -> Self {
        let (calls, ends, waiting) = (FuturesUnordered::new(), BTreeMap::new(), VecDeque::new());
        Self { calls, ends, waiting }
    }
}

impl<'a, F: Flow + 'a> InFlight<'a, F> {
    pub(crate) fn push(&mut self, seat: F::Seat, call: Attempt<'a, F>) {
        let (call, end) = abortable(call);
        self.ends.entry(seat).or_default().push(end);
        self.calls.push(Box::pin(call.map(Result::ok)));
    }

    /// Ends whatever is still under way for a seat that has answered or is lost.
    pub(crate) fn give_up(&mut self, seat: &F::Seat) {
        for end in self.ends.remove(seat).unwrap_or_default() {
            end.abort();
        }
    }
}
