#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| chop_fuzz::gm::run(data));
