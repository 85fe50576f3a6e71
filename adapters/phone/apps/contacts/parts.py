"""What several pages of the address book show: the bars of main pages, faces, rows of people, headings, buttons."""

from adapters.phone.apps.contacts.model import blank, chinese, name_of
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.components.boxes import line
from adapters.phone.components.buttons import extended_fab
from adapters.phone.components.settings_rows import section
from adapters.phone.framework.actions import assign, focus, go, switch_to, then
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Ev, Node, node

TINTS = (
    ("#C7E7D4", "#0F5132"), ("#FAD9C8", "#7A2E0E"), ("#D8D7FB", "#33318C"), ("#F9D5E5", "#7D1E4F"),
    ("#CDE9F6", "#0B4F6C"), ("#F6E7B4", "#5F4B00"), ("#DDE5C3", "#3F5209"),
)  # fmt: skip
"""Ground and ink of monograms."""

TABS = (
    ("nav_contacts", "person", "Contacts", switch_to("contacts")),
    ("nav_favourites", "star_outline", "Favourites", switch_to("favourites")),
    ("nav_organise", "label_outline", "Organise", switch_to("organise")),
)
SEARCH = then(assign("ui.query", ""), go("search"), focus("search_src_text"))
NEW_CONTACT = then(assign("draft", blank()), go("editor", key="new"), focus("first"))


def main_page(title: str, *rows: w.Some, body: Node | None = None, fab: bool = True) -> Screen:
    """One of the three pages with the search bar above and the tabs below."""
    return Screen(
        body or w.page(*rows), top=_search_pill(), bottom=w.nav_bar(TABS, title), fab=_add_button() if fab else None,
        title=title,
    )  # fmt: skip


def large_title(title: str, *, right: float = 20, below: float = 8) -> Node:
    """The name of a main page, which scrolls with its rows."""
    return w.text(title, "28,36,Regular,0", heading=True, pad=(20, 4, right, below))


def face(contact: Contact, size: float = 40) -> Node:
    """The picture, or the first letter on a tinted disc."""
    if contact.face:
        return w.avatar(contact.face, size)
    ground, ink = TINTS[int(contact.id) % len(TINTS)] if contact.id.isdigit() else TINTS[0]
    initial = name_of(contact)[:1].upper()
    if initial.isalpha() or chinese(initial):
        style = f"{round(size * 0.45)},{round(size * 0.6)},Medium,0"
        mark = w.text(initial, style, ink, place=("center", "center"))
    else:
        mark = w.icon("person", size * 0.55, ink, place=("center", "center"))
    return node("stack", mark, width=size, height=size, bg=ground, radius=size / 2)


def person(contact: Contact, *, support: str = "", trailing: w.Some = None) -> Node:
    """A row of a list."""
    return w.row(
        name_of(contact), support, on=go("contact", key=contact.id), rid="row_contact",
        leading=face(contact), trailing=trailing, height=64 if support else 56,
        title_id="cliv_name_textview", support_id="cliv_data_view",
    )  # fmt: skip


def first_number(contact: Contact) -> str:
    """The number that is written before all others."""
    return contact.phones[0].value if contact.phones else ""


def known_by(contact: Contact) -> str:
    """What distinguishes namesakes: the company and the first number."""
    return "  ·  ".join(filter(None, (contact.company, first_number(contact))))


def count_of(contacts: int) -> str:
    """`1 contact`, `3 contacts`."""
    return "1 contact" if contacts == 1 else f"{contacts} contacts"


def heading(title: str) -> Node:
    """A small heading."""
    return section(title, inset=20)


def small_button(label: str, on: Ev, *, rid: str, variant: str = "text", icon_name: str = "") -> Node:
    """A button inside a row, a card or a bar."""
    return c.button(label, on, rid=rid, variant=variant, height=40, width="wrap", icon_name=icon_name)


def _add_button() -> Node:
    """The extended button over the lists."""
    return extended_fab(
        "New contact", "add", NEW_CONTACT, rid="floating_action_button", bg="primary_container",
        color="on_primary_container", elevation=3,
    )  # fmt: skip


def _search_pill() -> Node:
    """The bar of the main pages: a tap opens the search."""
    pill = node(
        "row", w.icon("search"), w.text("Search contacts", "bodyL", "on_surface_variant", grow=1),
        on=SEARCH, id="open_search_bar", cls=w.GROUP, height=52, grow=1, bg="high", radius=26, pad=(16, 0), gap=14,
        align="center",
    )  # fmt: skip
    return line(pill, height=68, pad=(16, 0), id="toolbar", cls=w.GROUP)
