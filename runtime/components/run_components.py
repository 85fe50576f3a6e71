"""The parts of one run: found by name, imported once in a worker thread, and created for each episode."""

from __future__ import annotations

import sys
import warnings
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import anyio.abc

from runtime.components.agent_refs import AgentRef, parse_agent_refs, program_spec, recorded_isolation
from runtime.components.collisions import PackageCollisionWarning, find_collisions
from runtime.components.models import Models, Providers
from runtime.components.selection import is_instrument, select, voters
from runtime.core.config import Confinement, RunConfig
from runtime.core.errors import UsageError
from runtime.core.tasks import Suite, Task
from runtime.devices.pool import unique_devices
from runtime.episode.playing import Player
from runtime.episode.run_parts import ComponentFactories
from runtime.language.word_lists import read_word_lists
from runtime.plugins import registry
from runtime.plugins.protocols import Agent, Device, Evidence, Judge, ModelCallObserver, Program, RuleJudge, User
from runtime.plugins.specs import AgentSpec, DeviceSpec, InstrumentSpec, JudgeSpec, ProgramSpec, UserSpec, agent_spec
from runtime.storage.run_directory import RunDirectory

Maker = Callable[[int, Path], Agent]
AgentPart = str | type[Any] | AgentSpec | InstrumentSpec
"""An agent as callers pass it: a registered name or an address, a class, or a spec."""
UserPart = str | type[Any] | UserSpec
MOST_PHONES = 20
"""How many virtual phones a run opens at most whose devices are not named."""
JudgePart = str | type[Any] | JudgeSpec


@dataclass(frozen=True, slots=True)
class GivenParts:
    """Parts of a run that were passed as objects instead of registered names."""

    suite: Suite | None = None
    user: UserSpec | None = None
    judges: Mapping[str, JudgeSpec] = field(default_factory=dict)


class RunComponents:
    """Suite, devices, user, judges and players of a run. `load` and `cast` block: call them in a thread."""

    def __init__(
        self,
        devices: Sequence[str] | None,
        config: RunConfig,
        given: GivenParts,
        models: Models,
        confinement: Confinement,
    ) -> None:
        self._suite = given.suite
        self._given = given
        self._devices = devices
        self._config = config
        self._confinement = confinement
        self.providers = Providers(models)
        self.voters: tuple[str, ...] = ()
        """Judges that do not see the ground truth; their scores are compared with each other."""
        self._user: UserSpec
        self._judges: dict[str, JudgeSpec] = {}
        self._players: dict[str, AgentSpec | InstrumentSpec] = {}
        self._programs: dict[str, tuple[str, ProgramSpec]] = {}
        self._makers: dict[str, Maker] = {}
        self._given_players: dict[str, AgentPart] = {}
        """The players as they were passed."""
        self._openers: list[tuple[str, DeviceSpec]] = []

    @property
    def suite(self) -> Suite:
        """The suite that is played.

        Raises:
            UsageError: no suite is registered under the configured name.
        """
        if self._suite is None:
            self._suite = registry.suite(self._config.suite)
        return self._suite

    def load(self, resumed: Path | None = None) -> None:
        """Find and import all parts except the players. `resumed` is the folder of the run to continue.

        Issues a `PackageCollisionWarning` for each other project whose packages have the names of ours.

        Raises:
            UsageError: a part is unknown, a part lacks the model that it needs, or no part uses the given prompts.
        """
        for sentence in find_collisions(tuple(sys.path)):
            warnings.warn(sentence, PackageCollisionWarning, stacklevel=2)
        if resumed is not None:
            self.providers.recall(resumed)
        _ = self.suite
        read_word_lists()
        devices = (self._virtual_phones(),) if self._devices is None else self._devices
        self._openers = [(uri, registry.load(registry.DEVICES, uri.partition(":")[0])) for uri in devices]
        for uri, spec in self._openers:
            if spec.parse is not None:
                spec.parse(uri)
        self._user = self._given.user or registry.load(registry.USERS, self._config.user)
        self._judges = {
            name: self._given.judges.get(name) or registry.load(registry.JUDGES, name) for name in self._config.judges
        }
        self.providers.check(self._user, self._config.user, "user")
        if self._user.check is not None:
            self._user.check()
        for name, judge in self._judges.items():
            self.providers.check(judge, name, "judge")
        self.voters = voters(self._judges, self._config.vote)
        if self._players:
            self.providers.heard()

    def _virtual_phones(self) -> str:
        """The URI of as many virtual phones as there are episodes to play at once, within the limit."""
        config = self._config
        tasks = select(self.suite, config.selection, config.seed)
        return f"phone://{min(MOST_PHONES, len(tasks) * len(config.agents) * config.repeat)}"

    def same_prompts(self, recorded: RunDirectory) -> RunDirectory:
        """Return the folder if its run was recorded with the prompts that would be used now.

        Raises:
            UsageError: it was recorded with other prompts.
        """
        for role, labels in self.providers.prompts.items():
            before = recorded.manifest.config.prompts.get(role, ())
            if before != labels:
                then, now = (", ".join(sorted(texts)) for texts in ({*before} - {*labels}, {*labels} - {*before}))
                raise UsageError(
                    f"{recorded.path} was recorded with other prompts: {then or 'none'} then, {now or 'none'} now; "
                    "continue it with the recorded prompts (--prompts), or start a new run with --out"
                )
        return recorded

    def described(self, config: RunConfig) -> RunConfig:
        """The configuration completed with prompts, programs and isolation; call it when all players are cast.

        Raises:
            UsageError: no part uses the given prompts.
        """
        self.providers.heard()
        playing = {name: self._programs[name] for name in config.agents if name in self._programs}
        programs = {name: address for name, (address, _) in playing.items()}
        isolation = recorded_isolation([spec for _, spec in playing.values()], self._confinement.isolation)
        return config.model_copy(
            update={"prompts": self.providers.prompts, "programs": programs, "isolation": isolation}
        )

    async def open(
        self,
        stack: AsyncExitStack,
        most: int | None,
        on_message: Callable[[str], None],
        folder: Path,
        settings: Mapping[str, Any],
    ) -> list[Device]:
        """Open models and programs, then at most `most` devices; the stack closes all of them.

        `folder` is the run folder, which is hidden from programs. `settings` make hosts play as this process would.

        Raises:
            UsageError: a model or program cannot be used; no device has been opened then.
        """
        await stack.enter_async_context(self.providers.opened())
        for name in self._programs:
            await stack.enter_async_context(self._program(name, folder))
        opened: list[Device] = []
        for uri, spec in self._openers:
            devices = spec.open(uri) if spec.open_hosts is None else spec.open_hosts(uri, settings)
            opened.extend(await stack.enter_async_context(devices))
        unique = unique_devices(opened, on_message)
        for device in unique:
            if device.info.unreached:
                on_message(f"{device.info.name} rests until it answers: {device.info.unreached}")
        return sorted(unique, key=lambda device: bool(device.info.unreached))[:most]

    async def open_late(self, group: anyio.abc.TaskGroup, folder: Path) -> None:
        """Open the programs that were cast after the devices were opened; cancelling the group closes them.

        Raises:
            UsageError: a program cannot be used.
        """
        for name in self._programs:
            if name not in self._makers:
                await group.start(self._keep_open, name, folder)

    def cast(self, agents: Sequence[AgentPart]) -> dict[str, bool]:
        """Find and import the players; return for each name in the run whether it is an instrument.

        Raises:
            UsageError: a name is unknown, a class is not an agent, or a player lacks the model that it needs.
        """
        for part in agents:
            if not isinstance(part, str):
                self._add(part)
        given = {part if isinstance(part, str) else player_name(part): part for part in agents}
        players = parse_agent_refs(list(given))
        self._given_players.update(zip(players, given.values(), strict=True))
        for name, player in players.items():
            if player.address and self._programs.get(name, (player.address,))[0] != player.address:
                raise UsageError(
                    f"--agent {player.address}: another program is already called {name!r}; choose another name with "
                    f"NAME={player.address}"
                )
            if player.address:
                self._programs[name] = player.address, program_spec(player.address)
            elif name not in self._players:
                self._players[name] = self._load_player(player)
        return {name: isinstance(self._players.get(name), InstrumentSpec) for name in players}

    def _add(self, part: type[Any] | AgentSpec | InstrumentSpec) -> None:
        """Add a player that was passed as an object."""
        name = player_name(part)
        spec = part if isinstance(part, InstrumentSpec) else agent_spec(part, f"the agent {name!r}")
        if not name:
            raise UsageError("an agent that is passed as a spec needs a name: AgentSpec(make=…, name=…)")
        if self._players.setdefault(name, spec) != spec:
            raise UsageError(f"two agents are called {name!r}: give one of them another name with AgentSpec(name=…)")
        self.providers.check(spec, name, "agent")

    def _load_player(self, ref: AgentRef) -> AgentSpec | InstrumentSpec:
        if is_instrument(ref.part):
            spec: AgentSpec | InstrumentSpec = registry.load(registry.INSTRUMENTS, ref.part)
        else:
            spec = registry.load(registry.AGENTS, ref.part)
        if options := ref.options:
            if not isinstance(spec, AgentSpec) or spec.configure is None:
                raise UsageError(f"--agent {ref.name}: {ref.part} has no options: leave out what follows the ?")
            spec = spec.configure(options)
        self.providers.check(spec, ref.name, "agent")
        return spec

    @asynccontextmanager
    async def _program(self, name: str, folder: Path) -> AsyncIterator[None]:
        """Open a program and provide its factory while the block runs."""
        address, spec = self._programs[name]
        async with spec.open(self._program_request(name, address, folder)) as make:
            self._makers[name] = make
            try:
                yield
            finally:
                del self._makers[name]

    def _program_request(self, name: str, address: str, folder: Path) -> Program:
        allowed, replies = self._confinement, self.providers.folder
        hidden = (folder, Path(self._config.suite), *((replies,) if replies else ()))
        return Program(name, address, allowed.isolation, hidden, allowed.paths, allowed.environment, allowed.reach)

    async def _keep_open(self, name: str, folder: Path, *, task_status: anyio.abc.TaskStatus[None]) -> None:
        async with self._program(name, folder):
            task_status.started()
            await anyio.sleep_forever()

    def parts(self, evidence: Evidence) -> ComponentFactories:
        """The factories that the scheduler uses. All parts have been found and imported before."""
        make = self.providers.make

        def player(agent: str, seed: int, on_call: ModelCallObserver, folder: Path) -> Player:
            if agent in self._makers:
                return Player(agent, self._makers[agent](seed, folder), instrument=False)
            spec = self._players[agent]
            return Player(agent, make(spec, "agent", seed, on_call=on_call), isinstance(spec, InstrumentSpec))

        def user(task: Task, seed: int, on_call: ModelCallObserver) -> User:
            made: User = make(self._user, "user", task, seed, on_call=on_call)
            return made

        def judges() -> Sequence[Judge | RuleJudge]:
            return [make(self._judges[name], "judge", evidence) for name in self._config.judges]

        def can_ask(agent: str) -> bool:
            spec = self._players.get(agent)
            return not isinstance(spec, AgentSpec) or spec.can_ask

        given, spent = self._given_players.__getitem__, self.providers.ledger.add
        return ComponentFactories(player, user, judges, can_ask, given, spent)


def player_name(part: type[Any] | AgentSpec | InstrumentSpec) -> str:
    """The name in the run of a player that was passed as an object; for a class, the class name."""
    return part.name if isinstance(part, AgentSpec | InstrumentSpec) else getattr(part, "__name__", "")
