//! What a caller may set about a session.
