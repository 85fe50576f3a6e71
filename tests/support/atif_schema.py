"""ATIF v1.8 as its documentation describes it (https://harborframework.com/docs/trajectory-format), for validation.

Harbor's own models need Python 3.12.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class TextPart(_Strict):
    """Text in a message."""

    type: Literal["text"]
    text: str


class ImageSource(_Strict):
    """Where a picture is."""

    media_type: Literal["image/jpeg", "image/png", "image/gif", "image/webp"]
    path: str


class ImagePart(_Strict):
    """A picture in a message."""

    type: Literal["image"]
    source: ImageSource


Content = str | list[Annotated[TextPart | ImagePart, Field(discriminator="type")]]


class ToolCall(_Strict):
    """An action."""

    tool_call_id: str
    function_name: str
    arguments: dict[str, Any]


class ObservationResult(_Strict):
    """What followed an action."""

    source_call_id: str | None = None
    content: Content | None = None


class Observation(_Strict):
    """What followed the actions of a step."""

    results: list[ObservationResult]


class Metrics(_Strict):
    """Tokens of a step."""

    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cached_tokens: int | None = None
    cost_usd: float | None = None


class Step(_Strict):
    """A turn of the user or the agent."""

    step_id: int = Field(ge=1)
    timestamp: str | None = None
    source: Literal["system", "user", "agent"]
    model_name: str | None = None
    message: Content
    reasoning_content: str | None = None
    tool_calls: list[ToolCall] | None = None
    observation: Observation | None = None
    metrics: Metrics | None = None
    llm_call_count: int | None = Field(default=None, ge=0)
    extra: dict[str, Any] | None = None

    @model_validator(mode="after")
    def check(self) -> Self:
        """Only agents reason, call tools and use tokens; a result answers a call of its own step."""
        if self.timestamp is not None:
            datetime.fromisoformat(self.timestamp)
        if self.source != "agent":
            own = (self.model_name, self.reasoning_content, self.tool_calls, self.metrics)
            assert own == (None,) * len(own), "only steps of agents have these fields"
        if self.llm_call_count == 0:
            assert self.metrics is None
            assert self.reasoning_content is None
        calls = [call.tool_call_id for call in self.tool_calls or ()]
        assert len(calls) == len(set(calls))
        for result in self.observation.results if self.observation else ():
            assert result.source_call_id is None or result.source_call_id in calls
        return self


class Agent(_Strict):
    """Who acted."""

    name: str
    version: str
    model_name: str | None = None


class FinalMetrics(_Strict):
    """Tokens and steps in total."""

    total_prompt_tokens: int | None = None
    total_completion_tokens: int | None = None
    total_cached_tokens: int | None = None
    total_cost_usd: float | None = None
    total_steps: int | None = Field(default=None, ge=0)


class Trajectory(_Strict):
    """A document."""

    schema_version: Literal["ATIF-v1.8"]
    session_id: str | None = None
    trajectory_id: str | None = None
    agent: Agent
    steps: list[Step] = Field(min_length=1)
    notes: str | None = None
    final_metrics: FinalMetrics | None = None
    extra: dict[str, Any] | None = None

    @model_validator(mode="after")
    def check(self) -> Self:
        """Steps are numbered from 1 without gaps."""
        assert [step.step_id for step in self.steps] == list(range(1, len(self.steps) + 1))
        return self
