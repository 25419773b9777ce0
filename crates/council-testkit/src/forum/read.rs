//! Reads the script of a discussion.

use council::{
    core::{
        forum::{
            ChallengeId, ForumAnswer, ForumInput, ForumRole, ForumSeatId, Hearing, Loss,
            RoundChoice, Seats, Style, TrimmedLine,
            answer::{
                AdvocateJudgement, ChallengeResponse, Engagement, Evaluation, Manner, Objection,
                OwnerPosition, ReplyToChallenge, Stance,
            },
        },
        ident::ProjectName,
        tree::{Node, Value},
    },
    formats::yaml,
};

/// A scripted discussion.
pub(super) struct ForumScript {
    pub(super) project: ProjectName,
    pub(super) seats: Seats,
    pub(super) style: Style,
    pub(super) hearing: Hearing,
    pub(super) rounds: Vec<RoundScript>,
}

/// A scripted round.
pub(super) struct RoundScript {
    pub(super) message: String,
    pub(super) said: Vec<ForumInput>,
    pub(super) decide: Option<ScriptDecision>,
}

/// A scripted decision: the round it names and the round whose summary was shown, the latest unless said.
pub(super) struct ScriptDecision {
    pub(super) choice: RoundChoice,
    pub(super) round: Option<u32>,
    pub(super) shown: Option<usize>,
}

/// Reads a script, strictly: a key nobody knows is a mistake.
pub(super) fn script(text: &str) -> Result<ForumScript, String> {
    let root = yaml::read("script", text)
        .map_err(|error| format!("{}: {}", error.place, error.message))?;
    only(&root, &["owners", "style", "hearing", "rounds"])?;
    let owners = match root.get("owners") {
        None => 2,
        Some(node) => number(node)?,
    };
    if !(Seats::FEWEST_OWNERS..=Seats::MOST_OWNERS).contains(&owners) {
        return Err(format!("{owners} owners, expected 2 to 4"));
    }
    let (owners, advocates) = super::members(owners);
    let seats = Seats::new(owners, advocates).map_err(|faults| format!("{faults:?}"))?;
    let style = match root.get("style") {
        None => Style::Full,
        Some(node) => word(node, Style::read)?,
    };
    let hearing = match root.get("hearing") {
        None => Hearing::Open,
        Some(node) => word(node, Hearing::read)?,
    };
    let rounds = root.get("rounds").ok_or("no `rounds`")?;
    let Value::List(rounds) = &rounds.value else { return Err("`rounds` is no list".to_owned()) };
    Ok(ForumScript {
        project: ProjectName::new("demo").map_err(|error| error.to_string())?,
        seats,
        style,
        hearing,
        rounds: rounds.iter().map(round).collect::<Result<_, _>>()?,
    })
}

/// Takes a line that is known to be one.
pub(super) fn line(text: &str) -> TrimmedLine {
    TrimmedLine::new(text).expect("the script's own names are lines")
}

/// Takes a seat that is known to be one.
pub(super) fn seat(word: &str) -> ForumSeatId {
    ForumSeatId::read(word).expect("the script's own seats are seats")
}

/// Returns the time of every human act in a script.
pub(super) fn noon<T: std::str::FromStr<Err: std::fmt::Debug>>() -> T {
    "2026-03-01T12:00:00Z".parse().expect("the script's own time is a time")
}

/// Returns the day of the script's config.
pub(super) fn day<T: std::str::FromStr<Err: std::fmt::Debug>>() -> T {
    "2026-03-01".parse().expect("the script's own day is a day")
}

fn round(node: &Node) -> Result<RoundScript, String> {
    only(node, &["message", "said", "decide"])?;
    let said = node.get("said").ok_or("a round without `said`")?;
    Ok(RoundScript {
        message: text(node.get("message").ok_or("a round without `message`")?)?,
        said: said.items().iter().map(input).collect::<Result<_, _>>()?,
        decide: node.get("decide").map(decide).transpose()?,
    })
}

fn input(node: &Node) -> Result<ForumInput, String> {
    let [entry] = node.entries() else {
        return Err(format!("line {:?}: expected one `seat: what it says`", node.line));
    };
    let seat =
        ForumSeatId::read(&entry.key).ok_or_else(|| format!("`{}` is no seat", entry.key))?;
    if entry.node.text() == Some("lost") {
        return Ok(ForumInput::Lost { seat, reason: Loss::Timeout });
    }
    if let Some(reason) = entry.node.get("lost") {
        return Ok(ForumInput::Lost { seat, reason: word(reason, Loss::read)? });
    }
    if let Some(reason) = entry.node.get("unreadable") {
        return Ok(ForumInput::Unreadable { seat, reason: text(reason)? });
    }
    Ok(ForumInput::Answered { seat, answer: answer(seat, &entry.node)? })
}

fn answer(seat: ForumSeatId, node: &Node) -> Result<ForumAnswer, String> {
    if node.text().is_some() {
        let stance = word(node, Stance::read)?;
        return Ok(position("so I say".to_owned(), String::new(), Some(stance), Vec::new()));
    }
    let field = |key| node.get(key).map_or(Ok(String::new()), text);
    let drafted = node.get("draft").is_some();
    if drafted || node.get("position").is_some() {
        only(node, &["draft", "position", "reason", "stance", "engages"])?;
        let stance = node.get("stance").map(|node| word(node, Stance::read)).transpose()?;
        let engages = node.get("engages").map_or(&[][..], Node::entries).iter().map(|entry| {
            let with = ForumSeatId::read(&entry.key)
                .ok_or_else(|| format!("`{}` is no seat", entry.key))?;
            Ok(Engagement { with, manner: word(&entry.node, Manner::read)?, why: String::new() })
        });
        let engages = engages.collect::<Result<_, String>>()?;
        let words = field(if drafted { "draft" } else { "position" })?;
        return Ok(match position(words, field("reason")?, stance, engages) {
            ForumAnswer::Position(said) if drafted => ForumAnswer::Draft(said),
            other => other,
        });
    }
    if node.get("risk").is_some() {
        only(node, &["risk", "alternative", "question"])?;
        let (risk, alternative) = (field("risk")?, field("alternative")?);
        return Ok(ForumAnswer::Challenge(Objection {
            risk,
            alternative,
            question: field("question")?,
            point: None,
        }));
    }
    if let Some(examined) = node.get("examined") {
        only(node, &["examined"])?;
        let examined = examined.items().iter().map(text).collect::<Result<_, _>>()?;
        return Ok(ForumAnswer::NoUncoveredRisk { examined });
    }
    if node.get("alternative").is_some() {
        only(node, &["alternative"])?;
        return Ok(ForumAnswer::Alternative(field("alternative")?));
    }
    let judged = node.entries().iter().map(|entry| {
        let id =
            ChallengeId::read(&entry.key).ok_or_else(|| format!("`{}` says nothing", entry.key))?;
        let (said, why) = match entry.node.entries() {
            [entry] => (entry.key.clone(), text(&entry.node)?),
            _ => (text(&entry.node)?, String::new()),
        };
        Ok((id, said, why))
    });
    let judged: Vec<(ChallengeId, String, String)> = judged.collect::<Result<_, String>>()?;
    match seat.role() {
        ForumRole::Owner => {
            let reply = |(challenge, said, rationale): (ChallengeId, String, String)| {
                let stand = ChallengeResponse::read(&said)
                    .ok_or_else(|| format!("`{said}` is no reply"))?;
                Ok(ReplyToChallenge { challenge, stand, rationale })
            };
            judged.into_iter().map(reply).collect::<Result<_, String>>().map(ForumAnswer::Replies)
        }
        ForumRole::Advocate => {
            let evaluation = |(challenge, said, note): (ChallengeId, String, String)| {
                let judgement = AdvocateJudgement::read(&said)
                    .ok_or_else(|| format!("`{said}` is no judgement"))?;
                Ok(Evaluation { challenge, judgement, note, answers: Vec::new() })
            };
            judged
                .into_iter()
                .map(evaluation)
                .collect::<Result<_, String>>()
                .map(ForumAnswer::Evaluations)
        }
    }
}

fn position(
    position: String,
    reason: String,
    stance: Option<Stance>,
    engages: Vec<Engagement>,
) -> ForumAnswer {
    ForumAnswer::Position(OwnerPosition {
        position,
        reason,
        stance,
        engages,
        ..OwnerPosition::default()
    })
}

fn decide(node: &Node) -> Result<ScriptDecision, String> {
    if node.text() == Some("approve") {
        return Ok(ScriptDecision { choice: RoundChoice::Approve, round: None, shown: None });
    }
    if node.text() == Some("open") {
        return Ok(ScriptDecision { choice: RoundChoice::Open, round: None, shown: None });
    }
    only(node, &["choice", "words", "round", "shown"])?;
    let words = node.get("words").map(text).transpose()?.unwrap_or_default();
    let choice = match node.get("choice").and_then(Node::text) {
        Some("approve") => RoundChoice::Approve,
        Some("redirect") => RoundChoice::Redirect(words),
        Some("unilateral") => RoundChoice::Unilateral(words),
        other => return Err(format!("{other:?} is no choice")),
    };
    let round = node.get("round").map(number).transpose()?;
    let shown = node.get("shown").map(number).transpose()?;
    Ok(ScriptDecision { choice, round, shown })
}

fn only(node: &Node, known: &[&str]) -> Result<(), String> {
    if !matches!(node.value, Value::Map(_)) {
        return Err(format!("expected a map with {known:?}, found {}", node.kind()));
    }
    match node.entries().iter().find(|entry| !known.contains(&entry.key.as_str())) {
        Some(entry) => Err(format!("unknown key `{}`, expected one of {known:?}", entry.key)),
        None => Ok(()),
    }
}

fn text(node: &Node) -> Result<String, String> {
    if node.value == Value::Null {
        return Ok(String::new());
    }
    node.text().map(str::to_owned).ok_or_else(|| format!("expected text, found {}", node.kind()))
}

fn number<T: TryFrom<i64>>(node: &Node) -> Result<T, String> {
    let number = node.int().and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| format!("expected a number, found {}", node.kind()))
}

fn word<T>(node: &Node, read: impl Fn(&str) -> Option<T>) -> Result<T, String> {
    let word = text(node)?;
    read(&word).ok_or_else(|| format!("`{word}` is not one of the words that can stand here"))
}
