//! A game in progress: a position, how it came about, and what can be played next.

use bestply::{Bounds, Position, Side, Value};
use bestply_catalogue::names::{in_one_line, nearest};
use bestply_catalogue::notation::{self, MoveList, NoMove};
use bestply_catalogue::{
    AboutGame, AnyPosition, Catalogue, Man, NamedGame as Kind, Playable, PositionError, SpecError,
};
use serde::{Deserialize, Serialize};
use toml::Table;

use crate::GameError;
use crate::error::Result;

/// A game of a catalogue in progress.
///
/// Moves are named by their indices in canonical order and by their texts in the game's notation.
///
/// ```
/// use bestply_catalogue::Catalogue;
/// use bestply_engine::{Game, Start};
///
/// let catalogue = Catalogue::standard();
/// let mut game = Game::new(&catalogue, "othello", &Start::Number(1))?;
/// game.play_all("f5d6 c3")?;
/// assert_eq!(game.played()[1].text, "d6");
/// assert_eq!(game.side_name(game.to_move()), "white");
/// assert_eq!(game.undo().map(|played| played.text), Some("c3".to_owned()));
/// assert!(game.play("a1").unwrap_err().to_string().starts_with("`a1` is no legal move"));
/// # Ok::<(), bestply_engine::GameError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    /// The game with its settings.
    kind: Kind,
    /// What the rules depend on, in a line.
    rules: String,
    begun: Start,
    start: AnyPosition,
    /// The positions from which the game went on otherwise than by a move, each with the number of moves before.
    breaks: Vec<(AnyPosition, usize)>,
    position: AnyPosition,
    played: Vec<PlayedMove>,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Start {
    /// At the start of the game: of this number where there are several, for instance because cards are dealt.
    ///
    /// In a game that has no position at its start, such as a random game, it is the start of a match of this number.
    Number(u64),
    /// At the position that this text describes.
    Position(String),
}

impl Default for Start {
    /// The start of number 1.
    fn default() -> Start {
        Start::Number(1)
    }
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Who played it.
    pub side: Side,
    /// Its index in canonical order, in the position in which it was played.
    pub index: usize,
    /// Its text in the game's notation.
    pub text: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameOutcome {
    /// The terminal value, from MAX's point of view. It says who won.
    pub value: Value,
    /// By how much the game is won, from MAX's point of view, where its players [say so](Playable::margin).
    ///
    /// It may be more than the terminal value: in Othello the winner has the empty squares, too.
    pub score: Option<i32>,
}

impl GameOutcome {
    /// Who won; `None` if it is a draw.
    pub fn winner(self) -> Option<Side> {
        match self.value {
            0 => None,
            value if value > 0 => Some(Side::Max),
            _ => Some(Side::Min),
        }
    }

    /// By how much the winner won; `None` for a draw, and where a game is only won or lost.
    pub fn margin(self) -> Option<u32> {
        self.score.map(i32::unsigned_abs).filter(|_| self.value != 0)
    }
}

impl Game {
    /// A game of this name with its usual settings that begins at this start.
    ///
    /// # Errors
    ///
    /// If there is no such game or it has no usual settings, and as those of [`of`](Game::of).
    pub fn new(catalogue: &Catalogue, name: &str, start: &Start) -> Result<Game> {
        Game::of(catalogue, catalogue.game_with(name, &Table::new())?, start)
    }

    /// A game with these settings that begins at this start.
    ///
    /// # Errors
    ///
    /// If a setting means nothing there, the start is none of its positions,
    /// or nothing ends a game that [goes round](Playable::goes_round) from there.
    pub fn of(catalogue: &Catalogue, kind: Kind, start: &Start) -> Result<Game> {
        let game = Game::to_solve(catalogue, kind, start)?;
        if game.start.goes_round() { Err(GameError::GoesRound) } else { Ok(game) }
    }

    /// The same for solvers, for which a game may go round.
    ///
    /// # Errors
    ///
    /// If a setting means nothing there, or the start is none of its positions.
    pub fn to_solve(catalogue: &Catalogue, kind: Kind, start: &Start) -> Result<Game> {
        let (about, name) = (kind.about(), kind.about().name);
        let is_of_matches = matches!(start, Start::Number(_)) && catalogue.initial(name, 1)?.is_none();
        if let Some(key) = about.keys.iter().find(|key| !is_of_matches && kind.settings().is_given(key.name)) {
            let owner = format!("a game of {name} that is no match");
            return Err(SpecError::Unread { key: key.name.to_owned(), owner }.into());
        }
        let position = match start {
            Start::Position(text) => catalogue.position(name, text)?,
            Start::Number(number) => numbered(catalogue, &kind, *number)?,
        };
        // A match's settings and number are a part of its rules; elsewhere a start is but a position.
        let rules = match start {
            Start::Number(number) if is_of_matches => format!("{name} {} number {number}", in_a_line(given(&kind))),
            _ => name.to_owned(),
        };
        Ok(Game {
            kind,
            rules,
            begun: start.clone(),
            start: position.clone(),
            breaks: Vec::new(),
            position,
            played: Vec::new(),
        })
    }

    /// The description of the game in the catalogue.
    pub fn about(&self) -> &AboutGame {
        self.kind.about()
    }

    /// The game with its settings.
    pub fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The settings of the game that were given, each with its key and as the command line has it.
    pub fn given(&self) -> impl Iterator<Item = (String, String)> {
        let plain = |setting: toml::Value| setting.as_str().map_or_else(|| setting.to_string(), str::to_owned);
        given(&self.kind).into_iter().map(move |(key, setting)| (key, plain(setting)))
    }

    /// All that the rules depend on, in a line: the game's name, and of a match its settings and its number.
    ///
    /// What was found of a position holds in every game with the same line, and in no other:
    /// the number of a random game says what each move is worth, and a position does not show it.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// The settings of the game that were given, in a line: `{ branching = 3, length = 4 }`.
    pub fn given_line(&self) -> String {
        in_a_line(given(&self.kind))
    }

    /// Where the game began, as it was said.
    pub fn begun(&self) -> &Start {
        &self.begun
    }

    /// The position in which the game began.
    pub fn start(&self) -> &AnyPosition {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &AnyPosition {
        &self.position
    }

    /// The moves played, the first one first.
    pub fn played(&self) -> &[PlayedMove] {
        &self.played
    }

    /// Who is to move.
    pub fn to_move(&self) -> Side {
        self.position.to_move()
    }

    /// What people call this side in the game.
    pub fn side_name(&self, side: Side) -> &'static str {
        self.about().side_name(side)
    }

    /// The side that a word means: `max`, `min`, or the name that the side has in the game, in capitals or not.
    pub fn side_named(&self, word: &str) -> Option<Side> {
        let names = |side: Side| [side.name(), self.side_name(side)];
        let means = |side: &Side| names(*side).iter().any(|name| name.eq_ignore_ascii_case(word));
        [Side::Max, Side::Min].into_iter().find(means)
    }

    /// The legal moves in the game's notation, in canonical order.
    pub fn move_texts(&self) -> Vec<String> {
        notation::move_texts(&self.position)
    }

    /// Whether nothing can be played any more.
    pub fn is_over(&self) -> bool {
        self.position.is_terminal()
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<GameOutcome> {
        self.is_over().then(|| GameOutcome { value: self.position.terminal_value(), score: self.position.margin() })
    }

    /// How the game ended, in words: `black wins by 12`.
    pub fn outcome_words(&self) -> Option<String> {
        let outcome = self.outcome()?;
        let winner = outcome.winner().map(|side| self.side_name(side));
        Some(match (winner, outcome.margin()) {
            (None, _) => "a draw".to_owned(),
            (Some(winner), None) => format!("{winner} wins"),
            (Some(winner), Some(margin)) => format!("{winner} wins by {margin}"),
        })
    }

    /// A value of a search in words that say whose advantage it is: `812 for black`, `white wins`, `even`.
    pub fn advantage(&self, value: Value) -> String {
        match value {
            Value::MAX => format!("{} wins", self.side_name(Side::Max)),
            Value::MIN => format!("{} wins", self.side_name(Side::Min)),
            0 => "even".to_owned(),
            _ if value > 0 => format!("{value} for {}", self.side_name(Side::Max)),
            _ => format!("{} for {}", value.unsigned_abs(), self.side_name(Side::Min)),
        }
    }

    /// What a solver has proved of the outcome, in words: `black wins by 12`, `white wins by 2 or more`, `a draw`.
    pub fn proved_words(&self, outcome: Bounds) -> String {
        let Bounds { alpha, beta } = outcome;
        let [max, min] = [Side::Max, Side::Min].map(|side| self.side_name(side));
        let by = |winner: &str, least: Value, most: Value| match (least, most) {
            // Nothing is said of a number.
            (1, Value::MAX) => format!("{winner} wins"),
            _ if least == most => format!("{winner} wins by {least}"),
            _ => format!("{winner} wins by {least} or more"),
        };
        match (alpha, beta) {
            (0, 0) => "a draw".to_owned(),
            _ if alpha > 0 => by(max, alpha, beta),
            _ if beta < 0 => by(min, -beta, -alpha),
            (_, 0) => format!("no win for {max}"),
            (0, _) => format!("no win for {min}"),
            _ if self.to_move() == Side::Max => format!("at most {beta} for {max}"),
            _ => format!("at most {} for {min}", -alpha),
        }
    }

    /// The index of the move that a text names in the game's notation, in capitals or not, or in that of records of
    /// chess (see [`index_of`](notation::index_of)).
    ///
    /// `pass` names the move that the notation writes with two dashes, if there is only one.
    /// Where a side can do nothing else, the other [ways to write a pass](bestply::othello::PASS_TEXTS) name it, too.
    ///
    /// # Errors
    ///
    /// If the text names no legal move, or several. The error has the nearest one, or the legal ones.
    pub fn find(&self, text: &str) -> Result<usize> {
        notation::index_of(&self.position, text).map_err(|reason| match reason {
            NoMove::Ambiguous(fits) => GameError::Ambiguous { text: in_one_line(text), fits },
            _ => self.no_move(text),
        })
    }

    /// Plays the move that a text [names](Game::find), and returns its index.
    ///
    /// If the side to move can only pass, and the text names a move of the other side, the pass was left out.
    /// It is played, too.
    ///
    /// # Errors
    ///
    /// If the text names no legal move; nothing is played then.
    pub fn play(&mut self, text: &str) -> Result<usize> {
        let index = match self.find(text) {
            Ok(index) => index,
            Err(error) => {
                let mut after = self.clone();
                let is_left_out = after.pass_if_forced();
                let index = after.find(text).ok().filter(|_| is_left_out).ok_or(error)?;
                *self = after;
                index
            }
        };
        self.play_at(index);
        Ok(index)
    }

    /// Plays the pass of a side that can do nothing else. Returns whether it did.
    ///
    /// Clients and transcripts leave such passes out.
    pub fn pass_if_forced(&mut self) -> bool {
        let pass = notation::forced_pass(&self.move_texts());
        pass.inspect(|&index| self.play_at(index)).is_some()
    }

    /// Plays the move of this index.
    ///
    /// # Panics
    ///
    /// If there is no such move.
    pub fn play_at(&mut self, index: usize) {
        let text = self.position.move_text_at(index);
        self.played.push(PlayedMove { side: self.to_move(), index, text });
        self.position.play(index);
    }

    /// Goes on where this game ends and others [play on](Playable::played_on). Returns whether it does.
    ///
    /// The game is no longer over then, and what thinks in it begins anew here.
    pub fn play_on(&mut self) -> bool {
        let played_on = self.position.played_on().filter(|_| self.is_over());
        played_on.map(|position| self.go_on_from(position)).is_some()
    }

    /// Gives the turn to the other side, if the game [can do so](Playable::turned). Returns whether it does.
    ///
    /// What thinks in the game begins anew here.
    pub fn give_turn(&mut self) -> bool {
        self.position.turned().map(|position| self.go_on_from(position)).is_some()
    }

    fn go_on_from(&mut self, position: AnyPosition) {
        self.breaks.push((position.clone(), self.played.len()));
        self.position = position;
    }

    /// The position from which this game's rules hold without a break, and the moves since.
    pub(crate) fn since_root(&self) -> (&AnyPosition, &[PlayedMove]) {
        match self.breaks.last() {
            Some((root, moves)) => (root, &self.played[*moves..]),
            None => (&self.start, &self.played),
        }
    }

    /// Plays a [list of moves](MoveList): with blanks or commas between them, or none, as in `f5d6c3`.
    ///
    /// Numbers of moves, as in `1. f5 d6 2. c3`, are skipped, and forced passes that are left out are played.
    /// A draw is [played on](Game::play_on) where it can be.
    ///
    /// # Errors
    ///
    /// If one of them is not legal. Nothing is played then.
    pub fn play_all(&mut self, moves: &str) -> Result<()> {
        let mut after = self.clone();
        let mut moves = MoveList::new(moves);
        loop {
            match moves.next(&after.position) {
                Some(Ok(index)) => after.play_at(index),
                Some(Err(_)) if after.play_on() => {}
                Some(Err(word)) => {
                    let reason = Box::new(after.find(word).err().unwrap_or_else(|| after.no_move(word)));
                    return Err(GameError::InMoves { number: moves.read() + 1, reason });
                }
                None => break,
            }
        }
        *self = after;
        Ok(())
    }

    /// The position now, but for these men on cells of the board by their names, with this side to move.
    ///
    /// Each is of the first or the second kind of men: of Go and of Othello these are black's and white's.
    pub(crate) fn with_men<'m>(
        &self,
        men: impl IntoIterator<Item = (&'m str, Option<Side>)>,
        to_move: Side,
    ) -> Result<AnyPosition, PositionError> {
        let cells = self.position.board().unwrap_or_default().cells;
        let kinds = self.position.men();
        let kind_of = |man: &Man| kinds.iter().position(|kind| kind.name == man.name);
        let mut placed: Vec<Option<usize>> = cells.iter().map(|cell| cell.man.as_ref().and_then(kind_of)).collect();
        for (name, man) in men {
            if let Some(cell) = cells.iter().position(|cell| cell.name == name) {
                placed[cell] = man.map(|side| side as usize);
            }
        }
        self.position.set_up(&placed, to_move)
    }

    /// Takes back the last move, and returns it; `None` if nothing was played.
    ///
    /// What was [played on](Game::play_on) or [given](Game::give_turn) just before it is taken back with it.
    pub fn undo(&mut self) -> Option<PlayedMove> {
        let last = self.played.pop();
        let moves = self.played.len();
        self.breaks.retain(|(_, before)| *before < moves);
        let (root, since) = self.since_root();
        let mut position = root.clone();
        since.iter().for_each(|played| position.play(played.index));
        self.position = position;
        last
    }

    /// Takes back all moves.
    pub fn restart(&mut self) {
        self.played.clear();
        self.breaks.clear();
        self.position = self.start.clone();
    }

    /// The texts of a line of moves from here on, each named by its index in the position in which it is played.
    ///
    /// # Panics
    ///
    /// If one of them is not legal.
    pub fn line_texts(&self, line: &[usize]) -> Vec<String> {
        let mut position = self.position.clone();
        let text = |&index: &usize| {
            let text = position.move_text_at(index);
            position.play(index);
            text
        };
        line.iter().map(text).collect()
    }

    /// The moves played in the game's notation, with blanks between them.
    pub fn played_texts(&self) -> String {
        self.played.iter().map(|played| played.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Why a text names none of the legal moves.
    fn no_move(&self, text: &str) -> GameError {
        let legal = self.move_texts();
        if legal.is_empty() {
            return GameError::Over { outcome: self.outcome_words().unwrap_or_default() };
        }
        let algebraic: Vec<String> = (0..legal.len()).filter_map(|index| self.position.san_at(index)).collect();
        let nearest = nearest(text, legal.iter().chain(&algebraic).map(String::as_str));
        // Who castles where that is not legal means no step of the king or the rook.
        let nearest = nearest.filter(|_| !notation::is_castling(text));
        GameError::IllegalMove { text: in_one_line(text), nearest, legal }
    }
}

/// Settings in a line, as an inline table of TOML.
fn in_a_line(settings: Table) -> String {
    in_one_line(&toml::Value::Table(settings).to_string())
}

/// The settings that were given.
pub(crate) fn given(game: &Kind) -> Table {
    game.settings().given().map(|(key, setting)| (key.to_owned(), setting.clone())).collect()
}

/// The position at the start of this number: of the game, or of a match where a game has none.
fn numbered(catalogue: &Catalogue, game: &Kind, number: u64) -> Result<AnyPosition> {
    let name = game.about().name;
    if let Some(initial) = catalogue.initial(name, number)? {
        return Ok(initial);
    }
    match game.start_count() {
        Some(starts) if !(1..=starts).contains(&number) => {
            Err(GameError::NoStart { game: name.to_owned(), starts, number })
        }
        _ => Ok(game.start(number).0),
    }
}
