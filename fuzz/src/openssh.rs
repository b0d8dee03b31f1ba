//! Files of OpenSSH: no text makes a parser panic, and what parses is written in a form that parses to the same.

use chop::ed25519::SigningKey;
use chop::encoding::openssh::{AllowedSigners, Moment, PrivateKeyFile, PublicKey, Signature};

/// Gives the bytes, as they are and as text, to every parser.
pub fn run(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    if let Ok(file) = PrivateKeyFile::from_text(&text, None) {
        let again = file.key.to_openssh(&file.comment).expect("every key has an encoding");
        let again = PrivateKeyFile::from_text(again.as_str(), None).expect("what was written can be read");
        assert!(again.key.to_seed().equals(&file.key.to_seed()));
        assert_eq!(again.comment, file.comment);
    }
    if let Ok((key, comment)) = PublicKey::from_line(&text) {
        assert_eq!(PublicKey::from_line(&key.to_line(comment)), Ok((key, comment)));
    }
    if let Ok(key) = PublicKey::from_bytes(data) {
        assert_eq!(key.to_bytes(), data);
    }
    if let Ok(signature) = Signature::from_bytes(data) {
        assert_eq!(signature.to_bytes(), data);
    }
    if let Ok(signature) = Signature::from_text(&text) {
        let again = signature.to_text().expect("every signature has an encoding");
        assert_eq!(Signature::from_text(&again), Ok(signature));
    }
    let keys = PublicKey::from_lines(&text).map(|keys| keys.len()).unwrap_or_default();
    let signers = AllowedSigners::from_text(&text);
    let lines = signers.map_or(0, |signers| signers.lines().len() + signers.unusable().len());
    assert!(keys <= text.lines().count() && lines <= text.lines().count());
    if let Some(moment) = Moment::from_text(&text) {
        assert!(moment.to_unix() < 253_402_300_800, "before the year 10000");
    }
}

/// A file of each kind.
pub fn seeds() -> Vec<Vec<u8>> {
    let text = "every key has an encoding";
    let key = SigningKey::from_seed(&[7; 32]);
    let public = PublicKey::from(key.verifying_key());
    let line = public.to_line("me at home");
    let signature = Signature::sign(&key, "file", b"hello").expect(text);
    vec![
        key.to_openssh("me at home").expect(text).as_str().as_bytes().to_vec(),
        key.to_openssh_encrypted("me", b"word").expect(text).into_bytes(),
        public.to_bytes(),
        format!("no-pty,command=\"a b\" {line}\n").into_bytes(),
        format!(
            "# who\na@b,*@c namespaces=\"git,file\",valid-after=20260101Z {line}\nca cert-authority {line}\n"
        )
        .into_bytes(),
        signature.to_bytes(),
        signature.to_text().expect(text).into_bytes(),
        b"202602281530Z".to_vec(),
    ]
}
