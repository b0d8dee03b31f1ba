//! JWK, JWS and JWT, both ways with `jose` of npm and `PyJWT` of PyPI.

mod common;

use common::{Folder, Said};

/// A folder with a key as `key.jwk` and `key.pub.jwk`, named `first`.
fn with_jwk() -> Folder {
    let folder = Folder::signed();
    folder.chop("convert key.pem --key-format jwk --out bare.jwk").exits(0);
    let named =
        folder.text("bare.jwk").trim_end().strip_suffix('}').unwrap().to_owned() + r#","kid":"first"}"#;
    folder.write("key.jwk", named);
    let public = folder.chop("pubkey key.jwk").exits(0).out;
    folder.write("public.pem", &public);
    let public = folder.chop("convert public.pem --key-format jwk").exits(0).out;
    folder
        .write("key.pub.jwk", public.trim_end().strip_suffix('}').unwrap().to_owned() + r#","kid":"first"}"#);
    folder.write(
        "keys.json",
        format!(r#"{{"keys":[{{"kty":"RSA","kid":"old"}},{}]}}"#, folder.text("key.pub.jwk")),
    );
    folder
}

/// Runs a script of Node that has `jose`; its output, or `None` if the package is not here. `NODE_PATH` may name its folder.
fn node(folder: &Folder, script: &str) -> Option<String> {
    let script = format!(
        "const jose = require('jose'); const fs = require('fs');\
         const text = new TextEncoder(); const read = name => fs.readFileSync(name, 'utf8');\
         (async () => {{ {script} }})().catch(error => {{ console.error(error); process.exit(1) }})"
    );
    let mut command = std::process::Command::new("node");
    command.current_dir(folder.path("")).args(["--no-warnings", "-e", &script]);
    other(command, "Cannot find module 'jose'", "jose of npm")
}

/// Runs a script of Python that has `PyJWT`; its output, or `None` if the package is not here. `PYTHONPATH` may name its folder.
fn python(folder: &Folder, script: &str) -> Option<String> {
    let mut command = std::process::Command::new("python3");
    command.current_dir(folder.path("")).args(["-c", &format!("import jwt, json\n{script}")]);
    other(command, "No module named 'jwt'", "PyJWT")
}

fn other(mut command: std::process::Command, missing: &str, name: &str) -> Option<String> {
    let said = command.output().ok().map(common::said);
    match said {
        Some(Said { code: 0, out, .. }) => Some(out),
        Some(said) if !said.err.contains(missing) => panic!("{}", said.err),
        _ => {
            eprintln!("skipped: {name} is not here");
            None
        }
    }
}

#[test]
fn a_key_goes_into_json_and_back_unchanged() {
    let folder = with_jwk();
    let hex = |file: &str| folder.chop(&format!("convert {file} --key-format hex --secret")).exits(0).out;
    assert_eq!(hex("key.jwk"), hex("key.pem"));
    folder.chop("convert key.jwk --key-format pem --out again.pem").exits(0);
    assert_eq!(folder.text("again.pem"), folder.text("key.pem"));
    let again = folder.chop("convert key.jwk --key-format jwk").exits(0).out;
    assert!(again.contains(r#""kid":"first""#), "the name is kept: {again}");
    for algorithm in ["x25519", "sm2"] {
        folder.chop(&format!("keygen --algorithm {algorithm} --out {algorithm}.pem")).exits(0);
        folder.chop(&format!("convert {algorithm}.pem --key-format jwk --out {algorithm}.jwk")).exits(0);
        folder.chop(&format!("convert {algorithm}.jwk --key-format pem --out again --force")).exits(0);
        assert_eq!(folder.text("again"), folder.text(&format!("{algorithm}.pem")));
        folder
            .chop(&format!("inspect {algorithm}.jwk"))
            .exits(0)
            .says("private key")
            .says("JWK")
            .says(algorithm);
    }
    folder.chop("inspect key.jwk").exits(0).says("kid:").says("first").says("thumbprint:");
    folder.chop("inspect keys.json").exits(0).says("JWK set").says("kid first").says("key 1:");
    folder.chop("keygen --algorithm ed25519-blake3 --out blake3.pem").exits(0);
    folder.chop("convert blake3.pem --key-format jwk").exits(2).complains("another algorithm");
}

#[test]
fn an_encrypted_key_is_made_plain_only_if_asked() {
    let folder = Folder::new();
    folder.write("pass", "word");
    folder.chop("keygen --passphrase-file pass --out key.pem").exits(0);
    let jwk = "convert key.pem --passphrase-file pass --key-format jwk";
    folder.chop(jwk).exits(2).complains("--no-passphrase");
    folder.chop(&format!("{jwk} --no-passphrase")).exits(0).says(r#""kty":"OKP""#);
}

#[test]
fn a_token_is_made_and_judged_by_itself() {
    let folder = with_jwk();
    folder.write("claims", r#"{"sub":"me","exp":2000000000,"nbf":1000000000,"aud":["shop"],"iss":"us"}"#);
    let made = folder.chop("sign --key key.jwk --signature-format jwt claims").exits(0);
    made.says("claims: signed with ed25519 (JWS), key SHA256:").says("written to claims.jwt");
    let verify = "verify --key keys.json claims.jwt --time";
    folder.chop(&format!("{verify} @1500000000")).exits(0).says("claims.jwt: OK, JWT");
    folder.chop(&format!("{verify} @2000000000")).exits(1).complains("claims.jwt: expired");
    folder.chop(&format!("{verify} @2000000000 --ignore-time")).exits(0);
    folder.chop(&format!("{verify} @999999999")).exits(1).complains("not-yet-valid");
    let json = folder.chop(&format!("{verify} @2000000000 --json")).exits(1).json();
    assert_eq!(json["results"][0]["reason"], "expired");
    let at = format!("{verify} @1500000000");
    folder.chop(&format!("{at} --audience shop --issuer us")).exits(0);
    folder.chop(&format!("{at} --audience bank")).exits(1).complains("aud does not name");
    folder.chop(&format!("{at} --issuer them")).exits(1).complains("iss is not");
    folder.chop("inspect claims.jwt").exits(0).says("kid first").says(r#""sub":"me""#);
    // Without a key in JSON it is a document as any other.
    folder.chop("verify --key public.pem claims.jwt").exits(2).complains("claims.jwt.sig");
    folder.chop("verify --key public.pem --signature-format jws claims.jwt --ignore-time").exits(0);
    folder.run(&["verify", "--key", "keys.json", "--ignore-time", "-"], &folder.read("claims.jwt")).exits(0);
    folder.run(&["verify", "--key", "keys.json", "-"], b"hello").exits(2).complains("use --signature");
}

#[test]
fn a_detached_signature_stands_beside_its_document() {
    let folder = with_jwk();
    folder.chop("sign --force --key key.jwk --signature-format jws doc").exits(0).says("written to doc.sig");
    for key in ["key.pub.jwk", "keys.json", "public.pem"] {
        folder.chop(&format!("verify --key {key} doc")).exits(0).says("doc: OK, JWS");
    }
    folder.chop("verify --key keys.json doc.sig").exits(2).complains("name the file with the payload");
    folder.write("doc", "hallo\n");
    folder.chop("verify --key keys.json doc").exits(1).complains("another payload");
    folder.chop("sign --force --key key.jwk --signature-format jwt --out doc.sig doc").exits(0);
    folder.chop("verify --key keys.json doc").exits(0);
    folder.write("doc", "hello\n");
    folder.chop("verify --key keys.json doc").exits(1).complains("not this document");
    folder.chop("verify --key keys.json doc --signature-format raw").exits(1).complains("JWS");
    folder.chop("verify --key keys.json --audience x --signature key.pem doc").exits(2).complains("no JWS");
}

#[test]
fn keys_are_used_as_their_owner_allows() {
    let folder = with_jwk();
    folder.chop("sign --force --key key.jwk --signature-format jws doc").exits(0);
    let with = |file: &str, members: &str| {
        folder.write("changed.jwk", folder.text(file).replace(r#","kid":"first""#, members));
    };
    with("key.pub.jwk", r#","kid":"second""#);
    folder
        .chop("verify --key changed.jwk doc")
        .exits(1)
        .complains("(first; the key with kid second made it)");
    for (members, reason) in [
        (r#","use":"enc""#, "use does not allow"),
        (r#","key_ops":["sign"]"#, "key_ops do not allow"),
        (r#","alg":"ES256""#, "names another algorithm"),
    ] {
        with("key.pub.jwk", members);
        folder.chop("verify --key changed.jwk doc").exits(1).complains(reason);
        // Signatures of every form obey the owner of the key.
        folder.chop("sign --key key.pem --out raw.sig doc --force").exits(0);
        folder.chop("verify --key changed.jwk --signature raw.sig doc").exits(1).complains(reason);
        folder.write("rows.jsonl", r#"{"message":"","signature":""}"#);
        folder.chop("verify-table --key changed.jwk rows.jsonl").exits(2).complains(reason);
        with("key.jwk", &members.replace("sign", "verify"));
        folder.chop("sign --force --key changed.jwk doc").exits(2).complains(reason);
        // Other forms have no place for it.
        let converted = folder.chop("convert --key-format pem changed.jwk --out changed.pem --force");
        converted.exits(0).complains("(use, key_ops, alg) are not written");
    }
    // `alg` names signatures without a context or prehash; a context alone asks for ed25519ctx.
    for (asked, code) in [
        ("--algorithm ed25519", 0),
        ("--algorithm ed25519ph", 1),
        ("--algorithm ed25519ctx --context c", 1),
        ("--context c", 1),
    ] {
        folder.chop(&format!("sign --key key.pem {asked} --out raw.sig doc --force")).exits(0);
        let verify = format!("--signature raw.sig {asked} doc");
        for (members, code) in [("", 0), (r#","alg":"EdDSA""#, code)] {
            with("key.pub.jwk", members);
            folder.chop(&format!("verify --key changed.jwk {verify}")).exits(code);
            folder.chop(&format!("explain --key changed.jwk {verify}")).exits(2 * code);
            with("key.jwk", members);
            folder
                .chop(&format!("sign --key changed.jwk {asked} --out again.sig doc --force"))
                .exits(2 * code);
        }
    }
    folder.chop("keygen --algorithm sm2 --out sm2.pem").exits(0);
    folder.chop("convert sm2.pem --key-format jwk --out sm2.jwk").exits(0);
    folder.chop("convert sm2.pub.pem --key-format jwk --out sm2.pub.jwk").exits(0);
    for (members, public, private) in [
        (r#","use":"enc","key_ops":["encrypt","decrypt"]"#, 0, 0),
        (r#","use":"sig""#, 2, 2),
        (r#","key_ops":["encrypt"]"#, 0, 2),
    ] {
        let with = |file: &str| folder.text(file).replacen('{', &format!("{{{},", &members[1..]), 1);
        folder.write("enc.pub.jwk", with("sm2.pub.jwk"));
        folder.write("enc.jwk", with("sm2.jwk"));
        folder.chop("encrypt --key sm2.pub.pem doc --force").exits(0);
        let said = folder.chop("encrypt --key enc.pub.jwk doc --force").exits(public);
        let opened = folder.chop("decrypt --key enc.jwk doc.enc --out plain --force").exits(private);
        if public != 0 {
            said.complains("use does not allow");
        }
        if private != 0 {
            opened.complains("allow this");
        }
    }
    folder.chop("sign --force --key sm2.pem --signature-format jws doc").exits(2).complains("no JWS");
    folder.chop("sign --force --key key.pem --algorithm ed25519ph --signature-format jws doc").exits(2);
}

#[test]
fn tokens_that_prove_nothing_are_refused_by_name() {
    let folder = with_jwk();
    for (header, reason) in [
        ("eyJhbGciOiJub25lIn0", "nothing is signed"),
        ("eyJhbGciOiJIUzI1NiJ9", "HMAC"),
        ("eyJhbGciOiJFUzI1NiJ9", "neither `Ed25519` nor `EdDSA`"),
    ] {
        folder.write("token", format!("{header}.e30."));
        folder.chop("verify --key keys.json token").exits(1).complains(reason);
    }
}

#[test]
fn node_and_chop_read_each_other() {
    let folder = with_jwk();
    let sign = "const key = await jose.importJWK(JSON.parse(read('key.jwk')), 'Ed25519');\
         const claims = new jose.SignJWT({sub: 'me'}).setProtectedHeader({alg: 'Ed25519', kid: 'first'});\
         fs.writeFileSync('token', await claims.setExpirationTime('1h').sign(key));\
         const sign = new jose.FlattenedSign(text.encode('hello\\n')).setProtectedHeader({alg: 'EdDSA', b64: false, crit: ['b64']});\
         fs.writeFileSync('doc.sig', JSON.stringify(await sign.sign(key)));\
         console.log(await jose.calculateJwkThumbprint(JSON.parse(read('key.pub.jwk'))));";
    let Some(thumbprint) = node(&folder, sign) else { return };
    folder.chop("inspect key.pub.jwk").exits(0).says(thumbprint.trim());
    folder.chop("verify --key keys.json token").exits(0).says("OK, JWT");
    folder.chop("verify --key keys.json doc").exits(0).says("OK, JWS");
    folder.write("claims", r#"{"sub":"me","aud":"shop"}"#);
    folder.chop("sign --key key.jwk --signature-format jwt claims").exits(0);
    folder.chop("sign --key key.jwk --signature-format jws --out detached doc").exits(0);
    let verify = "const keys = jose.createLocalJWKSet({keys: [JSON.parse(read('key.pub.jwk'))]});\
         const {payload} = await jose.jwtVerify(read('claims.jwt').trim(), keys, {audience: 'shop'});\
         const [header, , signature] = read('detached').trim().split('.');\
         await jose.flattenedVerify({protected: header, payload: Buffer.from('hello\\n').toString('base64url'), signature}, keys);\
         console.log(payload.sub);";
    assert_eq!(node(&folder, verify).as_deref(), Some("me\n"));
}

#[test]
fn python_and_chop_read_each_other() {
    let folder = with_jwk();
    let sign = "key = jwt.PyJWK(json.load(open('key.jwk')), algorithm='EdDSA')\n\
         open('token', 'w').write(jwt.encode({'sub': 'me', 'aud': 'shop'}, key, algorithm='EdDSA', headers={'kid': 'first'}))";
    if python(&folder, sign).is_none() {
        return;
    }
    folder.chop("verify --key keys.json --audience shop token").exits(0).says("OK, JWT");
    // PyJWT knows the older name of the algorithm only, and keeps to what the header says.
    let verify = "key = jwt.PyJWK(json.load(open('key.pub.jwk')), algorithm='EdDSA')\n\
         print(jwt.decode(open('token').read(), key, algorithms=['EdDSA'], audience='shop')['sub'])";
    assert_eq!(python(&folder, verify).as_deref(), Some("me\n"));
}

#[test]
fn what_is_asked_for_and_would_not_be_judged_is_refused() {
    let folder = with_jwk();
    folder.write("claims", r#"{"sub":"me"}"#);
    folder.chop("sign --key key.jwk --signature-format jwt claims").exits(0);
    folder.chop("verify --key key.pub.jwk claims.jwt").exits(0);
    for more in ["--identity mallory", "--context abc", "--algorithm ed25519ph"] {
        folder.chop(&format!("verify --key key.pub.jwk claims.jwt {more}")).exits(2);
    }
    for (format, more) in [
        ("sshsig --namespace file", "--namespace file --audience shop"),
        ("cose", "--audience shop"),
        ("cose", "--identity mallory"),
        ("minisign", "--ignore-time"),
        ("signify", "--issuer me"),
        ("signify", "--context abc"),
    ] {
        folder.chop(&format!("sign --force --key key.pem --out s --signature-format {format} doc")).exits(0);
        folder.chop(&format!("verify --key key.pub.pem --signature s doc {more}")).exits(2);
    }
    folder.write("signers", format!("me@x {}", folder.chop("convert key.pub.pem --key-format openssh").out));
    folder.chop("sign --force --key key.pem --out s --signature-format sshsig --namespace file doc").exits(0);
    let verify = "verify --key signers --namespace file --signature s doc";
    folder.chop(verify).exits(0).says("signed by me@x");
    for more in ["--context abc", "--algorithm ed25519ph", "--algorithm sm2 --id foo"] {
        folder.chop(&format!("{verify} {more}")).exits(2);
    }
}

#[test]
fn all_of_a_document_that_is_a_token_is_judged() {
    let folder = with_jwk();
    folder.write("claims", r#"{"sub":"me"}"#);
    folder.chop("sign --key key.jwk --signature-format jwt claims").exits(0);
    let token = folder.text("claims.jwt");
    let long = format!("{token}{}more that nobody signed", "\n".repeat((16 << 20) - token.len()));
    folder.write("long.jwt", long);
    folder.chop("verify --key key.pub.jwk long.jwt").exits(2).complains("long.jwt");
    folder.chop("verify --key key.pub.jwk --signature-format jws long.jwt").exits(2).complains("too long");
}

#[test]
fn a_token_counts_under_keys_out_of_json_and_not_beside_a_signature() {
    let folder = with_jwk();
    folder.write("claims", r#"{"sub":"me"}"#);
    folder.chop("sign --key key.jwk --signature-format jwt --out release.tar claims").exits(0);
    folder.chop("keygen --out other.pem").exits(0);
    folder.chop("convert other.pub.pem --key-format jwk --out other.jwk").exits(0);
    // The key that made the token is none of JSON.
    folder.chop("verify --key key.pub.pem --key other.jwk release.tar").exits(1).complains("another payload");
    folder.chop("verify --key key.pub.jwk release.tar").exits(0).says("JWT");
    folder.chop("sign --key key.pem release.tar").exits(0);
    folder
        .chop("verify --key key.pub.jwk release.tar")
        .exits(2)
        .complains("release.tar.sig stands beside it");
    folder.chop("verify --key key.pub.jwk --signature release.tar.sig release.tar").exits(0).says("OK");
    folder.chop("verify --key key.pub.jwk --signature-format jws release.tar").exits(0).says("JWT");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_judged_from_its_beginning() {
    let folder = with_jwk();
    folder.chop("sign --force --key key.pem --out pipe.sig doc").exits(0);
    let judge = |content: &str| {
        let script =
            format!("mkfifo pipe; (printf '{content}' > pipe) & chop verify --key key.pub.jwk pipe; rm pipe");
        folder.shell(&script).out
    };
    assert!(judge("hello\\n").contains("pipe: OK"));
    assert!(judge(&format!("{}hello\\n", "0".repeat(80))).contains("pipe: INVALID"));
    assert!(judge("eyes\\n").contains("pipe: INVALID"));
}
