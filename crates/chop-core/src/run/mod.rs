//! How work reaches a level: one branch per call, none per operation.
//!
//! Four words, here and everywhere:
//!
//! - A **lane** is a place in a register that computes on its own.
//! - A **group** is as many items as a level has lanes, one item per lane.
//! - A **block** is the groups that share an inversion or an array on the stack.
//! - A **piece** is what a thread takes of the items of a call.
//!
//! A job is a small struct with its inputs. It has a body for each way in which it computes, and each body is generic
//! over the level:
//!
//! | trait       | is for                                           | bodies                                              | runs by      |
//! |-------------|--------------------------------------------------|-----------------------------------------------------|--------------|
//! | [`Job`]     | one result                                       | `one`: in one lane; `alone`: over the lanes, if it has such a body | [`run`] |
//! | [`WideJob`] | what exists on levels with lanes only            | `wide`                                              | [`run_wide`] |
//! | [`Each`]    | many items with a result each                    | `block`: groups; `one`: an item by its own job      | [`run_each`] |
//! | [`Shared`]  | the same, where one lane shares something, too   | `block_in_one_lane` besides                         | [`run_each`] |
//!
//! A level names what bodies compute with: [`One`] is every level, [`Wide`] one with lanes. Levels with target features are
//! entered through a function that has those features; bodies and all they call are `#[inline(always)]` and so are
//! compiled inside it. (The same work passed as a closure would be compiled without the features: right but slow.)

mod each;
#[allow(unsafe_code)]
mod enter;
mod levels;
mod one;

pub use each::{Each, Shared, in_groups, part, run_each, run_shared};
pub use levels::{One, Wide};
pub use one::{Job, WideJob, run, run_wide};
