//! What a kernel keeps in its frame: which reads of general registers find lanes there, and which loads find two halves.
//!
//! What a general register reads is what was stored last along any of the ways that lead there. Where an index is added that
//! counts between constants, all its places are known. Of any other index, the place without it stands for the whole array,
//! which holds what was stored in some part of it last.
//!
//! Vectors are also how compilers copy words. A place holds lanes if a vector or a mask was stored there, unless all that
//! was in the vector are words that never were lanes: zeros, words out of general registers, a copy of memory that holds
//! none. What is behind a pointer counts as such memory. What a vector holds is followed along all ways, what is in memory
//! that a vector loads in the order of the text.

use super::assembly::{
    Callee, Function, Instruction, Slot, general_register, is_general, is_lanes, is_memory, slot,
    vector_register,
};
use super::counted;
use super::rules::{Rules, matches};
use std::collections::{BTreeMap, HashMap};

/// Stores that a processor keeps before they reach the cache (72 on Ice Lake). A load of what two of them
/// stored is not served from there: it waits for the cache.
pub(super) const BUFFERED: usize = 72;
/// General registers that a called function leaves as they are.
const KEPT: [&str; 6] = ["b", "bp", "r12", "r13", "r14", "r15"];
/// What gives the words of its operands, or some of them, in another order, by the beginnings of names.
const REORDERS: [&str; 9] =
    ["vmov", "vpunpck", "vunpck", "vpinsr", "vinsert", "vextract", "vbroadcast", "vpbroadcast", "vpshufd"];

/// What is read from a frame.
#[derive(Debug, Default)]
pub(super) struct Reads {
    /// Instructions of general registers that read lanes.
    pub(super) lanes: Vec<usize>,
    /// Loads of 64 bytes of which some were stored by a narrower vector a moment before.
    pub(super) halves: Vec<usize>,
}

/// Reads the code of a function.
pub(super) fn reads(function: &Function<'_>, rules: &Rules) -> Reads {
    // Vectors are taken to hold words until an instruction is seen that leaves lanes in them; once more from the beginning,
    // until nothing new is seen.
    let mut words = vec![u32::MAX; function.code.len()];
    let ways = ways(function, rules);
    loop {
        let mut frame = Frame::new(function, &ways);
        let mut halves = Vec::new();
        let mut seen = words.clone();
        for (at, seen) in seen.iter_mut().enumerate() {
            if function.is_joined(at) {
                frame.join(at, &words);
            }
            if frame.gives_halves(at) {
                halves.push(at);
            }
            frame.remember(at, rules.results);
            *seen &= frame.words;
        }
        if seen == words {
            let lanes = (0..function.code.len()).filter(|&at| frame.gives_lanes(at)).collect();
            return Reads { lanes, halves };
        }
        words = seen;
    }
}

/// The instructions that may be executed right before each. What follows a call that does not return is not executed after it.
fn ways(function: &Function<'_>, rules: &Rules) -> Vec<Vec<usize>> {
    let ends = |at: usize| {
        let instruction = &function.code[at];
        let is_call = instruction.mnemonic.starts_with("call");
        let returns = |name: &String| !matches(name, rules.panics.iter().chain(rules.last));
        let returns =
            || !matches!(function.callee(at), Some(Callee::Named(names)) if !names.iter().any(returns));
        instruction.mnemonic == "ud2" || is_call && !returns()
    };
    let ends: Vec<bool> = (0..function.code.len()).map(ends).collect();
    let before = |at| function.before(at).into_iter().filter(|&it| !ends[it]).collect();
    (0..function.code.len()).map(before).collect()
}

/// The frame, and what the registers have to do with it, at an instruction.
struct Frame<'a> {
    function: &'a Function<'a>,
    /// The instructions that may be executed right before each.
    ways: &'a [Vec<usize>],
    /// Parts of the frame by their index and offset, none over another of the same index.
    stores: HashMap<&'a str, BTreeMap<i64, Store>>,
    /// Stores so far.
    count: usize,
    /// Vectors, a bit each, that hold words and no lanes.
    words: u32,
    /// General registers that hold the address of a place.
    addresses: HashMap<&'a str, Slot<'a>>,
    /// What each instruction stored.
    written: HashMap<usize, Written>,
}

/// A part of the frame that was stored.
#[derive(Clone, Copy)]
struct Store {
    /// One past the last byte.
    end: i64,
    /// Bytes that were stored at once.
    width: i64,
    from_lanes: bool,
    /// How many came before.
    number: usize,
}

/// What an instruction stores.
struct Written {
    /// Where its places begin.
    offsets: Vec<i64>,
    width: i64,
    /// By an index that is not known.
    indexed: bool,
    from_lanes: bool,
}

impl<'a> Frame<'a> {
    fn new(function: &'a Function<'a>, ways: &'a [Vec<usize>]) -> Frame<'a> {
        Frame {
            function,
            ways,
            stores: HashMap::new(),
            count: 0,
            words: 0,
            addresses: HashMap::new(),
            written: HashMap::new(),
        }
    }

    /// Other ways lead to instruction `at` as well: what holds is what holds after all instructions before it.
    fn join(&mut self, at: usize, words: &[u32]) {
        let before = &self.ways[at];
        self.words =
            if before.is_empty() { 0 } else { before.iter().fold(u32::MAX, |all, &it| all & words[it]) };
        self.addresses.clear();
    }

    /// Takes what instruction `at` does.
    fn remember(&mut self, at: usize, results: &'static [(&'static str, i64)]) {
        let instruction = &self.function.code[at];
        if let Some(destination) = instruction.destination().filter(|it| is_memory(it)) {
            self.count += 1;
            if let Some(place) = slot(destination) {
                let width = instruction.stored();
                self.store(at, place, width, width, !self.gives_words(instruction));
            }
        }
        self.follow(instruction);
        if instruction.mnemonic.starts_with("call") {
            self.call(at, results);
        }
    }

    /// Instruction `by` stores `bytes` bytes, `width` at once, in each round of its loop.
    fn store(&mut self, by: usize, at: Slot<'a>, bytes: i64, width: i64, from_lanes: bool) {
        let offsets = counted::offsets(self.function, by, at);
        let index = if offsets.is_some() { "" } else { at.index };
        let offsets = offsets.unwrap_or_else(|| vec![at.offset]);
        for &offset in &offsets {
            let store = Store { end: offset + bytes, width, from_lanes, number: self.count };
            self.remember_store(index, offset, store);
        }
        self.written.insert(by, Written { offsets, width: bytes, indexed: !index.is_empty(), from_lanes });
    }

    /// Remembers what is stored at a place, and keeps what other stores left around it.
    fn remember_store(&mut self, index: &'a str, offset: i64, new: Store) {
        let old: Vec<i64> = self.stored(index, offset, new.end - offset).map(|(&offset, _)| offset).collect();
        let stores = self.stores.entry(index).or_default();
        for before in old {
            let Some(store) = stores.remove(&before) else { continue };
            if before < offset {
                stores.insert(before, Store { end: offset, ..store });
            }
            if new.end < store.end {
                stores.insert(new.end, store);
            }
        }
        stores.insert(offset, new);
    }

    /// The parts with an index that have some of `width` bytes at an offset, and their own offsets.
    fn stored(&self, index: &str, offset: i64, width: i64) -> impl Iterator<Item = (&i64, &Store)> {
        let stores = self.stores.get(index).into_iter();
        // None is over another, so that all before one that ends too early end too early.
        stores.flat_map(move |stores| {
            stores.range(..offset + width).rev().take_while(move |(_, store)| offset < store.end)
        })
    }

    /// A call: its result in the frame is new, and so is what is in most registers.
    fn call(&mut self, by: usize, results: &'static [(&'static str, i64)]) {
        if let (Some(Callee::Named(names)), Some(at)) =
            (self.function.callee(by), self.addresses.get("di").copied())
            && let Some(&(_, bytes)) = results
                .iter()
                .find(|(function, _)| names.iter().all(|name| matches(name, std::iter::once(function))))
        {
            // In words.
            self.store(by, at, bytes, 8, false);
        }
        self.words = 0;
        self.addresses.retain(|register, _| KEPT.contains(register));
    }

    /// What an instruction leaves in the register that it writes.
    fn follow(&mut self, instruction: &Instruction<'a>) {
        let Some(destination) = instruction.destination() else { return };
        if let Some(bit) = vector_bit(destination) {
            let holds_words = self.gives_words(instruction);
            self.words = if holds_words { self.words | bit } else { self.words & !bit };
        } else if let Some(register) = general_register(destination) {
            match self.address(instruction) {
                Some(at) => self.addresses.insert(register, at),
                None => self.addresses.remove(register),
            };
        }
    }

    /// The place whose address an instruction gives.
    fn address(&self, instruction: &Instruction<'a>) -> Option<Slot<'a>> {
        let source = instruction.operands[0];
        match (instruction.mnemonic, slot(source)) {
            ("leaq", at) => at.filter(|at| at.index.is_empty()),
            ("movq", None) if source == "%rsp" => Some(Slot { offset: 0, index: "" }),
            ("movq", None) => general_register(source).and_then(|it| self.addresses.get(it).copied()),
            _ => None,
        }
    }

    /// Whether an instruction writes words that never were lanes, all of them.
    fn gives_words(&self, instruction: &Instruction<'a>) -> bool {
        let (name, sources) = (instruction.mnemonic, instruction.sources());
        if !instruction.operands.iter().any(|operand| is_lanes(operand)) {
            return true;
        }
        let clears = (name.starts_with("vpxor") || name.starts_with("vxorp")) && sources[0] == sources[1];
        let is_masked = instruction.operands.iter().any(|operand| operand.contains("{%k"));
        if clears || is_masked || !REORDERS.iter().any(|beginning| name.starts_with(beginning)) {
            return clears && !is_masked;
        }
        sources.iter().all(|operand| match (vector_bit(operand), slot(operand)) {
            (Some(bit), _) => self.words & bit != 0,
            (_, Some(from)) => !self.holds_lanes(from, instruction.loaded()),
            _ => is_general(operand) || is_memory(operand) || operand.starts_with('$'),
        })
    }

    /// Whether some of `width` bytes are lanes, by the text so far.
    fn holds_lanes(&self, from: Slot<'_>, width: i64) -> bool {
        [from.index, ""]
            .iter()
            .any(|index| self.stored(index, from.offset, width).any(|(_, store)| store.from_lanes))
    }

    fn gives_halves(&self, at: usize) -> bool {
        // These read less than the register holds.
        let narrow = ["broadcast", "insert", "pmovzx", "pmovsx", "gather", "1to8", "1to16"];
        let instruction = &self.function.code[at];
        if !instruction.text.contains("%zmm") || narrow.iter().any(|it| instruction.text.contains(it)) {
            return false;
        }
        instruction.sources().iter().filter_map(|operand| slot(operand)).any(|from| {
            let recent = |store: &Store| store.width == 32 && self.count - store.number < BUFFERED;
            self.stored(from.index, from.offset, 64).any(|(_, store)| recent(store))
        })
    }

    /// Whether instruction `at`, of the general registers, reads lanes. To be asked when all instructions were remembered.
    fn gives_lanes(&self, at: usize) -> bool {
        let instruction = &self.function.code[at];
        let general = !instruction.operands.iter().any(|operand| is_lanes(operand));
        let reads = instruction.operands.len() > 1 && !instruction.mnemonic.starts_with("lea");
        let places = instruction.sources().iter().filter_map(|operand| slot(operand));
        let mut places = places.flat_map(|place| self.places(at, place));
        general && reads && places.any(|place| self.reached_by_lanes(at, place))
    }

    /// The places that instruction `at` reads in all rounds of its loop, or the one with an index that is not known.
    fn places(&self, at: usize, place: Slot<'a>) -> Vec<Slot<'a>> {
        match counted::offsets(self.function, at, place) {
            Some(offsets) => offsets.into_iter().map(|offset| Slot { offset, index: "" }).collect(),
            None => vec![place],
        }
    }

    /// Whether along some way to instruction `at` the last store to a place is one of lanes.
    fn reached_by_lanes(&self, at: usize, place: Slot<'_>) -> bool {
        let mut seen = vec![false; self.function.code.len()];
        let mut open = vec![at];
        while let Some(at) = open.pop() {
            let before = &self.ways[at];
            // Where no way is known, as after a jump by a table, the text is the way.
            let above = at.checked_sub(1).filter(|_| before.is_empty());
            for above in before.iter().copied().chain(above) {
                if std::mem::replace(&mut seen[above], true) {
                    continue;
                }
                match self.written.get(&above).filter(|it| it.covers(place)) {
                    Some(written) if written.from_lanes => return true,
                    Some(_) => {}
                    None => open.push(above),
                }
            }
        }
        false
    }
}

impl Written {
    /// Whether what is read at a place is what was stored. With an unknown index on both sides: the same array. With one on
    /// the side of the store only: some other place.
    fn covers(&self, place: Slot<'_>) -> bool {
        match (self.indexed, place.index.is_empty()) {
            (false, _) => self.offsets.iter().any(|from| (*from..from + self.width).contains(&place.offset)),
            (true, false) => self.offsets[0] == place.offset,
            (true, true) => false,
        }
    }
}

/// The bit of the register for vectors that an operand is.
fn vector_bit(operand: &str) -> Option<u32> {
    vector_register(operand).and_then(|number| number.parse::<u32>().ok()).map(|number| 1 << number)
}

#[cfg(test)]
mod tests {
    use super::super::assembly::Listing;
    use super::*;

    const RULES: Rules = Rules {
        kernels: &[],
        others: &[],
        calls: &[],
        panics: &["panic"],
        last: &["last"],
        results: &[("product", 32)],
    };

    /// The last instruction reads lanes, or nothing does.
    #[track_caller]
    fn reads_lanes(expected: bool, code: &str) {
        let text = format!("\t.type\tf,@function\nf:\n{code}\n.Lfunc_end0:\n");
        let listing = Listing::parse(&text);
        let last = listing.functions[0].code.len() - 1;
        let expected = if expected { vec![last] } else { Vec::new() };
        assert_eq!(reads(&listing.functions[0], &RULES).lanes, expected, "{code}");
    }

    #[test]
    fn words_that_a_vector_copies_are_no_lanes() {
        let copied = |load: &str| format!("{load}\nvmovups %ymm0, 64(%rsp)\nmovq 72(%rsp), %rax");
        reads_lanes(false, &copied("vmovups (%rdi), %ymm0"));
        reads_lanes(false, &copied("vxorps %xmm0, %xmm0, %xmm0"));
        reads_lanes(false, &copied("vmovq %rcx, %xmm0"));
        reads_lanes(false, &copied("vmovups (%rdi), %ymm1\nvmovaps %ymm1, %ymm0"));
        reads_lanes(false, &copied("movq %rcx, (%rsp)\nvmovups (%rsp), %ymm0"));
        reads_lanes(true, &copied("nop"));
        reads_lanes(true, &copied("vpaddq (%rdi), %ymm1, %ymm0"));
        reads_lanes(true, &copied("vmovups (%rdi), %ymm0 {%k1}"));
        reads_lanes(true, &copied("vmovups (%rdi), %ymm0\nvpaddq %ymm1, %ymm1, %ymm0"));
        reads_lanes(true, &copied("vmovups (%rdi), %ymm0\ncallq f"));
        reads_lanes(true, &copied("vmovups %zmm3, (%rsp)\nmovq %rcx, (%rsp)\nvmovups (%rsp), %ymm0"));
    }

    #[test]
    fn a_vector_holds_words_if_it_does_along_all_ways() {
        let code = |other: &str| {
            format!(
                "vmovups (%rdi), %ymm0\nje .L1\n{other}\n.L1:\nvmovups %ymm0, (%rsp)\ndecq %rcx\njne .L1\nmovq (%rsp), %rax"
            )
        };
        reads_lanes(false, &code("vmovups (%rsi), %ymm0"));
        reads_lanes(true, &code("vpaddq %ymm1, %ymm1, %ymm0"));
        // In a loop: once round.
        let late = "vmovups (%rdi), %ymm0\n.L1:\nvmovups %ymm0, (%rsp)\nvpaddq %ymm1, %ymm1, %ymm0\njne .L1\nmovq (%rsp), %rax";
        reads_lanes(true, late);
    }

    #[test]
    fn what_was_stored_last_along_any_way_is_read() {
        let code = |between: &str| format!("vmovups %zmm1, (%rsp)\n{between}\nmovq (%rsp), %rax");
        reads_lanes(true, &code("nop"));
        reads_lanes(false, &code("movq %rcx, (%rsp)"));
        reads_lanes(false, &code("seta (%rsp)"));
        reads_lanes(true, &code("movq %rcx, 8(%rsp)"));
        reads_lanes(true, &code("je .L1\nmovq %rcx, (%rsp)\n.L1:"));
        // The store is below in the text and above in a loop.
        let round = "jmp .L2\n.L1:\nmovq (%rsp), %rax\nretq\n.L2:\nvmovups %zmm1, (%rsp)\njmp .L1";
        let text = format!("\t.type\tf,@function\nf:\n{round}\n.Lfunc_end0:\n");
        let listing = Listing::parse(&text);
        assert_eq!(reads(&listing.functions[0], &RULES).lanes, [1]);
        // Nothing comes after a panic.
        reads_lanes(
            false,
            "movq %rcx, (%rsp)\nje .L1\nvmovups %zmm1, (%rsp)\ncallq panic\n.L1:\nmovq (%rsp), %rax",
        );
        reads_lanes(
            true,
            "movq %rcx, (%rsp)\nje .L1\nvmovups %zmm1, (%rsp)\ncallq f\n.L1:\nmovq (%rsp), %rax",
        );
    }

    #[test]
    fn arrays_hold_what_was_stored_in_them_last() {
        reads_lanes(true, "vmovups %zmm1, (%rsp)\nmovq (%rsp,%rcx,8), %rax");
        reads_lanes(true, "vmovups %zmm1, (%rsp,%rdx)\nmovq (%rsp,%rcx,8), %rax");
        reads_lanes(false, "vmovups %zmm1, (%rsp)\nmovq %rax, (%rsp,%rdx,8)\nmovq (%rsp,%rcx,8), %rax");
    }

    #[test]
    fn results_of_one_lane_are_no_lanes() {
        let code = |call: &str| format!("vmovups %zmm1, 64(%rsp)\n{call}\nmovq 72(%rsp), %rax");
        reads_lanes(false, &code("leaq 64(%rsp), %rdi\ncallq product"));
        reads_lanes(false, &code("leaq 64(%rsp), %rbx\nmovq %rbx, %rdi\ncallq *product@GOTPCREL(%rip)"));
        reads_lanes(true, &code("leaq 64(%rsp), %rdi\ncallq f"));
        reads_lanes(true, &code("leaq 64(%rsp), %rsi\ncallq product"));
        reads_lanes(true, &code("leaq 64(%rsp), %rdi\nmovq (%rsi), %rdi\ncallq product"));
        reads_lanes(true, &code("leaq 128(%rsp), %rdi\ncallq product"));
    }
}
