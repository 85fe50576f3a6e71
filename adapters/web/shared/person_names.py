"""Normalizes people's names for display and for file names. Pure."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256

LONGEST = 40
_STEM = 120
"""Maximum length of a file name, in characters; a longer one is cut and ends with a digest."""


def normalize_name(name: str) -> str:
    """A person's name without invisible characters and repeated blanks.

    Raises:
        ValueError: no visible character is left, or the name is too long.
    """
    plain = " ".join(
        "".join(char if char.isprintable() else " " for char in unicodedata.normalize("NFC", name)).split()
    )
    if not plain:
        raise ValueError("a name is required")
    if len(plain) > LONGEST:
        raise ValueError(f"a name may have at most {LONGEST} characters")
    return plain


def file_stem(name: str) -> str:
    """A file name for a person that is valid on any file system. `Ada` and `ada` are the same person."""
    key = unicodedata.normalize("NFC", normalize_name(name).casefold())
    safe = re.sub(rb"[^a-z0-9_-]", lambda found: b"%%%02x" % found[0][0], key.encode()).decode()
    return safe if len(safe) <= _STEM else f"{safe[:90]}~{sha256(key.encode()).hexdigest()[:24]}"
