//! Clients that do not keep to the protocol, and documents that want more than to be read.

use std::io::Cursor;

use council_lsp::{Ended, LspContext, run};
use lsp_server::{Message, Notification};
use serde_json::{Value, json};

use crate::client::{Client, SPEC};

fn framed(message: &Value) -> Vec<u8> {
    let text = message.to_string();
    format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes()
}

fn served(input: Vec<u8>) -> (Ended, String) {
    let around = LspContext {
        home: None,
        project: Box::new(|_| Ok(council::formats::project::Project::default())),
    };
    let mut output = Vec::new();
    let ended = run(Cursor::new(input), &mut output, around);
    (ended, String::from_utf8(output).unwrap())
}

fn request(id: i32, method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": {} })
}

fn notice(method: &str) -> Value {
    json!({ "jsonrpc": "2.0", "method": method })
}

#[test]
fn a_client_that_shuts_down_and_exits_ends_well_and_another_does_not() {
    let all = |messages: &[Value]| messages.iter().flat_map(framed).collect::<Vec<u8>>();
    let clean = all(&[
        request(1, "initialize"),
        notice("initialized"),
        request(2, "shutdown"),
        notice("exit"),
    ]);
    assert_eq!(served(clean).0, Ended::Shutdown);
    assert_eq!(served(all(&[request(1, "initialize"), notice("exit")])).0, Ended::Abandoned);
    assert_eq!(served(all(&[request(1, "initialize")])).0, Ended::Abandoned);
    assert_eq!(served(Vec::new()).0, Ended::Abandoned);
    assert_eq!(served(b"Content-Length: 9999999999999\r\n\r\n".to_vec()).0, Ended::Abandoned);
}

#[test]
fn what_comes_too_early_too_late_or_is_unknown_is_refused_by_its_code() {
    let mut client = Client::begun(&[]);
    assert_eq!(client.ask("textDocument/hover", json!({})).unwrap_err().0, -32002);
    client.ask("initialize", json!({})).unwrap();
    assert_eq!(client.ask("initialize", json!({})).unwrap_err().0, -32600);
    assert_eq!(client.ask("no/such", json!(null)).unwrap_err().0, -32601);
    assert_eq!(client.ask("textDocument/hover", json!({ "position": 7 })).unwrap_err().0, -32602);
    assert_eq!(
        client.ask("workspace/executeCommand", json!({ "command": "rm" })).unwrap_err().0,
        -32602
    );
    client.ask("shutdown", json!(null)).unwrap();
    assert_eq!(client.ask("textDocument/hover", json!({})).unwrap_err().0, -32600);
}

#[test]
fn a_request_that_was_cancelled_before_it_was_read_is_answered_so() {
    let mut input = framed(&request(1, "initialize"));
    input.extend(framed(&request(2, "textDocument/hover")));
    let cancel = json!({ "jsonrpc": "2.0", "method": "$/cancelRequest", "params": { "id": 2 } });
    input.extend(framed(&cancel));
    input.extend(framed(&request(3, "shutdown")));
    input.extend(framed(&notice("exit")));
    // Either it was answered before it was cancelled, or it says that it was not.
    let (ended, output) = served(input);
    assert_eq!(ended, Ended::Shutdown);
    assert!(output.contains(r#""id":2,"error":{"code":-32"#), "{output}");
}

#[test]
fn messages_that_are_none_end_nothing() {
    let mut input = framed(&request(1, "initialize"));
    for text in ["[]", "{}", "null", "{\"id\":", "{\"method\":7}"] {
        input.extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes());
    }
    input.extend(framed(&request(2, "shutdown")));
    input.extend(framed(&notice("exit")));
    assert_eq!(served(input).0, Ended::Shutdown);
}

#[test]
fn nonsense_about_files_changes_nothing() {
    let mut client = Client::initialized(&[], &[]);
    client.open(SPEC, "# A\n\n- FR-1: The page shall load.\n");
    let far = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    for (method, params) in [
        (
            "textDocument/didChange",
            json!({ "textDocument": { "uri": "file:///not/open", "version": 1 }, "contentChanges": [{ "text": "x" }] }),
        ),
        ("textDocument/didChange", json!({ "contentChanges": 7 })),
        ("textDocument/didClose", json!({ "textDocument": { "uri": "untitled:1" } })),
        (
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": "untitled:1", "languageId": "markdown", "version": 1, "text": "TBD" } }),
        ),
        (
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": "file:///proc/self/mem/x.md", "languageId": "markdown", "version": 1, "text": "TBD" } }),
        ),
        ("$/cancelRequest", json!({ "id": { "x": 1 } })),
        ("$/setTrace", json!(7)),
    ] {
        client.tell(method, params);
    }
    let changed =
        client.change(SPEC, 2, &json!([{ "range": { "start": far, "end": far }, "text": "end" }]));
    assert!(changed.len() < 100);
    client.server.take(Message::Notification(Notification {
        method: "exit".to_owned(),
        params: Value::Null,
    }));
    assert_eq!(client.server.ended(), Some(Ended::Abandoned));
}

#[test]
fn words_of_a_document_do_not_become_markup_or_control_characters() {
    let text = "# A\n\n## Requirements\n\n- FR-1: The \u{1b}[31mpage\u{202e} shall <img src=x> load ![x](http://a/b) within TBD seconds, see FR-1.\n";
    let mut client = Client::initialized(&[], &[]);
    let found = client.open(SPEC, text);
    let at = client.at(SPEC, 4, 4);
    let hover = client.ask("textDocument/hover", at).unwrap().to_string();
    assert!(!hover.contains("<img") && !hover.contains("![x]("), "{hover}");
    for said in found.iter().map(ToString::to_string).chain([hover]) {
        assert!(!said.contains("\\u001b") && !said.contains('\u{202e}'), "{said}");
    }
}
