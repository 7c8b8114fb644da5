//! The connections: how many there are, and how long each may last.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use bestply_catalogue::Catalogue;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{Notify, Semaphore};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use crate::Options;
use crate::playground::Playground;
use crate::seats::{Seat, Seats};

/// The most connections at once. One more takes the place of the oldest that waits for its client.
const CONNECTIONS: usize = 256;

/// The most bytes of a request's head.
const LONGEST_HEAD: usize = 16 << 10;

/// The most headers of a request.
const MOST_HEADERS: usize = 64;

/// The threads that read games and search, besides those of running searches.
const READERS: usize = 4;

/// How long a connection may ask for more. A browser opens another then.
const LONGEST_CONNECTION: Duration = Duration::from_secs(600);

/// How long to wait where the system has no connection to give, for instance because too many files are open.
const BREATH: Duration = Duration::from_millis(50);

/// How long the end waits for searches that look at their clocks seldom.
const LAST_WAIT: Duration = Duration::from_secs(2);

/// Why the playground cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// Another program has the port.
    #[error("port {0} is taken by another program: choose one with --port, or let the system choose with --port 0")]
    Taken(u16),
    /// The port cannot be had for another reason.
    #[error("port {port} cannot be used: {reason}")]
    Port {
        /// The port.
        port: u16,
        /// The reason.
        reason: io::Error,
    },
    /// The system has no means to serve.
    #[error("nothing can be served: {0}")]
    System(io::Error),
}

/// A playground that is ready to be served to this machine.
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    playground: Arc<Playground>,
    stop: Stopper,
}

/// Stops a [`Server`], from any thread.
#[derive(Clone, Default)]
pub struct Stopper(Arc<Notify>);

impl Stopper {
    /// Asks the server to stop: it ends all searches and connections.
    pub fn stop(&self) {
        self.0.notify_one();
    }
}

impl Server {
    /// Takes the port, on the loopback interface alone.
    ///
    /// # Errors
    ///
    /// If the port cannot be had.
    pub fn bind(catalogue: Catalogue, options: Options) -> Result<Server, ServeError> {
        let threads = READERS + options.searches;
        let runtime = Builder::new_current_thread().enable_all().max_blocking_threads(threads).build();
        let runtime = runtime.map_err(ServeError::System)?;
        let port = options.port;
        let listener = runtime.block_on(TcpListener::bind((Ipv4Addr::LOCALHOST, port)));
        let listener = listener.map_err(|reason| match reason.kind() {
            io::ErrorKind::AddrInUse => ServeError::Taken(port),
            _ => ServeError::Port { port, reason },
        })?;
        let address = listener.local_addr().map_err(ServeError::System)?;
        let playground = Arc::new(Playground::new(catalogue, address.port(), options));
        Ok(Server { runtime, listener, address, playground, stop: Stopper::default() })
    }

    /// The address that is served: its port is the one given, or the one that the system chose.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What stops the server.
    pub fn stopper(&self) -> Stopper {
        self.stop.clone()
    }

    /// Serves until it is stopped.
    pub fn run(self) {
        let Server { runtime, listener, playground, stop, .. } = self;
        runtime.block_on(async {
            let mut connections = JoinSet::new();
            tokio::select! {
                () = accept(&listener, &playground, &mut connections) => {}
                () = stop.0.notified() => {}
            }
            // Whoever waits for a search goes away, which stops the search.
            connections.shutdown().await;
        });
        runtime.shutdown_timeout(LAST_WAIT);
    }
}

async fn accept(listener: &TcpListener, playground: &Arc<Playground>, connections: &mut JoinSet<()>) {
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    let seats = Arc::new(Seats::default());
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            seats.free_one();
            sleep(BREATH).await;
            continue;
        };
        if places.available_permits() == 0 {
            seats.free_one();
        }
        let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
        let (playground, seats) = (Arc::clone(playground), Arc::clone(&seats));
        let seat = seats.take();
        connections.spawn(async move {
            tokio::select! {
                () = converse(stream, playground, seat.clone()) => {}
                () = seat.lost() => {}
            }
            seats.leave(&seat);
            drop(place);
        });
        while connections.try_join_next().is_some() {}
    }
}

/// Answers the requests of a connection. Whatever is wrong with it ends it.
async fn converse(stream: TcpStream, playground: Arc<Playground>, seat: Seat) {
    let options = playground.options();
    let (patience, longest_answer) = (options.patience, options.longest_search + 2 * options.patience);
    // An answer of a few bytes goes at once.
    stream.set_nodelay(true).ok();
    let service = service_fn(|request| Arc::clone(&playground).answer(request, seat.clone()));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(patience)
        .max_buf_size(LONGEST_HEAD)
        .max_headers(MOST_HEADERS)
        .serve_connection(TokioIo::new(stream), service);
    let mut connection = pin!(connection);
    if timeout(LONGEST_CONNECTION, connection.as_mut()).await.is_err() {
        connection.as_mut().graceful_shutdown();
        timeout(longest_answer, connection).await.ok();
    }
}
