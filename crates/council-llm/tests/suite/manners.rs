//! How providers are asked: one goes ahead where beginnings are kept, stragglers are asked twice where that was settled, and
//! limits are kept by the clock.
#![expect(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "these tests measure real calls by a real clock"
)]

use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use council_engine::{BoxFuture, Clock};
use council_llm::{
    Delivered, Failure, FailureKind, Manners, Provider, ProviderConfig, SecretString,
    wire::{ModelQuestion, Wire},
};
use council_testkit::provider::{Dialect, ProviderFault, ReceivedRequest, StandIn};
use jiff::Timestamp;

const KEY: &str = "sk-canary-of-a-server";

struct Real(Instant);

impl Clock for Real {
    fn now(&self) -> Timestamp {
        Timestamp::UNIX_EPOCH
    }

    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn sleep(&self, how_long: Duration) -> BoxFuture<'_, ()> {
        Box::pin(tokio::time::sleep(how_long))
    }
}

fn provider(dialect: Dialect, server: &StandIn, manners: Manners) -> Provider {
    let wire = Wire::ALL.into_iter().find(|wire| wire.word() == dialect.word()).unwrap();
    let provider = Provider::new(ProviderConfig {
        name: "stand-in".to_owned(),
        wire,
        base_url: server.base_url(),
        key: Some(SecretString::from(KEY)),
        key_header: None,
        concurrency: 8,
        proxy: None,
        manners,
    });
    provider.unwrap().with_clock(Arc::new(Real(Instant::now())))
}

/// Asks three questions that begin alike at once.
fn three(provider: &Provider, packet: &str) -> Vec<Result<Delivered, Failure>> {
    let question = |question: &'static str| ModelQuestion {
        instructions: "be strict",
        packet,
        role: "",
        question,
        schema: None,
        most_tokens: 100,
        cache_key: "k",
    };
    let (one, two, three) = (question("one"), question("two"), question("three"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let (one, two, three) = runtime.block_on(async {
        tokio::join!(provider.ask("m", &one), provider.ask("m", &two), provider.ask("m", &three))
    });
    vec![one, two, three]
}

/// Plays a provider that notes when each call arrives, and goes wrong in the first as is said.
fn noting(
    dialect: Dialect,
    delay: Duration,
    first: ProviderFault,
) -> (StandIn, Arc<Mutex<Vec<Instant>>>) {
    let arrived: Arc<Mutex<Vec<Instant>>> = Arc::default();
    let notes = arrived.clone();
    let play = move |_: &ReceivedRequest, number: usize| {
        notes.lock().unwrap().push(Instant::now());
        (if number == 0 { first } else { ProviderFault::None }, "{\"findings\": []}".to_owned())
    };
    (StandIn::play(dialect, delay, play).unwrap(), arrived)
}

#[test]
fn where_beginnings_are_kept_one_question_goes_ahead() {
    let delay = Duration::from_millis(120);
    let (server, arrived) = noting(Dialect::Anthropic, delay, ProviderFault::None);
    let provider = provider(Dialect::Anthropic, &server, Manners::default());
    let packet = "the packet ".repeat(1_000);
    assert!(three(&provider, &packet).iter().all(Result::is_ok));
    let times = arrived.lock().unwrap().clone();
    assert!(times[1] - times[0] >= delay, "the second came before the first was answered");
    assert_eq!(times.len(), 3, "nothing is asked only to warm up");
    assert!(three(&provider, &packet).iter().all(Result::is_ok));
    let times = arrived.lock().unwrap().clone();
    assert!(times[5] - times[3] < delay, "the next round finds the beginning kept");
}

#[test]
fn a_short_beginning_or_one_that_nobody_keeps_is_not_waited_for() {
    let delay = Duration::from_millis(400);
    for (dialect, packet) in
        [(Dialect::Anthropic, "short".to_owned()), (Dialect::Chat, "long ".repeat(2_000))]
    {
        let (server, arrived) = noting(dialect, delay, ProviderFault::None);
        let provider = provider(dialect, &server, Manners::default());
        assert!(three(&provider, &packet).iter().all(Result::is_ok));
        let times = arrived.lock().unwrap().clone();
        assert!(times[2] - times[0] < delay, "{dialect:?}");
    }
}

#[test]
fn whoever_goes_ahead_and_fails_lets_the_next_go_ahead() {
    let fault = ProviderFault::Status(503, None);
    let (server, _) = noting(Dialect::Anthropic, Duration::ZERO, fault);
    let provider = provider(Dialect::Anthropic, &server, Manners::default());
    let heard = three(&provider, &"the packet ".repeat(1_000));
    assert_eq!(heard.iter().filter(|heard| heard.is_ok()).count(), 2);
    assert_eq!(server.received().len(), 3);
}

#[test]
fn a_straggler_is_asked_again_only_where_that_was_settled() {
    let ask = |manners: Manners| {
        let (server, _) = noting(Dialect::Chat, Duration::ZERO, ProviderFault::Silence);
        let provider = provider(Dialect::Chat, &server, manners);
        let question = ModelQuestion {
            instructions: "",
            packet: "",
            role: "",
            question: "what is wrong?",
            schema: None,
            most_tokens: 100,
            cache_key: "k",
        };
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let heard = runtime.block_on(async {
            let asked = provider.ask("m", &question);
            tokio::time::timeout(Duration::from_millis(600), asked).await.ok()
        });
        (heard, server.received(), provider.most_copies())
    };
    let hedged = Manners { hedge_after: Some(Duration::from_millis(100)), ..Manners::default() };
    let (heard, received, copies) = ask(hedged);
    let heard = heard.unwrap().unwrap();
    assert_eq!((heard.copies, copies, received.len()), (2, 2, 2));
    assert_eq!(received[0].body, received[1].body);
    assert_eq!(heard.bytes_sent, u64::try_from(2 * received[0].body.len()).unwrap());
    let (heard, received, copies) = ask(Manners::default());
    assert!(heard.is_none());
    assert_eq!((received.len(), copies), (1, 1));
}

#[test]
fn a_limit_makes_the_next_call_wait() {
    let (server, _) = noting(Dialect::Chat, Duration::ZERO, ProviderFault::None);
    let manners = Manners { requests_per_minute: Some(2), ..Manners::default() };
    let provider = provider(Dialect::Chat, &server, manners);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let question = ModelQuestion {
        instructions: "",
        packet: "",
        role: "",
        question: "what is wrong?",
        schema: None,
        most_tokens: 100,
        cache_key: "k",
    };
    let answered = runtime.block_on(async {
        let mut answered = 0;
        while tokio::time::timeout(Duration::from_millis(300), provider.ask("m", &question))
            .await
            .is_ok()
        {
            answered += 1;
        }
        answered
    });
    assert_eq!((answered, server.received().len()), (2, 2));
}

#[test]
fn an_answer_that_repeats_the_key_is_not_taken_however_it_is_escaped() {
    let escaped =
        KEY.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect::<Vec<_>>().concat();
    for (dialect, key) in Dialect::ALL.into_iter().flat_map(|one| [(one, KEY), (one, &escaped)]) {
        let said = format!("{{\"findings\": [], \"note\": \"{key}\"}}");
        let server = StandIn::start(dialect, ProviderFault::None, &said).unwrap();
        let provider = provider(dialect, &server, Manners::default());
        for heard in three(&provider, "the packet") {
            let failure = heard.unwrap_err();
            assert_eq!(failure.kind, FailureKind::KeyEchoed, "{dialect:?}: {failure}");
            assert!(failure.kind.is_passing() && !failure.to_string().contains(KEY));
        }
    }
}
