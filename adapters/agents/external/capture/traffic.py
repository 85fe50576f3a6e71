"""The streams of a foreign agent as deeds with their times. Pure: who carries the bytes tells when what passed.

Command lines are known when a stream is opened; what they do has been done when it ends. Lines that somebody types
into a shell are deeds one by one. Everything else (files, pictures of the screen, sockets of programs on the phone) is
a look or is counted as unread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from adapters.adb.framing.shell_frames import STDIN, Input
from adapters.agents.external.capture.uiautomator_requests import PORT, Calls
from adapters.android.command_effects import DeviceEffect, Looked, Opaque, parse_effects, said

_LINE: Final = 64 << 10
"""Bytes of one typed line that are kept; a longer one is no command."""
RAW: Final = 64 << 10
"""Bytes of one stream that are kept where it cannot be read."""
OTHERS: Final = "others"
_REASONS: Final = 256
"""Reasons that are counted apart; the rest are `OTHERS`."""
_LOOKS: Final = frozenset(("sync", "framebuffer", "jdwp", "track-jdwp", "track-app", "source", "sink", "reverse"))


@dataclass(frozen=True, slots=True)
class Done:
    """Deeds of one command, and when it ran."""

    effects: tuple[DeviceEffect, ...]
    began: float
    ended: float
    source: str
    """The command line, or the service, as it came."""
    raw: bytes = b""
    """What the agent sent, where that is not the source."""
    pictured: bool = False
    """Whether the agent is taking a picture of the screen that can be used."""

    @property
    def looks(self) -> bool:
        """Whether nothing was done but looking."""
        return all(isinstance(effect, Looked) for effect in self.effects)

    @property
    def sees(self) -> tuple[bool, bool]:
        """Of looks: whether one is a picture, whether one is at the screen; the larger the more it ends."""
        return self.pictured, Looked(screen=True) in self.effects


@dataclass(slots=True)
class Passing:
    """One stream. Feed it what the agent sends; what the device answers changes nothing that can be told here.

    Nothing is read before `opened`, which is called when the stream stands: the device is at work by then.
    """

    service: str
    began: float
    _told: tuple[DeviceEffect, ...] = ()
    _command: str = ""
    _frames: Input | None = None
    _typed: bytearray | None = None
    _calls: Calls | None = None
    _raw: bytearray | None = None

    @property
    def doing(self) -> bool:
        """Whether something is being done that has not been told of yet."""
        return bool(self._told)

    def opened(self) -> Sequence[Done]:
        """What is known at once: a look begins when it is asked for, so that it ends what came before it."""
        name, _, rest = self.service.partition(":")
        kind, *words = name.split(",")
        if kind in ("shell", "exec"):
            self._command, self._told = rest, parse_effects(rest)
            if not rest:
                self._typed = bytearray()
                self._frames = Input() if "v2" in words else None
        elif kind in ("abb", "abb_exec"):
            parts = rest.split("\0")
            self._command, self._told = " ".join(parts), said(("cmd", *parts))
        elif kind == "tcp" and rest == str(PORT):
            self._calls = Calls()
        elif kind in _LOOKS:
            self._told = (Looked(screen=kind == "framebuffer"),)
        else:
            self._told = (Opaque(f"traffic of {kind}"),)
            self._raw = bytearray()
        return self._looked()

    def _looked(self) -> Sequence[Done]:
        if self._told and all(isinstance(effect, Looked) for effect in self._told):
            effects, self._told = self._told, ()
            return (Done(effects, self.began, self.began, self._command or self.service),)
        return ()

    def sent(self, data: bytes, now: float) -> Sequence[Done]:
        """Bytes of the agent: lines, where somebody types into a shell; requests to the automation server.

        What a request asks for has been done when the next one comes, or the stream ends.
        """
        if self._calls is not None:
            return self._called(self._calls.feed(data), data, now)
        if self._raw is not None and len(self._raw) < RAW:
            self._raw += data[: RAW - len(self._raw)]
        if self._typed is None:
            return ()
        if self._frames is None:
            self._typed += data
        else:
            self._typed += b"".join(piece for kind, piece in self._frames.feed(data) if kind == STDIN)
        *lines, rest = bytes(self._typed).split(b"\n")
        self._typed[:] = rest[:_LINE]
        texts = [line.decode("utf-8", "surrogateescape") for line in lines]
        return tuple(Done(found, now, now, text) for text in texts if (found := parse_effects(text)))

    def _called(self, found: tuple[DeviceEffect, ...], data: bytes, now: float) -> Sequence[Done]:
        if not found:
            return ()
        before = self.closed(now)
        *earlier, last = found
        done = tuple(Done((effect,), now, now, self.service) for effect in earlier)
        self._told, self.began = (last,), now
        self._raw = bytearray(data[:RAW]) if isinstance(last, Opaque) else None
        return (*before, *done, *self._looked())

    def closed(self, now: float) -> Sequence[Done]:
        """The stream has ended: what was asked for has been done."""
        effects, self._told = self._told, ()
        raw = bytes(self._raw or b"")
        return (Done(effects, self.began, now, self._command or self.service, raw),) if effects else ()


@dataclass(slots=True)
class Unread:
    """What could not be read, counted by its reason."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, done: Done) -> tuple[str, ...]:
        """Take in a command; the reasons why it could not be read."""
        whys = tuple(effect.why for effect in done.effects if isinstance(effect, Opaque))
        for why in whys:
            self.counts[why if why in self.counts or len(self.counts) < _REASONS else OTHERS] += 1
        return whys
