"""What happens in Jotfern: one reducer per event. What is written is kept at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adapters.phone.apps.jotfern.model import STAMP, WHEN_DEFAULT, State, due, empty, next_id, note_of
from adapters.phone.apps.jotfern.notes import ARCHIVE, BIN, NOTES, REMIND_OFTEN, Item, Note
from adapters.phone.ui.app import Back, Effect, Focus, Go, Replace, Share, Toast, View, route
from adapters.phone.ui.node import Ev
from adapters.phone.ui.reducer import reducer

Result = tuple[State, tuple[Effect, ...]]


def _go(state: State, event: Ev, view: View) -> Result:
    args = {key: value for key, value in event.args if key != "to"}
    return state, (Go(route(event.get("to"), **args)),)


def _search(state: State, event: Ev, view: View) -> Result:
    ui = replace(state.ui, query="", kind="", color="")
    return replace(state, ui=ui), (Go(route("search")), Focus("search_src_text"))


def _looking(state: State, event: Ev, view: View) -> Result:
    """A word typed, a kind or a colour picked; the same again takes it away."""
    changes: dict[str, Any] = {key: value for key, value in event.args if key in ("kind", "color")}
    changes = {key: "" if getattr(state.ui, key) == value else value for key, value in changes.items()}
    if not changes:
        changes = {"query": event.get("text", "")}
    return replace(state, ui=replace(state.ui, **changes)), ()


def _searched(state: State, event: Ev, view: View) -> Result:
    return state, (Focus(None),)


def _open(state: State, event: Ev, view: View) -> Result:
    return _untyped(state), (Go(route("note", key=event.get("key"))), Focus(None))


def _untyped(state: State) -> State:
    return replace(state, ui=replace(state.ui, item="", typing="")) if state.ui.typing else state


def _new(state: State, event: Ev, view: View) -> Result:
    """A page that becomes a note with its first letter."""
    label = event.get("label", "")
    page = Note(next_id(state), checklist=event.get("checklist", False), labels=(label,) if label else ())
    field = "new_item" if page.checklist else "note_text"
    return replace(_untyped(state), blank=page), (Go(route("note", key=page.id)), Focus(field))


def _kept(state: State, note: Note, view: View, *, touch: bool = True) -> State:
    """The note as it stands now. Emptied, it goes; it is the page of a new one then."""
    note = replace(note, edited=view.now.strftime(STAMP)) if touch else note
    if empty(note):
        return replace(state, notes=tuple(one for one in state.notes if one.id != note.id), blank=note)
    if any(one.id == note.id for one in state.notes):
        return replace(state, notes=tuple(note if one.id == note.id else one for one in state.notes))
    return replace(state, notes=(*state.notes, note), blank=Note(""))


def _change(state: State, event: Ev, view: View, *, touch: bool = True, **changes: Any) -> State:
    note = note_of(state, event.get("key", ""))
    return state if note is None else _kept(state, replace(note, **changes), view, touch=touch)


def _title(state: State, event: Ev, view: View) -> Result:
    return _change(state, event, view, title=event.get("text", "")), ()


def _text(state: State, event: Ev, view: View) -> Result:
    return _change(state, event, view, text=event.get("text", "")), ()


def _items(state: State, event: Ev) -> tuple[Item, ...]:
    note = note_of(state, event.get("key", ""))
    return () if note is None else note.items


def _item(state: State, event: Ev, view: View) -> Result:
    """Another text for one line; an emptied line stays until it is removed."""
    index, text = event.get("index"), event.get("text", "")
    items = tuple(replace(one, text=text) if at == index else one for at, one in enumerate(_items(state, event)))
    return _change(state, event, view, items=items), ()


def _tick(state: State, event: Ev, view: View) -> Result:
    index = event.get("index")
    items = tuple(
        replace(one, done=not one.done) if at == index else one for at, one in enumerate(_items(state, event))
    )
    return _change(state, event, view, items=items), ()


def _item_drop(state: State, event: Ev, view: View) -> Result:
    index, items = event.get("index"), _items(state, event)
    return _change(state, event, view, items=items[:index] + items[index + 1 :]), (Focus(None),)


def _item_typed(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, item=event.get("text", ""), typing=event.get("key"))), ()


def _item_add(state: State, event: Ev, view: View) -> Result:
    text = state.ui.item.strip() if state.ui.typing == event.get("key") else ""
    if not text:
        return state, ()
    return _untyped(_change(state, event, view, items=(*_items(state, event), Item(text)))), ()


def _as_list(state: State, event: Ev, view: View) -> Result:
    """Lines become a checklist, or the checklist becomes lines again."""
    note = note_of(state, event.get("key", ""))
    if note is None:
        return state, ()
    if note.checklist:
        text = "\n".join(one.text for one in note.items)
        return _change(state, event, view, checklist=False, items=(), text=text), (Focus(None),)
    items = tuple(Item(line.strip()) for line in note.text.splitlines() if line.strip())
    return _change(state, event, view, checklist=True, items=items, text=""), (Focus(None),)


def _pin(state: State, event: Ev, view: View) -> Result:
    note = note_of(state, event.get("key", ""))
    if note is None or empty(note):
        return state, (Toast("Write something first"),)
    said = "Unpinned" if note.pinned else "Pinned to the top"
    return _change(state, event, view, touch=False, pinned=not note.pinned), (Toast(said),)


def _move(state: State, event: Ev, view: View) -> Result:
    """To the archive, to the bin, or back among the notes; away from there no note is pinned."""
    place, note = event.get("place"), note_of(state, event.get("key", ""))
    if note is None or empty(note):
        return state, (Back(),)
    said = {ARCHIVE: "Archived", BIN: "Moved to the bin", NOTES: "Back among the notes"}[place]
    pinned = note.pinned and place == NOTES
    after = _change(state, event, view, touch=False, place=place, pinned=pinned)
    return after, (Focus(None), Back(), Toast(said))


def _purge(state: State, event: Ev, view: View) -> Result:
    left = tuple(one for one in state.notes if one.id != event.get("key") or one.place != BIN)
    return replace(state, notes=left), (Back(2), Toast("Deleted for good"))


def _color(state: State, event: Ev, view: View) -> Result:
    return _change(state, event, view, touch=False, color=event.get("value")), (Back(),)


def _ask(state: State, event: Ev, view: View) -> Result:
    """A window or page about one note."""
    ui = replace(state.ui, when=WHEN_DEFAULT, often=REMIND_OFTEN[0], label="")
    return replace(state, ui=ui), (Focus(None), Go(route(event.get("what"), key=event.get("key"))))


def _when(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, when=event.get("value"))), ()


def _often(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, often=event.get("value"))), ()


def _remind(state: State, event: Ev, view: View) -> Result:
    """Set with "Save", or taken away."""
    if event.get("off", False):
        return _change(state, event, view, touch=False, reminder="", repeat=Note("").repeat), (
            Back(),
            Toast("No reminder any more"),
        )
    stamp = due(state.ui.when, view.now)
    after = _change(state, event, view, touch=False, reminder=stamp, repeat=state.ui.often)
    return replace(after, ui=replace(after.ui, when=WHEN_DEFAULT)), (Back(), Toast("Reminder set"))


def _label(state: State, event: Ev, view: View) -> Result:
    note, name = note_of(state, event.get("key", "")), event.get("value")
    if note is None:
        return state, ()
    wanted = {*note.labels} ^ {name}
    return _change(state, event, view, touch=False, labels=tuple(one for one in state.labels if one in wanted)), ()


def _label_typed(state: State, event: Ev, view: View) -> Result:
    return replace(state, ui=replace(state.ui, label=event.get("text", ""))), ()


def _label_make(state: State, event: Ev, view: View) -> Result:
    """A new label; where a note is being labelled, it gets it."""
    name = state.ui.label.strip()
    if not name:
        return state, (Focus(None),)
    if name.casefold() in (one.casefold() for one in state.labels):
        return state, (Toast(f"There is a label “{name}” already"),)
    after = replace(state, labels=(*state.labels, name), ui=replace(state.ui, label=""))
    if event.get("key", ""):
        after, _ = _label(after, event.plus(value=name), view)
    return after, (Focus(None), Toast(f"Label “{name}” created"))


def _copy(state: State, event: Ev, view: View) -> Result:
    note = note_of(state, event.get("key", ""))
    if note is None or empty(note):
        return state, (Toast("Write something first"),)
    twin = replace(note, id=next_id(state), edited=view.now.strftime(STAMP), pinned=False, place=NOTES)
    return replace(state, notes=(*state.notes, twin)), (Replace(route("note", key=twin.id)), Toast("Copied"))


def _share(state: State, event: Ev, view: View) -> Result:
    note = note_of(state, event.get("key", ""))
    if note is None or empty(note):
        return state, (Toast("Write something first"),)
    lines = [f"{'[x]' if one.done else '[ ]'} {one.text}" for one in note.items]
    return state, (Share("\n".join(part for part in (note.title, note.text, *lines) if part)),)


def _accept(state: State, event: Ev, view: View) -> Result:
    """Text from another app becomes a note: its first line the title."""
    first, _, rest = event.get("text", "").strip().partition("\n")
    note = Note(next_id(state), first, rest)
    return _kept(state, note, view), (Replace(route("note", key=note.id)), Toast("Saved to Jotfern"))


def _view(state: State, event: Ev, view: View) -> Result:
    return replace(state, prefs=replace(state.prefs, grid=not state.prefs.grid)), ()


def _pref(state: State, event: Ev, view: View) -> Result:
    key = event.get("key")
    flipped: Any = {key: not getattr(state.prefs, key)}
    return replace(state, prefs=replace(state.prefs, **flipped)), ()


def _sort(state: State, event: Ev, view: View) -> Result:
    return replace(state, prefs=replace(state.prefs, sort=event.get("value"))), (Back(),)


def _say(state: State, event: Ev, view: View) -> Result:
    return state, (Toast(event.get("text")),)


update = reducer(
    {
        "go": _go, "search": _search, "query": _looking, "look": _looking, "searched": _searched, "open": _open,
        "new": _new, "title": _title, "text": _text, "item": _item, "tick": _tick, "item_drop": _item_drop,
        "item_typed": _item_typed, "item_add": _item_add, "as_list": _as_list, "pin": _pin, "move": _move,
        "purge": _purge, "color": _color, "ask": _ask, "when": _when, "often": _often, "remind": _remind,
        "label": _label, "label_typed": _label_typed, "label_make": _label_make, "copy": _copy, "share": _share,
        "accept": _accept, "view": _view, "pref": _pref, "sort": _sort, "say": _say,
    }
)  # fmt: skip
