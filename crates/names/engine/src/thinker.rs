//! A searcher that thinks in a game in progress.

use std::num::NonZeroU32;
use std::slice;
use std::time::Duration;

use bestply::{Evaluator, Limit, Position, Report, Side, Stop, Unsolved, Value};
use bestply_catalogue::space::NoRoom;
use bestply_catalogue::{
    AnyEvaluator, AnyPosition, Catalogue, Contestant, Ends, Failure, Logic, NamedPlayer, Playable, SearcherSpec, Venue,
    names, space,
};

use crate::error::Result;
use crate::{Book, Game, GameError, MemoryUse};

/// The time for a move where nothing else limits a search.
pub(crate) const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// A searcher with its evaluation that thinks in games in progress, all of the game that it was made for.
///
/// Where the game offers a solver of its ends, the solver is asked first.
/// The searcher has what is left of the limit.
///
/// It catches up with the game whenever it is asked, and keeps what it knows where the game went on from there.
pub struct Thinker {
    contestant: Box<dyn Contestant>,
    ends: Option<Box<dyn Ends>>,
    book: Option<Book>,
    venue: Venue,
    weights: Option<Vec<u8>>,
    player: NamedPlayer,
    evaluation: String,
    /// What plays besides the searcher and the solver, in words.
    helpers: Vec<&'static str>,
    /// The searcher with its evaluation and every setting that is in force, save limits that are not its own.
    in_force: SearcherSpec,
    known: Option<Known>,
    memory: MemoryUse,
    /// Whether the process was seen to have what the searches take.
    has_room: bool,
}

/// The game that the contestant has followed so far.
struct Known {
    start: String,
    key: u64,
    side: Side,
    moves: Vec<usize>,
}

impl Thinker {
    /// The most bytes of a search where nobody says how many: a quarter of a gibibyte, and less where the process
    /// cannot have four times as much.
    pub const DEFAULT_BYTES: usize = 256 << 20;
    /// The fewest bytes that a search can be given: 64 KiB.
    ///
    /// Beside its nodes or its table a search has buffers. With so many bytes or more they take less than half as much
    /// again; with fewer they would take many times as much.
    pub const LEAST_BYTES: usize = 64 << 10;

    /// A player that thinks in this game.
    ///
    /// It has the settings that it says; [`Catalogue::for_playing`] gives it those that the game is played with.
    /// What limits its searches may be said with each search.
    /// `weights` are the bytes of a file of weights, in the place of those that come with the program.
    ///
    /// # Errors
    ///
    /// If the player lacks a key, it does not play this game, the game has no such evaluation,
    /// or the weights are not the game's.
    pub fn new(catalogue: &Catalogue, game: &Game, player: &NamedPlayer, weights: Option<&[u8]>) -> Result<Thinker> {
        let (player, evaluation) = catalogue.seated(player.clone(), game.kind(), None)?;
        let venue = catalogue.venue(game.kind(), weights, slice::from_ref(&evaluation))?;
        // The thinker asks a solver itself.
        let contestant = player.clone().without_solver().contestant(&venue, evaluation.name(), game.start())?;
        let win_value = venue.evaluator(evaluation.name(), Side::Max).properties().win_value;
        let in_force = player.clone().without_solver().or_with_evaluation(&evaluation).in_force(win_value);
        // Bytes are a part of what is left beside the threads. Whether all of these fit is told before a search.
        space::threads_of(player.threads());
        let default = || space::bytes_of_each(Thinker::DEFAULT_BYTES, Thinker::LEAST_BYTES, 1);
        let limit = player.limit().bytes.unwrap_or_else(default);
        Ok(Thinker {
            contestant,
            ends: player.ends(game.kind()),
            book: None,
            venue,
            weights: weights.map(<[u8]>::to_vec),
            player,
            evaluation: evaluation.name().to_owned(),
            helpers: weights.map(|_| "with weights from a file").into_iter().collect(),
            in_force,
            known: None,
            memory: MemoryUse { held: 0, limit, ended: 0 },
            has_room: false,
        })
    }

    /// The same thinker with an opening book, whose moves whoever plays with it takes without a search.
    #[must_use]
    pub fn with_book(mut self, book: Book) -> Thinker {
        self.helpers.push("with an opening book");
        Thinker { book: Some(book), ..self }
    }

    /// The index of the book's move in a game's position, if there is a book and it has one.
    pub fn book_move(&self, game: &Game) -> Option<usize> {
        self.book.as_ref()?.choose(game)
    }

    /// A thinker with another player, and for the rest as this one: its weights, its book and its bytes.
    ///
    /// # Errors
    ///
    /// As those of [`new`](Thinker::new).
    pub(crate) fn changed(&self, catalogue: &Catalogue, game: &Game, player: &NamedPlayer) -> Result<Thinker> {
        let mut other = Thinker::new(catalogue, game, player, self.weights.as_deref())?;
        other.memory.limit = player.limit().bytes.unwrap_or(self.memory.limit);
        if let Some(book) = &self.book {
            other = other.with_book(book.clone());
        }
        Ok(other)
    }

    /// Whether a solver of the game's ends is asked first.
    pub(crate) fn solves_ends(&self) -> bool {
        self.ends.is_some()
    }

    /// Forgets the game that it followed.
    pub(crate) fn forget(&mut self) {
        self.known = None;
    }

    /// The player that thinks.
    pub fn player(&self) -> &NamedPlayer {
        &self.player
    }

    /// The searcher with its evaluation and every setting that is in force, save limits that are not its own.
    pub(crate) fn in_force(&self) -> &SearcherSpec {
        &self.in_force
    }

    /// What plays, in a line: the searcher with its evaluation and every setting that is in force, defaults included,
    /// and how long it thinks where none of them says so.
    ///
    /// The searcher is in the form of the command line, and read again it is the same.
    ///
    /// ```
    /// use bestply_catalogue::Catalogue;
    /// use bestply_engine::{Game, Start, Thinker};
    ///
    /// let catalogue = Catalogue::standard();
    /// let game = Game::new(&catalogue, "oware", &Start::default())?;
    /// let player = catalogue.player("best-first:evaluations=100,bytes=65536")?;
    /// let thinker = Thinker::new(&catalogue, &game, &player, None)?;
    /// let all = "best-first:evaluations=100,bytes=65536,memory=stop,evaluation=learnt,leaves=1,ends=searcher";
    /// assert_eq!(thinker.described(), all);
    /// # Ok::<(), bestply_engine::GameError>(())
    /// ```
    pub fn described(&self) -> String {
        let limit = self.limit();
        let searcher = self.in_force.clone().with_bytes(limit.bytes).with_ends(self.ends.is_some());
        let time = limit.time.filter(|_| !self.player.is_limited()).map(|time| format!("with {time:?} a move"));
        let helpers = self.helpers.iter().map(|&helper| helper.to_owned());
        [searcher.to_string()].into_iter().chain(time).chain(helpers).collect::<Vec<_>>().join(" ")
    }

    /// The name of its evaluation.
    pub fn evaluation(&self) -> &str {
        &self.evaluation
    }

    /// The points by which MAX is expected to win a position of this value, where the evaluation says it.
    pub fn points(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        self.venue.points(&self.evaluation, position, value)
    }

    /// The chance that MAX wins a position of this value, a draw being half a win, where the evaluation says it.
    pub fn chance(&self, position: &AnyPosition, value: Value) -> Option<f64> {
        self.venue.chance(&self.evaluation, position, value)
    }

    /// What a win is worth to the evaluation, where it says that.
    pub fn win_value(&self) -> Option<NonZeroU32> {
        self.evaluator(Side::Max).properties().win_value
    }

    fn evaluator(&self, side: Side) -> AnyEvaluator {
        self.venue.evaluator(&self.evaluation, side)
    }

    /// Whether the searcher searches all lines to one depth and then to the next.
    pub(crate) fn completes_depths(&self) -> bool {
        self.player.about().logic.is_depth_first()
    }

    /// Whether the searcher cuts moves off, of which it has no more than bounds.
    pub(crate) fn cuts_off(&self) -> bool {
        matches!(self.player.about().logic, Logic::AlphaBeta | Logic::PrincipalVariation)
    }

    /// Whether a search of the same position begins anew, for it keeps no nodes.
    pub(crate) fn starts_anew(&self) -> bool {
        self.player.about().regenerates
    }

    /// Lets a search hold so many bytes from now on, whatever the searcher says; [`LEAST_BYTES`](Self::LEAST_BYTES)
    /// at least. With fewer bytes than before, what is known of the game is forgotten, so that its memory is free.
    pub fn set_bytes(&mut self, bytes: usize) {
        let bytes = bytes.max(Thinker::LEAST_BYTES);
        if bytes < self.memory.limit {
            self.known = None;
        }
        self.has_room &= bytes <= self.memory.limit;
        self.memory.limit = bytes;
    }

    /// Whether the process can have what a search takes: its bytes, its buffers and its threads.
    /// The first search of a game asks again, since what others took meanwhile is gone.
    ///
    /// # Errors
    ///
    /// If it cannot.
    pub fn check_room(&self) -> Result<(), NoRoom> {
        space::check_search(self.memory.limit, self.player.threads())
    }

    /// What its searches have held, and what they may hold.
    pub fn memory_use(&self) -> MemoryUse {
        self.memory
    }

    /// Notes what a search held.
    fn note_memory<M>(&mut self, report: Report<M>) -> Report<M> {
        self.memory.held = self.memory.held.max(report.bytes);
        self.memory.ended += u64::from(report.stop == Stop::Memory);
        report
    }

    /// The limit of the searcher's searches: its own, or else one second; and the bytes that it has or was
    /// [given](Thinker::set_bytes), or else 256 MiB.
    pub fn limit(&self) -> Limit {
        let own = self.own_limit();
        let time = own.time.or_else(|| (!self.player.is_limited()).then_some(DEFAULT_TIME));
        Limit { time, ..own }
    }

    /// As [`limit`](Thinker::limit), without the second of a searcher that has no limit of its own.
    pub(crate) fn own_limit(&self) -> Limit {
        Limit { bytes: Some(self.memory.limit), ..self.player.limit() }
    }

    /// How many moves before the end of the game a solver mostly finds the exact outcome in this time.
    pub(crate) fn reach(&self, time: Duration) -> usize {
        self.ends.as_ref().map_or(0, |ends| ends.reach(time))
    }

    /// Searches the position of the game. The best move of the report is one to play.
    ///
    /// # Errors
    ///
    /// If the game is over, or the searcher cannot go on.
    pub fn think(&mut self, game: &Game, limit: &Limit) -> Result<Report<usize>> {
        self.think_as(game.to_move(), game, limit)
    }

    /// As [`think`](Thinker::think), as the player of this side, who need not be to move.
    ///
    /// So a searcher thinks on the opponent's time.
    ///
    /// # Errors
    ///
    /// As those of [`think`](Thinker::think).
    pub fn think_as(&mut self, side: Side, game: &Game, limit: &Limit) -> Result<Report<usize>> {
        self.follow(side, game)?;
        self.search(game.position(), limit)
    }

    /// As [`think`](Thinker::think), but without asking the solver: the searcher goes on where it was.
    pub(crate) fn go_on(&mut self, game: &Game, limit: &Limit) -> Result<Report<usize>> {
        self.follow(game.to_move(), game)?;
        let report = self.contestant.search(limit).map_err(failed)?;
        Ok(self.note_memory(report))
    }

    /// Asks the solver, if there is one. The error has what it knows of a position that it did not solve.
    /// A finished game is not solved.
    pub(crate) fn solve(
        &mut self,
        position: &AnyPosition,
        limit: &Limit,
    ) -> Result<Report<usize>, Box<Unsolved<usize>>> {
        match &mut self.ends {
            Some(ends) if !position.is_terminal() => ends.solve_end(position, limit),
            _ => Err(Unsolved::not_begun(limit)),
        }
    }

    /// Solves the position that the contestant has come to, or else lets the contestant search it.
    fn search(&mut self, position: &AnyPosition, limit: &Limit) -> Result<Report<usize>> {
        match self.solve(position, limit) {
            Ok(report) => Ok(self.note_memory(report)),
            Err(unsolved) => {
                let report = self.contestant.search(&unsolved.rest).map_err(failed)?;
                let report = self.note_memory(report);
                Ok(unsolved.complete(position.to_move(), report))
            }
        }
    }

    /// The line that the last search expects after the move of this index: the move, then the best replies.
    ///
    /// # Panics
    ///
    /// If there is no such move in the position that was searched last.
    pub fn line_after(&mut self, index: usize) -> Vec<usize> {
        self.contestant.line_after(index)
    }

    /// Searches a position that is none of the game, and forgets the game. Of a finished position it has the value.
    pub(crate) fn think_of(&mut self, position: &AnyPosition, side: Side, limit: &Limit) -> Result<Report<usize>> {
        self.known = None;
        if position.is_terminal() {
            let mut report = Report::new(Stop::Depth);
            (report.value, report.proved) = (Some(self.evaluator(side).evaluate(position)), true);
            report.counts.evaluations = 1;
            return Ok(report);
        }
        self.make_room()?;
        self.contestant.start_game(position, side).map_err(failed)?;
        self.search(position, limit)
    }

    /// Makes sure, once, that the process can have what the searches take.
    fn make_room(&mut self) -> Result<(), NoRoom> {
        if !self.has_room {
            self.check_room()?;
            self.has_room = true;
        }
        Ok(())
    }

    /// Makes the contestant that of this side in a game that is not over, for which there is room.
    ///
    /// It follows the game to where it is now, from where it was, or else begins there.
    pub(crate) fn follow(&mut self, side: Side, game: &Game) -> Result<()> {
        use bestply::Keyed;
        self.make_room()?;
        if let Some(outcome) = game.outcome_words() {
            return Err(GameError::Over { outcome });
        }
        let (root, moves) = game.since_root();
        let (key, start) = (root.key(), root.text());
        let moves: Vec<usize> = moves.iter().map(|played| played.index).collect();
        let is_further = |known: &Known| {
            known.side == side && known.key == key && known.start == start && moves.starts_with(&known.moves)
        };
        match self.known.take().filter(is_further) {
            Some(known) => {
                let new = &moves[known.moves.len()..];
                new.iter().try_for_each(|&index| self.contestant.follow(index)).map_err(failed)?;
            }
            None => {
                self.ends.iter_mut().for_each(|ends| ends.reset());
                self.contestant.start_game(game.position(), side).map_err(failed)?;
            }
        }
        self.known = Some(Known { start, key, side, moves });
        Ok(())
    }
}

/// What searches cost.
#[derive(Clone, Copy, Default)]
pub(crate) struct Cost {
    pub(crate) evaluations: u64,
    pub(crate) elapsed: Duration,
    /// The most bytes that one of them held.
    pub(crate) bytes: usize,
    /// Whether one of them ended because its bytes were spent.
    pub(crate) out_of_memory: bool,
}

impl Cost {
    pub(crate) fn add(&mut self, report: &Report<usize>) {
        self.evaluations += report.counts.evaluations;
        self.elapsed += report.elapsed;
        self.bytes = self.bytes.max(report.bytes);
        self.out_of_memory |= report.stop == Stop::Memory;
    }

    /// What these costs leave of a limit on evaluations and time.
    pub(crate) fn left_of(&self, limit: &Limit) -> Limit {
        let evaluations = limit.evaluations.map(|most| most.saturating_sub(self.evaluations));
        let time = limit.time.map(|time| time.saturating_sub(self.elapsed));
        Limit { evaluations, time, ..limit.clone() }
    }
}

fn failed(failure: Failure) -> GameError {
    let (Failure::Forfeit(why) | Failure::Broken(why)) = failure;
    GameError::Searcher(names::in_one_line(&why))
}
