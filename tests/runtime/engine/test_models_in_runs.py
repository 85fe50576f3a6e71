"""Runs whose agents, users and judges call a model over a real endpoint: recorded, replayed, rejudged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import anyio
import anyio.to_thread
import pytest

from adapters.openai.fake import Fail, FakeEndpoint, Hold, ReceivedRequest, Say
from runtime.components.models import Models
from runtime.core.errors import UsageError
from runtime.engine import Runtime
from runtime.llm import Price
from runtime.llm.requests import ROLES
from runtime.replay import rejudge
from tests.support import model_plugins, plugins


@pytest.fixture(autouse=True)
def _installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    site = tmp_path / "site"
    site.mkdir()
    plugins.install(site)
    model_plugins.install(site)
    monkeypatch.syspath_prepend(site)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    plugins.opened.clear()
    yield
    plugins.opened.clear()


def script(asked: ReceivedRequest) -> Say | Fail:
    """Return a fitting answer for each role."""
    if asked.structure == "text":
        return Say("Press it." if "AGENT" in asked.text else "Quite bright.")
    schema = asked.body["response_format"]["json_schema"]["schema"]["properties"]
    kinds = {
        "met": {"met": True, "at_end": True, "step": 1, "reason": "it is on"},
        "steps": {"steps": ["1"]},
        "kind": {"kind": "none"},
        "label": {"label": "trivial", "asks_for": [], "reason": ""},
    }
    found = {
        item: next(answer for field, answer in kinds.items() if field in fields["properties"])
        for item, fields in schema.items()
    }
    return Say(json.dumps(found))


def runtime(out: Path, models: Models, **settings: Any) -> Runtime:
    """A runtime over two lamps in which all components need a model."""
    given = {"suite": plugins.SUITE, "user": "wordy", "judges": ("model", "lamp"), "out": out, **settings}
    return Runtime(devices=["lamp:a+b"], models=models, **given)


async def play(out: Path, models: Models) -> Runtime:
    """Play the suite with the thinking agent."""
    async with runtime(out, models) as item:
        scores = [score async for score in item.run(["thinker"])]
    assert len(scores) == len(plugins.NAMES)
    return item


def calls(out: Path) -> list[dict[str, Any]]:
    """Return the model calls in the traces of a run."""
    lines = (line for path in sorted((out / "events").glob("*.jsonl")) for line in path.read_text().splitlines())
    return [event for event in map(json.loads, lines) if event["kind"] == "model_called"]


async def test_model_calls_are_recorded_with_their_role(tmp_path: Path):
    """Calls of agents and users are trace events with their role; `models.json` has tokens and cost."""
    prices = {"m": Price(Decimal(1), Decimal(2))}
    async with FakeEndpoint(script) as endpoint:
        models = Models(dict.fromkeys(ROLES, endpoint.uri("m")), prices=prices)
        item = await play(tmp_path / "run", models)
    assert {(score.met["on"], score.turns, score.labels[1]) for score in item.scores} == {((True, True), 1, "trivial")}
    rows = {row["role"]: row for row in json.loads((tmp_path / "run/models.json").read_bytes())}
    assert {role: row["answered"] for role, row in rows.items()} == {"agent": 3, "user": 3, "judge": 12}
    assert rows["judge"]["money"] == "0.00144"
    assert [(call["role"], call["usage"]["input"], call["error"]) for call in calls(tmp_path / "run")] == [
        ("agent", 100, ""),
        ("user", 100, ""),
    ] * 3


async def test_a_recorded_run_is_played_again_without_an_endpoint(tmp_path: Path):
    """Replaying recorded model replies gives the same metrics; a missing reply ends the run with its prompt's name."""
    async with FakeEndpoint(script) as endpoint:
        roles = dict.fromkeys(ROLES, endpoint.uri("m"))
        await play(tmp_path / "run", Models(roles, tmp_path / "tape", "record"))
    await play(tmp_path / "again", Models(roles, tmp_path / "tape", "replay"))
    first, again = (tmp_path / name / "metrics.json" for name in ("run", "again"))
    assert first.read_bytes() == again.read_bytes()
    for path in (tmp_path / "tape").rglob("*.json"):
        if json.loads(path.read_bytes())["prompt"].startswith("outcome"):
            path.unlink()
    with pytest.raises(UsageError, match=r"not recorded in .*: judge asks m with prompt outcome@1"):
        await play(tmp_path / "third", Models(roles, tmp_path / "tape", "replay"))


async def test_judging_again_with_a_warm_cache_asks_nothing(tmp_path: Path):
    """Rejudging with a full cache sends no request and gives the same verdicts and metrics."""
    async with FakeEndpoint(script) as endpoint:
        roles = dict.fromkeys(ROLES, endpoint.uri("m"))
        cache = Models(roles, tmp_path / "cache")
        await play(tmp_path / "run", cache)
        asked = len(endpoint.asked)
        judged = await rejudge(tmp_path / "run", models=cache)
        assert len(endpoint.asked) == asked
    assert (tmp_path / "run/metrics.json").read_bytes() == (judged.path / "metrics.json").read_bytes()
    lines = [
        sorted((path / "verdicts/model.jsonl").read_text().splitlines()) for path in (tmp_path / "run", judged.path)
    ]
    assert lines[0] == lines[1]
    (row,) = json.loads((judged.path / "models.json").read_bytes())
    assert (row["role"], row["answered"], row["cached"]) == ("judge", 0, 12)


async def test_a_recording_is_judged_several_episodes_at_once(tmp_path: Path):
    """Rejudging sends the requests of all episodes concurrently."""
    async with FakeEndpoint(script) as endpoint:
        await play(tmp_path / "run", Models(dict.fromkeys(ROLES, endpoint.uri("m"))))
    together = anyio.Event()

    def slow(asked: ReceivedRequest) -> Say | Fail | Hold:
        if endpoint.busy == len(plugins.NAMES):
            together.set()
        value = script(asked)
        return Hold(value, together) if isinstance(value, Say) and asked.structure != "text" else value

    async with FakeEndpoint(slow) as endpoint:
        with anyio.fail_after(20):
            judged = await rejudge(tmp_path / "run", models=Models({"judge": endpoint.uri("m")}))
    assert [score.episode for score in judged.scores["model"]] == sorted(
        score.episode for score in judged.scores["model"]
    )
    assert {score.met["on"] for score in judged.scores["model"]} == {(True, True)}


async def test_what_stops_judging_again_is_told_as_one_sentence(tmp_path: Path):
    """Rejudging raises one UsageError if a model reply was not recorded."""
    async with FakeEndpoint(script) as endpoint:
        roles = dict.fromkeys(ROLES, endpoint.uri("m"))
        await play(tmp_path / "run", Models(roles))
        (tmp_path / "tape").mkdir()
        with pytest.raises(UsageError, match="not recorded in"):
            await rejudge(tmp_path / "run", models=Models(roles, tmp_path / "tape", "replay"))


async def test_a_wrong_key_or_url_fails_before_the_first_phone_starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A wrong key, URL or model name raises a UsageError before any device is opened."""
    monkeypatch.setenv("A_KEY", "wrong")
    async with FakeEndpoint(script, key="right") as endpoint:
        for uri, named in (
            (endpoint.uri("m", "key=A_KEY"), "the key was not accepted"),
            ("openai:m@http://127.0.0.1:1/v1", "cannot be used"),
            ("nobody:m", "no model is called 'nobody'"),
        ):
            with pytest.raises(UsageError, match=named):
                async with runtime(tmp_path / "run", Models(dict.fromkeys(ROLES, uri))):
                    pass
    assert plugins.opened == []


async def test_a_part_that_lacks_its_model_is_named(tmp_path: Path):
    """A user, judge or agent that needs a model and has none is refused by name."""
    with pytest.raises(UsageError, match="the user 'wordy' needs a model: --model user=openai:NAME@URL"):
        async with runtime(tmp_path / "run", Models()):
            pass
    assert plugins.opened == []
    item = runtime(tmp_path / "other", Models(), user="helpful", judges=("lamp",))
    with pytest.raises(UsageError, match="the agent 'thinker' needs a model"):
        await anyio.to_thread.run_sync(item.cast, ["thinker"])
    async with item:
        with pytest.raises(UsageError, match="the agent 'thinker' needs a model"):
            _ = [score async for score in item.run(["thinker"])]


async def test_a_failing_endpoint_is_a_fault_of_the_user(tmp_path: Path):
    """A failing model of the user ends the episode with cause user; a failing judge leaves it unscored."""

    def failing(asked: ReceivedRequest) -> Say | Fail:
        if "USER" in asked.text:
            return Fail(400, "no user today")
        return script(asked) if asked.structure == "text" else Fail(400, "no judge today")

    async with FakeEndpoint(failing) as endpoint:
        item = await play(tmp_path / "run", Models(dict.fromkeys(ROLES, endpoint.uri("m"))))
    assert {(score.cause, score.met["on"]) for score in item.scores} == {("user", (None, None))}
    assert all("no user today" in score.error for score in item.scores)
    assert [call["error"] for call in calls(tmp_path / "run") if call["role"] == "user"] == ["m: 400 no user today"] * 3


async def test_an_agent_that_never_asks_uses_no_user(tmp_path: Path):
    """An agent that never asks uses no user's model, and its turns are not measured."""
    async with (
        FakeEndpoint(script) as endpoint,
        runtime(tmp_path / "run", Models(dict.fromkeys(ROLES, endpoint.uri("m"))), judges=("lamp",)) as item,
    ):
        scores = [score async for score in item.run(["mute"])]
    assert {(score.can_ask, score.turns, score.met["on"]) for score in scores} == {(False, 0, (True, True))}
    assert not calls(tmp_path / "run")
