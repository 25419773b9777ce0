//! Stage gates: a board of specs and stages, and one of them in full.

use askama::Template;
use council::{
    core::{
        gate::stage::{DisplayVerdict, Stage},
        ident::SpecId,
    },
    desk,
    stage::{self, StageRequest, StageResult},
};

use crate::{
    Site,
    reply::{NavItem, PageContent},
    text,
    view::{ReportView, Tone, unreadable},
};

#[derive(Debug, Template)]
#[template(path = "stages.html")]
struct BoardView {
    stages: Vec<&'static str>,
    rows: Vec<(String, Vec<CellView>)>,
    policy: String,
}

#[derive(Debug)]
struct CellView {
    href: String,
    tone: Tone,
    word: String,
    signals: usize,
}

/// Shows every spec and every stage under the policy of the project.
pub(super) fn board(site: &Site) -> PageContent {
    let around = &site.around;
    let specs = match desk::specs(&around.repo, around.evidence_root.as_deref()) {
        Ok(specs) => specs,
        Err(error) => {
            let report = unreadable("gate stage", &error);
            return PageContent::new(NavItem::Stages, "Not possible", &ReportView::of(&report));
        }
    };
    let rows = specs.iter().map(|spec| {
        let cells = Stage::ALL.iter().map(|stage| cell(site, spec, *stage));
        (text::line(spec.as_str()), cells.collect())
    });
    let view = BoardView {
        stages: Stage::ALL.iter().map(|stage| stage.word()).collect(),
        rows: rows.collect(),
        policy: around.demanded.policy().to_string(),
    };
    PageContent::new(NavItem::Stages, "Stages", &view)
}

fn reviewed(site: &Site, spec: &SpecId, stage: Stage) -> Result<StageResult, council::StoreError> {
    let around = &site.around;
    let request = StageRequest {
        spec: spec.clone(),
        stage,
        evidence_root: around.evidence_root.clone(),
        policy: around.demanded.policy(),
        in_ci: around.demanded.in_ci(),
        today: (around.today)(),
    };
    stage::review(&around.repo, &request)
}

fn cell(site: &Site, spec: &SpecId, stage: Stage) -> CellView {
    let href = format!("/stages/{}/{}", text::piece(spec.as_str()), stage.word());
    match reviewed(site, spec, stage) {
        Ok(reviewed) => {
            let review = &reviewed.review;
            let (tone, word) = match review.display() {
                Some(DisplayVerdict::Passed) => (Tone::Good, "passed"),
                Some(DisplayVerdict::PassedWithWarnings) => (Tone::Mild, "warnings"),
                Some(DisplayVerdict::Failed) => (Tone::Worst, "failed"),
                Some(DisplayVerdict::Skipped(_)) => (Tone::Quiet, "skipped"),
                None => (Tone::Worst, "unreadable"),
            };
            let signals = review.blocking().count() + review.advisory().count();
            CellView { href, tone, word: word.to_owned(), signals }
        }
        Err(_) => CellView { href, tone: Tone::Worst, word: "unreadable".to_owned(), signals: 0 },
    }
}

/// Shows one stage of one spec, as the gate explains it.
pub(super) fn one(site: &Site, spec: &str, stage: &str) -> PageContent {
    let found = Stage::ALL.iter().find(|one| one.word() == stage);
    let (Ok(spec), Some(stage)) = (SpecId::new(spec), found) else {
        return super::manual::nothing();
    };
    let report = match reviewed(site, &spec, *stage) {
        Ok(reviewed) => stage::explained(&reviewed),
        Err(error) => unreadable("gate stage", &error),
    };
    let title = text::line(&format!("{spec} {}", stage.word()));
    PageContent::new(NavItem::Stages, title, &ReportView::of(&report))
}
