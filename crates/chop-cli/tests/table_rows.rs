//! The body of the fuzz target `table_rows`, on its seeds and on some thousand inputs made from a fixed
//! seed, and what the reader says of tables by line.

#[allow(unreachable_pub)]
#[path = "../../../fuzz/src/table_rows.rs"]
mod table_rows;

use chop_cli::Format;

#[test]
fn no_bytes_make_the_reader_of_tables_panic() {
    let seeds = table_rows::seeds();
    // Xorshift (Marsaglia 2003); a failure is repeated by running the test again.
    let mut state = 0x63_68_6f_70_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    for seed in &seeds {
        table_rows::run(seed);
    }
    for _ in 0..3000 {
        let mut input = seeds[below(seeds.len())].clone();
        for _ in 0..1 + below(4) {
            let at = below(input.len() + 1);
            match below(5) {
                0 => input.truncate(at),
                1 => input.insert(at, b"\"\n\r,{}\\\xff"[below(8)]),
                2 if at < input.len() => drop(input.remove(at)),
                3 if at < input.len() => input[at] ^= 1 << below(8),
                _ => input.extend_from_slice(&seeds[below(seeds.len())][..at.min(20)]),
            }
        }
        table_rows::run(&input);
    }
}

#[test]
fn well_formed_rows_are_told_from_others_by_line() {
    let seeds = table_rows::seeds();
    assert_eq!(chop_cli::read_table(&seeds[0], Format::Jsonl), Some(vec![(1, true), (2, true), (4, true)]));
    let mixed = [(1, true), (2, false), (3, false), (4, false), (5, true)];
    assert_eq!(chop_cli::read_table(&seeds[1], Format::Jsonl), Some(mixed.to_vec()));
    assert_eq!(chop_cli::read_table(&seeds[2], Format::Csv), Some(vec![(2, true), (3, true)]));
    assert_eq!(chop_cli::read_table(&seeds[4], Format::Tsv), Some(vec![(2, true), (3, false)]));
    let array = [(1, true), (2, true), (3, false), (4, false), (5, false), (6, false), (7, true)];
    assert_eq!(chop_cli::read_table(&seeds[5], Format::Json), Some(array.to_vec()));
    assert_eq!(chop_cli::read_table(b"{}", Format::Json), None);
    assert_eq!(chop_cli::read_table(b"nonsense", Format::Csv), None);
}
