"""Lists of people: all with letters at the edge, favourites, the search."""

from adapters.phone.apps.contacts import parts
from adapters.phone.apps.contacts.app import app
from adapters.phone.apps.contacts.model import State, found, in_order, name_of
from adapters.phone.apps.contacts.model import letter as letter_of
from adapters.phone.apps.contacts.parts import NEW_CONTACT
from adapters.phone.apps.contacts.people import Contact
from adapters.phone.components.search import search_bar
from adapters.phone.framework.actions import go, switch_to
from adapters.phone.framework.state_paths import bind
from adapters.phone.ui import controls as c
from adapters.phone.ui import widgets as w
from adapters.phone.ui.app import Screen
from adapters.phone.ui.node import Node, node

PEOPLE = ".activities.PeopleActivity"


@app.screen("contacts", activity=PEOPLE)
def contacts(state: State, letter: str = "") -> Screen:
    """Everybody. A touch on a letter begins the list there; "Show all" begins it at its start again."""
    everybody = in_order(state.contacts)
    letters = list(dict.fromkeys(letter_of(contact) for contact in everybody))
    shown = letters[letters.index(letter) :] if letter in letters else letters
    count = w.text(parts.count_of(len(everybody)), "bodyM", "on_surface_variant", pad=(20, 0, 0, 8), id="count")
    rows: list[Node] = [parts.large_title("Contacts", right=0, below=0), count]
    if len(shown) < len(letters):
        show_all = parts.small_button(
            "Show all", switch_to("contacts"), rid="show_all", variant="tonal", icon_name="keyboard_arrow_up"
        )
        rows.append(node("row", show_all, width="fill", pad=(20, 0, 20, 8)))
    for initial in shown:
        rows.append(w.text(initial, "titleS", "primary", pad=(20, 12, 0, 2), id="header", width="fill"))
        rows += [parts.person(contact) for contact in everybody if letter_of(contact) == initial]
    if not everybody:
        rows.append(w.empty("person_add", "Nobody here yet", "People you add show up here."))
    names = node("column", w.page(rows, w.space(64)), grow=1, height="fill", align="stretch")
    jumps = [_jump(initial, letter) for initial in letters]
    strip = node("column", jumps, width=32, pad=(0, 40, 0, 0), id="fast_scroll")
    return parts.main_page("Contacts", body=node("row", names, strip, width="fill", height="fill"))


def _jump(initial: str, chosen: str) -> Node:
    here = initial == chosen
    return node(
        "column", w.text(initial, "labelM", "primary" if here else "on_surface_variant"),
        on=None if here else switch_to("contacts", letter=initial), id="fast_scroll_letter",
        cls="android.widget.TextView", desc=f"Letter {initial}", width=32, height=22, align="center", justify="center",
    )  # fmt: skip


@app.screen("favourites", activity=PEOPLE, distractor="the tab beside Organise: people without their groups")
def favourites(state: State) -> Screen:
    """Those with a star, as large pictures."""
    tiles = [_tile(contact) for contact in _starred(state)]
    grid = node("grid", tiles, columns=3, gap=6, width="fill", align="stretch", pad=(14, 0), id="tiles")
    none = w.empty("star_outline", "No favourites yet", "Open a contact and touch the star.")
    return parts.main_page("Favourites", parts.large_title("Favourites"), grid if tiles else none, w.space(64))


def _starred(state: State) -> list[Contact]:
    return in_order(contact for contact in state.contacts if contact.favourite)


def _tile(contact: Contact) -> Node:
    name = w.text(name_of(contact), "titleS", lines=2, text_align="center", pad=(0, 8, 0, 0))
    return node(
        "column", parts.face(contact, 88), name,
        on=go("contact", key=contact.id), id="contact_tile", cls=w.GROUP, align="center", pad=(4, 10),
    )  # fmt: skip


@app.screen(
    "search",
    activity=".activities.SearchActivity",
    distractor="finds the person that the group lacks, on whose page no group can be chosen",
)
def search(state: State) -> Screen:
    """By name, number, mail, company or note."""
    query = bind(state, "ui.query")
    hits = found(state, query.value)
    rows: list[Node]
    if hits:
        count = w.text(parts.count_of(len(hits)), "bodyM", "on_surface_variant", pad=(20, 8, 20, 2), id="result_count")
        rows = [count, *_detailed_rows(hits)]
    elif query.value.strip():
        create = c.button("New contact", NEW_CONTACT, rid="create", variant="tonal", width="wrap")
        hint = "Names, numbers, mails and notes are searched."
        rows = [w.empty("search_off", f"Nobody for “{query.value}”", hint, create)]
    else:
        rows = [parts.heading("Suggestions"), *_detailed_rows(_starred(state))]
    return Screen(w.page(rows), top=search_bar(query, "Search contacts"), title="Search")


def _detailed_rows(contacts: list[Contact]) -> list[Node]:
    """Rows of people with what distinguishes namesakes."""
    return [parts.person(contact, support=parts.known_by(contact)) for contact in contacts]
