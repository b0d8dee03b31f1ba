//! Tables of secp256k1: transactions of Ethereum, keys and addresses, digests, and rows that are none.

mod common;

use chop::secp256k1::{Address, Digest, RecoverableSignature, Signature, SigningKey, sign_digests};
use common::{Folder, Said};
use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32]).unwrap()
}

/// A text of RLP, the encoding of Ethereum's transactions.
fn rlp_text(bytes: &[u8]) -> Vec<u8> {
    match bytes {
        [byte @ 0..=0x7f] => vec![*byte],
        _ => [rlp_head(0x80, bytes.len()), bytes.to_vec()].concat(),
    }
}

/// A list of RLP.
fn rlp_list(items: &[Vec<u8>]) -> Vec<u8> {
    let content = items.concat();
    [rlp_head(0xc0, content.len()), content].concat()
}

fn rlp_head(kind: u8, length: usize) -> Vec<u8> {
    match length {
        0..=55 => vec![kind + length as u8],
        _ => {
            let length = rlp_number_bytes(length as u64);
            [vec![kind + 55 + length.len() as u8], length].concat()
        }
    }
}

fn rlp_number_bytes(number: u64) -> Vec<u8> {
    number.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect()
}

fn rlp_number(number: u64) -> Vec<u8> {
    rlp_text(&rlp_number_bytes(number))
}

const CHAIN: u64 = 1;

/// What is signed of the transaction with this number: every other one is a legacy transaction with a chain (EIP-155), the others have a type (EIP-1559).
fn payload(number: u64) -> Vec<u8> {
    let to = rlp_text(&[(number % 251) as u8; 20]);
    let data = rlp_text(&vec![0xa9; (number % 7) as usize * 12]);
    let value = rlp_number(number * 1_000_000_007);
    if is_legacy(number) {
        let price = rlp_number(20_000_000_000);
        let chain = [rlp_number(CHAIN), rlp_number(0), rlp_number(0)];
        let fields = [rlp_number(number), price, rlp_number(21_000), to, value, data];
        return rlp_list(&[&fields[..], &chain[..]].concat());
    }
    let fees = [rlp_number(1_500_000_000), rlp_number(30_000_000_000), rlp_number(65_000)];
    let head = [rlp_number(CHAIN), rlp_number(number)];
    let list = rlp_list(&[&head[..], &fees[..], &[to, value, data, rlp_list(&[])]].concat());
    [vec![2], list].concat()
}

fn is_legacy(number: u64) -> bool {
    number.is_multiple_of(2)
}

/// v as the transaction has it.
fn v(number: u64, signature: &RecoverableSignature) -> u64 {
    let id = u64::from(signature.recovery_id().to_byte());
    if is_legacy(number) { 35 + 2 * CHAIN + id } else { id }
}

/// One row.
struct Row {
    address: String,
    payload: Vec<u8>,
    signature: Signature,
    v: u64,
}

/// What was done to a row, if something was.
fn fault(number: u64) -> Option<&'static str> {
    match number % 10_000 {
        17 => Some("the address of the recovered key is"),
        1_017 => Some("the address of the recovered key is"),
        2_017 => Some("s is above n/2"),
        3_017 => Some("the address of the recovered key is"),
        4_017 => Some("neither 0, 1, 27, 28 nor 35"),
        _ => None,
    }
}

fn spoil(number: u64, row: &mut Row) {
    match number % 10_000 {
        // The payload of another transaction.
        17 => row.payload = payload(number + 1),
        // The other point R.
        1_017 => row.v ^= 1,
        // The other s, and the other point with it: valid for whoever takes any s.
        2_017 => (row.signature, row.v) = (row.signature.with_other_s(), row.v ^ 1),
        3_017 => row.address = Address::of(&key(200).verifying_key()).to_string(),
        4_017 => row.v = 30,
        _ => {}
    }
}

#[test]
fn transactions_are_recovered_and_compared_with_their_addresses() {
    // Assertions of limbs in the arithmetic cost many times what it costs itself.
    const ROWS: u64 = if cfg!(debug_assertions) { 50_000 } else { 1_000_000 };
    const AT_ONCE: u64 = 50_000;
    let keys: Vec<SigningKey> = (1..=100).map(key).collect();
    let addresses: Vec<String> =
        keys.iter().map(|key| Address::of(&key.verifying_key()).to_string()).collect();
    let folder = Folder::new();
    let mut table = BufWriter::new(std::fs::File::create(folder.path("transactions.csv")).unwrap());
    writeln!(table, "address,message,signature,v").unwrap();
    let of = |number: u64| (number % 100) as usize;
    for first in (0..ROWS).step_by(AT_ONCE as usize) {
        let payloads: Vec<Vec<u8>> = (first..first + AT_ONCE).map(payload).collect();
        let items: Vec<(&SigningKey, Digest)> = (first..)
            .zip(&payloads)
            .map(|(number, payload)| (&keys[of(number)], Digest::keccak256(payload)))
            .collect();
        for ((number, payload), made) in (first..).zip(payloads).zip(sign_digests(&items)) {
            let (address, signature) = (addresses[of(number)].clone(), *made.signature());
            let mut row = Row { address, payload, signature, v: v(number, &made) };
            spoil(number, &mut row);
            let Row { address, payload, signature, v } = row;
            writeln!(table, "{address},0x{},0x{},{v}", hex(&payload), hex(&signature.to_bytes())).unwrap();
        }
    }
    table.into_inner().unwrap();
    let said = folder
        .chop(
            "verify-table --algorithm secp256k1 --hash keccak256 --policy ethereum-transaction --json \
             --out results.jsonl --only-invalid transactions.csv",
        )
        .exits(1);
    let summary = said.json();
    let bad: Vec<u64> = (0..ROWS).filter(|number| fault(*number).is_some()).collect();
    assert_eq!(summary["rows"], ROWS);
    assert_eq!(summary["invalid"], bad.len(), "{summary}");
    assert_eq!(summary["malformed"], 0, "{summary}");
    let results = folder.text("results.jsonl");
    assert_eq!(results.lines().count(), bad.len());
    for (line, number) in results.lines().zip(bad) {
        let result: serde_json::Value = serde_json::from_str(line).unwrap();
        assert_eq!(result["row"], number);
        let reason = result["reason"].as_str().unwrap();
        assert!(reason.contains(fault(number).unwrap()), "{number}: {reason}");
    }
}

/// A row of a table in JSON Lines, in a folder of its own.
fn judge(row: &str, options: &str) -> Said {
    let folder = Folder::new();
    folder.write("rows.jsonl", row);
    folder.chop(&format!("verify-table --algorithm secp256k1 --hash keccak256{options} rows.jsonl"))
}

fn row(fields: &[(&str, String)]) -> String {
    let mut row = String::new();
    for (name, value) in fields {
        let quote = if value.parse::<i64>().is_ok() { "" } else { "\"" };
        let _ = write!(row, ",\"{name}\":{quote}{value}{quote}");
    }
    format!("{{{}}}", &row[1..])
}

/// What every row below is made of.
struct Made {
    key: SigningKey,
    signature: RecoverableSignature,
}

impl Made {
    fn new() -> Made {
        let key = key(7);
        let signature = key.sign_digest_recoverable(&Digest::keccak256(b"hello"));
        Made { key, signature }
    }

    fn row(&self, fields: &[(&str, String)]) -> String {
        row(&[&[("message", hex(b"hello"))], fields].concat())
    }

    fn address(&self) -> (&'static str, String) {
        ("address", Address::of(&self.key.verifying_key()).to_string())
    }

    fn key(&self) -> (&'static str, String) {
        ("public_key", hex(&self.key.verifying_key().to_compressed_bytes()))
    }

    fn plain(&self) -> (&'static str, String) {
        ("signature", hex(&self.signature.signature().to_bytes()))
    }

    fn recoverable(&self) -> (&'static str, String) {
        ("signature", hex(&self.signature.to_bytes()))
    }

    fn id(&self) -> u8 {
        self.signature.recovery_id().to_byte()
    }
}

#[track_caller]
fn valid(row: &str) {
    judge(row, "").exits(0);
}

#[track_caller]
fn invalid(row: &str, reason: &str) {
    judge(row, "").exits(1).says("invalid:    1").says(reason);
}

#[track_caller]
fn malformed(row: &str, reason: &str) {
    judge(row, "").exits(1).says("malformed:  1").says(reason);
}

#[test]
fn keys_addresses_and_ids_go_together() {
    let made = Made::new();
    let (id, v) = (made.id(), made.id() + 27);
    let number = |name: &'static str, number: u8| (name, number.to_string());
    valid(&made.row(&[made.key(), made.plain()]));
    valid(&made.row(&[made.key(), made.plain(), number("v", v)]));
    valid(&made.row(&[made.key(), made.plain(), number("recovery_id", id)]));
    valid(&made.row(&[made.key(), made.recoverable()]));
    valid(&made.row(&[made.key(), made.address(), made.plain()]));
    valid(&made.row(&[made.address(), made.recoverable()]));
    valid(&made.row(&[made.address(), made.plain(), number("v", v)]));
    valid(&made.row(&[made.address(), made.plain(), number("v", 37 + id)]));
    valid(&made.row(&[made.address(), made.plain(), ("v", format!("0x{v:x}"))]));
    valid(&made.row(&[made.address(), made.plain(), number("recovery_id", id)]));
    invalid(&made.row(&[made.address(), made.plain(), number("v", 29)]), "v is neither");
    invalid(&made.row(&[made.address(), made.plain(), number("recovery_id", 2)]), "must be 0 or 1");
    invalid(&made.row(&[made.key(), made.plain(), number("v", v ^ 7)]), "v, or the recovery id, is wrong");
    malformed(&made.row(&[made.address(), made.plain()]), "without what recovers a key");
    let both = [made.address(), made.plain(), number("v", v), number("recovery_id", id)];
    malformed(&made.row(&both), "both recovery_id and v");
    malformed(&made.row(&[made.address(), made.recoverable(), number("v", v)]), "this one has 65");
    malformed(&made.row(&[made.plain()]), "public_key");
}

#[test]
fn an_address_is_read_strictly() {
    let made = Made::new();
    let (_, address) = made.address();
    let row = |address: String| made.row(&[("address", address), made.recoverable()]);
    valid(&row(address.to_lowercase()));
    malformed(&row(address.to_uppercase().replacen('X', "x", 1)), "address");
    malformed(&row(address[2..].to_owned()), "address");
    malformed(&row(address[..41].to_owned()), "address");
    let other = Address::of(&key(8).verifying_key()).to_string();
    invalid(&row(other.clone()), &format!("the address of the recovered key is {address}, not {other}"));
    let wrong_key = [made.key(), ("address", other.clone()), made.plain()];
    invalid(&made.row(&wrong_key), &format!("the address of the key is {address}, not {other}"));
}

#[test]
fn a_digest_is_judged_only_where_it_is_allowed() {
    let made = Made::new();
    let digest = ("digest", hex(Digest::keccak256(b"hello").as_bytes()));
    let row = row(&[made.address(), digest, made.recoverable()]);
    malformed(&row, "use --allow-digests");
    judge(&row, " --allow-digests").exits(0);
    let folder = Folder::new();
    folder.write("rows.jsonl", made.row(&[made.key(), made.plain()]));
    folder.chop("verify-table --algorithm secp256k1 rows.jsonl").complains("needs --hash");
}

#[test]
fn a_row_that_no_rule_accepts_says_so_and_a_high_s_names_those_that_do() {
    let made = Made::new();
    let high = ("signature", hex(&made.signature.signature().with_other_s().to_bytes()));
    let row = made.row(&[made.key(), high]);
    let folder = Folder::new();
    folder.write("rows.jsonl", &row);
    let verify = "verify-table --algorithm secp256k1 --hash keccak256 --explain-invalid --out results.jsonl";
    folder.chop(&format!("{verify} rows.jsonl")).exits(1);
    let result = folder.text("results.jsonl");
    assert!(result.contains(r#""accepted_by":["bitcoin-consensus","ecrecover","any-s"]"#), "{result}");
    judge(&row, " --policy any-s").exits(0);
}
