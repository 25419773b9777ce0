//! # example-contradicts-text
//!
//! ## What it does
//! Finds examples whose result cannot be what the description says: an unsorted result of a sort, a number that is
//! not prime, a type that is not the declared one.
//!
//! ## Why it hurts
//! One of the two is wrong, and a test is written from the example.
//!
//! ## Example
//! Bad:
//!
//! ```python
//! def primes(n: int) -> list:
//!     """Returns the primes below n.
//!
//!     >>> primes(5)
//!     [1, 2, 3]
//!     """
//! ```
//!
//! Good:
//!
//! ```python
//! def primes(n: int) -> list:
//!     """Returns the primes below n.
//!
//!     >>> primes(5)
//!     [2, 3]
//!     """
//! ```
//!
//! ## When not to apply it
//! Where the word in the description is about the argument and not about the result.

use std::collections::{BTreeMap, BTreeSet};

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{promises, scan, value::Value};
use crate::{Finding, Kind, Model, Reads, Rule, model::Example};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "example-contradicts-text",
    kind: Kind::Contradiction,
    subcategory: Subcategory::Inconsistency,
    severity: Severity::Major,
    modes: &[
        (8, "one example refutes the statement"),
        (1, "the statement and the case cannot both hold"),
        (5, "a model that does not satisfy its theory"),
        (6, "a case outside of the constraint"),
    ],
    summary: "an example that contradicts the description",
    reads: Reads::Everything,
    source: include_str!("example_contradicts_text.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for (text, function) in scan::functions(model) {
        let prose = function.description(text);
        let is_word = |c: char| c.is_alphanumeric() || c == '-';
        let words: BTreeSet<&str> = prose.split(|c| !is_word(c)).collect();
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for example in &function.examples {
            let earlier = seen
                .insert(&example.call, &example.result)
                .filter(|earlier| *earlier != example.result);
            let twice = earlier.map(|_| "the same call comes back with another result above");
            let wrong = Case::of(example)
                .and_then(|case| contradiction(&case, &words, &prose, function.result.as_deref()));
            if let Some(why) = twice.or(wrong) {
                let span = example.span.trimmed(text.document.text());
                findings.push(Finding::at(
                    &RULE,
                    text,
                    span,
                    span,
                    format!("the result does not fit the description: {why}"),
                    "correct the example or the description",
                ));
            }
        }
    }
}

/// An example, as values.
struct Case {
    arguments: Vec<Value>,
    result: Value,
}

impl Case {
    fn of(example: &Example) -> Option<Case> {
        Some(Case {
            arguments: Value::arguments(&example.call)?,
            result: Value::read(&example.result)?,
        })
    }

    /// Returns the only argument, if there is one only.
    fn only(&self) -> Option<&Value> {
        if let [only] = self.arguments.as_slice() { Some(only) } else { None }
    }
}

/// Says why a result cannot be, by what the description promises of it.
fn contradiction(
    case: &Case,
    words: &BTreeSet<&str>,
    prose: &str,
    declared: Option<&str>,
) -> Option<&'static str> {
    let has = |word: &str| words.contains(word);
    let result = &case.result;
    if declared.is_some_and(|declared| !fits(declared, result)) {
        return Some("it is not of the declared type");
    }
    let numbers = result.numbers();
    if let Some(numbers) = &numbers {
        let rising = numbers.is_sorted_by(|a, b| a <= b);
        let falling = numbers.is_sorted_by(|a, b| a >= b);
        if has("ascending") && !has("descending") && prose.contains("order") && !rising {
            return Some("it is not ascending");
        }
        if prose.contains("sorted list") && !has("if") && !rising && !falling {
            return Some("it is not sorted");
        }
        if has("positive")
            && !has("negative")
            && prose.contains("only positive")
            && numbers.iter().any(|number| *number <= 0.0)
        {
            return Some("it holds numbers that are not positive");
        }
        if (has("prime") || has("primes")) && numbers.iter().any(|number| !is_prime(*number)) {
            return Some("it holds numbers that are not prime");
        }
        if has("even")
            && !has("odd")
            && !has("index")
            && numbers.iter().any(|number| number % 2.0 != 0.0)
        {
            return Some("it holds odd numbers");
        }
        if has("odd")
            && !has("even")
            && !has("index")
            && numbers.iter().any(|number| number % 2.0 == 0.0)
        {
            return Some("it holds even numbers");
        }
        if has("unique")
            && numbers.iter().enumerate().any(|(at, number)| {
                numbers.iter().take(at).any(|other| (other - number).abs() < f64::EPSILON)
            })
        {
            return Some("it holds an element twice");
        }
    }
    single(case, &has, prose)
        .or_else(|| truth(case, &has))
        .or_else(|| texts(case, &has, prose))
        .or_else(|| promises::broken(&case.arguments, &case.result, &has, prose))
}

/// Checks a single number or element that is taken from the arguments.
fn single(case: &Case, has: &dyn Fn(&str) -> bool, prose: &str) -> Option<&'static str> {
    let list = case.only()?.list();
    if let (Some(list), Some(result)) = (list, case.result.text())
        && list.iter().any(|value| value.text() == Some(result))
    {
        let lengths: Vec<usize> =
            list.iter().filter_map(Value::text).map(|text| text.chars().count()).collect();
        let own = result.chars().count();
        if has("longest")
            && !has("shortest")
            && lengths.iter().max().is_some_and(|most| *most != own)
        {
            return Some("it is not the longest");
        }
        if has("shortest")
            && !has("longest")
            && lengths.iter().min().is_some_and(|least| *least != own)
        {
            return Some("it is not the shortest");
        }
    }
    let numbers = case.only().and_then(Value::numbers);
    if let (Some(numbers), Some(result)) = (numbers, case.result.number())
        && numbers.contains(&result)
        && prose.contains("element")
        && !prose.contains("index")
    {
        let above = numbers.iter().any(|number| *number > result);
        if (has("maximum") || has("largest") || has("biggest"))
            && !has("smallest")
            && !has("minimum")
            && above
        {
            return Some("it is not the largest");
        }
    }
    let number = case.result.number()?;
    if prose.contains("from 1 to n")
        && (has("sums") || has("sum"))
        && !has("squares")
        && let Some(n) = case.only().and_then(Value::number)
        && (number - n * (n + 1.0) / 2.0).abs() > 0.5
    {
        return Some("it is not the sum");
    }
    let is_prime_wanted = ["prime factor", "that are prime", "also prime", "that is prime"]
        .iter()
        .any(|words| prose.contains(words));
    (is_prime_wanted
        && !has("sum")
        && !has("number of")
        && number.fract() == 0.0
        && !is_prime(number))
    .then_some("it is not prime")
}

/// Checks an answer of yes or no about a single argument.
fn truth(case: &Case, has: &dyn Fn(&str) -> bool) -> Option<&'static str> {
    let said = case.result.truth()?;
    let only = case.only()?;
    let expected = match only {
        Value::Text(text) if has("palindrome") => {
            let letters: Vec<char> = text.chars().collect();
            letters.iter().eq(letters.iter().rev())
        }
        Value::Number(number) if has("prime") && !has("multiplication") => is_prime(*number),
        Value::List(_) if has("monotonically") => {
            let numbers = only.numbers()?;
            numbers.is_sorted_by(|a, b| a <= b) || numbers.is_sorted_by(|a, b| a >= b)
        }
        Value::List(_) if has("sorted") && has("ascending") => return None,
        Value::Nothing | Value::Truth(_) | Value::Number(_) | Value::Text(_) | Value::List(_) => {
            return None;
        }
    };
    (said != expected).then_some("the opposite is true")
}

/// Checks texts.
fn texts(case: &Case, has: &dyn Fn(&str) -> bool, prose: &str) -> Option<&'static str> {
    let result = case.result.text()?;
    let is_vowel = |c: char| "aeiouAEIOU".contains(c);
    if prose.contains("without vowels") && result.chars().any(is_vowel) {
        return Some("it holds vowels");
    }
    if has("space-delimited") && result.len() > 2 && !result.contains(' ') {
        return Some("its parts are not separated by spaces");
    }
    if has("flip")
        && has("uppercase")
        && let Some(given) = case.only().and_then(Value::text)
        && given == result
        && given.chars().any(char::is_alphabetic)
    {
        return Some("nothing has changed");
    }
    let concatenates = has("concatenate") && !has("reverse");
    if concatenates && let Some(list) = case.only().and_then(Value::list) {
        let whole: String = list.iter().filter_map(Value::text).collect();
        if whole != result {
            return Some("it is not what the parts make");
        }
    }
    None
}

/// Tells whether a value is of a declared type, as far as that can be told.
fn fits(declared: &str, value: &Value) -> bool {
    match (declared, value) {
        ("bool", Value::Truth(_)) | ("str", Value::Text(_)) | ("float", Value::Number(_)) => true,
        ("int", Value::Number(number)) => number.fract() == 0.0,
        ("bool" | "str" | "float" | "int", _) => false,
        (declared, Value::Number(_) | Value::Truth(_) | Value::Text(_))
            if declared.starts_with("List[") =>
        {
            false
        }
        _ => true,
    }
}

fn is_prime(number: f64) -> bool {
    if number < 2.0 || number.fract() != 0.0 || number > 1e7 {
        return number > 1e7;
    }
    let mut divisor = 2.0;
    while divisor * divisor <= number {
        if number % divisor == 0.0 {
            return false;
        }
        divisor += 1.0;
    }
    true
}
