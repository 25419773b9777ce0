//! What lets a browser in: a token that works once, the cookie it becomes, and the mark of a form of ours.

use std::{
    fmt::Write as _,
    sync::atomic::{AtomicBool, Ordering},
};

use subtle::ConstantTimeEq as _;

/// How many bytes of chance each of them has.
const BYTES: usize = 32;

/// How many digits of chance the server's name has.
const NAME: usize = 16;

/// The secrets of one server. They live as long as the process does and are written nowhere.
pub struct PageSecrets {
    token: String,
    is_used: AtomicBool,
    cookie: String,
    form: String,
    name: String,
}

impl std::fmt::Debug for PageSecrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("PageSecrets")
    }
}

impl PageSecrets {
    /// Draws them, or says that the machine has no chance to draw from.
    pub fn draw() -> Result<Self, getrandom::Error> {
        Ok(Self {
            token: drawn()?,
            is_used: AtomicBool::new(false),
            cookie: drawn()?,
            form: drawn()?,
            name: drawn()?.chars().take(NAME).collect(),
        })
    }

    /// Returns what nobody else's server on this machine is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Returns the mark that every form of ours carries.
    pub(crate) fn form(&self) -> &str {
        &self.form
    }

    /// Takes the token, and gives the cookie for it: once, and never again. Guesses are not counted: nobody guesses 256
    /// bits, and whoever guesses must not shut the door for who knows them.
    pub(crate) fn enter(&self, token: &str) -> Option<&str> {
        if !is_same(token, &self.token) {
            return None;
        }
        let was_used = self.is_used.swap(true, Ordering::SeqCst);
        (!was_used).then_some(self.cookie.as_str())
    }

    /// Tells whether a cookie is the one that was given.
    pub(crate) fn is_known(&self, cookie: &str) -> bool {
        self.is_used.load(Ordering::SeqCst) && is_same(cookie, &self.cookie)
    }

    /// Tells whether a form is one of ours.
    pub(crate) fn is_ours(&self, mark: &str) -> bool {
        is_same(mark, &self.form)
    }
}

/// Draws something that nobody can guess, in hexadecimal digits.
pub(crate) fn drawn() -> Result<String, getrandom::Error> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().fold(String::with_capacity(2 * BYTES), |mut drawn, byte| {
        let _ = write!(drawn, "{byte:02x}");
        drawn
    }))
}

/// Compares without telling by the time how much is right.
fn is_same(one: &str, other: &str) -> bool {
    one.as_bytes().ct_eq(other.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_lets_in_once_and_the_cookie_is_worth_nothing_before() {
        let keys = PageSecrets::draw().unwrap();
        let cookie = keys.cookie.clone();
        assert!(!keys.is_known(&cookie));
        assert_eq!(keys.enter("wrong"), None);
        let token = keys.token().to_owned();
        assert_eq!(keys.enter(&token), Some(cookie.as_str()));
        assert_eq!(keys.enter(&token), None);
        assert!(keys.is_known(&cookie));
        assert!(!keys.is_known(&token));
    }

    #[test]
    fn who_guesses_does_not_shut_the_door_for_who_knows() {
        let keys = PageSecrets::draw().unwrap();
        for _ in 0..1000 {
            assert_eq!(keys.enter("guess"), None);
        }
        let token = keys.token().to_owned();
        assert!(keys.enter(&token).is_some());
    }

    #[test]
    fn what_is_drawn_is_long_and_new() {
        let (one, other) = (drawn().unwrap(), drawn().unwrap());
        assert_eq!(one.len(), 64);
        assert_ne!(one, other);
    }
}
