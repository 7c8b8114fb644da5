//! Unbounded best-first minimax, on trees and on graphs.

mod conformance;
mod graph;
mod policy;
mod threads;
mod to_the_end;
