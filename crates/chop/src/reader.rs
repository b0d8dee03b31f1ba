//! Messages from readers, without holding them in memory.

use chop_core::ct;

/// How much is read at a time.
const CHUNK: usize = 64 * 1024;

/// Reads to the end, a chunk at a time; interrupted reads are repeated.
pub(crate) fn for_each_chunk<R: std::io::Read>(
    reader: &mut R,
    mut each: impl FnMut(&[u8]),
) -> std::io::Result<()> {
    let mut buffer = std::vec![0; CHUNK];
    let result = loop {
        match reader.read(&mut buffer) {
            Ok(0) => break Ok(()),
            Ok(n) => each(&buffer[..n]),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => break Err(error),
        }
    };
    ct::wipe(&mut buffer);
    result
}
