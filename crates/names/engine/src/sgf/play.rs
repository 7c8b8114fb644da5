//! Games of the Smart Game Format played in a catalogue's games, and games of these written in it.

use bestply::{Position, Side};
use bestply_catalogue::names::listed;
use bestply_catalogue::{AnyPosition, Catalogue, Playable, PositionError, notation};

use super::{Sgf, SgfKind, SgfStep};
use crate::{Game, GameError, Heading, Start};

impl Sgf {
    /// The game after its steps.
    ///
    /// A game in which men are set up begins where that happened last.
    /// Two moves of a side in a row are played in Go, and in Othello where the other side can only pass.
    ///
    /// # Errors
    ///
    /// If the catalogue has no such game on such a board, men make no position of it, or a move cannot be played.
    pub fn game(&self, catalogue: &Catalogue) -> Result<Game, GameError> {
        let name = self.kind.name(self.size);
        if catalogue.games().all(|about| about.name != name) {
            return Err(self.no_board(catalogue));
        }
        let mut game = Game::new(catalogue, &name, &Start::default())?;
        let mut number = 0;
        for (place, step) in self.steps.iter().enumerate() {
            match step {
                SgfStep::SetUp { men, to_move, line } => {
                    let to_move = to_move.unwrap_or_else(|| self.mover_after(place, &game));
                    let wrong = |problem| GameError::Record(format!("line {line}: {problem}"));
                    let Some(begun) = set_up(&game, men, to_move).map_err(wrong)? else { continue };
                    game = Game::new(catalogue, &name, &Start::Position(begun.text()))?;
                }
                SgfStep::Move { side, text, line } => {
                    number += 1;
                    let place = format!("line {line}, move {number}");
                    let wrong = |reason| GameError::InFile { place, reason: Box::new(reason) };
                    self.kind.play(&mut game, *side, text).map_err(wrong)?;
                }
            }
        }
        Ok(game)
    }

    /// A game of Go or Othello in the format, with its komi and how it ended; `None` of another game.
    pub fn of(game: &Game) -> Option<Sgf> {
        let kind = SgfKind::of(game)?;
        let size = game.start().board()?.columns;
        let set_up = (*game.begun() != Start::default()).then(|| kind.set_up_of(game, size));
        let moves =
            game.played().iter().map(|played| SgfStep::Move { side: played.side, text: played.text.clone(), line: 0 });
        let result = game.outcome().map(|outcome| match (outcome.winner(), outcome.margin()) {
            (None, _) => "0".to_owned(),
            (Some(winner), margin) => {
                let margin = margin.map_or_else(String::new, |margin| margin.to_string());
                format!("{}+{margin}", super::side_letter(winner))
            }
        });
        Some(Sgf {
            kind,
            size,
            komi: game.about().gtp.komi.map(f64::from),
            handicap: set_up.as_ref().and_then(handicap_of).filter(|_| kind == SgfKind::Go),
            heading: Heading { result, ..Heading::default() },
            steps: set_up.into_iter().chain(moves).collect(),
        })
    }

    /// What a person should know who goes on with the game here: a komi that it is not played with.
    pub fn note(&self, game: &Game) -> Option<String> {
        let (komi, own) = (self.komi?, game.about().gtp.komi?);
        let name = game.about().name;
        (komi != f64::from(own)).then(|| format!("the file has a komi of {komi}, and {name} is played with {own} here"))
    }

    fn no_board(&self, catalogue: &Catalogue) -> GameError {
        let (size, family) = (self.size, self.kind.family());
        let own: Vec<&str> =
            catalogue.games().map(|about| about.name).filter(|name| name.starts_with(family)).collect();
        GameError::Record(if own.is_empty() {
            format!("it is a game of {family}, which is not here")
        } else {
            format!("its board has {size} rows, and there are {}", listed(&own, None))
        })
    }

    /// Who moves after men were set up and nothing is said of it: whoever does so next. Before that the first move is
    /// white's with a handicap, and else that of whose turn it was.
    fn mover_after(&self, place: usize, game: &Game) -> Side {
        let next = self.steps[place..].iter().find_map(|step| match step {
            SgfStep::Move { side, .. } => Some(*side),
            SgfStep::SetUp { .. } => None,
        });
        let has_handicap = self.kind == SgfKind::Go && self.handicap.is_some_and(|stones| stones >= 2);
        let is_first = game.played().is_empty();
        next.unwrap_or(if has_handicap && is_first { Side::Min } else { game.to_move() })
    }
}

impl SgfKind {
    /// What the game is in the format; `None` of one that it has no place for here.
    pub fn of(game: &Game) -> Option<SgfKind> {
        let size = game.start().board()?.columns;
        [SgfKind::Go, SgfKind::Othello].into_iter().find(|kind| kind.name(size) == game.about().name)
    }

    /// With what the name in the catalogue begins.
    fn family(self) -> &'static str {
        match self {
            SgfKind::Go => "go-",
            SgfKind::Othello => "othello",
        }
    }

    /// The name in the catalogue of the game on so many rows and columns.
    fn name(self, size: usize) -> String {
        match self {
            SgfKind::Go => format!("go-{size}x{size}"),
            SgfKind::Othello if size == self.usual_size() => "othello".to_owned(),
            SgfKind::Othello => format!("othello-{size}x{size}"),
        }
    }

    /// Plays a move. Passes after the end of a game change nothing.
    fn play(self, game: &mut Game, side: Side, text: &str) -> Result<(), GameError> {
        if notation::is_pass(text) && game.is_over() {
            return Ok(());
        }
        game.play_on();
        let is_its = game.to_move() == side || game.pass_if_forced() || self == SgfKind::Go && game.give_turn();
        if !is_its && !game.is_over() {
            return Err(GameError::NotTheTurn(game.side_name(side).to_owned()));
        }
        let index = game.find(text)?;
        game.play_at(index);
        Ok(())
    }

    /// How a game begins that does not begin as usual: all men, and what is empty of the middle of Othello's board, on
    /// which there are men otherwise.
    fn set_up_of(self, game: &Game, size: usize) -> SgfStep {
        let board = game.start().board().expect("the game has a board");
        let middle = size / 2 - 1..=size / 2;
        let is_middle = |place: usize| middle.contains(&(place / size)) && middle.contains(&(place % size));
        let kinds = game.start().men();
        let men = board.cells.iter().enumerate().filter_map(|(place, cell)| {
            let of_max = cell.man.as_ref().map(|man| kinds.first().is_some_and(|kind| kind.name == man.name));
            let man = of_max.map(|of_max| if of_max { Side::Max } else { Side::Min });
            let is_said = man.is_some() || self == SgfKind::Othello && is_middle(place);
            is_said.then(|| (cell.name.clone(), man))
        });
        SgfStep::SetUp { men: men.collect(), to_move: Some(game.start().to_move()), line: 0 }
    }
}

/// The stones of a handicap: black ones alone, two or more, with White to move.
fn handicap_of(set_up: &SgfStep) -> Option<u32> {
    let SgfStep::SetUp { men, to_move: Some(Side::Min), .. } = set_up else { return None };
    let is_handicap = men.len() >= 2 && men.iter().all(|(_, man)| *man == Some(Side::Max));
    is_handicap.then_some(men.len() as u32)
}

/// The position of a game but for some men; `None` if that is where the game begins anyway.
fn set_up(game: &Game, men: &[(String, Option<Side>)], to_move: Side) -> Result<Option<AnyPosition>, PositionError> {
    let position = game.with_men(men.iter().map(|(point, man)| (point.as_str(), *man)), to_move)?;
    Ok((position != *game.start() || !game.played().is_empty()).then_some(position))
}
