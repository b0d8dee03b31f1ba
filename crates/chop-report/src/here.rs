//! What this machine says of itself.

use crate::Machine;
use std::collections::BTreeMap;
use std::env::consts::{ARCH, OS};
use std::time::{Duration, SystemTime};

impl Machine {
    /// This machine, with what chop says of itself: its version, its fastest level here, and the rule that
    /// it verifies by. Compilers, the processor that work is held on and the load are the caller's to add.
    ///
    /// ```
    /// let machine = chop_report::Machine::here("0.1.0", "portable", "chop-1");
    /// assert!(!machine.processor.is_empty() && machine.compilers.is_empty());
    /// ```
    pub fn here(chop: &str, level: &str, policy: &str) -> Machine {
        Machine {
            processor: processor(),
            processors: std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
            os: OS.into(),
            arch: ARCH.into(),
            chop: chop.into(),
            level: level.into(),
            policy: policy.into(),
            features: features().into_iter().map(String::from).collect(),
            compilers: BTreeMap::new(),
            held_on: None,
            load: None,
        }
    }
}

/// The day in UTC, `YYYY-MM-DD`.
///
/// ```
/// let today = chop_report::today();
/// assert_eq!((today.len(), &today[4..5]), (10, "-"));
/// ```
pub fn today() -> String {
    date(SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default())
}

/// The instructions that implementations of these algorithms use, as far as this processor has them.
///
/// ```
/// let features = chop_report::features();
/// assert!(cfg!(target_arch = "x86_64") || features.is_empty(), "others are not asked");
/// ```
#[cfg(target_arch = "x86_64")]
pub fn features() -> Vec<&'static str> {
    macro_rules! detected {
        ($($name:tt)*) => { [$(($name, std::is_x86_feature_detected!($name))),*] };
    }
    let all = detected!("bmi1" "bmi2" "adx" "avx2" "fma" "avxifma" "avx512f" "avx512bw" "avx512dq" "avx512vl" "avx512cd" "avx512ifma");
    all.into_iter().filter(|(_, has)| *has).map(|(name, _)| name).collect()
}

/// None are asked for on other architectures.
#[cfg(not(target_arch = "x86_64"))]
pub fn features() -> Vec<&'static str> {
    Vec::new()
}

fn date(since_1970: Duration) -> String {
    let mut day = since_1970.as_secs() / 86_400;
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    loop {
        let days = 365 + u64::from(is_leap(year));
        if day < days {
            break;
        }
        day -= days;
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for days in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if day < days {
            break;
        }
        day -= days;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", day + 1)
}

/// What the system calls the processor; its architecture where the system does not say.
fn processor() -> String {
    let described = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    model(&described).or_else(|| arm_cores(&described)).unwrap_or_else(|| ARCH.into())
}

/// The value of the first such field that has one.
fn value<'a>(described: &'a str, field: &str) -> Option<&'a str> {
    let fields = described.lines().filter_map(|line| line.split_once(':'));
    let mut values = fields.filter(|(name, _)| name.trim() == field).map(|(_, value)| value.trim());
    values.find(|value| !value.is_empty())
}

/// The name, with family, model and stepping, which tell apart what hypervisors name alike.
fn model(described: &str) -> Option<String> {
    let name = value(described, "model name")?;
    let number = |field| value(described, field);
    Some(match (number("cpu family"), number("model"), number("stepping")) {
        (Some(family), Some(model), Some(stepping)) => {
            format!("{name} (family {family}, model {model}, stepping {stepping})")
        }
        _ => name.into(),
    })
}

/// The cores of an ARM processor, which Linux describes by numbers only: each kind once, in their order.
fn arm_cores(described: &str) -> Option<String> {
    let mut kinds: Vec<String> = Vec::new();
    for core in described.split("\n\n") {
        let Some((implementer, part)) = value(core, "CPU implementer").zip(value(core, "CPU part")) else {
            continue;
        };
        let name = arm_core(implementer, part).unwrap_or("ARM");
        let mut kind = format!("{name} (implementer {implementer}, part {part}");
        for (field, word) in [("CPU variant", "variant"), ("CPU revision", "revision")] {
            if let Some(number) = value(core, field) {
                kind += &format!(", {word} {number}");
            }
        }
        kind += ")";
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    (!kinds.is_empty()).then(|| kinds.join(" + "))
}

/// What its maker calls a core. The numbers are those of the register MIDR_EL1, as makers publish them.
fn arm_core(implementer: &str, part: &str) -> Option<&'static str> {
    Some(match (implementer, part) {
        ("0x41", "0xd03") => "Cortex-A53",
        ("0x41", "0xd05") => "Cortex-A55",
        ("0x41", "0xd07") => "Cortex-A57",
        ("0x41", "0xd08") => "Cortex-A72",
        ("0x41", "0xd0b") => "Cortex-A76",
        ("0x41", "0xd0c") => "Neoverse N1",
        ("0x41", "0xd40") => "Neoverse V1",
        ("0x41", "0xd49") => "Neoverse N2",
        ("0x41", "0xd4f") => "Neoverse V2",
        ("0x41", "0xd84") => "Neoverse V3",
        ("0x48", "0xd01") => "Kunpeng 920",
        ("0x61", "0x022") => "Apple M1, efficiency",
        ("0x61", "0x023") => "Apple M1, performance",
        ("0x61", "0x032") => "Apple M2, efficiency",
        ("0x61", "0x033") => "Apple M2, performance",
        ("0xc0", "0xac3") => "AmpereOne",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_through_leap_years() {
        for (day, text) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_322, "2000-12-31"),
            (20_513, "2026-03-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            assert_eq!(date(Duration::from_secs(day * 86_400 + 86_399)), text);
        }
    }

    #[test]
    fn the_processor_is_named_as_the_system_names_it() {
        let described = "processor\t: 0\nmodel\t\t: 1\nmodel name\t: A processor: fast\n\nprocessor\t: 1\n";
        assert_eq!(model(described).as_deref(), Some("A processor: fast"));
        let described = format!("cpu family\t: 6\nstepping\t: 7\n{described}");
        assert_eq!(model(&described).as_deref(), Some("A processor: fast (family 6, model 1, stepping 7)"));
        assert_eq!(model("processor\t: 0\nBogoMIPS\t: 50.00\n"), None);
    }

    #[test]
    fn arm_processors_are_named_by_their_numbers() {
        let core = |place: u32, part: &str| {
            format!(
                "processor\t: {place}\nBogoMIPS\t: 50.00\nFeatures\t: fp asimd\nCPU implementer\t: 0x41\n\
                 CPU architecture: 8\nCPU variant\t: 0x3\nCPU part\t: {part}\nCPU revision\t: 1\n\n"
            )
        };
        let named = |described: String| arm_cores(&described).unwrap();
        let alike = "(implementer 0x41, part 0xd0c, variant 0x3, revision 1)";
        assert_eq!(named(core(0, "0xd0c") + &core(1, "0xd0c")), format!("Neoverse N1 {alike}"));
        assert_eq!(
            named(core(0, "0xd03") + &core(1, "0xd03") + &core(2, "0xfff")),
            "Cortex-A53 (implementer 0x41, part 0xd03, variant 0x3, revision 1) + \
             ARM (implementer 0x41, part 0xfff, variant 0x3, revision 1)"
        );
        assert_eq!(
            named("CPU implementer\t: 0x61\nCPU part\t: 0x023\n".into()),
            "Apple M1, performance (implementer 0x61, part 0x023)"
        );
        assert_eq!(arm_cores("processor\t: 0\nBogoMIPS\t: 50.00\n"), None);
        assert_eq!(model(&core(0, "0xd0c")), None);
    }
}
