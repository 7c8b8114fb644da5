/// A number below every score.
pub(super) const NO_SCORE: i32 = -65;

/// The scores that a search distinguishes, for the side to move: those strictly between `alpha` and `beta`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    pub(super) const ALL: Window = Window { alpha: NO_SCORE, beta: -NO_SCORE };

    #[inline]
    pub(super) fn contains(self, score: i32) -> bool {
        self.alpha < score && score < self.beta
    }

    /// The scores from `least` to `most`.
    pub(super) fn of(least: i32, most: i32) -> Window {
        Window { alpha: (least - 1).max(NO_SCORE), beta: (most + 1).min(-NO_SCORE) }
    }

    /// The part of the window above `best`, a score already found.
    #[inline]
    pub(super) fn above(self, best: i32) -> Window {
        Window { alpha: self.alpha.max(best), ..self }
    }

    /// The null window, which asks only whether the score is more than `alpha`.
    #[inline]
    pub(super) fn null(self) -> Window {
        Window { beta: self.alpha + 1, ..self }
    }

    /// The same window as the other side sees it.
    #[inline]
    pub(super) fn other_side(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}
