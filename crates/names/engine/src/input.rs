//! Lines from a client, read while the engine thinks.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::task::Poll;
use std::time::Instant;

use bestply_catalogue::space::start_thread;
use bestply_catalogue::texts;

/// The most bytes of a line. The rest of a longer one is dropped.
const LONGEST: usize = 64 << 10;

/// The most lines that wait. A client that sends more waits itself.
const MOST_WAITING: usize = 64;

/// A line of a client.
#[derive(Debug)]
pub struct ClientLine {
    /// The text, without its end and without what [says nothing](texts::line); `None` if it had more than 64 KiB.
    pub text: Option<String>,
    /// When it came.
    pub arrived: Instant,
    is_urgent: bool,
}

/// The lines of a client, read by a thread of their own.
///
/// At most 64 of them wait; a client that sends more waits itself.
#[derive(Debug)]
pub struct Input {
    lines: Receiver<ClientLine>,
    signals: Arc<Signals>,
}

/// What the threads that read and that watch the client tell a search.
#[derive(Debug, Default)]
struct Signals {
    /// Raised where nobody takes answers any more.
    is_gone: AtomicBool,
    /// Raised by an urgent line. It ends a search for a move.
    stop_thinking: Arc<AtomicBool>,
    /// Raised by any line, and by the end of the input. It ends a search on the opponent's time.
    stop_pondering: Arc<AtomicBool>,
    urgent: AtomicUsize,
    waiting: AtomicUsize,
}

impl Input {
    /// Begins to read. `is_urgent` says which lines end a search for a move.
    pub(crate) fn read<R: Read + Send + 'static>(input: R, is_urgent: fn(&str) -> bool) -> io::Result<Input> {
        let (sender, lines) = sync_channel(MOST_WAITING);
        let signals = Arc::new(Signals::default());
        let told = Arc::clone(&signals);
        // The thread ends with the input, or with the program.
        start_thread(move || told.send_all(BufReader::new(input), is_urgent, &sender))?;
        Ok(Input { lines, signals })
    }

    /// Ends whatever is searched when `gone` returns, which it does where nobody takes answers any more.
    pub(crate) fn watch(&self, gone: impl FnOnce() + Send + 'static) -> io::Result<()> {
        let told = Arc::clone(&self.signals);
        // The thread ends with the client, or with the program.
        start_thread(move || {
            gone();
            told.is_gone.store(true, Ordering::SeqCst);
            told.stop_thinking.store(true, Ordering::SeqCst);
            told.stop_pondering.store(true, Ordering::SeqCst);
        })
    }

    /// Whether nobody takes answers any more.
    pub fn is_gone(&self) -> bool {
        self.signals.is_gone.load(Ordering::SeqCst)
    }

    /// Waits for the next line; `None` at the end of the input.
    #[allow(clippy::should_implement_trait, reason = "whoever asks for the next line waits for it")]
    pub fn next(&mut self) -> Option<ClientLine> {
        let line = self.lines.recv().ok()?;
        self.signals.waiting.fetch_sub(1, Ordering::SeqCst);
        self.signals.urgent.fetch_sub(usize::from(line.is_urgent), Ordering::SeqCst);
        Some(line)
    }

    /// The next line if one waits, or the end of the input if that has come; else nothing.
    pub fn poll(&mut self) -> Poll<Option<ClientLine>> {
        // A line that is counted and not there yet comes at once.
        if self.signals.waiting.load(Ordering::SeqCst) == 0 { Poll::Pending } else { Poll::Ready(self.next()) }
    }

    /// The flag that ends a search for a move. It is raised if an [urgent](crate::Speaker::is_urgent) line waits,
    /// or nobody takes the answer any more.
    pub fn while_thinking(&self) -> Arc<AtomicBool> {
        self.lowered_unless(&self.signals.stop_thinking, &self.signals.urgent)
    }

    /// The flag that ends a search on the opponent's time. It is raised if any line waits, the input has ended,
    /// or nobody takes answers any more.
    pub fn while_pondering(&self) -> Arc<AtomicBool> {
        self.lowered_unless(&self.signals.stop_pondering, &self.signals.waiting)
    }

    /// Lowers the flag, and raises it again if anything waits, or nobody takes answers any more.
    ///
    /// Whoever sends counts first and raises the flag then, so that nothing is missed.
    fn lowered_unless(&self, flag: &Arc<AtomicBool>, waiting: &AtomicUsize) -> Arc<AtomicBool> {
        flag.store(false, Ordering::SeqCst);
        if waiting.load(Ordering::SeqCst) > 0 || self.is_gone() {
            flag.store(true, Ordering::SeqCst);
        }
        Arc::clone(flag)
    }
}

impl Signals {
    /// Sends all lines, until the input ends or nobody takes them.
    fn send_all(&self, mut input: impl BufRead, is_urgent: fn(&str) -> bool, lines: &SyncSender<ClientLine>) {
        while let Some(text) = read_line(&mut input, LONGEST) {
            let is_urgent = text.as_deref().is_some_and(is_urgent);
            self.waiting.fetch_add(1, Ordering::SeqCst);
            self.urgent.fetch_add(usize::from(is_urgent), Ordering::SeqCst);
            self.stop_pondering.store(true, Ordering::SeqCst);
            if is_urgent {
                self.stop_thinking.store(true, Ordering::SeqCst);
            }
            if lines.send(ClientLine { text, arrived: Instant::now(), is_urgent }).is_err() {
                return;
            }
        }
        self.waiting.fetch_add(1, Ordering::SeqCst);
        self.stop_pondering.store(true, Ordering::SeqCst);
    }
}

/// Reads a line without its end, the last one included where no end follows.
///
/// `None` at the end of the input, or where it cannot be read; an inner `None` for a line of more than `most` bytes.
/// What says nothing is left out, and what is no UTF-8 is replaced ([`texts::line`]).
pub(crate) fn read_line(input: &mut impl BufRead, most: usize) -> Option<Option<String>> {
    let mut bytes = Vec::new();
    input.take(most as u64 + 1).read_until(b'\n', &mut bytes).ok()?;
    if bytes.is_empty() {
        return None;
    }
    if bytes.len() > most && bytes.last() != Some(&b'\n') {
        drop_line(input);
        return Some(None);
    }
    Some(Some(texts::line(&bytes)))
}

/// Reads to the end of the line, and keeps nothing.
fn drop_line(input: &mut impl BufRead) {
    while let Ok(buffer) = input.fill_buf() {
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let length = buffer.len();
        input.consume(end.map_or(length, |end| end + 1));
        if end.is_some() || length == 0 {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn lines_are_bounded_and_lose_their_ends() {
        let mut input: &[u8] = b"\xef\xbb\xbfone\r\r\n\n12345678\n123456789\n1234567890123456\nlast";
        let mut read = || read_line(&mut input, 8);
        let text = |text: &str| Some(Some(text.to_owned()));
        assert_eq!((read(), read(), read()), (text("one"), text(""), text("12345678")));
        assert_eq!((read(), read()), (Some(None), Some(None)));
        assert_eq!((read(), read()), (text("last"), None));
    }

    #[test]
    fn urgent_lines_stop_a_search_that_begins_after_they_came() {
        let mut input = Input::read(&b"ping\nother\n"[..], |line| line == "ping").expect("it has a thread");
        while !input.while_thinking().load(Ordering::SeqCst) {
            thread::yield_now();
        }
        assert_eq!(input.next().and_then(|line| line.text).as_deref(), Some("ping"));
        assert!(!input.while_thinking().load(Ordering::SeqCst), "no urgent line is left");
        while !input.while_pondering().load(Ordering::SeqCst) {
            thread::yield_now();
        }
        assert!(input.next().is_some() && input.next().is_none());
    }
}
