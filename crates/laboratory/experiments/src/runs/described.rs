use std::ops::Range;

use bestply_statistics::ratings::PairResult;

use super::run::{Laboratory, PlayedRun, Progress, RunOptions, write_document};
use crate::Result;
use crate::contest::{CellPlan, Description, Meeting, MetBy, Sides};
use crate::outcome::judged::{Met, judged};
use crate::outcome::results::{self, Cell, CellGame};
use crate::outcome::score::share_of_pair;
use crate::outcome::standings::{self, Standings};
use crate::show::claims;
use crate::show::described::RunFindings;

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
    pub fn run<'d>(
        self,
        descriptions: &'d [Description],
        options: &RunOptions,
        progress: &mut dyn Progress,
    ) -> Result<Option<RunFindings<'d>>> {
        let Some(mut played) = self.play(descriptions, options, progress)? else { return Ok(None) };
        let judged = descriptions.iter().flat_map(|description| judged(description, &met(description, &played)));
        let judged: Vec<_> = judged.collect();
        let round_robins = descriptions.iter().filter(|description| description.is_round_robin());
        let standings: Vec<Standings> = round_robins.flat_map(|it| all_standings(it, &played)).collect();
        if judged.is_empty() && standings.is_empty() {
            results::judge_against_half(&mut played.cells, &played.samples);
        }
        let PlayedRun { records, players, cells, grown, .. } = played;
        records.write("results.json", &results::to_json(&cells))?;
        records.write("results.csv", &results::to_csv(&cells))?;
        if let Some(agreement) = results::agreement_to_json(&cells) {
            records.write("agreement.json", &agreement)?;
        }
        if !judged.is_empty() {
            records.write("claims.json", &claims::to_json(&judged))?;
        }
        if !standings.is_empty() {
            records.write("ratings.json", &standings::to_json(&standings))?;
        }
        let findings = RunFindings { descriptions, players, cells, judged, standings, grown };
        write_document(&records, &findings.document(&options.title, &options.command))?;
        Ok(Some(findings))
    }
}

/// The meetings of a description, each with the places of its cells.
fn meetings<'p>(
    description: &'p Description,
    played: &'p PlayedRun<'_, '_>,
) -> impl Iterator<Item = (Meeting, Range<usize>)> + 'p {
    let own = played.meetings.iter().filter(move |(of, ..)| std::ptr::eq(*of, description));
    own.map(|(_, meeting, cells)| (*meeting, cells.clone()))
}

/// The cells of each meeting, in the order of the description.
fn met<'p>(description: &'p Description, played: &'p PlayedRun<'_, '_>) -> Vec<Met<'p>> {
    let cells = |range: Range<usize>| played.cells[range.clone()].iter().zip(&played.samples[range]).collect();
    meetings(description, played).map(|(meeting, range)| (meeting, cells(range))).collect()
}

/// The standings, one for each game and budget. Every two players have the same cells, one for each of them.
fn all_standings(description: &Description, played: &PlayedRun<'_, '_>) -> Vec<Standings> {
    let contests = (0..description.games.len()).flat_map(|game| {
        let first = meetings(description, played).find(|(meeting, _)| meeting.game == game);
        (0..first.map_or(0, |(_, cells)| cells.len())).map(move |contest| (game, contest))
    });
    contests.map(|(game, contest)| standings_of(description, played, game, contest)).collect()
}

/// The standings of all players in a game, with the budget of this place among the cells of each meeting.
fn standings_of(description: &Description, played: &PlayedRun<'_, '_>, game: usize, contest: usize) -> Standings {
    let searchers = description.players.iter().map(|player| player.searcher.to_string());
    let players: Vec<(String, String)> = description.labels().into_iter().zip(searchers).collect();
    let of_game = meetings(description, played).filter(|(meeting, _)| meeting.game == game);
    let met = of_game.filter_map(|(meeting, cells)| match meeting.by {
        MetBy::Players(players) => {
            let place = cells.start + contest;
            Some((players, &played.plans[place], &played.cells[place]))
        }
        _ => None,
    });
    let met: Vec<([usize; 2], &CellPlan, &Cell)> = met.collect();
    let of_meeting = |&(players, plan, cell): &([usize; 2], _, _)| results(played, players, plan, cell);
    let results: Vec<PairResult> = met.iter().flat_map(of_meeting).collect();
    let has_budget = description.budgets().first_key().is_some();
    let (_, plan, cell) = met[0];
    let budget = cell.budget().filter(|_| has_budget);
    let mut standings = Standings::of(CellGame::planned(&plan.game), budget, &players, &results);
    for ([first, second], _, cell) in met {
        let Sides { challenger, opponent } = cell.out_of_memory.unwrap_or_default();
        standings.note_out_of_memory(&players[first].0, challenger);
        standings.note_out_of_memory(&players[second].0, opponent);
    }
    standings
}

/// The pairs of two players, which are fewer than planned where a test ended the cell.
fn results<'p>(
    PlayedRun { records, arenas, .. }: &'p PlayedRun<'_, '_>,
    [first, second]: [usize; 2],
    plan: &'p CellPlan,
    cell: &Cell,
) -> impl Iterator<Item = PairResult> + 'p {
    let arena = arenas.arena(plan);
    (plan.seeds.start..plan.seeds.start + cell.pairs).map(move |seed| {
        let record = records.get(&plan.id, plan.challenger.depth(), seed).expect("the tournament is finished");
        PairResult { first, second, start: arena.cluster(seed), points: 2.0 * share_of_pair(plan.game.unit(), record) }
    })
}
