//! The rules of `check-codegen`: what is counted in a function, and what it may be at most or at least.

use super::assembly::{
    Callee, Function, Instruction, Listing, Made, general_register, is_general, is_lanes, is_memory, slot,
};
use super::frame;

/// What a kernel's code may be. The numbers are of one compiler; another may need others.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernel {
    /// Its type, without `chop_core::engine::`.
    pub(super) name: &'static str,
    /// Its multiply-adds of lanes, at least: what is far below was not compiled for the level.
    pub(super) multiply_adds: usize,
    /// Its instructions on 512-bit registers, at least.
    pub(super) wide: usize,
    /// Whether it calls the functions of one lane.
    pub(super) one_lane: bool,
    /// Calls of functions that panic, at most.
    pub(super) panics: usize,
    /// Calls of what a pointer points to, at most.
    pub(super) through_pointers: usize,
    /// Loads of 64 bytes that were stored as halves a moment before, at most.
    pub(super) halves: usize,
    /// For a kernel whose inputs are secret.
    pub(super) secret: Option<Secret>,
}

/// What code over secret lanes may do at most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Secret {
    /// Conditional jumps.
    pub(super) jumps: usize,
    /// Moves from lanes to where branches and addresses are made.
    pub(super) moves: usize,
}

/// Who may call a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callers {
    Every,
    /// Kernels that end in one lane, or need memory.
    OneLane,
}

/// The tables.
pub(super) struct Rules {
    pub(super) kernels: &'static [Kernel],
    /// Of the other levels of lanes.
    pub(super) others: &'static [&'static [Kernel]],
    /// Functions that may be called, or all whose names begin so if it ends in `::` or `<`, and why.
    pub(super) calls: &'static [(&'static str, Callers, &'static str)],
    /// Functions that panic, likewise.
    pub(super) panics: &'static [&'static str],
    /// Functions that do not return, besides those.
    pub(super) last: &'static [&'static str],
    /// Functions that write so many bytes where their first argument points to, and compute them without lanes.
    pub(super) results: &'static [(&'static str, i64)],
}

impl Rules {
    /// The kernels of all levels.
    pub(super) fn all(&self) -> impl Iterator<Item = &'static Kernel> + use<> {
        self.kernels.iter().chain(self.others.iter().copied().flatten())
    }
}

/// What was found in a kernel.
#[derive(Debug, Default)]
pub(super) struct Found<'a> {
    pub(super) multiply_adds: usize,
    pub(super) wide: usize,
    /// 512-bit registers put aside in the frame.
    pub(super) spills: usize,
    pub(super) panics: Vec<&'a Instruction<'a>>,
    pub(super) through_pointers: Vec<&'a Instruction<'a>>,
    pub(super) halves: Vec<&'a Instruction<'a>>,
    pub(super) jumps: Vec<&'a Instruction<'a>>,
    pub(super) moves: Vec<&'a Instruction<'a>>,
    /// Calls of what is not listed.
    pub(super) strangers: Vec<(&'a Instruction<'a>, String)>,
    /// Instructions that must not be where lanes are secret, and what is wrong with each.
    pub(super) forbidden: Vec<(&'a Instruction<'a>, String)>,
}

/// Kernels that leak: a mask that is made of one condition for all lanes, and a jump on what was in a lane. Without
/// AVX-512 masks are made in vectors only.
pub(super) const CONTROLS: [&str; 6] = [
    "leaky::SelectByBit",
    "leaky::JumpOnLane",
    "fma leaky::JumpOnLane",
    "avxifma leaky::JumpOnLane",
    "avx512f leaky::SelectByBit",
    "avx512f leaky::JumpOnLane",
];

/// Instructions that are shown for a number that is too high.
const SHOWN: usize = 48;

/// A level of lanes.
#[derive(Clone, Copy, Debug)]
pub(super) struct InLanes {
    /// Before the names of its kernels.
    pub(super) prefix: &'static str,
    /// How the names end of the functions that jobs are compiled in.
    entry: &'static str,
    /// The function that steps of kernels are compiled in.
    pub(super) apart: &'static str,
    /// Whether products are of doubles, and else of 52 bits.
    doubles: bool,
    /// Whether it has registers of 512 bits.
    wide: bool,
}

/// The levels of lanes. Kernels of `ifma` are named by their jobs alone.
pub(super) const LEVELS: [InLanes; 4] = [
    InLanes {
        prefix: "",
        entry: "ifma::<",
        apart: "chop_core::lanes::x86_avx512::apart::<",
        doubles: false,
        wide: true,
    },
    InLanes {
        prefix: "fma ",
        entry: "fma::<",
        apart: "chop_core::lanes::x86_avx2::apart::<",
        doubles: true,
        wide: false,
    },
    InLanes {
        prefix: "avx512f ",
        entry: "avx512f::<",
        apart: "chop_core::lanes::x86_avx512::apart_without_ifma::<",
        doubles: true,
        wide: true,
    },
    InLanes {
        prefix: "avxifma ",
        entry: "avxifma::<",
        apart: "chop_core::lanes::x86_avx2::apart_with_ifma::<",
        doubles: false,
        wide: false,
    },
];
/// Before the names of functions in assembly, which are kernels of `fma`.
pub(super) const IN_ASSEMBLY: &str = "chop_core::lanes::x86_avx2::products::";
/// How the name begins of the function that computes products of 52 bits of `avx512f`, which is a kernel.
pub(super) const OF_52_BITS: &str = "chop_core::lanes::x86_avx512::product::<";
/// Registers, by what they are and by their names.
const REGISTERS: [(&str, &str); 4] =
    [("Zmm<true>", "U64x8"), ("Zmm<false>", "F64x8"), ("Ymm<true>", "U64x4"), ("Ymm<false>", "F64x4")];

/// The level whose kernel has this name, and the name without the level.
fn level_of(kernel: &str) -> (InLanes, &str) {
    let [ifma, others @ ..] = LEVELS;
    let other = others.iter().find_map(|level| Some((*level, kernel.strip_prefix(level.prefix)?)));
    other.unwrap_or((ifma, kernel))
}

/// The job whose body for lanes a function is: what a level with lanes is entered for. Or the step of such bodies, after `apart `, or a
/// function in assembly. The name begins with that of the level.
pub(super) fn kernel_of(name: &str) -> Option<String> {
    for level in LEVELS {
        if let Some(step) = name.strip_prefix(level.apart) {
            return Some(format!("{}apart {}", level.prefix, named(step.strip_suffix('>')?)));
        }
    }
    if let Some(product) = name.strip_prefix(IN_ASSEMBLY) {
        return Some(format!("fma {product}"));
    }
    if name.starts_with(OF_52_BITS) {
        return Some("avx512f product".into());
    }
    let (job, entry) =
        name.strip_prefix('<')?.split_once(" as chop_core::run::enter::EnterWide>::wide_with_")?;
    let level = LEVELS.iter().find(|level| entry.starts_with(level.entry))?.prefix;
    let inner = ["chop_core::run::one::Alone<", "chop_core::run::each::Blocks<"]
        .iter()
        .find_map(|driver| job.strip_prefix(driver)?.strip_suffix('>'));
    Some(format!("{level}{}", inner.unwrap_or(job).replace("chop_core::engine::", "")))
}

/// The name of a step: without modules, and registers by their names.
fn named(name: &str) -> String {
    let mut short = without_modules(name);
    for (is, called) in REGISTERS {
        short = short.replace(is, called);
    }
    short
}

/// A type without the modules that it is in and that its parameters are in.
fn without_modules(name: &str) -> String {
    let (mut short, mut from) = (String::new(), 0);
    for c in name.chars() {
        short.push(c);
        if short.ends_with("::") {
            short.truncate(from);
        } else if !c.is_alphanumeric() && c != '_' && c != ':' {
            from = short.len();
        }
    }
    short
}

/// Lane code outside the trampolines: it was compiled without the features, or is called by what was.
pub(super) fn stray(listing: &Listing<'_>) -> Vec<String> {
    let mut violations = Vec::new();
    for function in listing.functions.iter().filter(|function| kernel_of(&function.name).is_none()) {
        let is_lane_code = |it: &&Instruction<'_>| it.is_wide() || it.is_multiply_add_of_doubles();
        let wide: Vec<_> = function.code.iter().filter(is_lane_code).collect();
        if let Some(first) = wide.first() {
            let (name, at, count) = (&function.name, place(first), wide.len());
            violations
                .push(format!("{name}: {at}: lane code outside the kernels ({count} such instructions)"));
        }
    }
    violations
}

/// Functions that lose a value: the compiler (LLVM 21) touches the pages of a big frame in a loop that overwrites r11, and where it
/// moves that loop below other code, r11 may hold a value that is read after it. Such code reads past the end of slices.
pub(super) fn clobbered(listing: &Listing<'_>) -> Vec<String> {
    let mut violations = Vec::new();
    for function in &listing.functions {
        let is_probe = |pair: &[Instruction<'_>]| {
            pair[0].mnemonic == "movq"
                && pair[0].operands == ["%rsp", "%r11"]
                && pair[1].mnemonic == "subq"
                && pair[1].operands.last() == Some(&"%r11")
        };
        let Some(probe) = function.code.windows(2).position(is_probe) else { continue };
        let writes = |it: &&Instruction<'_>| it.destination().and_then(general_register) == Some("r11");
        if let Some(lost) = function.code[..probe].iter().find(writes) {
            let (name, at) = (&function.name, place(lost));
            violations.push(format!("{name}: {at}: what is in r11 is lost where the frame is made"));
        }
    }
    violations
}

/// Kernels that put vectors aside at addresses that are not aligned, which takes twice the time at every other one of 64 bytes.
pub(super) fn misaligned(listing: &Listing<'_>) -> Vec<String> {
    let mut violations = Vec::new();
    for function in listing.functions.iter().filter(|function| kernel_of(&function.name).is_some()) {
        let is_put_aside = |it: &&Instruction<'_>| it.destination().is_some_and(|to| slot(to).is_some());
        let longest = function.code.iter().filter(is_put_aside).map(Instruction::stored).max();
        let aligns = |it: &Instruction<'_>| {
            let by = it.operands.first().and_then(|it| it.strip_prefix("$-")?.parse().ok());
            it.mnemonic == "andq" && it.operands.last() == Some(&"%rsp") && by >= longest
        };
        if longest >= Some(32) && !function.code.iter().any(aligns) {
            violations.push(format!(
                "{}: its frame is not aligned, and vectors are put aside in it",
                function.name
            ));
        }
    }
    violations
}

/// Kernels that are listed and not there, or there and not listed.
pub(super) fn unlisted(listing: &Listing<'_>, rules: &Rules) -> Vec<String> {
    let there: Vec<String> = listing.functions.iter().filter_map(|it| kernel_of(&it.name)).collect();
    let missing = rules.all().filter(|kernel| !there.iter().any(|name| name == kernel.name));
    let missing = missing.map(|kernel| format!("{}: listed, but there is no such kernel", kernel.name));
    // On other levels jobs over public lanes are the same as on `ifma`, and are not counted again.
    let is_public = |name: &str| {
        let (_, job) = level_of(name);
        let twin = rules.all().find(|kernel| kernel.name == job);
        twin.is_some_and(|kernel| kernel.secret.is_none())
    };
    let is_listed = |name: &str| rules.all().any(|kernel| kernel.name == name);
    let strange = there.iter().filter(|name| !is_listed(name) && !is_public(name));
    missing.chain(strange.map(|name| format!("{name}: a kernel that is not listed"))).collect()
}

/// Reads the code of a kernel.
pub(super) fn examine<'a>(
    listing: &'a Listing<'a>,
    function: &'a Function<'a>,
    kernel: &Kernel,
    rules: &Rules,
) -> Found<'a> {
    let mut found = Found::default();
    let (level, _) = level_of(kernel.name);
    let reads = frame::reads(function, rules);
    found.halves = reads.halves.iter().map(|&at| &function.code[at]).collect();
    for (at, instruction) in function.code.iter().enumerate() {
        let is_multiply_add = match level.doubles {
            true => instruction.is_multiply_add_of_doubles(),
            false => instruction.is_multiply_add(),
        };
        found.multiply_adds += usize::from(is_multiply_add);
        found.wide += usize::from(instruction.is_wide());
        calls(listing, function, at, kernel, rules, &mut found);
        if instruction.mnemonic.starts_with('j') && is_conditional(function, at) {
            found.jumps.push(instruction);
        }
        let name = instruction.mnemonic;
        if kernel.secret.is_some() && (name.contains("gather") || name.contains("scatter")) {
            found.forbidden.push((instruction, "an address for each lane, and lanes are secret".into()));
        }
        if kernel.secret.is_some() && name.contains("maskmov") {
            found.forbidden.push((instruction, "memory under a mask, whose time may depend on it".into()));
        }
        // Without the prefix the instruction is one of AVX-512.
        let is_avx512 =
            instruction.is_multiply_add() && !level.wide && !instruction.text.starts_with("{vex}");
        let is_foreign = is_avx512 || instruction.is_multiply_add() && level.doubles;
        if is_foreign || instruction.has_512_bits() && !level.wide {
            found.forbidden.push((instruction, "the processor may lack it".into()));
        }
        if kernel.secret.is_some() && makes_mask(function, at) {
            found
                .forbidden
                .push((instruction, "a mask of lanes out of a condition that is not in lanes".into()));
        }
        if leaves_lanes(instruction) || reads.lanes.binary_search(&at).is_ok() {
            found.moves.push(instruction);
        }
        let destination = instruction.destination().filter(|it| slot(it).is_some());
        found.spills += usize::from(destination.is_some() && instruction.stored() == 64);
    }
    found
}

/// What is wrong with a kernel, at the level that the numbers are of.
pub(super) fn judge(found: &Found<'_>, kernel: &Kernel) -> Vec<String> {
    let name = kernel.name;
    let mut violations = judge_lanes(found, kernel);
    violations.extend(found.strangers.iter().map(|(it, why)| format!("{name}: {}: {why}", place(it))));
    for (what, number, least) in [
        ("multiply-adds", found.multiply_adds, kernel.multiply_adds),
        ("instructions on 512-bit registers", found.wide, kernel.wide),
    ] {
        if number < least {
            violations.push(format!("{name}: {number} {what}, at least {least} are expected"));
        }
    }
    for (what, instructions, most) in [
        ("calls of panics", &found.panics, kernel.panics),
        ("calls through pointers", &found.through_pointers, kernel.through_pointers),
        ("loads of 64 bytes that were stored as halves", &found.halves, kernel.halves),
        ("conditional jumps over secrets", &found.jumps, kernel.secret.map_or(usize::MAX, |it| it.jumps)),
    ] {
        violations.extend(too_many(name, what, instructions, most));
    }
    violations
}

/// What is wrong with how a kernel treats its secret lanes, at any level of optimisation.
pub(super) fn judge_lanes(found: &Found<'_>, kernel: &Kernel) -> Vec<String> {
    let (name, Some(secret)) = (kernel.name, kernel.secret) else { return Vec::new() };
    let forbidden = found.forbidden.iter().map(|(it, why)| format!("{name}: {}: {why}", place(it)));
    let what = "moves of secret lanes into general registers or flags";
    forbidden.chain(too_many(name, what, &found.moves, secret.moves)).collect()
}

fn too_many(name: &str, what: &str, instructions: &[&Instruction<'_>], most: usize) -> Option<String> {
    if instructions.len() <= most {
        return None;
    }
    let mut text = format!("{name}: {} {what}, at most {most} are listed", instructions.len());
    for instruction in instructions.iter().take(SHOWN) {
        text += &format!("\n    {}", place(instruction));
    }
    Some(text)
}

fn place(instruction: &Instruction<'_>) -> String {
    format!("line {}: `{}`", instruction.line, instruction.text.replace('\t', " "))
}

/// Sorts what instruction `at` calls or names.
fn calls<'a>(
    listing: &'a Listing<'a>,
    function: &'a Function<'a>,
    at: usize,
    kernel: &Kernel,
    rules: &Rules,
    found: &mut Found<'a>,
) {
    let instruction = &function.code[at];
    match function.callee(at) {
        Some(Callee::Pointer) => found.through_pointers.push(instruction),
        Some(Callee::Named(names)) if names.iter().any(|name| matches(name, rules.panics.iter())) => {
            found.panics.push(instruction);
        }
        _ => {}
    }
    // Whatever is called is named somewhere, by whatever way the address gets to the call.
    for name in listing.named_functions(instruction) {
        let allowed = |callers: Callers| callers == Callers::Every || kernel.one_lane;
        let listed = rules.calls.iter().filter(|(_, callers, _)| allowed(*callers)).map(|(name, ..)| name);
        if !matches(&name, listed) && !matches(&name, rules.panics.iter()) {
            found.strangers.push((instruction, format!("code that is called: {name}")));
        }
    }
}

/// Whether a function is in a list. Generic arguments do not count.
pub(super) fn matches(name: &str, mut list: impl Iterator<Item = &'static &'static str>) -> bool {
    list.any(|listed| match name.strip_prefix(listed) {
        Some(rest) => {
            listed.ends_with("::") || listed.ends_with('<') || rest.is_empty() || rest.starts_with("::<")
        }
        None => false,
    })
}

/// Whether a jump depends on something: a condition, or the place in a table of places.
fn is_conditional(function: &Function<'_>, at: usize) -> bool {
    let instruction = &function.code[at];
    let indirect = instruction.operands.first().is_some_and(|operand| operand.starts_with('*'));
    !instruction.is_branch() || indirect && function.callee(at).is_none()
}

/// Whether instruction `at` makes a mask of what is in a general register and no constant: of one condition for all lanes, on
/// which there may be jumps, or of what was in lanes before.
fn makes_mask(function: &Function<'_>, at: usize) -> bool {
    let instruction = &function.code[at];
    let from =
        instruction.operands.first().filter(|it| instruction.mnemonic.starts_with("kmov") && is_general(it));
    from.is_some_and(|from| function.made(at, from) == Made::Otherwise)
}

/// Whether an instruction moves what is in vectors or masks to a general register, the flags, or (a mask)
/// to memory. A mask that is put aside in the frame has not left: whoever reads it there is counted.
fn leaves_lanes(instruction: &Instruction<'_>) -> bool {
    let reads_lanes = instruction.sources().iter().any(|operand| is_lanes(operand));
    let is_mask_move = instruction.mnemonic.starts_with("kmov");
    let leaves = |to: &str| is_general(to) || is_mask_move && is_memory(to) && slot(to).is_none();
    instruction.sets_flags_from_lanes() || reads_lanes && instruction.destination().is_some_and(leaves)
}

#[cfg(test)]
mod tests {
    use super::super::frame::BUFFERED;
    use super::*;

    const KERNEL: Kernel = Kernel {
        name: "sum::Add",
        multiply_adds: 0,
        wide: 0,
        one_lane: false,
        panics: 0,
        through_pointers: 0,
        halves: 0,
        secret: Some(Secret { jumps: 0, moves: 0 }),
    };
    const RULES: Rules = Rules {
        kernels: &[KERNEL],
        others: &[],
        calls: &[
            ("memcpy", Callers::Every, ""),
            ("core::fmt::", Callers::Every, ""),
            ("product", Callers::OneLane, ""),
        ],
        panics: &["core::panicking::"],
        last: &["_Unwind_Resume"],
        results: &[("product", 32)],
    };
    /// The function of `sum::Add` as the compiler names it.
    const TRAMPOLINE: &str = "_RINvYNtNtNtCs3wCrcpfc0bc_9chop_core6engine3sum3AddNtNtNtB9_3run5\
                              enter9EnterWide14wide_with_ifmaNtNtBQ_6levels5Ifma8EB9_";
    const PANIC: &str = "_RNvNtCsgEmfK2I1SDS_4core9panicking18panic_bounds_check";

    fn function(name: &str, code: &str) -> String {
        format!("\t.type\t{name},@function\n{name}:\n{code}\n.Lfunc_end0:\n")
    }

    /// What is wrong with a kernel of this code.
    fn violations(kernel: Kernel, code: &str) -> Vec<String> {
        let text = function(TRAMPOLINE, code);
        let listing = Listing::parse(&text);
        assert_eq!(kernel_of(&listing.functions[0].name), Some(KERNEL.name.into()));
        judge(&examine(&listing, &listing.functions[0], &kernel, &RULES), &kernel)
    }

    #[track_caller]
    fn is_clean(code: &str) {
        assert_eq!(violations(KERNEL, code), [""; 0]);
    }

    /// That this code has one fault, and that its description has all the `words`.
    #[track_caller]
    fn has_fault(kernel: Kernel, code: &str, words: &[&str]) {
        let found = violations(kernel, code);
        assert!(found.len() == 1 && words.iter().all(|word| found[0].contains(word)), "{found:?}");
    }

    #[test]
    fn lane_code_outside_a_kernel_is_found() {
        let strays = |name: &str, code: &str| stray(&Listing::parse(&function(name, code)));
        assert_eq!(strays("f", "vpaddq %ymm0, %ymm1, %ymm2\nretq"), [""; 0]);
        assert_eq!(strays(TRAMPOLINE, "vpaddq %zmm0, %zmm1, %zmm2"), [""; 0]);
        let text = &strays("f", "nop\nvpaddq (%rdi), %zmm1, %zmm2\nvpaddq %zmm0, %zmm1, %zmm2");
        assert!(text[0].contains("f: line 4: `vpaddq (%rdi), %zmm1, %zmm2`") && text[0].contains("(2 "));
        assert_eq!(strays("f", "vpmadd52luq %ymm0, %ymm1, %ymm2").len(), 1);
        assert_eq!(strays("f", "{vex}\tvpmadd52luq %ymm0, %ymm1, %ymm2").len(), 1);
    }

    #[test]
    fn values_that_the_loop_over_a_frame_overwrites_are_found() {
        let lost = |code: &str| {
            let text = function("f", code);
            clobbered(&Listing::parse(&text)).len()
        };
        let probe = "movq %rsp, %r11\nsubq $40960, %r11\n.L1:\nsubq $4096, %rsp\nmovq $0, (%rsp)\ncmpq %r11, %rsp\njne .L1";
        assert_eq!(lost(&format!("pushq %rbp\n{probe}\nmovq 8(%rdi), %r11\nretq")), 0);
        assert_eq!(lost(&format!("movq 8(%rdi), %r11\n{probe}\ncmpq %rbx, %r11\nretq")), 1);
        assert_eq!(lost("movq 8(%rdi), %r11\nretq"), 0);
    }

    #[test]
    fn vectors_in_a_frame_that_is_not_aligned_are_found() {
        let count = |code: &str| misaligned(&Listing::parse(&function(TRAMPOLINE, code))).len();
        assert_eq!(count("vmovups %zmm0, 8(%rsp)\nretq"), 1);
        assert_eq!(count("andq $-32, %rsp\nvmovups %zmm0, 64(%rsp)\nretq"), 1);
        assert_eq!(count("andq $-64, %rsp\nvmovaps %zmm0, 64(%rsp)\nretq"), 0);
        assert_eq!(count("andq $-64, %rsp\nvmovaps %ymm0, 32(%rsp)\nretq"), 0);
        assert_eq!(count("vmovups %xmm0, 8(%rsp)\nvmovups %zmm0, (%rdi)\nretq"), 0);
    }

    #[test]
    fn only_listed_functions_are_called() {
        is_clean("callq *memcpy@GOTPCREL(%rip)");
        is_clean("movq memcpy@GOTPCREL(%rip), %rbx\ncallq *%rbx");
        has_fault(KERNEL, "callq f", &["sum::Add: line 3: `callq f`", "f"]);
        has_fault(KERNEL, "jmp memcpy_other@PLT", &["memcpy_other"]);
        // Named, whatever becomes of the address.
        has_fault(KERNEL, "leaq f(%rip), %rax", &["leaq"]);
        has_fault(KERNEL, "callq product", &["product"]);
        assert_eq!(violations(Kernel { one_lane: true, ..KERNEL }, "callq product"), [""; 0]);
    }

    #[test]
    fn calls_through_pointers_are_counted() {
        let code = "movq 16(%rdi), %rax\nmovq %rax, 56(%rsp)\ncallq *56(%rsp)\ncallq *%rax";
        has_fault(Kernel { through_pointers: 1, ..KERNEL }, code, &["2 calls through", "*56(%rsp)", "*%rax"]);
        assert_eq!(violations(Kernel { through_pointers: 2, ..KERNEL }, code), [""; 0]);
    }

    #[test]
    fn panics_are_counted() {
        let code = format!("movq {PANIC}@GOTPCREL(%rip), %rbx\ncallq *%rbx\ncallq *{PANIC}@GOTPCREL(%rip)");
        has_fault(Kernel { panics: 1, ..KERNEL }, &code, &["2 calls of panics", "line 4", "line 5"]);
        assert_eq!(violations(Kernel { panics: 2, ..KERNEL }, &code), [""; 0]);
    }

    #[test]
    fn a_kernel_without_lanes_is_found() {
        let code = "vpmadd52luq %zmm0, %zmm1, %zmm2\nvpaddq %zmm0, %zmm1, %zmm2";
        assert_eq!(violations(Kernel { multiply_adds: 1, wide: 2, ..KERNEL }, code), [""; 0]);
        has_fault(Kernel { multiply_adds: 2, ..KERNEL }, code, &["1 multiply-adds", "at least 2"]);
        has_fault(Kernel { wide: 3, ..KERNEL }, code, &["2 instructions", "at least 3"]);
    }

    #[test]
    fn listed_kernels_are_those_that_are_there() {
        let text = function(TRAMPOLINE, "retq");
        assert_eq!(unlisted(&Listing::parse(&text), &RULES), [""; 0]);
        assert!(unlisted(&Listing::parse(""), &RULES)[0].contains("sum::Add: listed"));
        let renamed = text.replace("3sum3Add", "3msm3Sub");
        assert_eq!(unlisted(&Listing::parse(&renamed), &RULES).len(), 2);
    }

    #[test]
    fn loads_of_memory_that_was_stored_in_halves_are_counted() {
        let store = "vmovups %ymm1, 64(%rsp)\nvmovups %ymm2, 96(%rsp)\n";
        let fault = |code: &str| has_fault(KERNEL, code, &["1 loads of 64 bytes", "zmm"]);
        fault(&format!("{store}vmovups 64(%rsp), %zmm1"));
        fault(&format!("{store}vpaddq 96(%rsp), %zmm0, %zmm1"));
        // Half of it: the other was stored by way of another register.
        fault("vmovups %ymm1, 64(%rsp)\nvmovups %ymm2, (%rdx)\nvmovups 64(%rsp), %zmm1");
        is_clean(&format!("{store}vmovups 128(%rsp), %zmm1"));
        is_clean(&format!("{store}vmovups 64(%rsp), %ymm1"));
        is_clean(&format!("{store}vpbroadcastq 64(%rsp), %zmm1"));
        is_clean(&format!("{store}vpaddq 64(%rsp){{1to8}}, %zmm1, %zmm1"));
        is_clean(&format!("{store}vmovups %zmm0, 64(%rsp)\nvmovups 64(%rsp), %zmm1"));
        let calls = "leaq 64(%rsp), %rdi\ncallq product\nleaq 96(%rsp), %rdi\ncallq product\n";
        let one_lane = Kernel { one_lane: true, ..KERNEL };
        assert_eq!(violations(one_lane, &format!("{store}{calls}vmovups 64(%rsp), %zmm1")), [""; 0]);
        is_clean(&format!("{store}{}vmovups 64(%rsp), %zmm1", "movq %rax, (%rdi)\n".repeat(BUFFERED)));
    }

    #[test]
    fn secret_lanes_make_no_addresses() {
        let code = "vpgatherqq (%rdi,%zmm0), %zmm1 {%k1}";
        has_fault(KERNEL, code, &["vpgatherqq", "secret"]);
        assert_eq!(violations(Kernel { secret: None, ..KERNEL }, code), [""; 0]);
    }

    #[test]
    fn masks_of_conditions_that_are_not_in_lanes_are_found() {
        for code in [
            "sbbl %eax, %eax\nkmovd %eax, %k1",
            "xorl %eax, %eax\nje .L1\nmovl (%rdi), %eax\n.L1:\nkmovd %eax, %k1",
            "xorl %ecx, %eax\nkmovb %eax, %k1",
            // A choice of two constants, by a jump.
            "movl $255, %edx\nje .L1\nxorl %edx, %edx\n.L1:\nkmovd %edx, %k1",
        ] {
            let kernel = Kernel { secret: Some(Secret { jumps: 1, moves: 0 }), ..KERNEL };
            has_fault(kernel, code, &["kmov", "not in lanes"]);
            assert_eq!(violations(Kernel { secret: None, ..KERNEL }, code), [""; 0]);
        }
        is_clean("xorl %eax, %eax\nkmovd %eax, %k1\nmovb $5, %cl\nkmovd %ecx, %k2\nkmovw (%rsp), %k1");
    }

    #[test]
    fn other_levels_are_judged_by_their_lanes_only() {
        let with = |moves: usize, code: &str| {
            let kernel = Kernel { secret: Some(Secret { jumps: 0, moves }), ..KERNEL };
            let text = function(TRAMPOLINE, code);
            let listing = Listing::parse(&text);
            judge_lanes(&examine(&listing, &listing.functions[0], &kernel, &RULES), &kernel)
        };
        assert_eq!(with(0, "callq f\njne f\ncallq *(%rdi)"), [""; 0]);
        assert_eq!(with(0, "vmovq %xmm0, %rax").len(), 1);
        assert_eq!(with(1, "vmovq %xmm0, %rax"), [""; 0]);
        assert_eq!(with(1, "movl (%rdi), %eax\nkmovd %eax, %k1").len(), 1);
    }

    #[test]
    fn moves_of_secret_lanes_are_counted() {
        for code in [
            "kmovd %k1, %eax",
            "kmovb %k1, (%rdi)",
            "kortestb %k0, %k1",
            "ktestb %k0, %k0",
            "vptest %ymm0, %ymm0",
            "vpextrq $1, %xmm0, %rax",
            "vmovq %xmm0, %rax",
            "vmovd %xmm0, %eax",
            "vpmovmskb %ymm0, %eax",
            "vmovmskpd %ymm0, %eax",
            "vmovdqa64 %zmm0, 64(%rsp)\nmovq 72(%rsp), %rax",
            "vmovdqa64 %zmm0, 64(%rsp)\nmovq 64(%rsp,%rdx,8), %rax",
            "vmovdqa64 %zmm0, 64(%rsp)\ncmpq %rax, 120(%rsp)",
        ] {
            has_fault(KERNEL, code, &["1 moves of secret lanes", code.lines().last().unwrap()]);
            assert_eq!(violations(Kernel { secret: None, ..KERNEL }, code), [""; 0]);
        }
        for code in [
            "movb $3, %al\nkmovd %eax, %k1",
            "kmovq %k1, %k2",
            "kmovw %k1, 8(%rsp)\nkmovw 8(%rsp), %k1",
            "vptestnmq %zmm0, %zmm0, %k1",
            "vpextrq $1, %xmm0, (%rdi)",
            "vmovq %rax, %xmm0",
            "vmovdqa64 %zmm0, 64(%rsp)\nmovq 128(%rsp), %rax\nleaq 64(%rsp), %rax",
            "vmovdqa64 %zmm0, 64(%rsp)\nmovq %rcx, 72(%rsp)\nmovq 72(%rsp), %rax",
        ] {
            is_clean(code);
        }
    }

    #[test]
    fn conditional_jumps_over_secrets_are_counted() {
        let table = "addq %rcx, %rax\njmpq *%rax";
        let code = format!(".LBB0_1:\njne .LBB0_1\n{table}\njmp .LBB0_1");
        let secret = |jumps| Kernel { secret: Some(Secret { jumps, moves: 0 }), ..KERNEL };
        has_fault(secret(1), &code, &["2 conditional jumps", "jne .LBB0_1", "jmpq *%rax"]);
        assert_eq!(violations(secret(2), &code), [""; 0]);
    }
}
