//! Who may ask: the right names, the right origin, a cookie that was given, and a form of ours.

use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Query, Request, State},
    http::{
        HeaderMap, HeaderName, HeaderValue, Method, StatusCode,
        header::{self, COOKIE, HOST, ORIGIN},
    },
    middleware::Next,
    response::{IntoResponse as _, Redirect, Response},
};
use serde::Deserialize;

use crate::{Site, keys, reply};

/// The longest address that is answered.
const LONGEST_ADDRESS: usize = 4096;

/// The largest form that is read.
const LARGEST_FORM: usize = 1024 * 1024;

/// How long a form may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// By which name the page is reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageAddress {
    scheme: &'static str,
    /// The name with the port, as a browser sends it in `Host`.
    host: String,
    /// The other names of the same front.
    others: Vec<String>,
    cookie: String,
}

/// What was given as an address of a page is none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotAnAddress;

impl fmt::Display for NotAnAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected an address such as `https://council.example.org`")
    }
}

impl std::error::Error for NotAnAddress {}

impl PageAddress {
    /// Returns the front of a server that only this machine reaches. Cookies do not know ports: by an address, every other
    /// server of this machine would be sent ours. So it has a name of its own below `localhost`, which browsers look up
    /// by themselves; one that does not can be given the address.
    pub fn of_loopback(address: SocketAddr, name: &str) -> Self {
        let port = address.port();
        let named = format!("council-{name}.localhost:{port}");
        let by_address = [address.to_string(), format!("localhost:{port}")];
        // A browser looks for such a name at these two alone.
        let is_usual = [IpAddr::V4(Ipv4Addr::LOCALHOST), IpAddr::V6(Ipv6Addr::LOCALHOST)]
            .contains(&address.ip());
        let (host, others) =
            if is_usual { (named, by_address.to_vec()) } else { (address.to_string(), Vec::new()) };
        Self { scheme: "http", host, others, cookie: format!("council-{port}") }
    }

    /// Reads the address under which a server behind TLS is reached.
    pub fn behind_tls(address: &str) -> Result<Self, NotAnAddress> {
        let host = address.strip_prefix("https://").ok_or(NotAnAddress)?;
        let host = host.strip_suffix('/').unwrap_or(host).to_ascii_lowercase();
        let is_fit = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ':');
        if host.is_empty() || !host.chars().all(is_fit) {
            return Err(NotAnAddress);
        }
        Ok(Self { scheme: "https", host, others: Vec::new(), cookie: "__Host-council".to_owned() })
    }

    /// Returns the origin that a browser names.
    pub fn origin(&self) -> String {
        format!("{}://{}", self.scheme, self.host)
    }

    fn is_host(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        host == self.host || self.others.contains(&host)
    }

    fn is_origin(&self, origin: &str) -> bool {
        let host = origin.strip_prefix(self.scheme).and_then(|rest| rest.strip_prefix("://"));
        host.is_some_and(|host| self.is_host(host))
    }

    fn cookie(&self, value: &str) -> String {
        let secure = if self.scheme == "https" { "; Secure" } else { "" };
        format!("{}={value}; Path=/; HttpOnly; SameSite=Strict{secure}", self.cookie)
    }
}

/// What a page may use, drawn anew for each: its scripts carry it.
#[derive(Debug, Clone)]
pub(crate) struct Nonce(pub(crate) String);

/// Refuses what does not come by one of our names or from one of our pages, and says with every answer what a browser may
/// do with it.
pub(crate) async fn front(
    State(site): State<Arc<Site>>,
    mut request: Request,
    next: Next,
) -> Response {
    let nonce = Nonce(keys::drawn().unwrap_or_default());
    let refused =
        refusal(&site.front, request.method(), request.uri().to_string().len(), request.headers());
    let mut response = if let Some((status, why)) = refused {
        reply::plain(status, why)
    } else {
        request.extensions_mut().insert(nonce.clone());
        next.run(request).await
    };
    protect(response.headers_mut(), &nonce);
    response
}

fn refusal(
    front: &PageAddress,
    method: &Method,
    address: usize,
    headers: &HeaderMap,
) -> Option<(StatusCode, &'static str)> {
    if address > LONGEST_ADDRESS {
        return Some((StatusCode::URI_TOO_LONG, "the address is too long"));
    }
    let text = |name: &HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    if headers.get_all(HOST).iter().count() != 1
        || !text(&HOST).is_some_and(|host| front.is_host(host))
    {
        return Some((StatusCode::MISDIRECTED_REQUEST, "this page is not reached by that name"));
    }
    if !matches!(*method, Method::GET | Method::HEAD | Method::POST) {
        return Some((StatusCode::METHOD_NOT_ALLOWED, "a page is read or a form is sent"));
    }
    let foreign = Some((StatusCode::FORBIDDEN, "this came from another page"));
    if text(&ORIGIN).is_some_and(|origin| !front.is_origin(origin)) {
        return foreign;
    }
    let site = text(&HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|site| !matches!(site, "same-origin" | "none")) {
        return foreign;
    }
    // A browser names the origin of every form; what names none is no browser, and has no business here.
    if *method == Method::POST && text(&ORIGIN).is_none() && site != Some("same-origin") {
        return foreign;
    }
    None
}

fn protect(headers: &mut HeaderMap, Nonce(nonce): &Nonce) {
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; \
         trusted-types htmx"
    );
    let fixed = [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        // `no-referrer` would make browsers send `Origin: null` with our own forms.
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ];
    for (name, value) in fixed {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

#[derive(Debug, Deserialize)]
pub(crate) struct TokenQuery {
    token: String,
}

/// Takes the one-time token and gives the cookie for it. Who only looks whether there is a page, as previews of links do,
/// does not use the token up.
pub(crate) async fn enter(
    State(site): State<Arc<Site>>,
    method: Method,
    Query(TokenQuery { token }): Query<TokenQuery>,
) -> Response {
    if method != Method::GET {
        return reply::plain(StatusCode::METHOD_NOT_ALLOWED, "this link is opened");
    }
    let Some(cookie) = site.keys.enter(&token) else {
        return reply::plain(
            StatusCode::UNAUTHORIZED,
            "this link was used already, or it is not a link of this run: start `council serve` again for a new one",
        );
    };
    let mut response = Redirect::to("/").into_response();
    if let Ok(cookie) = HeaderValue::from_str(&site.front.cookie(cookie)) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// A form that was sent: the names and values of its fields, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct SentForm(pub(crate) Vec<(String, String)>);

impl SentForm {
    /// Returns what was put into a field, without white space around it; nothing where that is nothing.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        let mut named = self.0.iter().filter(|(key, _)| key == name);
        named.next_back().map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }
}

/// Refuses who has no cookie, and forms that are not ours or too large.
pub(crate) async fn visitor(
    State(site): State<Arc<Site>>,
    request: Request,
    next: Next,
) -> Response {
    if !is_let_in(&site, request.headers()) {
        return reply::plain(
            StatusCode::UNAUTHORIZED,
            "open the link that `council serve` printed: it lets one browser in",
        );
    }
    if *request.method() != Method::POST {
        return next.run(request).await;
    }
    let (mut parts, body) = request.into_parts();
    let read = tokio::time::timeout(PATIENCE, to_bytes(body, LARGEST_FORM)).await;
    let bytes = match read {
        Ok(Ok(bytes)) => bytes,
        Ok(Err(_)) => return reply::plain(StatusCode::PAYLOAD_TOO_LARGE, "the form is too large"),
        Err(_) => return reply::plain(StatusCode::REQUEST_TIMEOUT, "the form took too long"),
    };
    let Some(sent) = read_form(&parts.headers, &bytes) else {
        return reply::plain(StatusCode::UNSUPPORTED_MEDIA_TYPE, "this is not a form");
    };
    if !sent.get("csrf").is_some_and(|mark| site.keys.is_ours(mark)) {
        return reply::plain(
            StatusCode::FORBIDDEN,
            "this form is not of this run of `council serve`: open the page again",
        );
    }
    parts.extensions.insert(sent);
    next.run(Request::from_parts(parts, Body::empty())).await
}

fn read_form(headers: &HeaderMap, bytes: &Bytes) -> Option<SentForm> {
    let kind = headers.get(header::CONTENT_TYPE)?.to_str().ok()?;
    if kind.split(';').next()?.trim() != "application/x-www-form-urlencoded" {
        return None;
    }
    serde_urlencoded::from_bytes(bytes).ok().map(SentForm)
}

fn is_let_in(site: &Site, headers: &HeaderMap) -> bool {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let named = cookies.flat_map(|line| line.split(';')).filter_map(|one| one.split_once('='));
    let mut ours = named.filter(|(name, _)| name.trim() == site.front.cookie);
    ours.any(|(_, value)| site.keys.is_known(value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(method: &Method, named: &[(&'static str, &str)]) -> Option<StatusCode> {
        let front = PageAddress::of_loopback("127.0.0.1:4000".parse().unwrap(), "ab");
        let mut headers = HeaderMap::new();
        for (name, value) in named {
            headers.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        refusal(&front, method, 10, &headers).map(|(status, _)| status)
    }

    #[test]
    fn only_our_names_and_our_pages_are_answered() {
        let (get, post) = (Method::GET, Method::POST);
        let host = ("host", "127.0.0.1:4000");
        let origin = ("origin", "http://127.0.0.1:4000");
        let (foreign, misdirected) =
            (Some(StatusCode::FORBIDDEN), Some(StatusCode::MISDIRECTED_REQUEST));
        assert_eq!(asked(&get, &[host]), None);
        assert_eq!(asked(&get, &[("host", "council-ab.localhost:4000")]), None);
        assert_eq!(asked(&get, &[("host", "council-cd.localhost:4000")]), misdirected);
        assert_eq!(asked(&get, &[("host", "LOCALHOST:4000")]), None);
        assert_eq!(asked(&get, &[]), misdirected);
        assert_eq!(asked(&get, &[("host", "evil.example:4000")]), misdirected);
        assert_eq!(asked(&get, &[("host", "127.0.0.1:4001")]), misdirected);
        assert_eq!(asked(&get, &[host, ("host", "evil.example")]), misdirected);
        assert_eq!(asked(&get, &[host, ("sec-fetch-site", "none")]), None);
        assert_eq!(asked(&get, &[host, ("sec-fetch-site", "cross-site")]), foreign);
        assert_eq!(asked(&get, &[host, ("sec-fetch-site", "same-site")]), foreign);
        assert_eq!(asked(&post, &[host, origin, ("sec-fetch-site", "same-origin")]), None);
        assert_eq!(asked(&post, &[host, origin]), None);
        assert_eq!(asked(&post, &[host]), foreign);
        assert_eq!(asked(&post, &[host, ("origin", "null")]), foreign);
        assert_eq!(asked(&post, &[host, ("origin", "http://127.0.0.1:4001")]), foreign);
        assert_eq!(asked(&post, &[host, ("origin", "https://127.0.0.1:4000")]), foreign);
        assert_eq!(asked(&Method::PUT, &[host]), Some(StatusCode::METHOD_NOT_ALLOWED));
    }

    #[test]
    fn a_front_on_this_machine_has_a_name_that_no_other_server_has() {
        let front =
            |address: &str| PageAddress::of_loopback(address.parse().unwrap(), "ab").origin();
        assert_eq!(front("127.0.0.1:4000"), "http://council-ab.localhost:4000");
        assert_eq!(front("[::1]:4000"), "http://council-ab.localhost:4000");
        assert_eq!(front("127.0.0.5:4000"), "http://127.0.0.5:4000");
    }

    #[test]
    fn a_front_behind_tls_has_a_name_and_a_secure_cookie() {
        let front = PageAddress::behind_tls("https://Council.example.org/").unwrap();
        assert_eq!(front.origin(), "https://council.example.org");
        assert!(front.cookie("x").starts_with("__Host-council=x; "));
        assert!(front.cookie("x").ends_with("; Secure"));
        for wrong in ["http://council.example.org", "https://", "https://a/b", "https://a b", "a"] {
            assert_eq!(PageAddress::behind_tls(wrong), Err(NotAnAddress), "{wrong}");
        }
    }
}
