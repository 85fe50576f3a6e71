"""Which faults a proxy makes, as text and as a seeded schedule. Pure.

    reset=0.01,delay=50ms±20ms,freeze=5s@0.02

A specification is a list of `KIND=VALUE`, separated by commas. Rates are probabilities for each *exchange*: what the
client sends after the server has sent something, until that happens again. The rate of `refuse` is for each connection.

| kind | value | effect |
|---|---|---|
| `refuse` | rate | the connection is not accepted |
| `reset` | rate | both sides get RST instead of the request |
| `half-open` | rate | the server's side is closed, the client's stays open and silent |
| `truncate` | rate | the reply is cut after its first bytes, and the connection closed |
| `garbage` | rate | bytes at the beginning of the reply are random |
| `freeze` | time`@`rate | nothing passes in either direction for this time |
| `delay` | time[`±`time][`@`rate] | the request is held back |
| `jitter` | time[`@`rate] | the request is held back for anything up to this time |
| `bandwidth` | bytes/s | limit of each direction of a connection: `500kB`, `2MB` |
| `reset-storm` | rate | all connections of the proxy get RST at once |
| `connect-storm` | number`@`rate | so many connections are opened to the server at once, and closed |
| `seed` | integer | of the schedule (0) |

A connection's faults depend on the seed and on the number of the connection only, never on time.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final, Literal

from runtime.core.errors import UsageError

Breaking = Literal["reset", "half-open", "truncate", "garbage"]
"""Faults of which an exchange has at most one, because the connection does not survive them."""
BREAKING: Final[tuple[Breaking, ...]] = ("reset", "half-open", "truncate", "garbage")
EXAMPLE: Final = "reset=0.01,delay=50ms±20ms,freeze=5s@0.02"
_CUT: Final = 64
"""Most bytes of a reply before it is cut or becomes garbage."""
_TIME: Final = re.compile(r"(\d+(?:\.\d+)?)(ms|s|min)")
_SIZE: Final = re.compile(r"(\d+(?:\.\d+)?)(B|kB|MB)?")
_SECONDS: Final = {"ms": 0.001, "s": 1.0, "min": 60.0}
_BYTES: Final = {None: 1, "B": 1, "kB": 1000, "MB": 1_000_000}


@dataclass(frozen=True, slots=True)
class FaultSpec:
    """Faults and their rates; times in seconds. Nothing happens by default."""

    refuse: float = 0.0
    reset: float = 0.0
    half_open: float = 0.0
    truncate: float = 0.0
    garbage: float = 0.0
    freeze: float = 0.0
    freeze_rate: float = 0.0
    delay: float = 0.0
    spread: float = 0.0
    delay_rate: float = 0.0
    jitter: float = 0.0
    jitter_rate: float = 0.0
    bandwidth: float = math.inf
    """Bytes per second."""
    reset_storm: float = 0.0
    connect_storm: int = 0
    connect_storm_rate: float = 0.0
    seed: int = 0

    def __bool__(self) -> bool:
        """Whether there is any fault."""
        return replace(self, seed=0) != FaultSpec()


@dataclass(frozen=True, slots=True)
class ExchangeFaults:
    """What happens to one exchange.

    `hold`: seconds for which the request is held back; `freeze`: seconds for which nothing passes; `position`: number
    of bytes of the reply that arrive before it is cut or becomes garbage.
    """

    hold: float = 0.0
    freeze: float = 0.0
    breaking: Breaking | None = None
    position: int = 0
    reset_storm: bool = False
    connect_storm: int = 0

    @property
    def kinds(self) -> tuple[str, ...]:
        """The names of the faults, for counting."""
        found = (
            ("delay", self.hold > 0),
            ("freeze", self.freeze > 0),
            ("reset-storm", self.reset_storm),
            ("connect-storm", self.connect_storm > 0),
        )
        return (*(name for name, happens in found if happens), *((self.breaking,) if self.breaking else ()))


class ConnectionSchedule:
    """The faults of one connection, in the order of its exchanges."""

    def __init__(self, spec: FaultSpec, number: int, name: str = "") -> None:
        self.spec = spec
        """The faults that are drawn from now on; may be replaced."""
        self.random = Random(f"{spec.seed}/{name}/{number}")
        self.refused = self._happens(spec.refuse)

    def next_exchange(self) -> ExchangeFaults:
        """Draw the faults of the next exchange."""
        spec, draw = self.spec, self.random.random
        hold = 0.0
        if self._happens(spec.delay_rate):
            hold += max(spec.delay + spec.spread * (2 * draw() - 1), 0.0)
        if self._happens(spec.jitter_rate):
            hold += spec.jitter * draw()
        breaking = None
        for kind, rate in zip(BREAKING, (spec.reset, spec.half_open, spec.truncate, spec.garbage), strict=True):
            if self._happens(rate):
                breaking = breaking or kind
        return ExchangeFaults(
            hold,
            spec.freeze if self._happens(spec.freeze_rate) else 0.0,
            breaking,
            self.random.randrange(_CUT) if breaking else 0,
            self._happens(spec.reset_storm),
            spec.connect_storm if self._happens(spec.connect_storm_rate) else 0,
        )

    def _happens(self, rate: float) -> bool:
        return rate > 0 and self.random.random() < rate


def parse_faults(text: str) -> FaultSpec:
    """Parse a specification; an empty text has no faults.

    Raises:
        UsageError: an unknown kind, one given twice, or a value that is none.
    """
    spec, known = FaultSpec(), set[str]()
    for item in filter(None, (part.strip() for part in text.split(","))):
        kind, _, value = item.partition("=")
        if kind not in _KINDS:
            raise UsageError(f"{item!r} is no fault; there is {', '.join(_KINDS)}, such as {EXAMPLE}")
        if kind in known:
            raise UsageError(f"the fault {kind} is given twice: {text!r}")
        known.add(kind)
        form, read = _KINDS[kind]
        changed = read(value)
        if changed is None:
            raise UsageError(f"{item!r} is no fault: write {kind}={form}")
        spec = replace(spec, **changed)
    return spec


Fields = dict[str, Any] | None
"""The fields that an item sets; None if its value is malformed."""


def _rate(text: str) -> float | None:
    try:
        rate = float(text) if text.isascii() else math.nan
    except ValueError:
        return None
    return rate if 0 <= rate <= 1 else None


def parse_delay(text: str) -> tuple[float, float] | None:
    """Parse `TIME[±TIME]`, such as `50ms±20ms`; return both in seconds, None if it is malformed."""
    middle, _, around = text.replace("+-", "±").partition("±")
    delay, spread = _seconds(middle), _seconds(around or "0s")
    return None if delay is None or spread is None else (delay, spread)


def _seconds(text: str) -> float | None:
    found = _TIME.fullmatch(text)
    return float(found[1]) * _SECONDS[found[2]] if found else None


def _read_rate(field: str) -> Callable[[str], Fields]:
    def read(text: str) -> Fields:
        rate = _rate(text)
        return None if rate is None else {field: rate}

    return read


def _read_number(field: str, number: Callable[[str], float | None], default: str) -> Callable[[str], Fields]:
    """Read `VALUE@RATE`; `default` is the rate if none is given, empty if one must be."""

    def read(text: str) -> Fields:
        value, _, given = text.partition("@")
        found, rate = number(value), _rate(given or default)
        return None if found is None or rate is None else {field: found, f"{field}_rate": rate}

    return read


def _read_delay(text: str) -> Fields:
    value, _, given = text.partition("@")
    delay, rate = parse_delay(value), _rate(given or "1")
    return None if delay is None or rate is None else {"delay": delay[0], "spread": delay[1], "delay_rate": rate}


def _read_bandwidth(text: str) -> Fields:
    found = _SIZE.fullmatch(text.removesuffix("/s"))
    size = float(found[1]) * _BYTES[found[2]] if found else 0.0
    return {"bandwidth": size} if size > 0 else None


def _count(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and 0 < int(text) <= 1000 else None


def _read_seed(text: str) -> Fields:
    return {"seed": int(text)} if text.isascii() and text.isdigit() and len(text) < 19 else None


_KINDS: Final[dict[str, tuple[str, Callable[[str], Fields]]]] = {
    "refuse": ("RATE, from 0 to 1", _read_rate("refuse")),
    "reset": ("RATE, from 0 to 1", _read_rate("reset")),
    "half-open": ("RATE, from 0 to 1", _read_rate("half_open")),
    "truncate": ("RATE, from 0 to 1", _read_rate("truncate")),
    "garbage": ("RATE, from 0 to 1", _read_rate("garbage")),
    "freeze": ("TIME@RATE, such as 5s@0.02", _read_number("freeze", _seconds, "")),
    "delay": ("TIME, such as 50ms, 50ms±20ms or 2s@0.1", _read_delay),
    "jitter": ("TIME, such as 20ms or 20ms@0.5", _read_number("jitter", _seconds, "1")),
    "bandwidth": ("BYTES/s, such as 500kB/s", _read_bandwidth),
    "reset-storm": ("RATE, from 0 to 1", _read_rate("reset_storm")),
    "connect-storm": ("NUMBER@RATE, such as 50@0.01 (at most 1000)", _read_number("connect_storm", _count, "")),
    "seed": ("an integer", _read_seed),
}
