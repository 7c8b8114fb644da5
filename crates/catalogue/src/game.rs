mod about;

use std::num::NonZeroU32;
use std::sync::Arc;

use bestply_any_search::proof_ends;

use crate::ends::MakeEnds;
use crate::evaluation::CompiledSearcher;
use crate::learning::{Lessons, MakeCourse, MakePartner, NetworkCourse, TupleCourse};
use crate::names::title_of;
use crate::venue::{ErasedEvaluation, OfGame};
use crate::{
    Deal, Evaluation, EvaluationEntry, GtpNotation, Key, Playable, Preset, SearcherSpec, Settings, SpecError, Starts,
    WrongWeights,
};

pub use about::{AboutGame, Growth, Unit};

/// The key of the number of plies that are played before a game begins.
pub const OPENING_PLIES: &str = "opening_plies";

/// The key of which starts there are, and its value for all sequences of the opening's plies.
const STARTS: &str = "starts";
const ALL: &str = "all";

/// The key of the nanoseconds that each evaluation costs besides its own time.
pub const COST_NS: &str = "cost_ns";

/// The largest such cost: a millisecond.
const MOST_COST_NS: u64 = 1_000_000;

/// The key of the file with the weights of a learnt evaluation.
pub const WEIGHTS: &str = "weights";

/// The most plies of an opening; Othello has 8,200 sequences of six.
const MOST_OPENING_PLIES: u64 = 6;

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
    pub(crate) about: AboutGame,
    pub(crate) starts: MakeStarts<P>,
    pub(crate) initial: Option<Deal<P>>,
    pub(crate) perft: fn(&P, usize) -> u64,
    pub(crate) ends: Option<MakeEnds>,
    pub(crate) lessons: Lessons,
    pub(crate) partner: Option<MakePartner>,
    pub(crate) tuple_course: Option<MakeCourse<P, TupleCourse>>,
    pub(crate) network_course: Option<MakeCourse<P, NetworkCourse>>,
    pub(crate) evaluations: Vec<Named<P>>,
}

/// Makes the starts of a game with these settings.
type MakeStarts<P> = Arc<dyn Fn(&Settings) -> Result<Starts<P>, SpecError> + Send + Sync>;

impl<P: Playable> GameEntry<P> {
    /// The greatest depth of a search of a game of unknown length.
    const LONGEST: usize = 1000;

    /// A game whose starts depend on its settings in any way.
    ///
    /// `starts` gets the settings of the keys that are [added](GameEntry::key).
    pub fn new(
        name: &'static str,
        starts: impl Fn(&Settings) -> Result<Starts<P>, SpecError> + Send + Sync + 'static,
    ) -> GameEntry<P> {
        let about = AboutGame {
            name,
            title: title_of(name),
            rules: None,
            sides: ["MAX", "MIN"],
            letters: None,
            keys: Vec::new(),
            parameters: Vec::new(),
            evaluations: Vec::new(),
            playing: None,
            presets: Vec::new(),
            tuned_from: None,
            implies_evaluation: false,
            learnt: None,
            all_learnt: Vec::new(),
            unshipped: Vec::new(),
            is_dealt: false,
            has_engines: false,
            pawn: None,
            gtp: GtpNotation::default(),
            planes: None,
            unit: Unit::default(),
            growth: Growth::default(),
            length: |_| None,
            longest: GameEntry::<P>::LONGEST,
        };
        let perft = |position: &P, depth| bestply::perft(&mut position.clone(), depth);
        GameEntry {
            about,
            starts: Arc::new(starts),
            initial: None,
            perft,
            ends: None,
            lessons: Lessons::default(),
            partner: None,
            tuple_course: None,
            network_course: None,
            evaluations: Vec::new(),
        }
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
        let deal: Deal<P> = Arc::new(deal);
        let initial = Some(Arc::clone(&deal));
        let starts = move |settings: &Settings| {
            let plies = settings.whole(OPENING_PLIES).expect("it has a default") as usize;
            Ok(match settings.name(STARTS).as_deref() == Some(ALL) {
                true => Starts::all(deal(0), plies),
                false => Starts::Drawn { plies, deal: Arc::clone(&deal) },
            })
        };
        let entry = GameEntry::new(name, starts).opening_plies(opening_plies);
        GameEntry {
            initial,
            ..entry.key(Key::name(STARTS, &["drawn", ALL]).about("Which starts matches have.").or("drawn").later())
        }
    }

    /// The same game with another default number of plies before a game.
    #[must_use]
    pub fn opening_plies(self, default: u64) -> GameEntry<P> {
        self.key(
            Key::whole(OPENING_PLIES, 1..=MOST_OPENING_PLIES)
                .about("The random plies of a match's start.")
                .or(default as i64),
        )
    }

    /// The same game with the position at its start, where [`drawn`](GameEntry::drawn) has not said it.
    #[must_use]
    pub fn initial(mut self, deal: impl Fn(u64) -> P + Send + Sync + 'static) -> GameEntry<P> {
        self.initial = Some(Arc::new(deal));
        self
    }

    /// The same game with another position, in its notation, from which constants are tuned.
    ///
    /// It is for games of which every possible opening is a start of experiments,
    /// so that each game from the usual start passes through one of them.
    #[must_use]
    pub fn tuned_from(mut self, position: &'static str) -> GameEntry<P> {
        self.about.tuned_from = Some(position);
        self
    }

    /// The same game, marked as having several positions at the start, by number, for instance because cards are dealt.
    #[must_use]
    pub fn dealt(mut self) -> GameEntry<P> {
        self.about.is_dealt = true;
        self
    }

    /// The same game, marked as one that foreign engines for Othello play:
    /// Othello as they know it, from openings whose moves are known.
    #[must_use]
    pub fn foreign_engines(mut self) -> GameEntry<P> {
        self.about.has_engines = true;
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
        self.about.pawn = Some(NonZeroU32::new(pawn).expect("a pawn is worth something"));
        self
    }

    /// The same game as the Go Text Protocol has it, where that is not the game's own notation.
    #[must_use]
    pub fn gtp(mut self, notation: GtpNotation) -> GameEntry<P> {
        self.about.gtp = notation;
        self
    }

    /// The same game with a faster function that counts positions so many plies below one.
    /// A game that ends above that depth counts as none.
    #[must_use]
    pub fn perft(mut self, perft: fn(&P, usize) -> u64) -> GameEntry<P> {
        self.perft = perft;
        self
    }

    /// The same game with another name in sentences.
    #[must_use]
    pub fn title(mut self, title: &str) -> GameEntry<P> {
        self.about.title = title.to_owned();
        self
    }

    /// The same game with what people call MAX and MIN in it.
    #[must_use]
    pub fn sides(mut self, max: &'static str, min: &'static str) -> GameEntry<P> {
        self.about.sides = [max, min];
        self
    }

    /// The same game with the letters of MAX and MIN in its [pictures](Playable::picture).
    #[must_use]
    pub fn letters(mut self, max: char, min: char) -> GameEntry<P> {
        self.about.letters = Some([max, min]);
        self
    }

    /// The same game with another key of its own.
    ///
    /// A setting that is not asked for when the starts are made is refused by its name where somebody gives it.
    #[must_use]
    pub fn key(mut self, key: Key) -> GameEntry<P> {
        self.about.keys.push(key);
        self
    }

    /// The same game with another key of which an experiment lists several values, one after the other.
    ///
    /// A block of cells must give the key, unless it has a default.
    #[must_use]
    pub fn parameter(mut self, key: Key) -> GameEntry<P> {
        self.about.parameters.push(key);
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
        self.about.longest = moves;
        self
    }

    /// The same game with its length given by its settings.
    #[must_use]
    pub fn length_of(mut self, length: fn(&Settings) -> Option<u64>) -> GameEntry<P> {
        self.about.length = length;
        self
    }

    /// The same game with another unit that is won or lost.
    #[must_use]
    pub fn unit(mut self, unit: Unit) -> GameEntry<P> {
        self.about.unit = unit;
        self
    }

    /// The same game with another growth of best-first's cost.
    #[must_use]
    pub fn growth(mut self, growth: Growth) -> GameEntry<P> {
        self.about.growth = growth;
        self
    }

    /// The same game, whose first evaluation is left out of names and results.
    #[must_use]
    pub fn implied_evaluation(mut self) -> GameEntry<P> {
        self.about.implies_evaluation = true;
        self
    }

    /// The same game with a name for settings of a searcher, which are made for one evaluation.
    ///
    /// `searcher` is in the form of the command line: `uct-best-first:scale=8,exploration=0.2`.
    /// If it names no `evaluation`, the settings are for the game's first.
    /// Whoever plays the game and gives none of the constants has those of the preset [`Preset::TUNED`],
    /// see [`Catalogue::for_playing`](crate::Catalogue::for_playing).
    ///
    /// # Panics
    ///
    /// If the text does not have that form, or the name is [`Preset::NONE`].
    #[must_use]
    pub fn preset(mut self, name: &'static str, searcher: &str) -> GameEntry<P> {
        assert_ne!(name, Preset::NONE, "`{name}` is no preset");
        let searcher = SearcherSpec::read(searcher).unwrap_or_else(|error| panic!("{searcher}: {error}"));
        self.about.presets.push(Preset { name, searcher });
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
        let is_there = self.about.evaluations.contains(&evaluation);
        assert!(is_there, "{} has no evaluation `{evaluation}` to play with", self.about.name);
        self.about.playing = Some(evaluation);
        self
    }

    /// The same game with another evaluation.
    ///
    /// # Panics
    ///
    /// If the game has an evaluation of this name.
    #[must_use]
    pub fn evaluation<V: Evaluation<P>>(mut self, entry: EvaluationEntry<P, V>) -> GameEntry<P> {
        self.add(entry);
        self
    }

    /// Adds an evaluation of the game's positions, or of any game's.
    pub(crate) fn add<Q: Playable, V: Evaluation<Q>>(&mut self, entry: EvaluationEntry<Q, V>) {
        let EvaluationEntry { name, make, natives, reads_weights, is_shipped, expects, .. } = entry;
        let is_new = !self.about.evaluations.contains(&name);
        assert!(is_new, "{} has an evaluation `{name}` already", self.about.name);
        self.about.evaluations.push(name);
        match is_shipped {
            true => _ = self.about.playing.get_or_insert(name),
            false => self.about.unshipped.push(name),
        }
        if !reads_weights && let Ok(evaluation) = make(None) {
            self.spar_with(evaluation);
        }
        if reads_weights {
            self.about.keys.extend(self.about.learnt.is_none().then(|| Key::text(WEIGHTS).about("A file of weights.")));
            self.about.learnt.get_or_insert(name);
            self.about.all_learnt.push(name);
        }
        let (compiled, natives): (_, Vec<_>) = natives.into_iter().unzip();
        let make = move |weights: Option<&[u8]>| {
            let evaluation = OfGame::new(make(weights)?).searched_by(natives.clone()).expecting(expects);
            let evaluation: Arc<dyn ErasedEvaluation> = Arc::new(evaluation);
            Ok(evaluation)
        };
        self.evaluations.push(Named { name, make: Box::new(make), compiled, game: std::marker::PhantomData });
    }
}

impl<P: Playable> GameEntry<P> {
    /// What makes a solver of the game's ends: its own, or one by proof numbers where each game is won, drawn or lost.
    pub(crate) fn make_ends(&self) -> Option<MakeEnds> {
        if self.ends.is_none() && self.about.unit == Unit::Game {
            return Some(Arc::new(proof_ends));
        }
        self.ends.clone()
    }
}

/// Makes an evaluation whose type is erased.
pub(crate) type MakeErased =
    Box<dyn Fn(Option<&[u8]>) -> Result<Arc<dyn ErasedEvaluation>, WrongWeights> + Send + Sync>;

/// An evaluation under a name, of whatever type.
pub(crate) struct Named<P> {
    pub(crate) name: &'static str,
    pub(crate) make: MakeErased,
    /// The searchers that are compiled for it in the place of the catalogue's.
    pub(crate) compiled: Vec<CompiledSearcher>,
    game: std::marker::PhantomData<fn(P)>,
}
