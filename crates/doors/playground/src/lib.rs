//! A page to play against bestply's searchers, and to watch them search. It is served to this machine alone.
//!
//! A [`Server`] serves a catalogue: its games, a user's own included, its searchers, and their settings as forms.
//! The page is a part of the program and asks for nothing from elsewhere.
//!
//! ```no_run
//! use bestply_catalogue::Catalogue;
//! use bestply_playground::{Options, Server};
//!
//! let server = Server::bind(Catalogue::standard(), Options::default())?;
//! println!("http://{}/", server.address());
//! server.run();
//! # Ok::<(), bestply_playground::ServeError>(())
//! ```
//!
//! **The key decision** is that the server remembers nothing but the searches under way.
//! Each request has the whole game ([`Sheet`]): its name, its settings, its start and its moves.
//! So a page that is closed leaves nothing behind, an address restores everything, a restarted server goes on,
//! and the same question gets the same answer however it came about.
//!
//! The price is that a searcher begins each move without the tree of the move before.
//! A session for each page would keep that tree, at up to [`Options::most_bytes`] for each page that anybody opened,
//! and its owner would have to be told from others.
//! What it would save is small: of a tree that is kept, only what lies below two moves played is of use.
//! Matches, where that matters, are played by `experiments`.
//!
//! # What is refused
//!
//! - Connections from other machines: the server listens on the loopback interface alone.
//! - Requests whose `Host` is neither this machine nor a proxy that it was told of ([`Options::hosts`]), and those that
//!   come from another page's script.
//! - Anything that names a file or a program: neither weights nor foreign engines and evaluations can be chosen.
//! - Requests, games and texts that are too long; trees and tables that are too large; searches beyond a queue's end.
//! - Connections that send or take nothing for too long ([`Options::patience`]).
//!
//! Connections take turns: each has one request answered at a time, and the next only when it takes what is answered.
//! For searches the one goes first whose last search began longest ago.
//!
//! Every search has a limit on its time and its bytes.
//! It ends when whoever asked for it goes away.
//! A fault in the code of a game or a searcher fails one request.

mod about;
mod address;
mod answer;
mod assets;
mod book;
mod export;
mod guard;
mod lesson;
mod levels;
mod playground;
mod search;
mod seats;
mod server;
mod sheet;
mod turns;
mod values;
mod wide;

use std::time::Duration;

pub use address::AddressError;
use bestply_engine::Thinker;

pub use bestply_engine::Start;
pub use export::{Export, ExportError, PageFile};
pub use levels::{LEVELS, Level};
pub use server::{ServeError, Server, Stopper};
pub use sheet::{Sheet, SheetError};

/// How a playground is served.
#[derive(Clone, Debug)]
pub struct Options {
    /// The port; with 0 the system chooses one.
    pub port: u16,
    /// Names under which proxies ask, besides those of this machine for itself: `hub.example`.
    pub hosts: Vec<String>,
    /// The most searches at once. A few more wait for their turn.
    pub searches: usize,
    /// The longest time of a search.
    pub longest_search: Duration,
    /// The most bytes of a search's tree, and of its table.
    pub most_bytes: usize,
    /// How long a connection may take to send a request, or to take the end of an answer.
    pub patience: Duration,
}

impl Options {
    /// The port that is served where none is chosen.
    pub const DEFAULT_PORT: u16 = 7878;
    /// The most searches at once that can be chosen.
    pub const MOST_SEARCHES: usize = 64;
    /// The fewest bytes that a search can be given.
    pub const LEAST_BYTES: usize = Thinker::LEAST_BYTES;
    /// The most threads of a search.
    pub const MOST_THREADS: usize = 16;
}

impl Default for Options {
    /// Two searches at once, as a comparison needs, of a minute and a quarter of a gibibyte at most.
    fn default() -> Options {
        Options {
            port: Options::DEFAULT_PORT,
            hosts: Vec::new(),
            searches: 2,
            longest_search: Duration::from_secs(60),
            most_bytes: Thinker::DEFAULT_BYTES,
            patience: Duration::from_secs(10),
        }
    }
}
