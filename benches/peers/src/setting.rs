//! Settings of a peer that the program tries before it measures.

use std::fmt;

/// A peer's options: each with its name and what can be chosen. The first choice is where the trials begin.
pub(crate) type Options = &'static [(&'static str, &'static [&'static str])];

/// One choice of each option. It is written `name=choice,name=choice`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Setting {
    options: Options,
    chosen: Vec<usize>,
}

impl Setting {
    /// The first choice of each option.
    pub(crate) fn first(options: Options) -> Setting {
        Setting { options, chosen: vec![0; options.len()] }
    }

    /// Reads what `Display` writes. An option that is not named has its first choice.
    pub(crate) fn read(options: Options, text: &str) -> Result<Setting, String> {
        let mut setting = Setting::first(options);
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let unknown = || format!("unknown setting `{part}`");
            let (name, choice) = part.split_once('=').ok_or_else(unknown)?;
            let option = options.iter().position(|(known, _)| *known == name).ok_or_else(unknown)?;
            let place = options[option].1.iter().position(|known| *known == choice);
            setting.chosen[option] = place.ok_or_else(unknown)?;
        }
        Ok(setting)
    }

    /// What is chosen of the option of this name; nothing where there is no such option.
    pub(crate) fn get(&self, name: &str) -> &'static str {
        let mut options = self.options.iter().zip(&self.chosen);
        options.find(|((known, _), _)| *known == name).map_or("", |((_, choices), &chosen)| choices[chosen])
    }

    /// The settings that differ from this one in one option alone, option by option.
    pub(crate) fn neighbours(&self, option: usize) -> Vec<Setting> {
        let others = (0..self.options[option].1.len()).filter(|&choice| choice != self.chosen[option]);
        let with = |choice| {
            let mut chosen = self.chosen.clone();
            chosen[option] = choice;
            Setting { options: self.options, chosen }
        };
        others.map(with).collect()
    }

    /// The number of options.
    pub(crate) fn len(&self) -> usize {
        self.options.len()
    }
}

impl fmt::Display for Setting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, ((name, choices), &chosen)) in self.options.iter().zip(&self.chosen).enumerate() {
            let separator = if place == 0 { "" } else { "," };
            write!(formatter, "{separator}{name}={}", choices[chosen])?;
        }
        Ok(())
    }
}
