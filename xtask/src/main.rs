//! The one front door.
fn main() {}
