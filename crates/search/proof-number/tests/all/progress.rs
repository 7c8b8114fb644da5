//! Games that go round are won by whoever is proved to win them: against retrograde analysis, whatever the other side
//! replies.

use bestply_core::{Advance, Evaluator, Limit, Position, Search, Side, Value};
use bestply_proof_number::{Method, Outcomes, ProofNumberSearch, Question, Score, Scores, Settings, Solver};
use bestply_testkit::Dice;

use crate::graphs::Graph;

/// The graphs of each test.
const GRAPHS: u64 = 100_000;

/// More leaves than any of these games needs.
const LEAVES: u64 = 100_000;

/// More plies than a won game of so few positions needs that never comes back to one.
const MOST_PLIES: usize = 24;

/// What finished games are worth.
struct Ends;

impl Evaluator<Graph> for Ends {
    fn evaluate(&mut self, position: &Graph) -> Value {
        value_of(position.score())
    }
}

fn value_of(score: Score) -> Value {
    [Value::MIN, 0, Value::MAX][(score + 1) as usize]
}

/// A game in which a searcher is asked, and told of all moves.
#[derive(Clone)]
struct Game {
    searcher: ProofNumberSearch,
    graph: Graph,
}

impl Game {
    fn new(graph: Graph, method: Method, bytes: usize) -> Game {
        Game { searcher: ProofNumberSearch::new(Settings::of(method), 0).with_table_bytes(Some(bytes)), graph }
    }

    /// The move of a search within so many leaves, if a value is stated. What is stated must be so.
    fn ask(&mut self, values: &[Score], leaves: u64) -> Option<usize> {
        let report = self.searcher.run(&mut self.graph, &mut Ends, &Limit::new().evaluations(leaves), &mut ());
        assert_eq!(report.proved, report.value.is_some());
        assert!(report.value.is_none_or(|value| value == value_of(values[self.graph.at])), "{report:?}");
        report.best_move.filter(|_| report.proved)
    }

    fn play(&mut self, mv: usize) {
        self.searcher.advance(&mut self.graph, mv);
        self.graph.make(mv);
    }

    /// Plays a won position to its end, whatever the other side replies. The searcher is asked twice each time.
    ///
    /// # Errors
    ///
    /// The way to a position where nothing is stated, the win is given away, or so many plies are over.
    fn win(mut self, values: &[Score], plies: usize) -> Result<(), String> {
        let (at, value) = (self.graph.at, values[self.graph.at]);
        if self.graph.is_terminal() {
            return Ok(());
        }
        if plies == 0 {
            return Err(format!("{at}, and so on"));
        }
        let replies = if (self.graph.to_move() == Side::Max) == (value > 0) {
            let best = self.ask(values, LEAVES).ok_or_else(|| format!("{at}, where nothing is stated"))?;
            if self.ask(values, 0).is_none_or(|again| values[after(&self.graph, again).at] != value) {
                return Err(format!("{at}, where another move is said when it is asked again"));
            }
            best..best + 1
        } else {
            self.graph.moves()
        };
        for mv in replies {
            let mut next = self.clone();
            next.play(mv);
            if values[next.graph.at] != value {
                return Err(format!("{at} {}, which gives the win away", next.graph.at));
            }
            next.win(values, plies - 1).map_err(|way| format!("{at} {way}"))?;
        }
        Ok(())
    }
}

fn after(graph: &Graph, mv: usize) -> Graph {
    let mut after = graph.clone();
    after.make(mv);
    after
}

/// Asks about some positions on the way from somewhere, so that the memory knows several, and then plays on if the
/// position that was come to is won for somebody.
fn plays_somewhere(values: &[Score], mut game: Game, dice: &mut Dice) -> Option<Result<(), String>> {
    game.graph.at = dice.below(values.len() as u64) as usize;
    let is_over = |game: &Game, mv| after(&game.graph, mv).is_terminal();
    for _ in 0..dice.below(4) {
        let Some(most) = game.graph.moves().max().filter(|&most| !is_over(&game, most)) else { break };
        game.ask(values, if dice.happens(80) { LEAVES } else { dice.below(5) });
        let mv = dice.below(game.graph.move_count() as u64) as usize;
        game.play(if is_over(&game, mv) { most } else { mv });
    }
    let is_won = values[game.graph.at] != 0 && !game.graph.is_terminal();
    is_won.then(|| game.win(values, MOST_PLIES))
}

#[test]
fn whoever_is_proved_to_win_a_game_that_goes_round_wins_it() {
    let mut won = [0; Method::ALL.len()];
    for seed in 0..GRAPHS {
        let graph = Graph::tiny(seed);
        let values = graph.values();
        for (method, won) in Method::ALL.into_iter().zip(&mut won) {
            // A table of four entries is enough to find what was forgotten. A tree needs room.
            let is_table = [Method::DfPn, Method::Pds].contains(&method);
            let bytes = if is_table && seed % 2 == 0 { 128 } else { 1 << 12 };
            let dice = &mut Dice::new(seed ^ 0x5eed);
            match plays_somewhere(&values, Game::new(graph.clone(), method, bytes), dice) {
                Some(Err(way)) => panic!("seed {seed}, {method:?}, {bytes} bytes: {way}\n{graph:?}"),
                played => *won += usize::from(played.is_some()),
            }
        }
    }
    assert!(won.iter().all(|&won| won > 10_000), "{won:?}");
}

/// One memory for several roots, some of which a limit cuts short: whatever is said is so, and has a proof that holds.
#[test]
fn whatever_a_memory_knows_of_other_positions_answers_are_right_and_proofs_hold() {
    let mut proved = 0;
    for seed in 0..GRAPHS {
        let graph = Graph::tiny(seed);
        let values = graph.values();
        for method in Method::ALL {
            let bytes = if seed % 2 == 0 { 128 } else { 1 << 12 };
            let (mut solver, mut judge) = (Solver::new(Settings::of(method), bytes), Outcomes::new(Graph::score));
            let mut dice = Dice::new(seed ^ 0x5eed);
            for _ in 0..3 {
                let mut root = graph.at(dice.below(values.len() as u64) as usize);
                let context = format!("seed {seed}, {method:?}, {bytes} bytes, at {}\n{graph:?}", root.at);
                let limit = Limit::new().evaluations(if dice.happens(70) { LEAVES } else { dice.below(5) });
                let solution = solver.solve(&mut root, &mut judge, Scores::OUTCOMES, &limit, &mut ());
                let value = values[root.at];
                assert!(solution.scores.exact().is_none_or(|score| score == value), "{solution:?}, {context}");
                if solution.scores.exact().is_some() && solution.stop.is_none() && !root.is_terminal() {
                    let best = solution.best_move.expect("a solved position has a best move");
                    assert_eq!(values[after(&root, best).at], value, "{solution:?}, {context}");
                }
                let question = [Question::MAX_WINS, Question::MAX_DOES_NOT_LOSE][dice.below(2) as usize];
                let limit = Limit::new().evaluations(LEAVES);
                let Ok(proof) = solver.prove(&mut root, &mut judge, question, 1000, &limit) else {
                    assert!(bytes < 1 << 12, "no proof: {context}");
                    continue;
                };
                assert_eq!(proof.answer(), question.answer_of(value), "{context}");
                assert_eq!(proof.check(&mut root, Graph::score, |graph| graph.at), Ok(()), "{context}");
                proved += 1;
            }
        }
    }
    assert!(proved > 10 * GRAPHS, "{proved}");
}

/// From 5, MIN goes to 0, and MAX to 1. There MIN wins at once by 4, and may also go to 0 again, from where it wins as
/// well: only one of the two comes nearer to the end.
#[test]
fn a_move_that_only_goes_round_is_not_played_where_one_wins() {
    let nodes: [(Side, Score, &[usize]); 6] = [
        (Side::Max, 0, &[1]),
        (Side::Min, 0, &[2, 0, 4]),
        (Side::Max, 1, &[]),
        (Side::Min, 0, &[2, 4]),
        (Side::Max, -1, &[]),
        (Side::Min, 0, &[0]),
    ];
    let graph = Graph::by_hand(&nodes);
    for method in Method::ALL {
        assert_eq!(Game::new(graph.at(5), method, 1 << 12).win(&graph.values(), 4), Ok(()), "{method:?}");
    }
}

/// What is known of 0 must not be proved by way of 2, which is proved by way of 0.
#[test]
fn a_proof_holds_where_the_memory_knows_another_position() {
    let nodes: [(Side, Score, &[usize]); 4] =
        [(Side::Max, 0, &[1, 2]), (Side::Max, 1, &[]), (Side::Max, 0, &[0, 3]), (Side::Max, -1, &[])];
    let graph = Graph::by_hand(&nodes);
    for method in Method::ALL {
        let (mut solver, mut judge) = (Solver::new(Settings::of(method), 1 << 12), Outcomes::new(Graph::score));
        for node in [0, 2, 0] {
            let mut root = graph.at(node);
            let proof = solver.prove(&mut root, &mut judge, Question::MAX_WINS, 10, &Limit::new());
            let check = proof.expect("it is small").check(&mut root, Graph::score, |graph| graph.at);
            assert_eq!(check, Ok(()), "{method:?}");
        }
    }
}
