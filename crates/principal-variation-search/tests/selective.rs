//! Selective searches find what their second, naive writing finds, at the same cost; and what every search promises.

use bestply_core::{Evaluator, Keyed, Limit, Position, Prediction, Searcher, Side, Stop, Value, mix};
use bestply_principal_variation_search::{PrincipalVariationSearch, Settings, Window};
use bestply_testkit::naive::{NaiveFound, NaiveSelective};

/// A game of random numbers in which most positions offer a null move. The same side sometimes moves twice.
#[derive(Clone, Debug, PartialEq)]
struct Maze {
    place: u64,
    to_move: Side,
    plies_left: u32,
    branching: u64,
}

impl Maze {
    fn new(seed: u64, plies: u32, branching: u64) -> Maze {
        // A root of at least two moves, none of which is forced.
        let start = |place| Maze { place: mix(place), to_move: Side::Max, plies_left: plies, branching };
        (0..).map(|number| start(seed << 16 | number)).find(|maze| maze.move_count() > 1).expect("there is one")
    }

    fn go(&mut self, number: u64) -> Maze {
        let before = self.clone();
        self.place = mix(self.place ^ mix(number));
        self.plies_left -= 1;
        if !self.place.is_multiple_of(16) {
            self.to_move = self.to_move.other();
        }
        before
    }
}

impl Position for Maze {
    type Move = usize;
    type Moves = std::ops::Range<usize>;
    type Undo = Maze;

    fn to_move(&self) -> Side {
        self.to_move
    }

    fn moves(&self) -> Self::Moves {
        let is_over = self.plies_left == 0 || mix(self.place ^ 1).is_multiple_of(20);
        0..if is_over { 0 } else { 1 + (mix(self.place) % self.branching) as usize }
    }

    fn make(&mut self, mv: usize) -> Maze {
        self.go(mv as u64)
    }

    fn unmake(&mut self, _: usize, before: Maze) {
        *self = before;
    }

    fn make_null_move(&mut self) -> Option<Maze> {
        let offers = !self.is_terminal() && !self.place.is_multiple_of(4);
        offers.then(|| self.go(u64::MAX))
    }

    fn unmake_null_move(&mut self, before: Maze) {
        *self = before;
    }
}

impl Keyed for Maze {
    fn key(&self) -> u64 {
        mix(self.place ^ u64::from(self.plies_left) << 1 ^ self.to_move as u64)
    }
}

/// Static values that say little of deeper ones, and predictions that are often wrong: the naive search errs likewise.
struct Noise {
    parent: Option<u64>,
    predictions: Vec<Prediction>,
}

impl Noise {
    fn new() -> Noise {
        let prediction = |deep, shallow, slope, offset| Prediction { deep, shallow, slope, offset, sigma: 12.0 };
        let predictions = vec![
            prediction(3, 1, 0.9, 1.5),
            prediction(4, 2, 1.1, -2.0),
            prediction(4, 1, 0.7, 0.0),
            prediction(5, 3, 1.0, 0.0),
        ];
        Noise { parent: None, predictions }
    }
}

impl Evaluator<Maze> for Noise {
    fn evaluate(&mut self, maze: &Maze) -> Value {
        panic!("every node has its value from its parent, not {maze:?}");
    }

    fn enter(&mut self, parent: &Maze) {
        self.parent = Some(parent.key());
    }

    fn evaluate_child(&mut self, parent: &mut Maze, mv: usize) -> Value {
        assert_eq!(self.parent, Some(parent.key()), "the evaluator is told of the parent");
        let before = parent.make(mv);
        let number = mix(parent.place ^ 2);
        let is_won = parent.is_terminal() && number.is_multiple_of(3);
        let side = if number.is_multiple_of(2) { Side::Max } else { Side::Min };
        parent.unmake(mv, before);
        if is_won { side.win() } else { (number % 61) as Value - 30 }
    }

    fn predictions(&self, maze: &Maze) -> &[Prediction] {
        if maze.place.is_multiple_of(5) { &[] } else { &self.predictions }
    }
}

/// Each technique alone, and all of them.
fn variants() -> Vec<NaiveSelective> {
    let off = NaiveSelective::default();
    vec![
        off,
        NaiveSelective { reduction: 0.5, ..off },
        NaiveSelective { reduction: 1.5, ..off },
        NaiveSelective { null_move: 1, ..off },
        NaiveSelective { null_move: 2, ..off },
        NaiveSelective { prob_cut: 0.5, ..off },
        NaiveSelective { prob_cut: 1.5, ..off },
        NaiveSelective { reduction: 0.8, null_move: 1, prob_cut: 1.0 },
    ]
}

fn settings(NaiveSelective { reduction, null_move, prob_cut }: NaiveSelective) -> Settings {
    let settings = Settings::default().with_reduction(reduction);
    let settings = settings.and_then(|settings| settings.with_null_move(null_move));
    settings.and_then(|settings| settings.with_prob_cut(prob_cut)).expect("it is valid")
}

#[test]
fn it_finds_what_the_naive_writing_finds_at_the_same_cost() {
    let mut differ = 0;
    for seed in 0..400 {
        let mut maze = Maze::new(seed, 8, 2 + seed % 5);
        let minimax = NaiveSelective::default().search(&mut maze.clone(), &mut Noise::new(), 6);
        for variant in variants() {
            for depth in [3, 6] {
                let found = variant.search(&mut maze.clone(), &mut Noise::new(), depth);
                let mut searcher = PrincipalVariationSearch::with_settings(settings(variant), 0);
                let report = searcher.search(&mut maze, &mut Noise::new(), &Limit::new().depth(depth));
                let (value, best) = (report.value.expect("it has one"), report.best_move.expect("it has one"));
                let evaluations = report.counts.evaluations;
                assert_eq!(NaiveFound { value, best, evaluations }, found, "{maze:?} to {depth} with {variant:?}");
                differ += usize::from(depth == 6 && found.value != minimax.value);
            }
        }
    }
    assert!(differ > 400, "{differ} values are not minimax's: the selective searches are selective");
}

/// With tables, windows and internal deepening: the position is as it was, limits hold, a search repeats itself,
/// the line is legal, and a proof is a proof.
#[test]
fn it_promises_what_every_search_promises() {
    let mut proofs = 0;
    for seed in 0..300 {
        let maze = Maze::new(seed, 7, 2 + seed % 4);
        let exact = NaiveSelective::default().search(&mut maze.clone(), &mut Noise::new(), 99).value;
        for variant in variants() {
            for window in [Window::Open, Window::Aspiration(5.try_into().expect("it is not 0")), Window::Null] {
                let settings = settings(variant).with_window(window).with_internal_deepening(3).expect("it is valid");
                let make = || PrincipalVariationSearch::with_settings(settings, 1 << 12);
                let full = make().search(&mut maze.clone(), &mut Noise::new(), &Limit::new());
                let context = || format!("{maze:?} with {settings:?}: {full:?}");
                if full.proved {
                    proofs += 1;
                    assert_eq!(full.value, Some(exact), "{}", context());
                }
                for most in (0..=full.counts.evaluations).step_by(1 + full.counts.evaluations as usize / 8) {
                    let (mut position, limit) = (maze.clone(), Limit::new().evaluations(most));
                    let mut searcher = make();
                    let report = searcher.search(&mut position, &mut Noise::new(), &limit);
                    assert_eq!(position, maze, "the position is as it was: {most} of {}", context());
                    assert_eq!(make().search(&mut position, &mut Noise::new(), &limit), report);
                    if most < full.counts.evaluations {
                        assert_eq!(
                            (report.stop, report.counts.evaluations),
                            (Stop::Evaluations, most),
                            "{}",
                            context()
                        );
                    } else {
                        assert_eq!(report, full);
                    }
                    report.line.iter().for_each(|&mv| _ = position.make(mv));
                }
            }
        }
    }
    assert!(proofs > 500, "{proofs}");
}
