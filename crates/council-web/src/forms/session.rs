//! What becomes of the findings of a council session.

use council::{
    core::{council::Ruling, gate::Outcome},
    decide::{self, DecideError, DecideRequest, RulingRequest},
    formats::report::Report,
    sessions::{self, StoredSession},
};

use super::{FormMatter, PageForm, taken};
use crate::{
    Site,
    guard::SentForm,
    reply::PageContent,
    text,
    view::{Tone, failure},
};

/// What can be said of a finding.
const CHOICES: [(&str, &str); 6] = [
    ("open", "say nothing now"),
    ("ACCEPT_RISK", "accept the risk"),
    ("DEFER", "fix it later"),
    ("DISMISS", "no defect"),
    ("WAIVE", "waive it until a day"),
    ("VERIFIED", "fixed and verified"),
];

/// Opens the form for the findings that wait for a human.
pub(super) fn form(site: &Site, id: &str) -> Result<PageForm, Box<Report>> {
    let around = &site.around;
    let told = |error| Box::new(failure("decide", &error));
    let kept = sessions::load(&around.repo, id, Some((around.today)())).map_err(told)?;
    let StoredSession::Folded(folded) = &kept else {
        let said = "it has no journal, so nothing can be recorded in it";
        return Err(Box::new(Report::new("decide", id, Outcome::InputNeeded, said)));
    };
    let id = folded.reviewed.files.id();
    if folded.record.ending.is_none() {
        return Err(Box::new(decide::refused(&id, &DecideError::NotEnded(id.clone()))));
    }
    let open = decide::open(&folded.record);
    if open.is_empty() {
        let said = "nothing of weight is open in it";
        return Err(Box::new(Report::new("decide", id, Outcome::InputNeeded, said)));
    }
    let matters = open.into_iter().map(|one| FormMatter {
        tone: Tone::of_severity(Some(one.severity)),
        name: one.id.clone(),
        key: one.id,
        lines: one.lines,
        choices: CHOICES.to_vec(),
        chosen: "open",
        words: Some("Why?"),
        owner: Some("Who answers for it?"),
        asks_day: true,
    });
    let back = format!("/sessions/{}", text::piece(&id));
    Ok(PageForm {
        title: format!("Decide on {}", text::line(&id)),
        action: format!("{back}/decide"),
        back,
        intro: Vec::new(),
        matters: matters.collect(),
        record: decide::shown(&around.repo, &id).map_err(told)?,
    })
}

/// Records what was said.
pub(super) fn sent(site: &Site, id: &str, sent: &SentForm) -> PageContent {
    taken(site, form(site, id), sent, |site, form, by| {
        let mut said = Vec::new();
        for matter in &form.matters {
            let answer = matter.answer(sent);
            let chosen = answer.choice.filter(|choice| *choice != "open");
            let ruling = Ruling::ALL.into_iter().find(|ruling| Some(ruling.word()) == chosen);
            let Some(ruling) = ruling else { continue };
            if answer.is_no_day {
                return missing(id, &format!("{}: the date is not valid", matter.name));
            }
            let Some(reason) = answer.words else {
                return missing(id, &format!("{}: a reason is missing", matter.name));
            };
            let ids = vec![matter.key.clone()];
            let owner = answer.owner.filter(|_| ruling.needs_owner());
            let until = answer.until.filter(|_| ruling.needs_day() || ruling == Ruling::AcceptRisk);
            said.push(RulingRequest { ids, ruling, reason, owner, until });
        }
        let around = &site.around;
        let request = DecideRequest { session: id.to_owned(), by, said };
        let decided = decide::decide_as_shown(
            &around.repo,
            &request,
            Some(&form.record),
            (around.now)(),
            &around.holder,
        );
        match decided {
            Ok(recorded) => decide::report(&recorded),
            Err(DecideError::Review(error)) => failure("decide", &error),
            Err(error) => decide::refused(id, &error),
        }
    })
}

pub(super) fn missing(subject: &str, said: &str) -> Report {
    Report::new("decide", subject, Outcome::InputNeeded, said)
}
