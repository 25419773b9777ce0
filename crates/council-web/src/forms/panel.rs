//! What becomes of a panel's recommendations, and whether it meets again.

use council::{
    core::{handoff::GateDecision, ident::ProjectName, panel::Waiver},
    formats::report::Report,
    handoff,
    panel::{
        self, CloseRequest, KeptGroup, KeptIssue, NextPhase, PanelDecideRequest, Undecided,
        UnnamedRest,
    },
    run::RunError,
};

use super::{FormAnswer, FormMatter, PageForm, session::missing, taken};
use crate::{
    Site,
    guard::SentForm,
    reply::PageContent,
    text,
    view::{Tone, failure},
};

/// The key of what is said to everything that is not answered by itself.
const REST: &str = "rest";

fn named(project: &str) -> Result<ProjectName, Box<Report>> {
    ProjectName::new(project)
        .map_err(|_| Box::new(missing(project, "this is not the name of a project")))
}

/// Says why a step was not taken, as the command does.
fn refused(command: &'static str, project: &ProjectName, error: RunError) -> Box<Report> {
    Box::new(match error {
        RunError::Refused(refusal) => panel::refused(command, project.as_str(), &refusal),
        error => failure(command, &error),
    })
}

fn hash(site: &Site, project: &ProjectName) -> Result<String, Box<Report>> {
    let shown = panel::shown(&site.around.repo, project);
    Ok(shown.map_err(|error| refused("decide", project, error))?.unwrap_or_default())
}

/// Opens the form for the recommendations.
pub(super) fn form(site: &Site, project: &str) -> Result<PageForm, Box<Report>> {
    let project = &named(project)?;
    let around = &site.around;
    let open = panel::undecided(&around.repo, project, (around.today)(), &around.holder)
        .map_err(|error| refused("decide", project, error))?;
    let mut matters = vec![FormMatter {
        key: REST.to_owned(),
        tone: Tone::Quiet,
        name: "Everything that is not answered below".to_owned(),
        lines: Vec::new(),
        choices: vec![
            ("open", "has to be answered below"),
            ("accept", "accept"),
            ("reject", "reject"),
        ],
        chosen: "open",
        words: Some("If rejected: why is it not done?"),
        owner: Some("If rejected: who carries the risk?"),
        asks_day: true,
    }];
    for group in &open.kept.groups {
        matters.extend(open.asked(group).into_iter().map(|issue| matter(&open, group, issue)));
    }
    let back = format!("/projects/{}/panel", text::piece(project.as_str()));
    Ok(PageForm {
        title: format!("Panel {}, review {}", text::line(project.as_str()), open.number),
        action: format!("{back}/decide"),
        back,
        intro: vec![text::count(open.kept.issues.len(), "recommendation")],
        matters,
        record: hash(site, project)?,
    })
}

fn matter(open: &Undecided, group: &KeptGroup, issue: &KeptIssue) -> FormMatter {
    let is_grave = issue.needs_waiver();
    FormMatter {
        key: issue.number.to_string(),
        tone: Tone::of_severity(Some(issue.severity)),
        name: format!("{} {}", issue.number, issue.recommendation),
        lines: panel::issue_lines(open, group, issue),
        choices: vec![
            ("open", "as said above for the rest"),
            ("accept", "accept"),
            ("reject", "reject"),
        ],
        chosen: "open",
        words: Some("If rejected: why is it not done?"),
        owner: is_grave.then_some("If rejected: who carries the risk?"),
        asks_day: is_grave,
    }
}

/// Records what was said to the recommendations.
pub(super) fn sent(site: &Site, project: &str, sent: &SentForm) -> PageContent {
    taken(site, form(site, project), sent, |site, form, by| {
        let Ok(project) = ProjectName::new(project) else { return missing(project, "no project") };
        let mut request = PanelDecideRequest::new(project.clone(), by);
        for matter in &form.matters {
            if let Err(said) = say(&mut request, matter, &matter.answer(sent)) {
                return missing(project.as_str(), &said);
            }
        }
        let (around, expected) = (&site.around, Some(form.record.as_str()));
        let decided = panel::decide_as_shown(
            &around.repo,
            &request,
            expected,
            (around.now)(),
            &around.holder,
        );
        match decided {
            Ok(decided) => {
                let waits = handoff::waits(&around.repo, &project, (around.today)());
                panel::decided_report(&decided, waits)
            }
            Err(error) => *refused("decide", &project, error),
        }
    })
}

/// Puts an answer into a request.
fn say(
    request: &mut PanelDecideRequest,
    matter: &FormMatter,
    answer: &FormAnswer<'_>,
) -> Result<(), String> {
    if answer.is_no_day {
        return Err(format!("{}: the date is not valid", matter.name));
    }
    let why =
        || answer.words.clone().ok_or_else(|| format!("{}: a reason is missing", matter.name));
    let waiver = match (&answer.owner, answer.until) {
        (Some(owner), Some(until)) => Some(Waiver { owner: owner.clone(), until }),
        _ => None,
    };
    match (matter.key.as_str(), answer.choice) {
        (REST, Some("accept")) => request.rest = UnnamedRest::Accepted,
        (REST, Some("reject")) => {
            request.rest = UnnamedRest::Declined(why()?);
            request.waive_rest = waiver;
        }
        (key, Some("accept")) => request.accept.extend(key.parse::<usize>().ok()),
        (key, Some("reject")) => {
            let why = why()?;
            if let Ok(number) = key.parse::<usize>() {
                request.reject.insert(number, why);
                request.waive.extend(waiver.map(|waiver| (number, waiver)));
            }
        }
        _ => {}
    }
    Ok(())
}

/// What the gate can be told.
const DECISIONS: [(GateDecision, &str, &str); 2] = [
    (GateDecision::Proceed, "proceed", "proceed to the next phase"),
    (GateDecision::Reconvene, "reconvene", "reconvene the council for a re-review"),
];

/// Opens the form for whether the panel meets again.
pub(super) fn gate(site: &Site, project: &str) -> Result<PageForm, Box<Report>> {
    let project = &named(project)?;
    let around = &site.around;
    let gate = handoff::rereview(&around.repo, project)
        .map_err(|error| refused("gate rereview", project, error))?;
    let waits = handoff::waits(&around.repo, project, (around.today)());
    let report = handoff::rereview_report(&gate, waits);
    let mut lines: Vec<String> =
        report.facts.iter().map(|(name, value)| format!("{name}: {value}")).collect();
    let (mut choices, mut last) = (Vec::new(), None);
    for (decision, word, words) in DECISIONS {
        match panel::may_close(&around.repo, project, decision, &around.holder) {
            Ok(()) => choices.push((word, words)),
            Err(error) => {
                lines.push(format!("not possible now: {words}, because {error}"));
                last = Some(error);
            }
        }
    }
    if let (Some(error), true) = (last, choices.is_empty()) {
        return Err(refused("gate rereview", project, error));
    }
    let back = format!("/projects/{}/panel", text::piece(project.as_str()));
    Ok(PageForm {
        title: format!("What happens next with {}", text::line(project.as_str())),
        action: format!("{back}/gate"),
        back,
        intro: vec![report.headline.clone()],
        matters: vec![FormMatter {
            key: "gate".to_owned(),
            tone: Tone::Quiet,
            name: "What happens next".to_owned(),
            lines,
            choices,
            chosen: "",
            words: Some("Why?"),
            owner: None,
            asks_day: false,
        }],
        record: hash(site, project)?,
    })
}

/// Records whether the panel meets again.
pub(super) fn gate_sent(site: &Site, project: &str, sent: &SentForm) -> PageContent {
    taken(site, gate(site, project), sent, |site, form, by| {
        let Ok(project) = ProjectName::new(project) else { return missing(project, "no project") };
        let answer = form.matters.first().map(|matter| matter.answer(sent)).unwrap_or_default();
        let decision = DECISIONS.into_iter().find(|(_, word, _)| Some(*word) == answer.choice);
        let Some((decision, ..)) = decision else {
            return missing(project.as_str(), "nothing is chosen");
        };
        let Some(rationale) = answer.words else {
            return missing(project.as_str(), "a reason is missing");
        };
        let request = CloseRequest { project: project.clone(), decision, rationale, by };
        let (around, expected) = (&site.around, Some(form.record.as_str()));
        match panel::close_as_shown(
            &around.repo,
            &request,
            expected,
            (around.now)(),
            &around.holder,
        ) {
            Ok(closed) => {
                let waits = handoff::waits(&around.repo, &project, (around.today)());
                panel::closed_report(&closed, NextPhase::Destination, waits)
            }
            Err(error) => *refused("gate rereview", &project, error),
        }
    })
}
