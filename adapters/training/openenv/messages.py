"""The messages of OpenEnv's protocol (version 0.10) as this server reads and writes them. Pure.

A request is `{"type": "reset" | "step" | "state" | "park" | "close", "data": {…}}`; all but `park` are OpenEnv's. A
reply is `{"type": "observation" | "state" | "parked" | "error", "data": {…}}`. In an observation, `observation` is what
a policy may see; `reward`, `done` and `metadata` beside it are for the trainer.
See https://github.com/huggingface/OpenEnv.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from pydantic import Base64Bytes, BaseModel, ConfigDict, Discriminator, Field, Tag, TypeAdapter, ValidationError
from typing_extensions import TypedDict  # pydantic asks for this one before Python 3.12

from runtime.core.actions import Action, Decision
from runtime.core.config import Selection
from runtime.core.tasks import Brief
from runtime.plugins.protocols import Need, Observation
from runtime.training.rewards import Reward, RewardWeights

ErrorCode = Literal[
    "INVALID_JSON", "UNKNOWN_TYPE", "VALIDATION_ERROR", "EXECUTION_ERROR", "CAPACITY_REACHED", "SESSION_ERROR"
]
"""OpenEnv's codes. After the last two the server closes the connection; after the others the session goes on."""
_LONGEST_ECHO: Final = 300
_MOST_PIXELS: Final = 4096
Pixels = Annotated[int, Field(ge=16, le=_MOST_PIXELS)]


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ResetParameters(_Message):
    """Which episode begins, and what its observations contain. Task, seed and group determine the episode."""

    seed: int | None = Field(default=None, ge=0, lt=2**63)
    """Replaces the server's seed; without `task` it also draws the task."""
    episode_id: str | None = Field(default=None, max_length=255)
    """Any name; `state` repeats it."""
    task: str | None = Field(default=None, max_length=255)
    """Id of a task. Without it and without a seed, the tasks take turns."""
    select: Selection | None = None
    """The tasks that are drawn from or take turns; None: those of the server."""
    group: int | None = Field(default=None, ge=0, lt=2**31)
    """Number of the group, whose members play the same draw of the task; None: 0, or the number of the turn."""
    needs: tuple[Need, ...] = ("tree",)
    """What observations contain."""
    frame_size: tuple[Pixels, Pixels] | None = None
    """Width and height of frames; None: those of the screen. Actions are in pixels of the screen in any case."""
    weights: RewardWeights = RewardWeights()
    """The weights of the parts of the reward."""
    parked: Base64Bytes | None = None
    """A parked session that goes on; all else but `needs`, `frame_size` and `weights` is ignored."""


class Turn(_Message):
    """One decision with any number of actions, carried out in order."""

    actions: Annotated[tuple[Action, ...], Field(min_length=1)]
    thought: str = ""
    raw: str = ""
    """Output of the model, for the record."""
    metadata: dict[str, Any] = {}
    """Ignored; OpenEnv's typed clients send it."""


StepData = Annotated[
    Annotated[Turn, Tag("turn")] | Annotated[Action, Tag("action")],
    Discriminator(lambda data: "turn" if isinstance(data, Mapping) and "actions" in data else "action"),
]
"""One action, such as `{"kind": "tap", "x": 1, "y": 2}`, or a `Turn`."""


class StepBody(_Message):
    """The body of a step over HTTP."""

    action: StepData
    timeout_s: float | None = None
    request_id: str | None = None


class ResetRequest(_Message):
    """Begins an episode; one that is being played is aborted."""

    type: Literal["reset"]
    data: ResetParameters = ResetParameters()


class StepRequest(_Message):
    """Executes a decision."""

    type: Literal["step"]
    data: StepData

    @property
    def decision(self) -> Decision:
        """The decision."""
        data = self.data
        return Decision(data.actions, data.thought, data.raw) if isinstance(data, Turn) else Decision((data,))


class SimpleRequest(_Message):
    """`state`, `park` or `close`; without data."""

    type: Literal["state", "park", "close"]
    data: dict[str, Any] = {}


Request = ResetRequest | StepRequest | SimpleRequest
_REQUESTS: Final[TypeAdapter[Request]] = TypeAdapter(Annotated[Request, Field(discriminator="type")])


class VisibleObservation(TypedDict):
    """What a policy may see of phone and user."""

    instruction: str
    screen: tuple[int, int]
    """Width and height in pixels."""
    max_steps: int
    can_ask: bool
    step: int
    """Units of the budget used so far."""
    tree: str | None
    """The accessibility tree as `uiautomator dump` writes it; `runtime.screen.tree.parse` reads it."""
    frame: str | None
    """The screen as PNG in base64."""
    replies: tuple[str, ...]
    """The user's replies since the last observation."""
    ended: bool


class EnvironmentState(TypedDict):
    """The answer to `state`, for the trainer."""

    episode_id: str | None
    step_count: int
    """Decisions executed in this episode."""
    task: str | None
    seed: int | None
    group: int | None
    device: str | None
    done: bool
    reward: float | None
    """Total so far."""
    digest: str | None
    """Exact digest of the phone's state; None on real phones."""


NO_EPISODE: Final = EnvironmentState(
    episode_id=None,
    step_count=0,
    task=None,
    seed=None,
    group=None,
    device=None,
    done=False,
    reward=None,
    digest=None,
)


class RequestError(Exception):
    """A request that is answered by an error; the session goes on."""

    def __init__(self, code: ErrorCode, message: str) -> None:
        super().__init__(message)
        self.code: ErrorCode = code


def parse_request(text: str | bytes) -> Request:
    """Return a request.

    Raises:
        RequestError: it is no JSON, of an unknown type, or its data is invalid.
    """
    try:
        return _REQUESTS.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        problem = f"{where}: {first['msg']}" if where else first["msg"]
        code: ErrorCode = "VALIDATION_ERROR"
        if first["type"] == "json_invalid":
            code = "INVALID_JSON"
        elif first["type"] in ("union_tag_invalid", "union_tag_not_found") and not first["loc"]:
            code = "UNKNOWN_TYPE"
        raise RequestError(code, problem[:_LONGEST_ECHO]) from None


def visible(observation: Observation, brief: Brief, frame: str | None) -> VisibleObservation:
    """Return what a policy may see; `frame` is the picture in base64."""
    tree = observation.tree
    return VisibleObservation(
        instruction=brief.instruction,
        screen=brief.screen,
        max_steps=brief.max_steps,
        can_ask=brief.can_ask,
        step=observation.step,
        tree=None if tree is None else tree.source.decode("utf-8", "surrogateescape"),
        frame=frame,
        replies=observation.replies,
        ended=observation.ended,
    )


def observation_data(
    seen: VisibleObservation, reward: float | None, *, done: bool, metadata: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the data of an observation."""
    return {"observation": seen, "reward": reward, "done": done, "metadata": metadata}


def reward_parts(reward: Reward) -> dict[str, float]:
    """Return the parts of a reward that are not zero."""
    return {name: value for name, value in reward.parts().items() if value}


def encode_reply(kind: Literal["observation", "state", "parked", "error"], data: Mapping[str, Any]) -> str:
    """Return a reply as text."""
    return json.dumps({"type": kind, "data": data}, separators=(",", ":"))


def encode_error(code: ErrorCode, message: str, **details: int) -> str:
    """Return an error as text."""
    return encode_reply("error", {"message": message, "code": code, **details})


def schemas() -> dict[str, Any]:
    """Return the JSON schemas of actions, observations and state, as `/schema` answers."""
    observation = TypeAdapter(VisibleObservation).json_schema()
    return {
        "action": TypeAdapter(StepData).json_schema(),
        "observation": observation,
        "reset_observation": observation,
        "state": TypeAdapter(EnvironmentState).json_schema(),
    }
