"""Plays a contest: every contender in a process of its own, a repeat of each in turn, as often as asked."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import asdict, dataclass, replace
from typing import Any

from benchmarks.speed.comparison import Claim, Result, Sample, Series, judge, shares, together
from benchmarks.speed.contender import Places

_PATIENCE = 300.0
"""Seconds for one answer of a process."""
_AGAIN = 60.0
"""Seconds from the start in which contests of `play_alone` that tell nothing may be played again."""
_ATTEMPTS = 3
"""A contest whose floor drifted is played again: the machine was busy."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A contender and how many operations it does in one repeat."""

    contender: str
    count: int


@dataclass(frozen=True, slots=True)
class Contest:
    """A comparison and its entrants. `floor` names the entrant that shows whether the machine was quiet."""

    name: str
    entrants: Mapping[str, Entrant]
    floor: str
    claims: tuple[Claim, ...]
    parts: int = 4
    """A repeat is played in so many parts, taken in turn with the others': a burst of other work meets everybody."""


class Process:
    """A child that answers in lines of JSON and ends with its standard input."""

    def __init__(self, command: Sequence[str]) -> None:
        self._name = " ".join(command[1:4])
        self._popen = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def answer(self) -> Any:
        """The next line. RuntimeError if there is none."""
        assert self._popen.stdout is not None
        watchdog = threading.Timer(_PATIENCE, self._popen.kill)
        watchdog.start()
        try:
            line = self._popen.stdout.readline()
        finally:
            watchdog.cancel()
        if not line:
            raise RuntimeError(f"{self._name} ended without an answer")
        return json.loads(line)

    def ask(self, line: str) -> Any:
        """Say something and take the answer."""
        assert self._popen.stdin is not None
        self._popen.stdin.write(line + "\n")
        self._popen.stdin.flush()
        return self.answer()

    def stop(self, *, interrupt: bool = False) -> None:
        """End it, if need be by force; `interrupt` as Ctrl-C does."""
        assert self._popen.stdin is not None
        assert self._popen.stdout is not None
        self._popen.stdin.close()
        if interrupt:
            self._popen.send_signal(signal.SIGINT)
        try:
            self._popen.wait(5)
        except subprocess.TimeoutExpired:
            self._popen.kill()
            self._popen.wait()
        self._popen.stdout.close()


@contextmanager
def started(module: str, *arguments: str) -> Iterator[Process]:
    """A module of this package as a process."""
    process = Process([sys.executable, "-m", f"benchmarks.speed.{module}", *arguments])
    try:
        yield process
    finally:
        process.stop()


@contextmanager
def bare_device(sessions: int) -> Iterator[Places]:
    """The bare device and the bare server."""
    with started("fixture") as process:
        ports = process.answer()
        yield Places((ports["device"],) * sessions, ports["server"])


@contextmanager
def phones(count: int) -> Iterator[Places]:
    """Virtual phones, as the command serves them."""
    process = Process(
        [sys.executable, "-m", "runtime.bench", "phones", "--count", str(count), "--port", "0", "--clock", "virtual"]
    )
    try:
        yield Places(tuple(process.answer()["port"] for _ in range(count)), 0)
    finally:
        process.stop(interrupt=True)


def play(contest: Contest, places: Mapping[str, Places], otherwise: Places, repeat: int, until: float = 0.0) -> Result:
    """Everybody in turn, `repeat` times after one to get warm; `places` are those of single entrants.

    Where the floor drifted, all of it again, a few times, if `time.monotonic()` is still before `until`. Whether bars
    hold plays no part in that.
    """
    attempts = 1
    result = _play(contest, places, otherwise, repeat)
    while attempts < _ATTEMPTS and time.monotonic() < until:
        if all(verdict.valid for verdict in judge(contest.claims, contest.floor, result)):
            break
        result = _play(contest, places, otherwise, repeat)
        attempts += 1
    return result


def play_alone(
    contests: Sequence[Contest], repeat: int, only: Collection[str], scale: float
) -> Iterator[tuple[Contest, Result]]:
    """Play contests whose contenders need nothing outside of themselves; all, or those named."""
    until = time.monotonic() + _AGAIN
    for contest in contests:
        if not only or contest.name in only:
            entrants = {
                label: replace(entrant, count=max(1, round(entrant.count * scale)))
                for label, entrant in contest.entrants.items()
            }
            yield contest, play(replace(contest, entrants=entrants), {}, Places((), 0), repeat, until)


def _play(contest: Contest, places: Mapping[str, Places], otherwise: Places, repeat: int) -> Result:
    skipped: dict[str, str] = {}
    running: dict[str, Process] = {}
    samples: dict[str, list[Sample]] = {}
    with ExitStack() as stack:
        for label, entrant in contest.entrants.items():
            where = places.get(label, otherwise)
            text = json.dumps(asdict(where))
            running[label] = stack.enter_context(started("contender", entrant.contender, text))
        for label in contest.entrants:
            ready = running[label].answer()
            if "skipped" in ready:
                skipped[label] = ready["skipped"]
                del running[label]
            else:
                samples[label] = []
        for round_ in range(repeat + 1):
            pieces: dict[str, list[Sample]] = {label: [] for label in running}
            for part in range(contest.parts):
                for label, process in running.items():
                    count = shares(contest.entrants[label].count, contest.parts)[part]
                    if count:
                        pieces[label].append(Sample(**process.ask(str(count))))
            if round_:
                for label, found in pieces.items():
                    samples[label].append(together(found))
    return Result({label: Series(tuple(found)) for label, found in samples.items()}, skipped)
