"""`logcat` that goes on: which command lines are one, and what has come since somebody looked.

The shell plays a line at once, so its `logcat` ends with what there is. Whoever keeps the stream open asks here for the
rest, which costs no time on the phone's clock: the log is written by others.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from typing import Final

from adapters.phone.shell.commands.android.logcat import logcat
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.language.command import Call, Input

_LINE: Final = re.compile(r"(?:export ANDROID_LOG_TAGS=[^;&|]*; *)?(?:exec +)?(logcat(?: +[^;&|<>`$]*)?)")
_ENDS: Final = re.compile(r"-[a-zA-Z]*[dcgLtmSpP].*|--(?:clear|last|max-count|statistics|help|buffer-size|prune).*|-h")
"""Options with which it ends by itself."""
_HEAD: Final = b"---------"


def follow_args(line: str) -> tuple[str, ...] | None:
    """The words of a `logcat` that goes on for ever; None for any other line."""
    found = _LINE.fullmatch(line.strip())
    if found is None:
        return None
    try:
        words = shlex.split(found[1])
    except ValueError:
        return None
    wanted: list[str] = []
    rest = iter(words[1:])
    for word in rest:
        if word == "-T":
            next(rest, None)  # where it begins, not what it shows
        elif word in ("-v", "-b", "-e", "-f", "-r", "-n"):
            wanted += [word, next(rest, "")]
        elif _ENDS.fullmatch(word):
            return None
        else:
            wanted.append(word)
    return ("logcat", *wanted)


class LogFollower:
    """What one such `logcat` has shown so far."""

    def __init__(self, machine: Machine, words: tuple[str, ...]) -> None:
        self._machine = machine
        self._words = words
        self._shown = Counter(self._lines())

    def news(self) -> bytes:
        """What has come since it was asked last; a log that was emptied tells nothing twice."""
        lines = self._lines()
        left = Counter(self._shown)
        new = []
        for line in lines:
            if left[line]:
                left[line] -= 1
            elif not line.startswith(_HEAD):
                new.append(line)
        self._shown = Counter(lines)
        return b"".join(new)

    def _lines(self) -> list[bytes]:
        return bytes(logcat(Call(self._words, self._machine, Input())).stdout).splitlines(keepends=True)
