"""The parts that one run uses, found by name and imported once, away from the loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path

from runtime import catalog
from runtime.config import RunConfig
from runtime.episode import Player
from runtime.errors import UsageError
from runtime.pool import distinct
from runtime.ports import Agent, Device, Evidence, Instrument, Judge, RuleJudge, User
from runtime.providers import Models, Providers, Tell
from runtime.rundir import RunDirectory
from runtime.scheduler import Parts
from runtime.selection import is_instrument, voters
from runtime.tasks import Suite, Task

Opener = Callable[[str], AbstractAsyncContextManager[Sequence[Device]]]


class Installed:
    """Suite, devices, user, judges and players of a run. `load` and `cast` take a while: call them in a thread."""

    def __init__(self, suite: str | Suite, devices: Sequence[str], config: RunConfig, models: Models) -> None:
        self._suite = suite
        self._devices = devices
        self._config = config
        self.providers = Providers(models)
        self.voters: tuple[str, ...] = ()
        """Judges that do not see the truth, which are held against each other."""
        self._user: Callable[..., User]
        self._judges: dict[str, Callable[..., Judge | RuleJudge]] = {}
        self._players: dict[str, tuple[Callable[..., Agent | Instrument], bool]] = {}
        self._openers: list[tuple[str, Opener]] = []

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

    def load(self, resumed: Path | None = None) -> None:
        """Find and import every part but the players. `resumed`: the folder of the run that is continued.

        Raises:
            UsageError: one is not there, or needs a model and has none, or nobody asks with the prompts given.
        """
        if resumed is not None:
            self.providers.recall(resumed)
        _ = self.suite
        self._openers = [(uri, catalog.load("devices", uri.partition(":")[0])) for uri in self._devices]
        self._user = catalog.load("users", self._config.user)
        self._judges = {name: catalog.load("judges", name) for name in self._config.judges}
        self.providers.check("users", self._config.user, self._user, "user")
        for name, judge in self._judges.items():
            self.providers.check("judges", name, judge, "judge")
        self.voters = voters(self._judges, self._config.vote)
        if self._players:
            self.providers.heard()

    def same_prompts(self, recorded: RunDirectory) -> RunDirectory:
        """The folder, if its run was begun with the prompts that would be used now.

        Raises:
            UsageError: it was not.
        """
        for role, labels in self.providers.prompts.items():
            before = recorded.manifest.config.prompts.get(role, ())
            if before != labels:
                then, now = (", ".join(sorted(one)) for one in ({*before} - {*labels}, {*labels} - {*before}))
                raise UsageError(
                    f"{recorded.path} was recorded with other prompts: {then or 'none'} then, {now or 'none'} now; "
                    "continue it with those texts (--prompts), or start a new run with --out"
                )
        return recorded

    def described(self, config: RunConfig) -> RunConfig:
        """The settings with the prompts that the parts ask with, once it is known who plays.

        Raises:
            UsageError: prompts were given that nobody asks with.
        """
        self.providers.heard()
        return config.model_copy(update={"prompts": self.providers.prompts})

    async def open(self, stack: AsyncExitStack, most: int | None, said: Callable[[str], None] | None) -> list[Device]:
        """Open models, then devices, which are at most so many; all are closed with the stack.

        Raises:
            UsageError: a model cannot be used; no device was asked for then.
        """
        await stack.enter_async_context(self.providers.opened())
        opened: list[Device] = []
        for uri, opener in self._openers:
            opened.extend(await stack.enter_async_context(opener(uri)))
        return distinct(opened, said)[:most]

    def cast(self, agents: Sequence[str]) -> dict[str, bool]:
        """Find and import who plays; who of them is an instrument.

        Raises:
            UsageError: nobody is called that, or a model is needed and there is none.
        """
        for name in agents:
            if name not in self._players:
                instrument = is_instrument(name)
                kind: catalog.Kind = "instruments" if instrument else "agents"
                player = catalog.load(kind, name)
                self.providers.check(kind, name, player, "agent")
                self._players[name] = player, instrument
        return {name: self._players[name][1] for name in agents}

    def parts(self, evidence: Evidence) -> Parts:
        """The factories that the scheduler uses; nothing is searched for any more."""
        make = self.providers.make

        def player(agent: str, seed: int, tell: Tell) -> Player:
            factory, instrument = self._players[agent]
            return Player(agent, make(factory, "agent", seed, tell=tell), instrument)

        def user(task: Task, seed: int, tell: Tell) -> User:
            made: User = make(self._user, "user", task, seed, tell=tell)
            return made

        def judges() -> Sequence[Judge | RuleJudge]:
            return [make(self._judges[name], "judge", evidence) for name in self._config.judges]

        return Parts(player, user, judges)
