use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::Once;

thread_local! {
    /// Whether a panic of this thread is caught, and an error of its own.
    static IS_CAUGHT: Cell<bool> = const { Cell::new(false) };
}

/// What `work` returns, or nothing if it panics.
///
/// Such a panic says nothing on the standard error, where any other still does as the program wants it.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Option<T> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let programs = take_hook();
        set_hook(Box::new(move |panic| {
            if !IS_CAUGHT.get() {
                programs(panic);
            }
        }));
    });
    IS_CAUGHT.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(work));
    IS_CAUGHT.set(false);
    outcome.ok()
}
