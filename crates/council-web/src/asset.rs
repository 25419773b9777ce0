//! The files that pages need, which are part of the program.

use axum::{
    extract::Path,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};

use crate::reply;

/// How pages look; exports carry it with them.
pub(crate) const STYLE: &str = include_str!("../assets/style.css");

/// A file, its kind, and what is in it.
const ASSETS: [(&str, &str, &str); 5] = [
    ("icon.svg", "image/svg+xml", include_str!("../assets/icon.svg")),
    ("style.css", "text/css; charset=utf-8", STYLE),
    ("htmx.min.js", "text/javascript; charset=utf-8", include_str!("../assets/htmx.min.js")),
    ("hx-csp.min.js", "text/javascript; charset=utf-8", include_str!("../assets/hx-csp.min.js")),
    ("hx-sse.min.js", "text/javascript; charset=utf-8", include_str!("../assets/hx-sse.min.js")),
];

/// Answers browsers that ask for a picture by its old name.
pub(crate) async fn icon() -> Response {
    serve(Path("icon.svg".to_owned())).await
}

/// Answers with one of them.
pub(crate) async fn serve(Path(name): Path<String>) -> Response {
    let Some((_, kind, text)) = ASSETS.iter().find(|(known, ..)| *known == name) else {
        return reply::plain(StatusCode::NOT_FOUND, "there is no such file");
    };
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, *text).into_response()
}
