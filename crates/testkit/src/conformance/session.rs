use bestply_core::{Limit, Position, Report, Searcher, Stop, Value};
use bestply_explicit_game::{ExplicitPosition, ExplicitTree};

use crate::conformance::statements::{assert_statements, exact_values};
use crate::naive::Definition;
use crate::{Dice, Recorder, Step, WatchedValue};

/// A searcher of the trees, whichever it is. So the checks are compiled once, and not once more for each searcher.
pub(crate) type AnySearcher = Box<dyn Searcher<ExplicitPosition, WatchedValue>>;

/// Makes searchers that do not know anything yet.
pub(crate) type Make<'m> = &'m dyn Fn() -> AnySearcher;

/// Makes definitions that do not know anything yet.
pub(crate) type Define<'d> = &'d dyn Fn() -> Box<dyn Definition>;

/// A game in which one searcher searches, with an observer and a watching evaluator.
pub(crate) struct Session {
    pub(crate) position: ExplicitPosition,
    pub(crate) evaluator: WatchedValue,
    pub(crate) searcher: AnySearcher,
    /// What each node of the game's tree is worth if both sides play perfectly.
    pub(crate) exact: Vec<Value>,
}

impl Session {
    pub(crate) fn new(tree: &ExplicitTree, searcher: AnySearcher) -> Session {
        Session::at(tree.position(), searcher)
    }

    pub(crate) fn at(position: ExplicitPosition, searcher: AnySearcher) -> Session {
        let exact = exact_values(position.tree());
        Session { position, evaluator: WatchedValue::default(), searcher, exact }
    }

    /// Searches, and checks what holds of every search, however it ended.
    pub(crate) fn search(&mut self, limit: &Limit) -> (Report<usize>, Vec<Step>) {
        let (before, evaluations) = (self.position.clone(), self.evaluator.evaluations());
        let unfinished = self.evaluator.unfinished;
        let mut recorder = Recorder::default();
        self.evaluator.root = Some(self.position.node());
        let report = self.searcher.search_observed(&mut self.position, &mut self.evaluator, limit, &mut recorder);
        assert_eq!(self.position, before, "the position is as it was, with {limit:?}");
        let made = self.evaluator.evaluations() - evaluations;
        // A solver asks about finished games alone, and counts the leaves that it looks at.
        let counts_leaves = self.evaluator.unfinished == unfinished && report.counts.evaluations > made;
        let counted = if counts_leaves { made } else { report.counts.evaluations };
        assert_eq!(counted, made, "the report counts the evaluations of {before:?} with {limit:?}");
        assert_keeps(limit, &before, &report);
        assert_consistent(&before, &report);
        assert_statements(&self.exact, &before, &report);
        self.assert_lines();
        (report, recorder.steps)
    }

    /// Checks the lines after each move, which belong to the position searched last.
    fn assert_lines(&mut self) {
        let before = self.position.clone();
        for mv in 0..before.move_count() {
            let line = self.searcher.line_after(&mut self.position, mv);
            assert_eq!(self.position, before, "the position is as it was");
            assert_eq!(line.first(), Some(&mv), "{before:?}: a line starts with its move");
            assert_legal(&before, &line);
        }
    }

    /// Plays a move, and tells the searcher of it.
    pub(crate) fn advance(&mut self, mv: usize) {
        self.searcher.advance(&mut self.position, mv);
        self.position.make(mv);
    }

    /// A move to play: half of the time the best one, otherwise any move.
    pub(crate) fn pick_move(&self, best: Option<usize>, dice: &mut Dice) -> usize {
        let is_best = dice.happens(50);
        match best.filter(|_| is_best) {
            Some(best) => best,
            None => dice.below(self.position.move_count() as u64) as usize,
        }
    }
}

fn assert_keeps(limit: &Limit, position: &ExplicitPosition, report: &Report<usize>) {
    // A finished root is evaluated whatever the limits.
    if let Some(most) = limit.evaluations.filter(|_| !position.is_terminal()) {
        assert!(report.counts.evaluations <= most, "{position:?} with {limit:?}: {report:?}");
    }
    if let Some(most) = limit.bytes {
        assert!(report.bytes <= most, "{position:?} with {limit:?}: {report:?}");
    }
    let may_stop = match report.stop {
        Stop::Depth => limit.depth.is_some(),
        Stop::Terminal => true,
        Stop::Evaluations => limit.evaluations.is_some_and(|most| is_spent(most, report)),
        Stop::Time => limit.time.is_some(),
        Stop::Memory => limit.bytes.is_some(),
        Stop::Asked => limit.stop.is_some(),
        // What a rule decided is not proved; else nothing would have been left to decide.
        Stop::Decided => !report.proved,
        _ => false,
    };
    assert!(may_stop, "{position:?} with {limit:?}: {report:?}");
}

/// Whether so many evaluations are made, or as many children for each of them whose values a table knows.
fn is_spent(most: u64, Report { counts, .. }: &Report<usize>) -> bool {
    let known = counts.generations.saturating_sub(counts.evaluations);
    counts.evaluations == most || known >= most.saturating_mul(Limit::SPARED)
}

/// Checks a line, and returns the position at its end.
fn assert_legal(position: &ExplicitPosition, line: &[usize]) -> ExplicitPosition {
    let mut end = position.clone();
    for &mv in line {
        assert!(mv < end.move_count(), "{position:?}: the line {line:?} is legal");
        end.make(mv);
    }
    end
}

fn assert_consistent(position: &ExplicitPosition, report: &Report<usize>) {
    let context = || format!("{position:?}: {report:?}");
    assert_eq!(report.best_move, report.line.first().copied(), "the line starts with the move: {}", context());
    assert_eq!(report.best_move.is_none(), position.is_terminal(), "there is a move: {}", context());
    assert!(report.root_moves.is_sorted_by(|a, b| a.mv < b.mv), "canonical order: {}", context());

    let end = assert_legal(position, &report.line);
    // The line of a proof may be pruned.
    // A move without a value is only there for lack of a better one, and is no variation.
    if matches!(report.stop, Stop::Depth | Stop::Terminal) && report.value.is_some() {
        let may_be_terminal = end.is_terminal() || report.proved;
        let is_terminal = report.stop == Stop::Terminal;
        assert!(!end.is_terminal() || is_terminal, "terminal goes before depth: {}", context());
        assert!(!is_terminal || may_be_terminal, "the line reaches the end, or the root is proved: {}", context());
    }
    match report.best_move {
        None => assert_eq!(report.value, Some(position.tree().value(position.node())), "{}", context()),
        Some(best) => {
            let of_best = report.root_moves.iter().find(|root_move| root_move.mv == best);
            assert_eq!(report.value, of_best.map(|root_move| root_move.value), "the move's value: {}", context());
            let are_all_lost = report.root_moves.iter().all(|known| known.value == position.to_move().loss());
            assert_eq!(report.value.is_none(), of_best.is_none(), "{}", context());
            assert!(of_best.is_some() || are_all_lost, "a move without a value is for lack of a better: {}", context());
        }
    }
}
