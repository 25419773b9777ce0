//! # missing-authorisation
//!
//! ## What it does
//! Finds dangerous acts (deleting what is anybody's, exporting everything, refunding, approving payments, changing roles,
//! acting as somebody else) that a mere user can do, in documents that name no role, permission or ownership anywhere.
//!
//! ## Why it hurts
//! Who may do it is then decided by whoever builds the button. A check that was never asked for is never tested.
//!
//! ## Example
//! Bad: `A user can delete any project.`
//!
//! Good: `The owner of a project can delete it; the request of anybody else is answered with 403.`
//!
//! ## When not to apply it
//! Where there is only one user, as in a tool for oneself. A right that is given to anybody in so many words is reported by
//! `anybody-may`.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    anybody_may,
    scan::{self, Found},
    silence::{self, Answers, has, has_near},
};
use crate::{Finding, Kind, Model, Reads, Rule, lexicon};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "missing-authorisation",
    kind: Kind::SecurityGap,
    subcategory: Subcategory::UnmitigatedThreat,
    severity: Severity::Minor,
    modes: &[
        (79, "an attacker is a user too"),
        (65, "who may is part of what may be done"),
        (36, "a control that is assumed"),
    ],
    summary: "a dangerous act that any user can do",
    reads: Reads::SentencesWith(&ACTS),
    source: include_str!("missing_authorisation.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let said = (
        "this is dangerous, and nothing in the document says who may do it",
        "name the role or the owner who may do it, how that is checked, and what others are told",
    );
    let mut demands = scan::triggered(model, &RULE).filter(silence::is_demand);
    let Some(found) = demands.find(is_open) else {
        return;
    };
    // Where rights are given away, the sentence names them and says nothing of who holds them.
    let gives = gives_rights(&found);
    let is_answered = model.texts.iter().any(|text| {
        if gives && std::ptr::eq(text, found.text) {
            let mut answers = Answers::of(text);
            return HOLDERS.iter().any(|one| answers.stands_outside(found.sentence.span, one));
        }
        silence::says(text.lower(), &HOLDERS)
    });
    if !is_answered {
        findings.push(silence::unanswered(&RULE, &found, said));
    }
}

/// Tells whether a dangerous act is given to a mere user, or to nobody in particular.
fn is_open(found: &Found<'_, '_>) -> bool {
    let is_free = has_near(found, &MERE, &MODALS, 0)
        || has_near(found, &ENABLING, &MERE, 2)
        || has_near(found, &[lexicon::id("possible")], &[lexicon::id("to")], 0);
    is_free && !has(found, &anybody_may::ANYBODY) && is_dangerous(found)
}

fn is_dangerous(found: &Found<'_, '_>) -> bool {
    has_near(found, &CHANGING, &ALL, 0) && has_near(found, &ALL, &BELONGINGS, 2)
        || has_near(found, &APPROVING, &MONEY, 2)
        || has_near(found, &BEFORE_VERB, &REFUND, 0)
        || has(found, &IMPERSONATE)
        || has_near(found, &CONFIGURING, &SETTINGS, 3)
        || gives_rights(found)
}

fn gives_rights(found: &Found<'_, '_>) -> bool {
    has_near(found, &CONFIGURING, &RIGHTS, 3)
}

/// What a document says that knows who may do what.
const HOLDERS: [&str; 16] = [
    "admin",
    "role",
    "permission",
    "authori",
    "owner",
    "owns",
    " own ",
    "privileg",
    "access control",
    "access right",
    "manager",
    "supervisor",
    "moderator",
    "operator",
    "entitle",
    "single user",
];

/// The verbs without which nothing is dangerous.
const ACTS: [&[u64]; 5] = [&CHANGING, &APPROVING, &REFUND, &IMPERSONATE, &CONFIGURING];

const CHANGING: [u64; 10] = lexicon::ids([
    "delete",
    "deletes",
    "remove",
    "erase",
    "purge",
    "export",
    "modify",
    "edit",
    "overwrite",
    "wipe",
]);

const ALL: [u64; 5] = lexicon::ids(["any", "all", "every", "another", "other"]);

const BELONGINGS: [u64; 37] = lexicon::ids([
    "user",
    "users",
    "user's",
    "users'",
    "account",
    "accounts",
    "customer",
    "customers",
    "customer's",
    "record",
    "records",
    "order",
    "orders",
    "invoice",
    "invoices",
    "document",
    "documents",
    "post",
    "posts",
    "comment",
    "comments",
    "project",
    "projects",
    "data",
    "tenant",
    "tenants",
    "organisation",
    "organization",
    "workspace",
    "patient",
    "patients",
    "employee",
    "employees",
    "member",
    "members",
    "profiles",
    "transactions",
]);

const APPROVING: [u64; 2] = lexicon::ids(["approve", "approves"]);

const MONEY: [u64; 12] = lexicon::ids([
    "payment",
    "payments",
    "invoice",
    "invoices",
    "refund",
    "refunds",
    "expense",
    "expenses",
    "withdrawal",
    "withdrawals",
    "payouts",
    "transfers",
]);

const BEFORE_VERB: [u64; 4] = lexicon::ids(["can", "may", "to", "directly"]);

const REFUND: [u64; 1] = lexicon::ids(["refund"]);

const IMPERSONATE: [u64; 2] = lexicon::ids(["impersonate", "impersonates"]);

const CONFIGURING: [u64; 6] =
    lexicon::ids(["change", "changes", "modify", "edit", "assign", "grant"]);

const RIGHTS: [u64; 4] = lexicon::ids(["role", "roles", "permissions", "privileges"]);

const SETTINGS: [u64; 3] = lexicon::ids(["system-wide", "global", "server"]);

const MERE: [u64; 4] = lexicon::ids(["user", "users", "people", "person"]);

const MODALS: [u64; 6] = lexicon::ids(["can", "may", "shall", "must", "should", "will"]);

const ENABLING: [u64; 8] =
    lexicon::ids(["allow", "allows", "enable", "enables", "let", "lets", "permit", "permits"]);
