//! Keys and signatures in JSON: no text makes a parser panic, and what parses is written in a form that parses to the same.

use chop::ed25519::{Policy, SigningKey};
use chop::encoding::jose::{Claims, Jwk, JwkSet, Jws, PrivateJwk};
use chop::encoding::{PrivateKey, PublicKey, recognise};

/// Gives the bytes, as text, to every parser.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = recognise(data);
    if let Ok(jwk) = Jwk::from_text(&text) {
        let again = jwk.key().to_jwk(jwk.key_id()).expect("what was read has a form in JSON");
        let again = Jwk::from_text(&again).expect("what was written can be read");
        assert_eq!((again.key(), again.key_id()), (jwk.key(), jwk.key_id()));
    }
    if let Ok(jwk) = PrivateJwk::from_text(&text) {
        let again = jwk.key.to_jwk(jwk.key_id()).expect("what was read has a form in JSON");
        let again = PrivateJwk::from_text(again.as_str()).expect("what was written can be read");
        assert_eq!((again.key.public_key(), again.key_id()), (jwk.key.public_key(), jwk.key_id()));
    }
    let _ = JwkSet::from_text(&text);
    if let Ok(jws) = Jws::from_text(&text) {
        let key = Jwk::from(PublicKey::Ed25519(SigningKey::from_seed(&[7; 32]).verifying_key()));
        let verdicts = jws.judge(&[key], Policy::DEFAULT).count();
        assert_eq!(verdicts, jws.signatures().len());
        let _ = Claims { time: Some(0), audience: Some("a"), issuer: Some("a") }.check(&jws);
        assert!(!jws.with_payload(b"hello").is_ok_and(|jws| jws.is_detached()));
    }
}

/// A text of each kind.
pub fn seeds() -> Vec<Vec<u8>> {
    let text = "every key has a form in JSON";
    let key = SigningKey::from_seed(&[7; 32]);
    let public = PublicKey::Ed25519(key.verifying_key()).to_jwk(Some("a")).expect(text);
    let token = Jws::sign(&key, Some("a"), br#"{"exp":1000,"aud":["a"],"iss":"a"}"#);
    let parts: Vec<&str> = token.split('.').collect();
    let (protected, payload, signature) = (parts[0], parts[1], parts[2]);
    let one = format!(r#""protected":"{protected}","header":{{}},"signature":"{signature}""#);
    let texts = [
        format!(r#"{{"keys":[{public}]}}"#),
        format!(r#"{{"payload":"{payload}",{one}}}"#),
        format!(r#"{{"payload":"{payload}","signatures":[{{{one}}}]}}"#),
        public,
        PrivateKey::Ed25519(SigningKey::from_seed(&[7; 32])).to_jwk(None).expect(text).as_str().to_owned(),
        Jws::sign_detached(&key, None, b"hello"),
        token,
    ];
    texts.map(String::into_bytes).to_vec()
}
