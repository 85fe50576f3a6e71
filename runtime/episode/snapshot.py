"""An attempt at one moment as a value, and its encoding as bytes that another process can resume. Pure."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from isal import isal_zlib
from pydantic_core import to_json

from runtime.core.config import RunConfig, config_differences
from runtime.core.errors import ParkedSessionError
from runtime.core.events import RECORDS, AnyEvent, AnyTruth, Digest, DisturbanceOccurred, Observed, Performed

_MAGIC: Final = b"mobile-agent-runtime session 1\n"
_LEVEL: Final = 1
"""Compression level; higher ones take longer than the rest of parking together."""
_LONGEST: Final = 64 << 20
"""Bytes of a parked session, decompressed."""


@dataclass(frozen=True, slots=True)
class EpisodeSnapshot:
    """An attempt at one moment, without its phone: what was recorded, and the user's side of the dialogue."""

    task: str
    agent: str
    repeat: int
    draw: int
    """The number that seeds the episode."""
    seed: int
    items: tuple[AnyEvent | AnyTruth, ...]
    """All events and truth, in their order."""
    lines: tuple[bytes, ...]
    """The same as JSON, without line ends."""
    blobs: Mapping[Digest, str]
    """Checksums of the frames, trees and bytes that the events name."""
    replies: tuple[str, ...] = ()
    """Replies that the agent has not seen yet."""
    user: str = ""
    """State of the user, as it encodes it; empty if the agent cannot ask."""

    def recorded_as(self, episode: str, attempt: int) -> Iterator[tuple[AnyEvent | AnyTruth, bytes]]:
        """Return each item with the line that records it under another name; the first state alone has 100 KB."""
        if not self.items:
            return
        was, now = (
            b'{"episode":%b,"attempt":%d,' % (to_json(name), number)
            for name, number in ((self.items[0].episode, self.items[0].attempt), (episode, attempt))
        )
        for item, line in zip(self.items, self.lines, strict=True):
            if not line.startswith(was):
                raise ValueError("the items of a snapshot belong to one attempt")
            yield item, now + line[len(was) :] + b"\n"

    @property
    def step(self) -> int:
        """Units of the budget used so far."""
        return next((item.step for item in reversed(self.items) if isinstance(item, Performed)), 0)

    @property
    def observed(self) -> Observed | None:
        """The last screen that was recorded."""
        return next((item for item in reversed(self.items) if isinstance(item, Observed)), None)

    @property
    def disturbances(self) -> int:
        """How many disturbances occurred."""
        return sum(isinstance(item, DisturbanceOccurred) for item in self.items)


@dataclass(frozen=True, slots=True)
class ParkedSession:
    """A session that can be resumed elsewhere: snapshot, phone, and the contents of the trees that events name."""

    snapshot: EpisodeSnapshot
    phone: bytes
    """The phone, as its control connection exports it."""
    trees: Mapping[Digest, bytes]
    frames: str
    """The folder that holds the frames that the events name."""
    config: RunConfig
    version: str
    suite: str
    """Digest of the suite."""

    def encode(self) -> bytes:
        """Return the session as bytes."""
        lines = self.snapshot.lines
        sections = [self.phone, *lines, *self.trees.values()]
        header = {
            "version": self.version,
            "suite": self.suite,
            "config": self.config.model_dump(mode="json"),
            "frames": self.frames,
            "snapshot": {**asdict(replace(self.snapshot, items=(), lines=())), "items": len(lines)},
            "trees": list(self.trees),
            "sizes": [len(section) for section in sections],
        }
        head = json.dumps(header, sort_keys=True).encode()
        return _MAGIC + isal_zlib.compress(b"".join([head, b"\n", *sections]), _LEVEL)

    @classmethod
    def decode(cls, data: bytes) -> ParkedSession:
        """Return the session that bytes hold.

        Raises:
            ParkedSessionError: they are damaged, or of another format.
        """
        if not data.startswith(_MAGIC):
            raise ParkedSessionError("these bytes are not a parked session of this format; park it with this version")
        try:
            unpacker = isal_zlib.decompressobj()
            body = unpacker.decompress(data[len(_MAGIC) :], _LONGEST)
            if not unpacker.eof or unpacker.unused_data:
                raise ValueError("its length does not fit")
            head, _, rest = body.partition(b"\n")
            header = json.loads(head)
            sections = list(_cut(rest, header["sizes"]))
            count = header["snapshot"].pop("items")
            phone, lines, trees = sections[0], sections[1 : 1 + count], sections[1 + count :]
            given: dict[str, Any] = header["snapshot"]
            del given["lines"]
            snapshot = EpisodeSnapshot(
                **{**given, "replies": tuple(given["replies"])},
                items=tuple(map(RECORDS.validate_json, lines)),
                lines=tuple(lines),
            )
            return cls(
                snapshot,
                phone,
                dict(zip(header["trees"], trees, strict=True)),
                header["frames"],
                RunConfig.model_validate(header["config"]),
                header["version"],
                header["suite"],
            )
        except (ValueError, KeyError, TypeError, AttributeError, IndexError, isal_zlib.IsalError) as error:  # type: ignore[misc]  # its stub takes the class for an instance
            raise ParkedSessionError(f"the parked session is damaged ({error}); park it again") from error

    def check(self, config: RunConfig, version: str, suite: str) -> None:
        """Check that this session can go on under another configuration.

        Raises:
            ParkedSessionError: version, suite or settings differ.
        """
        if self.version != version:
            raise ParkedSessionError(f"the session was parked by version {self.version}, this is {version}")
        if self.suite != suite:
            raise ParkedSessionError("the session was parked with another suite; use the same suite and version of it")
        same = {"agents": config.agents, "selection": config.selection, "repeat": config.repeat}
        if changed := config_differences(self.config.model_copy(update=same), config):
            raise ParkedSessionError("the session was parked with other settings: " + "; ".join(changed))


def _cut(data: bytes, sizes: Sequence[int]) -> list[bytes]:
    sections, start = [], 0
    for size in sizes:
        sections.append(data[start : start + size])
        start += size
    if start != len(data):
        raise ValueError("its sections do not fit")
    return sections
