"""Parses an external agent's ADB streams into timed device effects. Pure: the relay feeds it what passes.

A command line is known when its stream opens and has taken effect when the stream ends. Lines typed into a shell are
one command each. All other services (file transfer, screenshots, sockets of programs on the phone) count as looks, or
are counted as unread.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from adapters.adb.framing.shell_frames import STDIN, FrameParser
from adapters.agents.external.capture.uiautomator_requests import PORT, AutomationParser
from adapters.android.command_effects import DeviceEffect, Looked, Opaque, parse_effects, parse_words

_MAX_LINE: Final = 64 << 10
"""Bytes of a typed line that are buffered; a longer line is not a command."""
MAX_RAW: Final = 64 << 10
"""Bytes buffered of a stream that cannot be parsed."""
OTHERS: Final = "others"
_MAX_REASONS: Final = 256
"""Reasons that are counted separately; the rest are `OTHERS`."""
_READ_ONLY_SERVICES: Final = frozenset(
    ("sync", "framebuffer", "jdwp", "track-jdwp", "track-app", "source", "sink", "reverse")
)


@dataclass(frozen=True, slots=True)
class ExecutedCommand:
    """The device effects of one command, and when it ran."""

    effects: tuple[DeviceEffect, ...]
    began: float
    ended: float
    source: str
    """The command line, or the service, as it was sent."""
    raw: bytes = b""
    """What the agent sent, if it is not the source."""
    with_picture: bool = False
    """Whether the agent is taking a usable screenshot."""

    @property
    def only_looks(self) -> bool:
        """Whether the command only reads from the device."""
        return all(isinstance(effect, Looked) for effect in self.effects)

    @property
    def strength(self) -> tuple[bool, bool]:
        """Order of looks: (takes a usable picture, reads the screen). A stronger look replaces a weaker one."""
        return self.with_picture, Looked(screen=True) in self.effects


@dataclass(slots=True)
class TrafficParser:
    """Parses one stream from what the agent sends; the device's answers are not needed.

    Nothing is parsed before `opened`, which is called when the stream is established and the device works on it.
    """

    service: str
    began: float
    _pending_effects: tuple[DeviceEffect, ...] = ()
    _command: str = ""
    _frames: FrameParser | None = None
    _typed: bytearray | None = None
    _calls: AutomationParser | None = None
    _raw: bytearray | None = None

    @property
    def pending(self) -> bool:
        """Whether a command is running that has not been reported."""
        return bool(self._pending_effects)

    def opened(self) -> Sequence[ExecutedCommand]:
        """Returns what is known at once: a look counts when it is requested and so completes what came before it."""
        name, _, rest = self.service.partition(":")
        kind, *words = name.split(",")
        if kind in ("shell", "exec"):
            self._command, self._pending_effects = rest, parse_effects(rest)
            if not rest:
                self._typed = bytearray()
                self._frames = FrameParser() if "v2" in words else None
        elif kind in ("abb", "abb_exec"):
            parts = rest.split("\0")
            self._command, self._pending_effects = " ".join(parts), parse_words(("cmd", *parts))
        elif kind == "tcp" and rest == str(PORT):
            self._calls = AutomationParser()
        elif kind in _READ_ONLY_SERVICES:
            self._pending_effects = (Looked(screen=kind == "framebuffer"),)
        else:
            self._pending_effects = (Opaque(f"traffic of {kind}"),)
            self._raw = bytearray()
        return self._take_looks()

    def _take_looks(self) -> Sequence[ExecutedCommand]:
        if self._pending_effects and all(isinstance(effect, Looked) for effect in self._pending_effects):
            effects, self._pending_effects = self._pending_effects, ()
            return (ExecutedCommand(effects, self.began, self.began, self._command or self.service),)
        return ()

    def sent(self, data: bytes, now: float) -> Sequence[ExecutedCommand]:
        """Parses bytes from the agent: lines typed into a shell, or requests to the automation server.

        A request has taken effect when the next one arrives, or when the stream ends.
        """
        if self._calls is not None:
            return self._parse_calls(self._calls.feed(data), data, now)
        if self._raw is not None and len(self._raw) < MAX_RAW:
            self._raw += data[: MAX_RAW - len(self._raw)]
        if self._typed is None:
            return ()
        if self._frames is None:
            self._typed += data
        else:
            self._typed += b"".join(piece for kind, piece in self._frames.feed(data) if kind == STDIN)
        *lines, rest = bytes(self._typed).split(b"\n")
        self._typed[:] = rest[:_MAX_LINE]
        texts = [line.decode("utf-8", "surrogateescape") for line in lines]
        return tuple(ExecutedCommand(found, now, now, text) for text in texts if (found := parse_effects(text)))

    def _parse_calls(self, found: tuple[DeviceEffect, ...], data: bytes, now: float) -> Sequence[ExecutedCommand]:
        if not found:
            return ()
        before = self.closed(now)
        *earlier, last = found
        done = tuple(ExecutedCommand((effect,), now, now, self.service) for effect in earlier)
        self._pending_effects, self.began = (last,), now
        self._raw = bytearray(data[:MAX_RAW]) if isinstance(last, Opaque) else None
        return (*before, *done, *self._take_looks())

    def closed(self, now: float) -> Sequence[ExecutedCommand]:
        """Handles the end of the stream: its command has taken effect."""
        effects, self._pending_effects = self._pending_effects, ()
        raw = bytes(self._raw or b"")
        return (ExecutedCommand(effects, self.began, now, self._command or self.service, raw),) if effects else ()


@dataclass(slots=True)
class UnreadCounter:
    """Counts traffic that could not be parsed, by reason."""

    counts: Counter[str] = field(default_factory=Counter)

    def add(self, done: ExecutedCommand) -> tuple[str, ...]:
        """Counts a command; returns the reasons why it could not be parsed."""
        whys = tuple(effect.why for effect in done.effects if isinstance(effect, Opaque))
        for why in whys:
            self.counts[why if why in self.counts or len(self.counts) < _MAX_REASONS else OTHERS] += 1
        return whys
