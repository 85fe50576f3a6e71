"""Each quirk of a published rule can be turned off, which changes the result of a record that shows it."""

from __future__ import annotations

from typing import Any

import pytest

from benchmarks.gap import rules
from tests.benchmarks.gap.vector_rows import row


def dual(
    code: int = 4, touch: list[float] | None = None, lift: list[float] | None = None, **more: Any
) -> dict[str, Any]:
    """Makes a correct action of Android in the Wild."""
    return {"result_action_type": code, "result_touch_yx": touch, "result_lift_yx": lift or touch, **more}


def pixels(gt: dict[str, Any], x: float, y: float) -> dict[str, Any]:
    """Makes a correct action in pixels, and a click."""
    return {"width": 1080, "height": 2400, "gt": gt, "pred": {"action": "click", "coordinate": [x, y]}}


def _numbered(element: int) -> dict[str, Any]:
    return {"ACTION": "CLICK ELEMENT", "ARGS": {"idx": element}}


_EDGE = dual(touch=[0.1, 0.1], ui_positions=[[0.08, 0.0, 0.05, 0.5]])
_CONTAINER = dual(touch=[0.9, 0.9], ui_positions=[[0, 0, 1, 1]])
_AGENTCPM: dict[str, dict[str, Any]] = {
    "empty_text=refuse": row("A33"),
    "text=equal": row("A30"),
    "wait=own": row("A43"),
    "stop=status": row("A41"),
    "leftover=own": row("A46"),
    "status=last": row("A45"),
    "swipe_duration=ignore": row("A28"),
    "clamp=cut": {"gt": _EDGE, "pred": {"POINT": [580, 100]}},
    "distance=boxless": row("A18"),
    "containers=ignore": {"gt": _CONTAINER, "pred": {"POINT": [10, 10]}},
    "float=epsilon": row("A19"),
}
_ANDROIDCONTROL = {
    **_AGENTCPM,
    "distance=boxless": {"gt": row("A18")["gt"], "pred": {"POINT": [530, 500]}},
    "nearest=containing": row("A13"),
}
_AITW = {
    "boxes=factor": row("W03"),
    "drag=direction": row("W05"),
    "text=equal": row("W08"),
    "clamp=cut": {"gt": _EDGE, "pred": dual(touch=[0.1, 0.86])},
    "float=double": {"gt": dual(touch=[0.5, 0.018]), "pred": dual(touch=[0.5, 0.158])},
}
_NODES: dict[str, Any] = {
    "image_width": 1000,
    "image_height": 1000,
    "ui_positions": [[10, 10, 20, 20], [500, 500, 40, 40]],
}
_AITZ: dict[str, Any] = {
    "click=intended": row("C01"),
    "screen=tag": (
        "click=intended",
        {"gt": dual(touch=[0.52, 0.52], coat_action_desc="click it", **_NODES), "pred": _numbered(1)},
    ),
    "element_zero=counts": (
        "click=intended&screen=tag",
        {"gt": dual(touch=[0.02, 0.02], coat_action_desc="click it", **_NODES), "pred": _numbered(0)},
    ),
    "case=ignore": row("C05"),
    "empty_text=refuse": {"gt": row("C08")["gt"], "pred": {"ACTION": "INPUT", "ARGS": {"text": ""}}},
    "press=words": {"gt": row("C10")["gt"], "pred": {"ACTION": "PRESS HOME", "ARGS": {}}},
}
_ICON = [[100, 100, 200, 200]]
_QWEN = {
    "variant=qwen": pixels(row("I01")["gt"], 610, 1200),
    "variant=ui-s1": {
        "width": 1080,
        "height": 2400,
        "gt": {"action": "swipe", "direction": "down"},
        "pred": {"action": "swipe", "coordinate": [500, 1500], "coordinate2": [500, 500]},
    },
    "frame=resized": pixels(row("I01")["gt"], 635.3, 1200),
    "empty_text=refuse": {"gt": {"action": "type", "text": "a"}, "pred": {"action": "type", "text": ""}},
    "text=equal": row("I07"),
    "open_click=refuse": pixels({"action": "open", "text": "Clock", "candidate_bbox": _ICON}, 150, 150),
    "distance=boxless": pixels({"action": "click", "coordinate": [150, 150], "candidate_bbox": _ICON}, 215, 150),
    "float=epsilon": row("I01"),
}
_WHOLE_BOX = {"gt_action": "click", "gt_bbox": [400, 1000, 900, 1400], "gt_input_text": "", "image_size": [1080, 2400]}
_GUI_R1 = {
    "corner=centre": {"gt": _WHOLE_BOX, "pred": {"pred_action": "click", "pred_coord": [650, 1200]}},
    "half=refuse": row("F01-gui-r1"),
    "single=equal": {
        "gt": {"gt_action": "open_app", "gt_input_text": "clock"},
        "pred": {"pred_action": "open_app", "pred_input_text": "clocks"},
    },
}
_OS_ATLAS: dict[str, Any] = {
    "words=all": {"gt": "TYPE [hotels in london]", "pred": "TYPE [hotels rome]"},
    "half=accept": ("words=all", row("F01-os-atlas")),
    "case=ignore": {"gt": "SCROLL [UP]", "pred": "SCROLL [up]"},
}
_CASES: dict[str, dict[str, Any]] = {
    "agentcpm": _AGENTCPM,
    "agentcpm-androidcontrol": _ANDROIDCONTROL,
    "aitw-ams": _AITW,
    "aitz-official": _AITZ,
    "androidcontrol-qwen": _QWEN,
    "gui-r1": _GUI_R1,
    "os-atlas": _OS_ATLAS,
}
_ALL: list[tuple[str, str, str, dict[str, Any]]] = [
    (name, switch, *(case if isinstance(case, tuple) else ("", case)))
    for name, cases in _CASES.items()
    for switch, case in cases.items()
]


@pytest.mark.parametrize(
    ("name", "switch", "beside", "record"), _ALL, ids=[f"{name}?{switch}" for name, switch, *_ in _ALL]
)
def test_a_switch_turns_its_quirk_off(name, switch, beside, record):
    """Turning off one quirk changes whether its example record is an exact match."""
    usual = rules.named("?".join(filter(None, (name, beside))))
    other = rules.named(f"{name}?{'&'.join(filter(None, (beside, switch)))}")
    published, changed = (rule.match(*rule.record(record)) for rule in (usual, other))
    assert published.exact != changed.exact
    assert usual.label != other.label


def test_every_switch_has_such_a_record():
    """Every quirk of every rule has an example record."""
    assert {name: set(rules.named(name).quirks) for name in rules.names()} == {
        name: set(cases) for name, cases in _CASES.items()
    }


def test_the_switches_change_results_in_the_described_direction():
    """With a quirk turned off, its example record gives the expected result."""
    right = {"status=last", "swipe_duration=ignore", "float=epsilon", "click=intended", "screen=tag", "corner=centre"}
    right |= {"element_zero=counts", "case=ignore", "press=words", "variant=ui-s1"}
    right |= {"half=accept", "float=double"}
    for name, switch, beside, record in _ALL:
        rule = rules.named(f"{name}?{'&'.join(filter(None, (beside, switch)))}")
        assert rule.match(*rule.record(record)).exact is (switch in right), (name, switch)


@pytest.mark.parametrize("name", rules.names())
def test_every_rule_says_what_it_is(name):
    """A rule and its quirks are described in full sentences, which also say which parts were only read."""
    rule = rules.named(name)
    for text in (rule.about, *rule.quirks.values()):
        assert text.endswith(".")
        assert len(text) > 30
    assert ("read only" in rule.about) == (name in ("os-atlas", "gui-r1", "androidcontrol-qwen"))
