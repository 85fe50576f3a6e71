"""Where else Jotfern's notes are found: the archive and labels."""

from dataclasses import replace

from adapters.phone.apps.jotfern import cards, model
from adapters.phone.apps.jotfern.app import app
from adapters.phone.apps.jotfern.model import State, changed, count_of, note_of
from adapters.phone.apps.jotfern.notes import ARCHIVE, Note
from adapters.phone.components.boxes import column
from adapters.phone.framework.actions import Handled, go
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Focus, Screen, Toast, View
from adapters.phone.ui.node import Node, ev, node


@app.screen("archive", distractor="a note that is not on the wall may be there")
def archive(state: State, view: View) -> Screen:
    """The archived notes."""
    nothing = w.empty("archive", "The archive is empty", "Archived notes leave the wall but are still found.")
    return _shelf("Archive", model.in_place(state, ARCHIVE), nothing, view)


@app.screen("label", distractor="shows what has a label, where a note is to get one")
def label_page(state: State, view: View, name: str = "Home") -> Screen:
    """The notes with one label."""
    nothing = w.empty("label_outline", f"Nothing in {name}", "Add the label to a note and it shows up here.")
    add = w.action("add", f"New note in {name}", ev("new", label=name), rid="new_note", color="on_surface")
    return _shelf(name, model.labelled(state, name), nothing, view, add)


def _shelf(title: str, notes: list[Note], nothing: Node, view: View, *actions: Node) -> Screen:
    body = w.page(w.space(8), cards.wall(notes, view), w.space(12)) if notes else w.page(nothing)
    return Screen(body, top=w.app_bar(title, *actions, support=count_of(notes)), title=title)


@app.screen("labels")
def labels(state: State, key: str = "") -> Screen:
    """All labels; for a note, which of them it has."""
    note, name = note_of(state, key), bind(state, "ui.label")
    create = ev("create_label", key=key)
    button = w.action("check", "Create label", create, rid="create_label", color="primary")
    box = c.field(
        name.value, "Create a label", "label_name", change=name.changed, submit=create, leading="add",
        trailing=button if name.value.strip() else None, bg="container", radius=16,
    )  # fmt: skip
    rows = [_label_row(state, note, label) for label in state.labels]
    title = "Labels" if note is None else "Label note"
    return Screen(w.page(column(box, pad=(16, 8, 16, 10)), rows), top=w.app_bar(title), title=title)


def _label_row(state: State, note: Note | None, label: str) -> Node:
    if note is None:
        on, chosen = go("label", name=label), False
        side = w.text(str(len(model.labelled(state, label))), "labelL", "on_surface_variant")
    else:
        on, chosen = ev("label", key=note.id, value=label), label in note.labels
        side = node("checkbox", checked=chosen, width=20, height=20, id="checkbox")
    return w.row(
        label, on=on, rid="row_label", leading=w.icon("label_outline"), trailing=side, height=60, inset=20,
        selected=chosen,
    )  # fmt: skip


@app.on("label")
def label(state: State, key: str, value: str) -> State:
    """Put a label on a note, or take it off."""
    note = note_of(state, key)
    if note is None:
        return state
    wanted = {*note.labels} ^ {value}
    return changed(state, key, labels=tuple(name for name in state.labels if name in wanted))


@app.on("create_label")
def create_label(state: State, key: str) -> Handled:
    """Create the label whose name was typed; where a note is being labelled, it gets it."""
    name = state.ui.label.strip()
    if not name:
        return Focus(None)
    if name.casefold() in (known.casefold() for known in state.labels):
        return Toast(f"There is a label “{name}” already")
    after = replace(state, labels=(*state.labels, name), ui=replace(state.ui, label=""))
    return label(after, key, name), Focus(None), Toast(f"Label “{name}” created")
