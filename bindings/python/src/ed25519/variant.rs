//! The classes and functions of one hash, as a macro: classes of Python cannot be generic.

/// The classes and functions of a hash.
macro_rules! classes {
    ($name:ident, $Hash:ident, $library:ident, $Named:ident, $short:tt, $path:tt, $files:ident) => {
        #[doc = concat!("`", $path, "`.")]
        pub(crate) mod $name {
            use super::{Columns, context, message, messages_to_sign, secrets_of, signature};
            use crate::bulk::{Ed25519, Mode, caches};
            use crate::bytes::{Input, Many, hashing};
            use crate::column::{Column, Encodings, no_keys};
            use crate::errors::{self, of, wrong_type, wrong_value};
            use crate::explain::Explanation;
            use crate::held::Held;
            use crate::load::{self, Loaded, Passphrase};
            use crate::policy::Rule;
            use crate::results;
            use crate::work::{fill, in_pieces, threads_of};
            use chop::ed25519::generic::$Hash as H;
            use chop::ed25519::{Policy, Signature};
            use chop::encoding::{PrivateKey, PublicKey};
            use chop::{Error, $library as library};
            use pyo3::prelude::*;
            use pyo3::types::{PyBytes, PyString};
            use std::sync::Arc;

            /// A secret key with its public key.
            ///
            /// Signing computes the public key itself and takes none from the caller. The secret is wiped when the object goes; it
            /// is in no `repr` and cannot be pickled.
            ///
            /// >>> from chop import ed25519
            /// >>> key = ed25519.SigningKey.generate()
            /// >>> key.public_key.verify(key.sign(b"hello"), b"hello")
            #[pyclass(frozen, module = $path)]
            pub(crate) struct SigningKey {
                pub(crate) key: Held<library::SigningKey>,
            }

            #[pymethods]
            impl SigningKey {
                /// A new key from the randomness of the operating system.
                #[staticmethod]
                fn generate(py: Python<'_>) -> PyResult<SigningKey> {
                    let key = py.detach(|| Held::make(library::SigningKey::generate)).map_err(of)?;
                    Ok(SigningKey { key })
                }

                /// The key of a seed of 32 bytes (RFC 8032).
                #[staticmethod]
                fn from_seed(seed: Input) -> PyResult<SigningKey> {
                    let seed = seed.array(Error::SecretKeyLength)?;
                    let key =
                        Held::make(|| Ok::<_, Error>(library::SigningKey::from_seed(seed))).map_err(of)?;
                    Ok(SigningKey { key })
                }

                /// The key in a file: PEM or DER, PKCS#8 plain or encrypted; 32 bytes (a seed) or 64 (seed and public key).
                ///
                /// `password` is text (UTF-8) or bytes. Raises `MalformedKey`, which says what is wrong with the file.
                ///
                /// >>> from chop import ed25519
                /// >>> key = ed25519.SigningKey.generate()
                /// >>> again = ed25519.SigningKey.load(key.to_pem().encode())
                /// >>> again.public_key == key.public_key
                /// True
                #[staticmethod]
                #[pyo3(signature = (data, password=None))]
                fn load(py: Python<'_>, data: Input, password: Option<Passphrase>) -> PyResult<SigningKey> {
                    let read = || match load::private(data.as_ref(), password.as_ref().map(AsRef::as_ref))? {
                        Loaded::Named(PrivateKey::$Named(key)) => Ok(key),
                        Loaded::Named(_) => Err(load::OTHER),
                        Loaded::Bare(bytes) => library::SigningKey::from_slice(bytes),
                    };
                    Ok(SigningKey { key: py.detach(|| Held::make(read)).map_err(of)? })
                }

                /// The public key.
                #[getter]
                fn public_key(&self) -> VerifyingKey {
                    VerifyingKey { key: self.key.verifying_key(), prepared: None }
                }

                /// The signature of a message, 64 bytes; deterministic (RFC 8032).
                ///
                /// `ctx` is a context of 1 to 255 bytes (Ed25519ctx); `ph=True` signs the hash of the message (Ed25519ph), with or
                /// without a context. `hedged=True` mixes randomness of the operating system into the nonce; `checked=True` verifies
                /// the signature before it is returned, against faults of the hardware, and raises `chop.Error` if that fails.
                #[pyo3(signature = (msg, *, ctx=None, ph=false, hedged=false, checked=false))]
                fn sign<'py>(
                    &self,
                    py: Python<'py>,
                    msg: Input,
                    ctx: Option<Input>,
                    ph: bool,
                    hedged: bool,
                    checked: bool,
                ) -> PyResult<Bound<'py, PyBytes>> {
                    if hedged && checked {
                        return Err(wrong_value("hedged and checked cannot be combined: choose one"));
                    }
                    let (context, msg) = (context(ctx.as_ref())?, msg.as_ref());
                    macro_rules! sign_with {
                        ($signer:expr) => {
                            if hedged {
                                $signer.sign_hedged(msg)
                            } else if checked {
                                $signer.sign_checked(msg)
                            } else {
                                Ok($signer.sign(msg))
                            }
                        };
                    }
                    let made = hashing(py, msg.len(), || match context {
                        context if ph => sign_with!(self.key.ph(context)),
                        Some(context) => sign_with!(self.key.ctx(context)),
                        None => sign_with!(self.key),
                    });
                    Ok(PyBytes::new(py, &made.map_err(of)?.to_bytes()))
                }

                /// The Ed25519ph signature of the message with this digest of 64 bytes, made with the hash of the variant.
                #[pyo3(signature = (digest, *, ctx=None))]
                fn sign_prehashed<'py>(
                    &self,
                    py: Python<'py>,
                    digest: Input,
                    ctx: Option<Input>,
                ) -> PyResult<Bound<'py, PyBytes>> {
                    let Ok(digest) = digest.as_ref().try_into() else {
                        return Err(wrong_value("a digest has 64 bytes"));
                    };
                    let made = self.key.ph(context(ctx.as_ref())?).sign_prehashed(digest);
                    Ok(PyBytes::new(py, &made.to_bytes()))
                }

                /// The signatures of n messages, 64 bytes each: a list for a list, an array (n, 64) for numpy, a column for Arrow.
                ///
                /// Equal to those of `sign`, in a fraction of the time. Messages in text columns need their `encoding`.
                ///
                /// >>> from chop import ed25519
                /// >>> key = ed25519.SigningKey.generate()
                /// >>> key.sign_many([b"one", b"two"]) == [key.sign(b"one"), key.sign(b"two")]
                /// True
                #[pyo3(signature = (msgs, *, encoding=None, threads=1))]
                fn sign_many<'py>(
                    &self,
                    py: Python<'py>,
                    msgs: &Bound<'py, PyAny>,
                    encoding: Option<Encodings>,
                    threads: usize,
                ) -> PyResult<Bound<'py, PyAny>> {
                    let (messages, threads) = (messages_to_sign(msgs, encoding)?, threads_of(threads)?.get());
                    signatures(py, threads, &messages, |_| &self.key)
                }

                /// The seed, 32 bytes. Handle with care: Python cannot wipe it.
                fn to_seed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    PyBytes::new(py, self.key.to_seed().as_bytes())
                }

                fn __repr__(&self) -> String {
                    format!("<{}.SigningKey of {}>", $path, hex(self.key.verifying_key().as_bytes()))
                }

                fn __reduce__(&self) -> PyResult<()> {
                    Err(wrong_type(
                        "a secret key cannot be pickled or copied: keep it in a file, with to_pem(password)",
                    ))
                }
            }

            crate::load::$files!();

            /// A public key: 32 bytes that encode a point. Hashable, comparable, picklable, `bytes(key)` gives the encoding.
            ///
            /// Every encoding that some policy accepts is a key; `MalformedKey` for others.
            ///
            /// >>> from chop import ed25519
            /// >>> raw = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
            /// >>> key = ed25519.VerifyingKey(raw)
            /// >>> bytes(key) == raw, key.is_small_order
            /// (True, False)
            #[pyclass(frozen, eq, hash, module = $path)]
            pub(crate) struct VerifyingKey {
                pub(crate) key: library::VerifyingKey,
                pub(crate) prepared: Option<Arc<library::PreparedVerifyingKey>>,
            }

            impl PartialEq for VerifyingKey {
                fn eq(&self, other: &VerifyingKey) -> bool {
                    self.key == other.key
                }
            }

            impl std::hash::Hash for VerifyingKey {
                fn hash<S: std::hash::Hasher>(&self, state: &mut S) {
                    self.key.hash(state);
                }
            }

            #[pymethods]
            impl VerifyingKey {
                #[new]
                fn new(encoding: Input) -> PyResult<VerifyingKey> {
                    let key = library::VerifyingKey::from_slice(encoding.as_ref()).map_err(of)?;
                    Ok(VerifyingKey { key, prepared: None })
                }

                /// The key in a file: PEM or DER (SPKI), or 32 bytes. `MalformedKey` says what is wrong with it.
                #[staticmethod]
                fn load(data: Input) -> PyResult<VerifyingKey> {
                    let read = || match load::public(data.as_ref())? {
                        Loaded::Named(PublicKey::$Named(key)) => Ok(key),
                        Loaded::Named(_) => Err(load::OTHER),
                        Loaded::Bare(bytes) => library::VerifyingKey::from_slice(bytes),
                    };
                    Ok(VerifyingKey { key: read().map_err(of)?, prepared: None })
                }

                /// The same key with a table of 132 KB, which makes a verification two to three times as fast from then on; making it
                /// takes as long as some 25 verifications. `verify_each` does so by itself for keys that occur often.
                fn prepare(&self, py: Python<'_>) -> VerifyingKey {
                    let prepared = self.prepared.clone();
                    let prepared = prepared.unwrap_or_else(|| {
                        py.detach(|| Arc::new(library::PreparedVerifyingKey::new(&self.key)))
                    });
                    VerifyingKey { key: self.key, prepared: Some(prepared) }
                }

                /// Whether the key has its table.
                #[getter]
                fn is_prepared(&self) -> bool {
                    self.prepared.is_some()
                }

                /// Whether the order of the point is 1, 2, 4 or 8: under such a key every message can be made to verify.
                #[getter]
                fn is_small_order(&self) -> bool {
                    self.key.is_small_order()
                }

                /// Whether the bytes are the canonical encoding of the point.
                #[getter]
                fn is_canonical(&self) -> bool {
                    self.key.is_canonical()
                }

                /// Returns None if the signature is valid, and raises `InvalidSignature` otherwise: `MalformedSignature` if it does not
                /// have 64 bytes. The policy is "chop-1" unless another one is named; `ctx` and `ph` are as for `sign`.
                #[pyo3(signature = (sig, msg, *, policy=None, ctx=None, ph=false))]
                fn verify(
                    &self,
                    py: Python<'_>,
                    sig: Input,
                    msg: Input,
                    policy: Option<Rule>,
                    ctx: Option<Input>,
                    ph: bool,
                ) -> PyResult<()> {
                    self.judge(py, &signature(&sig)?, &msg, policy.unwrap_or_default().0, ctx.as_ref(), ph)?
                        .map_err(of)
                }

                /// Whether the signature is valid. False as well if it does not have 64 bytes. Arguments as for `verify`.
                #[pyo3(signature = (sig, msg, *, policy=None, ctx=None, ph=false))]
                fn is_valid(
                    &self,
                    py: Python<'_>,
                    sig: Input,
                    msg: Input,
                    policy: Option<Rule>,
                    ctx: Option<Input>,
                    ph: bool,
                ) -> PyResult<bool> {
                    let Ok(sig) = Signature::from_slice(sig.as_ref()) else { return Ok(false) };
                    Ok(self.judge(py, &sig, &msg, policy.unwrap_or_default().0, ctx.as_ref(), ph)?.is_ok())
                }

                /// As `verify` with `ph=True`, for the digest of the message, 64 bytes.
                #[pyo3(signature = (sig, digest, *, policy=None, ctx=None))]
                fn verify_prehashed(
                    &self,
                    sig: Input,
                    digest: Input,
                    policy: Option<Rule>,
                    ctx: Option<Input>,
                ) -> PyResult<()> {
                    let Ok(digest) = digest.as_ref().try_into() else {
                        return Err(wrong_value("a digest has 64 bytes"));
                    };
                    let bound = self.key.ph(context(ctx.as_ref())?).with_policy(policy.unwrap_or_default().0);
                    bound.verify_prehashed(digest, &signature(&sig)?).map_err(of)
                }

                /// A verdict for each of n signatures under this key, with its table if it is prepared: as the function `verify_each`.
                #[pyo3(signature = (sigs, msgs, *, policy, ctx=None, ph=false, encoding=None, threads=1))]
                #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
                fn verify_each<'py>(
                    &self,
                    py: Python<'py>,
                    sigs: &Bound<'py, PyAny>,
                    msgs: &Bound<'py, PyAny>,
                    policy: Rule,
                    ctx: Option<Input>,
                    ph: bool,
                    encoding: Option<Encodings>,
                    threads: usize,
                ) -> PyResult<Bound<'py, PyAny>> {
                    let columns = Columns::of(None, no_keys, self.key.as_bytes(), sigs, msgs, encoding)?;
                    let scheme =
                        Ed25519 { prepared: self.prepared.clone(), ..scheme(policy, ctx.as_ref(), ph)? };
                    each(py, &columns, &scheme, threads)
                }

                /// Why a signature is or is not valid: facts, the verdict of every policy, and what the bytes are valid as instead.
                #[pyo3(signature = (sig, msg, *, ctx=None, ph=false))]
                fn explain(
                    &self,
                    py: Python<'_>,
                    sig: Input,
                    msg: Input,
                    ctx: Option<Input>,
                    ph: bool,
                ) -> PyResult<Explanation> {
                    let (sig, context, msg) = (signature(&sig)?, context(ctx.as_ref())?, msg.as_ref());
                    Ok(py.detach(|| {
                        let facts = match context {
                            context if ph => self.key.ph(context).facts(msg, &sig),
                            Some(context) => self.key.ctx(context).facts(msg, &sig),
                            None => self.key.facts(msg, &sig),
                        };
                        let asked = super::asked::<H>(context, ph);
                        let found =
                            chop::ed25519::dialects(self.key.as_bytes(), asked, Policy::ZIP_215, msg, &sig);
                        let accepted = Policy::ZIP_215.accepts(&facts);
                        let found = if accepted {
                            Vec::new()
                        } else {
                            found.iter().map(ToString::to_string).collect()
                        };
                        Explanation::new(facts, found)
                    }))
                }

                fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
                    PyBytes::new(py, self.key.as_bytes())
                }

                fn __repr__(&self) -> String {
                    format!("{}.VerifyingKey(bytes.fromhex('{}'))", $path, hex(self.key.as_bytes()))
                }

                fn __getnewargs__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyBytes>,) {
                    (self.__bytes__(py),)
                }
            }

            impl VerifyingKey {
                fn judge(
                    &self,
                    py: Python<'_>,
                    sig: &Signature,
                    msg: &Input,
                    policy: Policy,
                    ctx: Option<&Input>,
                    ph: bool,
                ) -> PyResult<Result<(), Error>> {
                    let (context, msg) = (context(ctx)?, msg.as_ref());
                    macro_rules! judge_with {
                        ($key:expr) => {
                            match context {
                                context if ph => $key.ph(context).with_policy(policy).verify(msg, sig),
                                Some(context) => $key.ctx(context).with_policy(policy).verify(msg, sig),
                                None => $key.with_policy(policy).verify(msg, sig),
                            }
                        };
                    }
                    Ok(hashing(py, msg.len(), || match &self.prepared {
                        Some(prepared) => judge_with!(prepared),
                        None => judge_with!(self.key),
                    }))
                }
            }

            fn hex(bytes: &[u8]) -> String {
                base16ct::lower::encode_string(bytes)
            }

            /// The signature of each message under the key that `key` names, as what the messages were.
            fn signatures<'py, 'k>(
                py: Python<'py>,
                threads: usize,
                messages: &Column,
                key: impl Fn(usize) -> &'k library::SigningKey + Sync + Send,
            ) -> PyResult<Bound<'py, PyAny>> {
                let flat = py.detach(|| {
                    let mut flat = vec![[0; 64]; messages.len()];
                    fill(threads, &mut flat, |first, out| {
                        let rows = first..first + out.len();
                        let items: Vec<_> = rows.map(|i| (key(i), message(messages, i))).collect();
                        for (made, out) in library::sign_many(&items).iter().zip(out) {
                            *out = made.to_bytes();
                        }
                    })?;
                    Ok::<_, PyErr>(flat)
                })?;
                results::of_rows(py, flat.as_flattened(), 64, messages.kind)
            }

            /// Whether an object is a public key of this variant.
            pub(crate) fn is_key(object: &Bound<'_, PyAny>) -> bool {
                object.is_instance_of::<VerifyingKey>()
            }

            fn scheme(policy: Rule, ctx: Option<&Input>, ph: bool) -> PyResult<Ed25519<H>> {
                let mode = Mode::new(ctx.map(AsRef::as_ref), ph).map_err(of)?;
                Ok(Ed25519::new(policy.0, mode))
            }

            fn each<'py>(
                py: Python<'py>,
                columns: &Columns,
                scheme: &Ed25519<H>,
                threads: usize,
            ) -> PyResult<Bound<'py, PyAny>> {
                let mut caches = caches::<Ed25519<H>>(threads_of(threads)?);
                let verdicts = py.detach(|| columns.rows().verify_each(scheme, &mut caches))?;
                results::of_verdicts(py, &verdicts, columns.kind)
            }

            /// Verifies n signatures, each under its own key and message, and returns n verdicts.
            ///
            /// `keys`, `sigs` and `msgs` are lists of bytes (keys: `VerifyingKey` as well), arrays of uint8 of shape (n, 32), (n, 64)
            /// and (n, width), or Arrow columns of bytes; text columns need `encoding` ("hex", "base64", or a dict by "key",
            /// "signature", "message"), lists of str as well. The result is a column of Arrow if any argument is one, else a numpy
            /// array of bool if any argument is an array, else a list. A row with None or null in it gives None or null, and
            /// `ValueError` where the result is an array. A key or signature of a wrong length gives False.
            ///
            /// `policy` is required: rules differ. `threads` is the number of threads that verify.
            ///
            /// >>> from chop import ed25519
            /// >>> key = ed25519.SigningKey.generate()
            /// >>> sig = key.sign(b"hello")
            /// >>> ed25519.verify_each([key.public_key] * 2, [sig, sig], [b"hello", b"olleh"], policy="zip-215")
            /// [True, False]
            #[pyfunction]
            #[pyo3(signature = (keys, sigs, msgs, *, policy, ctx=None, ph=false, encoding=None, threads=1))]
            #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
            fn verify_each<'py>(
                py: Python<'py>,
                keys: &Bound<'py, PyAny>,
                sigs: &Bound<'py, PyAny>,
                msgs: &Bound<'py, PyAny>,
                policy: Rule,
                ctx: Option<Input>,
                ph: bool,
                encoding: Option<Encodings>,
                threads: usize,
            ) -> PyResult<Bound<'py, PyAny>> {
                let columns = Columns::of(Some(keys), is_key, &[], sigs, msgs, encoding)?;
                each(py, &columns, &scheme(policy, ctx.as_ref(), ph)?, threads)
            }

            /// Verifies n signatures together and returns None if all are valid. Where the policy is cofactored, one equation covers
            /// many signatures, and the call takes half the time of `verify_each` or less.
            ///
            /// Raises `BatchInvalid` if any row is not valid: its `rows` has the numbers of these rows, null and malformed ones among
            /// them. Raises `ValueError` if there are no rows.
            ///
            /// >>> import chop
            /// >>> from chop import ed25519
            /// >>> key = ed25519.SigningKey.generate()
            /// >>> try:
            /// ...     ed25519.verify_all([key.public_key], [key.sign(b"hello")], [b"olleh"], policy="zip-215")
            /// ... except chop.BatchInvalid as error:
            /// ...     error.rows
            /// [0]
            #[pyfunction]
            #[pyo3(signature = (keys, sigs, msgs, *, policy, ctx=None, ph=false, encoding=None, threads=1))]
            #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
            fn verify_all(
                py: Python<'_>,
                keys: &Bound<'_, PyAny>,
                sigs: &Bound<'_, PyAny>,
                msgs: &Bound<'_, PyAny>,
                policy: Rule,
                ctx: Option<Input>,
                ph: bool,
                encoding: Option<Encodings>,
                threads: usize,
            ) -> PyResult<()> {
                let columns = Columns::of(Some(keys), is_key, &[], sigs, msgs, encoding)?;
                if columns.n == 0 {
                    return Err(wrong_value(
                        "there are no signatures: that all of none are valid would say nothing",
                    ));
                }
                let (scheme, threads) = (scheme(policy, ctx.as_ref(), ph)?, threads_of(threads)?.get());
                let invalid = py.detach(|| {
                    let rows = columns.rows();
                    let all = scheme.verify_all(&rows, threads)?;
                    if all { Ok(None) } else { scheme.find_invalid(&rows, threads).map(Some) }
                })?;
                invalid.map_or(Ok(()), |rows| Err(errors::batch(py, &rows, columns.n)))
            }

            /// The numbers of the rows that are not valid, ascending, null and malformed rows among them. The fewer there are, the less
            /// time it takes: with none it is that of `verify_all`.
            ///
            /// >>> from chop import ed25519
            /// >>> key = ed25519.SigningKey.generate()
            /// >>> sig = key.sign(b"hello")
            /// >>> ed25519.find_invalid([key.public_key] * 2, [sig, sig], [b"hello", b"olleh"], policy="zip-215")
            /// [1]
            #[pyfunction]
            #[pyo3(signature = (keys, sigs, msgs, *, policy, ctx=None, ph=false, encoding=None, threads=1))]
            #[expect(clippy::too_many_arguments, reason = "keyword arguments")]
            fn find_invalid(
                py: Python<'_>,
                keys: &Bound<'_, PyAny>,
                sigs: &Bound<'_, PyAny>,
                msgs: &Bound<'_, PyAny>,
                policy: Rule,
                ctx: Option<Input>,
                ph: bool,
                encoding: Option<Encodings>,
                threads: usize,
            ) -> PyResult<Vec<usize>> {
                let columns = Columns::of(Some(keys), is_key, &[], sigs, msgs, encoding)?;
                let (scheme, threads) = (scheme(policy, ctx.as_ref(), ph)?, threads_of(threads)?.get());
                py.detach(|| scheme.find_invalid(&columns.rows(), threads))
            }

            /// The signatures of n messages, each under its own key: as `SigningKey.sign_many`, for a list of n keys.
            #[pyfunction]
            #[pyo3(signature = (keys, msgs, *, encoding=None, threads=1))]
            fn sign_many<'py>(
                py: Python<'py>,
                keys: Many<Py<SigningKey>>,
                msgs: &Bound<'py, PyAny>,
                encoding: Option<Encodings>,
                threads: usize,
            ) -> PyResult<Bound<'py, PyAny>> {
                let (messages, threads) = (messages_to_sign(msgs, encoding)?, threads_of(threads)?.get());
                let Many(keys) = keys;
                if messages.len() != keys.len() {
                    return Err(wrong_value(format!("{} keys, and {} messages", keys.len(), messages.len())));
                }
                let keys: Vec<&SigningKey> = keys.iter().map(Py::get).collect();
                signatures(py, threads, &messages, |i| &keys[i].key)
            }

            /// The keys of n seeds of 32 bytes each: a list of `SigningKey`.
            ///
            /// >>> from chop import ed25519
            /// >>> keys = ed25519.keygen_many([bytes([n]) * 32 for n in range(3)])
            /// >>> keys[1].to_seed() == bytes([1]) * 32
            /// True
            #[pyfunction]
            #[pyo3(signature = (seeds, *, threads=1))]
            fn keygen_many(
                py: Python<'_>,
                seeds: &Bound<'_, PyAny>,
                threads: usize,
            ) -> PyResult<Vec<SigningKey>> {
                let (seeds, threads) = (secrets_of(seeds, "seeds")?, threads_of(threads)?.get());
                let made = |seeds: &[[u8; 32]]| Held::each(library::keygen_many(seeds));
                let made = py.detach(|| in_pieces(threads, &seeds, made))?;
                Ok(made.into_iter().flatten().map(|key| SigningKey { key }).collect())
            }

            /// Keys, and many signatures at a time.
            #[pymodule(submodule)]
            #[pyo3(name = $short)]
            pub(crate) mod module {
                #[pymodule_export]
                use super::{
                    SigningKey, VerifyingKey, find_invalid, keygen_many, sign_many, verify_all, verify_each,
                };
            }
        }
    };
}

pub(super) use classes;
