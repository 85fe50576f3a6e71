"""The talk door in full counts: its document against what it answers, hostile streams, floods, twenty users."""

from __future__ import annotations

import json
import random
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import aiohttp
import anyio

from adapters.web.agent_api.server import AgentApiServer
from adapters.web.shared.connections import MOST
from benchmarks.acceptance.bar import Bar
from tests.support.agent_api import AgentApi
from tests.support.api_fuzzing import Endless, fuzz

_SEED = 7
_REQUESTS = 20_000
_EXAMPLES = 2_600
"""For each of eight operations, so that there are as many requests as that."""
_MESSAGES = 20_000
_CONNECTIONS = 1_000
_BACKLOG = 128
_USERS, _QUESTIONS = 20, 50
_IDLE_QUESTIONS = 2_000


def measure() -> list[Bar]:
    """Every part in turn."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * _CONNECTIONS + 200  # both ends are in this process
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(wanted, hard)), hard))
    return anyio.run(_measure)


async def _measure() -> list[Bar]:
    return [await _document(), await _streams(), await _flood(), await _users(), await _afterwards()]


async def _document() -> Bar:
    with tempfile.TemporaryDirectory() as folder:
        found = await fuzz(Path(folder), _EXAMPLES, seed=_SEED)
    if found.complaint:
        print(found.complaint)
    statuses = sorted({status for answers in found.answers.values() for status in answers})
    return Bar(
        f"schemathesis, all checks: ≥ {_REQUESTS} requests, none answered otherwise than the document says",
        f"{found.requests} requests, statuses {', '.join(map(str, statuses))}; "
        f"{'something is wrong' if found.complaint else 'all as it says'}",
        found.requests >= _REQUESTS and not found.complaint,
    )


async def _streams() -> Bar:
    """Each message, however wrong, has one answer, and the stream goes on."""
    answered, counts = 0, {"error": 0}
    async with AgentApiServer() as door, aiohttp.ClientSession() as http:
        headers = {"Authorization": f"Bearer {door.admit(Endless())}"}
        async with http.ws_connect(f"{door.url}/v1/stream", headers=headers) as stream:
            for message in islice(_messages(random.Random(_SEED)), _MESSAGES):
                await stream.send_str(message)
                kind = (await stream.receive_json())["type"]
                counts[kind] = counts.get(kind, 0) + 1
                answered += 1
    return Bar(
        f"{_MESSAGES} mutated messages on one stream: one answer each",
        f"{answered}: {', '.join(f'{count} {kind}' for kind, count in sorted(counts.items()))}",
        answered == _MESSAGES and min(counts.values()) > 0 and len(counts) > 1,
    )


def _messages(draw: random.Random) -> Iterator[str]:
    """Good messages, with characters left out, put in, changed or doubled in most of them."""
    good: list[Any] = [
        {"type": "ask", "question": "Which size?", "id": 1},
        {"type": "finish", "text": "Done.", "status": "complete"},
        {"type": "status", "id": "a"},
        {"type": "instruction"},
    ]
    while True:
        text = list(json.dumps(draw.choice(good)))
        for _ in range(draw.randrange(4)):
            at = draw.randrange(len(text))
            match draw.randrange(4):
                case 0:
                    del text[at]
                case 1:
                    text.insert(at, chr(draw.choice((0, 34, 44, 91, 92, 123, 125, 0x20AC, draw.randrange(0xD800)))))
                case 2:
                    text[at] = chr(draw.randrange(32, 127))
                case _:
                    text[at:at] = text[: draw.randrange(len(text))]
        yield "".join(text)


async def _flood() -> Bar:
    """Strangers hold what they can; a guest asks meanwhile."""
    async with AgentApiServer() as door, AsyncExitStack() as stack:
        headers = {"Authorization": f"Bearer {door.admit(Endless())}"}
        http = await stack.enter_async_context(aiohttp.ClientSession(headers=headers))
        most, slowest, served = 0, 0.0, 0
        for number in range(_CONNECTIONS):
            wire = await anyio.connect_tcp("127.0.0.1", door.port)
            stack.push_async_callback(wire.aclose)
            most = max(most, door.held)
            if number % 50 == 49:
                began = time.monotonic()
                async with http.get(f"{door.url}/v1/status") as answer:
                    served += answer.status == 200
                slowest = max(slowest, time.monotonic() - began)
    return Bar(
        f"{_CONNECTIONS} connections of strangers at once: ≤ {MOST} + {_BACKLOG} held, a guest is served throughout",
        f"{most} held at most; {served} of {_CONNECTIONS // 50} answers, the slowest after {slowest * 1e3:.0f} ms",
        most <= MOST + _BACKLOG and served == _CONNECTIONS // 50,
    )


async def _users() -> Bar:
    """Each gets his own answers in his own order."""
    right, began = 0, time.monotonic()

    async def talk(door: AgentApiServer, http: aiohttp.ClientSession, name: str) -> None:
        nonlocal right
        headers = {"Authorization": f"Bearer {door.admit(AgentApi(name))}"}
        for turn in range(_QUESTIONS):
            body = {"question": f"q{turn}"}
            async with http.post(f"{door.url}/v1/ask", json=body, headers=headers) as answer:
                right += (await answer.json())["reply"] == f"{name}: q{turn}"

    async with AgentApiServer() as door, aiohttp.ClientSession() as http, anyio.create_task_group() as group:
        for number in range(_USERS):
            group.start_soon(talk, door, http, f"user {number}")
    took = time.monotonic() - began
    return Bar(
        f"{_USERS} users at once, {_QUESTIONS} questions each: every answer his own",
        f"{right} of {_USERS * _QUESTIONS} right, {took / right * 1e3:.2f} ms each, client and all",
        right == _USERS * _QUESTIONS,
    )


async def _afterwards() -> Bar:
    """The response to a question after the episode has ended."""
    session = AgentApi()
    async with AgentApiServer() as door, aiohttp.ClientSession() as http:
        headers = {"Authorization": f"Bearer {door.admit(session)}"}
        ended = 0
        async with http.post(f"{door.url}/v1/finish", json={}, headers=headers) as answer:
            ended += (await answer.json())["ended"]
        began = time.process_time()
        for _ in range(_IDLE_QUESTIONS):
            async with http.post(f"{door.url}/v1/ask", json={"question": "And?"}, headers=headers) as answer:
                ended += (await answer.json())["ended"]
        took = (time.process_time() - began) / _IDLE_QUESTIONS
    return Bar(
        f"{_IDLE_QUESTIONS} questions after the end: `ended`, none reaches the session, ≤ 2 ms of CPU, client and all",
        f"{ended - 1} of {_IDLE_QUESTIONS}, {len(session.decisions)} decision, {took * 1e3:.2f} ms",
        ended == _IDLE_QUESTIONS + 1 and len(session.decisions) == 1 and took <= 2e-3,
    )
