//! A mark that nobody can know before it is drawn.

use std::hash::{BuildHasher as _, Hasher as _, RandomState};

/// Draws a mark of 32 digits. The author of a packet wrote it before the mark was drawn, and so cannot forge it.
pub fn fence() -> String {
    // The keys of these hashers come from the operating system's source of chance.
    let draw = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", draw(), draw())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_marks_are_not_alike() {
        assert_eq!(fence().len(), 32);
        assert_ne!(fence(), fence());
    }
}
