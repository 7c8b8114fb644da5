//! A game of a catalogue, whichever it is.

use std::any::TypeId;
use std::sync::Arc;

use bestply::Surcharge;
use bestply_any_search::proof_ends;

use crate::ends::MakeEnds;
use crate::evaluation::{CompiledSearcher, KnownEvaluation};
use crate::game::{AboutGame, OPENING_PLIES, Unit, WEIGHTS};
use crate::learning::{Lessons, MakeCourse, MakePartner, NetworkCourse, TupleCourse};
use crate::venue::{Venue, VenueEvaluation};
use crate::{
    AnyPosition, Deal, Ends, Key, Playable, PositionError, Settings, SpecError, Starts, VenueError, WrongWeights,
};

/// The key of which starts there are, and its value for all sequences of the opening's plies.
const STARTS: &str = "starts";
const ALL: &str = "all";

/// The most plies of an opening; Othello has 8,200 sequences of six.
const MOST_OPENING_PLIES: u64 = 6;

/// What a [`GameEntry`](crate::GameEntry) says of a game, whatever the type of its positions.
///
/// All that is done with it is compiled once for all games.
pub(crate) struct KnownGame {
    pub(crate) about: AboutGame,
    pub(crate) starts: MakeStarts,
    pub(crate) initial: Option<Deal<AnyPosition>>,
    pub(crate) perft: Perft,
    pub(crate) ends: Option<MakeEnds>,
    pub(crate) lessons: Lessons,
    pub(crate) partner: Option<MakePartner>,
    pub(crate) tuple_course: Option<MakeCourse<TupleCourse>>,
    pub(crate) network_course: Option<MakeCourse<NetworkCourse>>,
    evaluations: Vec<KnownEvaluation>,
    positions: TypeId,
    parse: fn(&str) -> Result<AnyPosition, PositionError>,
}

/// Makes the starts of a game with these settings.
pub(crate) type MakeStarts = Arc<dyn Fn(&Settings) -> Result<Starts<AnyPosition>, SpecError> + Send + Sync>;

/// Counts the positions so many plies below one.
pub(crate) type Perft = Arc<dyn Fn(&AnyPosition, usize) -> u64 + Send + Sync>;

impl KnownGame {
    /// A game with positions of this type.
    pub(crate) fn new<P: Playable>(name: &'static str, starts: MakeStarts) -> KnownGame {
        let perft = |position: &AnyPosition, depth| bestply::perft(&mut position.native::<P>().clone(), depth);
        let parse = |text: &str| P::parse(text).map(AnyPosition::new);
        KnownGame::of(AboutGame::new(name), starts, TypeId::of::<P>(), parse, Arc::new(perft))
    }

    /// What needs no type any more, and is compiled once.
    fn of(
        about: AboutGame,
        starts: MakeStarts,
        positions: TypeId,
        parse: fn(&str) -> Result<AnyPosition, PositionError>,
        perft: Perft,
    ) -> KnownGame {
        KnownGame {
            about,
            starts,
            initial: None,
            perft,
            ends: None,
            lessons: Lessons::default(),
            partner: None,
            tuple_course: None,
            network_course: None,
            evaluations: Vec::new(),
            positions,
            parse,
        }
    }

    /// Says that its openings are drawn ([`drawn`]).
    pub(crate) fn draw_openings(&mut self, opening_plies: u64, deal: Deal<AnyPosition>) {
        self.initial = Some(deal);
        self.set_opening_plies(opening_plies);
        let starts = Key::name(STARTS, &["drawn", ALL]).about("Which starts matches have.").or("drawn").later();
        self.about.keys.push(starts);
    }

    pub(crate) fn set_opening_plies(&mut self, default: u64) {
        let key = Key::whole(OPENING_PLIES, 1..=MOST_OPENING_PLIES);
        self.about.keys.push(key.about("The random plies of a match's start.").or(default as i64));
    }

    /// Whether its positions are of this type.
    pub(crate) fn has_positions_of<P: Playable>(&self) -> bool {
        self.positions == TypeId::of::<P>()
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
        match is_shipped {
            true => _ = about.playing.get_or_insert(name),
            false => about.unshipped.push(name),
        }
        if reads_weights {
            about.keys.extend(about.learnt.is_none().then(|| Key::text(WEIGHTS).about("A file of weights.")));
            about.learnt.get_or_insert(name);
            about.all_learnt.push(name);
        } else if let Ok(evaluation) = (evaluation.make)(None) {
            self.spar_with(evaluation);
        }
        self.evaluations.push(evaluation);
    }

    /// The number of starts.
    pub(crate) fn start_count(&self, settings: &Settings) -> Result<Option<u64>, SpecError> {
        Ok((self.starts)(settings)?.count())
    }

    /// Whether moves that lead to the starts are known.
    pub(crate) fn have_starts_moves(&self, settings: &Settings) -> Result<bool, SpecError> {
        Ok((self.starts)(settings)?.have_moves())
    }

    /// The position at the start of a game, by number.
    pub(crate) fn initial(&self, number: u64) -> Option<AnyPosition> {
        self.initial.as_ref().map(|deal| deal(number))
    }

    /// The position that a text describes.
    pub(crate) fn parse(&self, text: &str) -> Result<AnyPosition, PositionError> {
        (self.parse)(text)
    }

    /// The number of positions so many plies below the start of a game.
    pub(crate) fn perft(&self, number: u64, depth: usize) -> Option<u64> {
        self.initial(number).map(|start| (self.perft)(&start, depth))
    }

    /// A new solver of the game's ends.
    pub(crate) fn ends(&self) -> Option<Box<dyn Ends>> {
        self.make_ends().map(|make| make())
    }

    /// What makes a solver of the game's ends: its own, or one by proof numbers where each game is won, drawn or lost.
    fn make_ends(&self) -> Option<MakeEnds> {
        if self.ends.is_none() && self.about.unit == Unit::Game {
            return Some(Arc::new(proof_ends));
        }
        self.ends.clone()
    }

    /// The game with these settings and these of its evaluations.
    pub(crate) fn venue(
        &self,
        settings: &Settings,
        weights: Option<&[u8]>,
        evaluations: &[&str],
    ) -> Result<Venue, VenueError> {
        let starts = (self.starts)(settings)?;
        let surcharge = Surcharge::lasting(self.about.evaluation_cost(settings));
        (self.about.length)(settings);
        // A file of weights is read by whoever makes the venue.
        if let Some(key) = settings.unread().filter(|&key| key != WEIGHTS) {
            return Err(SpecError::Unread { key: key.to_owned(), owner: self.about.name.to_owned() }.into());
        }
        let known = self.evaluations.iter().filter(|known| evaluations.contains(&known.name));
        let made = known.map(|known| Ok((known.name.to_owned(), known.made(weights)?)));
        let evaluations = made.collect::<Result<_, WrongWeights>>()?;
        Ok(Venue { starts, evaluations, ends: self.make_ends(), surcharge })
    }

    /// The evaluation of this name with weights from a file of these bytes.
    ///
    /// # Panics
    ///
    /// If the game has no such evaluation.
    pub(crate) fn evaluation(&self, name: &str, weights: &[u8]) -> Result<VenueEvaluation, WrongWeights> {
        let known = self.evaluations.iter().find(|known| known.name == name).expect("the game has the evaluation");
        known.made(Some(weights))
    }

    /// The searchers that are compiled for evaluations of the game, with the names of these.
    pub(crate) fn compiled(&self) -> impl Iterator<Item = (&'static str, &CompiledSearcher)> {
        self.evaluations.iter().flat_map(|known| known.compiled.iter().map(|compiled| (known.name, compiled)))
    }

    /// How the game's tuples are learnt, if it has any.
    pub(crate) fn tuple_course(&self) -> Option<TupleCourse> {
        self.tuple_course.as_ref().map(|make| make(self))
    }

    /// How the game's network is learnt, if it has one.
    pub(crate) fn network_course(&self) -> Option<NetworkCourse> {
        self.network_course.as_ref().map(|make| make(self))
    }
}

/// The starts of a game that is played from openings of random plies, from the positions of `deal`.
pub(crate) fn drawn(deal: Deal<AnyPosition>) -> MakeStarts {
    Arc::new(move |settings: &Settings| {
        let plies = settings.whole(OPENING_PLIES).expect("it has a default") as usize;
        Ok(match settings.name(STARTS).as_deref() == Some(ALL) {
            true => Starts::all(deal(0), plies),
            false => Starts::Drawn { plies, deal: Arc::clone(&deal) },
        })
    })
}
