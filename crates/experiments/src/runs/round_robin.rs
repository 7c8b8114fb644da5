use bestply_catalogue::SearcherSpec;

use super::run::{Laboratory, Played, Progress, RunOptions, write_cells, write_document};
use crate::Error;
use crate::contest::{Budget, CellPlan, RoundRobin, Sides};
use crate::outcome::records::Records;
use crate::outcome::results::{Cell, Game};
use crate::outcome::score::share_of_pair;
use crate::outcome::standings::{Standings, to_json};
use crate::outcome::statistics::ratings::PairResult;
use crate::play::arena::Arenas;
use crate::show::round_robin::document;

impl Laboratory<'_> {
    /// Plays a round robin into a results folder, and writes the results, the ratings, the report and the plots there.
    ///
    /// Pairs recorded by an earlier run are not played again.
    /// Returns the standings in each game and with each budget. A shard has no results, and returns none.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used, or a record or result cannot be written. What was recorded until then stays.
    pub fn run_round_robin(
        self,
        round_robin: &RoundRobin,
        options: &RunOptions,
        progress: &mut dyn Progress,
    ) -> Result<Vec<Standings>, Error> {
        let experiments = round_robin.experiments(self.catalogue)?;
        let played = self.play(&experiments, options, progress)?;
        let Some(Played { records, plans, mut cells, arenas, .. }) = played else { return Ok(Vec::new()) };
        tell_apart(round_robin, &mut cells);
        let standings = standings(round_robin, &plans, &records, &arenas);
        write_cells(&records, &cells)?;
        records.write("ratings.json", &to_json(&standings))?;
        write_document(&records, &document(round_robin, &standings, &options.title, &options.command))?;
        Ok(standings)
    }
}

/// Gives the players of each cell their settings, if other players have the same searcher.
fn tell_apart(round_robin: &RoundRobin, cells: &mut [Cell]) {
    let players = &round_robin.players;
    let settings = |place: usize| {
        let searcher = &players[place].searcher;
        let is_shared = players.iter().filter(|other| other.searcher.name() == searcher.name()).count() > 1;
        searcher.own_settings().filter(|_| is_shared)
    };
    let contests = cells.len() / round_robin.meetings().count();
    for (cells, [first, second]) in cells.chunks_mut(contests).zip(round_robin.meetings()) {
        for cell in cells {
            (cell.challenger.settings, cell.opponent.settings) = (settings(first), settings(second));
        }
    }
}

/// The standings, one for each game and budget. Every two players have the same cells, one for each of them.
fn standings(round_robin: &RoundRobin, plans: &[CellPlan], records: &Records, arenas: &Arenas<'_>) -> Vec<Standings> {
    let has_budget = round_robin.evaluations.is_some() || round_robin.time_us.is_some();
    let searchers = round_robin.players.iter().map(|player| player.searcher.to_string());
    let players: Vec<(String, String)> = round_robin.labels().into_iter().zip(searchers).collect();
    let contests = plans.len() / round_robin.meetings().count();
    let record = |plan: &CellPlan, seed: u64| {
        records.get(&plan.id, plan.challenger.depth(), seed).expect("the tournament is finished")
    };
    let of_contest = |contest: usize| {
        let of_meeting = |(meeting, [first, second]): (usize, [usize; 2])| {
            let plan = &plans[meeting * contests + contest];
            let arena = arenas.arena(plan);
            let result = move |seed| {
                let points = 2.0 * share_of_pair(plan.game.unit, record(plan, seed));
                PairResult { first, second, start: arena.cluster(seed), points }
            };
            plan.seeds.clone().map(result)
        };
        let results: Vec<PairResult> = round_robin.meetings().enumerate().flat_map(of_meeting).collect();
        let plan = &plans[contest];
        let budget = budget(&plan.opponent).filter(|_| has_budget);
        let mut standings = Standings::of(Game::planned(&plan.game), budget, &players, &results);
        for (meeting, [first, second]) in round_robin.meetings().enumerate() {
            let plan = &plans[meeting * contests + contest];
            let ended = plan.seeds.clone().filter_map(|seed| record(plan, seed).out_of_memory);
            let ended = ended.fold(Sides::default(), |mut all, pair| {
                all += pair;
                all
            });
            standings.note_out_of_memory(&players[first].0, ended.challenger);
            standings.note_out_of_memory(&players[second].0, ended.opponent);
        }
        standings
    };
    (0..contests).map(of_contest).collect()
}

/// A player's budget of a move.
fn budget(player: &SearcherSpec) -> Option<Budget> {
    player.evaluations().map(Budget::Evaluations).or(player.time_us().map(Budget::TimeUs))
}
