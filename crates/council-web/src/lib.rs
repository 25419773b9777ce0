//! The page of Council: what the command line says, for people who do not live in a terminal.
//!
//! It is a shell over the application, as the screen is. A page holds the same report values that commands print and sets
//! them as HTML; a form fills the same request that a command makes, and the same function records it. Who may ask at all
//! is decided in `guard`, before any page is made. Text from documents and models reaches a page only through templates
//! that escape it, or through `ammonia`.
#![expect(
    clippy::disallowed_types,
    reason = "a server listens on a socket that the command line opened for it"
)]

mod asset;
mod connections;
mod document;
pub mod export;
mod forms;
mod guard;
mod keys;
mod live;
mod markdown;
mod pages;
mod picture;
mod reply;
mod text;
mod view;

use std::{
    future::{Future, IntoFuture as _},
    io,
    net::TcpListener,
    pin::pin,
    sync::Arc,
};

use axum::{Router, middleware, routing::get};
use connections::BoundedListener;
use futures_util::future::{Either, select};

pub use council::desk::DeskContext;
pub use guard::{NotAnAddress, PageAddress};
pub use keys::PageSecrets;

/// A page over one repository: what surrounds it, who may ask for it, and by which names it is reached.
#[derive(Debug)]
pub struct Site {
    around: DeskContext,
    keys: PageSecrets,
    front: PageAddress,
    shown: forms::ShownForms,
    followers: live::Followers,
}

impl Site {
    /// Makes a page.
    pub fn new(around: DeskContext, keys: PageSecrets, front: PageAddress) -> Arc<Self> {
        let (shown, followers) = (forms::ShownForms::default(), live::Followers::default());
        Arc::new(Self { around, keys, front, shown, followers })
    }

    /// Returns the address that lets one browser in, once.
    pub fn invitation(&self) -> String {
        format!("{}/enter?token={}", self.front.origin(), self.keys.token())
    }
}

/// Returns everything the server answers. Other surfaces over the same socket, such as `/mcp`, are merged below the same
/// guard by whoever adds them here.
pub fn router(site: &Arc<Site>) -> Router {
    let guarded = pages::router()
        .merge(forms::router())
        .layer(middleware::from_fn_with_state(Arc::clone(site), guard::visitor))
        .with_state(Arc::clone(site));
    Router::new()
        .route("/enter", get(guard::enter))
        .route("/assets/{name}", get(asset::serve))
        .route("/favicon.ico", get(asset::icon))
        .with_state(Arc::clone(site))
        .merge(guarded)
        .layer(middleware::from_fn_with_state(Arc::clone(site), guard::front))
}

/// Answers requests until somebody says to stop.
pub async fn serve(
    listener: TcpListener,
    site: &Arc<Site>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    listener.set_nonblocking(true)?;
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let server = pin!(axum::serve(BoundedListener::new(listener), router(site)).into_future());
    // A page that is followed never ends by itself, so nobody waits for what is open.
    match select(server, pin!(stop)).await {
        Either::Left((ended, _)) => ended,
        Either::Right(((), _)) => Ok(()),
    }
}
