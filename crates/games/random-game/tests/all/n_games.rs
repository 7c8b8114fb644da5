//! N-games: trees that a seed always repeats, stored as the report stores them, and their full minimax.

use bestply_core::{Evaluator, Position, Side, Value, perft};
use bestply_random_game::{EDGE_LIMIT, EdgeSum, FullMinimax, InvalidShape, NGame, NGameShape, NGameTree};
use bestply_testkit::check_game;
use bestply_testkit::conformance::GameCheck;

/// The memory that the report's workstation had room for, in bytes.
const BUDGET_BYTES: usize = 8_000_000;

fn shape(branching: usize, depth: usize) -> NGameShape {
    NGameShape::new(branching, depth, BUDGET_BYTES).expect("it fits")
}

fn edges(position: &NGame<'_>) -> Vec<Value> {
    let mut position = *position;
    let value = position.value();
    position.moves().map(|index| EdgeSum.evaluate_child(&mut position, index) - value).collect()
}

/// Plays to the end. At each ply it plays the child whose index is the ply modulo the number of moves.
fn play_out(mut game: NGame<'_>) -> Value {
    while !game.is_terminal() {
        game.make(game.ply() % game.move_count());
    }
    game.value()
}

/// These values must never change, because published results name trees only by their seeds.
#[test]
fn a_seed_names_the_same_tree_for_ever() {
    let fingerprint = |branching, depth, seed| {
        let tree = NGameTree::new(shape(branching, depth), seed);
        let best = FullMinimax::default().root_values(&tree).iter().max().copied();
        (edges(&tree.start()), play_out(tree.start()), best.expect("a root has a move"))
    };
    assert_eq!(fingerprint(2, 20, 1), (vec![-15717, 28420], 68382, 2274));
    assert_eq!(fingerprint(3, 2, 1), (vec![-15717, 28420, -12161], -23768, 11846));
    assert_eq!(fingerprint(5, 9, 2), (vec![-982, -19004, 30085, -15386, -3384], 113583, 36238));
    assert_eq!(
        fingerprint(10, 6, 10_000),
        (vec![5629, -26353, -28257, 3472, -9277, -11652, 10987, 18210, 12219, 30783], 3545, 33254)
    );
}

#[test]
fn n_games_are_games() {
    for (branching, depth) in [(1, 1), (1, 30), (2, 11), (3, 1), (7, 4), (41, 2)] {
        let tree = NGameTree::new(shape(branching, depth), 1);
        check_game(&tree.start(), &mut EdgeSum, &GameCheck::default());
    }
}

/// The children of node *i* are nodes *bi + 1* to *bi + b*, and they are filled in this order.
#[test]
fn the_tree_is_stored_level_by_level() {
    let wide = NGameTree::new(shape(85, 1), 7);
    let edges_in_order = edges(&wide.start());
    for (branching, depth) in [(2, 5), (4, 3)] {
        let tree = NGameTree::new(shape(branching, depth), 7);
        let mut next = 0;
        let mut level = vec![tree.start()];
        while !level.is_empty() {
            let mut below = Vec::new();
            for position in level {
                let count = position.move_count();
                assert_eq!(edges(&position), edges_in_order[next..next + count]);
                next += count;
                below.extend(position.moves().map(|index| {
                    let mut child = position;
                    child.make(index);
                    child
                }));
            }
            level = below;
        }
        assert_eq!(next, tree.shape().nodes() - 1);
    }
}

#[test]
fn a_game_is_as_wide_and_as_long_as_its_tree() {
    let tree = NGameTree::new(shape(3, 4), 1);
    let mut game = tree.start();
    assert_eq!((0..=5).map(|depth| perft(&mut game, depth)).collect::<Vec<_>>(), [1, 3, 9, 27, 81, 0]);
    for ply in 0..4 {
        assert_eq!((game.ply(), game.moves_left(), game.is_terminal()), (ply, 4 - ply, false));
        assert_eq!(game.to_move(), if ply % 2 == 0 { Side::Max } else { Side::Min });
        game.make(2);
    }
    assert!(game.is_terminal());
}

#[test]
fn refilling_makes_the_tree_of_the_seed() {
    let mut tree = NGameTree::new(shape(3, 6), 1);
    let first = edges(&tree.start());
    tree.refill(2);
    assert_ne!(edges(&tree.start()), first);
    assert_eq!(tree.start(), NGameTree::new(tree.shape(), 2).start());
    assert_eq!(play_out(tree.start()), play_out(NGameTree::new(tree.shape(), 2).start()));
    tree.refill(1);
    assert_eq!(edges(&tree.start()), first);
}

/// Edges are uniform on all of ±2^15 but 0: two bytes tell 65,536 edges apart, and these are symmetric.
#[test]
fn edges_are_uniform_and_symmetric() {
    const EDGES: usize = 1 << 20;
    let tree = NGameTree::new(shape(EDGES, 1), 1);
    let edges = edges(&tree.start());
    assert!(edges.iter().all(|&edge| edge != 0 && (-EDGE_LIMIT..=EDGE_LIMIT).contains(&edge)));
    assert!(edges.contains(&EDGE_LIMIT) && edges.contains(&-EDGE_LIMIT), "both ends are among them");
    let mut counts = [0_u32; 64];
    for edge in edges {
        let rank = edge + EDGE_LIMIT - i32::from(edge > 0);
        counts[(rank >> 10) as usize] += 1;
    }
    let expected = (EDGES / 64) as f64;
    let chi_square: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
    // With 63 degrees of freedom the statistic exceeds this in one of a thousand cases.
    assert!(chi_square < 103.4, "{chi_square}");
}

#[test]
fn full_minimax_is_minimax() {
    fn minimax(position: &mut NGame<'_>) -> Value {
        let side = position.to_move();
        let values = position.moves().map(|index| {
            let undo = position.make(index);
            let value = minimax(position);
            position.unmake(index, undo);
            side.orient(value)
        });
        let best = values.collect::<Vec<_>>().into_iter().max();
        best.map_or(position.value(), |best| side.orient(best))
    }

    let mut full = FullMinimax::default();
    let all = (1..=11).chain([20, 40, 41]);
    for shape in
        all.flat_map(|branching| (1..=5).filter_map(move |depth| NGameShape::new(branching, depth, 50_000).ok()))
    {
        for seed in 1..=3 {
            let tree = NGameTree::new(shape, seed);
            let by_hand = tree.start().moves().map(|index| {
                let mut child = tree.start();
                child.make(index);
                minimax(&mut child)
            });
            assert_eq!(full.root_values(&tree), by_hand.collect::<Vec<_>>(), "{shape:?}, seed {seed}");
        }
    }
}

/// The report's depths where it states them: 20 at b = 2, and 4 at b = 40.
#[test]
fn the_deepest_trees_are_the_reports() {
    let depths = [2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 40].map(|branching| {
        let shape = NGameShape::deepest(branching, BUDGET_BYTES).expect("a tree of depth 1 fits");
        assert!(shape.bytes() <= BUDGET_BYTES && NGameShape::new(branching, shape.depth() + 1, BUDGET_BYTES).is_err());
        assert_eq!(NGameShape::new(branching, shape.depth(), shape.bytes()), Ok(shape));
        shape.depth()
    });
    assert_eq!(depths, [20, 13, 10, 9, 8, 7, 7, 6, 6, 5, 4]);
}

#[test]
fn a_tree_that_does_not_fit_is_refused() {
    let size = |branching, depth, budget_bytes| InvalidShape::Size { branching, depth, budget_bytes };
    assert_eq!(NGameShape::new(2, 3, 30).map(NGameShape::bytes), Ok(30));
    assert_eq!(NGameShape::new(2, 3, 29), Err(size(2, 3, 29)));
    assert_eq!(NGameShape::new(2, 64, usize::MAX), Err(size(2, 64, usize::MAX)));
    assert_eq!(NGameShape::new(usize::MAX, 1, usize::MAX), Err(size(usize::MAX, 1, usize::MAX)));
    assert_eq!(NGameShape::new(1 << 32, 2, usize::MAX), Err(size(1 << 32, 2, usize::MAX)));
    assert_eq!(NGameShape::new(0, 3, 100), Err(InvalidShape::Branching));
    assert_eq!(NGameShape::new(2, 0, 100), Err(InvalidShape::Depth(0)));
    assert_eq!(NGameShape::new(1, 65_536, usize::MAX), Err(InvalidShape::Depth(65_536)));
    assert_eq!(NGameShape::deepest(1, usize::MAX).map(NGameShape::depth), Ok(65_535));
    assert_eq!(NGameShape::deepest(3, 0), Err(size(3, 1, 0)));
    assert_eq!(size(40, 5, 8_000_000).to_string(), "a tree of branching 40 and depth 5 does not fit in 8000000 bytes");
}

/// A deep tree of one move a node. The sums of its edges still are values.
#[test]
fn the_deepest_tree_overflows_nothing() {
    let shape = NGameShape::deepest(1, usize::MAX).expect("131 kilobytes");
    let tree = NGameTree::new(shape, 1);
    assert_eq!(FullMinimax::default().root_values(&tree), [play_out(tree.start())]);
}
