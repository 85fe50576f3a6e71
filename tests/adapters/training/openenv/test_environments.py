"""Environments over the WebSocket: what trainers get, what policies see, and what bad clients cost."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import Any

import aiohttp
import anyio
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed, InvalidStatus

from adapters.training.openenv.messages import Request, RequestError, VisibleObservation, parse_request
from adapters.training.openenv.server import Limits
from runtime import Decision, Finish, PolicySession, Rollout, RunConfig, Runtime, Selection, Tap
from runtime.screen.tree import parse
from tests.support.environments import HEADERS, TASK, Trainer, all_free, serving, trainer, until

STEPS = 4
BACK = {"kind": "key", "name": "BACK"}


def tap(xml: str, draws: random.Random) -> tuple[int, int]:
    """A place to tap at."""
    return draws.choice([node for node in parse(xml.encode()).walk() if node.clickable]).center


async def wander(session: PolicySession) -> None:
    """Tap at random, then finish."""
    draws = random.Random(1)
    seen = await session.observe()
    for _ in range(STEPS):
        assert seen.tree is not None
        seen = await session.step(Decision([Tap(*tap(seen.tree.source.decode(), draws))]))
    await session.step(Decision([Finish()]))


async def wander_over(client: Trainer, **parameters: Any) -> tuple[list[str], list[Any], float, dict[str, float]]:
    """The same over the WebSocket: digests before each step, rewards, total, and its parts."""
    draws = random.Random(1)
    _, data = await client.ask("reset", parameters)
    digests, rewards = [], []
    for step in range(STEPS + 1):
        digests.append((await client.ask("state"))[1]["digest"])
        x, y = tap(data["observation"]["tree"], draws) if step < STEPS else (0, 0)
        action = {"kind": "tap", "x": x, "y": y} if step < STEPS else {"kind": "finish"}
        kind, data = await client.ask("step", action)
        assert (kind, data["done"]) == ("observation", step == STEPS)
        rewards.append(data["reward"])
    return digests, rewards, data["metadata"]["total"], data["metadata"]["total_parts"]


async def test_task_seed_and_group_give_the_trajectory_of_a_rollout_in_process() -> None:
    """Phones before each step, the reward of each step, and the breakdown of the whole."""
    select = Selection(tasks=(TASK, "shop.railspa.standard"))
    async with Runtime(RunConfig(), devices=["headless://1"]) as runtime:
        rollouts: list[Rollout] = [
            rollout async for rollout in runtime.rollouts(wander, select=select, group_size=1, seed=11, digests=True)
        ]
    assert len(rollouts) == 2
    async with serving() as (_, server), trainer(server) as client:
        for rollout in rollouts:
            found = await wander_over(client, task=rollout.task, seed=11, group=rollout.group)
            digests, rewards, total, parts = found
            assert digests == [step.state for step in rollout.steps]
            assert rewards == [pytest.approx(step.reward.total) for step in rollout.steps]
            assert total == pytest.approx(rollout.reward)
            assert parts == {name: value for name, value in rollout.breakdown.parts().items() if value}
            again = await wander_over(client, task=rollout.task, seed=11, group=rollout.group)
            assert again == found


async def test_what_a_policy_may_see_is_what_a_session_shows_its_agent() -> None:
    """No digest, no reward, no score and no value that only the user knows, in any observation of an episode."""
    async with serving() as (runtime, server), trainer(server) as client:
        task = runtime.tasks(Selection(levels=("ambiguous",)))[0]
        _, data = await client.ask("reset", {"task": task.id})
        seen = [data["observation"]]
        for action in (BACK, {"kind": "ask", "question": "Which one?"}, {"kind": "finish"}):
            _, data = await client.ask("step", action)
            seen.append(data["observation"])
        assert all(observation.keys() == VisibleObservation.__annotations__.keys() for observation in seen)
        async with runtime.session(task, repeat=50, needs=["tree"]) as session:
            assert (tree := (await session.observe()).tree) is not None
            assert seen[0]["tree"] == tree.source.decode()
        assert seen[0]["instruction"] == task.instruction
        assert len(seen[2]["replies"]) == 1
        assert [observation["ended"] for observation in seen] == [False, False, False, True]


async def test_decisions_have_actions_a_thought_and_the_models_output(tmp_path: Any) -> None:
    """All of it is recorded."""
    async with serving(out=tmp_path / "run") as (_, server), trainer(server) as client:
        await client.ask("reset", {"task": TASK})
        turn = {
            "actions": [{"kind": "wait", "ms": 10}, {"kind": "finish", "text": "Done."}],
            "thought": "t",
            "raw": "r",
        }
        _, data = await client.ask("step", turn)
        assert (data["done"], data["metadata"]["terminated"], data["metadata"]["truncated"]) == (True, True, False)
    (trace,) = (tmp_path / "run" / "events").iterdir()
    decided = [line for line in map(json.loads, trace.read_text().splitlines()) if line["kind"] == "decided"]
    assert [(line["decision"]["thought"], line["decision"]["raw"]) for line in decided] == [("t", "r")]


async def test_the_end_of_the_budget_is_a_truncation() -> None:
    """And after the end nothing has any effect."""
    async with serving(config=RunConfig(max_steps=2)) as (_, server), trainer(server) as client:
        await client.ask("reset", {"task": TASK})
        await client.ask("step", {"kind": "noop"})
        _, data = await client.ask("step", {"kind": "noop"})
        assert (data["done"], data["metadata"]["terminated"], data["metadata"]["truncated"]) == (True, False, True)
        _, later = await client.ask("step", BACK)
        assert (later["done"], later["reward"], later["observation"]["step"]) == (True, 0.0, 2)
        assert (await client.ask("state"))[1]["done"]


async def test_tasks_take_turns_and_a_seed_draws_one() -> None:
    """Without a task."""
    async with serving(config=RunConfig(selection=Selection(intents=("device.airplane",)))) as (runtime, server):
        tasks = [task.id for task in runtime.tasks()]
        async with trainer(server) as client:
            taken = [(await client.ask("reset"))[1]["metadata"] for _ in range(len(tasks) + 1)]
            assert [data["task"] for data in taken] == [*tasks, tasks[0]]
            assert [data["group"] for data in taken] == [*[0] * len(tasks), 1]
            _, data = await client.ask("reset", {"seed": len(tasks) + 1})
            assert (data["metadata"]["task"], data["metadata"]["seed"]) == (tasks[1], len(tasks) + 1)
            _, data = await client.ask("reset", {"select": {"apps": ["rail"]}, "episode_id": "mine"})
            assert data["message"].startswith("the suite has no app")
            _, data = await client.ask("reset", {"select": {"tasks": [TASK]}, "episode_id": "mine"})
            assert (data["metadata"]["task"], data["metadata"]["episode_id"]) == (TASK, "mine")


async def test_weights_change_the_reward() -> None:
    """They are the trainer's."""
    async with serving() as (_, server), trainer(server) as client:
        for cost in (0.1, 0.7):
            await client.ask("reset", {"task": TASK, "weights": {"termination": cost}})
            _, data = await client.ask("step", {"kind": "finish"})
            assert data["reward"] == pytest.approx(-cost)
            assert data["metadata"]["reward"] == {"termination": pytest.approx(-cost)}


async def test_a_parked_session_goes_on_on_another_server() -> None:
    """It ends here without a result; phone and budget are the same there."""
    async with serving() as (runtime, server), serving() as (_, other):
        async with trainer(server) as client:
            assert (await client.ask("park"))[1]["code"] == "EXECUTION_ERROR"
            await client.ask("reset", {"task": TASK})
            await client.ask("step", {"kind": "launch", "app": "Settings"})
            before = (await client.ask("state"))[1]
            kind, data = await client.ask("park")
            assert kind == "parked"
            assert (await client.ask("state"))[1]["task"] is None
        await until(all_free(runtime, server))
        async with trainer(other) as client:
            assert (await client.ask("reset", {"parked": "bm9uZQ=="}))[1]["code"] == "VALIDATION_ERROR"
            _, found = await client.ask("reset", data)
            assert found["observation"]["step"] == 1
            assert (await client.ask("state"))[1]["digest"] == before["digest"]


async def test_when_all_phones_are_taken_the_next_client_is_told_so() -> None:
    """With the error and the numbers that the protocol names; a client that hangs up frees its phone at once."""
    async with serving() as (runtime, server):
        async with trainer(server) as first, trainer(server) as second:
            for client in (first, second):
                await client.ask("reset", {"task": TASK})
            async with trainer(server) as third:
                kind, data = await third.hear()
                assert (kind, data["code"]) == ("error", "CAPACITY_REACHED")
                assert (data["active_sessions"], data["max_sessions"]) == (2, 2)
                with pytest.raises(ConnectionClosed):
                    await third.hear()
            first.socket.transport.abort()
            await until(lambda: len(runtime._pool.free) == 1)
            async with trainer(server) as fourth:
                assert (await fourth.ask("reset", {"task": TASK}))[0] == "observation"
            assert (await second.ask("step", BACK))[0] == "observation"
        await until(all_free(runtime, server))
    assert runtime.scores == ()


async def test_a_silent_client_loses_its_phone() -> None:
    """By default after ten minutes."""
    assert Limits().silence == 600
    async with serving(limits=Limits(silence=0.2)) as (runtime, server), trainer(server) as client:
        await client.ask("reset", {"task": TASK})
        assert await client.hear() == (
            "error",
            {"message": "no message for 0.2 s: the session ended", "code": "SESSION_ERROR"},
        )
        with pytest.raises(ConnectionClosed):
            await client.hear()
        await until(all_free(runtime, server))


INVALID = {
    "{": "INVALID_JSON",
    "\ufffd": "INVALID_JSON",
    "[]": "VALIDATION_ERROR",
    "{}": "UNKNOWN_TYPE",
    '{"type": "mcp", "data": {}}': "UNKNOWN_TYPE",
    '{"type": "step"}': "VALIDATION_ERROR",
    '{"type": "step", "data": {"kind": "tap", "x": 1.5, "y": 2}}': "VALIDATION_ERROR",
    '{"type": "step", "data": {"kind": "tap", "x": 1, "y": 99999}}': "VALIDATION_ERROR",
    '{"type": "step", "data": {"kind": "key", "name": "NONE"}}': "VALIDATION_ERROR",
    '{"type": "step", "data": {"kind": "type", "text": "a", "txet": "b"}}': "VALIDATION_ERROR",
    '{"type": "step", "data": {"actions": []}}': "VALIDATION_ERROR",
    '{"type": "reset", "data": {"seed": -1}}': "VALIDATION_ERROR",
    '{"type": "reset", "data": {"frame_size": [1, 100000]}}': "VALIDATION_ERROR",
}


async def test_invalid_messages_get_typed_errors_and_the_episode_goes_on() -> None:
    """An invalid reset does not end the episode either, if it is refused as a message."""
    async with serving() as (_, server), trainer(server) as client:
        assert (await client.ask("step", BACK))[1]["code"] == "EXECUTION_ERROR"
        await client.ask("reset", {"task": TASK})
        for message, code in INVALID.items():
            kind, data = await client.say(message)
            assert (kind, data["code"]) == ("error", code), message
            assert (await client.ask("state"))[1]["step_count"] == 0
        assert (await client.ask("step", BACK))[0] == "observation"
        for parameters in ({"task": "none"}, {"task": TASK, "needs": ["frame"]}):
            assert (await client.ask("reset", parameters))[0] == "error"
        assert (await client.ask("reset", {"task": TASK}))[0] == "observation"


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=5,
)
messages = st.fixed_dictionaries(
    {"type": st.sampled_from(["reset", "step", "state", "park", "close"]) | values},
    optional={
        "data": values | st.fixed_dictionaries({"kind": st.sampled_from(["tap", "type", "finish"]), "x": values})
    },
)


@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
@given(st.binary(max_size=40) | st.text(max_size=40) | messages.map(json.dumps))
def test_any_message_is_a_request_or_a_typed_error(message: str | bytes) -> None:
    """Nothing else is raised."""
    with suppress(RequestError):
        assert isinstance(parse_request(message), Request)


async def test_clients_that_misbehave_harm_themselves_only() -> None:
    """A wrong token, a message beyond the limit, and hanging up in the middle of a step."""
    async with serving() as (runtime, server), trainer(server) as good:
        await good.ask("reset", {"task": TASK})
        with pytest.raises(InvalidStatus, match="401"):
            async with trainer_with("wrong", server):
                pass
        async with trainer(server) as client:
            with pytest.raises(ConnectionClosed, match="1009"):
                await client.say("x" * (1 << 21))
        for number in range(8):
            await until(lambda: server.clients == 1)
            async with trainer(server) as client:
                if number > 2:
                    await client.ask("reset", {"task": TASK})
                await client.socket.send(
                    '{"type": "reset"}' if number % 2 else json.dumps({"type": "step", "data": BACK})
                )
                for _ in range(number % 4):
                    await anyio.lowlevel.checkpoint()
                client.socket.transport.abort()
        assert (await good.ask("step", BACK))[0] == "observation"
    await until(all_free(runtime, server))


def trainer_with(token: str, server: Any) -> Any:
    """A connection with another token."""
    from websockets.asyncio.client import connect

    headers = {"Authorization": f"Bearer {token}"}
    return connect(server.url.replace("http", "ws") + "/ws", additional_headers=headers, proxy=None)


async def test_requests_over_http_are_answered_as_the_protocol_defines() -> None:
    """Health, schemas and metadata for everybody; a reset has no session, so a step has none to go on in."""
    async with serving() as (runtime, server), aiohttp.ClientSession(server.url, headers=HEADERS) as http:
        async with http.get("/health", headers={"Authorization": ""}) as answer:
            assert await answer.json() == {"status": "healthy"}
        async with http.get("/schema") as answer:
            assert (await answer.json()).keys() == {"action", "observation", "reset_observation", "state"}
        async with http.get("/metadata") as answer:
            assert (await answer.json()).keys() == {"name", "description", "version"}
        async with http.get("/state") as answer:
            assert (await answer.json())["episode_id"] is None
        async with http.post("/reset", json={"task": TASK}) as answer:
            assert (await answer.json())["observation"]["instruction"] == runtime.tasks(Selection(tasks=(TASK,)))[
                0
            ].instruction
        async with http.post("/reset") as answer:
            assert answer.status == 200
        async with http.post("/reset", json={"task": "none"}) as answer:
            assert answer.status == 422
        async with http.post("/step", json={"action": BACK}) as answer:
            assert answer.status == 409
        await until(all_free(runtime, server))
