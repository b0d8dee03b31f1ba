//! `chop inspect`: what is in a key or signature file. Never prints a secret.

mod ecdsa;
mod jose;
mod minisign;

use crate::algorithm::Algorithm;
use crate::exit::Outcome;
use crate::formats::git;
use crate::keys::{self, Shape, Wanted};
use crate::passphrase::Source;
use crate::{files, output, signature};
use anyhow::{Context, bail};
use chop::ed25519::{Signature, SigningKey, VerifyingKey};
use chop::encoding::cose::Sign1;
use chop::encoding::text_keys::{TextFormat, WifKey};
use chop::encoding::{Certificate, Content, DerContent, PrivateKey, PublicKey, openssh, recognise};
use chop::secp256k1::{self, Address};
use chop::{Error, KeyFileError, bip340, sm2};
use serde_json::{Map, Value, json};
use std::path::PathBuf;

/// Say what a key or signature file holds, without its secrets
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// The file
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The algorithm, where a key does not say it
    #[arg(long, value_enum, value_name = "NAME")]
    algorithm: Option<Algorithm>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    source: Source,
}

/// Lines of a description, in order.
type Facts = Vec<(&'static str, Value)>;

/// Describes the file.
pub(crate) fn run(args: &Args) -> anyhow::Result<Outcome> {
    files::one_stdin(
        [Some(args.file.as_path()), args.source.passphrase_file.as_deref()].into_iter().flatten(),
    )?;
    let content = files::read_small(&args.file)?;
    let facts = describe(&content, args).with_context(|| output::name(&args.file))?;
    let text = if args.json {
        let mut object = Map::new();
        object.insert("file".to_owned(), json!(args.file.to_string_lossy()));
        object.extend(facts.into_iter().map(|(name, value)| (name.replace(' ', "_"), value)));
        format!("{:#}\n", Value::Object(object))
    } else {
        facts.iter().map(|(name, value)| format!("{:<20}{}\n", format!("{name}:"), in_words(value))).collect()
    };
    output::print(&text)?;
    Ok(Outcome::Done)
}

fn in_words(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn describe(content: &[u8], args: &Args) -> anyhow::Result<Facts> {
    if let Some(kind) = git::kind(content) {
        return object_of_git_facts(content, kind);
    }
    let shape = Shape::of(content);
    let form = match &shape {
        Shape::Pem { label, .. } => format!("PEM, {label}"),
        Shape::Der(..) => "DER".to_owned(),
        Shape::Jwk(_) => "JWK".to_owned(),
        Shape::CoseKey(_) => "COSE_Key".to_owned(),
        _ => return describe_shape(content, shape, args),
    };
    describe_shape(content, shape, args).map_err(|error| match error.downcast_ref() {
        Some(Error::KeyFile(KeyFileError::WrongAlgorithm)) => error.context(form),
        _ => error,
    })
}

fn describe_shape(content: &[u8], shape: Shape<'_>, args: &Args) -> anyhow::Result<Facts> {
    let form = match shape {
        Shape::Pem { text, label: "SSH SIGNATURE", .. } => return ssh_signature_facts(text),
        Shape::Pem { label: "OPENSSH PRIVATE KEY", .. } => "OpenSSH",
        Shape::AllowedSigners(text) => return allowed_signers_facts(text),
        Shape::Pem { text, label, .. } if label.ends_with("CERTIFICATE") => {
            return certificate_facts(&Certificate::from_pem(text)?, "PEM");
        }
        Shape::Pem { label, .. } if label.ends_with("CERTIFICATE REQUEST") => "certificate request, PEM",
        Shape::Pem { .. } => "PEM",
        Shape::Der(der, holds) => return describe_der(content, der, holds, "DER", args),
        Shape::Ssh(_) => "OpenSSH line",
        Shape::Minisign(text) => return minisign::facts(text, args),
        Shape::Jwk(text) => return jose::key(text),
        Shape::JwkSet(text) => return jose::set(text),
        Shape::CoseKey(_) => "COSE_Key",
        Shape::CoseSign1(bytes) => return cose_signature_facts(bytes),
        Shape::Jws(text) => return jose::signature(text),
        Shape::TextKey(key) if key.format() == TextFormat::Wif => return wif_facts(key.text()),
        Shape::TextKey(key) => key.format().name(),
        Shape::Bytes(bytes, writing) => match recognise(bytes.as_bytes()) {
            Content::Der(holds) => {
                let form = format!("DER as {}", writing.name());
                return describe_der(content, bytes.as_bytes(), holds, &form, args);
            }
            _ => return describe_bytes(bytes.as_bytes(), writing.name(), args),
        },
        Shape::NotRead(error) => return Err(error.into()),
        _ => bail!("a form that this program does not know"),
    };
    describe_key(content, form, args)
}

/// Describes a structure in DER: the whole content, or the bytes that its text stands for.
fn describe_der(
    content: &[u8],
    der: &[u8],
    holds: DerContent,
    form: &str,
    args: &Args,
) -> anyhow::Result<Facts> {
    match holds {
        // A signature with faults that lax readers forgive may be recognised as another structure.
        DerContent::Sm2Signature | DerContent::Other
            if args.algorithm == Some(Algorithm::Secp256k1)
                && secp256k1::Signature::from_der_lax(der).is_ok() =>
        {
            ecdsa::facts(der, form)
        }
        DerContent::Sm2Signature => {
            let signature = sm2::Signature::from_der_lenient(der)?;
            Ok(sm2_signature_facts(&signature, der, form, args.algorithm))
        }
        DerContent::Sm2Ciphertext { message_bytes } => Ok(vec![
            ("kind", json!("ciphertext")),
            ("form", json!(form)),
            ("algorithm", json!(Algorithm::Sm2.name())),
            ("plaintext bytes", json!(message_bytes)),
        ]),
        DerContent::Certificate => certificate_facts(&Certificate::from_der(der)?, form),
        DerContent::CfcaFile => describe_key(content, &format!("CFCA file, {form}"), args),
        DerContent::Pkcs12 => describe_key(content, &format!("PKCS#12, {form}"), args),
        _ => describe_key(content, form, args),
    }
}

/// A key in a form that says what it is.
fn describe_key(content: &[u8], form: &str, args: &Args) -> anyhow::Result<Facts> {
    match keys::public_from_content(content, args.algorithm) {
        Ok(key) => return Ok(public_key(&key, form)),
        Err(error) if error.downcast_ref() == Some(&Error::KeyFile(KeyFileError::PrivateKeyGiven)) => {}
        Err(error) => return Err(error),
    }
    let wanted = Wanted { algorithm: args.algorithm, secret: false };
    let passphrase = match keys::private_from_content(content, wanted, None) {
        Ok(key) => return Ok(private_key(&key, form, false)),
        Err(error) if error.downcast_ref() == Some(&Error::KeyFile(KeyFileError::EnvelopedKey)) => {
            return Ok(vec![
                ("kind", json!("private key in an envelope (GM/T 0009 or GM/T 0010)")),
                ("form", json!(form)),
                ("encrypted to", json!("another SM2 key: `chop convert --open-with KEY` opens it with that")),
            ]);
        }
        Err(error) if error.downcast_ref() != Some(&Error::KeyFile(KeyFileError::Encrypted)) => {
            return Err(error);
        }
        // Asking would be a surprise: only a file that was offered is used.
        Err(_) if args.source.passphrase_file.is_none() => {
            return Ok(vec![
                ("kind", json!("private key")),
                ("form", json!(form)),
                ("encrypted", json!(true)),
                ("algorithm", json!("unknown: give --passphrase-file to see more")),
            ]);
        }
        Err(_) => args.source.ask(&output::name(&args.file))?,
    };
    let key = keys::private_from_content(content, wanted, Some(&passphrase))?;
    Ok(private_key(&key, form, true))
}

/// A key of Bitcoin's wallets, with the two facts beside it.
fn wif_facts(text: &str) -> anyhow::Result<Facts> {
    let wif = WifKey::from_text(text)?;
    let facts = private_key(&PrivateKey::Secp256k1(wif.key), "WIF", false).into_iter();
    let (first, rest): (Facts, Facts) = facts.partition(|(name, _)| matches!(*name, "kind" | "form"));
    let beside = vec![("network", json!(wif.network.name())), ("compressed", json!(wif.compressed))];
    Ok([first, beside, rest].concat())
}

fn describe_bytes(bytes: &[u8], form: &str, args: &Args) -> anyhow::Result<Facts> {
    let blob = format!("SKF or SDF structure, {form}");
    match recognise(bytes) {
        Content::EllipticPoint => {
            return Ok(public_key(&keys::public_from_content(bytes, args.algorithm)?, form));
        }
        Content::Sm2PublicBlob => {
            return Ok(public_key(&PublicKey::Sm2(sm2::VerifyingKey::from_blob(bytes)?), &blob));
        }
        Content::Sm2PrivateBlob => {
            return Ok(private_key(&PrivateKey::Sm2(sm2::SigningKey::from_blob(bytes)?), &blob, false));
        }
        Content::Sm2SignatureBlob => {
            let algorithm = Algorithm::Sm2.name();
            return Ok(vec![
                ("kind", json!("signature")),
                ("form", json!(blob)),
                ("algorithm", json!(algorithm)),
            ]);
        }
        _ => {}
    }
    match bytes.len() {
        64 | 65 if args.algorithm == Some(Algorithm::Secp256k1) && PublicKey::load(bytes).is_err() => {
            ecdsa::facts(bytes, form)
        }
        32 | 33 if args.algorithm == Some(Algorithm::Secp256k1) => {
            let key = PrivateKey::Secp256k1(secp256k1::SigningKey::load(bytes, None)?);
            Ok(private_key(&key, form, false))
        }
        32 if args.algorithm == Some(Algorithm::Sm2) => {
            // It may be a secret: what is told of it is its public key, and only that it has one.
            let key = PrivateKey::Sm2(sm2::SigningKey::from_slice(bytes)?);
            Ok(private_key(&key, form, false))
        }
        64 if args.algorithm == Some(Algorithm::Sm2) && PublicKey::load(bytes).is_err() => {
            Ok(sm2_signature_facts(&sm2::Signature::from_slice(bytes)?, bytes, form, args.algorithm))
        }
        32 => {
            let mut facts = vec![
                (
                    "kind",
                    json!(
                        "32 bytes: a public key, or a secret seed; of X25519, as WireGuard has them, too: the bytes do not say which"
                    ),
                ),
                ("form", json!(form)),
            ];
            match keys::public_from_content(bytes, args.algorithm) {
                // The bytes may be a secret: they are not printed.
                Ok(key) => facts.extend(
                    key_facts(&key, "if public: ").into_iter().filter(|(name, _)| *name != "public key"),
                ),
                Err(error) => facts.push(("if public", json!(error.to_string()))),
            }
            Ok(facts)
        }
        64 if PublicKey::load(bytes).is_ok() => {
            Ok(public_key(&PublicKey::load(bytes)?, &format!("x and y without 04, {form}")))
        }
        33 => {
            let key = sm2::SigningKey::load(bytes, None);
            let key = key.with_context(|| format!("neither a key nor a signature: 33 bytes ({form})"))?;
            Ok(private_key(&PrivateKey::Sm2(key), &format!("00 and 32 bytes, {form}"), false))
        }
        64 => match SigningKey::from_slice(bytes) {
            Ok(key) => {
                let mut facts =
                    vec![("kind", json!("private key: a seed and its public key")), ("form", json!(form))];
                facts.push(("encrypted", json!(false)));
                facts.extend(key_facts(&PublicKey::Ed25519(key.verifying_key()), ""));
                Ok(facts)
            }
            Err(_) => signature_facts(bytes, form),
        },
        len => bail!("neither a key nor a signature: {len} bytes ({form})"),
    }
}

/// A commit or a tag, and the signature in it.
fn object_of_git_facts(content: &[u8], kind: git::Kind) -> anyhow::Result<Facts> {
    let mut facts = vec![("kind", json!(format!("{} of git", kind.name())))];
    let signed = match git::signed(content, kind) {
        Ok(signed) => signed,
        Err(reason) => {
            facts.push(("signature", json!(reason)));
            return Ok(facts);
        }
    };
    match Shape::of(&signed.signature) {
        Shape::Pem { text, label: "SSH SIGNATURE", .. } => {
            facts.extend(ssh_signature_facts(text)?.split_off(1))
        }
        Shape::NotRead(error) => facts.push(("signature", json!(error.to_string()))),
        _ => facts.push(("signature", json!("in a form that is not read"))),
    }
    Ok(facts)
}

fn ssh_signature_facts(text: &str) -> anyhow::Result<Facts> {
    let signature = openssh::Signature::from_text(text)?;
    let mut facts = vec![
        ("kind", json!("signature")),
        ("form", json!("SSH signature")),
        ("namespace", json!(output::one_line(signature.namespace()))),
        ("hash", json!(signature.hash().name())),
    ];
    if let Some(application) = signature.key().application() {
        facts.push(("security token", json!(output::one_line(&String::from_utf8_lossy(application)))));
        facts.push(("touched", json!(signature.user_present())));
    }
    facts.extend(key_facts(&PublicKey::Ed25519(*signature.key().verifying_key()), ""));
    Ok(facts)
}

fn cose_signature_facts(bytes: &[u8]) -> anyhow::Result<Facts> {
    let signature = Sign1::from_bytes(bytes)?;
    let mut facts = vec![
        ("kind", json!("signature")),
        ("form", json!("COSE_Sign1")),
        ("algorithm", json!(Algorithm::Ed25519.name())),
    ];
    if let Some(name) = signature.key_id() {
        facts.push(("kid", json!(output::one_line(&String::from_utf8_lossy(name)))));
    }
    facts.push(("payload bytes", json!(signature.payload().map(<[u8]>::len))));
    Ok(facts)
}

fn allowed_signers_facts(text: &str) -> anyhow::Result<Facts> {
    let signers = openssh::AllowedSigners::from_text(text)?;
    let unusable: Vec<String> =
        signers.unusable().iter().map(|line| format!("line {} {}", line.number, line.fault)).collect();
    let principals: Vec<String> =
        signers.lines().iter().map(|line| output::one_line(&line.principals)).collect();
    let mut facts = vec![
        ("kind", json!("who may make SSH signatures")),
        ("form", json!("OpenSSH allowed_signers")),
        ("keys", json!(signers.lines().len())),
        ("principals", json!(principals.join("; "))),
    ];
    if !unusable.is_empty() {
        facts.push(("do not count", json!(unusable.join("; "))));
    }
    Ok(facts)
}

/// The key of a certificate, and of one of SM2 whether it signed itself. Nothing else is looked at.
fn certificate_facts(certificate: &Certificate, form: &str) -> anyhow::Result<Facts> {
    let key = certificate
        .public_key()
        .context("the certificate is read, and its key is one of none of the algorithms here")?;
    let mut facts = vec![("kind", json!("certificate: only its key is looked at")), ("form", json!(form))];
    facts.extend(key_facts(&key, ""));
    if let PublicKey::Sm2(key) = &key {
        let own = match certificate.verify_issued_by(key) {
            Ok(()) => json!(true),
            Err(Error::InvalidSignature) => json!(false),
            Err(error) => json!(format!("no: {error}")),
        };
        facts.push(("signed by this key", own));
    }
    Ok(facts)
}

/// Two numbers, which are a signature of SM2 or of ECDSA: the bytes say no more.
fn sm2_signature_facts(
    signature: &sm2::Signature,
    bytes: &[u8],
    form: &str,
    asked: Option<Algorithm>,
) -> Facts {
    let strict = bytes.len() == 64 || sm2::Signature::from_der(bytes).is_ok();
    let algorithm = match asked {
        Some(_) => Algorithm::Sm2.name(),
        None => "sm2 or secp256k1: the bytes do not say which",
    };
    vec![
        ("kind", json!("signature")),
        ("form", json!(form)),
        ("algorithm", json!(algorithm)),
        ("strict", json!(strict)),
        ("r", json!(output::hex(signature.r_bytes()))),
        ("s", json!(output::hex(signature.s_bytes()))),
    ]
}

fn public_key(key: &PublicKey, form: &str) -> Facts {
    let mut facts = vec![("kind", json!("public key")), ("form", json!(form))];
    facts.extend(key_facts(key, ""));
    facts
}

fn private_key(key: &PrivateKey, form: &str, encrypted: bool) -> Facts {
    let mut facts =
        vec![("kind", json!("private key")), ("form", json!(form)), ("encrypted", json!(encrypted))];
    facts.extend(key_facts(&key.public_key(), ""));
    facts
}

/// What a public key says about itself. `unsure` precedes the algorithm if the bytes do not tell it.
fn key_facts(key: &PublicKey, unsure: &str) -> Facts {
    let mut facts = vec![
        ("algorithm", json!(format!("{unsure}{}", key.algorithm()))),
        ("public key", json!(output::hex(&key.to_bytes()))),
        ("fingerprint", json!(keys::fingerprint(key))),
        ("key id", json!(keys::key_id(key))),
    ];
    if let PublicKey::Ed25519(key) = key {
        facts.push(("ssh fingerprint", json!(keys::ssh_fingerprint(key))));
    }
    if let PublicKey::Secp256k1(key) = key {
        facts.push(("address", json!(Address::of(key).to_string())));
        facts.push(("bip340 key", json!(output::hex(&bip340::VerifyingKey::from(*key).to_bytes()))));
    }
    let point = match key {
        PublicKey::Ed25519(key) => Some((key.is_canonical(), key.is_small_order())),
        PublicKey::Ed25519Blake3(key) => Some((key.is_canonical(), key.is_small_order())),
        PublicKey::Ed25519Blake2b(key) => Some((key.is_canonical(), key.is_small_order())),
        _ => None,
    };
    if let Some((canonical, small_order)) = point {
        facts.push(("canonical", json!(canonical)));
        facts.push(("small order", json!(small_order)));
    }
    facts
}

fn signature_facts(bytes: &[u8], form: &str) -> anyhow::Result<Facts> {
    let signature: Signature = signature::read(bytes).map_err(anyhow::Error::msg)?;
    // The facts of R and S depend on no key: any one will do, here that of the base point.
    let mut base = [0x66; 32];
    base[0] = 0x58;
    let facts = VerifyingKey::from_bytes(&base)?.facts(b"", &signature);
    Ok(vec![
        ("kind", json!("signature (or other 64 bytes)")),
        ("form", json!(form)),
        ("S canonical", json!(facts.s_canonical())),
        ("R is a point", json!(facts.r_decodes())),
        ("R canonical", json!(facts.r_decodes() && facts.r_y_reduced() && !facts.r_minus_zero())),
        ("R of small order", json!(facts.r_decodes() && facts.r_small_order())),
        ("r and s for sm2", json!(sm2::Signature::from_slice(bytes).is_ok())),
    ])
}
