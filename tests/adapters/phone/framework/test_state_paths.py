"""Paths into a frozen state, and values bound to controls."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.framework.actions import apply_action, assign, go, toggle
from adapters.phone.framework.state_paths import bind, find, toggled, value_at, with_item, with_value, without
from adapters.phone.ui.app import Go, route


@dataclass(frozen=True, slots=True)
class Task:
    """A record of a list."""

    id: str
    done: bool = False


@dataclass(frozen=True, slots=True)
class Preferences:
    """A nested part."""

    sound: bool = True
    volume: int = 5


@dataclass(frozen=True, slots=True)
class State:
    """A state with everything that a path can lead through."""

    query: str = ""
    preferences: Preferences = Preferences()
    tasks: tuple[Task, ...] = (Task("a"), Task("b"))
    notes: dict[str, str] = field(default_factory=lambda: {"today": "rain"})


PATHS = (
    "query",
    "preferences",
    "preferences.sound",
    "preferences.volume",
    "tasks",
    "tasks.0",
    "tasks.1.done",
    "tasks[id=a].done",
    "notes.today",
)
ONE_TASK = {"tasks.0", "tasks[id=a].done"}
"""Two names of the same record, the second only while it has this id."""


@given(st.sampled_from(PATHS), st.integers() | st.text() | st.booleans())
def test_what_is_set_is_read_and_all_else_stays(path: str, value: Any) -> None:
    """A path that was replaced has the new value; replacing it by the old one gives the old state."""
    state = State()
    changed = with_value(state, path, value)
    assert value_at(changed, path) == value
    assert with_value(changed, path, value_at(state, path)) == state
    for other in PATHS:
        if not (other.startswith(path) or path.startswith(other) or {path, other} <= ONE_TASK):
            assert value_at(changed, other) == value_at(state, other)


@pytest.mark.parametrize(
    "path", ["", "nothing", "preferences.nothing", "tasks.2", "tasks.x", "tasks[id=c].done", "notes.gone", "query.x"]
)
def test_a_path_that_leads_nowhere_is_named(path: str) -> None:
    """With the segment at which it ends."""
    with pytest.raises(LookupError, match="has no"):
        value_at(State(), path)
    with pytest.raises(LookupError, match="has no"):
        with_value(State(), path, 1)
    with pytest.raises(LookupError, match="has no"):
        bind(State(), path)


def test_a_record_is_found_by_the_value_of_a_field() -> None:
    """Wherever it stands; values are compared as text, and may have points in them."""
    state = State(tasks=(Task("v.1"), Task("b", done=True)))
    assert value_at(state, "tasks[id=b].done") is True
    changed = with_value(state, "tasks[id=v.1].done", True)
    assert changed.tasks == (Task("v.1", done=True), Task("b", done=True))


def test_a_bound_value_is_shown_and_set() -> None:
    """Its events set what was typed, what was chosen, and turn a switch."""
    sound, query = bind(State(), "preferences.sound"), bind(State(), "query")
    assert (sound.value, query.value) == (True, "")
    assert apply_action(State(), sound.toggled) == (replace(State(), preferences=Preferences(sound=False)), ())
    assert apply_action(State(), query.changed.plus(text="tea")) == (replace(State(), query="tea"), ())
    assert apply_action(State(), query.limited(2).plus(text="tea")) == (replace(State(), query="te"), ())
    assert apply_action(State(), query.to("rye")) == (replace(State(), query="rye"), ())


def test_actions_are_values() -> None:
    """Equal actions are equal events; they hash, so that screens can be compared."""
    assert go("order", number=7) == go("order", number=7) != go("order", number=8)
    assert len({assign("query", "x"), assign("query", "x"), toggle("preferences.sound")}) == 2
    assert apply_action(State(), go("order", number=7)) == (State(), (Go(route("order", number=7)),))


def test_records_and_choices_are_replaced_by_what_they_are() -> None:
    """One record of a list, and one choice of several."""
    assert with_item(State().tasks, lambda task: task.id == "b", done=True) == (Task("a"), Task("b", done=True))
    assert toggled(("x", "y"), "x") == ("y",)
    assert toggled(("x",), "y") == ("x", "y")


def test_records_are_found_and_removed_by_several_fields() -> None:
    """A record has to have all the values."""
    tasks = (Task("a"), Task("b"), Task("b", done=True))
    assert find(tasks, id="b", done=True) == tasks[2]
    assert find(tasks, id="b") == tasks[1]
    assert find(tasks, id="c") is None
    assert without(tasks, id="b", done=True) == tasks[:2]
    assert without(tasks, id="b") == tasks[:1]
