"""Other packages and their test values: keys and signatures cross both ways, and published vectors give their verdicts."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

import chop
from chop import ed25519, sm2, x25519

MESSAGES = [b"", b"a", bytes(range(256)) * 9]


def test_cryptography_both_ways():
    pytest.importorskip("cryptography")
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives import serialization as files
    from cryptography.hazmat.primitives.asymmetric import ed25519 as other
    from cryptography.hazmat.primitives.asymmetric import x25519 as other_x

    theirs = other.Ed25519PrivateKey.generate()
    password = files.BestAvailableEncryption(b"secret")
    for how, given in ((files.NoEncryption(), None), (password, "secret")):
        for form in (files.Encoding.PEM, files.Encoding.DER):
            data = theirs.private_bytes(form, files.PrivateFormat.PKCS8, how)
            ours = ed25519.SigningKey.load(data, given)
            for message in MESSAGES:
                assert ours.sign(message) == theirs.sign(message)
    spki = theirs.public_key().public_bytes(files.Encoding.PEM, files.PublicFormat.SubjectPublicKeyInfo)
    assert ed25519.VerifyingKey.load(spki) == ours.public_key and ours.public_key.to_pem().encode() == spki
    for given in (None, "secret"):
        secret = given and given.encode()
        again = files.load_pem_private_key(ours.to_pem(given).encode(), secret)
        assert again.private_bytes_raw() == ours.to_seed()
    public = files.load_pem_public_key(ours.public_key.to_pem().encode())
    public.verify(ours.sign(b"x"), b"x")
    with pytest.raises(InvalidSignature):
        public.verify(ours.sign(b"x"), b"y")
    a, b = other_x.X25519PrivateKey.generate(), x25519.PrivateKey.generate()
    there = a.exchange(other_x.X25519PublicKey.from_public_bytes(bytes(b.public_key)))
    assert b.exchange(x25519.PublicKey(a.public_key().public_bytes_raw())) == there


def test_pynacl_both_ways():
    nacl = pytest.importorskip("nacl.signing")
    bindings = pytest.importorskip("nacl.bindings")
    theirs = nacl.SigningKey.generate()
    ours = ed25519.SigningKey.from_seed(bytes(theirs))
    assert bytes(ours.public_key) == bytes(theirs.verify_key)
    for message in MESSAGES:
        assert ours.sign(message) == theirs.sign(message).signature
        theirs.verify_key.verify(message, ours.sign(message))
    pair = bytes(theirs) + bytes(theirs.verify_key)
    assert ed25519.SigningKey.load(pair).public_key == ours.public_key
    x_public = bindings.crypto_sign_ed25519_pk_to_curve25519(bytes(ours.public_key))
    assert bytes(x25519.PublicKey.from_ed25519(ours.public_key)) == x_public
    x_secret = bindings.crypto_sign_ed25519_sk_to_curve25519(pair)
    # The other clamps the bits that X25519 does not read.
    clamped = x25519.PrivateKey(x_secret)
    assert x25519.PrivateKey.from_ed25519(ours).public_key == clamped.public_key


def test_pynacl_and_libsodium_agree_on_the_edges(ed25519_edges):
    nacl = pytest.importorskip("nacl.bindings")
    exceptions = pytest.importorskip("nacl.exceptions")
    for row in ed25519_edges:
        try:
            nacl.crypto_sign_open(row["signature"] + row["message"], row["key"])
            theirs = True
        except exceptions.BadSignatureError:
            theirs = False
        assert theirs == ("libsodium-1.0" in row["valid"]), row["name"]


def test_cryptography_and_openssl_agree_on_the_edges(ed25519_edges):
    pytest.importorskip("cryptography")
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    for row in ed25519_edges:
        try:
            Ed25519PublicKey.from_public_bytes(row["key"]).verify(row["signature"], row["message"])
            theirs = True
        except InvalidSignature:
            theirs = False
        assert theirs == ("stdlib" in row["valid"]), row["name"]


def test_gmssl_both_ways():
    gmssl = pytest.importorskip("gmssl")
    from gmssl import sm2 as other

    ours = sm2.SigningKey.generate()
    public = bytes(ours.public_key)[1:].hex()
    theirs = other.CryptSM2(private_key=ours.to_bytes().hex(), public_key=public, asn1=False)
    for message in MESSAGES[1:]:
        made = ours.sign(message, format="raw")
        assert theirs.verify_with_sm3(made.hex(), message)
        sig = bytes.fromhex(theirs.sign_with_sm3(message, "59276E27D506861A16680F3AD9C02DCCEF3CC1FA3CDBE4CE6D54B80DEAC1BC21"))
        ours.public_key.verify(sig, message, format="raw")
    for mode, form in ((0, "c1c2c3"), (1, "c1c3c2")):
        theirs = other.CryptSM2(private_key=ours.to_bytes().hex(), public_key=public, mode=mode)
        assert theirs.decrypt(ours.public_key.encrypt(b"secret", form=form)[1:]) == b"secret"
        assert ours.decrypt(b"\x04" + theirs.encrypt(b"secret"), form=form) == b"secret"


def wycheproof(name):
    """A file of Wycheproof: in the folder that CHOP_WYCHEPROOF names, or in a package that has it."""
    folders = [Path(folder) for folder in (os.environ.get("CHOP_WYCHEPROOF"),) if folder]
    for folder in folders:
        for path in sorted(folder.rglob(name)):
            return json.loads(path.read_text(encoding="utf-8"))
    pytest.skip(f"{name}: name the folder of Wycheproof's test vectors in CHOP_WYCHEPROOF")


def test_wycheproof_ed25519():
    for group in wycheproof("ed25519_test.json")["testGroups"]:
        key = ed25519.VerifyingKey(bytes.fromhex((group.get("publicKey") or group["key"])["pk"]))
        tests = [
            (bytes.fromhex(case["sig"]), bytes.fromhex(case["msg"]), case["result"] == "valid") for case in group["tests"]
        ]
        sigs, msgs, expected = (list(part) for part in zip(*tests))
        for policy in ("stdlib", "chop-1", "rfc8032-cofactorless", "dalek-strict"):
            assert [key.is_valid(sig, msg, policy=policy) for sig, msg in zip(sigs, msgs)] == expected
            assert key.verify_each(sigs, msgs, policy=policy) == expected
            assert ed25519.verify_each([key] * len(sigs), sigs, msgs, policy=policy) == expected


def test_wycheproof_x25519():
    for group in wycheproof("x25519_test.json")["testGroups"]:
        for case in group["tests"]:
            secret = x25519.PrivateKey(bytes.fromhex(case["private"]))
            public = x25519.PublicKey(bytes.fromhex(case["public"]))
            shared = bytes.fromhex(case["shared"])
            if any(shared):
                assert secret.exchange(public) == shared
                assert x25519.exchange_many(secret, [public]) == [shared]
            else:
                with pytest.raises(chop.Error):
                    secret.exchange(public)


def vectors_of_cryptography(folder):
    """A folder of the test values that the package cryptography ships in a package of its own."""
    package = pytest.importorskip("cryptography_vectors")
    return Path(package.__file__).parent / "asymmetric" / folder


def test_cryptographys_signatures():
    lines = (vectors_of_cryptography("Ed25519") / "sign.input").read_text(encoding="ascii").splitlines()
    keys, pubs, sigs, msgs = [], [], [], []
    for line in lines:
        pair, public, msg, signed = (bytes.fromhex(part) for part in line.split(":")[:4])
        keys.append(ed25519.SigningKey.load(pair))
        pubs.append(public)
        msgs.append(msg)
        sigs.append(signed[:64])
        assert bytes(keys[-1].public_key) == public and keys[-1].sign(msg) == signed[:64]
    assert len(lines) == 1024
    assert ed25519.sign_many(keys, msgs) == sigs
    for policy in chop.policies():
        assert ed25519.verify_each(pubs, sigs, msgs, policy=policy) == [True] * 1024
        ed25519.verify_all(pubs, sigs, msgs, policy=policy)
        assert ed25519.find_invalid(pubs, sigs, msgs[1:] + msgs[:1], policy=policy) == list(range(1024))


def test_cryptographys_key_files():
    for folder, private, public in (
        ("Ed25519", ed25519.SigningKey, ed25519.VerifyingKey),
        ("X25519", x25519.PrivateKey, x25519.PublicKey),
    ):
        files, name = vectors_of_cryptography(folder), folder.lower()
        for form in ("pem", "der"):
            plain = private.load((files / f"{name}-pkcs8.{form}").read_bytes())
            encrypted = private.load((files / f"{name}-pkcs8-enc.{form}").read_bytes(), "password")
            own = public.load((files / f"{name}-pub.{form}").read_bytes())
            assert plain.public_key == encrypted.public_key == own
    with pytest.raises(chop.MalformedKey):
        ed25519.VerifyingKey.load((files.parent / "Ed25519" / "ed25519-pub-non-zero-unused-bits.der").read_bytes())
