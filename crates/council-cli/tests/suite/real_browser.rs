//! A real browser on `council serve`: pages under their policy, a session that is followed, a panel that is decided, and
//! what a check of accessibility finds. `cargo xtask page` installs the browser and names what it needs.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::print_stdout,
    clippy::unwrap_used,
    reason = "these tests start a browser and speak to it, and one that does not answer fails them"
)]

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

use super::page::{Server, reviewed};

/// A browser that ends with the test.
struct Browser {
    driver: Child,
    address: String,
    session: String,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

/// Returns the folder with what `cargo xtask page` installed; pictures are left beside it.
fn folder() -> Option<PathBuf> {
    let folder = env::var_os("COUNCIL_TEST_BROWSER").map(PathBuf::from);
    if folder.is_none() {
        println!("skipped: `cargo xtask page` installs the browser that this test starts");
    }
    folder
}

impl Browser {
    fn start() -> Self {
        // A port that was free an instant ago.
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let lines = BufReader::new(driver.stdout.take().unwrap()).lines();
        let mut lines = lines.map(Result::unwrap);
        lines.find(|line| line.contains("started successfully")).expect("the driver starts");
        let address = format!("127.0.0.1:{port}");
        let mut browser = Self { driver, address, session: String::new() };
        let options =
            json!({ "args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage"] });
        let wanted =
            json!({ "goog:chromeOptions": options, "goog:loggingPrefs": { "browser": "ALL" } });
        let begun =
            browser.send("POST", "/session", &json!({ "capabilities": { "alwaysMatch": wanted } }));
        browser.session = format!("/session/{}", begun["sessionId"].as_str().unwrap());
        browser
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let mut stream = TcpStream::connect(&self.address).unwrap();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).unwrap();
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes).unwrap();
        let answer: Value = serde_json::from_slice(&bytes).unwrap();
        assert!(answer["value"]["error"].is_null(), "{path}: {answer}");
        answer["value"].clone()
    }

    fn told(&self, command: &str, body: &Value) -> Value {
        self.send("POST", &format!("{}{command}", self.session), body)
    }

    fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.told("/goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    fn open(&self, address: &str) {
        self.told("/url", &json!({ "url": address }));
    }

    fn script(&self, script: &str) -> Value {
        self.told("/execute/sync", &json!({ "script": script, "args": [] }))
    }

    /// Waits in the page until something holds there.
    fn wait(&self, condition: &str) {
        let script = format!(
            "const done = arguments[0]; const look = () => ({condition}) ? done(true) : setTimeout(look, 50); look();"
        );
        self.told("/execute/async", &json!({ "script": script, "args": [] }));
    }

    /// Makes a window of a width under a scheme of colours.
    fn look(&self, scheme: &str, width: u32) {
        let size =
            json!({ "width": width, "height": 1200, "deviceScaleFactor": 1, "mobile": false });
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
        let scheme = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        self.devtools("Emulation.setEmulatedMedia", &scheme);
    }

    fn picture(&self) -> Value {
        self.devtools("Page.captureScreenshot", &json!({ "captureBeyondViewport": true }))
    }

    fn complaints(&self) -> Vec<String> {
        let log = self.told("/se/log", &json!({ "type": "browser" }));
        let lines = log.as_array().unwrap().iter();
        lines.map(|line| line["message"].as_str().unwrap().to_owned()).collect()
    }
}

/// Reads base 64.
fn decoded(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut held, mut bits) = (Vec::new(), 0_u32, 0);
    for digit in text.bytes().filter(|digit| *digit != b'=') {
        let value = DIGITS.iter().position(|known| *known == digit).unwrap();
        held = (held << 6) | u32::try_from(value).unwrap();
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push(u8::try_from((held >> bits) & 0xff).unwrap());
        }
    }
    bytes
}

#[test]
fn every_page_is_fit_for_eyes_and_readers_and_breaks_no_policy() {
    let Some(folder) = folder() else { return };
    let axe = fs::read_to_string(folder.join("axe.min.js")).unwrap();
    let (env, id) = reviewed();
    let server = Server::start(&env);
    let browser = Browser::start();
    browser.open(&server.invitation());
    let pages = [
        ("reviews", "/".to_owned()),
        ("session", format!("/sessions/{id}")),
        ("document", format!("/sessions/{id}/document")),
        ("decide", format!("/sessions/{id}/decide")),
        ("stages", "/stages".to_owned()),
        ("panel", "/projects/checkout/panel".to_owned()),
        ("rules", "/rules".to_owned()),
        ("mode", "/modes/41".to_owned()),
    ];
    for (scheme, width) in
        [("light", 360), ("dark", 360), ("light", 1280), ("dark", 1280), ("light", 3840)]
    {
        browser.look(scheme, width);
        for (name, path) in &pages {
            browser.open(&format!("{}{path}", server.origin()));
            let width_now = browser.script("return document.documentElement.scrollWidth").as_u64();
            assert!(width_now.unwrap() <= u64::from(width), "{name} is wider than {width}");
            // The check is no part of the page, so it is put in by the tools of the browser.
            browser.devtools("Runtime.evaluate", &json!({ "expression": format!("{axe};0") }));
            let run = "axe.run().then(found => JSON.stringify(found.violations.map(one => [one.id, one.nodes[0].html])))";
            let found = browser
                .devtools("Runtime.evaluate", &json!({ "expression": run, "awaitPromise": true }));
            assert_eq!(found["result"]["value"], "[]", "{name}, {scheme}, {width}");
            let picture = browser.picture();
            let picture = picture["data"].as_str().unwrap();
            fs::write(folder.join(format!("{name}-{scheme}-{width}.png")), decoded(picture))
                .unwrap();
        }
    }
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_session_is_followed_while_another_process_goes_on_with_it() {
    if folder().is_none() {
        return;
    }
    let (env, _) = reviewed();
    let begun = env.run(["review", "prd.md", "--seat", "SA-1=human"]);
    assert!(begun.stdout.contains("SA-1"), "{}", begun.stderr);
    let shown = env.run(["show", "latest", "--format", "json"]);
    let shown: Value = serde_json::from_str(&shown.stdout).unwrap();
    let id = shown["session_id"].as_str().unwrap();
    let server = Server::start(&env);
    let browser = Browser::start();
    browser.open(&server.invitation());
    browser.open(&format!("{}/sessions/{id}", server.origin()));
    browser.wait("document.querySelector('.live').innerText.includes('SA-1 is asked')");
    let ended = env.run(["resume", id, "--cancel"]);
    assert!(ended.stdout.contains("aborted"), "{}", ended.stderr);
    browser.wait("document.querySelector('.live').innerText.includes('It has ended')");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_panel_is_decided_in_a_browser() {
    if folder().is_none() {
        return;
    }
    let (env, _) = reviewed();
    let server = Server::start(&env);
    let browser = Browser::start();
    browser.open(&server.invitation());
    browser.open(&format!("{}/projects/checkout/panel", server.origin()));
    browser.script("document.querySelector('.actions a').click()");
    browser.wait("document.getElementById('by')");
    browser.script(
        "document.getElementById('by').value = 'Ada'; \
         document.querySelector('[name=rest-choice][value=accept]').click(); \
         document.querySelector('form.decide button').click()",
    );
    browser.wait("document.body.innerText.includes('the decision is recorded')");
    let review = env.read("workspace/checkout/handoffs/004-council-review.md").unwrap();
    assert!(review.contains("ACCEPTED") && review.contains("Ada"), "{review}");
    assert_eq!(browser.complaints(), [""; 0]);
}
