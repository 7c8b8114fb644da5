//! The games of a results folder, for reading them back and playing them through once more.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use bestply::{Position, Side};
use bestply_catalogue::{AnyPosition, Catalogue, Playable, SearcherSpec};
use bestply_engine::{Game, Pgn, Sgf, SgfKind, Start};

use crate::contest::{CellPlan, Recorded, Role};
use crate::outcome::records::{IDENTITY, PairRecord, PlayedGame, recorded, word};
use crate::play::recorded_start;
use crate::show::games::{GameFormat, KeptGame, heading};
use crate::{Error, Result, files};

/// The games of a results folder.
pub struct KeptGames<'c> {
    catalogue: &'c Catalogue,
    folder: &'c Path,
    plans: Vec<CellPlan>,
    records: Vec<PairRecord>,
    /// The names that stand for several players in a game, such as one at several budgets.
    shared_names: HashSet<(String, String)>,
}

impl<'c> KeptGames<'c> {
    /// Reads a results folder, and changes nothing there. `tell` gets what a person should know who goes by it.
    ///
    /// # Errors
    ///
    /// If the folder is no results folder, a record is damaged, or its games are not the catalogue's.
    pub fn read(catalogue: &'c Catalogue, folder: &'c Path, tell: fn(&str)) -> Result<KeptGames<'c>> {
        let path = folder.join(IDENTITY);
        let text = files::read_text(&path, "cannot read the description of a results folder")?;
        let described = Recorded::parse(catalogue, &path.display().to_string(), &text)?;
        let plans: Result<Vec<_>, _> = described.descriptions.iter().map(|it| it.cell_plans(catalogue)).collect();
        let records = recorded(folder, tell)?;
        let plans = plans?.concat().concat();
        let shared_names = shared_names(&plans);
        Ok(KeptGames { catalogue, folder, plans, records, shared_names })
    }

    /// The games in the order of the records, two for each pair, as this format has them.
    ///
    /// For PGN they have moves in [algebraic notation](Playable::san), where there is one.
    /// For SGF they have the moves of records of Go and Othello, where they are games of these.
    ///
    /// # Errors
    ///
    /// If a record belongs to no cell of the folder's description, or a game that is counted or told so cannot be
    /// played as it is recorded.
    pub fn games(&self, format: GameFormat) -> Result<Vec<KeptGame>> {
        match format {
            GameFormat::Sgf => self.recorded()?.into_iter().map(|game| self.told_in_sgf(game)).collect(),
            GameFormat::Pgn => self.counted_games()?.into_iter().map(|game| self.told_in_pgn(game)).collect(),
            GameFormat::Text | GameFormat::Ggf | GameFormat::Csv => self.counted_games(),
        }
    }

    fn counted_games(&self) -> Result<Vec<KeptGame>> {
        self.recorded()?.into_iter().map(|game| self.counted(game)).collect()
    }

    /// The games as they are recorded.
    fn recorded(&self) -> Result<Vec<KeptGame>> {
        let pairs: Vec<_> = self.records.iter().map(|record| self.pair(record)).collect::<Result<_, _>>()?;
        let games = (1..).zip(pairs.into_iter().flatten());
        Ok(games.map(|(number, game)| KeptGame { number, ..game }).collect())
    }

    /// The game with the value that its players count, as the empty squares of Othello for the winner.
    fn counted(&self, game: KeptGame) -> Result<KeptGame> {
        let start = self.catalogue.position(&self.plan(&game.cell)?.game.name, &game.start).ok();
        let counted = start.filter(|start| game.forfeit.is_none() && start.margin().is_some());
        let Some(start) = counted else { return Ok(game) };
        let end = self.play_through(&game, start, |_, _, _| ())?;
        Ok(KeptGame { value: end.margin().unwrap_or(game.value), ..game })
    }

    fn told_in_pgn(&self, game: KeptGame) -> Result<KeptGame> {
        let name = &self.plan(&game.cell)?.game.name;
        let has_pgn = self.catalogue.game_named(name).is_ok_and(|about| about.pawn.is_some());
        let Some(position) = self.catalogue.position(name, &game.start).ok().filter(|_| has_pgn) else {
            return Ok(game);
        };
        let min_begins = position.to_move() == Side::Min;
        let mut moves = Vec::new();
        self.play_through(&game, position, |before, index, _| moves.push(Pgn::text_at(before, index)))?;
        Ok(KeptGame { moves: moves.join(" "), min_begins, ..game })
    }

    /// What came of it is known to the format, so that nothing is counted.
    fn told_in_sgf(&self, game: KeptGame) -> Result<KeptGame> {
        let name = &self.plan(&game.cell)?.game.name;
        let has_sgf = |begun: &Game| SgfKind::of(begun).is_some();
        let begin = |start: &Start| Game::new(self.catalogue, name, start).ok().filter(has_sgf);
        let usual = begin(&Start::default()).filter(|usual| usual.start().text() == game.start);
        let Some(mut played) = usual.or_else(|| begin(&Start::Position(game.start.clone()))) else { return Ok(game) };
        self.play_through(&game, played.start().clone(), |_, index, _| played.play_at(index))?;
        Ok(KeptGame { sgf: Sgf::of(&played), ..game })
    }

    /// Plays a game from its start as it is recorded, and returns its last position.
    /// `step` is told of each move: the position before it, its index, and the position after it.
    fn play_through(
        &self,
        game: &KeptGame,
        mut position: AnyPosition,
        mut step: impl FnMut(&AnyPosition, usize, &AnyPosition),
    ) -> Result<AnyPosition> {
        for (ply, recorded) in (1..).zip(game.moves.split_whitespace()) {
            let named = (0..position.move_count()).find(|&index| word(&position.move_text_at(index)) == recorded);
            let index = named.ok_or_else(|| {
                let (folder, number, text) = (self.folder.display(), game.number, position.text());
                Error::Invalid(format!("{folder}: game {number}: move {ply}, {recorded}, cannot be played in {text}"))
            })?;
            let before = position.clone();
            position.play(index);
            step(&before, index, &position);
        }
        Ok(position)
    }

    /// Plays a game through once more, and returns a text with its board at the start and after each move.
    ///
    /// # Errors
    ///
    /// If there is no game of this number, or it cannot be played as it is recorded.
    pub fn replay(&self, number: u64) -> Result<String> {
        let invalid = |problem: String| Error::Invalid(format!("{}: {problem}", self.folder.display()));
        let games = 2 * self.records.len() as u64;
        if !(1..=games).contains(&number) {
            return Err(invalid(format!("it has games 1 to {games}: --replay must be one of them, not {number}")));
        }
        let record = &self.records[(number as usize - 1) / 2];
        let [first, second] = self.pair(record)?;
        let game = self.counted(KeptGame { number, ..if number % 2 == 1 { first } else { second } })?;
        // A start that a search chose has its number in the record, so that nothing is searched for it.
        let number = record.start_number.unwrap_or(record.seed);
        let start = recorded_start(self.catalogue, self.plan(&record.cell)?, number, &game.start)?;
        let no_start =
            || invalid(format!("start {} is recorded as {}, which is none of its cell", game.seed, game.start));
        let position = start.ok_or_else(no_start)?;
        let mut shown = format!("{}\n\n{}\n", heading(&game), position.picture());
        let mut ply = 0;
        self.play_through(&game, position, |before, index, after| {
            ply += 1;
            let (side, mv) = (before.to_move(), word(&before.move_text_at(index)));
            shown += &format!("\n{ply}. {side} {mv}\n{}\n", after.picture());
        })?;
        Ok(shown)
    }

    fn pair(&self, record: &PairRecord) -> Result<[KeptGame; 2]> {
        let plan = self.plan(&record.cell)?;
        let challenger = plan.challenger.clone().with_depth(record.challenger_depth);
        let challenger = self.called(plan, Role::Challenger, &challenger);
        let opponent = self.called(plan, Role::Opponent, &plan.opponent);
        let game = |challenger_is_max: bool, value: i32, played: &PlayedGame| {
            let (max, min) = if challenger_is_max { (&challenger, &opponent) } else { (&opponent, &challenger) };
            KeptGame {
                number: 0,
                cell: record.cell.clone(),
                seed: record.seed,
                challenger_is_max,
                max: max.clone(),
                min: min.clone(),
                value,
                forfeit: played.forfeit.clone(),
                start: record.played.start.clone(),
                moves: played.moves.clone(),
                min_begins: false,
                sgf: None,
            }
        };
        Ok([
            game(true, record.challenger_as_max, &record.played.challenger_as_max),
            game(false, record.opponent_as_max, &record.played.opponent_as_max),
        ])
    }

    /// A player by its name, with its settings where others have the name, too; or as the command line has it.
    fn called(&self, plan: &CellPlan, role: Role, player: &SearcherSpec) -> String {
        let Some(name) = plan.names.of(role) else { return player.to_string() };
        let is_shared = self.shared_names.contains(&(plan.game.id(), name.clone()));
        let settings = player.settings_without(&[]).filter(|_| is_shared);
        settings.map_or_else(|| name.clone(), |settings| format!("{name}:{settings}"))
    }

    /// The plan of the cell that a record names.
    fn plan(&self, cell: &str) -> Result<&CellPlan> {
        let found = self.plans.iter().find(|plan| plan.id == cell);
        let none = || format!("{}: {cell} is no cell of its {IDENTITY}", self.folder.display());
        found.ok_or_else(|| Error::Invalid(none()))
    }
}

/// The names that stand for several players in a game of these plans, with the game. A depth that is calibrated is
/// another one in each cell.
fn shared_names(plans: &[CellPlan]) -> HashSet<(String, String)> {
    let mut players: HashMap<(String, String), String> = HashMap::new();
    let mut shared = HashSet::new();
    for (plan, role) in plans.iter().flat_map(|plan| Role::BOTH.map(|role| (plan, role))) {
        let Some(name) = plan.names.of(role) else { continue };
        let (key, player) = ((plan.game.id(), name.clone()), plan.player(role).to_string());
        let is_calibrated = plan.calibrated && role == Role::Challenger;
        if is_calibrated || players.entry(key.clone()).or_insert_with(|| player.clone()) != &player {
            shared.insert(key);
        }
    }
    shared
}
