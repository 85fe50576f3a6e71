"""The gap benchmark in full: all published rows through the whole pipeline, all vectors, 100,000 steps."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Final

from benchmarks.acceptance import gap_sets, published_gap_rows
from benchmarks.acceptance.bar import Bar, measured
from benchmarks.gap.command import run
from runtime.metrics.quadrants import Cells
from tests.benchmarks.gap.vector_rows import FILE

_STEPS: Final = 100_000
_BOXES: Final = 100
_SCREENS: Final = 64
"""Different screens; the rest repeat them."""
_EPISODE: Final = 10
_SECONDS: Final = 20
_MEGABYTES: Final = 300


def measure(wanted: Sequence[str] = ()) -> list[Bar]:
    """All parts, or those that are named."""
    return [bar for name, part in PARTS.items() if not wanted or name in wanted for bar in part()]


def _speed() -> list[Bar]:
    """Matching alone, by the command as a user runs it, boxes included."""
    with tempfile.TemporaryDirectory(prefix="gap-") as temporary:
        folder = Path(temporary)
        size = _large(folder)
        arguments = ["--dataset", "cagui", "--data", str(folder / "data"), "--predictions", str(folder / "out.jsonl")]
        before = _peak()
        done, cost = measured("gap", *arguments, "--out", str(folder / "result"), folder=Path.cwd())
        if done.returncode:
            return [Bar("the command runs", done.stderr.strip()[-200:], False)]
        document = json.loads((folder / "result/result.json").read_text())
    peak = _peak()
    return [
        Bar(
            f"{_STEPS:,} steps with {_BOXES} boxes each ({size / 1e6:.0f} MB) matched in ≤ {_SECONDS} s of one core",
            f"{cost.cpu:.1f} s of CPU, {cost.wall:.1f} s on the clock",
            cost.cpu <= _SECONDS and document["predictions"] == _STEPS and document["EM_all"] is not None,
        ),
        Bar(
            f"the same in < {_MEGABYTES} MB",
            f"{peak:.0f} MB at most" + (" (or a child before it)" if peak == before else ""),
            peak < _MEGABYTES,
        ),
    ]


def _peak() -> float:
    """Megabytes of the largest child so far."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024


def _large(folder: Path) -> int:
    """Write the dataset and the predictions; how many bytes they are."""
    random = Random(7)
    screens = [json.dumps([_box(random) for _ in range(_BOXES)]) for _ in range(_SCREENS)]
    (folder / "data").mkdir()
    with (folder / "out.jsonl").open("w") as out:
        for episode in range(_STEPS // _EPISODE):
            name = f"{episode:032x}"
            records = [_step(name, step, screens[(episode + step) % _SCREENS], random) for step in range(_EPISODE)]
            (folder / "data" / f"{name}.json").write_text(json.dumps(records))
            for record in records:
                y, x = json.loads(record["result_touch_yx"])
                point = [round(1000 * x), min(1000, round(1000 * y) + random.choice((0, 100, 300)))]
                prediction = {"thought": "I will tap it, because it is there. " * 5, "POINT": point}
                raw = json.dumps(prediction)
                out.write(json.dumps({"episode_id": name, "step_id": record["step_id"], "raw": raw}) + "\n")
    return sum(path.stat().st_size for path in folder.rglob("*.json*"))


def _box(random: Random) -> list[float]:
    y, x = random.uniform(0, 0.9), random.uniform(0, 0.9)
    return [y, x, random.uniform(0.01, 0.1), random.uniform(0.01, 0.1)]


def _step(episode: str, step: int, screen: str, random: Random) -> dict[str, Any]:
    point = json.dumps([random.randrange(1001) / 1000, random.randrange(1001) / 1000])
    return {
        "episode_id": episode,
        "episode_length": _EPISODE,
        "step_id": step,
        "instruction": "make some tea",
        "image_path": f"domestic/{episode}/{episode}_{step}.jpeg",
        "image_width": 1080,
        "image_height": 2400,
        "ui_positions": screen,
        "result_action_type": 4,
        "result_action_text": "",
        "result_touch_yx": point,
        "result_lift_yx": point,
        "duration": None,
    }


def _rows() -> list[Bar]:
    """Each row of the paper's tables: files on disk, loader, predictions, rule, replayed evaluator, quadrants."""
    bars: list[Bar] = []
    with tempfile.TemporaryDirectory(prefix="gap-") as temporary:
        folder = Path(temporary)
        for data in published_gap_rows.TYPES:
            recorded = gap_sets.dataset(data, folder / data)
            bars += [_row(folder, recorded, row) for row in published_gap_rows.ROWS if row.data == data]
    return bars


def _row(folder: Path, recorded: Sequence[gap_sets.Recorded], row: published_gap_rows.Row) -> Bar:
    cells = published_gap_rows.counts(row)
    found = through(folder, recorded, row, cells)
    published = dict(zip(published_gap_rows.RATES, row.rates, strict=True))
    misses = [abs(found["rates"][name] - rate) for name, rate in published.items()]
    same = Cells(**found["cells"]) == cells
    return Bar(
        f"{row.data} {row.model}: " + ", ".join(f"{name} {rate:.2f}" for name, rate in published.items()),
        f"n {found['n']} of {found['steps']} steps; off by {max(misses):.2f}" + ("" if same else "; cells differ"),
        max(misses) < 0.0101 and same and found["steps"] == sum(published_gap_rows.TYPES[row.data].values()),
    )


def through(
    folder: Path, recorded: Sequence[gap_sets.Recorded], row: published_gap_rows.Row, cells: Cells
) -> Mapping[str, Any]:
    """The result document of a row: predictions and evaluations are written, then all is read by the command."""
    plan = gap_sets.plan(cells, recorded, row.model)
    form = gap_sets.form_of(row.model)
    out, path, result = folder / "out.jsonl", folder / "evaluations.jsonl", folder / f"{row.data} {row.model}"
    gap_sets.predictions(form, row.data, recorded, plan, out)
    gap_sets.evaluations(recorded, plan, path)
    arguments = ["--dataset", gap_sets.NAMES[row.data], "--data", str(folder / row.data), "--json", "--no-progress"]
    arguments += ["--predictions", f"{row.model}={out}", "--form", form, "--evaluator", f"replay:{path}"]
    with redirect_stdout(StringIO()):
        code = run([*arguments, "--out", str(result)])
    document: Mapping[str, Any] = json.loads((result / "result.json").read_text())
    return document if code == 0 else {**document, "steps": -1}


def _vectors() -> list[Bar]:
    """Every vector through `gap match`, as a user pipes it."""
    text = FILE.read_text(encoding="utf-8")
    command = [sys.executable, "-m", "runtime.bench", "gap", "match", "--rule", "agentcpm"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=300, check=False)
    expected = [json.loads(line) for line in text.splitlines() if line.strip()]
    found = [json.loads(line) for line in done.stdout.splitlines()]
    held = [
        all(theirs.get(name) == value for name, value in ours["expect"].items())
        for ours, theirs in zip(expected, found, strict=False)
    ]
    return [
        Bar(
            "every vector of tests/benchmarks/gap by `gap match`",
            f"{sum(held)} of {len(expected)}",
            sum(held) == len(expected) > 0,
        )
    ]


PARTS: Final[Mapping[str, Callable[[], list[Bar]]]] = {"speed": _speed, "vectors": _vectors, "rows": _rows}
"""What `--only` can name. Speed goes first: a child that was larger would hide its memory."""
