"""The key struct, signatures and certificates, and the files that keys are kept in."""

from __future__ import annotations

import base64
import os
import stat
import struct
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa
from hypothesis import given
from hypothesis import strategies as st

from adapters.adb.transport import auth
from adapters.adb.transport.auth import BadPublicKey, Key, KeyRefused, PublicKey
from adapters.adb.transport.keys import load_key, load_user_keys, make_key, user_keys

TOKEN = bytes(range(20))
moduli = st.integers(0, (1 << 2046) - 1).map(lambda half: (1 << 2047) | half << 1 | 1)


# -- numbers ----------------------------------------------------------------------------------------------------------


@given(moduli, st.sampled_from([3, 65537]))
def test_the_struct_holds_what_devices_calculate_with(modulus: int, exponent: int):
    """524 bytes: n0inv·n ≡ -1 (mod 2³²), rr = R² mod n, and back again the same numbers."""
    key = PublicKey(modulus, exponent, "a@b")
    data = key.encode()
    words, inverse = struct.unpack_from("<II", data)
    assert (len(data), words) == (524, 64)
    assert inverse * modulus % (1 << 32) == (1 << 32) - 1
    assert int.from_bytes(data[264:520], "little") == (1 << 4096) % modulus
    assert struct.unpack_from("<I", data, 520)[0] == exponent
    assert auth.decode_public_key(data) == key
    assert auth.parse_key_line(key.line() + b"\0") == key
    assert auth.parse_key_line(key.line() + b"\n").owner == "a@b"


def test_a_struct_by_hand():
    """A modulus that can be worked out on paper: n = 2²⁰⁴⁸ - 1, so R ≡ 1 and -1/n ≡ 1."""
    data = PublicKey((1 << 2048) - 1, 65537).encode()
    assert data == struct.pack("<II", 64, 1) + b"\xff" * 256 + b"\1" + bytes(255) + b"\1\0\1\0"


@given(st.binary(max_size=1100))
def test_noise_is_no_public_key(noise: bytes):
    """Data that are not a key are reported as such."""
    for line in (noise, base64.b64encode(noise), base64.b64encode(noise.ljust(524, b"\0")[:524])):
        with pytest.raises(BadPublicKey):
            auth.parse_key_line(line)


@pytest.mark.parametrize("exponent", [0, 1, 4, 1 << 31])
def test_dangerous_exponents_are_refused(exponent: int):
    """Huge public exponents, which are slow to verify, and 1, with which any signature passes, are refused."""
    with pytest.raises(BadPublicKey, match="exponent"):
        auth.decode_public_key(PublicKey((1 << 2048) - 1, exponent).encode())


def test_a_signature_is_what_a_device_checks(ring: tuple[Key, ...]):
    """It decrypts to PKCS#1 v1.5 padding, the id of SHA-1 and the token; only its own key and token verify it."""
    signature = ring[0].sign(TOKEN)
    public = ring[0].public
    plain = pow(int.from_bytes(signature, "big"), public.exponent, public.modulus).to_bytes(256, "big")
    assert plain == b"\0\1".ljust(220, b"\xff") + b"\0" + bytes.fromhex("3021300906052b0e03021a05000414") + TOKEN
    assert public.verifies(TOKEN, signature)
    assert not ring[1].public.verifies(TOKEN, signature)
    assert not public.verifies(TOKEN[::-1], signature)
    assert not public.verifies(TOKEN + b"x", signature)
    assert not public.verifies(TOKEN, signature[:-1])
    assert not public.verifies(b"", b"")


def test_a_certificate_is_of_the_key_and_always_the_same(ring: tuple[Key, ...]):
    """A device that trusts the bytes trusts the key."""
    pem = ring[0].certificate()
    assert pem == auth.load_private_key(ring[0].pem(), "x", "y").certificate()
    certificate = x509.load_pem_x509_certificate(pem)
    numbers = certificate.public_key()
    assert isinstance(numbers, rsa.RSAPublicKey)
    assert numbers.public_numbers().n == ring[0].public.modulus
    certificate.verify_directly_issued_by(certificate)


def test_a_key_shows_nothing_of_itself(ring: tuple[Key, ...]):
    """Its representation, which logs may show, has no private number in it."""
    assert "private" not in repr(ring[0])


# -- files ------------------------------------------------------------------------------------------------------------


async def test_the_first_key_is_made_for_this_user_only(home: Path):
    """PKCS#8 PEM with mode 0600, its public line beside it; the second call finds the same key."""
    (home / ".android").mkdir()
    old = os.umask(0o277)
    try:
        (key,) = await user_keys()
    finally:
        os.umask(old)
    path = home / ".android" / "adbkey"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert path.read_bytes().startswith(b"-----BEGIN PRIVATE KEY-----\n")
    public = path.with_name("adbkey.pub").read_bytes()
    assert auth.parse_key_line(public) == key.public
    assert b"@" in public.split(b" ")[1]
    assert sorted(item.name for item in path.parent.iterdir()) == ["adbkey", "adbkey.pub"]
    (again,) = await user_keys()
    assert again.public == key.public
    assert again.source == str(path)


def test_two_makers_agree_on_one_key(tmp_path: Path):
    """Processes that start at once end up with the same complete key, without leftover files."""
    path = tmp_path / "new" / "adbkey"
    with ThreadPoolExecutor(4) as pool:
        keys = list(pool.map(lambda _: make_key(path, "a@b"), range(4)))
    assert len({key.public for key in keys}) == 1
    assert load_key(path, "").public == keys[0].public
    assert {item.name for item in path.parent.iterdir()} == {"adbkey", "adbkey.pub"}
    assert auth.parse_key_line(path.with_name("adbkey.pub").read_bytes()) == keys[0].public


def test_vendor_keys_come_after_the_own_one(tmp_path: Path, ring: tuple[Key, ...]):
    """Files and `*.adb_key` in folders count in order, each key once; what is missing or something else does not."""
    store(tmp_path / ".android" / "adbkey", ring[0])
    store(tmp_path / "one", ring[1])
    store(tmp_path / "folder" / "a.adb_key", ring[0])
    store(tmp_path / "folder" / "b.adb_key", ring[2])
    (tmp_path / "folder" / "README").write_text("no key")
    listed = ":".join(str(tmp_path / name) for name in ("absent", "one", "folder")) + "::"
    keys = load_user_keys({"HOME": str(tmp_path), "ADB_VENDOR_KEYS": listed, "LOGNAME": "me"})
    assert [key.public for key in keys] == [key.public for key in ring]
    assert keys[0].owner.startswith("me@")


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o777])
def test_a_private_key_that_others_can_use_is_refused(tmp_path: Path, ring: tuple[Key, ...], mode: int):
    """The sentence says which file and the command that mends it."""
    path = store(tmp_path / "adbkey", ring[0])
    path.chmod(mode)
    with pytest.raises(KeyRefused, match=rf"mode 0{mode:o}\); run: chmod 600 {path}"):
        load_key(path, "")


def _ec() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    return pem(key, serialization.NoEncryption())


def _short() -> bytes:
    return pem(rsa.generate_private_key(65537, 1024), serialization.NoEncryption())


def _locked() -> bytes:
    return pem(rsa.generate_private_key(65537, 2048), serialization.BestAvailableEncryption(b"secret"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (lambda: b"", "no private key"),
        (lambda: b"QAAAAF== me@host", "no private key"),
        (lambda: b"-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "no private key"),
        (lambda: bytes(range(256)) * 20, "no private key"),
        (lambda: b"x" * 70_000, "70000 bytes"),
        (_ec, "that no device accepts"),
        (_short, "RSA of 1024 bits"),
        (_locked, "passphrase"),
    ],
    ids=["empty", "public", "cut", "bytes", "huge", "curve", "short", "locked"],
)
def test_what_is_no_key_is_refused_with_its_reason(tmp_path: Path, content: Callable[[], bytes], says: str):
    """One sentence that names the file."""
    path = tmp_path / "adbkey"
    path.write_bytes(content())
    path.chmod(0o600)
    with pytest.raises(KeyRefused, match=says) as caught:
        load_key(path, "")
    assert str(path) in str(caught.value)


def test_what_is_no_file_is_refused(tmp_path: Path):
    """A folder, a pipe without a writer and a dangling link are reported as such and do not block."""
    os.mkfifo(tmp_path / "pipe", 0o600)
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "folder"):
        with pytest.raises(KeyRefused, match=r"is not a file|cannot be read"):
            load_key(tmp_path / name, "")
    (tmp_path / ".android").mkdir()
    (tmp_path / ".android" / "adbkey").symlink_to(tmp_path / "absent")
    with pytest.raises(KeyRefused, match="No such file"):
        load_user_keys({"HOME": str(tmp_path)})


def test_a_home_that_is_none_is_told(tmp_path: Path):
    """If no key can be stored, the error says what to do."""
    (tmp_path / "file").write_text("")
    with pytest.raises(KeyRefused, match=r"none can be stored at .*/file/\.android/adbkey: Not a directory; set HOME"):
        load_user_keys({"HOME": str(tmp_path / "file")})


def store(path: Path, key: Key) -> Path:
    """The key at that path as it must be."""
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(key.pem())
    path.chmod(0o600)
    return path


def pem(key: rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey, how: serialization.KeySerializationEncryption) -> bytes:
    """Any key as a file."""
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, how)
