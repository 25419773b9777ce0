//! One client: messages in, messages out.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

use council::{core::packet::Span, formats::report::clean, lint::Linted};
use gen_lsp_types::{
    CodeActionKind, CodeActionParams, DidChangeTextDocumentParams, DidOpenTextDocumentParams,
    Position, PositionEncodingKind, Range, ReferenceContext, TextDocumentContentChangeEvent,
    TextDocumentIdentifier, Uri,
};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    actions, diagnostics,
    frame::ClientMessage,
    ids::{self, IdIndex},
    symbols,
    text::{self, Encoding, Lines},
    uri,
    workspace::{LspContext, Workspace},
};

/// How serving a client ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// It asked to shut down, and then to exit.
    Shutdown,
    /// It left without asking, or asked to exit without shutting down.
    Abandoned,
}

/// How far a client is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Begun,
    Initialized,
    ShutDown,
    Ended(Ended),
}

/// Serves one client.
#[derive(Debug)]
pub struct LspServer {
    phase: Phase,
    encoding: Encoding,
    workspace: Workspace,
    open: BTreeMap<String, OpenFile>,
    changed: BTreeSet<String>,
    cancelled: Vec<RequestId>,
    index: IdIndex,
}

/// An open file.
#[derive(Debug)]
struct OpenFile {
    uri: Uri,
    file: Option<PathBuf>,
    raw: String,
    version: i32,
    checked: Option<LintedFile>,
}

/// What the rules say of an open file that is a specification.
#[derive(Debug)]
struct LintedFile {
    lines: Lines,
    linted: Linted,
}

/// A place in a file, without what else a request says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PositionParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    context: Option<ReferenceContext>,
}

/// A file, without what else a message says.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct FileParams {
    text_document: TextDocumentIdentifier,
}

/// Why a request has no result.
type Refusal = (ErrorCode, String);

impl LspServer {
    /// Waits for a client.
    pub fn new(around: LspContext) -> Self {
        Self {
            phase: Phase::Begun,
            encoding: Encoding::Utf16,
            workspace: Workspace::new(around),
            open: BTreeMap::new(),
            changed: BTreeSet::new(),
            cancelled: Vec::new(),
            index: IdIndex::default(),
        }
    }

    /// Returns how it ended, once it has.
    pub fn ended(&self) -> Option<Ended> {
        match self.phase {
            Phase::Ended(ended) => Some(ended),
            Phase::Begun | Phase::Initialized | Phase::ShutDown => None,
        }
    }

    /// Notes what a client no longer wants of the messages that are to come.
    pub(crate) fn cancel(&mut self, batch: &[ClientMessage]) {
        self.cancelled.clear();
        for received in batch {
            if let ClientMessage::Message(message) = received
                && let Message::Notification(Notification { method, params }) = &**message
                && method == "$/cancelRequest"
                && let Some(id) =
                    params.get("id").and_then(|id| serde_json::from_value(id.clone()).ok())
            {
                self.cancelled.push(id);
            }
        }
    }

    /// Takes a message, and returns what is to be sent. Changed files are looked at by [`LspServer::settle`].
    pub fn take(&mut self, message: Message) -> Vec<Message> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) => self.notice(notification),
            // It asks nothing that could be answered.
            Message::Response(_) => Vec::new(),
        }
    }

    /// Lints the files that changed, and returns what was found.
    pub fn settle(&mut self) -> Vec<Message> {
        let mut messages = Vec::new();
        for key in std::mem::take(&mut self.changed) {
            if let Some(published) = self.check(&key) {
                messages.push(notification("textDocument/publishDiagnostics", published));
            }
        }
        for refusal in self.workspace.refusals.drain(..) {
            let message = format!("council: {}", clean::line(&refusal));
            messages
                .push(notification("window/showMessage", json!({ "type": 2, "message": message })));
        }
        messages
    }

    fn request(&mut self, Request { id, method, params }: Request) -> Vec<Message> {
        if let Some(at) = self.cancelled.iter().position(|one| *one == id) {
            self.cancelled.remove(at);
            return vec![refused(id, ErrorCode::RequestCanceled, "cancelled".to_owned())];
        }
        let mut messages = Vec::new();
        let result = match (self.phase, method.as_str()) {
            (Phase::Begun, "initialize") => Ok(self.initialize(&params)),
            (Phase::Begun, _) => {
                Err((ErrorCode::ServerNotInitialized, "not initialized".to_owned()))
            }
            (Phase::ShutDown | Phase::Ended(_), _) | (Phase::Initialized, "initialize") => {
                Err((ErrorCode::InvalidRequest, format!("`{method}` comes too late")))
            }
            (Phase::Initialized, "shutdown") => {
                self.phase = Phase::ShutDown;
                Ok(Value::Null)
            }
            (Phase::Initialized, "textDocument/codeAction") => {
                read(params).map(|params| self.actions(&params))
            }
            (Phase::Initialized, "textDocument/hover") => read(params).map(|at| self.hover(&at)),
            (Phase::Initialized, "textDocument/definition") => {
                read(params).map(|at| self.defined(&at))
            }
            (Phase::Initialized, "textDocument/references") => {
                read(params).map(|at| self.referenced(&at))
            }
            (Phase::Initialized, "textDocument/documentSymbol") => {
                read(params).map(|named| self.symbols(&named))
            }
            (Phase::Initialized, "workspace/executeCommand") => explain(&params, &mut messages),
            (Phase::Initialized, _) => Err((
                ErrorCode::MethodNotFound,
                format!("there is no request `{}`", clean::line(&method)),
            )),
        };
        messages.insert(
            0,
            match result {
                Ok(result) => Response::new_ok(id, result).into(),
                Err((code, message)) => refused(id, code, message),
            },
        );
        messages
    }

    fn notice(&mut self, Notification { method, params }: Notification) -> Vec<Message> {
        match (self.phase, method.as_str()) {
            (phase, "exit") => {
                let is_clean = phase == Phase::ShutDown;
                self.phase =
                    Phase::Ended(if is_clean { Ended::Shutdown } else { Ended::Abandoned });
            }
            (Phase::Initialized, "textDocument/didOpen") => {
                if let Ok(params) = read(params) {
                    self.opened(params);
                }
            }
            (Phase::Initialized, "textDocument/didChange") => {
                if let Ok(params) = read(params) {
                    self.changed(params);
                }
            }
            (Phase::Initialized, "textDocument/didClose") => {
                if let Ok(FileParams { text_document }) = read(params) {
                    return self.closed(&text_document.uri);
                }
            }
            // Settings, a BMAD folder, another specification: what a file is can change with any other.
            (
                Phase::Initialized,
                "textDocument/didSave"
                | "workspace/didChangeWatchedFiles"
                | "workspace/didChangeConfiguration",
            ) => {
                self.workspace.forget();
                self.changed.extend(self.open.keys().cloned());
            }
            (Phase::Begun | Phase::Initialized | Phase::ShutDown | Phase::Ended(_), _) => {}
        }
        Vec::new()
    }

    fn initialize(&mut self, params: &Value) -> Value {
        let offered = params.pointer("/capabilities/general/positionEncodings").cloned();
        let offered: Option<Vec<PositionEncodingKind>> =
            offered.and_then(|kinds| serde_json::from_value(kinds).ok());
        self.encoding = Encoding::among(offered.as_deref());
        self.phase = Phase::Initialized;
        json!({
            "capabilities": {
                "positionEncoding": self.encoding.kind(),
                "textDocumentSync": { "openClose": true, "change": 2, "save": { "includeText": false } },
                "codeActionProvider": { "codeActionKinds": ["quickfix", "source.fixAll"] },
                "executeCommandProvider": { "commands": [actions::EXPLAIN] },
                "hoverProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "documentSymbolProvider": true,
            },
            "serverInfo": { "name": "council", "version": env!("CARGO_PKG_VERSION") },
        })
    }

    fn opened(
        &mut self,
        DidOpenTextDocumentParams { text_document: item }: DidOpenTextDocumentParams,
    ) {
        let file = uri::path(&item.uri);
        let key = item.uri.0.clone();
        self.changed.insert(key.clone());
        self.open.insert(
            key,
            OpenFile { uri: item.uri, file, raw: item.text, version: item.version, checked: None },
        );
    }

    fn changed(&mut self, params: DidChangeTextDocumentParams) {
        let identifier = params.text_document;
        let key = identifier.text_document_identifier.uri.0;
        let Some(open) = self.open.get_mut(&key) else { return };
        for change in params.content_changes {
            match change {
                TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                    text::replace(&mut open.raw, part.range, &part.text, self.encoding);
                }
                TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
                    open.raw = whole.text;
                }
            }
        }
        open.version = identifier.version;
        open.checked = None;
        self.changed.insert(key);
    }

    fn closed(&mut self, uri: &Uri) -> Vec<Message> {
        self.changed.remove(&uri.0);
        if self.open.remove(&uri.0).is_none() {
            return Vec::new();
        }
        let none = json!({ "uri": uri, "diagnostics": [] });
        vec![notification("textDocument/publishDiagnostics", none)]
    }

    /// Lints an open file, and returns what there is to publish.
    fn check(&mut self, key: &str) -> Option<Value> {
        let open = self.open.get_mut(key)?;
        let file = open.file.as_deref()?;
        open.checked = None;
        let (place, path) = self.workspace.place(file)?;
        let shown = match Lines::read(&path, &open.raw, self.encoding) {
            Ok(lines) => match place.lint(&path, lines.text()) {
                Some((_, linted)) => {
                    let shown = diagnostics::of(&linted, &lines, &open.uri);
                    open.checked = Some(LintedFile { lines, linted });
                    shown
                }
                None => Vec::new(),
            },
            Err(reason) if place.specifications.convention(&place.repo, &path).is_some() => {
                Lines::read(&path, "", self.encoding)
                    .map(|none| vec![diagnostics::unreadable(&reason, &none)])
                    .unwrap_or_default()
            }
            Err(_) => Vec::new(),
        };
        Some(json!({ "uri": open.uri, "version": open.version, "diagnostics": shown }))
    }

    /// Returns what the rules say of a file as it is now.
    fn checked(&mut self, uri: &Uri) -> Option<&LintedFile> {
        if self.open.get(&uri.0)?.checked.is_none() {
            // It is published all the same, with the next pause.
            let _ = self.check(&uri.0);
        }
        self.open.get(&uri.0)?.checked.as_ref()
    }

    fn actions(&mut self, params: &CodeActionParams) -> Value {
        let uri = &params.text_document.uri;
        let only = params.context.only.clone();
        let Some(checked) = self.checked(uri) else { return json!([]) };
        let lines = &checked.lines;
        let range = Span::new(lines.offset(params.range.start), lines.offset(params.range.end));
        let mut actions = actions::of(&checked.linted, lines, uri, range);
        actions.retain(|action| is_wanted(only.as_deref(), action.kind.as_ref()));
        json!(actions)
    }

    fn symbols(&mut self, named: &FileParams) -> Value {
        let Some(checked) = self.checked(&named.text_document.uri) else { return json!([]) };
        let document = symbols::read(checked.linted.path(), checked.lines.text());
        json!(document.map(|document| symbols::of(&document, &checked.lines)).unwrap_or_default())
    }

    fn hover(&mut self, at: &PositionParams) -> Value {
        if let Some((id, range, found, reader)) = self.id_at(at) {
            let definitions = self.definitions(at, &found, &reader);
            let findings = self.findings_at(at, &range);
            let value = ids::told(&id, &definitions, &found, &findings);
            return json!({ "contents": { "kind": "markdown", "value": value }, "range": range });
        }
        let Some(checked) = self.checked(&at.text_document.uri) else { return Value::Null };
        let offset = checked.lines.offset(at.position);
        let here = |span: Span| span.start <= offset && offset <= span.end;
        let Some(finding) = checked.linted.findings.iter().find(|one| here(one.span)) else {
            return Value::Null;
        };
        json!({
            "contents": { "kind": "markdown", "value": finding.rule.manual() },
            "range": checked.lines.range(finding.span),
        })
    }

    fn defined(&mut self, at: &PositionParams) -> Value {
        let Some((_, _, found, reader)) = self.id_at(at) else { return Value::Null };
        let definitions = self.definitions(at, &found, &reader);
        json!(definitions.into_iter().map(|one| one.location).collect::<Vec<_>>())
    }

    fn referenced(&mut self, at: &PositionParams) -> Value {
        let Some((_, _, found, _)) = self.id_at(at) else { return Value::Null };
        let with_definitions =
            at.context.as_ref().is_some_and(|context| context.include_declaration);
        let wanted = found.into_iter().filter(|one| with_definitions || !one.is_definition());
        json!(wanted.map(|one| one.location).collect::<Vec<_>>())
    }

    /// Returns the id at a place, where it stands, all its uses, and the path of the file.
    fn id_at(
        &mut self,
        at: &PositionParams,
    ) -> Option<(String, Range, Vec<ids::LocatedUse>, String)> {
        let open = self.open.get(&at.text_document.uri.0)?;
        let (place, path) = self.workspace.place(open.file.as_deref()?)?;
        let (id, range) = ids::at(&path, &open.raw, self.encoding, at.position)?;
        let root = place.repo.root();
        let inside = |open: &OpenFile| {
            let inner = open.file.as_deref()?.strip_prefix(root).ok()?.to_str()?.to_owned();
            Some((inner, open.raw.clone()))
        };
        let mut texts: BTreeMap<String, String> = self.open.values().filter_map(inside).collect();
        texts.insert(path.clone(), open.raw.clone());
        let found = self.index.uses(place, &texts, self.encoding, &id);
        Some((id, range, found, path))
    }

    fn definitions(
        &mut self,
        at: &PositionParams,
        found: &[ids::LocatedUse],
        reader: &str,
    ) -> Vec<ids::LocatedUse> {
        let file = self.open.get(&at.text_document.uri.0).and_then(|open| open.file.clone());
        let place = file.as_deref().and_then(|file| self.workspace.place(file));
        place.map(|(place, _)| ids::definitions(place, found, reader)).unwrap_or_default()
    }

    /// Returns what was found on the line of an id.
    fn findings_at(&mut self, at: &PositionParams, range: &Range) -> Vec<String> {
        let Some(checked) = self.checked(&at.text_document.uri) else { return Vec::new() };
        let line = range.start.line.saturating_add(1);
        let here = checked.linted.findings.iter().filter(|one| one.start.line == line);
        here.map(|one| format!("{}[{}]: {}", one.severity.word(), one.rule.id, one.message))
            .collect()
    }
}

/// Says that a message could not be read. It has no id that could be answered.
pub(crate) fn unreadable(reason: &str) -> Message {
    let message = format!("a message could not be read: {}", clean::line(reason));
    notification("window/logMessage", json!({ "type": 1, "message": message }))
}

/// Tells whether an editor wants actions of a kind: `source` wants `source.fixAll` too.
fn is_wanted(only: Option<&[CodeActionKind]>, kind: Option<&CodeActionKind>) -> bool {
    let word = |kind: &CodeActionKind| json!(kind).as_str().unwrap_or_default().to_owned();
    let kind = kind.map(word).unwrap_or_default();
    only.is_none_or(|only| {
        only.iter().map(word).any(|wanted| {
            wanted.is_empty()
                || kind
                    .strip_prefix(&wanted)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    })
}

/// Explains a rule: the page is the result, and its summary is shown.
fn explain(params: &Value, messages: &mut Vec<Message>) -> Result<Value, Refusal> {
    let is_own = params.get("command").and_then(Value::as_str) == Some(actions::EXPLAIN);
    let explained = params.get("arguments").filter(|_| is_own).and_then(actions::explained);
    let Some((summary, page)) = explained else {
        let reason = format!("expected `{}` with the name of a rule", actions::EXPLAIN);
        return Err((ErrorCode::InvalidParams, reason));
    };
    messages.push(notification(
        "window/showMessage",
        json!({ "type": 3, "message": format!("{summary}\n\n{page}") }),
    ));
    Ok(json!(page))
}

fn read<T: DeserializeOwned>(params: Value) -> Result<T, Refusal> {
    serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))
}

fn refused(id: RequestId, code: ErrorCode, message: String) -> Message {
    Response::new_err(id, code as i32, message).into()
}

fn notification(method: &str, params: Value) -> Message {
    Notification::new(method.to_owned(), params).into()
}
