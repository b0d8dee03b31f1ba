//! `chop.x25519`: key agreement.

use crate::bytes::{Input, Many};
use crate::column::{Cell, Column, Encodings, Kind, Role, Wanted};
use crate::errors::{of, wrong_type, wrong_value};
use crate::held::Held;
use crate::load::{self, Loaded, Passphrase};
use crate::work::{fill, in_pieces, threads_of};
use crate::{ed25519::sha512, results};
use chop::encoding::{PrivateKey as AnyPrivate, PublicKey as AnyPublic};
use chop::x25519;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList, PyString};
use std::hash::{Hash, Hasher};

/// A secret key of X25519: 32 bytes. It is wiped when the object goes, is in no `repr` and cannot be pickled.
///
/// >>> from chop import x25519
/// >>> ours, theirs = x25519.PrivateKey.generate(), x25519.PrivateKey.generate()
/// >>> ours.exchange(theirs.public_key) == theirs.exchange(ours.public_key)
/// True
#[pyclass(frozen, module = "chop.x25519")]
pub(crate) struct PrivateKey {
    key: Held<x25519::StaticSecret>,
}

#[pymethods]
impl PrivateKey {
    /// The key with these 32 bytes.
    #[new]
    fn new(data: Input) -> PyResult<PrivateKey> {
        Ok(PrivateKey { key: Held::make(|| x25519::StaticSecret::from_slice(data.as_ref())).map_err(of)? })
    }

    /// A new key from the randomness of the operating system.
    #[staticmethod]
    fn generate() -> PyResult<PrivateKey> {
        Ok(PrivateKey { key: Held::make(x25519::StaticSecret::generate).map_err(of)? })
    }

    /// The key in a file: PEM or DER, PKCS#8 plain or encrypted; or 32 bytes.
    #[staticmethod]
    #[pyo3(signature = (data, password=None))]
    fn load(py: Python<'_>, data: Input, password: Option<Passphrase>) -> PyResult<PrivateKey> {
        let read = || match load::private(data.as_ref(), password.as_ref().map(AsRef::as_ref))? {
            Loaded::Named(AnyPrivate::X25519(key)) => Ok(key),
            Loaded::Named(_) => Err(load::OTHER),
            Loaded::Bare(bytes) => x25519::StaticSecret::from_slice(bytes),
        };
        Ok(PrivateKey { key: py.detach(|| Held::make(read)).map_err(of)? })
    }

    /// The X25519 key of an Ed25519 key: its public key is `PublicKey.from_ed25519` of the other's.
    #[staticmethod]
    fn from_ed25519(key: &Bound<'_, sha512::SigningKey>) -> PyResult<PrivateKey> {
        let key = Held::make(|| Ok(x25519::StaticSecret::from_ed25519(&*key.get().key))).map_err(of)?;
        Ok(PrivateKey { key })
    }

    /// The public key.
    #[getter]
    fn public_key(&self) -> PublicKey {
        PublicKey { key: self.key.public_key() }
    }

    /// The shared secret, 32 bytes. Raises `chop.Error` if it would be zero, because the other key has small order. Derive keys
    /// from it with a hash.
    fn exchange<'py>(
        &self,
        py: Python<'py>,
        public: &Bound<'py, PublicKey>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let shared = self.key.exchange(&public.get().key).map_err(of)?;
        Ok(PyBytes::new(py, shared.as_bytes()))
    }

    /// The secret, 32 bytes. Handle with care: Python cannot wipe it.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.key.to_bytes().as_bytes())
    }

    /// The key as PKCS#8 in PEM, encrypted if a password is given.
    #[pyo3(signature = (password=None))]
    fn to_pem<'py>(&self, py: Python<'py>, password: Option<Passphrase>) -> PyResult<Bound<'py, PyString>> {
        match password {
            None => Ok(PyString::new(py, self.key.to_pkcs8_pem().map_err(of)?.as_str())),
            Some(password) => {
                let pem = py.detach(|| self.key.to_pkcs8_encrypted_pem(password.as_ref())).map_err(of)?;
                Ok(PyString::new(py, &pem))
            }
        }
    }

    fn __repr__(&self) -> String {
        let public = base16ct::lower::encode_string(self.key.public_key().as_bytes());
        format!("<chop.x25519.PrivateKey of {public}>")
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(wrong_type("a secret key cannot be pickled or copied: keep it in a file, with to_pem(password)"))
    }
}

/// A public key of X25519: any 32 bytes. Hashable, comparable, picklable, `bytes(key)` gives them.
#[pyclass(frozen, eq, hash, module = "chop.x25519")]
#[derive(PartialEq)]
pub(crate) struct PublicKey {
    key: x25519::PublicKey,
}

impl Hash for PublicKey {
    fn hash<S: Hasher>(&self, state: &mut S) {
        self.key.as_bytes().hash(state);
    }
}

#[pymethods]
impl PublicKey {
    #[new]
    fn new(data: Input) -> PyResult<PublicKey> {
        Ok(PublicKey { key: x25519::PublicKey::from_slice(data.as_ref()).map_err(of)? })
    }

    /// The key in a file: PEM or DER (SPKI), or 32 bytes.
    #[staticmethod]
    fn load(data: Input) -> PyResult<PublicKey> {
        let read = || match load::public(data.as_ref())? {
            Loaded::Named(AnyPublic::X25519(key)) => Ok(key),
            Loaded::Named(_) => Err(load::OTHER),
            Loaded::Bare(bytes) => x25519::PublicKey::from_slice(bytes),
        };
        Ok(PublicKey { key: read().map_err(of)? })
    }

    /// The X25519 key of an Ed25519 public key.
    #[staticmethod]
    fn from_ed25519(key: &Bound<'_, sha512::VerifyingKey>) -> PublicKey {
        PublicKey { key: x25519::PublicKey::from_ed25519(&key.get().key) }
    }

    /// The Ed25519 public key with this X25519 key and the given sign of x, 0 or 1. Raises `MalformedKey` if there is none.
    #[pyo3(signature = (sign=0))]
    fn to_ed25519(&self, sign: u8) -> PyResult<sha512::VerifyingKey> {
        if sign > 1 {
            return Err(wrong_value("the sign of x is 0 or 1"));
        }
        Ok(sha512::VerifyingKey { key: self.key.to_ed25519(sign).map_err(of)?, prepared: None })
    }

    /// The key as SPKI in PEM.
    fn to_pem(&self) -> PyResult<String> {
        self.key.to_public_key_pem().map_err(of)
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.key.as_bytes())
    }

    fn __repr__(&self) -> String {
        format!(
            "chop.x25519.PublicKey(bytes.fromhex('{}'))",
            base16ct::lower::encode_string(self.key.as_bytes())
        )
    }

    fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>,) {
        (self.__bytes__(py),)
    }
}

/// Secrets of a bulk call: one for all rows, or a list of as many.
enum Secrets {
    One(Py<PrivateKey>),
    Many(Vec<Py<PrivateKey>>),
}

impl<'a, 'py> FromPyObject<'a, 'py> for Secrets {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Secrets> {
        match object.cast::<PrivateKey>() {
            Ok(one) => Ok(Secrets::One(one.to_owned().unbind())),
            Err(_) => match object.extract() {
                Ok(Many(keys)) => Ok(Secrets::Many(keys)),
                Err(_) => Err(wrong_type("secrets is an x25519.PrivateKey, or a list of them")),
            },
        }
    }
}

impl Secrets {
    fn get(&self, i: usize) -> &x25519::StaticSecret {
        match self {
            Secrets::One(key) => &key.get().key,
            Secrets::Many(keys) => &keys[i].get().key,
        }
    }
}

/// The shared secrets of n pairs, 32 bytes each: a list for a list, an array (n, 32) for numpy, a column for Arrow.
///
/// `secrets` is a `PrivateKey`, or a list of n; `publics` are n public keys as bytes or `PublicKey`. Raises `ValueError`, which
/// names the row, where the secret would be zero because the public key has small order, and where a public key does not
/// have 32 bytes.
///
/// >>> from chop import x25519
/// >>> ours, theirs = x25519.PrivateKey.generate(), x25519.PrivateKey.generate()
/// >>> x25519.exchange_many(ours, [theirs.public_key]) == [ours.exchange(theirs.public_key)]
/// True
#[pyfunction]
#[pyo3(signature = (secrets, publics, *, encoding=None, threads=1))]
fn exchange_many<'py>(
    py: Python<'py>,
    secrets: Secrets,
    publics: &Bound<'py, PyAny>,
    encoding: Option<Encodings>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let wanted = Wanted {
        name: "publics",
        role: Role::Key,
        widths: &[32],
        encoding: encoding.unwrap_or_default().of(Role::Key),
        is_key: |object| object.is_instance_of::<PublicKey>(),
        copied: true,
    };
    let (column, threads) = (Column::of(publics, &wanted)?, threads_of(threads)?.get());
    if let Secrets::Many(keys) = &secrets
        && keys.len() != column.len()
    {
        return Err(wrong_value(format!("{} secrets, and {} publics", keys.len(), column.len())));
    }
    let mut keys = Vec::with_capacity(column.len());
    for i in 0..column.len() {
        match column.cell(i) {
            Cell::Bytes(bytes) if bytes.len() == 32 => {
                keys.push(x25519::PublicKey::from_slice(bytes).map_err(of)?);
            }
            _ => return Err(wrong_value(format!("column publics, row {i}: a public key has 32 bytes"))),
        }
    }
    let shared = py.detach(|| {
        let mut shared = zeroize::Zeroizing::new(vec![Shared::default(); keys.len()]);
        fill(threads, &mut shared, |first, out| {
            let pairs: Vec<_> = (first..first + out.len()).map(|i| (secrets.get(i), &keys[i])).collect();
            for (made, out) in x25519::exchange_many(&pairs).into_iter().zip(out) {
                if let Ok(made) = made {
                    *out = Shared { bytes: *made.as_bytes(), is_some: true };
                }
            }
        })?;
        Ok::<_, PyErr>(shared)
    })?;
    if let Some(row) = shared.iter().position(|shared| !shared.is_some) {
        return Err(wrong_value(format!("column publics, row {row}: {}", chop::Error::ZeroSharedSecret)));
    }
    match column.kind {
        Kind::List => {
            Ok(PyList::new(py, shared.iter().map(|shared| PyBytes::new(py, &shared.bytes)))?.into_any())
        }
        kind => {
            let flat =
                zeroize::Zeroizing::new(shared.iter().flat_map(|shared| shared.bytes).collect::<Vec<u8>>());
            results::of_rows(py, &flat, 32, kind)
        }
    }
}

/// A shared secret, if there is one.
#[derive(Clone, Copy, Default, zeroize::Zeroize)]
struct Shared {
    bytes: [u8; 32],
    is_some: bool,
}

/// The public keys of n secrets: a list of `PublicKey`.
#[pyfunction]
#[pyo3(signature = (secrets, *, threads=1))]
fn public_key_many(
    py: Python<'_>,
    secrets: Many<Py<PrivateKey>>,
    threads: usize,
) -> PyResult<Vec<PublicKey>> {
    let (Many(secrets), threads) = (secrets, threads_of(threads)?.get());
    let secrets: Vec<&x25519::StaticSecret> = secrets.iter().map(|key| &*key.get().key).collect();
    let publics = py.detach(|| in_pieces(threads, &secrets, x25519::public_key_many))?;
    Ok(publics.into_iter().flatten().map(|key| PublicKey { key }).collect())
}

/// Keys, and many exchanges at a time.
#[pymodule(submodule)]
#[pyo3(name = "x25519")]
pub(crate) mod module {
    #[pymodule_export]
    use super::{PrivateKey, PublicKey, exchange_many, public_key_many};
}
