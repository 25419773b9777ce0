//! For test reporters: `JUnit` XML.
