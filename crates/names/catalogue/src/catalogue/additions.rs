//! What is added to a catalogue.

use std::any::TypeId;
use std::sync::Arc;

use bestply::Search;
use bestply_any_game::{AnyEvaluator, AnyPosition, GameEvaluator, Playable};

use super::Catalogue;
use crate::evaluation::{EvaluationEntry, MatchEvaluation};
use crate::evaluation_kind::EvaluationKind;
use crate::game::GameEntry;
use crate::key::Key;
use crate::known_game::KnownGame;
use crate::searcher::{About, KnownSearcher, SearcherEntry};

impl Catalogue {
    /// The same catalogue with another game.
    ///
    /// # Panics
    ///
    /// If the catalogue has a game of this name.
    #[must_use]
    pub fn game<P: Playable>(mut self, entry: GameEntry<P>) -> Catalogue {
        let name = entry.game.about.name;
        assert!(self.find_game(name).is_none(), "there is a game `{name}` already");
        self.games.push(Arc::new(entry.game));
        self.with_same_keys()
    }

    /// The same catalogue with another evaluation of one of its games.
    ///
    /// # Panics
    ///
    /// If there is no such game, its positions are of another type, or it has an evaluation of this name.
    #[must_use]
    pub fn evaluation<P: Playable, V: MatchEvaluation<P>>(
        mut self,
        game: &str,
        entry: EvaluationEntry<P, V>,
    ) -> Catalogue {
        self.game_of::<P>(game).add(entry.known);
        self.with_same_keys()
    }

    /// The same catalogue with another searcher, which plays any of the games,
    /// or those that [it names](SearcherEntry::only_in).
    ///
    /// # Panics
    ///
    /// If the catalogue has a searcher of this name.
    #[must_use]
    pub fn searcher<S>(self, entry: SearcherEntry<S>) -> Catalogue
    where
        S: Search<AnyPosition, AnyEvaluator> + Send + 'static,
    {
        self.with_searcher(entry.of_any_game())
    }

    fn with_searcher(mut self, known: KnownSearcher) -> Catalogue {
        let name = known.about.name;
        assert!(self.find_searcher(name).is_none(), "there is a searcher `{name}` already");
        self.searchers.push(Arc::new(known));
        self.with_same_keys()
    }

    /// The same catalogue with a searcher that is written for the positions of one game.
    ///
    /// It plays the games that [it names](SearcherEntry::only_in), with any evaluation, and is refused elsewhere.
    /// Several games can have the same positions, and begin differently.
    ///
    /// ```
    /// use bestply::games::tic_tac_toe::TicTacToe;
    /// use bestply::{Advance, Evaluator, Found, Limit, Meter, Observer, Position, Report, Reset, Search, Stop};
    /// use bestply_catalogue::{Catalogue, SearcherEntry};
    ///
    /// /// Plays the middle of the board if it is free.
    /// struct Middle;
    /// # impl Reset for Middle { fn reset(&mut self) {} }
    /// # impl Advance<TicTacToe> for Middle {
    /// #     fn advance(&mut self, _: &mut TicTacToe, _: <TicTacToe as Position>::Move) {}
    /// # }
    ///
    /// impl<E: Evaluator<TicTacToe>> Search<TicTacToe, E> for Middle {
    ///     // …
    /// #     fn run<O: Observer>(
    /// #         &mut self, board: &mut TicTacToe, evaluator: &mut E, limit: &Limit, _: &mut O,
    /// #     ) -> Report<<TicTacToe as Position>::Move> {
    /// #         let middle = board.moves().find(|mv| mv.to_string() == "b2");
    /// #         let found = Found { line: middle.into_iter().collect(), ..Found::new(Stop::Depth) };
    /// #         found.report(board, evaluator, &Meter::start(limit))
    /// #     }
    /// }
    ///
    /// let middle = SearcherEntry::new("middle", |_| Ok(|| Middle)).only_in(&["tic-tac-toe"]);
    /// let catalogue = Catalogue::standard().searcher_of::<TicTacToe, _>(middle);
    /// let refused = catalogue.player("middle:depth=1")?.check_game("oware");
    /// assert_eq!(refused.unwrap_err().to_string(), "middle plays only `tic-tac-toe`, not oware");
    /// # Ok::<(), bestply_catalogue::SpecError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// If the catalogue has a searcher of this name, the entry names no game,
    /// or the catalogue has no such game with these positions.
    #[must_use]
    pub fn searcher_of<P: Playable, S>(mut self, entry: SearcherEntry<S>) -> Catalogue
    where
        S: Search<P, GameEvaluator<P>> + Send + 'static,
    {
        let About { name, games, .. } = &entry.about;
        assert!(!games.is_empty(), "the searcher `{name}` names no game that it plays");
        for game in games {
            self.game_of::<P>(game);
        }
        self.with_searcher(entry.of_one_game::<P>())
    }

    /// The same catalogue with another way to describe evaluations.
    ///
    /// # Panics
    ///
    /// If the catalogue has a kind of this key, or it is the key of foreign programs (`command`).
    #[must_use]
    pub fn evaluation_kind(mut self, kind: EvaluationKind) -> Catalogue {
        let is_taken = kind.key == "command" || self.kinds.iter().any(|known| known.key == kind.key);
        assert!(!is_taken, "there is a kind of evaluations `{}` already", kind.key);
        self.kinds.push(kind);
        self
    }

    /// The game of this name, whose positions are of this type.
    fn game_of<P: Playable>(&mut self, game: &str) -> &mut KnownGame {
        let found = self.games.iter_mut().find(|known| known.about.name == game);
        let found = found.unwrap_or_else(|| panic!("there is no game `{game}`"));
        assert!(found.positions == TypeId::of::<P>(), "the positions of `{game}` are of another type");
        Arc::make_mut(found)
    }

    /// The same catalogue, in which a searcher that is compiled for an evaluation has its keys as everywhere.
    ///
    /// Otherwise a setting that is one searcher's default, and is left out for that, would be another setting there.
    ///
    /// # Panics
    ///
    /// If the keys differ.
    fn with_same_keys(self) -> Catalogue {
        for game in &self.games {
            for (evaluation, KnownSearcher { about, .. }) in game.compiled() {
                let Some(general) = self.find_searcher(about.name).map(|known| &known.about) else { continue };
                let differs = |own: &&Key| general.keys.iter().any(|key| key.name == own.name && key != *own);
                if let Some(key) = about.keys.iter().find(differs) {
                    let searcher = about.name;
                    let key = key.name;
                    panic!(
                        "`{searcher}` for `{evaluation}` of {} has another key `{key}` than elsewhere",
                        game.about.name
                    );
                }
            }
        }
        self
    }
}
