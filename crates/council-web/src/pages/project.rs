//! Panels and forums: how they stand, their reviews and rounds, and what was said in them.

use std::collections::BTreeSet;

use askama::Template;
use axum::http::StatusCode;
use council::{
    answer,
    core::ident::ProjectName,
    desk::{self, DeskItemKind},
    drill::{self, Drill},
    formats::report::Report,
    forum::{self, ForumFolder, ForumRequest},
    handoff::{self, HandoffRequest},
    project::{self, ProjectSession},
    run::RunError,
};

use crate::{
    Site, markdown,
    reply::{self, NavItem, PageContent},
    text,
    view::{ReportView, failure},
};

#[derive(Debug, Template)]
#[template(path = "project.html")]
struct ProjectView {
    kind: &'static str,
    name: String,
    piece: String,
    waiting: Vec<String>,
    /// What can be done, as words and the address of the form.
    actions: Vec<(&'static str, String)>,
    reports: Vec<String>,
    /// Reviews or rounds, as name and address.
    held: Vec<(String, String)>,
    page: String,
}

fn named(project: &str) -> Result<ProjectName, Box<PageContent>> {
    ProjectName::new(project).map_err(|_| Box::new(super::manual::nothing()))
}

/// Shows the panel of a project: its gates and its reviews.
pub(super) fn panel(site: &Site, project: &str) -> PageContent {
    let project = match named(project) {
        Ok(project) => project,
        Err(made) => return *made,
    };
    let (repo, today) = (&site.around.repo, (site.around.today)());
    let reviews = match handoff::reviews(repo, &project) {
        Ok(reviews) => reviews,
        Err(error) => return reply::failed(NavItem::Sessions, "gate handoff", &error.into()),
    };
    let kind = DeskItemKind::Panel(project.clone());
    let gate = match handoff::gate(repo, &HandoffRequest::new(project.clone(), today)) {
        Ok(gate) => drilled(handoff::report(&gate), &gate.stand_ins),
        Err(error) => failure("gate handoff", &error),
    };
    let again = match handoff::rereview(repo, &project) {
        Ok(again) => handoff::rereview_report(&again, handoff::waits(repo, &project, today)),
        Err(error) => failure("gate rereview", &error),
    };
    let current = reviews.series.current();
    let piece = text::piece(project.as_str());
    let mut actions = Vec::new();
    if let Some(review) = current {
        let is_pending = review.is_pending();
        if is_pending {
            actions
                .push(("Decide on the recommendations", format!("/projects/{piece}/panel/decide")));
        } else if review.decision().is_none() {
            actions.push(("Proceed or meet again", format!("/projects/{piece}/panel/gate")));
        }
    }
    let held = reviews.series.reviews().iter().rev().map(|review| {
        (format!("Review {}", review.number), format!("/projects/{piece}/held/{}", review.number))
    });
    let page = current.map(|review| markdown::rendered(&without_front(&review.text)));
    view(site, &kind, "panel", actions, vec![gate, again], held.collect(), page.unwrap_or_default())
}

/// Shows the forum of a project: its gate, its rounds, and what the human is shown of the last one.
pub(super) fn forum(site: &Site, project: &str) -> PageContent {
    let project = match named(project) {
        Ok(project) => project,
        Err(made) => return *made,
    };
    let repo = &site.around.repo;
    let review = match forum::review(repo, &ForumRequest { project: project.clone() }) {
        Ok(review) => drilled(forum::report(&review), &review.stand_ins),
        Err(error) => failure("gate forum", &error),
    };
    let room = ForumFolder::find(repo, &project).ok();
    let piece = text::piece(project.as_str());
    let page = room.as_ref().and_then(|room| forum::shown(&room.discussion));
    let latest = room.as_ref().and_then(|room| room.discussion.latest());
    let mut actions = Vec::new();
    if latest.is_some_and(|held| held.decision().is_none()) {
        actions.push(("Decide on this round", format!("/projects/{piece}/forum/decide")));
    }
    let rounds = room.iter().flat_map(|room| room.discussion.held().iter().rev()).map(|held| {
        let number = held.summary().number();
        (format!("Round {number}"), format!("/projects/{piece}/held/round-{number}"))
    });
    let (kind, held) = (DeskItemKind::Forum(project.clone()), rounds.collect());
    let page = page.as_deref().map(markdown::rendered).unwrap_or_default();
    view(site, &kind, "forum", actions, vec![review], held, page)
}

fn view(
    site: &Site,
    kind: &DeskItemKind,
    word: &'static str,
    actions: Vec<(&'static str, String)>,
    mut reports: Vec<Report>,
    held: Vec<(String, String)>,
    page: String,
) -> PageContent {
    let name = match kind {
        DeskItemKind::Session(id) => id.clone(),
        DeskItemKind::Panel(project) | DeskItemKind::Forum(project) => project.to_string(),
    };
    let asks = desk::asked(&site.around.repo, kind);
    if let Some(first) = reports.first_mut().filter(|_| !asks.is_empty()) {
        answer::waiting(first, &asks);
    }
    let set = |report: &Report| {
        ReportView::of(report)
            .render()
            .unwrap_or_default()
            .replace("<h1>", "<h2>")
            .replace("</h1>", "</h2>")
    };
    let view = ProjectView {
        kind: word,
        piece: text::piece(&name),
        name: text::line(&name),
        waiting: asks.iter().map(|ask| text::line(&ask.seat)).collect(),
        actions,
        reports: reports.iter().map(set).collect(),
        held,
        page,
    };
    PageContent::new(NavItem::Sessions, format!("{word} {}", view.name), &view)
}

/// Shows one review or one round, as it was recorded: who said what in it.
pub(super) fn held(site: &Site, project: &str, session: &str) -> PageContent {
    let given = format!("{project}/{session}");
    let Some(session) = ProjectSession::read(&given) else { return super::manual::nothing() };
    match project::show(&site.around.repo, &session) {
        Ok(Some(mut report)) => {
            report.page = report.page.map(|page| without_front(&page));
            PageContent::new(NavItem::Sessions, text::line(&given), &ReportView::of(&report))
        }
        Ok(None) => super::manual::nothing(),
        Err(error @ RunError::Session(_)) => {
            let report = failure("show", &error);
            PageContent::new(NavItem::Sessions, "Not there", &ReportView::of(&report))
                .with(StatusCode::NOT_FOUND)
        }
        Err(error) => reply::failed(NavItem::Sessions, "show", &error),
    }
}

/// Marks what stand-ins came to, as the gates do where nobody says that a drill is meant.
fn drilled(mut report: Report, stand_ins: &BTreeSet<&'static str>) -> Report {
    drill::mark(&mut report, stand_ins, Drill::Unsaid);
    report
}

/// Returns a page without the keys for programs above it.
fn without_front(page: &str) -> String {
    let Some(rest) = page.strip_prefix("---\n") else { return page.to_owned() };
    rest.split_once("\n---\n").map_or(page, |(_, body)| body).to_owned()
}
