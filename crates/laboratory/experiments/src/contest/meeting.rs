//! Who meets whom, and the experiments that come of it.

use bestply_catalogue::{Catalogue, SearcherSpec};

use super::budget::Budgets;
use super::player::player_called;
use super::{
    Below, CellBlock, CellPlan, Checked, Claim, Description, Experiment, GameSection, Problem, SequentialTest, Sides,
};

/// A challenger and an opponent in a game. Each has a cell for each block of cells and each budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The game's place in [`Description::games`].
    pub(crate) game: usize,
    /// Why they meet, and by which key the description knows them.
    pub(crate) by: MetBy,
}

/// The keys of a description by which two players meet, and their places there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetBy {
    /// One of the game's challengers, and one of the opponents.
    Cells {
        /// The challenger's place among the challengers of the game.
        challenger: usize,
        /// The opponent's place in [`Description::opponents`].
        opponent: usize,
    },
    /// The challenger of a claim and one of its opponents.
    Claim {
        /// The claim's place in [`Description::claims`].
        claim: usize,
        /// The opponent's place in [`opponents`](super::Claim::opponents).
        opponent: usize,
    },
    /// Two of the players, by their places in [`Description::players`].
    Players([usize; 2]),
}

impl Description {
    /// Whether every two players meet.
    pub fn is_round_robin(&self) -> bool {
        self.opponents.is_empty() && !self.claims.iter().any(Claim::has_cells)
    }

    /// Who meets whom where: challengers game by game, then the claims', or else every two players.
    pub fn meetings(&self) -> Vec<Meeting> {
        let games = || self.games.iter().enumerate();
        if self.is_round_robin() {
            let players = self.players.len();
            let two = (0..players).flat_map(|first| (first + 1..players).map(move |second| [first, second]));
            let two: Vec<MetBy> = two.map(MetBy::Players).collect();
            return games().flat_map(|(game, _)| two.iter().map(move |&by| Meeting { game, by })).collect();
        }
        let of_game = |(game, entry): (usize, &GameSection)| {
            let challengers = 0..self.challengers_in(entry).len();
            let opponents = self.opponents.len();
            challengers.flat_map(move |challenger| {
                (0..opponents).map(move |opponent| Meeting { game, by: MetBy::Cells { challenger, opponent } })
            })
        };
        let of_claim = |claim: usize| {
            let about = games().filter(move |(_, entry)| self.claims[claim].is_about(&entry.game.kind));
            let opponents = self.claims[claim].opponents.len();
            about.flat_map(move |(game, _)| {
                (0..opponents).map(move |opponent| Meeting { game, by: MetBy::Claim { claim, opponent } })
            })
        };
        games().flat_map(of_game).chain((0..self.claims.len()).flat_map(of_claim)).collect()
    }

    /// Whether a claim is about a meeting: one of its own, or one of the description's where it has none.
    pub(crate) fn is_claimed(&self, claim: usize, meeting: &Meeting) -> bool {
        let (about, entry) = (&self.claims[claim], &self.games[meeting.game]);
        let challenger = match meeting.by {
            MetBy::Claim { claim: own, .. } => return own == claim,
            MetBy::Cells { challenger, .. } => self.challengers_in(entry)[challenger].name(),
            MetBy::Players([first, _]) => self.players[first].short_name(),
        };
        !about.has_cells() && about.is_about(&entry.game.kind) && about.is_of(challenger)
    }

    /// The names by which the description calls both sides of a meeting.
    pub(crate) fn names_in(&self, meeting: &Meeting) -> Sides<String> {
        let [challenger, opponent] = match meeting.by {
            MetBy::Cells { challenger, opponent } => {
                let challenger = &self.challengers_in(&self.games[meeting.game])[challenger];
                [challenger, &self.opponents[opponent]].map(|spec| spec.name().to_owned())
            }
            MetBy::Claim { claim, opponent } => {
                let claim = &self.claims[claim];
                [claim.challenger.clone().unwrap_or_default(), claim.opponents[opponent].clone()]
            }
            MetBy::Players(places) => {
                let labels = self.labels();
                places.map(|place| labels[place].clone())
            }
        };
        Sides { challenger, opponent }
    }

    /// The names that the description gives both sides of a meeting, where it gives any.
    pub(crate) fn own_names_in(&self, meeting: &Meeting) -> Sides<Option<String>> {
        let entry = &self.games[meeting.game];
        let named = |text: &str| player_called(text, &entry.players, &self.players).map(|_| text.to_owned());
        let [challenger, opponent] = match meeting.by {
            MetBy::Cells { challenger, opponent } => {
                let sides = [&self.challengers_in(entry)[challenger], &self.opponents[opponent]];
                sides.map(|spec| named(&spec.to_string()))
            }
            MetBy::Claim { claim, opponent } => {
                let claim = &self.claims[claim];
                [claim.challenger.as_deref().and_then(named), named(&claim.opponents[opponent])]
            }
            MetBy::Players(places) => places.map(|place| self.players[place].name.clone()),
        };
        Sides { challenger, opponent }
    }

    /// The cells of each of the [`meetings`](Description::meetings), in the order in which they are played.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn cell_plans(&self, catalogue: &Catalogue) -> Checked<Vec<Vec<CellPlan>>> {
        Ok(self.experiments(catalogue)?.into_iter().map(|(_, plans)| plans).collect())
    }

    /// The same description in order, as [`checked`](Description::checked), with its cells.
    ///
    /// # Errors
    ///
    /// The problem that keeps it from being run.
    pub fn planned(self, catalogue: &Catalogue) -> Checked<(Description, Vec<Vec<CellPlan>>)> {
        let description = self.in_order(catalogue)?;
        let plans = description.check(catalogue)?;
        Ok((description, plans))
    }

    /// Checks what can be checked key by key, then that everything can be played.
    fn check(&self, catalogue: &Catalogue) -> Checked<Vec<Vec<CellPlan>>> {
        ensure!(!self.games.is_empty(), "games" => "a game is missing: `game`, or `games`");
        self.sprt.iter().try_for_each(SequentialTest::check)?;
        self.check_names()?;
        self.check_challengers()?;
        self.check_players()?;
        self.check_claims()?;
        let meetings = self.meetings();
        let others = "nor `claims` with `opponents`, nor two `players`";
        ensure!(!meetings.is_empty(), "nobody meets: there are neither `challengers` and `opponents`, {others}");
        let experiments = self.experiments(catalogue)?;
        for (place, claim) in self.claims.iter().enumerate() {
            let of_claim = meetings.iter().zip(&experiments).filter(|(meeting, _)| self.is_claimed(place, meeting));
            let of_claim: Vec<&Experiment<'_>> = of_claim.map(|(_, (experiment, _))| experiment).collect();
            ensure!(!of_claim.is_empty(), "claims", place, "challenger" =>
                "the claim is about no cell: nobody is called {}", claim.who());
            let growths = claim.grows_with.iter().try_for_each(|key| check_series(key, &of_claim));
            growths.below("grows_with").below(place).below("claims")?;
        }
        Ok(experiments.into_iter().map(|(_, plans)| plans).collect())
    }

    /// The experiments of the description, one for each of its meetings, in their order, with their cells.
    pub(crate) fn experiments(&self, catalogue: &Catalogue) -> Checked<Vec<(Experiment<'_>, Vec<CellPlan>)>> {
        let experiment = |meeting: Meeting| {
            let experiment = self.experiment(catalogue, meeting)?.checked(catalogue);
            let planned = experiment.and_then(|experiment| {
                let plans = experiment.cell_plans(catalogue)?;
                Ok((experiment, plans))
            });
            planned.map_err(|problem| self.found_in(problem, meeting))
        };
        self.meetings().into_iter().map(experiment).collect()
    }

    fn experiment(&self, catalogue: &Catalogue, meeting: Meeting) -> Checked<Experiment<'_>> {
        let entry = &self.games[meeting.game];
        let claim = if let MetBy::Claim { claim, .. } = meeting.by { Some(&self.claims[claim]) } else { None };
        let budgets = claim.and_then(Claim::own_budgets).unwrap_or_else(|| self.budgets());
        let sides = self.sides(meeting, &budgets)?;
        let mut game = entry.game.clone();
        let about = catalogue.game_named(&game.kind).below("game");
        let about = about.map_err(|problem| self.found_in(problem, meeting))?;
        let evaluation = if entry.evaluation.is_empty() { &self.evaluation } else { &entry.evaluation };
        // A block of cells has the game's parameters.
        let parameters = about.parameters.iter().filter_map(|key| game.settings.remove_entry(key.name)).collect();
        let whole = CellBlock { parameters, evaluation: evaluation.clone(), ..CellBlock::default() };
        let cells = blocks(&self.cells, &whole, &budgets);
        Ok(Experiment {
            description: self,
            name: self.experiment_name(meeting),
            equal: claim.and_then(|claim| claim.equal).unwrap_or(self.equal),
            record_time: self.record_time || budgets.time_us.is_some(),
            pairs: claim.and_then(|claim| claim.pairs).unwrap_or(self.pairs),
            balance: entry.balance.as_ref().or(self.balance.as_ref()).cloned(),
            openings: entry.openings.as_ref().or(self.openings.as_ref()).cloned(),
            game,
            challenger: sides.challenger,
            opponent: sides.opponent,
            cells,
            names: self.own_names_in(&meeting),
        })
    }

    /// Both sides of a meeting, neither of which has a limit of its own on what the budgets are of.
    fn sides(&self, meeting: Meeting, budgets: &Budgets) -> Checked<Sides<SearcherSpec>> {
        let Meeting { game, by } = meeting;
        let entry = &self.games[game];
        let known = |name: &str| player_called(name, &entry.players, &self.players).cloned();
        let [challenger, opponent] = match by {
            MetBy::Cells { challenger, opponent } => {
                let named = |spec: &SearcherSpec| known(&spec.to_string()).unwrap_or_else(|| spec.clone());
                [named(&self.challengers_in(entry)[challenger]), named(&self.opponents[opponent])]
            }
            MetBy::Claim { claim: place, opponent } => {
                let claim = &self.claims[place];
                let player = |name: &str, key: &str| {
                    known(name).map_or_else(|| SearcherSpec::read(name).below(key).below(place).below("claims"), Ok)
                };
                let who = claim.challenger.as_deref().expect("a claim with opponents has a challenger");
                [player(who, "challenger")?, player(&claim.opponents[opponent], "opponents")?]
            }
            MetBy::Players(places) => places.map(|place| self.players[place].searcher.clone()),
        };
        let sides = Sides { challenger, opponent };
        let Some(key) = budgets.first_key() else { return Ok(sides) };
        for (side, spec) in [("challenger", &sides.challenger), ("opponent", &sides.opponent)] {
            if !spec.is_engine() && (spec.evaluations().is_some() || spec.time_us().is_some()) {
                let problem = format!("`{key}` is for all players: {} must have no such limit of its own", spec.name());
                return Err(self.found_in(Problem::sentence(problem).below(side), meeting));
            }
        }
        Ok(sides)
    }

    /// The name of a meeting's experiment. No two have the same.
    fn experiment_name(&self, meeting: Meeting) -> String {
        let name = &self.name;
        match meeting.by {
            // Written-out cells are those of the only two players of many a description.
            MetBy::Cells { challenger: 0, opponent: 0 } if !self.cells.is_empty() => name.clone(),
            MetBy::Cells { challenger, opponent } => {
                let challengers = self.challengers_in(&self.games[meeting.game]);
                let [challenger, opponent] =
                    [(challengers, challenger), (self.opponents.as_slice(), opponent)].map(|(all, place)| {
                        let number = 1 + all[..place].iter().filter(|it| it.name() == all[place].name()).count();
                        let number = if number > 1 { format!("-{number}") } else { String::new() };
                        format!("{}{number}", all[place].name())
                    });
                let opponent = if self.opponents.len() > 1 { format!("/{opponent}") } else { String::new() };
                format!("{name}-{challenger}{opponent}")
            }
            MetBy::Claim { claim, opponent } => {
                let claim = &self.claims[claim];
                format!("{name}/{}/{}", claim.name, claim.opponents[opponent])
            }
            MetBy::Players([first, second]) => {
                let record_name = |place: usize| {
                    let own = self.players[place].short_name();
                    let before = self.players[..place].iter().filter(|other| other.short_name() == own).count();
                    if before > 0 { format!("{own}.{}", before + 1) } else { own.to_owned() }
                };
                format!("{name}/{}/{}", record_name(first), record_name(second))
            }
        }
    }

    /// A problem of a meeting's experiment as a problem of the description.
    fn found_in(&self, mut problem: Problem, meeting: Meeting) -> Problem {
        let Meeting { game, by } = meeting;
        let entry = &self.games[game];
        let below_game = |problem: Problem| problem.below(game).below("games");
        let key = if problem.at.is_empty() { String::new() } else { problem.at.remove(0) };
        let side = |problem: Problem, key: &'static str, place: usize| match by {
            MetBy::Cells { .. } if key == "challengers" && !entry.challengers.is_empty() => {
                below_game(problem.below(place).below(key))
            }
            MetBy::Cells { .. } => problem.below(place).below(key),
            // A claim calls its players by names: their settings stand elsewhere.
            MetBy::Claim { claim, .. } => {
                let key = if key == "challengers" { "challenger" } else { key };
                Problem { at: vec![key.to_owned()], ..problem }.below(claim).below("claims")
            }
            MetBy::Players(_) => problem.below(place).below("players"),
        };
        let [challenger, opponent] = match by {
            MetBy::Cells { challenger, opponent } => [challenger, opponent],
            MetBy::Claim { opponent, .. } => [0, opponent],
            MetBy::Players(places) => places,
        };
        let problem = match (key.as_str(), by) {
            ("challenger", _) => side(problem, "challengers", challenger),
            ("opponent", _) => side(problem, "opponents", opponent),
            ("game", _) => below_game(problem.below("game")),
            ("balance", _) if entry.balance.is_some() => below_game(problem.below("balance")),
            ("openings", _) if entry.openings.is_some() => below_game(problem.below("openings")),
            ("cells", _) if !self.cells.is_empty() => problem.below("cells"),
            // The cells are made of the whole description's keys, or of the game's, or of the claim's.
            ("cells", _) => {
                problem.at.drain(..problem.at.len().min(1));
                match problem.at.first().map(String::as_str) {
                    Some("evaluation") if !entry.evaluation.is_empty() => below_game(problem),
                    Some(key) if entry.game.settings.contains_key(key) => below_game(problem.below("game")),
                    None => self.budgets().first_key().into_iter().fold(problem, Problem::below),
                    Some(_) => problem,
                }
            }
            ("", _) => problem,
            (key, MetBy::Claim { claim, .. }) if key == "pairs" && self.claims[claim].pairs.is_some() => {
                problem.below(key).below(claim).below("claims")
            }
            (key, _) => problem.below(key),
        };
        let is_said = self.games.len() == 1 || key == "game";
        if is_said { problem } else { problem.about(&entry.game.kind) }
    }
}

/// The blocks of cells with what is said of all of them, once for each kind of budget that there is.
fn blocks(cells: &[CellBlock], whole: &CellBlock, budgets: &Budgets) -> Vec<CellBlock> {
    let with_whole = |block: &CellBlock| {
        let mut block = block.clone();
        for (key, value) in &whole.parameters {
            block.parameters.entry(key.clone()).or_insert_with(|| value.clone());
        }
        if block.evaluation.is_empty() {
            block.evaluation.clone_from(&whole.evaluation);
        }
        block
    };
    let cells: Vec<_> = if cells.is_empty() { vec![whole.clone()] } else { cells.iter().map(with_whole).collect() };
    let budgeted = |block: CellBlock| {
        if budgets.first_key().is_some() && Budgets::of(&block).first_key().is_none() {
            budgets.blocks(&block)
        } else {
            vec![block]
        }
    };
    cells.into_iter().flat_map(budgeted).collect()
}

/// Checks that a claim's cells all have this parameter, and not all the same value of it.
fn check_series(key: &str, experiments: &[&Experiment<'_>]) -> Checked {
    let blocks = || experiments.iter().flat_map(|experiment| &experiment.cells);
    let mut values = blocks().filter_map(|block| block.parameters.get(key)?.as_array()).flatten();
    let is_everywhere = blocks().all(|block| block.parameters.contains_key(key));
    let first = values.next();
    let is_series = is_everywhere && values.any(|value| Some(value) != first);
    ensure!(is_series, "`grows_with` has {key}, of which the games of the claim do not have several values");
    Ok(())
}
