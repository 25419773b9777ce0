//! Keys and passwords that stand in a packet as they are: what must not leave the machine by accident.
//!
//! Only what is unmistakable is found: forms that providers themselves gave their keys so that they can be found. A word
//! such as `password` is not a secret, and a made-up key such as `sk-EXAMPLE` is none either.

use super::Packet;
use crate::diagnostic::Place;

/// A secret that stands in a packet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// Where.
    pub place: Place,
    /// What sort of secret; never the secret itself.
    pub kind: &'static str,
}

/// How a sort of secret looks: how it begins, and how many characters of a key follow at least.
struct SecretPattern {
    kind: &'static str,
    begins: &'static str,
    least: usize,
}

const FORMS: [SecretPattern; 18] = [
    form("a private key", "-----BEGIN PRIVATE KEY-----", 0),
    form("a private key", "-----BEGIN RSA PRIVATE KEY-----", 0),
    form("a private key", "-----BEGIN EC PRIVATE KEY-----", 0),
    form("a private key", "-----BEGIN OPENSSH PRIVATE KEY-----", 0),
    form("an AWS access key", "AKIA", 16),
    form("a temporary AWS access key", "ASIA", 16),
    form("a GitHub token", "ghp_", 36),
    form("a GitHub token", "gho_", 36),
    form("a GitHub token", "github_pat_", 40),
    form("a GitLab token", "glpat-", 20),
    form("a Slack token", "xoxb-", 20),
    form("a Slack token", "xoxp-", 20),
    form("a Google API key", "AIza", 35),
    form("an Anthropic key", "sk-ant-", 40),
    form("an OpenAI key", "sk-proj-", 40),
    form("a Stripe key", "sk_live_", 20),
    form("an npm token", "npm_", 36),
    form("a Hugging Face token", "hf_", 30),
];

const fn form(kind: &'static str, begins: &'static str, least: usize) -> SecretPattern {
    SecretPattern { kind, begins, least }
}

impl Packet {
    /// Finds the secrets that stand in the packet, in the order of its documents.
    pub fn secrets(&self) -> Vec<Secret> {
        let mut found = Vec::new();
        for document in &self.documents {
            for form in &FORMS {
                for (at, _) in document.text().match_indices(form.begins) {
                    let before =
                        document.text().get(..at).and_then(|text| text.chars().next_back());
                    let after = document.text().get(at + form.begins.len()..).unwrap_or_default();
                    if !before.is_some_and(is_of_a_key) && form.is_followed(after) {
                        let line = document.position(at).line;
                        let place = Place::file(document.path()).at(Some(line));
                        found.push(Secret { place, kind: form.kind });
                    }
                }
            }
        }
        found
    }
}

impl SecretPattern {
    /// Tells whether what follows is a key: long enough, and with digits and letters as chance draws them.
    fn is_followed(&self, after: &str) -> bool {
        let key: String = after.chars().take_while(|c| is_of_a_key(*c)).collect();
        let digits = key.chars().filter(char::is_ascii_digit).count();
        let is_drawn =
            digits > 0 && digits < key.len() && !key.to_ascii_lowercase().contains("example");
        self.least == 0 || (key.len() >= self.least && is_drawn)
    }
}

fn is_of_a_key(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '-'
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        ident::PacketId,
        packet::{Document, PacketKind},
    };

    fn kinds(text: &str) -> Vec<(&'static str, Option<u32>)> {
        let packet = Packet {
            id: PacketId::new("PRD-1").unwrap(),
            version: None,
            title: String::new(),
            kind: PacketKind::MarkdownPrd,
            documents: vec![Document::new("prd.md", text)],
        };
        packet.secrets().into_iter().map(|secret| (secret.kind, secret.place.line)).collect()
    }

    #[test]
    fn a_key_in_its_providers_form_is_found_with_its_line() {
        let key = format!("AKIA{}", "Q3EGRIZB7LMN2XYZ");
        assert_eq!(
            kinds(&format!("# A\n\nUse `{key}` to sign in.\n")),
            [("an AWS access key", Some(3))]
        );
        let key = format!("-----BEGIN {} KEY-----", "PRIVATE");
        assert_eq!(kinds(&key), [("a private key", Some(1))]);
    }

    #[test]
    fn words_about_secrets_and_made_up_keys_are_none() {
        assert_eq!(kinds("The password and the API key are kept in a vault."), []);
        assert_eq!(kinds("Keys begin with `AKIA` or `ghp_`."), []);
        assert_eq!(kinds(&format!("AKIA{}", "IOSFODNN7EXAMPLE")), []);
        assert_eq!(kinds("AKIAAAAAAAAAAAAAAAAAAAAAAAAA"), []);
    }
}
