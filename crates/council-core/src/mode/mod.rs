//! The eighty reasoning modes, how a seat chooses five of them, and the role that follows.
