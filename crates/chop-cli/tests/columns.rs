//! Tables in columns: Parquet files, Arrow files and streams, and results as Parquet.
#![cfg(feature = "parquet")]

mod common;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int8Type, Int32Type, Int64Type};
use arrow_array::*;
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use arrow_schema::SchemaRef;
use chop::ed25519::{Context, SigningKey};
use common::Folder;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::Compression;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use std::sync::Arc;

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Keys, messages and signatures, valid unless their number is in `bad`.
struct Signed {
    keys: Vec<Vec<u8>>,
    messages: Vec<Vec<u8>>,
    signatures: Vec<Vec<u8>>,
}

fn signed(n: u8, bad: &[u8]) -> Signed {
    let mut signed = Signed { keys: Vec::new(), messages: Vec::new(), signatures: Vec::new() };
    for i in 0..n {
        let key = SigningKey::from_seed(&[i % 5; 32]);
        // Not text.
        let message = vec![0xff - i; usize::from(i)];
        let mut signature = key.sign(&message).to_bytes();
        signature[0] ^= u8::from(bad.contains(&i));
        signed.keys.push(key.verifying_key().as_bytes().to_vec());
        signed.messages.push(message);
        signed.signatures.push(signature.to_vec());
    }
    signed
}

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, column)| (name, column, true)))
        .unwrap()
}

fn binary(values: &[Vec<u8>]) -> ArrayRef {
    Arc::new(BinaryArray::from_iter_values(values))
}

/// A table with columns of bytes, and one of numbers.
fn table(n: u8, bad: &[u8]) -> RecordBatch {
    let signed = signed(n, bad);
    batch(vec![
        ("number", Arc::new(Int64Array::from_iter_values(0..i64::from(n)))),
        ("public_key", binary(&signed.keys)),
        ("message", binary(&signed.messages)),
        ("signature", binary(&signed.signatures)),
    ])
}

fn parquet_with(batch: &RecordBatch, properties: WriterPropertiesBuilder) -> Vec<u8> {
    let mut writer = ArrowWriter::try_new(Vec::new(), batch.schema(), Some(properties.build())).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

fn parquet(batch: &RecordBatch) -> Vec<u8> {
    parquet_with(batch, WriterProperties::builder())
}

fn ipc_options(compression: Option<CompressionType>) -> IpcWriteOptions {
    IpcWriteOptions::default().try_with_compression(compression).unwrap()
}

fn arrow_file(batch: &RecordBatch, compression: Option<CompressionType>) -> Vec<u8> {
    let options = ipc_options(compression);
    let mut writer = FileWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

fn arrow_stream(batch: &RecordBatch, compression: Option<CompressionType>) -> Vec<u8> {
    let options = ipc_options(compression);
    let mut writer = StreamWriter::try_new_with_options(Vec::new(), &batch.schema(), options).unwrap();
    writer.write(batch).unwrap();
    writer.into_inner().unwrap()
}

/// Writes a table in all three forms, and gives the names of the files.
fn in_all_forms(folder: &Folder, batch: &RecordBatch) -> [&'static str; 3] {
    folder.write("rows.parquet", parquet(batch));
    folder.write("rows.arrow", arrow_file(batch, None));
    folder.write("rows.arrows", arrow_stream(batch, None));
    ["rows.parquet", "rows.arrow", "rows.arrows"]
}

#[test]
fn every_type_of_bytes_and_text_gives_the_same_verdicts() {
    let signed = signed(20, &[3, 17]);
    let (keys, signatures) = (&signed.keys, &signed.signatures);
    let fixed = |values: &[Vec<u8>]| FixedSizeBinaryArray::try_from_iter(values.iter()).unwrap();
    let texts = |values: &[Vec<u8>]| values.iter().map(|value| hex(value)).collect::<Vec<_>>();
    let of_bytes = |values: &[Vec<u8>]| DictionaryArray::<Int32Type>::new(places(values), binary(values));
    let of_texts =
        |values: &[Vec<u8>]| texts(values).iter().map(String::as_str).collect::<DictionaryArray<Int8Type>>();
    let cases: Vec<[ArrayRef; 2]> = vec![
        [
            Arc::new(LargeBinaryArray::from_iter_values(keys)),
            Arc::new(LargeBinaryArray::from_iter_values(signatures)),
        ],
        [
            Arc::new(BinaryViewArray::from_iter_values(keys)),
            Arc::new(BinaryViewArray::from_iter_values(signatures)),
        ],
        [Arc::new(fixed(keys)), Arc::new(fixed(signatures))],
        [Arc::new(StringArray::from(texts(keys))), Arc::new(StringArray::from(texts(signatures)))],
        [Arc::new(LargeStringArray::from(texts(keys))), Arc::new(LargeStringArray::from(texts(signatures)))],
        [Arc::new(StringViewArray::from(texts(keys))), Arc::new(StringViewArray::from(texts(signatures)))],
        [Arc::new(of_bytes(keys)), Arc::new(of_bytes(signatures))],
        [Arc::new(of_texts(keys)), Arc::new(of_texts(signatures))],
    ];
    for [keys, signatures] in cases {
        let folder = Folder::new();
        let kind = keys.data_type().clone();
        let columns =
            vec![("signature", signatures), ("message", binary(&signed.messages)), ("public_key", keys)];
        for name in in_all_forms(&folder, &batch(columns)) {
            let json = folder.chop(&format!("verify-table --json {name}")).exits(1).json();
            let counts = (&json["rows"], &json["invalid"], &json["malformed"]);
            assert_eq!(counts, (&20.into(), &2.into(), &0.into()), "{kind} {name}: {json}");
            assert_eq!(
                (&json["bad"][0]["row"], &json["bad"][0]["line"]),
                (&3.into(), &4.into()),
                "{kind} {name}"
            );
        }
    }
}

fn places(values: &[Vec<u8>]) -> Int32Array {
    Int32Array::from_iter_values(0..values.len() as i32)
}

#[test]
fn every_compression_is_read() {
    let folder = Folder::new();
    let table = table(20, &[3]);
    let mut names = Vec::new();
    let mut add = |name: &str, bytes: Vec<u8>| {
        folder.write(name, bytes);
        names.push(name.to_owned());
    };
    let codecs = [
        Compression::UNCOMPRESSED,
        Compression::SNAPPY,
        Compression::GZIP(Default::default()),
        Compression::LZ4_RAW,
        Compression::ZSTD(Default::default()),
    ];
    for (i, codec) in codecs.into_iter().enumerate() {
        let properties = WriterProperties::builder().set_compression(codec);
        add(&format!("{i}.parquet"), parquet_with(&table, properties));
    }
    for (i, codec) in [CompressionType::LZ4_FRAME, CompressionType::ZSTD].into_iter().enumerate() {
        add(&format!("{i}.arrow"), arrow_file(&table, Some(codec)));
        add(&format!("{i}.arrows"), arrow_stream(&table, Some(codec)));
    }
    add("packed.arrows.zst", zstd::encode_all(&arrow_stream(&table, None)[..], 1).unwrap());
    for name in names {
        folder
            .chop(&format!("verify-table {name}"))
            .exits(1)
            .says("valid:      19")
            .says(":4: the signature");
    }
    // Files and streams are told apart by what they hold, and come from standard input, too.
    for bytes in [arrow_file(&table, None), arrow_stream(&table, None)] {
        folder.run(&["verify-table", "--format", "arrow", "-"], &bytes).exits(1).says("valid:      19");
    }
    folder.run(&["verify-table", "--format", "parquet", "-"], b"").exits(2).complains("name the file");
}

#[test]
fn nulls_and_values_of_other_types_make_rows_malformed() {
    let signed = signed(4, &[]);
    let folder = Folder::new();
    let keys = signed.keys.iter().enumerate().map(|(i, key)| (i != 1).then_some(key));
    let messages = signed.messages.iter().enumerate().map(|(i, message)| (i != 2).then_some(message));
    let columns = |id: ArrayRef| {
        batch(vec![
            ("public_key", Arc::new(BinaryArray::from_iter(keys.clone()))),
            ("message", Arc::new(BinaryViewArray::from_iter(messages.clone()))),
            ("signature", binary(&signed.signatures)),
            ("algorithm", Arc::new(StringArray::from(vec![None, None, None, Some("rsa")]))),
            ("context", id),
        ])
    };
    for name in in_all_forms(&folder, &columns(Arc::new(StringArray::from(vec![None::<&str>; 4])))) {
        let said = folder.chop(&format!("verify-table {name}")).exits(1).says("malformed:  3");
        let said = said.says(":2: malformed: no column public_key").says(":3: malformed: no column message");
        said.says(":4: malformed: no algorithm rsa");
    }
    for name in in_all_forms(&folder, &columns(Arc::new(Int32Array::from(vec![Some(1), None, None, None])))) {
        let said = folder.chop(&format!("verify-table {name}")).exits(1).says("malformed:  4");
        said.says(":1: malformed: context is not a string");
    }
    folder.write("rows.parquet", parquet(&table(2, &[])));
    let said = folder.chop("verify-table --columns message=text rows.parquet").exits(2);
    said.complains("no column text");
    folder.write("none.arrow", arrow_file(&table(0, &[]), None));
    folder.write("none.parquet", parquet(&table(0, &[])));
    folder.chop("verify-table none.arrow none.parquet").exits(2).complains("no rows");
}

#[test]
fn bytes_are_taken_as_they_are_and_text_as_the_encoding_says() {
    let folder = Folder::new();
    let key = SigningKey::from_seed(&[9; 32]);
    let public = hex(key.verifying_key().as_bytes());
    let context = Context::new(b"\xffab").unwrap();
    let signatures =
        [key.sign(b"00ff"), key.sign(b"00ff"), key.ctx(context).sign(b"00ff")].map(|s| s.to_bytes().to_vec());
    let mut columns: Vec<(&str, ArrayRef)> = vec![
        ("text", Arc::new(StringArray::from(vec!["00ff"; 3]))),
        ("signature", binary(&signatures)),
        ("context_hex", Arc::new(BinaryArray::from(vec![None, Some(&b""[..]), Some(b"\xffab")]))),
    ];
    let options = format!("--key {public} --columns message=text");
    for name in in_all_forms(&folder, &batch(columns.clone())) {
        folder.chop(&format!("verify-table {options} --encoding message=utf8 {name}")).exits(0);
        folder.chop(&format!("verify-table {options} {name}")).exits(1).says("valid:      0");
    }
    columns[0].1 = binary(&vec![b"00ff".to_vec(); 3]);
    for name in in_all_forms(&folder, &batch(columns)) {
        folder.chop(&format!("verify-table {options} {name}")).exits(0);
        folder.chop(&format!("verify-table {options} --encoding message=base64 {name}")).exits(0);
    }
}

/// A table of as many rows as several chunks and row groups have.
fn many() -> RecordBatch {
    let some = table(50, &[7]);
    let all = vec![&some; 240];
    arrow_select::concat::concat_batches(&some.schema(), all).unwrap()
}

#[test]
fn results_are_in_the_order_of_the_rows() {
    let folder = Folder::new();
    let many = many();
    let properties = WriterProperties::builder().set_max_row_group_row_count(Some(5000));
    folder.write("rows.parquet", parquet_with(&many, properties));
    folder.write("rows.arrow", arrow_file(&many, None));
    folder.write("rows.arrows", arrow_stream(&many, None));
    for name in ["rows.parquet", "rows.arrow", "rows.arrows"] {
        folder.chop(&format!("verify-table --threads 3 --force --copy number --out out {name}")).exits(1);
        let text = folder.text("out");
        assert_eq!(text.lines().count(), 12_000);
        for (i, line) in text.lines().enumerate() {
            let n = i % 50;
            let verdict = if n == 7 { r#"false,"reason":"the equation does not hold""# } else { "true" };
            let expected = format!(r#"{{"row":{i},"line":{},"valid":{verdict},"number":{n}}}"#, i + 1);
            assert_eq!(line, expected, "{name}");
        }
    }
}

#[test]
fn copied_columns_become_json() {
    let folder = Folder::new();
    let mut columns: Vec<(String, ArrayRef)> = Vec::new();
    let table = table(2, &[]);
    for (field, column) in table.schema().fields().iter().zip(table.columns()) {
        columns.push((field.name().clone(), Arc::clone(column)));
    }
    let decimals = Decimal128Array::from(vec![Some(-1250), None]).with_precision_and_scale(9, 2).unwrap();
    let moments = TimestampMillisecondArray::from(vec![Some(1_700_000_000_123), None]).with_timezone("UTC");
    let words: DictionaryArray<Int8Type> = [Some("a\"b"), None].into_iter().collect();
    let copies: Vec<(&str, ArrayRef, &str)> = vec![
        ("text", Arc::new(StringArray::from(vec![Some("é\n\u{1}"), None])), "\"é\\n\\u0001\""),
        ("bytes", Arc::new(BinaryArray::from(vec![Some(&b"\x00\xff"[..]), None])), "\"00ff\""),
        ("word", Arc::new(words), "\"a\\\"b\""),
        ("truth", Arc::new(BooleanArray::from(vec![Some(true), None])), "true"),
        ("small", Arc::new(Int8Array::from(vec![Some(-128), None])), "-128"),
        ("large", Arc::new(UInt64Array::from(vec![Some(u64::MAX), None])), "18446744073709551615"),
        ("float", Arc::new(Float64Array::from(vec![Some(0.5), Some(f64::NAN)])), "0.5"),
        ("decimal", Arc::new(decimals), "-12.50"),
        ("date", Arc::new(Date32Array::from(vec![Some(19_675), None])), "\"2023-11-14\""),
        ("time", Arc::new(moments), "\"2023-11-14T22:13:20.123Z\""),
    ];
    let (mut options, mut first, mut second) = (String::new(), String::new(), String::new());
    for (name, column, expected) in &copies {
        columns.push(((*name).to_owned(), Arc::clone(column)));
        options += &format!(" --copy {name}");
        first += &format!(",\"{name}\":{expected}");
        second += &format!(",\"{name}\":null");
    }
    let with_copies =
        batch(columns.iter().map(|(name, column)| (name.as_str(), Arc::clone(column))).collect());
    let expected = format!(
        "{{\"row\":0,\"line\":1,\"valid\":true{first}}}\n{{\"row\":1,\"line\":2,\"valid\":true{second}}}\n"
    );
    for name in in_all_forms(&folder, &with_copies) {
        folder.chop(&format!("verify-table{options} --force --out out {name}")).exits(0);
        assert_eq!(folder.text("out"), expected, "{name}");
        folder.chop(&format!("verify-table --copy absent --out none {name}")).exits(2).complains("absent");
    }
    let lists = ListArray::from_iter_primitive::<Int32Type, _, _>([Some([Some(1)]), None]);
    columns.push(("list".to_owned(), Arc::new(lists)));
    let with_list = batch(columns.iter().map(|(name, column)| (name.as_str(), Arc::clone(column))).collect());
    for name in in_all_forms(&folder, &with_list) {
        let said = folder.chop(&format!("verify-table --copy list --out none {name}")).exits(2);
        said.complains("to a .parquet file only");
        folder.chop(&format!("verify-table --copy list --force --out lists.parquet {name}")).exits(0);
        let lists = read_parquet(&folder.read("lists.parquet"));
        assert_eq!(lists[0]["list"].as_list::<i32>().value(0).as_primitive::<Int32Type>().value(0), 1);
    }
}

/// The columns of each batch of a Parquet file by their names.
fn read_parquet(bytes: &[u8]) -> Vec<std::collections::BTreeMap<String, ArrayRef>> {
    let bytes = bytes::Bytes::copy_from_slice(bytes);
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(bytes).unwrap().with_batch_size(1 << 20).build().unwrap();
    let columns = |batch: RecordBatch| {
        let schema: SchemaRef = batch.schema();
        let names = schema.fields().iter().map(|field| field.name().clone());
        names.zip(batch.columns().iter().cloned()).collect()
    };
    reader.map(|batch| columns(batch.unwrap())).collect()
}

#[test]
fn results_are_written_as_parquet() {
    let folder = Folder::new();
    let many = many();
    let names = in_all_forms(&folder, &many);
    for name in names {
        folder.chop(&format!("verify-table --copy number --force --out out.parquet {name}")).exits(1);
        let columns = &read_parquet(&folder.read("out.parquet"))[0];
        assert_eq!(columns.keys().collect::<Vec<_>>(), ["error", "line", "number", "reason", "row", "valid"]);
        let numbers = |name: &str| columns[name].as_primitive::<Int64Type>().values().to_vec();
        assert_eq!(numbers("row"), (0..12_000).collect::<Vec<_>>());
        assert_eq!(numbers("line"), (1..=12_000).collect::<Vec<_>>());
        assert_eq!(numbers("number"), (0..12_000).map(|i| i % 50).collect::<Vec<_>>());
        let valid = columns["valid"].as_boolean();
        assert!((0..12_000).all(|i| valid.value(i) == (i % 50 != 7)));
        assert_eq!((columns["error"].null_count(), columns["reason"].null_count()), (12_000, 12_000 - 240));
        assert_eq!(columns["reason"].as_string::<i32>().value(7), "the equation does not hold");
    }
    folder.chop("verify-table --explain-invalid --force --out out.parquet rows.parquet").exits(1);
    let columns = &read_parquet(&folder.read("out.parquet"))[0];
    let accepted_by = columns["accepted_by"].as_list::<i32>();
    assert!(accepted_by.is_null(0) && accepted_by.is_valid(7) && accepted_by.value(7).is_empty());
    let only =
        format!("verify-table --only-invalid --copy number --force --out out.parquet {}", names.join(" "));
    folder.chop(&only).exits(1);
    let columns = &read_parquet(&folder.read("out.parquet"))[0];
    assert_eq!(columns["number"].as_primitive::<Int64Type>().values().to_vec(), [7; 720]);
    assert_eq!(columns["file"].as_string::<i32>().value(719), "rows.arrows");
    // Of text, too: what is copied is a string, or JSON as text.
    let row = |more: &str| format!("{{\"public_key\":\"00\"{more}}}\n");
    folder.write("rows.jsonl", row(",\"a\":\"x\"") + &row(",\"a\":{\"b\":1}") + &row(""));
    folder.chop("verify-table --copy a --force --out out.parquet rows.jsonl").exits(1);
    let columns = &read_parquet(&folder.read("out.parquet"))[0];
    let copies: Vec<_> = columns["a"].as_string::<i32>().iter().collect();
    assert_eq!(copies, [Some("x"), Some("{\"b\":1}"), None]);
    assert_eq!(columns["error"].as_string::<i32>().value(0), "public_key has 1 bytes, and must have 32");
    // A column has one type.
    folder.write("more.jsonl", row(",\"number\":\"x\""));
    let two = "verify-table --copy number --out two.parquet rows.parquet more.jsonl";
    folder.chop(two).exits(2).complains("--copy number: a table has it as Utf8View, one before as Int64");
    assert!(!folder.path("two.parquet").exists());
    // Only valid rows, and only invalid ones wanted: a file without rows.
    folder.write("good.parquet", parquet(&table(3, &[])));
    folder.chop("verify-table --only-invalid --out good.out.parquet good.parquet").exits(0);
    assert!(read_parquet(&folder.read("good.out.parquet")).is_empty());
}

#[test]
fn fields_of_structs_are_columns_by_their_path() {
    let signed = signed(6, &[3]);
    let folder = Folder::new();
    let tx = |nulls: Option<arrow_buffer::NullBuffer>| {
        let fields = batch(vec![
            ("pk", binary(&signed.keys)),
            ("sig", Arc::new(StringArray::from_iter_values(signed.signatures.iter().map(|sig| hex(sig))))),
            ("n", Arc::new(Int64Array::from_iter_values(0..6))),
        ]);
        let arrays = fields.columns().to_vec();
        let tx = StructArray::try_new(fields.schema().fields().clone(), arrays, nulls).unwrap();
        batch(vec![("message", binary(&signed.messages)), ("tx", Arc::new(tx))])
    };
    let options = "--columns public_key=tx.pk,signature=tx.sig --copy tx.n";
    for name in in_all_forms(&folder, &tx(None)) {
        let said = folder.chop(&format!("verify-table {options} --force --out out {name}")).exits(1);
        said.complains("valid:      5").complains(&format!("{name}:4:"));
        assert!(folder.text("out").ends_with("\"valid\":true,\"tx.n\":5}\n"), "{}", folder.text("out"));
        folder.chop(&format!("verify-table {options} --force --out out.parquet {name}")).exits(1);
        let numbers = read_parquet(&folder.read("out.parquet"));
        assert_eq!(numbers[0]["tx.n"].as_primitive::<Int64Type>().values().to_vec(), [0, 1, 2, 3, 4, 5]);
        let missing =
            folder.chop(&format!("verify-table --columns public_key=tx.key,signature=tx.sig {name}"));
        missing
            .exits(2)
            .complains("no column tx.key")
            .complains("there are message, tx, tx.pk, tx.sig, tx.n");
        folder.chop(&format!("explain --columns public_key=tx.pk,signature=tx.sig --row {name}:4")).exits(1);
        folder.chop(&format!("explain --columns public_key=tx.pk,signature=tx.sig --row {name}:5")).exits(0);
        folder.chop(&format!("explain --row {name}:7 --columns public_key=tx.pk,signature=tx.sig")).exits(2);
    }
    // Where the struct is null, its fields are.
    let nulls = arrow_buffer::NullBuffer::from(vec![true, false, true, true, true, true]);
    let table = tx(Some(nulls));
    for name in in_all_forms(&folder, &table) {
        let said = folder.chop(&format!("verify-table {options} --force --out out {name}")).exits(1);
        said.complains("malformed:  1")
            .complains(&format!("{name}:2: malformed: no column tx.pk: it is null"));
        assert!(folder.text("out").contains("\"tx.n\":null"), "{}", folder.text("out"));
    }
    // A column that is really called so comes first.
    let mut columns: Vec<(&str, ArrayRef)> = vec![("tx.sig", binary(&vec![vec![0; 64]; 6]))];
    columns.extend([("message", table.column(0).clone()), ("tx", table.column(1).clone())]);
    for name in in_all_forms(&folder, &batch(columns)) {
        let said = folder.chop(&format!("verify-table --columns public_key=tx.pk,signature=tx.sig {name}"));
        said.exits(1).says("invalid:    5");
    }
}

#[test]
fn files_that_are_cut_off_are_errors() {
    let folder = Folder::new();
    let table = table(20, &[]);
    let parquet = parquet(&table);
    let file = arrow_file(&table, None);
    let stream = arrow_stream(&table, Some(CompressionType::ZSTD));
    let mut command = "verify-table --quiet".to_owned();
    let mut names = Vec::new();
    for (ending, bytes) in [("parquet", &parquet), ("arrow", &file), ("arrows", &stream)] {
        // Without its mark of an end, which has eight bytes, a stream is whole.
        let most = if ending == "arrows" { bytes.len() - 9 } else { bytes.len() - 1 };
        for n in (0..most).step_by(bytes.len() / 60) {
            names.push(format!("{n}.{ending}"));
            folder.write(names.last().unwrap(), &bytes[..n]);
            command += &format!(" {n}.{ending}");
        }
    }
    let said = folder.chop(&command).exits(2);
    for name in names {
        assert!(said.err.contains(&format!("cannot read {name}")), "{name}: {}", said.err);
    }
}

#[test]
fn a_schema_that_is_nested_without_end_is_an_error() {
    // In Thrift's compact protocol: version 2, and a list of elements with a name and one child each.
    let n = 100_000_u32;
    let mut footer = vec![0x15, 4, 0x19, 0xfc];
    footer.extend([0x80 | (n & 0x7f) as u8, 0x80 | (n >> 7 & 0x7f) as u8, (n >> 14) as u8]);
    for _ in 0..n {
        footer.extend([0x35, 2, 0x18, 1, b'a', 0x15, 2, 0]);
    }
    footer.extend([0x16, 0, 0x19, 0x0c, 0]);
    let length = (footer.len() as u32).to_le_bytes();
    let folder = Folder::new();
    folder.write("rows.parquet", [b"PAR1", &footer[..], &length, b"PAR1"].concat());
    folder.chop("verify-table rows.parquet").exits(2).complains("nested more than 64 deep");
}

#[test]
fn no_bytes_make_the_reader_of_columns_crash() {
    let folder = Folder::new();
    let signed = signed(12, &[3]);
    let words: DictionaryArray<Int8Type> = (0..12).map(|i| ["a", "bc"][i % 2]).collect();
    let table = batch(vec![
        ("public_key", Arc::new(FixedSizeBinaryArray::try_from_iter(signed.keys.iter()).unwrap())),
        ("message", binary(&signed.messages)),
        ("signature", Arc::new(BinaryViewArray::from_iter_values(&signed.signatures))),
        ("word", Arc::new(words)),
        ("number", Arc::new(Int64Array::from_iter(0..12))),
    ]);
    let snappy = WriterProperties::builder().set_compression(Compression::SNAPPY);
    let seeds = [
        ("parquet", parquet(&table)),
        ("parquet", parquet_with(&table, snappy)),
        ("arrow", arrow_file(&table, None)),
        ("arrow", arrow_file(&table, Some(CompressionType::LZ4_FRAME))),
        ("arrows", arrow_stream(&table, Some(CompressionType::ZSTD))),
    ];
    // Xorshift (Marsaglia 2003); a failure is repeated by running the test again.
    let mut state = 0x63_68_6f_70_u64;
    let mut below = |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % n as u64) as usize
    };
    for round in 0..25 {
        let mut command = "verify-table --json --copy word --copy number --force --out out".to_owned();
        if round % 5 == 0 {
            command += ".parquet";
        }
        for i in 0..80 {
            let (ending, bytes) = &seeds[below(seeds.len())];
            let mut bytes = bytes.clone();
            for _ in 0..1 + below(3) {
                let at = below(bytes.len());
                match below(4) {
                    0 => bytes[at] = [0, 0xff, 0x7f, 0x80][below(4)],
                    1 => bytes[at] = bytes[at].wrapping_add(1),
                    _ => bytes[at] ^= 1 << below(8),
                }
            }
            folder.write(&format!("{i}.{ending}"), &bytes);
            command += &format!(" {i}.{ending}");
        }
        let said = folder.chop(&command);
        assert!([1, 2].contains(&said.code), "round {round}: {} {}", said.code, said.err);
        assert!(!said.err.contains("panicked"), "round {round}: {}", said.err);
    }
}
