//! Endings: positions shortly before the end of games, kept as data.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;

use bestply::{Keyed, Limit, Position, mix};
use bestply_catalogue::{AnyPosition, Catalogue, Contestant, NamedPlayer, SearcherSpec, Venue};
use bestply_experiments::files::checksum;
use bestply_experiments::play::seat::{Seat, broken};
use bestply_experiments::{Error, Result, bail};
use serde::Serialize;
use toml::Table;

use super::ground::seat;

/// Endings of one game, as a file has them.
///
/// A line that begins with `#` is a remark.
/// The first other line is the name of the game with its settings, as `breakthrough size=6`.
/// Each further line is an ending: the number of a start, how many plies the game went on after the ending,
/// and the moves from the start to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Endings {
    /// What they are called: the name of their file.
    pub(crate) name: String,
    game: String,
    #[serde(skip_serializing_if = "Table::is_empty")]
    settings: Table,
    /// A checksum of the text that they were read from.
    checksum: String,
    #[serde(skip)]
    endings: Vec<Ending>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Ending {
    start: u64,
    plies_left: usize,
    moves: Vec<String>,
}

/// How endings are made: each from a game of its own, some plies before its end.
///
/// Both sides search with a limited number of evaluations.
/// One move in eight is a random one, so that games differ; but none after the ending, which may be decided for that.
#[derive(Clone, Debug)]
pub struct EndingsPlan {
    /// The name of the endings.
    pub name: String,
    /// The game by name.
    pub game: String,
    /// Its settings.
    pub settings: Table,
    /// How many endings.
    pub positions: usize,
    /// How many plies before the end of the game they may lie. Each number is equally likely.
    pub plies_left: RangeInclusive<usize>,
    /// The number of the first game. Games have one number after the other, and the starts of these numbers.
    pub first: u64,
}

/// The evaluations of each side for a move.
const EVALUATIONS: u64 = 1000;
/// One move in so many is a random one.
const RANDOM: u64 = 8;
/// The most plies of a game.
const LONGEST: usize = 500;
/// How many times as many games are played as endings are wanted.
const MOST_TRIED: u64 = 50;

/// The shipped endings by name. `cargo xtask measure endings` made each file, by the command in its first line.
const SHIPPED: [(&str, &str); 10] = [
    ("lines-of-action-easy", include_str!("../../data/endings/lines-of-action-easy.txt")),
    ("lines-of-action-hard", include_str!("../../data/endings/lines-of-action-hard.txt")),
    ("connect-four-easy", include_str!("../../data/endings/connect-four-easy.txt")),
    ("connect-four-hard", include_str!("../../data/endings/connect-four-hard.txt")),
    ("breakthrough-6x6-easy", include_str!("../../data/endings/breakthrough-6x6-easy.txt")),
    ("breakthrough-6x6-hard", include_str!("../../data/endings/breakthrough-6x6-hard.txt")),
    ("oware-easy", include_str!("../../data/endings/oware-easy.txt")),
    ("oware-hard", include_str!("../../data/endings/oware-hard.txt")),
    ("othello-easy", include_str!("../../data/endings/othello-easy.txt")),
    ("othello-hard", include_str!("../../data/endings/othello-hard.txt")),
];

impl Endings {
    /// The names of the endings that come with this crate.
    pub fn shipped() -> impl Iterator<Item = &'static str> {
        SHIPPED.into_iter().map(|(name, _)| name)
    }

    /// The shipped endings of this name, if there are such.
    pub fn named(name: &str) -> Option<Endings> {
        let (name, text) = SHIPPED.into_iter().find(|(of, _)| *of == name)?;
        Some(Endings::read(name, text).expect("shipped endings can be read"))
    }

    /// Reads the text of a file of endings.
    ///
    /// # Errors
    ///
    /// If a line has another form. Whether the moves are legal is found when the endings are used.
    pub fn read(name: &str, text: &str) -> Result<Endings> {
        let wrong = |line: usize, problem: &str| Error::Invalid(format!("{name}:{line}: {problem}"));
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
        let (place, head) = lines.next().ok_or_else(|| wrong(1, "there are no endings"))?;
        let (game, settings) = head.split_once(' ').unwrap_or((head, ""));
        let settings = settings.split_whitespace().collect::<Vec<_>>().join("\n").parse::<Table>();
        let settings = settings.map_err(|_| wrong(place, "not a game and its settings, as `breakthrough size=6`"))?;
        let endings = lines.map(|(place, line)| {
            Ending::read(line).ok_or_else(|| wrong(place, "not a start, a number of plies and moves"))
        });
        let (checksum, endings) = (checksum(text.as_bytes()), endings.collect::<Result<_, _>>()?);
        Ok(Endings { name: name.to_owned(), game: game.to_owned(), settings, checksum, endings })
    }

    /// Plays games and keeps an ending of each.
    ///
    /// # Errors
    ///
    /// If there is no such game, or too few games are long enough.
    pub fn from_self_play(catalogue: &Catalogue, how: &EndingsPlan) -> Result<Endings> {
        let player = SearcherSpec::read("principal-variation-search:evaluations=1,ranks=ignored")?;
        let Seat { venue, searcher: player, evaluation, .. } =
            Seat::new(catalogue, &how.game, &how.settings, player, None)?;
        let starts = venue.start_count().unwrap_or(u64::MAX);
        let (mut endings, mut seen) = (Vec::new(), HashSet::new());
        for number in how.first..how.first + MOST_TRIED * how.positions as u64 {
            if endings.len() == how.positions {
                break;
            }
            let start = (number - 1) % starts + 1;
            let (position, _) = venue.start(start);
            let contestant = || player.contestant(&venue, evaluation.name(), &position);
            let mut players = [contestant()?, contestant()?];
            let game = play(&player, &mut players, position.clone(), number)?;
            let (least, most) = how.plies_left.clone().into_inner();
            let plies_left = least + (mix(number) % (most - least + 1) as u64) as usize;
            // No ending is the start itself: each follows a move that was played.
            let Some(played) = game.len().checked_sub(plies_left).filter(|&played| played > 0) else { continue };
            if (played..game.len()).any(|ply| random_move(number, ply).is_some()) {
                continue;
            }
            let mut position = position;
            let moves: Vec<String> = game[..played].iter().map(|&index| played_text(&mut position, index)).collect();
            if seen.insert(position.key()) {
                endings.push(Ending { start, plies_left, moves });
            }
        }
        if endings.len() < how.positions {
            let (found, wanted) = (endings.len(), how.positions);
            bail!("{}: only {found} endings were found, not {wanted}", how.game);
        }
        let EndingsPlan { name, game, settings, .. } = how.clone();
        let mut all = Endings { name, game, settings, checksum: String::new(), endings };
        all.checksum = checksum(all.to_string().as_bytes());
        Ok(all)
    }

    /// The game by name.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The number of endings.
    pub fn count(&self) -> usize {
        self.endings.len()
    }

    /// Plays all their moves.
    ///
    /// # Errors
    ///
    /// If there is no such game or start, a move is not legal, or the game is over after one.
    pub fn check(&self, catalogue: &Catalogue) -> Result {
        self.positions(&self.seat(catalogue, None)?.venue, usize::MAX).map(|_| ())
    }

    pub(super) fn seat<'c>(&self, catalogue: &'c Catalogue, evaluation: Option<&str>) -> Result<Seat<'c>> {
        seat(catalogue, &self.game, &self.settings, evaluation).map_err(|problem| self.wrong(&problem))
    }

    /// The first so many positions.
    pub(super) fn positions(&self, venue: &Venue, most: usize) -> Result<Vec<AnyPosition>> {
        self.endings.iter().take(most).map(|ending| self.position(venue, ending)).collect()
    }

    fn position(&self, venue: &Venue, ending: &Ending) -> Result<AnyPosition> {
        if ending.start == 0 || venue.start_count().is_some_and(|count| ending.start > count) {
            return Err(self.wrong(&format_args!("there is no start {}", ending.start)));
        }
        let (mut position, _) = venue.start(ending.start);
        for text in &ending.moves {
            let index = position.move_named(text);
            position.play(index.ok_or_else(|| self.wrong(&format_args!("{text} is not legal after {ending}")))?);
        }
        if position.is_terminal() {
            return Err(self.wrong(&format_args!("the game is over after {ending}")));
        }
        Ok(position)
    }

    fn wrong(&self, problem: &dyn fmt::Display) -> Error {
        Error::Invalid(format!("{}: {problem}", self.name))
    }
}

impl Ending {
    fn read(line: &str) -> Option<Ending> {
        let mut words = line.split_whitespace();
        let start = words.next()?.parse().ok()?;
        let plies_left = words.next()?.parse().ok()?;
        Some(Ending { start, plies_left, moves: words.map(str::to_owned).collect() })
    }
}

/// Writes the line of a file.
impl fmt::Display for Ending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} {} {}", self.start, self.plies_left, self.moves.join(" "))
    }
}

/// Writes the file but for its remarks.
impl fmt::Display for Endings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.game)?;
        self.settings.iter().try_for_each(|(key, setting)| write!(formatter, " {key}={setting}"))?;
        writeln!(formatter)?;
        self.endings.iter().try_for_each(|ending| writeln!(formatter, "{ending}"))
    }
}

/// The indices of the moves of a whole game from this start; none of a game that does not end.
fn play(
    searcher: &NamedPlayer,
    players: &mut [Box<dyn Contestant>; 2],
    mut position: AnyPosition,
    number: u64,
) -> Result<Vec<usize>> {
    let limit = Limit::new().evaluations(EVALUATIONS);
    let mut game = Vec::new();
    while !position.is_terminal() {
        if game.len() == LONGEST {
            return Ok(Vec::new());
        }
        let index = if let Some(draw) = random_move(number, game.len()) {
            (draw % position.move_count() as u64) as usize
        } else {
            let player = &mut players[position.to_move() as usize];
            let report = player.start_game(&position, position.to_move()).and_then(|()| player.search(&limit));
            let report = report.map_err(|failure| broken(searcher, failure))?;
            report.best_move.expect("the game goes on")
        };
        position.play(index);
        game.push(index);
    }
    Ok(game)
}

/// A random number if a random move is played at this ply of the game of this number.
fn random_move(number: u64, ply: usize) -> Option<u64> {
    let draw = mix(mix(number) ^ ply as u64);
    draw.is_multiple_of(RANDOM).then_some(draw / RANDOM)
}

/// Plays a move and says which it was.
fn played_text(position: &mut AnyPosition, index: usize) -> String {
    let text = position.move_text_at(index);
    position.play(index);
    text
}
