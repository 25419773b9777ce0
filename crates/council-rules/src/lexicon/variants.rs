//! One thing spelled in several ways, in families: the forms of one spelling stand in the same order as those of the others.

use super::{NO_WORD, id};

/// Writes the families down once, and takes from them the words that make a rule look.
macro_rules! families {
    ($({ $([$($form:literal),+]),+ })+) => {
        /// The families: each a list of spellings, each a list of forms.
        pub(crate) const FAMILIES: &[&[&[&str]]] = &[$(&[$(&[$($form),+]),+]),+];

        /// The forms that are one word, the words of signing in, and the words for what a glossary may explain. The forms
        /// that are two words are phrases, since the first of them stand in most sentences.
        pub(crate) const WORDS: &[u64] = &[
            $($($(whole_word($form)),+),+,)+
            id("sign"), id("signs"), id("signed"), id("signing"),
            id("log"), id("logs"), id("logged"), id("logging"),
            id("cart"), id("carts"), id("basket"), id("baskets"),
            id("supplier"), id("suppliers"), id("vendor"), id("vendors"),
            id("seller"), id("sellers"), id("merchant"), id("merchants"),
            id("buyer"), id("buyers"), id("purchaser"), id("purchasers"),
            id("invoice"), id("invoices"), id("bill"), id("bills"),
            id("voucher"), id("vouchers"), id("coupon"), id("coupons"),
            id("tenant"), id("tenants"), id("lessee"), id("lessees"),
            id("physician"), id("physicians"), id("doctor"), id("doctors"),
            id("refund"), id("refunds"), id("reimbursement"), id("reimbursements"),
        ];
    };
}

/// Returns the identity of a form that is one word, and that of no word for another.
const fn whole_word(form: &str) -> u64 {
    let mut rest = form.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        if *byte == b' ' {
            return NO_WORD;
        }
        rest = after;
    }
    id(form)
}

/// Returns the forms that are two words.
pub(super) fn open() -> impl Iterator<Item = &'static str> {
    let forms = FAMILIES.iter().copied().flatten().copied().flatten().copied();
    forms.filter(|form| form.contains(' '))
}

families! {
    { ["email", "emails"], ["e-mail", "e-mails"] }
    { ["username", "usernames"], ["user name", "user names"], ["user-name", "user-names"] }
    { ["website", "websites"], ["web site", "web sites"], ["web-site", "web-sites"] }
    { ["database", "databases"], ["data base", "data bases"], ["data-base", "data-bases"] }
    { ["filename", "filenames"], ["file name", "file names"], ["file-name", "file-names"] }
    { ["hostname", "hostnames"], ["host name", "host names"], ["host-name", "host-names"] }
    { ["timestamp", "timestamps"], ["time stamp", "time stamps"], ["time-stamp", "time-stamps"] }
    { ["workflow", "workflows"], ["work flow", "work flows"], ["work-flow", "work-flows"] }
    { ["metadata"], ["meta data"], ["meta-data"] }
    { ["dropdown", "dropdowns"], ["drop-down", "drop-downs"] }
    { ["checkbox", "checkboxes"], ["check box", "check boxes"], ["check-box", "check-boxes"] }
    { ["timezone", "timezones"], ["time zone", "time zones"], ["time-zone", "time-zones"] }
    { ["webpage", "webpages"], ["web page", "web pages"], ["web-page", "web-pages"] }
    { ["homepage", "homepages"], ["home page", "home pages"], ["home-page", "home-pages"] }
    { ["barcode", "barcodes"], ["bar code", "bar codes"], ["bar-code", "bar-codes"] }
    { ["smartphone", "smartphones"], ["smart phone", "smart phones"], ["smart-phone", "smart-phones"] }
    { ["touchscreen", "touchscreens"], ["touch screen", "touch screens"], ["touch-screen", "touch-screens"] }
    { ["codebase", "codebases"], ["code base", "code bases"], ["code-base", "code-bases"] }
    { ["plugin", "plugins"], ["plug-in", "plug-ins"] }
    { ["popup", "popups"], ["pop-up", "pop-ups"] }
    { ["login", "logins"], ["log-in", "log-ins"] }
    { ["logon", "logons"], ["log-on", "log-ons"] }
    { ["sign-in", "sign-ins"], ["signin", "signins"] }
    { ["sign-up", "sign-ups"], ["signup", "signups"] }
    { ["checkout", "checkouts"], ["check-out", "check-outs"] }
    { ["backup", "backups"], ["back-up", "back-ups"] }
    { ["setup", "setups"], ["set-up", "set-ups"] }
    { ["timeout", "timeouts"], ["time-out", "time-outs"] }
    { ["lookup", "lookups"], ["look-up", "look-ups"] }
    { ["rollback", "rollbacks"], ["roll-back", "roll-backs"] }
    { ["rollout", "rollouts"], ["roll-out", "roll-outs"] }
    { ["subsystem", "subsystems"], ["sub-system", "sub-systems"] }
    { ["online"], ["on-line"] }
    { ["offline"], ["off-line"] }
    { ["readonly"], ["read-only"] }
    { ["realtime"], ["real-time"] }
    { ["predefined"], ["pre-defined"] }
    { ["nonfunctional"], ["non-functional"] }
    { ["reuse", "reused", "reuses"], ["re-use", "re-used", "re-uses"] }
    { ["colour", "colours"], ["color", "colors"] }
    { ["behaviour", "behaviours"], ["behavior", "behaviors"] }
    { ["centre", "centres"], ["center", "centers"] }
    { ["catalogue", "catalogues"], ["catalog", "catalogs"] }
    { ["artefact", "artefacts"], ["artifact", "artifacts"] }
    { ["favourite", "favourites"], ["favorite", "favorites"] }
    { ["judgement", "judgements"], ["judgment", "judgments"] }
    { ["grey"], ["gray"] }
    { ["cancelled", "cancelling"], ["canceled", "canceling"] }
    { ["labelled", "labelling"], ["labeled", "labeling"] }
    { ["organisation", "organisations"], ["organization", "organizations"] }
    { ["analyse", "analysed"], ["analyze", "analyzed"] }
    { ["authorise", "authorises", "authorised", "authorising", "authorisation"], ["authorize", "authorizes", "authorized", "authorizing", "authorization"] }
    { ["synchronise", "synchronises", "synchronised", "synchronising", "synchronisation"], ["synchronize", "synchronizes", "synchronized", "synchronizing", "synchronization"] }
    { ["customise", "customises", "customised", "customising"], ["customize", "customizes", "customized", "customizing"] }
    { ["optimise", "optimises", "optimised", "optimising", "optimisation"], ["optimize", "optimizes", "optimized", "optimizing", "optimization"] }
    { ["initialise", "initialises", "initialised", "initialising", "initialisation"], ["initialize", "initializes", "initialized", "initializing", "initialization"] }
    { ["serialise", "serialises", "serialised", "serialising", "serialisation"], ["serialize", "serializes", "serialized", "serializing", "serialization"] }
    { ["normalise", "normalises", "normalised", "normalising", "normalisation"], ["normalize", "normalizes", "normalized", "normalizing", "normalization"] }
    { ["recognise", "recognises", "recognised", "recognising"], ["recognize", "recognizes", "recognized", "recognizing"] }
    { ["summarise", "summarises", "summarised", "summarising"], ["summarize", "summarizes", "summarized", "summarizing"] }
    { ["categorise", "categorises", "categorised", "categorising"], ["categorize", "categorizes", "categorized", "categorizing"] }
}
