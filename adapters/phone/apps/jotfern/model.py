"""Jotfern's state, and what can be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from adapters.phone.apps.jotfern import content
from adapters.phone.apps.jotfern.notes import NOTES, REMIND_OFTEN, REMIND_WHEN, Note

SORTS = ("Last edited", "Title", "Colour")
KINDS = ("Lists", "Reminders", "Pictures")
WHEN_DEFAULT = REMIND_WHEN[1]
STAMP = "%Y-%m-%dT%H:%M"
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@dataclass(frozen=True, slots=True)
class Prefs:
    """How notes are shown."""

    sort: str = SORTS[0]
    grid: bool = True
    ticked_last: bool = True
    previews: bool = True


@dataclass(frozen=True, slots=True)
class Ui:
    """What belongs to looking, typing and picking: nothing here is a note. `item` is typed for the note `typing`."""

    query: str = ""
    kind: str = ""
    color: str = ""
    item: str = ""
    typing: str = ""
    when: str = WHEN_DEFAULT
    often: str = REMIND_OFTEN[0]
    label: str = ""


@dataclass(frozen=True, slots=True)
class State:
    """Everything that Jotfern remembers. A note is among `notes` as soon as something stands in it; `blank` is the
    page of a new one before that, its id empty while there is none.
    """

    notes: tuple[Note, ...] = content.NOTES
    labels: tuple[str, ...] = content.LABELS
    blank: Note = Note("")
    prefs: Prefs = Prefs()
    ui: Ui = Ui()


def note_of(state: State, key: str) -> Note | None:
    """The note with this id, or the page of a new one; None if there is neither."""
    known = next((one for one in state.notes if one.id == key), None)
    return known or (state.blank if key and state.blank.id == key else None)


def next_id(state: State) -> str:
    """An id that no note has had."""
    return str(1 + max((int(one.id) for one in state.notes if one.id.isdigit()), default=0))


def ordered(state: State, notes: list[Note]) -> list[Note]:
    """As the settings say, the latest first where nothing else is said."""
    latest = sorted(notes, key=lambda one: one.edited, reverse=True)
    if state.prefs.sort == "Title":
        return sorted(latest, key=lambda one: (one.title or one.text).casefold())
    return sorted(latest, key=lambda one: one.color) if state.prefs.sort == "Colour" else latest


def in_place(state: State, place: str = NOTES) -> list[Note]:
    """The notes that lie in one place."""
    return ordered(state, [one for one in state.notes if one.place == place])


def labelled(state: State, label: str) -> list[Note]:
    """Notes with a label, the archived ones too."""
    return ordered(state, [one for one in state.notes if label in one.labels and one.place != "Bin"])


def reminded(state: State) -> list[Note]:
    """Notes that will make themselves heard, the next first."""
    return sorted((one for one in state.notes if one.reminder and one.place != "Bin"), key=lambda one: one.reminder)


def found(state: State, query: str, kind: str, color: str) -> list[Note]:
    """Notes with all the words, of the picked kind and colour; nothing while nothing is asked."""
    words = query.casefold().split()
    if not (words or kind or color):
        return []

    def hit(one: Note) -> bool:
        told = " ".join((one.title, one.text, *(item.text for item in one.items), *one.labels)).casefold()
        fits = {"Lists": one.checklist, "Reminders": bool(one.reminder), "Pictures": bool(one.art)}.get(kind, True)
        return fits and (not color or one.color == color) and all(word in told for word in words)

    return ordered(state, [one for one in state.notes if one.place != "Bin" and hit(one)])


def due(choice: str, now: datetime) -> str:
    """When a reminder sounds, as `2026-11-18T08:00`; what is over today is meant for tomorrow."""
    day, hour = now.date(), {"Later today": 18, "Tomorrow evening": 19}.get(choice, 8)
    ahead = {"Later today": int(now.hour >= 18), "Next Monday": 7 - day.weekday()}.get(choice, 1)
    return f"{(day + timedelta(ahead)).isoformat()}T{hour:02d}:00"


def told(stamp: str, now: datetime) -> str:
    """`Today, 18:00`, `Tomorrow, 08:00`, `Fri, 20 Nov, 18:00`."""
    then = datetime.fromisoformat(stamp)
    day = {0: "Today", 1: "Tomorrow", -1: "Yesterday"}.get((then.date() - now.date()).days)
    return f"{day or f'{DAYS[then.weekday()]}, {then.day} {then:%b}'}, {then:%H:%M}"


def edited(stamp: str, now: datetime) -> str:
    """`Edited 08:40`, `Edited yesterday`, `Edited 12 Nov`."""
    if not stamp:
        return "New note"
    then = datetime.fromisoformat(stamp)
    days = (now.date() - then.date()).days
    return f"Edited {f'{then:%H:%M}' if days == 0 else 'yesterday' if days == 1 else f'{then.day} {then:%b}'}"


def empty(note: Note) -> bool:
    """Whether nothing stands in it."""
    return not (note.title.strip() or note.text.strip() or note.items or note.art)
