//! `council serve` on a socket: who is let in, what pages say, and what forms record.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "this speaks to a server that it starts, and a server that does not answer fails the test"
)]

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, ChildStdout, Command, Stdio},
};

use council_testkit::{TestEnv, repo_root};

/// A server that ends with the test.
pub(crate) struct Server {
    child: Child,
    _stdout: BufReader<ChildStdout>,
    host: String,
    token: String,
    cookie: String,
}

/// What a server answered.
pub(crate) struct Answered {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Server {
    /// Starts one that nobody has entered yet.
    pub(crate) fn start(env: &TestEnv) -> Self {
        let mut command: Command = env.command(["serve"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let rest = line.trim().strip_prefix("http://").expect("an address is printed");
        let (host, token) = rest.split_once("/enter?token=").unwrap();
        let (host, token) = (host.to_owned(), token.to_owned());
        Self { child, _stdout: stdout, host, token, cookie: String::new() }
    }

    /// Returns the address that it printed.
    pub(crate) fn invitation(&self) -> String {
        format!("{}/enter?token={}", self.origin(), self.token)
    }

    /// Returns where its pages are.
    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.host)
    }

    /// Starts one and enters it.
    pub(crate) fn entered(env: &TestEnv) -> Self {
        let mut server = Self::start(env);
        let entered = server.get(&format!("/enter?token={}", server.token));
        assert_eq!(entered.status, 303, "{}", entered.body);
        let cookie = entered.head.lines().find_map(|line| line.strip_prefix("set-cookie: "));
        let cookie = cookie.unwrap().to_owned();
        assert!(cookie.contains("HttpOnly; SameSite=Strict"), "{cookie}");
        cookie.split(';').next().unwrap().clone_into(&mut server.cookie);
        server
    }

    /// Connects; a name below `localhost` is looked up by browsers, and not by every machine.
    fn connected(&self) -> TcpStream {
        let (_, port) = self.host.rsplit_once(':').unwrap();
        TcpStream::connect(("127.0.0.1", port.parse::<u16>().unwrap())).unwrap()
    }

    /// Sends a request as it is.
    pub(crate) fn raw(&self, request: &str) -> Answered {
        let mut stream = self.connected();
        stream.write_all(request.as_bytes()).unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answered { status, head: head.replace('\r', ""), body: body.to_owned() }
    }

    /// Asks for a page.
    pub(crate) fn get(&self, path: &str) -> Answered {
        self.raw(&format!(
            "GET {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nConnection: close\r\n\r\n",
            self.host, self.cookie
        ))
    }

    /// Sends a form from one of its own pages.
    pub(crate) fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answered {
        self.post_from(path, &format!("http://{}", self.host), fields)
    }

    fn post_from(&self, path: &str, origin: &str, fields: &[(&str, &str)]) -> Answered {
        let body: Vec<String> = fields
            .iter()
            .map(|(name, value)| format!("{}={}", coded(name), coded(value)))
            .collect();
        let body = body.join("&");
        self.raw(&format!(
            "POST {path} HTTP/1.1\r\nHost: {}\r\nOrigin: {origin}\r\nCookie: {}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.host,
            self.cookie,
            body.len()
        ))
    }
}

fn coded(text: &str) -> String {
    text.bytes().fold(String::new(), |coded, byte| coded + &format!("%{byte:02X}"))
}

/// Returns what a hidden field of a page holds.
fn hidden(page: &str, name: &str) -> String {
    let field = page.split(&format!("name=\"{name}\" value=\"")).nth(1).expect("the form has it");
    field.split('"').next().unwrap().replace("&#34;", "\"")
}

/// Returns a repository with a session, a panel and a spec, and the id of the session.
pub(crate) fn reviewed() -> (TestEnv, String) {
    let env = TestEnv::new(env!("CARGO_BIN_EXE_council"));
    let prd = std::fs::read(repo_root().join("examples/prd-team-chat.md")).unwrap();
    env.write("prd.md", prd);
    env.write("docs/SPEC-PAY-001/plan.md", "# Plan\n");
    let review = env.run(["review", "prd.md", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&review.stdout).unwrap();
    let id = json["subject"].as_str().unwrap().to_owned();
    let panel = env.run(["panel", "prd.md", "--project", "checkout"]);
    assert!(
        env.read("workspace/checkout/handoffs/004-council-review.md").is_some(),
        "{}",
        panel.stderr
    );
    (env, id)
}

#[test]
fn whoever_opens_connections_and_says_nothing_shuts_nobody_out() {
    let (env, _) = reviewed();
    let server = Server::entered(&env);
    let mut half: Vec<TcpStream> = (0..300).map(|_| server.connected()).collect();
    for stream in &mut half {
        let _ = stream.write_all(b"GET / HTTP/1.1\r\nX: ");
    }
    assert_eq!(server.get("/").status, 200);
    // The oldest made room.
    let mut end = Vec::new();
    let ended = half[0].read_to_end(&mut end);
    assert!(ended.is_err() || end.is_empty(), "{}", String::from_utf8_lossy(&end));
}

#[test]
fn only_who_has_the_link_is_let_in_and_only_from_our_own_pages() {
    let (env, _) = reviewed();
    let mut server = Server::start(&env);
    assert_eq!(server.get("/").status, 401);
    for _ in 0..101 {
        assert_eq!(server.get("/enter?token=guess").status, 401);
    }
    let token = server.token.clone();
    // A preview of the link does not use it up.
    let looked = format!(
        "HEAD /enter?token={token} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        server.host
    );
    let looked = server.raw(&looked);
    assert_eq!(looked.status, 405);
    assert!(!looked.head.contains("set-cookie"), "{}", looked.head);
    // No other server of this machine has that name, so no browser sends it the cookie.
    assert!(server.host.starts_with("council-") && server.host.contains(".localhost:"));
    let entered = server.get(&format!("/enter?token={token}"));
    assert_eq!(entered.status, 303);
    assert_eq!(server.get(&format!("/enter?token={token}")).status, 401);
    let cookie = entered.head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    cookie.split(';').next().unwrap().clone_into(&mut server.cookie);
    let page = server.get("/");
    assert_eq!(page.status, 200, "{}", page.body);
    for said in [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for",
        "nosniff",
        "no-store",
    ] {
        assert!(page.head.contains(said), "{said}: {}", page.head);
    }
    let asked = |host: &str, more: &str| {
        let cookie = &server.cookie;
        let request = format!(
            "GET / HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n{more}Connection: close\r\n\r\n"
        );
        server.raw(&request).status
    };
    assert_eq!(asked("evil.example", ""), 421);
    assert_eq!(asked(&server.host, "Origin: http://evil.example\r\n"), 403);
    assert_eq!(asked(&server.host, "Sec-Fetch-Site: cross-site\r\n"), 403);
    assert_eq!(asked(&server.host, "Sec-Fetch-Site: none\r\n"), 200);
    assert_eq!(server.get(&format!("/{}", "a".repeat(5000))).status, 414);
    let path = "/projects/checkout/panel/decide";
    assert_eq!(server.post_from(path, "http://evil.example", &[]).status, 403);
    assert_eq!(server.post(path, &[("by", "Eve")]).status, 403, "a form without our mark");
    let large = "x".repeat(2 * 1024 * 1024);
    let refused = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        server.post(path, &[("by", &large)]).status
    }));
    assert!(refused.is_err() || refused.is_ok_and(|status| status == 413));
}

#[test]
fn every_page_says_what_the_commands_say_and_names_no_path_of_this_machine() {
    let (env, id) = reviewed();
    let server = Server::entered(&env);
    let root = env.repo().display().to_string();
    for (path, said) in [
        ("/".to_owned(), id.as_str()),
        (format!("/sessions/{id}"), "Agreement"),
        (format!("/sessions/{id}/verdict"), &id),
        (format!("/sessions/{id}/document"), "TBD"),
        ("/stages".to_owned(), "SPEC-PAY-001"),
        ("/stages/SPEC-PAY-001/plan".to_owned(), "checkpoint"),
        ("/projects/checkout/panel".to_owned(), "task generation may not start"),
        ("/projects/checkout/held/r1".to_owned(), "Reviewer"),
        ("/rules".to_owned(), "vague"),
        ("/modes".to_owned(), "Modes"),
        ("/modes/41".to_owned(), "<article"),
    ] {
        let page = server.get(&path);
        assert_eq!(page.status, 200, "{path}: {}", page.body);
        assert!(page.body.contains(said), "{path} lacks {said}: {}", page.body);
        assert!(!page.body.contains(&root), "{path}");
        assert!(!page.body.contains("<script>"), "{path}");
    }
    for path in [
        "/nothing",
        "/sessions/nothing",
        "/projects/../panel",
        "/rules/nothing",
        "/assets/../Cargo.toml",
    ] {
        let page = server.get(path);
        assert_eq!(page.status, 404, "{path}: {}", page.body);
        assert!(!page.body.contains(&root), "{path}");
    }
}

/// Returns a text without the times in it.
fn timeless(text: &str) -> String {
    let is_time = |word: &str| word.len() > 15 && word.starts_with("20") && word.contains('T');
    let words = text.split([' ', '"', '\n']).filter(|word| !is_time(word));
    words.collect::<Vec<_>>().join(" ")
}

#[test]
fn a_panel_decided_on_the_page_is_recorded_as_the_command_records_it_and_a_stale_form_is_not() {
    let (env, _) = reviewed();
    let server = Server::entered(&env);
    let path = "/projects/checkout/panel/decide";
    let form = server.get(path);
    assert_eq!(form.status, 200, "{}", form.body);
    let (csrf, shown) = (hidden(&form.body, "csrf"), hidden(&form.body, "shown"));
    let fields = |by| {
        [("csrf", csrf.as_str()), ("shown", shown.as_str()), ("by", by), ("rest-choice", "accept")]
    };
    let nobody = server.post(path, &fields(""));
    assert_eq!(nobody.status, 422, "{}", nobody.body);
    assert!(nobody.body.contains("it is not said who decides"), "{}", nobody.body);
    let recorded = server.post(path, &fields("Ada"));
    assert_eq!(recorded.status, 200, "{}", recorded.body);
    assert!(recorded.body.contains("the decision is recorded"), "{}", recorded.body);
    let again = server.post(path, &fields("Eve"));
    assert_eq!(again.status, 409, "{}", again.body);
    assert!(again.body.contains("removed: "), "the difference is told: {}", again.body);

    let (other, _) = reviewed();
    let typed = other.run(["decide", "--project", "checkout", "--accept-all", "--by", "Ada"]);
    assert_eq!(typed.code, 0, "{}", typed.stderr);
    for file in ["004-council-review.md", "004-council-review.json"] {
        let path = format!("workspace/checkout/handoffs/{file}");
        let (here, there) = (env.read(&path).unwrap(), other.read(&path).unwrap());
        assert_eq!(timeless(&here), timeless(&there), "{file}");
    }
}

#[test]
fn a_finding_is_ruled_on_under_a_name_with_the_hash_of_what_was_shown() {
    let (env, id) = reviewed();
    let server = Server::entered(&env);
    let path = format!("/sessions/{id}/decide");
    let form = server.get(&path);
    assert_eq!(form.status, 200, "{}", form.body);
    let (csrf, shown) = (hidden(&form.body, "csrf"), hidden(&form.body, "shown"));
    let key = form.body.split("-choice\"").next().unwrap().rsplit('"').next().unwrap().to_owned();
    let (choice, words) = (format!("{key}-choice"), format!("{key}-words"));
    let mut fields = vec![
        ("csrf", csrf.as_str()),
        ("shown", shown.as_str()),
        ("by", "Ada"),
        (choice.as_str(), "DISMISS"),
    ];
    let unsaid = server.post(&path, &fields);
    assert_eq!(unsaid.status, 422, "{}", unsaid.body);
    fields.push((words.as_str(), "it is a draft"));
    let recorded = server.post(&path, &fields);
    assert_eq!(recorded.status, 200, "{}", recorded.body);
    let again = server.post(&path, &fields);
    assert_eq!(again.status, 409, "{}", again.body);
    let shown = env.run(["show", &id, "--format", "json"]);
    assert!(shown.stdout.contains("it is a draft"), "{}", shown.stdout);
    let page = server.get(&format!("/sessions/{id}"));
    assert!(page.body.contains("Decided by humans"), "{}", page.body);
}
