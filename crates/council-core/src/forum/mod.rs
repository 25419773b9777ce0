//! The forum: project owners, advocates, challenges, rounds.
