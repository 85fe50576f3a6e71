"""Model-based evaluator: the model gets the thought as its instruction and the screenshot, and returns one JSON
action.

It is asked like a judge: at temperature 0, with the lowest priority at the endpoint, and with cached replies if there
is a cache. An unreadable reply is an evaluation; an endpoint failure is none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import anyio
import anyio.to_thread

from benchmarks.gap.evaluators import model_prompt
from benchmarks.gap.evaluators.protocol import Evaluated, NoOutput
from benchmarks.gap.evaluators.screenshots import prepare_picture
from benchmarks.gap.records import Step
from runtime.llm import Model, Picture, Prompt
from runtime.plugins.specs import PartSpec

_MAKING: Final = 4
"""Maximum number of screenshots decoded at once; each takes ten megabytes or more."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of the requests.

    `history`: number of earlier thoughts to include; `side`: longest side of the screenshot in pixels, 0 for its own
    size; `tokens`: maximum length of the reply.
    """

    history: int = 0
    side: int = 1120
    tokens: int = 2048


class ModelEvaluator:
    """An evaluator that asks a model."""

    version = 1
    needs_picture = True

    def __init__(self, settings: Settings, *, model: Model, prompts: Mapping[str, Prompt]) -> None:
        self._settings = settings
        self._model = model
        self._prompts = prompts
        self._easel = anyio.CapacityLimiter(_MAKING)

    @property
    def history(self) -> int:
        return self._settings.history

    @property
    def label(self) -> str:
        settings = self._settings
        prompts = model_prompt.labels(self._prompts, history=settings.history > 0)
        return (
            f"model/{self.version} {self._model.name} {prompts} temperature=0 "
            f"side={settings.side} history={settings.history} tokens={settings.tokens}"
        )

    async def evaluate(self, step: Step, thought: str, history: Sequence[str]) -> Evaluated:
        """The model's action; see `Evaluator.evaluate`."""
        picture = await anyio.to_thread.run_sync(_picture, step, self._settings.side, limiter=self._easel)
        most = self._settings.history
        request = model_prompt.question(
            self._prompts, thought, history[-most:] if most else (), picture, self._settings.tokens
        )
        reply = await self._model.complete(request)
        predicted, invalid = model_prompt.parse_reply(reply.text)
        if predicted is None and reply.refusal:
            invalid = f"the model refused: {reply.refusal[:200]}"
        elif predicted is None and reply.finish == "content_filter":
            invalid = "the endpoint's content filter withheld the reply"
        elif predicted is None and reply.finish == "length":
            invalid = f"cut off at {self._settings.tokens} tokens"
        return Evaluated(predicted, reply.text or reply.refusal, invalid, reply.usage)


def _picture(step: Step, side: int) -> Picture:
    if step.picture is None:
        raise NoOutput(f"{step.source or step.key}: the step has no picture")
    try:
        return prepare_picture(step.picture(), side)
    except (OSError, ValueError) as error:
        raise NoOutput(f"{step.source or step.key}: its picture cannot be read: {error}") from error


EVALUATOR: Final = PartSpec(make=ModelEvaluator, name="model", needs_model=True, prompts=model_prompt.PROMPTS)
