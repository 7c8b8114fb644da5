//! Positions with many empty squares: principal-variation search with a table.

use bestply_core::{Limit, Meter, Stop};

use super::board::Board;
use super::guess::{DISC, Guesser, LIMIT, corner_stability, discs, mobility, potential_mobility};
use super::order::{MOST_MOVES, Ordered};
use super::parity::Parity;
use super::small;
use super::stability::stable;
use super::table::{Known, NO_SQUARE, Table};
use super::window::{NO_SCORE, Window};
use crate::evaluation::Heuristic;
use crate::{Move, Square};

/// The fewest empty squares for this search. With fewer, [`small::search`] needs no limit and no thorough order.
const MANY: u32 = 9;

/// The fewest empty squares for a look ahead in the ordering of moves.
///
/// It starts with no move ahead, and takes one more for every three more empty squares.
/// From 12 on, one more for every two takes 1.15 times the time of one more for every three (`docs/othello.md`, How).
const LOOK_AHEAD: u32 = 13;

/// The moves ahead of a guess of the score. With two moves ahead, solves take 2 % more nodes (bench `counts -- solve`).
const GUESS_DEPTH: u32 = 4;

/// The least `alpha` for a look at stable discs.
/// Below it so few discs are stable that the look costs more than it saves:
/// with 18 empty squares, 95 nodes of three million for 0.8 % of the instructions (bench `counts -- solve`).
const STABILITY_ALPHA: i32 = 12;

/// The search of one solve.
pub(super) struct Solve<'a> {
    /// Guesses scores for the order of moves.
    judge: &'a mut dyn Heuristic,
    pub(super) table: &'a mut Table,
    pub(super) meter: Meter<'a>,
    /// The number of discs placed, look-aheads included.
    pub(super) nodes: u64,
    /// The nodes that the meter knows of.
    pub(super) counted: u64,
}

impl<'a> Solve<'a> {
    pub(super) fn new(table: &'a mut Table, judge: &'a mut dyn Heuristic, limit: &'a Limit) -> Solve<'a> {
        table.take_memory();
        Solve { judge, table, meter: Meter::start(limit), nodes: 0, counted: 0 }
    }

    /// Tells the meter of the nodes since it was told last.
    fn count(&mut self) -> Result<(), Stop> {
        let new = self.nodes - self.counted;
        self.counted = self.nodes;
        self.meter.evaluations(new as usize).map_err(|short| short.stop)
    }

    /// The score, with perfect play to the end.
    ///
    /// Windows near a guess are tried first, since a narrow window cuts more off: the next one lies on the side
    /// where the score is, and is wider.
    pub(super) fn near_guess(&mut self, board: Board) -> Result<(i32, Vec<Move>), Stop> {
        let mut line = Vec::new();
        let mut width = 2;
        let mut window = self.guess(board).map_or(Window::ALL, |guess| Window::of(guess - width, guess + width));
        loop {
            let score = self.principal(board, window, &mut line)?;
            if window.contains(score) {
                return Ok((score, line));
            }
            width *= 2;
            window =
                if score <= window.alpha { Window::of(score - width, score) } else { Window::of(score, score + width) };
        }
    }

    /// A guess of the score, if the judge says what its values are in discs and the search is long enough to need it.
    fn guess(&mut self, board: Board) -> Option<i32> {
        let empties = board.empties();
        if empties < LOOK_AHEAD {
            return None;
        }
        discs(self.judge, board)?;
        let mut guesser = Guesser { judge: &mut *self.judge, nodes: &mut self.nodes };
        let guess = f64::from(guesser.guess(board, GUESS_DEPTH, -LIMIT, LIMIT));
        Some(((guess / DISC).round() as i32).clamp(-64, 64))
    }

    /// The score if it lies inside the window, with the line that leads to it; otherwise a bound, and no line.
    pub(super) fn principal(&mut self, board: Board, window: Window, line: &mut Vec<Move>) -> Result<i32, Stop> {
        self.count()?;
        line.clear();
        let mut below = Vec::new();
        let legal = board.legal();
        if legal == 0 {
            let passed = board.passed();
            if passed.legal() == 0 {
                return Ok(board.final_score());
            }
            let score = -self.principal(passed, window.other_side(), &mut below)?;
            replace(line, Move::PASS, &below);
            return Ok(score);
        }
        let (before, known) = (self.nodes, self.table.get(board));
        let (mut best, mut best_square) = (NO_SCORE, NO_SQUARE);
        for candidate in self.ordered::<MOST_MOVES>(board, legal, known) {
            let (after, square) = (candidate.after, candidate.square());
            self.nodes += 1;
            let open = window.above(best);
            let is_first = best == NO_SCORE;
            let mut score = if is_first { NO_SCORE } else { -self.null_window(after, -open.alpha - 1)? };
            if is_first || open.contains(score) {
                score = -self.principal(after, open.other_side(), &mut below)?;
                if open.contains(score) {
                    replace(line, place(square), &below);
                }
            }
            if score > best {
                (best, best_square) = (score, square);
            }
            if best >= window.beta || best == 64 {
                break;
            }
        }
        self.keep(board, window, best, best_square, before);
        Ok(best)
    }

    /// A bound of the score on the side of `alpha` where the score is.
    /// So it tells whether the score is more than `alpha`.
    pub(super) fn null_window(&mut self, board: Board, alpha: i32) -> Result<i32, Stop> {
        let window = Window { alpha, beta: alpha + 1 };
        let empties = board.empties();
        if empties < MANY {
            return Ok(small::search(board, window, Some(self.table), &mut self.nodes));
        }
        self.count()?;
        let known = self.table.get(board);
        if let Some(bound) = stable_bound(board, alpha).or(known.and_then(|known| known.beyond(window))) {
            return Ok(bound);
        }
        let legal = board.legal();
        if legal == 0 {
            let passed = board.passed();
            let is_over = passed.legal() == 0;
            return if is_over { Ok(board.final_score()) } else { Ok(-self.null_window(passed, -alpha - 1)?) };
        }
        // A list of so many moves is made sooner: with the long one alone, solves take 2 % more time.
        if empties <= small::MOST_EMPTIES {
            self.null_window_of::<{ small::MOST_EMPTIES as usize }>(board, alpha, legal, known)
        } else {
            self.null_window_of::<MOST_MOVES>(board, alpha, legal, known)
        }
    }

    /// The same, of a position with moves, at most `MOST` of them, and no known bound.
    fn null_window_of<const MOST: usize>(
        &mut self,
        board: Board,
        alpha: i32,
        legal: u64,
        known: Option<Known>,
    ) -> Result<i32, Stop> {
        let window = Window { alpha, beta: alpha + 1 };
        let before = self.nodes;
        let mut moves = self.ordered::<MOST>(board, legal, known);
        let (mut best, mut best_square) = (NO_SCORE, NO_SQUARE);
        if board.empties() > MANY
            && let Some((square, score)) = self.known_refutation(&moves, alpha)
        {
            self.keep(board, window, score, square, before);
            return Ok(score);
        }
        for candidate in moves.by_ref() {
            let (after, square) = (candidate.after, candidate.square());
            self.nodes += 1;
            let score = -self.null_window(after, -alpha - 1)?;
            if score > best {
                (best, best_square) = (score, square);
            }
            if best > alpha {
                break;
            }
        }
        self.keep(board, window, best, best_square, before);
        Ok(best)
    }

    /// A move of which the table already knows that it leads to more than `alpha`.
    fn known_refutation<const MOST: usize>(&self, moves: &Ordered<MOST>, alpha: i32) -> Option<(u8, i32)> {
        moves.rest().iter().find_map(|candidate| {
            let least = -i32::from(self.table.get(candidate.after)?.upper);
            (least > alpha).then_some((candidate.square(), least))
        })
    }

    /// The moves in order. The move that the table has for the best comes first.
    pub(super) fn ordered<const MOST: usize>(
        &mut self,
        board: Board,
        legal: u64,
        known: Option<Known>,
    ) -> Ordered<MOST> {
        let empty = board.empty();
        let odd = Parity::of(empty).odd();
        let look_ahead = empty.count_ones().checked_sub(LOOK_AHEAD).map(|more| more / 3);
        let first = known.map_or(NO_SQUARE, |known| known.best);
        let mut guesser = Guesser { judge: &mut *self.judge, nodes: &mut self.nodes };
        // Where their part of the table stays in the caches, this takes 3 % less time. Of larger parts, the processor
        // waits for the addresses of the pages: there it takes 8 % more.
        let in_cache = empty.count_ones() < LOOK_AHEAD;
        Ordered::new(board, legal, |square, after| {
            if in_cache {
                self.table.prefetch(after);
            }
            if square == first {
                return i32::MIN;
            }
            let replies = 16 * mobility(after) + 5 * potential_mobility(after);
            let own = 4 * corner_stability(after.waiting) + 5 * i32::from(odd >> square & 1 == 1);
            let guessed = look_ahead.map_or(0, |depth| guesser.guess(after, depth, -LIMIT, LIMIT));
            4 * (replies - own) + guessed
        })
    }

    fn keep(&mut self, board: Board, window: Window, score: i32, best: u8, before: u64) {
        self.table.put(board, Known::of(score, window, best), self.nodes - before);
    }
}

/// An upper bound of the score from the other side's stable discs, if it is at most `alpha`.
fn stable_bound(board: Board, alpha: i32) -> Option<i32> {
    if alpha < STABILITY_ALPHA {
        return None;
    }
    let most = 64 - 2 * stable(board.waiting, !board.empty()).count_ones() as i32;
    (most <= alpha).then_some(most)
}

pub(super) fn place(square: u8) -> Move {
    Move::place(Square::at(square))
}

fn replace(line: &mut Vec<Move>, first: Move, rest: &[Move]) {
    line.clear();
    line.push(first);
    line.extend_from_slice(rest);
}
