//! Nanoseconds of one look at a random place, by the size of the memory: what a node that is in no cache costs.

use bestply::mix;
use bestply_benches::{Table, criterion, measure};

/// The sizes of memories in KiB.
const SIZES: [usize; 4] = [256, 1_024, 16 * 1_024, 512 * 1_024];
/// The looks of a run.
const LOOKS: u64 = 1 << 16;

fn main() {
    let (mut table, mut criterion) = (Table::new("memory"), criterion());
    for size in SIZES {
        let places: Vec<u64> = (0..size as u64 * 128).map(mix).collect();
        let mut at = 0;
        // Where to look next is known only after the look.
        let looks = || {
            (0..LOOKS).for_each(|look| at = mix(places[at as usize % places.len()] ^ look));
            LOOKS
        };
        table.add("one look", format!("{size} KiB"), measure(&mut criterion, "one look", &size.to_string(), looks));
    }
    criterion.final_summary();
    table.finish();
}
