//! A person's seat: the question above, the fields of the answer below.

use askama::Template;
use axum::http::StatusCode;
use council::{
    answer::{self, Awaited, FieldKind, FormField, Handed, OpenAsk},
    core::{forum::TrimmedLine, gate::Outcome},
    formats::report::Report,
    run::RunError,
};

use super::{RecordedView, status};
use crate::{
    Site,
    guard::SentForm,
    markdown,
    reply::{self, NavItem, PageContent},
    text,
    view::{ReportView, failure},
};

#[derive(Debug, Template)]
#[template(path = "answer.html")]
struct AnswerView {
    title: String,
    action: String,
    csrf: String,
    seat: String,
    hash: String,
    draft: String,
    by: String,
    problem: String,
    question: String,
    fields: Vec<FieldView>,
    others: Vec<String>,
}

#[derive(Debug)]
struct FieldView {
    at: usize,
    label: String,
    said: String,
    is_missing: bool,
    /// `text`, `number`, `words`, `list` or `entry`.
    kind: &'static str,
    words: Vec<(String, bool)>,
}

impl FieldView {
    fn of(at: usize, field: &FormField) -> Self {
        let (kind, words) = match &field.kind {
            FieldKind::Text => ("text", Vec::new()),
            FieldKind::Number => ("number", Vec::new()),
            FieldKind::Flag => ("words", vec!["yes".to_owned(), "no".to_owned()]),
            FieldKind::Words(words) => ("words", words.clone()),
            FieldKind::List => ("list", Vec::new()),
            FieldKind::Entry => ("entry", Vec::new()),
        };
        let words = words.into_iter().map(|word| {
            let is_said = word == field.said;
            (text::line(&word), is_said)
        });
        Self {
            at,
            label: text::line(&field.label),
            said: text::shown(&field.said),
            is_missing: field.is_missing,
            kind,
            words: words.collect(),
        }
    }
}

fn asks(site: &Site, given: &str) -> Result<Vec<OpenAsk>, Box<PageContent>> {
    let mut asks = answer::open(&site.around.repo, given)
        .map_err(|error| Box::new(reply::failed(NavItem::Sessions, "answer", &error)))?;
    // What an agent of the host is asked no person answers.
    asks.retain(|ask| ask.awaits == Awaited::Person);
    if asks.is_empty() {
        let report = answer::listed(given, &[], Outcome::Skipped);
        let made =
            PageContent::new(NavItem::Sessions, "Nothing to answer", &ReportView::of(&report));
        return Err(Box::new(made.with(StatusCode::NOT_FOUND)));
    }
    Ok(asks)
}

/// Shows the first question that waits for a person.
pub(super) fn form(site: &Site, given: &str) -> PageContent {
    let asks = match asks(site, given) {
        Ok(asks) => asks,
        Err(made) => return *made,
    };
    match asks.first() {
        Some(ask) => {
            let form = answer::AnswerForm::new(ask);
            shown(site, given, &asks, ask, &form, &SentForm::default(), "")
        }
        None => reply::failed(NavItem::Sessions, "answer", &RunError::Broken(String::new())),
    }
}

fn shown(
    site: &Site,
    given: &str,
    asks: &[OpenAsk],
    ask: &OpenAsk,
    form: &answer::AnswerForm,
    sent: &SentForm,
    problem: &str,
) -> PageContent {
    let others = asks.iter().filter(|other| other.seat != ask.seat);
    let view = AnswerView {
        title: text::line(&format!("Answer for {} of {given}", ask.seat)),
        action: format!("/answer/{}", text::piece(given)),
        csrf: site.keys.form().to_owned(),
        seat: ask.seat.clone(),
        hash: ask.hash.clone(),
        draft: form.draft(),
        by: text::line(sent.get("by").unwrap_or_default()),
        problem: text::shown(problem),
        question: markdown::rendered(&answer::page(ask)),
        fields: form
            .fields()
            .iter()
            .enumerate()
            .map(|(at, field)| FieldView::of(at, field))
            .collect(),
        others: others.map(|other| text::line(&other.seat)).collect(),
    };
    let made = PageContent::new(NavItem::Sessions, view.title.clone(), &view);
    if problem.is_empty() { made } else { made.with(StatusCode::UNPROCESSABLE_ENTITY) }
}

/// Takes what was filled in: adds or takes away an entry, or hands the answer in.
pub(super) fn sent(site: &Site, given: &str, sent: &SentForm) -> PageContent {
    let asks = match asks(site, given) {
        Ok(asks) => asks,
        Err(made) => return made.with(StatusCode::CONFLICT),
    };
    let Some(ask) = asks.iter().find(|ask| Some(ask.seat.as_str()) == sent.get("seat")) else {
        let said = "this seat is not asked any more";
        let report = Report::new("answer", given, Outcome::Blocked, said);
        return PageContent::new(NavItem::Sessions, "Changed meanwhile", &ReportView::of(&report))
            .with(StatusCode::CONFLICT);
    };
    let draft = sent.get("draft").and_then(|draft| answer::AnswerForm::drafted(ask, draft));
    let mut form = draft.unwrap_or_else(|| answer::AnswerForm::new(ask));
    let fields = form.fields();
    let mut problem = None;
    for (at, field) in fields.iter().enumerate() {
        if let Some(said) = said(sent, at)
            && said != field.said
            && let Err(why) = form.set(field, &said)
        {
            problem = problem.or(Some(format!("{}: {why}", field.label)));
        }
    }
    let chosen = |name: &str| sent.get(name).and_then(|at| fields.get(at.parse::<usize>().ok()?));
    if let Some(field) = chosen("add") {
        form.add(field);
        return shown(site, given, &asks, ask, &form, sent, "");
    }
    if let Some(field) = chosen("remove") {
        form.remove(field);
        return shown(site, given, &asks, ask, &form, sent, "");
    }
    let missing = form.fields().into_iter().find(|field| field.is_missing);
    let problem = problem.or(missing.map(|field| format!("{} has no answer yet", field.label)));
    if let Some(problem) = problem {
        return shown(site, given, &asks, ask, &form, sent, &problem);
    }
    let Some(by) = sent.get("by").and_then(|by| TrimmedLine::new(by).ok()) else {
        return shown(site, given, &asks, ask, &form, sent, "somebody has to answer");
    };
    let question = sent.get("shown").map(str::to_owned);
    let handed = Handed {
        seat: Some(ask.seat.clone()),
        text: form.text(),
        question,
        by,
        from: Awaited::Person,
    };
    let around = &site.around;
    match answer::hand_in(&around.repo, given, &handed, &around.holder, (around.now)()) {
        Ok(handed) => {
            let report = answer::handed_report(&handed);
            let view = RecordedView {
                back: format!("/answer/{}", text::piece(given)),
                report: ReportView::of(&report).render().unwrap_or_default(),
            };
            PageContent::new(NavItem::Sessions, "Handed in", &view)
        }
        Err(RunError::Refused(refusal))
            if refusal.signals.iter().any(|one| is_changed(&one.code)) =>
        {
            let report = council::panel::refused("answer", given, &refusal);
            PageContent::new(NavItem::Sessions, "Changed meanwhile", &ReportView::of(&report))
                .with(StatusCode::CONFLICT)
        }
        Err(RunError::Refused(refusal)) => {
            shown(site, given, &asks, ask, &form, sent, &refusal.headline)
        }
        Err(error) => {
            let report = failure("answer", &error);
            PageContent::new(NavItem::Sessions, "Not possible", &ReportView::of(&report))
                .with(status(&report))
        }
    }
}

/// Returns what was put into a field; a field without words was emptied.
fn said(sent: &SentForm, at: usize) -> Option<String> {
    let name = format!("f{at}");
    let mut named = sent.0.iter().filter(|(key, _)| *key == name);
    named.next_back().map(|(_, value)| value.replace("\r\n", "\n").trim().to_owned())
}

/// Tells whether an answer came to a question that is no longer asked.
fn is_changed(code: &str) -> bool {
    ["QUESTION_CHANGED", "NOTHING_OPEN", "NOT_ASKED", "TOO_LATE"].contains(&code)
}
