"""Claiming at the agent API: the order of claims, waits, and episodes whose client has disconnected."""

from __future__ import annotations

from contextlib import AsyncExitStack
from typing import Any

import aiohttp
import anyio
import anyio.lowlevel
import pytest

from adapters.web.agent_api import claim_queue
from adapters.web.agent_api.server import AgentApiServer, Limits
from tests.support.agent_api import AgentApi

RUN = "the-token-of-the-run"


async def claim(http: aiohttp.ClientSession, server: AgentApiServer, token: str = RUN) -> tuple[int, Any]:
    """One request for an episode."""
    async with http.post(f"{server.url}/v1/episodes", headers={"Authorization": f"Bearer {token}"}) as answer:
        return answer.status, await answer.json() if answer.content_length else None


async def test_episodes_are_handed_out_once_and_in_their_order():
    """With all that an agent needs; the token of each is its own."""
    async with AgentApiServer(run_token=RUN) as server, aiohttp.ClientSession() as http:
        with (
            server.offer(AgentApi("one"), 4001, 5001, "sandbox-1") as offer,
            server.offer(AgentApi("two"), 4002, 5001, "sandbox-2") as two,
        ):
            first, second = await claim(http, server), await claim(http, server)
            assert offer.claimed.is_set()
            assert two.claimed.is_set()
    token = first[1].pop("token")
    assert first == (
        200,
        {
            "instruction": "Order one.",
            "screen": [1080, 2400],
            "max_steps": 25,
            "can_ask": True,
            "url": server.url,
            "adb": {"host": "127.0.0.1", "port": 4001, "serial": "sandbox-1", "device_port": 5001},
        },
    )
    assert second[1]["instruction"] == "Order two."
    assert second[1]["token"] != token


async def test_who_waits_gets_what_is_offered_later():
    """Several wait at once; each episode wakes one of them, and the others wait on."""
    async with (
        AgentApiServer(run_token=RUN) as server,
        aiohttp.ClientSession() as http,
        anyio.create_task_group() as group,
    ):
        found: list[Any] = []

        async def wait() -> None:
            found.append((await claim(http, server))[1]["instruction"])

        for _ in range(3):
            group.start_soon(wait)
        for name in ("a", "b", "c"):
            with server.offer(AgentApi(name), 4001, 5001, "sandbox-1") as offer:
                await offer.claimed.wait()
    assert sorted(found) == ["Order a.", "Order b.", "Order c."]


async def test_when_none_waits_the_answer_is_nothing_after_a_while():
    """204, and the next request waits again."""
    async with AgentApiServer(run_token=RUN, limits=Limits(poll=0.05)) as server, aiohttp.ClientSession() as http:
        assert await claim(http, server) == (204, None)
        assert await claim(http, server) == (204, None)


async def test_an_offer_that_was_withdrawn_is_not_handed_out():
    """Its episode has fallen; what is offered after it is."""
    async with AgentApiServer(run_token=RUN, limits=Limits(poll=0.05)) as server, aiohttp.ClientSession() as http:
        with server.offer(AgentApi(), 4001, 5001, "sandbox-1"):
            pass
        assert await claim(http, server) == (204, None)


async def test_who_waits_when_the_run_ends_is_told_so():
    """410, while the server closes."""
    async with aiohttp.ClientSession() as http, anyio.create_task_group() as group:
        heard: list[Any] = []
        waits = anyio.Event()
        async with AgentApiServer(run_token=RUN) as server:

            async def wait() -> None:
                waits.set()
                heard.append(await claim(http, server))

            group.start_soon(wait)
            await waits.wait()
            assert (await claim(http, server, "another"))[0] == 401  # by then the first request has arrived
    assert [status for status, _ in heard] == [410]


async def test_an_episode_whose_taker_has_hung_up_goes_to_the_next():
    """A client that gives up waiting claims nothing."""
    async with AgentApiServer(run_token=RUN) as server, aiohttp.ClientSession() as http:
        for _ in range(3):
            async with await anyio.connect_tcp("127.0.0.1", server.port) as wire:
                await wire.send(
                    f"POST /v1/episodes HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {RUN}\r\n\r\n".encode()
                )
                while not server.held:
                    await anyio.lowlevel.checkpoint()
            while server.held:
                await anyio.lowlevel.checkpoint()
        with server.offer(AgentApi("late"), 4001, 5001, "sandbox-1") as offer:
            status, episode = await claim(http, server)
            assert offer.claimed.is_set()
    assert (status, episode["instruction"]) == (200, "Order late.")


async def test_only_so_many_wait(monkeypatch):
    """One more is rejected with a time to come back."""
    monkeypatch.setattr(claim_queue, "_MOST_TAKERS", 2)
    async with (
        AgentApiServer(run_token=RUN) as server,
        aiohttp.ClientSession() as http,
        anyio.create_task_group() as group,
    ):
        statuses: list[int] = []

        async def wait() -> None:
            statuses.append((await claim(http, server))[0])
            if statuses == [429]:
                group.cancel_scope.cancel()

        for _ in range(3):
            group.start_soon(wait)
    assert statuses == [429]


async def test_status_does_not_wait_for_the_user():
    """While a question is being answered it says how things stood before."""
    session = AgentApi()
    session.go_on = anyio.Event()
    async with AgentApiServer() as server, anyio.create_task_group() as group:
        headers = {"Authorization": f"Bearer {server.admit(session)}"}
        async with aiohttp.ClientSession(server.url, headers=headers) as http:

            async def ask() -> None:
                async with http.post("/v1/ask", json={"question": "Which?"}) as answer:
                    assert answer.status == 200

            group.start_soon(ask)
            await session.arrived.wait()
            async with http.get("/v1/status") as answer:
                assert await answer.json() == {"step": 0, "questions": 0, "ended": False}
            session.go_on.set()
            async with anyio.create_task_group() as asking:
                asking.start_soon(ask)
            async with http.get("/v1/status") as answer:
                assert await answer.json() == {"step": 2, "questions": 2, "ended": False}


@pytest.mark.parametrize("offered", [True, False], ids=["offered", "admitted"])
async def test_a_question_that_is_under_way_when_the_episode_falls_is_let_go(offered):
    """Its asker hears of the end at once, and the user's late reply reaches no session that is over."""
    session, heard = AgentApi(), list[Any]()
    session.go_on = anyio.Event()
    async with (
        AgentApiServer(run_token=RUN) as server,
        aiohttp.ClientSession() as http,
        anyio.create_task_group() as group,
        AsyncExitStack() as stack,
    ):
        if offered:
            stack.enter_context(server.offer(session, 4001, 5001, "sandbox-1"))
            token = (await claim(http, server))[1]["token"]
        else:
            token = server.admit(session)
            stack.callback(server.dismiss, token)

        async def ask() -> None:
            headers = {"Authorization": f"Bearer {token}"}
            async with http.post(f"{server.url}/v1/ask", json={"question": "Which?"}, headers=headers) as answer:
                heard.append((answer.status, await answer.json()))

        group.start_soon(ask)
        await session.arrived.wait()
        await stack.aclose()
    assert heard == [(200, {"reply": "", "ended": True})]
    assert session.decisions == []


@pytest.mark.parametrize("token", ["", "x" * 10_000, "\x7f", "token with blanks"])
async def test_strange_tokens_are_unknown_tokens(token):
    """However long or odd: 401; if it is not a valid HTTP header, 400."""
    async with AgentApiServer(run_token=RUN) as server, await anyio.connect_tcp("127.0.0.1", server.port) as wire:
        await wire.send(
            f"POST /v1/episodes HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {token}\r\n\r\n".encode()
        )
        heard = await wire.receive()
        assert heard.split(b" ", 2)[1] == (b"400" if len(token) > 8190 or "\x7f" in token else b"401")
