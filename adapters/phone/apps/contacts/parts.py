"""What the pages of the address book are put together from."""

from __future__ import annotations

from adapters.phone.apps.contacts.model import State, chinese, name_of, shown_name
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.node import Ev, Node, ev, node

TINTS = (
    ("#C7E7D4", "#0F5132"), ("#FAD9C8", "#7A2E0E"), ("#D8D7FB", "#33318C"), ("#F9D5E5", "#7D1E4F"),
    ("#CDE9F6", "#0B4F6C"), ("#F6E7B4", "#5F4B00"), ("#DDE5C3", "#3F5209"),
)  # fmt: skip
"""Ground and ink of monograms."""

TABS = (
    ("nav_contacts", "person", "Contacts", ev("tab", to="contacts")),
    ("nav_favourites", "star_outline", "Favourites", ev("tab", to="favourites")),
    ("nav_organise", "label_outline", "Organise", ev("tab", to="organise")),
)


def bottom(chosen: str) -> Node:
    """The three tabs at the lower edge."""
    return w.nav_bar(TABS, chosen)


def face(state: State, one: Contact, size: float = 40) -> Node:
    """The picture, or the first letter on a tinted disc."""
    if one.face and state.prefs.pictures:
        return w.avatar(one.face, size)
    ground, ink = TINTS[int(one.id) % len(TINTS)] if one.id.isdigit() else TINTS[0]
    mark = name_of(one)[:1].upper()
    if not (mark.isalpha() or chinese(mark)):
        glyph = w.icon("person", size * 0.55, ink, place=("center", "center"))
        return node("stack", glyph, width=size, height=size, bg=ground, radius=size / 2)
    style = f"{round(size * 0.45)},{round(size * 0.6)},Medium,0"
    return node(
        "stack", w.text(mark, style, ink, place=("center", "center")), width=size, height=size, bg=ground,
        radius=size / 2,
    )  # fmt: skip


def person(state: State, one: Contact, *, support: str = "", trailing: w.Some = None, on: Ev | None = None) -> Node:
    """A row of a list."""
    event = ev("open", key=one.id) if on is None else on
    return w.row(
        shown_name(state, one), support, on=event, rid="row_contact", leading=face(state, one), trailing=trailing,
        height=64 if support else 56, title_id="cliv_name_textview", support_id="cliv_data_view",
    )  # fmt: skip


def section(title: str) -> Node:
    """A small heading."""
    return w.text(title, "titleS", "primary", pad=(20, 16, 20, 4), width="fill")


def add_button() -> Node:
    """The extended button over the lists."""
    return node(
        "button", text="New contact", icon="add", variant="fab", on=ev("new"), id="floating_action_button", height=56,
        radius=16, bg="primary_container", color="on_primary_container", elevation=3,
    )  # fmt: skip


def search_pill() -> Node:
    """The bar of the first page: a tap opens the search."""
    pill = node(
        "row", w.icon("search"), w.text("Search contacts", "bodyL", "on_surface_variant", grow=1),
        on=ev("find"), id="open_search_bar", cls=w.GROUP, height=52, grow=1, bg="high", radius=26, pad=(16, 0, 16, 0),
        gap=14, align="center",
    )  # fmt: skip
    more = w.action("settings", "Settings", ev("go", to="settings"), rid="settings")
    return node("row", pill, more, width="fill", height=68, pad=(16, 0, 4, 0), gap=4, align="center", id="toolbar",
                cls=w.GROUP)  # fmt: skip


def box(value: str, hint: str, rid: str, change: Ev, glyph: str = "", tail: w.Some = None) -> Node:
    """A field of a form."""
    return c.field(
        value, hint, rid, change=change, submit=ev("searched"), leading=glyph, trailing=tail, radius=12, bg="container"
    )


def padded(*children: w.Some, top: float = 0, gap: float = 0) -> Node:
    """Children with the margins of a form."""
    return node("column", *children, width="fill", pad=(16, top, 16, 8), gap=gap, align="stretch")
