//! How a packet serves the user's vision, scored by the seats and aggregated by the program.
