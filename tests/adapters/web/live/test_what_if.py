"""Other actions at recorded steps, tried over HTTP: outcomes, what is refused, and what is left afterwards."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import anyio.to_thread

from adapters.web.live.server import RunPage
from tests.adapters.web.live.conftest import Client, client, snapshot

EPISODE = "reader/shop.griddleshake.incomplete/0"


async def sent(viewer: Client, path: str, **body: Any) -> tuple[int, Any]:
    """Post a body; return status and JSON content."""
    headers = {"Authorization": f"Bearer {viewer.token}", "Content-Type": "application/json"}
    async with viewer.http.post(f"{viewer.url}/v1/what-if/{path}", headers=headers, json=body) as answer:
        return answer.status, json.loads(await answer.read())


async def test_the_recorded_action_leads_to_the_recorded_screen_and_others_elsewhere(run: Path) -> None:
    """From one point both are tried; the point stays as it is, and the folder too."""
    before = await anyio.to_thread.run_sync(snapshot, run)
    async with RunPage([run]) as page, client(page.address) as viewer:
        _, episode = await viewer.get(f"/v1/episode?id={EPISODE}")
        first = next(step for step in episode["steps"] if step["number"] == 1)
        status, point = await sent(viewer, "points", id=EPISODE, step=0)
        assert (status, point["step"], point["screen"]) == (200, 0, first["before"]["frame"])
        assert {item["kind"] for item in point["marks"]} == {"requirement", "key_step"}
        (at,) = first["points"]
        _, same = await sent(viewer, "attempts", point=point["point"], action={"kind": "tap", "x": at[0], "y": at[1]})
        assert same["screen"] == first["after"]["frame"]
        assert (same["words"], same["refusal"]) == (first["words"], "")
        _, other = await sent(viewer, "attempts", point=point["point"], action={"kind": "key", "name": "BACK"})
        assert other["screen"] != same["screen"]
        _, further = await sent(viewer, "attempts", point=same["point"], action={"kind": "key", "name": "HOME"})
        assert (further["step"], further["screen"]) == (2, point["screen"])
        status, png = await viewer.get(f"/v1/what-if/screens/{same['screen']}")
        assert (status, png[:4]) == (200, b"\x89PNG")
    assert await anyio.to_thread.run_sync(snapshot, run) == before


async def test_a_question_is_answered_and_labelled(run: Path) -> None:
    """By the user of the run, which follows rules; nothing on the phone changes."""
    async with RunPage([run]) as page, client(page.address) as viewer:
        _, point = await sent(viewer, "points", id=EPISODE, step=0)
        assert point["notices"] == []
        _, asked = await sent(
            viewer, "attempts", point=point["point"], action={"kind": "ask", "question": "Shall I press OK now?"}
        )
        (turn,) = asked["questions"]
        assert (turn["label"], turn["good"], asked["changes"]) == ("trivial", False, [])
        assert turn["reply"]


async def test_what_cannot_be_tried_is_refused_with_the_reason(run: Path) -> None:
    """Unknown episodes, steps and points, actions off the screen, bodies of another shape, and strangers."""
    async with RunPage([run]) as page, client(page.address) as viewer:
        assert (await sent(viewer, "points", id="nobody/none/0", step=0))[0] == 409
        status, problem = await sent(viewer, "points", id=EPISODE, step=99)
        assert status == 409
        assert "step" in problem["error"]
        assert (await sent(viewer, "attempts", point=77, action={"kind": "key", "name": "BACK"}))[0] == 410
        assert (await sent(viewer, "attempts", point=0, action={"kind": "fly"}))[0] == 422
        assert (await viewer.get("/v1/what-if/screens/frame-1x1-00"))[0] == 404
        _, point = await sent(viewer, "points", id=EPISODE, step=0)
        _, off = await sent(viewer, "attempts", point=point["point"], action={"kind": "tap", "x": 9_999, "y": 1})
        assert off["refusal"]
        assert off["point"] == point["point"]
        viewer.token = "guessed"
        assert (await sent(viewer, "points", id=EPISODE, step=0))[0] == 401
        assert (await sent(viewer, "attempts", point=1, action={"kind": "key", "name": "BACK"}))[0] == 401
        assert (await viewer.get("/v1/what-if/screens/frame-1x1-00"))[0] == 401
