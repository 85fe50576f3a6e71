"""The parts that one run uses, found by name and imported once, away from the loop."""

from __future__ import annotations

import sys
import warnings
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from pathlib import Path

import anyio
import anyio.abc

from runtime.components.agent_refs import AgentRef, cast, isolation, opener
from runtime.components.collisions import PackageCollisionWarning, find_collisions
from runtime.components.providers import Models, Providers
from runtime.components.selection import is_instrument, voters
from runtime.core.config import Confinement, RunConfig
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite, Task
from runtime.devices.pool import distinct
from runtime.episode.playing import Player
from runtime.episode.run_parts import Parts
from runtime.plugins import registry
from runtime.plugins.protocols import (
    Agent,
    Device,
    Evidence,
    Instrument,
    Judge,
    ModelCallObserver,
    Program,
    RuleJudge,
    User,
)
from runtime.storage.run_directory import RunDirectory

Opener = Callable[[str], AbstractAsyncContextManager[Sequence[Device]]]
Maker = Callable[[int, Path], Agent]
Programs = Callable[[Program], AbstractAsyncContextManager[Maker]]


class RunComponents:
    """Suite, devices, user, judges and players of a run. `load` and `cast` take a while: call them in a thread."""

    def __init__(
        self, suite: str | Suite, devices: Sequence[str], config: RunConfig, models: Models, confinement: Confinement
    ) -> None:
        self._suite = suite
        self._devices = devices
        self._config = config
        self._confinement = confinement
        self.providers = Providers(models)
        self.voters: tuple[str, ...] = ()
        """Judges that do not see the truth, which are held against each other."""
        self._user: Callable[..., User]
        self._judges: dict[str, Callable[..., Judge | RuleJudge]] = {}
        self._players: dict[str, tuple[Callable[..., Agent | Instrument], bool]] = {}
        self._programs: dict[str, tuple[str, Programs]] = {}
        self._makers: dict[str, Maker] = {}
        self._openers: list[tuple[str, Opener]] = []

    @property
    def suite(self) -> Suite:
        """What is played.

        Raises:
            UsageError: no suite is registered under the name that was given.
        """
        suite = self._suite
        if isinstance(suite, str):
            suite = self._suite = registry.suite(suite)
        return suite

    def load(self, resumed: Path | None = None) -> None:
        """Find and import every part but the players. `resumed`: the folder of the run that is continued.

        Warns of other projects whose packages have the names of ours.

        Raises:
            UsageError: one is not there, or needs a model and has none, or nobody asks with the prompts given.
        """
        for sentence in find_collisions(sys.path):
            warnings.warn(sentence, PackageCollisionWarning, stacklevel=2)
        if resumed is not None:
            self.providers.recall(resumed)
        _ = self.suite
        self._openers = [(uri, registry.load("devices", uri.partition(":")[0])) for uri in self._devices]
        self._user = registry.load("users", self._config.user)
        self._judges = {name: registry.load("judges", name) for name in self._config.judges}
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
                then, now = (", ".join(sorted(texts)) for texts in ({*before} - {*labels}, {*labels} - {*before}))
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
        playing = {name: self._programs[name] for name in config.agents if name in self._programs}
        programs = {name: address for name, (address, _) in playing.items()}
        isolation_text = isolation([opening for _, opening in playing.values()], self._confinement.isolation)
        return config.model_copy(
            update={"prompts": self.providers.prompts, "programs": programs, "isolation": isolation_text}
        )

    async def open(
        self, stack: AsyncExitStack, most: int | None, function: Callable[[str], None] | None, folder: Path
    ) -> list[Device]:
        """Open models and programs, then devices, which are at most so many; all are closed with the stack.

        `folder` is the run's, which programs must not see.

        Raises:
            UsageError: a model or program cannot be used; no device was asked for then.
        """
        await stack.enter_async_context(self.providers.opened())
        for name in self._programs:
            await stack.enter_async_context(self._program(name, folder))
        opened: list[Device] = []
        for uri, opening in self._openers:
            opened.extend(await stack.enter_async_context(opening(uri)))
        return distinct(opened, function)[:most]

    async def open_late(self, group: anyio.abc.TaskGroup, folder: Path) -> None:
        """Open those programs that were cast after the devices had been opened; they go with the group.

        Raises:
            UsageError: one cannot be used.
        """
        for name in self._programs:
            if name not in self._makers:
                await group.start(self._keep_open, name, folder)

    def cast(self, agents: Sequence[str]) -> dict[str, bool]:
        """Find and import who plays, by their names in the run; who of them is an instrument.

        Raises:
            UsageError: nobody is called that, or a model is needed and there is none.
        """
        players = cast(agents)
        for name, player in players.items():
            if player.address and self._programs.get(name, (player.address,))[0] != player.address:
                raise UsageError(
                    f"--agent {player.address}: another one was called {name!r} before; give NAME={player.address}"
                )
            if player.address:
                self._programs[name] = player.address, opener(player.address)
            elif name not in self._players:
                self._players[name] = self._found(player)
        return {name: name in self._players and self._players[name][1] for name in players}

    def _found(self, ref: AgentRef) -> tuple[Callable[..., Agent | Instrument], bool]:
        instrument = is_instrument(ref.part)
        kind: registry.Kind = "instruments" if instrument else "agents"
        player = registry.load(kind, ref.part)
        if options := ref.options:
            if not hasattr(player, "configured"):
                raise UsageError(f"--agent {ref.name}: {ref.part} takes no options")
            player = player.configured(options)
        self.providers.check(kind, ref.name, player, "agent")
        return player, instrument

    @asynccontextmanager
    async def _program(self, name: str, folder: Path) -> AsyncIterator[None]:
        """Keep a program open."""
        address, opening = self._programs[name]
        async with opening(self._confined(name, address, folder)) as make:
            self._makers[name] = make
            try:
                yield
            finally:
                del self._makers[name]

    def _confined(self, name: str, address: str, folder: Path) -> Program:
        allowed, suite = self._confinement, Path(self._config.suite)
        hidden = (folder.absolute(), *((suite,) if suite.is_absolute() else ()))
        return Program(name, address, allowed.isolation, hidden, allowed.paths, allowed.environment, allowed.reach)

    async def _keep_open(self, name: str, folder: Path, *, task_status: anyio.abc.TaskStatus[None]) -> None:
        async with self._program(name, folder):
            task_status.started()
            await anyio.sleep_forever()

    def parts(self, evidence: Evidence) -> Parts:
        """The factories that the scheduler uses; nothing is searched for any more."""
        make = self.providers.make

        def player(agent: str, seed: int, on_call: ModelCallObserver, folder: Path) -> Player:
            if agent in self._makers:
                return Player(agent, self._makers[agent](seed, folder), instrument=False)
            factory, instrument = self._players[agent]
            return Player(agent, make(factory, "agent", seed, on_call=on_call), instrument)

        def user(task: Task, seed: int, on_call: ModelCallObserver) -> User:
            made: User = make(self._user, "user", task, seed, on_call=on_call)
            return made

        def judges() -> Sequence[Judge | RuleJudge]:
            return [make(self._judges[name], "judge", evidence) for name in self._config.judges]

        def asks(agent: str) -> bool:
            factory, _ = self._players.get(agent, (None, False))
            return not getattr(factory, "never_asks", False)

        return Parts(player, user, judges, asks)
