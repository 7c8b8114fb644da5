use std::path::PathBuf;

use bestply_catalogue::numbers::whole_float;
use bestply_catalogue::{Catalogue, EvaluationSpec, Key, NamedGame, NamedPlayer, SpecError, Unit};
use toml::{Table, Value as Setting};

use super::checks::out_of_range;
use super::list::{in_range, not_a_number, numbers};
use super::{
    Below, Budget, CellBlock, ChallengerDepth, Checked, ClockKind, Cost, Equal, Experiment, Problem, ReadyBalance,
    Role, SequentialTest, Sides, Swept, sweep,
};

/// One cell: two sides, a game and its starts.
#[derive(Clone, Debug, PartialEq)]
pub struct CellPlan {
    /// The cell's name in the records.
    pub id: String,
    /// The published table with whose figures the cell is compared.
    pub(crate) table: Option<u32>,
    /// The game.
    pub game: GamePlan,
    /// The opponent, ready to play.
    pub opponent: NamedPlayer,
    /// The challenger, ready to play except for a depth that is to be calibrated.
    pub challenger: NamedPlayer,
    /// The names that the description gives the players, where it gives any.
    pub(crate) names: Sides<Option<String>>,
    /// The settings by which the players are told from others of the run, where that is needed.
    pub(crate) settings: Sides<Option<String>>,
    /// Whether the challenger's depth is to be calibrated.
    pub(crate) calibrated: bool,
    /// What both sides spend equally.
    pub(crate) cost: Cost,
    /// What is equal of a budget.
    pub equal: Equal,
    /// Whether the cell repeats exactly, except for elapsed times.
    /// With a foreign engine it does not, nor where threads share a search freely.
    pub(crate) repeats: bool,
    /// Whether the cell does not repeat only because threads share a search freely.
    pub(crate) is_shared: bool,
    /// Whether elapsed times are recorded.
    pub is_timed: bool,
    /// The constants of which the description lists values, with their values in this cell.
    pub(crate) swept: Vec<Swept>,
    /// The seeds of the cell's starts.
    pub seeds: std::ops::Range<u64>,
    /// The test that may end the cell before all its pairs are played.
    pub(crate) sprt: Option<SequentialTest>,
    /// The numbers of pairs with which the cell was finished before it was decided to go on.
    pub(crate) looks: Vec<u64>,
}

/// The game of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePlan {
    /// The game's name in the catalogue.
    pub name: String,
    /// The game with its settings, its parameters included.
    pub(crate) game: NamedGame,
    /// The game's parameters that the description gives, with their values in this cell.
    pub(crate) parameters: Vec<(&'static str, u64)>,
    /// The evaluation of each side. A foreign engine has its own, and its entry here has no meaning.
    pub(crate) evaluations: Sides<EvaluationSpec>,
    /// Whether the evaluations are left out of names and results.
    pub(crate) implies_evaluations: bool,
    /// Whether each side has the game's first evaluation.
    pub(crate) has_first_evaluations: bool,
    /// The condition that starts must meet, if some are left out.
    pub(crate) balance: Option<ReadyBalance>,
    /// A file of openings in place of the game's own starts.
    pub(crate) openings: Option<PathBuf>,
    /// The clock that measures the players' time.
    pub(crate) clock: ClockKind,
}

impl GamePlan {
    /// The unit that is won or lost.
    pub fn unit(&self) -> Unit {
        self.game.about().unit
    }

    /// The game's name in the records.
    pub fn id(&self) -> String {
        let mut id = self.name.clone();
        for (_, value) in &self.parameters {
            id += &format!("-{value}");
        }
        id.extend(self.game.settings().variant().map(|variant| format!("-{variant}")));
        let Some(Sides { challenger, opponent }) = self.said_evaluations() else { return id };
        let against = if challenger == opponent { String::new() } else { format!("-{}", opponent.name()) };
        id + &format!("-{}{against}", challenger.name())
    }

    /// The evaluation of each side, unless evaluations are left out of names and results.
    pub(crate) fn said_evaluations(&self) -> Option<&Sides<EvaluationSpec>> {
        (!self.implies_evaluations).then_some(&self.evaluations)
    }

    /// Whether either side's evaluation is a foreign program's.
    fn has_process(&self) -> bool {
        let Sides { challenger, opponent } = &self.evaluations;
        [challenger, opponent].iter().any(|evaluation| matches!(evaluation, EvaluationSpec::Process(_)))
    }

    /// Whether a side evaluates by the evaluation of this name.
    pub(super) fn is_evaluated_by(&self, name: Option<&str>) -> bool {
        let Sides { challenger, opponent } = &self.evaluations;
        [challenger, opponent].iter().any(|evaluation| name == Some(evaluation.name()))
    }
}

impl CellPlan {
    /// What the opponent may spend on a move, if it is limited so.
    pub fn budget(&self) -> Option<Budget> {
        self.opponent.evaluations().map(Budget::Evaluations).or(self.opponent.time_us().map(Budget::TimeUs))
    }

    /// The player of a side.
    pub fn player(&self, role: Role) -> &NamedPlayer {
        if role == Role::Challenger { &self.challenger } else { &self.opponent }
    }

    /// The same cell as one of a sweep with these constants.
    fn of_sweep(mut self, swept: &[Swept]) -> CellPlan {
        if !swept.is_empty() {
            let constants: Vec<String> = swept.iter().map(Swept::id).collect();
            self.id += &format!("/{}", constants.join(","));
            self.swept = swept.to_vec();
        }
        self
    }
}

impl Experiment<'_> {
    /// The experiment's cells, in the order in which they are played.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub(super) fn cell_plans(&self, catalogue: &Catalogue) -> Checked<Vec<CellPlan>> {
        self.check_starts(catalogue)?;
        self.check_sprt()?;
        let mut plans: Vec<CellPlan> = Vec::new();
        let challengers = sweep::players(catalogue, &self.challenger, Role::Challenger);
        let opponents = sweep::players(catalogue, &self.opponent, Role::Opponent).below("opponent")?;
        for (challenger, of_challenger) in challengers.below("challenger")? {
            for (opponent, of_opponent) in &opponents {
                let sides = Sides { challenger: &challenger, opponent };
                let swept: Vec<Swept> = of_challenger.iter().chain(of_opponent).cloned().collect();
                plans.extend(self.plans_of(catalogue, &sides)?.into_iter().map(|plan| plan.of_sweep(&swept)));
            }
        }
        match plans.iter().enumerate().find(|(index, plan)| plans[..*index].iter().any(|before| before.id == plan.id)) {
            Some((_, twice)) => Err(Problem::sentence(format!("`cells` has {} twice", twice.id)).below("cells")),
            None if plans.is_empty() => Err(Problem::sentence("`cells` must not be empty").below("cells")),
            None => Ok(plans),
        }
    }

    /// The cells of these players.
    fn plans_of(&self, catalogue: &Catalogue, sides: &Sides<&NamedPlayer>) -> Checked<Vec<CellPlan>> {
        let mut plans: Vec<CellPlan> = Vec::new();
        for (place, block) in self.cells.iter().enumerate() {
            // A problem of the game or of a side lies elsewhere in the description.
            let below = |problem: Problem| match problem.at.first().map(String::as_str) {
                Some("game" | "challenger" | "opponent" | "balance") => problem,
                _ => problem.below(place).below("cells"),
            };
            let budgets = Budget::of_both(block, sides).map_err(below)?;
            for game in self.games(catalogue, block, sides).map_err(below)? {
                for depth in opponent_depths(block, sides) {
                    for &budget in &budgets {
                        plans.push(self.cell_plan(catalogue, block, sides, game.clone(), depth, budget)?);
                    }
                }
            }
        }
        Ok(plans)
    }

    /// The number of the game's starts; `None` where every seed is a start, or where a file has the starts.
    ///
    /// # Errors
    ///
    /// If there is no such game.
    pub(crate) fn start_count(&self, catalogue: &Catalogue) -> Checked<Option<u64>> {
        if self.openings.is_some() {
            // The file is not read before the run.
            return Ok(None);
        }
        let mut settings = self.game.settings.clone();
        // If the game has parameters, all of their values are assumed to have as many starts.
        for key in &catalogue.game_named(&self.game.kind)?.parameters {
            let Some(setting) = self.cells.first().and_then(|block| block.parameters.get(key.name)) else { continue };
            let first = setting.as_array().and_then(|list| list.first()).unwrap_or(setting);
            settings.insert(key.name.to_owned(), first.clone());
        }
        Ok(self.game_with(catalogue, &settings)?.start_count())
    }

    /// Writes out the values of the game's parameters in every block.
    pub(super) fn list_parameters(&mut self, catalogue: &Catalogue) -> Checked {
        let game = catalogue.game_named(&self.game.kind).below("game")?;
        for (place, block) in self.cells.iter_mut().enumerate() {
            for key in &game.parameters {
                let Some(setting) = block.parameters.get_mut(key.name) else { continue };
                let most = key.range().map_or(usize::MAX, |range| *range.end() as usize);
                let listed = listed(key.name, most, setting).below(key.name).below(place).below("cells")?;
                *setting = Setting::Array(listed.into_iter().map(|value| Setting::Integer(value as i64)).collect());
            }
        }
        Ok(())
    }

    fn check_starts(&self, catalogue: &Catalogue) -> Checked {
        ensure!(self.pairs > 0, "pairs" => "`pairs` must not be 0");
        let too_large = || Problem::sentence("`first_seed` is too large").below("first_seed");
        let last = self.description.first_seed.checked_add(self.pairs - 1).ok_or_else(too_large)?;
        let is_parametrised = !catalogue.game_named(&self.game.kind)?.parameters.is_empty();
        let starts = if is_parametrised { None } else { self.start_count(catalogue)? };
        let first = self.description.first_seed;
        if let Some(starts) = starts.filter(|&starts| first == 0 || last > starts) {
            let plies = self.game_with(catalogue, &self.game.settings)?.opening_plies().unwrap_or(0);
            let asked = format!("`first_seed` and `pairs` ask for {first} to {last}");
            bail!("pairs" => "the starts after {plies} plies are numbered from 1 to {starts}: {asked}");
        }
        Ok(())
    }

    /// Refuses a test in a calibrated cell: such a cell is played at several depths, each with all its pairs.
    fn check_sprt(&self) -> Checked {
        let Some(test) = &self.description.sprt else { return Ok(()) };
        test.check()?;
        if let Some(place) = self.cells.iter().position(|it| it.challenger_depth == Some(ChallengerDepth::EqualCost)) {
            let needed = "`challenger_depth` must not be \"equal-cost\"";
            bail!("cells", place, "challenger_depth" =>
                "`sprt` ends a contest before its pairs are played, which calibration needs: {needed}");
        }
        Ok(())
    }

    fn game_with(&self, catalogue: &Catalogue, settings: &Table) -> Checked<NamedGame> {
        catalogue.game_with(&self.game.kind, settings).below("game")
    }

    /// The games of a block, one for each combination.
    fn games(&self, catalogue: &Catalogue, of: &CellBlock, sides: &Sides<&NamedPlayer>) -> Checked<Vec<GamePlan>> {
        let about = catalogue.game_named(&self.game.kind).below("game")?;
        let (name, keys) = (about.name, &about.parameters);
        catalogue.check_game_settings(name, &self.game.settings).below("game")?;
        let foreign = of.parameters.keys().find(|&key| keys.iter().all(|own| own.name != key));
        if let Some(key) = foreign {
            return Err(foreign_key(catalogue, name, keys, key));
        }
        let checked = |evaluation: EvaluationSpec| catalogue.checked_evaluation(name, evaluation);
        let own = |player: &NamedPlayer| player.evaluation().cloned().map(checked).transpose();
        let challenger = own(sides.challenger).below("challenger")?;
        let opponent = own(sides.opponent).below("opponent")?;
        let balance = self.balance.as_ref().map(|it| it.ready(catalogue, about)).transpose().below("balance")?;
        let of_block = of.evaluation.iter().cloned().map(checked);
        let of_block = of_block.collect::<Result<Vec<_>, _>>().map_err(|error| match error.key() {
            Some("evaluation") => Problem::from(error),
            _ => Problem::from(error).below("evaluation"),
        })?;
        let first = about.evaluations.first().map(|&first| EvaluationSpec::named(first));
        let evaluations = if of_block.is_empty() { first.as_slice() } else { of_block.as_slice() };
        let mut plans = Vec::new();
        for parameters in combinations(of, keys)? {
            let mut settings = self.game.settings.clone();
            settings.extend(parameters.iter().map(|&(key, value)| (key.to_owned(), Setting::Integer(value as i64))));
            let game = catalogue.game_with(name, &settings).map_err(|error| match error.key() {
                Some(key) if of.parameters.contains_key(key) => Problem::from(error),
                _ => Problem::from(error).below("game"),
            })?;
            for evaluation in evaluations {
                let evaluations = Sides {
                    challenger: challenger.clone().unwrap_or_else(|| evaluation.clone()),
                    opponent: opponent.clone().unwrap_or_else(|| evaluation.clone()),
                };
                check_players(catalogue, sides, &game, &evaluations)?;
                let is_first = |side: &EvaluationSpec| Some(side) == first.as_ref();
                let has_first_evaluations = is_first(&evaluations.challenger) && is_first(&evaluations.opponent);
                plans.push(GamePlan {
                    name: name.to_owned(),
                    parameters: parameters.clone(),
                    implies_evaluations: about.implies_evaluation && has_first_evaluations,
                    has_first_evaluations,
                    evaluations,
                    balance: balance.clone(),
                    openings: self.openings.clone(),
                    clock: self.description.clock,
                    game: game.clone(),
                });
            }
        }
        Ok(plans)
    }

    fn cell_plan(
        &self,
        catalogue: &Catalogue,
        block: &CellBlock,
        sides: &Sides<&NamedPlayer>,
        game: GamePlan,
        opponent_depth: Option<usize>,
        budget: Option<Budget>,
    ) -> Checked<CellPlan> {
        let opponent = Budget::limit(budget, sides.opponent.clone().with_depth(opponent_depth));
        check_ready("opponent", &opponent, "opponent_depth")?;
        let has_engine = sides.challenger.is_engine() || opponent.is_engine();
        let repeats = sides.challenger.repeats() && opponent.repeats();
        if self.description.clock == ClockKind::Cpu && (has_engine || game.has_process()) {
            bail!("clock" => "`clock` must be \"wall\" here: \"cpu\" does not see what a foreign program spends");
        }

        let calibrated = block.challenger_depth == Some(ChallengerDepth::EqualCost);
        let challenger = Budget::limit(budget, sides.challenger.clone());
        let challenger = at_depth(catalogue, challenger, block.challenger_depth, opponent_depth)?;
        let complete = if calibrated { challenger.clone().with_depth(Some(1)) } else { challenger.clone() };
        check_ready("challenger", &complete, "challenger_depth")?;

        ensure!(self.equal != Equal::Spent || budget.is_some() && !opponent.is_engine(), "equal" =>
            "`equal` must not be \"spent\" here: it is for an opponent with a budget, and no foreign engine's");
        let depth = opponent_depth.map_or_else(String::new, |depth| format!("-{depth}"));
        let budget = budget.map_or_else(String::new, Budget::id);
        let spent = if self.equal == Equal::Spent { "-spent" } else { "" };
        let cost =
            if challenger.time_us().or(opponent.time_us()).is_some() { Cost::Time } else { self.description.cost };
        if calibrated && has_engine && cost == Cost::Evaluations {
            bail!("a foreign engine's evaluations are not known: `cost` must be \"time\" here");
        }
        Ok(CellPlan {
            id: format!("{}/{}/{}{depth}{budget}{spent}", self.name, game.id(), opponent.name()),
            // Published figures are for one evaluation of both sides.
            table: self.description.table.filter(|_| self.is_published(&game)),
            game,
            opponent,
            challenger,
            names: self.names.clone(),
            settings: Sides::default(),
            calibrated,
            cost,
            equal: self.equal,
            repeats,
            is_shared: !repeats && !has_engine,
            is_timed: self.record_time || cost == Cost::Time || self.description.clock == ClockKind::Cpu || !repeats,
            swept: Vec::new(),
            seeds: self.description.first_seed..self.description.first_seed + self.pairs,
            sprt: self.description.sprt,
            looks: Vec::new(),
        })
    }

    /// Whether both sides evaluate as in the published figures.
    fn is_published(&self, game: &GamePlan) -> bool {
        let Sides { challenger, opponent } = &game.evaluations;
        match &self.description.published_evaluation {
            Some(evaluation) => [challenger, opponent].iter().all(|side| side.name() == evaluation),
            None => game.has_first_evaluations,
        }
    }
}

/// A challenger at its depth, where that is known before calibration, and with the depth of its first search.
fn at_depth(
    catalogue: &Catalogue,
    mut challenger: NamedPlayer,
    depth: Option<ChallengerDepth>,
    opponent_depth: Option<usize>,
) -> Checked<NamedPlayer> {
    if let Some(key) = challenger.about().first_depth.filter(|key| !challenger.has(key)) {
        let first_depth = opponent_depth.map(|depth| depth as u64 - 1);
        challenger = catalogue.player_of(challenger.spec().clone().with(key, first_depth))?;
    }
    Ok(match depth {
        Some(ChallengerDepth::Plies(depth)) => challenger.with_depth(Some(depth)),
        Some(ChallengerDepth::EqualDepth) => challenger.with_depth(opponent_depth),
        Some(ChallengerDepth::EqualCost) | None => challenger,
    })
}

/// Checks that a player can be run. `or` is the key that can limit it in the place of its own.
fn check_ready(side: &str, player: &NamedPlayer, or: &str) -> Checked {
    let ready = player.check_ready();
    if let Err(error @ SpecError::NoLimit(_)) = &ready {
        let others = format!("`evaluations`, `time_us` or `time_ms` for both sides, or `{or}` in `cells`");
        bail!(side => "`{side}`: {error} (or {others})");
    }
    ready.below(side)
}

fn opponent_depths(block: &CellBlock, sides: &Sides<&NamedPlayer>) -> Vec<Option<usize>> {
    match &block.opponent_depth {
        Some(depths) => depths.as_slice().iter().copied().map(Some).collect(),
        None => vec![sides.opponent.depth()],
    }
}

/// Checks that the players can play the game with these evaluations, and that those of the same name are the same.
fn check_players(
    catalogue: &Catalogue,
    sides: &Sides<&NamedPlayer>,
    game: &NamedGame,
    evaluations: &Sides<EvaluationSpec>,
) -> Checked {
    let Sides { challenger, opponent } = evaluations;
    catalogue.check_player(sides.challenger, game, challenger).below("challenger")?;
    catalogue.check_player(sides.opponent, game, opponent).below("opponent")?;
    let are_told_apart = challenger.name() != opponent.name() || challenger == opponent;
    ensure!(are_told_apart, "two evaluations are called `{}`: give one a `name`", challenger.name());
    Ok(())
}

/// The values of the game's parameters in a block, in every combination; those of the last parameter change first.
///
/// A parameter that has a default may be left out.
fn combinations(block: &CellBlock, keys: &[Key]) -> Checked<Vec<Vec<(&'static str, u64)>>> {
    let mut combinations = vec![Vec::new()];
    for key in keys {
        let Some(values) = block.parameters.get(key.name) else {
            key.default_setting().ok_or_else(|| Problem::sentence(format!("`{}` is missing in `cells`", key.name)))?;
            continue;
        };
        let values = values.as_array().expect("the values are written out");
        let value = |value: &Setting| (key.name, value.as_integer().expect("the values are whole numbers") as u64);
        let with = |before: &Vec<(&'static str, u64)>| -> Vec<Vec<(&'static str, u64)>> {
            values.iter().map(|it| before.iter().copied().chain([value(it)]).collect()).collect()
        };
        combinations = combinations.iter().flat_map(with).collect();
    }
    Ok(combinations)
}

/// The values of a parameter, given as a number, a list or a range.
fn listed(key: &str, most: usize, setting: &Setting) -> Checked<Vec<usize>> {
    let number = |setting: &Setting| match (setting.as_integer(), setting.as_float().and_then(whole_float)) {
        (Some(number), _) => usize::try_from(number).map_err(|_| out_of_range(key, most, number)),
        (None, Some(number)) => Ok(number as usize),
        (None, None) => Err(not_a_number(key, &setting.to_string())),
    };
    Ok(match setting {
        Setting::String(text) => numbers(key, most, text)?,
        Setting::Array(list) => in_range(key, most, list.iter().map(number).collect::<Result<_, _>>()?)?,
        one => in_range(key, most, vec![number(one)?])?,
    })
}

/// The problem of a key that a block of this game, which has these parameters, does not have.
fn foreign_key(catalogue: &Catalogue, game: &str, parameters: &[Key], key: &str) -> Problem {
    if catalogue.games().flat_map(|game| &game.parameters).any(|other| other.name == key) {
        return Problem::sentence(format!("`{key}` is not for {game}")).below(key);
    }
    let keys: Vec<String> = parameters.iter().map(|key| key.name).chain(CellBlock::KEYS).map(str::to_owned).collect();
    let nearest = bestply_catalogue::names::nearest(key, keys.iter().map(String::as_str));
    let key_shown = bestply_catalogue::names::in_one_line(key);
    Problem::from(SpecError::UnknownKey { key: key_shown, keys, nearest }).below(key)
}
