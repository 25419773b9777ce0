//! What is decided about a round of a forum.

use council::{
    core::{
        forum::{Digest, RoundChoice, TrimmedLine},
        ident::ProjectName,
    },
    formats::report::Report,
    forum::{self, ForumDecideRequest, ForumFolder},
    run::RunError,
};

use super::{FormMatter, PageForm, session::missing, taken};
use crate::{
    Site,
    guard::SentForm,
    reply::PageContent,
    text,
    view::{Tone, failure},
};

fn refused(project: &ProjectName, error: RunError) -> Box<Report> {
    Box::new(match error {
        RunError::Refused(refusal) => forum::refused("decide", project.as_str(), &refusal),
        error => failure("decide", &error),
    })
}

/// Opens the form for the latest round.
pub(super) fn form(site: &Site, project: &str) -> Result<PageForm, Box<Report>> {
    let project = &ProjectName::new(project)
        .map_err(|_| Box::new(missing(project, "this is not the name of a project")))?;
    let room =
        ForumFolder::find(&site.around.repo, project).map_err(|error| refused(project, error))?;
    let Some(latest) = room.discussion.latest().filter(|held| held.decision().is_none()) else {
        return Err(Box::new(missing(project.as_str(), "no round waits for a decision")));
    };
    let summary = latest.summary();
    let mut choices = vec![
        ("redirect", "redirect: another proposal"),
        ("unilateral", "decide alone"),
        ("open", "keep it open"),
    ];
    if summary.has_position() {
        choices.insert(0, ("approve", "approve the majority position"));
    }
    let page = forum::shown(&room.discussion).unwrap_or_default();
    let back = format!("/projects/{}/forum", text::piece(project.as_str()));
    Ok(PageForm {
        title: format!("Forum {}, round {}", text::line(project.as_str()), summary.number()),
        action: format!("{back}/decide"),
        back,
        intro: vec![format!("Round {}", summary.number())],
        matters: vec![FormMatter {
            key: "round".to_owned(),
            tone: Tone::Quiet,
            name: "What is decided".to_owned(),
            lines: page.lines().map(str::to_owned).collect(),
            choices,
            chosen: "",
            words: Some("The new proposal, or what you decide alone"),
            owner: None,
            asks_day: false,
        }],
        record: summary.digest().to_string(),
    })
}

/// Records the decision.
pub(super) fn sent(site: &Site, project: &str, sent: &SentForm) -> PageContent {
    taken(site, form(site, project), sent, |site, form, by| {
        let Ok(project) = ProjectName::new(project) else { return missing(project, "no project") };
        let answer = form.matters.first().map(|matter| matter.answer(sent)).unwrap_or_default();
        let words = answer.words.map(|words| words.to_string());
        let choice = match (answer.choice, words) {
            (Some("approve"), _) => RoundChoice::Approve,
            (Some("open"), _) => RoundChoice::Open,
            (Some("redirect"), Some(words)) => RoundChoice::Redirect(words),
            (Some("unilateral"), Some(words)) => RoundChoice::Unilateral(words),
            (Some("redirect" | "unilateral"), None) => {
                return missing(project.as_str(), "this needs words");
            }
            _ => return missing(project.as_str(), "nothing is chosen"),
        };
        let by = by.and_then(|by| TrimmedLine::new(by.as_str()).ok());
        let (Some(by), Some(hash)) = (by, Digest::read(&form.record)) else {
            return missing(project.as_str(), "it is not said who decides");
        };
        let asked = ForumDecideRequest { project: project.clone(), round: None, hash, by, choice };
        let around = &site.around;
        match forum::decide(&around.repo, &asked, (around.now)(), &around.holder) {
            Ok(decided) => forum::decided_report(&decided, forum::waits(&around.repo, &project)),
            Err(error) => *refused(&project, error),
        }
    })
}
