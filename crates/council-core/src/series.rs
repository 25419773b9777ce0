//! The reviews of one project in order.
