//! A human's decision on a review: recorded once, never twice in two ways.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{
    diagnostic::Place,
    gate::{Outcome, Signal},
    handoff::{CleanLine, Decisions, HandoffStatus, HumanAct, Prose, Synthesis},
    ident::ProjectName,
    panel::{
        DecisionFault, Declined, PanelDecision, Waiver, decide as core_decide, renew as core_renew,
    },
    series::{ReviewNumber, SeriesReview},
};
use council_formats::handoff::{name, twin};
use council_store::{Holder, Repo};
use jiff::{Timestamp, civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    Image, KeptGroup, KeptIssue, PanelAct, PanelStep, ReviewBasis, Wholeness, carry,
    current::Current, log, stage, versions, written,
};
use crate::{run::RunError, words};

/// What a human says to the recommendations of a project's review.
#[derive(Debug, Clone)]
pub struct PanelDecideRequest {
    /// The project.
    pub project: ProjectName,
    /// Who decides.
    pub by: Option<CleanLine>,
    /// The recommendations that are accepted, by number.
    pub accept: Vec<usize>,
    /// Those that are declined, and why.
    pub reject: BTreeMap<usize, CleanLine>,
    /// What becomes of those that are not named.
    pub rest: UnnamedRest,
    /// Who carries the risk of those that are declined, and until when.
    pub waive: BTreeMap<usize, Waiver>,
    /// Who carries the risk of those that no waiver names.
    pub waive_rest: Option<Waiver>,
    /// What is said to whole groups; what is said to one recommendation of a group is an exception from it.
    pub groups: GroupAnswers,
    /// What else is said.
    pub notes: Prose,
}

/// What is said to whole groups of recommendations, by the numbers of the groups.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GroupAnswers {
    /// Those that are accepted.
    pub accept: Vec<usize>,
    /// Those that are declined, and why.
    pub reject: BTreeMap<usize, CleanLine>,
    /// Who carries the risk of those that are declined, and until when.
    pub waive: BTreeMap<usize, Waiver>,
}

/// What becomes of recommendations that are not named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UnnamedRest {
    /// They have to be.
    Unanswered,
    /// They are accepted.
    Accepted,
    /// They are declined, and why.
    Declined(CleanLine),
}

/// A decision, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptDecision {
    /// The numbers of what is accepted.
    pub accepted: Vec<usize>,
    /// What is declined.
    pub declined: Vec<KeptDeclined>,
    /// What else was said.
    pub notes: Vec<String>,
}

/// A declined recommendation, as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KeptDeclined {
    /// Its number.
    pub number: usize,
    /// Why.
    pub rationale: String,
    /// Who carries the risk, where something grave stays as it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// The last day on which that holds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<String>")]
    pub until: Option<Date>,
    /// The hash of the version that the waiver was given for, so that other words in it reopen the question.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text_hash: Option<String>,
}

/// A decision that stands.
#[derive(Debug)]
pub struct DecidedReview {
    /// The project.
    pub project: ProjectName,
    /// Which review it is about.
    pub number: ReviewNumber,
    /// The review.
    pub path: String,
    /// The decision.
    pub decision: KeptDecision,
    /// Who decided.
    pub by: Option<String>,
    /// When.
    pub at: Timestamp,
    /// The status the review has now.
    pub status: Option<HandoffStatus>,
    /// Whether the re-review gate has decided: then only waivers are new.
    pub is_closed: bool,
    /// Whether it was recorded now or stood already.
    pub is_new: bool,
}

/// Records a decision. The same decision again changes nothing, other waivers for what was declined are recorded, and
/// another decision is refused. Waivers of earlier reviews that still hold answer what they are about, unless it is
/// accepted by its number.
pub fn decide(
    repo: &Repo,
    request: &PanelDecideRequest,
    at: Timestamp,
    holder: &Holder,
) -> Result<DecidedReview, RunError> {
    decide_as_shown(repo, request, None, at, holder)
}

/// Records a decision, unless the review is no longer as it was shown.
pub fn decide_as_shown(
    repo: &Repo,
    request: &PanelDecideRequest,
    expected: Option<&str>,
    at: Timestamp,
    holder: &Holder,
) -> Result<DecidedReview, RunError> {
    let mut current = Current::open(repo, &request.project, holder)?;
    let review = current.review.clone();
    super::expect_shown(&review, expected)?;
    let request = &request.spread(&review, current.kept.as_ref())?;
    let Some(synthesis) = review.handoff.value.synthesis.clone().filter(|_| current.kept.is_some())
    else {
        return Err(RunError::blocked(
            "NOT_MET",
            Place::file(&review.path),
            format!("the panel has not met for review {}", review.number),
            format!("`council panel --project {}` convenes it", request.project),
        ));
    };
    let date = at.to_zoned(TimeZone::UTC).date();
    let standing = standing(&current, review.number);
    let said = !request.accept.is_empty()
        || !request.reject.is_empty()
        || request.rest != UnnamedRest::Unanswered;
    let mut decision = match &standing {
        Some(standing) if !said && request.waives() => {
            request.renewed(&review, &standing.decision)?
        }
        _ if !said => return Err(asked(&review, &synthesis)),
        _ => {
            let carried = carry::carried(repo, &current, date)?;
            request.decision(synthesis.revisions.len(), &carried)
        }
    };
    decision.declined.sort_by_key(|one| one.number);
    let text_hash = versions::known(repo, &request.project)?.pop().map(|prd| prd.hash);
    let mut kept = KeptDecision::new(&decision, text_hash.as_deref());
    if let (Some(standing), false) = (&standing, said) {
        kept.keep_texts(&standing.decision, &request.renews(&decision));
    }
    if let Some(standing) = &standing {
        if !standing.decision.is_same_answer(&kept) {
            return Err(standing.otherwise(&request.project, &review));
        }
        // Who only names waivers means the text as it is now; who decides the same again means what was decided.
        let is_same_text = said || standing.decision.is_about_same_text(&kept);
        if is_same_text && standing.decision.has_same_waivers(&kept) {
            return Ok(standing.decided(request, &review));
        }
    }
    let Some(by) = &request.by else {
        return Err(nobody(&review));
    };
    let mut handoff = match &standing {
        Some(_) if !said => {
            core_renew(&review.handoff.value, &decision, &request.renews(&decision), date)
        }
        _ => core_decide(&review.handoff.value, &decision, date),
    }
    .map_err(|faults| unfit(&review, &faults))?;
    if standing.is_some() {
        // What was decided stays as it was written down; who carries a risk, and until when, is what is new.
        let before = &review.handoff.value;
        let rejected = std::mem::take(&mut handoff.decisions.rejected);
        handoff.decisions = Decisions { rejected, ..before.decisions.clone() };
        handoff.revisions.clone_from(&before.revisions);
    }
    let shown = log::hash(&review.text);
    handoff.decisions.acts.push(HumanAct::new(by.clone(), at, shown.clone()));
    let record = current.kept.as_ref().map(ReviewBasis::to_value).unwrap_or_default();
    let twin = name::twin(&request.project, review.number);
    let images = vec![
        Image::new(
            repo,
            &review.path,
            written(&review.path, &handoff, Wholeness::of(current.kept.as_ref()))?,
        )?,
        Image::new(repo, &twin, twin::write(&handoff, &record))?,
    ];
    let step = PanelStep::Decided { decision: kept.clone(), shown };
    let act = PanelAct { at, by: Some(by.to_string()), number: review.number.value(), step };
    current.log.commit(repo, act, images)?;
    // A waiver that is renewed after the gate has decided may open or close it.
    if review.decision().is_some() {
        stage::state_decided(repo, &request.project, at)?;
    }
    Ok(DecidedReview {
        project: request.project.clone(),
        number: review.number,
        is_closed: review.decision().is_some(),
        path: review.path,
        decision: kept,
        by: Some(by.to_string()),
        at,
        status: handoff.front.and_then(|front| front.status),
        is_new: true,
    })
}

impl PanelDecideRequest {
    /// Answers nothing yet.
    pub fn new(project: ProjectName, by: Option<CleanLine>) -> Self {
        Self {
            project,
            by,
            accept: Vec::new(),
            reject: BTreeMap::new(),
            rest: UnnamedRest::Unanswered,
            waive: BTreeMap::new(),
            waive_rest: None,
            groups: GroupAnswers::default(),
            notes: Prose::default(),
        }
    }

    /// Returns an answer to each of so many recommendations, as far as there is one.
    fn decision(&self, count: usize, carried: &BTreeMap<usize, KeptDeclined>) -> PanelDecision {
        let mut accepted = self.accept.clone();
        let mut reject = self.reject.clone();
        for (number, declined) in carried {
            if let (false, Some(why)) =
                (accepted.contains(number), CleanLine::new(&declined.rationale))
            {
                reject.entry(*number).or_insert(why);
            }
        }
        let is_named = |number: &usize| accepted.contains(number) || reject.contains_key(number);
        let rest: Vec<usize> = (1..=count).filter(|number| !is_named(number)).collect();
        match &self.rest {
            UnnamedRest::Unanswered => {}
            UnnamedRest::Accepted => accepted.extend(rest),
            UnnamedRest::Declined(why) => {
                reject.extend(rest.into_iter().map(|number| (number, why.clone())));
            }
        }
        accepted.sort_unstable();
        let declined = reject.into_iter().map(|(number, rationale)| {
            let held = || carried.get(&number).and_then(KeptDeclined::waiver);
            let waiver = self.waive.get(&number).cloned().or_else(held);
            let waiver = waiver.or_else(|| self.waive_rest.clone());
            Declined { number, rationale, waiver }
        });
        PanelDecision { accepted, declined: declined.collect(), notes: self.notes.clone() }
    }

    /// Returns the request with every group's answer given to its recommendations, unless something else is said to one.
    fn spread(&self, review: &SeriesReview, kept: Option<&ReviewBasis>) -> Result<Self, RunError> {
        let GroupAnswers { accept, reject, waive } = &self.groups;
        let mut spread = Self { groups: GroupAnswers::default(), ..self.clone() };
        let numbers: BTreeSet<usize> =
            accept.iter().chain(reject.keys()).chain(waive.keys()).copied().collect();
        for number in numbers {
            let groups = kept.map(|kept| kept.groups.as_slice()).unwrap_or_default();
            let Some(group) = groups.iter().find(|group| group.number == number) else {
                return Err(RunError::blocked(
                    "NO_SUCH_GROUP",
                    Place::file(&review.path),
                    format!("there is no group G{number}"),
                    format!("the groups are G1 to G{}", groups.len()),
                ));
            };
            for member in &group.recommendations {
                let is_named = self.accept.contains(member) || self.reject.contains_key(member);
                match reject.get(&number) {
                    _ if is_named => {}
                    Some(why) if !accept.contains(&number) => {
                        spread.reject.insert(*member, why.clone());
                    }
                    // Said twice in two ways: the fault is found where every recommendation is answered once.
                    Some(why) => {
                        spread.accept.push(*member);
                        spread.reject.insert(*member, why.clone());
                    }
                    None if accept.contains(&number) => spread.accept.push(*member),
                    None => {}
                }
                if let Some(waiver) = waive.get(&number) {
                    spread.waive.entry(*member).or_insert_with(|| waiver.clone());
                }
            }
        }
        Ok(spread)
    }

    fn waives(&self) -> bool {
        !self.waive.is_empty() || self.waive_rest.is_some()
    }

    /// Returns the recommendations whose waivers are given anew.
    fn renews(&self, decision: &PanelDecision) -> BTreeSet<usize> {
        let waived = decision.declined.iter().filter(|one| one.waiver.is_some());
        let is_named =
            |number: &usize| self.waive.contains_key(number) || self.waive_rest.is_some();
        waived.map(|one| one.number).filter(is_named).collect()
    }

    /// Returns the decision that stands with other waivers. `all` is about what has one.
    fn renewed(
        &self,
        review: &SeriesReview,
        standing: &KeptDecision,
    ) -> Result<PanelDecision, RunError> {
        let is_declined = |number: &&usize| {
            let mut declined = standing.declined.iter();
            !declined.any(|one| one.number == **number)
        };
        if let Some(number) = self.waive.keys().find(is_declined) {
            return Err(RunError::blocked(
                "NOT_DECLINED",
                Place::file(&review.path),
                format!("recommendation {number} was not declined, so there is nothing to waive"),
                format!("what was decided: {}", standing.in_short()),
            ));
        }
        let renew = |one: &KeptDeclined| {
            let rest = self.waive_rest.as_ref().filter(|_| one.owner.is_some());
            let waiver = self.waive.get(&one.number).or(rest).cloned();
            Some(Declined {
                number: one.number,
                rationale: CleanLine::new(&one.rationale)?,
                waiver: waiver.or_else(|| one.waiver()),
            })
        };
        Ok(PanelDecision {
            accepted: standing.accepted.clone(),
            declined: standing.declined.iter().filter_map(renew).collect(),
            notes: standing.notes.iter().filter_map(|words| CleanLine::new(words)).collect(),
        })
    }
}

impl KeptDecision {
    fn new(decision: &PanelDecision, text_hash: Option<&str>) -> Self {
        let declined = decision.declined.iter().map(|one| KeptDeclined {
            number: one.number,
            rationale: one.rationale.to_string(),
            owner: one.waiver.as_ref().map(|waiver| waiver.owner.to_string()),
            until: one.waiver.as_ref().map(|waiver| waiver.until),
            text_hash: one.waiver.as_ref().and(text_hash).map(str::to_owned),
        });
        Self {
            accepted: decision.accepted.clone(),
            declined: declined.collect(),
            notes: decision.notes.paragraphs().iter().map(ToString::to_string).collect(),
        }
    }

    /// Leaves the waivers that are not renewed with the text that they were given for.
    fn keep_texts(&mut self, standing: &Self, renewed: &BTreeSet<usize>) {
        for one in self.declined.iter_mut().filter(|one| !renewed.contains(&one.number)) {
            let before = standing.declined.iter().find(|before| before.number == one.number);
            one.text_hash = before.and_then(|before| before.text_hash.clone());
        }
    }

    /// Says in a few words what was decided.
    pub fn in_short(&self) -> String {
        let list = |numbers: Vec<usize>| match words::numbers(numbers) {
            none if none.is_empty() => "nothing".to_owned(),
            numbers => numbers,
        };
        let declined = self.declined.iter().map(|one| one.number).collect();
        format!("accepted {}; rejected {}", list(self.accepted.clone()), list(declined))
    }
}

impl KeptDeclined {
    /// Returns who carries the risk, and until when.
    fn waiver(&self) -> Option<Waiver> {
        Some(Waiver { owner: CleanLine::new(self.owner.as_deref()?)?, until: self.until? })
    }
}

impl KeptDecision {
    /// Tells whether another decision answers every recommendation alike, whoever carries the risks.
    fn is_same_answer(&self, other: &Self) -> bool {
        let reasons = |of: &Self| {
            let each = of.declined.iter().map(|one| (one.number, one.rationale.clone()));
            each.collect::<Vec<_>>()
        };
        self.accepted == other.accepted
            && self.notes == other.notes
            && reasons(self) == reasons(other)
    }

    fn has_same_waivers(&self, other: &Self) -> bool {
        self.declined
            .iter()
            .map(KeptDeclined::waiver)
            .eq(other.declined.iter().map(KeptDeclined::waiver))
    }

    fn is_about_same_text(&self, other: &Self) -> bool {
        let hashes = |of: &Self| {
            let each = of.declined.iter().map(|one| one.text_hash.clone());
            each.collect::<Vec<_>>()
        };
        hashes(self) == hashes(other)
    }
}

/// A decision that the journal has.
struct RecordedDecision {
    decision: KeptDecision,
    by: Option<String>,
    at: Timestamp,
}

fn standing(current: &Current, number: ReviewNumber) -> Option<RecordedDecision> {
    current.log.of(number).rev().find_map(|taken| {
        let decision = taken.act.step.decided()?.clone();
        Some(RecordedDecision { decision, by: taken.act.by.clone(), at: taken.act.at })
    })
}

impl RecordedDecision {
    /// Returns it as what became of asking for the same.
    fn decided(&self, request: &PanelDecideRequest, review: &SeriesReview) -> DecidedReview {
        DecidedReview {
            project: request.project.clone(),
            number: review.number,
            path: review.path.clone(),
            decision: self.decision.clone(),
            by: self.by.clone(),
            at: self.at,
            status: review.status(),
            is_closed: review.decision().is_some(),
            is_new: false,
        }
    }

    /// Refuses another decision than the one that stands.
    fn otherwise(&self, project: &ProjectName, review: &SeriesReview) -> RunError {
        RunError::blocked(
            "DECIDED_OTHERWISE",
            Place::file(&review.path),
            format!(
                "review {} was decided on {} by {}: {}",
                review.number,
                self.at.to_zoned(TimeZone::UTC).date(),
                self.by.as_deref().unwrap_or("nobody"),
                self.decision.in_short()
            ),
            format!(
                "a decision stands; `council gate rereview {project} --reconvene --rationale REASON --by NAME` lets the panel meet again"
            ),
        )
    }
}

/// What a human is asked to decide: everything that shows it, and the waivers that hold already.
#[derive(Debug)]
pub struct Undecided {
    /// The project.
    pub project: ProjectName,
    /// Which review it is.
    pub number: ReviewNumber,
    /// The review.
    pub path: String,
    /// What the review was computed from.
    pub kept: ReviewBasis,
    /// Waivers of earlier reviews that hold, by recommendation.
    pub carried: BTreeMap<usize, KeptDeclined>,
}

impl Undecided {
    /// Returns the recommendations of a group that are asked about: those that no earlier waiver answers.
    pub fn asked(&self, group: &KeptGroup) -> Vec<&KeptIssue> {
        let issues = self.kept.issues.iter();
        issues
            .filter(|issue| group.recommendations.contains(&issue.number))
            .filter(|issue| !self.carried.contains_key(&issue.number))
            .collect()
    }
}

/// Returns what a human is asked to decide, or why nothing can be decided now.
pub fn undecided(
    repo: &Repo,
    project: &ProjectName,
    today: Date,
    holder: &Holder,
) -> Result<Undecided, RunError> {
    let current = Current::open(repo, project, holder)?;
    let review = &current.review;
    let Some(kept) = current.kept.clone() else {
        return Err(RunError::blocked(
            "NOT_MET",
            Place::file(&review.path),
            format!("the panel has not met for review {}", review.number),
            format!("`council panel --project {project}` convenes it"),
        ));
    };
    if let Some(standing) = standing(&current, review.number) {
        return Err(standing.otherwise(project, review));
    }
    let carried = carry::carried(repo, &current, today)?;
    let (project, number, path) = (project.clone(), review.number, review.path.clone());
    Ok(Undecided { project, number, path, kept, carried })
}

/// Says that nothing was said; [`undecided`] has what has to be answered.
fn asked(review: &SeriesReview, synthesis: &Synthesis) -> RunError {
    let help = if synthesis.revisions.is_empty() {
        "nothing is recommended: `--accept-all` accepts the review"
    } else {
        "answer with `--accept`, `--reject`, `--accept-all` or `--reject-all`"
    };
    let message = format!("nothing is said to the recommendations of review {}", review.number);
    input_needed("DECISION_MISSING", review, message, help.to_owned())
}

fn nobody(review: &SeriesReview) -> RunError {
    let message = "it is not said who decides".to_owned();
    input_needed("ACTOR_MISSING", review, message, "name them with `--by NAME`".to_owned())
}

fn input_needed(code: &str, review: &SeriesReview, message: String, help: String) -> RunError {
    let signal = Signal::block(code, Place::file(&review.path), message).help(help);
    RunError::because(Outcome::InputNeeded, signal)
}

/// Says everything that is wrong with a decision; what is only missing is asked for.
fn unfit(review: &SeriesReview, faults: &[DecisionFault]) -> RunError {
    let (said, help): (Vec<String>, Vec<String>) =
        DecisionFault::in_short(faults).into_iter().unzip();
    let signal = Signal::block("DECISION_UNFIT", Place::file(&review.path), said.join("; "))
        .help(help.join("; "));
    let outcome = if faults.iter().all(DecisionFault::is_missing) {
        Outcome::InputNeeded
    } else {
        Outcome::Blocked
    };
    RunError::because(outcome, signal)
}
