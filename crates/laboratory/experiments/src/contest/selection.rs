//! What is played of a description: fewer pairs, games, budgets, challengers or claims.

use std::str::FromStr;

use bestply_catalogue::names::in_one_line;
use bestply_catalogue::numbers::whole;
use bestply_catalogue::{Catalogue, EvaluationSpec, SearcherSpec};
use toml::Value as Setting;

use super::list::{Depth, Evaluations, List, Microseconds, Quantity};
use super::{Budget, Budgets, Checked, Claim, ClockKind, Cost, Description, PlayerEntry, Problem, checks};

/// What is played of a description. Whatever is left out is played as described.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunSelection {
    /// Whether to play a small sample: few pairs a cell, and the smallest budget of each kind.
    pub quick: bool,
    /// The pairs of each cell.
    pub pairs: Option<u64>,
    /// Only these games, by their kinds.
    pub games: Option<Vec<String>>,
    /// Only these budgets.
    pub budgets: Option<Vec<Budget>>,
    /// Only these challengers, as the description calls them, or by their searchers.
    pub challengers: Option<Vec<String>>,
    /// Only these claims, by their names.
    pub claims: Option<Vec<String>>,
}

/// The pairs of a cell in a small sample. From so many on, intervals and tests are what they say.
const QUICK_PAIRS: u64 = 10;

impl Description {
    /// Keeps only what is selected.
    ///
    /// # Errors
    ///
    /// If something is selected that there is not, or nothing is left.
    pub fn select(mut self, catalogue: &Catalogue, selection: &RunSelection) -> Checked<Description> {
        if selection.quick && selection.pairs.is_some() {
            bail!("--quick says how many pairs already: leave out --pairs");
        }
        self.select_claims(selection.claims.as_deref())?;
        self.select_games(selection.games.as_deref())?;
        self.select_challengers(selection.challengers.as_deref())?;
        selection.budgets.iter().try_for_each(|budgets| self.select_budgets(budgets))?;
        if selection.quick {
            self.keep_smallest_budgets();
            self.each_pairs(|pairs| pairs.min(QUICK_PAIRS));
        }
        if let Some(pairs) = selection.pairs {
            let pairs = checks::checked("pairs", pairs, checks::MAX_PAIRS)?;
            self.claims.iter_mut().for_each(|claim| claim.pairs = None);
            self.each_pairs(|_| pairs);
        }
        if self.meetings().is_empty() {
            bail!("nothing is left: none of these games has one of these challengers or claims");
        }
        // Of several games, the problem names the one that it is of.
        self.experiments(catalogue).map(drop).map_err(|problem| {
            if let [only] = self.games.as_slice() { problem.about(&only.game.kind) } else { problem }
        })?;
        Ok(self)
    }

    /// Keeps only the written-out cells of these values of one of the game's parameters, and of these depths of the
    /// opponent, where given. Returns whether any is left.
    pub fn restrict(&mut self, parameter: Option<(&str, &[usize])>, depths: Option<&List<Depth>>) -> bool {
        if let Some((key, kept)) = parameter {
            let is_kept = |value: &Setting| value.as_integer().is_some_and(|value| kept.contains(&(value as usize)));
            self.cells.retain_mut(|block| match block.parameters.get_mut(key) {
                Some(Setting::Array(values)) => {
                    values.retain(is_kept);
                    !values.is_empty()
                }
                Some(value) => is_kept(value),
                None => false,
            });
        }
        if let Some(kept) = depths {
            self.cells.iter_mut().filter_map(|block| block.opponent_depth.as_mut()).for_each(|list| list.retain(kept));
            self.cells.retain(|block| block.opponent_depth.as_ref().is_none_or(|list| !list.as_slice().is_empty()));
        }
        !self.cells.is_empty()
    }

    /// Makes this the evaluation of both sides in the written-out cells. Published figures are then compared with it.
    pub fn set_evaluation(&mut self, evaluation: &str) {
        self.cells.iter_mut().for_each(|block| block.evaluation = vec![EvaluationSpec::named(evaluation)]);
        self.published_evaluation = Some(evaluation.to_owned());
    }

    /// Makes processor time what both sides spend equally, with a surcharge on each evaluation, in nanoseconds.
    ///
    /// Whether the game takes a surcharge is checked where the cells are made.
    pub fn set_equal_time(&mut self, cost_ns: Option<u32>) {
        self.cost = Cost::Time;
        self.clock = ClockKind::Cpu;
        for block in &mut self.cells {
            block.parameters.extend(cost_ns.map(|cost| ("cost_ns".to_owned(), Setting::from(cost))));
        }
    }

    fn select_games(&mut self, selected: Option<&[String]>) -> Checked {
        checks::selected("games", selected, self.games.iter().map(|entry| entry.game.kind.as_str()).collect())?;
        let is_kept = |kind: &str| selected.is_none_or(|games| games.iter().any(|game| game == kind));
        self.games.retain(|entry| is_kept(&entry.game.kind));
        let left = &self.games;
        self.claims.retain(|claim| left.iter().any(|entry| claim.is_about(&entry.game.kind)));
        for claim in &mut self.claims {
            claim.games.iter_mut().for_each(|games| games.retain(|game| is_kept(game)));
            claim.apart.retain(|game| is_kept(game));
        }
        Ok(())
    }

    /// Where claims have cells of their own, only the selected ones are played, and nothing that is not claimed.
    fn select_claims(&mut self, selected: Option<&[String]>) -> Checked {
        let Some(names) = selected else { return Ok(()) };
        checks::selected("claims", selected, self.claims.iter().map(|claim| claim.name.as_str()).collect())?;
        self.claims.retain(|claim| names.contains(&claim.name));
        if self.claims.iter().all(Claim::has_cells) {
            self.leave_claims_alone();
        }
        Ok(())
    }

    /// Leaves nothing to be played but the cells that claims have of their own.
    fn leave_claims_alone(&mut self) {
        self.opponents.clear();
        self.challengers.clear();
        self.games.iter_mut().for_each(|entry| entry.challengers.clear());
    }

    /// A challenger of a description without challengers and claims is whoever of its players meets all others.
    fn select_challengers(&mut self, selected: Option<&[String]>) -> Checked {
        let Some(names) = selected else { return Ok(()) };
        let is_kept = |name: &str| names.iter().any(|kept| kept == name);
        let of_claims = self.claims.iter().filter_map(|claim| claim.challenger.as_deref());
        let of_games = self.games.iter().flat_map(|entry| self.challengers_in(entry)).map(SearcherSpec::name);
        let of_meetings = self.players.iter().map(PlayerEntry::short_name).filter(|_| self.is_round_robin());
        checks::selected("challengers", selected, of_claims.chain(of_games).chain(of_meetings).collect())?;
        if self.is_round_robin() {
            return self.select_players(names);
        }
        self.claims.retain(|claim| claim.challenger.as_deref().is_none_or(is_kept));
        self.challengers.retain(|spec| is_kept(spec.name()));
        for entry in &mut self.games {
            entry.challengers.retain(|spec| is_kept(spec.name()));
        }
        if self.challengers.is_empty() {
            let claims = &self.claims;
            let is_claimed = |kind: &str| claims.iter().any(|claim| claim.has_cells() && claim.is_about(kind));
            self.games.retain(|entry| !entry.challengers.is_empty() || is_claimed(&entry.game.kind));
        }
        if self.games.iter().all(|entry| self.challengers_in(entry).is_empty()) {
            self.opponents.clear();
        }
        Ok(())
    }

    /// Turns a round robin into a match-up of some of its players with all others.
    fn select_players(&mut self, names: &[String]) -> Checked {
        // A name alone stands for the player of that name.
        let called = |player: &PlayerEntry| match &player.name {
            Some(name) => SearcherSpec::read(name).expect("a name is a searcher, right or wrong"),
            None => player.searcher.clone(),
        };
        let (challengers, opponents): (Vec<&PlayerEntry>, Vec<&PlayerEntry>) =
            self.players.iter().partition(|player| names.iter().any(|name| name == player.short_name()));
        self.challengers = challengers.into_iter().map(called).collect();
        self.opponents = opponents.into_iter().map(called).collect();
        ensure!(!self.opponents.is_empty(), "nobody is left to meet: --challengers selects all players");
        Ok(())
    }

    fn select_budgets(&mut self, selected: &[Budget]) -> Checked {
        let mut known: Vec<Budget> = Vec::new();
        let mut keep = |evaluations: &mut Option<List<Evaluations>>, times: &mut Option<List<Microseconds>>| {
            keep_selected(evaluations, selected, &mut known, |it| Budget::Evaluations(it as u64));
            keep_selected(times, selected, &mut known, |it| Budget::TimeUs(it as u64));
            evaluations.is_some() || times.is_some()
        };
        let had_own = self.evaluations.is_some() || self.time_us.is_some();
        let is_any_left = keep(&mut self.evaluations, &mut self.time_us);
        self.cells.retain_mut(|block| {
            let has_own = Budgets::of(block).first_key().is_some();
            !has_own || keep(&mut block.evaluations, &mut block.time_us)
        });
        self.claims.retain_mut(|claim| match claim.own_budgets() {
            Some(_) => keep(&mut claim.evaluations, &mut claim.time_us),
            None => !had_own || is_any_left || !claim.has_cells(),
        });
        if let Some(unknown) = selected.iter().find(|budget| !known.contains(budget)) {
            known.dedup();
            let known: Vec<String> = known.iter().map(Budget::to_string).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            bail!("the description has no budget of {unknown}; it has {known}");
        }
        if had_own && !is_any_left {
            self.cells.retain(|block| Budgets::of(block).first_key().is_some());
            if self.cells.is_empty() {
                self.leave_claims_alone();
            }
        }
        Ok(())
    }

    fn keep_smallest_budgets(&mut self) {
        let smallest = |evaluations: &mut Option<List<Evaluations>>, times: &mut Option<List<Microseconds>>| {
            evaluations.iter_mut().for_each(|list| *list = list.smallest(1));
            times.iter_mut().for_each(|list| *list = list.smallest(1));
        };
        smallest(&mut self.evaluations, &mut self.time_us);
        self.claims.iter_mut().for_each(|claim| smallest(&mut claim.evaluations, &mut claim.time_us));
        self.cells.iter_mut().for_each(|block| smallest(&mut block.evaluations, &mut block.time_us));
    }

    fn each_pairs(&mut self, pairs: impl Fn(u64) -> u64) {
        self.pairs = pairs(self.pairs);
        self.claims.iter_mut().for_each(|claim| claim.pairs = claim.pairs.map(&pairs));
    }
}

/// Keeps the numbers of a list that are selected budgets, and notes all that it had. A list that is empty is left out.
fn keep_selected<Q: Quantity>(
    list: &mut Option<List<Q>>,
    selected: &[Budget],
    known: &mut Vec<Budget>,
    budget: impl Fn(usize) -> Budget,
) {
    let Some(all) = list.take() else { return };
    known.extend(all.as_slice().iter().map(|&number| budget(number)));
    let left = all.as_slice().iter().copied().filter(|&number| selected.contains(&budget(number)));
    *list = List::new(left.collect()).ok();
}

impl FromStr for Budget {
    type Err = Problem;

    fn from_str(text: &str) -> Result<Budget, Problem> {
        let wrong = || {
            let text = in_one_line(text);
            Problem::sentence(format!(
                "`{text}` is no budget: write 2000 for evaluations, or 300us, 2.4ms or 1s for a time"
            ))
        };
        let time = |number: &str, microseconds: f64| {
            let time = number.trim().parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
            time.map(|time| Budget::TimeUs((time * microseconds).round() as u64)).ok_or_else(wrong)
        };
        match text.trim() {
            text if text.ends_with("us") => time(&text[..text.len() - 2], 1.0),
            text if text.ends_with("ms") => time(&text[..text.len() - 2], 1e3),
            text if text.ends_with('s') => time(&text[..text.len() - 1], 1e6),
            text => whole(text).map(Budget::Evaluations).ok_or_else(wrong),
        }
    }
}
