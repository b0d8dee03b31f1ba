//! Arrow IPC: files and streams, a record batch after the other.
//!
//! A file has the bytes of a stream between its first word and its footer, and is read as one, so that it can come from
//! standard input. What a message says of lengths is checked before memory is taken for it: a record batch is held
//! in memory as a whole, and may have 1 GiB, decompressed.

use super::{Batch, Plan, guarded};
use crate::files::HELD;
use crate::output;
use crate::table::RECORD;
use crate::table::input::{self, Format, Input};
use crate::table::pipeline::Job;
use anyhow::{Context, anyhow, bail};
use arrow_array::RecordBatch;
use arrow_buffer::Buffer;
use arrow_ipc::convert::try_fb_to_schema;
use arrow_ipc::reader::StreamDecoder;
use arrow_ipc::{Message, root_as_message};
use arrow_schema::Schema;
use std::io::{BufRead, Read};
use std::path::Path;

/// What a file begins and ends with.
const MAGIC: &[u8] = b"ARROW1";
/// The most words of eight zeros after the beginning.
const PADDING: usize = 64;
/// What stands before the length of a message.
const CONTINUATION: [u8; 4] = [0xff; 4];

/// Reads a file or a stream, and gives its rows to `take`; `false` if that wants no more.
///
/// # Errors
/// If it cannot be read to its end, with its name.
pub(super) fn read(job: &Job, path: &Path, take: &mut dyn FnMut(Batch) -> bool) -> anyhow::Result<bool> {
    let input = input::open(path, &job.consumed)?;
    let read = guarded(|| read_batches(job, input, take)).and_then(|read| read);
    read.with_context(|| format!("cannot read {}", output::name(path)))
}

fn read_batches(job: &Job, input: Input, take: &mut dyn FnMut(Batch) -> bool) -> anyhow::Result<bool> {
    let mut reader = Messages::open(input)?;
    let plan = Plan::new(job, Format::Arrow, &reader.schema()?)?;
    let mut line = 1;
    loop {
        let more = reader.next()?;
        for columns in std::mem::take(&mut reader.batches) {
            if !plan.give(&columns.project(&plan.used)?, &mut line, take)? {
                return Ok(false);
            }
        }
        if !more {
            return Ok(true);
        }
    }
}

/// Reads messages.
struct Messages {
    input: Input,
    /// Whether a footer follows.
    is_file: bool,
    decoder: StreamDecoder,
    /// Batches that were decoded and are not taken yet.
    batches: Vec<RecordBatch>,
}

impl Messages {
    /// Tells a file from a stream.
    fn open(mut input: Input) -> anyhow::Result<Messages> {
        let mut word = || input.by_ref().take(8).bytes().collect::<Result<Vec<u8>, _>>();
        let mut head = word()?;
        let is_file = head.starts_with(MAGIC);
        if is_file {
            head = word()?;
        }
        // Some writers leave more room than eight bytes before the first message.
        for _ in 0..PADDING {
            if is_file && head == [0; 8] {
                head = word()?;
            }
        }
        let input = input::buffered(Box::new(std::io::Cursor::new(head).chain(input)));
        Ok(Messages { input, is_file, decoder: StreamDecoder::new(), batches: Vec::new() })
    }

    /// Reads the message that says the columns, which is the first one.
    fn schema(&mut self) -> anyhow::Result<Schema> {
        let Some((metadata, body)) = self.message()? else { bail!("it is empty") };
        let message = parsed(&metadata)?;
        let schema = message.header_as_schema().ok_or_else(|| anyhow!("it does not begin with a schema"))?;
        if !schema.endianness().equals_to_target_endianness() {
            bail!("its numbers are written in another order of bytes");
        }
        let schema = try_fb_to_schema(schema)?;
        self.decode(metadata, body)?;
        Ok(schema)
    }

    /// Reads and decodes the next message; `false` at the end.
    fn next(&mut self) -> anyhow::Result<bool> {
        if let Some((metadata, body)) = self.message()? {
            self.decode(metadata, body)?;
            return Ok(true);
        }
        // A message without a body is decoded when something follows.
        self.feed([CONTINUATION, [0; 4]].concat())?;
        Ok(false)
    }

    /// The next message and its body; `None` at the end.
    fn message(&mut self) -> anyhow::Result<Option<(Vec<u8>, Vec<u8>)>> {
        if self.input.fill_buf()?.is_empty() {
            // A stream may end without a mark.
            return if self.is_file { Err(anyhow!("it has no end")) } else { Ok(None) };
        }
        let mut length = self.four()?;
        if length == CONTINUATION {
            length = self.four()?;
        }
        let length = usize::try_from(i32::from_le_bytes(length))?;
        if length == 0 {
            self.footer()?;
            return Ok(None);
        }
        let metadata = self.exactly(length, RECORD)?;
        let message = parsed(&metadata)?;
        let body = self.exactly(usize::try_from(message.bodyLength())?, HELD as usize)?;
        check_decompressed(&message, &body)?;
        Ok(Some((metadata, body)))
    }

    /// Reads what follows the last message.
    fn footer(&mut self) -> anyhow::Result<()> {
        let mut end = Vec::new();
        while self.is_file {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                break;
            }
            let n = buffer.len();
            end.extend_from_slice(&buffer[n.saturating_sub(MAGIC.len())..]);
            end.drain(..end.len().saturating_sub(MAGIC.len()));
            self.input.consume(n);
        }
        if self.is_file && end != MAGIC {
            bail!("its footer is cut off");
        }
        if !self.is_file && !self.input.fill_buf()?.is_empty() {
            bail!("something follows its end");
        }
        Ok(())
    }

    fn four(&mut self) -> anyhow::Result<[u8; 4]> {
        let mut bytes = [0; 4];
        self.input.read_exact(&mut bytes).context("it is cut off")?;
        Ok(bytes)
    }

    /// Reads `n` bytes, and takes memory as they come.
    fn exactly(&mut self, n: usize, most: usize) -> anyhow::Result<Vec<u8>> {
        if n > most {
            bail!("a message of more than {} MiB: write smaller record batches", most >> 20);
        }
        let mut bytes = Vec::with_capacity(n.min(RECORD));
        self.input.by_ref().take(n as u64).read_to_end(&mut bytes)?;
        if bytes.len() < n {
            bail!("it is cut off");
        }
        Ok(bytes)
    }

    fn decode(&mut self, metadata: Vec<u8>, body: Vec<u8>) -> anyhow::Result<()> {
        self.feed([CONTINUATION, u32::try_from(metadata.len())?.to_le_bytes()].concat())?;
        self.feed(metadata)?;
        self.feed(body)
    }

    fn feed(&mut self, bytes: Vec<u8>) -> anyhow::Result<()> {
        let mut buffer = Buffer::from_vec(bytes);
        while !buffer.is_empty() {
            self.batches.extend(self.decoder.decode(&mut buffer)?);
        }
        Ok(())
    }
}

fn parsed(metadata: &[u8]) -> anyhow::Result<Message<'_>> {
    root_as_message(metadata).map_err(|error| anyhow!("it has no message where one must be: {error}"))
}

/// Refuses a message whose buffers, decompressed, say that they are longer than may be held: as many bytes
/// would be taken before any is decompressed.
fn check_decompressed(message: &Message<'_>, body: &[u8]) -> anyhow::Result<()> {
    let dictionary = message.header_as_dictionary_batch().and_then(|dictionary| dictionary.data());
    let Some(batch) = message.header_as_record_batch().or(dictionary) else { return Ok(()) };
    if batch.compression().is_none() {
        return Ok(());
    }
    let mut total = 0_u64;
    for buffer in batch.buffers().iter().flatten().filter(|buffer| buffer.length() > 0) {
        let start = usize::try_from(buffer.offset())?;
        let length = body.get(start..).and_then(|rest| rest.first_chunk()).context("a buffer is cut off")?;
        // −1 says that the buffer is not compressed.
        total = total.saturating_add(i64::from_le_bytes(*length).max(0).unsigned_abs());
    }
    if total > HELD {
        bail!("a record batch of more than {} MiB, decompressed: write smaller ones", HELD >> 20);
    }
    Ok(())
}
