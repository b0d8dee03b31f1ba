//! Keys, signatures and tokens in JSON, beside the standards and other implementations.
#![cfg(all(feature = "jose", feature = "sm2"))]

use base64ct::{Base64UrlUnpadded, Encoding};
use chop::ed25519::{Policy, SigningKey};
use chop::encoding::jose::{Claims, Jwk, JwkSet, Jws, PrivateJwk, Refusal};
use chop::encoding::{Content, PrivateKey, PublicKey, recognise};
use chop::{Error, KeyFileError, sm2, x25519};
use chop_vectors::jose::{MESSAGE, node, python, rfc7797, rfc8037};

const DEFAULT: Policy = Policy::DEFAULT;

fn key() -> SigningKey {
    match PrivateJwk::from_text(&rfc8037().private_key).unwrap().key {
        PrivateKey::Ed25519(key) => key,
        _ => panic!("a key of another algorithm"),
    }
}

/// The public key of RFC 8037 with more members.
fn jwk(members: &str) -> Jwk {
    let key = rfc8037().public_key;
    Jwk::from_text(&format!("{}{members}}}", key.strip_suffix('}').unwrap())).unwrap()
}

/// All verdicts on a JWS.
fn verdicts(text: &str, keys: &[Jwk]) -> Vec<Result<usize, Refusal>> {
    Jws::from_text(text).unwrap().judge(keys, DEFAULT).collect()
}

/// A compact JWS with this protected header and payload, signed whatever they say.
fn signed(header: &str, payload: &str) -> String {
    let protected = Base64UrlUnpadded::encode_string(header.as_bytes());
    let signature = key().sign(format!("{protected}.{payload}").as_bytes());
    format!("{protected}.{payload}.{}", Base64UrlUnpadded::encode_string(&signature.to_bytes()))
}

/// A token with these claims.
fn token(claims: &str) -> Jws {
    Jws::from_text(&Jws::sign(&key(), None, claims.as_bytes())).unwrap()
}

#[test]
fn the_values_of_rfc_8037_are_read_and_written() {
    let values = rfc8037();
    let public = Jwk::from_text(&values.public_key).unwrap();
    assert_eq!(public.key(), &PublicKey::Ed25519(key().verifying_key()));
    assert_eq!(public.key().jwk_thumbprint().unwrap(), values.thumbprint);
    assert_eq!(node("thumbprint"), values.thumbprint);
    assert_eq!(python("jwcrypto_thumbprint"), values.thumbprint);
    assert_eq!(verdicts(&values.jws, &[public]), [Ok(0)]);
    assert_eq!(Jws::from_text(&values.jws).unwrap().payload().unwrap(), values.payload.as_bytes());
    for text in values.x25519_public_keys {
        assert!(matches!(Jwk::from_text(&text).unwrap().key(), PublicKey::X25519(_)));
    }
}

#[test]
fn signatures_of_other_implementations_are_valid() {
    let keys = [jwk(r#","kid":"first""#), Jwk::from_text(&node("second_key")).unwrap()];
    for text in [node("compact_eddsa"), node("compact_ed25519"), node("flattened")] {
        assert_eq!(verdicts(&text, &keys), [Ok(0)], "{text}");
        assert_eq!(Jws::from_text(&text).unwrap().payload().unwrap(), MESSAGE);
        assert!(verdicts(&text, &keys[1..])[0].is_err());
    }
    assert_eq!(verdicts(&node("general"), &keys), [Ok(0), Ok(1)]);
    assert_eq!(verdicts(&python("jwcrypto_unencoded_compact"), &keys), [Ok(0)]);
    for text in [node("unencoded_detached"), python("jwcrypto_detached_compact")] {
        let detached = Jws::from_text(&text).unwrap();
        assert!(detached.is_detached());
        assert_eq!(detached.judge(&keys, DEFAULT).collect::<Vec<_>>(), [Err(Refusal::Detached)]);
        let whole = detached.clone().with_payload(MESSAGE).unwrap();
        assert_eq!(whole.judge(&keys, DEFAULT).collect::<Vec<_>>(), [Ok(0)]);
        let other = detached.with_payload(b"hello").unwrap();
        assert_eq!(other.judge(&keys, DEFAULT).collect::<Vec<_>>(), [Err(Refusal::Invalid)]);
        assert!(whole.with_payload(MESSAGE).is_err());
    }
    for text in [node("token"), python("pyjwt_token")] {
        let token = Jws::from_text(&text).unwrap();
        assert_eq!(token.judge(&keys, DEFAULT).collect::<Vec<_>>(), [Ok(0)]);
        let claims = Claims { time: Some(1500), audience: Some("shop"), issuer: Some("issuer") };
        assert_eq!(claims.check(&token), Ok(()));
    }
}

#[test]
fn every_changed_character_of_a_signature_is_noticed() {
    let text = node("token");
    let keys = [jwk("")];
    for at in 0..text.len() {
        for with in ["A", "B", "-", ".", ""] {
            let changed = format!("{}{with}{}", &text[..at], &text[at + 1..]);
            let valid = Jws::from_text(&changed)
                .is_ok_and(|jws| jws.judge(&keys, DEFAULT).all(|verdict| verdict.is_ok()));
            assert_eq!(valid, changed == text, "{changed}");
        }
    }
}

#[test]
fn what_is_signed_is_read_by_the_same_key_only() {
    let detached = Jws::sign_detached(&key(), Some("a\"b"), MESSAGE);
    let read = Jws::from_text(&detached).unwrap().with_payload(MESSAGE).unwrap();
    assert_eq!(read.signatures()[0].key_id(), Some("a\"b"));
    assert_eq!(read.judge(&[jwk("")], DEFAULT).collect::<Vec<_>>(), [Ok(0)]);
    let other = Jwk::from(PublicKey::Ed25519(SigningKey::from_seed(&[7; 32]).verifying_key()));
    assert_eq!(
        read.judge(std::slice::from_ref(&other), DEFAULT).collect::<Vec<_>>(),
        [Err(Refusal::Invalid)]
    );
    assert_eq!(read.judge(&[other, jwk("")], DEFAULT).collect::<Vec<_>>(), [Ok(1)]);
    assert_eq!(read.judge(&[], DEFAULT).collect::<Vec<_>>(), [Err(Refusal::NoKey)]);
    // Claims are marked as such, other payloads are not.
    assert_eq!(token("{}").signatures()[0].kind(), Some("JWT"));
    assert_eq!(token("[]").signatures()[0].kind(), None);
    // Ed25519 is deterministic, and so is the header but for its `typ`.
    assert_eq!(Jws::sign(&key(), None, MESSAGE), node("compact_ed25519"));
}

#[test]
fn headers_that_cannot_be_trusted_are_refused_by_name() {
    let keys = [jwk("")];
    for (header, refusal) in [
        (r#"{"alg":"none"}"#, Refusal::Unsigned),
        (r#"{"alg":"NoNe"}"#, Refusal::Unsigned),
        (r#"{"alg":"HS256"}"#, Refusal::Hmac),
        (r#"{"alg":"ES256"}"#, Refusal::OtherAlgorithm),
        (r#"{"alg":"ed25519"}"#, Refusal::OtherAlgorithm),
        (r#"{"alg":1}"#, Refusal::NoAlgorithm),
        (r#"{}"#, Refusal::NoAlgorithm),
        (r#"{"alg":"EdDSA","alg":"EdDSA"}"#, Refusal::Header),
        (r#"{"alg":"EdDSA","\u0061lg":"none"}"#, Refusal::Header),
        (r#"["alg"]"#, Refusal::Header),
        (r#"{"alg":"EdDSA"} x"#, Refusal::Header),
        (r#"{"alg":"EdDSA","kid":1}"#, Refusal::Header),
        (r#"{"alg":"EdDSA","typ":1}"#, Refusal::Header),
        (r#"{"alg":"EdDSA","b64":"no"}"#, Refusal::Header),
        (r#"{"alg":"EdDSA","b64":false}"#, Refusal::UncriticalB64),
        (r#"{"alg":"EdDSA","crit":[]}"#, Refusal::Critical),
        (r#"{"alg":"EdDSA","crit":"b64"}"#, Refusal::Critical),
        (r#"{"alg":"EdDSA","crit":["b64"]}"#, Refusal::Critical),
        (r#"{"alg":"EdDSA","crit":["exp"],"exp":1}"#, Refusal::Critical),
        (r#"{"alg":"EdDSA","b64":true,"crit":["b64","exp"],"exp":1}"#, Refusal::Critical),
        (r#"{"alg":"EdDSA","b64":true,"crit":["b64","b64"]}"#, Refusal::Critical),
    ] {
        assert_eq!(verdicts(&signed(header, "aGVsbG8"), &keys), [Err(refusal)], "{header}");
    }
    for header in [
        r#"{"alg":"EdDSA"}"#,
        r#"{"alg":"EdDSA","b64":true,"crit":["b64"]}"#,
        r#"{"alg":"EdDSA","b64":true}"#,
        // Keys that a signature brings along are not looked at.
        r#"{"alg":"EdDSA","jwk":{"kty":"OKP"},"jku":"x","x5c":[],"x5u":"x"}"#,
    ] {
        assert_eq!(verdicts(&signed(header, "aGVsbG8"), &keys), [Ok(0)], "{header}");
    }
    let unencoded = signed(r#"{"alg":"EdDSA","b64":false,"crit":["b64"]}"#, "hello");
    assert_eq!(verdicts(&unencoded, &keys), [Ok(0)]);
    assert_eq!(Jws::from_text(&unencoded).unwrap().payload().unwrap(), &b"hello"[..]);
    let (hmac, payload) = rfc7797();
    let hmac = Jws::from_text(&hmac).unwrap();
    assert_eq!(hmac.signatures()[0].refusal(), Some(Refusal::Hmac));
    let hmac = hmac.with_payload(payload.as_bytes()).unwrap();
    assert_eq!(hmac.judge(&keys, DEFAULT).collect::<Vec<_>>(), [Err(Refusal::Hmac)]);
}

#[test]
fn what_is_not_protected_counts_for_nothing() {
    let flattened: serde_json::Value = serde_json::from_str(&node("flattened")).unwrap();
    let keys = [jwk("")];
    for (header, verdict) in [
        (r#"{"note":"x","jwk":{}}"#, Ok(0)),
        (r#"{"alg":"EdDSA"}"#, Err(Refusal::Unprotected)),
        (r#"{"kid":"first"}"#, Err(Refusal::Unprotected)),
        (r#"{"crit":["x"]}"#, Err(Refusal::Unprotected)),
        (r#"{"b64":false}"#, Err(Refusal::Unprotected)),
    ] {
        let mut changed = flattened.clone();
        changed["header"] = serde_json::from_str(header).unwrap();
        assert_eq!(verdicts(&changed.to_string(), &keys), [verdict], "{header}");
    }
    let mut bare = flattened;
    bare.as_object_mut().unwrap().remove("protected");
    bare["header"] = serde_json::json!({});
    assert_eq!(verdicts(&bare.to_string(), &keys), [Err(Refusal::NoAlgorithm)]);
}

#[test]
fn all_of_several_signatures_must_be_valid() {
    let keys = [jwk("")];
    let first_only = verdicts(&node("general"), &keys);
    assert_eq!(first_only, [Ok(0), Err(Refusal::Invalid)]);
    let many = |count: usize| {
        let one = r#"{"protected":"","signature":""}"#;
        format!(r#"{{"payload":"","signatures":[{}]}}"#, vec![one; count].join(","))
    };
    assert!(Jws::from_text(&many(0)).is_err() && Jws::from_text(&many(65)).is_err());
    assert_eq!(verdicts(&many(64), &keys).len(), 64);
}

#[test]
fn texts_that_are_no_signature_are_errors() {
    for text in [
        "",
        ".",
        "a.b",
        "a.b.c.d",
        "{}",
        "[]",
        r#"{"payload":"","signature":"","signatures":[]}"#,
        r#"{"payload":1,"signature":""}"#,
        r#"{"payload":"","signature":1}"#,
        r#"{"payload":"","signature":"","protected":1}"#,
        r#"{"payload":"","signature":"","header":[]}"#,
        r#"{"payload":"","payload":"","signature":""}"#,
        r#"{"payload":"","signatures":[1]}"#,
        &signed(r#"{"alg":"EdDSA"}"#, "a"),
        &signed(r#"{"alg":"EdDSA"}"#, "aGVsbG8="),
        &signed(r#"{"alg":"EdDSA"}"#, "aGVsbG9"),
    ] {
        let error = Jws::from_text(text).unwrap_err();
        assert!(matches!(error, Error::KeyFile(KeyFileError::Malformed(_))), "{text}: {error}");
    }
}

#[test]
fn a_key_is_tried_only_where_its_owner_allows_it() {
    let named = signed(r#"{"alg":"EdDSA","kid":"first"}"#, "aGVsbG8");
    for (members, verdict) in [
        ("", Ok(0)),
        (r#","kid":"first""#, Ok(0)),
        (r#","kid":"First""#, Err(Refusal::OtherKeyId)),
        (r#","alg":"EdDSA","use":"sig","key_ops":["sign","verify"]"#, Ok(0)),
        (r#","alg":"Ed25519""#, Ok(0)),
        (r#","alg":"ES256""#, Err(Refusal::KeyAlgorithm)),
        (r#","use":"enc""#, Err(Refusal::KeyUse)),
        (r#","key_ops":["sign"]"#, Err(Refusal::KeyOperations)),
        (r#","key_ops":[]"#, Err(Refusal::KeyOperations)),
    ] {
        assert_eq!(verdicts(&named, &[jwk(members)]), [verdict], "{members}");
    }
    // A signature without a name may be of any key.
    assert_eq!(verdicts(&node("compact_ed25519"), &[jwk(r#","kid":"any""#)]), [Ok(0)]);
    let x25519 = Jwk::from_text(&rfc8037().x25519_public_keys[0]).unwrap();
    assert_eq!(verdicts(&node("compact_ed25519"), &[x25519]), [Err(Refusal::OtherKey)]);
}

#[test]
fn claims_are_judged_when_present_and_when_asked_for() {
    let at = |time: i64| Claims { time: Some(time), ..Claims::default() };
    let limited = token(r#"{"nbf":1000,"exp":2000.5}"#);
    for (time, verdict) in
        [(999, Err(Refusal::NotYetValid)), (1000, Ok(())), (2000, Ok(())), (2001, Err(Refusal::Expired))]
    {
        assert_eq!(at(time).check(&limited), verdict, "{time}");
    }
    assert_eq!(at(2000).check(&token(r#"{"exp":2000}"#)), Err(Refusal::Expired));
    assert_eq!(Claims::default().check(&limited), Ok(()));
    assert_eq!(at(0).check(&token("{}")), Ok(()));
    // Other programs read these, byte order mark or not.
    for payload in [&b"\xef\xbb\xbf{\"exp\":1}"[..], b"{\"exp\":1,\"x\":\"\xff\"}", b" {\"exp\":1,}"] {
        let token = Jws::from_text(&Jws::sign(&key(), None, payload)).unwrap();
        assert_eq!(at(0).check(&token), Err(Refusal::Claims));
    }
    for wrong in [r#"{"exp":"2000"}"#, r#"{"nbf":null}"#, r#"{"exp":1,"exp":9999999999}"#] {
        assert_eq!(at(0).check(&token(wrong)), Err(Refusal::Claims), "{wrong}");
    }
    let for_shop = Claims { audience: Some("shop"), issuer: Some("me"), ..Claims::default() };
    for (claims, verdict) in [
        (r#"{"aud":"shop","iss":"me"}"#, Ok(())),
        (r#"{"aud":["bank","shop"],"iss":"me"}"#, Ok(())),
        (r#"{"aud":"Shop","iss":"me"}"#, Err(Refusal::Audience)),
        (r#"{"aud":["bank",1],"iss":"me"}"#, Err(Refusal::Audience)),
        (r#"{"iss":"me"}"#, Err(Refusal::Audience)),
        (r#"{"aud":"shop","iss":["me"]}"#, Err(Refusal::Issuer)),
        (r#"{"aud":"shop"}"#, Err(Refusal::Issuer)),
        ("[]", Err(Refusal::Audience)),
    ] {
        assert_eq!(for_shop.check(&token(claims)), verdict, "{claims}");
    }
}

#[test]
fn a_token_has_encoded_claims() {
    let with = |header: &str, payload: &str| {
        Claims::default().check(&Jws::from_text(&signed(header, payload)).unwrap())
    };
    let claims = Base64UrlUnpadded::encode_string(b"{}");
    let text = Base64UrlUnpadded::encode_string(b"hello");
    assert_eq!(with(r#"{"alg":"EdDSA"}"#, &claims), Ok(()));
    assert_eq!(with(r#"{"alg":"EdDSA"}"#, &text), Ok(()));
    for kind in ["JWT", "jwt", "at+jwt", "application/at+JWT"] {
        assert_eq!(with(&format!(r#"{{"alg":"EdDSA","typ":"{kind}"}}"#), &text), Err(Refusal::Claims));
    }
    let unencoded = r#"{"alg":"EdDSA","b64":false,"crit":["b64"]}"#;
    assert_eq!(with(unencoded, "{}"), Err(Refusal::TokenB64));
    assert_eq!(with(unencoded, "hello"), Ok(()));
    // A document with a signature beside it is no token, whatever its members are called.
    let document = br#"{"exp":"soon"}"#;
    let detached = Jws::from_text(&Jws::sign_detached(&key(), None, document)).unwrap();
    let document = detached.with_payload(document).unwrap();
    assert!(!document.is_token() && token("{}").is_token() && !token("[]").is_token());
    assert_eq!(Claims { time: Some(0), ..Claims::default() }.check(&document), Ok(()));
}

#[test]
fn private_keys_of_every_kind_are_written_and_read_back() {
    let keys = [
        PrivateKey::Ed25519(SigningKey::from_seed(&[7; 32])),
        PrivateKey::X25519(x25519::StaticSecret::from_bytes(&[7; 32])),
        PrivateKey::Sm2(sm2::SigningKey::from_bytes(&[7; 32]).unwrap()),
    ];
    for key in keys {
        let text = key.to_jwk(Some("name")).unwrap();
        let read = PrivateJwk::from_text(text.as_str()).unwrap();
        assert_eq!((read.key.public_key(), read.key_id()), (key.public_key(), Some("name")));
        assert_eq!(Jwk::from_text(text.as_str()), Err(Error::KeyFile(KeyFileError::PrivateKeyGiven)));
        let public = key.public_key().to_jwk(None).unwrap();
        assert_eq!(Jwk::from_text(&public).unwrap().key(), &key.public_key());
        let error = PrivateJwk::from_text(&public).map(|_| ()).unwrap_err();
        assert_eq!(error, Error::KeyFile(KeyFileError::PublicKeyGiven));
    }
}

#[test]
fn a_public_half_that_does_not_fit_is_refused() {
    let keys = [
        PrivateKey::Ed25519(SigningKey::from_seed(&[7; 32])),
        PrivateKey::X25519(x25519::StaticSecret::from_bytes(&[7; 32])),
        PrivateKey::Sm2(sm2::SigningKey::from_bytes(&[7; 32]).unwrap()),
    ];
    let secret = Base64UrlUnpadded::encode_string(&[7; 32]);
    let other = Base64UrlUnpadded::encode_string(&[9; 32]);
    for key in keys {
        let text = key.to_jwk(None).unwrap().as_str().replace(&secret, &other);
        assert_eq!(PrivateJwk::from_text(&text).map(|_| ()), Err(Error::PublicKeyMismatch));
    }
}

#[test]
fn keys_that_are_none_are_named() {
    let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
    for (text, error) in [
        ("[]".to_owned(), None),
        ("{}".to_owned(), None),
        (r#"{"kty":"OKP"}"#.to_owned(), None),
        (r#"{"kty":"OKP","crv":"Ed25519"}"#.to_owned(), None),
        (format!(r#"{{"kty":"OKP","crv":"Ed25519","x":"{x}="}}"#), None),
        (format!(r#"{{"kty":"OKP","crv":"Ed25519","x":"{}"}}"#, x.replace("Ro", "Rp")), None),
        (format!(r#"{{"kty":"OKP","crv":"Ed25519","x":"{x}","kid":1}}"#), None),
        (format!(r#"{{"kty":"OKP","crv":"Ed25519","x":"{x}","use":1}}"#), None),
        (format!(r#"{{"kty":"OKP","crv":"Ed25519","x":"{x}","key_ops":"verify"}}"#), None),
        (format!(r#"{{"kty":"OKP","crv":"Ed25519","x":"{x}","x":"{x}"}}"#), None),
        (format!(r#"{{"kty":"EC","crv":"SM2","x":"{x}"}}"#), None),
        (r#"{"kty":"oct","k":"AAAA"}"#.to_owned(), Some(KeyFileError::WrongAlgorithm)),
        (r#"{"kty":"RSA","n":"AAAA","e":"AQAB"}"#.to_owned(), Some(KeyFileError::WrongAlgorithm)),
        (r#"{"kty":"EC","crv":"P-256"}"#.to_owned(), Some(KeyFileError::WrongAlgorithm)),
        (r#"{"kty":"OKP","crv":"Ed448"}"#.to_owned(), Some(KeyFileError::WrongAlgorithm)),
    ] {
        match (Jwk::from_text(&text), error) {
            (Err(Error::KeyFile(KeyFileError::Malformed(_))), None) => {}
            (read, Some(error)) => assert_eq!(read, Err(Error::KeyFile(error)), "{text}"),
            (read, None) => panic!("{text}: {read:?}"),
        }
    }
}

#[test]
fn a_set_leaves_out_what_it_cannot_use_and_lists_it() {
    let (public, private) = (rfc8037().public_key, rfc8037().private_key);
    let set = JwkSet::from_text(&format!(r#"{{"keys":[{{"kty":"RSA","kid":"r"}},{public},{private},7]}}"#))
        .unwrap();
    assert_eq!(set.keys(), [jwk("")]);
    let unusable: Vec<_> =
        set.unusable().iter().map(|one| (one.number, one.key_id.as_deref(), one.error)).collect();
    assert_eq!(unusable[0], (1, Some("r"), Error::KeyFile(KeyFileError::WrongAlgorithm)));
    assert_eq!(unusable[1], (3, None, Error::KeyFile(KeyFileError::PrivateKeyGiven)));
    assert!(matches!(unusable[2], (4, None, Error::KeyFile(KeyFileError::Malformed(_)))));
    for wrong in ["{}", "[]", r#"{"keys":{}}"#, r#"{"keys":[],"keys":[]}"#] {
        assert!(JwkSet::from_text(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn texts_are_recognised() {
    let values = rfc8037();
    for text in [&values.public_key, &values.private_key] {
        assert_eq!(recognise(format!(" {text}\n").as_bytes()), Content::Jwk(text));
    }
    let set = format!(r#"{{"keys":[{}]}}"#, values.public_key);
    assert_eq!(recognise(set.as_bytes()), Content::JwkSet(&set));
    for text in [values.jws, node("general"), node("flattened"), python("jwcrypto_detached_compact")] {
        assert_eq!(recognise(text.as_bytes()), Content::Jws(&text));
    }
    // A key that is no JSON is recognised, so that reading it says what is wrong.
    let broken = r#"{"kty":1,"#;
    assert_eq!(recognise(broken.as_bytes()), Content::Jwk(broken));
    assert!(matches!(Jwk::from_text(broken), Err(Error::KeyFile(KeyFileError::Malformed(_)))));
    for text in ["{}", "a.b.c", "example.com.txt", "ab.cd.ef", r#"{"a":1,"#] {
        assert_eq!(recognise(text.as_bytes()), Content::Unknown, "{text}");
    }
}
