use super::run::{Laboratory, Played, Progress, RunOptions, write_cells, write_document};
use crate::Error;
use crate::contest::{By, CellPlan, Description, Sides};
use crate::outcome::records::{PairRecord, Records};
use crate::outcome::results::{Cell, Game};
use crate::outcome::score::share_of_pair;
use crate::outcome::standings::{self, Standings};
use crate::outcome::statistics::ratings::PairResult;
use crate::outcome::verdict::{Met, judged};
use crate::show::claims;
use crate::show::described::Findings;

impl Laboratory<'_> {
    /// Plays what is described into a results folder, and writes the results, the verdicts or ratings, the report and
    /// the plots there.
    ///
    /// Pairs recorded by an earlier run are not played again.
    /// Returns what came of it. A shard has no results, and returns none.
    ///
    /// # Errors
    ///
    /// If the folder cannot be used, or a record or result cannot be written. What was recorded until then stays.
    pub fn run_described<'d>(
        self,
        description: &'d Description,
        options: &RunOptions,
        progress: &mut dyn Progress,
    ) -> Result<Option<Findings<'d>>, Error> {
        let experiments = description.experiments(self.catalogue)?;
        let Some(mut played) = self.play(Some(description), &experiments, options, progress)? else { return Ok(None) };
        tell_apart(description, &mut played);
        let judged = judged(description, &met(description, &played));
        let standings = if description.is_round_robin() { all_standings(description, &played) } else { Vec::new() };
        let Played { records, cells, .. } = played;
        write_cells(&records, &cells)?;
        if !judged.is_empty() {
            records.write("claims.json", &claims::to_json(&judged))?;
        }
        if !standings.is_empty() {
            records.write("ratings.json", &standings::to_json(&standings))?;
        }
        let findings = Findings { description, experiments, cells, judged, standings };
        write_document(&records, &findings.document(&options.title, &options.command))?;
        Ok(Some(findings))
    }
}

/// The cells of each meeting, in the order of the description.
fn met<'p>(description: &Description, played: &'p Played<'_>) -> Vec<Met<'p>> {
    let Played { cells, samples, numbers, .. } = played;
    let mut all = cells.iter().zip(samples);
    let meetings = description.meetings().into_iter().zip(numbers);
    meetings.map(|(meeting, &number)| (meeting, all.by_ref().take(number).collect())).collect()
}

/// Gives the players of each cell their settings, if other players have the same searcher.
fn tell_apart(description: &Description, played: &mut Played<'_>) {
    let players = &description.players;
    let settings = |place: usize| {
        let searcher = &players[place].searcher;
        let is_shared = players.iter().filter(|other| other.searcher.name() == searcher.name()).count() > 1;
        searcher.own_settings().filter(|_| is_shared)
    };
    let mut cells = played.cells.iter_mut();
    for (meeting, &number) in description.meetings().iter().zip(&played.numbers) {
        let of_meeting = cells.by_ref().take(number);
        let By::Players([first, second]) = meeting.by else { continue };
        for cell in of_meeting {
            (cell.challenger.settings, cell.opponent.settings) = (settings(first), settings(second));
        }
    }
}

/// The standings, one for each game and budget. Every two players have the same cells, one for each of them.
fn all_standings(description: &Description, played: &Played<'_>) -> Vec<Standings> {
    let meetings = description.meetings();
    let of_game = |game: usize| {
        let first = meetings.iter().position(|meeting| meeting.game == game);
        let number = first.map_or(0, |first| played.numbers[first]);
        (0..number).map(move |contest| (game, contest))
    };
    let contests = (0..description.games.len()).flat_map(of_game);
    contests.map(|(game, contest)| standings_of(description, played, game, contest)).collect()
}

/// The standings of all players in a game, with the budget of this place among the cells of each meeting.
fn standings_of(description: &Description, played: &Played<'_>, game: usize, contest: usize) -> Standings {
    let searchers = description.players.iter().map(|player| player.searcher.to_string());
    let players: Vec<(String, String)> = description.labels().into_iter().zip(searchers).collect();
    let mut met: Vec<([usize; 2], &CellPlan, &Cell)> = Vec::new();
    let mut before = 0;
    for (meeting, number) in description.meetings().iter().zip(&played.numbers) {
        if let (By::Players(players), true) = (meeting.by, meeting.game == game) {
            met.push((players, &played.plans[before + contest], &played.cells[before + contest]));
        }
        before += number;
    }
    let of_meeting = |&(players, plan, cell): &([usize; 2], _, _)| results(played, players, plan, cell);
    let results: Vec<PairResult> = met.iter().flat_map(of_meeting).collect();
    let has_budget = description.budgets().first_key().is_some();
    let (_, plan, cell) = met[0];
    let budget = cell.budget().filter(|_| has_budget);
    let mut standings = Standings::of(Game::planned(&plan.game), budget, &players, &results);
    for ([first, second], _, cell) in met {
        let Sides { challenger, opponent } = cell.out_of_memory.unwrap_or_default();
        standings.note_out_of_memory(&players[first].0, challenger);
        standings.note_out_of_memory(&players[second].0, opponent);
    }
    standings
}

/// The pairs of two players, which are fewer than planned where a test ended the cell.
fn results<'p>(
    Played { records, arenas, .. }: &'p Played<'_>,
    [first, second]: [usize; 2],
    plan: &'p CellPlan,
    cell: &Cell,
) -> impl Iterator<Item = PairResult> + 'p {
    let arena = arenas.arena(plan);
    (plan.seeds.start..plan.seeds.start + cell.pairs).map(move |seed| {
        let record = record(records, plan, seed);
        PairResult { first, second, start: arena.cluster(seed), points: 2.0 * share_of_pair(plan.game.unit, record) }
    })
}

fn record<'r>(records: &'r Records, plan: &CellPlan, seed: u64) -> &'r PairRecord {
    records.get(&plan.id, plan.challenger.depth(), seed).expect("the tournament is finished")
}
