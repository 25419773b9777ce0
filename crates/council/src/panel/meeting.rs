//! A panel as a flow of the engine: what its journal keeps of the beginning, and how its seats are filled.

use std::{
    collections::BTreeMap,
    sync::{Arc, OnceLock},
};

use council_core::{
    evidence::LockedClaim,
    finding::{Claim, Evidence},
    flow::Moment,
    handoff::{CleanLine, PacketVersion, PanelSeat, computed},
    ident::ProjectName,
    packet::Packet,
    panel::{
        self, Earlier, Effect, Grouping, Input, PanelEnding, PanelQuestion, PanelRecord,
        PanelWarning, ProtocolError, Said, Visited, Wave,
    },
    policy::Policy,
    series::ReviewNumber,
    severity::Severity,
    tree::{Node, TreeEntry as Field, Value as Scalar},
};
use council_engine::{BoxFuture, Call, Entry, Fault, Flow, Reviewer, ReviewerReply};
use council_formats::user::SchemaSetting;
use council_formats::{handoff::words, packet::markdown_prd};
use council_prompts::{
    panel::{ChairReply, ExaminedReply, SeatReply, asked_in, read, render, schema},
    prompt::Prompt,
    schema::Bounds,
};
use council_rules::panel::Seen;
use jiff::{civil::Date, tz::TimeZone};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{
    KeptClaim, ReviewBasis,
    diff::{hunks, sectioned},
    log,
};
use crate::{
    authority::{self, Nameless},
    cost::Foreseen,
    reviewer::{self, Fillable, ReviewerSpec, ScriptedStance},
};

/// What a panel begins with, as its journal keeps it: enough to compute the review again whatever became of the files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PanelOpening {
    /// The project.
    pub project: ProjectName,
    /// Which review of the series it is.
    pub number: ReviewNumber,
    /// When it begins.
    pub moment: Moment,
    /// The file of the version that is read.
    pub prd_file: String,
    /// The version.
    pub prd_version: PacketVersion,
    /// The hash of its text.
    pub prd_hash: String,
    /// The hash of what was read from it.
    pub content_hash: String,
    /// Who sits on it, the chair left out.
    pub seats: Vec<PanelSeat>,
    /// The specialists that were called, and by which words.
    pub called: BTreeMap<String, Vec<String>>,
    /// The specialists that the text calls for and who do not sit, because the rules have nothing to say in their seat, and
    /// by which words.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub unseated: BTreeMap<PanelSeat, Vec<String>>,
    /// What fills each seat, the chair's too.
    pub filled_by: BTreeMap<PanelSeat, String>,
    /// The earlier reviews, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub earlier: Vec<EarlierReview>,
    /// How recommendations are grouped where no chair groups.
    #[serde(default, skip_serializing_if = "Grouping::is_unnamed")]
    pub grouping: Grouping,
    /// What the rules find that would be said in seats which somebody else fills.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub beside: Vec<BesideClaim>,
    /// The family of a model whose name tells none.
    #[serde(default, skip_serializing_if = "Nameless::is_unnamed")]
    pub nameless: Nameless,
}

/// What the rules find beside the seats.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct BesideClaim {
    /// How bad it is.
    #[schemars(with = "String")]
    pub severity: Severity,
    /// What it is, and what shows it.
    pub claim: KeptClaim,
}

impl BesideClaim {
    /// Takes what a rule found and the text shows.
    pub(super) fn new(locked: &LockedClaim) -> Self {
        Self { severity: locked.claim().severity, claim: KeptClaim::new(locked) }
    }
}

/// An earlier review, with the text it is about where that is still known.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EarlierReview {
    /// The text.
    pub text: Option<String>,
    /// What the review was computed from.
    pub record: ReviewBasis,
}

/// A panel while it meets.
#[derive(Debug, Clone, PartialEq)]
pub struct Meeting {
    convening: Arc<PanelOpening>,
    session: panel::PanelSession,
}

impl PanelOpening {
    /// Returns the day of the review.
    pub fn date(&self) -> Date {
        self.moment.at.to_zoned(TimeZone::UTC).date()
    }

    /// Returns what the flow begins with.
    fn opening(&self, packet: &Packet) -> panel::Opening {
        let filled = |(seat, name): (&PanelSeat, &String)| Some((seat.clone(), filled_by(name)?));
        let beside = || Some((PanelSeat::rules_beside(), filled_by("rules")?));
        let beside = (!self.beside.is_empty()).then(beside).flatten();
        panel::Opening {
            project: self.project.clone(),
            number: self.number,
            date: self.date(),
            version: self.prd_version,
            seats: self.seats.clone(),
            filled_by: self.filled_by.iter().filter_map(filled).chain(beside).collect(),
            minds: authority::minds(&self.filled_by, self.nameless),
            extra: vec![field("prd_file", &self.prd_file), field("prd_hash", &self.prd_hash)],
            earlier: self.followed(packet),
            unseated: self.unseated.iter().filter_map(unseated).collect(),
            grouping: self.grouping,
            beside: self.beside.iter().map(|one| one.claim.claim(one.severity)).collect(),
        }
    }

    /// Returns what earlier reviews found and what changed since.
    fn followed(&self, packet: &Packet) -> Option<Earlier> {
        let last = self.earlier.last()?;
        let is_renamed = self.grouping >= Grouping::Fourth;
        let visit = |one: &EarlierReview| {
            // Every version is a file of its own, and a section is known by its name in all of them.
            let path = if is_renamed { &self.prd_file } else { &one.record.prd_file };
            let own = &one.record.prd_file;
            let claim = |kept: &KeptClaim, severity| renamed(kept.claim(severity), own, path);
            let issues = one.record.issues.iter();
            Visited {
                packet: one.text.as_ref().map(|text| markdown_prd(path, text).value),
                claims: issues
                    .flat_map(|issue| issue.claims.iter().map(|kept| claim(kept, issue.severity)))
                    .collect(),
            }
        };
        let visits: Vec<Visited> = self.earlier.iter().map(visit).collect();
        let before = visits.last().and_then(|visit| visit.packet.as_ref()?.documents.first());
        let changed = match (before, packet.documents.first()) {
            (Some(before), Some(after)) if is_renamed => sectioned(before, after),
            (Some(before), Some(after)) => hunks(before, after),
            (None, _) | (_, None) => Vec::new(),
        };
        let mut sections: Vec<String> = changed.iter().map(|hunk| hunk.section.clone()).collect();
        sections.dedup();
        Some(Earlier {
            before: PacketVersion(last.record.prd_version),
            now: self.prd_version,
            changed: changed.iter().map(|hunk| hunk.after).collect(),
            sections,
            visits,
        })
    }
}

/// Returns a claim about one document as a claim about another that has its sections.
pub(crate) fn renamed(mut claim: Claim, from: &str, to: &str) -> Claim {
    let rename = |place: &mut String| {
        if let Some(rest) = place.strip_prefix(from) {
            *place = format!("{to}{rest}");
        }
    };
    rename(&mut claim.location.path);
    if let Evidence::Searched { sections, .. } = &mut claim.evidence {
        sections.iter_mut().for_each(rename);
    }
    claim
}

impl Flow for Meeting {
    type Opening = PanelOpening;
    type Seat = PanelSeat;
    type Round = Wave;
    type Ask = PanelQuestion;
    type Answer = Said;
    type Warning = PanelWarning;
    type Ending = PanelEnding;
    type Record = PanelRecord;
    type Misuse = ProtocolError;

    fn content_hash(opening: &PanelOpening) -> &str {
        &opening.content_hash
    }

    fn moment(opening: &PanelOpening) -> Moment {
        opening.moment
    }

    fn lot(opening: &PanelOpening) -> String {
        format!("{} {} {}", opening.project, opening.number, opening.prd_hash)
    }

    fn open(
        opening: PanelOpening,
        packet: &Arc<Packet>,
    ) -> Result<(Self, Vec<Effect>), ProtocolError> {
        let (session, effects) =
            panel::PanelSession::open(opening.opening(packet), packet, opening.moment)?;
        Ok((Self { convening: Arc::new(opening), session }, effects))
    }

    fn apply(&mut self, policy: &Policy, input: Input) -> Result<Vec<Effect>, ProtocolError> {
        self.session.apply(policy, input)
    }

    fn read(&self, packet: &Packet, ask: &PanelQuestion, text: &str) -> Result<Said, String> {
        read(packet, ask, text).map_err(|error| error.to_string())
    }

    fn opening(&self) -> &Arc<PanelOpening> {
        &self.convening
    }

    fn ending(&self) -> Option<PanelEnding> {
        self.session.ending()
    }

    fn spent(&self) -> u64 {
        self.session.spent()
    }

    fn record(&self) -> PanelRecord {
        self.session.record()
    }

    fn seat(ask: &PanelQuestion) -> PanelSeat {
        ask.seat.clone()
    }

    fn round(ask: &PanelQuestion) -> Wave {
        ask.wave
    }

    fn is_repair(ask: &PanelQuestion) -> bool {
        ask.repair.is_some()
    }
}

impl Fillable for Meeting {
    const HAS_STANCES: bool = false;
    const HAS_BUDGET: bool = true;

    fn rules() -> Arc<dyn Reviewer<Self>> {
        Arc::new(OfflinePanel { seen: OnceLock::new() })
    }

    fn prompt(call: &Call<Self>, fence: &str) -> Prompt {
        render(&call.packet, &call.ask, fence)
    }

    fn told(call: &Call<Self>) -> Value {
        let opening = &call.opening;
        let fence = opening.content_hash.get(..16).unwrap_or(&opening.content_hash);
        let prompt = render(&call.packet, &call.ask, fence);
        json!({
            "project": opening.project.as_str(),
            "review": opening.number.value(),
            "seat": call.ask.seat.as_str(),
            "round": call.ask.wave.number(),
            "attempt": call.attempt,
            "repair": call.ask.repair.is_some(),
            "instructions": prompt.instructions,
            "packet": prompt.packet,
            "question": prompt.question,
        })
    }

    fn asked_in() -> String {
        asked_in()
    }

    /// A seat and the chair answer in shapes of their own, so there is none for both.
    fn shape(call: &Call<Self>, how: SchemaSetting, bounds: Bounds) -> Option<Value> {
        match how {
            SchemaSetting::None => None,
            SchemaSetting::Common | SchemaSetting::Exact => {
                Some(schema(&call.packet, &call.ask, bounds))
            }
        }
    }

    fn number(ask: &PanelQuestion) -> u8 {
        ask.wave.number()
    }

    fn step(ask: &PanelQuestion) -> String {
        match ask.wave {
            Wave::Seats => "review".to_owned(),
            Wave::Chair => "summary of the chair".to_owned(),
        }
    }

    /// A seat that no script speaks for approves; a chair that none speaks for states what the seats amount to.
    fn rehearsed(
        call: &Call<Self>,
        reply: Option<&Map<String, Value>>,
        _stance: Option<ScriptedStance>,
    ) -> String {
        let mut whole = match call.ask.wave {
            Wave::Seats => json!(SeatReply {
                rating: "APPROVED".to_owned(),
                findings: Vec::new(),
                endorsements: Vec::new(),
                examined: vec![ExaminedReply {
                    sections: "the whole document".to_owned(),
                    questions: "what the script asks, which is nothing more".to_owned(),
                }],
                summary: String::new(),
            }),
            Wave::Chair => json!({
                "verdict": computed(&call.ask.reviews).map(words::rating),
            }),
        };
        if let (Value::Object(whole), Some(said)) = (&mut whole, reply) {
            whole.extend(said.clone());
        }
        whole.to_string()
    }

    /// Every seat is asked once; then the chair, who is told what the seats say: at most all of their answers.
    fn foreseen(_opening: &PanelOpening, first: Vec<Arc<PanelQuestion>>) -> Vec<Foreseen<Self>> {
        let told = u64::try_from(first.len()).unwrap_or(u64::MAX);
        let chair = PanelQuestion {
            seat: PanelSeat::chair(),
            wave: Wave::Chair,
            reviews: Vec::new(),
            recommendations: Vec::new(),
            repair: None,
        };
        let seats = first.into_iter().map(|ask| Foreseen { ask, times: 1, told: 0, tries: 1 });
        seats.chain([Foreseen { ask: Arc::new(chair), times: 1, told, tries: 1 }]).collect()
    }

    fn entry(record: &str) -> serde_json::Result<Option<Entry<Self>>> {
        Ok(match log::Recorded::read(record)? {
            log::Recorded::Happened(entry) => Some(*entry),
            log::Recorded::Taken(_) => None,
        })
    }
}

/// The offline reviewer in every seat of one panel: the packet is read once.
pub(super) struct OfflinePanel {
    /// What the rules see in it.
    pub(super) seen: OnceLock<Arc<Seen>>,
}

impl Reviewer<Meeting> for OfflinePanel {
    fn name(&self) -> String {
        "rules".to_owned()
    }

    fn bound(&self, _call: &Call<Meeting>) -> u64 {
        0
    }

    fn answer<'a>(
        &'a self,
        call: &'a Call<Meeting>,
    ) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            let text = match call.ask.wave {
                Wave::Seats => {
                    let seen = self.seen.get_or_init(|| Arc::new(Seen::of(&call.packet)));
                    let said = council_rules::panel::answer(&call.packet, seen, &call.ask.seat);
                    SeatReply::from(said).text()
                }
                Wave::Chair => {
                    ChairReply::from(council_rules::panel::chair(&call.ask.reviews)).text()
                }
            };
            Ok(ReviewerReply { text, tokens: 0, delivery: None })
        })
    }
}

/// Says why a specialist that the text calls for does not sit.
fn unseated((seat, words): (&PanelSeat, &Vec<String>)) -> Option<CleanLine> {
    CleanLine::new(&format!(
        "No {} sat, though the text calls for one ({}): {}.",
        seat.title(),
        words.join(", "),
        why_unseated(seat)
    ))
}

/// Says what the offline rules lack for a specialist who does not sit.
pub(super) fn why_unseated(seat: &PanelSeat) -> &'static str {
    if council_rules::panel::has_rules(seat) {
        "the offline rules of that field found nothing"
    } else {
        "no offline rule is about that field"
    }
}

/// Says what fills a seat, for a reader of the review.
pub(super) fn filled_by(name: &str) -> Option<CleanLine> {
    match name.parse() {
        Ok(ReviewerSpec::Rules) => CleanLine::new(council_rules::panel::FILLED_BY),
        Ok(ReviewerSpec::Human) => CleanLine::new("a person"),
        Ok(ReviewerSpec::Host) => CleanLine::new("the host's agent"),
        Ok(
            ReviewerSpec::Scripted(_)
            | ReviewerSpec::Cassette { .. }
            | ReviewerSpec::Loopback(_)
            | ReviewerSpec::Model(_)
            | ReviewerSpec::Agent(_),
        )
        | Err(_) => CleanLine::new(&format!("`{name}`")),
    }
}

/// Returns what filled the seats by the words of a record.
pub(super) fn sat(filled_by: &str) -> Vec<String> {
    filled_by.split("; ").filter_map(reviewer::recorded).collect()
}

fn field(key: &str, text: &str) -> Field {
    Field { key: key.to_owned(), node: Node::new(Scalar::Text(text.to_owned())) }
}
