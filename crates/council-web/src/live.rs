//! A session that runs, here or in another process: its journal is followed, and a browser that comes back says how far it
//! had read.

use std::{collections::VecDeque, convert::Infallible, sync::Arc, time::Duration};

use askama::Template;
use axum::{
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    response::{
        IntoResponse as _, Response,
        sse::{Event, KeepAlive, Sse},
    },
};
use council::follow::{self, FollowedSession};
use futures_util::{Stream, stream};
use serde::Deserialize;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Site, reply, text};

/// How long to wait before the journal is looked at again.
const PAUSE: Duration = Duration::from_millis(400);

/// The most browsers that follow something at a time.
const MOST: usize = 32;

/// How many of the last things that happened are shown.
const LAST: usize = 200;

/// Who follows.
#[derive(Debug)]
pub(crate) struct Followers(Arc<Semaphore>);

impl Default for Followers {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MOST)))
    }
}

/// How far a session is, as it is shown.
#[derive(Debug, Template)]
#[template(path = "live.html")]
pub(crate) struct LiveView {
    pub(crate) piece: String,
    pub(crate) state: String,
    pub(crate) headline: String,
    pub(crate) is_over: bool,
    pub(crate) seats: Vec<(String, &'static str)>,
    pub(crate) findings: usize,
    pub(crate) tokens: u64,
    pub(crate) seconds: String,
    pub(crate) left_out: usize,
    pub(crate) happened: Vec<(u64, String, String)>,
}

impl LiveView {
    /// Shows how far a session is.
    pub(crate) fn of(followed: &FollowedSession) -> Self {
        let left_out = followed.happened.len().saturating_sub(LAST);
        let seats = followed.seats.iter().map(|(seat, doing)| (seat.to_string(), *doing));
        let happened = followed.happened.iter().skip(left_out).rev().map(|one| {
            let at = one.at.strftime("%H:%M:%S").to_string();
            (one.position, at, text::line(&one.what))
        });
        Self {
            piece: text::piece(&followed.id),
            state: text::line(&followed.state),
            headline: text::line(&followed.headline),
            is_over: followed.is_over,
            seats: seats.collect(),
            findings: followed.findings,
            tokens: followed.tokens,
            seconds: format!("{:.1} s", followed.active.as_secs_f64()),
            left_out,
            happened: happened.collect(),
        }
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct AfterQuery {
    after: Option<u64>,
}

/// Follows a session from a position in its journal on: the one that the browser saw last, or that its page had.
pub(crate) async fn session(
    State(site): State<Arc<Site>>,
    Path(id): Path<String>,
    Query(AfterQuery { after }): Query<AfterQuery>,
    headers: HeaderMap,
) -> Response {
    let Ok(permit) = Arc::clone(&site.followers.0).try_acquire_owned() else {
        return reply::plain(StatusCode::SERVICE_UNAVAILABLE, "too many pages follow something");
    };
    let seen = headers.get("last-event-id").and_then(|id| id.to_str().ok()?.parse().ok());
    let follower = Follower {
        site,
        id,
        seen: seen.or(after).unwrap_or(0),
        waiting: VecDeque::new(),
        is_over: false,
        _permit: permit,
    };
    Sse::new(followed(follower)).keep_alive(KeepAlive::default()).into_response()
}

struct Follower {
    site: Arc<Site>,
    id: String,
    seen: u64,
    waiting: VecDeque<Event>,
    is_over: bool,
    _permit: OwnedSemaphorePermit,
}

fn followed(follower: Follower) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(follower, |mut follower| async move {
        loop {
            if let Some(event) = follower.waiting.pop_front() {
                return Some((Ok(event), follower));
            }
            if follower.is_over {
                return None;
            }
            follower.look().await;
            if follower.waiting.is_empty() && !follower.is_over {
                tokio::time::sleep(PAUSE).await;
            }
        }
    })
}

impl Follower {
    /// Looks at the journal again.
    async fn look(&mut self) {
        let (site, id) = (Arc::clone(&self.site), self.id.clone());
        let looked =
            tokio::task::spawn_blocking(move || follow::session(&site.around.repo, &id)).await;
        // What is being written this instant is whole the next time.
        let Ok(Ok(followed)) = looked else { return };
        if followed.position > self.seen {
            self.seen = followed.position;
            let page = LiveView::of(&followed).render().unwrap_or_default();
            let page = reply::hidden(&self.site, page);
            self.waiting.push_back(Event::default().id(followed.position.to_string()).data(page));
        }
        if followed.is_over {
            self.waiting.push_back(Event::default().event("over").data("over"));
            self.is_over = true;
        }
    }
}
