"""Shared by the tests of evaluators: steps with real pictures, and an evaluator behind a local endpoint."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pytest
from PIL import Image

from adapters.openai import budget_of
from adapters.openai.client import OpenAIModel
from adapters.openai.endpoint import Endpoint
from adapters.openai.fake import FakeEndpoint, Script
from adapters.openai.uri import parse
from benchmarks.gap.evaluators.model import ModelEvaluator, Settings
from benchmarks.gap.evaluators.model_prompt import PROMPTS
from benchmarks.gap.records import NO_BOXES, Step, Truth
from runtime.core.backoff import BackoffPolicy
from runtime.llm import Ledger, Prompt

TEXTS = PROMPTS.read()
SOON = BackoffPolicy(first=0.001, longest=0.002)
"""Waits between attempts that a test need not feel."""


def png(width: int = 54, height: int = 120, shade: int = 200) -> bytes:
    """Makes a picture of one shade."""
    made = io.BytesIO()
    Image.new("RGB", (width, height), (shade, shade, shade)).save(made, "PNG")
    return made.getvalue()


def make_step(number: int = 0, episode: str = "e", **more: Any) -> Step:
    """Makes a step with its own small picture."""
    given = {"screen": (54, 120), "picture": partial(png, shade=number % 256), **more}
    return Step("aitz", episode, number, "open the clock", Truth("click", touch=(0.5, 0.5)), **given)


def boxes(*rows: tuple[float, float, float, float]) -> Any:
    """Makes boxes (y, x, height, width) in fractions."""
    return np.array(rows, dtype=np.float64) if rows else NO_BOXES


@dataclass(frozen=True)
class Line:
    """An evaluator and its endpoint."""

    endpoint: FakeEndpoint
    evaluator: ModelEvaluator
    model: OpenAIModel
    ledger: Ledger
    prompts: dict[str, Prompt]


@asynccontextmanager
async def _line(script: Script, *, tries: int = 3, settings: Settings | None = None) -> AsyncIterator[Line]:
    async with FakeEndpoint(script) as endpoint:
        address = parse(endpoint.uri("m"))
        ledger = Ledger()
        async with Endpoint.opened(address) as there:
            model = OpenAIModel("m", there, ledger, budget_of(address.endpoint), tries=tries, pace=SOON)
            yield Line(
                endpoint, ModelEvaluator(settings or Settings(), model=model, prompts=TEXTS), model, ledger, TEXTS
            )


@pytest.fixture
def line() -> Callable[..., AbstractAsyncContextManager[Line]]:
    """Opens an evaluator behind an endpoint that follows a script."""
    return _line


@pytest.fixture
def step() -> Callable[..., Step]:
    """Makes a step; each number has its own picture."""
    return make_step


@pytest.fixture
def picture() -> Callable[..., bytes]:
    """Makes a PNG of one shade."""
    return png
