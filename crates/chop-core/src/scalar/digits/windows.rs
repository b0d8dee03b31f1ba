//! Windows for public numbers of two lengths that share buckets: all of nearly the same width.
//!
//! If all windows but the last had one width, the last would have what is left over, maybe a bit: then half of the numbers
//! would have the same last digit, and its bucket a hundred times as many terms as any other.

/// More windows than there ever are.
const MOST: usize = 130;

/// Windows from bit 0 to the top of numbers below 2^short and of others below 2^long. A window begins where the short ones and a bit for
/// their sign end, and both parts are cut evenly.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// Where each window begins, and where the last one ends.
    begins: [u16; MOST],
    lengths: [usize; 2],
    /// How many windows numbers of each length have.
    counts: [usize; 2],
}

impl Windows {
    /// As few windows of at most `width` bits as serve numbers below 2^short and 2^long, for `lengths` short and long.
    ///
    /// # Panics
    /// If the width is not in 2 ..= 15, or the lengths are not ascending or more than 255.
    pub fn new(width: usize, lengths: [usize; 2]) -> Windows {
        let [short, long] = lengths;
        assert!((2..=15).contains(&width), "windows have 2 to 15 bits");
        assert!(short <= long && long <= 255, "numbers have at most 255 bits, the short ones first");
        let of_short = (short + 1).div_ceil(width);
        let of_long = of_short + (long - short).div_ceil(width);
        let mut begins = [0; MOST];
        cut_evenly(&mut begins[..=of_short], 0, short + 1);
        cut_evenly(&mut begins[of_short..=of_long], short + 1, long + 1);
        Windows { begins, lengths, counts: [of_short, of_long] }
    }

    /// How many windows the long numbers have.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.counts[1]
    }

    /// How many windows numbers below 2^bits have.
    ///
    /// # Panics
    /// If they are longer than the long ones.
    #[inline(always)]
    pub fn count_for(&self, bits: usize) -> usize {
        assert!(bits <= self.lengths[1], "longer than any number that the windows are for");
        self.counts[usize::from(bits > self.lengths[0])]
    }

    /// The bit at which window `i` begins, or the last one ends if there are `i` of them; unspecified for more.
    #[inline(always)]
    pub fn begin(&self, i: usize) -> usize {
        self.begins[i.min(MOST - 1)].into()
    }

    /// How many bits window `i` has.
    #[inline(always)]
    pub fn width(&self, i: usize) -> usize {
        self.begin(i + 1) - self.begin(i)
    }

    /// How many bits the widest window has.
    pub fn widest(&self) -> usize {
        (0..self.count()).map(|i| self.width(i)).max().unwrap_or(0)
    }

    /// Half of what a window counts, for all of the first `count` but the last: with it added, plain digits are signed ones and a half.
    #[inline(always)]
    pub(super) fn halves(&self, count: usize) -> [u64; 4] {
        let mut sum = [0; 4];
        for i in 1..count {
            let bit = self.begin(i) - 1;
            sum[bit / 64] |= 1 << (bit % 64);
        }
        sum
    }
}

/// Puts the first places at even distances from `begin` on, and the last one at `end`.
fn cut_evenly(places: &mut [u16], begin: usize, end: usize) {
    let last = places.len() - 1;
    for (i, place) in places.iter_mut().enumerate() {
        *place = (begin + i * (end - begin) / last.max(1)) as u16;
    }
}
