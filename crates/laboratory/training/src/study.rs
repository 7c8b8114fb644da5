//! Games played by searches, and lessons from what the searches found.

use bestply::guided_search::{Puct, Settings, TranspositionTable, Visits};
use bestply::learning::{SelfPlay, TeachingSearch, is_decisive};
use bestply::tree::{Expansion, NodeId, Tree};
use bestply::{
    Advance, AlphaBeta, GuidedSearch, Limit, MonteCarloTreeSearch, Position, Report, Reset, Search, Side, Value,
};
use bestply_any_game::AnySearcher;
use bestply_catalogue::{AnyEvaluator, AnyPosition, Lessons};

/// How games are played by searches, and what of the searches is learnt (Cohen-Solal, arXiv 2008.01188).
///
/// By default that is Descent with tree learning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StudyPlan {
    /// The evaluations of a move.
    pub evaluations: u64,
    /// What finds the moves.
    pub search: StudySearch,
    /// Which values are learnt.
    pub target: StudyTarget,
    /// What a finished game is worth.
    pub reward: StudyReward,
}

/// What finds the moves of the games that are learnt from. All search with the evaluation that is being learnt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StudySearch {
    /// Unbounded best-first minimax whose walks go to the end of the game.
    #[default]
    Descent,
    /// Unbounded best-first minimax whose walks end with the first leaf.
    UnboundedMinimax,
    /// PUCT best-first, whose walks go by priors.
    PuctBestFirst,
    /// Alpha-beta by iterative deepening.
    AlphaBeta,
    /// Monte-Carlo tree search.
    MonteCarloTreeSearch,
}

/// Which positions are learnt, with which values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StudyTarget {
    /// All that a search expanded, with the values backed up to them. The search must keep such a tree.
    #[default]
    Tree,
    /// The positions of the game, with the values that the searches found there.
    Root,
    /// The positions of the game, with what the game was worth in the end.
    Terminal,
}

/// What a finished game is worth to the positions that are learnt.
///
/// Whoever wins has at most 64 points, but for `Points`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StudyReward {
    /// The game's own points.
    #[default]
    Points,
    /// 64 for a win.
    Plain,
    /// Less for a later win, in proportion to the plies that were played: 64 · (128 - plies) / 128, and 0.5 at least.
    Additive,
    /// Less for a later win, in inverse proportion to them: 64 · 16 / plies, and 64 at most.
    Multiplicative,
}

/// A plan that cannot be followed: alpha-beta and Monte-Carlo tree search keep no tree of minimax values to learn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} keeps no tree of minimax values to learn from: learn what it finds at the root, or how games end")]
pub struct NoTreeToLearn(&'static str);

/// The plies that the additive reward counts to.
const LONGEST: f32 = 128.0;

/// The plies up to which the multiplicative reward is whole.
const SOONEST: f32 = 16.0;

impl StudyPlan {
    /// The evaluations of a move where nothing else is said.
    pub const EVALUATIONS: u64 = 1000;

    /// Whether the plan can be followed.
    ///
    /// # Errors
    ///
    /// If the tree of a search is to be learnt that keeps none.
    pub fn check(&self) -> Result<(), NoTreeToLearn> {
        match self.search {
            search if search.keeps_tree() || self.target != StudyTarget::Tree => Ok(()),
            StudySearch::AlphaBeta => Err(NoTreeToLearn("alpha-beta")),
            _ => Err(NoTreeToLearn("Monte-Carlo tree search")),
        }
    }

    /// The search of one game of these, with an evaluation; `in_units` turns points into the units of its values.
    ///
    /// # Panics
    ///
    /// If the plan [cannot be followed](StudyPlan::check).
    pub(crate) fn study<'g>(
        self,
        games: &'g impl SelfPlay<Position = AnyPosition>,
        evaluator: AnyEvaluator,
        in_units: impl Fn(f32) -> f32 + 'g,
    ) -> impl TeachingSearch<AnyPosition> + 'g {
        self.check().unwrap_or_else(|error| panic!("{error}"));
        let guided = |settings| GuidedSearch::of(settings, None::<TranspositionTable>).into();
        let searcher = match self.search {
            StudySearch::Descent => guided(Settings::descent()),
            StudySearch::UnboundedMinimax => guided(Settings::unbounded_minimax()),
            StudySearch::PuctBestFirst => guided(Settings::puct_best_first(Puct::default())),
            StudySearch::AlphaBeta => AlphaBeta::default().into(),
            StudySearch::MonteCarloTreeSearch => MonteCarloTreeSearch::default().into(),
        };
        let visits = Vec::new();
        StudiedGame { plan: self, games, in_units, evaluator, searcher, found: 0.0, visits, played: Vec::new() }
    }
}

impl Default for StudyPlan {
    fn default() -> StudyPlan {
        let (search, target, reward) = Default::default();
        StudyPlan { evaluations: StudyPlan::EVALUATIONS, search, target, reward }
    }
}

impl StudySearch {
    /// Whether the search keeps a tree of minimax values, all of which can be learnt.
    pub fn keeps_tree(self) -> bool {
        matches!(self, StudySearch::Descent | StudySearch::UnboundedMinimax | StudySearch::PuctBestFirst)
    }

    /// Whether the search counts the visits of moves, from which a policy can be learnt.
    pub fn counts_visits(self) -> bool {
        self != StudySearch::AlphaBeta
    }
}

impl StudyReward {
    /// The points for MAX of a game that ended after so many plies with these points.
    fn of(self, points: Value, plies: usize) -> f32 {
        let (sign, won, plies) = (points.signum() as f32, Lessons::WON as f32, plies as f32);
        match self {
            StudyReward::Points => points as f32,
            StudyReward::Plain => sign * won,
            StudyReward::Additive => sign * won * (LONGEST - plies).max(1.0) / LONGEST,
            StudyReward::Multiplicative => sign * won * (SOONEST / plies.max(SOONEST)),
        }
    }
}

/// A game of a plan under way.
///
/// Each position's lesson is told once: with its last value, when a move of the game leaves the position behind,
/// or at the end of the game.
struct StudiedGame<'g, G, U> {
    plan: StudyPlan,
    games: &'g G,
    in_units: U,
    evaluator: AnyEvaluator,
    searcher: AnySearcher,
    /// The value that was found last, in units for MAX.
    found: f32,
    /// The part of the visits that each move had, if the search counts them.
    visits: Vec<f32>,
    /// The positions of the game so far, and the visits of their moves.
    played: Vec<(AnyPosition, Vec<f32>)>,
}

impl<G: SelfPlay<Position = AnyPosition>, U: Fn(f32) -> f32> StudiedGame<'_, G, U> {
    /// Exchanges the tree that is learnt from with this one, if the searcher keeps such a tree.
    fn exchange_tree(&mut self, tree: &mut Tree<Visits>) {
        self.searcher.tree().into_iter().for_each(|own| own.exchange(tree));
    }

    /// The value of an expanded node in units for MAX, with wins and losses worth their rewards.
    ///
    /// `lesson` is told of the node and of all expanded nodes below it, but for those below its child `kept`.
    /// It recurses as deep as the search went.
    fn teach(
        &self,
        tree: &Tree<Visits>,
        node: NodeId,
        position: &mut AnyPosition,
        plies: usize,
        kept: Option<usize>,
        lesson: &mut dyn FnMut(&AnyPosition, f32, &[f32]),
    ) -> f32 {
        let side = position.to_move();
        let mut best: Option<f32> = None;
        for (index, child) in tree.children(node).enumerate() {
            let is_kept = kept == Some(index);
            let value = child.value();
            let is_full = child.expansion() == Expansion::Full;
            let value = if is_full && (!is_kept || is_decisive(value)) {
                let below = tree.child(node, index);
                let mv = position.nth_move(index);
                position.make(mv);
                let value = if is_kept {
                    self.teach(tree, below, position, plies + 1, None, &mut |_, _, _| {})
                } else {
                    self.teach(tree, below, position, plies + 1, None, lesson)
                };
                position.unmake(mv, ());
                value
            } else if !is_full && is_decisive(value) {
                self.after(position, &[index], plies, value)
            } else {
                value as f32
            };
            if best.is_none_or(|best| if side == Side::Max { value > best } else { value < best }) {
                best = Some(value);
            }
        }
        let value = best.expect("an expanded node has children");
        let is_root = plies == self.played.len();
        lesson(position, value, if is_root { &self.visits } else { &[] });
        value
    }

    /// The reward, in units, of the finished game to which moves lead, or that of a win or loss where they do not.
    fn after(&self, position: &AnyPosition, line: &[usize], plies: usize, value: Value) -> f32 {
        let mut position = position.clone();
        line.iter().for_each(|&index| position.play(index));
        let points = self.games.outcome(&position).unwrap_or_else(|| value.signum() * Lessons::WON as Value);
        self.reward(points, plies + line.len())
    }

    fn reward(&self, points: Value, plies: usize) -> f32 {
        (self.in_units)(self.plan.reward.of(points, plies))
    }

    /// What a search found, in units for MAX.
    fn value_of(&self, report: &Report<usize>, position: &AnyPosition) -> f32 {
        match report.value.unwrap_or(0) {
            value if is_decisive(value) => self.after(position, &report.line, self.played.len(), value),
            value => value as f32,
        }
    }
}

impl<G: SelfPlay<Position = AnyPosition>, U: Fn(f32) -> f32> TeachingSearch<AnyPosition> for StudiedGame<'_, G, U> {
    fn search(&mut self, position: &mut AnyPosition) -> usize {
        let limit = Limit::new().evaluations(self.plan.evaluations);
        let report = self.searcher.run(position, &mut self.evaluator, &limit, &mut ());
        let report = position.indexed(report);
        self.found = self.value_of(&report, position);
        self.visits = parts_of_visits(&report);
        report.best_move.unwrap_or(0)
    }

    fn advance(&mut self, position: &mut AnyPosition, index: usize, lesson: &mut dyn FnMut(&AnyPosition, f32, &[f32])) {
        match self.plan.target {
            StudyTarget::Root => lesson(position, self.found, &self.visits),
            StudyTarget::Terminal => {}
            StudyTarget::Tree => {
                let mut tree = Tree::new();
                self.exchange_tree(&mut tree);
                if tree.node(tree.root()).expansion() == Expansion::Full {
                    self.teach(&tree, tree.root(), position, self.played.len(), Some(index), lesson);
                }
                self.exchange_tree(&mut tree);
            }
        }
        self.played.push((position.clone(), std::mem::take(&mut self.visits)));
        let mv = position.nth_move(index);
        self.searcher.advance(position, mv);
        position.make(mv);
        if position.is_terminal() {
            self.searcher.reset();
            if self.plan.target == StudyTarget::Terminal {
                let points = self.games.outcome(position).expect("the outcome of a finished game is known");
                let worth = self.reward(points, self.played.len());
                self.played.iter().for_each(|(position, visits)| lesson(position, worth, visits));
            }
        }
        position.unmake(mv, ());
    }
}

/// The part of the visits that each move had; all of them for the move that was proved best.
///
/// They are empty where the search does not count visits.
fn parts_of_visits(report: &Report<usize>) -> Vec<f32> {
    let visits: Option<Vec<u32>> = report.root_moves.iter().map(|root_move| root_move.visits).collect();
    let (visits, is_proved) = (visits.unwrap_or_default(), report.proved);
    let sum: u64 = visits.iter().copied().map(u64::from).sum();
    let part = |(index, &visits): (usize, &u32)| {
        if is_proved { f32::from(u8::from(report.best_move == Some(index))) } else { visits as f32 / sum as f32 }
    };
    if sum == 0 { Vec::new() } else { visits.iter().enumerate().map(part).collect() }
}
