use bestply::random_game::Rules;

use super::game_kind::RANDOM;
use super::{Block, ChallengerDepth, Cost, Experiment, Game, GameKind};
use crate::games::{BoardGame, BoardPlan, GamePlan};
use crate::list::List;
use crate::results::{Budget, Sides};
use crate::spec::{Algorithm, EvaluationName, SearcherSpec};

/// The papers' random games have 100 moves.
const PAPER_LENGTH: usize = 100;

/// One cell: two sides, a game and its starts.
#[derive(Clone, Debug, PartialEq)]
pub struct CellPlan {
    /// The cell's name in the records.
    pub id: String,
    /// The published table whose figures it is to be compared with.
    pub table: Option<u32>,
    /// The game.
    pub game: GamePlan,
    /// The side it is measured against, ready to play.
    pub opponent: SearcherSpec,
    /// The side measured, ready to play but for a depth that is to be calibrated.
    pub challenger: SearcherSpec,
    /// Whether the challenger's depth is to be calibrated.
    pub calibrated: bool,
    /// What both sides are to spend equally.
    pub cost: Cost,
    /// Whether elapsed times are recorded.
    pub is_timed: bool,
    /// The seeds of its starts.
    pub seeds: std::ops::Range<u64>,
}

impl Experiment {
    /// Its cells, in the order in which they are played.
    ///
    /// # Errors
    ///
    /// What is missing or does not go together.
    pub fn cell_plans(&self) -> Result<Vec<CellPlan>, String> {
        self.check_starts()?;
        let mut plans: Vec<CellPlan> = Vec::new();
        for block in &self.cells {
            for game in self.games(block)? {
                let depths = block.opponent_depth.as_ref().map(List::as_slice);
                let depths: Vec<Option<usize>> = match depths {
                    Some(depths) => depths.iter().copied().map(Some).collect(),
                    None => vec![self.opponent.depth],
                };
                for depth in depths {
                    for &budget in &self.budgets(block)? {
                        plans.push(self.cell_plan(block, game.clone(), depth, budget)?);
                    }
                }
            }
        }
        match plans.iter().enumerate().find(|(index, plan)| plans[..*index].iter().any(|before| before.id == plan.id)) {
            Some((_, twice)) => Err(format!("`cells` has {} twice", twice.id)),
            None if plans.is_empty() => Err("`cells` must not be empty".to_owned()),
            None => Ok(plans),
        }
    }

    /// The number of starts that the game has; `None` where every seed is one.
    pub(crate) fn starts(&self) -> Option<u64> {
        match self.game.kind {
            GameKind::Random => None,
            GameKind::Board(game) => game.starts(self.game.opening_plies(game)),
        }
    }

    fn check_starts(&self) -> Result<(), String> {
        let others = self.pairs.checked_sub(1).ok_or("`pairs` must not be 0")?;
        let last = self.first_seed.checked_add(others).ok_or("`first_seed` is too large")?;
        match (self.game.kind, self.starts()) {
            (GameKind::Board(game), Some(starts)) if self.first_seed == 0 || last > starts => Err(format!(
                "the starts after {} plies are numbered from 1 to {starts}: `first_seed` and `pairs` ask for {} to {last}",
                self.game.opening_plies(game),
                self.first_seed
            )),
            _ => Ok(()),
        }
    }

    /// The games of a block.
    fn games(&self, block: &Block) -> Result<Vec<GamePlan>, String> {
        self.game.check_keys()?;
        match self.game.kind {
            GameKind::Random => self.random_games(block),
            GameKind::Board(game) => self.board_games(game, block),
        }
    }

    fn random_games(&self, block: &Block) -> Result<Vec<GamePlan>, String> {
        let sides = [&self.challenger, &self.opponent];
        if !block.evaluation.is_empty() || sides.iter().any(|side| side.evaluation.is_some()) {
            return Err("`evaluation` is for games with a board: random games have only one".to_owned());
        }
        let branching = block.branching.as_ref().ok_or("`branching` is missing in `cells`")?;
        let length = self.game.length.unwrap_or(PAPER_LENGTH);
        let numbering = self.game.numbering.unwrap_or_default().0;
        let plan = |&branching: &usize| {
            let rules = Rules::new(branching, length).map_err(|error| error.to_string())?;
            Ok(GamePlan::Random(rules.with_numbering(numbering)))
        };
        branching.as_slice().iter().map(plan).collect()
    }

    fn board_games(&self, game: BoardGame, block: &Block) -> Result<Vec<GamePlan>, String> {
        if block.branching.is_some() {
            return Err(format!("`branching` is for random games: {} has its own", game.name()));
        }
        let (challenger, opponent) = (self.challenger.evaluation, self.opponent.evaluation);
        for evaluation in block.evaluation.iter().copied().chain(challenger).chain(opponent) {
            game.check_evaluation(evaluation)?;
        }
        let evaluations =
            if block.evaluation.is_empty() { &game.evaluations()[..1] } else { block.evaluation.as_slice() };
        let plan = |&evaluation: &EvaluationName| {
            GamePlan::Board(BoardPlan {
                game,
                opening_plies: self.game.opening_plies(game),
                evaluations: Sides {
                    challenger: challenger.unwrap_or(evaluation),
                    opponent: opponent.unwrap_or(evaluation),
                },
                weights: self.game.weights.clone(),
            })
        };
        Ok(evaluations.iter().map(plan).collect())
    }

    fn cell_plan(
        &self,
        block: &Block,
        game: GamePlan,
        opponent_depth: Option<usize>,
        budget: Option<Budget>,
    ) -> Result<CellPlan, String> {
        let opponent = within(budget, SearcherSpec { depth: opponent_depth, ..self.opponent });
        let or = "(or `opponent_depth` in `cells`)";
        opponent.check_ready().map_err(|error| format!("`opponent`: {error} {or}"))?;

        let mut challenger = within(budget, self.challenger);
        if let Algorithm::BestFirstExtension { alpha_beta_depth: alpha_beta_depth @ None, .. } =
            &mut challenger.algorithm
        {
            *alpha_beta_depth = opponent_depth.map(|depth| depth - 1);
        }
        let calibrated = block.challenger_depth == Some(ChallengerDepth::EqualCost);
        match block.challenger_depth {
            Some(ChallengerDepth::Plies(depth)) => challenger.depth = Some(depth),
            Some(ChallengerDepth::EqualDepth) => challenger.depth = opponent_depth,
            Some(ChallengerDepth::EqualCost) | None => {}
        }
        let complete = if calibrated { SearcherSpec { depth: Some(1), ..challenger } } else { challenger };
        let or = "(or `challenger_depth` in `cells`)";
        complete.check_ready().map_err(|error| format!("`challenger`: {error} {or}"))?;

        let depth = opponent_depth.map_or_else(String::new, |depth| format!("-{depth}"));
        let budget = budget.map_or_else(String::new, budget_id);
        let cost = if challenger.time_us.or(opponent.time_us).is_some() { Cost::Time } else { self.cost };
        Ok(CellPlan {
            id: format!("{}/{}/{}{depth}{budget}", self.name, game.id(), opponent.name()),
            table: self.table.filter(|_| game.is_published()),
            game,
            opponent,
            challenger,
            calibrated,
            cost,
            is_timed: self.record_time || cost == Cost::Time,
            seeds: self.first_seed..self.first_seed + self.pairs,
        })
    }

    /// What either side may spend on a move, one after the other; a single `None` where the block does not say it.
    fn budgets(&self, block: &Block) -> Result<Vec<Option<Budget>>, String> {
        let (key, budgets): (&str, Vec<Budget>) = match (&block.evaluations, &block.time_us) {
            (None, None) => return Ok(vec![None]),
            (Some(_), Some(_)) => return Err("`cells` has `evaluations` and `time_us`: give each a block".to_owned()),
            (Some(list), None) => {
                ("evaluations", list.as_slice().iter().map(|&it| Budget::Evaluations(it as u64)).collect())
            }
            (None, Some(list)) => ("time_us", list.as_slice().iter().map(|&it| Budget::TimeUs(it as u64)).collect()),
        };
        for (side, spec) in [("challenger", &self.challenger), ("opponent", &self.opponent)] {
            if spec.evaluations.is_some() || spec.time_us.is_some() {
                return Err(format!(
                    "`{key}` in `cells` is for both sides: `{side}` must have no such limit of its own"
                ));
            }
        }
        if block.challenger_depth == Some(ChallengerDepth::EqualCost) {
            return Err(format!(
                "`{key}` in `cells` makes the cost equal: `challenger_depth` must not be \"equal-cost\""
            ));
        }
        Ok(budgets.into_iter().map(Some).collect())
    }
}

/// A searcher that may spend so much on a move.
fn within(budget: Option<Budget>, searcher: SearcherSpec) -> SearcherSpec {
    match budget {
        None => searcher,
        Some(Budget::Evaluations(evaluations)) => SearcherSpec { evaluations: Some(evaluations), ..searcher },
        Some(Budget::TimeUs(time)) => SearcherSpec { time_us: Some(time), ..searcher },
    }
}

/// A budget as the end of a cell's name.
fn budget_id(budget: Budget) -> String {
    match budget {
        Budget::Evaluations(evaluations) => format!("-{evaluations}-evaluations"),
        Budget::TimeUs(time) => format!("-{time}-us"),
    }
}

impl Game {
    fn opening_plies(&self, game: BoardGame) -> usize {
        self.opening_plies.unwrap_or(game.opening_plies())
    }

    /// Every key must be one of the kind's.
    fn check_keys(&self) -> Result<(), String> {
        let of_random = [("length", self.length.is_some()), ("numbering", self.numbering.is_some())];
        let of_board = [("opening_plies", self.opening_plies.is_some()), ("weights", self.weights.is_some())];
        let (kind, own, foreign) = match self.kind {
            GameKind::Random => (RANDOM, of_random, of_board),
            GameKind::Board(game) => (game.name(), of_board, of_random),
        };
        match foreign.iter().find(|(_, is_given)| *is_given) {
            Some((key, _)) => {
                Err(format!("`game` of kind {kind} has no key `{key}`, only `{}` and `{}`", own[0].0, own[1].0))
            }
            None => Ok(()),
        }
    }
}
