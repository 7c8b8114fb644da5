//! What a request is answered with.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use hyper::body::{Body, Bytes, Frame, SizeHint};
use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue, RETRY_AFTER};
use hyper::{Response, StatusCode};
use serde::Serialize;
use tokio::sync::mpsc::Receiver;

use crate::assets::Asset;
use crate::seats::Answering;

/// What every answer says: nothing from elsewhere, and nothing for pages from elsewhere.
const HEADERS: &[(&str, &str)] = &[
    ("cache-control", "no-store"),
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("referrer-policy", "no-referrer"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
];

const JSON: &str = "application/json";
/// A line of JSON after the other.
const LINES: &str = "application/x-ndjson";

/// Seconds after which a refused search may be asked for again.
const RETRY: HeaderValue = HeaderValue::from_static("1");

/// The body of an answer: all at once, or line by line as a search goes on.
pub(crate) enum Content {
    Whole(Option<Bytes>),
    Lines(Lines),
}

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

impl Body for Content {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let next = match self.get_mut() {
            Content::Whole(bytes) => Poll::Ready(bytes.take()),
            Content::Lines(lines) => lines.lines.poll_recv(context),
        };
        next.map(|bytes| bytes.map(|bytes| Ok(Frame::data(bytes))))
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Content::Whole(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, Bytes::len) as u64),
            Content::Lines(_) => SizeHint::default(),
        }
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

    pub(crate) fn response(&self) -> Response<Content> {
        let mut response = json(self.status, &serde_json::json!({ "error": self.reason }));
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, RETRY);
        }
        response
    }
}

/// An answer in JSON.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Response<Content> {
    let text = serde_json::to_vec(value).expect("an answer is representable as JSON");
    response(status, JSON, Content::Whole(Some(text.into())))
}

/// A file of the page.
pub(crate) fn file(asset: Asset) -> Response<Content> {
    response(StatusCode::OK, asset.media_type, Content::Whole(Some(Bytes::from_static(asset.text.as_bytes()))))
}

/// The lines of a search.
pub(crate) fn lines(lines: Lines) -> Response<Content> {
    response(StatusCode::OK, LINES, Content::Lines(lines))
}

/// The lines of a search that has ended.
pub(crate) fn all_lines(lines: Bytes) -> Response<Content> {
    response(StatusCode::OK, LINES, Content::Whole(Some(lines)))
}

fn response(status: StatusCode, media_type: &'static str, content: Content) -> Response<Content> {
    let mut response = Response::new(content);
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    for (name, value) in HEADERS {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
