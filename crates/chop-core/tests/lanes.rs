//! Laws of lanes, for the registers of every level: each operation against 64-bit integers.
//!
//! A vector of instructions is reached as a job reaches it: by entering its level. The seed
//! of the random values is in the output of a failing test; `CHOP_TEST_SEED` takes another.

mod common;

use chop_core::ct::Mask;
use chop_core::lanes::{
    LaneMasks, Lanes, Madd52, PerLane, Register, Vector, Width, bundle, bundle_rows, each_ref, unbundle,
    unbundle_rows,
};
use common::{Random, laws_on_every_level};

trait RandomLanes {
    fn lanes<V: Register>(&mut self) -> (PerLane<V, u64>, V);
    /// Lanes below `n`.
    fn below<V: Register>(&mut self, n: u64) -> (PerLane<V, u64>, V);
}

impl RandomLanes for Random {
    fn lanes<V: Register>(&mut self) -> (PerLane<V, u64>, V) {
        let mut x = PerLane::<V, u64>::splat(0);
        for lane in x.as_mut() {
            *lane = self.edgy_word();
        }
        (x, V::from_array(x))
    }

    fn below<V: Register>(&mut self, n: u64) -> (PerLane<V, u64>, V) {
        let mut x = PerLane::<V, u64>::splat(0);
        for lane in x.as_mut() {
            *lane = self.word() % n;
        }
        (x, V::from_array(x))
    }
}

#[track_caller]
fn assert_vector<V: Register>(z: V, f: impl Fn(usize) -> u64) {
    for (lane, z) in z.to_array().as_ref().iter().enumerate() {
        assert_eq!(*z, f(lane), "lane {lane}");
    }
}

fn madd52_reads_52_bits_and_adds_one_half_of_104<V: Madd52>() {
    let mut random = Random::new();
    let low = |x: u64| x as u128 % (1 << 52);
    for _ in 0..2000 {
        let ((a, va), (x, vx), (y, vy)) = (random.lanes::<V>(), random.lanes::<V>(), random.lanes::<V>());
        let (a, x, y) = (a.as_ref(), x.as_ref(), y.as_ref());
        let product = |i: usize| low(x[i]) * low(y[i]);
        assert_vector(va.madd52lo(vx, vy), |i| a[i].wrapping_add((product(i) % (1 << 52)) as u64));
        assert_vector(va.madd52hi(vx, vy), |i| a[i].wrapping_add((product(i) / (1 << 52)) as u64));
    }
}

fn lane_operations_are_those_of_64_bit_words<V: Register>() {
    let mut random = Random::new();
    for n in 0..200 {
        let ((x, vx), (y, vy)) = (random.lanes::<V>(), random.lanes::<V>());
        let (x, y) = (x.as_ref(), y.as_ref());
        assert_vector(V::splat(x[3]), |_| x[3]);
        assert_vector(vx.add(vy), |i| x[i].wrapping_add(y[i]));
        assert_vector(vx.sub(vy), |i| x[i].wrapping_sub(y[i]));
        assert_vector(vx.and(vy), |i| x[i] & y[i]);
        assert_vector(vx.or(vy), |i| x[i] | y[i]);
        assert_vector(vx.xor(vy), |i| x[i] ^ y[i]);
        assert_vector(vx.shr::<0>(), |i| x[i]);
        assert_vector(vx.shr::<52>(), |i| x[i] >> 52);
        assert_vector(vx.shl::<12>(), |i| x[i] << 12);
        assert_vector(vx.shl::<63>(), |i| x[i] << 63);
        let n = n % 70;
        assert_vector(vx.shr_by(n), |i| x[i].checked_shr(n).unwrap_or(0));
    }
}

fn operations_of_vectors_are_those_of_64_bit_words<V: Vector>() {
    let mut random = Random::new();
    for n in 0..200 {
        let ((x, vx), (y, vy)) = (random.lanes::<V>(), random.lanes::<V>());
        assert_vector(vx.andnot(vy), |i| x[i] & !y[i]);
        assert_vector(vx.sar::<0>(), |i| x[i]);
        assert_vector(vx.sar::<52>(), |i| (x[i] as i64 >> 52) as u64);
        assert_vector(vx.ror::<0>(), |i| x[i]);
        assert_vector(vx.ror::<41>(), |i| x[i].rotate_right(41));
        let halves = |x: u64, y: u64, f: fn(u32, u32) -> u32| {
            let high = f((x >> 32) as u32, (y >> 32) as u32);
            u64::from(high) << 32 | u64::from(f(x as u32, y as u32))
        };
        assert_vector(vx.add_halves(vy), |i| halves(x[i], y[i], u32::wrapping_add));
        assert_vector(vx.ror_halves::<1>(), |i| halves(x[i], 0, |x, _| x.rotate_right(1)));
        assert_vector(vx.ror_halves::<23>(), |i| halves(x[i], 0, |x, _| x.rotate_right(23)));
        assert_vector(vx.swap_bytes(), |i| x[i].swap_bytes());
        assert_vector(vx.leading_zeros(), |i| x[i].leading_zeros().into());
        let n = n % 70;
        assert_vector(vx.shl_by(n), |i| x[i].checked_shl(n).unwrap_or(0));
        let far = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
        let (n, vn) = if n == 0 { (y, vy) } else { random.below::<V>(70) };
        assert_vector(vx.shr_each(vn), |i| x[i].checked_shr(far(n[i])).unwrap_or(0));
        assert_vector(vx.shl_each(vn), |i| x[i].checked_shl(far(n[i])).unwrap_or(0));
        assert_vector(vx.lt(vy).vector(), |i| if x[i] < y[i] { u64::MAX } else { 0 });
        assert_vector(vx.lt(vx).vector(), |_| 0);
    }
}

fn permutations_move_lanes<V: Register>() {
    let mut random = Random::new();
    let (x, vector) = random.lanes::<V>();
    let orders = [[0, 1, 2, 3, 4, 5, 6, 7], [4, 5, 6, 7, 0, 1, 2, 3], [3, 3, 0, 7, 6, 6, 1, 2], [5; 8]];
    for order in orders {
        let mut from = PerLane::<V, u64>::splat(0);
        for (from, lane) in from.as_mut().iter_mut().zip(order) {
            *from = lane % V::Width::LANES as u64;
        }
        assert_vector(vector.permute(from), |i| x.as_ref()[from.as_ref()[i] as usize]);
    }
}

fn records_are_brought_together_and_taken_apart<V: Register>() {
    let mut random = Random::new();
    let mut records = PerLane::<V, [u64; 4]>::splat([0; 4]);
    for word in records.as_mut().as_flattened_mut() {
        *word = random.word();
    }
    let registers: [V; 4] = bundle(&records);
    for (k, register) in registers.iter().enumerate() {
        assert_vector(*register, |lane| records.as_ref()[lane][k]);
    }
    assert_eq!(unbundle(&registers).as_ref(), records.as_ref());
}

fn eight_words_per_lane_go_in_and_come_out<V: Vector>() {
    let mut random = Random::new();
    let mut rows = PerLane::<V, [u64; 8]>::splat([0; 8]);
    for word in rows.as_mut().as_flattened_mut() {
        *word = random.word();
    }
    let columns = V::from_eight_words(each_ref::<V, _>(&rows));
    for (j, column) in columns.into_iter().enumerate() {
        assert_vector(column, |i| rows[i][j]);
    }
    assert_eq!(V::to_eight_words(&columns).as_ref(), rows.as_ref());
}

fn words_are_read_from_where_they_lie<V: Register>() {
    let mut random = Random::new();
    let words = [(); 9].map(|()| random.word());
    for n in 0..=9 {
        assert_vector(V::from_words(&words[..n]), |i| if n < V::LANES { 0 } else { words[i] });
    }
}

fn rows_of_tables_are_read_and_written_whole<V: Vector>() {
    fn check<V: Vector, const N: usize>() {
        let mut random = Random::new();
        let mut rows = vec![[0; N]; V::LANES];
        for word in rows.as_flattened_mut() {
            *word = random.word();
        }
        let mut reversed = PerLane::<V, &[u64; N]>::splat(&rows[0]);
        for (lane, row) in rows.iter().rev().enumerate() {
            reversed[lane] = row;
        }
        let vectors: [V; N] = bundle_rows::<V, N>(reversed);
        for (k, vector) in vectors.into_iter().enumerate() {
            assert_vector(vector, |lane| rows[V::LANES - 1 - lane][k]);
        }
        let mut back = unbundle_rows(&vectors);
        back.as_mut().reverse();
        assert_eq!(back.as_ref(), rows);
    }
    check::<V, 8>();
    check::<V, 12>();
    check::<V, 15>();
    check::<V, 16>();
    check::<V, 20>();
}

fn wiped_registers_are_zero<V: Register>() {
    let mut random = Random::new();
    let mut vectors = [random.lanes::<V>().1, random.lanes::<V>().1, random.lanes::<V>().1];
    V::wipe(&mut vectors[1..]);
    assert_vector(vectors[1].or(vectors[2]), |_| 0);
    let mut again = Random::new();
    assert_eq!(vectors[0].to_array().as_ref(), again.lanes::<V>().0.as_ref());
}

fn comparisons_and_select_act_lane_by_lane<V: Register>() {
    let mut random = Random::new();
    for pattern in 0..256u64 {
        let ((x, vx), (y, vy)) = (random.lanes::<V>(), random.lanes::<V>());
        let mut lanes = PerLane::<V, Mask>::splat(Mask::FALSE);
        for (i, lane) in lanes.as_mut().iter_mut().enumerate() {
            *lane = Mask::from_bit(pattern >> i & 1);
        }
        let mask = LaneMasks::<V>::from_lanes(&lanes);
        let (x, y, lanes) = (x.as_ref(), y.as_ref(), lanes.as_ref());
        assert_vector(V::mask_of_bits(pattern as u8).vector(), |i| lanes[i].word());
        assert_vector(V::pattern(pattern as u8).vector(), |i| lanes[i].word());
        assert_vector(vx.hide(), |i| x[i]);
        let taken = |i: usize| if pattern >> i & 1 == 1 { x[i] } else { y[i] };
        assert_vector(V::select(mask, vx, vy), taken);
        assert_vector(mask.vector(), |i| lanes[i].word());
        assert_vector(mask.not().vector(), |i| !lanes[i].word());
        assert_vector(V::select(mask, vx, vy).eq(vx).vector(), |i| Mask::eq(taken(i), x[i]).word());
        // One differing bit is enough, whichever it is.
        let bit = V::splat(1 << (pattern % 64));
        assert_vector(vx.xor(V::select(mask, bit, V::splat(0))).eq(vx).vector(), |i| !lanes[i].word());
    }
}

fn lookups_give_each_lane_its_entry<V: Vector>() {
    let mut random = Random::new();
    let mut table = [0; 16];
    for entry in &mut table {
        *entry = random.word();
    }
    for _ in 0..100 {
        let (i, vi) = random.below::<V>(17);
        assert_vector(V::lookup(&table, vi), |l| if i[l] == 0 { 0 } else { table[i[l] as usize - 1] });
    }
}

laws_on_every_level! {
    vectors over L::Words:
    madd52_reads_52_bits_and_adds_one_half_of_104
    lane_operations_are_those_of_64_bit_words
    operations_of_vectors_are_those_of_64_bit_words
    eight_words_per_lane_go_in_and_come_out
    permutations_move_lanes
    words_are_read_from_where_they_lie
    records_are_brought_together_and_taken_apart
    rows_of_tables_are_read_and_written_whole
    comparisons_and_select_act_lane_by_lane
    wiped_registers_are_zero
    lookups_give_each_lane_its_entry
}

laws_on_every_level! {
    registers over <L::Quad as chop_core::field::f25519::coordinates::Coordinates>::Register:
    madd52_reads_52_bits_and_adds_one_half_of_104
    lane_operations_are_those_of_64_bit_words
    permutations_move_lanes
    words_are_read_from_where_they_lie
    records_are_brought_together_and_taken_apart
    comparisons_and_select_act_lane_by_lane
    wiped_registers_are_zero
}
