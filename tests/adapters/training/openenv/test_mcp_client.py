"""The official client of MCP plays an episode by the tools of `/mcp`, as agents do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from adapters.training.openenv.messages import VisibleObservation
from runtime.screen.tree import parse
from tests.support.environments import TASK, all_free, serving, trainer, until

_REASON = "comes with the extra openenv, which .ci/run installs"
mcp = pytest.importorskip("mcp", reason=_REASON)
mcp_http = pytest.importorskip("mcp.client.streamable_http", reason=_REASON)
httpx = pytest.importorskip("httpx", reason=_REASON)


def center_in(text: str, label: str) -> dict[str, int]:
    """Where the element with a label is tapped, in the text that a tool returned."""
    tree = parse(json.loads(text)["tree"].encode())
    return dict(zip("xy", next(node for node in tree.walk() if node.text == label).center, strict=True))


def text_of(result: Any) -> str:
    """The text of a tool's result."""
    (content,) = result.content
    return str(content.text)


async def test_an_agent_plays_by_the_official_client_while_the_trainer_watches() -> None:
    """It sees what a session shows its agent; the trainer gets the reward."""
    async with serving() as (runtime, server), trainer(server) as control:
        _, data = await control.ask("reset", {"task": TASK})
        token = data["metadata"]["agent_token"]
        async with (
            httpx.AsyncClient(headers={"Authorization": f"Bearer {token}"}, trust_env=False) as http,
            mcp_http.streamable_http_client(f"{server.url}/mcp", http_client=http) as (read, write, *_),
            mcp.ClientSession(read, write) as agent,
        ):
            await agent.initialize()
            names = {tool.name for tool in (await agent.list_tools()).tools}
            assert {"observe", "tap", "type", "ask", "finish"} <= names
            text = text_of(await agent.call_tool("launch", {"app": "Settings"}))
            for label in ("Network & internet", "Airplane mode"):
                text = text_of(await agent.call_tool("tap", center_in(text, label)))
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
    await until(all_free(runtime, server))
    assert [score.ending for score in runtime.scores] == ["finished"]
