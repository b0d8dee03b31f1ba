//! Pure, with a context, prehashed: three modes whose signatures never verify in another mode.
//!
//! | mode          | type    | what is signed                                         |
//! |---------------|---------|--------------------------------------------------------|
//! | Ed25519       | [`Pure`]| M                                                      |
//! | Ed25519ctx    | [`Ctx`] | dom2(0, context) ‖ M, the context 1 to 255 bytes       |
//! | Ed25519ph     | [`Ph`]  | dom2(1, context) ‖ H(M), the context 0 to 255 bytes    |
//!
//! dom2(f, c) = "SigEd25519 no Ed25519 collisions" ‖ f ‖ length of c ‖ c (RFC 8032, section 2).

use crate::Error;

/// A context of 1 to 255 bytes, which binds a signature to one use of a key.
///
/// # Example
/// ```
/// use chop::ed25519::{Context, SigningKey};
/// let context = Context::new(b"invoices v1")?;
/// let key = SigningKey::from_seed(&[7; 32]);
/// let signature = key.ctx(context).sign(b"pay 10");
/// key.verifying_key().ctx(context).verify(b"pay 10", &signature)?;
/// assert!(key.verifying_key().verify(b"pay 10", &signature).is_err());
/// # Ok::<(), chop::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Context<'a>(&'a [u8]);

impl<'a> Context<'a> {
    /// A context; RFC 8032 advises against an empty one and forbids more than 255 bytes.
    ///
    /// # Errors
    /// [`Error::ContextLength`].
    pub const fn new(bytes: &'a [u8]) -> Result<Context<'a>, Error> {
        if bytes.is_empty() || bytes.len() > 255 { Err(Error::ContextLength) } else { Ok(Context(bytes)) }
    }

    /// The bytes.
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }
}

/// Ed25519 as such.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pure;

/// Ed25519ctx with a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ctx<'a>(pub Context<'a>);

/// Ed25519ph, with or without a context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ph<'a>(pub Option<Context<'a>>);

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Pure {}
    impl Sealed for super::Ctx<'_> {}
    impl Sealed for super::Ph<'_> {}
}

/// One of the three modes. Sealed.
pub trait Mode: sealed::Sealed + Copy {
    /// Whether the message is hashed first.
    #[doc(hidden)]
    const PREHASHED: bool;
    #[doc(hidden)]
    fn dom(&self) -> Dom<'_>;
}

impl Mode for Pure {
    const PREHASHED: bool = false;
    fn dom(&self) -> Dom<'_> {
        Dom::EMPTY
    }
}

impl Mode for Ctx<'_> {
    const PREHASHED: bool = false;
    fn dom(&self) -> Dom<'_> {
        Dom::new(0, self.0.0)
    }
}

impl Mode for Ph<'_> {
    const PREHASHED: bool = true;
    fn dom(&self) -> Dom<'_> {
        Dom::new(1, self.0.map_or(&[], |context| context.0))
    }
}

/// The bytes that are hashed before everything else: none, or dom2.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct Dom<'a> {
    label: &'static [u8],
    header: [u8; 2],
    context: &'a [u8],
}

impl<'a> Dom<'a> {
    const EMPTY: Dom<'static> = Dom { label: b"", header: [0; 2], context: b"" };

    fn new(flag: u8, context: &'a [u8]) -> Dom<'a> {
        // The types of contexts hold at most 255 bytes.
        Dom { label: b"SigEd25519 no Ed25519 collisions", header: [flag, context.len() as u8], context }
    }

    /// The parts, to be concatenated.
    pub(crate) fn parts(&self) -> [&[u8]; 3] {
        match self.label.is_empty() {
            true => [b"", b"", b""],
            false => [self.label, &self.header, self.context],
        }
    }
}
