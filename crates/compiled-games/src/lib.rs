//! Bestply's searchers compiled for Connect Four, Breakthrough, Oware, Onitama and Lines of Action,
//! with any evaluation ([`AnyOf`]).
//!
//! **The key decision** is that the evaluations of a game are one type.
//! Which one it is, is asked at each evaluation, and the searches are compiled once for all of them.
//!
//! ```
//! use bestply::games::learnt::Learnt;
//! use bestply::games::oware::Oware;
//! use bestply::{BestFirst, Limit, Player, Properties};
//! use bestply_compiled_games::{AnyOf, Searched};
//!
//! let searcher = Oware::searching(BestFirst::default().into());
//! let mut player = Player::new(Oware::start(), searcher, AnyOf::Learnt(Learnt::default()));
//! assert!(player.search(&Limit::new().evaluations(1000)).best_move.is_some());
//! ```

use bestply::games::breakthrough::Breakthrough;
use bestply::games::connect_four::ConnectFour;
use bestply::games::learnt::{Learnt, Tuples};
use bestply::games::lines_of_action::LinesOfAction;
use bestply::games::onitama::Onitama;
use bestply::games::oware::Oware;
use bestply::learning::Planes;
use bestply::network::Network;
use bestply::{Asked, CutShort, Evaluator, Meter, Properties, StaticError, Value};
use bestply_compiled::{Compiled, Standard};

/// A game for which the searchers are compiled here.
pub trait Searched: Tuples<Plain: Clone + Send + Sync> + Planes {
    /// A searcher of the game.
    fn searching(searcher: Standard) -> Compiled<Self, AnyOf<Self>>;

    /// The alpha-beta that finishes games.
    fn finishing() -> Compiled<Self, AnyOf<Self>>;
}

macro_rules! searched {
    ($($game:ty),*) => {
        $(impl Searched for $game {
            fn searching(searcher: Standard) -> Compiled<$game, AnyOf<$game>> {
                searcher.compiled()
            }

            fn finishing() -> Compiled<$game, AnyOf<$game>> {
                Compiled::finishing::<()>()
            }
        })*
    };
}

searched!(ConnectFour, Breakthrough, Oware, Onitama, LinesOfAction);

/// Any of the evaluations of a game whose evaluation is learnt.
pub enum AnyOf<G: Tuples> {
    /// By tuples, learnt from self-play.
    Learnt(Learnt<G>),
    /// Without anything learnt.
    Plain(G::Plain),
    /// By a network.
    Network(Box<Network>),
}

impl<G: Tuples<Plain: Clone>> Clone for AnyOf<G> {
    fn clone(&self) -> AnyOf<G> {
        match self {
            AnyOf::Learnt(learnt) => AnyOf::Learnt(learnt.clone()),
            AnyOf::Plain(plain) => AnyOf::Plain(plain.clone()),
            AnyOf::Network(network) => AnyOf::Network(network.clone()),
        }
    }
}

/// Passes a call on to the evaluation that there is.
macro_rules! passed_on {
    ($self:ident, $evaluation:ident => $call:expr) => {
        match $self {
            AnyOf::Learnt($evaluation) => $call,
            AnyOf::Plain($evaluation) => $call,
            AnyOf::Network($evaluation) => $call,
        }
    };
}

impl<G: Tuples + Planes> Evaluator<G> for AnyOf<G> {
    #[inline]
    fn evaluate(&mut self, position: &G) -> Value {
        passed_on!(self, it => it.evaluate(position))
    }

    #[inline]
    fn enter(&mut self, parent: &G) {
        passed_on!(self, it => it.enter(parent));
    }

    #[inline]
    fn evaluate_child(&mut self, parent: &mut G, mv: G::Move) -> Value {
        passed_on!(self, it => it.evaluate_child(parent, mv))
    }

    #[inline]
    fn evaluate_children(&mut self, parent: &mut G, first: usize, values: &mut [Value]) {
        passed_on!(self, it => it.evaluate_children(parent, first, values));
    }

    #[inline]
    fn properties(&self) -> Properties {
        passed_on!(self, it => Evaluator::<G>::properties(it))
    }

    fn stage(&self, position: &G) -> usize {
        passed_on!(self, it => it.stage(position))
    }

    fn errors(&self, position: &G) -> &[StaticError] {
        passed_on!(self, it => it.errors(position))
    }

    fn defer_children(&mut self, parent: &mut G, asked: Asked<'_>, meter: &mut Meter<'_>) -> Result<(), CutShort> {
        passed_on!(self, it => it.defer_children(parent, asked, meter))
    }

    fn settle(&mut self, asked: Asked<'_>) {
        passed_on!(self, it => Evaluator::<G>::settle(it, asked.values));
    }
}
