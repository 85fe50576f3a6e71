"""Jotfern by touch: what is tapped through the tree, and what its state says afterwards."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.phone.apps.jotfern import APP
from adapters.phone.apps.jotfern.model import due
from adapters.phone.apps.jotfern.notes import COLORS, REMIND_WHEN
from adapters.phone.apps.parlowe import APP as PARLOWE
from adapters.phone.drawing.painter import Painter
from adapters.phone.kernel.phone import Phone
from adapters.phone.ui.app import route
from adapters.phone.ui.package_names import HOME
from runtime.core.checks import holds
from runtime.core.tasks import Check
from tests.support.touching import phone_with, tap, window_texts

phone = partial(phone_with, APP)

BACK, ENTER = 4, 66


def notes(on: Phone) -> dict[str, dict[str, Any]]:
    """The notes of the app's state by id."""
    return {note["id"]: note for note in on.read()["jotfern"]["notes"]}


def test_a_note_is_written_labelled_and_pinned() -> None:
    """What was typed and picked ends in one note; nothing else changes."""
    on = phone()
    before = notes(on)
    tap(on, "New note")
    assert on.focused == "note_text"
    on.type_text("Tall enough for a bicycle")
    tap(on, "Title")
    on.type_text("Cellar door")
    on.key(ENTER)
    tap(on, "Labels", "Home", "Navigate up", "Pin")
    tap(on, "Reminder", "Next Monday", "Weekly", "Save")
    on.key(BACK)
    after = notes(on)
    made = after.pop("20")
    assert after == before
    assert made == {
        "id": "20",
        "title": "Cellar door",
        "text": "Tall enough for a bicycle",
        "edited": "2026-11-17T09:24",
        "checklist": False,
        "items": [],
        "color": "Paper",
        "labels": ["Home"],
        "pinned": True,
        "place": "Notes",
        "reminder": "2026-11-23T08:00",
        "repeat": "Weekly",
        "art": "",
        "seed": 0,
    }
    assert window_texts(on).index("Cellar door") < window_texts(on).index("Others")


def test_a_note_that_is_only_written_has_the_declared_defaults() -> None:
    """Without a choice there is no label and no reminder."""
    on = phone()
    tap(on, "New note")
    on.type_text("Milk")
    made = notes(on)["20"]
    declared = {choice.id.removeprefix("jotfern."): choice.default for choice in APP.choices}
    happened = {
        "kind": "List" if made["checklist"] else "Text",
        "label": ", ".join(made["labels"]) or "None",
        "reminder": made["reminder"] or "None",
        "reminder.repeat": made["repeat"],
    }
    assert {key: declared[key] for key in happened} == happened


def test_a_reminder_is_preset_and_needs_save() -> None:
    """Cancel sets nothing; "Save" at once takes tomorrow morning; "Remove" takes it away."""
    on = phone()
    on.start(APP.package, route("note", key="3"))
    tap(on, "Reminder", "Later today", "Cancel")
    assert notes(on)["3"]["reminder"] == ""
    tap(on, "Reminder", "Save")
    assert notes(on)["3"]["reminder"] == "2026-11-18T08:00"
    tap(on, "Reminder", "Remove")
    assert notes(on)["3"] == notes(phone())["3"]


def test_an_empty_page_is_no_note() -> None:
    """Opened and left, written and deleted again: nothing stays behind."""
    on = phone()
    tap(on, "New note", "Navigate up")
    assert notes(on) == notes(phone())
    tap(on, "New list")
    on.type_text("Nails")
    tap(on, "Add item")
    assert notes(on)["20"]["items"] == [{"text": "Nails", "done": False}]
    tap(on, "Remove Nails")
    assert notes(on) == notes(phone())


def test_lines_of_a_list_are_ticked_changed_and_removed_one_by_one() -> None:
    """Each touch changes its own line; ticked ones stand below and keep their place in the state."""
    on = phone()
    tap(on, "Shopping", "Not ticked: 橙子")
    assert [item["done"] for item in notes(on)["5"]["items"]] == [False, False, True, True, False, False, True, False]
    assert window_texts(on).index("橙子") > window_texts(on).index("3 ticked")
    tap(on, "Limes")
    on.type_text(", six")
    on.key(BACK)
    tap(on, "Remove Baking paper")
    assert [item["text"] for item in notes(on)["5"]["items"]][:5] == [
        "Oat milk, two cartons", "Limes, six", "Bread", "橙子", "Dishwasher salt",
    ]  # fmt: skip


def test_text_and_list_turn_into_each_other() -> None:
    """Lines become items and items lines; no word is lost."""
    on = phone()
    on.start(APP.package, route("note", key="9"))
    lines = notes(on)["9"]["text"].splitlines()
    tap(on, "Turn into a list")
    assert ([item["text"] for item in notes(on)["9"]["items"]], notes(on)["9"]["text"]) == (lines, "")
    tap(on, "Turn into text")
    assert notes(on)["9"]["text"].splitlines() == lines


def test_state_tells_the_right_note_from_near_misses() -> None:
    """Archiving one note does not hold for its neighbour."""
    on = phone()
    tap(on, "Slides for Thursday", "Archive")
    state = on.read()
    assert holds(Check("jotfern/notes/*", "has", {"title": "Slides for Thursday", "place": "Archive"}), state)
    assert not holds(Check("jotfern/notes/*", "has", {"title": "Shopping", "place": "Archive"}), state)


def test_a_deleted_note_is_gone() -> None:
    """Once it is confirmed, deleting takes that note alone."""
    on = phone()
    before = notes(on)
    tap(on, "Plum cake", "Delete")
    assert notes(on) == before
    tap(on, "Delete")
    assert notes(on) == {key: note for key, note in before.items() if key != "2"}
    assert "Plum cake" not in window_texts(on)


def test_a_label_is_made_once_and_worn() -> None:
    """Created from a note it is put on it; the same name again is refused."""
    on = phone()
    on.start(APP.package, route("note", key="4"))
    tap(on, "Labels", "Create a label")
    on.type_text("Sport")
    tap(on, "Create label")
    assert notes(on)["4"]["labels"] == ["Sport"]
    tap(on, "Create a label")
    on.type_text("sport")
    tap(on, "Create label")
    assert on.read()["jotfern"]["labels"].count("Sport") == 1
    assert "sport" not in on.read()["jotfern"]["labels"]


def test_the_search_goes_by_words_and_kind() -> None:
    """Both narrow it down; what is archived is found."""
    on = phone()
    tap(on, "Search Jotfern")
    on.type_text("asdf")
    assert "Nothing found" in window_texts(on)
    on.clear_text()
    on.type_text("flat viewing")
    assert "1 note" in window_texts(on)
    tap(on, "Pictures")
    assert "Nothing found" in window_texts(on)


def test_a_note_is_shared_with_title_and_text() -> None:
    """What a chat gets begins with the title."""
    on = phone(PARLOWE)
    tap(on, "Plum cake", "Share", "Send")
    sent = on.read()["parlowe"]["chats"][0]["messages"][-1]["text"]
    assert sent.startswith("Plum cake\n200 g butter")


def test_empty_places_say_what_they_are_for() -> None:
    """Without notes no page is blank."""
    on = phone(state={"notes": []})
    assert "No notes yet" in window_texts(on)
    for place, words in (("archive", "The archive is empty"), ("reminders", "No reminders")):
        on.start(APP.package, route(place))
        assert words in window_texts(on)
    on.start(APP.package, route("note", key="77"))
    assert "This note is gone" in window_texts(on)


@pytest.mark.parametrize("place", sorted(APP.activities))
def test_back_leads_home(place: str) -> None:
    """From every place, however it was reached, BACK ends at the launcher, and no note has changed."""
    on = phone()
    on.start(APP.package, route(place))
    for _ in range(6):
        on.key(BACK)
    assert on.foreground[0] == HOME
    assert notes(on) == notes(phone())


def test_same_taps_same_phone() -> None:
    """Two phones that are touched alike show the same tree and pixels, and so does one that was put back."""
    frames, trees = [], []
    painter = Painter()
    for _ in range(2):
        on = phone()
        state = on.snapshot()
        tap(on, "Archive")
        on.restore(state)
        tap(on, "Plum cake", "Labels", "Trip", "Navigate up")
        frame = np.zeros((2400, 1080, 4), np.uint8)
        painter.paint(on.scene(), frame)
        frames.append(frame.tobytes())
        trees.append(on.dump())
    assert frames[0] == frames[1]
    assert trees[0] == trees[1]


@pytest.mark.parametrize("color", COLORS)
def test_notes_read_in_the_dark_theme_too(color: str) -> None:
    """A note's page lays out and is drawn in both themes, whatever its colour."""
    on = phone(state={"notes": [{**notes(phone())["3"], "color": color}]})
    on.put_setting("secure", "ui_night_mode", "2")
    frame = np.zeros((2400, 1080, 4), np.uint8)
    Painter().paint(on.scene(), frame)
    tap(on, "Slides for Thursday")
    Painter().paint(on.scene(), frame)
    assert frame[..., 3].all()


@given(st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 31)))  # noqa: DTZ001 - the phone's own local time
def test_reminders_lie_ahead(now: datetime) -> None:
    """Every preset time is later than now, within nine days."""
    for choice in REMIND_WHEN:
        assert now < datetime.fromisoformat(due(choice, now)) < now + timedelta(9)
