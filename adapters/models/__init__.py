"""Models behind OpenAI-compatible endpoints: vLLM, SGLang, a cloud.

uri        `openai:MODEL@URL`, as a value
dialect    how an endpoint wants an answer's form and length to be asked for, and what to try when it refuses
body       a request as the pieces of a JSON body; pictures go in as they were encoded once
replies    what came back, as a reply or a named mistake
window     how many requests may be on their way, by what came of the last ones; pure
budget     who may send next: agents before users before judges
endpoint   the one client of an endpoint, through the SDK on its aiohttp transport
client     a request to its end: dialects, repeated attempts, deadline
fake       an endpoint on this machine that says and does what a test wants
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from adapters.models.client import OpenAIModel
from adapters.models.endpoint import Endpoint
from adapters.models.uri import parse
from runtime.errors import ModelError
from runtime.models import Ledger, Message, Model, ModelRequest
from runtime.ports import Finding

_PATIENCE = 20.0
"""Seconds for the one question that proves an endpoint."""


@asynccontextmanager
async def open_openai(uri: str, ledger: Ledger) -> AsyncIterator[Model]:
    """The model at `openai:MODEL@URL`; nothing is sent before it is asked something.

    Raises:
        UsageError: the address cannot be read, or names a key that is not there.
    """
    address = parse(uri)
    async with Endpoint.opened(address) as endpoint:
        yield OpenAIModel(address.model, endpoint, ledger, most=address.most)


async def examine_openai(uri: str) -> Sequence[Finding]:
    """Whether key, URL and model name are right: one short question, which costs a few tokens.

    Raises:
        UsageError: the address cannot be read, or names a key that is not there.
    """
    address = parse(uri)
    question = ModelRequest("agent", (Message("user", ("Say yes.",)),), max_tokens=16, deadline=_PATIENCE)
    async with Endpoint.opened(address) as endpoint:
        try:
            reply = await OpenAIModel(address.model, endpoint, Ledger(), tries=1).complete(question)
        except ModelError as error:
            return [Finding(False, f"{uri}: {error}")]
    counted = "" if reply.usage else "; it does not count tokens"
    return [Finding(True, f"{uri}: answers{counted}")]
