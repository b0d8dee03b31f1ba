//! Files of minisign and signify: no text makes a parser panic, and what parses is written in a form that parses to the same.

use chop::ed25519::{Policy, SigningKey};
use chop::encoding::minisign::{Format, Holds, KeyId, PrivateKeyFile, PublicKey, Signature, holds};

/// Gives the text to every parser.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let private = PrivateKeyFile::from_text(&text, None);
    let public = PublicKey::from_text(&text);
    let signature = Signature::from_text(&text);
    let readers = [private.is_ok(), public.is_ok(), signature.is_ok()];
    assert!(readers.iter().filter(|reads| **reads).count() <= 1, "one reader for each text");
    if let Ok(file) = private {
        assert_eq!(holds(text.trim_start()), Some(Holds::PrivateKey(file.format)));
        let again = match file.format {
            Format::Minisign => file.key.to_minisign(file.id, "again"),
            _ => file.key.to_signify(file.id, "again"),
        };
        let again = again.expect("every key has an encoding");
        let again = PrivateKeyFile::from_text(again.as_str(), None).expect("what was written can be read");
        assert!(again.key.to_seed().equals(&file.key.to_seed()));
        assert_eq!((again.id, again.format), (file.id, file.format));
    }
    if let Ok(key) = public {
        assert_eq!(PublicKey::from_bytes(&key.to_bytes()).map(|again| again.key), Ok(key.key));
        if let Ok(again) = key.to_text() {
            assert_eq!(PublicKey::from_text(&again), Ok(key));
        }
    }
    if let Ok(signature) = signature {
        // A comment that was read may be one that is not written.
        if let Ok(again) = signature.to_text() {
            assert_eq!(Signature::from_text(&again).as_ref(), Ok(&signature));
        }
        let key = PublicKey::from(SigningKey::from_seed(&[7; 32]).verifying_key());
        let valid = signature.verify(&key, b"hello", Policy::DEFAULT).is_ok();
        assert!(!valid || signature.verify_trusted_comment(&key, Policy::DEFAULT).is_ok());
    }
}

/// A file of each kind.
pub fn seeds() -> Vec<Vec<u8>> {
    let text = "every key has an encoding";
    let (key, id) = (SigningKey::from_seed(&[7; 32]), KeyId([8; 8]));
    let public = PublicKey { id: Some(id), comment: "mine".to_owned(), ..key.verifying_key().into() };
    let public = public.to_text().expect(text);
    let minisign = Signature::sign(&key, id, b"hello", "a trusted comment").expect(text);
    let signify = Signature::signify(key.sign(b"hello"), id, "verify with a.pub").expect(text);
    let signify = signify.to_text().expect(text);
    vec![
        key.to_minisign(id, "mine").expect(text).as_str().as_bytes().to_vec(),
        key.to_signify(id, "mine").expect(text).as_str().as_bytes().to_vec(),
        public.lines().nth(1).expect(text).as_bytes().to_vec(),
        public.into_bytes(),
        minisign.to_text().expect(text).into_bytes(),
        [&*signify, "hello"].concat().into_bytes(),
        signify.into_bytes(),
    ]
}
