//! From a seat's text to an answer. One closed word out of place makes the whole reply unreadable: the seat is asked
//! once more, and a half-understood reply never counts.

use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use council_core::{
    alignment::{Assessment, Degree, PhaseScore, Recommendation, VisionViolation},
    council::{
        BroadAnswer, Cast, Cited, ConvergeAnswer, CouncilAnswer, CouncilProtocol, CouncilQuestion,
        FixProposal, NewFindings, Opinion, RemediateAnswer, Round, Unproven, Votes,
    },
    evidence::{cited, lock, stands},
    finding::{Claim, Confidence, Evidence, Location, LocationKind},
    merge::FindingId,
    mode::{Lens, ModeId},
    packet::Packet,
    quorum::Vote,
    severity::Severity,
    spelling,
    taxonomy::Subcategory,
};
use council_formats::{
    input::LARGEST,
    words::{DegreeWord, ViolationWord, VoteWord},
};
use serde::Deserialize;
use thiserror::Error;

use crate::{fence::unmarked, prompt::LETTERS};

use super::{
    extract,
    shape::{
        AssessmentReply, FindingReply, OpinionReply, ProposalReply, Reply, ReplyText, SameReply,
        SearchedReply, VoteReply,
    },
};

/// The most findings one reply may hold.
pub(crate) const MOST_FINDINGS: usize = 500;

/// The most quotes that one finding may have.
const MOST_QUOTES: usize = 8;

/// The longest text of one field, in bytes.
const LONGEST: usize = 20_000;

/// What a seat was asked, and about what.
#[derive(Debug, Clone, Copy)]
pub struct ReplyContext<'a> {
    /// The packet under review.
    pub packet: &'a Packet,
    /// What the seat looks through.
    pub lens: &'a Lens,
    /// The question.
    pub ask: &'a CouncilQuestion,
}

/// Why a reply says nothing: a fragment that the seat is told.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Unreadable(String);

impl Unreadable {
    pub(crate) fn new(why: impl Into<String>) -> Self {
        Self(why.into())
    }
}

/// Reads a reply. Claims that the packet does not bear out come back apart; everything else must be right.
pub fn read(asked: ReplyContext<'_>, text: &str) -> Result<CouncilAnswer, Unreadable> {
    let reply = parse(asked.ask, text)?;
    if reply.findings.len() > MOST_FINDINGS {
        return Err(Unreadable::new(format!("the reply has more than {MOST_FINDINGS} findings")));
    }
    let north_star = reply.north_star.map(assessment).transpose()?;
    let said = reply.opinions.iter().map(|one| (&one.finding, &one.notes));
    let voted = reply.validity.iter().chain(&reply.remediation);
    let notes = asked.notes(said.chain(voted.map(|one| (&one.finding, &one.notes))))?;
    Ok(match asked.ask.round {
        Round::Broad => CouncilAnswer::Broad(BroadAnswer {
            findings: asked.findings(reply.findings)?,
            north_star,
            questions: reply.questions,
        }),
        Round::Remediate => CouncilAnswer::Remediate(RemediateAnswer {
            opinions: asked.opinions(reply.opinions)?,
            proposals: asked.proposals(reply.proposals)?,
            remediation: asked.votes(reply.remediation)?,
            same: asked.same(&reply.same)?,
            findings: asked.findings(reply.findings)?,
            north_star,
            questions: reply.questions,
            notes,
        }),
        Round::Converge => {
            let validity = asked.votes(reply.validity)?;
            let mut proposals = asked.proposals(reply.proposals)?;
            let remediation = asked.chosen(reply.remediation, &mut proposals)?;
            let shown: Vec<_> = asked.ask.findings.iter().map(|shown| &shown.id).collect();
            CouncilAnswer::Converge(ConvergeAnswer {
                opinions: asked.opinions(reply.opinions)?,
                proposals,
                cited: cited(asked.packet, asked.ask.protocol, &validity, &shown),
                validity,
                remediation,
                north_star,
                notes,
            })
        }
    })
}

/// A reply as it comes: what was left out and what is empty are not the same.
#[derive(Deserialize)]
struct RawReply<'a> {
    #[serde(borrow)]
    findings: Option<Vec<FindingReply<'a>>>,
    #[serde(borrow)]
    opinions: Option<Vec<OpinionReply<'a>>>,
    #[serde(borrow)]
    proposals: Option<Vec<ProposalReply<'a>>>,
    #[serde(borrow)]
    same: Option<Vec<SameReply<'a>>>,
    #[serde(borrow)]
    validity: Option<Vec<VoteReply<'a>>>,
    #[serde(borrow)]
    remediation: Option<Vec<VoteReply<'a>>>,
    questions: Option<Vec<String>>,
    north_star: Option<AssessmentReply>,
}

/// Reads the JSON object; two values for one key are refused, because either could be the one that was meant. What was
/// asked for must be there, if only as an empty list: silence is no answer.
fn parse<'a>(ask: &CouncilQuestion, text: &'a str) -> Result<Reply<'a>, Unreadable> {
    if text.len() > LARGEST {
        return Err(Unreadable::new("the reply is larger than 4 MiB"));
    }
    let object = extract::object(text)?;
    let heard: RawReply<'_> = serde_json::from_str(object).map_err(|error| {
        let what = if error.is_data() { "has not the shape asked for" } else { "is not JSON" };
        Unreadable::new(format!("the reply {what}: {error}"))
    })?;
    let given = [
        ("findings", heard.findings.is_some()),
        ("opinions", heard.opinions.is_some()),
        ("validity", heard.validity.is_some()),
        ("remediation", heard.remediation.is_some()),
    ];
    let is_missing = |key: &&str| given.contains(&(*key, false));
    let required = required(ask);
    let is_silent = required.is_empty() && given.iter().all(|(_, is_given)| !is_given);
    let new = (is_silent && ask.may_raise).then_some("findings");
    if let Some(missing) = required.into_iter().find(is_missing).or(new) {
        return Err(Unreadable::new(format!("the reply has no `{missing}`")));
    }
    Ok(Reply {
        findings: heard.findings.unwrap_or_default(),
        opinions: heard.opinions.unwrap_or_default(),
        proposals: heard.proposals.unwrap_or_default(),
        same: heard.same.unwrap_or_default(),
        validity: heard.validity.unwrap_or_default(),
        remediation: heard.remediation.unwrap_or_default(),
        questions: heard.questions.unwrap_or_default(),
        north_star: heard.north_star,
    })
}

/// Returns the keys that a reply to a question must have.
fn required(ask: &CouncilQuestion) -> Vec<&'static str> {
    let remediation = (!ask.remediation.is_empty()).then_some("remediation");
    match ask.round {
        Round::Broad => vec!["findings"],
        Round::Remediate => {
            let is_marked = ask.findings.iter().any(|shown| shown.must_assess);
            let is_asked = is_marked || ask.protocol < CouncilProtocol::Seventh;
            is_asked.then_some("opinions").into_iter().chain(remediation).collect()
        }
        Round::Converge => {
            let validity = (!ask.validity.is_empty()).then_some("validity");
            validity.into_iter().chain(remediation).collect()
        }
    }
}

impl ReplyContext<'_> {
    fn findings(self, said: Vec<FindingReply<'_>>) -> Result<NewFindings, Unreadable> {
        let mut findings = NewFindings::default();
        for reply in said {
            let violation = reply.violation.as_deref().map(violation).transpose()?;
            let cited = self.cited(&reply.notes);
            match lock(self.packet, self.claim(reply)?) {
                Ok(locked) => {
                    if let Some(violation) = violation {
                        findings.violations.insert(findings.locked.len(), violation);
                    }
                    if !cited.is_empty() {
                        findings.notes.insert(findings.locked.len(), cited);
                    }
                    findings.locked.push(locked);
                }
                Err(refused) => {
                    let reason = refused.reason.to_string();
                    findings.unlocked.push(Unproven { claim: refused.claim, reason });
                }
            }
        }
        Ok(findings)
    }

    fn claim(self, said: FindingReply<'_>) -> Result<Claim, Unreadable> {
        let mode = ModeId::new(said.mode)
            .filter(|mode| self.lens.modes().contains(mode))
            .ok_or_else(|| Unreadable::new(format!("mode {} is none of yours", said.mode)))?;
        let mut claim = claim(self.packet, self.ask.protocol, Some(mode), said)?;
        if self.ask.protocol >= CouncilProtocol::Sixth {
            claim.subcategory = claim.subcategory.kept();
        }
        Ok(claim)
    }

    /// Reads which findings are one defect. Before the third protocol nobody was asked.
    fn same(self, said: &[SameReply<'_>]) -> Result<BTreeSet<(FindingId, FindingId)>, Unreadable> {
        if self.ask.protocol < CouncilProtocol::Third {
            return Ok(BTreeSet::new());
        }
        let mut pairs = BTreeSet::new();
        for one in said {
            let pair = (self.shown(&one.finding)?, self.shown(&one.same_as)?);
            if pair.0 != pair.1 {
                pairs.insert(pair);
            }
        }
        Ok(pairs)
    }

    fn opinions(
        self,
        said: Vec<OpinionReply<'_>>,
    ) -> Result<BTreeMap<FindingId, Opinion>, Unreadable> {
        let one = |said: OpinionReply<'_>| {
            let holds = match (said.holds, said.severity.as_deref()) {
                (true, Some(word)) => Some(severity(word)?),
                (true, None) => {
                    return Err(Unreadable::new(
                        "an opinion that a finding holds needs `severity`",
                    ));
                }
                (false, _) => None,
            };
            let rationale = bounded("rationale", &*said.rationale)?.into();
            Ok((self.shown(&said.finding)?, Opinion { holds, rationale }))
        };
        unique(said.into_iter().map(one))
    }

    fn proposals(
        self,
        said: Vec<ProposalReply<'_>>,
    ) -> Result<BTreeMap<FindingId, FixProposal>, Unreadable> {
        let one = |said: ProposalReply<'_>| {
            let text = bounded("text", said.text)?;
            let proposal = FixProposal { text, excludes_others: said.excludes_others };
            Ok((self.shown(&said.finding)?, proposal))
        };
        unique(said.into_iter().map(one))
    }

    fn votes(self, said: Vec<VoteReply<'_>>) -> Result<BTreeMap<FindingId, Cast>, Unreadable> {
        let one = |said: VoteReply<'_>| {
            let vote = [Vote::Support, Vote::Oppose, Vote::Abstain]
                .into_iter()
                .find(|vote| VoteWord::from(*vote).word().eq_ignore_ascii_case(said.vote.trim()))
                .ok_or_else(|| unknown("vote", &said.vote))?;
            let rationale = bounded("rationale", &*said.rationale)?.into();
            // Under the first protocol nobody was asked how bad it is.
            let word = said.severity.filter(|_| self.ask.protocol >= CouncilProtocol::Second);
            let severity = word.map(|word| severity(&word)).transpose()?;
            Ok((self.shown(&said.finding)?, Cast { vote, severity, rationale }))
        };
        unique(said.into_iter().map(one))
    }

    /// Reads votes on remediations, some of which choose between several. The vote is about the first: who chooses another
    /// opposes that one and proposes the other, and who supports without a choice has not said what.
    fn chosen(
        self,
        mut said: Vec<VoteReply<'_>>,
        proposals: &mut BTreeMap<FindingId, FixProposal>,
    ) -> Result<BTreeMap<FindingId, Cast>, Unreadable> {
        if self.ask.findings.iter().all(|shown| shown.rivals.is_empty()) {
            return self.votes(said);
        }
        let mut choices = BTreeMap::new();
        for vote in &mut said {
            let id = self.shown(&vote.finding)?;
            if let Some(letter) = vote.choice.take() {
                let letter = letter.trim();
                let at = LETTERS.iter().position(|known| known.eq_ignore_ascii_case(letter));
                choices.insert(id, at.ok_or_else(|| unknown("choice", letter))?);
            }
        }
        let mut votes = self.votes(said)?;
        for (id, cast) in &mut votes {
            let rivals = self.ask.rivals(id);
            if rivals.is_empty() || cast.vote == Vote::Abstain {
                continue;
            }
            match choices.get(id) {
                None if cast.vote == Vote::Support => cast.vote = Vote::Abstain,
                None | Some(0) => {}
                Some(at) => {
                    let rival = rivals.get(*at).ok_or_else(|| {
                        Unreadable::new(format!("{id} has no remediation with this letter"))
                    })?;
                    cast.vote = Vote::Oppose;
                    // Where votes are strict, what has no reason is no vote, and so no choice.
                    let is_strict = self.ask.votes == Votes::Strict;
                    if is_strict
                        && self.ask.protocol >= CouncilProtocol::Ninth
                        && !cast.is_reasoned()
                    {
                        continue;
                    }
                    if !cast.is_reasoned() {
                        cast.rationale = "it chose another remediation".into();
                    }
                    let chosen = FixProposal { text: rival.clone(), excludes_others: true };
                    proposals.insert(id.clone(), chosen);
                }
            }
        }
        Ok(votes)
    }

    /// Returns the notes that are cited with what is said of findings.
    fn notes<'r>(
        self,
        said: impl Iterator<Item = (&'r ReplyText<'r>, &'r Vec<String>)>,
    ) -> Result<BTreeMap<FindingId, Cited>, Unreadable> {
        let mut all: BTreeMap<FindingId, Cited> = BTreeMap::new();
        for (finding, notes) in said.filter(|(_, notes)| !notes.is_empty()) {
            all.entry(self.shown(finding)?).or_default().extend(self.cited(notes));
        }
        Ok(all)
    }

    /// Returns which of these marks are marks of notes that the seat was given.
    fn cited(self, marks: &[String]) -> Cited {
        let Some(briefing) = self.ask.briefing.as_deref().filter(|_| !marks.is_empty()) else {
            return Cited::new();
        };
        let known = briefing.marks();
        marks
            .iter()
            .map(|mark| mark.trim().to_owned())
            .filter(|mark| known.contains(mark))
            .collect()
    }

    /// Finds a finding by the id it was shown with.
    fn shown(self, id: &str) -> Result<FindingId, Unreadable> {
        let any = self.ask.findings.first();
        let is_short = self.ask.protocol >= CouncilProtocol::Fifth;
        let short = |shown: &FindingId| shown.short_sibling(id.trim()).filter(|_| is_short);
        let meant = any.and_then(|any| any.id.sibling(id.trim()).or_else(|| short(&any.id)));
        let known = meant.filter(|id| self.ask.findings.iter().any(|shown| shown.id == *id));
        known.ok_or_else(|| unknown("finding you were shown", id))
    }
}

/// Reads a finding whatever led to it. Whether the packet bears it out is for the evidence lock to say.
pub(crate) fn claim(
    packet: &Packet,
    protocol: CouncilProtocol,
    mode: Option<ModeId>,
    said: FindingReply<'_>,
) -> Result<Claim, Unreadable> {
    let subcategory = Subcategory::read(&said.subcategory).ok_or_else(|| {
        let words = Subcategory::ALL.iter().map(|known| known.word());
        let near = spelling::nearest(&said.subcategory.to_ascii_uppercase(), words);
        let meant = near.map_or_else(String::new, |near| format!("; is `{near}` meant?"));
        Unreadable(unknown("subcategory", &said.subcategory).0 + &meant)
    })?;
    let confidence = Confidence::new(said.confidence)
        .ok_or_else(|| Unreadable::new("a confidence must be a number from 0 to 1"))?;
    let (quote, other_quotes) = quotes(packet, protocol, said.quote, said.quotes)?;
    let evidence = match (quote, said.searched) {
        (Some(quote), None) => Evidence::Quote(quote),
        (None, Some(SearchedReply { terms, sections })) => Evidence::Searched { terms, sections },
        (Some(_), Some(_)) | (None, None) => {
            let key = if protocol >= CouncilProtocol::Third { "quotes" } else { "quote" };
            let why = format!("a finding needs either `{key}` or `searched`, and not both");
            return Err(Unreadable::new(why));
        }
    };
    Ok(Claim {
        mode,
        subcategory,
        severity: severity(&said.severity)?,
        confidence,
        location: location(packet, &said.location),
        evidence,
        other_quotes,
        rule: said.rule,
        description: stated("description", said.description)?,
        remediation: bounded("remediation", said.remediation)?,
    })
}

/// Reads the words that show a finding: the first, and the others where it needs several. Before the third protocol there
/// was one.
fn quotes(
    packet: &Packet,
    protocol: CouncilProtocol,
    quote: Option<String>,
    quotes: Vec<String>,
) -> Result<(Option<String>, Vec<String>), Unreadable> {
    let more = if protocol >= CouncilProtocol::Third { quotes } else { Vec::new() };
    let mut all: Vec<String> = Vec::new();
    for quote in quote.into_iter().chain(more) {
        let quote = bounded("quote", quote)?;
        let bare = unmarked(&quote);
        let quote = if bare == quote || stands(packet, &quote) { quote } else { bare };
        if !all.contains(&quote) {
            all.push(quote);
        }
    }
    if all.len() > MOST_QUOTES {
        return Err(Unreadable::new(format!("a finding has more than {MOST_QUOTES} quotes")));
    }
    let mut all = all.into_iter();
    Ok((all.next(), all.collect()))
}

/// Reads a place. Whether it exists, and what sort of place it is, is for the evidence lock to say.
fn location(packet: &Packet, said: &str) -> Location {
    let (path, anchor) = packet.part(said.trim());
    let only = match packet.documents.as_slice() {
        [document] if path.is_empty() => document.path(),
        _ => path,
    };
    Location {
        path: only.to_owned(),
        anchor: anchor.filter(|anchor| !anchor.is_empty()).map(str::to_owned),
        kind: LocationKind::Document,
    }
}

fn assessment(said: AssessmentReply) -> Result<Assessment, Unreadable> {
    let mut phases = BTreeMap::new();
    for phase in said.phases {
        let score =
            PhaseScore::new(phase.direct, phase.enabling, phase.no_harm, phase.rationale)
                .ok_or_else(|| Unreadable::new("a phase's scores must be numbers from 0 to 1"))?;
        if phases.insert(phase.phase, score).is_some() {
            return Err(Unreadable::new(format!("phase {} is scored twice", phase.phase)));
        }
    }
    let recommendation = |said: super::RecommendationReply| {
        Ok(Recommendation {
            effort: degree(&said.effort)?,
            impact: degree(&said.impact)?,
            text: bounded("text", said.text)?,
            phase: said.phase,
        })
    };
    let recommendations =
        said.recommendations.into_iter().map(recommendation).collect::<Result<_, Unreadable>>()?;
    Ok(Assessment { affirms_oath: said.affirms_oath, phases, recommendations })
}

/// Collects what is said of findings; two sayings about one finding are refused.
fn unique<T>(
    said: impl Iterator<Item = Result<(FindingId, T), Unreadable>>,
) -> Result<BTreeMap<FindingId, T>, Unreadable> {
    let mut all = BTreeMap::new();
    for one in said {
        let (id, what) = one?;
        match all.entry(id) {
            Entry::Vacant(free) => free.insert(what),
            Entry::Occupied(taken) => {
                let why = format!("{} is spoken of twice in one list", taken.key());
                return Err(Unreadable::new(why));
            }
        };
    }
    Ok(all)
}

fn severity(word: &str) -> Result<Severity, Unreadable> {
    Severity::read(word).ok_or_else(|| unknown("severity", word))
}

fn degree(word: &str) -> Result<Degree, Unreadable> {
    [Degree::Low, Degree::Medium, Degree::High]
        .into_iter()
        .find(|degree| DegreeWord::from(*degree).word().eq_ignore_ascii_case(word.trim()))
        .ok_or_else(|| unknown("degree", word))
}

fn violation(word: &str) -> Result<VisionViolation, Unreadable> {
    [
        VisionViolation::PhaseRegression,
        VisionViolation::PhaseSkip,
        VisionViolation::MissionDrift,
        VisionViolation::ValueExtraction,
    ]
    .into_iter()
    .find(|violation| ViolationWord::from(*violation).word().eq_ignore_ascii_case(word.trim()))
    .ok_or_else(|| unknown("violation", word))
}

fn stated(field: &str, text: String) -> Result<String, Unreadable> {
    if text.trim().is_empty() {
        return Err(Unreadable::new(format!("`{field}` is empty")));
    }
    bounded(field, text)
}

pub(crate) fn bounded<T: AsRef<str>>(field: &str, text: T) -> Result<T, Unreadable> {
    if text.as_ref().len() > LONGEST {
        return Err(Unreadable::new(format!("`{field}` is longer than {LONGEST} bytes")));
    }
    Ok(text)
}

pub(crate) fn unknown(what: &str, word: &str) -> Unreadable {
    let shown: String = word.chars().take(60).flat_map(char::escape_debug).collect();
    Unreadable::new(format!("`{shown}` is no {what}"))
}
