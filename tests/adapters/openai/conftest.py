"""Fixtures for the tests of model clients: a client connected to a fake endpoint, and a factory of requests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from adapters.faults.proxy import open_proxy
from adapters.openai import budget_of
from adapters.openai.client import OpenAIModel
from adapters.openai.endpoint import Endpoint
from adapters.openai.fake import FakeEndpoint, Script
from adapters.openai.uri import parse
from runtime.core.backoff import BackoffPolicy
from runtime.llm import Ledger, Message, ModelRequest, ModelRole

SOON = BackoffPolicy(first=0.001, longest=0.002)
"""Waits between attempts that a test need not feel."""


@dataclass(frozen=True)
class Line:
    """A model client, the fake endpoint that it talks to, and the ledger that counts its requests."""

    endpoint: FakeEndpoint
    model: OpenAIModel
    ledger: Ledger


@asynccontextmanager
async def _line(
    script: Script, *, key: str = "", most: int = 64, tries: int = 3, faults: str = ""
) -> AsyncIterator[Line]:
    async with FakeEndpoint(script, key=key) as endpoint, open_proxy(endpoint.port, faults) as proxy:
        address = parse(f"openai:m@http://{proxy.address}/v1" if faults else endpoint.uri("m"))
        ledger = Ledger()
        async with Endpoint.opened(address) as there:
            model = OpenAIModel("m", there, ledger, budget_of(address.endpoint, most), tries=tries, pace=SOON)
            model.budget.window.pace = SOON
            yield Line(endpoint, model, ledger)


@pytest.fixture
def line() -> Callable[..., AbstractAsyncContextManager[Line]]:
    """Opens a client connected to a fake endpoint whose replies come from a script."""
    return _line


@pytest.fixture
def request_of() -> Callable[..., ModelRequest]:
    """Makes a model request that contains one text."""

    def make(text: str = "is it so?", role: ModelRole = "judge", **more: Any) -> ModelRequest:
        return ModelRequest(role, (Message("user", (text,)),), **{"deadline": 20.0, **more})

    return make
