/// Zeros in lines of `N` numbers, each of which begins where a line of the cache begins if `N` numbers are 64 bytes.
///
/// So a look into a line waits for one line of the cache, and not for two.
/// A type of that alignment would be filled by the program: only of plain numbers does the system hand out zeros,
/// page by page as they are used.
/// So there are some numbers more than needed, some of them before the first line.
///
/// ```
/// use bestply_core::Lines;
///
/// let mut lines = Lines::<u64, 8>::new(3);
/// lines.as_mut_slice()[1][7] = 5;
/// assert_eq!(lines.as_slice(), [[0; 8], [0, 0, 0, 0, 0, 0, 0, 5], [0; 8]]);
/// ```
#[derive(Debug, Default)]
pub struct Lines<T, const N: usize> {
    numbers: Vec<T>,
    /// How many of the numbers are before the first line.
    before: usize,
}

impl<T: Copy + Default, const N: usize> Lines<T, N> {
    /// So many lines of zeros.
    pub fn new(count: usize) -> Lines<T, N> {
        if count == 0 {
            return Lines::default();
        }
        let numbers = vec![T::default(); count * N + N - 1];
        // Where the memory does not begin at a multiple of a number's size, no number begins a line.
        let before = Some(numbers.as_ptr().align_offset(size_of::<[T; N]>())).filter(|&before| before < N);
        Lines { numbers, before: before.unwrap_or(0) }
    }

    /// The lines.
    #[inline(always)]
    pub fn as_slice(&self) -> &[[T; N]] {
        self.numbers.get(self.before..).unwrap_or_default().as_chunks().0
    }

    /// The lines, to be changed.
    #[inline(always)]
    pub fn as_mut_slice(&mut self) -> &mut [[T; N]] {
        self.numbers.get_mut(self.before..).unwrap_or_default().as_chunks_mut().0
    }
}

impl<T: Copy + Default, const N: usize> Clone for Lines<T, N> {
    /// A copy lies elsewhere, and may need another number of numbers before its first line.
    fn clone(&self) -> Lines<T, N> {
        let mut copy = Lines::new(self.as_slice().len());
        copy.as_mut_slice().copy_from_slice(self.as_slice());
        copy
    }
}
