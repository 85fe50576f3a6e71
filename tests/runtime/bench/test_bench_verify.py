"""`verify`: an untouched run is accepted, and whatever is changed in it is named."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from runtime.storage.verify import verify
from tests.runtime.bench.conftest import Recording
from tests.support.command import Bench
from tests.support.recorded import relink, unchained

FLIPS = 66


@pytest.fixture
def run(recording: Recording, tmp_path: Path) -> Path:
    """A copy of the recorded run that a test may change."""
    return Path(shutil.copytree(recording.path, tmp_path / "run"))


async def test_an_untouched_run_is_accepted_and_its_checksum_is_that_of_the_run(
    bench: Bench, recording: Recording
) -> None:
    """The command ends with 0, and prints what the run printed at its end."""
    output = await bench("verify", str(recording.path))
    assert output.out.splitlines()[0] == "8 episodes, finished; everything fits"
    assert output.out.splitlines()[1] in recording.output.out
    found = json.loads((await bench("verify", str(recording.path), "--json")).out)
    assert (found["episodes"], found["finished"], found["problems"]) == (8, True, [])


def test_single_bits_are_found_in_every_kind_of_file(run: Path) -> None:
    """Wherever one bit is flipped, a problem begins with the name of that file."""
    draw = random.Random(3)
    kinds: dict[str, list[Path]] = {}
    for path in sorted(path for path in run.rglob("*") if path.is_file()):
        kinds.setdefault(f"{path.relative_to(run).parts[0]} {path.suffix}", []).append(path)
    assert len(kinds) >= 9
    for number in range(FLIPS):
        path = draw.choice(kinds[sorted(kinds)[number % len(kinds)]])
        before = path.read_bytes()
        at = draw.randrange(len(before))
        path.write_bytes(before[:at] + bytes([before[at] ^ 1 << draw.randrange(8)]) + before[at + 1 :])
        problems = verify(run).problems
        path.write_bytes(before)
        assert any(text.startswith(path.relative_to(run).as_posix()) for text in problems), (path, at, problems)
    assert verify(run).problems == []


def _drop_last_event(run: Path) -> str:
    path = sorted((run / "events").iterdir())[0]
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:-1]))
    return f"events/{path.name}"


def _remove_a_blob(run: Path) -> str:
    path = sorted((run / "blobs").rglob("*.png"))[0]
    path.unlink()
    return f"blobs/{path.parent.name}/{path.name}"


def _exchange_two_frames(run: Path) -> str:
    first, second, *_ = sorted((run / "blobs").rglob("*.png"))
    content = first.read_bytes()
    first.write_bytes(second.read_bytes())
    second.write_bytes(content)
    return "blobs: one of the"


def _move_a_verdict(run: Path) -> str:
    path = run / "verdicts" / "rules.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[1], lines[0], *lines[2:]]))
    return "verdicts/rules.jsonl"


def _swap_commits(run: Path) -> str:
    path = run / "results.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([lines[1], lines[0], *lines[2:]]))
    return "results.jsonl, line 1"


def _add_a_file(run: Path) -> str:
    (run / "notes.txt").write_text("mine")
    return "notes.txt: not part of the run"


def _change_a_setting(run: Path) -> str:
    path = run / "run.json"
    path.write_bytes(path.read_bytes().replace(b'"max_steps": 25', b'"max_steps": 30'))
    return "run.json"


@pytest.mark.parametrize(
    "change",
    [
        _drop_last_event, _remove_a_blob, _exchange_two_frames, _move_a_verdict, _swap_commits, _add_a_file,
        _change_a_setting,
    ],
)  # fmt: skip
def test_what_was_changed_is_named(run: Path, change: Callable[[Path], str]) -> None:
    """Records that are cut, exchanged, moved, removed or added are found, though each file is well formed."""
    name = change(run)
    assert any(text.startswith(name) for text in verify(run).problems)


def test_scores_that_do_not_follow_from_the_records_are_found(run: Path) -> None:
    """Somebody who also makes the chain fit is found out by the verdicts."""
    path = run / "results.jsonl"
    records = [json.loads(unchained(line)) for line in path.read_bytes().splitlines()]
    for record in records:
        score = record["scores"][0]
        score["met"] = {name: [True, True] for name in score["met"]}
    path.write_bytes(b"".join(json.dumps(record).encode() + b"\n" for record in records))
    relink(run)
    problems = verify(run).problems
    assert any("silent/info.hours.incomplete/0, judge rules: met is" in text for text in problems), problems
    assert any(text.startswith("metrics.json") and "RCR is not what the scores give" in text for text in problems)


def test_an_unfinished_run_is_accepted_and_said_to_be_unfinished(run: Path) -> None:
    """Without the last commit lines and the seal, what is committed still fits."""
    lines = (run / "results.jsonl").read_bytes().splitlines(keepends=True)
    (run / "results.jsonl").write_bytes(b"".join(lines[:3]))
    for name in ("seal.json", "metrics.json"):
        (run / name).unlink()
    found = verify(run)
    assert (found.problems, found.episodes, found.finished) == ([], 3, False)


@pytest.mark.parametrize("tail", [b'{"episode":"a/t/0"', b"\0" * 700])
def test_what_an_interrupted_run_leaves_incomplete_is_not_damage(run: Path, tail: bytes) -> None:
    """Lines without an end and blobs that no commit line depends on: the run is unfinished, and nothing is damaged."""
    lines = (run / "results.jsonl").read_bytes().splitlines(keepends=True)
    (run / "results.jsonl").write_bytes(b"".join(lines[:3]) + tail)
    for path in sorted((run / "verdicts").iterdir()):
        path.write_bytes(path.read_bytes() + tail + b"\n" + tail)
    for name in ("seal.json", "metrics.json"):
        (run / name).unlink()
    (run / "blobs" / "00").mkdir(exist_ok=True)
    (run / "blobs" / "00" / f"tree-{0:032x}.xml").write_bytes(b"")
    (run / "blobs" / "00" / f"frame-1x1-{0:032x}.png.part").write_bytes(b"")
    found = verify(run)
    assert (found.problems, found.episodes, found.finished) == ([], 3, False)


def test_zero_bytes_before_a_commit_line_are_named(run: Path) -> None:
    """A power cut may lose the first part of two commit lines; --resume goes on before it."""
    lines = (run / "results.jsonl").read_bytes().splitlines(keepends=True)
    (run / "results.jsonl").write_bytes(b"".join([*lines[:3], b"\0" * len(lines[3]), lines[4]]))
    for name in ("seal.json", "metrics.json"):
        (run / name).unlink()
    found = verify(run)
    assert found.episodes == 3
    assert found.problems == [
        "results.jsonl, line 4: zero bytes, as a power cut leaves them; the lines from there on are in doubt"
    ]


@pytest.mark.parametrize("name", ["seal.json", "metrics.json"])
def test_a_finished_run_lacks_neither_its_seal_nor_its_metrics(run: Path, name: str) -> None:
    """Each of them tells that the other one is missing."""
    (run / name).unlink()
    assert any(text.startswith(f"{name}: ") for text in verify(run).problems)


async def test_what_is_no_run_folder_is_refused(bench: Bench, tmp_path: Path) -> None:
    """A missing folder is a usage error; an empty one has no run.json."""
    assert "is not a run folder" in await bench.refused("verify", "nowhere")
    (tmp_path / "empty").mkdir()
    output = await bench("verify", "empty", code=1)
    assert "run.json: cannot be read" in output.out
