"""The parts that one run uses, found by name and imported once, away from the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager

from runtime import catalog
from runtime.config import RunConfig
from runtime.episode import Player
from runtime.ports import Agent, Device, Evidence, Instrument, Judge, RuleJudge, User
from runtime.scheduler import Parts
from runtime.selection import is_instrument
from runtime.tasks import Suite, Task

Opener = Callable[[str], AbstractAsyncContextManager[Sequence[Device]]]


class Installed:
    """Suite, devices, user, judges and players of a run. `load` and `cast` take a while: call them in a thread."""

    def __init__(self, suite: str | Suite, devices: Sequence[str], config: RunConfig) -> None:
        self._suite = suite
        self._devices = devices
        self._config = config
        self._user: Callable[[Task, int], User]
        self._judges: dict[str, Callable[[Evidence], Judge | RuleJudge]] = {}
        self._players: dict[str, tuple[Callable[[int], Agent | Instrument], bool]] = {}
        self.openers: list[tuple[str, Opener]] = []

    @property
    def suite(self) -> Suite:
        """What is played.

        Raises:
            UsageError: no suite is registered under the name that was given.
        """
        suite = self._suite
        if isinstance(suite, str):
            suite = self._suite = catalog.suite(suite)
        return suite

    def load(self) -> None:
        """Find and import every part but the players.

        Raises:
            UsageError: one is not there.
        """
        _ = self.suite
        self.openers = [(uri, catalog.load("devices", uri.partition(":")[0])) for uri in self._devices]
        self._user = catalog.load("users", self._config.user)
        self._judges = {name: catalog.load("judges", name) for name in self._config.judges}

    def cast(self, agents: Sequence[str]) -> dict[str, bool]:
        """Find and import who plays; who of them is an instrument.

        Raises:
            UsageError: nobody is called that.
        """
        for name in agents:
            if name not in self._players:
                instrument = is_instrument(name)
                self._players[name] = catalog.load("instruments" if instrument else "agents", name), instrument
        return {name: self._players[name][1] for name in agents}

    def parts(self, evidence: Evidence) -> Parts:
        """The factories that the scheduler uses; nothing is searched for any more."""

        def player(agent: str, seed: int) -> Player:
            factory, instrument = self._players[agent]
            return Player(agent, factory(seed), instrument)

        def user(task: Task, seed: int) -> User:
            return self._user(task, seed)

        def judges() -> Sequence[Judge | RuleJudge]:
            return [self._judges[name](evidence) for name in self._config.judges]

        return Parts(player, user, judges)
