"""Models behind OpenAI-compatible endpoints: vLLM, SGLang, a cloud.

uri        `openai:MODEL@URL`, as a value
dialect    how an endpoint wants an answer's form and length to be asked for, and what to try when it refuses
body       a request as the pieces of a JSON body; pictures go in as they were encoded once
replies    what came back, as a reply or a named mistake
window     how many requests may be on their way, by what came of the last ones; pure
budget     who may send next: agents before users before judges
endpoint   the one client of an endpoint, through the SDK on its aiohttp transport
direct     requests past the SDK where very many are asked in a row, in the words in which it asked the first
client     a request to its end: dialects, repeated attempts, deadline
fake       an endpoint on this machine that says and does what a test wants
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Final

from adapters.openai.budget import Budget
from adapters.openai.client import OpenAIModel
from adapters.openai.endpoint import Endpoint
from adapters.openai.uri import parse
from adapters.openai.window import Window
from runtime.core.errors import ModelError
from runtime.llm import Ledger, Message, Model, ModelRequest
from runtime.plugins.protocols import Finding
from runtime.plugins.specs import ModelSpec

_PATIENCE = 20.0
"""Seconds for the one question that proves an endpoint."""


@asynccontextmanager
async def open_openai(uris: Sequence[str], ledger: Ledger) -> AsyncIterator[Mapping[str, Model]]:
    """The models at addresses `openai:MODEL@URL`, by address; nothing is sent before one is asked something.

    Models of one base URL share its budget, whatever roles they play: an endpoint has one limit, not one for each.

    Raises:
        UsageError: an address cannot be read, or names a key that is not there.
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
    """A new budget for an endpoint: at most so many requests on their way."""
    return Budget(Window(most), Random(endpoint))


async def examine_openai(uri: str) -> Sequence[Finding]:
    """Whether key, URL and model name are right: one short question, which costs a few tokens.

    Raises:
        UsageError: the address cannot be read, or names a key that is not there.
    """
    address = parse(uri)
    question = ModelRequest("agent", (Message("user", ("Say yes.",)),), max_tokens=16, deadline=_PATIENCE)
    async with Endpoint.opened(address) as endpoint:
        try:
            reply = await OpenAIModel(
                address.model, endpoint, Ledger(), budget_of(address.endpoint, 1), tries=1
            ).complete(question)
        except ModelError as error:
            return [Finding(False, f"{uri}: {error}")]
    counted = "" if reply.usage else "; it does not count tokens"
    return [Finding(True, f"{uri}: answers{counted}")]


OPENAI: Final = ModelSpec(open=open_openai, health_check=examine_openai)
