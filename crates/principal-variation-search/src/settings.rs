use std::num::NonZeroU32;

/// The variant of the engine's alpha-beta.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Settings {
    /// The bounds with which each iteration searches the root.
    pub window: Window,
}

/// The bounds with which an iteration searches the root. The value is the same with all of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Window {
    /// From minus to plus infinity.
    #[default]
    Open,
    /// As far as this on both sides of the value of the iteration before.
    ///
    /// Where the value lies outside, the iteration is repeated with that side open.
    Aspiration(NonZeroU32),
    /// Null windows, one after the other, until the bounds meet: MTD(f) (Plaat, Schaeffer, Pijls & de Bruin 1996).
    ///
    /// The first guess is the value of the iteration before.
    Null,
}
