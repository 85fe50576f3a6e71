"""People's names: as they are shown, and as the name of a file. Pure."""

from __future__ import annotations

import re
import unicodedata
from hashlib import sha256

LONGEST = 40
_STEM = 120
"""Characters of a file name; a longer one ends with a digest."""


def tidy(name: str) -> str:
    """A person's name without what cannot be seen in it.

    Raises:
        ValueError: nothing is left, or it is too long.
    """
    plain = " ".join(
        "".join(char if char.isprintable() else " " for char in unicodedata.normalize("NFC", name)).split()
    )
    if not plain:
        raise ValueError("a name is needed")
    if len(plain) > LONGEST:
        raise ValueError(f"a name may have {LONGEST} characters")
    return plain


def stem(name: str) -> str:
    """A file name for a person, harmless on any file system. `Ada` and `ada` are one person."""
    key = unicodedata.normalize("NFC", tidy(name).casefold())
    safe = re.sub(rb"[^a-z0-9_-]", lambda found: b"%%%02x" % found[0][0], key.encode()).decode()
    return safe if len(safe) <= _STEM else f"{safe[:90]}~{sha256(key.encode()).hexdigest()[:24]}"
