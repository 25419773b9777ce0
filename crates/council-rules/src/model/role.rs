//! What part a sentence plays. It follows from the place of the sentence, not from its verb: under `Requirements` a
//! sentence demands something with or without `shall`, and under `Motivation` it does not, whatever it says.

use council_core::packet::{Passage, PassageKind, RequirementKind, Span};

use super::{
    Kind, Meaning, Shape, Text, Token, TokenKind,
    place::{Place, Standing},
};
use crate::lexicon::{self, Classes};

/// What part a sentence plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It says what must be so.
    Requirement,
    /// It says what shows that it is so.
    Criterion,
    /// It sets the stage of a scenario.
    Given,
    /// It is what happens in a scenario.
    When,
    /// It is what must follow in a scenario.
    Then,
    /// It limits how the thing may be built.
    Constraint,
    /// It says what is to be reached, or what a user wants.
    Goal,
    /// It says what is not to be reached.
    NonGoal,
    /// It says what a word or a thing is.
    Definition,
    /// It shows how something looks.
    Example,
    /// It says why: the problem, the reasons, what else was thought of.
    Rationale,
    /// It asks, or names what is open.
    Question,
    /// It says what was decided.
    Decision,
    /// It says what was done: a changelog, a checklist of the document's own review.
    History,
    /// It is what a template tells its author to write.
    Template,
    /// It names what follows.
    Label,
    /// It says something else.
    Statement,
    /// It is somebody else's, a comment or a list of links: not the document's own words.
    Aside,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 18] = [
        Role::Requirement,
        Role::Criterion,
        Role::Given,
        Role::When,
        Role::Then,
        Role::Constraint,
        Role::Goal,
        Role::NonGoal,
        Role::Definition,
        Role::Example,
        Role::Rationale,
        Role::Question,
        Role::Decision,
        Role::History,
        Role::Template,
        Role::Label,
        Role::Statement,
        Role::Aside,
    ];

    /// Returns its name, for people and for programs.
    pub fn word(self) -> &'static str {
        match self {
            Role::Requirement => "requirement",
            Role::Criterion => "criterion",
            Role::Given => "given",
            Role::When => "when",
            Role::Then => "then",
            Role::Constraint => "constraint",
            Role::Goal => "goal",
            Role::NonGoal => "non-goal",
            Role::Definition => "definition",
            Role::Example => "example",
            Role::Rationale => "rationale",
            Role::Question => "question",
            Role::Decision => "decision",
            Role::History => "history",
            Role::Template => "template",
            Role::Label => "label",
            Role::Statement => "statement",
            Role::Aside => "aside",
        }
    }

    /// Tells whether it demands something.
    pub fn binds(self) -> bool {
        matches!(self, Role::Requirement | Role::Criterion | Role::Then | Role::Constraint)
    }

    /// Tells whether each of its words is weighed: what somebody builds or tests by them. Elsewhere people may speak as
    /// they like.
    pub fn is_checked_for_words(self) -> bool {
        self.binds()
    }

    /// Tells whether the document says it itself and means it: a demand, an aim, a decision or plain prose.
    pub fn is_own(self) -> bool {
        match self {
            Role::Requirement
            | Role::Criterion
            | Role::Given
            | Role::When
            | Role::Then
            | Role::Constraint
            | Role::Goal
            | Role::Decision
            | Role::Statement => true,
            Role::NonGoal
            | Role::Definition
            | Role::Example
            | Role::Rationale
            | Role::Question
            | Role::History
            | Role::Template
            | Role::Label
            | Role::Aside => false,
        }
    }

    /// Tells whether it is a step of a scenario.
    pub fn is_step(self) -> bool {
        matches!(self, Role::Given | Role::When | Role::Then)
    }
}

/// Tells whether a sentence is crossed out: `~~FR-7: …~~`.
fn is_crossed_out(tokens: &[Token]) -> bool {
    matches!(tokens, [one, other, ..] if one.is_mark(b'~') && other.is_mark(b'~') && one.end == other.start)
}

/// What is asked of a sentence before its role is known.
pub(super) struct Asked<'p> {
    /// The passage it is in.
    pub(super) passage: &'p Passage,
    /// Where the passage stands.
    pub(super) place: Place,
    /// Its own tokens.
    pub(super) tokens: &'p [Token],
    /// The classes of its words.
    pub(super) classes: Classes,
    /// How many words it has.
    pub(super) words: usize,
    /// Whether it opens the passage.
    pub(super) opens: bool,
}

/// Gives sentences their roles, in the order of the text.
pub(super) struct Roles {
    kind: Kind,
    requirements: Cursor,
    constraints: Cursor,
    stories: Cursor,
    criteria: Cursor,
    /// The step of a scenario that was read last, and in which section.
    step: Option<Role>,
    /// The role of the sentence before.
    last: Role,
}

impl Roles {
    pub(super) fn of(text: &Text<'_>) -> Self {
        let document = text.document;
        let spans = |wanted: fn(RequirementKind) -> bool| {
            let all = document.requirements.iter();
            Cursor::over(all.filter(|one| wanted(one.kind)).map(|one| one.span))
        };
        let attached = document.requirements.iter().flat_map(|requirement| &requirement.criteria);
        let criteria = attached.chain(&document.criteria).map(|criterion| criterion.span);
        Self {
            kind: text.kind,
            requirements: spans(|kind| match kind {
                RequirementKind::Functional
                | RequirementKind::Quality
                | RequirementKind::Unspecified => true,
                RequirementKind::Constraint | RequirementKind::Story | RequirementKind::Outcome => {
                    false
                }
            }),
            constraints: spans(|kind| kind == RequirementKind::Constraint),
            stories: spans(|kind| kind == RequirementKind::Story),
            criteria: Cursor::over(
                criteria.chain(
                    document
                        .requirements
                        .iter()
                        .filter(|one| one.kind == RequirementKind::Outcome)
                        .map(|one| one.span),
                ),
            ),
            step: None,
            last: Role::Statement,
        }
    }

    /// Returns the role of the next sentence.
    pub(super) fn next(&mut self, asked: &Asked<'_>) -> Role {
        let role = self.role(asked);
        // A scenario ends where something else is said in a passage of its own.
        if role.is_step() {
            self.step = Some(role);
        } else if asked.opens && role != Role::Criterion {
            self.step = None;
        }
        self.last = role;
        role
    }

    fn role(&mut self, asked: &Asked<'_>) -> Role {
        let Asked { passage, place, tokens, classes, words, opens } = *asked;
        match passage.kind {
            PassageKind::Heading | PassageKind::Head => return Role::Label,
            PassageKind::Html => return Role::Aside,
            PassageKind::Paragraph
            | PassageKind::Item
            | PassageKind::Cell
            | PassageKind::Value
            | PassageKind::Remark => {}
        }
        if passage.quotes > 0 {
            return Role::Aside;
        }
        if is_crossed_out(tokens) {
            return Role::History;
        }
        if place.standing == Standing::Label {
            return Role::Label;
        }
        if place.standing == Standing::Link {
            return Role::Aside;
        }
        if place.standing == Standing::Template {
            return Role::Template;
        }
        let last = tokens.last();
        if last.is_some_and(|token| token.is_mark(b'?')) {
            return Role::Question;
        }
        // What a checklist says must be is a condition of the work, and not what became of it.
        if place.meaning == Meaning::Review && is_duty(tokens) {
            return Role::Criterion;
        }
        if let Some(role) = beside(place.meaning) {
            return role;
        }
        let demands = classes.intersects(Classes::MUST.with(Classes::SHOULD));
        if last.is_some_and(|token| token.is_mark(b':')) && !demands {
            return Role::Label;
        }
        if self.kind == Kind::Function {
            return Role::Requirement;
        }
        // What is said beside a requirement in a file of keys is required only if its own words say so.
        if passage.kind == PassageKind::Remark {
            let requires = words >= 4 && demands && !is_forecast(tokens);
            return if requires { Role::Requirement } else { Role::Statement };
        }
        let start = tokens.first().map_or(passage.span.start, |token| token.start as usize);
        let in_criteria = self.criteria.holds(start);
        let (in_story, in_requirement) =
            (self.stories.holds(start), self.requirements.holds(start));
        let in_constraint = self.constraints.holds(start);
        if opens && let Some(example) = opening(tokens) {
            return example;
        }
        if let Some(step) = self.step_of(asked, in_criteria) {
            return step;
        }
        let is_listed = passage.kind != PassageKind::Paragraph;
        match place.meaning {
            // A label such as `Test:` beside a requirement says how it is looked at, unless it demands.
            _ if place.standing == Standing::Beside => {
                return match (is_norm(tokens), is_story(tokens)) {
                    (true, _) => Role::Requirement,
                    (false, true) => Role::Goal,
                    (false, false) => Role::Statement,
                };
            }
            // A paragraph that neither demands nor measures talks about criteria, and about limits, without setting one.
            Meaning::Acceptance | Meaning::Metrics
                if is_listed || demands || classes.intersects(Classes::NUMBER) =>
            {
                return Role::Criterion;
            }
            Meaning::Constraints if is_listed || words >= 4 && demands => return Role::Constraint,
            _ => {}
        }
        if in_criteria {
            return Role::Criterion;
        }
        if in_constraint && words >= 3 {
            return Role::Constraint;
        }
        if in_requirement && words >= 3 {
            return Role::Requirement;
        }
        if in_story || is_story(tokens) {
            let binds = words >= 4 && is_norm(tokens);
            return if binds { Role::Requirement } else { Role::Goal };
        }
        let is_asked = matches!(place.meaning, Meaning::Requirements | Meaning::Quality);
        if is_asked && words >= 3 && (is_listed || demands) {
            return Role::Requirement;
        }
        if words >= 4 && binds_in(place.meaning, tokens) {
            return Role::Requirement;
        }
        match place.meaning {
            Meaning::Goals => Role::Goal,
            _ => Role::Statement,
        }
    }

    /// Returns which step of a scenario a sentence is, if it is one.
    fn step_of(&self, asked: &Asked<'_>, in_criteria: bool) -> Option<Role> {
        let first = asked.tokens.first()?;
        if !asked.opens {
            return self.step.filter(|_| self.last.is_step());
        }
        let is_marked = first.shape == Shape::Upper || asked.place.is_bold;
        let goes_on = self.step.is_some();
        let is_step = is_marked
            || goes_on
            || in_criteria
            || matches!(asked.place.meaning, Meaning::Acceptance | Meaning::Stories);
        if !is_step || first.quoted {
            return None;
        }
        let concludes = || {
            asked.tokens.iter().skip(1).any(|token| {
                token.id == lexicon::id("then") || token.is(Classes::MUST) && !token.quoted
            })
        };
        let step = if first.id == lexicon::id("given") {
            Role::Given
        } else if first.id == lexicon::id("when") || first.id == lexicon::id("if") && is_marked {
            Role::When
        } else if first.id == lexicon::id("then") {
            Role::Then
        } else if AND.contains(&first.id) && goes_on && (is_marked || in_criteria) {
            self.step?
        } else {
            return None;
        };
        // `Given …, when …, then …` in one sentence is a whole criterion.
        if step != Role::Then && concludes() { Some(Role::Criterion) } else { Some(step) }
    }
}

/// Words that go on with the step before.
const AND: [u64; 2] = lexicon::ids(["and", "but"]);

/// Returns the role of everything in a section beside what is asked for.
fn beside(meaning: Meaning) -> Option<Role> {
    match meaning {
        Meaning::Questions => Some(Role::Question),
        Meaning::Glossary | Meaning::Entities => Some(Role::Definition),
        Meaning::References => Some(Role::Aside),
        Meaning::History | Meaning::Review => Some(Role::History),
        Meaning::Examples => Some(Role::Example),
        Meaning::Problem | Meaning::Alternatives => Some(Role::Rationale),
        Meaning::Decisions => Some(Role::Decision),
        Meaning::NonGoals => Some(Role::NonGoal),
        Meaning::Summary
        | Meaning::Goals
        | Meaning::Scope
        | Meaning::Users
        | Meaning::Stories
        | Meaning::Requirements
        | Meaning::Constraints
        | Meaning::Quality
        | Meaning::Acceptance
        | Meaning::Metrics
        | Meaning::Testing
        | Meaning::EdgeCases
        | Meaning::Risks
        | Meaning::Dependencies
        | Meaning::Assumptions
        | Meaning::Rollout
        | Meaning::Security
        | Meaning::Operations
        | Meaning::Plan
        | Meaning::Design
        | Meaning::Other => None,
    }
}

/// Returns the role that the first words of a passage give it: an example, a reason, a decision.
fn opening(tokens: &[Token]) -> Option<Role> {
    let id = |at: usize| tokens.get(at).map(|token| token.id);
    let first = id(0)?;
    if first == lexicon::id("e.g")
        || (first == lexicon::id("for") && id(1) == EXAMPLE.first().copied())
    {
        return Some(Role::Example);
    }
    let is_label = tokens.get(1).is_some_and(|token| token.is_mark(b':'));
    if EXAMPLE.contains(&first) && is_label {
        return Some(Role::Example);
    }
    if first == lexicon::id("because") {
        return Some(Role::Rationale);
    }
    None
}

const EXAMPLE: [u64; 2] = lexicon::ids(["example", "examples"]);

/// Tells whether a sentence outside of requirements binds: a norm in the words of a standard anywhere, `must` where a
/// document says how things are built and used, but not where it tells its plans and aims.
fn binds_in(meaning: Meaning, tokens: &[Token]) -> bool {
    match meaning {
        Meaning::Design
        | Meaning::Security
        | Meaning::Operations
        | Meaning::EdgeCases
        | Meaning::Requirements
        | Meaning::Quality
        | Meaning::Constraints
        | Meaning::Acceptance
        | Meaning::Metrics
        | Meaning::Rollout
        | Meaning::Scope
        | Meaning::Stories
        | Meaning::Goals
        | Meaning::Dependencies
        | Meaning::Assumptions
        | Meaning::Other => is_duty(tokens),
        Meaning::Summary | Meaning::Users | Meaning::Testing | Meaning::Risks | Meaning::Plan => {
            is_norm(tokens)
        }
        Meaning::Problem
        | Meaning::NonGoals
        | Meaning::Questions
        | Meaning::Glossary
        | Meaning::Entities
        | Meaning::References
        | Meaning::History
        | Meaning::Review
        | Meaning::Examples
        | Meaning::Alternatives
        | Meaning::Decisions => false,
    }
}

/// Tells whether a sentence speaks in the words of a standard: `shall`, or `MUST` and `SHOULD` in capitals.
fn is_norm(tokens: &[Token]) -> bool {
    let duties = Classes::MUST.with(Classes::SHOULD);
    tokens.iter().any(|token| {
        token.is_plain_word()
            && token.is(duties)
            && (token.shape == Shape::Upper || token.id == lexicon::id("shall"))
    })
}

/// Tells whether a sentence speaks of a duty: a norm, or `must` in any case.
fn is_duty(tokens: &[Token]) -> bool {
    let is_must = |token: &Token| token.is_plain_word() && token.id == lexicon::id("must");
    is_norm(tokens) || tokens.iter().any(is_must)
}

/// Tells whether a sentence is a user story: `As a …, I …`, with or without a label before it.
pub(crate) fn is_story(tokens: &[Token]) -> bool {
    const LABEL: usize = 4;
    let colon = tokens.iter().take(LABEL).position(|token| token.is_mark(b':'));
    let tokens = tokens.get(colon.map_or(0, |colon| colon + 1)..).unwrap_or_default();
    let word = |at: usize| tokens.get(at).map(|token| token.id);
    word(0) == Some(lexicon::id("as"))
        && word(1).is_some_and(|id| ARTICLES.contains(&id))
        && tokens.iter().take(24).any(|token| token.id == lexicon::id("i"))
}

const ARTICLES: [u64; 3] = lexicon::ids(["a", "an", "the"]);

/// Tells whether the only binding word is `will`, which outside of requirements tells the future.
fn is_forecast(tokens: &[Token]) -> bool {
    let mut binding = tokens.iter().filter(|token| token.is(Classes::MUST.with(Classes::SHOULD)));
    binding.all(|token| token.kind == TokenKind::Word && token.id == lexicon::id("will"))
}

/// Spans in order, and how many of them begin before the place that was asked for last.
struct Cursor {
    spans: Vec<Span>,
    begun: usize,
}

impl Cursor {
    fn over(spans: impl Iterator<Item = Span>) -> Self {
        let mut spans: Vec<Span> = spans.collect();
        spans.sort();
        Self { spans, begun: 0 }
    }

    /// Tells whether one of a few spans before an offset holds it. Spans that nest do so a few levels deep.
    fn holds(&mut self, offset: usize) -> bool {
        const NEAR: usize = 6;
        let begins = |at: usize| self.spans.get(at).is_some_and(|span| span.start <= offset);
        while begins(self.begun) {
            self.begun += 1;
        }
        let begun = self.spans.get(..self.begun).unwrap_or_default();
        begun.iter().rev().take(NEAR).any(|span| (span.start..span.end).contains(&offset))
    }
}
