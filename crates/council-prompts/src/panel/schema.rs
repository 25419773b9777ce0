//! The shape of the reply of a panel's seat, and of its chair.

use council_core::{
    packet::Packet,
    panel::{PanelQuestion, Wave},
};
use serde_json::{Value, json};

use crate::schema::{Bounds, object, place, share, subcategory, words};

const RATINGS: [&str; 3] = ["APPROVED", "APPROVED_WITH_CONCERNS", "REVISE_AND_RESUBMIT"];
const SEVERITIES: [&str; 4] = ["CRITICAL", "HIGH", "MEDIUM", "LOW"];

/// Returns the shape of the reply to a question.
pub fn schema(packet: &Packet, ask: &PanelQuestion, bounds: Bounds) -> Value {
    let text = bounds.text();
    match ask.wave {
        Wave::Seats => {
            let [quote, searched] = bounds.evidence();
            let finding = object([
                ("subcategory", subcategory()),
                ("severity", words(&SEVERITIES)),
                ("confidence", share()),
                ("location", place(packet, bounds)),
                quote,
                searched,
                ("description", text.clone()),
                ("recommendation", text.clone()),
            ]);
            let examined = object([("sections", text.clone()), ("questions", text.clone())]);
            object([
                ("rating", words(&RATINGS)),
                ("findings", bounds.list(&finding)),
                ("endorsements", bounds.list(&text)),
                ("examined", bounds.list(&examined)),
                ("summary", text),
            ])
        }
        Wave::Chair => {
            // As many groups as there are recommendations, and no more.
            let most = ask.recommendations.len().max(1);
            let numbers = json!({"type": "array", "items": {"type": "integer"}, "maxItems": most});
            let group = object([
                ("topic", text.clone()),
                ("recommendations", numbers),
                ("agreed", text.clone()),
                ("disputed", text.clone()),
                ("choice", text.clone()),
            ]);
            object([
                ("verdict", words(&RATINGS)),
                ("groups", json!({"type": "array", "items": group, "maxItems": most})),
                ("conflicts", bounds.list(&text)),
                ("questions", bounds.list(&text)),
                ("assessment", text),
            ])
        }
    }
}
