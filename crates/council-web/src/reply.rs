//! What is answered: a page, or a sentence that says why there is none.

use askama::Template;
use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse as _, Response},
};
use council::run::RunError;

use crate::{Site, view::ReportView};

/// What a page is made of: what is particular to it; the rest is the same on all.
#[derive(Debug, Clone)]
pub(crate) struct PageContent {
    status: StatusCode,
    title: String,
    /// Which of the places in the head it belongs to.
    place: NavItem,
    body: String,
    /// Whether it is followed, and so needs scripts.
    is_live: bool,
}

/// A place in the head of every page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NavItem {
    Sessions,
    Stages,
    Rules,
    Modes,
}

#[derive(Template)]
#[template(path = "layout.html")]
struct LayoutView<'a> {
    title: &'a str,
    place: &'a str,
    body: &'a str,
    nonce: &'a str,
    is_live: bool,
}

impl PageContent {
    /// Makes a page of a body.
    pub(crate) fn new(place: NavItem, title: impl Into<String>, body: &impl Template) -> Self {
        // A template of ours writes into memory, which takes everything.
        let body = body.render().unwrap_or_default();
        Self { status: StatusCode::OK, title: title.into(), place, body, is_live: false }
    }

    /// Gives it another status.
    #[must_use]
    pub(crate) fn with(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Says that it is followed.
    #[must_use]
    pub(crate) fn live(mut self, is_live: bool) -> Self {
        self.is_live = is_live;
        self
    }

    /// Puts it between the head and the foot that all pages have. Where the repository lies on this machine is nobody's
    /// business: an error may name it, a page does not.
    pub(crate) fn answer(self, site: &Site, nonce: &str) -> Response {
        let place = match self.place {
            NavItem::Sessions => "sessions",
            NavItem::Stages => "stages",
            NavItem::Rules => "rules",
            NavItem::Modes => "modes",
        };
        let layout = LayoutView {
            title: &self.title,
            place,
            body: &self.body,
            nonce,
            is_live: self.is_live,
        };
        let page = hidden(site, layout.render().unwrap_or_default());
        (self.status, Html(page)).into_response()
    }
}

/// Takes the path of the repository out of a text.
pub(crate) fn hidden(site: &Site, text: String) -> String {
    let root = site.around.repo.root().display().to_string();
    if root.len() > 1 && text.contains(&root) { text.replace(&root, "…") } else { text }
}

/// Answers in one sentence.
pub(crate) fn plain(status: StatusCode, said: &'static str) -> Response {
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    (status, [(header::CONTENT_TYPE, kind)], format!("{said}\n")).into_response()
}

/// Says that something could not be shown or done.
pub(crate) fn failed(place: NavItem, command: &'static str, error: &RunError) -> PageContent {
    let status = match error {
        RunError::Session(_) => StatusCode::NOT_FOUND,
        _ => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let report = crate::view::failure(command, error);
    PageContent::new(place, "Not possible", &ReportView::of(&report)).with(status)
}
