//! Games under names, as they are added to a catalogue.

use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::sync::Arc;

use bestply::EndSolver;
use bestply::learning::Planes;
use bestply_any_game::{AnyPosition, EndsOf, Playable};

use crate::about_game::{COST_NS, Growth, Unit};
use crate::error::SpecError;
use crate::evaluation::{Evaluation, EvaluationEntry};
use crate::gtp_notation::GtpNotation;
use crate::key::Key;
use crate::known_game::{KnownGame, drawn};
use crate::planes::GamePlanes;
use crate::rules::Rules;
use crate::settings::Settings;
use crate::starts::{Starts, any_deal};

/// The most nanoseconds that an evaluation can cost besides its own time: a millisecond.
const MOST_COST_NS: u64 = 1_000_000;

/// A game under a name: where it begins, and the evaluations it can be played with.
///
/// ```
/// use bestply::othello::Othello;
/// use bestply::othello::evaluation::DiscDifference;
/// use bestply_catalogue::{Catalogue, EvaluationEntry, GameEntry, OthelloEvaluation};
///
/// let variant = GameEntry::<Othello>::drawn("free-othello", 6, |_| Othello::start())
///     .length(60)
///     .evaluation(EvaluationEntry::new("discs", OthelloEvaluation::new(DiscDifference)));
/// let catalogue = Catalogue::standard().game(variant);
/// assert_eq!(catalogue.game_named("free-othello")?.title, "Free Othello");
/// # Ok::<(), bestply_catalogue::SpecError>(())
/// ```
pub struct GameEntry<P: Playable> {
    pub(crate) game: KnownGame,
    positions: PhantomData<fn(P)>,
}

impl<P: Playable> GameEntry<P> {
    /// A game whose starts depend on its settings in any way.
    ///
    /// `starts` gets the settings of the keys that are [added](GameEntry::key).
    pub fn new(
        name: &'static str,
        starts: impl Fn(&mut Settings) -> Result<Starts<P>, SpecError> + Send + Sync + 'static,
    ) -> GameEntry<P> {
        let starts = Arc::new(move |settings: &mut Settings| starts(settings).map(Starts::of_any));
        GameEntry { game: KnownGame::new::<P>(name, starts), positions: PhantomData }
    }

    /// A game that is played from openings of random plies: by default so many (`opening_plies`).
    ///
    /// `deal` gives the position at the start of a game.
    /// It is the same for all numbers, unless cards are dealt or the like.
    pub fn drawn(
        name: &'static str,
        opening_plies: u64,
        deal: impl Fn(u64) -> P + Send + Sync + 'static,
    ) -> GameEntry<P> {
        let deal = any_deal(deal);
        let mut game = KnownGame::new::<P>(name, drawn(Arc::clone(&deal)));
        game.draw_openings(opening_plies, deal);
        GameEntry { game, positions: PhantomData }
    }

    /// The same game with another default number of plies before a game.
    #[must_use]
    pub fn opening_plies(mut self, default: u64) -> GameEntry<P> {
        self.game.set_opening_plies(default);
        self
    }

    /// The same game with the position at its start, where [`drawn`](GameEntry::drawn) has not said it.
    #[must_use]
    pub fn initial(mut self, deal: impl Fn(u64) -> P + Send + Sync + 'static) -> GameEntry<P> {
        self.game.initial = Some(any_deal(deal));
        self
    }

    /// The same game with another position, in its notation, from which constants are tuned.
    ///
    /// It is for games of which every possible opening is a start of experiments,
    /// so that each game from the usual start passes through one of them.
    #[must_use]
    pub fn tuned_from(mut self, position: &'static str) -> GameEntry<P> {
        self.game.about.tuned_from = Some(position);
        self
    }

    /// The same game, marked as having several positions at the start, by number, for instance because cards are dealt.
    #[must_use]
    pub fn dealt(mut self) -> GameEntry<P> {
        self.game.about.is_dealt = true;
        self
    }

    /// The same game, marked as one that foreign engines for Othello play:
    /// Othello as they know it, from openings whose moves are known.
    #[must_use]
    pub fn foreign_engines(mut self) -> GameEntry<P> {
        self.game.about.has_engines = true;
        self
    }

    /// The same game, marked as one that programs for chess play: over UCI, as a client's engine and with engines.
    ///
    /// Its positions are written in FEN, its moves as UCI has them (`e2e4`, `e1g1`, `e7e8q`), and MAX is White.
    /// `pawn` is what a pawn is worth in its values, of which UCI tells hundredths.
    ///
    /// # Panics
    ///
    /// If a pawn is worth nothing.
    #[must_use]
    pub fn uci(mut self, pawn: u32) -> GameEntry<P> {
        self.game.about.pawn = Some(NonZeroU32::new(pawn).expect("a pawn is worth something"));
        self
    }

    /// The same game as the Go Text Protocol has it, where that is not the game's own notation.
    #[must_use]
    pub fn gtp(mut self, notation: GtpNotation) -> GameEntry<P> {
        self.game.about.gtp = notation;
        self
    }

    /// The same game with a faster function that counts positions so many plies below one.
    /// A game that ends above that depth counts as none.
    #[must_use]
    pub fn perft(mut self, perft: fn(&P, usize) -> u64) -> GameEntry<P> {
        self.game.perft = Arc::new(move |position: &AnyPosition, depth| perft(position.native(), depth));
        self
    }

    /// The same game with another name in sentences.
    #[must_use]
    pub fn title(mut self, title: &str) -> GameEntry<P> {
        self.game.about.title = title.to_owned();
        self
    }

    /// The same game with its rules in a few sentences, and moves from its start of which a picture shows the last.
    #[must_use]
    pub fn rules(mut self, text: &'static str, example: &'static str) -> GameEntry<P> {
        self.game.about.rules = Some(Rules { text, example });
        self
    }

    /// The same game with what people call MAX and MIN in it.
    #[must_use]
    pub fn sides(mut self, max: &'static str, min: &'static str) -> GameEntry<P> {
        self.game.about.sides = [max, min];
        self
    }

    /// The same game with the letters of MAX and MIN in its [pictures](Playable::picture).
    #[must_use]
    pub fn letters(mut self, max: char, min: char) -> GameEntry<P> {
        self.game.about.letters = Some([max, min]);
        self
    }

    /// The same game with another key of its own.
    ///
    /// A setting that is not asked for when the starts are made is refused by its name where somebody gives it.
    #[must_use]
    pub fn key(mut self, key: Key) -> GameEntry<P> {
        self.game.about.keys.push(key);
        self
    }

    /// The same game with another key of which an experiment lists several values, one after the other.
    ///
    /// A block of cells must give the key, unless it has a default.
    #[must_use]
    pub fn parameter(mut self, key: Key) -> GameEntry<P> {
        self.game.about.parameters.push(key);
        self
    }

    /// The same game with a key for what each evaluation costs besides its own time (`cost_ns`, by default 0).
    ///
    /// Experiments list its values. What a player finds does not depend on it, only how long the player takes.
    #[must_use]
    pub fn evaluation_cost(self) -> GameEntry<P> {
        self.parameter(Key::whole(COST_NS, 0..=MOST_COST_NS).about("Idle nanoseconds of each evaluation.").or(0))
    }

    /// The same game with at most so many moves. Passes do not count.
    #[must_use]
    pub fn length(mut self, moves: usize) -> GameEntry<P> {
        self.game.about.longest = moves;
        self
    }

    /// The same game with its length given by its settings.
    #[must_use]
    pub fn length_of(mut self, length: fn(&mut Settings) -> Option<u64>) -> GameEntry<P> {
        self.game.about.length = length;
        self
    }

    /// The same game with another unit that is won or lost.
    #[must_use]
    pub fn unit(mut self, unit: Unit) -> GameEntry<P> {
        self.game.about.unit = unit;
        self
    }

    /// The same game with another growth of best-first's cost.
    #[must_use]
    pub fn growth(mut self, growth: Growth) -> GameEntry<P> {
        self.game.about.growth = growth;
        self
    }

    /// The same game, whose first evaluation is left out of names and results.
    #[must_use]
    pub fn implied_evaluation(mut self) -> GameEntry<P> {
        self.game.about.implies_evaluation = true;
        self
    }

    /// The same game, in which whoever names no evaluation plays with this one, as an engine and in the playground.
    ///
    /// Experiments play with the first all the same, so that their results stay.
    ///
    /// # Panics
    ///
    /// If the game has no evaluation of this name yet.
    #[must_use]
    pub fn plays_with(mut self, evaluation: &'static str) -> GameEntry<P> {
        let is_there = self.game.about.evaluations.contains(&evaluation);
        assert!(is_there, "{} has no evaluation `{evaluation}` to play with", self.game.about.name);
        self.game.about.playing = Some(evaluation);
        self
    }

    /// The same game, in which a searcher plays better by several threads on trees than by one thread on a graph.
    ///
    /// Few lines of play lead to the same position in such a game.
    /// What plays alone then goes without a graph, on all cores ([`for_playing_alone`]).
    ///
    /// [`for_playing_alone`]: crate::Catalogue::for_playing_alone
    #[must_use]
    pub fn prefers_threads_to_transpositions(mut self) -> GameEntry<P> {
        self.game.about.threads_before_transpositions = true;
        self
    }

    /// The same game with another evaluation.
    ///
    /// # Panics
    ///
    /// If the game has an evaluation of this name.
    #[must_use]
    pub fn evaluation<V: Evaluation<P>>(mut self, entry: EvaluationEntry<P, V>) -> GameEntry<P> {
        self.game.add(entry.known);
        self
    }

    /// The same game with a solver for its ends that knows the game.
    ///
    /// Players ask it first wherever somebody plays with them ([`Player::ends`](crate::Player::ends)).
    /// A player of a match asks where its specification says so ([`SearcherSpec::solves_ends`]).
    ///
    /// [`SearcherSpec::solves_ends`]: crate::SearcherSpec::solves_ends
    #[must_use]
    pub fn ends<X: EndSolver<P> + Send + 'static>(
        mut self,
        make: impl Fn() -> X + Send + Sync + 'static,
    ) -> GameEntry<P> {
        self.game.ends = Some(Arc::new(move || Box::new(EndsOf::<P, X>::new(make()))));
        self
    }
}

impl<P: Playable + Planes> GameEntry<P> {
    /// The same game with what a network sees of its positions, so that networks can evaluate them.
    #[must_use]
    pub fn planes(mut self) -> GameEntry<P> {
        self.game.about.planes = Some(GamePlanes::of::<P>());
        self
    }
}

impl<P: Playable> GameEntry<P> {
    /// The same game with names for settings of searchers, from a file in TOML.
    ///
    /// Each of its `[[presets]]` has a `name` and `searchers` in the form of the command line.
    /// It can have `settings` besides, which are added to those of all its searchers.
    /// The settings are for the `evaluation` among them, or else for the game's first.
    /// Whoever plays the game and gives none of the constants has those of the preset
    /// [`TUNED`](crate::Preset::TUNED), see [`Catalogue::for_playing`](crate::Catalogue::for_playing).
    ///
    /// ```
    /// use bestply::othello::Othello;
    /// use bestply_catalogue::GameEntry;
    ///
    /// let presets = r#"
    ///     [[presets]]
    ///     name = "tuned"
    ///     searchers = ["uct-best-first", "unbounded-minimax:selection=uct"]
    ///     settings = "scale=8,exploration=0.2"
    /// "#;
    /// let entry = GameEntry::<Othello>::drawn("free-othello", 6, |_| Othello::start()).presets(presets);
    /// ```
    ///
    /// The text is read when the first preset is asked for ([`AboutGame::presets`](crate::AboutGame::presets)), which
    /// panics if the text does not have that form, or a name is [`Preset::NONE`](crate::Preset::NONE).
    #[must_use]
    pub fn presets(mut self, file: &'static str) -> GameEntry<P> {
        self.game.about.presets.add(file);
        self
    }
}
