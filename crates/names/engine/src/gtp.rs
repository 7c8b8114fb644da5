//! The Go Text Protocol, version 2, in any game.
//!
//! Black is MAX. A pass is written `pass`, and all other moves as the game writes them, or as the protocol does where
//! the game [says so](bestply_catalogue::GtpNotation): on boards of Go there is no column `i`.
//! Where a side can only pass and the client leaves that out, as clients for Othello do, the pass is played by itself.
//! A side may play twice in a row, and after two passes, as the protocol has it, where the game
//! [can give the turn](bestply_catalogue::Playable::turned) or be [played on](bestply_catalogue::Playable::played_on).
//!
//! Source: Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2, draft 2", 2002.
//! `set_game` and `list_games` are extensions for programs that play several games.
//! `kgs-time_settings` and `kata-time_settings` are extensions for more kinds of clocks.
//! `bestply-bytes` is one for the memory of a search.
//! `lz-analyze`, `kata-analyze` and those that generate a move so are extensions of Leela Zero and KataGo, which boards
//! show.

mod analysis;
mod handicap;
mod record;
mod status;
mod time;
mod wanted;
mod words;

use std::cmp::Ordering;
use std::io::{self, Write};
use std::time::Instant;

use bestply::{Side, Stop};
use bestply_catalogue::{MAX_DEPTH, Playable};

use crate::{ClientLine, Clocks, Desk, Game, Input, SgfKind, Speaker, TimeLeft, out_of_memory};
use wanted::{Manner, Wanted};
use words::{Answer, reply, side, turn_to, without_control_characters, written};

/// An engine that speaks GTP, the Go Text Protocol of version 2, in any game.
pub struct Gtp<'c> {
    desk: Desk<'c>,
    /// The game to which the board is cleared.
    empty: Game,
    /// For each move that was played or generated, the number of plies: passes that were left out included.
    plies: Vec<usize>,
    /// What the client gives White, where it has said so.
    komi: Option<f64>,
}

/// All commands, in the order in which they are listed: those of any game.
const COMMANDS: &str = "\
    protocol_version name version known_command list_commands quit boardsize clear_board komi play genmove \
    reg_genmove undo showboard final_score time_settings kgs-time_settings kata-time_settings \
    kata-list_time_settings time_left level list_games set_game legal_moves bestply-bytes lz-analyze \
    lz-genmove_analyze kata-analyze kata-genmove_analyze";

/// Those of games that are kept in the Smart Game Format.
const OF_RECORDS: [&str; 2] = ["loadsgf", "printsgf"];

/// Those of Go.
const OF_GO: [&str; 4] = ["fixed_handicap", "place_free_handicap", "set_free_handicap", "final_status_list"];

/// How an analysis ends in a command's name.
const ANALYZE: &str = "analyze";
const GENMOVE_ANALYZE: &str = "genmove_analyze";

/// What a move is chosen for.
#[derive(Clone, Copy)]
enum Aim<'w> {
    /// The client only wants to know it.
    Ask,
    Play,
    /// What the search found is told before the move.
    TellAndPlay(&'w Wanted),
}

impl<'c> Gtp<'c> {
    /// Speaks it at this desk.
    pub fn new(desk: Desk<'c>) -> Gtp<'c> {
        let mut empty = desk.game.clone();
        empty.restart();
        Gtp { empty, desk, plies: Vec::new(), komi: None }
    }

    /// The commands that there are in the game.
    fn commands(&self) -> impl Iterator<Item = &'static str> {
        let game = &self.desk.game;
        let of_records = OF_RECORDS.into_iter().filter(|_| SgfKind::of(game).is_some());
        let of_go = OF_GO.into_iter().filter(|_| game.about().gtp.komi.is_some());
        COMMANDS.split(' ').chain(of_records).chain(of_go)
    }

    fn execute(&mut self, name: &str, arguments: &[&str], input: &Input, arrived: Instant) -> Answer {
        if self.commands().all(|command| command != name) {
            return Err("unknown command".to_owned());
        }
        match (name, arguments) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok("bestply".to_owned()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [command, ..]) => Ok(self.commands().any(|own| own == *command).to_string()),
            ("known_command", []) => Ok("false".to_owned()),
            ("list_commands", _) => Ok(self.commands().collect::<Vec<_>>().join("\n")),
            ("quit", _) => Ok(String::new()),
            ("boardsize", _) => self.board_size(arguments),
            ("clear_board", _) => Ok(self.clear()),
            ("komi", _) => self.set_komi(arguments),
            ("play", [color, mv, ..]) => self.play(color, mv),
            ("genmove", [color, ..]) => self.generate(side(color)?, Aim::Play, input, arrived),
            ("reg_genmove", [color, ..]) => self.generate(side(color)?, Aim::Ask, input, arrived),
            ("undo", _) => self.undo(),
            ("fixed_handicap", [stones, ..]) => self.place_handicap(stones, false),
            ("place_free_handicap", [stones, ..]) => self.place_handicap(stones, true),
            ("set_free_handicap", _) => self.set_handicap(arguments),
            ("loadsgf", [file, rest @ ..]) => self.load(file, rest.first().copied()),
            ("printsgf", []) => self.printed(),
            ("printsgf", _) => Err("no file is written: printsgf alone answers with the game".to_owned()),
            ("final_status_list", [status, ..]) => self.status_list(status),
            ("showboard", _) => {
                Ok(format!("\n{}", self.desk.game.about().gtp.picture(&self.desk.game.position().picture())))
            }
            ("final_score", _) => self.final_score(),
            ("time_settings", _) => self.set_time(time::settings(arguments)),
            ("kgs-time_settings" | "kata-time_settings", _) => self.set_time(time::named_settings(arguments)),
            ("kata-list_time_settings", _) => Ok(time::NAMES.join(" ")),
            ("time_left", [color, time, moves, ..]) => self.set_time_left(color, time, moves),
            ("level", [depth, ..]) => self.set_level(depth),
            ("list_games", _) => Ok(self.desk.game.about().title.clone()),
            ("set_game", _) => self.set_game(&arguments.join(" ")),
            ("legal_moves", _) => Ok(self.legal_moves()),
            ("bestply-bytes", []) => Ok(self.desk.thinker.memory_use().to_string()),
            ("bestply-bytes", size) => self.desk.read_bytes(&size.join(" ")).map(|()| String::new()),
            _ => Err("syntax error".to_owned()),
        }
    }

    fn board_size(&mut self, arguments: &[&str]) -> Answer {
        let wanted: Option<usize> = arguments.first().and_then(|size| size.parse().ok());
        let wanted = wanted.ok_or_else(|| "boardsize not an integer".to_owned())?;
        let own = self.desk.game.position().board().map(|board| board.columns);
        if own.is_some_and(|own| own != wanted) {
            return Err("unacceptable size".to_owned());
        }
        Ok(self.clear())
    }

    fn clear(&mut self) -> String {
        self.plies.clear();
        self.desk.begin(self.empty.clone(), self.desk.clocks.reset());
        String::new()
    }

    /// Notes the komi. It counts where the game is counted; the searcher plays for the game's own.
    fn set_komi(&mut self, arguments: &[&str]) -> Answer {
        let komi: Option<f64> = arguments.first().and_then(|komi| komi.parse().ok());
        let komi = komi.filter(|komi| komi.is_finite()).ok_or_else(|| "komi not a float".to_owned())?;
        if let Some(own) = self.desk.game.about().gtp.komi.filter(|&own| f64::from(own) != komi) {
            writeln!(self.desk.notes, "bestply plays for a komi of {own}, and counts {komi} at the end").ok();
        }
        self.komi = Some(komi);
        Ok(String::new())
    }

    fn play(&mut self, color: &str, mv: &str) -> Answer {
        let side = side(color)?;
        let mut after = self.desk.game.clone();
        if after.is_over() && mv.eq_ignore_ascii_case("pass") {
            self.plies.push(0);
            return Ok(String::new());
        }
        after.play_on();
        turn_to(&mut after, side).map_err(|why| format!("illegal move: {why}"))?;
        let own = after.about().gtp.read(mv);
        let index = own.and_then(|own| after.find(&own).ok());
        after.play_at(index.ok_or_else(|| "illegal move".to_owned())?);
        self.plies.push(after.played().len() - self.desk.game.played().len());
        self.desk.game = after;
        Ok(String::new())
    }

    /// Chooses a move, and plays it unless it is only asked for. After the end of a game both sides pass.
    fn generate(&mut self, side: Side, aim: Aim<'_>, input: &Input, arrived: Instant) -> Answer {
        let before = self.desk.game.clone();
        let chosen = if before.is_over() {
            Ok("pass".to_owned())
        } else {
            turn_to(&mut self.desk.game, side).and_then(|()| self.choose(side, aim, input, arrived))
        };
        match chosen {
            Ok(_) if !matches!(aim, Aim::Ask) => self.plies.push(self.desk.game.played().len() - before.played().len()),
            _ => self.desk.game = before,
        }
        chosen
    }

    fn choose(&mut self, side: Side, aim: Aim<'_>, input: &Input, arrived: Instant) -> Answer {
        let report = self.desk.choose(input, arrived).map_err(|error| error.to_string())?;
        if report.stop == Stop::Memory {
            // Who reads no notes goes on playing.
            writeln!(self.desk.notes, "{}", out_of_memory(self.desk.thinker.memory_use().limit)).ok();
        }
        let index = report.best_move.expect("the game is not over");
        let text = written(&self.desk.game, &self.desk.game.line_texts(&[index])[0]);
        let text = match aim {
            Aim::TellAndPlay(wanted) => format!("{}\nplay {text}", self.told(&report, wanted)),
            Aim::Play | Aim::Ask => text,
        };
        if !matches!(aim, Aim::Ask) {
            self.desk.game.play_at(index);
            self.desk.clocks.spend(side, arrived.elapsed());
        }
        Ok(text)
    }

    fn legal_moves(&self) -> String {
        let texts = self.desk.game.move_texts();
        texts.iter().map(|text| written(&self.desk.game, text)).collect::<Vec<_>>().join(" ")
    }

    fn undo(&mut self) -> Answer {
        let plies = self.plies.pop().ok_or_else(|| "cannot undo".to_owned())?;
        (0..plies).for_each(|_| drop(self.desk.game.undo()));
        Ok(String::new())
    }

    /// The points by which the game is won, by the client's komi, or only who won where nothing is counted.
    fn final_score(&self) -> Answer {
        let game = &self.desk.game;
        let outcome = game.outcome().ok_or_else(|| "cannot score: the game is not over".to_owned())?;
        let own = game.about().gtp.komi.map(f64::from);
        let given = own.zip(self.komi).map_or(0.0, |(own, komi)| own - komi);
        let points = outcome.score.map(|points| f64::from(points) + given);
        let (leader, margin) = match points {
            Some(points) => (points.total_cmp(&0.0), points.abs().to_string()),
            None => (outcome.value.cmp(&0), String::new()),
        };
        Ok(match leader {
            Ordering::Equal => "0".to_owned(),
            Ordering::Greater => format!("B+{margin}"),
            Ordering::Less => format!("W+{margin}"),
        })
    }

    fn set_time(&mut self, control: Option<crate::TimeControl>) -> Answer {
        self.desk.clocks = Clocks::new(control.ok_or_else(|| "syntax error".to_owned())?);
        Ok(String::new())
    }

    fn set_time_left(&mut self, color: &str, time: &str, moves: &str) -> Answer {
        let side = side(color)?;
        let time = time::seconds_left(time).ok_or_else(|| "syntax error".to_owned())?;
        let moves: u32 = moves.parse().map_err(|_| "syntax error".to_owned())?;
        self.desk.clocks.set(side, TimeLeft { time, moves: (moves > 0).then_some(moves) });
        Ok(String::new())
    }

    fn set_level(&mut self, depth: &str) -> Answer {
        let depth: Option<usize> = depth.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
        self.desk.depth = Some(depth.ok_or_else(|| format!("a level is a depth, 1 to {MAX_DEPTH}"))?);
        Ok(String::new())
    }

    fn set_game(&mut self, name: &str) -> Answer {
        let about = self.desk.game.about();
        let is_own = [about.name, &about.title].iter().any(|own| own.eq_ignore_ascii_case(name));
        if is_own { Ok(self.clear()) } else { Err("unsupported game".to_owned()) }
    }
}

impl Speaker for Gtp<'_> {
    // No command is urgent: each waits for those before it, as the protocol has it.
    fn answer(&mut self, line: ClientLine, input: &mut Input, output: &mut dyn Write) -> io::Result<bool> {
        let Some(text) = line.text else {
            write!(output, "? line too long\n\n")?;
            return Ok(true);
        };
        let text = without_control_characters(&text);
        let mut words = text.split_whitespace().peekable();
        let number = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit())).unwrap_or_default();
        let Some(name) = words.next() else {
            return if number.is_empty() { Ok(true) } else { reply(output, '?', number, "no command").map(|()| true) };
        };
        let arguments: Vec<&str> = words.collect();
        if let Some(manner) = Manner::of(name, GENMOVE_ANALYZE) {
            let wanted = Wanted::read(manner, &arguments);
            return self.generate_and_tell(wanted, number, (input, line.arrived), output).map(|()| true);
        }
        if let Some(manner) = Manner::of(name, ANALYZE) {
            return self.analyse(Wanted::read(manner, &arguments), number, input, output).map(|()| true);
        }
        match self.execute(name, &arguments, input, line.arrived) {
            Ok(text) => reply(output, '=', number, &text)?,
            Err(text) => reply(output, '?', number, &text)?,
        }
        Ok(name != "quit")
    }

    fn ponder(&mut self, input: &Input) {
        self.desk.ponder(input);
    }
}
