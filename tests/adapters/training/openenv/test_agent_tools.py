"""What agents may call: the tools of `/mcp`, by bare requests."""

from __future__ import annotations

import json
from typing import Any

import aiohttp

from adapters.training.openenv.server import EnvironmentServer
from tests.support.environments import TASK, TOKEN, serving, trainer


async def call(server: EnvironmentServer, token: str, method: str, **params: Any) -> tuple[int, dict[str, Any]]:
    """The status and the answer of one request of an agent."""
    headers = {"Authorization": f"Bearer {token}"}
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    async with aiohttp.ClientSession(server.url, headers=headers) as http, http.post("/mcp", json=body) as answer:
        return answer.status, await answer.json()


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
