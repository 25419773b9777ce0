//! Providers that go wrong, in every way and in every wire format: no answer comes out of a fault, and the key stays.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "a test plays a server, and a broken set-up may stop it"
)]

use std::time::Duration;

use council_llm::{
    Delivered, Failure, FailureKind, Manners, Provider, ProviderConfig, ProviderError,
    SecretString,
    wire::{ModelQuestion, Usage, Wire},
};
use council_testkit::provider::{Dialect, ProviderFault, StandIn};

const TEXT: &str = "{\"findings\": [], \"note\": \"\u{20ac}\"}";
const KEY: &str = "sk-canary-of-faults";

fn question() -> ModelQuestion<'static> {
    ModelQuestion {
        instructions: "be strict",
        packet: "the packet",
        role: "",
        question: "what is wrong?",
        schema: None,
        most_tokens: 100,
        cache_key: "k",
    }
}

fn wire(dialect: Dialect) -> Wire {
    Wire::ALL.into_iter().find(|wire| wire.word() == dialect.word()).unwrap()
}

fn config(wire: Wire, base_url: String) -> ProviderConfig {
    ProviderConfig {
        name: "stand-in".to_owned(),
        wire,
        base_url,
        key: Some(SecretString::from(KEY)),
        key_header: None,
        concurrency: 4,
        proxy: None,
        manners: Manners::default(),
    }
}

/// Asks once, with a deadline that a busy machine keeps too; nothing is the deadline.
fn ask(wire: Wire, base_url: String) -> Option<Result<Delivered, Failure>> {
    ask_within(Duration::from_secs(10), wire, base_url)
}

fn ask_within(
    deadline: Duration,
    wire: Wire,
    base_url: String,
) -> Option<Result<Delivered, Failure>> {
    let provider = Provider::new(config(wire, base_url)).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let question = question();
        let asked = provider.ask("model", &question);
        tokio::time::timeout(deadline, asked).await.ok()
    })
}

/// What must come of a fault: a failure, an answer, or nothing before the deadline.
enum Expected {
    Fails(FailureKind),
    Answers,
    /// The answer is the server's, spoilt; whoever reads it has to refuse it.
    AnswersSpoilt,
    NoAnswerInTime,
}

fn expected(dialect: Dialect, fault: ProviderFault) -> Expected {
    use Expected::{Answers, AnswersSpoilt, Fails, NoAnswerInTime};
    match fault {
        ProviderFault::None
        | ProviderFault::After(_)
        | ProviderFault::Cached { .. }
        | ProviderFault::GarbageAfter
        | ProviderFault::ResetAfter
        | ProviderFault::NoUsage
        | ProviderFault::NegativeUsage
        | ProviderFault::HugeUsage => Answers,
        ProviderFault::Status(429, _) => Fails(FailureKind::RateLimited),
        ProviderFault::Status(401, _) => Fails(FailureKind::Unauthorised),
        ProviderFault::Status(402, _) => Fails(FailureKind::Unpaid),
        ProviderFault::Status(403, _) => Fails(FailureKind::Forbidden),
        ProviderFault::Status(404, _) => Fails(FailureKind::NoSuchModel),
        ProviderFault::Status(400, _) => Fails(FailureKind::BadRequest),
        ProviderFault::Status(_, _) | ProviderFault::ErrorEvent => Fails(FailureKind::ServerError),
        // Formats whose events have no number cannot tell a second from a repeated one.
        ProviderFault::DuplicateEvents
        | ProviderFault::ThinkingFirst
        | ProviderFault::TwoObjects => AnswersSpoilt,
        ProviderFault::CutAfter(_)
        | ProviderFault::CutInCharacter
        | ProviderFault::NoFinalEvent
        | ProviderFault::EmptyBody => Fails(FailureKind::CutOff),
        ProviderFault::Dribble | ProviderFault::Silence => NoAnswerInTime,
        ProviderFault::TenMegabytes => Fails(FailureKind::TooLarge),
        ProviderFault::Gzip | ProviderFault::WrongType | ProviderFault::Html => {
            Fails(FailureKind::NotAnAnswer)
        }
        ProviderFault::GarbageBetween => Fails(FailureKind::Garbled),
        ProviderFault::Redirect => Fails(FailureKind::Redirected),
        ProviderFault::MaxTokens => Fails(FailureKind::Truncated),
        ProviderFault::Refusal => match dialect {
            Dialect::Anthropic | Dialect::Responses => Fails(FailureKind::Refused),
            Dialect::Chat | Dialect::Gemini => Fails(FailureKind::Filtered),
        },
        ProviderFault::ToolUse | ProviderFault::ToolCall => Fails(FailureKind::ToolUse),
        ProviderFault::UnknownStop => Fails(FailureKind::UnknownStop),
        ProviderFault::SchemaEchoed => Fails(FailureKind::SchemaEchoed),
        ProviderFault::EmptyAnswer => Fails(FailureKind::Empty),
        ProviderFault::AnotherId => Fails(FailureKind::Mixed),
    }
}

#[test]
fn every_fault_in_every_wire_format_has_its_name_and_no_answer_comes_out_of_it() {
    for dialect in Dialect::ALL {
        for fault in ProviderFault::ALL.into_iter().chain([ProviderFault::None]) {
            let server = StandIn::start(dialect, fault, TEXT).unwrap();
            let deadline = match expected(dialect, fault) {
                Expected::NoAnswerInTime => Duration::from_millis(700),
                Expected::Fails(_) | Expected::Answers | Expected::AnswersSpoilt => {
                    Duration::from_secs(10)
                }
            };
            let heard = ask_within(deadline, wire(dialect), server.base_url());
            let case = format!("{dialect:?} {fault:?}: {heard:?}");
            match (expected(dialect, fault), heard) {
                (Expected::Fails(kind), Some(Err(failure))) => {
                    assert_eq!(failure.kind, kind, "{case}");
                    assert!(!failure.to_string().contains(KEY), "{case}");
                }
                (Expected::Answers, Some(Ok(delivered))) => {
                    assert_eq!(delivered.heard.text, TEXT, "{case}");
                }
                (Expected::AnswersSpoilt, Some(Ok(delivered))) => {
                    assert_ne!(delivered.heard.text, TEXT, "{case}");
                }
                (Expected::NoAnswerInTime, None) => {}
                (_, _) => panic!("{case}"),
            }
            let calls = server.received();
            assert_eq!(calls.len(), 1, "{case}: the call was followed or repeated");
        }
    }
}

#[test]
fn a_stream_cut_anywhere_is_no_answer_unless_its_end_was_there() {
    for dialect in Dialect::ALL {
        let mut bytes = 0;
        loop {
            let server = StandIn::start(dialect, ProviderFault::CutAfter(bytes), TEXT).unwrap();
            match ask(wire(dialect), server.base_url()) {
                Some(Err(failure)) => {
                    assert_eq!(failure.kind, FailureKind::CutOff, "{dialect:?} {bytes}");
                }
                Some(Ok(delivered)) => {
                    assert_eq!(delivered.heard.text, TEXT, "{dialect:?} {bytes}");
                    break;
                }
                None => panic!("{dialect:?} {bytes}: no answer in time"),
            }
            // Every byte would be two thousand servers; a prime step meets every part of every event.
            bytes += 13;
            assert!(bytes < 10_000, "{dialect:?}: the whole stream is no answer");
        }
    }
}

#[test]
fn what_a_call_cost_is_believed_only_if_it_can_be() {
    for dialect in Dialect::ALL {
        let usage = |fault| {
            let server = StandIn::start(dialect, fault, TEXT).unwrap();
            ask(wire(dialect), server.base_url()).unwrap().unwrap().heard.usage
        };
        let said = Usage { fresh: 100, cache_read: 900, cache_written: 0, output: 50 };
        assert_eq!(usage(ProviderFault::None), Some(said), "{dialect:?}");
        assert_eq!(usage(ProviderFault::NoUsage), None, "{dialect:?}");
        assert_eq!(usage(ProviderFault::NegativeUsage), None, "{dialect:?}");
        assert_eq!(usage(ProviderFault::HugeUsage), None, "{dialect:?}");
    }
}

#[test]
fn a_server_is_waited_for_as_it_asks() {
    let waits =
        [(Some("2"), Some(2)), (None, None), (Some("86400"), Some(86_400)), (Some("soon"), None)];
    for (header, seconds) in waits {
        let server =
            StandIn::start(Dialect::Chat, ProviderFault::Status(429, header), TEXT).unwrap();
        let failure = ask(Wire::Chat, server.base_url()).unwrap().unwrap_err();
        assert_eq!(failure.wait, seconds.map(Duration::from_secs), "{header:?}");
    }
}

#[test]
fn the_key_goes_to_its_host_in_its_header_and_nowhere_else() {
    for dialect in Dialect::ALL {
        let server = StandIn::start(dialect, ProviderFault::Redirect, TEXT).unwrap();
        let failure = ask(wire(dialect), server.base_url()).unwrap().unwrap_err();
        assert_eq!(failure.kind, FailureKind::Redirected);
        let calls = server.received();
        let [call] = calls.as_slice() else { panic!("{calls:?}") };
        assert!(call.head[0].starts_with("POST /"), "{:?}", call.head);
        assert!(!call.head[0].contains(KEY) && !call.body.contains(KEY));
        let (header, scheme) = wire(dialect).key_header();
        assert!(call.head.contains(&format!("{header}: {scheme}{KEY}")), "{:?}", call.head);
    }
}

#[test]
fn a_server_that_is_not_there_is_unreachable() {
    let closed = StandIn::start(Dialect::Chat, ProviderFault::None, TEXT).unwrap().base_url();
    let failure = ask(Wire::Chat, closed).unwrap().unwrap_err();
    assert_eq!(failure.kind, FailureKind::Unreachable, "{failure}");
    let unknown = ask(Wire::Chat, "https://nowhere.invalid".to_owned()).unwrap().unwrap_err();
    assert_eq!(unknown.kind, FailureKind::Unreachable, "{unknown}");
}

#[test]
fn a_server_without_a_certificate_gets_nothing() {
    let server = StandIn::start(Dialect::Chat, ProviderFault::None, TEXT).unwrap();
    let encrypted = server.base_url().replace("http:", "https:");
    let deadline = Duration::from_millis(700);
    let failure = ask_within(deadline, Wire::Chat, encrypted).map(Result::unwrap_err);
    assert!(failure.is_none_or(|failure| failure.kind == FailureKind::Unreachable));
    assert!(server.received().iter().all(|call| call.body.is_empty()));
}

/// Serves one encrypted connection with a certificate that nobody has vouched for, and returns what it was told.
fn self_signed() -> (String, std::thread::JoinHandle<Vec<u8>>) {
    use std::io::Read as _;

    use rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};

    let certificate =
        CertificateDer::from(include_bytes!("self-signed/certificate.der").as_slice());
    let key = PrivatePkcs8KeyDer::from(include_bytes!("self-signed/key.der").as_slice());
    let ring = std::sync::Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(ring)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key.into())
        .unwrap();
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}", listener.local_addr().unwrap());
    let served = std::thread::spawn(move || {
        let (mut socket, _) = listener.accept().unwrap();
        let mut connection = rustls::ServerConnection::new(config.into()).unwrap();
        let mut told = Vec::new();
        let _ = rustls::Stream::new(&mut connection, &mut socket).read_to_end(&mut told);
        told
    });
    (url, served)
}

#[test]
fn a_server_whose_certificate_nobody_knows_gets_nothing_and_that_is_what_is_said() {
    let (url, served) = self_signed();
    let failure = ask(Wire::Chat, url).unwrap().unwrap_err();
    assert_eq!(failure.kind, FailureKind::Untrusted, "{failure}");
    assert!(!failure.kind.is_passing(), "it is the same certificate the next time");
    assert_eq!(served.join().unwrap(), b"", "neither key nor text");
    let help = failure.kind.remedy();
    assert!(help.contains("certificate") && !help.contains("base_url"), "{help}");
}

#[test]
fn what_is_wrong_with_a_provider_names_the_setting_that_is() {
    let refused = |change: &dyn Fn(&mut ProviderConfig)| {
        let mut config = config(Wire::Chat, "https://example.com".to_owned());
        change(&mut config);
        Provider::new(config).unwrap_err().help("config.toml")
    };
    let helps = [
        (refused(&|one| one.base_url = "example".to_owned()), "`base_url`"),
        (refused(&|one| one.proxy = Some("http://".to_owned())), "`proxy`"),
        (refused(&|one| one.key_header = Some("a b".to_owned())), "`key_header`"),
        (refused(&|one| one.key = Some(SecretString::from("sk-\u{7}"))), "the key is whole"),
    ];
    for (help, word) in helps {
        assert!(help.contains(word), "{help}");
        assert!(word == "`base_url`" || !help.contains("base_url"), "{help}");
    }
}

#[test]
fn a_key_is_never_sent_in_plain_text_to_another_machine() {
    let refused = |url: &str| Provider::new(config(Wire::Chat, url.to_owned())).unwrap_err();
    assert!(matches!(refused("http://example.com/v1"), ProviderError::Plain(_)));
    assert!(matches!(refused("ftp://example.com"), ProviderError::Address(_)));
    assert!(matches!(refused("example.com"), ProviderError::Address(_)));
}

#[test]
fn nothing_that_is_printed_of_a_provider_shows_the_key() {
    let config = config(Wire::Chat, "http://127.0.0.1:9".to_owned());
    assert!(!format!("{config:?}").contains(KEY));
    assert!(!format!("{:?}", Provider::new(config).unwrap()).contains(KEY));
}
