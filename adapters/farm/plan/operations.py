"""The operations that a load test can do on a phone, and which of them are safe. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Safety = Literal["reads", "touches", "destructive"]
"""Whether an operation only reads; changes what the phone shows or holds; or may break something.

What touches is done if it is asked for by name, what is destructive only if it is allowed too.
"""


@dataclass(frozen=True, slots=True)
class Kind:
    """An operation. `trips` is how often it goes to the device and back, `streams` how many services it opens."""

    title: str
    safety: Safety
    trips: int = 1
    streams: int = 1
    needs: str = ""
    """The argument that has no default."""


KINDS: Final[dict[str, Kind]] = {
    "stat": Kind("the status of a file, without starting a program", "reads", 2),
    "shell": Kind("a command line; `echo` if none is given", "reads"),
    "screenshot": Kind("the raw screen", "reads"),
    "screenshot-png": Kind("the screen as PNG, made on the phone", "reads"),
    "dump": Kind("the accessibility tree by uiautomator, and its file", "reads", 3, 2),
    "pull": Kind("reads a file", "reads", 2),
    "push": Kind("writes a file below /data/local/tmp", "touches", 2),
    "tap": Kind("a tap, somewhere in the middle of the screen", "touches"),
    "swipe": Kind("a swipe up or down", "touches"),
    "text": Kind("types text", "touches"),
    "key": Kind("presses a key", "touches"),
    "start": Kind("starts an app", "touches", needs="package"),
    "install": Kind("installs an APK", "destructive", 2, needs="apk"),
    "uninstall": Kind("removes an app", "destructive", needs="package"),
    "reboot": Kind("restarts the phone and waits until it has booted", "destructive"),
}
ALLOWABLE: Final = (*(name for name, kind in KINDS.items() if kind.safety == "destructive"), "shell")
"""What must be allowed: the destructive operations, and command lines, whose effect is unknown."""
SAFE_MIX: Final = {"stat": 3.0, "shell": 2.0, "screenshot": 4.0, "dump": 1.0}
"""The mix of a load test that names none: reads only."""
PUSHED: Final = "/data/local/tmp/load-test"
"""Prefix of the files that load tests write."""
