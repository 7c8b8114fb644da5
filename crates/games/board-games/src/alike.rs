//! What games write alike, where the language has no other word for it than a macro.

/// The numbers of a game's moves whose byte is their number: how many there are, and of what it is the number.
macro_rules! one_byte_moves {
    ($game:ident $(<$size:ident>)?, $numbers:expr, $of:literal) => {
        impl $(<const $size: usize>)? $game $(<$size>)? {
            /// Below what the [numbers](Move::number) of all moves lie.
            pub const MOVE_NUMBERS: u32 = $numbers;

            /// The legal move of this [number](Move::number).
            #[inline]
            pub const fn numbered(&self, number: u32) -> Move $(<$size>)? {
                Move(number as u8)
            }
        }

        impl $(<const $size: usize>)? Move $(<$size>)? {
            #[doc = concat!("The move's number: ", $of)]
            #[inline]
            pub const fn number(self) -> u32 {
                self.0 as u32
            }
        }
    };
}

/// The legal moves of a game that are a set of places.
macro_rules! moves_on_places {
    ($places:ty, $move_on:expr $(, $size:ident)?) => {
        /// The legal moves of a position.
        #[derive(Clone, Copy, Debug)]
        pub struct Moves $(<const $size: usize>)? ($places);

        impl $(<const $size: usize>)? Iterator for Moves $(<$size>)? {
            type Item = Move $(<$size>)?;

            #[inline]
            fn next(&mut self) -> Option<Self::Item> {
                self.0.next().map($move_on)
            }

            #[inline]
            fn nth(&mut self, index: usize) -> Option<Self::Item> {
                self.0.nth(index).map($move_on)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.0.size_hint()
            }

            #[inline]
            fn count(self) -> usize {
                self.0.count()
            }
        }
    };
}

/// The legal moves of a game that are places in several directions, in the field `steps`.
macro_rules! moves_of_steps {
    ($moves:ident $(<$size:ident>)?, $move:ty, |$of:ident, $step:pat_param| $move_of:expr) => {
        impl $(<const $size: usize>)? $moves $(<$size>)? {
            #[inline]
            fn pick(&self, choose: impl FnOnce(usize) -> usize) -> Option<$move> {
                let $step = self.steps.pick(choose)?;
                let $of = self;
                Some($move_of)
            }
        }

        impl $(<const $size: usize>)? Iterator for $moves $(<$size>)? {
            type Item = $move;

            #[inline]
            fn next(&mut self) -> Option<$move> {
                let $step = self.steps.next()?;
                let $of = self;
                Some($move_of)
            }

            #[inline]
            fn nth(&mut self, index: usize) -> Option<$move> {
                let $step = self.steps.nth(index)?;
                let $of = self;
                Some($move_of)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                self.steps.size_hint()
            }

            #[inline]
            fn count(self) -> usize {
                self.steps.count()
            }

            #[inline]
            fn fold<B, F: FnMut(B, $move) -> B>(self, first: B, mut function: F) -> B {
                let $of = self;
                self.steps.fold(first, |sum, $step| function(sum, $move_of))
            }
        }
    };
}

/// The moves of a position that are [of steps](moves_of_steps), counted and found by their indices.
macro_rules! counted_steps {
    () => {
        #[inline]
        fn move_count(&self) -> usize {
            self.moves().count()
        }

        #[inline]
        fn nth_move(&self, index: usize) -> Self::Move {
            self.moves().pick(|_| index).expect("a position has a move for each of its children")
        }

        #[inline]
        fn pick_move(&self, choose: impl FnOnce(usize) -> usize) -> Option<Self::Move> {
            self.moves().pick(|count| if count == 0 { 0 } else { choose(count) })
        }
    };
}

/// The moves of a game on *N* × *N* places: a place, or the one move besides, which comes last.
macro_rules! placing_moves {
    (
        $(#[$of_move:meta])* $game:ident, $(#[$of_place:meta])* $place:ident,
        $(#[$of_other:meta])* $visibility:vis $other:ident = $text:literal, $numbers:literal
    ) => {
        $(#[$of_move])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash)]
        pub struct Move<const N: usize>(u8);

        one_byte_moves!($game<N>, Move::<N>::$other.number() + 1, $numbers);

        /// The legal moves of a position.
        #[derive(Clone, Copy, Debug)]
        pub struct Moves<const N: usize> {
            places: crate::bits::WideBits,
            has_other: bool,
        }

        impl<const N: usize> Iterator for Moves<N> {
            type Item = Move<N>;

            #[inline]
            fn next(&mut self) -> Option<Move<N>> {
                match self.places.next() {
                    Some(place) => Some(Move(place)),
                    None => std::mem::take(&mut self.has_other).then_some(Move::$other),
                }
            }

            #[inline]
            fn nth(&mut self, index: usize) -> Option<Move<N>> {
                let places = self.places.size_hint().0;
                if index < places {
                    return self.places.nth(index).map(Move);
                }
                self.places.nth(index);
                (std::mem::take(&mut self.has_other) && index == places).then_some(Move::$other)
            }

            #[inline]
            fn size_hint(&self) -> (usize, Option<usize>) {
                let count = self.count();
                (count, Some(count))
            }

            #[inline]
            fn count(self) -> usize {
                self.places.count() + usize::from(self.has_other)
            }
        }

        impl<const N: usize> Move<N> {
            $(#[$of_other])*
            $visibility const $other: Move<N> = Move((N * N) as u8);

            $(#[$of_place])*
            #[inline]
            pub fn $place(self) -> Option<usize> {
                (self != Move::$other).then_some(usize::from(self.0))
            }
        }

        impl<const N: usize> crate::notation::Notation for Move<N> {
            fn write(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self.$place() {
                    Some(_) => crate::notation::Board::square(N).write_square(formatter, self.0),
                    None => formatter.write_str($text),
                }
            }

            fn read(reader: &mut crate::notation::Reader<'_>) -> Result<Move<N>, crate::NotationError> {
                if reader.take_rest($text) {
                    return Ok(Move::$other);
                }
                crate::notation::Board::square(N).read_square(reader).map(Move)
            }
        }

        written_as_read!(Move<N>);
    };
}

/// The texts of moves, as their [`Notation`](crate::notation::Notation) has them, for programmers too.
macro_rules! written_as_read {
    ($move:ident $(<$size:ident>)?) => {
        parsed_as_read!($move $(<$size>)?);

        impl $(<const $size: usize>)? std::fmt::Debug for $move $(<$size>)? {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                crate::notation::Notation::write(self, formatter)
            }
        }
    };
}

/// The texts of positions, as their [`Notation`](crate::notation::Notation) has them.
macro_rules! parsed_as_read {
    ($of:ident $(<$size:ident $(, $flag:ident)?>)?) => {
        impl $(<const $size: usize $(, const $flag: bool)?>)? std::fmt::Display for $of $(<$size $(, $flag)?>)? {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                crate::notation::Notation::write(self, formatter)
            }
        }

        impl $(<const $size: usize $(, const $flag: bool)?>)? std::str::FromStr for $of $(<$size $(, $flag)?>)? {
            type Err = crate::NotationError;

            fn from_str(text: &str) -> Result<Self, crate::NotationError> {
                crate::notation::Reader::read_all(text, crate::notation::Notation::read)
            }
        }
    };
}

/// The hash of moves that take more than their number to say: that of the number alone.
macro_rules! hashed_by_number {
    ($move:ident $(<$size:ident>)?) => {
        /// By the number alone.
        impl $(<const $size: usize>)? std::hash::Hash for $move $(<$size>)? {
            #[inline]
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                state.write_u32(self.number());
            }
        }
    };
}

/// What a position that says whose turn it is and has a key makes of both.
macro_rules! turn_and_fingerprint {
    () => {
        #[inline]
        fn to_move(&self) -> Side {
            self.to_move
        }

        #[inline]
        fn fingerprint(&self) -> Option<u64> {
            Some(self.key())
        }
    };
}

/// A game that is over as soon as it has an outcome, before anybody asks for moves.
macro_rules! over_by_outcome {
    () => {
        #[inline]
        fn is_terminal(&self) -> bool {
            self.outcome().is_some()
        }
    };
}

/// What a position says of its count of the plies without a capture.
macro_rules! quiet_plies {
    () => {
        /// The plies since the last capture; 0 where they are not [counted](Self::counts_plies).
        #[inline]
        pub const fn quiet_plies(&self) -> u8 {
            self.quiet.plies()
        }

        /// Whether plies without a capture are counted, so that the game ends.
        #[inline]
        pub const fn counts_plies(&self) -> bool {
            self.quiet.is_counted()
        }
    };
}

/// A plain evaluation: the outcome of a finished game, or else a value, of which so much is as good as a win.
macro_rules! plain_evaluation {
    ($evaluation:ident of $game:ident $(<$size:ident>)?, $value:expr, $(#[$about:meta])* win = $win:expr) => {
        impl $(<const $size: usize>)? bestply_core::Evaluator<$game $(<$size>)?> for $evaluation {
            #[inline]
            fn evaluate(&mut self, position: &$game $(<$size>)?) -> bestply_core::Value {
                position.outcome().map_or_else(|| $value(position), crate::Outcome::value)
            }

            $(#[$about])*
            #[inline]
            fn properties(&self) -> bestply_core::Properties {
                let win_value = std::num::NonZeroU32::new($win);
                bestply_core::Properties { win_value, ..bestply_core::Properties::default() }
            }
        }
    };
}

/// A move that `change` makes, and takes back, for the side to move.
macro_rules! made_by_change {
    () => {
        #[inline]
        fn make(&mut self, mv: Self::Move) {
            debug_assert!(self.moves().any(|legal| legal == mv), "{self} has no move {mv}");
            self.change(mv);
            self.to_move = self.to_move.other();
        }

        #[inline]
        fn unmake(&mut self, mv: Self::Move, (): ()) {
            self.to_move = self.to_move.other();
            self.change(mv);
        }
    };
}

/// A move taken back by the position before it.
macro_rules! restored {
    () => {
        #[inline]
        fn unmake(&mut self, _: Self::Move, before: Self) {
            *self = before;
        }
    };
}

/// The value of a finished game by its outcome.
macro_rules! value_of_outcome {
    () => {
        #[inline]
        fn finished_value(&self) -> Value {
            self.outcome().map_or(0, crate::Outcome::value)
        }
    };
}

/// The planes of a board of *N* × *N* squares by the sets of squares that `planes` gives, which may be mirrored.
macro_rules! seen_as_sets {
    (or mirrored) => {
        seen_as_sets!();

        fn mirrored(input: usize) -> usize {
            Wide::<N>::mirrored(input)
        }
    };
    () => {
        fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
            Wide::<N>::add_planes(&self.planes(viewer), inputs);
        }

        fn set_bits(&self, viewer: Side, words: &mut [u64]) {
            Wide::<N>::set_planes(&self.planes(viewer), words);
        }
    };
}

/// The planes of a board of 8 × 8 squares by the men that `seen_by` gives, the viewer's own first.
macro_rules! seen_as_men {
    () => {
        fn active(&self, viewer: Side, inputs: &mut Vec<u16>) {
            let [own, other] = self.seen_by(viewer);
            bestply_learning::add_squares(own, 0, inputs);
            bestply_learning::add_squares(other, 64, inputs);
        }

        #[inline]
        fn set_bits(&self, viewer: Side, words: &mut [u64]) {
            words.copy_from_slice(&self.seen_by(viewer));
        }
    };
}
