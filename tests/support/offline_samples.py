"""Small synthetic datasets in every supported form."""

from __future__ import annotations

import gzip
import json
import struct
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import google_crc32c
from PIL import Image

from benchmarks.gap.datasets.protobuf import protos
from benchmarks.gap.records import Defect, Step


def step_record(episode: Any = "900000000000000001", step: Any = 0, **changes: Any) -> dict[str, Any]:
    """A click in the middle of its second box, as all forms of one record a step have it; None takes a field away."""
    record: dict[str, Any] = {
        "episode_id": episode,
        "episode_length": 3,
        "step_id": step,
        "instruction": "open the clock",
        "image_width": 1000,
        "image_height": 2000,
        "ui_positions": [[0.02, 0.1, 0.04, 0.5], [0.5, 0.4, 0.05, 0.2], [0.8, 0.7, 0.05, 0.25]],
        "result_action_type": 4,
        "result_action_text": "",
        "result_touch_yx": [0.525, 0.45],
        "result_lift_yx": [0.525, 0.45],
        "duration": None,
    }
    record.update(changes)
    return {name: value for name, value in record.items() if value is not None}


def lines(records: Iterable[Any]) -> bytes:
    """JSON lines."""
    return b"".join(json.dumps(record, ensure_ascii=False).encode() + b"\n" for record in records)


def picture(width: int, height: int, form: str = "PNG") -> bytes:
    """A plain picture."""
    out = BytesIO()
    Image.new("RGB", (width, height), (20, 60, 90)).save(out, form)
    return out.getvalue()


def tree(path: Path, episodes: Mapping[str, Sequence[Mapping[str, Any]]]) -> Path:
    """Episodes as AITZ and CAGUI keep them: a folder each, with a list of steps of its own name."""
    for name, records in episodes.items():
        folder = path / name
        folder.mkdir(parents=True)
        (folder / f"{folder.name}.json").write_text(json.dumps(records, indent=2, ensure_ascii=False), "utf-8")
    return path


def frame(data: bytes) -> bytes:
    """A TFRecord."""

    def masked(part: bytes) -> bytes:
        checksum = google_crc32c.value(part)
        return struct.pack("<I", ((checksum >> 15 | checksum << 17) + 0xA282EAD8) & 0xFFFFFFFF)

    length = struct.pack("<Q", len(data))
    return length + masked(length) + data + masked(data)


def shard(path: Path, records: Iterable[bytes], *, zipped: bool = True) -> Path:
    """A shard of these records."""
    data = b"".join(frame(record) for record in records)
    path.write_bytes(gzip.compress(data, 6, mtime=0) if zipped else data)
    return path


def forest(*windows: Mapping[str, Any]) -> bytes:
    """An AndroidAccessibilityForest of windows with `bounds` (l, t, r, b), `title`, `type`, `active`, `nodes`."""
    made = protos().forest()
    for window in windows:
        item = made.windows.add(
            title=window.get("title", ""), window_type=window.get("type", 1), is_active=window.get("active", True)
        )
        _bound(item, window.get("bounds"))
        for node in window.get("nodes", ()):
            inner = item.tree.nodes.add(
                text=node.get("text", ""),
                content_description=node.get("description", ""),
                package_name=node.get("package", ""),
            )
            _bound(inner, node.get("bounds"))
    return bytes(made.SerializeToString(deterministic=True))


def _bound(holder: Any, bounds: Sequence[int] | None) -> None:
    if bounds is not None:
        rect = holder.bounds_in_screen
        rect.SetInParent()
        rect.left, rect.top, rect.right, rect.bottom = bounds


SCREEN = forest(
    {
        "bounds": (0, 0, 1080, 2400),
        "title": "Clock",
        "nodes": [
            {"bounds": (0, 0, 1080, 2400), "package": "org.example.clock"},
            {"bounds": (100, 200, 300, 400), "text": "Alarm"},
            {"bounds": (500, 1000, 700, 1100), "description": "Add"},
            {"bounds": (1080, 0, 2160, 2400), "text": "off the screen"},
            {"text": "without bounds"},
        ],
    },
    {"bounds": (0, 2300, 1080, 2400), "type": 3, "active": False, "nodes": [{"bounds": (0, 0, 0, 0)}]},
)


def example(
    episode: int,
    actions: Sequence[Mapping[str, Any] | bytes],
    *,
    width: int = 1080,
    height: int = 2400,
    screen: bytes = SCREEN,
    without: Iterable[str] = (),
    **changes: Sequence[bytes | int],
) -> bytes:
    """An episode of AndroidControl as a tf.train.Example."""
    count = len(actions) + 1
    features: dict[str, Sequence[bytes | int]] = {
        "episode_id": [episode],
        "goal": [f"goal {episode}".encode()],
        "screenshots": [picture(8, 16) + bytes([episode % 256, number]) for number in range(count)],
        "accessibility_trees": [screen] * count,
        "screenshot_widths": [width] * count,
        "screenshot_heights": [height] * count,
        "actions": [action if isinstance(action, bytes) else json.dumps(action).encode() for action in actions],
        "step_instructions": [f"do {number}".encode() for number in range(len(actions))],
        **changes,
    }
    made = protos().example()
    for name, values in features.items():
        if name in without:
            continue
        entry = made.features.feature.add(key=name)
        for value in values:
            if isinstance(value, bytes):
                entry.value.bytes_list.value.append(value)
            else:
                entry.value.int64_list.value.append(value)
    return bytes(made.SerializeToString(deterministic=True))


def split(found: Iterable[Step | Defect]) -> tuple[list[Step], list[Defect]]:
    """Steps and defects of a load."""
    everything = list(found)
    return [record for record in everything if isinstance(record, Step)], [
        record for record in everything if isinstance(record, Defect)
    ]


def plain(step: Step) -> tuple[Any, ...]:
    """The common part of two equal steps: all fields except the path of the picture."""
    return (
        step.dataset,
        step.key,
        step.instruction,
        step.truth,
        step.boxes.tolist(),
        step.labels,
        step.screen,
        step.low_instruction,
        step.subset,
        step.app,
        step.length,
    )
