//! Signature files: raw or DER, or hexadecimal or base64 text of them.

use crate::algorithm::Algorithm;
use crate::formats::{cose, jws, minisign, sshsig};
use base64ct::{Base64, Encoding};
use chop::encoding::minisign::Format as Program;
use chop::encoding::{Writing, decode_text, text_keys};
use chop::{Error, KeyFileError, bip340, ed25519, secp256k1, sm2};
use clap::ValueEnum;
use zeroize::Zeroizing;

/// How a signature is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// 64 bytes; of SM2 and secp256k1, r and s
    Raw,
    /// SM2 and secp256k1 only: SEQUENCE of r and s, 70 to 72 bytes
    Der,
    /// The 64 bytes as 128 hexadecimal digits and a newline
    Hex,
    /// The 64 bytes as 88 characters of base64 and a newline
    Base64,
    /// The 64 bytes in base58 and a newline, as Solana has signatures
    Base58,
    /// SM2 and secp256k1 only: the DER as hexadecimal digits and a newline
    DerHex,
    /// SM2 and secp256k1 only: the DER as base64 and a newline
    DerBase64,
    /// secp256k1 only: r, s and v, 65 bytes, v as 27 or 28
    Recoverable,
    /// secp256k1 only: the same as hexadecimal digits and a newline
    RecoverableHex,
    /// Ed25519 only: as `ssh-keygen -Y sign` and git write it; needs --namespace
    Sshsig,
    /// Ed25519 only: a compact JWS without the payload, which stays in the document
    Jws,
    /// Ed25519 only: a compact JWS with the document in it, as a JWT is; written to DOC.jwt
    Jwt,
    /// Ed25519 only: a COSE_Sign1 without the payload, which stays in the document
    Cose,
    /// Ed25519 only: as `minisign -S` writes it, with a trusted comment
    Minisign,
    /// Ed25519 only: as `signify -S` writes it
    Signify,
}

impl Format {
    /// What is written unless another form is asked for: DER for SM2 and secp256k1, raw for the others.
    pub(crate) fn default_of(algorithm: Algorithm) -> Format {
        if algorithm.has_der_signatures() { Format::Der } else { Format::Raw }
    }

    /// Whether it is a text.
    pub(crate) fn is_text(self) -> bool {
        !matches!(self, Format::Raw | Format::Der | Format::Recoverable | Format::Cose)
    }

    /// Whether it is a form of DER, which only SM2 and secp256k1 have.
    pub(crate) fn is_der(self) -> bool {
        matches!(self, Format::Der | Format::DerHex | Format::DerBase64)
    }

    /// Whether it has what recovers the key, which only signatures of secp256k1 have.
    pub(crate) fn is_recoverable(self) -> bool {
        matches!(self, Format::Recoverable | Format::RecoverableHex)
    }

    /// Refuses a form that signatures of this algorithm do not have.
    ///
    /// # Errors
    /// If it is one.
    pub(crate) fn suit(self, algorithm: Algorithm) -> anyhow::Result<()> {
        if self.is_der() && !algorithm.has_der_signatures() {
            anyhow::bail!(
                "{} signatures have no DER form: only those of sm2 and secp256k1 have",
                algorithm.name()
            );
        }
        if self.is_recoverable() && algorithm != Algorithm::Secp256k1 {
            anyhow::bail!("{} signatures do not recover a key: those of secp256k1 do", algorithm.name());
        }
        Ok(())
    }

    /// The signature in this form; raw where there is no DER, and where it stands in a structure of its own.
    pub(crate) fn write(self, signature: &Signature) -> Vec<u8> {
        let bytes = match signature {
            Signature::Sm2(signature) if self.is_der() => signature.to_der().as_ref().to_vec(),
            Signature::Sm2(signature) => signature.to_bytes().to_vec(),
            Signature::Secp256k1(made) if self.is_recoverable() => made.to_bytes().to_vec(),
            Signature::Secp256k1(made) if self.is_der() => made.signature().to_der().as_ref().to_vec(),
            Signature::Secp256k1(made) => made.signature().to_bytes().to_vec(),
            Signature::Ed25519(signature) => signature.to_bytes().to_vec(),
            Signature::Bip340(signature) => signature.to_bytes().to_vec(),
        };
        match self {
            Format::Raw | Format::Der | Format::Recoverable => bytes,
            Format::Sshsig
            | Format::Jws
            | Format::Jwt
            | Format::Cose
            | Format::Minisign
            | Format::Signify => bytes,
            Format::Hex | Format::DerHex | Format::RecoverableHex => {
                (crate::output::hex(&bytes) + "\n").into_bytes()
            }
            Format::Base58 => (text_keys::to_base58(&bytes) + "\n").into_bytes(),
            Format::Base64 | Format::DerBase64 => (Base64::encode_string(&bytes) + "\n").into_bytes(),
        }
    }
}

/// A signature of any algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Signature {
    Ed25519(ed25519::Signature),
    Sm2(sm2::Signature),
    Secp256k1(secp256k1::RecoverableSignature),
    Bip340(bip340::Signature),
}

/// How a signature is read. Text of each form is read, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Reading {
    /// Signatures of SSH, minisign and signify, JWS and COSE_Sign1 by their beginning; else raw, of SM2 and secp256k1 if there are exactly 64 bytes, of secp256k1 with v if there are 65, else DER
    #[default]
    Auto,
    /// R and S, of SM2 and secp256k1 r and s, 32 bytes each
    Raw,
    /// The same 64 bytes as text in base58; recognised unless another format is named
    Base58,
    /// DER, and nothing that resembles it
    Der,
    /// DER with needless or missing zeros and long lengths, as some software writes it: several encodings
    /// then stand for one signature
    DerLenient,
    /// secp256k1 only: DER as libsecp256k1's lax parser reads it, which reads what was signed before there were rules
    DerLax,
    /// secp256k1 only: r, s and v, 65 bytes, v as 0, 1, 27 or 28; the key that is recovered must be the one that is given
    Recoverable,
    /// As `ssh-keygen -Y sign` and git write it, for Ed25519; recognised unless another format is named
    Sshsig,
    /// JWS and JWT, for Ed25519; recognised unless another format is named
    Jws,
    /// COSE_Sign1, for Ed25519; recognised unless another format is named
    Cose,
    /// As `minisign -S` writes it, legacy or not, for Ed25519; recognised, too
    Minisign,
    /// As `signify -S` writes it, for Ed25519; recognised, too
    Signify,
}

/// Arguments that say how a signature is read.
#[derive(clap::Args, Debug)]
pub(crate) struct ReadingArgs {
    /// How to read a signature [default: auto]
    #[arg(long, value_enum, value_name = "FORMAT")]
    signature_format: Option<Reading>,
}

impl ReadingArgs {
    /// The way of reading.
    pub(crate) fn reading(&self) -> Reading {
        self.signature_format.unwrap_or_default()
    }

    /// The name of the way of reading that was asked for.
    pub(crate) fn name(&self) -> Option<String> {
        Some(self.signature_format?.to_possible_value()?.get_name().to_owned())
    }

    /// Whether SSH signatures are read: if they were asked for, or nothing was.
    pub(crate) fn reads_ssh(&self) -> bool {
        matches!(self.signature_format, None | Some(Reading::Auto | Reading::Sshsig))
    }

    /// Whether nothing but SSH signatures is read.
    pub(crate) fn reads_only_ssh(&self) -> bool {
        self.signature_format == Some(Reading::Sshsig)
    }

    /// Whether JWS are read: if they were asked for, or nothing was.
    pub(crate) fn reads_jws(&self) -> bool {
        matches!(self.signature_format, None | Some(Reading::Auto | Reading::Jws))
    }

    /// Whether nothing but JWS is read.
    pub(crate) fn reads_only_jws(&self) -> bool {
        self.signature_format == Some(Reading::Jws)
    }

    /// Whether COSE_Sign1 are read: if they were asked for, or nothing was.
    pub(crate) fn reads_cose(&self) -> bool {
        matches!(self.signature_format, None | Some(Reading::Auto | Reading::Cose))
    }

    /// Whether nothing but COSE_Sign1 is read.
    pub(crate) fn reads_only_cose(&self) -> bool {
        self.signature_format == Some(Reading::Cose)
    }

    /// Whether signatures of minisign and signify are read: if they were asked for, or nothing was.
    pub(crate) fn reads_minisign(&self) -> bool {
        self.minisign().is_some() || matches!(self.signature_format, None | Some(Reading::Auto))
    }

    /// The program of the two whose signatures were asked for.
    pub(crate) fn minisign(&self) -> Option<Program> {
        match self.signature_format {
            Some(Reading::Minisign) => Some(Program::Minisign),
            Some(Reading::Signify) => Some(Program::Signify),
            _ => None,
        }
    }

    /// Refuses signatures that stand in a structure of their own.
    ///
    /// # Errors
    /// If they were asked for.
    pub(crate) fn refuse_structures(&self, what: &str) -> anyhow::Result<()> {
        let name = match self.signature_format {
            Some(Reading::Sshsig) => "SSH signatures",
            Some(Reading::Jws) => "JWS",
            Some(Reading::Cose) => "COSE_Sign1",
            Some(Reading::Minisign | Reading::Signify) => "signatures of minisign and signify",
            _ => return Ok(()),
        };
        anyhow::bail!("{what} no {name}: `chop verify` does, with Ed25519")
    }

    /// The content of a signature file, decoded if it was said to be base58.
    ///
    /// # Errors
    /// If it is not.
    pub(crate) fn decoded(&self, content: Zeroizing<Vec<u8>>) -> Result<Zeroizing<Vec<u8>>, String> {
        if self.signature_format != Some(Reading::Base58) {
            return Ok(content);
        }
        let text = std::str::from_utf8(&content).unwrap_or_default().trim();
        match decode_text(&format!("base58:{}", text.trim_start_matches("base58:"))) {
            Ok(Some((bytes, _))) if bytes.as_bytes().len() == 64 => {
                Ok(Zeroizing::new(bytes.as_bytes().to_vec()))
            }
            _ => Err("the signature is not 64 bytes in base58".to_owned()),
        }
    }

    /// Refuses base58 where another argument says how text is encoded.
    ///
    /// # Errors
    /// If it was asked for.
    pub(crate) fn refuse_base58(&self) -> anyhow::Result<()> {
        match self.signature_format {
            Some(Reading::Base58) => {
                anyhow::bail!("the encoding of a table's columns is for --encoding to say")
            }
            _ => Ok(()),
        }
    }

    /// Refuses DER for an algorithm whose signatures have no such form.
    ///
    /// # Errors
    /// If it was asked for.
    pub(crate) fn refuse_der(&self, algorithm: Algorithm) -> anyhow::Result<()> {
        match self.signature_format {
            Some(Reading::Der | Reading::DerLenient) => {
                anyhow::bail!(
                    "{} signatures have no DER form: only those of sm2 and secp256k1 have",
                    algorithm.name()
                )
            }
            Some(Reading::DerLax | Reading::Recoverable) => {
                anyhow::bail!("der-lax and recoverable are for secp256k1, and not for {}", algorithm.name())
            }
            _ => Ok(()),
        }
    }
}

/// A signature that stands in a structure of its own, in words; `None` for plain ones.
pub(crate) fn structure(content: &[u8]) -> Option<&'static str> {
    match () {
        _ if sshsig::is_one(content) => Some("an SSH signature"),
        _ if jws::is_one(content) => Some("a JWS"),
        _ if cose::is_one(content) => Some("a COSE_Sign1"),
        _ if minisign::is_one(content) => Some("a signature of minisign or signify"),
        _ => None,
    }
}

/// The Ed25519 signature in a file, in whatever form. 64 bytes are always raw.
///
/// # Errors
/// A sentence that says what the file has instead.
pub(crate) fn read(content: &[u8]) -> Result<ed25519::Signature, String> {
    read_64(content).map(|bytes| ed25519::Signature::from_bytes(&bytes))
}

/// The same of BIP 340.
///
/// # Errors
/// As [`read`].
pub(crate) fn read_bip340(content: &[u8]) -> Result<bip340::Signature, String> {
    read_64(content).map(|bytes| bip340::Signature::from_bytes(&bytes))
}

fn read_64(content: &[u8]) -> Result<[u8; 64], String> {
    if let Some(what) = structure(content) {
        return Err(format!("this is {what}, which `chop verify` judges"));
    }
    let (bytes, form) = unwrapped(content).map_err(|error| error.to_string())?;
    match (bytes.as_slice().try_into(), form.map(Writing::name)) {
        (Ok(bytes), _) => Ok(bytes),
        (Err(_), None) => Err(format!(
            "the signature has {} bytes, and must have 64 (or be hex or base64 of them)",
            bytes.len()
        )),
        (Err(_), Some(form)) => {
            Err(format!("the signature has {} bytes ({form}), and must have 64", bytes.len()))
        }
    }
}

/// The bytes of a signature in a file, how many they are, and as what text they are written.
pub(crate) fn with_form(content: &[u8]) -> (Vec<u8>, String) {
    let (bytes, text) = unwrapped(content).unwrap_or((content.to_vec(), None));
    let form = match text {
        Some(text) => format!("{} bytes as {}", bytes.len(), text.name()),
        None => format!("{} bytes", bytes.len()),
    };
    (bytes, form)
}

/// The SM2 signature in a file.
///
/// # Errors
/// A sentence that says what is wrong with it, and what to do about it.
pub(crate) fn read_sm2(content: &[u8], reading: Reading) -> Result<sm2::Signature, String> {
    from_sm2_bytes(&unwrapped(content).map_err(|error| error.to_string())?.0, reading)
}

/// The SM2 signature in some bytes.
///
/// # Errors
/// As [`read_sm2`].
pub(crate) fn from_sm2_bytes(bytes: &[u8], reading: Reading) -> Result<sm2::Signature, String> {
    let raw =
        matches!(reading, Reading::Raw | Reading::Base58) || reading == Reading::Auto && bytes.len() == 64;
    if raw {
        return sm2::Signature::from_slice(bytes).map_err(|error| match error {
            Error::SignatureLength if sm2::Signature::from_der_lenient(bytes).is_ok() => {
                "the signature is DER, not 64 bytes: use --signature-format der".to_owned()
            }
            Error::SignatureLength => format!("the signature has {} bytes, and must have 64", bytes.len()),
            other => other.to_string(),
        });
    }
    let lenient = sm2::Signature::from_der_lenient(bytes);
    if reading == Reading::DerLenient {
        return lenient.map_err(|error| described(bytes, error));
    }
    sm2::Signature::from_der(bytes).map_err(|error| match lenient {
        Ok(_) => "the signature is DER with needless or missing zeros, or long lengths: \
                  --signature-format der-lenient reads it"
            .to_owned(),
        Err(_) => described(bytes, error),
    })
}

fn described(bytes: &[u8], error: Error) -> String {
    match error {
        Error::SignatureDer if bytes.len() == 64 => {
            format!("{error}; it has 64 bytes: use --signature-format raw")
        }
        Error::SignatureDer => format!("{error}; nor r and s, for it has {} bytes and not 64", bytes.len()),
        other => other.to_string(),
    }
}

/// The bytes that text stands for, and its encoding; other content as it is. 64 bytes are never text.
///
/// # Errors
/// If the text is a signature in two encodings, or not in the one that its prefix names.
pub(crate) fn unwrapped(content: &[u8]) -> Result<(Vec<u8>, Option<Writing>), KeyFileError> {
    let text = if content.len() == 64 { None } else { std::str::from_utf8(content).ok() };
    Ok(match text.map(|text| decode_text(text.trim())).transpose()?.flatten() {
        Some((bytes, writing)) => (bytes.as_bytes().to_vec(), Some(writing)),
        None => (content.to_vec(), None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sm2_signature() -> sm2::Signature {
        sm2::SigningKey::from_bytes(&[7; 32]).unwrap().sign(b"hello")
    }

    #[test]
    fn every_format_is_read_back() {
        let signature = ed25519::Signature::from_bytes(&[0x5a; 64]);
        for format in [Format::Raw, Format::Hex, Format::Base64, Format::Base58] {
            assert_eq!(read(&format.write(&Signature::Ed25519(signature))), Ok(signature));
        }
        let signature = sm2_signature();
        for format in Format::value_variants() {
            let written = format.write(&Signature::Sm2(signature));
            let (right, wrong) =
                if format.is_der() { (Reading::Der, Reading::Raw) } else { (Reading::Raw, Reading::Der) };
            assert_eq!(read_sm2(&written, Reading::Auto), Ok(signature), "{format:?}");
            assert_eq!(read_sm2(&written, right), Ok(signature), "{format:?}");
            let error = read_sm2(&written, wrong).unwrap_err();
            assert!(error.contains("use --signature-format"), "{error}");
        }
    }

    #[test]
    fn a_wrong_length_is_named() {
        assert!(read(&[0xff; 63]).unwrap_err().contains("63 bytes"));
        assert!(read(b"").unwrap_err().contains("0 bytes"));
        assert!(read(b"abcd").unwrap_err().contains("2 bytes (hex)"));
        assert!(read_sm2(&[0xff; 63], Reading::Auto).unwrap_err().contains("63 bytes"));
        assert!(read_sm2(&[0; 64], Reading::Auto).unwrap_err().contains("from 1 to n - 1"));
    }

    #[test]
    fn lenient_der_is_read_only_when_asked_for() {
        let signature = sm2_signature();
        let mut der = signature.to_der().as_ref().to_vec();
        // A needless zero before s.
        let s = 4 + usize::from(der[3]);
        der[1] += 1;
        der[s + 1] += 1;
        der.insert(s + 2, 0);
        for reading in [Reading::Auto, Reading::Der] {
            assert!(read_sm2(&der, reading).unwrap_err().contains("der-lenient"));
        }
        assert_eq!(read_sm2(&der, Reading::DerLenient), Ok(signature));
    }
}
