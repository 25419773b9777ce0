//! What a model can return where JSON is wanted: the reader takes exactly what is JSON, or says no.
#![expect(clippy::disallowed_methods, reason = "one test reads shared data")]

use council_formats::json;

/// Texts that are no JSON, or JSON that two readers could understand differently.
const REFUSED: [&str; 14] = [
    "",
    "```json\n{\"findings\":[]}\n```",
    "Here is what I found:\n{\"findings\":[]}",
    "{'findings':[]}",
    "{\"findings\":[],}",
    "{\"findings\":[]}{\"findings\":[1]}",
    "{\"verdict\":\"FAIL\",\"verdict\":\"PASS\"}",
    "{\"a\":{\"b\":1,\"b\":2}}",
    "{\"score\":NaN}",
    "{\"score\":1e999}",
    "\u{feff}{\"findings\":[]}",
    "{\"description\":\"\\ud800\"}",
    "\u{0}",
    "{\"findings\": [",
];

#[test]
fn what_is_not_exactly_json_is_refused() {
    for text in REFUSED {
        assert!(json::read("answer.json", text).is_err(), "{text:?}");
    }
}

#[test]
fn depth_and_size_are_bounded() {
    assert!(json::read("answer.json", &"[".repeat(100_000)).is_err());
    assert!(json::read("answer.json", &format!("\"{}\"", "a".repeat(5 * 1024 * 1024))).is_err());
    let many = format!("[{}]", vec!["{}"; 100_000].join(","));
    assert_eq!(json::read("answer.json", &many).map(|node| node.items().len()), Ok(100_000));
}

#[test]
fn the_shared_list_of_answers_never_reads_as_something_else() {
    let Some(folder) = council_fixtures::shared_data("hostile") else {
        return;
    };
    let list = std::fs::read_to_string(folder.join("json/malformed_model_outputs.json"));
    let list = list.expect("the list is there");
    let list: serde_json::Value = serde_json::from_str(&list).expect("the list is JSON");
    for value in list["values"].as_array().expect("a list of values") {
        let text = value.as_str().expect("a text");
        // What both readers accept, they must agree on; what a strict reader refuses, ours refuses too.
        match (json::read("answer.json", text), serde_json::from_str::<serde_json::Value>(text)) {
            (Ok(node), Ok(plain)) => assert_eq!(json::value(&node), plain, "{text:?}"),
            (Ok(_), Err(error)) => panic!("{text:?} was accepted: {error}"),
            (Err(_), _) => {}
        }
    }
}
