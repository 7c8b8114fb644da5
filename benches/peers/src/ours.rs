//! What bestply does in each row.

use bestply::games::Outcome;
use bestply::monte_carlo_tree_search;
use bestply::othello::{Othello, perft};
use bestply::principal_variation_search::{Guess, RootWindow, Settings};
use bestply::{Limit, MonteCarloTreeSearch, PrincipalVariationSearch, Searcher, evaluator_fn};

use crate::games::{Game, value_text};
use crate::measurement::{Bytes, Measurement, measured};
use crate::setting::{Options, Setting};

/// What is tried of principal-variation search. The first choices are its defaults, and what is selective stays off.
pub(crate) const TO_DEPTH: Options = &[
    ("table", &["default", "256KiB", "1024KiB", "4096KiB"]),
    (
        "window",
        &[
            "open",
            "aspiration-2",
            "aspiration-10",
            "null",
            "same-side+aspiration-2",
            "same-side+aspiration-10",
            "same-side+null",
        ],
    ),
    ("transposition-cuts", &["0", "3"]),
    ("value-order", &["0", "3"]),
];

/// The most plies of a playout: more than any game of the rows has.
pub(crate) const WHOLE_GAME: u32 = 1000;

/// Monte-Carlo tree search from the start, with random playouts to the end of the game.
pub(crate) fn simulations<P: Game>(count: u64) -> Measurement {
    let settings = monte_carlo_tree_search::Settings::default().with_playout_plies(WHOLE_GAME as usize);
    let mut evaluator = evaluator_fn(|position: &P| position.outcome().map_or(0, Outcome::value));
    let search = || {
        let mut searcher = MonteCarloTreeSearch::new(settings);
        let report = searcher.search(&mut P::start(), &mut evaluator, &Limit::new().evaluations(count));
        (searcher, report)
    };
    let ((_searcher, report), seconds, bytes) = measured(Bytes::Kept, search);
    let best = report.best_move.expect("a game is not over at its start");
    Measurement { seconds, bytes, count: report.counts.evaluations, value: best.to_string() }
}

/// Principal-variation search of each position to a depth, with a new searcher each time.
pub(crate) fn to_depth<P: Game>(positions: &[P], depth: u8, setting: &Setting) -> Measurement {
    let (settings, table) = settings(setting);
    let mut total = Measurement::default();
    let mut values = Vec::new();
    for position in positions {
        let search = || {
            let mut searcher = PrincipalVariationSearch::with_settings(settings, table);
            let mut evaluation = P::Evaluation::default();
            let limit = Limit::new().depth(usize::from(depth));
            let report = searcher.search(&mut position.clone(), &mut evaluation, &limit);
            (searcher, report)
        };
        let ((_searcher, report), seconds, bytes) = measured(Bytes::Kept, search);
        total.seconds += seconds;
        total.bytes = total.bytes.max(bytes);
        total.count += report.counts.evaluations;
        values.push(report.value.map_or_else(|| "-".to_owned(), value_text));
    }
    Measurement { value: values.join(" "), ..total }
}

/// The settings, and the bytes of the table where it is not as large as the search needs.
fn settings(setting: &Setting) -> (Settings, Option<usize>) {
    let number = |name: &str| setting.get(name).parse::<usize>().expect("the choices are numbers");
    let (guess, window) = match setting.get("window").split_once('+') {
        Some((_, window)) => (Guess::SameSide, window),
        None => (Guess::LastIteration, setting.get("window")),
    };
    let window = match window.split_once('-') {
        Some((_, size)) => RootWindow::Aspiration(size.parse().expect("the choices are numbers above 0")),
        None if window == "null" => RootWindow::Null,
        None => RootWindow::Open,
    };
    let settings = Settings::default().with_window(window).with_guess(guess);
    let settings = settings.with_transposition_cuts(number("transposition-cuts"));
    let settings = settings.and_then(|settings| settings.with_value_order(number("value-order")));
    let table = setting.get("table").strip_suffix("KiB");
    let bytes = table.map(|kibibytes| kibibytes.parse::<usize>().expect("the choices are numbers of KiB") << 10);
    (settings.expect("the choices are valid"), bytes)
}

/// The positions of Othello so many plies below the start.
pub(crate) fn othello_perft(depth: u8) -> Measurement {
    let (count, seconds, bytes) = measured(Bytes::Kept, || perft(&Othello::start(), usize::from(depth)));
    Measurement { seconds, bytes, count, value: "-".to_owned() }
}
