//! # personal-data-without-consent
//!
//! ## What it does
//! Finds demands to use data of people for something they have to agree to (marketing, tracking, their location, passing
//! it on to others) in documents that name neither consent nor another ground nor a part about privacy.
//!
//! ## Why it hurts
//! Without a ground it may not be done at all. Asking afterwards means asking everybody again, and deleting what was
//! gathered from those who do not answer.
//!
//! ## Example
//! Bad: `The app shall record the user's location and share it with advertising partners.`
//!
//! Good:
//! `The app shall record the user's location only with the user's consent, which can be taken back in the settings.`
//!
//! ## When not to apply it
//! Where a privacy document of the packet names the ground; then refer to it. How long data is kept is another question,
//! which `personal-data-without-retention` asks: consent does not answer it, and an end does not answer this one.

use council_core::{severity::Severity, taxonomy::Subcategory};

use super::{
    scan::Found,
    silence::{self, has, has_near},
};
use crate::{Finding, Kind, Model, Reads, Rule, lexicon};

/// The rule.
pub(crate) static RULE: Rule = Rule {
    id: "personal-data-without-consent",
    kind: Kind::PrivacyGap,
    subcategory: Subcategory::MissingDataClass,
    severity: Severity::Minor,
    modes: &[
        (71, "the law asks for a ground"),
        (72, "the one it belongs to has to agree"),
        (58, "what is taken without asking is taken back in public"),
    ],
    summary: "personal data used without a ground",
    reads: Reads::SentencesWith(&USES),
    source: include_str!("personal_data_without_consent.rs"),
    check,
};

fn check(model: &Model<'_>, findings: &mut Vec<Finding>) {
    let said = (
        "people have to agree to this use of their data, and nothing says that they do or on what ground it rests",
        "name the ground (consent, contract, law); for consent say how it is asked for, recorded and taken back",
    );
    let asks = |found: &Found<'_, '_>| silence::is_demand(found) && needs_consent(found);
    silence::report(&RULE, &model.texts, asks, &GROUNDS, said, findings);
}

/// Tells whether a demand uses data of people for something they have to agree to.
fn needs_consent(found: &Found<'_, '_>) -> bool {
    let advertises = has_near(found, &ADVERTISING, &MESSAGES, 1) && has(found, &SENDING);
    let locates = (has(found, &FOLLOWING) || has_near(found, &DUTIES, &KEEPING, 0))
        && (has_near(found, &OWNED, &WHEREABOUTS, 1) || has_near(found, &WHEREABOUTS, &PEOPLE, 2));
    let passes_on = has(found, &PASSING)
        && (has_near(found, &THIRD, &PARTIES, 0) || has(found, &ADVERTISERS))
        && has_near(found, &PERSONAL, &DATA, 1);
    advertises || locates || passes_on
}

/// What a document says that knows a ground.
const GROUNDS: [&str; 17] = [
    "consent",
    "privacy",
    "opt in",
    "opt-in",
    "opts in",
    "opt out",
    "opt-out",
    "gdpr",
    "ccpa",
    "hipaa",
    "legal basis",
    "legal ground",
    "lawful",
    "legitimate interest",
    "data protection",
    "subscri",
    "permission",
];

/// The words without which nothing needs consent.
const USES: [&[u64]; 3] = [&ADVERTISING, &WHEREABOUTS, &PASSING];

const ADVERTISING: [u64; 3] = lexicon::ids(["marketing", "promotional", "advertising"]);

const MESSAGES: [u64; 14] = lexicon::ids([
    "email",
    "emails",
    "e-mail",
    "e-mails",
    "mail",
    "mails",
    "message",
    "messages",
    "sms",
    "newsletter",
    "newsletters",
    "notification",
    "notifications",
    "material",
]);

const SENDING: [u64; 6] = lexicon::ids(["send", "sends", "sent", "receive", "receives", "sending"]);

const FOLLOWING: [u64; 9] = lexicon::ids([
    "track",
    "tracks",
    "tracked",
    "tracking",
    "collect",
    "collects",
    "collected",
    "recorded",
    "stored",
]);

/// Verbs that are nouns too, unless a duty stands before them.
const KEEPING: [u64; 3] = lexicon::ids(["record", "store", "log"]);

const DUTIES: [u64; 5] = lexicon::ids(["shall", "must", "will", "can", "to"]);

const OWNED: [u64; 14] = lexicon::ids([
    "user's",
    "users'",
    "user",
    "users",
    "customer's",
    "customers'",
    "customer",
    "visitor's",
    "visitor",
    "visitors",
    "their",
    "employee",
    "employees",
    "driver's",
]);

const WHEREABOUTS: [u64; 9] = lexicon::ids([
    "location",
    "locations",
    "whereabouts",
    "movements",
    "behaviour",
    "behavior",
    "browsing",
    "geolocation",
    "habits",
]);

const PEOPLE: [u64; 12] = lexicon::ids([
    "user",
    "users",
    "customer",
    "customers",
    "visitor",
    "visitors",
    "person",
    "persons",
    "people",
    "employees",
    "drivers",
    "children",
]);

const PASSING: [u64; 16] = lexicon::ids([
    "share",
    "shares",
    "shared",
    "sharing",
    "sell",
    "sells",
    "sold",
    "disclose",
    "discloses",
    "disclosed",
    "pass",
    "passes",
    "passed",
    "transfer",
    "send",
    "sent",
]);

const THIRD: [u64; 2] = lexicon::ids(["third", "advertising"]);

const PARTIES: [u64; 4] = lexicon::ids(["party", "parties", "partner", "partners"]);

const ADVERTISERS: [u64; 4] =
    lexicon::ids(["advertisers", "partners", "third-party", "third-parties"]);

const PERSONAL: [u64; 12] = lexicon::ids([
    "personal",
    "user",
    "user's",
    "users'",
    "customer",
    "customer's",
    "customers'",
    "contact",
    "patient",
    "profile",
    "health",
    "location",
]);

const DATA: [u64; 9] = lexicon::ids([
    "data",
    "information",
    "details",
    "records",
    "profile",
    "profiles",
    "history",
    "location",
    "address",
]);
