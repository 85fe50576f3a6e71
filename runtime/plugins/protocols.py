"""The seams: small Protocols between the engine and everything that is found through the catalog."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Protocol, TypeVar, runtime_checkable

from runtime.core.actions import Action, Decision
from runtime.core.events import AnyEvent, AnyTruth, AnyVerdict, Digest, Score, TurnKind
from runtime.core.memo import Memo
from runtime.core.tasks import Brief, State, Task
from runtime.llm.pictures import PictureCache as PictureCache
from runtime.llm.requests import Message as Message
from runtime.llm.requests import Model as Model
from runtime.llm.requests import ModelReply as ModelReply
from runtime.llm.requests import ModelRequest as ModelRequest
from runtime.llm.requests import ModelRole as ModelRole
from runtime.llm.requests import Picture as Picture
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree

if TYPE_CHECKING:
    from runtime.core.log import Log

Need = Literal["frame", "tree"]
_LOOKS: Final = 2048


@dataclass(frozen=True, slots=True)
class Reply:
    """What the user says. `released` are the requirement ids given away; `kind` is the label of the turn."""

    text: str
    kind: TurnKind
    released: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """All that an agent sees. `replies` are the user's answers since the last observation.

    After `ended` the session is inert: further steps change nothing.
    """

    step: int
    frame: Frame | None
    tree: UiTree | None
    replies: tuple[str, ...] = ()
    ended: bool = False


class ByteStream(Protocol):
    """A raw, bidirectional stream to a device service. `receive` returns b"" at the end."""

    async def receive(self, max_bytes: int = 65536) -> bytes: ...

    async def send(self, data: bytes) -> None: ...

    async def aclose(self) -> None: ...


class Session(Protocol):
    """One attempt at an episode: the only door to phone and user, and the writer of the evidence."""

    brief: Brief

    async def observe(self) -> Observation: ...

    async def step(self, decision: Decision) -> Observation: ...

    async def witness(self, decision: Decision) -> Observation: ...

    async def open(self, service: str) -> ByteStream: ...


@runtime_checkable
class Recording(Protocol):
    """A session (see `Session`) that records what a sandbox sees of a foreign agent beside its actions."""

    @property
    def device(self) -> DeviceInfo:
        """What is played on; none of it is for the agent but what `adapters.agents.external.wire.features` lets
        through.
        """

    @property
    def pictures(self) -> bool:
        """Whether a picture that the agent took itself is used in place of one of ours."""

    async def witness(self, decision: Decision, frame: Frame | None = None) -> Observation:
        """See `Session`; `frame` shows the screen after the decision's last action, at rest."""

    def keep(self, raw: bytes, why: str) -> None:
        """Record traffic that could not be read as an action, and why."""


class Agent(Protocol):
    """Plays one episode; a new one is made for each. `needs` says which views it wants in its observations."""

    needs: frozenset[Need]

    async def play(self, session: Session) -> None: ...


class Instrument(Protocol):
    """Like an agent, but given the task with its ground truth on purpose; tables say so."""

    needs: frozenset[Need]

    async def play(self, session: Session, task: Task) -> None: ...


@dataclass(frozen=True, slots=True)
class AgentNotes:
    """What `list agents` says of an agent: one line each.

    `needs`: which model, endpoint and keys, or what must be installed; `asks`: how it asks its user, or that it never
    does; `example`: the options of a command line that plays it.
    """

    title: str
    needs: str
    asks: str
    example: str


@dataclass(frozen=True, slots=True)
class Program:
    """A program that nobody changed, as an agent of a run.

    It is opened once: `async with opener(program) as make`, and `make(seed, folder)` gives the agent of one episode,
    whose output goes into `folder`, which need not be there yet.
    """

    label: str
    """The agent's name in the run."""
    address: str
    """Such as `exec:python my_agent.py`."""
    isolation: Literal["namespaces", "none"] = "namespaces"
    hidden: tuple[Path, ...] = ()
    """Files and folders that it must not see: the suite's, the run's."""
    shown: tuple[Path, ...] = ()
    """Further files and folders that it may read."""
    passed: tuple[str, ...] = ()
    """Names of environment variables that it is given."""
    reach: tuple[str, ...] = ()
    """`HOST:PORT` of services of this computer that it may call."""


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """What is known of a device when it is opened. `screen` is width and height in pixels."""

    name: str
    uri: str
    screen: tuple[int, int]
    virtual: bool = False
    identity: str = ""
    """Same for the same phone whatever it is called here; empty if it does not tell."""
    features: tuple[str, ...] = ()
    """What its ADB daemon can, as far as we know of that; empty if we don't."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of `doctor`: whether all is well with it, what was found, and what to do where it is not."""

    good: bool
    text: str


class Control(Protocol):
    """The hidden door of a virtual phone; no session exposes it. `State` is `{app: JSON}`."""

    async def read(self) -> State: ...

    async def reset(self, state: State, seed: int) -> None: ...

    async def tree(self) -> bytes: ...

    async def look(self) -> tuple[bytes, State]:
        """Tree and state of one moment."""

    async def snapshot(self) -> str: ...

    async def restore(self, snapshot: str) -> None: ...

    async def fork(self, snapshot: str) -> str: ...

    async def diff(self, before: str, after: str) -> tuple[str, ...]: ...

    async def advance(self, ms: int) -> None: ...


class Device(Protocol):
    """A phone that can be driven. Every method raises a `DeviceFault` where it cannot do its job."""

    info: DeviceInfo
    control: Control | None

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]: ...

    async def perform(self, action: Action) -> tuple[str, ...]: ...

    async def open(self, service: str) -> ByteStream: ...

    async def elapse(self, ms: int) -> None: ...

    async def probe(self) -> None:
        """Give a sign of life that costs little; one that was lost is connected to again."""

    async def aclose(self) -> None: ...


ModelCallObserver = Callable[[ModelRole, str, dict[str, int], str], None]
"""Is told of every model call: the role, the model, the tokens used, and the error (empty if there was none)."""


class User(Protocol):
    """The person behind one episode; made with its task, holds the ground truth."""

    async def answer(self, question: str) -> Reply: ...


async def _at_once() -> None:
    """Nothing is left to be written."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a judge may look at beside the trace: blobs by digest (parsed once, shared)."""

    tree: Callable[[Digest], UiTree]
    frame: Callable[[Digest], bytes]
    """PNG bytes of a frame; reads a file."""
    pictures: PictureCache = field(default_factory=PictureCache)
    """Frames as models are shown them, shared by all judges."""
    looks: Memo[Digest, Any] = field(default_factory=lambda: Memo(_LOOKS))
    """The trees in words, by digest: filled by the first judge that needs a screen's words, read by all judges; the
    ones unused for longest leave."""
    written: Callable[[], Awaitable[None]] = _at_once
    """Returns when every frame that was named so far can be read."""


class Judge(Protocol):
    """Reads one episode's trace while it is played and appends verdicts; returns when the trace is closed.

    `truth` is handed only to judges with `sees_truth`. `version` is written with every verdict (an empty one is not):
    raise it when the judge would now decide otherwise.
    """

    name: str
    version: str
    sees_truth: bool

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None: ...


@runtime_checkable
class RuleJudge(Protocol):
    """A judge without waits, wrapped by the engine: events (and truth, if it may see it) in, verdicts out."""

    name: str
    version: str
    sees_truth: bool

    def begin(self, task: Task, episode: str) -> None: ...

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]: ...


S = TypeVar("S")
R = TypeVar("R", covariant=True)


class Reducer(Protocol, Generic[S, R]):
    """Folds scores into a metric. State holds integers and fractions; floats appear only in `result`.

    Laws: `merge(run(a), run(b)) == run(a + b)`, and stepping one by one equals folding the whole.
    """

    def initial(self) -> S: ...

    def step(self, state: S, score: Score) -> S: ...

    def merge(self, left: S, right: S) -> S: ...

    def result(self, state: S) -> R: ...
