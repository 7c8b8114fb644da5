//! Plays an engine against itself over GTP, and takes the time as a client does.
//!
//! ```text
//! client GAME GAMES MAIN INCREMENT COMMAND…    clocks: seconds for the game, and seconds for each move
//! client GAME GAMES - LIMIT COMMAND…           no clocks; how many answers took longer than LIMIT seconds
//! ```
//!
//! Each side is a process of its own, started once for all games.
//! The last line says how many games were lost on time, and how long answers took.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use bestply::Side;
use bestply_catalogue::Catalogue;
use bestply_engine::{Clocks, Game, Start, TimeControl};
use toml::Table;

/// A process that speaks GTP.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(command: &[String]) -> Result<Engine, Box<dyn Error>> {
        let mut child =
            Command::new(&command[0]).args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let input = child.stdin.take().ok_or("it has no input")?;
        let output = BufReader::new(child.stdout.take().ok_or("it has no output")?);
        Ok(Engine { child, input, output })
    }

    /// Sends a command, and returns the text of the answer.
    fn ask(&mut self, command: &str) -> Result<String, Box<dyn Error>> {
        self.input.write_all(format!("{command}\n").as_bytes())?;
        let mut answer = String::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err(format!("the engine ended at `{command}`").into());
            }
            if line.trim().is_empty() && !answer.is_empty() {
                break;
            }
            answer += &line;
        }
        match answer.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_owned()),
            None => Err(format!("`{command}`: {answer}").into()),
        }
    }
}

/// What was measured.
#[derive(Default)]
struct Measured {
    answers: Vec<Duration>,
    lost_on_time: u32,
    least_left: Option<Duration>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, games, main, increment, command @ ..] = &arguments[..] else {
        return Err("client GAME GAMES MAIN INCREMENT COMMAND…".into());
    };
    let seconds = |text: &str| text.parse().map(Duration::from_secs_f64);
    let control = match main.as_str() {
        "-" => TimeControl::None,
        main => TimeControl::Main { main: seconds(main)?, increment: seconds(increment)? },
    };
    let catalogue = Catalogue::standard();
    let mut engines = [Engine::start(command)?, Engine::start(command)?];
    let mut measured = Measured::default();
    for number in 1..=games.parse()? {
        let start = Start::Number(1);
        let mut game = Game::new(&catalogue, name, &Table::new(), &start)?;
        play(&mut game, number, &mut engines, control, &mut measured)?;
    }
    for engine in &mut engines {
        engine.ask("quit")?;
        engine.child.wait()?;
    }
    tell(measured, seconds(increment)?);
    Ok(())
}

/// Plays a game after a few moves that its number says.
fn play(
    game: &mut Game,
    number: u64,
    engines: &mut [Engine; 2],
    control: TimeControl,
    measured: &mut Measured,
) -> Result<(), Box<dyn Error>> {
    let mut clocks = Clocks::new(control);
    for engine in &mut *engines {
        engine.ask("clear_board")?;
        if let TimeControl::Main { main, increment } = control {
            engine.ask(&format!("kata-time_settings fischer {} {}", main.as_secs_f64(), increment.as_secs_f64()))?;
        }
    }
    for ply in 0..4 {
        let moves = game.move_texts().len();
        tell_move(game, (number / 3_u64.pow(ply)) as usize % moves, engines.iter_mut())?;
    }
    while !game.is_over() {
        let side = game.to_move();
        let color = color(side);
        let [black, white] = engines;
        let (own, other) = if side == Side::Max { (black, white) } else { (white, black) };
        if let Some(left) = clocks.left(side) {
            own.ask(&format!("time_left {color} {:.3} 0", left.time.as_secs_f64()))?;
        }
        let asked = Instant::now();
        let answer = own.ask(&format!("genmove {color}"))?;
        let taken = asked.elapsed();
        if game.move_texts().len() > 1 {
            measured.answers.push(taken);
        }
        if !clocks.spend(side, taken) {
            measured.lost_on_time += 1;
            println!("game {number}: {color} lost on time at ply {}: {taken:?}", game.played().len());
            return Ok(());
        }
        let left = clocks.left(side).map(|left| left.time);
        measured.least_left = left.into_iter().chain(measured.least_left).min();
        let index = game.find(&answer)?;
        tell_move(game, index, [other])?;
    }
    Ok(())
}

/// Plays a move, and tells these engines of it.
fn tell_move<'e>(
    game: &mut Game,
    index: usize,
    engines: impl IntoIterator<Item = &'e mut Engine>,
) -> Result<(), Box<dyn Error>> {
    let side = game.to_move();
    game.play_at(index);
    let text = &game.played().last().ok_or("a move was played")?.text;
    let text = if text == "--" { "pass" } else { text };
    let command = format!("play {} {text}", color(side));
    engines.into_iter().try_for_each(|engine| engine.ask(&command).map(drop))
}

fn color(side: Side) -> &'static str {
    if side == Side::Max { "black" } else { "white" }
}

fn tell(measured: Measured, limit: Duration) {
    let Measured { mut answers, lost_on_time, least_left } = measured;
    answers.sort();
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    let at = |part: f64| milliseconds(answers[((answers.len() - 1) as f64 * part) as usize]);
    print!("{} answers: p50 {:.1} ms, p99 {:.1} ms, max {:.1} ms", answers.len(), at(0.5), at(0.99), at(1.0));
    match least_left {
        Some(left) => println!("; {lost_on_time} games lost on time, at least {:.0} ms left", milliseconds(left)),
        None => {
            let late = answers.iter().filter(|&&answer| answer > limit).count();
            println!("; {late} took more than {:.0} ms", milliseconds(limit));
        }
    }
}
