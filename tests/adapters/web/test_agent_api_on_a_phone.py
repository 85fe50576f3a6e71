"""The agent API on a real lease: an agent outside the process talks to the user while it drives the phone by ADB."""

from __future__ import annotations

import aiohttp

from adapters.web.agent_api.server import AgentApiServer
from runtime.engine import Runtime


async def test_what_is_asked_through_the_door_is_judged_like_any_question() -> None:
    """A proper question over HTTP gets the value and becomes a turn of the trace. No screen had shown the choices."""
    async with (
        Runtime(devices=["phone://1"]) as rt,
        AgentApiServer() as server,
        rt.session("shop.feast.incomplete") as lease,
    ):
        token = server.admit(lease.live)
        headers = {"Authorization": f"Bearer {token}"}
        async with aiohttp.ClientSession(server.url, headers=headers) as http:
            async with http.get("/v1/instruction") as answer:
                brief = await answer.json()
            async with http.post("/v1/ask", json={"question": "Which size: Single, Double or Triple?"}) as answer:
                reply = await answer.json()
            async with http.post("/v1/finish", json={"text": "I could not go on."}) as answer:
                ended = await answer.json()
        server.dismiss(token)
    assert "Copper Pan Burger" in brief["instruction"]
    assert "Double" in reply["reply"]
    assert ended["ended"]
    (score,) = [item for item in lease.scores if item.judge == "rules"]
    assert (score.turns, score.labels, score.ungrounded) == (1, {1: "compliant"}, {1: ("size",)})
    assert score.ending == "finished"
