//! A user's own game in one page: Nim, played by every searcher against every other.
//!
//! Run it with `cargo run --package bestply --example nim`.

use bestply::prelude::*;

/// Heaps of matches. A move takes any number from one of them; whoever takes the last match wins.
#[derive(Clone, Debug, PartialEq)]
struct Nim {
    heaps: [u8; 3],
    to_move: Side,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Take {
    heap: usize,
    matches: u8,
}

impl Position for Nim {
    type Move = Take;
    // The moves may not borrow from the position, because it changes while a search goes through them.
    type Moves = std::vec::IntoIter<Take>;
    // What a move destroys. Here it is nothing, since the move and the position after it tell the position before it.
    type Undo = ();

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        let from_heap = |(heap, &left): (usize, &u8)| (1..=left).map(move |matches| Take { heap, matches });
        self.heaps.iter().enumerate().flat_map(from_heap).collect::<Vec<_>>().into_iter()
    }

    fn make(&mut self, take: Take) {
        self.heaps[take.heap] -= take.matches;
        self.to_move = self.to_move.other();
    }

    fn unmake(&mut self, take: Take, (): ()) {
        self.heaps[take.heap] += take.matches;
        self.to_move = self.to_move.other();
    }
}

/// An evaluator that knows when the game is over.
/// Of Nim it only knows that few matches are better left to the opponent.
struct FewLeft;

impl Evaluator<Nim> for FewLeft {
    fn evaluate(&mut self, nim: &Nim) -> Value {
        // A side that is to move and has no match has lost.
        // Plus and minus infinity tell a searcher that this is certain.
        let left: u8 = nim.heaps.iter().sum();
        if left == 0 { nim.to_move.loss() } else { nim.to_move.orient(Value::from(left)) }
    }
}

/// A player with any searcher of this game.
type AnyPlayer = Player<Nim, Box<dyn Searcher<Nim, FewLeft> + Send>, FewLeft>;

/// Plays a game between MAX and MIN, and returns the winner.
fn play(max: &mut AnyPlayer, min: &mut AnyPlayer) -> Result<Side, IllegalMove<Take>> {
    let limit = Limit::new().evaluations(2_000);
    while !max.position().is_terminal() {
        let report = match max.position().to_move() {
            Side::Max => max.search(&limit),
            Side::Min => min.search(&limit),
        };
        let take = report.best_move.expect("a position that is not terminal has a best move");
        // Both players keep what they know below the move that was played.
        max.play(take)?;
        min.play(take)?;
    }
    Ok(max.position().to_move().other())
}

fn player(name: &str, start: &Nim) -> AnyPlayer {
    let searcher: Box<dyn Searcher<Nim, FewLeft> + Send> = match name {
        "alpha-beta" => Box::<AlphaBeta>::default(),
        "best-first" => Box::<BestFirst>::default(),
        // Alpha-beta two plies deep precedes each best-first search.
        "extension" => Box::new(BestFirstExtension::new(2)),
        _ => unreachable!("there are three players"),
    };
    Player::new(start.clone(), searcher, FewLeft)
}

fn main() -> Result<(), IllegalMove<Take>> {
    let start = Nim { heaps: [3, 5, 7], to_move: Side::Max };
    println!("Nim with heaps of 3, 5 and 7 matches, 2000 evaluations a move");
    for max in ["alpha-beta", "best-first", "extension"] {
        for min in ["alpha-beta", "best-first", "extension"] {
            let winner = play(&mut player(max, &start), &mut player(min, &start))?;
            println!("{max:>10} (MAX) against {min:>10} (MIN): {winner:?} wins");
        }
    }

    // The first player can win, because 3 xor 5 xor 7 is not 0. A search without limits proves it.
    let report = Player::new(start, BestFirst::default(), FewLeft).search(&Limit::new());
    println!("best-first {report}");
    assert!(report.proved && report.value == Some(Side::Max.win()));
    Ok(())
}
