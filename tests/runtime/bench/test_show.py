"""`show`: why episodes failed, an episode step by step, and what can still be shown of a damaged folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from runtime.screen.frames.png import decode
from tests.runtime.bench.conftest import TASKS, Recording
from tests.support.command import Bench
from tests.support.recorded import relink

ASKING = f"oracle/{TASKS[1]}/0"
GUESSING = f"silent/{TASKS[1]}/0"


async def test_failed_episodes_are_listed_by_cause(bench: Bench, recording: Recording) -> None:
    """Each has one line with its name and the reason; solved ones are counted."""
    lines = (await bench("show", recording.path)).out.splitlines()
    failed = [line for line in lines if line.startswith("  FAILED ")]
    assert len(failed) == 3
    assert all(line.startswith("  FAILED silent/") for line in failed)
    assert any(line.startswith("never asked for what was missing: ") for line in lines)
    assert any(line.startswith(f"  FAILED {GUESSING} - never asked for ") for line in failed)
    assert lines[-1].startswith("5 of 8 episodes solved, by judge rules, and by app state")


async def test_an_episode_is_shown_step_by_step(bench: Bench, recording: Recording) -> None:
    """Its instruction, actions, dialogue with what it revealed, and the checklist."""
    out = (await bench("show", recording.path, ASKING)).out
    assert out.startswith(f"{ASKING}\n“")
    assert "\nsolved\n" in out
    assert "Ask the user: “" in out
    assert "user: “" in out
    assert "✓ question 1: proper question" in out
    for title in ("Requirements", "Key steps", "Questions", "The end"):
        assert f"\n{title}\n" in out
    assert "requirements met at the end" in out
    assert not any(line.endswith(" ") for line in out.splitlines())


async def test_a_part_of_a_name_suffices_if_it_is_unique(bench: Bench, recording: Recording) -> None:
    """Otherwise the episodes that it fits are named."""
    assert (await bench("show", recording.path, "silent/info")).out.startswith(f"silent/{TASKS[2]}/0\n")
    refused = await bench("show", recording.path, "device.quiet.incomplete", code=2)
    assert ASKING in refused.err
    assert GUESSING in refused.err
    nothing = await bench("show", recording.path, "nosuch", code=2)
    assert "has no episode 'nosuch'; it has 8, such as " in nothing.err


async def test_a_step_is_shown_with_its_texts_and_its_screen(bench: Bench, recording: Recording) -> None:
    """`--step` prints all details, `--png` writes the recorded screen after that step."""
    out = (await bench("show", recording.path, ASKING, "--step", "0")).out
    assert "Page\ncom.android.launcher3" in out
    assert "\nTexts on the screen\n" in out
    assert "Settings" in out
    await bench("show", recording.path, ASKING, "--step", "0", "--png", "screen.png")
    screen = await anyio.to_thread.run_sync(lambda: decode((bench.folder / "screen.png").read_bytes()).pixels)
    assert screen.shape == (2400, 1080, 4)
    refused = await bench("show", recording.path, ASKING, "--step", "99", code=2)
    assert "has no step 99: its steps are 0 to " in refused.err


async def test_another_judge_can_be_asked(bench: Bench, recording: Recording) -> None:
    """A judge that the run does not have is refused with the list."""
    assert (await bench("show", recording.path, "--judge", "state")).out.splitlines()[-1].endswith("by judge state")
    refused = await bench("show", recording.path, "--judge", "nosuch", code=2)
    assert "has no judge 'nosuch': choose one of rules, state" in refused.err


async def test_options_of_an_episode_need_one(bench: Bench, recording: Recording) -> None:
    """`--png` alone is refused with what is missing."""
    assert "--step and --png need an EPISODE" in (await bench("show", recording.path, "--png", "x.png", code=2)).err


def _damaged(recording: Recording, folder: Path, line: int) -> Path:
    copy = folder / "copy"
    shutil.copytree(recording.path, copy)
    lines = (copy / "results.jsonl").read_bytes().splitlines(keepends=True)
    lines[line] = lines[line].replace(b'"steps":', b'"stepz":')
    (copy / "results.jsonl").write_bytes(b"".join(lines))
    return copy


@pytest.mark.parametrize("line", [0, 5])
async def test_what_is_undamaged_is_shown_and_the_rest_is_named(
    bench: Bench, recording: Recording, tmp_path: Path, line: int
) -> None:
    """Scores count up to the damaged line; later episodes can still be looked at."""
    copy = await anyio.to_thread.run_sync(_damaged, recording, tmp_path, line)
    shown = await bench("show", copy)
    assert f"results.jsonl, line {line + 1}: its checksum does not fit" in shown.err
    assert f" of {line} episodes solved; {8 - line} unfinished" in shown.out
    unfinished = shown.out.partition("such as ")[2].partition(",")[0]
    assert "The episode was not finished, so it has no score." in (await bench("show", copy, unfinished)).out


def _of_another_suite(recording: Recording, folder: Path) -> Path:
    copy = folder / "copy"
    shutil.copytree(recording.path, copy)
    manifest = json.loads((copy / "run.json").read_bytes())
    manifest["suite_version"] = "0.1.0"
    (copy / "run.json").write_text(json.dumps(manifest))
    (copy / "seal.json").unlink()
    relink(copy)
    return copy


async def test_a_run_of_another_version_of_its_suite_is_shown_without_texts(
    bench: Bench, recording: Recording, tmp_path: Path
) -> None:
    """Ids stand for texts that are not known, and that is said; so is that a run was not finished."""
    copy = await anyio.to_thread.run_sync(_of_another_suite, recording, tmp_path)
    shown = await bench("show", copy, ASKING)
    assert "the run was played on clarity240 0.1.0, and " in shown.err
    assert "the run was not finished" in shown.err
    assert shown.out.startswith(f"{ASKING}\nsolved\n")


async def test_a_folder_that_is_no_run_is_refused(bench: Bench, tmp_path: Path) -> None:
    """The message names the folder."""
    assert f"{tmp_path} is not a run folder" in (await bench("show", tmp_path, code=2)).err
