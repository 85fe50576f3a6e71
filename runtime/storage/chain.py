"""Links the records of a run by checksums, so that nothing can be lost or changed unnoticed. Pure.

Each commit line ends with a SHA-256 over the one before it and its own content; the first one continues the checksum of
`run.json`. A line holds the checksums of all that its episode depends on: events, truth, blobs and verdicts. So the
last checksum of a finished run stands for the whole folder, and a published number can be checked against it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_FIELD: Final = b',"chain":"'
_SIZE: Final = 64
"""Hexadecimal digits of a checksum."""


def checksum(*parts: bytes) -> str:
    """Return the SHA-256 of the parts in a row, in hexadecimal digits."""
    found = hashlib.sha256()
    for part in parts:
        found.update(part)
    return found.hexdigest()


def checksum_of_all(checksums: Mapping[str, str]) -> str:
    """Return one checksum for named things with a checksum each, in whatever order."""
    return checksum(*(f"{name} {checksums[name]}\n".encode() for name in sorted(checksums)))


@dataclass(frozen=True, slots=True)
class EvidenceChecksums:
    """Checksums of what a commit line depends on.

    `blobs` is the checksum of all blobs that the events name; `verdicts` has the number of lines and their checksum by
    judge. An empty checksum stands for a log that this folder does not hold (an episode that is judged again).
    """

    events: str = ""
    truth: str = ""
    blobs: str = ""
    verdicts: dict[str, tuple[int, str]] = field(default_factory=dict)


def verdict_checksums(lines: Mapping[str, bytes]) -> dict[str, tuple[int, str]]:
    """Return the number of lines and their checksum by judge."""
    return {judge: (data.count(b"\n"), checksum(data)) for judge, data in lines.items()}


class Chain:
    """The chain of commit lines of one run; `head` is the checksum of the last one."""

    def __init__(self, head: str) -> None:
        self.head = head

    def link(self, record: bytes) -> bytes:
        """Return the line for a JSON object, and make it the head."""
        self.head = checksum(self.head.encode(), record)
        return record[:-1] + _FIELD + self.head.encode() + b'"}\n'

    def check(self, line: bytes) -> bytes | None:
        """Return the JSON object of a line and make it the head; None if it does not continue the chain."""
        record = line[: -(len(_FIELD) + _SIZE + 2)] + b"}"
        following = Chain(self.head)
        if following.link(record) != line + b"\n":
            return None
        self.head = following.head
        return record


def first_head(manifest: bytes) -> str:
    """Return the checksum that the first commit line continues."""
    return checksum(manifest)
