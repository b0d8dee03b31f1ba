//! SM2: no bytes make a reader of signatures, keys, files or ciphertexts panic, and what is read is written in
//! a form that is read as the same.

use chop::encoding::{PrivateKey, PublicKey};
use chop::sm2::{self, Form, Signature, SigningKey, VerifyingKey};

/// Gives the bytes to every reader.
pub fn run(data: &[u8]) {
    signatures(data);
    public_keys(data);
    secret_keys(data);
    ciphertexts(data);
}

fn signatures(data: &[u8]) {
    let (strict, lenient) = (Signature::from_der(data), Signature::from_der_lenient(data));
    if let Ok(signature) = strict {
        assert_eq!(signature.to_der().as_ref(), data, "DER has one form");
        assert_eq!(lenient, strict, "the lenient reader reads what the strict one does");
    }
    for signature in [lenient, Signature::from_slice(data), Signature::from_blob(data)].into_iter().flatten()
    {
        assert_eq!(Signature::from_der(signature.to_der().as_ref()), Ok(signature));
        assert_eq!(Signature::from_bytes(&signature.to_bytes()), Ok(signature));
        assert_eq!(Signature::from_blob(&signature.to_blob()), Ok(signature));
    }
}

fn public_keys(data: &[u8]) {
    if let Ok(key) = VerifyingKey::from_slice(data) {
        assert!(key.to_bytes() == data || key.to_compressed_bytes() == data, "a point keeps its bytes");
    }
    let files = [VerifyingKey::from_public_key_der(data), VerifyingKey::from_blob(data)];
    for key in files.into_iter().chain([VerifyingKey::from_slice(data)]).flatten() {
        assert_eq!(VerifyingKey::from_bytes(&key.to_bytes()), Ok(key));
        assert_eq!(VerifyingKey::from_slice(&key.to_compressed_bytes()), Ok(key));
        assert_eq!(VerifyingKey::from_public_key_der(&key.to_public_key_der()), Ok(key));
        assert_eq!(VerifyingKey::from_blob(&key.to_blob()), Ok(key));
    }
    if let Ok(PublicKey::Sm2(key)) = PublicKey::from_der(data) {
        assert_eq!(VerifyingKey::from_public_key_der(data), Ok(key));
    }
}

fn secret_keys(data: &[u8]) {
    let readers = [SigningKey::from_slice, SigningKey::from_pkcs8_der, SigningKey::from_sec1_der];
    for key in readers.iter().filter_map(|read| read(data).ok()).chain(SigningKey::from_blob(data).ok()) {
        let der = key.to_pkcs8_der().expect("every key has an encoding");
        let again = SigningKey::from_pkcs8_der(der.as_bytes()).expect("what was written can be read");
        assert!(again.to_bytes().equals(&key.to_bytes()), "a secret key changed on its way");
        assert_eq!(again.verifying_key(), key.verifying_key());
        let again = SigningKey::from_blob(key.to_blob().as_bytes()).expect("what was written can be read");
        assert!(again.to_bytes().equals(&key.to_bytes()), "a secret key changed on its way");
    }
    // With a passphrase: an encrypted file must not take more work than is allowed.
    let _ = PrivateKey::from_der(data, Some(b"passphrase"));
}

fn ciphertexts(data: &[u8]) {
    let key = key();
    let forms = [Form::C1C3C2, Form::C1C2C3, Form::Der, Form::C1C3C2Without04, Form::C1C2C3Without04];
    for form in forms {
        if let Ok(message) = sm2::decrypt(&key, data, form) {
            assert!(message.as_bytes().len() < data.len(), "a message is shorter than its ciphertext");
        }
    }
}

fn key() -> SigningKey {
    SigningKey::from_bytes(&[7; 32]).expect("a key")
}

/// Each form that is read.
pub fn seeds() -> Vec<Vec<u8>> {
    let key = key();
    let public = key.verifying_key();
    let signature = key.sign(b"");
    let encrypt = |form| sm2::encrypt_with(&public, b"message", form, &[1; 32]).expect("a message");
    vec![
        vec![7; 32],
        key.to_pkcs8_der().expect("every key has an encoding").as_bytes().to_vec(),
        key.to_blob().as_bytes().to_vec(),
        public.to_bytes().to_vec(),
        public.to_compressed_bytes().to_vec(),
        public.to_public_key_der().to_vec(),
        public.to_blob().to_vec(),
        signature.to_bytes().to_vec(),
        signature.to_der().as_ref().to_vec(),
        signature.to_blob().to_vec(),
        encrypt(Form::C1C3C2),
        encrypt(Form::C1C2C3),
        encrypt(Form::Der),
    ]
}
