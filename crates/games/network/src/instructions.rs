use rten_simd::{Isa, SimdOp};

/// Runs code compiled for the widest instructions that this processor has.
#[inline(always)]
pub(crate) fn with_the_best_instructions<R>(run: impl FnOnce() -> R) -> R {
    Run(run).dispatch()
}

/// Code to be compiled for each set of instructions. The compiler finds where they help, so that it names none.
struct Run<F>(F);

impl<R, F: FnOnce() -> R> SimdOp for Run<F> {
    type Output = R;

    #[inline(always)]
    fn eval<I: Isa>(self, _: I) -> R {
        self.0()
    }
}
