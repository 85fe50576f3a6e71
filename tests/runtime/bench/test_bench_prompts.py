"""Prompts on the command line: writing the installed ones as files, using others in a run, and error messages."""

from __future__ import annotations

import json
from pathlib import Path

from adapters.openai.fake import FakeEndpoint
from tests.runtime.bench.conftest import Recording
from tests.support.command import Bench, contents


async def test_installed_texts_are_a_start(bench: Bench, tmp_path: Path):
    """`prompts --out DIR` writes the prompts of `prompts --json` and never overwrites a file."""
    output = await bench("prompts", "--out", "mine")
    written = contents(tmp_path / "mine")
    current_json = (await bench("prompts", "--json")).json
    assert sorted(written) == [f"{name}.txt" for name in current_json]
    for name, item in current_json.items():
        assert written[f"{name}.txt"].decode() == f"{name} {item['version']}\n---\n{item['text']}\n"
        assert f"{item['label']}: {', '.join(item['gaps'])}\n" in output.out
    (tmp_path / "mine/outcome.txt").unlink()
    assert "already exists" in await bench.refused("prompts", "--out", "mine")
    assert not (tmp_path / "mine/outcome.txt").exists()


async def test_a_wrong_text_stops_a_run_before_anything_is_made(bench: Bench, tmp_path: Path):
    """A prompt file without its placeholders, or unused prompts, are refused before a run folder is made."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/outcome.txt").write_text("outcome 2\n---\nIs it done?\n")
    model = ("--model", "openai:m@http://127.0.0.1:1/v1", "--prompts", "mine")
    text = await bench.refused("--judge", "model", *model, "--out", "run")
    assert "mine/outcome.txt: {{requirements}}, {{rule}}, {{steps}}, {{story}} must stand in it" in text
    (tmp_path / "mine/outcome.txt").unlink()
    await bench("prompts", "--out", "mine")
    text = await bench.refused("--prompts", "mine", "--out", "run")
    assert "no part of this run uses the given prompts" in text
    assert "add a part that uses them, such as --judge model" in text
    assert not (tmp_path / "run").exists()


async def test_a_recording_is_judged_again_with_other_texts(
    bench: Bench, recording: Recording, endpoint: FakeEndpoint, tmp_path: Path
):
    """Rejudging with an edited prompt keeps the recorded verdicts beside the new ones and names the new prompt."""
    before = contents(recording.path)
    await bench("prompts", "--out", "mine")
    edited = (tmp_path / "mine/outcome.txt").read_text().replace("outcome 1\n", "outcome 2\n")
    (tmp_path / "mine/outcome.txt").write_text(f"{edited}\nBe strict.\n")
    async with endpoint:
        words = ("--judge", "rules", "--judge", "model", "--model", endpoint.uri("m"), "--prompts", "mine")
        output = await bench("rejudge", recording.path, *words, "--out", "again", "--json")
    assert any("Be strict." in item.text for item in endpoint.asked)
    document = output.json
    rows = document.pop("judges")
    assert json.loads((tmp_path / "again/metrics.json").read_bytes()) == document
    assert [(row["judge"], row["recorded"]) for row in rows] == [("rules", True), ("rules", False), ("model", False)]
    (label,) = [prompt for prompt in rows[2]["origin"]["prompts"] if prompt.startswith("outcome")]
    assert label.startswith("outcome@2+")
    config = json.loads((tmp_path / "again/run.json").read_bytes())["config"]
    assert label in config["prompts"]["judge"]
    assert contents(recording.path) == before
    for agent in ("oracle", "silent"):
        ours, again, theirs = (row["agents"][agent] for row in rows)
        assert {name: metric["value"] for name, metric in ours["metrics"].items()} == {
            name: metric["value"] for name, metric in again["metrics"].items()
        }
        assert {metric["against"]["difference"] for metric in again["metrics"].values() if metric["against"]} == {0.0}
        assert ours["metrics"]["RCR"]["value"] == document["agents"][agent]["overall"]["RCR"]["value"]
        assert theirs["metrics"]["TSR"]["value"] == 0.0
    assert rows[2]["agents"]["oracle"]["metrics"]["TSR"]["against"]["difference"] == -1.0
