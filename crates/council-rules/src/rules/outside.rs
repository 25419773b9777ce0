//! What a document rests on and does not control: services of other parties.

use super::{scan::Found, silence};
use crate::{
    lexicon,
    model::{Shape, Token, TokenKind},
};

/// Tells whether a sentence demands or permits something that a service of another party does.
pub(super) fn is_named(found: &Found<'_, '_>) -> bool {
    found.sentence.classes.intersects(lexicon::MODAL)
        && (silence::has_near(found, &FOREIGN, &OFFERS, 1)
            || silence::has_near(found, &SORTS, &PROVIDERS, 0)
            || found.tokens.iter().any(is_vendor))
        && !silence::has_near(found, &OFFERS, &KEYS, 0)
}

fn is_vendor(token: &Token) -> bool {
    let is_word = matches!(token.kind, TokenKind::Word | TokenKind::Name);
    is_word && !token.quoted && token.shape != Shape::Lower && VENDORS.contains(&token.id)
}

/// The words without which no sentence names such a service.
pub(crate) const TRIGGERS: [&[u64]; 3] = [&FOREIGN, &SORTS, &VENDORS];

pub(super) const FOREIGN: [u64; 3] = lexicon::ids(["third-party", "party", "external"]);

const OFFERS: [u64; 6] =
    lexicon::ids(["api", "apis", "service", "services", "provider", "providers"]);

/// What is needed to be let in, and says nothing about what is asked of the service.
const KEYS: [u64; 4] = lexicon::ids(["key", "keys", "token", "tokens"]);

pub(super) const SORTS: [u64; 11] = lexicon::ids([
    "payment", "identity", "sms", "e-mail", "email", "oauth", "map", "maps", "shipping", "llm",
    "weather",
]);

const PROVIDERS: [u64; 8] = lexicon::ids([
    "provider",
    "providers",
    "gateway",
    "gateways",
    "processor",
    "processors",
    "api",
    "apis",
]);

pub(super) const VENDORS: [u64; 15] = lexicon::ids([
    "stripe",
    "paypal",
    "adyen",
    "twilio",
    "sendgrid",
    "mailgun",
    "okta",
    "auth0",
    "openai",
    "anthropic",
    "plaid",
    "salesforce",
    "zendesk",
    "quickbooks",
    "docusign",
]);
