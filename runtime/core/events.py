"""Events of an episode, verdicts on it, and the score that summarizes them. Frozen plain data.

There are three kinds of record, each with its own log. An `Event` is an observed fact without a judgement. A `Truth` is
a fact that no agent may see. A `Verdict` is a judge's opinion about one subject; the last verdict on a subject wins.
One pydantic adapter per kind reads and writes JSON lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from runtime.core.actions import Action, Decision
from runtime.core.errors import Boundary
from runtime.core.tasks import Difficulty, Domain, Level, State

STRICT: Final = ConfigDict(extra="forbid")
"""Recorded data with a key that is not known is refused when it is read."""

Digest = str
"""Content hash that names a blob: `frame-…`, `tree-…` or `raw-…` and hex digits."""

Ending = Literal["finished", "stopped", "max_steps", "deadline", "fault", "void"]
"""finished: the agent declared the end; stopped: it returned without doing so; max_steps: T_max reached; deadline: the
agent's own deadline passed; fault: something failed (see cause); void: the attempt does not count and is played again.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened in one attempt. `seq` counts from 0 in the attempt's log; `t` is volatile."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    episode: str
    attempt: int
    seq: int
    t: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """An attempt started; its first event."""

    task: str
    agent: str
    device: str
    seed: int
    can_ask: bool = True
    kind: Literal["started"] = field(default="started", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed(Event):
    """The settled screen after `step` units of the budget. A digest is None if that view was not captured."""

    step: int
    frame: Digest | None
    tree: Digest | None
    kind: Literal["observed"] = field(default="observed", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Event):
    """A decision of the agent; its first action will be number `step`."""

    step: int
    decision: Decision
    source: Literal["agent", "sniffer"] = "agent"
    kind: Literal["decided"] = field(default="decided", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Performed(Event):
    """An action was executed. `commands` are the device services it used; `took` is its wall time in ms (volatile)."""

    step: int
    action: Action
    commands: tuple[str, ...] = ()
    took: int = 0
    kind: Literal["performed"] = field(default="performed", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied(Event):
    """The user's reply to a question. `answered` is False if it timed out and the agent was told so."""

    step: int
    question: str
    text: str
    answered: bool = True
    kind: Literal["replied"] = field(default="replied", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCalled(Event):
    """A model was called, whether or not its reply could be parsed."""

    role: str
    model: str
    usage: dict[str, int]
    error: str = ""
    kind: Literal["model_called"] = field(default="model_called", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DisturbanceOccurred(Event):
    """A declared disturbance occurred."""

    weather: str
    detail: str = ""
    kind: Literal["weather"] = field(default="weather", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic(Event):
    """Device traffic that could not be decoded as an action; stored raw."""

    digest: Digest
    why: str
    writes: bool = False
    """Whether it is a shell command that changes state without the user interface."""
    kind: Literal["traffic"] = field(default="traffic", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulted(Event):
    """A fault occurred at `boundary`."""

    boundary: Boundary
    error: str
    kind: Literal["faulted"] = field(default="faulted", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """The attempt ended; its last event. `cause` names the boundary at fault, if any."""

    ending: Ending
    cause: Boundary | None = None
    kind: Literal["ended"] = field(default="ended", repr=False)


AnyEvent = Annotated[
    Started | Observed | Decided | Performed | Replied | ModelCalled | DisturbanceOccurred | Traffic | Faulted | Ended,
    Field(discriminator="kind"),
]
"""Any event of an attempt: an observed fact. `kind` tells them apart."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateRead(Event):
    """App state after `step`. The first of an attempt is complete; later ones hold only the apps that changed.

    `tainted` are all paths whose values shell commands wrote instead of the user interface, with those commands.
    `unknown_commands` counts what the phone's shell did not know so far.
    """

    step: int
    state: State
    tainted: dict[str, str] = field(default_factory=dict)
    unknown_commands: dict[str, int] = field(default_factory=dict)
    kind: Literal["state_read"] = field(default="state_read", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Released(Event):
    """Requirements that the user simulator revealed in its reply at `step`; `turn` is its own label of the turn."""

    step: int
    requirements: tuple[str, ...]
    turn: str = ""
    understood: tuple[str, ...] = ()
    """How the user understood each ask of the question, for people."""
    kind: Literal["released"] = field(default="released", repr=False)


AnyTruth = Annotated[StateRead | Released, Field(discriminator="kind")]
"""Any ground truth of an attempt, for judges with `sees_truth` only: app state, or what the user revealed."""

TurnKind = Literal["trivial", "repetitive", "out_of_scope", "context_missing", "compliant", "not_understood"]
TURN_KINDS: tuple[TurnKind, ...] = (
    "trivial", "repetitive", "out_of_scope", "context_missing", "compliant", "not_understood"
)  # fmt: skip
"""Labels of asks and turns, the worst first. `not_understood` is no violation: the simulated user is at fault."""


def turn_kind(text: str) -> TurnKind | None:
    """Return the label with that name, or None."""
    return next((kind for kind in TURN_KINDS if kind == text), None)


RedundantKind = Literal["no_effect", "loop", "backtrack", "correction", "none"]
TerminatedKind = Literal["normal", "early", "delayed_goal", "delayed_cap"]


@dataclass(frozen=True, slots=True, kw_only=True)
class VerdictSource:
    """How a model produced a verdict: the model, the prompt's label, and whether a second reply was needed."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    model: str
    prompt: str
    repaired: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A judge's opinion on one subject. `reason` is for people; `usage` counts model tokens, if any.

    `version` is the judge's version, recorded with the verdict. `asked` is None if no model was used.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    episode: str
    judge: str
    reason: str = ""
    usage: dict[str, int] = field(default_factory=dict)
    version: str = ""
    asked: VerdictSource | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Described(Verdict):
    """A step in words: ⟨page, observation, operation, feedback⟩ (AmbiBench §4.1.2).

    `page` is `package/Page name`; `observation` has one line per visible row; `operation` is the action that led here
    (empty for the first screen); `feedback` describes the changes.
    """

    step: int
    page: str
    observation: str
    operation: str
    feedback: str
    kind: Literal["described"] = field(default="described", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequirementMet(Verdict):
    """Whether a requirement is met: `any` at some step, `final` at the end; None: unscored. `evidence` is the deciding
    step.
    """

    requirement: str
    any: bool | None
    final: bool | None
    evidence: int | None = None
    kind: Literal["requirement"] = field(default="requirement", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyStepHit(Verdict):
    """Whether a key step was executed in order, and by which step; `hit` None: unscored."""

    key_step: str
    hit: bool | None
    step: int | None = None
    kind: Literal["key_step"] = field(default="key_step", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Redundant(Verdict):
    """How step `step` was redundant. `none`: not, which withdraws an earlier verdict; None: unscored."""

    step: int
    redundancy: RedundantKind | None
    kind: Literal["redundant"] = field(default="redundant", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnJudged(Verdict):
    """The label of one dialogue turn (`turn` counts from 1; label None: unscored) and the missing requirements that its
    compliant asks filled.

    `asks` has the label of each ask; `label` is the worst of them. `ignored` counts asks beyond those that a person
    answers. `ungrounded`: requirements that it filled too, but with candidates that no screen had shown.
    """

    turn: int
    label: TurnKind | None
    filled: tuple[str, ...] = ()
    asks: tuple[TurnKind, ...] = ()
    ignored: int = 0
    ungrounded: tuple[str, ...] = ()
    kind: Literal["turn"] = field(default="turn", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminated(Verdict):
    """How the episode ended, and at which step; `termination` None: unscored."""

    termination: TerminatedKind | None
    step: int
    looks: int = 0
    """Number of actions after the goal that were tolerated as a look at the result."""
    kind: Literal["terminated"] = field(default="terminated", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideEffect(Verdict):
    """A lasting change that the reference does not make; `undone` withdraws it."""

    what: str
    step: int
    undone: bool = False
    kind: Literal["side_effect"] = field(default="side_effect", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Bypass(Verdict):
    """A state change made by a shell command instead of the user interface; `undone` if it remains no longer."""

    what: str
    step: int
    undone: bool = False
    kind: Literal["bypass"] = field(default="bypass", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class GapJudged(Verdict):
    """Correctness of thought and action at one decision, both under the same matching rule.

    `step` is the number of the decision's first action. `em`: the executed action is right; `gta`: the action that its
    thought announces is right. Both None: the right action is not known; only `gta` None: there is no thought.
    """

    step: int
    em: bool | None
    gta: bool | None
    rule: str
    kind: Literal["gap"] = field(default="gap", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RemainingSteps(Verdict):
    """How many more actions the shortest way to the goal takes after `step` units of the budget, numbered as in
    `Observed.step`: 0 is before the first decision.

    Counted are device actions, the turns of questions in which everything that the instruction leaves open and the user
    has not revealed can be asked, and the answer if the task wants one. A `finish` counts only as an answer. It uses no
    unit of the budget, so the state after it has the next number: the value before it stays.

    `remaining` None: not known, or the goal cannot be reached any more; `reason` says why.
    """

    step: int
    remaining: int | None
    kind: Literal["remaining"] = field(default="remaining", repr=False)


AnyVerdict = Annotated[
    Described
    | RequirementMet
    | KeyStepHit
    | Redundant
    | TurnJudged
    | Terminated
    | SideEffect
    | Bypass
    | GapJudged
    | RemainingSteps,
    Field(discriminator="kind"),
]
"""Any verdict of a judge. A later verdict of the same judge on the same subject replaces an earlier one."""


def subject(verdict: Verdict) -> tuple[str, Any]:
    """Return what the verdict is about; a judge's later verdict on a subject replaces its earlier one."""
    match verdict:
        case Described(step=step):
            return "described", step
        case RequirementMet(requirement=requirement):
            return "requirement", requirement
        case KeyStepHit(key_step=key_step):
            return "key_step", key_step
        case Redundant(step=step):
            return "redundant", step
        case TurnJudged(turn=turn):
            return "turn", turn
        case Terminated():
            return "terminated", None
        case SideEffect(what=what):
            return "side_effect", what
        case Bypass(what=what):
            return "bypass", what
        case GapJudged(step=step):
            return "gap", step
        case RemainingSteps(step=step):
            return "remaining", step
        case _:
            raise TypeError(f"{type(verdict).__name__} has no subject")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One judge's findings in one episode: marks by subject, from which all counts follow. It holds no rates.

    `cause` is the boundary at fault if the episode was lost. Counts are derived from the marks
    (`runtime.metrics.counts`), so a replaced verdict leaves no stale number.
    """

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    episode: str
    judge: str
    task: str
    agent: str
    intent: str
    level: Level
    domain: Domain
    difficulty: Difficulty
    apps: tuple[str, ...]
    repeat: int = 0
    attempt: int = 0
    can_ask: bool = True
    instrument: bool = False
    ending: Ending | None = None
    cause: Boundary | None = None
    error: str = ""
    """Message of the fault, if there was one; for people."""
    requirements: int = 0
    """Number of the intent's requirements."""
    key_steps: int = 0
    """Number of key steps of the reference."""
    gap: int = 0
    """Number of requirements that the instruction does not state."""
    steps: int = 0
    """Number of actions on the device."""
    turns: int = 0
    """Number of questions to the user."""
    malformed: int = 0
    """Number of replies of the agent's model that could not be parsed."""
    unread: int = 0
    """Recorded pieces of an external program's traffic that could not be decoded as actions."""
    unknown_commands: dict[str, int] = field(default_factory=dict)
    """Commands and options that a virtual phone's shell did not know → how often they were sent."""
    met: dict[str, tuple[bool | None, bool | None]] = field(default_factory=dict)
    """By requirement: whether it was met at some step, and whether it holds at the end; None: unscored."""
    hits: dict[str, bool | None] = field(default_factory=dict)
    """By key step: whether it was executed in order; None: unscored."""
    redundant: dict[int, RedundantKind | None] = field(default_factory=dict)
    """By step: how it was redundant; None: unscored."""
    labels: dict[int, TurnKind | None] = field(default_factory=dict)
    """By turn, from 1: the judge's label; None: unscored."""
    filled: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """By turn, from 1: the missing requirements that it filled."""
    ungrounded: dict[int, tuple[str, ...]] = field(default_factory=dict)
    """By turn, from 1: missing requirements that it filled with candidates that no screen had shown."""
    asks: dict[int, tuple[TurnKind, ...]] = field(default_factory=dict)
    """By turn, from 1: the label of each ask."""
    ignored: dict[int, int] = field(default_factory=dict)
    """By turn, from 1: the number of asks beyond those that a person answers, if any."""
    words: int = 0
    """Number of words that the user had to read."""
    side_effects: dict[str, bool] = field(default_factory=dict)
    """Changes that the reference does not make → whether the change remains."""
    bypasses: dict[str, bool] = field(default_factory=dict)
    """Changes made by shell commands instead of the user interface → whether the change remains."""
    termination: TerminatedKind | None = None
    looks: int = 0
    """Number of actions after the goal that were tolerated as a look at the result."""
    user_labels: dict[int, TurnKind | None] = field(default_factory=dict)
    """The user simulator's own label of each turn. Judges do not see it; only the agreement between the two uses it."""
    gaps: dict[int, tuple[bool | None, bool | None]] = field(default_factory=dict)
    """By the first step of a decision: whether the executed action was right, and whether the announced one was. Both
    None: the right action is not known; only the second None: there is no thought.
    """
    remaining: dict[int, int | None] = field(default_factory=dict)
    """By the units of the budget used: how many more actions the shortest way to the goal took then (`RemainingSteps`);
    None: not known, or it could not be reached any more.
    """


EVENTS: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)
TRUTHS: TypeAdapter[AnyTruth] = TypeAdapter(AnyTruth)
RECORDS: TypeAdapter[AnyEvent | AnyTruth] = TypeAdapter(
    Annotated[
        Started
        | Observed
        | Decided
        | Performed
        | Replied
        | ModelCalled
        | DisturbanceOccurred
        | Traffic
        | Faulted
        | Ended
        | StateRead
        | Released,
        Field(discriminator="kind"),
    ]
)
VERDICTS: TypeAdapter[AnyVerdict] = TypeAdapter(AnyVerdict)
SCORES: TypeAdapter[Score] = TypeAdapter(Score)


@lru_cache(maxsize=64)
def _encoder(kind: type) -> Callable[[Any], bytes]:
    return TypeAdapter(kind).dump_json


def encode(item: AnyEvent | AnyTruth | AnyVerdict) -> bytes:
    """Return an item as JSON, without a line end; four times as fast as by the adapter of the union."""
    return _encoder(type(item))(item)  # type: ignore[arg-type]  # classes are hashable


VOLATILE: frozenset[str] = frozenset({"t", "took", "device"})
"""Fields that may differ between two runs of the same seed."""
