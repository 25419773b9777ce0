//! Operators that add a demand and leave open the question it raises. Each has three wordings of the same defect, of which
//! some are not the words of any rule: they tell how much of a silence is heard, and how often rightly.

use super::{Damage, Operator};

pub(super) const SILENT: [Operator; 8] = [
    Operator {
        name: "a call that cannot fail",
        kinds: &["missing_failure_path"],
        damage: |line| {
            added(
                line,
                [
                    "Customers MUST be able to upload a photo of the damaged parcel.",
                    "Every night the job MUST fetch the price list from the supplier's server and load it.",
                    "The service MUST call the partner's interface for every new order.",
                ],
            )
        },
    },
    Operator {
        name: "a service that is never down",
        kinds: &["missing_failure_path"],
        damage: |line| {
            added(
                line,
                [
                    "Payments MUST be taken through Stripe.",
                    "Staff MUST sign in through the identity provider of the company.",
                    "Summaries MUST be written by a language model that a supplier hosts.",
                ],
            )
        },
    },
    Operator {
        name: "data taken without asking",
        kinds: &["privacy_gap"],
        damage: |line| {
            added(
                line,
                [
                    "The app MUST note where each customer is while it is open.",
                    "The shop MUST send promotional e-mails to all customers.",
                    "Customer data MUST be shared with advertising partners.",
                ],
            )
        },
    },
    Operator {
        name: "a power that nobody holds",
        kinds: &["security_gap"],
        damage: |line| {
            added(
                line,
                [
                    "Users MUST be able to delete any project.",
                    "It MUST be possible to refund an order from its page.",
                    "Every visitor MUST be able to correct the orders of others.",
                ],
            )
        },
    },
    Operator {
        name: "input that is trusted",
        kinds: &["security_gap"],
        damage: |line| {
            added(
                line,
                [
                    "Users MUST be able to upload attachments.",
                    "Visitors MUST be able to write reviews that all others can read.",
                    "The page MUST show a preview of any address that a user types in.",
                ],
            )
        },
    },
    Operator {
        name: "points that are nobody's",
        kinds: &["missing_actor"],
        damage: |line| {
            added(
                line,
                [
                    "## Open questions\n\n- Which currencies are needed?\n- Which countries come first?",
                    "## Next steps\n\n- Ask the lawyers.\n- Choose a supplier.",
                    "## To be done\n\n- Write the contract.\n- Order the cards.",
                ],
            )
        },
    },
    Operator {
        name: "a change of what is there",
        kinds: &["incomplete", "missing_failure_path"],
        damage: |line| {
            added(
                line,
                [
                    "The release MUST rename the column for prices.",
                    "The new service MUST replace the existing booking system.",
                    "Answers about orders MUST have another shape than today.",
                ],
            )
        },
    },
    Operator {
        name: "a promise nobody can see",
        kinds: &["missing_failure_path"],
        damage: |line| {
            added(
                line,
                [
                    "The service MUST be available 99.9 % of the time.",
                    "## Rollout\n\nIt goes to one in ten customers in the first week and to everybody in the second.",
                    "The service MUST be down for at most four hours a year.",
                ],
            )
        },
    },
];

/// Adds one of the wordings, which one depends on the line.
fn added(line: &str, wordings: [&str; 3]) -> Option<Damage> {
    let wording = wordings.get(line.len() % wordings.len())?;
    Some(Damage::Added((*wording).to_owned()))
}
