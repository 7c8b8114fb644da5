//! Settings of who takes part, and the trials by which the program finds the fastest of them.

use std::fmt;

use crate::failure::Failure;

/// Somebody's options: each with its name and what can be chosen.
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

    /// Every choice of each option with every choice of all others.
    fn all(options: Options) -> Vec<Setting> {
        let chosen = options.iter().fold(vec![Vec::new()], |begun, (_, choices)| {
            let with = |chosen: &Vec<usize>, choice| chosen.iter().copied().chain([choice]).collect::<Vec<usize>>();
            begun.iter().flat_map(|chosen| (0..choices.len()).map(move |choice| with(chosen, choice))).collect()
        });
        chosen.into_iter().map(|chosen| Setting { options, chosen }).collect()
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

    /// Whether there is nothing to choose.
    pub(crate) fn is_empty(&self) -> bool {
        self.options.is_empty()
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

/// How many settings are still tried, and how often each has been then. The median of the last counts.
const STAGES: [(usize, usize); 3] = [(usize::MAX, 1), (24, 3), (6, 7)];

/// Every how many settings one is tried where all is to take seconds.
const QUICK_STRIDE: usize = 17;

/// The fastest of all settings: all are tried once, the fastest of them again, and the fastest of these again.
///
/// `seconds` is `None` where a setting does not find the right value. The result is `None` if none finds it.
pub(crate) fn fastest(
    options: Options,
    is_quick: bool,
    seconds: impl Fn(&Setting) -> Result<Option<f64>, Failure>,
) -> Result<Option<Setting>, Failure> {
    let (stride, stages) = if is_quick { (QUICK_STRIDE, &STAGES[..1]) } else { (1, &STAGES[..]) };
    let mut left: Vec<(Setting, Vec<f64>)> =
        Setting::all(options).into_iter().step_by(stride).map(|setting| (setting, Vec::new())).collect();
    for &(most, times) in stages {
        left.truncate(most);
        let mut right = Vec::new();
        'settings: for (setting, mut taken) in left {
            while taken.len() < times {
                match seconds(&setting)? {
                    Some(seconds) => taken.push(seconds),
                    None => continue 'settings,
                }
            }
            taken.sort_by(f64::total_cmp);
            right.push((setting, taken));
        }
        right.sort_by(|(_, a), (_, b)| a[times / 2].total_cmp(&b[times / 2]));
        left = right;
    }
    Ok(left.into_iter().next().map(|(setting, _)| setting))
}
