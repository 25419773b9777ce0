//! The first page: what waits for somebody, the sessions, the panels and the forums.

use askama::Template;
use council::{
    StoreError,
    core::severity::Severity,
    desk::{self, DeskItemKind},
    show::{self, SessionRow},
    store::SessionFiles,
};

use crate::{
    Site,
    reply::{NavItem, PageContent},
    text,
    view::{ReportView, Tone},
};

/// How many sessions a page has.
const EACH: usize = 50;

#[derive(Debug, Template)]
#[template(path = "sessions.html")]
struct SessionsView {
    title: String,
    lead: String,
    projects: Vec<ProjectRow>,
    rows: Vec<PageRow>,
    records: Vec<PageRow>,
    newer: Option<usize>,
    older: Option<usize>,
    is_series: bool,
}

#[derive(Debug)]
struct ProjectRow {
    kind: &'static str,
    name: String,
    href: String,
    headline: String,
}

#[derive(Debug)]
struct PageRow {
    href: String,
    id: String,
    packet: String,
    series: String,
    at: String,
    state: String,
    tone: Tone,
    verdict: String,
    counts: Vec<(Tone, String)>,
    /// Where it is compared with the one before it.
    compare: String,
}

/// Shows one page of the list.
pub(super) fn page(site: &Site, number: usize) -> PageContent {
    match listed(site, number.max(1)) {
        Ok(view) => PageContent::new(NavItem::Sessions, "Reviews", &view),
        Err(error) => unreadable(&error),
    }
}

fn listed(site: &Site, number: usize) -> Result<SessionsView, StoreError> {
    let (repo, today) = (&site.around.repo, (site.around.today)());
    let files = repo.sessions()?;
    let skipped = (number - 1).saturating_mul(EACH);
    let here = files.iter().skip(skipped).take(EACH);
    let rows: Vec<PageRow> = here.map(|files| PageRow::of(show::row(repo, files, today))).collect();
    let is_last = skipped + rows.len() >= files.len();
    let records = if is_last { show::others(repo, &files)? } else { Vec::new() };
    let projects = if number == 1 { desk::projects(repo, today)? } else { Vec::new() };
    let projects = projects.into_iter().map(|item| {
        let (kind, page) = match item.kind {
            DeskItemKind::Session(_) => ("council", "panel"),
            DeskItemKind::Panel(_) => ("panel", "panel"),
            DeskItemKind::Forum(_) => ("forum", "forum"),
        };
        ProjectRow {
            kind,
            href: format!("/projects/{}/{page}", text::piece(&item.name)),
            name: text::line(&item.name),
            headline: text::line(&item.headline),
        }
    });
    let mut packets: Vec<&str> = files.iter().map(|files| files.packet().as_str()).collect();
    packets.sort_unstable();
    packets.dedup();
    Ok(SessionsView {
        title: "Reviews".to_owned(),
        lead: format!(
            "{} on {}",
            text::count(files.len(), "session"),
            text::count(packets.len(), "packet")
        ),
        projects: projects.collect(),
        rows,
        records: records.into_iter().map(PageRow::of).collect(),
        newer: (number > 1).then(|| number - 1),
        older: (!is_last).then_some(number + 1),
        is_series: false,
    })
}

/// Shows the sessions on one packet.
pub(super) fn series(site: &Site, packet: &str) -> PageContent {
    let (repo, today) = (&site.around.repo, (site.around.today)());
    let files: Vec<SessionFiles> = match repo.sessions() {
        Ok(files) => files.into_iter().filter(|one| one.packet().as_str() == packet).collect(),
        Err(error) => return unreadable(&error),
    };
    let ids: Vec<String> = files.iter().map(SessionFiles::id).collect();
    let rows = files.iter().take(EACH).enumerate().map(|(at, files)| {
        let mut row = PageRow::of(show::row(repo, files, today));
        if let Some(before) = ids.get(at + 1) {
            let (from, to) = (text::piece(before), text::piece(&files.id()));
            row.compare = format!("/compare?from={from}&to={to}");
        }
        row
    });
    let rows: Vec<PageRow> = rows.collect();
    if rows.is_empty() {
        return super::manual::nothing();
    }
    let title = text::line(packet);
    let view = SessionsView {
        title: title.clone(),
        lead: format!("{} on this packet", text::count(files.len(), "session")),
        projects: Vec::new(),
        rows,
        records: Vec::new(),
        newer: None,
        older: None,
        is_series: true,
    };
    PageContent::new(NavItem::Sessions, title, &view)
}

fn unreadable(error: &StoreError) -> PageContent {
    let report = crate::view::unreadable("show", error);
    let status = axum::http::StatusCode::INTERNAL_SERVER_ERROR;
    PageContent::new(NavItem::Sessions, "Not possible", &ReportView::of(&report)).with(status)
}

impl PageRow {
    fn of(row: SessionRow) -> Self {
        // A record that no session of ours left is known by its path.
        let name = if row.id.starts_with("COUNCIL-") { row.id.clone() } else { row.path.clone() };
        let counts = Severity::ALL.into_iter().filter_map(|severity| {
            let number = row.severities.get(&severity).copied().filter(|number| *number > 0)?;
            let tone = Tone::of_severity(Some(severity));
            Some((tone, text::count(number, severity.word())))
        });
        let counts = counts.collect();
        let packet = row.packet.unwrap_or_default();
        Self {
            href: format!("/sessions/{}", text::piece(&name)),
            id: text::line(&row.id),
            series: format!("/series/{}", text::piece(&packet)),
            packet: text::line(&packet),
            at: text::line(row.at.as_deref().unwrap_or("–")),
            state: text::line(&row.state),
            tone: Tone::of_verdict(row.verdict),
            verdict: text::line(&row.headline),
            counts,
            compare: String::new(),
        }
    }
}
