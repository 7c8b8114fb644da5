//! Games that go round, with draws, against retrograde analysis.

use std::collections::HashMap;
use std::sync::Arc;

use bestply_core::{Keyed, Limit, Position, Side, mix};
use bestply_proof_number::{Addition, Method, Outcomes, Question, Score, Scores, Settings, Solver};
use bestply_testkit::Dice;

/// A random graph whose moves lead anywhere, back as well.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    nodes: Arc<Vec<Node>>,
    pub(crate) at: usize,
}

#[derive(Clone, Debug)]
struct Node {
    to_move: Side,
    score: Score,
    children: Vec<usize>,
}

impl Graph {
    pub(crate) fn new(seed: u64) -> Graph {
        Graph::with(seed, 30)
    }

    /// A graph with so few nodes that all replies of a game in it can be tried.
    pub(crate) fn tiny(seed: u64) -> Graph {
        Graph::with(seed, 9)
    }

    /// A graph with less than so many nodes.
    fn with(seed: u64, most: u64) -> Graph {
        let mut dice = Dice::new(seed);
        let count = 2 + dice.below(most - 2) as usize;
        let (ends, sames) = (10 + dice.below(30), dice.below(30));
        let nodes = (0..count).map(|node| {
            let is_end = node > 0 && dice.happens(ends);
            let moves = if is_end { 0 } else { 1 + dice.below(3) };
            let mut children: Vec<usize> = (0..moves).map(|_| dice.below(count as u64) as usize).collect();
            children.sort_unstable();
            children.dedup();
            let to_move = if dice.happens(sames) == node.is_multiple_of(2) { Side::Max } else { Side::Min };
            Node { to_move, score: dice.below(3) as Score - 1, children }
        });
        Graph { nodes: Arc::new(nodes.collect()), at: 0 }
    }

    /// A graph of these nodes: who moves, what the game is worth if it is over, and where moves lead to.
    pub(crate) fn by_hand(nodes: &[(Side, Score, &[usize])]) -> Graph {
        let node = |&(to_move, score, children): &(Side, Score, &[usize])| Node {
            to_move,
            score,
            children: children.to_vec(),
        };
        Graph { nodes: Arc::new(nodes.iter().map(node).collect()), at: 0 }
    }

    /// The same game at another node.
    pub(crate) fn at(&self, node: usize) -> Graph {
        Graph { at: node, ..self.clone() }
    }

    /// All positions of a game that can come of this one, which is the first; positions are told apart by their keys.
    ///
    /// The graph of the position of each number is at that number.
    pub(crate) fn of<P: Keyed + Clone>(start: &P, score: fn(&P) -> Score) -> (Graph, Vec<P>) {
        let (mut positions, mut nodes) = (vec![start.clone()], Vec::new());
        let mut numbers = HashMap::from([(start.key(), 0)]);
        while let Some(position) = positions.get(nodes.len()).cloned() {
            let mut child_of = |mv| {
                let mut after = position.clone();
                after.make(mv);
                *numbers.entry(after.key()).or_insert_with(|| {
                    positions.push(after);
                    positions.len() - 1
                })
            };
            let children: Vec<usize> = position.moves().map(&mut child_of).collect();
            let score = if children.is_empty() { score(&position) } else { 0 };
            nodes.push(Node { to_move: position.to_move(), score, children });
        }
        (Graph { nodes: Arc::new(nodes), at: 0 }, positions)
    }

    pub(crate) fn score(&self) -> Score {
        self.nodes[self.at].score
    }

    /// For each node whether MAX gets at least so much, where a game that goes round is worth 0.
    pub(crate) fn answers(&self, question: Question) -> Vec<bool> {
        // The side for which going round is no success must make progress.
        let round = question.answer_of_repetition();
        let mut answers = vec![round; self.nodes.len()];
        loop {
            let before = answers.clone();
            for (node, Node { to_move, score, children }) in self.nodes.iter().enumerate() {
                let mut below = children.iter().map(|&child| before[child]);
                answers[node] = match (children.is_empty(), to_move) {
                    (true, _) => question.answer_of(*score),
                    (false, Side::Max) => below.any(|answer| answer),
                    (false, Side::Min) => below.all(|answer| answer),
                };
            }
            if answers == before {
                return answers;
            }
        }
    }

    /// What the game is worth.
    pub(crate) fn value(&self) -> Score {
        self.values()[self.at]
    }

    /// What the game is worth from each node on.
    pub(crate) fn values(&self) -> Vec<Score> {
        let wins = self.answers(Question::MAX_WINS);
        let holds = self.answers(Question::MAX_DOES_NOT_LOSE);
        wins.into_iter().zip(holds).map(|(wins, holds)| Score::from(wins) + Score::from(holds) - 1).collect()
    }
}

impl Position for Graph {
    type Move = usize;
    type Moves = std::ops::Range<usize>;
    type Undo = usize;

    fn to_move(&self) -> Side {
        self.nodes[self.at].to_move
    }

    fn moves(&self) -> Self::Moves {
        0..self.nodes[self.at].children.len()
    }

    fn make(&mut self, mv: usize) -> usize {
        let child = self.nodes[self.at].children[mv];
        std::mem::replace(&mut self.at, child)
    }

    fn unmake(&mut self, _: usize, before: usize) {
        self.at = before;
    }
}

impl Keyed for Graph {
    fn key(&self) -> u64 {
        mix(self.at as u64 + 1)
    }
}

/// The naive way: whatever is found of a position is noted, on whichever path, and holds on all others.
fn naive(graph: &mut Graph, path: &mut Vec<usize>, known: &mut HashMap<usize, Score>) -> Score {
    if path.contains(&graph.at) {
        return 0;
    }
    if let Some(&value) = known.get(&graph.at) {
        return value;
    }
    if graph.is_terminal() {
        return graph.score();
    }
    path.push(graph.at);
    let values = graph.moves().map(|mv| {
        let before = graph.make(mv);
        let value = naive(graph, path, known);
        graph.unmake(mv, before);
        value
    });
    let values: Vec<Score> = values.collect();
    path.pop();
    let best = if graph.to_move() == Side::Max { values.into_iter().max() } else { values.into_iter().min() };
    let best = best.expect("it is not terminal");
    known.insert(graph.at, best);
    best
}

/// The graph-history interaction: a table that forgets the path to an answer gives wrong ones.
#[test]
fn where_a_table_without_paths_errs_the_answers_are_right() {
    let wrong_of_naive = (0..20_000).filter(|&seed| {
        let graph = Graph::new(seed);
        naive(&mut graph.clone(), &mut Vec::new(), &mut HashMap::new()) != graph.value()
    });
    let wrong_of_naive: Vec<u64> = wrong_of_naive.collect();
    assert!(wrong_of_naive.len() > 100, "{} are no test", wrong_of_naive.len());
    for seed in wrong_of_naive {
        let graph = Graph::new(seed);
        for settings in all_settings() {
            let mut judge = Outcomes::new(Graph::score);
            let mut solver = Solver::new(settings, 1 << 16);
            let solution = solver.solve(&mut graph.clone(), &mut judge, Scores::OUTCOMES, &Limit::new(), &mut ());
            assert_eq!(solution.scores.exact(), Some(graph.value()), "seed {seed}, {settings:?}");
        }
    }
}

pub(crate) fn all_settings() -> impl Iterator<Item = Settings> {
    let of = |addition| Method::ALL.map(|method| Settings::of(method).with_addition(addition));
    let plain = Settings::default().with_epsilon(0.0).expect("it is in its range");
    [Addition::Sum, Addition::Weak].into_iter().flat_map(of).chain([plain])
}

#[test]
fn games_that_go_round_are_solved_as_retrograde_analysis_solves_them() {
    for seed in 0..5000 {
        let graph = Graph::new(seed);
        for settings in all_settings() {
            // Little memory, and enough.
            for bytes in [128, 1 << 10, 1 << 16] {
                let is_small = bytes < 1 << 16;
                let mut solver = Solver::new(settings, bytes);
                let mut judge = Outcomes::new(Graph::score);
                let limit = Limit::new().evaluations(if is_small { 20_000 } else { 1_000_000 });
                let solution = solver.solve(&mut graph.clone(), &mut judge, Scores::OUTCOMES, &limit, &mut ());
                let context = || format!("seed {seed}, {settings:?}, {bytes} bytes: {solution:?}");
                let value = graph.value();
                assert!((solution.scores.least..=solution.scores.most).contains(&value), "{} {value}", context());
                assert!(is_small || solution.scores.exact().is_some(), "{}", context());
            }
        }
    }
}

#[test]
fn every_answer_of_a_game_that_goes_round_has_a_proof() {
    for seed in 0..3000 {
        let graph = Graph::new(seed);
        for settings in all_settings() {
            for question in [Question::MAX_WINS, Question::MAX_DOES_NOT_LOSE] {
                let mut solver = Solver::new(settings, 1 << 16);
                let mut judge = Outcomes::new(Graph::score);
                let mut position = graph.clone();
                let proof = solver.prove(&mut position, &mut judge, question, 1000, &Limit::new());
                let proof = proof.unwrap_or_else(|none| panic!("seed {seed}, {settings:?}, {question:?}: {none}"));
                assert_eq!(proof.answer(), graph.answers(question)[0]);
                assert_eq!(proof.check(&mut position, Graph::score, |graph| graph.at), Ok(()), "seed {seed}: {proof}");
                assert_eq!(proof.to_string().parse(), Ok(proof));
            }
        }
    }
}
