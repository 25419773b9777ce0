//! What lets a browser in: a token that works once, the cookie it becomes, and the mark of a form of ours.

use std::{
    fmt::Write as _,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use subtle::ConstantTimeEq as _;

/// How many bytes of chance each of them has.
const BYTES: usize = 32;

/// The three secrets of one server. They live as long as the process does and are written nowhere.
pub struct Keys {
    token: String,
    is_used: AtomicBool,
    cookie: String,
    form: String,
    tried: Mutex<u32>,
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

/// The most wrong tokens that are looked at.
const MOST_TRIES: u32 = 100;

impl Keys {
    /// Draws them, or says that the machine has no chance to draw from.
    pub fn draw() -> Result<Self, getrandom::Error> {
        Ok(Self {
            token: drawn()?,
            is_used: AtomicBool::new(false),
            cookie: drawn()?,
            form: drawn()?,
            tried: Mutex::new(0),
        })
    }

    pub(crate) fn token(&self) -> &str {
        &self.token
    }

    /// Returns the mark that every form of ours carries.
    pub(crate) fn form(&self) -> &str {
        &self.form
    }

    /// Takes the token, and gives the cookie for it: once, and never again.
    pub(crate) fn enter(&self, token: &str) -> Option<&str> {
        let mut tried = self.tried.lock().unwrap_or_else(PoisonError::into_inner);
        if *tried >= MOST_TRIES {
            return None;
        }
        if !is_same(token, &self.token) {
            *tried += 1;
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
        let keys = Keys::draw().unwrap();
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
    fn who_guesses_too_often_is_not_listened_to() {
        let keys = Keys::draw().unwrap();
        for _ in 0..MOST_TRIES {
            assert_eq!(keys.enter("guess"), None);
        }
        let token = keys.token().to_owned();
        assert_eq!(keys.enter(&token), None);
    }

    #[test]
    fn what_is_drawn_is_long_and_new() {
        let (one, other) = (drawn().unwrap(), drawn().unwrap());
        assert_eq!(one.len(), 64);
        assert_ne!(one, other);
    }
}
