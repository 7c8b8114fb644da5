//! Games and mates with the searchers. Searchers with a tree keep their moves in it.

use bestply::{Searching, prelude::*};
use chess::{CaptureSearch, Chess, PieceSquares};

type Player<E> = bestply::Player<Chess, Box<dyn Searcher<Chess, E>>, E>;

fn searchers<E: Evaluator<Chess> + 'static>() -> [Box<dyn Searcher<Chess, E>>; 2] {
    [Box::new(BestFirst::keeping_moves()), Box::new(PrincipalVariationSearch::default())]
}

fn player<E: Evaluator<Chess>>(fen: &str, searcher: Box<dyn Searcher<Chess, E>>, evaluator: E) -> Player<E> {
    let board = fen.parse().expect("a position in Forsyth-Edwards notation");
    Player::new(Chess::new(board), searcher, evaluator)
}

#[test]
fn mates_are_found_and_proved() {
    proves_mates(PieceSquares);
    proves_mates(Searching(CaptureSearch));
}

fn proves_mates<E: Evaluator<Chess> + Clone + 'static>(evaluator: E) {
    for (fen, best, plies) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1),
        ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "a8a1", 1),
        ("7k/8/8/8/8/8/R7/1R2K3 w - - 0 1", "b1b7", 3),
        // Captures alone find this one before its end.
        ("r2r2k1/5ppp/8/8/8/8/3R4/3QK3 w - - 0 1", "d2d8", 3),
    ] {
        for searcher in searchers() {
            let mut player = player(fen, searcher, evaluator.clone());
            let report = player.search(&Limit::new().evaluations(100_000));
            assert!(report.proved && report.value == Some(player.position().to_move().win()), "{fen}: {report}");
            assert_eq!(report.line.len(), plies, "{fen}: {report}");
            assert!(report.line[0].to_string() == best, "{fen}: {report}");
        }
    }
}

#[test]
fn evaluations_of_quiescence_are_the_searchers() {
    const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    for searcher in searchers() {
        let report = player(KIWIPETE, searcher, Searching(CaptureSearch)).search(&Limit::new().evaluations(5_000));
        assert_eq!(report.counts.evaluations, 5_000);
        assert!(report.best_move.is_some() && report.counts.generations < report.counts.evaluations, "{report}");
    }
}

#[test]
fn a_game_plays_to_its_end() {
    let fen = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 90 80";
    let mut players = searchers().map(|searcher| player(fen, searcher, Searching(CaptureSearch)));
    let mut plies = 0;
    while !players[0].position().is_terminal() {
        let report = players[plies % 2].search(&Limit::new().evaluations(1_000));
        let best = report.best_move.expect("the game is not over");
        players.iter_mut().for_each(|player| player.play(best).expect("a searcher's move is legal"));
        plies += 1;
        assert!(plies < 400, "draws end every game");
    }
    assert_eq!(players[0].position().outcome(), players[1].position().outcome());
}
