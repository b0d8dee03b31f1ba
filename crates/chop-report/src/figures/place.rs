//! Labels beside each other without overlaps, as near as possible to where they belong.

/// Places for labels that want to be at `wanted` (ascending): at least `gap` apart and inside `low..=high`, in
/// the same order, with the least sum of squared shifts. If there is no room for all, they are closer.
///
/// With z_i = y_i − i·gap, being apart is being in order, and the nearest ordered list is that of averages of
/// neighbours that are not (pool adjacent violators: Ayer and others 1955).
pub(crate) fn spread(wanted: &[f64], gap: f64, low: f64, high: f64) -> Vec<f64> {
    let last = wanted.len().saturating_sub(1) as f64;
    let gap = if last * gap > high - low { (high - low) / last } else { gap };
    // Blocks of neighbours with one z: their sum and number.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    let mean = |(sum, count): (f64, usize)| sum / count as f64;
    for (i, wanted) in wanted.iter().enumerate() {
        let mut block = (wanted - i as f64 * gap, 1);
        while let Some(&before) = blocks.last()
            && mean(before) > mean(block)
        {
            block = (before.0 + block.0, before.1 + block.1);
            blocks.pop();
        }
        blocks.push(block);
    }
    let z = blocks.into_iter().flat_map(|block| std::iter::repeat_n(mean(block), block.1));
    z.enumerate().map(|(i, z)| z.min(high - last * gap).max(low) + i as f64 * gap).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_that_have_room_stay() {
        assert_eq!(spread(&[10.0, 30.0, 50.0], 12.0, 0.0, 100.0), [10.0, 30.0, 50.0]);
        assert_eq!(spread(&[], 12.0, 0.0, 100.0), [0.0; 0]);
    }

    #[test]
    fn labels_in_one_place_are_spread_around_it() {
        assert_eq!(spread(&[50.0, 50.0, 50.0], 10.0, 0.0, 100.0), [40.0, 50.0, 60.0]);
        assert_eq!(spread(&[20.0, 50.0, 52.0], 10.0, 0.0, 100.0), [20.0, 46.0, 56.0]);
    }

    #[test]
    fn labels_stay_inside_and_apart_whatever_is_wanted() {
        for wanted in [[0.0, 0.0, 1.0, 99.0], [98.0, 99.0, 100.0, 100.0], [-5.0, 3.0, 200.0, 300.0]] {
            let places = spread(&wanted, 15.0, 0.0, 100.0);
            assert!(places.iter().all(|place| (0.0..=100.0).contains(place)), "{places:?}");
            assert!(places.windows(2).all(|pair| pair[1] - pair[0] > 14.999), "{places:?}");
        }
    }

    #[test]
    fn labels_without_room_are_closer_and_in_order() {
        let places = spread(&[1.0; 11], 20.0, 0.0, 100.0);
        assert_eq!((places[0], places[10]), (0.0, 100.0));
        assert!(places.windows(2).all(|pair| (pair[1] - pair[0] - 10.0).abs() < 1e-9));
    }
}
