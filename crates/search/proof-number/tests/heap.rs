//! What a solver takes of the heap beside the bytes that it was given.
//!
//! The file has one test alone, since the allocator counts for the whole process.

use bestply_core::{Evaluator, Limit};
use bestply_proof_number::{Method, Outcomes, Score, Scores, Settings, Solver};
use bestply_testkit::{DropFour, DropValue};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// The most bytes of the heap that a solver of so many bytes took at once.
fn heap(method: Method, bytes: usize) -> usize {
    let mut board = DropFour::new(6, 6, 4);
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    let mut judge = Outcomes::new(|end: &DropFour| DropValue.evaluate(end).signum() as Score);
    let mut solver = Solver::new(Settings::of(method), bytes);
    solver.solve(&mut board, &mut judge, Scores::OUTCOMES, &Limit::new().evaluations(50_000), &mut ());
    assert_eq!(solver.bytes(), bytes, "{method:?} has as many bytes as it may");
    HEAP.peak_usage() - before
}

/// Beside its nodes a solver has the path that it is on, of 36 plies at most, and the children of each position of it.
#[test]
fn a_solver_takes_its_bytes_and_little_beside() {
    const BESIDE: usize = 8 << 10;
    for method in Method::ALL {
        for bytes in [1 << 10, 1 << 16, 1 << 20] {
            let taken = heap(method, bytes);
            assert!(taken <= bytes + BESIDE, "{method:?} took {taken} bytes of the heap with {bytes} of its own");
        }
    }
}
