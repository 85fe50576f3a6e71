"""Typed declarations of plug-ins: what an entry point of each group names.

A spec says how a part is made and what it needs, so that a run can be refused before anything is opened. Agents,
judges and users without special needs may be declared by their class alone, see `agent_spec`, `judge_spec` and
`user_spec`.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from runtime.core.errors import UsageError

if TYPE_CHECKING:  # the command line reads specs for `--help`, which needs neither pydantic nor numpy
    from pathlib import Path

    from runtime.core.tasks import Suite
    from runtime.llm import Ledger, Model, PromptFiles
    from runtime.plugins.protocols import (
        Agent,
        AgentNotes,
        Device,
        Finding,
        Instrument,
        Judge,
        Program,
        RuleJudge,
        User,
    )

HealthCheck = Callable[[str], Awaitable[Sequence["Finding"]]]
"""Examines an address before it is used; returns one line for each thing that it looked at."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartSpec:
    """A part that may ask a model: `make` is called with `model=` if it needs one, and `prompts=` if it has some."""

    make: Callable[..., Any]
    name: str = ""
    """The name in a run of a part that is passed as an object; entry points have their own."""
    needs_model: bool = False
    prompts: PromptFiles | None = None
    """The texts that it asks its model with, which `--prompts DIR` can replace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSpec(PartSpec):
    """An agent: `make(seed)` returns the agent of one episode.

    With `needs_executor` it is called with a second model as `executor=`.
    """

    make: Callable[..., Agent]
    notes: AgentNotes | None = None
    """What `list agents` prints."""
    needs_executor: bool = False
    can_ask: bool = True
    """False: the agent has no way to ask its user, gets none, and is left out of what is measured of asking."""
    configure: Callable[[Mapping[str, str]], AgentSpec] | None = None
    """Takes the options of `NAME?KEY=VALUE&…`; raises UsageError for one that it does not know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstrumentSpec:
    """A player that is given the ground truth on purpose: `make(seed)` returns the instrument of one episode."""

    make: Callable[..., Instrument]
    name: str = ""
    notes: AgentNotes | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class UserSpec(PartSpec):
    """A user simulator: `make(task, seed)` returns the user of one episode."""

    make: Callable[..., User]
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSpec(PartSpec):
    """A judge: `make(evidence)` returns the judge of one episode."""

    make: Callable[..., Judge | RuleJudge]
    title: str = ""
    sees_truth: bool = False
    """Whether it is handed app state and released values; such a judge has no vote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceSpec:
    """Devices behind a URI scheme: `async with open(uri) as devices`."""

    open: Callable[[str], AbstractAsyncContextManager[Sequence[Device]]]
    health_check: HealthCheck | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSpec:
    """Models behind a URI scheme: `async with open(uris, ledger) as models`, a mapping by address."""

    open: Callable[[Sequence[str], Ledger], AbstractAsyncContextManager[Mapping[str, Model]]]
    health_check: HealthCheck | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramSpec:
    """External programs behind a scheme: `async with open(program) as make`; `make(seed, folder)` returns an agent."""

    open: Callable[[Program], AbstractAsyncContextManager[Callable[[int, Path], Agent]]]
    notes: Callable[[], Mapping[str, AgentNotes]] = dict
    """What `list agents` prints, by what follows the scheme; "" for the scheme itself."""
    outside: bool = False
    """Whether nothing is started here: its agents connect by themselves and are isolated by nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentServerSpec:
    """A server by which external agents get their instruction and ask: `open(host, port, run_token=…)`."""

    open: Callable[..., Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteSpec:
    """A suite of tasks. `validate` proves it sound, `counts` counts it beside published figures."""

    load: Callable[[], Suite]
    validate: Callable[[Suite], Sequence[Any]] | None = None
    counts: Callable[[Suite], Sequence[Any]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteReaderSpec:
    """A reader of people's own suites, registered under the ending of their files."""

    read: Callable[[Sequence[str]], Suite]
    validate: Callable[[Suite], Sequence[Any]] | None = None
    counts: Callable[[Suite], Sequence[Any]] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AppSpec:
    """An app of the virtual phone (`adapters.phone.ui.app.App`)."""

    app: object


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatSpec:
    """An output grammar of a published agent (`adapters.agents.formats.grammar.format.Format`)."""

    format: object


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandSpec:
    """A command of `python -m runtime.bench`: `run(arguments)` returns the exit code."""

    run: Callable[[Sequence[str]], int]
    title: str = ""


def agent_spec(part: object, where: str) -> AgentSpec:
    """The spec itself, or one for an agent class: it has `async def play(self, session)` and takes a seed.

    Raises:
        UsageError: it is neither; `where` names what was looked at.
    """
    if isinstance(part, AgentSpec):
        return part
    found = _class_with("an agent", part, where, ("play",))
    return AgentSpec(make=found, name=found.__name__)


def instrument_spec(part: object, where: str) -> InstrumentSpec:
    """The spec itself, or one for an instrument class: it has `async def play(self, session, task)`.

    Raises:
        UsageError: it is neither.
    """
    if isinstance(part, InstrumentSpec):
        return part
    found = _class_with("an instrument", part, where, ("play",))
    return InstrumentSpec(make=found, name=found.__name__)


def user_spec(part: object, where: str) -> UserSpec:
    """The spec itself, or one for a user class: it has `async def answer(self, question)`.

    Raises:
        UsageError: it is neither.
    """
    if isinstance(part, UserSpec):
        return part
    found = _class_with("a user", part, where, ("answer",))
    return UserSpec(make=found, name=found.__name__)


def judge_spec(part: object, where: str) -> JudgeSpec:
    """The spec itself, or one for a judge class: it has `async def judge(…)`, or `begin` and `feed` (`RuleJudge`).

    Such a judge does not see the truth; a judge that does needs a spec.

    Raises:
        UsageError: it is neither.
    """
    if isinstance(part, JudgeSpec):
        return part
    methods = ("judge",) if hasattr(part, "judge") else ("begin", "feed")
    found = _class_with("a judge", part, where, methods)
    if getattr(found, "sees_truth", False):
        raise UsageError(f"{where} ({found.__name__}) sees the truth: declare it by JudgeSpec(…, sees_truth=True)")
    return JudgeSpec(make=found, name=found.__name__)


def _class_with(kind: str, part: object, where: str, methods: tuple[str, ...]) -> type[Any]:
    if not inspect.isclass(part):
        raise UsageError(f"{where} is neither {kind}'s spec nor its class but {type(part).__name__}")
    missing = [name for name in methods if not callable(getattr(part, name, None))]
    if missing:
        raise UsageError(f"{where} ({part.__name__}) is not {kind}: it has no method {', '.join(missing)}")
    asynchronous = {"play", "answer", "judge"}.intersection(methods)
    if any(not inspect.iscoroutinefunction(getattr(part, name)) for name in asynchronous):
        raise UsageError(f"{where} ({part.__name__}) is not {kind}: its {methods[0]} must be an async method")
    return part
