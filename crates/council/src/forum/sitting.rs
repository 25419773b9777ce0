//! A round as a flow of the engine: what its journal keeps of the beginning, and how its seats are filled.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::{Arc, OnceLock},
};

use council_core::{
    flow::Moment,
    forum::{
        Discussion, DiscussionRefusal, ForumAnswer, ForumProtocol, ForumQuestion, ForumRecord,
        ForumSeat, ForumSeatId, Hearing, Message, Point, RoleDefinition, RoleDefinitions,
        RoundStep, RoundSummary, Seats, Setting, Style, TrimmedLine,
        config::CompositionFault as SeatFault,
        line::NotALine,
        message::EmptyMessage,
        round::RoundError,
        session::{Effect, ForumSession, ForumWarning, Input, RoundEnding},
    },
    ident::ProjectName,
    packet::Packet,
    policy::Policy,
};
use council_engine::{BoxFuture, Call, Entry, Fault, Flow, Reviewer, ReviewerReply};
use council_formats::{forum_record, packet::markdown_prd, user::SchemaSetting};
use council_prompts::{
    forum::{ProjectContext, asked_in, read, render, schema, text},
    prompt::Prompt,
    schema::Bounds,
};
use council_rules::forum::{FILLED_BY, FILLED_BY_FIRST, Matter};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use thiserror::Error;

use super::{gate::beside, log, rehearsed};
use crate::{
    cost::Foreseen,
    reviewer::{Fillable, ReviewerSpec, ScriptedStance},
};

/// What a round begins with, as its journal keeps it: enough to hold it again whatever became of the files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ForumOpening {
    /// The project.
    pub project: ProjectName,
    /// The folder of its config.
    pub home: String,
    /// When it begins.
    pub moment: Moment,
    /// The owners, in speaking order.
    pub owners: Vec<KeptSeat>,
    /// The advocates, in speaking order.
    pub advocates: Vec<KeptSeat>,
    /// What an owner is told about its role.
    pub owner_role: String,
    /// What an advocate is told about its role.
    pub advocate_role: String,
    /// How far the round goes.
    pub style: Style,
    /// Whether the owners draft their positions first.
    pub hearing: Hearing,
    /// What the human said.
    pub message: String,
    /// Who.
    pub by: String,
    /// What fills each seat.
    pub filled_by: BTreeMap<ForumSeatId, String>,
    /// The hash of the project's packet.
    pub content_hash: String,
    /// The record before this round, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<Value>,
    /// The rules it is held under.
    #[serde(default, skip_serializing_if = "ForumProtocol::is_unnamed")]
    pub protocol: ForumProtocol,
    /// The points of the message, where whoever sent it names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<String>,
    /// The project's own page about its forum, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
}

/// A seat as the journal keeps it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptSeat {
    /// The id.
    pub id: ForumSeatId,
    /// The name.
    pub name: String,
    /// The perspective.
    pub lens: String,
}

impl From<&ForumSeat> for KeptSeat {
    fn from(seat: &ForumSeat) -> Self {
        Self { id: seat.id, name: seat.name.to_string(), lens: seat.lens.to_string() }
    }
}

/// Why what a journal keeps is not a round.
#[derive(Debug, Error)]
pub enum SittingError {
    /// The seats break the rules of composition.
    #[error("the seats break a rule: {0}")]
    Seats(SeatFault),
    /// A name or a perspective is not one line.
    #[error("a name {0}")]
    Name(#[from] NotALine),
    /// The message says nothing.
    #[error(transparent)]
    Message(#[from] EmptyMessage),
    /// The record before the round does not hold together.
    #[error("the rounds before do not hold together: {0}")]
    Record(String),
    /// The discussion does not take the round.
    #[error(transparent)]
    Refused(#[from] DiscussionRefusal),
    /// The driver misused the round.
    #[error(transparent)]
    Protocol(#[from] RoundError),
}

impl ForumOpening {
    /// Returns what was discussed before this round.
    pub fn discussion(&self) -> Result<Discussion, SittingError> {
        let Some(record) = &self.earlier else {
            return Ok(Discussion::new(self.project.clone()));
        };
        let read = forum_record::read(forum_record::FILE, &record.to_string());
        read.value.ok_or_else(|| {
            let why = read.diagnostics.into_iter().next().map(|first| first.message);
            SittingError::Record(why.unwrap_or_default())
        })
    }

    /// Returns the discussion with a round that was held.
    pub(super) fn held(&self, summary: RoundSummary) -> Result<Discussion, SittingError> {
        let mut discussion = self.discussion()?;
        discussion.close(summary)?;
        Ok(discussion)
    }

    /// Returns the definitions of both roles.
    pub fn roles(&self) -> RoleDefinitions {
        RoleDefinitions {
            owner: RoleDefinition::new(&self.owner_role),
            advocate: RoleDefinition::new(&self.advocate_role),
        }
    }

    /// Returns where the record lies.
    pub(super) fn record_path(&self) -> String {
        beside(&beside(&self.home, forum_record::FOLDER), forum_record::FILE)
    }

    fn setting(&self) -> Result<Setting, SittingError> {
        let seats = |kept: &[KeptSeat]| -> Result<Vec<ForumSeat>, SittingError> {
            let seat = |one: &KeptSeat| {
                Ok(ForumSeat {
                    id: one.id,
                    name: TrimmedLine::new(&one.name)?,
                    lens: TrimmedLine::new(&one.lens)?,
                })
            };
            kept.iter().map(seat).collect()
        };
        let mut filled_by = BTreeMap::new();
        for (seat, name) in &self.filled_by {
            filled_by.insert(*seat, filled_by_line(self.protocol, name)?);
        }
        let faults = |mut faults: Vec<SeatFault>| SittingError::Seats(faults.swap_remove(0));
        Ok(Setting {
            project: self.project.clone(),
            seats: Seats::new(seats(&self.owners)?, seats(&self.advocates)?).map_err(faults)?,
            roles: self.roles().digests(),
            style: self.style,
            hearing: self.hearing,
            filled_by,
            protocol: self.protocol,
            points: self.points.clone(),
            questioners: self.questioners(),
        })
    }

    /// Returns the seats that nobody holds: the rules compare words, and words compared are no position.
    fn questioners(&self) -> BTreeSet<ForumSeatId> {
        let held_by_rules = |name: &str| matches!(name.parse(), Ok(ReviewerSpec::Rules));
        match self.protocol {
            ForumProtocol::First => BTreeSet::new(),
            ForumProtocol::Second => {
                let seats = self.filled_by.iter().filter(|(_, name)| held_by_rules(name));
                seats.map(|(seat, _)| *seat).collect()
            }
        }
    }
}

/// A round while it is held.
#[derive(Debug, Clone, PartialEq)]
pub struct Sitting {
    convening: Arc<ForumOpening>,
    session: ForumSession,
}

impl Flow for Sitting {
    type Opening = ForumOpening;
    type Seat = ForumSeatId;
    type Round = RoundStep;
    type Ask = ForumQuestion;
    type Answer = ForumAnswer;
    type Warning = ForumWarning;
    type Ending = RoundEnding;
    type Record = ForumRecord;
    type Misuse = SittingError;

    fn content_hash(opening: &ForumOpening) -> &str {
        &opening.content_hash
    }

    fn moment(opening: &ForumOpening) -> Moment {
        opening.moment
    }

    fn lot(opening: &ForumOpening) -> String {
        format!("{} {} {}", opening.project, opening.moment.at, opening.content_hash)
    }

    fn open(
        opening: ForumOpening,
        _packet: &Arc<Packet>,
    ) -> Result<(Self, Vec<Effect>), SittingError> {
        let by = TrimmedLine::new(&opening.by)?;
        let message = Message::new(opening.message.clone(), by, opening.moment.at)?;
        let (round, wanted) = opening.discussion()?.open(opening.setting()?, message)?;
        let (session, effects) = ForumSession::new(round, wanted, opening.moment);
        Ok((Self { convening: Arc::new(opening), session }, effects))
    }

    fn apply(&mut self, policy: &Policy, input: Input) -> Result<Vec<Effect>, SittingError> {
        Ok(self.session.apply(policy, input)?)
    }

    fn read(
        &self,
        _packet: &Packet,
        ask: &ForumQuestion,
        text: &str,
    ) -> Result<ForumAnswer, String> {
        read(ask, text).map_err(|error| error.to_string())
    }

    fn opening(&self) -> &Arc<ForumOpening> {
        &self.convening
    }

    fn ending(&self) -> Option<RoundEnding> {
        self.session.ending()
    }

    fn spent(&self) -> u64 {
        self.session.spent()
    }

    fn record(&self) -> ForumRecord {
        self.session.record()
    }

    fn seat(ask: &ForumQuestion) -> ForumSeatId {
        ask.seat.id
    }

    fn round(ask: &ForumQuestion) -> RoundStep {
        ask.step
    }

    fn is_repair(ask: &ForumQuestion) -> bool {
        ask.repair.is_some()
    }
}

impl Fillable for Sitting {
    const HAS_STANCES: bool = false;
    const HAS_BUDGET: bool = false;

    fn rules() -> Arc<dyn Reviewer<Self>> {
        Arc::new(OfflineMembers { matter: OnceLock::new() })
    }

    fn prompt(call: &Call<Self>, fence: &str) -> Prompt {
        let roles = call.opening.roles();
        let definition = roles.of(call.ask.seat.id.role()).text();
        let told = ProjectContext { definition, instance: call.opening.instance.as_deref() };
        render(&call.packet, &call.ask, told, fence)
    }

    fn told(call: &Call<Self>) -> Value {
        let opening = &call.opening;
        let fence = opening.content_hash.get(..16).unwrap_or(&opening.content_hash);
        let prompt = Self::prompt(call, fence);
        json!({
            "project": opening.project.as_str(),
            "forum_round": call.ask.round,
            "seat": call.ask.seat.id.to_string(),
            "step": call.ask.step.word(),
            "round": Self::number(&call.ask),
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

    /// Every step is answered in a shape of its own, so there is none for all.
    fn shape(call: &Call<Self>, how: SchemaSetting, bounds: Bounds) -> Option<Value> {
        match how {
            SchemaSetting::None => None,
            SchemaSetting::Common | SchemaSetting::Exact => Some(schema(&call.ask, bounds)),
        }
    }

    fn number(ask: &ForumQuestion) -> u8 {
        match ask.step {
            RoundStep::Draft => 0,
            RoundStep::Position => 1,
            RoundStep::Challenge => 2,
            RoundStep::Alternative => 3,
            RoundStep::Reply => 4,
            RoundStep::Evaluation => 5,
            RoundStep::Reading => 6,
            RoundStep::Question => 7,
        }
    }

    fn step(ask: &ForumQuestion) -> String {
        format!("round {}, {}", ask.round, ask.step.word())
    }

    /// An owner that no script speaks for supports and mitigates, an advocate sees nothing left and concedes. A script
    /// may name one `stance` for all points, and one `risk` for the first.
    fn rehearsed(
        call: &Call<Self>,
        reply: Option<&Map<String, Value>>,
        _stance: Option<ScriptedStance>,
    ) -> String {
        let ask = &call.ask;
        let said = |key: &str| reply.and_then(|reply| reply.get(key)).cloned();
        let mut whole = if ask.points.is_empty() {
            rehearsed::whole(ask)
        } else {
            rehearsed::by_point(ask, said("stance"), said("risk"), said("alternative"))
        };
        if let (Value::Object(whole), Some(said)) = (&mut whole, reply) {
            whole.extend(said.clone());
        }
        if !ask.points.is_empty() {
            rehearsed::judge_each(ask, &mut whole);
        }
        whole.to_string()
    }

    /// Every seat is asked in turn, and told what all before it said.
    fn foreseen(opening: &ForumOpening, first: Vec<Arc<ForumQuestion>>) -> Vec<Foreseen<Self>> {
        let (Some(model), Ok(setting)) = (first.first(), opening.setting()) else {
            return first
                .into_iter()
                .map(|ask| Foreseen { ask, times: 1, told: 0, tries: 1 })
                .collect();
        };
        let (owners, advocates) = (setting.seats.owners(), setting.seats.advocates());
        let asks_for = |step: RoundStep, seat: &ForumSeatId| match (step, setting.protocol) {
            (RoundStep::Reading, ForumProtocol::First) => false,
            (RoundStep::Reading, ForumProtocol::Second) => {
                opening.points.is_empty() && owners.first().is_some_and(|first| first.id == *seat)
            }
            (_, _) => !setting.questioners.contains(seat),
        };
        // Before it is read, nobody knows how many points there are: the message is the longest of them.
        let points = match setting.protocol {
            ForumProtocol::First => Vec::new(),
            ForumProtocol::Second => {
                let whole = [opening.message.clone()];
                Point::number(&opening.points).or_else(|| Point::number(&whole)).unwrap_or_default()
            }
        };
        let steps = [
            (RoundStep::Reading, owners, true),
            (RoundStep::Draft, owners, opening.hearing == Hearing::Blind),
            (RoundStep::Position, owners, true),
            (RoundStep::Challenge, advocates, true),
            (RoundStep::Reply, owners, opening.style == Style::Full),
            (RoundStep::Evaluation, advocates, opening.style == Style::Full),
        ];
        let held = steps.into_iter().filter(|(_, _, is_held)| *is_held);
        let asks = held.flat_map(|(step, seats, _)| seats.iter().map(move |seat| (step, seat)));
        asks.filter(|(step, seat)| asks_for(*step, &seat.id))
            .zip(0..)
            .map(|((step, seat), before): (_, u64)| {
                // After the challenges everybody is told once what each holds, and not all that was said.
                let most = match (step, setting.protocol) {
                    (RoundStep::Reply, ForumProtocol::Second) => owners.len() + advocates.len(),
                    (RoundStep::Evaluation, ForumProtocol::Second) => owners.len() + 1,
                    (_, _) => usize::MAX,
                };
                let told = before.min(u64::try_from(most).unwrap_or(u64::MAX));
                let points = if step == RoundStep::Reading { Vec::new() } else { points.clone() };
                let ask = ForumQuestion {
                    step,
                    seat: seat.clone(),
                    points,
                    ..ForumQuestion::clone(model)
                };
                Foreseen { ask: Arc::new(ask), times: 1, told, tries: step.tries().into() }
            })
            .collect()
    }

    fn entry(record: &str) -> serde_json::Result<Option<Entry<Self>>> {
        Ok(match log::Recorded::read(record)? {
            log::Recorded::Happened(entry) => Some(*entry),
            log::Recorded::Taken(_) => None,
        })
    }
}

/// The offline members of one round: the message and the project's packet are read once.
struct OfflineMembers {
    matter: OnceLock<Matter>,
}

impl Reviewer<Sitting> for OfflineMembers {
    fn name(&self) -> String {
        "rules".to_owned()
    }

    fn bound(&self, _call: &Call<Sitting>) -> u64 {
        0
    }

    fn answer<'a>(
        &'a self,
        call: &'a Call<Sitting>,
    ) -> BoxFuture<'a, Result<ReviewerReply, Fault>> {
        Box::pin(async move {
            let matter = self.matter.get_or_init(|| {
                let message = &call.ask.message;
                let read = markdown_prd("message.md", &Matter::document(message)).value;
                Matter::new(&call.packet, message, &read)
            });
            // Rounds that were begun when the rules still took positions go on without them.
            let said = matter.answer(&call.ask).ok_or_else(|| Fault::Lasting {
                reason: "the offline rules take no position".to_owned(),
                tokens: 0,
            })?;
            Ok(ReviewerReply { text: text(&said), tokens: 0, delivery: None })
        })
    }
}

/// Says what fills a seat, for a reader of the record.
fn filled_by_line(protocol: ForumProtocol, name: &str) -> Result<TrimmedLine, NotALine> {
    match name.parse() {
        Ok(ReviewerSpec::Rules) => TrimmedLine::new(match protocol {
            ForumProtocol::First => FILLED_BY_FIRST,
            ForumProtocol::Second => FILLED_BY,
        }),
        Ok(ReviewerSpec::Human) => TrimmedLine::new("a person"),
        Ok(ReviewerSpec::Host) => TrimmedLine::new("the host's agent"),
        Ok(
            ReviewerSpec::Scripted(_)
            | ReviewerSpec::Cassette { .. }
            | ReviewerSpec::Loopback(_)
            | ReviewerSpec::Model(_)
            | ReviewerSpec::Agent(_),
        )
        | Err(_) => TrimmedLine::new(&format!("`{name}`")),
    }
}
