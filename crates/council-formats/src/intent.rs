//! `COUNCIL-YYYYMMDD-<slug>.md`: what a forum hands off once a human has decided.

use council_core::forum::{
    Challenge, ChallengeStatus, Direction, ForumSeat, Intent, SettledPoint,
    intent::{DecidedPosition, Voice},
};

use crate::{forum_record::FILE, report::clean};

/// Writes an intent as Markdown. Members' words stand in quotes and cannot add a heading, a link or anything else.
pub fn write(intent: &Intent) -> String {
    let mut page = IntentPage::default();
    page.line(&format!("# Council intent: {}", inline(intent.project.as_str())));
    page.gap();
    let decision = match &intent.position {
        DecidedPosition::Majority { .. } | DecidedPosition::Points { .. } => {
            "majority position approved"
        }
        DecidedPosition::Unilateral(_) => "decided by the human alone",
    };
    page.line(&format!("- Decision: {decision}"));
    page.line(&format!("- By: {}", inline(intent.by.as_str())));
    page.line(&format!("- At: {}", intent.at));
    page.line(&format!("- Round: {}, summary `{}`", intent.round, intent.hash));
    for (seats, by) in &intent.filled {
        let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
        page.line(&format!("- Seats {}: {}", seats.join(", "), inline(by.as_str())));
    }
    if let Some(cited) = &intent.cites {
        page.line(&format!("- Follows: round {}, `{}`", cited.round, cited.file));
    }
    page.section("Proposal");
    page.quote(&intent.proposal);
    position(&mut page, &intent.position);
    page.section("Minority positions");
    match &intent.position {
        DecidedPosition::Points { settled, .. } => page.differing(settled),
        DecidedPosition::Majority { .. } | DecidedPosition::Unilateral(_) => {
            page.voices(&intent.minority, "None.");
        }
    }
    if !intent.open.is_empty() {
        page.section("Open when it was decided");
        for line in &intent.open {
            page.line(&format!("- {}", inline(line)));
        }
    }
    page.section("Unresolved challenges");
    page.challenges(&intent.unresolved, "None.");
    page.section("Answered challenges");
    page.challenges(&intent.conceded, "None.");
    page.section("Rounds");
    for (round, hash) in &intent.rounds {
        page.line(&format!("- Round {round}: `{hash}` in `{FILE}`"));
    }
    page.gap();
    page.line("This is intent: what to achieve and why. The council has stepped back.");
    page.text
}

fn position(page: &mut IntentPage, position: &DecidedPosition) {
    match position {
        DecidedPosition::Majority { direction, voices } => {
            page.section("Approved position");
            page.line(match direction {
                Direction::Support => "The project owners want the proposal.",
                Direction::Oppose => "The project owners do not want the proposal.",
            });
            page.gap();
            page.voices(voices, "None.");
            page.section("Why");
            let reasons = voices.iter().filter(|voice| !voice.reason.trim().is_empty());
            let mut given = false;
            for voice in reasons {
                page.line(&format!("{}:", seat(&voice.seat)));
                page.gap();
                page.quote(&voice.reason);
                given = true;
            }
            if !given {
                page.line("No reasons were given beyond the positions.");
            }
        }
        DecidedPosition::Points { text, hash, settled } => {
            page.section("Approved position");
            page.quote(text);
            page.line(&format!("The text has the hash `{hash}`."));
            page.section("Why");
            page.reasons(settled);
        }
        DecidedPosition::Unilateral(words) => {
            page.section("Decided position");
            page.quote(words);
        }
    }
}

#[derive(Default)]
struct IntentPage {
    text: String,
}

impl IntentPage {
    fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn gap(&mut self) {
        if !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn section(&mut self, title: &str) {
        self.gap();
        self.line(&format!("## {title}"));
        self.gap();
    }

    fn quote(&mut self, text: &str) {
        self.text.push_str(&quote(text));
        self.gap();
    }

    fn voices(&mut self, voices: &[Voice], none: &str) {
        if voices.is_empty() {
            self.line(none);
        }
        for voice in voices {
            self.line(&format!("{}, {}:", seat(&voice.seat), voice.stance));
            self.gap();
            self.quote(&voice.position);
        }
    }

    /// Says on each point who holds it; their reasons stand with them.
    fn reasons(&mut self, settled: &[SettledPoint]) {
        for one in settled {
            let Some(held) = &one.held else { continue };
            let holders: Vec<String> =
                held.holders.iter().map(|holder| seat(&holder.seat)).collect();
            self.line(&format!(
                "{}, {} of {} who took a side: {}.",
                one.point.id,
                holders.len(),
                one.sides,
                holders.join(", ")
            ));
            self.gap();
            for holder in held.holders.iter().filter(|holder| !holder.reason.trim().is_empty()) {
                self.line(&format!("{}:", seat(&holder.seat)));
                self.gap();
                self.quote(&holder.reason);
            }
        }
    }

    /// Says on each point who holds something else, and why.
    fn differing(&mut self, settled: &[SettledPoint]) {
        let mut is_said = false;
        for one in settled {
            for voice in &one.differs {
                is_said = true;
                let (id, stance) = (one.point.id, voice.stance.word());
                self.line(&format!("{}, on {id}, {stance}:", seat(&voice.seat)));
                self.gap();
                for text in [&voice.text, &voice.reason] {
                    if !text.trim().is_empty() {
                        self.quote(text);
                    }
                }
            }
        }
        if !is_said {
            self.line("None.");
        }
    }

    fn challenges(&mut self, challenges: &[Challenge], none: &str) {
        if challenges.is_empty() {
            self.line(none);
        }
        for challenge in challenges {
            let standing = match challenge.standing {
                ChallengeStatus::Open => "open",
                ChallengeStatus::Conceded => "conceded",
                ChallengeStatus::Escalated(_) => "escalated to human",
                ChallengeStatus::Overridden => "overridden by human",
                ChallengeStatus::Superseded => "left behind by human",
            };
            let raisers: Vec<String> = challenge.raisers.iter().map(seat).collect();
            self.line(&format!("### {}, {standing}", challenge.id));
            self.gap();
            let rounds: Vec<String> =
                challenge.raised_in().iter().map(ToString::to_string).collect();
            let word = if rounds.len() == 1 { "round" } else { "rounds" };
            self.line(&format!(
                "Raised by {} in {word} {}.",
                raisers.join(", "),
                rounds.join(", ")
            ));
            self.gap();
            let alternative = challenge.alternative.as_deref().unwrap_or("none was given");
            let question =
                challenge.question.as_deref().map(|text| ("Question for the group", text));
            let parts = [("Risk", challenge.risk.as_str()), ("Alternative", alternative)];
            for (label, text) in parts.into_iter().chain(question) {
                self.line(&format!("**{label}**:"));
                self.gap();
                self.quote(text);
            }
        }
    }
}

fn seat(seat: &ForumSeat) -> String {
    format!("{} ({})", inline(seat.name.as_str()), inline(seat.lens.as_str()))
}

/// Quotes text as it is: a block quote in which nothing is markup and every line stays a line.
fn quote(text: &str) -> String {
    let mut out = String::new();
    let mut lines = text.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let breaks = !line.is_empty() && lines.peek().is_some_and(|next| !next.is_empty());
        out.push_str(if line.is_empty() { ">" } else { "> " });
        out.push_str(&inline(line));
        out.push_str(if breaks { "\\\n" } else { "\n" });
    }
    if out.is_empty() { ">\n".to_owned() } else { out }
}

/// Escapes a line so that Markdown shows it as it is.
pub(crate) fn inline(line: &str) -> String {
    let mut out = String::new();
    let shown = clean::line(line);
    let numbered = shown.trim_start_matches(|c: char| c.is_ascii_digit());
    let dot = shown.len() - numbered.len();
    for (at, c) in shown.char_indices() {
        let begins = at == 0 && matches!(c, '-' | '+' | '=' | ':');
        let lists = at == dot && at > 0 && matches!(c, '.' | ')');
        let marks = matches!(
            c,
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#' | '|' | '~' | '$' | '@'
        );
        if begins || lists || marks {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use council_core::{
        forum::{
            Discussion, ForumAnswer, ForumEffect, ForumInput, ForumRole, ForumSeatId, Message,
            RoleDefinitions, RoundAct, RoundChoice, RoundStep, Seats, Setting, Style, TrimmedLine,
            answer::{
                AdvocateJudgement, ChallengeResponse, Evaluation, Objection, OwnerPosition as Said,
                ReplyToChallenge, Stance,
            },
        },
        ident::ProjectName,
    };
    use expect_test::expect;
    use proptest::prelude::*;
    use pulldown_cmark::{Event, Parser, Tag, TagEnd};

    use super::*;

    fn line(text: &str) -> TrimmedLine {
        TrimmedLine::new(text).unwrap()
    }

    /// Holds a round in which the third owner opposes and the advocate escalates, and decides it.
    fn intent(words: &str, choice: RoundChoice) -> Intent {
        let seat = |role: ForumRole, n: usize, name: &str| ForumSeat {
            id: ForumSeatId::read(&format!("{}-{n}", role.prefix())).unwrap(),
            name: line(name),
            lens: line("cost"),
        };
        let names = ["Ines", "Bo", "Ari"];
        let owners =
            names.iter().zip(1..).map(|(name, n)| seat(ForumRole::Owner, n, name)).collect();
        let project = ProjectName::new("demo").unwrap();
        let setting = Setting {
            project: project.clone(),
            seats: Seats::new(owners, vec![seat(ForumRole::Advocate, 1, "Kit")]).unwrap(),
            roles: RoleDefinitions::default().digests(),
            style: Style::Full,
            hearing: council_core::forum::Hearing::Open,
            filled_by: std::collections::BTreeMap::new(),
            protocol: council_core::forum::ForumProtocol::First,
            points: vec![],
            questioners: std::collections::BTreeSet::new(),
        };
        let at = "2026-03-01T12:00:00Z".parse().unwrap();
        let mut talk = Discussion::new(project);
        let message = Message::new(format!("Ship it? {words}"), line("Ana"), at).unwrap();
        let (mut round, mut effects) = talk.open(setting, message).unwrap();
        let summary = loop {
            let ask = match effects.remove(0) {
                ForumEffect::Ask(ask) => ask,
                ForumEffect::AwaitDecision(summary) => break *summary,
            };
            let challenges = ask.challenges.iter().map(|one| one.id);
            let answer = match ask.step {
                RoundStep::Reading | RoundStep::Question => {
                    unreachable!("the first protocol asks for none")
                }
                RoundStep::Draft | RoundStep::Position => ForumAnswer::Position(Said {
                    position: format!("{} says {words}", ask.seat.id),
                    reason: format!("because {words}"),
                    stance: Some(if ask.seat.name.as_str() == "Ari" {
                        Stance::Oppose
                    } else {
                        Stance::Support
                    }),
                    ..Said::default()
                }),
                RoundStep::Challenge => ForumAnswer::Challenge(Objection {
                    risk: format!("it breaks {words}"),
                    alternative: format!("wait {words}"),
                    ..Objection::default()
                }),
                RoundStep::Alternative => ForumAnswer::Alternative(String::new()),
                RoundStep::Reply => ForumAnswer::Replies(
                    challenges
                        .map(|challenge| ReplyToChallenge {
                            challenge,
                            stand: ChallengeResponse::Accepted,
                            rationale: String::new(),
                        })
                        .collect(),
                ),
                RoundStep::Evaluation => ForumAnswer::Evaluations(
                    challenges
                        .map(|challenge| Evaluation {
                            challenge,
                            judgement: AdvocateJudgement::Escalated,
                            note: String::new(),
                            answers: vec![],
                        })
                        .collect(),
                ),
            };
            effects = round.apply(ForumInput::Answered { seat: ask.seat.id, answer }).unwrap();
        };
        let hash = summary.digest().clone();
        talk.close(summary).unwrap();
        talk.decide(RoundAct { round: 1, hash, by: line("Ana"), at, choice }).unwrap();
        talk.intents().remove(0)
    }

    #[test]
    fn an_intent_says_what_and_why_and_keeps_the_dissent() {
        let text = write(&intent("now", RoundChoice::Approve));
        let hash = text.split('`').nth(1).unwrap().to_owned();
        expect![[r"
            # Council intent: demo

            - Decision: majority position approved
            - By: Ana
            - At: 2026-03-01T12:00:00Z
            - Round: 1, summary `HASH`

            ## Proposal

            > Ship it? now

            ## Approved position

            The project owners want the proposal.

            Ines (cost), support:

            > po-1 says now

            Bo (cost), support:

            > po-2 says now

            ## Why

            Ines (cost):

            > because now

            Bo (cost):

            > because now

            ## Minority positions

            Ari (cost), oppose:

            > po-3 says now

            ## Unresolved challenges

            ### CH-1, escalated to human

            Raised by Kit (cost) in round 1.

            **Risk**:

            > it breaks now

            **Alternative**:

            > wait now

            ## Answered challenges

            None.

            ## Rounds

            - Round 1: `HASH` in `forum.json`

            This is intent: what to achieve and why. The council has stepped back.
        "]]
        .assert_eq(&text.replace(&hash, "HASH"));
    }

    #[test]
    fn a_decision_made_alone_is_in_the_humans_words() {
        let text = write(&intent("now", RoundChoice::Unilateral("We wait a quarter.".to_owned())));
        assert!(text.contains("## Decided position\n\n> We wait a quarter.\n"), "{text}");
        assert!(text.contains("- Decision: decided by the human alone"));
        assert_eq!(text.matches(" says now").count(), 3, "every owner's position is kept");
    }

    fn headings(text: &str) -> Vec<String> {
        let (mut all, mut current) = (Vec::new(), None);
        for event in Parser::new(text) {
            match event {
                Event::Start(Tag::Heading { .. }) => current = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => all.extend(current.take()),
                Event::Text(text) => {
                    if let Some(heading) = &mut current {
                        heading.push_str(&text);
                    }
                }
                Event::Html(_) | Event::InlineHtml(_) => panic!("HTML in {text:?}"),
                Event::Start(Tag::Link { .. } | Tag::Image { .. } | Tag::CodeBlock(_)) => {
                    panic!("markup in {text:?}")
                }
                _ => {}
            }
        }
        all
    }

    proptest! {
        /// Whatever members say, the handoff has the same sections and no markup of theirs.
        #[test]
        fn no_words_can_add_a_section(
            words in "\\PC{0,30}|([#>`*_\\[\\]()<&|~=+.1 \\n\\t-]|<!--|```|---|\n# x\n|    y){0,12}"
        ) {
            let plain = headings(&write(&intent("x", RoundChoice::Approve)));
            prop_assert_eq!(headings(&write(&intent(&words, RoundChoice::Approve))), plain);
        }

        /// What is quoted is shown as it was said.
        #[test]
        fn quoted_words_are_shown_as_they_are(words in "[a-z#>`*_\\[\\]()<&;|~=+.1 \\n!:-]{1,40}") {
            let lines = words.lines().map(str::trim).filter(|line| !line.is_empty());
            let said: Vec<String> = lines.map(|line| clean::line(line).into_owned()).collect();
            let mut shown = vec![String::new()];
            for event in Parser::new(&quote(&words)) {
                match event {
                    Event::Text(text) => shown.last_mut().unwrap().push_str(&text),
                    Event::HardBreak | Event::End(TagEnd::Paragraph) => shown.push(String::new()),
                    Event::Start(Tag::BlockQuote(_) | Tag::Paragraph) | Event::End(TagEnd::BlockQuote(_)) => {}
                    other => prop_assert!(false, "{:?} in {:?}", other, words),
                }
            }
            shown.retain(|line| !line.is_empty());
            prop_assert_eq!(shown, said);
        }
    }
}
