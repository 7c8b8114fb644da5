//! In real games, every searcher that promises the minimax value is compared with the textbook's.

use bestply::minimax::{alpha_beta, minimax};
use bestply::{AlphaBeta, BestFirst, Bounds, Limit, Minimax, PlainAlphaBeta, Position, Searcher, Side};
use bestply_catalogue::{AnyEvaluator, AnyPosition, Catalogue, Playable};

/// About the most leaves of a tree that is searched whole.
const LEAVES: usize = 5_000;

/// The positions of a game that are searched: its first ones, and later one in so many plies.
const FIRST: usize = 2;
const STEP: usize = 5;

fn check_search(position: &mut AnyPosition, evaluator: &mut AnyEvaluator, depth: usize) {
    let limit = Limit::new().depth(depth);
    let text = position.text();
    let value = minimax(position, evaluator, Some(depth));
    let full = Minimax.search(position, evaluator, &limit);
    let plain = PlainAlphaBeta.search(position, evaluator, &limit);
    let on_a_tree = AlphaBeta::default().search(position, evaluator, &limit);
    assert_eq!(alpha_beta(position, evaluator, Some(depth), Bounds::OPEN), value, "{text} to depth {depth}");
    assert_eq!([full.value, plain.value, on_a_tree.value], [Some(value); 3], "{text} to depth {depth}");
    assert_eq!(full.best_move, plain.best_move, "{text} to depth {depth}");
    assert!(plain.counts.generations <= full.counts.generations, "{text} to depth {depth}");
    if depth == 1 {
        let best_first = BestFirst::default().search(position, evaluator, &limit);
        assert_eq!((best_first.value, best_first.best_move), (full.value, full.best_move), "{text}");
    }
    assert_eq!(position.text(), text, "the position is as it was");
}

/// Searches of positions on the way through a game. The `n`-th move played is the `7 n`-th legal one.
#[test]
fn every_game_is_searched_as_the_textbook_does() {
    let catalogue = Catalogue::standard();
    for about in catalogue.games().filter(|about| about.name != "random") {
        let settings = catalogue.game_with(about.name, &toml::Table::new()).unwrap();
        let plain = about.evaluations_with(false).last().expect("it has an evaluation");
        let venue = settings.venue(None, &[plain]).unwrap();
        let mut evaluator = venue.evaluator(plain, Side::Max);
        let mut position = catalogue.initial(about.name, 1).unwrap().expect("it has a start");
        for ply in 0.. {
            if position.is_terminal() {
                break;
            }
            if ply < FIRST || ply % STEP == 0 {
                let deepest = LEAVES.ilog(position.move_count().max(4)) as usize;
                for depth in 1..=deepest {
                    check_search(&mut position, &mut evaluator, depth);
                }
            }
            position.play(7 * ply % position.move_count());
        }
    }
}
