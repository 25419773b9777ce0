//! A session as one file: no scripts, nothing loaded, good on paper and in a mail.

use askama::Template;
use council::{sessions::StoredSession, show};

use crate::{
    asset::STYLE,
    document::{DocumentView, Leading},
    pages::SessionView,
    picture::Picture,
    text,
};

#[derive(Debug, Template)]
#[template(path = "export.html")]
struct ExportView<'a> {
    title: String,
    style: &'a str,
    body: String,
    documents: Vec<(String, String)>,
}

/// Returns a session as one page that needs nothing else.
pub fn page(kept: &StoredSession) -> String {
    let view = SessionView::alone(kept, Leading::Anchors);
    let documents = match kept {
        StoredSession::Folded(folded) => {
            let documents = folded.reviewed.fold.packet().documents.iter();
            let set = documents.map(|document| {
                let view = DocumentView::of(folded, document, Leading::Anchors);
                (text::line(document.path()), view.render().unwrap_or_default())
            });
            set.collect()
        }
        StoredSession::Recorded(_) => Vec::new(),
    };
    let body = view.render().unwrap_or_default();
    let page = ExportView { title: view.id.clone(), style: STYLE, body, documents };
    page.render().unwrap_or_default()
}

/// Returns the picture of what a session covered, if it has one.
pub fn coverage(kept: &StoredSession) -> Option<String> {
    match kept {
        StoredSession::Folded(folded) => {
            Picture::of(&show::grid(folded)).map(|picture| picture.svg())
        }
        StoredSession::Recorded(_) => None,
    }
}
