//! A coding agent's program at the other end of `council mcp`.
#![expect(
    clippy::indexing_slicing,
    clippy::needless_pass_by_value,
    clippy::unwrap_used,
    reason = "helpers of tests fail as tests do, and take what was written where they are called"
)]

mod decide;
mod host;
mod tools;

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, ChildStdin, ChildStdout, Stdio},
};

use council_testkit::TestEnv;
use serde_json::{Map, Value, json};

/// The generations of the protocol.
const STATELESS: &str = "2026-07-28";
const WITH_FORMS: &str = "2025-11-25";
const OLD: &str = "2025-06-18";

/// A client of the server, which asks and answers in lines of JSON.
struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    version: &'static str,
    capabilities: Value,
    /// What is answered to a form.
    form: Value,
    /// The forms that were shown.
    shown: Vec<Value>,
    /// What was told of the progress.
    told: Vec<Value>,
    asked: u64,
}

impl Client {
    /// Starts the server and greets it as clients of that time do.
    fn start(env: &TestEnv, version: &'static str, capabilities: Value) -> Self {
        let mut command = env.command(["mcp"]);
        Self::of(
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap(),
            version,
            capabilities,
        )
    }

    fn of(mut child: Child, version: &'static str, capabilities: Value) -> Self {
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        let (form, shown, told) = (json!({"action": "cancel"}), Vec::new(), Vec::new());
        let mut client =
            Self { child, input, output, version, capabilities, form, shown, told, asked: 0 };
        if version == STATELESS {
            let found = client.request("server/discover", json!({}));
            assert!(found["capabilities"]["tools"].is_object(), "{found}");
            return client;
        }
        let greeting = json!({"protocolVersion": version, "capabilities": client.capabilities,
            "clientInfo": {"name": "test-client", "version": "1.2"}});
        let greeted = client.request("initialize", greeting);
        assert_eq!(greeted["protocolVersion"], version, "{greeted}");
        client.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn send(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    /// Asks something and returns the whole response; forms that are shown meanwhile are answered.
    fn respond(&mut self, method: &str, mut params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        let keys = params.as_object_mut().unwrap();
        let meta = keys.entry("_meta").or_insert_with(|| json!({})).as_object_mut().unwrap();
        if self.version == STATELESS {
            meta.insert("io.modelcontextprotocol/protocolVersion".to_owned(), json!(STATELESS));
            meta.insert(
                "io.modelcontextprotocol/clientCapabilities".to_owned(),
                self.capabilities.clone(),
            );
            meta.insert(
                "io.modelcontextprotocol/clientInfo".to_owned(),
                json!({"name": "test-client", "version": "1.2"}),
            );
        }
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        loop {
            let mut line = String::new();
            self.output.read_line(&mut line).unwrap();
            assert!(!line.is_empty(), "the server has left");
            let message: Value = serde_json::from_str(&line).unwrap();
            match message["method"].as_str() {
                None if message["id"] == id => return message,
                Some("elicitation/create") => {
                    self.shown.push(message["params"].clone());
                    let filled =
                        json!({"jsonrpc": "2.0", "id": message["id"], "result": self.form});
                    self.send(&filled);
                }
                Some("notifications/progress") => self.told.push(message["params"].clone()),
                _ => {}
            }
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let response = self.respond(method, params);
        assert!(response["error"].is_null(), "{method}: {response}");
        response["result"].clone()
    }

    /// Calls a tool; a form that the call ends with is filled in, and the call comes again.
    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let mut params =
            json!({"name": tool, "arguments": arguments, "_meta": {"progressToken": 7}});
        loop {
            let result = self.request("tools/call", params.clone());
            if result["resultType"] != "input_required" {
                return result;
            }
            let forms = result["inputRequests"].as_object().cloned().unwrap_or_default();
            let mut filled = Map::new();
            for (name, form) in forms {
                self.shown.push(form["params"].clone());
                filled.insert(name, self.form.clone());
            }
            let keys = params.as_object_mut().unwrap();
            keys.insert("inputResponses".to_owned(), Value::Object(filled));
            keys.insert("requestState".to_owned(), result["requestState"].clone());
        }
    }

    /// Calls a tool and returns what it says in its own shape.
    fn said(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], json!(false), "{tool}: {result}");
        result["structuredContent"].clone()
    }

    /// Calls a tool that refuses, and returns what it says.
    fn refused(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], json!(true), "{tool}: {result}");
        result["structuredContent"].clone()
    }

    /// Leaves as clients do, and returns how the server ended.
    fn leave(mut self) -> Option<i32> {
        self.input = None;
        self.child.wait().unwrap().code()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

const PRD: &str = "# Refunds\n\n## Goals\n\nStaff refund an order from its page.\n\n## Requirements\n\n\
    - FR-1: The page must book a refund within 5 seconds.\n- FR-2: The page must show each refund with its amount.\n\
    - FR-3: The page must never show the card number of a customer.\n";

fn env() -> TestEnv {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    env.write("prd.md", PRD);
    env
}

fn forms() -> Value {
    json!({"elicitation": {"form": {}}})
}
