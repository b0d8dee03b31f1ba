//! Measures whether durations depend on secrets, by statistics: `cargo run --release -p chop --all-features --example timing [samples]`.
//!
//! Every operation is run, in random order, with the operands of two classes: some that are the same each time and as special as there
//! are (zeros, ones), and random ones. Welch's t says how sure it is that the means of both classes differ: beyond 4.5 in magnitude
//! there would be a difference. Interruptions make single runs long; so t is taken of all samples and of the shortest parts of them, and
//! the largest counts. A control, a comparison that ends at the first difference, must be found, and where both classes are random there
//! is nothing to find.
//!
//! The result is of one machine and one compiler. A difference that is too small for the samples is not found.

use chop::ed25519::SigningKey;
use chop::level::{self, Level};
use chop::sm2;
use chop::x25519::{PublicKey, StaticSecret, exchange_many, x25519};
use std::hint::black_box;
use std::time::Instant;

/// Beyond this t there is a difference (Reparaz, Balasch, Verbauwhede 2017, "Dude, is my code constant time?").
const LIMIT: f64 = 4.5;
/// Parts of the samples, the shortest ones, of which t is taken.
const PARTS: [f64; 6] = [1.0, 0.999, 0.99, 0.95, 0.9, 0.5];
/// Different random operands.
const OPERANDS: usize = 1024;

/// Two operands of 32 bytes.
type Pair = [[u8; 32]; 2];

/// An operation, and its special operands. Both kinds are copied to the same place before the clock starts.
struct Case {
    name: &'static str,
    /// The operands that are the same each time; where there are none, they are random in both classes.
    special: [Option<[u8; 32]>; 2],
    run: fn(&Pair),
}

const ZERO: [u8; 32] = [0; 32];
/// The number 1 in the order of SM2's keys.
const ONE: [u8; 32] = {
    let mut one = ZERO;
    one[31] = 1;
    one
};

const CASES: [Case; 7] = [
    Case { name: "x25519, both random", special: [None, None], run: one_exchange },
    Case { name: "x25519, u = 0", special: [None, Some(ZERO)], run: one_exchange },
    Case { name: "x25519, secret 0", special: [Some(ZERO), None], run: one_exchange },
    Case { name: "x25519, 8 at a time, secret 0", special: [Some(ZERO), None], run: eight_exchanges },
    Case { name: "ed25519 key from a seed of 0", special: [Some(ZERO), None], run: key_of_seed },
    Case { name: "ed25519 signature, seed 0", special: [Some(ZERO), None], run: signature },
    Case { name: "sm2 key 1", special: [Some(ONE), None], run: sm2_key },
];

fn one_exchange([secret, u]: &Pair) {
    black_box(x25519(secret, u));
}

fn eight_exchanges([secret, u]: &Pair) {
    let (secrets, public) = ([(); 8].map(|()| StaticSecret::from_bytes(secret)), PublicKey::from_bytes(u));
    let pairs: Vec<_> = secrets.iter().map(|secret| (secret, &public)).collect();
    let _ = black_box(exchange_many(&pairs));
}

fn key_of_seed([seed, _]: &Pair) {
    black_box(SigningKey::from_seed(seed).verifying_key());
}

fn signature([seed, message]: &Pair) {
    black_box(SigningKey::from_seed(seed).sign(message));
}

fn sm2_key([secret, _]: &Pair) {
    // Random bytes are a key but for one time in 2^32.
    let _ = black_box(sm2::SigningKey::from_bytes(secret));
}

/// Ends at the first difference.
fn control([x, y]: &Pair) {
    for _ in 0..32 {
        let equal = black_box(x).iter().zip(black_box(y)).take_while(|(x, y)| x == y);
        black_box(equal.count());
    }
}

fn main() {
    let samples = std::env::args().nth(1).map_or(100_000, |text| text.parse().expect("a number of samples"));
    let control =
        Case { name: "control: == with an early end", special: [Some(ZERO), Some(ZERO)], run: control };
    println!("{:<12}{:<34}{:>10}{:>12}{:>12}", "level", "operation", "t", "special ns", "random ns");
    let found = report("-", &control, samples);
    assert!(
        found.abs() > LIMIT,
        "the control was not found: this machine is too noisy, or the samples are too few"
    );
    for level in Level::available().filter(|level| !level.name().starts_with("portable")) {
        level::force(Some(level));
        for case in &CASES {
            report(level.name(), case, samples);
        }
    }
    println!("beyond {LIMIT} in magnitude there would be a difference");
}

/// Measures, prints a line, and gives the t of the largest magnitude.
fn report(level: &str, case: &Case, samples: usize) -> f64 {
    let [special, random] = durations(case, samples);
    let mut all: Vec<_> = special.iter().chain(&random).copied().collect();
    all.sort_by(f64::total_cmp);
    let (mut largest, mut means) = (0f64, [0.0; 2]);
    for part in PARTS {
        let longest = all[((all.len() - 1) as f64 * part) as usize];
        let short =
            |durations: &[f64]| durations.iter().copied().filter(|x| *x <= longest).collect::<Vec<_>>();
        let [a, b] = [&special, &random].map(|durations| Moments::of(&short(durations)));
        let t = (a.mean - b.mean) / (a.variance / a.number + b.variance / b.number).sqrt();
        if t.abs() > largest.abs() {
            largest = t;
        }
        means = [a.mean, b.mean];
    }
    println!("{level:<12}{:<34}{largest:>10.2}{:>12.1}{:>12.1}", case.name, means[0], means[1]);
    largest
}

/// Nanoseconds of runs with special operands, and with random ones.
fn durations(case: &Case, samples: usize) -> [Vec<f64>; 2] {
    let mut random = Random(0x7469_6d69_6e67);
    // As many of both classes, in one list: what is done before the clock starts must not depend on the class, either.
    let mut operands: Vec<Pair> = (0..2 * OPERANDS).map(|_| [random.bytes(), random.bytes()]).collect();
    for pair in operands.iter_mut().step_by(2) {
        for (operand, special) in pair.iter_mut().zip(case.special) {
            *operand = special.unwrap_or(*operand);
        }
    }
    let mut durations = [Vec::new(), Vec::new()];
    for i in 0..samples {
        let of = random.word() as usize % operands.len();
        let (class, pair) = (of % 2, black_box(operands[of]));
        let start = Instant::now();
        (case.run)(&pair);
        let nanoseconds = start.elapsed().as_nanos() as f64;
        // The first runs warm up.
        if i >= samples / 20 {
            durations[class].push(nanoseconds);
        }
    }
    durations
}

struct Moments {
    number: f64,
    mean: f64,
    variance: f64,
}

impl Moments {
    fn of(x: &[f64]) -> Moments {
        let number = x.len() as f64;
        let mean = x.iter().sum::<f64>() / number;
        let variance = x.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (number - 1.0);
        Moments { number, mean, variance }
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn bytes(&mut self) -> [u8; 32] {
        std::array::from_fn(|_| self.word() as u8)
    }
}
