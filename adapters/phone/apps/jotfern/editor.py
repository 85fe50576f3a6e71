"""The page of a note: everything on it is changed in place, and takes effect at once."""

from dataclasses import replace

from adapters.phone.apps.jotfern.app import app
from adapters.phone.apps.jotfern.cards import ground, inks, tag, tick_box
from adapters.phone.apps.jotfern.model import WHEN_DEFAULT, State, changed, edited, next_id, note_of
from adapters.phone.apps.jotfern.notes import ARCHIVE, NOTES, ONCE, PAPER, Item, Note
from adapters.phone.components.boxes import column, line
from adapters.phone.components.dialogs import confirmation
from adapters.phone.components.fields import plain_field
from adapters.phone.framework import actions
from adapters.phone.framework.actions import Handled, assign, focus, go, then, toast
from adapters.phone.framework.dates import TIME_FORMAT, day_and_time
from adapters.phone.framework.state_paths import without
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Go, Replace, Screen, Toast, View, route
from adapters.phone.ui.node import Art, Ev, Node, ev, node

WRITE_FIRST = toast("Write something first")
MOVED = {ARCHIVE: "Archived", NOTES: "Back among the notes"}


@app.on("new")
def new(state: State, checklist: bool = False, label: str = "") -> Handled:
    """Open a page that becomes a note with its first letter."""
    note = Note(next_id(state), checklist=checklist, labels=(label,) if label else ())
    after = replace(state, blank=note, ui=replace(state.ui, item="", typing=""))
    return after, Go(route("note", key=note.id)), Focus("new_item" if checklist else "note_text")


@app.screen("note")
def note_page(state: State, view: View, key: str = "") -> Screen:
    """A note, which is changed in place."""
    note = note_of(state, key)
    if note is None:
        gone = w.page(w.empty("search_off", "This note is gone", "It was deleted."), rid="scroll")
        return Screen(gone, top=w.app_bar("Note"), title="Note")
    picture = None
    if note.art:
        picture = node("image", art=Art(note.art, note.seed), width="fill", height=200, desc="Picture", id="photo")
    paper = "surface" if note.color == PAPER else ground(note.color)
    return Screen(
        w.form(picture, _editable(state, note), _tags(note, view)),
        top=_bar(note),
        bottom=_tools(note, view, paper),
        bg=paper,
        title=note.title or "Note",
    )


def _tags(note: Note, view: View) -> Node | None:
    tags = []
    if note.reminder:
        tags.append(tag(day_and_time(note.reminder, view.now), note.color, "alarm"))
    if note.reminder and note.repeat != ONCE:
        tags.append(tag(note.repeat, note.color, "repeat"))
    tags += [tag(label, note.color, "label_outline") for label in note.labels]
    return line(tags, wrap=True, gap=8, pad=(22, 10)) if tags else None


# What is written.


def _editable(state: State, note: Note) -> list[Node]:
    """Title and content as fields that keep what is typed into them."""
    ink, _ = inks(note.color)
    title = plain_field(
        note.title, "Title", rid="note_title", change=ev("write", key=note.id, part="title"), submit=focus(None),
        width="fill", grow=0, height=60, type="24,32,Medium,0", color=ink, pad=(22, 0),
    )  # fmt: skip
    if note.checklist:
        return [title, _checklist(state, note)]
    text = plain_field(
        note.text, "Note", rid="note_text", change=ev("write", key=note.id, part="text"),
        width="fill", grow=0, height="wrap", lines=40, type="16,25,Regular,0.1", color=ink, pad=(22, 4, 22, 12),
    )  # fmt: skip
    return [title, text]


@app.on("write")
def write(state: State, view: View, key: str, part: str, text: str = "") -> State:
    """Write the title or the text of a note."""
    return changed(state, key, view.now, **{part: text})


# Its checklist.


def _checklist(state: State, note: Note) -> Node:
    """The lines with their boxes; ticked ones below the others."""
    _, soft = inks(note.color)
    first: list[Node] = []
    ticked: list[Node] = []
    for index, item in enumerate(note.items):
        rows = ticked if item.done else first
        rows.append(_item_row(note, index))
    head = None
    if ticked:
        head = w.text(f"{len(ticked)} ticked", "labelL", soft, pad=(24, 12, 24, 4), id="ticked_count")
    return column(first, _new_item(state, note), head, ticked, id="checklist")


def _new_item(state: State, note: Note) -> Node:
    ink, soft = inks(note.color)
    typed, add = _typed(state, note.id), ev("add_item", key=note.id)
    change = ev("type_item", key=note.id)
    field = plain_field(typed, "List item", rid="new_item", change=change, submit=add, color=ink)
    button = w.action("check", "Add item", add, rid="add_item", color=ink) if typed.strip() else None
    return line(w.icon("add", 22, soft), field, button, height=50, pad=(23, 0, 8, 0), gap=15, cls=w.ROW)


def _typed(state: State, key: str) -> str:
    """What is typed for a new line of a note."""
    return state.ui.item if state.ui.typing == key else ""


def _item_row(note: Note, index: int) -> Node:
    item = note.items[index]
    ink, soft = inks(note.color)
    color = soft if item.done else ink
    box = node(
        "icon_button", icon=tick_box(item), color=color, desc=f"{'Ticked' if item.done else 'Not ticked'}: {item.text}",
        on=ev("tick", key=note.id, index=index), id="tick", cls="android.widget.CheckBox", checked=item.done,
        width=48, height=48, size=22,
    )  # fmt: skip
    change = ev("item", key=note.id, index=index)
    field = plain_field(item.text, "Empty line", rid="item", change=change, submit=focus(None), color=color)
    remove = then(ev("remove_item", key=note.id, index=index), focus(None))
    cross = w.action("close", f"Remove {item.text}", remove, rid="remove_item", color=soft)
    return line(box, field, cross, height=48, pad=(10, 0, 8, 0), gap=4, id="row_item", cls=w.GROUP)


def _items(state: State, key: str) -> tuple[Item, ...]:
    note = note_of(state, key)
    return note.items if note else ()


def _with_item(state: State, view: View, key: str, index: int, *lines: Item) -> State:
    """The state with other lines in place of one of a checklist."""
    items = _items(state, key)
    return changed(state, key, view.now, items=(*items[:index], *lines, *items[index + 1 :]))


@app.on("item")
def write_item(state: State, view: View, key: str, index: int, text: str = "") -> State:
    """Write a line; an emptied one stays until it is removed."""
    return _with_item(state, view, key, index, replace(_items(state, key)[index], text=text))


@app.on("tick")
def tick(state: State, view: View, key: str, index: int) -> State:
    """Tick a line, or take the tick away."""
    item = _items(state, key)[index]
    return _with_item(state, view, key, index, replace(item, done=not item.done))


@app.on("remove_item")
def remove_item(state: State, view: View, key: str, index: int) -> State:
    """Remove a line."""
    return _with_item(state, view, key, index)


@app.on("type_item")
def type_item(state: State, key: str, text: str = "") -> State:
    """Type a new line."""
    return replace(state, ui=replace(state.ui, item=text, typing=key))


@app.on("add_item")
def add_item(state: State, view: View, key: str) -> State:
    """Add the line that was typed."""
    text = _typed(state, key).strip()
    if not text:
        return state
    after = changed(state, key, view.now, items=(*_items(state, key), Item(text)))
    return replace(after, ui=replace(after.ui, item="", typing=""))


@app.on("turn")
def turn(state: State, view: View, key: str) -> State:
    """Turn the lines of a text into a checklist, or a checklist into text."""
    note = note_of(state, key)
    if note is None:
        return state
    if note.checklist:
        text = "\n".join(item.text for item in note.items)
        return changed(state, key, view.now, checklist=False, items=(), text=text)
    items = tuple(Item(text.strip()) for text in note.text.splitlines() if text.strip())
    return changed(state, key, view.now, checklist=True, items=items, text="")


# What can be done with it.


def _bar(note: Note) -> Node:
    ink, soft = inks(note.color)
    place = note.place
    if place == NOTES:
        place = "List" if note.checklist else "Note"
    return line(
        w.action("arrow_back", "Navigate up", w.UP, color=ink),
        w.text(place, "titleM", soft, grow=1, pad=(8, 0, 0, 0), heading=True),
        _bar_actions(note),
        id="toolbar",
        cls=w.GROUP,
        height=60,
        pad=(4, 0),
    )


def _bar_actions(note: Note) -> list[Node]:
    """Pin, reminder and archive; for a note that is put away, the way back."""
    ink, _ = inks(note.color)
    if note.place != NOTES:
        return [w.action("unarchive", "Unarchive", _move(note, NOTES), rid="unarchive", color=ink)]
    pin = w.action("push_pin", "Unpin" if note.pinned else "Pin", _pin(note), rid="pin", color=ink)
    return [
        replace(pin, selected=note.pinned).styled(outline=ink if note.pinned else "", outline_width=1.5),
        w.action("notification_add", "Reminder", _open_window("reminder", note), rid="reminder", color=ink),
        w.action("archive", "Archive", _move(note, ARCHIVE), rid="archive", color=ink),
    ]


def _tools(note: Note, view: View, paper: str) -> Node:
    """The lower bar, with when the note was last changed in its middle."""
    ink, soft = inks(note.color)
    time = w.text(edited(note.edited, view.now), "bodyS", soft, id="edited", grow=1, text_align="center", lines=2)
    ask = then(focus(None), go("delete", key=note.id))
    delete = w.action("delete_outline", "Delete", actions.back() if note.empty else ask, rid="delete", color=ink)
    return line(
        _tool_actions(note), time, delete,
        height=56, bg=paper, pad=(8, 0), id="note_tools", cls=w.GROUP,
    )  # fmt: skip


def _tool_actions(note: Note) -> list[Node]:
    ink, _ = inks(note.color)
    turn_icon, turn_text = ("notes", "Turn into text") if note.checklist else ("checklist", "Turn into a list")
    turn_it = then(ev("turn", key=note.id), focus(None))
    share = WRITE_FIRST if note.empty else actions.share(shared_text(note))
    copy = WRITE_FIRST if note.empty else ev("copy", key=note.id)
    return [
        w.action("label_outline", "Labels", _open_window("labels", note), rid="labels", color=ink),
        w.action(turn_icon, turn_text, turn_it, rid="as_list", color=ink),
        w.action("content_copy", "Make a copy", copy, rid="copy", color=ink),
        w.action("share", "Share", share, rid="share", color=ink),
    ]


def shared_text(note: Note) -> str:
    """Return what a note is as text: its title, its text or its lines with their boxes."""
    items = [f"{'[x]' if item.done else '[ ]'} {item.text}" for item in note.items]
    return "\n".join(part for part in (note.title, note.text, *items) if part)


def _open_window(name: str, note: Note) -> Ev:
    """Open a window or a page about a note, with nothing picked in it yet."""
    fresh = (assign("ui.when", WHEN_DEFAULT), assign("ui.often", ONCE), assign("ui.label", ""))
    return then(*fresh, focus(None), go(name, key=note.id))


def _pin(note: Note) -> Ev:
    if note.empty:
        return WRITE_FIRST
    return then(
        ev("pin", key=note.id, pinned=not note.pinned), toast("Unpinned" if note.pinned else "Pinned to the top")
    )


@app.on("pin")
def pin(state: State, key: str, pinned: bool) -> State:
    """Pin a note, or unpin it."""
    return changed(state, key, pinned=pinned)


def _move(note: Note, place: str) -> Ev:
    """Move a note to the archive or back, and leave it."""
    if note.empty:
        return actions.back()
    return then(ev("move", key=note.id, place=place), focus(None), actions.back(), toast(MOVED[place]))


@app.on("move")
def move(state: State, key: str, place: str) -> State:
    """Move a note to the archive or back; only among the notes it can be pinned."""
    note = note_of(state, key)
    return changed(state, key, place=place, pinned=note is not None and note.pinned and place == NOTES)


@app.dialog("delete", over="note", distractor="a note in the archive comes back, one that is deleted does not")
def delete_dialog(key: str = "") -> tuple[Node, str]:
    """Whether a note is really deleted; its page goes with it."""
    delete_it = then(ev("delete", key=key), actions.back(), actions.back(), toast("Note deleted"))
    title = "Delete this note?"
    return confirmation(title, "It can't be brought back.", "Delete", delete_it), title


@app.on("delete")
def delete(state: State, key: str) -> State:
    """Delete a note."""
    return replace(state, notes=without(state.notes, id=key))


@app.on("copy")
def copy(state: State, view: View, key: str) -> Handled:
    """Make a copy of a note, and open it."""
    note = note_of(state, key)
    if note is None:
        return None
    twin = replace(note, id=next_id(state), edited=view.now.strftime(TIME_FORMAT), pinned=False, place=NOTES)
    after = replace(state, notes=(*state.notes, twin))
    return after, Replace(route("note", key=twin.id)), Toast("Copied")
