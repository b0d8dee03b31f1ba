//! Keys from files: whatever form they are in.

use chop::encoding::{Content, PrivateKey, PublicKey, recognise};
use chop::{Error, KeyFileError};
use pyo3::prelude::*;

/// What the bytes of a key file hold.
pub(crate) enum Loaded<'a, K> {
    /// A key that says of which algorithm it is.
    Named(K),
    /// Bytes that do not say what they are.
    Bare(&'a [u8]),
}

/// The bytes of a passphrase: text is UTF-8.
pub(crate) enum Passphrase {
    Text(zeroize::Zeroizing<String>),
    Bytes(zeroize::Zeroizing<Vec<u8>>),
}

impl AsRef<[u8]> for Passphrase {
    fn as_ref(&self) -> &[u8] {
        match self {
            Passphrase::Text(text) => text.as_bytes(),
            Passphrase::Bytes(bytes) => bytes,
        }
    }
}

impl<'a, 'py> FromPyObject<'a, 'py> for Passphrase {
    type Error = PyErr;

    fn extract(object: Borrowed<'a, 'py, PyAny>) -> PyResult<Passphrase> {
        if let Ok(text) = object.cast::<pyo3::types::PyString>() {
            return Ok(Passphrase::Text(zeroize::Zeroizing::new(text.to_str()?.to_owned())));
        }
        let bytes: crate::bytes::Input = object.extract()?;
        Ok(Passphrase::Bytes(zeroize::Zeroizing::new(bytes.as_ref().to_vec())))
    }
}

/// The private key in PEM or DER; other bytes as they are.
pub(crate) fn private<'a>(data: &'a [u8], password: Option<&[u8]>) -> Result<Loaded<'a, PrivateKey>, Error> {
    Ok(match recognise(data) {
        Content::Pem { .. } => Loaded::Named(PrivateKey::load(data, password)?),
        Content::Der(_) => Loaded::Named(PrivateKey::from_der(data, password)?),
        _ => Loaded::Bare(data),
    })
}

/// The public key in PEM or DER; other bytes as they are.
pub(crate) fn public(data: &[u8]) -> Result<Loaded<'_, PublicKey>, Error> {
    Ok(match recognise(data) {
        Content::Pem { text, .. } => Loaded::Named(PublicKey::from_pem(text)?),
        Content::Der(_) => Loaded::Named(PublicKey::from_der(data)?),
        _ => Loaded::Bare(data),
    })
}

/// The error for a key of another algorithm.
pub(crate) const OTHER: Error = Error::KeyFile(KeyFileError::WrongAlgorithm);

/// Methods that write the keys `SigningKey` and `VerifyingKey` of a module as files: PKCS#8 and SPKI.
macro_rules! files_der {
    () => {
        #[pymethods]
        impl SigningKey {
            /// The key as PKCS#8 in PEM, encrypted (PBES2, scrypt, AES-256) if a password is given.
            #[pyo3(signature = (password=None))]
            fn to_pem<'py>(
                &self,
                py: Python<'py>,
                password: Option<crate::load::Passphrase>,
            ) -> PyResult<Bound<'py, PyString>> {
                match password {
                    None => Ok(PyString::new(py, self.key.to_pkcs8_pem().map_err(of)?.as_str())),
                    Some(password) => {
                        let pem =
                            py.detach(|| self.key.to_pkcs8_encrypted_pem(password.as_ref())).map_err(of)?;
                        Ok(PyString::new(py, &pem))
                    }
                }
            }

            /// The key as PKCS#8 in DER, encrypted if a password is given.
            #[pyo3(signature = (password=None))]
            fn to_der<'py>(
                &self,
                py: Python<'py>,
                password: Option<crate::load::Passphrase>,
            ) -> PyResult<Bound<'py, PyBytes>> {
                match password {
                    None => Ok(PyBytes::new(py, self.key.to_pkcs8_der().map_err(of)?.as_bytes())),
                    Some(password) => {
                        let der =
                            py.detach(|| self.key.to_pkcs8_encrypted_der(password.as_ref())).map_err(of)?;
                        Ok(PyBytes::new(py, &der))
                    }
                }
            }
        }

        #[pymethods]
        impl VerifyingKey {
            /// The key as SPKI in PEM.
            fn to_pem(&self) -> PyResult<String> {
                self.key.to_public_key_pem().map_err(of)
            }

            /// The key as SPKI in DER.
            fn to_der<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                PyBytes::new(py, &self.key.to_public_key_der())
            }
        }
    };
}

/// The same for hash variants, which no standard names: PEM with labels of their own.
macro_rules! files_raw {
    () => {
        #[pymethods]
        impl SigningKey {
            /// The key as PEM with a label of its own, because no standard names this variant.
            fn to_pem<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
                Ok(PyString::new(py, self.key.to_raw_pem().map_err(of)?.as_str()))
            }
        }

        #[pymethods]
        impl VerifyingKey {
            /// The key as PEM with a label of its own, because no standard names this variant.
            fn to_pem(&self) -> PyResult<String> {
                self.key.to_raw_pem().map_err(of)
            }
        }
    };
}

pub(crate) use {files_der, files_raw};
