//! Small trees whose searches can be followed by hand.
//!
//! Paths are written as digits: "10" is the first child of the second child of the root.
//! The scale is 10 unless a test says otherwise.
//! A child's score is then its mean, as the side to move sees it, plus 10·*C* √(ln *N* / *n*).

use std::num::NonZeroU32;

use bestply_core::{Advance, Limit, Position, Proof, Report, Reset, Searcher, Stop, Value, ValueKind};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree, NodeValue};
use bestply_monte_carlo_tree_search::{InvalidSetting, MonteCarloTreeSearch, ProofBias, ProofTerm, Results, Settings};
use bestply_testkit::Recorder;
use bestply_tree::TreeNode;

fn settings(exploration: f64) -> Settings {
    with_scale(10, exploration)
}

fn with_scale(scale: u32, exploration: f64) -> Settings {
    scaled(scale).and_then(|settings| settings.with_exploration(exploration)).expect("they are valid")
}

fn scaled(scale: u32) -> Result<Settings, InvalidSetting> {
    Settings::default().with_scale(NonZeroU32::new(scale).expect("it is not 0"))
}

fn with_minimax(settings: Settings, weight: f64) -> Settings {
    settings.with_minimax_weight(weight).expect("it is valid")
}

/// A game under way, and the searcher that follows it.
struct Game {
    position: ExplicitPosition,
    searcher: MonteCarloTreeSearch,
}

/// What a search did: its report, and the children that it made.
struct Searched {
    report: Report<usize>,
    /// Their paths, in the order in which they were made.
    made: String,
    /// Their values when they were made: static values, or those at the ends of playouts.
    values: Vec<Value>,
}

impl Searched {
    /// The move, its value, and why the search ended.
    fn outcome(&self) -> (usize, Option<Value>, Stop) {
        (self.report.best_move.expect("there is a move"), self.report.value, self.report.stop)
    }

    fn root_values(&self) -> Vec<Value> {
        self.report.root_moves.iter().map(|root_move| root_move.value).collect()
    }
}

impl Game {
    fn new(tree: &str, settings: Settings) -> Game {
        let tree = ExplicitTree::parse(tree).expect("the tree is well-formed");
        Game { position: tree.position(), searcher: MonteCarloTreeSearch::new(settings) }
    }

    /// Searches on, and asserts what holds of every search.
    fn search(&mut self, limit: &Limit) -> Searched {
        let (before, mut recorder) = (self.position.clone(), Recorder::default());
        let report = self.searcher.search_observed(&mut self.position, &mut NodeValue, limit, &mut recorder);
        assert!(self.position == before, "the position is as it was");
        assert!(
            report.root_moves.iter().all(|root_move| root_move.kind == ValueKind::Exact),
            "no value is called a bound"
        );
        let counts = report.counts;
        let simulations = recorder.steps.len() as u64;
        assert_eq!(
            (counts.generations, counts.expansions),
            (counts.evaluations, simulations),
            "one for each simulation"
        );
        let paths = recorder.steps.iter().map(|step| {
            assert_eq!(step.values.len(), 1, "a simulation makes one child");
            step.path.iter().chain([&step.first]).map(usize::to_string).collect::<String>()
        });
        let made = paths.collect::<Vec<_>>().join(" ");
        Searched { report, made, values: recorder.steps.iter().map(|step| step.values[0]).collect() }
    }

    fn advance(&mut self, mv: usize) {
        self.searcher.advance(&mut self.position, mv);
        self.position.make(mv);
    }

    /// The node at a path from the root of the saved tree.
    fn node(&self, path: &str) -> &TreeNode<Results> {
        let tree = &self.searcher.tree;
        let index = |digit: char| digit.to_digit(10).expect("a path is digits") as usize;
        tree.node(path.chars().fold(tree.root(), |node, digit| tree.child(node, index(digit))))
    }

    /// The visits of a node, and the sum of its results.
    fn tally(&self, path: &str) -> (u32, i64) {
        let Results { visits, sum, .. } = self.node(path).payload;
        (visits, sum)
    }

    fn minimax(&self, path: &str) -> Value {
        self.node(path).payload.minimax
    }

    /// The plies from a node to the end of the game, if it is proved.
    fn plies_to_end(&self, path: &str) -> Option<u32> {
        self.node(path).payload.proof.plies()
    }
}

/// A new search with this number of evaluations.
fn search(tree: &str, settings: Settings, evaluations: u64) -> (Searched, Game) {
    search_to(tree, settings, &Limit::new().evaluations(evaluations))
}

fn search_to(tree: &str, settings: Settings, limit: &Limit) -> (Searched, Game) {
    let mut game = Game::new(tree, settings);
    (game.search(limit), game)
}

/// Selection by means alone.
/// Of 1, 2 and 3 the last is visited first.
/// Its replies are 9, which makes its mean 6, and 0, which proves it to be worth 0.
/// Of 1 and 2 the second is visited next.
/// Its replies prove it to be worth 7. Those of the first prove that one to be worth 5.
#[test]
fn all_children_are_made_before_one_is_visited_again() {
    let trees = ["max 0 (1 (5 6) 2 (7 8) 3 (9 0))", "min 0 (-1 (-5 -6) -2 (-7 -8) -3 (-9 0))"];
    for (tree, sign) in trees.into_iter().zip([1, -1]) {
        let (searched, game) = search_to(tree, settings(0.0), &Limit::new());
        assert_eq!(searched.made, "0 1 2 20 21 10 11 00 01");
        let static_values = [1, 2, 3, 9, 0, 7, 8, 5, 6];
        assert_eq!(searched.values, static_values.map(|value| sign * value));
        assert_eq!(searched.outcome(), (1, Some(7 * sign), Stop::Terminal));
        assert_eq!((&searched.report.line[..], searched.report.proved), (&[1, 0][..], true));
        assert_eq!(searched.root_values(), [5 * sign, 7 * sign, 0]);
        let tallies = ["", "0", "1", "2", "20", "21"].map(|path| game.tally(path));
        let expected = [(9, 41), (3, 12), (3, 17), (3, 12), (1, 9), (1, 0)];
        assert_eq!(tallies, expected.map(|(visits, sum)| (visits, i64::from(sign) * sum)));
        assert_eq!(["", "1", "10"].map(|path| game.plies_to_end(path)), [Some(2), Some(1), Some(0)]);
    }
}

/// Means of 4 and 2 that never change, and 5 √(ln N / n):
///
/// | N | n | the first | the second |
/// |--:|--:|--:|--:|
/// | 2 | 1, 1 | 4 + 4.16 | 2 + 4.16 |
/// | 3 | 2, 1 | 4 + 3.71 | 2 + 5.24 |
/// | 4 | 3, 1 | 4 + 3.40 | 2 + 5.89 |
/// | 5 | 3, 2 | 4 + 3.66 | 2 + 4.49 |
/// | 6 | 4, 2 | 4 + 3.35 | 2 + 4.73 |
///
/// On a scale of 100 the bonus is ten times as large: 4 + 37.1 is less than 2 + 52.4 at N = 3.
#[test]
fn visits_move_the_search_from_child_to_child() {
    let of_max = "max 0 (4 (4 (4 (4 (4 (4))))) 2 (2 (2 (2 (2)))))";
    let of_min = "min 0 (2 (2 (2 (2 (2 (2))))) 4 (4 (4 (4 (4)))))";
    for (tree, mean) in [(of_max, [4, 2]), (of_min, [2, 4])] {
        let (searched, game) = search(tree, settings(0.5), 7);
        assert_eq!(searched.made, "0 1 00 000 10 0000 00000");
        assert_eq!(["0", "1"].map(|path| game.tally(path)), [(5, 5 * mean[0]), (2, 2 * mean[1])]);
        assert_eq!(searched.report.stop, Stop::Evaluations);
        assert_eq!(search(tree, settings(0.0), 5).0.made, "0 1 00 000 0000");
        assert_eq!(search(tree, with_scale(100, 0.5), 4).0.made, "0 1 00 10");
    }
}

/// After two visits to 62 and one to 30, on a scale of 100, N = 4 gives 62 + 83.3 and 30 + 117.7. Without the making of
/// the node itself N is 3, which gives 62 + 74.1 and 30 + 104.8.
#[test]
fn a_nodes_own_making_is_one_of_its_visits() {
    let tree = "min 0 (0 (62 (62 (62)) 30 (30 (30))))";
    let (searched, game) = search(tree, with_scale(100, 1.0), 5);
    assert_eq!(searched.made, "0 00 01 000 010");
    assert_eq!(["", "0", "00", "01"].map(|path| game.tally(path)), [(5, 184), (5, 184), (2, 124), (2, 60)]);

    // The node keeps this visit when it becomes the root.
    let (_, mut game) = search(tree, with_scale(100, 1.0), 3);
    game.advance(0);
    assert_eq!(game.search(&Limit::new().evaluations(2)).made, "00 10");
    assert_eq!(game.tally(""), (5, 184));

    // The first root of a game was not made by a simulation.
    let (searched, game) = search("max 0 (62 (62 (62 (62))) 30 (30 (30)))", with_scale(100, 1.0), 4);
    assert_eq!((&searched.made[..], game.tally("")), ("0 1 00 000", (4, 216)));
}

/// The scores are 4 and the mean of 5 and 3 for MAX, and 5 and the mean of 4 and 6 for MIN.
#[test]
fn equal_scores_go_to_the_lower_index_wherever_the_last_simulation_was() {
    for tree in ["max 0 (4 (4 (4)) 5 (3 (3)))", "min 0 (5 (5 (5)) 4 (6 (6)))"] {
        assert_eq!(search(tree, settings(0.0), 4).0.made, "0 1 10 00", "in {tree}");
    }
}

/// The mean of the four results 6, 6, 6 and -10 is 2, and one result of 5 is better.
#[test]
fn the_move_is_the_one_most_often_visited() {
    let trees = ["max 0 (5 (5) 6 (6 (6 (-10 (0)))))", "min 0 (-5 (-5) -6 (-6 (-6 (10 (0)))))"];
    for (tree, sign) in trees.into_iter().zip([1, -1]) {
        let (searched, game) = search(tree, settings(0.0), 5);
        assert_eq!(searched.made, "0 1 10 100 1000");
        assert_eq!(["0", "1"].map(|path| game.tally(path)), [(1, 5 * i64::from(sign)), (4, 8 * i64::from(sign))]);
        assert_eq!(searched.root_values(), [5 * sign, 2 * sign]);
        assert_eq!(searched.outcome(), (1, Some(2 * sign), Stop::Evaluations));
    }
}

#[test]
fn of_equal_visits_the_better_mean_is_played_then_the_lower_index() {
    let played = |tree: &str, evaluations| search(tree, settings(1.0), evaluations).0.outcome();
    assert_eq!(played("max 0 (3 (0) 5 (0) 5 (0))", 3), (1, Some(5), Stop::Evaluations));
    assert_eq!(played("min 0 (5 (0) 3 (0) 3 (0))", 3), (1, Some(3), Stop::Evaluations));
    assert_eq!(played("max 0 (5 (0) 5 (0) 3 (0))", 3), (0, Some(5), Stop::Evaluations));
    // 1 + 8.3 is visited again before 0 + 8.3, and then 0 + 10.5 before 1 + 7.4. Means of ½ and 1 are the same when
    // rounded.
    assert_eq!(played("max 0 (0 (1 (0)) 1 (1 (0)))", 4), (0, Some(1), Stop::Evaluations));
    assert_eq!(played("max 0 (0 (0 (0)) 1 (1 (0)))", 4), (1, Some(1), Stop::Evaluations));
}

/// MIN's first reply has the results -5, -5 and 9, a mean of -⅓. The other reply, worth -4, is visited once.
#[test]
fn the_line_goes_on_through_the_children_most_often_visited() {
    let (searched, game) = search("max 0 (0 (-5 (-5 (9 (9))) -4 (-4)))", settings(0.0), 5);
    assert_eq!(searched.made, "0 00 01 000 0000");
    assert_eq!(["0", "00", "01"].map(|path| game.tally(path)), [(5, -5), (3, -1), (1, -4)]);
    assert_eq!(searched.report.line, [0, 0, 0, 0]);
    assert_eq!(["0", "00", "01"].map(|path| game.node(path).value()), [-1, 0, -4]);
}

/// The first move is visited with the scores 4 + 8.3 and 4 + 7.4.
/// At N = 4 it has 4 + 6.8, and the second move 0 + 11.8.
/// After the second move MIN has only one reply, and loses by it.
#[test]
fn a_proved_win_is_played_however_seldom_visited() {
    let trees = ["max 0 (4 (4 (4 (4))) 0 (inf))", "min 0 (-4 (-4 (-4 (-4))) 0 (-inf))"];
    for (tree, win) in trees.into_iter().zip([Value::MAX, Value::MIN]) {
        let (searched, game) = search_to(tree, settings(1.0), &Limit::new());
        assert_eq!(searched.made, "0 1 00 000 10");
        assert_eq!((game.tally("0").0, game.tally("1").0), (3, 2));
        assert_eq!(searched.outcome(), (1, Some(win), Stop::Terminal));
        assert_eq!((&searched.report.line[..], searched.report.proved), (&[1, 0][..], true));
        assert_eq!(["", "1", "10", "0"].map(|path| game.plies_to_end(path)), [Some(2), Some(1), Some(0), None]);
    }
}

#[test]
fn a_win_ends_the_search_before_its_siblings_are_made() {
    let (searched, game) = search_to("max 0 (3 (3) inf 5 (5))", settings(1.0), &Limit::new());
    assert_eq!((&searched.made[..], game.plies_to_end("")), ("0 1", Some(1)));
    assert_eq!(searched.outcome(), (1, Some(Value::MAX), Stop::Terminal));
    let moves: Vec<_> = searched.report.root_moves.iter().map(|found| (found.mv, found.value, found.visits)).collect();
    assert_eq!(moves, [(0, 3, Some(1)), (1, Value::MAX, Some(1))]);

    // MIN wins with its first reply to the first move, and the second reply is never made.
    let (searched, game) = search_to("max 0 (4 (-inf 9 (9)) 3 (3 (3)))", settings(0.0), &Limit::new());
    assert_eq!(searched.made, "0 1 00 10 100");
    assert_eq!(searched.outcome(), (1, Some(3), Stop::Terminal));
    assert_eq!((game.tally("0"), game.minimax("0"), game.node("0").value()), ((2, -6), -10, Value::MIN));
}

/// MIN loses with its first reply to the first move, but has another.
#[test]
fn a_loss_proves_nothing_while_there_are_other_moves() {
    let (searched, game) = search_to("max 0 (3 (inf 2) -9 (-9))", settings(0.0), &Limit::new());
    assert_eq!(searched.made, "0 1 00 01 10");
    assert_eq!((game.tally("0"), searched.root_values()), ((3, 15), vec![2, -9]));
    assert_eq!(searched.outcome(), (0, Some(2), Stop::Terminal));
    assert_eq!((&searched.report.line[..], searched.report.proved), (&[0, 1][..], true));
}

/// Means of 5 lead to a lost end. This leaves the first move with four visits.
#[test]
fn a_proved_loss_is_played_last_however_often_visited() {
    let trees = ["max 0 (5 (5 (5 (-inf))) -3 (-3 (-3)))", "min 0 (-5 (-5 (-5 (inf))) 3 (3 (3)))"];
    for (tree, sign) in trees.into_iter().zip([1, -1]) {
        let (searched, game) = search(tree, settings(0.0), 5);
        assert_eq!(searched.made, "0 1 00 000 0000");
        assert_eq!(["0", "1"].map(|path| game.tally(path)), [(4, 5 * i64::from(sign)), (1, -3 * i64::from(sign))]);
        assert_eq!((searched.outcome(), game.plies_to_end("0")), ((1, Some(-3 * sign), Stop::Evaluations), Some(3)));
        assert_eq!(searched.root_values()[0], if sign == 1 { Value::MIN } else { Value::MAX });
    }
}

/// MAX loses at once, after three plies, or after two.
/// The second move's reply has an infinite value, but the game goes on there.
#[test]
fn of_proved_losses_the_latest_is_played() {
    let trees = ["max 0 (-inf 3 (-inf:max (-inf)) 9 (-inf))", "min 0 (inf -3 (inf:min (inf)) -9 (inf))"];
    for (tree, loss) in trees.into_iter().zip([Value::MIN, Value::MAX]) {
        let (searched, game) = search_to(tree, settings(0.0), &Limit::new());
        assert_eq!(searched.made, "0 1 2 20 10 100");
        assert_eq!(searched.outcome(), (1, Some(loss), Stop::Terminal));
        assert_eq!((&searched.report.line[..], searched.report.proved), (&[1, 0, 0][..], true));
        assert_eq!(["", "0", "1", "2"].map(|path| game.plies_to_end(path)), [Some(3), Some(0), Some(2), Some(1)]);
    }
}

/// A proved 9 is never visited again, and 4 is visited more often. Once the root is proved, 9 is the better move.
#[test]
fn a_proved_value_that_is_no_win_counts_no_more_than_its_visits() {
    let tree = "max 0 (9 4 (4 (4 (4))))";
    let (searched, game) = search(tree, settings(1.0), 4);
    assert_eq!((&searched.made[..], game.tally("0"), game.tally("1")), ("0 1 10 100", (1, 9), (3, 12)));
    assert_eq!(searched.outcome(), (1, Some(4), Stop::Evaluations));
    let (searched, game) = search_to(tree, settings(1.0), &Limit::new());
    assert_eq!((&searched.made[..], game.tally("1")), ("0 1 10 100 1000", (4, 16)));
    assert_eq!((searched.outcome(), &searched.report.line[..]), ((0, Some(9), Stop::Terminal), &[0][..]));
}

/// MIN's second reply proves the first move to be worth 3. The first reply is visited more often.
#[test]
fn below_a_proved_node_the_line_goes_to_the_child_that_proves_it() {
    let (searched, game) = search("max 0 (6 (5 (5 (5)) 3) 0 (0 (0 (0))))", settings(0.0), 6);
    assert_eq!(searched.made, "0 1 00 01 000 0000");
    assert_eq!(["0", "00", "01"].map(|path| game.tally(path)), [(5, 24), (3, 15), (1, 3)]);
    assert_eq!(searched.outcome(), (0, Some(3), Stop::Evaluations));
    assert_eq!((&searched.report.line[..], game.plies_to_end("0")), (&[0, 1][..], Some(1)));
}

#[test]
fn a_side_that_moves_twice_keeps_its_point_of_view() {
    let made = |tree, evaluations| search(tree, settings(0.0), evaluations).0.made;
    assert_eq!(made("max 0 (0:max (1 (1 (1)) 6 (6 (6))))", 4), "0 00 01 010");
    assert_eq!(made("max 0 (0 (1 (1 (1)) 6 (6 (6))))", 4), "0 00 01 000");
    assert_eq!(made("min 0 (0:min (6 (6 (6)) 1 (1 (1))))", 4), "0 00 01 010");

    // The second move is proved to be worth 5. MAX, who moves again, has won. MIN would have another reply.
    let (twice, _) = search_to("max 0 (0:max (inf 1 (1)) 5 (5))", settings(0.0), &Limit::new());
    assert_eq!((&twice.made[..], twice.outcome()), ("0 1 10 00", (0, Some(Value::MAX), Stop::Terminal)));
    let (once, _) = search_to("max 0 (0 (inf 1 (1)) 5 (5))", settings(0.0), &Limit::new());
    assert_eq!((&once.made[..], once.outcome()), ("0 1 10 00 01 010", (1, Some(5), Stop::Terminal)));

    // A loss proves nothing for a side that moves again. The mean of 0 and -10 is -5, as good as the second move.
    let (searched, _) = search_to("max 0 (0:max (-inf 2) -5 (-5))", settings(0.0), &Limit::new());
    assert_eq!((&searched.made[..], &searched.report.line[..]), ("0 1 00 01 10", &[0, 1][..]));
    assert_eq!(searched.outcome(), (0, Some(2), Stop::Terminal));
}

/// In the report a finished position keeps its own value. Everywhere else it counts as 10.
#[test]
fn results_are_cut_to_the_scale() {
    let (searched, game) = search("max 0 (25 (25) -40 (0) 12)", settings(0.0), 3);
    assert_eq!(searched.values, [25, -40, 12]);
    assert_eq!(searched.root_values(), [10, -10, 12]);
    assert_eq!(["0", "1", "2", ""].map(|path| game.tally(path)), [(1, 10), (1, -10), (1, 10), (3, 10)]);
    assert_eq!(["0", "1", "2", ""].map(|path| game.minimax(path)), [10, -10, 10, 10]);
    assert_eq!(searched.outcome(), (2, Some(12), Stop::Evaluations));
}

/// The mean of 10 and 3 is 6½.
#[test]
fn an_infinite_value_of_an_unfinished_position_is_a_value_like_any_other() {
    let tree = "max 0 (inf (3 (3)) -inf (5 (5)) 6 (6))";
    let (searched, _) = search(tree, settings(0.0), 3);
    assert_eq!((searched.root_values(), searched.report.proved), (vec![10, -10, 6], false));
    assert_eq!(searched.outcome(), (0, Some(10), Stop::Evaluations));
    let (searched, game) = search(tree, settings(0.0), 4);
    assert_eq!((&searched.made[..], game.tally("0"), searched.root_values()), ("0 1 2 00", (2, 13), vec![7, -10, 6]));
    assert_eq!(game.node("0").payload.proof, Proof::NONE);

    // On the widest scale such values look like wins and losses, but they are not.
    let widest = with_scale(i32::MAX as u32, 0.0);
    let (searched, game) = search("max 0 (inf (inf (0)))", widest, 2);
    assert_eq!((searched.outcome().1, searched.report.proved), (Some(Value::MAX), false));
    assert_eq!(game.tally("0"), (2, 2 * i64::from(i32::MAX)));
    let (searched, _) = search("min 0 (inf inf (5))", widest, 2);
    assert_eq!(searched.outcome(), (1, Some(Value::MAX), Stop::Evaluations), "the first is lost, the second open");
    let (searched, _) = search("max 0 (-inf -inf (5))", widest, 2);
    assert_eq!(searched.outcome(), (1, Some(-Value::MAX), Stop::Evaluations));
}

#[test]
fn means_are_rounded_half_up() {
    let mean = |tree: &str, evaluations| search(tree, settings(0.0), evaluations).0.report.value;
    assert_eq!([mean("max 0 (2 (3 (0)))", 2), mean("min 0 (2 (3 (0)))", 2)], [Some(3); 2], "of 2½");
    assert_eq!([mean("max 0 (-2 (-3 (0)))", 2), mean("min 0 (-2 (-3 (0)))", 2)], [Some(-2); 2], "of -2½");
    assert_eq!(mean("max 0 (1 (0 (0 (0))))", 3), Some(0), "of ⅓");
    assert_eq!(mean("max 0 (1 (1 (0 (0))))", 3), Some(1), "of ⅔");
    assert_eq!(mean("max 0 (-1 (0 (0 (0))))", 3), Some(0), "of -⅓");
    assert_eq!(mean("max 0 (-1 (-1 (0 (0))))", 3), Some(-1), "of -⅔");
}

/// The second move always has the better mean.
/// MIN's replies to it lie at depth 2, and the replies to these, at depth 3, prove it to be worth 2.
/// Only then is the first move visited again.
#[test]
fn the_depth_limit_is_that_of_the_node_to_be_extended() {
    let to_depth = |tree, depth| search_to(tree, settings(0.0), &Limit::new().depth(depth)).0;
    let tree = "max 0 (3 (9 (9)) 5 (2 (2) 8 (8)))";
    let searched = to_depth(tree, 0);
    assert_eq!((&searched.made[..], searched.outcome()), ("", (0, None, Stop::Depth)));
    let searched = to_depth(tree, 1);
    assert_eq!((&searched.made[..], searched.outcome()), ("0 1", (1, Some(5), Stop::Depth)));
    let searched = to_depth(tree, 2);
    assert_eq!((&searched.made[..], searched.outcome()), ("0 1 10 11", (1, Some(5), Stop::Depth)));
    assert_eq!(searched.report.line, [1, 0]);
    let searched = to_depth(tree, 3);
    assert_eq!((&searched.made[..], searched.outcome()), ("0 1 10 11 100 110 00 000", (0, Some(9), Stop::Terminal)));

    // A finished position is no reason to stop. But where the line ends in one, that is the reason given.
    let searched = to_depth("max 0 (3 (9) 2)", 1);
    assert_eq!((&searched.made[..], searched.outcome()), ("0 1", (0, Some(3), Stop::Depth)));
    let searched = to_depth("max 0 (3 (9) 5)", 1);
    assert_eq!((&searched.made[..], searched.outcome()), ("0 1", (1, Some(5), Stop::Terminal)));
}

/// The tree that is followed by hand at the top of this file, cut short after each simulation.
#[test]
fn evaluations_are_never_exceeded_and_the_children_made_give_the_move() {
    let tree = "max 0 (1 (5 6) 2 (7 8) 3 (9 0))";
    let expected = [
        ("", (0, None, Stop::Evaluations)),
        ("0", (0, Some(1), Stop::Evaluations)),
        ("0 1", (1, Some(2), Stop::Evaluations)),
        ("0 1 2", (2, Some(3), Stop::Evaluations)),
        ("0 1 2 20", (2, Some(6), Stop::Evaluations)),
        ("0 1 2 20 21", (2, Some(0), Stop::Evaluations)),
        ("0 1 2 20 21 10", (2, Some(0), Stop::Evaluations)),
        ("0 1 2 20 21 10 11", (1, Some(7), Stop::Evaluations)),
        ("0 1 2 20 21 10 11 00", (1, Some(7), Stop::Evaluations)),
        ("0 1 2 20 21 10 11 00 01", (1, Some(7), Stop::Terminal)),
        ("0 1 2 20 21 10 11 00 01", (1, Some(7), Stop::Terminal)),
    ];
    for ((made, outcome), evaluations) in expected.into_iter().zip(0..) {
        let (searched, _) = search(tree, settings(0.0), evaluations);
        assert_eq!((&searched.made[..], searched.outcome()), (made, outcome), "with {evaluations} evaluations");
        assert_eq!(searched.report.counts.evaluations, evaluations.min(9));
    }
}

#[test]
fn a_search_in_pieces_is_the_same_search() {
    for (tree, settings) in [
        ("max 0 (1 (5 6) 2 (7 8) 3 (9 0))", settings(0.0)),
        ("max 0 (4 (4 (4 (4 (4 (4))))) 2 (2 (2 (2 (2)))))", settings(0.5)),
        ("min 0 (0 (62 (62 (62)) 30 (30 (30))))", with_scale(100, 1.0)),
        ("max 0 (6 (5 (5 (5)) 3) 0 (0 (0 (0))))", with_minimax(settings(0.0), 0.5)),
    ] {
        let (whole, tallied) = search(tree, settings, 6);
        for piece in [1, 2, 3] {
            let mut game = Game::new(tree, settings);
            let made: Vec<String> =
                (0..6 / piece).map(|_| game.search(&Limit::new().evaluations(piece)).made).collect();
            assert_eq!(made.join(" ").trim_end(), whole.made, "in pieces of {piece} of {tree}");
            assert_eq!(game.node("").payload, tallied.node("").payload);
            let last = game.search(&Limit::new().evaluations(0));
            assert_eq!(last.report.root_moves, whole.report.root_moves);
            assert_eq!((last.report.best_move, last.report.line), (whole.report.best_move, whole.report.line.clone()));
        }
    }
}

/// Half the mean and half the minimax value, which is the node's own until its last child is made:
///
/// | simulation | the first move | the second |
/// |--:|--:|--:|
/// | 2 | 4 | 3 |
/// | 3 | (6 + 4) / 2 | 3 |
/// | 4 | (4 + 0) / 2 | 3 |
/// | 5 | 2 | (4 + 3) / 2 |
/// | 6 | 2 | (4⅓ + 5) / 2 |
#[test]
fn minimax_values_have_their_weight_once_all_children_are_made() {
    let tree = "max 0 (4 (8 (8) 0 (0)) 3 (5 (5) 5 (5)))";
    let half = with_minimax(settings(0.0), 0.5);
    // The values of the root's children as reported; the minimax values of the same and of the root.
    let expected =
        [([4, 3], [4, 3, 4]), ([5, 3], [4, 3, 4]), ([2, 3], [0, 3, 3]), ([2, 4], [0, 3, 3]), ([2, 5], [0, 5, 5])];
    for ((values, minimax), evaluations) in expected.into_iter().zip(2..) {
        let (searched, game) = search(tree, half, evaluations);
        assert_eq!(searched.root_values(), values, "after {evaluations} simulations");
        assert_eq!(["0", "1", ""].map(|path| game.minimax(path)), minimax, "after {evaluations} simulations");
        assert!("0 1 00 01 10 11".starts_with(&searched.made));
    }
    // The root's mean is 25 / 6.
    assert_eq!(search(tree, half, 6).1.node("").value(), 5);
    // Without the weight the first move's mean of 4 stays ahead. With a weight of 1 means count for nothing.
    let (means, game) = search(tree, settings(0.0), 5);
    assert_eq!((&means.made[..], means.root_values()), ("0 1 00 01 010", vec![3, 3]));
    assert_eq!(["0", "1", ""].map(|path| game.minimax(path)), [0, 3, 3], "it is kept all the same");
    let (minimax, _) = search(tree, with_minimax(settings(0.0), 1.0), 5);
    assert_eq!((&minimax.made[..], minimax.root_values()), ("0 1 00 01 10", vec![0, 3]));
}

/// Of 1 and 2, the last children made, MAX takes 2.
#[test]
fn a_new_minimax_value_goes_up_as_far_as_it_changes_any() {
    let tree = "max 0 (0 (6 (1 (1) 2 (2))))";
    for (minimax, evaluations) in [([6, 6, 6], 2), ([6, 6, 6], 3), ([2, 2, 2], 4)] {
        let (_, game) = search(tree, settings(0.0), evaluations);
        assert_eq!(["00", "0", ""].map(|path| game.minimax(path)), minimax, "after {evaluations} simulations");
    }
}

/// The throws of seed 0, as fractions of one, are 0.883, 0.432, 0.026, 0.971, 0.106 and 0.327. Those of seed 1 are
/// 0.567, 0.746, 0.971 and 0.444.
///
/// The first two lead from the first move through its second reply to 12, and the next two from the second move to 15.
/// One ply below "10" the game is over, at 14.
/// "11" takes the last throw, and gets 16.
/// "100" and "101" are finished.
#[test]
fn a_playout_is_as_many_random_moves_as_it_may_be() {
    let tree = "max 0 (0 (1 (10 11) 2 (12 13)) 0 (3 (14 15) 4 (16 17)))";
    let playouts = |plies, seed| with_scale(100, 0.0).with_playout_plies(plies).with_seed(seed);
    let (searched, game) = search(tree, playouts(2, 0), 6);
    assert_eq!((&searched.made[..], &searched.values[..]), ("0 1 10 11 100 101", &[12, 15, 14, 16, 14, 15][..]));
    assert_eq!(["0", "1", "10"].map(|path| game.tally(path)), [(1, 12), (5, 74), (3, 43)]);
    assert_eq!(["10", "11", "0"].map(|path| game.plies_to_end(path)), [Some(1), None, None]);

    let values = |plies, seed| search(tree, playouts(plies, seed), 2).0.values;
    assert_eq!(values(2, 1), [13, 16]);
    assert_eq!(values(3, 0), [12, 15], "none is thrown where the game is over");
    assert_eq!(values(1, 0), [2, 3]);
    assert_eq!(values(0, 0), [0, 0]);
}

/// 0.432 takes the first of two moves, and 0.971 the second. 0.883 is thrown for a single move,
/// and would take the second.
#[test]
fn a_forced_move_of_a_playout_has_its_throw_as_well() {
    let settings = with_scale(100, 0.0).with_playout_plies(2);
    assert_eq!(search("max 0 (0 (1 (2 3)) 0 (4 (5 6)))", settings, 2).0.values, [2, 6]);
}

#[test]
fn each_search_begins_its_random_moves_anew() {
    let tree = "max 0 (0 (1 (10 11) 2 (12 13)) 0 (3 (14 15) 4 (16 17)))";
    let mut game = Game::new(tree, with_scale(100, 0.0).with_playout_plies(2));
    let one = Limit::new().evaluations(1);
    assert_eq!([game.search(&one).values, game.search(&one).values], [[12], [16]]);
    game.searcher.reset();
    assert_eq!(game.tally(""), (0, 0));
    assert_eq!(game.search(&Limit::new().evaluations(2)).values, [12, 15]);
}

/// The results are 1, 2, 7 and 8: the second move has had three playouts, the first move one.
#[test]
fn the_tree_below_the_move_played_is_kept() {
    let tree = "max 0 (1 (5 (5) 6 (6)) 2 (7 (7) 8 (8)))";
    let played = |evaluations, mv| {
        let (_, mut game) = search(tree, settings(0.0), evaluations);
        game.advance(mv);
        game
    };
    let mut game = played(4, 1);
    assert_eq!((game.tally(""), game.tally("0"), game.tally("1")), ((3, 17), (1, 7), (1, 8)));
    let searched = game.search(&Limit::new().evaluations(1));
    assert_eq!((&searched.made[..], searched.root_values()), ("00", vec![7, 8]));
    assert_eq!((game.tally(""), game.tally("0")), ((4, 24), (2, 14)));
    assert_eq!(searched.outcome(), (0, Some(7), Stop::Evaluations));

    // The depth limit counts from the new root.
    let searched = played(4, 1).search(&Limit::new().depth(1));
    assert_eq!((&searched.made[..], searched.outcome()), ("", (0, Some(7), Stop::Depth)));
    let searched = played(4, 1).search(&Limit::new().depth(2));
    assert_eq!((&searched.made[..], searched.outcome()), ("00 10", (0, Some(7), Stop::Terminal)));

    // The playouts of a root without children are forgotten, its own included.
    let mut game = played(4, 0);
    assert_eq!(game.tally(""), (1, 1));
    assert_eq!(game.search(&Limit::new().evaluations(2)).made, "0 1");
    assert_eq!(game.tally(""), (2, 11));

    // A move that was never made is a new root.
    let mut game = played(1, 1);
    assert_eq!((game.tally(""), game.node("").value()), ((0, 0), 0));
    assert_eq!(game.search(&Limit::new().evaluations(2)).made, "0 1");
    assert_eq!(game.tally(""), (2, 15));
}

#[test]
fn a_root_that_is_proved_already_is_not_searched() {
    let (_, mut game) = search_to("max 0 (1 (5 6) 2 (7 8) 3 (9 0))", settings(0.0), &Limit::new());
    game.advance(1);
    let searched = game.search(&Limit::new());
    assert_eq!((&searched.made[..], searched.outcome()), ("", (0, Some(7), Stop::Terminal)));
    assert_eq!((searched.root_values(), searched.report.counts.evaluations), (vec![7, 8], 0));
    game.advance(1);
    let finished = game.searcher.search(&mut game.position, &mut NodeValue, &Limit::new());
    assert_eq!((finished.best_move, finished.value, finished.stop), (None, Some(8), Stop::Terminal));
}

#[test]
fn settings_beyond_reason_are_named() {
    let default = Settings::default();
    let named = |settings: Result<Settings, InvalidSetting>| settings.map_err(|invalid| invalid.to_string());
    let infinite = "an exploration constant of inf: it is from 0 to 1000000";
    assert_eq!(named(default.with_exploration(f64::INFINITY)), Err(infinite.to_owned()));
    let negative = "an exploration constant of -1: it is from 0 to 1000000";
    assert_eq!(named(default.with_exploration(-1.0)), Err(negative.to_owned()));
    let too_heavy = "a weight of minimax values of 1.5: it is from 0 to 1";
    assert_eq!(named(default.with_minimax_weight(1.5)), Err(too_heavy.to_owned()));
    let no_number = "a weight of minimax values of NaN: it is from 0 to 1";
    assert_eq!(named(default.with_minimax_weight(f64::NAN)), Err(no_number.to_owned()));
    let too_large = "a scale of 2147483648: it is from 1 to 2147483647";
    assert_eq!(named(scaled(1 << 31)), Err(too_large.to_owned()));
}

#[test]
fn settings_are_what_they_were_made_with() {
    let settings = with_minimax(with_scale(i32::MAX as u32, 1e6), 1.0).with_playout_plies(5).with_seed(6);
    let told = (settings.scale().value(), settings.exploration(), settings.minimax_weight());
    assert_eq!(told, (f64::from(i32::MAX), 1e6, 1.0));
    assert_eq!((settings.playout_plies(), settings.seed()), (5, 6));
    let least = with_minimax(with_scale(1, 0.0), 0.0);
    assert_eq!((least.scale().value(), least.exploration(), least.minimax_weight()), (1.0, 0.0, 0.0));
}

/// MIN has three replies to the first move, all of which MAX must win, and one to the second.
#[test]
fn simulations_turn_to_what_is_easily_won() {
    let tree = ExplicitTree::parse("max 0 (0 (0 (0) 0 (0) 0 (0)) 0 (0 (0 (0 (0 (0 (0)))))))").expect("it is a tree");
    let made = |weight: f64| {
        let bias = ProofBias::new(weight, ProofTerm::Rank).expect("it is valid");
        let mut searcher = MonteCarloTreeSearch::new(settings(0.1)).biased(bias);
        let mut recorder = Recorder::default();
        let limit = Limit::new().evaluations(7);
        searcher.search_observed(&mut tree.position(), &mut NodeValue, &limit, &mut recorder);
        recorder.steps.iter().map(|step| step.path.clone()).collect::<Vec<_>>()
    };
    // Each is the path to the node that gets a child. Once the replies are known the first move has rank 2.
    assert_eq!(made(1.0), [&[][..], &[], &[0], &[1], &[1, 0], &[1, 0, 0], &[1, 0, 0, 0]]);
    assert_eq!(made(0.0), [&[][..], &[], &[0], &[1], &[0], &[1, 0], &[0]]);
}
