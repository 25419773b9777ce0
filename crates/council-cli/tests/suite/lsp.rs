//! `council lsp` over its standard streams, and in a real editor.
#![cfg(unix)]
#![expect(
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "these tests start the binary and an editor"
)]

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    process::{Child, ChildStdout, Command, Stdio},
};

use council_testkit::TestEnv;
use serde_json::{Value, json};

const BINARY: &str = env!("CARGO_BIN_EXE_council");

const SPEC: &str = "specs/001-export/spec.md";

const TEXT: &str =
    "# Export\n\n## Requirements\n\n- FR-1: The page shall load within TBD seconds.\n";

/// A running server.
struct Served {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Served {
    fn start(env: &TestEnv) -> Self {
        let mut command: Command = env.command(["lsp"]);
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    fn send(&mut self, message: &Value) {
        let text = message.to_string();
        let input = self.child.stdin.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{text}", text.len()).unwrap();
        input.flush().unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "the server left");
            match line.trim().split_once(':') {
                Some((_, value)) => length = value.trim().parse().unwrap_or(length),
                None => break,
            }
        }
        let mut bytes = vec![0; length];
        self.output.read_exact(&mut bytes).unwrap();
        serde_json::from_slice(&bytes).unwrap()
    }

    /// Ends what it is sent, and returns its exit code.
    fn code(mut self) -> Option<i32> {
        drop(self.child.stdin.take());
        self.child.wait().unwrap().code()
    }
}

fn request(id: i32, method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

fn notice(method: &str, params: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "method": method, "params": params })
}

#[test]
fn an_editor_is_served_over_the_standard_streams_until_it_shuts_down() {
    let env = TestEnv::new(BINARY);
    env.write(SPEC, TEXT);
    let mut served = Served::start(&env);
    served.send(&request(
        1,
        "initialize",
        &json!({ "processId": null, "rootUri": null, "capabilities": {} }),
    ));
    let answer = served.receive();
    assert_eq!(answer.pointer("/result/serverInfo/name"), Some(&json!("council")));
    served.send(&notice("initialized", &json!({})));
    let uri = format!("file://{}", env.repo().join(SPEC).display());
    let item = json!({ "uri": uri, "languageId": "markdown", "version": 1, "text": TEXT });
    served.send(&notice("textDocument/didOpen", &json!({ "textDocument": item })));
    let published = served.receive();
    assert_eq!(
        published.pointer("/params/diagnostics/0/code"),
        Some(&json!("placeholder")),
        "{published}"
    );
    served.send(&request(2, "shutdown", &Value::Null));
    assert_eq!(served.receive().pointer("/id"), Some(&json!(2)));
    served.send(&notice("exit", &Value::Null));
    assert_eq!(served.code(), Some(0));
}

#[test]
fn an_editor_that_only_leaves_ends_it_with_one() {
    let env = TestEnv::new(BINARY);
    assert_eq!(Served::start(&env).code(), Some(1));
    let mut served = Served::start(&env);
    served.send(&request(1, "initialize", &json!({})));
    served.receive();
    served.send(&notice("exit", &Value::Null));
    assert_eq!(served.code(), Some(1));
}

/// What Neovim does: start the server, wait for diagnostics, repair, wait until they are gone.
const SCRIPT: &str = r#"
local binary, file, out = os.getenv("COUNCIL_BINARY"), os.getenv("COUNCIL_FILE"), os.getenv("COUNCIL_OUT")
vim.cmd("edit " .. file)
vim.lsp.start_client = vim.lsp.start_client
local id = vim.lsp.start_client({ name = "council", cmd = { binary, "lsp" }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(0, id)
local said = {}
local function codes()
  local all = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do table.insert(all, one.code .. ":" .. one.severity .. ":" .. one.lnum .. ":" .. one.col) end
  table.sort(all)
  return table.concat(all, " ")
end
vim.wait(20000, function() return #vim.diagnostic.get(0) > 0 end, 20)
table.insert(said, "before " .. codes())
vim.api.nvim_buf_set_lines(0, 4, 5, false, { "- FR-1: The page shall load within 2 seconds at the 95th percentile of 100 users." })
vim.wait(20000, function() return not string.find(codes(), "placeholder") end, 20)
table.insert(said, "after " .. codes())
local f = io.open(out, "w")
f:write(table.concat(said, "\n") .. "\n")
f:close()
vim.cmd("qall!")
"#;

#[test]
fn a_real_neovim_shows_findings_and_loses_them_when_they_are_repaired() {
    let is_there =
        Command::new("nvim").arg("--version").output().is_ok_and(|output| output.status.success());
    if !is_there {
        println!("skipped: there is no Neovim; `cargo xtask editors` installs it");
        return;
    }
    let env = TestEnv::new(BINARY);
    env.write(SPEC, TEXT);
    env.write("script.lua", SCRIPT);
    let home = env.repo().with_file_name("editor");
    let status = Command::new("nvim")
        .args(["--headless", "--clean", "-n", "-c", "luafile script.lua"])
        .current_dir(env.repo())
        .env("HOME", &home)
        .env("XDG_STATE_HOME", &home)
        .env("COUNCIL_BINARY", BINARY)
        .env("COUNCIL_FILE", SPEC)
        .env("COUNCIL_OUT", "said.txt")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let said = env.read("said.txt").unwrap_or_default();
    assert!(said.contains("before placeholder:1:4:35"), "{said}{status:?}");
    let after = said.lines().find(|line| line.starts_with("after")).unwrap();
    assert!(!after.contains("placeholder"), "{said}");
}
