//! A game of any type, behind a pointer.

use std::any::Any;
use std::sync::Arc;

use bestply::Surcharge;

use crate::evaluation::CompiledSearcher;
use crate::game::WEIGHTS;
use crate::learning::NetworkCourse;
use crate::learning::TupleCourse;
use crate::venue::{ErasedEvaluation, ErasedStarts, Venue};
use crate::{
    AboutGame, AnyPosition, Ends, GameEntry, Playable, PositionError, Settings, SpecError, VenueError, WrongWeights,
};

/// A [`GameEntry`] behind a pointer.
pub(crate) trait ErasedGame: Send + Sync {
    fn about(&self) -> &AboutGame;

    /// The number of starts.
    fn start_count(&self, settings: &Settings) -> Result<Option<u64>, SpecError>;

    /// Whether moves that lead to the starts are known.
    fn have_starts_moves(&self, settings: &Settings) -> Result<bool, SpecError>;

    /// The position at the start of a game, by number.
    fn initial(&self, number: u64) -> Option<AnyPosition>;

    /// The position that a text describes.
    fn parse(&self, text: &str) -> Result<AnyPosition, PositionError>;

    /// The number of positions so many plies below the start of a game.
    fn perft(&self, number: u64, depth: usize) -> Option<u64>;

    /// A new solver of the game's ends.
    fn ends(&self) -> Option<Box<dyn Ends>>;

    /// The game with these settings and these of its evaluations.
    fn venue(&self, settings: &Settings, weights: Option<&[u8]>, evaluations: &[&str]) -> Result<Venue, VenueError>;

    /// The evaluation of this name with weights from a file of these bytes.
    ///
    /// # Panics
    ///
    /// If the game has no such evaluation.
    fn evaluation(&self, name: &str, weights: &[u8]) -> Result<Arc<dyn ErasedEvaluation>, WrongWeights>;

    /// The searchers that are compiled for evaluations of the game, with the names of these.
    fn compiled(&self) -> Vec<(&'static str, &CompiledSearcher)>;

    /// How the game's tuples are learnt, if it has any.
    fn tuple_course(&self) -> Option<TupleCourse>;

    /// How the game's network is learnt, if it has one.
    fn network_course(&self) -> Option<NetworkCourse>;

    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<P: Playable> ErasedGame for GameEntry<P> {
    fn about(&self) -> &AboutGame {
        &self.about
    }

    fn start_count(&self, settings: &Settings) -> Result<Option<u64>, SpecError> {
        Ok((self.starts)(settings)?.count())
    }

    fn have_starts_moves(&self, settings: &Settings) -> Result<bool, SpecError> {
        Ok((self.starts)(settings)?.have_moves())
    }

    fn initial(&self, number: u64) -> Option<AnyPosition> {
        self.initial.as_ref().map(|deal| AnyPosition::new(deal(number)))
    }

    fn parse(&self, text: &str) -> Result<AnyPosition, PositionError> {
        P::parse(text).map(AnyPosition::new)
    }

    fn perft(&self, number: u64, depth: usize) -> Option<u64> {
        self.initial.as_ref().map(|deal| (self.perft)(&deal(number), depth))
    }

    fn ends(&self) -> Option<Box<dyn Ends>> {
        self.make_ends().map(|make| make())
    }

    fn venue(&self, settings: &Settings, weights: Option<&[u8]>, evaluations: &[&str]) -> Result<Venue, VenueError> {
        let starts: Box<dyn ErasedStarts> = Box::new((self.starts)(settings)?);
        let surcharge = Surcharge::lasting(self.about.evaluation_cost(settings));
        (self.about.length)(settings);
        // A file of weights is read by whoever makes the venue.
        if let Some(key) = settings.unread().filter(|&key| key != WEIGHTS) {
            return Err(SpecError::Unread { key: key.to_owned(), owner: self.about.name.to_owned() }.into());
        }
        let named = self.evaluations.iter().filter(|named| evaluations.contains(&named.name));
        let made = named.map(|named| Ok((named.name.to_owned(), (named.make)(weights)?)));
        let evaluations = made.collect::<Result<_, WrongWeights>>()?;
        Ok(Venue { starts, evaluations, ends: self.make_ends(), surcharge })
    }

    fn evaluation(&self, name: &str, weights: &[u8]) -> Result<Arc<dyn ErasedEvaluation>, WrongWeights> {
        let named = self.evaluations.iter().find(|named| named.name == name).expect("the game has the evaluation");
        (named.make)(Some(weights))
    }

    fn compiled(&self) -> Vec<(&'static str, &CompiledSearcher)> {
        let all = self.evaluations.iter().map(|named| named.compiled.iter().map(|compiled| (named.name, compiled)));
        all.flatten().collect()
    }

    fn tuple_course(&self) -> Option<TupleCourse> {
        self.tuple_course.as_ref().map(|make| make(self))
    }

    fn network_course(&self) -> Option<NetworkCourse> {
        self.network_course.as_ref().map(|make| make(self))
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
