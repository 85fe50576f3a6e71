"""Recorded outputs as an evaluator: our own files, the public program's records, and malformed files."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anyio
import pytest

from benchmarks.gap.evaluators import Evaluated, NoOutput, evaluate_all, open_evaluator
from benchmarks.gap.records import Defect, Predicted, Step
from runtime.core.errors import UsageError

CLICK = Predicted("click", point=(0.64, 0.5))


async def write(file: Path, *records: object) -> Path:
    """Writes a file of JSON lines."""
    lines = [value if isinstance(value, str) else json.dumps(value) for value in records]
    await anyio.Path(file).write_text("".join(line + "\n" for line in lines))
    return file


def record(number: int = 1, episode: object = "e", **more: Any) -> dict[str, Any]:
    """Makes a record of another program."""
    return {"episode_id": episode, "step_id": number, **more}


async def replayed(file: Path, step: Step, *, thought: str = "tap", options: str = "") -> Evaluated:
    """Returns the evaluation of a step from a file."""
    async with open_evaluator(f"replay:{file}{options}") as evaluator:
        return await evaluator.evaluate(step, thought, ())


@pytest.mark.parametrize(
    "document",
    [
        {"pred": {"thought": "x", "POINT": [640, 500]}},
        {"prediction": {"POINT": [640, 500]}},
        {"action": {"POINT": [640, 500]}},
        {"pred": '{"POINT":[640,500]}'},
        {"raw": '{"thought":"x","POINT":[640,500]}'},
        {"raw_output": '```json\n{"POINT":[640,500]}\n```'},
        {"output": ' {"POINT":[640,500]}\n'},
        {"response": '{"POINT":[640,500]}'},
        {"POINT": [640, 500]},
        {"thought": "x", "POINT": [640, 500], "instruction": "open the clock"},
        {"pred": {"POINT": [640, 500]}, "raw": "not looked at"},
    ],
)
async def test_every_shape_of_a_record_is_understood(step, tmp_path: Path, document: dict[str, Any]):
    """A recorded action is read from an object, from text, or from fields beside the key."""
    file = await write(tmp_path / "r.jsonl", record(**document))
    assert (await replayed(file, step(1))).predicted == CLICK


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ({"pred": None}, "no output"),
        ({"pred": "I would tap"}, "no JSON"),
        ({"pred": '```json\n{"POINT":[640,500]}\n```'}, "no JSON"),
        ({"pred": {"POINT": [640, 5000]}}, "POINT"),
        ({"pred": {}}, ""),
        ({"raw": "nothing"}, "no JSON"),
        ({"raw": 5}, "no text"),
    ],
)
async def test_an_unreadable_output_is_still_an_evaluation(step, tmp_path: Path, document: dict[str, Any], why: str):
    """An output without an action is unreadable, in N with GTA 0, as in the public program."""
    file = await write(tmp_path / "r.jsonl", record(**document))
    found = await replayed(file, step(1))
    assert found.predicted is None
    assert found.invalid
    assert why in found.invalid


async def test_a_step_without_a_record_has_no_evaluation(step, tmp_path: Path):
    """A missing record is not the same as an unreadable one."""
    file = await write(tmp_path / "r.jsonl", record(1, pred={"POINT": [1, 1]}))
    for other in (step(2), step(1, episode="f")):
        with pytest.raises(NoOutput, match="no output recorded"):
            await replayed(file, other)


async def test_keys_are_compared_as_they_are_meant(step, tmp_path: Path):
    """Keys match although episodes are numbers, steps are text, fields have short names, or steps count from one."""
    file = await write(
        tmp_path / "r.jsonl",
        record(1, 77, POINT=[1, 1]),
        record("2", "77", POINT=[2, 2]),  # type: ignore[arg-type]
        {"episode": "77", "step": 3.0, "POINT": [3, 3]},
    )
    for number in (1, 2, 3):
        found = await replayed(file, step(number, episode="77"))
        assert found.predicted == Predicted("click", point=(number / 1000, number / 1000))
        assert await replayed(file, step(number - 1, episode="77"), options="?shift=-1") == found


async def test_malformed_lines_are_named(tmp_path: Path):
    """A malformed line is reported with file and line; of two records of one step the later one is used."""
    file = await write(
        tmp_path / "r.jsonl",
        record(1, POINT=[1, 1]), "", "{", "[]", record(2), {"step_id": 1, "POINT": [1, 1]},
        record(True, POINT=[1, 1]), record(1, "", POINT=[1, 1]), record(1, POINT=[2, 2]), '{"episode_id": "e", "ste',
    )  # fmt: skip
    defects: list[Defect] = []
    async with open_evaluator(f"replay:{file}", on_defect=defects.append) as evaluator:
        assert evaluator.label.startswith("replay/1 +")
    assert [(defect.kind, defect.source) for defect in defects] == [
        *(("unreadable", f"r.jsonl:{number}") for number in (3, 4, 5, 6, 7, 8)),
        ("duplicate", "r.jsonl:9"),
        ("unreadable", "r.jsonl:10"),
    ]
    assert "episode_id is missing" in defects[3].detail
    assert all(str(tmp_path) not in defect.source + defect.detail for defect in defects)
    await write(file, "{", "nothing here")
    with pytest.raises(UsageError, match="holds no outputs of an evaluator: a line has episode_id"):
        async with open_evaluator(f"replay:{file}"):
            pass


class Pointing:
    """An evaluator in this process."""

    def __init__(self, label: str = "pointing/1") -> None:
        self.label = label

    needs_picture = False
    history = 0

    async def evaluate(self, step: Step, thought: str, history: Sequence[str]) -> Evaluated:
        if thought == "hm":
            return Evaluated(None, "hm", "no JSON: 'hm'")
        return Evaluated(Predicted("scroll", point=(0.5, 0.5), to="up", duration=300.0), '{"…"}')


async def test_our_own_file_gives_the_same_evaluations(step, tmp_path: Path):
    """Replaying the output of `evaluate_all` gives the same evaluations, without pictures."""
    file = tmp_path / "e.jsonl"
    given = [(step(1), "I scroll."), (step(2), "hm"), (step(1, episode="f"), "I scroll.")]
    first: dict[tuple[str, int], Evaluated] = {}
    again: dict[tuple[str, int], Evaluated] = {}
    await evaluate_all(given, Pointing(), file, on_result=lambda step, value: first.update({step.key: value}))
    async with open_evaluator(f"replay:{file}") as evaluator:
        assert evaluator.label.startswith("replay/1 +")
        assert evaluator.label.endswith(" of pointing/1")
        assert str(tmp_path) not in evaluator.label
        given = [(step(item.step, episode=item.episode, picture=None), thought) for item, thought in given]
        done = await evaluate_all(given, evaluator, None, on_result=lambda step, value: again.update({step.key: value}))
        assert done.unreadable == 1
        with pytest.raises(NoOutput, match="this thought"):
            await evaluator.evaluate(step(1), "I scroll up.", ())
    assert again.keys() == first.keys()
    for key, item in first.items():
        assert (again[key].predicted, again[key].invalid) == (item.predicted, item.invalid)


async def test_one_evaluator_is_replayed_not_a_mixture(step, tmp_path: Path):
    """From a file with several evaluators one must be chosen; appended replays do not change the result."""
    file, given = tmp_path / "e.jsonl", [(step(1), "I scroll."), (step(2), "I scroll.")]
    labels = []
    for _ in range(3):
        await evaluate_all(given, Pointing("model/1 a b"), file, on_result=lambda *_: None)
        async with open_evaluator(f"replay:{file}") as evaluator:
            labels.append(evaluator.label)
            done = await evaluate_all(given, evaluator, file, on_result=lambda *_: None)
            assert done.delivered == 2
    assert len(set(labels)) == 1
    assert len(file.read_bytes().splitlines()) == 4
    await evaluate_all(given, Pointing("model/1 c"), file, on_result=lambda *_: None)
    for options in ("", "?of=model", "?of=rules"):
        with pytest.raises(UsageError, match=r"model/1 a b.* model/1 c.* Choose by replay:e\.jsonl\?of=TEXT"):
            async with open_evaluator(f"replay:{file}{options}"):
                pass
    for options in ("?of=1 a", "?of=model/1 a b&shift=-1"):
        async with open_evaluator(f"replay:{file}{options}") as evaluator:
            assert evaluator.label.endswith(" of model/1 a b")
    only = tmp_path / "only.jsonl"
    only.write_bytes(b"".join(line + b"\n" for line in file.read_bytes().splitlines() if b'"replay/1' in line))
    async with open_evaluator(f"replay:{only}") as evaluator:
        assert " of replay/1 +" in evaluator.label


async def test_the_label_depends_on_the_content(tmp_path: Path):
    """Equal files with other names have equal labels; another output or shift gives another label."""
    path = await write(tmp_path / "a.jsonl", record(1, POINT=[1, 1]))
    two = await write(tmp_path / "b?c.jsonl", record(1, POINT=[1, 1]))
    three = await write(tmp_path / "c.jsonl", record(1, POINT=[1, 2]))
    labels = []
    for spec in (f"{path}", f"{two}", f"{three}", f"{path}?shift=-1"):
        async with open_evaluator(f"replay:{spec}") as evaluator:
            labels.append(evaluator.label)
    assert labels[0] == labels[1]
    assert len(set(labels)) == 3
