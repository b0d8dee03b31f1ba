//! Writes the seeds of each target where cargo-fuzz looks for its corpus: `cargo run --bin seeds`.

#[path = "../table_rows.rs"]
#[allow(dead_code)] // only its seeds are wanted here
mod table_rows;

use std::path::Path;
use std::{fs, io};

fn main() -> io::Result<()> {
    let tables = [("table_rows", table_rows::seeds())];
    for (target, seeds) in chop_fuzz::seeds().into_iter().chain(tables) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        for (i, seed) in seeds.iter().enumerate() {
            fs::write(folder.join(format!("seed-{i}")), seed)?;
        }
        println!("{target}: {} seeds", seeds.len());
    }
    Ok(())
}
