"""Endless `logcat`: recognizes such command lines and returns new log lines.

The shell runs a line at once, so its `logcat` ends with the current log. A server that keeps the stream open asks here
for further lines. This costs no virtual time, because other commands write the log.
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
"""Options with which `logcat` ends by itself."""
_HEAD: Final = b"---------"


def follow_args(line: str) -> tuple[str, ...] | None:
    """Return the arguments of an endless `logcat`; None for any other command line."""
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
            next(rest, None)  # sets the start, not the content
        elif word in ("-v", "-b", "-e", "-f", "-r", "-n"):
            wanted += [word, next(rest, "")]
        elif _ENDS.fullmatch(word):
            return None
        else:
            wanted.append(word)
    return ("logcat", *wanted)


class LogFollower:
    """Tracks which log lines an endless `logcat` has shown."""

    def __init__(self, machine: Machine, words: tuple[str, ...]) -> None:
        self._machine = machine
        self._words = words
        self._shown = Counter(self._lines())

    def new_lines(self) -> bytes:
        """Return the lines added since the last call; lines of a cleared log are not repeated."""
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
