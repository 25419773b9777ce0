//! Values as a programmer writes them in an example: numbers, texts, lists.

/// A value.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Value {
    Nothing,
    Truth(bool),
    Number(f64),
    Text(String),
    List(Vec<Value>),
}

impl Value {
    /// Reads a value that is the whole text.
    pub(super) fn read(text: &str) -> Option<Value> {
        let mut reader = Reader { text: text.trim(), at: 0, depth: 0 };
        let value = reader.value()?;
        reader.rest().trim_start_matches(['.', ';', ',']).trim().is_empty().then_some(value)
    }

    /// Reads the arguments of a call: what stands between its brackets.
    pub(super) fn arguments(call: &str) -> Option<Vec<Value>> {
        let open = call.find('(')?;
        let close = call.rfind(')')?;
        match Value::read(&format!("[{}]", call.get(open + 1..close)?))? {
            Value::List(values) => Some(values),
            Value::Nothing | Value::Truth(_) | Value::Number(_) | Value::Text(_) => None,
        }
    }

    pub(super) fn number(&self) -> Option<f64> {
        if let Value::Number(number) = self { Some(*number) } else { None }
    }

    pub(super) fn list(&self) -> Option<&[Value]> {
        if let Value::List(values) = self { Some(values) } else { None }
    }

    pub(super) fn text(&self) -> Option<&str> {
        if let Value::Text(text) = self { Some(text) } else { None }
    }

    pub(super) fn truth(&self) -> Option<bool> {
        if let Value::Truth(truth) = self { Some(*truth) } else { None }
    }

    /// Returns the numbers of a list that holds nothing else.
    pub(super) fn numbers(&self) -> Option<Vec<f64>> {
        self.list()?.iter().map(Value::number).collect()
    }
}

/// How deep lists may nest.
const DEEPEST: usize = 8;

struct Reader<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn skip(&mut self) {
        self.at += self.rest().len() - self.rest().trim_start().len();
    }

    fn value(&mut self) -> Option<Value> {
        self.skip();
        let rest = self.rest();
        for (word, value) in
            [("True", Value::Truth(true)), ("False", Value::Truth(false)), ("None", Value::Nothing)]
        {
            if rest.starts_with(word) {
                self.at += word.len();
                return Some(value);
            }
        }
        match rest.chars().next()? {
            '[' | '(' => self.list(),
            quote @ ('\'' | '"') => self.quoted(quote),
            c if c.is_ascii_digit() || c == '-' => self.digits(),
            _ => None,
        }
    }

    fn list(&mut self) -> Option<Value> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        self.at += 1;
        let mut values = Vec::new();
        loop {
            self.skip();
            match self.rest().chars().next()? {
                ']' | ')' => {
                    self.at += 1;
                    self.depth -= 1;
                    return Some(Value::List(values));
                }
                ',' => self.at += 1,
                _ => values.push(self.value()?),
            }
        }
    }

    fn quoted(&mut self, quote: char) -> Option<Value> {
        let inner = self.rest().get(1..)?;
        let end = inner.find(quote)?;
        self.at += end + 2;
        Some(Value::Text(inner.get(..end)?.to_owned()))
    }

    fn digits(&mut self) -> Option<Value> {
        let rest = self.rest();
        let len = rest
            .find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '.' | 'e'))
            .unwrap_or(rest.len());
        let number = rest.get(..len)?.trim_end_matches('.').parse().ok()?;
        self.at += len;
        Some(Value::Number(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_as_they_are_written() {
        assert_eq!(
            Value::read("[1, -2.5]").and_then(|value| value.numbers()),
            Some(vec![1.0, -2.5])
        );
        assert_eq!(Value::read("'ab'"), Some(Value::Text("ab".to_owned())));
        assert_eq!(Value::arguments("f([1], 'x', True)").map(|all| all.len()), Some(3));
        assert_eq!(Value::read("x + 1"), None);
        assert_eq!(Value::read(&"[".repeat(99)), None);
    }
}
