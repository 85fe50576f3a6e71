"""The loaders of recorded datasets over 200 MB of each form: steps a second on one core, and memory that stays."""

from __future__ import annotations

import gzip
import json
import os
import random
import tempfile
import time
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any

from benchmarks.acceptance.bar import Bar
from benchmarks.gap import datasets
from benchmarks.gap.records import Defect
from tests.support.offline_samples import example, forest, frame, step_record

_SIZE = 200_000_000
_BOXES = 50
_SEED = 7
_RATE = 10_000
_GROWTH = 16_000_000
_EPISODE = 8_000_000
"""Bytes of pictures in one episode of the shard."""


def measure() -> list[Bar]:
    """JSON lines, a list in one file, a gzipped shard; made in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        lines, listed = Path(folder, "steps.jsonl"), Path(folder, "steps.json")
        shard = Path(folder, "android_control-00000-of-00001")
        _write_json(lines, listed)
        _write_shard(shard)
        return [
            _json("JSON lines", lines),
            _json("one JSON list", listed),
            _shard(shard),
        ]


def _records() -> Iterator[dict[str, Any]]:
    """Steps in AgentCPM-GUI's form, boxes by Python's `str()` with all 17 digits, which is what costs most."""
    draw = random.Random(_SEED).random
    number = 0
    while True:
        boxes = [[draw() * 0.9, draw() * 0.9, draw() * 0.1, draw() * 0.1] for _ in range(_BOXES)]
        at = str([boxes[7][0] + boxes[7][2] / 2, boxes[7][1] + boxes[7][3] / 2])
        yield step_record(
            900001 + number // 7, number % 7, ui_positions=str(boxes), result_touch_yx=at, result_lift_yx=at,
            image_path=f"screenshots/{number // 7}/{number % 7}.png", low_instruction="tap", subset="android_control",
        )  # fmt: skip
        number += 1


def _write_json(lines: Path, listed: Path) -> None:
    with lines.open("w") as wrapper, listed.open("w") as other:
        for number, record in enumerate(takewhile(lambda _: wrapper.tell() < _SIZE, _records())):
            text = json.dumps(record)
            wrapper.write(text + "\n")
            other.write(("," if number else "[") + text)
        other.write("]")


def _write_shard(path: Path) -> None:
    draw = random.Random(_SEED)
    with gzip.open(path, "wb", compresslevel=1) as file:
        for episode in range(_SIZE // _EPISODE):
            nodes = [
                {
                    "bounds": (draw.randrange(540), draw.randrange(1200), draw.randrange(540, 1080), 2400),
                    "text": f"text {number}",
                }
                for number in range(3 * _BOXES)
            ]
            actions = [{"action_type": "click", "x": draw.randrange(1080), "y": draw.randrange(2400)} for _ in range(7)]
            screens = [draw.randbytes(_EPISODE // 8) for _ in range(8)]
            file.write(frame(example(episode, actions, screen=forest({"nodes": nodes}), screenshots=screens)))


def _load(name: str, path: Path) -> tuple[int, int, float, int]:
    """Steps, defects, seconds of CPU, and by how many bytes memory grew after the first 64 steps."""
    steps = defects = first = most = 0
    began = time.process_time()
    for record in datasets.load(name, path):
        defects += isinstance(record, Defect)
        steps += 1
        if steps % 64 == 0:
            most = max(most, _memory())
            first = first or most
    return steps - defects, defects, time.process_time() - began, most - first


def _json(what: str, path: Path) -> Bar:
    steps, defects, took, growth = _load("androidcontrol-agentcpm", path)
    return Bar(
        f"{what}, 200 MB, {_BOXES} boxes a step: ≥ {_RATE} steps/s on one core, memory grows by ≤ 16 MB, no defect",
        f"{steps / took:.0f} steps/s, {growth / 1e6:.1f} MB over {steps} steps, {defects} defects",
        steps / took >= _RATE and growth <= _GROWTH and not defects,
    )


def _shard(path: Path) -> Bar:
    steps, defects, took, growth = _load("androidcontrol", path)
    return Bar(
        f"a gzipped shard of 200 MB, {3 * _BOXES} nodes a screen: memory grows by less than four episodes, no defect",
        f"{steps / took:.0f} steps/s, {path.stat().st_size / took / 1e6:.0f} MB/s, "
        f"{growth / 1e6:.1f} MB over {steps} steps, {defects} defects",
        growth <= 4 * _EPISODE and not defects and steps == _SIZE // _EPISODE * 8,
    )


def _memory() -> int:
    """The resident memory of this process."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
