use bestply::principal_variation_search::RootWindow;
use bestply_any_game::AnySearcher;

use super::engine;
use crate::searcher::SearcherEntry;

pub(super) const NAME: &str = "mtd-f";

/// MTD(f), which is the engine's alpha-beta driven by null windows, and the same with windows that are not guessed.
pub(super) fn entries() -> [SearcherEntry<AnySearcher>; 4] {
    [
        engine::by_null_windows(NAME)
            .sentence("Alpha-beta that guesses the value and asks whether it is more or less."),
        engine::with_window("sss-star", RootWindow::SssStar)
            .sentence("Alpha-beta that asks first for a win, and then for less and less: SSS* with a table."),
        engine::with_window("dual-star", RootWindow::DualStar)
            .sentence("Alpha-beta that fears first a loss, and then asks for more and more: DUAL* with a table."),
        engine::with_window("full-window-alpha-beta", RootWindow::Full)
            .sentence("Alpha-beta as engines had it before, which asks for the value of every move."),
    ]
}
