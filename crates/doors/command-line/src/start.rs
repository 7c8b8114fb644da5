//! A game and a searcher as the commands that play are told of them.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread::available_parallelism;

use anyhow::{Context, bail, ensure};
use bestply_catalogue::names::listed;
use bestply_catalogue::{Catalogue, SearcherSpec, SpecError, VenueError};
use bestply_engine::{Book, Game, GameError, Loaded, Start, Thinker, Which};
use bestply_experiments::files::{MOST_DATA, read, read_text};
use clap::Args;

use crate::memory;
use crate::numbers::{size, whole};
use crate::output::note;
use crate::set::settings;

/// Where a game begins.
#[derive(Debug, Args)]
pub(crate) struct StartArgs {
    /// A setting of the game (docs/games.md), as branching=3 for random games; can be given several times
    #[arg(long, value_name = "KEY=VALUE")]
    pub(crate) set: Vec<String>,
    /// The number of the start where there are several: of random games, and of cards that are dealt [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "position", value_parser = whole(0..))]
    pub(crate) seed: Option<u64>,
    /// The position to begin at, in the game's notation, in quotes (docs/games.md, docs/othello.md)
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,
    /// Moves to play first, from the start or from --position, in the game's notation, as "f5 d6 c3"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
}

/// A game that begins, or that a file has.
#[derive(Debug, Args)]
pub(crate) struct BegunArgs {
    /// The game: othello, connect-four, …
    #[arg(required_unless_present = "load", conflicts_with = "load")]
    game: Option<String>,
    /// A file with a game to begin with, at the position after its last move: a saved one, or one in PGN, in SGF of Go
    /// or Othello, in GGF, or of WTHOR (.wtb)
    #[arg(long, value_name = "FILE")]
    load: Option<PathBuf>,
    /// Which of the games of --load, from 1 on [default: 1]
    #[arg(long, value_name = "N", requires = "load", value_parser = whole(1..))]
    game_number: Option<u64>,
    /// Which line of the game of --load, if that is in SGF: 1 is the main line, and the variations follow in the order
    /// in which they end in the file [default: 1]
    #[arg(long, value_name = "N", requires = "load", value_parser = whole(1..))]
    variation: Option<u64>,
    #[command(flatten)]
    start: StartArgs,
}

impl BegunArgs {
    /// The game after the moves from its start, or from where a file has it, and a line that says who played that.
    pub(crate) fn game(&self, catalogue: &Catalogue) -> anyhow::Result<(Game, Option<String>)> {
        match (&self.load, &self.game) {
            (Some(file), _) => {
                ensure!(self.start.is_default(), "--load: the file says where the game begins");
                let (game, heading) = self.loaded(catalogue, file)?;
                Ok((self.start.advanced(game)?, heading))
            }
            // clap asks for --load only where it does not conflict with the game.
            (None, Some(_)) if self.game_number.is_some() || self.variation.is_some() => {
                bail!("--game-number and --variation are for --load")
            }
            (None, Some(name)) => Ok((self.start.game(catalogue, name)?, None)),
            (None, None) => bail!("a game is needed, or --load FILE"),
        }
    }

    /// The game, and what is to be shown of who played it. What a person should know is said.
    fn loaded(&self, catalogue: &Catalogue, file: &Path) -> anyhow::Result<(Game, Option<String>)> {
        let which = Which { game: self.game_number.unwrap_or(1), variation: self.variation.unwrap_or(1) };
        let loaded = Loaded::open(catalogue, file, which).with_context(|| file.display().to_string())?;
        let Loaded { game, heading, notes } = loaded;
        notes.iter().for_each(|what| note(what));
        let shown = heading.line(|side| game.side_name(side));
        Ok((game, shown.map(|heading| format!("Game {}: {heading}", which.game))))
    }
}

/// Which searcher thinks.
#[derive(Debug, Args)]
pub(crate) struct ThinkerArgs {
    /// The searcher with its limits, as best-first:evaluations=10000; without a limit it takes a second for a move.
    /// It has the game's tuned constants, unless one of them or preset=none is given, and uses all cores where threads
    /// serve it and nothing but time limits it, unless `threads` says how many
    /// [default: puct-best-first where it is tuned for the game and the evaluation, uct-best-first elsewhere]
    #[arg(long, value_name = "SPEC")]
    searcher: Option<String>,
    /// Its evaluation [default: the one that plays the game best, strong in Othello; with --weights the learnt one]
    #[arg(long, value_name = "NAME")]
    evaluation: Option<String>,
    /// A file of weights for the learnt evaluation, in the place of those that come with the program
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// An opening book of the game, as the command `book` makes it, whose moves are played without a search
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,
    #[arg(long, value_name = "N", help = bytes_help(), value_parser = size(Thinker::LEAST_BYTES as u64..))]
    pub(crate) bytes: Option<u64>,
}

fn bytes_help() -> String {
    let default = memory::DEFAULT;
    format!(
        "The most bytes that a search may hold, such as 64MiB, unless the searcher's own `bytes` says it [default: {default}]"
    )
}

impl StartArgs {
    /// The game after the moves from its start.
    pub(crate) fn game(&self, catalogue: &Catalogue, name: &str) -> anyhow::Result<Game> {
        check_seed(catalogue, name, self.seed)?;
        self.advanced(Game::of(catalogue, catalogue.game_with(name, &settings(&self.set)?)?, &self.start())?)
    }

    /// A game after the moves from where it is.
    pub(crate) fn advanced(&self, mut game: Game) -> anyhow::Result<Game> {
        game.play_all(self.moves.as_deref().unwrap_or_default()).context("--moves")?;
        Ok(game)
    }

    /// The game at its start for a solver, for which it may go round.
    pub(crate) fn game_to_solve(&self, catalogue: &Catalogue, name: &str) -> anyhow::Result<Game> {
        check_seed(catalogue, name, self.seed)?;
        self.advanced(Game::to_solve(catalogue, catalogue.game_with(name, &settings(&self.set)?)?, &self.start())?)
    }

    fn start(&self) -> Start {
        let numbered = || self.seed.map_or_else(Start::default, Start::Number);
        self.position.clone().map_or_else(numbered, Start::Position)
    }

    /// Whether nothing is said about the start.
    pub(crate) fn is_default(&self) -> bool {
        self.set.is_empty() && self.seed.is_none() && self.position.is_none()
    }
}

/// Refuses the number of a start of a game that has one alone.
pub(crate) fn check_seed(catalogue: &Catalogue, game: &str, seed: Option<u64>) -> anyhow::Result<()> {
    let about = catalogue.game_named(game)?;
    let has_one = !about.is_dealt && catalogue.initial(about.name, 1)?.is_some();
    ensure!(seed.is_none() || !has_one, "--seed is for games with several starts: {} has one", about.name);
    Ok(())
}

impl ThinkerArgs {
    /// The searcher, to think in this game.
    pub(crate) fn thinker(&self, catalogue: &Catalogue, game: &Game) -> anyhow::Result<Thinker> {
        self.thinker_on(all_cores(), catalogue, game)
    }

    /// The same on a machine with so many cores.
    pub(crate) fn thinker_on(&self, cores: usize, catalogue: &Catalogue, game: &Game) -> anyhow::Result<Thinker> {
        let default = || game.about().default_searcher(self.evaluation(game));
        let spec = self.searcher.as_deref().unwrap_or_else(default);
        self.thinker_of(catalogue, game, (spec, "--searcher"), cores)
    }

    /// A searcher with that evaluation, on a machine with so many cores. `option` is where it was named.
    pub(crate) fn thinker_of(
        &self,
        catalogue: &Catalogue,
        game: &Game,
        (spec, option): (&str, &'static str),
        cores: usize,
    ) -> anyhow::Result<Thinker> {
        let spec = self.read(game, spec).context(option)?;
        let player = catalogue.for_playing_alone(spec, game.about().name, cores).context(option)?;
        if let Some(evaluation) = player.evaluation() {
            let option = if self.evaluation.is_some() { "--evaluation" } else { option };
            catalogue.checked_evaluation(game.about().name, evaluation.clone()).context(option)?;
        }
        let read = |file: &Path| read(file, MOST_DATA, "cannot read the weights").context("--weights");
        let weights = self.weights.as_deref().map(read).transpose()?;
        let thinker = Thinker::new(catalogue, game, &player, weights.as_deref());
        let mut thinker = thinker.map_err(|error| match (&error, &self.weights) {
            (GameError::Venue(VenueError::Weights(_)), Some(file)) => {
                anyhow::Error::from(error).context(format!("--weights: {}", file.display()))
            }
            _ => anyhow::Error::from(error).context(option),
        })?;
        let about = game.about();
        let evaluation = thinker.evaluation();
        let those = if about.all_learnt.is_empty() { "none".to_owned() } else { listed(&about.all_learnt, None) };
        ensure!(
            self.weights.is_none() || about.all_learnt.contains(&evaluation),
            "--weights: the evaluation `{evaluation}` reads none; of {} these do: {those}",
            about.name
        );
        ensure!(self.bytes.is_none() || !thinker.player().has("bytes"), "--bytes: {option} has `bytes` already");
        if let Some(bytes) = self.bytes {
            thinker.set_bytes(bytes as usize);
        } else if self.leaves_bytes_open(&thinker) {
            thinker.set_bytes(memory::of_each(1));
        }
        thinker.check_room().context(if self.bytes.is_some() { "--bytes" } else { option })?;
        let Some(file) = &self.book else { return Ok(thinker) };
        let text = read_text(file, "cannot read the book").context("--book")?;
        let book = Book::read(&text, game.rules()).with_context(|| format!("--book: {}", file.display()))?;
        Ok(thinker.with_book(book))
    }

    /// Whether neither an option nor the searcher says how many bytes a search may hold.
    pub(crate) fn leaves_bytes_open(&self, thinker: &Thinker) -> bool {
        self.bytes.is_none() && !thinker.player().has("bytes")
    }

    /// Reads a searcher, with the evaluation that is named apart from it if there is one.
    fn read(&self, game: &Game, spec: &str) -> Result<SearcherSpec, SpecError> {
        let separator = if spec.contains(':') { ',' } else { ':' };
        let evaluation = self.evaluation.iter().map(|name| format!("{separator}evaluation={name}"));
        let spec = SearcherSpec::read(&evaluation.fold(spec.to_owned(), |spec, evaluation| spec + &evaluation))?;
        Ok(match self.evaluation(game).filter(|_| !spec.has("evaluation")) {
            Some(evaluation) => spec.with_evaluation(evaluation),
            None => spec,
        })
    }

    /// The evaluation that is named apart from the searcher, or of which weights are given:
    /// they are the first evaluation's, if nobody says whose.
    fn evaluation<'a>(&'a self, game: &'a Game) -> Option<&'a str> {
        self.evaluation.as_deref().or_else(|| self.weights.as_ref().and(game.about().learnt))
    }
}

pub(crate) fn all_cores() -> usize {
    available_parallelism().map_or(1, NonZeroUsize::get)
}

/// The game as it is saved in this file: in PGN or SGF if its name ends so.
pub(crate) fn saved_text(game: &Game, file: &Path) -> Result<String, GameError> {
    let ends = |wanted: &str| file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(wanted));
    match (ends("pgn"), ends("sgf")) {
        (true, _) => game.pgn(),
        (_, true) => game.sgf(),
        _ => Ok(game.record()),
    }
}
