"""Synthetic datasets in the three recorded forms, predictions in each model's own words, recorded evaluations.

Everything is made to counts: which cell a step falls into is fixed, and what a model wrote follows from it. No word,
point or picture is taken from the real datasets.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import count, cycle, islice
from pathlib import Path
from random import Random
from typing import Any, Final

from PIL import Image

from benchmarks.acceptance.published_gap_rows import EPISODES, TYPES
from runtime.metrics.quadrants import Cells

Point = tuple[int, int]
NAMES: Final = {"AITZ": "aitz", "CAGUI": "cagui", "AC": "androidcontrol-agentcpm"}
"""What `--dataset` calls them."""
_SCREENS: Final = {"AITZ": (540, 1080), "CAGUI": (1080, 2400), "AC": (1080, 2400)}
_CODES: Final = {"type": 3, "back": 5, "home": 6, "enter": 7, "stop": 10, "wait": 1, "long_press": 0}
_SPOTS: Final = tuple((x, y) for y in range(200, 801, 100) for x in (200, 500, 800))
"""Where things can be tapped, in thousandths; each has a box around it."""
_BOX: Final = (40, 100)
_WORDS: Final = ("blue kettle", "train to the lake", "rain tomorrow", "Mei", "two tickets")
_ELSEWHERE: Final = "something else entirely"


@dataclass(frozen=True, slots=True)
class Recorded:
    """A step of a dataset, and what is right to do there."""

    episode: str
    step: int
    kind: str
    """As in `TYPES`: presses are told apart by their button."""
    spot: Point
    text: str


@dataclass(frozen=True, slots=True)
class SyntheticAction:
    """An action to be written in some model's words; None of all is words without an action."""

    kind: str
    spot: Point = (0, 0)
    up: bool = True
    text: str = ""


def dataset(data: str, root: Path, steps: int | None = None) -> list[Recorded]:
    """Write a dataset with the published number of steps of each type, or that many in the same proportions."""
    recorded = list(_steps(data, _scaled(TYPES[data], steps), EPISODES[data]))
    episodes: dict[str, list[dict[str, Any]]] = {}
    lengths: dict[str, int] = {}
    for step in recorded:
        lengths[step.episode] = lengths.get(step.episode, 0) + 1
    for step in recorded:
        episodes.setdefault(step.episode, []).append(_record(data, step, lengths[step.episode]))
    _WRITERS[data](root, episodes)
    return recorded


def plan(cells: Cells, recorded: Sequence[Recorded], seed: str) -> list[str]:
    """A cell for each step, by chance; steps without a thought are `none`."""
    names = [
        *["ideal"] * cells.ideal,
        *["execution_gap"] * cells.execution_gap,
        *["reasoning_gap"] * cells.reasoning_gap,
        *["both_wrong"] * cells.both_wrong,
    ]
    names += ["none"] * (len(recorded) - len(names))
    Random(seed).shuffle(names)
    return names


def predictions(form: str, data: str, recorded: Sequence[Recorded], cells: Sequence[str], path: Path) -> None:
    """Write what a model did: right in two of the cells, wrong in each way by turns in the others."""
    ways, write = count(), _FORMS[form]
    with path.open("w", encoding="utf-8") as file:
        for step, cell in zip(recorded, cells, strict=True):
            right = cell in ("ideal", "reasoning_gap")
            deed = _right(step) if right else _wrong(step, next(ways))
            # Brackets, quotes and words of actions, as models have them in their thoughts.
            thought = "" if cell == "none" else f"I know (I think) what to do in step {step.step}; it isn't finished."
            record = {"episode_id": step.episode, "step_id": step.step, **write(deed, thought, _SCREENS[data])}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def evaluations(recorded: Sequence[Recorded], cells: Sequence[str], path: Path) -> None:
    """Write an evaluator's outputs for each thought; some of them cannot be parsed."""
    ways = count()
    with path.open("w", encoding="utf-8") as file:
        for step, cell in zip(recorded, cells, strict=True):
            if cell == "none":
                continue
            deed = _right(step) if cell in ("ideal", "execution_gap") else _wrong(step, next(ways))
            raw_prediction = agentcpm(deed, "", (0, 0))["raw"]
            record = {"episode_id": step.episode, "step_id": step.step, "raw": raw_prediction}
            file.write(json.dumps(record, ensure_ascii=False) + "\n")


def _scaled(types: Mapping[str, int], steps: int | None) -> dict[str, int]:
    if steps is None:
        return dict(types)
    total = sum(types.values())
    found = {kind: number * steps // total for kind, number in types.items()}
    found[max(found, key=lambda kind: found[kind])] += steps - sum(found.values())
    return found


def _steps(data: str, types: Mapping[str, int], most: int) -> Iterator[Recorded]:
    kinds = [kind for kind, number in types.items() for _ in range(number)]
    Random(data).shuffle(kinds)
    episodes = min(most, max(1, len(kinds) // 6))
    spots, words = cycle(_SPOTS), cycle(_WORDS)
    at = 0
    for number in range(episodes):
        until = (number + 1) * len(kinds) // episodes
        name = str(900_000 + number) if data == "AC" else f"{number:032x}"
        for step, kind in enumerate(islice(kinds, at, until)):
            yield Recorded(name, step, kind, next(spots), next(words) if kind == "type" else "")
        at = until


def _record(data: str, step: Recorded, length: int) -> dict[str, Any]:
    width, height = _SCREENS[data]
    touch: list[float] = [-1, -1]
    lift = touch
    if step.kind in ("click", "long_press"):
        touch = lift = [step.spot[1] / 1000, step.spot[0] / 1000]
    elif step.kind == "scroll":
        touch, lift = [0.7, 0.5], [0.3, 0.5]
    tall, wide = _BOX
    boxes: list[list[float]] = [
        [(y - tall / 2) / 1000, (x - wide / 2) / 1000, tall / 1000, wide / 1000] for x, y in _SPOTS
    ]
    if data == "AITZ":
        boxes = [[round(y * height), round(x * width), round(h * height), round(w * width)] for y, x, h, w in boxes]
    record: dict[str, Any] = {
        "episode_id": int(step.episode) if data == "AC" else step.episode,
        "episode_length": length,
        "step_id": step.step,
        "instruction": "make some tea",
        "ui_positions": json.dumps(boxes),
        "result_action_type": _CODES.get(step.kind, 4),
        "result_action_text": step.text,
        "result_touch_yx": json.dumps(touch),
        "result_lift_yx": json.dumps(lift),
    }
    if data == "AITZ":
        path = f"general/GENERAL-{step.episode}/GENERAL-{step.episode}_{step.step}.png"
        record_fields = {"ui_text": json.dumps(["kettle"] * len(boxes)), "ui_types": json.dumps(["TEXT"] * len(boxes))}
        thought = {f"coat_{name}": "tea" for name in ("screen_desc", "action_think", "action_result")}
        return {**record, **record_fields, **thought, "coat_action_desc": _described(step), "image_path": path}
    record |= {"image_width": width, "image_height": height, "duration": None}
    if data == "CAGUI":
        return {**record, "image_path": f"domestic/{step.episode}/{step.episode}_{step.step}.jpeg"}
    path = f"screenshots/{step.episode}/screenshot_{step.episode}_{step.step}.png"
    return {**record, "image_path": path, "low_instruction": "go on", "subset": "android_control"}


def _described(step: Recorded) -> str:
    words = {"click": "click on it", "scroll": "scroll up", "type": f"input {step.text}", "stop": "stop and set done"}
    return words.get(step.kind, f"press {step.kind}")


def _aitz(root: Path, episodes: Mapping[str, list[dict[str, Any]]]) -> None:
    picture = BytesIO()
    Image.new("1", _SCREENS["AITZ"]).save(picture, "PNG")
    for name, records in episodes.items():
        folder = root / "general" / f"GENERAL-{name}"
        folder.mkdir(parents=True)
        (folder / f"GENERAL-{name}.json").write_text(json.dumps(records), encoding="utf-8")
        for record in records:
            (root / record["image_path"]).write_bytes(picture.getvalue())


def _cagui(root: Path, episodes: Mapping[str, list[dict[str, Any]]]) -> None:
    for name, records in episodes.items():
        folder = root / "domestic" / name
        folder.mkdir(parents=True)
        (folder / f"{name}.json").write_text(json.dumps(records), encoding="utf-8")


def _androidcontrol(root: Path, episodes: Mapping[str, list[dict[str, Any]]]) -> None:
    root.mkdir(parents=True)
    with (root / "test.jsonl").open("w", encoding="utf-8") as file:
        file.writelines(json.dumps(record) + "\n" for records in episodes.values() for record in records)


_WRITERS: Final[Mapping[str, Callable[[Path, Mapping[str, list[dict[str, Any]]]], None]]] = {
    "AITZ": _aitz,
    "CAGUI": _cagui,
    "AC": _androidcontrol,
}


def _right(step: Recorded) -> SyntheticAction:
    return SyntheticAction(step.kind, step.spot, up=True, text=step.text)


def _wrong(step: Recorded, way: int) -> SyntheticAction:
    """Unreadable, of another type, or with another argument (which a stop does not have), by turns."""
    if way % 3 == 0:
        return SyntheticAction("")
    if way % 3 == 1 or step.kind in ("stop", "wait"):
        return SyntheticAction("click" if step.kind != "click" else "back", step.spot)
    # Half-way between the spots: in no box, and further from the right one than any rule allows.
    aside = (step.spot[0] + (-150 if step.spot[0] > 500 else 150), step.spot[1] + 50)
    button = "home" if step.kind == "back" else "back" if step.kind in ("home", "enter") else step.kind
    return SyntheticAction(button, aside, up=False, text=_ELSEWHERE)


Size = tuple[int, int]


def agentcpm(deed: SyntheticAction, thought: str, _screen: Size) -> dict[str, Any]:
    """One JSON object in thousandths; the direction is the finger's."""
    fields: dict[str, Any] = {
        "": {"MAYBE": 1},
        "click": {"POINT": list(deed.spot)},
        "long_press": {"POINT": list(deed.spot), "duration": 1000},
        "scroll": {"POINT": [500, 500], "to": "up" if deed.up else "down"},
        "type": {"TYPE": deed.text},
        "stop": {"STATUS": "finish"},
        "wait": {"duration": 3000},
    }
    prediction = {"thought": thought, **fields.get(deed.kind, {"PRESS": deed.kind.upper()})}
    return {"raw": json.dumps(prediction, ensure_ascii=False)}


def ui_tars(deed: SyntheticAction, thought: str, _screen: Size) -> dict[str, Any]:
    """Two lines in thousandths; the direction is the content's, against the finger's."""
    return {"raw": _two_lines(deed, thought, f"({deed.spot[0]},{deed.spot[1]})")}


def ui_tars_15(deed: SyntheticAction, thought: str, screen: Size) -> dict[str, Any]:
    """The same in pixels."""
    x, y = _pixels(deed.spot, screen)
    return {"raw": _two_lines(deed, thought, f"({x},{y})")}


def _two_lines(deed: SyntheticAction, thought: str, point: str) -> str:
    calls = {
        "": "dance()",
        "click": f"click(start_box='{point}')",
        "long_press": f"long_press(start_box='{point}', time='')",
        "scroll": f"scroll(start_box='{point}', direction='{'down' if deed.up else 'up'}')",
        "type": f"type(content='{deed.text}')",
        "stop": "finished()",
        "wait": "wait()",
    }
    return f"Thought: {thought}\nAction: {calls.get(deed.kind, f'press_{deed.kind}()')}"


def gui_owl(deed: SyntheticAction, thought: str, screen: Size) -> dict[str, Any]:
    """A tool call in pixels."""
    low, high = _pixels((500, 700), screen), _pixels((500, 300), screen)
    start, end = (low, high) if deed.up else (high, low)
    calls: dict[str, Any] = {
        "": {"action": "dance"},
        "click": {"action": "click", "coordinate": _pixels(deed.spot, screen)},
        "long_press": {"action": "long_press", "coordinate": _pixels(deed.spot, screen), "time": 2},
        "scroll": {"action": "swipe", "coordinate": start, "coordinate2": end},
        "type": {"action": "type", "text": deed.text},
        "stop": {"action": "terminate", "status": "success"},
        "wait": {"action": "wait", "time": 2},
    }
    call = calls.get(deed.kind, {"action": "system_button", "button": deed.kind.capitalize()})
    tool = json.dumps({"name": "mobile_use", "arguments": call}, ensure_ascii=False)
    thinking = f"<thinking>\n{thought}\n</thinking>\n"
    return {"raw": f"{thinking}<tool_call>\n{tool}\n</tool_call>\n<conclusion>\nGo on.\n</conclusion>"}


def _pixels(spot: Point, screen: Size) -> list[int]:
    return [round(spot[0] * screen[0] / 1000), round(spot[1] * screen[1] / 1000)]


_FORMS: Final[Mapping[str, Callable[[SyntheticAction, str, Size], dict[str, Any]]]] = {
    "agentcpm": agentcpm,
    "ui-tars": ui_tars,
    "ui-tars-1.5": ui_tars_15,
    "gui-owl": gui_owl,
}


def form_of(model: str) -> str:
    """The form that a published model writes."""
    if model.startswith("AgentCPM"):
        return "agentcpm"
    if model.startswith("GUI-Owl"):
        return "gui-owl"
    return "ui-tars-1.5" if "1.5" in model else "ui-tars"
