use std::sync::Arc;

use bestply::tree::KeptMove;
use bestply_compiled::{Compiled, Standard};

use crate::searcher::ErasedSearcher;
use crate::searchers::standard;
use crate::{Evaluation, Playable, SearcherSpec};

/// How bestply's own searchers search a game with an evaluation. They find the same in any way.
///
/// | made by | a search | for |
/// |---|---|---|
/// | [`here`](Searches::here) | is compiled for the game and the evaluation | [`EvaluationEntry::new`] |
/// | [`keeping_moves`](Searches::keeping_moves) | the same, with each node's move in its tree | chess |
/// | [`compiled`](Searches::compiled) | is compiled in another crate | games compiled side by side |
/// | [`of_any_game`](Searches::of_any_game) | is that of any game, and takes longer | tic-tac-toe |
///
/// [`EvaluationEntry::new`]: crate::EvaluationEntry::new
pub struct Searches<P: Playable, V: Evaluation<P>> {
    make: Option<Make<P, V>>,
    finishing: Option<MakeFinishing<P, V>>,
}

/// Makes the search that finishes games.
type MakeFinishing<P, V> = fn() -> Compiled<P, <V as Evaluation<P>>::Finishing>;

/// Makes a searcher that keeps moves, if it is one of those that can.
type MakeKeeping<P, V> = fn(&SearcherSpec, &dyn ErasedSearcher) -> Option<Compiled<P, <V as Evaluation<P>>::Searching>>;

/// Makes one of bestply's own searchers.
enum Make<P: Playable, V: Evaluation<P>> {
    Standard(fn(Standard) -> Compiled<P, V::Searching>),
    // What makes a searcher that keeps moves is instantiated by who asks for it alone.
    Keeping(MakeKeeping<P, V>),
}

/// Makes a searcher that is compiled for a game and an evaluation.
pub(crate) type MakeSearcher<P, V> =
    Arc<dyn Fn(&SearcherSpec) -> Compiled<P, <V as Evaluation<P>>::Searching> + Send + Sync>;

impl<P: Playable, V: Evaluation<P>> Searches<P, V> {
    /// All are compiled in the crate that calls this.
    pub fn here() -> Searches<P, V> {
        Searches::compiled(Standard::compiled, Compiled::finishing::<()>)
    }

    /// All are compiled in the crate that calls this, and keep each node's move in their trees.
    ///
    /// A node takes as many bytes more as a move.
    pub fn keeping_moves() -> Searches<P, V> {
        let finishing = Compiled::finishing::<KeptMove<P::Move>>;
        Searches { make: Some(Make::Keeping(keeping_moves::<P, V>)), finishing: Some(finishing) }
    }

    /// All are compiled where these two functions are: that for the searches, and that for those that finish games.
    pub fn compiled(
        searching: fn(Standard) -> Compiled<P, V::Searching>,
        finishing: fn() -> Compiled<P, V::Finishing>,
    ) -> Searches<P, V> {
        Searches { make: Some(Make::Standard(searching)), finishing: Some(finishing) }
    }

    /// None is compiled for the game: those of any game do.
    pub fn of_any_game() -> Searches<P, V> {
        Searches { make: None, finishing: None }
    }

    /// The searcher of a specification, if it is one of bestply's own and compiled for the game.
    pub(crate) fn searching(
        &self,
        spec: &SearcherSpec,
        searcher: &dyn ErasedSearcher,
    ) -> Option<Compiled<P, V::Searching>> {
        match self.make? {
            Make::Standard(compiled) => searcher.standard(spec).map(compiled),
            Make::Keeping(make) => make(spec, searcher),
        }
    }

    /// The alpha-beta that finishes games, compiled for the game.
    pub(crate) fn finishing(&self) -> Option<Compiled<P, V::Finishing>> {
        self.finishing.map(|make| make())
    }

    /// The same for an evaluation that has a searcher of its own, whose games are to be finished, too.
    pub(crate) fn with_finishing(self) -> Searches<P, V> {
        Searches { finishing: self.finishing.or(Some(Compiled::finishing::<()>)), ..self }
    }
}

/// The searcher of a specification that keeps moves, if it is one of bestply's own.
fn keeping_moves<P: Playable, V: Evaluation<P>>(
    spec: &SearcherSpec,
    searcher: &dyn ErasedSearcher,
) -> Option<Compiled<P, V::Searching>> {
    // Somebody else's of the same type has another name.
    let entry = standard::<KeptMove<P::Move>>().into_iter().find(|entry| entry.about.name == searcher.about().name)?;
    Some(entry.searcher(spec).compiled())
}

impl<P: Playable, V: Evaluation<P>> Clone for Searches<P, V> {
    fn clone(&self) -> Searches<P, V> {
        *self
    }
}

impl<P: Playable, V: Evaluation<P>> Copy for Searches<P, V> {}

impl<P: Playable, V: Evaluation<P>> Clone for Make<P, V> {
    fn clone(&self) -> Make<P, V> {
        *self
    }
}

impl<P: Playable, V: Evaluation<P>> Copy for Make<P, V> {}
