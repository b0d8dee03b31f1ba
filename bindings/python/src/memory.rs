//! The memory of other objects' buffers, read where it lies.

#![allow(unsafe_code)]

use pyo3::buffer::PyBuffer;
use std::ptr::NonNull;

/// The bytes of a buffer that is read-only and contiguous. The buffer is held, so that its owner neither frees nor moves it.
pub(crate) struct Memory {
    bytes: NonNull<[u8]>,
    /// Keeps the memory where it is.
    _buffer: PyBuffer<u8>,
}

// SAFETY: the memory is only read, and a held buffer stays valid on every thread.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Memory {
    /// The memory of a buffer, `None` if its owner may write it or it is not contiguous.
    pub(crate) fn of(buffer: PyBuffer<u8>) -> Result<Memory, PyBuffer<u8>> {
        let usable = buffer.readonly() && buffer.item_count() > 0;
        match buffer.as_slice_ptr() {
            Some(bytes) if usable => Ok(Memory { bytes, _buffer: buffer }),
            _ => Err(buffer),
        }
    }
}

impl AsRef<[u8]> for Memory {
    fn as_ref(&self) -> &[u8] {
        // SAFETY: the exporter of the buffer promises that many bytes at this place while the buffer is held, and that they are
        // read-only. Only verification reads them: were they changed through another view, a verdict would be wrong, nothing else.
        unsafe { self.bytes.as_ref() }
    }
}
