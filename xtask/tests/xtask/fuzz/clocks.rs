//! Games of chess over UCI by real clocks, by the program of `examples/chess`.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::LazyLock;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

use super::MOST;
use super::cases::{Dice, words};
use crate::Folder;

/// What a machine that does other things may take besides the clock.
const SLACK: Duration = Duration::from_secs(4);

/// The longest game, in plies and in time.
const PLIES: usize = 10;
const LONGEST: Duration = Duration::from_secs(10);

/// A game that an engine plays against itself.
pub(super) struct Clocked {
    pub(super) line: String,
    /// What each side has for the game, and what a move adds.
    clock: Duration,
    increment: Duration,
    /// How each move is asked for.
    asked: Vec<Asked>,
}

/// How a move is asked for, with the part of its time after which what ends the search is said, in tenths.
#[derive(Clone, Copy)]
enum Asked {
    /// By both clocks.
    Clocks,
    /// By both clocks and the moves until the next time control.
    MovesToGo,
    /// By the time for the move.
    MoveTime,
    /// Without an end, and then to stop.
    Stopped { after: usize },
    /// While the other side thinks, and then that it played as expected.
    Pondered { after: usize },
    /// By both clocks, with other lines meanwhile.
    Disturbed { after: usize },
}

impl Clocked {
    pub(super) fn of(dice: &mut Dice) -> Clocked {
        let searcher = dice.one_of(&[
            "uct-best-first",
            "puct-best-first",
            "uct-best-first:threads=2",
            "best-first",
            "principal-variation-search",
            "mtd-f",
            "recursive-best-first",
            "monte-carlo-tree-search",
            "proof-number",
            "unbounded-minimax",
        ]);
        let asked = |dice: &mut Dice| match (dice.below(8), dice.below(10)) {
            (0..3, _) => Asked::Clocks,
            (3, _) => Asked::MovesToGo,
            (4, _) => Asked::MoveTime,
            (5, after) => Asked::Stopped { after },
            (6, after) => Asked::Pondered { after },
            (_, after) => Asked::Disturbed { after },
        };
        Clocked {
            line: format!("engine chess --protocol uci --searcher {searcher}"),
            clock: Duration::from_millis(1 << dice.below(12)),
            increment: Duration::from_millis(dice.one_of(&[0, 0, 1, 100])),
            asked: (0..PLIES).map(|_| asked(dice)).collect(),
        }
    }

    /// Each `go` has one `bestmove`, before its time is over and what a busy machine takes.
    pub(super) fn check(&self, folder: &Folder) -> Result<(), String> {
        let Some(mut engine) = Engine::start(&self.line, folder) else { return Ok(()) };
        let checked = self.play(&mut engine);
        drop(engine.input.take());
        checked.and(engine.end())
    }

    fn play(&self, engine: &mut Engine) -> Result<(), String> {
        let (mut left, mut moves, begun) = ([self.clock; 2], String::new(), Instant::now());
        for (ply, &asked) in self.asked.iter().enumerate() {
            let own = left[ply % 2];
            let by = format!(
                "wtime {} btime {} winc {} binc {}",
                left[0].as_millis(),
                left[1].as_millis(),
                self.increment.as_millis(),
                self.increment.as_millis()
            );
            engine.say(&format!("position startpos moves {moves}"));
            let pause = |tenths: usize| own.min(Duration::from_secs(1)) * tenths as u32 / 10;
            let since = Instant::now();
            match asked {
                Asked::Clocks => engine.say(&format!("go {by}")),
                Asked::MovesToGo => engine.say(&format!("go {by} movestogo 3")),
                Asked::MoveTime => engine.say(&format!("go movetime {}", own.as_millis() / 4)),
                Asked::Stopped { after } => engine.say_later("go infinite", pause(after), "stop"),
                Asked::Pondered { after } => engine.say_later(&format!("go ponder {by}"), pause(after), "ponderhit"),
                Asked::Disturbed { after } => engine.say_later(&format!("go {by}"), pause(after), "isready"),
            }
            let best = engine.best_move(own + SLACK)?;
            if best == "(none)" || begun.elapsed() > LONGEST {
                break;
            }
            left[ply % 2] = (own.saturating_sub(since.elapsed()) + self.increment).max(Duration::from_millis(1));
            moves += &format!(" {best}");
        }
        Ok(())
    }
}

/// The program that plays chess, where the whole workspace is built.
static LABORATORY: LazyLock<Option<PathBuf>> = LazyLock::new(|| {
    let program = cargo_bin!("xtask").with_file_name("laboratory");
    let is_built = program.exists();
    if !is_built {
        println!("examples/chess is not built: no game is played by a clock");
    }
    is_built.then_some(program)
});

/// The program as an engine.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts it, if it is built.
    fn start(line: &str, folder: &Folder) -> Option<Engine> {
        let mut command = Command::new(LABORATORY.as_ref()?);
        command
            .args(words(line))
            .current_dir(folder.path("."))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().expect("the program can be started");
        let (input, output) = (child.stdin.take(), child.stdout.take().expect("it is piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Some(Engine { child, input, lines })
    }

    /// Waits for the end, which has to come soon after that of the input.
    fn end(&mut self) -> Result<(), String> {
        let begun = Instant::now();
        loop {
            match self.child.try_wait().expect("a child can be waited for") {
                Some(status) if status.success() => return Ok(()),
                Some(status) => return Err(format!("it ends with {status}")),
                None if begun.elapsed() < SLACK => thread::sleep(Duration::from_millis(2)),
                None => {
                    self.child.kill().and_then(|()| self.child.wait()).expect("a child can be killed");
                    return Err("it goes on after its input has ended".to_owned());
                }
            }
        }
    }

    fn say(&mut self, line: &str) {
        // What has ended is told by its answer, which does not come.
        self.input.as_mut().map(|input| writeln!(input, "{line}"));
    }

    fn say_later(&mut self, first: &str, pause: Duration, then: &str) {
        self.say(first);
        thread::sleep(pause);
        self.say(then);
    }

    /// The move that is told within this time.
    fn best_move(&mut self, within: Duration) -> Result<String, String> {
        let until = Instant::now() + within.min(MOST);
        loop {
            match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
                Ok(line) => match line.strip_prefix("bestmove ") {
                    Some(best) => return Ok(best.split(' ').next().unwrap_or_default().to_owned()),
                    None => continue,
                },
                Err(mpsc::RecvTimeoutError::Timeout) => return Err(format!("no move within {} s", within.as_secs())),
                Err(mpsc::RecvTimeoutError::Disconnected) => return Err("it ends without a move".to_owned()),
            }
        }
    }
}
