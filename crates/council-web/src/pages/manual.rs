//! The manual: rules, modes, and what is said where there is no page.

use askama::Template;
use axum::http::StatusCode;
use council::{
    core::{gate::Outcome, mode::ModeId},
    formats::report::Report,
    manual,
    modes::{self, ModesAnswer},
    rules::{RULES, rule as known},
};

use crate::{
    markdown,
    reply::{NavItem, PageContent},
    text,
    view::{ReportView, Tone},
};

#[derive(Debug, Template)]
#[template(path = "rules.html")]
struct RulesView {
    rows: Vec<RuleRow>,
}

#[derive(Debug)]
struct RuleRow {
    id: &'static str,
    tone: Tone,
    severity: &'static str,
    kind: &'static str,
    summary: &'static str,
}

/// Lists the rules.
pub(super) fn rules() -> PageContent {
    let rows = RULES.iter().map(|rule| RuleRow {
        id: rule.id,
        tone: Tone::of_severity(Some(rule.earned())),
        severity: rule.earned().word(),
        kind: rule.kind.word(),
        summary: rule.summary,
    });
    PageContent::new(NavItem::Rules, "Rules", &RulesView { rows: rows.collect() })
}

/// Shows the manual page of a rule.
pub(super) fn rule(name: &str) -> PageContent {
    match known(name) {
        Some(rule) => prose(NavItem::Rules, rule.id, &manual::page("rules", rule)),
        None => nothing(),
    }
}

/// Lists the modes, or those that a word leads to.
pub(super) fn modes(word: Option<&str>) -> PageContent {
    let answer = match word.map(str::trim).filter(|word| !word.is_empty()) {
        Some(word) => ModesAnswer::search(word),
        None => ModesAnswer::Catalogue,
    };
    let report = modes::report(&answer);
    let view = ModesView {
        word: text::line(word.unwrap_or_default()),
        headline: text::shown(&report.headline),
        page: report.page.as_deref().map(text::shown).unwrap_or_default(),
        numbers: (1..=u8::MAX)
            .map_while(ModeId::new)
            .map(|mode| (mode.number(), mode.mode().name))
            .collect(),
    };
    PageContent::new(NavItem::Modes, "Modes", &view)
}

#[derive(Debug, Template)]
#[template(path = "modes.html")]
struct ModesView {
    word: String,
    headline: String,
    page: String,
    numbers: Vec<(u8, &'static str)>,
}

/// Shows the manual page of a mode.
pub(super) fn mode(number: &str) -> PageContent {
    let Some(mode) = number.parse().ok().and_then(ModeId::new) else { return nothing() };
    let answer = ModesAnswer::page(mode);
    let mut report = modes::report(&answer);
    if let ModesAnswer::Page(mode) = &answer {
        // In the reference it stands two levels below the page; here it is the page.
        let manual = modes::manual(mode);
        report.page = Some(manual.strip_prefix("##").unwrap_or(&manual).to_owned());
    }
    prose(NavItem::Modes, mode.mode().name, &report)
}

#[derive(Debug, Template)]
#[template(source = r#"<article class="prose">{{ page|safe }}</article>"#, ext = "html")]
struct ProseView {
    page: String,
}

fn prose(place: NavItem, title: &str, report: &Report) -> PageContent {
    let page = markdown::page(report.page.as_deref().unwrap_or(&report.headline));
    PageContent::new(place, text::line(title), &ProseView { page })
}

/// Says that there is no such page.
pub(super) fn nothing() -> PageContent {
    let mut report = Report::new("serve", "", Outcome::InputNeeded, "there is no such page");
    report.next.push("go back to the list of reviews".to_owned());
    PageContent::new(NavItem::Sessions, "No such page", &ReportView::of(&report))
        .with(StatusCode::NOT_FOUND)
}
