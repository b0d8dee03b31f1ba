//! Loops that count from one constant to another: the values that an index has in them, and so the places in the frame that
//! an instruction of the loop reads or writes.

use super::assembly::{Function, Slot, general_register};

/// Places of a loop are told apart up to this many rounds.
const ROUNDS: i64 = 256;

/// An index that goes up in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counter {
    first: i64,
    step: i64,
    /// The first value that ends the loop.
    end: i64,
}

/// The offsets that the place `at` has at instruction `by`, in all rounds of its loop. `None` where the index is not known.
pub(super) fn offsets(function: &Function<'_>, by: usize, at: Slot<'_>) -> Option<Vec<i64>> {
    if at.index.is_empty() {
        return Some(vec![at.offset]);
    }
    let mut parts = at.index.trim_start_matches(',').split(',');
    let register = parts.next().and_then(general_register)?;
    let scale: i64 = parts.next().map_or(Some(1), |scale| scale.parse().ok())?;
    let counter = counter(function, by, register)?;
    let rounds = (counter.end - counter.first) / counter.step;
    let offset = |round| at.offset + scale * (counter.first + round * counter.step);
    (rounds <= ROUNDS).then(|| (0..rounds).map(offset).collect())
}

/// How `register` counts at instruction `by`, which is above the step in its loop.
fn counter(function: &Function<'_>, by: usize, register: &str) -> Option<Counter> {
    let (mut first, mut step_at) = (None, None);
    let mut seen = vec![false; function.code.len()];
    let mut open = vec![by];
    while let Some(at) = open.pop() {
        let before = function.before(at);
        if before.is_empty() {
            return None;
        }
        for above in before {
            if std::mem::replace(&mut seen[above], true) {
                continue;
            }
            let instruction = &function.code[above];
            if instruction.mnemonic.starts_with("call") {
                return None;
            }
            let is_written =
                instruction.destination().and_then(general_register).is_some_and(|it| it == register);
            if !is_written {
                open.push(above);
            } else if let Some(value) = constant(function, above) {
                (first.is_none() || first == Some(value)).then_some(())?;
                first = Some(value);
            } else {
                (step_at.is_none() && step(function, above).is_some()).then_some(())?;
                step_at = Some(above);
                open.push(above);
            }
        }
    }
    let (first, step_at) = (first?, step_at?);
    let (step, end) = (step(function, step_at)?, end(function, by, step_at, register)?);
    (end > first && (end - first) % step == 0).then_some(Counter { first, step, end })
}

/// The constant that instruction `at` leaves in its destination.
fn constant(function: &Function<'_>, at: usize) -> Option<i64> {
    let instruction = &function.code[at];
    match (instruction.mnemonic, instruction.operands[0]) {
        ("movl" | "movq", source) => immediate(source),
        ("xorl", source) if instruction.operands[1] == source => Some(0),
        _ => None,
    }
}

/// The constant above 0 that instruction `at` adds to its destination, if it does.
fn step(function: &Function<'_>, at: usize) -> Option<i64> {
    let instruction = &function.code[at];
    match instruction.mnemonic {
        "incq" | "incl" => Some(1),
        "addq" | "addl" => immediate(instruction.operands[0]).filter(|&step| step > 0),
        _ => None,
    }
}

/// The value at which the loop ends that goes from below instruction `step_at` to above instruction `by`: it compares right
/// after the step.
fn end(function: &Function<'_>, by: usize, step_at: usize, register: &str) -> Option<i64> {
    let (compare, jump) = (function.code.get(step_at + 1)?, function.code.get(step_at + 2)?);
    let compares = compare.mnemonic.starts_with("cmp")
        && compare.operands.get(1).and_then(|it| general_register(it)) == Some(register);
    let head = function.target(jump).filter(|_| compares && jump.mnemonic == "jne")?;
    (head <= by && by < step_at).then(|| immediate(compare.operands[0])).flatten()
}

fn immediate(operand: &str) -> Option<i64> {
    operand.strip_prefix('$')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::assembly::{Listing, slot};
    use super::*;

    /// The offsets of the place that the first instruction with a memory operand reads or writes.
    fn offsets_of(code: &str) -> Option<Vec<i64>> {
        let text = format!("\t.type\tf,@function\nf:\n{code}\n.Lfunc_end0:\n");
        let listing = Listing::parse(&text);
        let function = &listing.functions[0];
        let place = |at: usize| function.code[at].operands.iter().find_map(|operand| slot(operand));
        let by = (0..function.code.len()).find(|&at| place(at).is_some()).expect("a place");
        offsets(function, by, place(by).expect("found"))
    }

    #[test]
    fn a_counted_loop_has_a_place_a_round() {
        let code = |first: &str, step: &str, end: &str| {
            format!("{first}\n.L1:\nmovq 16(%rsp,%rax,8), %rcx\n{step}\n{end}\njne .L1\nretq")
        };
        assert_eq!(offsets_of(&code("movl $2, %eax", "incq %rax", "cmpq $5, %rax")), Some(vec![32, 40, 48]));
        assert_eq!(
            offsets_of(&code("xorl %eax, %eax", "addq $4, %rax", "cmpq $8, %rax")),
            Some(vec![16, 48])
        );
        for unknown in [
            code("movq %rdi, %rax", "incq %rax", "cmpq $5, %rax"),
            code("movl $2, %eax", "incq %rax", "cmpq %rdi, %rax"),
            code("movl $2, %eax", "addq %rdi, %rax", "cmpq $5, %rax"),
            code("movl $2, %eax", "incq %rax", "cmpq $5, %rdx"),
            code("movl $2, %eax", "incq %rax\nincq %rax", "cmpq $5, %rax"),
            code("movl $2, %eax", "addq $2, %rax", "cmpq $5, %rax"),
            code("movl $2, %eax\ncallq f", "incq %rax", "cmpq $5, %rax"),
            code("movl $6, %eax", "incq %rax", "cmpq $5, %rax"),
        ] {
            assert_eq!(offsets_of(&unknown), None, "{unknown}");
        }
    }

    #[test]
    fn outside_of_a_loop_an_index_is_not_known() {
        assert_eq!(offsets_of("movq 16(%rsp), %rcx"), Some(vec![16]));
        let after =
            "movl $2, %eax\n.L1:\nincq %rax\ncmpq $5, %rax\njne .L1\nmovq 16(%rsp,%rax,8), %rcx\nretq";
        assert_eq!(offsets_of(after), None);
    }
}
