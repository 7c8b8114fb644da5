//! How far a side is from a connection that the other side cannot break by one stone at a time.

use bestply_core::{Side, Value};

use super::{Hex, NEIGHBOURS};
use crate::bits::WideBits;
use crate::wide::Wide;

/// The *two-distances* of both sides (van Rijswijck 2000).
///
/// A cell beside an edge is at distance 1 from it.
/// Any other cell is one further than the *second* nearest of its neighbours, because the other side takes the nearest.
/// Cells beside the same chain of one's own stones are neighbours.
/// A side's potential is the least sum of a cell's distances from its two edges.
/// A potential that is smaller by one is worth 16, and each cell that has the least sum 1, up to 7 of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct TwoDistance;

/// What a smaller potential is worth.
const POTENTIAL: Value = 16;

/// The most cells with the least sum that count.
const MOST_CELLS: u32 = 7;

plain_evaluation!(
    TwoDistance of Hex<N>,
    |position| worth(position, Side::Max) - worth(position, Side::Min),
    /// A potential that is smaller by four is as good as a win.
    win = 4 * POTENTIAL as u32
);

/// What its potential is worth to a side.
fn worth<const N: usize>(position: &Hex<N>, side: Side) -> Value {
    let graph = Graph::of(position, side);
    let [one, other] = Hex::<N>::edges(side).map(|edge| graph.layers(edge));
    // A cell that is in no layer is farther than all.
    let farthest = 2 * N + 2;
    for sum in 2..farthest {
        let layer = |layers: &[u128; 128], distance: usize| layers.get(distance).copied().unwrap_or(0);
        let cells = (1..sum).fold(0, |cells, first| cells | layer(&one, first) & layer(&other, sum - first));
        if cells != 0 {
            return cells.count_ones().min(MOST_CELLS) as Value - POTENTIAL * sum as Value;
        }
    }
    -POTENTIAL * farthest as Value
}

/// The empty cells with their neighbours for a side.
struct Graph<const N: usize> {
    empty: u128,
    stones: u128,
    /// The cells beside chains, which have more neighbours than those around them.
    border: u128,
    /// The neighbours of each of these cells.
    neighbours: [u128; 128],
}

impl<const N: usize> Graph<N> {
    fn of(position: &Hex<N>, side: Side) -> Graph<N> {
        let (empty, stones) = (position.empty(), position.stones(side));
        let border = Wide::<N>::beside(stones, &NEIGHBOURS) & empty;
        let mut neighbours = [0; 128];
        WideBits(border)
            .for_each(|cell| neighbours[usize::from(cell)] = Wide::<N>::beside(1 << cell, &NEIGHBOURS) & empty);
        let mut rest = stones;
        while rest != 0 {
            let chain = Wide::<N>::connected(rest & rest.wrapping_neg(), stones, &NEIGHBOURS);
            rest &= !chain;
            let border = Wide::<N>::beside(chain, &NEIGHBOURS) & empty;
            WideBits(border).for_each(|cell| neighbours[usize::from(cell)] |= border & !(1 << cell));
        }
        Graph { empty, stones, border, neighbours }
    }

    /// The empty cells at each distance from an edge.
    fn layers(&self, edge: u128) -> [u128; 128] {
        let mut layers = [0; 128];
        let chains = Wide::<N>::connected(self.stones & edge, self.stones, &NEIGHBOURS);
        layers[1] = self.empty & (edge | Wide::<N>::beside(chains, &NEIGHBOURS));
        let mut reached = layers[1];
        for layer in &mut layers[2..2 * N] {
            let candidates = WideBits(self.border & !reached);
            let is_next = |cell: &u8| (self.neighbours[usize::from(*cell)] & reached).count_ones() >= 2;
            let beside_chains = candidates.filter(is_next).fold(0, |cells, cell| cells | 1 << cell);
            *layer = (beside_chains | Hex::<N>::beside_two(reached)) & self.empty & !reached;
            if *layer == 0 {
                break;
            }
            reached |= *layer;
        }
        layers
    }
}
