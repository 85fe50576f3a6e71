"""Client for models behind OpenAI-compatible endpoints: vLLM, SGLang, or a cloud service.

uri        parses the address `openai:MODEL@URL`
dialect    variants of the chat API, and which one to try after a refusal
body       encodes a request as pieces of a JSON body; pictures keep their encoding
replies    parses a response into a reply or a named failure
window     limit on requests in flight, adapted to the last responses; pure
budget     order of waiting requests: agents before users before judges
endpoint   HTTP client of one endpoint, through the SDK's aiohttp transport
direct     HTTP client without the SDK, for bulk requests
client     sends a request until it is answered: dialects, retries, deadline
fake       fake endpoint on this machine, for tests and benchmarks
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Final

from adapters.openai.client import OpenAIModel
from adapters.openai.concurrency_budget import Budget
from adapters.openai.endpoint import Endpoint
from adapters.openai.uri import parse
from adapters.openai.window import Window
from runtime.core.errors import ModelError
from runtime.llm import Ledger, Message, Model, ModelRequest
from runtime.plugins.protocols import Finding
from runtime.plugins.specs import ModelSpec

_CHECK_DEADLINE = 20.0
"""Seconds that the check waits for its answer."""


@asynccontextmanager
async def open_openai(uris: Sequence[str], ledger: Ledger) -> AsyncIterator[Mapping[str, Model]]:
    """Open the models at addresses `openai:MODEL@URL`; yields them by address. Nothing is sent until a model is asked.

    All models of one base URL share one budget, whatever their roles, because an endpoint has one limit for all of
    them.

    Raises:
        UsageError: an address is invalid, or its key is not set.
    """
    addresses = {uri: parse(uri) for uri in uris}
    most: dict[str, int] = {}
    for address in addresses.values():
        most[address.endpoint] = min(address.most, most.get(address.endpoint, address.most))
    budgets = {endpoint: budget_of(endpoint, limit) for endpoint, limit in most.items()}
    async with AsyncExitStack() as stack:
        clients: dict[tuple[str, str], Endpoint] = {}
        models: dict[str, Model] = {}
        for uri, address in addresses.items():
            who = address.endpoint, address.key
            if who not in clients:
                clients[who] = await stack.enter_async_context(Endpoint.opened(address))
            models[uri] = OpenAIModel(address.model, clients[who], ledger, budgets[address.endpoint])
        yield models


def budget_of(endpoint: str, most: int = 64) -> Budget:
    """A new budget for an endpoint, with at most `most` requests in flight."""
    return Budget(Window(most), Random(endpoint))


async def examine_openai(uri: str) -> Sequence[Finding]:
    """Check key, URL and model name by one short question, which costs a few tokens.

    Raises:
        UsageError: the address is invalid, or its key is not set.
    """
    address = parse(uri)
    question = ModelRequest("agent", (Message("user", ("Say yes.",)),), max_tokens=16, deadline=_CHECK_DEADLINE)
    async with Endpoint.opened(address) as endpoint:
        try:
            reply = await OpenAIModel(
                address.model, endpoint, Ledger(), budget_of(address.endpoint, 1), tries=1
            ).complete(question)
        except ModelError as error:
            return [Finding(False, f"{uri}: {error}")]
    counted = "" if reply.usage else "; it does not report token counts"
    return [Finding(True, f"{uri}: answers{counted}")]


OPENAI: Final = ModelSpec(open=open_openai, health_check=examine_openai)
