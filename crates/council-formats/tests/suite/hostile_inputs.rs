//! Files made to break readers: each is refused, or read as what it is, and never as something else.
#![expect(
    clippy::disallowed_methods,
    reason = "these tests read shared data, and what they cannot read has failed"
)]

use std::fs;

use council_core::tree::{Node, Value};
use council_fixtures::shared_data;
use council_formats::{input, markdown, packet, yaml};

fn read(name: &str, bytes: &[u8]) -> Result<Node, &'static str> {
    let text = input::text(name, bytes).map_err(|error| error.code)?;
    yaml::read(name, &text).map_err(|error| error.code)
}

#[test]
fn every_hostile_yaml_file_ends_as_its_list_says() {
    let Some(root) = shared_data("hostile/yaml") else { return };
    let index: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(root.join("index.json")).unwrap()).unwrap();
    let cases = index.get("cases").and_then(|cases| cases.as_array()).unwrap();
    let mut read_cases = 0;
    for case in cases {
        let expected = case.get("expect").and_then(|expect| expect.as_str()).unwrap();
        let Some(file) = case.get("file").and_then(|file| file.as_str()) else { continue };
        read_cases += 1;
        let result = read(file, &fs::read(root.join(file)).unwrap());
        match expected.split([':', ' ']).next().unwrap() {
            "reject" => assert!(result.is_err(), "{file} was read"),
            "accept" if expected == "accept as string or reject; never null" => {
                let value =
                    result.map(|node| node.entries().first().map(|entry| entry.node.value.clone()));
                assert!(!matches!(value, Ok(None | Some(Value::Null))), "{file}: {value:?}");
            }
            "accept" => assert!(result.is_ok(), "{file}: {result:?}"),
            "accept_or_reject_within_limits" => {}
            other => panic!("{file}: unknown expectation `{other}`"),
        }
    }
    assert_eq!(read_cases, 25);
}

#[test]
fn words_that_some_readers_take_for_truth_values_stay_words() {
    let Some(root) = shared_data("hostile/yaml/norway-no-yes-off.yaml") else { return };
    let node = read("n.yaml", &fs::read(root).unwrap()).unwrap();
    for (key, word) in [("a", "no"), ("b", "off"), ("f", "12:30:45")] {
        assert_eq!(node.get(key).and_then(Node::text), Some(word));
    }
}

#[test]
fn large_yaml_is_refused_before_it_is_parsed() {
    let block_nest =
        (0..5000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect::<Vec<_>>().concat();
    let scalar = format!("a: {}\n", "x".repeat(10_000_000));
    let keys = (0..1_000_000).map(|key| format!("k{key}: 1\n")).collect::<Vec<_>>().concat();
    for text in [block_nest, scalar, keys] {
        assert_eq!(read("big.yaml", text.as_bytes()), Err("too-large"));
    }
}

#[test]
fn yaml_that_fits_but_is_too_deep_or_too_wide_is_refused() {
    let deep =
        (0..1000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect::<Vec<_>>().concat();
    let wide = format!("[{}]", "1,".repeat(1_000_000));
    let keys = (0..300_000).map(|key| format!("k{key}: 1\n")).collect::<Vec<_>>().concat();
    for text in [
        deep,
        wide,
        keys,
        "- ".repeat(100_000),
        "? ".repeat(100_000),
        "[".repeat(1_000_000),
        "{a: ".repeat(100_000),
    ] {
        assert!(read("big.yaml", text.as_bytes()).is_err());
    }
}

#[test]
fn hostile_front_matter_states_nothing_it_should_not() {
    let Some(root) = shared_data("hostile/frontmatter") else { return };
    let matter = |file: &str| {
        let text = input::text(file, &fs::read(root.join(file)).unwrap()).unwrap();
        match markdown::front_matter(file, &text) {
            Ok(Some(matter)) => {
                let verdict = matter.node.get("overall_verdict").and_then(Node::text);
                Ok(verdict.map(str::to_owned))
            }
            Ok(None) => Ok(None),
            Err(error) => Err(error.code),
        }
    };
    let stated = |word: &str| Ok(Some(word.to_owned()));
    for (file, expected) in [
        ("leading-blank-line.md", Ok(None)),
        ("four-dashes.md", Ok(None)),
        ("json-frontmatter.md", Ok(None)),
        ("verdict-in-code-fence.md", Ok(None)),
        ("unclosed.md", Err("front-matter-unclosed")),
        ("case-key.md", Err("ambiguous-key")),
        ("anchor-verdict.md", Err("yaml-alias")),
        ("dashes-inside-scalar.md", stated("APPROVED")),
        // The words are read as they are; that neither is a verdict is for the reader of verdicts to say.
        ("homoglyph-value.md", stated("APPR\u{41e}VED")),
        ("value-pipe.md", stated("APPROVED | APPROVED_WITH_CONCERNS | REVISE_AND_RESUBMIT")),
    ] {
        assert_eq!(matter(file), expected, "{file}");
    }
    let hidden = fs::read_to_string(root.join("section-in-html-comment.md")).unwrap();
    assert!(markdown::outline(&hidden).sections.is_empty());
}

#[test]
fn markdown_made_to_be_slow_is_read() {
    let size = 100_000;
    for piece in [
        "[",
        "![",
        "](",
        "*a ",
        "**a _b ",
        "`",
        "``` ",
        "> ",
        "- ",
        "1. ",
        "> - ",
        "<",
        "<!--",
        "<a ",
        "&",
        "\\",
        "|",
        "a|b\n-|-\n",
        "# a\n",
        "a\n=\n",
        "[a]: b\n",
        "[a][b] ",
        "- FR-1: a\n",
        "**FR-1**: x\n\n",
        "### FR-1: a\n",
        "AC-1: x\nFR-2: y\n",
        "- Given a\n- When b\n",
        "FR-1 ",
        "| FR-1 | a |\n",
        "  - a:\n",
        "\n",
        " ",
        "\t",
        "---\n",
        "~~~\n",
        "é\u{301}",
    ] {
        let text = piece.repeat(size / piece.len());
        let parsed = packet::markdown_document("a.md", &text);
        assert_eq!(parsed.errors().count(), 0, "{piece}");
    }
}
