"""The evidence of an episode, the verdicts over it, and the score that sums them up. Frozen plain data.

Three kinds of record, three kinds of log: an `Event` says what happened and never what it is worth; a `Truth` says what
no agent may see; a `Verdict` is a judge's opinion about one subject, and the last verdict on a subject wins. One
pydantic adapter per kind reads and writes JSON lines.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from runtime.core.actions import Action, Decision
from runtime.core.errors import Boundary
from runtime.core.tasks import Difficulty, Domain, Level, State

Digest = str
"""Names a blob by its content: `frame:…` and `tree:…` digests are hex strings."""

Ending = Literal["finished", "stopped", "max_steps", "deadline", "fault", "void"]
"""finished: the agent said so; stopped: it returned without a word; max_steps: T_max; deadline: the agent's own
deadline; fault: something failed (see cause); void: the attempt does not count and is played again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """What happened in one attempt at an episode. `seq` counts from 0 in the attempt's log; `t` is volatile."""

    episode: str
    attempt: int
    seq: int
    t: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Started(Event):
    """First event of every attempt."""

    task: str
    agent: str
    device: str
    seed: int
    can_ask: bool = True
    kind: Literal["started"] = field(default="started", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed(Event):
    """The settled screen after `step` units of the budget; a digest is None where that view was not captured."""

    step: int
    frame: Digest | None
    tree: Digest | None
    kind: Literal["observed"] = field(default="observed", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decided(Event):
    """What the agent decided; its first action will be number `step`."""

    step: int
    decision: Decision
    source: Literal["agent", "sniffer"] = "agent"
    kind: Literal["decided"] = field(default="decided", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Performed(Event):
    """One action was carried out. `commands` are the device services it became; `took` is wall ms (volatile)."""

    step: int
    action: Action
    commands: tuple[str, ...] = ()
    took: int = 0
    kind: Literal["performed"] = field(default="performed", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied(Event):
    """The user answered a question; not `answered`: did not in time, and the agent was told that nobody does."""

    step: int
    question: str
    text: str
    answered: bool = True
    kind: Literal["replied"] = field(default="replied", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelCalled(Event):
    """A model was asked, whether or not its reply could be read."""

    role: str
    model: str
    usage: dict[str, int]
    error: str = ""
    kind: Literal["model_called"] = field(default="model_called", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Weather(Event):
    """A declared disturbance took place."""

    weather: str
    detail: str = ""
    kind: Literal["weather"] = field(default="weather", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Traffic(Event):
    """Device traffic that could not be read as an action, kept raw."""

    digest: Digest
    why: str
    kind: Literal["traffic"] = field(default="traffic", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Faulted(Event):
    """Something failed beyond a boundary."""

    boundary: Boundary
    error: str
    kind: Literal["faulted"] = field(default="faulted", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended(Event):
    """Last event of every attempt; `cause` names the boundary at fault, if any."""

    ending: Ending
    cause: Boundary | None = None
    kind: Literal["ended"] = field(default="ended", repr=False)


AnyEvent = Annotated[
    Started | Observed | Decided | Performed | Replied | ModelCalled | Weather | Traffic | Faulted | Ended,
    Field(discriminator="kind"),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateRead(Event):
    """App state after `step`; the first of an attempt is whole, later ones hold only the apps that changed."""

    step: int
    state: State
    kind: Literal["state_read"] = field(default="state_read", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Released(Event):
    """The user simulator gave away these requirements in its reply at `step`; `turn` is its own label of the turn."""

    step: int
    requirements: tuple[str, ...]
    turn: str = ""
    kind: Literal["released"] = field(default="released", repr=False)


AnyTruth = Annotated[StateRead | Released, Field(discriminator="kind")]

TurnKind = Literal["trivial", "repetitive", "out_of_scope", "context_missing", "compliant"]
TURN_KINDS: tuple[TurnKind, ...] = ("trivial", "repetitive", "out_of_scope", "context_missing", "compliant")
RedundantKind = Literal["no_effect", "loop", "backtrack", "correction", "none"]
TerminatedKind = Literal["normal", "early", "delayed_goal", "delayed_cap"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Where a verdict was had: the model that answered, the prompt's label, whether it took a second reply."""

    model: str
    prompt: str
    repaired: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """A judge's opinion on one subject. `reason` is for people; `usage` counts model tokens, if any.

    `version` is the judge's own, written with the recorded verdict; `asked` is None where no model was.
    """

    episode: str
    judge: str
    reason: str = ""
    usage: dict[str, int] = field(default_factory=dict)
    version: str = ""
    asked: Asked | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Described(Verdict):
    """One step in words: ⟨page, observation, operation, feedback⟩ (AmbiBench §4.1.2).

    `page` is `package/Page name`; `observation` has one line per visible row; `operation` is what led here (empty for
    the first screen); `feedback` says what changed.
    """

    step: int
    page: str
    observation: str
    operation: str
    feedback: str
    kind: Literal["described"] = field(default="described", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequirementMet(Verdict):
    """`any`: evidence at some step; `final`: still true at the end; None: unscored. `evidence` is the step shown."""

    requirement: str
    any: bool | None
    final: bool | None
    evidence: int | None = None
    kind: Literal["requirement"] = field(default="requirement", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyStepHit(Verdict):
    """Whether a key step was taken in order, and by which step."""

    key_step: str
    hit: bool | None
    step: int | None = None
    kind: Literal["key_step"] = field(default="key_step", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Redundant(Verdict):
    """Step `step` was of no use; `none` takes an earlier verdict back; None: unscored."""

    step: int
    redundancy: RedundantKind | None
    kind: Literal["redundant"] = field(default="redundant", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnJudged(Verdict):
    """The label of one dialogue turn (`turn` counts from 1) and the gap requirements that it filled."""

    turn: int
    label: TurnKind | None
    filled: tuple[str, ...] = ()
    kind: Literal["turn"] = field(default="turn", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminated(Verdict):
    """How the episode came to its end, and at which step."""

    termination: TerminatedKind | None
    step: int
    kind: Literal["terminated"] = field(default="terminated", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class SideEffect(Verdict):
    """Something outside the intent's write set was changed and left so; `undone` takes it back."""

    what: str
    step: int
    undone: bool = False
    kind: Literal["side_effect"] = field(default="side_effect", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class GapJudged(Verdict):
    """Reasoning against execution at one decision, both under the same matching rule.

    `step` is the number of its first action. `em`: what was done is right; `gta`: what its thought announces is. Both
    None: it cannot be told what is right; `gta` alone None: there is no thought.
    """

    step: int
    em: bool | None
    gta: bool | None
    rule: str
    kind: Literal["gap"] = field(default="gap", repr=False)


AnyVerdict = Annotated[
    Described | RequirementMet | KeyStepHit | Redundant | TurnJudged | Terminated | SideEffect | GapJudged,
    Field(discriminator="kind"),
]


def subject(verdict: Verdict) -> tuple[str, Any]:
    """What the verdict is about; of two verdicts on one subject by one judge the later one counts."""
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
        case GapJudged(step=step):
            return "gap", step
        case _:
            raise TypeError(f"{type(verdict).__name__} has no subject")


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What one judge found in one episode: marks by subject, from which every count follows. No rate lives here.

    `cause` is the boundary at fault where the episode was lost; `gap` counts the task's open requirements. The counts
    are properties so that a replaced verdict can never leave a stale number behind.
    """

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
    """What was said of the fault, if there was one; for people."""
    requirements: int = 0
    key_steps: int = 0
    gap: int = 0
    steps: int = 0
    turns: int = 0
    malformed: int = 0
    """Replies of the agent's model that nobody could read."""
    unread: int = 0
    """Pieces of a program's traffic that could not be read as actions, as far as they were recorded."""
    met: dict[str, tuple[bool | None, bool | None]] = field(default_factory=dict)
    hits: dict[str, bool | None] = field(default_factory=dict)
    redundant: dict[int, RedundantKind | None] = field(default_factory=dict)
    labels: dict[int, TurnKind | None] = field(default_factory=dict)
    filled: dict[int, tuple[str, ...]] = field(default_factory=dict)
    side_effects: dict[str, bool] = field(default_factory=dict)
    """What was changed outside the write set → whether it is still so."""
    termination: TerminatedKind | None = None
    user_labels: dict[int, TurnKind | None] = field(default_factory=dict)
    """What the user took each turn for; no judge sees it, and no metric but their agreement reads it."""
    gaps: dict[int, tuple[bool | None, bool | None]] = field(default_factory=dict)
    """By the first step of a decision: whether what was done was right, and whether what its thought announces was.
    Neither known: nobody can tell what was right; the second unknown: there is no thought."""


EVENTS: TypeAdapter[AnyEvent] = TypeAdapter(AnyEvent)
TRUTHS: TypeAdapter[AnyTruth] = TypeAdapter(AnyTruth)
VERDICTS: TypeAdapter[AnyVerdict] = TypeAdapter(AnyVerdict)
SCORES: TypeAdapter[Score] = TypeAdapter(Score)

VOLATILE: frozenset[str] = frozenset({"t", "took", "device"})
"""Fields in which two runs of the same seed may differ."""
