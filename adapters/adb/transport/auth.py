"""RSA keys in ADB's formats: a host's private key and the public keys that a device knows. Pure.

The public key is transferred as base64 of this struct, a space, and its owner; all numbers are little-endian:

    u32 words of the modulus (64) | u32 -1/n mod 2**32 | 256 bytes n | 256 bytes 2**4096 mod n | u32 e

A host proves itself by a PKCS#1 v1.5 signature of the device's 20-byte token, which is treated as a computed SHA-1
digest. Inside TLS (STLS) it shows a certificate instead, self-signed with the same key.
"""

from __future__ import annotations

import base64
import binascii
import datetime
import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding, rsa, utils

from runtime.core.errors import DeviceRefused

BITS: Final = 2048
TOKEN_SIZE: Final = 20
_WORDS: Final = BITS // 32
_STRUCT: Final = struct.Struct(f"<II{BITS // 8}s{BITS // 8}sI")
_LARGEST_EXPONENT: Final = 1 << 17
"""All ADB implementations use 3 or 65537; larger exponents only slow down verification."""
_DIGEST: Final = utils.Prehashed(hashes.SHA1())
"""Required by the protocol and harmless here: the "digest" is a token of random bytes."""
_NAME: Final = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "adb")])
_VALID: Final = (
    datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC),
    datetime.datetime(2120, 1, 1, tzinfo=datetime.UTC),
)
"""Fixed, so that a key always has the same certificate: peers check the key, not the dates."""


class KeyRefused(DeviceRefused):
    """A key on our side cannot be used; the message says which, why, and what to do."""


class BadPublicKey(Exception):
    """The data are not a valid public key."""


@dataclass(frozen=True, slots=True)
class PublicKey:
    """The public part of a host's key. Keys are equal if their numbers are, whatever their owner."""

    modulus: int
    exponent: int
    owner: str = field(default="", compare=False)

    def encode(self) -> bytes:
        """Encodes the key as 524 bytes."""
        inverse = -pow(self.modulus, -1, 1 << 32) % (1 << 32)
        squared = pow(2, 2 * BITS, self.modulus)
        n, r = self.modulus.to_bytes(BITS // 8, "little"), squared.to_bytes(BITS // 8, "little")
        return _STRUCT.pack(_WORDS, inverse, n, r, self.exponent)

    def line(self) -> bytes:
        """The line in `adbkey.pub` and in lists of known keys, without its end."""
        return base64.b64encode(self.encode()) + (b" " + self.owner.encode() if self.owner else b"")

    @property
    def fingerprint(self) -> str:
        """The MD5 of the 524 bytes in pairs of digits, as a phone's dialog shows it."""
        digest = hashlib.md5(self.encode(), usedforsecurity=False).digest()
        return digest.hex(":").upper()

    def verifies(self, token: bytes, signature: bytes) -> bool:
        """Whether the signature of the token was made with the private key."""
        if len(token) != TOKEN_SIZE:
            return False
        try:
            key = rsa.RSAPublicNumbers(self.exponent, self.modulus).public_key()
            key.verify(signature, token, padding.PKCS1v15(), _DIGEST)
        except (InvalidSignature, ValueError):
            return False
        return True


def decode_public_key(data: bytes) -> PublicKey:
    """Decodes the 524 bytes; the two helper numbers are ignored, as by real devices.

    Raises:
        BadPublicKey: the data are not a valid key.
    """
    if len(data) != _STRUCT.size:
        raise BadPublicKey(f"a public key has {_STRUCT.size} bytes, not {len(data)}")
    words, _, n, _, exponent = _STRUCT.unpack(data)
    modulus = int.from_bytes(n, "little")
    if words != _WORDS or modulus.bit_length() != BITS or not modulus & 1:
        raise BadPublicKey(f"the modulus must be an odd number of {BITS} bits")
    if not 3 <= exponent < _LARGEST_EXPONENT or not exponent & 1:
        raise BadPublicKey(f"{exponent} is not a valid RSA exponent; 65537 is the usual one")
    return PublicKey(modulus, exponent)


def parse_key_line(line: bytes) -> PublicKey:
    """Parses a line of `adbkey.pub`, or a key that a host offers (which ends with NUL).

    Raises:
        BadPublicKey: the line is not a valid key.
    """
    text, _, owner = line.rstrip(b"\0\r\n ").partition(b" ")
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise BadPublicKey(f"the key is not base64: {error}") from None
    key = decode_public_key(data)
    return PublicKey(key.modulus, key.exponent, owner.decode("utf-8", "replace").strip())


@dataclass(frozen=True, slots=True)
class Key:
    """A host's private key. `source` says in messages where it came from."""

    private: rsa.RSAPrivateKey = field(repr=False)
    owner: str
    source: str = ""

    @property
    def public(self) -> PublicKey:
        numbers = self.private.public_key().public_numbers()
        return PublicKey(numbers.n, numbers.e, self.owner)

    def sign(self, token: bytes) -> bytes:
        """Signs a device's token with 256 bytes.

        Raises:
            ValueError: the token does not have 20 bytes.
        """
        return self.private.sign(token, padding.PKCS1v15(), _DIGEST)

    def pem(self) -> bytes:
        """The key in PKCS#8, as in `adbkey`."""
        encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
        return self.private.private_bytes(encoding, form, serialization.NoEncryption())

    def certificate(self) -> bytes:
        """The key's PEM certificate for TLS; the same bytes each time."""
        public = self.private.public_key()
        builder = x509.CertificateBuilder(_NAME, _NAME, public, 1, *_VALID)
        for extension in (x509.BasicConstraints(ca=True, path_length=None), _key_usage()):
            builder = builder.add_extension(extension, critical=True)
        builder = builder.add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        return builder.sign(self.private, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def generate_key(owner: str, source: str = "") -> Key:
    """Generates a new key; takes 10 to 300 ms of CPU time."""
    return Key(rsa.generate_private_key(public_exponent=65537, key_size=BITS), owner, source)


def load_private_key(pem: bytes, owner: str, source: str) -> Key:
    """Loads a private key from a file's bytes; takes about 50 ms, mostly to check its numbers.

    Raises:
        KeyRefused: ADB cannot use the key.
    """
    try:
        private = serialization.load_pem_private_key(pem, None)
    except TypeError:
        raise KeyRefused(f"{source} is protected by a passphrase, which ADB cannot ask for; store it without") from None
    except (ValueError, UnsupportedAlgorithm) as error:
        raise KeyRefused(
            f"{source} contains no private key in PEM form ({error}); move it away and a new one will be created"
        ) from None
    if not isinstance(private, rsa.RSAPrivateKey) or private.key_size != BITS:
        kind = f"RSA of {private.key_size} bits" if isinstance(private, rsa.RSAPrivateKey) else type(private).__name__
        raise KeyRefused(f"{source} contains a key that no device accepts ({kind}); ADB needs RSA of {BITS} bits")
    return Key(private, owner, source)


def distinct_keys(keys: Sequence[Key]) -> tuple[Key, ...]:
    """Removes duplicate keys, keeping their order: a rejected key need not be tried again."""
    found: dict[PublicKey, Key] = {}
    for key in keys:
        found.setdefault(key.public, key)
    return tuple(found.values())


def _key_usage() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=True,
        key_cert_sign=True,
        crl_sign=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )
