"""Protocols between the engine and its plug-ins, which it finds through `runtime.plugins.registry`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Protocol, TypeVar, runtime_checkable

from runtime.core.actions import Action, Decision
from runtime.core.config import BypassRule
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
from runtime.plugins.byte_stream import ByteStream as ByteStream
from runtime.screen.frames import Frame
from runtime.screen.tree import UiTree

if TYPE_CHECKING:
    from runtime.core.log import Log

Need = Literal["frame", "tree"]
"""A view of the screen that an agent can ask for: `frame` is the pixels, `tree` the accessibility tree."""
_LOOKS: Final = 2048


@dataclass(frozen=True, slots=True)
class Reply:
    """A user's reply: its text, the label of the turn, and the ids of the requirements whose values it settles.

    `understood` says for people how each ask was understood; it is recorded and never shown to the agent.
    """

    text: str
    kind: TurnKind
    released: tuple[str, ...] = ()
    understood: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """Everything that an agent sees of phone and user at one moment."""

    step: int
    """Units of the budget used so far."""
    frame: Frame | None
    """Pixels of the screen at rest; None if the agent does not need them or they could not be captured."""
    tree: UiTree | None
    """Accessibility tree of the same screen; None if the agent does not need it or it could not be captured."""
    replies: tuple[str, ...] = ()
    """The user's replies since the last observation."""
    ended: bool = False
    """True once the session has ended: further steps change nothing."""


class Session(Protocol):
    """One attempt at an episode: an agent's only access to phone and user. It records everything that happens."""

    brief: Brief
    """Everything that the agent is told about its task."""

    async def observe(self) -> Observation:
        """Return the screen at rest; costs nothing.

        Raises:
            Fault: the device failed; the attempt is over.
        """

    async def step(self, decision: Decision) -> Observation:
        """Execute the actions in order and return the screen once it has stopped changing; no effect after the end.

        Raises:
            InvalidDecision: an action cannot be done here; nothing was executed, and the session goes on.
            Fault: device or user failed; the attempt is over.
        """

    async def witness(self, decision: Decision) -> Observation:
        """Record actions that were executed by other means, and return the screen at rest; see `step`."""

    async def open(self, service: str) -> ByteStream:
        """Open a raw stream to an ADB service of the phone, such as `shell:ls`.

        Raises:
            DeviceRefused: there is no such service; this is no fault of the device.
            DeviceFault: the device failed.
        """


@runtime_checkable
class Recording(Protocol):
    """A session (see `Session`) that also records what a sandbox sees of an external program besides its actions."""

    @property
    def device(self) -> DeviceInfo:
        """The device that is played on. The agent sees only what `adapters.agents.external.wire.features` passes on."""

    @property
    def pictures(self) -> bool:
        """Whether screenshots taken by the agent are used instead of the session's own."""

    async def witness(self, decision: Decision, frame: Frame | None = None) -> Observation:
        """See `Session.witness`; `frame` shows the screen at rest after the decision's last action."""

    def keep(self, raw: bytes, why: str, *, writes: bool = False) -> None:
        """Record traffic that could not be decoded as an action, and why; `writes`: see `Traffic`."""


class Agent(Protocol):
    """A player. A new one is made for each episode."""

    needs: frozenset[Need]
    """The views that its observations contain; other views are not captured for it."""

    async def play(self, session: Session) -> None:
        """Play the episode. Returning without `Finish` ends it as *stopped*; an exception is the agent's fault."""


class Instrument(Protocol):
    """A player that is given the ground truth on purpose; tables say so. A new one is made for each episode."""

    needs: frozenset[Need]
    """The views that its observations contain."""

    async def play(self, session: Session, task: Task) -> None:
        """Play the episode of a task; see `Agent.play`."""


@dataclass(frozen=True, slots=True)
class AgentNotes:
    """The description of an agent that `list agents` prints, one line for each field."""

    title: str
    needs: str
    """Its model, endpoint and keys, or what must be installed."""
    asks: str
    """How it asks its user, or that it never does."""
    example: str
    """The options of a command line that plays it."""


@dataclass(frozen=True, slots=True)
class Program:
    """An unmodified external program that plays as an agent; `ProgramSpec.open` opens it once for each run."""

    label: str
    """The agent's name in the run."""
    address: str
    """Scheme and command or file, such as `exec:python my_agent.py`."""
    isolation: Literal["namespaces", "none"] = "namespaces"
    """See `Confinement.isolation`."""
    hidden: tuple[Path, ...] = ()
    """Files and folders that it must not see: those of the suite and of the run."""
    shown: tuple[Path, ...] = ()
    """Additional files and folders that it may read."""
    passed: tuple[str, ...] = ()
    """Names of environment variables that are passed on to it."""
    reach: tuple[str, ...] = ()
    """`HOST:PORT` of services here or in private networks that it may connect to."""


@dataclass(frozen=True, slots=True)
class DeviceInfo:
    """Properties of an opened device. `screen` is width and height in pixels; `virtual`: it is a virtual phone."""

    name: str
    uri: str
    screen: tuple[int, int]
    virtual: bool = False
    identity: str = ""
    """Equal for the same phone under different addresses; empty if unknown."""
    features: tuple[str, ...] = ()
    """Features that its ADB daemon announces; empty if unknown."""
    unreached: str = ""
    """Why the device has not answered yet; empty once it has. Screen, identity and features are unknown until then, and
    the device rests: it is not used before it answers a probe."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of `doctor`: whether the check passed, what was found, and what to do about a problem."""

    good: bool
    text: str


class Control(Protocol):
    """The control connection of a virtual phone; no session exposes it. `State` is `{app: JSON}`.

    All methods raise DeviceFault if the phone fails or refuses the request.
    """

    async def read(self) -> State:
        """Return the state of all apps; callers must not change it."""

    async def reset(self, state: State, seed: int) -> None:
        """Reset the phone to the apps' defaults with `state` merged into them.

        Raises:
            TaskFault: the state does not fit the apps.
        """

    async def tree(self) -> bytes:
        """Return the accessibility dump of the active window, as `uiautomator dump` writes it."""

    async def look(self) -> tuple[bytes, State]:
        """Return the results of `tree` and `read` for one moment."""

    async def snapshot(self) -> str:
        """Snapshot the complete phone and return the snapshot's name."""

    async def restore(self, snapshot: str) -> None:
        """Restore a snapshot."""

    async def fork(self, snapshot: str) -> str:
        """Return a second name for a snapshot."""

    async def diff(self, before: str, after: str) -> tuple[str, ...]:
        """Return the state paths that differ between two snapshots."""

    async def advance(self, ms: int) -> None:
        """Advance the phone's clock by milliseconds."""

    async def export(self) -> bytes:
        """Return the complete phone as bytes that `load` of another phone accepts, in any process or machine."""

    async def load(self, exported: bytes) -> None:
        """Make the phone equal to an exported one: state, trees, pixels and clock.

        Raises:
            DeviceRefused: the bytes are damaged, or of another kind of phone or version; nothing has changed.
        """

    async def digest(self) -> str:
        """Return a digest of the complete phone except its clock.

        Phones with equal digests and equal clocks behave equally from then on, and different phones have different
        digests. It is the same in all processes of one version.
        """

    async def copy_to(self, other: Control) -> bool:
        """Make `other` equal to this phone if that is possible without `export` and `load`; returns whether it was."""


class Device(Protocol):
    """A phone that can be driven. Every method raises DeviceFault if the phone fails or refuses."""

    info: DeviceInfo
    control: Control | None
    """The control connection of a virtual phone; None on real phones."""

    async def capture(self, needs: frozenset[Need]) -> tuple[Frame | None, UiTree | None]:
        """Return the current screen; a view that is not in `needs` may be None."""

    async def perform(self, action: Action) -> tuple[str, ...]:
        """Execute an action on the phone; returns the commands that were sent."""

    async def open(self, service: str) -> ByteStream:
        """Open a raw stream to an ADB service of the phone."""

    async def elapse(self, ms: int) -> None:
        """Let milliseconds pass on the phone: sleep for a real one, advance the clock of a virtual one."""

    async def probe(self) -> None:
        """Check cheaply that the phone answers, over a new connection if necessary."""

    async def aclose(self) -> None:
        """Close the connection."""


@runtime_checkable
class PaintableDevice(Device, Protocol):
    """A virtual phone that paints its screen for people, also if it is played without pixels."""

    async def paint(self) -> Frame:
        """Return the current screen with its PNG; the phone and its clock stay as they are. Raises DeviceFault."""


ModelCallObserver = Callable[[ModelRole, str, dict[str, int], str], None]
"""Called for every model call with the role, the model, the tokens used, and the error (empty if there was none)."""


class User(Protocol):
    """The user of one episode, who knows the ground truth of its task. A new one is made for each episode."""

    async def answer(self, question: str) -> Reply:
        """Return the reply to a question of the agent. An exception, or no reply in time, is the user's fault."""


@runtime_checkable
class ParkableUser(User, Protocol):
    """A user whose side of the dialogue can be continued elsewhere, by a new user of the same task."""

    def park(self) -> str:
        """Return the state of the dialogue, as JSON."""

    def resume(self, parked: str) -> None:
        """Continue from that state. Raises ParkedSessionError if it is not one."""


async def _at_once() -> None:
    """Nothing is left to be written."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The screens that a trace names by digest, for judges: trees, frames, and caches shared by all judges of a run."""

    tree: Callable[[Digest], UiTree]
    """Returns a parsed tree; may read a file, and raises OSError if it is missing."""
    frame: Callable[[Digest], bytes]
    """Returns a frame as PNG bytes; reads a file, and raises OSError if it is missing."""
    pictures: PictureCache = field(default_factory=PictureCache)
    """Frames as they are sent to models."""
    looks: Memo[Digest, Any] = field(default_factory=lambda: Memo(_LOOKS))
    """Trees in words, by digest. The first judge that needs one adds it; the least recently used are evicted."""
    written: Callable[[], Awaitable[None]] = _at_once
    """Waits until every frame named so far can be read."""
    bypass: BypassRule = "refuse"
    """Whether what a shell command changed instead of the user interface counts (`RunConfig.bypass`)."""


class Judge(Protocol):
    """A judge that may wait, for a model for example. A new one is made for each episode."""

    name: str
    version: str
    """Recorded with every verdict unless empty; raise it when the judge's decisions change."""
    sees_truth: bool
    """Whether `judge` is given app state and released values; such a judge has no vote."""

    async def judge(
        self, task: Task, trace: Log[AnyEvent], verdicts: Log[AnyVerdict], truth: Log[AnyTruth] | None = None
    ) -> None:
        """Read the trace while the episode is played, append verdicts, and return when the trace is closed.

        An exception is the judge's fault: its verdicts are unscored.
        """


@runtime_checkable
class RuleJudge(Protocol):
    """A judge that never waits: events go in, verdicts come out. For its attributes see `Judge`."""

    name: str
    version: str
    sees_truth: bool

    def begin(self, task: Task, episode: str) -> None:
        """Start judging an attempt; `episode` is the name that verdicts need."""

    def feed(self, event: AnyEvent | AnyTruth) -> Sequence[AnyVerdict]:
        """Take the next event (with `sees_truth` also truth) and return the verdicts that follow from it."""


S = TypeVar("S")
R = TypeVar("R", covariant=True)


class Reducer(Protocol, Generic[S, R]):
    """Computes a metric from scores, one by one. State holds integers and fractions; floats appear only in `result`.

    Merging the states of two sets of scores gives the state of all of them.
    """

    def initial(self) -> S:
        """Return the state without any score."""

    def step(self, state: S, score: Score) -> S:
        """Return the state with one more score."""

    def merge(self, left: S, right: S) -> S:
        """Return the state of both sets of scores."""

    def result(self, state: S) -> R:
        """Return the metric."""


class LoadPhone(Protocol):
    """A phone as a load test's scenario sees it: each method is one operation, measured from when it was due.

    A scenario is a function `async def scenario(phone)` in a file that `python -m runtime.bench farm --scenario FILE`
    names. Every method raises DeviceFault if the operation fails; the iteration then ends and counts as failed.
    """

    name: str
    screen: tuple[int, int]
    """Width and height in pixels."""
    number: int
    """Number of the iteration, from 0."""

    async def stat(self, path: str = "/sdcard") -> None:
        """Ask for the status of a file; starts no program on the phone."""

    async def shell(self, command: str = "echo") -> str:
        """Run a command line and return its output; an exit status other than 0 is a failure."""

    async def screenshot(self) -> Frame:
        """Capture the raw screen."""

    async def screenshot_png(self) -> bytes:
        """Capture the screen as a PNG file made on the phone."""

    async def dump(self) -> bytes:
        """Return the accessibility tree as XML, by uiautomator."""

    async def pull(self, path: str) -> bytes:
        """Read a file."""

    async def push(self, data: bytes | int = 64_000, path: str = "") -> None:
        """Write a file: these bytes or this number of zeros; by default a file below /data/local/tmp."""

    async def tap(self, x: int, y: int) -> None:
        """Tap a point, in pixels."""

    async def swipe(self, x1: int, y1: int, x2: int, y2: int, ms: int = 300) -> None:
        """Swipe between two points in so many milliseconds."""

    async def text(self, text: str) -> None:
        """Type printable ASCII text."""

    async def key(self, name: str) -> None:
        """Press a key, such as HOME or BACK."""

    async def start(self, package: str) -> None:
        """Start an app."""

    async def install(self, apk: str | Path) -> None:
        """Install an APK."""

    async def uninstall(self, package: str) -> None:
        """Remove an app."""

    async def reboot(self) -> None:
        """Restart the phone and wait until it has booted."""

    async def pause(self, seconds: float) -> None:
        """Wait; is no operation."""
