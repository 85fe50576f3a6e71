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
"""Checks an address before it is used; returns one line for each check. Called by `doctor`, and for models by runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartSpec:
    """Common fields of agents, users and judges, all of which may use a model."""

    make: Callable[..., Any]
    """Makes the part for one episode."""
    name: str = ""
    """Its name in a run if it is passed as an object; an entry point has its own name."""
    needs_model: bool = False
    """True: `make` also gets a `Model` as `model=`; a run without a model for this role is refused."""
    prompts: PromptFiles | None = None
    """Its prompts, which `--prompts DIR` can replace; `make` gets those to use, by name, as `prompts=`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSpec(PartSpec):
    """An agent: `make(seed)` returns the agent of one episode."""

    make: Callable[..., Agent]
    notes: AgentNotes | None = None
    """What `list agents` prints."""
    needs_executor: bool = False
    """True: `make` also gets a second `Model` as `executor=`."""
    can_ask: bool = True
    """False: the agent has no way to ask its user, gets none, and is left out of DCR and IGR."""
    configure: Callable[[Mapping[str, str]], AgentSpec] | None = None
    """Returns the spec for the options of `NAME?KEY=VALUE&…`; raises UsageError for an unknown one."""
    optional_prompts: PromptFiles | None = None
    """Prompts that it uses only with some of its options; `--prompts DIR` can replace them too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InstrumentSpec:
    """A player that is given the ground truth on purpose: `make(seed)` returns the instrument of one episode."""

    make: Callable[..., Instrument]
    name: str = ""
    """Its name in a run if it is passed as an object; an entry point has its own name."""
    notes: AgentNotes | None = None
    """What `list agents` prints."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UserSpec(PartSpec):
    """A user simulator: `make(task, seed)` returns the user of one episode."""

    make: Callable[..., User]
    title: str = ""
    """One line for people."""
    check: Callable[[], None] | None = None
    """Raises UsageError if the user cannot answer here and now; blocks. Called before a run opens anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSpec(PartSpec):
    """A judge: `make(evidence)` returns the judge of one episode."""

    make: Callable[..., Judge | RuleJudge]
    title: str = ""
    """One line for people."""
    sees_truth: bool = False
    """Whether it is given app state and released values; such a judge has no vote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceSpec:
    """Devices with a URI scheme."""

    open: Callable[[str], AbstractAsyncContextManager[Sequence[Device]]]
    """`async with open(uri) as devices`; raises UsageError for a malformed URI, DeviceFault if none can be opened.
    Of several devices, those that do not answer yet may be unreached (`DeviceInfo.unreached`)."""
    open_hosts: Callable[[str, Mapping[str, Any]], AbstractAsyncContextManager[Sequence[Device]]] | None = None
    """For devices on which hosts play whole episodes (`runtime.episode.hosts`): `async with open_hosts(uri, settings)`,
    used instead of `open`. A host opens a `Runtime` with these settings."""
    parse: Callable[[str], object] | None = None
    """Raises UsageError for a malformed URI. Called for all URIs of a run before any is opened."""
    health_check: HealthCheck | None = None
    """Examines a URI for `doctor`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSpec:
    """Models with a URI scheme."""

    open: Callable[[Sequence[str], Ledger], AbstractAsyncContextManager[Mapping[str, Model]]]
    """`async with open(uris, ledger) as models`: a mapping by URI. Models record their token usage in the ledger."""
    health_check: HealthCheck | None = None
    """Asks the model at a URI a short question, for `doctor` and before a run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProgramSpec:
    """External programs with a scheme, such as `exec:`."""

    open: Callable[[Program], AbstractAsyncContextManager[Callable[[int, Path], Agent]]]
    """`async with open(program) as make`; `make(seed, folder)` returns the agent of one episode, which writes the
    program's output into `folder` and creates the folder if needed."""
    notes: Callable[[], Mapping[str, AgentNotes]] = dict
    """What `list agents` prints, by the text after the scheme; "" for the scheme itself."""
    outside: bool = False
    """True: the runtime starts nothing. The agents connect by themselves and are not isolated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentServerSpec:
    """A server through which external agents get their instruction, ask and finish."""

    open: Callable[..., Any]
    """`async with open(host, port, run_token=…) as server`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DashboardSpec:
    """A page on which a run is watched and operated while it is played."""

    open: Callable[..., Any]
    """`async with open(run_folder, port) as dashboard`; see `adapters.web.live.dashboard.Dashboard`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteSpec:
    """A suite of tasks."""

    load: Callable[[], Suite]
    """Returns the suite; may read files."""
    validate: Callable[[Suite], Sequence[Any]] | None = None
    """Checks the suite for the command `validate`; returns the findings."""
    counts: Callable[[Suite], Sequence[Any]] | None = None
    """Returns counts of the suite beside the published ones, for the command `validate`."""
    coverage: Callable[[Suite], Sequence[Any]] | None = None
    """Returns, for each app, its screens that tasks visit, its declared distractors, and the others, for `validate`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SuiteReaderSpec:
    """A reader of suites from files, registered under the file extension."""

    read: Callable[[Sequence[str]], Suite]
    """Returns the suite in these files and folders; raises UsageError for a malformed one."""
    validate: Callable[[Suite], Sequence[Any]] | None = None
    """See `SuiteSpec.validate`."""
    counts: Callable[[Suite], Sequence[Any]] | None = None
    """See `SuiteSpec.counts`."""
    coverage: Callable[[Suite], Sequence[Any]] | None = None
    """See `SuiteSpec.coverage`."""


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
    """A command of `python -m runtime.bench`."""

    run: Callable[[Sequence[str]], int]
    """Called with the arguments after the command's name; returns the exit code."""
    title: str = ""
    """One line for people."""


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
