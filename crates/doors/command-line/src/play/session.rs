//! A game in the terminal, between persons and searchers: what is shown, and what is typed.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use bestply::{Side, Stop};
use bestply_catalogue::space::bytes_text;
use bestply_catalogue::{Playable, texts};
use bestply_engine::{Game, GameError, Thinker, analyse, out_of_memory};
use bestply_experiments::files::WholeFile;
use bestply_presentation::terminal::broken;

use crate::output::keep;
use crate::start::saved_text;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// Whoever types.
    Person,
    /// A searcher.
    Searcher,
}

/// A game that is played in the terminal.
pub(super) struct Session {
    pub(super) game: Game,
    pub(super) seats: [Seat; 2],
    pub(super) thinker: Thinker,
    /// The searcher of MIN, where it is another one.
    pub(super) opponent: Option<Thinker>,
    /// The file that has the game as it stands, whatever ends the program.
    pub(super) saved: Option<WholeFile>,
}

/// What a person wants next.
enum Wish {
    /// To be asked again.
    More,
    /// To see the board, because the game has changed.
    Changed,
    /// To stop.
    Stop,
}

/// The most moves that are listed: Amazons has more than two thousand.
const MOST_LISTED: usize = 200;

/// The columns that lines are broken at.
const COLUMNS: usize = 100;

/// The most bytes of a line that is typed.
const LONGEST: u64 = 4096;

/// How many moves an analysis has that nobody gave a number.
const BEST: usize = 5;

const HELP: &str = "\
A move is typed as the game writes it, or by its number. Besides there are:
  hint            the move that the searcher would play
  analyse [N]     the N best moves with their values and lines; `moves N` is the same
  undo            take back your last move, and the answer to it
  board           show the board again
  legal           list the legal moves with their numbers
  save FILE       save the game; a file that is there already is left alone
  help            this list
  quit            stop here
";

impl Session {
    /// Plays to the end of the game, or until the person or the input has enough. Prints the game then.
    pub(super) fn play(&mut self, mut input: impl BufRead, output: &mut impl Write) -> anyhow::Result<()> {
        writeln!(output, "{}", self.introduction())?;
        self.show_board(output)?;
        while !self.game.is_over() {
            match self.seat(self.game.to_move()) {
                Seat::Searcher => self.let_think(output)?,
                Seat::Person => match self.ask(&mut input, output)? {
                    Wish::More => continue,
                    Wish::Changed => {}
                    Wish::Stop => break,
                },
            }
            self.save()?;
            self.show_board(output)?;
        }
        if let Some(memory) = self.memory() {
            writeln!(output, "{}", broken(&memory, COLUMNS))?;
        }
        writeln!(output, "{}", broken(&self.summary(), COLUMNS))?;
        Ok(output.flush()?)
    }

    /// How many bytes the searches held, if there were any.
    fn memory(&self) -> Option<String> {
        let thinkers = [Some(&self.thinker), self.opponent.as_ref()].into_iter().flatten();
        let held = thinkers.map(|thinker| (thinker.player().name(), thinker.memory_use().held));
        let said: Vec<String> = held
            .filter(|(_, held)| *held > 0)
            .map(|(name, held)| format!("the searches of {name} held {}", bytes_text(held)))
            .collect();
        (!said.is_empty()).then(|| format!("Memory: {} at most.", said.join(", ")))
    }

    /// Puts the game as it stands in the place of what was saved of it before.
    fn save(&mut self) -> anyhow::Result<()> {
        let Some(file) = &mut self.saved else { return Ok(()) };
        let text = saved_text(&self.game, file.path()).unwrap_or_else(|_| self.game.record());
        keep(file, &text, "--save")
    }

    fn seat(&self, side: Side) -> Seat {
        self.seats[usize::from(side == Side::Min)]
    }

    fn introduction(&self) -> String {
        let who = |side: Side| {
            let about = self.game.about();
            let letter = about.letters.map(|letters| letters[usize::from(side == Side::Min)].to_string());
            let letter = letter.filter(|letter| letter != about.side_name(side));
            let letter = letter.map_or_else(String::new, |letter| format!(" ({letter})"));
            let player = match self.seat(side) {
                Seat::Person => "you".to_owned(),
                Seat::Searcher => self.thinker(side).described(),
            };
            format!("{}{letter} is {player}", about.side_name(side))
        };
        let help = if self.seats.contains(&Seat::Person) { " Type `help` for what you can do." } else { "" };
        format!("{}: {}, {}.{help}", self.game.about().title, who(Side::Max), who(Side::Min))
    }

    fn thinker(&self, side: Side) -> &Thinker {
        self.opponent.as_ref().filter(|_| side == Side::Min).unwrap_or(&self.thinker)
    }

    fn thinker_mut(&mut self, side: Side) -> &mut Thinker {
        self.opponent.as_mut().filter(|_| side == Side::Min).unwrap_or(&mut self.thinker)
    }

    fn show_board(&self, output: &mut impl Write) -> io::Result<()> {
        writeln!(output, "\n{}", self.game.position().picture())?;
        if !self.game.is_over() && self.seat(self.game.to_move()) == Seat::Person {
            self.show_legal(output)?;
        }
        Ok(())
    }

    fn show_legal(&self, output: &mut impl Write) -> io::Result<()> {
        let texts = self.game.move_texts();
        let are_numbered = have_numbers(&texts);
        let numbered =
            |(number, text): (usize, &String)| if are_numbered { format!("{number} {text}") } else { text.clone() };
        let mut listed: Vec<String> = (1..).zip(&texts).map(numbered).take(MOST_LISTED).collect();
        let more = texts.len() - listed.len();
        if more > 0 {
            listed.push(format!("and {more} more, written alike"));
        }
        writeln!(output, "{}", broken(&format!("Moves: {}", listed.join(", ")), COLUMNS))
    }

    /// Lets the searcher of the side to move play.
    fn let_think(&mut self, output: &mut impl Write) -> anyhow::Result<()> {
        let side = self.game.to_move();
        let (index, said) = self.chosen(side)?;
        writeln!(output, "{} plays {said}.", self.game.side_name(side))?;
        output.flush()?;
        self.game.play_at(index);
        Ok(())
    }

    /// The move that the searcher of a side chooses, and what is to be said of it.
    fn chosen(&mut self, side: Side) -> Result<(usize, String), GameError> {
        let texts = self.game.move_texts();
        if texts.len() == 1 {
            return Ok((0, format!("{}, the only move", texts[0])));
        }
        let game = self.game.clone();
        let thinker = self.thinker_mut(side);
        if let Some(index) = thinker.book_move(&game) {
            return Ok((index, format!("{}, from its book", texts[index])));
        }
        let report = thinker.think(&game, &thinker.limit())?;
        let index = report.best_move.expect("the game is not over");
        let proved = report.outcome.map(|outcome| game.proved_words(outcome));
        let value = proved.or_else(|| report.value.map(|value| game.advantage(value)));
        let value = value.map_or_else(String::new, |value| format!(": {value}"));
        let ended = (report.stop == Stop::Memory).then(|| out_of_memory(thinker.memory_use().limit));
        let ended = ended.map_or_else(String::new, |why| format!(" ({why})"));
        Ok((index, format!("{}{value}{ended}", texts[index])))
    }

    /// Asks the person to move for a move, or for whatever else they want.
    fn ask(&mut self, input: &mut impl BufRead, output: &mut impl Write) -> anyhow::Result<Wish> {
        write!(output, "{}> ", self.game.side_name(self.game.to_move()))?;
        output.flush()?;
        let mut typed = Vec::new();
        input.take(LONGEST).read_until(b'\n', &mut typed)?;
        if typed.is_empty() {
            writeln!(output, "\nThe input has ended.")?;
            return Ok(Wish::Stop);
        }
        let typed = texts::line(&typed);
        let typed = typed.trim();
        let (word, argument) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        self.grant(&word.to_ascii_lowercase(), argument.trim(), typed, output)
    }

    fn grant(&mut self, word: &str, argument: &str, typed: &str, output: &mut impl Write) -> anyhow::Result<Wish> {
        match word {
            "" => {}
            "help" | "?" => output.write_all(HELP.as_bytes())?,
            "quit" | "exit" => return Ok(Wish::Stop),
            "board" => return Ok(Wish::Changed),
            "legal" => self.show_legal(output)?,
            "undo" => return Ok(self.undo(output)?),
            "hint" => {
                let (_, said) = self.chosen(self.game.to_move())?;
                writeln!(output, "hint: {said}")?;
            }
            "analyse" | "analyze" | "moves" => self.analyse(argument, output)?,
            "save" if argument.is_empty() => writeln!(output, "save needs the name of a file")?,
            "save" => {
                let file = Path::new(argument);
                match saved_text(&self.game, file) {
                    Ok(text) => match WholeFile::create_new(file).and_then(|mut file| file.write(text.as_bytes())) {
                        Ok(()) => writeln!(output, "saved {argument}")?,
                        Err(error) => writeln!(output, "{error}")?,
                    },
                    Err(error) => writeln!(output, "{argument}: {error}")?,
                }
            }
            _ => match self.played(typed) {
                Ok(()) => return Ok(Wish::Changed),
                Err(error) => writeln!(output, "{}", broken(&format!("{error} (`help` for help)"), COLUMNS))?,
            },
        }
        Ok(Wish::More)
    }

    /// Plays the move that was typed: in the game's notation, or by its number in the list of legal moves.
    ///
    /// Who plays both sides may leave out a forced pass. Nobody moves for a searcher so.
    fn played(&mut self, typed: &str) -> Result<(), GameError> {
        let texts = self.game.move_texts();
        let number = typed.parse().ok().filter(|number| have_numbers(&texts) && (1..=texts.len()).contains(number));
        match number {
            Some(number) => self.game.play_at(number - 1),
            None if self.seats == [Seat::Person; 2] => drop(self.game.play(typed)?),
            None => self.game.play_at(self.game.find(typed)?),
        }
        Ok(())
    }

    /// Takes back moves until the same person is to move again.
    ///
    /// Who plays both sides takes back a forced pass with the move behind it, which may have left it out.
    fn undo(&mut self, output: &mut impl Write) -> io::Result<Wish> {
        let side = self.game.to_move();
        let is_own = |game: &Game| match self.seats {
            [Seat::Person, Seat::Person] => !follows_forced_pass(game),
            _ => game.to_move() == side,
        };
        let mut before = self.game.clone();
        while before.undo().is_some() {
            if is_own(&before) {
                self.game = before;
                return Ok(Wish::Changed);
            }
        }
        writeln!(output, "there is nothing to take back")?;
        Ok(Wish::More)
    }

    fn analyse(&mut self, argument: &str, output: &mut impl Write) -> anyhow::Result<()> {
        let most = if argument.is_empty() { Some(BEST) } else { argument.parse().ok().filter(|&most| most > 0) };
        let Some(most) = most else {
            return Ok(writeln!(output, "analyse needs a number of moves, not `{argument}`")?);
        };
        let game = self.game.clone();
        let thinker = self.thinker_mut(game.to_move());
        let limit = thinker.limit();
        let analysis = analyse(thinker, &game, most, &limit)?;
        write!(output, "{}\n{}", analysis.answer(&game), analysis.table(&game))?;
        if analysis.out_of_memory {
            writeln!(output, "{}", broken(&out_of_memory(limit.bytes.unwrap_or(usize::MAX)), COLUMNS))?;
        }
        Ok(())
    }

    /// The whole game and how it ended.
    fn summary(&self) -> String {
        let ended = self.game.outcome_words().unwrap_or_else(|| "not finished".to_owned());
        match self.game.played_texts() {
            moves if moves.is_empty() => format!("The game: no moves; {ended}."),
            moves => format!("The game: {moves}; {ended}."),
        }
    }
}

/// Whether the last move was the pass of a side that could do nothing else.
fn follows_forced_pass(game: &Game) -> bool {
    let mut before = game.clone();
    before.undo().is_some() && before.pass_if_forced()
}

/// Whether moves have numbers: where no move of the notation is a number itself.
fn have_numbers(texts: &[String]) -> bool {
    texts.iter().all(|text| text.parse::<i64>().is_err())
}
