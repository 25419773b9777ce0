//! The pages: which address shows what.

mod compare;
mod manual;
mod project;
mod session;
mod sessions;
mod stages;

use std::{convert::Infallible, sync::Arc};

use axum::{
    Router,
    extract::{FromRequestParts, Path, Query},
    http::{StatusCode, header, request::Parts},
    response::{IntoResponse as _, Response},
    routing::get,
};
use serde::Deserialize;

pub(crate) use compare::{TextView, changes};
pub(crate) use session::SessionView;

use crate::{
    Site,
    guard::Nonce,
    reply::{self, PageContent},
};

/// Returns the pages.
pub(crate) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/", get(sessions_page))
        .route("/series/{packet}", get(series_page))
        .route("/sessions/{id}", get(session_page))
        .route("/sessions/{id}/live", get(crate::live::session))
        .route("/sessions/{id}/verdict", get(verdict_page))
        .route("/sessions/{id}/document", get(document_page))
        .route("/sessions/{id}/coverage.svg", get(coverage_file))
        .route("/sessions/{id}/findings/{finding}", get(finding_page))
        .route("/compare", get(compare_page))
        .route("/stages", get(stages_page))
        .route("/stages/{spec}/{stage}", get(stage_page))
        .route("/projects/{project}/panel", get(panel_page))
        .route("/projects/{project}/forum", get(forum_page))
        .route("/projects/{project}/held/{session}", get(held_page))
        .route("/rules", get(rules_page))
        .route("/rules/{rule}", get(rule_page))
        .route("/modes", get(modes_page))
        .route("/modes/{mode}", get(mode_page))
        .fallback(nothing)
}

/// Somebody who asks for a page.
pub(crate) struct PageRequest {
    site: Arc<Site>,
    nonce: String,
}

impl FromRequestParts<Arc<Site>> for PageRequest {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        let nonce = parts.extensions.get::<Nonce>().map(|nonce| nonce.0.clone());
        Ok(Self { site: Arc::clone(site), nonce: nonce.unwrap_or_default() })
    }
}

impl PageRequest {
    /// Makes a page where files may be waited for.
    pub(crate) async fn page(
        self,
        make: impl FnOnce(&Site) -> PageContent + Send + 'static,
    ) -> Response {
        let site = Arc::clone(&self.site);
        match tokio::task::spawn_blocking(move || make(&site)).await {
            Ok(page) => page.answer(&self.site, &self.nonce),
            Err(_) => {
                reply::plain(StatusCode::INTERNAL_SERVER_ERROR, "this page could not be made")
            }
        }
    }
}

#[derive(Debug, Deserialize)]
struct PageQuery {
    page: Option<usize>,
}

#[derive(Debug, Deserialize)]
struct PathQuery {
    path: Option<String>,
}

#[derive(Debug, Deserialize)]
struct CompareQuery {
    from: String,
    to: String,
}

#[derive(Debug, Deserialize)]
struct SearchQuery {
    word: Option<String>,
}

async fn sessions_page(visit: PageRequest, Query(paged): Query<PageQuery>) -> Response {
    visit.page(move |site| sessions::page(site, paged.page.unwrap_or(1))).await
}

async fn series_page(visit: PageRequest, Path(packet): Path<String>) -> Response {
    visit.page(move |site| sessions::series(site, &packet)).await
}

async fn session_page(visit: PageRequest, Path(id): Path<String>) -> Response {
    let nonce = visit.nonce.clone();
    visit.page(move |site| session::page(site, &id, &nonce)).await
}

async fn verdict_page(visit: PageRequest, Path(id): Path<String>) -> Response {
    visit.page(move |site| session::verdict(site, &id)).await
}

async fn document_page(
    visit: PageRequest,
    Path(id): Path<String>,
    Query(chosen): Query<PathQuery>,
) -> Response {
    visit.page(move |site| session::document(site, &id, chosen.path.as_deref())).await
}

async fn coverage_file(visit: PageRequest, Path(id): Path<String>) -> Response {
    let site = Arc::clone(&visit.site);
    let drawn = tokio::task::spawn_blocking(move || session::coverage(&site, &id)).await;
    match drawn {
        Ok(Some(svg)) => ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response(),
        Ok(None) | Err(_) => reply::plain(StatusCode::NOT_FOUND, "there is no such picture"),
    }
}

async fn finding_page(visit: PageRequest, Path((id, finding)): Path<(String, String)>) -> Response {
    visit.page(move |site| session::finding(site, &id, &finding)).await
}

async fn compare_page(visit: PageRequest, Query(two): Query<CompareQuery>) -> Response {
    visit.page(move |site| compare::page(site, &two.from, &two.to)).await
}

async fn stages_page(visit: PageRequest) -> Response {
    visit.page(stages::board).await
}

async fn stage_page(visit: PageRequest, Path((spec, stage)): Path<(String, String)>) -> Response {
    visit.page(move |site| stages::one(site, &spec, &stage)).await
}

async fn panel_page(visit: PageRequest, Path(project): Path<String>) -> Response {
    visit.page(move |site| project::panel(site, &project)).await
}

async fn forum_page(visit: PageRequest, Path(project): Path<String>) -> Response {
    visit.page(move |site| project::forum(site, &project)).await
}

async fn held_page(
    visit: PageRequest,
    Path((project, session)): Path<(String, String)>,
) -> Response {
    visit.page(move |site| project::held(site, &project, &session)).await
}

async fn rules_page(visit: PageRequest) -> Response {
    visit.page(|_| manual::rules()).await
}

async fn rule_page(visit: PageRequest, Path(rule): Path<String>) -> Response {
    visit.page(move |_| manual::rule(&rule)).await
}

async fn modes_page(visit: PageRequest, Query(searched): Query<SearchQuery>) -> Response {
    visit.page(move |_| manual::modes(searched.word.as_deref())).await
}

async fn mode_page(visit: PageRequest, Path(mode): Path<String>) -> Response {
    visit.page(move |_| manual::mode(&mode)).await
}

async fn nothing(visit: PageRequest) -> Response {
    visit.page(|_| manual::nothing()).await
}
