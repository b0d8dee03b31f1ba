//! Times all entrants in turns.
//!
//! A round measures every operation once in every program that has it, one program after the other, while
//! the others rest; each round begins with another program. What slows the machine for a second spoils a
//! round of some, and medians do not see it.

use super::Entrant;
use chop_bench::operation::Operation;

/// An operation of an entrant.
#[derive(Clone, Debug)]
pub(crate) struct Series {
    /// Its place in the list of entrants.
    pub(crate) entrant: usize,
    pub(crate) operation: Operation,
    /// Nanoseconds of one call, about.
    cost: u64,
    /// Nanoseconds an item, a round after the other.
    pub(crate) times: Vec<f64>,
}

/// How long is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    pub(crate) rounds: usize,
    /// At least so many nanoseconds a measurement.
    pub(crate) slice: u64,
}

/// Fewest rounds that have a median worth its name.
pub(crate) const FEWEST_ROUNDS: usize = 5;
/// More rounds do not help.
const MOST_ROUNDS: usize = 31;
/// Below this a measurement is mostly noise.
const LEAST_SLICE: u64 = 1_000_000;
/// From here on more rounds help more than longer ones.
const GOOD_SLICE: u64 = 20_000_000;
/// What a measurement may take when there is time for all.
const MOST_SLICE: u64 = 100_000_000;

/// Prepares the operations in every program that has them, compares what they compute, and estimates their
/// costs. Operations come one after the other, and in each the entrants.
///
/// # Errors
/// If two compute different things.
pub(crate) fn prepare(entrants: &mut [Entrant], operations: &[Operation]) -> Result<Vec<Series>, String> {
    let mut all = Vec::new();
    for operation in operations {
        let mut first: Option<(&'static str, String)> = None;
        for (i, entrant) in entrants.iter_mut().enumerate() {
            if !entrant.operations.iter().any(|name| name == operation.name) {
                continue;
            }
            let id = entrant.build.id;
            let named = |error| format!("{id}: {operation}: {error}");
            let result = entrant.program.check(operation).map_err(named)?;
            match &first {
                Some((other, expected)) if *expected != result => {
                    return Err(format!("{id} and {other} compute different things in {operation}"));
                }
                Some(_) => {}
                None => first = Some((id, result)),
            }
            let cost = cost(entrant, operation).map_err(named)?;
            all.push(Series { entrant: i, operation: *operation, cost, times: Vec::new() });
        }
    }
    Ok(all)
}

/// Nanoseconds of a call, from as many as take a millisecond.
fn cost(entrant: &mut Entrant, operation: &Operation) -> Result<u64, String> {
    let mut calls = 1;
    loop {
        let time = entrant.program.time(operation, calls)?;
        if time >= LEAST_SLICE {
            return Ok(time / calls as u64);
        }
        calls *= 2;
    }
}

/// How often and how long to measure operations of these costs within a budget of nanoseconds; `None` if
/// it is too little. `rounds` is what the user asked for.
pub(crate) fn plan(costs: &[u64], rounds: Option<usize>, budget: u64) -> Option<Plan> {
    // An eighth more for the calls before those that count.
    let total = |slice: u64| costs.iter().map(|cost| u128::from(slice.max(*cost)) * 9 / 8).sum::<u128>();
    let longest = |rounds: usize| {
        let fits = |slice: u64| total(slice) * rounds as u128 <= u128::from(budget);
        let (mut low, mut high) = (LEAST_SLICE, MOST_SLICE);
        fits(low).then(|| {
            while low < high {
                let middle = low + (high - low).div_ceil(2);
                if fits(middle) { low = middle } else { high = middle - 1 }
            }
            Plan { rounds, slice: low }
        })
    };
    match rounds {
        Some(rounds) => longest(rounds),
        None => (FEWEST_ROUNDS..=MOST_ROUNDS)
            .rev()
            .step_by(2)
            .filter_map(longest)
            .find(|plan| plan.slice >= GOOD_SLICE)
            .or_else(|| longest(FEWEST_ROUNDS)),
    }
}

/// The plan for these series. Where time does not reach, the largest groups are left out until it does;
/// what was left out is named.
pub(crate) fn fit(series: &mut Vec<Series>, rounds: Option<usize>, budget: u64) -> (Plan, Vec<String>) {
    let mut left_out = Vec::new();
    loop {
        let costs: Vec<u64> = series.iter().map(|series| series.cost).collect();
        let dearest = series.iter().map(|series| series.operation.items()).max().unwrap_or(1);
        match plan(&costs, rounds, budget) {
            Some(plan) => return (plan, left_out),
            // Single operations are measured however little time there is.
            None if dearest == 1 => {
                let rounds = rounds.unwrap_or(FEWEST_ROUNDS);
                return (Plan { rounds, slice: LEAST_SLICE }, left_out);
            }
            None => {
                series.retain(|series| series.operation.items() < dearest);
                left_out.push(format!("groups of {dearest}"));
            }
        }
    }
}

/// Whether there is time for a round more: the rounds so far took `spent` nanoseconds, which on a shared
/// processor is more than was planned, and `left` remain.
pub(crate) fn reaches(rounds: usize, spent: u64, left: u64) -> bool {
    rounds < FEWEST_ROUNDS || spent / rounds as u64 <= left
}

/// Measures, as long as `goes_on` allows it before each round.
pub(crate) fn measure(
    entrants: &mut [Entrant],
    series: &mut [Series],
    plan: Plan,
    goes_on: impl Fn(usize) -> bool,
) -> Result<(), String> {
    for round in (0..plan.rounds).take_while(|round| goes_on(*round)) {
        let same = |a: &Series, b: &Series| a.operation.to_string() == b.operation.to_string();
        for turn in series.chunk_by_mut(same) {
            let first = round % turn.len();
            for i in (first..turn.len()).chain(0..first) {
                let Series { entrant, operation, cost, times } = &mut turn[i];
                let calls = plan.slice.div_ceil((*cost).max(1)).max(1) as usize;
                let entrant = &mut entrants[*entrant];
                let time = entrant.program.time(operation, calls);
                let time = time.map_err(|error| format!("{}: {operation}: {error}", entrant.build.id))?;
                times.push(time as f64 / (calls * operation.items()) as f64);
            }
        }
    }
    Ok(())
}

/// The middle of an odd number of values; of an even number, the upper of the two.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

/// The least value.
pub(crate) fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle_and_no_outlier_moves_it() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 3.0);
        assert_eq!((median(&[2.0, 1e9, 1.0]), least(&[2.0, 1e9, 1.0])), (2.0, 1.0));
    }

    #[test]
    fn a_plan_keeps_to_its_budget() {
        for (costs, rounds, budget) in [
            (vec![20_000; 400], None, 80_000_000_000),
            (vec![20_000; 400], None, 800_000_000_000),
            (vec![20_000, 400_000_000, 100_000], Some(7), 60_000_000_000),
        ] {
            let plan = plan(&costs, rounds, budget).expect("enough");
            let spent: u64 =
                costs.iter().map(|cost| plan.slice.max(*cost) * 9 / 8 * plan.rounds as u64).sum();
            assert!(spent <= budget && plan.slice >= LEAST_SLICE && plan.rounds >= FEWEST_ROUNDS, "{plan:?}");
            assert!(rounds.is_none_or(|rounds| rounds == plan.rounds));
        }
        assert_eq!(plan(&[1_000; 1_000], None, 1_000_000), None);
    }

    #[test]
    fn a_run_that_takes_longer_than_planned_ends_early_but_not_before_five_rounds() {
        assert!(reaches(0, 0, 0) && reaches(4, 1_000, 0));
        assert!(reaches(5, 500, 100) && !reaches(5, 500, 99));
    }

    #[test]
    fn with_more_time_there_are_more_rounds() {
        let rounds =
            |seconds: u64| plan(&[50_000; 300], None, seconds * 1_000_000_000).expect("enough").rounds;
        assert!(rounds(60) < rounds(600), "{} {}", rounds(60), rounds(600));
        assert_eq!(rounds(1_000_000), MOST_ROUNDS);
    }

    #[test]
    fn where_time_is_short_the_largest_groups_go_first() {
        let all = Operation::in_groups_of(&[1, 16384]);
        let of = |operation: &Operation| Series {
            entrant: 0,
            operation: *operation,
            cost: operation.items() as u64 * 50_000,
            times: Vec::new(),
        };
        let mut series: Vec<Series> = all.iter().map(of).collect();
        let (_, left_out) = fit(&mut series, None, 5_000_000_000);
        assert_eq!(left_out[0], "groups of 16384");
        assert!(series.iter().any(|series| series.operation.items() == 1));
        let (plan, _) = fit(&mut series, None, 1);
        assert_eq!(plan, Plan { rounds: FEWEST_ROUNDS, slice: LEAST_SLICE });
    }
}
