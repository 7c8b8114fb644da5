use std::ops::RangeInclusive;

use bestply_core::ranges::{InvalidSetting, check};

use crate::Addition;

/// How a solver goes to the most-proving node, and what it remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// Proof-number search in a tree, all of which it remembers (Allis, van der Meulen & van den Herik 1994).
    Pn,
    /// The same where each leaf is searched by a tree of its own, which is forgotten but for the leaf's children
    /// (PN²; Allis 1994).
    PnSquared,
    /// Depth-first, with a table and a threshold for each number, of which one is to be reached (Nagai 2002).
    #[default]
    DfPn,
    /// Depth-first, with a table and a threshold for each number, of which both are to be reached (PDS; Nagai 1998).
    Pds,
}

impl Method {
    /// All of them.
    pub const ALL: [Method; 4] = [Method::Pn, Method::PnSquared, Method::DfPn, Method::Pds];

    /// The name in commands and data.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Pn => "pn",
            Method::PnSquared => "pn2",
            Method::DfPn => "df-pn",
            Method::Pds => "pds",
        }
    }
}

/// The settings of a [`Solver`](crate::Solver).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The method.
    pub method: Method,
    /// How the numbers of siblings add up.
    pub addition: Addition,
    epsilon: f64,
}

/// The default method, df-pn, with an ε of a quarter.
impl Default for Settings {
    fn default() -> Settings {
        Settings { method: Method::default(), addition: Addition::default(), epsilon: 0.25 }
    }
}

impl Settings {
    /// The valid values of ε.
    pub const EPSILON: RangeInclusive<f64> = 0.0..=100.0;

    /// The settings of this method.
    ///
    /// ```
    /// use bestply_proof_number::{Method, Settings};
    ///
    /// assert_eq!(Settings::of(Method::Pds).method, Method::Pds);
    /// ```
    pub fn of(method: Method) -> Settings {
        Settings { method, ..Settings::default() }
    }

    /// The same settings where the numbers of siblings add up like this.
    #[must_use]
    pub fn with_addition(self, addition: Addition) -> Settings {
        Settings { addition, ..self }
    }

    /// The same settings with another ε: df-pn leaves the best child when its number is 1 + ε times the second
    /// best's.
    ///
    /// With 0, df-pn expands the leaves that PN does. With more, it turns less often from one child to another.
    ///
    /// # Errors
    ///
    /// If it is outside [`EPSILON`](Settings::EPSILON).
    ///
    /// ```
    /// use bestply_proof_number::Settings;
    ///
    /// assert_eq!(Settings::default().with_epsilon(0.5)?.epsilon(), 0.5);
    /// assert!(Settings::default().with_epsilon(-1.0).is_err());
    /// # Ok::<(), bestply_proof_number::InvalidSetting>(())
    /// ```
    pub fn with_epsilon(self, epsilon: f64) -> Result<Settings, InvalidSetting> {
        check("an epsilon", epsilon, &Settings::EPSILON)?;
        Ok(Settings { epsilon, ..self })
    }

    /// ε.
    pub fn epsilon(&self) -> f64 {
        self.epsilon
    }
}
