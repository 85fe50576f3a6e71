"""Agents with models in complete runs: by name, with options, and with a second model if needed."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.openai.fake import FakeEndpoint, Part, ReceivedRequest, Say
from runtime.components.models import Models
from runtime.core.config import Selection
from runtime.core.errors import UsageError
from runtime.core.events import Score
from runtime.engine import Runtime
from tests.adapters.agents.llm.conftest import Stage
from tests.support import loop_writers as write
from tests.support.scripted_models import ScriptedModel, native

OPEN = "social.mute.incomplete"
_GROUP = "mobile_agent_runtime.agents"


@pytest.fixture(autouse=True)
def _registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the agents of this source tree available, whatever is installed."""
    source = Path(__file__).resolve().parents[4] / "pyproject.toml"
    agents = tomllib.loads(source.read_text())["project"]["entry-points"][_GROUP]
    home = tmp_path / "site/subjects-1.dist-info"
    home.mkdir(parents=True)
    (home / "METADATA").write_text("Metadata-Version: 2.1\nName: subjects\nVersion: 1\n")
    rows = "\n".join(f"{name} = {value}" for name, value in agents.items())
    (home / "entry_points.txt").write_text(f"[{_GROUP}]\n{rows}\n")
    monkeypatch.syspath_prepend(home.parent)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)


def after_test_request(script: Callable[[ReceivedRequest], Part]) -> Callable[[ReceivedRequest], Part]:
    """Answers the test request to an endpoint, then follows the script."""
    return lambda asked: Say("yes") if len(asked.text) < 300 else script(asked)


async def run(out: Path, agent: str, roles: dict[str, str]) -> Score:
    """Runs one episode; returns the judge's score."""
    models = Models(roles)  # type: ignore[arg-type]
    async with Runtime(devices=["phone://1"], models=models, out=out) as runtime:
        (score,) = [score async for score in runtime.run([agent], select=Selection(tasks=(OPEN,)))]
    return score


async def test_an_agent_that_cannot_ask_is_measured_without_questions(stage: Stage, tmp_path: Path):
    """AutoGLM cannot ask: its calls for the user get no reply and are not counted as turns."""
    script = ScriptedModel(native(await stage.way(OPEN), write.autoglm))
    async with FakeEndpoint(after_test_request(script)) as endpoint:
        score = await run(tmp_path / "run", "autoglm-en?mode=generic", {"agent": endpoint.uri("m")})
    assert score.agent == "autoglm-en?mode=generic"
    assert all(met == (True, True) for met in score.met.values())
    assert (score.can_ask, score.turns) == (False, 0)
    assert "Today's date: 2026-11-17, Tuesday" in endpoint.asked[-1].text


async def test_planner_and_executor_are_two_models(stage: Stage, tmp_path: Path):
    """Planner and executor are two models with separate accounts; without the second one the run is refused."""
    way = await stage.way(OPEN)
    async with (
        FakeEndpoint(after_test_request(write.fairy(way))) as planner,
        FakeEndpoint(after_test_request(write.executor(way))) as actor,
    ):
        with pytest.raises(UsageError, match="--model executor="):
            await run(tmp_path / "none", "fairy-ui-tars", {"agent": planner.uri("m")})
        assert [item.text for item in planner.asked] == ["Say yes."]
        roles = {"agent": planner.uri("m"), "executor": actor.uri("tars")}
        score = await run(tmp_path / "run", "fairy-ui-tars", roles)
    assert all(met == (True, True) for met in score.met.values())
    assert (score.can_ask, score.filled) == (True, {1: ("duration",)})
    books = json.loads((tmp_path / "run/models.json").read_bytes())
    asked = {row["role"]: row["answered"] for row in books}
    assert asked == {"agent": len(planner.asked) - 2, "executor": len(actor.asked) - 1}
