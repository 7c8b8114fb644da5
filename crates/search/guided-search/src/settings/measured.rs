//! What a search can measure of its evaluation, in place of a constant.

/// What the value that counts as 1 in scores and priors is a part of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unit {
    /// What a win is worth to the evaluation ([`Settings::scale`](crate::Settings::scale)).
    #[default]
    Win,
    /// The evaluation's [noise](crate::Noise), as the search meets it (`docs/meaning.md`, 19.9).
    Noise,
}

/// What is taken from the values of new leaves for the side that moved there, before the other side answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tempo {
    /// Nothing.
    #[default]
    Ignored,
    /// Half of the evaluation's [tempo](bestply_core::LeafValues), as the search meets it (`docs/meaning.md`, 19.10).
    Measured,
}
