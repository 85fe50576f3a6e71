"""`monkey`: starts an app by its package, or sends a seeded sequence of random events."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Final

from adapters.phone.shell.commands.android.am import launch
from adapters.phone.shell.device.encoding import encode
from adapters.phone.shell.device.machine import Machine
from adapters.phone.shell.device.packages import Package
from adapters.phone.shell.language.command import Call, Result

MOST_EVENTS: Final = 1000
"""Events that one command plays; a longer one ends there, as a monkey that was stopped."""
_LAUNCHER: Final = "android.intent.category.LAUNCHER"
_VALUED: Final = ("-p", "-c", "-s", "--throttle")
_KINDS: Final = {
    "touch": 15.0, "motion": 10.0, "trackball": 15.0, "nav": 25.0, "majornav": 15.0, "syskeys": 2.0, "appswitch": 2.0,
    "anyevent": 13.0, "pinchzoom": 2.0, "rotation": 0.0, "flip": 1.0, "permission": 0.0,
}  # fmt: skip
"""Shares of the kinds of events, in percent, as the tool has them."""
_NAV: Final = (19, 20, 21, 22)
_MAJOR_NAV: Final = (82, 23)
_SYSTEM_KEYS: Final = (4, 24, 25, 164)
_USAGE: Final = """\
usage: monkey [-p ALLOWED_PACKAGE [-p ALLOWED_PACKAGE] ...]
              [-c MAIN_CATEGORY [-c MAIN_CATEGORY] ...]
              [-s SEED] [-v [-v] ...]
              [--throttle MILLISEC]
              COUNT
"""


@dataclass(slots=True)
class _Options:
    packages: list[str] = field(default_factory=list)
    categories: list[str] = field(default_factory=list)
    seed: int = 0
    throttle: int = 0
    verbose: int = 0
    count: int = 0


class _UsageError(Exception):
    pass


def monkey(call: Call) -> Result:
    """Run `monkey [-p PACKAGE]… [-c CATEGORY]… [-s SEED] [--throttle MS] [-v] COUNT`.

    The default seed is 0, so that a phone is a function of its commands. Events that the phone does not support
    (trackball, pinching) are counted and do nothing.
    """
    words = list(call.args)
    noise = "".join(f"  bash arg: {word}\n" for word in words)
    listing = ", ".join(f'"{word}"' for word in words)
    head = f"{noise}args: [{', '.join(words)}]\n" + "".join(f' arg: "{word}"\n' for word in words)
    head += f"data={listing!r}\n"
    try:
        options = _parse_options(words)
    except _UsageError as bad:
        return Result(encode(_USAGE), encode(f"{head}** Error: {bad}\n"), 255)
    found = _launchable(call.machine, options)
    if not found:
        return Result(b"** No activities found to run, monkey aborted.\n", encode(head), 252)
    before = call.machine.now_ms
    played = _Monkey(call.machine, found, options).play()
    took = call.machine.now_ms - before
    out = ""
    if options.verbose:
        out += f":Monkey: seed={options.seed} count={options.count}\n"
        out += "".join(f":AllowPackage: {name}\n" for name in options.packages)
        out += "".join(f":IncludeCategory: {name}\n" for name in options.categories or [_LAUNCHER])
    stopped = played < options.count
    out += "** Monkey aborted due to error.\n" if stopped else ""
    out += f"Events injected: {played}\n"
    out += f"## Network stats: elapsed time={took or 4}ms (0ms mobile, 0ms wifi, {took or 4}ms not connected)\n"
    out += "// Monkey finished\n" if options.verbose and not stopped else ""
    return Result(encode(out), encode(head), 1 if stopped else 0)


def _parse_options(words: list[str]) -> _Options:
    options = _Options()
    queue = list(words)
    if not queue:
        raise _UsageError("Count not specified")
    while queue:
        word = queue.pop(0)
        if word in _VALUED:
            if not queue:
                raise _UsageError(f"Option {word} requires an argument")
            _set_option(options, word, queue.pop(0))
        elif re.fullmatch(r"-v+", word):
            options.verbose += len(word) - 1
        elif word.startswith("-"):
            continue
        elif re.fullmatch(r"\d{1,9}", word):
            options.count = int(word)
        else:
            raise _UsageError("Count is not a number")
    if not re.fullmatch(r"\d{1,9}", words[-1]):
        raise _UsageError("Count is not a number")
    return options


def _set_option(options: _Options, option: str, value: str) -> None:
    if option in ("-p", "-c"):
        (options.packages if option == "-p" else options.categories).append(value)
    elif not re.fullmatch(r"-?\d{1,18}", value):
        raise _UsageError(f"{option} is not a number")
    elif option == "-s":
        options.seed = int(value)
    else:
        options.throttle = min(int(value), 60_000)


def _launchable(machine: Machine, options: _Options) -> list[Package]:
    if options.categories and not {_LAUNCHER, "android.intent.category.MONKEY"} & set(options.categories):
        return []
    return [
        package
        for package in machine.packages()
        if package.activity and (not options.packages or package.name in options.packages)
    ]


class _Monkey:
    def __init__(self, machine: Machine, packages: list[Package], options: _Options) -> None:
        self.machine = machine
        self.packages = packages
        self.allowed = {package.name for package in packages}
        self.options = options
        self.rng = random.Random(options.seed)

    def play(self) -> int:
        """Send all events and return their number."""
        count = min(self.options.count, MOST_EVENTS)
        kinds, shares = list(_KINDS), list(_KINDS.values())
        for number in range(count):
            # The first event always starts an activity.
            kind = "appswitch" if number == 0 else self.rng.choices(kinds, shares)[0]
            self._event(kind)
            self.machine.pass_time(self.options.throttle)
            if number and self.options.packages and self.machine.phone.foreground[0] not in self.allowed:
                self._start()  # a monkey limited to packages returns to them
        return count

    def _start(self) -> None:
        launch(self.machine, self.rng.choice(self.packages))

    def _point(self) -> tuple[int, int]:
        width, height = self.machine.size
        return self.rng.randrange(width), self.rng.randrange(height)

    def _event(self, kind: str) -> None:
        phone = self.machine.phone
        if kind == "touch":
            phone.touch_tap(*self._point())
        elif kind == "motion":
            phone.touch_swipe(*self._point(), *self._point(), self.rng.randrange(50, 400))
        elif kind == "appswitch":
            self._start()
        elif kind in ("nav", "majornav", "syskeys"):
            keys = {"nav": _NAV, "majornav": _MAJOR_NAV, "syskeys": _SYSTEM_KEYS}[kind]
            phone.key(self.rng.choice(keys))
        elif kind == "anyevent":
            phone.key(self.rng.choice([*range(7, 17), *range(29, 55), 62, 66, 67]))
