//! The requests: what is asked at which path.

use std::convert::Infallible;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use bestply_catalogue::Catalogue;
use http_body_util::{BodyExt, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::{Method, Request, Response, StatusCode};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::about::about;
use crate::answer::{self, Content, Lines, Refusal};
use crate::assets::asset;
use crate::lesson::LessonRequest;
use crate::search::{SearchRequest, Teller, line};
use crate::seats::Seat;
use crate::sheet::SetUp;
use crate::turns::{Turn, Turns};
use crate::values::ValuesRequest;
use crate::{Options, Sheet, book, guard};

/// The most bytes of a request's body: a game of the most moves fits.
const LONGEST_BODY: usize = 256 << 10;

/// The lines of a search that wait to be sent.
const LINES: usize = 4;

/// A catalogue, and the searches that are under way in it.
pub(crate) struct Playground {
    catalogue: Catalogue,
    options: Options,
    /// What can be chosen, in JSON: the same whoever asks.
    about: OnceLock<Bytes>,
    turns: Arc<Turns>,
}

/// A game that is opened: as the page keeps it, by an address, or from a saved game.
#[derive(Deserialize)]
#[serde(untagged, deny_unknown_fields)]
enum Opened {
    Sheet(Sheet),
    Address {
        address: String,
    },
    Record {
        record: String,
        /// The game that a list of moves is of.
        within: Option<Sheet>,
    },
    SetUp(SetUp),
}

type Answer = Result<Response<Content>, Refusal>;

impl Playground {
    pub(crate) fn new(catalogue: Catalogue, options: Options) -> Playground {
        let turns = Turns::new(options.searches);
        Playground { catalogue, options, about: OnceLock::new(), turns }
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    /// Answers a request, whatever it is.
    pub(crate) async fn answer(
        self: Arc<Playground>,
        request: Request<Incoming>,
        seat: Seat,
    ) -> Result<Response<Content>, Infallible> {
        Ok(self.route(request, seat).await.unwrap_or_else(|refusal| refusal.response()))
    }

    async fn route(self: Arc<Playground>, request: Request<Incoming>, seat: Seat) -> Answer {
        let (head, body) = request.into_parts();
        guard::check(&head.method, &head.headers, &self.options.hosts)?;
        let path = head.uri.path();
        if let Some(file) = file(path) {
            return match head.method {
                Method::GET | Method::HEAD => Ok(file),
                _ => Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "this is only read")),
            };
        }
        match (head.method, path) {
            (Method::GET, "/api/catalogue") => {
                let made = || answer::json_bytes(&about(&self.catalogue, &self.options, None));
                Ok(answer::file("catalogue.json", self.about.get_or_init(made).clone()))
            }
            (Method::POST, "/api/game") => self.game(body, seat).await,
            (Method::POST, "/api/values") => self.values(body, seat).await,
            (Method::POST, "/api/search") => self.search(body, seat, false).await,
            (Method::POST, "/api/growth") => self.search(body, seat, true).await,
            (Method::POST, "/api/lesson") => self.lesson(body, seat).await,
            (_, "/api/catalogue" | "/api/game" | "/api/values" | "/api/search" | "/api/growth" | "/api/lesson") => {
                Err(Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "the page asks for this otherwise"))
            }
            _ => Err(Refusal::new(StatusCode::NOT_FOUND, "there is nothing here")),
        }
    }

    /// What is to be seen of a game.
    async fn game(self: Arc<Playground>, body: Incoming, seat: Seat) -> Answer {
        let opened = self.read(body).await?;
        let _answering = seat.answering();
        let view = contained(move || {
            let sheet = match opened {
                Opened::Sheet(sheet) => sheet,
                Opened::Address { address } => Sheet::of_address(&address)?,
                Opened::Record { record, within } => Sheet::of_text(&self.catalogue, &record, within.as_ref())?,
                Opened::SetUp(set_up) => set_up.sheet(&self.catalogue)?,
            };
            Ok(sheet.view(&self.catalogue)?)
        })
        .await?;
        Ok(answer::json(StatusCode::OK, &view))
    }

    /// What values in the tree of a search are worth.
    async fn values(self: Arc<Playground>, body: Incoming, seat: Seat) -> Answer {
        let values: ValuesRequest = self.read(body).await?;
        let _answering = seat.answering();
        let worths = contained(move || values.worths(&self.catalogue, &self.options)).await?;
        Ok(answer::json(StatusCode::OK, &worths))
    }

    /// Starts a search, and answers line by line while it goes on; at last with its whole tree, if it `grows` one.
    async fn search(self: Arc<Playground>, body: Incoming, seat: Seat, grows: bool) -> Answer {
        let search: SearchRequest = self.read(body).await?;
        let answering = seat.answering();
        let playground = Arc::clone(&self);
        let prepared = contained(move || search.prepare(&playground.catalogue, &playground.options)).await?;
        let prepared = if grows { prepared.growing() } else { prepared };
        let turn = self.turn(&seat).await?;
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel(LINES);
        let lines = Lines { lines: receiver, stop: Arc::clone(&stop), _answering: answering };
        let teller = Teller { lines: sender, patience: self.options.patience };
        let longest = self.options.longest_search;
        tokio::spawn(async move {
            let told = teller.clone();
            let searched = spawn_blocking(move || prepared.run(&self.catalogue, stop, &told)).await;
            // A tree takes up memory until it is sent, so there are no more of them than searches.
            let turn = Some(turn).filter(|_| grows);
            let broken = |_| vec![line("error", "the search broke down: its code has a fault")];
            timeout(longest, teller.end(searched.unwrap_or_else(broken))).await.ok();
            drop(turn);
        });
        Ok(answer::lines(lines))
    }

    /// Searches the tree of a lesson, which is so small that it is answered at once.
    async fn lesson(self: Arc<Playground>, body: Incoming, seat: Seat) -> Answer {
        let lesson: LessonRequest = self.read(body).await?;
        let _answering = seat.answering();
        let turn = self.turn(&seat).await?;
        let lines = contained(move || {
            let _turn = turn;
            lesson.run(&self.catalogue, &self.options)
        });
        Ok(answer::file("lesson.ndjson", lines.await?.concat()))
    }

    /// Waits until a search may begin, if not too many wait already.
    async fn turn(&self, seat: &Seat) -> Result<Turn, Refusal> {
        let full = || Refusal::new(StatusCode::SERVICE_UNAVAILABLE, "too many searches wait already: try again");
        self.turns.take(seat).await.ok_or_else(full)
    }

    /// Reads the body of a request as JSON.
    async fn read<T: DeserializeOwned>(&self, body: Incoming) -> Result<T, Refusal> {
        let collected = timeout(self.options.patience, Limited::new(body, LONGEST_BODY).collect()).await;
        let collected =
            collected.map_err(|_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request took too long"))?;
        let too_long =
            |_| Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, format!("a request has at most {LONGEST_BODY} bytes"));
        let bytes = collected.map_err(too_long)?.to_bytes();
        serde_json::from_slice(&bytes).map_err(|error| Refusal::bad(format!("the request is not understood: {error}")))
    }
}

/// A file of the page or of the book, or the way to the page of the book that is meant.
fn file(path: &str) -> Option<Response<Content>> {
    let page = match path.strip_prefix("/book") {
        None => return asset(path).map(|text| answer::file(path, text)),
        Some("" | "/") => return Some(answer::elsewhere(path, &format!("book/{}", book::FIRST))),
        Some(in_book) => in_book.strip_prefix('/')?,
    };
    let found = book::file(page).map(|bytes| answer::file(path, bytes));
    found.or_else(|| Some(answer::elsewhere(path, &format!("book/{}", book::meant(page)?))))
}

/// Runs the code of a game apart from the connections. A panic there is this request's alone.
async fn contained<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let broken = |_| Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "the game broke down: its program has a fault");
    spawn_blocking(work).await.map_err(broken)?
}
