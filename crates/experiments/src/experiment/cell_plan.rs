use bestply::othello::openings;
use bestply::random_game::Rules;

use super::{Block, ChallengerDepth, Cost, Experiment, Game, GameKind};
use crate::games::GamePlan;
use crate::list::List;
use crate::results::Sides;
use crate::spec::{Algorithm, EvaluationName, SearcherSpec};

/// The papers' random games have 100 moves, their games of Othello start after 4 plies.
const PAPER_LENGTH: usize = 100;
const PAPER_OPENING_PLIES: usize = 4;

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
                    plans.push(self.cell_plan(block, game.clone(), depth)?);
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
    pub(super) fn starts(&self) -> Option<u64> {
        match self.game.kind {
            GameKind::Random => None,
            GameKind::Othello => Some(openings(self.game.opening_plies()).len() as u64),
        }
    }

    fn check_starts(&self) -> Result<(), String> {
        let last = self.first_seed.checked_add(self.pairs - 1).ok_or("`first_seed` is too large")?;
        match self.starts() {
            Some(starts) if self.first_seed == 0 || last > starts => Err(format!(
                "the starts after {} plies are numbered from 1 to {starts}: `first_seed` and `pairs` ask for {} to {last}",
                self.game.opening_plies(),
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
            GameKind::Othello => self.othello_games(block),
        }
    }

    fn random_games(&self, block: &Block) -> Result<Vec<GamePlan>, String> {
        let sides = [&self.challenger, &self.opponent];
        if !block.evaluation.is_empty() || sides.iter().any(|side| side.evaluation.is_some()) {
            return Err("`evaluation` is for othello: random games have only one".to_owned());
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

    fn othello_games(&self, block: &Block) -> Result<Vec<GamePlan>, String> {
        if block.branching.is_some() {
            return Err("`branching` is for random games: othello has its own".to_owned());
        }
        let evaluations =
            if block.evaluation.is_empty() { &[EvaluationName::Learnt] } else { block.evaluation.as_slice() };
        let plan = |&evaluation: &EvaluationName| GamePlan::Othello {
            opening_plies: self.game.opening_plies(),
            evaluations: Sides {
                challenger: self.challenger.evaluation.unwrap_or(evaluation),
                opponent: self.opponent.evaluation.unwrap_or(evaluation),
            },
            weights: self.game.weights.clone(),
        };
        Ok(evaluations.iter().map(plan).collect())
    }

    fn cell_plan(&self, block: &Block, game: GamePlan, opponent_depth: Option<usize>) -> Result<CellPlan, String> {
        let opponent = SearcherSpec { depth: opponent_depth, ..self.opponent };
        opponent.check_ready().map_err(|error| format!("`opponent`: {error} (or `opponent_depth` in `cells`)"))?;

        let mut challenger = self.challenger;
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
        complete.check_ready().map_err(|error| format!("`challenger`: {error} (or `challenger_depth` in `cells`)"))?;

        let depth = opponent_depth.map_or_else(String::new, |depth| format!("-{depth}"));
        Ok(CellPlan {
            id: format!("{}/{}/{}{depth}", self.name, game.id(), opponent.name()),
            table: self.table.filter(|_| game.is_published()),
            game,
            opponent,
            challenger,
            calibrated,
            cost: self.cost,
            seeds: self.first_seed..self.first_seed + self.pairs,
        })
    }
}

impl Game {
    fn opening_plies(&self) -> usize {
        self.opening_plies.unwrap_or(PAPER_OPENING_PLIES)
    }

    /// Every key must be one of the kind's.
    fn check_keys(&self) -> Result<(), String> {
        let of_random = [("length", self.length.is_some()), ("numbering", self.numbering.is_some())];
        let of_othello = [("opening_plies", self.opening_plies.is_some()), ("weights", self.weights.is_some())];
        let (kind, own, foreign) = match self.kind {
            GameKind::Random => ("random", of_random, of_othello),
            GameKind::Othello => ("othello", of_othello, of_random),
        };
        match foreign.iter().find(|(_, is_given)| *is_given) {
            Some((key, _)) => {
                Err(format!("`game` of kind {kind} has no key `{key}`, only `{}` and `{}`", own[0].0, own[1].0))
            }
            None => Ok(()),
        }
    }
}
