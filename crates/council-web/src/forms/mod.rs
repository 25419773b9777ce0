//! Forms: plain, so that they work without scripts; they carry the hash of what was shown, and record what commands record.

mod answer;
mod forum;
mod panel;
mod session;

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, PoisonError},
};

use askama::Template;
use axum::{Extension, Router, extract::Path, http::StatusCode, response::Response, routing::get};
use council::{
    core::{gate::Outcome, handoff::CleanLine, signature},
    formats::report::Report,
};
use jiff::civil::Date;

use crate::{
    Site,
    guard::SentForm,
    pages::{PageRequest, TextView, changes},
    reply::{NavItem, PageContent},
    text,
    view::{ReportView, Tone},
};

/// How many forms are remembered as they were shown.
const REMEMBERED: usize = 64;

/// Returns the forms.
pub(crate) fn router() -> Router<Arc<Site>> {
    Router::new()
        .route("/sessions/{id}/decide", get(session_form).post(session_sent))
        .route("/projects/{project}/panel/decide", get(panel_form).post(panel_sent))
        .route("/projects/{project}/panel/gate", get(gate_form).post(gate_sent))
        .route("/projects/{project}/forum/decide", get(forum_form).post(forum_sent))
        .route("/answer/{given}", get(answer_form).post(answer_sent))
}

/// What forms showed, by its hash: where something changed meanwhile, the difference can be told.
#[derive(Debug, Default)]
pub(crate) struct ShownForms(Mutex<(BTreeMap<String, String>, VecDeque<String>)>);

impl ShownForms {
    fn remember(&self, hash: &str, shown: &str) {
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (texts, order) = &mut *memory;
        if texts.insert(hash.to_owned(), shown.to_owned()).is_none() {
            order.push_back(hash.to_owned());
        }
        while order.len() > REMEMBERED {
            if let Some(oldest) = order.pop_front() {
                texts.remove(&oldest);
            }
        }
    }

    fn recall(&self, hash: &str) -> Option<String> {
        let memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        memory.0.get(hash).cloned()
    }
}

/// A form: what is asked, matter by matter.
#[derive(Debug)]
struct PageForm {
    title: String,
    /// Where it is sent to, and where to go back to.
    action: String,
    back: String,
    intro: Vec<String>,
    matters: Vec<FormMatter>,
    /// The hash of the record that a decision is about.
    record: String,
}

/// Something that is decided on.
#[derive(Debug)]
struct FormMatter {
    key: String,
    tone: Tone,
    name: String,
    lines: Vec<String>,
    /// What can be chosen, as a word for the program and words for people.
    choices: Vec<(&'static str, &'static str)>,
    /// The first choice that stands where nobody has chosen.
    chosen: &'static str,
    words: Option<&'static str>,
    owner: Option<&'static str>,
    asks_day: bool,
}

/// What somebody answered to one matter.
#[derive(Debug, Clone, Default)]
struct FormAnswer<'s> {
    choice: Option<&'s str>,
    words: Option<CleanLine>,
    owner: Option<CleanLine>,
    until: Option<Date>,
    /// Whether a day was given that is none.
    is_no_day: bool,
}

impl PageForm {
    /// Returns everything that was shown.
    fn shown(&self) -> String {
        let mut lines = vec![format!("record {}", self.record)];
        lines.extend(self.intro.iter().cloned());
        for matter in &self.matters {
            lines.push(matter.name.clone());
            lines.extend(matter.lines.iter().cloned());
        }
        lines.join("\n")
    }

    fn hash(&self) -> String {
        signature::hash(&self.shown())
    }
}

impl FormMatter {
    fn answer<'s>(&self, sent: &'s SentForm) -> FormAnswer<'s> {
        let get = |part: &str| sent.get(&format!("{}-{part}", self.key));
        let until = get("until").map(str::parse::<Date>);
        FormAnswer {
            choice: get("choice"),
            words: get("words").and_then(CleanLine::new),
            owner: get("owner").and_then(CleanLine::new),
            is_no_day: matches!(until, Some(Err(_))),
            until: until.and_then(Result::ok),
        }
    }
}

#[derive(Debug, Template)]
#[template(path = "form.html")]
struct FormView<'a> {
    form: &'a PageForm,
    csrf: &'a str,
    hash: String,
    problem: String,
    by: &'a str,
    matters: Vec<MatterView>,
    intro: Vec<String>,
}

#[derive(Debug)]
struct MatterView {
    key: String,
    tone: Tone,
    name: String,
    lines: Vec<String>,
    choices: Vec<(&'static str, &'static str, bool)>,
    asks: Vec<AskView>,
}

#[derive(Debug)]
struct AskView {
    part: &'static str,
    label: &'static str,
    kind: &'static str,
    value: String,
}

impl<'a> FormView<'a> {
    fn of(site: &'a Site, form: &'a PageForm, sent: &'a SentForm, problem: String) -> Self {
        let matters = form.matters.iter().map(|matter| {
            let get = |part: &str| sent.get(&format!("{}-{part}", matter.key)).unwrap_or_default();
            let ask = |part: &'static str, label: &'static str, kind: &'static str| AskView {
                part,
                label,
                kind,
                value: text::line(get(part)),
            };
            let mut asks = Vec::new();
            asks.extend(matter.words.map(|label| ask("words", label, "text")));
            asks.extend(matter.owner.map(|label| ask("owner", label, "text")));
            asks.extend(matter.asks_day.then(|| ask("until", "Until which day?", "date")));
            let chosen =
                Some(get("choice")).filter(|word| !word.is_empty()).unwrap_or(matter.chosen);
            let choice =
                |(word, words): &(&'static str, &'static str)| (*word, *words, *word == chosen);
            MatterView {
                key: matter.key.clone(),
                tone: matter.tone,
                name: text::line(&matter.name),
                lines: matter.lines.iter().map(|line| text::shown(line)).collect(),
                choices: matter.choices.iter().map(choice).collect(),
                asks,
            }
        });
        Self {
            csrf: site.keys.form(),
            hash: form.hash(),
            problem,
            by: sent.get("by").unwrap_or_default(),
            matters: matters.collect(),
            intro: form.intro.iter().map(|line| text::shown(line)).collect(),
            form,
        }
    }
}

/// Shows a form, or says why there is none.
fn opened(site: &Site, form: Result<PageForm, Box<Report>>) -> PageContent {
    match form {
        Ok(form) => {
            site.shown.remember(&form.hash(), &form.shown());
            let nothing = SentForm::default();
            let view = FormView::of(site, &form, &nothing, String::new());
            PageContent::new(NavItem::Sessions, form.title.clone(), &view)
        }
        Err(report) => {
            PageContent::new(NavItem::Sessions, "Not possible now", &ReportView::of(&report))
                .with(status(&report))
        }
    }
}

/// Takes a form that was sent: refuses what is no longer as it was shown, shows again what is not complete, and says what
/// was recorded.
fn taken(
    site: &Site,
    form: Result<PageForm, Box<Report>>,
    sent: &SentForm,
    record: impl FnOnce(&Site, &PageForm, Option<CleanLine>) -> Report,
) -> PageContent {
    let form = match form {
        Ok(form) => form,
        Err(report) => return stale(site, sent, "", Some(&report)),
    };
    if sent.get("shown") != Some(form.hash().as_str()) {
        return stale(site, sent, &form.shown(), None);
    }
    let report = record(site, &form, sent.get("by").and_then(CleanLine::new));
    match report.outcome {
        Outcome::InputNeeded => {
            let said = report.signals.iter().map(|signal| signal.message.clone());
            let said: Vec<String> = said.collect();
            let problem = if said.is_empty() { report.headline.clone() } else { said.join("; ") };
            let view = FormView::of(site, &form, sent, text::shown(&problem));
            PageContent::new(NavItem::Sessions, form.title.clone(), &view)
                .with(StatusCode::UNPROCESSABLE_ENTITY)
        }
        _ if report.signals.iter().any(|signal| signal.code == "HASH_STALE") => {
            stale(site, sent, &form.shown(), Some(&report))
        }
        _ => {
            let view = RecordedView {
                back: form.back.clone(),
                report: ReportView::of(&report).render().unwrap_or_default(),
            };
            PageContent::new(NavItem::Sessions, "Recorded", &view).with(status(&report))
        }
    }
}

#[derive(Debug, Template)]
#[template(path = "recorded.html")]
struct RecordedView {
    back: String,
    report: String,
}

#[derive(Debug, Template)]
#[template(path = "stale.html")]
struct StaleView {
    report: String,
    /// What changed, where what was shown is still known.
    difference: Option<TextView>,
}

/// Says that something changed since it was shown, and what.
fn stale(site: &Site, sent: &SentForm, now: &str, report: Option<&Report>) -> PageContent {
    let before = sent.get("shown").and_then(|hash| site.shown.recall(hash));
    let difference = before.filter(|before| before != now);
    let view = StaleView {
        report: report
            .map(|one| ReportView::of(one).render().unwrap_or_default())
            .unwrap_or_default(),
        difference: difference.map(|before| {
            changes("What was shown, and what is there now", Some(&before), Some(now))
        }),
    };
    PageContent::new(NavItem::Sessions, "Changed meanwhile", &view).with(StatusCode::CONFLICT)
}

fn status(report: &Report) -> StatusCode {
    match report.outcome {
        Outcome::Pass | Outcome::Warned | Outcome::WarnedStrictly | Outcome::Skipped => {
            StatusCode::OK
        }
        Outcome::InputNeeded | Outcome::ApprovalNeeded => StatusCode::UNPROCESSABLE_ENTITY,
        Outcome::Blocked | Outcome::Missing => StatusCode::CONFLICT,
        Outcome::Failed => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

async fn session_form(visit: PageRequest, Path(id): Path<String>) -> Response {
    visit.page(move |site| opened(site, session::form(site, &id))).await
}

async fn session_sent(
    visit: PageRequest,
    Path(id): Path<String>,
    Extension(sent): Extension<SentForm>,
) -> Response {
    visit.page(move |site| session::sent(site, &id, &sent)).await
}

async fn panel_form(visit: PageRequest, Path(project): Path<String>) -> Response {
    visit.page(move |site| opened(site, panel::form(site, &project))).await
}

async fn panel_sent(
    visit: PageRequest,
    Path(project): Path<String>,
    Extension(sent): Extension<SentForm>,
) -> Response {
    visit.page(move |site| panel::sent(site, &project, &sent)).await
}

async fn gate_form(visit: PageRequest, Path(project): Path<String>) -> Response {
    visit.page(move |site| opened(site, panel::gate(site, &project))).await
}

async fn gate_sent(
    visit: PageRequest,
    Path(project): Path<String>,
    Extension(sent): Extension<SentForm>,
) -> Response {
    visit.page(move |site| panel::gate_sent(site, &project, &sent)).await
}

async fn forum_form(visit: PageRequest, Path(project): Path<String>) -> Response {
    visit.page(move |site| opened(site, forum::form(site, &project))).await
}

async fn forum_sent(
    visit: PageRequest,
    Path(project): Path<String>,
    Extension(sent): Extension<SentForm>,
) -> Response {
    visit.page(move |site| forum::sent(site, &project, &sent)).await
}

async fn answer_form(visit: PageRequest, Path(given): Path<String>) -> Response {
    visit.page(move |site| answer::form(site, &given)).await
}

async fn answer_sent(
    visit: PageRequest,
    Path(given): Path<String>,
    Extension(sent): Extension<SentForm>,
) -> Response {
    visit.page(move |site| answer::sent(site, &given, &sent)).await
}
