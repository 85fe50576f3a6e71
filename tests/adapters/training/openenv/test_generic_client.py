"""OpenEnv's own client (package openenv) plays episodes on our server, as trainers do."""

from __future__ import annotations

from typing import Any

import pytest

from runtime.screen.tree import parse
from tests.support.environments import HEADERS, TASK, all_free, serving, until

openenv = pytest.importorskip("openenv", reason="needs the extra openenv, which .ci/run installs")


async def test_the_client_of_the_package_plays_an_episode() -> None:
    """Reset, steps, state and close, with rewards; an invalid action raises, and the episode goes on."""
    async with serving() as (runtime, server):
        async with openenv.GenericEnvClient(base_url=server.url, headers=HEADERS) as client:
            result = await client.reset(task=TASK, seed=3, needs=["tree"])
            assert (result.reward, result.done, result.metadata["task"]) == (None, False, TASK)
            assert result.observation["instruction"] == "Turn on airplane mode."
            rewards = []
            for label in ("Settings", "Network & internet", "Airplane mode"):
                action = (
                    {"kind": "launch", "app": label}
                    if label == "Settings"
                    else {"kind": "tap", **center(result, label)}
                )
                result = await client.step(action)
                rewards.append(result.reward)
            assert rewards[:2] == [0, 0]
            assert rewards[2] > 1
            with pytest.raises(RuntimeError, match=r"Tap\(x=9999, y=1\): x must be between .*VALIDATION_ERROR"):
                await client.step({"kind": "tap", "x": 9999, "y": 1})
            state = await client.state()
            assert (state["step_count"], state["done"], state["reward"]) == (3, False, pytest.approx(sum(rewards)))
            result = await client.step({"kind": "finish"})
            assert (result.done, result.metadata["terminated"], result.metadata["total"]) == (True, True, 2.0)
        await until(all_free(runtime, server))
    assert [score.ending for score in runtime.scores] == ["finished"]


async def test_the_client_hears_that_the_server_is_full_and_goes_on_when_it_is_not() -> None:
    """As with OpenEnv's own server, by the first request."""
    async with (
        serving("headless://1") as (_, server),
        openenv.GenericEnvClient(base_url=server.url, headers=HEADERS) as first,
        openenv.GenericEnvClient(base_url=server.url, headers=HEADERS) as second,
    ):
        with pytest.raises(RuntimeError, match="CAPACITY_REACHED"):
            await second.reset(task=TASK)
        await first.close()
        await until(lambda: server.clients == 0)
        assert not (await second.reset(task=TASK)).done


def center(result: Any, label: str) -> dict[str, int]:
    """Where an element with a text is tapped."""
    node = next(node for node in parse(result.observation["tree"].encode()).walk() if node.text == label)
    return dict(zip("xy", node.center, strict=True))
