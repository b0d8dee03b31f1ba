//! `chop.sm2`: keys, signatures, encryption, and many signatures at a time.

use crate::bulk::{Form, Rows, Sm2, caches};
use crate::bytes::{Input, Many, hashing};
use crate::column::{Column, Encodings, Kind, Role, Wanted, equal_lengths};
use crate::ed25519::{message, messages_to_sign, secrets_of, wanted};
use crate::errors::{of, wrong_type, wrong_value};
use crate::explain::Dialect;
use crate::held::Held;
use crate::load::{self, Loaded, Passphrase};
use crate::results;
use crate::work::{fill, in_pieces, threads_of};
use chop::encoding::{PrivateKey, PublicKey};
use chop::sm2::{self, Digest, Id, Signature};
use chop::{Error, KeyFileError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The form of signatures that an argument names.
pub(crate) fn form_of(name: Option<&str>) -> PyResult<Form> {
    Ok(match name {
        None | Some("auto") => Form::Auto,
        Some("raw") => Form::Raw,
        Some("der") => Form::Der,
        Some("der-lenient") => Form::DerLenient,
        Some(other) => {
            return Err(wrong_value(format!(
                "format '{other}' is unknown: 'auto', 'raw', 'der', 'der-lenient'"
            )));
        }
    })
}

/// The identifier of an argument, the default if there is none.
fn id_of(id: Option<&Input>) -> PyResult<Id<'_>> {
    id.map_or(Ok(Id::DEFAULT), |id| Id::new(id.as_ref()).map_err(of))
}

/// The identifiers of a bulk call: one for all rows, or a column.
enum Ids {
    Same(Vec<u8>),
    Rows(Column),
}

impl Ids {
    fn of(id: Option<&Bound<'_, PyAny>>, encoding: Option<Encodings>) -> PyResult<Ids> {
        match id {
            None => Ok(Ids::Same(Id::DEFAULT.as_bytes().to_vec())),
            Some(id) => match id.extract::<Input>() {
                Ok(id) => Ok(Ids::Same(id_of(Some(&id))?.as_bytes().to_vec())),
                Err(_) => Ok(Ids::Rows(Column::of(id, &wanted(Role::Id, encoding))?)),
            },
        }
    }
}

/// A signature as bytes.
fn written<'py>(py: Python<'py>, signature: &Signature, format: &str) -> PyResult<Bound<'py, PyBytes>> {
    match format {
        "der" => Ok(PyBytes::new(py, signature.to_der().as_ref())),
        "raw" => Ok(PyBytes::new(py, &signature.to_bytes())),
        _ => Err(wrong_value("format is 'der' or 'raw' (r ‖ s in 64 bytes)")),
    }
}

/// The form of ciphertexts that an argument names.
fn ciphertext_form(name: &str) -> PyResult<sm2::Form> {
    match name {
        "c1c3c2" => Ok(sm2::Form::C1C3C2),
        "c1c2c3" => Ok(sm2::Form::C1C2C3),
        "der" => Ok(sm2::Form::Der),
        _ => Err(wrong_value("form is 'c1c3c2', 'c1c2c3' or 'der'")),
    }
}

/// A secret key of SM2 with its public key. The secret is wiped when the object goes; it is in no `repr` and cannot be pickled.
///
/// >>> from chop import sm2
/// >>> key = sm2.SigningKey.generate()
/// >>> key.public_key.verify(key.sign(b"hello"), b"hello")
#[pyclass(frozen, module = "chop.sm2")]
pub(crate) struct SigningKey {
    key: Held<sm2::SigningKey>,
}

#[pymethods]
impl SigningKey {
    /// The key d of 32 bytes, a number from 1 to n − 2.
    #[new]
    fn new(d: Input) -> PyResult<SigningKey> {
        Ok(SigningKey { key: Held::make(|| sm2::SigningKey::from_slice(d.as_ref())).map_err(of)? })
    }

    /// A new key from the randomness of the operating system.
    #[staticmethod]
    fn generate() -> PyResult<SigningKey> {
        Ok(SigningKey { key: Held::make(sm2::SigningKey::generate).map_err(of)? })
    }

    /// The key in a file: PEM or DER, PKCS#8 plain or encrypted (SM4 and SM3 as well), SEC1; the structure of SKF and SDF; or 32
    /// bytes. `MalformedKey` says what is wrong with it.
    #[staticmethod]
    #[pyo3(signature = (data, password=None))]
    fn load(py: Python<'_>, data: Input, password: Option<Passphrase>) -> PyResult<SigningKey> {
        let read = || match load::private(data.as_ref(), password.as_ref().map(AsRef::as_ref))? {
            Loaded::Named(PrivateKey::Sm2(key)) => Ok(key),
            Loaded::Named(_) => Err(load::OTHER),
            Loaded::Bare(bytes) if matches!(bytes.len(), 36 | 68) => sm2::SigningKey::from_blob(bytes),
            Loaded::Bare(bytes) if matches!(bytes.len(), 33 | 65 | 132) => {
                Err(Error::KeyFile(KeyFileError::PublicKeyGiven))
            }
            Loaded::Bare(bytes) => sm2::SigningKey::from_slice(bytes),
        };
        Ok(SigningKey { key: py.detach(|| Held::make(read)).map_err(of)? })
    }

    /// The public key.
    #[getter]
    fn public_key(&self) -> VerifyingKey {
        VerifyingKey { key: self.key.verifying_key(), prepared: None }
    }

    /// The signature of a message under an identifier; deterministic. `format` is "der", or "raw" for r ‖ s in 64 bytes.
    ///
    /// `hedged=True` mixes randomness of the operating system into the nonce; `checked=True` verifies the signature before it is
    /// returned, and raises `chop.Error` if that fails.
    #[pyo3(signature = (msg, *, id=None, format="der", hedged=false, checked=false))]
    fn sign<'py>(
        &self,
        py: Python<'py>,
        msg: Input,
        id: Option<Input>,
        format: &str,
        hedged: bool,
        checked: bool,
    ) -> PyResult<Bound<'py, PyBytes>> {
        if hedged && checked {
            return Err(wrong_value("hedged and checked cannot be combined: choose one"));
        }
        let (id, msg) = (id_of(id.as_ref())?, msg.as_ref());
        let made = hashing(py, msg.len(), || {
            let signer = self.key.with_id(&id);
            if hedged {
                signer.sign_hedged(msg)
            } else if checked {
                signer.sign_checked(msg)
            } else {
                Ok(signer.sign(msg))
            }
        });
        written(py, &made.map_err(of)?, format)
    }

    /// The signature of a digest e = SM3(Z ‖ M) of 32 bytes, which you computed from the message yourself.
    #[pyo3(signature = (digest, *, format="der"))]
    fn sign_prehashed<'py>(
        &self,
        py: Python<'py>,
        digest: Input,
        format: &str,
    ) -> PyResult<Bound<'py, PyBytes>> {
        written(py, &self.key.sign_prehashed(&digest_of(&digest)?), format)
    }

    /// The signatures of n messages, equal to those of `sign`: a list of DER; with `format="raw"` 64 bytes each, as a list, an
    /// array (n, 64) for numpy, or a column for Arrow.
    #[pyo3(signature = (msgs, *, id=None, format="der", encoding=None, threads=1))]
    fn sign_many<'py>(
        &self,
        py: Python<'py>,
        msgs: &Bound<'py, PyAny>,
        id: Option<Input>,
        format: &str,
        encoding: Option<Encodings>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !matches!(format, "der" | "raw") {
            return Err(wrong_value("format is 'der' or 'raw' (r ‖ s in 64 bytes)"));
        }
        let (id, messages) = (id_of(id.as_ref())?, messages_to_sign(msgs, encoding)?);
        let threads = threads_of(threads)?.get();
        let made = py.detach(|| {
            let mut made = vec![None; messages.len()];
            fill(threads, &mut made, |first, out| self.sign_rows(&messages, &id, first, out))?;
            Ok::<_, PyErr>(made)
        })?;
        let made: Vec<Signature> = made.into_iter().flatten().collect();
        if format == "der" {
            let rows = made.iter().map(|signature| PyBytes::new(py, signature.to_der().as_ref()));
            return Ok(PyList::new(py, rows.collect::<Vec<_>>())?.into_any());
        }
        let flat: Vec<u8> = made.iter().flat_map(Signature::to_bytes).collect();
        results::of_rows(py, &flat, 64, messages.kind)
    }

    /// The plaintext of a ciphertext; `form` is how it is written: "c1c3c2" (04 ‖ x ‖ y, digest, data), "c1c2c3" or "der". Raises
    /// `chop.Error` if it does not decrypt.
    #[pyo3(signature = (ciphertext, *, form="c1c3c2"))]
    fn decrypt<'py>(&self, py: Python<'py>, ciphertext: Input, form: &str) -> PyResult<Bound<'py, PyBytes>> {
        let form = ciphertext_form(form)?;
        let plain = py.detach(|| sm2::decrypt(&self.key, ciphertext.as_ref(), form)).map_err(of)?;
        Ok(PyBytes::new(py, plain.as_bytes()))
    }

    /// The secret d, 32 bytes. Handle with care: Python cannot wipe it.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.key.to_bytes().as_bytes())
    }

    fn __repr__(&self) -> String {
        format!("<chop.sm2.SigningKey of {}>", hex(&self.key.verifying_key().to_compressed_bytes()))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(wrong_type("a secret key cannot be pickled or copied: keep it in a file, with to_pem(password)"))
    }
}

impl SigningKey {
    fn sign_rows(&self, messages: &Column, id: &Id<'_>, first: usize, out: &mut [Option<Signature>]) {
        if *id != Id::DEFAULT {
            let signer = self.key.with_id(id);
            for (i, out) in out.iter_mut().enumerate() {
                *out = Some(signer.sign(message(messages, first + i)));
            }
            return;
        }
        let rows = first..first + out.len();
        let items: Vec<_> = rows.map(|i| (&*self.key, message(messages, i))).collect();
        for (made, out) in sm2::sign_many(&items).into_iter().zip(out) {
            *out = Some(made);
        }
    }
}

/// A public key of SM2: a point. Hashable, comparable, picklable; `bytes(key)` gives 04 ‖ x ‖ y.
///
/// >>> from chop import sm2
/// >>> key = sm2.SigningKey.generate().public_key
/// >>> sm2.VerifyingKey(key.to_compressed_bytes()) == key
/// True
#[pyclass(frozen, eq, hash, module = "chop.sm2")]
pub(crate) struct VerifyingKey {
    key: sm2::VerifyingKey,
    prepared: Option<Arc<sm2::PreparedVerifyingKey>>,
}

impl PartialEq for VerifyingKey {
    fn eq(&self, other: &VerifyingKey) -> bool {
        self.key == other.key
    }
}

impl Hash for VerifyingKey {
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.key.hash(state);
    }
}

crate::load::files_der!();

#[pymethods]
impl VerifyingKey {
    #[new]
    fn new(encoding: Input) -> PyResult<VerifyingKey> {
        let key = sm2::VerifyingKey::from_slice(encoding.as_ref()).map_err(of)?;
        Ok(VerifyingKey { key, prepared: None })
    }

    /// The key in a file: PEM or DER (SPKI); a point in 33 or 65 bytes; the structure of SKF and SDF.
    #[staticmethod]
    fn load(data: Input) -> PyResult<VerifyingKey> {
        let read = || match load::public(data.as_ref())? {
            Loaded::Named(PublicKey::Sm2(key)) => Ok(key),
            Loaded::Named(_) => Err(load::OTHER),
            Loaded::Bare(bytes) if bytes.len() == 132 || (bytes.len() == 68 && bytes[0] == 0) => {
                sm2::VerifyingKey::from_blob(bytes)
            }
            Loaded::Bare(bytes) => sm2::VerifyingKey::from_slice(bytes),
        };
        Ok(VerifyingKey { key: read().map_err(of)?, prepared: None })
    }

    /// The same key with a table of 88 KB, which makes a verification two to three times as fast from then on.
    fn prepare(&self, py: Python<'_>) -> VerifyingKey {
        let prepared = self.prepared.clone();
        let prepared =
            prepared.unwrap_or_else(|| py.detach(|| Arc::new(sm2::PreparedVerifyingKey::new(&self.key))));
        VerifyingKey { key: self.key, prepared: Some(prepared) }
    }

    /// Whether the key has its table.
    #[getter]
    fn is_prepared(&self) -> bool {
        self.prepared.is_some()
    }

    /// Returns None if the signature is valid, and raises `InvalidSignature` otherwise.
    ///
    /// 64 bytes are read as r ‖ s, anything else as DER, unless `format` ("raw", "der", "der-lenient") says which.
    #[pyo3(signature = (sig, msg, *, id=None, format="auto"))]
    fn verify(
        &self,
        py: Python<'_>,
        sig: Input,
        msg: Input,
        id: Option<Input>,
        format: &str,
    ) -> PyResult<()> {
        let sig = form_of(Some(format))?.read(sig.as_ref()).map_err(of)?;
        self.judge(py, &sig, msg.as_ref(), &id_of(id.as_ref())?).map_err(of)
    }

    /// Whether the signature is valid. False as well if the bytes are no signature. Arguments as for `verify`.
    #[pyo3(signature = (sig, msg, *, id=None, format="auto"))]
    fn is_valid(
        &self,
        py: Python<'_>,
        sig: Input,
        msg: Input,
        id: Option<Input>,
        format: &str,
    ) -> PyResult<bool> {
        let (form, id) = (form_of(Some(format))?, id_of(id.as_ref())?);
        let sig = form.read(sig.as_ref());
        Ok(sig.is_ok_and(|sig| self.judge(py, &sig, msg.as_ref(), &id).is_ok()))
    }

    /// As `verify`, for the digest e = SM3(Z ‖ M) of 32 bytes, which you computed from the message yourself: anybody can make a
    /// digest and a signature that fit a public key.
    #[pyo3(signature = (sig, digest, *, format="auto"))]
    fn verify_prehashed(&self, sig: Input, digest: Input, format: &str) -> PyResult<()> {
        let sig = form_of(Some(format))?.read(sig.as_ref()).map_err(of)?;
        self.key.verify_prehashed(&digest_of(&digest)?, &sig).map_err(of)
    }

    /// The digest that is signed: e = SM3(Z ‖ M), 32 bytes.
    #[pyo3(signature = (msg, *, id=None))]
    fn digest<'py>(&self, py: Python<'py>, msg: Input, id: Option<Input>) -> PyResult<Bound<'py, PyBytes>> {
        let (id, msg) = (id_of(id.as_ref())?, msg.as_ref());
        let digest = hashing(py, msg.len(), || self.key.with_id(&id).digest(msg));
        Ok(PyBytes::new(py, digest.as_bytes()))
    }

    /// A verdict for each of n signatures under this key, with its table if it is prepared: as the function `verify_each`.
    #[pyo3(signature = (sigs, msgs, *, id=None, format="auto", encoding=None, threads=1))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
    fn verify_each<'py>(
        &self,
        py: Python<'py>,
        sigs: &Bound<'py, PyAny>,
        msgs: &Bound<'py, PyAny>,
        id: Option<Bound<'py, PyAny>>,
        format: &str,
        encoding: Option<Encodings>,
        threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        each(py, Keys::One(self), sigs, msgs, id.as_ref(), format, encoding, threads)
    }

    /// The ciphertext of a message of one byte or more. `form` is as for `SigningKey.decrypt`.
    #[pyo3(signature = (msg, *, form="c1c3c2"))]
    fn encrypt<'py>(&self, py: Python<'py>, msg: Input, form: &str) -> PyResult<Bound<'py, PyBytes>> {
        let form = ciphertext_form(form)?;
        let made = py.detach(|| sm2::encrypt(&self.key, msg.as_ref(), form)).map_err(of)?;
        Ok(PyBytes::new(py, &made))
    }

    /// As the function `explain`.
    #[pyo3(signature = (sig, msg, *, id=None, try_ids=None))]
    fn explain(
        &self,
        py: Python<'_>,
        sig: Input,
        msg: Input,
        id: Option<Input>,
        try_ids: Option<Many<Input>>,
    ) -> PyResult<Vec<Dialect>> {
        dialects(py, &self.key, &sig, &msg, id.as_ref(), try_ids)
    }

    /// The point as 02 ‖ x or 03 ‖ x, 33 bytes.
    fn to_compressed_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.key.to_compressed_bytes())
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.key.to_bytes())
    }

    fn __repr__(&self) -> String {
        format!("chop.sm2.VerifyingKey(bytes.fromhex('{}'))", hex(&self.key.to_compressed_bytes()))
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>,) {
        (self.__bytes__(py),)
    }
}

impl VerifyingKey {
    fn judge(&self, py: Python<'_>, sig: &Signature, msg: &[u8], id: &Id<'_>) -> Result<(), Error> {
        hashing(py, msg.len(), || match &self.prepared {
            Some(prepared) => prepared.with_id(id).verify(msg, sig),
            None => self.key.with_id(id).verify(msg, sig),
        })
    }
}

fn hex(bytes: &[u8]) -> String {
    base16ct::lower::encode_string(bytes)
}

/// Whether an object is a public key of SM2.
pub(crate) fn is_key(object: &Bound<'_, PyAny>) -> bool {
    object.is_instance_of::<VerifyingKey>()
}

fn digest_of(digest: &Input) -> PyResult<Digest> {
    match digest.as_ref().try_into() {
        Ok(e) => Ok(Digest::from_bytes(e)),
        Err(_) => Err(wrong_value("a digest has 32 bytes")),
    }
}

/// The keys of a bulk call.
enum Keys<'a, 'py> {
    Column(&'a Bound<'py, PyAny>),
    One(&'a VerifyingKey),
}

/// Verdicts on rows: under the keys of a column, or under one.
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
fn each<'py>(
    py: Python<'py>,
    keys: Keys<'_, 'py>,
    sigs: &Bound<'py, PyAny>,
    msgs: &Bound<'py, PyAny>,
    id: Option<&Bound<'py, PyAny>>,
    format: &str,
    encoding: Option<Encodings>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let ids = Ids::of(id, encoding)?;
    let (id, ids) = match &ids {
        Ids::Same(id) => (id.as_slice(), None),
        Ids::Rows(column) => (Id::DEFAULT.as_bytes(), Some(column)),
    };
    let (form, threads) = (form_of(Some(format))?, threads_of(threads)?);
    let mut scheme = Sm2::new(id, form).map_err(of)?;
    let widths: &[usize] = if form == Form::Raw { &[64] } else { &[] };
    let signatures = Column::of(sigs, &Wanted { widths, ..wanted(Role::Signature, encoding) })?;
    let messages = Column::of(msgs, &wanted(Role::Message, encoding))?;
    let keys = match keys {
        Keys::Column(keys) => {
            Column::of(keys, &Wanted { widths: &[33, 65], is_key, ..wanted(Role::Key, encoding) })?
        }
        Keys::One(key) => {
            scheme.prepared.clone_from(&key.prepared);
            Column::same(&key.key.to_bytes(), signatures.len())
        }
    };
    let mut columns = vec![("sigs", &signatures), ("msgs", &messages), ("keys", &keys)];
    columns.extend(ids.map(|ids| ("id", ids)));
    let n = equal_lengths(&columns)?;
    let kind = columns.iter().map(|(_, column)| column.kind).max().unwrap_or(Kind::List);
    let verdicts = py.detach(|| {
        let rows = Rows { keys: &keys, signatures: &signatures, messages: &messages, ids, n };
        rows.verify_each(&scheme, &mut caches::<Sm2>(threads))
    })?;
    results::of_verdicts(py, &verdicts, kind)
}

/// Verifies n signatures, each under its own key and message, and returns n verdicts.
///
/// `keys` are points of 33 or 65 bytes, or `VerifyingKey`; `sigs` are r ‖ s in 64 bytes or DER, each row as it is, unless `format`
/// says which; otherwise as `chop.ed25519.verify_each`. `id` is one identifier for all rows, or a column of them.
///
/// >>> from chop import sm2
/// >>> key = sm2.SigningKey.generate()
/// >>> sigs = [key.sign(b"hello"), key.sign(b"hello", format="raw")]
/// >>> sm2.verify_each([key.public_key] * 2, sigs, [b"hello", b"olleh"])
/// [True, False]
#[pyfunction]
#[pyo3(signature = (keys, sigs, msgs, *, id=None, format="auto", encoding=None, threads=1))]
#[expect(clippy::too_many_arguments, reason = "keyword arguments")]
fn verify_each<'py>(
    py: Python<'py>,
    keys: &Bound<'py, PyAny>,
    sigs: &Bound<'py, PyAny>,
    msgs: &Bound<'py, PyAny>,
    id: Option<Bound<'py, PyAny>>,
    format: &str,
    encoding: Option<Encodings>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    each(py, Keys::Column(keys), sigs, msgs, id.as_ref(), format, encoding, threads)
}

fn dialects(
    py: Python<'_>,
    key: &sm2::VerifyingKey,
    sig: &Input,
    msg: &Input,
    id: Option<&Input>,
    try_ids: Option<Many<Input>>,
) -> PyResult<Vec<Dialect>> {
    let (asked, try_ids) = (id_of(id)?, try_ids.map_or_else(Vec::new, |Many(ids)| ids));
    let more: PyResult<Vec<Id<'_>>> = try_ids.iter().map(|id| id_of(Some(id))).collect();
    let more = more?;
    Ok(py.detach(|| {
        let found = sm2::dialects(key, asked, &more, msg.as_ref(), sig.as_ref());
        found.iter().map(Dialect::of).collect()
    }))
}

/// The dialects in which the bytes are a valid signature, the simplest first: identifier, hash, form, changed messages. Each was
/// verified; an empty list says that the search found nothing. `try_ids` are further identifiers to try.
///
/// >>> from chop import sm2
/// >>> key = sm2.SigningKey.generate()
/// >>> [str(found) for found in sm2.explain(key.public_key, key.sign(b"hello", id=b""), b"hello")]
/// ["identifier '' (empty, as OpenSSL 3 takes it), SM3(Z ‖ M), signature as DER"]
#[pyfunction]
#[pyo3(signature = (r#pub, sig, msg, *, id=None, try_ids=None))]
fn explain(
    py: Python<'_>,
    r#pub: &Bound<'_, VerifyingKey>,
    sig: Input,
    msg: Input,
    id: Option<Input>,
    try_ids: Option<Many<Input>>,
) -> PyResult<Vec<Dialect>> {
    dialects(py, &r#pub.get().key, &sig, &msg, id.as_ref(), try_ids)
}

/// The keys d of 32 bytes each: a list of `SigningKey`. Raises `MalformedKey` if one is out of range.
#[pyfunction]
#[pyo3(signature = (secrets, *, threads=1))]
fn keygen_many(py: Python<'_>, secrets: &Bound<'_, PyAny>, threads: usize) -> PyResult<Vec<SigningKey>> {
    let (all, threads) = (secrets_of(secrets, "secrets")?, threads_of(threads)?.get());
    let made = py.detach(|| in_pieces(threads, &all, sm2::keygen_many))?;
    let mut keys = Vec::with_capacity(all.len());
    for made in made {
        keys.extend(Held::each(made.map_err(of)?).map(|key| SigningKey { key }));
    }
    Ok(keys)
}

/// Keys, encryption, and many signatures at a time.
#[pymodule(submodule)]
#[pyo3(name = "sm2")]
pub(crate) mod module {
    #[pymodule_export]
    use super::{SigningKey, VerifyingKey, explain, keygen_many, verify_each};

    /// The identifier that SM2 takes unless another one is agreed upon.
    #[pymodule_export]
    const DEFAULT_ID: &[u8] = b"1234567812345678";

    /// The identifier of TLS 1.3 (RFC 8998).
    #[pymodule_export]
    const TLS_13_ID: &[u8] = b"TLSv1.3+GM+Cipher+Suite";
}
