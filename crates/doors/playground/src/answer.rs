//! What a request is answered with.

use std::convert::Infallible;
use std::error::Error;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use http_body_util::combinators::BoxBody;
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Frame};
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue, LOCATION, RETRY_AFTER};
use hyper::{Response, StatusCode};
use serde::Serialize;
use tokio::sync::mpsc::Receiver;

use crate::seats::Answering;

/// What every answer says: nothing from elsewhere, and nothing for pages from elsewhere.
const HEADERS: &[(&str, &str)] = &[
    ("cache-control", "no-store"),
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
];

const JSON: &str = "application/json";
const TEXT: &str = "text/plain; charset=utf-8";
/// A line of JSON after the other.
const LINES: &str = "application/x-ndjson";

/// Seconds after which a refused search may be asked for again.
const RETRY: HeaderValue = HeaderValue::from_static("1");

/// The body of an answer: all at once, or line by line as a search goes on.
pub(crate) type Content = BoxBody<Bytes, Infallible>;

/// The lines of a search that is under way. Whoever drops them stops the search.
pub(crate) struct Lines {
    pub(crate) lines: Receiver<Bytes>,
    pub(crate) stop: Arc<AtomicBool>,
    /// The connection keeps its place as long as it is sent lines.
    pub(crate) _answering: Answering,
}

impl Drop for Lines {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Body for Lines {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.lines.poll_recv(context).map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }
}

/// Why a request is not answered as it was meant: one line for people.
#[derive(Clone, Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    reason: String,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, reason: impl Into<String>) -> Refusal {
        Refusal { status, reason: reason.into() }
    }

    /// What was asked for cannot be had: the reason says what would be right.
    pub(crate) fn bad(reason: impl ToString) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, reason.to_string())
    }

    /// Refuses what was asked for unless this holds.
    pub(crate) fn unless(holds: bool, reason: impl ToString) -> Result<(), Refusal> {
        if holds { Ok(()) } else { Err(Refusal::bad(reason)) }
    }

    /// The reason, in one line.
    pub(crate) fn reason(&self) -> &str {
        &self.reason
    }

    pub(crate) fn response(&self) -> Response<Content> {
        let mut response = json(self.status, &serde_json::json!({ "error": self.reason }));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, RETRY);
        }
        response
    }
}

/// Whatever is wrong with what a request says is one line already.
impl<E: Error> From<E> for Refusal {
    fn from(error: E) -> Refusal {
        Refusal::bad(error)
    }
}

/// An answer in JSON.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Response<Content> {
    response(status, JSON, Full::from(json_bytes(value)))
}

/// A value in JSON.
pub(crate) fn json_bytes(value: &impl Serialize) -> Bytes {
    serde_json::to_vec(value).expect("an answer is representable as JSON").into()
}

/// A file of this name, which is the same for everybody; a page where the name has no ending.
pub(crate) fn file(name: &str, content: impl Into<Bytes>) -> Response<Content> {
    let media_type = match name.rsplit_once('.').map_or("html", |(_, ending)| ending) {
        "css" => "text/css; charset=utf-8",
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" => JSON,
        "ndjson" => LINES,
        "png" => "image/png",
        "svg" => "image/svg+xml",
        _ => TEXT,
    };
    response(StatusCode::OK, media_type, Full::from(content.into()))
}

/// The way from a path of this server to another. It is relative: a proxy may have all of them below a path of its own.
pub(crate) fn elsewhere(from: &str, to: &str) -> Response<Content> {
    let mut response = response(StatusCode::PERMANENT_REDIRECT, TEXT, Full::default());
    let up = from.matches('/').count().saturating_sub(1);
    let path = HeaderValue::from_str(&("../".repeat(up) + to)).expect("the paths of files are plain");
    response.headers_mut().insert(LOCATION, path);
    response
}

/// The lines of a search.
pub(crate) fn lines(lines: Lines) -> Response<Content> {
    response(StatusCode::OK, LINES, lines)
}

fn response(
    status: StatusCode,
    media_type: &'static str,
    content: impl Body<Data = Bytes, Error = Infallible> + Send + Sync + 'static,
) -> Response<Content> {
    let mut response = Response::new(content.boxed());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
