"""Runs with other prompts: recorded, stored with the run, rejudged with others, compared."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio.to_thread
import pytest

from adapters.openai.fake import FakeEndpoint, ReceivedRequest, Say
from runtime.bench.cli import main
from runtime.components.models import Models
from runtime.components.prompting import installed
from runtime.core.errors import UsageError
from runtime.engine import Runtime
from runtime.llm import Prompt
from runtime.llm.requests import ROLES
from runtime.replay import rejudge
from tests.support import model_plugins, plugins

INSTALLED = installed()
STRICT = replace(INSTALLED["outcome"], version=2, text=INSTALLED["outcome"].text + "\nBe strict.")
HEARING = replace(INSTALLED["understand"], text=INSTALLED["understand"].text + "\nListen well.")


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


def script(asked: ReceivedRequest) -> Say:
    """Answer that everything is met, or nothing if the prompt is strict; recognize no question."""
    if asked.structure == "text":
        return Say("Press it.")
    schema = asked.body["response_format"]["json_schema"]["schema"]["properties"]
    strict = "Be strict." in asked.text
    kinds: dict[str, dict[str, Any]] = {
        "met": {"met": not strict, "at_end": not strict, "step": None if strict else 1, "reason": "as told"},
        "steps": {"steps": ["1"]},
        "kind": {"kind": "none"},
        "label": {"label": "trivial", "asks_for": [], "reason": ""},
        "asked": {"asked": False, "proper": False},
    }
    return Say(
        json.dumps(
            {
                item: next(answer for field, answer in kinds.items() if field in fields["properties"])
                for item, fields in schema.items()
            }
        )
    )


def runtime(out: Path, models: Models, *, resume: bool = False) -> Runtime:
    """A runtime over two lamps with a user and a judge that call a model."""
    return Runtime(
        devices=["lamp:a+b"], suite=plugins.SUITE, user="model", judges=("model", "lamp"), out=out, models=models,
        resume=resume,
    )  # fmt: skip


async def play(out: Path, models: Models, **how: Any) -> Runtime:
    """Play the suite with the thinking agent."""
    async with runtime(out, models, **how) as item:
        _ = [score async for score in item.run(["thinker"])]
    return item


def recorded_prompts(folder: Path) -> dict[str, Any]:
    """Return what `run.json` records about prompts."""
    found: dict[str, Any] = json.loads((folder / "run.json").read_bytes())["config"]["prompts"]
    return found


def prompts_of_verdicts(folder: Path, kind: str) -> set[str]:
    """Return the prompts that the model judge's verdicts of a kind name."""
    lines = map(json.loads, (folder / "verdicts/model.jsonl").read_text().splitlines())
    return {line["asked"]["prompt"] for line in lines if line["kind"] == kind}


def labels(*names: str, **others: Prompt) -> list[str]:
    """Return labels of installed prompts, and of their replacements, as a run names them."""
    return [others.get(name, INSTALLED[name]).label for name in names]


JUDGES = ("outcome", "process", "redundant", "screen", "turn")


async def test_a_run_says_what_was_asked_and_keeps_what_was_given(tmp_path: Path):
    """A run records its prompts by role, verdicts name theirs, and given prompts are stored in the folder."""
    async with FakeEndpoint(script) as endpoint:
        given = {"outcome": STRICT, "understand": HEARING}
        await play(tmp_path / "run", Models(dict.fromkeys(ROLES, endpoint.uri("m")), prompts=given))
        heard = [item.text for item in endpoint.asked if "Listen well." in item.text]
    assert recorded_prompts(tmp_path / "run") == {
        "user": labels("understand", understand=HEARING),
        "judge": labels(*JUDGES, outcome=STRICT),
    }
    assert prompts_of_verdicts(tmp_path / "run", "requirement") == {STRICT.label}
    assert prompts_of_verdicts(tmp_path / "run", "turn") == {INSTALLED["turn"].label}
    assert len(heard) == len(plugins.NAMES)
    document = {path.name: path.read_text() for path in (tmp_path / "run/prompts").iterdir()}
    assert document == {"outcome.txt": STRICT.source, "understand.txt": HEARING.source}


async def test_judged_again_it_is_asked_as_the_run_was(tmp_path: Path):
    """Rejudging uses the run's own prompts and the cache; with another prompt only its questions are sent."""
    async with FakeEndpoint(script) as endpoint:
        roles = dict.fromkeys(ROLES, endpoint.uri("m"))
        await play(tmp_path / "run", Models(roles, tmp_path / "cache", prompts={"outcome": STRICT}))
        asked = len(endpoint.asked)
        again = await rejudge(tmp_path / "run", models=Models(roles, tmp_path / "cache"))
        assert len(endpoint.asked) == asked
        # Edited, but the version was forgotten: it must be asked all the same, and be told apart.
        edited = replace(STRICT, text=STRICT.text.replace("Be strict.", "Be kind."))
        other = await rejudge(tmp_path / "run", models=Models(roles, tmp_path / "cache", prompts={"outcome": edited}))
        anew = [item.text for item in endpoint.asked[asked:] if item.structure != "text"]
    assert anew
    assert all("Be kind." in text for text in anew)
    assert (again.path / "metrics.json").read_bytes() == (tmp_path / "run/metrics.json").read_bytes()
    assert again.origins["model"] == again.recorded["model"][1]
    assert {score.met["on"] for score in again.scores["model"]} == {(False, False)}
    assert {score.met["on"] for score in other.scores["model"]} == {(True, True)}
    assert recorded_prompts(other.path) == {
        "user": labels("understand"),
        "judge": labels(*JUDGES, outcome=edited),
    }
    assert other.origins["model"].prompts[0] == edited.label
    assert (other.path / "prompts/outcome.txt").read_text() == edited.source


async def test_a_run_goes_on_with_the_prompts_it_was_begun_with(tmp_path: Path):
    """A resumed run uses its stored prompts; other or damaged prompts are refused before a device is opened."""
    async with FakeEndpoint(script) as endpoint:
        roles = dict.fromkeys(ROLES, endpoint.uri("m"))
        await play(tmp_path / "run", Models(roles, prompts={"outcome": STRICT}))
        results = tmp_path / "run/results.jsonl"
        lines = results.read_bytes().splitlines(keepends=True)
        results.write_bytes(b"".join(lines[:-1]))
        item = await play(tmp_path / "run", Models(roles), resume=True)
        assert {score.met["on"] for score in item.scores} == {(False, False)}
        assert len(item.scores) == len(plugins.NAMES)
        plugins.opened.clear()
        text = f"{STRICT.label} then, {INSTALLED['outcome'].label} now; continue it with the recorded prompts"
        with pytest.raises(UsageError, match=re.escape(text)):
            await play(tmp_path / "run", Models(roles, prompts={"outcome": INSTALLED["outcome"]}), resume=True)
        (tmp_path / "run/prompts/outcome.txt").write_text("outcome 2\n---\nDone?\n")
        with pytest.raises(UsageError, match=r"run/prompts/outcome\.txt: .*must stand in it"):
            await play(tmp_path / "run", Models(roles), resume=True)
    assert plugins.opened == []


async def test_unused_prompts_are_refused(tmp_path: Path):
    """Given prompts that no component uses are refused; stored ones may be unused."""
    async with FakeEndpoint(script) as endpoint:
        roles = dict.fromkeys(ROLES, endpoint.uri("m"))
        await play(tmp_path / "run", Models(roles, prompts={"outcome": STRICT}))
        judged = await rejudge(tmp_path / "run", ("lamp",))
        assert recorded_prompts(judged.path) == {"user": labels("understand")}
        with pytest.raises(UsageError, match=r"no part of this run uses the given prompts \(outcome\)"):
            await rejudge(tmp_path / "run", ("lamp",), models=Models(roles, prompts={"outcome": STRICT}))
        other = Runtime(
            devices=["lamp:a"], suite=plugins.SUITE, user="helpful", judges=("lamp",), out=tmp_path / "other",
            models=Models(roles, prompts={"outcome": STRICT}),
        )  # fmt: skip
        async with other:
            with pytest.raises(UsageError, match="no part of this run uses the given prompts"):
                _ = [score async for score in other.run(["press"])]
    assert not (tmp_path / "other/run.json").exists()


async def test_one_judge_under_two_prompts_stands_side_by_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """Rejudging with another prompt shows the recorded verdicts and the new ones with the difference."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/outcome.txt").write_text(STRICT.source)
    async with FakeEndpoint(script) as endpoint:
        roles = dict.fromkeys(ROLES, endpoint.uri("m"))
        async with Runtime(
            devices=["lamp:a"], suite=plugins.SUITE, user="helpful", judges=("lamp", "model"), out=tmp_path / "run",
            models=Models(roles),
        ) as item:  # fmt: skip
            _ = [score async for score in item.run(["thinker"])]
        words = ["rejudge", str(tmp_path / "run"), "--judge", "model", "--model", f"judge={endpoint.uri('m')}"]
        words += ["--prompts", str(tmp_path / "mine")]
        assert await anyio.to_thread.run_sync(main, [*words, "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert await anyio.to_thread.run_sync(main, words) == 0
        table = " ".join(capsys.readouterr().out.split())
    assert [(row["judge"], row["recorded"]) for row in document["judges"]] == [
        ("model", True),
        ("lamp", True),
        ("model", False),
    ]
    prompts = [row["origin"]["prompts"] for row in document["judges"]]
    assert prompts[0] == labels("outcome", "process", "turn")
    assert prompts[2] == labels("outcome", "process", "turn", outcome=STRICT)
    found = [row["agents"]["thinker"]["metrics"]["RCR"] for row in document["judges"]]
    assert [item["value"] for item in found] == [1.0, 1.0, 0.0]
    assert [item["against"] and item["against"]["difference"] for item in found] == [None, 0.0, -1.0]
    assert "model (recorded) lamp (recorded) model" in table
    assert STRICT.label in table
    assert "at some step and at the end, thinker by model (recorded): RCR 1.000, RCR_final 1.000 (+0.000, " in table
