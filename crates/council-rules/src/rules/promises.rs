//! What words of a description promise about a result, checked on the values of an example.

use super::value::Value;

/// Says which promise a result breaks, if it breaks one.
pub(super) fn broken(
    arguments: &[Value],
    result: &Value,
    has: &dyn Fn(&str) -> bool,
    prose: &str,
) -> Option<&'static str> {
    let first = arguments.first()?;
    if let Some(number) = result.number() {
        return counted(arguments, number, has, prose);
    }
    if let (Some(given), Some(result)) = (first.text(), result.text()) {
        return spelled(given, result, has, prose);
    }
    let (given, kept) = (first.list()?, result.list()?);
    if (has("filter") || has("filters")) && kept.iter().any(|value| !given.contains(value)) {
        return Some("it holds something that was not given");
    }
    if let Some(mark) = arguments.get(1).and_then(Value::text) {
        let texts = || kept.iter().filter_map(Value::text);
        if has("prefix") && texts().any(|text| !text.starts_with(mark)) {
            return Some("it holds something without the prefix");
        }
        if has("substring") && texts().any(|text| !text.contains(mark)) {
            return Some("it holds something without the substring");
        }
    }
    if has("common")
        && let Some(other) = arguments.get(1).and_then(Value::list)
        && kept.iter().any(|value| !given.contains(value) || !other.contains(value))
    {
        return Some("it holds something that is not common to both");
    }
    let integers = prose.contains("only integers") || prose.contains("integers only");
    if integers && kept.iter().any(|value| value.number().is_none()) {
        return Some("it holds something that is no integer");
    }
    let numbers = result.numbers()?;
    if has("descending") && !has("ascending") && !numbers.is_sorted_by(|a, b| a >= b) {
        return Some("it is not descending");
    }
    let length = arguments.get(1).and_then(Value::number)?;
    let wants = prose.contains("length k")
        || prose.contains("first k")
        || prose.contains("k largest")
        || prose.contains("first n");
    #[expect(clippy::cast_precision_loss, reason = "an example has a handful of elements")]
    let has_length = (numbers.len() as f64 - length).abs() < 0.5;
    (wants && !has_length).then_some("it has another length than was asked for")
}

/// Checks a number that is computed from the arguments in a well-known way.
fn counted(
    arguments: &[Value],
    result: f64,
    has: &dyn Fn(&str) -> bool,
    prose: &str,
) -> Option<&'static str> {
    let first = arguments.first()?;
    #[expect(clippy::cast_precision_loss, reason = "an example has a handful of characters")]
    let length = first.text().map(|text| text.chars().count() as f64);
    if prose.contains("length of")
        && !has("longest")
        && !has("shortest")
        && !has("if")
        && let (Some(length), [_]) = (length, arguments)
        && (length - result).abs() > 0.5
    {
        return Some("it is not the length");
    }
    if has("divisor")
        && (has("common") || has("gcd"))
        && let [Value::Number(a), Value::Number(b)] = arguments
        && (divisor(*a, *b) - result).abs() > 0.5
    {
        return Some("it is not the greatest common divisor");
    }
    let numbers = first.numbers().filter(|numbers| !numbers.is_empty());
    if let (Some(numbers), [_]) = (&numbers, arguments) {
        #[expect(clippy::cast_precision_loss, reason = "an example has a handful of elements")]
        let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
        if (has("mean") || has("average"))
            && !has("absolute")
            && !has("deviation")
            && (mean - result).abs() > 0.01
        {
            return Some("it is not the mean");
        }
        let sum = prose.contains("sum of all elements") || prose.contains("sum of the elements");
        if sum && (numbers.iter().sum::<f64>() - result).abs() > 0.01 {
            return Some("it is not the sum");
        }
    }
    let (times, within) = (arguments.get(1).and_then(Value::text), first.text());
    if prose.contains("how many times")
        && has("substring")
        && let (Some(part), Some(whole)) = (times, within)
        && !part.is_empty()
    {
        let starts = whole
            .char_indices()
            .filter(|(at, _)| whole.get(*at..).is_some_and(|rest| rest.starts_with(part)));
        #[expect(clippy::cast_precision_loss, reason = "an example has a handful of characters")]
        let count = starts.count() as f64;
        let plain = whole.matches(part).count();
        #[expect(clippy::cast_precision_loss, reason = "an example has a handful of characters")]
        let plain = plain as f64;
        let fits = if prose.contains("overlap") { count } else { plain };
        return ((fits - result).abs() > 0.5).then_some("it is not how often it occurs");
    }
    None
}

/// Checks a text that is made of a text.
fn spelled(
    given: &str,
    result: &str,
    has: &dyn Fn(&str) -> bool,
    prose: &str,
) -> Option<&'static str> {
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    if has("palindrome") && (has("shortest") || has("begins")) && reversed(result) != result {
        return Some("it is no palindrome");
    }
    let upper = prose.contains("to uppercase") || prose.contains("to upper case");
    if upper && !has("lowercase") && !has("vowels") && result.chars().any(char::is_lowercase) {
        return Some("it is not in capitals");
    }
    if has("reversed")
        && has("string")
        && !has("words")
        && !has("if")
        && !has("tuple")
        && reversed(given) != result
    {
        return Some("it is not reversed");
    }
    None
}

fn divisor(a: f64, b: f64) -> f64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b > 0.5 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promises_are_checked_on_values() {
        let value = |text: &str| Value::read(text).unwrap();
        let says = |words: &'static [&'static str]| move |word: &str| words.contains(&word);
        let broken =
            |arguments: &[Value], result: &str, words: &'static [&'static str], prose: &str| {
                broken(arguments, &value(result), &says(words), prose)
            };
        let numbers = [value("[3, 1, 2]")];
        assert!(broken(&numbers, "[1, 9]", &["filter"], "").is_some());
        assert!(broken(&numbers, "[1, 2]", &["filter"], "").is_none());
        assert!(broken(&numbers, "5", &["mean"], "").is_some());
        assert!(broken(&[value("12"), value("18")], "6", &["common", "divisor"], "").is_none());
        assert!(broken(&[value("12"), value("18")], "3", &["common", "divisor"], "").is_some());
    }
}
