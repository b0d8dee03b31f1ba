//! The compiler's assembly (x86-64, AT&T operands, names mangled by v0) as functions of instructions.
//!
//! Reads what LLVM prints, not what an assembler accepts. The text of an `asm!` block is in the syntax of
//! who wrote it, and its operands may be misread; the compiler itself puts none of what is looked for there.

use std::collections::{HashMap, HashSet};

/// A file of assembly.
#[derive(Debug, Default)]
pub(super) struct Listing<'a> {
    /// Which compiler wrote it, in the compiler's words.
    pub(super) compiler: &'a str,
    pub(super) functions: Vec<Function<'a>>,
    /// The names of constants and statics.
    objects: HashSet<&'a str>,
}

/// A function and its code.
#[derive(Debug, Default)]
pub(super) struct Function<'a> {
    /// As in the source, without hashes.
    pub(super) name: String,
    pub(super) code: Vec<Instruction<'a>>,
    /// The instruction after each label.
    labels: HashMap<&'a str, usize>,
    /// The jumps to an instruction.
    jumps: HashMap<usize, Vec<usize>>,
    /// The instructions after labels.
    joined: HashSet<usize>,
}

/// Where a general register comes from, of which a mask is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Made {
    /// One constant, whatever the way: public. Which of two it is may be a secret.
    OfConstant,
    Otherwise,
}

/// What an instruction calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Callee {
    /// One of these; mostly there is one.
    Named(Vec<String>),
    /// An address that comes from no name.
    Pointer,
}

/// An instruction.
#[derive(Debug)]
pub(super) struct Instruction<'a> {
    /// Its line in the file.
    pub(super) line: usize,
    /// All of it but the comment.
    pub(super) text: &'a str,
    pub(super) mnemonic: &'a str,
    /// Sources first; the destination is the last.
    pub(super) operands: Vec<&'a str>,
}

/// A place in the frame: `offset(%rsp…)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slot<'a> {
    pub(super) offset: i64,
    /// What is added besides, such as `,%rax,8`; mostly nothing.
    pub(super) index: &'a str,
}

impl<'a> Listing<'a> {
    pub(super) fn parse(text: &'a str) -> Listing<'a> {
        let mut listing = Listing::default();
        let mut names = HashSet::new();
        let mut inside = false;
        for (i, line) in text.lines().enumerate() {
            let line = line.split('#').next().unwrap_or_default().trim();
            if let Some((name, kind)) =
                line.strip_prefix(".type").and_then(|rest| rest.trim().split_once(','))
            {
                if kind == "@function" { &mut names } else { &mut listing.objects }.insert(name);
            } else if let Some(compiler) = line.strip_prefix(".ident") {
                listing.compiler = compiler.trim().trim_matches('"');
            } else if let Some(label) = line.strip_suffix(':') {
                inside &= !label.starts_with(".Lfunc_end");
                if names.contains(label) {
                    inside = true;
                    listing.functions.push(Function { name: plain(label), ..Function::default() });
                } else if let Some(function) = listing.functions.last_mut().filter(|_| inside) {
                    function.labels.insert(label, function.code.len());
                    function.joined.insert(function.code.len());
                }
            } else if inside && !line.is_empty() && !line.starts_with('.') {
                let function = listing.functions.last_mut().expect("inside one");
                function.code.push(Instruction::parse(i + 1, line));
            }
        }
        for function in &mut listing.functions {
            for (from, instruction) in function.code.iter().enumerate() {
                let label = instruction.operands.first().filter(|_| instruction.mnemonic.starts_with('j'));
                if let Some(to) = label.and_then(|label| function.labels.get(label)) {
                    function.jumps.entry(*to).or_default().push(from);
                }
            }
        }
        listing
    }

    /// The functions that an instruction names, to call them or to put their address somewhere.
    pub(super) fn named_functions(&self, instruction: &Instruction<'a>) -> Vec<String> {
        let is_address = |operand: &&&str| instruction.is_branch() || operand.contains("(%rip)");
        let symbols = instruction.operands.iter().filter(is_address).filter_map(|operand| symbol(operand));
        symbols.filter(|symbol| !self.objects.contains(symbol)).map(plain).collect()
    }
}

impl<'a> Function<'a> {
    /// What instruction `at` calls, if it does. An address in a register or in the frame is followed back
    /// along all ways that lead to the call.
    pub(super) fn callee(&self, at: usize) -> Option<Callee> {
        let instruction = &self.code[at];
        if !instruction.is_branch() {
            return None;
        }
        let target = instruction.operands.first()?;
        let Some(place) = target.strip_prefix('*') else {
            // A label of this function, or a name.
            let name = symbol(target).filter(|_| !target.starts_with(".L"))?;
            return Some(Callee::Named(vec![plain(name)]));
        };
        let origins = self.origins(at, place);
        // The places of a table within this function are distances, to which an address is added.
        if instruction.mnemonic.starts_with("jmp") && origins == [Origin::Sum] {
            return None;
        }
        let name = |origin: &Origin<'_>| match origin {
            Origin::Symbol(name) => Some(plain(name)),
            _ => None,
        };
        let names: Option<Vec<String>> = origins.iter().map(name).collect();
        Some(names.map_or(Callee::Pointer, Callee::Named))
    }

    /// What the general register `register` is made of at instruction `at`.
    pub(super) fn made(&self, at: usize, register: &'a str) -> Made {
        match self.origins(at, register)[..] {
            [Origin::Constant(_)] => Made::OfConstant,
            _ => Made::Otherwise,
        }
    }

    /// Where the values come from that `place` may have at instruction `at`.
    fn origins(&self, at: usize, place: &'a str) -> Vec<Origin<'a>> {
        if let Some(name) = symbol(place) {
            return vec![Origin::Symbol(name)];
        }
        let mut origins = Vec::new();
        // Questions: what is in a place before an instruction?
        let mut asked = HashSet::new();
        let mut open = vec![(at, place)];
        while let Some((at, place)) = open.pop() {
            if !asked.insert((at, place)) {
                continue;
            }
            let before = self.before(at);
            if before.is_empty() {
                origins.push(Origin::Unknown);
            }
            for at in before {
                let instruction = &self.code[at];
                let written = instruction.destination().is_some_and(|it| same_place(it, place));
                let source = instruction.operands.first().copied().unwrap_or_default();
                match (instruction.mnemonic, symbol(source)) {
                    _ if !written => open.push((at, place)),
                    ("movq" | "leaq", Some(name)) => origins.push(Origin::Symbol(name)),
                    ("movq", None) if general_register(source).is_some() || slot(source).is_some() => {
                        open.push((at, source))
                    }
                    ("addq", _) => origins.push(Origin::Sum),
                    (name, _) if name.starts_with("mov") && source.starts_with('$') => {
                        origins.push(Origin::Constant(source))
                    }
                    // What is exclusively one of two equal bits: 0.
                    ("xorl", _) if instruction.operands[1] == source => origins.push(Origin::Constant("$0")),
                    _ => origins.push(Origin::Unknown),
                }
            }
        }
        origins.sort();
        origins.dedup();
        origins
    }

    /// The instruction of this function that a jump goes to.
    pub(super) fn target(&self, jump: &Instruction<'a>) -> Option<usize> {
        let label = jump.operands.first().filter(|_| jump.mnemonic.starts_with('j'))?;
        self.labels.get(label).copied()
    }

    /// Whether another way than from the instruction above leads to instruction `at`.
    pub(super) fn is_joined(&self, at: usize) -> bool {
        self.joined.contains(&at)
    }

    /// The instructions that may be executed right before instruction `at`.
    pub(super) fn before(&self, at: usize) -> Vec<usize> {
        let goes_on =
            |it: &Instruction<'_>| !it.mnemonic.starts_with("jmp") && !it.mnemonic.starts_with("ret");
        let above = at.checked_sub(1).filter(|&above| goes_on(&self.code[above]));
        above.into_iter().chain(self.jumps.get(&at).into_iter().flatten().copied()).collect()
    }
}

/// Where a value comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Origin<'a> {
    Symbol(&'a str),
    Constant(&'a str),
    Sum,
    Unknown,
}

impl<'a> Instruction<'a> {
    fn parse(line: usize, text: &'a str) -> Instruction<'a> {
        // Said of instructions that could be encoded otherwise.
        let code = text.strip_prefix("{vex}").unwrap_or(text).trim_start();
        let (mnemonic, rest) = code.split_once(char::is_whitespace).unwrap_or((code, ""));
        let (mut operands, mut start, mut depth) = (Vec::new(), 0, 0);
        for (i, c) in rest.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                ',' if depth == 0 => {
                    operands.push(rest[start..i].trim());
                    start = i + 1;
                }
                _ => {}
            }
        }
        if !rest.trim().is_empty() {
            operands.push(rest[start..].trim());
        }
        Instruction { line, text, mnemonic, operands }
    }

    /// A call or a jump that is always taken.
    pub(super) fn is_branch(&self) -> bool {
        self.mnemonic.starts_with("call") || self.mnemonic.starts_with("jmp")
    }

    /// Whether it uses a 512-bit register or the instructions that exist only with the features of the level.
    pub(super) fn is_wide(&self) -> bool {
        self.has_512_bits() || self.is_multiply_add()
    }

    /// Whether it uses a register of 512 bits.
    pub(super) fn has_512_bits(&self) -> bool {
        self.text.contains("%zmm")
    }

    pub(super) fn is_multiply_add(&self) -> bool {
        self.mnemonic.starts_with("vpmadd52")
    }

    pub(super) fn is_multiply_add_of_doubles(&self) -> bool {
        self.mnemonic.starts_with("vfmadd")
    }

    /// Whether all operands are sources.
    pub(super) fn only_compares(&self) -> bool {
        let name = self.mnemonic;
        let starts = |list: &[&str]| list.iter().any(|it| name.starts_with(it));
        starts(&["cmp", "test", "bt", "push"]) || self.sets_flags_from_lanes()
    }

    /// Whether it makes a condition for jumps of a register for vectors or masks.
    pub(super) fn sets_flags_from_lanes(&self) -> bool {
        let starts = |list: &[&str]| list.iter().any(|it| self.mnemonic.starts_with(it));
        // `vptestm…` and `vptestnm…` write masks.
        self.mnemonic == "vptest"
            || starts(&["kortest", "ktest", "vtest", "vucomi", "vcomi", "vpcmpistr", "vpcmpestr"])
    }

    /// The operand that it writes.
    pub(super) fn destination(&self) -> Option<&'a str> {
        let alone = ["set", "inc", "dec", "neg", "not", "pop"].iter().any(|it| self.mnemonic.starts_with(it));
        let enough = if alone { 1 } else { 2 };
        if self.only_compares() || self.operands.len() < enough {
            None
        } else {
            self.operands.last().copied()
        }
    }

    /// The operands that it reads and does not write. (Those that it does both to are destinations.)
    pub(super) fn sources(&self) -> &[&'a str] {
        match self.destination() {
            Some(_) => &self.operands[..self.operands.len() - 1],
            None => &self.operands,
        }
    }

    /// Bytes that it loads at most, if its source is memory and its destination a vector.
    pub(super) fn loaded(&self) -> i64 {
        let to = self.operands.last().copied().unwrap_or_default();
        let narrow = self.mnemonic.contains("broadcast") || !self.mnemonic.starts_with("vmov");
        match () {
            () if ["vmovq", "vmovs"].iter().any(|it| self.mnemonic.starts_with(it)) => 8,
            () if narrow => 32,
            () if to.starts_with("%xmm") => 16,
            () if to.starts_with("%ymm") => 32,
            () => 64,
        }
    }

    /// Bytes that it stores in memory, if its destination is there.
    pub(super) fn stored(&self) -> i64 {
        let has = |register: &str| self.sources().iter().any(|operand| operand.starts_with(register));
        let name = self.mnemonic;
        match () {
            () if ["kmovd", "vmovd", "vmovss", "vpextrd"].contains(&name) => 4,
            () if has("%zmm") && !name.starts_with("vextract") => 64,
            () if name.ends_with("32x4") || name.ends_with("64x2") || name.ends_with("128") => 16,
            () if has("%ymm") || has("%zmm") => 32,
            () if ["vmovq", "vmovsd", "vmovlp", "vmovhp", "vpextrq"]
                .iter()
                .any(|it| name.starts_with(it)) =>
            {
                8
            }
            () if has("%xmm") => 16,
            () if name.ends_with('b') || name.starts_with("set") => 1,
            () if name.ends_with('w') => 2,
            () if name.ends_with('l') => 4,
            () => 8,
        }
    }
}

/// Whether an operand is a register for vectors or masks.
pub(super) fn is_lanes(operand: &str) -> bool {
    ["%zmm", "%ymm", "%xmm", "%k"].iter().any(|prefix| operand.starts_with(prefix))
}

/// Whether an operand is a general register.
pub(super) fn is_general(operand: &str) -> bool {
    operand.starts_with('%') && !is_lanes(operand) && !operand.contains('(')
}

/// Whether an operand is in memory.
pub(super) fn is_memory(operand: &str) -> bool {
    operand.contains('(')
}

/// The slot of the frame that an operand is.
pub(super) fn slot(operand: &str) -> Option<Slot<'_>> {
    let (offset, rest) = operand.strip_prefix('*').unwrap_or(operand).split_once("(%rsp")?;
    let offset = if offset.is_empty() { 0 } else { offset.parse().ok()? };
    Some(Slot { offset, index: rest.split(')').next()? })
}

/// The number of the register for vectors that an operand is.
pub(super) fn vector_register(operand: &str) -> Option<&str> {
    ["%xmm", "%ymm", "%zmm"]
        .iter()
        .find_map(|kind| operand.strip_prefix(kind))
        .and_then(|rest| rest.split(' ').next())
}

/// The name in an operand: what is called, or whose address is loaded.
fn symbol(operand: &str) -> Option<&str> {
    let operand = operand.strip_prefix('*').unwrap_or(operand);
    let name = operand.split(['@', '(', '+']).next()?;
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    is_name.then_some(name)
}

/// The general register that an operand is, by the number or letters that its four widths share.
pub(super) fn general_register(operand: &str) -> Option<&str> {
    let name = operand.strip_prefix('%').filter(|_| is_general(operand))?;
    if name.starts_with("r") && name[1..].starts_with(|c: char| c.is_ascii_digit()) {
        return Some(name.trim_end_matches(['b', 'w', 'd']));
    }
    let letters = name.trim_start_matches(['r', 'e']);
    Some(match letters.trim_end_matches(['x', 'l', 'h']) {
        "" => name,
        letters => letters,
    })
}

fn same_place(x: &str, y: &str) -> bool {
    match (general_register(x), general_register(y)) {
        (Some(x), Some(y)) => x == y,
        (None, None) => slot(x).is_some() && slot(x) == slot(y),
        _ => false,
    }
}

/// A mangled name as in the source, without hashes.
fn plain(name: &str) -> String {
    format!("{:#}", rustc_demangle::demangle(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_begin_at_their_label_and_end_at_the_local_one() {
        let text = "\t.type\tf,@function\nf:\n\t.cfi_startproc\n\tpushq\t%rbp\n.LBB0_1:\n\t# a comment\n\
                    \tmovq\t%rax, (%rsp)  # 8-byte Spill\n.Lfunc_end0:\n\tnop\n\t.type\tg,@function\ng:\n\tretq\n\
                    .Lfunc_end1:\n\t.type\tc,@object\nc:\n\t.quad\t1\n\t.ident\t\"rustc version 1\"\n";
        let listing = Listing::parse(text);
        let names: Vec<_> = listing.functions.iter().map(|f| (f.name.as_str(), f.code.len())).collect();
        assert_eq!(names, [("f", 2), ("g", 1)]);
        assert_eq!(listing.functions[0].code[1].text, "movq\t%rax, (%rsp)");
        assert_eq!(listing.functions[0].code[1].line, 7);
        assert_eq!(listing.compiler, "rustc version 1");
    }

    #[test]
    fn operands_keep_their_parentheses_and_masks() {
        let instruction = Instruction::parse(1, "vmovdqa64\t%zmm1, -8(%rsp,%rax,2) {%k1}");
        assert_eq!(instruction.operands, ["%zmm1", "-8(%rsp,%rax,2) {%k1}"]);
        assert_eq!(slot(instruction.operands[1]), Some(Slot { offset: -8, index: ",%rax,2" }));
        assert_eq!(slot("(%rsp)"), Some(Slot { offset: 0, index: "" }));
        assert_eq!(slot("8(%rbp)"), None);
        assert_eq!(instruction.stored(), 64);
    }

    #[test]
    fn widths_of_a_register_are_one_register() {
        for names in [["%rax", "%eax", "%ax", "%al"], ["%r8", "%r8d", "%r8w", "%r8b"]] {
            assert!(names.iter().all(|name| same_place(name, names[0])), "{names:?}");
        }
        assert!(same_place("%rsi", "%esi") && same_place("%rbp", "%ebp") && same_place("%rbx", "%bl"));
        assert!(!same_place("%rbx", "%rbp") && !same_place("%rdi", "%rdx") && !same_place("%rsp", "%rsi"));
        assert!(!same_place("%r8", "%xmm8") && !same_place("%r1", "8(%rsp)"));
    }

    /// The callee of the last instruction of `code`.
    fn last_callee(code: &str) -> Option<Callee> {
        let text = format!("\t.type\tf,@function\nf:\n{code}\n");
        let listing = Listing::parse(&text);
        listing.functions[0].callee(listing.functions[0].code.len() - 1)
    }

    #[test]
    fn calls_are_followed_to_the_name_whose_address_was_loaded() {
        let named = Some(Callee::Named(vec!["g".into()]));
        assert_eq!(last_callee("callq g"), named);
        assert_eq!(last_callee("callq *g@GOTPCREL(%rip)"), named);
        assert_eq!(last_callee("jmp g@PLT"), named);
        assert_eq!(last_callee("movq g@GOTPCREL(%rip), %rbx\nmovl $1, %eax\ncallq *%rbx"), named);
        assert_eq!(last_callee("leaq g(%rip), %rax\nmovq %rax, %rbx\ncallq *%rbx"), named);
        let spilled = "movq g@GOTPCREL(%rip), %rbx\nmovq %rbx, 8(%rsp)\nmovl $1, %ebx\ncallq *8(%rsp)";
        assert_eq!(last_callee(spilled), named);
    }

    #[test]
    fn calls_are_followed_along_all_ways() {
        let code = |other: &str| {
            format!("je .L1\nmovq g@GOTPCREL(%rip), %rbx\njmp .L2\n.L1:\n{other}\n.L2:\ncallq *%rbx")
        };
        let names = Callee::Named(vec!["g".into(), "h".into()]);
        assert_eq!(last_callee(&code("movq h@GOTPCREL(%rip), %rbx")), Some(names));
        assert_eq!(last_callee(&code("movl (%rdi), %ebx")), Some(Callee::Pointer));
        // Nothing is loaded here: it is what the caller of the function left.
        assert_eq!(last_callee(&code("nop")), Some(Callee::Pointer));
        let late = "jmp .L1\n.L2:\nxorl %ebx, %ebx\njmp .L3\n.L1:\nmovq g@GOTPCREL(%rip), %rbx\n.L3:\n";
        assert_eq!(last_callee(&format!("{late}callq *%rbx")), Some(Callee::Pointer));
        let around = late.replace("jmp .L3", "retq");
        assert_eq!(last_callee(&format!("{around}callq *%rbx")), Some(Callee::Named(vec!["g".into()])));
    }

    #[test]
    fn jumps_within_a_function_are_no_calls() {
        assert_eq!(last_callee("jmp .LBB0_1"), None);
        assert_eq!(last_callee("movslq (%rcx,%rax,4), %rax\naddq %rcx, %rax\njmpq *%rax"), None);
        assert_eq!(last_callee("movq (%rdi), %rax\njmpq *%rax"), Some(Callee::Pointer));
    }

    #[test]
    fn constants_are_no_functions() {
        let text = "\t.type\tf,@function\nf:\n\tmovq\tc@GOTPCREL(%rip), %rax\n\tleaq\tg(%rip), %rax\n\
                    \tvpaddq\t.LCPI0_1(%rip){1to8}, %zmm0, %zmm1\n.Lfunc_end0:\n\t.type\tc,@object\nc:\n";
        let listing = Listing::parse(text);
        let named: Vec<_> =
            listing.functions[0].code.iter().flat_map(|it| listing.named_functions(it)).collect();
        assert_eq!(named, ["g"]);
    }
}
