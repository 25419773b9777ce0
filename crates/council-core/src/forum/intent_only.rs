//! Intent says what and why. Paths, code and product names say how, and are pointed out.

use super::{intent::Intent, words::words};

words! {
    /// What sort of "how" was found.
    pub enum How {
        /// The path or name of a file, or an address.
        Path = "path",
        /// Code or an identifier.
        Code = "code",
        /// A product.
        Product = "product",
    }
}

/// A word in an intent that says how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leak {
    /// What sort of word.
    pub how: How,
    /// The word.
    pub found: String,
    /// Which part of the intent it stands in.
    pub place: &'static str,
}

/// Products often named where a need is meant. A product that is not listed is not noticed: this is a warning, not a
/// gate.
const PRODUCTS: &[&str] = &[
    "airtable",
    "angular",
    "ansible",
    "aws",
    "azure",
    "bigquery",
    "cassandra",
    "clickhouse",
    "cloudflare",
    "datadog",
    "django",
    "docker",
    "dynamodb",
    "elasticsearch",
    "figma",
    "firebase",
    "flask",
    "gcp",
    "github",
    "gitlab",
    "grafana",
    "graphql",
    "hubspot",
    "jenkins",
    "jira",
    "kafka",
    "kubernetes",
    "langchain",
    "mongodb",
    "mysql",
    "nextjs",
    "nginx",
    "nodejs",
    "okta",
    "openai",
    "postgres",
    "postgresql",
    "prometheus",
    "rabbitmq",
    "redis",
    "redshift",
    "salesforce",
    "sendgrid",
    "sentry",
    "shopify",
    "snowflake",
    "sqlite",
    "stripe",
    "supabase",
    "tailwind",
    "terraform",
    "twilio",
    "typescript",
    "vercel",
    "wordpress",
    "zendesk",
];

/// Endings of file names that are never ordinary words.
const EXTENSIONS: &[&str] = &[
    "c", "cfg", "conf", "cpp", "cs", "css", "csv", "go", "h", "html", "ini", "java", "js", "json",
    "jsx", "kt", "md", "php", "py", "rb", "rs", "sh", "sql", "toml", "ts", "tsx", "txt", "xml",
    "yaml", "yml",
];

/// Finds the words of an intent that say how, each once per part, in order.
pub fn leaks(intent: &Intent) -> Vec<Leak> {
    let mut found: Vec<Leak> = Vec::new();
    for (place, text) in intent.texts() {
        for word in text.split_whitespace() {
            let Some(how) = how(word) else { continue };
            let leak = Leak { how, found: bare(word).to_owned(), place };
            if !found.contains(&leak) {
                found.push(leak);
            }
        }
    }
    found
}

fn how(word: &str) -> Option<How> {
    if word.contains('`') || is_code(bare(word)) {
        return Some(How::Code);
    }
    let word = bare(word);
    let name: String = word.chars().filter(|c| *c != '.').flat_map(char::to_lowercase).collect();
    if PRODUCTS.binary_search(&name.as_str()).is_ok() {
        return Some(How::Product);
    }
    is_path(word).then_some(How::Path)
}

/// Takes the punctuation of the sentence off a word, but not what a path or a call begins and ends with.
fn bare(word: &str) -> &str {
    let sentence = |c: char| {
        matches!(c, ',' | ';' | ':' | '!' | '?' | '"' | '\'' | '“' | '”' | '’' | '`' | '*')
    };
    let word = word.trim_matches(sentence).trim_end_matches('.').trim_start_matches(['(', '[']);
    if word.ends_with("()") { word } else { word.trim_end_matches([')', ']']) }
}

fn is_path(word: &str) -> bool {
    if ["/", "./", "../", "~/", "http://", "https://"].iter().any(|start| {
        word.strip_prefix(start).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric()))
    }) {
        return true;
    }
    if word.contains(":\\") {
        return true;
    }
    let name = word.rsplit(['/', '\\']).next().unwrap_or(word);
    let has_extension = name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty() && EXTENSIONS.contains(&extension.to_ascii_lowercase().as_str())
    });
    // One slash joins words ("and/or"), two or more between lowercase names make a path; dates have digits only.
    let parts: Vec<&str> = word.split('/').collect();
    let is_name = |part: &&str| part.starts_with(|c: char| c.is_ascii_lowercase());
    has_extension || (parts.len() > 2 && parts.iter().all(is_name))
}

fn is_code(word: &str) -> bool {
    if ["::", "()", "=>", "==", "!=", "&&", "||", "</", "/>", "{{", "}}"]
        .iter()
        .any(|mark| word.contains(mark))
    {
        return true;
    }
    let is_identifier = word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let snake = word.split('_').filter(|part| !part.is_empty()).count() > 1;
    let starts_lower = word.chars().take(2).filter(char::is_ascii_lowercase).count() == 2;
    let camel = starts_lower && word.chars().any(|c| c.is_ascii_uppercase());
    is_identifier && (snake || camel)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_say_how_are_found() {
        for word in [
            "src/main.rs",
            "./run",
            "/etc/passwd",
            "config.yaml,",
            "(docs/design/notes)",
            "C:\\temp",
            "https://example.org/x",
        ] {
            assert_eq!(how(word), Some(How::Path), "{word}");
        }
        for word in ["`id`", "retry_count", "getUser", "connect()", "std::fs", "a=>b"] {
            assert_eq!(how(word), Some(How::Code), "{word}");
        }
        for word in ["Redis", "PostgreSQL.", "Node.js", "(Kafka)"] {
            assert_eq!(how(word), Some(How::Product), "{word}");
        }
    }

    #[test]
    fn ordinary_words_are_left_alone() {
        for word in [
            "and/or",
            "24/7",
            "2026/03/01",
            "e.g.",
            "iPhone",
            "GDPR",
            "users'",
            "5%",
            "export",
            "(later)",
            "…",
            "/",
            "v1.2",
        ] {
            assert_eq!(how(word), None, "{word}");
        }
    }

    #[test]
    fn the_products_are_sorted_for_the_search() {
        assert!(PRODUCTS.is_sorted());
    }
}
