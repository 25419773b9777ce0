//! The description of one function: a signature, prose, and examples of calls with their results.

use council_core::packet::{Document, Passage, PassageKind, Span};

use super::Text;

/// What a document says of one function.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionSpec {
    /// The name in the signature that is described.
    pub name: String,
    /// The parameters, as written.
    pub parameters: Vec<String>,
    /// The type of the result, as written.
    pub result: Option<String>,
    /// The signature.
    pub signature: Span,
    /// The prose, paragraph by paragraph.
    pub prose: Vec<Span>,
    /// The examples, in order.
    pub examples: Vec<Example>,
}

/// An example: a call and what comes back.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// The line of the call, without the prompt.
    pub call: String,
    /// What comes back, as written; empty where nothing is printed.
    pub result: String,
    /// Both.
    pub span: Span,
}

impl FunctionSpec {
    /// Returns the prose in small letters, as one line of text.
    pub(crate) fn description(&self, text: &Text<'_>) -> String {
        let paragraphs: Vec<&str> = self.prose.iter().map(|span| text.slice(*span)).collect();
        paragraphs.join(" ").to_lowercase()
    }

    /// Reads a text that is nothing but the description of one function.
    pub fn read(text: &str) -> Option<FunctionSpec> {
        let is_code = |line: &str| {
            let line = line.trim_start();
            ["def ", "import ", "from ", "async def ", "class ", "@"]
                .iter()
                .any(|w| line.starts_with(w))
        };
        let first = text.lines().find(|line| !line.trim().is_empty())?;
        if !is_code(first) {
            return None;
        }
        let start = signature(text)?;
        let rest = text.get(start..)?;
        let (open, mark) = ["\"\"\"", "'''"]
            .iter()
            .filter_map(|mark| rest.find(mark).map(|at| (at, *mark)))
            .min_by_key(|(at, _)| *at)?;
        let head = rest.get(..open)?.trim_end();
        let body_start = start + open + mark.len();
        let body = text.get(body_start..)?;
        let body = body.get(..body.find(mark).unwrap_or(body.len()))?;
        let (name, parameters, result) = parts(head)?;
        let mut spec = FunctionSpec {
            name,
            parameters,
            result,
            signature: Span::new(start, start + head.len()),
            prose: Vec::new(),
            examples: Vec::new(),
        };
        spec.body(body, body_start);
        Some(spec)
    }

    /// Returns the prose as passages of a document.
    pub(super) fn passages(&self, document: &Document) -> Vec<Passage> {
        let passage = |span: &Span| Passage {
            kind: PassageKind::Paragraph,
            span: *span,
            line: document.lines().line(span.start),
            quotes: 0,
            depth: 0,
        };
        self.prose.iter().map(passage).collect()
    }

    fn body(&mut self, body: &str, from: usize) {
        let mut at = from;
        let mut paragraph: Option<Span> = None;
        let mut in_examples = false;
        for line in body.split_inclusive('\n') {
            let span = Span::new(at, at + line.len());
            at += line.len();
            let bare = line.trim();
            if let Some(call) = bare.strip_prefix(">>>") {
                self.prose.extend(paragraph.take());
                in_examples = true;
                self.examples.push(Example {
                    call: call.trim().to_owned(),
                    result: String::new(),
                    span,
                });
                continue;
            }
            if in_examples
                && let Some(example) = self.examples.last_mut()
                && !bare.is_empty()
                && is_value(bare)
            {
                example.result.push_str(bare);
                example.span.end = span.end;
                continue;
            }
            if let Some((call, result)) =
                inline_example(bare, &self.name).or_else(|| told_example(bare))
            {
                self.prose.extend(paragraph.take());
                self.examples.push(Example { call, result, span });
                continue;
            }
            if bare.is_empty() {
                self.prose.extend(paragraph.take());
                in_examples = false;
                continue;
            }
            in_examples = false;
            paragraph = Some(paragraph.map_or(span, |open| Span::new(open.start, span.end)));
        }
        self.prose.extend(paragraph);
    }
}

/// Finds the last function that is defined: those before it help the description.
fn signature(text: &str) -> Option<usize> {
    let mut at = 0;
    let mut found = None;
    for line in text.split_inclusive('\n') {
        if line.starts_with("def ") || line.starts_with("async def ") {
            found = Some(at);
        }
        at += line.len();
    }
    found
}

/// Reads the name, the parameters and the type of the result of a signature.
fn parts(head: &str) -> Option<(String, Vec<String>, Option<String>)> {
    let rest = head.split_once("def ")?.1;
    let (name, rest) = rest.split_once('(')?;
    let (parameters, after) = rest.rsplit_once(')')?;
    let result =
        after.split_once("->").map(|(_, result)| result.trim_end_matches(':').trim().to_owned());
    let parameters =
        parameters.split(',').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty());
    Some((name.trim().to_owned(), parameters.collect(), result))
}

/// Tells whether a line is a literal, as an interpreter prints one.
fn is_value(line: &str) -> bool {
    let first = line.chars().next();
    let is_literal = first
        .is_some_and(|c| c.is_ascii_digit() || matches!(c, '[' | '(' | '{' | '\'' | '"' | '-'));
    is_literal || matches!(line, "True" | "False" | "None") || line.starts_with("Traceback")
}

/// Reads an example told in words: `For n = 3 the output should be 6`, `Input: [1]`, `Output: 1`.
fn told_example(line: &str) -> Option<(String, String)> {
    let lower = line.to_lowercase();
    let told = lower.starts_with("for ")
        && line.contains('=')
        && ["output", "return", "result", "answer"].iter().any(|word| lower.contains(word));
    let shown = ["input:", "output:", "input =", "output =", "result:"]
        .iter()
        .any(|word| lower.starts_with(word));
    let given = line.contains("=>")
        || line.contains("➞")
        || line.contains("-> [")
        || line.contains(" ==> ");
    (told || shown || given).then(|| (line.to_owned(), String::new()))
}

/// What stands between a call and its result.
const ARROWS: [&str; 10] =
    ["==>", "=>", "->", "➞", "==", "should return", "returns", "return", "➡", "="];

/// Reads an example written on one line: `f(1) => 2`, `f(1) == 2`, `f(1) should return 2`.
fn inline_example(line: &str, name: &str) -> Option<(String, String)> {
    let line = line.trim_start_matches(['*', '-', '•', ' ']);
    let at = line.find(name)?;
    let call = line.get(at..)?;
    if !call.get(name.len()..)?.trim_start().starts_with('(') {
        return None;
    }
    let (split, arrow) = ARROWS.iter().find_map(|arrow| {
        let close = call.find(')')?;
        let found = call.get(close..)?.find(arrow)?;
        Some((close + found, *arrow))
    })?;
    let (call, result) = (call.get(..split)?, call.get(split + arrow.len()..)?);
    Some((call.trim().trim_end_matches('#').trim().to_owned(), result.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_described_function_is_read() {
        let text = "import re\n\ndef twice(n: int) -> int:\n    \"\"\"Return n doubled.\n    >>> twice(2)\n    4\n    twice(3) => 6\n    \"\"\"\n";
        let spec = FunctionSpec::read(text).unwrap();
        assert_eq!((spec.name.as_str(), spec.parameters.len()), ("twice", 1));
        assert_eq!(spec.result.as_deref(), Some("int"));
        assert_eq!(spec.prose.len(), 1);
        let results: Vec<_> = spec.examples.iter().map(|example| example.result.as_str()).collect();
        assert_eq!(results, ["4", "6"]);
    }

    #[test]
    fn a_document_with_code_in_it_is_no_function() {
        assert_eq!(FunctionSpec::read("# Title\n\ndef x():\n    \"\"\"x\"\"\"\n"), None);
    }
}
