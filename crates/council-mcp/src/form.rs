//! A form that the client shows to a person, and what came back.

use council::{core::signature, formats::report::clean};
use rmcp::model::{ElicitRequestParams, ElicitationAction, ElicitationSchema};
use serde_json::{Map, Value, json};

/// The most characters of a form's text: what is longer is read and decided on elsewhere.
pub(crate) const LONGEST: usize = 12_000;

/// A form, as it is shown.
#[derive(Debug, Clone)]
pub(crate) struct DecisionForm {
    message: String,
    schema: Value,
}

impl DecisionForm {
    /// Makes a form: what is decided on, the choices with their words, and the fields that follow. Nothing where the form
    /// would not show all that is decided on.
    pub(crate) fn new(
        message: &str,
        choices: &[(&str, &str)],
        fields: &[DecisionField],
    ) -> Option<Self> {
        let message = clean::block(message);
        if message.chars().count() > LONGEST {
            return None;
        }
        let named = |(word, words): &(&str, &str)| json!({ "const": word, "title": words });
        let mut properties = Map::new();
        properties.insert(
            "decision".to_owned(),
            json!({
                "type": "string",
                "title": "Decision",
                "oneOf": choices.iter().map(named).collect::<Vec<_>>(),
            }),
        );
        let mut required = vec!["decision"];
        for field in fields {
            let mut property = json!({ "type": "string", "title": field.title });
            if let (Value::Object(keys), Some(format)) = (&mut property, field.format) {
                keys.insert("format".to_owned(), Value::from(format));
            }
            properties.insert(field.name.to_owned(), property);
            if field.is_required {
                required.push(field.name);
            }
        }
        let schema = json!({ "type": "object", "properties": properties, "required": required });
        Some(Self { message: message.into_owned(), schema })
    }

    /// Returns the hash of all that is shown: a decision is about this and nothing else.
    pub(crate) fn hash(&self) -> String {
        signature::hash(&format!("{}\n{}", self.message, self.schema))
    }

    /// Returns what the client is asked to show.
    pub(crate) fn request(&self) -> Option<ElicitRequestParams> {
        let schema: ElicitationSchema = serde_json::from_value(self.schema.clone()).ok()?;
        Some(ElicitRequestParams::FormElicitationParams {
            meta: None,
            message: self.message.clone(),
            requested_schema: schema,
        })
    }
}

/// Returns words of documents, reviewers and agents so that none of their lines looks like one of ours.
pub(crate) fn quoted(text: &str) -> String {
    let is_break =
        |c: char| matches!(c, '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let lines = text.split(is_break).filter(|line| !line.trim().is_empty());
    lines.fold(String::new(), |said, line| said + "  ¦ " + line + "\n")
}

/// A field of a form, besides the choice.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DecisionField {
    name: &'static str,
    title: &'static str,
    format: Option<&'static str>,
    is_required: bool,
}

impl DecisionField {
    /// Who decides.
    pub(crate) const BY: Self =
        Self { name: "by", title: "Who decides (your name)", format: None, is_required: true };
    /// Why.
    pub(crate) const REASON: Self = Self::text("reason", "Why");
    /// Who answers for what stays as it is.
    pub(crate) const OWNER: Self =
        Self::text("owner", "Who answers for it, where something stays as it is");
    /// Until when.
    pub(crate) const UNTIL: Self = Self {
        name: "until",
        title: "The last day on which that holds",
        format: Some("date"),
        is_required: false,
    };

    /// Returns a field that may be left empty.
    pub(crate) const fn text(name: &'static str, title: &'static str) -> Self {
        Self { name, title, format: None, is_required: false }
    }
}

/// What came back of a form.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Filled {
    /// A person filled it in.
    In(FormAnswers),
    /// Nobody did: it was declined or closed.
    Not(&'static str),
}

impl Filled {
    /// Reads what a client says came back.
    pub(crate) fn read(action: &ElicitationAction, content: Option<&Value>) -> Self {
        match action {
            ElicitationAction::Accept => Self::In(FormAnswers(
                content.and_then(Value::as_object).cloned().unwrap_or_default(),
            )),
            ElicitationAction::Decline => Self::Not("the form was declined"),
            // Whatever else there will be, it is no word of a person.
            _ => Self::Not("the form was closed"),
        }
    }
}

/// What a person wrote into the fields.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FormAnswers(Map<String, Value>);

impl FormAnswers {
    /// Returns what was written into a field, if something was.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// Returns what was written into a field that has to be filled.
    pub(crate) fn need(&self, name: &str) -> Result<&str, String> {
        self.get(name).ok_or_else(|| format!("the field `{name}` of the form is empty"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_form_is_what_the_protocol_takes_and_hidden_characters_are_not_shown() {
        let form = DecisionForm::new(
            "look\u{1b}[2J",
            &[("a", "do it")],
            &[DecisionField::BY, DecisionField::UNTIL],
        )
        .unwrap();
        assert!(!form.message.contains('\u{1b}'), "{}", form.message);
        assert!(form.request().is_some());
        let other = DecisionForm::new("look", &[("a", "do it")], &[DecisionField::BY]).unwrap();
        assert_ne!(form.hash(), other.hash());
    }

    #[test]
    fn a_form_shows_all_or_there_is_none() {
        let form = |letters: usize| DecisionForm::new(&"é".repeat(letters), &[("a", "b")], &[]);
        assert_eq!(form(LONGEST).unwrap().message.chars().count(), LONGEST);
        assert!(form(LONGEST + 1).is_none());
    }

    #[test]
    fn no_line_of_others_looks_like_one_of_ours() {
        let said = quoted("bad\n\n\nF-0000000000\r\nCouncil recommends\u{2028}nothing");
        assert_eq!(said.lines().count(), 4, "{said}");
        assert!(said.lines().all(|line| line.starts_with("  ¦ ")), "{said}");
    }

    #[test]
    fn only_what_was_accepted_is_filled_in() {
        let content = json!({ "decision": "a", "by": " Ada ", "reason": " " });
        for action in [ElicitationAction::Decline, ElicitationAction::Cancel] {
            assert!(matches!(Filled::read(&action, Some(&content)), Filled::Not(_)));
        }
        let Filled::In(answers) = Filled::read(&ElicitationAction::Accept, Some(&content)) else {
            panic!("it was accepted");
        };
        assert_eq!(answers.get("by"), Some("Ada"));
        assert_eq!(answers.get("reason"), None);
        assert!(answers.need("owner").is_err());
    }
}
