use bestply_core::{Limit, Position, Properties, Searcher, Side, StaticError, Stop};
use bestply_explicit_game::NodeValue;
use bestply_relatives::b_star::ProveBestOrDisproveRest;
use bestply_relatives::bayesian::MostImportant;
use bestply_relatives::conspiracy_numbers::{Conspiracy, OwnValues, Scoring};
use bestply_relatives::meta_greedy::GreatestGain;
use bestply_relatives::min_max_approximation::{LeastPenalty, Values};
use bestply_relatives::product_propagation::LikeliestWin;
use bestply_relatives::randomized_best_first::BestOrDrawn;
use bestply_relatives::sibling_conspiracy::RelativeScores;
use bestply_relatives::{Growth, MinMaxApproximation, Node, Parallel, Rule, first_best};
use bestply_testkit::RandomTrees;
use bestply_testkit::conformance::{
    check_contract, check_economy, check_endurance, check_memory, check_misuse, check_parents, check_searcher,
};
use bestply_testkit::naive::{
    NaiveBStar, NaiveBayes, NaiveConspiracy, NaiveDraws, NaiveGain, NaiveGrowth, NaivePenalties, NaiveProducts,
};
use bestply_visits::Scale;

/// Best-first minimax as a rule.
struct Best;

impl Parallel for Best {}

impl Rule for Best {
    type Mark = ();

    fn choose(&mut self, node: &Node<'_, ()>, _: usize) -> usize {
        let side: Side = node.side();
        let ranked = node.open_children().map(|(index, child)| (index, side.orient(child.value())));
        first_best(ranked).expect("a child is open")
    }
}

#[test]
fn any_rule() {
    let make = || Growth::new(Best);
    check_contract(make);
    check_economy(make);
    check_misuse(make);
    check_memory(make);
    check_parents(make);
    check_endurance(make);
    check_contract(|| make().with_leaves(3).expect("it is in range"));
}

/// All of the conformance suite, with one leaf at a time and with several.
fn check<R: Parallel + 'static>(
    make: impl Fn() -> Growth<R> + Copy + Send + Sync,
    define: impl Fn() -> NaiveGrowth + Copy,
) {
    check_one_by_one(make, define);
    let together = || make().with_leaves(4).expect("it is in range");
    check_endurance(together);
    check_together(make, define);
}

/// All of the conformance suite, with one leaf at a time.
fn check_one_by_one<R: Rule + 'static>(
    make: impl Fn() -> Growth<R> + Copy + Send + Sync,
    define: impl Fn() -> NaiveGrowth + Copy,
) {
    check_deciding(make, define);
    check_endurance(make);
}

/// The suite for a searcher that ends by itself: it does not search a game of forced moves to its end.
fn check_deciding<R: Rule + 'static>(make: impl Fn() -> Growth<R> + Copy, define: impl Fn() -> NaiveGrowth + Copy) {
    check_searcher(make, define);
    check_misuse(make);
    check_memory(make);
}

/// What a searcher of several leaves at a time finds is what the definition finds, in its order.
fn check_together<R: Parallel + 'static>(make: impl Fn() -> Growth<R> + Copy, define: impl Fn() -> NaiveGrowth + Copy) {
    let make = || make().with_leaves(3).expect("it is in range");
    check_searcher(make, || define().with_leaves(3));
    check_memory(make);
}

#[test]
fn min_max_approximation() {
    check(MinMaxApproximation::default, || {
        NaiveGrowth::new(NaivePenalties { power: None, edge: 0.05, scale: 32_768.0 })
    });
}

#[test]
fn min_max_approximation_by_means() {
    let rule = LeastPenalty::default().with_values(Values::Means).with_power(3.0).expect("it is in range");
    let define = || NaiveGrowth::new(NaivePenalties { power: Some(3.0), edge: 0.05, scale: 32_768.0 });
    check(|| Growth::new(rule), define);
}

/// The values of most trees are from -99 to 99.
const SCALE: u32 = 100;

fn scale() -> Scale {
    Scale::Given(SCALE.try_into().expect("it is not 0"))
}

fn conspiracy<S: Scoring + Default>(classes: usize) -> Growth<Conspiracy<S>> {
    Growth::new(Conspiracy::default().with_classes(classes).expect("it is in range").with_scale(scale()))
}

#[test]
fn conspiracy_numbers() {
    let define =
        || NaiveGrowth::new(NaiveConspiracy { classes: 7, scale: f64::from(SCALE), by_siblings: false, threshold: 1 });
    check_one_by_one(|| conspiracy::<OwnValues>(7), define);
}

#[test]
fn sibling_conspiracy() {
    let define =
        || NaiveGrowth::new(NaiveConspiracy { classes: 16, scale: f64::from(SCALE), by_siblings: true, threshold: 1 });
    check_one_by_one(|| conspiracy::<RelativeScores>(16), define);
}

#[test]
fn randomized_best_first() {
    let rule = BestOrDrawn::default().with_temperature(0.2).expect("it is in range").with_seed(7).with_scale(scale());
    check(|| Growth::new(rule.clone()), || NaiveGrowth::new(NaiveDraws::new(0.2, f64::from(SCALE), 7)));
}

#[test]
fn product_propagation() {
    let make = || Growth::new(LikeliestWin::default().with_scale(scale()));
    check(make, || NaiveGrowth::new(NaiveProducts { scale: f64::from(SCALE) }));
}

/// A rule for an evaluation whose errors were measured.
#[derive(Clone)]
struct Measured<R>(R);

/// In units of values.
const MEAN: i32 = 7;
const DEVIATION: i32 = 15;

impl<R: Rule> Rule for Measured<R> {
    type Mark = R::Mark;

    const IS_OF_ROOT_MOVES: bool = R::IS_OF_ROOT_MOVES;

    fn start(&mut self, properties: Properties, _: &[StaticError]) {
        self.0.start(properties, &[StaticError::new(1, f64::from(MEAN), f64::from(DEVIATION), 0.5)]);
    }

    fn focus(&mut self, root: &Node<'_, R::Mark>) -> bool {
        self.0.focus(root)
    }

    fn made(&self, parent: R::Mark, side: Side, children: &mut [Node<'_, R::Mark>]) {
        self.0.made(parent, side, children);
    }

    fn mark(&self, node: &Node<'_, R::Mark>) -> R::Mark {
        self.0.mark(node)
    }

    fn begin(&mut self, top: &Node<'_, R::Mark>) -> bool {
        self.0.begin(top)
    }

    fn choose(&mut self, node: &Node<'_, R::Mark>, depth: usize) -> usize {
        self.0.choose(node, depth)
    }

    fn decide(&self, root: &Node<'_, R::Mark>) -> Option<usize> {
        self.0.decide(root)
    }
}

/// A deviation as a part of [`SCALE`].
const DEVIATIONS: f64 = DEVIATION as f64 / SCALE as f64;

#[test]
fn b_star() {
    let rule = ProveBestOrDisproveRest::default().with_errors(3.0).expect("it is in range").with_scale(scale());
    check_deciding(|| Growth::new(rule), || NaiveGrowth::new(NaiveBStar { width: 30, mean: 0 }));
    let define = || NaiveGrowth::new(NaiveBStar { width: 3 * DEVIATION, mean: MEAN });
    check_deciding(|| Growth::new(Measured(rule)), define);
}

#[test]
fn meta_greedy() {
    let rule = GreatestGain::default().with_errors(2.0).and_then(|rule| rule.with_cost(0.001));
    let rule = rule.expect("they are in range").with_scale(scale());
    let scale = f64::from(SCALE);
    let define = || NaiveGrowth::new(NaiveGain { error: 0.2, mean: 0.0, cost: 0.001, scale });
    check_deciding(|| Growth::new(rule.clone()), define);
    let mean = f64::from(MEAN) / scale;
    let define = || NaiveGrowth::new(NaiveGain { error: 2.0 * DEVIATIONS, mean, cost: 0.001, scale });
    check_deciding(|| Growth::new(Measured(rule.clone())), define);
}

#[test]
fn bayesian() {
    let rule = MostImportant::default().with_errors(2.0).and_then(|rule| rule.with_gulp(0.2));
    let rule = rule.expect("they are in range").with_scale(scale());
    let scale = f64::from(SCALE);
    let define = || NaiveGrowth::new(NaiveBayes::new(0.2, 0.0, 0.2, scale));
    check_deciding(|| Growth::new(rule.clone()), define);
    check_together(|| Growth::new(rule.clone()), define);
    let mean = f64::from(MEAN) / scale;
    let define = || NaiveGrowth::new(NaiveBayes::new(2.0 * DEVIATIONS, mean, 0.2, scale));
    check_deciding(|| Growth::new(Measured(rule.clone())), define);
}

/// A search without limits ends with a proof, or because its rule says so, wherever its line ends.
#[test]
fn a_search_that_its_rule_ends_says_so() {
    let at_ends = [
        decided_at_ends(|| conspiracy::<OwnValues>(7)),
        decided_at_ends(|| conspiracy::<RelativeScores>(16)),
        decided_at_ends(|| Growth::new(ProveBestOrDisproveRest::default().with_scale(scale()))),
        decided_at_ends(|| Growth::new(GreatestGain::default().with_scale(scale()))),
        decided_at_ends(|| Growth::new(MostImportant::default().with_scale(scale()))),
    ];
    assert!(at_ends.iter().all(|&at_ends| at_ends > 10), "decided with a line to the end of the game: {at_ends:?}");
}

/// How often the rule ended a search whose line ends the game.
fn decided_at_ends<R: Rule + 'static>(make: impl Fn() -> Growth<R>) -> usize {
    let ends = RandomTrees::forest(1000).filter(|tree| {
        let report = make().search(&mut tree.position(), &mut NodeValue, &Limit::new());
        let expected = if report.proved { Stop::Terminal } else { Stop::Decided };
        assert_eq!(report.stop, expected, "{tree:?}: {report:?}");
        !report.proved && tree.position().is_terminal_after(&report.line)
    });
    ends.count()
}
