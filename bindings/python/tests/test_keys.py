"""Keys, signatures, modes, files and errors of single calls."""

from __future__ import annotations

import copy
import hashlib
import pickle
import traceback

import pytest

import chop
from chop import ed25519, ed25519_blake2b, ed25519_blake3, sm2, x25519

VARIANTS = [ed25519, ed25519_blake2b, ed25519_blake3]


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_signed_verifies_in_its_mode_alone(variant):
    key = variant.SigningKey.generate()
    pub = key.public_key
    modes = [{}, {"ctx": b"app"}, {"ph": True}, {"ph": True, "ctx": b"app"}]
    for mode in modes:
        for how in ({}, {"hedged": True}, {"checked": True}):
            sig = key.sign(b"hello", **mode, **how)
            assert [pub.is_valid(sig, b"hello", **other) for other in modes] == [other == mode for other in modes]
            assert pub.prepare().is_valid(sig, b"hello", **mode)
            assert variant.verify_each([pub], [sig], [b"hello"], policy="zip-215", **mode) == [True]
            assert pub.verify_each([sig], [b"hello"], policy="zip-215", **mode) == [True]
            variant.verify_all([pub], [sig], [b"hello"], policy="zip-215", **mode)


def test_prehashed_signatures_are_those_of_the_digest(key):
    digest = hashlib.sha512(b"hello").digest()
    sig = key.sign(b"hello", ph=True, ctx=b"app")
    assert key.sign_prehashed(digest, ctx=b"app") == sig
    key.public_key.verify_prehashed(sig, digest, ctx=b"app")
    with pytest.raises(chop.InvalidSignature):
        key.public_key.verify_prehashed(sig, digest)
    with pytest.raises(ValueError, match="64 bytes"):
        key.sign_prehashed(digest[:63])


def test_signatures_are_those_of_rfc_8032():
    key = ed25519.SigningKey.from_seed(
        bytes.fromhex("c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7")
    )
    assert bytes(key.public_key).hex() == "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"
    assert key.sign(b"\xaf\x82").hex() == (
        "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
        "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    )


@pytest.mark.parametrize("scheme", VARIANTS + [sm2])
def test_public_keys_are_values(scheme):
    pub, other = scheme.SigningKey.generate().public_key, scheme.SigningKey.generate().public_key
    same = scheme.VerifyingKey(bytes(pub))
    assert pub == same and hash(pub) == hash(same) and pub != other and pub != bytes(pub) and pub != 3
    assert len({pub, same, other}) == 2
    assert pickle.loads(pickle.dumps(pub)) == pub == copy.deepcopy(pub)
    assert eval(repr(pub), {"chop": chop}) == pub
    assert pub.prepare() == pub and pub.prepare().is_prepared and not pub.is_prepared
    assert scheme.VerifyingKey.load(pub.to_pem().encode()) == pub
    with pytest.raises(AttributeError):
        pub.anything = 1


@pytest.mark.parametrize("scheme", VARIANTS + [sm2, x25519])
def test_secrets_stay_where_they_are(scheme):
    made = getattr(scheme, "SigningKey", None) or scheme.PrivateKey
    key = made.generate()
    secret = key.to_seed() if hasattr(key, "to_seed") else key.to_bytes()
    assert secret.hex() not in repr(key) + str(key)
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="pickled"):
            attempt(key)
    try:
        made.load(secret + b"\0")
    except chop.Error as error:
        assert secret.hex() not in "".join(traceback.format_exception(error))
    with pytest.raises(AttributeError):
        key.anything = 1
    assert not any(secret.hex() in repr(getattr(key, name)) for name in dir(key) if not name.startswith(("to_", "_")))


@pytest.mark.parametrize("scheme", [ed25519, sm2])
def test_key_files_are_read_back(scheme):
    key = scheme.SigningKey.generate()
    for data in (key.to_pem().encode(), key.to_der()):
        assert scheme.SigningKey.load(data).public_key == key.public_key
    for password in ("pässword", b"p\xff"):
        for data in (key.to_pem(password).encode(), key.to_der(password)):
            assert scheme.SigningKey.load(data, password).public_key == key.public_key
            with pytest.raises(chop.MalformedKey, match="passphrase"):
                scheme.SigningKey.load(data)
            with pytest.raises(chop.MalformedKey, match="wrong passphrase"):
                scheme.SigningKey.load(data, password="other")
    with pytest.raises(chop.MalformedKey, match="public key"):
        scheme.SigningKey.load(key.public_key.to_pem().encode())
    with pytest.raises(chop.MalformedKey, match="private key"):
        scheme.VerifyingKey.load(key.to_pem().encode())


def test_keys_of_other_algorithms_are_refused():
    pem = sm2.SigningKey.generate().to_pem().encode()
    for load in (ed25519.SigningKey.load, x25519.PrivateKey.load, ed25519_blake3.SigningKey.load):
        with pytest.raises(chop.MalformedKey, match="another algorithm"):
            load(pem)
    with pytest.raises(chop.MalformedKey):
        ed25519.SigningKey.load(b"nothing")


def test_errors_say_what_they_are(key):
    pub = key.public_key
    with pytest.raises(chop.MalformedSignature) as raised:
        pub.verify(bytes(63), b"")
    assert isinstance(raised.value, chop.InvalidSignature) and isinstance(raised.value, ValueError)
    assert raised.value.code == 4
    assert not pub.is_valid(bytes(63), b"")
    with pytest.raises(chop.MalformedKey) as raised:
        ed25519.VerifyingKey(b"\x02" + bytes(31))
    assert raised.value.code == 5
    with pytest.raises(TypeError, match="encode"):
        key.sign("hello")
    with pytest.raises(TypeError):
        key.sign(3)
    with pytest.raises(ValueError, match="context"):
        key.sign(b"", ctx=b"")
    with pytest.raises(ValueError, match="zip-215"):
        pub.is_valid(bytes(64), b"", policy="zip215x")
    with pytest.raises(TypeError):
        ed25519.verify_each([pub], [bytes(64)], [b""])
    batch = chop.BatchInvalid("text", [3, 5])
    again = pickle.loads(pickle.dumps(batch))
    assert again.rows == [3, 5] and str(again) == "text"


def test_policies_are_plain_data():
    assert chop.Policy("zebra") == chop.Policy("zip-215") and len(set(chop.policies())) == len(chop.policies())
    ours = chop.Policy("zip-215", small_order_a=False)
    assert ours.name is None and pickle.loads(pickle.dumps(ours)) == ours
    assert eval(repr(ours), {"Policy": chop.Policy}) == ours
    key = ed25519.VerifyingKey(b"\x01" + bytes(31))
    sig = b"\x01" + bytes(63)
    assert key.is_valid(sig, b"x", policy="zip-215") and not key.is_valid(sig, b"x", policy=ours)
    with pytest.raises(ValueError):
        chop.Policy("zip-215", equation="none")


def test_long_and_writable_messages(key):
    long = bytes(range(256)) * 1000
    for message in (long, bytearray(long), memoryview(long), memoryview(bytearray(long))[::2]):
        sig = key.sign(message)
        key.public_key.verify(sig, message)
        key.public_key.verify(bytearray(sig), bytes(message))


def test_x25519_agrees_and_refuses_zero():
    ours, theirs = x25519.PrivateKey.generate(), x25519.PrivateKey.generate()
    shared = ours.exchange(theirs.public_key)
    assert theirs.exchange(ours.public_key) == shared and len(shared) == 32
    assert x25519.exchange_many(ours, [bytes(theirs.public_key)] * 3) == [shared] * 3
    assert x25519.exchange_many([ours, theirs], [theirs.public_key, ours.public_key]) == [shared] * 2
    assert x25519.public_key_many([ours, theirs]) == [ours.public_key, theirs.public_key]
    zero = x25519.PublicKey(bytes(32))
    with pytest.raises(chop.Error, match="zero"):
        ours.exchange(zero)
    with pytest.raises(ValueError, match="row 1"):
        x25519.exchange_many(ours, [theirs.public_key, zero])
    key = ed25519.SigningKey.generate()
    private = x25519.PrivateKey.from_ed25519(key)
    public = x25519.PublicKey.from_ed25519(key.public_key)
    assert private.public_key == public
    assert key.public_key in (public.to_ed25519(0), public.to_ed25519(1))
    assert x25519.PublicKey.load(public.to_pem().encode()) == public
    assert pickle.loads(pickle.dumps(public)) == public and eval(repr(public), {"chop": chop}) == public


def test_sm2_signs_encrypts_and_explains():
    key = sm2.SigningKey.generate()
    pub = key.public_key
    for format, length in (("raw", 64), ("der", None)):
        sig = key.sign(b"hello", id=b"alice", format=format)
        assert length in (None, len(sig))
        pub.verify(sig, b"hello", id=b"alice")
        assert not pub.is_valid(sig, b"hello")
        assert pub.is_valid(sig, b"hello", id=b"alice", format=format)
    assert key.sign_many([b"a", b"b"]) == [key.sign(b"a"), key.sign(b"b")]
    assert key.sign_many([b"a"], id=b"x", format="raw") == [key.sign(b"a", id=b"x", format="raw")]
    assert pub.verify_each([key.sign(b"a")], [b"a"]) == [True]
    digest = pub.digest(b"hello")
    pub.verify_prehashed(key.sign(b"hello"), digest)
    pub.verify(key.sign_prehashed(digest), b"hello")
    assert key.sign(b"x") == key.sign(b"x") != key.sign(b"x", hedged=True)
    for form in ("c1c3c2", "c1c2c3", "der"):
        assert key.decrypt(pub.encrypt(b"secret", form=form), form=form) == b"secret"
    with pytest.raises(chop.Error):
        key.decrypt(pub.encrypt(b"secret"), form="der")
    with pytest.raises(ValueError):
        pub.encrypt(b"")
    [found] = sm2.explain(pub, key.sign(b"hello", id=b"bob"), b"hello", try_ids=[b"bob"])
    assert found.id == b"bob" and found.is_standard and found.format == "der"
    [found] = pub.explain(key.sign(b"hello\n"), b"hello")[:1] or [None]
    assert found is None or found.document
    assert sm2.explain(pub, bytes(64), b"hello") == []
    assert sm2.VerifyingKey.load(bytes(pub)) == pub


def test_ed25519_explains_what_a_signature_is_instead(key):
    why = key.public_key.explain(key.sign(b"hello", ph=True), b"hello")
    assert why.verdicts["chop-1"] == "the equation does not hold"
    assert any("ed25519ph" in found.lower() for found in why.found), why.found
    assert "it is valid as" in str(why)
    assert key.public_key.explain(key.sign(b"hello"), b"hello").found == []


def test_many_keys_are_those_of_their_seeds():
    seeds = [bytes([n]) * 32 for n in range(70)]
    for scheme, one in ((ed25519, ed25519.SigningKey.from_seed), (sm2, sm2.SigningKey)):
        own = seeds if scheme is ed25519 else seeds[1:]
        made = scheme.keygen_many(own)
        assert [key.public_key for key in made] == [one(seed).public_key for seed in own]
    seeds = [n.to_bytes(32, "big") for n in range(1, 901)]
    for scheme in (ed25519, sm2):
        once = [key.public_key for key in scheme.keygen_many(seeds)]
        assert [key.public_key for key in scheme.keygen_many(seeds, threads=3)] == once
    secrets = [x25519.PrivateKey(seed) for seed in seeds]
    assert x25519.public_key_many(secrets, threads=2) == [secret.public_key for secret in secrets]
    with pytest.raises(ValueError, match="row 1"):
        ed25519.keygen_many([bytes(32), bytes(31)])
    with pytest.raises(chop.MalformedKey):
        sm2.keygen_many([bytes(32)])


def test_keys_of_other_kinds_are_no_rows():
    key, other = ed25519.SigningKey.generate(), x25519.PrivateKey.generate()
    sig = key.sign(b"x")
    for wrong in (other.public_key, ed25519_blake3.SigningKey.generate().public_key):
        with pytest.raises(TypeError, match="keys, row 0"):
            ed25519.verify_each([wrong], [sig], [b"x"], policy="zip-215")
    for made in (
        lambda: ed25519.keygen_many([key.public_key]),
        lambda: sm2.keygen_many([other.public_key]),
        lambda: x25519.exchange_many(other, [key.public_key]),
    ):
        with pytest.raises(TypeError, match="row 0"):
            made()
