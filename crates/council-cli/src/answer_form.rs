//! The form in which a person answers for a seat: the question first, then one field of the answer after the other.

use council::{
    answer::{self, Awaited, Handed, HandedIn, OpenAsk},
    core::forum::TrimmedLine,
    run::RunError,
};
use serde_json::{Map, Value};

use crate::{
    clock,
    commands::{failed, named as person},
    error::CommandError,
    form::{self, Answer},
    printer::Printer,
    settings::{Presence, Settings},
};

/// Lets whoever sits at the terminal answer everything that waits for a person, or leave it for later. Tells whether the
/// session can go on. Who answers is asked once.
pub(crate) fn answered(
    settings: &Settings,
    given: &str,
    by: &mut Option<TrimmedLine>,
) -> Result<bool, CommandError> {
    if settings.presence != Presence::Human {
        return Ok(false);
    }
    loop {
        let asks = answer::open(&settings.repo()?, given).map_err(failed)?;
        let Some(first) = asks.iter().find(|ask| ask.awaits == Awaited::Person) else {
            return Ok(asks.is_empty());
        };
        let question = format!("{} is asked. Answer now?", first.seat);
        match form::choose(&question, &["now", "later, with `council answer`"])? {
            Some(0) => {}
            Some(_) | None => return Ok(false),
        }
        let Some(handed) = handed(settings, given, Some(&first.seat), by.clone())? else {
            return Ok(false);
        };
        *by = TrimmedLine::new(&handed.by).ok();
    }
}

/// Shows a question, asks for every field of the answer and hands it in; nothing where the form was left.
pub(crate) fn handed(
    settings: &Settings,
    given: &str,
    seat: Option<&str>,
    by: Option<TrimmedLine>,
) -> Answer<HandedIn> {
    let printer = Printer::new(settings);
    let repo = settings.repo()?;
    let by = match by {
        Some(by) => by,
        None => match form::words("Who answers?", None)? {
            Some(name) => person(name.as_str())?,
            None => return Ok(None),
        },
    };
    loop {
        let asks = answer::open(&repo, given).map_err(failed)?;
        let is_meant = |ask: &&OpenAsk| {
            ask.awaits == Awaited::Person
                && seat.is_none_or(|seat| ask.seat.eq_ignore_ascii_case(seat))
        };
        let Some(ask) = asks.iter().find(is_meant) else {
            printer.note("nothing waits for a person here");
            return Ok(None);
        };
        form::show(&printer, &answer::page(ask));
        let Some(value) = filled("answer", &ask.schema)? else { return Ok(None) };
        let text = serde_json::to_string_pretty(&value)?;
        for line in text.lines() {
            printer.told(line);
        }
        if form::agrees("Hand this answer in?")? != Some(true) {
            printer.note("nothing was recorded");
            return Ok(None);
        }
        let (seat, question) = (Some(ask.seat.clone()), Some(ask.hash.clone()));
        let handed = Handed { seat, text, question, by: by.clone(), from: Awaited::Person };
        match answer::hand_in(&repo, given, &handed, &settings.holder("answer"), clock::now()) {
            Ok(handed) => return Ok(Some(handed)),
            Err(RunError::Refused(refusal)) => {
                printer.note(&refusal.headline);
                if form::agrees("Answer again?")? != Some(true) {
                    return Ok(None);
                }
            }
            Err(error) => return Err(failed(error)),
        }
    }
}

/// Asks for a value of a shape.
fn filled(key: &str, schema: &Value) -> Answer<Value> {
    named(key, key, schema)
}

/// Asks for the value of a key by a name of its own.
fn named(name: &str, key: &str, schema: &Value) -> Answer<Value> {
    if let Some(words) = schema.get("enum").and_then(Value::as_array) {
        return choice(name, words);
    }
    if let Some(inner) = schema.get("anyOf").and_then(|all| all.get(0)) {
        return match form::agrees(&format!("Is there anything to say under `{name}`?"))? {
            Some(true) => named(name, key, inner),
            Some(false) => Ok(Some(Value::Null)),
            None => Ok(None),
        };
    }
    match answer::kind(schema) {
        "object" => object(schema, None),
        "array" => list(name, key, schema),
        "boolean" => Ok(form::agrees(&format!("{name}?"))?.map(Value::Bool)),
        "number" | "integer" => number(name),
        _ => Ok(form::text(&format!("{name}:"))?.map(|text| {
            let may_be_null = schema.get("type").is_some_and(Value::is_array);
            if text.is_empty() && may_be_null { Value::Null } else { Value::String(text) }
        })),
    }
}

fn choice(name: &str, words: &[Value]) -> Answer<Value> {
    if let [only] = words {
        return Ok(Some(only.clone()));
    }
    let shown: Vec<String> = words.iter().map(answer::shown).collect();
    let shown: Vec<&str> = shown.iter().map(String::as_str).collect();
    let chosen = form::choose(&format!("{name}:"), &shown)?;
    Ok(chosen.and_then(|at| words.get(at).cloned()))
}

/// Asks for the keys of an object; what it is about is known already where its list has one entry for each.
fn object(schema: &Value, about: Option<(&str, &Value)>) -> Answer<Value> {
    let mut values = Map::new();
    let keys = schema.get("properties").and_then(Value::as_object);
    for (key, inner) in keys.into_iter().flatten() {
        let value = match about {
            Some((known, thing)) if known == key => thing.clone(),
            Some((_, thing)) => {
                match named(&format!("{}, {key}", answer::shown(thing)), key, inner)? {
                    Some(value) => value,
                    None => return Ok(None),
                }
            }
            None => match filled(key, inner)? {
                Some(value) => value,
                None => return Ok(None),
            },
        };
        values.insert(key.clone(), value);
    }
    Ok(Some(Value::Object(values)))
}

fn list(name: &str, key: &str, schema: &Value) -> Answer<Value> {
    let items = schema.get("items").cloned().unwrap_or_default();
    let mut values = Vec::new();
    if let Some((key, things)) = answer::entries(key, schema) {
        for thing in &things {
            match object(&items, Some((key, thing)))? {
                Some(value) => values.push(value),
                None => return Ok(None),
            }
        }
        return Ok(Some(Value::Array(values)));
    }
    let most = schema.get("maxItems").and_then(Value::as_u64).unwrap_or(u64::MAX);
    while u64::try_from(values.len()).is_ok_and(|count| count < most) {
        let question = match values.len() {
            0 => format!("Is there anything for `{name}`?"),
            _ => format!("One more for `{name}`?"),
        };
        match form::agrees(&question)? {
            Some(true) => match filled(name, &items)? {
                Some(value) => values.push(value),
                None => return Ok(None),
            },
            Some(false) => break,
            None => return Ok(None),
        }
    }
    Ok(Some(Value::Array(values)))
}

/// Asks for a number until there is one.
fn number(name: &str) -> Answer<Value> {
    loop {
        let Some(text) = form::text(&format!("{name} (a number):"))? else { return Ok(None) };
        if let Ok(number @ Value::Number(_)) = serde_json::from_str(text.trim()) {
            return Ok(Some(number));
        }
    }
}
