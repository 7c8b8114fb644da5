//! A game of a catalogue, whichever it is.

use std::any::TypeId;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bestply::Surcharge;
use bestply_any_game::{AnyPosition, Ends, Playable, PositionError, proof_ends};

use crate::about_game::{AboutGame, COST_NS, OPENING_PLIES, Unit, WEIGHTS};
use crate::error::SpecError;
use crate::evaluation::{KnownEvaluation, VenueEvaluation, WrongWeights};
use crate::key::Key;
use crate::learning::{EntryGames, LearntFeatures, LearntNetwork, Lessons, SaidFeatures};
use crate::planes::GamePlanes;
use crate::searcher::KnownSearcher;
use crate::settings::Settings;
use crate::starts::{Deal, Starts};
use crate::venue::{MakeEnds, Venue, VenueError};

/// The key of which starts there are, and its value for all sequences of the opening's plies.
const STARTS: &str = "starts";
const ALL: &str = "all";

/// The most plies of an opening; Othello has 8,200 sequences of six.
const MOST_OPENING_PLIES: u64 = 6;

/// What a [`GameEntry`](crate::GameEntry) says of a game, whatever the type of its positions.
///
/// All that is done with it is compiled once for all games.
#[derive(Clone)]
pub(crate) struct KnownGame {
    pub(crate) about: AboutGame,
    pub(crate) starts: MakeStarts,
    pub(crate) initial: Option<Deal<AnyPosition>>,
    pub(crate) perft: Perft,
    pub(crate) ends: Option<MakeEnds>,
    pub(crate) lessons: Lessons,
    pub(crate) features: Option<SaidFeatures>,
    /// What its network sees, if one is learnt.
    pub(crate) network: Option<GamePlanes>,
    evaluations: Vec<KnownEvaluation>,
    pub(crate) positions: TypeId,
    pub(crate) parse: fn(&str) -> Result<AnyPosition, PositionError>,
}

/// Makes the starts of a game with these settings.
pub(crate) type MakeStarts = Arc<dyn Fn(&mut Settings) -> Result<Starts<AnyPosition>, SpecError> + Send + Sync>;

/// Counts the positions so many plies below one.
pub(crate) type Perft = Arc<dyn Fn(&AnyPosition, usize) -> u64 + Send + Sync>;

impl KnownGame {
    /// A game with positions of this type.
    pub(crate) fn new<P: Playable>(name: &'static str, starts: MakeStarts) -> KnownGame {
        let perft = |position: &AnyPosition, depth| bestply::perft(&mut position.native::<P>().clone(), depth);
        KnownGame {
            about: AboutGame::new(name),
            starts,
            initial: None,
            perft: Arc::new(perft),
            ends: None,
            lessons: Lessons::default(),
            features: None,
            network: None,
            evaluations: Vec::new(),
            positions: TypeId::of::<P>(),
            parse: |text| P::parse(text).map(AnyPosition::new),
        }
    }

    /// Says that its openings are drawn ([`drawn`]).
    pub(crate) fn draw_openings(&mut self, opening_plies: u64, deal: Deal<AnyPosition>) {
        self.initial = Some(deal);
        self.set_opening_plies(opening_plies);
        let starts = Key::one_of(STARTS, &["drawn", ALL])
            .about("Whether a seed draws the starts of a match, or it has all of them.");
        self.about.keys.push(starts);
    }

    pub(crate) fn set_opening_plies(&mut self, default: u64) {
        let key = Key::whole(OPENING_PLIES, 1..=MOST_OPENING_PLIES);
        self.about.keys.push(key.about("The random plies of a match's start.").or(default as i64));
    }

    /// Adds an evaluation of the game's positions, or of any game's.
    ///
    /// # Panics
    ///
    /// If the game has an evaluation of this name.
    pub(crate) fn add(&mut self, evaluation: KnownEvaluation) {
        let KnownEvaluation { name, reads_weights, is_shipped, .. } = evaluation;
        let about = &mut self.about;
        assert!(!about.evaluations.contains(&name), "{} has an evaluation `{name}` already", about.name);
        about.evaluations.push(name);
        if is_shipped {
            about.playing.get_or_insert(name);
        } else {
            about.unshipped.push(name);
        }
        if reads_weights {
            about.keys.extend(about.learnt.is_none().then(|| Key::text(WEIGHTS).about("A file of weights.")));
            about.learnt.get_or_insert(name);
            about.all_learnt.push(name);
        }
        self.evaluations.push(evaluation);
    }

    /// The game with its settings, each of which is read once.
    pub(crate) fn with_settings(self: &Arc<KnownGame>, mut settings: Settings) -> Result<NamedGame, SpecError> {
        let about = &self.about;
        let starts = (self.starts)(&mut settings)?;
        let given = |settings: &mut Settings, key| settings.with_key(key)?.given_whole(key);
        let cost = given(&mut settings, COST_NS).unwrap_or(0);
        let opening_plies = given(&mut settings, OPENING_PLIES).map(|plies| plies as usize);
        let longest =
            about.length.and_then(|length| length(&mut settings)).map_or(about.longest, |length| length as usize);
        let weights = settings.with_key(WEIGHTS).and_then(|settings| settings.given_name(WEIGHTS));
        if let Some(key) = settings.unread() {
            return Err(SpecError::Unread { key: key.to_owned(), owner: about.name.to_owned() });
        }
        Ok(NamedGame {
            known: Arc::clone(self),
            starts: Arc::new(starts),
            surcharge: Surcharge::lasting(Duration::from_nanos(cost)),
            opening_plies,
            length: longest - opening_plies.unwrap_or(0).min(longest),
            weights: weights.map(PathBuf::from),
            settings,
        })
    }

    /// The position at the start of a game, by number.
    pub(crate) fn initial(&self, number: u64) -> Option<AnyPosition> {
        self.initial.as_ref().map(|deal| deal(number))
    }

    /// What makes a solver of the game's ends: its own, or one by proof numbers where each game is won, drawn or lost.
    fn make_ends(&self) -> Option<MakeEnds> {
        if self.ends.is_none() && self.about.unit == Unit::Game {
            return Some(Arc::new(proof_ends));
        }
        self.ends.clone()
    }

    /// The evaluation of this name with weights from a file of these bytes, or those that come with the program;
    /// `None` where the game has none.
    pub(crate) fn evaluation(
        &self,
        name: &str,
        weights: Option<&[u8]>,
    ) -> Option<Result<VenueEvaluation, WrongWeights>> {
        self.evaluations.iter().find(|known| known.name == name).map(|known| known.made(weights))
    }

    /// The searchers that are compiled for evaluations of the game, with the names of these.
    pub(crate) fn compiled(&self) -> impl Iterator<Item = (&'static str, &KnownSearcher)> {
        self.evaluations.iter().flat_map(|known| known.compiled.iter().map(|compiled| (known.name, compiled)))
    }

    /// The sum of weights that is learnt of the game, if it has one.
    ///
    /// It is by all that the entry says in the end, whatever was said before and after it. So is the network.
    pub(crate) fn learnt_features(&self) -> Option<LearntFeatures> {
        Some(match self.features.as_ref()? {
            SaidFeatures::Own(features) => features.clone(),
            SaidFeatures::Tuples(tuples) => tuples.learnt(self.games(), self.lessons),
        })
    }

    /// The network that is learnt of the game, if it has one.
    pub(crate) fn learnt_network(&self) -> Option<LearntNetwork> {
        let evaluation = LearntNetwork::EVALUATION;
        let lessons = self.lessons;
        self.network.map(|planes| LearntNetwork { evaluation, planes, games: self.games(), lessons })
    }

    /// The games from which something is learnt.
    ///
    /// # Panics
    ///
    /// If the entry does not say where a game starts.
    pub(crate) fn games(&self) -> EntryGames {
        let start = self.initial.clone();
        let start = start.unwrap_or_else(|| panic!("`{}` says no start to learn from (`initial`)", self.about.name));
        let partner = self.evaluations.iter().find(|known| !known.reads_weights);
        EntryGames { start, partner: partner.and_then(|known| (known.make)(None).ok()) }
    }
}

/// The starts of a game that is played from openings of random plies, from the positions of `deal`.
pub(crate) fn drawn(deal: Deal<AnyPosition>) -> MakeStarts {
    Arc::new(move |settings: &mut Settings| {
        let plies = settings.whole(OPENING_PLIES) as usize;
        Ok(if settings.is(STARTS, ALL) {
            Starts::all(deal(0), plies)
        } else {
            Starts::Drawn { plies, deal: Arc::clone(&deal) }
        })
    })
}

/// A game with its settings, which were read: where its games start, and how long they last.
#[derive(Clone)]
pub struct NamedGame {
    pub(crate) known: Arc<KnownGame>,
    settings: Settings,
    pub(crate) starts: Arc<Starts<AnyPosition>>,
    surcharge: Surcharge,
    opening_plies: Option<usize>,
    length: usize,
    weights: Option<PathBuf>,
}

impl NamedGame {
    /// The description of the game.
    pub fn about(&self) -> &AboutGame {
        &self.known.about
    }

    /// The settings, as records have them.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The number of starts, which are numbered from 1; `None` where every number is a start.
    pub fn start_count(&self) -> Option<u64> {
        self.starts.count()
    }

    /// The start of this number, and the number of its cluster. Games of one cluster are not independent.
    ///
    /// # Panics
    ///
    /// If the starts are listed, and the number is none of theirs.
    pub fn start(&self, number: u64) -> (AnyPosition, u64) {
        self.starts.get(number)
    }

    /// Whether there is a solver of its ends.
    pub fn has_solver(&self) -> bool {
        self.known.make_ends().is_some()
    }

    /// A new solver of its ends: its own, or one by proof numbers; `None` where it has points and no solver of its own.
    pub fn solver(&self) -> Option<Box<dyn Ends>> {
        self.known.make_ends().map(|make| make())
    }

    /// The number of plies played before a game begins, if games begin so.
    pub fn opening_plies(&self) -> Option<usize> {
        self.opening_plies
    }

    /// The most moves that a game can have after its opening. Passes do not count.
    pub fn length(&self) -> usize {
        self.length
    }

    /// The file with the weights of a learnt evaluation, if one is named.
    pub fn weights(&self) -> Option<&Path> {
        self.weights.as_deref()
    }

    /// The game, ready to be played with these evaluations of its own, which are named.
    ///
    /// `weights` are the bytes of a file of weights; with `None`, the weights are those that come with the program.
    ///
    /// # Errors
    ///
    /// If the weights are not the game's.
    pub fn venue(&self, weights: Option<&[u8]>, evaluations: &[&str]) -> Result<Venue, VenueError> {
        let known = self.known.evaluations.iter().filter(|known| evaluations.contains(&known.name));
        let made = known.map(|known| Ok((known.name.to_owned(), known.made(weights)?)));
        Ok(Venue {
            game: self.known.about.name,
            starts: Arc::clone(&self.starts),
            evaluations: made.collect::<Result<_, WrongWeights>>()?,
            ends: self.known.make_ends(),
            surcharge: self.surcharge,
        })
    }
}

/// Games of one name and one description are equal, where they are of one catalogue.
impl PartialEq for NamedGame {
    fn eq(&self, other: &NamedGame) -> bool {
        self.about().name == other.about().name && self.settings == other.settings
    }
}

impl fmt::Debug for NamedGame {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Game").field("name", &self.about().name).field("settings", &self.settings).finish()
    }
}
