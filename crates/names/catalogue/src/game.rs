//! Games under names, as they are added to a catalogue.

use std::marker::PhantomData;
use std::num::NonZeroU32;
use std::sync::Arc;

use bestply::EndSolver;
use bestply_any_game::{AnyPosition, EndsOf, Playable, the_same};

use crate::about_game::{COST_NS, CostGrowth, Unit};
use crate::error::SpecError;
use crate::evaluation::{EvaluationEntry, MatchEvaluation};
use crate::gtp_notation::GtpNotation;
use crate::key::Key;
use crate::known_game::{KnownGame, drawn};
use crate::rules::RulesText;
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

    the_same! {
        /// The same game with another default number of plies before a game.
        fn opening_plies(self, default: u64) { self.game.set_opening_plies(default) }

        /// The same game with the position at its start, where [`drawn`](GameEntry::drawn) has not said it.
        fn initial(self, deal: impl Fn(u64) -> P + Send + Sync + 'static) { self.game.initial = Some(any_deal(deal)) }

        /// The same game with another position, in its notation, from which constants are tuned.
        ///
        /// It is for games of which every possible opening is a start of experiments,
        /// so that each game from the usual start passes through one of them.
        fn tuned_from(self, position: &'static str) { self.game.about.tuned_from = Some(position) }

        /// The same game, marked as having several positions at the start, by number, for instance because cards are
        /// dealt.
        fn dealt(self) { self.game.about.is_dealt = true }

        /// The same game, marked as one that foreign engines for Othello play:
        /// Othello as they know it, from openings whose moves are known.
        fn foreign_engines(self) { self.game.about.has_engines = true }

        /// The same game, marked as one that programs for chess play: over UCI, as a client's engine and with engines.
        ///
        /// Its positions are written in FEN, its moves as UCI has them (`e2e4`, `e1g1`, `e7e8q`), and MAX is White.
        /// `pawn` is what a pawn is worth in its values, of which UCI tells hundredths.
        ///
        /// # Panics
        ///
        /// If a pawn is worth nothing.
        fn uci(self, pawn: u32) {
            self.game.about.pawn = Some(NonZeroU32::new(pawn).expect("a pawn is worth something"));
        }

        /// The same game as the Go Text Protocol has it, where that is not the game's own notation.
        fn gtp(self, notation: GtpNotation) { self.game.about.gtp = notation }

        /// The same game with a faster function that counts positions so many plies below one.
        /// A game that ends above that depth counts as none.
        fn perft(self, perft: fn(&P, usize) -> u64) {
            self.game.perft = Arc::new(move |position: &AnyPosition, depth| perft(position.native(), depth));
        }

        /// The same game with another name in sentences.
        fn title(self, title: &str) { self.game.about.title = title.to_owned() }

        /// The same game with its rules in a few sentences, and moves from its start of which a picture shows the last.
        fn rules(self, text: &'static str, example: &'static str) {
            self.game.about.rules = Some(RulesText { text, example });
        }

        /// The same game with what people call MAX and MIN in it.
        fn sides(self, max: &'static str, min: &'static str) { self.game.about.sides = [max, min] }

        /// The same game with the letters of MAX and MIN in its [pictures](Playable::picture).
        fn letters(self, max: char, min: char) { self.game.about.letters = Some([max, min]) }

        /// The same game with another key of its own.
        ///
        /// A setting that is not asked for when the starts are made is refused by its name where somebody gives it.
        fn key(self, key: Key) { self.game.about.keys.push(key) }

        /// The same game with another key of which an experiment lists several values, one after the other.
        ///
        /// A block of cells must give the key, unless it has a default.
        fn parameter(self, key: Key) { self.game.about.parameters.push(key) }

        /// The same game with a key for what each evaluation costs besides its own time (`cost_ns`, by default 0).
        ///
        /// Experiments list its values. What a player finds does not depend on it, only how long the player takes.
        fn evaluation_cost(self) {
            let key = Key::whole(COST_NS, 0..=MOST_COST_NS).about("Idle nanoseconds of each evaluation.");
            self.game.about.parameters.push(key.or(0));
        }

        /// The same game with at most so many moves. Passes do not count.
        fn length(self, moves: usize) { self.game.about.longest = moves }

        /// The same game with its length given by its settings.
        fn length_of(self, length: fn(&mut Settings) -> Option<u64>) { self.game.about.length = Some(length) }

        /// The same game with another unit that is won or lost.
        fn unit(self, unit: Unit) { self.game.about.unit = unit }

        /// The same game with another growth of best-first's cost.
        fn growth(self, growth: CostGrowth) { self.game.about.growth = growth }

        /// The same game, whose first evaluation is left out of names and results.
        fn implied_evaluation(self) { self.game.about.implies_evaluation = true }

        /// The same game, in which whoever names no evaluation plays with this one, as an engine and in the playground.
        ///
        /// Experiments play with the first all the same, so that their results stay.
        ///
        /// # Panics
        ///
        /// If the game has no evaluation of this name yet.
        fn plays_with(self, evaluation: &'static str) {
            let is_there = self.game.about.evaluations.contains(&evaluation);
            assert!(is_there, "{} has no evaluation `{evaluation}` to play with", self.game.about.name);
            self.game.about.playing = Some(evaluation);
        }

        /// The same game, in which a searcher plays better by several threads on trees than by one thread on a graph.
        ///
        /// Few lines of play lead to the same position in such a game.
        /// What plays alone then goes without a graph, on all cores ([`for_playing_alone`]).
        ///
        /// [`for_playing_alone`]: crate::Catalogue::for_playing_alone
        fn prefers_threads_to_transpositions(self) { self.game.about.threads_before_transpositions = true }

        /// The same game with another evaluation.
        ///
        /// # Panics
        ///
        /// If the game has an evaluation of this name.
        fn evaluation(self, entry: EvaluationEntry<P, impl MatchEvaluation<P>>) { self.game.add(entry.known) }

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
        /// The text is read when the first preset is asked for ([`AboutGame::presets`](crate::AboutGame::presets)),
        /// which panics if the text does not have that form, or a name is [`Preset::NONE`](crate::Preset::NONE).
        fn presets(self, file: &'static str) { self.game.about.presets.add(file) }
    }

    /// The same game with a solver for its ends that knows the game.
    ///
    /// Players ask it first wherever somebody plays with them ([`Player::ends`](crate::NamedPlayer::ends)).
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
