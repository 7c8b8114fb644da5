//! From `go` to `bestmove`.
//!
//! A search goes on in slices, between which lines are answered and `info` is told.
//! A searcher that completes depths has a slice for each depth, and goes on from the table.
//! Any other has slices of twice as many evaluations each, and goes on in its tree.
//! So slices cost next to nothing, and where nothing but evaluations and depth ends the search, it repeats,
//! unless the client asks something meanwhile.

use std::io::{self, Write};
use std::mem;
use std::task::Poll;
use std::time::{Duration, Instant};

use bestply::{Limit, Position, Report, Side, Stop, Unsolved, Value};
use bestply_catalogue::{MAX_DEPTH, Playable};

use super::go::Clock;
use super::lines::{Found, Variation, one_by_one};
use super::{Go, Uci, inform, words};
use crate::desk::Pace;
use crate::thinker::DEFAULT_TIME;
use crate::{ClientLine, Clocks, Desk, GameError, Input, TimeControl, TimeLeft};

/// The evaluations of the first slice.
const FIRST_SLICE: u64 = 1000;

/// The longest slice of a search that time or the client ends.
const LONGEST_SLICE: Duration = Duration::from_secs(1);

/// The most time of which the solver takes its part, which is half a second: a client waits for `info` meanwhile.
const SOLVER_TIME: Duration = Duration::from_secs(8);

/// The most lines that are held while it thinks. A client that says more wants something else.
const MOST_HELD: usize = 64;

/// The score of what is won or lost, where it is not known in how many moves, in hundredths of a pawn.
const WON: i64 = 20_000;

/// What the search is on, from the line that asked for it on.
struct Search<'g> {
    go: &'g Go,
    /// The moves that are searched each by itself, by their indices; none where one search looks at all of them.
    only: Vec<usize>,
    /// How many moves are told, each with its line.
    lines: usize,
    /// When the search began, and since when its time counts: for a search on the opponent's time, since `ponderhit`.
    begun: Instant,
    since: Instant,
    /// Whether it is not to answer before it is told to.
    waits: bool,
    is_stopped: bool,
    /// Whether nothing more comes from the client, and whether it said so.
    input_has_ended: bool,
    has_quit: bool,
    /// The limit of the whole search. Its time counts from `since`.
    limit: Limit,
    /// What the move may take of the clock.
    clock: Option<Duration>,
    pace: Option<Pace>,
    slices: u32,
    evaluations: u64,
    /// What the last slice with a value found.
    found: Option<Found>,
}

impl Search<'_> {
    /// Whether nothing but the client ends it.
    fn is_endless(&self) -> bool {
        let Limit { depth, evaluations, time, .. } = self.limit;
        self.waits || self.pace.is_none() && depth.is_none() && evaluations.is_none() && time.is_none()
    }

    /// How many evaluations a slice may make after so many of the limit's, one at the least.
    fn left_after(&self, spent: u64) -> Option<u64> {
        self.limit.evaluations.map(|most| most.saturating_sub(spent).max(1))
    }
}

impl Uci<'_> {
    /// Searches as `go` asks, and says the best move. Returns whether the client goes on.
    pub(super) fn go(
        &mut self,
        go: &Go,
        arrived: Instant,
        input: &mut Input,
        output: &mut dyn Write,
    ) -> io::Result<bool> {
        if !go.skipped.is_empty() {
            inform(output, &format!("go: {}", go.skipped.join(", ")))?;
        }
        if let Some(why) = self.desk.refusal() {
            inform(output, &format!("go: {why}"))?;
        }
        self.desk.game.play_on();
        let only = self.only_moves(go, output)?;
        let mut search = self.begin_search(go, only, arrived);
        let has_moves = self.desk.refused.is_none() && !self.desk.game.is_over();
        let outcome = if has_moves { self.first_try(&search, input) } else { Ok(None) };
        let mut unsolved = None;
        let mut is_done = match outcome {
            Ok(None) => true,
            Ok(Some(Ok(report))) => {
                search.evaluations += report.counts.evaluations;
                search.found = Some(Found::of(report));
                self.tell(&search, output)?;
                true
            }
            Ok(Some(Err(open))) => {
                search.evaluations += open.counts.evaluations;
                unsolved = Some(open);
                false
            }
            Err(error) => inform(output, &error.to_string()).map(|()| true)?,
        };
        loop {
            self.listen(&mut search, is_done, input, output)?;
            if search.is_stopped || is_done && !search.waits {
                break;
            }
            if !is_done {
                is_done = self.slice(&mut search, input, output)?;
            }
        }
        let mut best = search.found.take().map(|found| found.report);
        if let (Some(unsolved), Some(report)) = (unsolved, &mut best) {
            let side = self.desk.game.to_move();
            *report = unsolved.complete(side, mem::replace(report, Report::new(Stop::Asked)));
        }
        self.say_best(best.as_ref(), &search.only, output)?;
        Ok(!search.has_quit)
    }

    /// The moves to be looked at, by their indices; all of them where none is named.
    fn only_moves(&self, go: &Go, output: &mut dyn Write) -> io::Result<Vec<usize>> {
        let mut only = Vec::new();
        for mv in &go.search_moves {
            match self.desk.game.find(mv) {
                Ok(index) if only.contains(&index) => {}
                Ok(index) => only.push(index),
                Err(_) => inform(output, &format!("searchmoves: `{mv}` is no legal move here"))?,
            }
        }
        Ok(only)
    }

    fn begin_search<'g>(&mut self, go: &'g Go, named: Vec<usize>, arrived: Instant) -> Search<'g> {
        let lines = self.lines;
        let desk = &mut self.desk;
        // One search that cuts moves off has a line of the best move alone.
        let is_one_search = !named.is_empty() || lines == 1 || !desk.thinker.cuts_off();
        let only = if is_one_search { named } else { (0..desk.game.position().move_count()).collect() };
        let own = &desk.thinker;
        let waits = go.infinite || go.ponder;
        let limit = if waits || go.is_limited() { own.own_limit() } else { own.limit() };
        // A searcher that chooses its leaves looks for a mate until it has found one.
        let mate = go.mate.filter(|_| desk.thinker.completes_depths()).map(|moves| moves.saturating_mul(2) - 1);
        let depth = go.depth.or(mate);
        let limit = depth.map_or(limit.clone(), |depth| desk.to_depth(depth.min(MAX_DEPTH), limit));
        let fewest = |own: Option<u64>, asked: Option<u64>| own.into_iter().chain(asked).min();
        let limit = Limit {
            evaluations: fewest(limit.evaluations, go.nodes),
            time: limit.time.into_iter().chain(go.move_time).min(),
            ..limit
        };
        let clock = allowance(desk, go, &mut self.main);
        let pace = clock.filter(|_| !waits).map(Pace::new);
        Search {
            go,
            only,
            lines,
            begun: arrived,
            since: arrived,
            waits,
            is_stopped: false,
            input_has_ended: false,
            has_quit: false,
            limit,
            clock,
            pace,
            slices: 0,
            evaluations: 0,
            found: None,
        }
    }

    /// Takes the book's move, or asks the solver of ends; `None` where neither is for this search.
    ///
    /// The inner error is what a solver knows that did not solve the position.
    #[allow(clippy::type_complexity, reason = "it is said once, and taken apart at once")]
    fn first_try(
        &mut self,
        search: &Search<'_>,
        input: &Input,
    ) -> Result<Option<Result<Report<usize>, Box<Unsolved<usize>>>>, GameError> {
        let desk = &mut self.desk;
        desk.thinker.follow(desk.game.to_move(), &desk.game)?;
        let limit = search.limit.clone().stop(flag(search, input));
        // The book and the solver have one move.
        if !search.only.is_empty() || search.lines > 1 {
            return Ok(Some(Err(Unsolved::not_begun(&limit))));
        }
        if let Some(index) = desk.thinker.book_move(&desk.game).filter(|_| !search.go.infinite) {
            let mut report = Report::new(Stop::Depth);
            (report.best_move, report.line) = (Some(index), vec![index]);
            return Ok(Some(Ok(report)));
        }
        let is_open = limit.evaluations.is_none() && limit.depth.is_none();
        let longest = is_open.then_some(SOLVER_TIME);
        let limit = Limit { time: search.clock.into_iter().chain(limit.time).chain(longest).min(), ..limit };
        Ok(Some(desk.thinker.solve(desk.game.position(), &limit)))
    }

    /// Answers what the client says meanwhile; waits for it where there is nothing more to do before it speaks.
    fn listen(
        &mut self,
        search: &mut Search<'_>,
        is_done: bool,
        input: &mut Input,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        output.flush()?;
        while !search.is_stopped && !search.input_has_ended {
            let line = match input.poll() {
                Poll::Ready(line) => line,
                Poll::Pending if is_done && search.waits => input.next(),
                Poll::Pending => break,
            };
            match line {
                Some(line) => self.hear(line, search, output)?,
                None => search.input_has_ended = true,
            }
        }
        // What was asked is answered, but not what would take for ever.
        search.is_stopped |= search.input_has_ended && search.is_endless() || input.is_gone();
        Ok(())
    }

    fn hear(&mut self, line: ClientLine, search: &mut Search<'_>, output: &mut dyn Write) -> io::Result<()> {
        match words(&line).first().copied() {
            Some("stop") => search.is_stopped = true,
            Some("quit") => (search.is_stopped, search.has_quit) = (true, true),
            Some("isready") => {
                writeln!(output, "readyok")?;
                output.flush()?;
            }
            Some("ponderhit") if search.go.ponder => {
                (search.since, search.waits) = (line.arrived, search.go.infinite);
                search.pace = search.clock.filter(|_| !search.waits).map(Pace::new);
            }
            Some("position" | "go" | "ucinewgame" | "setoption" | "uci" | "bench") => {
                let goes_on = matches!(words(&line)[..], ["setoption" | "uci", ..]);
                self.held.push_back(line);
                search.is_stopped |= search.waits && !goes_on || self.held.len() >= MOST_HELD;
            }
            _ => {}
        }
        Ok(())
    }

    /// Searches for a while. Returns whether there is nothing more to search for.
    fn slice(&mut self, search: &mut Search<'_>, input: &Input, output: &mut dyn Write) -> io::Result<bool> {
        let limit = self.slice_limit(search).stop(flag(search, input));
        let found = match &search.only[..] {
            [] => self.desk.thinker.go_on(&self.desk.game, &limit).map(Found::of),
            only => one_by_one(&mut self.desk, only, &limit),
        };
        let found = match found {
            Ok(found) => found,
            Err(error) => return inform(output, &error.to_string()).map(|()| true),
        };
        let report = &found.report;
        search.slices += 1;
        search.evaluations += report.counts.evaluations;
        let is_done = self.is_done(search, &limit, &found);
        let is_cut = report.stop == Stop::Asked || report.completed_depth < limit.depth;
        if is_cut && !report.proved && !search.only.is_empty() && search.found.is_some() {
            // Moves that were searched to different depths cannot be compared.
            return Ok(is_done);
        }
        if report.stop == Stop::Memory {
            inform(output, &crate::out_of_memory(self.desk.thinker.memory_use().limit))?;
        }
        if report.value.is_some() || search.found.is_none() {
            let (side, thinker) = (self.desk.game.to_move(), &mut self.desk.thinker);
            search.found = Some(found.with_others(search.lines, side, |index| thinker.line_after(index)));
            self.tell(search, output)?;
        }
        Ok(is_done)
    }

    /// The limit of the next slice.
    fn slice_limit(&self, search: &Search<'_>) -> Limit {
        let limit = &search.limit;
        let left = search.left_after(search.evaluations);
        let until = search.pace.as_ref().map(Pace::next_look).into_iter().chain(limit.time).min();
        let until = until.filter(|_| !search.waits).map(|until| until.saturating_sub(search.since.elapsed()));
        let until = until.map(|until| until.max(Duration::from_micros(200)));
        let whole = Limit { evaluations: left, time: until, ..limit.clone() };
        if self.desk.thinker.starts_anew() {
            return whole;
        }
        if self.desk.thinker.completes_depths() {
            let depth = (search.slices as usize + 1).min(limit.depth.unwrap_or(MAX_DEPTH));
            return Limit { depth: Some(depth), ..whole };
        }
        let slice = FIRST_SLICE.saturating_mul(1 << search.slices.min(40));
        // Where the number of evaluations ends the search, no clock divides it, so that it repeats.
        let longest = limit.evaluations.is_none().then_some(LONGEST_SLICE);
        Limit {
            evaluations: Some(left.map_or(slice, |left| left.min(slice))),
            time: until.into_iter().chain(longest).min(),
            ..whole
        }
    }

    /// Whether the search is at its end after a slice with this limit.
    fn is_done(&self, search: &mut Search<'_>, limit: &Limit, found: &Found) -> bool {
        let report = &found.report;
        let is_deepest = !self.desk.thinker.completes_depths()
            || self.desk.thinker.starts_anew()
            || limit.depth >= Some(search.limit.depth.unwrap_or(MAX_DEPTH));
        // Several moves share what is left evenly. The rest cannot be shared.
        let all = search.limit.evaluations.map(|most| most.saturating_sub(search.only.len().saturating_sub(1) as u64));
        let is_spent = all.is_some_and(|all| search.evaluations >= all);
        let ends = match report.stop {
            Stop::Depth => is_deepest,
            // Where values are known without evaluations, a slice of all that is left ends before so many are made.
            Stop::Evaluations => limit.evaluations == search.left_after(search.evaluations - report.counts.evaluations),
            Stop::Time | Stop::Asked => false,
            _ => true,
        };
        let is_late = |most: Duration| !search.waits && search.since.elapsed() >= most;
        let go = search.go;
        let mate_in = || found.lines.first().and_then(|line| self.mate_in(line));
        let is_mate = || go.mate.is_some_and(|most| mate_in().is_some_and(|n| (1..=most as i64).contains(&n)));
        let is_over = ends || is_spent || report.proved || is_mate() || search.limit.time.is_some_and(is_late);
        let is_forced = search.pace.is_some() && self.desk.game.position().move_count() == 1;
        let since = search.since;
        let is_enough = search.pace.as_mut().is_some_and(|pace| pace.is_enough(report, since));
        is_over || is_forced || is_enough
    }

    /// Tells what is known so far: a line for each of the moves that are asked for.
    fn tell(&self, search: &Search<'_>, output: &mut dyn Write) -> io::Result<()> {
        let Some(Found { report, lines }) = &search.found else { return Ok(()) };
        let elapsed = search.begun.elapsed();
        let nodes = search.evaluations;
        let per_second = (nodes as f64 / elapsed.as_secs_f64().max(1e-6)) as u64;
        let full = 1000 * report.bytes as u64 / search.limit.bytes.map_or(u64::MAX, |most| most.max(1) as u64);
        for (number, line) in (1..).zip(lines.iter().take(search.lines)) {
            let depth = report.completed_depth.unwrap_or(line.moves.len()).max(1);
            write!(output, "info depth {depth} ")?;
            if report.completed_depth.is_some() {
                write!(output, "seldepth {} ", depth.max(line.moves.len()))?;
            }
            if search.lines > 1 {
                write!(output, "multipv {number} ")?;
            }
            write!(output, "score {} nodes {nodes} nps {per_second} ", self.score(line))?;
            write!(output, "hashfull {} time {} pv", full.min(1000), elapsed.as_millis())?;
            for mv in self.desk.game.line_texts(&line.moves) {
                write!(output, " {mv}")?;
            }
            writeln!(output)?;
        }
        output.flush()
    }

    /// The value of a line for the side to move, as the protocol has it: in hundredths of a pawn, or moves to a mate.
    fn score(&self, line: &Variation) -> String {
        let own = i64::from(line.value) * i64::from(self.desk.game.to_move().sign());
        if let Some(moves) = self.mate_in(line) {
            return format!("mate {moves}");
        }
        let is_won = [Value::MAX, Value::MIN].contains(&line.value);
        let hundredths = 100 * own / i64::from(self.pawn.get());
        let hundredths = if is_won { WON * own.signum() } else { hundredths.clamp(1 - WON, WON - 1) };
        // What is cut off is no better than its bound.
        format!("cp {hundredths}{}", if line.kind.is_bound() { " upperbound" } else { "" })
    }

    /// In how many moves a line of a proved value mates: of the side to move, or negative where that side is mated.
    fn mate_in(&self, line: &Variation) -> Option<i64> {
        let is_proved = line.proved && [Value::MAX, Value::MIN].contains(&line.value);
        let mut end = self.desk.game.position().clone();
        line.moves.iter().filter(|_| is_proved).for_each(|&index| end.play(index));
        let is_mate = is_proved && end.is_terminal() && end.terminal_value().signum() == line.value.signum();
        let plies = line.moves.len() as i64;
        let is_ours = self.desk.game.to_move().win() == line.value;
        is_mate.then_some(if is_ours { (plies + 1) / 2 } else { -(plies / 2) })
    }

    fn say_best(&self, best: Option<&Report<usize>>, only: &[usize], output: &mut dyn Write) -> io::Result<()> {
        let game = &self.desk.game;
        if self.desk.refused.is_some() {
            return writeln!(output, "bestmove (none)");
        }
        if game.is_over() {
            let score = if game.outcome().is_some_and(|end| end.value != 0) { "mate 0" } else { "cp 0" };
            writeln!(output, "info depth 0 score {score}")?;
            return writeln!(output, "bestmove (none)");
        }
        // A search that was stopped before it began has a legal move all the same.
        let first = || vec![only.first().copied().unwrap_or(0)];
        let line = best.and_then(|report| Some([&[report.best_move?], report.line.get(1..)?].concat()));
        let line = game.line_texts(&line.unwrap_or_else(first));
        match &line[..] {
            [mv, reply, ..] => writeln!(output, "bestmove {mv} ponder {reply}"),
            [mv] => writeln!(output, "bestmove {mv}"),
            [] => unreachable!("a line has a first move"),
        }
    }
}

/// The flag that ends a slice: raised by an urgent line; where only the client ends the search, by any, and by its end.
fn flag(search: &Search<'_>, input: &Input) -> std::sync::Arc<std::sync::atomic::AtomicBool> {
    if search.is_endless() { input.while_pondering() } else { input.while_thinking() }
}

/// What the move may take of the clock that `go` tells of, if it does. `main` is the most that each side ever had.
///
/// A side that is told of the other's clock alone takes no more of it than a move without a clock takes.
fn allowance(desk: &mut Desk<'_>, go: &Go, main: &mut [Duration; 2]) -> Option<Duration> {
    let side = desk.game.to_move();
    let Clock { time, increment, is_borrowed } = go.clock(side)?;
    let main = &mut main[usize::from(side == Side::Min)];
    *main = time.max(*main);
    desk.clocks = Clocks::new(TimeControl::Main { main: *main, increment });
    desk.clocks.set(side, TimeLeft { time, moves: go.moves_to_go });
    let thinker = &desk.thinker;
    let allowed = desk.clocks.allowance_before_solver(desk.game.position(), |time| thinker.reach(time));
    allowed.map(|allowed| if is_borrowed { allowed.min(DEFAULT_TIME) } else { allowed })
}

#[cfg(test)]
mod tests {
    use bestply_catalogue::Catalogue;

    use super::*;
    use crate::{Game, Start, Thinker};

    /// Whatever a client tells of the clocks or leaves out, a move takes no more than is left, and without a clock of
    /// its own a second at the most.
    #[test]
    fn a_move_has_a_sensible_time_by_any_clocks() {
        let catalogue = Catalogue::standard();
        let mut game = Game::new(&catalogue, "breakthrough", &Start::default()).expect("it is a game");
        let player = catalogue.player("best-first").expect("it is a searcher");
        let thinker = Thinker::new(&catalogue, &game, &player, None).expect("it thinks");
        let mut desk = Desk::new(&catalogue, game.clone(), thinker);
        let times = ["", "0", "-1", "50", "885300"];
        let told =
            |word: &str, number: &str| if number.is_empty() { String::new() } else { format!("{word} {number} ") };
        for _ in [Side::Max, Side::Min] {
            for (white, black) in times.iter().flat_map(|white| times.map(|black| (*white, black))) {
                for (gain, moves) in
                    times.iter().flat_map(|gain| ["", "0", "-1", "1", "40"].map(|moves| (*gain, moves)))
                {
                    let words = told("wtime", white) + &told("btime", black) + &told("winc", gain);
                    let words = words + &told("binc", gain) + &told("movestogo", moves);
                    let go = Go::read(&words.split_whitespace().collect::<Vec<_>>());
                    let allowed = allowance(&mut desk, &go, &mut Default::default());
                    let own = if desk.game.to_move() == Side::Max { white } else { black };
                    let most = match own.parse() {
                        Ok(own) => Duration::from_millis(i64::max(own, 1) as u64),
                        Err(_) => DEFAULT_TIME,
                    };
                    assert_eq!(allowed.is_some(), go.time != [None, None], "{words}");
                    assert!(allowed.is_none_or(|allowed| allowed <= most), "{words}: {allowed:?}");
                }
            }
            game.play_at(0);
            desk.begin(game.clone(), Clocks::default());
        }
    }
}
