//! # payment-without-idempotency
//!
//! ## What it does
//! Finds documents about charging or transferring money that never say what happens when a request comes twice.
//!
//! ## Why it hurts
//! Networks deliver twice. Then the customer pays twice.
//!
//! ## Example
//! Bad: `The service shall charge the card when the order is placed.`
//!
//! Good: `The service shall charge the card when the order is placed.` and
//! `An order is charged at most once: a second request with the same order number returns the first result.`
//!
//! ## When not to apply it
//! Where the provider guarantees it; then say so and name the key. Payments that are only read or shown, and transfers on a
//! ledger, are not reported.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::{self, Found},
    silence,
};
use crate::{
    Finding, Kind, Model, Reads, Rule,
    lexicon::{self, Classes},
    model::{Token, TokenKind},
};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "payment-without-idempotency",
    kind: Kind::MissingFailurePath,
    subcategory: Subcategory::MissingFallback,
    severity: Severity::Minor,
    modes: &[
        (39, "what if the answer was lost"),
        (49, "the worst case is to pay twice"),
        (8, "a retry is the counterexample"),
    ],
    summary: "payments that could happen twice",
    reads: Reads::SentencesWith(&[&ACTS]),
    source: include_str!("payment_without_idempotency.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    for text in &model.texts {
        let mut acts = scan::triggered_in(text, &RULE);
        let act = acts.find(|found| {
            let pays = found.sentence.classes.intersects(Classes::PAYMENT);
            // Files and rights are transferred too.
            let only_transfers = || {
                let moves = found.tokens.iter().filter(|token| token.is(Classes::PAYMENT));
                let is_money = |token: &Token| MONEY.contains(&token.id);
                moves.into_iter().all(|token| TRANSFER.contains(&token.id))
                    && !found.tokens.iter().any(is_money)
            };
            found.binds() && pays && !only_transfers() && is_requested(found)
        });
        let Some(Found { sentence, .. }) = act else {
            continue;
        };
        let once =
            ["idempot", "at most once", "exactly once", "duplicate", "twice", "dedup", "only once"];
        if silence::says(text.lower(), &once) {
            continue;
        }
        findings.push(Finding::at(
            &RULE,
            text,
            sentence.span,
            sentence.span,
            "nothing says what happens when this request comes twice",
            "name the key by which a repeated request is recognised, and what it returns",
        ));
    }
}

/// Tells whether somebody asks for the money to be moved by something that can be sent twice: a request, a button, a call
/// of a payment provider. What is read, shown or moved on a ledger that counts each message is no such thing.
fn is_requested(found: &Found<'_, '_>) -> bool {
    let has = |words: &[u64]| {
        found
            .tokens
            .iter()
            .any(|token| token.kind != TokenKind::Mark(0) && words.contains(&token.id))
    };
    has(&ASKS) && !has(&READS) && !has(&LEDGERS)
}

/// What asks for a payment, or is asked for it.
const ASKS: [u64; 33] = lexicon::ids([
    "request",
    "requests",
    "endpoint",
    "api",
    "button",
    "click",
    "clicks",
    "submit",
    "submits",
    "checkout",
    "order",
    "orders",
    "purchase",
    "purchases",
    "subscription",
    "subscriptions",
    "customer",
    "customers",
    "buyer",
    "user",
    "users",
    "card",
    "cards",
    "stripe",
    "paypal",
    "gateway",
    "provider",
    "invoice",
    "invoices",
    "client",
    "bank",
    "booking",
    "cart",
]);

/// What is done to payments that were made.
const READS: [u64; 18] = lexicon::ids([
    "read",
    "reads",
    "show",
    "shows",
    "display",
    "displays",
    "list",
    "lists",
    "export",
    "exports",
    "report",
    "reports",
    "link",
    "links",
    "import",
    "view",
    "history",
    "relationships",
]);

/// What moves its own money and sees each message once.
const LEDGERS: [u64; 14] = lexicon::ids([
    "token",
    "tokens",
    "contract",
    "blockchain",
    "on-chain",
    "chain",
    "relayer",
    "packet",
    "wei",
    "gas",
    "erc20",
    "validator",
    "staking",
    "callback",
]);

/// Words for moving things, money or not.
const TRANSFER: [u64; 2] = lexicon::ids(["transfer", "transfers"]);

/// Words of money.
const MONEY: [u64; 16] = lexicon::ids([
    "money", "amount", "amounts", "balance", "balances", "fund", "funds", "account", "accounts",
    "card", "cards", "bank", "wallet", "price", "fee", "fees",
]);

/// Verbs that move money.
const ACTS: [u64; 10] = [
    lexicon::id("charge"),
    lexicon::id("charges"),
    lexicon::id("charged"),
    lexicon::id("refund"),
    lexicon::id("refunds"),
    lexicon::id("pay"),
    lexicon::id("transfer"),
    lexicon::id("debit"),
    lexicon::id("withdraw"),
    lexicon::id("payout"),
];
