"""What agents may call: the tools of `/mcp`, by the official client of the protocol and by bare requests."""

from __future__ import annotations

import json
from typing import Any

import aiohttp
import httpx
import pytest
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from mcp.types import CallToolResult, TextContent

from adapters.training.openenv.messages import VisibleObservation
from adapters.training.openenv.server import EnvironmentServer
from runtime.screen.tree import parse
from tests.support.environments import TASK, TOKEN, all_free, serving, trainer, until


async def call(server: EnvironmentServer, token: str, method: str, **params: Any) -> tuple[int, dict[str, Any]]:
    """The status and the answer of one request of an agent."""
    headers = {"Authorization": f"Bearer {token}"}
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    async with aiohttp.ClientSession(server.url, headers=headers) as http, http.post("/mcp", json=body) as answer:
        return answer.status, await answer.json()


def center(text: str, label: str) -> dict[str, int]:
    """Where the element with a label is tapped, in the text that a tool returned."""
    tree = parse(json.loads(text)["tree"].encode())
    return dict(zip("xy", next(node for node in tree.walk() if node.text == label).center, strict=True))


def text_of(result: CallToolResult) -> str:
    """The text of a tool's result."""
    (content,) = result.content
    assert isinstance(content, TextContent)
    return content.text


async def test_an_agent_plays_by_the_official_client_while_the_trainer_watches() -> None:
    """It sees what a session shows its agent; the trainer gets the reward."""
    async with serving() as (runtime, server), trainer(server) as control:
        _, data = await control.ask("reset", {"task": TASK})
        token = data["metadata"]["agent_token"]
        async with (
            httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}, trust_env=False) as http,
            streamable_http_client(f"{server.url}/mcp", http_client=http) as (read, write, *_),
            ClientSession(read, write) as agent,
        ):
            await agent.initialize()
            names = {tool.name for tool in (await agent.list_tools()).tools}
            assert {"observe", "tap", "type", "ask", "finish"} <= names
            text = text_of(await agent.call_tool("launch", {"app": "Settings"}))
            for label in ("Network & internet", "Airplane mode"):
                text = text_of(await agent.call_tool("tap", center(text, label)))
            assert json.loads(text).keys() == VisibleObservation.__annotations__.keys() - {"frame"}
            _, state = await control.ask("state")
            assert (state["step_count"], state["done"]) == (3, False)
            assert state["reward"] > 1
            refused = await agent.call_tool("tap", {"x": 99999, "y": 1})
            assert refused.isError
            await agent.call_tool("finish", {})
        kind, state = await control.ask("state")
        assert (kind, state["done"], state["reward"]) == ("state", True, pytest.approx(2.0))
        _, last = await control.ask("step", {"kind": "noop"})
        assert last["done"]
        assert (await call(server, token, "tools/list"))[0] == 401
    await until(all_free(runtime, server))
    assert [score.ending for score in runtime.scores] == ["finished"]


async def test_a_token_is_good_for_one_episode_and_for_acting_only() -> None:
    """The agent's opens nothing else, the trainer's does not act, and another episode has another."""
    async with serving() as (_, server), trainer(server) as control:
        _, data = await control.ask("reset", {"task": TASK})
        token = data["metadata"]["agent_token"]
        assert token not in json.dumps(data["observation"])
        for path in ("/ws", "/phone", "/state"):
            headers = {"Authorization": f"Bearer {token}"}
            async with aiohttp.ClientSession(server.url, headers=headers) as http, http.get(path) as answer:
                assert answer.status == 401
        assert (await call(server, TOKEN, "tools/list"))[0] == 401
        assert (await call(server, token, "tools/list"))[0] == 200
        _, data = await control.ask("reset", {"task": TASK})
        assert (await call(server, token, "tools/list"))[0] == 401
        assert (await call(server, data["metadata"]["agent_token"], "tools/list"))[0] == 200


async def test_wrong_calls_are_errors_and_the_episode_goes_on() -> None:
    """Unknown methods and tools, and arguments of a wrong kind."""
    async with serving() as (_, server), trainer(server) as control:
        _, data = await control.ask("reset", {"task": TASK})
        token = data["metadata"]["agent_token"]
        assert (await call(server, token, "resources/list"))[1]["error"]["code"] == -32601
        for params in (
            {"name": "reset"},
            {"name": "tap", "arguments": {"x": "1", "y": 2}},
            {"name": "tap", "arguments": {"x": 1, "y": 2, "z": 3}},
            {"name": "tap", "arguments": [1, 2]},
            {},
        ):
            assert (await call(server, token, "tools/call", **params))[1]["error"]["code"] == -32602
        assert (await control.ask("state"))[1]["step_count"] == 0
        _, answer = await call(server, token, "tools/call", name="key", arguments={"name": "BACK"})
        assert not answer["result"]["isError"]
        assert (await control.ask("step", {"kind": "finish"}))[1]["done"]
