//! One session: the verdict first, what it rests on, who said what, its document and its findings.

use askama::Template;
use council::{
    answer,
    core::{
        council::{CouncilFinding, CouncilRecord},
        finding::SeatId,
        packet::Document,
        quorum::Vote,
    },
    decide, explain, follow,
    formats::report::Report,
    sessions::{self, JournaledSession, StoredSession},
    show,
};

use crate::{
    Site,
    document::{DocumentView, Leading, place_of},
    live::LiveView,
    picture::Picture,
    reply::{self, NavItem, PageContent},
    text,
    view::{Links, ReportView, SheetView, Tone},
};

/// What a session page has beside the sheet that commands print.
#[derive(Debug, Template)]
#[template(path = "session.html")]
pub(crate) struct SessionView {
    pub(crate) id: String,
    pub(crate) piece: String,
    pub(crate) tone: Tone,
    pub(crate) headline: String,
    /// Where its series is, if it has one.
    pub(crate) series: String,
    pub(crate) packet: String,
    pub(crate) has_document: bool,
    pub(crate) open: usize,
    pub(crate) waiting: Vec<String>,
    /// How far it is, where it runs.
    pub(crate) live: Option<Running>,
    pub(crate) sheet: String,
    pub(crate) matrix: Vec<MatrixRow>,
    pub(crate) rounds: Vec<RoundView>,
    pub(crate) coverage: Option<String>,
    /// Whether it is exported: then nothing on it leads to a server.
    pub(crate) is_alone: bool,
}

/// A session that runs.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) position: u64,
    pub(crate) nonce: String,
    pub(crate) page: String,
}

/// A finding and where each seat stands on it.
#[derive(Debug)]
pub(crate) struct MatrixRow {
    pub(crate) id: String,
    pub(crate) anchor: String,
    pub(crate) href: String,
    pub(crate) tone: Tone,
    pub(crate) severity: &'static str,
    pub(crate) text: String,
    pub(crate) seats: Vec<(&'static str, &'static str)>,
}

/// Who said what in a round.
#[derive(Debug)]
pub(crate) struct RoundView {
    pub(crate) name: String,
    pub(crate) said: Vec<(String, Vec<String>)>,
}

/// Shows a session.
pub(super) fn page(site: &Site, id: &str, nonce: &str) -> PageContent {
    match load(site, id) {
        Ok(kept) => {
            let view = SessionView::of(site, &kept, nonce);
            PageContent::new(NavItem::Sessions, view.id.clone(), &view).live(view.live.is_some())
        }
        Err(made) => *made,
    }
}

fn load(site: &Site, id: &str) -> Result<StoredSession, Box<PageContent>> {
    let today = (site.around.today)();
    sessions::load(&site.around.repo, id, Some(today))
        .map_err(|error| Box::new(reply::failed(NavItem::Sessions, "show", &error)))
}

impl SessionView {
    fn of(site: &Site, kept: &StoredSession, nonce: &str) -> Self {
        let id = kept.id();
        let asks = answer::open(&site.around.repo, &id).unwrap_or_default();
        let waiting = asks.iter().map(|ask| text::line(&ask.seat)).collect();
        let is_running =
            matches!(kept, StoredSession::Folded(folded) if folded.record.ending.is_none());
        let followed = follow::session(&site.around.repo, &id).ok().filter(|_| is_running);
        let live = followed.map(|followed| Running {
            position: followed.position,
            nonce: nonce.to_owned(),
            page: LiveView::of(&followed).render().unwrap_or_default(),
        });
        Self { waiting, live, ..Self::alone(kept, Leading::Pages) }
    }

    /// Sets a session as far as it needs nothing but itself.
    pub(crate) fn alone(kept: &StoredSession, leading: Leading) -> Self {
        let id = kept.id();
        let report = show::report(kept);
        let is_alone = leading == Leading::Anchors;
        let session = (!is_alone).then(|| id.clone());
        let links = Links { session, left_out: &["Coverage", "Files"] };
        let sheet = report.sheet.as_ref().map(|sheet| SheetView::of(sheet, &links));
        let headline = report.headline.strip_prefix(&format!("{id}: "));
        let verdict = kept.verdict();
        let folded = match kept {
            StoredSession::Folded(folded) => Some(&**folded),
            StoredSession::Recorded(_) => None,
        };
        let packet = kept.packet().unwrap_or_default();
        Self {
            piece: text::piece(&id),
            tone: Tone::of_verdict(verdict),
            headline: text::shown(headline.unwrap_or(&report.headline)),
            series: folded.map(|_| text::piece(&packet)).unwrap_or_default(),
            packet: text::line(&packet),
            has_document: folded.is_some(),
            open: folded.map_or(0, |folded| match folded.record.ending {
                Some(_) => decide::open(&folded.record).len(),
                None => 0,
            }),
            waiting: Vec::new(),
            live: None,
            sheet: sheet.map(|sheet| sheet.render().unwrap_or_default()).unwrap_or_default(),
            matrix: folded.map(|folded| matrix(folded, leading)).unwrap_or_default(),
            rounds: folded.map(|folded| rounds(&folded.record)).unwrap_or_default(),
            coverage: folded
                .and_then(|folded| Picture::of(&show::grid(folded)))
                .map(|drawn| drawn.svg()),
            is_alone,
            id: text::line(&id),
        }
    }
}

fn matrix(folded: &JournaledSession, leading: Leading) -> Vec<MatrixRow> {
    let record = &folded.record;
    let session = text::piece(&folded.reviewed.files.id());
    let row = |finding: &CouncilFinding| {
        let id = finding.id().to_string();
        MatrixRow {
            href: match leading {
                Leading::Pages => format!("/sessions/{session}/findings/{}", text::piece(&id)),
                Leading::Anchors => format!("#{}", text::anchor(&id)),
            },
            anchor: text::anchor(&id),
            id: text::line(&id),
            tone: Tone::of_severity(Some(finding.severity())),
            severity: finding.severity().word(),
            text: text::line(&finding.claim().description),
            seats: SeatId::ALL.map(|seat| stand(record, finding, seat)).to_vec(),
        }
    };
    record.findings.iter().map(row).collect()
}

/// Says where a seat stands on a finding, with a shape and a word.
fn stand(
    record: &CouncilRecord,
    finding: &CouncilFinding,
    seat: SeatId,
) -> (&'static str, &'static str) {
    let has_raised = finding.raised().any(|raised| raised.seat == seat);
    if finding.dissenting().contains(&seat) {
        return ("✕", "doubts");
    }
    if has_raised {
        return ("●", "raised");
    }
    if finding.supporting().contains(&seat) {
        return ("✓", "agrees");
    }
    if record.lost.contains_key(&seat) { ("–", "lost") } else { ("·", "silent") }
}

/// Says who said what in which round: claims first, then doubts and votes.
fn rounds(record: &CouncilRecord) -> Vec<RoundView> {
    let said = |seat: SeatId, of: &dyn Fn(&CouncilFinding) -> Vec<String>| {
        let lines: Vec<String> = record.findings.iter().flat_map(of).collect();
        (!lines.is_empty()).then(|| (seat.to_string(), lines))
    };
    record
        .rounds
        .iter()
        .map(|round| {
            let number = round.round.number();
            let of_seat = |seat: SeatId| {
                let raised = round.raised.iter().filter(|raised| raised.seat == seat);
                let mut lines: Vec<String> = raised
                    .map(|raised| {
                        let claim = raised.claim.claim();
                        text::line(&format!("{}: {}", claim.severity.word(), claim.description))
                    })
                    .collect();
                let later = said(seat, &|finding: &CouncilFinding| match number {
                    2 => doubts(finding, seat),
                    3 => votes(finding, seat),
                    _ => Vec::new(),
                });
                lines.extend(later.into_iter().flat_map(|(_, lines)| lines));
                if lines.is_empty() && round.answers.contains_key(&seat) {
                    lines.push("answered, and raised nothing new".to_owned());
                }
                (seat.to_string(), lines)
            };
            let said = SeatId::ALL.map(of_seat).into_iter().filter(|(_, lines)| !lines.is_empty());
            RoundView { name: format!("Round {number}"), said: said.collect() }
        })
        .collect()
}

fn doubts(finding: &CouncilFinding, seat: SeatId) -> Vec<String> {
    let opinions = finding.opinions().iter().filter(|(of, _)| *of == seat);
    opinions
        .map(|(_, opinion)| {
            let word = if opinion.holds.is_some() { "holds" } else { "does not hold" };
            text::line(&format!("{} {word}: {}", finding.id(), opinion.rationale))
        })
        .collect()
}

fn votes(finding: &CouncilFinding, seat: SeatId) -> Vec<String> {
    let ballots = [("valid", finding.validity()), ("the remedy", finding.remediation_ballot())];
    let cast = ballots.into_iter().filter_map(|(about, ballot)| {
        let (_, cast) = ballot?.votes.iter().find(|(of, _)| *of == seat)?;
        let vote = match cast.vote {
            Vote::Support => "supports it",
            Vote::Oppose => "opposes it",
            Vote::Abstain => "abstains",
        };
        Some(text::line(&format!("{} {about}? {vote}. {}", finding.id(), cast.rationale)))
    });
    cast.collect()
}

/// Explains the verdict.
pub(super) fn verdict(site: &Site, id: &str) -> PageContent {
    match explain::verdict(&site.around.repo, id, (site.around.today)()) {
        Ok(explained) => explained_page(id, "Verdict", &explain::report(&explained), None),
        Err(error) => reply::failed(NavItem::Sessions, "explain", &error),
    }
}

/// Shows a finding: its words, its lines, who said what about it, and its life.
pub(super) fn finding(site: &Site, id: &str, finding: &str) -> PageContent {
    let explained =
        match explain::finding(&site.around.repo, finding, Some(id), (site.around.today)()) {
            Ok(explained) => explained,
            Err(error) => return reply::failed(NavItem::Sessions, "explain", &error),
        };
    let place = load(site, id).ok().and_then(|kept| match kept {
        StoredSession::Folded(folded) => {
            let mut all = folded.record.findings.iter();
            all.find(|one| one.id().to_string() == finding || one.short_id().to_string() == finding)
                .and_then(place_of)
        }
        StoredSession::Recorded(_) => None,
    });
    explained_page(id, finding, &explain::report(&explained), place)
}

#[derive(Debug, Template)]
#[template(path = "explained.html")]
struct ExplainedView {
    session: String,
    piece: String,
    /// The line of the document that it is about.
    document: String,
    place: String,
    report: String,
}

fn explained_page(
    id: &str,
    title: &str,
    report: &Report,
    place: Option<(String, u32)>,
) -> PageContent {
    let links = Links { session: Some(id.to_owned()), left_out: &[] };
    let report = ReportView::linked(report, &links).render().unwrap_or_default();
    let piece = text::piece(id);
    let view = ExplainedView {
        session: text::line(id),
        document: place.as_ref().map_or_else(String::new, |(path, line)| {
            format!("/sessions/{piece}/document?path={}#L{line}", text::piece(path))
        }),
        place: place.map_or_else(String::new, |(path, line)| text::line(&format!("{path}:{line}"))),
        piece,
        report,
    };
    PageContent::new(NavItem::Sessions, text::line(title), &view)
}

#[derive(Debug, Template)]
#[template(path = "beside.html")]
struct BesideView {
    session: String,
    piece: String,
    path: String,
    others: Vec<(String, String, bool)>,
    document: String,
}

/// Shows a document of a session beside its findings.
pub(super) fn document(site: &Site, id: &str, path: Option<&str>) -> PageContent {
    let folded = match load(site, id) {
        Ok(StoredSession::Folded(folded)) => folded,
        Ok(StoredSession::Recorded(_)) => return super::manual::nothing(),
        Err(made) => return *made,
    };
    let documents = &folded.reviewed.fold.packet().documents;
    let chosen = match path {
        Some(path) => documents.iter().find(|document| document.path() == path),
        None => documents.first(),
    };
    let Some(chosen) = chosen else { return super::manual::nothing() };
    let piece = text::piece(&folded.reviewed.files.id());
    let others = documents.iter().map(|document: &Document| {
        let href = format!("/sessions/{piece}/document?path={}", text::piece(document.path()));
        (text::line(document.path()), href, document.path() == chosen.path())
    });
    let view = BesideView {
        session: text::line(&folded.reviewed.files.id()),
        path: text::line(chosen.path()),
        others: others.collect(),
        document: DocumentView::of(&folded, chosen, Leading::Pages).render().unwrap_or_default(),
        piece,
    };
    PageContent::new(NavItem::Sessions, view.path.clone(), &view)
}

/// Returns the picture of coverage as a file.
pub(super) fn coverage(site: &Site, id: &str) -> Option<String> {
    match load(site, id).ok()? {
        StoredSession::Folded(folded) => Picture::of(&show::grid(&folded)).map(|drawn| drawn.svg()),
        StoredSession::Recorded(_) => None,
    }
}
