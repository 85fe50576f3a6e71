"""Choices that are withdrawn in a row, drafts in forms, and pages that are still loading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from judges.evidence.changes import added_by_touch
from judges.evidence.screens import read_screen
from judges.evidence.trail import Move, Screen
from judges.rules.judge import RuleJudge
from runtime.core.actions import Action, Key, Tap, Type
from runtime.core.events import Ended, Observed, Performed, RequirementMet, Started, Terminated
from runtime.core.tasks import (
    Check,
    Intent,
    KeyStep,
    Pattern,
    Phrasing,
    Reference,
    Requirement,
    Selector,
    Setup,
    Task,
)
from runtime.plugins.protocols import Evidence
from runtime.screen.tree import UiTree

Build = Callable[..., UiTree]
Element = Callable[..., str]


def row(element: Element, *texts: str, y: int = 5) -> str:
    """Makes a row of texts that can be touched."""
    parts = [element("TextView", text=text, y=str(y), x=str(at)) for at, text in enumerate(texts)]
    return element("View", *parts, y=str(y), clickable="true", box=f"[0,{y * 100}][1080,{y * 100 + 90}]")


def box(element: Element, text: str, checked: bool) -> str:
    """Makes a check box with its text."""
    return element("CheckBox", text=text, y="5", clickable="true", checkable="true", checked=str(checked).lower())


def touch(before: UiTree, after: UiTree, y: int = 5) -> Move:
    """Makes a touch at `y` between two screens."""
    action = Tap(45, y * 100 + 45)
    return Move(
        1,
        action,
        Screen(0, 0, before, read_screen(before)),
        before,
        before.hit(action.x, action.y),
        Screen(1, 1, after, read_screen(after)),
    )


@pytest.mark.parametrize(
    ("old", "new", "on"),
    [
        ("3 saved", "2 saved", False),
        ("3 saved", "4 saved", True),
        ("3 saved", "1 saved", None),
        ("3 saved", "3 saved", None),
        ("at 10:03", "at 10:02", None),
        ("$3.50", "$2.50", None),
        ("3 saved of 9", "2 saved of 8", None),
        ("3 saved", "2 left", None),
    ],
)
def test_a_count_that_falls_by_one_is_a_removal(
    build: Build, element: Element, old: str, new: str, on: bool | None
) -> None:
    """A row whose count changes by exactly one was added to or removed from; other changes are no evidence."""
    before, after = (build("Save", row(element, "Favourites", text)) for text in (old, new))
    assert added_by_touch(touch(before, after)) is on


def test_a_tick_that_disappears_is_a_removal(build: Build, element: Element) -> None:
    """A tick that disappears in the touched row is a removal, and one that appears is an addition."""
    on, off = (build("Save", box(element, "Favourites", checked)) for checked in (True, False))
    assert added_by_touch(touch(on, off)) is False
    assert added_by_touch(touch(off, on)) is True


def test_only_the_touched_row_is_evidence(build: Build, element: Element) -> None:
    """Only a change in the touched row of the same page counts as an addition or a removal."""
    others = row(element, "Lunch", "1 saved", y=7)
    before = build("Save", row(element, "Favourites", "3 saved"), others)
    assert added_by_touch(touch(before, build("Save", row(element, "Favourites", "2 saved"), others), y=7)) is None
    assert added_by_touch(touch(before, build("Place", row(element, "Favourites", "2 saved"), others))) is None
    assert added_by_touch(touch(before, build("Save", row(element, "Favourites", "2 saved")))) is None


PLACE = Requirement(
    "place",
    "anchor",
    "place",
    "The Kiln is saved",
    "The Kiln",
    default="",
    seen=Pattern(app="bunwright", texts=("The Kiln",), row=("Saved in",)),
    truth=Check("lists/*/places", "contains", "The Kiln"),
)
WAY = tuple((Tap(0, 0), Selector(text=text)) for text in ("The Kiln", "Save", "Done"))
TASK = Task(
    "t",
    Intent(
        "save-place",
        "information",
        "functional",
        "prior",
        ("bunwright",),
        (PLACE,),
        Reference(
            tuple(action for action, _ in WAY),
            tuple(KeyStep(name, *WAY[at], ("place",)) for at, name in enumerate(("open", "save"))),
            closing=PLACE.truth,
            closing_seen=PLACE.seen,
            targets=tuple(target for _, target in WAY),
            serves=(("place",), ("place",), ("place",)),
        ),
        Setup(),
        Phrasing("", "", ()),
    ),
    "standard",
    "Save The Kiln.",
    (),
)


NOTE = Requirement(
    "note",
    "anchor",
    "note",
    "the note is: Ring twice",
    "Ring twice",
    default="",
    seen=Pattern(app="bunwright", page="address", texts=("Ring twice",)),
    truth=Check("addresses/*/note", "eq", "Ring twice"),
)
FORM = (
    (Tap(0, 0), Selector(text="Studio"), ()),
    (Type("Ring twice"), None, ("note",)),
    (Tap(0, 0), Selector(text="Save"), ("note",)),
)
WRITING = replace(
    TASK,
    intent=replace(
        TASK.intent,
        requirements=(NOTE,),
        reference=Reference(
            tuple(action for action, _, _ in FORM),
            (KeyStep("type", *FORM[1]), KeyStep("save", *FORM[2])),
            closing=NOTE.truth,
            closing_seen=Pattern(app="bunwright", page="Addresses", texts=("2 addresses",)),
            targets=tuple(target for _, target, _ in FORM),
            serves=tuple(serves for _, _, serves in FORM),
        ),
    ),
)


def judge_steps(
    screens: list[UiTree], steps: Sequence[int | Action], task: Task = TASK
) -> tuple[bool | None, bool | None, str | None]:
    """Returns the rule judge's verdicts on the requirement (at some step, at the end) and on the ending."""
    shown = {f"tree-{at}": tree for at, tree in enumerate(screens)}
    judge = RuleJudge(Evidence(tree=shown.__getitem__, frame=lambda _: b""))
    judge.begin(task, "e")
    events: list[Any] = [(Started, {"task": "t", "agent": "a", "device": "d", "seed": 0})]
    events.append((Observed, {"step": 0, "frame": None, "tree": "tree-0"}))
    for step, done in enumerate(steps, 1):
        action: Action = Tap(45, done * 100 + 45) if isinstance(done, int) else done
        events.append((Performed, {"step": step, "action": action}))
        events.append((Observed, {"step": step, "frame": None, "tree": f"tree-{step}"}))
    events.append((Ended, {"ending": "finished", "cause": None}))
    reply_fields = [
        verdict
        for seq, (kind, fields) in enumerate(events)
        for verdict in judge.feed(kind(episode="e", attempt=0, seq=seq, t=0.0, **fields))
    ]
    met = next(event for event in reversed(reply_fields) if isinstance(event, RequirementMet))
    return met.any, met.final, next(event.termination for event in reply_fields if isinstance(event, Terminated))


@pytest.mark.parametrize(("then", "says"), [("2 saved", (True, False, "normal")), ("4 saved", (False, False, "early"))])
def test_a_removed_item_was_added_before(
    build: Build, element: Element, then: str, says: tuple[bool, bool, str]
) -> None:
    """A place that "Save" adds to a list and that is removed there was met at some step; a discarded draft was not."""
    city = build("City", row(element, "The Kiln"))
    place = build("Place", element("TextView", text="The Kiln", y="3"), row(element, "Save"))
    sheet, other = (
        build("Save it", row(element, "Favourites", count), row(element, "Done", y=7)) for count in ("3 saved", then)
    )
    assert judge_steps([city, place, sheet, other, place], [5, 5, 5, 7]) == says


def test_a_loading_page_is_no_counter_evidence(build: Build, element: Element) -> None:
    """A page that is still loading neither confirms nor denies earlier operations."""
    city = build("City", row(element, "The Kiln"))
    place = build("Place", element("TextView", text="The Kiln", y="3"), row(element, "Save"))
    saved = build("Place", element("TextView", text="The Kiln", y="3"), row(element, "Favourites", "Saved in"))
    loading = build("Place", element("TextView", text="Loading…", y="3"))
    sheet = build("Save it", row(element, "Favourites", "3 saved"), row(element, "Done", y=7))
    assert judge_steps([city, place, sheet, saved, loading], [5, 5, 7, 9])[:2] == (True, True)


@pytest.mark.parametrize(("then", "says"), [(9, True), (Key("BACK"), False)])
def test_form_values_are_drafts_until_they_are_saved(
    build: Build, element: Element, then: int | Action, says: bool
) -> None:
    """A value typed into a form counts only after the form is saved, not if it is left with BACK."""

    def form(text: str) -> UiTree:
        field = element("EditText", text=text, y="5", clickable="true", focused="true")
        return build("Edit address", field, row(element, "Save", y=9))

    there = build("Addresses", row(element, "Studio"))
    screens = [there, form("Note"), form("Ring twice"), there]
    assert judge_steps(screens, [5, Type("Ring twice"), then], WRITING)[0] is says


def test_what_a_saved_form_shows_again_counts(build: Build, element: Element) -> None:
    """A saved value counts when the form is opened again and shows it."""
    field = element("EditText", text="Ring twice", y="5", clickable="true", focused="true")
    form, there = build("Edit address", field, row(element, "Save", y=9)), build("Addresses", row(element, "Studio"))
    assert judge_steps([there, form, there, form], [5, 9, 5], WRITING)[:2] == (True, True)
