//! The JSON object in a reply. Models think aloud, greet, and fence what they say; one object among all that is taken,
//! two are refused, because either could be the one that was meant.

use super::read::Unreadable;

/// Returns the one JSON object in a text.
pub(crate) fn object(text: &str) -> Result<&str, Unreadable> {
    let text = text.trim();
    if text.starts_with('{') {
        // All of it, so that whatever follows the object is noticed.
        return Ok(text);
    }
    let text = after_thinking(text);
    let mut objects = JsonCandidates { text, at: 0 };
    let first = objects.next().ok_or_else(|| Unreadable::new("the reply is not a JSON object"))?;
    match objects.next() {
        Some(_) => Err(Unreadable::new("the reply has two JSON objects")),
        None => Ok(first),
    }
}

/// Returns what stands after the thoughts that some models write down first.
fn after_thinking(text: &str) -> &str {
    ["</think>", "</thinking>", "</reasoning>"]
        .into_iter()
        .filter_map(|end| text.rsplit_once(end))
        .map(|(_, after)| after)
        .min_by_key(|after| after.len())
        .unwrap_or(text)
}

/// The stretches of a text that look like JSON objects, none inside of another.
struct JsonCandidates<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for JsonCandidates<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let rest = self.text.get(self.at..)?;
            let open = self.at + rest.find('{')?;
            let from = self.text.get(open..)?;
            self.at = open + 1;
            let begins = from.trim_start_matches('{').trim_start();
            // `{name}` in prose is no object, and `{{"a": 1}}` is none either.
            if from.starts_with("{{") || !begins.starts_with(['"', '}']) {
                continue;
            }
            // One that never ends is given as it is, so that its reader says what is wrong.
            let end = end(from).unwrap_or(from.len());
            self.at = open + end;
            return from.get(..end);
        }
    }
}

/// Returns where the object ends that a text begins with.
fn end(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut is_escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match (in_string, byte) {
            (true, _) if is_escaped => is_escaped = false,
            (true, b'\\') => is_escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'{') => depth += 1,
            (false, b'}') => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            (_, _) => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refused(text: &str) -> String {
        object(text).unwrap_err().to_string()
    }

    #[test]
    fn an_object_is_found_behind_thoughts_greetings_and_fences() {
        for text in [
            r#"{"a": "}"}"#,
            r#"Here you are: {"a": "}"} I hope it helps."#,
            "```json\n{\"a\": \"}\"}\n```",
            r#"<think>Is {"b": 1} it? No.</think>{"a": "}"}"#,
            r#"For every {name} I looked. {"a": "}"}"#,
        ] {
            assert_eq!(object(text).unwrap(), r#"{"a": "}"}"#, "{text}");
        }
    }

    #[test]
    fn two_objects_are_refused_and_none_too() {
        assert_eq!(refused(r#"First {"a": 1}, or {"a": 2}."#), "the reply has two JSON objects");
        assert_eq!(refused("It is fine."), "the reply is not a JSON object");
        assert_eq!(refused("[]"), "the reply is not a JSON object");
        assert_eq!(object(r#"{"a": 1} {"a": 2}"#).unwrap(), r#"{"a": 1} {"a": 2}"#);
        assert_eq!(object(r#"so {"a": 1"#).unwrap(), r#"{"a": 1"#);
    }

    proptest! {
        #[test]
        fn what_stands_around_an_object_does_not_change_it(
            before in "[a-z .,]{0,20}", after in "[a-z .,]{0,20}", word in "[a-z{}\\\\\"]{0,9}",
        ) {
            let meant = serde_json::json!({"a": word}).to_string();
            let said = format!("so {before}{meant}{after}");
            prop_assert_eq!(object(&said).unwrap(), meant);
        }
    }
}
