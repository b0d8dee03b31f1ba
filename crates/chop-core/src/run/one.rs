//! One result: in one lane, or alone over the lanes of a level that has them.

use super::enter::{enter_one, enter_wide};
use super::levels::{One, Wide};
use crate::cpu::{InLanes, Level};

/// A computation with one result.
///
/// Bodies must be `#[inline(always)]`, like all they call: each is compiled once per level, inside a function that has
/// the level's target features. Outlined code would lose them.
pub trait Job: Sized {
    /// The result.
    type Out;
    /// Whether [`Job::alone`] is a body of its own. Where it is none, a level with lanes runs [`Job::one`] as the level without
    /// them does that it includes.
    const OVER_LANES: bool = false;
    /// The body for one lane.
    fn one<L: One>(self) -> Self::Out;
    /// The body for one item that has all lanes to itself.
    #[inline(always)]
    fn alone<L: Wide>(self) -> Self::Out {
        self.one::<L>()
    }
}

/// A computation that exists on levels with lanes only.
pub trait WideJob: Sized {
    /// The result.
    type Out;
    /// The body. As those of a [`Job`].
    fn wide<L: Wide>(self) -> Self::Out;
}

/// A job as a computation over lanes.
struct Alone<J>(J);

impl<J: Job> WideJob for Alone<J> {
    type Out = J::Out;
    #[inline(always)]
    fn wide<L: Wide>(self) -> J::Out {
        self.0.alone::<L>()
    }
}

/// Runs a job: over the lanes if it has a body for that and the level has lanes, else in one lane.
#[inline]
pub fn run<J: Job>(level: Level, job: J) -> J::Out {
    if const { J::OVER_LANES }
        && let Some(lanes) = level.in_lanes()
    {
        return run_wide(lanes, Alone(job));
    }
    enter_one(level, job)
}

/// Runs a computation for lanes.
#[inline]
pub fn run_wide<J: WideJob>(level: InLanes, job: J) -> J::Out {
    enter_wide(level, job)
}
