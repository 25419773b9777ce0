//! What a round hands to the next.
