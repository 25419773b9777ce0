//! An editor that is none.

use std::{fs, path::PathBuf};

use council_lsp::{LspContext, LspServer};
use lsp_server::{Message, Notification, Request, Response};
use serde_json::{Value, json};

/// A repository and a client in it.
pub(crate) struct Client {
    pub(crate) folder: tempfile::TempDir,
    pub(crate) server: LspServer,
    asked: i32,
}

pub(crate) const SPEC: &str = "specs/001-export/spec.md";

impl Client {
    /// Begins with a repository of some files.
    pub(crate) fn begun(files: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(".git")).unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let project = |repo: &council::Repo| match repo.read_if_there("council.toml") {
            Ok(text) => council::formats::project::read("council.toml", &text.unwrap_or_default())
                .map_err(|error| error.message),
            Err(error) => Err(error.to_string()),
        };
        let around = LspContext { home: None, project: Box::new(project) };
        Self { folder, server: LspServer::new(around), asked: 0 }
    }

    /// Begins, and initializes with the encodings that are offered.
    pub(crate) fn initialized(files: &[(&str, &str)], encodings: &[&str]) -> Self {
        let mut client = Self::begun(files);
        let capabilities = json!({ "general": { "positionEncodings": encodings } });
        client
            .ask(
                "initialize",
                json!({ "processId": null, "rootUri": null, "capabilities": capabilities }),
            )
            .unwrap();
        client.tell("initialized", json!({}));
        client
    }

    pub(crate) fn uri(&self, path: &str) -> String {
        let root: PathBuf = fs::canonicalize(self.folder.path()).unwrap();
        format!("file://{}", root.join(path).display())
    }

    /// Sends a request and returns its answer.
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Result<Value, (i32, String)> {
        self.asked += 1;
        let request = Request { id: self.asked.into(), method: method.to_owned(), params };
        let answers = self.server.take(request.into());
        let Some(Message::Response(Response { response_result, .. })) = answers.into_iter().next()
        else {
            panic!("no answer to {method}")
        };
        response_result.map_err(|error| (error.code, error.message))
    }

    /// Sends a notification and returns what is published after it.
    pub(crate) fn tell(&mut self, method: &str, params: Value) -> Vec<Value> {
        let mut messages =
            self.server.take(Notification { method: method.to_owned(), params }.into());
        messages.extend(self.server.settle());
        let told = messages.into_iter().map(|message| match message {
            Message::Notification(Notification { params, .. }) => params,
            other @ (Message::Request(_) | Message::Response(_)) => panic!("{other:?}"),
        });
        told.collect()
    }

    /// Opens a file, and returns its diagnostics.
    pub(crate) fn open(&mut self, path: &str, text: &str) -> Vec<Value> {
        let item =
            json!({ "uri": self.uri(path), "languageId": "markdown", "version": 1, "text": text });
        let told = self.tell("textDocument/didOpen", json!({ "textDocument": item }));
        told.first().map(diagnostics).unwrap_or_default()
    }

    /// Changes a file, and returns its diagnostics.
    pub(crate) fn change(&mut self, path: &str, version: i32, changes: &Value) -> Vec<Value> {
        let params = json!({
            "textDocument": { "uri": self.uri(path), "version": version },
            "contentChanges": changes,
        });
        let told = self.tell("textDocument/didChange", params);
        assert_eq!(told[0]["version"], version);
        diagnostics(&told[0])
    }

    pub(crate) fn at(&self, path: &str, line: u32, character: u32) -> Value {
        json!({
            "textDocument": { "uri": self.uri(path) },
            "position": { "line": line, "character": character },
            "context": { "includeDeclaration": false },
        })
    }
}

pub(crate) fn diagnostics(published: &Value) -> Vec<Value> {
    published["diagnostics"].as_array().unwrap().clone()
}

pub(crate) fn codes(diagnostics: &[Value]) -> Vec<&str> {
    diagnostics.iter().map(|one| one["code"].as_str().unwrap()).collect()
}
