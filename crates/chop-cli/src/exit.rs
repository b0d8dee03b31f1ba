//! What exit codes mean. They are a contract with scripts and do not change.
//!
//! | code | meaning                                                                              |
//! |------|--------------------------------------------------------------------------------------|
//! | 0    | all done; for verifying: everything that was judged is valid, and there was something |
//! | 1    | a signature was judged and rejected, a malformed one included                        |
//! | 2    | something could not be judged or done: usage, reading or writing, an unusable key    |
//!
//! The higher code wins.

use std::process::ExitCode;

/// What a command came to; the greater one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    /// Done, and every signature that was judged is valid.
    Done,
    /// A signature was rejected.
    Rejected,
    /// Something could not be judged or done.
    CannotJudge,
}

impl Outcome {
    /// `Done` or `Rejected`.
    pub(crate) fn of_verdict(valid: bool) -> Outcome {
        if valid { Outcome::Done } else { Outcome::Rejected }
    }

    pub(crate) fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Outcome::Done => 0,
            Outcome::Rejected => 1,
            Outcome::CannotJudge => 2,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome::*;

    #[test]
    fn not_judged_wins_over_rejected_over_done() {
        assert_eq!(Rejected.max(CannotJudge), CannotJudge);
        assert_eq!(Done.max(Rejected), Rejected);
    }
}
