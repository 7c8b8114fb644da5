//! Analyses that go on until the client speaks again, as boards show them.
//!
//! A line has all moves that a search has values of, the best one first: what Leela Zero and KataGo write, in their
//! units, as far as a searcher knows it. Values are as the side to move sees them.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use bestply::{Limit, Report, Stop};

use crate::{Input, Worth, ranked_moves};

use super::wanted::{Manner, Wanted};
use super::words::{reply, turn_to, written};
use super::{Aim, Gtp};

/// How often an analysis that has come to its end looks for the next line.
const WATCH: Duration = Duration::from_millis(10);

impl Gtp<'_> {
    /// Searches and tells what is found until the next line comes. The game stays where it is.
    pub(super) fn analyse(
        &mut self,
        wanted: Result<Wanted, String>,
        number: &str,
        input: &Input,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let before = self.desk.game.clone();
        let told = match wanted.and_then(|wanted| self.begin_analysis(&wanted).map(|()| wanted)) {
            Ok(wanted) => writeln!(output, "={number}").and_then(|()| self.tell_until_a_line(&wanted, input, output)),
            Err(why) => reply(output, '?', number, &why),
        };
        self.desk.game = before;
        told
    }

    /// Chooses a move and plays it, and tells what the search found before.
    pub(super) fn generate_and_tell(
        &mut self,
        wanted: Result<Wanted, String>,
        number: &str,
        (input, arrived): (&Input, Instant),
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let chosen = wanted.and_then(|wanted| {
            let side = wanted.side.unwrap_or(self.desk.game.to_move());
            self.generate(side, Aim::TellAndPlay(&wanted), input, arrived)
        });
        match chosen {
            Ok(text) => write!(output, "={number}\n{text}\n\n"),
            Err(why) => reply(output, '?', number, &why),
        }
    }

    fn begin_analysis(&mut self, wanted: &Wanted) -> Result<(), String> {
        let desk = &mut self.desk;
        if desk.game.is_over() {
            return Err("the game is over".to_owned());
        }
        let side = wanted.side.unwrap_or(desk.game.to_move());
        turn_to(&mut desk.game, side)?;
        desk.thinker.follow(desk.game.to_move(), &desk.game).map_err(|error| error.to_string())
    }

    fn tell_until_a_line(&mut self, wanted: &Wanted, input: &Input, output: &mut dyn Write) -> io::Result<()> {
        // Who speaks at once is told something, too.
        let mut stop = input.while_thinking();
        let mut time = wanted.interval;
        loop {
            output.flush()?;
            let bytes = self.desk.thinker.limit().bytes;
            let limit = Limit { time: Some(time), bytes, stop: Some(stop), ..Limit::default() };
            let Ok(report) = self.desk.thinker.go_on(&self.desk.game, &limit) else { break };
            stop = input.while_pondering();
            if report.value.is_some() {
                writeln!(output, "{}", self.told(&report, wanted))?;
                output.flush()?;
            }
            // A search that begins anew each time finds more only in more time.
            time *= if self.desk.thinker.starts_anew() { 2 } else { 1 };
            let is_done = report.proved || !matches!(report.stop, Stop::Time | Stop::Asked);
            while is_done && !stop.load(Ordering::SeqCst) {
                thread::sleep(WATCH);
            }
            if stop.load(Ordering::SeqCst) {
                break;
            }
        }
        writeln!(output)
    }

    /// All moves that have a value, in a line.
    pub(super) fn told(&mut self, report: &Report<usize>, wanted: &Wanted) -> String {
        let desk = &mut self.desk;
        let moves = ranked_moves(&desk.game, report, |index| desk.thinker.line_after(index));
        let known =
            moves.iter().filter(|mv| mv.value.is_some() && (!mv.is_bound() || Some(mv.index) == report.best_move));
        let mut line = String::new();
        for (order, mv) in known.take(wanted.most.max(1)).enumerate() {
            let worth = Worth::of(&desk.game, &desk.thinker, mv.value.expect("it has a value"));
            let sign = f64::from(desk.game.to_move().sign());
            let chance = worth.chance.unwrap_or(0.5 + 0.5 * worth.share);
            let chance = if sign > 0.0 { chance } else { 1.0 - chance };
            // Who counts no visits has looked at the best move at least.
            let visits = mv.visits.map_or(if order == 0 { report.counts.evaluations } else { 1 }, u64::from);
            let numbers = match wanted.manner {
                Manner::LeelaZero => format!("winrate {:.0}", 1e4 * chance),
                Manner::KataGo => {
                    let points =
                        worth.points.map(|points| format!(" scoreMean {0:.1} scoreLead {0:.1}", sign * points));
                    format!("winrate {chance:.4}{}", points.unwrap_or_default())
                }
            };
            let texts = mv.line.iter().map(|text| written(&desk.game, text)).collect::<Vec<_>>().join(" ");
            let text = written(&desk.game, &mv.text);
            let gap = if order == 0 { "" } else { " " };
            write!(line, "{gap}info move {text} visits {visits} {numbers} order {order} pv {texts}")
                .expect("it is a text");
        }
        line
    }
}
