//! Positions with few empty squares: no allocation, and a table and ordering by replies only where they pay.

use super::board::{Board, squares};
use super::guess::mobility;
use super::last::{last_one, last_two, or_pass};
use super::order::Ordered;
use super::parity::Parity;
use super::table::{Known, NO_SQUARE, Table};
use super::window::{NO_SCORE, Window};

/// The most empty squares for [`search`].
pub(super) const MOST_EMPTIES: u32 = 16;

/// The fewest empty squares with which moves are ordered by the replies they leave, and positions looked up.
/// With fewer, only their regions count.
///
/// Looked up from 6 on, there are 11 % fewer nodes, and solves take 3 % more time; from 9 on, 9 % more and 3 % more.
/// From 6 on there are 7 % fewer nodes, and 3 to 5 % more instructions.
/// From 8 on there are 18 to 24 % more nodes, and 6 to 7 % more instructions (bench `counts -- solve`).
const BY_REPLIES: u32 = 7;

/// The squares beside corners, diagonally adjacent ones included. Moves there tend to give the corner away.
///
/// Not to leave them for last takes 4 % more nodes and 2 to 3 % more instructions, and not to order by regions either
/// 9 to 10 % more nodes and 5 to 6 % more instructions (bench `counts -- solve`).
const NEAR_CORNERS: u64 = 0x42c3_0000_0000_c342;

/// The score for the side to move: exact inside the window, otherwise a bound. It counts the discs placed.
///
/// What it finds goes into the table, if there is one.
pub(super) fn search(board: Board, window: Window, table: Option<&mut Table>, nodes: &mut u64) -> i32 {
    let empty = board.empty();
    match empty.count_ones() {
        0 => board.final_score(),
        1 => last_one(board, empty.trailing_zeros() as u8),
        2 => last_two(board, pair(empty), window, nodes),
        empties => deeper(board, empties, Parity::of(empty), window, table, nodes),
    }
}

/// The score with three or more empty squares.
#[inline]
fn deeper(
    board: Board,
    empties: u32,
    parity: Parity,
    window: Window,
    table: Option<&mut Table>,
    nodes: &mut u64,
) -> i32 {
    match empties {
        // Lists of eight moves take 3 % less time than those of sixteen.
        BY_REPLIES..=8 => by_replies::<8>(board, empties, parity, window, table, nodes),
        9.. => by_replies::<{ MOST_EMPTIES as usize }>(board, empties, parity, window, table, nodes),
        3 => three(board, Order::of(board.empty(), parity), window, nodes),
        4 => four(board, Order::of(board.empty(), parity), parity, window, nodes),
        _ => by_parity(board, empties, parity, window, nodes),
    }
}

/// The score by moves in the order of the replies they leave, few first, and then by odd regions.
/// There are at most `MOST` of them.
///
/// Of all moves but the first, it is first asked only whether they are better.
fn by_replies<const MOST: usize>(
    board: Board,
    empties: u32,
    parity: Parity,
    window: Window,
    mut table: Option<&mut Table>,
    nodes: &mut u64,
) -> i32 {
    let known = table.as_deref().and_then(|table| table.get(board));
    if let Some(bound) = known.and_then(|known| known.beyond(window)) {
        return bound;
    }
    let legal = board.legal();
    if legal == 0 {
        let passed = board.passed();
        if passed.legal() == 0 {
            return board.final_score();
        }
        return -by_replies::<MOST>(passed, empties, parity, window.other_side(), table, nodes);
    }
    let odd = parity.odd();
    let rank = |square: u8, after| 2 * mobility(after) - i32::from(odd >> square & 1 == 1);
    let before = *nodes;
    let (mut best, mut best_square) = (NO_SCORE, NO_SQUARE);
    let mut moves = Ordered::<MOST>::new(board, legal, rank);
    for candidate in moves.by_ref() {
        let (after, square) = (candidate.after, candidate.square());
        *nodes += 1;
        let mut below = |window: Window| {
            -deeper(after, empties - 1, parity.without(square), window.other_side(), table.as_deref_mut(), nodes)
        };
        let open = window.above(best);
        let score = match best {
            NO_SCORE => below(open),
            _ => match below(open.null()) {
                better if open.contains(better) => below(open),
                bound => bound,
            },
        };
        if score > best {
            (best, best_square) = (score, square);
        }
        if best >= window.beta {
            break;
        }
    }
    if let Some(table) = table {
        table.put(board, Known::of(best, window, best_square), *nodes - before);
    }
    best
}

/// The score by moves in odd regions first, and those near corners last among them.
///
/// Here counting the replies would cost more than it saves.
fn by_parity(board: Board, empties: u32, parity: Parity, window: Window, nodes: &mut u64) -> i32 {
    or_pass(board, window, |board, window| play_by_parity(board, empties, parity, window, nodes))
}

fn play_by_parity(board: Board, empties: u32, parity: Parity, window: Window, nodes: &mut u64) -> Option<i32> {
    let empty = board.empty();
    let odd = empty & parity.odd();
    let mut best = None;
    for set in [odd & !NEAR_CORNERS, odd & NEAR_CORNERS, empty & !odd] {
        for square in squares(set) {
            let turned = board.flips(square);
            if turned == 0 {
                continue;
            }
            *nodes += 1;
            let after = board.after(square, turned);
            let below = window.above(best.unwrap_or(NO_SCORE)).other_side();
            let score = -deeper(after, empties - 1, parity.without(square), below, None, nodes);
            best = best.max(Some(score));
            if score >= window.beta {
                return best;
            }
        }
    }
    best
}

/// The score with four empty squares, in this order.
///
/// With functions of their own for the last three and four, solves take 3 % less time.
/// Unrolled, they take 5 % more than without.
fn four(board: Board, order: Order, parity: Parity, window: Window, nodes: &mut u64) -> i32 {
    or_pass(board, window, |board, window| {
        best_of(board, order, 4, window, nodes, |after, square, rest, window, nodes| {
            three(after, rest.odd_first(parity.without(square)), window, nodes)
        })
    })
}

/// The score with three empty squares, in this order.
fn three(board: Board, order: Order, window: Window, nodes: &mut u64) -> i32 {
    or_pass(board, window, |board, window| {
        best_of(board, order, 3, window, nodes, |after, _, rest, window, nodes| {
            last_two(after, [rest.square(0), rest.square(1)], window, nodes)
        })
    })
}

/// The best score of moves to some squares in their order; `None` if none of them is legal.
#[inline(always)]
fn best_of(
    board: Board,
    order: Order,
    len: u32,
    window: Window,
    nodes: &mut u64,
    below: impl Fn(Board, u8, Order, Window, &mut u64) -> i32,
) -> Option<i32> {
    let mut best = None;
    for place in 0..len {
        let square = order.square(place);
        let turned = board.flips(square);
        if turned == 0 {
            continue;
        }
        *nodes += 1;
        let open = window.above(best.unwrap_or(NO_SCORE)).other_side();
        let score = -below(board.after(square, turned), square, order.without(place), open, nodes);
        best = best.max(Some(score));
        if score >= window.beta {
            break;
        }
    }
    best
}

/// The last empty squares in an order, a byte each.
///
/// With arrays, which are written and read in memory by parts of other sizes, solves take 14 % more time.
#[derive(Clone, Copy)]
struct Order(u32);

impl Order {
    /// Up to four empty squares: those in odd regions first, and those near corners last among them.
    #[inline]
    fn of(empty: u64, parity: Parity) -> Order {
        let odd = empty & parity.odd();
        let (mut order, mut place) = (0, 0);
        for set in [odd & !NEAR_CORNERS, odd & NEAR_CORNERS, empty & !odd] {
            for square in squares(set) {
                order |= u32::from(square) << (8 * place);
                place += 1;
            }
        }
        Order(order)
    }

    #[inline(always)]
    fn square(self, place: u32) -> u8 {
        (self.0 >> (8 * place)) as u8
    }

    #[inline(always)]
    fn without(self, place: u32) -> Order {
        let before = (1 << (8 * place)) - 1;
        Order(self.0 & before | self.0 >> 8 & !before)
    }

    /// Three squares, but for one that is alone in an odd region, which comes first.
    #[inline(always)]
    fn odd_first(self, parity: Parity) -> Order {
        let is_odd = |place| parity.odd() >> self.square(place) & 1 == 1;
        let first = if is_odd(0) { 0 } else { 2 - u32::from(is_odd(1)) };
        Order(u32::from(self.square(first)) | self.without(first).0 << 8)
    }
}

/// The two squares of a set.
#[inline]
fn pair(set: u64) -> [u8; 2] {
    [set.trailing_zeros() as u8, (63 - set.leading_zeros()) as u8]
}

#[cfg(test)]
mod tests {
    use bestply_testkit::Dice;

    use super::*;

    /// Discs placed at random on a board with so many empty squares.
    fn thrown(dice: &mut Dice, empties: u32) -> Board {
        let mut board = Board { mover: 0, waiting: 0 };
        while board.empties() > empties {
            let disc = board.empty() & (1 << dice.below(64));
            *(if dice.happens(40) { &mut board.mover } else { &mut board.waiting }) |= disc;
        }
        board
    }

    #[test]
    fn a_narrow_window_gives_the_score_or_a_bound_on_its_side() {
        let mut dice = Dice::new(1);
        for empties in 0..=9 {
            for _ in 0..60 {
                let board = thrown(&mut dice, empties);
                let score = search(board, Window::ALL, None, &mut 0);
                let alpha = dice.below(65) as i32 * 2 - 64;
                for beta in [alpha + 1, alpha + 2, alpha + 9] {
                    let found = search(board, Window { alpha, beta }, None, &mut 0);
                    match score {
                        _ if score <= alpha => assert!((score..=alpha).contains(&found), "{score}, {found}"),
                        _ if score >= beta => assert!((beta..=score).contains(&found), "{score}, {found}"),
                        _ => assert_eq!(found, score),
                    }
                }
            }
        }
    }
}
