"""Jotfern's state, what can be asked of it, and how a note in it is changed."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from adapters.phone.apps.jotfern.notes import (
    FIRST_LABELS,
    FIRST_NOTES,
    LATER_TODAY,
    NEXT_MONDAY,
    NOTES,
    ONCE,
    TOMORROW_EVENING,
    TOMORROW_MORNING,
    Note,
)
from adapters.phone.framework.dates import TIME_FORMAT, days_ago

KINDS = ("Lists", "Reminders", "Pictures")
WHEN_DEFAULT = TOMORROW_MORNING


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and picking: nothing here is a note. `item` is typed for the note `typing`."""

    query: str = ""
    kind: str = ""
    item: str = ""
    typing: str = ""
    when: str = WHEN_DEFAULT
    often: str = ONCE
    label: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Jotfern remembers. A note is among `notes` as soon as something stands in it; `blank` is the
    page of a new one before that, its id empty while there is none.
    """

    notes: tuple[Note, ...] = FIRST_NOTES
    labels: tuple[str, ...] = FIRST_LABELS
    blank: Note = Note("")
    ui: Ui = Ui()


def note_of(state: State, key: str) -> Note | None:
    """The note with this id, or the page of a new one; None if there is neither."""
    known = next((note for note in state.notes if note.id == key), None)
    return known or (state.blank if key and state.blank.id == key else None)


def next_id(state: State) -> str:
    """An id that no note has."""
    return str(1 + max((int(note.id) for note in state.notes if note.id.isdigit()), default=0))


def with_note(state: State, note: Note, now: datetime | None = None) -> State:
    """The state with a note as it is given. A note without content is removed; it is the page of a new one then.

    Args:
        state: the state before.
        note: the note.
        now: when its content was changed; None if it was not.
    """
    note = replace(note, edited=now.strftime(TIME_FORMAT)) if now else note
    if note.empty:
        return replace(state, notes=tuple(known for known in state.notes if known.id != note.id), blank=note)
    if any(known.id == note.id for known in state.notes):
        return replace(state, notes=tuple(note if known.id == note.id else known for known in state.notes))
    return replace(state, notes=(*state.notes, note), blank=Note(""))


def changed(state: State, key: str, now: datetime | None = None, **changes: Any) -> State:
    """The state with changes to the note of this id, if there is one; `now` as for `with_note`."""
    note = note_of(state, key)
    return state if note is None else with_note(state, replace(note, **changes), now)


def in_place(state: State, place: str = NOTES) -> list[Note]:
    """The notes that lie in one place, the latest first."""
    return _latest_first(note for note in state.notes if note.place == place)


def labelled(state: State, label: str) -> list[Note]:
    """Notes with a label, the archived ones too."""
    return _latest_first(note for note in state.notes if label in note.labels)


def reminded(state: State) -> list[Note]:
    """Notes with a reminder, the next first."""
    waiting = (note for note in state.notes if note.reminder)
    return sorted(waiting, key=lambda note: note.reminder)


def found(state: State, query: str, kind: str) -> list[Note]:
    """Notes with all the words, of the picked kind; nothing while nothing is asked."""
    words = query.casefold().split()
    if not (words or kind):
        return []

    def fits(note: Note) -> bool:
        content = " ".join((note.title, note.text, *(item.text for item in note.items), *note.labels)).casefold()
        kinds = {"Lists": note.checklist, "Reminders": bool(note.reminder), "Pictures": bool(note.art)}
        return kinds.get(kind, True) and all(word in content for word in words)

    return _latest_first(note for note in state.notes if fits(note))


def _latest_first(notes: Iterable[Note]) -> list[Note]:
    return sorted(notes, key=lambda note: note.edited, reverse=True)


def count_of(notes: list[Note]) -> str:
    """`1 note`, `3 notes`."""
    return "1 note" if len(notes) == 1 else f"{len(notes)} notes"


def due(choice: str, now: datetime) -> str:
    """When a reminder sounds, as `2026-11-18T08:00`; what is over today is meant for tomorrow."""
    day, hour = now.date(), {LATER_TODAY: 18, TOMORROW_EVENING: 19}.get(choice, 8)
    ahead = {LATER_TODAY: int(now.hour >= 18), NEXT_MONDAY: 7 - day.weekday()}.get(choice, 1)
    return f"{(day + timedelta(ahead)).isoformat()}T{hour:02d}:00"


def edited(time: str, now: datetime) -> str:
    """`Edited 08:40`, `Edited yesterday`, `Edited 12 Nov`."""
    if not time:
        return "New note"
    then, days = datetime.fromisoformat(time), days_ago(time, now)
    if days == 0:
        return f"Edited {then:%H:%M}"
    return "Edited yesterday" if days == 1 else f"Edited {then.day} {then:%b}"
