"""The `rejudge` command with a model: calls once, uses the cache the second time, and calls again for a new prompt."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import anyio.to_thread

from adapters.openai.fake import FakeEndpoint
from judges.llm.questions import PROMPTS
from runtime.components.models import Models
from runtime.replay import rejudge
from tests.runtime.bench.conftest import Recording
from tests.support.command import Bench


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """Return the verdict lines of the model judge."""
    return [json.loads(line) for line in (folder / "verdicts" / "model.jsonl").read_text().splitlines()]


async def test_rejudging_uses_the_cache_until_a_prompt_changes(
    bench: Bench, recording: Recording, endpoint: FakeEndpoint, tmp_path: Path
):
    """Rejudging calls the model once, then only its cache; a new prompt version repeats only its own questions."""
    cache = tmp_path / "replies"
    async with endpoint:
        words = ("--judge", "rules", "--judge", "model", "--model", endpoint.uri("m"), "--model-cache", cache)
        first = await bench("rejudge", recording.path, *words, "--out", tmp_path / "first")
        asked = len(endpoint.asked)
        assert asked > 8 * 3
        second = await bench("rejudge", recording.path, *words, "--out", tmp_path / "second")
        assert len(endpoint.asked) == asked
        assert "0 answers" in second.out
        known = await anyio.to_thread.run_sync(PROMPTS.read)
        newer = {"redundant": replace(known["redundant"], version=2)}
        models = Models({"judge": endpoint.uri("m")}, cache, prompts=newer)
        await rejudge(recording.path, ("model",), tmp_path / "third", models)
        proof, *anew = endpoint.asked[asked:]
    assert "Say yes." in proof.text  # before the first question the endpoint is proven
    assert anew
    assert all("look for useless steps" in item.text for item in anew)
    assert sorted(map(json.dumps, lines_of(tmp_path / "first"))) == sorted(
        map(json.dumps, lines_of(tmp_path / "second"))
    )
    text = " ".join(first.out.split())
    assert "rules (recorded) rules model" in text
    assert "model: version 2; model m; prompts outcome@1+" in text
    assert "after a repair" in text
    assert "judges rules, model differ on " in text
    assert "-1.000" in text


async def test_verdicts_name_their_origin(bench: Bench, recording: Recording, endpoint: FakeEndpoint, tmp_path: Path):
    """Each verdict from a model names judge, version, model, prompt, and whether it needed a repair."""
    async with endpoint:
        words = ("--judge", "model", "--model", endpoint.uri("m"))
        await bench("rejudge", recording.path, *words, "--out", tmp_path / "again")
    lines = lines_of(tmp_path / "again")
    assert {(line["judge"], line["version"]) for line in lines} == {("model", "2")}
    met = [line["asked"] for line in lines if line["kind"] == "requirement"]
    assert {(item["model"], item["prompt"].partition("+")[0], item["repaired"]) for item in met} == {
        ("m", "outcome@1", True)
    }
    assert {line["asked"] for line in lines if line["kind"] == "side_effect"} <= {None}
