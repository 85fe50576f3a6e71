"""Text that Jotfern receives from other apps, and what it shares with them."""

from adapters.phone.apps.jotfern.app import app
from adapters.phone.apps.jotfern.cards import INK
from adapters.phone.apps.jotfern.model import State, next_id, with_note
from adapters.phone.apps.jotfern.notes import COLORS, Note
from adapters.phone.components.boxes import column
from adapters.phone.framework.actions import Handled
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Replace, Screen, Toast, View, route
from adapters.phone.ui.node import ev


@app.screen("share")
def share(text: str = "") -> Screen:
    """Shared text as it would look as a note."""
    text = text.strip()
    first, _, rest = text.partition("\n")
    lines = [w.text(first or "Nothing was shared", "20,26,Bold,0", INK, id="preview_title", lines=3)]
    if rest:
        lines.append(w.text(rest, "bodyL", INK, id="preview_text", lines=10))
    card = column(lines, bg=COLORS["Butter"], radius=16, pad=(18, 16, 18, 18), gap=8, id="preview", cls=w.GROUP)
    button = c.button("Save note", ev("accept", text=text), rid="accept", enabled=bool(text))
    body = w.form(column(card, pad=(20, 8)))
    return Screen(body, top=w.app_bar("New note"), bottom=w.sticky(button), title="New note")


@app.on("accept")
def accept(state: State, view: View, text: str) -> Handled:
    """Make a note of shared text: its first line is the title."""
    first, _, rest = text.strip().partition("\n")
    note = Note(next_id(state), first, rest)
    return with_note(state, note, view.now), Replace(route("note", key=note.id)), Toast("Saved to Jotfern")


def shared_text(note: Note) -> str:
    """What a note is as text: its title, its text or its lines with their boxes."""
    items = [f"{'[x]' if item.done else '[ ]'} {item.text}" for item in note.items]
    return "\n".join(part for part in (note.title, note.text, *items) if part)
