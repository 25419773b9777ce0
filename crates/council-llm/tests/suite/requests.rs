//! What each wire format sends, byte for byte, with the server holding the model to a schema and without.
#![expect(clippy::unwrap_used, reason = "a broken set-up may stop a test")]

use council_llm::{
    Manners, Provider, ProviderConfig, SecretString,
    wire::{ModelQuestion, Wire},
};
use council_testkit::provider::{Dialect, ProviderFault, StandIn};
use expect_test::{Expect, expect};
use serde_json::{Value, json};

fn schema() -> Value {
    json!({
        "type": "object",
        "properties": {"findings": {"type": "array", "maxItems": 9, "items": {"type": "string", "maxLength": 80}}},
        "required": ["findings"],
        "additionalProperties": false,
    })
}

/// Returns everything that arrived, except where it arrived.
fn sent(dialect: Dialect, schema: Option<&Value>) -> String {
    let server = StandIn::start(dialect, ProviderFault::None, "{}").unwrap();
    let provider = Provider::new(ProviderConfig {
        name: "stand-in".to_owned(),
        wire: Wire::ALL.into_iter().find(|wire| wire.word() == dialect.word()).unwrap(),
        base_url: format!("{}/", server.base_url()),
        key: Some(SecretString::from("sk-canary")),
        key_header: None,
        concurrency: 1,
        proxy: None,
        manners: Manners::default(),
    })
    .unwrap();
    let question = ModelQuestion {
        instructions: "Be strict.",
        packet: "A \"packet\".",
        role: "You are a tester.\n",
        question: "What is wrong?",
        schema,
        most_tokens: 1000,
        cache_key: "COUNCIL-1",
    };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(provider.ask("model-1", &question)).unwrap();
    let call = server.received().remove(0);
    let head = call.head.into_iter().filter(|line| !line.starts_with("host:"));
    format!("{}\n\n{}\n", head.collect::<Vec<_>>().join("\n"), call.body)
}

fn check(dialect: Dialect, with: &Expect, without: &Expect) {
    with.assert_eq(&sent(dialect, Some(&schema())));
    without.assert_eq(&sent(dialect, None));
}

#[test]
fn anthropic_messages() {
    check(
        Dialect::Anthropic,
        &expect![[r#"
            POST /v1/messages HTTP/1.1
            content-type: application/json
            anthropic-version: 2023-06-01
            accept: */*
            user-agent: council/0.1.0
            accept-encoding: identity
            x-api-key: sk-canary
            content-length: 536

            {"model":"model-1","max_tokens":1000,"stream":true,"system":[{"type":"text","text":"Be strict."}],"messages":[{"role":"user","content":[{"type":"text","text":"A \"packet\".","cache_control":{"type":"ephemeral"}},{"type":"text","text":"You are a tester.\n","cache_control":{"type":"ephemeral"}},{"type":"text","text":"What is wrong?"}]}],"output_config":{"format":{"type":"json_schema","schema":{"type":"object","properties":{"findings":{"type":"array","items":{"type":"string"}}},"required":["findings"],"additionalProperties":false}}}}
        "#]],
        &expect![[r#"
            POST /v1/messages HTTP/1.1
            content-type: application/json
            anthropic-version: 2023-06-01
            accept: */*
            user-agent: council/0.1.0
            accept-encoding: identity
            x-api-key: sk-canary
            content-length: 337

            {"model":"model-1","max_tokens":1000,"stream":true,"system":[{"type":"text","text":"Be strict."}],"messages":[{"role":"user","content":[{"type":"text","text":"A \"packet\".","cache_control":{"type":"ephemeral"}},{"type":"text","text":"You are a tester.\n","cache_control":{"type":"ephemeral"}},{"type":"text","text":"What is wrong?"}]}]}
        "#]],
    );
}

#[test]
fn the_chat_api() {
    check(
        Dialect::Chat,
        &expect![[r#"
            POST /chat/completions HTTP/1.1
            content-type: application/json
            accept: */*
            user-agent: council/0.1.0
            accept-encoding: identity
            authorization: Bearer sk-canary
            content-length: 485

            {"model":"model-1","max_tokens":1000,"stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"system","content":"Be strict."},{"role":"user","content":"A \"packet\".\nYou are a tester.\nWhat is wrong?"}],"response_format":{"type":"json_schema","json_schema":{"name":"reply","strict":true,"schema":{"type":"object","properties":{"findings":{"type":"array","maxItems":9,"items":{"type":"string","maxLength":80}}},"required":["findings"],"additionalProperties":false}}}}
        "#]],
        &expect![[r#"
            POST /chat/completions HTTP/1.1
            content-type: application/json
            accept: */*
            user-agent: council/0.1.0
            accept-encoding: identity
            authorization: Bearer sk-canary
            content-length: 222

            {"model":"model-1","max_tokens":1000,"stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"system","content":"Be strict."},{"role":"user","content":"A \"packet\".\nYou are a tester.\nWhat is wrong?"}]}
        "#]],
    );
}

#[test]
fn openai_responses() {
    check(
        Dialect::Responses,
        &expect![[r#"
            POST /responses HTTP/1.1
            content-type: application/json
            accept: */*
            user-agent: council/0.1.0
            accept-encoding: identity
            authorization: Bearer sk-canary
            content-length: 511

            {"model":"model-1","max_output_tokens":1000,"stream":true,"store":false,"prompt_cache_key":"COUNCIL-1","instructions":"Be strict.","input":[{"role":"user","content":[{"type":"input_text","text":"A \"packet\"."},{"type":"input_text","text":"You are a tester.\nWhat is wrong?"}]}],"text":{"format":{"type":"json_schema","name":"reply","strict":true,"schema":{"type":"object","properties":{"findings":{"type":"array","maxItems":9,"items":{"type":"string"}}},"required":["findings"],"additionalProperties":false}}}}
        "#]],
        &expect![[r#"
            POST /responses HTTP/1.1
            content-type: application/json
            accept: */*
            user-agent: council/0.1.0
            accept-encoding: identity
            authorization: Bearer sk-canary
            content-length: 279

            {"model":"model-1","max_output_tokens":1000,"stream":true,"store":false,"prompt_cache_key":"COUNCIL-1","instructions":"Be strict.","input":[{"role":"user","content":[{"type":"input_text","text":"A \"packet\"."},{"type":"input_text","text":"You are a tester.\nWhat is wrong?"}]}]}
        "#]],
    );
}

#[test]
fn gemini() {
    check(
        Dialect::Gemini,
        &expect![[r#"
            POST /v1beta/models/model-1:streamGenerateContent?alt=sse HTTP/1.1
            content-type: application/json
            accept: */*
            user-agent: council/0.1.0
            accept-encoding: identity
            x-goog-api-key: sk-canary
            content-length: 420

            {"systemInstruction":{"parts":[{"text":"Be strict."}]},"contents":[{"role":"user","parts":[{"text":"A \"packet\"."},{"text":"You are a tester.\nWhat is wrong?"}]}],"generationConfig":{"maxOutputTokens":1000,"responseMimeType":"application/json","responseJsonSchema":{"type":"object","properties":{"findings":{"type":"array","maxItems":9,"items":{"type":"string"}}},"required":["findings"],"additionalProperties":false}}}
        "#]],
        &expect![[r#"
            POST /v1beta/models/model-1:streamGenerateContent?alt=sse HTTP/1.1
            content-type: application/json
            accept: */*
            user-agent: council/0.1.0
            accept-encoding: identity
            x-goog-api-key: sk-canary
            content-length: 208

            {"systemInstruction":{"parts":[{"text":"Be strict."}]},"contents":[{"role":"user","parts":[{"text":"A \"packet\"."},{"text":"You are a tester.\nWhat is wrong?"}]}],"generationConfig":{"maxOutputTokens":1000}}
        "#]],
    );
}
